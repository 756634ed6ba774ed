///[`l2_norm`](fn@super::l2_norm) on ndarray.
pub fn ndarray<TX>(
    x: &TX,
) -> __rt::Result<
    <__rt::Ndarray as __rt::Backend>::Array<
        <TX as __rt::Value<__rt::Ndarray>>::Elem,
        __rt::R0,
    >,
>
where
    TX: __rt::Value<__rt::Ndarray, Elem: __rt::Float>,
{
    let result1 = __ndarray(x)?;
    ::core::result::Result::Ok(__rt::Ndarray::finished::<__rt::R0, _>(result1)?)
}
#[doc(hidden)]
pub fn __ndarray<TX>(
    x: &TX,
) -> __rt::Result<
    <__rt::Ndarray as __rt::Backend>::Tensor<
        'static,
        <TX as __rt::Value<__rt::Ndarray>>::Elem,
    >,
>
where
    TX: __rt::Value<__rt::Ndarray, Elem: __rt::Float>,
{
    let [v2] = __rt::Ndarray::chain(
            __Fused0,
            x,
            [__rt::Value::<__rt::Ndarray>::lent(x)],
            || [__rt::Value::<__rt::Ndarray>::view(x)],
            [],
            [__rt::fuse::Outcome::Fold(__rt::fuse::Fold::Sum, __rt::Axes::All, false)],
            || {
                let v1 = __rt::Ndarray::square(x).at(&__SITES[0])?;
                let v4 = __rt::Ndarray::sum(&v1, __rt::Axes::All, false)
                    .at(&__SITES[1])?;
                ::core::result::Result::Ok([v4])
            },
        )
        .at(&__SITES[2])?;
    let v3 = __rt::Ndarray::sqrt(&v2).at(&__SITES[3])?;
    ::core::result::Result::Ok(v3)
}

///[`standardised`](fn@super::standardised) on ndarray.
pub fn ndarray<TX>(
    x: &TX,
    scale: f64,
) -> __rt::Result<
    <__rt::Ndarray as __rt::Backend>::Array<
        <TX as __rt::Value<__rt::Ndarray>>::Elem,
        __rt::R2,
    >,
>
where
    TX: __rt::Value<__rt::Ndarray, Elem: __rt::Float, Rank: __rt::Fits<__rt::R2>>,
{
    let result1 = __ndarray(x, scale)?;
    ::core::result::Result::Ok(__rt::Ndarray::finished::<__rt::R2, _>(result1)?)
}
#[doc(hidden)]
pub fn __ndarray<TX>(
    x: &TX,
    scale: f64,
) -> __rt::Result<
    <__rt::Ndarray as __rt::Backend>::Tensor<
        'static,
        <TX as __rt::Value<__rt::Ndarray>>::Elem,
    >,
>
where
    TX: __rt::Value<__rt::Ndarray, Elem: __rt::Float, Rank: __rt::Fits<__rt::R2>>,
{
    {
        let (__s0,) = (__rt::Value::<__rt::Ndarray>::lent_sizes(x),);
        match (&*__s0,) {
            (&[__n0_0, __n0_1],) => [__n0_0, __n0_1],
            _ => __rt::entry::dims::<2>(&__SIGNATURE, &[&__s0])?,
        }
    };
    let v1 = __rt::Ndarray::mean(x, __rt::Axes::from(1), true).at(&__SITES[0])?;
    let [centred, variance] = __rt::Ndarray::chain(
            __Fused0,
            x,
            [
                __rt::Value::<__rt::Ndarray>::lent(x),
                __rt::Value::<__rt::Ndarray>::lent(&v1),
            ],
            || [
                __rt::Value::<__rt::Ndarray>::view(x),
                __rt::Value::<__rt::Ndarray>::view(&v1),
            ],
            [],
            [
                __rt::fuse::Outcome::Each,
                __rt::fuse::Outcome::Fold(
                    __rt::fuse::Fold::Mean,
                    __rt::Axes::from(1),
                    true,
                ),
            ],
            || {
                let v9 = __rt::Ndarray::subtract(x, &v1).at(&__SITES[1])?;
                let v3 = __rt::Ndarray::square(&v9).at(&__SITES[2])?;
                let v10 = __rt::Ndarray::mean(&v3, __rt::Axes::from(1), true)
                    .at(&__SITES[3])?;
                ::core::result::Result::Ok([v9, v10])
            },
        )
        .at(&__SITES[4])?;
    let [spread] = __rt::Ndarray::chain(
            __Fused1,
            &variance,
            [__rt::Value::<__rt::Ndarray>::lent(&variance)],
            || [__rt::Value::<__rt::Ndarray>::view(&variance)],
            [],
            [__rt::fuse::Outcome::Each],
            || {
                let v5 = __rt::Ndarray::add(&variance, __rt::Num::Float(1e-5))
                    .at(&__SITES[5])?;
                let v11 = __rt::Ndarray::sqrt(&v5).at(&__SITES[6])?;
                ::core::result::Result::Ok([v11])
            },
        )
        .at(&__SITES[7])?;
    let [v8] = __rt::Ndarray::chain(
            __Fused2,
            &centred,
            [
                __rt::Value::<__rt::Ndarray>::lent(&centred),
                __rt::Value::<__rt::Ndarray>::lent(&spread),
            ],
            || [
                __rt::Value::<__rt::Ndarray>::view(&centred),
                __rt::Value::<__rt::Ndarray>::view(&spread),
            ],
            [__rt::Num::from(scale)],
            [__rt::fuse::Outcome::Each],
            || {
                let v7 = __rt::Ndarray::divide(&centred, &spread).at(&__SITES[8])?;
                let v12 = __rt::Ndarray::multiply(&v7, __rt::Num::from(scale))
                    .at(&__SITES[9])?;
                ::core::result::Result::Ok([v12])
            },
        )
        .at(&__SITES[10])?;
    ::core::result::Result::Ok(v8)
}

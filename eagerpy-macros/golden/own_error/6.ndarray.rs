///[`own_error`](fn@super::own_error) on ndarray.
pub fn ndarray<TX>(
    x: &TX,
    least: f64,
    text: &str,
) -> ::core::result::Result<
    <__rt::Ndarray as __rt::Backend>::Array<
        <TX as __rt::Value<__rt::Ndarray>>::Elem,
        __rt::R1,
    >,
    crate::Failure,
>
where
    crate::Failure: ::core::convert::From<__rt::Error>,
    TX: __rt::Value<__rt::Ndarray, Elem: __rt::Float, Rank: __rt::Fits<__rt::R1>>,
{
    let result1 = __ndarray(x, least, text)?;
    ::core::result::Result::Ok(__rt::Ndarray::finished::<__rt::R1, _>(result1)?)
}
#[doc(hidden)]
pub fn __ndarray<TX>(
    x: &TX,
    least: f64,
    text: &str,
) -> ::core::result::Result<
    <__rt::Ndarray as __rt::Backend>::Tensor<
        'static,
        <TX as __rt::Value<__rt::Ndarray>>::Elem,
    >,
    crate::Failure,
>
where
    crate::Failure: ::core::convert::From<__rt::Error>,
    TX: __rt::Value<__rt::Ndarray, Elem: __rt::Float, Rank: __rt::Fits<__rt::R1>>,
{
    {
        let (__s0,) = (__rt::Value::<__rt::Ndarray>::lent_sizes(x),);
        match (&*__s0,) {
            (&[__n0_0],) => [__n0_0],
            _ => __rt::entry::dims::<1>(&__SIGNATURE, &[&__s0])?,
        }
    };
    let v1 = __rt::Ndarray::min(x, __rt::Axes::All, false).at(&__SITES[0])?;
    let lowest = __rt::Ndarray::item(&v1).at(&__SITES[1])?.to_f64();
    if lowest < least {
        return ::core::result::Result::Err(crate::Failure::Low(lowest));
    }
    let by: f64 = __rt::host_result(text.parse())?;
    let [v4] = __rt::Ndarray::chain(
            __Fused0,
            x,
            [__rt::Value::<__rt::Ndarray>::lent(x)],
            || [__rt::Value::<__rt::Ndarray>::view(x)],
            [__rt::Num::from(least), __rt::Num::from(by)],
            [__rt::fuse::Outcome::Each],
            || {
                let v2 = __rt::Ndarray::subtract(x, __rt::Num::from(least))
                    .at(&__SITES[2])?;
                let v3 = __rt::Ndarray::sqrt(&v2).at(&__SITES[3])?;
                let v5 = __rt::Ndarray::multiply(&v3, __rt::Num::from(by))
                    .at(&__SITES[4])?;
                ::core::result::Result::Ok([v5])
            },
        )
        .at(&__SITES[5])?;
    ::core::result::Result::Ok(v4)
}

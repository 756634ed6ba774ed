///[`views`](fn@super::views) on ndarray.
pub fn ndarray<TX>(
    x: &TX,
    up: bool,
) -> __rt::Result<
    (
        <__rt::Ndarray as __rt::Backend>::Array<
            <TX as __rt::Value<__rt::Ndarray>>::Elem,
            __rt::R2,
        >,
        <__rt::Ndarray as __rt::Backend>::Array<
            <TX as __rt::Value<__rt::Ndarray>>::Elem,
            __rt::R1,
        >,
        f64,
    ),
>
where
    TX: __rt::Value<__rt::Ndarray, Elem: __rt::Float, Rank: __rt::Fits<__rt::R2>>,
{
    let (result1, result2, result3) = __ndarray(x, up)?;
    ::core::result::Result::Ok((
        __rt::Ndarray::finished::<__rt::R2, _>(result1)?,
        __rt::Ndarray::finished::<__rt::R1, _>(result2)?,
        result3,
    ))
}
#[doc(hidden)]
pub fn __ndarray<TX>(
    x: &TX,
    up: bool,
) -> __rt::Result<
    (
        <__rt::Ndarray as __rt::Backend>::Tensor<
            'static,
            <TX as __rt::Value<__rt::Ndarray>>::Elem,
        >,
        <__rt::Ndarray as __rt::Backend>::Tensor<
            'static,
            <TX as __rt::Value<__rt::Ndarray>>::Elem,
        >,
        f64,
    ),
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
    let y = __rt::Ndarray::exp(x).at(&__SITES[0])?;
    let (a, b) = if up {
        let t = __rt::Ndarray::tanh(&y).at(&__SITES[1])?;
        let v3 = __rt::Ndarray::transpose(&t, ::core::option::Option::None)
            .at(&__SITES[2])?;
        (
            __rt::Ndarray::copied(&t).at(&__SITES[4])?,
            __rt::Ndarray::owned(v3).at(&__SITES[3])?,
        )
    } else {
        let v4 = __rt::Ndarray::transpose(&y, ::core::option::Option::None)
            .at(&__SITES[5])?;
        (
            __rt::Ndarray::shared(&y).at(&__SITES[7])?,
            __rt::Ndarray::owned(v4).at(&__SITES[6])?,
        )
    };
    let v7 = __rt::Ndarray::flatten(&b, 0, -1).at(&__SITES[8])?;
    let v8 = __rt::Ndarray::sum(&a, __rt::Axes::All, false).at(&__SITES[9])?;
    let v9 = __rt::Ndarray::max(&y, __rt::Axes::All, false).at(&__SITES[10])?;
    ::core::result::Result::Ok((
        __rt::Ndarray::owned(a).at(&__SITES[14])?,
        __rt::Ndarray::owned(v7).at(&__SITES[13])?,
        __rt::Ndarray::item(&v8).at(&__SITES[11])?.to_f64()
            + __rt::Ndarray::item(&v9).at(&__SITES[12])?.to_f64(),
    ))
}

///[`branches`](fn@super::branches) on ndarray.
pub fn ndarray<TX>(
    x: &TX,
    kind: u8,
    scale: f64,
) -> __rt::Result<
    <__rt::Ndarray as __rt::Backend>::Array<
        <TX as __rt::Value<__rt::Ndarray>>::Elem,
        __rt::R1,
    >,
>
where
    TX: __rt::Value<__rt::Ndarray, Elem: __rt::Float, Rank: __rt::Fits<__rt::R1>>,
{
    let result1 = __ndarray(x, kind, scale)?;
    ::core::result::Result::Ok(__rt::Ndarray::finished::<__rt::R1, _>(result1)?)
}
#[doc(hidden)]
pub fn __ndarray<TX>(
    x: &TX,
    kind: u8,
    scale: f64,
) -> __rt::Result<
    <__rt::Ndarray as __rt::Backend>::Tensor<
        'static,
        <TX as __rt::Value<__rt::Ndarray>>::Elem,
    >,
>
where
    TX: __rt::Value<__rt::Ndarray, Elem: __rt::Float, Rank: __rt::Fits<__rt::R1>>,
{
    {
        let (__s0,) = (__rt::Value::<__rt::Ndarray>::lent_sizes(x),);
        match (&*__s0,) {
            (&[__n0_0],) => [__n0_0],
            _ => __rt::entry::dims::<1>(&__SIGNATURE, &[&__s0])?,
        }
    };
    let y = if kind == 0 {
        let v1 = __rt::Ndarray::relu(x).at(&__SITES[0])?;
        v1
    } else {
        let v3 = if kind == 1 {
            let v2 = __rt::Ndarray::tanh(x).at(&__SITES[1])?;
            v2
        } else {
            __rt::Ndarray::shared(x).at(&__SITES[2])?
        };
        __rt::Ndarray::owned(v3).at(&__SITES[3])?
    };
    let y_3 = if scale != 1.0 {
        let y_2 = __rt::Ndarray::multiply(&y, __rt::Num::from(scale)).at(&__SITES[4])?;
        y_2
    } else {
        __rt::Ndarray::shared(&y).at(&__SITES[5])?
    };
    ::core::result::Result::Ok(__rt::Ndarray::owned(y_3).at(&__SITES[6])?)
}

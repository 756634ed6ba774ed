///[`half_precision`](fn@super::half_precision) on ndarray.
pub fn ndarray<TX, TW, TScale>(
    x: &TX,
    w: &TW,
    scale: &TScale,
) -> __rt::Result<
    (
        <__rt::Ndarray as __rt::Backend>::Array<__rt::f16, __rt::R2>,
        <__rt::Ndarray as __rt::Backend>::Array<f32, __rt::R1>,
    ),
>
where
    TX: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<__rt::f16>,
        Rank: __rt::Fits<__rt::R2>,
    >,
    TW: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<__rt::bf16>,
        Rank: __rt::Fits<__rt::R2>,
    >,
    TScale: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<__rt::f16>,
        Rank: __rt::Fits<__rt::R0>,
    >,
{
    let (result1, result2) = __ndarray(x, w, scale)?;
    ::core::result::Result::Ok((
        __rt::Ndarray::finished::<__rt::R2, _>(result1)?,
        __rt::Ndarray::finished::<__rt::R1, _>(result2)?,
    ))
}
#[doc(hidden)]
pub fn __ndarray<TX, TW, TScale>(
    x: &TX,
    w: &TW,
    scale: &TScale,
) -> __rt::Result<
    (
        <__rt::Ndarray as __rt::Backend>::Tensor<'static, __rt::f16>,
        <__rt::Ndarray as __rt::Backend>::Tensor<'static, f32>,
    ),
>
where
    TX: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<__rt::f16>,
        Rank: __rt::Fits<__rt::R2>,
    >,
    TW: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<__rt::bf16>,
        Rank: __rt::Fits<__rt::R2>,
    >,
    TScale: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<__rt::f16>,
        Rank: __rt::Fits<__rt::R0>,
    >,
{
    let [_, _, C]: [usize; 3] = {
        let (__s0, __s1, __s2) = (
            __rt::Value::<__rt::Ndarray>::lent_sizes(x),
            __rt::Value::<__rt::Ndarray>::lent_sizes(w),
            __rt::Value::<__rt::Ndarray>::lent_sizes(scale),
        );
        match (&*__s0, &*__s1, &*__s2) {
            (&[__n0_0, __n0_1], &[__n1_0, __n1_1], &[]) if __n1_0 == __n0_1 => {
                [__n0_0, __n0_1, __n1_1]
            }
            _ => __rt::entry::dims::<3>(&__SIGNATURE, &[&__s0, &__s1, &__s2])?,
        }
    };
    let __place = __rt::Ndarray::place_of(x);
    let v3 = __rt::Ndarray::astype::<__rt::f16, _>(w).at(&__SITES[0])?;
    let v4 = __rt::Ndarray::matmul(x, &v3).at(&__SITES[1])?;
    let y = __rt::Ndarray::multiply(&v4, scale).at(&__SITES[2])?;
    let shift = __rt::Ndarray::zeros::<__rt::bf16>(&__place, __rt::Ints::from(C))
        .at(&__SITES[3])?;
    let v7 = __rt::Ndarray::astype::<f32, _>(&y).at(&__SITES[4])?;
    let v8 = __rt::Ndarray::mean(&v7, __rt::Axes::from(0), false).at(&__SITES[5])?;
    let v9 = __rt::Ndarray::astype::<f32, _>(&shift).at(&__SITES[6])?;
    let v10 = __rt::Ndarray::add(&v8, &v9).at(&__SITES[7])?;
    ::core::result::Result::Ok((y, v10))
}

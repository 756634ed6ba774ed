///[`early_return`](fn@super::early_return) on ndarray.
pub fn ndarray<TX>(
    x: &TX,
    normalize: bool,
) -> __rt::Result<<__rt::Ndarray as __rt::Backend>::Array<f32, __rt::R2>>
where
    TX: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<f32>,
        Rank: __rt::Fits<__rt::R2>,
    >,
{
    let result1 = __ndarray(x, normalize)?;
    ::core::result::Result::Ok(__rt::Ndarray::finished::<__rt::R2, _>(result1)?)
}
#[doc(hidden)]
pub fn __ndarray<TX>(
    x: &TX,
    normalize: bool,
) -> __rt::Result<<__rt::Ndarray as __rt::Backend>::Tensor<'static, f32>>
where
    TX: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<f32>,
        Rank: __rt::Fits<__rt::R2>,
    >,
{
    let [N, _]: [usize; 2] = {
        let (__s0,) = (__rt::Value::<__rt::Ndarray>::lent_sizes(x),);
        match (&*__s0,) {
            (&[__n0_0, __n0_1],) => [__n0_0, __n0_1],
            _ => __rt::entry::dims::<2>(&__SIGNATURE, &[&__s0])?,
        }
    };
    if N == 0 || !normalize {
        return ::core::result::Result::Ok(__rt::Ndarray::copied(x).at(&__SITES[0])?);
    }
    let v1 = __rt::Ndarray::mean(x, __rt::Axes::from(0), false).at(&__SITES[1])?;
    let centered = __rt::Ndarray::subtract(x, &v1).at(&__SITES[2])?;
    let spread = __rt::Ndarray::std(
            &centered,
            __rt::Axes::from(0),
            __rt::Num::Float(0.0),
            false,
        )
        .at(&__SITES[3])?;
    let v4 = __rt::Ndarray::min(&spread, __rt::Axes::All, false).at(&__SITES[4])?;
    if __rt::Ndarray::item(&v4).at(&__SITES[5])?.to_f64() < 1e-6 {
        return ::core::result::Result::Ok(centered);
    }
    let v5 = __rt::Ndarray::divide(&centered, &spread).at(&__SITES[6])?;
    ::core::result::Result::Ok(v5)
}

///[`calls`](fn@super::calls) on ndarray.
pub fn ndarray<TX>(
    x: &TX,
    seed: u64,
) -> __rt::Result<<__rt::Ndarray as __rt::Backend>::Array<f32, __rt::Dyn>>
where
    TX: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<f32>,
        Rank: __rt::Fits<__rt::R2>,
    >,
{
    let result1 = __ndarray(x, seed)?;
    ::core::result::Result::Ok(__rt::Ndarray::finished::<__rt::Dyn, _>(result1)?)
}
#[doc(hidden)]
pub fn __ndarray<TX>(
    x: &TX,
    seed: u64,
) -> __rt::Result<<__rt::Ndarray as __rt::Backend>::Tensor<'static, f32>>
where
    TX: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<f32>,
        Rank: __rt::Fits<__rt::R2>,
    >,
{
    {
        let (__s0,) = (__rt::Value::<__rt::Ndarray>::lent_sizes(x),);
        match (&*__s0,) {
            (&[__n0_0, __n0_1],) => [__n0_0, __n0_1],
            _ => __rt::entry::dims::<2>(&__SIGNATURE, &[&__s0])?,
        }
    };
    let norm = l2_norm::__ndarray(x).at(&__SITES[0])?;
    let (mean, spread) = stats::moments::__ndarray(x, 0).at(&__SITES[1])?;
    let noise = noise_like::__ndarray(x, seed).at(&__SITES[2])?;
    let v5 = __rt::Ndarray::subtract(x, &mean).at(&__SITES[3])?;
    let [v7] = __rt::Ndarray::chain(
            __Fused0,
            &v5,
            [
                __rt::Value::<__rt::Ndarray>::lent(&v5),
                __rt::Value::<__rt::Ndarray>::lent(&spread),
                __rt::Value::<__rt::Ndarray>::lent(&norm),
            ],
            || [
                __rt::Value::<__rt::Ndarray>::view(&v5),
                __rt::Value::<__rt::Ndarray>::view(&spread),
                __rt::Value::<__rt::Ndarray>::view(&norm),
            ],
            [],
            [__rt::fuse::Outcome::Each],
            || {
                let clean = __rt::Ndarray::divide(&v5, &spread).at(&__SITES[4])?;
                let v9 = __rt::Ndarray::divide(&clean, &norm).at(&__SITES[5])?;
                ::core::result::Result::Ok([v9])
            },
        )
        .at(&__SITES[6])?;
    let v8 = __rt::Ndarray::add(&v7, &noise).at(&__SITES[7])?;
    ::core::result::Result::Ok(v8)
}

///[`last_state`](fn@super::last_state) on ndarray.
pub fn ndarray<TX, TU>(
    x: &TX,
    u: &TU,
    least: f64,
) -> __rt::Result<<__rt::Ndarray as __rt::Backend>::Array<f64, __rt::R0>>
where
    TX: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<f64>,
        Rank: __rt::Fits<__rt::R2>,
    >,
    TU: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<f64>,
        Rank: __rt::Fits<__rt::R2>,
    >,
{
    let result1 = __ndarray(x, u, least)?;
    ::core::result::Result::Ok(__rt::Ndarray::finished::<__rt::R0, _>(result1)?)
}
#[doc(hidden)]
pub fn __ndarray<TX, TU>(
    x: &TX,
    u: &TU,
    least: f64,
) -> __rt::Result<<__rt::Ndarray as __rt::Backend>::Tensor<'static, f64>>
where
    TX: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<f64>,
        Rank: __rt::Fits<__rt::R2>,
    >,
    TU: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<f64>,
        Rank: __rt::Fits<__rt::R2>,
    >,
{
    let [T, _]: [usize; 2] = __rt::entry::dims::<
        2,
    >(&__SIGNATURE, &[&__rt::Ndarray::sizes(x), &__rt::Ndarray::sizes(u)])?;
    let h = __rt::Ndarray::slice(x, &[__rt::IndexItem::At(0)]).at(&__SITES[0])?;
    let mut h_2 = __rt::Ndarray::shared(&h).at(&__SITES[1])?;
    for t in 1..T {
        let v5 = __rt::Ndarray::matmul(&h_2, u).at(&__SITES[2])?;
        let v6 = __rt::Ndarray::slice(x, &[__rt::IndexItem::At(__rt::int(t))])
            .at(&__SITES[3])?;
        let v7 = __rt::Ndarray::add(&v5, &v6).at(&__SITES[4])?;
        let h_4 = __rt::Ndarray::tanh(&v7).at(&__SITES[5])?;
        let v9 = __rt::Ndarray::square(&h_4).at(&__SITES[6])?;
        let v10 = __rt::Ndarray::sum(&v9, __rt::Axes::All, false).at(&__SITES[7])?;
        if __rt::Ndarray::item(&v10).at(&__SITES[8])?.to_f64() < least {
            h_2 = h_4;
            break;
        }
        h_2 = h_4;
    }
    let v11 = __rt::Ndarray::square(&h_2).at(&__SITES[9])?;
    let v12 = __rt::Ndarray::sum(&v11, __rt::Axes::All, false).at(&__SITES[10])?;
    ::core::result::Result::Ok(v12)
}

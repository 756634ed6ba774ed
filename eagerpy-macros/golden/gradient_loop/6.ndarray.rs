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
    let [T, _]: [usize; 2] = {
        let (__s0, __s1) = (
            __rt::Value::<__rt::Ndarray>::lent_sizes(x),
            __rt::Value::<__rt::Ndarray>::lent_sizes(u),
        );
        match (&*__s0, &*__s1) {
            (
                &[__n0_0,
                __n0_1,
                ],
                &[__n1_0,
                __n1_1,
                ],
            ) if __n1_0 == __n0_1 && __n1_1 == __n0_1 => [__n0_0, __n0_1],
            _ => __rt::entry::dims::<2>(&__SIGNATURE, &[&__s0, &__s1])?,
        }
    };
    let h = __rt::Ndarray::slice(x, &[__rt::IndexItem::At(0)]).at(&__SITES[0])?;
    let mut h_2 = __rt::Ndarray::shared(&h).at(&__SITES[1])?;
    for t in 1..T {
        let v5 = __rt::Ndarray::matmul(&h_2, u).at(&__SITES[2])?;
        let v6 = __rt::Ndarray::slice(x, &[__rt::IndexItem::At(__rt::int(t))])
            .at(&__SITES[3])?;
        let [h_4, v10] = __rt::Ndarray::chain(
                __Fused0,
                &v5,
                [
                    __rt::Value::<__rt::Ndarray>::lent(&v5),
                    __rt::Value::<__rt::Ndarray>::lent(&v6),
                ],
                || [
                    __rt::Value::<__rt::Ndarray>::view(&v5),
                    __rt::Value::<__rt::Ndarray>::view(&v6),
                ],
                [],
                [
                    __rt::fuse::Outcome::Each,
                    __rt::fuse::Outcome::Fold(
                        __rt::fuse::Fold::Sum,
                        __rt::Axes::All,
                        false,
                    ),
                ],
                || {
                    let v7 = __rt::Ndarray::add(&v5, &v6).at(&__SITES[4])?;
                    let v13 = __rt::Ndarray::tanh(&v7).at(&__SITES[5])?;
                    let v9 = __rt::Ndarray::square(&v13).at(&__SITES[6])?;
                    let v14 = __rt::Ndarray::sum(&v9, __rt::Axes::All, false)
                        .at(&__SITES[7])?;
                    ::core::result::Result::Ok([v13, v14])
                },
            )
            .at(&__SITES[8])?;
        if __rt::Ndarray::item(&v10).at(&__SITES[9])?.to_f64() < least {
            h_2 = h_4;
            break;
        }
        h_2 = h_4;
    }
    let [v12] = __rt::Ndarray::chain(
            __Fused1,
            &h_2,
            [__rt::Value::<__rt::Ndarray>::lent(&h_2)],
            || [__rt::Value::<__rt::Ndarray>::view(&h_2)],
            [],
            [__rt::fuse::Outcome::Fold(__rt::fuse::Fold::Sum, __rt::Axes::All, false)],
            || {
                let v11 = __rt::Ndarray::square(&h_2).at(&__SITES[10])?;
                let v15 = __rt::Ndarray::sum(&v11, __rt::Axes::All, false)
                    .at(&__SITES[11])?;
                ::core::result::Result::Ok([v15])
            },
        )
        .at(&__SITES[12])?;
    ::core::result::Result::Ok(v12)
}

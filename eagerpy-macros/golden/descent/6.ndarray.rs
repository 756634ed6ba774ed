///[`descent`](fn@super::descent) on ndarray.
pub fn ndarray<TA, TY, TStart>(
    a: &TA,
    y: &TY,
    start: &TStart,
    rounds: usize,
    rate: f64,
) -> __rt::Result<<__rt::Ndarray as __rt::Backend>::Array<f64, __rt::R1>>
where
    TA: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<f64>,
        Rank: __rt::Fits<__rt::R2>,
    >,
    TY: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<f64>,
        Rank: __rt::Fits<__rt::R1>,
    >,
    TStart: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<f64>,
        Rank: __rt::Fits<__rt::R1>,
    >,
{
    let result1 = __ndarray(a, y, start, rounds, rate)?;
    ::core::result::Result::Ok(__rt::Ndarray::finished::<__rt::R1, _>(result1)?)
}
#[doc(hidden)]
pub fn __ndarray<TA, TY, TStart>(
    a: &TA,
    y: &TY,
    start: &TStart,
    rounds: usize,
    rate: f64,
) -> __rt::Result<<__rt::Ndarray as __rt::Backend>::Tensor<'static, f64>>
where
    TA: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<f64>,
        Rank: __rt::Fits<__rt::R2>,
    >,
    TY: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<f64>,
        Rank: __rt::Fits<__rt::R1>,
    >,
    TStart: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<f64>,
        Rank: __rt::Fits<__rt::R1>,
    >,
{
    let [N, _]: [usize; 2] = {
        let (__s0, __s1, __s2) = (
            __rt::Value::<__rt::Ndarray>::lent_sizes(a),
            __rt::Value::<__rt::Ndarray>::lent_sizes(y),
            __rt::Value::<__rt::Ndarray>::lent_sizes(start),
        );
        match (&*__s0, &*__s1, &*__s2) {
            (
                &[__n0_0,
                __n0_1,
                ],
                &[__n1_0,
                ],
                &[__n2_0,
                ],
            ) if __n1_0 == __n0_0 && __n2_0 == __n0_1 => [__n0_0, __n0_1],
            _ => __rt::entry::dims::<2>(&__SIGNATURE, &[&__s0, &__s1, &__s2])?,
        }
    };
    let speed = __rt::Ndarray::zeros_like(start).at(&__SITES[0])?;
    let mut x = __rt::Ndarray::shared(start).at(&__SITES[1])?;
    let mut speed_2 = __rt::Ndarray::shared(&speed).at(&__SITES[2])?;
    for _ in 0..rounds {
        let v8 = __rt::Ndarray::matmul(a, &x).at(&__SITES[3])?;
        let residual = __rt::Ndarray::subtract(&v8, y).at(&__SITES[4])?;
        let v10 = __rt::Ndarray::transpose(a, ::core::option::Option::None)
            .at(&__SITES[5])?;
        let v11 = __rt::Ndarray::matmul(&v10, &residual).at(&__SITES[6])?;
        let [speed_4, x_3] = __rt::Ndarray::chain(
                __Fused0,
                &v11,
                [
                    __rt::Value::<__rt::Ndarray>::lent(&v11),
                    __rt::Value::<__rt::Ndarray>::lent(&speed_2),
                    __rt::Value::<__rt::Ndarray>::lent(&x),
                ],
                || [
                    __rt::Value::<__rt::Ndarray>::view(&v11),
                    __rt::Value::<__rt::Ndarray>::view(&speed_2),
                    __rt::Value::<__rt::Ndarray>::view(&x),
                ],
                [__rt::Num::from(2.0 / N as f64), __rt::Num::from(rate)],
                [__rt::fuse::Outcome::Each, __rt::fuse::Outcome::Each],
                || {
                    let gradient = __rt::Ndarray::multiply(
                            &v11,
                            __rt::Num::from(2.0 / N as f64),
                        )
                        .at(&__SITES[7])?;
                    let v13 = __rt::Ndarray::multiply(&speed_2, __rt::Num::Float(0.9))
                        .at(&__SITES[8])?;
                    let v14 = __rt::Ndarray::multiply(&gradient, __rt::Num::from(rate))
                        .at(&__SITES[9])?;
                    let v17 = __rt::Ndarray::subtract(&v13, &v14).at(&__SITES[10])?;
                    let v18 = __rt::Ndarray::add(&x, &v17).at(&__SITES[11])?;
                    ::core::result::Result::Ok([v17, v18])
                },
            )
            .at(&__SITES[12])?;
        (x, speed_2) = (x_3, speed_4);
    }
    ::core::result::Result::Ok(__rt::Ndarray::owned(x).at(&__SITES[13])?)
}

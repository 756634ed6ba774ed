///[`descent`](fn@super::descent) on tch.
pub fn tch(
    a: &__rt::tch::Tensor,
    y: &__rt::tch::Tensor,
    start: &__rt::tch::Tensor,
    rounds: usize,
    rate: f64,
) -> __rt::Result<__rt::tch::Tensor> {
    __rt::entry::dtype(&__SIGNATURE, 0usize, a)?;
    __rt::entry::dtype(&__SIGNATURE, 1usize, y)?;
    __rt::entry::dtype(&__SIGNATURE, 2usize, start)?;
    let [N, _]: [usize; 2] = {
        let (__s0, __s1, __s2) = (
            __rt::Value::<__rt::Tch>::lent_sizes(a),
            __rt::Value::<__rt::Tch>::lent_sizes(y),
            __rt::Value::<__rt::Tch>::lent_sizes(start),
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
    let speed = __rt::Tch::zeros_like(start).at(&__SITES[0])?;
    let mut x = __rt::Tch::shared(start).at(&__SITES[1])?;
    let mut speed_2 = __rt::Tch::shared(&speed).at(&__SITES[2])?;
    for _ in 0..rounds {
        let v8 = __rt::Tch::matmul(a, &x).at(&__SITES[3])?;
        let residual = __rt::Tch::subtract(&v8, y).at(&__SITES[4])?;
        let v10 = __rt::Tch::transpose(a, ::core::option::Option::None).at(&__SITES[5])?;
        let v11 = __rt::Tch::matmul(&v10, &residual).at(&__SITES[6])?;
        let [speed_4, x_3] = __rt::Tch::chain(
                __Fused0,
                &v11,
                [
                    __rt::Value::<__rt::Tch>::lent(&v11),
                    __rt::Value::<__rt::Tch>::lent(&speed_2),
                    __rt::Value::<__rt::Tch>::lent(&x),
                ],
                || [
                    __rt::Value::<__rt::Tch>::view(&v11),
                    __rt::Value::<__rt::Tch>::view(&speed_2),
                    __rt::Value::<__rt::Tch>::view(&x),
                ],
                [__rt::Num::from(2.0 / N as f64), __rt::Num::from(rate)],
                [__rt::fuse::Outcome::Each, __rt::fuse::Outcome::Each],
                || {
                    let gradient = __rt::Tch::multiply(
                            &v11,
                            __rt::Num::from(2.0 / N as f64),
                        )
                        .at(&__SITES[7])?;
                    let v13 = __rt::Tch::multiply(&speed_2, __rt::Num::Float(0.9))
                        .at(&__SITES[8])?;
                    let v14 = __rt::Tch::multiply(&gradient, __rt::Num::from(rate))
                        .at(&__SITES[9])?;
                    let v17 = __rt::Tch::subtract(&v13, &v14).at(&__SITES[10])?;
                    let v18 = __rt::Tch::add(&x, &v17).at(&__SITES[11])?;
                    ::core::result::Result::Ok([v17, v18])
                },
            )
            .at(&__SITES[12])?;
        (x, speed_2) = (x_3, speed_4);
    }
    ::core::result::Result::Ok(__rt::Tch::owned(x).at(&__SITES[13])?)
}

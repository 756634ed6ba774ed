///[`losses`](fn@super::losses) on tch.
pub fn tch(
    loss: &Loss<__rt::Tch, __rt::Erased>,
    guess: &__rt::tch::Tensor,
    truth: &__rt::tch::Tensor,
) -> __rt::Result<__rt::tch::Tensor> {
    let __float = __rt::entry::float(&__SIGNATURE, 0usize, guess)?;
    __rt::entry::same_float(&__SIGNATURE, 1usize, truth, __float)?;
    {
        let (__s0, __s1) = (
            __rt::Value::<__rt::Tch>::lent_sizes(guess),
            __rt::Value::<__rt::Tch>::lent_sizes(truth),
        );
        match (&*__s0, &*__s1) {
            (
                &[__n0_0,
                __n0_1,
                ],
                &[__n1_0,
                __n1_1,
                ],
            ) if __n1_0 == __n0_0 && __n1_1 == __n0_1 => [__n0_1, __n0_0],
            _ => __rt::entry::dims::<2>(&__SIGNATURE, &[&__s0, &__s1])?,
        }
    };
    let [error] = __rt::Tch::chain(
            __Fused1,
            guess,
            [
                __rt::Value::<__rt::Tch>::lent(guess),
                __rt::Value::<__rt::Tch>::lent(truth),
            ],
            || [
                __rt::Value::<__rt::Tch>::view(guess),
                __rt::Value::<__rt::Tch>::view(truth),
            ],
            [],
            [__rt::fuse::Outcome::Each],
            || {
                let v3 = __rt::Tch::subtract(guess, truth).at(&__SITES[0])?;
                let v15 = __rt::Tch::abs(&v3).at(&__SITES[1])?;
                ::core::result::Result::Ok([v15])
            },
        )
        .at(&__SITES[2])?;
    let each = match loss {
        Loss::Squared => {
            let v6 = __rt::Tch::multiply(&error, &error).at(&__SITES[3])?;
            v6
        }
        Loss::Huber { delta } => {
            let [v10] = __rt::Tch::chain(
                    __Fused0,
                    &error,
                    [__rt::Value::<__rt::Tch>::lent(&error)],
                    || [__rt::Value::<__rt::Tch>::view(&error)],
                    [__rt::Num::from(*delta)],
                    [__rt::fuse::Outcome::Each],
                    || {
                        let near = __rt::Tch::minimum(&error, __rt::Num::from(*delta))
                            .at(&__SITES[4])?;
                        let v8 = __rt::Tch::multiply(&near, __rt::Num::Float(0.5))
                            .at(&__SITES[5])?;
                        let v9 = __rt::Tch::subtract(&error, &v8).at(&__SITES[6])?;
                        let v14 = __rt::Tch::multiply(&near, &v9).at(&__SITES[7])?;
                        ::core::result::Result::Ok([v14])
                    },
                )
                .at(&__SITES[8])?;
            v10
        }
        Loss::Weighted(weights) => {
            let v11 = __rt::Tch::multiply(&error, weights).at(&__SITES[9])?;
            v11
        }
    };
    let v13 = __rt::Tch::mean(&each, __rt::Axes::from(1), false).at(&__SITES[10])?;
    ::core::result::Result::Ok(v13)
}

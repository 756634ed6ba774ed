///[`losses`](fn@super::losses) on ndarray.
pub fn ndarray<TGuess, TTruth>(
    loss: &Loss<
        __rt::Ndarray,
        <__rt::Ndarray as __rt::Backend>::Elem<
            <TGuess as __rt::Value<__rt::Ndarray>>::Elem,
        >,
    >,
    guess: &TGuess,
    truth: &TTruth,
) -> __rt::Result<
    <__rt::Ndarray as __rt::Backend>::Array<
        <TGuess as __rt::Value<__rt::Ndarray>>::Elem,
        __rt::R1,
    >,
>
where
    TGuess: __rt::Value<__rt::Ndarray, Elem: __rt::Float, Rank: __rt::Fits<__rt::R2>>,
    TTruth: __rt::Value<
        __rt::Ndarray,
        Elem = <TGuess as __rt::Value<__rt::Ndarray>>::Elem,
        Rank: __rt::Fits<__rt::R2>,
    >,
{
    let result1 = __ndarray(loss, guess, truth)?;
    ::core::result::Result::Ok(__rt::Ndarray::finished::<__rt::R1, _>(result1)?)
}
#[doc(hidden)]
pub fn __ndarray<TGuess, TTruth>(
    loss: &Loss<
        __rt::Ndarray,
        <__rt::Ndarray as __rt::Backend>::Elem<
            <TGuess as __rt::Value<__rt::Ndarray>>::Elem,
        >,
    >,
    guess: &TGuess,
    truth: &TTruth,
) -> __rt::Result<
    <__rt::Ndarray as __rt::Backend>::Tensor<
        'static,
        <TGuess as __rt::Value<__rt::Ndarray>>::Elem,
    >,
>
where
    TGuess: __rt::Value<__rt::Ndarray, Elem: __rt::Float, Rank: __rt::Fits<__rt::R2>>,
    TTruth: __rt::Value<
        __rt::Ndarray,
        Elem = <TGuess as __rt::Value<__rt::Ndarray>>::Elem,
        Rank: __rt::Fits<__rt::R2>,
    >,
{
    {
        let (__s0, __s1) = (
            __rt::Value::<__rt::Ndarray>::lent_sizes(guess),
            __rt::Value::<__rt::Ndarray>::lent_sizes(truth),
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
    let [error] = __rt::Ndarray::chain(
            __Fused1,
            guess,
            [
                __rt::Value::<__rt::Ndarray>::lent(guess),
                __rt::Value::<__rt::Ndarray>::lent(truth),
            ],
            || [
                __rt::Value::<__rt::Ndarray>::view(guess),
                __rt::Value::<__rt::Ndarray>::view(truth),
            ],
            [],
            [__rt::fuse::Outcome::Each],
            || {
                let v3 = __rt::Ndarray::subtract(guess, truth).at(&__SITES[0])?;
                let v15 = __rt::Ndarray::abs(&v3).at(&__SITES[1])?;
                ::core::result::Result::Ok([v15])
            },
        )
        .at(&__SITES[2])?;
    let each = match loss {
        Loss::Squared => {
            let v6 = __rt::Ndarray::multiply(&error, &error).at(&__SITES[3])?;
            v6
        }
        Loss::Huber { delta } => {
            let [v10] = __rt::Ndarray::chain(
                    __Fused0,
                    &error,
                    [__rt::Value::<__rt::Ndarray>::lent(&error)],
                    || [__rt::Value::<__rt::Ndarray>::view(&error)],
                    [__rt::Num::from(*delta)],
                    [__rt::fuse::Outcome::Each],
                    || {
                        let near = __rt::Ndarray::minimum(
                                &error,
                                __rt::Num::from(*delta),
                            )
                            .at(&__SITES[4])?;
                        let v8 = __rt::Ndarray::multiply(&near, __rt::Num::Float(0.5))
                            .at(&__SITES[5])?;
                        let v9 = __rt::Ndarray::subtract(&error, &v8).at(&__SITES[6])?;
                        let v14 = __rt::Ndarray::multiply(&near, &v9).at(&__SITES[7])?;
                        ::core::result::Result::Ok([v14])
                    },
                )
                .at(&__SITES[8])?;
            v10
        }
        Loss::Weighted(weights) => {
            let v11 = __rt::Ndarray::multiply(&error, weights).at(&__SITES[9])?;
            v11
        }
    };
    let v13 = __rt::Ndarray::mean(&each, __rt::Axes::from(1), false).at(&__SITES[10])?;
    ::core::result::Result::Ok(v13)
}

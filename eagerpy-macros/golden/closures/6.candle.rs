///[`closures`](fn@super::closures) on candle.
pub(super) fn candle(
    x: &__rt::candle::Tensor,
    w: &__rt::candle::Tensor,
    rounds: usize,
) -> __rt::Result<__rt::candle::Tensor> {
    let __float = __rt::entry::float(&__SIGNATURE, 0usize, x)?;
    __rt::entry::same_float(&__SIGNATURE, 1usize, w, __float)?;
    {
        let (__s0, __s1) = (
            __rt::Value::<__rt::Candle>::lent_sizes(x),
            __rt::Value::<__rt::Candle>::lent_sizes(w),
        );
        match (&*__s0, &*__s1) {
            (&[__n0_0], &[__n1_0]) if __n1_0 == __n0_0 => [__n0_0],
            _ => __rt::entry::dims::<1>(&__SIGNATURE, &[&__s0, &__s1])?,
        }
    };
    let start = iterate::candle(
            |argument| -> __rt::Result<_> {
                let v3 = halved::candle(argument).at(&__SITES[0])?;
                ::core::result::Result::Ok(v3)
            },
            x,
            2,
        )
        .at(&__SITES[1])?;
    let v10 = iterate::candle(
            |v| -> __rt::Result<_> {
                let [next, v8] = __rt::Candle::chain(
                        __Fused0,
                        v,
                        [
                            __rt::Value::<__rt::Candle>::lent(v),
                            __rt::Value::<__rt::Candle>::lent(w),
                            __rt::Value::<__rt::Candle>::lent(&start),
                        ],
                        || [
                            __rt::Value::<__rt::Candle>::view(v),
                            __rt::Value::<__rt::Candle>::view(w),
                            __rt::Value::<__rt::Candle>::view(&start),
                        ],
                        [],
                        [
                            __rt::fuse::Outcome::Each,
                            __rt::fuse::Outcome::Fold(
                                __rt::fuse::Fold::Max,
                                __rt::Axes::All,
                                false,
                            ),
                        ],
                        || {
                            let v6 = __rt::Candle::multiply(v, w).at(&__SITES[2])?;
                            let v11 = __rt::Candle::add(&v6, &start).at(&__SITES[3])?;
                            let v12 = __rt::Candle::max(&v11, __rt::Axes::All, false)
                                .at(&__SITES[4])?;
                            ::core::result::Result::Ok([v11, v12])
                        },
                    )
                    .at(&__SITES[5])?;
                let v9 = if __rt::Candle::item(&v8).at(&__SITES[6])?.to_f64() > 10.0 {
                    __rt::Candle::shared(&start).at(&__SITES[7])?
                } else {
                    __rt::Candle::shared(&next).at(&__SITES[8])?
                };
                ::core::result::Result::Ok(__rt::Candle::owned(v9).at(&__SITES[9])?)
            },
            &start,
            rounds,
        )
        .at(&__SITES[10])?;
    ::core::result::Result::Ok(v10)
}

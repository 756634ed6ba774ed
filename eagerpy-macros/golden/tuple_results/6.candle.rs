///[`tuple_results`](fn@super::tuple_results) on candle.
pub fn candle(
    x: &__rt::candle::Tensor,
    k: usize,
    up: bool,
) -> __rt::Result<(__rt::candle::Tensor, __rt::candle::Tensor, usize)> {
    __rt::entry::dtype(&__SIGNATURE, 0usize, x)?;
    let [N, _]: [usize; 2] = {
        let (__s0,) = (__rt::Value::<__rt::Candle>::lent_sizes(x),);
        match (&*__s0,) {
            (&[__n0_0, __n0_1],) => [__n0_0, __n0_1],
            _ => __rt::entry::dims::<2>(&__SIGNATURE, &[&__s0])?,
        }
    };
    let (values, places) = __rt::Candle::topk(
            x,
            __rt::size(k).at(&__SITES[1])?,
            -1,
            true,
        )
        .at(&__SITES[0])?;
    let (low, high) = if up {
        let v3 = __rt::Candle::min(x, __rt::Axes::All, false).at(&__SITES[2])?;
        let v4 = __rt::Candle::max(&values, __rt::Axes::All, false).at(&__SITES[3])?;
        (v3, v4)
    } else {
        let v5 = __rt::Candle::min(&values, __rt::Axes::All, false).at(&__SITES[4])?;
        let v6 = __rt::Candle::max(x, __rt::Axes::All, false).at(&__SITES[5])?;
        (v5, v6)
    };
    let [v10] = __rt::Candle::chain(
            __Fused0,
            &values,
            [
                __rt::Value::<__rt::Candle>::lent(&values),
                __rt::Value::<__rt::Candle>::lent(&low),
                __rt::Value::<__rt::Candle>::lent(&high),
            ],
            || [
                __rt::Value::<__rt::Candle>::view(&values),
                __rt::Value::<__rt::Candle>::view(&low),
                __rt::Value::<__rt::Candle>::view(&high),
            ],
            [],
            [__rt::fuse::Outcome::Each],
            || {
                let v9 = __rt::Candle::subtract(&values, &low).at(&__SITES[6])?;
                let v11 = __rt::Candle::divide(&v9, &high).at(&__SITES[7])?;
                ::core::result::Result::Ok([v11])
            },
        )
        .at(&__SITES[8])?;
    ::core::result::Result::Ok((v10, places, k * N))
}

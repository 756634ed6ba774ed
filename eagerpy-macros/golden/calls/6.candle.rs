///[`calls`](fn@super::calls) on candle.
pub fn candle(
    x: &__rt::candle::Tensor,
    seed: u64,
) -> __rt::Result<__rt::candle::Tensor> {
    __rt::entry::dtype(&__SIGNATURE, 0usize, x)?;
    {
        let (__s0,) = (__rt::Value::<__rt::Candle>::lent_sizes(x),);
        match (&*__s0,) {
            (&[__n0_0, __n0_1],) => [__n0_0, __n0_1],
            _ => __rt::entry::dims::<2>(&__SIGNATURE, &[&__s0])?,
        }
    };
    let norm = l2_norm::candle(x).at(&__SITES[0])?;
    let (mean, spread) = stats::moments::candle(x, 0).at(&__SITES[1])?;
    let noise = noise_like::candle(x, seed).at(&__SITES[2])?;
    let v5 = __rt::Candle::subtract(x, &mean).at(&__SITES[3])?;
    let [v7] = __rt::Candle::chain(
            __Fused0,
            &v5,
            [
                __rt::Value::<__rt::Candle>::lent(&v5),
                __rt::Value::<__rt::Candle>::lent(&spread),
                __rt::Value::<__rt::Candle>::lent(&norm),
            ],
            || [
                __rt::Value::<__rt::Candle>::view(&v5),
                __rt::Value::<__rt::Candle>::view(&spread),
                __rt::Value::<__rt::Candle>::view(&norm),
            ],
            [],
            [__rt::fuse::Outcome::Each],
            || {
                let clean = __rt::Candle::divide(&v5, &spread).at(&__SITES[4])?;
                let v9 = __rt::Candle::divide(&clean, &norm).at(&__SITES[5])?;
                ::core::result::Result::Ok([v9])
            },
        )
        .at(&__SITES[6])?;
    let v8 = __rt::Candle::add(&v7, &noise).at(&__SITES[7])?;
    ::core::result::Result::Ok(v8)
}

///[`closures`](fn@super::closures) on candle.
pub(super) fn candle(
    x: &__rt::candle::Tensor,
    w: &__rt::candle::Tensor,
    rounds: usize,
) -> __rt::Result<__rt::candle::Tensor> {
    let __float = __rt::entry::float(&__SIGNATURE, 0usize, x)?;
    __rt::entry::same_float(&__SIGNATURE, 1usize, w, __float)?;
    __rt::entry::dims::<
        1,
    >(&__SIGNATURE, &[&__rt::Candle::sizes(x), &__rt::Candle::sizes(w)])?;
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
                let v6 = __rt::Candle::multiply(v, w).at(&__SITES[2])?;
                let next = __rt::Candle::add(&v6, &start).at(&__SITES[3])?;
                let v8 = __rt::Candle::max(&next, __rt::Axes::All, false)
                    .at(&__SITES[4])?;
                let v9 = if __rt::Candle::item(&v8).at(&__SITES[5])?.to_f64() > 10.0 {
                    __rt::Candle::shared(&start).at(&__SITES[6])?
                } else {
                    __rt::Candle::shared(&next).at(&__SITES[7])?
                };
                ::core::result::Result::Ok(__rt::Candle::owned(v9).at(&__SITES[8])?)
            },
            &start,
            rounds,
        )
        .at(&__SITES[9])?;
    ::core::result::Result::Ok(v10)
}

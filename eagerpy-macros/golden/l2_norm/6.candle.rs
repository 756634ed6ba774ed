///[`l2_norm`](fn@super::l2_norm) on candle.
pub fn candle(x: &__rt::candle::Tensor) -> __rt::Result<__rt::candle::Tensor> {
    let __float = __rt::entry::float(&__SIGNATURE, 0usize, x)?;
    let [v2] = __rt::Candle::chain(
            __Fused0,
            x,
            [__rt::Value::<__rt::Candle>::lent(x)],
            || [__rt::Value::<__rt::Candle>::view(x)],
            [],
            [__rt::fuse::Outcome::Fold(__rt::fuse::Fold::Sum, __rt::Axes::All, false)],
            || {
                let v1 = __rt::Candle::square(x).at(&__SITES[0])?;
                let v4 = __rt::Candle::sum(&v1, __rt::Axes::All, false).at(&__SITES[1])?;
                ::core::result::Result::Ok([v4])
            },
        )
        .at(&__SITES[2])?;
    let v3 = __rt::Candle::sqrt(&v2).at(&__SITES[3])?;
    ::core::result::Result::Ok(v3)
}

///[`views`](fn@super::views) on candle.
pub fn candle(
    x: &__rt::candle::Tensor,
    up: bool,
) -> __rt::Result<(__rt::candle::Tensor, __rt::candle::Tensor, f64)> {
    let __float = __rt::entry::float(&__SIGNATURE, 0usize, x)?;
    {
        let (__s0,) = (__rt::Value::<__rt::Candle>::lent_sizes(x),);
        match (&*__s0,) {
            (&[__n0_0, __n0_1],) => [__n0_0, __n0_1],
            _ => __rt::entry::dims::<2>(&__SIGNATURE, &[&__s0])?,
        }
    };
    let y = __rt::Candle::exp(x).at(&__SITES[0])?;
    let (a, b) = if up {
        let t = __rt::Candle::tanh(&y).at(&__SITES[1])?;
        let v3 = __rt::Candle::transpose(&t, ::core::option::Option::None)
            .at(&__SITES[2])?;
        (
            __rt::Candle::copied(&t).at(&__SITES[4])?,
            __rt::Candle::owned(v3).at(&__SITES[3])?,
        )
    } else {
        let v4 = __rt::Candle::transpose(&y, ::core::option::Option::None)
            .at(&__SITES[5])?;
        (
            __rt::Candle::shared(&y).at(&__SITES[7])?,
            __rt::Candle::owned(v4).at(&__SITES[6])?,
        )
    };
    let v7 = __rt::Candle::flatten(&b, 0, -1).at(&__SITES[8])?;
    let v8 = __rt::Candle::sum(&a, __rt::Axes::All, false).at(&__SITES[9])?;
    let v9 = __rt::Candle::max(&y, __rt::Axes::All, false).at(&__SITES[10])?;
    ::core::result::Result::Ok((
        __rt::Candle::owned(a).at(&__SITES[14])?,
        __rt::Candle::owned(v7).at(&__SITES[13])?,
        __rt::Candle::item(&v8).at(&__SITES[11])?.to_f64()
            + __rt::Candle::item(&v9).at(&__SITES[12])?.to_f64(),
    ))
}

///[`host_code`](fn@super::host_code) on candle.
pub fn candle(
    x: &__rt::candle::Tensor,
    text: &str,
    extra: Option<f64>,
) -> __rt::Result<__rt::candle::Tensor> {
    let __float = __rt::entry::float(&__SIGNATURE, 0usize, x)?;
    __rt::entry::dims::<2usize>(&__SIGNATURE, &[&__rt::Candle::sizes(x)])?;
    let factor: f64 = __rt::host_result(text.trim().parse())?;
    let Some(extra) = extra else {
        return ::core::result::Result::Ok(x * factor);
    };
    let rows = __rt::Candle::dim(x, 0).at(&__SITES[0])?;
    let v1 = __rt::Candle::abs(x).at(&__SITES[1])?;
    let v2 = __rt::Candle::max(&v1, __rt::Axes::All, false).at(&__SITES[2])?;
    let largest = __rt::Candle::item(&v2).at(&__SITES[3])?.to_f64();
    let step = match rows {
        0 => 1.0,
        _ => extra / rows as f64,
    };
    debug_assert!(step >= 0.0, "step {step}");
    if largest > 1.0 && __rt::Candle::sizes(x).len() == 2 {
        let v3 = __rt::Candle::divide(x, __rt::Num::from(largest)).at(&__SITES[4])?;
        let v4 = __rt::Candle::multiply(&v3, __rt::Num::from(step)).at(&__SITES[5])?;
        return ::core::result::Result::Ok(
            __rt::Candle::finished::<__rt::R2, _>(v4).at(&__SITES[6])?,
        );
    }
    let v5 = __rt::Candle::multiply(x, __rt::Num::from(factor)).at(&__SITES[7])?;
    let v6 = __rt::Candle::add(&v5, __rt::Num::from(step)).at(&__SITES[8])?;
    ::core::result::Result::Ok(
        __rt::Candle::finished::<__rt::R2, _>(v6).at(&__SITES[9])?,
    )
}

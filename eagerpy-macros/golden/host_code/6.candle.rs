///[`host_code`](fn@super::host_code) on candle.
pub fn candle(
    x: &__rt::candle::Tensor,
    text: &str,
    extra: Option<f64>,
) -> __rt::Result<__rt::candle::Tensor> {
    let __float = __rt::entry::float(&__SIGNATURE, 0usize, x)?;
    {
        let (__s0,) = (__rt::Value::<__rt::Candle>::lent_sizes(x),);
        match (&*__s0,) {
            (&[__n0_0, __n0_1],) => [__n0_0, __n0_1],
            _ => __rt::entry::dims::<2>(&__SIGNATURE, &[&__s0])?,
        }
    };
    let factor: f64 = __rt::host_result(text.trim().parse())?;
    if let Some(least) = extra {
        if factor < least {
            let v1 = __rt::Candle::multiply(x, __rt::Num::from(least)).at(&__SITES[0])?;
            return ::core::result::Result::Ok(v1);
        }
    }
    let rows = usize::max(__rt::Candle::dim(x, 0).at(&__SITES[1])?, 1);
    let v2 = __rt::Candle::isnan(x).at(&__SITES[2])?;
    let v3 = __rt::Candle::any(&v2, __rt::Axes::All, false).at(&__SITES[3])?;
    let finite = !__rt::Candle::item(&v3).at(&__SITES[4])?.to_bool();
    let [v5] = __rt::Candle::chain(
            __Fused1,
            x,
            [__rt::Value::<__rt::Candle>::lent(x)],
            || [__rt::Value::<__rt::Candle>::view(x)],
            [],
            [__rt::fuse::Outcome::Fold(__rt::fuse::Fold::Max, __rt::Axes::All, false)],
            || {
                let v4 = __rt::Candle::abs(x).at(&__SITES[5])?;
                let v11 = __rt::Candle::max(&v4, __rt::Axes::All, false)
                    .at(&__SITES[6])?;
                ::core::result::Result::Ok([v11])
            },
        )
        .at(&__SITES[7])?;
    let largest = __rt::Candle::item(&v5).at(&__SITES[8])?.to_f64();
    let step = match rows {
        1 => 1.0,
        _ => extra.unwrap_or(1.0) / rows as f64,
    };
    debug_assert!(step >= 0.0, "step {step}");
    if largest > 1.0 && finite && -(__rt::Candle::dim(x, 1).at(&__SITES[9])? as i64) < -1
    {
        let [v7] = __rt::Candle::chain(
                __Fused0,
                x,
                [__rt::Value::<__rt::Candle>::lent(x)],
                || [__rt::Value::<__rt::Candle>::view(x)],
                [__rt::Num::from(largest), __rt::Num::from(step)],
                [__rt::fuse::Outcome::Each],
                || {
                    let v6 = __rt::Candle::divide(x, __rt::Num::from(largest))
                        .at(&__SITES[10])?;
                    let v10 = __rt::Candle::multiply(&v6, __rt::Num::from(step))
                        .at(&__SITES[11])?;
                    ::core::result::Result::Ok([v10])
                },
            )
            .at(&__SITES[12])?;
        return ::core::result::Result::Ok(v7);
    }
    let [v9] = __rt::Candle::chain(
            __Fused2,
            x,
            [__rt::Value::<__rt::Candle>::lent(x)],
            || [__rt::Value::<__rt::Candle>::view(x)],
            [__rt::Num::from(factor), __rt::Num::from(step)],
            [__rt::fuse::Outcome::Each],
            || {
                let v8 = __rt::Candle::multiply(x, __rt::Num::from(factor))
                    .at(&__SITES[13])?;
                let v12 = __rt::Candle::add(&v8, __rt::Num::from(step))
                    .at(&__SITES[14])?;
                ::core::result::Result::Ok([v12])
            },
        )
        .at(&__SITES[15])?;
    ::core::result::Result::Ok(v9)
}

///[`loops`](fn@super::loops) on candle.
pub fn candle(
    x: &__rt::candle::Tensor,
    weights: &[f64],
    rounds: usize,
) -> __rt::Result<(__rt::candle::Tensor, __rt::candle::Tensor)> {
    let __float = __rt::entry::float(&__SIGNATURE, 0usize, x)?;
    {
        let (__s0,) = (__rt::Value::<__rt::Candle>::lent_sizes(x),);
        match (&*__s0,) {
            (&[__n0_0, __n0_1],) if __n0_1 == __n0_0 => [__n0_0],
            _ => __rt::entry::dims::<1>(&__SIGNATURE, &[&__s0])?,
        }
    };
    let sum = __rt::Candle::multiply(x, __rt::Num::Float(0.0)).at(&__SITES[0])?;
    let norm = __rt::Candle::l2(x, __rt::Axes::All, false).at(&__SITES[1])?;
    let mut sum_2 = __rt::Candle::shared(&sum).at(&__SITES[2])?;
    let mut power = __rt::Candle::shared(x).at(&__SITES[3])?;
    let mut norm_2 = __rt::Candle::shared(&norm).at(&__SITES[4])?;
    for (i, &weight) in weights.iter().enumerate() {
        let mut power_3 = __rt::Candle::shared(&power).at(&__SITES[5])?;
        for _ in 0..rounds {
            let power_5 = __rt::Candle::matmul(&power_3, x).at(&__SITES[6])?;
            power_3 = power_5;
        }
        let (sum_6, norm_5) = if i % 2 == 0 {
            let [sum_4] = __rt::Candle::chain(
                    __Fused0,
                    &power_3,
                    [
                        __rt::Value::<__rt::Candle>::lent(&power_3),
                        __rt::Value::<__rt::Candle>::lent(&sum_2),
                    ],
                    || [
                        __rt::Value::<__rt::Candle>::view(&power_3),
                        __rt::Value::<__rt::Candle>::view(&sum_2),
                    ],
                    [__rt::Num::from(weight)],
                    [__rt::fuse::Outcome::Each],
                    || {
                        let v12 = __rt::Candle::multiply(
                                &power_3,
                                __rt::Num::from(weight),
                            )
                            .at(&__SITES[7])?;
                        let v20 = __rt::Candle::add(&sum_2, &v12).at(&__SITES[8])?;
                        ::core::result::Result::Ok([v20])
                    },
                )
                .at(&__SITES[9])?;
            (sum_4, __rt::Candle::shared(&norm_2).at(&__SITES[10])?)
        } else {
            let v14 = __rt::Candle::transpose(&power_3, ::core::option::Option::None)
                .at(&__SITES[11])?;
            let [sum_5] = __rt::Candle::chain(
                    __Fused1,
                    &v14,
                    [
                        __rt::Value::<__rt::Candle>::lent(&v14),
                        __rt::Value::<__rt::Candle>::lent(&sum_2),
                    ],
                    || [
                        __rt::Value::<__rt::Candle>::view(&v14),
                        __rt::Value::<__rt::Candle>::view(&sum_2),
                    ],
                    [__rt::Num::from(weight)],
                    [__rt::fuse::Outcome::Each],
                    || {
                        let v15 = __rt::Candle::multiply(&v14, __rt::Num::from(weight))
                            .at(&__SITES[12])?;
                        let v21 = __rt::Candle::subtract(&sum_2, &v15).at(&__SITES[13])?;
                        ::core::result::Result::Ok([v21])
                    },
                )
                .at(&__SITES[14])?;
            let norm_4 = __rt::Candle::l2(&sum_5, __rt::Axes::All, false)
                .at(&__SITES[15])?;
            (sum_5, norm_4)
        };
        (sum_2, power, norm_2) = (
            __rt::Candle::owned(sum_6).at(&__SITES[18])?,
            __rt::Candle::owned(power_3).at(&__SITES[17])?,
            __rt::Candle::owned(norm_5).at(&__SITES[16])?,
        );
    }
    ::core::result::Result::Ok((
        __rt::Candle::owned(sum_2).at(&__SITES[20])?,
        __rt::Candle::owned(norm_2).at(&__SITES[19])?,
    ))
}

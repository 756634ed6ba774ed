///[`shadowing`](fn@super::shadowing) on candle.
pub fn candle(x: &__rt::candle::Tensor) -> __rt::Result<__rt::candle::Tensor> {
    __rt::entry::dtype(&__SIGNATURE, 0usize, x)?;
    {
        let (__s0,) = (__rt::Value::<__rt::Candle>::lent_sizes(x),);
        match (&*__s0,) {
            (&[__n0_0],) => [__n0_0],
            _ => __rt::entry::dims::<1>(&__SIGNATURE, &[&__s0])?,
        }
    };
    let x_2 = __rt::Candle::multiply(x, __rt::Num::Float(2.0)).at(&__SITES[0])?;
    let y = {
        let [v4] = __rt::Candle::chain(
                __Fused0,
                &x_2,
                [__rt::Value::<__rt::Candle>::lent(&x_2)],
                || [__rt::Value::<__rt::Candle>::view(&x_2)],
                [],
                [__rt::fuse::Outcome::Each],
                || {
                    let x_3 = __rt::Candle::exp(&x_2).at(&__SITES[1])?;
                    let x_4 = __rt::Candle::add(&x_3, __rt::Num::Float(1.0))
                        .at(&__SITES[2])?;
                    let v15 = __rt::Candle::log(&x_4).at(&__SITES[3])?;
                    ::core::result::Result::Ok([v15])
                },
            )
            .at(&__SITES[4])?;
        v4
    };
    let [v9, x_5] = __rt::Candle::chain(
            __Fused1,
            &x_2,
            [
                __rt::Value::<__rt::Candle>::lent(&x_2),
                __rt::Value::<__rt::Candle>::lent(&y),
            ],
            || [
                __rt::Value::<__rt::Candle>::view(&x_2),
                __rt::Value::<__rt::Candle>::view(&y),
            ],
            [],
            [__rt::fuse::Outcome::Each, __rt::fuse::Outcome::Each],
            || {
                let x_2_2 = __rt::Candle::subtract(&x_2, &y).at(&__SITES[5])?;
                let v7 = __rt::Candle::abs(&x_2_2).at(&__SITES[6])?;
                let v16 = __rt::Candle::sqrt(&v7).at(&__SITES[7])?;
                let x_2_3 = __rt::Candle::add(&x_2_2, &v16).at(&__SITES[8])?;
                let v17 = __rt::Candle::multiply(&x_2_3, &x_2).at(&__SITES[9])?;
                ::core::result::Result::Ok([v16, v17])
            },
        )
        .at(&__SITES[10])?;
    let v11 = __rt::Candle::sin(&x_5).at(&__SITES[11])?;
    let v12 = __rt::Candle::cos(&v9).at(&__SITES[12])?;
    let [v14] = __rt::Candle::chain(
            __Fused2,
            &v11,
            [
                __rt::Value::<__rt::Candle>::lent(&v11),
                __rt::Value::<__rt::Candle>::lent(&v12),
                __rt::Value::<__rt::Candle>::lent(&x_5),
            ],
            || [
                __rt::Value::<__rt::Candle>::view(&v11),
                __rt::Value::<__rt::Candle>::view(&v12),
                __rt::Value::<__rt::Candle>::view(&x_5),
            ],
            [],
            [__rt::fuse::Outcome::Each],
            || {
                let r#type = __rt::Candle::add(&v11, &v12).at(&__SITES[13])?;
                let v18 = __rt::Candle::add(&x_5, &r#type).at(&__SITES[14])?;
                ::core::result::Result::Ok([v18])
            },
        )
        .at(&__SITES[15])?;
    ::core::result::Result::Ok(v14)
}

///[`__Layer_step`](fn@super::__Layer_step) on candle.
pub fn candle(
    self_: &Layer<__rt::Candle, __rt::Erased>,
    x: &__rt::candle::Tensor,
    y: &__rt::candle::Tensor,
) -> __rt::Result<Layer<__rt::Candle, __rt::Erased>> {
    let __float = __rt::entry::float(&__SIGNATURE, 0usize, &self_.weights)?;
    __rt::entry::same_float(&__SIGNATURE, 1usize, &self_.bias, __float)?;
    __rt::entry::same_float(&__SIGNATURE, 2usize, x, __float)?;
    __rt::entry::same_float(&__SIGNATURE, 3usize, y, __float)?;
    {
        let (__s0, __s1, __s2, __s3) = (
            __rt::Value::<__rt::Candle>::lent_sizes(&self_.weights),
            __rt::Value::<__rt::Candle>::lent_sizes(&self_.bias),
            __rt::Value::<__rt::Candle>::lent_sizes(x),
            __rt::Value::<__rt::Candle>::lent_sizes(y),
        );
        match (&*__s0, &*__s1, &*__s2, &*__s3) {
            (
                &[__n0_0,
                __n0_1,
                ],
                &[__n1_0,
                ],
                &[__n2_0,
                __n2_1,
                ],
                &[__n3_0,
                __n3_1,
                ],
            ) if __n1_0 == __n0_1 && __n2_1 == __n0_0 && __n3_0 == __n2_0
                && __n3_1 == __n0_1 => [__n0_0, __n0_1, __n2_0],
            _ => __rt::entry::dims::<3>(&__SIGNATURE, &[&__s0, &__s1, &__s2, &__s3])?,
        }
    };
    let v6 = __rt::Candle::matmul(x, &self_.weights).at(&__SITES[0])?;
    let v9 = __rt::Candle::transpose(x, ::core::option::Option::None).at(&__SITES[1])?;
    let [error] = __rt::Candle::chain(
            __Fused0,
            &v6,
            [
                __rt::Value::<__rt::Candle>::lent(&v6),
                __rt::Value::<__rt::Candle>::lent(&self_.bias),
                __rt::Value::<__rt::Candle>::lent(y),
            ],
            || [
                __rt::Value::<__rt::Candle>::view(&v6),
                __rt::Value::<__rt::Candle>::view(&self_.bias),
                __rt::Value::<__rt::Candle>::view(y),
            ],
            [],
            [__rt::fuse::Outcome::Each],
            || {
                let v7 = __rt::Candle::add(&v6, &self_.bias).at(&__SITES[2])?;
                let v16 = __rt::Candle::subtract(&v7, y).at(&__SITES[3])?;
                ::core::result::Result::Ok([v16])
            },
        )
        .at(&__SITES[4])?;
    let v10 = __rt::Candle::matmul(&v9, &error).at(&__SITES[5])?;
    let v13 = __rt::Candle::sum(&error, __rt::Axes::from(0), false).at(&__SITES[6])?;
    let [v12] = __rt::Candle::chain(
            __Fused1,
            &v10,
            [
                __rt::Value::<__rt::Candle>::lent(&v10),
                __rt::Value::<__rt::Candle>::lent(&self_.weights),
            ],
            || [
                __rt::Value::<__rt::Candle>::view(&v10),
                __rt::Value::<__rt::Candle>::view(&self_.weights),
            ],
            [__rt::Num::from(self_.rate)],
            [__rt::fuse::Outcome::Each],
            || {
                let v11 = __rt::Candle::multiply(&v10, __rt::Num::from(self_.rate))
                    .at(&__SITES[7])?;
                let v17 = __rt::Candle::subtract(&self_.weights, &v11).at(&__SITES[8])?;
                ::core::result::Result::Ok([v17])
            },
        )
        .at(&__SITES[9])?;
    let [v15] = __rt::Candle::chain(
            __Fused2,
            &v13,
            [
                __rt::Value::<__rt::Candle>::lent(&v13),
                __rt::Value::<__rt::Candle>::lent(&self_.bias),
            ],
            || [
                __rt::Value::<__rt::Candle>::view(&v13),
                __rt::Value::<__rt::Candle>::view(&self_.bias),
            ],
            [__rt::Num::from(self_.rate)],
            [__rt::fuse::Outcome::Each],
            || {
                let v14 = __rt::Candle::multiply(&v13, __rt::Num::from(self_.rate))
                    .at(&__SITES[10])?;
                let v18 = __rt::Candle::subtract(&self_.bias, &v14).at(&__SITES[11])?;
                ::core::result::Result::Ok([v18])
            },
        )
        .at(&__SITES[12])?;
    ::core::result::Result::Ok(Layer::<__rt::Candle, __rt::Erased> {
        weights: __rt::Candle::finished::<__rt::R2, _>(v12).at(&__SITES[14])?,
        bias: __rt::Candle::finished::<__rt::R1, _>(v15).at(&__SITES[13])?,
        rate: ::core::clone::Clone::clone(&self_.rate),
    })
}

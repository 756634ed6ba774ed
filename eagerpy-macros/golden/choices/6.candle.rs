///[`choices`](fn@super::choices) on candle.
pub fn candle(
    x: &__rt::candle::Tensor,
    y: &__rt::candle::Tensor,
    low: f64,
) -> __rt::Result<__rt::candle::Tensor> {
    __rt::entry::dtype(&__SIGNATURE, 0usize, x)?;
    __rt::entry::dtype(&__SIGNATURE, 1usize, y)?;
    {
        let (__s0, __s1) = (
            __rt::Value::<__rt::Candle>::lent_sizes(x),
            __rt::Value::<__rt::Candle>::lent_sizes(y),
        );
        match (&*__s0, &*__s1) {
            (&[__n0_0], &[__n1_0]) if __n1_0 == __n0_0 => [__n0_0],
            _ => __rt::entry::dims::<1>(&__SIGNATURE, &[&__s0, &__s1])?,
        }
    };
    let __place = __rt::Candle::place_of(x);
    let [kept] = __rt::Candle::chain(
            __Fused0,
            x,
            [__rt::Value::<__rt::Candle>::lent(x), __rt::Value::<__rt::Candle>::lent(y)],
            || [
                __rt::Value::<__rt::Candle>::view(x),
                __rt::Value::<__rt::Candle>::view(y),
            ],
            [__rt::Num::from(low)],
            [__rt::fuse::Outcome::Each],
            || {
                let v2 = __rt::Candle::greater(x, y).at(&__SITES[0])?;
                let larger = __rt::Candle::where_(&v2, x, y).at(&__SITES[1])?;
                let v4 = __rt::Candle::less(&larger, __rt::Num::from(low))
                    .at(&__SITES[2])?;
                let v5 = __rt::Candle::logical_not(&v4).at(&__SITES[3])?;
                let v6 = __rt::Candle::not_equal(x, y).at(&__SITES[4])?;
                let v7 = __rt::Candle::logical_and(&v5, &v6).at(&__SITES[5])?;
                let v12 = __rt::Candle::where_(&v7, &larger, __rt::Num::Float(0.0))
                    .at(&__SITES[6])?;
                ::core::result::Result::Ok([v12])
            },
        )
        .at(&__SITES[7])?;
    let v9 = __rt::Candle::greater_equal(&kept, __rt::Num::Float(0.0)).at(&__SITES[8])?;
    let sign = __rt::Candle::where_(
            &v9,
            &__rt::Candle::full::<f32>(&__place, [0_i64; 0], __rt::Num::Float(1.0))
                .at(&__SITES[9])?,
            __rt::Num::Float(-1.0),
        )
        .at(&__SITES[9])?;
    let v11 = __rt::Candle::multiply(&kept, &sign).at(&__SITES[10])?;
    ::core::result::Result::Ok(v11)
}

///[`creation`](fn@super::creation) on candle.
pub fn candle(
    x: &__rt::candle::Tensor,
    classes: &__rt::candle::Tensor,
) -> __rt::Result<__rt::candle::Tensor> {
    let __float = __rt::entry::float(&__SIGNATURE, 0usize, x)?;
    __rt::entry::dtype(&__SIGNATURE, 1usize, classes)?;
    let [N, D]: [usize; 2] = {
        let (__s0, __s1) = (
            __rt::Value::<__rt::Candle>::lent_sizes(x),
            __rt::Value::<__rt::Candle>::lent_sizes(classes),
        );
        match (&*__s0, &*__s1) {
            (&[__n0_0, __n0_1], &[__n1_0]) if __n1_0 == __n0_0 => [__n0_0, __n0_1],
            _ => __rt::entry::dims::<2>(&__SIGNATURE, &[&__s0, &__s1])?,
        }
    };
    let __place = __rt::Candle::place_of(x);
    let weights = __rt::Candle::normal::<
        __rt::Erased,
    >(&__place, [__rt::int(D), 4], __rt::Num::Float(0.0), __rt::Num::Float(0.1), 7)
        .at(&__SITES[0])?;
    let bias = __rt::Candle::zeros::<__rt::Erased>(&__place, __rt::Ints::from(4))
        .at(&__SITES[1])?;
    let v4 = __rt::Candle::eye::<
        __rt::Erased,
    >(&__place, __rt::size(N).at(&__SITES[3])?, ::core::option::Option::Some(4), 1)
        .at(&__SITES[2])?;
    let hot = __rt::Candle::one_hot::<__rt::Erased, _>(&__place, classes, 4)
        .at(&__SITES[4])?;
    let steps = __rt::Candle::arange::<
        __rt::Erased,
    >(
            &__place,
            __rt::Num::Float(0.0),
            ::core::option::Option::Some(__rt::Num::Float(1.0)),
            __rt::Num::Float(0.25),
        )
        .at(&__SITES[5])?;
    let v8 = __rt::Candle::matmul(x, &weights).at(&__SITES[6])?;
    let v11 = __rt::Candle::full::<
        __rt::Erased,
    >(&__place, [0_i64; 0], __rt::Num::Float(-1e9))
        .at(&__SITES[7])?;
    let [v15] = __rt::Candle::chain(
            __Fused0,
            &v4,
            [
                __rt::Value::<__rt::Candle>::lent(&v4),
                __rt::Value::<__rt::Candle>::lent(&v8),
                __rt::Value::<__rt::Candle>::lent(&bias),
                __rt::Value::<__rt::Candle>::lent(&steps),
                __rt::Value::<__rt::Candle>::lent(&v11),
                __rt::Value::<__rt::Candle>::lent(&hot),
            ],
            || [
                __rt::Value::<__rt::Candle>::view(&v4),
                __rt::Value::<__rt::Candle>::view(&v8),
                __rt::Value::<__rt::Candle>::view(&bias),
                __rt::Value::<__rt::Candle>::view(&steps),
                __rt::Value::<__rt::Candle>::view(&v11),
                __rt::Value::<__rt::Candle>::view(&hot),
            ],
            [],
            [__rt::fuse::Outcome::Each],
            || {
                let mask = __rt::Candle::greater(&v4, __rt::Num::Float(0.0))
                    .at(&__SITES[8])?;
                let v9 = __rt::Candle::add(&v8, &bias).at(&__SITES[9])?;
                let logits = __rt::Candle::add(&v9, &steps).at(&__SITES[10])?;
                let v12 = __rt::Candle::where_(&mask, &logits, &v11).at(&__SITES[11])?;
                let v13 = __rt::Candle::multiply(&v12, &hot).at(&__SITES[12])?;
                let v16 = __rt::Candle::add(&v13, __rt::Num::Float(1.0))
                    .at(&__SITES[13])?;
                ::core::result::Result::Ok([v16])
            },
        )
        .at(&__SITES[14])?;
    ::core::result::Result::Ok(v15)
}

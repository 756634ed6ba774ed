///[`attention`](fn@super::attention) on candle.
pub fn candle(
    q: &__rt::candle::Tensor,
    k: &__rt::candle::Tensor,
    v: &__rt::candle::Tensor,
    causal: bool,
) -> __rt::Result<__rt::candle::Tensor> {
    let __float = __rt::entry::float(&__SIGNATURE, 0usize, q)?;
    __rt::entry::same_float(&__SIGNATURE, 1usize, k, __float)?;
    __rt::entry::same_float(&__SIGNATURE, 2usize, v, __float)?;
    let [_, T, D, S, _]: [usize; 5] = {
        let (__s0, __s1, __s2) = (
            __rt::Value::<__rt::Candle>::lent_sizes(q),
            __rt::Value::<__rt::Candle>::lent_sizes(k),
            __rt::Value::<__rt::Candle>::lent_sizes(v),
        );
        match (&*__s0, &*__s1, &*__s2) {
            (
                &[__n0_0,
                __n0_1,
                __n0_2,
                ],
                &[__n1_0,
                __n1_1,
                __n1_2,
                ],
                &[__n2_0,
                __n2_1,
                __n2_2,
                ],
            ) if __n1_0 == __n0_0 && __n1_2 == __n0_2 && __n2_0 == __n0_0
                && __n2_1 == __n1_1 => [__n0_0, __n0_1, __n0_2, __n1_1, __n2_2],
            _ => __rt::entry::dims::<5>(&__SIGNATURE, &[&__s0, &__s1, &__s2])?,
        }
    };
    let __place = __rt::Candle::place_of(q);
    let scale = 1.0 / (D as f64).sqrt();
    let v3 = __rt::Candle::swapaxes(k, 1, 2).at(&__SITES[0])?;
    let v4 = __rt::Candle::matmul(q, &v3).at(&__SITES[1])?;
    let scores = __rt::Candle::multiply(&v4, __rt::Num::from(scale)).at(&__SITES[2])?;
    let scores_3 = if causal {
        let v6 = __rt::Candle::arange::<
            i64,
        >(&__place, __rt::Num::from(T), ::core::option::Option::None, __rt::Num::Int(1))
            .at(&__SITES[3])?;
        let row = __rt::Candle::expand_dims(&v6, __rt::Ints::from(1)).at(&__SITES[4])?;
        let v8 = __rt::Candle::arange::<
            i64,
        >(&__place, __rt::Num::from(S), ::core::option::Option::None, __rt::Num::Int(1))
            .at(&__SITES[5])?;
        let column = __rt::Candle::expand_dims(&v8, __rt::Ints::from(0))
            .at(&__SITES[6])?;
        let v10 = __rt::Candle::less_equal(&column, &row).at(&__SITES[7])?;
        let scores_2 = __rt::Candle::where_(
                &v10,
                &scores,
                __rt::Num::from(f64::NEG_INFINITY),
            )
            .at(&__SITES[8])?;
        scores_2
    } else {
        __rt::Candle::shared(&scores).at(&__SITES[9])?
    };
    let v13 = __rt::Candle::softmax(&scores_3, -1).at(&__SITES[10])?;
    let v14 = __rt::Candle::matmul(&v13, v).at(&__SITES[11])?;
    ::core::result::Result::Ok(v14)
}

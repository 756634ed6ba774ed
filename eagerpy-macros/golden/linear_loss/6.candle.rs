///[`linear_loss`](fn@super::linear_loss) on candle.
pub fn candle(
    x: &__rt::candle::Tensor,
    w: &__rt::candle::Tensor,
    b: &__rt::candle::Tensor,
    labels: &__rt::candle::Tensor,
) -> __rt::Result<__rt::candle::Tensor> {
    __rt::entry::dtype(&__SIGNATURE, 0usize, x)?;
    __rt::entry::dtype(&__SIGNATURE, 1usize, w)?;
    __rt::entry::dtype(&__SIGNATURE, 2usize, b)?;
    __rt::entry::dtype(&__SIGNATURE, 3usize, labels)?;
    {
        let (__s0, __s1, __s2, __s3) = (
            __rt::Value::<__rt::Candle>::lent_sizes(x),
            __rt::Value::<__rt::Candle>::lent_sizes(w),
            __rt::Value::<__rt::Candle>::lent_sizes(b),
            __rt::Value::<__rt::Candle>::lent_sizes(labels),
        );
        match (&*__s0, &*__s1, &*__s2, &*__s3) {
            (
                &[__n0_0,
                __n0_1,
                ],
                &[__n1_0,
                __n1_1,
                ],
                &[__n2_0,
                ],
                &[__n3_0,
                ],
            ) if __n1_0 == __n0_1 && __n2_0 == __n1_1 && __n3_0 == __n0_0 => {
                [__n0_0, __n0_1, __n1_1]
            }
            _ => __rt::entry::dims::<3>(&__SIGNATURE, &[&__s0, &__s1, &__s2, &__s3])?,
        }
    };
    let v4 = __rt::Candle::matmul(x, w).at(&__SITES[0])?;
    let logits = __rt::Candle::add(&v4, b).at(&__SITES[1])?;
    let v6 = __rt::Candle::crossentropy(
            &logits,
            labels,
            -1,
            __rt::Absent,
            ::core::option::Option::None,
            __rt::Num::Float(0.0),
            "none",
        )
        .at(&__SITES[2])?;
    let v7 = __rt::Candle::mean(&v6, __rt::Axes::All, false).at(&__SITES[3])?;
    ::core::result::Result::Ok(v7)
}

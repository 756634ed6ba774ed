///[`linear_loss`](fn@super::linear_loss) on tch.
pub fn tch(
    x: &__rt::tch::Tensor,
    w: &__rt::tch::Tensor,
    b: &__rt::tch::Tensor,
    labels: &__rt::tch::Tensor,
) -> __rt::Result<__rt::tch::Tensor> {
    __rt::entry::dtype(&__SIGNATURE, 0usize, x)?;
    __rt::entry::dtype(&__SIGNATURE, 1usize, w)?;
    __rt::entry::dtype(&__SIGNATURE, 2usize, b)?;
    __rt::entry::dtype(&__SIGNATURE, 3usize, labels)?;
    {
        let (__s0, __s1, __s2, __s3) = (
            __rt::Value::<__rt::Tch>::lent_sizes(x),
            __rt::Value::<__rt::Tch>::lent_sizes(w),
            __rt::Value::<__rt::Tch>::lent_sizes(b),
            __rt::Value::<__rt::Tch>::lent_sizes(labels),
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
    let v4 = __rt::Tch::matmul(x, w).at(&__SITES[0])?;
    let logits = __rt::Tch::add(&v4, b).at(&__SITES[1])?;
    let v6 = __rt::Tch::crossentropy(
            &logits,
            labels,
            -1,
            __rt::Absent,
            ::core::option::Option::None,
            __rt::Num::Float(0.0),
            "none",
        )
        .at(&__SITES[2])?;
    let v7 = __rt::Tch::mean(&v6, __rt::Axes::All, false).at(&__SITES[3])?;
    ::core::result::Result::Ok(v7)
}

///[`dims`](fn@super::dims) on tch.
pub fn tch(
    a: &__rt::tch::Tensor,
    b: &__rt::tch::Tensor,
    w: &__rt::tch::Tensor,
) -> __rt::Result<__rt::tch::Tensor> {
    __rt::entry::dtype(&__SIGNATURE, 0usize, a)?;
    __rt::entry::dtype(&__SIGNATURE, 1usize, b)?;
    __rt::entry::dtype(&__SIGNATURE, 2usize, w)?;
    let [N, D, M, K]: [usize; 4] = {
        let (__s0, __s1, __s2) = (
            __rt::Value::<__rt::Tch>::lent_sizes(a),
            __rt::Value::<__rt::Tch>::lent_sizes(b),
            __rt::Value::<__rt::Tch>::lent_sizes(w),
        );
        match (&*__s0, &*__s1, &*__s2) {
            (
                &[__n0_0,
                __n0_1,
                ],
                &[__n1_0,
                __n1_1,
                ],
                &[2usize,
                __n2_1,
                ],
            ) if __n1_1 == __n0_1 => [__n0_0, __n0_1, __n1_0, __n2_1],
            _ => __rt::entry::dims::<4>(&__SIGNATURE, &[&__s0, &__s1, &__s2])?,
        }
    };
    let both = __rt::Tch::concatenate(&[__rt::Value::view(a), __rt::Value::view(b)], 0)
        .at(&__SITES[0])?;
    let padded = __rt::Tch::pad(
            &both,
            &[(0, 0), (1, __rt::size(D - 1).at(&__SITES[2])?)],
            "constant",
            __rt::Num::Int(0),
        )
        .at(&__SITES[1])?;
    let halves = __rt::Tch::reshape(&padded, [__rt::int((N + M) * D), 2])
        .at(&__SITES[3])?;
    let rows = __rt::Tch::matmul(&halves, w).at(&__SITES[4])?;
    let v7 = __rt::Tch::multiply(&rows, __rt::Num::Float(2.0)).at(&__SITES[5])?;
    let stacked = __rt::Tch::stack(
            &[__rt::Value::view(&rows), __rt::Value::view(&v7)],
            1,
        )
        .at(&__SITES[6])?;
    let flat = __rt::Tch::flatten(&stacked, 0, 1).at(&__SITES[7])?;
    let again = __rt::Tch::reshape(&flat, [__rt::int(N + M), -1, __rt::int(K)])
        .at(&__SITES[8])?;
    let v11 = __rt::Tch::mean(&again, __rt::Axes::from([0, 1]), false).at(&__SITES[9])?;
    let v12 = __rt::Tch::multiply(&v11, __rt::Num::from((N * 2 + M) as f64))
        .at(&__SITES[10])?;
    ::core::result::Result::Ok(v12)
}

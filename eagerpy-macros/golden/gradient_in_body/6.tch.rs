///[`gradient_in_body`](fn@super::gradient_in_body) on tch.
pub(super) fn tch(
    x: &__rt::tch::Tensor,
    w: &__rt::tch::Tensor,
    rate: f64,
) -> __rt::Result<(__rt::tch::Tensor, __rt::tch::Tensor)> {
    __rt::entry::dtype(&__SIGNATURE, 0usize, x)?;
    __rt::entry::dtype(&__SIGNATURE, 1usize, w)?;
    {
        let (__s0, __s1) = (
            __rt::Value::<__rt::Tch>::lent_sizes(x),
            __rt::Value::<__rt::Tch>::lent_sizes(w),
        );
        match (&*__s0, &*__s1) {
            (&[__n0_0], &[__n1_0]) if __n1_0 == __n0_0 => [__n0_0],
            _ => __rt::entry::dims::<1>(&__SIGNATURE, &[&__s0, &__s1])?,
        }
    };
    let y = __rt::Tch::multiply(x, __rt::Num::Float(2.0)).at(&__SITES[0])?;
    let (loss, dw) = {
        let [v6, d_w_2] = __rt::Tch::chain(
                __Fused0,
                &y,
                [__rt::Value::<__rt::Tch>::lent(&y), __rt::Value::<__rt::Tch>::lent(w)],
                || [
                    __rt::Value::<__rt::Tch>::view(&y),
                    __rt::Value::<__rt::Tch>::view(w),
                ],
                [],
                [
                    __rt::fuse::Outcome::Fold(
                        __rt::fuse::Fold::Sum,
                        __rt::Axes::All,
                        false,
                    ),
                    __rt::fuse::Outcome::Each,
                ],
                || {
                    let v4 = __rt::Tch::multiply(&y, w).at(&__SITES[1])?;
                    let v5 = __rt::Tch::tanh(&v4).at(&__SITES[2])?;
                    let v32 = __rt::Tch::sum(&v5, __rt::Axes::All, false)
                        .at(&__SITES[3])?;
                    let v8 = __rt::Tch::square(&v5).at(&__SITES[4])?;
                    let v9 = __rt::Tch::subtract(__rt::Num::Float(1.0), &v8)
                        .at(&__SITES[5])?;
                    let d_v4 = __rt::Tch::multiply(__rt::Num::Float(1.0), &v9)
                        .at(&__SITES[6])?;
                    let v33 = __rt::Tch::multiply(&d_v4, &y).at(&__SITES[7])?;
                    ::core::result::Result::Ok([v32, v33])
                },
            )
            .at(&__SITES[8])?;
        (v6, d_w_2)
    };
    let bend = {
        let [d_w_2_2] = __rt::Tch::chain(
                __Fused1,
                &y,
                [__rt::Value::<__rt::Tch>::lent(&y), __rt::Value::<__rt::Tch>::lent(w)],
                || [
                    __rt::Value::<__rt::Tch>::view(&y),
                    __rt::Value::<__rt::Tch>::view(w),
                ],
                [],
                [__rt::fuse::Outcome::Each],
                || {
                    let v11 = __rt::Tch::multiply(&y, w).at(&__SITES[9])?;
                    let v12 = __rt::Tch::exp(&v11).at(&__SITES[10])?;
                    let v13 = __rt::Tch::sum(&v12, __rt::Axes::All, false)
                        .at(&__SITES[11])?;
                    let d_v11 = __rt::Tch::multiply(__rt::Num::Float(1.0), &v12)
                        .at(&__SITES[12])?;
                    let d_w_4 = __rt::Tch::multiply(&d_v11, &y).at(&__SITES[13])?;
                    let v23 = __rt::Tch::sum(&d_w_4, __rt::Axes::All, false)
                        .at(&__SITES[14])?;
                    let d_d_v11 = __rt::Tch::multiply(__rt::Num::Float(1.0), &y)
                        .at(&__SITES[15])?;
                    let d_v12 = __rt::Tch::multiply(&d_d_v11, __rt::Num::Float(1.0))
                        .at(&__SITES[16])?;
                    let d_v11_2 = __rt::Tch::multiply(&d_v12, &v12).at(&__SITES[17])?;
                    let v34 = __rt::Tch::multiply(&d_v11_2, &y).at(&__SITES[18])?;
                    ::core::result::Result::Ok([v34])
                },
            )
            .at(&__SITES[19])?;
        d_w_2_2
    };
    let [v31] = __rt::Tch::chain(
            __Fused2,
            &dw,
            [
                __rt::Value::<__rt::Tch>::lent(&dw),
                __rt::Value::<__rt::Tch>::lent(&bend),
                __rt::Value::<__rt::Tch>::lent(w),
            ],
            || [
                __rt::Value::<__rt::Tch>::view(&dw),
                __rt::Value::<__rt::Tch>::view(&bend),
                __rt::Value::<__rt::Tch>::view(w),
            ],
            [__rt::Num::from(rate)],
            [__rt::fuse::Outcome::Each],
            || {
                let v29 = __rt::Tch::multiply(__rt::Num::from(rate), &dw)
                    .at(&__SITES[20])?;
                let v30 = __rt::Tch::divide(&v29, &bend).at(&__SITES[21])?;
                let v35 = __rt::Tch::subtract(w, &v30).at(&__SITES[22])?;
                ::core::result::Result::Ok([v35])
            },
        )
        .at(&__SITES[23])?;
    ::core::result::Result::Ok((__rt::Tch::owned(loss).at(&__SITES[24])?, v31))
}

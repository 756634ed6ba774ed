///[`standardised`](fn@super::standardised) on tch.
pub fn tch(x: &__rt::tch::Tensor, scale: f64) -> __rt::Result<__rt::tch::Tensor> {
    let __float = __rt::entry::float(&__SIGNATURE, 0usize, x)?;
    {
        let (__s0,) = (__rt::Value::<__rt::Tch>::lent_sizes(x),);
        match (&*__s0,) {
            (&[__n0_0, __n0_1],) => [__n0_0, __n0_1],
            _ => __rt::entry::dims::<2>(&__SIGNATURE, &[&__s0])?,
        }
    };
    let v1 = __rt::Tch::mean(x, __rt::Axes::from(1), true).at(&__SITES[0])?;
    let [centred, variance] = __rt::Tch::chain(
            __Fused0,
            x,
            [__rt::Value::<__rt::Tch>::lent(x), __rt::Value::<__rt::Tch>::lent(&v1)],
            || [__rt::Value::<__rt::Tch>::view(x), __rt::Value::<__rt::Tch>::view(&v1)],
            [],
            [
                __rt::fuse::Outcome::Each,
                __rt::fuse::Outcome::Fold(
                    __rt::fuse::Fold::Mean,
                    __rt::Axes::from(1),
                    true,
                ),
            ],
            || {
                let v9 = __rt::Tch::subtract(x, &v1).at(&__SITES[1])?;
                let v3 = __rt::Tch::square(&v9).at(&__SITES[2])?;
                let v10 = __rt::Tch::mean(&v3, __rt::Axes::from(1), true)
                    .at(&__SITES[3])?;
                ::core::result::Result::Ok([v9, v10])
            },
        )
        .at(&__SITES[4])?;
    let [spread] = __rt::Tch::chain(
            __Fused1,
            &variance,
            [__rt::Value::<__rt::Tch>::lent(&variance)],
            || [__rt::Value::<__rt::Tch>::view(&variance)],
            [],
            [__rt::fuse::Outcome::Each],
            || {
                let v5 = __rt::Tch::add(&variance, __rt::Num::Float(1e-5))
                    .at(&__SITES[5])?;
                let v11 = __rt::Tch::sqrt(&v5).at(&__SITES[6])?;
                ::core::result::Result::Ok([v11])
            },
        )
        .at(&__SITES[7])?;
    let [v8] = __rt::Tch::chain(
            __Fused2,
            &centred,
            [
                __rt::Value::<__rt::Tch>::lent(&centred),
                __rt::Value::<__rt::Tch>::lent(&spread),
            ],
            || [
                __rt::Value::<__rt::Tch>::view(&centred),
                __rt::Value::<__rt::Tch>::view(&spread),
            ],
            [__rt::Num::from(scale)],
            [__rt::fuse::Outcome::Each],
            || {
                let v7 = __rt::Tch::divide(&centred, &spread).at(&__SITES[8])?;
                let v12 = __rt::Tch::multiply(&v7, __rt::Num::from(scale))
                    .at(&__SITES[9])?;
                ::core::result::Result::Ok([v12])
            },
        )
        .at(&__SITES[10])?;
    ::core::result::Result::Ok(v8)
}

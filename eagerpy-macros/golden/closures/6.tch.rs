///[`closures`](fn@super::closures) on tch.
pub(super) fn tch(
    x: &__rt::tch::Tensor,
    w: &__rt::tch::Tensor,
    rounds: usize,
) -> __rt::Result<__rt::tch::Tensor> {
    let __float = __rt::entry::float(&__SIGNATURE, 0usize, x)?;
    __rt::entry::same_float(&__SIGNATURE, 1usize, w, __float)?;
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
    let start = iterate::tch(
            |argument| -> __rt::Result<_> {
                let v3 = halved::tch(argument).at(&__SITES[0])?;
                ::core::result::Result::Ok(v3)
            },
            x,
            2,
        )
        .at(&__SITES[1])?;
    let v10 = iterate::tch(
            |v| -> __rt::Result<_> {
                let [next, v8] = __rt::Tch::chain(
                        __Fused0,
                        v,
                        [
                            __rt::Value::<__rt::Tch>::lent(v),
                            __rt::Value::<__rt::Tch>::lent(w),
                            __rt::Value::<__rt::Tch>::lent(&start),
                        ],
                        || [
                            __rt::Value::<__rt::Tch>::view(v),
                            __rt::Value::<__rt::Tch>::view(w),
                            __rt::Value::<__rt::Tch>::view(&start),
                        ],
                        [],
                        [
                            __rt::fuse::Outcome::Each,
                            __rt::fuse::Outcome::Fold(
                                __rt::fuse::Fold::Max,
                                __rt::Axes::All,
                                false,
                            ),
                        ],
                        || {
                            let v6 = __rt::Tch::multiply(v, w).at(&__SITES[2])?;
                            let v11 = __rt::Tch::add(&v6, &start).at(&__SITES[3])?;
                            let v12 = __rt::Tch::max(&v11, __rt::Axes::All, false)
                                .at(&__SITES[4])?;
                            ::core::result::Result::Ok([v11, v12])
                        },
                    )
                    .at(&__SITES[5])?;
                let v9 = if __rt::Tch::item(&v8).at(&__SITES[6])?.to_f64() > 10.0 {
                    __rt::Tch::shared(&start).at(&__SITES[7])?
                } else {
                    __rt::Tch::shared(&next).at(&__SITES[8])?
                };
                ::core::result::Result::Ok(__rt::Tch::owned(v9).at(&__SITES[9])?)
            },
            &start,
            rounds,
        )
        .at(&__SITES[10])?;
    ::core::result::Result::Ok(v10)
}

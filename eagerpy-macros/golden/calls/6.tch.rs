///[`calls`](fn@super::calls) on tch.
pub fn tch(x: &__rt::tch::Tensor, seed: u64) -> __rt::Result<__rt::tch::Tensor> {
    __rt::entry::dtype(&__SIGNATURE, 0usize, x)?;
    {
        let (__s0,) = (__rt::Value::<__rt::Tch>::lent_sizes(x),);
        match (&*__s0,) {
            (&[__n0_0, __n0_1],) => [__n0_0, __n0_1],
            _ => __rt::entry::dims::<2>(&__SIGNATURE, &[&__s0])?,
        }
    };
    let norm = l2_norm::tch(x).at(&__SITES[0])?;
    let (mean, spread) = stats::moments::tch(x, 0).at(&__SITES[1])?;
    let noise = noise_like::tch(x, seed).at(&__SITES[2])?;
    let v5 = __rt::Tch::subtract(x, &mean).at(&__SITES[3])?;
    let [v7] = __rt::Tch::chain(
            __Fused0,
            &v5,
            [
                __rt::Value::<__rt::Tch>::lent(&v5),
                __rt::Value::<__rt::Tch>::lent(&spread),
                __rt::Value::<__rt::Tch>::lent(&norm),
            ],
            || [
                __rt::Value::<__rt::Tch>::view(&v5),
                __rt::Value::<__rt::Tch>::view(&spread),
                __rt::Value::<__rt::Tch>::view(&norm),
            ],
            [],
            [__rt::fuse::Outcome::Each],
            || {
                let clean = __rt::Tch::divide(&v5, &spread).at(&__SITES[4])?;
                let v9 = __rt::Tch::divide(&clean, &norm).at(&__SITES[5])?;
                ::core::result::Result::Ok([v9])
            },
        )
        .at(&__SITES[6])?;
    let v8 = __rt::Tch::add(&v7, &noise).at(&__SITES[7])?;
    ::core::result::Result::Ok(v8)
}

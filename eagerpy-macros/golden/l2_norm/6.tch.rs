///[`l2_norm`](fn@super::l2_norm) on tch.
pub fn tch(x: &__rt::tch::Tensor) -> __rt::Result<__rt::tch::Tensor> {
    let __float = __rt::entry::float(&__SIGNATURE, 0usize, x)?;
    let [v2] = __rt::Tch::chain(
            __Fused0,
            x,
            [__rt::Value::<__rt::Tch>::lent(x)],
            || [__rt::Value::<__rt::Tch>::view(x)],
            [],
            [__rt::fuse::Outcome::Fold(__rt::fuse::Fold::Sum, __rt::Axes::All, false)],
            || {
                let v1 = __rt::Tch::square(x).at(&__SITES[0])?;
                let v4 = __rt::Tch::sum(&v1, __rt::Axes::All, false).at(&__SITES[1])?;
                ::core::result::Result::Ok([v4])
            },
        )
        .at(&__SITES[2])?;
    let v3 = __rt::Tch::sqrt(&v2).at(&__SITES[3])?;
    ::core::result::Result::Ok(v3)
}

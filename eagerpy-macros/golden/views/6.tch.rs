///[`views`](fn@super::views) on tch.
pub fn tch(
    x: &__rt::tch::Tensor,
    up: bool,
) -> __rt::Result<(__rt::tch::Tensor, __rt::tch::Tensor, f64)> {
    let __float = __rt::entry::float(&__SIGNATURE, 0usize, x)?;
    {
        let (__s0,) = (__rt::Value::<__rt::Tch>::lent_sizes(x),);
        match (&*__s0,) {
            (&[__n0_0, __n0_1],) => [__n0_0, __n0_1],
            _ => __rt::entry::dims::<2>(&__SIGNATURE, &[&__s0])?,
        }
    };
    let y = __rt::Tch::exp(x).at(&__SITES[0])?;
    let (a, b) = if up {
        let t = __rt::Tch::tanh(&y).at(&__SITES[1])?;
        let v3 = __rt::Tch::transpose(&t, ::core::option::Option::None).at(&__SITES[2])?;
        (__rt::Tch::copied(&t).at(&__SITES[4])?, __rt::Tch::owned(v3).at(&__SITES[3])?)
    } else {
        let v4 = __rt::Tch::transpose(&y, ::core::option::Option::None).at(&__SITES[5])?;
        (__rt::Tch::shared(&y).at(&__SITES[7])?, __rt::Tch::owned(v4).at(&__SITES[6])?)
    };
    let v7 = __rt::Tch::flatten(&b, 0, -1).at(&__SITES[8])?;
    let v8 = __rt::Tch::sum(&a, __rt::Axes::All, false).at(&__SITES[9])?;
    let v9 = __rt::Tch::max(&y, __rt::Axes::All, false).at(&__SITES[10])?;
    ::core::result::Result::Ok((
        __rt::Tch::owned(a).at(&__SITES[14])?,
        __rt::Tch::owned(v7).at(&__SITES[13])?,
        __rt::Tch::item(&v8).at(&__SITES[11])?.to_f64()
            + __rt::Tch::item(&v9).at(&__SITES[12])?.to_f64(),
    ))
}

///[`own_error`](fn@super::own_error) on tch.
pub fn tch(
    x: &__rt::tch::Tensor,
    least: f64,
    text: &str,
) -> ::core::result::Result<__rt::tch::Tensor, crate::Failure>
where
    crate::Failure: ::core::convert::From<__rt::Error>,
{
    let __float = __rt::entry::float(&__SIGNATURE, 0usize, x)?;
    {
        let (__s0,) = (__rt::Value::<__rt::Tch>::lent_sizes(x),);
        match (&*__s0,) {
            (&[__n0_0],) => [__n0_0],
            _ => __rt::entry::dims::<1>(&__SIGNATURE, &[&__s0])?,
        }
    };
    let v1 = __rt::Tch::min(x, __rt::Axes::All, false).at(&__SITES[0])?;
    let lowest = __rt::Tch::item(&v1).at(&__SITES[1])?.to_f64();
    if lowest < least {
        return ::core::result::Result::Err(crate::Failure::Low(lowest));
    }
    let by: f64 = __rt::host_result(text.parse())?;
    let [v4] = __rt::Tch::chain(
            __Fused0,
            x,
            [__rt::Value::<__rt::Tch>::lent(x)],
            || [__rt::Value::<__rt::Tch>::view(x)],
            [__rt::Num::from(least), __rt::Num::from(by)],
            [__rt::fuse::Outcome::Each],
            || {
                let v2 = __rt::Tch::subtract(x, __rt::Num::from(least)).at(&__SITES[2])?;
                let v3 = __rt::Tch::sqrt(&v2).at(&__SITES[3])?;
                let v5 = __rt::Tch::multiply(&v3, __rt::Num::from(by)).at(&__SITES[4])?;
                ::core::result::Result::Ok([v5])
            },
        )
        .at(&__SITES[5])?;
    ::core::result::Result::Ok(v4)
}

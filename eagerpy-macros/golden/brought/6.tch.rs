///[`brought`](fn@super::brought) on tch.
pub fn tch<FSlope, OSlope, VSlope0>(
    y: &__rt::tch::Tensor,
    time: f64,
    step: f64,
    slope: FSlope,
) -> __rt::Result<__rt::tch::Tensor>
where
    FSlope: Fn(
        &<__rt::Tch as __rt::Backend>::Arg<'_, __rt::Erased, __rt::R1>,
        f64,
    ) -> OSlope,
    OSlope: __rt::entry::Fallible<__rt::Tch, Value = VSlope0>,
    VSlope0: __rt::Value<__rt::Tch, Elem: __rt::Float, Rank: __rt::Fits<__rt::R1>>,
{
    let __float = __rt::entry::float(&__SIGNATURE, 0usize, y)?;
    let [N]: [usize; 1] = {
        let (__s0,) = (__rt::Value::<__rt::Tch>::lent_sizes(y),);
        match (&*__s0,) {
            (&[__n0_0],) => [__n0_0],
            _ => __rt::entry::dims::<1>(&__SIGNATURE, &[&__s0])?,
        }
    };
    let first = __rt::entry::called::<
        __rt::Tch,
        _,
    >(
            slope(
                &<__rt::Tch as __rt::Backend>::arg::<
                    __rt::Erased,
                    __rt::R1,
                >(__rt::Value::<__rt::Tch>::view(y))
                    .at(&__SITES[0])?,
                time,
            ),
        )
        .at(&__SITES[1])?;
    let first = __rt::Value::<__rt::Tch>::into_tensor(first).at(&__SITES[1])?;
    __rt::entry::annotated::<
        __rt::Tch,
        _,
    >(
        &__SIGNATURE,
        &first,
        ::core::option::Option::Some("slope"),
        ::core::option::Option::None,
        ::core::option::Option::Some(&[__rt::entry::Want::Size(N)]),
    )?;
    let [v4] = __rt::Tch::chain(
            __Fused0,
            &first,
            [__rt::Value::<__rt::Tch>::lent(&first), __rt::Value::<__rt::Tch>::lent(y)],
            || [
                __rt::Value::<__rt::Tch>::view(&first),
                __rt::Value::<__rt::Tch>::view(y),
            ],
            [__rt::Num::from(step)],
            [__rt::fuse::Outcome::Each],
            || {
                let v3 = __rt::Tch::multiply(&first, __rt::Num::from(step))
                    .at(&__SITES[2])?;
                let v9 = __rt::Tch::add(y, &v3).at(&__SITES[3])?;
                ::core::result::Result::Ok([v9])
            },
        )
        .at(&__SITES[4])?;
    let second = __rt::entry::called::<
        __rt::Tch,
        _,
    >(
            slope(
                &<__rt::Tch as __rt::Backend>::arg::<
                    __rt::Erased,
                    __rt::R1,
                >(__rt::Value::<__rt::Tch>::view(&v4))
                    .at(&__SITES[5])?,
                time + step,
            ),
        )
        .at(&__SITES[6])?;
    let second = __rt::Value::<__rt::Tch>::into_tensor(second).at(&__SITES[6])?;
    __rt::entry::annotated::<
        __rt::Tch,
        _,
    >(
        &__SIGNATURE,
        &second,
        ::core::option::Option::Some("slope"),
        ::core::option::Option::None,
        ::core::option::Option::Some(&[__rt::entry::Want::Size(N)]),
    )?;
    let [v8] = __rt::Tch::chain(
            __Fused1,
            &first,
            [
                __rt::Value::<__rt::Tch>::lent(&first),
                __rt::Value::<__rt::Tch>::lent(&second),
                __rt::Value::<__rt::Tch>::lent(y),
            ],
            || [
                __rt::Value::<__rt::Tch>::view(&first),
                __rt::Value::<__rt::Tch>::view(&second),
                __rt::Value::<__rt::Tch>::view(y),
            ],
            [__rt::Num::from(step / 2.0)],
            [__rt::fuse::Outcome::Each],
            || {
                let v6 = __rt::Tch::add(&first, &second).at(&__SITES[7])?;
                let v7 = __rt::Tch::multiply(&v6, __rt::Num::from(step / 2.0))
                    .at(&__SITES[8])?;
                let v10 = __rt::Tch::add(y, &v7).at(&__SITES[9])?;
                ::core::result::Result::Ok([v10])
            },
        )
        .at(&__SITES[10])?;
    ::core::result::Result::Ok(v8)
}

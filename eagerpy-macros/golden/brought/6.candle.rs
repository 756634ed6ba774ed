///[`brought`](fn@super::brought) on candle.
pub fn candle<FSlope, OSlope, VSlope0>(
    y: &__rt::candle::Tensor,
    time: f64,
    step: f64,
    slope: FSlope,
) -> __rt::Result<__rt::candle::Tensor>
where
    FSlope: Fn(
        &<__rt::Candle as __rt::Backend>::Arg<'_, __rt::Erased, __rt::R1>,
        f64,
    ) -> OSlope,
    OSlope: __rt::entry::Fallible<__rt::Candle, Value = VSlope0>,
    VSlope0: __rt::Value<__rt::Candle, Elem: __rt::Float, Rank: __rt::Fits<__rt::R1>>,
{
    let __float = __rt::entry::float(&__SIGNATURE, 0usize, y)?;
    let [N]: [usize; 1] = {
        let (__s0,) = (__rt::Value::<__rt::Candle>::lent_sizes(y),);
        match (&*__s0,) {
            (&[__n0_0],) => [__n0_0],
            _ => __rt::entry::dims::<1>(&__SIGNATURE, &[&__s0])?,
        }
    };
    let first = __rt::entry::called::<
        __rt::Candle,
        _,
    >(
            slope(
                &<__rt::Candle as __rt::Backend>::arg::<
                    __rt::Erased,
                    __rt::R1,
                >(__rt::Value::<__rt::Candle>::view(y))
                    .at(&__SITES[0])?,
                time,
            ),
        )
        .at(&__SITES[1])?;
    let first = __rt::Value::<__rt::Candle>::into_tensor(first).at(&__SITES[1])?;
    __rt::entry::annotated::<
        __rt::Candle,
        _,
    >(
        &__SIGNATURE,
        &first,
        ::core::option::Option::Some("slope"),
        ::core::option::Option::None,
        ::core::option::Option::Some(&[__rt::entry::Want::Size(N)]),
    )?;
    let [v4] = __rt::Candle::chain(
            __Fused0,
            &first,
            [
                __rt::Value::<__rt::Candle>::lent(&first),
                __rt::Value::<__rt::Candle>::lent(y),
            ],
            || [
                __rt::Value::<__rt::Candle>::view(&first),
                __rt::Value::<__rt::Candle>::view(y),
            ],
            [__rt::Num::from(step)],
            [__rt::fuse::Outcome::Each],
            || {
                let v3 = __rt::Candle::multiply(&first, __rt::Num::from(step))
                    .at(&__SITES[2])?;
                let v9 = __rt::Candle::add(y, &v3).at(&__SITES[3])?;
                ::core::result::Result::Ok([v9])
            },
        )
        .at(&__SITES[4])?;
    let second = __rt::entry::called::<
        __rt::Candle,
        _,
    >(
            slope(
                &<__rt::Candle as __rt::Backend>::arg::<
                    __rt::Erased,
                    __rt::R1,
                >(__rt::Value::<__rt::Candle>::view(&v4))
                    .at(&__SITES[5])?,
                time + step,
            ),
        )
        .at(&__SITES[6])?;
    let second = __rt::Value::<__rt::Candle>::into_tensor(second).at(&__SITES[6])?;
    __rt::entry::annotated::<
        __rt::Candle,
        _,
    >(
        &__SIGNATURE,
        &second,
        ::core::option::Option::Some("slope"),
        ::core::option::Option::None,
        ::core::option::Option::Some(&[__rt::entry::Want::Size(N)]),
    )?;
    let [v8] = __rt::Candle::chain(
            __Fused1,
            &first,
            [
                __rt::Value::<__rt::Candle>::lent(&first),
                __rt::Value::<__rt::Candle>::lent(&second),
                __rt::Value::<__rt::Candle>::lent(y),
            ],
            || [
                __rt::Value::<__rt::Candle>::view(&first),
                __rt::Value::<__rt::Candle>::view(&second),
                __rt::Value::<__rt::Candle>::view(y),
            ],
            [__rt::Num::from(step / 2.0)],
            [__rt::fuse::Outcome::Each],
            || {
                let v6 = __rt::Candle::add(&first, &second).at(&__SITES[7])?;
                let v7 = __rt::Candle::multiply(&v6, __rt::Num::from(step / 2.0))
                    .at(&__SITES[8])?;
                let v10 = __rt::Candle::add(y, &v7).at(&__SITES[9])?;
                ::core::result::Result::Ok([v10])
            },
        )
        .at(&__SITES[10])?;
    ::core::result::Result::Ok(v8)
}

///[`brought`](fn@super::brought) on ndarray.
pub fn ndarray<TY, FSlope, OSlope, VSlope0>(
    y: &TY,
    time: f64,
    step: f64,
    slope: FSlope,
) -> __rt::Result<
    <__rt::Ndarray as __rt::Backend>::Array<
        <TY as __rt::Value<__rt::Ndarray>>::Elem,
        __rt::R1,
    >,
>
where
    TY: __rt::Value<__rt::Ndarray, Elem: __rt::Float, Rank: __rt::Fits<__rt::R1>>,
    FSlope: Fn(
        &<__rt::Ndarray as __rt::Backend>::Arg<
            '_,
            <TY as __rt::Value<__rt::Ndarray>>::Elem,
            __rt::R1,
        >,
        f64,
    ) -> OSlope,
    OSlope: __rt::entry::Fallible<__rt::Ndarray, Value = VSlope0>,
    VSlope0: __rt::Value<
        __rt::Ndarray,
        Elem = <TY as __rt::Value<__rt::Ndarray>>::Elem,
        Rank: __rt::Fits<__rt::R1>,
    >,
{
    let result1 = __ndarray(y, time, step, slope)?;
    ::core::result::Result::Ok(__rt::Ndarray::finished::<__rt::R1, _>(result1)?)
}
#[doc(hidden)]
pub fn __ndarray<TY, FSlope, OSlope, VSlope0>(
    y: &TY,
    time: f64,
    step: f64,
    slope: FSlope,
) -> __rt::Result<
    <__rt::Ndarray as __rt::Backend>::Tensor<
        'static,
        <TY as __rt::Value<__rt::Ndarray>>::Elem,
    >,
>
where
    TY: __rt::Value<__rt::Ndarray, Elem: __rt::Float, Rank: __rt::Fits<__rt::R1>>,
    FSlope: Fn(
        &<__rt::Ndarray as __rt::Backend>::Arg<
            '_,
            <TY as __rt::Value<__rt::Ndarray>>::Elem,
            __rt::R1,
        >,
        f64,
    ) -> OSlope,
    OSlope: __rt::entry::Fallible<__rt::Ndarray, Value = VSlope0>,
    VSlope0: __rt::Value<
        __rt::Ndarray,
        Elem = <TY as __rt::Value<__rt::Ndarray>>::Elem,
        Rank: __rt::Fits<__rt::R1>,
    >,
{
    let [N]: [usize; 1] = {
        let (__s0,) = (__rt::Value::<__rt::Ndarray>::lent_sizes(y),);
        match (&*__s0,) {
            (&[__n0_0],) => [__n0_0],
            _ => __rt::entry::dims::<1>(&__SIGNATURE, &[&__s0])?,
        }
    };
    let first = __rt::entry::called::<
        __rt::Ndarray,
        _,
    >(
            slope(
                &<__rt::Ndarray as __rt::Backend>::arg::<
                    <TY as __rt::Value<__rt::Ndarray>>::Elem,
                    __rt::R1,
                >(__rt::Value::<__rt::Ndarray>::view(y))
                    .at(&__SITES[0])?,
                time,
            ),
        )
        .at(&__SITES[1])?;
    let first = __rt::Value::<__rt::Ndarray>::into_tensor(first).at(&__SITES[1])?;
    __rt::entry::annotated::<
        __rt::Ndarray,
        _,
    >(
        &__SIGNATURE,
        &first,
        ::core::option::Option::Some("slope"),
        ::core::option::Option::None,
        ::core::option::Option::Some(&[__rt::entry::Want::Size(N)]),
    )?;
    let [v4] = __rt::Ndarray::chain(
            __Fused0,
            &first,
            [
                __rt::Value::<__rt::Ndarray>::lent(&first),
                __rt::Value::<__rt::Ndarray>::lent(y),
            ],
            || [
                __rt::Value::<__rt::Ndarray>::view(&first),
                __rt::Value::<__rt::Ndarray>::view(y),
            ],
            [__rt::Num::from(step)],
            [__rt::fuse::Outcome::Each],
            || {
                let v3 = __rt::Ndarray::multiply(&first, __rt::Num::from(step))
                    .at(&__SITES[2])?;
                let v9 = __rt::Ndarray::add(y, &v3).at(&__SITES[3])?;
                ::core::result::Result::Ok([v9])
            },
        )
        .at(&__SITES[4])?;
    let second = __rt::entry::called::<
        __rt::Ndarray,
        _,
    >(
            slope(
                &<__rt::Ndarray as __rt::Backend>::arg::<
                    <TY as __rt::Value<__rt::Ndarray>>::Elem,
                    __rt::R1,
                >(__rt::Value::<__rt::Ndarray>::view(&v4))
                    .at(&__SITES[5])?,
                time + step,
            ),
        )
        .at(&__SITES[6])?;
    let second = __rt::Value::<__rt::Ndarray>::into_tensor(second).at(&__SITES[6])?;
    __rt::entry::annotated::<
        __rt::Ndarray,
        _,
    >(
        &__SIGNATURE,
        &second,
        ::core::option::Option::Some("slope"),
        ::core::option::Option::None,
        ::core::option::Option::Some(&[__rt::entry::Want::Size(N)]),
    )?;
    let [v8] = __rt::Ndarray::chain(
            __Fused1,
            &first,
            [
                __rt::Value::<__rt::Ndarray>::lent(&first),
                __rt::Value::<__rt::Ndarray>::lent(&second),
                __rt::Value::<__rt::Ndarray>::lent(y),
            ],
            || [
                __rt::Value::<__rt::Ndarray>::view(&first),
                __rt::Value::<__rt::Ndarray>::view(&second),
                __rt::Value::<__rt::Ndarray>::view(y),
            ],
            [__rt::Num::from(step / 2.0)],
            [__rt::fuse::Outcome::Each],
            || {
                let v6 = __rt::Ndarray::add(&first, &second).at(&__SITES[7])?;
                let v7 = __rt::Ndarray::multiply(&v6, __rt::Num::from(step / 2.0))
                    .at(&__SITES[8])?;
                let v10 = __rt::Ndarray::add(y, &v7).at(&__SITES[9])?;
                ::core::result::Result::Ok([v10])
            },
        )
        .at(&__SITES[10])?;
    ::core::result::Result::Ok(v8)
}

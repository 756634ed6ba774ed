///[`closures`](fn@super::closures) on ndarray.
pub(super) fn ndarray<TX, TW>(
    x: &TX,
    w: &TW,
    rounds: usize,
) -> __rt::Result<
    <__rt::Ndarray as __rt::Backend>::Array<
        <TX as __rt::Value<__rt::Ndarray>>::Elem,
        __rt::R1,
    >,
>
where
    TX: __rt::Value<__rt::Ndarray, Elem: __rt::Float, Rank: __rt::Fits<__rt::R1>>,
    TW: __rt::Value<
        __rt::Ndarray,
        Elem = <TX as __rt::Value<__rt::Ndarray>>::Elem,
        Rank: __rt::Fits<__rt::R1>,
    >,
{
    let result1 = __ndarray(x, w, rounds)?;
    ::core::result::Result::Ok(__rt::Ndarray::finished::<__rt::R1, _>(result1)?)
}
#[doc(hidden)]
pub(super) fn __ndarray<TX, TW>(
    x: &TX,
    w: &TW,
    rounds: usize,
) -> __rt::Result<
    <__rt::Ndarray as __rt::Backend>::Tensor<
        'static,
        <TX as __rt::Value<__rt::Ndarray>>::Elem,
    >,
>
where
    TX: __rt::Value<__rt::Ndarray, Elem: __rt::Float, Rank: __rt::Fits<__rt::R1>>,
    TW: __rt::Value<
        __rt::Ndarray,
        Elem = <TX as __rt::Value<__rt::Ndarray>>::Elem,
        Rank: __rt::Fits<__rt::R1>,
    >,
{
    {
        let (__s0, __s1) = (
            __rt::Value::<__rt::Ndarray>::lent_sizes(x),
            __rt::Value::<__rt::Ndarray>::lent_sizes(w),
        );
        match (&*__s0, &*__s1) {
            (&[__n0_0], &[__n1_0]) if __n1_0 == __n0_0 => [__n0_0],
            _ => __rt::entry::dims::<1>(&__SIGNATURE, &[&__s0, &__s1])?,
        }
    };
    let start = iterate::__ndarray(
            |argument| -> __rt::Result<_> {
                let v3 = halved::__ndarray(argument).at(&__SITES[0])?;
                ::core::result::Result::Ok(v3)
            },
            x,
            2,
        )
        .at(&__SITES[1])?;
    let v10 = iterate::__ndarray(
            |v| -> __rt::Result<_> {
                let [next, v8] = __rt::Ndarray::chain(
                        __Fused0,
                        v,
                        [
                            __rt::Value::<__rt::Ndarray>::lent(v),
                            __rt::Value::<__rt::Ndarray>::lent(w),
                            __rt::Value::<__rt::Ndarray>::lent(&start),
                        ],
                        || [
                            __rt::Value::<__rt::Ndarray>::view(v),
                            __rt::Value::<__rt::Ndarray>::view(w),
                            __rt::Value::<__rt::Ndarray>::view(&start),
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
                            let v6 = __rt::Ndarray::multiply(v, w).at(&__SITES[2])?;
                            let v11 = __rt::Ndarray::add(&v6, &start).at(&__SITES[3])?;
                            let v12 = __rt::Ndarray::max(&v11, __rt::Axes::All, false)
                                .at(&__SITES[4])?;
                            ::core::result::Result::Ok([v11, v12])
                        },
                    )
                    .at(&__SITES[5])?;
                let v9 = if __rt::Ndarray::item(&v8).at(&__SITES[6])?.to_f64() > 10.0 {
                    __rt::Ndarray::shared(&start).at(&__SITES[7])?
                } else {
                    __rt::Ndarray::shared(&next).at(&__SITES[8])?
                };
                ::core::result::Result::Ok(__rt::Ndarray::owned(v9).at(&__SITES[9])?)
            },
            &start,
            rounds,
        )
        .at(&__SITES[10])?;
    ::core::result::Result::Ok(v10)
}

///[`power_iteration`](fn@super::power_iteration) on ndarray.
pub fn ndarray<TA, TStart>(
    a: &TA,
    start: &TStart,
    tolerance: f64,
) -> __rt::Result<
    (
        <__rt::Ndarray as __rt::Backend>::Array<
            <TA as __rt::Value<__rt::Ndarray>>::Elem,
            __rt::R0,
        >,
        usize,
    ),
>
where
    TA: __rt::Value<__rt::Ndarray, Elem: __rt::Float, Rank: __rt::Fits<__rt::R2>>,
    TStart: __rt::Value<
        __rt::Ndarray,
        Elem = <TA as __rt::Value<__rt::Ndarray>>::Elem,
        Rank: __rt::Fits<__rt::R1>,
    >,
{
    let (result1, result2) = __ndarray(a, start, tolerance)?;
    ::core::result::Result::Ok((
        __rt::Ndarray::finished::<__rt::R0, _>(result1)?,
        result2,
    ))
}
#[doc(hidden)]
pub fn __ndarray<TA, TStart>(
    a: &TA,
    start: &TStart,
    tolerance: f64,
) -> __rt::Result<
    (
        <__rt::Ndarray as __rt::Backend>::Tensor<
            'static,
            <TA as __rt::Value<__rt::Ndarray>>::Elem,
        >,
        usize,
    ),
>
where
    TA: __rt::Value<__rt::Ndarray, Elem: __rt::Float, Rank: __rt::Fits<__rt::R2>>,
    TStart: __rt::Value<
        __rt::Ndarray,
        Elem = <TA as __rt::Value<__rt::Ndarray>>::Elem,
        Rank: __rt::Fits<__rt::R1>,
    >,
{
    {
        let (__s0, __s1) = (
            __rt::Value::<__rt::Ndarray>::lent_sizes(a),
            __rt::Value::<__rt::Ndarray>::lent_sizes(start),
        );
        match (&*__s0, &*__s1) {
            (&[__n0_0, __n0_1], &[__n1_0]) if __n0_1 == __n0_0 && __n1_0 == __n0_0 => {
                [__n0_0]
            }
            _ => __rt::entry::dims::<1>(&__SIGNATURE, &[&__s0, &__s1])?,
        }
    };
    let v2 = __rt::Ndarray::l2(start, __rt::Axes::All, false).at(&__SITES[0])?;
    let v = __rt::Ndarray::divide(start, &v2).at(&__SITES[1])?;
    let mut rounds = 0;
    let mut v_2 = __rt::Ndarray::shared(&v).at(&__SITES[2])?;
    loop {
        let v6 = __rt::Ndarray::matmul(a, &v_2).at(&__SITES[3])?;
        let v7 = __rt::Ndarray::matmul(a, &v_2).at(&__SITES[4])?;
        let v8 = __rt::Ndarray::dot(&v_2, &v7).at(&__SITES[5])?;
        let [v10] = __rt::Ndarray::chain(
                __Fused0,
                &v_2,
                [
                    __rt::Value::<__rt::Ndarray>::lent(&v_2),
                    __rt::Value::<__rt::Ndarray>::lent(&v8),
                    __rt::Value::<__rt::Ndarray>::lent(&v6),
                ],
                || [
                    __rt::Value::<__rt::Ndarray>::view(&v_2),
                    __rt::Value::<__rt::Ndarray>::view(&v8),
                    __rt::Value::<__rt::Ndarray>::view(&v6),
                ],
                [],
                [__rt::fuse::Outcome::Each],
                || {
                    let v9 = __rt::Ndarray::multiply(&v_2, &v8).at(&__SITES[6])?;
                    let v17 = __rt::Ndarray::subtract(&v6, &v9).at(&__SITES[7])?;
                    ::core::result::Result::Ok([v17])
                },
            )
            .at(&__SITES[8])?;
        let v11 = __rt::Ndarray::l2(&v10, __rt::Axes::All, false).at(&__SITES[9])?;
        if !(__rt::Ndarray::item(&v11).at(&__SITES[10])?.to_f64() > tolerance) {
            break;
        }
        let next = __rt::Ndarray::matmul(a, &v_2).at(&__SITES[11])?;
        let v13 = __rt::Ndarray::l2(&next, __rt::Axes::All, false).at(&__SITES[12])?;
        let v_4 = __rt::Ndarray::divide(&next, &v13).at(&__SITES[13])?;
        rounds += 1;
        v_2 = v_4;
    }
    let v15 = __rt::Ndarray::matmul(a, &v_2).at(&__SITES[14])?;
    let v16 = __rt::Ndarray::dot(&v_2, &v15).at(&__SITES[15])?;
    ::core::result::Result::Ok((v16, rounds))
}

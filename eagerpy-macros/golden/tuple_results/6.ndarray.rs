///[`tuple_results`](fn@super::tuple_results) on ndarray.
pub fn ndarray<TX>(
    x: &TX,
    k: usize,
    up: bool,
) -> __rt::Result<
    (
        <__rt::Ndarray as __rt::Backend>::Array<f32, __rt::R2>,
        <__rt::Ndarray as __rt::Backend>::Array<i64, __rt::R2>,
        usize,
    ),
>
where
    TX: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<f32>,
        Rank: __rt::Fits<__rt::R2>,
    >,
{
    let (result1, result2, result3) = __ndarray(x, k, up)?;
    ::core::result::Result::Ok((
        __rt::Ndarray::finished::<__rt::R2, _>(result1)?,
        __rt::Ndarray::finished::<__rt::R2, _>(result2)?,
        result3,
    ))
}
#[doc(hidden)]
pub fn __ndarray<TX>(
    x: &TX,
    k: usize,
    up: bool,
) -> __rt::Result<
    (
        <__rt::Ndarray as __rt::Backend>::Tensor<'static, f32>,
        <__rt::Ndarray as __rt::Backend>::Tensor<'static, i64>,
        usize,
    ),
>
where
    TX: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<f32>,
        Rank: __rt::Fits<__rt::R2>,
    >,
{
    let [N, _]: [usize; 2] = {
        let (__s0,) = (__rt::Value::<__rt::Ndarray>::lent_sizes(x),);
        match (&*__s0,) {
            (&[__n0_0, __n0_1],) => [__n0_0, __n0_1],
            _ => __rt::entry::dims::<2>(&__SIGNATURE, &[&__s0])?,
        }
    };
    let (values, places) = __rt::Ndarray::topk(
            x,
            __rt::size(k).at(&__SITES[1])?,
            -1,
            true,
        )
        .at(&__SITES[0])?;
    let (low, high) = if up {
        let v3 = __rt::Ndarray::min(x, __rt::Axes::All, false).at(&__SITES[2])?;
        let v4 = __rt::Ndarray::max(&values, __rt::Axes::All, false).at(&__SITES[3])?;
        (v3, v4)
    } else {
        let v5 = __rt::Ndarray::min(&values, __rt::Axes::All, false).at(&__SITES[4])?;
        let v6 = __rt::Ndarray::max(x, __rt::Axes::All, false).at(&__SITES[5])?;
        (v5, v6)
    };
    let [v10] = __rt::Ndarray::chain(
            __Fused0,
            &values,
            [
                __rt::Value::<__rt::Ndarray>::lent(&values),
                __rt::Value::<__rt::Ndarray>::lent(&low),
                __rt::Value::<__rt::Ndarray>::lent(&high),
            ],
            || [
                __rt::Value::<__rt::Ndarray>::view(&values),
                __rt::Value::<__rt::Ndarray>::view(&low),
                __rt::Value::<__rt::Ndarray>::view(&high),
            ],
            [],
            [__rt::fuse::Outcome::Each],
            || {
                let v9 = __rt::Ndarray::subtract(&values, &low).at(&__SITES[6])?;
                let v11 = __rt::Ndarray::divide(&v9, &high).at(&__SITES[7])?;
                ::core::result::Result::Ok([v11])
            },
        )
        .at(&__SITES[8])?;
    ::core::result::Result::Ok((v10, places, k * N))
}

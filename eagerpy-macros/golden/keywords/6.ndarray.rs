///[`keywords`](fn@super::keywords) on ndarray.
pub fn ndarray<TX>(
    x: &TX,
) -> __rt::Result<<__rt::Ndarray as __rt::Backend>::Array<f32, __rt::R2>>
where
    TX: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<f32>,
        Rank: __rt::Fits<__rt::R3>,
    >,
{
    let result1 = __ndarray(x)?;
    ::core::result::Result::Ok(__rt::Ndarray::finished::<__rt::R2, _>(result1)?)
}
#[doc(hidden)]
pub fn __ndarray<TX>(
    x: &TX,
) -> __rt::Result<<__rt::Ndarray as __rt::Backend>::Tensor<'static, f32>>
where
    TX: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<f32>,
        Rank: __rt::Fits<__rt::R3>,
    >,
{
    {
        let (__s0,) = (__rt::Value::<__rt::Ndarray>::lent_sizes(x),);
        match (&*__s0,) {
            (&[__n0_0, __n0_1, __n0_2],) => [__n0_0, __n0_1, __n0_2],
            _ => __rt::entry::dims::<3>(&__SIGNATURE, &[&__s0])?,
        }
    };
    let v1 = __rt::Ndarray::mean(x, __rt::Axes::from([0, -1]), true).at(&__SITES[0])?;
    let centered = __rt::Ndarray::subtract(x, &v1).at(&__SITES[1])?;
    let v3 = __rt::Ndarray::clip(&centered, __rt::Absent, __rt::Num::Int(3))
        .at(&__SITES[2])?;
    let clipped = __rt::Ndarray::clip(&v3, __rt::Num::Float(-3.0), __rt::Absent)
        .at(&__SITES[3])?;
    let v5 = __rt::Ndarray::l2(&clipped, __rt::Axes::from(2), false).at(&__SITES[4])?;
    let v6 = __rt::Ndarray::softmax(&v5, 1).at(&__SITES[5])?;
    let weights = __rt::Ndarray::expand_dims(&v6, __rt::Ints::from(2)).at(&__SITES[6])?;
    let spread = __rt::Ndarray::var(
            &clipped,
            __rt::Axes::from([0, 1]),
            __rt::Num::Int(1),
            false,
        )
        .at(&__SITES[7])?;
    let v9 = __rt::Ndarray::argmax(&clipped, ::core::option::Option::Some(1), true)
        .at(&__SITES[8])?;
    let best = __rt::Ndarray::astype::<f32, _>(&v9).at(&__SITES[9])?;
    let sorted = __rt::Ndarray::sort(&clipped, 1, true).at(&__SITES[10])?;
    let [v13] = __rt::Ndarray::chain(
            __Fused0,
            &sorted,
            [
                __rt::Value::<__rt::Ndarray>::lent(&sorted),
                __rt::Value::<__rt::Ndarray>::lent(&weights),
            ],
            || [
                __rt::Value::<__rt::Ndarray>::view(&sorted),
                __rt::Value::<__rt::Ndarray>::view(&weights),
            ],
            [],
            [
                __rt::fuse::Outcome::Fold(
                    __rt::fuse::Fold::Sum,
                    __rt::Axes::from(1),
                    false,
                ),
            ],
            || {
                let v12 = __rt::Ndarray::multiply(&sorted, &weights).at(&__SITES[11])?;
                let v20 = __rt::Ndarray::sum(&v12, __rt::Axes::from(1), false)
                    .at(&__SITES[12])?;
                ::core::result::Result::Ok([v20])
            },
        )
        .at(&__SITES[13])?;
    let v15 = __rt::Ndarray::squeeze(&best, __rt::Ints::from(1)).at(&__SITES[14])?;
    let v16 = __rt::Ndarray::gelu(&clipped, "tanh").at(&__SITES[15])?;
    let v17 = __rt::Ndarray::mean(&v16, __rt::Axes::All, false).at(&__SITES[16])?;
    let [v19] = __rt::Ndarray::chain(
            __Fused1,
            &v13,
            [
                __rt::Value::<__rt::Ndarray>::lent(&v13),
                __rt::Value::<__rt::Ndarray>::lent(&spread),
                __rt::Value::<__rt::Ndarray>::lent(&v15),
                __rt::Value::<__rt::Ndarray>::lent(&v17),
            ],
            || [
                __rt::Value::<__rt::Ndarray>::view(&v13),
                __rt::Value::<__rt::Ndarray>::view(&spread),
                __rt::Value::<__rt::Ndarray>::view(&v15),
                __rt::Value::<__rt::Ndarray>::view(&v17),
            ],
            [],
            [__rt::fuse::Outcome::Each],
            || {
                let v14 = __rt::Ndarray::divide(&v13, &spread).at(&__SITES[17])?;
                let v18 = __rt::Ndarray::multiply(&v15, &v17).at(&__SITES[18])?;
                let v21 = __rt::Ndarray::add(&v14, &v18).at(&__SITES[19])?;
                ::core::result::Result::Ok([v21])
            },
        )
        .at(&__SITES[20])?;
    ::core::result::Result::Ok(v19)
}

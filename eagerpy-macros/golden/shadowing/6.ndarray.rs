///[`shadowing`](fn@super::shadowing) on ndarray.
pub fn ndarray<TX>(
    x: &TX,
) -> __rt::Result<<__rt::Ndarray as __rt::Backend>::Array<f32, __rt::R1>>
where
    TX: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<f32>,
        Rank: __rt::Fits<__rt::R1>,
    >,
{
    let result1 = __ndarray(x)?;
    ::core::result::Result::Ok(__rt::Ndarray::finished::<__rt::R1, _>(result1)?)
}
#[doc(hidden)]
pub fn __ndarray<TX>(
    x: &TX,
) -> __rt::Result<<__rt::Ndarray as __rt::Backend>::Tensor<'static, f32>>
where
    TX: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<f32>,
        Rank: __rt::Fits<__rt::R1>,
    >,
{
    {
        let (__s0,) = (__rt::Value::<__rt::Ndarray>::lent_sizes(x),);
        match (&*__s0,) {
            (&[__n0_0],) => [__n0_0],
            _ => __rt::entry::dims::<1>(&__SIGNATURE, &[&__s0])?,
        }
    };
    let x_2 = __rt::Ndarray::multiply(x, __rt::Num::Float(2.0)).at(&__SITES[0])?;
    let y = {
        let [v4] = __rt::Ndarray::chain(
                __Fused0,
                &x_2,
                [__rt::Value::<__rt::Ndarray>::lent(&x_2)],
                || [__rt::Value::<__rt::Ndarray>::view(&x_2)],
                [],
                [__rt::fuse::Outcome::Each],
                || {
                    let x_3 = __rt::Ndarray::exp(&x_2).at(&__SITES[1])?;
                    let x_4 = __rt::Ndarray::add(&x_3, __rt::Num::Float(1.0))
                        .at(&__SITES[2])?;
                    let v15 = __rt::Ndarray::log(&x_4).at(&__SITES[3])?;
                    ::core::result::Result::Ok([v15])
                },
            )
            .at(&__SITES[4])?;
        v4
    };
    let [v9, x_5] = __rt::Ndarray::chain(
            __Fused1,
            &x_2,
            [
                __rt::Value::<__rt::Ndarray>::lent(&x_2),
                __rt::Value::<__rt::Ndarray>::lent(&y),
            ],
            || [
                __rt::Value::<__rt::Ndarray>::view(&x_2),
                __rt::Value::<__rt::Ndarray>::view(&y),
            ],
            [],
            [__rt::fuse::Outcome::Each, __rt::fuse::Outcome::Each],
            || {
                let x_2_2 = __rt::Ndarray::subtract(&x_2, &y).at(&__SITES[5])?;
                let v7 = __rt::Ndarray::abs(&x_2_2).at(&__SITES[6])?;
                let v16 = __rt::Ndarray::sqrt(&v7).at(&__SITES[7])?;
                let x_2_3 = __rt::Ndarray::add(&x_2_2, &v16).at(&__SITES[8])?;
                let v17 = __rt::Ndarray::multiply(&x_2_3, &x_2).at(&__SITES[9])?;
                ::core::result::Result::Ok([v16, v17])
            },
        )
        .at(&__SITES[10])?;
    let v11 = __rt::Ndarray::sin(&x_5).at(&__SITES[11])?;
    let v12 = __rt::Ndarray::cos(&v9).at(&__SITES[12])?;
    let [v14] = __rt::Ndarray::chain(
            __Fused2,
            &v11,
            [
                __rt::Value::<__rt::Ndarray>::lent(&v11),
                __rt::Value::<__rt::Ndarray>::lent(&v12),
                __rt::Value::<__rt::Ndarray>::lent(&x_5),
            ],
            || [
                __rt::Value::<__rt::Ndarray>::view(&v11),
                __rt::Value::<__rt::Ndarray>::view(&v12),
                __rt::Value::<__rt::Ndarray>::view(&x_5),
            ],
            [],
            [__rt::fuse::Outcome::Each],
            || {
                let r#type = __rt::Ndarray::add(&v11, &v12).at(&__SITES[13])?;
                let v18 = __rt::Ndarray::add(&x_5, &r#type).at(&__SITES[14])?;
                ::core::result::Result::Ok([v18])
            },
        )
        .at(&__SITES[15])?;
    ::core::result::Result::Ok(v14)
}

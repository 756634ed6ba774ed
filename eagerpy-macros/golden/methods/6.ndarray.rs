///[`__Layer_step`](fn@super::__Layer_step) on ndarray.
pub fn ndarray<E, TX, TY>(
    self_: &Layer<__rt::Ndarray, <__rt::Ndarray as __rt::Backend>::Elem<E>>,
    x: &TX,
    y: &TY,
) -> __rt::Result<Layer<__rt::Ndarray, <__rt::Ndarray as __rt::Backend>::Elem<E>>>
where
    E: __rt::Float,
    TX: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<E>,
        Rank: __rt::Fits<__rt::R2>,
    >,
    TY: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<E>,
        Rank: __rt::Fits<__rt::R2>,
    >,
{
    __ndarray::<E, _, _>(self_, x, y)
}
#[doc(hidden)]
pub fn __ndarray<E, TX, TY>(
    self_: &Layer<__rt::Ndarray, <__rt::Ndarray as __rt::Backend>::Elem<E>>,
    x: &TX,
    y: &TY,
) -> __rt::Result<Layer<__rt::Ndarray, <__rt::Ndarray as __rt::Backend>::Elem<E>>>
where
    E: __rt::Float,
    TX: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<E>,
        Rank: __rt::Fits<__rt::R2>,
    >,
    TY: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<E>,
        Rank: __rt::Fits<__rt::R2>,
    >,
{
    {
        let (__s0, __s1, __s2, __s3) = (
            __rt::Value::<__rt::Ndarray>::lent_sizes(&self_.weights),
            __rt::Value::<__rt::Ndarray>::lent_sizes(&self_.bias),
            __rt::Value::<__rt::Ndarray>::lent_sizes(x),
            __rt::Value::<__rt::Ndarray>::lent_sizes(y),
        );
        match (&*__s0, &*__s1, &*__s2, &*__s3) {
            (
                &[__n0_0,
                __n0_1,
                ],
                &[__n1_0,
                ],
                &[__n2_0,
                __n2_1,
                ],
                &[__n3_0,
                __n3_1,
                ],
            ) if __n1_0 == __n0_1 && __n2_1 == __n0_0 && __n3_0 == __n2_0
                && __n3_1 == __n0_1 => [__n0_0, __n0_1, __n2_0],
            _ => __rt::entry::dims::<3>(&__SIGNATURE, &[&__s0, &__s1, &__s2, &__s3])?,
        }
    };
    let v6 = __rt::Ndarray::matmul(x, &self_.weights).at(&__SITES[0])?;
    let v9 = __rt::Ndarray::transpose(x, ::core::option::Option::None).at(&__SITES[1])?;
    let [error] = __rt::Ndarray::chain(
            __Fused0,
            &v6,
            [
                __rt::Value::<__rt::Ndarray>::lent(&v6),
                __rt::Value::<__rt::Ndarray>::lent(&self_.bias),
                __rt::Value::<__rt::Ndarray>::lent(y),
            ],
            || [
                __rt::Value::<__rt::Ndarray>::view(&v6),
                __rt::Value::<__rt::Ndarray>::view(&self_.bias),
                __rt::Value::<__rt::Ndarray>::view(y),
            ],
            [],
            [__rt::fuse::Outcome::Each],
            || {
                let v7 = __rt::Ndarray::add(&v6, &self_.bias).at(&__SITES[2])?;
                let v16 = __rt::Ndarray::subtract(&v7, y).at(&__SITES[3])?;
                ::core::result::Result::Ok([v16])
            },
        )
        .at(&__SITES[4])?;
    let v10 = __rt::Ndarray::matmul(&v9, &error).at(&__SITES[5])?;
    let v13 = __rt::Ndarray::sum(&error, __rt::Axes::from(0), false).at(&__SITES[6])?;
    let [v12] = __rt::Ndarray::chain(
            __Fused1,
            &v10,
            [
                __rt::Value::<__rt::Ndarray>::lent(&v10),
                __rt::Value::<__rt::Ndarray>::lent(&self_.weights),
            ],
            || [
                __rt::Value::<__rt::Ndarray>::view(&v10),
                __rt::Value::<__rt::Ndarray>::view(&self_.weights),
            ],
            [__rt::Num::from(self_.rate)],
            [__rt::fuse::Outcome::Each],
            || {
                let v11 = __rt::Ndarray::multiply(&v10, __rt::Num::from(self_.rate))
                    .at(&__SITES[7])?;
                let v17 = __rt::Ndarray::subtract(&self_.weights, &v11).at(&__SITES[8])?;
                ::core::result::Result::Ok([v17])
            },
        )
        .at(&__SITES[9])?;
    let [v15] = __rt::Ndarray::chain(
            __Fused2,
            &v13,
            [
                __rt::Value::<__rt::Ndarray>::lent(&v13),
                __rt::Value::<__rt::Ndarray>::lent(&self_.bias),
            ],
            || [
                __rt::Value::<__rt::Ndarray>::view(&v13),
                __rt::Value::<__rt::Ndarray>::view(&self_.bias),
            ],
            [__rt::Num::from(self_.rate)],
            [__rt::fuse::Outcome::Each],
            || {
                let v14 = __rt::Ndarray::multiply(&v13, __rt::Num::from(self_.rate))
                    .at(&__SITES[10])?;
                let v18 = __rt::Ndarray::subtract(&self_.bias, &v14).at(&__SITES[11])?;
                ::core::result::Result::Ok([v18])
            },
        )
        .at(&__SITES[12])?;
    ::core::result::Result::Ok(Layer::<
        __rt::Ndarray,
        <__rt::Ndarray as __rt::Backend>::Elem<E>,
    > {
        weights: __rt::Ndarray::finished::<__rt::R2, _>(v12).at(&__SITES[14])?,
        bias: __rt::Ndarray::finished::<__rt::R1, _>(v15).at(&__SITES[13])?,
        rate: ::core::clone::Clone::clone(&self_.rate),
    })
}

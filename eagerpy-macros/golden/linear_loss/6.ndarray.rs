///[`linear_loss`](fn@super::linear_loss) on ndarray.
pub fn ndarray<TX, TW, TB, TLabels>(
    x: &TX,
    w: &TW,
    b: &TB,
    labels: &TLabels,
) -> __rt::Result<<__rt::Ndarray as __rt::Backend>::Array<f32, __rt::R0>>
where
    TX: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<f32>,
        Rank: __rt::Fits<__rt::R2>,
    >,
    TW: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<f32>,
        Rank: __rt::Fits<__rt::R2>,
    >,
    TB: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<f32>,
        Rank: __rt::Fits<__rt::R1>,
    >,
    TLabels: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<i64>,
        Rank: __rt::Fits<__rt::R1>,
    >,
{
    let result1 = __ndarray(x, w, b, labels)?;
    ::core::result::Result::Ok(__rt::Ndarray::finished::<__rt::R0, _>(result1)?)
}
#[doc(hidden)]
pub fn __ndarray<TX, TW, TB, TLabels>(
    x: &TX,
    w: &TW,
    b: &TB,
    labels: &TLabels,
) -> __rt::Result<<__rt::Ndarray as __rt::Backend>::Tensor<'static, f32>>
where
    TX: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<f32>,
        Rank: __rt::Fits<__rt::R2>,
    >,
    TW: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<f32>,
        Rank: __rt::Fits<__rt::R2>,
    >,
    TB: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<f32>,
        Rank: __rt::Fits<__rt::R1>,
    >,
    TLabels: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<i64>,
        Rank: __rt::Fits<__rt::R1>,
    >,
{
    {
        let (__s0, __s1, __s2, __s3) = (
            __rt::Value::<__rt::Ndarray>::lent_sizes(x),
            __rt::Value::<__rt::Ndarray>::lent_sizes(w),
            __rt::Value::<__rt::Ndarray>::lent_sizes(b),
            __rt::Value::<__rt::Ndarray>::lent_sizes(labels),
        );
        match (&*__s0, &*__s1, &*__s2, &*__s3) {
            (
                &[__n0_0,
                __n0_1,
                ],
                &[__n1_0,
                __n1_1,
                ],
                &[__n2_0,
                ],
                &[__n3_0,
                ],
            ) if __n1_0 == __n0_1 && __n2_0 == __n1_1 && __n3_0 == __n0_0 => {
                [__n0_0, __n0_1, __n1_1]
            }
            _ => __rt::entry::dims::<3>(&__SIGNATURE, &[&__s0, &__s1, &__s2, &__s3])?,
        }
    };
    let v4 = __rt::Ndarray::matmul(x, w).at(&__SITES[0])?;
    let logits = __rt::Ndarray::add(&v4, b).at(&__SITES[1])?;
    let v6 = __rt::Ndarray::crossentropy(
            &logits,
            labels,
            -1,
            __rt::Absent,
            ::core::option::Option::None,
            __rt::Num::Float(0.0),
            "none",
        )
        .at(&__SITES[2])?;
    let v7 = __rt::Ndarray::mean(&v6, __rt::Axes::All, false).at(&__SITES[3])?;
    ::core::result::Result::Ok(v7)
}

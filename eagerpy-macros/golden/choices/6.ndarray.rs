///[`choices`](fn@super::choices) on ndarray.
pub fn ndarray<TX, TY>(
    x: &TX,
    y: &TY,
    low: f64,
) -> __rt::Result<<__rt::Ndarray as __rt::Backend>::Array<f32, __rt::R1>>
where
    TX: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<f32>,
        Rank: __rt::Fits<__rt::R1>,
    >,
    TY: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<f32>,
        Rank: __rt::Fits<__rt::R1>,
    >,
{
    let result1 = __ndarray(x, y, low)?;
    ::core::result::Result::Ok(__rt::Ndarray::finished::<__rt::R1, _>(result1)?)
}
#[doc(hidden)]
pub fn __ndarray<TX, TY>(
    x: &TX,
    y: &TY,
    low: f64,
) -> __rt::Result<<__rt::Ndarray as __rt::Backend>::Tensor<'static, f32>>
where
    TX: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<f32>,
        Rank: __rt::Fits<__rt::R1>,
    >,
    TY: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<f32>,
        Rank: __rt::Fits<__rt::R1>,
    >,
{
    {
        let (__s0, __s1) = (
            __rt::Value::<__rt::Ndarray>::lent_sizes(x),
            __rt::Value::<__rt::Ndarray>::lent_sizes(y),
        );
        match (&*__s0, &*__s1) {
            (&[__n0_0], &[__n1_0]) if __n1_0 == __n0_0 => [__n0_0],
            _ => __rt::entry::dims::<1>(&__SIGNATURE, &[&__s0, &__s1])?,
        }
    };
    let __place = __rt::Ndarray::place_of(x);
    let [kept] = __rt::Ndarray::chain(
            __Fused0,
            x,
            [
                __rt::Value::<__rt::Ndarray>::lent(x),
                __rt::Value::<__rt::Ndarray>::lent(y),
            ],
            || [
                __rt::Value::<__rt::Ndarray>::view(x),
                __rt::Value::<__rt::Ndarray>::view(y),
            ],
            [__rt::Num::from(low)],
            [__rt::fuse::Outcome::Each],
            || {
                let v2 = __rt::Ndarray::greater(x, y).at(&__SITES[0])?;
                let larger = __rt::Ndarray::where_(&v2, x, y).at(&__SITES[1])?;
                let v4 = __rt::Ndarray::less(&larger, __rt::Num::from(low))
                    .at(&__SITES[2])?;
                let v5 = __rt::Ndarray::logical_not(&v4).at(&__SITES[3])?;
                let v6 = __rt::Ndarray::not_equal(x, y).at(&__SITES[4])?;
                let v7 = __rt::Ndarray::logical_and(&v5, &v6).at(&__SITES[5])?;
                let v12 = __rt::Ndarray::where_(&v7, &larger, __rt::Num::Float(0.0))
                    .at(&__SITES[6])?;
                ::core::result::Result::Ok([v12])
            },
        )
        .at(&__SITES[7])?;
    let v9 = __rt::Ndarray::greater_equal(&kept, __rt::Num::Float(0.0)).at(&__SITES[8])?;
    let sign = __rt::Ndarray::where_(
            &v9,
            &__rt::Ndarray::full::<f32>(&__place, [0_i64; 0], __rt::Num::Float(1.0))
                .at(&__SITES[9])?,
            __rt::Num::Float(-1.0),
        )
        .at(&__SITES[9])?;
    let v11 = __rt::Ndarray::multiply(&kept, &sign).at(&__SITES[10])?;
    ::core::result::Result::Ok(v11)
}

///[`host_code`](fn@super::host_code) on ndarray.
pub fn ndarray<TX>(
    x: &TX,
    text: &str,
    extra: Option<f64>,
) -> __rt::Result<
    <__rt::Ndarray as __rt::Backend>::Array<
        <TX as __rt::Value<__rt::Ndarray>>::Elem,
        __rt::R2,
    >,
>
where
    TX: __rt::Value<__rt::Ndarray, Elem: __rt::Float, Rank: __rt::Fits<__rt::R2>>,
{
    let result1 = __ndarray(x, text, extra)?;
    ::core::result::Result::Ok(__rt::Ndarray::finished::<__rt::R2, _>(result1)?)
}
#[doc(hidden)]
pub fn __ndarray<TX>(
    x: &TX,
    text: &str,
    extra: Option<f64>,
) -> __rt::Result<
    <__rt::Ndarray as __rt::Backend>::Tensor<
        'static,
        <TX as __rt::Value<__rt::Ndarray>>::Elem,
    >,
>
where
    TX: __rt::Value<__rt::Ndarray, Elem: __rt::Float, Rank: __rt::Fits<__rt::R2>>,
{
    {
        let (__s0,) = (__rt::Value::<__rt::Ndarray>::lent_sizes(x),);
        match (&*__s0,) {
            (&[__n0_0, __n0_1],) => [__n0_0, __n0_1],
            _ => __rt::entry::dims::<2>(&__SIGNATURE, &[&__s0])?,
        }
    };
    let factor: f64 = __rt::host_result(text.trim().parse())?;
    if let Some(least) = extra {
        if factor < least {
            let v1 = __rt::Ndarray::multiply(x, __rt::Num::from(least)).at(&__SITES[0])?;
            return ::core::result::Result::Ok(v1);
        }
    }
    let rows = usize::max(__rt::Ndarray::dim(x, 0).at(&__SITES[1])?, 1);
    let v2 = __rt::Ndarray::isnan(x).at(&__SITES[2])?;
    let v3 = __rt::Ndarray::any(&v2, __rt::Axes::All, false).at(&__SITES[3])?;
    let finite = !__rt::Ndarray::item(&v3).at(&__SITES[4])?.to_bool();
    let [v5] = __rt::Ndarray::chain(
            __Fused1,
            x,
            [__rt::Value::<__rt::Ndarray>::lent(x)],
            || [__rt::Value::<__rt::Ndarray>::view(x)],
            [],
            [__rt::fuse::Outcome::Fold(__rt::fuse::Fold::Max, __rt::Axes::All, false)],
            || {
                let v4 = __rt::Ndarray::abs(x).at(&__SITES[5])?;
                let v11 = __rt::Ndarray::max(&v4, __rt::Axes::All, false)
                    .at(&__SITES[6])?;
                ::core::result::Result::Ok([v11])
            },
        )
        .at(&__SITES[7])?;
    let largest = __rt::Ndarray::item(&v5).at(&__SITES[8])?.to_f64();
    let step = match rows {
        1 => 1.0,
        _ => extra.unwrap_or(1.0) / rows as f64,
    };
    debug_assert!(step >= 0.0, "step {step}");
    if largest > 1.0 && finite
        && -(__rt::Ndarray::dim(x, 1).at(&__SITES[9])? as i64) < -1
    {
        let [v7] = __rt::Ndarray::chain(
                __Fused0,
                x,
                [__rt::Value::<__rt::Ndarray>::lent(x)],
                || [__rt::Value::<__rt::Ndarray>::view(x)],
                [__rt::Num::from(largest), __rt::Num::from(step)],
                [__rt::fuse::Outcome::Each],
                || {
                    let v6 = __rt::Ndarray::divide(x, __rt::Num::from(largest))
                        .at(&__SITES[10])?;
                    let v10 = __rt::Ndarray::multiply(&v6, __rt::Num::from(step))
                        .at(&__SITES[11])?;
                    ::core::result::Result::Ok([v10])
                },
            )
            .at(&__SITES[12])?;
        return ::core::result::Result::Ok(v7);
    }
    let [v9] = __rt::Ndarray::chain(
            __Fused2,
            x,
            [__rt::Value::<__rt::Ndarray>::lent(x)],
            || [__rt::Value::<__rt::Ndarray>::view(x)],
            [__rt::Num::from(factor), __rt::Num::from(step)],
            [__rt::fuse::Outcome::Each],
            || {
                let v8 = __rt::Ndarray::multiply(x, __rt::Num::from(factor))
                    .at(&__SITES[13])?;
                let v12 = __rt::Ndarray::add(&v8, __rt::Num::from(step))
                    .at(&__SITES[14])?;
                ::core::result::Result::Ok([v12])
            },
        )
        .at(&__SITES[15])?;
    ::core::result::Result::Ok(v9)
}

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
    __rt::entry::dims::<2usize>(&__SIGNATURE, &[&__rt::Ndarray::sizes(x)])?;
    let factor: f64 = __rt::host_result(text.trim().parse())?;
    let Some(extra) = extra else {
        return ::core::result::Result::Ok(x * factor);
    };
    let rows = __rt::Ndarray::dim(x, 0).at(&__SITES[0])?;
    let v1 = __rt::Ndarray::abs(x).at(&__SITES[1])?;
    let v2 = __rt::Ndarray::max(&v1, __rt::Axes::All, false).at(&__SITES[2])?;
    let largest = __rt::Ndarray::item(&v2).at(&__SITES[3])?.to_f64();
    let step = match rows {
        0 => 1.0,
        _ => extra / rows as f64,
    };
    debug_assert!(step >= 0.0, "step {step}");
    if largest > 1.0 && __rt::Ndarray::sizes(x).len() == 2 {
        let v3 = __rt::Ndarray::divide(x, __rt::Num::from(largest)).at(&__SITES[4])?;
        let v4 = __rt::Ndarray::multiply(&v3, __rt::Num::from(step)).at(&__SITES[5])?;
        return ::core::result::Result::Ok(
            __rt::Ndarray::finished::<__rt::R2, _>(v4).at(&__SITES[6])?,
        );
    }
    let v5 = __rt::Ndarray::multiply(x, __rt::Num::from(factor)).at(&__SITES[7])?;
    let v6 = __rt::Ndarray::add(&v5, __rt::Num::from(step)).at(&__SITES[8])?;
    ::core::result::Result::Ok(
        __rt::Ndarray::finished::<__rt::R2, _>(v6).at(&__SITES[9])?,
    )
}

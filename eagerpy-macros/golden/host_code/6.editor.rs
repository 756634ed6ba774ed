#[cfg(rust_analyzer)]
fn __copy(
    x: ::eagerpy::Tensor,
    text: &str,
    extra: Option<f64>,
) -> ::eagerpy::Result<::eagerpy::Tensor> {
    let N: usize = ::core::default::Default::default();
    let D: usize = ::core::default::Default::default();
    ::core::result::Result::Ok({
        let factor: f64 = ::eagerpy::__private::host_result(text.trim().parse())?;
        if let Some(least) = extra {
            if factor < least {
                return ::core::result::Result::Ok(x * least);
            }
        }
        let rows = usize::max(x.dim(0), 1);
        let finite = !x.isnan().any(::eagerpy::Axes::All, false).item().__bool();
        let largest = x.abs().max(::eagerpy::Axes::All, false).item();
        let step = match rows {
            1 => 1.0,
            _ => extra.unwrap_or(1.0) / rows as f64,
        };
        debug_assert!(step >= 0.0, "step {step}");
        if largest > 1.0 && finite && -(x.dim(1) as i64) < -1 {
            return ::core::result::Result::Ok(x / largest * step);
        }
        x * factor + step
    })
}

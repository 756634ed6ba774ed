#[cfg(rust_analyzer)]
fn __copy(
    x: ::eagerpy::Tensor,
    least: f64,
    text: &str,
) -> ::core::result::Result<::eagerpy::Tensor, crate::Failure> {
    let N: usize = ::core::default::Default::default();
    ::core::result::Result::Ok({
        let lowest = x.min(::eagerpy::Axes::All, false).item();
        if lowest < least {
            return Err(crate::Failure::Low(lowest));
        }
        let by: f64 = ::eagerpy::__private::host_result(text.parse())?;
        (x - least).sqrt() * by
    })
}

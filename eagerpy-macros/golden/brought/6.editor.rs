#[cfg(rust_analyzer)]
fn __copy(
    y: ::eagerpy::Tensor,
    time: f64,
    step: f64,
    slope: impl Fn(::eagerpy::Tensor, f64) -> ::eagerpy::Tensor,
) -> ::eagerpy::Result<::eagerpy::Tensor> {
    let N: usize = ::core::default::Default::default();
    ::core::result::Result::Ok({
        let first = slope(y, time);
        let second = slope(y + first * step, time + step);
        y + (first + second) * (step / 2.0)
    })
}

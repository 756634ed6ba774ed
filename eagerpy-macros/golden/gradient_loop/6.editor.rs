#[cfg(rust_analyzer)]
fn __copy(
    x: ::eagerpy::Tensor,
    u: ::eagerpy::Tensor,
    least: f64,
) -> ::eagerpy::Result<::eagerpy::Tensor> {
    let T: usize = ::core::default::Default::default();
    let D: usize = ::core::default::Default::default();
    ::core::result::Result::Ok({
        let mut h = x[0];
        for t in 1..T {
            h = (h.matmul(&u) + x[t]).tanh();
            if h.square().sum(::eagerpy::Axes::All, false).item() < least {
                break;
            }
        }
        h.square().sum(::eagerpy::Axes::All, false)
    })
}

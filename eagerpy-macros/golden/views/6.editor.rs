#[cfg(rust_analyzer)]
fn __copy(
    x: ::eagerpy::Tensor,
    up: bool,
) -> ::eagerpy::Result<(::eagerpy::Tensor, ::eagerpy::Tensor, f64)> {
    let N: usize = ::core::default::Default::default();
    let D: usize = ::core::default::Default::default();
    ::core::result::Result::Ok({
        let y = x.exp();
        let (a, b) = if up {
            let t = y.tanh();
            (t, t.transpose(::core::option::Option::None))
        } else {
            (y, y.transpose(::core::option::Option::None))
        };
        (
            a,
            b.flatten(0, -1),
            a.sum(::eagerpy::Axes::All, false).item()
                + y.max(::eagerpy::Axes::All, false).item(),
        )
    })
}

#[cfg(rust_analyzer)]
fn __copy(
    x: ::eagerpy::Tensor,
    kind: u8,
    scale: f64,
) -> ::eagerpy::Result<::eagerpy::Tensor> {
    let N: usize = ::core::default::Default::default();
    ::core::result::Result::Ok({
        let mut y = if kind == 0 { x.relu() } else if kind == 1 { x.tanh() } else { x };
        if scale != 1.0 {
            y = y * scale;
        }
        y
    })
}

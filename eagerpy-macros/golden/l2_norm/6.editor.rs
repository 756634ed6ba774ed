#[cfg(rust_analyzer)]
fn __copy(x: ::eagerpy::Tensor) -> ::eagerpy::Result<::eagerpy::Tensor> {
    ::core::result::Result::Ok({ x.square().sum(::eagerpy::Axes::All, false).sqrt() })
}

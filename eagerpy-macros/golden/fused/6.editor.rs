#[cfg(rust_analyzer)]
fn __copy(x: ::eagerpy::Tensor, scale: f64) -> ::eagerpy::Result<::eagerpy::Tensor> {
    let N: usize = ::core::default::Default::default();
    let D: usize = ::core::default::Default::default();
    ::core::result::Result::Ok({
        let centred = x - x.mean(::core::convert::Into::into(1), true);
        let variance = centred.square().mean(::core::convert::Into::into(1), true);
        let spread = (variance + 1e-5).sqrt();
        centred / spread * scale
    })
}

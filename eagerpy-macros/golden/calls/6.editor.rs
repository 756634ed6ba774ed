#[cfg(rust_analyzer)]
fn __copy(x: ::eagerpy::Tensor, seed: u64) -> ::eagerpy::Result<::eagerpy::Tensor> {
    let N: usize = ::core::default::Default::default();
    let D: usize = ::core::default::Default::default();
    ::core::result::Result::Ok({
        let norm = l2_norm::__editor(x);
        let (mean, spread) = stats::moments::__editor(x, 0);
        let noise: ::eagerpy::Tensor = noise_like::__editor(x, seed);
        let clean = (x - mean) / spread;
        clean / norm + noise
    })
}

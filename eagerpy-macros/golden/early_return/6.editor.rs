#[cfg(rust_analyzer)]
fn __copy(
    x: ::eagerpy::Tensor,
    normalize: bool,
) -> ::eagerpy::Result<::eagerpy::Tensor> {
    let N: usize = ::core::default::Default::default();
    let D: usize = ::core::default::Default::default();
    ::core::result::Result::Ok({
        if N == 0 || !normalize {
            return ::core::result::Result::Ok(x);
        }
        let centered = x - x.mean(::core::convert::Into::into(0), false);
        let spread = centered
            .std(
                ::core::convert::Into::into(0),
                ::core::convert::Into::into(0f64),
                false,
            );
        if spread.min(::eagerpy::Axes::All, false).item() < 1e-6 {
            return ::core::result::Result::Ok(centered);
        }
        centered / spread
    })
}

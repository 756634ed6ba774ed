#[cfg(rust_analyzer)]
fn __copy(x: ::eagerpy::Tensor, width: usize) -> ::eagerpy::Result<::eagerpy::Tensor> {
    let N: usize = ::core::default::Default::default();
    let D: usize = ::core::default::Default::default();
    ::core::result::Result::Ok({
        let mut means: Vec<::eagerpy::Tensor> = Vec::new();
        for start in 0..(N + 1).saturating_sub(width) {
            means
                .push(
                    x[start..start + width].mean(::core::convert::Into::into(0), false),
                );
        }
        ::eagerpy::functions::stack(&means, 0)
    })
}

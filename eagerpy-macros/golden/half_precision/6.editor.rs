#[cfg(rust_analyzer)]
fn __copy(
    x: ::eagerpy::Tensor,
    w: ::eagerpy::Tensor,
    scale: ::eagerpy::Tensor,
) -> ::eagerpy::Result<(::eagerpy::Tensor, ::eagerpy::Tensor)> {
    let N: usize = ::core::default::Default::default();
    let D: usize = ::core::default::Default::default();
    let C: usize = ::core::default::Default::default();
    ::core::result::Result::Ok({
        let y = x.matmul(&w.astype(::core::option::Option::Some(::eagerpy::DType::F16)))
            * scale;
        let shift = ::eagerpy::functions::zeros(
            ::core::convert::Into::into(C),
            ::core::option::Option::Some(::eagerpy::DType::BF16),
        );
        (
            y,
            y
                .astype(::core::option::Option::Some(::eagerpy::DType::F32))
                .mean(::core::convert::Into::into(0), false)
                + shift.astype(::core::option::Option::Some(::eagerpy::DType::F32)),
        )
    })
}

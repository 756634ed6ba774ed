#[cfg(rust_analyzer)]
fn __copy(
    q: ::eagerpy::Tensor,
    k: ::eagerpy::Tensor,
    v: ::eagerpy::Tensor,
    causal: bool,
) -> ::eagerpy::Result<::eagerpy::Tensor> {
    let B: usize = ::core::default::Default::default();
    let T: usize = ::core::default::Default::default();
    let D: usize = ::core::default::Default::default();
    let S: usize = ::core::default::Default::default();
    let E: usize = ::core::default::Default::default();
    ::core::result::Result::Ok({
        let scale = 1.0 / (D as f64).sqrt();
        let mut scores = q.matmul(&k.swapaxes(1, 2)) * scale;
        if causal {
            let row = ::eagerpy::functions::arange(
                    ::core::convert::Into::into(T),
                    ::core::option::Option::None,
                    ::core::convert::Into::into(1i64),
                    ::core::option::Option::Some(::eagerpy::DType::I64),
                )
                .expand_dims(::core::convert::Into::into(1));
            let column = ::eagerpy::functions::arange(
                    ::core::convert::Into::into(S),
                    ::core::option::Option::None,
                    ::core::convert::Into::into(1i64),
                    ::core::option::Option::Some(::eagerpy::DType::I64),
                )
                .expand_dims(::core::convert::Into::into(0));
            scores = ::eagerpy::functions::where_(
                &column.less_equal(row),
                scores,
                f64::NEG_INFINITY,
            );
        }
        scores.softmax(-1).matmul(&v)
    })
}

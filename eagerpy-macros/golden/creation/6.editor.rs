#[cfg(rust_analyzer)]
fn __copy(
    x: ::eagerpy::Tensor,
    classes: ::eagerpy::Tensor,
) -> ::eagerpy::Result<::eagerpy::Tensor> {
    let N: usize = ::core::default::Default::default();
    let D: usize = ::core::default::Default::default();
    ::core::result::Result::Ok({
        let weights = ::eagerpy::functions::normal(
            ::core::convert::Into::into([::eagerpy::__private::int(D), 4]),
            ::core::convert::Into::into(0f64),
            ::core::convert::Into::into(0.1),
            7,
            ::core::option::Option::None,
        );
        let bias = ::eagerpy::functions::zeros(
            ::core::convert::Into::into(4),
            ::core::option::Option::None,
        );
        let mask = ::eagerpy::functions::eye(
                ::eagerpy::__private::int(N) as usize,
                ::core::option::Option::Some(4),
                1,
                ::core::option::Option::None,
            )
            .greater(0.0);
        let hot = classes.one_hot(4, ::core::option::Option::None);
        let steps = ::eagerpy::functions::arange(
            ::core::convert::Into::into(0.0),
            ::core::option::Option::Some(::core::convert::Into::into(1.0)),
            ::core::convert::Into::into(0.25),
            ::core::option::Option::None,
        );
        let logits = x.matmul(&weights) + bias + steps;
        ::eagerpy::functions::where_(
            &mask,
            logits,
            ::eagerpy::functions::full(
                ::core::convert::Into::into([0_i64; 0]),
                ::core::convert::Into::into(-1e9),
                ::core::option::Option::None,
            ),
        ) * hot + ::eagerpy::functions::ones_like(&logits)
    })
}

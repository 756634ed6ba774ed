#[cfg(rust_analyzer)]
fn __copy(
    a: ::eagerpy::Tensor,
    b: ::eagerpy::Tensor,
    w: ::eagerpy::Tensor,
) -> ::eagerpy::Result<::eagerpy::Tensor> {
    let N: usize = ::core::default::Default::default();
    let D: usize = ::core::default::Default::default();
    let M: usize = ::core::default::Default::default();
    let K: usize = ::core::default::Default::default();
    ::core::result::Result::Ok({
        let both = ::eagerpy::functions::concatenate(&[a, b], 0);
        let padded = both
            .pad(
                &[(0, 0), (1, ::eagerpy::__private::int(D - 1) as usize)],
                "constant",
                ::core::convert::Into::into(0i64),
            );
        let halves = padded
            .reshape(
                ::core::convert::Into::into([::eagerpy::__private::int((N + M) * D), 2]),
            );
        let rows = halves.matmul(&w);
        let stacked = ::eagerpy::functions::stack(&[rows, rows * 2.0], 1);
        let flat = stacked.flatten(0, 1);
        let again = flat
            .reshape(
                ::core::convert::Into::into([
                    ::eagerpy::__private::int(N + M),
                    -1,
                    ::eagerpy::__private::int(K),
                ]),
            );
        again.mean(::core::convert::Into::into([0, 1]), false) * (N * 2 + M) as f64
    })
}

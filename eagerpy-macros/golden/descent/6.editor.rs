#[cfg(rust_analyzer)]
fn __copy(
    a: ::eagerpy::Tensor,
    y: ::eagerpy::Tensor,
    start: ::eagerpy::Tensor,
    rounds: usize,
    rate: f64,
) -> ::eagerpy::Result<::eagerpy::Tensor> {
    let N: usize = ::core::default::Default::default();
    let D: usize = ::core::default::Default::default();
    ::core::result::Result::Ok({
        let mut x = start;
        let mut speed = ::eagerpy::functions::zeros_like(&start);
        for _ in 0..rounds {
            let residual = a.matmul(&x) - y;
            let gradient = a.transpose(::core::option::Option::None).matmul(&residual)
                * (2.0 / N as f64);
            speed = speed * 0.9 - gradient * rate;
            x += speed;
        }
        x
    })
}

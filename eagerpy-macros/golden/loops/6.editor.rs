#[cfg(rust_analyzer)]
fn __copy(
    x: ::eagerpy::Tensor,
    weights: &[f64],
    rounds: usize,
) -> ::eagerpy::Result<(::eagerpy::Tensor, ::eagerpy::Tensor)> {
    let N: usize = ::core::default::Default::default();
    ::core::result::Result::Ok({
        let mut sum = x * 0.0;
        let mut power = x;
        let mut norm = x.l2(::eagerpy::Axes::All, false);
        for (i, &weight) in weights.iter().enumerate() {
            for _ in 0..rounds {
                power = power.matmul(&x);
            }
            if i % 2 == 0 {
                sum += power * weight;
            } else {
                sum -= power.transpose(::core::option::Option::None) * weight;
                norm = sum.l2(::eagerpy::Axes::All, false);
            }
        }
        (sum, norm)
    })
}

#[cfg(rust_analyzer)]
fn __copy(
    a: ::eagerpy::Tensor,
    start: ::eagerpy::Tensor,
    tolerance: f64,
) -> ::eagerpy::Result<(::eagerpy::Tensor, usize)> {
    let N: usize = ::core::default::Default::default();
    ::core::result::Result::Ok({
        let mut v = start / start.l2(::eagerpy::Axes::All, false);
        let mut rounds = 0;
        while (a.matmul(&v) - v * v.dot(&a.matmul(&v)))
            .l2(::eagerpy::Axes::All, false)
            .item() > tolerance
        {
            let next = a.matmul(&v);
            v = next / next.l2(::eagerpy::Axes::All, false);
            rounds += 1;
        }
        (v.dot(&a.matmul(&v)), rounds)
    })
}

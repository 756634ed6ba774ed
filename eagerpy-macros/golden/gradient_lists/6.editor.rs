#[cfg(rust_analyzer)]
fn __copy(
    x: ::eagerpy::Tensor,
    layers: ::std::vec::Vec<::eagerpy::Tensor>,
    bias: Option<::eagerpy::Tensor>,
) -> ::eagerpy::Result<::eagerpy::Tensor> {
    let N: usize = ::core::default::Default::default();
    let D: usize = ::core::default::Default::default();
    ::core::result::Result::Ok({
        let mut seen = vec![x];
        for w in layers.iter().__each() {
            let mut h = seen[::eagerpy::__private::int(-1) as usize].matmul(&w);
            if let Some(b) = bias {
                h = h + b;
            }
            seen.push(h.tanh());
        }
        seen[0] = x * 0.5;
        seen.pop();
        ::eagerpy::functions::stack(&seen, 0).square().mean(::eagerpy::Axes::All, false)
    })
}

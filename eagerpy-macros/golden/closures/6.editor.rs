#[cfg(rust_analyzer)]
fn __copy(
    x: ::eagerpy::Tensor,
    w: ::eagerpy::Tensor,
    rounds: usize,
) -> ::eagerpy::Result<::eagerpy::Tensor> {
    let N: usize = ::core::default::Default::default();
    ::core::result::Result::Ok({
        let start = iterate::__editor(halved::__editor, x, 2);
        iterate::__editor(
            |v| {
                let next = v * w + start;
                if next.max(::eagerpy::Axes::All, false).item() > 10.0 {
                    start
                } else {
                    next
                }
            },
            start,
            rounds,
        )
    })
}

#[cfg(rust_analyzer)]
fn __copy(
    x: ::eagerpy::Tensor,
    rows: ::eagerpy::Tensor,
    i: usize,
) -> ::eagerpy::Result<::eagerpy::Tensor> {
    let N: usize = ::core::default::Default::default();
    let K: usize = ::core::default::Default::default();
    ::core::result::Result::Ok({
        let first = x[0];
        let last = x[(.., -1)];
        let one = x[(i, i + 1)];
        let every = x[(.., ::eagerpy::__private::editor::Stepped(1..5, 2))];
        let wide = x[(NewAxis, ..2, ..)];
        let picked = x[rows];
        let crossed = x[(rows, 2)];
        let rest = x[(Ellipsis, 3..)];
        let chosen = x[x.greater(0.0)];
        let filled = x.index_update((rows, 2), 0.0);
        let sums = chosen.sum(::eagerpy::Axes::All, false)
            + filled.sum(::eagerpy::Axes::All, false)
            + every.sum(::eagerpy::Axes::All, false)
            + last.sum(::eagerpy::Axes::All, false) + one
            + wide.sum(::eagerpy::Axes::All, false)
            + crossed.sum(::eagerpy::Axes::All, false)
            + rest.sum(::eagerpy::Axes::All, false);
        picked + first + sums
    })
}

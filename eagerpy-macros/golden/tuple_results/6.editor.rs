#[cfg(rust_analyzer)]
fn __copy(
    x: ::eagerpy::Tensor,
    k: usize,
    up: bool,
) -> ::eagerpy::Result<(::eagerpy::Tensor, ::eagerpy::Tensor, usize)> {
    let N: usize = ::core::default::Default::default();
    let C: usize = ::core::default::Default::default();
    ::core::result::Result::Ok({
        let (values, places) = x.topk(::eagerpy::__private::int(k) as usize, -1, true);
        let (low, high) = if up {
            (x.min(::eagerpy::Axes::All, false), values.max(::eagerpy::Axes::All, false))
        } else {
            (values.min(::eagerpy::Axes::All, false), x.max(::eagerpy::Axes::All, false))
        };
        let pair = (values - low, high);
        (pair.0 / pair.1, places, k * N)
    })
}

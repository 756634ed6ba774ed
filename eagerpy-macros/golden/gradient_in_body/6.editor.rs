#[cfg(rust_analyzer)]
fn __copy(
    x: ::eagerpy::Tensor,
    w: ::eagerpy::Tensor,
    rate: f64,
) -> ::eagerpy::Result<(::eagerpy::Tensor, ::eagerpy::Tensor)> {
    let N: usize = ::core::default::Default::default();
    ::core::result::Result::Ok({
        let y = x * 2.0;
        let (loss, dw) = (
            {
                let w = w;
                (y * w).tanh().sum(::eagerpy::Axes::All, false)
            },
            w,
        );
        let bend = {
            let _ = {
                let w = w;
                {
                    let _ = {
                        let w = w;
                        (y * w).exp().sum(::eagerpy::Axes::All, false)
                    };
                    w
                }
                    .sum(::eagerpy::Axes::All, false)
            };
            w
        };
        (loss, w - ::eagerpy::__private::editor::num(rate) * dw / bend)
    })
}

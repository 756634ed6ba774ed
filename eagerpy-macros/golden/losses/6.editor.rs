#[cfg(rust_analyzer)]
fn __copy(
    loss: Loss<::eagerpy::__private::editor::AnyBackend>,
    guess: ::eagerpy::Tensor,
    truth: ::eagerpy::Tensor,
) -> ::eagerpy::Result<::eagerpy::Tensor> {
    let C: usize = ::core::default::Default::default();
    let N: usize = ::core::default::Default::default();
    ::core::result::Result::Ok({
        let error = (guess - truth).abs();
        let each = match loss.__within() {
            Loss::Squared => error * error,
            Loss::Huber { delta } => {
                let near = error.minimum(*delta);
                near * (error - near * 0.5)
            }
            Loss::Weighted(weights) => {
                let weights = weights.__same();
                error * weights
            }
        };
        each.mean(::core::convert::Into::into(1), false)
    })
}

#[cfg(rust_analyzer)]
fn __copy(
    x: ::eagerpy::Tensor,
    w: ::eagerpy::Tensor,
    bias: Option<::eagerpy::Tensor>,
    mask: Option<::eagerpy::Tensor>,
) -> ::eagerpy::Result<::eagerpy::Tensor> {
    let N: usize = ::core::default::Default::default();
    let D: usize = ::core::default::Default::default();
    let C: usize = ::core::default::Default::default();
    ::core::result::Result::Ok({
        let y = x.matmul(&w);
        let y = if let Some(bias) = bias { y + bias } else { y };
        match mask {
            Some(mask) => {
                y
                    * mask
                        .astype(::core::option::Option::None)
                        .expand_dims(::core::convert::Into::into(1))
            }
            None => y,
        }
    })
}

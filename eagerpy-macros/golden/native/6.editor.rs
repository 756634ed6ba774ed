#[cfg(rust_analyzer)]
fn __copy(x: ::eagerpy::Tensor, scale: f32) -> ::eagerpy::Result<::eagerpy::Tensor> {
    let N: usize = ::core::default::Default::default();
    ::core::result::Result::Ok({
        let y = x * 0.5;
        let z: ::eagerpy::Tensor = (y * 1.128).tanh();
        z + 1.0
    })
}

#[cfg(rust_analyzer)]
fn __copy(x: ::eagerpy::Tensor) -> ::eagerpy::Result<::eagerpy::Tensor> {
    let N: usize = ::core::default::Default::default();
    ::core::result::Result::Ok({
        let x = x * 2.0;
        let y = {
            let x = x.exp();
            let x = x + 1.0;
            x.log()
        };
        let mut x_2 = x - y;
        let v9 = x_2.abs().sqrt();
        x_2 = x_2 + v9;
        let x = x_2 * x;
        let r#type = x.sin() + v9.cos();
        x + r#type
    })
}

#[cfg(rust_analyzer)]
fn __copy(
    x: ::eagerpy::Tensor,
    y: ::eagerpy::Tensor,
    low: f64,
) -> ::eagerpy::Result<::eagerpy::Tensor> {
    let N: usize = ::core::default::Default::default();
    ::core::result::Result::Ok({
        let larger = ::eagerpy::functions::where_(&x.greater(y), x, y);
        let kept = ::eagerpy::functions::where_(
            &(!(larger.less(low)) & (x.not_equal(y))),
            larger,
            0.0,
        );
        let sign = ::eagerpy::functions::where_(&kept.greater_equal(0.0), 1.0, -1.0);
        kept * sign
    })
}

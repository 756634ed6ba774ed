/// Host code between the tensors: `?`, `match`, macros, and questions to tensors.
#[agnostic]
pub fn host_code(x: &Tensor<_, N, D>, text: &str, extra: Option<f64>) -> Tensor<_, N, D> {
    let factor: f64 = text.trim().parse()?;
    if let Some(least) = extra {
        if factor < least {
            return x * least;
        }
    }
    let rows = x.dim(0);
    let largest = x.abs().max().item();
    let step = match rows {
        0 => 1.0,
        _ => extra.unwrap_or(1.0) / rows as f64,
    };
    debug_assert!(step >= 0.0, "step {step}");
    if largest > 1.0 && x.ndim() == 2 {
        return x / largest * step;
    }
    x * factor + step
}

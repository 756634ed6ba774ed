/// Host code between the tensors: `?`, `match`, macros, and questions to tensors.
#[agnostic]
pub fn host_code(x: &Tensor<_, N, D>, text: &str, extra: Option<f64>) -> Tensor<_, N, D> {
    let factor: f64 = text.trim().parse()?;
    if let Some(least) = extra {
        if factor < least {
            return x * least;
        }
    }
    let rows = usize::max(x.dim(0), 1);
    let finite = !x.isnan().any().item();
    let largest = x.abs().max().item();
    let step = match rows {
        1 => 1.0,
        _ => extra.unwrap_or(1.0) / rows as f64,
    };
    debug_assert!(step >= 0.0, "step {step}");
    if largest > 1.0 && finite && -(x.dim(1) as i64) < -1 {
        return x / largest * step;
    }
    x * factor + step
}

/// An error of the user's own.
#[agnostic]
pub fn own_error(x: &Tensor<_, N>, least: f64, text: &str) -> Result<Tensor<_, N>, crate::Failure> {
    let lowest = x.min().item();
    if lowest < least {
        return Err(crate::Failure::Low(lowest));
    }
    let by: f64 = text.parse()?;
    Ok((x - least).sqrt() * by)
}

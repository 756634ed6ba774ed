//! Shapes of operations on vectors and matrices, as the table writes them: `(..., n, k), (..., k, m) -> (..., n, m)`.
//!
//! A name is one size wherever it stands. `...` are leading axes, which broadcast together; where it does not stand,
//! the rank is the number of names. A name that stands on the right side only is a size that the operation finds;
//! `m|n` is the smaller one of two.
//! The notation is that of NumPy's generalised universal functions, with the leading axes written out.

use smallvec::SmallVec;

use crate::error::{Error, Result};
use crate::shape::{self, Shape};

/// One tensor of a signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operand<'s> {
    /// Are there leading axes?
    pub lead: bool,
    /// The names of the axes behind them.
    pub names: SmallVec<[&'s str; 4]>,
}

/// A signature, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature<'s> {
    /// The tensors that the operation takes.
    pub inputs: SmallVec<[Operand<'s>; 2]>,
    /// The tensors that it gives.
    pub outputs: SmallVec<[Operand<'s>; 2]>,
}

impl<'s> Signature<'s> {
    /// Reads a signature of the table, which a test holds to the notation.
    pub fn read(text: &'s str) -> Signature<'s> {
        let (inputs, outputs) = text.split_once("->").unwrap_or((text, ""));
        Signature {
            inputs: operands(inputs),
            outputs: operands(outputs),
        }
    }

    /// What the axes of an operand must be, in words: `(..., n, n)`.
    pub fn show(operand: &Operand<'_>) -> String {
        let lead = operand.lead.then_some("...");
        let names: Vec<&str> = lead
            .into_iter()
            .chain(operand.names.iter().copied())
            .collect();
        format!("({})", names.join(", "))
    }
}

fn operands(text: &str) -> SmallVec<[Operand<'_>; 2]> {
    text.split(')')
        .filter_map(|part| part.split_once('(').map(|(_, inside)| inside))
        .map(|inside| {
            let names = inside
                .split(',')
                .map(str::trim)
                .filter(|name| !name.is_empty());
            Operand {
                lead: inside.contains("..."),
                names: names.filter(|name| *name != "...").collect(),
            }
        })
        .collect()
}

/// Holds tensors to a signature.
///
/// # Errors
/// [`Shape`](crate::ErrorKind::Shape) if a rank is another, a name has two sizes, or leading axes do not broadcast.
pub fn check(text: &str, shapes: &[Shape]) -> Result<()> {
    let signature = Signature::read(text);
    let mut sizes: SmallVec<[(&str, usize); 4]> = SmallVec::new();
    let mut lead: Option<Shape> = None;
    for (operand, shape) in signature.inputs.iter().zip(shapes) {
        let fail = || Error::shape(format!("takes {}, not {shape:?}", Signature::show(operand)));
        let rest = shape
            .len()
            .checked_sub(operand.names.len())
            .ok_or_else(fail)?;
        if rest > 0 && !operand.lead {
            return Err(fail());
        }
        let (before, core) = shape.split_at(rest);
        for (&name, &size) in operand.names.iter().zip(core) {
            match sizes.iter().find(|(known, _)| *known == name) {
                Some(&(_, known)) if known != size => {
                    return Err(Error::shape(format!(
                        "takes {}: `{name}` is {known} and {size} in {shapes:?}",
                        signature
                            .inputs
                            .iter()
                            .map(Signature::show)
                            .collect::<Vec<_>>()
                            .join(" and ")
                    )));
                }
                Some(_) => {}
                None => sizes.push((name, size)),
            }
        }
        lead = Some(match lead {
            Some(lead) => shape::broadcast(&lead, before)?,
            None => Shape::from_slice(before),
        });
    }
    Ok(())
}

/// Of a system of equations with a vector on the right, and with matrices.
pub const SYSTEM: [&str; 2] = [
    "(..., n, n), (n) -> (..., n)",
    "(..., n, n), (..., n, k) -> (..., n, k)",
];

/// Holds both sides of a system of equations to their sizes. A right side of one axis is a vector, any other holds
/// matrices (NumPy 2).
///
/// # Errors
/// As [`check`].
pub fn check_system(shapes: &[Shape]) -> Result<()> {
    let [vector, matrices] = SYSTEM;
    match shapes {
        [_, right] if right.len() == 1 => check(vector, shapes),
        _ => check(matrices, shapes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ops::{ShapeRule, TABLE};

    fn shape(sizes: &[usize]) -> Shape {
        Shape::from_slice(sizes)
    }

    #[test]
    fn names_are_one_size() {
        let product = "(..., n, k), (..., k, m) -> (..., n, m)";
        assert!(check(product, &[shape(&[2, 3]), shape(&[3, 4])]).is_ok());
        assert!(check(product, &[shape(&[5, 1, 2, 3]), shape(&[7, 3, 4])]).is_ok());
        assert!(check(product, &[shape(&[2, 3]), shape(&[4, 4])]).is_err());
        assert!(check(product, &[shape(&[5, 2, 3]), shape(&[7, 3, 4])]).is_err());
        assert!(check(product, &[shape(&[3]), shape(&[3, 4])]).is_err());
        assert!(check("(n), (m) -> (n, m)", &[shape(&[1, 3]), shape(&[4])]).is_err());
        assert!(check("(..., n, n) -> (...)", &[shape(&[3, 2])]).is_err());
        assert!(check("(..., n, n) -> (...)", &[shape(&[0, 0])]).is_ok());
    }

    #[test]
    fn the_table_keeps_the_notation() {
        for op in TABLE {
            let ShapeRule::Core(text) = op.shape else {
                continue;
            };
            let signature = Signature::read(text);
            let show = |list: &[Operand<'_>]| {
                list.iter()
                    .map(Signature::show)
                    .collect::<Vec<_>>()
                    .join(", ")
            };
            let again = format!(
                "{} -> {}",
                show(&signature.inputs),
                show(&signature.outputs)
            );
            assert_eq!(again, text, "{}", op.name);
            let tensors = op.params.iter().filter(|p| p.kind.is_tensor()).count();
            assert_eq!(signature.inputs.len(), tensors, "{}", op.name);
        }
    }
}

//! Shapes of operations on vectors and matrices, by the signature in the table.

use eagerpy_runtime::ops::core::{Operand, Signature};

use super::super::Checker;
use super::super::dim::Dim;
use super::super::hir::Node;
use super::super::ty::Shape;
use super::{Call, broadcast, tensor_of};
use crate::diag::{Code, Diagnostic};

/// A size under a name: what it is, and the argument that says so.
struct Named<'s> {
    name: &'s str,
    size: Dim,
    place: usize,
}

/// The smaller one of two sizes, where it is known.
fn smaller(a: &Dim, b: &Dim) -> Dim {
    match (a.known(), b.known()) {
        (Some(a), Some(b)) => Dim::size(a.min(b)),
        // No size is smaller.
        (Some(0), _) | (_, Some(0)) => Dim::size(0),
        _ if a.equals(b) == Some(true) => a.clone(),
        _ => Dim::Unknown,
    }
}

impl Checker<'_> {
    /// The shapes of the results of `(..., n, k), (..., k, m) -> (..., n, m)`.
    pub(super) fn core(&mut self, call: &Call<'_>, text: &'static str) -> Option<Vec<Shape>> {
        let signature = Signature::read(text);
        let mut named: Vec<Named<'_>> = Vec::new();
        // Leading axes, as far as all tensors are known.
        let mut lead: Option<Shape> = Some(Shape::scalar());
        let mut good = true;
        for (place, operand) in signature.inputs.iter().enumerate() {
            let Some(node) = call.node(place) else {
                lead = None;
                continue;
            };
            let shape = tensor_of(node).shape;
            let Some((before, dims)) = self.split(call, node, operand, &shape, &mut good) else {
                lead = None;
                continue;
            };
            for (&name, dim) in operand.names.iter().zip(&dims) {
                let Some(known) = named.iter_mut().find(|n| n.name == name) else {
                    let size = dim.clone();
                    named.push(Named { name, size, place });
                    continue;
                };
                if known.size.equals(dim) == Some(false) {
                    let (first, other) = (known.size.clone(), known.place);
                    self.sizes_differ(call, operand, &first, dim, (other, place));
                    good = false;
                } else if known.size == Dim::Unknown {
                    known.size = dim.clone();
                }
            }
            lead = match (lead, before) {
                (Some(lead), Some(before)) => {
                    match broadcast(&lead, &before) {
                        Ok(both) => Some(both),
                        Err((a, b, _)) => {
                            let facts = self.facts_at(call, &[&a, &b]);
                            let (a, b) = (a.show(&self.names), b.show(&self.names));
                            let name = call.op.name;
                            self.push(
                            Diagnostic::new(
                                Code::E206,
                                call.place,
                                format!("`{name}`: leading dimensions do not broadcast: `{a}` and `{b}`"),
                            )
                            .facts(facts)
                            .help("all axes before the last ones must be equal or 1"),
                        );
                            good = false;
                            None
                        }
                    }
                }
                _ => None,
            };
        }
        let size = |name: &str| {
            let known = |name: &str| {
                let known = named.iter().find(|n| n.name == name);
                known.map_or(Dim::Unknown, |n| n.size.clone())
            };
            match name.split_once('|') {
                Some((a, b)) => smaller(&known(a), &known(b)),
                None => known(name),
            }
        };
        let outputs = signature.outputs.iter().map(|operand| {
            let dims = operand.names.iter().map(|name| size(name));
            if !operand.lead {
                return Shape::Ranked(dims.collect());
            }
            match &lead {
                Some(Shape::Ranked(before)) => {
                    Shape::Ranked(before.iter().cloned().chain(dims).collect())
                }
                Some(Shape::Led { lead, tail }) => Shape::Led {
                    lead: *lead,
                    tail: tail.iter().cloned().chain(dims).collect(),
                },
                _ => Shape::Unknown,
            }
        });
        let outputs = outputs.collect();
        good.then_some(outputs)
    }

    /// The leading axes of a tensor (where they are known) and the others; `None` where its rank is not known.
    fn split(
        &mut self,
        call: &Call<'_>,
        node: &Node,
        operand: &Operand<'_>,
        shape: &Shape,
        good: &mut bool,
    ) -> Option<(Option<Shape>, Vec<Dim>)> {
        let count = operand.names.len();
        if let Shape::Led { lead, tail } = shape
            && operand.lead
        {
            let at = tail.len().checked_sub(count)?;
            let (before, dims) = tail.split_at(at);
            let before = Shape::Led {
                lead: *lead,
                tail: before.to_vec(),
            };
            return Some((Some(before), dims.to_vec()));
        }
        let dims = shape.dims()?;
        let rest = dims.len().checked_sub(count);
        match rest {
            Some(rest) if rest == 0 || operand.lead => {
                let (before, dims) = dims.split_at(rest);
                Some((Some(Shape::Ranked(before.to_vec())), dims.to_vec()))
            }
            _ => {
                let fact = self.described(node);
                let wanted = Signature::show(operand);
                let help = match (operand.lead, count) {
                    (true, 1) => "it needs at least one axis".to_owned(),
                    (true, n) => format!("it needs at least {n} axes"),
                    (false, 1) => "it needs one axis".to_owned(),
                    (false, n) => format!("it needs {n} axes"),
                };
                self.push(
                    Diagnostic::new(
                        Code::E208,
                        call.place,
                        format!("`{}` takes {wanted}", call.op.name),
                    )
                    .fact(fact)
                    .help(help),
                );
                *good = false;
                None
            }
        }
    }

    fn sizes_differ(
        &mut self,
        call: &Call<'_>,
        operand: &Operand<'_>,
        first: &Dim,
        other: &Dim,
        places: (usize, usize),
    ) {
        let (a, b) = (first.show(&self.names), other.show(&self.names));
        let name = call.op.name;
        let (text, help) = if places.0 == places.1 {
            let wanted = Signature::show(operand);
            (
                format!("`{name}` takes {wanted}: its sizes are `{a}` and `{b}`"),
                "give both axes one size",
            )
        } else {
            (
                format!("`{name}`: sizes differ: `{a}` and `{b}`"),
                "give both one dimension",
            )
        };
        let facts = self.facts_at(call, &[first, other]);
        self.push(
            Diagnostic::new(Code::E207, call.place, text)
                .facts(facts)
                .help(help),
        );
    }
}

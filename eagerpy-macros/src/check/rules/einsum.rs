//! Shape of an `einsum`, by its equation.

use eagerpy_runtime::ErrorKind;
use eagerpy_runtime::ops::einsum::{Equation, Fault, Label, leads_differ, two_sizes};

use super::super::Checker;
use super::super::dim::Dim;
use super::super::hir::{Arg, Node};
use super::super::ty::Shape;
use super::{Call, broadcast_dim, tensor_of};
use crate::diag::{Code, Diagnostic};

/// What is known of an axis.
struct Axis {
    label: Label,
    size: Dim,
    /// The tensor that says so.
    place: usize,
}

impl Checker<'_> {
    pub(super) fn einsum(&mut self, call: &Call<'_>) -> Option<Shape> {
        let nodes: Vec<&Node> = match call.arg("tensors") {
            Some(Arg::Tensors(nodes)) => nodes.iter().collect(),
            _ => return Some(Shape::Unknown),
        };
        let Some(text) = call.text("equation") else {
            return Some(Shape::Unknown);
        };
        let read = Equation::read(&text).and_then(|equation| {
            equation.operands(nodes.len())?;
            Ok(equation)
        });
        let equation = match read {
            Ok(equation) => equation,
            Err(fault) => return self.no_equation(call, Code::E218, fault, Vec::new()),
        };
        let mut axes: Vec<Axis> = Vec::new();
        // Leading axes, as far as all tensors with dots are known.
        let mut leads = Some(0);
        for (place, node) in nodes.iter().enumerate() {
            let dots = equation
                .inputs
                .get(place)
                .is_some_and(|term| term.dots.is_some());
            let shape = tensor_of(node).shape;
            let Some(dims) = shape.dims() else {
                if dots {
                    leads = None;
                }
                continue;
            };
            let labels = match equation.labels(place, dims.len()) {
                Ok(labels) => labels,
                Err(fault) => {
                    let fact = self.described(node);
                    return self.no_equation(call, Code::E208, fault, vec![fact]);
                }
            };
            if dots {
                let count = labels
                    .iter()
                    .filter(|l| matches!(l, Label::Lead(_)))
                    .count();
                leads = leads.map(|so_far: usize| so_far.max(count));
            }
            for (&label, dim) in labels.iter().zip(dims) {
                let Some(axis) = axes.iter_mut().find(|axis| axis.label == label) else {
                    let size = dim.clone();
                    axes.push(Axis { label, size, place });
                    continue;
                };
                let (first, known) = (axis.place, axis.size.clone());
                let both = match label {
                    Label::Letter(_) if known.equals(dim) == Some(false) => Err(()),
                    Label::Letter(_) if known == Dim::Unknown => Ok(dim.clone()),
                    Label::Letter(_) => Ok(known.clone()),
                    Label::Lead(_) => broadcast_dim(&known, dim),
                };
                match both {
                    Ok(size) => axis.size = size,
                    Err(()) => {
                        let (a, b) = (known.show(&self.names), dim.show(&self.names));
                        let (code, fault) = match label {
                            Label::Letter(letter) => (Code::E207, two_sizes(letter, &a, &b)),
                            Label::Lead(_) => (Code::E206, leads_differ(&a, &b)),
                        };
                        let mut places = vec![first, place];
                        places.dedup();
                        let about: Vec<&Node> = places
                            .iter()
                            .filter_map(|&at| nodes.get(at).copied())
                            .collect();
                        let facts = self.shape_facts(&[&known, dim], &about);
                        return self.no_equation(call, code, fault, facts);
                    }
                }
            }
        }
        if equation.output.dots.is_some() && leads.is_none() {
            return Some(Shape::Unknown);
        }
        let output = equation.output.labels(leads.unwrap_or(0));
        let size = |label: &Label| {
            let axis = axes.iter().find(|axis| axis.label == *label);
            axis.map_or(Dim::Unknown, |axis| axis.size.clone())
        };
        Some(Shape::Ranked(output.iter().map(size).collect()))
    }

    /// A wrong equation: told at its text.
    fn no_equation(
        &mut self,
        call: &Call<'_>,
        code: Code,
        fault: Fault,
        facts: Vec<String>,
    ) -> Option<Shape> {
        debug_assert!(matches!(fault.kind, ErrorKind::Value | ErrorKind::Shape));
        let place = match call.host("equation") {
            Some(text) => text.origin.tokens(),
            None => call.place,
        };
        let diagnostic = Diagnostic::new(code, place, format!("`einsum`: {}", fault.text));
        self.push(diagnostic.facts(facts).help(fault.help));
        None
    }
}

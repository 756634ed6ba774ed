//! Help lines for a value that does not fit its place: what to write there instead, in the user's own expression.

use super::Checker;
use super::advice::postfix_text;
use super::dim::Dim;
use super::hir::{Node, NodeKind};
use super::ty::{Elem, Host, Shape, Tensor, Ty};
use crate::diag::foreign::short;

/// `1 argument`, `2 arguments`
pub fn counted(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}

impl Checker<'_> {
    /// What to write where a value of the type `want` belongs, of any shape.
    pub(super) fn mended(&self, node: &Node, want: &Ty) -> String {
        self.mended_to_fit(node, want, None, &|_| true)
    }

    /// The same where the shape matters, too: `fits` says of one whether it may stand there.
    /// `float`: what the shared float type is there.
    pub(super) fn mended_to_fit(
        &self,
        node: &Node,
        want: &Ty,
        float: Option<Elem>,
        fits: &dyn Fn(&Shape) -> bool,
    ) -> String {
        // A part of the value, which no expression names.
        let statement = syn::parse2::<syn::Expr>(node.origin.tokens().clone())
            .is_ok_and(|expr| super::stmt::is_assignment(&expr));
        let part = matches!(node.kind, NodeKind::Poison) || statement;
        let text = (!part).then(|| short(node.origin.tokens())).flatten();
        let Some(text) = text else {
            return "change one of the two".to_owned();
        };
        let operand = postfix_text(node.origin.tokens()).unwrap_or_else(|| text.clone());
        match (&node.ty, want) {
            (Ty::Tensor(have), Ty::Tensor(want)) => {
                let elem = match (want.dtype, float) {
                    (Elem::Shared, Some(float)) => float,
                    (elem, _) => elem,
                };
                match self.cast_to(have.dtype, elem) {
                    Some(to) => {
                        let cast = format!("{operand}.astype({to})");
                        match (fits(&have.shape), reshaped(have, want, &cast, fits)) {
                            (true, _) => format!("cast it: `{cast}`"),
                            (false, Some((_, code))) => {
                                format!("cast it, and bring its axes to that: {code}")
                            }
                            (false, None) => "give a tensor of that type".to_owned(),
                        }
                    }
                    None => match reshaped(have, want, &operand, fits) {
                        Some((what, code)) => format!("{what} {code}"),
                        None => ranks_apart(have, want),
                    },
                }
            }
            (Ty::Tensor(have), Ty::Host(_)) => match have.shape.rank() {
                Some(1..) => {
                    format!("reduce it to one element, and read that: `{operand}.sum().item()`")
                }
                _ => format!("read the element: `{operand}.item()`"),
            },
            (Ty::Host(Host::Int | Host::Float | Host::Bool), Ty::Tensor(want)) => {
                match want.shape.rank() {
                    Some(0) => format!("make a tensor of it: `full((), {text})`"),
                    _ => format!(
                        "make a tensor of it, with the sizes it is to have: `full((2, 3), {text})`"
                    ),
                }
            }
            (Ty::Tensor(_), Ty::List(_)) => format!("make a list of it: `vec![{text}]`"),
            (Ty::Tensor(_), Ty::Option(_)) => format!("write `Some({text})`"),
            (Ty::List(_), Ty::Tensor(_)) => {
                format!("take an element, `{operand}[0]`, or join them: `stack({text})`")
            }
            (Ty::Option(_), Ty::Tensor(_)) => {
                format!("look into it: `if let Some(value) = {text}`")
            }
            (Ty::Tuple(_), Ty::Tensor(_)) => format!("take a part of it: `{operand}.0`"),
            (Ty::Adt(adt), Ty::Tensor(_)) if !adt.ty.def.is_enum => {
                let field = adt.ty.def.variants.iter().flat_map(|v| &v.fields).next();
                match field {
                    Some(field) => format!("take a field of it: `{operand}.{}`", field.name()),
                    None => "change one of the two".to_owned(),
                }
            }
            (_, Ty::Adt(adt)) => format!("it takes a `{}`", adt.ty.def.name),
            (_, Ty::Fn(_)) => "write a closure, or the name of an agnostic function".to_owned(),
            (Ty::Fn(_), Ty::Tensor(_)) => format!("call it: `{operand}(…)`"),
            _ => "change one of the two".to_owned(),
        }
    }

    /// The name of the element type to which a tensor is to be cast.
    fn cast_to(&self, have: Elem, want: Elem) -> Option<&'static str> {
        let (have, want) = (self.resolved(have), self.resolved(want));
        match (have, want) {
            (Elem::Unknown, _) | (_, Elem::Unknown) => None,
            (Elem::Known(dtype), Elem::Shared) if dtype.is_float() && !self.shared.given => None,
            (have, want) if have == want => None,
            (_, Elem::Known(dtype)) => Some(dtype.name()),
            (_, Elem::Shared) => Some(self.float_name()),
        }
    }
}

/// An axis more or less, where the other sizes fit: what that is, and its code.
fn reshaped(
    have: &Tensor,
    want: &Tensor,
    operand: &str,
    fits: &dyn Fn(&Shape) -> bool,
) -> Option<(&'static str, String)> {
    let (Shape::Ranked(have), Shape::Ranked(want)) = (&have.shape, &want.shape) else {
        return None;
    };
    let fits = |change: &dyn Fn(&mut Vec<Dim>)| {
        let mut dims = have.clone();
        change(&mut dims);
        fits(&Shape::Ranked(dims))
    };
    if have.len() == want.len() + 1 {
        let without = |axis: &usize| fits(&|dims| drop(dims.remove(*axis)));
        let axis = (0..have.len()).find(without)?;
        let position = match axis {
            0 => "0".to_owned(),
            more => format!("({}, 0)", vec![".."; more].join(", ")),
        };
        let code =
            format!("`{operand}[{position}]`, or a reduction, `{operand}.sum(axis = {axis})`");
        return Some(("an axis less has a position of it,", code));
    }
    if have.len() + 1 == want.len() {
        let with = |axis: &usize| fits(&|dims| dims.insert(*axis, Dim::size(1)));
        let axis = (0..=have.len()).find(with)?;
        let axis = match axis {
            last if last > 0 && last == have.len() => "-1".to_owned(),
            axis => axis.to_string(),
        };
        return Some((
            "an axis more, of size 1, has",
            format!("`{operand}.expand_dims({axis})`"),
        ));
    }
    None
}

/// What is to be said of shapes that no single step brings together.
fn ranks_apart(have: &Tensor, want: &Tensor) -> String {
    match (&have.shape, &want.shape) {
        (Shape::Ranked(have), Shape::Ranked(want)) if have.len() != want.len() => {
            format!("give a tensor of rank {}", want.len())
        }
        (Shape::Ranked(_), Shape::Ranked(_)) => {
            "give a tensor of the sizes that it takes".to_owned()
        }
        _ => "reduce, reshape or expand it".to_owned(),
    }
}

//! What a derived function asks of a function that the caller brings, beside what it gives.
//!
//! ```text
//! let (x_leaf, y_tape, y) = model(__tracked, x);
//! let d_x = model(__back, [x_leaf], [true], [y_tape], [true], [d_y]);
//! ```
//!
//! A closure that is handed to a derived function has its way back in an attribute:
//!
//! ```text
//! let d_x = attack_loss::vjp(#[__vjp(|v, dy| …)] |v| mlp(v, w), x, labels, d_y);
//! ```
//!
//! The compiler alone writes that: see `grad/model.rs`.

use std::rc::Rc;

use super::Checker;
use super::closure::Handed;
use super::hir::{Asking, CallArg, Closure, Node, NodeKind};
use super::ty::{Elem, FnTy, Ty};
use crate::origin::Origin;
use crate::syntax::{FnType, Type};

/// What is asked for, and the arguments without the word for it. On the way back all arguments are in one list: those of
/// the function, its results, the cotangents of these.
pub(super) fn asked<'a>(ty: &FnTy, args: &[&'a syn::Expr]) -> Option<(Asking, Vec<&'a syn::Expr>)> {
    let (first, rest) = args.split_first()?;
    let syn::Expr::Path(word) = first else {
        return None;
    };
    if word.path.is_ident("__tracked") {
        return Some((Asking::Tracked, rest.to_vec()));
    }
    let [given, wanted, tapes, seeded, seeds] = rest else {
        return None;
    };
    if !word.path.is_ident("__back") {
        return None;
    }
    let flags = |list: &syn::Expr| -> Vec<bool> {
        let is_true = |flag: &&syn::Expr| matches!(flag, syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Bool(flag), .. }) if flag.value);
        elements(list).iter().map(is_true).collect()
    };
    let asking = Asking::Back {
        wanted: flags(wanted),
        seeded: flags(seeded),
    };
    let all: Vec<&syn::Expr> = [*given, *tapes, *seeds]
        .into_iter()
        .flat_map(elements)
        .collect();
    let count = ty.ty.args.len() + 2 * ty.ty.float_results().len();
    (all.len() == count).then_some((asking, all))
}

fn elements(list: &syn::Expr) -> Vec<&syn::Expr> {
    match list {
        syn::Expr::Array(list) => list.elems.iter().collect(),
        _ => Vec::new(),
    }
}

impl Checker<'_> {
    /// Types what is asked of a function with a derivative.
    pub(super) fn asked_of(
        &mut self,
        function: Node,
        ty: &Rc<FnTy>,
        (asking, args): (Asking, &[&syn::Expr]),
        origin: Origin,
    ) -> Node {
        let taken = ty.ty.args.len();
        let (args, others) = args.split_at(taken.min(args.len()));
        let mut node = self.apply(function, ty, args, origin.clone());
        let NodeKind::Apply {
            args,
            asking: asked,
            ..
        } = &mut node.kind
        else {
            return node;
        };
        let leaves = ty
            .ty
            .float_args()
            .into_iter()
            .filter_map(|place| match args.get(place) {
                Some(CallArg::Value(node, _)) => Some(node.ty.clone()),
                _ => None,
            });
        let leaves: Vec<Ty> = leaves.collect();
        let results: Vec<Ty> = match &ty.result {
            Ty::Tuple(parts) => parts.clone(),
            one => vec![one.clone()],
        };
        let floats = ty.ty.float_results();
        node.ty = match &asking {
            Asking::Value => return node,
            Asking::Tracked => {
                let tapes = floats.iter().filter_map(|place| results.get(*place));
                let parts = leaves.into_iter().chain(tapes.cloned());
                Ty::Tuple(parts.chain(results.clone()).collect())
            }
            Asking::Back { .. } => match leaves.as_slice() {
                [one] => one.clone(),
                _ => Ty::Tuple(leaves),
            },
        };
        *asked = asking;
        let declared: Vec<Type> = ty.ty.results().into_iter().cloned().collect();
        let types = floats.iter().filter_map(|place| declared.get(*place));
        for (other, ty) in others.iter().zip(types.clone().chain(types)) {
            let tensor = self.expr(other);
            if matches!(tensor.ty, Ty::Poison | Ty::Never) {
                return Node::poison(origin);
            }
            args.push(CallArg::Value(tensor, Some(ty.clone())));
        }
        node
    }

    /// A closure with its way back, if one is written there.
    pub(super) fn with_vjp(
        &mut self,
        mut closure: Closure,
        Handed {
            closure: written,
            by_name,
        }: &Handed,
        (want, takes): (&FnTy, &[Ty]),
        gives: &Ty,
    ) -> Option<Closure> {
        let Some(back) = written.attrs.iter().find(|a| a.path().is_ident("__vjp")) else {
            if want.ty.differentiable {
                // Of a function's name, that name.
                let whole = match (&*written.body, *by_name) {
                    (syn::Expr::Call(call), true) => (*call.func).clone(),
                    _ => syn::Expr::Closure(written.clone()),
                };
                closure.wants = Some(Box::new(whole));
            }
            return Some(closure);
        };
        let results: Vec<Ty> = match gives {
            Ty::Tuple(parts) => parts.clone(),
            one => vec![one.clone()],
        };
        let floats = want.ty.float_results();
        let seeds: Vec<Ty> = floats
            .iter()
            .filter_map(|place| results.get(*place).cloned())
            .collect();
        let mut takes = takes.to_vec();
        let ty = typed(&want.ty, &takes, &results);
        takes.push(match seeds.as_slice() {
            [one] => one.clone(),
            _ => Ty::Tuple(seeds),
        });
        let handed = Handed {
            closure: back.parse_args().ok()?,
            by_name: false,
        };
        let back = self.handed(&handed, &takes, |_, _| true)?;
        closure.vjp = Some(Box::new((back, ty)));
        Some(closure)
    }
}

/// The type of a function, with the element types that it has in a call.
fn typed(ty: &FnType, takes: &[Ty], gives: &[Ty]) -> FnType {
    let mut ty = ty.clone();
    let elem = |declared: &mut Type, here: Option<&Ty>| {
        if let (Type::Tensor(declared), Some(Ty::Tensor(here))) = (declared, here)
            && let (None, Elem::Known(dtype)) = (declared.dtype, here.dtype)
        {
            declared.dtype = Some(dtype);
        }
    };
    for (place, arg) in ty.args.iter_mut().enumerate() {
        elem(arg, takes.get(place));
    }
    match &mut *ty.result {
        Type::Tuple(parts) => {
            for (place, part) in parts.iter_mut().enumerate() {
                elem(part, gives.get(place));
            }
        }
        one => elem(one, gives.first()),
    }
    ty
}

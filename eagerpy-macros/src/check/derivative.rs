//! Derivatives in a body: `value_and_grad(|w| …, w)`, `grad(f, wrt = 1)(x, w)`.
//!
//! They come in the form of [`crate::syntax::derivative`]: a closure, its arguments, `wrt`. The closure is checked as one
//! that is handed to a function; what comes out is what it gives, and the gradient in the form of the arguments.

use quote::ToTokens;

use super::closure::Handed;
use super::hir::{CallArg, Callee, Node, NodeKind};
use super::ty::Ty;
use super::{Checker, elements, strip};
use crate::diag::{Code, Diagnostic};
use crate::origin::Origin;
use crate::syntax::derivative::{Product, Word};

/// What the derivative is taken of, among the arguments.
#[derive(Clone, Debug)]
pub struct Derivative {
    pub word: Word,
    /// The places of the arguments.
    pub wrt: Vec<usize>,
    /// Is `wrt` written as several places? Then the gradient is a tuple.
    pub several: bool,
}

impl Checker<'_> {
    pub(super) fn derivative(
        &mut self,
        expr: &syn::Expr,
        call: &syn::ExprCall,
        word: Word,
    ) -> Node {
        let origin = Origin::of(expr);
        let name = word.product.name();
        let mut wrt = None;
        let mut good = true;
        let mut nodes: Vec<Node> = Vec::new();
        let mut args = call.args.iter();
        let Some(syn::Expr::Closure(closure)) = args.next() else {
            return Node::poison(origin);
        };
        for arg in args {
            let syn::Expr::Assign(pair) = arg else {
                let node = self.settled_arg(arg);
                good &= !matches!(node.ty, Ty::Poison | Ty::Never);
                nodes.push(node);
                continue;
            };
            if matches!(&*pair.left, syn::Expr::Path(path) if path.path.is_ident("wrt")) {
                wrt = Some(&*pair.right);
                continue;
            }
            let key = pair.left.to_token_stream().to_string();
            self.push(
                Diagnostic::new(
                    Code::E112,
                    &pair.left,
                    format!("`{name}` has no argument `{key}`"),
                )
                .fact("`wrt` says which arguments the derivative is of: `wrt = 1`, `wrt = (0, 1)`")
                .help(match key.as_str() {
                    // JAX's word.
                    "argnums" => {
                        let places = crate::origin::source_text(&pair.right.to_token_stream());
                        format!("write `wrt = {places}`")
                    }
                    _ => "leave it out".to_owned(),
                }),
            );
            good = false;
        }
        if nodes.is_empty() && good {
            self.push(
                Diagnostic::new(
                    Code::E602,
                    &call.func,
                    format!("`{name}` of a function without arguments"),
                )
                .help(match word.product {
                    Product::Grad => "hand it what the derivative is of: `grad(|x| …)(x)`",
                    Product::ValueAndGrad => {
                        "hand it what the derivative is of: `value_and_grad(|x| …, x)`"
                    }
                    Product::ValueAuxAndGrad => {
                        "hand it what the derivative is of: `value_aux_and_grad(|x| …, x)`"
                    }
                }),
            );
            good = false;
        }
        if !good {
            return Node::poison(origin);
        }
        let takes: Vec<Ty> = nodes.iter().map(|node| node.ty.clone()).collect();
        let places = self.places(wrt, &takes, call, name);
        let handed = Handed {
            closure: closure.clone(),
            by_name: false,
        };
        let mut gives = Ty::Poison;
        let read = self.handed(&handed, &takes, |checker, value| {
            gives = value.ty.clone();
            checker.gives_scalar(value, word.product)
        });
        let (Some(closure), Some(wrt)) = (read, places) else {
            return Node::poison(origin);
        };
        let several = wrt.1;
        let wrt = wrt.0;
        let mut grads: Vec<Ty> = wrt
            .iter()
            .filter_map(|place| takes.get(*place).cloned())
            .collect();
        let grads = match (several, grads.len()) {
            (false, 1) => grads.remove(0),
            _ => Ty::Tuple(grads),
        };
        let ty = match (word.product, gives) {
            (Product::Grad, _) => grads,
            (Product::ValueAuxAndGrad, Ty::Tuple(mut parts)) => {
                parts.push(grads);
                Ty::Tuple(parts)
            }
            (_, value) => Ty::Tuple(vec![value, grads]),
        };
        let mut args = vec![CallArg::Closure(closure)];
        args.extend(nodes.into_iter().map(|node| match node.ty {
            Ty::Host(_) => CallArg::Host(self.as_host(node)),
            _ => CallArg::Value(node, None),
        }));
        Node {
            kind: NodeKind::Call {
                path: syn::Path::from(syn::Ident::new(name, origin.span())),
                args,
                callee: Callee::Derivative(Derivative { word, wrt, several }),
            },
            ty,
            origin,
        }
    }

    /// An argument; the host's `None` is none of a tensor here.
    fn settled_arg(&mut self, arg: &syn::Expr) -> Node {
        match strip(arg) {
            syn::Expr::Closure(closure) => {
                self.no_closure(closure);
                Node::poison(Origin::of(arg))
            }
            _ => self.expr(arg),
        }
    }

    /// The places of the arguments that the derivative is of; and are they written as several?
    fn places(
        &mut self,
        wrt: Option<&syn::Expr>,
        takes: &[Ty],
        call: &syn::ExprCall,
        name: &str,
    ) -> Option<(Vec<usize>, bool)> {
        let Some(wrt) = wrt else {
            return self
                .differentiable(takes, 0, &call.func, name)
                .then(|| (vec![0], false));
        };
        let wrt = strip(wrt);
        let list = elements(wrt);
        let several = list.is_some();
        let mut places = Vec::new();
        let told = self.diagnostics.mark();
        for place in list.unwrap_or_else(|| vec![wrt]) {
            let number = match place {
                syn::Expr::Lit(syn::ExprLit {
                    lit: syn::Lit::Int(number),
                    ..
                }) => number.base10_parse::<usize>().ok(),
                _ => None,
            };
            let Some(number) = number.filter(|number| *number < takes.len()) else {
                let last = takes.len().saturating_sub(1);
                self.push(
                    Diagnostic::new(
                        Code::E602,
                        place,
                        format!("`wrt` of `{name}` is no place of an argument"),
                    )
                    .fact("it is a number that is written there, or several: `wrt = (0, 1)`")
                    .help(match last {
                        0 => "the only argument is 0".to_owned(),
                        _ => format!("the arguments are 0 to {last}"),
                    }),
                );
                continue;
            };
            if places.contains(&number) {
                self.push(
                    Diagnostic::new(
                        Code::E602,
                        place,
                        format!("`wrt` names the argument {number} twice"),
                    )
                    .help("name it once"),
                );
                continue;
            }
            if self.differentiable(takes, number, place, name) {
                places.push(number);
            }
        }
        if several && places.is_empty() && self.diagnostics.mark() == told {
            self.push(
                Diagnostic::new(
                    Code::E602,
                    wrt,
                    format!("`wrt` of `{name}` names no argument"),
                )
                .help("leave it out, or write a place: `wrt = 0`"),
            );
        }
        (self.diagnostics.mark() == told).then_some((places, several))
    }

    fn differentiable(
        &mut self,
        takes: &[Ty],
        place: usize,
        at: &impl ToTokens,
        name: &str,
    ) -> bool {
        let Some(ty) = takes.get(place) else {
            return true;
        };
        if *ty == Ty::Opaque || crate::grad::has_float(ty) {
            return true;
        }
        let other = takes.iter().position(crate::grad::has_float);
        let what = self.show().ty(ty);
        self.push(
            Diagnostic::new(
                Code::E602,
                at,
                format!("`{name}` with respect to an argument that has no float tensor"),
            )
            .fact(format!("argument {place} is {what}"))
            .help(match other {
                Some(other) => format!("write `wrt = {other}`"),
                None => "hand it a float tensor".to_owned(),
            }),
        );
        false
    }

    /// Is it a number, or a number and more?
    fn gives_scalar(&mut self, value: &Node, product: Product) -> bool {
        let scalar = |ty: &Ty| match ty {
            Ty::Tensor(tensor) => {
                tensor.shape.rank().is_none_or(|rank| rank == 0)
                    && tensor.dtype.is_float() != Some(false)
            }
            Ty::Opaque => true,
            _ => false,
        };
        let of_ints = |ty: &Ty| match ty {
            Ty::Tensor(tensor) => tensor.dtype.is_float() == Some(false),
            _ => false,
        };
        let (good, what, help) = match (&value.ty, product) {
            (ty, _) if of_ints(ty) => (
                false,
                "a scalar of floats",
                "only floats have derivatives: let it give one that is made of floats",
            ),
            (Ty::Tuple(parts), Product::ValueAuxAndGrad) => (
                parts.len() > 1 && parts.first().is_some_and(scalar),
                "a scalar and more",
                "let it give a tuple whose first is a scalar of floats: `(loss, logits)`",
            ),
            (Ty::Tuple(parts), Product::ValueAndGrad)
                if parts.len() > 1 && parts.first().is_some_and(scalar) =>
            {
                (
                    false,
                    "a scalar",
                    "write `value_aux_and_grad`, which gives the rest, too",
                )
            }
            (ty, Product::ValueAuxAndGrad) => {
                let help = match scalar(ty) {
                    true => "write `value_and_grad`: it gives nothing else",
                    false => {
                        "let it give a tuple whose first is a scalar of floats: `(loss, logits)`"
                    }
                };
                (false, "a scalar and more", help)
            }
            (ty, _) => (
                scalar(ty),
                "a scalar",
                "make it one, by `.sum()` or `.mean()`",
            ),
        };
        if !good && value.ty != Ty::Poison {
            let have = self.show().ty(&value.ty);
            self.push(
                Diagnostic::new(
                    Code::E602,
                    value.origin.tokens(),
                    format!("`{}` is of a function that gives {what}", product.name()),
                )
                .fact(format!("this is {have}"))
                .help(help),
            );
        }
        good
    }
}

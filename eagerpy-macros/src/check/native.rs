//! `native! { candle => …, _ => … }`: code of a framework's own, typed at its edges.

use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::ext::IdentExt;

use eagerpy_runtime::registry::BACKENDS;

use super::hir::{NativeArm, Node, NodeKind};
use super::ty::{Elem, Shape, Tensor, Ty};
use super::{Binding, Checker, declared};
use crate::diag::{Code, Diagnostic, nearest::nearest};
use crate::origin::Origin;
use crate::syntax::{TensorType, Type};

/// `name => code`
pub struct Written {
    /// The backend's; nothing for `_`.
    pub name: Option<Ident>,
    pub code: syn::Expr,
}

/// The arms of `native!`.
pub fn native_arms(input: syn::parse::ParseStream<'_>) -> syn::Result<Vec<Written>> {
    let mut out = Vec::new();
    while !input.is_empty() {
        let name = if input.peek(syn::Token![_]) {
            input.parse::<syn::Token![_]>()?;
            None
        } else {
            Some(input.call(Ident::parse_any)?)
        };
        input.parse::<syn::Token![=>]>()?;
        let code: syn::Expr = input.parse()?;
        let block = matches!(code, syn::Expr::Block(_));
        out.push(Written { name, code });
        if input.is_empty() {
            break;
        }
        if !block || input.peek(syn::Token![,]) {
            input.parse::<syn::Token![,]>()?;
        }
    }
    Ok(out)
}

impl Checker<'_> {
    /// Types `native!`. `expected`: the type that is written for its value.
    pub(super) fn native(
        &mut self,
        expr: &syn::Expr,
        mac: &syn::Macro,
        expected: Option<&Type>,
    ) -> Node {
        let origin = Origin::of(expr);
        let written = match mac.parse_body_with(native_arms) {
            Ok(written) => written,
            Err(error) => {
                let mut place = proc_macro2::Punct::new('#', proc_macro2::Spacing::Alone);
                place.set_span(error.span());
                self.push(
                    Diagnostic::new(
                        Code::E116,
                        TokenStream::from(TokenTree::from(place)),
                        format!("this `native!` cannot be read: {error}"),
                    )
                    .help("write `native! { candle => …, tch => …, _ => … }`"),
                );
                return Node::poison(origin);
            }
        };
        let mut good = true;
        let mut fallback = None;
        let mut natives = Vec::new();
        for arm in written {
            let Some(name) = arm.name else {
                let before = self.types();
                let (block, ty) = match &arm.code {
                    syn::Expr::Block(block) if block.label.is_none() => self.block(&block.block),
                    other => self.alone(other),
                };
                self.restore(&before);
                good &= ty != Ty::Poison;
                if crate::ir::assigns(&block) {
                    self.push(
                        Diagnostic::new(
                            Code::E116,
                            &arm.code,
                            "an arm of `native!` assigns a variable",
                        )
                        .help("give the value, and assign it outside: `x = native! { … };`"),
                    );
                    good = false;
                }
                fallback = Some((block, ty, Origin::of(&arm.code)));
                continue;
            };
            good &= self.known_backend(&name);
            let mut uses = Vec::new();
            self.used_in(quote::ToTokens::to_token_stream(&arm.code), &mut uses);
            let uses = uses
                .into_iter()
                .map(|ident| {
                    let node = self.expr(&syn::parse_quote!(#ident));
                    (ident, node)
                })
                .collect();
            natives.push(NativeArm {
                backend: name.unraw().to_string(),
                code: arm.code,
                uses,
            });
        }
        let missing: Vec<&str> = self
            .function
            .targets
            .iter()
            .map(String::as_str)
            .filter(|target| {
                fallback.is_none() && !natives.iter().any(|arm| arm.backend == *target)
            })
            .collect();
        if !missing.is_empty() {
            let names = missing.join("`, `");
            self.push(
                Diagnostic::new(
                    Code::E116,
                    &mac.path,
                    format!("`native!` has no arm for `{names}`"),
                )
                .help("write one, or a last arm for all others in the vocabulary's words; `#[agnostic(backends(…))]` selects backends"),
            );
            good = false;
        }
        let ty = match (expected, &fallback) {
            (Some(Type::Host(_)), _) => expected.map_or(Ty::Poison, declared),
            (Some(Type::Tensor(tensor)), _) => {
                let mut ty = declared(&Type::Tensor(tensor.clone()));
                if let (Ty::Tensor(ty), None) = (&mut ty, &tensor.dims) {
                    ty.shape = Shape::Unknown;
                }
                ty
            }
            (_, Some((_, Ty::Tensor(found), _))) => Ty::Tensor(Tensor {
                dtype: found.dtype,
                // Nothing says that the other arms give this shape.
                shape: Shape::Unknown,
            }),
            (_, Some((_, ty @ (Ty::Host(_) | Ty::Poison | Ty::Never), _))) => ty.clone(),
            _ => {
                self.push(
                    Diagnostic::new(
                        Code::E217,
                        &mac.path,
                        "nothing says what this `native!` gives",
                    )
                    .help("write its type: `let y: Tensor<_, N> = native! { … };`"),
                );
                Ty::Poison
            }
        };
        if let Some((_, found, at)) = &fallback
            && !matches!(found, Ty::Poison | Ty::Never)
        {
            let mut probe = Node {
                kind: NodeKind::Return(None),
                ty: found.clone(),
                origin: at.clone(),
            };
            match expected {
                Some(Type::Tensor(tensor)) => {
                    let told = self.diagnostics.mark();
                    self.fit_tensor(&mut probe, tensor, "the type of `native!`");
                    good &= self.diagnostics.mark() == told;
                }
                Some(other) => self.fit(&mut probe, other),
                None => {}
            }
        }
        if !good || ty == Ty::Poison {
            return Node::poison(origin);
        }
        let node = Node {
            kind: NodeKind::Native {
                arms: natives,
                fallback: fallback.map(|(block, ..)| block),
            },
            ty: ty.clone(),
            origin,
        };
        // What a framework gave is looked at when it runs.
        let declared = match (&ty, expected) {
            (Ty::Tensor(_), Some(Type::Tensor(tensor))) => tensor.clone(),
            (Ty::Tensor(tensor), _) => TensorType {
                dtype: match tensor.dtype {
                    Elem::Known(dtype) => Some(dtype),
                    Elem::Shared | Elem::Unknown => None,
                },
                dims: None,
                written: syn::parse_quote!(Tensor),
            },
            _ => return node,
        };
        super::stmt::asserted(node, &declared, ty)
    }

    fn known_backend(&mut self, name: &Ident) -> bool {
        let word = name.unraw().to_string();
        let ours: Vec<&str> = BACKENDS.iter().map(|info| info.name).collect();
        if ours.contains(&word.as_str()) || self.function.targets.contains(&word) {
            return true;
        }
        let mut diagnostic =
            Diagnostic::new(Code::E116, name, format!("no backend is called `{word}`"))
                .fact(format!("known are {}", ours.join(", ")));
        diagnostic = match nearest(&word, ours.iter().copied()) {
            Some(near) => diagnostic.help(format!("write `{near}`")),
            None => diagnostic.help("write `_` for all others"),
        };
        self.push(diagnostic);
        false
    }

    /// Our variables that code names, once each.
    fn used_in(&self, tokens: TokenStream, found: &mut Vec<Ident>) {
        let mut after_dot = false;
        for token in tokens {
            match token {
                TokenTree::Group(group) => {
                    self.used_in(group.stream(), found);
                    after_dot = false;
                }
                TokenTree::Ident(ident) => {
                    if !after_dot
                        && matches!(
                            self.lookup(&ident.unraw().to_string()),
                            Some(Binding::Tensor(_))
                        )
                        && !found.contains(&ident)
                    {
                        found.push(ident);
                    }
                    after_dot = false;
                }
                TokenTree::Punct(punct) => {
                    let double = after_dot && punct.as_char() == '.';
                    after_dot = punct.as_char() == '.' && !double;
                }
                TokenTree::Literal(_) => after_dot = false,
            }
        }
    }
}

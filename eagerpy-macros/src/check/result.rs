//! What the body gives, held to what the signature says.

use std::collections::BTreeSet;

use super::function::part_of;
use super::hir::{DeclaredTensor, Node, NodeKind, ResultTy};
use super::ty::{Elem, Shape, Tensor, Ty};
use super::{Checker, declared_dim};
use crate::diag::{Code, Diagnostic};
use crate::syntax::{DimSpec, TensorType, Type};

impl Checker<'_> {
    /// Holds a value to the declared result.
    pub(super) fn fit_result(&mut self, node: Node) -> Option<Node> {
        let declared = self.function.result.clone();
        let mut node = node;
        self.fit(&mut node, &declared);
        if node.ty != Ty::Never && node.ty != Ty::Poison {
            self.results.push(node.ty.clone());
        }
        Some(node)
    }

    pub(super) fn fit(&mut self, node: &mut Node, declared: &Type) {
        match (&node.ty, declared) {
            (Ty::Poison | Ty::Never, _) | (_, Type::Unknown) => {}
            (Ty::Tensor(_), Type::Tensor(t)) => {
                let t = t.clone();
                self.fit_tensor(node, &t, "the signature");
            }
            (Ty::Opaque, Type::Tensor(_)) => {}
            (Ty::Tuple(parts), Type::Tuple(types)) if parts.len() == types.len() => {
                let types = types.clone();
                if let NodeKind::Tuple(nodes) = &mut node.kind {
                    for (part, ty) in nodes.iter_mut().zip(&types) {
                        self.fit(part, ty);
                    }
                } else {
                    let parts = parts.clone();
                    for (part, ty) in parts.iter().zip(&types) {
                        let mut probe = part_of(node, part);
                        self.fit(&mut probe, ty);
                    }
                }
            }
            (Ty::Opaque, Type::Tuple(types)) if !types.is_empty() => {}
            // What a method gives is taken apart, so that its sizes are held to the signature.
            (Ty::Opaque, Type::Struct(ty)) if !ty.def.is_enum => {
                node.ty = super::declared(declared);
            }
            (Ty::Opaque, Type::Struct(_) | Type::List { .. } | Type::Option(_)) => {}
            (Ty::List(element), Type::List { element: want, .. }) => {
                let mut probe = part_of(node, element);
                let want = (**want).clone();
                self.fit(&mut probe, &want);
            }
            (Ty::Option(have), Type::Option(want)) => {
                let mut probe = part_of(node, have);
                let want = (**want).clone();
                self.fit(&mut probe, &want);
            }
            // `None`
            (Ty::Host(_), Type::Option(_)) => {}
            (Ty::Adt(have), Type::Struct(want)) if super::same_struct(&have.ty, want) => {
                let have = have.clone();
                let fields = want.def.variants.iter().flat_map(|v| &v.fields);
                let wanted: Vec<Type> = fields
                    .map(|field| super::instance(&field.ty, want))
                    .collect();
                if let NodeKind::Struct(nodes) | NodeKind::Variant(_, nodes) = &mut node.kind
                    && nodes.len() == wanted.len()
                {
                    for (part, want) in nodes.iter_mut().zip(&wanted) {
                        self.fit(part, want);
                    }
                    return;
                }
                let told = self.diagnostics.mark();
                for (have, want) in have.fields.iter().flatten().zip(wanted) {
                    let mut probe = part_of(node, have);
                    self.fit(&mut probe, &want);
                    // Of one struct one mistake is told.
                    if self.diagnostics.mark() != told {
                        break;
                    }
                }
            }
            (Ty::Host(_), Type::Host(_)) => {}
            (Ty::Host(_), Type::Tuple(types))
                if types.iter().all(|t| matches!(t, Type::Host(_))) => {}
            // Of a name that does not exist it is told where the name stands.
            (Ty::Host(_), _)
                if self.is_foreign(node.origin.tokens())
                    || self.misplaced_tensors(node.origin.tokens()) => {}
            (found, _) => {
                let found = self.show().ty(found);
                let written = self.declared_text(declared);
                self.push(
                    Diagnostic::new(
                        Code::E212,
                        node.origin.tokens(),
                        "the body does not give the declared result",
                    )
                    .fact(match node.kind {
                        NodeKind::Poison => format!("a part of what it gives is {found}"),
                        _ => format!("it gives {found}"),
                    })
                    .fact(format!("the signature says {written}"))
                    .help(match (&node.ty, declared) {
                        (Ty::Tensor(_), Type::Host(_)) => super::advice::item_help(&node.origin),
                        (_, Type::Tuple(none)) if none.is_empty() => {
                            "write the type of the result, `-> Tensor`, or end the body with `;`"
                                .to_owned()
                        }
                        (Ty::Host(_), Type::Struct(of))
                            if of.def.is_enum
                                && of.def.variants.iter().any(|v| v.name == node.origin.text()) =>
                        {
                            format!("write `{}::{}`", of.def.name, node.origin.text())
                        }
                        (Ty::Host(_), Type::Tensor(_)) => {
                            super::advice::host_result_help(node.origin.tokens())
                        }
                        (Ty::Tensor(_), Type::List { .. } | Type::Option(_))
                        | (Ty::Adt(_), Type::Tensor(_)) => {
                            self.mended(node, &super::declared(declared))
                        }
                        _ => "change one of the two".to_owned(),
                    }),
                );
            }
        }
    }

    pub(super) fn declared_text(&self, declared: &Type) -> String {
        use quote::ToTokens;
        match declared {
            Type::Tensor(t) => crate::origin::type_text(&t.written.to_token_stream()),
            Type::Host(ty) => crate::origin::type_text(&ty.to_token_stream()),
            Type::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(|p| self.declared_text(p)).collect();
                format!("({})", parts.join(", "))
            }
            Type::List { element, .. } => format!("Vec<{}>", self.declared_text(element)),
            Type::Option(inner) => format!("Option<{}>", self.declared_text(inner)),
            Type::Struct(ty) => crate::origin::type_text(&ty.written.to_token_stream()),
            Type::Fn(ty) => crate::origin::type_text(&ty.written.to_token_stream()),
            Type::Unknown => "?".to_owned(),
        }
    }

    /// Holds a tensor to a written type: element type, rank, dimensions. Gives the type that it has if
    /// what is not known is checked when it runs.
    pub(super) fn fit_tensor(
        &mut self,
        node: &mut Node,
        declared: &TensorType,
        by: &str,
    ) -> Option<Ty> {
        let Ty::Tensor(found) = &node.ty else {
            return None;
        };
        let found = found.clone();
        let elem = declared.dtype.map_or(Elem::Shared, Elem::Known);
        let declared_ty = Type::Tensor(declared.clone());
        let written = match node.kind {
            // A field's own words are about the dimensions of its struct.
            NodeKind::Poison => self.show().ty(&super::declared(&declared_ty)),
            _ => self.declared_text(&declared_ty),
        };
        let is = self.described(node);
        let tokens = node.origin.tokens().clone();
        // An argument of a function that the caller brings, or a result.
        let argument = by.starts_with('`');
        let code = if argument { Code::E115 } else { Code::E212 };
        let differs = |what: String, help: String| {
            Diagnostic::new(code, tokens.clone(), what)
                .fact(is.clone())
                .fact(format!("{by} says {written}"))
                .help(help)
        };
        if !self.same_elem(found.dtype, elem) {
            let to = match elem {
                _ if matches!(node.kind, NodeKind::Poison) => "change one of the two".to_owned(),
                Elem::Known(dtype) => {
                    format!(
                        "cast it: `{}`",
                        self.with_cast(&node.origin, node, dtype.name())
                    )
                }
                _ if argument => {
                    format!(
                        "cast it: `{}`",
                        self.with_cast(&node.origin, node, self.float_name())
                    )
                }
                _ => match found.dtype {
                    Elem::Known(dtype) => match found.shape.rank() {
                        Some(0) => format!("declare `Scalar<{dtype}>`"),
                        _ => format!("declare `Tensor<{dtype}>`"),
                    },
                    _ => "change one of the two".to_owned(),
                },
            };
            self.push(differs("this has another element type".to_owned(), to));
            return None;
        }
        let dims = declared.dims.as_ref()?;
        if let Some([DimSpec::Lead(_), ..]) = declared.dims.as_deref() {
            let want = super::declared_shape(declared.dims.as_deref());
            return (found.shape != want).then_some(Ty::Tensor(Tensor {
                dtype: found.dtype,
                shape: want,
            }));
        }
        match &found.shape {
            Shape::Ranked(have) if have.len() != dims.len() => {
                self.push(differs(
                    format!("this has rank {}, not {}", have.len(), dims.len()),
                    "reduce, reshape or expand it, or change the type".to_owned(),
                ));
            }
            Shape::Ranked(have) => {
                for (i, (have, want)) in have.iter().zip(dims).enumerate() {
                    let want = declared_dim(want);
                    if have.equals(&want) == Some(false) {
                        let (a, b) = (have.show(&self.names), want.show(&self.names));
                        let from = self.named_dims(&[have, &want], &[&*node]);
                        self.push(
                            differs(
                                format!("axis {i} has size `{a}`, not `{b}`"),
                                "change one of the two, or write `_` where the size is of no interest"
                                    .to_owned(),
                            )
                            .facts(from),
                        );
                        return None;
                    }
                }
            }
            _ => {}
        }
        let dims: Vec<super::dim::Dim> = dims.iter().map(declared_dim).collect();
        (found.shape != Shape::Ranked(dims.clone())).then_some(Ty::Tensor(Tensor {
            dtype: found.dtype,
            shape: Shape::Ranked(dims),
        }))
    }

    /// The declared result, with the shape that the body gives where the signature leaves it open.
    pub(super) fn declared_result(&mut self) -> ResultTy {
        let declared = self.function.result.clone();
        let results = std::mem::take(&mut self.results);
        let mut all: Option<Ty> = None;
        for result in &results {
            all = Some(match all {
                None => result.clone(),
                Some(so_far) => self.join(&so_far, result).unwrap_or(Ty::Poison),
            });
        }
        self.result_of(&declared, all.as_ref())
    }

    fn result_of(&self, declared: &Type, found: Option<&Ty>) -> ResultTy {
        match declared {
            Type::Host(ty) => ResultTy::Host(ty.clone()),
            Type::List { element, .. } => {
                let found = match found {
                    Some(Ty::List(element)) => Some(&**element),
                    _ => None,
                };
                ResultTy::List(Box::new(self.result_of(element, found)))
            }
            Type::Option(inner) => {
                let found = match found {
                    Some(Ty::Option(inner)) => Some(&**inner),
                    _ => None,
                };
                ResultTy::Option(Box::new(self.result_of(inner, found)))
            }
            Type::Struct(ty) => ResultTy::Adt(ty.clone()),
            Type::Tuple(parts) => ResultTy::Tuple(
                parts
                    .iter()
                    .enumerate()
                    .map(|(i, part)| {
                        let found = match found {
                            Some(Ty::Tuple(tys)) => tys.get(i),
                            _ => None,
                        };
                        self.result_of(part, found)
                    })
                    .collect(),
            ),
            Type::Tensor(t) => {
                let elem = self.resolved(t.dtype.map_or(Elem::Shared, Elem::Known));
                let shape = match (&t.dims, found) {
                    (Some(dims), _) => super::declared_shape(Some(dims)),
                    (None, Some(Ty::Tensor(found))) => found.shape.clone(),
                    (None, _) => Shape::Unknown,
                };
                ResultTy::Tensor(DeclaredTensor {
                    dtype: elem,
                    shape,
                    dims: t.dims.clone(),
                })
            }
            // A mistake was told: anything that compiles.
            Type::Fn(_) | Type::Unknown => ResultTy::Tensor(DeclaredTensor {
                dtype: Elem::Shared,
                shape: Shape::Like(BTreeSet::new()),
                dims: None,
            }),
        }
    }
}

//! Calls of functions that are no operations: other agnostic functions, methods of agnostic structs, functions that
//! the caller brings.

use std::collections::HashMap;
use std::rc::Rc;

use quote::ToTokens;
use syn::ext::IdentExt;

use eagerpy_runtime::ops::TABLE;

use super::dim::Dim;
use super::hir::{CallArg, Callee, Node, NodeKind};
use super::mend::counted;
use super::ty::{Elem, FnTy, Shape, Tensor, Ty};
use super::{Checker, declared};
use crate::diag::{Code, Diagnostic, foreign, nearest::nearest};
use crate::origin::Origin;
use crate::syntax::{Function, Type};

impl Checker<'_> {
    /// `path(…)`, where the path is of no operation.
    pub(super) fn agnostic_call(
        &mut self,
        expr: &syn::Expr,
        call: &syn::ExprCall,
        path: &syn::Path,
        args: &[&syn::Expr],
    ) -> Node {
        let origin = Origin::of(expr);
        let Some(nodes) = self.call_arguments(path, args) else {
            return Node::poison(origin);
        };
        if !nodes.iter().any(|node| node.ty.has_tensor()) {
            // A host function, with questions to tensors as arguments: `usize::max(x.dim(0), 2)`.
            let mut asked = call.clone();
            let mut holes = Vec::new();
            for (place, node) in asked.args.iter_mut().zip(nodes) {
                let code = self.as_host(node);
                super::expr::put(place, *code.expr);
                holes.extend(code.holes);
            }
            return self.host_of(expr, syn::Expr::Call(asked), holes);
        }
        if let Some(diagnostic) = super::advice::standard_call(path, args) {
            self.push(diagnostic);
            return Node::poison(origin);
        }
        if let Some(adt) = self.tuple_adt(path) {
            return self.tuple_literal(adt, nodes, origin);
        }
        if let Some((of, name)) = self.associated(path) {
            let args = nodes.into_iter().map(|n| self.call_arg(n, None)).collect();
            return Node {
                kind: NodeKind::Call {
                    path: of.path.clone(),
                    args,
                    callee: Callee::Associated(Box::new(of), name),
                },
                ty: Ty::Opaque,
                origin,
            };
        }
        let (args, ty) = self.linked(path, nodes);
        Node {
            kind: NodeKind::Call {
                path: path.clone(),
                args,
                callee: Callee::Function,
            },
            ty,
            origin,
        }
    }

    /// `Mlp::new`: the struct, and the name.
    fn associated(
        &mut self,
        path: &syn::Path,
    ) -> Option<(crate::syntax::StructType, proc_macro2::Ident)> {
        let of_type = |s: &syn::PathSegment| {
            s.ident
                .to_string()
                .starts_with(|c: char| c.is_ascii_uppercase())
        };
        if !path.segments.iter().rev().nth(1).is_some_and(of_type) {
            return None;
        }
        let name = path.segments.last()?.ident.clone();
        let mut of = path.clone();
        of.segments.pop();
        of.segments.pop_punct();
        let def = self.links.adt(&of)?;
        let written = syn::parse_quote!(#of<_>);
        Some((
            crate::syntax::StructType {
                path: of,
                dims: None,
                def,
                written,
            },
            name,
        ))
    }

    /// The arguments of a function, by position.
    fn call_arguments(&mut self, path: &syn::Path, args: &[&syn::Expr]) -> Option<Vec<Node>> {
        let mut nodes = Vec::new();
        let mut good = true;
        for arg in args {
            if let syn::Expr::Assign(pair) = arg {
                let name = pair.left.to_token_stream().to_string();
                let mut diagnostic = Diagnostic::new(
                    Code::E112,
                    arg,
                    format!("a keyword argument `{name}` in a call of a function"),
                );
                let spoken = foreign::Spoken::function(args);
                let near = path.get_ident().and_then(|ident| {
                    let word = ident.to_string();
                    let names = TABLE.iter().map(|op| op.name);
                    foreign::word(&word, &spoken).or_else(|| {
                        nearest(&word, names)
                            .map(|near| format!("did you mean the operation `{near}`?"))
                    })
                });
                diagnostic = match near {
                    Some(help) => diagnostic.help(help),
                    None => diagnostic.help("functions take their arguments by position"),
                };
                self.push(diagnostic);
                good = false;
                continue;
            }
            let node = self.expr(arg);
            good &= !matches!(node.ty, Ty::Poison | Ty::Never);
            nodes.push(node);
        }
        good.then_some(nodes)
    }

    /// The arguments of another agnostic function, held to its signature, and the type of what it gives.
    pub(super) fn linked(&mut self, path: &syn::Path, nodes: Vec<Node>) -> (Vec<CallArg>, Ty) {
        // Of Python's own functions it is told that they are none.
        let builtin = path.get_ident().is_some_and(|name| {
            foreign::builtin(&name.unraw().to_string(), &foreign::Spoken::function(&[])).is_some()
        });
        let function = if builtin {
            None
        } else {
            self.links.function(path)
        };
        let Some(function) = function else {
            // Its signature is not known: rustc holds the arguments to it.
            let args = nodes
                .into_iter()
                .map(|node| self.call_arg(node, None))
                .collect();
            return (args, Ty::Opaque);
        };
        let name = function.name().to_string();
        let (given, takes) = (nodes.len(), function.params.len());
        if given != takes {
            let names: Vec<&str> = function.params.iter().map(|p| p.name.as_str()).collect();
            self.count_differs(path, &name, given, &names, &signature_text(&function));
            return (Vec::new(), Ty::Poison);
        }
        let mut found = Unified {
            dims: HashMap::new(),
            leads: HashMap::new(),
            float: None,
            names: function.dims.iter().map(|d| d.name.clone()).collect(),
        };
        let mut good = true;
        for (node, param) in nodes.iter().zip(&function.params) {
            let want = declared(&param.ty);
            good &= self.unify(&want, node, &mut found, &name, &param.name);
        }
        let args = nodes
            .into_iter()
            .zip(&function.params)
            .map(|(node, param)| self.call_arg(node, Some(&param.ty)))
            .collect();
        if !good {
            return (args, Ty::Poison);
        }
        let result = declared(&function.result);
        (args, found.applied(&result))
    }

    fn call_arg(&mut self, node: Node, ty: Option<&Type>) -> CallArg {
        match node.ty {
            Ty::Tensor(_) | Ty::Opaque => CallArg::Tensor(node),
            Ty::Host(_) => CallArg::Host(self.as_host(node)),
            _ => CallArg::Value(node, ty.cloned()),
        }
    }

    /// Holds an argument to the type of a parameter, and learns what the callee's dimensions are.
    fn unify(
        &mut self,
        want: &Ty,
        node: &Node,
        found: &mut Unified,
        function: &str,
        param: &str,
    ) -> bool {
        let wanted = |found: &Unified| {
            let show = super::ty::Show {
                names: &found.names,
            };
            match want {
                Ty::Tensor(_) => format!("`{function}` takes `{param}: {}`", show.ty(want)),
                _ => format!("`{function}` takes {} for `{param}`", show.ty(want)),
            }
        };
        match (want, &node.ty) {
            (Ty::Poison, _) | (_, Ty::Poison | Ty::Never | Ty::Opaque) => true,
            (Ty::Host(_), Ty::Host(_)) => true,
            (Ty::Option(_), Ty::Host(_)) => true,
            (Ty::Tensor(tensor), Ty::Tensor(have)) => {
                let elem = match tensor.dtype {
                    Elem::Shared => match found.float {
                        None if self.resolved(have.dtype).is_float() == Some(false) => {
                            let title = format!("`{function}` takes floats here");
                            return self.unfit(node, want, title, wanted(found), None);
                        }
                        None => {
                            found.float = Some(have.dtype);
                            true
                        }
                        Some(float) => self.same_elem(float, have.dtype),
                    },
                    known => self.same_elem(known, have.dtype),
                };
                if !elem {
                    let mut text = wanted(found);
                    if let (Elem::Shared, Some(float)) = (tensor.dtype, found.float) {
                        let float = self.resolved(float).show();
                        text = format!(
                            "{text}, and its float type is {float} by the arguments before it"
                        );
                    }
                    let title = format!("`{function}` takes another element type here");
                    return self.unfit(node, want, title, text, found.float);
                }
                match found.shape(&tensor.shape, &have.shape) {
                    Ok(()) => true,
                    Err(differs) => {
                        let mut text = wanted(found);
                        if let Some((name, size)) = differs {
                            text = format!(
                                "{text}, and its `{name}` is `{}` by the arguments before it",
                                size.show(&self.names)
                            );
                        }
                        let title = match (have.shape.rank(), tensor.shape.rank()) {
                            (Some(have), Some(want)) if have != want => {
                                format!(
                                    "this has rank {have}, but `{function}` takes rank {want} here"
                                )
                            }
                            _ => format!("this shape does not fit `{function}`"),
                        };
                        // Two sizes that stand the other way round.
                        if let Shape::Ranked(dims) = &have.shape
                            && dims.len() == 2
                            && !matches!(node.kind, NodeKind::Poison)
                            && let Some(x) = super::advice::postfix_text(node.origin.tokens())
                        {
                            let turned = Shape::Ranked(dims.iter().rev().cloned().collect());
                            if found.clone().shape(&tensor.shape, &turned).is_ok() {
                                let is = self.described(node);
                                self.push(
                                    Diagnostic::new(Code::E115, node.origin.tokens(), title)
                                        .fact(is)
                                        .fact(text)
                                        .help(format!("transpose it: `{x}.transpose()`")),
                                );
                                return false;
                            }
                        }
                        self.unfit(node, want, title, text, found.float)
                    }
                }
            }
            (Ty::Option(want), Ty::Option(have)) => {
                let inner = Node {
                    kind: NodeKind::Poison,
                    ty: (**have).clone(),
                    origin: node.origin.clone(),
                };
                self.unify(want, &inner, found, function, param)
            }
            (Ty::List(want), Ty::List(have)) => {
                let inner = Node {
                    kind: NodeKind::Poison,
                    ty: (**have).clone(),
                    origin: node.origin.clone(),
                };
                self.unify(want, &inner, found, function, param)
            }
            (Ty::Tuple(want), Ty::Tuple(have)) if want.len() == have.len() => {
                let (want, have) = (want.clone(), have.clone());
                let mut good = true;
                for (want, have) in want.iter().zip(have) {
                    let inner = Node {
                        kind: NodeKind::Poison,
                        ty: have,
                        origin: node.origin.clone(),
                    };
                    good &= self.unify(want, &inner, found, function, param);
                }
                good
            }
            (Ty::Adt(want), Ty::Adt(have)) if super::same_path(&want.ty.path, &have.ty.path) => {
                let (want, have) = (Rc::clone(want), Rc::clone(have));
                let mut good = true;
                for (want, have) in want
                    .fields
                    .iter()
                    .flatten()
                    .zip(have.fields.iter().flatten())
                {
                    let inner = Node {
                        kind: NodeKind::Poison,
                        ty: have.clone(),
                        origin: node.origin.clone(),
                    };
                    good &= self.unify(want, &inner, found, function, param);
                }
                good
            }
            // What a function argument takes and gives, rustc compares.
            (Ty::Fn(_), Ty::Fn(_)) => true,
            _ => {
                let title = format!("`{function}` takes something else here");
                self.unfit(node, want, title, wanted(found), None)
            }
        }
    }

    /// An argument that does not fit.
    fn unfit(
        &mut self,
        node: &Node,
        want: &Ty,
        title: String,
        wanted: String,
        float: Option<Elem>,
    ) -> bool {
        let is = match node.kind {
            NodeKind::Poison => format!("a part of it is {}", self.show().ty(&node.ty)),
            _ => self.described(node),
        };
        let help = self.mended(node, want, float);
        self.push(
            Diagnostic::new(Code::E115, node.origin.tokens(), title)
                .fact(is)
                .fact(wanted)
                .help(help),
        );
        false
    }

    /// Too few arguments, or too many.
    fn count_differs(
        &mut self,
        place: &impl ToTokens,
        name: &str,
        given: usize,
        params: &[&str],
        signature: &str,
    ) {
        let takes = params.len();
        let help = match params.get(given..) {
            Some([]) | None => "leave the last out".to_owned(),
            Some(missing) => format!("give `{}` as well", missing.join("`, `")),
        };
        let code = if given < takes {
            Code::E111
        } else {
            Code::E114
        };
        let title = format!("`{name}` takes {}, not {given}", counted(takes, "argument"));
        self.push(
            Diagnostic::new(code, place, title)
                .fact(format!("it is {signature}"))
                .help(help),
        );
    }

    /// A call of a function that the caller brings.
    pub(super) fn apply(
        &mut self,
        function: Node,
        ty: &Rc<FnTy>,
        args: &[&syn::Expr],
        origin: Origin,
    ) -> Node {
        let name = function.origin.text();
        if args.len() != ty.args.len() {
            let types: Vec<String> = ty
                .ty
                .args
                .iter()
                .map(|arg| self.declared_text(arg))
                .collect();
            let types: Vec<&str> = types.iter().map(String::as_str).collect();
            let written = crate::origin::type_text(&ty.ty.written.to_token_stream());
            let place = function.origin.tokens().clone();
            self.count_differs(&place, &name, args.len(), &types, &format!("`{written}`"));
            return Node::poison(origin);
        }
        let mut out = Vec::new();
        let mut good = true;
        for (arg, (want, declared)) in args.iter().zip(ty.args.iter().zip(&ty.ty.args)) {
            let node = self.expr(arg);
            if matches!(node.ty, Ty::Poison | Ty::Never) {
                good = false;
                continue;
            }
            // The dimensions are this function's own: what is not known is checked when it runs.
            let fits = match (want, &node.ty) {
                (Ty::Host(_), Ty::Host(_)) | (Ty::Tensor(_), Ty::Opaque) => true,
                (Ty::Tensor(_), Ty::Tensor(_)) => match declared {
                    Type::Tensor(declared) => {
                        let told = self.diagnostics.mark();
                        let mut probe = Node {
                            kind: NodeKind::Poison,
                            ty: node.ty.clone(),
                            origin: node.origin.clone(),
                        };
                        let declared = declared.clone();
                        self.fit_tensor(&mut probe, &declared, &format!("`{name}`"));
                        self.diagnostics.mark() == told
                    }
                    _ => true,
                },
                (want, _) => {
                    let wanted = format!("`{name}` takes {}", self.show().ty(want));
                    let title = format!("`{name}` takes something else here");
                    self.unfit(&node, want, title, wanted, None)
                }
            };
            good &= fits;
            let declared = declared.clone();
            out.push(match node.ty {
                Ty::Host(_) => CallArg::Host(self.as_host(node)),
                _ => CallArg::Value(node, Some(declared)),
            });
        }
        if !good {
            return Node::poison(origin);
        }
        Node {
            kind: NodeKind::Apply {
                function: Box::new(function),
                args: out,
            },
            ty: ty.result.clone(),
            origin,
        }
    }

    /// A method of an agnostic struct.
    pub(super) fn struct_method(
        &mut self,
        receiver: Node,
        call: &syn::ExprMethodCall,
        expr: &syn::Expr,
    ) -> Node {
        let origin = Origin::of(expr);
        let Ty::Adt(adt) = &receiver.ty else {
            return Node::poison(origin);
        };
        let path = adt.ty.path.clone();
        if call.method == "clone" && call.args.is_empty() {
            return receiver;
        }
        let args: Vec<&syn::Expr> = call.args.iter().collect();
        let Some(nodes) = self.call_arguments(&path, &args) else {
            return Node::poison(origin);
        };
        let mut out = vec![CallArg::Value(receiver, None)];
        for node in nodes {
            let arg = self.call_arg(node, None);
            out.push(arg);
        }
        Node {
            kind: NodeKind::Call {
                path,
                args: out,
                callee: Callee::Method(call.method.clone()),
            },
            ty: Ty::Opaque,
            origin,
        }
    }
}

/// What the arguments say of the callee's dimensions and float type.
#[derive(Clone)]
struct Unified {
    dims: HashMap<usize, Dim>,
    leads: HashMap<usize, Shape>,
    float: Option<Elem>,
    names: Vec<String>,
}

impl Unified {
    /// Learns from a shape; what differs, and the size that it has by now.
    #[allow(clippy::type_complexity)]
    fn shape(&mut self, want: &Shape, have: &Shape) -> Result<(), Option<(String, Dim)>> {
        match (want, have) {
            (Shape::Ranked(want), Shape::Ranked(have)) => {
                if want.len() != have.len() {
                    return Err(None);
                }
                want.iter().zip(have).try_for_each(|(w, h)| self.dim(w, h))
            }
            (Shape::Led { lead, tail }, Shape::Ranked(have)) => {
                let Some(split) = have.len().checked_sub(tail.len()) else {
                    return Err(None);
                };
                let (front, back) = have.split_at(split);
                if let Some(lead) = lead {
                    let front = Shape::Ranked(front.to_vec());
                    self.leads.entry(*lead).or_insert(front);
                }
                tail.iter().zip(back).try_for_each(|(w, h)| self.dim(w, h))
            }
            (
                Shape::Led { lead, tail },
                Shape::Led {
                    lead: have,
                    tail: back,
                },
            ) if tail.len() == back.len() => {
                if let Some(lead) = lead {
                    let front = Shape::Led {
                        lead: *have,
                        tail: Vec::new(),
                    };
                    self.leads.entry(*lead).or_insert(front);
                }
                tail.iter().zip(back).try_for_each(|(w, h)| self.dim(w, h))
            }
            _ => Ok(()),
        }
    }

    fn dim(&mut self, want: &Dim, have: &Dim) -> Result<(), Option<(String, Dim)>> {
        if let Some(size) = want.known() {
            return match have.equals(&Dim::size(size)) {
                Some(false) => Err(None),
                _ => Ok(()),
            };
        }
        let Some(place) = want.symbol() else {
            // A computed size: by what is known of its parts.
            let now = want.substituted(&self.dims);
            return match have.equals(&now) {
                Some(false) => Err(None),
                _ => Ok(()),
            };
        };
        match self.dims.get(&place) {
            None => {
                if *have != Dim::Unknown {
                    self.dims.insert(place, have.clone());
                }
                Ok(())
            }
            Some(size) => match size.equals(have) {
                Some(false) => Err(Some((
                    self.names.get(place).cloned().unwrap_or_default(),
                    size.clone(),
                ))),
                _ => Ok(()),
            },
        }
    }

    /// A type of the callee's, in the caller's dimensions.
    fn applied(&self, ty: &Ty) -> Ty {
        match ty {
            Ty::Tensor(tensor) => Ty::Tensor(Tensor {
                dtype: match tensor.dtype {
                    Elem::Shared => self.float.unwrap_or(Elem::Unknown),
                    known => known,
                },
                shape: match &tensor.shape {
                    Shape::Ranked(dims) => Shape::Ranked(self.all(dims)),
                    Shape::Led { lead, tail } => {
                        let tail = self.all(tail);
                        match lead.and_then(|lead| self.leads.get(&lead)) {
                            Some(Shape::Ranked(front)) => {
                                Shape::Ranked(front.iter().cloned().chain(tail).collect())
                            }
                            Some(Shape::Led { lead, .. }) => Shape::Led { lead: *lead, tail },
                            _ => Shape::Led { lead: None, tail },
                        }
                    }
                    Shape::Like(_) | Shape::Unknown => Shape::Unknown,
                },
            }),
            Ty::Tuple(parts) => Ty::Tuple(parts.iter().map(|p| self.applied(p)).collect()),
            Ty::List(element) => Ty::List(Box::new(self.applied(element))),
            Ty::Option(inner) => Ty::Option(Box::new(self.applied(inner))),
            Ty::Adt(adt) => Ty::Adt(Rc::new(super::ty::AdtTy {
                ty: adt.ty.clone(),
                fields: adt
                    .fields
                    .iter()
                    .map(|fields| fields.iter().map(|f| self.applied(f)).collect())
                    .collect(),
            })),
            other => other.clone(),
        }
    }

    fn all(&self, dims: &[Dim]) -> Vec<Dim> {
        dims.iter().map(|dim| dim.substituted(&self.dims)).collect()
    }
}

/// A function's signature as its author wrote it.
fn signature_text(function: &Function) -> String {
    let params: Vec<String> = function
        .params
        .iter()
        .map(|p| {
            format!(
                "{}: {}",
                p.name,
                crate::origin::type_text(&p.written.ty.to_token_stream())
            )
        })
        .collect();
    format!("`{}({})`", function.name(), params.join(", "))
}

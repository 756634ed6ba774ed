//! Calls of functions that are no operations: other agnostic functions, methods of agnostic structs, functions that
//! the caller brings.

use std::collections::HashMap;
use std::rc::Rc;

use quote::ToTokens;
use syn::ext::IdentExt;

use eagerpy_runtime::ops::TABLE;

use super::closure::Handed;
use super::dim::Dim;
use super::hir::{Asking, CallArg, Callee, Node, NodeKind};
use super::mend::counted;
use super::ty::{Elem, FnTy, Shape, Tensor, Ty};
use super::{Checker, declared};
use crate::diag::{Code, Diagnostic, foreign, nearest::nearest};
use crate::grad::named;
use crate::origin::Origin;
use crate::syntax::links::Method;
use crate::syntax::{Function, StructType, Type};

/// An argument, as far as it can be read before the callee is known.
pub(super) enum Given<'a> {
    Value(Node),
    /// What a closure takes, the callee says.
    Closure(&'a syn::ExprClosure),
}

/// Where an argument goes, for messages.
#[derive(Clone, Copy)]
pub(super) struct Taker<'a> {
    pub function: &'a str,
    pub param: &'a str,
    /// Is it what a function that is the argument gives?
    pub given: bool,
}

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
        let Some(given) = self.call_arguments(path, args) else {
            return Node::poison(origin);
        };
        let tensors = given.iter().any(|given| match given {
            Given::Value(node) => node.ty.has_tensor(),
            Given::Closure(closure) => self.mentions_tensor(closure),
        });
        if !tensors {
            // A host function, with questions to tensors as arguments: `usize::max(x.dim(0), 2)`.
            let mut asked = call.clone();
            let mut holes = Vec::new();
            for (place, given) in asked.args.iter_mut().zip(given) {
                if let Given::Value(node) = given {
                    let code = self.as_host(node);
                    super::expr::put(place, *code.expr);
                    holes.extend(code.holes);
                }
            }
            return self.host_of(expr, syn::Expr::Call(asked), holes);
        }
        if let Some(diagnostic) = super::advice::standard_call(path, args) {
            self.push(diagnostic);
            return Node::poison(origin);
        }
        if let Some(adt) = self.tuple_adt(path) {
            return match self.values_only(given) {
                Some(nodes) => self.tuple_literal(adt, nodes, origin),
                None => Node::poison(origin),
            };
        }
        if let Some(of) = type_of(path) {
            return match self.associated(of, path) {
                Some((of, name)) => {
                    let callee = Callee::Associated(Box::new(of.clone()), name.clone());
                    self.method_call(&of, &name, given, callee, origin)
                }
                None => Node::poison(origin),
            };
        }
        let (args, ty) = self.linked(path, given);
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

    /// `Mlp::new`: the struct, and the name. `None`: the struct is not known yet, or there is none; that was told.
    fn associated(
        &mut self,
        of: syn::Path,
        path: &syn::Path,
    ) -> Option<(StructType, proc_macro2::Ident)> {
        let name = path.segments.last()?.ident.clone();
        let Some(named) = self.links.named(&of) else {
            if !self.links.is_wanted(&of) {
                let text = crate::origin::source_text(&of.to_token_stream());
                self.push(
                    Diagnostic::new(
                        Code::E101,
                        path,
                        format!("a function of `{text}`, which is not under `#[agnostic]`"),
                    )
                    .help("it takes no tensors: hand it host values"),
                );
            }
            return None;
        };
        let written = syn::parse_quote!(#of<_>);
        Some((named.ty(None, written), name))
    }

    /// The arguments of a function, by position.
    pub(super) fn call_arguments<'a>(
        &mut self,
        path: &syn::Path,
        args: &[&'a syn::Expr],
    ) -> Option<Vec<Given<'a>>> {
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
            nodes.push(match super::strip(arg) {
                syn::Expr::Closure(closure) => Given::Closure(closure),
                _ => {
                    let node = self.expr(arg);
                    good &= !matches!(node.ty, Ty::Poison | Ty::Never);
                    Given::Value(node)
                }
            });
        }
        good.then_some(nodes)
    }

    /// Arguments where no closure can stand.
    fn values_only(&mut self, given: Vec<Given<'_>>) -> Option<Vec<Node>> {
        let mut nodes = Vec::new();
        for given in given {
            match given {
                Given::Value(node) => nodes.push(node),
                Given::Closure(closure) => self.no_closure(closure),
            }
        }
        match nodes.iter().all(|node| node.ty != Ty::Poison) {
            true => Some(nodes),
            false => None,
        }
    }

    /// The arguments of another agnostic function, held to its signature, and the type of what it gives.
    pub(super) fn linked(&mut self, path: &syn::Path, given: Vec<Given<'_>>) -> (Vec<CallArg>, Ty) {
        // Of Python's own functions it is told that they are none.
        let builtin = path.get_ident().is_some_and(|name| {
            foreign::builtin(&name.unraw().to_string(), &foreign::Spoken::function(&[])).is_some()
        });
        let function = match builtin {
            true => None,
            false => self.links.function(path),
        };
        match function {
            Some(function) => self.held(&function, path, given),
            None if self.links.is_wanted(path) => (Vec::new(), Ty::Poison),
            None => {
                // Its signature is not known: rustc holds the arguments to it.
                let nodes = self.values_only(given).unwrap_or_default();
                let args = nodes.into_iter().map(|node| self.call_arg(node, None));
                (args.collect(), Ty::Opaque)
            }
        }
    }

    /// A call of a method, or of an associated function. Of a method, the receiver is the first argument.
    fn method_call(
        &mut self,
        of: &StructType,
        name: &proc_macro2::Ident,
        given: Vec<Given<'_>>,
        callee: Callee,
        origin: Origin,
    ) -> Node {
        let word = name.unraw().to_string();
        let function = match self.links.method(of, &word) {
            Method::Known(function) => function,
            Method::None { names } => {
                let method = named::product_of(&word).map(|(method, _)| method);
                let method = method.and_then(|method| self.links.method(of, method).known());
                let has_gradient = method.is_some_and(|method| method.grad.is_some());
                let diagnostic = no_method(of, name, &word, &names, has_gradient);
                self.push(diagnostic);
                return Node::poison(origin);
            }
        };
        let receiver = matches!(callee, Callee::Method(..));
        let of_self = function.params.first().is_some_and(|p| p.name == "self");
        if receiver && !of_self {
            let of = of.def.name.to_string();
            self.push(
                Diagnostic::new(Code::E110, name, format!("`{word}` takes no `self`"))
                    .fact(format!("it is {}", signature_text(&function)))
                    .help(format!("write `{}`", associated_text(&of, &word, &given))),
            );
            return Node::poison(origin);
        }
        let (args, ty) = self.held(&function, name, given);
        Node {
            kind: NodeKind::Call {
                path: of.path.clone(),
                args,
                callee,
            },
            ty,
            origin,
        }
    }

    /// Arguments, held to a signature, and the type of what the function gives.
    fn held(
        &mut self,
        function: &Function,
        place: &impl ToTokens,
        given: Vec<Given<'_>>,
    ) -> (Vec<CallArg>, Ty) {
        let name = function.shown_name();
        let (count, takes) = (given.len(), function.params.len());
        if count != takes {
            // The receiver is not counted.
            let own =
                usize::from(function.params.first().is_some_and(|p| p.name == "self") && count > 0);
            let names: Vec<&str> = function.params.iter().map(|p| p.name.as_str()).collect();
            let names = names.get(own..).unwrap_or_default();
            self.count_differs(place, &name, count - own, names, &signature_text(function));
            return (Vec::new(), Ty::Poison);
        }
        let mut found = Unified {
            dims: HashMap::new(),
            leads: HashMap::new(),
            float: None,
            names: function.dims.iter().map(|d| d.name.clone()).collect(),
        };
        let mut good = true;
        let mut args: Vec<Option<CallArg>> = given.iter().map(|_| None).collect();
        let mut functions = Vec::new();
        // Functions last: what they take is known by the other arguments.
        for ((given, param), slot) in given.into_iter().zip(&function.params).zip(&mut args) {
            let taker = Taker {
                function: &name,
                param: &param.name,
                given: false,
            };
            let want = declared(&param.ty);
            match (given, &want) {
                (Given::Closure(closure), Ty::Fn(want)) => {
                    let handed = Handed {
                        closure: closure.clone(),
                        by_name: false,
                    };
                    functions.push((handed, Rc::clone(want), taker, slot));
                }
                (Given::Closure(closure), Ty::Host(_)) => {
                    let node = self.host(&syn::Expr::Closure(closure.clone()));
                    *slot = Some(CallArg::Host(self.as_host(node)));
                }
                (Given::Closure(closure), _) => {
                    let functions = function.params.iter();
                    let functions = functions.filter(|p| matches!(p.ty, Type::Fn(_)));
                    let functions: Vec<String> =
                        functions.map(|p| format!("`{}`", p.name)).collect();
                    match functions.is_empty() {
                        true => self.no_closure(closure),
                        false => self.push(
                            Diagnostic::new(
                                Code::E115,
                                closure,
                                format!("`{name}` takes no closure here"),
                            )
                            .fact(format!("it is {}", signature_text(function)))
                            .help(format!("hand it over for {}", functions.join(" or "))),
                        ),
                    }
                    good = false;
                }
                (Given::Value(node), Ty::Fn(want)) if matches!(node.ty, Ty::Host(_)) => {
                    match super::closure::of_path(&node, want.args.len()) {
                        Some(handed) => functions.push((handed, Rc::clone(want), taker, slot)),
                        None => {
                            good = false;
                            let fact = format!(
                                "`{name}` takes {} for `{}`",
                                self.show().ty(&Ty::Fn(Rc::clone(want))),
                                param.name
                            );
                            self.push(
                                Diagnostic::new(
                                    Code::E115,
                                    node.origin.tokens(),
                                    format!("`{name}` takes a function here"),
                                )
                                .fact(fact)
                                .help("write a closure, or the name of an agnostic function"),
                            );
                        }
                    }
                }
                (Given::Value(node), want) => {
                    good &= self.unify(want, &node, &mut found, taker);
                    if matches!(param.ty, Type::Unknown) {
                        good &= self.fits_unknown(&param.written.ty, &node, taker);
                    }
                    *slot = Some(self.call_arg(node, Some(&param.ty)));
                }
            }
        }
        for (handed, want, taker, slot) in functions {
            let takes: Vec<Ty> = want.args.iter().map(|ty| found.applied(ty)).collect();
            let closure = self.handed(&handed, &takes, |checker, value| {
                let taker = Taker {
                    given: true,
                    ..taker
                };
                checker.unify(&want.result, value, &mut found, taker)
            });
            let seeds = found.applied(&want.result);
            *slot = closure
                .and_then(|closure| self.with_vjp(closure, &handed, (&want, &takes), &seeds))
                .map(CallArg::Closure);
        }
        good &= args.iter().all(Option::is_some);
        let args = args.into_iter().flatten().collect();
        let ty = match good {
            true if is_known(&function.result) => found.applied(&declared(&function.result)),
            // A struct that this function does not know by name.
            true => Ty::Opaque,
            false => Ty::Poison,
        };
        (args, ty)
    }

    /// An argument for a parameter whose struct this function does not know: it is of that name, at least.
    fn fits_unknown(&mut self, written: &syn::Type, node: &Node, taker: Taker<'_>) -> bool {
        let Some(of) = struct_named(written) else {
            return true;
        };
        let fits = match &node.ty {
            Ty::Poison | Ty::Never | Ty::Opaque => true,
            Ty::Adt(have) => have.ty.def.name == *of,
            _ => false,
        };
        if !fits {
            let Taker {
                function, param, ..
            } = taker;
            let is = self.described(node);
            let written = crate::origin::type_text(&written.to_token_stream());
            let title = format!("`{function}` takes something else here");
            self.push(
                Diagnostic::new(Code::E115, node.origin.tokens(), title)
                    .fact(is)
                    .fact(format!("`{function}` takes `{param}: {written}`"))
                    .help(format!("it takes a `{of}`")),
            );
        }
        fits
    }

    fn call_arg(&mut self, node: Node, ty: Option<&Type>) -> CallArg {
        match node.ty {
            Ty::Tensor(_) | Ty::Opaque => CallArg::Tensor(node),
            Ty::Host(_) => CallArg::Host(self.as_host(node)),
            _ => CallArg::Value(node, ty.cloned()),
        }
    }

    /// Holds an argument to the type of a parameter, and learns what the callee's dimensions are.
    fn unify(&mut self, want: &Ty, node: &Node, found: &mut Unified, taker: Taker<'_>) -> bool {
        let Taker {
            function, param, ..
        } = taker;
        // `apply` takes another element type here, or: what `f` gives has another …
        let takes = |what: &str| match taker.given {
            true => format!("`{param}` of `{function}` gives {what}"),
            false => format!("`{function}` takes {what} here"),
        };
        let wanted = |found: &Unified| {
            let show = super::ty::Show {
                names: &found.names,
            };
            match want {
                _ if taker.given => {
                    format!(
                        "`{function}` takes an `{param}` that gives {}",
                        show.ty(want)
                    )
                }
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
                            let title = takes("floats");
                            return self.unfit(node, want, title, wanted(found), Some(&*found));
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
                        let float = self.resolved(float);
                        if float != Elem::Shared {
                            let float = float.show();
                            text = format!(
                                "{text}, and its float type is {float} by the arguments before it"
                            );
                        }
                    }
                    let title = takes("another element type");
                    return self.unfit(node, want, title, text, Some(&*found));
                }
                let before = found.clone();
                match found.shape(&tensor.shape, &have.shape) {
                    Ok(()) => true,
                    Err(differs) => {
                        *found = before;
                        let mut text = wanted(found);
                        if let Some((name, size)) = differs {
                            let size = size.show(&self.names);
                            let this = if size == name { "this function's " } else { "" };
                            text = format!(
                                "{text}, and its `{name}` is {this}`{size}` by the arguments before it"
                            );
                        }
                        let title = match (have.shape.rank(), tensor.shape.rank()) {
                            (Some(have), Some(want)) if have != want => {
                                format!(
                                    "this has rank {have}, but {}",
                                    takes(&format!("rank {want}"))
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
                        self.unfit(node, want, title, text, Some(&*found))
                    }
                }
            }
            (Ty::Option(want), Ty::Option(have)) => match &node.kind {
                NodeKind::Some(value) => self.unify(want, value, found, taker),
                _ => self.unify(want, &part_of(node, have), found, taker),
            },
            (Ty::List(want), Ty::List(have)) => match &node.kind {
                NodeKind::List(elements) => {
                    let mut good = true;
                    for element in elements {
                        good &= self.unify(want, element, found, taker);
                    }
                    good
                }
                _ => self.unify(want, &part_of(node, have), found, taker),
            },
            (Ty::Tuple(want), Ty::Tuple(have)) if want.len() == have.len() => {
                let written = match &node.kind {
                    NodeKind::Tuple(parts) if parts.len() == want.len() => Some(parts),
                    _ => None,
                };
                let mut good = true;
                for (place, (want, have)) in want.iter().zip(have).enumerate() {
                    good &= match written.and_then(|parts| parts.get(place)) {
                        Some(part) => self.unify(want, part, found, taker),
                        None => self.unify(want, &part_of(node, have), found, taker),
                    };
                }
                good
            }
            (Ty::Adt(want), Ty::Adt(have)) if super::same_struct(&want.ty, &have.ty) => {
                let (want, have) = (Rc::clone(want), Rc::clone(have));
                let mut fields = want.fields.iter().flatten();
                // Of one struct one mistake is told.
                let mut have = have.fields.iter().flatten();
                fields.all(|want| {
                    let have = have.next().unwrap_or(&Ty::Poison);
                    self.unify(want, &part_of(node, have), found, taker)
                })
            }
            (Ty::Fn(want), Ty::Fn(have)) => {
                if same_functions(want, have) {
                    let known = have.ty.differentiable || !want.ty.differentiable;
                    if !known {
                        let is = crate::origin::type_text(&have.ty.written.to_token_stream());
                        self.push(
                            Diagnostic::new(
                                Code::E115,
                                node.origin.tokens(),
                                takes("a function with its derivative"),
                            )
                            .fact(format!("it is `{is}`"))
                            .help(format!("declare it so: `{is} + Differentiable`")),
                        );
                    }
                    return known;
                }
                let is = crate::origin::type_text(&have.ty.written.to_token_stream());
                let wanted = crate::origin::type_text(&want.ty.written.to_token_stream());
                self.push(
                    Diagnostic::new(Code::E115, node.origin.tokens(), takes("another function"))
                        .fact(format!("it is `{is}`"))
                        .fact(format!("`{function}` takes `{param}: {wanted}`"))
                        .help(super::closure::calling(&node.origin.text(), want, have)),
                );
                false
            }
            _ => {
                let title = takes("something else");
                self.unfit(node, want, title, wanted(found), Some(&*found))
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
        found: Option<&Unified>,
    ) -> bool {
        let is = self.described(node);
        let help = match (found, want) {
            (Some(found), Ty::Tensor(tensor)) => {
                let fits = |shape: &Shape| found.clone().shape(&tensor.shape, shape).is_ok();
                self.mended_to_fit(node, want, found.float, &fits)
            }
            _ => self.mended(node, want),
        };
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
        if ty.ty.differentiable
            && let Some((asking, args)) = super::model::asked(ty, args)
        {
            return self.asked_of(function, ty, (asking, &args), origin);
        }
        let name = function.origin.text();
        // A mistake in its type was told.
        if ty.ty.args.iter().any(|arg| matches!(arg, Type::Unknown)) {
            return Node::poison(origin);
        }
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
                            kind: NodeKind::Return(None),
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
                asking: Asking::Value,
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
        let of = adt.ty.clone();
        if call.method == "clone" && call.args.is_empty() {
            return receiver;
        }
        let args: Vec<&syn::Expr> = call.args.iter().collect();
        let Some(given) = self.call_arguments(&of.path, &args) else {
            return Node::poison(origin);
        };
        let given = std::iter::once(Given::Value(receiver))
            .chain(given)
            .collect();
        let callee = Callee::Method(Box::new(of.clone()), call.method.clone());
        self.method_call(&of, &call.method, given, callee, origin)
    }
}

/// `Layer` of `&Layer<_, D, C>`.
fn struct_named(written: &syn::Type) -> Option<&proc_macro2::Ident> {
    let syn::Type::Reference(reference) = written else {
        return None;
    };
    let syn::Type::Path(path) = &*reference.elem else {
        return None;
    };
    let last = path.path.segments.last()?;
    match &last.arguments {
        syn::PathArguments::AngleBracketed(arguments) => match arguments.args.first() {
            Some(syn::GenericArgument::Type(syn::Type::Infer(_))) => Some(&last.ident),
            _ => None,
        },
        _ => None,
    }
}

/// A part of a value, for messages: no expression names it.
pub(super) fn part_of(node: &Node, ty: &Ty) -> Node {
    Node {
        kind: NodeKind::Poison,
        ty: ty.clone(),
        origin: node.origin.clone(),
    }
}

/// `Layer::of(w, 2.0)`, of the arguments behind a receiver.
fn associated_text(of: &str, word: &str, given: &[Given<'_>]) -> String {
    let given: Vec<String> = given
        .iter()
        .skip(1)
        .map(|given| match given {
            Given::Value(node) => foreign::short(node.origin.tokens()),
            Given::Closure(closure) => foreign::short(&closure.to_token_stream()),
        })
        .map(|text| text.unwrap_or_else(|| "…".to_owned()))
        .collect();
    format!("{of}::{word}({})", given.join(", "))
}

/// The type in `Mlp::new`.
fn type_of(path: &syn::Path) -> Option<syn::Path> {
    let of = path.segments.iter().rev().nth(1)?;
    if !of
        .ident
        .to_string()
        .starts_with(|c: char| c.is_ascii_uppercase())
    {
        return None;
    }
    let mut of = path.clone();
    of.segments.pop();
    of.segments.pop_punct();
    Some(of)
}

/// Is each part of it known by name?
fn is_known(ty: &Type) -> bool {
    match ty {
        Type::Unknown => false,
        Type::Tuple(parts) => parts.iter().all(is_known),
        Type::List { element: inner, .. } | Type::Option(inner) => is_known(inner),
        Type::Struct(of) => {
            let fields = of.def.variants.iter().flat_map(|v| &v.fields);
            fields.into_iter().all(|field| is_known(&field.ty))
        }
        Type::Tensor(_) | Type::Host(_) | Type::Fn(_) => true,
    }
}

/// Do two functions take and give the same, as far as element types and ranks go? Their sizes have names of their own.
fn same_functions(a: &FnTy, b: &FnTy) -> bool {
    fn same(a: &Ty, b: &Ty) -> bool {
        match (a, b) {
            (Ty::Tensor(a), Ty::Tensor(b)) => {
                let ranks = match (a.shape.rank(), b.shape.rank()) {
                    (Some(a), Some(b)) => a == b,
                    _ => true,
                };
                let float = |elem: Elem| elem.is_float() == Some(true);
                let shared = a.dtype == Elem::Shared || b.dtype == Elem::Shared;
                ranks && (a.dtype == b.dtype || (shared && float(a.dtype) && float(b.dtype)))
            }
            (Ty::Tuple(a), Ty::Tuple(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
            }
            (a, b) => a == b,
        }
    }
    a.args.len() == b.args.len()
        && a.args.iter().zip(&b.args).all(|(a, b)| same(a, b))
        && same(&a.result, &b.result)
}

/// That a struct has no such method.
fn no_method(
    of: &StructType,
    name: &proc_macro2::Ident,
    word: &str,
    names: &[String],
    has_gradient: bool,
) -> Diagnostic {
    let variants = of.def.variants.iter();
    let of_fields: Vec<String> = variants.flat_map(|v| &v.fields).map(|f| f.name()).collect();
    let of = &of.def.name;
    if names.is_empty() && !of_fields.iter().any(|field| *field == word) {
        let title = format!("`{of}` has no agnostic methods");
        return Diagnostic::new(Code::E110, name, title).help(
            "write them in an `impl` of it under `#[agnostic]`, and `#[agnostic(methods)]` before its definition",
        );
    }
    if let Some((method, product)) = named::product_of(word)
        && names.iter().any(|name| name == method)
    {
        let title = format!("`{of}::{method}` has no `{product}`");
        let told = Diagnostic::new(Code::E110, name, title);
        return match has_gradient {
            true if product == "hessian_vector_product" => told
                .fact("that is of a method of `order = 2` that gives a scalar")
                .help(format!("take its `{method}_vjp`, or write `order = 2`")),
            true => told
                .fact("that is of a method that gives a scalar")
                .help(format!("take its `{method}_vjp`")),
            false => told.help(format!("write `#[agnostic(grad)]` before `{method}`")),
        };
    }
    let title = format!("`{of}` has no method `{word}`");
    let fields = of_fields.iter().any(|field| *field == word);
    let help = match nearest(word, names.iter().map(String::as_str)) {
        _ if fields => "it is a field: leave out the parentheses".to_owned(),
        Some(near) => format!("write `{near}`"),
        None => format!("its methods are `{}`", names.join("`, `")),
    };
    Diagnostic::new(Code::E110, name, title).help(help)
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
        .map(|p| match p.name.as_str() {
            "self" => "&self".to_owned(),
            name => {
                let ty = crate::origin::type_text(&p.written.ty.to_token_stream());
                format!("{name}: {ty}")
            }
        })
        .collect();
    format!("`{}({})`", function.shown_name(), params.join(", "))
}

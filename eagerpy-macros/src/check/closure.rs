//! Closures over tensors, handed to a parameter `impl Fn(&Tensor) -> Tensor` of another agnostic function.
//!
//! ```text
//! iterate(|v| v * w, x, 3)      %1 = call iterate(|%v| { %2 = multiply %v, %w; %2 }, %x, 3)
//! ```
//!
//! What a closure takes, the callee's signature says; its body is checked as a block, which may read what stands around
//! it, and changes nothing there. The name of an agnostic function is a closure that calls it.

use proc_macro2::Ident;
use quote::ToTokens;

use super::dim::Dim;
use super::hir::{Closure, Node, NodeKind, Pat};
use super::mend::counted;
use super::ty::{FnTy, Ty};
use super::{Checker, host};
use crate::diag::{Code, Diagnostic};
use crate::origin::Origin;
use crate::syntax::Type;

impl Checker<'_> {
    /// Reads what was handed over: a closure, or a function by its name. `takes` are the types of its arguments; what it
    /// gives is held to `gives`.
    pub(super) fn handed(
        &mut self,
        function: &Handed,
        takes: &[Ty],
        gives: impl FnOnce(&mut Self, &Node) -> bool,
    ) -> Option<Closure> {
        let told = self.diagnostics.mark();
        let read = self.closure(&function.closure, takes);
        let read = read.filter(|(_, value)| gives(self, value));
        if function.by_name {
            self.diagnostics
                .advise(told, |help| by_closure(&function.closure, help));
        }
        read.map(|(closure, _)| closure)
    }

    /// A closure that takes these; what it gives comes as a node, for messages about it.
    fn closure(&mut self, closure: &syn::ExprClosure, takes: &[Ty]) -> Option<(Closure, Node)> {
        if closure.inputs.len() != takes.len() {
            let types: Vec<String> = takes.iter().map(|ty| self.show().ty(ty)).collect();
            let title = format!(
                "this closure takes {}, not {}",
                counted(takes.len(), "argument"),
                closure.inputs.len()
            );
            self.push(
                Diagnostic::new(Code::E115, closure, title)
                    .fact(format!("it is given {}", types.join(" and ")))
                    .help("write a name for each"),
            );
            return None;
        }
        if host::leaves(&closure.body) {
            self.push(
                Diagnostic::new(Code::E101, &closure.body, "a jump out of a closure")
                    .help("let its last expression be what it gives"),
            );
            return None;
        }
        let body: syn::Block = match &*closure.body {
            syn::Expr::Block(block) if block.label.is_none() => block.block.clone(),
            other => syn::parse_quote!({ #other }),
        };
        self.scopes.push(std::collections::HashMap::new());
        let outside = std::mem::replace(&mut self.outside, self.vars.len());
        let loops = std::mem::take(&mut self.loops);
        let mut params = Vec::new();
        for (input, ty) in closure.inputs.iter().zip(takes) {
            params.push((self.closure_param(input, ty), ty.clone()));
        }
        let (body, ty) = self.block(&body);
        self.loops = loops;
        self.outside = outside;
        self.scopes.pop();
        if ty == Ty::Poison {
            return None;
        }
        let origin = match &body.value {
            Some(value) => value.origin.clone(),
            None => Origin::of(&closure.body),
        };
        let value = Node {
            kind: NodeKind::Return(None),
            ty: ty.clone(),
            origin: origin.clone(),
        };
        let read = Closure {
            params,
            body,
            ty,
            origin,
            vjp: None,
            wants: None,
        };
        Some((read, value))
    }

    fn closure_param(&mut self, input: &syn::Pat, ty: &Ty) -> Pat {
        let (pat, written) = match input {
            syn::Pat::Type(typed) => (&*typed.pat, Some(&*typed.ty)),
            pat => (pat, None),
        };
        if let Ty::Host(kind) = ty {
            self.bind_host_pat(pat, *kind, Dim::Unknown);
            return Pat::Host(input.clone());
        }
        let mut ty = ty.clone();
        if let Some(written) = written {
            // `&Tensor<_, N>`: held to what it is given.
            let written = match written {
                syn::Type::Reference(reference) => &*reference.elem,
                written => written,
            };
            let function = self.function;
            let read =
                crate::syntax::read_let_type(written, function, self.links, self.diagnostics);
            if let Type::Tensor(declared) = read {
                let mut node = Node {
                    kind: NodeKind::Return(None),
                    ty: ty.clone(),
                    origin: Origin::of(pat),
                };
                let told = self.diagnostics.mark();
                // Sizes that the annotation alone knows are not checked, so nothing builds on them.
                let _ = self.fit_tensor(&mut node, &declared, "the annotation");
                if self.diagnostics.mark() != told {
                    ty = Ty::Poison;
                }
            }
        }
        self.pattern(pat, &ty)
    }

    /// A closure where none can stand.
    pub(super) fn no_closure(&mut self, closure: &syn::ExprClosure) {
        self.push(
            Diagnostic::new(Code::E101, closure, "a closure is not supported here").help(
                "hand it to a parameter `impl Fn(&Tensor) -> Tensor` of an agnostic function",
            ),
        );
    }

    /// A variable of the outside is written in a closure: is it? Then it is told.
    pub(super) fn writes_outside(&mut self, var: super::hir::VarId, place: &impl ToTokens) -> bool {
        let outside = var < self.outside;
        if outside {
            self.push(
                Diagnostic::new(Code::E216, place, "a closure changes nothing outside of it")
                    .fact("it may run any number of times")
                    .help("let it give the new value"),
            );
        }
        outside
    }
}

/// A function as it was handed over.
pub(super) struct Handed {
    pub closure: syn::ExprClosure,
    pub by_name: bool,
}

/// The name of an agnostic function, as a closure that calls it.
pub(super) fn of_path(node: &Node, args: usize) -> Option<Handed> {
    let NodeKind::Host(code) = &node.kind else {
        return None;
    };
    let syn::Expr::Path(path) = &*code.expr else {
        return None;
    };
    let span = node.origin.span();
    let names: Vec<Ident> = (0..args)
        .map(|place| Ident::new(&argument(place), span))
        .collect();
    // All of it stands where the name stands.
    let call = quote::quote_spanned!(span=> |#(#names),*| #path(#(#names),*));
    Some(Handed {
        closure: syn::parse2(call).ok()?,
        by_name: true,
    })
}

fn argument(place: usize) -> String {
    match place {
        0 => "argument".to_owned(),
        more => format!("argument{}", more + 1),
    }
}

/// The help for a mistake in the call of a function that was handed over by its name: the closure that has none.
fn by_closure(closure: &syn::ExprClosure, help: &str) -> String {
    let names: Vec<String> = (0..closure.inputs.len()).map(argument).collect();
    let call = crate::origin::source_text(&closure.body.to_token_stream());
    let code = help.split('`').nth(1).unwrap_or_default();
    let of = |name: &&String| {
        code.strip_prefix(name.as_str())
            .is_some_and(|rest| rest.starts_with(['.', '[']))
    };
    let body = match names.iter().find(of) {
        // An argument of it.
        Some(name) => call.replacen(name.as_str(), code, 1),
        // What it gives.
        None if code.starts_with(&call) => code.to_owned(),
        None if help.ends_with(" as well") => call.replace(')', ", …)"),
        None => {
            return "write a closure that calls it, and mend there what does not fit".to_owned();
        }
    };
    format!("write a closure: `|{}| {body}`", names.join(", "))
}

/// The help where a function that the caller brings takes and gives something else.
pub(super) fn calling(name: &str, want: &FnTy, have: &FnTy) -> String {
    if want.args.len() == have.args.len() {
        return "write a closure that calls it, and mend there what does not fit".to_owned();
    }
    let names: Vec<String> = (0..want.args.len()).map(argument).collect();
    let mut args = names.clone();
    args.resize(have.args.len(), "…".to_owned());
    format!(
        "write a closure: `|{}| {name}({})`",
        names.join(", "),
        args.join(", ")
    )
}

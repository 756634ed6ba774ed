//! The copy of a function that editors read, beside STAGE 6.
//!
//! In: a [`Function`] as it was written, whatever is wrong with it. Out, for `fn f(x: &Tensor<_, N>) -> Scalar`
//! with the body `x.sum(axis = -1) / N as f64`:
//!
//! ```text
//! #[allow(unexpected_cfgs, …)]
//! const _: () = {
//!     #[cfg(rust_analyzer)]
//!     use ::eagerpy::__private::editor::scope::*;
//!     #[cfg(rust_analyzer)]
//!     fn __copy(x: ::eagerpy::Tensor) -> ::eagerpy::Result<::eagerpy::Tensor> {
//!         let N: usize = Default::default();
//!         Ok({ x.sum(Into::into(-1), false) / N as f64 })
//!     }
//! };
//! ```
//!
//! Here a tensor is the documented stub `eagerpy::Tensor`, and all that Rust's own typing needs is in its place, so
//! that completion, hover and the types of variables work in the body. The user's words keep their spans, by which
//! the editor finds its way back. What cannot be rewritten stays as it is: the real item tells the mistakes.
//!
//! The copy comes first in the output. rust-analyzer expands a second time with a word at the cursor, and finds the
//! place by counting what stands before it, which must be the same both times; errors and `EXPLAIN` are not.

use std::collections::HashMap;

use eagerpy_runtime::DType;
use eagerpy_runtime::ops::{Default as Missing, Family, Kind, OpInfo, OutDType, Param};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::punctuated::Punctuated;
use syn::visit_mut::VisitMut;
use syn::{BinOp, Expr, Pat};

use crate::check::{Items, QUERIES, elements, operator_name, strip};
use crate::syntax::{Function, Type, is_tensor, mentions_ours};

/// The copy. `body` is what stands between the braces where that could not be parsed.
pub fn copy(function: &Function, krate: &TokenStream, body: Option<TokenStream>) -> TokenStream {
    // In an `impl` there is no place for it, and a struct of tensors has no stub.
    if function.method.is_some() || function.item.sig.receiver().is_some() || names_struct(function)
    {
        return TokenStream::new();
    }
    let mut writer = Writer {
        krate,
        scopes: vec![HashMap::new()],
        closures: 0,
    };
    for param in &function.params {
        writer.bind(&param.name, what_is(&param.ty));
    }
    let body = match body {
        Some(tokens) => writer.broken(tokens),
        None => {
            let mut block = (*function.item.block).clone();
            writer.block(&mut block);
            let stmts = &block.stmts;
            quote!(#(#stmts)*)
        }
    };
    let cfgs = cfgs(function);
    let (generics, params) = (&function.item.sig.generics, params(function, krate));
    let result = result(function, krate);
    let dims = function.dims.iter().map(|dim| &dim.ident);
    quote! {
        #cfgs
        #[allow(unused, non_snake_case, unreachable_code, unexpected_cfgs, clippy::all)]
        const _: () = {
            #[cfg(rust_analyzer)]
            use #krate::__private::editor::scope::*;
            #[cfg(rust_analyzer)]
            fn __copy #generics (#(#params),*) -> #krate::Result<#result> {
                #(let #dims: usize = ::core::default::Default::default();)*
                ::core::result::Result::Ok({ #body })
            }
        };
    }
}

/// Does a struct under `#[agnostic]` stand in the signature?
fn names_struct(function: &Function) -> bool {
    fn of(ty: &Type) -> bool {
        match ty {
            Type::Struct(_) | Type::Unknown => true,
            Type::Tuple(parts) => parts.iter().any(of),
            Type::List { element: inner, .. } | Type::Option(inner) => of(inner),
            _ => false,
        }
    }
    function.params.iter().any(|p| of(&p.ty)) || of(&function.result)
}

/// What the copies of other functions call in the place of this one. It stands in the module of the bindings, which a
/// `use` of the function brings along.
pub fn callee(function: &Function, krate: &TokenStream, vis: &TokenStream) -> TokenStream {
    if function.method.is_some() || names_struct(function) {
        return TokenStream::new();
    }
    let params = params(function, krate);
    let result = result(function, krate);
    let generics = &function.item.sig.generics;
    let attrs = function.item.attrs.iter();
    let docs = attrs.filter(|a| a.path().is_ident("doc"));
    // From a call in a copy, the editor comes here: to the function's name.
    let name = Ident::new(CALLEE, function.name().span());
    quote! {
        #[cfg(rust_analyzer)]
        #[doc(hidden)]
        #(#docs)*
        #vis fn #name #generics (#(#params),*) -> #result {
            #krate::__private::editor::stub()
        }
    }
}

const CALLEE: &str = "__editor";

/// The body of a binding, which editors do not look into: they would show what is in it beside what is in the copy, since
/// both stand at the user's place.
pub fn hidden(body: &TokenStream, krate: &TokenStream) -> TokenStream {
    quote! {
        #[cfg(not(rust_analyzer))]
        {
            #body
        }
        #[cfg(rust_analyzer)]
        #krate::__private::editor::stub()
    }
}

fn cfgs(function: &Function) -> TokenStream {
    let attrs = function.item.attrs.iter();
    let cfgs = attrs.filter(|a| a.path().is_ident("cfg"));
    quote!(#(#cfgs)*)
}

fn params(function: &Function, krate: &TokenStream) -> Vec<TokenStream> {
    let params = function.params.iter();
    params
        .map(|param| {
            let mut written = param.written.clone();
            Types { krate }.visit_type_mut(&mut written.ty);
            written.attrs.clear();
            written.to_token_stream()
        })
        .collect()
}

fn result(function: &Function, krate: &TokenStream) -> TokenStream {
    match &function.item.sig.output {
        syn::ReturnType::Default => quote!(()),
        syn::ReturnType::Type(_, ty) => {
            let mut ty = (**ty).clone();
            Types { krate }.visit_type_mut(&mut ty);
            ty.to_token_stream()
        }
    }
}

/// Puts the stub in the place of tensor types, and of references to them: a stub is copied like a number.
struct Types<'a> {
    krate: &'a TokenStream,
}

impl VisitMut for Types<'_> {
    fn visit_type_mut(&mut self, ty: &mut syn::Type) {
        let written = match &*ty {
            syn::Type::Reference(reference) => &*reference.elem,
            other => other,
        };
        match written {
            syn::Type::Path(path) if is_tensor(written) => {
                let krate = self.krate;
                // `Scalar` has the same documentation.
                let place = path.path.segments.last().map(|s| s.ident.span());
                let name = Ident::new("Tensor", place.unwrap_or_else(Span::call_site));
                *ty = syn::Type::Verbatim(quote!(#krate::#name));
            }
            _ => syn::visit_mut::visit_type_mut(self, ty),
        }
    }
}

/// What a value is, as far as its form says.
#[derive(Clone, Debug, PartialEq)]
enum What {
    Tensor(Elem),
    Tuple(Vec<What>),
    /// A list of these.
    List(Box<What>),
    Host,
}

/// What `item()` of a tensor gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Elem {
    Float,
    Int,
    Bool,
}

impl Elem {
    fn of(dtype: Option<DType>) -> Elem {
        match dtype {
            Some(DType::Bool) => Elem::Bool,
            Some(dtype) if !dtype.is_float() => Elem::Int,
            _ => Elem::Float,
        }
    }
}

impl What {
    fn has_tensor(&self) -> bool {
        match self {
            What::Tensor(_) => true,
            What::Tuple(parts) => parts.iter().any(What::has_tensor),
            What::List(of) => of.has_tensor(),
            What::Host => false,
        }
    }

    fn or(self, other: What) -> What {
        if self == What::Host { other } else { self }
    }
}

fn what_is(ty: &Type) -> What {
    match ty {
        Type::Tensor(tensor) => What::Tensor(Elem::of(tensor.dtype)),
        Type::Tuple(parts) => What::Tuple(parts.iter().map(what_is).collect()),
        Type::Host(ty) => what_is_written(ty),
        _ => What::Host,
    }
}

/// The same of a type as it is written in a body.
fn what_is_written(ty: &syn::Type) -> What {
    match ty {
        _ if is_tensor(ty) => What::Tensor(written_elem(ty)),
        syn::Type::Reference(inner) => what_is_written(&inner.elem),
        syn::Type::Paren(inner) => what_is_written(&inner.elem),
        syn::Type::Tuple(tuple) => What::Tuple(tuple.elems.iter().map(what_is_written).collect()),
        syn::Type::Slice(list) if mentions_ours(&list.elem) => {
            What::List(Box::new(what_is_written(&list.elem)))
        }
        syn::Type::Array(list) if mentions_ours(&list.elem) => {
            What::List(Box::new(what_is_written(&list.elem)))
        }
        syn::Type::Path(path) => match path.path.segments.last() {
            Some(last) if last.ident == "Vec" => match &last.arguments {
                syn::PathArguments::AngleBracketed(args) => match args.args.first() {
                    Some(syn::GenericArgument::Type(of)) if mentions_ours(of) => {
                        What::List(Box::new(what_is_written(of)))
                    }
                    _ => What::Host,
                },
                _ => What::Host,
            },
            _ => What::Host,
        },
        _ => What::Host,
    }
}

fn written_elem(ty: &syn::Type) -> Elem {
    let syn::Type::Path(path) = ty else {
        return Elem::Float;
    };
    let first = match path.path.segments.last().map(|s| &s.arguments) {
        Some(syn::PathArguments::AngleBracketed(args)) => args.args.first(),
        _ => None,
    };
    match first {
        Some(syn::GenericArgument::Type(syn::Type::Path(word))) => {
            Elem::of(dtype_named(&word.path))
        }
        _ => Elem::Float,
    }
}

fn dtype_named(path: &syn::Path) -> Option<DType> {
    DType::from_name(&path.get_ident()?.to_string())
}

struct Writer<'a> {
    krate: &'a TokenStream,
    /// Names of the body. What is a tensor decides what is rewritten.
    scopes: Vec<HashMap<String, What>>,
    /// Closures around this place: their `return` and `?` are their own.
    closures: usize,
}

impl VisitMut for Writer<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        self.expr(expr);
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        self.block(block);
    }

    fn visit_type_mut(&mut self, ty: &mut syn::Type) {
        Types { krate: self.krate }.visit_type_mut(ty);
    }

    // Another function's business.
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

impl Writer<'_> {
    fn bind(&mut self, name: &str, what: What) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.to_owned(), what);
        }
    }

    fn lookup(&self, name: &str) -> Option<&What> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name))
    }

    fn scoped<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> T {
        self.scopes.push(HashMap::new());
        let out = inside(self);
        self.scopes.pop();
        out
    }

    /// A body that cannot be parsed: the statements of it that can, and the rest for the editor's own parser. That
    /// goes through a macro, whose arguments may be anything.
    fn broken(&mut self, body: TokenStream) -> TokenStream {
        let krate = self.krate;
        let mut out = TokenStream::new();
        let mut chunk = TokenStream::new();
        let mut tokens = body.into_iter().peekable();
        while let Some(token) = tokens.next() {
            let ends = matches!(&token, TokenTree::Punct(sign) if sign.as_char() == ';');
            chunk.extend([token]);
            if !ends && tokens.peek().is_some() {
                continue;
            }
            let chunk = std::mem::take(&mut chunk);
            let parse = |input: syn::parse::ParseStream<'_>| syn::Block::parse_within(input);
            match syn::parse::Parser::parse2(parse, chunk.clone()) {
                Ok(mut stmts) => {
                    for stmt in &mut stmts {
                        self.stmt(stmt);
                    }
                    out.extend(quote!(#(#stmts)*));
                }
                Err(_) => out.extend(quote!(#krate::__private::editor::as_typed! { #chunk })),
            }
        }
        out
    }

    fn block(&mut self, block: &mut syn::Block) -> What {
        self.scoped(|writer| {
            let mut last = What::Host;
            for stmt in &mut block.stmts {
                last = writer.stmt(stmt);
            }
            last
        })
    }

    /// Of an expression without `;`, what it is.
    fn stmt(&mut self, stmt: &mut syn::Stmt) -> What {
        match stmt {
            syn::Stmt::Local(local) => {
                let declared = match &local.pat {
                    Pat::Type(typed) => what_is_written(&typed.ty),
                    _ => What::Host,
                };
                let mut what = declared.clone();
                if let Some(init) = &mut local.init {
                    let made = self.expr(&mut init.expr);
                    // `let y: Tensor = make(3)`: the annotation says that the call is of an agnostic function.
                    if declared.has_tensor() && !made.has_tensor() {
                        self.callee(&mut init.expr);
                    }
                    what = declared.or(made);
                    if let Some((_, diverge)) = &mut init.diverge {
                        self.expr(diverge);
                    }
                }
                self.pattern(&mut local.pat, &what);
                What::Host
            }
            syn::Stmt::Expr(expr, semi) => {
                let what = self.expr(expr);
                if semi.is_some() { What::Host } else { what }
            }
            syn::Stmt::Item(_) | syn::Stmt::Macro(_) => What::Host,
        }
    }

    /// Declares the names of a pattern.
    fn pattern(&mut self, pat: &mut Pat, what: &What) {
        match pat {
            Pat::Ident(name) => {
                self.bind(&name.ident.unraw().to_string(), what.clone());
                if let Some((_, inner)) = &mut name.subpat {
                    self.pattern(inner, what);
                }
            }
            Pat::Type(typed) => {
                Types { krate: self.krate }.visit_type_mut(&mut typed.ty);
                self.pattern(&mut typed.pat, what);
            }
            Pat::Paren(inner) => self.pattern(&mut inner.pat, what),
            Pat::Reference(inner) => self.pattern(&mut inner.pat, what),
            Pat::Guard(inner) => {
                self.pattern(&mut inner.pat, what);
                self.expr(&mut inner.guard);
            }
            Pat::Tuple(tuple) => {
                for (at, part) in tuple.elems.iter_mut().enumerate() {
                    let part_is = match what {
                        What::Tuple(parts) => parts.get(at).cloned().unwrap_or(What::Host),
                        // What a called function gives is not known: most likely tensors.
                        What::Tensor(_) => what.clone(),
                        _ => What::Host,
                    };
                    self.pattern(part, &part_is);
                }
            }
            // What stands in an `Option` or a struct is not followed.
            other => {
                struct Names(Vec<String>);
                impl VisitMut for Names {
                    fn visit_pat_ident_mut(&mut self, pat: &mut syn::PatIdent) {
                        self.0.push(pat.ident.unraw().to_string());
                        syn::visit_mut::visit_pat_ident_mut(self, pat);
                    }
                }
                let mut names = Names(Vec::new());
                names.visit_pat_mut(other);
                for name in names.0 {
                    self.bind(&name, What::Host);
                }
            }
        }
    }

    /// Rewrites an expression, and says what it is.
    fn expr(&mut self, expr: &mut Expr) -> What {
        match expr {
            Expr::Paren(inner) => self.expr(&mut inner.expr),
            Expr::Group(inner) => self.expr(&mut inner.expr),
            Expr::Path(path) => {
                let name = path.path.get_ident().map(|name| name.unraw().to_string());
                let known = name.and_then(|name| self.lookup(&name));
                known.cloned().unwrap_or(What::Host)
            }
            Expr::Reference(reference) => {
                let what = self.expr(&mut reference.expr);
                if matches!(what, What::Tensor(_)) {
                    take_part(expr, |expr| match expr {
                        Expr::Reference(whole) => Some(&mut whole.expr),
                        _ => None,
                    });
                }
                what
            }
            Expr::Unary(unary) => {
                let what = self.expr(&mut unary.expr);
                match (unary.op, &what) {
                    (syn::UnOp::Deref(_), What::Tensor(_)) => take_part(expr, |expr| match expr {
                        Expr::Unary(whole) => Some(&mut whole.expr),
                        _ => None,
                    }),
                    (syn::UnOp::Not(_), What::Tensor(_)) => return What::Tensor(Elem::Bool),
                    _ => {}
                }
                what
            }
            Expr::Binary(_) => self.binary(expr),
            Expr::MethodCall(_) => self.method(expr),
            Expr::Call(_) => self.call(expr),
            Expr::Index(index) => match self.expr(&mut index.expr) {
                What::Tensor(elem) => {
                    self.positions(&mut index.index);
                    What::Tensor(elem)
                }
                of => {
                    self.expr(&mut index.index);
                    match of {
                        What::List(of) => *of,
                        _ => What::Host,
                    }
                }
            },
            Expr::Tuple(tuple) => {
                What::Tuple(tuple.elems.iter_mut().map(|part| self.expr(part)).collect())
            }
            Expr::Array(array) => {
                let parts: Vec<What> = array.elems.iter_mut().map(|part| self.expr(part)).collect();
                match parts.into_iter().find(What::has_tensor) {
                    Some(part) => What::List(Box::new(part)),
                    None => What::Host,
                }
            }
            Expr::Field(field) => match (self.expr(&mut field.base), &field.member) {
                (What::Tuple(parts), syn::Member::Unnamed(at)) => {
                    parts.get(at.index as usize).cloned().unwrap_or(What::Host)
                }
                // What a called function gives may be a tuple, and a field may become an operation.
                (what @ What::Tensor(_), _) => what,
                _ => What::Host,
            },
            Expr::If(branch) => {
                let then = self.scoped(|writer| {
                    writer.expr(&mut branch.cond);
                    writer.block(&mut branch.then_branch)
                });
                match &mut branch.else_branch {
                    Some((_, other)) => then.or(self.expr(other)),
                    None => What::Host,
                }
            }
            Expr::Let(binding) => {
                let what = self.expr(&mut binding.expr);
                self.pattern(&mut binding.pat, &what);
                What::Host
            }
            Expr::Block(block) => self.block(&mut block.block),
            Expr::Unsafe(block) => self.block(&mut block.block),
            Expr::Match(choice) => {
                let of = self.expr(&mut choice.expr);
                let mut what = What::Host;
                for arm in &mut choice.arms {
                    let given = self.scoped(|writer| {
                        writer.pattern(&mut arm.pat, &of);
                        writer.expr(&mut arm.body)
                    });
                    what = what.or(given);
                }
                what
            }
            Expr::ForLoop(each) => {
                let element = match self.expr(&mut each.expr) {
                    What::List(of) => *of,
                    _ => What::Host,
                };
                self.scoped(|writer| {
                    writer.pattern(&mut each.pat, &element);
                    writer.block(&mut each.body);
                });
                What::Host
            }
            Expr::While(each) => {
                self.scoped(|writer| {
                    writer.expr(&mut each.cond);
                    writer.block(&mut each.body);
                });
                What::Host
            }
            Expr::Closure(closure) => {
                self.closures += 1;
                self.scoped(|writer| {
                    for input in &mut closure.inputs {
                        let what = match input {
                            Pat::Type(typed) => what_is_written(&typed.ty),
                            _ => What::Host,
                        };
                        writer.pattern(input, &what);
                    }
                    writer.expr(&mut closure.body);
                });
                self.closures -= 1;
                What::Host
            }
            Expr::Async(_) => What::Host,
            Expr::Try(inner) => {
                let what = self.expr(&mut inner.expr);
                if what.has_tensor() {
                    take_part(expr, |expr| match expr {
                        Expr::Try(whole) => Some(&mut whole.expr),
                        _ => None,
                    });
                } else if self.closures == 0 {
                    let krate = self.krate;
                    wrap(&mut inner.expr, quote!(#krate::__private::host_result));
                }
                what
            }
            Expr::Return(ret) => {
                match &mut ret.expr {
                    Some(value) => {
                        self.expr(value);
                        if self.closures == 0 {
                            wrap(value, quote!(::core::result::Result::Ok));
                        }
                    }
                    None if self.closures == 0 => {
                        let done = quote!(::core::result::Result::Ok(()));
                        ret.expr = Some(Box::new(Expr::Verbatim(done)));
                    }
                    None => {}
                }
                What::Host
            }
            other => {
                syn::visit_mut::visit_expr_mut(self, other);
                What::Host
            }
        }
    }

    fn binary(&mut self, expr: &mut Expr) -> What {
        let Expr::Binary(binary) = expr else {
            return What::Host;
        };
        let (left, right) = (self.expr(&mut binary.left), self.expr(&mut binary.right));
        let elem = match (&left, &right) {
            (What::Tensor(elem), _) | (_, What::Tensor(elem)) => *elem,
            _ => return What::Host,
        };
        let krate = self.krate;
        match binary.op {
            BinOp::Eq(_)
            | BinOp::Ne(_)
            | BinOp::Lt(_)
            | BinOp::Le(_)
            | BinOp::Gt(_)
            | BinOp::Ge(_) => {
                if !matches!(left, What::Tensor(_)) {
                    wrap(&mut binary.left, quote!(#krate::__private::editor::num));
                }
                let (Some(name), place) = (operator_name(&binary.op), first_span(&binary.op))
                else {
                    return What::Host;
                };
                *expr = Expr::MethodCall(syn::ExprMethodCall {
                    attrs: Vec::new(),
                    receiver: Box::new(parenthesized(take(&mut binary.left))),
                    dot_token: syn::Token![.](place),
                    method: Ident::new(name, place),
                    turbofish: None,
                    paren_token: syn::token::Paren::default(),
                    args: Punctuated::from_iter([take(&mut binary.right)]),
                });
                What::Tensor(Elem::Bool)
            }
            BinOp::And(_) | BinOp::Or(_) => What::Host,
            _ if operator_name(&binary.op).is_none() => What::Host,
            _ => {
                // Rust has operators of its own for numbers on the left.
                if !matches!(left, What::Tensor(_)) {
                    wrap(&mut binary.left, quote!(#krate::__private::editor::num));
                }
                What::Tensor(elem)
            }
        }
    }

    fn method(&mut self, expr: &mut Expr) -> What {
        let Expr::MethodCall(call) = expr else {
            return What::Host;
        };
        let receiver = self.expr(&mut call.receiver);
        let name = call.method.unraw().to_string();
        let What::Tensor(elem) = receiver else {
            for arg in &mut call.args {
                self.expr(arg);
            }
            return match (receiver, name.as_str()) {
                (list @ What::List(_), "iter" | "to_vec" | "clone") => list,
                _ => What::Host,
            };
        };
        if QUERIES.contains(&name.as_str()) {
            for arg in &mut call.args {
                self.expr(arg);
                self.integer(arg, Integer::Signed);
            }
            if name == "item" && call.args.is_empty() {
                item(expr, elem);
            }
            return What::Host;
        }
        match OpInfo::find(&name) {
            Some(op) if op.is_method() => {
                let (args, what) = self.arguments(op, Some(elem), &mut call.args);
                // The documentation of another name is that of the main one.
                if name != op.name {
                    call.method = Ident::new(op.name, call.method.span());
                }
                call.args = args;
                what
            }
            _ => {
                for arg in &mut call.args {
                    self.expr(arg);
                }
                receiver
            }
        }
    }

    fn call(&mut self, expr: &mut Expr) -> What {
        let Expr::Call(call) = expr else {
            return What::Host;
        };
        let path = match &*call.func {
            Expr::Path(path) => path.path.clone(),
            _ => {
                self.expr(&mut call.func);
                for arg in &mut call.args {
                    self.expr(arg);
                }
                return What::Host;
            }
        };
        let name = path.get_ident().map(|name| name.unraw().to_string());
        let local = name
            .as_deref()
            .is_some_and(|name| self.lookup(name).is_some());
        let op = match &name {
            Some(name) if !local => OpInfo::find(name),
            _ => None,
        };
        // Arguments are read once: which function is meant depends on what they are.
        let given: Vec<What> = call.args.iter_mut().map(|arg| self.argument(arg)).collect();
        let tensors = given.iter().any(What::has_tensor);
        if let (Some(op), Some(word)) = (op, path.get_ident())
            && (tensors || op.family == Family::Creation)
        {
            let (args, what) = self.placed(op, None, &mut call.args, &given);
            let krate = self.krate;
            let word = Ident::new(op.name, word.span());
            *call.func = Expr::Verbatim(quote!(#krate::functions::#word));
            call.args = args;
            return what;
        }
        if tensors && !local && self.callee(expr) {
            return What::Tensor(Elem::Float);
        }
        What::Host
    }

    /// Another agnostic function, by its stub. A name with a capital is that of a variant or a struct, and what is behind
    /// that or a type's own name is no agnostic function.
    fn callee(&self, expr: &mut Expr) -> bool {
        let Expr::Call(call) = expr else {
            return false;
        };
        let Expr::Path(path) = &mut *call.func else {
            return false;
        };
        let of_a_type = |segment: &syn::PathSegment| {
            let name = segment.ident.unraw().to_string();
            name.starts_with(char::is_uppercase) || PRIMITIVES.contains(&name.as_str())
        };
        if path.path.segments.iter().any(of_a_type) {
            return false;
        }
        let place = match path.path.segments.last() {
            Some(last) if last.arguments.is_none() => last.ident.span(),
            _ => return false,
        };
        path.path.segments.push(Ident::new(CALLEE, place).into());
        true
    }

    /// An argument of a call; the word of a keyword is none.
    fn argument(&mut self, arg: &mut Expr) -> What {
        match arg {
            Expr::Assign(pair) => self.expr(&mut pair.right),
            other => self.expr(other),
        }
    }

    fn arguments(&mut self, op: &OpInfo, receiver: Option<Elem>, args: &mut Args) -> (Args, What) {
        let given: Vec<What> = args.iter_mut().map(|arg| self.argument(arg)).collect();
        self.placed(op, receiver, args, &given)
    }

    /// The arguments in their places, with what is left out filled in, and what the operation gives.
    fn placed(
        &mut self,
        op: &OpInfo,
        receiver: Option<Elem>,
        args: &mut Args,
        given: &[What],
    ) -> (Args, What) {
        let first = usize::from(receiver.is_some());
        let mut slots: Vec<Option<Expr>> = op.params.iter().map(|_| None).collect();
        let mut elem = receiver.filter(|_| op.params.first().map(|p| p.kind) != Some(Kind::Mask));
        let mut dtype = Elem::Float;
        let mut next = first;
        // Which argument goes where, before any is taken: one that has no place leaves all as they are.
        let mut places = Vec::new();
        for arg in args.iter() {
            let place = match arg {
                Expr::Assign(pair) => op.params.iter().position(|p| is_word(&pair.left, p.name)),
                _ => {
                    next += 1;
                    (next <= op.params.len()).then(|| next - 1)
                }
            };
            match place {
                Some(place) if place >= first && !places.contains(&place) => places.push(place),
                _ => return (std::mem::take(args), gives(op, elem, dtype)),
            }
        }
        for ((arg, place), what) in std::mem::take(args).into_iter().zip(places).zip(given) {
            let Some(param) = op.params.get(place) else {
                continue;
            };
            let mut value = match arg {
                Expr::Assign(pair) => *pair.right,
                other => other,
            };
            match (param.kind, what) {
                (Kind::Tensor | Kind::Operand, What::Tensor(of)) => elem = elem.or(Some(*of)),
                (Kind::Tensors, What::List(of)) => {
                    if let What::Tensor(of) = &**of {
                        elem = elem.or(Some(*of));
                    }
                }
                (Kind::Tensors, What::Tuple(parts)) => {
                    if let Some(What::Tensor(of)) = parts.first() {
                        elem = elem.or(Some(*of));
                    }
                }
                (Kind::DType, _) => {
                    if let Expr::Path(word) = &value {
                        dtype = Elem::of(dtype_named(&word.path));
                    }
                }
                _ => {}
            }
            self.converted(param, &mut value);
            if let Some(slot) = slots.get_mut(place) {
                *slot = Some(value);
            }
        }
        let mut out = Args::new();
        for (param, slot) in op.params.iter().zip(slots).skip(first) {
            match slot {
                Some(value) => out.push(value),
                None => out.extend(self.left_out(param)),
            }
        }
        (out, gives(op, elem, dtype))
    }

    /// An argument as the stub takes it.
    fn converted(&self, param: &Param, value: &mut Expr) {
        let krate = self.krate;
        let optional = param.default == Missing::None;
        if optional && is_word(value, "None") {
            if let Some(written) = self.left_out(param) {
                *value = written;
            }
            return;
        }
        match param.kind {
            Kind::Tensor | Kind::Mask | Kind::Index => borrow(value),
            Kind::Operand | Kind::Flag | Kind::Text | Kind::IndexList => {}
            Kind::Tensors => {
                list(value);
                borrow(value);
            }
            Kind::Axes | Kind::Ints | Kind::Shape | Kind::OptInts => {
                self.integers(value);
                wrap(value, quote!(::core::convert::Into::into));
            }
            Kind::Num | Kind::OptNum => wrap(value, quote!(::core::convert::Into::into)),
            Kind::Axis | Kind::OptAxis | Kind::Int => self.integer(value, Integer::Signed),
            Kind::Size | Kind::OptSize => self.integer(value, Integer::Size),
            Kind::Seed => self.integer(value, Integer::Seed),
            Kind::DType => match value {
                Expr::Infer(_) => *value = Expr::Verbatim(none()),
                Expr::Path(path) => {
                    if let (Some(dtype), Some(word)) =
                        (dtype_named(&path.path), path.path.get_ident())
                    {
                        let name = Ident::new(&format!("{dtype:?}"), word.span());
                        *value = Expr::Verbatim(quote!(#krate::DType::#name));
                    }
                    wrap(value, quote!(::core::option::Option::Some));
                }
                _ => {}
            },
            Kind::Pads => {
                list(value);
                if let Expr::Array(pairs) = value {
                    for pair in &mut pairs.elems {
                        if let Expr::Array(parts) = pair {
                            let elems = std::mem::take(&mut parts.elems);
                            *pair = Expr::Tuple(syn::ExprTuple {
                                attrs: Vec::new(),
                                paren_token: syn::token::Paren::default(),
                                elems,
                            });
                        }
                        if let Expr::Tuple(parts) = pair {
                            for part in &mut parts.elems {
                                self.integer(part, Integer::Size);
                            }
                        }
                    }
                }
                borrow(value);
            }
        }
        if matches!(
            param.kind,
            Kind::OptAxis | Kind::OptSize | Kind::OptNum | Kind::OptInts
        ) {
            wrap(value, quote!(::core::option::Option::Some));
        }
    }

    /// The value of a parameter that is left out; nothing where it must be given.
    fn left_out(&self, param: &Param) -> Option<Expr> {
        let krate = self.krate;
        let tokens = match (param.default, param.kind) {
            (Missing::Required, _) => return None,
            (Missing::None, Kind::Axes) => quote!(#krate::Axes::All),
            (Missing::None, _) => none(),
            (Missing::Int(n), Kind::Num) => quote!(::core::convert::Into::into(#n)),
            (Missing::Int(n), _) => {
                let n = proc_macro2::Literal::i64_unsuffixed(n);
                quote!(#n)
            }
            (Missing::Float(n), _) => quote!(::core::convert::Into::into(#n)),
            (Missing::Bool(flag), _) => quote!(#flag),
            (Missing::Text(text), _) => quote!(#text),
        };
        Some(Expr::Verbatim(tokens))
    }

    /// A host integer of any width, as one of this.
    fn integer(&self, value: &mut Expr, to: Integer) {
        let literal = |value: &Expr| match value {
            Expr::Lit(lit) => matches!(&lit.lit, syn::Lit::Int(n) if n.suffix().is_empty()),
            _ => false,
        };
        let plain = match &*value {
            Expr::Unary(sign) => literal(&sign.expr),
            other => literal(other),
        };
        if plain {
            return;
        }
        let krate = self.krate;
        wrap(value, quote!(#krate::__private::int));
        let ty = match to {
            Integer::Signed => return,
            Integer::Size => quote!(usize),
            Integer::Seed => quote!(u64),
        };
        *value = Expr::Cast(syn::ExprCast {
            attrs: Vec::new(),
            expr: Box::new(take(value)),
            as_token: <syn::Token![as]>::default(),
            ty: Box::new(syn::Type::Verbatim(ty)),
        });
    }

    /// A list of host integers of any width, or a host value that is one.
    fn integers(&self, value: &mut Expr) {
        list(value);
        let Expr::Array(array) = value else {
            return;
        };
        if array.elems.is_empty() {
            *value = Expr::Verbatim(quote!([0_i64; 0]));
            return;
        }
        for element in &mut array.elems {
            self.integer(element, Integer::Signed);
        }
    }

    /// What stands in `x[…]`.
    fn positions(&mut self, index: &mut Expr) {
        let items = match &*index {
            Expr::Macro(slice)
                if slice
                    .mac
                    .path
                    .segments
                    .last()
                    .is_some_and(|s| s.ident == "s") =>
            {
                syn::parse2::<Items>(slice.mac.tokens.clone()).ok()
            }
            _ => None,
        };
        let Some(items) = items else {
            self.expr(index);
            return;
        };
        let krate = self.krate;
        let mut elems = Punctuated::new();
        for item in items.0 {
            let mut position = item.expr;
            self.expr(&mut position);
            if let Some(mut step) = item.step {
                self.expr(&mut step);
                self.integer(&mut step, Integer::Signed);
                wrap(&mut position, quote!(#krate::__private::editor::Stepped));
                if let Expr::Call(stepped) = &mut position {
                    stepped.args.push(step);
                }
            }
            elems.push(position);
        }
        // One item without a comma would be parentheses.
        if elems.len() == 1 {
            elems.push_punct(<syn::Token![,]>::default());
        }
        *index = Expr::Tuple(syn::ExprTuple {
            attrs: Vec::new(),
            paren_token: syn::token::Paren::default(),
            elems,
        });
    }
}

/// Types whose functions are called by their name: `usize::max(x.dim(0), 1)`.
const PRIMITIVES: [&str; 17] = [
    "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128",
    "usize", "bool", "char", "str",
];

type Args = Punctuated<Expr, syn::Token![,]>;

#[derive(Clone, Copy)]
enum Integer {
    Signed,
    Size,
    Seed,
}

/// What an operation gives.
fn gives(op: &OpInfo, elem: Option<Elem>, dtype: Elem) -> What {
    let elem = elem.unwrap_or(Elem::Float);
    What::Tensor(match op.out {
        OutDType::Same => elem,
        OutDType::Bool => Elem::Bool,
        OutDType::Sum if elem == Elem::Float => Elem::Float,
        OutDType::Sum | OutDType::Index => Elem::Int,
        OutDType::Arg => dtype,
        OutDType::Pair => return What::Tuple(vec![What::Tensor(elem), What::Tensor(Elem::Int)]),
    })
}

/// `x.item()` is a float where it is documented; what follows it makes it what it is. What stands before stays as it is,
/// since the editor counts that.
fn item(expr: &mut Expr, elem: Elem) {
    let name = match elem {
        Elem::Float => return,
        Elem::Int => "__int",
        Elem::Bool => "__bool",
    };
    *expr = Expr::MethodCall(syn::ExprMethodCall {
        attrs: Vec::new(),
        receiver: Box::new(take(expr)),
        dot_token: <syn::Token![.]>::default(),
        method: Ident::new(name, Span::call_site()),
        turbofish: None,
        paren_token: syn::token::Paren::default(),
        args: Punctuated::new(),
    });
}

fn none() -> TokenStream {
    quote!(::core::option::Option::None)
}

/// Is it this word alone?
fn is_word(expr: &Expr, word: &str) -> bool {
    matches!(expr, Expr::Path(path) if path.path.get_ident().is_some_and(|name| name.unraw() == word))
}

fn first_span(tokens: &impl ToTokens) -> Span {
    let first = tokens.to_token_stream().into_iter().next();
    first.map_or_else(Span::call_site, |token| token.span())
}

fn take(expr: &mut Expr) -> Expr {
    std::mem::replace(expr, Expr::Verbatim(TokenStream::new()))
}

/// A part of an expression in the place of the whole.
fn take_part(expr: &mut Expr, part: fn(&mut Expr) -> Option<&mut Box<Expr>>) {
    if let Some(inner) = part(expr) {
        *expr = take(inner);
    }
}

/// `function(value)`
fn wrap(value: &mut Expr, function: TokenStream) {
    *value = Expr::Call(syn::ExprCall {
        attrs: Vec::new(),
        func: Box::new(Expr::Verbatim(function)),
        paren_token: syn::token::Paren::default(),
        args: Punctuated::from_iter([take(value)]),
    });
}

fn parenthesized(expr: Expr) -> Expr {
    match expr {
        Expr::Path(_) | Expr::Paren(_) | Expr::Call(_) | Expr::MethodCall(_) | Expr::Index(_) => {
            expr
        }
        other => Expr::Paren(syn::ExprParen {
            attrs: Vec::new(),
            paren_token: syn::token::Paren::default(),
            expr: Box::new(other),
        }),
    }
}

/// `&value`, unless it is one.
fn borrow(value: &mut Expr) {
    if matches!(value, Expr::Reference(_)) {
        return;
    }
    *value = Expr::Reference(syn::ExprReference {
        attrs: Vec::new(),
        and_token: <syn::Token![&]>::default(),
        mutability: None,
        expr: Box::new(parenthesized(take(value))),
    });
}

/// A tuple as a list.
fn list(value: &mut Expr) {
    if elements(strip(value)).is_none() {
        return;
    }
    let inner = match take(value) {
        Expr::Paren(inner) => *inner.expr,
        Expr::Group(inner) => *inner.expr,
        Expr::Reference(inner) => *inner.expr,
        Expr::Tuple(tuple) => {
            *value = Expr::Array(syn::ExprArray {
                attrs: Vec::new(),
                bracket_token: syn::token::Bracket::default(),
                elems: tuple.elems,
            });
            return;
        }
        array => {
            *value = array;
            return;
        }
    };
    *value = inner;
    list(value);
}

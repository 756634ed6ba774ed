//! STAGE 6: IR → tokens. Nothing here can fail for a user's reason.
//!
//! In: an [`Ir`]. Out, for `pub fn f`, in its scope:
//!
//! ```text
//! pub fn f<B, TX>(x: &TX) -> Result<…>          the generic entry: the backend follows from the argument
//! pub mod f {
//!     pub fn ndarray<TX>(x: &TX) -> Result<…>   one function per backend: calls of that backend, in order
//!     pub fn candle(x: &Tensor) -> Result<Tensor>
//!     pub const EXPLAIN: &str                   the program as the compiler understood it
//!     pub trait Binding                         what the entry goes through
//! }
//! ```

mod adt;
mod body;
mod derives;
pub mod editor;
mod fused;
mod host;
pub mod methods;
mod signature;

pub use adt::adt;
pub use fused::literal;

use proc_macro2::{Punct, Spacing, TokenStream, TokenTree};
use quote::{ToTokens, quote};

use crate::args::{Marker, Options};
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::ir::{self, Ir};
use crate::syntax::adt::Adt;
use crate::syntax::{Function, Type, links};

use signature::Signature;
pub use signature::inner_vis;

/// Writes a function out. `derivatives`: what else stands in its module.
pub fn emit(
    function: &Function,
    options: &Options,
    ir: &Ir,
    derivatives: &TokenStream,
) -> TokenStream {
    let signature = Signature::new(function, options, ir);
    let written = body::written_names(function);
    let bodies: Vec<body::Body> = options
        .targets
        .iter()
        .map(|target| body::emit(function, ir, target, &signature, &written))
        .collect();
    // `native!` makes them differ.
    let shared = match bodies.split_first() {
        Some((first, rest)) if rest.iter().all(|body| body.places == first.places) => {
            Some(sites(function, &first.places))
        }
        _ => None,
    };
    let mut bindings = TokenStream::new();
    for (target, body) in options.targets.iter().zip(&bodies) {
        let sites = shared.is_none().then(|| sites(function, &body.places));
        let tokens = &body.tokens;
        let body = editor::hidden(&quote!(#sites #tokens), &options.krate);
        bindings.extend(signature.binding(target, &body));
    }
    let explain = ir::print::print(function, ir);
    let mut shared = shared.unwrap_or_default();
    shared.extend(fused::emit(ir));
    item(&signature, &shared, &bindings, &explain, derivatives)
}

/// The user's relative paths, as they are called one module further in.
fn inward(tokens: TokenStream) -> TokenStream {
    let mut out = TokenStream::new();
    // What stands before a token: a part of a path, or the `pub` of `pub(super)`.
    let (mut colons, mut after_pub) = (0, false);
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let first = colons != 2;
        colons = match &token {
            TokenTree::Punct(punct) if punct.as_char() == ':' => colons + 1,
            _ => 0,
        };
        let path = first
            && matches!(tokens.peek(), Some(TokenTree::Punct(p)) if p.as_char() == ':' && p.spacing() == Spacing::Joint);
        let was_pub = std::mem::replace(
            &mut after_pub,
            matches!(&token, TokenTree::Ident(word) if word == "pub"),
        );
        match token {
            TokenTree::Ident(word) if path && word == "super" => {
                out.extend(quote::quote_spanned!(word.span()=> super::super));
            }
            TokenTree::Ident(word) if path && word == "self" => {
                out.extend(quote::quote_spanned!(word.span()=> super));
            }
            // Visibilities are written for where they stand.
            TokenTree::Group(group) if !was_pub => {
                let mut inner = proc_macro2::Group::new(group.delimiter(), inward(group.stream()));
                inner.set_span(group.span());
                out.extend([TokenTree::Group(inner)]);
            }
            other => out.extend([other]),
        }
    }
    out
}

/// A function's item, as it is written one module further in.
pub fn item_inward(function: &Function, options: &Options, item: syn::ItemFn) -> syn::ItemFn {
    match is_relative(function, options) {
        true => syn::parse2(inward(item.to_token_stream())).unwrap_or(item),
        false => item,
    }
}

/// Does the function, or an option of it, name something by `super::…` or `self::…`?
fn is_relative(function: &Function, options: &Options) -> bool {
    struct Relative(bool);
    impl<'a> syn::visit::Visit<'a> for Relative {
        fn visit_path(&mut self, path: &'a syn::Path) {
            let first = path.segments.first().map(|s| &s.ident);
            self.0 |= path.segments.len() > 1 && first.is_some_and(|s| s == "super" || s == "self");
            syn::visit::visit_path(self, path);
        }

        fn visit_macro(&mut self, mac: &'a syn::Macro) {
            self.visit_path(&mac.path);
            self.0 |= has_relative_path(mac.tokens.clone());
        }

        fn visit_attribute(&mut self, attr: &'a syn::Attribute) {
            self.0 |= has_relative_path(attr.to_token_stream());
        }
    }
    let mut relative = Relative(has_relative_path(options.krate.clone()));
    syn::visit::Visit::visit_item_fn(&mut relative, &function.item);
    for target in &options.targets {
        if let Marker::Foreign(path) = &target.marker {
            syn::visit::Visit::visit_path(&mut relative, path);
        }
    }
    relative.0
}

/// Does a path in it begin with `super` or `self`?
fn has_relative_path(tokens: TokenStream) -> bool {
    let mut word = false;
    tokens.into_iter().any(|token| {
        let was = std::mem::take(&mut word);
        match token {
            TokenTree::Punct(sign) => {
                was && sign.as_char() == ':' && sign.spacing() == Spacing::Joint
            }
            TokenTree::Ident(name) => {
                word = name == "super" || name == "self";
                false
            }
            TokenTree::Group(group) => has_relative_path(group.stream()),
            TokenTree::Literal(_) => false,
        }
    })
}

/// Where the operations of a function stand.
fn sites(function: &Function, places: &[(String, u32)]) -> TokenStream {
    if places.is_empty() {
        return quote!(
            static __SITES: &[__rt::Site] = &[];
        );
    }
    let name = function.shown_name();
    let sources = places.iter().map(|(source, _)| source);
    let lines = places
        .iter()
        .map(|(_, line)| proc_macro2::Literal::u32_unsuffixed(*line));
    // What all have in common stands once: rustc expands each `file!()`.
    quote! {
        const fn __site(source: &'static str, line: u32) -> __rt::Site {
            __rt::Site { function: #name, source, file: ::core::file!(), line }
        }
        static __SITES: &[__rt::Site] = &[#(__site(#sources, #lines)),*];
    }
}

fn item(
    signature: &Signature<'_>,
    shared: &TokenStream,
    bindings: &TokenStream,
    explain: &str,
    derivatives: &TokenStream,
) -> TokenStream {
    let function = signature.function;
    let krate = signature.krate;
    let entry = signature.entry();
    let vis = &function.item.vis;
    let name = function.name();
    let doc = format!("The bindings of [`{name}`](fn@{name}): one function per backend.");
    let binding_trait = signature.binding_trait();
    let spec = signature.spec();
    let sites = shared;
    let inner = signature.inner_vis();
    let method = signature.method();
    let callee = editor::callee(function, krate, &inner);
    // Attributes that switch the item off switch off all of it.
    let cfgs = function
        .item
        .attrs
        .iter()
        .filter(|a| a.path().is_ident("cfg"));
    let cfgs = quote!(#(#cfgs)*);
    let allowed = quote! {
        #[allow(non_snake_case, unexpected_cfgs, unused_imports, unused_variables, unused_mut, unused_parens, unused_assignments, unused_labels, unreachable_code, dead_code, clippy::all, clippy::pedantic)]
    };
    if function.local {
        // In a function's body no module sees what stands beside it; a type does. What is of its module elsewhere is
        // associated with it here, behind the same path.
        let space = quote! {
            #cfgs
            #[allow(non_camel_case_types, dead_code)]
            #vis enum #name {}
            #cfgs
            #allowed
            const _: () = {
                use __rt::{At as _, Ops as _};
                #spec
                #sites
                impl #name {
                    #inner const EXPLAIN: &str = #explain;
                    #callee
                }
                #bindings
            };
            #cfgs
            #allowed
            #[allow(non_camel_case_types)]
            #binding_trait
        };
        let space = signature::respell(space, &quote!(#krate::__private));
        // What a derivative is of gives it its name: `f::vjp` beside `__f_vjp`.
        let alias = function.derived.as_ref().map(|derived| {
            let of = &derived.of;
            let entry = signature.entry_named(&derived.product);
            quote!(#cfgs impl #of { #entry })
        });
        return quote!(#entry #method #space #alias #derivatives);
    }
    // Few functions have such paths, and to take tokens apart in rustc takes its time.
    let moved = |tokens: TokenStream| match signature.relative {
        true => inward(tokens),
        false => tokens,
    };
    let (spec, binding_trait) = (moved(spec), moved(binding_trait));
    let bindings = moved(bindings.clone());
    // A method's derivatives are methods.
    let (inside, beside) = match function.method {
        Some(_) => (None, Some(derivatives)),
        None => (Some(derivatives), None),
    };
    quote! {
        #entry
        #method

        #cfgs
        #[doc = #doc]
        #allowed
        #vis mod #name {
            use super::*;
            use #krate::__private as __rt;
            use __rt::{At as _, Ops as _};

            /// What the compiler understood: the type of every value, by instruction.
            #inner const EXPLAIN: &str = #explain;

            #spec
            #sites

            #callee
            #binding_trait
            #bindings
            #inside
        }

        #beside
    }
}

/// The macro by which others learn a function's signature, and what its gradient is of.
pub fn export(item: &syn::ItemFn, options: &Options) -> TokenStream {
    // A method is called through its struct; where one stands in an `impl`, there is no place for a macro.
    if item.attrs.iter().any(|a| a.path().is_ident(methods::MARK)) || item.sig.receiver().is_some()
    {
        return TokenStream::new();
    }
    let mut sig = item.sig.clone();
    // The body may change them; nobody outside sees it.
    for input in &mut sig.inputs {
        if let syn::FnArg::Typed(typed) = input
            && let syn::Pat::Ident(pat) = &mut *typed.pat
        {
            pat.mutability = None;
        }
    }
    let cfgs = item.attrs.iter().filter(|a| a.path().is_ident("cfg"));
    let cfgs = quote!(#(#cfgs)*);
    let marks = marks(options);
    links::export(&item.sig.ident, &item.vis, &cfgs, &quote!(#marks #sig))
}

/// What the signature of a function in another's body says.
pub fn local_mark() -> TokenStream {
    let word = proc_macro2::Ident::new(crate::syntax::LOCAL, proc_macro2::Span::call_site());
    quote!(#[#word])
}

/// What a signature says of where the function stands, and of its gradient.
pub fn marks(options: &Options) -> TokenStream {
    let local = options.local.then(local_mark);
    let asked = options.grad.as_ref();
    let grad = asked.map(|asked| mark_of(asked, options.order, options.vjp.is_some()));
    quote!(#local #grad)
}

/// The marks of a function with a gradient: of what that is, how often it can be taken, and is it a rule of the user's.
pub fn mark_of(asked: &crate::grad::Asked, order: u8, own_rule: bool) -> TokenStream {
    let word = |name: &str| proc_macro2::Ident::new(name, proc_macro2::Span::call_site());
    let mark = word(crate::syntax::GRAD);
    let own = own_rule.then(|| {
        let own = word(crate::syntax::OWN_RULE);
        quote!(#[#own])
    });
    let order = (order > 1).then(|| {
        let name = word(crate::syntax::ORDER);
        let order = proc_macro2::Literal::u8_unsuffixed(order);
        quote!(#[#name(#order)])
    });
    match asked {
        crate::grad::Asked::All => quote!(#own #order #[#mark]),
        crate::grad::Asked::Named(names) => quote!(#own #order #[#mark(#(#names),*)]),
    }
}

/// The macro by which others learn the signature of a derivative.
pub fn export_derivative(item: &syn::ItemFn, options: &Options) -> TokenStream {
    let mark = marks(options);
    let sig = &item.sig;
    links::export(
        &sig.ident,
        &item.vis,
        &TokenStream::new(),
        &quote!(#mark #sig),
    )
}

/// The item of a function with mistakes: the errors, and the signature, so that callers and editors keep working.
pub fn fallback(function: &Function, options: &Options, errors: TokenStream) -> TokenStream {
    // In an `impl` there is no place for the bindings' module, and what a method is of must be known.
    let unknown = |ty: &Type| matches!(ty, Type::Unknown);
    let known = match &function.method {
        Some(_) => !function.params.iter().any(|p| unknown(&p.ty)) && !unknown(&function.result),
        None => function.item.sig.receiver().is_none(),
    };
    if !known {
        return errors;
    }
    let empty = Ir {
        values: Vec::new(),
        params: Vec::new(),
        body: ir::Region::default(),
        result: signature::result_by_signature(function),
        shared: None,
        dims: Vec::new(),
        kept: None,
    };
    let signature = Signature::new(function, options, &empty);
    let mut bindings = TokenStream::new();
    for target in &options.targets {
        bindings.extend(signature.binding(
            target,
            &quote!(::core::unreachable!("this function does not compile")),
        ));
    }
    let none = TokenStream::new();
    let item = item(&signature, &none, &bindings, "", &none);
    quote!(#errors #item)
}

/// A function whose body cannot be parsed: that, what is wrong in its signature, and the signature.
pub fn broken_body(
    function: &Function,
    options: &Options,
    error: Option<syn::Error>,
    mut diagnostics: Diagnostics,
) -> TokenStream {
    if let Some(error) = error {
        diagnostics.push(
            Diagnostic::new(
                Code::E101,
                at(error.span()),
                format!("this body cannot be read: {}", reason(&error)),
            )
            .fact("the function stays defined by its signature")
            .help("complete the statement here, or take it out"),
        );
    }
    let errors = diagnostics.barrier().unwrap_or_default();
    fallback(function, options, errors)
}

/// A struct or an enum of which a part cannot be read.
pub fn broken_adt(
    item: &syn::Item,
    adt: Option<Adt>,
    links: &links::Links,
    options: &Options,
    error: syn::Error,
    mut diagnostics: Diagnostics,
) -> TokenStream {
    let what = match item {
        syn::Item::Enum(_) => "enum",
        _ => "struct",
    };
    diagnostics.push(
        Diagnostic::new(
            Code::E101,
            at(error.span()),
            format!("this {what} cannot be read: {}", reason(&error)),
        )
        .help("complete what stands here, or take it out"),
    );
    self::adt(item, adt, links, options, diagnostics)
}

/// What a parser says. Where a type or a pattern is missing, it lists all that these may begin with.
fn reason(error: &syn::Error) -> String {
    let text = error.to_string();
    let Some((before, list)) = text.split_once("expected one of: ") else {
        return text;
    };
    match list {
        _ if list.contains("`dyn`") => format!("{before}expected a type"),
        _ if list.contains("`ref`") => format!("{before}expected a pattern"),
        _ => text,
    }
}

/// A parser's error knows its place as a span only: this token carries it.
fn at(span: proc_macro2::Span) -> TokenStream {
    let mut place = Punct::new('#', Spacing::Alone);
    place.set_span(span);
    place.to_token_stream()
}

/// An item that cannot be read: the error, and the item as it was. `what`: what stands where it does, if that is known.
pub fn unreadable(item: TokenStream, error: syn::Error, what: &str) -> TokenStream {
    let function = item
        .clone()
        .into_iter()
        .any(|token| matches!(token, TokenTree::Ident(word) if word == "fn"));
    let what = match what {
        "" if function => "function",
        what => what,
    };
    let (title, help) = match what {
        "" => (
            "`#[agnostic]` goes on a function, a struct, an enum or an `impl`".to_owned(),
            "write it before one of these",
        ),
        what => (
            format!("this {what} cannot be read: {}", reason(&error)),
            "write it in plain Rust",
        ),
    };
    let error = Diagnostic::new(Code::E101, at(error.span()), title)
        .help(help)
        .render()
        .to_compile_error();
    // Half a function is none: emitting it again would only tell rustc's side of the same mistake.
    let whole: TokenStream = match syn::parse2::<syn::Item>(item) {
        Ok(item) => item.to_token_stream(),
        Err(_) => TokenStream::new(),
    };
    quote!(#error #whole)
}

/// A mistake of the compiler's own.
pub fn internal_error(
    function: &Function,
    options: &Options,
    stage: &str,
    broken: &str,
) -> TokenStream {
    let text = format!(
        "internal error of the compiler in stage `{stage}`: {broken}; please report it with this function"
    );
    let error = syn::Error::new_spanned(function.name(), text).to_compile_error();
    fallback(function, options, error)
}

//! The pipeline on one screen.
//!
//! ```text
//! tokens ─syntax─▶ signature ─check─▶ typed HIR ─lower─▶ IR ─opt─▶ IR ─emit─▶ one native function per backend
//!                        barrier               barrier   │
//!                                                        └─grad─▶ the body without derivatives in it, through all stages
//!                                                                 anew; then functions beside it, the same way
//! ```
//!
//! The stages before a barrier take the [`Diagnostics`] and never stop; behind the second one
//! nothing can fail for a user's reason. What stands in other items is asked for between the stages: the expansion
//! stops, and goes on in [`resume`] where the answer is known.

use proc_macro2::TokenStream;
use quote::ToTokens;

use crate::diag::Diagnostics;
use crate::syntax::adt::Adt;
use crate::syntax::links::{self, Links};
use crate::{args, check, emit, grad, ir, opt, syntax};

/// Compiles one item.
pub fn compile(options: TokenStream, item: TokenStream) -> TokenStream {
    if let Ok(parsed) = syn::parse2::<syn::Item>(item.clone()) {
        let krate = args::read(options.clone(), &mut Diagnostics::default()).krate;
        if let Some(halves) = syntax::cfg::split(&parsed, &krate, &options) {
            return halves;
        }
    }
    expand(options, item, Links::default())
}

/// The same, where what stands in other items is known.
#[cfg(any(test, compiled_alone))]
pub fn compile_answered(
    options: TokenStream,
    item: TokenStream,
    answers: &std::rc::Rc<std::collections::HashMap<String, String>>,
) -> TokenStream {
    expand(options, item, Links::answered(answers))
}

/// The same as a build has it: where an answer never comes, rustc says so, and nothing follows but what is told at first.
#[cfg(test)]
pub fn compile_as_built(
    options: TokenStream,
    item: TokenStream,
    answers: &std::rc::Rc<std::collections::HashMap<String, String>>,
) -> TokenStream {
    let links = Links::answered_if_there(answers);
    let output = expand(options.clone(), item.clone(), links);
    match asks(output.clone()) {
        true => expand(options, item, Links::default()),
        false => output,
    }
}

/// Is there a request in an output?
#[cfg(test)]
fn asks(output: TokenStream) -> bool {
    output.into_iter().any(|token| match token {
        proc_macro2::TokenTree::Ident(word) => word == "__link",
        proc_macro2::TokenTree::Group(group) => asks(group.stream()),
        _ => false,
    })
}

/// Goes on with an item that asked for others.
pub fn resume(tokens: TokenStream) -> TokenStream {
    match links::resume(tokens) {
        Ok(resumed) => match emit::editor::unmarked(&resumed.item) {
            Some(item) => copied(&resumed.options, &item, resumed.links),
            None => expand(resumed.options, resumed.item, resumed.links),
        },
        Err(next) => next,
    }
}

/// The copy for editors of a function whose structs are known.
fn copied(written: &TokenStream, item: &TokenStream, mut links: Links) -> TokenStream {
    // The function itself tells the mistakes.
    let mut silent = Diagnostics::default();
    let options = args::read(written.clone(), &mut silent);
    let (function, body) = match syntax::parse(item.clone()) {
        syntax::Parsed::Whole(item) => (item, None),
        syntax::Parsed::Head { item, body, .. } => match syntax::mended(item.clone(), &body) {
            Ok(item) => (item, None),
            Err(body) => (item, Some(body)),
        },
        syntax::Parsed::Nothing(_) => return TokenStream::new(),
    };
    let function = syntax::read(function, &mut links, &mut silent);
    let copy = emit::editor::copy(&function, &options.krate, &mut links, body);
    // Structs have others in their fields.
    if links.wanted().is_empty() {
        return copy;
    }
    let item = emit::editor::marked(item);
    links::request(&links, &options.krate, written, &item, false)
}

fn expand(written: TokenStream, tokens: TokenStream, mut links: Links) -> TokenStream {
    let mut diagnostics = Diagnostics::default();
    let options = args::read(written.clone(), &mut diagnostics);
    let item = match syn::parse2::<syn::Item>(tokens.clone()) {
        Ok(item) => item,
        Err(_) => match syntax::half_impl(tokens.clone()) {
            Some((block, members)) => {
                return emit::methods::split(&block, members, links, &options, &written, &tokens);
            }
            None => match syntax::half_adt(tokens.clone()) {
                Some((item, error)) => {
                    // Its error is told, and no other.
                    let adt = Adt::read(&item, &mut links, &mut Diagnostics::default());
                    if !links.wanted().is_empty() {
                        return links::request(&links, &options.krate, &written, &tokens, false);
                    }
                    return emit::broken_adt(&item, adt, &links, &options, error, diagnostics);
                }
                None => return half_typed(tokens, &written, &options, links, diagnostics),
            },
        },
    };
    let function = match item {
        syn::Item::Fn(function) => function,
        syn::Item::Struct(_) | syn::Item::Enum(_) => {
            let adt = Adt::read(&item, &mut links, &mut diagnostics);
            if !links.wanted().is_empty() {
                return links::request(&links, &options.krate, &written, &tokens, false);
            }
            return emit::adt(&item, adt, &links, &options, diagnostics);
        }
        syn::Item::Impl(mut block) => {
            let items = std::mem::take(&mut block.items).into_iter();
            let members = items.map(syntax::Member::Whole).collect();
            return emit::methods::split(&block, members, links, &options, &written, &tokens);
        }
        _ => {
            let error = syn::Error::new_spanned(&item, "expected a function");
            return emit::unreadable(tokens, error, "");
        }
    };
    compile_function(function, written, &options, links, diagnostics)
}

/// A function whose body cannot be parsed stays defined by its head.
fn half_typed(
    tokens: TokenStream,
    written: &TokenStream,
    options: &args::Options,
    mut links: Links,
    mut diagnostics: Diagnostics,
) -> TokenStream {
    let (item, body, error) = match syntax::parse(tokens.clone()) {
        syntax::Parsed::Head { item, body, error } => (item, body, error),
        syntax::Parsed::Whole(item) => {
            return compile_function(item, written.clone(), options, links, diagnostics);
        }
        syntax::Parsed::Nothing(error) => return emit::unreadable(tokens, error, ""),
    };
    let first = !links.is_resumed();
    let export = first.then(|| emit::export(&item, options));
    let mut function = syntax::read(item, &mut links, &mut diagnostics);
    function.local = options.local;
    let krate = &options.krate;
    // First of all, for the reason that stands there.
    let copy = first
        .then(|| emit::editor::first(&function, krate, &mut links, (written, &tokens), Some(body)));
    let item = match links.wanted().is_empty() {
        true => emit::broken_body(&function, options, error, diagnostics),
        false => links::request(&links, krate, written, &tokens, false),
    };
    quote::quote!(#copy #export #item)
}

fn compile_function(
    item: syn::ItemFn,
    written: TokenStream,
    options: &args::Options,
    links: Links,
    diagnostics: Diagnostics,
) -> TokenStream {
    let tokens = item.to_token_stream();
    let first = !links.is_resumed();
    let told = links
        .has_told()
        .then(|| first_look(&item, &written, links.structs()));
    // Others may ask for its signature before it is compiled itself.
    let export = first.then(|| emit::export(&item, options));
    let original = item.clone();
    let mut looked = look(item, options, links, diagnostics);
    // The copy for editors comes first of all, for the reason that stands there.
    let copy = first.then(|| {
        let links = &mut looked.links;
        emit::editor::first(
            &looked.function,
            &options.krate,
            links,
            (&written, &tokens),
            None,
        )
    });
    if !looked.links.wanted().is_empty() {
        // Where the structs are known, what can be seen by now is told at once: an answer may never come.
        let ready = !looked.links.asks_structs_first() && !looked.links.has_told();
        let errors = looked.diagnostics.barrier().filter(|_| ready);
        let told = errors.is_some();
        let request = links::request(&looked.links, &options.krate, &written, &tokens, told);
        return quote::quote!(#copy #export #errors #request);
    }
    let mut function = looked.function;
    if looked.diagnostics.barrier().is_some() {
        let rest = told.map_or_else(Diagnostics::default, |told| told.diagnostics);
        looked.diagnostics.forget(&rest);
        let errors = looked.diagnostics.barrier().unwrap_or_default();
        let item = emit::fallback(&function, options, errors);
        return quote::quote!(#copy #export #item);
    }

    let mut ir = ir::lower(&function, looked.body);
    if let Err(broken) = ir::verify(&ir) {
        let item = emit::internal_error(&function, options, "lower", &broken);
        return quote::quote!(#copy #export #item);
    }
    let (links, diagnostics) = (&mut looked.links, &mut looked.diagnostics);
    match grad::plain(&original, &function, &ir, links, diagnostics) {
        Ok(plain) => {
            if let Some(errors) = diagnostics.barrier() {
                let item = emit::fallback(&function, options, errors);
                return quote::quote!(#copy #export #item);
            }
            if let Some(plain) = plain {
                (function, ir) = (plain.function, plain.ir);
            }
        }
        Err(broken) => {
            let item = emit::internal_error(&function, options, "differentiate", &broken);
            return quote::quote!(#copy #export #item);
        }
    }
    let derivatives = grad::derive(&function, &ir, options, links, diagnostics);
    let errors = diagnostics.barrier();
    opt::optimise(&mut ir, options);
    if let Err(broken) = ir::verify(&ir) {
        let item = emit::internal_error(&function, options, "optimise", &broken);
        return quote::quote!(#copy #export #item);
    }
    let item = emit::emit(&function, options, &ir, &derivatives.items);
    quote::quote!(#copy #export #errors #item)
}

/// A function as far as it can be understood with what is known of others.
struct Looked {
    function: syntax::Function,
    body: check::hir::Body,
    links: Links,
    diagnostics: Diagnostics,
}

fn look(
    item: syn::ItemFn,
    options: &args::Options,
    mut links: Links,
    mut diagnostics: Diagnostics,
) -> Looked {
    let mut function = syntax::read(item, &mut links, &mut diagnostics);
    function.local = options.local;
    function.targets = options.targets.iter().map(|t| t.name.to_string()).collect();
    let body = check::check(&function, &mut links, &mut diagnostics);
    if let Some(path) = &options.vjp {
        // Its signature is held to this one's.
        let _ = links.function(path);
    }
    Looked {
        function,
        body,
        links,
        diagnostics,
    }
}

/// What was told before the signatures of functions were known: it is not told again.
fn first_look(item: &syn::ItemFn, written: &TokenStream, structs: Links) -> Looked {
    let mut diagnostics = Diagnostics::default();
    let options = args::read(written.clone(), &mut diagnostics);
    look(item.clone(), &options, structs, diagnostics)
}

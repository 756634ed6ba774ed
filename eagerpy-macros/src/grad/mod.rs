//! STAGE 4: derivatives, as functions of the user's own language.
//!
//! In: a function's program. Out: new agnostic functions that go through the pipeline again, as if a user had written
//! them: so they are checked, optimised and written out for every backend like any other, and have derivatives
//! themselves.
//!
//! | file | what it does |
//! |---|---|
//! | `source` | a program, written in the user's language again |
//! | `rule` | a rule of the table, with the arguments of a call put in |
//! | `reverse` | cotangents, from the result back to the parameters |
//! | `einsum` | the cotangents of that one |

mod einsum;
mod reverse;
mod rule;
mod source;

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{Expr, parse_quote};

use crate::args::Options;
use crate::check::hir::ResultTy;
use crate::check::ty::Ty;
use crate::diag::{Code, Diagnostic, Diagnostics, nearest::nearest};
use crate::ir::{self, Ir, Place, Tree, ValueId};
use crate::syntax::links::Links;
use crate::syntax::{self, Function, Type};
use crate::{check, emit};

use reverse::Reverse;

/// What `grad` and `grad(x, w)` ask for.
#[derive(Clone, Debug)]
pub enum Asked {
    /// All float tensors.
    All,
    Named(Vec<Ident>),
}

/// The functions that come with a gradient, as they stand in the function's module.
pub fn derive(
    function: &Function,
    ir: &Ir,
    options: &Options,
    links: &mut Links,
    diagnostics: &mut Diagnostics,
) -> TokenStream {
    let Some(asked) = &options.grad else {
        return TokenStream::new();
    };
    if function.local || function.method.is_some() {
        let what = match function.local {
            true => "a function inside of a function",
            false => "a method",
        };
        diagnostics.push(
            Diagnostic::new(Code::E603, function.name(), format!("`grad` of {what}"))
                .help("write a function of the module that does the same"),
        );
        return TokenStream::new();
    }
    let Some(params) = wanted(function, ir, asked, diagnostics) else {
        return TokenStream::new();
    };
    let mut out = TokenStream::new();
    if is_scalar(&ir.result) {
        let item = value_and_grad(function, ir, &params, options, links, diagnostics);
        out.extend(item);
    }
    out
}

/// The parameters that derivatives are asked of, by their places among those that are no host values.
fn wanted(
    function: &Function,
    ir: &Ir,
    asked: &Asked,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<usize>> {
    let params: Vec<&syntax::Param> = function
        .params
        .iter()
        .filter(|p| !matches!(p.ty, Type::Host(_)))
        .collect();
    let floats = |place: usize| {
        let ty = ir.params.get(place).and_then(|id| ir.values.get(*id));
        ty.is_some_and(|value| has_float(&value.ty))
    };
    let before = diagnostics.mark();
    let found: Vec<usize> = match asked {
        Asked::All => {
            let found: Vec<usize> = (0..params.len()).filter(|place| floats(*place)).collect();
            if found.is_empty() {
                diagnostics.push(
                    Diagnostic::new(
                        Code::E602,
                        function.name(),
                        "`grad` of a function without a float tensor",
                    )
                    .help("leave `grad` out"),
                );
            }
            found
        }
        Asked::Named(names) => {
            let mut found = Vec::new();
            for name in names {
                let word = name.to_string();
                match params.iter().position(|p| p.name == word) {
                    Some(place) if found.contains(&place) => diagnostics.push(
                        Diagnostic::new(
                            Code::E602,
                            name,
                            format!("`{word}` is named twice in `grad`"),
                        )
                        .help("name it once"),
                    ),
                    Some(place) if floats(place) => found.push(place),
                    Some(place) => {
                        let ty = params.get(place).map(|p| p.written.ty.to_token_stream());
                        let ty = ty
                            .map(|ty| crate::origin::type_text(&ty))
                            .unwrap_or_default();
                        diagnostics.push(
                            Diagnostic::new(
                                Code::E602,
                                name,
                                format!(
                                    "no gradient with respect to `{word}`: it has no float tensor"
                                ),
                            )
                            .fact(format!("it is declared as `{ty}`"))
                            .help(format!("take `{word}` out of `grad(…)`")),
                        );
                    }
                    None => {
                        let host = function.params.iter().any(|p| p.name == word);
                        let title = match host {
                            true => {
                                format!("no gradient with respect to `{word}`: it is a host value")
                            }
                            false => format!("no parameter is called `{word}`"),
                        };
                        let names = params.iter().map(|p| p.name.as_str());
                        let help = match (host, nearest(&word, names)) {
                            (false, Some(near)) => format!("write `{near}`"),
                            _ => format!("take `{word}` out of `grad(…)`"),
                        };
                        diagnostics.push(Diagnostic::new(Code::E602, name, title).help(help));
                    }
                }
            }
            found
        }
    };
    (diagnostics.mark() == before).then_some(found)
}

/// Is there a float tensor in it?
fn has_float(ty: &Ty) -> bool {
    match ty {
        Ty::Tensor(tensor) => tensor.dtype.is_float() != Some(false),
        Ty::Tuple(parts) => parts.iter().any(has_float),
        Ty::List(inner) | Ty::Option(inner) => has_float(inner),
        Ty::Adt(adt) => adt.fields.iter().flatten().any(has_float),
        _ => false,
    }
}

fn is_scalar(result: &ResultTy) -> bool {
    match result {
        ResultTy::Tensor(tensor) => {
            tensor.shape.rank() == Some(0) && tensor.dtype.is_float() != Some(false)
        }
        _ => false,
    }
}

/// The program without operations whose derivative is that of a program.
struct Written {
    function: Function,
    ir: Ir,
}

/// Writes out the operations that have the derivative of a program, as long as there are any.
fn written_out(
    function: &Function,
    ir: &Ir,
    params: &[usize],
    links: &mut Links,
    diagnostics: &mut Diagnostics,
) -> Result<Option<Written>, String> {
    let mut latest: Option<Written> = None;
    for _ in 0..16 {
        let (function, ir) = match &latest {
            Some(written) => (&written.function, &written.ir),
            None => (function, ir),
        };
        let mut reverse = Reverse::new(function, ir, diagnostics);
        ask(&mut reverse, ir, params);
        if !reverse.forward() {
            return Ok(None);
        }
        if let Some(failed) = reverse.failed {
            return Err(failed);
        }
        if !reverse.expanded {
            return Ok(latest);
        }
        let result = reverse.result.clone();
        let stmts = std::mem::take(&mut reverse.stmts);
        let value = result.map(|tree| reverse.source().tree(&tree));
        let mut item = function.item.clone();
        bare_params(&mut item.sig);
        let value = value.map(|value| match function.error {
            Some(_) => parse_quote!(Ok(#value)),
            None => value,
        });
        item.block = parse_quote!({ #(#stmts)* #value });
        latest = Some(understood(item, function, links)?);
    }
    Err("the derivatives of operations by programs do not end".to_owned())
}

/// An item of ours through the first stages.
fn understood(item: syn::ItemFn, of: &Function, links: &mut Links) -> Result<Written, String> {
    let text = || prettier(&item);
    let mut diagnostics = Diagnostics::default();
    let mut function = syntax::read(item.clone(), links, &mut diagnostics);
    function.local = of.local;
    function.targets.clone_from(&of.targets);
    let body = check::check(&function, links, &mut diagnostics);
    if let Some(told) = diagnostics.barrier() {
        return Err(format!("{told} in {}", text()));
    }
    let ir = ir::lower(&function, body);
    ir::verify(&ir).map_err(|broken| format!("{broken} in {}", text()))?;
    Ok(Written { function, ir })
}

fn prettier(item: &syn::ItemFn) -> String {
    crate::origin::source_text(&item.to_token_stream())
}

/// Parameters are not written to.
fn bare_params(sig: &mut syn::Signature) {
    for input in &mut sig.inputs {
        if let syn::FnArg::Typed(typed) = input
            && let syn::Pat::Ident(pat) = &mut *typed.pat
        {
            pat.mutability = None;
        }
    }
}

/// Marks the values that derivatives are asked of.
fn ask(reverse: &mut Reverse<'_>, ir: &Ir, params: &[usize]) {
    for place in params {
        if let Some(param) = ir.params.get(*place) {
            for value in leaves(ir, *param) {
                reverse.with_respect_to(value);
            }
        }
    }
}

/// The float tensors of a parameter.
fn leaves(ir: &Ir, value: ValueId) -> Vec<ValueId> {
    match ir.values.get(value).map(|v| &v.ty) {
        Some(Ty::Tensor(tensor)) if tensor.dtype.is_float() != Some(false) => vec![value],
        Some(Ty::Tuple(_) | Ty::Adt(_)) => ir
            .values
            .iter()
            .enumerate()
            .filter(|(_, part)| matches!(&part.place, Place::Part { of, .. } if *of == value))
            .flat_map(|(part, _)| leaves(ir, part))
            .collect(),
        _ => Vec::new(),
    }
}

fn value_and_grad(
    function: &Function,
    ir: &Ir,
    params: &[usize],
    options: &Options,
    links: &mut Links,
    diagnostics: &mut Diagnostics,
) -> TokenStream {
    let written = match written_out(function, ir, params, links, diagnostics) {
        Ok(written) => written,
        Err(broken) => return emit::internal_error(function, options, "differentiate", &broken),
    };
    let (function, ir) = match &written {
        Some(written) => (&written.function, &written.ir),
        None => (function, ir),
    };
    let mut reverse = Reverse::new(function, ir, diagnostics);
    ask(&mut reverse, ir, params);
    let went = reverse.forward();
    let result = match &reverse.result {
        Some(Tree::Tensor(value)) if went => *value,
        _ => return TokenStream::new(),
    };
    let value = reverse.source().value(result);
    let seed = reverse.source().fresh("d_result", function.name().span());
    reverse
        .stmts
        .push(parse_quote!(let #seed = ones_like(#value);));
    reverse.add(result, parse_quote!(#seed), false);
    reverse.backward();
    let mut grads: Vec<Expr> = Vec::new();
    for place in params {
        if let Some(param) = ir.params.get(*place) {
            grads.push(gradient_of(&mut reverse, ir, *param));
        }
    }
    if let Some(failed) = reverse.failed {
        return emit::internal_error(function, options, "differentiate", &failed);
    }
    let stmts = std::mem::take(&mut reverse.stmts);
    let types: Vec<syn::Type> = params
        .iter()
        .filter_map(|place| {
            tensors_of(function)
                .nth(*place)
                .map(|p| owned(&p.written.ty))
        })
        .collect();
    let (grads, types): (Expr, syn::Type) = match (grads.as_slice(), types.as_slice()) {
        ([one], [ty]) => (one.clone(), ty.clone()),
        (many, types) => (parse_quote!((#(#many),*)), parse_quote!((#(#types),*))),
    };
    let mut item = function.item.clone();
    item.sig.ident = Ident::new("value_and_grad", function.name().span());
    bare_params(&mut item.sig);
    let value_type = value_type(function);
    let out: syn::Type = parse_quote!((#value_type, #types));
    item.sig.output = output(function, &out);
    let give: Expr = parse_quote!((#value, #grads));
    let give: Expr = match function.error {
        Some(_) => parse_quote!(Ok(#give)),
        None => give,
    };
    item.block = parse_quote!({ #(#stmts)* #give });
    let vis = emit::inner_vis(&function.item.vis);
    item.vis = parse_quote!(#vis);
    let name = function.name();
    let doc = format!("The value of [`{name}`](fn@super::{name}) and its gradient.");
    item.attrs = vec![parse_quote!(#[doc = #doc])];
    compiled(item, function, options, links)
}

/// An item of ours, compiled.
fn compiled(item: syn::ItemFn, of: &Function, options: &Options, links: &mut Links) -> TokenStream {
    let mut written = match understood(item.clone(), of, links) {
        Ok(written) => written,
        Err(broken) => {
            return emit::internal_error(of, options, "differentiate", &broken);
        }
    };
    written.function.within = Some(of.shown_name());
    ir::prune(&mut written.ir);
    match ir::verify(&written.ir) {
        Ok(()) => emit::emit(&written.function, options, &written.ir, &TokenStream::new()),
        Err(broken) => emit::internal_error(of, options, "prune", &broken),
    }
}

/// The parameters that are no host values.
fn tensors_of(function: &Function) -> impl Iterator<Item = &syntax::Param> {
    function
        .params
        .iter()
        .filter(|p| !matches!(p.ty, Type::Host(_)))
}

/// A parameter's gradient, in the parameter's own form.
fn gradient_of(reverse: &mut Reverse<'_>, ir: &Ir, value: ValueId) -> Expr {
    let ty = ir.values.get(value).map(|v| v.ty.clone());
    let whole = reverse.source().value(value);
    let part = |member: &syn::Member| {
        ir.values.iter().position(|v| {
            matches!(&v.place, Place::Part { of, member: m, .. } if *of == value && m == member)
        })
    };
    match ty {
        Some(Ty::Tensor(tensor)) if tensor.dtype.is_float() != Some(false) => {
            match reverse.cotangent(value) {
                Some(expr) => expr,
                None => parse_quote!(zeros_like(#whole)),
            }
        }
        Some(Ty::Tuple(parts)) => {
            let mut out = Vec::new();
            for place in 0..parts.len() {
                let member = syn::Member::from(place);
                out.push(match part(&member) {
                    Some(part) => gradient_of(reverse, ir, part),
                    None => parse_quote!(#whole.#member),
                });
            }
            source::tuple(&out)
        }
        Some(Ty::Adt(adt)) if !adt.ty.def.is_enum => {
            let mut fields: Vec<TokenStream> = Vec::new();
            if let Some(variant) = adt.ty.def.variants.first() {
                for field in &variant.fields {
                    let member = &field.member;
                    let value: Expr = match part(member) {
                        Some(part) => gradient_of(reverse, ir, part),
                        None => parse_quote!(#whole.#member),
                    };
                    fields.push(quote!(#member: #value));
                }
            }
            let path = &adt.ty.path;
            parse_quote!(#path { #(#fields),* })
        }
        _ => whole,
    }
}

/// The type of what a function gives, without `Result`.
fn value_type(function: &Function) -> syn::Type {
    match &function.item.sig.output {
        syn::ReturnType::Default => parse_quote!(()),
        syn::ReturnType::Type(_, ty) => syntax::split_result(ty).0.clone(),
    }
}

/// `-> Result<T, E>`, where the function has it, or `-> T`.
fn output(function: &Function, ty: &syn::Type) -> syn::ReturnType {
    match (&function.item.sig.output, &function.error) {
        (syn::ReturnType::Type(_, written), Some(_)) => {
            let mut written = (**written).clone();
            if let syn::Type::Path(path) = &mut written
                && let Some(last) = path.path.segments.last_mut()
                && let syn::PathArguments::AngleBracketed(arguments) = &mut last.arguments
                && let Some(first) = arguments.args.first_mut()
            {
                *first = syn::GenericArgument::Type(ty.clone());
            }
            parse_quote!(-> #written)
        }
        _ => parse_quote!(-> #ty),
    }
}

/// The type of a parameter as a result: `Tensor<…>` of `&Tensor<…>`, `Vec<Tensor>` of `&[Tensor]`.
fn owned(ty: &syn::Type) -> syn::Type {
    match ty {
        syn::Type::Reference(reference) => match &*reference.elem {
            syn::Type::Slice(slice) => {
                let element = owned(&slice.elem);
                parse_quote!(Vec<#element>)
            }
            inner => owned(inner),
        },
        syn::Type::Tuple(tuple) => {
            let parts = tuple.elems.iter().map(owned);
            parse_quote!((#(#parts,)*))
        }
        syn::Type::Path(path) => {
            let mut path = path.clone();
            if let Some(last) = path.path.segments.last_mut()
                && (last.ident == "Option" || last.ident == "Vec")
                && let syn::PathArguments::AngleBracketed(arguments) = &mut last.arguments
            {
                for argument in &mut arguments.args {
                    if let syn::GenericArgument::Type(ty) = argument {
                        *ty = owned(ty);
                    }
                }
            }
            syn::Type::Path(path)
        }
        syn::Type::Paren(inner) => owned(&inner.elem),
        other => other.clone(),
    }
}

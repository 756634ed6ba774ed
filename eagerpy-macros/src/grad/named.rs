//! What the functions are called that come with a function's gradient, and how they are called.
//!
//! | of | `vjp` is | a call of it |
//! |---|---|---|
//! | `fn loss` | `fn vjp` in the module `loss` | `loss::vjp(x, dy)` |
//! | `fn loss` in a function's body, where no module sees what stands around it | `fn __loss_vjp` beside it | `__loss_vjp(x, dy)` |
//! | the method `loss` of `Mlp` | the method `loss_vjp` | `mlp.loss_vjp(x, dy)` |
//! | the function `Mlp::loss` without `self` | the function `Mlp::loss_vjp` | `Mlp::loss_vjp(x, dy)` |

use std::rc::Rc;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::ext::IdentExt;
use syn::{Expr, parse_quote};

use crate::check::hir::Callee;
use crate::emit::methods;
use crate::syntax::Function;
use crate::syntax::links::Links;

/// The functions that come with a gradient; none of the names ends in one that stands behind it.
pub const PRODUCTS: [&str; 6] = [
    "value_and_grad",
    "value_aux_and_grad",
    "hessian_vector_product",
    "grad",
    "vjp",
    "jvp",
];

/// The function that comes with another one's gradient and is called by this name: that one's name, and which it is.
pub fn product_of(name: &str) -> Option<(&str, &'static str)> {
    PRODUCTS.iter().find_map(|product| {
        let of = name.strip_suffix(product)?.strip_suffix('_')?;
        (!of.is_empty()).then_some((of, *product))
    })
}

/// The name of what comes with a method's gradient.
pub fn of_method(method: &Ident, product: &str) -> Ident {
    format_ident!("{}_{product}", method.unraw(), span = method.span())
}

/// The name of what comes with the gradient of a function in a body.
pub fn of_local(function: &Ident, product: &str) -> Ident {
    let name = function.unraw().to_string();
    match name.starts_with("__") {
        // A derivative already.
        true => format_ident!("{name}_{product}", span = function.span()),
        false => format_ident!("__{name}_{product}", span = function.span()),
    }
}

/// A function that is called somewhere.
#[derive(Clone, Copy)]
pub struct CalleeRef<'a> {
    pub path: &'a syn::Path,
    pub callee: &'a Callee,
}

impl CalleeRef<'_> {
    /// Its signature.
    pub fn signature(&self, links: &mut Links) -> Option<Rc<Function>> {
        match self.callee {
            Callee::Function => links.function(self.path),
            Callee::Method(of, name) | Callee::Associated(of, name) => {
                links.method(of, &name.unraw().to_string()).known()
            }
            Callee::Derivative(_) => None,
        }
    }

    /// As it is called in messages.
    pub fn shown(&self, function: &Function) -> String {
        match self.callee {
            Callee::Function => crate::origin::source_text(&self.path.to_token_stream()),
            _ => function.shown_name(),
        }
    }

    /// The last word of its name.
    pub fn last(&self) -> String {
        let last = self.path.segments.last().map(|s| &s.ident);
        match self.callee {
            Callee::Method(_, name) | Callee::Associated(_, name) => name.to_string(),
            _ => last.map(ToString::to_string).unwrap_or_default(),
        }
    }

    /// The path of what comes with the gradient of a function that is no method. Its signature is learned.
    pub fn learned(
        &self,
        links: &mut Links,
        function: &Function,
        params: &[usize],
        product: &str,
    ) -> syn::Path {
        let mut path = self.path.clone();
        match path.segments.last_mut() {
            Some(last) if function.local => last.ident = of_local(&last.ident, product),
            last => {
                let span = last.map_or_else(Span::call_site, |last| last.ident.span());
                path.segments.push(Ident::new(product, span).into());
            }
        }
        let signature = super::product_signature(function, params, product);
        links.learn(&path, signature);
        path
    }

    /// A call of what comes with its gradient, whose signature is learned. `params`: the places of the parameters that
    /// the gradient is of.
    pub fn product(
        &self,
        links: &mut Links,
        params: &[usize],
        product: &str,
        args: &[Expr],
    ) -> Option<Expr> {
        match self.callee {
            Callee::Function => {
                let function = self.signature(links)?;
                let path = self.learned(links, &function, params, product);
                Some(parse_quote!(#path(#(#args),*)))
            }
            Callee::Method(_, name) => {
                let name = of_method(name, product);
                let (first, rest) = args.split_first()?;
                Some(parse_quote!(#first.#name(#(#rest),*)))
            }
            Callee::Associated(of, name) => {
                let (of, name) = (&of.path, of_method(name, product));
                Some(parse_quote!(#of::#name(#(#args),*)))
            }
            Callee::Derivative(_) => None,
        }
    }
}

/// The signature of what comes with a method's gradient, as the macro of its struct would say it.
pub fn method_signature(method: &Function, product: &str) -> Option<TokenStream> {
    let (of, asked) = (method.method.as_ref()?, method.grad.as_ref()?);
    let scalar = super::is_scalar_type(&method.result);
    let there = match product {
        "value_and_grad" => scalar,
        "grad" => scalar || super::is_aux_type(&method.result),
        "value_aux_and_grad" => super::is_aux_type(&method.result),
        "hessian_vector_product" => scalar && method.order > 1,
        _ => true,
    };
    if !there {
        return None;
    }
    let params = super::asked_places(method, asked);
    let signature = super::product_signature(method, &params, product);
    let mark = methods::mark_of(&of_method(&of.name, product), &of.of);
    Some(quote!(#mark #signature))
}

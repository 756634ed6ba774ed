//! Small changes of expressions: wrapped, borrowed, with a call behind them.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::Expr;
use syn::ext::IdentExt;
use syn::punctuated::Punctuated;

use super::what::Elem;
use crate::check::{elements, strip};

/// Which integers are asked for.
#[derive(Clone, Copy)]
pub enum Integer {
    Signed,
    Size,
    Seed,
}

/// `x.item()` is a float where it is documented; what follows it makes it what it is. What stands before stays as it is,
/// since the editor counts that.
pub fn item(expr: &mut Expr, elem: Elem) {
    let name = match elem {
        Elem::Float => return,
        Elem::Int => "__int",
        Elem::Bool => "__bool",
    };
    postfix(expr, name);
}

/// `value.name()`. What stands before it stays as it is.
pub fn postfix(value: &mut Expr, name: &str) {
    *value = Expr::MethodCall(syn::ExprMethodCall {
        attrs: Vec::new(),
        receiver: Box::new(parenthesized(take(value))),
        dot_token: <syn::Token![.]>::default(),
        method: Ident::new(name, Span::call_site()),
        turbofish: None,
        paren_token: syn::token::Paren::default(),
        args: Punctuated::new(),
    });
}

pub fn none() -> TokenStream {
    quote!(::core::option::Option::None)
}

/// Is it this word alone?
pub fn is_word(expr: &Expr, word: &str) -> bool {
    matches!(expr, Expr::Path(path) if path.path.get_ident().is_some_and(|name| name.unraw() == word))
}

pub fn first_span(tokens: &impl ToTokens) -> Span {
    let first = tokens.to_token_stream().into_iter().next();
    first.map_or_else(Span::call_site, |token| token.span())
}

pub fn take(expr: &mut Expr) -> Expr {
    std::mem::replace(expr, Expr::Verbatim(TokenStream::new()))
}

/// A part of an expression in the place of the whole.
pub fn take_part(expr: &mut Expr, part: fn(&mut Expr) -> Option<&mut Box<Expr>>) {
    if let Some(inner) = part(expr) {
        *expr = take(inner);
    }
}

/// `function(value)`
pub fn wrap(value: &mut Expr, function: TokenStream) {
    *value = Expr::Call(syn::ExprCall {
        attrs: Vec::new(),
        func: Box::new(Expr::Verbatim(function)),
        paren_token: syn::token::Paren::default(),
        args: Punctuated::from_iter([take(value)]),
    });
}

pub fn parenthesized(expr: Expr) -> Expr {
    match expr {
        Expr::Path(_)
        | Expr::Paren(_)
        | Expr::Call(_)
        | Expr::MethodCall(_)
        | Expr::Index(_)
        | Expr::Field(_)
        | Expr::Array(_)
        | Expr::Macro(_) => expr,
        other => Expr::Paren(syn::ExprParen {
            attrs: Vec::new(),
            paren_token: syn::token::Paren::default(),
            expr: Box::new(other),
        }),
    }
}

/// `&value`, unless it is one.
pub fn borrow(value: &mut Expr) {
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
pub fn list(value: &mut Expr) {
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

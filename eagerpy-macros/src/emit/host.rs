//! Host code in emitted functions: as the user wrote it, but for three things. Questions to tensors are
//! asked; `?` turns any error into ours; `return` gives `Ok`.

use std::collections::HashMap;

use proc_macro2::TokenStream;
use quote::quote;
use syn::visit_mut::VisitMut;

/// Rewrites host code. `holes` are the answers, by the names that stand for them.
pub fn rewrite_expr(expr: &syn::Expr, holes: HashMap<String, TokenStream>) -> TokenStream {
    let mut expr = expr.clone();
    Rewriter { holes }.visit_expr_mut(&mut expr);
    quote!(#expr)
}

/// Rewrites a host statement without questions.
pub fn rewrite_stmt(stmt: &syn::Stmt) -> TokenStream {
    let mut stmt = stmt.clone();
    Rewriter {
        holes: HashMap::new(),
    }
    .visit_stmt_mut(&mut stmt);
    match &stmt {
        // A value that nobody takes.
        syn::Stmt::Expr(expr, None) if !ends_by_itself(expr) => quote!(#expr;),
        other => quote!(#other),
    }
}

fn ends_by_itself(expr: &syn::Expr) -> bool {
    matches!(
        expr,
        syn::Expr::If(_)
            | syn::Expr::Match(_)
            | syn::Expr::Block(_)
            | syn::Expr::Unsafe(_)
            | syn::Expr::While(_)
            | syn::Expr::Loop(_)
            | syn::Expr::ForLoop(_)
    )
}

struct Rewriter {
    holes: HashMap<String, TokenStream>,
}

impl VisitMut for Rewriter {
    fn visit_expr_mut(&mut self, expr: &mut syn::Expr) {
        match expr {
            syn::Expr::Path(path) => {
                if let Some(answer) = path
                    .path
                    .get_ident()
                    .and_then(|i| self.holes.get(&i.to_string()))
                {
                    *expr = syn::Expr::Verbatim(answer.clone());
                }
                return;
            }
            // The names of the answers, among the tokens of a macro's arguments.
            syn::Expr::Macro(mac) => {
                mac.mac.tokens = answered(std::mem::take(&mut mac.mac.tokens), &self.holes);
                return;
            }
            // Another function's business.
            syn::Expr::Closure(_) | syn::Expr::Async(_) => return,
            _ => {}
        }
        syn::visit_mut::visit_expr_mut(self, expr);
        match expr {
            syn::Expr::Try(inner) => {
                let of = &inner.expr;
                *expr = syn::Expr::Verbatim(quote!(__rt::host_result(#of)?));
            }
            syn::Expr::Return(ret) => {
                let value = match &ret.expr {
                    Some(value) => quote!(#value),
                    None => quote!(()),
                };
                *expr = syn::Expr::Verbatim(quote!(return ::core::result::Result::Ok(#value)));
            }
            _ => {}
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

fn answered(tokens: TokenStream, holes: &HashMap<String, TokenStream>) -> TokenStream {
    use proc_macro2::{Group, TokenTree};
    let one = |token| match token {
        TokenTree::Ident(ident) => match holes.get(&ident.to_string()) {
            Some(answer) => answer.clone(),
            None => TokenTree::Ident(ident).into(),
        },
        TokenTree::Group(group) => {
            let mut inner = Group::new(group.delimiter(), answered(group.stream(), holes));
            inner.set_span(group.span());
            TokenTree::Group(inner).into()
        }
        other => other.into(),
    };
    tokens.into_iter().flat_map::<TokenStream, _>(one).collect()
}

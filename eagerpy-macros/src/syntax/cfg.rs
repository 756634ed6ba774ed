//! Statements that are switched off and on: `#[cfg(feature = "fast")] let y = …;`.
//!
//! Only rustc knows what is switched on. So a function with such a statement becomes two, of which rustc keeps one:
//! under the condition, with the statement; under its contrary, without. What is kept is compiled again, and comes
//! here for the next condition.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::visit_mut::VisitMut;

/// The two functions, if there is a condition in the body. `again` is the attribute that compiles them.
pub fn split(item: &syn::ItemFn, again: &TokenStream) -> Option<TokenStream> {
    let mut finder = Conditions::Find(None);
    finder.visit_block_mut(&mut item.block.clone());
    let Conditions::Find(Some(condition)) = finder else {
        return None;
    };
    let (mut with, mut without) = (item.clone(), item.clone());
    Conditions::Settle(&condition, true).visit_block_mut(&mut with.block);
    Conditions::Settle(&condition, false).visit_block_mut(&mut without.block);
    Some(quote! {
        #[cfg(#condition)]
        #again
        #with
        #[cfg(not(#condition))]
        #again
        #without
    })
}

enum Conditions<'a> {
    /// The first condition.
    Find(Option<TokenStream>),
    /// What becomes of statements under a condition that holds, or does not.
    Settle(&'a TokenStream, bool),
}

fn condition(attr: &syn::Attribute) -> Option<TokenStream> {
    match &attr.meta {
        syn::Meta::List(list) if list.path.is_ident("cfg") => Some(list.tokens.clone()),
        _ => None,
    }
}

impl Conditions<'_> {
    /// Does what has these attributes stay?
    fn stays(&mut self, attrs: &mut Vec<syn::Attribute>) -> bool {
        match self {
            Conditions::Find(found) => {
                if found.is_none() {
                    *found = attrs.iter().find_map(condition);
                }
                true
            }
            Conditions::Settle(wanted, holds) => {
                let same = |attr: &syn::Attribute| {
                    condition(attr).is_some_and(|c| c.to_string() == wanted.to_string())
                };
                let under = attrs.iter().any(same);
                attrs.retain(|attr| !same(attr));
                !under || *holds
            }
        }
    }
}

impl VisitMut for Conditions<'_> {
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        block.stmts.retain_mut(|stmt| match stmt {
            syn::Stmt::Local(local) => self.stays(&mut local.attrs),
            syn::Stmt::Macro(mac) => self.stays(&mut mac.attrs),
            syn::Stmt::Expr(expr, _) => match attrs_of(expr) {
                Some(attrs) => self.stays(attrs),
                None => true,
            },
            // rustc sees to items where they stand.
            syn::Stmt::Item(_) => true,
        });
        syn::visit_mut::visit_block_mut(self, block);
    }

    fn visit_expr_match_mut(&mut self, matching: &mut syn::ExprMatch) {
        matching.arms.retain_mut(|arm| self.stays(&mut arm.attrs));
        syn::visit_mut::visit_expr_match_mut(self, matching);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// The attributes of an expression that may be a statement.
fn attrs_of(expr: &mut syn::Expr) -> Option<&mut Vec<syn::Attribute>> {
    use syn::Expr::*;
    Some(match expr {
        Array(e) => &mut e.attrs,
        Assign(e) => &mut e.attrs,
        Binary(e) => &mut e.attrs,
        Block(e) => &mut e.attrs,
        Break(e) => &mut e.attrs,
        Call(e) => &mut e.attrs,
        Continue(e) => &mut e.attrs,
        ForLoop(e) => &mut e.attrs,
        If(e) => &mut e.attrs,
        Loop(e) => &mut e.attrs,
        Macro(e) => &mut e.attrs,
        Match(e) => &mut e.attrs,
        MethodCall(e) => &mut e.attrs,
        Paren(e) => &mut e.attrs,
        Path(e) => &mut e.attrs,
        Return(e) => &mut e.attrs,
        Tuple(e) => &mut e.attrs,
        Unary(e) => &mut e.attrs,
        Unsafe(e) => &mut e.attrs,
        While(e) => &mut e.attrs,
        _ => return None,
    })
}

/// The attribute that compiles a function, as it was written.
pub fn attribute(krate: &TokenStream, options: &TokenStream) -> TokenStream {
    quote!(#[#krate::agnostic(#options)]).to_token_stream()
}

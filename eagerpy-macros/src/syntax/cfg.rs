//! `#[cfg(…)]` on statements, arms, fields and parameters. What it says, only rustc knows: so an item with one becomes
//! two, of which rustc keeps one.
//!
//! ```text
//! fn f(x: &Tensor) -> Tensor {          #[cfg(gpu)]      #[agnostic] fn f(x: &Tensor) -> Tensor { let y = x * 2.0; … }
//!     #[cfg(gpu)] let y = x * 2.0;      #[cfg(not(gpu))] #[agnostic] fn f(x: &Tensor) -> Tensor { … }
//!     …
//! }
//! ```

use proc_macro2::TokenStream;
use quote::quote;
use syn::punctuated::Punctuated;
use syn::visit_mut::{self, VisitMut};

/// The item with and without what a `#[cfg(…)]` in it switches; nothing, if there is none.
pub fn split(item: &syn::Item, krate: &TokenStream, options: &TokenStream) -> Option<TokenStream> {
    let mut finder = Cfgs {
        predicate: None,
        on: None,
    };
    finder.item(&mut item.clone());
    let predicate = finder.predicate?;
    let half = |on: bool| {
        let mut item = item.clone();
        let mut cfgs = Cfgs {
            predicate: Some(predicate.clone()),
            on: Some(on),
        };
        cfgs.item(&mut item);
        item
    };
    let (on, off) = (half(true), half(false));
    Some(quote! {
        #[cfg(#predicate)]
        #[#krate::agnostic(#options)]
        #on
        #[cfg(not(#predicate))]
        #[#krate::agnostic(#options)]
        #off
    })
}

/// Looks for the first predicate, or takes out what it switches.
struct Cfgs {
    predicate: Option<TokenStream>,
    /// Whether the predicate holds; nothing while it is looked for.
    on: Option<bool>,
}

impl Cfgs {
    fn item(&mut self, item: &mut syn::Item) {
        match item {
            syn::Item::Fn(function) => {
                self.inputs(&mut function.sig);
                self.visit_block_mut(&mut function.block);
            }
            // Of each method only whether it is there, and what it takes: the body is an item of its own later.
            syn::Item::Impl(block) => block.items.retain_mut(|member| match member {
                syn::ImplItem::Fn(method) => {
                    let there = self.is_there(&mut method.attrs);
                    self.inputs(&mut method.sig);
                    there
                }
                _ => true,
            }),
            syn::Item::Struct(item) => self.fields(&mut item.fields),
            syn::Item::Enum(item) => {
                self.keep(&mut item.variants, |variant| Some(&mut variant.attrs));
                for variant in &mut item.variants {
                    self.fields(&mut variant.fields);
                }
            }
            _ => {}
        }
    }

    fn inputs(&mut self, sig: &mut syn::Signature) {
        self.keep(&mut sig.inputs, |input| match input {
            syn::FnArg::Typed(typed) => Some(&mut typed.attrs),
            syn::FnArg::Receiver(receiver) => Some(&mut receiver.attrs),
        });
    }

    fn fields(&mut self, fields: &mut syn::Fields) {
        let list = match fields {
            syn::Fields::Named(fields) => &mut fields.named,
            syn::Fields::Unnamed(fields) => &mut fields.unnamed,
            syn::Fields::Unit => return,
        };
        self.keep(list, |field| Some(&mut field.attrs));
    }

    /// Takes the elements out that are switched off.
    fn keep<T, P: Default>(
        &mut self,
        list: &mut Punctuated<T, P>,
        attrs: fn(&mut T) -> Option<&mut Vec<syn::Attribute>>,
    ) {
        let kept = std::mem::take(list).into_iter().filter_map(|mut element| {
            let there = attrs(&mut element).is_none_or(|attrs| self.is_there(attrs));
            there.then_some(element)
        });
        *list = kept.collect();
    }

    /// Is what has these attributes there? The attribute itself is not needed any more.
    fn is_there(&mut self, attrs: &mut Vec<syn::Attribute>) -> bool {
        let mut there = true;
        attrs.retain(|attr| {
            let syn::Meta::List(list) = &attr.meta else {
                return true;
            };
            if !attr.path().is_ident("cfg") {
                return true;
            }
            match (&self.predicate, self.on) {
                (None, _) => {
                    self.predicate = Some(list.tokens.clone());
                    true
                }
                (Some(predicate), Some(on)) => {
                    let (known, this) = (predicate.to_string(), list.tokens.to_string());
                    // The other half has what is there without it.
                    let other = quote!(not(#predicate)).to_string();
                    if this == known {
                        there &= on;
                    } else if this == other {
                        there &= !on;
                    }
                    this != known && this != other
                }
                _ => true,
            }
        });
        there
    }
}

impl VisitMut for Cfgs {
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        block.stmts.retain_mut(|stmt| {
            let attrs = match stmt {
                syn::Stmt::Local(local) => Some(&mut local.attrs),
                syn::Stmt::Macro(mac) => Some(&mut mac.attrs),
                syn::Stmt::Expr(expr, _) => of_expr(expr),
                // rustc sees these as they are.
                syn::Stmt::Item(_) => None,
            };
            attrs.is_none_or(|attrs| self.is_there(attrs))
        });
        visit_mut::visit_block_mut(self, block);
    }

    fn visit_expr_match_mut(&mut self, matching: &mut syn::ExprMatch) {
        matching
            .arms
            .retain_mut(|arm| self.is_there(&mut arm.attrs));
        visit_mut::visit_expr_match_mut(self, matching);
    }

    fn visit_expr_struct_mut(&mut self, literal: &mut syn::ExprStruct) {
        self.keep(&mut literal.fields, |field| Some(&mut field.attrs));
        visit_mut::visit_expr_struct_mut(self, literal);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

macro_rules! attrs_of {
    ($expr:ident: $($kind:ident)*) => {
        match $expr {
            $(syn::Expr::$kind(of) => Some(&mut of.attrs),)*
            _ => None,
        }
    };
}

/// The attributes of an expression that is a statement.
fn of_expr(expr: &mut syn::Expr) -> Option<&mut Vec<syn::Attribute>> {
    // Those of an assignment or an operator stand at its first operand.
    match expr {
        syn::Expr::Assign(assign) => match assign.attrs.is_empty() {
            true => of_expr(&mut assign.left),
            false => Some(&mut assign.attrs),
        },
        syn::Expr::Binary(binary) => match binary.attrs.is_empty() {
            true => of_expr(&mut binary.left),
            false => Some(&mut binary.attrs),
        },
        expr => {
            attrs_of!(expr: Block Break Call Cast Continue Field ForLoop If Index Let Lit Loop Macro
            Match MethodCall Paren Path Reference Return Struct Try Tuple Unary Unsafe While)
        }
    }
}

#[cfg(test)]
mod tests {
    use quote::ToTokens;

    use super::*;

    fn halves(text: &str) -> Option<(String, String)> {
        let item: syn::Item = syn::parse_str(text).unwrap();
        let out = split(&item, &quote!(eagerpy), &quote!())?;
        let file: syn::File = syn::parse2(out).unwrap();
        let text = |item: &syn::Item| item.to_token_stream().to_string();
        match file.items.as_slice() {
            [on, off] => Some((text(on), text(off))),
            other => panic!("{} items", other.len()),
        }
    }

    #[test]
    fn statements_arms_and_parameters_are_switched() {
        for (with, on, off) in [
            (
                "fn f() { #[cfg(a)] let y = 1; y }",
                "fn f() { let y = 1; y }",
                "fn f() { y }",
            ),
            (
                "fn f() { #[cfg(a)] y += 1; #[cfg(a)] g(); y }",
                "fn f() { y += 1; g(); y }",
                "fn f() { y }",
            ),
            (
                "fn f(#[cfg(a)] x: u8) { match y { #[cfg(a)] 0 => 1, _ => 2 } }",
                "fn f(x: u8) { match y { 0 => 1, _ => 2 } }",
                "fn f() { match y { _ => 2 } }",
            ),
            (
                "struct S { #[cfg(a)] x: u8, y: u8 }",
                "struct S { x: u8, y: u8 }",
                "struct S { y: u8 }",
            ),
            (
                "enum E { #[cfg(a)] A, B }",
                "enum E { A, B }",
                "enum E { B }",
            ),
            (
                "fn f() { #[cfg(a)] let y = 1; #[cfg(not(a))] let y = 2; y }",
                "fn f() { let y = 1; y }",
                "fn f() { let y = 2; y }",
            ),
            (
                "impl S { #[cfg(a)] fn f(&self) { g() } #[cfg(not(a))] fn f() { h() } fn k() { #[cfg(a)] l() } }",
                "impl S { fn f(&self) { g() } fn k() { #[cfg(a)] l() } }",
                "impl S { fn f() { h() } fn k() { #[cfg(a)] l() } }",
            ),
        ] {
            let text = |item: &str, predicate: &str| {
                let item: syn::Item = syn::parse_str(item).unwrap();
                let predicate: TokenStream = predicate.parse().unwrap();
                quote!(#[cfg(#predicate)] #[eagerpy::agnostic()] #item).to_string()
            };
            let (have_on, have_off) = halves(with).unwrap();
            // A list's last comma may go.
            let plain = |text: String| text.replace(" ,", "");
            assert_eq!(plain(have_on), plain(text(on, "a")));
            assert_eq!(plain(have_off), plain(text(off, "not(a)")));
        }
    }

    #[test]
    fn without_a_cfg_inside_an_item_stays() {
        for text in [
            "#[cfg(a)] fn f() { y }",
            "fn f() { #[allow(b)] let y = 1; #[cfg(a)] struct S; }",
        ] {
            assert!(halves(text).is_none(), "{text}");
        }
    }
}

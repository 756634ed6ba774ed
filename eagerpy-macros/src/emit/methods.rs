//! `#[agnostic] impl Mlp { … }`: each method becomes an agnostic function whose first parameter is the struct, and a
//! method of the native type that calls it.
//!
//! ```text
//! impl Mlp {                                          #[agnostic]
//!     pub fn forward(&self, x: &Tensor) -> Tensor     fn __Mlp_forward(self: &Mlp<_>, x: &Tensor) -> Tensor { … }
//!     { … }
//! }                                                   impl<B, E> Mlp<B, E> { pub fn forward<TX>(&self, x: &TX) … }
//! ```

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use crate::args::Options;
use crate::diag::{Code, Diagnostic, Diagnostics};

/// Splits a block into agnostic functions.
pub fn split(block: syn::ItemImpl, options: &Options, written: &TokenStream) -> TokenStream {
    let mut diagnostics = Diagnostics::default();
    if let Some((path, _)) = &block.trait_ {
        diagnostics.push(
            Diagnostic::new(Code::E101, path, "a trait of agnostic methods").help(
                "write `#[agnostic]` before `impl Name { … }`, and call its methods in the trait's",
            ),
        );
    }
    let krate = &options.krate;
    let mut functions = TokenStream::new();
    for item in &block.items {
        match item {
            syn::ImplItem::Fn(method) => {
                functions.extend(quote! {
                    #krate::__private::__method! { { #written } { #krate } }
                });
                let _ = method;
            }
            other => diagnostics.push(
                Diagnostic::new(
                    Code::E101,
                    other,
                    "an `impl` of agnostic methods has methods only",
                )
                .help("write it in a second `impl`, without `#[agnostic]`"),
            ),
        }
    }
    let errors = diagnostics.barrier();
    let _ = block.self_ty.to_token_stream();
    quote!(#errors #functions)
}

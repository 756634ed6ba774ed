//! The pipeline on one screen.
//!
//! ```text
//! tokens ─syntax─▶ signature ─check─▶ typed HIR ─lower─▶ IR ─emit─▶ one native function per backend
//!                        barrier               barrier
//! ```
//!
//! The stages before a barrier take the [`Diagnostics`] and never stop; behind the second one
//! nothing can fail for a user's reason.

use proc_macro2::TokenStream;

use crate::diag::Diagnostics;
use crate::syntax::{self, Parsed};
use crate::{args, check, emit, ir};

/// Compiles one item.
pub fn compile(options: TokenStream, item: TokenStream) -> TokenStream {
    let mut diagnostics = Diagnostics::default();
    let options = args::read(options, &mut diagnostics);
    let item = match syntax::parse(item.clone()) {
        Parsed::Whole(item) => item,
        Parsed::Head { item, error, .. } => {
            let function = syntax::read(item, &mut diagnostics);
            return emit::broken_body(&function, &options, error, diagnostics);
        }
        Parsed::Nothing(error) => return emit::unreadable(item, error),
    };

    let function = syntax::read(item, &mut diagnostics);
    let body = check::check(&function, &mut diagnostics);
    if let Some(errors) = diagnostics.barrier() {
        return emit::fallback(&function, &options, errors);
    }

    let ir = ir::lower(&function, body);
    if let Err(broken) = ir::verify(&ir) {
        return emit::internal_error(&function, &options, "lower", &broken);
    }
    emit::emit(&function, &options, &ir)
}

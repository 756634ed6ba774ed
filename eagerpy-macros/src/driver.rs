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

use crate::args::Options;
use crate::diag::Diagnostics;
use crate::syntax::{self, Function, Parsed};
use crate::{args, check, emit, ir};

/// Compiles one item.
pub fn compile(options: TokenStream, item: TokenStream) -> TokenStream {
    let mut diagnostics = Diagnostics::default();
    let options = args::read(options, &mut diagnostics);
    let (item, broken) = match syntax::parse(item.clone()) {
        Parsed::Whole(item) => (item, None),
        Parsed::Head { item, body, error } => (item, Some((body, error))),
        Parsed::Nothing(error) => return emit::unreadable(item, error),
    };
    let function = syntax::read(item, &mut diagnostics);

    // First of all, for the reason that stands there.
    match broken {
        None => {
            let mut out = emit::editor::copy(&function, &options.krate, None);
            out.extend(compile_function(&function, &options, diagnostics));
            out
        }
        Some((body, error)) => {
            let mut out = emit::editor::copy(&function, &options.krate, Some(body));
            out.extend(emit::broken_body(&function, &options, error, diagnostics));
            out
        }
    }
}

/// Compiles a function that was read.
fn compile_function(
    function: &Function,
    options: &Options,
    mut diagnostics: Diagnostics,
) -> TokenStream {
    let body = check::check(function, &mut diagnostics);
    if let Some(errors) = diagnostics.barrier() {
        return emit::fallback(function, options, errors);
    }

    let ir = ir::lower(function, body);
    if let Err(broken) = ir::verify(&ir) {
        return emit::internal_error(function, options, "lower", &broken);
    }
    emit::emit(function, options, &ir)
}

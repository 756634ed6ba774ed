//! The `#[agnostic]` compiler. `driver.rs` shows the whole pipeline on one screen.
//!
//! Users name it through the `eagerpy` crate, whose documentation says what they write and get.

// Trees of a compiler: one of these lives as long as one expansion, and boxes would only hide what is in a node.
#![allow(clippy::large_enum_variant)]

mod args;
mod check;
#[cfg(test)]
mod cost;
mod diag;
#[cfg(test)]
mod documents;
mod driver;
mod emit;
#[cfg(test)]
mod fuzz;
#[cfg(test)]
mod golden;
mod grad;
#[cfg(test)]
mod helps;
mod ir;
#[cfg(test)]
mod messages;
mod opt;
mod origin;
mod syntax;

/// Compiles a tensor function into one native function per framework.
///
/// # Options
/// - `backends(ndarray, candle)`: only these, instead of all that the build has. A backend of another crate
///   is named with its type: `backends(mine = my_crate::Mine)`.
/// - `grad`, `grad(x, w)`: functions for its derivatives with respect to all float tensors, or to these parameters:
///   `f::value_and_grad`, `f::grad`, `f::vjp`, `f::jvp`. It may stand before a method in an agnostic `impl`, whose
///   derivatives are methods: `x.f_value_and_grad`.
/// - `order = 2`, up to 4: with `grad`, these functions can be differentiated themselves; of a function that gives a
///   scalar, there is also `f::hessian_vector_product`.
/// - `fuse = false`: chains of elementwise operations are never run as one pass, but operation by operation.
/// - `vjp = path`: this function of the parameters and the cotangent of the result is the gradient.
/// - `local`: the item stands in the body of a function, and may name what stands there.
/// - `methods`: of a struct or an enum that has an `#[agnostic] impl` beside it, so that calls of its methods are
///   checked as calls of functions are.
/// - `crate = path`: where the `eagerpy` crate is, if it was renamed.
///
/// See the crate `eagerpy` for the language.
#[proc_macro_attribute]
pub fn agnostic(
    options: proc_macro::TokenStream,
    item: proc_macro::TokenStream,
) -> proc_macro::TokenStream {
    driver::compile(options.into(), item.into()).into()
}

/// Goes on with an item whose expansion asked for others. No part of the public interface.
#[doc(hidden)]
#[proc_macro]
pub fn __link(tokens: proc_macro::TokenStream) -> proc_macro::TokenStream {
    driver::resume(tokens.into()).into()
}

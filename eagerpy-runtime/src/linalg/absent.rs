//! What stands in for the decompositions where the feature `linalg` is off.

use super::Elements;
use crate::error::{Error, Result};

macro_rules! absent {
    ($($name:ident($($arg:ident: $ty:ty),*) -> $out:ty;)*) => {$(
        pub fn $name($($arg: $ty),*) -> $out {
            $(let _ = $arg;)*
            Err(Error::unsupported(
                "this build has no linear algebra: turn on the feature `linalg` of `eagerpy-runtime`",
            ))
        }
    )*};
}
absent! {
    det(a: &[f64], n: usize) -> Result<f64>;
    slogdet(a: &[f64], n: usize) -> Result<(f64, f64)>;
    inv(a: &[f64], n: usize) -> Result<Elements>;
    solve(a: &[f64], b: &[f64], n: usize, k: usize) -> Result<Elements>;
    cholesky(a: &[f64], n: usize) -> Result<Elements>;
    qr(a: &[f64], m: usize, n: usize) -> Result<(Elements, Elements)>;
    eigvalsh(a: &[f64], n: usize) -> Result<Elements>;
    eigh(a: &[f64], n: usize) -> Result<(Elements, Elements)>;
    svdvals(a: &[f64], m: usize, n: usize) -> Result<Elements>;
    svd(a: &[f64], m: usize, n: usize) -> Result<(Elements, Elements, Elements)>;
}

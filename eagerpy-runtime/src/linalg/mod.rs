//! Linear algebra on the host: one matrix at a time, in `f64`, row by row.
//!
//! In: the elements of a matrix. Out: its decompositions. The work is done by `faer`, behind the feature `linalg`,
//! since the compiler, which reads the table of operations, has no use for it. Without the feature every function is
//! an error that names it.

#[cfg(feature = "linalg")]
mod dense;
#[cfg(feature = "linalg")]
pub use dense::*;

#[cfg(not(feature = "linalg"))]
mod absent;
#[cfg(not(feature = "linalg"))]
pub use absent::*;

/// A factor, or what goes with it.
pub type Elements = Vec<f64>;

/// `T⁻¹B` for a triangular matrix of `n` rows, and `k` columns on the right. What stands on the other side of the
/// diagonal is not read.
///
/// By substitution, a row at a time: `xᵢ = (bᵢ - Σⱼ tᵢⱼ xⱼ) / tᵢᵢ`. `None` if a `tᵢᵢ` is 0 or NaN.
pub fn solve_triangular(t: &[f64], b: &[f64], n: usize, k: usize, lower: bool) -> Option<Elements> {
    let at = |i: usize, j: usize| t.get(i * n + j).copied().unwrap_or(0.0);
    let mut x = b.to_vec();
    for step in 0..n {
        let i = if lower { step } else { n - 1 - step };
        let known = if lower { 0..i } else { i + 1..n };
        let pivot = at(i, i);
        if pivot == 0.0 || pivot.is_nan() {
            return None;
        }
        for c in 0..k {
            let sum: f64 = known
                .clone()
                .map(|j| at(i, j) * x.get(j * k + c).copied().unwrap_or(0.0))
                .sum();
            if let Some(value) = x.get_mut(i * k + c) {
                *value = (*value - sum) / pivot;
            }
        }
    }
    Some(x)
}

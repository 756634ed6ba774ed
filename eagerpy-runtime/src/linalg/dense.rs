//! Decompositions by faer, of one matrix.
//!
//! They run on one thread, so that the sums are made in the same order on every machine. faer counts on finite
//! elements; what is not finite is looked for here.

use faer::linalg::solvers::{DenseSolveCore, PartialPivLu, Solve};
use faer::{Mat, MatRef, Side};

use super::Elements;
use crate::error::{Error, Result};

fn matrix(a: &[f64], rows: usize, columns: usize) -> MatRef<'_, f64> {
    // Never shorter than it says: `a` is a matrix of this size.
    match a.len() == rows * columns {
        true => MatRef::from_row_major_slice(a, rows, columns),
        false => MatRef::from_row_major_slice(&[], 0, 0),
    }
}

/// Row by row.
fn elements(matrix: MatRef<'_, f64>) -> Elements {
    let (rows, columns) = (matrix.nrows(), matrix.ncols());
    (0..rows)
        .flat_map(|i| (0..columns).map(move |j| *matrix.get(i, j)))
        .collect()
}

fn singular() -> Error {
    Error::value("the matrix is singular")
}

fn finite(a: &[f64]) -> Result<()> {
    match a.iter().all(|v| v.is_finite()) {
        true => Ok(()),
        false => Err(Error::value(
            "the matrix has elements that are infinite or NaN",
        )),
    }
}

/// The LU decomposition with rows exchanged, and what the exchanges make of the determinant's sign.
struct Lu {
    factors: PartialPivLu<f64>,
    pivots: Elements,
    sign: f64,
}

impl Lu {
    fn of(a: &[f64], n: usize) -> Lu {
        let factors = matrix(a, n, n).partial_piv_lu();
        let upper = factors.U();
        let mut pivots: Elements = (0..n).map(|i| *upper.get(i, i)).collect();
        // Where a column has no pivot, faer divides by 0, and what comes behind it is NaN.
        if let Some(first) = pivots.iter().position(|&p| p == 0.0) {
            pivots.truncate(first + 1);
        }
        let (order, _) = factors.P().arrays();
        // A cycle of length k is k - 1 exchanges.
        let mut seen = vec![false; order.len()];
        let mut sign = 1.0;
        for start in 0..order.len() {
            let mut at = start;
            let mut length = 0usize;
            while let Some(flag) = seen.get_mut(at)
                && !*flag
            {
                *flag = true;
                length += 1;
                at = order.get(at).copied().unwrap_or(start);
            }
            if length > 0 && length.is_multiple_of(2) {
                sign = -sign;
            }
        }
        Lu {
            factors,
            pivots,
            sign,
        }
    }

    fn regular(self) -> Result<PartialPivLu<f64>> {
        match self.pivots.iter().any(|p| *p == 0.0 || p.is_nan()) {
            true => Err(singular()),
            false => Ok(self.factors),
        }
    }
}

/// The determinant; NaN if there is NaN.
pub fn det(a: &[f64], n: usize) -> Result<f64> {
    if n == 0 {
        return Ok(1.0);
    }
    if a.iter().any(|v| v.is_nan()) {
        return Ok(f64::NAN);
    }
    let lu = Lu::of(a, n);
    Ok(lu.pivots.iter().fold(lu.sign, |product, p| product * p))
}

/// Sign and logarithm of the determinant; both NaN if there is NaN.
pub fn slogdet(a: &[f64], n: usize) -> Result<(f64, f64)> {
    if n == 0 {
        return Ok((1.0, 0.0));
    }
    if a.iter().any(|v| v.is_nan()) {
        return Ok((f64::NAN, f64::NAN));
    }
    let lu = Lu::of(a, n);
    if lu.pivots.last() == Some(&0.0) {
        return Ok((0.0, f64::NEG_INFINITY));
    }
    let sign = lu.pivots.iter().fold(lu.sign, |s, p| s * p.signum());
    Ok((sign, lu.pivots.iter().map(|p| p.abs().ln()).sum()))
}

/// The inverse.
///
/// # Errors
/// [`Value`](crate::ErrorKind::Value) if the matrix is singular, or NaN comes in the way.
pub fn inv(a: &[f64], n: usize) -> Result<Elements> {
    if n == 0 {
        return Ok(Elements::new());
    }
    if a.iter().any(|v| v.is_nan()) {
        return Err(singular());
    }
    let lu = Lu::of(a, n).regular()?;
    Ok(elements(lu.inverse().as_ref()))
}

/// `A⁻¹B` for `k` columns on the right.
///
/// # Errors
/// [`Value`](crate::ErrorKind::Value) if the matrix is singular, or NaN comes in the way.
pub fn solve(a: &[f64], b: &[f64], n: usize, k: usize) -> Result<Elements> {
    if n == 0 {
        return Ok(Elements::new());
    }
    if a.iter().any(|v| v.is_nan()) {
        return Err(singular());
    }
    let lu = Lu::of(a, n).regular()?;
    if k == 0 {
        return Ok(Elements::new());
    }
    Ok(elements(lu.solve(matrix(b, n, k)).as_ref()))
}

/// The lower triangle, once more above the diagonal.
fn mirrored(a: &[f64], n: usize) -> Mat<f64> {
    let a = matrix(a, n, n);
    Mat::from_fn(n, n, |i, j| *a.get(i.max(j), i.min(j)))
}

/// The lower triangular `L` of `A = LLᵀ`. The lower triangle alone is read.
///
/// # Errors
/// [`Value`](crate::ErrorKind::Value) if the matrix is not positive definite.
pub fn cholesky(a: &[f64], n: usize) -> Result<Elements> {
    if n == 0 {
        return Ok(Elements::new());
    }
    let fail = || Error::value("the matrix is not positive definite");
    let whole = mirrored(a, n);
    let factor = whole.llt(Side::Lower).map_err(|_| fail())?;
    let lower = factor.L();
    let positive = |i: usize| *lower.get(i, i) > 0.0;
    if !(0..n).all(positive) {
        return Err(fail());
    }
    Ok(elements(lower))
}

/// `Q` and `R` of `A = QR`, reduced.
pub fn qr(a: &[f64], m: usize, n: usize) -> Result<(Elements, Elements)> {
    if m.min(n) == 0 {
        return Ok((Elements::new(), Elements::new()));
    }
    let factors = matrix(a, m, n).qr();
    let q = factors.compute_thin_Q();
    Ok((elements(q.as_ref()), elements(factors.thin_R())))
}

fn no_convergence<E>(_: E) -> Error {
    Error::value("the decomposition did not converge")
}

fn finite_lower(a: &[f64], n: usize) -> Result<()> {
    (0..n).try_for_each(|i| finite(a.get(i * n..=i * n + i).unwrap_or_default()))
}

/// The eigenvalues of a symmetric matrix, ascending. The lower triangle alone is read.
///
/// # Errors
/// [`Value`](crate::ErrorKind::Value) if an element is not finite.
pub fn eigvalsh(a: &[f64], n: usize) -> Result<Elements> {
    if n == 0 {
        return Ok(Elements::new());
    }
    finite_lower(a, n)?;
    mirrored(a, n)
        .self_adjoint_eigenvalues(Side::Lower)
        .map_err(no_convergence)
}

/// The same with the eigenvectors, in columns.
///
/// # Errors
/// [`Value`](crate::ErrorKind::Value) if an element is not finite.
pub fn eigh(a: &[f64], n: usize) -> Result<(Elements, Elements)> {
    if n == 0 {
        return Ok((Elements::new(), Elements::new()));
    }
    finite_lower(a, n)?;
    let found = mirrored(a, n)
        .self_adjoint_eigen(Side::Lower)
        .map_err(no_convergence)?;
    let values = found.S().column_vector().iter().copied().collect();
    Ok((values, elements(found.U())))
}

/// The singular values, descending.
///
/// # Errors
/// [`Value`](crate::ErrorKind::Value) if an element is not finite.
pub fn svdvals(a: &[f64], m: usize, n: usize) -> Result<Elements> {
    if m.min(n) == 0 {
        return Ok(Elements::new());
    }
    finite(a)?;
    matrix(a, m, n).singular_values().map_err(no_convergence)
}

/// `U`, the singular values and `Vᵀ`, reduced.
///
/// # Errors
/// [`Value`](crate::ErrorKind::Value) if an element is not finite.
pub fn svd(a: &[f64], m: usize, n: usize) -> Result<(Elements, Elements, Elements)> {
    if m.min(n) == 0 {
        return Ok((Elements::new(), Elements::new(), Elements::new()));
    }
    finite(a)?;
    let found = matrix(a, m, n).thin_svd().map_err(no_convergence)?;
    let values = found.S().column_vector().iter().copied().collect();
    Ok((elements(found.U()), values, elements(found.V().transpose())))
}

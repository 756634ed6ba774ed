//! Matrix products, also of stacks of matrices.

use eagerpy_runtime::{DType, Element, Error, Numeric, Result, Shape};
use ndarray::linalg::general_mat_mul;
use ndarray::{ArrayD, ArrayView2, ArrayViewMut2, Axis, Ix2};

use super::super::convert::{View, count, fail, filled, from_vec};
use super::elementwise::map;

/// `[…, n, k]` times `[…, k, m]`, with equal leading sizes.
pub(super) fn matmul<E: Numeric>(x: View<'_, E>, y: View<'_, E>) -> Result<ArrayD<E>> {
    // Products of 16 bits add up in f32, for which there are kernels.
    if matches!(E::DTYPE, Some(DType::F16 | DType::BF16)) {
        let wide = |x: View<'_, E>| map(&x, |v| v.cast::<f32>());
        let product = matmul::<f32>(wide(x)?.view(), wide(y)?.view())?;
        return map(&product.view(), |v| v.cast::<E>());
    }
    let (left, right) = (x.shape(), y.shape());
    let (Some((&k, [batch @ .., n])), Some(&m)) = (left.split_last(), right.last()) else {
        return Err(Error::shape("a matrix product takes matrices"));
    };
    let n = *n;
    let mut sizes = Shape::from_slice(batch);
    sizes.extend([n, m]);
    // ndarray panics where the sizes of a product overflow, even if it is empty.
    count::<E>(&sizes)?;
    if sizes.contains(&0) || k == 0 {
        return filled(&sizes, E::zero());
    }
    let depth = batch.len();
    if depth == 0 {
        let (x, y) = (matrix(x)?, matrix(y)?);
        if floats::<E>() && n > 1 && m > 1 {
            return Ok(x.dot(&y).into_dyn());
        }
        let mut out = filled(&sizes, E::zero())?;
        if let Some(out) = out.as_slice_mut() {
            product(&x, &y, out)?;
        }
        return Ok(out);
    }
    // One right matrix for all: one tall product.
    let repeated = y.strides().iter().take(depth).all(|&step| step == 0);
    if repeated && x.is_standard_layout() {
        let rows = batch.iter().product::<usize>() * n;
        let tall = x.into_shape_with_order((rows, k)).map_err(fail)?;
        let mut one = y;
        for _ in 0..depth {
            one = one.index_axis_move(Axis(0), 0);
        }
        let tall = matmul(tall.into_dyn(), one)?;
        return from_row_major(&sizes, tall);
    }
    let mut out = filled(&sizes, E::zero())?;
    if let Some(out) = out.as_slice_mut() {
        stack(x, y, depth, out)?;
    }
    Ok(out)
}

/// A product that has row-major order but for its shape; matrixmultiply may give column-major.
fn from_row_major<E: Numeric>(sizes: &[usize], array: ArrayD<E>) -> Result<ArrayD<E>> {
    let data = match array.as_slice() {
        Some(_) => array.into_raw_vec_and_offset().0,
        None => super::super::convert::row_major(&array.view()),
    };
    from_vec(sizes, data)
}

fn matrix<E>(x: View<'_, E>) -> Result<ArrayView2<'_, E>> {
    x.into_dimensionality::<Ix2>().map_err(fail)
}

/// matrixmultiply knows f32 and f64; ndarray's own loop for ints panics on overflow in debug builds.
fn floats<E: Numeric>() -> bool {
    E::DTYPE.is_some_and(|dtype| dtype.is_float())
}

/// The products of all pairs of matrices of two stacks, one after the other in `out`.
fn stack<E: Numeric>(x: View<'_, E>, y: View<'_, E>, depth: usize, out: &mut [E]) -> Result<()> {
    if depth == 0 {
        return product(&matrix(x)?, &matrix(y)?, out);
    }
    let part = out.len() / x.len_of(Axis(0)).max(1);
    for ((x, y), out) in x
        .outer_iter()
        .zip(y.outer_iter())
        .zip(out.chunks_exact_mut(part.max(1)))
    {
        stack(x, y, depth - 1, out)?;
    }
    Ok(())
}

/// One product. `out` is row-major, and holds zeros.
pub(super) fn product<E: Numeric>(
    x: &ArrayView2<'_, E>,
    y: &ArrayView2<'_, E>,
    out: &mut [E],
) -> Result<()> {
    let (n, m) = (x.nrows(), y.ncols());
    if floats::<E>() && n > 1 && m > 1 {
        let mut out = ArrayViewMut2::from_shape((n, m), out).map_err(fail)?;
        general_mat_mul(E::one(), x, y, E::zero(), &mut out);
        return Ok(());
    }
    // A matrix times a column: inner products, for which matrixmultiply would first copy the matrix.
    if floats::<E>() && m == 1 {
        let column = y.column(0);
        for (to, row) in out.iter_mut().zip(x.rows()) {
            *to = row.dot(&column);
        }
        return Ok(());
    }
    let y = y.as_standard_layout();
    // Slices, and not ndarray's rows: a row or two of a network's input is worth no more than a few hundred instructions.
    let all = y.as_slice().unwrap_or_default();
    for (row, out) in x.rows().into_iter().zip(out.chunks_exact_mut(m.max(1))) {
        for (&factor, from) in row.iter().zip(all.chunks_exact(m.max(1))) {
            for (to, &v) in out.iter_mut().zip(from) {
                *to = to.wrapping_add(factor.wrapping_mul(v));
            }
        }
    }
    Ok(())
}

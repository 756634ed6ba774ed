//! Reductions over lists of axes.

use ::tch::{Kind, TchError, Tensor};
use eagerpy_runtime::{Ints, Num, Result, shape};

use super::convert::{Ours, float, full, is_half, long, place, plain_cast, sizes};

type Torch = Result<Tensor, TchError>;

/// A reduction over axes. No axes mean all of them to libtorch: then an axis of size 1 is added
/// and reduced, which leaves the shape.
pub(super) fn over(
    x: &Tensor,
    axes: &[usize],
    keepdims: bool,
    op: impl FnOnce(&Tensor, &[i64], bool) -> Torch,
) -> Result<Tensor> {
    if axes.is_empty() {
        return x
            .f_unsqueeze(-1)
            .and_then(|wide| op(&wide, &[-1], false))
            .ours();
    }
    op(x, &Ints::from(axes), keepdims).ours()
}

/// A reduction that has no value for nothing. The caller has seen to it that an element is there
/// for each that is asked for; libtorch wants one even if none is asked for.
pub(super) fn over_some(
    x: &Tensor,
    axes: &[usize],
    keepdims: bool,
    op: impl FnOnce(&Tensor, &[i64], bool) -> Torch,
) -> Result<Tensor> {
    let from = sizes(x);
    if axes.iter().any(|&axis| from.get(axis) == Some(&0)) {
        return nothing(x, &shape::reduced(&from, axes, keepdims), None);
    }
    over(x, axes, keepdims, op)
}

/// What is left of a tensor without elements: nothing, or zeros.
pub(super) fn nothing(x: &Tensor, shape: &[usize], kind: Option<Kind>) -> Result<Tensor> {
    let place = place(x);
    full(&place, kind.unwrap_or(place.kind), shape, Num::Int(0))
}

pub(super) fn prod(x: &Tensor, kind: Kind, axes: &[usize], keepdims: bool) -> Result<Tensor> {
    // Rounded once, at the end.
    let wide = is_half(kind).then_some(Kind::Float);
    let product = match axes {
        [] | [_] => over(x, axes, keepdims, |x, axes, keepdims| {
            x.f_prod_dim_int(axes.first().copied().unwrap_or(-1), keepdims, wide)
        })?,
        _ if axes.len() == x.dim() && !keepdims => x.f_prod(wide).ours()?,
        [first @ .., last] => {
            // libtorch goes over one axis at a time: the last first, so that the others stay in place.
            let mut product = x.f_prod_dim_int(long(*last), keepdims, wide).ours()?;
            for &axis in first.iter().rev() {
                product = product
                    .f_prod_dim_int(long(axis), keepdims, None::<Kind>)
                    .ours()?;
            }
            product
        }
    };
    match wide {
        Some(_) => plain_cast(&product, kind).ours(),
        None => Ok(product),
    }
}

/// A reduction of truth values. libtorch's answer for `u8` is `u8`.
pub(super) fn truth(
    x: &Tensor,
    kind: Kind,
    axes: &[usize],
    keepdims: bool,
    op: impl FnOnce(&Tensor, &[i64], bool) -> Torch,
) -> Result<Tensor> {
    let found = over(x, axes, keepdims, op)?;
    match kind {
        Kind::Uint8 => plain_cast(&found, Kind::Bool).ours(),
        _ => Ok(found),
    }
}

/// Number of elements that a reduction puts into one.
fn count(x: &Tensor, axes: &[usize]) -> usize {
    let from = sizes(x);
    axes.iter().filter_map(|&axis| from.get(axis)).product()
}

/// Variance or standard deviation. Where the correction leaves nothing to divide by, the quotient
/// is NaN or infinite; libtorch says so too, and prints a warning each time.
pub(super) fn spread(
    x: &Tensor,
    axes: &[usize],
    correction: f64,
    keepdims: bool,
    op: impl FnOnce(&Tensor, &[i64], f64, bool) -> Torch,
) -> Result<Tensor> {
    float(x)?;
    let n = count(x, axes);
    over(x, axes, keepdims, |x, axes, keepdims| {
        if sizes(x).contains(&0) {
            x.f_mean_dim(axes, keepdims, None::<Kind>)
        } else if correction < n as f64 {
            op(x, axes, correction, keepdims)
        } else {
            op(x, axes, 0.0, keepdims)?.f_mul_scalar(f64::INFINITY)
        }
    })
}

/// libtorch adds the parts of a norm up one by one in the float type: beyond this many the error
/// shows (1e-5 at a million, 2e-4 at ten).
const FEW: usize = 1 << 16;

fn native_norm(x: &Tensor, p: f64, axes: &[usize], keepdims: bool) -> Result<Tensor> {
    over(x, axes, keepdims, |x, axes, keepdims| {
        x.f_norm_scalaropt_dim(p, axes, keepdims)
    })
}

/// A root of a sum of powers. Its slope at 0 is infinite, and 0 times that is NaN: where libtorch
/// tracks gradients, the root of 0 is a constant.
fn root(sum: &Tensor, root: impl FnOnce(&Tensor) -> Torch) -> Torch {
    if !sum.requires_grad() {
        return root(sum);
    }
    let flat = sum.f_eq(0.0)?;
    root(&sum.f_masked_fill(&flat, 1.0)?)?.f_masked_fill(&flat, 0.0)
}

/// √Σx².
pub(super) fn l2(x: &Tensor, axes: &[usize], keepdims: bool) -> Result<Tensor> {
    let kind = float(x)?;
    // Squares of 16-bit floats overflow; the native norm goes through f32.
    if is_half(kind) || count(x, axes) <= FEW {
        return native_norm(x, 2.0, axes, keepdims);
    }
    over(x, axes, keepdims, |x, axes, keepdims| {
        let sum = x
            .f_square()?
            .f_sum_dim_intlist(axes, keepdims, None::<Kind>)?;
        root(&sum, Tensor::f_sqrt)
    })
}

/// (Σ|x|ᵖ)^(1/p).
pub(super) fn lp(x: &Tensor, p: f64, axes: &[usize], keepdims: bool) -> Result<Tensor> {
    // As in `l2`. For other types libtorch's norm is slower than its parts, and less exact.
    if is_half(float(x)?) {
        return native_norm(x, p, axes, keepdims);
    }
    over(x, axes, keepdims, |x, axes, keepdims| {
        let sum =
            x.f_abs()?
                .f_pow_tensor_scalar(p)?
                .f_sum_dim_intlist(axes, keepdims, None::<Kind>)?;
        root(&sum, |sum| sum.f_pow_tensor_scalar(1.0 / p))
    })
}

/// The index of an extreme element along an axis.
pub(super) fn arg(
    x: &Tensor,
    kind: Kind,
    axis: usize,
    op: impl FnOnce(&Tensor, i64) -> Torch,
) -> Result<Tensor> {
    let from = sizes(x);
    if from.get(axis) == Some(&0) {
        // As in `over_some`.
        return nothing(x, &shape::reduced(&from, &[axis], false), Some(Kind::Int64));
    }
    match kind {
        // libtorch orders `u8`, but not `bool`.
        Kind::Bool => plain_cast(x, Kind::Uint8).and_then(|x| op(&x, long(axis))),
        _ => op(x, long(axis)),
    }
    .ours()
}

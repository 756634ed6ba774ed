//! Matrices: libtorch's own decompositions.
//!
//! libtorch has none for 16-bit floats, which go through `f32`. What it refuses with an error of its own, or gives as
//! infinities, is looked for: singular matrices, elements that are not finite.

use ::tch::{Kind, TchError, Tensor};
use eagerpy_runtime::{Error, Ints, Num, Result, Shape, shape};

use super::convert::{Ours, float, is_float, is_half, numeric, plain_cast, sizes};

/// Calls with floats that libtorch can take apart; the results are in the tensor's type.
fn wide<const N: usize>(
    x: &Tensor,
    call: impl FnOnce(&Tensor) -> Result<[Tensor; N]>,
) -> Result<[Tensor; N]> {
    let kind = float(x)?;
    if !is_half(kind) {
        return call(x);
    }
    let mut out = call(&plain_cast(x, Kind::Float).ours()?)?;
    for tensor in &mut out {
        *tensor = plain_cast(tensor, kind).ours()?;
    }
    Ok(out)
}

fn any(mask: Result<Tensor, TchError>) -> Result<bool> {
    let found = mask.and_then(|mask| mask.f_any()).ours()?;
    Ok(found.f_int64_value(&[]).ours()? != 0)
}

fn singular() -> Error {
    Error::value("the matrix is singular")
}

fn finite(x: &Tensor) -> Result<()> {
    match any(x.f_isfinite().and_then(|mask| mask.f_logical_not()))? {
        true => Err(Error::value(
            "the matrix has elements that are infinite or NaN",
        )),
        false => Ok(()),
    }
}

/// LAPACK's answer whether it went well.
fn regular(info: &Tensor, fail: impl FnOnce() -> Error) -> Result<()> {
    match any(info.f_ne(0))? {
        true => Err(fail()),
        false => Ok(()),
    }
}

pub(super) fn det(x: &Tensor) -> Result<Tensor> {
    let [det] = wide(x, |x| Ok([Tensor::f_linalg_det(x).ours()?]))?;
    Ok(det)
}

pub(super) fn slogdet(x: &Tensor) -> Result<(Tensor, Tensor)> {
    let [sign, log] = wide(x, |x| {
        let (sign, log) = Tensor::f_linalg_slogdet(x).ours()?;
        // The sign of NaN is 0 to libtorch.
        let nan = log.f_detach().ours()?;
        let known = nan.f_isnan().and_then(|nan| nan.f_logical_not());
        let sign = sign.f_where_self(&known.ours()?, &nan).ours()?;
        Ok([sign, log])
    })?;
    Ok((sign, log))
}

pub(super) fn inv(x: &Tensor) -> Result<Tensor> {
    let [inverse] = wide(x, |x| {
        if any(x.f_isnan())? {
            return Err(singular());
        }
        let (inverse, info) = Tensor::f_linalg_inv_ex(x, false).ours()?;
        regular(&info, singular)?;
        Ok([inverse])
    })?;
    Ok(inverse)
}

/// Both sides of a system as matrices with equal leading axes; the axis of a vector goes again.
fn system(
    x: &Tensor,
    y: &Tensor,
    call: impl FnOnce(&Tensor, &Tensor) -> Result<Tensor>,
) -> Result<Tensor> {
    let vector = y.dim() == 1;
    let y = match vector {
        true => y.f_unsqueeze(1).ours()?,
        false => y.shallow_clone(),
    };
    let (left, right) = (sizes(x), sizes(&y));
    let (left_lead, left_core) = left.split_at(left.len().saturating_sub(2));
    let (right_lead, right_core) = right.split_at(right.len().saturating_sub(2));
    let lead = shape::broadcast(left_lead, right_lead)?;
    let whole = |core: &[usize]| -> Ints {
        let sizes: Shape = lead.iter().chain(core).copied().collect();
        Ints::from(sizes)
    };
    let x = x.f_expand(&*whole(left_core), false).ours()?;
    let y = y.f_expand(&*whole(right_core), false).ours()?;
    let kind = float(&x)?;
    let solved = if is_half(kind) {
        let (x, y) = (plain_cast(&x, Kind::Float), plain_cast(&y, Kind::Float));
        plain_cast(&call(&x.ours()?, &y.ours()?)?, kind).ours()?
    } else {
        call(&x, &y)?
    };
    match vector {
        true => solved.f_squeeze_dim(-1).ours(),
        false => Ok(solved),
    }
}

pub(super) fn solve(x: &Tensor, y: &Tensor) -> Result<Tensor> {
    system(x, y, |x, y| {
        if any(x.f_isnan())? {
            return Err(singular());
        }
        let (solved, info) = Tensor::f_linalg_solve_ex(x, y, true, false).ours()?;
        regular(&info, singular)?;
        Ok(solved)
    })
}

pub(super) fn solve_triangular(x: &Tensor, y: &Tensor, lower: bool) -> Result<Tensor> {
    system(x, y, |x, y| {
        let diagonal = x.f_diagonal(0, -2, -1).ours()?;
        if any(diagonal.f_eq(0.0))? || any(diagonal.f_isnan())? {
            return Err(singular());
        }
        x.f_linalg_solve_triangular(y, !lower, true, false).ours()
    })
}

pub(super) fn cholesky(x: &Tensor) -> Result<Tensor> {
    let [factor] = wide(x, |x| {
        let (factor, info) = x.f_linalg_cholesky_ex(false, false).ours()?;
        regular(&info, || {
            Error::value("the matrix is not positive definite")
        })?;
        Ok([factor])
    })?;
    Ok(factor)
}

pub(super) fn qr(x: &Tensor) -> Result<(Tensor, Tensor)> {
    let [q, r] = wide(x, |x| {
        let (q, r) = Tensor::f_linalg_qr(x, "reduced").ours()?;
        Ok([q, r])
    })?;
    Ok((q, r))
}

pub(super) fn eigvalsh(x: &Tensor) -> Result<Tensor> {
    let [values] = wide(x, |x| {
        finite(&x.f_tril(0).ours()?)?;
        Ok([x.f_linalg_eigvalsh("L").ours()?])
    })?;
    Ok(values)
}

pub(super) fn eigh(x: &Tensor) -> Result<(Tensor, Tensor)> {
    let [values, vectors] = wide(x, |x| {
        finite(&x.f_tril(0).ours()?)?;
        let (values, vectors) = x.f_linalg_eigh("L").ours()?;
        Ok([values, vectors])
    })?;
    Ok((values, vectors))
}

pub(super) fn svdvals(x: &Tensor) -> Result<Tensor> {
    svd(x).map(|(_, values, _)| values)
}

// tch's `linalg_svd` always names a driver, which libtorch refuses on the CPU.
pub(super) fn svd(x: &Tensor) -> Result<(Tensor, Tensor, Tensor)> {
    let [u, s, vh] = wide(x, |x| {
        finite(x)?;
        let (u, s, v) = x.f_svd(true, true).ours()?;
        Ok([u, s, v.f_transpose(-2, -1).ours()?])
    })?;
    Ok((u, s, vh))
}

pub(super) fn pinv(x: &Tensor, rtol: Option<Num>) -> Result<Tensor> {
    let rtol = rtol.map(Num::to_f64);
    let [inverse] = wide(x, |x| {
        finite(x)?;
        let inverse = x.f_linalg_pinv_atol_rtol_float(None::<f64>, rtol, false);
        Ok([inverse.ours()?])
    })?;
    Ok(inverse)
}

/// Sums of ints are `i64` to libtorch; cut to the type of the operands they are what wraps around in it.
pub(super) fn einsum(equation: &str, tensors: &[&Tensor]) -> Result<Tensor> {
    let Some(first) = tensors.first() else {
        return Err(Error::value("there are no tensors in the list"));
    };
    let kind = numeric(first)?;
    if is_float(kind) {
        return Tensor::f_einsum(equation, tensors, None::<&[i64]>).ours();
    }
    let wide: Vec<Tensor> = tensors
        .iter()
        .map(|x| plain_cast(x, Kind::Int64).ours())
        .collect::<Result<_>>()?;
    let out = Tensor::f_einsum(equation, &wide, None::<&[i64]>).ours()?;
    plain_cast(&out, kind).ours()
}

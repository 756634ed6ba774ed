//! Operations of two operands: numbers beside tensors, int division, powers, selection.

use ::tch::{Device, Kind, Scalar, TchError, Tensor};
use eagerpy_runtime::{Element, Error, Num, Operand, Result, scalar as scalars};

use super::Tch;
use super::convert::{
    self, Ours, beside, int, is_float, is_signed_int, long, mask, place, scalar, sizes,
};

type Torch = Result<Tensor, TchError>;

/// Two operands of which at least one is a tensor.
pub(super) enum Two<'a> {
    Tensors(&'a Tensor, &'a Tensor),
    Right(&'a Tensor, Num),
    Left(Num, &'a Tensor),
}

impl<'a> Two<'a> {
    pub(super) fn of<'x: 'a, 'y: 'a, E: Element>(
        x: Operand<'x, Tch, E>,
        y: Operand<'y, Tch, E>,
    ) -> Result<Two<'a>> {
        Ok(match (x, y) {
            (Operand::Tensor(x), Operand::Tensor(y)) => Two::Tensors(x, y),
            (Operand::Tensor(x), Operand::Num(y)) => Two::Right(x, y),
            (Operand::Num(x), Operand::Tensor(y)) => Two::Left(x, y),
            (Operand::Num(x), Operand::Num(y)) => {
                return Err(Error::unsupported(format!(
                    "neither of the operands {x} and {y} is a tensor"
                )));
            }
        })
    }

    /// The element type, which both operands have, if the check lets it pass.
    pub(super) fn kind(&self, check: fn(&Tensor) -> Result<Kind>) -> Result<Kind> {
        let (Two::Tensors(x, _) | Two::Right(x, _) | Two::Left(_, x)) = *self;
        check(x)
    }

    /// An op that libtorch has in all three forms.
    pub(super) fn forms(
        &self,
        kind: Kind,
        tensors: impl FnOnce(&Tensor, &Tensor) -> Torch,
        right: impl FnOnce(&Tensor, Scalar) -> Torch,
        left: impl FnOnce(Scalar, &Tensor) -> Torch,
    ) -> Result<Tensor> {
        match *self {
            Two::Tensors(x, y) => tensors(x, y),
            Two::Right(x, y) => right(x, scalar(kind, y)),
            Two::Left(x, y) => left(scalar(kind, x), y),
        }
        .ours()
    }

    /// An op that libtorch has for tensors only: a number becomes a tensor without axes.
    pub(super) fn as_tensors(
        &self,
        kind: Kind,
        op: impl FnOnce(&Tensor, &Tensor) -> Torch,
    ) -> Result<Tensor> {
        match *self {
            Two::Tensors(x, y) => op(x, y),
            Two::Right(x, y) => op(x, &beside(x, kind, y)?),
            Two::Left(x, y) => op(&beside(y, kind, x)?, y),
        }
        .ours()
    }
}

pub(super) fn divide(two: &Two<'_>, kind: Kind) -> Result<Tensor> {
    match *two {
        Two::Right(x, y) => x.f_div_scalar(scalar(kind, y)).ours(),
        // The reciprocal times a number rounds twice.
        _ => two.as_tensors(kind, Tensor::f_div),
    }
}

/// Is the only element of a mask true?
fn truth(x: &Tensor) -> Result<bool> {
    Ok(x.f_int64_value(&[]).ours()? != 0)
}

fn by_zero() -> Error {
    Error::value("an int divided by 0")
}

/// An int tensor as divisor: without zeros, with 1 in place of -1, and where -1 stood. The least
/// int divided by -1 overflows, which x86 answers with a signal.
fn divisor(y: &Tensor, kind: Kind, empty: bool) -> Result<(Tensor, Option<Tensor>)> {
    if !empty && !truth(&y.f_all().ours()?)? {
        return Err(by_zero());
    }
    if is_signed_int(kind) {
        let minus = y.f_eq(-1).ours()?;
        if truth(&minus.f_any().ours()?)? {
            return Ok((y.f_masked_fill(&minus, 1).ours()?, Some(minus)));
        }
    }
    Ok((y.shallow_clone(), None))
}

fn has_no_elements(x: &Tensor) -> bool {
    sizes(x).contains(&0)
}

/// A number as the divisor of ints: not 0.
fn number_divisor(kind: Kind, y: Num) -> Result<i64> {
    match scalar(kind, y).to_int().ours()? {
        0 => Err(by_zero()),
        n => Ok(n),
    }
}

pub(super) fn floor_divide(two: &Two<'_>, kind: Kind) -> Result<Tensor> {
    if is_float(kind) {
        return match *two {
            Two::Right(x, y) => x.f_floor_divide_scalar(scalar(kind, y)).ours(),
            _ => two.as_tensors(kind, Tensor::f_floor_divide),
        };
    }
    match *two {
        Two::Right(x, y) => match number_divisor(kind, y)? {
            -1 => x.f_neg(),
            n => x.f_floor_divide_scalar(n),
        }
        .ours(),
        Two::Tensors(x, y) => {
            let (safe, minus) = divisor(y, kind, has_no_elements(x))?;
            let quotient = x.f_floor_divide(&safe).ours()?;
            match minus {
                Some(minus) => x
                    .f_neg()
                    .and_then(|turned| turned.f_where_self(&minus, &quotient))
                    .ours(),
                None => Ok(quotient),
            }
        }
        Two::Left(x, y) => {
            let x = beside(y, kind, x)?;
            floor_divide(&Two::Tensors(&x, y), kind)
        }
    }
}

pub(super) fn remainder(two: &Two<'_>, kind: Kind) -> Result<Tensor> {
    if is_float(kind) {
        return two.as_tensors(kind, |x, y| {
            let out = by_element(x, y, Tensor::f_remainder_tensor)?;
            // libtorch gives a remainder of 0 the sign of the dividend; the others have the divisor's already. Written
            // past autograd, for which a copied sign is flat at 0, where the slope of a remainder is 1.
            let mut numbers = out.f_detach()?;
            let _ = numbers.f_copysign_(&y.f_detach()?)?;
            Ok(out)
        });
    }
    match *two {
        Two::Right(x, y) => {
            // Modulo -1 is modulo 1.
            let n = number_divisor(kind, y)?;
            x.f_remainder(if n == -1 { 1 } else { n }).ours()
        }
        Two::Tensors(x, y) => {
            let (safe, _) = divisor(y, kind, has_no_elements(x))?;
            x.f_remainder_tensor(&safe).ours()
        }
        Two::Left(x, y) => {
            let x = beside(y, kind, x)?;
            remainder(&Two::Tensors(&x, y), kind)
        }
    }
}

/// A remainder of floats. libtorch's loop over several elements at once gives NaN where the quotient is too large for
/// it; one by one it does not, which strides make it do.
fn by_element(x: &Tensor, y: &Tensor, op: impl Fn(&Tensor, &Tensor) -> Torch) -> Torch {
    let quick = op(x, y)?;
    if quick.device() != Device::Cpu || quick.f_isnan()?.f_any()?.f_int64_value(&[])? == 0 {
        return Ok(quick);
    }
    let x = x.f_expand_as(&quick)?;
    op(&Tensor::f_stack(&[&x, &x], -1)?.f_select(-1, 0)?, y)
}

pub(super) fn fmod(two: &Two<'_>, kind: Kind) -> Result<Tensor> {
    if is_float(kind) {
        return two.as_tensors(kind, |x, y| by_element(x, y, Tensor::f_fmod_tensor));
    }
    match *two {
        Two::Right(x, y) => {
            let n = number_divisor(kind, y)?;
            x.f_fmod(if n == -1 { 1 } else { n }).ours()
        }
        Two::Tensors(x, y) => {
            let (safe, _) = divisor(y, kind, has_no_elements(x))?;
            x.f_fmod_tensor(&safe).ours()
        }
        Two::Left(x, y) => {
            let x = beside(y, kind, x)?;
            fmod(&Two::Tensors(&x, y), kind)
        }
    }
}

/// A shift of ints: libtorch gives something for a negative number of places.
pub(super) fn shift(two: &Two<'_>, op: impl FnOnce(&Tensor, &Tensor) -> Torch) -> Result<Tensor> {
    let kind = two.kind(int)?;
    match *two {
        Two::Right(x, y) => op(x, &beside(x, kind, scalars::places(y)?)?).ours(),
        Two::Tensors(x, _) if has_no_elements(x) => two.as_tensors(kind, op),
        Two::Tensors(_, y) | Two::Left(_, y) => {
            if is_signed_int(kind) && !has_no_elements(y) {
                let lowest = y.f_min().and_then(|n| n.f_int64_value(&[])).ours()?;
                if lowest < 0 {
                    return Err(Error::value(format!("an int shifted by {lowest}")));
                }
            }
            two.as_tensors(kind, op)
        }
    }
}

/// The length of (x, y). At the origin libtorch's gradient is NaN.
pub(super) fn hypot(x: &Tensor, y: &Tensor) -> Torch {
    if !x.requires_grad() && !y.requires_grad() {
        return x.f_hypot(y);
    }
    let origin = x.f_eq(0.0)?.f_logical_and(&y.f_eq(0.0)?)?;
    let one = Tensor::f_scalar_tensor(1.0, (x.f_kind()?, x.device()))?;
    one.f_where_self(&origin, x)?
        .f_hypot(y)?
        .f_masked_fill(&origin, 0.0)
}

/// ∛x from the power ⅓ of its size, which is a little off in the last digits: a step of Newton's mends that, and no
/// gradient goes through it.
pub(super) fn cbrt(x: &Tensor, kind: Kind) -> Result<Tensor> {
    let wide = convert::plain_cast(x, Kind::Double).ours()?;
    let root = wide
        .f_abs()
        .and_then(|size| size.f_pow_tensor_scalar(1.0 / 3.0))
        .and_then(|size| size.f_copysign(&wide))
        .ours()?;
    let (y, v) = (root.detach(), wide.detach());
    let step = y
        .f_square()
        .and_then(|square| {
            let over = y.f_sub(&v.f_div(&square)?)?.f_div_scalar(3.0)?;
            over.f_nan_to_num(0.0, 0.0, 0.0)
        })
        .ours()?;
    let root = root.f_sub(&step).ours()?;
    // A sum loses the sign of -0.
    let root = root.f_copysign(&v).ours()?;
    convert::plain_cast(&root, kind).ours()
}

pub(super) fn pow(two: &Two<'_>, kind: Kind) -> Result<Tensor> {
    if is_signed_int(kind) {
        let lowest = match *two {
            Two::Right(_, y) => scalar(kind, y).to_int().ours()?,
            Two::Tensors(_, y) | Two::Left(_, y) if has_no_elements(y) => 0,
            Two::Tensors(x, _) if has_no_elements(x) => 0,
            Two::Tensors(_, y) | Two::Left(_, y) => {
                y.f_min().and_then(|n| n.f_int64_value(&[])).ours()?
            }
        };
        if lowest < 0 {
            return Err(Error::value(format!(
                "an int to the negative power {lowest}"
            )));
        }
    }
    two.forms(
        kind,
        Tensor::f_pow,
        Tensor::f_pow_tensor_scalar,
        Tensor::f_pow_scalar,
    )
}

pub(super) fn where_(condition: &Tensor, two: &Two<'_>, kind: Kind) -> Result<Tensor> {
    mask(condition)?;
    two.as_tensors(kind, |x, y| x.f_where_self(condition, y))
}

pub(super) fn clip(x: &Tensor, kind: Kind, min: Option<Num>, max: Option<Num>) -> Result<Tensor> {
    match (min, max) {
        (Some(min), Some(max)) => x.f_clamp(scalar(kind, min), scalar(kind, max)).ours(),
        (Some(min), None) => x.f_clamp_min(scalar(kind, min)).ours(),
        (None, Some(max)) => x.f_clamp_max(scalar(kind, max)).ours(),
        (None, None) => Ok(x.shallow_clone()),
    }
}

/// libtorch's sign of NaN is 0.
pub(super) fn sign(x: &Tensor, kind: Kind) -> Torch {
    let sign = x.f_sign()?;
    if is_float(kind) {
        return sign.f_masked_fill(&x.f_isnan()?, f64::NAN);
    }
    Ok(sign)
}

pub(super) fn softplus(x: &Tensor, kind: Kind) -> Result<Tensor> {
    match kind {
        // libtorch's softplus is x itself above 20, which is off by 1e-10.
        Kind::Double => x.f_logaddexp(&beside(x, kind, Num::Float(0.0))?).ours(),
        _ => x.f_softplus().ours(),
    }
}

pub(super) fn gelu(x: &Tensor, kind: Kind, tanh: bool) -> Result<Tensor> {
    if tanh {
        return x.f_gelu("tanh").ours();
    }
    let from = sizes(x);
    if kind == Kind::Double
        || place(x).device != Device::Cpu
        || from.contains(&0)
        || !x.is_contiguous()
    {
        return x.f_gelu("none").ours();
    }
    // libtorch hands contiguous memory to oneDNN, whose gelu of infinity is NaN and which is off by
    // 1e-4 at -3. The same memory with its axes turned goes through libtorch's own kernel.
    if from.iter().filter(|&&n| n > 1).count() > 1 {
        let turned: Vec<i64> = (0..long(from.len())).rev().collect();
        return x
            .f_permute(&*turned)
            .and_then(|x| x.f_gelu("none"))
            .and_then(|x| x.f_permute(&*turned))
            .ours();
    }
    // x·½·erfc(-x/√2)
    x.f_mul_scalar(-std::f64::consts::FRAC_1_SQRT_2)
        .and_then(|x| x.f_erfc())
        .and_then(|tail| tail.f_mul_scalar(0.5))
        .and_then(|share| share.f_mul(x))
        .ours()
}

/// The product of matrices.
pub(super) fn matmul(x: &Tensor, y: &Tensor, kind: Kind) -> Result<Tensor> {
    if is_float(kind) || !place(x).device.is_cuda() {
        return x.f_matmul(y).ours();
    }
    // CUDA has no product of int matrices.
    x.f_unsqueeze(-1)
        .and_then(|x| x.f_mul(&y.f_unsqueeze(-3)?))
        .and_then(|all| all.f_sum_dim_intlist(-2, false, kind))
        .ours()
}

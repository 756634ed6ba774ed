//! Functions of floats of which candle has nothing, as [`elementwise`](super::elementwise) has those that it gives otherwise.
//!
//! Their values are those of [`scalar`], on the CPU; on other devices most of them come to the CPU and go back. The derivatives
//! are in candle's operations.

use std::f64::consts::{FRAC_2_SQRT_PI, LN_2, LN_10, PI};

use candle_core::{DType, Device, Result as Fallible, Tensor};
use eagerpy_runtime::Float;
use eagerpy_runtime::scalar::{self, wide, wide_pair};

use super::elementwise::{
    Binary, Expm1, Sigmoid, Softplus, Unary, constant, through_host, unary, where_mask,
};

/// On the CPU and back.
fn on_host<F: Unary>(f: F, x: &Tensor) -> Fallible<Tensor> {
    unary(f, &x.to_device(&Device::Cpu)?)?.to_device(x.device())
}

macro_rules! functions {
    ($(
        #[doc = $doc:literal]
        $name:ident $(($field:ty))? $label:literal |$this:ident, $v:ident| $value:expr;
            d |$x:ident, $y:ident, $dy:ident| $gradient:expr;
            $(composed |$c:ident| $composed:expr;)?
    )*) => {$(
        #[doc = $doc]
        #[derive(Clone, Copy)]
        pub(super) struct $name $((pub(super) $field))?;
        impl Unary for $name {
            const NAME: &'static str = $label;
            #[inline]
            fn value<T: Float>(self, x: T) -> T {
                let $this = self;
                let $v = x;
                $value
            }
            #[allow(unused_variables, reason = "a derivative may need neither")]
            fn gradient(self, x: &Tensor, y: &Tensor, $dy: &Tensor) -> Fallible<Tensor> {
                let ($this, $x, $y) = (self, &x.detach(), &y.detach());
                $gradient
            }
            functions! { @composed $this $(|$c| $composed)? }
        }
    )*};
    (@composed $this:ident) => {
        fn composed(self, x: &Tensor) -> Fallible<Tensor> {
            on_host(self, x)
        }
    };
    (@composed $this:ident |$c:ident| $composed:expr) => {
        fn composed(self, $c: &Tensor) -> Fallible<Tensor> {
            let $this = self;
            $composed
        }
    };
}

functions! {
    /// Inverse sine.
    Asin "asin" |_f, x| wide(x, |x| x.asin());
        d |x, y, dy| dy.div(&x.sqr()?.affine(-1.0, 1.0)?.sqrt()?);
    /// Inverse cosine.
    Acos "acos" |_f, x| wide(x, |x| x.acos());
        d |x, y, dy| dy.div(&x.sqr()?.affine(-1.0, 1.0)?.sqrt()?)?.neg();
    /// Inverse tangent.
    Atan "atan" |_f, x| wide(x, |x| x.atan());
        d |x, y, dy| dy.div(&x.sqr()?.affine(1.0, 1.0)?);
    /// Inverse hyperbolic sine.
    Asinh "asinh" |_f, x| wide(x, scalar::asinh);
        d |x, y, dy| dy.div(&x.sqr()?.affine(1.0, 1.0)?.sqrt()?);
    /// Inverse hyperbolic cosine.
    Acosh "acosh" |_f, x| wide(x, scalar::acosh);
        d |x, y, dy| dy.div(&x.affine(1.0, -1.0)?.mul(&x.affine(1.0, 1.0)?)?.sqrt()?);
    /// Inverse hyperbolic tangent.
    Atanh "atanh" |_f, x| wide(x, scalar::atanh);
        d |x, y, dy| dy.div(&x.sqr()?.affine(-1.0, 1.0)?);
    /// 2ˣ.
    Exp2 "exp2" |_f, x| wide(x, |x| x.exp2());
        d |x, y, dy| dy.mul(&y.affine(LN_2, -0.0)?);
    /// Logarithm to the base 2.
    Log2 "log2" |_f, x| wide(x, |x| x.log2());
        d |x, y, dy| dy.div(&x.affine(LN_2, -0.0)?);
    /// Logarithm to the base 10.
    Log10 "log10" |_f, x| wide(x, |x| x.log10());
        d |x, y, dy| dy.div(&x.affine(LN_10, -0.0)?);
    /// log(x / (1 - x)).
    Logit "logit" |_f, x| wide(x, scalar::logit);
        d |x, y, dy| dy.div(&x.mul(&x.affine(-1.0, 1.0)?)?);
    /// ∛x.
    Cbrt "cbrt" |_f, x| wide(x, |x| x.cbrt());
        d |x, y, dy| dy.div(&y.sqr()?.affine(3.0, 0.0)?);
    /// sin(πx) / (πx).
    Sinc "sinc" |_f, x| wide(x, scalar::sinc);
        d |x, y, dy| {
            let far = x.affine(PI, 0.0)?.cos()?.sub(y)?.div(x)?;
            // The difference loses its digits near 0: there the first terms of its series are exact.
            let near = if x.dtype() == DType::F64 { 1e-2 } else { 1e-1 };
            let (p2, square) = (PI * PI, x.sqr()?);
            let series = square
                .affine(-p2 * p2 * p2 / 840.0, p2 * p2 / 30.0)?
                .mul(&square)?
                .affine(1.0, -p2 / 3.0)?
                .mul(x)?;
            dy.mul(&x.abs()?.lt(&constant(x, near)?)?.where_cond(&series, &far)?)
        };
    /// Error function.
    Erf "erf" |_f, x| wide(x, scalar::erf);
        d |x, y, dy| dy.mul(&x.sqr()?.neg()?.exp()?.affine(FRAC_2_SQRT_PI, 0.0)?);
        composed |x| x.erf();
    /// 1 - erf(x).
    Erfc "erfc" |_f, x| wide(x, scalar::erfc);
        d |x, y, dy| dy.mul(&x.sqr()?.neg()?.exp()?.affine(-FRAC_2_SQRT_PI, 0.0)?);
    /// x·sigmoid(x).
    Silu "silu" |_f, x| scalar::silu(x);
        d |x, y, dy| {
            let s = unary(Sigmoid, x)?;
            dy.mul(&s.add(&y.mul(&s.affine(-1.0, 1.0)?)?)?)
        };
        composed |x| x.mul(&Sigmoid.composed(x)?);
    /// x·tanh(log(1 + eˣ)).
    Mish "mish" |_f, x| wide(x, scalar::mish);
        d |x, y, dy| {
            let t = unary(Softplus, x)?.tanh()?;
            let bend = t.sqr()?.affine(-1.0, 1.0)?.mul(&unary(Sigmoid, x)?)?;
            dy.mul(&t.add(&x.mul(&bend)?)?)
        };
        composed |x| x.mul(&Softplus.composed(x)?.tanh()?);
    /// x, and below 0 alpha·(eˣ - 1).
    Elu(f64) "elu" |f, x| wide(x, |x| scalar::elu(x, f.0));
        d |x, y, dy| {
            let tail = dy.mul(&y.affine(1.0, f.0)?)?;
            x.gt(&constant(x, 0.0)?)?.where_cond(dy, &tail)
        };
        composed |x| {
            let tail = Expm1.composed(x)?.affine(f.0, -0.0)?;
            x.gt(&constant(x, 0.0)?)?.where_cond(x, &tail)
        };
    /// x, and below 0 slope·x.
    LeakyRelu(f64) "leaky_relu" |f, x| wide(x, |x| scalar::leaky_relu(x, f.0));
        d |x, y, dy| x.gt(&constant(x, 0.0)?)?.where_cond(dy, &dy.affine(f.0, -0.0)?);
        composed |x| x.ge(&constant(x, 0.0)?)?.where_cond(x, &x.affine(f.0, -0.0)?);
    /// The integer part.
    Trunc "trunc" |_f, x| wide(x, |x| x.trunc());
        d |x, y, dy| dy.zeros_like();
        composed |x| x.lt(&constant(x, 0.0)?)?.where_cond(&x.ceil()?, &x.floor()?);
}

/// Functions of two floats: the value, and the derivatives by the left and by the right operand.
macro_rules! functions_of_two {
    ($(
        $(#[doc = $doc:literal])*
        $name:ident $label:literal $value:expr;
            d |$x:ident, $y:ident, $z:ident, $dz:ident| $left:expr, $right:expr;
    )*) => {$(
        $(#[doc = $doc])*
        #[derive(Clone, Copy)]
        pub(super) struct $name;
        impl Binary for $name {
            const NAME: &'static str = $label;
            #[inline]
            fn value<T: Float>(self, x: T, y: T) -> T {
                let value = $value;
                value(x, y)
            }
            #[allow(unused_variables, reason = "a derivative may need none")]
            fn gradient(self, left: bool, x: &Tensor, y: &Tensor, z: &Tensor, $dz: &Tensor) -> Fallible<Tensor> {
                let ($x, $y, $z) = (&x.detach(), &y.detach(), &z.detach());
                if left { $left } else { $right }
            }
            fn composed(self, x: &Tensor, y: &Tensor) -> Fallible<Tensor> {
                through_host(self, x, y)
            }
        }
    )*};
}

functions_of_two! {
    /// √(x² + y²).
    Hypot "hypot" |x, y| wide_pair(x, y, f64::hypot);
        d |x, y, z, dz| cosine(x, z, dz), cosine(y, z, dz);
    /// The angle of the point (y, x).
    Atan2 "atan2" |x, y| wide_pair(x, y, f64::atan2);
        d |x, y, z, dz| turned(y, x, y, dz), turned(x, x, y, &dz.neg()?);
    /// log(eˣ + eʸ).
    LogAddExp "logaddexp" scalar::logaddexp;
        d |x, y, z, dz| share(x, y, 1.0, dz), share(y, x, 1.0, dz);
    /// log₂(2ˣ + 2ʸ).
    LogAddExp2 "logaddexp2" scalar::logaddexp2;
        d |x, y, z, dz| share(x, y, LN_2, dz), share(y, x, LN_2, dz);
    /// The size of x with the sign of y.
    Copysign "copysign" |x, y| wide_pair(x, y, f64::copysign);
        d |x, y, z, dz| {
            let turned = x.eq(z)?.where_cond(dz, &dz.neg()?)?;
            where_mask(&x.ne(&constant(x, 0.0)?)?, &turned)
        }, dz.zeros_like();
    /// x·log(y).
    Xlogy "xlogy" |x, y| wide_pair(x, y, scalar::xlogy);
        d |x, y, z, dz| {
            // Where 0 times any logarithm is 0.
            let zero = constant(x, 0.0)?;
            let still = x.eq(&zero)?.mul(&y.le(&zero)?)?;
            still.where_cond(&zero, &dz.mul(&y.log()?)?)
        }, where_mask(&x.ne(&constant(x, 0.0)?)?, &dz.mul(&x.div(y)?)?);
    /// The remainder with the sign of the dividend.
    Fmod "fmod" |x: T, y: T| x % y;
        d |x, y, z, dz| Ok(dz.clone()), dz.mul(&unary(Trunc, &x.div(y)?)?)?.neg();
}

/// dz·x/z, and 0 at the origin, where the length has no direction.
fn cosine(x: &Tensor, z: &Tensor, dz: &Tensor) -> Fallible<Tensor> {
    where_mask(&z.ne(&constant(z, 0.0)?)?, &dz.mul(&x.div(z)?)?)
}

/// dz·side/(x² + y²), and 0 at the origin.
fn turned(side: &Tensor, x: &Tensor, y: &Tensor, dz: &Tensor) -> Fallible<Tensor> {
    let square = x.sqr()?.add(&y.sqr()?)?;
    let slope = dz.mul(&side.div(&square)?)?;
    where_mask(&square.ne(&constant(x, 0.0)?)?, &slope)
}

/// What of `dz` goes to `x` beside `y`; equal ones, infinities too, share it.
fn share(x: &Tensor, y: &Tensor, scale: f64, dz: &Tensor) -> Fallible<Tensor> {
    let share = unary(Sigmoid, &x.sub(y)?.affine(scale, 0.0)?)?;
    let share = x.eq(y)?.where_cond(&constant(x, 0.5)?, &share)?;
    dz.mul(&share)
}

/// The next number after x in the direction of y, of which no gradient is told.
#[derive(Clone, Copy)]
pub(super) struct NextAfter;

impl Binary for NextAfter {
    const NAME: &'static str = "nextafter";
    fn value<T: Float>(self, x: T, y: T) -> T {
        scalar::nextafter(x, y)
    }
    fn gradient(
        self,
        _: bool,
        _: &Tensor,
        _: &Tensor,
        _: &Tensor,
        dz: &Tensor,
    ) -> Fallible<Tensor> {
        dz.zeros_like()
    }
    fn composed(self, x: &Tensor, y: &Tensor) -> Fallible<Tensor> {
        through_host(self, x, y)
    }
}

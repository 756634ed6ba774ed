//! Elementwise functions of floats that candle lacks, or for which it gives another value or
//! another derivative.
//!
//! Each is one struct with three parts: the value of an element, the derivative in candle's
//! operations, and the values put together from candle's operations for devices other than the CPU.

use std::borrow::Cow;

use candle_core::backend::BackendStorage;
use candle_core::cpu_backend::{binary_map_vec_par, unary_map, unary_map_vec_par};
use candle_core::{
    CpuStorage, CudaStorage, CustomOp1, CustomOp2, Device, Error as Native, Layout, MetalStorage,
    Result as Fallible, Shape, Storage, Tensor, WithDType,
};
use eagerpy_runtime::{Float, Numeric};

/// A function of one float.
pub(super) trait Unary: Copy + Send + Sync + 'static {
    const NAME: &'static str;
    /// The value of an element. Elements of 16 bits come as `f32`.
    fn value<T: Float>(self, x: T) -> T;
    /// The gradient of `x`, from that of `y = f(x)`.
    fn gradient(self, x: &Tensor, y: &Tensor, dy: &Tensor) -> Fallible<Tensor>;
    /// `f(x)` from candle's operations.
    fn composed(self, x: &Tensor) -> Fallible<Tensor>;
}

/// A function of two floats.
pub(super) trait Binary: Copy + Send + Sync + 'static {
    const NAME: &'static str;
    /// The value of a pair of elements. Elements of 16 bits come as `f32`.
    fn value<T: Float>(self, x: T, y: T) -> T;
    /// The gradient of `x` where `left`, else that of `y`, from that of `z = f(x, y)`.
    fn gradient(
        self,
        left: bool,
        x: &Tensor,
        y: &Tensor,
        z: &Tensor,
        dz: &Tensor,
    ) -> Fallible<Tensor>;
    /// `f(x, y)` from candle's operations.
    fn composed(self, x: &Tensor, y: &Tensor) -> Fallible<Tensor>;
}

/// `f` of every element.
pub(super) fn unary<F: Unary>(f: F, x: &Tensor) -> Fallible<Tensor> {
    if x.elem_count() == 0 {
        return Ok(x.clone());
    }
    if !x.device().is_cpu() {
        let y = f.composed(&x.detach())?;
        return if x.track_op() {
            x.apply_op1(Given {
                f,
                y: y.contiguous()?,
            })
        } else {
            Ok(y)
        };
    }
    if x.track_op() {
        x.apply_op1(Map(f))
    } else {
        x.apply_op1_no_bwd(&Map(f))
    }
}

/// `f` of every pair of elements. The operands have one shape.
pub(super) fn binary<F: Binary>(f: F, x: &Tensor, y: &Tensor) -> Fallible<Tensor> {
    if x.elem_count() == 0 {
        return Ok(x.clone());
    }
    let tracked = x.track_op() || y.track_op();
    if !x.device().is_cpu() {
        let z = f.composed(&x.detach(), &y.detach())?;
        return if tracked {
            x.apply_op2(
                y,
                Given {
                    f,
                    y: z.contiguous()?,
                },
            )
        } else {
            Ok(z)
        };
    }
    if tracked {
        x.apply_op2(y, Map(f))
    } else {
        x.apply_op2_no_bwd(y, &Map(f))
    }
}

/// Runs `f` on operands of one shape, of any rank.
pub(super) fn zipped(
    x: &Tensor,
    y: &Tensor,
    f: impl FnOnce(&Tensor, &Tensor) -> Fallible<Tensor>,
) -> Fallible<Tensor> {
    // candle's loops over several operands walk at most 8 axes.
    if x.rank() <= 8 {
        return f(x, y);
    }
    f(&x.flatten_all()?, &y.flatten_all()?)?.reshape(x.dims())
}

/// The function on the CPU, in one pass.
struct Map<F>(F);

/// A 16-bit float through `f32`. The detour through `f64` is exact.
fn narrow<T: WithDType>(x: T, f: impl Fn(f32) -> f32) -> T {
    T::from_f64(f64::from(f(x.to_f64() as f32)))
}

fn map<T: Copy + Send + Sync>(data: &[T], layout: &Layout, f: impl Fn(T) -> T + Sync) -> Vec<T> {
    unary_map_vec_par(data, layout, &f, |from, to| {
        for (x, y) in from.iter().zip(to) {
            *y = f(*x);
        }
    })
}

/// Every pair of elements, in parallel above candle's threshold.
pub(super) fn map_pairs<T: Copy + Send + Sync>(
    (x, x_layout): (&[T], &Layout),
    (y, y_layout): (&[T], &Layout),
    f: impl Fn(T, T) -> T + Sync,
) -> Vec<T> {
    binary_map_vec_par(
        x_layout,
        y_layout,
        x,
        y,
        &f,
        |x, y, to| {
            for ((x, y), z) in x.iter().zip(y).zip(to) {
                *z = f(*x, *y);
            }
        },
        |y, x, to| {
            for (x, z) in x.iter().zip(to) {
                *z = f(*x, y);
            }
        },
    )
}

impl<F: Unary> CustomOp1 for Map<F> {
    fn name(&self) -> &'static str {
        F::NAME
    }

    fn cpu_fwd(&self, storage: &CpuStorage, layout: &Layout) -> Fallible<(CpuStorage, Shape)> {
        let f = self.0;
        let out = match storage {
            CpuStorage::F32(x) => CpuStorage::F32(map(x, layout, |x| f.value(x))),
            CpuStorage::F64(x) => CpuStorage::F64(map(x, layout, |x| f.value(x))),
            CpuStorage::F16(x) => CpuStorage::F16(map(x, layout, |x| narrow(x, |x| f.value(x)))),
            CpuStorage::BF16(x) => CpuStorage::BF16(map(x, layout, |x| narrow(x, |x| f.value(x)))),
            other => return Err(Native::UnsupportedDTypeForOp(other.dtype(), F::NAME)),
        };
        Ok((out, layout.shape().clone()))
    }

    fn bwd(&self, x: &Tensor, y: &Tensor, dy: &Tensor) -> Fallible<Option<Tensor>> {
        self.0.gradient(x, y, dy).map(Some)
    }
}

impl<F: Binary> CustomOp2 for Map<F> {
    fn name(&self) -> &'static str {
        F::NAME
    }

    fn cpu_fwd(
        &self,
        x: &CpuStorage,
        x_layout: &Layout,
        y: &CpuStorage,
        y_layout: &Layout,
    ) -> Fallible<(CpuStorage, Shape)> {
        let f = self.0;
        let (l, r) = (x_layout, y_layout);
        let out = match (x, y) {
            (CpuStorage::F32(x), CpuStorage::F32(y)) => {
                CpuStorage::F32(map_pairs((x, l), (y, r), |x, y| f.value(x, y)))
            }
            (CpuStorage::F64(x), CpuStorage::F64(y)) => {
                CpuStorage::F64(map_pairs((x, l), (y, r), |x, y| f.value(x, y)))
            }
            (CpuStorage::F16(x), CpuStorage::F16(y)) => {
                CpuStorage::F16(map_pairs((x, l), (y, r), |x, y| half(f, x, y)))
            }
            (CpuStorage::BF16(x), CpuStorage::BF16(y)) => {
                CpuStorage::BF16(map_pairs((x, l), (y, r), |x, y| half(f, x, y)))
            }
            (x, _) => return Err(Native::UnsupportedDTypeForOp(x.dtype(), F::NAME)),
        };
        Ok((out, l.shape().clone()))
    }

    fn bwd(
        &self,
        x: &Tensor,
        y: &Tensor,
        z: &Tensor,
        dz: &Tensor,
    ) -> Fallible<(Option<Tensor>, Option<Tensor>)> {
        both(self.0, x, y, z, dz)
    }
}

fn half<F: Binary, T: WithDType>(f: F, x: T, y: T) -> T {
    narrow(x, |x| f.value(x, y.to_f64() as f32))
}

/// The gradients of the operands that are tracked.
fn both<F: Binary>(
    f: F,
    x: &Tensor,
    y: &Tensor,
    z: &Tensor,
    dz: &Tensor,
) -> Fallible<(Option<Tensor>, Option<Tensor>)> {
    let one = |left: bool, operand: &Tensor| {
        operand
            .track_op()
            .then(|| f.gradient(left, x, y, z, dz))
            .transpose()
    };
    Ok((one(true, x)?, one(false, y)?))
}

/// A result that is there already, with the function's derivative: candle takes a derivative rule
/// only along with a forward pass.
struct Given<F> {
    f: F,
    y: Tensor,
}

impl<F> Given<F> {
    fn cpu(&self) -> Fallible<(CpuStorage, Shape)> {
        match &*self.y.storage_and_layout().0 {
            Storage::Cpu(s) => Ok((s.clone(), self.y.shape().clone())),
            _ => Err(Native::Msg("the result is on another device".into())),
        }
    }

    fn cuda(&self) -> Fallible<(CudaStorage, Shape)> {
        match &*self.y.storage_and_layout().0 {
            Storage::Cuda(s) => Ok((s.try_clone(self.y.layout())?, self.y.shape().clone())),
            _ => Err(Native::Msg("the result is on another device".into())),
        }
    }

    fn metal(&self) -> Fallible<(MetalStorage, Shape)> {
        match &*self.y.storage_and_layout().0 {
            Storage::Metal(s) => Ok((s.try_clone(self.y.layout())?, self.y.shape().clone())),
            _ => Err(Native::Msg("the result is on another device".into())),
        }
    }
}

impl<F: Unary> CustomOp1 for Given<F> {
    fn name(&self) -> &'static str {
        F::NAME
    }
    fn cpu_fwd(&self, _: &CpuStorage, _: &Layout) -> Fallible<(CpuStorage, Shape)> {
        self.cpu()
    }
    fn cuda_fwd(&self, _: &CudaStorage, _: &Layout) -> Fallible<(CudaStorage, Shape)> {
        self.cuda()
    }
    fn metal_fwd(&self, _: &MetalStorage, _: &Layout) -> Fallible<(MetalStorage, Shape)> {
        self.metal()
    }
    fn bwd(&self, x: &Tensor, y: &Tensor, dy: &Tensor) -> Fallible<Option<Tensor>> {
        self.f.gradient(x, y, dy).map(Some)
    }
}

impl<F: Binary> CustomOp2 for Given<F> {
    fn name(&self) -> &'static str {
        F::NAME
    }
    fn cpu_fwd(
        &self,
        _: &CpuStorage,
        _: &Layout,
        _: &CpuStorage,
        _: &Layout,
    ) -> Fallible<(CpuStorage, Shape)> {
        self.cpu()
    }
    fn cuda_fwd(
        &self,
        _: &CudaStorage,
        _: &Layout,
        _: &CudaStorage,
        _: &Layout,
    ) -> Fallible<(CudaStorage, Shape)> {
        self.cuda()
    }
    fn metal_fwd(
        &self,
        _: &MetalStorage,
        _: &Layout,
        _: &MetalStorage,
        _: &Layout,
    ) -> Fallible<(MetalStorage, Shape)> {
        self.metal()
    }
    fn bwd(
        &self,
        x: &Tensor,
        y: &Tensor,
        z: &Tensor,
        dz: &Tensor,
    ) -> Fallible<(Option<Tensor>, Option<Tensor>)> {
        both(self.f, x, y, z, dz)
    }
}

/// A test of floats, to a mask. Ints are finite numbers.
#[derive(Clone, Copy)]
pub(super) enum Test {
    Nan,
    Infinite,
    PositiveInfinite,
    NegativeInfinite,
    Finite,
    SignBit,
}

impl Test {
    fn holds<T: Numeric>(self, x: T) -> bool {
        match self {
            Test::Nan => x.is_nan(),
            Test::Infinite => x.is_infinite(),
            Test::PositiveInfinite => x.is_infinite() && x > T::zero(),
            Test::NegativeInfinite => x.is_infinite() && x < T::zero(),
            Test::SignBit => x.to_num().to_f64().is_sign_negative(),
            Test::Finite => !(x.is_nan() || x.is_infinite()),
        }
    }

    fn composed(self, x: &Tensor) -> Fallible<Tensor> {
        // x - x is 0 for numbers and NaN for the rest.
        match self {
            Test::Nan => x.ne(x),
            Test::Infinite => x.abs()?.eq(&constant(x, f64::INFINITY)?),
            Test::PositiveInfinite => x.eq(&constant(x, f64::INFINITY)?),
            Test::NegativeInfinite => x.eq(&constant(x, f64::NEG_INFINITY)?),
            Test::SignBit => test(self, &x.to_device(&Device::Cpu)?)?.to_device(x.device()),
            Test::Finite => {
                let rest = x.sub(x)?;
                rest.eq(&rest)
            }
        }
    }
}

/// The test of every element.
pub(super) fn test(test: Test, x: &Tensor) -> Fallible<Tensor> {
    let x = x.detach();
    if x.dtype().is_int() || x.elem_count() == 0 {
        let all = matches!(test, Test::Finite);
        let filled = if all { Tensor::ones } else { Tensor::zeros };
        return filled(x.shape(), candle_core::DType::U8, x.device());
    }
    if x.device().is_cpu() {
        x.apply_op1_no_bwd(&test)
    } else {
        test.composed(&x)
    }
}

impl CustomOp1 for Test {
    fn name(&self) -> &'static str {
        "test"
    }

    fn cpu_fwd(&self, storage: &CpuStorage, layout: &Layout) -> Fallible<(CpuStorage, Shape)> {
        let out = match storage {
            CpuStorage::F32(x) => unary_map(x, layout, |x| u8::from(self.holds(x))),
            CpuStorage::F64(x) => unary_map(x, layout, |x| u8::from(self.holds(x))),
            CpuStorage::F16(x) => unary_map(x, layout, |x| u8::from(self.holds(x.to_f64()))),
            CpuStorage::BF16(x) => unary_map(x, layout, |x| u8::from(self.holds(x.to_f64()))),
            other => return Err(Native::UnsupportedDTypeForOp(other.dtype(), "test")),
        };
        Ok((CpuStorage::U8(out), layout.shape().clone()))
    }
}

/// A number in shape, element type and device of `x`, without storage of its own.
pub(super) fn constant(x: &Tensor, value: f64) -> Fallible<Tensor> {
    Tensor::full(value, (), x.device())?
        .to_dtype(x.dtype())?
        .broadcast_as(x.shape())
}

/// `dy` where `mask`, else 0. A product would turn an infinite `dy` into NaN.
pub(super) fn where_mask(mask: &Tensor, dy: &Tensor) -> Fallible<Tensor> {
    mask.where_cond(dy, &constant(dy, 0.0)?)
}

/// `x` where it is NaN, else `y`: for functions whose kernels may lose NaN.
fn keep_nan(x: &Tensor, y: &Tensor) -> Fallible<Tensor> {
    x.ne(x)?.where_cond(x, y)
}

fn number<T: Float>(v: f64) -> T {
    T::from_f64(v)
}

/// A function of one float, as `Unary`.
macro_rules! unary {
    ($(
        $(#[doc = $doc:literal])*
        $name:ident $label:literal |$x:ident| $value:expr;
            d |$gx:ident, $gy:ident, $gd:ident| $gradient:expr;
            composed |$cx:ident| $composed:expr;
    )*) => {$(
        $(#[doc = $doc])*
        #[derive(Clone, Copy)]
        pub(super) struct $name;
        impl Unary for $name {
            const NAME: &'static str = $label;
            #[inline]
            fn value<T: Float>(self, $x: T) -> T {
                $value
            }
            fn gradient(self, $gx: &Tensor, $gy: &Tensor, $gd: &Tensor) -> Fallible<Tensor> {
                $gradient
            }
            fn composed(self, $cx: &Tensor) -> Fallible<Tensor> {
                $composed
            }
        }
    )*};
}

unary! {
    /// |x|, with the derivative 0 at 0 where candle has 1.
    Abs "abs" |x| x.absolute();
        d |x, _y, dy| dy.mul(&x.sign()?);
        composed |x| x.abs();
    /// max(x, 0): candle's gives 0 for NaN, and has the derivative 1 at 0.
    Relu "relu" |x| if x <= T::zero() { T::zero() } else { x };
        d |x, _y, dy| where_mask(&x.gt(&constant(x, 0.0)?)?, dy);
        composed |x| {
            let zero = constant(x, 0.0)?;
            x.le(&zero)?.where_cond(&zero, x)
        };
    /// -1, 0 or 1: candle's gives 0 for NaN.
    Sign "sign" |x| x.sign();
        d |x, _y, _dy| x.zeros_like();
        composed |x| keep_nan(x, &x.sign()?);
    /// Halves go to the even neighbour: candle's go away from 0.
    Round "round" |x| x.round_even();
        d |x, _y, _dy| x.zeros_like();
        composed |x| {
            let half = x.sub(&x.floor()?)?.eq(&constant(x, 0.5)?)?;
            let even = x.affine(0.5, 0.0)?.round()?.affine(2.0, 0.0)?;
            half.where_cond(&even, &x.round()?)
        };
    /// 1 / √x in one pass.
    Rsqrt "rsqrt" |x| T::one() / x.sqrt();
        d |_x, y, dy| dy.mul(&y.sqr()?.mul(y)?)?.affine(-0.5, 0.0);
        composed |x| x.sqrt()?.recip();
    /// √x with the derivative 0 at 0, for norms and deviations: there it stands for a cone's tip.
    Root "sqrt" |x| x.sqrt();
        d |_x, y, dy| {
            let slope = dy.div(&y.affine(2.0, 0.0)?)?;
            where_mask(&y.ne(&constant(y, 0.0)?)?, &slope)
        };
        composed |x| x.sqrt();
    /// The number in the digits of `f32`, to be rounded on to 16 bits.
    Odd "astype" |x| number(f64::from(eagerpy_runtime::to_odd(x.to_f64())));
        d |_x, _y, dy| Ok(dy.clone());
        composed |x| x.to_dtype(candle_core::DType::F32)?.to_dtype(x.dtype());
    /// eˣ - 1.
    Expm1 "expm1" |x| x.exp_m1();
        d |_x, y, dy| dy.mul(&y.affine(1.0, 1.0)?);
        composed |x| {
            // 2t / (1 - t) with t = tanh(x / 2) is exact near 0, where eˣ - 1 cancels.
            let t = x.affine(0.5, 0.0)?.tanh()?;
            let near = t.affine(2.0, 0.0)?.div(&t.affine(-1.0, 1.0)?)?;
            let far = x.exp()?.affine(1.0, -1.0)?;
            x.abs()?.lt(&constant(x, 0.5)?)?.where_cond(&near, &far)
        };
    /// log(1 + x).
    Log1p "log1p" |x| x.ln_1p();
        d |x, _y, dy| dy.div(&x.affine(1.0, 1.0)?);
        composed |x| {
            // log(u) x / (u - 1) makes up for the digits that u = 1 + x loses (Higham 2002, 1.14.1).
            let u = x.affine(1.0, 1.0)?;
            let log = u.log()?;
            let lost = u.affine(1.0, -1.0)?;
            let made_up = log.mul(x)?.div(&lost)?;
            let y = lost.eq(&constant(x, 0.0)?)?.where_cond(x, &made_up)?;
            u.eq(&constant(x, f64::INFINITY)?)?.where_cond(&log, &y)
        };
    /// Tangent.
    Tan "tan" |x| x.tan();
        d |_x, y, dy| dy.mul(&y.sqr()?.affine(1.0, 1.0)?);
        composed |x| x.sin()?.div(&x.cos()?);
    /// Hyperbolic sine.
    Sinh "sinh" |x| x.sinh();
        d |x, _y, dy| dy.mul(&Cosh.apply(&x.detach())?);
        composed |x| {
            // (e + e / (e + 1)) / 2 with e = eˣ - 1 does not cancel near 0; halves of eˣ do not overflow early.
            let e = Expm1.composed(x)?;
            let near = e.add(&e.div(&e.affine(1.0, 1.0)?)?)?.affine(0.5, 0.0)?;
            let h = x.abs()?.affine(0.5, 0.0)?.exp()?;
            let far = h.affine(0.5, 0.0)?.mul(&h)?.mul(&x.sign()?)?;
            x.abs()?.lt(&constant(x, 20.0)?)?.where_cond(&near, &keep_nan(x, &far)?)
        };
    /// Hyperbolic cosine.
    Cosh "cosh" |x| x.cosh();
        d |x, _y, dy| dy.mul(&Sinh.apply(&x.detach())?);
        composed |x| {
            let h = x.abs()?.affine(0.5, 0.0)?.exp()?;
            let half = h.affine(0.5, 0.0)?.mul(&h)?;
            half.add(&x.abs()?.neg()?.exp()?.affine(0.5, 0.0)?)
        };
    /// 1 / (1 + e⁻ˣ).
    Sigmoid "sigmoid" |x| {
            let e = x.absolute().wrapping_neg().exp();
            let d = T::one() + e;
            if x >= T::zero() { T::one() / d } else { e / d }
        };
        d |_x, y, dy| dy.mul(&y.mul(&y.affine(-1.0, 1.0)?)?);
        composed |x| {
            let e = x.abs()?.neg()?.exp()?;
            let d = e.affine(1.0, 1.0)?;
            x.ge(&constant(x, 0.0)?)?.where_cond(&d.recip()?, &e.div(&d)?)
        };
    /// log(1 + eˣ).
    Softplus "softplus" |x| {
            let tail = x.absolute().wrapping_neg().exp().ln_1p();
            if x > T::zero() { x + tail } else { tail }
        };
        d |x, _y, dy| dy.mul(&Sigmoid.apply(&x.detach())?);
        composed |x| {
            let tail = Log1p.composed(&x.abs()?.neg()?.exp()?)?;
            Relu.composed(x)?.add(&tail)
        };
    /// x·Φ(x).
    Gelu "gelu" |x| {
            let scaled = x * number(std::f64::consts::FRAC_1_SQRT_2);
            x * number(0.5) * (T::one() + scaled.erf())
        };
        d |x, _y, dy| {
            // Φ(x) + x φ(x).
            let phi = x.affine(std::f64::consts::FRAC_1_SQRT_2, 0.0)?.erf()?.affine(0.5, 0.5)?;
            let density = x.sqr()?.affine(-0.5, 0.0)?.exp()?.affine(INV_SQRT_TAU, 0.0)?;
            dy.mul(&phi.add(&x.mul(&density)?)?)
        };
        composed |x| x.gelu_erf();
    /// ½x(1 + tanh(√(2/π)(x + 0.044715x³))).
    GeluTanh "gelu" |x| {
            let inner = x * number(SQRT_2_OVER_PI) * (T::one() + x * x * number(CUBIC));
            x * number(0.5) * (T::one() + inner.tanh())
        };
        d |x, _y, dy| {
            let square = x.sqr()?;
            let inner = x.mul(&square.affine(SQRT_2_OVER_PI * CUBIC, SQRT_2_OVER_PI)?)?;
            let t = inner.tanh()?;
            let slope = square.affine(3.0 * SQRT_2_OVER_PI * CUBIC, SQRT_2_OVER_PI)?;
            let bend = t.sqr()?.affine(-1.0, 1.0)?.mul(&slope)?.mul(x)?.affine(0.5, 0.0)?;
            dy.mul(&t.affine(0.5, 0.5)?.add(&bend)?)
        };
        composed |x| x.gelu();
}

const SQRT_2_OVER_PI: f64 = 0.797_884_560_802_865_4;
const INV_SQRT_TAU: f64 = 0.398_942_280_401_432_7;
const CUBIC: f64 = 0.044_715;

/// `self` through its kernel, in rules that need another function of the file.
trait Apply: Unary {
    fn apply(self, x: &Tensor) -> Fallible<Tensor> {
        unary(self, x)
    }
}
impl<F: Unary> Apply for F {}

/// The element within bounds; a bound left out is an infinity.
#[derive(Clone, Copy)]
pub(super) struct Clip {
    pub(super) min: f64,
    pub(super) max: f64,
}

impl Unary for Clip {
    const NAME: &'static str = "clip";
    #[inline]
    fn value<T: Float>(self, x: T) -> T {
        // A bound of NaN gives NaN, as in NumPy.
        let (min, max) = (T::from_f64(self.min), T::from_f64(self.max));
        let x = if x < min || min.is_nan() { min } else { x };
        if x > max || max.is_nan() { max } else { x }
    }
    fn gradient(self, x: &Tensor, _: &Tensor, dy: &Tensor) -> Fallible<Tensor> {
        let above = x.ge(&constant(x, self.min)?)?;
        let below = x.le(&constant(x, self.max)?)?;
        where_mask(&above.mul(&below)?, dy)
    }
    fn composed(self, x: &Tensor) -> Fallible<Tensor> {
        if self.min.is_nan() || self.max.is_nan() {
            return constant(x, f64::NAN);
        }
        let (min, max) = (constant(x, self.min)?, constant(x, self.max)?);
        let x = x.lt(&min)?.where_cond(&min, x)?;
        x.gt(&max)?.where_cond(&max, &x)
    }
}

/// `x` to a fixed power.
#[derive(Clone, Copy)]
pub(super) struct Powf(pub(super) f64);

impl Unary for Powf {
    const NAME: &'static str = "pow";
    #[inline]
    fn value<T: Float>(self, x: T) -> T {
        x.power(T::from_f64(self.0))
    }
    fn gradient(self, x: &Tensor, _: &Tensor, dy: &Tensor) -> Fallible<Tensor> {
        // 0 · 0⁻¹ would be NaN for the constant function.
        if self.0 == 0.0 {
            return dy.zeros_like();
        }
        dy.mul(&x.detach().powf(self.0 - 1.0)?)?
            .affine(self.0, -0.0)
    }
    fn composed(self, x: &Tensor) -> Fallible<Tensor> {
        x.powf(self.0)
    }
}

/// The larger of two elements: candle's loses NaN on the right.
#[derive(Clone, Copy)]
pub(super) struct Maximum;

impl Binary for Maximum {
    const NAME: &'static str = "maximum";
    #[inline]
    fn value<T: Float>(self, x: T, y: T) -> T {
        if x > y || x.is_nan() { x } else { y }
    }
    fn gradient(
        self,
        left: bool,
        x: &Tensor,
        y: &Tensor,
        _: &Tensor,
        dz: &Tensor,
    ) -> Fallible<Tensor> {
        extreme_gradient(&if left { x.gt(y)? } else { y.gt(x)? }, x, y, dz)
    }
    fn composed(self, x: &Tensor, y: &Tensor) -> Fallible<Tensor> {
        keep_nan(x, &keep_nan(y, &x.maximum(y)?)?)
    }
}

/// The smaller of two elements: candle's loses NaN on the right.
#[derive(Clone, Copy)]
pub(super) struct Minimum;

impl Binary for Minimum {
    const NAME: &'static str = "minimum";
    #[inline]
    fn value<T: Float>(self, x: T, y: T) -> T {
        if x < y || x.is_nan() { x } else { y }
    }
    fn gradient(
        self,
        left: bool,
        x: &Tensor,
        y: &Tensor,
        _: &Tensor,
        dz: &Tensor,
    ) -> Fallible<Tensor> {
        extreme_gradient(&if left { x.lt(y)? } else { y.lt(x)? }, x, y, dz)
    }
    fn composed(self, x: &Tensor, y: &Tensor) -> Fallible<Tensor> {
        keep_nan(x, &keep_nan(y, &x.minimum(y)?)?)
    }
}

/// The operand that wins takes the gradient; equal ones share it.
fn extreme_gradient(wins: &Tensor, x: &Tensor, y: &Tensor, dz: &Tensor) -> Fallible<Tensor> {
    let won = where_mask(wins, dz)?;
    x.eq(y)?.where_cond(&dz.affine(0.5, 0.0)?, &won)
}

/// `x` to the power `y`: candle's is e^(y log x), which is NaN for x ≤ 0.
#[derive(Clone, Copy)]
pub(super) struct Pow;

impl Binary for Pow {
    const NAME: &'static str = "pow";
    #[inline]
    fn value<T: Float>(self, x: T, y: T) -> T {
        x.power(y)
    }
    fn gradient(
        self,
        left: bool,
        x: &Tensor,
        y: &Tensor,
        z: &Tensor,
        dz: &Tensor,
    ) -> Fallible<Tensor> {
        let (x, y) = (x.detach(), y.detach());
        if left {
            // y xʸ⁻¹, and 0 for the constant function x⁰.
            let slope = y.mul(&binary(Pow, &x, &y.affine(1.0, -1.0)?)?)?;
            where_mask(&y.ne(&constant(&y, 0.0)?)?, &dz.mul(&slope)?)
        } else {
            // xʸ log x, and 0 at x = 0 for y ≥ 0, where xʸ does not move.
            let slope = z.detach().mul(&x.log()?)?;
            let zero = constant(&x, 0.0)?;
            let still = x.eq(&zero)?.mul(&y.ge(&zero)?)?;
            still.where_cond(&zero, &dz.mul(&slope)?)
        }
    }
    fn composed(self, x: &Tensor, y: &Tensor) -> Fallible<Tensor> {
        // |x|ʸ = e^(y log|x|), then the sign of odd powers and NaN for fractional ones.
        let (zero, one) = (constant(x, 0.0)?, constant(x, 1.0)?);
        let size = x.abs()?.log()?.mul(y)?.exp()?;
        let odd = y.affine(0.5, 0.0)?;
        let odd = odd.floor()?.ne(&odd)?;
        let signed = odd.where_cond(&size.neg()?, &size)?;
        let nan = constant(x, f64::NAN)?;
        // Infinite bases and exponents have powers, which the size alone gives.
        let whole = y.floor()?.eq(y)?;
        let bounded = x.abs()?.lt(&constant(x, f64::INFINITY)?)?;
        let broken = whole.eq(&zero.to_dtype(whole.dtype())?)?.mul(&bounded)?;
        let negative = broken.where_cond(&nan, &whole.where_cond(&signed, &size)?)?;
        let power = x.lt(&zero)?.where_cond(&negative, &size)?;
        // x⁰ and 1ʸ are 1, of NaN too.
        let power = y.eq(&zero)?.where_cond(&one, &power)?;
        x.eq(&one)?.where_cond(&one, &power)
    }
}

/// Quotient rounded down.
#[derive(Clone, Copy)]
pub(super) struct FloorDivide;

impl Binary for FloorDivide {
    const NAME: &'static str = "floor_divide";
    #[inline]
    fn value<T: Float>(self, x: T, y: T) -> T {
        x.floor_divide(y)
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

/// Remainder with the sign of the divisor.
#[derive(Clone, Copy)]
pub(super) struct Remainder;

impl Binary for Remainder {
    const NAME: &'static str = "remainder";
    #[inline]
    fn value<T: Float>(self, x: T, y: T) -> T {
        x.remainder(y)
    }
    fn gradient(
        self,
        left: bool,
        x: &Tensor,
        y: &Tensor,
        _: &Tensor,
        dz: &Tensor,
    ) -> Fallible<Tensor> {
        if left {
            return Ok(dz.clone());
        }
        dz.mul(&binary(FloorDivide, &x.detach(), &y.detach())?)?
            .neg()
    }
    fn composed(self, x: &Tensor, y: &Tensor) -> Fallible<Tensor> {
        through_host(self, x, y)
    }
}

/// On the CPU and back: a quotient that is rounded before it is cut can be one off, as 1 / 0.1 is.
pub(super) fn through_host<F: Binary>(f: F, x: &Tensor, y: &Tensor) -> Fallible<Tensor> {
    let (left, right) = (x.to_device(&Device::Cpu)?, y.to_device(&Device::Cpu)?);
    binary(f, &left, &right)?.to_device(x.device())
}

/// The tensor in a float type wide enough to add up in: 16-bit floats go through `f32`.
pub(super) fn widened(x: &Tensor, f: impl FnOnce(&Tensor) -> Fallible<Tensor>) -> Fallible<Tensor> {
    if !super::convert::is_half(x) {
        return f(x);
    }
    f(&x.to_dtype(candle_core::DType::F32)?)?.to_dtype(x.dtype())
}

/// The tensor in this shape, as a view.
pub(super) fn spread<'a>(x: Cow<'a, Tensor>, shape: &[usize]) -> Fallible<Cow<'a, Tensor>> {
    if x.dims() == shape {
        return Ok(x);
    }
    x.broadcast_as(shape).map(Cow::Owned)
}

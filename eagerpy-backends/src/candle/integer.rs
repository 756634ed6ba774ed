//! Integer arithmetic, which wraps: candle's panics on overflow in debug builds, and has no unary
//! operations for ints at all.
//!
//! The kernels run on the CPU. Tensors elsewhere come to the CPU and go back: candle's kernels for
//! other devices have but some of the integer types.

use std::sync::atomic::{AtomicBool, Ordering};

use candle_core::backend::BackendStorage;
use candle_core::cpu_backend::unary_map;
use candle_core::{
    CpuStorage, CustomOp1, CustomOp2, Device, Error as Native, Layout, Result as Fallible, Shape,
    Tensor,
};
use eagerpy_runtime::scalar::{self, long, long_pair};
use eagerpy_runtime::{Error, Int, Num, Result};

use super::convert::failed;
use super::elementwise::{map_pairs, zipped};

/// A function of one int.
pub(super) trait IntUnary {
    fn value<T: Int>(&self, x: T) -> T;
}

/// A function of two ints.
pub(super) trait IntBinary: Sync {
    /// Why a right operand is refused.
    const REFUSAL: &'static str = "";
    fn value<T: Int>(&self, x: T, y: T) -> T;
    /// Is the right operand outside the domain?
    fn refuses<T: Int>(&self, _: T) -> bool {
        false
    }
}

struct Map<F>(F);

impl<F: IntUnary> CustomOp1 for Map<F> {
    fn name(&self) -> &'static str {
        "integer"
    }

    fn cpu_fwd(&self, storage: &CpuStorage, layout: &Layout) -> Fallible<(CpuStorage, Shape)> {
        let f = &self.0;
        let out = match storage {
            CpuStorage::U8(x) => CpuStorage::U8(unary_map(x, layout, |x| f.value(x))),
            CpuStorage::I32(x) => CpuStorage::I32(unary_map(x, layout, |x| f.value(x))),
            CpuStorage::I64(x) => CpuStorage::I64(unary_map(x, layout, |x| f.value(x))),
            other => return Err(Native::UnsupportedDTypeForOp(other.dtype(), "integer")),
        };
        Ok((out, layout.shape().clone()))
    }
}

/// `f` of every element. The tensor holds ints.
pub(super) fn unary<F: IntUnary>(f: F, x: &Tensor) -> Result<Tensor> {
    if x.elem_count() == 0 {
        return Ok(x.clone());
    }
    x.to_device(&Device::Cpu)
        .and_then(|host| host.apply_op1_no_bwd(&Map(f)))
        .and_then(|y| y.to_device(x.device()))
        .map_err(failed)
}

struct Pairs<F> {
    f: F,
    refused: AtomicBool,
}

impl<F: IntBinary> Pairs<F> {
    fn value<T: Int>(&self, x: T, y: T) -> T {
        if self.f.refuses(y) {
            self.refused.store(true, Ordering::Relaxed);
            return x;
        }
        self.f.value(x, y)
    }
}

impl<F: IntBinary> CustomOp2 for Pairs<F> {
    fn name(&self) -> &'static str {
        "integer"
    }

    fn cpu_fwd(
        &self,
        x: &CpuStorage,
        l: &Layout,
        y: &CpuStorage,
        r: &Layout,
    ) -> Fallible<(CpuStorage, Shape)> {
        let out = match (x, y) {
            (CpuStorage::U8(x), CpuStorage::U8(y)) => {
                CpuStorage::U8(map_pairs((x, l), (y, r), |x, y| self.value(x, y)))
            }
            (CpuStorage::I32(x), CpuStorage::I32(y)) => {
                CpuStorage::I32(map_pairs((x, l), (y, r), |x, y| self.value(x, y)))
            }
            (CpuStorage::I64(x), CpuStorage::I64(y)) => {
                CpuStorage::I64(map_pairs((x, l), (y, r), |x, y| self.value(x, y)))
            }
            (x, _) => return Err(Native::UnsupportedDTypeForOp(x.dtype(), "integer")),
        };
        Ok((out, l.shape().clone()))
    }
}

/// `f` of every pair of elements. The operands hold ints of one type and have one shape.
pub(super) fn binary<F: IntBinary>(f: F, x: &Tensor, y: &Tensor) -> Result<Tensor> {
    if x.elem_count() == 0 {
        return Ok(x.clone());
    }
    let pairs = Pairs {
        f,
        refused: AtomicBool::new(false),
    };
    let out = zipped(x, y, |x, y| {
        let (left, right) = (x.to_device(&Device::Cpu)?, y.to_device(&Device::Cpu)?);
        left.apply_op2_no_bwd(&right, &pairs)?.to_device(x.device())
    });
    if pairs.refused.load(Ordering::Relaxed) {
        return Err(Error::value(F::REFUSAL));
    }
    out.map_err(failed)
}

macro_rules! unary {
    ($($name:ident |$x:ident| $value:expr;)*) => {$(
        pub(super) struct $name;
        impl IntUnary for $name {
            fn value<T: Int>(&self, $x: T) -> T {
                $value
            }
        }
    )*};
}

unary! {
    Negative |x| x.wrapping_neg();
    Abs |x| x.absolute();
    Sign |x| x.sign();
    Square |x| x.wrapping_mul(x);
    Relu |x| if x < T::zero() { T::zero() } else { x };
    Not |x| if x.is_true() { T::zero() } else { T::one() };
    Invert |x| long(x, |x| !x);
}

/// The element within bounds.
pub(super) struct Clip {
    pub(super) min: Option<i64>,
    pub(super) max: Option<i64>,
}

impl IntUnary for Clip {
    fn value<T: Int>(&self, x: T) -> T {
        let mut value = x.to_i64();
        if let Some(min) = self.min {
            value = value.max(min);
        }
        if let Some(max) = self.max {
            value = value.min(max);
        }
        T::from_num(Num::Int(value))
    }
}

macro_rules! binary {
    ($($name:ident |$x:ident, $y:ident| $value:expr;)*) => {$(
        pub(super) struct $name;
        impl IntBinary for $name {
            #[inline]
            fn value<T: Int>(&self, $x: T, $y: T) -> T {
                $value
            }
        }
    )*};
}

binary! {
    Add |x, y| x.wrapping_add(y);
    Subtract |x, y| x.wrapping_sub(y);
    Multiply |x, y| x.wrapping_mul(y);
    Minimum |x, y| if y < x { y } else { x };
    Maximum |x, y| if y > x { y } else { x };
    And |x, y| flag(x.is_true() && y.is_true());
    Or |x, y| flag(x.is_true() || y.is_true());
    Xor |x, y| flag(x.is_true() != y.is_true());
    BitAnd |x, y| long_pair(x, y, |x, y| x & y);
    BitOr |x, y| long_pair(x, y, |x, y| x | y);
    BitXor |x, y| long_pair(x, y, |x, y| x ^ y);
    Gcd |x, y| long_pair(x, y, scalar::gcd);
    Lcm |x, y| long_pair(x, y, scalar::lcm);
}

fn flag<T: Int>(yes: bool) -> T {
    if yes { T::one() } else { T::zero() }
}

macro_rules! checked {
    ($($name:ident |$x:ident, $y:ident| $value:expr; not $refused:expr, $why:literal;)*) => {$(
        pub(super) struct $name;
        impl IntBinary for $name {
            const REFUSAL: &'static str = $why;
            #[inline]
            fn value<T: Int>(&self, $x: T, $y: T) -> T {
                $value
            }
            #[inline]
            fn refuses<T: Int>(&self, $y: T) -> bool {
                $refused
            }
        }
    )*};
}

checked! {
    FloorDivide |x, y| x.floor_divide(y); not y == T::zero(), "an int is divided by 0";
    Remainder |x, y| x.remainder(y); not y == T::zero(), "an int is taken modulo 0";
    Fmod |x, y| long_pair(x, y, scalar::int_fmod); not y == T::zero(), "an int is divided by 0";
    LeftShift |x, y| long_pair(x, y, scalar::left_shift); not y < T::zero(), "an int is shifted by a negative number";
    RightShift |x, y| long_pair(x, y, scalar::right_shift); not y < T::zero(), "an int is shifted by a negative number";
    Pow |x, y| x.power(y); not y < T::zero(), "an int is raised to a negative power";
}

/// Matrix product of ints, which candle lacks: `[b, m, k]` times `[b, k, n]`, contiguous.
pub(super) fn matmul(x: &Tensor, y: &Tensor) -> Result<Tensor> {
    (|| {
        let (b, m, k) = x.dims3()?;
        let n = y.dim(2)?;
        let product = Matmul { b, m, k, n };
        let (left, right) = (x.to_device(&Device::Cpu)?, y.to_device(&Device::Cpu)?);
        left.apply_op2_no_bwd(&right, &product)?
            .to_device(x.device())
    })()
    .map_err(failed)
}

struct Matmul {
    b: usize,
    m: usize,
    k: usize,
    n: usize,
}

impl Matmul {
    fn product<T: Int>(&self, x: &[T], y: &[T]) -> Vec<T> {
        let (m, k, n) = (self.m, self.k, self.n);
        let mut out = vec![T::zero(); self.b * m * n];
        if m * n * k == 0 {
            return out;
        }
        let batches = out
            .chunks_exact_mut(m * n)
            .zip(x.chunks_exact(m * k).zip(y.chunks_exact(k * n)));
        for (out, (x, y)) in batches {
            for (out, x) in out.chunks_exact_mut(n).zip(x.chunks_exact(k)) {
                for (&a, y) in x.iter().zip(y.chunks_exact(n)) {
                    for (sum, &b) in out.iter_mut().zip(y) {
                        *sum = sum.wrapping_add(a.wrapping_mul(b));
                    }
                }
            }
        }
        out
    }
}

impl CustomOp2 for Matmul {
    fn name(&self) -> &'static str {
        "matmul"
    }

    fn cpu_fwd(
        &self,
        x: &CpuStorage,
        l: &Layout,
        y: &CpuStorage,
        r: &Layout,
    ) -> Fallible<(CpuStorage, Shape)> {
        let out = match (x, y) {
            (CpuStorage::U8(x), CpuStorage::U8(y)) => {
                CpuStorage::U8(self.product(part(x, l)?, part(y, r)?))
            }
            (CpuStorage::I32(x), CpuStorage::I32(y)) => {
                CpuStorage::I32(self.product(part(x, l)?, part(y, r)?))
            }
            (CpuStorage::I64(x), CpuStorage::I64(y)) => {
                CpuStorage::I64(self.product(part(x, l)?, part(y, r)?))
            }
            (x, _) => return Err(Native::UnsupportedDTypeForOp(x.dtype(), "matmul")),
        };
        Ok((out, Shape::from((self.b, self.m, self.n))))
    }
}

/// The elements of a contiguous tensor.
pub(super) fn part<'a, T>(data: &'a [T], layout: &Layout) -> Fallible<&'a [T]> {
    layout
        .contiguous_offsets()
        .and_then(|(from, to)| data.get(from..to))
        .ok_or(Native::RequiresContiguous { op: "eagerpy" })
}

/// Elements added at positions of a vector.
struct AddAt<'p>(&'p [usize]);

impl AddAt<'_> {
    fn run<T: Int>(&self, x: &[T], source: &[T]) -> Vec<T> {
        let mut out = x.to_vec();
        for (&at, &more) in self.0.iter().zip(source) {
            if let Some(to) = out.get_mut(at) {
                *to = to.wrapping_add(more);
            }
        }
        out
    }
}

impl CustomOp2 for AddAt<'_> {
    fn name(&self) -> &'static str {
        "add_at"
    }

    fn cpu_fwd(
        &self,
        x: &CpuStorage,
        l: &Layout,
        y: &CpuStorage,
        r: &Layout,
    ) -> Fallible<(CpuStorage, Shape)> {
        let out = match (x, y) {
            (CpuStorage::U8(x), CpuStorage::U8(y)) => {
                CpuStorage::U8(self.run(part(x, l)?, part(y, r)?))
            }
            (CpuStorage::I32(x), CpuStorage::I32(y)) => {
                CpuStorage::I32(self.run(part(x, l)?, part(y, r)?))
            }
            (CpuStorage::I64(x), CpuStorage::I64(y)) => {
                CpuStorage::I64(self.run(part(x, l)?, part(y, r)?))
            }
            (x, _) => return Err(Native::UnsupportedDTypeForOp(x.dtype(), "add_at")),
        };
        Ok((out, l.shape().clone()))
    }
}

/// A vector of ints with others added, each at its position.
pub(super) fn add_at(x: &Tensor, positions: &[usize], source: &Tensor) -> Result<Tensor> {
    (|| {
        let host = |x: &Tensor| x.to_device(&Device::Cpu)?.contiguous();
        let (left, right) = (host(x)?, host(source)?);
        left.apply_op2_no_bwd(&right, &AddAt(positions))?
            .to_device(x.device())
    })()
    .map_err(failed)
}

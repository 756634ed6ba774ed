//! Operations that are made of others, for the backends that have no kernel of their own for them.
//!
//! The table names these functions, `via module::function`. They take what kernels take, with the arguments checked, and
//! are written with [`Part`]: a tensor whose methods are the other kernels. They keep the track where a framework
//! tracks gradients, since all they do is to call its kernels; those of [`linalg`] say where they do not.
//!
//! ```text
//! pub fn hypot<B: Backend, E: Float>(x: Operand<'_, B, E>, y: Operand<'_, B, E>) -> Out<B, E> {
//!     ...
//!     large.mul(&ratio.square()?.add(1.0)?.sqrt()?)
//! }
//! ```

pub mod adjoint;
pub mod defaults;
pub mod einsum;
pub mod elementwise;
pub mod indexing;
pub mod linalg;
pub mod loss;
pub mod movement;
pub mod nn;
pub mod order;
pub mod reduction;
pub mod scan;

use crate::args::{Cut, Operand};
use crate::backend::Backend;
use crate::dtype::DType;
use crate::element::{Boolean, Element, Float, Int, Numeric};
use crate::error::{Error, Result};
use crate::num::Num;
use crate::shape::Shape;

/// What a composition gives.
pub type Out<B, E> = Result<<B as Backend>::Tensor<'static, E>>;

/// A tensor in a composition: a result, or a view of an input.
pub struct Part<'a, B: Backend, E: Element>(pub B::Tensor<'a, E>);

impl<'x, B: Backend, E: Element> From<&'x Part<'_, B, E>> for Operand<'x, B, E> {
    fn from(part: &'x Part<'_, B, E>) -> Self {
        Operand::Tensor(part.view())
    }
}
impl<B: Backend, E: Element> From<f64> for Operand<'_, B, E> {
    fn from(number: f64) -> Self {
        Operand::Num(Num::Float(number))
    }
}
impl<B: Backend, E: Element> From<i64> for Operand<'_, B, E> {
    fn from(number: i64) -> Self {
        Operand::Num(Num::Int(number))
    }
}
impl<B: Backend, E: Element> From<i32> for Operand<'_, B, E> {
    fn from(number: i32) -> Self {
        Operand::Num(Num::Int(number.into()))
    }
}
impl<B: Backend, E: Element> From<Num> for Operand<'_, B, E> {
    fn from(number: Num) -> Self {
        Operand::Num(number)
    }
}

/// Methods that are a kernel of one tensor.
macro_rules! one {
    ($($class:ident: $($method:ident)*;)*) => {$(
        #[allow(dead_code, reason = "all kernels of the kind are here")]
        impl<B: Backend, E: $class> Part<'_, B, E> {
            $(pub fn $method(&self) -> Result<Part<'static, B, E>> {
                B::$method::<E>(self.view()).map(Part)
            })*
        }
    )*};
}
one! {
    Numeric: negative abs sign square floor ceil round;
    Float: sqrt rsqrt reciprocal exp expm1 log log1p sin cos tan tanh sigmoid softplus;
}

/// Methods that are a kernel of two operands.
macro_rules! two {
    ($($class:ident => $out:ty: $($method:ident = $kernel:ident)*;)*) => {$(
        #[allow(dead_code, reason = "all kernels of the kind are here")]
        impl<B: Backend, E: $class> Part<'_, B, E> {
            $(pub fn $method<'o>(&self, other: impl Into<Operand<'o, B, E>>) -> Result<Part<'static, B, $out>>
            where
                B: 'o,
                E: 'o,
            {
                B::$kernel::<E>(self.into(), other.into()).map(Part)
            })*
        }
    )*};
}
two! {
    Numeric => E: add = add sub = subtract mul = multiply pow = pow floor_divide = floor_divide remainder = remainder;
    Float => E: div = divide;
    Element => E: min_of = minimum max_of = maximum;
    Element => bool: eq = equal ne = not_equal lt = less le = less_equal gt = greater ge = greater_equal;
    Boolean => bool: and = logical_and or = logical_or;
}

/// Methods that are a reduction.
macro_rules! over {
    ($($class:ident => $out:ty: $($method:ident)*;)*) => {$(
        #[allow(dead_code, reason = "all kernels of the kind are here")]
        impl<B: Backend, E: $class> Part<'_, B, E> {
            $(pub fn $method(&self, axes: &[usize], keepdims: bool) -> Result<Part<'static, B, $out>> {
                B::$method::<E>(self.view(), axes, keepdims).map(Part)
            })*
        }
    )*};
}
over! {
    Element => E::Sum: sum prod;
    Float => E: mean logsumexp l2;
    Element => E: min max;
    Element => bool: all any;
}

#[allow(dead_code, reason = "all kernels of the kind are here")]
impl<'a, B: Backend, E: Element> Part<'a, B, E> {
    /// A view of an input.
    pub fn of(x: B::View<'a, E>) -> Result<Self> {
        B::share::<E>(x).map(Part)
    }

    /// An operand as a tensor in shape, element type and place of another.
    pub fn from_operand(
        operand: Operand<'_, B, E>,
        like: &Part<'_, B, E>,
    ) -> Result<Part<'static, B, E>> {
        match operand {
            Operand::Tensor(view) => B::copy::<E>(view).map(Part),
            Operand::Num(number) => like.filled(number),
        }
    }

    /// As kernels take it.
    pub fn view(&self) -> B::View<'_, E> {
        B::borrow::<E>(&self.0)
    }

    /// A result of its own.
    pub fn copied(&self) -> Out<B, E> {
        B::copy::<E>(self.view())
    }

    /// The sizes.
    pub fn shape(&self) -> Shape {
        B::shape::<E>(&self.view())
    }

    /// The size of an axis.
    pub fn dim(&self, axis: usize) -> usize {
        self.shape().get(axis).copied().unwrap_or(1)
    }

    /// Has it floats of 16 bits? What takes several steps is worked out in `f32` then.
    pub fn is_half(&self) -> bool {
        matches!(B::dtype::<E>(&self.view()), Some(DType::F16 | DType::BF16))
    }

    /// All elements as a vector.
    pub fn flat(&self) -> Result<Part<'_, B, E>> {
        self.reshape(&[self.shape().iter().product()])
    }

    /// A number in shape, element type and place of this tensor.
    pub fn filled(&self, number: impl Into<Num>) -> Result<Part<'static, B, E>> {
        B::full_like::<E>(self.view(), number.into()).map(Part)
    }

    /// The elements in the type of another tensor.
    pub fn cast_like<T: Element>(&self, like: &Part<'_, B, T>) -> Result<Part<'static, B, T>> {
        B::cast_like::<E, T>(self.view(), &like.view()).map(Part)
    }

    /// The elements in a type that is named.
    pub fn astype<T: Element>(&self) -> Result<Part<'static, B, T>> {
        B::astype::<E, T>(self.view()).map(Part)
    }

    /// In another shape.
    pub fn reshape(&self, shape: &[usize]) -> Result<Part<'_, B, E>> {
        B::reshape::<E>(self.view(), shape).map(Part)
    }

    /// With the axes in another order.
    pub fn transpose(&self, order: &[usize]) -> Result<Part<'_, B, E>> {
        B::transpose::<E>(self.view(), order).map(Part)
    }

    /// With an axis at another place.
    pub fn moved(&self, from: usize, to: usize) -> Result<Part<'_, B, E>> {
        let mut order: Shape = (0..self.shape().len())
            .filter(|&axis| axis != from)
            .collect();
        order.insert(to.min(order.len()), from);
        self.transpose(&order)
    }

    /// With new axes of size 1.
    pub fn expand_dims(&self, axes: &[usize]) -> Result<Part<'_, B, E>> {
        B::expand_dims::<E>(self.view(), axes).map(Part)
    }

    /// Without axes of size 1.
    pub fn squeeze(&self, axes: &[usize]) -> Result<Part<'_, B, E>> {
        B::squeeze::<E>(self.view(), axes).map(Part)
    }

    /// Repeated along axes of size 1.
    pub fn broadcast_to(&self, shape: &[usize]) -> Result<Part<'_, B, E>> {
        B::broadcast_to::<E>(self.view(), shape).map(Part)
    }

    /// Reversed along axes.
    pub fn flip(&self, axes: &[usize]) -> Result<Part<'_, B, E>> {
        B::flip::<E>(self.view(), axes).map(Part)
    }

    /// `len` entries of an axis from `start` on.
    pub fn narrow(&self, axis: usize, start: usize, len: usize) -> Result<Part<'_, B, E>> {
        self.strided(axis, start, len, 1)
    }

    /// `len` entries of an axis from `start` on, `step` apart.
    pub fn strided(
        &self,
        axis: usize,
        start: usize,
        len: usize,
        step: isize,
    ) -> Result<Part<'_, B, E>> {
        let mut cuts: Vec<Cut> = self.shape().iter().map(|&n| Cut::full(n)).collect();
        if let Some(cut) = cuts.get_mut(axis) {
            *cut = Cut { start, len, step };
        }
        B::slice::<E>(self.view(), &cuts, &[], &[]).map(Part)
    }

    /// One entry of an axis, which goes.
    pub fn at(&self, axis: usize, place: usize) -> Result<Part<'_, B, E>> {
        let mut cuts: Vec<Cut> = self.shape().iter().map(|&n| Cut::full(n)).collect();
        if let Some(cut) = cuts.get_mut(axis) {
            *cut = Cut {
                start: place,
                len: 1,
                step: 1,
            };
        }
        B::slice::<E>(self.view(), &cuts, &[axis], &[]).map(Part)
    }

    /// Entries of an axis at the positions of a vector.
    pub fn take<I: Int>(
        &self,
        positions: &Part<'_, B, I>,
        axis: usize,
    ) -> Result<Part<'static, B, E>> {
        B::take::<E, I>(self.view(), positions.view(), axis).map(Part)
    }

    /// Elements along an axis at the positions of a tensor with this one's other sizes.
    pub fn gather<I: Int>(
        &self,
        positions: &Part<'_, B, I>,
        axis: usize,
    ) -> Result<Part<'static, B, E>> {
        B::gather::<E, I>(self.view(), positions.view(), axis).map(Part)
    }

    /// With elements of `value` added at the ends of the axes.
    pub fn pad(
        &self,
        paddings: &[(usize, usize)],
        value: impl Into<Num>,
    ) -> Result<Part<'static, B, E>> {
        B::pad::<E>(self.view(), paddings, value.into()).map(Part)
    }

    /// In ascending order along an axis, NaN last.
    pub fn sort(&self, axis: usize) -> Result<Part<'static, B, E>> {
        B::sort::<E>(self.view(), axis, false).map(Part)
    }

    /// The positions that sort an axis, equal elements in their order, NaN last.
    pub fn argsort(&self, axis: usize, descending: bool) -> Result<Part<'static, B, i64>> {
        B::argsort::<E>(self.view(), axis, descending).map(Part)
    }

    /// Integers 0, 1, … `len` - 1 at the place of this tensor.
    pub fn positions(&self, len: usize) -> Result<Part<'static, B, i64>> {
        let place = B::place::<E>(&self.view());
        B::arange::<i64>(&place, Num::Int(0), Num::Int(1), len).map(Part)
    }

    /// Integers at the place of this tensor, as a vector.
    pub fn indices(&self, list: impl IntoIterator<Item = usize>) -> Result<Part<'static, B, i64>> {
        let data: Vec<Num> = list.into_iter().map(Num::from).collect();
        let place = B::place::<E>(&self.view());
        B::from_nums::<i64>(&place, &[data.len()], &data).map(Part)
    }
}

#[allow(dead_code, reason = "all kernels of the kind are here")]
impl<B: Backend, E: Float> Part<'_, B, E> {
    /// The sum, which for floats has their own type.
    pub fn total(&self, axes: &[usize], keepdims: bool) -> Result<Part<'static, B, E>> {
        B::sum::<E>(self.view(), axes, keepdims).map(Part)
    }
}

#[allow(dead_code, reason = "all kernels of the kind are here")]
impl<B: Backend, E: Numeric> Part<'_, B, E> {
    /// The product of matrices; leading axes are equal.
    pub fn matmul(&self, other: &Part<'_, B, E>) -> Result<Part<'static, B, E>> {
        B::matmul::<E>(self.view(), other.view()).map(Part)
    }

    /// Within bounds.
    pub fn clip(&self, min: Option<Num>, max: Option<Num>) -> Result<Part<'static, B, E>> {
        B::clip::<E>(self.view(), min, max).map(Part)
    }

    /// Where is it neither NaN nor an infinity?
    pub fn isfinite(&self) -> Result<Part<'static, B, bool>> {
        B::isfinite::<E>(self.view()).map(Part)
    }

    /// Where is it NaN?
    pub fn isnan(&self) -> Result<Part<'static, B, bool>> {
        B::isnan::<E>(self.view()).map(Part)
    }
}

#[allow(dead_code, reason = "all kernels of the kind are here")]
impl<B: Backend> Part<'_, B, bool> {
    /// `x` where this mask is true, else `y`.
    pub fn choose<'o, E: Element>(
        &self,
        x: impl Into<Operand<'o, B, E>>,
        y: impl Into<Operand<'o, B, E>>,
    ) -> Result<Part<'static, B, E>>
    where
        B: 'o,
    {
        B::where_::<bool, E>(self.view(), x.into(), y.into()).map(Part)
    }

    /// The places of what is true, in row-major order: a vector.
    pub fn places(&self) -> Result<Part<'static, B, i64>> {
        B::nonzero::<bool>(self.view()).map(Part)
    }

    /// How many are true up to each, of a vector.
    pub fn counted(&self) -> Result<Part<'static, B, i64>> {
        B::cumsum::<bool>(self.view(), 0).map(Part)
    }

    /// Not.
    pub fn not(&self) -> Result<Part<'static, B, bool>> {
        B::logical_not::<bool>(self.view()).map(Part)
    }
}

/// Two operands as tensors; a number becomes a full tensor in the shape of the other.
pub fn pair<B: Backend, E: Element>(
    x: Operand<'_, B, E>,
    y: Operand<'_, B, E>,
) -> Result<(Part<'static, B, E>, Part<'static, B, E>)> {
    match (x, y) {
        (Operand::Tensor(x), Operand::Tensor(y)) => {
            Ok((B::copy::<E>(x).map(Part)?, B::copy::<E>(y).map(Part)?))
        }
        (Operand::Tensor(x), Operand::Num(y)) => {
            let x: Part<'static, B, E> = B::copy::<E>(x).map(Part)?;
            let y = x.filled(y)?;
            Ok((x, y))
        }
        (Operand::Num(x), Operand::Tensor(y)) => {
            let y: Part<'static, B, E> = B::copy::<E>(y).map(Part)?;
            let x = y.filled(x)?;
            Ok((x, y))
        }
        (Operand::Num(_), Operand::Num(_)) => Err(Error::dtype("none of the operands is a tensor")),
    }
}

/// Tensors joined along an axis.
#[allow(dead_code, reason = "all kernels of the kind are here")]
pub fn joined<B: Backend, E: Element>(
    parts: &[Part<'_, B, E>],
    axis: usize,
) -> Result<Part<'static, B, E>> {
    let views: Vec<B::View<'_, E>> = parts.iter().map(Part::view).collect();
    B::concatenate::<E>(&views, axis).map(Part)
}

//! Host arguments of operations: axes, shapes, indices.

use smallvec::SmallVec;

use crate::backend::{Backend, Value};
use crate::dtype::DType;
use crate::element::{Boolean, Int};
use crate::error::{Error, Result};
use crate::num::Num;
use crate::shape::{self, Shape};

/// The axes of a reduction: all of them, or a list that may count from the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Axes {
    /// Every axis.
    All,
    /// These; an empty list reduces nothing.
    List(SmallVec<[i64; 6]>),
}

impl Axes {
    /// The axes counted from the front, ascending.
    ///
    /// # Errors
    /// [`Axis`](crate::ErrorKind::Axis) if one is out of range or stands twice.
    pub fn resolve(&self, rank: usize) -> Result<Shape> {
        match self {
            Axes::All => Ok((0..rank).collect()),
            Axes::List(list) => shape::axes(list, rank),
        }
    }
}

/// A list of host integers, as sizes, axes or a permutation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ints(pub SmallVec<[i64; 6]>);

impl std::ops::Deref for Ints {
    type Target = [i64];
    fn deref(&self) -> &[i64] {
        &self.0
    }
}

fn saturating(n: usize) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

macro_rules! ints_from {
    ($($t:ty, $convert:expr;)*) => {$(
        impl From<$t> for Ints {
            fn from(n: $t) -> Ints {
                Ints(SmallVec::from_slice(&[$convert(n)]))
            }
        }
        impl<const N: usize> From<[$t; N]> for Ints {
            fn from(list: [$t; N]) -> Ints {
                Ints(list.into_iter().map($convert).collect())
            }
        }
        impl From<&[$t]> for Ints {
            fn from(list: &[$t]) -> Ints {
                Ints(list.iter().copied().map($convert).collect())
            }
        }
        impl From<Vec<$t>> for Ints {
            fn from(list: Vec<$t>) -> Ints {
                Ints::from(list.as_slice())
            }
        }
        impl From<&Vec<$t>> for Ints {
            fn from(list: &Vec<$t>) -> Ints {
                Ints::from(list.as_slice())
            }
        }
        impl From<$t> for Axes {
            fn from(n: $t) -> Axes {
                Axes::List(Ints::from(n).0)
            }
        }
        impl<const N: usize> From<[$t; N]> for Axes {
            fn from(list: [$t; N]) -> Axes {
                Axes::List(Ints::from(list).0)
            }
        }
        impl From<&[$t]> for Axes {
            fn from(list: &[$t]) -> Axes {
                Axes::List(Ints::from(list).0)
            }
        }
        impl From<Vec<$t>> for Axes {
            fn from(list: Vec<$t>) -> Axes {
                Axes::List(Ints::from(list).0)
            }
        }
        impl From<&Vec<$t>> for Axes {
            fn from(list: &Vec<$t>) -> Axes {
                Axes::List(Ints::from(list).0)
            }
        }
    )*};
}
ints_from! {
    i64, |n| n;
    i32, i64::from;
    usize, saturating;
}

/// Host numbers, one behind the other: the elements of a tensor.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Nums(pub Vec<Num>);

impl std::ops::Deref for Nums {
    type Target = [Num];
    fn deref(&self) -> &[Num] {
        &self.0
    }
}

impl<T: Copy + Into<Num>> From<&[T]> for Nums {
    fn from(list: &[T]) -> Nums {
        Nums(list.iter().copied().map(Into::into).collect())
    }
}
impl<T: Copy + Into<Num>, const N: usize> From<[T; N]> for Nums {
    fn from(list: [T; N]) -> Nums {
        Nums::from(list.as_slice())
    }
}
impl<T: Copy + Into<Num>> From<Vec<T>> for Nums {
    fn from(list: Vec<T>) -> Nums {
        Nums::from(list.as_slice())
    }
}
impl<T: Copy + Into<Num>> From<&Vec<T>> for Nums {
    fn from(list: &Vec<T>) -> Nums {
        Nums::from(list.as_slice())
    }
}

impl From<Shape> for Ints {
    fn from(list: Shape) -> Ints {
        Ints(list.iter().copied().map(saturating).collect())
    }
}
impl From<&Shape> for Ints {
    fn from(list: &Shape) -> Ints {
        Ints(list.iter().copied().map(saturating).collect())
    }
}

impl From<Ints> for Axes {
    fn from(list: Ints) -> Axes {
        Axes::List(list.0)
    }
}

impl From<Option<i64>> for Axes {
    fn from(axis: Option<i64>) -> Axes {
        axis.map_or(Axes::All, Axes::from)
    }
}

/// A host integer of any width, as an axis, a size or an index.
pub trait HostInt: Copy {
    /// The number; beyond `i64` it saturates, which no size or index reaches.
    fn int(self) -> i64;
}

macro_rules! host_int {
    ($($t:ty)*) => {$(
        impl HostInt for $t {
            #[inline]
            fn int(self) -> i64 {
                i64::try_from(self).unwrap_or(i64::MAX)
            }
        }
        impl HostInt for &$t {
            #[inline]
            fn int(self) -> i64 {
                (*self).int()
            }
        }
    )*};
}
host_int!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);

/// One item of an index expression `x[…]`.
///
/// `Range` has the meaning of `ndarray`'s `s![…]`: the range is taken first, then walked by the
/// step, from its end if the step is negative.
pub enum IndexItem<'a, B: Backend> {
    /// One position; the axis goes. Negative ones count from the end.
    At(i64),
    /// A range with a step; bounds beyond the axis are cut, negative ones count from the end.
    Range {
        /// First position, or the axis' beginning.
        start: Option<i64>,
        /// Position behind the last, or the axis' end.
        end: Option<i64>,
        /// Step; not 0.
        step: i64,
    },
    /// A new axis of size 1.
    NewAxis,
    /// As many full ranges as are left.
    Ellipsis,
    /// Positions from an integer tensor.
    Tensor(&'a dyn IndexTensor<B>),
    /// The positions where a mask is true. It takes as many axes as it has.
    Mask(&'a dyn MaskTensor<B>),
}

/// An integer tensor inside `x[…]`. One index may have tensors of several integer types, so it is
/// known by what indexing asks of it.
#[diagnostic::on_unimplemented(
    message = "an index tensor has integers, and `{Self}` has not",
    note = "write the type of a mask that a called function gives: `let mask: Tensor<bool, N> = …;`"
)]
pub trait IndexTensor<B: Backend> {
    /// The elements, a position each.
    ///
    /// # Errors
    /// [`Dtype`](crate::ErrorKind::Dtype) if the framework keeps no integers there.
    fn positions(&self) -> Result<B::Tensor<'static, i64>>;
}

impl<B: Backend, T: Value<B, Elem: Int>> IndexTensor<B> for T {
    fn positions(&self) -> Result<B::Tensor<'static, i64>> {
        let view = self.view();
        int_tensor::<B, T::Elem>(&view, "an index tensor")?;
        B::astype::<T::Elem, i64>(view)
    }
}

/// On erased backends the class of an index tensor is looked at here.
pub(crate) fn int_tensor<B: Backend, I: Int>(x: &B::View<'_, I>, what: &str) -> Result<()> {
    match B::dtype::<I>(x) {
        Some(dtype) if !dtype.is_int() => Err(Error::dtype(format!(
            "{what} must be integers, not {dtype}"
        ))),
        _ => Ok(()),
    }
}

/// A mask inside `x[…]`.
#[diagnostic::on_unimplemented(message = "a mask has elements of `bool`, and `{Self}` has not")]
pub trait MaskTensor<B: Backend> {
    /// Sizes of the axes.
    fn sizes(&self) -> Shape;
    /// The places of the true elements in row-major order: a vector.
    ///
    /// # Errors
    /// [`Dtype`](crate::ErrorKind::Dtype) if the framework keeps no mask there.
    fn places(&self) -> Result<B::Tensor<'static, i64>>;
    /// The mask itself.
    ///
    /// # Errors
    /// [`Dtype`](crate::ErrorKind::Dtype) if the framework keeps no mask there.
    fn mask(&self) -> Result<B::Tensor<'static, bool>>;
}

impl<B: Backend, T: Value<B, Elem: Boolean>> MaskTensor<B> for T {
    fn sizes(&self) -> Shape {
        B::shape::<T::Elem>(&self.view())
    }

    fn places(&self) -> Result<B::Tensor<'static, i64>> {
        let view = self.view();
        mask_tensor::<B, T::Elem>(&view, "a mask as an index")?;
        B::nonzero::<T::Elem>(view)
    }

    fn mask(&self) -> Result<B::Tensor<'static, bool>> {
        let view = self.view();
        mask_tensor::<B, T::Elem>(&view, "a mask as an index")?;
        B::astype::<T::Elem, bool>(view)
    }
}

/// On erased backends the type of a mask is looked at here.
pub(crate) fn mask_tensor<B: Backend, M: Boolean>(x: &B::View<'_, M>, what: &str) -> Result<()> {
    if B::holds::<M>(x, DType::Bool) {
        return Ok(());
    }
    let dtype = B::dtype::<M>(x).map_or("another type", DType::name);
    Err(Error::dtype(format!("{what} must be of bool, not {dtype}")))
}

/// An index item, with ranges cut to the axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// First position taken.
    pub start: usize,
    /// Number of positions taken.
    pub len: usize,
    /// Distance between them; negative walks down from `start`.
    pub step: isize,
}

impl Cut {
    /// The whole axis.
    pub fn full(size: usize) -> Cut {
        Cut {
            start: 0,
            len: size,
            step: 1,
        }
    }

    /// Does it take the whole axis in order?
    pub fn is_full(&self, size: usize) -> bool {
        *self == Cut::full(size)
    }

    /// A range of an axis of `size` positions.
    ///
    /// # Errors
    /// [`Value`](crate::ErrorKind::Value) if the step is 0.
    pub fn range(start: Option<i64>, end: Option<i64>, step: i64, size: usize) -> Result<Cut> {
        let signed = saturating(size);
        let cut = |n: i64| (if n < 0 { n.saturating_add(signed) } else { n }).clamp(0, signed);
        let start = cut(start.unwrap_or(0));
        let end = cut(end.unwrap_or(signed)).max(start);
        if step == 0 {
            return Err(Error::value("the step of a range is 0"));
        }
        let width = step.unsigned_abs();
        let len = (end - start).unsigned_abs().div_ceil(width);
        let first = if step < 0 { (end - 1).max(0) } else { start };
        Ok(Cut {
            start: usize::try_from(first).unwrap_or(0),
            len: usize::try_from(len).unwrap_or(0),
            step: isize::try_from(step).unwrap_or(isize::MAX),
        })
    }
}

/// The operands of an elementwise operation of two: tensors, or a tensor and a host number.
pub enum Operand<'a, B: Backend, E: crate::Element> {
    /// A tensor.
    Tensor(B::View<'a, E>),
    /// A host number, which takes the tensor's element type.
    Num(crate::Num),
}

impl<'a, B: Backend, E: crate::Element> Clone for Operand<'a, B, E> {
    fn clone(&self) -> Self {
        match self {
            Operand::Tensor(view) => Operand::Tensor(view.clone()),
            Operand::Num(num) => Operand::Num(*num),
        }
    }
}

impl<'a, B: Backend, E: crate::Element> Operand<'a, B, E> {
    /// Its sizes; a number has none.
    pub fn shape(&self) -> Shape {
        match self {
            Operand::Tensor(view) => B::shape(view),
            Operand::Num(_) => Shape::new(),
        }
    }
}

/// Two operands of which at least one is a tensor.
#[diagnostic::on_unimplemented(
    message = "these operands do not go together",
    note = "two tensors must have one element type and one framework"
)]
pub trait Pair<B: Backend> {
    /// The element type of the tensors.
    type Elem: crate::Element;
    /// The operands as kernels take them.
    fn operands(&self) -> (Operand<'_, B, Self::Elem>, Operand<'_, B, Self::Elem>);
}

impl<B: Backend, T, U> Pair<B> for (&T, &U)
where
    T: Value<B> + ?Sized,
    U: Value<B, Elem = T::Elem> + ?Sized,
{
    type Elem = T::Elem;
    #[inline]
    fn operands(&self) -> (Operand<'_, B, T::Elem>, Operand<'_, B, T::Elem>) {
        (
            Operand::Tensor(self.0.view()),
            Operand::Tensor(self.1.view()),
        )
    }
}

impl<B: Backend, T: Value<B> + ?Sized> Pair<B> for (&T, crate::Num) {
    type Elem = T::Elem;
    #[inline]
    fn operands(&self) -> (Operand<'_, B, T::Elem>, Operand<'_, B, T::Elem>) {
        (Operand::Tensor(self.0.view()), Operand::Num(self.1))
    }
}

impl<B: Backend, T: Value<B> + ?Sized> Pair<B> for (crate::Num, &T) {
    type Elem = T::Elem;
    #[inline]
    fn operands(&self) -> (Operand<'_, B, T::Elem>, Operand<'_, B, T::Elem>) {
        (Operand::Num(self.0), Operand::Tensor(self.1.view()))
    }
}

/// An argument beside a tensor of element type `E`: another tensor, a host number, or nothing.
#[diagnostic::on_unimplemented(
    message = "this argument does not go together with the tensor",
    note = "two tensors must have one element type and one framework"
)]
pub trait Given<B: Backend, E: crate::Element> {
    /// The tensor, or `None` where there is none.
    ///
    /// # Errors
    /// [`Dtype`](crate::ErrorKind::Dtype) if it is a number.
    fn tensor(&self) -> Result<Option<B::View<'_, E>>>;

    /// The tensor or the number.
    ///
    /// # Errors
    /// [`Value`](crate::ErrorKind::Value) if there is neither.
    fn operand(&self) -> Result<Operand<'_, B, E>>;

    /// The tensor or the number, or `None` where there is neither.
    fn opt_operand(&self) -> Option<Operand<'_, B, E>>;
}

impl<B: Backend, T: Value<B> + ?Sized> Given<B, T::Elem> for &T {
    #[inline]
    fn tensor(&self) -> Result<Option<B::View<'_, T::Elem>>> {
        Ok(Some(self.view()))
    }
    #[inline]
    fn operand(&self) -> Result<Operand<'_, B, T::Elem>> {
        Ok(Operand::Tensor(self.view()))
    }
    #[inline]
    fn opt_operand(&self) -> Option<Operand<'_, B, T::Elem>> {
        Some(Operand::Tensor(self.view()))
    }
}

impl<B: Backend, E: crate::Element> Given<B, E> for crate::Num {
    fn tensor(&self) -> Result<Option<B::View<'_, E>>> {
        Err(Error::dtype(format!(
            "the number {self} stands for a tensor"
        )))
    }
    #[inline]
    fn operand(&self) -> Result<Operand<'_, B, E>> {
        Ok(Operand::Num(*self))
    }
    #[inline]
    fn opt_operand(&self) -> Option<Operand<'_, B, E>> {
        Some(Operand::Num(*self))
    }
}

/// A mask, or nothing.
#[diagnostic::on_unimplemented(message = "a mask has elements of `bool`, and `{Self}` has not")]
pub trait GivenMask<B: Backend> {
    /// The element type of the mask.
    type Elem: Boolean;

    /// The mask, or `None` where there is none.
    ///
    /// # Errors
    /// [`Dtype`](crate::ErrorKind::Dtype) if the framework keeps no mask there.
    fn mask(&self, what: &str) -> Result<Option<B::View<'_, Self::Elem>>>;
}

impl<B: Backend, T: Value<B, Elem: Boolean> + ?Sized> GivenMask<B> for &T {
    type Elem = T::Elem;
    fn mask(&self, what: &str) -> Result<Option<B::View<'_, T::Elem>>> {
        let view = self.view();
        mask_tensor::<B, T::Elem>(&view, what)?;
        Ok(Some(view))
    }
}

impl<B: Backend> GivenMask<B> for Absent {
    type Elem = bool;
    fn mask(&self, _: &str) -> Result<Option<B::View<'_, bool>>> {
        Ok(None)
    }
}

/// The argument for a tensor that is left out.
#[derive(Clone, Copy, Debug)]
pub struct Absent;

impl<B: Backend, E: crate::Element> Given<B, E> for Absent {
    #[inline]
    fn tensor(&self) -> Result<Option<B::View<'_, E>>> {
        Ok(None)
    }
    fn operand(&self) -> Result<Operand<'_, B, E>> {
        Err(Error::value("an operand is left out"))
    }
    #[inline]
    fn opt_operand(&self) -> Option<Operand<'_, B, E>> {
        None
    }
}

/// Weights that may be left out: then each is the `i64` 1.
#[diagnostic::on_unimplemented(
    message = "these are no weights",
    note = "weights are a tensor of floats"
)]
pub trait Weights<B: Backend> {
    /// Their element type, and that of their sums.
    type Elem: crate::Numeric + crate::Element<Sum = Self::Elem>;

    /// The tensor, or `None` where there is none.
    fn tensor(&self) -> Option<B::View<'_, Self::Elem>>;
}

impl<B: Backend, T: Value<B, Elem: crate::Float> + ?Sized> Weights<B> for &T {
    type Elem = T::Elem;
    #[inline]
    fn tensor(&self) -> Option<B::View<'_, T::Elem>> {
        Some(self.view())
    }
}

impl<B: Backend> Weights<B> for Absent {
    type Elem = i64;
    #[inline]
    fn tensor(&self) -> Option<B::View<'_, i64>> {
        None
    }
}

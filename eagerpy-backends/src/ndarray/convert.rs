//! Arrays as [`Value`]s, ranks, errors, and the few ways in which kernels make arrays.

use eagerpy_runtime::entry::Fallible;
use eagerpy_runtime::fuse::Lent;
use eagerpy_runtime::shape::Sizes;
use eagerpy_runtime::{Dyn, Element, Error, R0, R1, R2, R3, R4, R5, R6, Rank, Result, Value};
use ndarray::{
    Array, Array1, Array2, ArrayBase, ArrayD, ArrayRef, ArrayView, CowArray, Data, Dimension, Ix0,
    Ix1, Ix2, Ix3, Ix4, Ix5, Ix6, IxDyn, ShapeError,
};

use super::Ndarray;

/// A tensor as kernels take it.
pub(super) type View<'a, E> = ArrayView<'a, E, IxDyn>;
/// A tensor inside generated code.
pub(super) type Tensor<'a, E> = CowArray<'a, E, IxDyn>;

/// ndarray's dimension types, with the rank that each stands for.
pub trait Dim: Dimension {
    /// The rank.
    type Rank: Rank;
}

macro_rules! dims {
    ($($dim:ty => $rank:ty;)*) => {$(
        impl Dim for $dim {
            type Rank = $rank;
        }
    )*};
}
dims! {
    Ix0 => R0;
    Ix1 => R1;
    Ix2 => R2;
    Ix3 => R3;
    Ix4 => R4;
    Ix5 => R5;
    Ix6 => R6;
    IxDyn => Dyn;
}

impl<S: Data<Elem = E>, E: Element, D: Dim> Value<Ndarray> for ArrayBase<S, D> {
    type Elem = E;
    type Rank = D::Rank;

    #[inline]
    fn view(&self) -> View<'_, E> {
        ArrayRef::view(self).into_dyn()
    }

    #[inline]
    fn lent_sizes(&self) -> Sizes<'_> {
        Sizes::Lent(self.shape())
    }

    #[inline]
    fn lent(&self) -> Option<Lent<'_, E>> {
        let elements = self.as_slice()?;
        let sizes = self.shape();
        Some(Lent { elements, sizes })
    }

    #[inline]
    fn into_tensor(self) -> Result<Tensor<'static, E>> {
        Ok(self.into_owned().into_dyn().into())
    }
}

/// An error of ndarray.
pub(super) fn fail(error: ShapeError) -> Error {
    Error::framework("ndarray", error)
}

/// An array as users get it.
pub(super) fn with_rank<E, D: Dimension>(array: ArrayD<E>) -> Result<Array<E, D>> {
    match D::NDIM {
        Some(rank) if rank != array.ndim() => Err(Error::shape(format!(
            "the result is {:?}, not of rank {rank}",
            array.shape()
        ))),
        _ => array.into_dimensionality().map_err(fail),
    }
}

/// A view as functions of the caller get it.
pub(super) fn view_with_rank<E, D: Dimension>(view: View<'_, E>) -> Result<ArrayView<'_, E, D>> {
    let shape = view.raw_dim();
    view.into_dimensionality().map_err(|_| {
        let rank = D::NDIM.unwrap_or(0);
        Error::shape(format!(
            "the argument is {:?}, not of rank {rank}",
            shape.slice()
        ))
    })
}

impl<S: Data<Elem = E>, E: Element, D: Dim> Fallible<Ndarray> for ArrayBase<S, D> {
    type Value = Self;
    fn fallible(self) -> Result<Self> {
        Ok(self)
    }
}

/// The number of elements of a new tensor. ndarray and `Vec` panic beyond the address space.
pub(super) fn count<T>(shape: &[usize]) -> Result<usize> {
    let most = isize::MAX as usize / size_of::<T>().max(1);
    // ndarray's strides leave zeros out of account, so its limit holds for the other sizes.
    let span = shape
        .iter()
        .filter(|&&n| n > 0)
        .try_fold(1usize, |all, &n| all.checked_mul(n));
    match span {
        Some(span) if span <= most => Ok(shape.iter().product()),
        _ => Err(Error::shape(format!(
            "no memory holds a tensor of shape {shape:?}"
        ))),
    }
}

/// Room for the elements of a new tensor.
pub(super) fn room<T>(shape: &[usize]) -> Result<Vec<T>> {
    let len = count::<T>(shape)?;
    let mut room = Vec::new();
    room.try_reserve_exact(len)
        .map_err(|e| Error::framework("ndarray", e))?;
    Ok(room)
}

/// A tensor of these elements in row-major order.
#[inline]
pub(super) fn from_vec<T>(shape: &[usize], data: Vec<T>) -> Result<ArrayD<T>> {
    // ndarray takes half the time where it knows the rank, which shows on small tensors.
    match *shape {
        [n] if n == data.len() => Ok(Array1::from_vec(data).into_dyn()),
        [n, m] => Array2::from_shape_vec((n, m), data)
            .map(ArrayBase::into_dyn)
            .map_err(fail),
        _ => ArrayD::from_shape_vec(IxDyn(shape), data).map_err(fail),
    }
}

/// A tensor of one element over and over.
pub(super) fn filled<T: Copy>(shape: &[usize], value: T) -> Result<ArrayD<T>> {
    let mut data = room(shape)?;
    data.resize(count::<T>(shape)?, value);
    from_vec(shape, data)
}

/// Repeated along axes of size 1 and new leading axes.
pub(super) fn broadcast<'a, E>(x: &View<'a, E>, shape: &[usize]) -> Result<View<'a, E>> {
    let wide = x.broadcast(IxDyn(shape)).ok_or_else(|| {
        Error::shape(format!(
            "shape {:?} does not broadcast to {shape:?}",
            x.shape()
        ))
    })?;
    // SAFETY: `wide` shows elements of `x` only, which live for 'a; ndarray ties it to the
    // borrow of `x` here for want of a signature that says so.
    Ok(unsafe { wide.raw_view().deref_into_view() })
}

/// The elements in row-major order.
pub(super) fn row_major<E: Copy>(x: &View<'_, E>) -> Vec<E> {
    if let Some(all) = x.as_slice() {
        return all.to_vec();
    }
    let mut data = Vec::with_capacity(x.len());
    // ndarray's iterator over `IxDyn` works out every position anew; rows are cheaper.
    for row in x.rows() {
        match row.to_slice() {
            Some(row) => data.extend_from_slice(row),
            None => data.extend(row.iter().copied()),
        }
    }
    data
}

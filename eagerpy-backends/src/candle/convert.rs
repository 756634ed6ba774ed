//! Element types, shapes, numbers and errors: from candle's to eagerpy's and back.

use std::borrow::Cow;

use candle_core::{DType as Native, Device, Tensor, Var};
use eagerpy_runtime::entry::Fallible;
use eagerpy_runtime::shape::Sizes;
use eagerpy_runtime::{
    Backend, DType, Element, Erased, Error, Num, Result, Value, bf16, f16, shape,
};

use super::Candle;

/// Where a new tensor goes.
#[derive(Clone, Debug)]
pub struct Place {
    /// The device.
    pub device: Device,
    /// The element type where the program leaves it open.
    pub dtype: Native,
}

impl Value<Candle> for Tensor {
    type Elem = Erased;
    type Rank = eagerpy_runtime::Dyn;
    #[inline]
    fn view(&self) -> &Tensor {
        self
    }
    #[inline]
    fn lent_sizes(&self) -> Sizes<'_> {
        Sizes::Lent(self.dims())
    }
    #[inline]
    fn into_tensor(self) -> Result<Tensor> {
        Ok(self)
    }
}

impl Value<Candle> for Var {
    type Elem = Erased;
    type Rank = eagerpy_runtime::Dyn;
    #[inline]
    fn view(&self) -> &Tensor {
        self
    }
    #[inline]
    fn lent_sizes(&self) -> Sizes<'_> {
        Sizes::Lent(self.dims())
    }
    #[inline]
    fn into_tensor(self) -> Result<Tensor> {
        Ok(Var::into_inner(self))
    }
}

impl Fallible<Candle> for Tensor {
    type Value = Self;
    fn fallible(self) -> Result<Self> {
        Ok(self)
    }
}

/// candle's error as eagerpy's; it stays the source.
pub(super) fn failed(error: candle_core::Error) -> Error {
    Error::framework(Candle::NAME, error)
}

/// candle's name of an element type.
pub(super) fn native(dtype: DType) -> Native {
    match dtype {
        DType::F16 => Native::F16,
        DType::BF16 => Native::BF16,
        DType::F32 => Native::F32,
        DType::F64 => Native::F64,
        DType::I32 => Native::I32,
        DType::I64 => Native::I64,
        DType::U8 | DType::Bool => Native::U8,
    }
}

/// eagerpy's name of a run-time element type. Ints that the vocabulary lacks count as `i64`.
pub(super) fn known(dtype: Native) -> Option<DType> {
    match dtype {
        Native::F16 => Some(DType::F16),
        Native::BF16 => Some(DType::BF16),
        Native::F32 => Some(DType::F32),
        Native::F64 => Some(DType::F64),
        Native::I32 => Some(DType::I32),
        Native::I64 | Native::U32 | Native::I16 => Some(DType::I64),
        Native::U8 => Some(DType::U8),
        _ => None,
    }
}

/// The element type `T` names, or else the one of the place.
pub(super) fn chosen<T: Element>(place: &Place) -> Native {
    T::DTYPE.map_or(place.dtype, native)
}

/// The same tensor, safe to read: candle slices the storage at the offset of a view, which may lie
/// behind its end where the view has no elements, and panics then.
pub(super) fn solid(x: &Tensor) -> Result<Cow<'_, Tensor>> {
    if x.elem_count() > 0 || x.layout().start_offset() == 0 {
        return Ok(Cow::Borrowed(x));
    }
    x.zeros_like().map(Cow::Owned).map_err(failed)
}

/// The same values in a type that the kernels know: `u32` and `i16` become `i64`.
pub(super) fn plain(x: &Tensor) -> Result<Cow<'_, Tensor>> {
    let x = solid(x)?;
    match x.dtype() {
        Native::U32 | Native::I16 => x.to_dtype(Native::I64).map(Cow::Owned).map_err(failed),
        other if known(other).is_some() => Ok(x),
        other => Err(Error::dtype(format!(
            "tensors of {} are not supported",
            other.as_str()
        ))),
    }
}

fn described(x: &Tensor) -> String {
    match known(x.dtype()) {
        Some(dtype) => shape::show(Some(dtype), x.dims()),
        None => format!("{}{:?}", x.dtype().as_str(), x.dims()),
    }
}

/// The element type is a run-time value, so operations of floats look at it here.
pub(super) fn floats(x: &Tensor) -> Result<Cow<'_, Tensor>> {
    if is_float(x) {
        return solid(x);
    }
    Err(Error::dtype(format!(
        "needs floats, not {}; cast with `astype`",
        described(x)
    )))
}

/// The same values as ints of a type that the kernels know.
pub(super) fn integers(x: &Tensor) -> Result<Cow<'_, Tensor>> {
    if !is_float(x) {
        return plain(x);
    }
    Err(Error::dtype(format!(
        "needs integers, not {}; cast with `astype`",
        described(x)
    )))
}

/// Is it one of the four float types of the vocabulary?
pub(super) fn is_float(x: &Tensor) -> bool {
    known(x.dtype()).is_some_and(DType::is_float)
}

/// Is it a float of 16 bits, which must not add up in its own type?
pub(super) fn is_half(x: &Tensor) -> bool {
    matches!(x.dtype(), Native::F16 | Native::BF16)
}

/// Masks are `u8`.
pub(super) fn mask(x: &Tensor) -> Result<Cow<'_, Tensor>> {
    if x.dtype() == Native::U8 {
        return solid(x);
    }
    Err(Error::dtype(format!(
        "needs a mask (`u8` in candle), not {}",
        described(x)
    )))
}

/// A number as a tensor of this float type holds it: candle's own calls take `f64`, and round it later or twice.
pub(super) fn held(num: Num, dtype: Native) -> f64 {
    match dtype {
        Native::F16 => f16::from_num(num).to_f64(),
        Native::BF16 => bf16::from_num(num).to_f64(),
        Native::F32 => f64::from(f32::from_num(num)),
        _ => num.to_f64(),
    }
}

/// A number as a tensor of rank 0. Ints wrap as Rust's `as` does.
pub(super) fn scalar(num: Num, dtype: Native, device: &Device) -> Result<Tensor> {
    full(num, dtype, &[], device)
}

/// A tensor of one number.
pub(super) fn full(num: Num, dtype: Native, shape: &[usize], device: &Device) -> Result<Tensor> {
    match dtype {
        Native::U8 => Tensor::full(u8::from_num(num), shape, device),
        Native::I32 => Tensor::full(i32::from_num(num), shape, device),
        Native::I64 => Tensor::full(i64::from_num(num), shape, device),
        Native::F64 => Tensor::full(num.to_f64(), shape, device),
        Native::F32 => Tensor::full(f32::from_num(num), shape, device),
        Native::F16 => Tensor::full(f16::from_num(num), shape, device),
        Native::BF16 => Tensor::full(bf16::from_num(num), shape, device),
        other => Tensor::full(num.to_f64(), shape, device).and_then(|t| t.to_dtype(other)),
    }
    .map_err(failed)
}

/// A tensor of these numbers in row-major order.
pub(super) fn tensor(
    data: &[Num],
    dtype: Native,
    shape: &[usize],
    device: &Device,
) -> Result<Tensor> {
    fn cast<T: Element>(data: &[Num]) -> Vec<T> {
        data.iter().map(|&n| T::from_num(n)).collect()
    }
    match dtype {
        Native::U8 => Tensor::from_vec(cast::<u8>(data), shape, device),
        Native::I32 => Tensor::from_vec(cast::<i32>(data), shape, device),
        Native::I64 => Tensor::from_vec(cast::<i64>(data), shape, device),
        Native::F32 => Tensor::from_vec(cast::<f32>(data), shape, device),
        Native::F16 => Tensor::from_vec(cast::<f16>(data), shape, device),
        Native::BF16 => Tensor::from_vec(cast::<bf16>(data), shape, device),
        other => Tensor::from_vec(cast::<f64>(data), shape, device).and_then(|t| t.to_dtype(other)),
    }
    .map_err(failed)
}

/// The elements in row-major order, as `i64`.
pub(super) fn ints(x: &Tensor) -> candle_core::Result<Vec<i64>> {
    x.flatten_all()?.to_dtype(Native::I64)?.to_vec1()
}

/// The elements in row-major order.
pub(super) fn nums<E: Element>(x: &Tensor) -> candle_core::Result<Vec<Num>> {
    if x.elem_count() == 0 {
        return Ok(Vec::new());
    }
    let flat = x.flatten_all()?;
    Ok(match flat.dtype() {
        dtype if dtype.is_float() => {
            let data: Vec<f64> = flat.to_dtype(Native::F64)?.to_vec1()?;
            data.into_iter().map(Num::Float).collect()
        }
        _ if E::DTYPE == Some(DType::Bool) => {
            let data: Vec<u8> = flat.to_dtype(Native::U8)?.to_vec1()?;
            data.into_iter().map(|v| Num::Bool(v != 0)).collect()
        }
        _ => ints(&flat)?.into_iter().map(Num::Int).collect(),
    })
}

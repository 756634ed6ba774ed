//! Element types, shapes, numbers and errors: from tch's to eagerpy's and back. And casts.

use ::tch::{Device, Kind, Scalar, TchError, Tensor};
use eagerpy_runtime::entry::Fallible;
use eagerpy_runtime::{
    Backend, DType, Dyn, Element, Erased, Error, Ints, Num, Result, Shape, Value, bf16, f16, shape,
};

use smallvec::SmallVec;

use super::Tch;

/// Where a new tensor goes, and the element type it gets where the program names none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The device.
    pub device: Device,
    /// The element type.
    pub kind: Kind,
}

impl Value<Tch> for Tensor {
    type Elem = Erased;
    type Rank = Dyn;
    #[inline]
    fn view(&self) -> &Tensor {
        self
    }
    #[inline]
    fn into_tensor(self) -> Result<Tensor> {
        Ok(self)
    }
}

/// libtorch's errors as eagerpy's.
pub(super) trait Ours<T> {
    fn ours(self) -> Result<T>;
}

impl<T> Ours<T> for Result<T, TchError> {
    #[inline]
    fn ours(self) -> Result<T> {
        self.map_err(|error| Error::framework(Tch::NAME, error))
    }
}

pub(super) fn kind_of(dtype: DType) -> Kind {
    match dtype {
        DType::F16 => Kind::Half,
        DType::BF16 => Kind::BFloat16,
        DType::F32 => Kind::Float,
        DType::F64 => Kind::Double,
        DType::I32 => Kind::Int,
        DType::I64 => Kind::Int64,
        DType::U8 => Kind::Uint8,
        DType::Bool => Kind::Bool,
    }
}

pub(super) fn dtype_of(kind: Kind) -> Option<DType> {
    Some(match kind {
        Kind::Half => DType::F16,
        Kind::BFloat16 => DType::BF16,
        Kind::Float => DType::F32,
        Kind::Double => DType::F64,
        Kind::Int => DType::I32,
        Kind::Int64 => DType::I64,
        Kind::Uint8 => DType::U8,
        Kind::Bool => DType::Bool,
        _ => return None,
    })
}

/// The element type that `T` names, or that of the place.
pub(super) fn kind_for<T: Element>(place: &Place) -> Kind {
    T::DTYPE.map_or(place.kind, kind_of)
}

pub(super) fn is_half(kind: Kind) -> bool {
    matches!(kind, Kind::Half | Kind::BFloat16)
}

pub(super) fn is_float(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Half | Kind::BFloat16 | Kind::Float | Kind::Double
    )
}

pub(super) fn is_signed_int(kind: Kind) -> bool {
    matches!(kind, Kind::Int | Kind::Int64)
}

fn refuse(x: &Tensor, wanted: &str) -> Error {
    let held = match x.f_kind() {
        Ok(kind) => match dtype_of(kind) {
            Some(dtype) => shape::show(Some(dtype), &sizes(x)),
            None => format!("{kind:?}{:?}", sizes(x)),
        },
        Err(_) => "a tensor without elements of a known type".to_owned(),
    };
    Error::dtype(format!("needs {wanted}, not {held}; cast with `astype`"))
}

/// The element type of a tensor of floats: libtorch promotes or refuses others, op by op.
pub(super) fn float(x: &Tensor) -> Result<Kind> {
    match x.f_kind() {
        Ok(kind) if is_float(kind) => Ok(kind),
        _ => Err(refuse(x, "floats")),
    }
}

/// The element type of a tensor of numbers.
pub(super) fn numeric(x: &Tensor) -> Result<Kind> {
    match x.f_kind() {
        Ok(kind) if is_float(kind) || is_signed_int(kind) || kind == Kind::Uint8 => Ok(kind),
        _ => Err(refuse(x, "numbers")),
    }
}

/// The element type of a tensor of integers.
pub(super) fn int(x: &Tensor) -> Result<Kind> {
    match x.f_kind() {
        Ok(kind) if is_signed_int(kind) || kind == Kind::Uint8 => Ok(kind),
        _ => Err(refuse(x, "integers")),
    }
}

/// The element type of a mask.
pub(super) fn mask(x: &Tensor) -> Result<Kind> {
    match x.f_kind() {
        Ok(Kind::Bool) => Ok(Kind::Bool),
        _ => Err(refuse(x, "a mask of `bool`")),
    }
}

/// The element type of any tensor.
pub(super) fn any(x: &Tensor) -> Result<Kind> {
    x.f_kind().ours()
}

/// Sizes of the axes. A tensor that `Tensor::new` left undefined has none, and is refused by
/// libtorch in whatever op it meets.
pub(super) fn sizes(x: &Tensor) -> Shape {
    if !x.defined() {
        return Shape::new();
    }
    let mut sizes: SmallVec<[i64; 6]> = SmallVec::from_elem(0, x.dim());
    // tch's own function puts them on the heap, and ends the program where there are none to give.
    // SAFETY: libtorch writes as many numbers as the tensor has axes.
    let error = unsafe {
        torch_sys::at_shape(x.as_ptr().cast_mut(), sizes.as_mut_ptr());
        torch_sys::get_and_reset_last_err()
    };
    if !error.is_null() {
        // SAFETY: it is the caller's, from malloc.
        unsafe { libc::free(error.cast()) };
        return Shape::new();
    }
    sizes
        .into_iter()
        .map(|n| usize::try_from(n).unwrap_or(0))
        .collect()
}

pub(super) fn place(x: &Tensor) -> Place {
    if !x.defined() {
        return default_place();
    }
    Place {
        device: x.device(),
        kind: x.f_kind().unwrap_or(Kind::Float),
    }
}

/// The CPU, with this float type.
pub(super) fn place_for(dtype: Option<DType>) -> Place {
    Place {
        device: Device::Cpu,
        kind: dtype
            .filter(|dtype| dtype.is_float())
            .map_or(Kind::Float, kind_of),
    }
}

impl Fallible<Tch> for Tensor {
    type Value = Self;
    fn fallible(self) -> Result<Self> {
        Ok(self)
    }
}

pub(super) fn default_place() -> Place {
    Place {
        device: Device::Cpu,
        kind: Kind::Float,
    }
}

/// A size or position as libtorch takes it.
pub(super) fn long(n: usize) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

/// A number in an element type, converted as `as` does. libtorch refuses a number beyond the type.
pub(super) fn scalar(kind: Kind, num: Num) -> Scalar {
    match kind {
        Kind::Uint8 => Scalar::int(i64::from(u8::from_num(num))),
        Kind::Int => Scalar::int(i64::from(i32::from_num(num))),
        Kind::Int64 => Scalar::int(num.to_i64()),
        Kind::Bool => Scalar::int(i64::from(num.to_bool())),
        Kind::Float => Scalar::float(f64::from(f32::from_num(num))),
        Kind::Half => Scalar::float(f16::from_num(num).to_f64()),
        Kind::BFloat16 => Scalar::float(bf16::from_num(num).to_f64()),
        _ => match num {
            Num::Float(v) => Scalar::float(v),
            Num::Int(v) => Scalar::int(v),
            Num::Bool(v) => Scalar::int(i64::from(v)),
        },
    }
}

/// A number as elements of a float type hold it. libtorch rounds `f64` to 16 bits twice.
fn held(kind: Kind, v: f64) -> f64 {
    match kind {
        Kind::Half => f16::from_num(Num::Float(v)).to_f64(),
        Kind::BFloat16 => bf16::from_num(Num::Float(v)).to_f64(),
        _ => v,
    }
}

/// A number as a tensor without axes, beside the tensor that it meets.
pub(super) fn beside(x: &Tensor, kind: Kind, num: Num) -> Result<Tensor> {
    Tensor::f_scalar_tensor(scalar(kind, num), (kind, place(x).device)).ours()
}

/// The elements in another type.
pub(super) fn cast(x: &Tensor, from: Kind, to: Kind) -> Result<Tensor> {
    let odd = || to_odd(x).and_then(|odd| plain_cast(&odd, to));
    match to {
        Kind::Uint8 | Kind::Int | Kind::Int64 if is_float(from) => saturate(x, from, to),
        Kind::Half | Kind::BFloat16 if from == Kind::Double => odd(),
        _ => plain_cast(x, to),
    }
    .ours()
}

pub(super) fn plain_cast(x: &Tensor, to: Kind) -> Result<Tensor, TchError> {
    x.f_to_dtype(to, false, false)
}

/// `f64` in the digits of `f32`, to be rounded on to 16 bits: what is inexact has its last bit set, since to round to
/// the nearest twice is not to round to the nearest.
fn to_odd(x: &Tensor) -> Result<Tensor, TchError> {
    let value = x.detach();
    let near = plain_cast(&value, Kind::Float)?;
    let back = plain_cast(&near, Kind::Double)?;
    let beyond = plain_cast(&back.f_abs()?.f_gt_tensor(&value.f_abs()?)?, Kind::Int)?;
    let bits = near.f_view_dtype(Kind::Int)?.f_sub(&beyond)?;
    let odd = bits.f_bitwise_or(1)?.f_view_dtype(Kind::Float)?;
    // Infinities are too large for either type, NaN is not equal to itself.
    let exact = back
        .f_eq_tensor(&value)?
        .f_logical_or(&back.f_isfinite()?.f_logical_not()?)?;
    let lost = plain_cast(&odd, Kind::Double)?
        .f_sub(&value)?
        .f_masked_fill(&exact, 0.0)?;
    // By a sum, so that gradients go through.
    plain_cast(&x.f_add(&lost)?, Kind::Float)
}

/// A function of floats; of those of 16 bits it is worked out in `f32`, and rounded once.
pub(super) fn widened(
    x: &Tensor,
    kind: Kind,
    f: impl FnOnce(&Tensor) -> Result<Tensor>,
) -> Result<Tensor> {
    if !is_half(kind) {
        return f(x);
    }
    let out = f(&plain_cast(x, Kind::Float).ours()?)?;
    plain_cast(&out, kind).ours()
}

/// Floats to ints: libtorch leaves to the processor what becomes of NaN and of numbers out of
/// range. Here NaN is 0, and the ends of the range take in what lies beyond.
fn saturate(x: &Tensor, from: Kind, to: Kind) -> Result<Tensor, TchError> {
    // 2^63, and the last number below it.
    const OVER: f64 = 9_223_372_036_854_775_808.0;
    const UNDER: f64 = 9_223_372_036_854_774_784.0;
    // Every bound is exact in f64, and those of u8 in every float type.
    let wide = if to == Kind::Uint8 || from == Kind::Double {
        x.shallow_clone()
    } else {
        plain_cast(x, Kind::Double)?
    };
    let known = wide.f_nan_to_num(0.0, f64::INFINITY, f64::NEG_INFINITY)?;
    match to {
        Kind::Uint8 => plain_cast(&known.f_clamp(0.0, 255.0)?, to),
        Kind::Int => plain_cast(
            &known.f_clamp(f64::from(i32::MIN), f64::from(i32::MAX))?,
            to,
        ),
        _ => plain_cast(&known.f_clamp(-OVER, UNDER)?, to)?
            .f_masked_fill(&known.f_ge(OVER)?, i64::MAX),
    }
}

pub(super) fn full(place: &Place, kind: Kind, sizes: &[usize], value: Num) -> Result<Tensor> {
    let dims = Ints::from(sizes);
    Tensor::f_full(&*dims, scalar(kind, value), (kind, place.device)).ours()
}

/// The only element.
pub(super) fn item(x: &Tensor) -> Result<Num> {
    Ok(match any(x)? {
        Kind::Bool => Num::Bool(x.f_int64_value(&[]).ours()? != 0),
        kind if is_float(kind) => Num::Float(x.f_double_value(&[]).ours()?),
        _ => Num::Int(x.f_int64_value(&[]).ours()?),
    })
}

/// All elements in row-major order.
pub(super) fn to_nums(x: &Tensor) -> Result<Vec<Num>> {
    let kind = any(x)?;
    let len = shape::size(&sizes(x));
    if is_float(kind) {
        let mut data = vec![0.0f64; len];
        let wide = plain_cast(x, Kind::Double).ours()?;
        wide.f_copy_data(&mut data, len).ours()?;
        return Ok(data.into_iter().map(Num::Float).collect());
    }
    let mut data = vec![0i64; len];
    let wide = plain_cast(x, Kind::Int64).ours()?;
    wide.f_copy_data(&mut data, len).ours()?;
    Ok(data
        .into_iter()
        .map(|v| match kind {
            Kind::Bool => Num::Bool(v != 0),
            _ => Num::Int(v),
        })
        .collect())
}

/// A tensor of these elements in row-major order.
pub(super) fn from_nums(
    place: &Place,
    kind: Kind,
    sizes: &[usize],
    data: &[Num],
) -> Result<Tensor> {
    let flat = if is_float(kind) {
        let data: Vec<f64> = data.iter().map(|n| held(kind, n.to_f64())).collect();
        Tensor::f_from_slice(&data).ours()?
    } else {
        let convert: fn(Num) -> i64 = match kind {
            Kind::Uint8 => |n| i64::from(u8::from_num(n)),
            Kind::Int => |n| i64::from(i32::from_num(n)),
            Kind::Bool => |n| i64::from(n.to_bool()),
            _ => Num::to_i64,
        };
        let data: Vec<i64> = data.iter().map(|&n| convert(n)).collect();
        Tensor::f_from_slice(&data).ours()?
    };
    placed(place, kind, sizes, &flat)
}

/// A tensor of these floats in row-major order.
pub(super) fn from_f64s(
    place: &Place,
    kind: Kind,
    sizes: &[usize],
    mut data: Vec<f64>,
) -> Result<Tensor> {
    if is_half(kind) {
        data.iter_mut().for_each(|v| *v = held(kind, *v));
    }
    let flat = Tensor::f_from_slice(&data).ours()?;
    placed(place, kind, sizes, &flat)
}

/// A flat tensor from the host, in its shape, element type and place.
fn placed(place: &Place, kind: Kind, sizes: &[usize], flat: &Tensor) -> Result<Tensor> {
    let dims = Ints::from(sizes);
    flat.f_reshape(&*dims)
        .and_then(|x| x.f_to_dtype_layout((kind, place.device), false, false))
        .ours()
}

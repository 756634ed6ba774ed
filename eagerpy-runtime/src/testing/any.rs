//! [`AnyTensor`]: a tensor of a backend whose element type is known at run time, and [`Typed`]: such
//! a tensor as the operations take it.

use std::any::Any;
use std::fmt;

use half::{bf16, f16};

use super::data::HostTensor;
use crate::args::Cut;
use crate::backend::{Backend, Value};
use crate::dtype::DType;
use crate::element::{Element, Erased};
use crate::error::{Error, Result};
use crate::num::Num;
use crate::ops::Ops;
use crate::rank::Dyn;
use crate::rank::{R0, R1, R2, R3, R4, R5, R6};

/// A tensor with its element type in its Rust type, on erased backends too.
///
/// Generated code meets such tensors wherever a program names an element type.
#[derive(Debug)]
pub struct Typed<'t, 'a, B: Backend, E: Element>(pub &'t B::Tensor<'a, E>);

impl<B: Backend, E: Element> Value<B> for Typed<'_, '_, B, E> {
    type Elem = E;
    type Rank = Dyn;

    fn view(&self) -> B::View<'_, E> {
        B::borrow::<E>(self.0)
    }

    fn into_tensor(self) -> Result<B::Tensor<'static, E>> {
        B::copy::<E>(B::borrow::<E>(self.0))
    }
}

/// A tensor of one of the element types that every framework here has.
pub enum AnyTensor<'a, B: Backend> {
    /// Of `f16`.
    F16(B::Tensor<'a, f16>),
    /// Of `bf16`.
    BF16(B::Tensor<'a, bf16>),
    /// Of `f32`.
    F32(B::Tensor<'a, f32>),
    /// Of `f64`.
    F64(B::Tensor<'a, f64>),
    /// Of `i32`.
    I32(B::Tensor<'a, i32>),
    /// Of `i64`.
    I64(B::Tensor<'a, i64>),
    /// Of `u8`.
    U8(B::Tensor<'a, u8>),
    /// A mask.
    Bool(B::Tensor<'a, bool>),
    /// Of a type that only the framework knows: a user's tensor on an erased backend.
    Erased(B::Tensor<'a, Erased>),
}

/// Element types that an [`AnyTensor`] may have.
pub trait Kept: Element {
    /// Forgets the element type.
    fn keep<'a, B: Backend>(tensor: B::Tensor<'a, Self>) -> AnyTensor<'a, B>;
    /// The tensor, if it has this element type.
    fn of<'t, 'a, B: Backend>(tensor: &'t AnyTensor<'a, B>) -> Option<&'t B::Tensor<'a, Self>>;
}

macro_rules! kept {
    ($($variant:ident $ty:ty),*) => {$(
        impl Kept for $ty {
            fn keep<'a, B: Backend>(tensor: B::Tensor<'a, Self>) -> AnyTensor<'a, B> {
                AnyTensor::$variant(tensor)
            }
            fn of<'t, 'a, B: Backend>(tensor: &'t AnyTensor<'a, B>) -> Option<&'t B::Tensor<'a, Self>> {
                match tensor {
                    AnyTensor::$variant(tensor) => Some(tensor),
                    _ => None,
                }
            }
        }
    )*};
}
kept!(F16 f16, BF16 bf16, F32 f32, F64 f64, I32 i32, I64 i64, U8 u8, Bool bool, Erased Erased);

/// Runs an expression with the tensor's element type as a Rust type.
macro_rules! every {
    ($any:expr, |$t:ident: $E:ident| $body:expr) => {
        every!(@ $any, |$t: $E| $body, F16 f16, BF16 bf16, F32 f32, F64 f64, I32 i32, I64 i64, U8 u8, Bool bool, Erased Erased)
    };
    (@ $any:expr, |$t:ident: $E:ident| $body:expr, $($variant:ident $ty:ty),*) => {
        match $any {
            $(AnyTensor::$variant($t) => {
                type $E = $ty;
                $body
            })*
        }
    };
}

/// Runs an expression with an element type as a Rust type.
macro_rules! by_dtype {
    ($dtype:expr, |$E:ident| $body:expr) => {
        by_dtype!(@ $dtype, |$E| $body, F16 f16, BF16 bf16, F32 f32, F64 f64, I32 i32, I64 i64, U8 u8, Bool bool)
    };
    (@ $dtype:expr, |$E:ident| $body:expr, $($variant:ident $ty:ty),*) => {
        match $dtype {
            $(DType::$variant => {
                type $E = $ty;
                $body
            })*
        }
    };
}
pub(super) use by_dtype;

impl<B: Backend> AnyTensor<'static, B> {
    /// The backend's tensor of these elements; their layout is of no account here.
    ///
    /// # Errors
    /// If the backend cannot make it.
    pub fn from_host(host: &HostTensor) -> Result<Self> {
        let place = B::default_place();
        by_dtype!(host.dtype, |E| B::from_nums::<E>(
            &place,
            &host.shape,
            &host.data
        )
        .map(E::keep::<B>))
    }

    /// The tensor as a user hands it in, with the element type left to the framework; `None`
    /// where tensor types carry the element type.
    ///
    /// # Errors
    /// If the framework cannot copy it.
    pub fn erased(self) -> Result<Option<Self>> {
        let value: Box<dyn Any> = every!(self, |t: E| Box::new(erase::<B, E>(t)?) as Box<dyn Any>);
        // The types are the same on erased backends, which no bound can say here.
        Ok(value
            .downcast::<B::Tensor<'static, Erased>>()
            .ok()
            .map(|t| AnyTensor::Erased(*t)))
    }

    /// Gives the tensor to the user: as one of dynamic rank, and as one of its static rank.
    ///
    /// # Errors
    /// If the backend cannot.
    pub fn finish(self) -> Result<()> {
        let rank = self.shape().len();
        every!(self, |t: E| {
            let typed = Typed::<B, E>(&t);
            macro_rules! finish {
                ($rank:ty) => {
                    B::finished::<$rank, _>(Typed::<B, E>(&t)).map(|_| ())
                };
            }
            B::finished::<Dyn, _>(typed)?;
            match rank {
                0 => finish!(R0),
                1 => finish!(R1),
                2 => finish!(R2),
                3 => finish!(R3),
                4 => finish!(R4),
                5 => finish!(R5),
                6 => finish!(R6),
                _ => Ok(()),
            }
        })
    }
}

fn erase<B: Backend, E: Element>(
    tensor: B::Tensor<'static, E>,
) -> Result<B::Tensor<'static, B::Elem<E>>> {
    tensor.into_tensor()
}

impl<'a, B: Backend> AnyTensor<'a, B> {
    /// The element type in the Rust type.
    pub fn dtype(&self) -> Option<DType> {
        match self {
            AnyTensor::F16(_) => Some(DType::F16),
            AnyTensor::BF16(_) => Some(DType::BF16),
            AnyTensor::F32(_) => Some(DType::F32),
            AnyTensor::F64(_) => Some(DType::F64),
            AnyTensor::I32(_) => Some(DType::I32),
            AnyTensor::I64(_) => Some(DType::I64),
            AnyTensor::U8(_) => Some(DType::U8),
            AnyTensor::Bool(_) => Some(DType::Bool),
            AnyTensor::Erased(_) => None,
        }
    }

    /// Does the framework keep the elements as it keeps those of this type?
    pub fn holds(&self, dtype: DType) -> bool {
        every!(self, |t: E| B::holds::<E>(&B::borrow::<E>(t), dtype))
    }

    /// Sizes of the axes.
    pub fn shape(&self) -> Vec<usize> {
        every!(self, |t: E| B::shape::<E>(&B::borrow::<E>(t)).to_vec())
    }

    /// All elements in row-major order.
    ///
    /// # Errors
    /// If the framework cannot read them.
    pub fn to_nums(&self) -> Result<Vec<Num>> {
        every!(self, |t: E| B::to_nums::<E>(B::borrow::<E>(t)))
    }

    /// The same tensor once more.
    ///
    /// # Errors
    /// If the framework cannot.
    pub fn share(&self) -> Result<AnyTensor<'_, B>> {
        every!(self, |t: E| Ok(E::keep::<B>(B::share::<E>(
            B::borrow::<E>(t)
        )?)))
    }

    /// Every second element of the last axis, from this one on: a view where the framework has them.
    ///
    /// # Errors
    /// If the framework cannot.
    pub fn strided(&self, first: usize) -> Result<AnyTensor<'_, B>> {
        every!(self, |t: E| {
            let view = B::borrow::<E>(t);
            let mut cuts: Vec<Cut> = B::shape::<E>(&view).into_iter().map(Cut::full).collect();
            if let Some(last) = cuts.last_mut() {
                last.len = last.len.saturating_sub(first).div_ceil(2);
                last.start = first;
                last.step = 2;
            }
            Ok(E::keep::<B>(<B as Backend>::slice::<E>(
                view,
                &cuts,
                &[],
                &[],
            )?))
        })
    }

    /// The axes in reversed order: a view where the framework has them.
    ///
    /// # Errors
    /// If the framework cannot.
    pub fn transposed(&self) -> Result<AnyTensor<'_, B>> {
        every!(self, |t: E| {
            let view = B::borrow::<E>(t);
            let order: Vec<usize> = (0..B::shape::<E>(&view).len()).rev().collect();
            Ok(E::keep::<B>(<B as Backend>::transpose::<E>(view, &order)?))
        })
    }

    /// The tensor cast as a user writes it; from an erased tensor it comes back erased.
    ///
    /// # Errors
    /// If the framework cannot.
    pub fn astype(&self, dtype: DType) -> Result<AnyTensor<'static, B>> {
        let cast = every!(self, |t: E| {
            let x = Typed::<B, E>(t);
            by_dtype!(dtype, |T| Ok::<_, Error>(T::keep::<B>(
                <B as Ops>::astype::<T, _>(&x)?
            )))
        })?;
        if !matches!(self, AnyTensor::Erased(_)) {
            return Ok(cast);
        }
        cast.erased()?
            .ok_or_else(|| Error::unsupported("a typed backend has no erased tensors"))
    }
}

impl<B: Backend> fmt::Debug for AnyTensor<'_, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dtype = self.dtype().map_or("erased", DType::name);
        write!(f, "{dtype}{:?}", self.shape())
    }
}

//! What is each framework's own: its tensors made of numbers, numbers of its tensors, and its gradients.

use std::error::Error;

/// What may go wrong in a caller: an agnostic function, or its framework.
pub type Outcome<T = ()> = Result<T, Box<dyn Error>>;

/// A framework with one of its float types, and the tensors that its users have.
#[allow(dead_code, reason = "a build may have no framework")]
pub trait Native {
    type Backend: eagerpy::Backend;
    type Elem: eagerpy::Element;
    type Scalar;
    type Vector;
    type Matrix;
    type Ints;
    type Mask;
    type Masks;
    fn scalar(v: f64) -> Outcome<Self::Scalar>;
    fn vector(v: &[f64]) -> Outcome<Self::Vector>;
    /// In row-major order, with rows of this length.
    fn matrix(v: &[f64], columns: usize) -> Outcome<Self::Matrix>;
    fn ints(v: &[i64]) -> Outcome<Self::Ints>;
    fn mask(v: &[bool]) -> Outcome<Self::Mask>;
    fn masks(v: &[bool], columns: usize) -> Outcome<Self::Masks>;
}

/// A framework that keeps track of gradients.
#[allow(dead_code, reason = "ndarray does not")]
pub trait Tracking: Native {
    type Tensor;
    /// A tensor whose gradients its user wants.
    type Leaf;
    fn leaf(v: Self::Tensor) -> Outcome<Self::Leaf>;
    /// Of a scalar, at the leaf.
    fn gradient(of: &Self::Tensor, at: &Self::Leaf) -> Outcome<Vec<f64>>;
}

/// A framework's tensor, read back.
pub trait Numbers {
    fn numbers(&self) -> Outcome<Vec<f64>>;
}

#[cfg(feature = "ndarray")]
pub mod on_ndarray {
    use super::{Native, Numbers, Outcome};
    use eagerpy::frameworks::ndarray::{Array, Array0, Array1, Array2, Dimension, arr0};
    use std::marker::PhantomData;

    pub struct Of<E>(PhantomData<E>);

    /// The float types, from `f64`.
    pub trait Float: eagerpy::Float {
        fn of(v: f64) -> Self;
    }
    impl Float for f32 {
        fn of(v: f64) -> f32 {
            v as f32
        }
    }
    impl Float for f64 {
        fn of(v: f64) -> f64 {
            v
        }
    }

    impl<E: Float> Native for Of<E> {
        type Backend = eagerpy::backends::Ndarray;
        type Elem = E;
        type Scalar = Array0<E>;
        type Vector = Array1<E>;
        type Matrix = Array2<E>;
        type Ints = Array1<i64>;
        type Mask = Array1<bool>;
        type Masks = Array2<bool>;
        fn scalar(v: f64) -> Outcome<Array0<E>> {
            Ok(arr0(E::of(v)))
        }
        fn vector(v: &[f64]) -> Outcome<Array1<E>> {
            Ok(v.iter().map(|&v| E::of(v)).collect())
        }
        fn matrix(v: &[f64], columns: usize) -> Outcome<Array2<E>> {
            let shape = (v.len() / columns, columns);
            Ok(Array2::from_shape_vec(
                shape,
                v.iter().map(|&v| E::of(v)).collect(),
            )?)
        }
        fn ints(v: &[i64]) -> Outcome<Array1<i64>> {
            Ok(v.to_vec().into())
        }
        fn mask(v: &[bool]) -> Outcome<Array1<bool>> {
            Ok(v.to_vec().into())
        }
        fn masks(v: &[bool], columns: usize) -> Outcome<Array2<bool>> {
            Ok(Array2::from_shape_vec(
                (v.len() / columns, columns),
                v.to_vec(),
            )?)
        }
    }

    impl<E: eagerpy::Element, D: Dimension> Numbers for Array<E, D> {
        fn numbers(&self) -> Outcome<Vec<f64>> {
            Ok(self.iter().map(|e| e.to_num().to_f64()).collect())
        }
    }
}

#[cfg(feature = "candle")]
pub mod on_candle {
    use super::{Native, Numbers, Outcome, Tracking};
    use eagerpy::frameworks::candle_core::{DType, Device, Tensor, Var, WithDType};
    use std::marker::PhantomData;

    pub struct Of<E>(PhantomData<E>);

    impl<E: WithDType> Of<E> {
        fn floats(v: &[f64], shape: &[usize]) -> Outcome<Tensor> {
            Ok(Tensor::from_slice(v, shape, &Device::Cpu)?.to_dtype(E::DTYPE)?)
        }
        /// candle has no type of truth values; its masks are of `u8`.
        fn truths(v: &[bool], shape: &[usize]) -> Outcome<Tensor> {
            let v: Vec<u8> = v.iter().map(|&v| v.into()).collect();
            Ok(Tensor::from_vec(v, shape, &Device::Cpu)?)
        }
    }

    impl<E: WithDType> Native for Of<E> {
        type Backend = eagerpy::backends::Candle;
        type Elem = eagerpy::Erased;
        type Scalar = Tensor;
        type Vector = Tensor;
        type Matrix = Tensor;
        type Ints = Tensor;
        type Mask = Tensor;
        type Masks = Tensor;
        fn scalar(v: f64) -> Outcome<Tensor> {
            Self::floats(&[v], &[])
        }
        fn vector(v: &[f64]) -> Outcome<Tensor> {
            Self::floats(v, &[v.len()])
        }
        fn matrix(v: &[f64], columns: usize) -> Outcome<Tensor> {
            Self::floats(v, &[v.len() / columns, columns])
        }
        fn ints(v: &[i64]) -> Outcome<Tensor> {
            Ok(Tensor::new(v, &Device::Cpu)?)
        }
        fn mask(v: &[bool]) -> Outcome<Tensor> {
            Self::truths(v, &[v.len()])
        }
        fn masks(v: &[bool], columns: usize) -> Outcome<Tensor> {
            Self::truths(v, &[v.len() / columns, columns])
        }
    }

    impl<E: WithDType> Tracking for Of<E> {
        type Tensor = Tensor;
        type Leaf = Var;
        fn leaf(v: Tensor) -> Outcome<Var> {
            Ok(Var::from_tensor(&v)?)
        }
        fn gradient(of: &Tensor, at: &Var) -> Outcome<Vec<f64>> {
            let gradients = of.backward()?;
            gradients.get(at).ok_or("no gradient")?.numbers()
        }
    }

    impl Numbers for Tensor {
        fn numbers(&self) -> Outcome<Vec<f64>> {
            Ok(self.flatten_all()?.to_dtype(DType::F64)?.to_vec1()?)
        }
    }
}

#[cfg(feature = "tch")]
pub mod on_tch {
    use super::{Native, Numbers, Outcome, Tracking};
    use eagerpy::frameworks::tch::{Kind, Tensor, kind};
    use std::marker::PhantomData;

    pub struct Of<E>(PhantomData<E>);

    impl<E: kind::Element> Native for Of<E> {
        type Backend = eagerpy::backends::Tch;
        type Elem = eagerpy::Erased;
        type Scalar = Tensor;
        type Vector = Tensor;
        type Matrix = Tensor;
        type Ints = Tensor;
        type Mask = Tensor;
        type Masks = Tensor;
        fn scalar(v: f64) -> Outcome<Tensor> {
            Ok(Self::vector(&[v])?.f_reshape([0i64; 0])?)
        }
        fn vector(v: &[f64]) -> Outcome<Tensor> {
            Ok(Tensor::f_from_slice(v)?.f_to_kind(E::KIND)?)
        }
        fn matrix(v: &[f64], columns: usize) -> Outcome<Tensor> {
            Ok(Self::vector(v)?.f_reshape([-1, columns as i64])?)
        }
        fn ints(v: &[i64]) -> Outcome<Tensor> {
            Ok(Tensor::f_from_slice(v)?)
        }
        fn mask(v: &[bool]) -> Outcome<Tensor> {
            Ok(Tensor::f_from_slice(v)?)
        }
        fn masks(v: &[bool], columns: usize) -> Outcome<Tensor> {
            Ok(Self::mask(v)?.f_reshape([-1, columns as i64])?)
        }
    }

    impl<E: kind::Element> Tracking for Of<E> {
        type Tensor = Tensor;
        type Leaf = Tensor;
        fn leaf(v: Tensor) -> Outcome<Tensor> {
            Ok(v.f_set_requires_grad(true)?)
        }
        fn gradient(of: &Tensor, at: &Tensor) -> Outcome<Vec<f64>> {
            of.f_backward()?;
            at.f_grad()?.numbers()
        }
    }

    impl Numbers for Tensor {
        fn numbers(&self) -> Outcome<Vec<f64>> {
            Ok(self
                .f_detach()?
                .f_flatten(0, -1)?
                .f_to_kind(Kind::Double)?
                .try_into()?)
        }
    }
}

//! Tensors of every framework of the build, and one test per backend from one body.

#![allow(dead_code, unused_imports, unused_macros)]

/// Tensors of a framework from slices, and back.
pub trait Framework {
    type Tensor;
    fn f32(data: &[f32], shape: &[usize]) -> Self::Tensor;
    fn f64(data: &[f64], shape: &[usize]) -> Self::Tensor64;
    fn i64(data: &[i64], shape: &[usize]) -> Self::Index;
    type Tensor64;
    type Index;
}

#[cfg(feature = "ndarray")]
pub mod nd {
    pub use eagerpy::frameworks::ndarray::{ArrayD, IxDyn};
    pub struct Nd;
    impl super::Framework for Nd {
        type Tensor = ArrayD<f32>;
        type Tensor64 = ArrayD<f64>;
        type Index = ArrayD<i64>;
        fn f32(data: &[f32], shape: &[usize]) -> ArrayD<f32> {
            ArrayD::from_shape_vec(IxDyn(shape), data.to_vec()).unwrap()
        }
        fn f64(data: &[f64], shape: &[usize]) -> ArrayD<f64> {
            ArrayD::from_shape_vec(IxDyn(shape), data.to_vec()).unwrap()
        }
        fn i64(data: &[i64], shape: &[usize]) -> ArrayD<i64> {
            ArrayD::from_shape_vec(IxDyn(shape), data.to_vec()).unwrap()
        }
    }
    impl<E: Copy + Into<f64>, D: eagerpy::frameworks::ndarray::Dimension> super::Read
        for eagerpy::frameworks::ndarray::Array<E, D>
    {
        fn read(&self) -> (Vec<usize>, Vec<f64>) {
            (
                self.shape().to_vec(),
                self.iter().map(|&v| v.into()).collect(),
            )
        }
    }
}

#[cfg(feature = "candle")]
pub mod ca {
    pub use eagerpy::frameworks::candle_core::{DType, Device, Tensor};
    pub struct Ca;
    impl super::Framework for Ca {
        type Tensor = Tensor;
        type Tensor64 = Tensor;
        type Index = Tensor;
        fn f32(data: &[f32], shape: &[usize]) -> Tensor {
            Tensor::from_slice(data, shape, &Device::Cpu).unwrap()
        }
        fn f64(data: &[f64], shape: &[usize]) -> Tensor {
            Tensor::from_slice(data, shape, &Device::Cpu).unwrap()
        }
        fn i64(data: &[i64], shape: &[usize]) -> Tensor {
            Tensor::from_slice(data, shape, &Device::Cpu).unwrap()
        }
    }
    impl super::Read for Tensor {
        fn read(&self) -> (Vec<usize>, Vec<f64>) {
            let flat = self.flatten_all().unwrap().to_dtype(DType::F64).unwrap();
            (self.dims().to_vec(), flat.to_vec1().unwrap())
        }
    }
}

#[cfg(feature = "tch")]
pub mod tc {
    pub use eagerpy::frameworks::tch::{Kind, Tensor};
    pub struct Tc;
    fn sizes(shape: &[usize]) -> Vec<i64> {
        shape.iter().map(|&n| n as i64).collect()
    }
    impl super::Framework for Tc {
        type Tensor = Tensor;
        type Tensor64 = Tensor;
        type Index = Tensor;
        fn f32(data: &[f32], shape: &[usize]) -> Tensor {
            Tensor::from_slice(data).reshape(sizes(shape))
        }
        fn f64(data: &[f64], shape: &[usize]) -> Tensor {
            Tensor::from_slice(data).reshape(sizes(shape))
        }
        fn i64(data: &[i64], shape: &[usize]) -> Tensor {
            Tensor::from_slice(data).reshape(sizes(shape))
        }
    }
    impl super::Read for Tensor {
        fn read(&self) -> (Vec<usize>, Vec<f64>) {
            let flat = self.detach().to_kind(Kind::Double).reshape([-1]);
            (
                self.size().iter().map(|&n| n as usize).collect(),
                Vec::try_from(flat).unwrap(),
            )
        }
    }
}

pub trait Read {
    fn read(&self) -> (Vec<usize>, Vec<f64>);
}

/// Holds a tensor to its sizes and elements.
#[track_caller]
pub fn gives(tensor: &impl Read, shape: &[usize], data: &[f64]) {
    let (have_shape, have) = tensor.read();
    assert_eq!(have_shape, shape, "shape");
    assert_eq!(have.len(), data.len());
    for (h, d) in have.iter().zip(data) {
        assert!(
            (h - d).abs() <= 1e-5 * d.abs().max(1.0),
            "{have:?} is not {data:?}"
        );
    }
}

/// The element of a scalar.
#[track_caller]
pub fn number(scalar: &impl Read) -> f64 {
    let (shape, data) = scalar.read();
    assert!(shape.is_empty(), "a scalar");
    data[0]
}

/// The slopes of a function of numbers, by central differences.
pub fn slopes(f: impl Fn(&[f64]) -> f64, at: &[f64]) -> Vec<f64> {
    let step = 1e-6;
    (0..at.len())
        .map(|place| {
            let moved = |by: f64| {
                let mut at = at.to_vec();
                at[place] += by;
                f(&at)
            };
            (moved(step) - moved(-step)) / (2.0 * step)
        })
        .collect()
}

/// One test per backend from one body.
macro_rules! on_every_backend {
    ($($(#[$meta:meta])* fn $name:ident() $body:block)*) => {
        #[cfg(feature = "ndarray")]
        mod on_ndarray {
            use super::*;
            use nd::Nd as F;
            $($(#[$meta])* #[test] fn $name() $body)*
        }
        #[cfg(feature = "candle")]
        mod on_candle {
            use super::*;
            use ca::Ca as F;
            $($(#[$meta])* #[test] fn $name() $body)*
        }
        #[cfg(feature = "tch")]
        mod on_tch {
            use super::*;
            use tc::Tc as F;
            $($(#[$meta])* #[test] fn $name() $body)*
        }
    };
}
pub(crate) use on_every_backend;

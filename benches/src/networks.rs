//! Networks, of which the value or the gradient is worked out: the same numbers in every framework.

use std::rc::Rc;

use anyhow::Result;
use candle_core::{Device, Tensor};
use ndarray::{Array0, Array1, Array2, arr0};

use crate::inputs::numbers;

/// How its tensors are made.
pub trait Framework {
    type Scalar;
    type Vector;
    type Matrix;
    type Labels;
    /// # Errors
    /// As the framework says, here and below.
    fn scalar(value: f32) -> Result<Self::Scalar>;
    /// # Errors
    fn vector(values: Vec<f32>) -> Result<Self::Vector>;
    /// # Errors
    fn matrix(rows: usize, cols: usize, values: Vec<f32>) -> Result<Self::Matrix>;
    /// # Errors
    fn labels(values: Vec<i64>) -> Result<Self::Labels>;
}

/// ndarray.
pub struct InNdarray;

impl Framework for InNdarray {
    type Scalar = Array0<f32>;
    type Vector = Array1<f32>;
    type Matrix = Array2<f32>;
    type Labels = Array1<i64>;
    fn scalar(value: f32) -> Result<Array0<f32>> {
        Ok(arr0(value))
    }
    fn vector(values: Vec<f32>) -> Result<Array1<f32>> {
        Ok(Array1::from_vec(values))
    }
    fn matrix(rows: usize, cols: usize, values: Vec<f32>) -> Result<Array2<f32>> {
        Ok(Array2::from_shape_vec((rows, cols), values)?)
    }
    fn labels(values: Vec<i64>) -> Result<Array1<i64>> {
        Ok(Array1::from_vec(values))
    }
}

/// candle.
pub struct InCandle;

impl Framework for InCandle {
    type Scalar = Tensor;
    type Vector = Tensor;
    type Matrix = Tensor;
    type Labels = Tensor;
    fn scalar(value: f32) -> Result<Tensor> {
        Ok(Tensor::new(value, &Device::Cpu)?)
    }
    fn vector(values: Vec<f32>) -> Result<Tensor> {
        let count = values.len();
        Ok(Tensor::from_vec(values, count, &Device::Cpu)?)
    }
    fn matrix(rows: usize, cols: usize, values: Vec<f32>) -> Result<Tensor> {
        Ok(Tensor::from_vec(values, (rows, cols), &Device::Cpu)?)
    }
    fn labels(values: Vec<i64>) -> Result<Tensor> {
        let count = values.len();
        Ok(Tensor::from_vec(values, count, &Device::Cpu)?)
    }
}

/// tch.
#[cfg(feature = "tch")]
pub struct InTch;

#[cfg(feature = "tch")]
impl Framework for InTch {
    type Scalar = tch::Tensor;
    type Vector = tch::Tensor;
    type Matrix = tch::Tensor;
    type Labels = tch::Tensor;
    fn scalar(value: f32) -> Result<tch::Tensor> {
        Ok(tch::Tensor::f_from_slice(&[value])?.f_squeeze()?)
    }
    fn vector(values: Vec<f32>) -> Result<tch::Tensor> {
        Ok(tch::Tensor::f_from_slice(&values)?)
    }
    fn matrix(rows: usize, cols: usize, values: Vec<f32>) -> Result<tch::Tensor> {
        let sizes = [i64::try_from(rows)?, i64::try_from(cols)?];
        Ok(tch::Tensor::f_from_slice(&values)?.f_reshape(sizes)?)
    }
    fn labels(values: Vec<i64>) -> Result<tch::Tensor> {
        Ok(tch::Tensor::f_from_slice(&values)?)
    }
}

/// How large a network is.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    pub rows: usize,
    pub inputs: usize,
    pub first: usize,
    pub second: usize,
    pub classes: usize,
}

/// A network of two hidden layers, a head on the first of them, a linear model, and what they are held to.
pub struct Network<F: Framework> {
    pub x: F::Matrix,
    pub labels: F::Labels,
    /// 0 or 1.
    pub y: F::Vector,
    /// The linear model's.
    pub w: F::Vector,
    pub b: F::Scalar,
    pub w1: F::Matrix,
    pub b1: F::Vector,
    pub w2: F::Matrix,
    pub b2: F::Vector,
    pub w3: F::Matrix,
    pub b3: F::Vector,
    /// The head on the first hidden layer.
    pub wh: F::Matrix,
    pub bh: F::Vector,
}

impl<F: Framework> Network<F> {
    /// Makes it. Weights are as small as they begin in training, so that no class is certain.
    ///
    /// # Errors
    /// If the framework has no memory for it.
    pub fn of(shape: Shape) -> Result<Rc<Self>> {
        let Shape {
            rows,
            inputs,
            first,
            second,
            classes,
        } = shape;
        let scaled = |count: usize, inputs: usize, seed: u64| -> Vec<f32> {
            let scale = 1.0 / (inputs as f32).sqrt();
            numbers(count, seed).iter().map(|v| v * scale).collect()
        };
        let weights = |inputs: usize, outs: usize, seed: u64| {
            F::matrix(inputs, outs, scaled(inputs * outs, inputs, seed))
        };
        let label = |row: usize| Ok(i64::try_from(row * 7 % classes)?);
        let target = |row: usize| if row.is_multiple_of(3) { 1.0 } else { 0.0 };
        Ok(Rc::new(Network {
            x: F::matrix(rows, inputs, numbers(rows * inputs, 16))?,
            labels: F::labels((0..rows).map(label).collect::<Result<_>>()?)?,
            y: F::vector((0..rows).map(target).collect())?,
            w: F::vector(scaled(inputs, inputs, 25))?,
            b: F::scalar(0.1)?,
            w1: weights(inputs, first, 17)?,
            b1: F::vector(numbers(first, 18))?,
            w2: weights(first, second, 19)?,
            b2: F::vector(numbers(second, 20))?,
            w3: weights(second, classes, 21)?,
            b3: F::vector(numbers(classes, 22))?,
            wh: weights(first, classes, 23)?,
            bh: F::vector(numbers(classes, 24))?,
        }))
    }
}

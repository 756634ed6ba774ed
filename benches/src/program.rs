//! A program that is measured: something that can be called again and again, and whose result can be looked at.

use std::hint::black_box;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use ndarray::{Array, Dimension};

/// The numbers in a result: a list for each of its tensors, in row-major order.
pub trait Values {
    fn parts(&self) -> Result<Vec<Vec<f32>>>;
}

impl Values for f32 {
    fn parts(&self) -> Result<Vec<Vec<f32>>> {
        Ok(vec![vec![*self]])
    }
}

impl Values for Vec<f32> {
    fn parts(&self) -> Result<Vec<Vec<f32>>> {
        Ok(vec![self.clone()])
    }
}

impl<D: Dimension> Values for Array<f32, D> {
    fn parts(&self) -> Result<Vec<Vec<f32>>> {
        Ok(vec![self.iter().copied().collect()])
    }
}

impl Values for candle_core::Tensor {
    fn parts(&self) -> Result<Vec<Vec<f32>>> {
        Ok(vec![self.flatten_all()?.to_vec1()?])
    }
}

#[cfg(feature = "tch")]
impl Values for tch::Tensor {
    fn parts(&self) -> Result<Vec<Vec<f32>>> {
        // What a gradient is tracked through is not read directly.
        Ok(vec![Vec::try_from(&self.f_detach()?.f_flatten(0, -1)?)?])
    }
}

impl<T: Values, const N: usize> Values for [T; N] {
    fn parts(&self) -> Result<Vec<Vec<f32>>> {
        let parts: Result<Vec<_>> = self.iter().map(Values::parts).collect();
        Ok(parts?.concat())
    }
}

#[cfg(feature = "tch")]
impl Values for Vec<tch::Tensor> {
    fn parts(&self) -> Result<Vec<Vec<f32>>> {
        let parts: Result<Vec<_>> = self.iter().map(Values::parts).collect();
        Ok(parts?.concat())
    }
}

impl<A: Values, B: Values> Values for (A, B) {
    fn parts(&self) -> Result<Vec<Vec<f32>>> {
        Ok([self.0.parts()?, self.1.parts()?].concat())
    }
}

impl<A: Values, B: Values, C: Values> Values for (A, B, C) {
    fn parts(&self) -> Result<Vec<Vec<f32>>> {
        Ok([self.0.parts()?, self.1.parts()?, self.2.parts()?].concat())
    }
}

impl<A: Values, B: Values, C: Values, D: Values> Values for (A, B, C, D) {
    fn parts(&self) -> Result<Vec<Vec<f32>>> {
        Ok([
            self.0.parts()?,
            self.1.parts()?,
            self.2.parts()?,
            self.3.parts()?,
        ]
        .concat())
    }
}

/// What a function gives, whether it can fail or not.
pub trait Outcome {
    type Value: Values;
    fn get(self) -> Result<Self::Value>;
}

impl Outcome for f32 {
    type Value = f32;
    fn get(self) -> Result<f32> {
        Ok(self)
    }
}

impl Outcome for Vec<f32> {
    type Value = Vec<f32>;
    fn get(self) -> Result<Vec<f32>> {
        Ok(self)
    }
}

impl<D: Dimension> Outcome for Array<f32, D> {
    type Value = Self;
    fn get(self) -> Result<Self> {
        Ok(self)
    }
}

impl<T: Values, const N: usize> Outcome for [T; N] {
    type Value = Self;
    fn get(self) -> Result<Self> {
        Ok(self)
    }
}

impl<A: Values, B: Values> Outcome for (A, B) {
    type Value = Self;
    fn get(self) -> Result<Self> {
        Ok(self)
    }
}

impl<A: Values, B: Values, C: Values> Outcome for (A, B, C) {
    type Value = Self;
    fn get(self) -> Result<Self> {
        Ok(self)
    }
}

impl<T: Values> Outcome for Option<T> {
    type Value = T;
    fn get(self) -> Result<T> {
        self.context("there is no result")
    }
}

impl<T: Values, E: std::error::Error + Send + Sync + 'static> Outcome
    for std::result::Result<T, E>
{
    type Value = T;
    fn get(self) -> Result<T> {
        Ok(self?)
    }
}

/// A program.
pub trait Run {
    /// Time of so many calls.
    fn time(&mut self, calls: usize) -> Result<Duration>;
    /// What it gives.
    fn parts(&mut self) -> Result<Vec<Vec<f32>>>;
}

impl<O: Outcome, F: FnMut() -> O> Run for F {
    fn time(&mut self, calls: usize) -> Result<Duration> {
        let start = Instant::now();
        for _ in 0..calls {
            black_box(self().get()?);
        }
        Ok(start.elapsed())
    }

    fn parts(&mut self) -> Result<Vec<Vec<f32>>> {
        self().get()?.parts()
    }
}

/// A program with its name.
pub struct Contestant {
    /// `ndarray fused`
    pub name: &'static str,
    pub run: Box<dyn Run>,
}

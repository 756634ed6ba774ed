//! Methods and associated functions of structs of tensors, called by each other and from outside.

use eagerpy::agnostic;
use eagerpy::backends::Ndarray;
use ndarray::{arr0, arr1, arr2};

#[agnostic(methods)]
pub struct Layer<D, C> {
    w: Tensor<_, D, C>,
    b: Tensor<_, C>,
    rate: f64,
}

#[agnostic]
impl Layer<D, C> {
    /// Weights, and their sums for a bias.
    pub fn of(w: &Tensor<_, D, C>, rate: f64) -> Self {
        Self {
            w,
            b: w.sum(axis = 0),
            rate,
        }
    }

    pub fn forward(&self, x: &Tensor<_, N, D>) -> Tensor<_, N, C> {
        x.matmul(self.w) + self.b
    }

    fn decayed(&self, by: f64, times: usize) -> Self {
        let mut out = self;
        for _ in 0..times {
            out.w = out.w * (1.0 - by * self.rate);
        }
        out
    }

    fn norm(&self, x: &Tensor<_, N, D>) -> (Scalar, f64) {
        let y = self.forward(x);
        (y.l2(), self.rate)
    }

    fn checked(&self, most: f64) -> eagerpy::Result<Scalar> {
        Ok(self.w.max() / most)
    }
}

#[agnostic]
fn used(w: &Tensor<_, D, C>, x: &Tensor<_, N, D>) -> Tensor<_, N, C> {
    let layer: Layer<_, D, C> = Layer::of(w, 0.5);
    let other: Layer<_, D, C> = layer.decayed(1.0, 1);
    layer.forward(x) + other.forward(x)
}

#[agnostic]
pub struct Stack<D> {
    pub layers: Vec<Layer<_, D, D>>,
}

#[agnostic]
fn through(stack: &Stack<_, D>, x: &Tensor<_, N, D>) -> Tensor<_, N, D> {
    let mut y = x;
    for layer in stack.layers.iter() {
        y = layer.forward(y);
    }
    for layer in stack.layers {
        y += layer.forward(y);
    }
    y
}

fn main() -> eagerpy::Result<()> {
    let w = arr2(&[[1.0_f32, 2.0], [3.0, 4.0]]);
    let layer = Layer::<Ndarray>::of(&w, 0.5)?;
    assert_eq!(layer.b, arr1(&[4.0, 6.0]));
    let x = arr2(&[[1.0_f32, 1.0]]);
    assert_eq!(layer.forward(&x)?, arr2(&[[8.0, 12.0]]));
    assert_eq!(
        layer.decayed(1.0, 2)?.w,
        arr2(&[[0.25, 0.5], [0.75, 1.0]])
    );
    let x = arr2(&[[0.0_f32, 0.0]]);
    let (norm, rate) = layer.norm(&x)?;
    assert!((norm.into_scalar() - 52.0_f32.sqrt()).abs() < 1e-5);
    assert_eq!(rate, 0.5);
    assert_eq!(layer.checked(2.0)?, arr0(2.0));
    assert_eq!(used(&w, &x)?, arr2(&[[8.0, 12.0]]));
    let one = Layer::<Ndarray>::of(&arr2(&[[1.0_f32]]), 0.5)?;
    let stack = Stack { layers: vec![one] };
    assert_eq!(through(&stack, &arr2(&[[1.0_f32]]))?, arr2(&[[5.0]]));
    Ok(())
}

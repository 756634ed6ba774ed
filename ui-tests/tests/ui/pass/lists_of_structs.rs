//! Lists of structs, structs in structs, and structs in tuples.

use eagerpy::agnostic;
use eagerpy::backends::Ndarray;
use ndarray::{arr1, arr2};

#[agnostic]
#[derive(Clone)]
pub struct Layer<D, C> {
    pub w: Tensor<_, D, C>,
    pub b: Tensor<_, C>,
}

#[agnostic]
pub struct Stack<D> {
    pub layers: Vec<Layer<_, D, D>>,
    pub last: (Tensor<_, D>, f64),
}

#[agnostic]
fn forward(p: &Layer<_, D, C>, x: &Tensor<_, N, D>) -> Tensor<_, N, C> {
    x.matmul(p.w) + p.b
}

#[agnostic]
fn through(stack: &Stack<_, D>, x: &Tensor<_, N, D>) -> Tensor<_, N, D> {
    let mut y = x;
    for layer in stack.layers.iter() {
        y = forward(layer, y);
    }
    y * stack.last.0 + stack.last.1
}

#[agnostic]
fn rebound(stack: &Stack<_, D>, x: &Tensor<_, N, D>) -> Tensor<_, N, D> {
    let mut y = x;
    for layer in stack.layers {
        y = y.matmul(layer.w) + layer.b;
    }
    for layer in stack.layers.iter() {
        y += layer.b;
    }
    y
}

#[agnostic]
fn all(layers: &[Layer<_, _, _>], x: &Tensor<_, N, D>) -> Tensor<_, N, _> {
    let mut y = x;
    for (i, layer) in layers.iter().enumerate() {
        y = y.matmul(layer.w) + layer.b * i as f64;
    }
    y
}

fn main() -> eagerpy::Result<()> {
    let layer: Layer<Ndarray> = Layer {
        w: arr2(&[[1.0, 0.0], [0.0, 2.0]]),
        b: arr1(&[1.0, 0.0]),
    };
    let x = arr2(&[[1.0_f32, 1.0]]);
    assert_eq!(all(&[layer.clone(), layer.clone()], &x)?, arr2(&[[2.0, 4.0]]));
    let stack: Stack<Ndarray> = Stack {
        layers: vec![layer.clone(), layer],
        last: (arr1(&[1.0, 10.0]), 0.5),
    };
    assert_eq!(through(&stack, &x)?, arr2(&[[3.5, 40.5]]));
    assert_eq!(rebound(&stack, &x)?.dim(), (1, 2));
    Ok(())
}

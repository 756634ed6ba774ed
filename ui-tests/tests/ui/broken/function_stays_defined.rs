//! A function whose body cannot be parsed has its type all the same: what callers make of it is checked.

use eagerpy::agnostic;
use ndarray::array;

#[agnostic]
fn broken(x: &Tensor<_, N>) -> Tensor<_, N> {
    x +
}

fn main() {
    let text: () = broken::EXPLAIN;
    let wrong: usize = broken(&array![1.0_f32]).is_ok();
}

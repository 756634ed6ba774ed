//! A module in which names of the prelude mean something else: what is written for the user does not care.

use ndarray::array;

#[allow(dead_code, non_camel_case_types, non_snake_case)]
mod odd {
    use eagerpy::agnostic;

    pub struct Option;
    pub struct Result;
    pub struct Vec;
    pub struct String;
    pub struct Some;
    pub trait Into {}
    pub trait Iterator {}
    pub fn Ok() {}
    pub fn Err() {}
    pub mod core {}
    pub mod std {}
    pub mod eagerpy_runtime {}
    macro_rules! panic {
        () => {};
    }
    macro_rules! vec {
        () => {};
    }
    macro_rules! unreachable {
        () => {};
    }

    #[agnostic]
    pub fn halved(x: &Tensor<_, N, D>, rounds: usize) -> (Tensor<_, N>, Scalar) {
        let mut y = x;
        for _ in 0..rounds {
            y = y / 2.0;
        }
        while y.max().item() > 1.0 {
            y = y / 2.0;
        }
        (y.sum(axis = 1), y[(0, 0)])
    }

    #[agnostic]
    pub fn called(x: &Tensor<_, N, D>) -> Tensor<_, N> {
        let (rows, first) = halved(x, 1);
        rows + first
    }
}

fn main() -> eagerpy::Result<()> {
    let x = array![[1.0_f32, 2.0], [3.0, 4.0]];
    let (rows, first) = odd::halved(&x, 1)?;
    assert_eq!(rows, array![0.75, 1.75]);
    assert_eq!(first.into_scalar(), 0.25);
    assert_eq!(odd::called(&x)?, array![1.0, 2.0]);
    Ok(())
}

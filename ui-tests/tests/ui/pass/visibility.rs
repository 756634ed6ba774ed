//! Private, `pub(super)`, `pub(crate)`, `pub(in …)` and `pub` functions, and their bindings, from where they can be seen.

use ndarray::array;

mod outer {
    pub mod inner {
        use eagerpy::agnostic;

        #[agnostic]
        fn private(x: &Tensor<_, N>) -> Tensor<_, N> {
            x + 1.0
        }

        #[agnostic]
        pub(super) fn parent(x: &Tensor<_, N>) -> Tensor<_, N> {
            private(x) * 2.0
        }

        #[agnostic]
        pub(crate) fn everywhere_here(x: &Tensor<_, N>) -> Tensor<_, N> {
            private(x) * 3.0
        }

        #[agnostic]
        pub(in crate::outer) fn in_outer(x: &Tensor<_, N>) -> Tensor<_, N> {
            private(x) * 4.0
        }

        #[agnostic]
        pub(self) fn only_here(x: &Tensor<_, N>) -> Tensor<_, N> {
            private(x) * 5.0
        }

        #[agnostic]
        pub fn everywhere(x: &Tensor<_, N>) -> Tensor<_, N> {
            only_here(x) + private(x) * 0.0
        }

        pub fn by_name(x: &ndarray::Array1<f64>) -> eagerpy::Result<ndarray::Array1<f64>> {
            private::ndarray(x)
        }
    }

    pub fn seen(x: &ndarray::Array1<f64>) -> eagerpy::Result<ndarray::Array1<f64>> {
        Ok(inner::parent(x)? + inner::parent::ndarray(x)? + inner::in_outer(x)?)
    }
}

fn main() -> eagerpy::Result<()> {
    let x = array![1.0_f64, 2.0];
    assert_eq!(outer::inner::by_name(&x)?, array![2.0, 3.0]);
    assert_eq!(outer::seen(&x)?, array![16.0, 24.0]);
    assert_eq!(outer::inner::everywhere_here(&x)?, array![6.0, 9.0]);
    assert_eq!(
        outer::inner::everywhere_here::ndarray(&x)?,
        array![6.0, 9.0]
    );
    assert_eq!(outer::inner::everywhere(&x)?, array![10.0, 15.0]);
    assert!(outer::inner::everywhere::EXPLAIN.contains("everywhere"));
    Ok(())
}

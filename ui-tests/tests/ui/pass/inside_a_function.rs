//! Agnostic functions inside of a function's body: alone, in a module there, and with `local`, which sees what stands
//! beside it.

use ndarray::array;

#[eagerpy::agnostic]
fn outside(x: &Tensor<_, N>) -> Tensor<_, N> {
    x + 1.0
}

fn main() -> eagerpy::Result<()> {
    use eagerpy::agnostic;

    // What stands in the file can be called.
    #[agnostic]
    fn doubled(x: &Tensor<_, N>) -> Tensor<_, N> {
        let mut y = outside(x);
        for _ in 0..2 {
            y = y * 2.0;
        }
        y
    }

    struct Options {
        by: f64,
    }

    #[agnostic(local)]
    fn widened(x: &Tensor<_, N>, options: &Options) -> Tensor<_, N> {
        x * options.by
    }

    #[agnostic(local)]
    fn twice_widened(x: &Tensor<_, N>, options: &Options) -> Tensor<_, N> {
        widened(widened(x, options), options)
    }

    mod inner {
        use eagerpy::agnostic;

        #[agnostic]
        pub struct Scale<N> {
            pub by: Tensor<_, N>,
        }

        #[agnostic]
        pub fn scaled(s: &Scale<_, N>, x: &Tensor<_, N>) -> Tensor<_, N> {
            twice(x) * s.by
        }

        #[agnostic]
        fn twice(x: &Tensor<_, N>) -> Tensor<_, N> {
            x * 2.0
        }
    }

    assert_eq!(doubled(&array![1.0_f32, 2.0])?, array![8.0, 12.0]);
    let options = Options { by: 3.0 };
    assert_eq!(twice_widened(&array![1.0_f64], &options)?, array![9.0]);
    let by_name = || doubled::ndarray(&array![3.0_f64]);
    assert_eq!(by_name()?, array![16.0]);
    let s: inner::Scale<eagerpy::backends::Ndarray> = inner::Scale {
        by: array![1.0_f32, 10.0],
    };
    assert_eq!(inner::scaled(&s, &array![1.0_f32, 2.0])?, array![2.0, 40.0]);
    Ok(())
}

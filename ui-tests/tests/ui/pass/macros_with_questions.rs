//! Macros of host code with questions to tensors in them: `assert!`, `println!`, `vec!`, `format!`, `matches!`, the
//! user's own.

use eagerpy::agnostic;
use ndarray::array;

macro_rules! largest {
    ($first:expr $(, $other:expr)*) => {{
        let mut largest = $first;
        $(if $other > largest { largest = $other; })*
        largest
    }};
}

#[agnostic]
fn asked(x: &Tensor<_, N>) -> (Tensor<_, N>, String, usize) {
    assert!(x.shape().len() == 1, "of rank {}", x.ndim());
    assert_eq!(x.dim(0), N);
    debug_assert!(x.sum().item() < 100.0, "{:?}", x.shape());
    println!("{} of {size}: {:.1}", x.ndim(), x.max().item(), size = x.dim(-1));
    let weights = vec![0.5; x.dim(0)];
    let sizes = vec![x.dim(0), x.ndim()];
    let text = format!("{}/{}", sizes[0], x.sum().item());
    if matches!(x.dim(0), 1 | 3) {
        return (x * 0.0, text, 0);
    }
    let k = largest!(x.dim(0), x.ndim(), 3);
    (x * weights[N - 1], text, k)
}

fn main() -> eagerpy::Result<()> {
    assert_eq!(
        asked(&array![1.0_f64, 2.0])?,
        (array![0.5, 1.0], "2/3".to_owned(), 3)
    );
    assert_eq!(asked(&array![1.0_f64])?, (array![0.0], "1/1".to_owned(), 0));
    Ok(())
}

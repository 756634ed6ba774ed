use eagerpy::agnostic;

#[agnostic]
pub struct Scale<N> {
    pub k: Tensor<_, N>,
}

#[agnostic]
impl Scale<N> {
    pub fn apply(&self, x: &Tensor<_, N>) -> Tensor<_, N> {
        x * self.k
    }
}

#[agnostic]
pub struct Plain<N> {
    pub k: Tensor<_, N>,
}

mod away {
    use eagerpy::agnostic;

    #[agnostic]
    impl super::Plain<N> {
        pub fn apply(&self, x: &Tensor<_, N>) -> Tensor<_, N> {
            x * self.k
        }
    }
}

#[agnostic]
fn used(plain: &Plain<_, N>, x: &Tensor<_, N>) -> Tensor<_, N> {
    plain.apply(x)
}

fn main() {}

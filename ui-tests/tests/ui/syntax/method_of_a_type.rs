use eagerpy::agnostic;

struct Model {
    scale: f64,
}

impl Model {
    #[agnostic]
    fn f(&self, x: &Tensor) -> Tensor {
        x * self.scale
    }
}

fn main() {}

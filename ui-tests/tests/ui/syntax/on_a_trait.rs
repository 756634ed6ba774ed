use eagerpy::agnostic;

#[agnostic]
trait Model {
    fn forward(&self, x: &Tensor) -> Tensor;
}

fn main() {}

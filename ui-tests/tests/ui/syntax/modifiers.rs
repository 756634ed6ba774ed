use eagerpy::agnostic;

#[agnostic]
const fn constant(x: &Tensor) -> Tensor {
    x.exp()
}

#[agnostic]
async fn later(x: &Tensor) -> Tensor {
    x.exp()
}

#[agnostic]
unsafe fn careless(x: &Tensor) -> Tensor {
    x.exp()
}

#[agnostic]
extern "C" fn foreign(x: &Tensor) -> Tensor {
    x.exp()
}

fn main() {}

use eagerpy::agnostic;

const N: usize = 7;
static D: usize = 7;
struct C;

// Where the body does not name them, any name will do.
#[agnostic]
fn not_named(x: &Tensor<_, N, D>, w: &Tensor<_, D, C>) -> Tensor<_, N, C> {
    x.matmul(w)
}

#[agnostic]
fn constant(x: &Tensor<_, N>) -> Tensor<_, N> {
    x * N as f64
}

#[agnostic]
fn statics(x: &Tensor<_, D>) -> Tensor<_, D> {
    x * D as f64
}

#[agnostic]
fn structs(x: &Tensor<_, C>) -> Tensor<_, C> {
    x / C as f64
}

fn main() {}

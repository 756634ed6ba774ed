use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>) -> Tensor<_, _> {
    let mut found = Vec::new();
    found.push(x.max());
    found.push(x.argmax());
    stack(found)
}

fn main() {}

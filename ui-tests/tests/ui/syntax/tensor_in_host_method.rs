use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor, n: usize) -> Tensor {
    let mut kept = std::collections::VecDeque::new();
    kept.push_back(x.exp());
    x.relu()
}

fn main() {}

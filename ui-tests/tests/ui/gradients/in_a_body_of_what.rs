use eagerpy::agnostic;

#[agnostic]
fn too_far(x: &Tensor<f32, N>) -> Tensor<f32, N> {
    grad(|x| x.sum(), wrt = 1)(x)
}

#[agnostic]
fn of_ints(x: &Tensor<f32, N>, labels: &Tensor<i64, N>) -> Tensor<f32, N> {
    grad(|labels, x| (x * labels.astype(f32)).sum())(labels, x)
}

#[agnostic]
fn twice(x: &Tensor<f32, N>, y: &Tensor<f32, N>) -> Tensor<f32, N> {
    let (dx, _) = grad(|x, y| (x * y).sum(), wrt = (0, 0))(x, y);
    dx
}

#[agnostic]
fn unknown(x: &Tensor<f32, N>) -> Tensor<f32, N> {
    grad(|x| x.sum(), argnums = 0)(x)
}

#[agnostic]
fn of_nothing() -> Tensor<f32, 3> {
    grad(|| ones([3], dtype = f32).sum())()
}

fn main() {}

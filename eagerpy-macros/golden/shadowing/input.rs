/// Names given anew: by `let`, in a block, by assignment, and by a name like the compiler's own.
#[agnostic]
pub fn shadowing(x: &Tensor<f32, N>) -> Tensor<f32, N> {
    let x = x * 2.0;
    let y = {
        let x = x.exp();
        let x = x + 1.0;
        x.log()
    };
    let mut x_2 = x - y;
    let v9 = x_2.abs().sqrt();
    x_2 = x_2 + v9;
    let x = x_2 * x;
    let r#type = x.sin() + v9.cos();
    x + r#type
}

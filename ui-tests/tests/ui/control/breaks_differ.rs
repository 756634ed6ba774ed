use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>) -> Tensor<_, N> {
    let mut i = 0;
    loop {
        i += 1;
        if i == 2 {
            break x.argmax();
        }
        if i == 3 {
            break x;
        }
    }
}

fn main() {}

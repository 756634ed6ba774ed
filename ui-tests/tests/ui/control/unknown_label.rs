use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>) -> Tensor<_, N> {
    let mut y = x;
    'rows: for i in 0..3 {
        y += i as f64;
        if i == 2 {
            break 'row;
        }
        continue 'columns;
    }
    y
}

fn main() {}

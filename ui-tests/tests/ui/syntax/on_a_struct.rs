use eagerpy::agnostic;

#[agnostic]
struct Layer {
    width: usize,
}

fn main() {
    // The struct stays as it was: nothing here is told.
    let layer = Layer { width: 3 };
    assert_eq!(layer.width, 3);
}

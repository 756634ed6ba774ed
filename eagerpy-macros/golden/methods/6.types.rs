/// A layer of weights.
#[derive(Clone)]
pub struct Layer<
    B: ::eagerpy::Backend,
    E: ::eagerpy::Element = <B as ::eagerpy::Backend>::Float,
> {
    pub weights: B::Array<E, ::eagerpy::__private::R2>,
    pub bias: B::Array<E, ::eagerpy::__private::R1>,
    pub rate: f64,
}

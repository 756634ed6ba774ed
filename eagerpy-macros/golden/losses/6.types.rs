/// How far off a guess is.
pub enum Loss<
    B: ::eagerpy::Backend,
    E: ::eagerpy::Element = <B as ::eagerpy::Backend>::Float,
> {
    Squared,
    Huber { delta: f64 },
    Weighted(B::Array<E, ::eagerpy::__private::R1>),
}

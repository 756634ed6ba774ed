/// A layer of weights.
pub struct Layer<
    B: ::eagerpy::Backend,
    E: ::eagerpy::Element = <B as ::eagerpy::Backend>::Float,
> {
    pub weights: B::Array<E, ::eagerpy::__private::R2>,
    pub bias: B::Array<E, ::eagerpy::__private::R1>,
    pub rate: f64,
}
#[automatically_derived]
impl<B: ::eagerpy::Backend, E: ::eagerpy::Element> ::core::clone::Clone for Layer<B, E>
where
    B::Array<E, ::eagerpy::__private::R2>: ::core::clone::Clone,
    B::Array<E, ::eagerpy::__private::R1>: ::core::clone::Clone,
{
    fn clone(&self) -> Self {
        match self {
            Self { weights: field0, bias: field1, rate: field2 } => {
                Self {
                    weights: ::core::clone::Clone::clone(field0),
                    bias: ::core::clone::Clone::clone(field1),
                    rate: ::core::clone::Clone::clone(field2),
                }
            }
        }
    }
}

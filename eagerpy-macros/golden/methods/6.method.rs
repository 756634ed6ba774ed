impl<B: __Layer_step::Binding, E: ::eagerpy::Element> Layer<B, E> {
    /// One step down the gradient of the squared error.
    ///
    /**# Errors
An argument that does not fit the signature, an operation that does not fit its operands, or the framework's own error: see `eagerpy::Error`.*/
    #[allow(dead_code, clippy::type_complexity, clippy::too_many_arguments)]
    pub fn step<TX, TY>(
        &self,
        x: &TX,
        y: &TY,
    ) -> ::eagerpy::Result<Layer<B, <B as ::eagerpy::__private::Backend>::Elem<E>>>
    where
        B: ::eagerpy::__private::Backend<Elem<E> = E>,
        E: ::eagerpy::__private::Float,
        TX: ::eagerpy::__private::Value<
            B,
            Elem = <B as ::eagerpy::__private::Backend>::Elem<E>,
            Rank: ::eagerpy::__private::Fits<::eagerpy::__private::R2>,
        >,
        TY: ::eagerpy::__private::Value<
            B,
            Elem = <B as ::eagerpy::__private::Backend>::Elem<E>,
            Rank: ::eagerpy::__private::Fits<::eagerpy::__private::R2>,
        >,
    {
        <B as __Layer_step::Binding>::call::<E, _, _>(self, x, y)
    }
    #[doc(hidden)]
    #[allow(
        dead_code,
        non_snake_case,
        clippy::type_complexity,
        clippy::too_many_arguments
    )]
    pub fn __step<TX, TY>(
        &self,
        x: &TX,
        y: &TY,
    ) -> ::eagerpy::Result<Layer<B, <B as ::eagerpy::__private::Backend>::Elem<E>>>
    where
        B: ::eagerpy::__private::Backend<Elem<E> = E>,
        E: ::eagerpy::__private::Float,
        TX: ::eagerpy::__private::Value<
            B,
            Elem = <B as ::eagerpy::__private::Backend>::Elem<E>,
            Rank: ::eagerpy::__private::Fits<::eagerpy::__private::R2>,
        >,
        TY: ::eagerpy::__private::Value<
            B,
            Elem = <B as ::eagerpy::__private::Backend>::Elem<E>,
            Rank: ::eagerpy::__private::Fits<::eagerpy::__private::R2>,
        >,
    {
        <B as __Layer_step::Binding>::own::<E, _, _>(self, x, y)
    }
}

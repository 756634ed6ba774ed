///[`attention`](fn@super::attention) on ndarray.
pub fn ndarray<TQ, TK, TV>(
    q: &TQ,
    k: &TK,
    v: &TV,
    causal: bool,
) -> __rt::Result<
    <__rt::Ndarray as __rt::Backend>::Array<
        <TQ as __rt::Value<__rt::Ndarray>>::Elem,
        __rt::R3,
    >,
>
where
    TQ: __rt::Value<__rt::Ndarray, Elem: __rt::Float, Rank: __rt::Fits<__rt::R3>>,
    TK: __rt::Value<
        __rt::Ndarray,
        Elem = <TQ as __rt::Value<__rt::Ndarray>>::Elem,
        Rank: __rt::Fits<__rt::R3>,
    >,
    TV: __rt::Value<
        __rt::Ndarray,
        Elem = <TQ as __rt::Value<__rt::Ndarray>>::Elem,
        Rank: __rt::Fits<__rt::R3>,
    >,
{
    let result1 = __ndarray(q, k, v, causal)?;
    ::core::result::Result::Ok(__rt::Ndarray::finished::<__rt::R3, _>(result1)?)
}
#[doc(hidden)]
pub fn __ndarray<TQ, TK, TV>(
    q: &TQ,
    k: &TK,
    v: &TV,
    causal: bool,
) -> __rt::Result<
    <__rt::Ndarray as __rt::Backend>::Tensor<
        'static,
        <TQ as __rt::Value<__rt::Ndarray>>::Elem,
    >,
>
where
    TQ: __rt::Value<__rt::Ndarray, Elem: __rt::Float, Rank: __rt::Fits<__rt::R3>>,
    TK: __rt::Value<
        __rt::Ndarray,
        Elem = <TQ as __rt::Value<__rt::Ndarray>>::Elem,
        Rank: __rt::Fits<__rt::R3>,
    >,
    TV: __rt::Value<
        __rt::Ndarray,
        Elem = <TQ as __rt::Value<__rt::Ndarray>>::Elem,
        Rank: __rt::Fits<__rt::R3>,
    >,
{
    let [_, T, D, S, _]: [usize; 5] = {
        let (__s0, __s1, __s2) = (
            __rt::Value::<__rt::Ndarray>::lent_sizes(q),
            __rt::Value::<__rt::Ndarray>::lent_sizes(k),
            __rt::Value::<__rt::Ndarray>::lent_sizes(v),
        );
        match (&*__s0, &*__s1, &*__s2) {
            (
                &[__n0_0,
                __n0_1,
                __n0_2,
                ],
                &[__n1_0,
                __n1_1,
                __n1_2,
                ],
                &[__n2_0,
                __n2_1,
                __n2_2,
                ],
            ) if __n1_0 == __n0_0 && __n1_2 == __n0_2 && __n2_0 == __n0_0
                && __n2_1 == __n1_1 => [__n0_0, __n0_1, __n0_2, __n1_1, __n2_2],
            _ => __rt::entry::dims::<5>(&__SIGNATURE, &[&__s0, &__s1, &__s2])?,
        }
    };
    let __place = __rt::Ndarray::place_of(q);
    let scale = 1.0 / (D as f64).sqrt();
    let v3 = __rt::Ndarray::swapaxes(k, 1, 2).at(&__SITES[0])?;
    let v4 = __rt::Ndarray::matmul(q, &v3).at(&__SITES[1])?;
    let scores = __rt::Ndarray::multiply(&v4, __rt::Num::from(scale)).at(&__SITES[2])?;
    let scores_3 = if causal {
        let v6 = __rt::Ndarray::arange::<
            i64,
        >(&__place, __rt::Num::from(T), ::core::option::Option::None, __rt::Num::Int(1))
            .at(&__SITES[3])?;
        let row = __rt::Ndarray::expand_dims(&v6, __rt::Ints::from(1)).at(&__SITES[4])?;
        let v8 = __rt::Ndarray::arange::<
            i64,
        >(&__place, __rt::Num::from(S), ::core::option::Option::None, __rt::Num::Int(1))
            .at(&__SITES[5])?;
        let column = __rt::Ndarray::expand_dims(&v8, __rt::Ints::from(0))
            .at(&__SITES[6])?;
        let v10 = __rt::Ndarray::less_equal(&column, &row).at(&__SITES[7])?;
        let scores_2 = __rt::Ndarray::where_(
                &v10,
                &scores,
                __rt::Num::from(f64::NEG_INFINITY),
            )
            .at(&__SITES[8])?;
        scores_2
    } else {
        __rt::Ndarray::shared(&scores).at(&__SITES[9])?
    };
    let v13 = __rt::Ndarray::softmax(&scores_3, -1).at(&__SITES[10])?;
    let v14 = __rt::Ndarray::matmul(&v13, v).at(&__SITES[11])?;
    ::core::result::Result::Ok(v14)
}

///[`creation`](fn@super::creation) on ndarray.
pub fn ndarray<TX, TClasses>(
    x: &TX,
    classes: &TClasses,
) -> __rt::Result<
    <__rt::Ndarray as __rt::Backend>::Array<
        <TX as __rt::Value<__rt::Ndarray>>::Elem,
        __rt::R2,
    >,
>
where
    TX: __rt::Value<__rt::Ndarray, Elem: __rt::Float, Rank: __rt::Fits<__rt::R2>>,
    TClasses: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<i64>,
        Rank: __rt::Fits<__rt::R1>,
    >,
{
    let result1 = __ndarray(x, classes)?;
    ::core::result::Result::Ok(__rt::Ndarray::finished::<__rt::R2, _>(result1)?)
}
#[doc(hidden)]
pub fn __ndarray<TX, TClasses>(
    x: &TX,
    classes: &TClasses,
) -> __rt::Result<
    <__rt::Ndarray as __rt::Backend>::Tensor<
        'static,
        <TX as __rt::Value<__rt::Ndarray>>::Elem,
    >,
>
where
    TX: __rt::Value<__rt::Ndarray, Elem: __rt::Float, Rank: __rt::Fits<__rt::R2>>,
    TClasses: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<i64>,
        Rank: __rt::Fits<__rt::R1>,
    >,
{
    let [N, D]: [usize; 2] = {
        let (__s0, __s1) = (
            __rt::Value::<__rt::Ndarray>::lent_sizes(x),
            __rt::Value::<__rt::Ndarray>::lent_sizes(classes),
        );
        match (&*__s0, &*__s1) {
            (&[__n0_0, __n0_1], &[__n1_0]) if __n1_0 == __n0_0 => [__n0_0, __n0_1],
            _ => __rt::entry::dims::<2>(&__SIGNATURE, &[&__s0, &__s1])?,
        }
    };
    let __place = __rt::Ndarray::place_of(x);
    let weights = __rt::Ndarray::normal::<
        <TX as __rt::Value<__rt::Ndarray>>::Elem,
    >(&__place, [__rt::int(D), 4], __rt::Num::Float(0.0), __rt::Num::Float(0.1), 7)
        .at(&__SITES[0])?;
    let bias = __rt::Ndarray::zeros::<
        <TX as __rt::Value<__rt::Ndarray>>::Elem,
    >(&__place, __rt::Ints::from(4))
        .at(&__SITES[1])?;
    let v4 = __rt::Ndarray::eye::<
        <TX as __rt::Value<__rt::Ndarray>>::Elem,
    >(&__place, __rt::size(N).at(&__SITES[3])?, ::core::option::Option::Some(4), 1)
        .at(&__SITES[2])?;
    let hot = __rt::Ndarray::one_hot::<
        <TX as __rt::Value<__rt::Ndarray>>::Elem,
        _,
    >(&__place, classes, 4)
        .at(&__SITES[4])?;
    let steps = __rt::Ndarray::arange::<
        <TX as __rt::Value<__rt::Ndarray>>::Elem,
    >(
            &__place,
            __rt::Num::Float(0.0),
            ::core::option::Option::Some(__rt::Num::Float(1.0)),
            __rt::Num::Float(0.25),
        )
        .at(&__SITES[5])?;
    let v8 = __rt::Ndarray::matmul(x, &weights).at(&__SITES[6])?;
    let v11 = __rt::Ndarray::full::<
        <TX as __rt::Value<__rt::Ndarray>>::Elem,
    >(&__place, [0_i64; 0], __rt::Num::Float(-1e9))
        .at(&__SITES[7])?;
    let [v15] = __rt::Ndarray::chain(
            __Fused0,
            &v4,
            [
                __rt::Value::<__rt::Ndarray>::lent(&v4),
                __rt::Value::<__rt::Ndarray>::lent(&v8),
                __rt::Value::<__rt::Ndarray>::lent(&bias),
                __rt::Value::<__rt::Ndarray>::lent(&steps),
                __rt::Value::<__rt::Ndarray>::lent(&v11),
                __rt::Value::<__rt::Ndarray>::lent(&hot),
            ],
            || [
                __rt::Value::<__rt::Ndarray>::view(&v4),
                __rt::Value::<__rt::Ndarray>::view(&v8),
                __rt::Value::<__rt::Ndarray>::view(&bias),
                __rt::Value::<__rt::Ndarray>::view(&steps),
                __rt::Value::<__rt::Ndarray>::view(&v11),
                __rt::Value::<__rt::Ndarray>::view(&hot),
            ],
            [],
            [__rt::fuse::Outcome::Each],
            || {
                let mask = __rt::Ndarray::greater(&v4, __rt::Num::Float(0.0))
                    .at(&__SITES[8])?;
                let v9 = __rt::Ndarray::add(&v8, &bias).at(&__SITES[9])?;
                let logits = __rt::Ndarray::add(&v9, &steps).at(&__SITES[10])?;
                let v12 = __rt::Ndarray::where_(&mask, &logits, &v11).at(&__SITES[11])?;
                let v13 = __rt::Ndarray::multiply(&v12, &hot).at(&__SITES[12])?;
                let v16 = __rt::Ndarray::add(&v13, __rt::Num::Float(1.0))
                    .at(&__SITES[13])?;
                ::core::result::Result::Ok([v16])
            },
        )
        .at(&__SITES[14])?;
    ::core::result::Result::Ok(v15)
}

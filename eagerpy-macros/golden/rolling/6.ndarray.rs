///[`rolling`](fn@super::rolling) on ndarray.
pub fn ndarray<TX>(
    x: &TX,
    width: usize,
) -> __rt::Result<
    <__rt::Ndarray as __rt::Backend>::Array<
        <TX as __rt::Value<__rt::Ndarray>>::Elem,
        __rt::R2,
    >,
>
where
    TX: __rt::Value<__rt::Ndarray, Elem: __rt::Float, Rank: __rt::Fits<__rt::R2>>,
{
    let result1 = __ndarray(x, width)?;
    ::core::result::Result::Ok(__rt::Ndarray::finished::<__rt::R2, _>(result1)?)
}
#[doc(hidden)]
pub fn __ndarray<TX>(
    x: &TX,
    width: usize,
) -> __rt::Result<
    <__rt::Ndarray as __rt::Backend>::Tensor<
        'static,
        <TX as __rt::Value<__rt::Ndarray>>::Elem,
    >,
>
where
    TX: __rt::Value<__rt::Ndarray, Elem: __rt::Float, Rank: __rt::Fits<__rt::R2>>,
{
    let [N, _]: [usize; 2] = {
        let (__s0,) = (__rt::Value::<__rt::Ndarray>::lent_sizes(x),);
        match (&*__s0,) {
            (&[__n0_0, __n0_1],) => [__n0_0, __n0_1],
            _ => __rt::entry::dims::<2>(&__SIGNATURE, &[&__s0])?,
        }
    };
    let mut means: ::std::vec::Vec<
        <__rt::Ndarray as __rt::Backend>::Tensor<
            '_,
            <TX as __rt::Value<__rt::Ndarray>>::Elem,
        >,
    > = ::std::vec![];
    for start in 0..(N + 1).saturating_sub(width) {
        let v2 = __rt::Ndarray::slice(
                x,
                &[
                    __rt::IndexItem::Range {
                        start: ::core::option::Option::Some(__rt::int(start)),
                        end: ::core::option::Option::Some(__rt::int(start + width)),
                        step: 1,
                    },
                ],
            )
            .at(&__SITES[0])?;
        let v3 = __rt::Ndarray::mean(&v2, __rt::Axes::from(0), false).at(&__SITES[1])?;
        means.push(v3);
    }
    let v4 = __rt::Ndarray::stack(
            &means.iter().map(|x| __rt::Value::view(x)).collect::<::std::vec::Vec<_>>(),
            0,
        )
        .at(&__SITES[2])?;
    ::core::result::Result::Ok(v4)
}

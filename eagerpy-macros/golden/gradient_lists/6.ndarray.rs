///[`deep`](fn@super::deep) on ndarray.
pub(super) fn ndarray<TX, TLayers>(
    x: &TX,
    layers: &[TLayers],
    bias: ::core::option::Option<&<__rt::Ndarray as __rt::Backend>::Array<f64, __rt::R1>>,
) -> __rt::Result<<__rt::Ndarray as __rt::Backend>::Array<f64, __rt::R0>>
where
    TX: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<f64>,
        Rank: __rt::Fits<__rt::R2>,
    >,
    TLayers: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<f64>,
        Rank: __rt::Fits<__rt::R2>,
    >,
{
    let result1 = __ndarray(x, layers, bias)?;
    ::core::result::Result::Ok(__rt::Ndarray::finished::<__rt::R0, _>(result1)?)
}
#[doc(hidden)]
pub(super) fn __ndarray<TX, TLayers>(
    x: &TX,
    layers: &[TLayers],
    bias: ::core::option::Option<&<__rt::Ndarray as __rt::Backend>::Array<f64, __rt::R1>>,
) -> __rt::Result<<__rt::Ndarray as __rt::Backend>::Tensor<'static, f64>>
where
    TX: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<f64>,
        Rank: __rt::Fits<__rt::R2>,
    >,
    TLayers: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<f64>,
        Rank: __rt::Fits<__rt::R2>,
    >,
{
    let [_, D]: [usize; 2] = {
        let (__s0,) = (__rt::Value::<__rt::Ndarray>::lent_sizes(x),);
        match (&*__s0,) {
            (&[__n0_0, __n0_1],) => [__n0_0, __n0_1],
            _ => __rt::entry::dims::<2>(&__SIGNATURE, &[&__s0])?,
        }
    };
    __rt::entry::each::<
        __rt::Ndarray,
        _,
    >(
        &__SIGNATURE,
        1usize,
        layers.iter(),
        ::core::option::Option::None,
        ::core::option::Option::Some(
            &[__rt::entry::Want::Size(D), __rt::entry::Want::Size(D)],
        ),
    )?;
    __rt::entry::each::<
        __rt::Ndarray,
        _,
    >(
        &__SIGNATURE,
        2usize,
        bias.iter(),
        ::core::option::Option::None,
        ::core::option::Option::Some(&[__rt::entry::Want::Size(D)]),
    )?;
    let mut seen: ::std::vec::Vec<<__rt::Ndarray as __rt::Backend>::Tensor<'_, f64>> = ::std::vec![
        __rt::Ndarray::copied(x).at(& __SITES[0]) ?
    ];
    for w in layers.iter() {
        let v5 = __rt::entry::nth(&seen, -1).at(&__SITES[1])?;
        let h = __rt::Ndarray::matmul(v5, w).at(&__SITES[2])?;
        let h_3 = match bias {
            ::core::option::Option::Some(b) => {
                let h_2 = __rt::Ndarray::add(&h, b).at(&__SITES[3])?;
                h_2
            }
            _ => __rt::Ndarray::shared(&h).at(&__SITES[4])?,
        };
        let v10 = __rt::Ndarray::tanh(&h_3).at(&__SITES[5])?;
        seen.push(v10);
    }
    let v11 = __rt::Ndarray::multiply(x, __rt::Num::Float(0.5)).at(&__SITES[6])?;
    {
        let __element = v11;
        *__rt::entry::nth_mut(&mut seen, 0).at(&__SITES[7])? = __element;
    }
    seen.pop();
    let v12 = __rt::Ndarray::stack(
            &seen.iter().map(|x| __rt::Value::view(x)).collect::<::std::vec::Vec<_>>(),
            0,
        )
        .at(&__SITES[8])?;
    let [v14] = __rt::Ndarray::chain(
            __Fused0,
            &v12,
            [__rt::Value::<__rt::Ndarray>::lent(&v12)],
            || [__rt::Value::<__rt::Ndarray>::view(&v12)],
            [],
            [__rt::fuse::Outcome::Fold(__rt::fuse::Fold::Mean, __rt::Axes::All, false)],
            || {
                let v13 = __rt::Ndarray::square(&v12).at(&__SITES[9])?;
                let v15 = __rt::Ndarray::mean(&v13, __rt::Axes::All, false)
                    .at(&__SITES[10])?;
                ::core::result::Result::Ok([v15])
            },
        )
        .at(&__SITES[11])?;
    ::core::result::Result::Ok(v14)
}

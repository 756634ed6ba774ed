///[`optional`](fn@super::optional) on ndarray.
pub fn ndarray<TX, TW>(
    x: &TX,
    w: &TW,
    bias: ::core::option::Option<
        &<__rt::Ndarray as __rt::Backend>::Array<
            <TX as __rt::Value<__rt::Ndarray>>::Elem,
            __rt::R1,
        >,
    >,
    mask: ::core::option::Option<
        &<__rt::Ndarray as __rt::Backend>::Array<bool, __rt::R1>,
    >,
) -> __rt::Result<
    <__rt::Ndarray as __rt::Backend>::Array<
        <TX as __rt::Value<__rt::Ndarray>>::Elem,
        __rt::R2,
    >,
>
where
    TX: __rt::Value<__rt::Ndarray, Elem: __rt::Float, Rank: __rt::Fits<__rt::R2>>,
    TW: __rt::Value<
        __rt::Ndarray,
        Elem = <TX as __rt::Value<__rt::Ndarray>>::Elem,
        Rank: __rt::Fits<__rt::R2>,
    >,
{
    let result1 = __ndarray(x, w, bias, mask)?;
    ::core::result::Result::Ok(__rt::Ndarray::finished::<__rt::R2, _>(result1)?)
}
#[doc(hidden)]
pub fn __ndarray<TX, TW>(
    x: &TX,
    w: &TW,
    bias: ::core::option::Option<
        &<__rt::Ndarray as __rt::Backend>::Array<
            <TX as __rt::Value<__rt::Ndarray>>::Elem,
            __rt::R1,
        >,
    >,
    mask: ::core::option::Option<
        &<__rt::Ndarray as __rt::Backend>::Array<bool, __rt::R1>,
    >,
) -> __rt::Result<
    <__rt::Ndarray as __rt::Backend>::Tensor<
        'static,
        <TX as __rt::Value<__rt::Ndarray>>::Elem,
    >,
>
where
    TX: __rt::Value<__rt::Ndarray, Elem: __rt::Float, Rank: __rt::Fits<__rt::R2>>,
    TW: __rt::Value<
        __rt::Ndarray,
        Elem = <TX as __rt::Value<__rt::Ndarray>>::Elem,
        Rank: __rt::Fits<__rt::R2>,
    >,
{
    let [N, _, C]: [usize; 3] = {
        let (__s0, __s1) = (
            __rt::Value::<__rt::Ndarray>::lent_sizes(x),
            __rt::Value::<__rt::Ndarray>::lent_sizes(w),
        );
        match (&*__s0, &*__s1) {
            (&[__n0_0, __n0_1], &[__n1_0, __n1_1]) if __n1_0 == __n0_1 => {
                [__n0_0, __n0_1, __n1_1]
            }
            _ => __rt::entry::dims::<3>(&__SIGNATURE, &[&__s0, &__s1])?,
        }
    };
    __rt::entry::each::<
        __rt::Ndarray,
        _,
    >(
        &__SIGNATURE,
        2usize,
        bias.iter(),
        ::core::option::Option::None,
        ::core::option::Option::Some(&[__rt::entry::Want::Size(C)]),
    )?;
    __rt::entry::each::<
        __rt::Ndarray,
        _,
    >(
        &__SIGNATURE,
        3usize,
        mask.iter(),
        ::core::option::Option::None,
        ::core::option::Option::Some(&[__rt::entry::Want::Size(N)]),
    )?;
    let y = __rt::Ndarray::matmul(x, w).at(&__SITES[0])?;
    let y_2 = match bias {
        ::core::option::Option::Some(bias_2) => {
            let v6 = __rt::Ndarray::add(&y, bias_2).at(&__SITES[1])?;
            v6
        }
        _ => __rt::Ndarray::shared(&y).at(&__SITES[2])?,
    };
    let v12 = match mask {
        ::core::option::Option::Some(mask_2) => {
            let v9 = __rt::Ndarray::astype::<
                <TX as __rt::Value<__rt::Ndarray>>::Elem,
                _,
            >(mask_2)
                .at(&__SITES[3])?;
            let v10 = __rt::Ndarray::expand_dims(&v9, __rt::Ints::from(1))
                .at(&__SITES[4])?;
            let v11 = __rt::Ndarray::multiply(&y_2, &v10).at(&__SITES[5])?;
            v11
        }
        ::core::option::Option::None => __rt::Ndarray::shared(&y_2).at(&__SITES[6])?,
    };
    ::core::result::Result::Ok(__rt::Ndarray::owned(v12).at(&__SITES[7])?)
}

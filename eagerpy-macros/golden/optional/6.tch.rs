///[`optional`](fn@super::optional) on tch.
pub fn tch(
    x: &__rt::tch::Tensor,
    w: &__rt::tch::Tensor,
    bias: ::core::option::Option<&__rt::tch::Tensor>,
    mask: ::core::option::Option<&__rt::tch::Tensor>,
) -> __rt::Result<__rt::tch::Tensor> {
    let __float = __rt::entry::float(&__SIGNATURE, 0usize, x)?;
    __rt::entry::same_float(&__SIGNATURE, 1usize, w, __float)?;
    let [N, _, C]: [usize; 3] = {
        let (__s0, __s1) = (
            __rt::Value::<__rt::Tch>::lent_sizes(x),
            __rt::Value::<__rt::Tch>::lent_sizes(w),
        );
        match (&*__s0, &*__s1) {
            (&[__n0_0, __n0_1], &[__n1_0, __n1_1]) if __n1_0 == __n0_1 => {
                [__n0_0, __n0_1, __n1_1]
            }
            _ => __rt::entry::dims::<3>(&__SIGNATURE, &[&__s0, &__s1])?,
        }
    };
    __rt::entry::each::<
        __rt::Tch,
        _,
    >(
        &__SIGNATURE,
        2usize,
        bias.iter(),
        __float,
        ::core::option::Option::Some(&[__rt::entry::Want::Size(C)]),
    )?;
    __rt::entry::each::<
        __rt::Tch,
        _,
    >(
        &__SIGNATURE,
        3usize,
        mask.iter(),
        __float,
        ::core::option::Option::Some(&[__rt::entry::Want::Size(N)]),
    )?;
    let __place = __rt::Tch::place_of(x);
    let y = __rt::Tch::matmul(x, w).at(&__SITES[0])?;
    let y_2 = match bias {
        ::core::option::Option::Some(bias_2) => {
            let v6 = __rt::Tch::add(&y, bias_2).at(&__SITES[1])?;
            v6
        }
        _ => __rt::Tch::shared(&y).at(&__SITES[2])?,
    };
    let v12 = match mask {
        ::core::option::Option::Some(mask_2) => {
            let v9 = __rt::Tch::to_float::<__rt::Erased, _>(&__place, mask_2)
                .at(&__SITES[3])?;
            let v10 = __rt::Tch::expand_dims(&v9, __rt::Ints::from(1)).at(&__SITES[4])?;
            let v11 = __rt::Tch::multiply(&y_2, &v10).at(&__SITES[5])?;
            v11
        }
        ::core::option::Option::None => __rt::Tch::shared(&y_2).at(&__SITES[6])?,
    };
    ::core::result::Result::Ok(__rt::Tch::owned(v12).at(&__SITES[7])?)
}

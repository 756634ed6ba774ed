///[`creation`](fn@super::creation) on tch.
pub fn tch(
    x: &__rt::tch::Tensor,
    classes: &__rt::tch::Tensor,
) -> __rt::Result<__rt::tch::Tensor> {
    let __float = __rt::entry::float(&__SIGNATURE, 0usize, x)?;
    __rt::entry::dtype(&__SIGNATURE, 1usize, classes)?;
    let [N, D]: [usize; 2] = {
        let (__s0, __s1) = (
            __rt::Value::<__rt::Tch>::lent_sizes(x),
            __rt::Value::<__rt::Tch>::lent_sizes(classes),
        );
        match (&*__s0, &*__s1) {
            (&[__n0_0, __n0_1], &[__n1_0]) if __n1_0 == __n0_0 => [__n0_0, __n0_1],
            _ => __rt::entry::dims::<2>(&__SIGNATURE, &[&__s0, &__s1])?,
        }
    };
    let __place = __rt::Tch::place_of(x);
    let weights = __rt::Tch::normal::<
        __rt::Erased,
    >(&__place, [__rt::int(D), 4], __rt::Num::Float(0.0), __rt::Num::Float(0.1), 7)
        .at(&__SITES[0])?;
    let bias = __rt::Tch::zeros::<__rt::Erased>(&__place, __rt::Ints::from(4))
        .at(&__SITES[1])?;
    let v4 = __rt::Tch::eye::<
        __rt::Erased,
    >(&__place, __rt::size(N).at(&__SITES[3])?, ::core::option::Option::Some(4), 1)
        .at(&__SITES[2])?;
    let hot = __rt::Tch::one_hot::<__rt::Erased, _>(&__place, classes, 4)
        .at(&__SITES[4])?;
    let steps = __rt::Tch::arange::<
        __rt::Erased,
    >(
            &__place,
            __rt::Num::Float(0.0),
            ::core::option::Option::Some(__rt::Num::Float(1.0)),
            __rt::Num::Float(0.25),
        )
        .at(&__SITES[5])?;
    let v8 = __rt::Tch::matmul(x, &weights).at(&__SITES[6])?;
    let v11 = __rt::Tch::full::<
        __rt::Erased,
    >(&__place, [0_i64; 0], __rt::Num::Float(-1e9))
        .at(&__SITES[7])?;
    let [v15] = __rt::Tch::chain(
            __Fused0,
            &v4,
            [
                __rt::Value::<__rt::Tch>::lent(&v4),
                __rt::Value::<__rt::Tch>::lent(&v8),
                __rt::Value::<__rt::Tch>::lent(&bias),
                __rt::Value::<__rt::Tch>::lent(&steps),
                __rt::Value::<__rt::Tch>::lent(&v11),
                __rt::Value::<__rt::Tch>::lent(&hot),
            ],
            || [
                __rt::Value::<__rt::Tch>::view(&v4),
                __rt::Value::<__rt::Tch>::view(&v8),
                __rt::Value::<__rt::Tch>::view(&bias),
                __rt::Value::<__rt::Tch>::view(&steps),
                __rt::Value::<__rt::Tch>::view(&v11),
                __rt::Value::<__rt::Tch>::view(&hot),
            ],
            [],
            [__rt::fuse::Outcome::Each],
            || {
                let mask = __rt::Tch::greater(&v4, __rt::Num::Float(0.0))
                    .at(&__SITES[8])?;
                let v9 = __rt::Tch::add(&v8, &bias).at(&__SITES[9])?;
                let logits = __rt::Tch::add(&v9, &steps).at(&__SITES[10])?;
                let v12 = __rt::Tch::where_(&mask, &logits, &v11).at(&__SITES[11])?;
                let v13 = __rt::Tch::multiply(&v12, &hot).at(&__SITES[12])?;
                let v16 = __rt::Tch::add(&v13, __rt::Num::Float(1.0)).at(&__SITES[13])?;
                ::core::result::Result::Ok([v16])
            },
        )
        .at(&__SITES[14])?;
    ::core::result::Result::Ok(v15)
}

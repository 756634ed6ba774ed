///[`keywords`](fn@super::keywords) on tch.
pub fn tch(x: &__rt::tch::Tensor) -> __rt::Result<__rt::tch::Tensor> {
    __rt::entry::dtype(&__SIGNATURE, 0usize, x)?;
    {
        let (__s0,) = (__rt::Value::<__rt::Tch>::lent_sizes(x),);
        match (&*__s0,) {
            (&[__n0_0, __n0_1, __n0_2],) => [__n0_0, __n0_1, __n0_2],
            _ => __rt::entry::dims::<3>(&__SIGNATURE, &[&__s0])?,
        }
    };
    let v1 = __rt::Tch::mean(x, __rt::Axes::from([0, -1]), true).at(&__SITES[0])?;
    let centered = __rt::Tch::subtract(x, &v1).at(&__SITES[1])?;
    let v3 = __rt::Tch::clip(&centered, __rt::Absent, __rt::Num::Int(3))
        .at(&__SITES[2])?;
    let clipped = __rt::Tch::clip(&v3, __rt::Num::Float(-3.0), __rt::Absent)
        .at(&__SITES[3])?;
    let v5 = __rt::Tch::l2(&clipped, __rt::Axes::from(2), false).at(&__SITES[4])?;
    let v6 = __rt::Tch::softmax(&v5, 1).at(&__SITES[5])?;
    let weights = __rt::Tch::expand_dims(&v6, __rt::Ints::from(2)).at(&__SITES[6])?;
    let spread = __rt::Tch::var(
            &clipped,
            __rt::Axes::from([0, 1]),
            __rt::Num::Int(1),
            false,
        )
        .at(&__SITES[7])?;
    let v9 = __rt::Tch::argmax(&clipped, ::core::option::Option::Some(1), true)
        .at(&__SITES[8])?;
    let best = __rt::Tch::astype::<f32, _>(&v9).at(&__SITES[9])?;
    let sorted = __rt::Tch::sort(&clipped, 1, true).at(&__SITES[10])?;
    let [v13] = __rt::Tch::chain(
            __Fused0,
            &sorted,
            [
                __rt::Value::<__rt::Tch>::lent(&sorted),
                __rt::Value::<__rt::Tch>::lent(&weights),
            ],
            || [
                __rt::Value::<__rt::Tch>::view(&sorted),
                __rt::Value::<__rt::Tch>::view(&weights),
            ],
            [],
            [
                __rt::fuse::Outcome::Fold(
                    __rt::fuse::Fold::Sum,
                    __rt::Axes::from(1),
                    false,
                ),
            ],
            || {
                let v12 = __rt::Tch::multiply(&sorted, &weights).at(&__SITES[11])?;
                let v20 = __rt::Tch::sum(&v12, __rt::Axes::from(1), false)
                    .at(&__SITES[12])?;
                ::core::result::Result::Ok([v20])
            },
        )
        .at(&__SITES[13])?;
    let v15 = __rt::Tch::squeeze(&best, __rt::Ints::from(1)).at(&__SITES[14])?;
    let v16 = __rt::Tch::gelu(&clipped, "tanh").at(&__SITES[15])?;
    let v17 = __rt::Tch::mean(&v16, __rt::Axes::All, false).at(&__SITES[16])?;
    let [v19] = __rt::Tch::chain(
            __Fused1,
            &v13,
            [
                __rt::Value::<__rt::Tch>::lent(&v13),
                __rt::Value::<__rt::Tch>::lent(&spread),
                __rt::Value::<__rt::Tch>::lent(&v15),
                __rt::Value::<__rt::Tch>::lent(&v17),
            ],
            || [
                __rt::Value::<__rt::Tch>::view(&v13),
                __rt::Value::<__rt::Tch>::view(&spread),
                __rt::Value::<__rt::Tch>::view(&v15),
                __rt::Value::<__rt::Tch>::view(&v17),
            ],
            [],
            [__rt::fuse::Outcome::Each],
            || {
                let v14 = __rt::Tch::divide(&v13, &spread).at(&__SITES[17])?;
                let v18 = __rt::Tch::multiply(&v15, &v17).at(&__SITES[18])?;
                let v21 = __rt::Tch::add(&v14, &v18).at(&__SITES[19])?;
                ::core::result::Result::Ok([v21])
            },
        )
        .at(&__SITES[20])?;
    ::core::result::Result::Ok(v19)
}

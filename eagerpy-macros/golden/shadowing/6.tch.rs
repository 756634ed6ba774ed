///[`shadowing`](fn@super::shadowing) on tch.
pub fn tch(x: &__rt::tch::Tensor) -> __rt::Result<__rt::tch::Tensor> {
    __rt::entry::dtype(&__SIGNATURE, 0usize, x)?;
    {
        let (__s0,) = (__rt::Value::<__rt::Tch>::lent_sizes(x),);
        match (&*__s0,) {
            (&[__n0_0],) => [__n0_0],
            _ => __rt::entry::dims::<1>(&__SIGNATURE, &[&__s0])?,
        }
    };
    let x_2 = __rt::Tch::multiply(x, __rt::Num::Float(2.0)).at(&__SITES[0])?;
    let y = {
        let [v4] = __rt::Tch::chain(
                __Fused0,
                &x_2,
                [__rt::Value::<__rt::Tch>::lent(&x_2)],
                || [__rt::Value::<__rt::Tch>::view(&x_2)],
                [],
                [__rt::fuse::Outcome::Each],
                || {
                    let x_3 = __rt::Tch::exp(&x_2).at(&__SITES[1])?;
                    let x_4 = __rt::Tch::add(&x_3, __rt::Num::Float(1.0))
                        .at(&__SITES[2])?;
                    let v15 = __rt::Tch::log(&x_4).at(&__SITES[3])?;
                    ::core::result::Result::Ok([v15])
                },
            )
            .at(&__SITES[4])?;
        v4
    };
    let [v9, x_5] = __rt::Tch::chain(
            __Fused1,
            &x_2,
            [__rt::Value::<__rt::Tch>::lent(&x_2), __rt::Value::<__rt::Tch>::lent(&y)],
            || [
                __rt::Value::<__rt::Tch>::view(&x_2),
                __rt::Value::<__rt::Tch>::view(&y),
            ],
            [],
            [__rt::fuse::Outcome::Each, __rt::fuse::Outcome::Each],
            || {
                let x_2_2 = __rt::Tch::subtract(&x_2, &y).at(&__SITES[5])?;
                let v7 = __rt::Tch::abs(&x_2_2).at(&__SITES[6])?;
                let v16 = __rt::Tch::sqrt(&v7).at(&__SITES[7])?;
                let x_2_3 = __rt::Tch::add(&x_2_2, &v16).at(&__SITES[8])?;
                let v17 = __rt::Tch::multiply(&x_2_3, &x_2).at(&__SITES[9])?;
                ::core::result::Result::Ok([v16, v17])
            },
        )
        .at(&__SITES[10])?;
    let v11 = __rt::Tch::sin(&x_5).at(&__SITES[11])?;
    let v12 = __rt::Tch::cos(&v9).at(&__SITES[12])?;
    let [v14] = __rt::Tch::chain(
            __Fused2,
            &v11,
            [
                __rt::Value::<__rt::Tch>::lent(&v11),
                __rt::Value::<__rt::Tch>::lent(&v12),
                __rt::Value::<__rt::Tch>::lent(&x_5),
            ],
            || [
                __rt::Value::<__rt::Tch>::view(&v11),
                __rt::Value::<__rt::Tch>::view(&v12),
                __rt::Value::<__rt::Tch>::view(&x_5),
            ],
            [],
            [__rt::fuse::Outcome::Each],
            || {
                let r#type = __rt::Tch::add(&v11, &v12).at(&__SITES[13])?;
                let v18 = __rt::Tch::add(&x_5, &r#type).at(&__SITES[14])?;
                ::core::result::Result::Ok([v18])
            },
        )
        .at(&__SITES[15])?;
    ::core::result::Result::Ok(v14)
}

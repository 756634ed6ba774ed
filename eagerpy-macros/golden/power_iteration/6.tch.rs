///[`power_iteration`](fn@super::power_iteration) on tch.
pub fn tch(
    a: &__rt::tch::Tensor,
    start: &__rt::tch::Tensor,
    tolerance: f64,
) -> __rt::Result<(__rt::tch::Tensor, usize)> {
    let __float = __rt::entry::float(&__SIGNATURE, 0usize, a)?;
    __rt::entry::same_float(&__SIGNATURE, 1usize, start, __float)?;
    {
        let (__s0, __s1) = (
            __rt::Value::<__rt::Tch>::lent_sizes(a),
            __rt::Value::<__rt::Tch>::lent_sizes(start),
        );
        match (&*__s0, &*__s1) {
            (&[__n0_0, __n0_1], &[__n1_0]) if __n0_1 == __n0_0 && __n1_0 == __n0_0 => {
                [__n0_0]
            }
            _ => __rt::entry::dims::<1>(&__SIGNATURE, &[&__s0, &__s1])?,
        }
    };
    let v2 = __rt::Tch::l2(start, __rt::Axes::All, false).at(&__SITES[0])?;
    let v = __rt::Tch::divide(start, &v2).at(&__SITES[1])?;
    let mut rounds = 0;
    let mut v_2 = __rt::Tch::shared(&v).at(&__SITES[2])?;
    loop {
        let v6 = __rt::Tch::matmul(a, &v_2).at(&__SITES[3])?;
        let v7 = __rt::Tch::matmul(a, &v_2).at(&__SITES[4])?;
        let v8 = __rt::Tch::dot(&v_2, &v7).at(&__SITES[5])?;
        let [v10] = __rt::Tch::chain(
                __Fused0,
                &v_2,
                [
                    __rt::Value::<__rt::Tch>::lent(&v_2),
                    __rt::Value::<__rt::Tch>::lent(&v8),
                    __rt::Value::<__rt::Tch>::lent(&v6),
                ],
                || [
                    __rt::Value::<__rt::Tch>::view(&v_2),
                    __rt::Value::<__rt::Tch>::view(&v8),
                    __rt::Value::<__rt::Tch>::view(&v6),
                ],
                [],
                [__rt::fuse::Outcome::Each],
                || {
                    let v9 = __rt::Tch::multiply(&v_2, &v8).at(&__SITES[6])?;
                    let v17 = __rt::Tch::subtract(&v6, &v9).at(&__SITES[7])?;
                    ::core::result::Result::Ok([v17])
                },
            )
            .at(&__SITES[8])?;
        let v11 = __rt::Tch::l2(&v10, __rt::Axes::All, false).at(&__SITES[9])?;
        if !(__rt::Tch::item(&v11).at(&__SITES[10])?.to_f64() > tolerance) {
            break;
        }
        let next = __rt::Tch::matmul(a, &v_2).at(&__SITES[11])?;
        let v13 = __rt::Tch::l2(&next, __rt::Axes::All, false).at(&__SITES[12])?;
        let v_4 = __rt::Tch::divide(&next, &v13).at(&__SITES[13])?;
        rounds += 1;
        v_2 = v_4;
    }
    let v15 = __rt::Tch::matmul(a, &v_2).at(&__SITES[14])?;
    let v16 = __rt::Tch::dot(&v_2, &v15).at(&__SITES[15])?;
    ::core::result::Result::Ok((v16, rounds))
}

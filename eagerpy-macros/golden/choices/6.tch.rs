///[`choices`](fn@super::choices) on tch.
pub fn tch(
    x: &__rt::tch::Tensor,
    y: &__rt::tch::Tensor,
    low: f64,
) -> __rt::Result<__rt::tch::Tensor> {
    __rt::entry::dtype(&__SIGNATURE, 0usize, x)?;
    __rt::entry::dtype(&__SIGNATURE, 1usize, y)?;
    {
        let (__s0, __s1) = (
            __rt::Value::<__rt::Tch>::lent_sizes(x),
            __rt::Value::<__rt::Tch>::lent_sizes(y),
        );
        match (&*__s0, &*__s1) {
            (&[__n0_0], &[__n1_0]) if __n1_0 == __n0_0 => [__n0_0],
            _ => __rt::entry::dims::<1>(&__SIGNATURE, &[&__s0, &__s1])?,
        }
    };
    let __place = __rt::Tch::place_of(x);
    let [kept] = __rt::Tch::chain(
            __Fused0,
            x,
            [__rt::Value::<__rt::Tch>::lent(x), __rt::Value::<__rt::Tch>::lent(y)],
            || [__rt::Value::<__rt::Tch>::view(x), __rt::Value::<__rt::Tch>::view(y)],
            [__rt::Num::from(low)],
            [__rt::fuse::Outcome::Each],
            || {
                let v2 = __rt::Tch::greater(x, y).at(&__SITES[0])?;
                let larger = __rt::Tch::where_(&v2, x, y).at(&__SITES[1])?;
                let v4 = __rt::Tch::less(&larger, __rt::Num::from(low)).at(&__SITES[2])?;
                let v5 = __rt::Tch::logical_not(&v4).at(&__SITES[3])?;
                let v6 = __rt::Tch::not_equal(x, y).at(&__SITES[4])?;
                let v7 = __rt::Tch::logical_and(&v5, &v6).at(&__SITES[5])?;
                let v12 = __rt::Tch::where_(&v7, &larger, __rt::Num::Float(0.0))
                    .at(&__SITES[6])?;
                ::core::result::Result::Ok([v12])
            },
        )
        .at(&__SITES[7])?;
    let v9 = __rt::Tch::greater_equal(&kept, __rt::Num::Float(0.0)).at(&__SITES[8])?;
    let sign = __rt::Tch::where_(
            &v9,
            &__rt::Tch::full::<f32>(&__place, [0_i64; 0], __rt::Num::Float(1.0))
                .at(&__SITES[9])?,
            __rt::Num::Float(-1.0),
        )
        .at(&__SITES[9])?;
    let v11 = __rt::Tch::multiply(&kept, &sign).at(&__SITES[10])?;
    ::core::result::Result::Ok(v11)
}

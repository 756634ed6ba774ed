///[`indexing`](fn@super::indexing) on tch.
pub fn tch(
    x: &__rt::tch::Tensor,
    rows: &__rt::tch::Tensor,
    i: usize,
) -> __rt::Result<__rt::tch::Tensor> {
    __rt::entry::dtype(&__SIGNATURE, 0usize, x)?;
    __rt::entry::dtype(&__SIGNATURE, 1usize, rows)?;
    {
        let (__s0, __s1) = (
            __rt::Value::<__rt::Tch>::lent_sizes(x),
            __rt::Value::<__rt::Tch>::lent_sizes(rows),
        );
        match (&*__s0, &*__s1) {
            (&[__n0_0, 6usize], &[__n1_0]) => [__n0_0, __n1_0],
            _ => __rt::entry::dims::<2>(&__SIGNATURE, &[&__s0, &__s1])?,
        }
    };
    let first = __rt::Tch::slice(x, &[__rt::IndexItem::At(0)]).at(&__SITES[0])?;
    let last = __rt::Tch::slice(
            x,
            &[
                __rt::IndexItem::Range {
                    start: ::core::option::Option::None,
                    end: ::core::option::Option::None,
                    step: 1,
                },
                __rt::IndexItem::At(-1),
            ],
        )
        .at(&__SITES[1])?;
    let one = __rt::Tch::slice(
            x,
            &[__rt::IndexItem::At(__rt::int(i)), __rt::IndexItem::At(__rt::int(i + 1))],
        )
        .at(&__SITES[2])?;
    let every = __rt::Tch::slice(
            x,
            &[
                __rt::IndexItem::Range {
                    start: ::core::option::Option::None,
                    end: ::core::option::Option::None,
                    step: 1,
                },
                __rt::IndexItem::Range {
                    start: ::core::option::Option::Some(1),
                    end: ::core::option::Option::Some(5),
                    step: 2,
                },
            ],
        )
        .at(&__SITES[3])?;
    let wide = __rt::Tch::slice(
            x,
            &[
                __rt::IndexItem::NewAxis,
                __rt::IndexItem::Range {
                    start: ::core::option::Option::None,
                    end: ::core::option::Option::Some(2),
                    step: 1,
                },
                __rt::IndexItem::Range {
                    start: ::core::option::Option::None,
                    end: ::core::option::Option::None,
                    step: 1,
                },
            ],
        )
        .at(&__SITES[4])?;
    let picked = __rt::Tch::getitem(x, &[__rt::IndexItem::Tensor(rows)])
        .at(&__SITES[5])?;
    let crossed = __rt::Tch::getitem(
            x,
            &[__rt::IndexItem::Tensor(rows), __rt::IndexItem::At(2)],
        )
        .at(&__SITES[6])?;
    let rest = __rt::Tch::slice(
            x,
            &[
                __rt::IndexItem::Ellipsis,
                __rt::IndexItem::Range {
                    start: ::core::option::Option::Some(3),
                    end: ::core::option::Option::None,
                    step: 1,
                },
            ],
        )
        .at(&__SITES[7])?;
    let v10 = __rt::Tch::greater(x, __rt::Num::Float(0.0)).at(&__SITES[8])?;
    let chosen = __rt::Tch::getitem(x, &[__rt::IndexItem::Mask(&v10)]).at(&__SITES[9])?;
    let filled = __rt::Tch::index_update(
            x,
            &[__rt::IndexItem::Tensor(rows), __rt::IndexItem::At(2)],
            __rt::Num::Float(0.0),
        )
        .at(&__SITES[10])?;
    let v13 = __rt::Tch::sum(&chosen, __rt::Axes::All, false).at(&__SITES[11])?;
    let v14 = __rt::Tch::sum(&filled, __rt::Axes::All, false).at(&__SITES[12])?;
    let v16 = __rt::Tch::sum(&every, __rt::Axes::All, false).at(&__SITES[13])?;
    let v18 = __rt::Tch::sum(&last, __rt::Axes::All, false).at(&__SITES[14])?;
    let v21 = __rt::Tch::sum(&wide, __rt::Axes::All, false).at(&__SITES[15])?;
    let v23 = __rt::Tch::sum(&crossed, __rt::Axes::All, false).at(&__SITES[16])?;
    let v25 = __rt::Tch::sum(&rest, __rt::Axes::All, false).at(&__SITES[17])?;
    let [sums] = __rt::Tch::chain(
            __Fused0,
            &v13,
            [
                __rt::Value::<__rt::Tch>::lent(&v13),
                __rt::Value::<__rt::Tch>::lent(&v14),
                __rt::Value::<__rt::Tch>::lent(&v16),
                __rt::Value::<__rt::Tch>::lent(&v18),
                __rt::Value::<__rt::Tch>::lent(&one),
                __rt::Value::<__rt::Tch>::lent(&v21),
                __rt::Value::<__rt::Tch>::lent(&v23),
                __rt::Value::<__rt::Tch>::lent(&v25),
            ],
            || [
                __rt::Value::<__rt::Tch>::view(&v13),
                __rt::Value::<__rt::Tch>::view(&v14),
                __rt::Value::<__rt::Tch>::view(&v16),
                __rt::Value::<__rt::Tch>::view(&v18),
                __rt::Value::<__rt::Tch>::view(&one),
                __rt::Value::<__rt::Tch>::view(&v21),
                __rt::Value::<__rt::Tch>::view(&v23),
                __rt::Value::<__rt::Tch>::view(&v25),
            ],
            [],
            [__rt::fuse::Outcome::Each],
            || {
                let v15 = __rt::Tch::add(&v13, &v14).at(&__SITES[18])?;
                let v17 = __rt::Tch::add(&v15, &v16).at(&__SITES[19])?;
                let v19 = __rt::Tch::add(&v17, &v18).at(&__SITES[20])?;
                let v20 = __rt::Tch::add(&v19, &one).at(&__SITES[21])?;
                let v22 = __rt::Tch::add(&v20, &v21).at(&__SITES[22])?;
                let v24 = __rt::Tch::add(&v22, &v23).at(&__SITES[23])?;
                let v29 = __rt::Tch::add(&v24, &v25).at(&__SITES[24])?;
                ::core::result::Result::Ok([v29])
            },
        )
        .at(&__SITES[25])?;
    let [v28] = __rt::Tch::chain(
            __Fused1,
            &picked,
            [
                __rt::Value::<__rt::Tch>::lent(&picked),
                __rt::Value::<__rt::Tch>::lent(&first),
                __rt::Value::<__rt::Tch>::lent(&sums),
            ],
            || [
                __rt::Value::<__rt::Tch>::view(&picked),
                __rt::Value::<__rt::Tch>::view(&first),
                __rt::Value::<__rt::Tch>::view(&sums),
            ],
            [],
            [__rt::fuse::Outcome::Each],
            || {
                let v27 = __rt::Tch::add(&picked, &first).at(&__SITES[26])?;
                let v30 = __rt::Tch::add(&v27, &sums).at(&__SITES[27])?;
                ::core::result::Result::Ok([v30])
            },
        )
        .at(&__SITES[28])?;
    ::core::result::Result::Ok(v28)
}

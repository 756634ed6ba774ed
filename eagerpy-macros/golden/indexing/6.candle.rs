///[`indexing`](fn@super::indexing) on candle.
pub fn candle(
    x: &__rt::candle::Tensor,
    rows: &__rt::candle::Tensor,
    i: usize,
) -> __rt::Result<__rt::candle::Tensor> {
    __rt::entry::dtype(&__SIGNATURE, 0usize, x)?;
    __rt::entry::dtype(&__SIGNATURE, 1usize, rows)?;
    {
        let (__s0, __s1) = (
            __rt::Value::<__rt::Candle>::lent_sizes(x),
            __rt::Value::<__rt::Candle>::lent_sizes(rows),
        );
        match (&*__s0, &*__s1) {
            (&[__n0_0, 6usize], &[__n1_0]) => [__n0_0, __n1_0],
            _ => __rt::entry::dims::<2>(&__SIGNATURE, &[&__s0, &__s1])?,
        }
    };
    let first = __rt::Candle::slice(x, &[__rt::IndexItem::At(0)]).at(&__SITES[0])?;
    let last = __rt::Candle::slice(
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
    let one = __rt::Candle::slice(
            x,
            &[__rt::IndexItem::At(__rt::int(i)), __rt::IndexItem::At(__rt::int(i + 1))],
        )
        .at(&__SITES[2])?;
    let every = __rt::Candle::slice(
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
    let wide = __rt::Candle::slice(
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
    let picked = __rt::Candle::getitem(x, &[__rt::IndexItem::Tensor(rows)])
        .at(&__SITES[5])?;
    let crossed = __rt::Candle::getitem(
            x,
            &[__rt::IndexItem::Tensor(rows), __rt::IndexItem::At(2)],
        )
        .at(&__SITES[6])?;
    let rest = __rt::Candle::slice(
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
    let v10 = __rt::Candle::greater(x, __rt::Num::Float(0.0)).at(&__SITES[8])?;
    let chosen = __rt::Candle::getitem(x, &[__rt::IndexItem::Mask(&v10)])
        .at(&__SITES[9])?;
    let filled = __rt::Candle::index_update(
            x,
            &[__rt::IndexItem::Tensor(rows), __rt::IndexItem::At(2)],
            __rt::Num::Float(0.0),
        )
        .at(&__SITES[10])?;
    let v13 = __rt::Candle::sum(&chosen, __rt::Axes::All, false).at(&__SITES[11])?;
    let v14 = __rt::Candle::sum(&filled, __rt::Axes::All, false).at(&__SITES[12])?;
    let v16 = __rt::Candle::sum(&every, __rt::Axes::All, false).at(&__SITES[13])?;
    let v18 = __rt::Candle::sum(&last, __rt::Axes::All, false).at(&__SITES[14])?;
    let v21 = __rt::Candle::sum(&wide, __rt::Axes::All, false).at(&__SITES[15])?;
    let v23 = __rt::Candle::sum(&crossed, __rt::Axes::All, false).at(&__SITES[16])?;
    let v25 = __rt::Candle::sum(&rest, __rt::Axes::All, false).at(&__SITES[17])?;
    let [sums] = __rt::Candle::chain(
            __Fused0,
            &v13,
            [
                __rt::Value::<__rt::Candle>::lent(&v13),
                __rt::Value::<__rt::Candle>::lent(&v14),
                __rt::Value::<__rt::Candle>::lent(&v16),
                __rt::Value::<__rt::Candle>::lent(&v18),
                __rt::Value::<__rt::Candle>::lent(&one),
                __rt::Value::<__rt::Candle>::lent(&v21),
                __rt::Value::<__rt::Candle>::lent(&v23),
                __rt::Value::<__rt::Candle>::lent(&v25),
            ],
            || [
                __rt::Value::<__rt::Candle>::view(&v13),
                __rt::Value::<__rt::Candle>::view(&v14),
                __rt::Value::<__rt::Candle>::view(&v16),
                __rt::Value::<__rt::Candle>::view(&v18),
                __rt::Value::<__rt::Candle>::view(&one),
                __rt::Value::<__rt::Candle>::view(&v21),
                __rt::Value::<__rt::Candle>::view(&v23),
                __rt::Value::<__rt::Candle>::view(&v25),
            ],
            [],
            [__rt::fuse::Outcome::Each],
            || {
                let v15 = __rt::Candle::add(&v13, &v14).at(&__SITES[18])?;
                let v17 = __rt::Candle::add(&v15, &v16).at(&__SITES[19])?;
                let v19 = __rt::Candle::add(&v17, &v18).at(&__SITES[20])?;
                let v20 = __rt::Candle::add(&v19, &one).at(&__SITES[21])?;
                let v22 = __rt::Candle::add(&v20, &v21).at(&__SITES[22])?;
                let v24 = __rt::Candle::add(&v22, &v23).at(&__SITES[23])?;
                let v29 = __rt::Candle::add(&v24, &v25).at(&__SITES[24])?;
                ::core::result::Result::Ok([v29])
            },
        )
        .at(&__SITES[25])?;
    let [v28] = __rt::Candle::chain(
            __Fused1,
            &picked,
            [
                __rt::Value::<__rt::Candle>::lent(&picked),
                __rt::Value::<__rt::Candle>::lent(&first),
                __rt::Value::<__rt::Candle>::lent(&sums),
            ],
            || [
                __rt::Value::<__rt::Candle>::view(&picked),
                __rt::Value::<__rt::Candle>::view(&first),
                __rt::Value::<__rt::Candle>::view(&sums),
            ],
            [],
            [__rt::fuse::Outcome::Each],
            || {
                let v27 = __rt::Candle::add(&picked, &first).at(&__SITES[26])?;
                let v30 = __rt::Candle::add(&v27, &sums).at(&__SITES[27])?;
                ::core::result::Result::Ok([v30])
            },
        )
        .at(&__SITES[28])?;
    ::core::result::Result::Ok(v28)
}

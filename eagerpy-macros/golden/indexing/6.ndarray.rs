///[`indexing`](fn@super::indexing) on ndarray.
pub fn ndarray<TX, TRows>(
    x: &TX,
    rows: &TRows,
    i: usize,
) -> __rt::Result<<__rt::Ndarray as __rt::Backend>::Array<f32, __rt::R2>>
where
    TX: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<f32>,
        Rank: __rt::Fits<__rt::R2>,
    >,
    TRows: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<i64>,
        Rank: __rt::Fits<__rt::R1>,
    >,
{
    let result1 = __ndarray(x, rows, i)?;
    ::core::result::Result::Ok(__rt::Ndarray::finished::<__rt::R2, _>(result1)?)
}
#[doc(hidden)]
pub fn __ndarray<TX, TRows>(
    x: &TX,
    rows: &TRows,
    i: usize,
) -> __rt::Result<<__rt::Ndarray as __rt::Backend>::Tensor<'static, f32>>
where
    TX: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<f32>,
        Rank: __rt::Fits<__rt::R2>,
    >,
    TRows: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<i64>,
        Rank: __rt::Fits<__rt::R1>,
    >,
{
    {
        let (__s0, __s1) = (
            __rt::Value::<__rt::Ndarray>::lent_sizes(x),
            __rt::Value::<__rt::Ndarray>::lent_sizes(rows),
        );
        match (&*__s0, &*__s1) {
            (&[__n0_0, 6usize], &[__n1_0]) => [__n0_0, __n1_0],
            _ => __rt::entry::dims::<2>(&__SIGNATURE, &[&__s0, &__s1])?,
        }
    };
    let first = __rt::Ndarray::slice(x, &[__rt::IndexItem::At(0)]).at(&__SITES[0])?;
    let last = __rt::Ndarray::slice(
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
    let one = __rt::Ndarray::slice(
            x,
            &[__rt::IndexItem::At(__rt::int(i)), __rt::IndexItem::At(__rt::int(i + 1))],
        )
        .at(&__SITES[2])?;
    let every = __rt::Ndarray::slice(
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
    let wide = __rt::Ndarray::slice(
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
    let picked = __rt::Ndarray::getitem(x, &[__rt::IndexItem::Tensor(rows)])
        .at(&__SITES[5])?;
    let crossed = __rt::Ndarray::getitem(
            x,
            &[__rt::IndexItem::Tensor(rows), __rt::IndexItem::At(2)],
        )
        .at(&__SITES[6])?;
    let rest = __rt::Ndarray::slice(
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
    let v10 = __rt::Ndarray::greater(x, __rt::Num::Float(0.0)).at(&__SITES[8])?;
    let chosen = __rt::Ndarray::getitem(x, &[__rt::IndexItem::Mask(&v10)])
        .at(&__SITES[9])?;
    let filled = __rt::Ndarray::index_update(
            x,
            &[__rt::IndexItem::Tensor(rows), __rt::IndexItem::At(2)],
            __rt::Num::Float(0.0),
        )
        .at(&__SITES[10])?;
    let v13 = __rt::Ndarray::sum(&chosen, __rt::Axes::All, false).at(&__SITES[11])?;
    let v14 = __rt::Ndarray::sum(&filled, __rt::Axes::All, false).at(&__SITES[12])?;
    let v16 = __rt::Ndarray::sum(&every, __rt::Axes::All, false).at(&__SITES[13])?;
    let v18 = __rt::Ndarray::sum(&last, __rt::Axes::All, false).at(&__SITES[14])?;
    let v21 = __rt::Ndarray::sum(&wide, __rt::Axes::All, false).at(&__SITES[15])?;
    let v23 = __rt::Ndarray::sum(&crossed, __rt::Axes::All, false).at(&__SITES[16])?;
    let v25 = __rt::Ndarray::sum(&rest, __rt::Axes::All, false).at(&__SITES[17])?;
    let [sums] = __rt::Ndarray::chain(
            __Fused0,
            &v13,
            [
                __rt::Value::<__rt::Ndarray>::lent(&v13),
                __rt::Value::<__rt::Ndarray>::lent(&v14),
                __rt::Value::<__rt::Ndarray>::lent(&v16),
                __rt::Value::<__rt::Ndarray>::lent(&v18),
                __rt::Value::<__rt::Ndarray>::lent(&one),
                __rt::Value::<__rt::Ndarray>::lent(&v21),
                __rt::Value::<__rt::Ndarray>::lent(&v23),
                __rt::Value::<__rt::Ndarray>::lent(&v25),
            ],
            || [
                __rt::Value::<__rt::Ndarray>::view(&v13),
                __rt::Value::<__rt::Ndarray>::view(&v14),
                __rt::Value::<__rt::Ndarray>::view(&v16),
                __rt::Value::<__rt::Ndarray>::view(&v18),
                __rt::Value::<__rt::Ndarray>::view(&one),
                __rt::Value::<__rt::Ndarray>::view(&v21),
                __rt::Value::<__rt::Ndarray>::view(&v23),
                __rt::Value::<__rt::Ndarray>::view(&v25),
            ],
            [],
            [__rt::fuse::Outcome::Each],
            || {
                let v15 = __rt::Ndarray::add(&v13, &v14).at(&__SITES[18])?;
                let v17 = __rt::Ndarray::add(&v15, &v16).at(&__SITES[19])?;
                let v19 = __rt::Ndarray::add(&v17, &v18).at(&__SITES[20])?;
                let v20 = __rt::Ndarray::add(&v19, &one).at(&__SITES[21])?;
                let v22 = __rt::Ndarray::add(&v20, &v21).at(&__SITES[22])?;
                let v24 = __rt::Ndarray::add(&v22, &v23).at(&__SITES[23])?;
                let v29 = __rt::Ndarray::add(&v24, &v25).at(&__SITES[24])?;
                ::core::result::Result::Ok([v29])
            },
        )
        .at(&__SITES[25])?;
    let [v28] = __rt::Ndarray::chain(
            __Fused1,
            &picked,
            [
                __rt::Value::<__rt::Ndarray>::lent(&picked),
                __rt::Value::<__rt::Ndarray>::lent(&first),
                __rt::Value::<__rt::Ndarray>::lent(&sums),
            ],
            || [
                __rt::Value::<__rt::Ndarray>::view(&picked),
                __rt::Value::<__rt::Ndarray>::view(&first),
                __rt::Value::<__rt::Ndarray>::view(&sums),
            ],
            [],
            [__rt::fuse::Outcome::Each],
            || {
                let v27 = __rt::Ndarray::add(&picked, &first).at(&__SITES[26])?;
                let v30 = __rt::Ndarray::add(&v27, &sums).at(&__SITES[27])?;
                ::core::result::Result::Ok([v30])
            },
        )
        .at(&__SITES[28])?;
    ::core::result::Result::Ok(v28)
}

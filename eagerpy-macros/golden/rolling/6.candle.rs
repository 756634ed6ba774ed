///[`rolling`](fn@super::rolling) on candle.
pub fn candle(
    x: &__rt::candle::Tensor,
    width: usize,
) -> __rt::Result<__rt::candle::Tensor> {
    let __float = __rt::entry::float(&__SIGNATURE, 0usize, x)?;
    let [N, _]: [usize; 2] = {
        let (__s0,) = (__rt::Value::<__rt::Candle>::lent_sizes(x),);
        match (&*__s0,) {
            (&[__n0_0, __n0_1],) => [__n0_0, __n0_1],
            _ => __rt::entry::dims::<2>(&__SIGNATURE, &[&__s0])?,
        }
    };
    let mut means: ::std::vec::Vec<
        <__rt::Candle as __rt::Backend>::Tensor<'_, __rt::Erased>,
    > = ::std::vec![];
    for start in 0..(N + 1).saturating_sub(width) {
        let v2 = __rt::Candle::slice(
                x,
                &[
                    __rt::IndexItem::Range {
                        start: ::core::option::Option::Some(__rt::int(start)),
                        end: ::core::option::Option::Some(__rt::int(start + width)),
                        step: 1,
                    },
                ],
            )
            .at(&__SITES[0])?;
        let v3 = __rt::Candle::mean(&v2, __rt::Axes::from(0), false).at(&__SITES[1])?;
        means.push(v3);
    }
    let v4 = __rt::Candle::stack(
            &means.iter().map(|x| __rt::Value::view(x)).collect::<::std::vec::Vec<_>>(),
            0,
        )
        .at(&__SITES[2])?;
    ::core::result::Result::Ok(v4)
}

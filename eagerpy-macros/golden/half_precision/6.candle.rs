///[`half_precision`](fn@super::half_precision) on candle.
pub fn candle(
    x: &__rt::candle::Tensor,
    w: &__rt::candle::Tensor,
    scale: &__rt::candle::Tensor,
) -> __rt::Result<(__rt::candle::Tensor, __rt::candle::Tensor)> {
    __rt::entry::dtype(&__SIGNATURE, 0usize, x)?;
    __rt::entry::dtype(&__SIGNATURE, 1usize, w)?;
    __rt::entry::dtype(&__SIGNATURE, 2usize, scale)?;
    let [_, _, C]: [usize; 3] = {
        let (__s0, __s1, __s2) = (
            __rt::Value::<__rt::Candle>::lent_sizes(x),
            __rt::Value::<__rt::Candle>::lent_sizes(w),
            __rt::Value::<__rt::Candle>::lent_sizes(scale),
        );
        match (&*__s0, &*__s1, &*__s2) {
            (&[__n0_0, __n0_1], &[__n1_0, __n1_1], &[]) if __n1_0 == __n0_1 => {
                [__n0_0, __n0_1, __n1_1]
            }
            _ => __rt::entry::dims::<3>(&__SIGNATURE, &[&__s0, &__s1, &__s2])?,
        }
    };
    let __place = __rt::Candle::place_of(x);
    let v3 = __rt::Candle::astype::<__rt::f16, _>(w).at(&__SITES[0])?;
    let v4 = __rt::Candle::matmul(x, &v3).at(&__SITES[1])?;
    let y = __rt::Candle::multiply(&v4, scale).at(&__SITES[2])?;
    let shift = __rt::Candle::zeros::<__rt::bf16>(&__place, __rt::Ints::from(C))
        .at(&__SITES[3])?;
    let v7 = __rt::Candle::astype::<f32, _>(&y).at(&__SITES[4])?;
    let v8 = __rt::Candle::mean(&v7, __rt::Axes::from(0), false).at(&__SITES[5])?;
    let v9 = __rt::Candle::astype::<f32, _>(&shift).at(&__SITES[6])?;
    let v10 = __rt::Candle::add(&v8, &v9).at(&__SITES[7])?;
    ::core::result::Result::Ok((y, v10))
}

///[`branches`](fn@super::branches) on candle.
pub fn candle(
    x: &__rt::candle::Tensor,
    kind: u8,
    scale: f64,
) -> __rt::Result<__rt::candle::Tensor> {
    let __float = __rt::entry::float(&__SIGNATURE, 0usize, x)?;
    {
        let (__s0,) = (__rt::Value::<__rt::Candle>::lent_sizes(x),);
        match (&*__s0,) {
            (&[__n0_0],) => [__n0_0],
            _ => __rt::entry::dims::<1>(&__SIGNATURE, &[&__s0])?,
        }
    };
    let y = if kind == 0 {
        let v1 = __rt::Candle::relu(x).at(&__SITES[0])?;
        v1
    } else {
        let v3 = if kind == 1 {
            let v2 = __rt::Candle::tanh(x).at(&__SITES[1])?;
            v2
        } else {
            __rt::Candle::shared(x).at(&__SITES[2])?
        };
        __rt::Candle::owned(v3).at(&__SITES[3])?
    };
    let y_3 = if scale != 1.0 {
        let y_2 = __rt::Candle::multiply(&y, __rt::Num::from(scale)).at(&__SITES[4])?;
        y_2
    } else {
        __rt::Candle::shared(&y).at(&__SITES[5])?
    };
    ::core::result::Result::Ok(__rt::Candle::owned(y_3).at(&__SITES[6])?)
}

///[`erf`](fn@super::erf) on candle.
pub fn candle(
    x: &__rt::candle::Tensor,
    scale: f32,
) -> __rt::Result<__rt::candle::Tensor> {
    const fn __site(source: &'static str, line: u32) -> __rt::Site {
        __rt::Site {
            function: "erf",
            source,
            file: ::core::file!(),
            line,
        }
    }
    static __SITES: &[__rt::Site] = &[
        __site("x * 0.5", 4),
        __site(
            "native! { ndarray => y.mapv(| value | value * scale), candle => y.erf()?, _ => (y * 1.128).tanh(), }",
            5,
        ),
        __site("z + 1.0", 10),
    ];
    __rt::entry::dtype(&__SIGNATURE, 0usize, x)?;
    let [N]: [usize; 1] = {
        let (__s0,) = (__rt::Value::<__rt::Candle>::lent_sizes(x),);
        match (&*__s0,) {
            (&[__n0_0],) => [__n0_0],
            _ => __rt::entry::dims::<1>(&__SIGNATURE, &[&__s0])?,
        }
    };
    let y = __rt::Candle::multiply(x, __rt::Num::Float(0.5)).at(&__SITES[0])?;
    let z = {
        let y = &y;
        __rt::Value::<
            __rt::Candle,
        >::into_tensor(
                __rt::entry::called::<__rt::Candle, _>(__rt::host_result(y.erf())?)
                    .at(&__SITES[1])?,
            )
            .at(&__SITES[1])?
    };
    __rt::entry::annotated::<
        __rt::Candle,
        _,
    >(
        &__SIGNATURE,
        &z,
        ::core::option::Option::None,
        ::core::option::Option::Some(__rt::DType::F32),
        ::core::option::Option::Some(&[__rt::entry::Want::Size(N)]),
    )?;
    let v5 = __rt::Candle::add(&z, __rt::Num::Float(1.0)).at(&__SITES[2])?;
    ::core::result::Result::Ok(v5)
}

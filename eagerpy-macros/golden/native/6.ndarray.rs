///[`erf`](fn@super::erf) on ndarray.
pub fn ndarray<TX>(
    x: &TX,
    scale: f32,
) -> __rt::Result<<__rt::Ndarray as __rt::Backend>::Array<f32, __rt::R1>>
where
    TX: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<f32>,
        Rank: __rt::Fits<__rt::R1>,
    >,
{
    let result1 = __ndarray(x, scale)?;
    ::core::result::Result::Ok(__rt::Ndarray::finished::<__rt::R1, _>(result1)?)
}
#[doc(hidden)]
pub fn __ndarray<TX>(
    x: &TX,
    scale: f32,
) -> __rt::Result<<__rt::Ndarray as __rt::Backend>::Tensor<'static, f32>>
where
    TX: __rt::Value<
        __rt::Ndarray,
        Elem = <__rt::Ndarray as __rt::Backend>::Elem<f32>,
        Rank: __rt::Fits<__rt::R1>,
    >,
{
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
    let [N]: [usize; 1] = {
        let (__s0,) = (__rt::Value::<__rt::Ndarray>::lent_sizes(x),);
        match (&*__s0,) {
            (&[__n0_0],) => [__n0_0],
            _ => __rt::entry::dims::<1>(&__SIGNATURE, &[&__s0])?,
        }
    };
    let y = __rt::Ndarray::multiply(x, __rt::Num::Float(0.5)).at(&__SITES[0])?;
    let z = {
        let y = &<__rt::Ndarray as __rt::Backend>::arg::<
            f32,
            __rt::R1,
        >(__rt::Value::<__rt::Ndarray>::view(&y))
            .at(&__SITES[1])?;
        __rt::Value::<
            __rt::Ndarray,
        >::into_tensor(
                __rt::entry::called::<__rt::Ndarray, _>(y.mapv(|value| value * scale))
                    .at(&__SITES[1])?,
            )
            .at(&__SITES[1])?
    };
    __rt::entry::annotated::<
        __rt::Ndarray,
        _,
    >(
        &__SIGNATURE,
        &z,
        ::core::option::Option::None,
        ::core::option::Option::Some(__rt::DType::F32),
        ::core::option::Option::Some(&[__rt::entry::Want::Size(N)]),
    )?;
    let v5 = __rt::Ndarray::add(&z, __rt::Num::Float(1.0)).at(&__SITES[2])?;
    ::core::result::Result::Ok(v5)
}

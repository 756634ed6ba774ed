///[`erf`](fn@super::erf) on tch.
pub fn tch(x: &__rt::tch::Tensor, scale: f32) -> __rt::Result<__rt::tch::Tensor> {
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
        __site("y * 1.128", 8),
        __site("(y * 1.128).tanh()", 8),
        __site("y * 1.128", 8),
        __site("z + 1.0", 10),
    ];
    __rt::entry::dtype(&__SIGNATURE, 0usize, x)?;
    let [N]: [usize; 1] = {
        let (__s0,) = (__rt::Value::<__rt::Tch>::lent_sizes(x),);
        match (&*__s0,) {
            (&[__n0_0],) => [__n0_0],
            _ => __rt::entry::dims::<1>(&__SIGNATURE, &[&__s0])?,
        }
    };
    let y = __rt::Tch::multiply(x, __rt::Num::Float(0.5)).at(&__SITES[0])?;
    let z = {
        let [v3] = __rt::Tch::chain(
                __Fused0,
                &y,
                [__rt::Value::<__rt::Tch>::lent(&y)],
                || [__rt::Value::<__rt::Tch>::view(&y)],
                [],
                [__rt::fuse::Outcome::Each],
                || {
                    let v2 = __rt::Tch::multiply(&y, __rt::Num::Float(1.128))
                        .at(&__SITES[1])?;
                    let v6 = __rt::Tch::tanh(&v2).at(&__SITES[2])?;
                    ::core::result::Result::Ok([v6])
                },
            )
            .at(&__SITES[3])?;
        v3
    };
    __rt::entry::annotated::<
        __rt::Tch,
        _,
    >(
        &__SIGNATURE,
        &z,
        ::core::option::Option::None,
        ::core::option::Option::Some(__rt::DType::F32),
        ::core::option::Option::Some(&[__rt::entry::Want::Size(N)]),
    )?;
    let v5 = __rt::Tch::add(&z, __rt::Num::Float(1.0)).at(&__SITES[4])?;
    ::core::result::Result::Ok(v5)
}

///[`shadowing`](fn@super::shadowing) on tch.
pub fn tch(x: &__rt::tch::Tensor) -> __rt::Result<__rt::tch::Tensor> {
    __rt::entry::dtype(&__SIGNATURE, 0usize, x)?;
    __rt::entry::dims::<1>(&__SIGNATURE, &[&__rt::Tch::sizes(x)])?;
    let x_2 = __rt::Tch::multiply(x, __rt::Num::Float(2.0)).at(&__SITES[0])?;
    let y = {
        let x_3 = __rt::Tch::exp(&x_2).at(&__SITES[1])?;
        let x_4 = __rt::Tch::add(&x_3, __rt::Num::Float(1.0)).at(&__SITES[2])?;
        let v4 = __rt::Tch::log(&x_4).at(&__SITES[3])?;
        v4
    };
    let x_2_2 = __rt::Tch::subtract(&x_2, &y).at(&__SITES[4])?;
    let v7 = __rt::Tch::abs(&x_2_2).at(&__SITES[5])?;
    let v9 = __rt::Tch::sqrt(&v7).at(&__SITES[6])?;
    let x_2_3 = __rt::Tch::add(&x_2_2, &v9).at(&__SITES[7])?;
    let x_5 = __rt::Tch::multiply(&x_2_3, &x_2).at(&__SITES[8])?;
    let v11 = __rt::Tch::sin(&x_5).at(&__SITES[9])?;
    let v12 = __rt::Tch::cos(&v9).at(&__SITES[10])?;
    let r#type = __rt::Tch::add(&v11, &v12).at(&__SITES[11])?;
    let v14 = __rt::Tch::add(&x_5, &r#type).at(&__SITES[12])?;
    ::core::result::Result::Ok(v14)
}

//! The floats of 16 bits as element types.
//!
//! Each operation goes through `f32`, which holds all their values, and is rounded once. For sums, products,
//! quotients and roots that is the correct rounding: `f32` has more than twice their digits.

use half::{bf16, f16};

use crate::dtype::DType;
use crate::element::{Element, Float, Numeric};
use crate::num::Num;

/// The number in `f32`: an inexact one with its last bit set, as the mark that something was cut off.
///
/// Rounded on to 16 bits, that gives the nearest number, where rounding to the nearest twice does not.
/// `half`'s own conversions of `f64` round twice where the processor helps, and lose the low half where not.
pub fn to_odd(v: f64) -> f32 {
    let near = v as f32;
    let back = f64::from(near);
    if back == v || v.is_nan() {
        return near;
    }
    let beyond = u32::from(back.abs() > v.abs());
    f32::from_bits((near.to_bits() - beyond) | 1)
}

/// An integer in `f64`, with the same mark.
fn int_to_odd(v: i64) -> f64 {
    const CUT: u32 = 11;
    if v.unsigned_abs() >> (i64::BITS - CUT) == 0 {
        return v as f64;
    }
    let cut_off = i64::from(v.trailing_zeros() < CUT);
    ((v >> CUT) | cut_off) as f64 * f64::from(1 << CUT)
}

macro_rules! half {
    ($t:ty, $dtype:ident) => {
        impl Element for $t {
            const DTYPE: Option<DType> = Some(DType::$dtype);
            type Sum = $t;
            type Total = f32;
            fn from_num(n: Num) -> $t {
                let v = match n {
                    Num::Int(v) => int_to_odd(v),
                    other => other.to_f64(),
                };
                <$t>::from_f32(to_odd(v))
            }
            fn to_num(self) -> Num {
                Num::Float(f64::from(self.to_f32()))
            }
            fn to_total(self) -> f32 {
                self.to_f32()
            }
            fn from_total(total: f32) -> $t {
                <$t>::from_f32(total)
            }
            fn is_true(self) -> bool {
                self != <$t>::ZERO
            }
            fn is_nan(self) -> bool {
                <$t>::is_nan(self)
            }
        }
        impl Numeric for $t {
            fn wrapping_add(self, rhs: $t) -> $t {
                self + rhs
            }
            fn wrapping_sub(self, rhs: $t) -> $t {
                self - rhs
            }
            fn wrapping_mul(self, rhs: $t) -> $t {
                self * rhs
            }
            fn wrapping_neg(self) -> $t {
                -self
            }
            fn absolute(self) -> $t {
                <$t>::from_bits(self.to_bits() & !(1 << 15))
            }
            fn is_infinite(self) -> bool {
                <$t>::is_infinite(self)
            }
            half!(@unary $t: Numeric sign round_down round_up round_even);
            fn power(self, rhs: $t) -> $t {
                <$t>::from_f32(Numeric::power(self.to_f32(), rhs.to_f32()))
            }
            fn floor_divide(self, rhs: $t) -> $t {
                <$t>::from_f32(Numeric::floor_divide(self.to_f32(), rhs.to_f32()))
            }
            fn remainder(self, rhs: $t) -> $t {
                <$t>::from_f32(Numeric::remainder(self.to_f32(), rhs.to_f32()))
            }
        }
        impl Float for $t {
            type Wide = f32;
            fn widen(self) -> f32 {
                self.to_f32()
            }
            fn narrow(wide: f32) -> $t {
                <$t>::from_f32(wide)
            }
            fn from_f64(v: f64) -> $t {
                <$t>::from_f32(to_odd(v))
            }
            fn to_f64(self) -> f64 {
                f64::from(self.to_f32())
            }
            half!(@unary $t: Float sqrt exp exp_m1 ln ln_1p sin cos tan sinh cosh tanh erf);
        }
    };
    (@unary $t:ty: $trait:ident $($name:ident)*) => {$(
        fn $name(self) -> $t {
            <$t>::from_f32($trait::$name(self.to_f32()))
        }
    )*};
}
half!(f16, F16);
half!(bf16, BF16);

#[cfg(test)]
mod tests {
    use super::*;

    /// The nearest of all numbers of the type, by looking at each; of two as near, the one with an even last bit.
    fn nearest(v: f64, all: &[(f64, u16)]) -> Option<f64> {
        let distance = |(x, bits): &(f64, u16)| ((x - v).abs(), bits & 1);
        all.iter()
            .min_by(|a, b| {
                distance(a)
                    .partial_cmp(&distance(b))
                    .unwrap_or(std::cmp::Ordering::Equal)
            })
            .map(|(v, _)| *v)
    }

    fn finite(value: impl Fn(u16) -> f64) -> Vec<(f64, u16)> {
        (0..=u16::MAX)
            .map(|bits| (value(bits), bits))
            .filter(|(v, _)| v.is_finite())
            .collect()
    }

    /// Numbers just beside the middle between two neighbours, where rounding twice goes wrong.
    fn near_ties(all: &[(f64, u16)]) -> Vec<f64> {
        let mut positive: Vec<f64> = all.iter().map(|(v, _)| *v).filter(|v| *v >= 0.0).collect();
        positive.sort_by(f64::total_cmp);
        let pairs = positive.windows(2).step_by(1501);
        pairs
            .flat_map(|pair| {
                let middle = (pair[0] + pair[1]) / 2.0;
                let bits = middle.to_bits();
                [bits.saturating_sub(1), bits, bits + 1].map(f64::from_bits)
            })
            .flat_map(|v| [v, -v])
            .filter(|v| *v != 0.0)
            .collect()
    }

    #[test]
    fn f64_is_rounded_once() {
        let all = finite(|bits| f16::from_bits(bits).to_f64());
        for v in near_ties(&all) {
            let got = f16::from_num(Num::Float(v)).to_f64();
            assert_eq!(Some(got), nearest(v, &all), "{v:e}");
        }
        let all = finite(|bits| bf16::from_bits(bits).to_f64());
        for v in near_ties(&all) {
            let got = <bf16 as Float>::from_f64(v).to_f64();
            assert_eq!(Some(got), nearest(v, &all), "{v:e}");
        }
        // Half an ulp of 1, and a little more than f32 holds.
        assert_eq!(
            f16::from_num(Num::Float(1.0 + f64::exp2(-11.0) + f64::exp2(-40.0))).to_f32(),
            1.0 + f32::exp2(-10.0)
        );
        assert_eq!(
            bf16::from_num(Num::Float(1.0 + f64::exp2(-8.0) + f64::exp2(-40.0))).to_f32(),
            1.0 + f32::exp2(-7.0)
        );
    }

    #[test]
    fn numbers_beyond_the_range_are_infinite() {
        assert_eq!(f16::from_num(Num::Float(65519.999)), f16::MAX);
        assert_eq!(f16::from_num(Num::Float(65520.0)), f16::INFINITY);
        assert_eq!(f16::from_num(Num::Int(-65520)), f16::NEG_INFINITY);
        assert_eq!(f16::from_num(Num::Float(1e300)), f16::INFINITY);
        assert_eq!(bf16::from_num(Num::Float(-1e300)), bf16::NEG_INFINITY);
        assert!(bf16::from_num(Num::Float(f64::MAX)).is_infinite());
        assert_eq!(f16::from_num(Num::Float(-1e-300)).to_bits(), 1 << 15);
        assert!(Element::is_nan(f16::from_num(Num::Float(f64::NAN))));
        assert!(Element::is_nan(bf16::from_num(Num::Float(-f64::NAN))));
    }

    #[test]
    fn integers_are_rounded_once() {
        // Half an ulp, and 1: f64 does not hold it.
        let tie = (1_i64 << 62) + (1 << 54);
        assert_eq!(bf16::from_num(Num::Int(tie)).to_f64(), f64::exp2(62.0));
        let next = f64::exp2(62.0) + f64::exp2(55.0);
        assert_eq!(bf16::from_num(Num::Int(tie + 1)).to_f64(), next);
        assert_eq!(bf16::from_num(Num::Int(-tie - 1)).to_f64(), -next);
        assert_eq!(
            bf16::from_num(Num::Int(i64::MIN)).to_f64(),
            -f64::exp2(63.0)
        );
        assert_eq!(f16::from_num(Num::Int(2049)).to_f64(), 2048.0);
        assert_eq!(f16::from_num(Num::Bool(true)).to_f64(), 1.0);
    }

    #[test]
    fn arithmetic_is_that_of_f32_rounded() {
        let list = [
            0.0,
            -0.0,
            1.0,
            -2.5,
            0.1,
            7.0,
            65504.0,
            f64::INFINITY,
            f64::NAN,
        ];
        let list = list.map(|v| f16::from_num(Num::Float(v)));
        let same = |got: f16, want: f32| {
            let want = f16::from_f32(want);
            assert!(
                got.to_bits() == want.to_bits() || got.is_nan() && want.is_nan(),
                "{got} {want}"
            );
        };
        for x in list {
            let wide = x.to_f32();
            same(x.absolute(), wide.abs());
            same(x.wrapping_neg(), -wide);
            same(Numeric::sign(x), Numeric::sign(wide));
            same(Float::exp(x), wide.exp());
            same(Float::erf(x), libm::erff(wide));
            assert_eq!(Element::is_nan(x), wide.is_nan());
            assert_eq!(Numeric::is_infinite(x), wide.is_infinite());
            assert_eq!(x.is_true(), wide != 0.0);
            for y in list {
                let other = y.to_f32();
                same(x.wrapping_add(y), wide + other);
                same(x.wrapping_mul(y), wide * other);
                same(x.power(y), wide.powf(other));
                same(x.floor_divide(y), Numeric::floor_divide(wide, other));
                same(x.remainder(y), Numeric::remainder(wide, other));
            }
        }
        // NaN goes behind everything, and -0 is 0.
        assert_eq!(f16::NAN.order(&f16::INFINITY), std::cmp::Ordering::Greater);
        assert_eq!(bf16::NEG_ZERO.order(&bf16::ZERO), std::cmp::Ordering::Equal);
    }

    #[test]
    fn a_cast_saturates() {
        assert_eq!(f16::INFINITY.cast::<i32>(), i32::MAX);
        assert_eq!(bf16::NAN.cast::<i64>(), 0);
        assert_eq!(300_i32.cast::<f16>().cast::<u8>(), u8::MAX);
        assert_eq!(bf16::from_f32(3.99).cast::<i64>(), 3);
    }
}

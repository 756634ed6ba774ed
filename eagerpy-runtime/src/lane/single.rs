//! The functions of `f32`.

#![allow(
    clippy::excessive_precision,
    reason = "coefficients as they were worked out"
)]

use std::f32::consts::{FRAC_PI_2, FRAC_PI_4, LN_2, LOG2_E};

use super::{Isa, Math, double};

/// Bits of the mantissa.
const MANTISSA: u32 = 23;
/// The bits of 1.
const ONE: u32 = 0x3f80_0000;
/// The bits of ½√2.
const SQRT_HALF: u32 = 0x3f35_04f3;
/// The exponent's bits of 1, as a number.
const BIAS: f32 = 127.0;
/// From here on all floats are integers.
const INTEGER: f32 = 8_388_608.0;
/// 1.5·2²³: a float that is added to it is rounded to an integer, of either sign.
const ROUND: f32 = 12_582_912.0;
/// The bits of a float with 12 bits of mantissa.
const SHORT: u32 = 0xffff_f000;

// Log 2 in two parts, the first with so few bits that its product with an exponent is exact.
const LN_2_HIGH: f32 = 0.693_145_75;
const LN_2_LOW: f32 = 1.428_606_8e-6;
// The first parts have 12 bits.
const LOG2_E_HIGH: f32 = 1.442_382_8;
const LOG2_E_LOW: f32 = 3.122_284e-4;
const LOG10_E_HIGH: f32 = 0.434_204_1;
const LOG10_E_LOW: f32 = 9.038_034e-5;
const LOG10_2_HIGH: f32 = 0.301_025_4;
const LOG10_2_LOW: f32 = 4.605_039e-6;
// What the constants π/2 and π/4 lack.
const FRAC_PI_2_LOW: f32 = -4.371_139e-8;
const FRAC_PI_4_LOW: f32 = -2.185_569_4e-8;
const TAN_PI_8: f32 = 0.414_213_56;
const TAN_3_PI_8: f32 = 2.414_213_6;

/// Beyond these eˣ is infinite, and less than half of the smallest number.
const EXP_HIGH: f32 = 89.0;
const EXP_LOW: f32 = -104.0;
/// The same of 2ˣ.
const EXP2_HIGH: f32 = 129.0;
const EXP2_LOW: f32 = -151.0;
/// Here sinh is infinite, and ¼·eˣ is not.
const SINH_HIGH: f32 = 89.6;
/// Below, eˣ - 1 is -1 but for rounding.
const EXPM1_LOW: f32 = -20.0;
/// Beyond, tanh is 1 but for rounding.
const TANH_HIGH: f32 = 10.0;
/// Below, functions of slope 1 at 0 are x but for rounding.
const TINY: f32 = 2e-8;
/// Beyond, erf is 1 but for rounding.
const ERF_HIGH: f32 = 4.0;
const ERF_CENTRE: f32 = 1.0;
/// Beyond, erfc is 0 but for rounding.
const ERFC_HIGH: f32 = 10.5;
const ERFC_CENTRE: f32 = 2.0;
/// 2²⁸, where the multiples of π/2 that are subtracted are still exact.
const TRIG_LIMIT: f32 = 268_435_456.0;

/// Polynomials near what is named, in the stated interval, by interpolation at Chebyshev's points.
mod tail {
    use super::{Isa, fused};

    /// (eʳ - 1 - r - r²/2) / r³ for |r| ≤ ½·log 2.
    #[inline(always)]
    pub fn exp<I: Isa>(r: f32) -> f32 {
        polynomial!(I, r; 0.166_666_67, 4.166_655_2e-2, 8.333_321e-3, 1.392_626_8e-3, 1.988_279_3e-4)
    }

    /// (2ʳ - 1 - r·log 2) / r² for |r| ≤ ½.
    #[inline(always)]
    pub fn exp2<I: Isa>(r: f32) -> f32 {
        polynomial!(I, r; 0.240_226_5, 5.550_381e-2, 9.618_103_5e-3, 1.338_130_2e-3, 1.544_488_3e-4)
    }

    /// (2·atanh s - 2s) / s³ of z = s² for |s| ≤ tanh(¼·log 2).
    #[inline(always)]
    pub fn log<I: Isa>(z: f32) -> f32 {
        polynomial!(I, z; 0.666_666_87, 0.399_887_8, 0.295_799_5)
    }

    /// (sin r - r) / r³ of z = r² for |r| ≤ π/4.
    #[inline(always)]
    pub fn sin<I: Isa>(z: f32) -> f32 {
        polynomial!(I, z; -0.166_666_64, 8.332_748e-3, -1.958_784_1e-4)
    }

    /// (cos r - 1 + r²/2) / r⁴ of z = r² for |r| ≤ π/4.
    #[inline(always)]
    pub fn cos<I: Isa>(z: f32) -> f32 {
        polynomial!(I, z; 4.166_666_4e-2, -1.388_830_2e-3, 2.454_789_1e-5)
    }

    /// (asin x - x) / x³ of z = x² for |x| ≤ ½.
    #[inline(always)]
    pub fn asin<I: Isa>(z: f32) -> f32 {
        polynomial!(I, z; 0.166_666_73, 7.498_855e-2, 4.500_138e-2, 2.655_454_2e-2, 3.808_502_5e-2)
    }

    /// (atan t - t) / t³ of z = t² for |t| ≤ tan(π/8).
    #[inline(always)]
    pub fn atan<I: Isa>(z: f32) -> f32 {
        polynomial!(I, z; -0.333_333_3, 0.199_995_4, -0.142_639_56, 0.107_437_31, -6.451_928e-2)
    }

    /// erf x / x - 1 of z = x² for |x| ≤ 1.
    #[inline(always)]
    pub fn erf<I: Isa>(z: f32) -> f32 {
        polynomial!(
            I, z; 0.128_379_17, -0.376_126_26, 0.112_835_94, -2.685_421_1e-2, 5.189_087_2e-3, -8.016_864_3e-4,
            7.875_875e-5
        )
    }

    /// log(erfc(1 + u)) for 0 ≤ u ≤ 3, by least squares weighted with erfc.
    #[inline(always)]
    pub fn log_erfc<I: Isa>(u: f32) -> f32 {
        polynomial!(
            I, u; -1.849_605_6, -2.638_967_5, -0.843_106_87, -4.156_442e-2, 1.004_818_1e-2, -2.012_353_2e-3,
            2.867_617_3e-4, -1.799_456_5e-5, -1.840_061_7e-6, 3.255_990_7e-7
        )
    }

    /// exp(x²)·erfc(x)·(1 + 2x) of t = (x - 2) / (x + 2) for 0 ≤ x ≤ 10.2.
    #[inline(always)]
    pub fn erfcx<I: Isa>(t: f32) -> f32 {
        polynomial!(
            I, t; 1.276_978_4, -9.276_396e-2, -0.166_030_44, 0.164_055_2, -5.421_387_8e-2, -8.062_068e-3,
            8.661_998e-3, 1.328_767_7e-3, -1.260_634_4e-3, -4.225_154_7e-4
        )
    }
}

/// n, r and what its rounding lost, with x = n·π/2 + r.
///
/// In `f64`: π/2 in two parts, the first of 25 bits, whose product with an n of 28 bits is exact.
#[inline(always)]
fn quadrant<I: Isa>(x: f32) -> (u32, f32, f32) {
    const FRAC_PI_2_HIGH: f64 = 1.570_796_310_901_641_8;
    const FRAC_PI_2_LOW: f64 = 1.589_325_477_352_819_6e-8;
    let wide = f64::from(x);
    let sum = Math::mul_add::<I>(wide, std::f64::consts::FRAC_2_PI, double::ROUND);
    let n = sum - double::ROUND;
    let high = Math::mul_add::<I>(n, -FRAC_PI_2_HIGH, wide);
    let r = Math::mul_add::<I>(n, -FRAC_PI_2_LOW, high);
    let short = r as f32;
    (sum.to_bits() as u32, short, (r - f64::from(short)) as f32)
}

/// xʸ of a positive x, with the logarithm in `f64`, where it has bits to spare.
#[inline(always)]
fn size_pow<I: Isa>(x: f32, y: f32) -> f32 {
    // What is infinite, and what is less than half of the smallest number.
    const END: f64 = 160.0;
    let (k, m) = split_all(x);
    let (k, m) = (f64::from(k), f64::from(m));
    let s = (m - 1.0) / (m + 1.0);
    let log = Math::mul_add::<I>(double::short_log2::<I>(s * s), s, k);
    // Infinity times the logarithm of 1 would not be a number.
    let y = at_least(at_most(y, f32::MAX), f32::MIN);
    let exponent = f64::from(y) * log;
    let exponent = if exponent > END { END } else { exponent };
    let exponent = if exponent < -END { -END } else { exponent };
    let n = double::nearest(exponent);
    small_exp2::<I>((exponent - n) as f32, n as f32)
}

functions!(f32, u32);

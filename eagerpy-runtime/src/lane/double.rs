//! The functions of `f64`.

#![allow(
    clippy::excessive_precision,
    reason = "coefficients as they were worked out"
)]

use std::f64::consts::{FRAC_2_PI, FRAC_PI_2, FRAC_PI_4, LN_2, LOG2_E};

use super::{Isa, Math};

/// Bits of the mantissa.
const MANTISSA: u64 = 52;
/// The bits of 1.
const ONE: u64 = 0x3ff0_0000_0000_0000;
/// The bits of ½√2.
const SQRT_HALF: u64 = 0x3fe6_a09e_667f_3bcd;
/// The exponent's bits of 1, as a number.
const BIAS: f64 = 1023.0;
/// From here on all floats are integers.
const INTEGER: f64 = 4_503_599_627_370_496.0;
/// 1.5·2⁵²: a float that is added to it is rounded to an integer, of either sign.
pub(super) const ROUND: f64 = 6_755_399_441_055_744.0;
/// The bits of a float with 26 bits of mantissa.
const SHORT: u64 = 0xffff_ffff_f800_0000;

// Log 2 in two parts, the first with so few bits that its product with an exponent is exact.
const LN_2_HIGH: f64 = 0.693_147_180_369_123_8;
const LN_2_LOW: f64 = 1.908_214_929_270_587_7e-10;
// The first parts have 24 bits.
const LOG2_E_HIGH: f64 = 1.442_695_021_629_333_5;
const LOG2_E_LOW: f64 = 1.925_962_991_126_617_5e-8;
const LOG10_E_HIGH: f64 = 0.434_294_462_203_979_5;
const LOG10_E_LOW: f64 = 1.969_927_233_546_362_7e-8;
const LOG10_2_HIGH: f64 = 0.301_029_995_549_470_2;
const LOG10_2_LOW: f64 = 1.145_110_089_802_183_8e-10;
// What the constants π/2 and π/4 lack.
const FRAC_PI_2_LOW: f64 = 6.123_233_995_736_766e-17;
const FRAC_PI_4_LOW: f64 = 3.061_616_997_868_383e-17;
const TAN_PI_8: f64 = 0.414_213_562_373_095_05;
const TAN_3_PI_8: f64 = 2.414_213_562_373_095;

/// Beyond these eˣ is infinite, and less than half of the smallest number.
const EXP_HIGH: f64 = 710.0;
const EXP_LOW: f64 = -746.0;
/// The same of 2ˣ.
const EXP2_HIGH: f64 = 1025.0;
const EXP2_LOW: f64 = -1076.0;
/// Here sinh is infinite, and ¼·eˣ is not.
const SINH_HIGH: f64 = 710.6;
/// Below, eˣ - 1 is -1 but for rounding.
const EXPM1_LOW: f64 = -40.0;
/// Beyond, tanh is 1 but for rounding.
const TANH_HIGH: f64 = 20.0;
/// Below, functions of slope 1 at 0 are x but for rounding.
const TINY: f64 = 5e-17;
/// Beyond, erf is 1 but for rounding.
const ERF_HIGH: f64 = 6.0;
const ERF_CENTRE: f64 = 2.0;
/// Beyond, erfc is 0 but for rounding.
const ERFC_HIGH: f64 = 28.0;
const ERFC_CENTRE: f64 = 3.5;
/// 2²⁰, where the multiples of π/2 that are subtracted are still exact.
const TRIG_LIMIT: f64 = 1_048_576.0;

/// Polynomials near what is named, in the stated interval, by interpolation at Chebyshev's points.
mod tail {
    use super::{Isa, fused};

    /// (eʳ - 1 - r - r²/2) / r³ for |r| ≤ ½·log 2.
    #[inline(always)]
    pub fn exp<I: Isa>(r: f64) -> f64 {
        polynomial!(
            I, r; 0.166_666_666_666_666_69, 0.041_666_666_666_666_664, 0.008_333_333_333_330_032, 0.001_388_888_888_888_653_2,
            0.000_198_412_698_632_018_28, 2.480_158_731_725_034e-5, 2.755_726_822_996_322_7e-6, 2.755_728_280_527_787e-7,
            2.510_049_478_890_504_2e-8, 2.091_131_467_881_315_5e-9
        )
    }

    /// (2ʳ - 1 - r·log 2) / r² for |r| ≤ ½.
    #[inline(always)]
    pub fn exp2<I: Isa>(r: f64) -> f64 {
        polynomial!(
            I, r; 0.240_226_506_959_100_75, 0.055_504_108_664_821_58, 0.009_618_129_107_618_665, 0.001_333_355_814_642_321_3,
            0.000_154_035_304_247_765_29, 1.525_273_382_079_580_3e-5, 1.321_545_163_322_143_4e-6, 1.017_806_726_744_942_7e-7,
            7.070_977_866_508_138e-9, 4.454_103_410_587_04e-10
        )
    }

    /// (2·atanh s - 2s) / s³ of z = s² for |s| ≤ tanh(¼·log 2).
    #[inline(always)]
    pub fn log<I: Isa>(z: f64) -> f64 {
        polynomial!(
            I, z; 0.666_666_666_666_667, 0.399_999_999_998_995_05, 0.285_714_286_259_754_87, 0.222_222_111_347_950_8,
            0.181_828_891_252_617_23, 0.153_317_216_005_560_42, 0.146_164_496_850_434_06
        )
    }

    /// (sin r - r) / r³ of z = r² for |r| ≤ π/4; fdlibm's coefficients.
    #[inline(always)]
    pub fn sin<I: Isa>(z: f64) -> f64 {
        polynomial!(
            I, z; -1.666_666_666_666_663_243_48e-1, 8.333_333_333_322_489_461_24e-3,
            -1.984_126_982_985_794_931_34e-4, 2.755_731_370_707_006_767_89e-6,
            -2.505_076_025_340_686_341_95e-8, 1.589_690_995_211_550_102_21e-10
        )
    }

    /// (cos r - 1 + r²/2) / r⁴ of z = r² for |r| ≤ π/4.
    #[inline(always)]
    pub fn cos<I: Isa>(z: f64) -> f64 {
        polynomial!(
            I, z; 0.041_666_666_666_666_664, -0.001_388_888_888_888_739_5, 2.480_158_729_876_343_3e-5, -2.755_731_727_056_032_6e-7,
            2.087_614_602_468_974_7e-9, -1.138_261_486_855_632_5e-11
        )
    }

    /// (asin x - x) / x³ of z = x² for |x| ≤ ½.
    #[inline(always)]
    pub fn asin<I: Isa>(z: f64) -> f64 {
        polynomial!(
            I, z; 0.166_666_666_666_666_69, 0.074_999_999_999_984_33, 0.044_642_857_146_355_43, 0.030_381_944_138_531_247,
            0.022_372_172_942_149_89, 0.017_352_392_720_869_973, 0.013_971_212_973_552_933, 0.011_479_177_415_184_906,
            0.010_322_814_350_185_78, 0.005_457_506_718_640_358, 0.017_400_879_442_694_02, -0.014_851_887_071_247_204,
            0.028_757_851_367_421_566
        )
    }

    /// (atan t - t) / t³ of z = t² for |t| ≤ tan(π/8).
    #[inline(always)]
    pub fn atan<I: Isa>(z: f64) -> f64 {
        polynomial!(
            I, z; -0.333_333_333_333_333_3, 0.199_999_999_999_955_2, -0.142_857_142_846_665_42, 0.111_111_110_152_563_61,
            -0.090_909_045_781_239_03, 0.076_921_831_908_260_87, -0.066_645_114_473_819_48, 0.058_581_489_128_022_1,
            -0.050_854_497_379_402_6, 0.039_231_658_295_587_19, -0.019_176_887_119_062_26
        )
    }

    /// erf x / x - 1 of z = x² for |x| ≤ 1.
    #[inline(always)]
    pub fn erf<I: Isa>(z: f64) -> f64 {
        polynomial!(
            I, z; 0.128_379_167_095_512_6, -0.376_126_389_031_837_5, 0.112_837_916_709_548_79, -0.026_866_170_645_076_792,
            0.005_223_977_624_818_014_5, -0.000_854_832_698_083_379, 0.000_120_553_311_116_427_1, -1.492_559_526_683_118_2e-5,
            1.646_100_048_412_136_8e-6, -1.635_031_270_105_469_5e-7, 1.465_977_527_404_743_6e-8, -1.137_284_885_679_167_4e-9,
            5.957_176_147_748_911e-11
        )
    }

    /// log(erfc(2 + u)) for -1 ≤ u ≤ 4, by least squares weighted with erfc.
    #[inline(always)]
    pub fn log_erfc<I: Isa>(u: f64) -> f64 {
        polynomial!(
            I, u; -5.364_941_264_616_637, -4.418_160_805_994_415, -0.923_750_841_823_798_9, -0.016_465_118_136_954_36,
            0.003_570_756_345_846_742, -0.000_732_399_385_118_260_4, 0.000_135_309_337_749_823_6, -2.070_643_328_722_041e-5,
            1.952_182_556_296_29e-6, 2.036_393_037_566_524_2e-7, -1.731_844_126_950_375_3e-7, 5.780_635_367_906_892e-8,
            -1.397_163_821_354_784_2e-8, 2.530_343_967_227_517e-9, -2.611_685_718_355_98e-10, -3.980_212_195_505_457e-11,
            3.245_416_649_148_383e-11, -1.014_727_477_255_811_9e-11, 1.874_342_934_501_934_7e-12, -1.946_067_587_428_400_8e-13,
            8.715_397_607_025_149e-15
        )
    }

    /// exp(x²)·erfc(x)·(1 + 2x) of t = (x - 3.5) / (x + 3.5) for 0 ≤ x ≤ 27.5.
    #[inline(always)]
    pub fn erfcx<I: Isa>(t: f64) -> f64 {
        polynomial!(
            I, t; 1.242_349_244_871_154_4, -0.140_009_180_137_619_4, -0.010_555_596_332_218_156, 0.097_519_095_153_254_41,
            -0.115_089_598_160_202_76, 0.087_983_153_825_052_3, -0.048_823_325_827_561_07, 0.019_099_330_938_605_49,
            -0.004_215_019_913_307_898_5, -0.000_302_267_834_721_205_7, 0.000_564_384_469_726_772, -0.000_121_512_714_818_013_28,
            -4.278_253_553_926_157e-5, 2.426_223_677_308_938_5e-5, 2.329_449_164_274_792_4e-6, -3.818_220_248_679_574_4e-6,
            -4.700_909_566_260_57e-8, 6.075_643_647_784_453e-7, -3.587_378_215_842_394_6e-9, -1.020_424_503_605_410_3e-7,
            -3.652_270_261_784_338_8e-9, 1.667_802_159_330_572e-8, 2.313_417_944_826_695_2e-9, -1.901_524_984_994_415e-9,
            -5.412_010_757_891_484e-10
        )
    }

    /// (atanh s / s - 1 - s²/3) / s⁴ of z = s² for |s| ≤ tanh(¼·log 2).
    #[inline(always)]
    pub fn atanh<I: Isa>(z: f64) -> f64 {
        polynomial!(
            I, z; 0.2, 0.142_857_142_857_146_82, 0.111_111_111_108_281_16, 0.090_909_091_676_572_02,
            0.076_922_974_854_477_29, 0.066_674_021_191_126_73, 0.058_531_242_704_611_93, 0.058_615_255_140_488_765
        )
    }
}

/// log₂((1 + s) / (1 - s)) / s of z = s² for |s| ≤ tanh(¼·log 2), to 43 bits.
#[inline(always)]
pub(super) fn short_log2<I: Isa>(z: f64) -> f64 {
    polynomial!(
        I, z; 2.885_390_081_777_851, 0.961_796_694_112_264_9, 0.577_077_942_660_304_4, 0.412_209_224_061_104_33,
            0.319_906_803_807_013_36, 0.282_885_023_407_482_34
    )
}

/// The sum and what its rounding lost.
#[inline(always)]
fn sum(a: f64, b: f64) -> (f64, f64) {
    let s = a + b;
    let b_part = s - a;
    (s, (a - (s - b_part)) + (b - b_part))
}

/// The same, of an `a` that is not smaller than `b`, or 0.
#[inline(always)]
fn ordered_sum(a: f64, b: f64) -> (f64, f64) {
    let s = a + b;
    (s, b - (s - a))
}

/// n, r and what its rounding lost, with x = n·π/2 + r.
///
/// π/2 in four parts, the first three of 33 bits, whose products with an n of 20 bits are exact: near a multiple of π/2
/// as many digits cancel as a float has.
#[inline(always)]
fn quadrant<I: Isa>(x: f64) -> (u64, f64, f64) {
    const PARTS: (f64, f64, f64, f64) = (
        1.570_796_326_734_125_6,
        6.077_100_506_303_966e-11,
        2.022_266_248_711_166_5e-21,
        8.478_427_660_368_9e-32,
    );
    let magic = fused::<I>(x, FRAC_2_PI, ROUND);
    let n = magic - ROUND;
    let first = fused::<I>(n, -PARTS.0, x);
    let (second, second_rest) = sum(first, n * -PARTS.1);
    let (third, third_rest) = sum(second, n * -PARTS.2);
    let rest = fused::<I>(n, -PARTS.3, second_rest + third_rest);
    let (r, rest) = ordered_sum(third, rest);
    (magic.to_bits(), r, rest)
}

/// xʸ of a positive x, with the logarithm as the sum of two floats, good to 65 bits.
///
/// log₂m = 2 / log 2 · atanh s with s = (m - 1) / (m + 1), and atanh s = s + s³·(1/3 + s²·(1/5 + …)), where all but what
/// is left from 1/5 on is in two floats.
#[inline(always)]
fn size_pow<I: Isa>(x: f64, y: f64) -> f64 {
    const THIRD: (f64, f64) = (0.333_333_333_333_333_3, 1.850_371_707_708_594e-17);
    const TWO_LOG2_E: (f64, f64) = (2.885_390_081_777_926_8, 4.071_054_748_186_206_6e-17);
    // What is infinite, and what is less than half of the smallest number.
    const END: f64 = 1100.0;
    // 2⁶⁶: such a power of any number but 1 is infinite or 0.
    const Y_END: f64 = 73_786_976_294_838_206_464.0;

    let (k, m) = split_all(x);
    let (f, d) = (m - 1.0, m + 1.0);
    let d_low = m - (d - 1.0);
    let inverse = 1.0 / d;
    let s = f * inverse;
    let (back, back_low) = product::<I>(s, d);
    let s_low = (((f - back) - back_low) - s * d_low) * inverse;

    let (z, z_low) = product::<I>(s, s);
    let z_low = fused::<I>(s + s, s_low, z_low);
    let (c, c_low) = ordered_sum(THIRD.0, z * tail::atanh::<I>(z));
    let c_low = c_low + THIRD.1;
    let (t, t_low) = product::<I>(z, c);
    let t_low = t_low + fused::<I>(z, c_low, z_low * c);
    let (u, u_low) = product::<I>(s, t);
    let u_low = u_low + fused::<I>(s, t_low, s_low * t);
    let (atanh, atanh_low) = ordered_sum(s, u);
    let atanh_low = atanh_low + (s_low + u_low);

    let (log, log_low) = product::<I>(atanh, TWO_LOG2_E.0);
    let log_low = log_low + fused::<I>(atanh, TWO_LOG2_E.1, atanh_low * TWO_LOG2_E.0);
    let (log, lost) = ordered_sum(k, log);
    let log_low = log_low + lost;

    let y = at_least(at_most(y, Y_END), -Y_END);
    let (exponent, low) = product::<I>(y, log);
    let low = fused::<I>(y, log_low, low);
    let low = if exponent.abs() < END { low } else { 0.0 };
    let exponent = at_least(at_most(exponent, END), -END);
    let n = nearest(exponent);
    let r = (exponent - n) + low;
    small_exp2::<I>(r, n)
}

functions!(f64, u64);

//! Elementary functions of one float, for loops that the compiler makes vectors of.
//!
//! In: a float. Out: the function's value, a few units in the last place from the exact one. There is no branch on
//! data, no call, no table in memory and no conversion between integers and floats that AVX2 lacks, so that a loop over
//! a slice, compiled for instructions with vectors, works on as many elements at a time as a register holds.
//!
//! | file | what is there |
//! |---|---|
//! | `mod.rs` | the interface, and the functions' formulas, once for both types |
//! | `single.rs`, `double.rs` | `f32` and `f64`: coefficients, reduction of angles, the power |
//! | `f64.txt`, `f64.py` | values to test `f64` with, and how they were made |
//!
//! All is inlined into the caller: a caller with `#[target_feature(enable = "avx2,fma")]` passes [`Fma`], and one
//! without `fma` passes [`Plain`], where a fused operation would be a call.
//!
//! The technique is that of vector libraries such as Cephes's descendants and SLEEF: a float is rounded to an integer
//! by adding a number so large that no bits for fractions are left; powers of two are made by shifting that sum's bits
//! into an exponent; cases are worked out side by side, and one is selected.

/// What a set of instructions can do.
pub trait Isa: Copy + 'static {
    /// Is there an instruction for a·b + c, rounded once?
    const FMA: bool;
}

/// Instructions with a fused multiplication and addition: FMA3, AVX-512, NEON.
#[derive(Clone, Copy, Debug)]
pub struct Fma;

/// Instructions without one.
#[derive(Clone, Copy, Debug)]
pub struct Plain;

impl Isa for Fma {
    const FMA: bool = true;
}

impl Isa for Plain {
    const FMA: bool = false;
}

/// A float type with the functions.
///
/// Where nothing else is said, a function is defined for all numbers, an argument that is not a number gives NaN, the
/// signs of zeros are those of IEEE 754, and the error is at most 2 units in the last place (ulp) of the value rounded
/// correctly, subnormal numbers included, with either [`Isa`].
pub trait Math: Copy {
    /// The largest |x| for which [`sin`](Math::sin), [`cos`](Math::cos) and [`tan`](Math::tan) are right.
    const TRIG_LIMIT: Self;

    /// self·b + c, rounded once if the instructions can, else twice.
    fn mul_add<I: Isa>(self, b: Self, c: Self) -> Self;

    /// eˣ. Cody–Waite reduction by multiples of log 2; polynomial of degree 7 (`f32`) or 12 (`f64`) on |r| ≤ ½·log 2.
    fn exp<I: Isa>(self) -> Self;

    /// 2ˣ, exact for integers. Polynomial of degree 6 (`f32`) or 11 (`f64`) on |r| ≤ ½.
    fn exp2<I: Isa>(self) -> Self;

    /// eˣ - 1. As [`exp`](Math::exp), with the polynomial for eʳ - 1 scaled before 1 is taken off.
    fn expm1<I: Isa>(self) -> Self;

    /// Natural logarithm; NaN below 0. fdlibm's formula: with x = 2ᵏ·(1 + f), ½√2 ≤ 1 + f < √2 and s = f / (2 + f),
    /// log(1 + f) = f - f²/2 + s·(f²/2 + R(s²)), R of degree 3 (`f32`) or 7 (`f64`).
    fn log<I: Isa>(self) -> Self;

    /// log(1 + x); NaN below -1. As [`log`](Math::log) of 1 + x, with what is lost in that sum put back.
    fn log1p<I: Isa>(self) -> Self;

    /// Logarithm to base 2, exact for powers of 2. As [`log`](Math::log), whose value is kept in two parts to be
    /// multiplied.
    fn log2<I: Isa>(self) -> Self;

    /// Logarithm to base 10. As [`log2`](Math::log2).
    fn log10<I: Isa>(self) -> Self;

    /// Hyperbolic tangent, as t / (t + 2) with t = e²ˣ - 1. At most 3 ulp.
    fn tanh<I: Isa>(self) -> Self;

    /// 1 / (1 + e⁻ˣ), of -|x|, so that nothing overflows. At most 3 ulp.
    fn sigmoid<I: Isa>(self) -> Self;

    /// Hyperbolic sine, as ½·(t + t / (t + 1)) with t = eˣ - 1. At most 3 ulp.
    fn sinh<I: Isa>(self) -> Self;

    /// Hyperbolic cosine, as ½·(eˣ + e⁻ˣ).
    fn cosh<I: Isa>(self) -> Self;

    /// Sine; without meaning beyond [`TRIG_LIMIT`](Math::TRIG_LIMIT), NaN at infinity. Cody–Waite reduction by
    /// multiples of π/2 to |r| ≤ π/4 and what r's rounding lost; odd and even polynomials of degrees 7 and 8 (`f32`) or
    /// 13 and 14 (`f64`).
    fn sin<I: Isa>(self) -> Self;

    /// Cosine, as [`sin`](Math::sin).
    fn cos<I: Isa>(self) -> Self;

    /// Tangent, the quotient of both, with the limit of [`sin`](Math::sin). At most 3 ulp.
    fn tan<I: Isa>(self) -> Self;

    /// Inverse sine; NaN beyond ±1. Odd polynomial of degree 11 (`f32`) or 27 (`f64`) on |x| ≤ ½, and beyond
    /// π/2 - 2·asin(√((1 - x)/2)).
    fn asin<I: Isa>(self) -> Self;

    /// Inverse cosine; NaN beyond ±1. As [`asin`](Math::asin).
    fn acos<I: Isa>(self) -> Self;

    /// Inverse tangent. Reduction by π/4 and π/2 to |t| ≤ tan(π/8); odd polynomial of degree 11 (`f32`) or 23 (`f64`).
    fn atan<I: Isa>(self) -> Self;

    /// Error function. Odd polynomial of degree 13 (`f32`) or 25 (`f64`) below 1; beyond 1 - exp(p(x)), where p is a
    /// polynomial of degree 9 (`f32`) or 20 (`f64`), near log(1 - erf(x)).
    fn erf<I: Isa>(self) -> Self;

    /// 1 - erf(x), at most 4 ulp also where it is small. exp(-x²)·p(t) / (1 + 2x) with t = (x - k) / (x + k) (Shepherd
    /// and Laframboise 1981), p of degree 9 (`f32`) or 24 (`f64`); left of ¼ by erf.
    fn erfc<I: Isa>(self) -> Self;

    /// log(1 + eˣ), as max(x, 0) + log(1 + e⁻ˡˣˡ). At most 3 ulp.
    fn softplus<I: Isa>(self) -> Self;

    /// xʸ, as C99 has it: a negative x has powers only of integers y, else NaN; pow(x, 0) and pow(1, y) are 1 even of
    /// NaN. 2 to the power of y·log₂x, which is worked out in `f64` (`f32`) or in pairs of floats (`f64`).
    fn pow<I: Isa>(self, y: Self) -> Self;

    /// The largest integer that is not above x; exact.
    fn floor(self) -> Self;

    /// The smallest integer that is not below x; exact.
    fn ceil(self) -> Self;

    /// The integer next to x towards 0; exact.
    fn trunc(self) -> Self;

    /// The integer nearest to x, of two the even one; exact.
    fn round(self) -> Self;
}

/// The value of a polynomial at `$x`, coefficients upwards.
///
/// Even and odd powers apart, each by Horner's rule: two chains of operations that wait only for their own.
macro_rules! polynomial {
    (@horner $isa:ty, $x:expr; $c:expr) => { $c };
    (@horner $isa:ty, $x:expr; $c:expr, $($rest:expr),+) => {
        fused::<$isa>(polynomial!(@horner $isa, $x; $($rest),+), $x, $c)
    };
    (@apart $isa:ty, $x:expr; [$($even:expr),*] [$($odd:expr),*]) => {{
        let square = $x * $x;
        let odd = polynomial!(@horner $isa, square; $($odd),*);
        fused::<$isa>(odd, $x, polynomial!(@horner $isa, square; $($even),*))
    }};
    (@apart $isa:ty, $x:expr; [$($even:expr),*] [$($odd:expr),*] $c:expr) => {
        polynomial!(@apart $isa, $x; [$($even,)* $c] [$($odd),*])
    };
    (@apart $isa:ty, $x:expr; [$($even:expr),*] [$($odd:expr),*] $c:expr, $d:expr $(, $($rest:expr),+)?) => {
        polynomial!(@apart $isa, $x; [$($even,)* $c] [$($odd,)* $d] $($($rest),+)?)
    };
    ($isa:ty, $x:expr; $($c:expr),+) => {
        polynomial!(@apart $isa, $x; [] [] $($c),+)
    };
}

/// The functions whose formulas are the same for both types.
///
/// The module that calls it has the constants, and the polynomials in `tail`: what is left of a function's series
/// after the terms that are written out here.
macro_rules! functions {
    ($float:ident, $bits:ident) => {
        #[inline(always)]
        fn fused<I: Isa>(a: $float, b: $float, c: $float) -> $float {
            if I::FMA { a.mul_add(b, c) } else { a * b + c }
        }

        /// The nearest integer, for |x| far below 1 / ε.
        #[inline(always)]
        pub(super) fn nearest(x: $float) -> $float {
            (x + ROUND) - ROUND
        }

        /// 2ⁿ of an integer n for which that is a normal number.
        #[inline(always)]
        fn power_of_2(n: $float) -> $float {
            let n = (n + ROUND).to_bits() << MANTISSA;
            $float::from_bits(n.wrapping_add(ONE))
        }

        /// x·2ⁿ, rounded once, for n up to twice the exponents of normal numbers.
        #[inline(always)]
        fn scale(x: $float, n: $float) -> $float {
            let half = nearest(n * 0.5);
            x * power_of_2(half) * power_of_2(n - half)
        }

        /// The smaller one; x if that is not a number.
        #[inline(always)]
        fn at_most(x: $float, limit: $float) -> $float {
            if x > limit { limit } else { x }
        }

        /// The larger one; x if that is not a number.
        #[inline(always)]
        fn at_least(x: $float, limit: $float) -> $float {
            if x < limit { limit } else { x }
        }

        /// n and r with x = n·log 2 + r.
        #[inline(always)]
        fn exponent<I: Isa>(x: $float) -> ($float, $float) {
            let n = fused::<I>(x, LOG2_E, ROUND) - ROUND;
            let r = fused::<I>(n, -LN_2_HIGH, x);
            (n, fused::<I>(n, -LN_2_LOW, r))
        }

        /// eʳ - 1 for |r| ≤ ½·log 2.
        #[inline(always)]
        fn small_expm1<I: Isa>(r: $float) -> $float {
            fused::<I>(fused::<I>(tail::exp::<I>(r), r, 0.5), r * r, r)
        }

        /// 2 to the power of r + n, for |r| ≤ ½ and an integer n.
        #[inline(always)]
        fn small_exp2<I: Isa>(r: $float, n: $float) -> $float {
            scale(
                fused::<I>(fused::<I>(tail::exp2::<I>(r), r, LN_2), r, 1.0),
                n,
            )
        }

        /// e to the power of x - rest, of a small rest.
        #[inline(always)]
        fn exp_of_difference<I: Isa>(x: $float, rest: $float) -> $float {
            let (n, r) = exponent::<I>(at_least(at_most(x, EXP_HIGH), EXP_LOW));
            scale(small_expm1::<I>(r - rest) + 1.0, n)
        }

        /// ½·eˣ for x ≥ 0, which overflows only where the hyperbolic functions do.
        #[inline(always)]
        fn half_exp<I: Isa>(x: $float) -> $float {
            let (n, r) = exponent::<I>(at_most(x, SINH_HIGH));
            scale(small_expm1::<I>(r) + 1.0, n - 1.0)
        }

        /// ½·(eˣ - 1) for x between `EXPM1_LOW` and `SINH_HIGH`, and not tiny.
        #[inline(always)]
        fn half_expm1<I: Isa>(x: $float) -> $float {
            let (n, r) = exponent::<I>(x);
            // A quarter, since at the upper end of the hyperbolic functions 2ⁿ⁻¹ is too large for a float.
            let power = power_of_2(n - 2.0);
            2.0 * fused::<I>(small_expm1::<I>(r), power, power - 0.25)
        }

        /// k and m of a positive normal x = 2ᵏ·m with ½√2 ≤ m < √2.
        #[inline(always)]
        fn split(x: $float) -> ($float, $float) {
            let bits = x.to_bits().wrapping_add(ONE - SQRT_HALF);
            // An integer below 1 / ε is in the last bits of the float that is larger by 1 / ε.
            let k = $float::from_bits((bits >> MANTISSA) | INTEGER.to_bits());
            let m = (bits & ((1 << MANTISSA) - 1)) + SQRT_HALF;
            (k - (INTEGER + BIAS), $float::from_bits(m))
        }

        /// [`split`] of any positive x.
        #[inline(always)]
        fn split_all(x: $float) -> ($float, $float) {
            let subnormal = x < $float::MIN_POSITIVE;
            let (k, m) = split(if subnormal { x * INTEGER } else { x });
            (k - if subnormal { MANTISSA as $float } else { 0.0 }, m)
        }

        /// f, f²/2 and t with log m = f - (f²/2 - t).
        #[inline(always)]
        fn log_parts<I: Isa>(m: $float) -> ($float, $float, $float) {
            let f = m - 1.0;
            let s = f / (2.0 + f);
            let z = s * s;
            let half_square = 0.5 * f * f;
            (
                f,
                half_square,
                s * fused::<I>(z, tail::log::<I>(z), half_square),
            )
        }

        /// What a logarithm is where there is none of a positive number.
        #[inline(always)]
        fn log_ends(x: $float, log: $float) -> $float {
            let log = if x < 0.0 { $float::NAN } else { log };
            let log = if x == 0.0 { $float::NEG_INFINITY } else { log };
            if x < $float::INFINITY { log } else { x }
        }

        /// The logarithm in two parts times 1 / log b in two parts, and k times log 2 / log b in two parts.
        #[inline(always)]
        fn log_to_base<I: Isa>(
            x: $float,
            (high, low): ($float, $float),
            (log_2_high, log_2_low): ($float, $float),
        ) -> $float {
            let (k, m) = split_all(x);
            let (f, half_square, t) = log_parts::<I>(m);
            let upper = short(f - half_square);
            let lower = (f - upper) - half_square + t;
            let product = upper * high;
            let rest = fused::<I>(k, log_2_low, fused::<I>(lower + upper, low, lower * high));
            let whole = k * log_2_high;
            let sum = whole + product;
            log_ends(x, sum + (rest + ((whole - sum) + product)))
        }

        /// The float's upper half, whose products are exact.
        #[inline(always)]
        fn short(x: $float) -> $float {
            $float::from_bits(x.to_bits() & SHORT)
        }

        /// The product and what its rounding lost.
        #[inline(always)]
        fn product<I: Isa>(a: $float, b: $float) -> ($float, $float) {
            let p = a * b;
            if I::FMA {
                return (p, a.mul_add(b, -p));
            }
            let (a_high, b_high) = (short(a), short(b));
            let (a_low, b_low) = (a - a_high, b - b_high);
            let rest = (a_high * b_high - p) + a_high * b_low + a_low * b_high;
            (p, rest + a_low * b_low)
        }

        /// sin and cos of r + rest, for |r| ≤ π/4.
        #[inline(always)]
        fn small_sin_cos<I: Isa>(r: $float, rest: $float) -> ($float, $float) {
            let z = r * r;
            let cubic = fused::<I>(z * r, tail::sin::<I>(z), fused::<I>(z * -0.5, rest, rest));
            let half = 0.5 * z;
            let head = 1.0 - half;
            let lost = (1.0 - head) - half;
            let fourth = fused::<I>(z * z, tail::cos::<I>(z), lost - r * rest);
            (r + cubic, head + fourth)
        }

        /// The sine of x and of so many quarter turns more.
        #[inline(always)]
        fn turned_sin<I: Isa>(x: $float, quarters: $bits) -> $float {
            let (n, r, rest) = quadrant::<I>(x);
            let n = n.wrapping_add(quarters);
            let (sin, cos) = small_sin_cos::<I>(r, rest);
            let value = if n & 1 == 0 { sin } else { cos };
            $float::from_bits(value.to_bits() ^ ((n & 2) << ($bits::BITS - 2)))
        }

        /// Is |x| > ½? And s and p with asin s = s + p, where s is |x| or, if it is, √((1 - |x|)/2).
        #[inline(always)]
        fn asin_parts<I: Isa>(x: $float) -> (bool, $float, $float) {
            let size = x.abs();
            let large = size > 0.5;
            let half = 0.5 * (1.0 - size);
            let z = if large { half } else { size * size };
            let s = if large { half.sqrt() } else { size };
            (large, s, s * z * tail::asin::<I>(z))
        }

        /// erf x for |x| ≤ 1.
        #[inline(always)]
        fn small_erf<I: Isa>(x: $float) -> $float {
            fused::<I>(x, tail::erf::<I>(x * x), x)
        }

        /// Is it an integer? Of x ≥ 0.
        #[inline(always)]
        fn is_whole(x: $float) -> bool {
            x >= INTEGER || (x + INTEGER) - INTEGER == x
        }

        /// What xʸ is, given |x|ʸ.
        #[inline(always)]
        fn pow_ends(x: $float, y: $float, value: $float) -> $float {
            let whole = is_whole(y.abs());
            // Half of an even number is whole, and half of any beyond 1 / ε.
            let odd = whole & !is_whole(y.abs() * 0.5);
            let sign = if odd {
                x.to_bits() & (1 << ($bits::BITS - 1))
            } else {
                0
            };
            // Here the logarithm that the value was made of has no meaning.
            let zero = x == 0.0;
            let end = if zero == (y > 0.0) {
                0.0
            } else {
                $float::INFINITY
            };
            let value = if zero | (x.abs() == $float::INFINITY) {
                end
            } else {
                value
            };
            let value = $float::from_bits(value.to_bits() ^ sign);
            let none = (x < 0.0) & (x > $float::NEG_INFINITY) & !whole;
            let value = if none | x.is_nan() | y.is_nan() {
                $float::NAN
            } else {
                value
            };
            if (x == 1.0) | (y == 0.0) { 1.0 } else { value }
        }

        impl Math for $float {
            const TRIG_LIMIT: Self = TRIG_LIMIT;

            #[inline(always)]
            fn mul_add<I: Isa>(self, b: Self, c: Self) -> Self {
                fused::<I>(self, b, c)
            }

            #[inline(always)]
            fn exp<I: Isa>(self) -> Self {
                exp_of_difference::<I>(self, 0.0)
            }

            #[inline(always)]
            fn exp2<I: Isa>(self) -> Self {
                let x = at_least(at_most(self, EXP2_HIGH), EXP2_LOW);
                let n = nearest(x);
                small_exp2::<I>(x - n, n)
            }

            #[inline(always)]
            fn expm1<I: Isa>(self) -> Self {
                let x = at_least(at_most(self, SINH_HIGH), EXPM1_LOW);
                let y = 2.0 * half_expm1::<I>(x);
                if self.abs() < TINY { self } else { y }
            }

            #[inline(always)]
            fn log<I: Isa>(self) -> Self {
                let (k, m) = split_all(self);
                let (f, half_square, t) = log_parts::<I>(m);
                let fraction = f - (half_square - fused::<I>(k, LN_2_LOW, t));
                log_ends(self, fused::<I>(k, LN_2_HIGH, fraction))
            }

            #[inline(always)]
            fn log1p<I: Isa>(self) -> Self {
                let sum = 1.0 + self;
                let lost = if self < 1.0 {
                    self - (sum - 1.0)
                } else {
                    1.0 - (sum - self)
                };
                let (k, m) = split(sum);
                let (f, half_square, t) = log_parts::<I>(m);
                let rest = fused::<I>(k, LN_2_LOW, lost / sum);
                let fraction = f - (half_square - (t + rest));
                let y = log_ends(sum, fused::<I>(k, LN_2_HIGH, fraction));
                if self.abs() < TINY { self } else { y }
            }

            #[inline(always)]
            fn log2<I: Isa>(self) -> Self {
                log_to_base::<I>(self, (LOG2_E_HIGH, LOG2_E_LOW), (1.0, 0.0))
            }

            #[inline(always)]
            fn log10<I: Isa>(self) -> Self {
                log_to_base::<I>(
                    self,
                    (LOG10_E_HIGH, LOG10_E_LOW),
                    (LOG10_2_HIGH, LOG10_2_LOW),
                )
            }

            #[inline(always)]
            fn tanh<I: Isa>(self) -> Self {
                let size = at_most(self.abs(), TANH_HIGH);
                let half = half_expm1::<I>(size + size);
                let y = (half / (half + 1.0)).copysign(self);
                if size < TINY { self } else { y }
            }

            #[inline(always)]
            fn sigmoid<I: Isa>(self) -> Self {
                let small = Math::exp::<I>(-self.abs());
                (if self < 0.0 { small } else { 1.0 }) / (1.0 + small)
            }

            #[inline(always)]
            fn sinh<I: Isa>(self) -> Self {
                let size = self.abs();
                let half = half_expm1::<I>(at_most(size, SINH_HIGH));
                // Infinite where sinh is.
                let rest = at_most(half, $float::MAX) / fused::<I>(2.0, half, 1.0);
                let y = (half + rest).copysign(self);
                if size < TINY { self } else { y }
            }

            #[inline(always)]
            fn cosh<I: Isa>(self) -> Self {
                let half = half_exp::<I>(self.abs());
                half + 0.25 / half
            }

            #[inline(always)]
            fn sin<I: Isa>(self) -> Self {
                let y = turned_sin::<I>(self, 0);
                if self.abs() < TINY { self } else { y }
            }

            #[inline(always)]
            fn cos<I: Isa>(self) -> Self {
                turned_sin::<I>(self, 1)
            }

            #[inline(always)]
            fn tan<I: Isa>(self) -> Self {
                let (n, r, rest) = quadrant::<I>(self);
                let (sin, cos) = small_sin_cos::<I>(r, rest);
                let even = n & 1 == 0;
                let y = (if even { sin } else { -cos }) / (if even { cos } else { sin });
                if self.abs() < TINY { self } else { y }
            }

            #[inline(always)]
            fn asin<I: Isa>(self) -> Self {
                let (large, s, p) = asin_parts::<I>(self);
                let twice = (FRAC_PI_4 - s) - (p - FRAC_PI_4_LOW);
                (if large { 2.0 * twice } else { s + p }).copysign(self)
            }

            #[inline(always)]
            fn acos<I: Isa>(self) -> Self {
                let (large, s, p) = asin_parts::<I>(self);
                let asin = p.copysign(self);
                let small = FRAC_PI_2 - (self - (FRAC_PI_2_LOW - asin));
                let left = FRAC_PI_2 - (s + (p - FRAC_PI_2_LOW));
                let twice = if self < 0.0 { left } else { s + p };
                if large { 2.0 * twice } else { small }
            }

            #[inline(always)]
            fn atan<I: Isa>(self) -> Self {
                let size = self.abs();
                let (small, middle) = (size < TAN_PI_8, size < TAN_3_PI_8);
                let above = if small { size } else { size - 1.0 };
                let below = if small { 1.0 } else { size + 1.0 };
                let t = (if middle { above } else { -1.0 }) / (if middle { below } else { size });
                let high = if middle { FRAC_PI_4 } else { FRAC_PI_2 };
                let low = if middle { FRAC_PI_4_LOW } else { FRAC_PI_2_LOW };
                let high = if small { 0.0 } else { high };
                let low = if small { 0.0 } else { low };
                let z = t * t;
                let rest = fused::<I>(t * z, tail::atan::<I>(z), low);
                (high + (rest + t)).copysign(self)
            }

            #[inline(always)]
            fn erf<I: Isa>(self) -> Self {
                let size = self.abs();
                let log = tail::log_erfc::<I>(at_most(size, ERF_HIGH) - ERF_CENTRE);
                let (n, r) = exponent::<I>(log);
                let power = power_of_2(n);
                let large = 1.0 - fused::<I>(small_expm1::<I>(r), power, power);
                if size < 1.0 {
                    small_erf::<I>(self)
                } else {
                    large.copysign(self)
                }
            }

            #[inline(always)]
            fn erfc<I: Isa>(self) -> Self {
                let size = at_most(self.abs(), ERFC_HIGH);
                let t = (size - ERFC_CENTRE) / (size + ERFC_CENTRE);
                let (square, rest) = product::<I>(size, size);
                let exp = exp_of_difference::<I>(-square, rest);
                let right = exp * (tail::erfcx::<I>(t) / fused::<I>(2.0, size, 1.0));
                let y = if self < 0.0 { 2.0 - right } else { right };
                if (self > -1.0) & (self < 0.25) {
                    1.0 - small_erf::<I>(self)
                } else {
                    y
                }
            }

            #[inline(always)]
            fn softplus<I: Isa>(self) -> Self {
                let small = Math::exp::<I>(-self.abs());
                at_least(self, 0.0) + Math::log1p::<I>(small)
            }

            #[inline(always)]
            fn pow<I: Isa>(self, y: Self) -> Self {
                pow_ends(self, y, size_pow::<I>(self.abs(), y))
            }

            #[inline(always)]
            fn floor(self) -> Self {
                let nearest = Math::round(self);
                nearest - if nearest > self { 1.0 } else { 0.0 }
            }

            #[inline(always)]
            fn ceil(self) -> Self {
                -Math::floor(-self)
            }

            #[inline(always)]
            fn trunc(self) -> Self {
                Math::floor(self.abs()).copysign(self)
            }

            #[inline(always)]
            fn round(self) -> Self {
                let size = self.abs();
                let rounded = (size + INTEGER) - INTEGER;
                (if size < INTEGER { rounded } else { size }).copysign(self)
            }
        }
    };
}

mod double;
mod single;
#[cfg(test)]
mod tests;

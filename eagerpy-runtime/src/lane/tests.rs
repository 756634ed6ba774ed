//! Errors in units in the last place of the value rounded correctly, and values that are exact.

use std::fmt;

use super::{Fma, Isa, Math, Plain};

/// Where a function is furthest from the value rounded correctly.
pub(crate) struct Row {
    pub function: &'static str,
    pub dtype: &'static str,
    pub isa: &'static str,
    /// In units in the last place; `u64::MAX` where only one of the values is not a number.
    pub worst: u64,
    pub at: f64,
    /// What is promised.
    pub limit: u64,
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row {
            function,
            dtype,
            isa,
            worst,
            at,
            limit,
        } = self;
        write!(
            f,
            "{function:9} {dtype} {isa:5} {worst} of {limit} ulp at {at:e}"
        )
    }
}

/// A function's loops over slices: what a caller makes of it.
struct Loops<T> {
    fused: fn(&[T], &[T], &mut [T]),
    plain: fn(&[T], &[T], &mut [T]),
}

/// One function of both types, with its value of an `f32` in `f64`.
struct Function {
    name: &'static str,
    limit: u64,
    single: Loops<f32>,
    double: Loops<f64>,
    exact: fn(f64, f64) -> f64,
}

fn has_fma() -> bool {
    #[cfg(target_arch = "x86_64")]
    return is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
    #[cfg(not(target_arch = "x86_64"))]
    true
}

macro_rules! loops {
    ($T:ty, |$x:ident, $y:ident, $I:ident| $value:expr) => {{
        #[inline(always)]
        fn each<$I: Isa>(x: &[$T], y: &[$T], out: &mut [$T]) {
            for ((&$x, &$y), out) in x.iter().zip(y).zip(out) {
                *out = $value;
            }
        }
        #[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2,fma"))]
        unsafe fn with_fma(x: &[$T], y: &[$T], out: &mut [$T]) {
            each::<Fma>(x, y, out);
        }
        Loops::<$T> {
            fused: |x, y, out| {
                if has_fma() {
                    // SAFETY: the processor has the instructions.
                    unsafe { with_fma(x, y, out) }
                } else {
                    each::<Fma>(x, y, out);
                }
            },
            plain: each::<Plain>,
        }
    }};
}

macro_rules! function {
    ($name:ident, $limit:expr, $exact:expr) => {
        Function {
            name: stringify!($name),
            limit: $limit,
            single: loops!(f32, |x, _y, I| Math::$name::<I>(x)),
            double: loops!(f64, |x, _y, I| Math::$name::<I>(x)),
            exact: |x, _| ($exact as fn(f64) -> f64)(x),
        }
    };
}

fn functions() -> Vec<Function> {
    vec![
        function!(exp, 2, f64::exp),
        function!(exp2, 2, f64::exp2),
        function!(expm1, 2, f64::exp_m1),
        function!(log, 2, f64::ln),
        function!(log1p, 2, f64::ln_1p),
        function!(log2, 2, f64::log2),
        function!(log10, 2, f64::log10),
        function!(tanh, 3, f64::tanh),
        function!(sigmoid, 3, |x| 1.0 / (1.0 + (-x).exp())),
        function!(sinh, 3, f64::sinh),
        function!(cosh, 2, f64::cosh),
        function!(sin, 2, f64::sin),
        function!(cos, 2, f64::cos),
        function!(tan, 3, f64::tan),
        function!(asin, 2, f64::asin),
        function!(acos, 2, f64::acos),
        function!(atan, 2, f64::atan),
        function!(erf, 2, libm::erf),
        function!(erfc, 4, libm::erfc),
        function!(softplus, 3, |x| x.max(0.0) + (-x.abs()).exp().ln_1p()),
        Function {
            name: "pow",
            limit: 2,
            single: loops!(f32, |x, y, I| Math::pow::<I>(x, y)),
            double: loops!(f64, |x, y, I| Math::pow::<I>(x, y)),
            exact: f64::powf,
        },
    ]
}

/// The values of a type in order.
trait Ordered: Math + Into<f64> {
    const NAME: &'static str;
    fn order(self) -> i64;
}

impl Ordered for f32 {
    const NAME: &'static str = "f32";
    fn order(self) -> i64 {
        let size = i64::from(self.abs().to_bits());
        if self.is_sign_negative() { -size } else { size }
    }
}

impl Ordered for f64 {
    const NAME: &'static str = "f64";
    fn order(self) -> i64 {
        let size = self.abs().to_bits() as i64;
        if self.is_sign_negative() { -size } else { size }
    }
}

fn distance<T: Ordered>(value: T, exact: T) -> u64 {
    match (value.into().is_nan(), exact.into().is_nan()) {
        (true, true) => 0,
        (false, false) => value.order().abs_diff(exact.order()),
        _ => u64::MAX,
    }
}

/// The points of a function and its values there.
struct Points<T> {
    x: Vec<T>,
    y: Vec<T>,
    exact: Vec<T>,
}

fn rows<T: Ordered>(function: &Function, loops: &Loops<T>, points: &Points<T>) -> Vec<Row> {
    let measure = |isa, each: fn(&[T], &[T], &mut [T])| {
        let mut values = points.x.clone();
        each(&points.x, &points.y, &mut values);
        let errors = values
            .iter()
            .zip(&points.exact)
            .map(|(&value, &exact)| distance(value, exact));
        let (worst, at) = errors
            .zip(&points.x)
            .max_by_key(|&(error, _)| error)
            .map_or((0, 0.0), |(error, &x)| (error, x.into()));
        Row {
            function: function.name,
            dtype: T::NAME,
            isa,
            worst,
            at,
            limit: function.limit,
        }
    };
    vec![measure("fma", loops.fused), measure("plain", loops.plain)]
}

/// So many numbers apart are the `f32` that are tried.
const STEP: usize = if cfg!(miri) {
    50_000_017
} else if cfg!(debug_assertions) {
    200_003
} else {
    2_003
};

/// Numbers of all sizes and both signs.
fn all_single() -> Vec<f32> {
    let sizes = (0..=f32::INFINITY.to_bits())
        .step_by(STEP)
        .map(f32::from_bits);
    sizes.flat_map(|x| [x, -x]).collect()
}

/// Numbers without order (Marsaglia's xorshift).
fn random(count: usize) -> impl Iterator<Item = u64> {
    let mut state = 88_172_645_463_325_252_u64;
    (0..count).map(move |_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    })
}

/// Bases and exponents, half of them with a power that is neither 0 nor infinite.
fn pairs() -> (Vec<f32>, Vec<f32>) {
    let count = match cfg!(miri) {
        true => 50,
        false => 1 << (if cfg!(debug_assertions) { 13 } else { 20 }),
    };
    let any = random(count).map(|bits| {
        let (x, y) = (
            f32::from_bits(bits as u32),
            f32::from_bits((bits >> 32) as u32),
        );
        if bits & (1 << 40) == 0 {
            return (x, y);
        }
        let exponent = 280.0 * ((bits >> 32) as f32 / u32::MAX as f32) - 150.0;
        let y = exponent / x.abs().log2();
        (x, if x < 0.0 { y.round() } else { y })
    });
    any.unzip()
}

fn single_points(function: &Function) -> Points<f32> {
    let (x, y) = if function.name == "pow" {
        pairs()
    } else {
        let periodic = ["sin", "cos", "tan"].contains(&function.name);
        let x: Vec<f32> = all_single()
            .into_iter()
            .filter(|x| !periodic || x.abs() <= f32::TRIG_LIMIT)
            .collect();
        (x.clone(), x)
    };
    let exact = x
        .iter()
        .zip(&y)
        .map(|(&x, &y)| (function.exact)(f64::from(x), f64::from(y)) as f32)
        .collect();
    Points { x, y, exact }
}

fn double_points(function: &Function) -> Points<f64> {
    let lines = include_str!("f64.txt")
        .lines()
        .skip_while(|&line| line != function.name)
        .skip(1);
    let mut points = Points {
        x: Vec::new(),
        y: Vec::new(),
        exact: Vec::new(),
    };
    for line in lines {
        let numbers: Option<Vec<f64>> = line
            .split(' ')
            .map(|bits| u64::from_str_radix(bits, 16).ok().map(f64::from_bits))
            .collect();
        // The name of the next function.
        let Some(numbers) = numbers.filter(|numbers| numbers.len() > 1) else {
            break;
        };
        points.x.push(numbers[0]);
        points.y.push(numbers[numbers.len() - 2]);
        points.exact.push(numbers[numbers.len() - 1]);
    }
    points
}

/// The worst error of every function, with both types and both sets of instructions.
pub(crate) fn table() -> Vec<Row> {
    let of = |function: Function| {
        let mut all = rows(&function, &function.single, &single_points(&function));
        // Miri would take minutes to read them; the ends of `f64` are in other tests.
        if cfg!(miri) {
            return all;
        }
        let points = double_points(&function);
        assert!(points.x.len() > 100, "no values of {}", function.name);
        all.extend(rows(&function, &function.double, &points));
        all
    };
    functions().into_iter().flat_map(of).collect()
}

#[test]
fn errors_are_as_promised() {
    let table = table();
    for row in &table {
        println!("{row}");
    }
    let bad: Vec<String> = table
        .iter()
        .filter(|row| row.worst > row.limit)
        .map(ToString::to_string)
        .collect();
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

/// Short names.
mod constants {
    macro_rules! of {
        ($T:ident) => {
            pub mod $T {
                pub const INF: $T = $T::INFINITY;
                pub const MAX: $T = $T::MAX;
                pub const SMALL: $T = $T::MIN_POSITIVE;
                pub const NAN: $T = $T::NAN;
            }
        };
    }
    of!(f32);
    of!(f64);
}

/// Checks values bit by bit, except that NaN is NaN; of both types, whose constants convert exactly.
macro_rules! exactly {
    ($($name:ident($($x:expr),+) = $value:expr;)+) => {{
        $(
            exactly!(@one f32, Fma, $name($($x),+) = $value);
            exactly!(@one f32, Plain, $name($($x),+) = $value);
            exactly!(@one f64, Fma, $name($($x),+) = $value);
            exactly!(@one f64, Plain, $name($($x),+) = $value);
        )+
    }};
    (@one $T:ident, $I:ident, $name:ident($($x:expr),+) = $value:expr) => {{
        #[allow(unused_imports, reason = "not every value needs them")]
        use constants::$T::{INF, MAX, NAN, SMALL};
        #[allow(unused_imports, reason = "not every value needs them")]
        use std::$T::consts::{FRAC_PI_2, FRAC_PI_4, LN_2, PI};
        let arguments: &[$T] = &[$($x),+];
        let value: $T = $value;
        let found: $T = Math::$name::<$I>($($x as $T),+);
        let same = found.to_bits() == value.to_bits() || (found.is_nan() && value.is_nan());
        assert!(
            same,
            "{} of {:?} is {found:e}, not {value:e} ({}, {})",
            stringify!($name), arguments, stringify!($T), stringify!($I)
        );
    }};
}

#[test]
fn ends_and_zeros_are_exact() {
    exactly! {
        exp(0.0) = 1.0; exp(-0.0) = 1.0; exp(INF) = INF; exp(-INF) = 0.0; exp(NAN) = NAN;
        exp(MAX) = INF; exp(-MAX) = 0.0; exp(SMALL) = 1.0;
        exp2(0.0) = 1.0; exp2(-0.0) = 1.0; exp2(INF) = INF; exp2(-INF) = 0.0; exp2(NAN) = NAN;
        exp2(MAX) = INF; exp2(-MAX) = 0.0; exp2(10.0) = 1024.0; exp2(-3.0) = 0.125;
        expm1(0.0) = 0.0; expm1(-0.0) = -0.0; expm1(INF) = INF; expm1(-INF) = -1.0; expm1(NAN) = NAN;
        expm1(MAX) = INF; expm1(-MAX) = -1.0; expm1(SMALL) = SMALL; expm1(-SMALL / 4.0) = -SMALL / 4.0;
        log(1.0) = 0.0; log(0.0) = -INF; log(-0.0) = -INF; log(-1.0) = NAN; log(-INF) = NAN; log(INF) = INF;
        log(NAN) = NAN; log(-SMALL) = NAN; log(2.0) = LN_2;
        log2(1.0) = 0.0; log2(0.0) = -INF; log2(-0.0) = -INF; log2(-1.0) = NAN; log2(-INF) = NAN; log2(INF) = INF;
        log2(NAN) = NAN; log2(8.0) = 3.0; log2(0.0625) = -4.0;
        log10(1.0) = 0.0; log10(0.0) = -INF; log10(-0.0) = -INF; log10(-1.0) = NAN; log10(-INF) = NAN;
        log10(INF) = INF; log10(NAN) = NAN; log10(1000.0) = 3.0;
        log1p(0.0) = 0.0; log1p(-0.0) = -0.0; log1p(-1.0) = -INF; log1p(-1.5) = NAN; log1p(-INF) = NAN;
        log1p(INF) = INF; log1p(NAN) = NAN; log1p(SMALL) = SMALL; log1p(-SMALL / 4.0) = -SMALL / 4.0;
        tanh(0.0) = 0.0; tanh(-0.0) = -0.0; tanh(INF) = 1.0; tanh(-INF) = -1.0; tanh(NAN) = NAN; tanh(MAX) = 1.0;
        tanh(SMALL / 2.0) = SMALL / 2.0;
        sigmoid(0.0) = 0.5; sigmoid(-0.0) = 0.5; sigmoid(INF) = 1.0; sigmoid(-INF) = 0.0; sigmoid(NAN) = NAN;
        sinh(0.0) = 0.0; sinh(-0.0) = -0.0; sinh(INF) = INF; sinh(-INF) = -INF; sinh(NAN) = NAN; sinh(-MAX) = -INF;
        cosh(0.0) = 1.0; cosh(-0.0) = 1.0; cosh(INF) = INF; cosh(-INF) = INF; cosh(NAN) = NAN; cosh(-MAX) = INF;
        sin(0.0) = 0.0; sin(-0.0) = -0.0; sin(INF) = NAN; sin(-INF) = NAN; sin(NAN) = NAN; sin(SMALL) = SMALL;
        cos(0.0) = 1.0; cos(-0.0) = 1.0; cos(INF) = NAN; cos(-INF) = NAN; cos(NAN) = NAN;
        tan(0.0) = 0.0; tan(-0.0) = -0.0; tan(INF) = NAN; tan(-INF) = NAN; tan(NAN) = NAN; tan(SMALL) = SMALL;
        asin(0.0) = 0.0; asin(-0.0) = -0.0; asin(1.0) = FRAC_PI_2; asin(-1.0) = -FRAC_PI_2; asin(1.5) = NAN;
        asin(-INF) = NAN; asin(NAN) = NAN; asin(SMALL / 2.0) = SMALL / 2.0;
        acos(1.0) = 0.0; acos(-1.0) = PI; acos(0.0) = FRAC_PI_2; acos(-0.0) = FRAC_PI_2; acos(-1.5) = NAN;
        acos(INF) = NAN; acos(NAN) = NAN;
        atan(0.0) = 0.0; atan(-0.0) = -0.0; atan(INF) = FRAC_PI_2; atan(-INF) = -FRAC_PI_2; atan(NAN) = NAN;
        atan(1.0) = FRAC_PI_4; atan(-MAX) = -FRAC_PI_2; atan(SMALL / 2.0) = SMALL / 2.0;
        erf(0.0) = 0.0; erf(-0.0) = -0.0; erf(INF) = 1.0; erf(-INF) = -1.0; erf(NAN) = NAN; erf(-MAX) = -1.0;
        erfc(0.0) = 1.0; erfc(-0.0) = 1.0; erfc(INF) = 0.0; erfc(-INF) = 2.0; erfc(NAN) = NAN; erfc(MAX) = 0.0;
        softplus(0.0) = LN_2; softplus(INF) = INF; softplus(-INF) = 0.0; softplus(NAN) = NAN; softplus(MAX) = MAX;
    }
}

#[test]
fn powers_are_those_of_c99() {
    exactly! {
        pow(NAN, 0.0) = 1.0; pow(0.0, -0.0) = 1.0; pow(INF, 0.0) = 1.0; pow(-INF, -0.0) = 1.0; pow(-3.0, 0.0) = 1.0;
        pow(1.0, NAN) = 1.0; pow(1.0, INF) = 1.0; pow(1.0, -INF) = 1.0; pow(1.0, MAX) = 1.0;
        pow(NAN, 1.0) = NAN; pow(2.0, NAN) = NAN; pow(-1.0, NAN) = NAN; pow(0.0, NAN) = NAN; pow(INF, NAN) = NAN;
        pow(-1.0, INF) = 1.0; pow(-1.0, -INF) = 1.0;
        pow(0.5, INF) = 0.0; pow(-0.5, INF) = 0.0; pow(2.0, INF) = INF; pow(-2.0, INF) = INF;
        pow(0.5, -INF) = INF; pow(-0.5, -INF) = INF; pow(2.0, -INF) = 0.0; pow(-2.0, -INF) = 0.0;
        pow(0.0, INF) = 0.0; pow(0.0, -INF) = INF; pow(-0.0, INF) = 0.0; pow(-0.0, -INF) = INF;
        pow(0.0, 3.0) = 0.0; pow(-0.0, 3.0) = -0.0; pow(0.0, -3.0) = INF; pow(-0.0, -3.0) = -INF;
        pow(0.0, 2.0) = 0.0; pow(-0.0, 2.0) = 0.0; pow(-0.0, -2.0) = INF; pow(-0.0, 0.5) = 0.0; pow(-0.0, -0.5) = INF;
        pow(0.0, SMALL) = 0.0; pow(0.0, -SMALL) = INF; pow(-0.0, MAX) = 0.0; pow(-0.0, -MAX) = INF;
        pow(INF, 2.0) = INF; pow(INF, 0.5) = INF; pow(INF, -2.0) = 0.0; pow(INF, INF) = INF; pow(INF, -INF) = 0.0;
        pow(-INF, 3.0) = -INF; pow(-INF, 2.0) = INF; pow(-INF, 0.5) = INF; pow(-INF, -3.0) = -0.0;
        pow(-INF, -2.0) = 0.0; pow(-INF, -0.5) = 0.0; pow(-INF, INF) = INF; pow(-INF, -INF) = 0.0;
        pow(-8.0, 0.5) = NAN; pow(-8.0, 1.5) = NAN; pow(-SMALL, 0.25) = NAN;
        pow(-2.0, 3.0) = -8.0; pow(-2.0, 2.0) = 4.0; pow(-2.0, -1.0) = -0.5; pow(2.0, 10.0) = 1024.0;
        pow(3.0, 1.0) = 3.0; pow(-3.0, 1.0) = -3.0; pow(10.0, 2.0) = 100.0; pow(0.25, 0.5) = 0.5; pow(SMALL, 1.0) = SMALL;
        pow(-1.0, 16_777_215.0) = -1.0; pow(-1.0, 16_777_216.0) = 1.0; pow(-1.0, 8_388_607.0) = -1.0;
        pow(-1.0, 8_388_609.0) = -1.0; pow(-1.0, MAX) = 1.0; pow(-1.0, 4_194_303.0) = -1.0;
        pow(-2.0, MAX) = INF; pow(2.0, -MAX) = 0.0; pow(MAX, -MAX) = 0.0; pow(SMALL, -MAX) = INF;
        pow(1.5, SMALL) = 1.0; pow(MAX, 1.0) = MAX; pow(MAX, 2.0) = INF; pow(-MAX, 3.0) = -INF;
    }
    for exponent in [
        4_503_599_627_370_495.0,
        4_503_599_627_370_497.0,
        9_007_199_254_740_991.0,
    ] {
        assert_eq!(Math::pow::<Plain>(-1.0, exponent), -1.0, "{exponent}");
        assert_eq!(Math::pow::<Plain>(-1.0, exponent + 1.0), 1.0, "{exponent}");
    }
}

#[test]
fn every_subnormal_power_of_2_is_exact() {
    for n in -149..=127_i16 {
        let power = f64::from(n).exp2() as f32;
        assert_eq!(Math::exp2::<Plain>(f32::from(n)), power);
        assert_eq!(Math::log2::<Plain>(power), f32::from(n));
    }
    for n in -1074..=1023_i16 {
        // The library's is not exact everywhere.
        let power = if n < -1022 {
            f64::from_bits(1 << (n + 1074))
        } else {
            f64::from_bits(((n + 1023) as u64) << 52)
        };
        assert_eq!(Math::exp2::<Plain>(f64::from(n)), power);
        assert_eq!(Math::log2::<Plain>(power), f64::from(n));
    }
}

#[test]
fn beyond_the_limit_trigonometry_gives_something() {
    for x in [1e10_f32, f32::MAX, -1e20] {
        let _ = (
            Math::sin::<Plain>(x),
            Math::cos::<Plain>(x),
            Math::tan::<Plain>(x),
        );
    }
    for x in [1e10_f64, f64::MAX, -1e200] {
        let _ = (
            Math::sin::<Plain>(x),
            Math::cos::<Plain>(x),
            Math::tan::<Plain>(x),
        );
    }
}

#[test]
fn numbers_are_rounded_to_integers_as_the_standard_library_does() {
    fn check<T: PartialEq + fmt::Debug>(x: f64, pairs: [(T, T); 4]) {
        for (found, right) in pairs {
            assert_eq!(found, right, "of {x:e}");
        }
    }
    let halves = (-40..40).map(|n| f64::from(n) / 4.0);
    let large = [23, 24, 31, 52, 53, 63].into_iter().flat_map(|n| {
        let power = f64::from(n).exp2();
        (-8..8).map(move |k| power + f64::from(k) * 0.25)
    });
    let ends = [
        -0.0,
        f64::INFINITY,
        f64::MIN_POSITIVE,
        0.499_999_999_999_999_94,
        0.499_999_97,
        f64::NAN,
    ];
    let any = random(if cfg!(miri) { 50 } else { 20_000 }).map(f64::from_bits);
    let single = all_single().into_iter().map(f64::from);
    for x in halves
        .chain(large)
        .chain(ends)
        .chain(any)
        .chain(single)
        .flat_map(|x| [x, -x])
    {
        // The payload of a NaN may change.
        let bits = |x: f64| {
            if x.is_nan() {
                f64::NAN.to_bits()
            } else {
                x.to_bits()
            }
        };
        check(
            x,
            [
                (bits(Math::floor(x)), bits(x.floor())),
                (bits(Math::ceil(x)), bits(x.ceil())),
                (bits(Math::trunc(x)), bits(x.trunc())),
                (bits(Math::round(x)), bits(x.round_ties_even())),
            ],
        );
        let bits = |x: f32| {
            if x.is_nan() {
                f32::NAN.to_bits()
            } else {
                x.to_bits()
            }
        };
        let x = x as f32;
        check(
            f64::from(x),
            [
                (bits(Math::floor(x)), bits(x.floor())),
                (bits(Math::ceil(x)), bits(x.ceil())),
                (bits(Math::trunc(x)), bits(x.trunc())),
                (bits(Math::round(x)), bits(x.round_ties_even())),
            ],
        );
    }
}

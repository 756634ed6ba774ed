//! Laws of the floats of 16 bits, for every backend: an operation gives what it gives for the same elements in `f32`,
//! rounded once; and sums of many elements, whose value is known without any framework.

use eagerpy_runtime::{Backend, Element, Float, Num, Operand, Result, bf16, f16};

/// Elements in row-major order.
type Nums = Vec<f64>;

fn tensor<B: Backend, E: Element>(shape: &[usize], data: &[f64]) -> Result<B::Tensor<'static, E>> {
    let data: Vec<Num> = data.iter().copied().map(Num::Float).collect();
    B::from_nums::<E>(&B::default_place(), shape, &data)
}

fn read<B: Backend, E: Element>(tensor: &B::Tensor<'_, E>) -> Result<Nums> {
    let nums = B::to_nums::<E>(B::borrow::<E>(tensor))?;
    Ok(nums.into_iter().map(Num::to_f64).collect())
}

/// Does the framework keep elements of 16 bits, or has it widened them?
fn kept<B: Backend, E: Element>(tensor: &B::Tensor<'_, E>) -> bool {
    E::DTYPE.is_some_and(|dtype| B::holds::<E>(&B::borrow::<E>(tensor), dtype))
}

fn copies<B: Backend, E: Float>(shape: &[usize], value: f64) -> Result<B::Tensor<'static, E>> {
    tensor::<B, E>(shape, &vec![value; shape.iter().product()])
}

/// One of each of the results, where each is this number rounded to the type.
fn all_are<B: Backend, E: Float>(
    what: &str,
    out: Result<B::Tensor<'_, E>>,
    want: f64,
) -> Result<()> {
    let out = out?;
    assert!(kept::<B, E>(&out), "{what}: the element type is another");
    let want = E::from_f64(want).to_f64();
    let got = read::<B, E>(&out)?;
    assert!(
        !got.is_empty() && got.iter().all(|&v| v == want),
        "{what} of {:?} in {}: {:?}, not {want}",
        E::DTYPE,
        B::NAME,
        got.first()
    );
    Ok(())
}

fn sums<B: Backend, E: Float>() -> Result<()> {
    macro_rules! all_are {
        ($op:ident, $shape:expr, $value:expr => $want:expr, $($arg:expr),*) => {{
            let x = copies::<B, E>(&$shape, $value)?;
            let out = B::$op::<E>(B::borrow::<E>(&x), $($arg),*);
            all_are::<B, E>(concat!(stringify!($op), stringify!($shape)), out, $want)?;
        }};
    }
    let one: &[&[usize]] = &[&[1000], &[1000, 3], &[3, 1000], &[2, 1000, 3]];
    for shape in one {
        let axis = shape.iter().position(|&n| n == 1000).unwrap_or(0);
        all_are!(sum, *shape, 1.0 => 1000.0, &[axis], false);
        all_are!(sum, *shape, 1.0 => 1000.0, &[axis], true);
        all_are!(mean, *shape, 1000.0 => 1000.0, &[axis], false);
        all_are!(l0, *shape, 7.0 => 1000.0, &[axis], false);
        all_are!(l1, *shape, -1.0 => 1000.0, &[axis], false);
        all_are!(l2, *shape, 300.0 => 300.0 * f64::sqrt(1000.0), &[axis], false);
        all_are!(lp, *shape, 60.0 => 600.0, 3.0, &[axis], false);
        all_are!(logsumexp, *shape, 0.5 => f64::ln(1000.0) + 0.5, &[axis], false);
        all_are!(softmax, *shape, 3.0 => 0.001, axis);
        all_are!(log_softmax, *shape, 3.0 => -f64::ln(1000.0), axis);
        all_are!(prod, *shape, 1.0 => 1.0, &[axis], false);
    }
    all_are!(sum, [1000], 1.0 => 1.0, &[], false);
    all_are!(mean, [70_000], 1.0 => 1.0, &[0], false);
    all_are!(mean, [35_000, 2], 1.0 => 1.0, &[0], false);
    all_are!(mean, [2, 35_000], 1.0 => 1.0, &[0, 1], false);
    all_are!(logsumexp, [70_000], 0.0 => f64::ln(70_000.0), &[0], false);
    all_are!(logsumexp, [70_000, 2], 0.0 => f64::ln(70_000.0), &[0], false);

    // What would be infinite, or 0, between the first element and the last.
    for factor in [256.0, 1.0 / 256.0] {
        let data = [[factor; 10], [1.0 / factor; 10]].concat();
        let x = tensor::<B, E>(&[20], &data)?;
        all_are::<B, E>("prod", B::prod::<E>(B::borrow::<E>(&x), &[0], false), 1.0)?;
    }
    // Elements whose squares are infinite in f16.
    let data: Nums = (0..2000)
        .map(|i| if i % 2 == 0 { 1000.0 } else { 2000.0 })
        .collect();
    for (shape, axis) in [([2000, 1], 0), ([1, 2000], 1)] {
        let x = tensor::<B, E>(&shape, &data)?;
        let x = || B::borrow::<E>(&x);
        all_are::<B, E>("std", B::std::<E>(x(), &[axis], Num::Int(0), false), 500.0)?;
        all_are::<B, E>("mean", B::mean::<E>(x(), &[axis], false), 1500.0)?;
    }

    // Each probability is a power of two, and so is exact: a row adds up to 1.
    for (shape, axis) in [([4096, 2], 0), ([2, 4096], 1)] {
        let x = copies::<B, E>(&shape, 11.0)?;
        let soft = B::softmax::<E>(B::borrow::<E>(&x), axis)?;
        all_are::<B, E>(
            "softmax",
            B::sum::<E>(B::borrow::<E>(&soft), &[axis], false),
            1.0,
        )?;
        let log = B::log_softmax::<E>(B::borrow::<E>(&x), axis);
        all_are::<B, E>("log_softmax", log, -f64::ln(4096.0))?;
    }
    let logits = copies::<B, E>(&[3, 4096], -2.0)?;
    let labels = B::from_nums::<i64>(&B::default_place(), &[3], &[0, 17, 4095].map(Num::Int))?;
    let loss = B::crossentropy::<E, i64>(B::borrow::<E>(&logits), B::borrow::<i64>(&labels));
    all_are::<B, E>("crossentropy", loss, f64::ln(4096.0))?;

    // Each product is 1, and 4097 of them are 4097 before they are rounded.
    let pairs: &[(&[usize], &[usize])] = &[
        (&[1, 4097], &[4097, 1]),
        (&[3, 4097], &[4097, 1]),
        (&[1, 4097], &[4097, 3]),
        (&[3, 4097], &[4097, 4]),
        (&[2, 3, 4097], &[2, 4097, 4]),
    ];
    for (left, right) in pairs {
        let (x, y) = (copies::<B, E>(left, 0.25)?, copies::<B, E>(right, 4.0)?);
        let product = B::matmul::<E>(B::borrow::<E>(&x), B::borrow::<E>(&y));
        all_are::<B, E>("matmul", product, 4097.0)?;
    }
    Ok(())
}

/// Results of operations, with their names.
fn results<B: Backend, E: Float>(
    x: &[f64],
    y: &[f64],
    positive: &[f64],
) -> Result<Vec<(&'static str, Nums)>> {
    let shape = [x.len() / 6, 6];
    let (x, y) = (tensor::<B, E>(&shape, x)?, tensor::<B, E>(&shape, y)?);
    let positive = tensor::<B, E>(&shape, positive)?;
    let (x, y, positive) = (
        || B::borrow::<E>(&x),
        || B::borrow::<E>(&y),
        || B::borrow::<E>(&positive),
    );
    let mut out = Vec::new();
    macro_rules! put {
        ($($name:ident($($arg:expr),*);)*) => {$({
            let result = B::$name::<E>($($arg),*)?;
            out.push((stringify!($name), read::<B, E>(&result)?));
        })*};
    }
    macro_rules! test {
        ($($name:ident($($arg:expr),*);)*) => {$({
            let result = B::$name::<E>($($arg),*)?;
            out.push((stringify!($name), read::<B, bool>(&result)?));
        })*};
    }
    macro_rules! place {
        ($($name:ident($($arg:expr),*);)*) => {$({
            let result = B::$name::<E>($($arg),*)?;
            out.push((stringify!($name), read::<B, i64>(&result)?));
        })*};
    }
    let number = |v: f64| Operand::<B, E>::Num(Num::Float(v));
    let (left, right) = (
        || Operand::<B, E>::Tensor(x()),
        || Operand::<B, E>::Tensor(y()),
    );
    let base = || Operand::<B, E>::Tensor(positive());
    put! {
        add(left(), right()); add(left(), number(0.375)); subtract(left(), right()); subtract(number(0.375), right());
        multiply(left(), right()); multiply(left(), number(0.375)); divide(left(), right()); divide(left(), number(3.0));
        divide(number(3.0), right());
        floor_divide(left(), right()); remainder(left(), right()); remainder(left(), number(0.75));
        pow(base(), right()); pow(base(), number(1.5)); pow(left(), number(2.0)); pow(number(2.0), right());
        minimum(left(), right()); maximum(left(), number(0.5));
        negative(x()); abs(x()); sign(x()); square(x()); sqrt(positive()); rsqrt(positive()); reciprocal(y());
        exp(x()); expm1(x()); log(positive()); log1p(positive()); sin(x()); cos(x()); tan(x()); sinh(x()); cosh(x()); tanh(x());
        sigmoid(x()); relu(x()); softplus(x()); gelu(x(), false); gelu(x(), true);
        floor(x()); ceil(x()); round(x()); clip(x(), Some(Num::Float(-0.5)), Some(Num::Float(0.5)));
        sum(x(), &[0], false); sum(x(), &[1], true); sum(x(), &[0, 1], false); prod(y(), &[1], false);
        mean(x(), &[0], false); mean(x(), &[1], false); min(x(), &[0], false); max(x(), &[1], false);
        var(x(), &[0], Num::Int(1), false); var(x(), &[1], Num::Int(0), true); std(x(), &[0], Num::Int(0), false); std(x(), &[0, 1], Num::Int(1), false);
        median(x(), &[1], false); quantile(x(), Num::Float(0.3), &[0], false);
        nansum(x(), &[0], false); nanmean(x(), &[1], false); nanmin(x(), &[0], false); nanmax(x(), &[1], true);
        cumsum(x(), 0); cumsum(x(), 1); cumprod(y(), 1); cummax(x(), 0); cummin(x(), 1); logcumsumexp(x(), 0); diff(x(), 1, 0);
        logsumexp(x(), &[0], false); logsumexp(x(), &[1], true); logsumexp(x(), &[0, 1], true);
        l0(x(), &[0], false); l1(x(), &[1], false); l2(x(), &[0], false); l2(x(), &[1], false); linf(x(), &[0], false);
        lp(x(), 3.0, &[0], false); lp(x(), 1.5, &[1], false);
        softmax(x(), 0); softmax(x(), 1); log_softmax(x(), 0); log_softmax(x(), 1);
        transpose(x(), &[1, 0]); flip(x(), &[0]); concatenate(&[x(), y()], 1); pad(x(), &[(1, 0), (0, 2)], Num::Float(0.5));
        sort(x(), 0, false); sort(x(), 1, true);
    }
    test! {
        equal(left(), right()); less(left(), right()); less(left(), number(0.5)); greater_equal(number(0.5), right());
        isnan(x()); isinf(x()); isfinite(x()); all(x(), &[0], false); any(x(), &[1], false);
    }
    place! { argmin(x(), 0); argmax(x(), 1); argsort(x(), 0, true); }
    let turned = B::transpose::<E>(y(), &[1, 0])?;
    put! { matmul(x(), B::borrow::<E>(&turned)); matmul(B::borrow::<E>(&turned), x()); }
    let labels: Vec<Num> = (0..100).map(|i| Num::Int(i % 6)).collect();
    let labels = B::from_nums::<i64>(&B::default_place(), &[100], &labels)?;
    let labels = || B::borrow::<i64>(&labels);
    let loss = B::crossentropy::<E, i64>(x(), labels())?;
    out.push(("crossentropy", read::<B, E>(&loss)?));
    let rows = B::take::<E, i64>(x(), labels(), 0)?;
    out.push(("take", read::<B, E>(&rows)?));
    let (most, places) = B::topk::<E>(x(), 3, 1, true)?;
    out.push(("topk", read::<B, E>(&most)?));
    out.push(("topk", read::<B, i64>(&places)?));
    let mask = B::less::<E>(left(), right())?;
    let chosen = B::where_::<bool, E>(B::borrow::<bool>(&mask), left(), number(0.1))?;
    out.push(("where", read::<B, E>(&chosen)?));
    let wide = B::astype::<E, f64>(x())?;
    out.push(("astype", read::<B, f64>(&wide)?));
    let ints = B::astype::<E, i32>(x())?;
    out.push(("astype", read::<B, i32>(&ints)?));
    Ok(out)
}

/// Steps of the type between two numbers of it.
fn steps<E: Float>(a: f64, b: f64) -> i64 {
    let place = |v: f64| {
        let bits = match E::DTYPE {
            dtype if dtype == f16::DTYPE => <f16 as Float>::from_f64(v).to_bits(),
            _ => <bf16 as Float>::from_f64(v).to_bits(),
        };
        let size = i64::from(bits & 0x7fff);
        if bits >> 15 == 1 { -size } else { size }
    };
    (place(a) - place(b)).abs()
}

fn rounded<B: Backend, E: Float>(allowed: impl Fn(&str) -> i64) -> Result<()> {
    // A number that needs no rounding, so that f32 begins with the same.
    let at = |i: usize, by: usize| {
        let v = ((i * by) % 1009) as f64 / 120.0 - 4.2;
        E::from_f64(v).to_f64()
    };
    let x: Nums = (0..600).map(|i| at(i, 31)).collect();
    let y: Nums = (0..600)
        .map(|i| at(i, 77))
        .map(|v| if v == 0.0 { 1.0 } else { v })
        .collect();
    let positive: Nums = y.iter().map(|v| v.abs()).collect();
    let narrow = results::<B, E>(&x, &y, &positive)?;
    let wide = results::<B, f32>(&x, &y, &positive)?;
    let mut wrong = Vec::new();
    for ((name, got), (_, want)) in narrow.into_iter().zip(wide) {
        assert_eq!(got.len(), want.len(), "{name}");
        let furthest = got.iter().zip(&want).map(|(&got, &want)| {
            let want = E::from_f64(want).to_f64();
            let far = if got.is_nan() && want.is_nan() {
                0
            } else {
                steps::<E>(got, want)
            };
            (far, got.to_bits(), want.to_bits())
        });
        let (far, got, want) = furthest.max().unwrap_or_default();
        if far > allowed(name) {
            wrong.push(format!(
                "{name}: {far} steps, {} for {}",
                f64::from_bits(got),
                f64::from_bits(want)
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{:?} in {}:\n{}",
        E::DTYPE,
        B::NAME,
        wrong.join("\n")
    );
    Ok(())
}

/// NaN and infinities are what they are in other floats.
fn special<B: Backend, E: Float>() -> Result<()> {
    const NAN: f64 = f64::NAN;
    const INF: f64 = f64::INFINITY;
    let same = |what: &str, out: Result<B::Tensor<'_, E>>, want: &[f64]| -> Result<()> {
        let got = read::<B, E>(&out?)?;
        let equal = |(a, b): (&f64, &f64)| a == b || a.is_nan() && b.is_nan();
        assert!(
            got.len() == want.len() && got.iter().zip(want).all(equal),
            "{what} in {}: {got:?}, not {want:?}",
            B::NAME
        );
        Ok(())
    };
    let t = tensor::<B, E>(&[4], &[1.0, NAN, -INF, 2.0])?;
    let x = || B::borrow::<E>(&t);
    let number = |v: f64| Operand::<B, E>::Num(Num::Float(v));
    same("relu", B::relu::<E>(x()), &[1.0, NAN, 0.0, 2.0])?;
    same("sign", B::sign::<E>(x()), &[1.0, NAN, -1.0, 1.0])?;
    same(
        "maximum",
        B::maximum::<E>(Operand::Tensor(x()), number(0.0)),
        &[1.0, NAN, 0.0, 2.0],
    )?;
    same(
        "minimum",
        B::minimum::<E>(number(0.0), Operand::Tensor(x())),
        &[0.0, NAN, -INF, 0.0],
    )?;
    same(
        "clip",
        B::clip::<E>(x(), Some(Num::Int(0)), None),
        &[1.0, NAN, 0.0, 2.0],
    )?;
    same("max", B::max::<E>(x(), &[0], false), &[NAN])?;
    same("min", B::min::<E>(x(), &[0], false), &[NAN])?;
    same("sum", B::sum::<E>(x(), &[0], false), &[NAN])?;
    same("sort", B::sort::<E>(x(), 0, false), &[-INF, 1.0, 2.0, NAN])?;
    same("sort", B::sort::<E>(x(), 0, true), &[NAN, 2.0, 1.0, -INF])?;
    let at = B::argmax::<E>(x(), 0)?;
    assert_eq!(read::<B, i64>(&at)?, [1.0]);
    let halves = tensor::<B, E>(&[4], &[0.5, 1.5, 2.5, -0.5])?;
    same(
        "round",
        B::round::<E>(B::borrow::<E>(&halves)),
        &[0.0, 2.0, 2.0, 0.0],
    )?;
    let low = copies::<B, E>(&[2], -INF)?;
    let low = || B::borrow::<E>(&low);
    same("softmax", B::softmax::<E>(low(), 0), &[NAN, NAN])?;
    same("logsumexp", B::logsumexp::<E>(low(), &[0], false), &[-INF])?;
    let none = tensor::<B, E>(&[2, 0], &[])?;
    let none = || B::borrow::<E>(&none);
    same("sum", B::sum::<E>(none(), &[1], false), &[0.0, 0.0])?;
    same("prod", B::prod::<E>(none(), &[1], false), &[1.0, 1.0])?;
    same("mean", B::mean::<E>(none(), &[1], false), &[NAN, NAN])?;
    same(
        "logsumexp",
        B::logsumexp::<E>(none(), &[1], false),
        &[-INF, -INF],
    )?;
    let cast = B::astype::<E, u8>(x())?;
    assert_eq!(read::<B, u8>(&cast)?, [1.0, 0.0, 0.0, 2.0]);

    // A number beside a tensor takes the tensor's type before anything is done with it.
    let tenth = copies::<B, E>(&[1], 0.1)?;
    let tenth = || Operand::<B, E>::Tensor(B::borrow::<E>(&tenth));
    let equal = B::equal::<E>(tenth(), number(0.1))?;
    assert_eq!(read::<B, bool>(&equal)?, [1.0]);
    let seven = copies::<B, E>(&[1], 7.0)?;
    let seven = || Operand::<B, E>::Tensor(B::borrow::<E>(&seven));
    macro_rules! like_a_tensor {
        ($($name:ident)*) => {$(
            let beside = B::$name::<E>(seven(), number(0.1))?;
            let want = B::$name::<E>(seven(), tenth())?;
            same(stringify!($name), Ok(beside), &read::<B, E>(&want)?)?;
            let beside = B::$name::<E>(number(0.1), seven())?;
            let want = B::$name::<E>(tenth(), seven())?;
            same(stringify!($name), Ok(beside), &read::<B, E>(&want)?)?;
        )*};
    }
    like_a_tensor!(add subtract multiply divide remainder floor_divide pow);

    // Rounded once: f32 holds no more than the first 24 bits.
    let step = if E::DTYPE == f16::DTYPE {
        f64::exp2(-10.0)
    } else {
        f64::exp2(-7.0)
    };
    let above_tie = 1.0 + step / 2.0 + f64::exp2(-40.0);
    same(
        "from_nums",
        tensor::<B, E>(&[1], &[above_tie]),
        &[1.0 + step],
    )?;
    same(
        "full",
        B::full::<E>(&B::default_place(), &[1], Num::Float(above_tie)),
        &[1.0 + step],
    )?;
    same(
        "from_f64s",
        B::from_f64s::<E>(&B::default_place(), &[1], vec![above_tie]),
        &[1.0 + step],
    )?;
    let wide = tensor::<B, f64>(&[1], &[above_tie])?;
    same(
        "astype",
        B::astype::<f64, E>(B::borrow::<f64>(&wide)),
        &[1.0 + step],
    )?;
    Ok(())
}

/// Holds a backend to all of it. `allowed`: how many steps of the type an operation may be off what `f32` gives.
pub fn laws<B: Backend>(allowed: impl Fn(&str) -> i64 + Copy) -> Result<()> {
    sums::<B, f16>()?;
    sums::<B, bf16>()?;
    special::<B, f16>()?;
    special::<B, bf16>()?;
    rounded::<B, f16>(allowed)?;
    rounded::<B, bf16>(allowed)
}

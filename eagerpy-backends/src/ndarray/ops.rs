//! [`Backend`] for ndarray: one function an operation.

mod elementwise;
mod fuse;
mod math;
mod matmul;
mod movement;
mod order;
mod reduce;
mod scan;
mod softmax;
mod straight;
mod window;

use eagerpy_runtime::fuse::{Kernel, Lane, Lent, Outcome};
use eagerpy_runtime::ops::compose;
use eagerpy_runtime::ops::window::Window;
use eagerpy_runtime::{
    Backend, Boolean, Cut, DType, Element, Error, Float, Int, Num, Numeric, Operand, Rank, Result,
    Shape, scalar,
};
use ndarray::{
    Array0, Array1, Array2, Array3, Array4, Array5, Array6, ArrayD, ArrayView0, ArrayView1,
    ArrayView2, ArrayView3, ArrayView4, ArrayView5, ArrayView6, ArrayViewD, Axis, IxDyn,
};

use super::Ndarray;
use super::convert::{Tensor, View, broadcast, filled, from_vec, room, view_with_rank, with_rank};
use elementwise::{choose, map, map_pair, refuse};
use reduce::reduce;
use scalar::{larger, long, long_pair, smaller, wide, wide_pair};

/// Kernels of one tensor, an element at a time.
macro_rules! unary {
    ($($name:ident: $class:ident => $out:ty, |$x:ident| $body:expr;)*) => {$(
        fn $name<E: $class>(x: View<'_, E>) -> Result<Tensor<'static, $out>> {
            Ok(map(&x, |$x: E| $body)?.into())
        }
    )*};
}

/// Kernels of functions that have lanes, and what they are for floats that have none.
macro_rules! lone {
    ($($name:ident: |$x:ident| $body:expr;)*) => {$(
        fn $name<E: Float>(x: View<'_, E>) -> Result<Tensor<'static, E>> {
            struct Lone;
            impl Kernel<1, 0, 1> for Lone {
                #[inline(always)]
                fn each<T: Lane>([x]: [T; 1], []: [T; 0]) -> [T; 1] {
                    [x.$name()]
                }
            }
            fuse::lone::<E, Lone>(&x, |$x: E| $body)
        }
    )*};
}

/// Kernels of two operands, an element of each at a time.
macro_rules! binary {
    ($($name:ident: $class:ident => $out:ty, |$x:ident, $y:ident| $body:expr $(, refuse |$bad:ident| $test:expr, $why:literal)?;)*) => {$(
        fn $name<E: $class>(
            x: Operand<'_, Self, E>,
            y: Operand<'_, Self, E>,
        ) -> Result<Tensor<'static, $out>> {
            $(refuse(&x, &y, |$bad: E| $test, $why)?;)?
            Ok(map_pair(x, y, |$x: E, $y: E| $body)?.into())
        }
    )*};
}

impl Backend for Ndarray {
    const NAME: &'static str = "ndarray";
    type Elem<E: Element> = E;
    type Tensor<'a, E: Element> = Tensor<'a, E>;
    type View<'a, E: Element> = View<'a, E>;
    type Array<E: Element, R: Rank> = R::Select<
        Array0<E>,
        Array1<E>,
        Array2<E>,
        Array3<E>,
        Array4<E>,
        Array5<E>,
        Array6<E>,
        ArrayD<E>,
    >;
    type Float = f32;
    type Arg<'a, E: Element, R: Rank> = R::Select<
        ArrayView0<'a, E>,
        ArrayView1<'a, E>,
        ArrayView2<'a, E>,
        ArrayView3<'a, E>,
        ArrayView4<'a, E>,
        ArrayView5<'a, E>,
        ArrayView6<'a, E>,
        ArrayViewD<'a, E>,
    >;
    type Place = ();

    #[inline]
    fn borrow<'a, E: Element>(tensor: &'a Self::Tensor<'_, E>) -> Self::View<'a, E> {
        tensor.view()
    }

    #[inline]
    fn share<'a, E: Element>(x: Self::View<'a, E>) -> Result<Self::Tensor<'a, E>> {
        Ok(x.into())
    }

    fn copy<E: Element>(x: Self::View<'_, E>) -> Result<Self::Tensor<'static, E>> {
        Ok(x.into_owned().into())
    }

    fn finish<E: Element, R: Rank>(tensor: Self::Tensor<'_, E>) -> Result<Self::Array<E, R>> {
        R::try_select(
            tensor.into_owned(),
            with_rank,
            with_rank,
            with_rank,
            with_rank,
            with_rank,
            with_rank,
            with_rank,
            Ok,
        )
    }

    fn arg<'a, E: Element, R: Rank>(x: Self::View<'a, E>) -> Result<Self::Arg<'a, E, R>> {
        R::try_select(
            x,
            view_with_rank,
            view_with_rank,
            view_with_rank,
            view_with_rank,
            view_with_rank,
            view_with_rank,
            view_with_rank,
            Ok,
        )
    }

    #[inline]
    fn shape<E: Element>(x: &Self::View<'_, E>) -> Shape {
        Shape::from_slice(x.shape())
    }

    #[inline]
    fn dtype<E: Element>(_: &Self::View<'_, E>) -> Option<DType> {
        E::DTYPE
    }

    #[inline]
    fn place<E: Element>(_: &Self::View<'_, E>) {}

    #[inline]
    fn default_place() {}

    fn fused<E: Float, K: Kernel<I, N, O>, const I: usize, const N: usize, const O: usize>(
        tensors: [Self::View<'_, E>; I],
        numbers: [Num; N],
        outcomes: [Outcome; O],
        apart: impl FnOnce() -> Result<[Self::Tensor<'static, E>; O]>,
    ) -> Result<[Self::Tensor<'static, E>; O]> {
        fuse::chain::<E, K, I, N, O>(&tensors, numbers, &outcomes)?.map_or_else(apart, Ok)
    }

    #[inline]
    fn fused_lent<E: Float, K: Kernel<I, N, O>, const I: usize, const N: usize, const O: usize>(
        tensors: [Lent<'_, E>; I],
        numbers: [Num; N],
        outcomes: &[Outcome; O],
    ) -> Result<Option<[Self::Tensor<'static, E>; O]>> {
        straight::chain::<E, K, I, N, O>(tensors, numbers, outcomes)
    }

    fn item<E: Element>(x: Self::View<'_, E>) -> Result<Num> {
        match x.first() {
            Some(v) => Ok(v.to_num()),
            None => Err(Error::shape("there is no element")),
        }
    }

    fn to_nums<E: Element>(x: Self::View<'_, E>) -> Result<Vec<Num>> {
        Ok(x.iter().map(|v| v.to_num()).collect())
    }

    fn from_nums<T: Element>(
        (): &(),
        shape: &[usize],
        data: &[Num],
    ) -> Result<Self::Tensor<'static, T>> {
        let data = data.iter().map(|&n| T::from_num(n)).collect();
        Ok(from_vec(shape, data)?.into())
    }

    binary! {
        add: Numeric => E, |x, y| x.wrapping_add(y);
        subtract: Numeric => E, |x, y| x.wrapping_sub(y);
        multiply: Numeric => E, |x, y| x.wrapping_mul(y);
        divide: Float => E, |x, y| x / y;
        floor_divide: Numeric => E, |x, y| x.floor_divide(y), refuse |y| y.is_zero(), "an int divided by";
        remainder: Numeric => E, |x, y| x.remainder(y), refuse |y| y.is_zero(), "an int modulo";
        pow: Numeric => E, |x, y| x.power(y), refuse |y| y < E::zero(), "an int to the negative power";
        // The sign of the divisor is of no account, and -1 would overflow.
        fmod: Numeric => E, |x, y| x % y.absolute(), refuse |y| y.is_zero(), "an int divided by";
        minimum: Element => E, |x, y| smaller(x, y);
        maximum: Element => E, |x, y| larger(x, y);
        hypot: Float => E, |x, y| wide_pair(x, y, f64::hypot);
        atan2: Float => E, |x, y| wide_pair(x, y, f64::atan2);
        logaddexp: Float => E, |x, y| scalar::logaddexp(x, y);
        logaddexp2: Float => E, |x, y| scalar::logaddexp2(x, y);
        copysign: Float => E, |x, y| wide_pair(x, y, f64::copysign);
        nextafter: Float => E, |x, y| scalar::nextafter(x, y);
        xlogy: Float => E, |x, y| wide_pair(x, y, scalar::xlogy);
        heaviside: Float => E, |x, y| wide_pair(x, y, scalar::heaviside);
        gcd: Int => E, |x, y| long_pair(x, y, scalar::gcd);
        lcm: Int => E, |x, y| long_pair(x, y, scalar::lcm);

        equal: Element => bool, |x, y| x == y;
        not_equal: Element => bool, |x, y| x != y;
        less: Element => bool, |x, y| x < y;
        less_equal: Element => bool, |x, y| x <= y;
        greater: Element => bool, |x, y| x > y;
        greater_equal: Element => bool, |x, y| x >= y;

        logical_and: Boolean => bool, |x, y| x.is_true() & y.is_true();
        logical_or: Boolean => bool, |x, y| x.is_true() | y.is_true();
        logical_xor: Boolean => bool, |x, y| x.is_true() ^ y.is_true();

        bitwise_and: Int => E, |x, y| long_pair(x, y, |x, y| x & y);
        bitwise_or: Int => E, |x, y| long_pair(x, y, |x, y| x | y);
        bitwise_xor: Int => E, |x, y| long_pair(x, y, |x, y| x ^ y);
        bitwise_left_shift: Int => E, |x, y| long_pair(x, y, scalar::left_shift), refuse |y| y < E::zero(), "an int shifted by";
        bitwise_right_shift: Int => E, |x, y| long_pair(x, y, scalar::right_shift), refuse |y| y < E::zero(), "an int shifted by";
    }

    lone! {
        exp: |x| x.exp();
        exp2: |x| wide(x, f64::exp2);
        expm1: |x| x.exp_m1();
        log: |x| x.ln();
        log2: |x| wide(x, f64::log2);
        log10: |x| wide(x, f64::log10);
        log1p: |x| x.ln_1p();
        asin: |x| wide(x, f64::asin);
        acos: |x| wide(x, f64::acos);
        atan: |x| wide(x, f64::atan);
        sinh: |x| x.sinh();
        cosh: |x| x.cosh();
        tanh: |x| x.tanh();
        erf: |x| wide(x, scalar::erf);
        sigmoid: |x| E::narrow(math::sigmoid(x.widen()));
        log_sigmoid: |x| wide(x, |x| -scalar::softplus(-x));
        softplus: |x| E::narrow(math::softplus(x.widen()));
        silu: |x| scalar::silu(x);
    }

    unary! {
        logical_not: Boolean => bool, |x| !x.is_true();
        bitwise_invert: Int => E, |x| long(x, |x| !x);

        negative: Numeric => E, |x| x.wrapping_neg();
        abs: Numeric => E, |x| x.absolute();
        sign: Numeric => E, |x| x.sign();
        signbit: Float => bool, |x| x.to_f64().is_sign_negative();
        square: Numeric => E, |x| x.wrapping_mul(x);
        sqrt: Float => E, |x| x.sqrt();
        cbrt: Float => E, |x| wide(x, f64::cbrt);
        rsqrt: Float => E, |x| E::narrow(math::rsqrt(x.widen()));
        reciprocal: Float => E, |x| E::one() / x;
        logit: Float => E, |x| wide(x, scalar::logit);
        sin: Float => E, |x| x.sin();
        cos: Float => E, |x| x.cos();
        tan: Float => E, |x| x.tan();
        sinc: Float => E, |x| wide(x, scalar::sinc);
        asinh: Float => E, |x| wide(x, scalar::asinh);
        acosh: Float => E, |x| wide(x, scalar::acosh);
        atanh: Float => E, |x| wide(x, scalar::atanh);
        deg2rad: Float => E, |x| wide(x, f64::to_radians);
        rad2deg: Float => E, |x| wide(x, f64::to_degrees);
        erfc: Float => E, |x| wide(x, scalar::erfc);
        hard_sigmoid: Float => E, |x| wide(x, |x| scalar::hard_tanh(x + 3.0, 0.0, 6.0) / 6.0);
        relu: Numeric => E, |x| math::relu(x);
        selu: Float => E, |x| wide(x, |x| scalar::SELU_SCALE * scalar::elu(x, scalar::SELU_ALPHA));
        softsign: Float => E, |x| wide(x, |x| x / (1.0 + x.abs()));
        hard_swish: Float => E, |x| wide(x, |x| x * (scalar::hard_tanh(x + 3.0, 0.0, 6.0) / 6.0));
        mish: Float => E, |x| wide(x, scalar::mish);
        floor: Numeric => E, |x| x.round_down();
        ceil: Numeric => E, |x| x.round_up();
        trunc: Numeric => E, |x| if x < E::zero() { x.round_up() } else { x.round_down() };
        round: Numeric => E, |x| x.round_even();
        isnan: Numeric => bool, |x| x.is_nan();
        isinf: Numeric => bool, |x| x.is_infinite();
        isposinf: Numeric => bool, |x| x.is_infinite() && x > E::zero();
        isneginf: Numeric => bool, |x| x.is_infinite() && x < E::zero();
        isfinite: Numeric => bool, |x| !(x.is_nan() || x.is_infinite());
    }

    fn gelu<E: Float>(x: Self::View<'_, E>, tanh: bool) -> Result<Self::Tensor<'static, E>> {
        Ok(if tanh {
            map(&x, |x| E::narrow(math::gelu_tanh(x.widen())))?.into()
        } else {
            map(&x, |x| E::narrow(math::gelu(x.widen())))?.into()
        })
    }

    fn leaky_relu<E: Float>(
        x: Self::View<'_, E>,
        negative_slope: Num,
    ) -> Result<Self::Tensor<'static, E>> {
        let slope = negative_slope.to_f64();
        Ok(map(&x, |x| wide(x, |x| scalar::leaky_relu(x, slope)))?.into())
    }

    fn elu<E: Float>(x: Self::View<'_, E>, alpha: Num) -> Result<Self::Tensor<'static, E>> {
        let alpha = alpha.to_f64();
        Ok(map(&x, |x| wide(x, |x| scalar::elu(x, alpha)))?.into())
    }

    fn hard_tanh<E: Float>(
        x: Self::View<'_, E>,
        min: Num,
        max: Num,
    ) -> Result<Self::Tensor<'static, E>> {
        let (min, max) = (min.to_f64(), max.to_f64());
        Ok(map(&x, |x| wide(x, |x| scalar::hard_tanh(x, min, max)))?.into())
    }

    fn nan_to_num<E: Float>(
        x: Self::View<'_, E>,
        nan: Num,
        posinf: Option<Num>,
        neginf: Option<Num>,
    ) -> Result<Self::Tensor<'static, E>> {
        let largest = scalar::largest(E::DTYPE);
        let nan = nan.to_f64();
        let (posinf, neginf) = (
            posinf.map_or(largest, Num::to_f64),
            neginf.map_or(-largest, Num::to_f64),
        );
        Ok(map(&x, |x| {
            wide(x, |x| scalar::nan_to_num(x, nan, posinf, neginf))
        })?
        .into())
    }

    fn isclose<E: Float>(
        x: Self::View<'_, E>,
        y: Operand<'_, Self, E>,
        rtol: Num,
        atol: Num,
        equal_nan: bool,
    ) -> Result<Self::Tensor<'static, bool>> {
        let (rtol, atol) = (rtol.to_f64(), atol.to_f64());
        let close = |x: E, y: E| scalar::isclose(x.to_f64(), y.to_f64(), rtol, atol, equal_nan);
        Ok(map_pair(Operand::Tensor(x), y, close)?.into())
    }

    fn clip<E: Numeric>(
        x: Self::View<'_, E>,
        min: Option<Num>,
        max: Option<Num>,
    ) -> Result<Self::Tensor<'static, E>> {
        let out = match (min.map(E::from_num), max.map(E::from_num)) {
            (None, None) => map(&x, |v| v),
            (Some(min), None) => map(&x, |v| larger(v, min)),
            (None, Some(max)) => map(&x, |v| smaller(v, max)),
            (Some(min), Some(max)) => map(&x, |v| smaller(larger(v, min), max)),
        };
        Ok(out?.into())
    }

    fn clip_between<E: Numeric>(
        x: Self::View<'_, E>,
        min: Option<Operand<'_, Self, E>>,
        max: Option<Operand<'_, Self, E>>,
    ) -> Result<Self::Tensor<'static, E>> {
        let mut out = match min {
            Some(min) => map_pair(Operand::Tensor(x), min, larger)?,
            None => x.into_owned(),
        };
        if let Some(max) = max {
            out = map_pair(Operand::Tensor(out.view()), max, smaller)?;
        }
        Ok(out.into())
    }

    fn where_<M: Boolean, E: Element>(
        mask: Self::View<'_, M>,
        x: Operand<'_, Self, E>,
        y: Operand<'_, Self, E>,
    ) -> Result<Self::Tensor<'static, E>> {
        Ok(choose(&mask, x, y)?.into())
    }

    fn astype<E: Element, T: Element>(x: Self::View<'_, E>) -> Result<Self::Tensor<'static, T>> {
        Ok(map(&x, |v| v.cast::<T>())?.into())
    }

    fn sum<E: Element>(
        x: Self::View<'_, E>,
        axes: &[usize],
        keepdims: bool,
    ) -> Result<Self::Tensor<'static, E::Sum>> {
        let out = reduce::sum(&x, axes, keepdims, E::to_total)?;
        Ok(out.mapv_into_any(E::from_total).into())
    }

    fn prod<E: Element>(
        x: Self::View<'_, E>,
        axes: &[usize],
        keepdims: bool,
    ) -> Result<Self::Tensor<'static, E::Sum>> {
        let one = E::from_num(Num::Bool(true)).to_total();
        let join = Numeric::wrapping_mul;
        let out = reduce(&x, axes, keepdims, Some(one), E::to_total, join)?;
        Ok(out.mapv_into_any(E::from_total).into())
    }

    fn mean<E: Float>(
        x: Self::View<'_, E>,
        axes: &[usize],
        keepdims: bool,
    ) -> Result<Self::Tensor<'static, E>> {
        Ok(reduce::mean(&x, axes, keepdims)?.into())
    }

    fn min<E: Element>(
        x: Self::View<'_, E>,
        axes: &[usize],
        keepdims: bool,
    ) -> Result<Self::Tensor<'static, E>> {
        Ok(reduce(&x, axes, keepdims, None, |v| v, smaller)?.into())
    }

    fn max<E: Element>(
        x: Self::View<'_, E>,
        axes: &[usize],
        keepdims: bool,
    ) -> Result<Self::Tensor<'static, E>> {
        Ok(reduce(&x, axes, keepdims, None, |v| v, larger)?.into())
    }

    fn all<E: Element>(
        x: Self::View<'_, E>,
        axes: &[usize],
        keepdims: bool,
    ) -> Result<Self::Tensor<'static, bool>> {
        let join = |a: bool, b: bool| a & b;
        Ok(reduce(&x, axes, keepdims, Some(true), E::is_true, join)?.into())
    }

    fn any<E: Element>(
        x: Self::View<'_, E>,
        axes: &[usize],
        keepdims: bool,
    ) -> Result<Self::Tensor<'static, bool>> {
        let join = |a: bool, b: bool| a | b;
        Ok(reduce(&x, axes, keepdims, Some(false), E::is_true, join)?.into())
    }

    fn var<E: Float>(
        x: Self::View<'_, E>,
        axes: &[usize],
        correction: Num,
        keepdims: bool,
    ) -> Result<Self::Tensor<'static, E>> {
        let out = reduce::var(&x, axes, correction.to_f64(), keepdims)?;
        Ok(out.mapv_into_any(E::narrow).into())
    }

    fn std<E: Float>(
        x: Self::View<'_, E>,
        axes: &[usize],
        correction: Num,
        keepdims: bool,
    ) -> Result<Self::Tensor<'static, E>> {
        let out = reduce::var(&x, axes, correction.to_f64(), keepdims)?;
        Ok(out.mapv_into_any(|v| E::narrow(v.sqrt())).into())
    }

    fn logsumexp<E: Float>(
        x: Self::View<'_, E>,
        axes: &[usize],
        keepdims: bool,
    ) -> Result<Self::Tensor<'static, E>> {
        Ok(reduce::logsumexp(&x, axes, keepdims)?.into())
    }

    fn argmin<E: Element>(x: Self::View<'_, E>, axis: usize) -> Result<Self::Tensor<'static, i64>> {
        Ok(order::extreme(&x, axis, |a, b| a < b).into())
    }

    fn argmax<E: Element>(x: Self::View<'_, E>, axis: usize) -> Result<Self::Tensor<'static, i64>> {
        Ok(order::extreme(&x, axis, |a, b| a > b).into())
    }

    fn l0<E: Float>(
        x: Self::View<'_, E>,
        axes: &[usize],
        keepdims: bool,
    ) -> Result<Self::Tensor<'static, E>> {
        let one = |v: E| E::Wide::from_num(Num::Bool(v.is_true()));
        let out = reduce::sum(&x, axes, keepdims, one)?;
        Ok(out.mapv_into_any(E::narrow).into())
    }

    fn l1<E: Float>(
        x: Self::View<'_, E>,
        axes: &[usize],
        keepdims: bool,
    ) -> Result<Self::Tensor<'static, E>> {
        let out = reduce::sum(&x, axes, keepdims, |v: E| v.absolute().widen())?;
        Ok(out.mapv_into_any(E::narrow).into())
    }

    fn l2<E: Float>(
        x: Self::View<'_, E>,
        axes: &[usize],
        keepdims: bool,
    ) -> Result<Self::Tensor<'static, E>> {
        let out = reduce::sum(&x, axes, keepdims, |v: E| v.widen() * v.widen())?;
        Ok(out.mapv_into_any(|v| E::narrow(v.sqrt())).into())
    }

    fn linf<E: Float>(
        x: Self::View<'_, E>,
        axes: &[usize],
        keepdims: bool,
    ) -> Result<Self::Tensor<'static, E>> {
        Ok(reduce(&x, axes, keepdims, Some(E::zero()), E::absolute, larger)?.into())
    }

    fn lp<E: Float>(
        x: Self::View<'_, E>,
        p: f64,
        axes: &[usize],
        keepdims: bool,
    ) -> Result<Self::Tensor<'static, E>> {
        let (power, root) = (E::Wide::from_f64(p), E::Wide::from_f64(1.0 / p));
        let out = reduce::sum(&x, axes, keepdims, |v: E| v.absolute().widen().power(power))?;
        Ok(out.mapv_into_any(|v| E::narrow(v.power(root))).into())
    }

    fn softmax<E: Float>(x: Self::View<'_, E>, axis: usize) -> Result<Self::Tensor<'static, E>> {
        Ok(softmax::softmax(&x, axis)?.into())
    }

    fn log_softmax<E: Float>(
        x: Self::View<'_, E>,
        axis: usize,
    ) -> Result<Self::Tensor<'static, E>> {
        Ok(softmax::log_softmax(&x, axis)?.into())
    }

    fn conv<E: Float>(
        x: Self::View<'_, E>,
        weight: Self::View<'_, E>,
        bias: Option<Self::View<'_, E>>,
        windows: &[Window],
        groups: usize,
    ) -> Result<Self::Tensor<'static, E>> {
        Ok(window::conv(&x, &weight, bias.as_ref(), windows, groups)?.into())
    }

    fn conv_transpose<E: Float>(
        x: Self::View<'_, E>,
        weight: Self::View<'_, E>,
        bias: Option<Self::View<'_, E>>,
        windows: &[Window],
        groups: usize,
    ) -> Result<Self::Tensor<'static, E>> {
        Ok(window::conv_transpose(&x, &weight, bias.as_ref(), windows, groups)?.into())
    }

    fn max_pool<E: Float>(
        x: Self::View<'_, E>,
        windows: &[Window],
    ) -> Result<Self::Tensor<'static, E>> {
        Ok(window::max_pool(&x, windows)?.into())
    }

    fn avg_pool<E: Float>(
        x: Self::View<'_, E>,
        windows: &[Window],
        padded: bool,
    ) -> Result<Self::Tensor<'static, E>> {
        Ok(window::avg_pool(&x, windows, padded)?.into())
    }

    fn crossentropy<E: Float, I: Int>(
        logits: Self::View<'_, E>,
        labels: Self::View<'_, I>,
    ) -> Result<Self::Tensor<'static, E>> {
        Ok(softmax::crossentropy(&logits, &labels)?.into())
    }

    fn reshape<'a, E: Element>(
        x: Self::View<'a, E>,
        shape: &[usize],
    ) -> Result<Self::Tensor<'a, E>> {
        movement::reshape(x, shape)
    }

    fn transpose<'a, E: Element>(
        x: Self::View<'a, E>,
        axes: &[usize],
    ) -> Result<Self::Tensor<'a, E>> {
        Ok(x.permuted_axes(IxDyn(axes)).into())
    }

    fn squeeze<'a, E: Element>(
        x: Self::View<'a, E>,
        axes: &[usize],
    ) -> Result<Self::Tensor<'a, E>> {
        Ok(movement::remove(x, axes).into())
    }

    fn expand_dims<'a, E: Element>(
        x: Self::View<'a, E>,
        axes: &[usize],
    ) -> Result<Self::Tensor<'a, E>> {
        Ok(movement::insert(x, axes).into())
    }

    fn broadcast_to<'a, E: Element>(
        x: Self::View<'a, E>,
        shape: &[usize],
    ) -> Result<Self::Tensor<'a, E>> {
        Ok(broadcast(&x, shape)?.into())
    }

    fn concatenate<E: Element>(
        tensors: &[Self::View<'_, E>],
        axis: usize,
    ) -> Result<Self::Tensor<'static, E>> {
        Ok(movement::concatenate(tensors, axis)?.into())
    }

    fn flip<'a, E: Element>(
        mut x: Self::View<'a, E>,
        axes: &[usize],
    ) -> Result<Self::Tensor<'a, E>> {
        for &axis in axes {
            x.invert_axis(Axis(axis));
        }
        Ok(x.into())
    }

    fn pad<E: Element>(
        x: Self::View<'_, E>,
        paddings: &[(usize, usize)],
        value: Num,
    ) -> Result<Self::Tensor<'static, E>> {
        Ok(movement::pad(&x, paddings, value)?.into())
    }

    fn slice<'a, E: Element>(
        x: Self::View<'a, E>,
        cuts: &[Cut],
        gone: &[usize],
        new: &[usize],
    ) -> Result<Self::Tensor<'a, E>> {
        let x = movement::cut(x, cuts);
        Ok(movement::insert(movement::remove(x, gone), new).into())
    }

    fn nonzero<M: Boolean>(mask: Self::View<'_, M>) -> Result<Self::Tensor<'static, i64>> {
        Ok(movement::nonzero(&mask).into())
    }

    fn assign<E: Element>(
        x: Self::View<'_, E>,
        cuts: &[Cut],
        value: Operand<'_, Self, E>,
    ) -> Result<Self::Tensor<'static, E>> {
        Ok(movement::assign(&x, cuts, value)?.into())
    }

    fn put<E: Element>(
        x: Self::View<'_, E>,
        positions: Self::View<'_, i64>,
        value: Operand<'_, Self, E>,
    ) -> Result<Self::Tensor<'static, E>> {
        Ok(movement::put(&x, &positions, value)?.into())
    }

    fn take<E: Element, I: Int>(
        x: Self::View<'_, E>,
        indices: Self::View<'_, I>,
        axis: usize,
    ) -> Result<Self::Tensor<'static, E>> {
        Ok(movement::take(&x, &indices, axis)?.into())
    }

    fn gather<E: Element, I: Int>(
        x: Self::View<'_, E>,
        indices: Self::View<'_, I>,
        axis: usize,
    ) -> Result<Self::Tensor<'static, E>> {
        Ok(movement::gather(&x, &indices, axis)?.into())
    }

    fn add_at<E: Numeric>(
        x: Self::View<'_, E>,
        positions: &[usize],
        source: Self::View<'_, E>,
    ) -> Result<Self::Tensor<'static, E>> {
        Ok(movement::add_at(&x, positions, &source)?.into())
    }

    fn one_hot<I: Int, T: Element>(
        indices: Self::View<'_, I>,
        num_classes: usize,
        (): &(),
    ) -> Result<Self::Tensor<'static, T>> {
        Ok(movement::one_hot(&indices, num_classes)?.into())
    }

    fn matmul<E: Numeric>(
        x: Self::View<'_, E>,
        y: Self::View<'_, E>,
    ) -> Result<Self::Tensor<'static, E>> {
        Ok(matmul::matmul(x, y)?.into())
    }

    fn full<T: Element>((): &(), shape: &[usize], value: Num) -> Result<Self::Tensor<'static, T>> {
        Ok(filled(shape, T::from_num(value))?.into())
    }

    fn arange<T: Element>(
        (): &(),
        start: Num,
        step: Num,
        len: usize,
    ) -> Result<Self::Tensor<'static, T>> {
        let mut data = room(&[len])?;
        if let (Num::Int(start), Num::Int(step)) = (start, step) {
            let at = |i: i64| Num::Int(start.wrapping_add(step.wrapping_mul(i)));
            data.extend((0..).take(len).map(|i| T::from_num(at(i))));
        } else {
            let (start, step) = (start.to_f64(), step.to_f64());
            data.extend((0..len).map(|i| T::from_num(Num::Float(start + step * i as f64))));
        }
        Ok(from_vec(&[len], data)?.into())
    }

    fn eye<T: Element>((): &(), n: usize, m: usize, k: i64) -> Result<Self::Tensor<'static, T>> {
        let mut out = filled(&[n, m], T::from_num(Num::Int(0)))?;
        for (i, mut row) in (0i64..).zip(out.rows_mut()) {
            let place = usize::try_from(i.saturating_add(k)).ok();
            if let Some(to) = place.and_then(|place| row.get_mut(place)) {
                *to = T::from_num(Num::Int(1));
            }
        }
        Ok(out.into())
    }

    fn from_f64s<T: Element>(
        (): &(),
        shape: &[usize],
        data: Vec<f64>,
    ) -> Result<Self::Tensor<'static, T>> {
        let data = data
            .into_iter()
            .map(|v| T::from_num(Num::Float(v)))
            .collect();
        Ok(from_vec(shape, data)?.into())
    }

    fn sort<E: Element>(
        x: Self::View<'_, E>,
        axis: usize,
        descending: bool,
    ) -> Result<Self::Tensor<'static, E>> {
        Ok(order::sort(&x, axis, descending).into())
    }

    fn argsort<E: Element>(
        x: Self::View<'_, E>,
        axis: usize,
        descending: bool,
    ) -> Result<Self::Tensor<'static, i64>> {
        Ok(order::argsort(&x, axis, descending)?.into())
    }

    #[allow(clippy::type_complexity, reason = "two tensors")]
    fn topk<E: Element>(
        x: Self::View<'_, E>,
        k: usize,
        axis: usize,
        largest: bool,
    ) -> Result<(Self::Tensor<'static, E>, Self::Tensor<'static, i64>)> {
        let (values, positions) = order::topk(&x, k, axis, largest)?;
        Ok((values.into(), positions.into()))
    }

    fn unique<E: Element>(x: Self::View<'_, E>) -> Result<Self::Tensor<'static, E>> {
        Ok(order::unique(&x)?.into())
    }

    #[allow(clippy::type_complexity, reason = "four tensors")]
    fn unique_all<E: Element>(
        x: Self::View<'_, E>,
    ) -> Result<(
        Self::Tensor<'static, E>,
        Self::Tensor<'static, i64>,
        Self::Tensor<'static, i64>,
        Self::Tensor<'static, i64>,
    )> {
        let (values, first, inverse, counts) = order::unique_all(&x)?;
        Ok((values.into(), first.into(), inverse.into(), counts.into()))
    }

    fn bincount<I: Int, W: Numeric + Element<Sum = W>>(
        x: Self::View<'_, I>,
        weights: Option<Self::View<'_, W>>,
        len: usize,
    ) -> Result<Self::Tensor<'static, W>> {
        Ok(order::bincount(&x, weights.as_ref(), len)?.into())
    }

    fn searchsorted<E: Element>(
        x: Self::View<'_, E>,
        values: Self::View<'_, E>,
        side: &str,
    ) -> Result<Self::Tensor<'static, i64>> {
        Ok(order::searchsorted(&x, &values, side == "right")?.into())
    }

    fn median<E: Float>(
        x: Self::View<'_, E>,
        axes: &[usize],
        keepdims: bool,
    ) -> Result<Self::Tensor<'static, E>> {
        Ok(order::quantile(&x, 0.5, axes, keepdims)?.into())
    }

    fn quantile<E: Float>(
        x: Self::View<'_, E>,
        q: Num,
        axes: &[usize],
        keepdims: bool,
    ) -> Result<Self::Tensor<'static, E>> {
        Ok(order::quantile(&x, q.to_f64(), axes, keepdims)?.into())
    }

    fn ptp<E: Numeric>(
        x: Self::View<'_, E>,
        axes: &[usize],
        keepdims: bool,
    ) -> Result<Self::Tensor<'static, E>> {
        let join = |(low, high), (a, b)| (smaller(low, a), larger(high, b));
        let ends = reduce(&x, axes, keepdims, None, |v: E| (v, v), join)?;
        Ok(ends
            .mapv_into_any(|(low, high)| high.wrapping_sub(low))
            .into())
    }

    fn nansum<E: Float>(
        x: Self::View<'_, E>,
        axes: &[usize],
        keepdims: bool,
    ) -> Result<Self::Tensor<'static, E>> {
        let known = |v: E| if v.is_nan() { E::zero() } else { v }.widen();
        let out = reduce::sum(&x, axes, keepdims, known)?;
        Ok(out.mapv_into_any(E::narrow).into())
    }

    fn nanmean<E: Float>(
        x: Self::View<'_, E>,
        axes: &[usize],
        keepdims: bool,
    ) -> Result<Self::Tensor<'static, E>> {
        Ok(reduce::nanmean(&x, axes, keepdims)?.into())
    }

    fn nanmin<E: Float>(
        x: Self::View<'_, E>,
        axes: &[usize],
        keepdims: bool,
    ) -> Result<Self::Tensor<'static, E>> {
        let join = |a: E, b: E| if a < b || b.is_nan() { a } else { b };
        Ok(reduce(&x, axes, keepdims, None, |v| v, join)?.into())
    }

    fn nanmax<E: Float>(
        x: Self::View<'_, E>,
        axes: &[usize],
        keepdims: bool,
    ) -> Result<Self::Tensor<'static, E>> {
        let join = |a: E, b: E| if a > b || b.is_nan() { a } else { b };
        Ok(reduce(&x, axes, keepdims, None, |v| v, join)?.into())
    }

    fn linear_scan<E: Numeric>(
        a: Self::View<'_, E>,
        x: Self::View<'_, E>,
        axis: usize,
        reverse: bool,
    ) -> Result<Self::Tensor<'static, E>> {
        // Halves go on in `f32`, and tensors of two shapes are refused there.
        let half = matches!(E::DTYPE, Some(DType::F16 | DType::BF16));
        if half || a.shape() != x.shape() {
            return compose::adjoint::linear_scan::<Self, E>(a, x, axis, reverse);
        }
        Ok(scan::linear(&a, &x, axis, reverse)?.into())
    }

    fn cumsum<E: Element>(
        x: Self::View<'_, E>,
        axis: usize,
    ) -> Result<Self::Tensor<'static, E::Sum>> {
        Ok(scan::total(&x, axis, Numeric::wrapping_add)?.into())
    }

    fn cumprod<E: Element>(
        x: Self::View<'_, E>,
        axis: usize,
    ) -> Result<Self::Tensor<'static, E::Sum>> {
        Ok(scan::total(&x, axis, Numeric::wrapping_mul)?.into())
    }

    fn cummax<E: Element>(x: Self::View<'_, E>, axis: usize) -> Result<Self::Tensor<'static, E>> {
        Ok(scan::scan(&x, axis, |v| v, larger)?.into())
    }

    fn cummin<E: Element>(x: Self::View<'_, E>, axis: usize) -> Result<Self::Tensor<'static, E>> {
        Ok(scan::scan(&x, axis, |v| v, smaller)?.into())
    }

    fn logcumsumexp<E: Float>(
        x: Self::View<'_, E>,
        axis: usize,
    ) -> Result<Self::Tensor<'static, E>> {
        Ok(scan::logcumsumexp(&x, axis)?.into())
    }

    fn diff<E: Numeric>(
        x: Self::View<'_, E>,
        n: usize,
        axis: usize,
    ) -> Result<Self::Tensor<'static, E>> {
        Ok(scan::diff(&x, n, axis)?.into())
    }
}

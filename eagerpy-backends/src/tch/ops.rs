//! [`Backend`] for tch: one function an operation.

use ::tch::{Kind, Tensor};
use eagerpy_runtime::fuse::{Kernel, Outcome};
use eagerpy_runtime::ops::compose;
use eagerpy_runtime::ops::window::Window;
use eagerpy_runtime::{
    Backend, Boolean, Cut, DType, Element, Erased, Error, Float, Int, Ints, Num, Numeric, Operand,
    Rank, Result, Shape,
};

use super::Tch;
use super::arith::{self, Two};
use super::convert::{
    self, Ours, Place, any, float, int, kind_for, long, mask, numeric, place, sizes,
};
use super::fuse;
use super::index;
use super::linalg;
use super::reduce::{self, over, over_some};
use super::window;

/// Kernels that are one call of libtorch, after a look at the element type.
macro_rules! unary {
    ($bound:ident, $check:ident: $($name:ident $call:ident),* $(,)?) => {$(
        #[inline]
        fn $name<E: $bound>(x: &Tensor) -> Result<Tensor> {
            $check(x)?;
            x.$call().ours()
        }
    )*};
}

/// Kernels of two operands whose libtorch calls differ with the form of the operands:
/// two tensors, number on the right, number on the left.
macro_rules! forms {
    ($bound:ident, $check:ident: $($name:ident $tensors:ident $right:ident $left:ident),* $(,)?) => {$(
        #[inline]
        fn $name<E: $bound>(x: Operand<'_, Tch, E>, y: Operand<'_, Tch, E>) -> Result<Tensor> {
            let two = Two::of(x, y)?;
            let kind = two.kind($check)?;
            two.forms(
                kind,
                |x, y| x.$tensors(y),
                |x, y| x.$right(y),
                |x, y| y.$left(x),
            )
        }
    )*};
}

/// Kernels of two operands whose libtorch call takes two tensors only.
macro_rules! as_tensors {
    ($bound:ident, $check:ident: $($name:ident $call:ident),* $(,)?) => {$(
        #[inline]
        fn $name<E: $bound>(x: Operand<'_, Tch, E>, y: Operand<'_, Tch, E>) -> Result<Tensor> {
            let two = Two::of(x, y)?;
            let kind = two.kind($check)?;
            two.as_tensors(kind, |x, y| x.$call(y))
        }
    )*};
}

impl Backend for Tch {
    const NAME: &'static str = "tch";
    type Elem<E: Element> = Erased;
    type Tensor<'a, E: Element> = Tensor;
    type View<'a, E: Element> = &'a Tensor;
    type Array<E: Element, R: Rank> = Tensor;
    type Float = Erased;
    type Arg<'a, E: Element, R: Rank> = Tensor;
    type Place = Place;

    #[inline]
    fn borrow<E: Element>(tensor: &Tensor) -> &Tensor {
        tensor
    }
    #[inline]
    fn share<'a, E: Element>(x: Self::View<'a, E>) -> Result<Self::Tensor<'a, E>> {
        Ok(x.shallow_clone())
    }
    fn stop_gradient<'a, E: Element>(x: Self::View<'a, E>) -> Result<Self::Tensor<'a, E>> {
        x.f_detach().ours()
    }
    // No kernel writes to its inputs, so one storage may have several owners.
    #[inline]
    fn copy<E: Element>(x: &Tensor) -> Result<Tensor> {
        Ok(x.shallow_clone())
    }
    #[inline]
    fn finish<E: Element, R: Rank>(tensor: Tensor) -> Result<Tensor> {
        Ok(tensor)
    }
    fn arg<'a, E: Element, R: Rank>(x: Self::View<'a, E>) -> Result<Self::Arg<'a, E, R>> {
        Ok(x.shallow_clone())
    }
    fn shape<E: Element>(x: &&Tensor) -> Shape {
        sizes(x)
    }
    fn dtype<E: Element>(x: &&Tensor) -> Option<DType> {
        x.f_kind().ok().and_then(convert::dtype_of)
    }
    fn place<E: Element>(x: &&Tensor) -> Place {
        place(x)
    }
    fn cast_like<E: Element, T: Element>(x: &Tensor, like: &&Tensor) -> Result<Tensor> {
        convert::cast(x, any(x)?, any(like)?)
    }
    fn tracked<E: Element>(x: &&Tensor) -> bool {
        x.requires_grad()
    }
    fn default_place() -> Place {
        convert::default_place()
    }
    fn place_for(dtype: Option<DType>) -> Place {
        convert::place_for(dtype)
    }
    fn fused<E: Float, K: Kernel<I, N, O>, const I: usize, const N: usize, const O: usize>(
        tensors: [&Tensor; I],
        numbers: [Num; N],
        outcomes: [Outcome; O],
        apart: impl FnOnce() -> Result<[Tensor; O]>,
    ) -> Result<[Tensor; O]> {
        fuse::chain::<K, I, N, O>(tensors, numbers, &outcomes)?.map_or_else(apart, Ok)
    }
    fn item<E: Element>(x: &Tensor) -> Result<Num> {
        convert::item(x)
    }
    fn to_nums<E: Element>(x: &Tensor) -> Result<Vec<Num>> {
        convert::to_nums(x)
    }
    fn from_nums<T: Element>(place: &Place, shape: &[usize], data: &[Num]) -> Result<Tensor> {
        convert::from_nums(place, kind_for::<T>(place), shape, data)
    }

    // ---------------------------------------------------------------- arithmetic

    forms! { Numeric, numeric:
        add f_add f_add_scalar f_add_scalar,
        subtract f_sub f_sub_scalar f_rsub_scalar,
        multiply f_mul f_mul_scalar f_mul_scalar,
    }
    fn divide<E: Float>(x: Operand<'_, Tch, E>, y: Operand<'_, Tch, E>) -> Result<Tensor> {
        let two = Two::of(x, y)?;
        arith::divide(&two, two.kind(float)?)
    }
    fn floor_divide<E: Numeric>(x: Operand<'_, Tch, E>, y: Operand<'_, Tch, E>) -> Result<Tensor> {
        let two = Two::of(x, y)?;
        arith::floor_divide(&two, two.kind(numeric)?)
    }
    fn remainder<E: Numeric>(x: Operand<'_, Tch, E>, y: Operand<'_, Tch, E>) -> Result<Tensor> {
        let two = Two::of(x, y)?;
        arith::remainder(&two, two.kind(numeric)?)
    }
    fn pow<E: Numeric>(x: Operand<'_, Tch, E>, y: Operand<'_, Tch, E>) -> Result<Tensor> {
        let two = Two::of(x, y)?;
        arith::pow(&two, two.kind(numeric)?)
    }
    fn fmod<E: Numeric>(x: Operand<'_, Tch, E>, y: Operand<'_, Tch, E>) -> Result<Tensor> {
        let two = Two::of(x, y)?;
        arith::fmod(&two, two.kind(numeric)?)
    }
    fn hypot<E: Float>(x: Operand<'_, Tch, E>, y: Operand<'_, Tch, E>) -> Result<Tensor> {
        let two = Two::of(x, y)?;
        two.as_tensors(two.kind(float)?, arith::hypot)
    }
    as_tensors! { Float, float:
        atan2 f_atan2,
        logaddexp f_logaddexp,
        logaddexp2 f_logaddexp2,
        copysign f_copysign,
        xlogy f_xlogy,
    }
    fn nextafter<E: Float>(x: Operand<'_, Tch, E>, y: Operand<'_, Tch, E>) -> Result<Tensor> {
        let two = Two::of(x, y)?;
        // libtorch fails where it is asked for the gradient.
        two.as_tensors(two.kind(float)?, |x, y| x.detach().f_nextafter(&y.detach()))
    }
    as_tensors! { Int, int:
        gcd f_gcd,
        lcm f_lcm,
        bitwise_and f_bitwise_and_tensor,
        bitwise_or f_bitwise_or_tensor,
        bitwise_xor f_bitwise_xor_tensor,
    }
    fn bitwise_left_shift<E: Int>(
        x: Operand<'_, Tch, E>,
        y: Operand<'_, Tch, E>,
    ) -> Result<Tensor> {
        arith::shift(&Two::of(x, y)?, Tensor::f_bitwise_left_shift)
    }
    fn bitwise_right_shift<E: Int>(
        x: Operand<'_, Tch, E>,
        y: Operand<'_, Tch, E>,
    ) -> Result<Tensor> {
        arith::shift(&Two::of(x, y)?, Tensor::f_bitwise_right_shift)
    }
    unary! { Int, int:
        bitwise_invert f_bitwise_not,
    }
    // Not the clamps, beside a number either: their gradient at a tie is 1 on one side, not ½ on both.
    as_tensors! { Element, any:
        minimum f_minimum,
        maximum f_maximum,
    }

    // ---------------------------------------------------------------- comparison

    forms! { Element, any:
        equal f_eq_tensor f_eq f_eq,
        not_equal f_ne_tensor f_ne f_ne,
        less f_lt_tensor f_lt f_gt,
        less_equal f_le_tensor f_le f_ge,
        greater f_gt_tensor f_gt f_lt,
        greater_equal f_ge_tensor f_ge f_le,
    }

    // ---------------------------------------------------------------- logic

    as_tensors! { Boolean, mask:
        logical_and f_logical_and,
        logical_or f_logical_or,
        logical_xor f_logical_xor,
    }
    unary! { Boolean, mask:
        logical_not f_logical_not,
    }

    // ---------------------------------------------------------------- elementwise

    unary! { Numeric, numeric:
        negative f_neg,
        abs f_abs,
        square f_square,
        relu f_relu,
        floor f_floor,
        ceil f_ceil,
        round f_round,
        trunc f_trunc,
        isnan f_isnan,
        isinf f_isinf,
        isposinf f_isposinf,
        isneginf f_isneginf,
        isfinite f_isfinite,
    }
    unary! { Float, float:
        sqrt f_sqrt,
        reciprocal f_reciprocal,
        exp f_exp,
        expm1 f_expm1,
        log f_log,
        log1p f_log1p,
        sin f_sin,
        cos f_cos,
        tan f_tan,
        sinh f_sinh,
        cosh f_cosh,
        tanh f_tanh,
        sigmoid f_sigmoid,
        signbit f_signbit,
        exp2 f_exp2,
        log2 f_log2,
        log10 f_log10,
        sinc f_sinc,
        asin f_asin,
        acos f_acos,
        atan f_atan,
        asinh f_asinh,
        acosh f_acosh,
        atanh f_atanh,
        deg2rad f_deg2rad,
        rad2deg f_rad2deg,
        erf f_erf,
        erfc f_erfc,
        log_sigmoid f_log_sigmoid,
        hard_sigmoid f_hardsigmoid,
        relu6 f_relu6,
        selu f_selu,
        silu f_silu,
        hard_swish f_hardswish,
        mish f_mish,
    }
    fn cbrt<E: Float>(x: &Tensor) -> Result<Tensor> {
        arith::cbrt(x, float(x)?)
    }
    fn logit<E: Float>(x: &Tensor) -> Result<Tensor> {
        float(x)?;
        x.f_logit(None::<f64>).ours()
    }
    fn nan_to_num<E: Float>(
        x: &Tensor,
        nan: Num,
        posinf: Option<Num>,
        neginf: Option<Num>,
    ) -> Result<Tensor> {
        float(x)?;
        x.f_nan_to_num(
            nan.to_f64(),
            posinf.map(Num::to_f64),
            neginf.map(Num::to_f64),
        )
        .ours()
    }
    fn threshold<E: Float>(x: &Tensor, threshold: Num, value: Num) -> Result<Tensor> {
        let kind = float(x)?;
        x.f_threshold(
            convert::scalar(kind, threshold),
            convert::scalar(kind, value),
        )
        .ours()
    }
    fn rsqrt<E: Float>(x: &Tensor) -> Result<Tensor> {
        convert::widened(x, float(x)?, |x| x.f_rsqrt().ours())
    }
    fn sign<E: Numeric>(x: &Tensor) -> Result<Tensor> {
        arith::sign(x, numeric(x)?).ours()
    }
    fn softplus<E: Float>(x: &Tensor) -> Result<Tensor> {
        arith::softplus(x, float(x)?)
    }
    fn gelu<E: Float>(x: &Tensor, tanh: bool) -> Result<Tensor> {
        convert::widened(x, float(x)?, |x| arith::gelu(x, float(x)?, tanh))
    }
    fn clip<E: Numeric>(x: &Tensor, min: Option<Num>, max: Option<Num>) -> Result<Tensor> {
        arith::clip(x, numeric(x)?, min, max)
    }
    fn clip_between<E: Numeric>(
        x: &Tensor,
        min: Option<Operand<'_, Tch, E>>,
        max: Option<Operand<'_, Tch, E>>,
    ) -> Result<Tensor> {
        let kind = numeric(x)?;
        let bound = |bound: Option<Operand<'_, Tch, E>>| {
            Ok::<_, Error>(match bound {
                Some(Operand::Tensor(bound)) => Some(bound.shallow_clone()),
                Some(Operand::Num(bound)) => Some(convert::beside(x, kind, bound)?),
                None => None,
            })
        };
        x.f_clamp_tensor(bound(min)?, bound(max)?).ours()
    }
    fn where_<M: Boolean, E: Element>(
        mask: &Tensor,
        x: Operand<'_, Tch, E>,
        y: Operand<'_, Tch, E>,
    ) -> Result<Tensor> {
        let two = Two::of(x, y)?;
        arith::where_(mask, &two, two.kind(any)?)
    }
    fn astype<E: Element, T: Element>(x: &Tensor) -> Result<Tensor> {
        let Some(dtype) = T::DTYPE else {
            return Err(Error::dtype("a cast names its element type"));
        };
        let (from, to) = (any(x)?, convert::kind_of(dtype));
        if from == to {
            return Ok(x.shallow_clone());
        }
        convert::cast(x, from, to)
    }

    // ---------------------------------------------------------------- reductions

    fn sum<E: Element>(x: &Tensor, axes: &[usize], keepdims: bool) -> Result<Tensor> {
        over(x, axes, keepdims, |x, axes, keepdims| {
            x.f_sum_dim_intlist(axes, keepdims, None::<Kind>)
        })
    }
    fn prod<E: Element>(x: &Tensor, axes: &[usize], keepdims: bool) -> Result<Tensor> {
        reduce::prod(x, any(x)?, axes, keepdims)
    }
    fn mean<E: Float>(x: &Tensor, axes: &[usize], keepdims: bool) -> Result<Tensor> {
        float(x)?;
        over(x, axes, keepdims, |x, axes, keepdims| {
            x.f_mean_dim(axes, keepdims, None::<Kind>)
        })
    }
    fn min<E: Element>(x: &Tensor, axes: &[usize], keepdims: bool) -> Result<Tensor> {
        over_some(x, axes, keepdims, |x, axes, keepdims| {
            x.f_amin(axes, keepdims)
        })
    }
    fn max<E: Element>(x: &Tensor, axes: &[usize], keepdims: bool) -> Result<Tensor> {
        over_some(x, axes, keepdims, |x, axes, keepdims| {
            x.f_amax(axes, keepdims)
        })
    }
    fn all<E: Element>(x: &Tensor, axes: &[usize], keepdims: bool) -> Result<Tensor> {
        reduce::truth(x, any(x)?, axes, keepdims, |x, axes, keepdims| {
            x.f_all_dims(axes, keepdims)
        })
    }
    fn any<E: Element>(x: &Tensor, axes: &[usize], keepdims: bool) -> Result<Tensor> {
        reduce::truth(x, any(x)?, axes, keepdims, |x, axes, keepdims| {
            x.f_any_dims(axes, keepdims)
        })
    }
    fn var<E: Float>(
        x: &Tensor,
        axes: &[usize],
        correction: Num,
        keepdims: bool,
    ) -> Result<Tensor> {
        reduce::spread(
            x,
            axes,
            correction.to_f64(),
            keepdims,
            |x, axes, correction, keepdims| x.f_var_correction(axes, correction, keepdims),
        )
    }
    fn std<E: Float>(
        x: &Tensor,
        axes: &[usize],
        correction: Num,
        keepdims: bool,
    ) -> Result<Tensor> {
        reduce::spread(
            x,
            axes,
            correction.to_f64(),
            keepdims,
            |x, axes, correction, keepdims| x.f_std_correction(axes, correction, keepdims),
        )
    }
    fn logsumexp<E: Float>(x: &Tensor, axes: &[usize], keepdims: bool) -> Result<Tensor> {
        convert::widened(x, float(x)?, |x| {
            over(x, axes, keepdims, |x, axes, keepdims| {
                x.f_logsumexp(axes, keepdims)
            })
        })
    }
    fn argmin<E: Element>(x: &Tensor, axis: usize) -> Result<Tensor> {
        reduce::arg(x, any(x)?, axis, |x, axis| x.f_argmin(axis, false))
    }
    fn argmax<E: Element>(x: &Tensor, axis: usize) -> Result<Tensor> {
        reduce::arg(x, any(x)?, axis, |x, axis| x.f_argmax(axis, false))
    }
    fn l0<E: Float>(x: &Tensor, axes: &[usize], keepdims: bool) -> Result<Tensor> {
        // Counted in ints: libtorch's norm of order 0 counts in the float type.
        let kind = float(x)?;
        let count = over(x, axes, keepdims, |x, axes, keepdims| {
            x.f_ne(0.0)?.f_sum_dim_intlist(axes, keepdims, Kind::Int64)
        })?;
        convert::cast(&count, Kind::Int64, kind)
    }
    fn l1<E: Float>(x: &Tensor, axes: &[usize], keepdims: bool) -> Result<Tensor> {
        float(x)?;
        // Faster than libtorch's norm of order 1, and added up in pairs.
        over(x, axes, keepdims, |x, axes, keepdims| {
            x.f_abs()?.f_sum_dim_intlist(axes, keepdims, None::<Kind>)
        })
    }
    fn linf<E: Float>(x: &Tensor, axes: &[usize], keepdims: bool) -> Result<Tensor> {
        float(x)?;
        over_some(x, axes, keepdims, |x, axes, keepdims| {
            x.f_abs()?.f_amax(axes, keepdims)
        })
    }
    fn l2<E: Float>(x: &Tensor, axes: &[usize], keepdims: bool) -> Result<Tensor> {
        reduce::l2(x, axes, keepdims)
    }
    fn lp<E: Float>(x: &Tensor, p: f64, axes: &[usize], keepdims: bool) -> Result<Tensor> {
        reduce::lp(x, p, axes, keepdims)
    }
    fn softmax<E: Float>(x: &Tensor, axis: usize) -> Result<Tensor> {
        // On the CPU libtorch rounds on the way.
        convert::widened(x, float(x)?, |x| {
            x.f_softmax(long(axis), None::<Kind>).ours()
        })
    }
    fn log_softmax<E: Float>(x: &Tensor, axis: usize) -> Result<Tensor> {
        convert::widened(x, float(x)?, |x| {
            x.f_log_softmax(long(axis), None::<Kind>).ours()
        })
    }
    fn crossentropy<E: Float, I: Int>(logits: &Tensor, labels: &Tensor) -> Result<Tensor> {
        index::crossentropy(logits, labels)
    }

    fn conv<E: Float>(
        x: &Tensor,
        weight: &Tensor,
        bias: Option<&Tensor>,
        windows: &[Window],
        groups: usize,
    ) -> Result<Tensor> {
        window::conv(x, weight, bias, windows, groups)
    }
    fn conv_transpose<E: Float>(
        x: &Tensor,
        weight: &Tensor,
        bias: Option<&Tensor>,
        windows: &[Window],
        groups: usize,
    ) -> Result<Tensor> {
        window::conv_transpose(x, weight, bias, windows, groups)
    }
    fn max_pool<E: Float>(x: &Tensor, windows: &[Window]) -> Result<Tensor> {
        window::max_pool(x, windows)
    }
    fn avg_pool<E: Float>(x: &Tensor, windows: &[Window], padded: bool) -> Result<Tensor> {
        window::avg_pool(x, windows, padded)
    }
    fn layer_norm<E: Float>(
        x: &Tensor,
        axes: &[usize],
        weight: Option<&Tensor>,
        bias: Option<&Tensor>,
        eps: Num,
    ) -> Result<Tensor> {
        match window::layer_norm(x, axes, weight, bias, eps.to_f64())? {
            Some(out) => Ok(out),
            None => compose::nn::layer_norm::<Tch, E>(x, axes, weight, bias, eps),
        }
    }

    // ---------------------------------------------------------------- shape

    fn reshape<'a, E: Element>(
        x: Self::View<'a, E>,
        shape: &[usize],
    ) -> Result<Self::Tensor<'a, E>> {
        x.f_reshape(&*Ints::from(shape)).ours()
    }
    fn transpose<'a, E: Element>(
        x: Self::View<'a, E>,
        axes: &[usize],
    ) -> Result<Self::Tensor<'a, E>> {
        x.f_permute(&*Ints::from(axes)).ours()
    }
    fn squeeze<'a, E: Element>(
        x: Self::View<'a, E>,
        axes: &[usize],
    ) -> Result<Self::Tensor<'a, E>> {
        if axes.is_empty() {
            return Ok(x.shallow_clone());
        }
        x.f_squeeze_dims(&*Ints::from(axes)).ours()
    }
    fn expand_dims<'a, E: Element>(
        x: Self::View<'a, E>,
        axes: &[usize],
    ) -> Result<Self::Tensor<'a, E>> {
        index::unsqueeze(x.shallow_clone(), axes)
    }
    fn broadcast_to<'a, E: Element>(
        x: Self::View<'a, E>,
        shape: &[usize],
    ) -> Result<Self::Tensor<'a, E>> {
        x.f_expand(&*Ints::from(shape), false).ours()
    }
    fn concatenate<E: Element>(tensors: &[&Tensor], axis: usize) -> Result<Tensor> {
        Tensor::f_cat(tensors, long(axis)).ours()
    }
    fn flip<'a, E: Element>(x: Self::View<'a, E>, axes: &[usize]) -> Result<Self::Tensor<'a, E>> {
        x.f_flip(&*Ints::from(axes)).ours()
    }
    fn roll<E: Element>(x: &Tensor, by: &[(usize, usize)]) -> Result<Tensor> {
        let axes: Vec<i64> = by.iter().map(|&(axis, _)| long(axis)).collect();
        let shifts: Vec<i64> = by.iter().map(|&(_, shift)| long(shift)).collect();
        match axes.is_empty() {
            // Without axes libtorch rolls the flattened tensor.
            true => Ok(x.shallow_clone()),
            false => x.f_roll(&*shifts, &*axes).ours(),
        }
    }
    fn sliding_window<E: Element>(
        x: &Tensor,
        size: usize,
        step: usize,
        axis: usize,
    ) -> Result<Tensor> {
        index::windows(x, size, step, axis)
    }
    fn tril<E: Element>(x: &Tensor, k: i64) -> Result<Tensor> {
        x.f_tril(k).ours()
    }
    fn triu<E: Element>(x: &Tensor, k: i64) -> Result<Tensor> {
        x.f_triu(k).ours()
    }
    fn pad<E: Element>(x: &Tensor, paddings: &[(usize, usize)], value: Num) -> Result<Tensor> {
        index::pad(x, any(x)?, paddings, value)
    }

    // ---------------------------------------------------------------- indexing

    fn slice<'a, E: Element>(
        x: Self::View<'a, E>,
        cuts: &[Cut],
        gone: &[usize],
        new: &[usize],
    ) -> Result<Self::Tensor<'a, E>> {
        index::slice(x, cuts, gone, new)
    }
    fn nonzero<M: Boolean>(x: &Tensor) -> Result<Tensor> {
        mask(x)?;
        index::nonzero(x)
    }
    fn assign<E: Element>(x: &Tensor, cuts: &[Cut], value: Operand<'_, Tch, E>) -> Result<Tensor> {
        index::assign(x, any(x)?, cuts, value)
    }
    fn put<E: Element>(
        x: &Tensor,
        positions: &Tensor,
        value: Operand<'_, Tch, E>,
    ) -> Result<Tensor> {
        index::put(x, any(x)?, positions, value)
    }
    fn take<E: Element, I: Int>(x: &Tensor, indices: &Tensor, axis: usize) -> Result<Tensor> {
        index::take(x, indices, axis)
    }
    fn gather<E: Element, I: Int>(x: &Tensor, indices: &Tensor, axis: usize) -> Result<Tensor> {
        index::gather(x, indices, axis)
    }
    fn add_at<E: Numeric>(x: &Tensor, positions: &[usize], source: &Tensor) -> Result<Tensor> {
        numeric(x)?;
        index::add_at(x, positions, source)
    }
    fn scatter_add<E: Numeric, I: Int>(
        x: &Tensor,
        indices: &Tensor,
        source: &Tensor,
        axis: usize,
    ) -> Result<Tensor> {
        numeric(x)?;
        index::scatter_add(x, indices, source, axis)
    }
    fn one_hot<I: Int, T: Element>(
        indices: &Tensor,
        num_classes: usize,
        place: &Place,
    ) -> Result<Tensor> {
        index::one_hot(indices, num_classes, kind_for::<T>(place))
    }

    // ---------------------------------------------------------------- linear algebra

    fn matmul<E: Numeric>(x: &Tensor, y: &Tensor) -> Result<Tensor> {
        arith::matmul(x, y, numeric(x)?)
    }
    fn einsum<E: Numeric>(equation: &str, tensors: &[&Tensor]) -> Result<Tensor> {
        linalg::einsum(equation, tensors)
    }
    fn det<E: Float>(x: &Tensor) -> Result<Tensor> {
        linalg::det(x)
    }
    fn slogdet<E: Float>(x: &Tensor) -> Result<(Tensor, Tensor)> {
        linalg::slogdet(x)
    }
    fn inv<E: Float>(x: &Tensor) -> Result<Tensor> {
        linalg::inv(x)
    }
    fn solve<E: Float>(x: &Tensor, y: &Tensor) -> Result<Tensor> {
        linalg::solve(x, y)
    }
    fn solve_triangular<E: Float>(x: &Tensor, y: &Tensor, lower: bool) -> Result<Tensor> {
        linalg::solve_triangular(x, y, lower)
    }
    fn cholesky<E: Float>(x: &Tensor) -> Result<Tensor> {
        linalg::cholesky(x)
    }
    fn qr<E: Float>(x: &Tensor) -> Result<(Tensor, Tensor)> {
        linalg::qr(x)
    }
    fn eigvalsh<E: Float>(x: &Tensor) -> Result<Tensor> {
        linalg::eigvalsh(x)
    }
    fn eigh<E: Float>(x: &Tensor) -> Result<(Tensor, Tensor)> {
        linalg::eigh(x)
    }
    fn svdvals<E: Float>(x: &Tensor) -> Result<Tensor> {
        linalg::svdvals(x)
    }
    fn svd<E: Float>(x: &Tensor) -> Result<(Tensor, Tensor, Tensor)> {
        linalg::svd(x)
    }
    fn pinv<E: Float>(x: &Tensor, rtol: Option<Num>) -> Result<Tensor> {
        linalg::pinv(x, rtol)
    }

    // ---------------------------------------------------------------- creation

    fn full<T: Element>(place: &Place, shape: &[usize], value: Num) -> Result<Tensor> {
        convert::full(place, kind_for::<T>(place), shape, value)
    }
    fn arange<T: Element>(place: &Place, start: Num, step: Num, len: usize) -> Result<Tensor> {
        index::arange(place, kind_for::<T>(place), start, step, len)
    }
    fn eye<T: Element>(place: &Place, n: usize, m: usize, k: i64) -> Result<Tensor> {
        index::eye(place, kind_for::<T>(place), n, m, k)
    }
    fn from_f64s<T: Element>(place: &Place, shape: &[usize], data: Vec<f64>) -> Result<Tensor> {
        convert::from_f64s(place, kind_for::<T>(place), shape, data)
    }

    // ---------------------------------------------------------------- order

    fn sort<E: Element>(x: &Tensor, axis: usize, descending: bool) -> Result<Tensor> {
        let (sorted, _) = x.f_sort_stable(true, long(axis), descending).ours()?;
        Ok(sorted)
    }
    fn argsort<E: Element>(x: &Tensor, axis: usize, descending: bool) -> Result<Tensor> {
        x.f_argsort_stable(true, long(axis), descending).ours()
    }
    fn topk<E: Element>(
        x: &Tensor,
        k: usize,
        axis: usize,
        largest: bool,
    ) -> Result<(Tensor, Tensor)> {
        // libtorch's topk does not say which of equal elements it takes.
        let (sorted, order) = x.f_sort_stable(true, long(axis), largest).ours()?;
        let first = |all: Tensor| all.f_narrow(long(axis), 0, long(k)).ours();
        Ok((first(sorted)?, first(order)?))
    }
    fn bincount<I: Int, W: Numeric + Element<Sum = W>>(
        x: &Tensor,
        weights: Option<&Tensor>,
        len: usize,
    ) -> Result<Tensor> {
        index::bincount(x, weights, len)
    }
    fn searchsorted<E: Element>(x: &Tensor, values: &Tensor, side: &str) -> Result<Tensor> {
        index::searchsorted(x, any(x)?, values, side == "right")
    }

    // ---------------------------------------------------------------- scans

    fn cumsum<E: Element>(x: &Tensor, axis: usize) -> Result<Tensor> {
        let cumsum = |x: &Tensor| x.f_cumsum(long(axis), None::<Kind>).ours();
        convert::widened(x, any(x)?, cumsum)
    }
    fn cumprod<E: Element>(x: &Tensor, axis: usize) -> Result<Tensor> {
        let cumprod = |x: &Tensor| x.f_cumprod(long(axis), None::<Kind>).ours();
        convert::widened(x, any(x)?, cumprod)
    }
    fn cummax<E: Element>(x: &Tensor, axis: usize) -> Result<Tensor> {
        let (largest, _) = x.f_cummax(long(axis)).ours()?;
        Ok(largest)
    }
    fn cummin<E: Element>(x: &Tensor, axis: usize) -> Result<Tensor> {
        let (smallest, _) = x.f_cummin(long(axis)).ours()?;
        Ok(smallest)
    }
    fn logcumsumexp<E: Float>(x: &Tensor, axis: usize) -> Result<Tensor> {
        convert::widened(x, float(x)?, |x| x.f_logcumsumexp(long(axis)).ours())
    }
    fn diff<E: Numeric>(x: &Tensor, n: usize, axis: usize) -> Result<Tensor> {
        numeric(x)?;
        x.f_diff(long(n), long(axis), None::<Tensor>, None::<Tensor>)
            .ours()
    }
}

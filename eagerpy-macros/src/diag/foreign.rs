//! Words of other libraries, and what to write instead.
//!
//! In: a name that the vocabulary does not have, with the call that it stands in. Out: a help line. Tables
//! hold the lines, sorted by word; what stands between backticks there is code, in which `{…}` takes the
//! user's own expressions:
//!
//! | written | stands for |
//! |---|---|
//! | `{x}` | the tensor: the receiver, or the first argument |
//! | `{x\|a}` | the same; `a` if it is not given, or too long for a line |
//! | `{0\|y}` | the first argument behind the tensor, or `y` |
//! | `{axis@0\|-1}` | the keyword `axis` (`dim`, …), else the first argument, else `-1` |
//! | `{axis@0=axis}` | `axis = …` if it is given, else nothing |
//! | `{*\|(2, 3)}` | all arguments behind the tensor, as one list |
//! | `{list\|[x, y]}` | the tensor if it is a list of them |
//! | `{shape\|3}` | the first argument, where the tensor is none |
//!
//! The tests compile every such piece: a table cannot name what does not exist.

use quote::ToTokens;
use syn::ext::IdentExt;

use eagerpy_runtime::ops::{Family, Kind, OpInfo, ShapeRule};

use super::nearest::nearest_by;
use crate::origin::source_text;

/// Methods and functions. `size()` is the word without arguments.
#[rustfmt::skip]
pub const WORDS: &[(&str, &str)] = &[
    ("abs_diff_eq", "write `(({x} - {0|y}).abs() < 1e-6).all()`"),
    ("accumulate", "write it with reductions: `{x}.sum(axis = 0)`, `prod`, `max`, `all`"),
    ("accumulate_axis", "the vocabulary has no running results but sums: make those with a triangle of ones and `matmul`"),
    ("acos", "the vocabulary has no inverse trigonometric functions"),
    ("acosh", "the vocabulary has no inverse trigonometric functions"),
    ("adaptive_avg_pool2d", "the vocabulary has no convolution and no pooling: do it outside of the function"),
    ("add_scalar", "write `{x} + {0|1.0}`"),
    ("addcdiv", "write `{x} + {0|x} / {1|y}`"),
    ("addcmul", "write `{x} + {0|x} * {1|y}`"),
    ("addmm", "write `{0|x}.matmul({1|w}) + {x|b}`"),
    ("adjoint", "write `{x}.swapaxes(-2, -1)`"),
    ("affine", "write `{x} * {0|2.0} + {1|1.0}`"),
    ("all_close", "write `(({x} - {0|y}).abs() < 1e-6).all()`"),
    ("allclose", "write `(({x} - {0|y}).abs() < 1e-6).all()`"),
    ("aminmax", "write `({x}.min(), {x}.max())`"),
    ("angle", "the vocabulary has no complex numbers"),
    ("append", "write `concatenate({list|[x, y]}, axis = 0)`"),
    ("apply", "operations go element by element of themselves: write the formula on the tensor, such as `{x}.exp() * 2.0`"),
    ("approx_max_k", "write `{x}.topk({0|2})`"),
    ("arccos", "the vocabulary has no inverse trigonometric functions"),
    ("arccosh", "the vocabulary has no inverse trigonometric functions"),
    ("arcsin", "the vocabulary has no inverse trigonometric functions"),
    ("arcsinh", "the vocabulary has no inverse trigonometric functions"),
    ("arctan", "the vocabulary has no inverse trigonometric functions"),
    ("arctan2", "the vocabulary has no inverse trigonometric functions"),
    ("arctanh", "the vocabulary has no inverse trigonometric functions"),
    ("arg_sort_last_dim", "write `{x}.argsort()`"),
    ("argmax_axis", "write `{x}.argmax(axis = {axis@0|0})`"),
    ("argmax_keepdim", "write `{x}.argmax(axis = {axis@0|-1}, keepdims = true)`"),
    ("argmin_axis", "write `{x}.argmin(axis = {axis@0|0})`"),
    ("argmin_keepdim", "write `{x}.argmin(axis = {axis@0|-1}, keepdims = true)`"),
    ("argpartition", "sort, and take a position: the middle one is `{x}.sort(axis = 0)[N / 2]`"),
    ("argwhere", "no operation gives positions: take the elements with `{x}[mask]`, or count with `mask.sum()`"),
    ("around", "write `{x}.round()`"),
    ("arr0", "a tensor of given elements comes in as a parameter; one of equal elements is `full((2, 3), 1.0)`"),
    ("arr1", "a tensor of given elements comes in as a parameter; one of equal elements is `full((2, 3), 1.0)`"),
    ("arr2", "a tensor of given elements comes in as a parameter; one of equal elements is `full((2, 3), 1.0)`"),
    ("array", "a tensor of given elements comes in as a parameter; one of equal elements is `full((2, 3), 1.0)`"),
    ("array0", "a tensor of given elements comes in as a parameter; one of equal elements is `full((2, 3), 1.0)`"),
    ("array_equal", "write `({x} == {0|y}).all()`"),
    ("array_split", "take ranges: `{x}[..2]` and `{x}[2..]`, or of axis 1 `{x}[s![.., ..2]]`"),
    ("as_ptr", "a body has no list of the elements: return the tensor, and read it outside"),
    ("as_slice", "a body has no list of the elements: return the tensor, and read it outside"),
    ("as_standard_layout", "leave it out: a tensor is never moved, and copies make themselves"),
    ("as_tensor", "a tensor of given elements comes in as a parameter; one of equal elements is `full((2, 3), 1.0)`"),
    ("as_type", "write `{x}.astype({dtype@0|f32})`"),
    ("asarray", "a tensor of given elements comes in as a parameter; one of equal elements is `full((2, 3), 1.0)`"),
    ("asin", "the vocabulary has no inverse trigonometric functions"),
    ("asinh", "the vocabulary has no inverse trigonometric functions"),
    ("asscalar", "write `{x}.item()`"),
    ("assign", "a tensor is never written in place: choose with `where_(mask, y, {x})`"),
    ("at", "write `{x}[{0|0}]`"),
    ("atan", "the vocabulary has no inverse trigonometric functions"),
    ("atan2", "the vocabulary has no inverse trigonometric functions"),
    ("atanh", "the vocabulary has no inverse trigonometric functions"),
    ("average", "write `{x}.mean({axis@0=axis})`"),
    ("avg_pool1d", "the vocabulary has no convolution and no pooling: do it outside of the function"),
    ("avg_pool2d", "the vocabulary has no convolution and no pooling: do it outside of the function"),
    ("axis_chunks_iter", "loop over the positions `0..{x}.dim(0)` and take `{x}[i]`"),
    ("axis_iter", "loop over the positions `0..{x}.dim(0)` and take `{x}[i]`"),
    ("axis_iter_mut", "loop over the positions `0..{x}.dim(0)` and take `{x}[i]`"),
    ("azip", "operators go element by element of themselves: write the formula on the tensors, such as `{x} * y + 1.0`"),
    ("backward", "gradients are the framework's: ask the result for them, outside of the function"),
    ("baddbmm", "write `{0|x}.matmul({1|w}) + {x|b}`"),
    ("batch_norm", "write `({x} - {x}.mean(axis = -1, keepdims = true)) / ({x}.var(axis = -1, keepdims = true) + 1e-5).sqrt()`"),
    ("bce", "write `-({0|y} * {x}.log() + (1.0 - {0|y}) * (1.0 - {x}).log()).mean()`"),
    ("bce_with_logits", "write `({x}.softplus() - {x} * {0|y}).mean()`"),
    ("bernoulli", "make it of uniform numbers: `(uniform((2, 3), seed = 1) * 10.0).floor()`"),
    ("bessel", "the vocabulary has no special functions but `gelu`"),
    ("beta", "the vocabulary has no special functions but `gelu`"),
    ("bfloat16", "16-bit floats go through the function's float type: `{x}.astype(_)`"),
    ("binary_cross_entropy", "write `-({0|y} * {x}.log() + (1.0 - {0|y}) * (1.0 - {x}).log()).mean()`"),
    ("binary_cross_entropy_with_logit", "write `({x}.softplus() - {x} * {0|y}).mean()`"),
    ("binary_cross_entropy_with_logits", "write `({x}.softplus() - {x} * {0|y}).mean()`"),
    ("bincount", "count with `indices.one_hot(3).sum(axis = 0)`"),
    ("bitwise_and", "masks are combined with `&`: `mask & {0|mask}`"),
    ("bitwise_left_shift", "the vocabulary has no shifts: multiply or `floor_divide` by a power of 2"),
    ("bitwise_not", "write `!mask`"),
    ("bitwise_or", "masks are combined with `|`: `mask | {0|mask}`"),
    ("bitwise_right_shift", "the vocabulary has no shifts: multiply or `floor_divide` by a power of 2"),
    ("bitwise_xor", "masks are combined with `^`: `mask ^ {0|mask}`"),
    ("block_until_ready", "leave it out: a tensor stays on the device where it is"),
    ("bmm", "write `{x}.matmul({0|w})`"),
    ("bool", "write `{x}.astype(bool)`"),
    ("boolean_mask", "write `{x}[mask]`"),
    ("broadcast", "write `{x}.broadcast_to({*|(3, N, D)})`"),
    ("broadcast_add", "write `{x} + {0|y}`"),
    ("broadcast_as", "write `{x}.broadcast_to({*|(3, N, D)})`"),
    ("broadcast_div", "write `{x} / {0|y}`"),
    ("broadcast_eq", "write `{x} == {0|y}`"),
    ("broadcast_ge", "write `{x} >= {0|y}`"),
    ("broadcast_gt", "write `{x} > {0|y}`"),
    ("broadcast_le", "write `{x} <= {0|y}`"),
    ("broadcast_left", "write `{x}.broadcast_to({*|(3, N, D)})`"),
    ("broadcast_like", "write `{x}.broadcast_to({0|y}.shape())`"),
    ("broadcast_lt", "write `{x} < {0|y}`"),
    ("broadcast_matmul", "write `{x}.matmul({0|w})`"),
    ("broadcast_maximum", "write `{x}.maximum({0|y})`"),
    ("broadcast_minimum", "write `{x}.minimum({0|y})`"),
    ("broadcast_mul", "write `{x} * {0|y}`"),
    ("broadcast_ne", "write `{x} != {0|y}`"),
    ("broadcast_pow", "write `{x}.pow({0|2.0})`"),
    ("broadcast_sub", "write `{x} - {0|y}`"),
    ("byte", "write `{x}.astype(u8)`"),
    ("cast_like", "write `{x}.astype(_)`, where `_` is the function's float type"),
    ("cat", "write `concatenate({list|[x, y]}, axis = {axis@0|0})`"),
    ("cbrt", "write `{x}.sign() * {x}.abs().pow(1.0 / 3.0)`"),
    ("cdist", "write `({x}.expand_dims(axis = 1) - {0|y}).l2(axis = -1)`"),
    ("celu", "write it out with `where_`: `where_({x} > 0.0, {x}, {x}.expm1() * 1.67) * 1.05`"),
    ("checkpoint", "leave it out: an agnostic function is compiled to native calls as it is"),
    ("chunk", "take ranges: `{x}[..2]` and `{x}[2..]`, or of axis 1 `{x}[s![.., ..2]]`"),
    ("clamp_max", "write `{x}.clip(max = {0|1.0})`"),
    ("clamp_min", "write `{x}.clip(min = {0|0.0})`"),
    ("clip_by_value", "write `{x}.clip({0|0.0}, {1|1.0})`"),
    ("cloned", "leave it out: a tensor is never moved, and copies make themselves"),
    ("col", "write `{x}[(.., {0|0})]`"),
    ("column", "write `{x}[(.., {0|0})]`"),
    ("column_stack", "write `concatenate({list|[x, y]}, axis = 1)`"),
    ("columns", "loop over the positions `0..{x}.dim(0)` and take `{x}[i]`"),
    ("compile", "leave it out: an agnostic function is compiled to native calls as it is"),
    ("complex", "the vocabulary has no complex numbers"),
    ("compress", "write `{x}[mask]`"),
    ("conj", "the vocabulary has no complex numbers"),
    ("constant", "a tensor of given elements comes in as a parameter; one of equal elements is `full((2, 3), 1.0)`"),
    ("contiguous", "leave it out: a tensor is never moved, and copies make themselves"),
    ("conv1d", "the vocabulary has no convolution and no pooling: do it outside of the function"),
    ("conv2d", "the vocabulary has no convolution and no pooling: do it outside of the function"),
    ("conv3d", "the vocabulary has no convolution and no pooling: do it outside of the function"),
    ("conv_transpose1d", "the vocabulary has no convolution and no pooling: do it outside of the function"),
    ("conv_transpose2d", "the vocabulary has no convolution and no pooling: do it outside of the function"),
    ("convert_dtype", "write `{x}.astype({dtype@0|f32})`"),
    ("convert_to_tensor", "a tensor of given elements comes in as a parameter; one of equal elements is `full((2, 3), 1.0)`"),
    ("convolve", "the vocabulary has no convolution and no pooling: do it outside of the function"),
    ("copied", "leave it out: a tensor is never moved, and copies make themselves"),
    ("copy", "leave it out: a tensor is never moved, and copies make themselves"),
    ("copy_data", "a body has no list of the elements: return the tensor, and read it outside"),
    ("correlate", "the vocabulary has no convolution and no pooling: do it outside of the function"),
    ("cosine_similarity", "write `({x} * {0|y}).sum(axis = -1) / ({x}.l2(axis = -1) * {0|y}.l2(axis = -1))`"),
    ("count_nonzero", "write `({x} != 0.0).sum()`"),
    ("cpu", "leave it out: a tensor stays on the device where it is"),
    ("cross_entropy_for_logits", "write `{x}.crossentropy({0|labels}).mean()`"),
    ("cross_entropy_loss", "write `{x}.crossentropy({0|labels}).mean()`"),
    ("cuda", "leave it out: a tensor stays on the device where it is"),
    ("cummax", "the vocabulary has no running results but sums: make those with a triangle of ones and `matmul`"),
    ("cummin", "the vocabulary has no running results but sums: make those with a triangle of ones and `matmul`"),
    ("cumprod", "the vocabulary has no running results but sums: make those with a triangle of ones and `matmul`"),
    ("cumsum", "the vocabulary has no running sum; along axis 0 it is `(arange(N).expand_dims(axis = 1) >= arange(N)).astype(_).matmul({x})`"),
    ("data", "a body has no list of the elements: return the tensor, and read it outside"),
    ("dbg", "print host values: take them out with `{x}.item()` or `{x}.shape()` first"),
    ("deepcopy", "leave it out: a tensor is never moved, and copies make themselves"),
    ("dense", "write `{x}.matmul({0|w})`, with the weights as [inputs, outputs], and add the bias"),
    ("detach", "leave it out: gradients are the framework's, outside of the function"),
    ("device", "leave it out: a tensor stays on the device where it is"),
    ("diag", "the diagonal of a matrix is `({x|a} * eye(N)).sum(axis = 1)`; a matrix of a diagonal is `v * eye(N)`"),
    ("diag_embed", "write `v * eye(N)`"),
    ("diagflat", "write `v * eye(N)`"),
    ("diagonal", "the diagonal of a matrix is `({x|a} * eye(N)).sum(axis = 1)`; a matrix of a diagonal is `v * eye(N)`"),
    ("diff", "write `{x}[1..] - {x}[..-1]`"),
    ("digamma", "the vocabulary has no special functions but `gelu`"),
    ("dims", "write `{x}.shape()`"),
    ("dims1", "write `{x}.dim(0)`"),
    ("dims2", "write `({x}.dim(0), {x}.dim(1))`"),
    ("dims3", "write `({x}.dim(0), {x}.dim(1), {x}.dim(-1))`, an axis each"),
    ("dims4", "write `({x}.dim(0), {x}.dim(1), {x}.dim(-1))`, an axis each"),
    ("dims5", "write `({x}.dim(0), {x}.dim(1), {x}.dim(-1))`, an axis each"),
    ("display", "print host values: take them out with `{x}.item()` or `{x}.shape()` first"),
    ("dist", "write `({x} - {0|y}).l2()`"),
    ("div_floor", "write `{x}.floor_divide({0|2.0})`"),
    ("div_scalar", "write `{x} / {0|2.0}`"),
    ("divide_no_nan", "write `where_({0|y} == 0.0, 0.0, {x} / {0|y})`"),
    ("divmod", "write `({x}.floor_divide({0|2.0}), {x} % {0|2.0})`"),
    ("double", "write `{x}.astype(f64)`"),
    ("double_value", "write `{x}.item()`"),
    ("dropout", "an agnostic function has no state: multiply by a mask, `{x} * (uniform((N, D), seed = 1) > 0.5).astype(_)`"),
    ("dsplit", "take ranges: `{x}[..2]` and `{x}[2..]`, or of axis 1 `{x}[s![.., ..2]]`"),
    ("dstack", "write `stack({list|[x, y]}, axis = -1)`"),
    ("dtype", "the element type is part of the signature: `Tensor<f32>`"),
    ("eig", "the vocabulary has eigenvalues of symmetric matrices alone, `eigh` and `eigvalsh`"),
    ("eigvals", "the vocabulary has eigenvalues of symmetric matrices alone, `eigh` and `eigvalsh`"),
    ("elem_count", "the number of elements is `{x}.shape().iter().product::<usize>()`"),
    ("elu", "write `where_({x} > 0.0, {x}, {x}.expm1())`"),
    ("embedding", "write `{x}.take(indices, axis = 0)`"),
    ("empty", "write `zeros({shape|(2, 3)})`"),
    ("empty_like", "write `zeros_like({x})`"),
    ("enumerate", "loop over the positions `0..{x}.dim(0)` and take `{x}[i]`"),
    ("eq_tensor", "write `{x} == {0|y}`"),
    ("equals", "write `({x} == {0|y}).all()`"),
    ("erf", "the vocabulary has no special functions but `gelu`"),
    ("erfc", "the vocabulary has no special functions but `gelu`"),
    ("erfinv", "the vocabulary has no special functions but `gelu`"),
    ("exp2", "write `({x} * 2.0_f64.ln()).exp()`"),
    ("exp_m1", "write `{x}.expm1()`"),
    ("expand", "write `{x}.broadcast_to({*|(3, N, D)})`"),
    ("expand_as", "write `{x}.broadcast_to({0|y}.shape())`"),
    ("expect", "leave it out: errors of operations go to the caller by themselves"),
    ("expit", "write `{x}.sigmoid()`"),
    ("expm", "the vocabulary has no functions of matrices but powers and inverses"),
    ("extract", "no operation gives positions: take the elements with `{x}[mask]`, or count with `mask.sum()`"),
    ("fabs", "write `{x}.abs()`"),
    ("fft", "the vocabulary has no complex numbers"),
    ("fill", "write `full_like({x}, {0|0.0})`"),
    ("fill_diagonal", "a tensor is never written in place: choose with `where_(mask, y, {x})`"),
    ("fix", "write `{x}.sign() * {x}.abs().floor()`"),
    ("flatnonzero", "no operation gives positions: take the elements with `{x}[mask]`, or count with `mask.sum()`"),
    ("flatten_all", "write `{x}.flatten()`"),
    ("flatten_all_vec", "a body has no list of the elements: return the tensor, and read it outside"),
    ("flatten_from", "write `{x}.flatten(start = {0|1})`"),
    ("flatten_to", "write `{x}.flatten(end = {0|1})`"),
    ("fliplr", "write `{x}.flip(axis = 1)`"),
    ("flipud", "write `{x}.flip(axis = 0)`"),
    ("float", "write `{x}.astype(f32)`"),
    ("float16", "16-bit floats go through the function's float type: `{x}.astype(_)`"),
    ("float_power", "write `{x}.pow({0|2.0})`"),
    ("floor_div", "write `{x}.floor_divide({0|2.0})`"),
    ("floor_mod", "write `{x} % {0|y}`, which has the divisor's sign"),
    ("floor_mod_div", "write `{x}.floor_divide({0|2.0})`"),
    ("floormod", "write `{x} % {0|y}`, which has the divisor's sign"),
    ("fmax", "write `{x}.maximum({0|y})`"),
    ("fmin", "write `{x}.minimum({0|y})`"),
    ("fmod", "write `{x} % {0|y}`, which has the divisor's sign"),
    ("fmod_tensor", "write `{x} % {0|y}`, which has the divisor's sign"),
    ("fold", "write it with reductions: `{x}.sum(axis = 0)`, `prod`, `max`, `all`"),
    ("fold_axis", "write it with reductions: `{x}.sum(axis = 0)`, `prod`, `max`, `all`"),
    ("for_each", "loop over the positions `0..{x}.dim(0)` and take `{x}[i]`"),
    ("force_contiguous", "leave it out: a tensor is never moved, and copies make themselves"),
    ("frac", "write `{x} - {x}.sign() * {x}.abs().floor()`"),
    ("fract", "write `{x} - {x}.sign() * {x}.abs().floor()`"),
    ("frobenius_norm", "write `{x}.l2({axis@1=axis})`"),
    ("from_array", "a tensor of given elements comes in as a parameter; one of equal elements is `full((2, 3), 1.0)`"),
    ("from_elem", "a tensor of given elements comes in as a parameter; one of equal elements is `full((2, 3), 1.0)`"),
    ("from_numpy", "a tensor of given elements comes in as a parameter; one of equal elements is `full((2, 3), 1.0)`"),
    ("from_shape_vec", "a tensor of given elements comes in as a parameter; one of equal elements is `full((2, 3), 1.0)`"),
    ("from_slice", "a tensor of given elements comes in as a parameter; one of equal elements is `full((2, 3), 1.0)`"),
    ("from_vec", "a tensor of given elements comes in as a parameter; one of equal elements is `full((2, 3), 1.0)`"),
    ("fromiter", "a tensor of given elements comes in as a parameter; one of equal elements is `full((2, 3), 1.0)`"),
    ("g_add", "write `{x} + {0|y}`"),
    ("g_add_scalar", "write `{x} + {0|y}`"),
    ("g_div", "write `{x} / {0|y}`"),
    ("g_div_scalar", "write `{x} / {0|2.0}`"),
    ("g_mul", "write `{x} * {0|y}`"),
    ("g_mul_scalar", "write `{x} * {0|y}`"),
    ("g_sub", "write `{x} - {0|y}`"),
    ("g_sub_scalar", "write `{x} - {0|1.0}`"),
    ("gammaln", "the vocabulary has no special functions but `gelu`"),
    ("gather", "one element per position is `{x}.take_along_axis(rows, axis = 0)`; whole entries are `{x}.take(indices, axis = 0)`"),
    ("gather_nd", "index with one tensor per axis: `{x}[(indices, columns)]`"),
    ("ge_tensor", "write `{x} >= {0|y}`"),
    ("gelu_erf", "write `{x}.gelu()`"),
    ("gelu_new", "write `{x}.gelu(approximate = \"tanh\")`"),
    ("gelu_tanh", "write `{x}.gelu(approximate = \"tanh\")`"),
    ("genrows", "loop over the positions `0..{x}.dim(0)` and take `{x}[i]`"),
    ("geomspace", "make it of positions: `arange(10) * 0.1`"),
    ("get", "write `{x}[{0|0}]`"),
    ("get_shape", "write `{x}.shape()`"),
    ("glu", "write the halves as ranges, and `{x} * y.sigmoid()`"),
    ("grad", "gradients are the framework's: ask the result for them, outside of the function"),
    ("grad_and_value", "leave it out: an agnostic function is compiled to native calls as it is"),
    ("gradient", "gradients are the framework's: ask the result for them, outside of the function"),
    ("group_norm", "write it out with `mean`, `var` and `reshape`"),
    ("gt_tensor", "write `{x} > {0|y}`"),
    ("half", "16-bit floats go through the function's float type: `{x}.astype(_)`"),
    ("hard_sigmoid", "write `({x} / 6.0 + 0.5).clip(min = 0.0, max = 1.0)`"),
    ("hard_swish", "write `{x} * ({x} / 6.0 + 0.5).clip(min = 0.0, max = 1.0)`"),
    ("hardsigmoid", "write `({x} / 6.0 + 0.5).clip(min = 0.0, max = 1.0)`"),
    ("hardswish", "write `{x} * ({x} / 6.0 + 0.5).clip(min = 0.0, max = 1.0)`"),
    ("hardtanh", "write `{x}.clip(min = -1.0, max = 1.0)`"),
    ("heaviside", "write `({x} > 0.0).astype(_)`"),
    ("histc", "count with `indices.one_hot(3).sum(axis = 0)`"),
    ("histogram", "count with `indices.one_hot(3).sum(axis = 0)`"),
    ("hsplit", "take ranges: `{x}[..2]` and `{x}[2..]`, or of axis 1 `{x}[s![.., ..2]]`"),
    ("hstack", "write `concatenate({list|[x, y]}, axis = 1)`"),
    ("huber", "write it out with `where_`: `where_(x.abs() < 1.0, x.square() * 0.5, x.abs() - 0.5).mean()`"),
    ("huber_loss", "write it out with `where_`: `where_(x.abs() < 1.0, x.square() * 0.5, x.abs() - 0.5).mean()`"),
    ("hypot", "write `({x}.square() + {0|y}.square()).sqrt()`"),
    ("i", "write `{x}[{0|0}]`"),
    ("identity", "write `eye({shape|3})`"),
    ("if_then_else", "write `where_({x|mask}, {0|x}, {1|y})`"),
    ("ifft", "the vocabulary has no complex numbers"),
    ("im2col", "take ranges, and join them with `stack`"),
    ("imag", "the vocabulary has no complex numbers"),
    ("index_add", "the vocabulary has no scatter that adds up: write `indices.one_hot(3).transpose().matmul({x})`"),
    ("index_axis", "write `{x}[{1|0}]` for axis 0, `{x}[(.., {1|0})]` for axis 1"),
    ("index_axis_move", "write `{x}[{1|0}]` for axis 0, `{x}[(.., {1|0})]` for axis 1"),
    ("index_copy", "write `{x}.index_update(0, 1.0)`, with your index and value"),
    ("index_fill", "write `{x}.index_update(0, 1.0)`, with your index and value"),
    ("index_put", "write `{x}.index_update(0, 1.0)`, with your index and value"),
    ("index_select", "write `{x}.take(indices, axis = 0)`"),
    ("indexed_iter", "loop over the positions `0..{x}.dim(0)` and take `{x}[i]`"),
    ("inner_iter", "loop over the positions `0..{x}.dim(0)` and take `{x}[i]`"),
    ("insert_axis", "write `{x}.expand_dims(axis = {axis@0|-1})`"),
    ("instance_norm", "write it out with `mean`, `var` and `reshape`"),
    ("int", "write `{x}.astype(i32)`"),
    ("int64_value", "write `{x}.item()`"),
    ("interpolate", "the vocabulary has no convolution and no pooling: do it outside of the function"),
    ("into_dimensionality", "leave it out: a tensor is never moved, and copies make themselves"),
    ("into_dyn", "leave it out: a tensor is never moved, and copies make themselves"),
    ("into_flat", "write `{x}.flatten()`"),
    ("into_iter", "loop over the positions `0..{x}.dim(0)` and take `{x}[i]`"),
    ("into_owned", "leave it out: a tensor is never moved, and copies make themselves"),
    ("into_raw_vec", "a body has no list of the elements: return the tensor, and read it outside"),
    ("into_raw_vec_and_offset", "a body has no list of the elements: return the tensor, and read it outside"),
    ("into_scalar", "write `{x}.item()`"),
    ("into_shape", "write `{x}.reshape({*|(N, -1)})`"),
    ("into_shape_clone", "write `{x}.reshape({*|(N, -1)})`"),
    ("into_shape_with_order", "write `{x}.reshape({*|(N, -1)})`"),
    ("into_shared", "leave it out: a tensor is never moved, and copies make themselves"),
    ("invert", "write `!mask`"),
    ("invert_axis", "write `{x}.flip(axis = {axis@0|0})`"),
    ("is_any_nan", "write `{x}.isnan().any()`"),
    ("is_close", "write `({x} - {0|y}).abs() < 1e-6`"),
    ("is_contiguous", "leave it out: a tensor is never moved, and copies make themselves"),
    ("is_cuda", "leave it out: a tensor stays on the device where it is"),
    ("is_empty", "the number of elements is `{x}.shape().iter().product::<usize>()`"),
    ("is_finite", "write `{x}.isfinite()`"),
    ("is_inf", "write `{x}.isinf()`"),
    ("is_infinite", "write `{x}.isinf()`"),
    ("is_nan", "write `{x}.isnan()`"),
    ("is_standard_layout", "strides are the framework's own matter: there is `{x}.shape()`"),
    ("isclose", "write `({x} - {0|y}).abs() < 1e-6`"),
    ("isin", "no operation gives positions: take the elements with `{x}[mask]`, or count with `mask.sum()`"),
    ("itemset", "a tensor is never written in place: choose with `where_(mask, y, {x})`"),
    ("iter", "loop over the positions `0..{x}.dim(0)` and take `{x}[i]`"),
    ("iter_mut", "loop over the positions `0..{x}.dim(0)` and take `{x}[i]`"),
    ("jit", "leave it out: an agnostic function is compiled to native calls as it is"),
    ("kind", "the element type is part of the signature: `Tensor<f32>`"),
    ("kl_div", "write `({0|y} * ({0|y}.log() - {x})).sum()`"),
    ("kthvalue", "sort, and take a position: the middle one is `{x}.sort(axis = 0)[N / 2]`"),
    ("l1_loss", "write `({x} - {0|y}).abs().mean()`"),
    ("l2_normalize", "write `{x} / {x}.l2(axis = -1, keepdims = true)`"),
    ("lanes", "loop over the positions `0..{x}.dim(0)` and take `{x}[i]`"),
    ("layer_norm", "write `({x} - {x}.mean(axis = -1, keepdims = true)) / ({x}.var(axis = -1, keepdims = true) + 1e-5).sqrt()`"),
    ("layernorm", "write `({x} - {x}.mean(axis = -1, keepdims = true)) / ({x}.var(axis = -1, keepdims = true) + 1e-5).sqrt()`"),
    ("layout", "strides are the framework's own matter: there is `{x}.shape()`"),
    ("le_tensor", "write `{x} <= {0|y}`"),
    ("leaky_relu", "write `where_({x} > 0.0, {x}, {x} * {0|0.01})`"),
    ("left_shift", "the vocabulary has no shifts: multiply or `floor_divide` by a power of 2"),
    ("len", "the size of the first axis is `{x}.dim(0)`; all elements are `{x}.shape().iter().product::<usize>()`"),
    ("len_of", "write `{x}.dim({axis@0|0})`"),
    ("lerp", "write `{x} + ({0|y} - {x}) * {1|0.5}`"),
    ("less_tensor", "write `{x} < {0|y}`"),
    ("lgamma", "the vocabulary has no special functions but `gelu`"),
    ("linear", "write `{x}.matmul({0|w})`, with the weights as [inputs, outputs], and add the bias"),
    ("linspace", "make it of positions: `arange(10) * 0.1`"),
    ("ln", "write `{x}.log()`"),
    ("ln_1p", "write `{x}.log1p()`"),
    ("log10", "write `{x}.log() / 10.0_f64.ln()`"),
    ("log2", "write `{x}.log() / 2.0_f64.ln()`"),
    ("log_sigmoid", "write `-(-{x}).softplus()`"),
    ("log_sum_exp", "write `{x}.logsumexp({axis@0=axis})`"),
    ("logaddexp", "write `stack([{x}, {0|y}]).logsumexp(axis = 0)`"),
    ("logcumsumexp", "the vocabulary has no running results but sums: make those with a triangle of ones and `matmul`"),
    ("logistic", "write `{x}.sigmoid()`"),
    ("logit", "write `({x} / (1.0 - {x})).log()`"),
    ("logsigmoid", "write `-(-{x}).softplus()`"),
    ("logsoftmax", "write `{x}.log_softmax(axis = {axis@0|-1})`"),
    ("logspace", "make it of positions: `arange(10) * 0.1`"),
    ("long", "write `{x}.astype(i64)`"),
    ("lstsq", "write `{x}.pinv().matmul({0|y})`"),
    ("lt_tensor", "write `{x} < {0|y}`"),
    ("lu", "the vocabulary has `solve`, `det` and `inv` for what LU is made for"),
    ("mae", "write `({x} - {0|y}).abs().mean()`"),
    ("map", "operations go element by element of themselves: write the formula on the tensor, such as `{x}.exp() * 2.0`"),
    ("map_axis", "write it with reductions: `{x}.sum(axis = 0)`, `prod`, `max`, `all`"),
    ("map_collect", "operations go element by element of themselves: write the formula on the tensor, such as `{x}.exp() * 2.0`"),
    ("map_inplace", "operations go element by element of themselves: write the formula on the tensor, such as `{x}.exp() * 2.0`"),
    ("mapv", "operations go element by element of themselves: write the formula on the tensor, such as `{x}.exp() * 2.0`"),
    ("mapv_inplace", "operations go element by element of themselves: write the formula on the tensor, such as `{x}.exp() * 2.0`"),
    ("mapv_into", "operations go element by element of themselves: write the formula on the tensor, such as `{x}.exp() * 2.0`"),
    ("masked_fill", "write `where_({0|mask}, {1|0.0}, {x})`"),
    ("masked_fill_scalar", "write `where_({0|mask}, {1|0.0}, {x})`"),
    ("masked_select", "write `{x}[mask]`"),
    ("matrix_exp", "the vocabulary has no functions of matrices but powers and inverses"),
    ("matrix_transpose", "write `{x}.swapaxes(-2, -1)`"),
    ("matvec", "write `{x}.matmul({0|w})`"),
    ("max_all", "write `{x}.max()`"),
    ("max_axis", "write `{x}.max(axis = {axis@0|0})`"),
    ("max_dim", "write `({x}.max(axis = {axis@0|0}), {x}.argmax(axis = {axis@0|0}))`"),
    ("max_keepdim", "write `{x}.max(axis = {axis@0|-1}, keepdims = true)`"),
    ("max_pool1d", "the vocabulary has no convolution and no pooling: do it outside of the function"),
    ("max_pool2d", "the vocabulary has no convolution and no pooling: do it outside of the function"),
    ("maximum_scalar", "write `{x}.maximum({0|0.0})`"),
    ("mean_absolute_error", "write `({x} - {0|y}).abs().mean()`"),
    ("mean_all", "write `{x}.mean()`"),
    ("mean_axis", "write `{x}.mean(axis = {axis@0|0})`"),
    ("mean_dim", "write `{x}.mean(axis = {axis@0|0})`"),
    ("mean_keepdim", "write `{x}.mean(axis = {axis@0|-1}, keepdims = true)`"),
    ("mean_squared_error", "write `({x} - {0|y}).square().mean()`"),
    ("median", "sort, and take a position: the middle one is `{x}.sort(axis = 0)[N / 2]`"),
    ("meshgrid", "give one vector a new axis, and operators broadcast: `v.expand_dims(axis = 1) + u`"),
    ("min_all", "write `{x}.min()`"),
    ("min_axis", "write `{x}.min(axis = {axis@0|0})`"),
    ("min_dim", "write `({x}.min(axis = {axis@0|0}), {x}.argmin(axis = {axis@0|0}))`"),
    ("min_keepdim", "write `{x}.min(axis = {axis@0|-1}, keepdims = true)`"),
    ("minimum_scalar", "write `{x}.minimum({0|0.0})`"),
    ("mish", "write `{x} * {x}.softplus().tanh()`"),
    ("mm", "write `{x}.matmul({0|w})`"),
    ("mode", "sort, and take a position: the middle one is `{x}.sort(axis = 0)[N / 2]`"),
    ("moments", "write `({x}.var(correction = 1.0), {x}.mean())`"),
    ("moveaxis", "name the new order of all axes: `{x}.transpose(axes = (1, 0))`"),
    ("movedim", "name the new order of all axes: `{x}.transpose(axes = (1, 0))`"),
    ("mse", "write `({x} - {0|y}).square().mean()`"),
    ("mse_loss", "write `({x} - {0|y}).square().mean()`"),
    ("mul_scalar", "write `{x} * {0|2.0}`"),
    ("multinomial", "make it of uniform numbers: `(uniform((2, 3), seed = 1) * 10.0).floor()`"),
    ("multiply_scalar", "write `{x} * {0|2.0}`"),
    ("mv", "write `{x}.matmul({0|w})`"),
    ("name", "write `{x}.shape()`"),
    ("nan_to_num", "write `where_({x}.isnan(), 0.0, {x})`"),
    ("nanmax", "write `where_({x}.isnan(), f64::NEG_INFINITY, {x}).max()`"),
    ("nanmean", "write `where_({x}.isnan(), 0.0, {x}).sum() / ({x} == {x}).astype(_).sum()`"),
    ("nanmedian", "sort, and take a position: the middle one is `{x}.sort(axis = 0)[N / 2]`"),
    ("nanmin", "write `where_({x}.isnan(), f64::INFINITY, {x}).min()`"),
    ("nansum", "write `where_({x}.isnan(), 0.0, {x}).sum()`"),
    ("narrow", "write `{x}[1..3]` for axis 0, `{x}[s![.., 1..3]]` for axis 1"),
    ("nbytes", "the number of elements is `{x}.shape().iter().product::<usize>()`"),
    ("ncols", "write `{x}.dim(1)`"),
    ("ndimension", "write `{x}.ndim()`"),
    ("ne_tensor", "write `{x} != {0|y}`"),
    ("nelement", "the number of elements is `{x}.shape().iter().product::<usize>()`"),
    ("new_full", "write `full({0|(2, 3)}, {1|1.0})`"),
    ("new_ones", "write `ones({*|(2, 3)})`"),
    ("new_tensor", "write `full({0|(2, 3)}, {1|1.0})`"),
    ("new_zeros", "write `zeros({*|(2, 3)})`"),
    ("nll", "write `-{x}.take_along_axis({0|labels}.expand_dims(axis = 1), axis = 1).mean()`"),
    ("nll_loss", "write `-{x}.take_along_axis({0|labels}.expand_dims(axis = 1), axis = 1).mean()`"),
    ("no_grad", "leave it out: gradients are the framework's, outside of the function"),
    ("nonzero", "no operation gives positions: take the elements with `{x}[mask]`, or count with `mask.sum()`"),
    ("norm", "write `{x}.l2({axis@1=axis})`"),
    ("norm1", "write `{x}.l1({axis@0=axis})`"),
    ("norm_l1", "write `{x}.l1({axis@0=axis})`"),
    ("norm_l2", "write `{x}.l2({axis@1=axis})`"),
    ("norm_max", "write `{x}.linf()`"),
    ("normalize", "write `{x} / {x}.l2(axis = -1, keepdims = true)`"),
    ("nrows", "write `{x}.dim(0)`"),
    ("num_elements", "the number of elements is `{x}.shape().iter().product::<usize>()`"),
    ("numel", "the number of elements is `{x}.shape().iter().product::<usize>()`"),
    ("numpy", "a body has no list of the elements: return the tensor, and read it outside"),
    ("of_slice", "a tensor of given elements comes in as a parameter; one of equal elements is `full((2, 3), 1.0)`"),
    ("offset", "strides are the framework's own matter: there is `{x}.shape()`"),
    ("outer_iter", "loop over the positions `0..{x}.dim(0)` and take `{x}[i]`"),
    ("pairwise_distance", "write `({x} - {0|y}).l2()`"),
    ("par_mapv_inplace", "operations go element by element of themselves: write the formula on the tensor, such as `{x}.exp() * 2.0`"),
    ("partition", "sort, and take a position: the middle one is `{x}.sort(axis = 0)[N / 2]`"),
    ("percentile", "sort, and take a position: the middle one is `{x}.sort(axis = 0)[N / 2]`"),
    ("permutation", "write `uniform(N, seed = 1).argsort()`"),
    ("permute", "write `{x}.transpose(axes = {*|(1, 0)})`"),
    ("permute_axes", "write `{x}.transpose(axes = {*|(1, 0)})`"),
    ("permuted_axes", "write `{x}.transpose(axes = {*|(1, 0)})`"),
    ("pin_memory", "leave it out: a tensor stays on the device where it is"),
    ("polygamma", "the vocabulary has no special functions but `gelu`"),
    ("pow_scalar", "write `{x}.pow({0|2.0})`"),
    ("pow_tensor_scalar", "write `{x}.pow({0|2.0})`"),
    ("powf", "write `{x}.pow({0|2.0})`"),
    ("powf_scalar", "write `{x}.pow({0|2.0})`"),
    ("powi", "write `{x}.pow({0|2.0})`"),
    ("powi_scalar", "write `{x}.pow({0|2.0})`"),
    ("prelu", "write `where_({x} > 0.0, {x}, {x} * {0|y})`"),
    ("print", "print host values: take them out with `{x}.item()` or `{x}.shape()` first"),
    ("println", "print host values: take them out with `{x}.item()` or `{x}.shape()` first"),
    ("prod_axis", "write `{x}.prod(axis = {axis@0|0})`"),
    ("prod_dim_int", "write `{x}.prod(axis = {axis@0|0})`"),
    ("product", "write `{x}.prod()`"),
    ("product_axis", "write `{x}.prod(axis = {axis@0|0})`"),
    ("ptp", "write `{x}.max() - {x}.min()`"),
    ("put", "write `{x}.index_update(0, 1.0)`, with your index and value"),
    ("put_along_axis", "the vocabulary has no scatter that adds up: write `indices.one_hot(3).transpose().matmul({x})`"),
    ("quantile", "sort, and take a position: the middle one is `{x}.sort(axis = 0)[N / 2]`"),
    ("rand", "write `uniform({shape|(2, 3)}, seed = 1)`"),
    ("rand_like", "write `uniform({x}.shape(), seed = 1)`"),
    ("randint", "make it of uniform numbers: `(uniform((2, 3), seed = 1) * 10.0).floor()`"),
    ("randn", "write `normal({shape|(2, 3)}, seed = 1)`"),
    ("randn_like", "write `normal({x}.shape(), seed = 1)`"),
    ("random", "write `uniform({shape|(2, 3)}, seed = 1)`"),
    ("random_normal", "write `normal({shape|(2, 3)}, seed = 1)`"),
    ("random_uniform", "write `uniform({shape|(2, 3)}, seed = 1)`"),
    ("randperm", "write `uniform(N, seed = 1).argsort()`"),
    ("range", "write `arange({shape|3})` for a tensor; a loop goes over `0..3`"),
    ("rank", "write `{x}.ndim()`"),
    ("ravel", "write `{x}.flatten()`"),
    ("raw_dim", "write `{x}.ndim()`"),
    ("real", "the vocabulary has no complex numbers"),
    ("reborrow", "leave it out: a tensor is never moved, and copies make themselves"),
    ("recip", "write `{x}.reciprocal()`"),
    ("reduce", "write it with reductions: `{x}.sum(axis = 0)`, `prod`, `max`, `all`"),
    ("reduce_all", "write `{x}.all({axis@0=axis})`"),
    ("reduce_any", "write `{x}.any({axis@0=axis})`"),
    ("reduce_logsumexp", "write `{x}.logsumexp({axis@0=axis})`"),
    ("reduce_max", "write `{x}.max({axis@0=axis})`"),
    ("reduce_mean", "write `{x}.mean({axis@0=axis})`"),
    ("reduce_min", "write `{x}.min({axis@0=axis})`"),
    ("reduce_prod", "write `{x}.prod({axis@0=axis})`"),
    ("reduce_std", "write `{x}.std({axis@0=axis})`"),
    ("reduce_sum", "write `{x}.sum({axis@0=axis})`"),
    ("reduce_variance", "write `{x}.var({axis@0=axis})`"),
    ("relative_eq", "write `(({x} - {0|y}).abs() < 1e-6).all()`"),
    ("relu6", "write `{x}.clip(min = 0.0, max = 6.0)`"),
    ("rem", "write `{x} % {0|y}`, which has the divisor's sign"),
    ("rem_euclid", "write `{x} % {0|y}`, which has the divisor's sign"),
    ("remove_axis", "write `{x|x[..1]}.squeeze(axis = {axis@0|0})`, or take one position with `{x}[0]`"),
    ("repeat", "join copies, `concatenate([{x}, {x}], axis = 0)`, or repeat an axis of size 1 with `broadcast_to`"),
    ("repeat_interleave", "join copies, `concatenate([{x}, {x}], axis = 0)`, or repeat an axis of size 1 with `broadcast_to`"),
    ("requires_grad", "gradients are the framework's: ask the result for them, outside of the function"),
    ("reshape_as", "write `{x}.reshape({0|y}.shape())`"),
    ("retain_grad", "gradients are the framework's: ask the result for them, outside of the function"),
    ("reverse", "write `{x}.flip(axis = {axis@0|0})`"),
    ("reversed_axes", "write `{x}.transpose()`"),
    ("rfft", "the vocabulary has no complex numbers"),
    ("right_shift", "the vocabulary has no shifts: multiply or `floor_divide` by a power of 2"),
    ("rint", "write `{x}.round()`"),
    ("rms_norm", "write `{x} / ({x}.square().mean(axis = -1, keepdims = true) + 1e-5).sqrt()`"),
    ("roll", "by one position of axis 0 it is `concatenate([{x}[-1..], {x}[..-1]])`"),
    ("rollaxis", "name the new order of all axes: `{x}.transpose(axes = (1, 0))`"),
    ("rot90", "write `{x}.transpose().flip(axis = 0)`"),
    ("round_half_even", "write `{x}.round()`"),
    ("row", "write `{x}[{0|0}]`"),
    ("row_stack", "write `concatenate({list|[x, y]}, axis = 0)`"),
    ("rows", "loop over the positions `0..{x}.dim(0)` and take `{x}[i]`"),
    ("scaled_dot_product_attention", "write `({x}.matmul({0|y}.swapaxes(-2, -1)) * 0.125).softmax(axis = -1).matmul({1|y})`"),
    ("scan", "write it with reductions: `{x}.sum(axis = 0)`, `prod`, `max`, `all`"),
    ("scatter", "write `{x}.index_update(0, 1.0)`, with your index and value"),
    ("scatter_add", "the vocabulary has no scatter that adds up: write `indices.one_hot(3).transpose().matmul({x})`"),
    ("scatter_nd", "write `{x}.index_update(0, 1.0)`, with your index and value"),
    ("scatter_reduce", "the vocabulary has no scatter that adds up: write `indices.one_hot(3).transpose().matmul({x})`"),
    ("searchsorted", "no operation gives positions: take the elements with `{x}[mask]`, or count with `mask.sum()`"),
    ("segment_sum", "the vocabulary has no scatter that adds up: write `indices.one_hot(3).transpose().matmul({x})`"),
    ("selu", "write it out with `where_`: `where_({x} > 0.0, {x}, {x}.expm1() * 1.67) * 1.05`"),
    ("set", "a tensor is never written in place: choose with `where_(mask, y, {x})`"),
    ("set_item", "a tensor is never written in place: choose with `where_(mask, y, {x})`"),
    ("set_requires_grad", "leave it out: gradients are the framework's, outside of the function"),
    ("sgn", "write `{x}.sign()`"),
    ("shallow_clone", "leave it out: a tensor is never moved, and copies make themselves"),
    ("show", "print host values: take them out with `{x}.item()` or `{x}.shape()` first"),
    ("shuffle", "write `uniform(N, seed = 1).argsort()`"),
    ("sigmoid_cross_entropy_with_logits", "write `({x}.softplus() - {x} * {0|y}).mean()`"),
    ("signum", "write `{x}.sign()`"),
    ("silu", "write `{x} * {x}.sigmoid()`"),
    ("size", "write `{x}.dim({axis@0|0})`"),
    ("size()", "write `{x}.shape()`"),
    ("slice", "write `{x}[{0|s![.., 1..]}]`"),
    ("slice_assign", "write `{x}.index_update(0, 1.0)`, with your index and value"),
    ("slice_axis", "write `{x}[1..3]` for axis 0, `{x}[s![.., 1..3]]` for axis 1"),
    ("slice_move", "write `{x}[{0|s![.., 1..]}]`"),
    ("slice_scatter", "write `{x}.index_update(0, 1.0)`, with your index and value"),
    ("slice_set", "write `{x}.index_update(0, 1.0)`, with your index and value"),
    ("smooth_l1_loss", "write it out with `where_`: `where_(x.abs() < 1.0, x.square() * 0.5, x.abs() - 0.5).mean()`"),
    ("softmax_cross_entropy", "write `{x}.crossentropy({0|labels}).mean()`"),
    ("softmax_cross_entropy_with_integer_labels", "write `{x}.crossentropy({0|labels}).mean()`"),
    ("softmax_cross_entropy_with_logits", "write `-({0|y} * {x}.log_softmax()).sum(axis = -1)`"),
    ("softmax_last_dim", "write `{x}.softmax()`"),
    ("softmin", "write `(-{x}).softmax(axis = {axis@0|-1})`"),
    ("softsign", "write `{x} / ({x}.abs() + 1.0)`"),
    ("sort_last_dim", "write `({x}.sort(), {x}.argsort())`"),
    ("sparse_softmax_cross_entropy_with_logits", "write `{x}.crossentropy({0|labels}).mean()`"),
    ("split", "take ranges: `{x}[..2]` and `{x}[2..]`, or of axis 1 `{x}[s![.., ..2]]`"),
    ("split_at", "take ranges: `{x}[..2]` and `{x}[2..]`, or of axis 1 `{x}[s![.., ..2]]`"),
    ("split_with_sizes", "take ranges: `{x}[..2]` and `{x}[2..]`, or of axis 1 `{x}[s![.., ..2]]`"),
    ("sqr", "write `{x}.square()`"),
    ("squared_difference", "write `({x} - {0|y}).square()`"),
    ("standard_normal", "write `normal({shape|(2, 3)}, seed = 1)`"),
    ("std_axis", "write `{x}.std(axis = {axis@0|0}, correction = {1|0.0})`"),
    ("std_mean", "write `({x}.std(correction = 1.0), {x}.mean())`"),
    ("stddev", "write `{x}.std({axis@0=axis})`"),
    ("stop_gradient", "leave it out: gradients are the framework's, outside of the function"),
    ("storage", "strides are the framework's own matter: there is `{x}.shape()`"),
    ("stride", "strides are the framework's own matter: there is `{x}.shape()`"),
    ("strides", "strides are the framework's own matter: there is `{x}.shape()`"),
    ("sub_scalar", "write `{x} - {0|1.0}`"),
    ("sum_all", "write `{x}.sum()`"),
    ("sum_axis", "write `{x}.sum(axis = {axis@0|0})`"),
    ("sum_dim_intlist", "write `{x}.sum(axis = {axis@0|0})`"),
    ("sum_keepdim", "write `{x}.sum(axis = {axis@0|-1}, keepdims = true)`"),
    ("sum_to_size", "write `{x}.sum(axis = 0)`, an axis each"),
    ("swapdims", "write `{x}.swapaxes(-2, -1)`"),
    ("swiglu", "write the halves as ranges, and `{x} * y.sigmoid()`"),
    ("swish", "write `{x} * {x}.sigmoid()`"),
    ("t", "write `{x}.transpose()`"),
    ("take_along_dim", "write `{x}.take_along_axis({0|rows}, axis = {axis@1|-1})`"),
    ("tensor", "a tensor of given elements comes in as a parameter; one of equal elements is `full((2, 3), 1.0)`"),
    ("tensor_scatter_nd_add", "the vocabulary has no scatter that adds up: write `indices.one_hot(3).transpose().matmul({x})`"),
    ("tensor_scatter_nd_update", "write `{x}.index_update(0, 1.0)`, with your index and value"),
    ("tensor_split", "take ranges: `{x}[..2]` and `{x}[2..]`, or of axis 1 `{x}[s![.., ..2]]`"),
    ("threshold", "write `where_({x} > {0|0.0}, {x}, {1|0.0})`"),
    ("tile", "join copies, `concatenate([{x}, {x}], axis = 0)`, or repeat an axis of size 1 with `broadcast_to`"),
    ("to", "an element type is set with `{x}.astype({dtype@0|f32})`; a tensor stays on its device"),
    ("to_device", "leave it out: a tensor stays on the device where it is"),
    ("to_dtype", "write `{x}.astype({dtype@0|f32})`"),
    ("to_kind", "write `{x}.astype({dtype@0|f32})`"),
    ("to_numpy", "a body has no list of the elements: return the tensor, and read it outside"),
    ("to_owned", "leave it out: a tensor is never moved, and copies make themselves"),
    ("to_scalar", "write `{x}.item()`"),
    ("to_shape", "write `{x}.reshape({*|(N, -1)})`"),
    ("to_shared", "leave it out: a tensor is never moved, and copies make themselves"),
    ("to_type", "write `{x}.astype({dtype@0|f32})`"),
    ("to_vec", "a body has no list of the elements: return the tensor, and read it outside"),
    ("to_vec0", "write `{x}.item()`"),
    ("to_vec1", "a body has no list of the elements: return the tensor, and read it outside"),
    ("to_vec2", "a body has no list of the elements: return the tensor, and read it outside"),
    ("to_vec3", "a body has no list of the elements: return the tensor, and read it outside"),
    ("tolist", "a body has no list of the elements: return the tensor, and read it outside"),
    ("top_k", "write `{x}.topk({0|2})`"),
    ("totype", "write `{x}.astype({dtype@0|f32})`"),
    ("tr", "write `{x}.transpose()`"),
    ("trace", "write `({x|a} * eye(N)).sum()`"),
    ("tracked", "leave it out: a tensor is never moved, and copies make themselves"),
    ("transpose_last", "write `{x}.swapaxes(-2, -1)`"),
    ("tri", "write `(arange(N).expand_dims(axis = 1) >= arange(N)).astype(_)`"),
    ("tril", "write `where_(arange(N).expand_dims(axis = 1) >= arange(N), {x|a}, 0.0)`"),
    ("triu", "write `where_(arange(N).expand_dims(axis = 1) <= arange(N), {x|a}, 0.0)`"),
    ("trunc", "write `{x}.sign() * {x}.abs().floor()`"),
    ("type_as", "write `{x}.astype(_)`, where `_` is the function's float type"),
    ("unbind", "take positions: `{x}[0]`, `{x}[1]`"),
    ("unflatten", "write `{x}.reshape({*|(N, -1)})`"),
    ("unfold", "the vocabulary has no convolution and no pooling: do it outside of the function"),
    ("unfold_axis", "take ranges, and join them with `stack`"),
    ("unique", "no operation gives positions: take the elements with `{x}[mask]`, or count with `mask.sum()`"),
    ("unsorted_segment_sum", "the vocabulary has no scatter that adds up: write `indices.one_hot(3).transpose().matmul({x})`"),
    ("unsqueeze", "write `{x}.expand_dims(axis = {axis@0|-1})`"),
    ("unstack", "take positions: `{x}[0]`, `{x}[1]`"),
    ("unwrap", "leave it out: errors of operations go to the caller by themselves"),
    ("upsample_nearest2d", "the vocabulary has no convolution and no pooling: do it outside of the function"),
    ("value_and_grad", "leave it out: an agnostic function is compiled to native calls as it is"),
    ("var_axis", "write `{x}.var(axis = {axis@0|0}, correction = {1|0.0})`"),
    ("var_keepdim", "write `{x}.var(axis = {axis@0|-1}, correction = 1.0, keepdims = true)`"),
    ("var_mean", "write `({x}.var(correction = 1.0), {x}.mean())`"),
    ("variance", "write `{x}.var({axis@0=axis})`"),
    ("vdot", "write `{x|v}.dot({0|u})`"),
    ("vecmat", "write `{x}.matmul({0|w})`"),
    ("vector_norm", "write `{x}.l2({axis@1=axis})`"),
    ("vectorize", "operations go element by element of themselves: write the formula on the tensor, such as `{x}.exp() * 2.0`"),
    ("view", "write `{x}.reshape({*|(N, -1)})`"),
    ("view()", "leave it out: a tensor is never moved, and copies make themselves"),
    ("view_as", "write `{x}.reshape({0|y}.shape())`"),
    ("vmap", "operations go element by element of themselves: write the formula on the tensor, such as `{x}.exp() * 2.0`"),
    ("vsplit", "take ranges: `{x}[..2]` and `{x}[2..]`, or of axis 1 `{x}[s![.., ..2]]`"),
    ("vstack", "write `concatenate({list|[x, y]}, axis = 0)`"),
    ("where_cond", "write `where_({x|mask}, {0|x}, {1|y})`"),
    ("where_indices", "no operation gives positions: take the elements with `{x}[mask]`, or count with `mask.sum()`"),
    ("where_scalarself", "write `where_({x|mask}, {0|x}, {1|y})`"),
    ("where_self", "write `where_({x|mask}, {0|x}, {1|y})`"),
    ("windows", "loop over the positions `0..{x}.dim(0)` and take `{x}[i]`"),
    ("with_grad", "gradients are the framework's: ask the result for them, outside of the function"),
    ("xlogy", "write `where_({x} == 0.0, 0.0, {x} * {0|y}.log())`"),
    ("zero", "write `zeros_like({x})`"),
    ("zero_grad", "gradients are the framework's: ask the result for them, outside of the function"),
    ("zeros_", "write `zeros_like({x})`"),
    ("zip", "operators go element by element of themselves: write the formula on the tensors, such as `{x} * y + 1.0`"),
    ("zip_mut_with", "operators go element by element of themselves: write the formula on the tensors, such as `{x} * y + 1.0`"),
];

/// Fields.
#[rustfmt::skip]
pub const FIELDS: &[(&str, &str)] = &[
    ("H", "write `{x}.transpose()`"),
    ("T", "write `{x}.transpose()`"),
    ("at", "write `{x}[i]`"),
    ("data", "leave it out: the tensor is the data"),
    ("device", "leave it out: a tensor stays on the device where it is"),
    ("dtype", "the element type is part of the signature: `Tensor<f32>`"),
    ("flat", "write `{x}.flatten()`"),
    ("grad", "gradients are the framework's: ask the result for them, outside of the function"),
    ("imag", "the vocabulary has no complex numbers"),
    ("indices", "values and positions come apart: `{x}.max(axis = 0)` and `{x}.argmax(axis = 0)`"),
    ("is_cuda", "leave it out: a tensor stays on the device where it is"),
    ("mH", "write `{x}.swapaxes(-2, -1)`"),
    ("mT", "write `{x}.swapaxes(-2, -1)`"),
    ("nbytes", "the number of elements is `{x}.shape().iter().product::<usize>()`"),
    ("ndim", "write `{x}.ndim()`"),
    ("real", "the vocabulary has no complex numbers"),
    ("requires_grad", "gradients are the framework's, outside of the function"),
    ("shape", "write `{x}.shape()`, or `{x}.dim(0)` for one size"),
    ("size", "the number of elements is `{x}.shape().iter().product::<usize>()`"),
    ("strides", "strides are the framework's own matter: there is `{x}.shape()`"),
    ("values", "leave it out: the tensor is the data"),
];

/// Keywords, and the parameters that they mean: the first that the operation has.
#[rustfmt::skip]
pub const KEYWORDS: &[(&str, &str)] = &[
    ("M", "m"),
    ("N", "n"),
    ("a_max", "max"),
    ("a_min", "min"),
    ("arrays", "tensors"),
    ("axes", "axis"),
    ("axis", "axes"),
    ("axis0", "axis1"),
    ("constant_values", "value"),
    ("ddof", "correction"),
    ("delta", "step"),
    ("depth", "num_classes"),
    ("dim", "axes"),
    ("dim", "axis"),
    ("dim0", "axis1"),
    ("dim1", "axis2"),
    ("dims", "axes"),
    ("dims", "axis"),
    ("end", "stop"),
    ("end_dim", "end"),
    ("exponent", "y"),
    ("fill_value", "value"),
    ("generator", "seed"),
    ("high", "max"),
    ("index", "indices"),
    ("input", "x"),
    ("keep_dim", "keepdims"),
    ("keep_dims", "keepdims"),
    ("keepdim", "keepdims"),
    ("key", "seed"),
    ("limit", "stop"),
    ("loc", "mean"),
    ("low", "min"),
    ("lower", "min"),
    ("maxval", "high"),
    ("minval", "low"),
    ("newshape", "shape"),
    ("ord", "p"),
    ("other", "y"),
    ("pad", "paddings"),
    ("pad_value", "value"),
    ("pad_width", "paddings"),
    ("perm", "axes"),
    ("permutation", "axes"),
    ("repeats", "shape"),
    ("reverse", "descending"),
    ("rng", "seed"),
    ("scale", "std"),
    ("size", "shape"),
    ("sizes", "shape"),
    ("src", "x"),
    ("start_dim", "start"),
    ("stddev", "std"),
    ("target", "labels"),
    ("targets", "labels"),
    ("unbiased", "correction"),
    ("upper", "max"),
    ("values", "tensors"),
    ("x1", "x"),
    ("x2", "y"),
];

/// Keywords that mean nothing here.
#[rustfmt::skip]
pub const NEEDLESS: &[(&str, &str)] = &[
    ("atol", "leave it out"),
    ("copy", "leave it out: copies make themselves"),
    ("device", "leave it out: a tensor stays on the device where it is"),
    ("dtype", "leave it out, and cast with `.astype(f32)`"),
    ("indexing", "leave it out"),
    ("initial", "leave it out, and add it to the result"),
    ("inplace", "leave it out: a tensor is never written in place"),
    ("kind", "leave it out: the order of equal elements does not change"),
    ("largest", "leave it out: `topk` gives the largest; for the smallest negate the tensor"),
    ("layout", "leave it out: strides are the framework's own matter"),
    ("memory_format", "leave it out: strides are the framework's own matter"),
    ("name", "leave it out: nothing has a name here"),
    ("order", "leave it out: elements are in row-major order"),
    ("out", "leave it out: an operation gives a new tensor"),
    ("reduction", "leave it out, and reduce the result with `.mean()` or `.sum()`"),
    ("requires_grad", "leave it out: gradients are the framework's"),
    ("rtol", "leave it out"),
    ("sorted", "leave it out: the results are sorted"),
    ("stable", "leave it out: equal elements always keep their order"),
    ("subok", "leave it out"),
    ("training", "leave it out: an agnostic function has no state"),
    ("weight", "leave it out, and multiply the result"),
];

/// Element types.
#[rustfmt::skip]
pub const DTYPES: &[(&str, &str)] = &[
    ("Bool", "bool"),
    ("Double", "f64"),
    ("F32", "f32"),
    ("F64", "f64"),
    ("Float", "f32"),
    ("I32", "i32"),
    ("I64", "i64"),
    ("Int", "i32"),
    ("Int64", "i64"),
    ("U32", "i64"),
    ("U64", "i64"),
    ("U8", "u8"),
    ("Uint8", "u8"),
    ("bool_", "bool"),
    ("boolean", "bool"),
    ("byte", "u8"),
    ("double", "f64"),
    ("float", "f32"),
    ("float32", "f32"),
    ("float64", "f64"),
    ("float_", "f64"),
    ("i16", "i32"),
    ("i8", "i32"),
    ("int", "i64"),
    ("int16", "i32"),
    ("int32", "i32"),
    ("int64", "i64"),
    ("int8", "i32"),
    ("int_", "i64"),
    ("isize", "i64"),
    ("long", "i64"),
    ("short", "i32"),
    ("single", "f32"),
    ("u16", "i32"),
    ("u32", "i64"),
    ("u64", "i64"),
    ("uint32", "i64"),
    ("uint64", "i64"),
    ("uint8", "u8"),
    ("usize", "i64"),
];

/// Values that are names.
#[rustfmt::skip]
pub const VALUES: &[(&str, &str)] = &[
    ("False", "write `false`"),
    ("True", "write `true`"),
    ("inf", "write `f64::INFINITY`"),
    ("nan", "write `f64::NAN`"),
];

/// Values in a library's module: `np::pi`.
#[rustfmt::skip]
pub const CONSTANTS: &[(&str, &str)] = &[
    ("Inf", "write `f64::INFINITY`"),
    ("NINF", "write `f64::NEG_INFINITY`"),
    ("NaN", "write `f64::NAN`"),
    ("e", "write `std::f64::consts::E`"),
    ("inf", "write `f64::INFINITY`"),
    ("nan", "write `f64::NAN`"),
    ("pi", "write `std::f64::consts::PI`"),
];

/// Functions of Python's own, which no Rust function is called like.
#[rustfmt::skip]
pub const BUILTINS: &[(&str, &str)] = &[
    ("drop", "leave it out: tensors go by themselves"),
    ("float", "of a tensor it is `{x}.astype(f32)`, of a host number `{x|i} as f64`"),
    ("int", "of a tensor it is `{x}.astype(i64)`, of a host number `{x|i} as i64`"),
    ("len", "the size of the first axis is `{x}.dim(0)`"),
    ("not", "write `!{x|mask}`"),
    ("print", "print host values: take them out with `{x}.item()` or `{x}.shape()`, and use `println!`"),
    ("range", "write `0..{x|3}`"),
];

/// All tables, for the tests.
#[cfg(test)]
pub const TABLES: &[(&str, &[(&str, &str)])] = &[
    ("WORDS", WORDS),
    ("FIELDS", FIELDS),
    ("KEYWORDS", KEYWORDS),
    ("NEEDLESS", NEEDLESS),
    ("DTYPES", DTYPES),
    ("BUILTINS", BUILTINS),
    ("VALUES", VALUES),
    ("CONSTANTS", CONSTANTS),
];

/// Names under which other libraries are called.
const LIBRARIES: &[&str] = &[
    "F",
    "Tensor",
    "candle_core",
    "candle_nn",
    "jax",
    "jnp",
    "keras",
    "ndarray",
    "np",
    "numpy",
    "tch",
    "tensorflow",
    "tf",
    "torch",
];

/// Those of them that are no Rust crates: nothing that such a path names can exist.
const PYTHON: &[&str] = &[
    "Tensor",
    "jax",
    "jnp",
    "keras",
    "np",
    "numpy",
    "tensorflow",
    "tf",
    "torch",
];

/// A call as the user wrote it: `tensor` is the receiver, or a function's first argument.
#[derive(Clone, Default)]
pub struct Spoken<'a> {
    pub tensor: Option<&'a syn::Expr>,
    pub args: Vec<&'a syn::Expr>,
}

impl<'a> Spoken<'a> {
    pub fn method(call: &'a syn::ExprMethodCall) -> Spoken<'a> {
        Spoken {
            tensor: Some(&call.receiver),
            args: call.args.iter().collect(),
        }
    }

    /// The sizes of a call such as `zeros(2, 3)`, where one list belongs.
    fn sizes(&self) -> Option<String> {
        let all: Vec<&syn::Expr> = self.tensor.into_iter().chain(self.positional()).collect();
        let size = |expr: &&syn::Expr| match expr {
            syn::Expr::Lit(lit) => matches!(lit.lit, syn::Lit::Int(_)),
            syn::Expr::Path(path) => path
                .path
                .get_ident()
                .is_some_and(|ident| dtype(&ident.to_string()).is_none()),
            _ => false,
        };
        if all.len() < 2 || !all.iter().all(size) {
            return None;
        }
        let texts: Vec<String> = all
            .iter()
            .map(|expr| source_text(&expr.to_token_stream()))
            .collect();
        Some(format!("({})", texts.join(", ")))
    }

    pub fn function(args: &[&'a syn::Expr]) -> Spoken<'a> {
        Spoken {
            tensor: args.first().copied(),
            args: args.iter().skip(1).copied().collect(),
        }
    }

    fn positional(&self) -> impl Iterator<Item = &'a syn::Expr> {
        self.args
            .iter()
            .filter(|arg| !matches!(arg, syn::Expr::Assign(_)))
            .copied()
    }

    /// A keyword's value; `axis` has many names.
    fn keyword(&self, word: &str) -> Option<&'a syn::Expr> {
        self.args.iter().find_map(|arg| {
            let syn::Expr::Assign(pair) = arg else {
                return None;
            };
            let name = pair.left.to_token_stream().to_string();
            let same = name == word || KEYWORDS.binary_search(&(name.as_str(), word)).is_ok();
            same.then_some(&*pair.right)
        })
    }

    /// The text of a placeholder; `None` if it is not given, or too long for a line.
    fn text(&self, name: &str, place: Option<usize>, alone: bool) -> Option<String> {
        if name == "shape"
            && let Some(sizes) = self.sizes()
        {
            return Some(sizes);
        }
        let expr = match name {
            "x" | "shape" => self.tensor?,
            "list" => match bare(self.tensor?) {
                list @ (syn::Expr::Array(_) | syn::Expr::Tuple(_)) => list,
                _ => return None,
            },
            "*" => return self.all(),
            digit if digit.bytes().all(|b| b.is_ascii_digit()) => {
                self.positional().nth(digit.parse().ok()?)?
            }
            word => match self.keyword(word) {
                Some(value) => value,
                None => self.positional().nth(place?)?,
            },
        };
        if name == "dtype" {
            let word = source_text(&expr.to_token_stream());
            let last = word
                .rsplit("::")
                .next()
                .unwrap_or_default()
                .trim_matches('"');
            return dtype(last).map(str::to_owned);
        }
        let text = if name == "axis" {
            short(&axis(expr).to_token_stream())?
        } else {
            short(&bare(expr).to_token_stream())?
        };
        Some(if alone || is_postfix(bare(expr)) {
            text
        } else {
            format!("({text})")
        })
    }

    /// All arguments as one list: `2, 3` and `(2, 3)` are the same.
    fn all(&self) -> Option<String> {
        let args: Vec<&syn::Expr> = self.positional().collect();
        let text = match args.as_slice() {
            [] => return None,
            [one] => short(&bare(one).to_token_stream())?,
            many => {
                let parts: Option<Vec<String>> = many
                    .iter()
                    .map(|arg| short(&bare(arg).to_token_stream()))
                    .collect();
                format!("({})", parts?.join(", "))
            }
        };
        (text.chars().count() <= LONGEST).then_some(text)
    }
}

/// Characters of the user's text that fit into a help line.
const LONGEST: usize = 40;

/// Text of tokens, if it is short.
pub fn short(tokens: &proc_macro2::TokenStream) -> Option<String> {
    let text = source_text(tokens);
    (text.chars().count() <= LONGEST && !text.contains(['{', '`', '\n'])).then_some(text)
}

/// Without parentheses and `&`.
fn bare(expr: &syn::Expr) -> &syn::Expr {
    match expr {
        syn::Expr::Paren(inner) => bare(&inner.expr),
        syn::Expr::Group(inner) => bare(&inner.expr),
        syn::Expr::Reference(inner) => bare(&inner.expr),
        syn::Expr::Try(inner) => bare(&inner.expr),
        other => other,
    }
}

/// The number in ndarray's `Axis(0)`.
fn axis(expr: &syn::Expr) -> &syn::Expr {
    match bare(expr) {
        syn::Expr::Call(call)
            if call.args.len() == 1
                && matches!(&*call.func, syn::Expr::Path(path)
                    if path.path.segments.last().is_some_and(|s| s.ident == "Axis")) =>
        {
            call.args.first().unwrap_or(expr)
        }
        other => other,
    }
}

/// Can a method follow without parentheses?
pub fn is_postfix(expr: &syn::Expr) -> bool {
    matches!(
        expr,
        syn::Expr::Path(_)
            | syn::Expr::MethodCall(_)
            | syn::Expr::Call(_)
            | syn::Expr::Field(_)
            | syn::Expr::Index(_)
            | syn::Expr::Paren(_)
            | syn::Expr::Tuple(_)
            | syn::Expr::Array(_)
            | syn::Expr::Lit(_)
            | syn::Expr::Macro(_)
    )
}

/// A help line with the user's expressions in it.
pub fn fill(line: &str, spoken: &Spoken<'_>) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let Some((slot, behind)) = after.split_once('}') else {
            break;
        };
        let (spec, default) = match slot.split_once('|') {
            Some((spec, default)) => (spec, Some(default)),
            None => (slot, None),
        };
        let (spec, label) = match spec.split_once('=') {
            Some((spec, label)) => (spec, Some(label)),
            None => (spec, None),
        };
        let (name, place) = match spec.split_once('@') {
            Some((name, place)) => (name, place.parse().ok()),
            None => (spec, None),
        };
        let alone = label.is_some()
            || (out.ends_with(['(', '[']) || out.ends_with(", ") || out.ends_with("= "))
                && behind.starts_with([')', ',', ']']);
        match (spoken.text(name, place, alone), label, default) {
            (Some(text), Some(label), _) => out.push_str(&format!("{label} = {text}")),
            (Some(text), None, _) => out.push_str(&text),
            (None, Some(_), _) => {}
            (None, None, Some(default)) => out.push_str(default),
            // Of a receiver too long to be repeated only what follows is shown.
            (None, None, None)
                if name == "x"
                    && out.ends_with('`')
                    && behind.starts_with('.')
                    && spoken.tensor.is_some()
                    && !behind.split('`').next().unwrap_or_default().contains("{x}") => {}
            (None, None, None) => out.push('x'),
        }
        rest = behind;
    }
    out.push_str(rest);
    out
}

fn find(table: &[(&'static str, &'static str)], word: &str) -> Option<&'static str> {
    let place = table
        .binary_search_by(|(theirs, _)| (*theirs).cmp(word))
        .ok()?;
    table.get(place).map(|(_, ours)| *ours)
}

/// What another library's method or function is here.
pub fn word(name: &str, spoken: &Spoken<'_>) -> Option<String> {
    if spoken.args.is_empty()
        && let Some(line) = find(WORDS, &format!("{name}()"))
    {
        return Some(fill(line, spoken));
    }
    if let Some(line) = find(WORDS, name) {
        return Some(fill(line, spoken));
    }
    // In place, as PyTorch marks it: `x.add_(y)`.
    let stem = name.strip_suffix('_')?;
    if let Some(op) = OpInfo::find(stem).filter(|op| op.is_method()) {
        return Some(format!(
            "a tensor is never written in place: write `{}`, and bind that",
            ours(op, spoken)
        ));
    }
    find(WORDS, stem).map(|line| fill(line, spoken))
}

/// A call of our operation with the arguments of theirs.
pub fn ours(op: &OpInfo, spoken: &Spoken<'_>) -> String {
    let mut args = Vec::new();
    if op.family == Family::Creation
        && let Some(sizes) = spoken.sizes()
    {
        args.push(sizes);
        let keywords = spoken.args.iter().copied();
        let keywords = keywords.filter(|arg| matches!(arg, syn::Expr::Assign(_)));
        let rest = Spoken {
            tensor: None,
            args: keywords.collect(),
        };
        args.extend(texts(op, &rest));
        return format!("{}({})", op.name, args.join(", "));
    }
    let args = texts(op, spoken);
    // A choice reads better as a function.
    if op.is_method() && op.shape != ShapeRule::Where {
        fill(&format!("`{{x}}.{}(", op.name), spoken).replacen('`', "", 1) + &args.join(", ") + ")"
    } else {
        let first = spoken
            .tensor
            .and_then(|t| short(&bare(t).to_token_stream()));
        let first = first.unwrap_or_else(|| "…".to_owned());
        let all: Vec<String> = std::iter::once(first).chain(args).collect();
        format!("{}({})", op.name, all.join(", "))
    }
}

/// The arguments behind the tensor, as our operation takes them.
fn texts(op: &OpInfo, spoken: &Spoken<'_>) -> Vec<String> {
    let mut args = Vec::new();
    for (place, arg) in spoken.args.iter().enumerate() {
        let kind = op.params.get(place + 1).map(|param| param.kind);
        let text = match arg {
            value if kind == Some(Kind::DType) => {
                let text = source_text(&value.to_token_stream());
                let last = text.rsplit("::").next().unwrap_or_default();
                Some(dtype(last).unwrap_or("f32").to_owned())
            }
            syn::Expr::Assign(pair) => {
                let word = pair.left.to_token_stream().to_string();
                let word = match keyword(&word, op) {
                    Some(ours) => ours.to_owned(),
                    None if op.params.iter().any(|p| p.name == word) => word,
                    None => continue,
                };
                short(&axis(&pair.right).to_token_stream()).map(|value| format!("{word} = {value}"))
            }
            value => short(&axis(value).to_token_stream()),
        };
        args.push(text.unwrap_or_else(|| "…".to_owned()));
    }
    args
}

/// What a function of Python's is here.
pub fn builtin(name: &str, spoken: &Spoken<'_>) -> Option<String> {
    find(BUILTINS, name).map(|line| fill(line, spoken))
}

/// The parameter that another library's keyword means.
pub fn keyword(word: &str, op: &OpInfo) -> Option<&'static str> {
    KEYWORDS
        .iter()
        .filter(|(theirs, _)| *theirs == word)
        .map(|(_, ours)| *ours)
        .find(|ours| op.params.iter().any(|p| p.name == *ours))
}

/// What to do with a keyword that means nothing here.
pub fn needless(word: &str) -> Option<&'static str> {
    find(NEEDLESS, word)
}

/// What another library's field is here.
pub fn field(name: &str, base: &syn::Expr) -> Option<String> {
    let spoken = Spoken {
        tensor: Some(base),
        args: Vec::new(),
    };
    match find(FIELDS, name) {
        Some(line) => Some(fill(line, &spoken)),
        // A method without its parentheses.
        None if OpInfo::find(name).is_some_and(|op| op.is_method() && needs_nothing(op)) => {
            Some(fill(&format!("write `{{x}}.{name}()`"), &spoken))
        }
        None => word(name, &spoken),
    }
}

fn needs_nothing(op: &OpInfo) -> bool {
    op.params
        .iter()
        .skip(1)
        .all(|p| p.default != eagerpy_runtime::ops::Default::Required)
}

/// The element type that is meant by a word.
pub fn dtype(word: &str) -> Option<&'static str> {
    match find(DTYPES, word) {
        Some(ours) => Some(ours),
        None => crate::syntax::dtype_names()
            .into_iter()
            .find(|n| *n == word),
    }
}

/// The library and the last word of a path such as `torch::nn::functional::relu`.
pub fn library(path: &syn::Path) -> Option<(String, String)> {
    let first = path.segments.first()?.ident.unraw().to_string();
    let last = path.segments.last()?.ident.unraw().to_string();
    let functional = path.segments.len() > 2
        && path
            .segments
            .iter()
            .nth(1)
            .is_some_and(|s| s.ident == "functional");
    let known = LIBRARIES.contains(&first.as_str()) || functional;
    (path.segments.len() > 1 && known).then_some((first, last))
}

/// Is it a library that no Rust path can name?
pub fn is_python(library: &str) -> bool {
    PYTHON.contains(&library)
}

/// What a function of another library is here; `tensor` says whether a tensor is handed to it.
pub fn function(name: &str, spoken: &Spoken<'_>) -> String {
    if let Some(op) = OpInfo::find(name) {
        // Elsewhere it is the product of matrices, too.
        let op = OpInfo::find("matmul")
            .filter(|_| name == "dot")
            .unwrap_or(op);
        return format!("write `{}`", ours(op, spoken));
    }
    if let Some(help) = word(name, spoken) {
        return help;
    }
    let names = eagerpy_runtime::ops::TABLE.iter().map(|op| op.name);
    match nearest_by(name, names).filter(|(distance, _)| *distance == 1) {
        Some((_, near)) => format!("`{near}` is the nearest operation"),
        None => {
            "the vocabulary has nothing like it: it is documented at `eagerpy::Tensor`".to_owned()
        }
    }
}

/// What a value that is a name is here: `True`, `np::pi`.
pub fn value(path: &syn::Path) -> Option<(String, &'static str)> {
    if let Some(ident) = path.get_ident() {
        let name = ident.unraw().to_string();
        return find(VALUES, &name).map(|help| (name, help));
    }
    let (library, last) = library(path)?;
    if !is_python(&library) {
        return None;
    }
    let help = find(CONSTANTS, &last)?;
    Some((format!("{library}::{last}"), help))
}

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
    ("accumulate", "write `{x}.cumsum(axis = 0)`, or `cumprod`, `cummax`, `cummin`"),
    ("accumulate_axis", "write `{x}.cumsum(axis = 0)`, or `cumprod`, `cummax`, `cummin`"),
    ("add_scalar", "write `{x} + {0|1.0}`"),
    ("addcdiv", "write `{x} + {0|x} / {1|y}`"),
    ("addcmul", "write `{x} + {0|x} * {1|y}`"),
    ("addmm", "write `{0|x}.matmul({1|w}) + {x|b}`"),
    ("adjoint", "write `{x}.matrix_transpose()`"),
    ("affine", "write `{x} * {0|2.0} + {1|1.0}`"),
    ("all_close", "write `(({x} - {0|y}).abs() < 1e-6).all()`"),
    ("aminmax", "write `({x}.min(), {x}.max())`"),
    ("angle", "the vocabulary has no complex numbers"),
    ("append", "write `concatenate({list|[x, y]}, axis = 0)`"),
    ("apply", "operations go element by element of themselves: write the formula on the tensor, such as `{x}.exp() * 2.0`"),
    ("approx_max_k", "write `{x}.topk({0|2})`"),
    ("arg_sort_last_dim", "write `{x}.argsort()`"),
    ("argmax_axis", "write `{x}.argmax(axis = {axis@0|0})`"),
    ("argmax_keepdim", "write `{x}.argmax(axis = {axis@0|-1}, keepdims = true)`"),
    ("argmin_axis", "write `{x}.argmin(axis = {axis@0|0})`"),
    ("argmin_keepdim", "write `{x}.argmin(axis = {axis@0|-1}, keepdims = true)`"),
    ("argpartition", "sort, and take a position: the middle one is `{x}.sort(axis = 0)[N / 2]`"),
    ("around", "write `{x}.round()`"),
    ("arr0", "a tensor of given elements comes in as a parameter; one of equal elements is `full((2, 3), 1.0)`"),
    ("arr1", "a tensor of given elements comes in as a parameter; one of equal elements is `full((2, 3), 1.0)`"),
    ("arr2", "a tensor of given elements comes in as a parameter; one of equal elements is `full((2, 3), 1.0)`"),
    ("array", "a tensor of given elements comes in as a parameter; one of equal elements is `full((2, 3), 1.0)`"),
    ("array0", "a tensor of given elements comes in as a parameter; one of equal elements is `full((2, 3), 1.0)`"),
    ("array_split", "write `{x}.chunk({0|2}, axis = {axis@1|0})`: the last part is the shorter one"),
    ("as_ptr", "a body has no list of the elements: return the tensor, and read it outside"),
    ("as_slice", "a body has no list of the elements: return the tensor, and read it outside"),
    ("as_standard_layout", "leave it out: a tensor is never moved, and copies make themselves"),
    ("as_tensor", "a tensor of given elements comes in as a parameter; one of equal elements is `full((2, 3), 1.0)`"),
    ("as_type", "write `{x}.astype({dtype@0|f32})`"),
    ("asarray", "a tensor of given elements comes in as a parameter; one of equal elements is `full((2, 3), 1.0)`"),
    ("asscalar", "write `{x}.item()`"),
    ("assign", "a tensor is never written in place: choose with `where_(mask, y, {x})`"),
    ("at", "write `{x}[{0|0}]`"),
    ("average", "write `{x}.mean({axis@0=axis})`"),
    ("axis_chunks_iter", "loop over the positions `0..{x}.dim(0)` and take `{x}[i]`"),
    ("axis_iter", "loop over the positions `0..{x}.dim(0)` and take `{x}[i]`"),
    ("axis_iter_mut", "loop over the positions `0..{x}.dim(0)` and take `{x}[i]`"),
    ("azip", "operators go element by element of themselves: write the formula on the tensors, such as `{x} * y + 1.0`"),
    ("backward", "write `value_and_grad(|x| x.sum(), {x})`, with your function"),
    ("baddbmm", "write `{0|x}.matmul({1|w}) + {x|b}`"),
    ("bce", "write `-({0|y} * {x}.log() + (1.0 - {0|y}) * (1.0 - {x}).log()).mean()`"),
    ("bce_with_logits", "write `({x}.softplus() - {x} * {0|y}).mean()`"),
    ("bessel", "the vocabulary has no special functions but `erf`, `erfc` and `gelu`"),
    ("beta", "the vocabulary has no special functions but `erf`, `erfc` and `gelu`"),
    ("bfloat16", "write `{x}.astype(bf16)`"),
    ("block_until_ready", "leave it out: a tensor stays on the device where it is"),
    ("bmm", "write `{x}.matmul({0|w})`"),
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
    ("cdist", "write `({x}.expand_dims(axis = 1) - {0|y}).l2(axis = -1)`"),
    ("checkpoint", "leave it out: an agnostic function is compiled to native calls as it is"),
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
    ("conv3d", "the vocabulary has convolutions over one axis and two: `conv1d` and `conv2d`"),
    ("convert_dtype", "write `{x}.astype({dtype@0|f32})`"),
    ("convert_to_tensor", "a tensor of given elements comes in as a parameter; one of equal elements is `full((2, 3), 1.0)`"),
    ("convolve", "the vocabulary has convolutions over one axis and two: `conv1d` and `conv2d`"),
    ("copied", "leave it out: a tensor is never moved, and copies make themselves"),
    ("copy", "leave it out: a tensor is never moved, and copies make themselves"),
    ("copy_data", "a body has no list of the elements: return the tensor, and read it outside"),
    ("correlate", "the vocabulary has convolutions over one axis and two: `conv1d` and `conv2d`"),
    ("cpu", "leave it out: a tensor stays on the device where it is"),
    ("cross_entropy_for_logits", "write `{x}.crossentropy({0|labels}).mean()`"),
    ("cross_entropy_loss", "write `{x}.crossentropy({0|labels}).mean()`"),
    ("cuda", "leave it out: a tensor stays on the device where it is"),
    ("data", "a body has no list of the elements: return the tensor, and read it outside"),
    ("dbg", "print host values: take them out with `{x}.item()` or `{x}.shape()` first"),
    ("deepcopy", "leave it out: a tensor is never moved, and copies make themselves"),
    ("dense", "write `{x}.matmul({0|w})`, with the weights as [inputs, outputs], and add the bias"),
    ("device", "leave it out: a tensor stays on the device where it is"),
    ("diagflat", "write `{x}.flatten().diag()`"),
    ("digamma", "the vocabulary has no special functions but `erf`, `erfc` and `gelu`"),
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
    ("dsplit", "take ranges: `{x}[..2]` and `{x}[2..]`, or of axis 1 `{x}[s![.., ..2]]`"),
    ("dstack", "write `stack({list|[x, y]}, axis = -1)`"),
    ("dtype", "the element type is part of the signature: `Tensor<f32>`"),
    ("eig", "the vocabulary has eigenvalues of symmetric matrices alone, `eigh` and `eigvalsh`"),
    ("eigvals", "the vocabulary has eigenvalues of symmetric matrices alone, `eigh` and `eigvalsh`"),
    ("elem_count", "the number of elements is `{x}.shape().iter().product::<usize>()`"),
    ("embedding", "write `{x}.take(indices, axis = 0)`"),
    ("empty", "write `zeros({shape|(2, 3)})`"),
    ("empty_like", "write `zeros_like({x})`"),
    ("enumerate", "loop over the positions `0..{x}.dim(0)` and take `{x}[i]`"),
    ("eq_tensor", "write `{x} == {0|y}`"),
    ("equals", "write `({x} == {0|y}).all()`"),
    ("erfinv", "the vocabulary has no special functions but `erf`, `erfc` and `gelu`"),
    ("exp_m1", "write `{x}.expm1()`"),
    ("expand", "write `{x}.broadcast_to({*|(3, N, D)})`"),
    ("expand_as", "write `{x}.broadcast_to({0|y}.shape())`"),
    ("expect", "leave it out: errors of operations go to the caller by themselves"),
    ("expit", "write `{x}.sigmoid()`"),
    ("expm", "the vocabulary has no functions of matrices but powers and inverses"),
    ("extract", "write `{x}[{x} > 0.0]`: the elements where a mask is true"),
    ("fabs", "write `{x}.abs()`"),
    ("fft", "the vocabulary has no complex numbers"),
    ("fill", "write `full_like({x}, {0|0.0})`"),
    ("fill_diagonal", "a tensor is never written in place: choose with `where_(mask, y, {x})`"),
    ("flatnonzero", "write `{x}.flatten().argwhere().flatten()`"),
    ("flatten_all", "write `{x}.flatten()`"),
    ("flatten_all_vec", "a body has no list of the elements: return the tensor, and read it outside"),
    ("flatten_from", "write `{x}.flatten(start = {0|1})`"),
    ("flatten_to", "write `{x}.flatten(end = {0|1})`"),
    ("fliplr", "write `{x}.flip(axis = 1)`"),
    ("flipud", "write `{x}.flip(axis = 0)`"),
    ("float", "write `{x}.astype(f32)`"),
    ("float16", "write `{x}.astype(f16)`"),
    ("float_power", "write `{x}.pow({0|2.0})`"),
    ("floor_div", "write `{x}.floor_divide({0|2.0})`"),
    ("floor_mod", "write `{x} % {0|y}`, which has the divisor's sign"),
    ("floor_mod_div", "write `{x}.floor_divide({0|2.0})`"),
    ("floormod", "write `{x} % {0|y}`, which has the divisor's sign"),
    ("fmax", "write `{x}.maximum({0|y})`"),
    ("fmin", "write `{x}.minimum({0|y})`"),
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
    ("gammaln", "the vocabulary has no special functions but `erf`, `erfc` and `gelu`"),
    ("gather_nd", "index with one tensor per axis: `{x}[(indices, columns)]`"),
    ("ge_tensor", "write `{x} >= {0|y}`"),
    ("gelu_erf", "write `{x}.gelu()`"),
    ("gelu_new", "write `{x}.gelu(approximate = \"tanh\")`"),
    ("gelu_tanh", "write `{x}.gelu(approximate = \"tanh\")`"),
    ("genrows", "loop over the positions `0..{x}.dim(0)` and take `{x}[i]`"),
    ("geomspace", "write `logspace(0.0, 2.0, 10)`: the exponents of the ends, to base 10"),
    ("get", "write `{x}[{0|0}]`"),
    ("get_shape", "write `{x}.shape()`"),
    ("grad", "write `grad(|x| x.sum())({x})`, with your function"),
    ("grad_and_value", "write `value_and_grad(|x| x.sum(), {x})`, with your function"),
    ("gradient", "write `grad(|x| x.sum())({x})`, with your function"),
    ("gt_tensor", "write `{x} > {0|y}`"),
    ("half", "write `{x}.astype(f16)`"),
    ("histc", "count with `indices.one_hot(3).sum(axis = 0)`"),
    ("histogram", "count with `indices.one_hot(3).sum(axis = 0)`"),
    ("hsplit", "write `{x}.split({0|1}, axis = 1)`"),
    ("hstack", "write `concatenate({list|[x, y]}, axis = 1)`"),
    ("i", "write `{x}[{0|0}]`"),
    ("identity", "write `eye({shape|3})`"),
    ("if_then_else", "write `where_({x|mask}, {0|x}, {1|y})`"),
    ("ifft", "the vocabulary has no complex numbers"),
    ("im2col", "take ranges, and join them with `stack`"),
    ("imag", "the vocabulary has no complex numbers"),
    ("index_axis", "write `{x}[{1|0}]` for axis 0, `{x}[(.., {1|0})]` for axis 1"),
    ("index_axis_move", "write `{x}[{1|0}]` for axis 0, `{x}[(.., {1|0})]` for axis 1"),
    ("index_copy", "write `{x}.index_update(0, 1.0)`, with your index and value"),
    ("index_fill", "write `{x}.index_update(0, 1.0)`, with your index and value"),
    ("index_put", "write `{x}.index_update(0, 1.0)`, with your index and value"),
    ("index_select", "write `{x}.take(indices, axis = 0)`"),
    ("indexed_iter", "loop over the positions `0..{x}.dim(0)` and take `{x}[i]`"),
    ("inner_iter", "loop over the positions `0..{x}.dim(0)` and take `{x}[i]`"),
    ("insert_axis", "write `{x}.expand_dims(axis = {axis@0|-1})`"),
    ("int", "write `{x}.astype(i32)`"),
    ("int64_value", "write `{x}.item()`"),
    ("interpolate", "the vocabulary has no interpolation: do it outside of the function"),
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
    ("itemset", "a tensor is never written in place: choose with `where_(mask, y, {x})`"),
    ("iter", "loop over the positions `0..{x}.dim(0)` and take `{x}[i]`"),
    ("iter_mut", "loop over the positions `0..{x}.dim(0)` and take `{x}[i]`"),
    ("jit", "leave it out: an agnostic function is compiled to native calls as it is"),
    ("kind", "the element type is part of the signature: `Tensor<f32>`"),
    ("kl_div", "write `({0|y} * ({0|y}.log() - {x})).sum()`"),
    ("kthvalue", "sort, and take a position: the middle one is `{x}.sort(axis = 0)[N / 2]`"),
    ("l2_normalize", "write `{x} / {x}.l2(axis = -1, keepdims = true)`"),
    ("lanes", "loop over the positions `0..{x}.dim(0)` and take `{x}[i]`"),
    ("layernorm", "write `({x} - {x}.mean(axis = -1, keepdims = true)) / ({x}.var(axis = -1, keepdims = true) + 1e-5).sqrt()`"),
    ("layout", "strides are the framework's own matter: there is `{x}.shape()`"),
    ("le_tensor", "write `{x} <= {0|y}`"),
    ("len", "the size of the first axis is `{x}.dim(0)`; all elements are `{x}.shape().iter().product::<usize>()`"),
    ("len_of", "write `{x}.dim({axis@0|0})`"),
    ("less_tensor", "write `{x} < {0|y}`"),
    ("lgamma", "the vocabulary has no special functions but `erf`, `erfc` and `gelu`"),
    ("ln", "write `{x}.log()`"),
    ("ln_1p", "write `{x}.log1p()`"),
    ("log_sum_exp", "write `{x}.logsumexp({axis@0=axis})`"),
    ("logistic", "write `{x}.sigmoid()`"),
    ("logsoftmax", "write `{x}.log_softmax(axis = {axis@0|-1})`"),
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
    ("masked_select", "write `{x}[mask]`"),
    ("matrix_exp", "the vocabulary has no functions of matrices but powers and inverses"),
    ("matvec", "write `{x}.matmul({0|w})`"),
    ("max_all", "write `{x}.max()`"),
    ("max_axis", "write `{x}.max(axis = {axis@0|0})`"),
    ("max_dim", "write `({x}.max(axis = {axis@0|0}), {x}.argmax(axis = {axis@0|0}))`"),
    ("max_keepdim", "write `{x}.max(axis = {axis@0|-1}, keepdims = true)`"),
    ("maximum_scalar", "write `{x}.maximum({0|0.0})`"),
    ("mean_absolute_error", "write `({x} - {0|y}).abs().mean()`"),
    ("mean_all", "write `{x}.mean()`"),
    ("mean_axis", "write `{x}.mean(axis = {axis@0|0})`"),
    ("mean_dim", "write `{x}.mean(axis = {axis@0|0})`"),
    ("mean_keepdim", "write `{x}.mean(axis = {axis@0|-1}, keepdims = true)`"),
    ("mean_squared_error", "write `({x} - {0|y}).square().mean()`"),
    ("min_all", "write `{x}.min()`"),
    ("min_axis", "write `{x}.min(axis = {axis@0|0})`"),
    ("min_dim", "write `({x}.min(axis = {axis@0|0}), {x}.argmin(axis = {axis@0|0}))`"),
    ("min_keepdim", "write `{x}.min(axis = {axis@0|-1}, keepdims = true)`"),
    ("minimum_scalar", "write `{x}.minimum({0|0.0})`"),
    ("mm", "write `{x}.matmul({0|w})`"),
    ("mode", "count with `{x}.unique_counts()`, and take the element with the largest count"),
    ("moments", "write `({x}.var(correction = 1.0), {x}.mean())`"),
    ("mul_scalar", "write `{x} * {0|2.0}`"),
    ("multinomial", "make it of uniform numbers: `(uniform((2, 3), seed = 1) * 10.0).floor()`"),
    ("multiply_scalar", "write `{x} * {0|2.0}`"),
    ("mv", "write `{x}.matmul({0|w})`"),
    ("name", "write `{x}.shape()`"),
    ("nanmedian", "the vocabulary has no order without NaN: it has `{x}.nanmean()`, `nansum`, `nanmin` and `nanmax`"),
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
    ("no_grad", "leave it out: gradients are the framework's, outside of the function"),
    ("nonzero", "write `{x}.argwhere()`: a row for each element"),
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
    ("percentile", "write `{x}.quantile(0.9)`: a percentage is a part of 100"),
    ("permute", "write `{x}.transpose(axes = {*|(1, 0)})`"),
    ("permute_axes", "write `{x}.transpose(axes = {*|(1, 0)})`"),
    ("permuted_axes", "write `{x}.transpose(axes = {*|(1, 0)})`"),
    ("pin_memory", "leave it out: a tensor stays on the device where it is"),
    ("polygamma", "the vocabulary has no special functions but `erf`, `erfc` and `gelu`"),
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
    ("put", "write `{x}.index_update(0, 1.0)`, with your index and value"),
    ("rand", "write `uniform({shape|(2, 3)}, seed = 1)`"),
    ("rand_like", "write `uniform({x}.shape(), seed = 1)`"),
    ("randn", "write `normal({shape|(2, 3)}, seed = 1)`"),
    ("randn_like", "write `normal({x}.shape(), seed = 1)`"),
    ("random", "write `uniform({shape|(2, 3)}, seed = 1)`"),
    ("random_normal", "write `normal({shape|(2, 3)}, seed = 1)`"),
    ("random_uniform", "write `uniform({shape|(2, 3)}, seed = 1)`"),
    ("range", "write `arange({shape|3})` for a tensor; a loop goes over `0..3`"),
    ("rank", "write `{x}.ndim()`"),
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
    ("rem", "write `{x} % {0|y}`, which has the divisor's sign"),
    ("rem_euclid", "write `{x} % {0|y}`, which has the divisor's sign"),
    ("remove_axis", "write `{x|x[..1]}.squeeze(axis = {axis@0|0})`, or take one position with `{x}[0]`"),
    ("requires_grad", "gradients are the framework's: ask the result for them, outside of the function"),
    ("reshape_as", "write `{x}.reshape({0|y}.shape())`"),
    ("retain_grad", "gradients are the framework's: ask the result for them, outside of the function"),
    ("reverse", "write `{x}.flip(axis = {axis@0|0})`"),
    ("reversed_axes", "write `{x}.transpose()`"),
    ("rfft", "the vocabulary has no complex numbers"),
    ("rint", "write `{x}.round()`"),
    ("rollaxis", "write `{x}.moveaxis({axis@0|0}, -1)`, with the place for it"),
    ("round_half_even", "write `{x}.round()`"),
    ("row", "write `{x}[{0|0}]`"),
    ("row_stack", "write `concatenate({list|[x, y]}, axis = 0)`"),
    ("rows", "loop over the positions `0..{x}.dim(0)` and take `{x}[i]`"),
    ("scan", "write it with reductions: `{x}.sum(axis = 0)`, `prod`, `max`, `all`"),
    ("scatter_nd", "write `{x}.index_update(0, 1.0)`, with your index and value"),
    ("scatter_reduce", "sums are made by `{x}.scatter_add(rows, {x}, axis = 0)`, with your index and source"),
    ("segment_sum", "the vocabulary has no scatter that adds up: write `indices.one_hot(3).transpose().matmul({x})`"),
    ("set", "a tensor is never written in place: choose with `where_(mask, y, {x})`"),
    ("set_item", "a tensor is never written in place: choose with `where_(mask, y, {x})`"),
    ("set_requires_grad", "leave it out: gradients are the framework's, outside of the function"),
    ("sgn", "write `{x}.sign()`"),
    ("shallow_clone", "leave it out: a tensor is never moved, and copies make themselves"),
    ("show", "print host values: take them out with `{x}.item()` or `{x}.shape()` first"),
    ("shuffle", "write `{x}.take(permutation({x}.dim(0), seed = 1))`"),
    ("sigmoid_cross_entropy_with_logits", "write `({x}.softplus() - {x} * {0|y}).mean()`"),
    ("signum", "write `{x}.sign()`"),
    ("size", "write `{x}.dim({axis@0|0})`"),
    ("size()", "write `{x}.shape()`"),
    ("slice", "write `{x}[{0|s![.., 1..]}]`"),
    ("slice_assign", "write `{x}.index_update(0, 1.0)`, with your index and value"),
    ("slice_axis", "write `{x}[1..3]` for axis 0, `{x}[s![.., 1..3]]` for axis 1"),
    ("slice_move", "write `{x}[{0|s![.., 1..]}]`"),
    ("slice_scatter", "write `{x}.index_update(0, 1.0)`, with your index and value"),
    ("slice_set", "write `{x}.index_update(0, 1.0)`, with your index and value"),
    ("softmax_cross_entropy", "write `{x}.crossentropy({0|labels}).mean()`"),
    ("softmax_cross_entropy_with_integer_labels", "write `{x}.crossentropy({0|labels}).mean()`"),
    ("softmax_cross_entropy_with_logits", "write `-({0|y} * {x}.log_softmax()).sum(axis = -1)`"),
    ("softmax_last_dim", "write `{x}.softmax()`"),
    ("softmin", "write `(-{x}).softmax(axis = {axis@0|-1})`"),
    ("sort_last_dim", "write `({x}.sort(), {x}.argsort())`"),
    ("sparse_softmax_cross_entropy_with_logits", "write `{x}.crossentropy({0|labels}).mean()`"),
    ("split_at", "take ranges: `{x}[..2]` and `{x}[2..]`, or of axis 1 `{x}[s![.., ..2]]`"),
    ("split_with_sizes", "take ranges: `{x}[..2]` and `{x}[2..]`, or of axis 1 `{x}[s![.., ..2]]`"),
    ("sqr", "write `{x}.square()`"),
    ("squared_difference", "write `({x} - {0|y}).square()`"),
    ("standard_normal", "write `normal({shape|(2, 3)}, seed = 1)`"),
    ("std_axis", "write `{x}.std(axis = {axis@0|0}, correction = {1|0.0})`"),
    ("std_mean", "write `({x}.std(correction = 1.0), {x}.mean())`"),
    ("stddev", "write `{x}.std({axis@0=axis})`"),
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
    ("t", "write `{x}.transpose()`"),
    ("take_along_dim", "write `{x}.take_along_axis({0|rows}, axis = {axis@1|-1})`"),
    ("tensor_scatter_nd_add", "sums are made by `{x}.scatter_add(rows, {x}, axis = 0)`, with your index and source"),
    ("tensor_scatter_nd_update", "write `{x}.index_update(0, 1.0)`, with your index and value"),
    ("tensor_split", "write `{x}.chunk({0|2}, axis = {axis@1|0})`: the last part is the shorter one"),
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
    ("tracked", "leave it out: a tensor is never moved, and copies make themselves"),
    ("transpose_last", "write `{x}.swapaxes(-2, -1)`"),
    ("type_as", "write `{x}.astype(_)`, where `_` is the function's float type"),
    ("unfold", "of an axis it is `{x}.sliding_window(1, axis = 0)`, with your size; `conv1d`, `conv2d` and the poolings go over windows"),
    ("unfold_axis", "write `{x}.sliding_window(1, axis = 0)`, with your size"),
    ("unsorted_segment_sum", "the vocabulary has no scatter that adds up: write `indices.one_hot(3).transpose().matmul({x})`"),
    ("unsqueeze", "write `{x}.expand_dims(axis = {axis@0|-1})`"),
    ("unwrap", "leave it out: errors of operations go to the caller by themselves"),
    ("upsample_nearest2d", "the vocabulary has no interpolation: do it outside of the function"),
    ("value_and_grad", "write `value_and_grad(|x| x.sum(), {x})`, with your function"),
    ("var_axis", "write `{x}.var(axis = {axis@0|0}, correction = {1|0.0})`"),
    ("var_keepdim", "write `{x}.var(axis = {axis@0|-1}, correction = 1.0, keepdims = true)`"),
    ("var_mean", "write `({x}.var(correction = 1.0), {x}.mean())`"),
    ("variance", "write `{x}.var({axis@0=axis})`"),
    ("vdot", "write `{x|v}.dot({0|u})`"),
    ("vecmat", "write `{x}.matmul({0|w})`"),
    ("vectorize", "operations go element by element of themselves: write the formula on the tensor, such as `{x}.exp() * 2.0`"),
    ("view", "write `{x}.reshape({*|(N, -1)})`"),
    ("view()", "leave it out: a tensor is never moved, and copies make themselves"),
    ("view_as", "write `{x}.reshape({0|y}.shape())`"),
    ("vmap", "operations go element by element of themselves: write the formula on the tensor, such as `{x}.exp() * 2.0`"),
    ("vsplit", "write `{x}.split({0|1}, axis = 0)`"),
    ("vstack", "write `concatenate({list|[x, y]}, axis = 0)`"),
    ("where_cond", "write `where_({x|mask}, {0|x}, {1|y})`"),
    ("where_indices", "write `{x}.argwhere()`: a row for each element"),
    ("where_scalarself", "write `where_({x|mask}, {0|x}, {1|y})`"),
    ("where_self", "write `where_({x|mask}, {0|x}, {1|y})`"),
    ("windows", "loop over the positions `0..{x}.dim(0)` and take `{x}[i]`"),
    ("with_grad", "gradients are the framework's: ask the result for them, outside of the function"),
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
    ("grad", "write `grad(|x| x.sum())({x})`, with your function"),
    ("imag", "the vocabulary has no complex numbers"),
    ("indices", "values and positions come apart: `{x}.max(axis = 0)` and `{x}.argmax(axis = 0)`"),
    ("is_cuda", "leave it out: a tensor stays on the device where it is"),
    ("mH", "write `{x}.swapaxes(-2, -1)`"),
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
    ("BF16", "bf16"),
    ("BFloat16", "bf16"),
    ("Bool", "bool"),
    ("Double", "f64"),
    ("F16", "f16"),
    ("F32", "f32"),
    ("F64", "f64"),
    ("Float", "f32"),
    ("Half", "f16"),
    ("I32", "i32"),
    ("I64", "i64"),
    ("Int", "i32"),
    ("Int64", "i64"),
    ("U32", "i64"),
    ("U64", "i64"),
    ("U8", "u8"),
    ("Uint8", "u8"),
    ("bfloat16", "bf16"),
    ("bool_", "bool"),
    ("boolean", "bool"),
    ("byte", "u8"),
    ("double", "f64"),
    ("float", "f32"),
    ("float16", "f16"),
    ("float32", "f32"),
    ("float64", "f64"),
    ("float_", "f64"),
    ("half", "f16"),
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

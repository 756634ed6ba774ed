//! Convolutions of tensors that are not tracked: candle's own.
//!
//! They take one stride, padding and dilation for all axes, and read a weight of more than one group wrongly where it is
//! a view. What is tracked goes by the composition, whose gradients are those of a gather and a product.

use candle_core::{DType, Result as Fallible, Tensor};
use eagerpy_runtime::ops::window::Window;

/// What candle's convolutions take: padding, stride and dilation.
fn same_steps(windows: &[Window]) -> Option<(usize, usize, usize)> {
    let steps = |w: &Window| (w.padding, w.stride, w.dilation);
    let (first, rest) = windows.split_first()?;
    rest.iter()
        .all(|w| steps(w) == steps(first))
        .then(|| steps(first))
}

/// Contiguous from the beginning of its storage.
fn plain(x: &Tensor) -> Fallible<Tensor> {
    if x.is_contiguous() && x.layout().start_offset() == 0 {
        return Ok(x.clone());
    }
    x.force_contiguous()
}

/// `None` where candle's own is not to be used.
pub(super) fn conv(
    x: &Tensor,
    weight: &Tensor,
    bias: Option<&Tensor>,
    windows: &[Window],
    groups: usize,
) -> Fallible<Option<Tensor>> {
    let tracked = x.track_op() || weight.track_op() || bias.is_some_and(Tensor::track_op);
    let empty = x.elem_count() == 0 || weight.elem_count() == 0;
    let Some((padding, stride, dilation)) = same_steps(windows).filter(|_| !tracked && !empty)
    else {
        return Ok(None);
    };
    if super::convert::is_half(x) && x.device().is_cpu() {
        // There candle has none of bf16. Other devices add up in f32 of themselves.
        let wide = |x: &Tensor| x.to_dtype(DType::F32);
        let bias = bias.map(wide).transpose()?;
        let out = conv(&wide(x)?, &wide(weight)?, bias.as_ref(), windows, groups)?;
        return out.map(|out| out.to_dtype(x.dtype())).transpose();
    }
    let (x, weight) = (plain(x)?, plain(weight)?);
    let out = if windows.len() == 1 {
        x.conv1d(&weight, padding, stride, dilation, groups)?
    } else {
        x.conv2d(&weight, padding, stride, dilation, groups)?
    };
    let Some(bias) = bias else {
        return Ok(Some(out));
    };
    let mut sizes = vec![1; out.rank()];
    if let Some(channels) = sizes.get_mut(1) {
        *channels = bias.elem_count();
    }
    out.broadcast_add(&bias.reshape(sizes)?).map(Some)
}

//! Convolutions and poolings: libtorch's own. It refuses some tensors without elements, whose results are known.

use ::tch::{Kind, Tensor};
use eagerpy_runtime::ops::window::{Window, result};
use eagerpy_runtime::{Ints, Result};

use super::convert::{Ours, float, long, sizes};

/// One number for each window.
fn each(windows: &[Window], number: impl Fn(&Window) -> usize) -> Ints {
    Ints(windows.iter().map(|w| long(number(w))).collect())
}

/// A convolution of nothing: the bias.
fn bias_alone(x: &Tensor, kind: Kind, bias: Option<&Tensor>, shape: &[usize]) -> Result<Tensor> {
    let zeros = Tensor::f_zeros(&*Ints::from(shape), (kind, x.device())).ours()?;
    let Some(bias) = bias else { return Ok(zeros) };
    let mut to = vec![1; shape.len()];
    if let Some(channels) = to.get_mut(1) {
        *channels = -1;
    }
    bias.f_reshape(&to)
        .and_then(|bias| zeros.f_add(&bias))
        .ours()
}

pub(super) fn conv(
    x: &Tensor,
    weight: &Tensor,
    bias: Option<&Tensor>,
    windows: &[Window],
    groups: usize,
) -> Result<Tensor> {
    let kind = float(x)?;
    let outputs = sizes(weight).first().copied();
    let shape = result(&sizes(x), outputs, windows);
    if x.numel() == 0 || weight.numel() == 0 {
        return bias_alone(x, kind, bias, &shape);
    }
    let stride = each(windows, |w| w.stride);
    let padding = each(windows, |w| w.padding);
    let dilation = each(windows, |w| w.dilation);
    let groups = long(groups);
    if windows.len() == 1 {
        x.f_conv1d(weight, bias, &*stride, &*padding, &*dilation, groups)
    } else {
        x.f_conv2d(weight, bias, &*stride, &*padding, &*dilation, groups)
    }
    .ours()
}

pub(super) fn conv_transpose(
    x: &Tensor,
    weight: &Tensor,
    bias: Option<&Tensor>,
    windows: &[Window],
    groups: usize,
) -> Result<Tensor> {
    let kind = float(x)?;
    if x.numel() == 0 || weight.numel() == 0 {
        let outputs = sizes(weight).get(1).copied().unwrap_or(0) * groups;
        let mut shape = vec![sizes(x).first().copied().unwrap_or(0), outputs];
        shape.extend(windows.iter().map(|w| w.size));
        return bias_alone(x, kind, bias, &shape);
    }
    let stride = each(windows, |w| w.stride);
    let padding = each(windows, |w| w.padding);
    let dilation = each(windows, |w| w.dilation);
    let extra = each(windows, |w| {
        let reached = w.len.saturating_sub(1) * w.stride + w.span();
        (w.size + 2 * w.padding).saturating_sub(reached)
    });
    let groups = long(groups);
    if windows.len() == 1 {
        x.f_conv_transpose1d(
            weight, bias, &*stride, &*padding, &*extra, groups, &*dilation,
        )
    } else {
        x.f_conv_transpose2d(
            weight, bias, &*stride, &*padding, &*extra, groups, &*dilation,
        )
    }
    .ours()
}

/// Is there a window that reaches beyond the padding?
fn rounded_up(windows: &[Window]) -> bool {
    windows.iter().any(|w| {
        let reached = w.len.saturating_sub(1) * w.stride + w.span();
        reached > w.size + 2 * w.padding
    })
}

pub(super) fn max_pool(x: &Tensor, windows: &[Window]) -> Result<Tensor> {
    let kind = float(x)?;
    if x.numel() == 0 {
        return bias_alone(x, kind, None, &result(&sizes(x), None, windows));
    }
    let kernel = each(windows, |w| w.kernel);
    let stride = each(windows, |w| w.stride);
    let padding = each(windows, |w| w.padding);
    let dilation = each(windows, |w| w.dilation);
    let ceil = rounded_up(windows);
    if windows.len() == 1 {
        x.f_max_pool1d(&*kernel, &*stride, &*padding, &*dilation, ceil)
    } else {
        x.f_max_pool2d(&*kernel, &*stride, &*padding, &*dilation, ceil)
    }
    .ours()
}

pub(super) fn avg_pool(x: &Tensor, windows: &[Window], padded: bool) -> Result<Tensor> {
    let kind = float(x)?;
    if x.numel() == 0 {
        return bias_alone(x, kind, None, &result(&sizes(x), None, windows));
    }
    let kernel = each(windows, |w| w.kernel);
    let stride = each(windows, |w| w.stride);
    let padding = each(windows, |w| w.padding);
    let ceil = rounded_up(windows);
    if windows.len() == 1 {
        x.f_avg_pool1d(&*kernel, &*stride, &*padding, ceil, padded)
    } else {
        x.f_avg_pool2d(&*kernel, &*stride, &*padding, ceil, padded, None::<i64>)
    }
    .ours()
}

/// Over the last axes, as many as there are. `None` where the axes are others.
pub(super) fn layer_norm(
    x: &Tensor,
    axes: &[usize],
    weight: Option<&Tensor>,
    bias: Option<&Tensor>,
    eps: f64,
) -> Result<Option<Tensor>> {
    float(x)?;
    let shape = sizes(x);
    let Some(first) = shape.len().checked_sub(axes.len()) else {
        return Ok(None);
    };
    if axes.is_empty() || axes.first() != Some(&first) || x.numel() == 0 {
        return Ok(None);
    }
    let last = Ints::from(shape.get(first..).unwrap_or_default());
    x.f_layer_norm(&*last, weight, bias, eps, true)
        .ours()
        .map(Some)
}

//! Windows: how a kernel lies over the axes of a tensor, in convolutions and poolings.
//!
//! In go the sizes and the user's strides, paddings and dilations; out come one [`Window`] per axis that holds all of
//! it, with what cannot be refused here, in the same words for every backend.

use smallvec::SmallVec;

use crate::error::{Error, Result};
use crate::shape::{self, Shape};

/// The windows of all axes.
pub type Windows = SmallVec<[Window; 2]>;

/// Windows over one axis: window `i` has the positions `i * stride - padding + k * dilation`, for `k` in `0..kernel`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The size of the axis.
    pub size: usize,
    /// Positions that a window has.
    pub kernel: usize,
    /// Distance between windows.
    pub stride: usize,
    /// Positions before the axis, and behind it, that windows may have.
    pub padding: usize,
    /// Distance between positions of a window.
    pub dilation: usize,
    /// The number of windows.
    pub len: usize,
}

impl Window {
    /// The position that tap `k` of window `i` has on the axis; `None` in the padding.
    #[inline]
    pub fn position(&self, i: usize, k: usize) -> Option<usize> {
        (i * self.stride + k * self.dilation)
            .checked_sub(self.padding)
            .filter(|&at| at < self.size)
    }

    /// From the first to the last position of a window.
    pub fn span(&self) -> usize {
        reach(self.kernel, self.dilation)
    }

    /// The positions of window `i` that count as its size: those in the axis, with `padded` also those in the padding, but
    /// never those beyond it.
    pub fn counted(&self, i: usize, padded: bool) -> usize {
        if !padded {
            return (0..self.kernel)
                .filter(|&k| self.position(i, k).is_some())
                .count();
        }
        let end = self.size + 2 * self.padding;
        (0..self.kernel)
            .filter(|&k| i * self.stride + k * self.dilation < end)
            .count()
    }
}

fn reach(kernel: usize, dilation: usize) -> usize {
    kernel
        .saturating_sub(1)
        .saturating_mul(dilation)
        .saturating_add(1)
}

/// One number for all axes, or one for each; none below `least`.
pub(crate) fn each(name: &str, given: &[i64], axes: usize, least: i64) -> Result<Shape> {
    let list = match given {
        [one] => vec![*one; axes],
        list if list.len() == axes => list.to_vec(),
        list => {
            return Err(Error::value(format!(
                "`{name}` has {} numbers, {list:?}, for {axes} {}",
                list.len(),
                if axes == 1 { "axis" } else { "axes" },
            )));
        }
    };
    list.into_iter()
        .map(|n| match usize::try_from(n) {
            // What no size reaches must not overflow in sums.
            Ok(size) if n >= least && size <= usize::MAX >> 8 => Ok(size),
            _ => Err(Error::value(format!(
                "`{name}` is at least {least}, not {n}"
            ))),
        })
        .collect()
}

/// The user's numbers, one for each axis.
pub(crate) struct Steps {
    /// Distance between windows.
    pub stride: Shape,
    /// Positions before and behind the axis.
    pub padding: Shape,
    /// Distance between positions of a window.
    pub dilation: Shape,
}

impl Steps {
    /// Held to what they may be.
    pub fn new(axes: usize, stride: &[i64], padding: &[i64], dilation: &[i64]) -> Result<Steps> {
        Ok(Steps {
            stride: each("stride", stride, axes, 1)?,
            padding: each("padding", padding, axes, 0)?,
            dilation: each("dilation", dilation, axes, 1)?,
        })
    }

    /// The windows of kernels of these sizes over axes of these sizes, whose numbers `count` works out.
    fn windows(
        &self,
        sizes: &[usize],
        kernel: &[usize],
        count: impl Fn(&Window, usize) -> Result<Window>,
    ) -> Result<Windows> {
        let at = |list: &Shape, axis: usize| list.get(axis).copied().unwrap_or(1);
        sizes
            .iter()
            .zip(kernel)
            .enumerate()
            .map(|(axis, (&size, &kernel))| {
                let window = Window {
                    size,
                    kernel,
                    stride: at(&self.stride, axis),
                    padding: at(&self.padding, axis),
                    dilation: at(&self.dilation, axis),
                    len: 0,
                };
                count(&window, axis)
            })
            .collect()
    }
}

/// The number of windows that fit; with `ceil` also one that begins in the axis and reaches beyond its padding.
fn fitted(window: &Window, ceil: bool) -> Result<Window> {
    let padded = window.padding.saturating_mul(2).saturating_add(window.size);
    let Some(room) = padded.checked_sub(window.span()) else {
        let what = match window.dilation {
            1 => format!("a kernel of {}", window.kernel),
            d => format!("a kernel of {} with dilation {d}", window.kernel),
        };
        return Err(Error::shape(format!(
            "{what} is longer than an axis of {} with padding {}",
            window.size, window.padding
        )));
    };
    let mut len = room / window.stride + 1;
    if ceil && room % window.stride != 0 && len * window.stride < window.size + window.padding {
        len += 1;
    }
    Ok(Window { len, ..*window })
}

/// Sizes of what a convolution takes: `[N, C, …]`, a weight, a bias.
pub(crate) struct Operands<'s> {
    /// The tensor.
    pub x: &'s [usize],
    /// Its weight.
    pub weight: &'s [usize],
    /// Its bias, if it has one.
    pub bias: Option<&'s [usize]>,
    /// Groups of channels.
    pub groups: usize,
}

impl Operands<'_> {
    /// Sizes of the axes behind the channels, and of the kernel, where ranks and channels fit.
    fn checked(&self, axes: usize, transposed: bool) -> Result<(Shape, Shape)> {
        let (x, weight, groups) = (self.x, self.weight, self.groups);
        let rest = if axes == 1 { "L" } else { "H, W" };
        let ([_, channels, sizes @ ..], [first, second, kernel @ ..]) = (x, weight) else {
            return Err(ranks(x, weight, rest));
        };
        if sizes.len() != axes || kernel.len() != axes {
            return Err(ranks(x, weight, rest));
        }
        if groups == 0 {
            return Err(Error::value("`groups` is at least 1, not 0"));
        }
        let (wanted, out) = if transposed {
            (*first, second.saturating_mul(groups))
        } else {
            (second.saturating_mul(groups), *first)
        };
        if wanted != *channels {
            let times = if groups == 1 || transposed {
                String::new()
            } else {
                format!(" in {groups} groups")
            };
            return Err(Error::shape(format!(
                "the tensor {x:?} has {channels} channels, but the weight {weight:?} is for {wanted}{times}"
            )));
        }
        for (what, count) in [("channels", *channels), ("outputs", out)] {
            if !count.is_multiple_of(groups) {
                return Err(Error::shape(format!(
                    "`groups` is {groups}, which does not divide the {count} {what}"
                )));
            }
        }
        if let Some(bias) = self.bias
            && bias != [out]
        {
            return Err(Error::shape(format!("the bias is [{out}], not {bias:?}")));
        }
        if kernel.contains(&0) {
            return Err(Error::shape(format!("the weight {weight:?} has no kernel")));
        }
        Ok((Shape::from_slice(sizes), Shape::from_slice(kernel)))
    }
}

fn ranks(x: &[usize], weight: &[usize], rest: &str) -> Error {
    Error::shape(format!(
        "the tensor is [N, C, {rest}] and the weight has as many axes, not {x:?} and {weight:?}"
    ))
}

/// The windows of a convolution over the last `axes` axes.
pub(crate) fn convolution(operands: &Operands<'_>, axes: usize, steps: &Steps) -> Result<Windows> {
    let (sizes, kernel) = operands.checked(axes, false)?;
    steps.windows(&sizes, &kernel, |window, _| fitted(window, false))
}

/// The windows of the convolution whose transpose is wanted: they lie over the result, and there are as many as the
/// tensor has positions.
pub(crate) fn transposed(
    operands: &Operands<'_>,
    axes: usize,
    steps: &Steps,
    output_padding: &[i64],
) -> Result<Windows> {
    let (lens, kernel) = operands.checked(axes, true)?;
    let extra = each("output_padding", output_padding, axes, 0)?;
    steps.windows(&lens, &kernel, |window, axis| {
        let extra = extra.get(axis).copied().unwrap_or(0);
        if extra >= window.stride.max(window.dilation) {
            return Err(Error::value(format!(
                "`output_padding` is {extra}, not less than the stride {} or the dilation {}",
                window.stride, window.dilation
            )));
        }
        let len = window.size;
        let size = len
            .saturating_sub(1)
            .saturating_mul(window.stride)
            .saturating_add(window.span())
            .saturating_add(extra)
            .checked_sub(2 * window.padding)
            .filter(|&size| size > 0 && len > 0);
        match size {
            Some(size) => Ok(Window {
                size,
                len,
                ..*window
            }),
            None => Err(Error::shape(format!(
                "nothing is left of an axis of {len} with a kernel of {} and padding {}",
                window.kernel, window.padding
            ))),
        }
    })
}

/// The windows of a pooling over the last `axes` axes.
pub(crate) fn pooling(
    x: &[usize],
    axes: usize,
    kernel: &[i64],
    steps: &Steps,
    ceil: bool,
) -> Result<Windows> {
    let Some((_, sizes)) = x.split_at_checked(2).filter(|(_, s)| s.len() == axes) else {
        let rest = if axes == 1 { "L" } else { "H, W" };
        return Err(Error::shape(format!(
            "the tensor is [N, C, {rest}], not {x:?}"
        )));
    };
    let kernel = each("kernel", kernel, axes, 1)?;
    steps.windows(sizes, &kernel, |window, _| {
        if window.size == 0 {
            return Err(Error::shape(format!("{x:?} has no elements to pool")));
        }
        // Else a window may lie in the padding alone.
        if 2 * window.padding > window.span() {
            return Err(Error::value(format!(
                "`padding` is {}, more than half of a kernel of {}",
                window.padding, window.kernel
            )));
        }
        fitted(window, ceil)
    })
}

/// The sizes of a result: what `x` has before its windows (with other channels, if said), then the windows' numbers.
pub fn result(x: &[usize], channels: Option<usize>, windows: &[Window]) -> Shape {
    let mut out: Shape = x
        .iter()
        .take(x.len() - windows.len().min(x.len()))
        .copied()
        .collect();
    if let (Some(channels), Some(last)) = (channels, out.last_mut()) {
        *last = channels;
    }
    out.extend(windows.iter().map(|w| w.len));
    out
}

/// For every tap of all windows, and every window, the position on the axes as one, row-major; `None` in the padding. Taps
/// and windows are row-major over the axes, too.
pub fn positions(windows: &[Window]) -> impl Iterator<Item = Option<usize>> + '_ {
    let taps: Shape = windows.iter().map(|w| w.kernel).collect();
    let lens: Shape = windows.iter().map(|w| w.len).collect();
    let count = shape::size(&lens);
    (0..shape::size(&taps)).flat_map(move |tap| {
        let (taps, lens) = (taps.clone(), lens.clone());
        (0..count).map(move |window| {
            let (mut tap, mut window) = (tap, window);
            let (mut at, mut width) = (0, 1);
            for ((w, &k), &len) in windows.iter().zip(&taps).zip(&lens).rev() {
                at += w.position(window % len, tap % k)? * width;
                width *= w.size;
                tap /= k;
                window /= len;
            }
            Some(at)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_more_for_ceil_begins_in_the_axis() {
        let window = |size, kernel, stride, padding, ceil| {
            let steps = Steps::new(1, &[stride], &[padding], &[1]);
            steps
                .and_then(|s| pooling(&[1, 1, size], 1, &[kernel], &s, ceil))
                .map(|w| w.first().map_or(0, |w| w.len))
                .map_err(|e| e.kind())
        };
        assert_eq!(window(5, 2, 2, 0, false), Ok(2));
        assert_eq!(window(5, 2, 2, 0, true), Ok(3));
        // The next one would begin in the padding behind.
        assert_eq!(window(3, 2, 3, 1, true), Ok(2));
        assert_eq!(window(2, 3, 1, 0, true), Err(crate::ErrorKind::Shape));
        assert_eq!(window(2, 2, 0, 0, true), Err(crate::ErrorKind::Value));
        assert_eq!(window(4, 2, 2, 2, true), Err(crate::ErrorKind::Value));
    }

    #[test]
    fn what_reaches_beyond_the_padding_is_not_counted() {
        let window = Window {
            size: 5,
            kernel: 2,
            stride: 2,
            padding: 0,
            dilation: 1,
            len: 3,
        };
        assert_eq!(window.counted(2, true), 1);
        assert_eq!(window.counted(1, true), 2);
        let padded = Window {
            padding: 1,
            ..window
        };
        assert_eq!(padded.counted(0, true), 2);
        assert_eq!(padded.counted(0, false), 1);
    }
}

//! Gradients through functions of the caller's, by libtorch's autograd.
//!
//! A leaf is a tensor of its own, and gradients are asked for by name: no `.grad` is filled, neither that of the caller's
//! tensors nor those of the weights in the function. Where the caller tracks the argument, the leaf hangs on it, and the
//! function is run once more for the value: so both the value and the gradient are differentiable as everything else.

use ::tch::Tensor;
use eagerpy_runtime::model::{Autograd, Onward, other_shape, unconnected};
use eagerpy_runtime::{Backend, Element, Rank, Result};

use super::Tch;
use super::convert::{Ours, is_float, sizes};

impl Autograd for Tch {
    type Native = Tensor;

    fn of_arg<E: Element, R: Rank>(x: &Tensor) -> Tensor {
        x.shallow_clone()
    }

    fn of_view<E: Element>(x: &Tensor) -> Tensor {
        x.shallow_clone()
    }

    fn tensor<E: Element>(x: Tensor) -> Tensor {
        x
    }

    fn leaf(x: &Tensor) -> Result<Tensor> {
        // Without a graph where the caller has turned them off.
        let tied = x.f_alias().ours()?;
        if tied.requires_grad() {
            return Ok(tied);
        }
        x.f_detach()
            .and_then(|x| x.f_set_requires_grad(true))
            .ours()
    }

    fn tracking<T>(run: impl FnOnce() -> T) -> T {
        // It puts back what was set outside, even if the function panics.
        let _outside = ::tch::no_grad_guard();
        ::tch::with_grad(run)
    }

    fn onward(_: &[Tensor], leaves: &[Tensor]) -> Onward {
        // Cotangents may hang on what the function gives, and are no part of what the leaves are differentiated by.
        match leaves.iter().all(starts_graph) {
            true => Onward::Settled,
            false => Onward::Again,
        }
    }

    fn settled(x: &Tensor) -> Result<Tensor> {
        x.f_detach().ours()
    }

    fn cotangents(
        leaves: Vec<Tensor>,
        wanted: &[bool],
        results: &[(Tensor, Tensor)],
    ) -> Result<Vec<Tensor>> {
        let of: Vec<&Tensor> = leaves
            .iter()
            .zip(wanted)
            .filter_map(|(leaf, wanted)| wanted.then_some(leaf))
            .collect();
        let tied = !leaves.iter().all(starts_graph);
        let mut sums: Vec<Option<Tensor>> = of.iter().map(|_| None).collect();
        for (place, (y, dy)) in results.iter().enumerate() {
            if sizes(y) != sizes(dy) {
                return Err(other_shape(&sizes(dy), &sizes(y)));
            }
            if !y.requires_grad() || !is_float(y.f_kind().ours()?) {
                return Err(unconnected(Self::NAME));
            }
            let total = Self::tracking(|| y.f_mul(dy)?.f_sum(None::<::tch::Kind>)).ours()?;
            // The results have parts of the graph in common.
            let keep = tied || place + 1 < results.len();
            let found = Tensor::f_run_backward(&[total], &of, keep, tied).ours()?;
            if !found.iter().any(Tensor::defined) {
                return Err(unconnected(Self::NAME));
            }
            for (sum, found) in sums.iter_mut().zip(found) {
                if !found.defined() {
                    continue;
                }
                *sum = Some(match sum.take() {
                    Some(so_far) => so_far.f_add(&found).ours()?,
                    None => found,
                });
            }
        }
        let mut sums = sums.into_iter();
        leaves
            .iter()
            .zip(wanted)
            .map(|(leaf, wanted)| match wanted {
                true => sums.next().flatten().ok_or_else(|| unconnected(Self::NAME)),
                false => leaf.f_detach().ours(),
            })
            .collect()
    }
}

/// Does nothing of the caller's stand behind it?
fn starts_graph(leaf: &Tensor) -> bool {
    leaf.f_is_leaf().unwrap_or(true)
}

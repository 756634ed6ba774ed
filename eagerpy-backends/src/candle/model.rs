//! Gradients through functions of the caller's, by candle's `backward`.
//!
//! A leaf is a variable of its own, with a copy of the elements. candle's gradients stand in a store of their own: no
//! tensor of the caller's is touched. What candle leaves out of its graph cannot be seen in the graph: where a result
//! hangs on the argument in two ways and candle's graph has one of them, its gradient is that of the one.

use candle_core::{Tensor, Var};
use eagerpy_runtime::model::{Autograd, Onward, other_shape, unconnected};
use eagerpy_runtime::{Backend, Element, Rank, Result};

use super::Candle;
use super::convert::{failed, solid};

impl Autograd for Candle {
    type Native = Tensor;

    fn of_arg<E: Element, R: Rank>(x: &Tensor) -> Tensor {
        x.clone()
    }

    fn of_view<E: Element>(x: &Tensor) -> Tensor {
        x.clone()
    }

    fn tensor<E: Element>(x: Tensor) -> Tensor {
        x
    }

    fn leaf(x: &Tensor) -> Result<Tensor> {
        // A variable would be taken as it is.
        let x = solid(x)?.detach();
        Var::from_tensor(&x).map(Var::into_inner).map_err(failed)
    }

    fn tracking<T>(run: impl FnOnce() -> T) -> T {
        run()
    }

    fn onward(given: &[Tensor], _: &[Tensor]) -> Onward {
        // A gradient of a tensor in the middle of a graph is not kept, so the graph of the caller's is another one.
        match given.iter().any(Tensor::track_op) {
            true => Onward::Again,
            false => Onward::Settled,
        }
    }

    fn settled(x: &Tensor) -> Result<Tensor> {
        Ok(x.detach())
    }

    fn cotangents(
        leaves: Vec<Tensor>,
        wanted: &[bool],
        results: &[(Tensor, Tensor)],
    ) -> Result<Vec<Tensor>> {
        let mut sums: Vec<Option<Tensor>> = leaves.iter().map(|_| None).collect();
        for (y, dy) in results {
            if y.dims() != dy.dims() {
                return Err(other_shape(dy.dims(), y.dims()));
            }
            if !y.track_op() {
                return Err(unconnected(Self::NAME));
            }
            let grads = y
                .mul(&dy.detach())
                .and_then(|product| product.sum_all()?.backward())
                .map_err(failed)?;
            let mut any = false;
            for ((leaf, wanted), sum) in leaves.iter().zip(wanted).zip(&mut sums) {
                let Some(found) = grads.get(leaf).filter(|_| *wanted) else {
                    continue;
                };
                any = true;
                let found = found.detach();
                *sum = Some(match sum.take() {
                    Some(so_far) => (so_far + found).map_err(failed)?,
                    None => found,
                });
            }
            if !any {
                return Err(unconnected(Self::NAME));
            }
        }
        leaves
            .into_iter()
            .zip(wanted)
            .zip(sums)
            .map(|((leaf, wanted), sum)| match wanted {
                true => sum.ok_or_else(|| unconnected(Self::NAME)),
                false => Ok(leaf.detach()),
            })
            .collect()
    }
}

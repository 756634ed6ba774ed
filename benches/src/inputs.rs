//! What the functions are measured on: the same numbers in every framework.

use std::rc::Rc;

use anyhow::Result;
use candle_core::{Device, Tensor};
use ndarray::{Array1, Array2, Array4};

/// Numbers between -1 and 1 that look like any.
pub(crate) fn numbers(count: usize, seed: u64) -> Vec<f32> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 40) as f32 / (1 << 23) as f32 - 1.0
    };
    std::iter::repeat_with(next).take(count).collect()
}

/// The tensors of one framework: vectors, matrices, images and positions.
pub struct Inputs<V, M, I, L> {
    pub x: V,
    pub y: V,
    pub x0: V,
    pub g: V,
    /// Not negative.
    pub v: V,
    /// `rows` by `cols`.
    pub xm: M,
    pub ym: M,
    /// `cols`.
    pub w: V,
    pub b: V,
    /// `cols` by `outs`.
    pub wd: M,
    pub bd: V,
    /// `rows` by `outs`.
    pub h: M,
    /// `outs` by `outs`.
    pub u: M,
    /// `rows`, 0 or 1.
    pub done: V,
    pub reward: V,
    /// `rows`, below `cols`.
    pub labels: L,
    /// As many as `rows`, below `rows`.
    pub at: L,
    /// 2 by 4 by 16 by 16, and kernels: 8 by 4 by 3 by 3.
    pub image: I,
    pub kernel: I,
    pub kb: V,
}

/// How many.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    pub rows: usize,
    pub cols: usize,
    pub outs: usize,
}

impl Sizes {
    /// Are there such sizes?
    pub fn fit(n: usize) -> bool {
        n > 0 && (n <= 256 || n.is_multiple_of(256))
    }

    /// For vectors of `n` elements, which [`fit`](Sizes::fit).
    pub fn of(n: usize) -> Sizes {
        let cols = n.min(if n <= 16 { 16 } else { 256 });
        Sizes {
            rows: n / cols,
            cols,
            outs: 64,
        }
    }
}

fn build<V, M, I, L>(
    sizes: Sizes,
    vector: impl Fn(Vec<f32>) -> Result<V>,
    matrix: impl Fn(usize, usize, Vec<f32>) -> Result<M>,
    image: impl Fn([usize; 4], Vec<f32>) -> Result<I>,
    places: impl Fn(Vec<i64>) -> Result<L>,
) -> Result<Rc<Inputs<V, M, I, L>>> {
    let Sizes { rows, cols, outs } = sizes;
    let n = rows * cols;
    let some = |count: usize, seed: u64| vector(numbers(count, seed));
    let table =
        |rows: usize, cols: usize, seed: u64| matrix(rows, cols, numbers(rows * cols, seed));
    let below = |limit: usize, step: usize| -> Result<Vec<i64>> {
        (0..rows)
            .map(|i| Ok(i64::try_from(i * step % limit)?))
            .collect()
    };
    Ok(Rc::new(Inputs {
        x: some(n, 1)?,
        y: some(n, 2)?,
        x0: vector(numbers(n, 3).iter().map(|x| 0.5 + 0.5 * x).collect())?,
        g: some(n, 4)?,
        v: vector(numbers(n, 5).iter().map(|x| x * x).collect())?,
        xm: table(rows, cols, 1)?,
        ym: table(rows, cols, 2)?,
        w: some(cols, 6)?,
        b: some(cols, 7)?,
        wd: table(cols, outs, 8)?,
        bd: some(outs, 9)?,
        h: table(rows, outs, 10)?,
        u: table(outs, outs, 11)?,
        done: vector(
            (0..rows)
                .map(|i| if i % 5 == 0 { 1.0 } else { 0.0 })
                .collect(),
        )?,
        reward: some(rows, 12)?,
        labels: places(below(cols, 7)?)?,
        at: places(below(rows, 3)?)?,
        image: image([2, 4, 16, 16], numbers(2048, 13))?,
        kernel: image([8, 4, 3, 3], numbers(288, 14))?,
        kb: some(8, 15)?,
    }))
}

/// In ndarray.
pub type Ndarray = Inputs<Array1<f32>, Array2<f32>, Array4<f32>, Array1<i64>>;
/// In candle.
pub type Candle = Inputs<Tensor, Tensor, Tensor, Tensor>;
/// In tch.
#[cfg(feature = "tch")]
pub type Tch = Inputs<tch::Tensor, tch::Tensor, tch::Tensor, tch::Tensor>;

/// In all frameworks.
pub struct All {
    pub ndarray: Rc<Ndarray>,
    pub candle: Rc<Candle>,
    #[cfg(feature = "tch")]
    pub tch: Rc<Tch>,
}

impl All {
    /// Makes them.
    ///
    /// # Errors
    /// If a framework has no memory for them.
    pub fn of(sizes: Sizes) -> Result<All> {
        let cpu = &Device::Cpu;
        Ok(All {
            ndarray: build(
                sizes,
                |v| Ok(Array1::from_vec(v)),
                |rows, cols, v| Ok(Array2::from_shape_vec((rows, cols), v)?),
                |sizes, v| Ok(Array4::from_shape_vec(sizes, v)?),
                |v| Ok(Array1::from_vec(v)),
            )?,
            candle: build(
                sizes,
                |v| Ok(Tensor::from_vec(v.clone(), v.len(), cpu)?),
                |rows, cols, v| Ok(Tensor::from_vec(v, (rows, cols), cpu)?),
                |sizes, v| Ok(Tensor::from_vec(v, sizes.to_vec(), cpu)?),
                |v| Ok(Tensor::from_vec(v.clone(), v.len(), cpu)?),
            )?,
            #[cfg(feature = "tch")]
            tch: build(
                sizes,
                |v| Ok(tch::Tensor::f_from_slice(&v)?),
                |rows, cols, v| {
                    let sizes = [i64::try_from(rows)?, i64::try_from(cols)?];
                    Ok(tch::Tensor::f_from_slice(&v)?.f_reshape(sizes)?)
                },
                |sizes, v| {
                    let sizes: Vec<i64> = sizes
                        .iter()
                        .map(|s| Ok(i64::try_from(*s)?))
                        .collect::<Result<_>>()?;
                    Ok(tch::Tensor::f_from_slice(&v)?.f_reshape(sizes)?)
                },
                |v| Ok(tch::Tensor::f_from_slice(&v)?),
            )?,
        })
    }
}

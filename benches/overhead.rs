//! What a generated function costs over the same computation written by hand.
//!
//! `cargo bench --bench overhead`. Both programs of a pair run in turn in one process; the figure is
//! the ratio of their medians, generated over handwritten, which a busy machine shifts little.

#![allow(missing_docs)]

use std::hint::black_box;
use std::time::Instant;

use candle_core::{Device, Tensor};
use eagerpy::agnostic;
use ndarray::{Array1, Array2, Ix1, Ix2};

type Fallible = Result<(), Box<dyn std::error::Error>>;

/// Euclidean norm of all elements.
#[agnostic]
fn l2_norm(x: &Tensor) -> Scalar {
    x.square().sum().sqrt()
}

/// One layer of a network.
#[agnostic]
fn layer(x: &Tensor<f32, N, D>, w: &Tensor<f32, D, C>, b: &Tensor<f32, C>) -> Tensor<f32, N, C> {
    (x.matmul(w) + b).relu()
}

/// Median times of two programs that run in turn, in nanoseconds.
fn pair(
    mut ours: impl FnMut() -> Fallible,
    mut theirs: impl FnMut() -> Fallible,
) -> Result<(f64, f64), Box<dyn std::error::Error>> {
    const ROUNDS: usize = 301;
    // As many calls a sample as take about 100 µs.
    let start = Instant::now();
    ours()?;
    let once = start.elapsed().as_nanos().max(1);
    let calls = usize::try_from(100_000 / once)?.clamp(1, 2000);
    let time = |program: &mut dyn FnMut() -> Fallible| -> Result<f64, Box<dyn std::error::Error>> {
        let start = Instant::now();
        for _ in 0..calls {
            program()?;
        }
        Ok(start.elapsed().as_nanos() as f64 / calls as f64)
    };
    let (mut a, mut b) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        a.push(time(&mut ours)?);
        b.push(time(&mut theirs)?);
    }
    let median = |times: &mut Vec<f64>| {
        times.sort_by(f64::total_cmp);
        times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
    };
    Ok((median(&mut a), median(&mut b)))
}

fn report(name: &str, (ours, theirs): (f64, f64)) {
    println!(
        "{name:<36} {ours:>12.0} ns {theirs:>12.0} ns {:>8.3}",
        ours / theirs
    );
}

fn main() -> Fallible {
    println!(
        "{:<36} {:>15} {:>15} {:>8}",
        "", "generated", "handwritten", "ratio"
    );
    for n in [16, 1024, 65_536, 1 << 20] {
        let x = Array1::from_shape_fn(n, |i| (i % 17) as f32 - 8.0);
        report(
            &format!("ndarray l2_norm, n = {n}"),
            pair(
                || {
                    black_box(l2_norm::ndarray(black_box(&x))?);
                    Ok(())
                },
                || {
                    let x: &ndarray::Array<f32, Ix1> = black_box(&x);
                    black_box(x.mapv(|v| v * v).sum().sqrt());
                    Ok(())
                },
            )?,
        );
        let x = Tensor::from_vec(x.to_vec(), n, &Device::Cpu)?;
        report(
            &format!("candle l2_norm, n = {n}"),
            pair(
                || {
                    black_box(l2_norm::candle(black_box(&x))?);
                    Ok(())
                },
                || {
                    black_box(black_box(&x).sqr()?.sum_all()?.sqrt()?);
                    Ok(())
                },
            )?,
        );
    }
    for (n, d, c) in [(1, 64, 8), (128, 64, 64)] {
        let x = Array2::from_shape_fn((n, d), |(i, j)| ((i * 7 + j) % 11) as f32 - 5.0);
        let w = Array2::from_shape_fn((d, c), |(i, j)| ((i + 3 * j) % 13) as f32 * 0.1 - 0.6);
        let b = Array1::from_elem(c, 0.1_f32);
        report(
            &format!("ndarray layer, {n}x{d} to {c}"),
            pair(
                || {
                    black_box(layer::ndarray(black_box(&x), &w, &b)?);
                    Ok(())
                },
                || {
                    let x: &ndarray::Array<f32, Ix2> = black_box(&x);
                    let mut y = x.dot(&w) + &b;
                    y.mapv_inplace(|v| if v < 0.0 { 0.0 } else { v });
                    black_box(y);
                    Ok(())
                },
            )?,
        );
        let tensor =
            |a: &Array2<f32>| Tensor::from_iter(a.iter().copied(), &Device::Cpu)?.reshape(a.dim());
        let (x, w) = (tensor(&x)?, tensor(&w)?);
        let b = Tensor::from_vec(b.to_vec(), c, &Device::Cpu)?;
        report(
            &format!("candle layer, {n}x{d} to {c}"),
            pair(
                || {
                    black_box(layer::candle(black_box(&x), &w, &b)?);
                    Ok(())
                },
                || {
                    black_box(black_box(&x).matmul(&w)?.broadcast_add(&b)?.relu()?);
                    Ok(())
                },
            )?,
        );
    }
    Ok(())
}

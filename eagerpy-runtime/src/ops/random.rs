//! Random numbers from a counter-based generator: the same seed gives the same numbers on every
//! backend, device and machine.

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rand_distr::StandardNormal;

/// Uniform numbers in `0..1`.
pub(crate) fn uniform(seed: u64, len: usize) -> Vec<f64> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    (0..len).map(|_| rng.random::<f64>()).collect()
}

/// Normal numbers of mean 0 and deviation 1.
pub(crate) fn normal(seed: u64, len: usize) -> Vec<f64> {
    let rng = ChaCha8Rng::seed_from_u64(seed);
    samples(rng, len)
}

fn samples(mut rng: impl Rng, len: usize) -> Vec<f64> {
    (0..len).map(|_| rng.sample(StandardNormal)).collect()
}

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

/// Uniform integers in `low`..`high`, which is not empty.
pub(crate) fn ints(seed: u64, len: usize, low: i64, high: i64) -> impl Iterator<Item = i64> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    // 2⁶⁴ numbers fall on the integers of the range, evenly but for one in 2⁶⁴.
    let width = u128::from(low.abs_diff(high));
    (0..len).map(move |_| {
        let part = (u128::from(rng.next_u64()) * width) >> 64;
        low.wrapping_add_unsigned(u64::try_from(part).unwrap_or(0))
    })
}

/// The positions 0..`len` in random order.
pub(crate) fn permutation(seed: u64, len: usize) -> Vec<usize> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut keyed: Vec<(u64, usize)> = (0..len).map(|i| (rng.next_u64(), i)).collect();
    keyed.sort_unstable();
    keyed.into_iter().map(|(_, i)| i).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_permutation_has_each_position_once() {
        for len in [0, 1, 2, 10, 1000] {
            let mut order = permutation(7, len);
            assert_eq!(order, permutation(7, len));
            order.sort_unstable();
            assert!(order.into_iter().eq(0..len));
        }
        assert_ne!(permutation(1, 100), permutation(2, 100));
    }

    #[test]
    fn integers_fill_their_range() {
        let mut seen = [0usize; 6];
        for n in ints(3, 6000, -2, 4) {
            if let Some(count) = usize::try_from(n + 2).ok().and_then(|at| seen.get_mut(at)) {
                *count += 1;
            }
        }
        // Six standard deviations of a count: √(6000 · 1/6 · 5/6) is 28.9.
        assert!(
            seen.iter().all(|count| count.abs_diff(1000) < 174),
            "{seen:?}"
        );
        assert!(ints(3, 100, i64::MIN, i64::MAX).any(|n| n < 0));
        assert!(ints(3, 100, i64::MIN, i64::MAX).any(|n| n > 0));
        assert!(ints(9, 10, 5, 6).all(|n| n == 5));
    }
}

//! Softmax of rows that lie one after the other, and what goes with it, by the loops of fused passes.
//!
//! A row's largest element is taken off first, so that nothing overflows. Exponentials are added up block by block, and
//! the blocks in `f64`.

use std::any::TypeId;
use std::mem::MaybeUninit;

use eagerpy_runtime::Num;
use eagerpy_runtime::fuse::{Fold, Kernel, Lane, LaneFloat};

use crate::fused::{BLOCK, Level};
use crate::threads;

/// e^(x - n)
struct Exp;
impl Kernel<1, 1, 1> for Exp {
    #[inline(always)]
    fn each<T: Lane>([x]: [T; 1], [n]: [T; 1]) -> [T; 1] {
        [x.subtract(n).exp()]
    }
}

/// x / n
struct Scaled;
impl Kernel<1, 1, 1> for Scaled {
    #[inline(always)]
    fn each<T: Lane>([x]: [T; 1], [n]: [T; 1]) -> [T; 1] {
        [x.divide(n)]
    }
}

/// (x - m) - n
struct Less;
impl Kernel<1, 2, 1> for Less {
    #[inline(always)]
    fn each<T: Lane>([x]: [T; 1], [m, n]: [T; 2]) -> [T; 1] {
        [x.subtract(m).subtract(n)]
    }
}

/// eˣ / Σ eˣ of rows of `width` elements. `false` if `T` has no lanes, and then nothing was done.
pub(crate) fn softmax<T: 'static>(from: &[T], to: &mut [T], width: usize) -> bool {
    if let Some((from, to)) = both::<T, f32>(from, to) {
        softmax_in(from, to, width);
    } else if let Some((from, to)) = both::<T, f64>(from, to) {
        softmax_in(from, to, width);
    } else {
        return false;
    }
    true
}

/// x - log Σ eˣ, likewise.
pub(crate) fn log_softmax<T: 'static>(from: &[T], to: &mut [T], width: usize) -> bool {
    if let Some((from, to)) = both::<T, f32>(from, to) {
        log_softmax_in(from, to, width);
    } else if let Some((from, to)) = both::<T, f64>(from, to) {
        log_softmax_in(from, to, width);
    } else {
        return false;
    }
    true
}

/// Σ e^(x - shift) of one row, where `T` has lanes.
pub(crate) fn exp_sum<T: 'static>(row: &[T], shift: f64) -> Option<f64> {
    let level = Level::here();
    if let Some(row) = same::<T, f32>(row) {
        Some(exp_sum_in(
            level,
            row,
            shift,
            &mut [MaybeUninit::uninit(); BLOCK],
        ))
    } else {
        let room = &mut [MaybeUninit::uninit(); BLOCK];
        Some(exp_sum_in(level, same::<T, f64>(row)?, shift, room))
    }
}

/// The largest element of one row, NaN if there is one, where `T` has lanes.
#[cfg(feature = "ndarray")]
pub(crate) fn largest<T: 'static>(row: &[T]) -> Option<f64> {
    let level = Level::here();
    if let Some(row) = same::<T, f32>(row) {
        Some(level.fold(Fold::Max, row))
    } else {
        Some(level.fold(Fold::Max, same::<T, f64>(row)?))
    }
}

fn softmax_in<T: LaneFloat>(from: &[T], to: &mut [T], width: usize) {
    let level = Level::here();
    threads::rows(
        from,
        width,
        to,
        width,
        || usize::MAX,
        |_, from, to| {
            let mut room = [MaybeUninit::uninit(); BLOCK];
            for (from, to) in rows(from, to, width) {
                let max = level.fold(Fold::Max, from);
                // A short row's exponentials stay in the first cache, and each element is written once.
                if from.len() <= BLOCK {
                    let exps = level.map_in::<T, Exp, 1>(from, [Num::Float(max)], &mut room);
                    let sum = level.fold(Fold::Sum, exps);
                    level.map::<T, Scaled, 1>(exps, [Num::Float(sum)], to);
                    continue;
                }
                let sum = exp_sum_in(level, from, max, &mut room);
                for (from, to) in from.chunks(BLOCK).zip(to.chunks_mut(BLOCK)) {
                    let exps = level.map_in::<T, Exp, 1>(from, [Num::Float(max)], &mut room);
                    level.map::<T, Scaled, 1>(exps, [Num::Float(sum)], to);
                }
            }
        },
    );
}

fn log_softmax_in<T: LaneFloat>(from: &[T], to: &mut [T], width: usize) {
    let level = Level::here();
    threads::rows(
        from,
        width,
        to,
        width,
        || usize::MAX,
        |_, from, to| {
            let mut room = [MaybeUninit::uninit(); BLOCK];
            for (from, to) in rows(from, to, width) {
                let max = level.fold(Fold::Max, from);
                let log = exp_sum_in(level, from, max, &mut room).ln();
                level.map::<T, Less, 2>(from, [Num::Float(max), Num::Float(log)], to);
            }
        },
    );
}

fn exp_sum_in<T: LaneFloat>(
    level: Level,
    row: &[T],
    shift: f64,
    room: &mut [MaybeUninit<T>; BLOCK],
) -> f64 {
    let blocks = row.chunks(BLOCK);
    blocks
        .map(|block| {
            let exps = level.map_in::<T, Exp, 1>(block, [Num::Float(shift)], room);
            level.fold(Fold::Sum, exps)
        })
        .sum()
}

fn rows<'a, T>(
    from: &'a [T],
    to: &'a mut [T],
    width: usize,
) -> impl Iterator<Item = (&'a [T], &'a mut [T])> {
    let width = width.max(1);
    from.chunks_exact(width).zip(to.chunks_exact_mut(width))
}

fn both<'a, T: 'static, F: 'static>(
    from: &'a [T],
    to: &'a mut [T],
) -> Option<(&'a [F], &'a mut [F])> {
    if TypeId::of::<T>() != TypeId::of::<F>() {
        return None;
    }
    // SAFETY: it is the same type.
    let to = unsafe { std::slice::from_raw_parts_mut(to.as_mut_ptr().cast::<F>(), to.len()) };
    Some((same(from)?, to))
}

fn same<T: 'static, F: 'static>(row: &[T]) -> Option<&[F]> {
    if TypeId::of::<T>() != TypeId::of::<F>() {
        return None;
    }
    // SAFETY: it is the same type.
    Some(unsafe { std::slice::from_raw_parts(row.as_ptr().cast::<F>(), row.len()) })
}

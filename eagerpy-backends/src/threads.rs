//! Work that is shared out among the threads of rayon's pool, with the feature `rayon`; without it, and where there is
//! little of it, the thread that calls does all.
//!
//! What is shared out are pieces that do not know of each other, and where they begin does not depend on how many threads
//! there are. So results are the same bits on one thread and on many.

use std::marker::PhantomData;
use std::ops::Range;

/// From so many operations on numbers of 32 bits on, work is shared out: they take several times as long as other threads
/// take to wake up.
const SHARED: usize = 1 << 21;

/// Elements of a piece where nothing else says what a piece is.
pub(crate) const PIECE: usize = if cfg!(miri) { 1 << 6 } else { 1 << 14 };

/// Are so many operations on each of so many elements of `T` enough work for several threads?
pub(crate) fn enough<T>(elements: usize, operations: usize) -> bool {
    let work = elements.saturating_mul(operations.max(1) * size_of::<T>() / 4);
    cfg!(feature = "rayon") && work >= SHARED
}

/// How many threads do so many operations on each of so many elements of `T`, if the framework does not want more than
/// `most` to run.
pub(crate) fn threads<T>(
    elements: usize,
    operations: usize,
    most: impl FnOnce() -> usize,
) -> usize {
    // Only here is it looked how many threads the pool has: the first look makes them.
    match enough::<T>(elements, operations) {
        true => most().min(pool()).max(1),
        false => 1,
    }
}

/// How many threads there are to share work out among.
fn pool() -> usize {
    #[cfg(feature = "rayon")]
    return rayon::current_num_threads();
    #[cfg(not(feature = "rayon"))]
    1
}

/// Does `each` of the pieces below `count`, on so many threads.
///
/// It takes a function by reference, so that there is one of this, and not one for each kernel.
pub(crate) fn share(count: usize, threads: usize, each: &(dyn Fn(usize) + Sync)) {
    #[cfg(feature = "rayon")]
    if threads > 1 && count > 1 {
        use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
        if threads >= rayon::current_num_threads() {
            (0..count).into_par_iter().for_each(each);
            return;
        }
        // One part for each thread that may run, and no more.
        let parts = (0..threads).into_par_iter().with_max_len(1);
        parts.for_each(|part| {
            let begin = |part: usize| count / threads * part + (count % threads).min(part);
            (begin(part)..begin(part + 1)).for_each(each);
        });
        return;
    }
    let _ = threads;
    (0..count).for_each(each);
}

/// Memory of which pieces write parts that do not overlap.
pub(crate) struct Parts<'a, T> {
    start: *mut T,
    len: usize,
    borrowed: PhantomData<&'a mut [T]>,
}

// SAFETY: it stands for a borrow of the elements that can be changed, whose parts go to other threads; `part` asks that
// no two of these overlap.
unsafe impl<T: Send> Sync for Parts<'_, T> {}

impl<'a, T> Parts<'a, T> {
    pub(crate) fn of(all: &'a mut [T]) -> Self {
        Parts {
            start: all.as_mut_ptr(),
            len: all.len(),
            borrowed: PhantomData,
        }
    }

    /// The elements in this range, as far as there are any.
    ///
    /// # Safety
    /// As long as the part lives, there is no other of any of its elements.
    #[allow(
        clippy::mut_from_ref,
        reason = "the parts of one borrow, which the caller keeps apart"
    )]
    pub(crate) unsafe fn part(&self, range: Range<usize>) -> &mut [T] {
        let end = range.end.min(self.len);
        let begin = range.start.min(end);
        // SAFETY: the range lies within the elements that are borrowed, and the caller sees to it that no part overlaps
        // another.
        unsafe { std::slice::from_raw_parts_mut(self.start.add(begin), end - begin) }
    }
}

/// About what the exponentials and folds of a row take for each element.
#[cfg(any(feature = "ndarray", feature = "candle"))]
const OF_ROWS: usize = 16;

/// Goes over rows of `width` elements and what is made of each, `made` elements of `to`: some rows at a time, with the
/// number of the first one.
#[cfg(any(feature = "ndarray", feature = "candle"))]
pub(crate) fn rows<T: Sync, U: Send>(
    from: &[T],
    width: usize,
    to: &mut [U],
    made: usize,
    most: impl FnOnce() -> usize,
    each: impl Fn(usize, &[T], &mut [U]) + Sync,
) {
    let count = from.len().checked_div(width).unwrap_or(0);
    let many = PIECE.div_ceil(width.max(1));
    if count <= many {
        each(0, from, to);
        return;
    }
    let to = Parts::of(to);
    let threads = threads::<T>(from.len(), OF_ROWS, most);
    share(count.div_ceil(many), threads, &|piece| {
        let (begin, end) = (piece * many, count.min((piece + 1) * many));
        // SAFETY: each piece has rows of its own.
        let to = unsafe { to.part(begin * made..end * made) };
        let from = from.get(begin * width..end * width).unwrap_or_default();
        each(begin, from, to);
    });
}

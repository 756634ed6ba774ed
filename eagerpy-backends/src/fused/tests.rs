//! The loops against plain ones, over every kind of fold and layout, on one thread and on many.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::ops::Range;

use eagerpy_runtime::fuse::{Fold, Kernel, Lane, LaneFloat, Outcome};
use eagerpy_runtime::scalar::{larger, smaller};
use eagerpy_runtime::{Axes, Num, shape};

use super::grid::Grid;
use super::{Given, Job, Looped, Loops, Plan, Work, array, straight, straight_fold};

impl<T: Looped> Job<'_, T> {
    fn vecs<K, const I: usize, const N: usize, const O: usize>(
        &self,
        numbers: [Num; N],
        most: impl FnOnce() -> usize,
    ) -> Option<[Vec<T>; O]>
    where
        K: Kernel<I, N, O>,
    {
        let work = work::<T, K, I, N, O>(&numbers);
        self.outs::<Vec<T>>(work, most).unwrap().and_then(array)
    }
}

fn work<T: Looped, K: Kernel<I, N, O>, const I: usize, const N: usize, const O: usize>(
    numbers: &[Num; N],
) -> Work<'_, T> {
    Work::new(Loops::for_elements::<T, K, I, N, O>(), numbers).unwrap()
}

fn straight_of<K: Kernel<I, N, O>, const I: usize, const N: usize, const O: usize>(
    tensors: [&[f32]; I],
    numbers: [Num; N],
) -> [Vec<f32>; O] {
    let outs = straight(&tensors, work::<f32, K, I, N, O>(&numbers), O);
    outs.and_then(array).unwrap()
}

fn straight_fold_of<K: Kernel<I, N, 1>, const I: usize, const N: usize>(
    tensors: [&[f32]; I],
    numbers: [Num; N],
    fold: Fold,
) -> f32 {
    straight_fold(&tensors, work::<f32, K, I, N, 1>(&numbers), fold).unwrap()
}

/// (x - y) n, which is exact for the numbers of these tests. It says that it is so much work that any pass of more than
/// one piece is shared out.
struct Scaled;
impl Kernel<2, 1, 1> for Scaled {
    const OPERATIONS: usize = 1 << 20;
    const FOLDS: bool = true;
    #[inline(always)]
    fn each<T: Lane>([x, y]: [T; 2], [n]: [T; 1]) -> [T; 1] {
        [x.subtract(y).multiply(n)]
    }
}

/// The same four times.
struct Four;
impl Kernel<2, 1, 4> for Four {
    const OPERATIONS: usize = 1 << 20;
    const FOLDS: bool = true;
    #[inline(always)]
    fn each<T: Lane>([x, y]: [T; 2], [n]: [T; 1]) -> [T; 4] {
        [x.subtract(y).multiply(n); 4]
    }
}

const FOLDS: [Fold; 4] = [Fold::Sum, Fold::Mean, Fold::Max, Fold::Min];

/// Smaller under Miri, which takes a thousand times as long.
const fn size(native: usize, miri: usize) -> usize {
    if cfg!(miri) { miri } else { native }
}

/// A tensor: what is in memory, and how it lies there.
struct Laid<T> {
    all: Vec<T>,
    start: usize,
    sizes: Vec<usize>,
    strides: Vec<isize>,
}

impl<T: LaneFloat> Laid<T> {
    /// Of these sizes, in row-major order but for what `lay` does to the strides, in elements from the start.
    fn new(sizes: &[usize], layout: Layout) -> Self {
        let mut strides = vec![0_isize; sizes.len()];
        let mut next = 1;
        let step = if layout == Layout::Spread { 2 } else { 1 };
        let order: Vec<usize> = match layout {
            Layout::Turned => (0..sizes.len()).collect(),
            _ => (0..sizes.len()).rev().collect(),
        };
        for axis in order {
            strides[axis] = next * step;
            next *= sizes[axis].max(1) as isize;
        }
        let mut start = 0;
        if layout == Layout::Reversed {
            for (stride, size) in strides.iter_mut().zip(sizes) {
                start += *stride as usize * size.saturating_sub(1);
                *stride = -*stride;
            }
        }
        let all = (0..next as usize * step as usize)
            .map(|i| T::from_f64(((i * 37 + 11) % 101) as f64 * 0.25 - 12.0))
            .collect();
        Laid {
            all,
            start,
            sizes: sizes.to_vec(),
            strides,
        }
    }

    fn given(&self) -> Given<'_, T> {
        // SAFETY: `new` has made all elements to which the strides lead.
        unsafe {
            let start = self.all.as_ptr().add(self.start);
            Given::new(start, &self.sizes, self.strides.iter().copied())
        }
    }

    /// The elements, broadcast to these sizes.
    fn elements(&self, sizes: &[usize]) -> Vec<f64> {
        let new = sizes.len() - self.sizes.len();
        let count = shape::size(sizes);
        let places = (0..count).map(|at| {
            let (mut at, mut place) = (at, self.start as isize);
            for (axis, size) in sizes.iter().enumerate().rev() {
                let index = at % size;
                at /= size;
                if axis >= new && self.sizes[axis - new] != 1 {
                    place += index as isize * self.strides[axis - new];
                }
            }
            self.all[place as usize].to_f64()
        });
        places.collect()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layout {
    Straight,
    Spread,
    Turned,
    Reversed,
}

/// On so many threads; without the feature, just so.
fn on<R: Send>(threads: usize, run: impl FnOnce() -> R + Send) -> R {
    #[cfg(feature = "rayon")]
    {
        use std::sync::LazyLock;
        static POOLS: LazyLock<[rayon::ThreadPool; 4]> = LazyLock::new(|| {
            THREADS.map(|threads| {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
                pool.build().unwrap()
            })
        });
        let pool = THREADS.iter().position(|own| *own == threads).unwrap();
        POOLS[pool].install(run)
    }
    #[cfg(not(feature = "rayon"))]
    {
        let _ = threads;
        run()
    }
}

/// The first one is what the others are compared with; without the feature there is nothing to compare.
#[cfg(feature = "rayon")]
const THREADS: [usize; 4] = [1, 2, 3, 8];
#[cfg(not(feature = "rayon"))]
const THREADS: [usize; 1] = [1];

/// Folds as the definition says, in `f64`.
fn folded(all: &[f64], sizes: &[usize], outcome: &Outcome) -> Vec<f64> {
    let Outcome::Fold(fold, axes, _) = outcome else {
        return all.to_vec();
    };
    let axes = axes.resolve(sizes.len()).unwrap();
    let to = shape::reduced(sizes, &axes, true);
    let mut out: Vec<Option<f64>> = vec![None; shape::size(&to)];
    for (at, x) in all.iter().enumerate() {
        let (mut rest, mut slot, mut step) = (at, 0, 1);
        for axis in (0..sizes.len()).rev() {
            let index = rest % sizes[axis];
            rest /= sizes[axis];
            slot += index.min(to[axis] - 1) * step;
            step *= to[axis];
        }
        let slot = &mut out[slot];
        *slot = Some(match (*slot, fold) {
            (None, _) => *x,
            (Some(y), Fold::Sum | Fold::Mean) => x + y,
            (Some(y), Fold::Max) => larger(y, *x),
            (Some(y), Fold::Min) => smaller(y, *x),
        });
    }
    let over = all.len() as f64 / out.len() as f64;
    let end = |x: Option<f64>| match fold {
        Fold::Mean => x.unwrap() / over,
        _ => x.unwrap(),
    };
    out.into_iter().map(end).collect()
}

fn bits<T: LaneFloat>(outs: &[Vec<T>]) -> Vec<Vec<u64>> {
    let of = |out: &Vec<T>| out.iter().map(|x| x.to_f64().to_bits()).collect();
    outs.iter().map(of).collect()
}

/// A pass over two tensors gives what plain loops give, and the same bits on any number of threads.
#[track_caller]
fn check<T, K, const O: usize>(x: &Laid<T>, y: &Laid<T>, outcomes: &[Outcome; O])
where
    T: Looped,
    K: Kernel<2, 1, O>,
{
    let sizes = shape::broadcast(&x.sizes, &y.sizes).unwrap();
    let given = [x.given(), y.given()];
    let job = Job::of(&given, outcomes).unwrap();
    let run = || {
        job.vecs::<K, 2, 1, O>([Num::Float(0.5)], || usize::MAX)
            .unwrap()
    };
    let out = on(1, run);
    for threads in THREADS.into_iter().skip(1) {
        assert_eq!(
            bits(&out),
            bits(&on(threads, run)),
            "{sizes:?} {outcomes:?}"
        );
    }
    if job.order.is_some() {
        return;
    }
    let pairs = x.elements(&sizes).into_iter().zip(y.elements(&sizes));
    let each: Vec<f64> = pairs.map(|(x, y)| (x - y) * 0.5).collect();
    for (out, outcome) in out.iter().zip(outcomes) {
        let right = folded(&each, &sizes, outcome);
        assert_eq!(out.len(), right.len());
        for (x, y) in out.iter().zip(&right) {
            let close = (x.to_f64() - y).abs() <= 1e-5 * (1.0 + y.abs());
            assert!(close, "{x:?} is not {y}: {sizes:?} {outcome:?}");
        }
    }
}

fn sizes() -> Vec<Vec<usize>> {
    vec![
        vec![],
        vec![1],
        vec![size(33_001, 150)],
        vec![3, size(12_001, 30)],
        vec![size(12_001, 50), size(3, 2)],
        vec![size(401, 17), size(129, 5)],
        // Wide: columns are divided.
        vec![size(5, 2), size(7_003, 37)],
        // Runs longer than a piece, of runs that do not divide one.
        vec![2, 1, size(20_011, 70)],
        vec![size(23, 3), size(37, 5), size(53, 4)],
    ]
}

fn axes(rank: usize) -> Vec<Axes> {
    let rank = rank as i64;
    let mut all = vec![Axes::All];
    for split in 1..rank {
        all.push(Axes::from((0..split).collect::<Vec<i64>>()));
        all.push(Axes::from((split..rank).collect::<Vec<i64>>()));
    }
    all
}

fn every_fold<T: Looped>() {
    // In turn: three of them to each tensor, and others to the next one.
    let mut folds = FOLDS.into_iter().cycle();
    for sizes in sizes() {
        let layouts = [
            (Layout::Spread, Layout::Reversed),
            (Layout::Turned, Layout::Straight),
            (Layout::Straight, Layout::Straight),
            (Layout::Turned, Layout::Turned),
        ];
        for (a, b) in layouts.into_iter().take(size(4, 2)) {
            let (x, y) = (Laid::<T>::new(&sizes, a), Laid::<T>::new(&sizes, b));
            check::<T, Scaled, 1>(&x, &y, &[Outcome::Each]);
            for axes in axes(sizes.len()) {
                let fold = folds.next().unwrap();
                check::<T, Scaled, 1>(&x, &y, &[Outcome::Fold(fold, axes, false)]);
            }
        }
        // What is broadcast: one element, a row, and a column.
        let x = Laid::<T>::new(&sizes, Layout::Straight);
        let mut others = vec![Laid::<T>::new(&[], Layout::Straight)];
        if let [first, .., last] = sizes.as_slice() {
            let mut column = vec![1; sizes.len()];
            column[0] = *first;
            others.push(Laid::new(&[*last], Layout::Straight));
            others.push(Laid::new(&column, Layout::Straight));
        }
        for y in &others {
            check::<T, Scaled, 1>(&x, y, &[Outcome::Each]);
            for axes in axes(sizes.len()) {
                let outcome = Outcome::Fold(Fold::Sum, axes, true);
                check::<T, Scaled, 1>(&x, y, &[outcome]);
            }
        }
        // Several at once: what is kept, a fold of all, runs, and columns.
        let mut mixed = [(); 4].map(|()| Outcome::Each);
        let folds = axes(sizes.len()).into_iter().zip(FOLDS);
        for (slot, (axes, fold)) in mixed.iter_mut().skip(1).zip(folds) {
            *slot = Outcome::Fold(fold, axes, false);
        }
        check::<T, Four, 4>(&x, &x, &mixed);
        // Nothing but columns beside what is kept.
        if let [_, _] = sizes.as_slice() {
            let columns = |fold| Outcome::Fold(fold, Axes::from(0), false);
            let [sum, _, max, min] = FOLDS.map(columns);
            check::<T, Four, 4>(&x, &others[1], &[sum, Outcome::Each, max, min]);
        }
    }
}

#[test]
fn singles_come_to_the_same_on_any_number_of_threads() {
    every_fold::<f32>();
}

#[cfg(not(miri))]
#[test]
fn doubles_come_to_the_same_on_any_number_of_threads() {
    every_fold::<f64>();
}

/// The ways without a look at axes.
#[test]
fn what_lies_alike_comes_to_the_same_on_any_number_of_threads() {
    for len in [1, size(16_384, 64), size(70_001, 140)] {
        let x = Laid::<f32>::new(&[len], Layout::Straight);
        let y = Laid::<f32>::new(&[len], Layout::Reversed);
        let run = || straight_of::<Scaled, 2, 1, 1>([&x.all, &y.all], [Num::Float(0.5)]);
        let fold = |fold| straight_fold_of::<Scaled, 2, 1>([&x.all, &y.all], [Num::Int(3)], fold);
        let (all, folds) = on(1, || (run(), FOLDS.map(fold)));
        for (x, right) in all[0].iter().zip(x.all.iter().zip(&y.all)) {
            assert_eq!(*x, (right.0 - right.1) * 0.5);
        }
        for threads in THREADS {
            assert_eq!(bits(&all), bits(&on(threads, run)));
            // Fewer threads than the pool has.
            let job = Job::of(&[x.given(), y.given()], &[Outcome::Each]).unwrap();
            let few = |most: usize| {
                job.vecs::<Scaled, 2, 1, 1>([Num::Float(0.5)], || most)
                    .unwrap()
            };
            assert_eq!(bits(&few(1)), bits(&on(8, || few(threads))));
            let again = on(threads, || FOLDS.map(fold));
            assert_eq!(folds.map(f32::to_bits), again.map(f32::to_bits));
        }
        // As the pass of any layout does it.
        for (fold, straight) in FOLDS.into_iter().zip(folds) {
            let outcome = [Outcome::Fold(fold, Axes::All, false)];
            let y = Laid {
                start: 0,
                strides: vec![1],
                all: y.all.clone(),
                sizes: vec![len],
            };
            let job = Job::of(&[x.given(), y.given()], &outcome).unwrap();
            let [of_job] = job
                .vecs::<Scaled, 2, 1, 1>([Num::Int(3)], || usize::MAX)
                .unwrap();
            assert_eq!(of_job[0].to_bits(), straight.to_bits());
        }
    }
}

/// Views that are repeated along an axis lie in no order but the usual one; what is turned is gone through as it lies.
#[test]
fn the_order_of_axes() {
    let order = |sizes: &[usize], strides: &[&[isize]]| {
        let all = [0.0_f32; 64];
        let given = strides.iter().map(|strides| {
            // SAFETY: nothing is read.
            unsafe { Given::new(all.as_ptr(), sizes, strides.iter().copied()) }
        });
        super::order(&given.collect::<Vec<_>>(), sizes).map(|order| order.to_vec())
    };
    assert_eq!(order(&[4, 3], &[&[0, 1]]), None);
    assert_eq!(order(&[4, 3], &[&[0, 1], &[1, 0]]), None);
    assert_eq!(order(&[4, 3], &[&[0, 0]]), None);
    assert_eq!(order(&[4, 1], &[&[1, 4]]), None);
    assert_eq!(order(&[4, 3], &[&[1, 4]]), Some(vec![1, 0]));
    assert_eq!(order(&[4, 3], &[&[0, 1], &[1, 4]]), Some(vec![1, 0]));
    assert_eq!(order(&[4, 3], &[&[3, 1], &[1, 4]]), None);
    assert_eq!(order(&[4, 3], &[&[-1, 4]]), Some(vec![1, 0]));
    assert_eq!(order(&[4, 2, 3], &[&[1, 0, 4]]), Some(vec![2, 1, 0]));
    assert_eq!(
        order(&[4, 1, 3], &[&[1, 7, 4], &[1, 1, 4]]),
        Some(vec![2, 1, 0])
    );
}

/// Pieces have every element once, and what they come to has a place of its own.
#[test]
fn pieces_cover_all_and_do_not_overlap() {
    for sizes in sizes().into_iter().chain([
        vec![2, size(100_000, 700)],
        vec![size(40, 4), size(16_385, 129)],
        vec![3, size(7, 2), 11, size(13, 3)],
        vec![2, 2, size(40_000, 260)],
    ]) {
        let axes = axes(sizes.len());
        for first in &axes {
            for second in &axes {
                let outcomes =
                    [first, second].map(|axes| Outcome::Fold(Fold::Sum, axes.clone(), false));
                let plans = Plan::of(&sizes, &outcomes).unwrap();
                let len = shape::size(&sizes);
                let grid = Grid::of(len, &plans);
                let mut seen = vec![0_u8; len];
                let mut parts: Vec<Vec<Option<usize>>> = plans
                    .iter()
                    .map(|plan| vec![None; grid.layout(plan).all])
                    .collect();
                for piece in 0..grid.pieces {
                    let elements = grid.piece(piece);
                    assert!(!elements.is_empty());
                    for line in 0..grid.lines {
                        let line = grid.line(line);
                        let places: Range<usize> = line + elements.start..line + elements.end;
                        seen[places].iter_mut().for_each(|seen| *seen += 1);
                    }
                    for (plan, parts) in plans.iter().zip(&mut parts) {
                        for part in grid.parts(plan, piece, &elements).0 {
                            assert_eq!(parts[part].replace(piece), None, "{sizes:?}");
                        }
                    }
                }
                assert!(seen.iter().all(|seen| *seen == 1), "{sizes:?}");
                assert!(parts.iter().flatten().all(Option::is_some), "{sizes:?}");
            }
        }
    }
}

#[cfg(feature = "rayon")]
mod threads {
    use std::collections::HashSet;
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread::{self, ThreadId};
    use std::time::{Duration, Instant};

    use super::*;

    static WAITING: AtomicUsize = AtomicUsize::new(0);

    /// At two of the elements it waits until another thread is at the other one.
    struct Meeting;
    impl Kernel<1, 0, 1> for Meeting {
        const OPERATIONS: usize = 1 << 20;
        fn each<T: Lane>([x]: [T; 1], []: [T; 0]) -> [T; 1] {
            if x.greater(T::number(Num::Int(0))) {
                WAITING.fetch_add(1, Ordering::SeqCst);
                let start = Instant::now();
                while WAITING.load(Ordering::SeqCst) < 2
                    && start.elapsed() < Duration::from_secs(20)
                {
                    thread::yield_now();
                }
            }
            [x]
        }
    }

    #[test]
    fn pieces_run_at_the_same_time() {
        let mut all = vec![0.0_f32; 100_000];
        (all[0], all[99_999]) = (1.0, 1.0);
        let start = Instant::now();
        on(2, || straight_of::<Meeting, 1, 0, 1>([&all], []));
        assert_eq!(WAITING.load(Ordering::SeqCst), 2);
        assert!(start.elapsed() < Duration::from_secs(20));
    }

    static SEEN: Mutex<Option<HashSet<ThreadId>>> = Mutex::new(None);

    /// One operation, which remembers the threads that do it.
    struct Remembered;
    impl Kernel<1, 0, 1> for Remembered {
        const FOLDS: bool = true;
        fn each<T: Lane>([x]: [T; 1], []: [T; 0]) -> [T; 1] {
            let mut seen = SEEN.lock().unwrap();
            seen.get_or_insert_default().insert(thread::current().id());
            [x]
        }
    }

    #[test]
    fn little_work_stays_on_its_thread() {
        let x = Laid::<f32>::new(&[300, 1_000], Layout::Straight);
        let turned = Laid::<f32>::new(&[300, 1_000], Layout::Turned);
        straight_of::<Remembered, 1, 0, 1>([&x.all], []);
        straight_fold_of::<Remembered, 1, 0>([&x.all], [], Fold::Sum);
        for tensor in [&x, &turned] {
            for axes in [Axes::All, Axes::from(0), Axes::from(1)] {
                let outcomes = [Outcome::Fold(Fold::Sum, axes, false)];
                let job = Job::of(&[tensor.given()], &outcomes).unwrap();
                job.vecs::<Remembered, 1, 0, 1>([], || usize::MAX).unwrap();
            }
        }
        // This thread is in no pool, so a pool's thread would have another name.
        let seen = SEEN.lock().unwrap().take().unwrap();
        assert_eq!(seen, HashSet::from([thread::current().id()]));
        // Nor where the framework wants one thread only, however much work there is.
        let job = Job::of(&[turned.given()], &[Outcome::Each]).unwrap();
        job.vecs::<Remembered, 1, 0, 1>([], || 1).unwrap();
        let seen = SEEN.lock().unwrap().take().unwrap();
        assert_eq!(seen, HashSet::from([thread::current().id()]));
    }
}

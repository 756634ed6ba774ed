//! The loops of fused passes, for backends whose tensors lie in the memory of the host.
//!
//! A pass goes over the result in blocks that stay in the first cache. A tensor that lies as the result does is read
//! where it is; of one that does not (broadcast, transposed, sliced) the block's elements are gathered first. So the
//! inner loop has nothing but slices, and there is one of it for each kernel, element type and kind of processor.
//!
//! The blocks of a large pass belong to pieces, which threads may share: [`grid`].

mod grid;
#[cfg(all(test, feature = "ndarray"))]
mod tests;

use std::collections::TryReserveError;
use std::marker::PhantomData;
use std::mem::MaybeUninit;

use eagerpy_runtime::fuse::{Fold, InLane, Kernel, Lane, LaneFloat, Outcome};
use eagerpy_runtime::lane::{Fma, Isa, Plain};
use eagerpy_runtime::scalar::{larger, smaller};
use eagerpy_runtime::{Num, Result, Shape, shape};
use smallvec::SmallVec;

#[cfg(feature = "ndarray")]
use crate::threads::PIECE;
use crate::threads::{Parts, enough, share, threads};
use grid::Grid;

/// Elements in a block: a few of them, of all tensors, fit the first cache. Under Miri there are to be several in a tensor
/// of a few hundred elements.
pub(crate) const BLOCK: usize = if cfg!(miri) { 16 } else { 1024 };

/// Elements that are folded before what they come to goes on in `f64`, where nothing has to be gathered.
const FOLDED: usize = 4 * BLOCK;

/// A tensor that a pass reads.
pub(crate) struct Given<'a, T> {
    start: *const T,
    sizes: Shape,
    strides: Strides,
    borrowed: PhantomData<&'a [T]>,
}

type Strides = SmallVec<[isize; 6]>;

impl<T> Given<'_, T> {
    /// # Safety
    /// For every index within `sizes`, `start` and the strides lead to an element, which is borrowed for the lifetime: it
    /// can be read, and nothing writes it.
    pub(crate) unsafe fn new(
        start: *const T,
        sizes: &[usize],
        strides: impl IntoIterator<Item = isize>,
    ) -> Self {
        Given {
            start,
            sizes: Shape::from_slice(sizes),
            strides: strides.into_iter().collect(),
            borrowed: PhantomData,
        }
    }

    /// The strides where it is broadcast to `sizes`.
    fn strides(&self, sizes: &[usize]) -> Strides {
        let new = sizes.len().saturating_sub(self.sizes.len());
        let own = self.sizes.iter().zip(&self.strides);
        let own = own
            .zip(sizes.iter().skip(new))
            .map(|((size, stride), to)| if size == to { *stride } else { 0 });
        std::iter::repeat_n(0, new).chain(own).collect()
    }
}

/// The elements of a tensor, broadcast to the shape of the pass.
struct Source<'a, T> {
    start: *const T,
    /// By axis.
    strides: Strides,
    borrowed: PhantomData<&'a [T]>,
}

// SAFETY: it stands for a shared borrow of elements, as `Given::new` says, and is used for reading them only.
unsafe impl<T: Sync> Sync for Source<'_, T> {}

/// A pass: over what it goes, and what comes of it.
struct Job<'a, T, const I: usize> {
    sizes: Shape,
    sources: [Source<'a, T>; I],
    /// How results come about.
    plans: SmallVec<[Plan; 4]>,
    /// In what order the axes of the shape are gone through, if that is not the usual one.
    order: Option<Shape>,
}

impl<'a, T: LaneFloat, const I: usize> Job<'a, T, I> {
    /// `None` if the loops do not have it: for shapes that do not go together or that no memory
    /// holds, and results of which [`Plan`] has none.
    fn of<const O: usize>(given: &[Given<'a, T>; I], outcomes: &[Outcome; O]) -> Option<Self> {
        let mut sizes = Shape::new();
        for tensor in given {
            sizes = shape::broadcast(&sizes, &tensor.sizes).ok()?;
        }
        // More than any memory holds is for the operations to refuse; from here on sizes can be multiplied.
        let bytes = sizes
            .iter()
            .try_fold(size_of::<T>(), |all, size| all.checked_mul(*size))?;
        isize::try_from(bytes).ok()?;
        let order = match outcomes.iter().all(|outcome| *outcome == Outcome::Each) {
            true => order(given, &sizes),
            false => None,
        };
        let sources = given.each_ref().map(|tensor| {
            let strides = tensor.strides(&sizes);
            let strides = match &order {
                Some(order) => moved(&strides, order),
                None => strides,
            };
            Source {
                start: tensor.start,
                strides,
                borrowed: PhantomData,
            }
        });
        let sizes = match &order {
            Some(order) => moved(&sizes, order),
            None => sizes,
        };
        let plans = Plan::of(&sizes, outcomes)?;
        Some(Job {
            sizes,
            sources,
            plans,
            order,
        })
    }

    /// Does it pay? A pass saves the framework all operations but one; of enough work it has threads, too. How many there
    /// are in a pool just now is not asked, so that a result does not depend on it.
    fn pays(&self, operations: usize, crew: &Crew) -> bool {
        let len = shape::size(&self.sizes);
        len < crew.shared || enough::<T>(len, operations) || operations >= (crew.threads)()
    }

    /// The order in which the axes of a result are to be put, if they do not lie so.
    fn back(&self) -> Option<Shape> {
        let order = self.order.as_ref()?;
        let mut back: Shape = (0..order.len()).collect();
        back.sort_by_key(|axis| order.get(*axis));
        Some(back)
    }

    /// The results, made by at most so many threads; `None` if there is no memory for them.
    fn outs<K, R, const N: usize, const O: usize>(
        &self,
        numbers: [Num; N],
        most: impl FnOnce() -> usize,
    ) -> Result<Option<[R; O]>>
    where
        K: Kernel<I, N, O>,
        R: Room<T>,
    {
        let mut outs = Vec::with_capacity(O);
        for plan in &self.plans {
            match R::of(&plan.sizes)? {
                Some(room) => outs.push(room),
                None => return Ok(None),
            }
        }
        let Ok(mut outs) = <[R; O]>::try_from(outs) else {
            return Ok(None);
        };
        let mut into = outs.iter_mut().zip(&self.plans);
        let into = std::array::from_fn(|_| match into.next() {
            Some((out, plan)) => out.elements(shape::size(&plan.sizes)),
            None => &mut [],
        });
        if self.run::<K, N, O>(numbers, into, most).is_err() {
            return Ok(None);
        }
        for (out, plan) in outs.iter_mut().zip(&self.plans) {
            // SAFETY: the pass has written every element of what it was given.
            unsafe { out.written(shape::size(&plan.sizes)) };
        }
        Ok(Some(outs))
    }
}

/// Memory of a framework for a result.
pub(crate) trait Room<T>: Sized {
    /// As much as a tensor of these sizes takes; `None` if there is none.
    fn of(sizes: &[usize]) -> Result<Option<Self>>;
    /// The places of so many elements, in row-major order.
    fn elements(&mut self, len: usize) -> &mut [MaybeUninit<T>];
    /// Says that all of them are there.
    ///
    /// # Safety
    /// They are.
    unsafe fn written(&mut self, len: usize) {
        let _ = len;
    }
}

impl<T> Room<T> for Vec<T> {
    fn of(sizes: &[usize]) -> Result<Option<Self>> {
        let mut room = Vec::new();
        let got = room.try_reserve_exact(shape::size(sizes));
        Ok(got.is_ok().then_some(room))
    }
    fn elements(&mut self, len: usize) -> &mut [MaybeUninit<T>] {
        self.spare_capacity_mut().get_mut(..len).unwrap_or_default()
    }
    unsafe fn written(&mut self, len: usize) {
        // SAFETY: the caller says that so many places are written, and so there are as many.
        unsafe { self.set_len(len) };
    }
}

/// When a framework shares an operation out among its threads.
pub(crate) struct Crew {
    /// From so many elements on,
    pub(crate) shared: usize,
    /// among so many threads.
    pub(crate) threads: fn() -> usize,
}

/// A chain over these tensors: what `made` makes of each result's memory, sizes, and the order of axes that it is to get
/// if it does not lie so. `None` if the operations are to be called: if they take less time, and for what [`Job::of`]
/// does not have.
pub(crate) fn chain<T, K, R, U, const I: usize, const N: usize, const O: usize>(
    given: &[Given<'_, T>; I],
    numbers: [Num; N],
    outcomes: &[Outcome; O],
    crew: &Crew,
    mut made: impl FnMut(R, &[usize], Option<&[usize]>) -> Result<U>,
) -> Result<Option<[U; O]>>
where
    T: LaneFloat,
    K: Kernel<I, N, O>,
    R: Room<T>,
{
    let Some(job) = Job::of(given, outcomes) else {
        return Ok(None);
    };
    if !job.pays(K::OPERATIONS, crew) {
        return Ok(None);
    }
    let Some(outs) = job.outs::<K, R, N, O>(numbers, crew.threads)? else {
        return Ok(None);
    };
    let back = job.back();
    let outs = outs.into_iter().zip(&job.plans);
    let outs: Result<Vec<U>> = outs
        .map(|(out, plan)| made(out, &plan.sizes, back.as_deref()))
        .collect();
    Ok(outs?.try_into().ok())
}

fn moved<A: smallvec::Array<Item: Copy>>(by_axis: &SmallVec<A>, order: &[usize]) -> SmallVec<A> {
    let at = order.iter().filter_map(|axis| by_axis.get(*axis));
    at.copied().collect()
}

/// The order of axes in which all tensors lie in memory, if that is not the usual one.
///
/// Axes of one element, and those over which a tensor is repeated, lie in no order: they say nothing, and stay where they
/// are.
fn order<T>(given: &[Given<'_, T>], sizes: &[usize]) -> Option<Shape> {
    let by_tensor = given.iter().map(|tensor| tensor.strides(sizes));
    let by_tensor: SmallVec<[Strides; 8]> = by_tensor.collect();
    let tells = |strides: &Strides, axis: &usize| {
        sizes.get(*axis) != Some(&1) && strides.get(*axis).is_some_and(|stride| *stride != 0)
    };
    let told = |strides: &Strides| {
        let axes = (0..sizes.len()).filter(|axis| tells(strides, axis));
        axes.collect::<Shape>()
    };
    // The first one of those that tell most.
    let most = by_tensor
        .iter()
        .rev()
        .max_by_key(|strides| told(strides).len())?;
    let places = told(most);
    let mut axes = places.clone();
    axes.sort_by_key(|axis| std::cmp::Reverse(most.get(*axis).map(|stride| stride.abs())));
    if axes == places {
        return None;
    }
    let mut order: Shape = (0..sizes.len()).collect();
    for (place, axis) in places.iter().zip(axes) {
        if let Some(slot) = order.get_mut(*place) {
            *slot = axis;
        }
    }
    let lies_so = |strides: &Strides| {
        let axes = order.iter().filter(|axis| tells(strides, axis));
        axes.is_sorted_by_key(|axis| std::cmp::Reverse(strides.get(*axis).map(|s| s.abs())))
    };
    by_tensor.iter().all(lies_so).then_some(order)
}

/// How a tensor's elements come to the inner loop.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// It lies as the result does.
    Straight,
    /// It is one element.
    Once,
    /// Its elements are gathered.
    Gathered,
}

/// What becomes of a value, in the terms of the loops.
struct Plan {
    /// The shape of the result.
    sizes: Shape,
    way: Fate,
    mean: Option<f64>,
}

#[derive(Clone, Copy)]
enum Fate {
    Kept,
    /// Runs of so many elements give one.
    Runs(Fold, usize),
    /// Each of so many elements is met again and again.
    Columns(Fold, usize),
}

impl Plan {
    /// How results come about; `None` if the loops do not have them: folds over axes in the middle, of nothing, or over
    /// axes that are none.
    fn of<const O: usize>(sizes: &[usize], outcomes: &[Outcome; O]) -> Option<SmallVec<[Plan; 4]>> {
        outcomes
            .iter()
            .map(|outcome| Plan::of_one(sizes, outcome))
            .collect()
    }

    fn of_one(sizes: &[usize], outcome: &Outcome) -> Option<Plan> {
        let (fold, axes, keepdims) = match outcome {
            Outcome::Each => {
                return Some(Plan {
                    sizes: Shape::from_slice(sizes),
                    way: Fate::Kept,
                    mean: None,
                });
            }
            Outcome::Fold(fold, axes, keepdims) => (*fold, axes, *keepdims),
        };
        let axes = axes.resolve(sizes.len()).ok()?;
        if sizes.contains(&0) {
            return None;
        }
        let to = shape::reduced(sizes, &axes, keepdims);
        let (all, kept) = (shape::size(sizes), shape::size(&to));
        let over = all.checked_div(kept)?;
        // Axes of size 1 are of no account.
        let folded: Vec<bool> = (0..sizes.len())
            .filter(|axis| sizes.get(*axis) != Some(&1))
            .map(|axis| axes.contains(&axis))
            .collect();
        let way = if folded.is_sorted() {
            Fate::Runs(fold, over)
        } else if folded.iter().rev().is_sorted() {
            Fate::Columns(fold, kept)
        } else {
            return None;
        };
        Some(Plan {
            sizes: to,
            way,
            mean: (fold == Fold::Mean).then_some(over as f64),
        })
    }
}

impl<T: LaneFloat, const I: usize> Job<'_, T, I> {
    /// Runs a kernel over all elements, on at most so many threads. Every element of `outs`, which are as large as the
    /// plans say, is written, in row-major order.
    ///
    /// # Errors
    /// If there is no memory for totals.
    fn run<K, const N: usize, const O: usize>(
        &self,
        numbers: [Num; N],
        mut outs: [&mut [MaybeUninit<T>]; O],
        most: impl FnOnce() -> usize,
    ) -> std::result::Result<(), TryReserveError>
    where
        K: Kernel<I, N, O>,
    {
        let len = shape::size(&self.sizes);
        if len == 0 {
            return Ok(());
        }
        let grid = Grid::of(len, &self.plans);
        let mut totals: [Vec<f64>; O] = std::array::from_fn(|_| Vec::new());
        for (totals, plan) in totals.iter_mut().zip(&self.plans) {
            if let Fate::Runs(fold, _) | Fate::Columns(fold, _) = plan.way {
                let count = grid.layout(plan).all;
                totals.try_reserve_exact(count)?;
                totals.resize(count, first(fold));
            }
        }
        let axes = collapsed(&self.sizes, &self.sources);
        let pass = Pass {
            ways: std::array::from_fn(|i| way(&axes, i)),
            axes,
            sources: &self.sources,
            numbers,
            plans: &self.plans,
            outs: outs.each_mut().map(|out| Parts::of(out)),
            totals: totals.each_mut().map(|totals| Parts::of(totals)),
            grid: &grid,
            level: Level::here(),
        };
        let run = |piece| {
            // SAFETY: each piece runs once.
            unsafe { pass.run::<K>(piece) }
        };
        share(grid.pieces, threads::<T>(len, K::OPERATIONS, most), &run);
        for ((out, totals), plan) in outs.iter_mut().zip(&totals).zip(&self.plans) {
            let (Fate::Runs(fold, _) | Fate::Columns(fold, _)) = plan.way else {
                continue;
            };
            let layout = grid.layout(plan);
            for (place, slot) in out.iter_mut().enumerate() {
                let parts = totals.iter().skip(place * layout.next);
                let parts = parts.step_by(layout.step).take(layout.together);
                let total = parts.fold(first(fold), |total, part| joined(fold, total, *part));
                slot.write(T::from_f64(match plan.mean {
                    Some(count) => total / count,
                    None => total,
                }));
            }
        }
        Ok(())
    }
}

/// A pass that runs: what its pieces have in common.
struct Pass<'p, T, const I: usize, const N: usize, const O: usize> {
    axes: SmallVec<[AxisOf<I>; 6]>,
    ways: [Way; I],
    sources: &'p [Source<'p, T>; I],
    numbers: [Num; N],
    plans: &'p [Plan],
    outs: [Parts<'p, MaybeUninit<T>>; O],
    /// What pieces come to, as the grid lays it out.
    totals: [Parts<'p, f64>; O],
    grid: &'p Grid,
    level: Level,
}

impl<T: LaneFloat, const I: usize, const N: usize, const O: usize> Pass<'_, T, I, N, O> {
    /// Runs one piece.
    ///
    /// # Safety
    /// No piece runs twice.
    unsafe fn run<K: Kernel<I, N, O>>(&self, piece: usize) {
        let elements = self.grid.piece(piece);
        let mut parts = self.plans.iter().zip(&self.totals).map(|(plan, totals)| {
            let (range, begin) = self.grid.parts(plan, piece, &elements);
            // SAFETY: the grid gives each piece parts of its own, and this one runs once.
            (unsafe { totals.part(range) }, begin)
        });
        let mut parts: [(&mut [f64], usize); O] =
            std::array::from_fn(|_| parts.next().unwrap_or_default());
        let kept = |o: usize| {
            let plan = self.plans.get(o);
            plan.is_none_or(|plan| matches!(plan.way, Fate::Kept))
        };
        // A single result that is folded over runs never stands in memory, not even block by block.
        let one = match self.plans {
            [plan] if K::FOLDS && O == 1 => match plan.way {
                Fate::Runs(fold, run) => Some((fold, run)),
                _ => None,
            },
            _ => None,
        };
        let block = match self.ways.iter().all(|way| *way == Way::Straight) {
            true if (0..O).all(kept) => elements.len(),
            true if one.is_some() => FOLDED,
            _ => BLOCK,
        };
        let mut rooms = [[MaybeUninit::<T>::uninit(); BLOCK]; I];
        let mut folded = [[MaybeUninit::<T>::uninit(); BLOCK]; O];
        for ((room, way), source) in rooms.iter_mut().zip(self.ways).zip(self.sources) {
            if let (Way::Once, Some(room)) = (way, room.get_mut(..elements.len().min(BLOCK))) {
                // SAFETY: there is an element, since pieces have some; all indices lead to this one.
                room.fill(MaybeUninit::new(unsafe { source.start.read() }));
            }
        }
        for line in 0..self.grid.lines {
            let line = self.grid.line(line);
            let mut place = elements.start;
            while place < elements.end {
                let (at, count) = (line + place, block.min(elements.end - place));
                // How far into the piece's part of this line.
                let into = place - elements.start;
                place += count;
                for (i, (room, source)) in rooms.iter_mut().zip(self.sources).enumerate() {
                    if let (Some(Way::Gathered), Some(room)) =
                        (self.ways.get(i), room.get_mut(..count))
                    {
                        // SAFETY: `at..at + count` are places in the result.
                        unsafe { gather(&self.axes, i, source.start, at, room) };
                    }
                }
                let ins: [&[T]; I] = std::array::from_fn(|i| {
                    let (Some(source), Some(room)) = (self.sources.get(i), rooms.get(i)) else {
                        return &[][..];
                    };
                    // SAFETY: a straight tensor has an element for each place of the result, from its start on; a
                    // room's first `count` are filled, and `count` is at most `BLOCK` where there are rooms in use.
                    unsafe {
                        match self.ways.get(i) {
                            Some(Way::Straight) => {
                                std::slice::from_raw_parts(source.start.add(at), count)
                            }
                            _ => std::slice::from_raw_parts(room.as_ptr().cast(), count),
                        }
                    }
                });
                if let (Some((fold, run)), [(totals, first), ..]) = (one, parts.as_mut_slice()) {
                    let from = *first + into;
                    let mut begin = 0;
                    while begin < count {
                        let end = count.min(begin + run - (from + begin) % run);
                        let now = ins.map(|x| x.get(begin..end).unwrap_or_default());
                        let part = (self.level)
                            .fold_pass::<T, K, I, N, O>(now, self.numbers, fold)
                            .to_f64();
                        if let Some(slot) = totals.get_mut((from + begin) / run) {
                            *slot = joined(fold, *slot, part);
                        }
                        begin = end;
                    }
                    continue;
                }
                let mut free = self.outs.iter().zip(&mut folded).enumerate();
                let to: [&mut [MaybeUninit<T>]; O] = std::array::from_fn(|_| match free.next() {
                    // SAFETY: these places are in no other piece, and this one goes over them once.
                    Some((o, (out, _))) if kept(o) => unsafe { out.part(at..at + count) },
                    Some((_, (_, room))) => room.get_mut(..count).unwrap_or_default(),
                    None => &mut [],
                });
                self.level.pass::<T, K, I, N, O>(ins, self.numbers, to);
                for ((plan, room), (totals, first)) in
                    self.plans.iter().zip(&folded).zip(&mut parts)
                {
                    let block = || Block {
                        at: *first + into,
                        // SAFETY: where a value is folded, the pass has written the first `count` elements of its room,
                        // which are at most `BLOCK`.
                        elements: unsafe {
                            std::slice::from_raw_parts(room.as_ptr().cast::<T>(), count)
                        },
                    };
                    match plan.way {
                        Fate::Kept => {}
                        Fate::Runs(fold, run) => self.level.runs(fold, run, block(), totals),
                        Fate::Columns(fold, _) => {
                            self.level.columns(fold, totals.len(), block(), totals);
                        }
                    }
                }
            }
        }
    }
}

/// The same, where all tensors and results lie alike, and nothing is folded: without a look at axes, which would take
/// longer than the elements of a small tensor.
///
/// # Errors
/// If there is no memory for the results.
#[cfg(feature = "ndarray")]
pub(crate) fn straight<T, K, const I: usize, const N: usize, const O: usize>(
    tensors: [&[T]; I],
    numbers: [Num; N],
) -> std::result::Result<[Vec<T>; O], TryReserveError>
where
    T: LaneFloat,
    K: Kernel<I, N, O>,
{
    let len = tensors.iter().map(|x| x.len()).min().unwrap_or(0);
    let mut outs: [Vec<T>; O] = std::array::from_fn(|_| Vec::new());
    for out in &mut outs {
        out.try_reserve_exact(len)?;
    }
    let level = Level::here();
    let into = outs
        .each_mut()
        .map(|out| out.spare_capacity_mut().get_mut(..len).unwrap_or_default());
    match threads::<T>(len, K::OPERATIONS, || usize::MAX) {
        1 => level.pass::<T, K, I, N, O>(tensors, numbers, into),
        threads => {
            let into = into.map(Parts::of);
            share(len.div_ceil(PIECE), threads, &|piece| {
                let (begin, end) = (piece * PIECE, len.min((piece + 1) * PIECE));
                let now = tensors.map(|x| x.get(begin..end).unwrap_or_default());
                // SAFETY: each piece has places of its own.
                let to = into.each_ref().map(|out| unsafe { out.part(begin..end) });
                level.pass::<T, K, I, N, O>(now, numbers, to);
            });
        }
    }
    for out in &mut outs {
        // SAFETY: the pass has written `len` elements: as many as each tensor has at least, and each result has room for.
        unsafe { out.set_len(len) };
    }
    Ok(outs)
}

/// The same, of one value that is folded over all elements, of which there is at least one.
///
/// # Errors
/// If there is no memory for what pieces come to.
#[cfg(feature = "ndarray")]
pub(crate) fn straight_fold<T, K, const I: usize, const N: usize, const O: usize>(
    tensors: [&[T]; I],
    numbers: [Num; N],
    fold: Fold,
) -> std::result::Result<T, TryReserveError>
where
    T: LaneFloat,
    K: Kernel<I, N, O>,
{
    let len = tensors.iter().map(|x| x.len()).min().unwrap_or(0);
    let level = Level::here();
    let piece = |begin: usize| {
        let last = len.min(begin + PIECE);
        let mut total = first(fold);
        for at in (begin..last).step_by(FOLDED) {
            let now = tensors.map(|x| x.get(at..last.min(at + FOLDED)).unwrap_or_default());
            let part = level.fold_pass::<T, K, I, N, O>(now, numbers, fold);
            total = joined(fold, total, part.to_f64());
        }
        total
    };
    let total = if len <= PIECE {
        piece(0)
    } else {
        let mut totals = Vec::new();
        totals.try_reserve_exact(len.div_ceil(PIECE))?;
        totals.resize(len.div_ceil(PIECE), first(fold));
        let parts = Parts::of(&mut totals);
        share(
            len.div_ceil(PIECE),
            threads::<T>(len, K::OPERATIONS, || usize::MAX),
            &|at| {
                // SAFETY: each piece has a total of its own.
                unsafe { parts.part(at..at + 1) }.fill(piece(at * PIECE));
            },
        );
        let parts = totals.iter();
        parts.fold(first(fold), |total, part| joined(fold, total, *part))
    };
    Ok(match fold {
        Fold::Mean => T::from_f64(total / len as f64),
        _ => T::from_f64(total),
    })
}

/// What a fold begins with.
fn first(fold: Fold) -> f64 {
    match fold {
        // Adding it leaves every number as it is; 0 would take the sign of -0.
        Fold::Sum | Fold::Mean => -0.0,
        Fold::Max => f64::NEG_INFINITY,
        Fold::Min => f64::INFINITY,
    }
}

/// A block, and where it begins.
#[derive(Clone, Copy)]
struct Block<'a, T> {
    at: usize,
    elements: &'a [T],
}

/// Two parts of a fold, in one number.
#[inline(always)]
fn joined<T: LaneFloat>(fold: Fold, a: T, b: T) -> T {
    match fold {
        Fold::Sum | Fold::Mean => a + b,
        Fold::Max => larger(a, b),
        Fold::Min => smaller(a, b),
    }
}

/// Folds a block into the totals of runs of `run` elements. What parts come to is put together in `f64`, so that the
/// rounding of sums does not grow with the length.
#[inline(always)]
fn runs<T: LaneFloat>(fold: Fold, run: usize, block: Block<'_, T>, totals: &mut [f64]) {
    let Block {
        mut at,
        mut elements,
    } = block;
    while !elements.is_empty() {
        let count = elements.len().min(run - at % run);
        let (now, rest) = elements.split_at(count);
        let get = |place: usize| {
            // SAFETY: `folded` asks for places below the length that it is told.
            unsafe { *now.get_unchecked(place) }
        };
        let part = by_length(fold, count, get);
        if let Some(slot) = totals.get_mut(at / run) {
            *slot = joined(fold, *slot, part.to_f64());
        }
        at += count;
        elements = rest;
    }
}

/// Folds `len` elements, the one at each place given by `get`.
#[inline(always)]
fn by_length<T: LaneFloat>(fold: Fold, len: usize, get: impl Fn(usize) -> T + Copy) -> T {
    match fold {
        Fold::Sum | Fold::Mean => by_side(fold, len, get, |a, b| a + b),
        Fold::Max => by_side(fold, len, get, larger),
        Fold::Min => by_side(fold, len, get, smaller),
    }
}

#[inline(always)]
fn by_side<T: LaneFloat>(
    fold: Fold,
    len: usize,
    get: impl Fn(usize) -> T + Copy,
    both: impl Fn(T, T) -> T + Copy,
) -> T {
    let zero = T::from_f64(first(fold));
    // Several vectors side by side, or else each would wait for the one before; few where there is little to add.
    match len < 1024 {
        true => folded::<T, 16>(len, zero, get, both),
        false => folded::<T, 64>(len, zero, get, both),
    }
}

/// `SIDE` partial results go on side by side. `get` is asked for places below `len` only.
#[inline(always)]
fn folded<T: LaneFloat, const SIDE: usize>(
    len: usize,
    zero: T,
    get: impl Fn(usize) -> T,
    both: impl Fn(T, T) -> T,
) -> T {
    let mut sides = [zero; SIDE];
    let whole = len - len % SIDE;
    let mut at = 0;
    while at < whole {
        for (place, side) in sides.iter_mut().enumerate() {
            *side = both(*side, get(at + place));
        }
        at += SIDE;
    }
    for (place, side) in sides.iter_mut().enumerate().take(len - whole) {
        *side = both(*side, get(whole + place));
    }
    // Side by side again, by halves.
    let mut width = SIDE / 2;
    while width > 0 {
        let (low, high) = sides.split_at_mut(width);
        for (a, b) in low.iter_mut().zip(high.iter()) {
            *a = both(*a, *b);
        }
        width /= 2;
    }
    sides.first().copied().unwrap_or(zero)
}

/// Folds a block into the totals of `width` columns.
#[inline(always)]
fn columns<T: LaneFloat>(fold: Fold, width: usize, block: Block<'_, T>, totals: &mut [f64]) {
    match fold {
        Fold::Sum | Fold::Mean => columns_by(width, block, totals, |a, b| a + b),
        Fold::Max => columns_by(width, block, totals, larger),
        Fold::Min => columns_by(width, block, totals, smaller),
    }
}

#[inline(always)]
fn columns_by<T: LaneFloat>(
    width: usize,
    block: Block<'_, T>,
    totals: &mut [f64],
    total: impl Fn(f64, f64) -> f64,
) {
    let Block {
        mut at,
        mut elements,
    } = block;
    while !elements.is_empty() {
        let column = at % width;
        let count = elements.len().min(width - column);
        let (now, rest) = elements.split_at(count);
        for (slot, x) in totals.iter_mut().skip(column).zip(now) {
            *slot = total(*slot, x.to_f64());
        }
        at += count;
        elements = rest;
    }
}

/// An axis of the result, with each tensor's stride.
struct AxisOf<const I: usize> {
    size: usize,
    strides: [isize; I],
}

/// The axes, without those of size 1, and joined where all tensors go on over the end of one into the next.
fn collapsed<T, const I: usize>(
    sizes: &[usize],
    sources: &[Source<'_, T>; I],
) -> SmallVec<[AxisOf<I>; 6]> {
    let mut axes: SmallVec<[AxisOf<I>; 6]> = SmallVec::new();
    for (place, &size) in sizes.iter().enumerate().filter(|(_, size)| **size != 1) {
        let strides = sources
            .each_ref()
            .map(|s| s.strides.get(place).copied().unwrap_or(0));
        let goes_on = |(outer, inner): (&isize, &isize)| *outer == *inner * size as isize;
        match axes.last_mut() {
            Some(last) if last.strides.iter().zip(&strides).all(goes_on) => {
                last.size *= size;
                last.strides = strides;
            }
            _ => axes.push(AxisOf { size, strides }),
        }
    }
    axes
}

fn way<const I: usize>(axes: &[AxisOf<I>], source: usize) -> Way {
    let stride = |axis: &AxisOf<I>| axis.strides.get(source).copied().unwrap_or(0);
    if axes.iter().all(|axis| stride(axis) == 0) {
        return Way::Once;
    }
    let mut next = 1;
    for axis in axes.iter().rev() {
        if stride(axis) != next {
            return Way::Gathered;
        }
        next *= axis.size as isize;
    }
    Way::Straight
}

/// Copies the elements of a tensor at the places from `at` on of the result.
///
/// # Safety
/// The places are within the sizes of the axes, and `start` is the tensor's.
unsafe fn gather<T: Copy, const I: usize>(
    axes: &[AxisOf<I>],
    source: usize,
    start: *const T,
    at: usize,
    room: &mut [MaybeUninit<T>],
) {
    let stride = |axis: &AxisOf<I>| axis.strides.get(source).copied().unwrap_or(0);
    let Some((inner, outer)) = axes.split_last() else {
        return;
    };
    let mut at = at;
    let mut room = room;
    while !room.is_empty() {
        // Where the row begins, and how far in it we are.
        let (mut row, into) = (at / inner.size, at % inner.size);
        let mut offset = into as isize * stride(inner);
        for axis in outer.iter().rev() {
            offset += (row % axis.size) as isize * stride(axis);
            row /= axis.size;
        }
        let count = room.len().min(inner.size - into);
        let (now, rest) = room.split_at_mut(count);
        // SAFETY: the caller says that these places are the tensor's.
        unsafe {
            let first = start.offset(offset);
            match stride(inner) {
                0 => now.fill(MaybeUninit::new(first.read())),
                1 => now.copy_from_slice(std::slice::from_raw_parts(first.cast(), count)),
                step => {
                    for (place, slot) in now.iter_mut().enumerate() {
                        slot.write(first.offset(place as isize * step).read());
                    }
                }
            }
        }
        at += count;
        room = rest;
    }
}

/// What the processor can do.
#[derive(Clone, Copy)]
pub(crate) enum Level {
    Plain,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Level {
    /// Of this processor. The standard library keeps the answer.
    #[inline]
    pub(crate) fn here() -> Level {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::is_x86_feature_detected as has;
            if has!("avx512f")
                && has!("avx512dq")
                && has!("avx512bw")
                && has!("avx512vl")
                && has!("fma")
            {
                return Level::Avx512;
            }
            if has!("avx2") && has!("fma") {
                return Level::Avx2;
            }
        }
        Level::Plain
    }

    /// All elements of a block folded to one.
    #[cfg(any(feature = "ndarray", feature = "candle"))]
    pub(crate) fn fold<T: LaneFloat>(self, fold: Fold, elements: &[T]) -> f64 {
        let mut total = [first(fold)];
        let run = elements.len().max(1);
        self.runs(fold, run, Block { at: 0, elements }, &mut total);
        let [total] = total;
        total
    }

    /// A kernel of one tensor over a block; `to` is as long as `from`.
    #[cfg(any(feature = "ndarray", feature = "candle"))]
    pub(crate) fn map<T, K, const N: usize>(self, from: &[T], numbers: [Num; N], to: &mut [T])
    where
        T: LaneFloat,
        K: Kernel<1, N, 1>,
    {
        // SAFETY: a place for an element that may not be there is one for an element that is; kernels write whole ones.
        let to = unsafe { std::slice::from_raw_parts_mut(to.as_mut_ptr().cast(), to.len()) };
        self.pass::<T, K, 1, N, 1>([from], numbers, [to]);
    }

    /// A kernel of one tensor over a block, in a room: what it gives.
    #[cfg(any(feature = "ndarray", feature = "candle"))]
    pub(crate) fn map_in<'r, T, K, const N: usize>(
        self,
        from: &[T],
        numbers: [Num; N],
        room: &'r mut [MaybeUninit<T>; BLOCK],
    ) -> &'r [T]
    where
        T: LaneFloat,
        K: Kernel<1, N, 1>,
    {
        let count = from.len().min(BLOCK);
        let to = room.get_mut(..count).unwrap_or_default();
        self.pass::<T, K, 1, N, 1>([from], numbers, [to]);
        // SAFETY: the pass has written `count` elements, as many as both have at least.
        unsafe { std::slice::from_raw_parts(room.as_ptr().cast(), count) }
    }

    fn runs<T: LaneFloat>(self, fold: Fold, run: usize, block: Block<'_, T>, totals: &mut [f64]) {
        match self {
            Level::Plain => runs(fold, run, block, totals),
            // SAFETY: `here` has found these features.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { avx2_runs(fold, run, block, totals) },
            // SAFETY: likewise.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { avx512_runs(fold, run, block, totals) },
        }
    }

    fn columns<T: LaneFloat>(
        self,
        fold: Fold,
        width: usize,
        block: Block<'_, T>,
        totals: &mut [f64],
    ) {
        match self {
            Level::Plain => columns(fold, width, block, totals),
            // SAFETY: `here` has found these features.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { avx2_columns(fold, width, block, totals) },
            // SAFETY: likewise.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { avx512_columns(fold, width, block, totals) },
        }
    }

    /// What the kernel gives for all elements, folded to one; it gives one value.
    #[inline]
    fn fold_pass<T, K, const I: usize, const N: usize, const O: usize>(
        self,
        ins: [&[T]; I],
        numbers: [Num; N],
        fold: Fold,
    ) -> T
    where
        T: LaneFloat,
        K: Kernel<I, N, O>,
    {
        match self {
            // Every processor of 64-bit Arm has fused multiply-add.
            Level::Plain if cfg!(target_arch = "aarch64") => {
                fold_each::<T, Fma, K, I, N, O>(ins, numbers, fold)
            }
            Level::Plain => fold_each::<T, Plain, K, I, N, O>(ins, numbers, fold),
            // SAFETY: `here` has found these features.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { avx2_fold::<T, K, I, N, O>(ins, numbers, fold) },
            // SAFETY: likewise.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { avx512_fold::<T, K, I, N, O>(ins, numbers, fold) },
        }
    }

    #[inline]
    fn pass<T, K, const I: usize, const N: usize, const O: usize>(
        self,
        ins: [&[T]; I],
        numbers: [Num; N],
        outs: [&mut [MaybeUninit<T>]; O],
    ) where
        T: LaneFloat,
        K: Kernel<I, N, O>,
    {
        match self {
            // Every processor of 64-bit Arm has fused multiply-add.
            Level::Plain if cfg!(target_arch = "aarch64") => {
                each::<T, Fma, K, I, N, O>(ins, numbers, outs);
            }
            Level::Plain => each::<T, Plain, K, I, N, O>(ins, numbers, outs),
            // SAFETY: `here` has found these features.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { avx2::<T, K, I, N, O>(ins, numbers, outs) },
            // SAFETY: likewise.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { avx512::<T, K, I, N, O>(ins, numbers, outs) },
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn avx2<T: LaneFloat, K: Kernel<I, N, O>, const I: usize, const N: usize, const O: usize>(
    ins: [&[T]; I],
    numbers: [Num; N],
    outs: [&mut [MaybeUninit<T>]; O],
) {
    each::<T, Fma, K, I, N, O>(ins, numbers, outs);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma,avx512f,avx512dq,avx512bw,avx512vl")]
fn avx512<T: LaneFloat, K: Kernel<I, N, O>, const I: usize, const N: usize, const O: usize>(
    ins: [&[T]; I],
    numbers: [Num; N],
    outs: [&mut [MaybeUninit<T>]; O],
) {
    each::<T, Fma, K, I, N, O>(ins, numbers, outs);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn avx2_fold<T: LaneFloat, K: Kernel<I, N, O>, const I: usize, const N: usize, const O: usize>(
    ins: [&[T]; I],
    numbers: [Num; N],
    fold: Fold,
) -> T {
    fold_each::<T, Fma, K, I, N, O>(ins, numbers, fold)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma,avx512f,avx512dq,avx512bw,avx512vl")]
fn avx512_fold<T: LaneFloat, K: Kernel<I, N, O>, const I: usize, const N: usize, const O: usize>(
    ins: [&[T]; I],
    numbers: [Num; N],
    fold: Fold,
) -> T {
    fold_each::<T, Fma, K, I, N, O>(ins, numbers, fold)
}

macro_rules! folds {
    ($runs:ident $columns:ident $features:literal) => {
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = $features)]
        fn $runs<T: LaneFloat>(fold: Fold, run: usize, block: Block<'_, T>, totals: &mut [f64]) {
            runs(fold, run, block, totals);
        }

        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = $features)]
        fn $columns<T: LaneFloat>(
            fold: Fold,
            width: usize,
            block: Block<'_, T>,
            totals: &mut [f64],
        ) {
            columns(fold, width, block, totals);
        }
    };
}
folds!(avx2_runs avx2_columns "avx2,fma");
folds!(avx512_runs avx512_columns "avx2,fma,avx512f,avx512dq,avx512bw,avx512vl");

/// The inner loop. It becomes part of the function that calls it, and is compiled for what that may use.
#[inline(always)]
fn each<T, S, K, const I: usize, const N: usize, const O: usize>(
    ins: [&[T]; I],
    numbers: [Num; N],
    mut outs: [&mut [MaybeUninit<T>]; O],
) where
    T: LaneFloat,
    S: Isa,
    K: Kernel<I, N, O>,
{
    let (given, taken) = (
        ins.iter().map(|x| x.len()),
        outs.iter().map(|out| out.len()),
    );
    let len = given.chain(taken).min().unwrap_or(0);
    let numbers = numbers.map(InLane::<T, S>::number);
    for at in 0..len {
        // SAFETY: every slice has `len` elements; a check in here would keep the loop from becoming vectors.
        let x = ins.map(|x| InLane::<T, S>::new(unsafe { *x.get_unchecked(at) }));
        let y = K::each(x, numbers);
        for (out, y) in outs.iter_mut().zip(y) {
            // SAFETY: likewise.
            unsafe { out.get_unchecked_mut(at) }.write(y.get());
        }
    }
}

/// The inner loop of a fold, likewise.
#[inline(always)]
fn fold_each<T, S, K, const I: usize, const N: usize, const O: usize>(
    ins: [&[T]; I],
    numbers: [Num; N],
    fold: Fold,
) -> T
where
    T: LaneFloat,
    S: Isa,
    K: Kernel<I, N, O>,
{
    let len = ins.iter().map(|x| x.len()).min().unwrap_or(0);
    let numbers = numbers.map(InLane::<T, S>::number);
    let get = |at: usize| {
        // SAFETY: every slice has `len` elements, and places below are asked for.
        let x = ins.map(|x| InLane::<T, S>::new(unsafe { *x.get_unchecked(at) }));
        let y = K::each(x, numbers);
        y.first()
            .map_or_else(|| T::from_f64(first(fold)), |y| y.get())
    };
    by_length(fold, len, get)
}

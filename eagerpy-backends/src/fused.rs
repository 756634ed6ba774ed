//! The loops of fused passes, for backends whose tensors lie in the memory of the host.
//!
//! A pass goes over the result in blocks that stay in the first cache. A tensor that lies as the result does is read
//! where it is; of one that does not (broadcast, transposed, sliced) the block's elements are gathered first. So the
//! inner loop has nothing but slices, and there is one of it for each kernel, element type and kind of processor:
//! [`loops`]. All else is the same for all kernels.
//!
//! The blocks of a large pass belong to pieces, which threads may share: [`grid`].

mod grid;
mod loops;
#[cfg(all(test, feature = "ndarray"))]
mod tests;

use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ops::Range;

use eagerpy_runtime::fuse::{Fold, LaneFloat, Outcome};
use eagerpy_runtime::scalar::{larger, smaller};
use eagerpy_runtime::{Result, Shape, shape};
use smallvec::SmallVec;

#[cfg(feature = "ndarray")]
use crate::threads::PIECE;
use crate::threads::{Parts, enough, share, threads};
use grid::Grid;
use loops::Runs;
pub(crate) use loops::{Level, Looped, Loops, Work};

/// Elements in a block: a few of them, of all tensors, fit the first cache. Under Miri there are to be several in a tensor
/// of a few hundred elements.
pub(crate) const BLOCK: usize = if cfg!(miri) { 16 } else { 1024 };

/// Elements that are folded before what they come to goes on in `f64`, where nothing has to be gathered.
const FOLDED: usize = 4 * BLOCK;

/// So many tensors and results have the kernels that the compiler writes, at most. Of more, there is no pass.
const TENSORS: usize = 8;
const RESULTS: usize = 4;

/// Something for each tensor, and for each result.
pub(crate) type ByTensor<X> = SmallVec<[X; TENSORS]>;
pub(crate) type ByResult<X> = SmallVec<[X; RESULTS]>;

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
        let mut all = Strides::from_elem(0, sizes.len());
        let own = self.sizes.iter().zip(&self.strides).rev();
        for ((stride, to), (size, own)) in all.iter_mut().zip(sizes).rev().zip(own) {
            if size == to {
                *stride = *own;
            }
        }
        all
    }

    /// Do its axes lie in the usual order, the one with the longest steps first? Those of one element, and those over
    /// which it is repeated, are of no account.
    fn lies_in_order(&self) -> bool {
        let mut last = isize::MAX;
        self.sizes.iter().zip(&self.strides).all(|(size, stride)| {
            let step = stride.abs();
            let told = *size != 1 && step != 0;
            let fits = !told || step <= last;
            if told {
                last = step;
            }
            fits
        })
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
struct Job<'a, T> {
    sizes: Shape,
    sources: ByTensor<Source<'a, T>>,
    /// How results come about.
    plans: ByResult<Plan>,
    /// In what order the axes of the shape are gone through, if that is not the usual one.
    order: Option<Shape>,
}

impl<'a, T: LaneFloat> Job<'a, T> {
    /// `None` if the loops do not have it: for shapes that do not go together or that no memory
    /// holds, and results of which [`Plan`] has none.
    fn of(given: &[Given<'a, T>], outcomes: &[Outcome]) -> Option<Self> {
        if given.len() > TENSORS || outcomes.len() > RESULTS {
            return None;
        }
        let mut tensors = given.iter();
        let mut sizes = tensors.next().map(|x| x.sizes.clone()).unwrap_or_default();
        for tensor in tensors {
            if tensor.sizes != sizes {
                sizes = shape::broadcast(&sizes, &tensor.sizes).ok()?;
            }
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
        let sources = given.iter().map(|tensor| {
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
        let sources = sources.collect();
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

    /// The results, made by at most so many threads; `None` if there is no memory for them, and if it is not the kernel of
    /// as many tensors and results.
    fn outs<R: Room<T>>(
        &self,
        work: Work<'_, T>,
        most: impl FnOnce() -> usize,
    ) -> Result<Option<ByResult<R>>> {
        let mut outs = ByResult::<R>::new();
        for plan in &self.plans {
            match R::of(&plan.sizes)? {
                Some(room) => outs.push(room),
                None => return Ok(None),
            }
        }
        let into = outs.iter_mut().zip(&self.plans);
        let into = into.map(|(out, plan)| out.elements(shape::size(&plan.sizes)));
        if !self.run(work, &mut into.collect::<ByResult<_>>(), most) {
            return Ok(None);
        }
        for (out, plan) in outs.iter_mut().zip(&self.plans) {
            // SAFETY: the pass has written every element of what it was given.
            unsafe { out.written(shape::size(&plan.sizes)) };
        }
        Ok(Some(outs))
    }
}

/// The results of a kernel of so many.
#[inline]
pub(crate) fn array<U, const O: usize>(mut results: ByResult<U>) -> Option<[U; O]> {
    if results.len() != O {
        return None;
    }
    // SAFETY: there are `O` of them one after the other, and they are nobody else's, now that the list says it has none.
    unsafe {
        results.set_len(0);
        Some(results.as_ptr().cast::<[U; O]>().read())
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
pub(crate) fn chain<T, R, U>(
    given: &[Given<'_, T>],
    work: Work<'_, T>,
    outcomes: &[Outcome],
    crew: &Crew,
    mut made: impl FnMut(R, &[usize], Option<&[usize]>) -> Result<U>,
) -> Result<Option<ByResult<U>>>
where
    T: LaneFloat,
    R: Room<T>,
{
    let Some(job) = Job::of(given, outcomes) else {
        return Ok(None);
    };
    if !job.pays(work.operations(), crew) {
        return Ok(None);
    }
    let Some(outs) = job.outs::<R>(work, crew.threads)? else {
        return Ok(None);
    };
    let back = job.back();
    let mut results = ByResult::new();
    for (out, plan) in outs.into_iter().zip(&job.plans) {
        results.push(made(out, &plan.sizes, back.as_deref())?);
    }
    Ok(Some(results))
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
    // As most do.
    if given.iter().all(Given::lies_in_order) {
        return None;
    }
    let by_tensor = given.iter().map(|tensor| tensor.strides(sizes));
    let by_tensor: ByTensor<Strides> = by_tensor.collect();
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
    fn of(sizes: &[usize], outcomes: &[Outcome]) -> Option<ByResult<Plan>> {
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

impl<T: LaneFloat> Job<'_, T> {
    /// Runs a kernel over all elements, on at most so many threads. Every element of `outs`, which are as large as the
    /// plans say, is written, in row-major order.
    ///
    /// False if there is no memory for totals, and if the kernel has not as many tensors or results.
    fn run(
        &self,
        work: Work<'_, T>,
        outs: &mut [&mut [MaybeUninit<T>]],
        most: impl FnOnce() -> usize,
    ) -> bool {
        if !work.fits(self.sources.len(), self.plans.len()) || outs.len() != self.plans.len() {
            return false;
        }
        let len = shape::size(&self.sizes);
        if len == 0 {
            return true;
        }
        let grid = Grid::of(len, &self.plans);
        let mut totals: ByResult<Vec<f64>> = ByResult::new();
        for plan in &self.plans {
            let mut own = Vec::new();
            if let Fate::Runs(fold, _) | Fate::Columns(fold, _) = plan.way {
                let count = grid.layout(plan).all;
                if own.try_reserve_exact(count).is_err() {
                    return false;
                }
                own.resize(count, first(fold));
            }
            totals.push(own);
        }
        let axes = collapsed(&self.sizes, &self.sources);
        let pass = Pass {
            ways: (0..self.sources.len()).map(|i| way(&axes, i)).collect(),
            axes,
            sources: &self.sources,
            work,
            plans: &self.plans,
            outs: outs.iter_mut().map(|out| Parts::of(out)).collect(),
            totals: totals.iter_mut().map(|own| Parts::of(own)).collect(),
            grid: &grid,
            level: Level::here(),
        };
        let run = |piece| {
            // SAFETY: each piece runs once.
            unsafe { pass.run(piece) }
        };
        share(
            grid.pieces,
            threads::<T>(len, work.operations(), most),
            &run,
        );
        drop(pass);
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
        true
    }
}

/// A pass that runs: what its pieces have in common. The kernel has as many tensors as there are sources, and as many
/// results as there are plans.
struct Pass<'p, T: 'static> {
    axes: SmallVec<[AxisOf; 6]>,
    ways: ByTensor<Way>,
    sources: &'p [Source<'p, T>],
    work: Work<'p, T>,
    plans: &'p [Plan],
    outs: ByResult<Parts<'p, MaybeUninit<T>>>,
    /// What pieces come to, as the grid lays it out.
    totals: ByResult<Parts<'p, f64>>,
    grid: &'p Grid,
    level: Level,
}

impl<T: LaneFloat> Pass<'_, T> {
    /// Runs one piece.
    ///
    /// # Safety
    /// No piece runs twice.
    unsafe fn run(&self, piece: usize) {
        let elements = self.grid.piece(piece);
        let kept = |plan: &Plan| matches!(plan.way, Fate::Kept);
        if !self.ways.iter().all(|way| *way == Way::Straight) || !self.plans.iter().all(kept) {
            // SAFETY: the caller says so.
            unsafe { self.run_in_blocks(piece, elements) };
            return;
        }
        let mut ins = [&[][..]; TENSORS];
        let mut to: [&mut [MaybeUninit<T>]; RESULTS] = Default::default();
        // Columns are folds, so that there is one line.
        let (at, count) = (elements.start, elements.len());
        for (slot, source) in ins.iter_mut().zip(self.sources) {
            // SAFETY: a straight tensor has an element for each place of the result, from its start on.
            *slot = unsafe { std::slice::from_raw_parts(source.start.add(at), count) };
        }
        for (slot, out) in to.iter_mut().zip(&self.outs) {
            // SAFETY: these places are in no other piece.
            *slot = unsafe { out.part(elements.clone()) };
        }
        let ins = ins.get(..self.sources.len()).unwrap_or_default();
        let to = to.get_mut(..self.plans.len()).unwrap_or_default();
        self.work.each(self.level, ins, to);
    }

    /// Runs one piece block by block, with rooms for what does not lie in memory as the result does.
    ///
    /// # Safety
    /// No piece runs twice.
    #[inline(never)]
    unsafe fn run_in_blocks(&self, piece: usize, elements: Range<usize>) {
        let mut parts: ByResult<(&mut [f64], usize)> = ByResult::new();
        for (plan, totals) in self.plans.iter().zip(&self.totals) {
            let (range, begin) = self.grid.parts(plan, piece, &elements);
            // SAFETY: the grid gives each piece parts of its own, and this one runs once.
            parts.push((unsafe { totals.part(range) }, begin));
        }
        let kept = |plan: &Plan| matches!(plan.way, Fate::Kept);
        // A single result that is folded over runs never stands in memory, not even block by block.
        let one = match self.plans {
            [plan] if self.work.folds() => match plan.way {
                Fate::Runs(fold, run) => Some((fold, run)),
                _ => None,
            },
            _ => None,
        };
        let block = match self.ways.iter().all(|way| *way == Way::Straight) {
            true if self.plans.iter().all(kept) => elements.len(),
            true if one.is_some() => FOLDED,
            _ => BLOCK,
        };
        let mut rooms = [[MaybeUninit::<T>::uninit(); BLOCK]; TENSORS];
        let mut folded = [[MaybeUninit::<T>::uninit(); BLOCK]; RESULTS];
        for ((room, way), source) in rooms.iter_mut().zip(&self.ways).zip(self.sources) {
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
                let mut ins = [&[][..]; TENSORS];
                let sources = self.sources.iter().zip(&self.ways).zip(&mut rooms);
                for (i, (slot, ((source, way), room))) in ins.iter_mut().zip(sources).enumerate() {
                    // SAFETY: `at..at + count` are places in the result. A straight tensor has an element for each of
                    // them, from its start on; a room's first `count` are filled, and `count` is at most `BLOCK` where
                    // there are rooms in use.
                    *slot = unsafe {
                        match way {
                            Way::Straight => {
                                std::slice::from_raw_parts(source.start.add(at), count)
                            }
                            Way::Once => std::slice::from_raw_parts(room.as_ptr().cast(), count),
                            Way::Gathered => {
                                let room = room.get_mut(..count).unwrap_or_default();
                                gather(&self.axes, i, source.start, at, room);
                                std::slice::from_raw_parts(room.as_ptr().cast(), room.len())
                            }
                        }
                    };
                }
                let ins = ins.get(..self.sources.len()).unwrap_or_default();
                if let (Some((fold, run)), [(totals, first), ..]) = (one, parts.as_mut_slice()) {
                    let at = *first + into;
                    self.work
                        .fold(self.level, ins, Runs { fold, run, at }, totals);
                    continue;
                }
                let mut to: [&mut [MaybeUninit<T>]; RESULTS] = Default::default();
                let outs = self.plans.iter().zip(&self.outs).zip(&mut folded);
                for (slot, ((plan, out), room)) in to.iter_mut().zip(outs) {
                    *slot = match kept(plan) {
                        // SAFETY: these places are in no other piece, and this one goes over them once.
                        true => unsafe { out.part(at..at + count) },
                        false => room.get_mut(..count).unwrap_or_default(),
                    };
                }
                let to = to.get_mut(..self.plans.len()).unwrap_or_default();
                self.work.each(self.level, ins, to);
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
/// longer than the elements of a small tensor. `None` if there is no memory for the results, or the kernel is not one of so
/// many tensors and results.
#[cfg(feature = "ndarray")]
pub(crate) fn straight<T: LaneFloat>(
    tensors: &[&[T]],
    work: Work<'_, T>,
    results: usize,
) -> Option<ByResult<Vec<T>>> {
    if !work.fits(tensors.len(), results) || tensors.len() > TENSORS || results > RESULTS {
        return None;
    }
    let len = tensors.iter().map(|x| x.len()).min().unwrap_or(0);
    let mut outs: ByResult<Vec<T>> = ByResult::new();
    for _ in 0..results {
        let mut out = Vec::new();
        out.try_reserve_exact(len).ok()?;
        outs.push(out);
    }
    let level = Level::here();
    let mut into: [&mut [MaybeUninit<T>]; RESULTS] = Default::default();
    for (slot, out) in into.iter_mut().zip(&mut outs) {
        *slot = out.spare_capacity_mut().get_mut(..len).unwrap_or_default();
    }
    let into = into.get_mut(..results).unwrap_or_default();
    match threads::<T>(len, work.operations(), || usize::MAX) {
        1 => work.each(level, tensors, into),
        threads => {
            let into: ByResult<_> = into.iter_mut().map(|out| Parts::of(out)).collect();
            share(len.div_ceil(PIECE), threads, &|piece| {
                let (begin, end) = (piece * PIECE, len.min((piece + 1) * PIECE));
                let now = tensors.iter();
                let now: ByTensor<_> = now.map(|x| x.get(begin..end).unwrap_or_default()).collect();
                let to = into.iter().map(|out| {
                    // SAFETY: each piece has places of its own.
                    unsafe { out.part(begin..end) }
                });
                work.each(level, &now, &mut to.collect::<ByResult<_>>());
            });
        }
    }
    for out in &mut outs {
        // SAFETY: the pass has written `len` elements: as many as each tensor has at least, and each result has room for.
        unsafe { out.set_len(len) };
    }
    Some(outs)
}

/// The same, of one value that is folded over all elements, of which there is at least one. `None` for kernels that fold
/// nothing, too.
#[cfg(feature = "ndarray")]
pub(crate) fn straight_fold<T: LaneFloat>(
    tensors: &[&[T]],
    work: Work<'_, T>,
    fold: Fold,
) -> Option<T> {
    if !work.fits(tensors.len(), 1) || tensors.len() > TENSORS || !work.folds() {
        return None;
    }
    let len = tensors.iter().map(|x| x.len()).min().unwrap_or(0);
    let level = Level::here();
    let piece = |begin: usize| {
        let last = len.min(begin + PIECE);
        let mut total = [first(fold)];
        let run = Runs {
            fold,
            run: PIECE,
            at: 0,
        };
        for at in (begin..last).step_by(FOLDED) {
            let mut now = [&[][..]; TENSORS];
            for (slot, x) in now.iter_mut().zip(tensors) {
                *slot = x.get(at..last.min(at + FOLDED)).unwrap_or_default();
            }
            let now = now.get(..tensors.len()).unwrap_or_default();
            work.fold(level, now, run, &mut total);
        }
        let [total] = total;
        total
    };
    let total = if len <= PIECE {
        piece(0)
    } else {
        let mut totals = Vec::new();
        totals.try_reserve_exact(len.div_ceil(PIECE)).ok()?;
        totals.resize(len.div_ceil(PIECE), first(fold));
        let parts = Parts::of(&mut totals);
        share(
            len.div_ceil(PIECE),
            threads::<T>(len, work.operations(), || usize::MAX),
            &|at| {
                // SAFETY: each piece has a total of its own.
                unsafe { parts.part(at..at + 1) }.fill(piece(at * PIECE));
            },
        );
        let parts = totals.iter();
        parts.fold(first(fold), |total, part| joined(fold, total, *part))
    };
    Some(match fold {
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
    let Block { at, elements } = block;
    let get = |place: usize| {
        // SAFETY: places below the length that is told are asked for.
        unsafe { *elements.get_unchecked(place) }
    };
    runs_by(Runs { fold, run, at }, elements.len(), get, totals);
}

/// The same of `len` elements, the one at each place given by `get`, which is asked for places below `len` only.
#[inline(always)]
fn runs_by<T: LaneFloat>(
    Runs { fold, run, at }: Runs,
    len: usize,
    get: impl Fn(usize) -> T + Copy,
    totals: &mut [f64],
) {
    let mut begin = 0;
    while begin < len {
        let count = (len - begin).min(run - (at + begin) % run);
        let part = by_length(fold, count, move |place| get(begin + place));
        if let Some(slot) = totals.get_mut((at + begin) / run) {
            *slot = joined(fold, *slot, part.to_f64());
        }
        begin += count;
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
struct AxisOf {
    size: usize,
    /// There are as many as tensors; the others are 0.
    strides: [isize; TENSORS],
}

/// The axes, without those of size 1, and joined where all tensors go on over the end of one into the next.
fn collapsed<T>(sizes: &[usize], sources: &[Source<'_, T>]) -> SmallVec<[AxisOf; 6]> {
    let mut axes: SmallVec<[AxisOf; 6]> = SmallVec::new();
    for (place, &size) in sizes.iter().enumerate().filter(|(_, size)| **size != 1) {
        let mut strides = [0; TENSORS];
        for (slot, source) in strides.iter_mut().zip(sources) {
            *slot = source.strides.get(place).copied().unwrap_or(0);
        }
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

fn way(axes: &[AxisOf], source: usize) -> Way {
    let stride = |axis: &AxisOf| axis.strides.get(source).copied().unwrap_or(0);
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
unsafe fn gather<T: Copy>(
    axes: &[AxisOf],
    source: usize,
    start: *const T,
    at: usize,
    room: &mut [MaybeUninit<T>],
) {
    let stride = |axis: &AxisOf| axis.strides.get(source).copied().unwrap_or(0);
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

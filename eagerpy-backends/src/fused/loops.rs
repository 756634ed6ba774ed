//! The inner loops of kernels, and what stands for them elsewhere.
//!
//! These loops are all that is compiled for each kernel: an application has a hundred of them. What goes round them takes
//! a [`Work`], which tells kernels apart by pointers to functions, and is compiled once for each element type.

use std::mem::MaybeUninit;

use eagerpy_runtime::Num;
use eagerpy_runtime::fuse::{Fold, InLane, Kernel, Lane, LaneFloat};
use eagerpy_runtime::lane::{Fma, Isa, Plain};

#[cfg(any(feature = "ndarray", feature = "candle"))]
use super::{BLOCK, first};
use super::{Block, columns, runs, runs_by};

/// Are the loops compiled for several sets of instructions?
///
/// Without optimisation no loop becomes vectors, so that the sets differ in nothing but the time that they take to
/// compile. Code is not told how far it is optimised. Debug assertions are the next best sign: profiles have them where
/// they do not optimise, unless someone says otherwise, and results are right with either. The tests of this crate
/// go over all sets.
const SEVERAL: bool = cfg!(any(test, not(debug_assertions)));

/// What the processor can do.
#[derive(Clone, Copy)]
pub(crate) enum Level {
    Plain,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

/// Something for each level.
struct ByLevel<F> {
    plain: F,
    #[cfg(target_arch = "x86_64")]
    avx2: F,
    #[cfg(target_arch = "x86_64")]
    avx512: F,
}

impl<F: Copy> ByLevel<F> {
    fn at(&self, level: Level) -> F {
        match level {
            Level::Plain => self.plain,
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => self.avx2,
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => self.avx512,
        }
    }
}

/// Goes over a block of each tensor, with these numbers, and writes a block of each result: as many elements as the
/// shortest one has. It does nothing where there are not as many of each as the kernel has.
///
/// It is to be called where the processor has what it is compiled for.
type Each<T> = unsafe fn(&[&[T]], &[Num], &mut [&mut [MaybeUninit<T>]]);

/// Folds what a kernel gives for a block of each tensor into totals, likewise.
type EachFold<T> = unsafe fn(&[&[T]], &[Num], Runs, &mut [f64]);

/// A fold over runs of elements.
#[derive(Clone, Copy)]
pub(super) struct Runs {
    pub(super) fold: Fold,
    /// Elements of a run.
    pub(super) run: usize,
    /// The place of the first element.
    pub(super) at: usize,
}

/// A kernel's loops over elements of one type.
pub(crate) struct LoopsOf<T> {
    operations: usize,
    tensors: usize,
    numbers: usize,
    results: usize,
    each: ByLevel<Each<T>>,
    fold: Option<ByLevel<EachFold<T>>>,
}

impl<T: LaneFloat> LoopsOf<T> {
    const fn of<K: Kernel<I, N, O>, const I: usize, const N: usize, const O: usize>() -> Self {
        // What stands in no constant is not compiled.
        LoopsOf {
            operations: K::OPERATIONS,
            tensors: I,
            numbers: N,
            results: O,
            each: ByLevel {
                plain: plain::<T, K, I, N, O>,
                #[cfg(target_arch = "x86_64")]
                avx2: if SEVERAL {
                    avx2::<T, K, I, N, O>
                } else {
                    plain::<T, K, I, N, O>
                },
                #[cfg(target_arch = "x86_64")]
                avx512: if SEVERAL {
                    avx512::<T, K, I, N, O>
                } else {
                    plain::<T, K, I, N, O>
                },
            },
            fold: if K::FOLDS && O == 1 {
                Some(ByLevel {
                    plain: plain_fold::<T, K, I, N, O>,
                    #[cfg(target_arch = "x86_64")]
                    avx2: if SEVERAL {
                        avx2_fold::<T, K, I, N, O>
                    } else {
                        plain_fold::<T, K, I, N, O>
                    },
                    #[cfg(target_arch = "x86_64")]
                    avx512: if SEVERAL {
                        avx512_fold::<T, K, I, N, O>
                    } else {
                        plain_fold::<T, K, I, N, O>
                    },
                })
            } else {
                None
            },
        }
    }
}

/// A kernel's loops.
pub(crate) struct Loops {
    single: Option<LoopsOf<f32>>,
    double: Option<LoopsOf<f64>>,
}

struct Of<K, const I: usize, const N: usize, const O: usize>(std::marker::PhantomData<K>);

impl<K: Kernel<I, N, O>, const I: usize, const N: usize, const O: usize> Of<K, I, N, O> {
    #[cfg(feature = "ndarray")]
    const SINGLE: &Loops = &Loops {
        single: Some(LoopsOf::of::<K, I, N, O>()),
        double: None,
    };
    #[cfg(feature = "ndarray")]
    const DOUBLE: &Loops = &Loops {
        single: None,
        double: Some(LoopsOf::of::<K, I, N, O>()),
    };
    #[cfg(any(feature = "candle", feature = "tch"))]
    const BOTH: &Loops = &Loops {
        single: Some(LoopsOf::of::<K, I, N, O>()),
        double: Some(LoopsOf::of::<K, I, N, O>()),
    };
}

impl Loops {
    /// Of a kernel, for both types of elements.
    #[cfg(any(feature = "candle", feature = "tch"))]
    pub(crate) const fn of<K: Kernel<I, N, O>, const I: usize, const N: usize, const O: usize>()
    -> &'static Loops {
        Of::<K, I, N, O>::BOTH
    }

    /// For no types but `E`, if it has lanes.
    #[cfg(feature = "ndarray")]
    pub(crate) const fn for_elements<
        E,
        K: Kernel<I, N, O>,
        const I: usize,
        const N: usize,
        const O: usize,
    >() -> &'static Loops {
        // Of the floats, it is these that have 4 and 8 bytes. Types cannot be compared in constants.
        const {
            match size_of::<E>() {
                4 => Of::<K, I, N, O>::SINGLE,
                8 => Of::<K, I, N, O>::DOUBLE,
                _ => &Loops {
                    single: None,
                    double: None,
                },
            }
        }
    }
}

/// A float type with loops.
pub(crate) trait Looped: LaneFloat {
    fn loops(loops: &'static Loops) -> Option<&'static LoopsOf<Self>>;
}

impl Looped for f32 {
    fn loops(loops: &'static Loops) -> Option<&'static LoopsOf<f32>> {
        loops.single.as_ref()
    }
}

impl Looped for f64 {
    fn loops(loops: &'static Loops) -> Option<&'static LoopsOf<f64>> {
        loops.double.as_ref()
    }
}

/// A kernel with its numbers, of which there are as many as it takes.
pub(crate) struct Work<'a, T: 'static> {
    loops: &'static LoopsOf<T>,
    numbers: &'a [Num],
}

impl<T> Clone for Work<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Work<'_, T> {}

impl<'a, T: LaneFloat> Work<'a, T> {
    /// `None` where there are no loops for this type, and where it is not as many numbers.
    pub(crate) fn new(loops: &'static Loops, numbers: &'a [Num]) -> Option<Self>
    where
        T: Looped,
    {
        let loops = T::loops(loops)?;
        (numbers.len() == loops.numbers).then_some(Work { loops, numbers })
    }

    pub(super) fn operations(self) -> usize {
        self.loops.operations
    }

    /// Does the kernel take so many tensors, and give so many results?
    pub(super) fn fits(self, tensors: usize, results: usize) -> bool {
        tensors == self.loops.tensors && results == self.loops.results
    }

    /// Has it a loop that folds its only value?
    pub(super) fn folds(self) -> bool {
        self.loops.fold.is_some()
    }

    /// Writes as many elements of each of `outs` as the shortest one of all slices has, if there are as many slices as the
    /// kernel [has](Work::fits).
    pub(super) fn each(self, level: Level, ins: &[&[T]], outs: &mut [&mut [MaybeUninit<T>]]) {
        // SAFETY: there is a level only where `Level::here` has found what its loops are compiled for.
        unsafe { self.loops.each.at(level)(ins, self.numbers, outs) }
    }

    /// Folds what the kernel gives into totals, if it [does that](Work::folds) and there are as many slices as it has.
    pub(super) fn fold(self, level: Level, ins: &[&[T]], runs: Runs, totals: &mut [f64]) {
        if let Some(fold) = &self.loops.fold {
            // SAFETY: likewise.
            unsafe { fold.at(level)(ins, self.numbers, runs, totals) }
        }
    }
}

impl Level {
    /// Of this processor. The standard library keeps the answer.
    #[inline]
    pub(crate) fn here() -> Level {
        #[cfg(target_arch = "x86_64")]
        if SEVERAL {
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
        self.map_to::<T, K, N>(from, numbers, to);
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
        self.map_to::<T, K, N>(from, numbers, to);
        // SAFETY: the pass has written `count` elements, as many as both have at least.
        unsafe { std::slice::from_raw_parts(room.as_ptr().cast(), count) }
    }

    #[cfg(any(feature = "ndarray", feature = "candle"))]
    fn map_to<T, K, const N: usize>(self, from: &[T], numbers: [Num; N], to: &mut [MaybeUninit<T>])
    where
        T: LaneFloat,
        K: Kernel<1, N, 1>,
    {
        let loops = const { &LoopsOf::<T>::of::<K, 1, N, 1>() };
        let numbers = numbers.as_slice();
        // The kernel has one tensor and one result, and as many numbers.
        Work { loops, numbers }.each(self, &[from], &mut [to]);
    }

    pub(super) fn runs<T: LaneFloat>(
        self,
        fold: Fold,
        run: usize,
        block: Block<'_, T>,
        totals: &mut [f64],
    ) {
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

    pub(super) fn columns<T: LaneFloat>(
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
}

fn plain<T: LaneFloat, K: Kernel<I, N, O>, const I: usize, const N: usize, const O: usize>(
    ins: &[&[T]],
    numbers: &[Num],
    outs: &mut [&mut [MaybeUninit<T>]],
) {
    // Every processor of 64-bit Arm has fused multiply-add.
    #[cfg(target_arch = "aarch64")]
    each::<T, Fma, K, I, N, O>(ins, numbers, outs);
    #[cfg(not(target_arch = "aarch64"))]
    each::<T, Plain, K, I, N, O>(ins, numbers, outs);
}

fn plain_fold<T: LaneFloat, K: Kernel<I, N, O>, const I: usize, const N: usize, const O: usize>(
    ins: &[&[T]],
    numbers: &[Num],
    runs: Runs,
    totals: &mut [f64],
) {
    #[cfg(target_arch = "aarch64")]
    each_fold::<T, Fma, K, I, N, O>(ins, numbers, runs, totals);
    #[cfg(not(target_arch = "aarch64"))]
    each_fold::<T, Plain, K, I, N, O>(ins, numbers, runs, totals);
}

macro_rules! level {
    ($each:ident $fold:ident $runs:ident $columns:ident $features:literal) => {
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = $features)]
        fn $each<
            T: LaneFloat,
            K: Kernel<I, N, O>,
            const I: usize,
            const N: usize,
            const O: usize,
        >(
            ins: &[&[T]],
            numbers: &[Num],
            outs: &mut [&mut [MaybeUninit<T>]],
        ) {
            each::<T, Fma, K, I, N, O>(ins, numbers, outs);
        }

        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = $features)]
        fn $fold<
            T: LaneFloat,
            K: Kernel<I, N, O>,
            const I: usize,
            const N: usize,
            const O: usize,
        >(
            ins: &[&[T]],
            numbers: &[Num],
            runs: Runs,
            totals: &mut [f64],
        ) {
            each_fold::<T, Fma, K, I, N, O>(ins, numbers, runs, totals);
        }

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
level!(avx2 avx2_fold avx2_runs avx2_columns "avx2,fma");
level!(avx512 avx512_fold avx512_runs avx512_columns "avx2,fma,avx512f,avx512dq,avx512bw,avx512vl");

// ---------------------------------------------------------------------------------- inner loops
//
// With optimisation all of these become part of the function that calls them, and are compiled for what that may use.
// Without, the ones that do not know the kernel stand there once for all kernels.

/// The inner loop.
#[inline(always)]
fn each<T, S, K, const I: usize, const N: usize, const O: usize>(
    ins: &[&[T]],
    numbers: &[Num],
    outs: &mut [&mut [MaybeUninit<T>]],
) where
    T: LaneFloat,
    S: Isa,
    K: Kernel<I, N, O>,
{
    let len = shortest(ins).min(shortest(outs));
    let (Some(ins), Some(numbers), Some(mut outs)) = (
        Ins::<T, I>::of(ins),
        lanes::<T, S, N>(numbers),
        Outs::<T, O>::of(outs),
    ) else {
        return;
    };
    let mut at = 0;
    while at < len {
        // SAFETY: every slice has `len` elements; a check in here would keep the loop from becoming vectors.
        unsafe { outs.put(at, K::each(ins.get::<S>(at), numbers)) };
        at += 1;
    }
}

/// The inner loop of a fold.
#[inline(always)]
fn each_fold<T, S, K, const I: usize, const N: usize, const O: usize>(
    ins: &[&[T]],
    numbers: &[Num],
    Runs { fold, run, at }: Runs,
    totals: &mut [f64],
) where
    T: LaneFloat,
    S: Isa,
    K: Kernel<I, N, O>,
{
    let len = shortest(ins);
    let (Some(ins), Some(numbers)) = (Ins::<T, I>::of(ins), lanes::<T, S, N>(numbers)) else {
        return;
    };
    let get = |place: usize| {
        // SAFETY: every slice has `len` elements, and places below are asked for.
        let y = K::each(unsafe { ins.get::<S>(place) }, numbers);
        // There is a value: only of kernels that give one is this compiled.
        y.first().map_or_else(T::zero, |y| y.get())
    };
    let runs = Runs { fold, run, at };
    runs_by(runs, len, get, totals);
}

/// The length of the shortest slice.
#[cfg_attr(not(debug_assertions), inline(always))]
fn shortest<X, S: std::ops::Deref<Target = [X]>>(slices: &[S]) -> usize {
    let lengths = slices.iter().map(|x| x.len());
    lengths.min().unwrap_or(usize::MAX)
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn lanes<T: LaneFloat, S: Isa, const N: usize>(numbers: &[Num]) -> Option<[InLane<T, S>; N]> {
    let numbers: &[Num; N] = numbers.try_into().ok()?;
    Some(numbers.map(InLane::<T, S>::number))
}

/// Where the slices that are read begin. Pointers of its own, or else the loop would look them up for each element that
/// it writes.
#[derive(Clone, Copy)]
struct Ins<T, const I: usize>([*const T; I]);

impl<T: LaneFloat, const I: usize> Ins<T, I> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn of(ins: &[&[T]]) -> Option<Self> {
        let ins: &[&[T]; I] = ins.try_into().ok()?;
        Some(Ins(ins.map(<[T]>::as_ptr)))
    }

    /// The elements at a place.
    ///
    /// # Safety
    /// The slices have one there, and are borrowed.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn get<S: Isa>(&self, at: usize) -> [InLane<T, S>; I] {
        // SAFETY: the caller says so.
        self.0.map(|x| InLane::new(unsafe { *x.add(at) }))
    }
}

/// Where the slices that are written begin, likewise.
struct Outs<T, const O: usize>([*mut MaybeUninit<T>; O]);

impl<T: LaneFloat, const O: usize> Outs<T, O> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn of(outs: &mut [&mut [MaybeUninit<T>]]) -> Option<Self> {
        let outs: &mut [&mut [MaybeUninit<T>]; O] = outs.try_into().ok()?;
        Some(Outs(outs.each_mut().map(|out| out.as_mut_ptr())))
    }

    /// Writes the elements at a place.
    ///
    /// # Safety
    /// The slices have a place there, and are borrowed by nothing else.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn put<S: Isa>(&mut self, at: usize, y: [InLane<T, S>; O]) {
        for (out, y) in self.0.iter().zip(y) {
            // SAFETY: the caller says so.
            unsafe { (*out.add(at)).write(y.get()) };
        }
    }
}

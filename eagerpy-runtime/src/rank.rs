//! Ranks as Rust types, for backends whose array types carry the rank.
//!
//! [`Rank::Select`] is a match on types: a backend names its array type for each rank, and
//! [`Rank::select`] runs the arm that belongs to the rank.

mod sealed {
    pub trait Sealed {}
}

/// The number of axes of a tensor: [`R0`] … [`R6`], or [`Dyn`] where only the value knows it.
pub trait Rank: sealed::Sealed + Copy + Send + Sync + 'static {
    /// The rank, or `None` where only the value knows it.
    const RANK: Option<usize>;
    /// The type among these that belongs to this rank.
    type Select<T0, T1, T2, T3, T4, T5, T6, TD>;
    /// The larger of this rank and `R`: the rank of two tensors broadcast together.
    type Max<R: Rank>: Rank;
    #[doc(hidden)]
    type Max1: Rank;
    #[doc(hidden)]
    type Max2: Rank;
    #[doc(hidden)]
    type Max3: Rank;
    #[doc(hidden)]
    type Max4: Rank;
    #[doc(hidden)]
    type Max5: Rank;
    #[doc(hidden)]
    type Max6: Rank;

    /// Hands `input` to the function that belongs to this rank.
    #[allow(clippy::too_many_arguments, reason = "one arm a rank, as in a match")]
    fn select<I, T0, T1, T2, T3, T4, T5, T6, TD>(
        input: I,
        r0: impl FnOnce(I) -> T0,
        r1: impl FnOnce(I) -> T1,
        r2: impl FnOnce(I) -> T2,
        r3: impl FnOnce(I) -> T3,
        r4: impl FnOnce(I) -> T4,
        r5: impl FnOnce(I) -> T5,
        r6: impl FnOnce(I) -> T6,
        rd: impl FnOnce(I) -> TD,
    ) -> Self::Select<T0, T1, T2, T3, T4, T5, T6, TD>;

    /// As [`select`](Rank::select), with functions that may fail.
    ///
    /// # Errors
    /// That of the function.
    #[allow(clippy::too_many_arguments, reason = "one arm a rank, as in a match")]
    #[allow(clippy::type_complexity, reason = "`Select` has a type a rank")]
    fn try_select<I, Err, T0, T1, T2, T3, T4, T5, T6, TD>(
        input: I,
        r0: impl FnOnce(I) -> Result<T0, Err>,
        r1: impl FnOnce(I) -> Result<T1, Err>,
        r2: impl FnOnce(I) -> Result<T2, Err>,
        r3: impl FnOnce(I) -> Result<T3, Err>,
        r4: impl FnOnce(I) -> Result<T4, Err>,
        r5: impl FnOnce(I) -> Result<T5, Err>,
        r6: impl FnOnce(I) -> Result<T6, Err>,
        rd: impl FnOnce(I) -> Result<TD, Err>,
    ) -> Result<Self::Select<T0, T1, T2, T3, T4, T5, T6, TD>, Err>;
}

/// A rank that may be given where rank `R` is asked for: `R` itself, or [`Dyn`], which is checked at run time.
#[diagnostic::on_unimplemented(
    message = "this tensor has rank {Self}, but the parameter has rank {R}",
    label = "wrong number of axes"
)]
pub trait Fits<R: Rank>: Rank {}
impl<R: Rank> Fits<R> for R {}

macro_rules! ranks {
    ($($(#[$doc:meta])* $name:ident $n:expr, $picked:ident $arm:ident, $max:ident: $m1:ident $m2:ident $m3:ident $m4:ident $m5:ident $m6:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub enum $name {}
        impl sealed::Sealed for $name {}
        impl Rank for $name {
            const RANK: Option<usize> = $n;
            type Select<T0, T1, T2, T3, T4, T5, T6, TD> = $picked;
            type Max<R: Rank> = ranks!(@max $max R);
            type Max1 = $m1;
            type Max2 = $m2;
            type Max3 = $m3;
            type Max4 = $m4;
            type Max5 = $m5;
            type Max6 = $m6;
            fn select<I, T0, T1, T2, T3, T4, T5, T6, TD>(
                input: I,
                _r0: impl FnOnce(I) -> T0,
                _r1: impl FnOnce(I) -> T1,
                _r2: impl FnOnce(I) -> T2,
                _r3: impl FnOnce(I) -> T3,
                _r4: impl FnOnce(I) -> T4,
                _r5: impl FnOnce(I) -> T5,
                _r6: impl FnOnce(I) -> T6,
                _rd: impl FnOnce(I) -> TD,
            ) -> $picked {
                ranks!(@arm $arm _r0 _r1 _r2 _r3 _r4 _r5 _r6 _rd)(input)
            }
            fn try_select<I, Err, T0, T1, T2, T3, T4, T5, T6, TD>(
                input: I,
                _r0: impl FnOnce(I) -> Result<T0, Err>,
                _r1: impl FnOnce(I) -> Result<T1, Err>,
                _r2: impl FnOnce(I) -> Result<T2, Err>,
                _r3: impl FnOnce(I) -> Result<T3, Err>,
                _r4: impl FnOnce(I) -> Result<T4, Err>,
                _r5: impl FnOnce(I) -> Result<T5, Err>,
                _r6: impl FnOnce(I) -> Result<T6, Err>,
                _rd: impl FnOnce(I) -> Result<TD, Err>,
            ) -> Result<$picked, Err> {
                ranks!(@arm $arm _r0 _r1 _r2 _r3 _r4 _r5 _r6 _rd)(input)
            }
        }
    )*};
    (@max Max0 $r:ident) => { $r };
    (@max Max1 $r:ident) => { $r::Max1 };
    (@max Max2 $r:ident) => { $r::Max2 };
    (@max Max3 $r:ident) => { $r::Max3 };
    (@max Max4 $r:ident) => { $r::Max4 };
    (@max Max5 $r:ident) => { $r::Max5 };
    (@max Max6 $r:ident) => { $r::Max6 };
    (@max MaxD $r:ident) => { Dyn };
    (@arm a0 $a:ident $b:ident $c:ident $d:ident $e:ident $f:ident $g:ident $h:ident) => { $a };
    (@arm a1 $a:ident $b:ident $c:ident $d:ident $e:ident $f:ident $g:ident $h:ident) => { $b };
    (@arm a2 $a:ident $b:ident $c:ident $d:ident $e:ident $f:ident $g:ident $h:ident) => { $c };
    (@arm a3 $a:ident $b:ident $c:ident $d:ident $e:ident $f:ident $g:ident $h:ident) => { $d };
    (@arm a4 $a:ident $b:ident $c:ident $d:ident $e:ident $f:ident $g:ident $h:ident) => { $e };
    (@arm a5 $a:ident $b:ident $c:ident $d:ident $e:ident $f:ident $g:ident $h:ident) => { $f };
    (@arm a6 $a:ident $b:ident $c:ident $d:ident $e:ident $f:ident $g:ident $h:ident) => { $g };
    (@arm ad $a:ident $b:ident $c:ident $d:ident $e:ident $f:ident $g:ident $h:ident) => { $h };
}

ranks! {
    /// A scalar.
    R0 Some(0), T0 a0, Max0: R1 R2 R3 R4 R5 R6;
    /// A vector.
    R1 Some(1), T1 a1, Max1: R1 R2 R3 R4 R5 R6;
    /// A matrix.
    R2 Some(2), T2 a2, Max2: R2 R2 R3 R4 R5 R6;
    /// Three axes.
    R3 Some(3), T3 a3, Max3: R3 R3 R3 R4 R5 R6;
    /// Four axes.
    R4 Some(4), T4 a4, Max4: R4 R4 R4 R4 R5 R6;
    /// Five axes.
    R5 Some(5), T5 a5, Max5: R5 R5 R5 R5 R5 R6;
    /// Six axes.
    R6 Some(6), T6 a6, Max6: R6 R6 R6 R6 R6 R6;
    /// Any number of axes, known at run time.
    Dyn None, TD ad, MaxD: Dyn Dyn Dyn Dyn Dyn Dyn;
}

macro_rules! dyn_fits {
    ($($r:ident)*) => {$(
        impl Fits<$r> for Dyn {}
    )*};
}
dyn_fits!(R0 R1 R2 R3 R4 R5 R6);

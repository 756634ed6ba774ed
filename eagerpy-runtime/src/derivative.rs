//! What the code of derivatives calls that is no operation.

use crate::args::Ints;
use crate::{Error, Result};

/// What was kept on the way there, on the way back.
///
/// # Errors
/// If nothing is left: a mistake of the compiler, since the way back takes what the way there kept.
pub fn kept<T>(value: Option<T>) -> Result<T> {
    value.ok_or_else(|| {
        Error::value(
            "the way back of a gradient met what the way there had not kept; please report it",
        )
    })
}

/// One place earlier in a list.
///
/// # Errors
/// At its beginning, as of [`kept`].
pub fn earlier(place: usize) -> Result<usize> {
    kept(place.checked_sub(1))
}

/// The number for the axis `place`, of one for all axes or a list.
///
/// # Errors
/// If the list is too short.
pub fn number_at(numbers: impl Into<Ints>, place: usize) -> Result<i64> {
    let numbers = numbers.into();
    match &*numbers {
        [one] => Ok(*one),
        many => many.get(place).copied().ok_or_else(|| {
            Error::value(format!("{} numbers, and none for axis {place}", many.len()))
        }),
    }
}

/// The permutation backwards: `[1, 2, 0]` of `[2, 0, 1]`. Negative axes count from the end.
///
/// ```
/// use eagerpy_runtime::derivative::inverse_permutation;
///
/// assert_eq!(inverse_permutation(&[2_i64, 0, 1]), [1, 2, 0]);
/// assert_eq!(inverse_permutation(&[-1_i64, 0, 1]), [1, 2, 0]);
/// ```
pub fn inverse_permutation<T: Copy + TryInto<i64>>(axes: &[T]) -> Vec<i64> {
    let count = i64::try_from(axes.len()).unwrap_or(i64::MAX);
    let axes: Vec<i64> = axes
        .iter()
        .map(|axis| (*axis).try_into().unwrap_or(0).rem_euclid(count.max(1)))
        .collect();
    (0..count)
        .map(|axis| {
            let place = axes.iter().position(|at| *at == axis).unwrap_or(0);
            i64::try_from(place).unwrap_or(0)
        })
        .collect()
}

/// A number with the other sign, or a list of such.
pub trait Negated {
    /// What comes of it.
    type Out;
    /// With the other sign.
    fn negated(self) -> Self::Out;
}

macro_rules! negated {
    ($($int:ty),*) => {$(
        impl Negated for $int {
            type Out = i64;
            fn negated(self) -> i64 {
                i64::try_from(self).unwrap_or(i64::MAX).saturating_neg()
            }
        }
        impl Negated for &[$int] {
            type Out = Vec<i64>;
            fn negated(self) -> Vec<i64> {
                self.iter().map(|by| by.negated()).collect()
            }
        }
        impl Negated for &Vec<$int> {
            type Out = Vec<i64>;
            fn negated(self) -> Vec<i64> {
                self.as_slice().negated()
            }
        }
        impl<const N: usize> Negated for [$int; N] {
            type Out = Vec<i64>;
            fn negated(self) -> Vec<i64> {
                self.as_slice().negated()
            }
        }
        impl<const N: usize> Negated for &[$int; N] {
            type Out = Vec<i64>;
            fn negated(self) -> Vec<i64> {
                self.as_slice().negated()
            }
        }
    )*};
}
negated!(i32, i64, isize, usize, u32, u64);

#[cfg(test)]
mod tests {
    use super::{Negated, inverse_permutation, kept};

    #[test]
    fn what_was_kept_comes_back() {
        assert_eq!(kept(Some(3)).ok(), Some(3));
        assert!(kept::<i32>(None).is_err());
    }

    #[test]
    fn permutations_go_back() {
        assert_eq!(inverse_permutation::<i64>(&[]), Vec::<i64>::new());
        assert_eq!(inverse_permutation(&[1_usize, 0]), [1, 0]);
    }

    #[test]
    fn numbers_and_lists_turn() {
        assert_eq!(3_usize.negated(), -3);
        assert_eq!([1_i64, -2].negated(), [-1, 2]);
    }
}

//! The pieces of a pass, which threads may share.
//!
//! Where a piece begins depends on the shape and on what is folded, never on the number of threads, and what pieces come
//! to is put together in their order. So the result of a pass is the same bits on any number of threads.

use std::ops::Range;

use eagerpy_runtime::shape;

use super::{BLOCK, Fate, Plan};
use crate::threads::PIECE;

/// Columns of a piece where it is columns that are divided.
const TILE: usize = 2 * BLOCK;
/// As many elements of each column a piece has at least: what columns come to is kept for each piece.
const DEEP: usize = 32;

/// The elements as lines, and pieces of lines. A piece is the same part of every line.
pub(super) struct Grid {
    /// Elements of a line: all, but where columns are divided.
    line: usize,
    pub(super) lines: usize,
    /// No piece goes over a multiple of so many elements,
    unit: usize,
    /// and within them each has so many, but for the last one.
    chunk: usize,
    pub(super) pieces: usize,
}

/// What a fold of the pieces comes to: which of its parts go together.
pub(super) struct Layout {
    /// How many parts there are.
    pub(super) all: usize,
    /// How many go together,
    pub(super) together: usize,
    /// with a step of so many from one to the next,
    pub(super) step: usize,
    /// and of so many from the first one of a value to the first one of the next.
    pub(super) next: usize,
}

impl Grid {
    pub(super) fn of(len: usize, plans: &[Plan]) -> Grid {
        let folds = || plans.iter().map(|plan| plan.way);
        let width = folds().fold(0, |widest, way| match way {
            Fate::Columns(_, width) => width.max(widest),
            _ => widest,
        });
        let alike = |way| match way {
            Fate::Columns(_, own) => own == width,
            Fate::Runs(..) => false,
            Fate::Kept => true,
        };
        let lines = len.checked_div(width).unwrap_or(1);
        let tiles = width.div_ceil(TILE);
        if tiles > 1 && folds().all(alike) && tiles >= lines.div_ceil(DEEP) {
            // As wide as one another, for whole vectors.
            let chunk = width.div_ceil(tiles).next_multiple_of(64);
            return Grid {
                line: width,
                lines,
                unit: width,
                chunk,
                pieces: width.div_ceil(chunk),
            };
        }
        // Of runs and columns, each of which is some axes from the last one on, the longer ones are multiples of the
        // shorter ones.
        let most = PIECE.max(width.saturating_mul(DEEP));
        let runs = folds().filter_map(|way| match way {
            Fate::Runs(_, run) => Some(run),
            _ => None,
        });
        let short = runs.clone().filter(|run| *run <= most).max().unwrap_or(1);
        let chunk = most - most % short;
        let unit = runs.filter(|run| *run > chunk).min().unwrap_or(len);
        Grid {
            line: len,
            lines: 1,
            unit,
            chunk,
            pieces: len / unit.max(1) * unit.div_ceil(chunk),
        }
    }

    /// Which elements of each line a piece has.
    pub(super) fn piece(&self, piece: usize) -> Range<usize> {
        let in_unit = self.unit.div_ceil(self.chunk).max(1);
        let unit = piece / in_unit * self.unit;
        let begin = unit + piece % in_unit * self.chunk;
        begin..(begin + self.chunk).min(unit + self.unit)
    }

    /// Where a line begins.
    pub(super) fn line(&self, line: usize) -> usize {
        line * self.line
    }

    /// What a fold of all pieces comes to.
    pub(super) fn layout(&self, plan: &Plan) -> Layout {
        let one_each = |all| Layout {
            all,
            together: 1,
            step: 1,
            next: 1,
        };
        match plan.way {
            Fate::Kept => one_each(0),
            Fate::Runs(_, run) if run > self.chunk => {
                let together = self.pieces / shape::size(&plan.sizes).max(1);
                Layout {
                    all: self.pieces,
                    together,
                    step: 1,
                    next: together,
                }
            }
            Fate::Columns(_, width) if self.lines == 1 => Layout {
                all: self.pieces * width,
                together: self.pieces,
                step: width,
                next: 1,
            },
            Fate::Runs(..) | Fate::Columns(..) => one_each(shape::size(&plan.sizes)),
        }
    }

    /// Of these parts, those that a piece with these elements comes to, and to what place its first element belongs.
    pub(super) fn parts(
        &self,
        plan: &Plan,
        piece: usize,
        elements: &Range<usize>,
    ) -> (Range<usize>, usize) {
        match plan.way {
            Fate::Kept => (0..0, 0),
            Fate::Runs(_, run) => {
                let first = elements.start / run;
                let parts = match run > self.chunk {
                    true => piece..piece + 1,
                    false => first..elements.end.div_ceil(run),
                };
                (parts, elements.start - first * run)
            }
            Fate::Columns(_, width) if self.lines == 1 => {
                (piece * width..(piece + 1) * width, elements.start % width)
            }
            Fate::Columns(..) => (elements.clone(), 0),
        }
    }
}

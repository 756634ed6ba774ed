//! What a gradient's way back reads of the way there: it stays in memory in between.

use std::collections::{BTreeSet, HashSet};

use super::{Inst, Ir, Kept, ValueId};

/// Finds it. `there`: the names of the values of the way there; `lists`: those of the host's lists.
pub fn kept(ir: &Ir, there: &HashSet<String>, lists: Vec<String>) -> Kept {
    let of_there = |value: &ValueId| {
        let hint = ir.values.get(*value).and_then(|v| v.hint.as_ref());
        hint.is_some_and(|hint| there.contains(hint))
    };
    let insts = &ir.body.insts;
    let last = insts
        .iter()
        .rposition(|inst| inst.defines().iter().any(of_there));
    let (before, behind) = insts.split_at(last.map_or(0, |last| last + 1));
    let made: HashSet<ValueId> = before.iter().flat_map(Inst::defines).collect();
    // What it gives is no use of the way back.
    let back = behind
        .iter()
        .filter(|inst| !matches!(inst, Inst::Return(_)));
    let values = back.flat_map(Inst::uses_within).map(|value| ir.root(value));
    let values: BTreeSet<ValueId> = values.filter(|value| made.contains(value)).collect();
    Kept {
        values: values.into_iter().collect(),
        lists,
    }
}

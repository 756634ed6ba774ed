//! From which values a value may borrow, on backends with views: none of them can be moved while it is used.
//!
//! What moves elements about borrows from its operand. What goes out of a region borrows from nothing inside of it,
//! but may be an outer value, shared.

use std::collections::BTreeSet;

use super::{Arg, Inst, Ir, Out, Region, Slot, ValueId};

/// The values that each value may borrow from directly; [`through`] follows them.
pub fn borrows(ir: &Ir) -> Vec<BTreeSet<ValueId>> {
    let mut from = vec![BTreeSet::new(); ir.values.len()];
    region(ir, &ir.body, &mut from);
    from
}

/// Adds a value and all that it may borrow from, through others too.
///
/// Who asks follows the steps: a set of all of them for each value would be quadratic in the program's length.
pub fn through(value: ValueId, direct: &[BTreeSet<ValueId>], out: &mut BTreeSet<ValueId>) {
    let mut next = vec![value];
    while let Some(value) = next.pop() {
        if out.insert(value) {
            next.extend(direct.get(value).into_iter().flatten());
        }
    }
}

fn add(value: ValueId, roots: BTreeSet<ValueId>, from: &mut [BTreeSet<ValueId>]) {
    if let Some(all) = from.get_mut(value) {
        all.extend(roots);
    }
}

fn region(ir: &Ir, of: &Region, from: &mut [BTreeSet<ValueId>]) {
    for inst in &of.insts {
        match inst {
            Inst::Op { outs, args, .. } => {
                for out in outs
                    .iter()
                    .filter(|v| ir.values.get(**v).is_some_and(|v| v.borrows))
                {
                    for value in args.iter().flat_map(Arg::uses) {
                        let roots = BTreeSet::from([value]);
                        add(*out, roots, from);
                    }
                }
            }
            Inst::Block { body, outs } => give(ir, body, outs, from),
            Inst::If {
                then,
                otherwise,
                outs,
                ..
            } => {
                give(ir, then, outs, from);
                give(ir, otherwise, outs, from);
            }
            Inst::For { carried, body, .. } => {
                for value in carried {
                    let roots = BTreeSet::from([value.init]);
                    add(value.round, roots, from);
                }
                let rounds: Vec<Slot> = carried.iter().map(|c| Slot::Tensor(c.round)).collect();
                // Twice: what a round leaves, the next one starts with.
                give(ir, body, &rounds, from);
                give(ir, body, &rounds, from);
                for value in carried {
                    let roots = from.get(value.round).cloned().unwrap_or_default();
                    add(value.out, roots, from);
                }
            }
            Inst::Call { .. }
            | Inst::Assert { .. }
            | Inst::HostLet { .. }
            | Inst::Host(_)
            | Inst::Verbatim(_)
            | Inst::Return(_) => {}
        }
    }
}

fn give(ir: &Ir, of: &Region, slots: &[Slot], from: &mut [BTreeSet<ValueId>]) {
    region(ir, of, from);
    let inside: BTreeSet<ValueId> = of.insts.iter().flat_map(Inst::defines).collect();
    for (out, slot) in of.outs.iter().zip(slots) {
        if let (Out::Tensor(value), Slot::Tensor(slot)) = (out, slot)
            && !inside.contains(value)
        {
            let mut roots = BTreeSet::from([*value]);
            // A loop's variable that goes round as it is borrows from itself in no way.
            roots.remove(slot);
            add(*slot, roots, from);
        }
    }
}

//! From which values a value may borrow, on backends with views: none of them can be moved while it is used.
//!
//! What moves elements about borrows from its operand. What goes out of a region borrows from nothing inside of it,
//! but may be an outer value, shared.

use std::collections::BTreeSet;

use super::{Arg, Inst, Ir, Out, Region, Slot, ValueId};

/// The values that each value may borrow from, directly or through others.
pub fn borrows(ir: &Ir) -> Vec<BTreeSet<ValueId>> {
    let mut from = vec![BTreeSet::new(); ir.values.len()];
    region(ir, &ir.body, &mut from);
    from
}

fn reach(value: ValueId, from: &[BTreeSet<ValueId>]) -> BTreeSet<ValueId> {
    let mut out = from.get(value).cloned().unwrap_or_default();
    out.insert(value);
    out
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
                        let roots = reach(value, from);
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
            Inst::Match { arms, outs, .. } => {
                for arm in arms {
                    give(ir, &arm.body, outs, from);
                }
            }
            Inst::Loop {
                id,
                carried,
                body,
                outs,
                ..
            } => {
                for value in carried {
                    if let (Out::Tensor(init), Slot::Tensor(round)) = (&value.init, &value.round) {
                        let roots = reach(*init, from);
                        add(*round, roots, from);
                    }
                }
                let rounds: Vec<Slot> = carried.iter().map(|c| c.round.clone()).collect();
                let taken: Vec<Slot> = rounds.iter().chain(outs).cloned().collect();
                let mut inside = BTreeSet::new();
                body.defines_within(&mut inside);
                // Twice: what a round leaves, the next one starts with.
                for _ in 0..2 {
                    region(ir, body, from);
                    share(&body.outs, &taken, &inside, from);
                    jumps(body, *id, &mut |again, values, given| {
                        share(values, &rounds, &inside, from);
                        if !again {
                            share(given, outs, &inside, from);
                        }
                    });
                }
                for value in carried {
                    if let (Slot::Tensor(round), Slot::Tensor(out)) = (&value.round, &value.out) {
                        let roots = from.get(*round).cloned().unwrap_or_default();
                        add(*out, roots, from);
                    }
                }
            }
            // Nothing comes out of it.
            Inst::LetElse { otherwise, .. } => region(ir, otherwise, from),
            Inst::Jump { .. } | Inst::BreakUnless { .. } => {}
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
    share(&of.outs, slots, &inside, from);
}

/// What is made outside goes out shared, so it may be borrowed from; what is made inside goes out owned.
fn share(outs: &[Out], slots: &[Slot], inside: &BTreeSet<ValueId>, from: &mut [BTreeSet<ValueId>]) {
    for (out, slot) in outs.iter().zip(slots) {
        if let (Out::Tensor(value), Slot::Tensor(slot)) = (out, slot)
            && !inside.contains(value)
        {
            let mut roots = reach(*value, from);
            // A loop's variable that goes round as it is borrows from itself in no way.
            roots.remove(slot);
            add(*slot, roots, from);
        }
    }
}

/// The jumps of a loop.
fn jumps(of: &Region, id: super::LoopId, found: &mut impl FnMut(bool, &[Out], &[Out])) {
    for inst in &of.insts {
        if let Inst::Jump {
            to,
            again,
            carried,
            outs,
        } = inst
            && *to == id
        {
            found(*again, carried, outs);
        }
        for region in inst.regions() {
            jumps(region, id, found);
        }
    }
}

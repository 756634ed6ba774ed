//! From which values a value may borrow, on backends with views: none of them can be moved while it is used.
//!
//! What moves elements about borrows from its operand. What goes out of a region borrows from nothing inside of it,
//! but may be an outer value, shared.

use std::collections::BTreeSet;

use super::{Arg, Inst, Ir, LoopKind, Out, Region, Scrutinee, Slot, ValueId};

/// The values that each value may borrow from directly; [`through`] follows them.
pub fn borrows(ir: &Ir) -> Vec<BTreeSet<ValueId>> {
    let mut from = vec![BTreeSet::new(); ir.values.len()];
    for value in 0..ir.values.len() {
        let root = ir.root(value);
        if root != value {
            add(value, BTreeSet::from([root]), &mut from);
        }
    }
    region(ir, &ir.body, &mut from);
    from
}

/// Elements of lists that are used after their list has changed: no reference lasts so long.
pub fn outlasting(ir: &Ir, borrows: &[BTreeSet<ValueId>]) -> BTreeSet<ValueId> {
    #[derive(Default)]
    struct Order {
        at: usize,
        elements: Vec<(usize, ValueId, ValueId)>,
        changes: Vec<(usize, ValueId)>,
        uses: Vec<(usize, ValueId)>,
        loops: Vec<(usize, usize)>,
    }
    impl Order {
        fn region(&mut self, of: &Region) {
            for inst in &of.insts {
                self.at += 1;
                let at = self.at;
                self.uses
                    .extend(inst.uses().into_iter().map(|value| (at, value)));
                match inst {
                    Inst::Element { out, list, .. } => self.elements.push((at, *out, *list)),
                    other => self.changes.extend(other.changes().map(|list| (at, list))),
                }
                for inner in inst.regions() {
                    self.region(inner);
                }
                if let Inst::Loop { .. } = inst {
                    self.loops.push((at, self.at));
                }
            }
            self.at += 1;
            let at = self.at;
            self.uses
                .extend(of.outs.iter().flat_map(Out::uses).map(|value| (at, value)));
        }
    }
    let mut order = Order::default();
    order.region(&ir.body);
    let mut found = BTreeSet::new();
    for (made, element, list) in &order.elements {
        // The outermost loop around a place that the element is not made in: what happens there, happens all over it.
        let around = |at: usize| {
            let there = order.loops.iter().filter(|(start, end)| {
                (*start..=*end).contains(&at) && !(*start..=*end).contains(made)
            });
            there.min().copied().unwrap_or((at, at))
        };
        let changes = order
            .changes
            .iter()
            .filter(|(at, of)| of == list && at > made)
            .map(|(at, _)| around(*at).0)
            .min();
        let Some(changes) = changes else { continue };
        let last = order.uses.iter().filter(|(_, value)| {
            let mut roots = BTreeSet::new();
            through(ir.root(*value), borrows, &mut roots);
            roots.contains(element)
        });
        if last.map(|(at, _)| around(*at).1).max() > Some(changes) {
            found.insert(*element);
        }
    }
    found
}

/// The lists that change.
pub fn grown(ir: &Ir) -> BTreeSet<ValueId> {
    fn region(of: &Region, found: &mut BTreeSet<ValueId>) {
        for inst in &of.insts {
            found.extend(inst.changes());
            for inner in inst.regions() {
                region(inner, found);
            }
        }
    }
    let mut found = BTreeSet::new();
    region(&ir.body, &mut found);
    found
}

/// How often each value is used, anywhere.
pub fn count_uses(ir: &Ir) -> Vec<usize> {
    fn region(ir: &Ir, of: &Region, add: &mut impl FnMut(ValueId)) {
        for inst in &of.insts {
            for value in inst.uses() {
                add(ir.root(value));
            }
            for inner in inst.regions() {
                region(ir, inner, add);
            }
        }
        for value in of.outs.iter().flat_map(Out::uses) {
            add(ir.root(value));
        }
    }
    let mut count = vec![0; ir.values.len()];
    region(ir, &ir.body, &mut |value| {
        if let Some(slot) = count.get_mut(value) {
            *slot += 1;
        }
    });
    count
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
            Inst::Block { body, outs } | Inst::Fused { body, outs, .. } => {
                give(ir, body, outs, from);
            }
            Inst::If {
                then,
                otherwise,
                outs,
                ..
            } => {
                give(ir, then, outs, from);
                give(ir, otherwise, outs, from);
            }
            Inst::Element { out, list, .. } => {
                let roots = BTreeSet::from([*list]);
                add(*out, roots, from);
            }
            Inst::Match {
                scrutinee,
                arms,
                outs,
            } => {
                for arm in arms {
                    if let Scrutinee::Value(value) = scrutinee {
                        for taken in arm.pat.tensors() {
                            let roots = BTreeSet::from([*value]);
                            add(taken, roots, from);
                        }
                    }
                    give(ir, &arm.body, outs, from);
                }
            }
            Inst::Loop {
                id,
                kind,
                carried,
                body,
                outs,
                ..
            } => {
                for value in carried {
                    if let (Out::Tensor(init), Slot::Tensor(round)) = (&value.init, &value.round)
                        && !ir.values.get(*round).is_some_and(|v| v.ty.is_container())
                    {
                        let roots = BTreeSet::from([*init]);
                        add(*round, roots, from);
                    }
                }
                if let LoopKind::Each { element, over } = kind {
                    for value in over.uses() {
                        for taken in element.tensors() {
                            let roots = BTreeSet::from([value]);
                            add(taken, roots, from);
                        }
                    }
                }
                let rounds: Vec<Slot> = carried.iter().map(|c| c.round.clone()).collect();
                let taken: Vec<Slot> = rounds.iter().chain(outs).cloned().collect();
                let mut inside = BTreeSet::new();
                body.defines_within(&mut inside);
                // Twice: what a round leaves, the next one starts with.
                for _ in 0..2 {
                    region(ir, body, from);
                    share(ir, &body.outs, &taken, &inside, from);
                    jumps(body, *id, &mut |again, values, given| {
                        share(ir, values, &rounds, &inside, from);
                        if !again {
                            share(ir, given, outs, &inside, from);
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
            Inst::Native { out, fallback, .. } => {
                if let Some(fallback) = fallback {
                    give(ir, fallback, std::slice::from_ref(out), from);
                }
            }
            // Nothing comes out of it.
            Inst::LetElse { otherwise, .. } => region(ir, otherwise, from),
            // What a closure gives borrows from nothing.
            Inst::Call { .. } => {
                for body in inst.regions() {
                    region(ir, body, from);
                }
            }
            Inst::Jump { .. }
            | Inst::BreakUnless { .. }
            | Inst::Apply { .. }
            | Inst::Make { .. }
            | Inst::Push { .. }
            | Inst::Set { .. }
            | Inst::Pop { .. }
            | Inst::Fail(_)
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
    let mut inside = BTreeSet::new();
    of.defines_within(&mut inside);
    share(ir, &of.outs, slots, &inside, from);
}

/// What is made outside goes out shared, so it may be borrowed from; what is made inside goes out owned.
fn share(
    ir: &Ir,
    outs: &[Out],
    slots: &[Slot],
    inside: &BTreeSet<ValueId>,
    from: &mut [BTreeSet<ValueId>],
) {
    for (out, slot) in outs.iter().zip(slots) {
        // What holds tensors in one piece is copied, never shared.
        if let (Out::Tensor(value), Slot::Tensor(slot)) = (out, slot)
            && !inside.contains(value)
            && !ir.values.get(*slot).is_some_and(|v| v.ty.is_container())
        {
            let mut roots = BTreeSet::from([*value]);
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

//! Takes out operations and calls whose result nobody uses.
//!
//! ```text
//! %v1 = square %x : f32[N]        (gone: the gradient reads %x alone)
//! %v2 = multiply %x, 2.0 : f32[N]
//! return %v2
//! ```
//!
//! Operations have no effect but their result. One that would fail when it runs fails no more; so this is for programs
//! of the compiler's own making.

use std::collections::HashSet;

use super::{Callee, Inst, Ir, Out, Region, ValueId};

/// Takes them out of a program.
pub fn prune(ir: &mut Ir) {
    let mut body = std::mem::take(&mut ir.body);
    let mut used = HashSet::new();
    region(ir, &mut body, &mut used);
    ir.body = body;
}

fn region(ir: &Ir, of: &mut Region, used: &mut HashSet<ValueId>) {
    mark(ir, of.outs.iter().flat_map(Out::uses), used);
    let mut kept = Vec::with_capacity(of.insts.len());
    for mut inst in std::mem::take(&mut of.insts).into_iter().rev() {
        let idle = match &inst {
            Inst::Op { outs, .. } => !outs.iter().any(|out| used.contains(out)),
            Inst::Element { out, .. } | Inst::Make { out, .. } => !used.contains(out),
            // What an agnostic function does is what it gives.
            Inst::Call {
                out,
                callee: Callee::Function | Callee::Method(..) | Callee::Associated(..),
                ..
            } => !out.hosts() && !out.tensors().iter().any(|out| is_used(ir, used, *out)),
            _ => false,
        };
        if idle {
            continue;
        }
        mark(ir, inst.uses(), used);
        // What a loop carries is used in the round after.
        for inner in inst.regions_mut() {
            region(ir, inner, used);
        }
        kept.push(inst);
    }
    kept.reverse();
    of.insts = kept;
}

/// Is a value used, or a part of it?
fn is_used(ir: &Ir, used: &HashSet<ValueId>, value: ValueId) -> bool {
    used.contains(&value) || used.iter().any(|part| ir.root(*part) == value)
}

fn mark(ir: &Ir, values: impl IntoIterator<Item = ValueId>, used: &mut HashSet<ValueId>) {
    for value in values {
        used.insert(value);
        used.insert(ir.root(value));
    }
}

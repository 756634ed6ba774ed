//! The rules of the form: every value is defined once, before it is used, where its region is
//! inside; what goes out of a region fits what takes it. A broken rule is a mistake of the compiler,
//! never the user's.

use std::collections::BTreeSet;

use crate::check::ty::Ty;

use super::{CallArg, HostCode, Inst, Ir, LoopId, LoopKind, Out, Region, Scrutinee, Slot, ValueId};

/// Holds a program to the rules.
///
/// # Errors
/// What is broken, in words for a report.
pub fn verify(ir: &Ir) -> Result<(), String> {
    let mut verifier = Verifier {
        ir,
        defined: BTreeSet::new(),
        loops: Vec::new(),
    };
    let mut scope: Vec<ValueId> = Vec::new();
    for param in &ir.params {
        verifier.define(*param, &mut scope)?;
    }
    verifier.region(&ir.body, &scope)
}

struct Verifier<'a> {
    ir: &'a Ir,
    defined: BTreeSet<ValueId>,
    /// The loops around, with the number of their variables and of their values.
    loops: Vec<(LoopId, usize, usize)>,
}

impl Verifier<'_> {
    fn define(&mut self, value: ValueId, scope: &mut Vec<ValueId>) -> Result<(), String> {
        if value >= self.ir.values.len() {
            return Err(format!("value {value} is not in the list of values"));
        }
        if !self.defined.insert(value) {
            return Err(format!("value {value} is defined twice"));
        }
        scope.push(value);
        Ok(())
    }

    fn used(&self, value: ValueId, scope: &[ValueId]) -> Result<(), String> {
        if scope.contains(&self.ir.root(value)) {
            Ok(())
        } else {
            Err(format!("value {value} is used where it is not defined"))
        }
    }

    fn host(&self, code: &HostCode, scope: &[ValueId]) -> Result<(), String> {
        code.uses()
            .into_iter()
            .try_for_each(|v| self.used(v, scope))
    }

    fn region(&mut self, region: &Region, outer: &[ValueId]) -> Result<(), String> {
        let mut scope = outer.to_vec();
        for inst in &region.insts {
            self.inst(inst, &scope)?;
            for value in inst.defines() {
                self.define(value, &mut scope)?;
            }
        }
        self.outs(&region.outs, &scope)
    }

    fn all(
        &self,
        values: impl IntoIterator<Item = ValueId>,
        scope: &[ValueId],
    ) -> Result<(), String> {
        values.into_iter().try_for_each(|v| self.used(v, scope))
    }

    fn outs(&self, outs: &[Out], scope: &[ValueId]) -> Result<(), String> {
        outs.iter().try_for_each(|out| match out {
            Out::Tensor(v) => self.used(*v, scope),
            Out::Host(code) => self.host(code, scope),
        })
    }

    fn fits(region: &Region, slots: &[Slot]) -> Result<(), String> {
        if region.leaves || region.outs.len() == slots.len() {
            Ok(())
        } else {
            Err(format!(
                "a region gives {} values where {} are taken",
                region.outs.len(),
                slots.len()
            ))
        }
    }

    fn inst(&mut self, inst: &Inst, scope: &[ValueId]) -> Result<(), String> {
        match inst {
            Inst::Op { op, args, .. } => {
                if op.params.len() != args.len() {
                    return Err(format!(
                        "`{}` has {} arguments, not {}",
                        op.name,
                        op.params.len(),
                        args.len()
                    ));
                }
                args.iter()
                    .flat_map(super::Arg::uses)
                    .try_for_each(|v| self.used(v, scope))
            }
            Inst::Call { args, .. } => {
                self.all(args.iter().flat_map(CallArg::uses), scope)?;
                for arg in args {
                    for closure in arg.closures() {
                        let mut inner = scope.to_vec();
                        for value in closure.begins() {
                            self.define(value, &mut inner)?;
                        }
                        // No jump leaves it.
                        let loops = std::mem::take(&mut self.loops);
                        let checked = self.region(&closure.body, &inner);
                        self.loops = loops;
                        checked?;
                    }
                }
                Ok(())
            }
            Inst::Apply { function, args, .. } => {
                self.used(*function, scope)?;
                self.all(args.iter().flat_map(CallArg::uses), scope)
            }
            Inst::Native {
                out,
                arms,
                fallback,
                ..
            } => {
                let uses = arms.iter().flat_map(|arm| arm.uses.iter().map(|(_, v)| *v));
                self.all(uses, scope)?;
                match fallback {
                    Some(fallback) => {
                        Self::fits(fallback, std::slice::from_ref(out))?;
                        self.region(fallback, scope)
                    }
                    None => Ok(()),
                }
            }
            Inst::Make { tree, .. } => self.all(tree.tensors(), scope),
            Inst::Push { list, value } => {
                self.used(*list, scope)?;
                self.all(value.tensors(), scope)
            }
            Inst::Set {
                list, index, value, ..
            } => {
                self.used(*list, scope)?;
                self.host(index, scope)?;
                self.all(value.tensors(), scope)
            }
            Inst::Pop { list } => self.used(*list, scope),
            Inst::Element { list, index, .. } => {
                self.used(*list, scope)?;
                self.host(index, scope)
            }
            Inst::Fail(code) => self.host(code, scope),
            Inst::HostLet { code, .. } | Inst::Host(code) => self.host(code, scope),
            Inst::Verbatim(_) => Ok(()),
            Inst::Assert { value, .. } => self.used(*value, scope),
            Inst::Fused { body, outs, .. } => {
                let mut made = BTreeSet::new();
                body.defines_within(&mut made);
                for value in body.insts.iter().flat_map(Inst::tensors) {
                    let ty = self.ir.values.get(value).map(|v| &v.ty);
                    let float =
                        matches!(ty, Some(Ty::Tensor(t)) if t.dtype.is_float() == Some(true));
                    if !float && !made.contains(&value) {
                        return Err(format!(
                            "a pass reads value {value}, which is no tensor of floats"
                        ));
                    }
                }
                Self::fits(body, outs)?;
                self.region(body, scope)
            }
            Inst::Block { body, outs } => {
                Self::fits(body, outs)?;
                self.region(body, scope)
            }
            Inst::If {
                cond,
                then,
                otherwise,
                outs,
            } => {
                self.host(cond, scope)?;
                Self::fits(then, outs)?;
                Self::fits(otherwise, outs)?;
                self.region(then, scope)?;
                self.region(otherwise, scope)
            }
            Inst::Match {
                scrutinee,
                arms,
                outs,
            } => {
                match scrutinee {
                    Scrutinee::Host(code) => self.host(code, scope)?,
                    Scrutinee::Value(value) => self.used(*value, scope)?,
                }
                arms.iter().try_for_each(|arm| {
                    let mut inner = scope.to_vec();
                    for value in arm.pat.tensors() {
                        self.define(value, &mut inner)?;
                    }
                    if let Some(guard) = &arm.guard {
                        self.host(guard, &inner)?;
                    }
                    Self::fits(&arm.body, outs)?;
                    self.region(&arm.body, &inner)
                })
            }
            Inst::Loop {
                id,
                kind,
                carried,
                body,
                outs,
                ..
            } => {
                match kind {
                    LoopKind::For { iter, .. } => self.host(iter, scope)?,
                    LoopKind::Each { over, .. } => self.all(over.uses(), scope)?,
                    LoopKind::While(_) | LoopKind::Loop | LoopKind::Block => {}
                }
                let mut inner = scope.to_vec();
                for value in carried {
                    self.outs(std::slice::from_ref(&value.init), scope)?;
                    if let Slot::Tensor(round) = &value.round {
                        self.define(*round, &mut inner)?;
                    }
                }
                if let LoopKind::Each { element, .. } = kind {
                    for value in element.tensors() {
                        self.define(value, &mut inner)?;
                    }
                }
                if let LoopKind::While(cond) = kind {
                    self.host(cond, &inner)?;
                }
                let given = match kind {
                    LoopKind::Block => outs.len(),
                    _ => 0,
                };
                if !body.leaves && body.outs.len() != carried.len() + given {
                    return Err(format!(
                        "a loop carries {} values and gives {}",
                        carried.len(),
                        body.outs.len()
                    ));
                }
                self.loops.push((*id, carried.len(), outs.len()));
                let checked = self.region(body, &inner);
                self.loops.pop();
                checked
            }
            Inst::Jump {
                to,
                again,
                carried,
                outs,
            } => {
                self.outs(carried, scope)?;
                self.outs(outs, scope)?;
                match self.loops.iter().find(|(id, ..)| id == to) {
                    Some((_, rounds, given))
                        if *rounds == carried.len() && (*again || *given == outs.len()) =>
                    {
                        Ok(())
                    }
                    Some(_) => Err("a jump does not fit its loop".to_owned()),
                    None => Err("a jump to a loop that is not around it".to_owned()),
                }
            }
            Inst::BreakUnless { from, cond } => {
                if !self.loops.iter().any(|(id, ..)| id == from) {
                    return Err("a jump to a loop that is not around it".to_owned());
                }
                self.host(cond, scope)
            }
            Inst::LetElse {
                code, otherwise, ..
            } => {
                self.host(code, scope)?;
                self.region(otherwise, scope)
            }
            Inst::Return(tree) => tree
                .tensors()
                .into_iter()
                .try_for_each(|v| self.used(v, scope)),
        }
    }
}

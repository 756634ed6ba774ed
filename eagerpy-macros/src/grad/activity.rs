//! Which values hang on the parameters that derivatives are asked of.
//!
//! Found before the derivative is written, for the whole program at once: what goes round in a loop hangs on what came
//! out of the round before.

use std::collections::HashSet;

use syn::ext::IdentExt;

use eagerpy_runtime::ops::{Grad, Kind, OpInfo};

use crate::check::ty::{Host, Ty};
use crate::ir::{
    Arg, Ask, CallArg, HostCode, IndexItem, Inst, Ir, LoopId, LoopKind, Out, Query, Region, Slot,
    Taker, Tree, ValueId,
};
use crate::origin::Origin;

/// Does a value hang on the parameters that are asked for?
#[derive(Clone)]
pub enum Active {
    No,
    /// Only through what has no derivative.
    Blocked(&'static str, Origin),
    /// By operations that have one.
    Yes,
}

impl Active {
    fn rank(&self) -> u8 {
        match self {
            Active::No => 0,
            Active::Blocked(..) => 1,
            Active::Yes => 2,
        }
    }

    pub fn is_yes(&self) -> bool {
        matches!(self, Active::Yes)
    }
}

/// What is found.
pub struct Activity {
    pub values: Vec<Active>,
    /// Where a value that hangs on them becomes a number of the host's that is reckoned with.
    pub cuts: Vec<Origin>,
}

/// Looks through a program. `asked`: the values that derivatives are asked of.
pub fn find(ir: &Ir, asked: &[ValueId]) -> Activity {
    within(ir, &ir.body, asked)
}

/// The same, of a region alone.
pub fn within(ir: &Ir, body: &Region, asked: &[ValueId]) -> Activity {
    let mut finder = Finder {
        ir,
        values: vec![Active::No; ir.values.len()],
        loops: Vec::new(),
        tainted: HashSet::new(),
        cuts: Vec::new(),
        changed: true,
        last: false,
    };
    for value in asked {
        finder.raise(*value, Active::Yes);
    }
    while finder.changed {
        finder.changed = false;
        finder.region(body);
    }
    finder.last = true;
    finder.region(body);
    Activity {
        values: finder.values,
        cuts: finder.cuts,
    }
}

struct Finder<'a> {
    ir: &'a Ir,
    values: Vec<Active>,
    /// The loops around, with what takes the values of their jumps.
    loops: Vec<Around>,
    /// The host's names that hold what a tensor on the way held.
    tainted: HashSet<String>,
    cuts: Vec<Origin>,
    changed: bool,
    /// All is found: now the cuts.
    last: bool,
}

/// A loop around.
struct Around {
    id: LoopId,
    rounds: Vec<Slot>,
    outs: Vec<Slot>,
    gives: Vec<Slot>,
}

impl Finder<'_> {
    fn active(&self, value: ValueId) -> Active {
        self.values.get(value).cloned().unwrap_or(Active::No)
    }

    fn raise(&mut self, value: ValueId, active: Active) {
        if let Some(slot) = self.values.get_mut(value)
            && active.rank() > slot.rank()
        {
            *slot = active;
            self.changed = true;
        }
    }

    /// The highest of these.
    fn of(&self, values: impl IntoIterator<Item = ValueId>) -> Active {
        values
            .into_iter()
            .map(|value| self.active(value))
            .max_by_key(Active::rank)
            .unwrap_or(Active::No)
    }

    fn region(&mut self, region: &Region) {
        for inst in &region.insts {
            self.inst(inst);
        }
    }

    fn meet(&mut self, slots: &[Slot], outs: &[Out]) {
        for (slot, out) in slots.iter().zip(outs) {
            match (slot, out) {
                (Slot::Tensor(slot), Out::Tensor(value)) => {
                    let active = self.active(*value);
                    self.raise(*slot, active);
                }
                (Slot::Host(name), Out::Host(code)) => self.taint(name, code),
                _ => {}
            }
        }
    }

    /// A name takes a host value.
    fn taint(&mut self, name: &str, code: &HostCode) {
        if self.is_tainted(code) && self.tainted.insert(name.to_owned()) {
            self.changed = true;
        }
    }

    /// Does host code hold what a tensor on the way held?
    fn is_tainted(&self, code: &HostCode) -> bool {
        let asks = code.holes.iter().any(|hole| match &hole.ask {
            Ask::Tensor(value, Query::Item(_)) => self.active(*value).is_yes(),
            Ask::Host(code) => self.is_tainted(code),
            _ => false,
        });
        asks || (!self.tainted.is_empty() && mentions(&code.expr, &self.tainted))
    }

    fn inst(&mut self, inst: &Inst) {
        match inst {
            Inst::Op {
                outs,
                op,
                args,
                origin,
            } => self.op(outs, op, args, origin),
            Inst::Element { out, list, .. } => {
                let active = self.active(*list);
                self.raise_whole(*out, &active);
            }
            Inst::Make { out, tree } => {
                let active = self.of(tree.tensors());
                self.raise(*out, active);
            }
            Inst::Push { list, value } | Inst::Set { list, value, .. } => {
                let active = self.of(value.tensors());
                self.raise(*list, active);
            }
            Inst::HostLet { pat, code } => {
                if self.is_tainted(code) {
                    for name in bound_idents(pat) {
                        let name = name.unraw().to_string();
                        if self.tainted.insert(name) {
                            self.changed = true;
                        }
                    }
                }
            }
            Inst::Block { body, outs } | Inst::Fused { body, outs, .. } => {
                self.region(body);
                self.meet(outs, &body.outs);
            }
            Inst::If {
                then,
                otherwise,
                outs,
                ..
            } => {
                for arm in [then, otherwise] {
                    self.region(arm);
                    self.meet(outs, &arm.outs);
                }
            }
            Inst::Match {
                scrutinee,
                arms,
                outs,
            } => {
                for arm in arms {
                    if let crate::ir::Scrutinee::Value(value) = scrutinee {
                        let active = self.active(*value);
                        for part in arm.pat.tensors() {
                            self.raise_whole(part, &active);
                        }
                    }
                    self.region(&arm.body);
                    self.meet(outs, &arm.body.outs);
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
                let rounds: Vec<Slot> = carried.iter().map(|c| c.round.clone()).collect();
                let behind: Vec<Slot> = carried.iter().map(|c| c.out.clone()).collect();
                let inits: Vec<Out> = carried.iter().map(|c| c.init.clone()).collect();
                if let LoopKind::Each { element, over } = kind {
                    let active = self.of(over.uses());
                    for part in element.tensors() {
                        self.raise_whole(part, &active);
                    }
                }
                self.meet(&rounds, &inits);
                self.meet(&behind, &inits);
                self.loops.push(Around {
                    id: *id,
                    rounds: rounds.clone(),
                    outs: behind.clone(),
                    gives: outs.clone(),
                });
                self.region(body);
                self.loops.pop();
                let (next, given) = body.outs.split_at(rounds.len().min(body.outs.len()));
                self.meet(&rounds, next);
                self.meet(&behind, next);
                self.meet(outs, given);
            }
            Inst::Jump {
                to, carried, outs, ..
            } => {
                let around = self.loops.iter().find(|around| around.id == *to);
                let Some((rounds, behind, gives)) =
                    around.map(|a| (a.rounds.clone(), a.outs.clone(), a.gives.clone()))
                else {
                    return;
                };
                self.meet(&rounds, carried);
                self.meet(&behind, carried);
                self.meet(&gives, outs);
            }
            Inst::LetElse { otherwise, .. } => self.region(otherwise),
            Inst::Call { out, args, .. } => {
                let mut uses: Vec<ValueId> = args.iter().flat_map(CallArg::uses).collect();
                // What a closure gives may hang on what it takes from around it.
                for closure in args.iter().flat_map(CallArg::closures) {
                    self.region(&closure.body);
                    uses.extend(closure.body.outs.iter().flat_map(Out::uses));
                }
                let active = self.of_whole(uses);
                self.take(out, &active);
            }
            Inst::Apply {
                out,
                function,
                args,
                origin,
                ..
            } => {
                let uses: Vec<ValueId> = args.iter().flat_map(CallArg::uses).collect();
                let active = self.of_whole(uses);
                if let Some(Ty::Fn(ty)) = self.ir.values.get(*function).map(|v| &v.ty) {
                    self.take_of_model(out, &ty.result, &active, origin);
                }
            }
            Inst::Native {
                out,
                arms,
                fallback,
                origin,
            } => {
                let uses = arms.iter().flat_map(|arm| arm.uses.iter().map(|(_, v)| *v));
                if let (Some(out), active) = (out.tensor(), self.of(uses))
                    && active.rank() > 0
                {
                    self.raise(out, Active::Blocked("native!", origin.clone()));
                }
                if let Some(fallback) = fallback {
                    self.region(fallback);
                }
            }
            Inst::Host(_)
            | Inst::Pop { .. }
            | Inst::Verbatim(_)
            | Inst::Assert { .. }
            | Inst::BreakUnless { .. }
            | Inst::Return(_)
            | Inst::Fail(_) => {}
        }
    }

    /// The highest of these and of their parts.
    fn of_whole(&self, values: Vec<ValueId>) -> Active {
        let roots: Vec<ValueId> = values;
        let parts = (0..self.ir.values.len()).filter(|part| {
            let mut at = *part;
            while let Some(crate::ir::Place::Part { of, .. }) =
                self.ir.values.get(at).map(|v| &v.place)
            {
                if roots.contains(of) {
                    return true;
                }
                at = *of;
            }
            false
        });
        self.of(roots.iter().copied().chain(parts))
    }

    fn take(&mut self, taker: &Taker, active: &Active) {
        for value in taker.tensors() {
            self.raise_whole(value, active);
        }
    }

    /// What a function of the caller's gives: numbers hang on its arguments, too, and what is no float has no derivative.
    fn take_of_model(&mut self, out: &Taker, ty: &Ty, active: &Active, origin: &Origin) {
        match (out, ty) {
            (Taker::Tuple(parts), Ty::Tuple(types)) => {
                for (part, ty) in parts.iter().zip(types) {
                    self.take_of_model(part, ty, active, origin);
                }
            }
            (Taker::Tensor(value), _) => {
                let float = match self.ir.values.get(*value).map(|v| &v.ty) {
                    Some(Ty::Tensor(tensor)) => tensor.dtype.is_float() != Some(false),
                    _ => true,
                };
                let here = match active {
                    Active::Yes if !float => Active::Blocked("impl Fn", origin.clone()),
                    active => active.clone(),
                };
                self.raise(*value, here);
            }
            (Taker::Host(_), Ty::Host(Host::Int | Host::Bool)) => {}
            (Taker::Host(pat), _) if active.is_yes() => {
                for name in bound_idents(pat) {
                    if self.tainted.insert(name.unraw().to_string()) {
                        self.changed = true;
                    }
                }
            }
            _ => {}
        }
    }

    /// A value and its parts hang on these, but for what is no float.
    fn raise_whole(&mut self, value: ValueId, active: &Active) {
        if active.rank() == 0 {
            return;
        }
        let ty = self.ir.values.get(value).map(|v| &v.ty);
        if ty.is_some_and(|ty| !matches!(ty, Ty::Opaque) && !super::has_float(ty)) {
            return;
        }
        self.raise(value, active.clone());
        for part in 0..self.ir.values.len() {
            if matches!(self.ir.values.get(part).map(|v| &v.place), Some(crate::ir::Place::Part { of, .. }) if *of == value)
            {
                self.raise_whole(part, active);
            }
        }
    }

    fn op(&mut self, outs: &[ValueId], op: &'static OpInfo, args: &[Arg], origin: &Origin) {
        let active = self.through(op, args, origin);
        if self.last && !matches!(op.grad, Grad::None | Grad::Zero) && op.name != "stop_gradient" {
            for (param, arg) in op.params.iter().zip(args) {
                if let Arg::Host(code) = arg
                    && matches!(
                        param.kind,
                        Kind::Operand | Kind::OptOperand | Kind::Num | Kind::OptNum
                    )
                    && self.is_tainted(code)
                {
                    self.cuts.push(code.origin.clone());
                }
            }
        }
        for out in outs {
            let float = match self.ir.values.get(*out).map(|v| &v.ty) {
                Some(Ty::Tensor(tensor)) => tensor.dtype.is_float() != Some(false),
                _ => true,
            };
            // What is no float has no derivative; a float made of it again has none either.
            let here = match (&active, float) {
                (Active::Yes, false) => Active::Blocked(op.name, origin.clone()),
                _ => active.clone(),
            };
            self.raise(*out, here);
        }
    }

    fn through(&self, op: &'static OpInfo, args: &[Arg], origin: &Origin) -> Active {
        let all = || {
            self.of(args.iter().flat_map(|arg| match arg {
                Arg::Tensor(v) | Arg::Listed(v) => vec![*v],
                Arg::Tensors(list) => list.clone(),
                Arg::Index(items) => items
                    .iter()
                    .filter_map(|item| match item {
                        IndexItem::Tensor(value) => Some(*value),
                        _ => None,
                    })
                    .collect(),
                _ => Vec::new(),
            }))
        };
        let some = |asked: &dyn Fn(usize) -> bool| {
            self.of(args
                .iter()
                .enumerate()
                .filter(|(place, _)| asked(*place))
                .flat_map(|(_, arg)| match arg {
                    Arg::Tensor(v) | Arg::Listed(v) => vec![*v],
                    Arg::Tensors(list) => list.clone(),
                    _ => Vec::new(),
                }))
        };
        if op.name == "stop_gradient" {
            return Active::No;
        }
        match op.grad {
            Grad::None => match all() {
                Active::Yes => Active::Blocked(op.name, origin.clone()),
                other => other,
            },
            Grad::Zero => match all() {
                Active::Yes => Active::No,
                other => other,
            },
            Grad::Rules { rules, .. } => some(&|place| {
                let param = op.params.get(place);
                param.is_some_and(|param| rules.iter().any(|(name, ..)| *name == param.name))
            }),
            Grad::Via(_) => some(&|place| {
                let kind = op.params.get(place).map(|param| param.kind);
                !matches!(kind, Some(Kind::Index | Kind::Mask | Kind::OptMask))
            }),
        }
    }
}

/// The names that a pattern binds, as they are written.
pub fn bound_idents(pat: &syn::Pat) -> Vec<proc_macro2::Ident> {
    struct Names(Vec<proc_macro2::Ident>);
    impl<'a> syn::visit::Visit<'a> for Names {
        fn visit_pat_ident(&mut self, pat: &'a syn::PatIdent) {
            self.0.push(pat.ident.clone());
            syn::visit::visit_pat_ident(self, pat);
        }
    }
    let mut names = Names(Vec::new());
    syn::visit::Visit::visit_pat(&mut names, pat);
    names.0
}

/// Does code mention one of these names?
pub fn mentions(code: &impl quote::ToTokens, names: &HashSet<String>) -> bool {
    fn within(tokens: proc_macro2::TokenStream, names: &HashSet<String>) -> bool {
        tokens.into_iter().any(|token| match token {
            proc_macro2::TokenTree::Ident(word) => names.contains(&word.unraw().to_string()),
            proc_macro2::TokenTree::Group(group) => within(group.stream(), names),
            _ => false,
        })
    }
    within(code.to_token_stream(), names)
}

/// Is there a tensor of the tree that hangs on them?
pub fn any(tree: &Tree, active: impl Fn(ValueId) -> bool) -> bool {
    tree.tensors().into_iter().any(active)
}

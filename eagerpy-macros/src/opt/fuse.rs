//! Puts chains of elementwise operations together.
//!
//! ```text
//! %3 = subtract %x, %y : f32[N]            %d = fused : f32[N]
//! %4 = abs %3 : f32[N]              ─▶       %3 = subtract %x, %y : f32[N]
//! %d = multiply %4, 0.5 : f32[N]             %4 = abs %3 : f32[N]
//!                                            %5 = multiply %4, 0.5 : f32[N]
//!                                            give %5
//! ```
//!
//! A chain is made of operations whose results have provably one shape and one float type; it may read tensors of any
//! shape that broadcasts to it. Between the first and the last of its operations may stand others, as long as they need
//! nothing of it: it runs where the first one does that needs something, or where anything but an operation stands.
//! Masks live in it and do not come out. Reductions of what it makes may end it: then that is never written to memory,
//! unless it is used elsewhere.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use eagerpy_runtime::DType;
use eagerpy_runtime::fuse::{Fold, LANES};
use eagerpy_runtime::ops::{Family, OpInfo};

use crate::check::ty::{Elem, Shape, Ty};
use crate::emit::literal;
use crate::ir::{Arg, Ask, Hole, HostCode, IndexItem, Inst, Ir, Out, Query, Region, Slot, ValueId};

/// More tensors than that do not fit the registers of a processor.
const MOST_TENSORS: usize = 8;
/// More results would be written to too many places at once.
const MOST_RESULTS: usize = 4;
/// Longer chains would take rustc long.
const MOST_OPERATIONS: usize = 48;

/// Puts together what can be, in all regions.
pub fn fuse(ir: &mut Ir) {
    let mut body = std::mem::take(&mut ir.body);
    let mut fuser = Fuser {
        classes: HashMap::new(),
        kernels: 0,
        ir,
    };
    fuser.region(&mut body);
    ir.body = body;
    // What a gradient made on its way there and read on its way back is not kept if both are one pass.
    let mut inside = BTreeSet::new();
    for (_, body) in kernels(ir) {
        body.defines_within(&mut inside);
    }
    if let Some(kept) = &mut ir.kept {
        kept.values.retain(|value| !inside.contains(value));
    }
}

/// The kernels of a program, in order: the chains' regions.
pub fn kernels(ir: &Ir) -> Vec<(usize, &Region)> {
    fn region<'a>(of: &'a Region, found: &mut Vec<(usize, &'a Region)>) {
        for inst in &of.insts {
            match inst {
                Inst::Fused { kernel, body, .. } => found.push((*kernel, body)),
                other => {
                    for inner in other.regions() {
                        region(inner, found);
                    }
                }
            }
        }
    }
    let mut found = Vec::new();
    region(&ir.body, &mut found);
    found
}

/// The tensors that a chain reads, and the numbers that are no literals, in order.
pub fn reads(body: &Region) -> (Vec<ValueId>, Vec<&HostCode>) {
    let mut made = BTreeSet::new();
    body.defines_within(&mut made);
    let (mut tensors, mut numbers) = (Vec::new(), Vec::new());
    for arg in args_of(body) {
        match arg {
            Arg::Tensor(value) if !made.contains(value) && !tensors.contains(value) => {
                tensors.push(*value);
            }
            Arg::Host(code) if literal(code).is_none() => numbers.push(code),
            _ => {}
        }
    }
    (tensors, numbers)
}

fn args_of(body: &Region) -> impl Iterator<Item = &Arg> {
    body.insts.iter().flat_map(|inst| match inst {
        Inst::Op { args, .. } => args.as_slice(),
        _ => &[],
    })
}

/// Shapes that are the same for certain.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Class {
    /// As its type says, in full.
    Known(String),
    /// That of this value.
    Of(ValueId),
}

/// What the operations of a chain have in common.
#[derive(Clone, PartialEq)]
struct Key {
    class: Class,
    elem: Elem,
}

/// A chain that may still grow.
struct Chain {
    key: Key,
    /// Its operations, by their place in the region.
    members: BTreeSet<usize>,
    /// What they make.
    made: BTreeSet<ValueId>,
    /// What they read from elsewhere.
    reads: BTreeSet<ValueId>,
    /// What reductions of it give.
    folded: BTreeSet<ValueId>,
    /// Does it read variables of the host's?
    numbers: bool,
}

impl Chain {
    fn gives(&self, values: &[ValueId]) -> bool {
        values
            .iter()
            .any(|v| self.made.contains(v) || self.folded.contains(v))
    }

    fn folds(&self, values: &[ValueId]) -> bool {
        values.iter().any(|v| self.folded.contains(v))
    }
}

struct Fuser<'a> {
    ir: &'a mut Ir,
    classes: HashMap<ValueId, Class>,
    kernels: usize,
}

impl Fuser<'_> {
    fn region(&mut self, region: &mut Region) {
        let mut insts = std::mem::take(&mut region.insts);
        for inst in &mut insts {
            for inner in inst.regions_mut() {
                self.region(inner);
            }
        }
        let ends = self.chains(&insts);
        // The place behind the region's last instruction.
        let end = insts.len();
        let mut used: HashMap<ValueId, Vec<usize>> = HashMap::new();
        for (place, inst) in insts.iter().enumerate() {
            for value in inst.uses_within() {
                used.entry(value).or_default().push(place);
            }
        }
        for value in region.outs.iter().flat_map(Out::uses) {
            used.entry(value).or_default().push(end);
        }
        let mut slots: Vec<Option<Inst>> = insts.into_iter().map(Some).collect();
        let mut before: BTreeMap<usize, Vec<Inst>> = BTreeMap::new();
        for (at, chain) in ends {
            self.close(chain, &used, &mut slots, before.entry(at).or_default());
        }
        let mut out = Vec::new();
        for (place, slot) in slots.into_iter().enumerate() {
            out.extend(before.remove(&place).unwrap_or_default());
            out.extend(slot);
        }
        out.extend(before.remove(&end).unwrap_or_default());
        region.insts = out;
    }

    /// The chains, each with the place that it has to stand before, in an order that they can be made in.
    fn chains(&mut self, insts: &[Inst]) -> Vec<(usize, Chain)> {
        let mut open: Vec<Chain> = Vec::new();
        let mut ended: Vec<(usize, Chain)> = Vec::new();
        for (place, inst) in insts.iter().enumerate() {
            let uses = inst.uses_within();
            if let Some(of) = folded(inst)
                && let Some(chain) = open.iter_mut().find(|chain| chain.made.contains(&of))
                && chain.key.class != Class::Known(String::new())
                // Of a mask it would be a count.
                && self.elem(of) == Some(chain.key.elem)
            {
                chain.members.insert(place);
                chain.folded.extend(inst.defines());
                continue;
            }
            let Some(key) = self.key(inst, &open) else {
                // Its host code runs before the chains that go on behind it.
                let (plain, changes) = (matches!(inst, Inst::Op { .. }), may_change(inst));
                end(&mut open, &mut ended, place, |chain| {
                    !plain || chain.gives(&uses) || (changes && chain.numbers)
                });
                continue;
            };
            // Of chains of other kinds it needs the results, and of all what they are folded to; so does host code.
            let hosts: Vec<ValueId> = match inst {
                Inst::Op { args, .. } => args
                    .iter()
                    .filter(|arg| matches!(arg, Arg::Host(_)))
                    .flat_map(Arg::uses)
                    .collect(),
                _ => Vec::new(),
            };
            end(&mut open, &mut ended, place, |chain| {
                (chain.key != key && chain.gives(&uses))
                    || chain.folds(&uses)
                    || chain.gives(&hosts)
            });
            let uses = inst.tensors();
            // Those that it goes on with, or reads the same as, become one.
            let related = |chain: &Chain| {
                chain.key == key
                    && uses
                        .iter()
                        .any(|v| chain.made.contains(v) || chain.reads.contains(v))
            };
            let mut chain = Chain {
                key: key.clone(),
                members: BTreeSet::new(),
                made: BTreeSet::new(),
                reads: BTreeSet::new(),
                folded: BTreeSet::new(),
                numbers: reads_host(inst),
            };
            let mut rest = Vec::new();
            for other in open.drain(..) {
                let joined: BTreeSet<ValueId> = chain.reads.union(&other.reads).copied().collect();
                let more = |v: &&ValueId| {
                    !joined.contains(v) && !chain.made.contains(v) && !other.made.contains(v)
                };
                let fits = joined.len() + uses.iter().filter(more).count() <= MOST_TENSORS
                    && chain.members.len() + other.members.len() < MOST_OPERATIONS;
                match related(&other) {
                    true if fits => {
                        chain.members.extend(other.members);
                        chain.made.extend(other.made);
                        chain.folded.extend(other.folded);
                        chain.numbers |= other.numbers;
                        chain.reads = joined;
                    }
                    // Too long: what it made is read from memory.
                    true => ended.push((place, other)),
                    false => rest.push(other),
                }
            }
            open = rest;
            // A mask of a chain that has ended is a tensor like any other, and no pass reads one.
            let lost = |v: &ValueId| self.is_mask(*v) && !chain.made.contains(v);
            if uses.iter().any(lost) {
                if !chain.members.is_empty() {
                    ended.push((place, chain));
                }
                end(&mut open, &mut ended, place, |chain| chain.gives(&uses));
                continue;
            }
            chain.members.insert(place);
            chain.made.extend(inst.defines());
            let read: Vec<ValueId> = uses
                .iter()
                .filter(|v| !chain.made.contains(v))
                .copied()
                .collect();
            chain.reads.extend(read);
            open.push(chain);
        }
        end(&mut open, &mut ended, insts.len(), |_| true);
        ended
    }

    /// Writes a chain, with what depends on masks of it behind it.
    fn close(
        &mut self,
        chain: Chain,
        used: &HashMap<ValueId, Vec<usize>>,
        slots: &mut [Option<Inst>],
        out: &mut Vec<Inst>,
    ) {
        let mut members = chain.members.clone();
        // Values that are used elsewhere.
        let goes_out = |value: &ValueId, members: &BTreeSet<usize>| {
            let places = used.get(value).into_iter().flatten();
            places.into_iter().any(|place| !members.contains(place))
        };
        let made = |place: usize, slots: &[Option<Inst>]| match slots.get(place) {
            Some(Some(inst)) => inst.defines(),
            _ => Vec::new(),
        };
        // What reads such a mask stays outside, too, and what reads that.
        loop {
            let outside: BTreeSet<ValueId> = chain
                .members
                .difference(&members)
                .flat_map(|place| made(*place, slots))
                .collect();
            let stays = |place: &usize| match slots.get(*place) {
                Some(Some(inst)) => {
                    let lost = |v: &ValueId| self.is_mask(*v) && goes_out(v, &members);
                    !inst.defines().iter().any(lost)
                        && !inst.uses().iter().any(|v| outside.contains(v))
                }
                _ => false,
            };
            let kept: BTreeSet<usize> = members.iter().copied().filter(stays).collect();
            if kept.len() == members.len() {
                break;
            }
            members = kept;
        }
        let results: Vec<ValueId> = members
            .iter()
            .flat_map(|place| made(*place, slots))
            .filter(|value| goes_out(value, &members))
            .collect();
        let take = |place: usize, slots: &mut [Option<Inst>]| slots.get_mut(place)?.take();
        if members.len() < 2 || results.is_empty() || results.len() > MOST_RESULTS {
            // One alone stays where it is.
            if chain.members.len() > 1 {
                out.extend(chain.members.iter().filter_map(|place| take(*place, slots)));
            }
            return;
        }
        let mut body = Region::default();
        // What goes out has another name inside.
        let mut inner: HashMap<ValueId, ValueId> = HashMap::new();
        for result in &results {
            if let Some(value) = self.ir.values.get(*result) {
                let inside = crate::ir::Value {
                    hint: None,
                    ty: value.ty.clone(),
                    place: value.place.clone(),
                    origin: value.origin.clone(),
                    borrows: value.borrows,
                };
                inner.insert(*result, self.ir.values.len());
                self.ir.values.push(inside);
            }
        }
        let named = |value: &ValueId| inner.get(value).copied().unwrap_or(*value);
        for place in &members {
            let Some(mut inst) = take(*place, slots) else {
                continue;
            };
            if let Inst::Op { outs, args, .. } = &mut inst {
                for value in outs {
                    *value = named(value);
                }
                for arg in args {
                    if let Arg::Tensor(value) = arg {
                        *value = named(value);
                    }
                }
            }
            body.insts.push(inst);
        }
        body.outs = results
            .iter()
            .map(|value| Out::Tensor(named(value)))
            .collect();
        let kernel = self.kernels;
        self.kernels += 1;
        out.push(Inst::Fused {
            kernel,
            body,
            outs: results.into_iter().map(Slot::Tensor).collect(),
        });
        let rest = chain.members.difference(&members);
        out.extend(rest.filter_map(|place| take(*place, slots)));
    }

    /// What chain an operation can be in.
    fn key(&mut self, inst: &Inst, open: &[Chain]) -> Option<Key> {
        let Inst::Op { outs, op, args, .. } = inst else {
            return None;
        };
        let [out] = outs.as_slice() else { return None };
        if !in_a_pass(op) {
            // Its shape may be that of others.
            return None;
        }
        let class = self.class_of_op(*out, args);
        self.classes.insert(*out, class.clone());
        // The masks that it reads are of the chain itself, and stand where masks belong.
        let chain_of = |value: &ValueId| open.iter().find(|chain| chain.made.contains(value));
        let logic = of_masks(op);
        let mut elem = None;
        for (place, arg) in args.iter().enumerate() {
            let for_mask = logic || (op.name == "where_" && place == 0);
            match arg {
                Arg::Tensor(value) => {
                    let of = self.elem(*value)?;
                    if (of == Elem::Known(DType::Bool)) != for_mask {
                        return None;
                    }
                    let of = match for_mask {
                        true => {
                            let chain = chain_of(value).filter(|chain| chain.key.class == class)?;
                            chain.key.elem
                        }
                        false => of,
                    };
                    if elem.is_some_and(|elem| elem != of) {
                        return None;
                    }
                    elem = Some(of);
                }
                Arg::Host(code) if !for_mask && is_pure(code) => {}
                _ => return None,
            }
        }
        let elem = elem?;
        let gives = self.elem(*out)?;
        let mask = logic || op.family == Family::Compare || op.name == "isnan";
        if gives != (if mask { Elem::Known(DType::Bool) } else { elem }) {
            return None;
        }
        let float = matches!(elem, Elem::Shared | Elem::Known(DType::F32 | DType::F64));
        float.then_some(Key { class, elem })
    }

    fn elem(&self, value: ValueId) -> Option<Elem> {
        match self.ir.values.get(value).map(|v| &v.ty) {
            Some(Ty::Tensor(tensor)) => Some(tensor.dtype),
            _ => None,
        }
    }

    fn is_mask(&self, value: ValueId) -> bool {
        self.elem(value) == Some(Elem::Known(DType::Bool))
    }

    /// The shape of what an elementwise operation gives.
    fn class_of_op(&self, out: ValueId, args: &[Arg]) -> Class {
        if let Some(known) = shape_in_full(self.ir, out) {
            return known;
        }
        let mut classes = BTreeSet::new();
        for arg in args {
            if let Arg::Tensor(value) = arg {
                let class = self.class(*value);
                if class != Class::Known(String::new()) {
                    classes.insert(class);
                }
            }
        }
        match (classes.pop_first(), classes.is_empty()) {
            (Some(class), true) => class,
            (None, _) => Class::Known(String::new()),
            _ => Class::Of(out),
        }
    }

    fn class(&self, value: ValueId) -> Class {
        let known = shape_in_full(self.ir, value);
        let seen = || self.classes.get(&value).cloned();
        known.or_else(seen).unwrap_or(Class::Of(value))
    }
}

/// The shape as the type says it, if it says all; nothing stands for that of a scalar.
pub(super) fn shape_in_full(ir: &Ir, value: ValueId) -> Option<Class> {
    let Some(Ty::Tensor(tensor)) = ir.values.get(value).map(|v| &v.ty) else {
        return None;
    };
    let (lead, dims) = match &tensor.shape {
        Shape::Ranked(dims) => (None, dims),
        Shape::Led {
            lead: Some(lead),
            tail,
        } => (Some(lead), tail),
        _ => return None,
    };
    let unknown = |dim: &crate::check::dim::Dim| matches!(dim, crate::check::dim::Dim::Unknown);
    if dims.iter().any(unknown) {
        return None;
    }
    let lead = lead.map_or_else(String::new, |lead| format!("{lead}.."));
    let dims: Vec<String> = dims
        .iter()
        .map(|dim| format!("{:?};", dim.terms()))
        .collect();
    Some(Class::Known(format!("{lead}{}", dims.concat())))
}

/// Ends chains at a place.
fn end(
    open: &mut Vec<Chain>,
    ended: &mut Vec<(usize, Chain)>,
    place: usize,
    which: impl Fn(&Chain) -> bool,
) {
    let (done, rest): (Vec<Chain>, Vec<Chain>) = open.drain(..).partition(which);
    ended.extend(done.into_iter().map(|chain| (place, chain)));
    *open = rest;
}

/// The tensor of which this is a reduction that a chain may end in.
fn folded(inst: &Inst) -> Option<ValueId> {
    let Inst::Op { op, args, .. } = inst else {
        return None;
    };
    Fold::named(op.name)?;
    let (of, rest) = args.split_first()?;
    let plain = |arg: &Arg| match arg {
        Arg::Default(_) => true,
        Arg::Host(code) => literal(code).is_some(),
        Arg::List(list) => list.iter().all(|code| literal(code).is_some()),
        _ => false,
    };
    match of {
        Arg::Tensor(value) if rest.iter().all(plain) => Some(*value),
        _ => None,
    }
}

/// Can the operation stand in a pass?
fn in_a_pass(op: &OpInfo) -> bool {
    of_masks(op) || op.name == "where_" || LANES.contains(&op.name)
}

/// Is it one of masks?
fn of_masks(op: &OpInfo) -> bool {
    op.family == Family::Logic || op.name == "logical_not"
}

/// Is the code the same however often it runs, and changes nothing? It is written into both forms.
fn is_pure(code: &HostCode) -> bool {
    let of_hole = |hole: &Hole| match &hole.ask {
        Ask::Host(code) => is_pure(code),
        // To ask for an element is to wait for the device.
        Ask::Tensor(_, Query::Item(_)) => false,
        Ask::Tensor(_, Query::Dim(axis)) => is_pure(axis),
        Ask::Tensor(..) | Ask::Place(_) => true,
    };
    code.holes.iter().all(of_hole) && is_pure_expr(&code.expr)
}

fn is_pure_expr(expr: &syn::Expr) -> bool {
    match expr {
        syn::Expr::Lit(_) | syn::Expr::Path(_) => true,
        syn::Expr::Paren(inner) => is_pure_expr(&inner.expr),
        syn::Expr::Group(inner) => is_pure_expr(&inner.expr),
        syn::Expr::Field(field) => is_pure_expr(&field.base),
        syn::Expr::Unary(unary) => is_pure_expr(&unary.expr),
        syn::Expr::Cast(cast) => is_pure_expr(&cast.expr),
        syn::Expr::Binary(binary) => {
            use syn::BinOp::{Add, Div, Mul, Rem, Sub};
            matches!(binary.op, Add(_) | Sub(_) | Mul(_) | Div(_) | Rem(_))
                && is_pure_expr(&binary.left)
                && is_pure_expr(&binary.right)
        }
        _ => false,
    }
}

/// Is there host code in it that is no literal?
fn reads_host(inst: &Inst) -> bool {
    match inst {
        Inst::Op { args, .. } => args.iter().any(|arg| match arg {
            Arg::Host(code) => literal(code).is_none(),
            _ => false,
        }),
        _ => false,
    }
}

/// May the host code in an operation change a variable of the host's?
fn may_change(inst: &Inst) -> bool {
    let Inst::Op { args, .. } = inst else {
        return true;
    };
    let each = |list: &[HostCode]| list.iter().any(|code| !is_pure(code));
    args.iter().any(|arg| match arg {
        Arg::Host(code) => !is_pure(code),
        Arg::List(list) => each(list),
        Arg::Pads(list) => list.iter().any(|(a, b)| !is_pure(a) || !is_pure(b)),
        Arg::Index(items) => items.iter().any(|item| match item {
            IndexItem::At(code) => !is_pure(code),
            IndexItem::Range { start, end, step } => [start, end, step]
                .into_iter()
                .flatten()
                .any(|code| !is_pure(code)),
            IndexItem::NewAxis | IndexItem::Ellipsis | IndexItem::Tensor(_) => false,
        }),
        Arg::Tensor(_) | Arg::Tensors(_) | Arg::Listed(_) | Arg::DType(_) | Arg::Default(_) => {
            false
        }
    })
}

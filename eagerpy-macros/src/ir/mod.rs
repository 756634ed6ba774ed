//! STAGE 3: the program as values and instructions.
//!
//! In: a [`hir::Body`](crate::check::hir::Body). Out: an [`Ir`]: single assignment, so a value never
//! changes; control flow stays structured, in regions whose values go out through their end.
//! Passes (gradients, fusion, reuse of buffers) work on this form; [`verify()`] holds it to its rules
//! after each. `print` writes it out, for goldens and `EXPLAIN`.

mod borrow;
mod kept;
mod lower;
pub mod print;
mod prune;
pub mod verify;

use eagerpy_runtime::DType;
use eagerpy_runtime::ops::{Default, OpInfo};

use crate::check::hir::ResultTy;
pub use crate::check::hir::{Asking, Callee};
use crate::check::ty::{Elem, Host, Ty};
use crate::origin::Origin;
use crate::syntax::{FnType, StructType, TensorType, Type};

pub use borrow::{borrows, count_uses, grown, outlasting, through};
pub use kept::kept;
pub use lower::{assigns, lower};
pub use prune::prune;
pub use verify::verify;

/// A value, by its place in [`Ir::values`].
pub type ValueId = usize;

/// A function's program.
pub struct Ir {
    pub values: Vec<Value>,
    /// The parameters that are no host values, in order.
    pub params: Vec<ValueId>,
    pub body: Region,
    pub result: ResultTy,
    /// What the shared float type is, if no parameter has it.
    pub shared: Option<DType>,
    /// Names of the dimensions.
    pub dims: Vec<String>,
    /// Of a gradient: what its way back reads of the way there.
    pub kept: Option<Kept>,
}

/// What a gradient keeps.
#[derive(Clone, Default)]
pub struct Kept {
    pub values: Vec<ValueId>,
    /// Lists of the host's: which way the program went.
    pub lists: Vec<String>,
}

/// A tensor, or what holds tensors: a list, an optional one, a struct.
pub struct Value {
    pub ty: Ty,
    pub place: Place,
    /// The user's name for it.
    pub hint: Option<String>,
    pub origin: Origin,
    /// May it borrow from another value? What moves elements about does, where the framework has views.
    pub borrows: bool,
}

/// Where a value is in the running function.
#[derive(Clone, PartialEq, Eq)]
pub enum Place {
    /// A variable of its own.
    Owned,
    /// A variable that refers to it.
    Ref,
    /// A part of another value: `p.w`. It is defined with that.
    Part {
        of: ValueId,
        member: syn::Member,
        /// Is the part a reference itself?
        reference: bool,
    },
}

/// Instructions, one after the other.
#[derive(Default)]
pub struct Region {
    pub insts: Vec<Inst>,
    /// What goes out at the end.
    pub outs: Vec<Out>,
    /// Does control leave before the end?
    pub leaves: bool,
}

/// What goes out of a region.
#[derive(Clone)]
pub enum Out {
    Tensor(ValueId),
    Host(HostCode),
}

/// What comes out of an instruction with regions.
#[derive(Clone)]
pub enum Slot {
    Tensor(ValueId),
    /// A host value, under a name of the compiler's.
    Host(String),
}

/// What a loop goes over, with lists in it.
pub enum Over {
    List(ValueId),
    Host(HostCode),
    Enumerate(Box<Over>),
    Rev(Box<Over>),
    Zip(Box<Over>, Box<Over>),
    Take(Box<Over>, HostCode),
    Skip(Box<Over>, HostCode),
}

/// A value that has parts.
#[derive(Clone)]
pub enum Tree {
    Tensor(ValueId),
    Host(HostCode),
    Tuple(Vec<Tree>),
    /// A struct by its fields; `whole` where it is also a value.
    Struct {
        ty: StructType,
        whole: Option<ValueId>,
        fields: Vec<Tree>,
    },
    /// `Some(value)` or `None`, as a value of the type `ty`.
    Option {
        ty: Ty,
        some: Option<Box<Tree>>,
    },
    /// A new list, of the type `ty`.
    List {
        ty: Ty,
        items: Vec<Tree>,
    },
    /// A variant of an enum.
    Variant {
        ty: StructType,
        variant: usize,
        fields: Vec<Tree>,
    },
    /// Control does not come here.
    Never,
}

/// What takes the results of a call.
#[derive(Clone)]
pub enum Taker {
    Tensor(ValueId),
    Host(syn::Pat),
    Tuple(Vec<Taker>),
    Wild,
}

/// A variable of a loop: what it is before, in a round, and behind the loop. A host value keeps its name.
pub struct Carried {
    pub init: Out,
    pub round: Slot,
    pub out: Slot,
}

/// A loop of the function, or a block with a label.
pub type LoopId = usize;

/// What goes round.
pub enum LoopKind {
    For {
        pat: Box<syn::Pat>,
        iter: HostCode,
    },
    Each {
        element: Taker,
        over: Over,
    },
    While(HostCode),
    Loop,
    /// A labelled block: once.
    Block,
}

/// What a `match` is about.
pub enum Scrutinee {
    Host(HostCode),
    Value(ValueId),
}

/// The pattern of an arm.
#[derive(Clone)]
pub enum ArmPat {
    Host(syn::Pat),
    Some(Taker),
    None,
    Variant(usize, Vec<Taker>),
    Wild,
}

/// An arm of `native!`: code of one framework, and the values in it by name.
pub struct NativeArm {
    pub backend: String,
    pub code: syn::Expr,
    pub uses: Vec<(proc_macro2::Ident, ValueId)>,
}

/// An arm of a `match`.
pub struct Arm {
    pub pat: ArmPat,
    pub guard: Option<HostCode>,
    pub body: Region,
}

pub enum Inst {
    Op {
        outs: Vec<ValueId>,
        op: &'static OpInfo,
        args: Vec<Arg>,
        origin: Origin,
    },
    Call {
        out: Taker,
        path: syn::Path,
        callee: Callee,
        args: Vec<CallArg>,
        origin: Origin,
    },
    /// A call of a function that the caller brings.
    Apply {
        out: Taker,
        function: ValueId,
        args: Vec<CallArg>,
        asking: Asking,
        origin: Origin,
    },
    /// `native! { … }`: what stands for each framework, and for the others.
    Native {
        out: Slot,
        arms: Vec<NativeArm>,
        fallback: Option<Region>,
        origin: Origin,
    },
    /// A value in one piece, made of parts.
    Make {
        out: ValueId,
        tree: Tree,
    },
    Push {
        list: ValueId,
        value: Tree,
    },
    /// Another element in the place of one.
    Set {
        list: ValueId,
        index: HostCode,
        value: Tree,
        origin: Origin,
    },
    /// Takes the last element out, if there is one.
    Pop {
        list: ValueId,
    },
    /// An element of a list.
    Element {
        out: ValueId,
        list: ValueId,
        index: HostCode,
        origin: Origin,
    },
    HostLet {
        pat: syn::Pat,
        code: HostCode,
    },
    Host(HostCode),
    /// A statement of the host program.
    Verbatim(syn::Stmt),
    /// A check of a written type.
    Assert {
        value: ValueId,
        declared: TensorType,
        /// The function of the caller's that gave it; else it is written at a `let`.
        by: Option<ValueId>,
    },
    Block {
        body: Region,
        outs: Vec<Slot>,
    },
    /// Elementwise operations that may run as one pass. They stand in the region, whose outs are the results.
    Fused {
        /// Its number among the kernels of the function.
        kernel: usize,
        body: Region,
        outs: Vec<Slot>,
    },
    If {
        cond: HostCode,
        then: Region,
        otherwise: Region,
        outs: Vec<Slot>,
    },
    Match {
        scrutinee: Scrutinee,
        arms: Vec<Arm>,
        outs: Vec<Slot>,
    },
    /// Rounds until the iterator ends, the condition fails or a jump leaves. The region's outs are what the variables
    /// are at the end of a round; of a labelled block, these and then its value.
    Loop {
        id: LoopId,
        kind: LoopKind,
        label: Option<syn::Label>,
        carried: Vec<Carried>,
        body: Region,
        /// The value that `break` gives.
        outs: Vec<Slot>,
    },
    /// `continue` or `break`: what the loop's variables are, and the value.
    Jump {
        to: LoopId,
        again: bool,
        carried: Vec<Out>,
        outs: Vec<Out>,
    },
    /// Leaves the loop unless the condition holds: a `while` whose condition needs operations.
    BreakUnless {
        from: LoopId,
        cond: HostCode,
    },
    LetElse {
        pat: syn::Pat,
        code: HostCode,
        otherwise: Region,
    },
    Return(Tree),
    /// `return Err(…)`
    Fail(HostCode),
}

/// Host code whose questions are about values.
#[derive(Clone)]
pub struct HostCode {
    pub expr: Box<syn::Expr>,
    pub holes: Vec<Hole>,
    pub origin: Origin,
}

#[derive(Clone)]
pub struct Hole {
    pub name: String,
    pub ask: Ask,
}

/// What stands in a hole.
#[derive(Clone)]
pub enum Ask {
    Tensor(ValueId, Query),
    /// A host value that came out of an instruction.
    Host(HostCode),
    /// A host value that is a part of a struct or a tuple.
    Place(ValueId),
}

#[derive(Clone)]
pub enum Query {
    Shape,
    Dim(Box<HostCode>),
    Rank,
    Item(Host),
    Len,
    IsSome,
}

/// An argument of an operation.
pub enum Arg {
    Tensor(ValueId),
    Tensors(Vec<ValueId>),
    /// The tensors of a list.
    Listed(ValueId),
    Host(HostCode),
    List(Vec<HostCode>),
    Pads(Vec<(HostCode, HostCode)>),
    DType(Elem),
    Index(Vec<IndexItem>),
    Default(Default),
}

pub enum IndexItem {
    At(HostCode),
    Range {
        start: Option<HostCode>,
        end: Option<HostCode>,
        step: Option<HostCode>,
    },
    NewAxis,
    Ellipsis,
    Tensor(ValueId),
}

pub enum CallArg {
    Tensor(ValueId),
    Host(HostCode),
    /// Anything else, with the type of the parameter where it is known.
    Value(Tree, Option<Type>),
    Closure(Closure),
}

/// A function that is handed over: what it gives are its region's outs.
pub struct Closure {
    pub params: Vec<Taker>,
    pub body: Region,
    /// Does it give a tuple of them?
    pub tuple: bool,
    /// The variables of the outside that it reads, by their names.
    pub captured: Vec<(String, Tree)>,
    /// How cotangents go back through it, and the type of the two.
    pub vjp: Option<Box<(Closure, FnType)>>,
    /// Is that asked for, and not there? What was handed over, as it is written.
    pub wants: Option<Box<syn::Expr>>,
}

impl HostCode {
    /// The values that it asks.
    pub fn uses(&self) -> Vec<ValueId> {
        let mut out = Vec::new();
        for hole in &self.holes {
            match &hole.ask {
                Ask::Tensor(value, query) => {
                    out.push(*value);
                    if let Query::Dim(axis) = query {
                        out.extend(axis.uses());
                    }
                }
                Ask::Host(code) => out.extend(code.uses()),
                Ask::Place(value) => out.push(*value),
            }
        }
        out
    }
}

impl Arg {
    /// The values in it.
    pub fn uses(&self) -> Vec<ValueId> {
        match self {
            Arg::Tensor(v) | Arg::Listed(v) => vec![*v],
            Arg::Tensors(list) => list.clone(),
            Arg::Host(code) => code.uses(),
            Arg::List(list) => list.iter().flat_map(HostCode::uses).collect(),
            Arg::Pads(list) => list
                .iter()
                .flat_map(|(a, b)| [a.uses(), b.uses()].concat())
                .collect(),
            Arg::Index(items) => items
                .iter()
                .flat_map(|item| match item {
                    IndexItem::At(code) => code.uses(),
                    IndexItem::Range { start, end, step } => [start, end, step]
                        .into_iter()
                        .flatten()
                        .flat_map(HostCode::uses)
                        .collect(),
                    IndexItem::Tensor(v) => vec![*v],
                    IndexItem::NewAxis | IndexItem::Ellipsis => Vec::new(),
                })
                .collect(),
            Arg::DType(_) | Arg::Default(_) => Vec::new(),
        }
    }
}

impl Tree {
    /// The tensors in it, in order.
    pub fn tensors(&self) -> Vec<ValueId> {
        match self {
            Tree::Tensor(v) => vec![*v],
            Tree::Tuple(parts)
            | Tree::List { items: parts, .. }
            | Tree::Struct { fields: parts, .. }
            | Tree::Variant { fields: parts, .. } => parts.iter().flat_map(Tree::tensors).collect(),
            Tree::Option { some, .. } => some.as_ref().map_or_else(Vec::new, |s| s.tensors()),
            Tree::Host(code) => code.uses(),
            Tree::Never => Vec::new(),
        }
    }
}

impl Slot {
    pub fn tensor(&self) -> Option<ValueId> {
        match self {
            Slot::Tensor(value) => Some(*value),
            Slot::Host(_) => None,
        }
    }
}

impl Out {
    /// The values in it.
    pub fn uses(&self) -> Vec<ValueId> {
        match self {
            Out::Tensor(value) => vec![*value],
            Out::Host(code) => code.uses(),
        }
    }
}

impl Region {
    /// The values that it reads, at any depth, in order.
    pub fn uses_within(&self) -> Vec<ValueId> {
        let insts = self.insts.iter().flat_map(Inst::uses_within);
        insts.chain(self.outs.iter().flat_map(Out::uses)).collect()
    }

    /// The values that it defines, at any depth.
    pub fn defines_within(&self, found: &mut std::collections::BTreeSet<ValueId>) {
        for inst in &self.insts {
            found.extend(inst.defines());
            found.extend(inst.begins());
            for region in inst.regions() {
                region.defines_within(found);
            }
        }
    }
}

impl Taker {
    /// Are there host values in it?
    pub fn hosts(&self) -> bool {
        match self {
            Taker::Host(_) => true,
            Taker::Tuple(parts) => parts.iter().any(Taker::hosts),
            Taker::Tensor(_) | Taker::Wild => false,
        }
    }

    /// The tensors that it defines.
    pub fn tensors(&self) -> Vec<ValueId> {
        match self {
            Taker::Tensor(v) => vec![*v],
            Taker::Tuple(parts) => parts.iter().flat_map(Taker::tensors).collect(),
            Taker::Host(_) | Taker::Wild => Vec::new(),
        }
    }
}

impl Inst {
    /// The regions in it.
    pub fn regions(&self) -> Vec<&Region> {
        match self {
            Inst::Block { body, .. } | Inst::Fused { body, .. } | Inst::Loop { body, .. } => {
                vec![body]
            }
            Inst::If {
                then, otherwise, ..
            } => vec![then, otherwise],
            Inst::Match { arms, .. } => arms.iter().map(|arm| &arm.body).collect(),
            Inst::LetElse { otherwise, .. } => vec![otherwise],
            Inst::Native { fallback, .. } => fallback.iter().collect(),
            Inst::Call { args, .. } => {
                let closures = args.iter().flat_map(CallArg::closures);
                closures.map(|closure| &closure.body).collect()
            }
            Inst::Op { .. }
            | Inst::Apply { .. }
            | Inst::Make { .. }
            | Inst::Push { .. }
            | Inst::Set { .. }
            | Inst::Pop { .. }
            | Inst::Element { .. }
            | Inst::Fail(_)
            | Inst::HostLet { .. }
            | Inst::Host(_)
            | Inst::Verbatim(_)
            | Inst::Assert { .. }
            | Inst::Jump { .. }
            | Inst::BreakUnless { .. }
            | Inst::Return(_) => Vec::new(),
        }
    }

    /// The regions in it, to be changed; those of a closure's way back too.
    pub fn regions_mut(&mut self) -> Vec<&mut Region> {
        match self {
            Inst::Block { body, .. } | Inst::Fused { body, .. } | Inst::Loop { body, .. } => {
                vec![body]
            }
            Inst::If {
                then, otherwise, ..
            } => vec![then, otherwise],
            Inst::Match { arms, .. } => arms.iter_mut().map(|arm| &mut arm.body).collect(),
            Inst::LetElse { otherwise, .. } => vec![otherwise],
            Inst::Native { fallback, .. } => fallback.iter_mut().collect(),
            Inst::Call { args, .. } => args
                .iter_mut()
                .flat_map(|arg| match arg {
                    CallArg::Closure(closure) => std::iter::once(&mut closure.body)
                        .chain(closure.vjp.iter_mut().map(|vjp| &mut vjp.0.body))
                        .collect(),
                    _ => Vec::new(),
                })
                .collect(),
            _ => Vec::new(),
        }
    }

    /// The values that it defines for what follows.
    pub fn defines(&self) -> Vec<ValueId> {
        let slots = |slots: &[Slot]| slots.iter().filter_map(Slot::tensor).collect();
        match self {
            Inst::Op { outs, .. } => outs.clone(),
            Inst::Call { out, .. } | Inst::Apply { out, .. } => out.tensors(),
            Inst::Native { out, .. } => out.tensor().into_iter().collect(),
            Inst::Make { out, .. } | Inst::Element { out, .. } => vec![*out],
            Inst::Block { outs, .. }
            | Inst::Fused { outs, .. }
            | Inst::If { outs, .. }
            | Inst::Match { outs, .. } => slots(outs),
            Inst::Loop { carried, outs, .. } => carried
                .iter()
                .map(|c| &c.out)
                .chain(outs)
                .filter_map(Slot::tensor)
                .collect(),
            Inst::Jump { .. }
            | Inst::BreakUnless { .. }
            | Inst::LetElse { .. }
            | Inst::Push { .. }
            | Inst::Set { .. }
            | Inst::Pop { .. }
            | Inst::HostLet { .. }
            | Inst::Host(_)
            | Inst::Verbatim(_)
            | Inst::Assert { .. }
            | Inst::Fail(_)
            | Inst::Return(_) => Vec::new(),
        }
    }

    /// The tensors among an operation's arguments, but for those in lists and indices.
    pub fn tensors(&self) -> Vec<ValueId> {
        let Inst::Op { args, .. } = self else {
            return Vec::new();
        };
        let tensors = args.iter().filter_map(|arg| match arg {
            Arg::Tensor(value) => Some(*value),
            _ => None,
        });
        tensors.collect()
    }

    /// The values that it uses itself, not in its regions.
    pub fn uses(&self) -> Vec<ValueId> {
        let outs = |outs: &[Out]| outs.iter().flat_map(Out::uses).collect::<Vec<_>>();
        match self {
            Inst::Op { args, .. } => args.iter().flat_map(Arg::uses).collect(),
            Inst::Call { args, .. } => args.iter().flat_map(CallArg::uses).collect(),
            Inst::Apply { function, args, .. } => std::iter::once(*function)
                .chain(args.iter().flat_map(CallArg::uses))
                .collect(),
            Inst::Native { arms, .. } => arms
                .iter()
                .flat_map(|arm| arm.uses.iter().map(|(_, value)| *value))
                .collect(),
            Inst::Make { tree, .. } => tree.tensors(),
            Inst::Push { list, value } => [vec![*list], value.tensors()].concat(),
            Inst::Set {
                list, index, value, ..
            } => [vec![*list], index.uses(), value.tensors()].concat(),
            Inst::Pop { list } => vec![*list],
            Inst::Element { list, index, .. } => [vec![*list], index.uses()].concat(),
            Inst::HostLet { code, .. }
            | Inst::Host(code)
            | Inst::LetElse { code, .. }
            | Inst::Fail(code) => code.uses(),
            Inst::If { cond, .. } | Inst::BreakUnless { cond, .. } => cond.uses(),
            Inst::Match {
                scrutinee, arms, ..
            } => {
                let mut found = match scrutinee {
                    Scrutinee::Host(code) => code.uses(),
                    Scrutinee::Value(value) => vec![*value],
                };
                let guards = arms.iter().filter_map(|arm| arm.guard.as_ref());
                found.extend(guards.flat_map(HostCode::uses));
                found
            }
            Inst::Loop { kind, carried, .. } => {
                let mut found = match kind {
                    LoopKind::For { iter: code, .. } | LoopKind::While(code) => code.uses(),
                    LoopKind::Each { over, .. } => over.uses(),
                    LoopKind::Loop | LoopKind::Block => Vec::new(),
                };
                found.extend(carried.iter().flat_map(|c| c.init.uses()));
                found
            }
            Inst::Jump {
                carried,
                outs: given,
                ..
            } => [outs(carried), outs(given)].concat(),
            Inst::Assert { value, .. } => vec![*value],
            Inst::Return(tree) => tree.tensors(),
            Inst::Verbatim(_) | Inst::Block { .. } | Inst::Fused { .. } => Vec::new(),
        }
    }

    /// The list that it changes.
    pub fn changes(&self) -> Option<ValueId> {
        match self {
            Inst::Push { list, .. } | Inst::Set { list, .. } | Inst::Pop { list } => Some(*list),
            _ => None,
        }
    }

    /// The values that it uses itself, and in its regions.
    pub fn uses_within(&self) -> Vec<ValueId> {
        let inner = self.regions().into_iter().flat_map(Region::uses_within);
        self.uses().into_iter().chain(inner).collect()
    }

    /// The values that its regions start with.
    pub fn begins(&self) -> Vec<ValueId> {
        match self {
            Inst::Loop { carried, kind, .. } => {
                let mut found: Vec<ValueId> =
                    carried.iter().filter_map(|c| c.round.tensor()).collect();
                if let LoopKind::Each { element, .. } = kind {
                    found.extend(element.tensors());
                }
                found
            }
            Inst::Match { arms, .. } => arms.iter().flat_map(|arm| arm.pat.tensors()).collect(),
            Inst::Call { args, .. } => {
                let closures = args.iter().flat_map(CallArg::closures);
                closures.flat_map(Closure::begins).collect()
            }
            _ => Vec::new(),
        }
    }
}

impl Closure {
    /// The values that it takes.
    pub fn begins(&self) -> Vec<ValueId> {
        self.params.iter().flat_map(Taker::tensors).collect()
    }
}

impl ArmPat {
    /// The values that it defines.
    pub fn tensors(&self) -> Vec<ValueId> {
        match self {
            ArmPat::Some(taker) => taker.tensors(),
            ArmPat::Variant(_, fields) => fields.iter().flat_map(Taker::tensors).collect(),
            ArmPat::Host(_) | ArmPat::None | ArmPat::Wild => Vec::new(),
        }
    }
}

impl Over {
    /// The values in it.
    pub fn uses(&self) -> Vec<ValueId> {
        match self {
            Over::List(list) => vec![*list],
            Over::Host(code) => code.uses(),
            Over::Enumerate(inner) | Over::Rev(inner) => inner.uses(),
            Over::Zip(a, b) => [a.uses(), b.uses()].concat(),
            Over::Take(inner, count) | Over::Skip(inner, count) => {
                [inner.uses(), count.uses()].concat()
            }
        }
    }
}

impl CallArg {
    /// The values in it.
    pub fn uses(&self) -> Vec<ValueId> {
        match self {
            CallArg::Tensor(value) => vec![*value],
            CallArg::Host(code) => code.uses(),
            CallArg::Value(tree, _) => tree.tensors(),
            CallArg::Closure(_) => Vec::new(),
        }
    }

    /// A closure, and its way back.
    pub fn closures(&self) -> Vec<&Closure> {
        match self {
            CallArg::Closure(closure) => std::iter::once(closure)
                .chain(closure.vjp.iter().map(|vjp| &vjp.0))
                .collect(),
            _ => Vec::new(),
        }
    }
}

impl Ir {
    /// The value that this one is a part of, or itself.
    pub fn root(&self, value: ValueId) -> ValueId {
        match self.values.get(value).map(|v| &v.place) {
            Some(Place::Part { of, .. }) => self.root(*of),
            _ => value,
        }
    }
}

/// Of what a call of the caller's function gives, that which the function itself gives: the last of it.
pub fn given(tree: &Tree, declared: &Type, asking: &Asking) -> Option<Tree> {
    match (asking, tree) {
        (Asking::Value, tree) => Some(tree.clone()),
        (Asking::Back { .. }, _) => None,
        (Asking::Tracked, Tree::Tuple(parts)) => match declared {
            Type::Tuple(types) => {
                let first = parts.len().checked_sub(types.len())?;
                Some(Tree::Tuple(parts.get(first..)?.to_vec()))
            }
            _ => parts.last().cloned(),
        },
        (Asking::Tracked, _) => None,
    }
}

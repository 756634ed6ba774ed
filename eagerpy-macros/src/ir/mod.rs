//! STAGE 3: the program as values and instructions.
//!
//! In: a [`hir::Body`](crate::check::hir::Body). Out: an [`Ir`]: single assignment, so a value never
//! changes; control flow stays structured, in regions whose values go out through their end.
//! Passes (gradients, fusion, reuse of buffers) work on this form; [`verify()`] holds it to its rules
//! after each. `print` writes it out, for goldens and `EXPLAIN`.

mod borrow;
mod lower;
pub mod print;
pub mod verify;

use eagerpy_runtime::DType;
use eagerpy_runtime::ops::{Default, OpInfo};

use crate::check::hir::ResultTy;
use crate::check::ty::{Elem, Host, Ty};
use crate::origin::Origin;
use crate::syntax::TensorType;

pub use borrow::{borrows, through};
pub use lower::lower;
pub use verify::verify;

/// A value, by its place in [`Ir::values`].
pub type ValueId = usize;

/// A function's program.
pub struct Ir {
    pub values: Vec<Value>,
    /// The tensor parameters, in order.
    pub params: Vec<ValueId>,
    pub body: Region,
    pub result: ResultTy,
    /// What the shared float type is, if no parameter has it.
    pub shared: Option<DType>,
    /// Names of the dimensions.
    pub dims: Vec<String>,
}

/// A tensor.
pub struct Value {
    pub ty: Ty,
    /// The user's name for it.
    pub hint: Option<String>,
    pub origin: Origin,
    /// May it borrow from another value? What moves elements about does, where the framework has views.
    pub borrows: bool,
}

/// Instructions, one after the other.
#[derive(Default)]
pub struct Region {
    pub insts: Vec<Inst>,
    /// What goes out at the end.
    pub outs: Vec<Out>,
    /// Does control leave the function before the end?
    pub leaves: bool,
}

/// What goes out of a region.
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

/// A value that has parts.
#[derive(Clone)]
pub enum Tree {
    Tensor(ValueId),
    Host(HostCode),
    Tuple(Vec<Tree>),
    /// Control does not come here.
    Never,
}

/// What takes the results of a call.
pub enum Taker {
    Tensor(ValueId),
    Host(syn::Pat),
    Tuple(Vec<Taker>),
    Wild,
}

/// A variable of a loop: what it is before, in a round, and behind the loop.
pub struct Carried {
    pub init: ValueId,
    pub round: ValueId,
    pub out: ValueId,
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
        args: Vec<CallArg>,
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
    },
    Block {
        body: Region,
        outs: Vec<Slot>,
    },
    If {
        cond: HostCode,
        then: Region,
        otherwise: Region,
        outs: Vec<Slot>,
    },
    For {
        pat: syn::Pat,
        label: Option<syn::Label>,
        iter: HostCode,
        carried: Vec<Carried>,
        body: Region,
    },
    Return(Tree),
}

/// Host code whose questions are about values.
#[derive(Clone)]
pub struct HostCode {
    pub expr: syn::Expr,
    pub holes: Vec<Hole>,
    pub origin: Origin,
}

#[derive(Clone)]
pub struct Hole {
    pub name: String,
    pub value: ValueId,
    pub query: Query,
}

#[derive(Clone)]
pub enum Query {
    Shape,
    Dim(Box<HostCode>),
    Rank,
    Item(Host),
}

/// An argument of an operation.
pub enum Arg {
    Tensor(ValueId),
    Tensors(Vec<ValueId>),
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
}

impl HostCode {
    /// The values that it asks.
    pub fn uses(&self) -> Vec<ValueId> {
        let mut out = Vec::new();
        for hole in &self.holes {
            out.push(hole.value);
            if let Query::Dim(axis) = &hole.query {
                out.extend(axis.uses());
            }
        }
        out
    }
}

impl Arg {
    /// The values in it.
    pub fn uses(&self) -> Vec<ValueId> {
        match self {
            Arg::Tensor(v) => vec![*v],
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
            Tree::Tuple(parts) => parts.iter().flat_map(Tree::tensors).collect(),
            Tree::Host(_) | Tree::Never => Vec::new(),
        }
    }
}

impl Taker {
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
    /// The values that it defines for what follows.
    pub fn defines(&self) -> Vec<ValueId> {
        let slots = |slots: &[Slot]| {
            slots
                .iter()
                .filter_map(|s| match s {
                    Slot::Tensor(v) => Some(*v),
                    Slot::Host(_) => None,
                })
                .collect()
        };
        match self {
            Inst::Op { outs, .. } => outs.clone(),
            Inst::Call { out, .. } => out.tensors(),
            Inst::Block { outs, .. } | Inst::If { outs, .. } => slots(outs),
            Inst::For { carried, .. } => carried.iter().map(|c| c.out).collect(),
            Inst::HostLet { .. }
            | Inst::Host(_)
            | Inst::Verbatim(_)
            | Inst::Assert { .. }
            | Inst::Return(_) => Vec::new(),
        }
    }
}

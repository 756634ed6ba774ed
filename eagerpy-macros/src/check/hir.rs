//! The typed program: the user's blocks, with every expression typed, every operation found in the
//! table and its arguments matched to its parameters.

use eagerpy_runtime::DType;
use eagerpy_runtime::ops::{Default, OpInfo};

use super::dim::Dim;
use super::ty::{Elem, Host, Ty};
use crate::origin::Origin;

/// A variable that holds tensors.
pub type VarId = usize;

/// A checked function body.
pub struct Body {
    pub block: Block,
    /// Names of the variables, by id. Parameters that are tensors come first, in order.
    pub vars: Vec<String>,
    /// Types of the tensor parameters.
    pub params: Vec<Ty>,
    /// Names of the dimensions.
    pub dims: Vec<String>,
    /// The declared types of the result, with what is left to be checked when it runs.
    pub result: ResultTy,
    /// What the shared float type turned out to be, if no parameter has it.
    pub shared: Option<DType>,
}

/// The declared result.
#[derive(Clone, Debug)]
pub enum ResultTy {
    Tensor(DeclaredTensor),
    Host(syn::Type),
    Tuple(Vec<ResultTy>),
}

/// A declared tensor of the result.
#[derive(Clone, Debug)]
pub struct DeclaredTensor {
    pub dtype: Elem,
    /// Shape by the signature, else by inference.
    pub shape: super::ty::Shape,
    /// Dimensions by the signature alone.
    pub dims: Option<Vec<crate::syntax::DimSpec>>,
}

pub struct Block {
    pub stmts: Vec<Stmt>,
    /// The value; `None` where the block gives nothing.
    pub value: Option<Box<Node>>,
}

pub enum Stmt {
    Let {
        pat: Pat,
        value: Node,
    },
    Assign {
        var: VarId,
        value: Node,
    },
    /// `let` of host values.
    HostLet {
        pat: syn::Pat,
        code: HostCode,
    },
    /// `let … else` of a host value.
    LetElse {
        pat: syn::Pat,
        code: HostCode,
        otherwise: Block,
    },
    /// Host code for its effect.
    Host(HostCode),
    /// A statement of the host program as it stands: items, host-only control flow.
    Verbatim(syn::Stmt),
    Expr(Node),
}

/// What a `let` takes apart.
pub enum Pat {
    Var(VarId),
    /// A host variable, inside a tuple.
    Host(syn::Pat),
    Tuple(Vec<Pat>),
    Wild,
}

/// What the variables are at a place where ways meet, by id: what all ways there agree on.
pub type Types = Vec<Ty>;

pub struct Node {
    pub kind: NodeKind,
    pub ty: Ty,
    pub origin: Origin,
}

pub enum NodeKind {
    Var(VarId),
    Op {
        op: &'static OpInfo,
        args: Vec<Arg>,
    },
    /// A call of another agnostic function.
    Call {
        path: syn::Path,
        args: Vec<CallArg>,
    },
    Host(HostCode),
    Tuple(Vec<Node>),
    /// A part of a tuple.
    Part(Box<Node>, usize),
    Block {
        block: Block,
        after: Types,
    },
    If {
        cond: HostCode,
        then: Block,
        otherwise: Option<Block>,
        after: Types,
    },
    Match {
        scrutinee: HostCode,
        arms: Vec<Arm>,
        after: Types,
    },
    Loop {
        id: LoopId,
        kind: LoopKind,
        label: Option<syn::Label>,
        body: Block,
        /// What the variables are at the top of a round.
        top: Types,
        after: Types,
    },
    Break {
        from: LoopId,
        value: Option<Box<Node>>,
    },
    Continue(LoopId),
    Return(Option<Box<Node>>),
    /// A tensor whose written type is checked when it runs.
    Assert {
        of: Box<Node>,
        declared: crate::syntax::TensorType,
    },
    Poison,
}

/// A loop, or a block with a label, among those of the function.
pub type LoopId = usize;

/// What goes round.
pub enum LoopKind {
    For {
        pat: Box<syn::Pat>,
        iter: HostCode,
    },
    While(HostCode),
    Loop,
    /// A labelled block: once.
    Block,
}

/// An arm of a `match` over a host value.
pub struct Arm {
    pub pat: syn::Pat,
    pub guard: Option<HostCode>,
    pub body: Block,
}

/// A host expression, with the questions to tensors in it taken out.
#[derive(Clone)]
pub struct HostCode {
    /// The expression; a question stands in it as the name of its [`Hole`].
    pub expr: Box<syn::Expr>,
    pub holes: Vec<std::rc::Rc<Hole>>,
    pub ty: Host,
    /// Its value as far as it is known; of integers.
    pub dim: Dim,
    pub origin: Origin,
}

/// A place in host code for the answer to a question: `x.dim(0)`.
pub struct Hole {
    pub name: String,
    /// What is asked: a tensor, or of [`Query::Host`] a host value.
    pub of: Node,
    pub query: Query,
}

/// What is asked.
#[derive(Clone)]
pub enum Query {
    /// All sizes.
    Shape,
    /// One size.
    Dim(Box<HostCode>),
    /// The number of axes.
    Rank,
    /// The only element, as this kind of number.
    Item(Host),
    /// A host value that needs statements of its own, or is part of a tuple with tensors.
    Host,
}

/// An argument of an operation, for one parameter.
pub enum Arg {
    Tensor(Node),
    Tensors(Vec<Node>),
    Host(HostCode),
    /// A tuple or array of host values: axes, sizes.
    List(Vec<HostCode>),
    Pads(Vec<(HostCode, HostCode)>),
    DType(Elem),
    Index(Vec<IndexItem>),
    Default(Default),
}

/// An item of `x[…]`.
pub enum IndexItem {
    At(HostCode),
    Range {
        start: Option<HostCode>,
        end: Option<HostCode>,
        step: Option<HostCode>,
    },
    NewAxis,
    Ellipsis,
    Tensor(Node),
}

/// An argument of another agnostic function.
pub enum CallArg {
    Tensor(Node),
    Host(HostCode),
}

impl Node {
    pub fn poison(origin: Origin) -> Node {
        Node {
            kind: NodeKind::Poison,
            ty: Ty::Poison,
            origin,
        }
    }
}

impl HostCode {
    /// The integer, if it is known.
    pub fn int(&self) -> Option<i64> {
        self.dim.known()
    }
}

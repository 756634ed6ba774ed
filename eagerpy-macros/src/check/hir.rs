//! The typed program: the user's blocks, with every expression typed, every operation found in the
//! table and its arguments matched to its parameters.

use eagerpy_runtime::DType;
use eagerpy_runtime::ops::{Default, OpInfo};

use super::dim::Dim;
use super::ty::{Elem, Host, Ty};
use crate::origin::Origin;
use crate::syntax::{FnType, StructType, Type};

/// A variable that holds tensors.
pub type VarId = usize;

/// A checked function body.
pub struct Body {
    pub block: Block,
    /// Names of the variables, by id. Parameters that are no host values come first, in order.
    pub vars: Vec<String>,
    /// Types of these parameters.
    pub params: Vec<Ty>,
    /// Names of the dimensions.
    pub dims: Vec<String>,
    /// The declared types of the result, with what is left to be checked when it runs.
    pub result: ResultTy,
    /// What the shared float type turned out to be, if no parameter has it.
    pub shared: Option<DType>,
    /// The variables whose lists grow.
    pub pushed: std::collections::BTreeSet<VarId>,
}

/// The declared result.
#[derive(Clone)]
pub enum ResultTy {
    Tensor(DeclaredTensor),
    Host(syn::Type),
    Tuple(Vec<ResultTy>),
    List(Box<ResultTy>),
    Option(Box<ResultTy>),
    Adt(StructType),
}

impl ResultTy {
    /// Is there a tensor in it, outside of structs?
    pub fn has_tensor(&self) -> bool {
        match self {
            ResultTy::Tensor(_) => true,
            ResultTy::Host(_) | ResultTy::Adt(_) => false,
            ResultTy::Tuple(parts) => parts.iter().any(ResultTy::has_tensor),
            ResultTy::List(inner) | ResultTy::Option(inner) => inner.has_tensor(),
        }
    }
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
    /// `list.push(value)`
    Push {
        list: VarId,
        value: Node,
    },
    /// `list[index] = value`
    SetElement {
        list: VarId,
        index: HostCode,
        value: Node,
        origin: Origin,
    },
    /// `list.pop()`, for its effect.
    Pop {
        list: VarId,
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
    /// All fields of a struct, of a `let`.
    Struct(Vec<Pat>),
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
        callee: Callee,
    },
    Host(HostCode),
    Tuple(Vec<Node>),
    /// A struct, by its fields in order.
    Struct(Vec<Node>),
    /// A variant of an enum, by its place, with its fields.
    Variant(usize, Vec<Node>),
    /// A part of a tuple, or a field of a struct.
    Part(Box<Node>, usize),
    /// A struct with another value in a field.
    With {
        base: Box<Node>,
        field: usize,
        value: Box<Node>,
    },
    /// A new list.
    List(Vec<Node>),
    /// An element of a list.
    Element {
        list: Box<Node>,
        index: HostCode,
    },
    /// `list.iter().map(|x| …).collect()`
    Collect(Box<Node>),
    /// `Some(value)`
    Some(Box<Node>),
    /// `None` of an optional tensor; any other is host code.
    None,
    /// A call of a function that the caller brings.
    Apply {
        function: Box<Node>,
        args: Vec<CallArg>,
        asking: Asking,
    },
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
        scrutinee: Scrutinee,
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
    /// `native! { … }`
    Native {
        arms: Vec<NativeArm>,
        fallback: Option<Block>,
    },
    Return(Option<Box<Node>>),
    /// `return Err(error)`
    Fail(HostCode),
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
    /// Over a list.
    Each {
        pat: Pat,
        element: Ty,
        over: Over,
    },
    While(HostCode),
    Loop,
    /// A labelled block: once.
    Block,
}

/// What a loop goes over, with lists in it.
pub enum Over {
    List(Box<Node>),
    Host(HostCode),
    Enumerate(Box<Over>),
    Rev(Box<Over>),
    Zip(Box<Over>, Box<Over>),
    Take(Box<Over>, HostCode),
    Skip(Box<Over>, HostCode),
}

/// What a `match` is about.
pub enum Scrutinee {
    Host(HostCode),
    /// An `Option` or an enum with tensors.
    Value(Box<Node>),
}

/// The pattern of an arm.
pub enum ArmPat {
    Host(syn::Pat),
    Some(Pat, Ty),
    None,
    /// A variant of an enum, with its fields.
    Variant(usize, Vec<(Pat, Ty)>),
    Wild,
}

/// An arm of a `match`.
pub struct Arm {
    pub pat: ArmPat,
    pub guard: Option<HostCode>,
    pub body: Block,
}

/// An arm of `native!`: code of one framework, and our variables in it.
pub struct NativeArm {
    pub backend: String,
    pub code: syn::Expr,
    pub uses: Vec<(proc_macro2::Ident, Node)>,
}

/// How a called function is named in emitted code.
#[derive(Clone)]
pub enum Callee {
    /// `path::candle(…)`
    Function,
    /// `receiver.name(…)`: the receiver is the first argument.
    Method(Box<StructType>, proc_macro2::Ident),
    /// `Mlp::name(…)`; the call's path is the struct's.
    Associated(Box<StructType>, proc_macro2::Ident),
    /// A derivative in the body: the first argument is the closure. None is left when code is emitted.
    Derivative(super::Derivative),
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
    /// The number of elements of a list.
    Len,
    /// Is there a value in the `Option`?
    IsSome,
}

/// An argument of an operation, for one parameter.
pub enum Arg {
    Tensor(Node),
    Tensors(Vec<Node>),
    /// The tensors of a list.
    Listed(Node),
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

/// An argument of another agnostic function, or of one that the caller brings.
pub enum CallArg {
    Tensor(Node),
    Host(HostCode),
    /// Anything else of ours, with the type of the parameter where it is known.
    Value(Node, Option<Type>),
    Closure(Closure),
}

/// A function that is written where it is handed over.
pub struct Closure {
    pub params: Vec<(Pat, Ty)>,
    pub body: Block,
    /// The type of what it gives.
    pub ty: Ty,
    pub origin: Origin,
    /// How cotangents go back through it, and the type of the two, where a derived function takes it.
    pub vjp: Option<Box<(Closure, FnType)>>,
    /// Is that asked for, and not there? What was handed over, as it is written.
    pub wants: Option<Box<syn::Expr>>,
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

/// What is asked of a function that the caller brings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asking {
    /// What it gives.
    Value,
    /// Its float arguments as the starts of graphs, then its float results with their graphs, then what it gives.
    Tracked,
    /// The cotangents of its float arguments. Behind the arguments stand its float results with their graphs, and the
    /// cotangents of these.
    Back {
        /// Of each float argument: is it asked for?
        wanted: Vec<bool>,
        /// Of each float result: has it a cotangent?
        seeded: Vec<bool>,
    },
}

//! The vocabulary: the [table](TABLE) as data, and the functions through which it is called.
//!
//! `table.rs` declares; [`Backend`](crate::Backend) has the kernels; [`Ops`] has the functions that
//! generated code calls: they check the arguments in the same words for every backend, then
//! call the kernel.

#[doc(hidden)]
pub mod compose;
pub mod core;
pub mod einsum;
mod fits;
pub(crate) mod front;
mod index;
pub(crate) mod random;
pub(crate) mod table;
pub mod window;

pub use front::Ops;
use table::for_each_op;

/// What an operation declares. The compiler reads nothing else about it.
#[derive(Clone, Copy, Debug)]
pub struct OpInfo {
    /// Main name.
    pub name: &'static str,
    /// Other names.
    pub aliases: &'static [&'static str],
    /// Documentation, a line each.
    pub doc: &'static [&'static str],
    /// Parameters, in order.
    pub params: &'static [Param],
    /// How kernel and front function are made.
    pub family: Family,
    /// Element types that its tensors may have.
    pub class: Class,
    /// Element type of the result.
    pub out: OutDType,
    /// Shape of the result.
    pub shape: ShapeRule,
    /// Range from which tests draw elements.
    pub sample: (f64, f64),
    /// A call and what it gives.
    pub example: Example,
    /// Its derivative.
    pub grad: Grad,
    /// What the table says of its kernels: nothing where the signature follows from the parameters, a signature,
    /// `via` and the composition that stands in where a backend has none, or `as` and the kernel of another operation.
    pub kernel: &'static str,
}

/// A call of an operation, as documentation shows it and tests run it.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// Parameters of the agnostic function.
    pub params: &'static str,
    /// Its body.
    pub body: &'static str,
    /// What it returns.
    pub out: &'static str,
    /// Arguments, as ndarray's.
    pub args: &'static str,
    /// The result, printed with four digits behind the point.
    pub prints: &'static str,
}

impl OpInfo {
    /// The operation with this name or alias.
    pub fn find(name: &str) -> Option<&'static OpInfo> {
        TABLE
            .iter()
            .find(|op| op.name == name || op.aliases.contains(&name))
    }

    /// Has it a body where a backend brings none: is it made of other operations?
    pub fn is_composed(&self) -> bool {
        match self.kernel.strip_prefix("as ") {
            Some(kernel) => TABLE
                .iter()
                .filter(|op| !op.kernel.starts_with("as "))
                .any(|op| op.is_composed() && op.kernels().contains(&kernel)),
            None => self.kernel.starts_with("via") || self.kernel.contains('{'),
        }
    }

    /// The functions of a backend that it is made of, by name.
    pub fn kernels(&self) -> Vec<&'static str> {
        if let Some(kernel) = self.kernel.strip_prefix("as ") {
            return vec![kernel];
        }
        // rustc breaks lines where it likes in what it writes out.
        let words: Vec<&str> = self.kernel.split_whitespace().collect();
        let written: Vec<&str> = words
            .iter()
            .zip(words.iter().skip(1))
            .filter(|(word, _)| **word == "fn")
            .filter_map(|(_, name)| {
                name.split(|c: char| !c.is_alphanumeric() && c != '_')
                    .next()
            })
            .collect();
        let template = !matches!(self.family, Family::Other | Family::Creation);
        match written.is_empty() && template {
            true => vec![self.name],
            false => written,
        }
    }

    /// May it be written as a method, `x.op(…)`?
    pub fn is_method(&self) -> bool {
        matches!(
            self.params.first(),
            Some(Param {
                kind: Kind::Tensor | Kind::Operand | Kind::Mask | Kind::Index,
                ..
            })
        )
    }

    /// Does the result share elements with the input where the framework has views?
    pub fn is_view(&self) -> bool {
        use ShapeRule::{
            AtLeast, BroadcastTo, ExpandDims, Flatten, Flip, GetItem, MatrixTranspose, MoveAxis,
            Reshape, Squeeze, SwapAxes, Transpose, Unflatten,
        };
        // Its shape says nothing of it.
        self.name == "stop_gradient"
            || matches!(
                self.shape,
                AtLeast(_)
                    | BroadcastTo
                    | ExpandDims
                    | Flatten
                    | Flip
                    | GetItem
                    | MatrixTranspose
                    | MoveAxis
                    | Reshape
                    | Squeeze
                    | SwapAxes
                    | Transpose
                    | Unflatten
            )
    }
}

/// The derivative of an operation, written in operations.
///
/// In a rule stand the operation's parameters, `out` for its result (`out.0`, `out.1` where it has several) and `dy` for
/// the cotangent of that (`dy.0`, `dy.1`). What it gives is the cotangent of the parameter that it is of; where that was
/// broadcast, the sum that takes the broadcasting back is added to it. Parameters without a rule have the derivative 0.
#[derive(Clone, Copy, Debug)]
pub enum Grad {
    /// There is none: of what is no float, of positions, of random choices. To ask for one is a mistake.
    None,
    /// 0 wherever there is one: of steps, and where only the shape of a tensor counts.
    Zero,
    /// A rule for each parameter.
    Rules {
        /// What kind of map the derivative is, from which follows how tangents go forward.
        map: Map,
        /// Rules by parameter: the cotangent, and the tangent of the result (in `t`, the parameter's) where `map` says
        /// nothing of it.
        rules: &'static [(&'static str, &'static str, Option<&'static str>)],
    },
    /// The derivative is that of this program, which has the same value.
    Via(&'static str),
}

/// What kind of linear map a derivative is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Map {
    /// Element by element: the tangent goes through the same rule.
    Diagonal,
    /// The same, and the operation chooses between its operands: an element that is not chosen has the cotangent 0,
    /// and whatever it is multiplied by further back, it stays 0.
    Choice,
    /// Over axes: `dy` and `out` stand in the rules as they are for each element of the tensor. The tangent is the sum of
    /// the tensor's, with the cotangents of 1 for weights.
    Reduced,
    /// The operation is linear in all its tensors together: tangents go through the operation itself.
    Linear,
    /// The operation is linear in each of its tensors: tangents go through the operation one at a time.
    Multilinear,
    /// The matrix of the derivative is symmetric: the tangent goes through the same rule.
    Symmetric,
    /// Each rule brings its own way forward.
    Other,
}

/// A parameter of an operation.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// The keyword.
    pub name: &'static str,
    /// What it takes.
    pub kind: Kind,
    /// The words that a [`Text`](Kind::Text) may be.
    pub words: &'static [&'static str],
    /// The value if it is left out.
    pub default: Default,
}

/// What a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A tensor of the op's element type.
    Tensor,
    /// A tensor of the op's element type, or a host number.
    Operand,
    /// A list of tensors of the op's element type.
    Tensors,
    /// All arguments that are left: tensors of the op's element type.
    Rest,
    /// A tensor of the op's element type, or none.
    OptTensor,
    /// A tensor of the op's element type, a host number, or none.
    OptOperand,
    /// A `bool` tensor.
    Mask,
    /// A `bool` tensor, or none.
    OptMask,
    /// An integer tensor.
    Index,
    /// An axis, several, or none named for all.
    Axes,
    /// One axis.
    Axis,
    /// One axis, or none named.
    OptAxis,
    /// One axis, or none named: then the tensor is flattened first.
    FlatAxis,
    /// Integers: axes.
    Ints,
    /// Integers, or none named.
    OptInts,
    /// Sizes.
    Shape,
    /// A size.
    Size,
    /// A size, or none named.
    OptSize,
    /// A host integer.
    Int,
    /// The seed of random numbers, a `u64`.
    Seed,
    /// A truth value.
    Flag,
    /// A host number.
    Num,
    /// A host number, or none named.
    OptNum,
    /// A word from a fixed list.
    Text,
    /// An element type.
    DType,
    /// Pairs of sizes.
    Pads,
    /// Host numbers, as elements.
    Nums,
    /// The inside of `x[…]`.
    IndexList,
}

impl Kind {
    /// Does it take a tensor (or several)?
    pub const fn is_tensor(self) -> bool {
        matches!(
            self,
            Kind::Tensor
                | Kind::Operand
                | Kind::Tensors
                | Kind::Rest
                | Kind::OptTensor
                | Kind::OptOperand
                | Kind::Mask
                | Kind::OptMask
                | Kind::Index
        )
    }
}

/// The value of a parameter that is left out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Default {
    /// It must be given.
    Required,
    /// Nothing named: all axes, no bound, the function's float type.
    None,
    /// This integer.
    Int(i64),
    /// This float.
    Float(f64),
    /// This truth value.
    Bool(bool),
    /// This word.
    Text(&'static str),
}

/// How kernel and front function are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Elementwise of one tensor.
    Unary,
    /// Elementwise of two operands.
    Arith,
    /// Elementwise of two operands, to a mask.
    Compare,
    /// Elementwise of two masks.
    Logic,
    /// Over axes.
    Reduction,
    /// From host values alone.
    Creation,
    /// As the parameters say.
    Plain,
    /// By hand.
    Other,
}

/// A class of element types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// All.
    Any,
    /// All but `bool`.
    Numeric,
    /// Floats.
    Float,
    /// Integers.
    Int,
    /// `bool`.
    Bool,
}

/// The element type of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutDType {
    /// That of the tensors.
    Same,
    /// `bool`.
    Bool,
    /// `i64` for ints and masks, else that of the tensors.
    Sum,
    /// `i64`.
    Index,
    /// That of the argument `dtype`.
    Arg,
    /// Two results: that of the tensors, and `i64`.
    Pair,
    /// Two results, both that of the tensors.
    Twice,
    /// Three results, all that of the tensors.
    Thrice,
    /// A list of results, all that of the tensors.
    List,
    /// Four results: that of the tensors, and `i64` three times.
    Indexed,
    /// That of the argument `weights`, or `i64` without it.
    Weights,
    /// `f32`.
    F32,
    /// `f64`.
    F64,
}

/// The shape of a result, by name; the compiler and the tests work it out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is named after its operation")]
pub enum ShapeRule {
    /// That of the first tensor.
    Same,
    /// All operands broadcast together.
    Broadcast,
    /// No axes; all operands broadcast together.
    Scalar,
    /// Mask and both branches broadcast together.
    Where,
    /// Without `axis`, or with 1 there for `keepdims`.
    Reduce,
    /// The same; the operation has no value for nothing.
    ReduceSome,
    /// That of the tensor; `axis` must be in range.
    Along,
    CrossEntropy,
    Reshape,
    Transpose,
    SwapAxes,
    Squeeze,
    ExpandDims,
    Flatten,
    BroadcastTo,
    Concatenate,
    Stack,
    Flip,
    Pad,
    GetItem,
    /// That of the tensor; the value must broadcast to `x[…]`.
    IndexUpdate,
    Take,
    TakeAlongAxis,
    OneHot,
    Matmul,
    Dot,
    Outer,
    /// As `(..., n, n), (n) -> (..., n)` where the right side is a vector, else as `(..., n, n), (..., n, k) -> (..., n, k)`.
    Solve,
    /// Without `axis`, which both tensors have; the others broadcast.
    VecDot,
    /// Both broadcast together; `axis` has size 3 in both.
    Cross,
    Kron,
    TensorDot,
    Einsum,
    /// That of the argument `shape`.
    FromShape,
    Arange,
    Eye,
    TopK,
    /// As `Reduce`; the part `q` is in 0 to 1.
    Quantile,
    /// That of the tensor, with `n` less along `axis`.
    Diff,
    /// That of the values; the tensor is a vector.
    SearchSorted,
    /// A row for each of some elements, a column for each axis.
    ArgWhere,
    /// A vector, and that of the tensor.
    UniqueInverse,
    /// Two vectors, that of the tensor, and a vector.
    UniqueAll,
    /// A vector; the tensors are vectors of one size.
    Bincount,
    MatrixTranspose,
    MoveAxis,
    /// With so many axes at least.
    AtLeast(usize),
    Unflatten,
    /// Lists of tensors, all of the shape that they broadcast to.
    BroadcastArrays,
    Split,
    Chunk,
    Unstack,
    Repeat,
    Tile,
    Roll,
    Rot90,
    Windows,
    Diagonal,
    Diag,
    DiagEmbed,
    Gather,
    Scatter,
    IndexAdd,
    PutAlongAxis,
    MaskedFill,
    /// A vector of as many elements as this argument says.
    Count(&'static str),
    Meshgrid,
    /// A vector of these host numbers.
    Elements,
    /// As [`core`] reads it: `(..., n, n) -> (..., n)`.
    Core(&'static str),
    /// That of the tensor, or a vector of all its elements where no axis is named.
    Scan,
    /// `[N, C, …]` and a weight `[O, C / groups, …]`.
    Convolution,
    /// `[N, C, …]` and a weight `[C, O / groups, …]`.
    Transposed,
    /// `[N, C, …]`: windows of `kernel`.
    Pooling,
    /// `[N, C, H, W]` with the sizes of `output_size`.
    Adaptive,
    /// `[N, C·r², H, W]` to `[N, C, H·r, W·r]`.
    PixelShuffle,
    /// That of the tensor; weight and bias have the sizes of `axis`.
    Normalised,
    /// That of the tensor; the others have the size of its channels, axis 1.
    Channels,
    /// `[…, D]` and a weight `[O, D]` give `[…, O]`.
    Linear,
    /// That of the tensor, with half the size at `axis`.
    Halved,
    /// That of the tensor; the mask broadcasts to it.
    Masked,
    /// Queries, keys and values `[…, L, D]`, `[…, S, D]`, `[…, S, V]` give `[…, L, V]`.
    Attention,
    /// Two tensors of one shape: that shape, or a scalar, by `reduction`.
    Loss,
    /// Both broadcast together, without `axis`.
    PairReduce,
    /// The compiler knows nothing of it: it hangs on what the tensors hold, or the op is rare.
    Runtime,
    /// The compiler knows the rank alone.
    RuntimeRank(usize),
    /// The rank is that of the first tensor; the sizes are known when it runs.
    RuntimeLike,
    /// That of this argument.
    Like(&'static str),
    /// `axis` at the end, as one axis.
    FlattenAxes,
    /// `[N, C, …]`: windows of `kernel`, with their elements on a new last axis.
    PoolWindows,
}

macro_rules! define_table {
    ($(
        $(#[doc = $doc:literal])*
        $name:ident($($param:ident: $kind:ident $([$($word:literal),*])? $(= $default:ident $(($value:expr))?)?),*) aka [$($alias:literal),*] {
            family: $family:ident, dtype: $class:ident => $out:ident, shape: $shape:ident $(($core:expr))?,
            sample: ($low:expr, $high:expr), example: $example:tt, grad: $grad:tt, kernel: { $($kernel:tt)* }
        }
    )*) => {
        /// Every operation, in the order of the documentation.
        pub static TABLE: &[OpInfo] = &[$(
            OpInfo {
                name: stringify!($name),
                aliases: &[$($alias),*],
                doc: &[$($doc),*],
                params: &[$(Param {
                    name: stringify!($param),
                    kind: Kind::$kind,
                    words: &[$($($word),*)?],
                    default: define_table!(@default $($default $(($value))?)?),
                }),*],
                family: Family::$family,
                class: Class::$class,
                out: OutDType::$out,
                shape: ShapeRule::$shape $(($core))?,
                sample: ($low, $high),
                example: define_table!(@example $example),
                grad: define_table!(@grad $family $grad),
                kernel: stringify!($($kernel)*),
            }
        ),*];
    };
    (@default) => { Default::Required };
    (@default $default:ident) => { Default::$default };
    (@default $default:ident ($value:expr)) => { Default::$default($value) };
    (@grad $family:ident { none }) => { Grad::None };
    (@grad $family:ident { zero }) => { Grad::Zero };
    (@grad $family:ident { via $program:literal }) => { Grad::Via($program) };
    (@grad $family:ident { $($param:ident: $rule:literal),+ }) => {
        define_table!(@rules define_table!(@map $family), $($param: $rule),+)
    };
    (@grad $family:ident { choice $($rules:tt)+ }) => { define_table!(@rules Map::Choice, $($rules)+) };
    (@grad $family:ident { diagonal $($rules:tt)+ }) => { define_table!(@rules Map::Diagonal, $($rules)+) };
    (@grad $family:ident { reduced $($rules:tt)+ }) => { define_table!(@rules Map::Reduced, $($rules)+) };
    (@grad $family:ident { linear $($rules:tt)+ }) => { define_table!(@rules Map::Linear, $($rules)+) };
    (@grad $family:ident { multilinear $($rules:tt)+ }) => { define_table!(@rules Map::Multilinear, $($rules)+) };
    (@grad $family:ident { symmetric $($rules:tt)+ }) => { define_table!(@rules Map::Symmetric, $($rules)+) };
    (@grad $family:ident { other $($rules:tt)+ }) => { define_table!(@rules Map::Other, $($rules)+) };
    (@map Unary) => { Map::Diagonal };
    (@map Arith) => { Map::Diagonal };
    (@map Reduction) => { Map::Reduced };
    (@rules $map:expr, $($param:ident: $rule:literal $(=> $forward:literal)?),+) => {
        Grad::Rules { map: $map, rules: &[$((stringify!($param), $rule, define_table!(@forward $($forward)?))),+] }
    };
    (@forward) => { Option::None };
    (@forward $forward:literal) => { Some($forward) };
    (@example [$params:literal, $body:literal, $out:literal, $args:literal, $prints:literal]) => {
        Example { params: $params, body: $body, out: $out, args: $args, prints: $prints }
    };
}
for_each_op!(define_table);

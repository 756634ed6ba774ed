//! Element type and shape of an operation's result, by the rules that the table names.
//!
//! What is known is checked here; what is not is checked when it runs, by
//! [`Ops`](eagerpy_runtime::Ops), in the same words.

use std::collections::BTreeSet;

mod core;
mod einsum;
mod linalg;
mod movement;
mod nn;
mod order;

use proc_macro2::TokenStream;

use eagerpy_runtime::DType;
use eagerpy_runtime::ops::{Class, Default, Kind, OpInfo, OutDType, ShapeRule};

use super::Checker;
use super::dim::Dim;
use super::hir::{Arg, HostCode, Node, NodeKind};
use super::ty::{Elem, Host, Shape, Tensor, Ty};
use crate::diag::{Code, Diagnostic};
use crate::origin::Origin;

/// One call, while its result is worked out.
struct Call<'c> {
    op: &'static OpInfo,
    args: &'c [Arg],
    origin: &'c Origin,
    /// What is underlined where no argument is to blame: the operation's name.
    place: &'c TokenStream,
}

/// An axis argument, as far as it is known.
enum AxesArg {
    All,
    List(Vec<(i64, Origin)>),
    Unknown,
}

impl Call<'_> {
    fn arg(&self, name: &str) -> Option<&Arg> {
        let place = self.op.params.iter().position(|p| p.name == name)?;
        self.args.get(place)
    }

    fn host(&self, name: &str) -> Option<&HostCode> {
        match self.arg(name)? {
            Arg::Host(code) => Some(code),
            _ => None,
        }
    }

    fn node(&self, place: usize) -> Option<&Node> {
        match self.args.get(place)? {
            Arg::Tensor(node) => Some(node),
            _ => None,
        }
    }

    /// A text that is written out, or the default.
    fn text(&self, name: &str) -> Option<String> {
        match self.arg(name)? {
            Arg::Default(Default::Text(text)) => Some((*text).to_owned()),
            Arg::Host(code) => match &*code.expr {
                syn::Expr::Lit(syn::ExprLit {
                    lit: syn::Lit::Str(text),
                    ..
                }) => Some(text.value()),
                _ => None,
            },
            _ => None,
        }
    }

    /// The type of a tensor argument; unknown where only rustc knows it.
    fn tensor(&self, place: usize) -> Tensor {
        self.node(place).map_or_else(unknown, tensor_of)
    }

    /// A truth value that is written out.
    fn flag(&self, name: &str) -> Option<bool> {
        match self.arg(name)? {
            Arg::Default(Default::Bool(v)) => Some(*v),
            Arg::Host(code) => match &*code.expr {
                syn::Expr::Lit(lit) => match &lit.lit {
                    syn::Lit::Bool(v) => Some(v.value),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    fn axis(&self, name: &str) -> Option<(i64, Origin)> {
        match self.arg(name)? {
            Arg::Default(Default::Int(v)) => Some((*v, self.origin.clone())),
            Arg::Host(code) => code.int().map(|v| (v, code.origin.clone())),
            _ => None,
        }
    }

    fn axes(&self, name: &str) -> AxesArg {
        match self.arg(name) {
            Some(Arg::Default(Default::None)) => AxesArg::All,
            Some(Arg::Default(Default::Int(v))) => AxesArg::List(vec![(*v, self.origin.clone())]),
            Some(Arg::Host(code)) => match code.int() {
                Some(v) => AxesArg::List(vec![(v, code.origin.clone())]),
                None => AxesArg::Unknown,
            },
            Some(Arg::List(list)) => {
                let known: Option<Vec<(i64, Origin)>> = list
                    .iter()
                    .map(|c| c.int().map(|v| (v, c.origin.clone())))
                    .collect();
                known.map_or(AxesArg::Unknown, AxesArg::List)
            }
            _ => AxesArg::Unknown,
        }
    }
}

fn unknown() -> Tensor {
    Tensor {
        dtype: Elem::Unknown,
        shape: Shape::Unknown,
    }
}

fn tensor_of(node: &Node) -> Tensor {
    match &node.ty {
        Ty::Tensor(t) => t.clone(),
        Ty::List(element) => match &**element {
            Ty::Tensor(t) => t.clone(),
            _ => unknown(),
        },
        _ => unknown(),
    }
}

impl Checker<'_> {
    /// The type of an operation's result, or `None` where a mistake was told.
    pub(super) fn infer(
        &mut self,
        op: &'static OpInfo,
        args: &[Arg],
        origin: &Origin,
        place: &TokenStream,
    ) -> Option<Ty> {
        let call = Call {
            op,
            args,
            origin,
            place,
        };
        let texts = self.text_rule(&call);
        let elem = self.elem_rule(&call);
        let shapes = self.shapes(&call).filter(|_| texts);
        let (elem, shapes) = (elem?, shapes?);
        let mut shapes = shapes.into_iter();
        let shape = shapes.next().unwrap_or(Shape::Unknown);
        let tensor = |dtype: Elem, shape: Shape| Ty::Tensor(Tensor { dtype, shape });
        Some(match op.out {
            OutDType::Same => tensor(elem, shape),
            OutDType::Bool => tensor(Elem::Known(DType::Bool), shape),
            OutDType::Sum => {
                let summed = match elem {
                    Elem::Known(dtype) => Elem::Known(dtype.sum()),
                    other => other,
                };
                tensor(summed, shape)
            }
            OutDType::Index => tensor(Elem::Known(DType::I64), shape),
            OutDType::Arg => tensor(self.dtype_arg(&call)?, shape),
            OutDType::F32 => tensor(Elem::Known(DType::F32), shape),
            OutDType::F64 => tensor(Elem::Known(DType::F64), shape),
            OutDType::Pair => {
                let second = shapes.next().unwrap_or_else(|| shape.clone());
                Ty::Tuple(vec![
                    tensor(elem, shape),
                    tensor(Elem::Known(DType::I64), second),
                ])
            }
            OutDType::Twice | OutDType::Thrice => {
                let more = if op.out == OutDType::Twice { 1 } else { 2 };
                let rest = (0..more).map(|_| shapes.next().unwrap_or(Shape::Unknown));
                let all: Vec<Shape> = std::iter::once(shape).chain(rest).collect();
                Ty::Tuple(all.into_iter().map(|shape| tensor(elem, shape)).collect())
            }
            OutDType::List => Ty::List(Box::new(tensor(elem, shape))),
            OutDType::Indexed => {
                let int = Elem::Known(DType::I64);
                let rest = (0..3).map(|_| tensor(int, shapes.next().unwrap_or(Shape::Unknown)));
                let rest: Vec<Ty> = rest.collect();
                Ty::Tuple([vec![tensor(elem, shape)], rest].concat())
            }
            OutDType::Weights => match call.arg("weights") {
                Some(Arg::Default(_)) | None => tensor(Elem::Known(DType::I64), shape),
                Some(_) => tensor(elem, shape),
            },
        })
    }

    fn dtype_arg(&mut self, call: &Call<'_>) -> Option<Elem> {
        let elem = match call.arg("dtype") {
            Some(Arg::DType(elem)) => *elem,
            // Whole steps from a whole number are positions.
            _ if call.op.shape == ShapeRule::Arange && of_ints(call) => Elem::Known(DType::I64),
            _ if call.op.shape == ShapeRule::Elements => movement::of_elements(call),
            _ => Elem::Shared,
        };
        if elem == Elem::Shared && !self.shared.given && self.shared.found.is_none() {
            self.shared.used.get_or_insert_with(|| call.origin.clone());
        }
        if call.op.class == Class::Float && elem.is_float() == Some(false) {
            self.push(
                Diagnostic::new(
                    Code::E201,
                    call.place,
                    format!("`{}` makes floats, not {}", call.op.name, elem.show()),
                )
                .help({
                    let made = super::advice::without_dtype(call.origin, "f32");
                    format!("make floats, then cast: `{made}.astype({})`", elem.show())
                }),
            );
            return None;
        }
        Some(elem)
    }

    // ------------------------------------------------------------------ element types

    /// The element type of a tensor, as far as it is known by now.
    pub(super) fn elem_of(&self, node: &Node) -> Elem {
        self.resolved(tensor_of(node).dtype)
    }

    /// The one element type of the operation's tensors.
    fn elem_rule(&mut self, call: &Call<'_>) -> Option<Elem> {
        let mut first: Option<(Elem, &Node)> = None;
        let mut good = true;
        for (param, arg) in call.op.params.iter().zip(call.args) {
            let nodes: Vec<&Node> = match arg {
                Arg::Tensor(node) | Arg::Listed(node) => vec![node],
                Arg::Tensors(nodes) => nodes.iter().collect(),
                _ => continue,
            };
            for node in nodes {
                let elem = self.resolved(tensor_of(node).dtype);
                match param.kind {
                    Kind::Mask | Kind::OptMask => {
                        good &= self.class(call, node, elem, Class::Bool);
                    }
                    Kind::Index => good &= self.class(call, node, elem, Class::Int),
                    // A tensor that is no mask is the mistake, not that it differs from one.
                    _ if call.op.class == Class::Bool
                        && !self.class(call, node, elem, Class::Bool) =>
                    {
                        good = false
                    }
                    _ => match first {
                        None => first = Some((elem, node)),
                        Some((before, node_before)) => {
                            if !self.same_elem(before, elem) {
                                self.mixed(call, node_before, node);
                                good = false;
                            } else if before == Elem::Unknown {
                                first = Some((elem, node));
                            }
                        }
                    },
                }
            }
        }
        if let Some((elem, node)) = first {
            good &= self.class(call, node, elem, call.op.class);
        }
        // Numbers are held to the right element type only.
        if !good {
            return None;
        }
        let elem = match first {
            Some((elem, _)) => self.resolved(elem),
            None => self.elem_of_numbers(call),
        };
        for (param, arg) in call.op.params.iter().zip(call.args) {
            if let (Kind::Operand | Kind::OptOperand | Kind::Num | Kind::OptNum, Arg::Host(code)) =
                (param.kind, arg)
                && first.is_some()
                && !matches!(param.name, "correction" | "p")
            {
                good &= self.number_fits(call, code, elem);
            }
        }
        good.then_some(elem)
    }

    /// Texts that the operation takes, where they are written out.
    fn text_rule(&mut self, call: &Call<'_>) -> bool {
        let mut good = true;
        for param in call.op.params.iter().filter(|p| p.kind == Kind::Text) {
            if let Some(code) = call.host(param.name)
                && let syn::Expr::Lit(syn::ExprLit {
                    lit: syn::Lit::Str(text),
                    ..
                }) = &*code.expr
                && !param.words.is_empty()
                && !param.words.contains(&text.value().as_str())
            {
                good = false;
                let text = text.value();
                let forms: Vec<String> = param
                    .words
                    .iter()
                    .map(|word| format!("`{} = {word:?}`", param.name))
                    .collect();
                self.push(
                    Diagnostic::new(
                        Code::E218,
                        code.origin.tokens(),
                        format!("`{}` has no {} {text:?}", call.op.name, param.name),
                    )
                    .help(format!("write {}", forms.join(" or "))),
                );
            }
        }
        good
    }

    /// `where_(mask, 1.0, 0.0)`: no tensor says the type.
    fn elem_of_numbers(&mut self, call: &Call<'_>) -> Elem {
        let mut kinds = call.args.iter().filter_map(|a| match a {
            Arg::Host(code) => Some(code.ty),
            _ => None,
        });
        let floats = kinds
            .clone()
            .any(|k| matches!(k, Host::Float | Host::Unknown));
        if floats {
            if !self.shared.given
                && self.shared.found.is_none()
                && call.op.shape == ShapeRule::Where
            {
                self.shared.used.get_or_insert_with(|| call.origin.clone());
            }
            Elem::Shared
        } else if kinds.all(|k| k == Host::Bool) {
            Elem::Known(DType::Bool)
        } else {
            Elem::Known(DType::I64)
        }
    }

    fn mixed(&mut self, call: &Call<'_>, a: &Node, b: &Node) {
        let (left, right) = (self.described(a), self.described(b));
        let (x, y) = (tensor_of(a).dtype, tensor_of(b).dtype);
        // Floats stay; of two kinds of floats the left one.
        let (x, y) = (self.resolved(x), self.resolved(y));
        let (part, to) = match (x, y) {
            (Elem::Shared, _) => (b, "_"),
            (_, Elem::Shared) => (a, "_"),
            (x, y) if x.is_float() == Some(false) && y.is_float() == Some(true) => (a, y.show()),
            (x, _) => (b, x.show()),
        };
        let help = format!("cast one: `{}`", self.with_cast(call.origin, part, to));
        self.push(
            Diagnostic::new(
                Code::E202,
                call.place,
                format!("`{}` of different element types", call.op.name),
            )
            .fact(left)
            .fact(right)
            .help(help),
        );
    }

    /// `` `x.sum()` is f32[N, D] ``
    pub(super) fn described(&self, node: &Node) -> String {
        let mut text = node.origin.text().trim().to_owned();
        if text.chars().count() > 40 {
            text = format!("{}…", text.chars().take(39).collect::<String>());
        }
        let ty = self.show().ty(&node.ty);
        match node.kind {
            // No expression names it.
            NodeKind::Poison => format!("a part of `{text}` is {ty}"),
            _ => format!("`{text}` is {ty}"),
        }
    }

    fn class(&mut self, call: &Call<'_>, node: &Node, elem: Elem, class: Class) -> bool {
        if super::advice::takes(class, elem) {
            return true;
        }
        let wanted = match class {
            Class::Numeric => "numbers",
            Class::Float => "floats",
            Class::Int => "integers",
            Class::Bool => "a mask (`bool`)",
            Class::Any => "anything",
        };
        // Others of the call that it does not take either are mended with it.
        let mut nodes = vec![node];
        for (param, arg) in call.op.params.iter().zip(call.args) {
            if let (Kind::Tensor | Kind::Operand | Kind::OptOperand, Arg::Tensor(other)) =
                (param.kind, arg)
                && class == call.op.class
                && !std::ptr::eq(other, node)
                && !super::advice::takes(class, self.resolved(tensor_of(other).dtype))
            {
                nodes.push(other);
            }
        }
        let floats = call.args.iter().any(|arg| match arg {
            Arg::Tensor(other) => self.resolved(tensor_of(other).dtype).is_float() == Some(true),
            Arg::Host(code) => code.ty == Host::Float,
            _ => false,
        });
        let help = self.class_help(call.op, call.origin, &nodes, (elem, floats), class);
        let fact = self.described(node);
        self.push(
            Diagnostic::new(
                Code::E201,
                call.place,
                format!("`{}` takes {wanted}, not {}", call.op.name, elem.show()),
            )
            .fact(fact)
            .help(help),
        );
        false
    }

    fn number_fits(&mut self, call: &Call<'_>, code: &HostCode, elem: Elem) -> bool {
        let (bad, why) = match code.ty {
            Host::Float => (elem.is_float() == Some(false), "a fraction"),
            Host::Int => (
                elem.is_bool() == Some(true) && call.op.name != "pad",
                "a number",
            ),
            Host::Bool => (elem.is_bool() == Some(false), "a truth value"),
            Host::Unit | Host::None | Host::Empty | Host::Unknown => (false, ""),
        };
        if bad {
            let tensor = call.args.iter().find_map(|arg| match arg {
                Arg::Tensor(node) => Some(node),
                _ => None,
            });
            let help = match (call.op.class, code.ty) {
                // Floats it does not take either.
                (Class::Int, Host::Float) => "write an integer".to_owned(),
                _ => self.number_help(call.origin, code, tensor, elem),
            };
            self.push(
                Diagnostic::new(
                    Code::E203,
                    code.origin.tokens(),
                    format!("{why} next to a tensor of {}", elem.show()),
                )
                .fact("a host number takes the tensor's element type; nothing is promoted")
                .help(help),
            );
        }
        !bad
    }

    // ------------------------------------------------------------------ axes

    /// An axis of a tensor whose rank is known, counted from the front.
    pub(super) fn check_axis(&mut self, axis: i64, tensor: &Tensor, at: &Origin) -> Option<usize> {
        let rank = tensor.shape.rank()?;
        self.axis_in(axis, rank, &self.show().tensor(tensor), at)
    }

    fn axis_in(&mut self, axis: i64, rank: usize, what: &str, at: &Origin) -> Option<usize> {
        let signed = i64::try_from(rank).unwrap_or(i64::MAX);
        let counted = if axis < 0 {
            axis.saturating_add(signed)
        } else {
            axis
        };
        if (0..signed).contains(&counted) {
            return usize::try_from(counted).ok();
        }
        let help = match rank {
            0 => "a scalar has no axes".to_owned(),
            1 => "the only axis is 0, or -1".to_owned(),
            _ => format!("its axes are 0 to {}, or -{rank} to -1", rank - 1),
        };
        self.push(
            Diagnostic::new(
                Code::E204,
                at.tokens(),
                format!("axis {axis} is out of range"),
            )
            .fact(format!("the tensor is {what}"))
            .help(help),
        );
        None
    }

    /// Axes counted from the front, ascending; `Err` where a mistake was told.
    fn axes_in(
        &mut self,
        list: &[(i64, Origin)],
        rank: usize,
        what: &str,
    ) -> Result<Vec<usize>, ()> {
        let mut out = Vec::new();
        let mut good = true;
        for (axis, at) in list {
            match self.axis_in(*axis, rank, what, at) {
                Some(counted) if out.contains(&counted) => {
                    self.push(
                        Diagnostic::new(
                            Code::E205,
                            at.tokens(),
                            format!("axis {axis} stands twice"),
                        )
                        .fact(format!("the tensor is {what}"))
                        .help("name each axis once"),
                    );
                    good = false;
                }
                Some(counted) => out.push(counted),
                None => good = false,
            }
        }
        if good { Ok(out) } else { Err(()) }
    }

    // ------------------------------------------------------------------ shapes

    /// The shapes of all results.
    fn shapes(&mut self, call: &Call<'_>) -> Option<Vec<Shape>> {
        match call.op.shape {
            ShapeRule::Core(signature) => self.core(call, signature),
            ShapeRule::UniqueInverse | ShapeRule::UniqueAll => self.several(call),
            ShapeRule::Solve => self.system(call),
            _ => self.shape_rule(call).map(|shape| vec![shape]),
        }
    }

    fn shape_rule(&mut self, call: &Call<'_>) -> Option<Shape> {
        let x = call.tensor(0);
        match call.op.shape {
            ShapeRule::Core(_)
            | ShapeRule::UniqueInverse
            | ShapeRule::UniqueAll
            | ShapeRule::Solve
            | ShapeRule::Runtime => Some(Shape::Unknown),
            ShapeRule::RuntimeRank(rank) => Some(Shape::of_rank(rank)),
            ShapeRule::RuntimeLike => Some(x.shape.rank().map_or(Shape::Unknown, Shape::of_rank)),
            ShapeRule::Scan => match call.arg("axis") {
                Some(Arg::Default(Default::None)) => {
                    let size = x.shape.dims().map_or(Dim::Unknown, product);
                    Some(Shape::Ranked(vec![size]))
                }
                _ => self.along(call, &x),
            },
            ShapeRule::Same => Some(x.shape),
            ShapeRule::Broadcast | ShapeRule::Where => self.broadcast_all(call),
            ShapeRule::Scalar => self.broadcast_all(call).map(|_| Shape::scalar()),
            ShapeRule::Reduce | ShapeRule::ReduceSome => self.reduce(call, &x),
            ShapeRule::Along => self.along(call, &x),
            ShapeRule::Like(name) => self.like(call, name),
            ShapeRule::CrossEntropy => self.cross_entropy(call, &x),
            ShapeRule::Reshape => self.reshape(call, &x),
            ShapeRule::Transpose => self.transpose(call, &x),
            ShapeRule::SwapAxes => self.swap_axes(call, &x),
            ShapeRule::Squeeze => self.squeeze(call, &x),
            ShapeRule::ExpandDims => self.expand_dims(call, &x),
            ShapeRule::Flatten => self.flatten(call, &x),
            ShapeRule::BroadcastTo => self.broadcast_to(call, &x),
            ShapeRule::Concatenate => self.concatenate(call),
            ShapeRule::Stack => self.stack(call),
            ShapeRule::Flip => {
                if let (AxesArg::List(list), Some(rank)) = (call.axes("axis"), x.shape.rank()) {
                    let what = self.show().tensor(&x);
                    self.axes_in(&list, rank, &what).ok()?;
                }
                Some(x.shape)
            }
            ShapeRule::Pad => self.pad(call, &x),
            // `check::index` works it out where it reads the items.
            ShapeRule::GetItem => Some(Shape::Unknown),
            ShapeRule::IndexUpdate => match (call.arg("index"), call.arg("value")) {
                (Some(Arg::Index(items)), Some(value)) => {
                    self.index_update(&x, items, value, call.place)
                }
                _ => Some(x.shape),
            },
            ShapeRule::Take => self.take(call, &x),
            ShapeRule::TakeAlongAxis => self.take_along_axis(call, &x),
            ShapeRule::OneHot => {
                let classes = call
                    .host("num_classes")
                    .map_or(Dim::Unknown, |c| c.dim.clone());
                Some(match x.shape {
                    Shape::Ranked(mut dims) => {
                        dims.push(classes);
                        Shape::Ranked(dims)
                    }
                    _ => Shape::Unknown,
                })
            }
            ShapeRule::Matmul => self.matmul(call),
            ShapeRule::VecDot => self.vec_dot(call),
            ShapeRule::Cross => self.cross(call),
            ShapeRule::Kron => self.kron(call),
            ShapeRule::TensorDot => self.tensor_dot(call),
            ShapeRule::Einsum => self.einsum(call),
            ShapeRule::Dot => self.vectors(call).map(|_| Shape::scalar()),
            ShapeRule::Outer => self.vectors(call).map(|(n, m)| Shape::Ranked(vec![n, m])),
            ShapeRule::FromShape => Some(match call.arg("shape") {
                Some(Arg::List(list)) => {
                    Shape::Ranked(list.iter().map(|c| c.dim.clone()).collect())
                }
                // One host value: a size, or a list of them.
                Some(Arg::Host(code)) if code.ty == Host::Int => {
                    Shape::Ranked(vec![code.dim.clone()])
                }
                _ => Shape::Unknown,
            }),
            ShapeRule::Arange => Some(Shape::Ranked(vec![arange_len(call)])),
            ShapeRule::Eye => {
                let n = call.host("n").map_or(Dim::Unknown, |c| c.dim.clone());
                let m = call.host("m").map_or_else(|| n.clone(), |c| c.dim.clone());
                Some(Shape::Ranked(vec![n, m]))
            }
            ShapeRule::TopK => self.top_k(call, &x),
            ShapeRule::Quantile => self.quantile(call, &x),
            ShapeRule::Diff => self.diff(call, &x),
            ShapeRule::SearchSorted => self.search_sorted(call, &x),
            ShapeRule::ArgWhere => Some(Self::arg_where(&x)),
            ShapeRule::Bincount => self.bincount(call, &x),
            ShapeRule::Convolution
            | ShapeRule::Transposed
            | ShapeRule::Pooling
            | ShapeRule::PoolWindows
            | ShapeRule::Adaptive
            | ShapeRule::PixelShuffle
            | ShapeRule::Normalised
            | ShapeRule::Channels
            | ShapeRule::Linear
            | ShapeRule::Halved
            | ShapeRule::Masked
            | ShapeRule::Attention
            | ShapeRule::Loss
            | ShapeRule::PairReduce => self.neural(call, &x),
            _ => self.movement(call, &x),
        }
    }

    fn along(&mut self, call: &Call<'_>, x: &Tensor) -> Option<Shape> {
        if let (Some((axis, at)), Some(_)) = (call.axis("axis"), x.shape.rank()) {
            self.check_axis(axis, x, &at)?;
        }
        Some(x.shape.clone())
    }

    /// The shape of an argument, of which axes are named.
    fn like(&mut self, call: &Call<'_>, name: &str) -> Option<Shape> {
        let place = call.op.params.iter().position(|p| p.name == name)?;
        let like = call.tensor(place);
        if let Some(rank) = like.shape.rank() {
            let what = self.show().tensor(&like);
            for param in call.op.params {
                let list = match (param.kind, call.axes(param.name)) {
                    (Kind::Axes | Kind::Axis, AxesArg::List(list)) => list,
                    _ => continue,
                };
                self.axes_in(&list, rank, &what).ok()?;
            }
        }
        Some(like.shape)
    }

    fn broadcast_all(&mut self, call: &Call<'_>) -> Option<Shape> {
        let mut out: Option<(Shape, &Node)> = None;
        let mut good = true;
        for arg in call.args {
            let Arg::Tensor(node) = arg else { continue };
            let shape = tensor_of(node).shape;
            out = Some(match out {
                None => (shape, node),
                Some((so_far, first)) => match broadcast(&so_far, &shape) {
                    Ok(both) => (both, first),
                    Err((left, right, axis)) => {
                        let facts = self.shape_facts(&[&left, &right], &[first, node]);
                        let (l, r) = (left.show(&self.names), right.show(&self.names));
                        let diagnostic = Diagnostic::new(
                            Code::E206,
                            call.place,
                            format!("shapes do not broadcast: `{l}` and `{r}` on axis -{axis}"),
                        )
                        .facts(facts);
                        let help = match one_axis_short(&so_far, &shape) {
                            Some(first_is_short) => {
                                let short = if first_is_short { first } else { node };
                                self.one_axis_more(call.origin, short)
                            }
                            None => "sizes are aligned at the last axis and must be equal or 1; `expand_dims` or `transpose` brings axes to their places".to_owned(),
                        };
                        self.push(diagnostic.help(help));
                        good = false;
                        (Shape::Unknown, first)
                    }
                },
            });
        }
        good.then(|| out.map_or(Shape::Unknown, |(shape, _)| shape))
    }

    fn reduce(&mut self, call: &Call<'_>, x: &Tensor) -> Option<Shape> {
        let keepdims = match call.arg("keepdims") {
            Some(_) => call.flag("keepdims"),
            None => Some(false),
        };
        match call.axes("axis") {
            AxesArg::All => Some(match (keepdims, &x.shape) {
                (Some(false), _) => Shape::scalar(),
                (Some(true), Shape::Ranked(dims)) => Shape::Ranked(vec![Dim::size(1); dims.len()]),
                (Some(true), Shape::Like(_)) => x.shape.clone(),
                _ => Shape::Unknown,
            }),
            AxesArg::Unknown => Some(match (keepdims, &x.shape) {
                (Some(true), Shape::Ranked(dims)) => Shape::of_rank(dims.len()),
                (Some(true), Shape::Like(_)) => x.shape.clone(),
                _ => Shape::Unknown,
            }),
            AxesArg::List(list) => {
                // Axes of the part that is known, counted from the end.
                if let Shape::Led { lead, tail } = &x.shape
                    && let Some(shape) = reduce_tail(*lead, tail, &list, keepdims)
                {
                    return Some(shape);
                }
                let Shape::Ranked(dims) = &x.shape else {
                    return Some(match keepdims {
                        Some(true) => x.shape.clone(),
                        _ => Shape::Unknown,
                    });
                };
                let what = self.show().tensor(x);
                let axes = self.axes_in(&list, dims.len(), &what).ok()?;
                Some(without(dims, &axes, keepdims))
            }
        }
    }

    /// What both tensor arguments are, and where these sizes come from.
    fn facts_at(&self, call: &Call<'_>, sizes: &[&Dim]) -> Vec<String> {
        let nodes: Vec<&Node> = [call.node(0), call.node(1)].into_iter().flatten().collect();
        self.shape_facts(sizes, &nodes)
    }

    fn described_at(&self, call: &Call<'_>, place: usize) -> String {
        call.node(place)
            .map_or_else(String::new, |node| self.described(node))
    }

    fn rank_is(
        &mut self,
        call: &Call<'_>,
        place: usize,
        tensor: &Tensor,
        rank: usize,
        what: &str,
    ) -> bool {
        match tensor.shape.rank() {
            Some(have) if have != rank => {
                let fact = self.described_at(call, place);
                self.push(
                    Diagnostic::new(
                        Code::E208,
                        call.place,
                        format!("`{}`: {what}", call.op.name),
                    )
                    .fact(fact)
                    .help(self.rank_help(call, place, rank)),
                );
                false
            }
            _ => true,
        }
    }

    /// How a tensor comes to this rank.
    fn rank_help(&self, call: &Call<'_>, place: usize, rank: usize) -> String {
        if call.op.shape == ShapeRule::Dot
            && let (Some(x), Some(y)) = (call.node(0), call.node(1))
            && let (Some(x), Some(y)) = (
                super::advice::postfix_text(x.origin.tokens()),
                super::advice::postfix_text(y.origin.tokens()),
            )
        {
            return format!("the product of matrices is `{x}.matmul({y})`");
        }
        let node = call.node(place);
        let have = node.and_then(|node| tensor_of(node).shape.rank());
        let text = node.and_then(|node| super::advice::postfix_text(node.origin.tokens()));
        match (have, rank, text) {
            (Some(2..), 1, Some(x)) => {
                format!("take a row, `{x}[0]`, or make it one axis, `{x}.flatten()`")
            }
            (Some(0), 1, Some(x)) => format!("make it a vector of one: `{x}.flatten()`"),
            (Some(1), 2, Some(x)) => {
                format!("make it one row: `{x}.expand_dims(axis = 0)`")
            }
            (Some(3..), 2, Some(x)) => {
                format!("make its first axes one: `{x}.flatten(end = -2)`")
            }
            _ => "reshape or index it to that rank".to_owned(),
        }
    }

    /// Sizes as they are written; -1 is `None`.
    fn written_sizes(call: &Call<'_>) -> Option<Vec<Option<Dim>>> {
        let one = |code: &HostCode| {
            if code.int() == Some(-1) {
                None
            } else {
                Some(code.dim.clone())
            }
        };
        match call.arg("shape")? {
            Arg::List(list) => Some(list.iter().map(one).collect()),
            Arg::Host(code) if code.ty == Host::Int => Some(vec![one(code)]),
            _ => None,
        }
    }

    fn reshape(&mut self, call: &Call<'_>, x: &Tensor) -> Option<Shape> {
        let Some(sizes) = Self::written_sizes(call) else {
            return Some(Shape::Unknown);
        };
        let total = x.shape.dims().map_or(Dim::Unknown, product);
        let known = sizes.iter().flatten().fold(Dim::size(1), |p, d| p.times(d));
        let open = sizes.iter().filter(|s| s.is_none()).count();
        let fail = |checker: &mut Self, why: &str| {
            let facts = checker.facts_at(call, &[&total, &known]);
            checker.push(
                Diagnostic::new(Code::E209, call.place, why.to_owned())
                    .facts(facts)
                    .help("the number of elements stays the same; one size may be -1"),
            );
        };
        if open > 1 {
            fail(self, "two sizes of a reshape are left open");
            return None;
        }
        if open == 0 && total.equals(&known) == Some(false) {
            let (from, to) = (total.show(&self.names), known.show(&self.names));
            fail(self, &format!("a reshape of {from} elements to {to}"));
            return None;
        }
        if open == 1
            && let (Some(total), Some(known)) = (total.known(), known.known())
            && (known == 0 || total % known != 0)
        {
            fail(
                self,
                &format!("a reshape of {total} elements to a multiple of {known}"),
            );
            return None;
        }
        let rest = total.over(&known);
        Some(Shape::Ranked(
            sizes
                .into_iter()
                .map(|s| s.unwrap_or_else(|| rest.clone()))
                .collect(),
        ))
    }

    fn transpose(&mut self, call: &Call<'_>, x: &Tensor) -> Option<Shape> {
        let Some(dims) = x.shape.dims() else {
            return Some(x.shape.clone());
        };
        match call.axes("axes") {
            AxesArg::All => Some(Shape::Ranked(dims.iter().rev().cloned().collect())),
            AxesArg::Unknown => Some(Shape::of_rank(dims.len())),
            AxesArg::List(list) => {
                let what = self.show().tensor(x);
                let order = self.axes_in(&list, dims.len(), &what).ok()?;
                if order.len() != dims.len() {
                    self.push(
                        Diagnostic::new(
                            Code::E208,
                            call.place,
                            format!(
                                "`transpose` of {} axes with {} named",
                                dims.len(),
                                order.len()
                            ),
                        )
                        .fact(format!("the tensor is {what}"))
                        .help("name every axis once, in the new order"),
                    );
                    return None;
                }
                Some(Shape::Ranked(
                    order.iter().filter_map(|&a| dims.get(a).cloned()).collect(),
                ))
            }
        }
    }

    fn swap_axes(&mut self, call: &Call<'_>, x: &Tensor) -> Option<Shape> {
        let Some(dims) = x.shape.dims() else {
            return Some(x.shape.clone());
        };
        let (Some((a, at_a)), Some((b, at_b))) = (call.axis("axis1"), call.axis("axis2")) else {
            return Some(Shape::of_rank(dims.len()));
        };
        let a = self.check_axis(a, x, &at_a);
        let b = self.check_axis(b, x, &at_b);
        let (a, b) = (a?, b?);
        let mut dims = dims.to_vec();
        dims.swap(a, b);
        Some(Shape::Ranked(dims))
    }

    fn squeeze(&mut self, call: &Call<'_>, x: &Tensor) -> Option<Shape> {
        let (Some(dims), AxesArg::List(list)) = (x.shape.dims(), call.axes("axis")) else {
            return Some(Shape::Unknown);
        };
        let what = self.show().tensor(x);
        let axes = self.axes_in(&list, dims.len(), &what).ok()?;
        for (&axis, (_, at)) in axes.iter().zip(&list) {
            if let Some(dim) = dims.get(axis)
                && dim.equals(&Dim::size(1)) == Some(false)
            {
                let size = dim.show(&self.names);
                let help = self.squeeze_help(call.node(0), axis);
                self.push(
                    Diagnostic::new(
                        Code::E213,
                        at.tokens(),
                        format!("axis {axis} has size `{size}`, not 1"),
                    )
                    .fact(format!("the tensor is {what}"))
                    .help(help),
                );
                return None;
            }
        }
        Some(without(dims, &axes, Some(false)))
    }

    fn expand_dims(&mut self, call: &Call<'_>, x: &Tensor) -> Option<Shape> {
        let (Some(dims), AxesArg::List(list)) = (x.shape.dims(), call.axes("axis")) else {
            return Some(Shape::Unknown);
        };
        let what = format!(
            "{}, and the result has {} axes",
            self.show().tensor(x),
            dims.len() + list.len()
        );
        let mut axes = self.axes_in(&list, dims.len() + list.len(), &what).ok()?;
        axes.sort_unstable();
        let mut out = dims.to_vec();
        for axis in axes {
            out.insert(axis.min(out.len()), Dim::size(1));
        }
        Some(Shape::Ranked(out))
    }

    fn flatten(&mut self, call: &Call<'_>, x: &Tensor) -> Option<Shape> {
        let (start, end) = (call.axis("start"), call.axis("end"));
        let (Some((start, at_start)), Some((end, at_end))) = (start, end) else {
            return Some(Shape::Unknown);
        };
        let Some(dims) = x.shape.dims() else {
            // All axes of any tensor become one.
            return Some(if (start, end) == (0, -1) {
                Shape::of_rank(1)
            } else {
                Shape::Unknown
            });
        };
        let what = self.show().tensor(x);
        let rank = dims.len().max(1);
        let start = self.axis_in(start, rank, &what, &at_start);
        let end = self.axis_in(end, rank, &what, &at_end);
        let (start, end) = (start?, end?);
        if start > end {
            self.push(
                Diagnostic::new(
                    Code::E204,
                    call.place,
                    format!("`start` is axis {start}, behind `end`, axis {end}"),
                )
                .fact(format!("the tensor is {what}"))
                .help("exchange the two"),
            );
            return None;
        }
        let mut out: Vec<Dim> = dims.iter().take(start).cloned().collect();
        let merged: Vec<Dim> = dims
            .iter()
            .skip(start)
            .take(end + 1 - start)
            .cloned()
            .collect();
        out.push(product(&merged));
        out.extend(dims.iter().skip(end + 1).cloned());
        Some(Shape::Ranked(out))
    }

    fn broadcast_to(&mut self, call: &Call<'_>, x: &Tensor) -> Option<Shape> {
        let Some(sizes) = Self::written_sizes(call) else {
            return Some(Shape::Unknown);
        };
        let sizes: Vec<Dim> = sizes
            .into_iter()
            .map(|s| s.unwrap_or(Dim::size(-1)))
            .collect();
        let to = Shape::Ranked(sizes.clone());
        if let Some(dims) = x.shape.dims() {
            let fits = dims.len() <= sizes.len()
                && dims
                    .iter()
                    .rev()
                    .zip(sizes.iter().rev())
                    .all(|(d, s)| d.is_one() || d.equals(s) != Some(false));
            if !fits {
                let all: Vec<&Dim> = dims.iter().chain(&sizes).collect();
                let facts = self.facts_at(call, &all);
                let target = self.show().shape(&to);
                self.push(
                    Diagnostic::new(Code::E206, call.place, format!("it does not broadcast to {target}"))
                        .facts(facts)
                        .help("sizes are aligned at the last axis; an axis of the tensor has the target's size, or 1"),
                );
                return None;
            }
        }
        Some(to)
    }

    fn list<'n>(call: &Call<'n>) -> Vec<&'n Node> {
        match call.args.first() {
            Some(Arg::Tensors(nodes)) => nodes.iter().collect(),
            _ => Vec::new(),
        }
    }

    fn concatenate(&mut self, call: &Call<'_>) -> Option<Shape> {
        let nodes = Self::list(call);
        let Some((axis, at)) = call.axis("axis") else {
            return Some(Shape::Unknown);
        };
        let Some(first) = nodes.first() else {
            return self.listed_along(call, axis, &at, false);
        };
        let mut out: Option<(Vec<Dim>, usize)> = None;
        for node in &nodes {
            let tensor = tensor_of(node);
            let Some(dims) = tensor.shape.dims() else {
                return Some(Shape::Unknown);
            };
            match &mut out {
                None => {
                    let counted = self.check_axis(axis, &tensor, &at)?;
                    out = Some((dims.to_vec(), counted));
                }
                Some((so_far, counted)) => {
                    let fits = dims.len() == so_far.len()
                        && dims
                            .iter()
                            .zip(so_far.iter())
                            .enumerate()
                            .all(|(i, (a, b))| i == *counted || a.equals(b) != Some(false));
                    if !fits {
                        let all: Vec<&Dim> = dims
                            .iter()
                            .zip(so_far.iter())
                            .enumerate()
                            .filter(|(i, (a, b))| i != counted && a.equals(b) == Some(false))
                            .flat_map(|(_, (a, b))| [b, a])
                            .collect();
                        let facts = self.shape_facts(&all, &[first, node]);
                        let diagnostic = Diagnostic::new(
                            Code::E210,
                            node.origin.tokens(),
                            format!("this does not join on axis {counted}"),
                        )
                        .facts(facts);
                        let apart: Vec<usize> = (0..dims.len().max(so_far.len()))
                            .filter(|&i| match (dims.get(i), so_far.get(i)) {
                                (Some(a), Some(b)) => a.equals(b) == Some(false),
                                _ => true,
                            })
                            .collect();
                        let help = match apart.as_slice() {
                            [axis] if dims.len() == so_far.len() && nodes.len() == 2 => {
                                match super::advice::with_axis(call.origin, *axis) {
                                    Some(text) => {
                                        format!("they join on axis {axis}: `{text}`")
                                    }
                                    None => format!("they join on axis {axis}"),
                                }
                            }
                            _ => "all sizes but that of the axis must be equal".to_owned(),
                        };
                        self.push(diagnostic.help(help));
                        return None;
                    }
                    for (i, (have, more)) in so_far.iter_mut().zip(dims).enumerate() {
                        if i == *counted {
                            *have = have.plus(more);
                        } else if *have == Dim::Unknown {
                            *have = more.clone();
                        }
                    }
                }
            }
        }
        Some(out.map_or(Shape::Unknown, |(dims, _)| Shape::Ranked(dims)))
    }

    /// The tensors of a list, as many as it has, along an axis of theirs or a new one.
    fn listed_along(
        &mut self,
        call: &Call<'_>,
        axis: i64,
        at: &Origin,
        fresh: bool,
    ) -> Option<Shape> {
        let Some(Arg::Listed(list)) = call.args.first() else {
            return Some(Shape::Unknown);
        };
        let tensor = tensor_of(list);
        let Some(dims) = tensor.shape.dims() else {
            return Some(Shape::Unknown);
        };
        let mut dims = dims.to_vec();
        let what = self.show().tensor(&tensor);
        let rank = dims.len() + usize::from(fresh);
        let place = self.axis_in(axis, rank, &what, at)?;
        if fresh {
            dims.insert(place, Dim::Unknown);
        } else if let Some(slot) = dims.get_mut(place) {
            *slot = Dim::Unknown;
        }
        Some(Shape::Ranked(dims))
    }

    fn stack(&mut self, call: &Call<'_>) -> Option<Shape> {
        let nodes = Self::list(call);
        let Some(first) = nodes.first() else {
            return match call.axis("axis") {
                Some((axis, at)) => self.listed_along(call, axis, &at, true),
                None => Some(Shape::Unknown),
            };
        };
        let mut so_far: Option<Vec<Dim>> = None;
        for node in &nodes {
            let tensor = tensor_of(node);
            let Some(dims) = tensor.shape.dims() else {
                return Some(Shape::Unknown);
            };
            match &mut so_far {
                None => so_far = Some(dims.to_vec()),
                Some(have) => {
                    let fits = have.len() == dims.len()
                        && have
                            .iter()
                            .zip(dims)
                            .all(|(a, b)| a.equals(b) != Some(false));
                    if !fits {
                        let all: Vec<&Dim> = have
                            .iter()
                            .zip(dims)
                            .filter(|(a, b)| a.equals(b) == Some(false))
                            .flat_map(|(a, b)| [a, b])
                            .collect();
                        let facts = self.shape_facts(&all, &[first, node]);
                        let diagnostic = Diagnostic::new(
                            Code::E210,
                            node.origin.tokens(),
                            "`stack` of different shapes",
                        )
                        .facts(facts);
                        self.push(diagnostic.help("stacked tensors have one shape"));
                        return None;
                    }
                    for (a, b) in have.iter_mut().zip(dims) {
                        if *a == Dim::Unknown {
                            *a = b.clone();
                        }
                    }
                }
            }
        }
        let Some(mut dims) = so_far else {
            return Some(Shape::Unknown);
        };
        let Some((axis, at)) = call.axis("axis") else {
            return Some(Shape::of_rank(dims.len() + 1));
        };
        let what = format!(
            "{}, and the result has {} axes",
            self.show().tensor(&tensor_of(first)),
            dims.len() + 1
        );
        let counted = self.axis_in(axis, dims.len() + 1, &what, &at)?;
        dims.insert(
            counted.min(dims.len()),
            Dim::size(i64::try_from(nodes.len()).unwrap_or(i64::MAX)),
        );
        Some(Shape::Ranked(dims))
    }

    fn pad(&mut self, call: &Call<'_>, x: &Tensor) -> Option<Shape> {
        let Some(Arg::Pads(pads)) = call.arg("paddings") else {
            return Some(x.shape.clone());
        };
        let Some(dims) = x.shape.dims() else {
            return Some(x.shape.clone());
        };
        if dims.len() != pads.len() {
            let fact = self.described_at(call, 0);
            self.push(
                Diagnostic::new(
                    Code::E208,
                    call.place,
                    format!(
                        "{} of paddings for {}",
                        counted(pads.len(), "pair", "pairs"),
                        counted(dims.len(), "axis", "axes")
                    ),
                )
                .fact(fact)
                .help("give one pair (before, after) per axis"),
            );
            return None;
        }
        if !self.own_padding(call, dims, pads) {
            return None;
        }
        Some(Shape::Ranked(
            dims.iter()
                .zip(pads)
                .map(|(d, (a, b))| d.plus(&a.dim).plus(&b.dim))
                .collect(),
        ))
    }

    fn take(&mut self, call: &Call<'_>, x: &Tensor) -> Option<Shape> {
        let indices = call.tensor(1);
        let (Some(dims), Some((axis, at))) = (x.shape.dims(), call.axis("axis")) else {
            return Some(Shape::Unknown);
        };
        let counted = self.check_axis(axis, x, &at)?;
        let Some(at) = indices.shape.dims() else {
            return Some(Shape::Unknown);
        };
        let mut out: Vec<Dim> = dims.iter().take(counted).cloned().collect();
        out.extend(at.iter().cloned());
        out.extend(dims.iter().skip(counted + 1).cloned());
        Some(Shape::Ranked(out))
    }

    fn take_along_axis(&mut self, call: &Call<'_>, x: &Tensor) -> Option<Shape> {
        let indices = call.tensor(1);
        let (Some(dims), Some(at)) = (x.shape.dims(), indices.shape.dims()) else {
            return Some(indices.shape);
        };
        let facts = [self.described_at(call, 0), self.described_at(call, 1)];
        if dims.len() != at.len() {
            let diagnostic = Diagnostic::new(
                Code::E208,
                call.place,
                "the indices must have the rank of the tensor",
            )
            .facts(facts);
            self.push(diagnostic.help("bring them to it with `expand_dims`, or use `take`"));
            return None;
        }
        let Some((axis, origin)) = call.axis("axis") else {
            return Some(Shape::of_rank(dims.len()));
        };
        let counted = self.check_axis(axis, x, &origin)?;
        let mut out = Vec::new();
        for (i, (d, a)) in dims.iter().zip(at).enumerate() {
            if i == counted {
                out.push(a.clone());
                continue;
            }
            match broadcast_dim(d, a) {
                Ok(both) => out.push(both),
                Err(()) => {
                    let facts = self.facts_at(call, &[d, a]);
                    let diagnostic = Diagnostic::new(
                        Code::E206,
                        call.place,
                        format!("the indices do not broadcast on axis {i}"),
                    )
                    .facts(facts);
                    self.push(diagnostic.help("outside the axis the sizes must be equal or 1"));
                    return None;
                }
            }
        }
        Some(Shape::Ranked(out))
    }

    fn matmul(&mut self, call: &Call<'_>) -> Option<Shape> {
        let (x, y) = (call.tensor(0), call.tensor(1));
        for (place, tensor) in [(0, &x), (1, &y)] {
            if tensor.shape.rank() == Some(0) {
                let fact = self.described_at(call, place);
                self.push(
                    Diagnostic::new(Code::E208, call.place, "`matmul` of a scalar")
                        .fact(fact)
                        .help(self.product_help(call.node(0), call.node(1))),
                );
                return None;
            }
        }
        // Leading dimensions stay, where the other side is a matrix or has the same.
        let lead = match (&x.shape, &y.shape) {
            (Shape::Led { lead, tail }, Shape::Ranked(dims))
                if !tail.is_empty() && dims.len() == 2 =>
            {
                Some(*lead)
            }
            (Shape::Led { lead: a, tail: x }, Shape::Led { lead: b, tail: y })
                if a == b && a.is_some() && x.len() == 2 && y.len() == 2 =>
            {
                Some(*a)
            }
            _ => None,
        };
        let dims = |shape: &'_ Shape| match shape {
            Shape::Led { tail, .. } if lead.is_some() => Some(tail.clone()),
            shape => shape.dims().map(<[Dim]>::to_vec),
        };
        let (Some(left), Some(right)) = (dims(&x.shape), dims(&y.shape)) else {
            return Some(Shape::Unknown);
        };
        let right = right.as_slice();
        let (Some((inner, rows)), Some(_)) = (left.split_last(), right.last()) else {
            return Some(Shape::Unknown);
        };
        let (batch, inner_right, columns) = match right {
            [only] => (&right[..0], only, None),
            [batch @ .., inner, columns] => (batch, inner, Some(columns)),
            [] => return Some(Shape::Unknown),
        };
        if inner.equals(inner_right) == Some(false) {
            let (a, b) = (inner.show(&self.names), inner_right.show(&self.names));
            let facts = self.facts_at(call, &[inner, inner_right]);
            let diagnostic = Diagnostic::new(
                Code::E207,
                call.place,
                format!("`matmul`: inner dimensions differ: `{a}` and `{b}`"),
            )
            .facts(facts);
            let help = self.matmul_help(call, &left, right);
            self.push(diagnostic.help(help));
            return None;
        }
        let (row, left_batch) = match rows.split_last() {
            Some((row, batch)) => (Some(row.clone()), batch.to_vec()),
            None => (None, Vec::new()),
        };
        let batches = broadcast(&Shape::Ranked(left_batch), &Shape::Ranked(batch.to_vec()));
        let mut out = match batches {
            Ok(Shape::Ranked(dims)) => dims,
            Ok(_) => return Some(Shape::Unknown),
            Err((a, b, _)) => {
                let facts = self.facts_at(call, &[&a, &b]);
                let (a, b) = (a.show(&self.names), b.show(&self.names));
                let diagnostic = Diagnostic::new(
                    Code::E206,
                    call.place,
                    format!("`matmul`: leading dimensions do not broadcast: `{a}` and `{b}`"),
                )
                .facts(facts);
                self.push(diagnostic.help("all axes but the last two must be equal or 1"));
                return None;
            }
        };
        out.extend(row);
        out.extend(columns.cloned());
        Some(match lead {
            Some(lead) => Shape::Led { lead, tail: out },
            None => Shape::Ranked(out),
        })
    }

    /// Which side to transpose, where that mends the product.
    fn matmul_help(&self, call: &Call<'_>, left: &[Dim], right: &[Dim]) -> String {
        let (Some(x), Some(y)) = (call.node(0), call.node(1)) else {
            return String::new();
        };
        let same = |a: Option<&Dim>, b: Option<&Dim>| match (a, b) {
            (Some(a), Some(b)) => a.equals(b) == Some(true),
            _ => false,
        };
        let inner = left.last();
        let turned = |node: &Node, rank: usize| {
            let turn = if rank == 2 {
                "transpose()"
            } else {
                "swapaxes(-2, -1)"
            };
            self.with(call.origin, &[node], |part| {
                format!("{}.{turn}", super::advice::postfix(part))
            })
        };
        if right.len() >= 2 && left.len() >= 2 && same(inner, right.last()) {
            return format!("transpose the right side: `{}`", turned(y, right.len()));
        }
        let rows = left.len().checked_sub(2).and_then(|at| left.get(at));
        let meets = right.len().checked_sub(2).and_then(|at| right.get(at));
        if right.len() >= 2 && left.len() >= 2 && same(rows, meets) {
            return format!("transpose the left side: `{}`", turned(x, left.len()));
        }
        if same(rows, right.last())
            && let (Some(x), Some(y)) = (
                super::advice::postfix_text(x.origin.tokens()),
                super::advice::postfix_text(y.origin.tokens()),
            )
        {
            return format!("exchange the sides: `{y}.matmul({x})`");
        }
        "the last axis of the left side meets the last but one of the right: transpose one, or change the signature".to_owned()
    }

    /// Two vectors, and their sizes. Of `dot` they must be equal.
    fn vectors(&mut self, call: &Call<'_>) -> Option<(Dim, Dim)> {
        let (x, y) = (call.tensor(0), call.tensor(1));
        let what = "both arguments are vectors";
        let mut good = self.rank_is(call, 0, &x, 1, what);
        good &= self.rank_is(call, 1, &y, 1, what);
        let size = |t: &Tensor| {
            t.shape
                .dims()
                .and_then(<[Dim]>::first)
                .cloned()
                .unwrap_or(Dim::Unknown)
        };
        let (n, m) = (size(&x), size(&y));
        if good && call.op.shape == ShapeRule::Dot && n.equals(&m) == Some(false) {
            let facts = self.facts_at(call, &[&n, &m]);
            let diagnostic = Diagnostic::new(
                Code::E207,
                call.place,
                "`dot` of vectors of different sizes",
            )
            .facts(facts);
            self.push(diagnostic.help("give both one dimension"));
            return None;
        }
        good.then_some((n, m))
    }
}

/// Two shapes broadcast together, or the sizes that differ and the axis from the end.
pub fn broadcast(a: &Shape, b: &Shape) -> Result<Shape, (Dim, Dim, usize)> {
    match (a, b) {
        (Shape::Ranked(x), Shape::Ranked(y)) => {
            let rank = x.len().max(y.len());
            let mut out = Vec::with_capacity(rank);
            for back in 1..=rank {
                let one = Dim::size(1);
                let l = x
                    .len()
                    .checked_sub(back)
                    .and_then(|i| x.get(i))
                    .unwrap_or(&one);
                let r = y
                    .len()
                    .checked_sub(back)
                    .and_then(|i| y.get(i))
                    .unwrap_or(&one);
                out.push(broadcast_dim(l, r).map_err(|()| (l.clone(), r.clone(), back))?);
            }
            out.reverse();
            Ok(Shape::Ranked(out))
        }
        (Shape::Ranked(x), other) | (other, Shape::Ranked(x)) if x.is_empty() => Ok(other.clone()),
        (Shape::Like(x), Shape::Like(y)) => Ok(Shape::Like(x | y as &BTreeSet<usize>)),
        (Shape::Led { lead: a, tail: x }, Shape::Led { lead: b, tail: y })
            if a == b && a.is_some() && x.len() == y.len() =>
        {
            led(*a, x, y)
        }
        // What is shorter than the part that is known leaves the rest alone.
        (Shape::Led { lead, tail }, Shape::Ranked(dims))
        | (Shape::Ranked(dims), Shape::Led { lead, tail })
            if dims.len() <= tail.len() =>
        {
            led(*lead, tail, dims)
        }
        _ => Ok(Shape::Unknown),
    }
}

fn broadcast_dim(a: &Dim, b: &Dim) -> Result<Dim, ()> {
    if a.is_one() {
        return Ok(b.clone());
    }
    if b.is_one() {
        return Ok(a.clone());
    }
    match a.equals(b) {
        Some(true) => Ok(a.clone()),
        Some(false) => Err(()),
        // A number above 1 is the size, whatever the other is. A name may stand for 1.
        None => Ok(match (a.known(), b.known()) {
            (Some(_), _) => a.clone(),
            (_, Some(_)) => b.clone(),
            _ => Dim::Unknown,
        }),
    }
}

/// Would one more axis behind the last make the shapes broadcast? Of the first one (`true`) or the second.
fn one_axis_short(a: &Shape, b: &Shape) -> Option<bool> {
    let (x, y) = (a.dims()?, b.dims()?);
    let longer =
        |short: &[Dim]| Shape::Ranked(short.iter().cloned().chain([Dim::size(1)]).collect());
    if x.len() + 1 == y.len() && broadcast(&longer(x), b).is_ok() {
        return Some(true);
    }
    (y.len() + 1 == x.len() && broadcast(a, &longer(y)).is_ok()).then_some(false)
}

/// `1 pair`, `2 pairs`
pub fn counted(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

fn led(lead: Option<usize>, a: &[Dim], b: &[Dim]) -> Result<Shape, (Dim, Dim, usize)> {
    let ranked = |dims: &[Dim]| Shape::Ranked(dims.to_vec());
    broadcast(&ranked(a), &ranked(b)).map(|both| match both {
        Shape::Ranked(tail) => Shape::Led { lead, tail },
        other => other,
    })
}

/// A reduction over axes behind the leading ones; `None` if the axes may be others.
fn reduce_tail(
    lead: Option<usize>,
    tail: &[Dim],
    list: &[(i64, Origin)],
    keepdims: Option<bool>,
) -> Option<Shape> {
    let rank = i64::try_from(tail.len()).ok()?;
    let axes: Option<Vec<usize>> = list
        .iter()
        .map(|(axis, _)| match axis {
            axis if *axis < 0 => usize::try_from(axis.checked_add(rank)?).ok(),
            _ => None,
        })
        .collect();
    match without(tail, &axes?, keepdims) {
        Shape::Ranked(tail) => Some(Shape::Led { lead, tail }),
        _ => None,
    }
}

fn without(dims: &[Dim], axes: &[usize], keepdims: Option<bool>) -> Shape {
    match keepdims {
        Some(true) => Shape::Ranked(
            dims.iter()
                .enumerate()
                .map(|(i, d)| {
                    if axes.contains(&i) {
                        Dim::size(1)
                    } else {
                        d.clone()
                    }
                })
                .collect(),
        ),
        Some(false) => Shape::Ranked(
            dims.iter()
                .enumerate()
                .filter(|(i, _)| !axes.contains(i))
                .map(|(_, d)| d.clone())
                .collect(),
        ),
        None => Shape::Unknown,
    }
}

fn product(dims: &[Dim]) -> Dim {
    dims.iter().fold(Dim::size(1), |p, d| p.times(d))
}

/// Are all host numbers of a call integers?
fn of_ints(call: &Call<'_>) -> bool {
    call.args.iter().all(|arg| match arg {
        Arg::Host(code) => code.ty == Host::Int,
        _ => true,
    })
}

/// The number of steps, where all three are known.
fn arange_len(call: &Call<'_>) -> Dim {
    let int = |name: &str| match call.arg(name) {
        Some(Arg::Host(code)) => Some(code.dim.clone()),
        Some(Arg::Default(Default::Int(v))) => Some(Dim::size(*v)),
        _ => None,
    };
    let (start, stop) = match (int("start"), int("stop")) {
        (Some(start), Some(stop)) => (start, stop),
        (Some(stop), None) if matches!(call.arg("stop"), Some(Arg::Default(_))) => {
            (Dim::size(0), stop)
        }
        _ => return Dim::Unknown,
    };
    match int("step").and_then(|s| s.known()) {
        Some(1) => {
            let len = stop.minus(&start);
            match len.known() {
                Some(n) => Dim::size(n.max(0)),
                // Of names, only from 0 is it sure not to be negative.
                None if start.known() == Some(0) => len,
                None => Dim::Unknown,
            }
        }
        Some(step) if step != 0 => match (start.known(), stop.known()) {
            (Some(a), Some(b)) => {
                // In wider numbers: the least integer has no positive counterpart.
                let (span, step) = (i128::from(b) - i128::from(a), i128::from(step));
                let len = span / step + i128::from(span % step != 0 && (span < 0) == (step < 0));
                i64::try_from(len.max(0)).map_or(Dim::Unknown, Dim::size)
            }
            _ => Dim::Unknown,
        },
        _ => Dim::Unknown,
    }
}

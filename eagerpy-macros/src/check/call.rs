//! A call of an operation: its arguments, by position and by keyword, matched to its parameters.

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;

use eagerpy_runtime::DType;
use eagerpy_runtime::ops::{Default, Kind, OpInfo, Param, TABLE};

use super::Checker;
use super::hir::{Arg, HostCode, Node, NodeKind};
use super::ty::{Elem, Host, Ty};
use crate::diag::{Code, Diagnostic, foreign, nearest::nearest};
use crate::origin::Origin;
use crate::syntax::{dtype_names, near_dtype};

impl Checker<'_> {
    /// Types a call of an operation.
    pub(super) fn op_call(
        &mut self,
        op: &'static OpInfo,
        receiver: Option<Node>,
        args: &[&syn::Expr],
        expr: &syn::Expr,
        name: &Ident,
    ) -> Node {
        let origin = Origin::of(expr);
        if let Some(diagnostic) = super::advice::tensors_apart(op, args) {
            self.push(diagnostic);
            return Node::poison(origin);
        }
        let mut slots: Vec<Option<Arg>> = op.params.iter().map(|_| None).collect();
        let mut given: Vec<bool> = op.params.iter().map(|_| false).collect();
        let mut rest: Option<Vec<Node>> = None;
        let mut good = true;
        // A keyword that is not known may have been any of the parameters.
        let mut lost = false;
        let mut next = 0;
        if let Some(receiver) = receiver {
            if let (Some(slot), Some(flag), Some(param)) =
                (slots.get_mut(0), given.get_mut(0), op.params.first())
            {
                *flag = true;
                match self.tensor_kind(op, param, receiver) {
                    Some(arg) => *slot = Some(arg),
                    None => good = false,
                }
            }
            next = 1;
        }
        for &arg in args {
            let (place, value) = match arg {
                syn::Expr::Assign(pair) => match self.keyword(op, pair, &given) {
                    Some(place) => (place, &*pair.right),
                    None => {
                        good = false;
                        lost = true;
                        if self.mentions_tensor(&pair.right) {
                            let _ = self.expr(&pair.right);
                        }
                        continue;
                    }
                },
                value => {
                    let place = next;
                    next += 1;
                    // All that is left goes into the last parameter.
                    let last = op.params.len().saturating_sub(1);
                    if let Some(param) = op.params.get(last)
                        && param.kind == Kind::Rest
                        && place >= last
                    {
                        if let Some(flag) = given.get_mut(last) {
                            *flag = true;
                        }
                        let node = self.expr(strip(value));
                        match self.tensor_kind(op, param, node) {
                            Some(Arg::Tensor(node)) => rest.get_or_insert_default().push(node),
                            _ => good = false,
                        }
                        continue;
                    }
                    if place >= op.params.len() {
                        self.push(
                            Diagnostic::new(
                                Code::E114,
                                value,
                                format!("`{}` has no more arguments", op.name),
                            )
                            .fact(format!("it is {}", signature(op)))
                            .help(super::advice::too_many_help(op, name, expr)),
                        );
                        good = false;
                        // One is told, not each.
                        break;
                    }
                    (place, value)
                }
            };
            let Some(param) = op.params.get(place) else {
                continue;
            };
            if given.get(place) == Some(&true) {
                self.push(
                    Diagnostic::new(Code::E113, arg, format!("`{}` is given twice", param.name))
                        .fact(format!("it is {}", signature(op)))
                        .help("give it once"),
                );
                good = false;
                continue;
            }
            if let Some(flag) = given.get_mut(place) {
                *flag = true;
            }
            match self.argument(op, param, value) {
                Some(read) => {
                    if let Some(slot) = slots.get_mut(place) {
                        *slot = Some(read);
                    }
                }
                None => good = false,
            }
        }
        if let (Some(nodes), Some(slot)) = (rest, slots.last_mut()) {
            *slot = Some(Arg::Tensors(nodes));
        }
        let ones = super::advice::axes_of_one(slots.first().and_then(Option::as_ref));
        for ((param, slot), given) in op.params.iter().zip(&mut slots).zip(&given) {
            if *given {
                continue;
            }
            if param.default == Default::Required && lost {
                good = false;
            } else if param.default == Default::Required {
                self.push(
                    Diagnostic::new(
                        Code::E111,
                        name,
                        format!("`{}` needs `{}`", op.name, param.name),
                    )
                    .fact(format!("it is {}", signature(op)))
                    .help(super::advice::missing_help(op, param, &ones, expr)),
                );
                good = false;
            } else {
                *slot = Some(Arg::Default(param.default));
            }
        }
        let args: Vec<Arg> = slots.into_iter().flatten().collect();
        if !good || args.len() != op.params.len() {
            return Node::poison(origin);
        }
        self.typed_op(op, args, origin, &name.to_token_stream())
    }

    /// Types an operation whose arguments are matched.
    pub(super) fn typed_op(
        &mut self,
        op: &'static OpInfo,
        args: Vec<Arg>,
        origin: Origin,
        place: &TokenStream,
    ) -> Node {
        let op = self.of_masks(op, &args);
        match self.infer(op, &args, &origin, place) {
            Some(ty) => Node {
                kind: NodeKind::Op { op, args },
                ty,
                origin,
            },
            None => Node::poison(origin),
        }
    }

    /// Of masks, the operations on bits are those of logic.
    fn of_masks(&self, op: &'static OpInfo, args: &[Arg]) -> &'static OpInfo {
        let logic = match op.name {
            "bitwise_and" => "logical_and",
            "bitwise_or" => "logical_or",
            "bitwise_xor" => "logical_xor",
            "bitwise_invert" => "logical_not",
            _ => return op,
        };
        let mask = |arg: &Arg| match arg {
            Arg::Tensor(node) => self.elem_of(node).is_bool() == Some(true),
            _ => false,
        };
        match OpInfo::find(logic) {
            Some(logic) if args.iter().any(mask) => logic,
            _ => op,
        }
    }

    fn keyword(&mut self, op: &OpInfo, pair: &syn::ExprAssign, given: &[bool]) -> Option<usize> {
        let word = match &*pair.left {
            syn::Expr::Path(path) => path.path.get_ident().map(ToString::to_string),
            _ => None,
        };
        let Some(word) = word else {
            self.push(
                Diagnostic::new(Code::E112, &pair.left, "a keyword is a name")
                    .help("write `axis = 0`"),
            );
            return None;
        };
        if let Some(place) = op.params.iter().position(|p| p.name == word) {
            return Some(place);
        }
        let mut diagnostic = Diagnostic::new(
            Code::E112,
            &pair.left,
            format!("`{}` has no argument `{word}`", op.name),
        )
        .fact(format!("it is {}", signature(op)));
        let names = || op.params.iter().map(|p| p.name);
        let value = foreign::short(&pair.right.to_token_stream());
        let value = value.unwrap_or_else(|| "…".to_owned());
        let is_given = |ours: &str| {
            let place = op.params.iter().position(|p| p.name == ours);
            place.and_then(|place| given.get(place)) == Some(&true)
        };
        let help = match (foreign::keyword(&word, op), foreign::needless(&word)) {
            (Some(ours), _) if is_given(ours) => format!("leave it out: `{ours}` is given"),
            (Some(ours), _) => {
                // Theirs is a truth value.
                let value = match (word.as_str(), value.as_str()) {
                    ("unbiased", "true") => "1.0",
                    ("unbiased", "false") => "0.0",
                    (_, value) => value,
                };
                format!("write `{ours} = {value}`")
            }
            (None, Some(help)) => help.to_owned(),
            (None, None) => match nearest(&word, names()) {
                Some(near) => format!("write `{near} = {value}`"),
                None => "leave it out".to_owned(),
            },
        };
        diagnostic = diagnostic.help(help);
        self.push(diagnostic);
        None
    }

    /// A tensor argument: the right kind of thing, at least.
    fn tensor_kind(&mut self, op: &OpInfo, param: &Param, node: Node) -> Option<Arg> {
        match (&node.ty, param.kind) {
            (Ty::Tensor(_) | Ty::Opaque, _) => Some(Arg::Tensor(node)),
            (Ty::Host(_), Kind::Operand | Kind::OptOperand) => self.operand(node),
            (Ty::Poison | Ty::Never, _) => None,
            (other, _) => {
                let what = self.show().ty(other);
                self.push(
                    Diagnostic::new(
                        Code::E115,
                        node.origin.tokens(),
                        format!("`{}` of `{}` is a tensor", param.name, op.name),
                    )
                    .fact(format!("this is {what}"))
                    .help(super::advice::no_tensor_help(node.origin.tokens())),
                );
                None
            }
        }
    }

    fn argument(&mut self, op: &OpInfo, param: &Param, value: &syn::Expr) -> Option<Arg> {
        let value = strip(value);
        if let syn::Expr::Closure(closure) = value {
            self.no_closure(closure);
            return None;
        }
        // `None` says that nothing is named.
        if is_none(value) && param.default == Default::None {
            return Some(Arg::Default(Default::None));
        }
        match param.kind {
            Kind::Tensor
            | Kind::Operand
            | Kind::OptTensor
            | Kind::OptOperand
            | Kind::Mask
            | Kind::OptMask
            | Kind::Index => {
                let node = self.expr(value);
                self.tensor_kind(op, param, node)
            }
            Kind::Tensors | Kind::Rest => self.tensor_list(op, param, value),
            Kind::Axes | Kind::Ints | Kind::OptInts | Kind::Shape => match elements(value) {
                Some(list) => {
                    let mut good = true;
                    let mut out = Vec::new();
                    for element in list {
                        match self.number(op, param, element, &[Host::Int]) {
                            Some(code) => out.push(code),
                            None => good = false,
                        }
                    }
                    good.then_some(Arg::List(out))
                }
                None => self.number(op, param, value, &[Host::Int]).map(Arg::Host),
            },
            Kind::Axis
            | Kind::OptAxis
            | Kind::FlatAxis
            | Kind::Size
            | Kind::OptSize
            | Kind::Int
            | Kind::Seed => {
                let code = self.number(op, param, value, &[Host::Int])?;
                match super::advice::negative(op, param, &code) {
                    Some(diagnostic) => {
                        self.push(diagnostic);
                        None
                    }
                    None => Some(Arg::Host(code)),
                }
            }
            Kind::Flag => self.number(op, param, value, &[Host::Bool]).map(Arg::Host),
            Kind::Num | Kind::OptNum => self
                .number(op, param, value, &[Host::Int, Host::Float, Host::Bool])
                .map(Arg::Host),
            Kind::Text => self.host_value(value).map(Arg::Host),
            Kind::DType => self.dtype(op, param, value).map(Arg::DType),
            Kind::Pads => self.pads(op, param, value),
            Kind::Nums => match elements(value) {
                Some(list) => {
                    let kinds = [Host::Int, Host::Float, Host::Bool];
                    let read = list
                        .into_iter()
                        .map(|element| self.number(op, param, element, &kinds));
                    // All are read, so that all mistakes are told.
                    let read: Vec<Option<HostCode>> = read.collect();
                    read.into_iter().collect::<Option<Vec<_>>>().map(Arg::List)
                }
                None => self.number(op, param, value, &[]).map(Arg::Host),
            },
            Kind::IndexList => self.items(value).map(Arg::Index),
        }
    }

    /// A host value of one of these kinds.
    fn number(
        &mut self,
        op: &OpInfo,
        param: &Param,
        value: &syn::Expr,
        kinds: &[Host],
    ) -> Option<HostCode> {
        if let Some(diagnostic) = self.two_meant(op, param, value) {
            self.push(diagnostic);
            return None;
        }
        let code = self.host_value(value)?;
        // Its form shows that it is no number, whatever rustc makes of it.
        let other = match value {
            syn::Expr::Lit(lit) => matches!(lit.lit, syn::Lit::Str(_)),
            syn::Expr::Array(_) | syn::Expr::Tuple(_) => true,
            // A list of axes or sizes may come from the host.
            value => is_none(value) || self.no_number(value) == Some("a text"),
        };
        if other || (code.ty != Host::Unknown && !kinds.contains(&code.ty)) {
            let wanted = match kinds {
                [Host::Int] => "an integer",
                [Host::Bool] => "`true` or `false`",
                [] => "a list of numbers",
                _ => "a number",
            };
            self.push(
                Diagnostic::new(
                    Code::E115,
                    value,
                    format!("`{}` of `{}` is {wanted}", param.name, op.name),
                )
                .fact(format!("it is {}", signature(op)))
                .help(super::advice::number_help(param, value, kinds)),
            );
            return None;
        }
        Some(code)
    }

    fn tensor_list(&mut self, op: &OpInfo, param: &Param, value: &syn::Expr) -> Option<Arg> {
        // A list is only read, so `&list` is as good as `list`.
        let value = match value {
            syn::Expr::Reference(reference) => strip(&reference.expr),
            value => value,
        };
        if elements(value).is_none()
            && self.mentions_tensor(value)
            && let Some(list) = self.list_named(value)
        {
            return match &list.ty {
                Ty::List(element) if element.is_tensor() => Some(Arg::Listed(list)),
                _ => {
                    self.not_a_tensor(&list);
                    None
                }
            };
        }
        let Some(list) = elements(value) else {
            // What another agnostic function gives, or a variable of which a mistake was told.
            if matches!(
                value,
                syn::Expr::Path(_) | syn::Expr::Call(_) | syn::Expr::MethodCall(_)
            ) {
                let told = self.diagnostics.mark();
                let list = self.expr(value);
                match &list.ty {
                    Ty::List(element) if element.is_tensor() => {
                        return Some(Arg::Listed(list));
                    }
                    Ty::Poison => return None,
                    _ => self.diagnostics.rewind(told),
                }
            }
            self.push(
                Diagnostic::new(
                    Code::E115,
                    value,
                    format!("`{}` of `{}` is a list of tensors", param.name, op.name),
                )
                .help(super::advice::no_list_help(op, value)),
            );
            return None;
        };
        if list.is_empty() {
            self.push(
                Diagnostic::new(Code::E218, value, format!("`{}` of no tensors", op.name))
                    .help("give at least one tensor"),
            );
            return None;
        }
        let mut good = true;
        let mut out = Vec::new();
        for element in list {
            let node = self.expr(element);
            match self.tensor_kind(
                op,
                &Param {
                    kind: Kind::Tensor,
                    ..*param
                },
                node,
            ) {
                Some(Arg::Tensor(node)) => out.push(node),
                _ => good = false,
            }
        }
        good.then_some(Arg::Tensors(out))
    }

    fn dtype(&mut self, op: &OpInfo, param: &Param, value: &syn::Expr) -> Option<Elem> {
        let word = match value {
            // `torch::float32` is told of below.
            syn::Expr::Path(path) => path.path.segments.last().map(|s| s.ident.to_string()),
            syn::Expr::Infer(_) => return Some(Elem::Shared),
            syn::Expr::Lit(lit) => match &lit.lit {
                syn::Lit::Str(text) => Some(text.value()),
                _ => None,
            },
            _ => None,
        };
        let plain = matches!(value, syn::Expr::Path(path) if path.path.get_ident().is_some());
        // The name that the signature gives the function's float type.
        if let (syn::Expr::Path(path), Some(float)) = (value, &self.function.float)
            && path.path.is_ident(float)
        {
            return Some(Elem::Shared);
        }
        if let Some(dtype) = word.as_deref().and_then(DType::from_name)
            && plain
        {
            return Some(Elem::Known(dtype));
        }
        let help = match word.as_deref().and_then(near_dtype) {
            Some(near) => format!("write `{near}`"),
            None => super::advice::no_dtype_help(op, value),
        };
        self.push(
            Diagnostic::new(
                Code::E115,
                value,
                format!("`{}` of `{}` is an element type", param.name, op.name),
            )
            .fact(format!(
                "element types are {}, and `_` for the function's float type",
                dtype_names().join(", ")
            ))
            .help(help),
        );
        None
    }

    fn pads(&mut self, op: &OpInfo, param: &Param, value: &syn::Expr) -> Option<Arg> {
        let fail = |checker: &mut Self, at: &syn::Expr| {
            checker.push(
                Diagnostic::new(
                    Code::E115,
                    at,
                    format!(
                        "`{}` of `{}` is a pair (before, after) per axis",
                        param.name, op.name
                    ),
                )
                .help("write `((0, 0), (2, 1))`"),
            );
        };
        let Some(list) = elements(value) else {
            fail(self, value);
            return None;
        };
        let mut out = Vec::new();
        for pair in list {
            match elements(strip(pair)).as_deref() {
                Some([before, after]) => {
                    let before = self.number(op, param, before, &[Host::Int])?;
                    let after = self.number(op, param, after, &[Host::Int])?;
                    out.push((before, after));
                }
                _ => {
                    fail(self, pair);
                    return None;
                }
            }
        }
        Some(Arg::Pads(out))
    }
}

/// Without parentheses and `&`.
pub fn strip(expr: &syn::Expr) -> &syn::Expr {
    match expr {
        syn::Expr::Paren(inner) => strip(&inner.expr),
        syn::Expr::Group(inner) => strip(&inner.expr),
        syn::Expr::Reference(inner) => match strip(&inner.expr) {
            list @ (syn::Expr::Array(_) | syn::Expr::Tuple(_)) => list,
            _ => expr,
        },
        other => other,
    }
}

/// The elements of a tuple, an array or a `vec!`.
pub fn elements(expr: &syn::Expr) -> Option<Vec<&syn::Expr>> {
    match expr {
        syn::Expr::Tuple(tuple) => Some(tuple.elems.iter().collect()),
        syn::Expr::Array(array) => Some(array.elems.iter().collect()),
        _ => None,
    }
}

pub fn is_none(expr: &syn::Expr) -> bool {
    matches!(expr, syn::Expr::Path(path) if path.path.is_ident("None"))
}

/// An operation's signature, as documentation writes it.
pub fn signature(op: &OpInfo) -> String {
    let params: Vec<String> = op
        .params
        .iter()
        .map(|p| match p.default {
            Default::Required => p.name.to_owned(),
            Default::None => format!("{} = None", p.name),
            Default::Int(v) => format!("{} = {v}", p.name),
            Default::Float(v) => format!("{} = {v:?}", p.name),
            Default::Bool(v) => format!("{} = {v}", p.name),
            Default::Text(v) => format!("{} = {v:?}", p.name),
        })
        .collect();
    if op.is_method() {
        format!(
            "`x.{}({})`",
            op.name,
            params.get(1..).unwrap_or_default().join(", ")
        )
    } else {
        format!("`{}({})`", op.name, params.join(", "))
    }
}

/// The operation by its main name; the table always has it.
pub fn by_name(name: &str) -> Option<&'static OpInfo> {
    TABLE.iter().find(|op| op.name == name)
}

//! What messages say beyond the mistake: where a size comes from, and the user's own expression, mended.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::visit::Visit;
use syn::visit_mut::VisitMut;

use eagerpy_runtime::ops::{Class, Default, Kind, OpInfo, Param, TABLE};

use super::dim::Dim;
use super::hir::{Arg, HostCode, Node, NodeKind};
use super::ty::{Elem, Host, Ty};
use super::{Binding, Checker};
use crate::diag::foreign::{self, Spoken};
use crate::diag::{Code, Diagnostic, nearest::nearest_by};
use crate::origin::{Origin, source_text};
use crate::syntax::{DimSpec, Function, Type};

/// Characters of mended code that a line has room for.
const LONGEST: usize = 90;

impl Checker<'_> {
    // ------------------------------------------------------------------ sizes

    /// Where the named dimensions of these sizes stand in the signature: `` `D` is axis 1 of `x` ``. Nothing where
    /// the operands, whose types are shown anyway, say it.
    pub(super) fn named_dims(&self, sizes: &[&Dim], operands: &[&Node]) -> Option<String> {
        let mut symbols: Vec<usize> = Vec::new();
        for size in sizes {
            let Dim::Poly(terms) = size else { continue };
            for symbol in terms.keys().flatten() {
                if !symbols.contains(symbol) {
                    symbols.push(*symbol);
                }
            }
        }
        let found: Vec<(String, bool)> = symbols
            .iter()
            .take(3)
            .filter_map(|&symbol| {
                let name = self.names.get(symbol)?;
                let (owner, axis) = place_of(self.function, symbol)?;
                let shown = operands
                    .iter()
                    .any(|node| self.shows(node, &owner, axis, symbol));
                let of = if owner.is_empty() {
                    "the result".to_owned()
                } else {
                    format!("`{owner}`")
                };
                Some((format!("`{name}` is axis {axis} of {of}"), shown))
            })
            .collect();
        if found.iter().all(|(_, shown)| *shown) {
            return None;
        }
        let texts: Vec<String> = found.into_iter().map(|(text, _)| text).collect();
        Some(texts.join(", "))
    }

    /// What the operands are, and where the sizes come from.
    pub(super) fn shape_facts(&self, sizes: &[&Dim], operands: &[&Node]) -> Vec<String> {
        let mut facts: Vec<String> = operands.iter().map(|node| self.described(node)).collect();
        facts.extend(self.named_dims(sizes, operands));
        facts
    }

    /// What makes an axis go that is longer than 1.
    pub(super) fn squeeze_help(&self, node: Option<&Node>, axis: usize) -> String {
        let text = node.and_then(|node| postfix_text(node.origin.tokens()));
        let x = text.unwrap_or_default();
        let position = match axis {
            0 => "0".to_owned(),
            _ => format!("({}0)", ".., ".repeat(axis)),
        };
        let reduced = format!("reduce the axis, `{x}.sum(axis = {axis})`");
        if x.is_empty() {
            return format!("take one position with an index, or {reduced}");
        }
        format!("take one position, `{x}[{position}]`, or {reduced}")
    }

    /// A product in which one side is a scalar.
    pub(super) fn product_help(&self, x: Option<&Node>, y: Option<&Node>) -> String {
        let text = |node: Option<&Node>| node.and_then(|node| postfix_text(node.origin.tokens()));
        match (text(x), text(y)) {
            (Some(x), Some(y)) => format!("multiply: `{x} * {y}`"),
            _ => "multiply with `*`".to_owned(),
        }
    }

    /// An operand that lacks a last axis of size 1.
    pub(super) fn one_axis_more(&self, whole: &Origin, short: &Node) -> String {
        // A reduction can keep its axis.
        if let NodeKind::Op { op, .. } = &short.kind
            && op.family == eagerpy_runtime::ops::Family::Reduction
            && let Some(text) = foreign::short(short.origin.tokens())
            && let Some(open) = text.strip_suffix(')')
            && !text.contains("keepdims")
            && !open.ends_with('(')
        {
            return format!("keep the axis that is reduced: `{open}, keepdims = true)`");
        }
        let mended = self.with(whole, &[short], |part| {
            format!("{}.expand_dims(axis = -1)", postfix(part))
        });
        format!("give the shorter one a last axis of size 1: `{mended}`")
    }

    /// Tensors of an element type that the operation does not take; `floats`: what stands beside them is of floats.
    pub(super) fn class_help(
        &self,
        op: &OpInfo,
        whole: &Origin,
        nodes: &[&Node],
        (elem, floats): (Elem, bool),
        class: Class,
    ) -> String {
        let cast = |to: &str| format!("cast first: `{}`", self.with_casts(whole, nodes, to));
        match (class, op.name) {
            (Class::Float, "divide") if elem.is_int() == Some(true) => {
                cast(self.float_name()) + ", or divide ints with `floor_divide`"
            }
            (Class::Float, _) => cast(self.float_name()),
            (Class::Bool, _) => {
                let than = if elem.is_float() == Some(true) {
                    "> 0.0"
                } else {
                    "!= 0"
                };
                let mask = self.with(whole, nodes, |part| format!("({} {than})", postfix(part)));
                format!("a comparison makes a mask: `{mask}`")
            }
            (Class::Numeric, _) if floats => cast(self.float_name()),
            (_, _) => cast("i64"),
        }
    }

    /// A number of the wrong kind next to a tensor.
    pub(super) fn number_help(
        &self,
        whole: &Origin,
        code: &HostCode,
        tensor: Option<&Node>,
        elem: Elem,
    ) -> String {
        let cast = |to: &str| match tensor {
            Some(node) => self.with_cast(whole, node, to),
            None => format!(".astype({to})"),
        };
        if elem.is_bool() == Some(true) {
            let to = if code.ty == Host::Float {
                self.float_name()
            } else {
                "i64"
            };
            format!(
                "masks go with `true` and `false`; for numbers cast the mask: `{}`",
                cast(to)
            )
        } else if code.ty == Host::Float {
            format!(
                "cast the tensor: `{}`, or write an integer",
                cast(self.float_name())
            )
        } else {
            let number = if elem.is_float() == Some(true) {
                ["1.0", "0.0"]
            } else {
                ["1", "0"]
            };
            match code.origin.text().as_str() {
                "true" => format!("write `{}`", number[0]),
                "false" => format!("write `{}`", number[1]),
                text => format!("write a number: `i64::from({text})`"),
            }
        }
    }

    /// Is the operand the parameter itself, with this dimension at its place?
    fn shows(&self, node: &Node, owner: &str, axis: usize, symbol: usize) -> bool {
        let (NodeKind::Var(var), Ty::Tensor(tensor)) = (&node.kind, &node.ty) else {
            return false;
        };
        self.vars.get(*var).is_some_and(|v| v.name == owner)
            && tensor.shape.dims().and_then(|dims| dims.get(axis)) == Some(&Dim::named(symbol))
    }

    // ------------------------------------------------------------------ casts

    /// What a cast to floats names: the function's float type if it has one, else that of a parameter.
    pub(super) fn float_name(&self) -> &'static str {
        if self.shared.given || self.shared.found.is_some() {
            return "_";
        }
        let fixed = self
            .function
            .params
            .iter()
            .find_map(|param| match &param.ty {
                Type::Tensor(tensor) => tensor.dtype.filter(|dtype| dtype.is_float()),
                _ => None,
            });
        fixed.map_or("f32", |dtype| dtype.name())
    }

    /// The whole expression with a cast of one part in it; only the cast part where the whole is long.
    pub(super) fn with_cast(&self, whole: &Origin, part: &Node, to: &str) -> String {
        self.with_casts(whole, &[part], to)
    }

    fn with_casts(&self, whole: &Origin, parts: &[&Node], to: &str) -> String {
        self.with(whole, parts, |expr| {
            format!("{}.astype({to})", postfix(expr))
        })
    }

    /// The whole expression with some parts of it replaced.
    pub(super) fn with(
        &self,
        whole: &Origin,
        parts: &[&Node],
        mend: impl Fn(&syn::Expr) -> String,
    ) -> String {
        let tokens: Vec<&TokenStream> = parts.iter().map(|part| part.origin.tokens()).collect();
        if let Some(text) = replaced(whole.tokens(), &tokens, &mend)
            && text.chars().count() <= LONGEST
        {
            return text;
        }
        let part = tokens
            .first()
            .and_then(|part| syn::parse2::<syn::Expr>((*part).clone()).ok());
        if let Some(part) = part {
            let text = mend(&part);
            if text.chars().count() <= LONGEST {
                return text;
            }
        }
        // Its end says what to do.
        let text = mend(&syn::parse_quote!(x));
        text.strip_prefix('x').unwrap_or(&text).to_owned()
    }

    // ------------------------------------------------------------------ names

    /// The name of an operation that does not exist; `receiver` is the tensor whose method it was to be.
    pub(super) fn unknown_op(
        &mut self,
        at: &proc_macro2::Ident,
        name: &str,
        spoken: &Spoken<'_>,
        receiver: Option<&Node>,
    ) {
        let title = format!("no operation is called `{name}`");
        let near = foreign::word(name, spoken).or_else(|| self.near_op(name, spoken, receiver));
        let told = Diagnostic::new(Code::E110, at, title);
        let told =
            match (receiver.map(|node| &node.ty), near) {
                (Some(Ty::Opaque), None) => told
                    .fact("what this call gives counts as a tensor, as no type is written for it")
                    .help("if it gives a struct, write its type: `let x: Name<_, …> = …;`"),
                (_, near) => told.help(near.unwrap_or_else(|| {
                    "the vocabulary is documented at `eagerpy::Tensor`".to_owned()
                })),
            };
        self.push(told);
    }

    /// The nearest operation that takes what stands there.
    fn near_op(&self, name: &str, spoken: &Spoken<'_>, receiver: Option<&Node>) -> Option<String> {
        let elem = match receiver.map(|node| &node.ty) {
            Some(Ty::Tensor(tensor)) => self.resolved(tensor.dtype),
            _ => Elem::Unknown,
        };
        let among = |fits: &dyn Fn(&OpInfo) -> bool| {
            let names = TABLE
                .iter()
                .filter(|op| {
                    op.name != "getitem" && (receiver.is_none() || op.is_method()) && fits(op)
                })
                .flat_map(|op| std::iter::once(op.name).chain(op.aliases.iter().copied()));
            nearest_by(name, names)
                .and_then(|(distance, near)| OpInfo::find(near).map(|op| (distance, op)))
        };
        let needed = |op: &OpInfo| {
            let required = op.params.iter().filter(|p| p.default == Default::Required);
            let given = spoken.args.len() + 1;
            (required.count()..=op.params.len()).contains(&given)
        };
        let fitting = among(&|op| takes(op.class, elem) && needed(op))
            .or_else(|| among(&|op| takes(op.class, elem)));
        let any = among(&needed).or_else(|| among(&|_| true));
        // A word that is much nearer is meant, whatever it takes.
        if let Some((distance, op)) = fitting
            && any.is_none_or(|(nearer, _)| distance <= nearer)
        {
            return Some(format!(
                "the nearest operation is `{}`: `{}`",
                op.name,
                foreign::ours(op, spoken)
            ));
        }
        Some(match (any.map(|(_, op)| op), spoken.tensor) {
            (Some(op), Some(tensor)) => {
                let cast = match op.class {
                    Class::Bool => "bool",
                    Class::Float => self.float_name(),
                    _ => "i64",
                };
                let cast: Result<syn::Expr, _> =
                    syn::parse_str(&format!("{}.astype({cast})", postfix(tensor)));
                let spoken = Spoken {
                    tensor: cast.as_ref().ok().or(spoken.tensor),
                    args: spoken.args.clone(),
                };
                format!(
                    "the nearest operation is `{}`, of another element type; cast first: `{}`",
                    op.name,
                    foreign::ours(op, &spoken)
                )
            }
            (Some(op), None) => format!("the nearest operation is `{}`", op.name),
            _ => return None,
        })
    }

    // ------------------------------------------------------------------ host code

    /// Would [`foreign_host_code`](Checker::foreign_host_code) tell something of this host code?
    pub(super) fn is_foreign(&self, tokens: &TokenStream) -> bool {
        let mut scan = Scan {
            bound: Bound::of(self.function),
            found: Vec::new(),
        };
        if let Ok(expr) = syn::parse2::<syn::Expr>(tokens.clone()) {
            scan.visit_expr(&expr);
        }
        !scan.found.is_empty()
    }

    /// Are there tensors in this host code but for questions to them? It was told of them.
    pub(super) fn misplaced_tensors(&mut self, tokens: &TokenStream) -> bool {
        let Ok(expr) = syn::parse2::<syn::Expr>(tokens.clone()) else {
            return false;
        };
        let told = std::mem::take(&mut *self.diagnostics);
        self.host_code(&expr);
        let again = std::mem::replace(&mut *self.diagnostics, told);
        again.mark() > 0
    }

    /// A call of what is no function: a variable of the host's, with tensors, or `Ok` around the result.
    pub(super) fn called_value(
        &self,
        name: &proc_macro2::Ident,
        args: &[&syn::Expr],
    ) -> Option<Diagnostic> {
        if !args.iter().any(|arg| self.mentions_tensor(arg)) {
            return None;
        }
        let word = name.unraw().to_string();
        if matches!(self.lookup(&word), Some(Binding::Host(..))) {
            return Some(
                Diagnostic::new(
                    Code::E104,
                    name,
                    format!("`{word}` is a host value, to which no tensor can be handed"),
                )
                .help("write it as an agnostic function, and call that"),
            );
        }
        if !["Ok", "Err"].contains(&word.as_str()) {
            return None;
        }
        let inner = args
            .first()
            .and_then(|arg| foreign::short(&arg.to_token_stream()));
        let help = match (word.as_str(), inner) {
            ("Ok", Some(inner)) => format!("the compiler writes it: give `{inner}` alone"),
            ("Ok", None) => "the compiler writes it: give the tensor alone".to_owned(),
            _ => "give the tensor itself, or choose with `if` and `else`".to_owned(),
        };
        Some(
            Diagnostic::new(
                Code::E101,
                name,
                format!("`{word}` around a tensor is not supported"),
            )
            .help(help),
        )
    }

    /// What a host value is that is no number, as far as its form or its declared type says.
    pub(super) fn no_number(&self, code: &syn::Expr) -> Option<&'static str> {
        if let syn::Expr::Path(path) = code {
            let name = path.path.get_ident()?.unraw().to_string();
            if !matches!(self.lookup(&name), Some(Binding::Host(Host::Unknown, _))) {
                return None;
            }
            let bound = self.function.params.iter().find(|p| p.name == name)?;
            return match &bound.ty {
                Type::Host(ty) => no_number_type(ty),
                _ => None,
            };
        }
        no_number(code)
    }

    /// Host code next to an operator, where a number belongs.
    pub(super) fn no_operand(&self, code: &HostCode) -> Option<Diagnostic> {
        if let syn::Expr::Call(call) = &*code.expr {
            return library_call(call);
        }
        let what = self.no_number(&code.expr)?;
        let help = match what {
            "a text" => "write a number",
            _ => {
                "a tensor of given elements comes in as a parameter; one of equal elements is `full((2, 3), 1.0)`"
            }
        };
        Some(
            Diagnostic::new(
                Code::E115,
                code.origin.tokens(),
                format!("{what} where a tensor or a number belongs"),
            )
            .help(help),
        )
    }

    /// Host code as a position, where an integer belongs.
    pub(super) fn no_position(&self, code: &HostCode) -> Option<Diagnostic> {
        let stepped = match &*code.expr {
            syn::Expr::MethodCall(call) if call.method == "step_by" => call.args.first().zip(
                foreign::short(&strip_parens(&call.receiver).to_token_stream()),
            ),
            _ => None,
        };
        if let Some((step, range)) = stepped {
            let step = source_text(&step.to_token_stream());
            return Some(
                Diagnostic::new(Code::E211, code.origin.tokens(), "a step stands in `s![…]`")
                    .help(format!("write `s![{range};{step}]`")),
            );
        }
        let what = self.no_number(&code.expr)?;
        Some(
            Diagnostic::new(
                Code::E211,
                code.origin.tokens(),
                format!("{what} as an index"),
            )
            .help("an index is a position, a range, `s![…]` or a tensor of integers"),
        )
    }

    /// `max(x, 0.0)`: of all elements of one tensor, where the larger of two is meant.
    pub(super) fn two_meant(
        &self,
        op: &OpInfo,
        param: &Param,
        value: &syn::Expr,
    ) -> Option<Diagnostic> {
        let ours = match op.name {
            "max" => "maximum",
            "min" => "minimum",
            _ => return None,
        };
        if param.name != "axis" {
            return None;
        }
        let tensor = matches!(value, syn::Expr::Path(path)
            if path.path.get_ident().is_some_and(|name| matches!(
                self.lookup(&name.unraw().to_string()), Some(Binding::Tensor(_)))));
        if !tensor && self.host_kind(value) != Host::Float {
            return None;
        }
        let value_text = foreign::short(&value.to_token_stream()).unwrap_or_else(|| "y".to_owned());
        Some(
            Diagnostic::new(
                Code::E115,
                value,
                format!("`{}` of `{}` is an integer", param.name, op.name),
            )
            .fact(format!("`{}` is over the elements of one tensor", op.name))
            .help(format!(
                "of two, element by element, it is `.{ours}({value_text})`"
            )),
        )
    }

    /// Words of other libraries in host code, where rustc would only say that they do not exist.
    pub(super) fn foreign_host_code(&mut self) {
        let mut scan = Scan {
            bound: Bound::of(self.function),
            found: Vec::new(),
        };
        scan.visit_block(&self.function.item.block);
        for diagnostic in scan.found {
            self.push(diagnostic);
        }
    }
}

/// A call of another library's function.
pub(super) fn library_call(call: &syn::ExprCall) -> Option<Diagnostic> {
    let syn::Expr::Path(function) = &*call.func else {
        return None;
    };
    let (library, name) = foreign::library(&function.path)?;
    let args: Vec<&syn::Expr> = call.args.iter().collect();
    Some(
        Diagnostic::new(
            Code::E110,
            &call.func,
            format!("`{name}` of `{library}` in an agnostic function"),
        )
        .help(foreign::function(&name, &Spoken::function(&args))),
    )
}

/// `a ** b`, which Rust reads as `a * (*b)`.
pub(super) fn power(binary: &syn::ExprBinary) -> Option<&syn::Expr> {
    let (syn::BinOp::Mul(star), syn::Expr::Unary(right)) = (&binary.op, &*binary.right) else {
        return None;
    };
    let syn::UnOp::Deref(deref) = &right.op else {
        return None;
    };
    let (end, start) = (star.spans[0].end(), deref.spans[0].start());
    // Tokens without a place all stand at the same one.
    let placed = star.spans[0].start() != end;
    (placed && (end.line, end.column) == (start.line, start.column)).then_some(&*right.expr)
}

/// What to write for `a ** b`.
pub(super) fn power_help(left: &syn::Expr, right: &syn::Expr) -> String {
    let left = foreign::short(&left.to_token_stream()).and_then(|t| syn::parse_str(&t).ok());
    let left = left.as_ref().map_or_else(|| "x".to_owned(), postfix);
    let right = foreign::short(&right.to_token_stream()).unwrap_or_else(|| "2".to_owned());
    format!("write `{left}.pow({right})`")
}

/// What to write for `x as f32`.
pub(super) fn cast_help(cast: &syn::ExprCast) -> String {
    let to = source_text(&cast.ty.to_token_stream());
    let text = foreign::short(&cast.expr.to_token_stream()).and_then(|t| syn::parse_str(&t).ok());
    let tensor = text.as_ref().map_or_else(String::new, postfix);
    match crate::syntax::dtype_names()
        .iter()
        .find(|name| **name == to)
    {
        Some(_) => format!("write `{tensor}.astype({to})`"),
        None => format!("a host number of its only element is `{tensor}.item() as {to}`"),
    }
}

/// The text of the list that several arguments were to be: `x.reshape(2, 3)` becomes `x.reshape((2, 3))`.
pub(super) fn too_many_help(op: &OpInfo, name: &proc_macro2::Ident, expr: &syn::Expr) -> String {
    let (receiver, args): (Option<&syn::Expr>, Vec<&syn::Expr>) = match expr {
        syn::Expr::MethodCall(call) => (Some(&call.receiver), call.args.iter().collect()),
        syn::Expr::Call(call) if op.is_method() => {
            (call.args.first(), call.args.iter().skip(1).collect())
        }
        syn::Expr::Call(call) => (None, call.args.iter().collect()),
        _ => return "leave it out".to_owned(),
    };
    let texts: Option<Vec<String>> = args
        .iter()
        .map(|arg| foreign::short(&arg.to_token_stream()))
        .collect();
    let receiver = receiver.and_then(|x| {
        let text = foreign::short(&x.to_token_stream())?;
        syn::parse_str::<syn::Expr>(&text).ok().map(|x| postfix(&x))
    });
    let plain = args.iter().all(|arg| !matches!(arg, syn::Expr::Assign(_)));
    let Some(texts) = texts.filter(|_| plain) else {
        return "leave it out".to_owned();
    };
    let dot = receiver.map_or_else(String::new, |x| format!("{x}."));
    let takes_list = op
        .params
        .get(usize::from(op.is_method()))
        .is_some_and(|param| {
            matches!(
                param.kind,
                Kind::Shape | Kind::Ints | Kind::Axes | Kind::OptInts | Kind::Tensors
            )
        });
    match texts.as_slice() {
        [a, b] if op.name == "transpose" && name == "transpose" => {
            format!("two axes are exchanged by `{dot}swapaxes({a}, {b})`")
        }
        _ if takes_list => format!("write `{dot}{}(({}))`", op.name, texts.join(", ")),
        _ => "leave it out".to_owned(),
    }
}

/// The axes that can go from a tensor: those of size 1, or the first where none is known to be.
pub(super) fn axes_of_one(x: Option<&Arg>) -> String {
    let dims = match x {
        Some(Arg::Tensor(node)) => match &node.ty {
            Ty::Tensor(x) => x.shape.dims(),
            _ => None,
        },
        _ => None,
    };
    let ones: Vec<String> = dims
        .unwrap_or_default()
        .iter()
        .enumerate()
        .filter(|(_, dim)| dim.equals(&Dim::size(1)) == Some(true))
        .map(|(axis, _)| axis.to_string())
        .collect();
    match ones.as_slice() {
        [] => "0".to_owned(),
        [one] => one.clone(),
        several => format!("({})", several.join(", ")),
    }
}

/// What to write for an argument that is missing, of a tensor whose axes `ones` have size 1.
pub(super) fn missing_help(op: &OpInfo, param: &Param, ones: &str, expr: &syn::Expr) -> String {
    let sample = match (op.name, param.kind) {
        ("squeeze", _) => ones,
        (_, Kind::Seed) => "1",
        (_, Kind::Num) => "0.0",
        (_, Kind::Axis) => "1",
        (_, Kind::Ints) => "-1",
        _ => return format!("give it: `{} = …`", param.name),
    };
    let whole = foreign::short(&expr.to_token_stream());
    match whole.as_deref().and_then(|text| text.strip_suffix(')')) {
        Some(open) if open.ends_with('(') => format!("write `{open}{} = {sample})`", param.name),
        Some(open) => format!("write `{open}, {} = {sample})`", param.name),
        None => format!("give it: `{} = {sample}`", param.name),
    }
}

/// What to write where no element type stands: mostly the second size of `zeros(2, 3)`.
pub(super) fn no_dtype_help(op: &OpInfo, value: &syn::Expr) -> String {
    let size = matches!(value, syn::Expr::Lit(lit) if matches!(lit.lit, syn::Lit::Int(_)));
    let shape = op.params.first().is_some_and(|p| p.kind == Kind::Shape);
    if size && shape {
        let value = if op.name == "full" { ", 1.0" } else { "" };
        format!("sizes are one list, as in `{}((2, 3){value})`", op.name)
    } else {
        "write `f32`".to_owned()
    }
}

/// What to write where a number of another kind stands.
pub(super) fn number_help(param: &Param, value: &syn::Expr, kinds: &[Host]) -> String {
    let text = source_text(&value.to_token_stream());
    match (kinds, text.as_str()) {
        ([Host::Bool], "1") => format!("write `{} = true`", param.name),
        ([Host::Bool], "0") => format!("write `{} = false`", param.name),
        ([Host::Bool], _) => "write `true` or `false`".to_owned(),
        ([Host::Int], text) => {
            // Written as a fraction, meant as a position: `1.0`.
            let whole = text.strip_suffix(".0").filter(|t| t.parse::<i64>().is_ok());
            match (param.kind, whole) {
                (_, Some(whole)) => format!("write `{whole}`"),
                (Kind::Axes | Kind::Axis | Kind::OptAxis | Kind::Ints | Kind::OptInts, _) => {
                    "axes are numbers, the first is `0` and the last `-1`".to_owned()
                }
                _ => "write an integer".to_owned(),
            }
        }
        _ => "write a number".to_owned(),
    }
}

/// What to write where a host value stands for a tensor.
pub(super) fn no_tensor_help(tokens: &TokenStream) -> String {
    let parsed = syn::parse2::<syn::Expr>(tokens.clone());
    if let Ok(syn::Expr::Tuple(list)) = &parsed {
        let parts = source_text(&list.elems.to_token_stream());
        return format!("give one tensor, or join them first: `stack([{parts}])`");
    }
    match foreign::short(tokens) {
        Some(text) => format!("make a tensor of it: `full((), {text})`"),
        None => "make a tensor of it with `full((), value)`".to_owned(),
    }
}

/// What host code is that is no number by its form: a list, a text.
fn no_number(code: &syn::Expr) -> Option<&'static str> {
    Some(match code {
        syn::Expr::Paren(inner) => return no_number(&inner.expr),
        syn::Expr::Reference(inner) => return no_number(&inner.expr),
        syn::Expr::Array(_) | syn::Expr::Repeat(_) => "a list",
        syn::Expr::Tuple(_) => "a tuple",
        syn::Expr::Lit(lit) => match lit.lit {
            syn::Lit::Str(_) | syn::Lit::ByteStr(_) | syn::Lit::Char(_) => "a text",
            _ => return None,
        },
        syn::Expr::Macro(mac) => {
            let name = mac.mac.path.segments.last()?.ident.to_string();
            match name.as_str() {
                "vec" | "array" => "a list",
                "format" => "a text",
                _ => return None,
            }
        }
        _ => return None,
    })
}

/// The same of a parameter's type.
fn no_number_type(ty: &syn::Type) -> Option<&'static str> {
    match ty {
        syn::Type::Reference(inner) => no_number_type(&inner.elem),
        syn::Type::Slice(_) | syn::Type::Array(_) => Some("a list"),
        syn::Type::Path(path) => match path.path.segments.last()?.ident.to_string().as_str() {
            "str" | "String" => Some("a text"),
            "Vec" => Some("a list"),
            _ => None,
        },
        _ => None,
    }
}

/// A seed or a size below 0.
pub(super) fn negative(op: &OpInfo, param: &Param, code: &HostCode) -> Option<Diagnostic> {
    let size = matches!(param.kind, Kind::Seed | Kind::Size | Kind::OptSize);
    if !size || code.int().is_none_or(|n| n >= 0) {
        return None;
    }
    Some(
        Diagnostic::new(
            Code::E218,
            code.origin.tokens(),
            format!("`{}` of `{}` is not negative", param.name, op.name),
        )
        .help("write 0 or more"),
    )
}

/// Fewer or more names than values.
pub(super) fn pattern_help(value: &Ty, names: usize) -> String {
    match value {
        Ty::Tensor(_) if names == 2 => {
            "it is one tensor: take one name; positions come from `argmax`, `argmin` or `argsort`"
                .to_owned()
        }
        Ty::Tensor(_) => "it is one tensor: take one name".to_owned(),
        _ => "write as many names as there are values".to_owned(),
    }
}

/// A tensor where the host's value was declared.
pub(super) fn item_help(origin: &Origin) -> String {
    let x = postfix_text(origin.tokens()).unwrap_or_default();
    format!("read the element with `{x}.item()`, or declare `Scalar`")
}

/// A host value where a tensor was declared.
pub(super) fn host_result_help(tokens: &TokenStream) -> String {
    if let Ok(syn::Expr::Call(call)) = syn::parse2::<syn::Expr>(tokens.clone())
        && let syn::Expr::Path(function) = &*call.func
        && let Some(name) = function.path.get_ident()
    {
        let args: Vec<&syn::Expr> = call.args.iter().collect();
        if let Some(help) = foreign::word(&name.to_string(), &Spoken::function(&args)) {
            return help;
        }
    }
    if let Ok(syn::Expr::Call(call)) = syn::parse2::<syn::Expr>(tokens.clone())
        && let syn::Expr::Path(function) = &*call.func
        && let Some(op) = function
            .path
            .get_ident()
            .and_then(|name| OpInfo::find(&name.to_string()))
    {
        let required = op.params.iter().filter(|p| p.default == Default::Required);
        let arguments: Vec<&str> = required
            .map(|param| match param.kind {
                Kind::Tensors => "[x, y]",
                _ => param.name,
            })
            .collect();
        let sample = format!("{}({})", op.name, arguments.join(", "));
        return format!("the operation takes tensors, as in `{sample}`");
    }
    match foreign::short(tokens) {
        Some(text) => {
            format!("make a tensor of it, `full((), {text})`, or declare the host type")
        }
        None => "make a tensor of it with `full((), value)`, or declare the host type".to_owned(),
    }
}

fn strip_parens(expr: &syn::Expr) -> &syn::Expr {
    match expr {
        syn::Expr::Paren(inner) => strip_parens(&inner.expr),
        other => other,
    }
}

/// `stack(x, y)`, where one list belongs.
pub(super) fn tensors_apart(op: &OpInfo, args: &[&syn::Expr]) -> Option<Diagnostic> {
    let plain: Vec<&syn::Expr> = args
        .iter()
        .filter(|arg| !matches!(arg, syn::Expr::Assign(_)))
        .copied()
        .collect();
    let tensors = op.params.first().is_some_and(|p| p.kind == Kind::Tensors);
    let [first, second, ..] = plain.as_slice() else {
        return None;
    };
    let list = |expr: &syn::Expr| no_number(expr).is_some();
    let number = matches!(
        second,
        syn::Expr::Lit(_) | syn::Expr::Unary(_) | syn::Expr::Cast(_)
    );
    if !tensors || list(first) || number {
        return None;
    }
    let keywords = args
        .iter()
        .filter(|arg| matches!(arg, syn::Expr::Assign(_)));
    let texts: Option<Vec<String>> = plain
        .iter()
        .map(|arg| foreign::short(&arg.to_token_stream()))
        .collect();
    let keywords: Option<String> = keywords
        .map(|arg| foreign::short(&arg.to_token_stream()).map(|text| format!(", {text}")))
        .collect();
    let help = match (texts, keywords) {
        (Some(texts), Some(keywords)) => {
            format!(
                "write a list, `{}([{}]{keywords})`",
                op.name,
                texts.join(", ")
            )
        }
        _ => format!("write a list, `{}([a, b])`", op.name),
    };
    let name = op.params.first().map_or("tensors", |p| p.name);
    Some(
        Diagnostic::new(
            Code::E115,
            first,
            format!("`{name}` of `{}` is a list of tensors", op.name),
        )
        .help(help),
    )
}

/// A tensor in a call of a function of Rust's own: `f64::sqrt(x)`.
pub(super) fn standard_call(path: &syn::Path, args: &[&syn::Expr]) -> Option<Diagnostic> {
    let first = path.segments.first()?.ident.to_string();
    let standard = [
        "f16", "bf16", "f32", "f64", "i8", "i16", "i32", "i64", "isize", "u8", "u16", "u32", "u64",
        "usize", "bool", "std", "core", "alloc", "Vec", "Box", "String", "Some",
    ];
    if path.segments.len() < 2 || !standard.contains(&first.as_str()) {
        return None;
    }
    let last = path.segments.last()?.ident.to_string();
    let help = match OpInfo::find(&last) {
        Some(op) => format!("write `{}`", foreign::ours(op, &Spoken::function(args))),
        None => "take host values out of it first, by `.item()` or `.shape()`".to_owned(),
    };
    Some(
        Diagnostic::new(
            Code::E104,
            path,
            format!(
                "a tensor in a call of `{}`, which is the host's",
                source_text(&path.to_token_stream())
            ),
        )
        .help(help),
    )
}

/// `let (n, d) = x.shape();`: the sizes are a list, whose length no pattern of Rust's takes.
pub(super) fn sizes_pattern(pat: &syn::Pat, value: &syn::Expr) -> Option<Diagnostic> {
    let names: Vec<&syn::Pat> = match pat {
        syn::Pat::Tuple(tuple) => tuple.elems.iter().collect(),
        syn::Pat::Slice(slice) => slice.elems.iter().collect(),
        _ => return None,
    };
    let syn::Expr::MethodCall(call) = value else {
        return None;
    };
    if call.method != "shape" || !call.args.is_empty() {
        return None;
    }
    let x = postfix_text(&call.receiver.to_token_stream()).unwrap_or_else(|| "x".to_owned());
    let sizes: Vec<String> = (0..names.len())
        .map(|axis| format!("{x}.dim({axis})"))
        .collect();
    let names: Vec<String> = names
        .iter()
        .map(|name| source_text(&name.to_token_stream()))
        .collect();
    Some(
        Diagnostic::new(
            Code::E105,
            pat,
            "the sizes are a list, which no pattern takes apart",
        )
        .help(format!(
            "write `let ({}) = ({});`",
            names.join(", "),
            sizes.join(", ")
        )),
    )
}

/// A call without `::<…>`.
pub(super) fn without_types(call: &syn::ExprMethodCall) -> String {
    let plain = syn::ExprMethodCall {
        turbofish: None,
        ..call.clone()
    };
    match foreign::short(&plain.to_token_stream()) {
        Some(text) => format!("write `{text}`; element types are set with `.astype(f32)`"),
        None => "leave them out; element types are set with `.astype(f32)`".to_owned(),
    }
}

/// What to write for a loop over a tensor.
pub(super) fn loop_help(tensor: &syn::Expr) -> String {
    let bare = match tensor {
        syn::Expr::Reference(inner) => &inner.expr,
        other => other,
    };
    let x = postfix_text(&bare.to_token_stream()).unwrap_or_else(|| "x".to_owned());
    format!("loop over the positions `0..{x}.dim(0)`, and take `{x}[i]`")
}

/// What to write for a fraction or a truth value as a position.
pub(super) fn position_help(position: &syn::Expr) -> String {
    match postfix_text(&position.to_token_stream()) {
        Some(text) => format!("write an integer, or cast: `{text} as i64`"),
        None => "write an integer".to_owned(),
    }
}

/// What to write where one tensor stands for a list.
pub(super) fn no_list_help(op: &OpInfo, value: &syn::Expr) -> String {
    match foreign::short(&value.to_token_stream()) {
        Some(text) if foreign::is_postfix(value) => {
            format!("write a list, `{}([{text}])`", op.name)
        }
        _ => format!("write a list, `{}([a, b])`", op.name),
    }
}

/// Does an operation of this class take this element type, as far as it is known?
pub(super) fn takes(class: Class, elem: Elem) -> bool {
    let fits = match class {
        Class::Any => Some(true),
        Class::Numeric => elem.is_bool().map(|b| !b),
        Class::Float => elem.is_float(),
        Class::Int => elem.is_int(),
        Class::Bool => elem.is_bool(),
    };
    fits != Some(false)
}

/// The text of an expression, so that a method can follow.
pub(super) fn postfix(expr: &syn::Expr) -> String {
    let text = source_text(&expr.to_token_stream());
    if foreign::is_postfix(expr) {
        text
    } else {
        format!("({text})")
    }
}

/// A call with another axis.
pub(super) fn with_axis(whole: &Origin, axis: usize) -> Option<String> {
    let mut call: syn::ExprCall = syn::parse2(whole.tokens().clone()).ok()?;
    let axis: syn::Expr = syn::parse_str(&axis.to_string()).ok()?;
    let keyword = |arg: &syn::Expr| matches!(arg, syn::Expr::Assign(pair) if pair.left.to_token_stream().to_string() == "axis");
    if let Some(arg) = call.args.iter_mut().find(|arg| keyword(arg)) {
        *arg = syn::parse_quote!(axis = #axis);
    } else if let Some(arg) = call.args.iter_mut().nth(1) {
        *arg = axis;
    } else {
        call.args.push(syn::parse_quote!(axis = #axis));
    }
    let text = source_text(&call.to_token_stream());
    (text.chars().count() <= LONGEST).then_some(text)
}

/// The same of tokens, if they are short.
pub(super) fn postfix_text(tokens: &TokenStream) -> Option<String> {
    let text = foreign::short(tokens)?;
    syn::parse_str::<syn::Expr>(&text)
        .ok()
        .map(|expr| postfix(&expr))
}

/// A call that makes a tensor, with another element type.
pub(super) fn without_dtype(whole: &Origin, dtype: &str) -> String {
    let mut expr = match syn::parse2::<syn::Expr>(whole.tokens().clone()) {
        Ok(syn::Expr::Call(call)) => call,
        _ => return String::new(),
    };
    for arg in &mut expr.args {
        if let syn::Expr::Assign(pair) = arg
            && pair.left.to_token_stream().to_string() == "dtype"
            && let Ok(named) = syn::parse_str(dtype)
        {
            *pair.right = named;
        }
    }
    foreign::short(&expr.to_token_stream()).unwrap_or_default()
}

/// The parameter where a dimension stands first, and the axis; no name for the result.
fn place_of(function: &Function, symbol: usize) -> Option<(String, usize)> {
    let axis_in = |ty: &Type| match ty {
        Type::Tensor(tensor) => tensor
            .dims
            .as_ref()?
            .iter()
            .position(|dim| *dim == DimSpec::Named(symbol)),
        _ => None,
    };
    let params = function
        .params
        .iter()
        .find_map(|param| Some((param.name.clone(), axis_in(&param.ty)?)));
    params.or_else(|| Some((String::new(), axis_in(&function.result)?)))
}

/// The text of `whole` with `parts`, which stand somewhere in it, mended.
fn replaced(
    whole: &TokenStream,
    parts: &[&TokenStream],
    mend: &impl Fn(&syn::Expr) -> String,
) -> Option<String> {
    struct Replacer<'m, M> {
        /// What is left to be replaced: text and place.
        parts: Vec<(String, (usize, usize))>,
        mend: &'m M,
    }
    impl<M: Fn(&syn::Expr) -> String> VisitMut for Replacer<'_, M> {
        fn visit_expr_mut(&mut self, expr: &mut syn::Expr) {
            let inner = match &*expr {
                syn::Expr::Paren(inner) => &inner.expr,
                other => other,
            };
            let tokens = inner.to_token_stream();
            let text = tokens.to_string();
            let part = self
                .parts
                .iter()
                .position(|(part, at)| Some(*at) == start(&tokens) && *part == text);
            if let Some(part) = part
                && let Ok(mended) = syn::parse_str::<syn::Expr>(&(self.mend)(inner))
            {
                *expr = mended;
                self.parts.swap_remove(part);
                return;
            }
            syn::visit_mut::visit_expr_mut(self, expr);
            // An argument stands without parentheses.
            let args = match expr {
                syn::Expr::Call(call) => &mut call.args,
                syn::Expr::MethodCall(call) => &mut call.args,
                _ => return,
            };
            for arg in args {
                if let syn::Expr::Paren(inner) = arg {
                    *arg = (*inner.expr).clone();
                }
            }
        }
    }
    let mut expr: syn::Expr = syn::parse2(whole.clone()).ok()?;
    let mut replacer = Replacer {
        parts: parts
            .iter()
            .map(|part| Some((part.to_string(), start(part)?)))
            .collect::<Option<_>>()?,
        mend,
    };
    replacer.visit_expr_mut(&mut expr);
    replacer
        .parts
        .is_empty()
        .then(|| source_text(&expr.to_token_stream()))
}

fn start(tokens: &TokenStream) -> Option<(usize, usize)> {
    let at = tokens.clone().into_iter().next()?.span().start();
    Some((at.line, at.column))
}

/// Every name that the function binds somewhere.
struct Bound(Vec<String>);

impl Bound {
    fn of(function: &Function) -> Bound {
        let params = function.params.iter().map(|p| p.name.clone());
        let dims = function.dims.iter().map(|d| d.name.clone());
        let mut bound = Bound(params.chain(dims).collect());
        bound.visit_signature(&function.item.sig);
        bound.visit_block(&function.item.block);
        bound
    }

    fn has(&self, name: &str) -> bool {
        self.0.iter().any(|bound| bound == name)
    }
}

impl<'a> Visit<'a> for Bound {
    fn visit_pat_ident(&mut self, pat: &'a syn::PatIdent) {
        self.0.push(pat.ident.unraw().to_string());
        syn::visit::visit_pat_ident(self, pat);
    }
    fn visit_item(&mut self, item: &'a syn::Item) {
        let mut words = Vec::new();
        idents(item.to_token_stream(), &mut words);
        self.0.extend(words);
    }
}

fn idents(tokens: TokenStream, out: &mut Vec<String>) {
    for token in tokens {
        match token {
            proc_macro2::TokenTree::Ident(ident) => out.push(ident.unraw().to_string()),
            proc_macro2::TokenTree::Group(group) => idents(group.stream(), out),
            _ => {}
        }
    }
}

/// Looks for what no Rust program has.
struct Scan {
    bound: Bound,
    found: Vec<Diagnostic>,
}

impl Scan {
    fn call(&mut self, call: &syn::ExprCall) {
        let syn::Expr::Path(function) = &*call.func else {
            return;
        };
        if let Some((library, _)) = foreign::library(&function.path) {
            if foreign::is_python(&library)
                && !self.bound.has(&library)
                && let Some(diagnostic) = library_call(call)
            {
                self.found.push(diagnostic);
            }
            return;
        }
        let Some(ident) = function.path.get_ident() else {
            return;
        };
        let name = ident.unraw().to_string();
        let derivative = crate::syntax::derivative::word(&name).is_some();
        if self.bound.has(&name) || call.args.is_empty() || derivative {
            return;
        }
        let args: Vec<&syn::Expr> = call.args.iter().collect();
        let spoken = Spoken::function(&args);
        let text = |arg: &&syn::Expr| matches!(arg, syn::Expr::Lit(lit) if matches!(lit.lit, syn::Lit::Str(_)));
        let help = match args.first().is_some_and(text) && name == "float" {
            // `float("inf")`
            true => Some("write `f64::INFINITY`, `f64::NEG_INFINITY` or `f64::NAN`".to_owned()),
            false => foreign::builtin(&name, &spoken),
        };
        if let Some(help) = help {
            // In the head of a loop it is told of there.
            self.found.push(
                Diagnostic::new(
                    Code::E110,
                    ident,
                    format!("no operation is called `{name}`"),
                )
                .help(help),
            );
            return;
        }
        match OpInfo::find(&name) {
            Some(op)
                if op.params.first().is_some_and(|p| p.kind == Kind::Tensors)
                    && matches!(args.first(), Some(syn::Expr::Array(list)) if list.elems.is_empty()) =>
            {
                self.found.push(
                    Diagnostic::new(
                        Code::E218,
                        &call.args,
                        format!("`{}` of no tensors", op.name),
                    )
                    .help("give at least one tensor"),
                );
            }
            // Of numbers that are written out: no function of the user's has a reason to be called so.
            Some(op)
                if (op.is_method()
                    || op.params.first().is_some_and(|p| p.kind == Kind::Tensors))
                    && args.iter().all(|arg| is_literal(arg)) =>
            {
                let param = op.params.first().map_or("x", |p| p.name);
                let (what, help) = match args.first() {
                    Some(list @ (syn::Expr::Array(_) | syn::Expr::Tuple(_))) => (
                        source_text(&list.to_token_stream()),
                        "a tensor of given elements comes in as a parameter; one of equal elements is `full((2, 3), 1.0)`".to_owned(),
                    ),
                    Some(number) => {
                        let text = source_text(&number.to_token_stream());
                        let help = format!(
                            "make a tensor of it, `full((), {text})`, or call the method of Rust's numbers"
                        );
                        (text, help)
                    }
                    None => return,
                };
                self.found.push(
                    Diagnostic::new(
                        Code::E115,
                        &call.args,
                        format!("`{param}` of `{name}` is a tensor"),
                    )
                    .fact(format!("`{what}` is a host value"))
                    .help(help),
                );
            }
            Some(_) => {}
            None if foreign::word(&name, &spoken).is_some()
                && args.iter().any(|arg| {
                    matches!(arg, syn::Expr::Array(_) | syn::Expr::Tuple(_)) || self.keyword(arg)
                }) =>
            {
                self.found.push(
                    Diagnostic::new(
                        Code::E110,
                        ident,
                        format!("no operation is called `{name}`"),
                    )
                    .help(foreign::function(&name, &spoken)),
                );
            }
            None => {
                for arg in args {
                    let syn::Expr::Assign(pair) = arg else {
                        continue;
                    };
                    if !self.keyword(arg) {
                        continue;
                    }
                    let word = source_text(&pair.left.to_token_stream());
                    self.found.push(
                        Diagnostic::new(
                            Code::E112,
                            arg,
                            format!("a keyword argument `{word}` in a call of a function"),
                        )
                        .help("functions take their arguments by position"),
                    );
                }
            }
        }
    }

    /// A name of nothing, as an operand or a receiver, where no function stands.
    fn variable(&mut self, expr: &syn::Expr) {
        let syn::Expr::Path(path) = expr else { return };
        let Some(ident) = path.path.get_ident() else {
            return;
        };
        let name = ident.unraw().to_string();
        // Constants and statics of the module are in capitals.
        let local = name.chars().all(|c| !c.is_uppercase()) && name != "self";
        if !local || self.bound.has(&name) || foreign::value(&path.path).is_some() {
            return;
        }
        let names = self.bound.0.iter().map(String::as_str);
        let near = nearest_by(
            &name,
            names.filter(|n| n.chars().count() > 1 || name.chars().count() > 1),
        );
        let help = match near {
            Some((_, near)) => format!("write `{near}`"),
            None => "a variable is a parameter, or bound by `let`".to_owned(),
        };
        self.found.push(
            Diagnostic::new(Code::E110, ident, format!("no variable is called `{name}`"))
                .help(help),
        );
    }

    /// `word = …` of a word that is no variable.
    fn keyword(&self, arg: &syn::Expr) -> bool {
        let syn::Expr::Assign(pair) = arg else {
            return false;
        };
        matches!(&*pair.left, syn::Expr::Path(path)
            if path.path.get_ident().is_some_and(|ident| !self.bound.has(&ident.unraw().to_string())))
    }
}

fn is_literal(expr: &syn::Expr) -> bool {
    match expr {
        syn::Expr::Lit(_) => true,
        syn::Expr::Unary(unary) => is_literal(&unary.expr),
        syn::Expr::Reference(inner) => is_literal(&inner.expr),
        syn::Expr::Array(list) => list.elems.iter().all(is_literal),
        syn::Expr::Tuple(list) => list.elems.iter().all(is_literal),
        _ => false,
    }
}

impl<'a> Visit<'a> for Scan {
    fn visit_item(&mut self, _: &'a syn::Item) {}

    fn visit_expr_call(&mut self, call: &'a syn::ExprCall) {
        self.call(call);
        for arg in &call.args {
            self.visit_expr(arg);
        }
        // A path that was called is told of as a call.
        if !matches!(&*call.func, syn::Expr::Path(_)) {
            self.visit_expr(&call.func);
        }
    }

    fn visit_expr_for_loop(&mut self, each: &'a syn::ExprForLoop) {
        // Python's `range`.
        if let syn::Expr::Call(call) = &*each.expr
            && matches!(&*call.func, syn::Expr::Path(path) if path.path.is_ident("range"))
            && !self.bound.has("range")
        {
            let ends: Vec<String> = call
                .args
                .iter()
                .map(|arg| source_text(&arg.to_token_stream()))
                .collect();
            let ours = match ends.as_slice() {
                [end] => format!("0..{end}"),
                [start, end] => format!("{start}..{end}"),
                [start, end, step] => format!("({start}..{end}).step_by({step})"),
                _ => "0..3".to_owned(),
            };
            self.found.push(
                Diagnostic::new(Code::E110, &call.func, "no operation is called `range`")
                    .help(format!("write `{ours}`")),
            );
        }
        syn::visit::visit_expr_for_loop(self, each);
    }

    fn visit_expr_binary(&mut self, binary: &'a syn::ExprBinary) {
        if let Some(right) = power(binary) {
            // Of tensors it was told already, at the same place.
            let (x, n) = (
                source_text(&binary.left.to_token_stream()),
                source_text(&right.to_token_stream()),
            );
            let help = match right {
                syn::Expr::Lit(lit) if matches!(lit.lit, syn::Lit::Int(_)) => {
                    format!("of floats it is `{x}.powi({n})`, of ints `{x}.pow({n})`")
                }
                _ => format!("write `{x}.powf({n})`"),
            };
            self.found
                .push(Diagnostic::new(Code::E110, binary.op, "no operation `**`").help(help));
        }
        self.variable(&binary.left);
        self.variable(&binary.right);
        syn::visit::visit_expr_binary(self, binary);
    }

    fn visit_expr_method_call(&mut self, call: &'a syn::ExprMethodCall) {
        self.variable(&call.receiver);
        syn::visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_assign(&mut self, pair: &'a syn::ExprAssign) {
        // A keyword is no value: `nan = 0.0` of `nan_to_num`.
        if !matches!(&*pair.left, syn::Expr::Path(path) if path.path.get_ident().is_some()) {
            self.visit_expr(&pair.left);
        }
        self.visit_expr(&pair.right);
    }

    fn visit_expr_path(&mut self, path: &'a syn::ExprPath) {
        let free = path
            .path
            .segments
            .first()
            .is_some_and(|first| !self.bound.has(&first.ident.unraw().to_string()));
        if free && let Some((name, help)) = foreign::value(&path.path) {
            self.found.push(
                Diagnostic::new(Code::E110, path, format!("no value is called `{name}`"))
                    .help(help),
            );
        }
    }
}

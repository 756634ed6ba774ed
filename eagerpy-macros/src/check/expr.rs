//! Expressions: what is a tensor's, and what is the host's.

use quote::ToTokens;
use syn::ext::IdentExt;

use eagerpy_runtime::ops::{Family, OpInfo, TABLE};

use super::hir::{Arg, CallArg, HostCode, Node, NodeKind};
use super::host::QUERIES;
use super::ty::Ty;
use super::{Binding, Checker};
use crate::diag::{Code, Diagnostic, nearest::nearest};
use crate::origin::Origin;

impl Checker<'_> {
    /// Types an expression.
    pub(super) fn expr(&mut self, expr: &syn::Expr) -> Node {
        match expr {
            syn::Expr::Paren(inner) => self.expr(&inner.expr),
            syn::Expr::Group(inner) => self.expr(&inner.expr),
            syn::Expr::Path(path) => self.path(expr, path),
            syn::Expr::If(branch) if self.is_structured(expr) => self.branch(branch),
            syn::Expr::Block(block) if self.is_structured(expr) && block.label.is_none() => {
                let origin = Origin::of(expr);
                let (block, ty) = self.block(&block.block);
                let after = self.types();
                Node {
                    kind: NodeKind::Block { block, after },
                    ty,
                    origin,
                }
            }
            syn::Expr::ForLoop(each) if self.is_structured(expr) => self.for_loop(each),
            syn::Expr::Return(ret) => self.early_return(ret),
            // `let … else` and the like keep host code as it is.
            _ if !self.begins_with_tensor(expr) && !self.mentions_tensor(expr) => self.host(expr),
            syn::Expr::Reference(inner) if inner.mutability.is_none() => {
                let node = self.expr(&inner.expr);
                self.host_over(node, expr, |code| match code {
                    syn::Expr::Reference(whole) => Some(&mut whole.expr),
                    _ => None,
                })
            }
            syn::Expr::Unary(unary) => self.unary(expr, unary),
            syn::Expr::Binary(binary) => self.binary(expr, binary),
            syn::Expr::MethodCall(call) => self.method(expr, call),
            syn::Expr::Call(call) => self.call(expr, call),
            syn::Expr::Index(index) => self.getitem(expr, index),
            syn::Expr::Tuple(tuple) => {
                let parts: Vec<Node> = tuple.elems.iter().map(|e| self.expr(e)).collect();
                let ty = Ty::Tuple(parts.iter().map(|p| p.ty.clone()).collect());
                Node {
                    kind: NodeKind::Tuple(parts),
                    ty,
                    origin: Origin::of(expr),
                }
            }
            syn::Expr::Field(field) => self.field(expr, field),
            // Their ends are the host's.
            syn::Expr::Range(_) => self.host(expr),
            syn::Expr::Array(array) => {
                let told = self.diagnostics.mark();
                let host = array
                    .elems
                    .iter()
                    .all(|element| matches!(self.expr(element).ty, Ty::Host(_)));
                self.diagnostics.rewind(told);
                if host {
                    self.host(expr)
                } else {
                    self.unsupported(expr)
                }
            }
            // The macro writes the `?` of operations; one more does no harm.
            syn::Expr::Try(inner) => {
                let node = self.expr(&inner.expr);
                self.host_over(node, expr, |code| match code {
                    syn::Expr::Try(whole) => Some(&mut whole.expr),
                    _ => None,
                })
            }
            syn::Expr::Cast(cast) => {
                let node = self.expr(&cast.expr);
                match node.ty {
                    Ty::Tensor(_) | Ty::Opaque => {
                        let to = cast.ty.to_token_stream().to_string();
                        self.push(
                            Diagnostic::new(Code::E101, expr, "`as` on a tensor")
                                .help(format!("write `.astype({to})`")),
                        );
                        Node::poison(Origin::of(expr))
                    }
                    _ => self.host_over(node, expr, |code| match code {
                        syn::Expr::Cast(whole) => Some(&mut whole.expr),
                        _ => None,
                    }),
                }
            }
            other => self.unsupported(other),
        }
    }

    /// Must the compiler look into this statement-like expression, or is it the host's alone?
    pub(super) fn is_structured(&self, expr: &syn::Expr) -> bool {
        self.mentions_tensor(expr) || super::host::returns(expr)
    }

    /// A host expression.
    pub(super) fn host(&mut self, expr: &syn::Expr) -> Node {
        let code = self.host_code(expr);
        let ty = Ty::Host(code.ty);
        Node {
            origin: code.origin.clone(),
            kind: NodeKind::Host(code),
            ty,
        }
    }

    /// Host code around a part that was read before; any other value is as it is. `part` finds the part's place.
    pub(super) fn host_over(
        &mut self,
        node: Node,
        expr: &syn::Expr,
        part: fn(&mut syn::Expr) -> Option<&mut Box<syn::Expr>>,
    ) -> Node {
        if !matches!(node.ty, Ty::Host(_)) {
            return node;
        }
        let NodeKind::Host(code) = node.kind else {
            return self.host(expr);
        };
        let mut asked = expr.clone();
        if let Some(place) = part(&mut asked) {
            put(place, code.expr);
        }
        self.host_of(expr, asked, code.holes)
    }

    fn host_of(
        &mut self,
        expr: &syn::Expr,
        asked: syn::Expr,
        holes: Vec<std::rc::Rc<super::hir::Hole>>,
    ) -> Node {
        let code = self.host_code_of(expr, asked, holes);
        let ty = Ty::Host(code.ty);
        Node {
            origin: code.origin.clone(),
            kind: NodeKind::Host(code),
            ty,
        }
    }

    fn unsupported(&mut self, expr: &syn::Expr) -> Node {
        let (what, help) = match expr {
            syn::Expr::While(_) => ("`while`", "use `for` over a host range"),
            syn::Expr::Loop(_) => ("`loop`", "use `for` over a host range"),
            syn::Expr::Match(_) => ("`match`", "use `if` and `else`"),
            syn::Expr::Break(_) => ("`break`", "use `if` and `else` in the loop, or `return`"),
            syn::Expr::Continue(_) => ("`continue`", "use `if` and `else` in the loop"),
            syn::Expr::Closure(_) => (
                "a closure",
                "write it as an agnostic function, and call that",
            ),
            syn::Expr::Macro(_) => (
                "a macro",
                "take host values out of the tensors first: `x.item()`, `x.dim(0)`",
            ),
            syn::Expr::Array(_) => (
                "a list",
                "lists stand in `stack([a, b])` and `concatenate([a, b])`; elsewhere use a tuple",
            ),
            syn::Expr::Struct(_) => ("a struct", "use a tuple"),
            syn::Expr::Unsafe(_) => ("`unsafe`", "do it outside of the agnostic function"),
            syn::Expr::Let(_) => (
                "`if let`",
                "compare host values with `==`, or decide outside",
            ),
            syn::Expr::Assign(_) => (
                "an assignment as a value",
                "assign in a statement of its own",
            ),
            syn::Expr::Block(_) => ("a labelled block", "use a block without label"),
            _ => ("this", "write it with operations of the vocabulary"),
        };
        self.push(
            Diagnostic::new(
                Code::E101,
                expr,
                format!("{what} with tensors in it is not supported"),
            )
            .help(help),
        );
        Node::poison(Origin::of(expr))
    }

    fn path(&mut self, expr: &syn::Expr, path: &syn::ExprPath) -> Node {
        let origin = Origin::of(expr);
        if let Some(ident) = path.path.get_ident()
            && let Some(Binding::Tensor(var)) = self.lookup(&ident.unraw().to_string())
        {
            let var = *var;
            let ty = self.vars.get(var).map_or(Ty::Poison, |v| v.ty.clone());
            return Node {
                kind: NodeKind::Var(var),
                ty,
                origin,
            };
        }
        self.host(expr)
    }

    fn field(&mut self, expr: &syn::Expr, field: &syn::ExprField) -> Node {
        let base = self.expr(&field.base);
        let origin = Origin::of(expr);
        match (&base.ty, &field.member) {
            (Ty::Poison, _) => Node::poison(origin),
            (Ty::Tuple(parts), syn::Member::Unnamed(index)) => {
                let place = index.index as usize;
                match parts.get(place).cloned() {
                    Some(ty) => Node {
                        kind: NodeKind::Part(Box::new(base), place),
                        ty,
                        origin,
                    },
                    None => {
                        let count = parts.len();
                        self.push(
                            Diagnostic::new(
                                Code::E105,
                                &field.member,
                                format!("a tuple of {count} has no part {place}"),
                            )
                            .help(format!("its parts are 0 to {}", count.saturating_sub(1))),
                        );
                        Node::poison(origin)
                    }
                }
            }
            _ => {
                let name = field.member.to_token_stream().to_string();
                let help = match name.as_str() {
                    "T" => "write `.transpose()`".to_owned(),
                    "shape" | "ndim" => format!("write `.{name}()`"),
                    "size" => "multiply the sizes of `.shape()`".to_owned(),
                    "dtype" => {
                        "the element type is part of the signature: `Tensor<f32>`".to_owned()
                    }
                    _ => "operations are methods: `x.sum()`".to_owned(),
                };
                self.push(
                    Diagnostic::new(
                        Code::E110,
                        &field.member,
                        format!("a tensor has no field `{name}`"),
                    )
                    .help(help),
                );
                Node::poison(origin)
            }
        }
    }

    fn unary(&mut self, expr: &syn::Expr, unary: &syn::ExprUnary) -> Node {
        let operand = self.expr(&unary.expr);
        if matches!(operand.ty, Ty::Host(_)) {
            return self.host_over(operand, expr, |code| match code {
                syn::Expr::Unary(whole) => Some(&mut whole.expr),
                _ => None,
            });
        }
        match unary.op {
            syn::UnOp::Deref(_) => operand,
            syn::UnOp::Neg(_) => self.operator("negative", vec![operand], expr, &unary.op),
            syn::UnOp::Not(_) => self.operator("logical_not", vec![operand], expr, &unary.op),
            _ => self.unsupported(expr),
        }
    }

    fn binary(&mut self, expr: &syn::Expr, binary: &syn::ExprBinary) -> Node {
        let left = self.expr(&binary.left);
        let right = self.expr(&binary.right);
        if !left.ty.has_tensor() && !right.ty.has_tensor() {
            if left.ty == Ty::Poison || right.ty == Ty::Poison {
                return Node::poison(Origin::of(expr));
            }
            // Host values, with questions to tensors in them.
            let mut asked = binary.clone();
            return match (left.kind, right.kind) {
                (NodeKind::Host(left), NodeKind::Host(right)) => {
                    put(&mut asked.left, left.expr);
                    put(&mut asked.right, right.expr);
                    self.host_of(
                        expr,
                        syn::Expr::Binary(asked),
                        [left.holes, right.holes].concat(),
                    )
                }
                _ => self.host(expr),
            };
        }
        let Some(name) = operator_name(&binary.op) else {
            let help = match &binary.op {
                syn::BinOp::And(_) => "masks are combined with `&`",
                syn::BinOp::Or(_) => "masks are combined with `|`",
                _ => "use operations of the vocabulary",
            };
            let sign = binary.op.to_token_stream().to_string();
            self.push(
                Diagnostic::new(
                    Code::E110,
                    binary.op,
                    format!("no operation `{sign}` of tensors"),
                )
                .help(help),
            );
            return Node::poison(Origin::of(expr));
        };
        self.operator(name, vec![left, right], expr, &binary.op)
    }

    /// An operator, as the operation that it stands for.
    pub(super) fn operator(
        &mut self,
        name: &str,
        operands: Vec<Node>,
        expr: &syn::Expr,
        sign: &impl ToTokens,
    ) -> Node {
        let origin = Origin::of(expr);
        let Some(op) = OpInfo::find(name) else {
            return Node::poison(origin);
        };
        if operands
            .iter()
            .any(|o| matches!(o.ty, Ty::Poison | Ty::Never))
        {
            return Node::poison(origin);
        }
        let mut args = Vec::new();
        for operand in operands {
            match self.operand(operand) {
                Some(arg) => args.push(arg),
                None => return Node::poison(origin),
            }
        }
        self.typed_op(op, args, origin, &sign.to_token_stream())
    }

    /// A tensor or a host number, as an argument.
    pub(super) fn operand(&mut self, node: Node) -> Option<Arg> {
        match node.ty {
            Ty::Tensor(_) | Ty::Opaque => Some(Arg::Tensor(node)),
            Ty::Host(_) => match node.kind {
                NodeKind::Host(code) => Some(Arg::Host(code)),
                _ => {
                    self.push(
                        Diagnostic::new(Code::E115, node.origin.tokens(), "a block as an operand")
                            .help("bind it with `let` first"),
                    );
                    None
                }
            },
            Ty::Tuple(_) => {
                self.push(
                    Diagnostic::new(
                        Code::E115,
                        node.origin.tokens(),
                        "a tuple where one tensor belongs",
                    )
                    .help("take it apart: `let (a, b) = …;`"),
                );
                None
            }
            Ty::Never | Ty::Poison => None,
        }
    }

    fn method(&mut self, expr: &syn::Expr, call: &syn::ExprMethodCall) -> Node {
        let name = call.method.unraw().to_string();
        if QUERIES.contains(&name.as_str()) {
            return self.host(expr);
        }
        let receiver = self.expr(&call.receiver);
        match &receiver.ty {
            Ty::Poison => {
                // Mistakes in the arguments are told all the same.
                for arg in call
                    .args
                    .iter()
                    .filter(|a| !matches!(a, syn::Expr::Assign(_)))
                {
                    if self.mentions_tensor(arg) {
                        let _ = self.expr(arg);
                    }
                }
                Node::poison(Origin::of(expr))
            }
            Ty::Tensor(_) | Ty::Opaque => {
                if name == "clone" && call.args.is_empty() {
                    return receiver;
                }
                match OpInfo::find(&name) {
                    Some(op) if op.is_method() => {
                        let args: Vec<&syn::Expr> = call.args.iter().collect();
                        self.op_call(op, Some(receiver), &args, expr, &call.method)
                    }
                    Some(op) => {
                        self.push(
                            Diagnostic::new(
                                Code::E110,
                                &call.method,
                                format!("`{name}` is a function, not a method"),
                            )
                            .help(format!("write `{}(…)`", op.name)),
                        );
                        Node::poison(Origin::of(expr))
                    }
                    None => {
                        self.unknown_op(&call.method, &name, true);
                        Node::poison(Origin::of(expr))
                    }
                }
            }
            Ty::Tuple(_) => {
                self.push(
                    Diagnostic::new(Code::E115, &call.receiver, format!("`{name}` of a tuple"))
                        .help("take it apart: `let (a, b) = …;`"),
                );
                Node::poison(Origin::of(expr))
            }
            Ty::Host(_) => self.host_over(receiver, expr, |code| match code {
                syn::Expr::MethodCall(whole) => Some(&mut whole.receiver),
                _ => None,
            }),
            Ty::Never => self.host(expr),
        }
    }

    /// The name of an operation that does not exist.
    pub(super) fn unknown_op(&mut self, at: &proc_macro2::Ident, name: &str, method: bool) {
        let names = TABLE
            .iter()
            .filter(|op| op.is_method() == method || !method)
            .flat_map(|op| std::iter::once(op.name).chain(op.aliases.iter().copied()));
        let mut diagnostic =
            Diagnostic::new(Code::E110, at, format!("no operation is called `{name}`"));
        diagnostic = match foreign(name) {
            Some(help) => diagnostic.help(help),
            None => match nearest(name, names) {
                Some(near) => diagnostic.help(format!("`{near}` is the nearest name")),
                None => diagnostic.help("the vocabulary is documented at `eagerpy::Tensor`"),
            },
        };
        self.push(diagnostic);
    }

    fn call(&mut self, expr: &syn::Expr, call: &syn::ExprCall) -> Node {
        let origin = Origin::of(expr);
        let syn::Expr::Path(function) = &*call.func else {
            return self.unsupported(expr);
        };
        let args: Vec<&syn::Expr> = call.args.iter().collect();
        if let Some(ident) = function.path.get_ident() {
            let name = ident.unraw().to_string();
            if let Some(Binding::Tensor(var)) = self.lookup(&name) {
                if self.vars.get(*var).is_some_and(|var| var.ty != Ty::Poison) {
                    self.push(
                        Diagnostic::new(
                            Code::E110,
                            ident,
                            format!("`{name}` is a tensor, not a function"),
                        )
                        .help(format!("a position of it is `{name}[i]`")),
                    );
                }
                return Node::poison(origin);
            }
            if self.lookup(&name).is_none()
                && let Some(op) = OpInfo::find(&name)
                && self.means_op(op, &args)
            {
                return self.op_call(op, None, &args, expr, ident);
            }
        }
        // No function takes a keyword or a list of tensors: another library's word for an operation does.
        if let Some(ident) = function.path.get_ident()
            && let word = ident.unraw().to_string()
            && foreign(&word).is_some()
            && args
                .iter()
                .any(|arg| matches!(arg, syn::Expr::Assign(_) | syn::Expr::Array(_)))
        {
            self.unknown_op(ident, &word, false);
            return Node::poison(origin);
        }
        // Another agnostic function.
        let mut out = Vec::new();
        let mut good = true;
        for arg in &args {
            if let syn::Expr::Assign(pair) = arg {
                let name = pair.left.to_token_stream().to_string();
                let mut diagnostic = Diagnostic::new(
                    Code::E112,
                    arg,
                    format!("a keyword argument `{name}` in a call of a function"),
                );
                if let Some(ident) = function.path.get_ident() {
                    let word = ident.to_string();
                    let names = TABLE.iter().map(|op| op.name);
                    diagnostic = match foreign(&word).or_else(|| {
                        nearest(&word, names)
                            .map(|near| format!("did you mean the operation `{near}`?"))
                    }) {
                        Some(help) => diagnostic.help(help),
                        None => diagnostic.help("functions take their arguments by position"),
                    };
                } else {
                    diagnostic = diagnostic.help("functions take their arguments by position");
                }
                self.push(diagnostic);
                good = false;
                continue;
            }
            let node = self.expr(arg);
            match node.ty {
                Ty::Tensor(_) | Ty::Opaque => out.push(CallArg::Tensor(node)),
                Ty::Host(_) => match node.kind {
                    NodeKind::Host(code) => out.push(CallArg::Host(code)),
                    _ => {
                        self.push(
                            Diagnostic::new(Code::E115, arg, "a block as an argument")
                                .help("bind it with `let` first"),
                        );
                        good = false;
                    }
                },
                Ty::Tuple(_) => {
                    self.push(
                        Diagnostic::new(Code::E115, arg, "a tuple of tensors as an argument")
                            .help("pass the tensors as arguments of their own"),
                    );
                    good = false;
                }
                Ty::Never | Ty::Poison => good = false,
            }
        }
        if !good {
            return Node::poison(origin);
        }
        if !out.iter().any(|arg| matches!(arg, CallArg::Tensor(_))) {
            // A host function, with questions to tensors as arguments: `usize::max(x.dim(0), 2)`.
            let mut asked = call.clone();
            let mut holes = Vec::new();
            for (place, arg) in asked.args.iter_mut().zip(out) {
                if let CallArg::Host(code) = arg {
                    put(place, code.expr);
                    holes.extend(code.holes);
                }
            }
            return self.host_of(expr, syn::Expr::Call(asked), holes);
        }
        Node {
            kind: NodeKind::Call {
                path: function.path.clone(),
                args: out,
            },
            ty: Ty::Opaque,
            origin,
        }
    }

    /// Is this call one of the vocabulary's, or of a host function of the same name?
    fn means_op(&self, op: &OpInfo, args: &[&syn::Expr]) -> bool {
        op.family == Family::Creation || args.iter().any(|a| self.mentions_tensor(a))
    }

    /// A host value; a tensor there is a mistake.
    pub(super) fn host_value(&mut self, expr: &syn::Expr) -> Option<HostCode> {
        self.host_or_told(
            expr,
            "a tensor where a host value belongs",
            "read its element with `.item()`",
        )
    }

    /// A host value; of a tensor there this is told.
    pub(super) fn host_or_told(
        &mut self,
        expr: &syn::Expr,
        title: &str,
        help: &str,
    ) -> Option<HostCode> {
        if !self.mentions_tensor(expr) {
            return Some(self.host_code(expr));
        }
        let node = self.expr(expr);
        match (node.ty, node.kind) {
            (Ty::Host(_), NodeKind::Host(code)) => Some(code),
            (Ty::Poison | Ty::Never, _) => None,
            (ty, _) => {
                let what = self.show().ty(&ty);
                self.push(
                    Diagnostic::new(Code::E214, expr, title)
                        .fact(format!("it is {what}"))
                        .help(help),
                );
                None
            }
        }
    }
}

/// Puts code in the place of a part, whose parentheses stay.
fn put(place: &mut syn::Expr, code: syn::Expr) {
    match place {
        syn::Expr::Paren(inner) => put(&mut inner.expr, code),
        syn::Expr::Group(inner) => put(&mut inner.expr, code),
        place => *place = code,
    }
}

/// The operation that an operator stands for.
pub fn operator_name(op: &syn::BinOp) -> Option<&'static str> {
    Some(match op {
        syn::BinOp::Add(_) | syn::BinOp::AddAssign(_) => "add",
        syn::BinOp::Sub(_) | syn::BinOp::SubAssign(_) => "subtract",
        syn::BinOp::Mul(_) | syn::BinOp::MulAssign(_) => "multiply",
        syn::BinOp::Div(_) | syn::BinOp::DivAssign(_) => "divide",
        syn::BinOp::Rem(_) | syn::BinOp::RemAssign(_) => "remainder",
        syn::BinOp::BitAnd(_) | syn::BinOp::BitAndAssign(_) => "logical_and",
        syn::BinOp::BitOr(_) | syn::BinOp::BitOrAssign(_) => "logical_or",
        syn::BinOp::BitXor(_) | syn::BinOp::BitXorAssign(_) => "logical_xor",
        syn::BinOp::Eq(_) => "equal",
        syn::BinOp::Ne(_) => "not_equal",
        syn::BinOp::Lt(_) => "less",
        syn::BinOp::Le(_) => "less_equal",
        syn::BinOp::Gt(_) => "greater",
        syn::BinOp::Ge(_) => "greater_equal",
        _ => return None,
    })
}

/// Spellings of other libraries, and ours.
pub fn foreign(name: &str) -> Option<String> {
    let ours = match name {
        "unsqueeze" => "expand_dims(axis = …)",
        "view" | "view_as" => "reshape((…))",
        "permute" => "transpose(axes = (…))",
        "t" => "transpose()",
        "cat" => "concatenate([…], axis = …)",
        "clamp_min" => "clip(min = …)",
        "clamp_max" => "clip(max = …)",
        "powf" | "powi" | "pow_scalar" => "pow(…)",
        "powi_scalar" => "pow(…)",
        "to_dtype" | "to_kind" | "to_type" | "to" | "float" | "double" | "int" | "long" => {
            "astype(f32)"
        }
        "mm" | "bmm" | "mv" => "matmul(…)",
        "gather" => "take_along_axis(index, axis = …)",
        "index_select" | "embedding" => "take(indices, axis = …)",
        "norm" => "l2(axis = …)",
        "where" | "where_cond" => "where_(mask, a, b)",
        "expand" | "expand_as" | "broadcast_as" => "broadcast_to((…))",
        "sqr" => "square()",
        "recip" => "reciprocal()",
        "abs_" => "abs()",
        "ln" => "log()",
        "ln_1p" => "log1p()",
        "exp_m1" => "expm1()",
        "mean_all" => "mean()",
        "sum_all" => "sum()",
        "sum_keepdim" => "sum(axis = …, keepdims = true)",
        "log_sum_exp" => "logsumexp(axis = …)",
        "is_nan" => "isnan()",
        "is_finite" => "isfinite()",
        "rand" => "uniform(shape, seed = …)",
        "randn" => "normal(shape, seed = …)",
        "narrow" => "x[s![start..end]]",
        "size" => "shape()",
        "cross_entropy_loss" => "crossentropy(labels).mean()",
        _ => return None,
    };
    Some(format!("here it is `{ours}`"))
}

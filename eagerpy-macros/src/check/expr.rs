//! Expressions: what is a tensor's, and what is the host's.

use quote::ToTokens;
use syn::ext::IdentExt;

use eagerpy_runtime::ops::{Family, OpInfo};

use super::hir::{Arg, HostCode, Node, NodeKind};
use super::host::QUERIES;
use super::ty::Ty;
use super::{Binding, Checker};
use crate::diag::foreign::{self, Spoken};
use crate::diag::{Code, Diagnostic};
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
                self.plain_block(block)
            }
            syn::Expr::Block(block) if self.is_structured(expr) => self.labelled(block),
            syn::Expr::ForLoop(each) if self.is_structured(expr) => self.for_loop(each),
            syn::Expr::While(each) if self.is_structured(expr) => self.while_loop(each),
            syn::Expr::Loop(each) if self.is_structured(expr) => self.endless(each),
            syn::Expr::Match(matching) if self.is_structured(expr) => self.matching(matching),
            syn::Expr::Break(jump) => self.jump_out(jump, expr),
            syn::Expr::Continue(jump) => self.jump_on(jump, expr),
            syn::Expr::Return(ret) => self.early_return(ret),
            syn::Expr::Macro(mac) if super::host::never_returns(&mac.mac) => self.leaving(expr),
            // Of host values alone: `Loss::Huber { delta: 0.5 }`.
            syn::Expr::Struct(literal) if self.is_ours(&literal.path) => {
                self.struct_literal(expr, literal)
            }
            // Beside another tuple they may be of tensors: `(None, vec![])`.
            syn::Expr::Tuple(tuple) if has_words(tuple) => self.tuple(expr, tuple),
            // `let … else` and the like keep host code as it is.
            _ if !self.begins_with_tensor(expr) && !self.mentions_tensor(expr) => self.host(expr),
            syn::Expr::Reference(inner) if inner.mutability.is_none() => self.borrowed(expr, inner),
            syn::Expr::Unary(unary) => self.unary(expr, unary),
            syn::Expr::Binary(binary) => self.binary(expr, binary),
            syn::Expr::MethodCall(call) => self.method(expr, call),
            syn::Expr::Call(call) => self.call(expr, call),
            syn::Expr::Index(index) => self.indexed(expr, index),
            syn::Expr::Tuple(tuple) => self.tuple(expr, tuple),
            syn::Expr::Field(field) => self.field(expr, field),
            syn::Expr::Macro(mac) => self.macro_call(expr, &mac.mac),
            // Their ends are the host's.
            syn::Expr::Range(_) => self.host(expr),
            syn::Expr::Array(array) => {
                let elements: Vec<&syn::Expr> = array.elems.iter().collect();
                self.list_of(expr, &elements)
            }
            syn::Expr::Struct(literal) => self.struct_literal(expr, literal),
            // The macro writes the `?` of operations; one more does no harm.
            syn::Expr::Try(inner) => self.tried(expr, inner),
            syn::Expr::Cast(cast) => self.cast(expr, cast),
            other => self.unsupported(other),
        }
    }

    // A part for each form: `expr` calls itself on every level of an expression, and room on the stack for all forms
    // at once would limit how deep one may be.

    fn plain_block(&mut self, block: &syn::ExprBlock) -> Node {
        let origin = Origin::of(block);
        let (block, ty) = self.block(&block.block);
        let after = self.types();
        Node {
            kind: NodeKind::Block { block, after },
            ty,
            origin,
        }
    }

    /// `panic!()` and the like.
    fn leaving(&mut self, expr: &syn::Expr) -> Node {
        Node {
            ty: Ty::Never,
            ..self.host(expr)
        }
    }

    fn borrowed(&mut self, expr: &syn::Expr, inner: &syn::ExprReference) -> Node {
        let node = self.expr(&inner.expr);
        self.host_over(node, expr, |code| match code {
            syn::Expr::Reference(whole) => Some(&mut whole.expr),
            _ => None,
        })
    }

    fn indexed(&mut self, expr: &syn::Expr, index: &syn::ExprIndex) -> Node {
        match self.list_named(&index.expr) {
            Some(list) => self.element(list, &index.index, Origin::of(expr)),
            None => self.getitem(expr, index),
        }
    }

    fn tuple(&mut self, expr: &syn::Expr, tuple: &syn::ExprTuple) -> Node {
        let parts: Vec<Node> = tuple.elems.iter().map(|e| self.expr(e)).collect();
        let ty = Ty::Tuple(parts.iter().map(|p| p.ty.clone()).collect());
        Node {
            kind: NodeKind::Tuple(parts),
            ty,
            origin: Origin::of(expr),
        }
    }

    fn tried(&mut self, expr: &syn::Expr, inner: &syn::ExprTry) -> Node {
        let node = self.expr(&inner.expr);
        if let Ty::Option(_) = node.ty {
            let what = self.show().ty(&node.ty);
            let of = super::advice::postfix_text(node.origin.tokens());
            let of = of.unwrap_or_else(|| "…".to_owned());
            self.push(
                Diagnostic::new(
                    Code::E101,
                    inner.question_token,
                    "`?` of an optional tensor",
                )
                .fact(format!("it is {what}"))
                .help(format!(
                    "look into it: `let Some(value) = {of} else {{ return … }};`"
                )),
            );
            return Node::poison(Origin::of(expr));
        }
        self.host_over(node, expr, |code| match code {
            syn::Expr::Try(whole) => Some(&mut whole.expr),
            _ => None,
        })
    }

    fn cast(&mut self, expr: &syn::Expr, cast: &syn::ExprCast) -> Node {
        let node = self.expr(&cast.expr);
        match node.ty {
            Ty::Tensor(_) | Ty::Opaque => {
                let help = super::advice::cast_help(cast);
                self.push(Diagnostic::new(Code::E101, expr, "`as` on a tensor").help(help));
                Node::poison(Origin::of(expr))
            }
            _ => self.host_over(node, expr, |code| match code {
                syn::Expr::Cast(whole) => Some(&mut whole.expr),
                _ => None,
            }),
        }
    }

    /// Must the compiler look into this statement-like expression, or is it the host's alone?
    pub(super) fn is_structured(&self, expr: &syn::Expr) -> bool {
        self.mentions_tensor(expr) || super::host::leaves(expr)
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
        let code = self.as_host(node);
        let mut asked = expr.clone();
        if let Some(place) = part(&mut asked) {
            put(place, *code.expr);
        }
        self.host_of(expr, asked, code.holes)
    }

    pub(super) fn host_of(
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
            syn::Expr::Closure(_) => (
                "a closure",
                "write it as an agnostic function, and call that",
            ),
            syn::Expr::Async(_) => ("`async`", "do it outside of the agnostic function"),
            syn::Expr::Unsafe(_) => ("`unsafe`", "do it outside of the agnostic function"),
            syn::Expr::Let(_) => (
                "`if let`",
                "compare host values with `==`, or decide outside",
            ),
            syn::Expr::Assign(_) => (
                "an assignment as a value",
                "assign in a statement of its own",
            ),
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
        if path.path.segments.len() > 1
            && let Some(variant) = self.unit_variant(&path.path, &origin)
        {
            return variant;
        }
        self.host(expr)
    }

    fn field(&mut self, expr: &syn::Expr, field: &syn::ExprField) -> Node {
        let base = self.expr(&field.base);
        let origin = Origin::of(expr);
        match (&base.ty, &field.member) {
            (Ty::Poison, _) => Node::poison(origin),
            (Ty::Adt(_), member) => {
                let member = member.clone();
                self.struct_field(base, &member, origin)
            }
            (Ty::Host(_), _) => self.host_over(base, expr, |code| match code {
                syn::Expr::Field(whole) => Some(&mut whole.base),
                _ => None,
            }),
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
            (Ty::Tuple(_), syn::Member::Named(name)) => {
                self.push(
                    Diagnostic::new(Code::E105, name, format!("`{name}` of a tuple"))
                        .help("its parts are `.0` and so on, or take it apart: `let (a, b) = …;`"),
                );
                Node::poison(origin)
            }
            _ => {
                let name = field.member.to_token_stream().to_string();
                let title = match base.ty {
                    Ty::List(_) => format!("a list has no field `{name}`"),
                    Ty::Option(_) => format!("an optional tensor has no field `{name}`"),
                    _ => format!("a tensor has no field `{name}`"),
                };
                let told = Diagnostic::new(Code::E110, &field.member, title);
                self.push(match foreign::field(&name, &field.base) {
                    Some(help) => told.help(help),
                    None if base.ty == Ty::Opaque => told
                        .fact(
                            "what this call gives counts as a tensor, as no type is written for it",
                        )
                        .help("if it gives a struct, write its type: `let x: Name<_, …> = …;`"),
                    None => told.help("operations are methods: `x.sum()`"),
                });
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
        if let Some(right) = super::advice::power(binary) {
            let diagnostic = Diagnostic::new(Code::E110, binary.op, "no operation `**`");
            self.push(diagnostic.help(super::advice::power_help(&binary.left, right)));
            return Node::poison(Origin::of(expr));
        }
        let left = self.expr(&binary.left);
        let right = self.expr(&binary.right);
        self.binary_of(left, right, expr, binary)
    }

    fn binary_of(
        &mut self,
        left: Node,
        right: Node,
        expr: &syn::Expr,
        binary: &syn::ExprBinary,
    ) -> Node {
        if !left.ty.has_tensor() && !right.ty.has_tensor() {
            if left.ty == Ty::Poison || right.ty == Ty::Poison {
                return Node::poison(Origin::of(expr));
            }
            // Host values, with questions to tensors in them.
            let mut asked = binary.clone();
            return match (left.kind, right.kind) {
                (NodeKind::Host(left), NodeKind::Host(right)) => {
                    put(&mut asked.left, *left.expr);
                    put(&mut asked.right, *right.expr);
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
            // Behind `&` a comparison needs its parentheses.
            let masks = |sign: &str| {
                let (left, right) = (&binary.left, &binary.right);
                let whole = foreign::short(&binary.to_token_stream());
                match whole {
                    Some(_) => format!(
                        "masks are combined with `{sign}`: `{} {sign} {}`",
                        super::advice::postfix(left),
                        super::advice::postfix(right)
                    ),
                    None => format!("masks are combined with `{sign}`, comparisons in parentheses"),
                }
            };
            let help = match &binary.op {
                syn::BinOp::And(_) => masks("&"),
                syn::BinOp::Or(_) => masks("|"),
                _ => "use operations of the vocabulary".to_owned(),
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
        // Signs of logic stand for bits between ints.
        let ints = operands.iter().any(|node| {
            matches!(node.ty, Ty::Tensor(_)) && self.elem_of(node).is_int() == Some(true)
        });
        let name = match name {
            "logical_and" if ints => "bitwise_and",
            "logical_or" if ints => "bitwise_or",
            "logical_xor" if ints => "bitwise_xor",
            "logical_not" if ints => "bitwise_invert",
            name => name,
        };
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
            Ty::Host(_) => {
                let code = self.as_host(node);
                if let syn::Expr::Closure(closure) = super::strip(&code.expr) {
                    self.no_closure(closure);
                    return None;
                }
                match self.no_operand(&code) {
                    Some(diagnostic) => {
                        self.push(diagnostic);
                        None
                    }
                    None => Some(Arg::Host(code)),
                }
            }
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
            Ty::List(_) | Ty::Option(_) | Ty::Adt(_) | Ty::Fn(_) => {
                self.not_a_tensor(&node);
                None
            }
        }
    }

    /// A value of ours where one tensor belongs.
    pub(super) fn not_a_tensor(&mut self, node: &Node) {
        let what = self.show().ty(&node.ty);
        let tensor = Ty::Tensor(super::ty::Tensor {
            dtype: super::ty::Elem::Unknown,
            shape: super::ty::Shape::Unknown,
        });
        let help = match &node.ty {
            Ty::Adt(adt) if adt.ty.def.is_enum => "look into it with `match`".to_owned(),
            _ => self.mended(node, &tensor),
        };
        self.push(
            Diagnostic::new(Code::E115, node.origin.tokens(), "this is no tensor")
                .fact(format!("it is {what}"))
                .help(help),
        );
    }

    fn method(&mut self, expr: &syn::Expr, call: &syn::ExprMethodCall) -> Node {
        let name = call.method.unraw().to_string();
        if QUERIES.contains(&name.as_str()) {
            return self.host(expr);
        }
        if let Some(collected) = self.collect(expr, call) {
            return collected;
        }
        let receiver = self.expr(&call.receiver);
        self.method_of(receiver, &name, expr, call)
    }

    fn method_of(
        &mut self,
        receiver: Node,
        name: &str,
        expr: &syn::Expr,
        call: &syn::ExprMethodCall,
    ) -> Node {
        match &receiver.ty {
            Ty::Poison => {
                // Mistakes in the arguments are told all the same.
                // What a closure takes is not known.
                for arg in call.args.iter().filter(|a| {
                    !matches!(
                        super::strip(a),
                        syn::Expr::Assign(_) | syn::Expr::Closure(_)
                    )
                }) {
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
                if let Some(types) = &call.turbofish {
                    let help = super::advice::without_types(call);
                    self.push(
                        Diagnostic::new(Code::E101, types, "an operation has no type arguments")
                            .help(help),
                    );
                }
                match OpInfo::find(name) {
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
                            .help({
                                let args: Vec<&syn::Expr> = call.args.iter().collect();
                                format!("write `{}`", foreign::ours(op, &Spoken::function(&args)))
                            }),
                        );
                        Node::poison(Origin::of(expr))
                    }
                    None => {
                        self.unknown_op(&call.method, name, &Spoken::method(call), Some(&receiver));
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
            Ty::List(_) | Ty::Option(_) | Ty::Fn(_) => self.container_method(receiver, call, expr),
            Ty::Adt(_) => self.struct_method(receiver, call, expr),
        }
    }

    fn call(&mut self, expr: &syn::Expr, call: &syn::ExprCall) -> Node {
        if let Some(word) = crate::syntax::derivative::of_call(call) {
            return self.derivative(expr, call, word);
        }
        let origin = Origin::of(expr);
        let syn::Expr::Path(function) = &*call.func else {
            return self.unsupported(expr);
        };
        let args: Vec<&syn::Expr> = call.args.iter().collect();
        if let Some(ident) = function.path.get_ident() {
            let name = ident.unraw().to_string();
            if let Some(Binding::Tensor(var)) = self.lookup(&name) {
                let ty = self.vars.get(*var).map_or(Ty::Poison, |var| var.ty.clone());
                if let Ty::Fn(ty) = &ty {
                    let ty = std::rc::Rc::clone(ty);
                    let node = self.expr(&call.func);
                    return self.apply(node, &ty, &args, origin);
                }
                if ty != Ty::Poison {
                    let what = self.show().ty(&ty);
                    self.push(
                        Diagnostic::new(Code::E110, ident, format!("`{name}` is no function"))
                            .fact(format!("it is {what}"))
                            .help(format!("a position of it is `{name}[i]`")),
                    );
                }
                return Node::poison(origin);
            }
            if let Some(diagnostic) = self.called_value(ident, &args) {
                self.push(diagnostic);
                return Node::poison(origin);
            }
            if self.lookup(&name).is_none()
                && let Some(op) = OpInfo::find(&name)
                && self.means_op(op, &args)
            {
                return self.op_call(op, None, &args, expr, ident);
            }
        }
        if let Some(diagnostic) = super::advice::library_call(call) {
            self.push(diagnostic);
            return Node::poison(origin);
        }
        let spoken = Spoken::function(&args);
        // No function takes a keyword or a list of tensors: another library's word for an operation does.
        if let Some(ident) = function.path.get_ident()
            && let word = ident.unraw().to_string()
            && foreign::word(&word, &spoken).is_some()
            && args
                .iter()
                .any(|arg| matches!(arg, syn::Expr::Assign(_) | syn::Expr::Array(_)))
        {
            self.unknown_op(ident, &word, &spoken, None);
            return Node::poison(origin);
        }
        if function.path.is_ident("Some")
            && let [value] = args.as_slice()
        {
            let inner = self.expr(value);
            return match inner.ty {
                Ty::Host(_) => self.host(expr),
                Ty::Poison | Ty::Never => inner,
                _ => Node {
                    ty: Ty::Option(Box::new(inner.ty.clone())),
                    kind: NodeKind::Some(Box::new(inner)),
                    origin,
                },
            };
        }
        self.agnostic_call(expr, call, &function.path, &args)
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
            "read an element: `$.item()`",
        )
    }

    /// A host value; of a tensor there this is told. In the help line `$` stands for it.
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
        match &node.ty {
            Ty::Host(_) => Some(self.as_host(node)),
            Ty::Poison | Ty::Never => None,
            // A tuple of host values.
            ty if !ty.has_tensor() => Some(self.host_code(expr)),
            Ty::Option(_) if title.ends_with("as a condition") => {
                let what = self.show().ty(&node.ty);
                let operand = super::advice::postfix_text(&expr.to_token_stream());
                self.push(
                    Diagnostic::new(Code::E214, expr, "an optional tensor as a condition")
                        .fact(format!("it is {what}"))
                        .help(format!(
                            "ask whether it is there: `{}.is_some()`",
                            operand.unwrap_or_default()
                        )),
                );
                None
            }
            ty => {
                let what = self.show().ty(ty);
                let operand = super::advice::postfix_text(&expr.to_token_stream());
                let one = matches!(ty, Ty::Tensor(tensor) if tensor.shape.rank() == Some(0));
                let help = match one {
                    true => help.replace("$.any()", "$"),
                    false => help.replace("$.item()", "$.sum().item()"),
                };
                self.push(
                    Diagnostic::new(Code::E214, expr, title)
                        .fact(format!("it is {what}"))
                        .help(help.replace('$', &operand.unwrap_or_default())),
                );
                None
            }
        }
    }
}

/// Is there a `None` or an empty list in it?
fn has_words(tuple: &syn::ExprTuple) -> bool {
    tuple.elems.iter().any(|part| match part {
        syn::Expr::Tuple(inner) => has_words(inner),
        syn::Expr::Path(path) => path.path.is_ident("None"),
        part => super::container::is_empty_list(part),
    })
}

/// Puts code in the place of a part, whose parentheses stay.
pub(super) fn put(place: &mut syn::Expr, code: syn::Expr) {
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
        syn::BinOp::Shl(_) | syn::BinOp::ShlAssign(_) => "bitwise_left_shift",
        syn::BinOp::Shr(_) | syn::BinOp::ShrAssign(_) => "bitwise_right_shift",
        syn::BinOp::Eq(_) => "equal",
        syn::BinOp::Ne(_) => "not_equal",
        syn::BinOp::Lt(_) => "less",
        syn::BinOp::Le(_) => "less_equal",
        syn::BinOp::Gt(_) => "greater",
        syn::BinOp::Ge(_) => "greater_equal",
        _ => return None,
    })
}

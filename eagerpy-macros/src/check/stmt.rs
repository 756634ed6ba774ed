//! Statements, blocks, patterns and control flow.

use quote::ToTokens;
use syn::ext::IdentExt;

use super::dim::Dim;
use super::expr::operator_name;
use super::function::Given;
use super::hir::{ArmPat, Block, LoopId, LoopKind, Node, NodeKind, Over, Pat, Stmt, Types, VarId};
use super::ty::{Elem, Host, Shape, Tensor, Ty};
use super::{Binding, Checker, Looped, declared, declared_shape, host, strip};
use crate::diag::{Code, Diagnostic};
use crate::origin::Origin;
use crate::syntax::Type;

impl Checker<'_> {
    /// The whole body. Its value is a result.
    pub(super) fn function_body(&mut self) -> Block {
        let body = self.function.item.block.clone();
        self.scopes.push(Default::default());
        let mut stmts = Vec::new();
        let (rest, tail) = split_tail(&body);
        for stmt in rest {
            self.stmt(stmt, &mut stmts);
        }
        let value = match tail {
            Some(tail) => {
                let node = self.result_expr(tail);
                self.fit_result(node)
            }
            None => {
                let ends = leaves(&stmts);
                let unit = matches!(&self.function.result, Type::Tuple(parts) if parts.is_empty());
                if !ends && !unit && !self.ends_in_return(&body) {
                    let declared = self.function.item.sig.output.clone();
                    self.push(
                        Diagnostic::new(Code::E212, declared, "the body gives no result")
                            .help("end the body with an expression, without `;`"),
                    );
                }
                None
            }
        };
        self.scopes.pop();
        Block {
            stmts,
            value: value.map(Box::new),
        }
    }

    /// What the function gives.
    fn result_expr(&mut self, expr: &syn::Expr) -> Node {
        match expr {
            syn::Expr::Macro(mac) if mac.mac.path.is_ident("native") => {
                let declared = self.function.result.clone();
                self.native(expr, &mac.mac, Some(&declared))
            }
            expr => self.expr(expr),
        }
    }

    /// Host control flow may leave by itself; rustc sees to that.
    fn ends_in_return(&self, body: &syn::Block) -> bool {
        match body.stmts.last() {
            Some(syn::Stmt::Expr(expr, _)) => host::leaves(expr),
            _ => false,
        }
    }

    /// A block, and the type of its value.
    pub(super) fn block(&mut self, block: &syn::Block) -> (Block, Ty) {
        self.scopes.push(Default::default());
        let mut stmts = Vec::new();
        let (rest, tail) = split_tail(block);
        for stmt in rest {
            self.stmt(stmt, &mut stmts);
        }
        let value = tail.map(|tail| self.expr(tail));
        let ty = match &value {
            _ if leaves(&stmts) => Ty::Never,
            Some(node) => node.ty.clone(),
            None => Ty::UNIT,
        };
        self.scopes.pop();
        (
            Block {
                stmts,
                value: value.map(Box::new),
            },
            ty,
        )
    }

    fn stmt(&mut self, stmt: &syn::Stmt, out: &mut Vec<Stmt>) {
        match stmt {
            syn::Stmt::Local(local) => self.local(local, out),
            syn::Stmt::Item(_) => out.push(Stmt::Verbatim(stmt.clone())),
            syn::Stmt::Expr(expr, _) => self.expr_stmt(expr, stmt, out),
            syn::Stmt::Macro(mac) if host::never_returns(&mac.mac) => {
                let expr = syn::Expr::Macro(syn::ExprMacro {
                    attrs: mac.attrs.clone(),
                    mac: mac.mac.clone(),
                });
                let node = self.expr(&expr);
                out.push(Stmt::Expr(node));
            }
            syn::Stmt::Macro(mac) if self.mentions_tensor(mac) => {
                let expr = syn::Expr::Macro(syn::ExprMacro {
                    attrs: mac.attrs.clone(),
                    mac: mac.mac.clone(),
                });
                let code = self.host_code(&expr);
                out.push(Stmt::Host(code));
            }
            syn::Stmt::Macro(_) => out.push(Stmt::Verbatim(stmt.clone())),
        }
    }

    fn expr_stmt(&mut self, expr: &syn::Expr, stmt: &syn::Stmt, out: &mut Vec<Stmt>) {
        match expr {
            syn::Expr::Assign(assign) if self.mentions_tensor(expr) => self.assign(assign, out),
            syn::Expr::Binary(binary) if is_assign_op(&binary.op) && self.mentions_tensor(expr) => {
                self.assign_op(expr, binary, out);
            }
            _ if !self.is_structured(expr) => out.push(Stmt::Verbatim(stmt.clone())),
            syn::Expr::MethodCall(call)
                if self.push_stmt(call, out)
                    || self.extend_stmt(call, out)
                    || self.pop_stmt(call, out) => {}
            _ => {
                let node = self.expr(expr);
                match node.kind {
                    NodeKind::Host(code) => out.push(Stmt::Host(code)),
                    _ => out.push(Stmt::Expr(node)),
                }
            }
        }
    }

    fn local(&mut self, local: &syn::Local, out: &mut Vec<Stmt>) {
        let (pat, annotation) = match &local.pat {
            syn::Pat::Type(typed) => (&*typed.pat, Some(&*typed.ty)),
            pat => (pat, None),
        };
        let Some(init) = &local.init else {
            self.bind_host_pat(&local.pat, Host::Unknown, Dim::Unknown);
            out.push(Stmt::Verbatim(syn::Stmt::Local(local.clone())));
            return;
        };
        if let Some((_, diverge)) = &init.diverge
            && (self.is_structured(&init.expr) || self.is_structured(diverge))
        {
            self.let_else(&local.pat, &init.expr, diverge, out);
            return;
        }
        let declared = annotation
            .filter(|ty| crate::syntax::mentions_ours(ty))
            .map(|ty| {
                crate::syntax::read_let_type(ty, self.function, self.links, self.diagnostics)
            });
        let open = annotation.is_none_or(super::growing::is_open);
        let grown = match open {
            true => self.grown(pat, &init.expr),
            false => None,
        };
        if declared.is_none() && grown.is_none() && !self.is_structured(&init.expr) {
            let (kind, dim) = (
                annotation.map_or_else(|| self.host_kind(&init.expr), host::kind_of),
                self.host_dim(&init.expr),
            );
            self.bind_host_pat(&local.pat, kind, dim);
            if open {
                self.note_empty(pat, &init.expr);
            }
            out.push(Stmt::Verbatim(syn::Stmt::Local(local.clone())));
            return;
        }
        let native = match &*init.expr {
            syn::Expr::Macro(mac) if mac.mac.path.is_ident("native") => Some(&mac.mac),
            _ => None,
        };
        let mut node = match native {
            Some(mac) => {
                let host = annotation.map(|ty| Type::Host(ty.clone()));
                self.native(&init.expr, mac, declared.as_ref().or(host.as_ref()))
            }
            None if declared.is_some()
                && !self.mentions_tensor(&init.expr)
                && !super::container::is_empty_list(&init.expr) =>
            {
                self.call_without_tensors(&init.expr)
            }
            None => self.expr(&init.expr),
        };
        if let Some(declared) = &declared {
            node = self.taken_as(node, &super::declared(declared));
            if matches!(node.ty, Ty::Host(_)) {
                node = self.call_without_tensors(&init.expr);
            }
            node = self.fit_annotation(node, declared);
        }
        if let Some(grown) = &grown {
            node = self.taken_as(node, grown);
        }
        match &node.ty {
            Ty::Host(kind) if matches!(node.kind, NodeKind::Host(_)) => {
                let kind = *kind;
                if let NodeKind::Host(code) = node.kind {
                    if let Some(told) = super::advice::sizes_pattern(&local.pat, &init.expr) {
                        self.push(told);
                    }
                    self.bind_host_pat(&local.pat, kind, code.dim.clone());
                    out.push(Stmt::HostLet {
                        pat: local.pat.clone(),
                        code,
                    });
                }
            }
            _ => {
                let ty = node.ty.clone();
                let pat = match &ty {
                    Ty::Adt(adt) if !adt.ty.def.is_enum => self.struct_pattern(pat, &ty),
                    ty => self.pattern(pat, ty),
                };
                out.push(Stmt::Let { pat, value: node });
            }
        }
        if open {
            self.note_empty(pat, &init.expr);
        }
    }

    /// `let Some(k) = value else { … };`: the value is the host's, the block may be about tensors.
    fn let_else(
        &mut self,
        pat: &syn::Pat,
        value: &syn::Expr,
        diverge: &syn::Expr,
        out: &mut Vec<Stmt>,
    ) {
        use super::hir::{Arm, ArmPat, Scrutinee};
        if let Some(node) = self.container(value) {
            let origin = node.origin.clone();
            let inner = match (&node.ty, pat) {
                (Ty::Option(inner), syn::Pat::TupleStruct(some))
                    if some.path.is_ident("Some") && some.elems.len() == 1 =>
                {
                    (**inner).clone()
                }
                (Ty::Poison, _) => {
                    self.bind_poison(pat);
                    return;
                }
                _ => {
                    let what = self.show().ty(&node.ty);
                    self.push(
                        Diagnostic::new(Code::E105, pat, "this pattern does not fit")
                            .fact(format!("the value is {what}"))
                            .help(match &node.ty {
                                Ty::Option(_) => {
                                    let name = match pat {
                                        syn::Pat::Ident(pat) => pat.ident.to_string(),
                                        _ => "value".to_owned(),
                                    };
                                    format!("write `let Some({name}) = …`")
                                }
                                _ => "look into it with `match`".to_owned(),
                            }),
                    );
                    self.bind_poison(pat);
                    return;
                }
            };
            // The same as `let x = match value { Some(x) => x, None => { … } };`.
            let taken = self.new_var("value", inner.clone(), false);
            let taken_node = Node {
                kind: NodeKind::Var(taken),
                ty: inner.clone(),
                origin: origin.clone(),
            };
            let mut ways = Ways::new(self.types());
            let (otherwise, ty) = match diverge {
                syn::Expr::Block(block) => self.block(&block.block),
                other => self.alone(other),
            };
            ways.end(self, ty.clone(), origin.clone());
            if !matches!(ty, Ty::Never | Ty::Poison) {
                self.goes_on(diverge);
            }
            let arms = vec![
                Arm {
                    pat: ArmPat::Some(Pat::Var(taken), inner.clone()),
                    guard: None,
                    body: Block {
                        stmts: Vec::new(),
                        value: Some(Box::new(taken_node)),
                    },
                },
                Arm {
                    pat: ArmPat::Wild,
                    guard: None,
                    body: otherwise,
                },
            ];
            let after = self.types();
            let syn::Pat::TupleStruct(some) = pat else {
                return;
            };
            let Some(pat) = some.elems.first() else {
                return;
            };
            let pat = self.pattern(pat, &inner);
            out.push(Stmt::Let {
                pat,
                value: Node {
                    kind: NodeKind::Match {
                        scrutinee: Scrutinee::Value(Box::new(node)),
                        arms,
                        after,
                    },
                    ty: inner,
                    origin,
                },
            });
            return;
        }
        let code = self.host_or_told(
            value,
            "`let … else` over a tensor",
            "decide over a host value",
        );
        let before = self.types();
        let (otherwise, ty) = match diverge {
            syn::Expr::Block(block) => self.block(&block.block),
            other => self.alone(other),
        };
        // What the block assigns is gone with it.
        self.restore(&before);
        if !matches!(ty, Ty::Never | Ty::Poison | Ty::Host(Host::Unknown)) {
            self.goes_on(diverge);
        }
        if code.is_none() {
            self.bind_poison(pat);
            return;
        }
        self.bind_host_pat(pat, Host::Unknown, Dim::Unknown);
        if let Some(code) = code {
            out.push(Stmt::LetElse {
                pat: pat.clone(),
                code,
                otherwise,
            });
        }
    }

    fn goes_on(&mut self, diverge: &syn::Expr) {
        self.push(
            Diagnostic::new(Code::E215, diverge, "the block of `let … else` goes on")
                .help("leave it: `return …`, `break` or `continue`"),
        );
    }

    /// `let k: Tensor = make(3)`: the annotation says that the call is of an agnostic function.
    fn call_without_tensors(&mut self, expr: &syn::Expr) -> Node {
        let syn::Expr::Call(call) = expr else {
            return self.expr(expr);
        };
        let syn::Expr::Path(function) = &*call.func else {
            return self.expr(expr);
        };
        let origin = Origin::of(expr);
        let given = call.args.iter().map(|arg| match strip(arg) {
            syn::Expr::Closure(closure) => Given::Closure(closure),
            _ => Given::Value(self.host(arg)),
        });
        let given = given.collect();
        let (args, ty) = self.linked(&function.path, given);
        Node {
            kind: NodeKind::Call {
                path: function.path.clone(),
                args,
                callee: super::hir::Callee::Function,
            },
            ty,
            origin,
        }
    }

    /// Holds a value to the type written at its `let`.
    fn fit_annotation(&mut self, mut node: Node, declared_type: &Type) -> Node {
        match (&node.ty, declared_type) {
            (Ty::Opaque, Type::Tensor(t)) => {
                let shape = declared_shape(t.dims.as_deref());
                let dtype = t.dtype.map_or(Elem::Unknown, Elem::Known);
                node = asserted(node, t, Ty::Tensor(Tensor { dtype, shape }));
            }
            (Ty::Opaque, Type::Tuple(parts)) => {
                let parts = parts.clone();
                let tys = parts
                    .iter()
                    .map(|part| match part {
                        Type::Tensor(t) => Ty::Tensor(Tensor {
                            dtype: t.dtype.map_or(Elem::Unknown, Elem::Known),
                            // Nothing checks the sizes of the parts, so nothing builds on them.
                            shape: Shape::Unknown,
                        }),
                        Type::Host(ty) => Ty::Host(host::kind_of(ty)),
                        Type::Tuple(_) | Type::Unknown => Ty::Opaque,
                        ty => declared(ty),
                    })
                    .collect();
                node.ty = Ty::Tuple(tys);
            }
            // Of what a method gives, only rustc knows the type; it holds the annotation to it.
            (Ty::Opaque, Type::Struct(_) | Type::List { .. } | Type::Option(_)) => {
                node.ty = declared(declared_type);
            }
            (Ty::Tensor(_), Type::Tensor(t)) => {
                let t = t.clone();
                if let Some(ty) = self.fit_tensor(&mut node, &t, "the annotation") {
                    node = asserted(node, &t, ty);
                }
            }
            _ => {}
        }
        node
    }

    /// Declares the names of a pattern that takes host values.
    pub(super) fn bind_host_pat(&mut self, pat: &syn::Pat, kind: Host, dim: Dim) {
        let alone = match pat {
            syn::Pat::Ident(_) => true,
            syn::Pat::Type(typed) => matches!(&*typed.pat, syn::Pat::Ident(_)),
            _ => false,
        };
        for (name, mutable) in names_of(pat) {
            // What may change is not known by its first value.
            let dim = if alone && !mutable {
                dim.clone()
            } else {
                Dim::Unknown
            };
            let kind = if alone { kind } else { Host::Unknown };
            self.bind(&name, Binding::Host(kind, dim));
        }
    }

    /// Declares the names of a pattern of which a mistake was told: nothing further is told of them.
    pub(super) fn bind_poison(&mut self, pat: &syn::Pat) {
        for (name, mutable) in names_of(pat) {
            let var = self.new_var(&name, Ty::Poison, mutable);
            self.bind(&name, Binding::Tensor(var));
        }
    }

    /// The same of a pattern that takes a struct, and may take it apart.
    fn struct_pattern(&mut self, pat: &syn::Pat, ty: &Ty) -> Pat {
        match pat {
            syn::Pat::Struct(_) | syn::Pat::TupleStruct(_) => match self.arm_pattern(pat, ty) {
                Some(ArmPat::Variant(_, parts)) => {
                    Pat::Struct(parts.into_iter().map(|(pat, _)| pat).collect())
                }
                _ => Pat::Wild,
            },
            pat => self.pattern(pat, ty),
        }
    }

    /// Declares the names of a pattern that takes tensors.
    pub(super) fn pattern(&mut self, pat: &syn::Pat, ty: &Ty) -> Pat {
        match pat {
            syn::Pat::Reference(inner) => self.pattern(&inner.pat, ty),
            syn::Pat::Ident(ident) => {
                let name = ident.ident.unraw().to_string();
                if let Ty::Host(kind) = ty {
                    self.bind(&name, Binding::Host(*kind, Dim::Unknown));
                    return Pat::Host(pat.clone());
                }
                if matches!(ty, Ty::Never) {
                    self.bind(&name, Binding::Host(Host::Unknown, Dim::Unknown));
                    return Pat::Wild;
                }
                if ident.by_ref.is_some() || ident.subpat.is_some() {
                    self.push(
                        Diagnostic::new(Code::E105, pat, "a tensor is bound to a plain name")
                            .help("write the name alone"),
                    );
                }
                let var = self.new_var(&name, ty.clone(), ident.mutability.is_some());
                self.bind(&name, Binding::Tensor(var));
                Pat::Var(var)
            }
            syn::Pat::Wild(_) => Pat::Wild,
            syn::Pat::Paren(inner) => self.pattern(&inner.pat, ty),
            syn::Pat::Type(inner) => self.pattern(&inner.pat, ty),
            syn::Pat::Tuple(tuple) => {
                let parts = match ty {
                    Ty::Tuple(parts) if parts.len() == tuple.elems.len() => parts.clone(),
                    // What a called function gives is known to rustc only.
                    Ty::Opaque => vec![Ty::Opaque; tuple.elems.len()],
                    Ty::Poison => vec![Ty::Poison; tuple.elems.len()],
                    other => {
                        let what = self.show().ty(other);
                        self.push(
                            Diagnostic::new(
                                Code::E105,
                                pat,
                                format!("this pattern takes {} values", tuple.elems.len()),
                            )
                            .fact(format!("the value is {what}"))
                            .help(super::advice::pattern_help(other, tuple.elems.len())),
                        );
                        vec![Ty::Poison; tuple.elems.len()]
                    }
                };
                Pat::Tuple(
                    tuple
                        .elems
                        .iter()
                        .zip(&parts)
                        .map(|(p, t)| self.pattern(p, t))
                        .collect(),
                )
            }
            other => {
                let told = match ty {
                    Ty::Adt(adt) if !adt.ty.def.is_enum => {
                        Diagnostic::new(Code::E105, other, "a struct is taken apart by a `let`")
                            .help("write a name here, and take the fields of it")
                    }
                    _ => Diagnostic::new(Code::E105, other, "a pattern that cannot take a tensor")
                        .help("write a name, or a tuple of names"),
                };
                self.push(told);
                self.bind_poison(other);
                Pat::Wild
            }
        }
    }

    fn assign(&mut self, assign: &syn::ExprAssign, out: &mut Vec<Stmt>) {
        if self.set_element(&assign.left, &assign.right, out) {
            return;
        }
        if self.refuse_write(&assign.left, None, &assign.right) {
            return;
        }
        let value = self.expr(&assign.right);
        if let syn::Expr::Tuple(left) = &*assign.left
            && value.ty.has_tensor()
        {
            self.assign_parts(left, value, out);
            return;
        }
        if let Some((var, field)) = self.field_target(&assign.left) {
            if let Some(value) = self.with_field(var, field, value, &assign.left) {
                self.set(var, value, &assign.left, out);
            }
            return;
        }
        if let Some(place) = self.empty(&assign.left)
            && (self.grows(&place, &value.ty) || !super::growing::is_whole(&value.ty))
        {
            return;
        }
        match self.tensor_target(&assign.left) {
            Some(var) => self.set(var, value, &assign.left, out),
            None => match value.kind {
                NodeKind::Host(mut code) => {
                    // `n = x.dim(0)`: a host assignment with a question in it.
                    let (left, right) = (&assign.left, &code.expr);
                    code.expr = syn::parse_quote!(#left = #right);
                    out.push(Stmt::Host(code));
                }
                NodeKind::Poison => {}
                _ if matches!(value.ty, Ty::Poison) => {}
                _ => self.no_target(&assign.left, &value),
            },
        }
    }

    /// A tensor is assigned where none can stand.
    fn no_target(&mut self, left: &syn::Expr, value: &Node) {
        // What it is, may be known only then.
        if !self.links.wanted().is_empty() {
            return;
        }
        let mut root = left;
        while let syn::Expr::Field(field) = root {
            root = &field.base;
        }
        match self.tensor_target(root).map(|var| self.vars.get(var)) {
            // A mistake was told, or the struct is not known yet.
            Some(Some(super::Var {
                ty: Ty::Poison | Ty::Opaque,
                ..
            })) => return,
            // A field of a field, or one that does not exist: the latter is told.
            Some(Some(_)) if !std::ptr::eq(root, left) => {
                let told = self.diagnostics.mark();
                let _ = self.expr(left);
                if self.diagnostics.mark() != told {
                    return;
                }
            }
            _ => {}
        }
        if let syn::Expr::Field(outer) = left
            && let syn::Expr::Field(inner) = &*outer.base
        {
            let (whole, member) = (&outer.base, &outer.member);
            let name = match &inner.member {
                syn::Member::Named(name) => name.to_string(),
                syn::Member::Unnamed(_) => "part".to_owned(),
            };
            let text =
                |tokens: &dyn ToTokens| crate::origin::source_text(&tokens.to_token_stream());
            let (whole, member) = (text(whole), text(member));
            self.push(
                Diagnostic::new(Code::E105, left, "a field of a field is assigned").help(format!(
                    "take it out, and put it back: `let mut {name} = {whole};`, `{name}.{member} = …;`, `{whole} = {name};`"
                )),
            );
            return;
        }
        let option = match (left, &value.ty) {
            (syn::Expr::Path(path), Ty::Option(_)) => path.path.get_ident(),
            _ => None,
        };
        if let Some(name) = option {
            self.push(
                Diagnostic::new(
                    Code::E105,
                    left,
                    format!("nothing says that `{name}` is an optional tensor"),
                )
                .help(format!(
                    "write its type: `let mut {name}: Option<Tensor> = None;`"
                )),
            );
            return;
        }
        self.push(
            Diagnostic::new(Code::E105, left, "this cannot take a tensor")
                .help("assign to a variable that was declared with `let mut`, or bind a new one with `let`"),
        );
    }

    /// `x[0] = …` of a tensor, or `x[0] += …`.
    fn refuse_write(
        &mut self,
        left: &syn::Expr,
        op: Option<&syn::BinOp>,
        right: &syn::Expr,
    ) -> bool {
        let syn::Expr::Index(index) = left else {
            return false;
        };
        let written = self.mentions_tensor(&index.expr);
        if written && let Some(list) = self.list_named(&index.expr) {
            let what = self.show().ty(&list.ty);
            let text = crate::origin::source_text(&index.expr.to_token_stream());
            self.push(
                Diagnostic::new(
                    Code::E101,
                    left,
                    "an element of a list that is no variable is never written in place",
                )
                .fact(format!("it is {what}"))
                .help(format!(
                    "assign to an element of a list of the function's own: `let mut elements = {text};`"
                )),
            );
            return true;
        }
        // What it is, is not known yet.
        if written && self.over_unknown(&index.expr).is_some() {
            return true;
        }
        if written {
            let var = self.tensor_target(&index.expr);
            let mutable = var
                .and_then(|var| self.vars.get(var))
                .is_some_and(|v| v.mutable);
            self.push(
                Diagnostic::new(Code::E101, left, "a tensor is never written in place").help(
                    format!(
                        "bind the new tensor: `{}`",
                        super::index::updated(index, op, right, mutable)
                    ),
                ),
            );
        }
        written
    }

    /// `(a, b) = (b, a);`: all parts are worked out before the first is assigned.
    fn assign_parts(&mut self, left: &syn::ExprTuple, value: Node, out: &mut Vec<Stmt>) {
        let types = match &value.ty {
            Ty::Tuple(types) if types.len() == left.elems.len() => types.clone(),
            Ty::Opaque => vec![Ty::Opaque; left.elems.len()],
            other => {
                let what = self.show().ty(other);
                self.push(
                    Diagnostic::new(
                        Code::E105,
                        left,
                        format!("this takes {} values", left.elems.len()),
                    )
                    .fact(format!("the value is {what}"))
                    .help("write as many variables as there are values"),
                );
                return;
            }
        };
        let origin = value.origin.clone();
        let mut parts = Vec::new();
        let mut sets = Vec::new();
        for (target, ty) in left.elems.iter().zip(types) {
            let Some(var) = self.tensor_target(target) else {
                if matches!(target, syn::Expr::Infer(_)) {
                    parts.push(Pat::Wild);
                    continue;
                }
                self.push(
                    Diagnostic::new(Code::E105, target, "this cannot take a tensor")
                        .help("assign to a variable of a tensor that was declared with `let mut`"),
                );
                return;
            };
            let name = self
                .vars
                .get(var)
                .map_or_else(String::new, |v| v.name.clone());
            let part = self.new_var(&name, ty.clone(), false);
            parts.push(Pat::Var(part));
            let node = Node {
                kind: NodeKind::Var(part),
                ty,
                origin: origin.clone(),
            };
            sets.push((var, node, target));
        }
        out.push(Stmt::Let {
            pat: Pat::Tuple(parts),
            value,
        });
        for (var, node, target) in sets {
            self.set(var, node, target, out);
        }
    }

    fn assign_op(&mut self, expr: &syn::Expr, binary: &syn::ExprBinary, out: &mut Vec<Stmt>) {
        if self.update_element(expr, binary, out) {
            return;
        }
        if self.refuse_write(&binary.left, Some(&binary.op), &binary.right) {
            return;
        }
        if let Some((var, field)) = self.field_target(&binary.left) {
            let (left, right) = (self.expr(&binary.left), self.expr(&binary.right));
            if let Some(name) = operator_name(&binary.op)
                && left.ty.has_tensor()
            {
                let value = self.operator(name, vec![left, right], expr, &binary.op);
                if let Some(value) = self.with_field(var, field, value, &binary.left) {
                    self.set(var, value, &binary.left, out);
                }
            } else {
                self.push(
                    Diagnostic::new(
                        Code::E105,
                        &binary.left,
                        "a host value of a struct is assigned with `=`",
                    )
                    .help("write `p.field = p.field + …;`"),
                );
            }
            return;
        }
        let Some(var) = self.tensor_target(&binary.left) else {
            let right = self.host_value(&binary.right);
            if let Some(mut code) = right {
                let (left, op, right) = (&binary.left, &binary.op, &code.expr);
                code.expr = syn::parse_quote!(#left #op #right);
                out.push(Stmt::Host(code));
            }
            return;
        };
        let left = self.expr(&binary.left);
        let right = self.expr(&binary.right);
        if let Some(name) = operator_name(&binary.op) {
            let value = self.operator(name, vec![left, right], expr, &binary.op);
            self.set(var, value, &binary.left, out);
        }
    }

    /// `p.w`, where `p` is a variable that holds a struct: the variable and the field.
    fn field_target(&self, left: &syn::Expr) -> Option<(VarId, usize)> {
        let syn::Expr::Field(field) = left else {
            return None;
        };
        let var = self.tensor_target(&field.base)?;
        match self.vars.get(var).map(|v| &v.ty) {
            Some(Ty::Adt(adt)) if !adt.ty.def.is_enum => {
                let word = match &field.member {
                    syn::Member::Named(name) => name.unraw().to_string(),
                    syn::Member::Unnamed(index) => index.index.to_string(),
                };
                let fields = &adt.ty.def.variants.first()?.fields;
                let place = fields.iter().position(|f| f.name() == word)?;
                Some((var, place))
            }
            _ => None,
        }
    }

    /// The struct in a variable, with another value in a field.
    fn with_field(
        &mut self,
        var: VarId,
        field: usize,
        value: Node,
        left: &syn::Expr,
    ) -> Option<Node> {
        let Some(Ty::Adt(adt)) = self.vars.get(var).map(|v| v.ty.clone()) else {
            return None;
        };
        let mut fields = adt.fields.clone();
        let slot = fields.first_mut()?.get_mut(field)?;
        let was = slot.clone();
        let rank = |ty: &Ty| match ty {
            Ty::Tensor(tensor) => tensor.shape.rank(),
            _ => None,
        };
        let ranks = match (rank(&was), rank(&value.ty)) {
            (Some(was), Some(is)) => was == is,
            _ => true,
        };
        let Some(_) = self.join(&was, &value.ty).filter(|_| ranks) else {
            let (was, is) = (self.show().ty(&was), self.show().ty(&value.ty));
            let help = self.mended_to_fit(&value, slot, None, &|shape| rank(slot) == shape.rank());
            self.push(
                Diagnostic::new(
                    Code::E216,
                    value.origin.tokens(),
                    "a field changes its type",
                )
                .fact(format!("it was {was}"))
                .fact(format!("it becomes {is}"))
                .help(help),
            );
            return None;
        };
        let value = self.taken_as(value, &was);
        if matches!(value.ty, Ty::Poison | Ty::Never) {
            return None;
        }
        *slot = value.ty.clone();
        let origin = Origin::of(left);
        Some(Node {
            kind: NodeKind::With {
                base: Box::new(Node {
                    kind: NodeKind::Var(var),
                    ty: Ty::Adt(std::rc::Rc::clone(&adt)),
                    origin: origin.clone(),
                }),
                field,
                value: Box::new(value),
            },
            ty: Ty::Adt(std::rc::Rc::new(super::ty::AdtTy {
                ty: adt.ty.clone(),
                fields,
            })),
            origin,
        })
    }

    pub(super) fn tensor_target(&self, left: &syn::Expr) -> Option<VarId> {
        let syn::Expr::Path(path) = left else {
            return None;
        };
        match self.lookup(&path.path.get_ident()?.unraw().to_string())? {
            Binding::Tensor(var) => Some(*var),
            Binding::Host(..) | Binding::Empty(_) => None,
        }
    }

    /// The `let` of what was empty there, and may be the host's.
    pub(super) fn empty(&self, expr: &syn::Expr) -> Option<super::growing::Place> {
        let syn::Expr::Path(path) = expr else {
            return None;
        };
        match self.lookup(&path.path.get_ident()?.unraw().to_string())? {
            Binding::Empty(place) => Some(place.clone()),
            Binding::Tensor(_) | Binding::Host(..) => None,
        }
    }

    fn set(&mut self, var: VarId, value: Node, left: &syn::Expr, out: &mut Vec<Stmt>) {
        let Some(old) = self.vars.get(var).cloned() else {
            return;
        };
        if self.writes_outside(var, left) {
            return;
        }
        let value = self.taken_as(value, &old.ty);
        if !old.mutable {
            let name = &old.name;
            let param = self.function.params.iter().any(|p| p.name == *name);
            let (title, help) = match left {
                syn::Expr::Field(_) => (
                    format!("a field of `{name}` is assigned, but `{name}` is not declared `mut`"),
                    match param {
                        true => format!("bind a new one: `let mut {name} = {name};`"),
                        false => format!("declare it `let mut {name}`"),
                    },
                ),
                _ => (
                    format!("`{name}` is assigned twice, but is not declared `mut`"),
                    format!("declare it `let mut {name}`, or bind a new one with `let {name} = …`"),
                ),
            };
            self.push(Diagnostic::new(Code::E216, left, title).help(help));
        }
        if let Some(place) = &old.grows {
            self.grows(place, &value.ty);
        }
        let joined = self.join(&old.ty, &value.ty);
        if joined.is_none() {
            let (was, is) = (self.show().ty(&old.ty), self.show().ty(&value.ty));
            let help = match (&old.ty, &value.ty) {
                (Ty::Option(_), Ty::Tensor(_)) => self.mended(&value, &old.ty),
                (Ty::Tensor(_), Ty::Tensor(_)) | (Ty::Option(_), Ty::Option(_)) => {
                    "bind a new variable with `let`, or cast with `.astype(…)`".to_owned()
                }
                _ => "bind a new variable with `let`".to_owned(),
            };
            self.push(
                Diagnostic::new(Code::E216, left, format!("`{}` changes its type", old.name))
                    .fact(format!("it was {was}"))
                    .fact(format!("it becomes {is}"))
                    .help(help),
            );
        }
        if let Some(slot) = self.vars.get_mut(var) {
            slot.ty = match (&old.ty, joined) {
                // A mistake was told.
                (Ty::Poison, _) | (_, None) => Ty::Poison,
                _ => value.ty.clone(),
            };
        }
        out.push(Stmt::Assign { var, value });
    }

    /// A condition: a host value, or `let` of one.
    fn condition(&mut self, cond: &syn::Expr) -> Option<super::hir::HostCode> {
        if host::lets(cond).is_empty() {
            return self.host_or_told(
                cond,
                "a tensor as a condition",
                "choose elements with `where_(mask, a, b)`, or ask one element on the host: `$.any().item()`",
            );
        }
        Some(self.host_code(cond))
    }

    /// Declares what the `let`s of a condition bind.
    fn bind_condition(&mut self, cond: &syn::Expr) {
        for binding in host::lets(cond) {
            self.bind_host_pat(&binding.pat, Host::Unknown, Dim::Unknown);
        }
    }

    /// An expression as a block of its own.
    pub(super) fn alone(&mut self, expr: &syn::Expr) -> (Block, Ty) {
        // `Some(y) => total += y`
        if matches!(expr, syn::Expr::Assign(_))
            || matches!(expr, syn::Expr::Binary(binary) if is_assign_op(&binary.op))
        {
            return self.block(&syn::parse_quote!({ #expr; }));
        }
        let node = self.expr(expr);
        let ty = node.ty.clone();
        (
            Block {
                stmts: Vec::new(),
                value: Some(Box::new(node)),
            },
            ty,
        )
    }

    pub(super) fn branch(&mut self, branch: &syn::ExprIf) -> Node {
        let origin = Origin::of(branch);
        // Over an optional tensor or an enum with tensors, it is a `match` of two arms.
        if let syn::Expr::Let(binding) = &*branch.cond
            && let Some(value) = self.container(&binding.expr)
        {
            let wild: syn::Pat = syn::parse_quote!(_);
            let then = syn::Expr::Block(syn::ExprBlock {
                attrs: Vec::new(),
                label: None,
                block: branch.then_branch.clone(),
            });
            let other = match &branch.else_branch {
                Some((_, other)) => (**other).clone(),
                None => syn::parse_quote!({}),
            };
            let arms = [(&*binding.pat, None, &then), (&wild, None, &other)];
            return self.match_arms(super::hir::Scrutinee::Value(Box::new(value)), &arms, origin);
        }
        if let syn::Expr::Let(binding) = &*branch.cond
            && self.let_of_a_tensor(binding)
        {
            self.scopes.push(Default::default());
            self.bind_poison(&binding.pat);
            let _ = self.block(&branch.then_branch);
            self.scopes.pop();
            if let Some((_, other)) = &branch.else_branch {
                let _ = self.alone(other);
            }
            return Node::poison(origin);
        }
        let cond = self.condition(&branch.cond);
        let mut ways = Ways::new(self.types());
        self.scopes.push(Default::default());
        self.bind_condition(&branch.cond);
        let (then, ty) = self.block(&branch.then_branch);
        self.scopes.pop();
        ways.end(self, ty, origin.clone());
        let otherwise = branch.else_branch.as_ref().map(|(_, other)| {
            let (block, ty) = match &**other {
                syn::Expr::Block(block) => self.block(&block.block),
                other => self.alone(other),
            };
            ways.end(self, ty, origin.clone());
            block
        });
        if otherwise.is_none() {
            ways.end(self, Ty::UNIT, origin.clone());
        }
        let names = match &otherwise {
            Some(_) => ["`if`", "`else`"],
            None => ["`if`", NO_ELSE],
        };
        let ty = ways.meet(self, &origin, &names);
        match cond {
            Some(cond) => Node {
                kind: NodeKind::If {
                    cond,
                    then,
                    otherwise,
                    after: self.types(),
                },
                ty,
                origin,
            },
            None => Node::poison(origin),
        }
    }

    /// `let Some(y) = x` of a tensor: that is told.
    fn let_of_a_tensor(&mut self, binding: &syn::ExprLet) -> bool {
        if !matches!(&*binding.expr, syn::Expr::Path(_) | syn::Expr::Field(_))
            || !self.mentions_tensor(&binding.expr)
        {
            return false;
        }
        let told = self.diagnostics.mark();
        let node = self.expr(&binding.expr);
        let what = self.show().ty(&node.ty);
        let (title, help) = match &node.ty {
            ty if ty.is_tensor() => (
                "`if let` over a tensor",
                "a tensor is always there: use it as it is, or take it as `Option<&Tensor>`",
            ),
            Ty::Adt(_) => (
                "`if let` over a struct",
                "a struct is always there: use it as it is",
            ),
            Ty::List(_) => (
                "`if let` over a list",
                "ask for its length: `.is_empty()`, `.len()`",
            ),
            _ => {
                self.diagnostics.rewind(told);
                return false;
            }
        };
        self.push(
            Diagnostic::new(Code::E214, &binding.expr, title)
                .fact(format!("it is {what}"))
                .help(help),
        );
        true
    }

    /// An optional tensor, or an enum with tensors.
    fn container(&mut self, expr: &syn::Expr) -> Option<Node> {
        if !self.mentions_tensor(expr) {
            return None;
        }
        let told = self.diagnostics.mark();
        let node = self.expr(expr);
        match &node.ty {
            Ty::Option(_) => Some(node),
            // A mistake was told, or it is not known yet; nothing further is told.
            Ty::Poison => Some(node),
            Ty::Adt(adt) if adt.ty.def.is_enum => Some(node),
            _ => {
                self.diagnostics.rewind(told);
                None
            }
        }
    }

    /// `match` over a host value, an optional tensor or an enum.
    pub(super) fn matching(&mut self, matching: &syn::ExprMatch) -> Node {
        use super::hir::Scrutinee;
        let origin = Origin::of(matching);
        let scrutinee = match self.container(&matching.expr) {
            Some(node) => Some(Scrutinee::Value(Box::new(node))),
            None => self
                .host_or_told(
                    &matching.expr,
                    "`match` over a tensor",
                    "ask one element on the host: `$.item()`, or choose elements with `where_(mask, a, b)`",
                )
                .map(Scrutinee::Host),
        };
        let arms: Vec<(&syn::Pat, Option<&syn::Expr>, &syn::Expr)> = matching
            .arms
            .iter()
            .map(|arm| match &arm.pat {
                syn::Pat::Guard(guarded) => (&*guarded.pat, Some(&*guarded.guard), &*arm.body),
                pat => (pat, None, &*arm.body),
            })
            .collect();
        match scrutinee {
            Some(scrutinee) => self.match_arms(scrutinee, &arms, origin),
            None => {
                // Mistakes in the arms are told all the same.
                let unknown = Scrutinee::Host(self.host_code(&syn::parse_quote!(())));
                let _ = self.match_arms(unknown, &arms, origin.clone());
                Node::poison(origin)
            }
        }
    }

    fn match_arms(
        &mut self,
        scrutinee: super::hir::Scrutinee,
        arms: &[(&syn::Pat, Option<&syn::Expr>, &syn::Expr)],
        origin: Origin,
    ) -> Node {
        use super::hir::{Arm, ArmPat, Scrutinee};
        let mut ways = Ways::new(self.types());
        let mut out = Vec::new();
        let mut good = true;
        for (pat, guard, body) in arms {
            self.scopes.push(Default::default());
            let pat = match &scrutinee {
                Scrutinee::Host(_) => {
                    self.bind_host_pat(pat, Host::Unknown, Dim::Unknown);
                    Some(ArmPat::Host((*pat).clone()))
                }
                Scrutinee::Value(node) => {
                    let ty = node.ty.clone();
                    self.arm_pattern(pat, &ty)
                }
            };
            let guard = guard.and_then(|guard| self.guard(guard));
            let (body, ty) = match body {
                syn::Expr::Block(block) if block.label.is_none() => self.block(&block.block),
                other => self.alone(other),
            };
            self.scopes.pop();
            let end = body
                .value
                .as_ref()
                .map_or_else(|| origin.clone(), |v| v.origin.clone());
            ways.end(self, ty, end);
            match pat {
                Some(pat) => out.push(Arm { pat, guard, body }),
                None => good = false,
            }
        }
        let ty = if arms.is_empty() {
            Ty::Never
        } else {
            ways.meet(self, &origin, &[])
        };
        if let (true, Scrutinee::Value(node)) = (good, &scrutinee) {
            let of = node.ty.clone();
            good = self.exhaustive(&of, &out, &origin);
        }
        if !good {
            return Node::poison(origin);
        }
        Node {
            kind: NodeKind::Match {
                scrutinee,
                arms: out,
                after: self.types(),
            },
            ty,
            origin,
        }
    }

    /// Has every variant an arm? Whether its fields are all caught is for rustc to see.
    fn exhaustive(&mut self, of: &Ty, arms: &[super::hir::Arm], origin: &Origin) -> bool {
        use super::hir::ArmPat;
        let caught = |of: &dyn Fn(&ArmPat) -> bool| {
            arms.iter()
                .any(|arm| arm.guard.is_none() && (matches!(arm.pat, ArmPat::Wild) || of(&arm.pat)))
        };
        let missing: Vec<String> = match of {
            Ty::Option(_) => {
                let some = caught(&|pat| matches!(pat, ArmPat::Some(..)));
                let none = caught(&|pat| matches!(pat, ArmPat::None));
                let missing = [(some, "Some(value)"), (none, "None")].into_iter();
                missing
                    .filter(|(caught, _)| !caught)
                    .map(|(_, name)| name.to_owned())
                    .collect()
            }
            Ty::Adt(adt) => {
                let variants = adt.ty.def.variants.iter().enumerate();
                variants
                    .filter(|(place, _)| {
                        !caught(&|pat| matches!(pat, ArmPat::Variant(one, _) if one == place))
                    })
                    .map(|(_, variant)| variant_text(&adt.ty.def.name, variant))
                    .collect()
            }
            _ => Vec::new(),
        };
        if missing.is_empty() {
            return true;
        }
        let what = self.show().ty(of);
        let place: proc_macro2::TokenStream = origin.tokens().clone().into_iter().take(1).collect();
        self.push(
            Diagnostic::new(
                Code::E106,
                place,
                format!("this `match` leaves out `{}`", missing.join("`, `")),
            )
            .fact(format!("the value is {what}"))
            .help(match missing.as_slice() {
                [one] => {
                    format!("write an arm for it, `{one} =>`, or a last one for all others, `_ =>`")
                }
                _ => "write an arm for each, or a last one for all others, `_ =>`".to_owned(),
            }),
        );
        false
    }

    /// A guard runs between the patterns: there is no place for operations before it.
    fn guard(&mut self, guard: &syn::Expr) -> Option<super::hir::HostCode> {
        let code = self.condition(guard)?;
        let plain = |node: &Node| matches!(node.kind, NodeKind::Var(_));
        if code.holes.iter().any(|hole| !plain(&hole.of)) {
            self.push(
                Diagnostic::new(Code::E101, guard, "an operation in a guard")
                    .help("work it out before the `match`, with `let`"),
            );
            return None;
        }
        Some(code)
    }

    /// What every variable is at this place.
    pub(super) fn types(&self) -> Vec<Ty> {
        self.vars.iter().map(|v| v.ty.clone()).collect()
    }

    pub(super) fn restore(&mut self, types: &[Ty]) {
        for (var, ty) in self.vars.iter_mut().zip(types) {
            var.ty = ty.clone();
        }
    }

    pub(super) fn for_loop(&mut self, each: &syn::ExprForLoop) -> Node {
        let (origin, label) = (Origin::of(each), each.label.as_ref());
        if let Some((over, ty)) = self.over(&each.expr) {
            let mut looped = self.rounds(origin, label, &each.body, true, None, |checker| {
                let pat = checker.pattern(&each.pat, &ty);
                let over = Over::Host(checker.host_code(&syn::parse_quote!(())));
                let element = ty.clone();
                Some(LoopKind::Each { pat, element, over })
            });
            if let NodeKind::Loop {
                kind: LoopKind::Each { over: place, .. },
                ..
            } = &mut looped.kind
            {
                *place = over;
            }
            return looped;
        }
        let iter = self.range(&each.expr);
        let element = match &*each.expr {
            syn::Expr::Range(_) => Host::Int,
            _ => Host::Unknown,
        };
        let (pat, label) = (&*each.pat, each.label.as_ref());
        self.rounds(Origin::of(each), label, &each.body, true, None, |checker| {
            checker.bind_host_pat(pat, element, Dim::Unknown);
            iter.clone().map(|iter| LoopKind::For {
                pat: Box::new(pat.clone()),
                iter,
            })
        })
    }

    pub(super) fn while_loop(&mut self, each: &syn::ExprWhile) -> Node {
        let (cond, label) = (&*each.cond, each.label.as_ref());
        self.rounds(Origin::of(each), label, &each.body, true, None, |checker| {
            let code = checker.condition(cond)?;
            checker.bind_condition(cond);
            let operations = code
                .holes
                .iter()
                .any(|hole| !matches!(hole.of.kind, NodeKind::Var(_)));
            if operations && !host::lets(cond).is_empty() && !matches!(cond, syn::Expr::Let(_)) {
                checker.push(
                    Diagnostic::new(
                        Code::E101,
                        cond,
                        "`let` beside operations in the condition of a loop",
                    )
                    .help("write `loop { … }`, with `let` and `break` in it"),
                );
                return None;
            }
            Some(LoopKind::While(code))
        })
    }

    pub(super) fn endless(&mut self, each: &syn::ExprLoop) -> Node {
        let label = each.label.as_ref();
        self.rounds(Origin::of(each), label, &each.body, false, None, |_| {
            Some(LoopKind::Loop)
        })
    }

    /// A loop. `head` types what stands before the body, once a round; `ends` says whether the head ends the loop.
    ///
    /// What a variable is at the top is what it was before, or what a round left. Sizes that change from round to
    /// round are not known; a few rounds of this reach rest.
    pub(super) fn rounds(
        &mut self,
        origin: Origin,
        label: Option<&syn::Label>,
        body: &syn::Block,
        ends: bool,
        mut element: Option<&mut Option<Ty>>,
        mut head: impl FnMut(&mut Self) -> Option<LoopKind>,
    ) -> Node {
        let mut round = 0;
        loop {
            let mut top = self.types();
            let told = self.diagnostics.mark();
            let vars = self.vars.len();
            self.scopes.push(Default::default());
            let kind = head(self);
            // The head ends the loop with the variables as they are here.
            let leaving = ends.then(|| self.types());
            let id = self.enter(label, true, !ends);
            let (checked, ty) = self.block(body);
            let Some(looped) = self.loops.pop() else {
                return Node::poison(origin);
            };
            self.scopes.pop();
            if let Some(element) = &mut element {
                **element = Some(ty.clone());
            } else if ty.has_tensor() {
                let place = match body.stmts.last() {
                    Some(syn::Stmt::Expr(end, None)) => quote::ToTokens::to_token_stream(end),
                    _ => quote::ToTokens::to_token_stream(body),
                };
                self.push(
                    Diagnostic::new(Code::E101, place, "the body of a loop gives a tensor")
                        .help("end it with `;`, or assign the tensor to a variable"),
                );
            }
            let mut back = looped.continues;
            if ty != Ty::Never {
                back.push(self.types());
            }
            let (mut rest, mut mistaken) = (true, false);
            for (id, was) in top.iter_mut().enumerate() {
                let mut joined = was.clone();
                for types in &back {
                    let now = types.get(id).cloned().unwrap_or(Ty::Poison);
                    joined = self.join(&joined, &now).unwrap_or(Ty::Poison);
                }
                rest &= joined == *was;
                mistaken |= joined == Ty::Poison && *was != Ty::Poison;
                *was = joined;
            }
            self.restore(&top);
            round += 1;
            // A mistake makes poison: another round would start with it, and not find the mistake again.
            if !rest && !mistaken && round < 4 {
                // Once more, with the wider types: what was told of the narrow ones is void.
                self.diagnostics.rewind(told);
                self.vars.truncate(vars);
                continue;
            }
            let mut ways = Ways::new(top.clone());
            if let Some(mut leaving) = leaving {
                for (slot, ty) in leaving.iter_mut().zip(&top) {
                    *slot = ty.clone();
                }
                ways.ends.push((leaving, Ty::UNIT, origin.clone()));
            }
            ways.ends.extend(looped.breaks);
            let ty = ways.meet(self, &origin, &[]);
            return match kind {
                Some(kind) => Node {
                    kind: NodeKind::Loop {
                        id,
                        kind,
                        label: label.cloned(),
                        body: checked,
                        top,
                        after: self.types(),
                    },
                    ty,
                    origin,
                },
                None => Node::poison(origin),
            };
        }
    }

    /// `'a: { … break 'a value; … }`
    pub(super) fn labelled(&mut self, block: &syn::ExprBlock) -> Node {
        let origin = Origin::of(block);
        let top = self.types();
        let id = self.enter(block.label.as_ref(), false, true);
        let (body, ty) = self.block(&block.block);
        let Some(looped) = self.loops.pop() else {
            return Node::poison(origin);
        };
        let mut ways = Ways::new(top.clone());
        let end = match block.block.stmts.last() {
            Some(syn::Stmt::Expr(end, None)) => Origin::of(end),
            _ => origin.clone(),
        };
        ways.ends.push((self.types(), ty, end));
        ways.ends.extend(looped.breaks);
        let ty = ways.meet(self, &origin, &[]);
        Node {
            kind: NodeKind::Loop {
                id,
                kind: LoopKind::Block,
                label: block.label.clone(),
                body,
                top,
                after: self.types(),
            },
            ty,
            origin,
        }
    }

    fn enter(&mut self, label: Option<&syn::Label>, repeats: bool, gives: bool) -> LoopId {
        let id = self.loop_count;
        self.loop_count += 1;
        self.loops.push(Looped {
            id,
            label: label.map(|label| label.name.ident.to_string()),
            repeats,
            gives,
            breaks: Vec::new(),
            continues: Vec::new(),
        });
        id
    }

    /// The loop that a jump is about.
    fn target(&mut self, label: Option<&syn::Lifetime>, at: &syn::Expr) -> Option<usize> {
        let found = match label {
            Some(label) => {
                let word = label.ident.to_string();
                self.loops
                    .iter()
                    .rposition(|l| l.label.as_ref() == Some(&word))
            }
            None => self.loops.iter().rposition(|l| l.repeats),
        };
        if found.is_none() {
            let word = match at {
                syn::Expr::Continue(_) => "continue",
                _ => "break",
            };
            let diagnostic = match label {
                Some(label) => {
                    let known = self.loops.iter().rev().filter_map(|l| l.label.clone());
                    let known: Vec<String> = known.collect();
                    let name = label.ident.to_string();
                    let near =
                        crate::diag::nearest::nearest(&name, known.iter().map(String::as_str));
                    let near = near.or(known.first().map(String::as_str));
                    let title = format!("no loop around this is called `{label}`");
                    Diagnostic::new(Code::E101, label, title).help(match near {
                        Some(near) => format!("write `'{near}`"),
                        None => format!("name the loop: `{label}: for i in 0..n`"),
                    })
                }
                None => Diagnostic::new(Code::E101, at, format!("`{word}` outside of a loop"))
                    .help("leave the function with `return`"),
            };
            self.push(diagnostic);
        }
        found
    }

    pub(super) fn jump_out(&mut self, jump: &syn::ExprBreak, expr: &syn::Expr) -> Node {
        let origin = Origin::of(jump);
        let value = jump.expr.as_ref().map(|value| self.expr(value));
        let Some(place) = self.target(jump.label.as_ref(), expr) else {
            return Node::poison(origin);
        };
        if let (Some(value), Some(looped)) = (&value, self.loops.get(place))
            && !looped.gives
        {
            self.push(
                Diagnostic::new(
                    Code::E101,
                    value.origin.tokens(),
                    "`break` with a value out of a `for` or a `while`",
                )
                .fact("such a loop may also come to its end, and gives nothing then")
                .help("assign the value to a variable, or write `loop`"),
            );
            return Node::poison(origin);
        }
        let types = self.types();
        let ty = value.as_ref().map_or(Ty::UNIT, |node| node.ty.clone());
        let place_of = value
            .as_ref()
            .map_or_else(|| origin.clone(), |node| node.origin.clone());
        let Some(looped) = self.loops.get_mut(place) else {
            return Node::poison(origin);
        };
        looped.breaks.push((types, ty, place_of));
        Node {
            kind: NodeKind::Break {
                from: looped.id,
                value: value.map(Box::new),
            },
            ty: Ty::Never,
            origin,
        }
    }

    pub(super) fn jump_on(&mut self, jump: &syn::ExprContinue, expr: &syn::Expr) -> Node {
        let origin = Origin::of(jump);
        let Some(place) = self.target(jump.label.as_ref(), expr) else {
            return Node::poison(origin);
        };
        let types = self.types();
        let Some(looped) = self.loops.get_mut(place) else {
            return Node::poison(origin);
        };
        looped.continues.push(types);
        Node {
            kind: NodeKind::Continue(looped.id),
            ty: Ty::Never,
            origin,
        }
    }

    /// What a `for` goes over: host values.
    fn range(&mut self, expr: &syn::Expr) -> Option<super::hir::HostCode> {
        match expr {
            syn::Expr::Range(range) => {
                for end in [&range.start, &range.end].into_iter().flatten() {
                    self.host_value(end)?;
                }
            }
            syn::Expr::Path(_) | syn::Expr::Reference(_) if self.mentions_tensor(expr) => {
                let node = self.expr(expr);
                if node.ty.has_tensor() {
                    let what = self.show().ty(&node.ty);
                    self.push(
                        Diagnostic::new(Code::E214, expr, "a loop over a tensor")
                            .fact(format!("it is {what}"))
                            .help(super::advice::loop_help(expr)),
                    );
                    return None;
                }
            }
            _ => {}
        }
        Some(self.host_code(expr))
    }

    pub(super) fn early_return(&mut self, ret: &syn::ExprReturn) -> Node {
        let origin = Origin::of(ret);
        if let Some(syn::Expr::Call(call)) = ret.expr.as_deref()
            && self.function.error.is_some()
            && let Some(error) = crate::syntax::error_of(call)
        {
            let code = self.host_value(&error);
            return match code {
                Some(code) => Node {
                    kind: NodeKind::Fail(code),
                    ty: Ty::Never,
                    origin,
                },
                None => Node::poison(origin),
            };
        }
        let value = match &ret.expr {
            Some(expr) => {
                let node = self.result_expr(expr);
                self.fit_result(node).map(Box::new)
            }
            None => {
                if !matches!(&self.function.result, Type::Tuple(parts) if parts.is_empty()) {
                    self.push(
                        Diagnostic::new(Code::E212, ret, "`return` gives no result")
                            .help("write the result behind it"),
                    );
                }
                None
            }
        };
        Node {
            kind: NodeKind::Return(value),
            ty: Ty::Never,
            origin,
        }
    }
}

/// Does control leave in one of these statements?
fn leaves(stmts: &[Stmt]) -> bool {
    stmts.iter().any(|stmt| match stmt {
        Stmt::Expr(node) | Stmt::Let { value: node, .. } | Stmt::Assign { value: node, .. } => {
            node.ty == Ty::Never
        }
        Stmt::Push { value, .. } | Stmt::SetElement { value, .. } => value.ty == Ty::Never,
        Stmt::Pop { .. } => false,
        Stmt::HostLet { .. } | Stmt::LetElse { .. } | Stmt::Host(_) | Stmt::Verbatim(_) => false,
    })
}

/// Ways through the program that part at one place and meet at another: what each leaves of the variables, and gives.
struct Ways {
    before: Types,
    ends: Vec<(Types, Ty, Origin)>,
}

impl Ways {
    fn new(before: Types) -> Ways {
        Ways {
            before,
            ends: Vec::new(),
        }
    }

    /// One way is at its end; the next begins where they part.
    fn end(&mut self, checker: &mut Checker<'_>, ty: Ty, origin: Origin) {
        self.ends.push((checker.types(), ty, origin));
        checker.restore(&self.before);
    }

    /// Where they meet, the variables are what all ways there agree on. Gives the type of the value. `names` are for
    /// the message.
    fn meet(self, checker: &mut Checker<'_>, origin: &Origin, names: &[&str]) -> Ty {
        let here: Vec<&(Types, Ty, Origin)> = self
            .ends
            .iter()
            .filter(|(_, ty, _)| *ty != Ty::Never)
            .collect();
        for (id, was) in self.before.iter().enumerate() {
            let mut joined: Option<Ty> = None;
            for (types, ..) in &here {
                let now = types.get(id).cloned().unwrap_or(Ty::Poison);
                joined = Some(match joined {
                    None => now,
                    Some(so_far) => checker.join(&so_far, &now).unwrap_or_else(|| was.clone()),
                });
            }
            if let Some(var) = checker.vars.get_mut(id) {
                var.ty = joined.unwrap_or_else(|| was.clone());
            }
        }
        let mut value = Ty::Never;
        for (place, (_, ty, end)) in self.ends.iter().enumerate() {
            value = match checker.join(&value, ty) {
                Some(ty) => ty,
                None if names.get(place) == Some(&NO_ELSE) => {
                    let what = checker.show().ty(&value);
                    checker.push(
                        Diagnostic::new(
                            Code::E215,
                            origin.tokens(),
                            "an `if` without `else` gives nothing",
                        )
                        .fact(format!("its block gives {what}"))
                        .help(
                            "write the `else`, or assign the tensor to a variable and end with `;`",
                        ),
                    );
                    Ty::UNIT
                }
                None => {
                    let (a, b) = (checker.show().ty(&value), checker.show().ty(ty));
                    // Of an `if`, the whole; else the way that differs.
                    let [first, second] = match names {
                        [first, second] => [*first, *second],
                        _ => {
                            let mut probe = Node::poison(end.clone());
                            probe.ty = ty.clone();
                            probe.kind = NodeKind::Tuple(Vec::new());
                            let help = checker.mended(&probe, &value);
                            checker.push(
                                Diagnostic::new(
                                    Code::E215,
                                    end.tokens(),
                                    "this gives another type than the ways before it",
                                )
                                .fact(format!("they give {a}"))
                                .fact(format!("this gives {b}"))
                                .help(help),
                            );
                            return Ty::Poison;
                        }
                    };
                    checker.push(
                        Diagnostic::new(
                            Code::E215,
                            origin.tokens(),
                            "the branches give different types",
                        )
                        .fact(format!("{first} gives {a}"))
                        .fact(format!("{second} gives {b}"))
                        .help(match (&value, ty) {
                            (Ty::Option(_), Ty::Tensor(_)) | (Ty::Tensor(_), Ty::Option(_)) => {
                                "put the tensor into `Some(…)`"
                            }
                            _ => {
                                "make both one type, with `.astype(…)` where the element types differ"
                            }
                        }),
                    );
                    return Ty::Poison;
                }
            };
        }
        value
    }
}

/// In place of a way's name: there is no `else`.
const NO_ELSE: &str = "";

/// The names that a pattern binds, and whether they are `mut`.
fn names_of(pat: &syn::Pat) -> Vec<(String, bool)> {
    struct Names(Vec<(String, bool)>);
    impl<'a> syn::visit::Visit<'a> for Names {
        fn visit_pat_ident(&mut self, pat: &'a syn::PatIdent) {
            self.0
                .push((pat.ident.unraw().to_string(), pat.mutability.is_some()));
            syn::visit::visit_pat_ident(self, pat);
        }
    }
    let mut names = Names(Vec::new());
    syn::visit::Visit::visit_pat(&mut names, pat);
    names.0
}

/// `a = b`, `a += b`
pub(super) fn is_assignment(expr: &syn::Expr) -> bool {
    match expr {
        syn::Expr::Assign(_) => true,
        syn::Expr::Binary(binary) => is_assign_op(&binary.op),
        _ => false,
    }
}

fn is_assign_op(op: &syn::BinOp) -> bool {
    use syn::BinOp::*;
    matches!(
        op,
        AddAssign(_)
            | SubAssign(_)
            | MulAssign(_)
            | DivAssign(_)
            | RemAssign(_)
            | BitAndAssign(_)
            | BitOrAssign(_)
            | BitXorAssign(_)
            | ShlAssign(_)
            | ShrAssign(_)
    )
}

/// The statements of a block, and the expression that is its value.
fn split_tail(block: &syn::Block) -> (&[syn::Stmt], Option<&syn::Expr>) {
    match block.stmts.split_last() {
        Some((syn::Stmt::Expr(tail, None), rest))
            if !matches!(
                tail,
                syn::Expr::ForLoop(_) | syn::Expr::While(_) | syn::Expr::Assign(_)
            ) && !matches!(tail, syn::Expr::Binary(binary) if is_assign_op(&binary.op)) =>
        {
            (rest, Some(tail))
        }
        _ => (&block.stmts, None),
    }
}

/// A tensor with a written type, which is checked when it runs; from there on it holds.
pub(super) fn asserted(node: Node, declared: &crate::syntax::TensorType, ty: Ty) -> Node {
    let origin = node.origin.clone();
    Node {
        kind: NodeKind::Assert {
            of: Box::new(node),
            declared: declared.clone(),
        },
        ty,
        origin,
    }
}

/// A variant as a pattern writes it.
fn variant_text(of: &proc_macro2::Ident, variant: &crate::syntax::adt::Variant) -> String {
    use crate::syntax::adt::Style;
    let name = &variant.name;
    let fields: Vec<String> = variant.fields.iter().map(|f| f.name()).collect();
    match variant.style {
        Style::Unit => format!("{of}::{name}"),
        Style::Named => format!("{of}::{name} {{ {} }}", fields.join(", ")),
        Style::Tuple => format!("{of}::{name}({})", vec!["_"; fields.len()].join(", ")),
    }
}

//! Statements, blocks, patterns and control flow.

use quote::ToTokens;
use syn::ext::IdentExt;

use super::dim::Dim;
use super::expr::operator_name;
use super::hir::{Block, Node, NodeKind, Pat, Stmt, VarId};
use super::ty::{Elem, Host, Shape, Tensor, Ty};
use super::{Binding, Checker, declared_dim, host};
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
                let node = self.expr(tail);
                self.fit_result(node)
            }
            None => {
                let ends = stmts
                    .last()
                    .is_some_and(|s| matches!(s, Stmt::Expr(n) if n.ty == Ty::Never));
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

    /// Host control flow may leave by itself; rustc sees to that.
    fn ends_in_return(&self, body: &syn::Block) -> bool {
        match body.stmts.last() {
            Some(syn::Stmt::Expr(expr, _)) => host::returns(expr),
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
            Some(node) => node.ty.clone(),
            None if stmts
                .last()
                .is_some_and(|s| matches!(s, Stmt::Expr(n) if n.ty == Ty::Never)) =>
            {
                Ty::Never
            }
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
            syn::Stmt::Macro(mac) => {
                self.refuse_tensors(mac, &[]);
                out.push(Stmt::Verbatim(stmt.clone()));
            }
        }
    }

    fn expr_stmt(&mut self, expr: &syn::Expr, stmt: &syn::Stmt, out: &mut Vec<Stmt>) {
        match expr {
            syn::Expr::Assign(assign) if self.mentions_tensor(expr) => self.assign(assign, out),
            syn::Expr::Binary(binary) if is_assign_op(&binary.op) && self.mentions_tensor(expr) => {
                self.assign_op(expr, binary, out);
            }
            _ if !self.is_structured(expr) => out.push(Stmt::Verbatim(stmt.clone())),
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
            && (self.is_structured(&init.expr) || self.mentions_tensor(diverge))
        {
            self.push(
                Diagnostic::new(
                    Code::E101,
                    diverge,
                    "`let … else` with tensors in it is not supported",
                )
                .help("decide with `if let` or `if` on a host value"),
            );
        }
        let declared = annotation
            .filter(|ty| crate::syntax::mentions_tensor(ty))
            .map(|ty| crate::syntax::read_let_type(ty, self.function, self.diagnostics));
        if declared.is_none() && !self.is_structured(&init.expr) {
            let (kind, dim) = (
                annotation.map_or_else(|| self.host_kind(&init.expr), host::kind_of),
                self.host_dim(&init.expr),
            );
            self.bind_host_pat(&local.pat, kind, dim);
            out.push(Stmt::Verbatim(syn::Stmt::Local(local.clone())));
            return;
        }
        let mut node = if declared.is_some() && !self.mentions_tensor(&init.expr) {
            self.call_without_tensors(&init.expr)
        } else {
            self.expr(&init.expr)
        };
        if let Some(declared) = &declared {
            if matches!(node.ty, Ty::Host(_)) {
                node = self.call_without_tensors(&init.expr);
            }
            node = self.fit_annotation(node, declared);
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
                let pat = self.pattern(pat, &ty);
                out.push(Stmt::Let { pat, value: node });
            }
        }
    }

    /// `let k: Tensor = make(3)`: the annotation says that the call is of an agnostic function.
    fn call_without_tensors(&mut self, expr: &syn::Expr) -> Node {
        let syn::Expr::Call(call) = expr else {
            return self.expr(expr);
        };
        let syn::Expr::Path(function) = &*call.func else {
            return self.expr(expr);
        };
        let args = call
            .args
            .iter()
            .map(|arg| super::hir::CallArg::Host(self.host_code(arg)))
            .collect();
        Node {
            kind: NodeKind::Call {
                path: function.path.clone(),
                args,
            },
            ty: Ty::Opaque,
            origin: Origin::of(expr),
        }
    }

    /// Holds a value to the type written at its `let`.
    fn fit_annotation(&mut self, mut node: Node, declared: &Type) -> Node {
        match (&node.ty, declared) {
            (Ty::Opaque, Type::Tensor(t)) => {
                let shape = match &t.dims {
                    Some(dims) => Shape::Ranked(dims.iter().map(declared_dim).collect()),
                    None => Shape::Unknown,
                };
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
                    })
                    .collect();
                node.ty = Ty::Tuple(tys);
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

    /// Declares the names of a pattern that takes tensors.
    fn pattern(&mut self, pat: &syn::Pat, ty: &Ty) -> Pat {
        match pat {
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
                self.push(
                    Diagnostic::new(Code::E105, other, "a pattern that cannot take a tensor")
                        .help("write a name, or a tuple of names"),
                );
                // Its names are taken, but nothing further is told of them.
                for (name, mutable) in names_of(other) {
                    let var = self.new_var(&name, Ty::Poison, mutable);
                    self.bind(&name, Binding::Tensor(var));
                }
                Pat::Wild
            }
        }
    }

    fn assign(&mut self, assign: &syn::ExprAssign, out: &mut Vec<Stmt>) {
        if self.refuse_write(&assign.left) {
            return;
        }
        let value = self.expr(&assign.right);
        if let syn::Expr::Tuple(left) = &*assign.left
            && value.ty.has_tensor()
        {
            self.assign_parts(left, value, out);
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
                _ => self.push(
                    Diagnostic::new(Code::E105, &assign.left, "this cannot take a tensor")
                        .help("assign to a variable that was declared with `let mut`, or bind a new one with `let`"),
                ),
            },
        }
    }

    /// `x[0] = …` of a tensor.
    fn refuse_write(&mut self, left: &syn::Expr) -> bool {
        let syn::Expr::Index(index) = left else {
            return false;
        };
        let written = self.mentions_tensor(&index.expr);
        if written {
            self.push(
                Diagnostic::new(Code::E101, left, "a tensor is never written in place")
                    .help("bind the new tensor: `x = where_(mask, value, x);`, or put it together with `concatenate`"),
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
        if self.refuse_write(&binary.left) {
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

    fn tensor_target(&self, left: &syn::Expr) -> Option<VarId> {
        let syn::Expr::Path(path) = left else {
            return None;
        };
        match self.lookup(&path.path.get_ident()?.unraw().to_string())? {
            Binding::Tensor(var) => Some(*var),
            Binding::Host(..) => None,
        }
    }

    fn set(&mut self, var: VarId, value: Node, left: &syn::Expr, out: &mut Vec<Stmt>) {
        let Some(old) = self.vars.get(var).cloned() else {
            return;
        };
        if !old.mutable {
            let name = &old.name;
            self.push(
                Diagnostic::new(
                    Code::E216,
                    left,
                    format!("`{name}` is assigned twice, but is not declared `mut`"),
                )
                .help(format!(
                    "declare it `let mut {name}`, or bind a new one with `let {name} = …`"
                )),
            );
        }
        let joined = self.join(&old.ty, &value.ty);
        if joined.is_none() {
            let (was, is) = (self.show().ty(&old.ty), self.show().ty(&value.ty));
            self.push(
                Diagnostic::new(Code::E216, left, format!("`{}` changes its type", old.name))
                    .fact(format!("it was {was}"))
                    .fact(format!("it becomes {is}"))
                    .help("bind a new variable with `let`, or cast with `.astype(…)`"),
            );
        }
        if let Some(slot) = self.vars.get_mut(var) {
            slot.ty = if joined.is_none() {
                Ty::Poison
            } else {
                value.ty.clone()
            };
        }
        out.push(Stmt::Assign { var, value });
    }

    /// A condition: a host value.
    fn condition(&mut self, cond: &syn::Expr) -> Option<super::hir::HostCode> {
        if let syn::Expr::Let(_) = cond {
            if self.mentions_tensor(cond) {
                let _ = self.expr(cond);
                return None;
            }
            return Some(self.host_code(cond));
        }
        self.host_or_told(
            cond,
            "a tensor as a condition",
            "choose elements with `where_(mask, a, b)`, or ask one element on the host: `.any().item()`",
        )
    }

    pub(super) fn branch(&mut self, branch: &syn::ExprIf) -> Node {
        let origin = Origin::of(branch);
        let cond = self.condition(&branch.cond);
        self.scopes.push(Default::default());
        if let syn::Expr::Let(binding) = &*branch.cond {
            self.bind_host_pat(&binding.pat, Host::Unknown, Dim::Unknown);
        }
        let before = self.types();
        let (then, then_ty) = self.block(&branch.then_branch);
        self.scopes.pop();
        let after_then = self.types();
        self.restore(&before);
        let (otherwise, else_ty) = match &branch.else_branch {
            Some((_, other)) => {
                let (block, ty) = match &**other {
                    syn::Expr::Block(block) => self.block(&block.block),
                    other => {
                        let node = self.expr(other);
                        let ty = node.ty.clone();
                        (
                            Block {
                                stmts: Vec::new(),
                                value: Some(Box::new(node)),
                            },
                            ty,
                        )
                    }
                };
                (Some(block), ty)
            }
            None => (None, Ty::UNIT),
        };
        // Variables that a branch assigned.
        for (id, was) in before.iter().enumerate() {
            let Some(then_var) = after_then.get(id) else {
                continue;
            };
            let else_var = self.vars.get(id).map_or(Ty::Poison, |v| v.ty.clone());
            let joined = match (&then_ty, &else_ty) {
                (Ty::Never, _) => Some(else_var),
                (_, Ty::Never) => Some(then_var.clone()),
                _ => self.join(then_var, &else_var),
            };
            if let Some(var) = self.vars.get_mut(id) {
                var.ty = joined.unwrap_or_else(|| was.clone());
            }
        }
        let ty = match self.join(&then_ty, &else_ty) {
            Some(ty) => ty,
            None if otherwise.is_none() => {
                let what = self.show().ty(&then_ty);
                self.push(
                    Diagnostic::new(
                        Code::E215,
                        origin.tokens(),
                        "an `if` without `else` gives nothing",
                    )
                    .fact(format!("its block gives {what}"))
                    .help("write the `else`, or assign the tensor to a variable and end with `;`"),
                );
                Ty::UNIT
            }
            None => {
                let (a, b) = (self.show().ty(&then_ty), self.show().ty(&else_ty));
                self.push(
                    Diagnostic::new(
                        Code::E215,
                        origin.tokens(),
                        "the branches give different types",
                    )
                    .fact(format!("`if` gives {a}"))
                    .fact(format!("`else` gives {b}"))
                    .help("make both one type, with `.astype(…)` where the element types differ"),
                );
                Ty::Poison
            }
        };
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
            None => Node {
                kind: NodeKind::Poison,
                ty: Ty::Poison,
                origin,
            },
        }
    }

    /// What every variable is at this place.
    pub(super) fn types(&self) -> Vec<Ty> {
        self.vars.iter().map(|v| v.ty.clone()).collect()
    }

    fn restore(&mut self, types: &[Ty]) {
        for (var, ty) in self.vars.iter_mut().zip(types) {
            var.ty = ty.clone();
        }
    }

    pub(super) fn for_loop(&mut self, each: &syn::ExprForLoop) -> Node {
        let origin = Origin::of(each);
        let iter = self.range(&each.expr);
        self.refuse_jumps(&each.body);
        let element = match &*each.expr {
            syn::Expr::Range(_) => Host::Int,
            _ => Host::Unknown,
        };
        // What a variable is at the top of the loop is what it was before, or what a round left.
        // Sizes that change from round to round are not known; a few rounds of this reach rest.
        let mut body = Block {
            stmts: Vec::new(),
            value: None,
        };
        for round in 0..4 {
            let entry = self.types();
            let told = self.diagnostics.mark();
            let vars = self.vars.len();
            self.scopes.push(Default::default());
            self.bind_host_pat(&each.pat, element, Dim::Unknown);
            let (checked, ty) = self.block(&each.body);
            self.scopes.pop();
            body = checked;
            if ty.has_tensor() {
                self.push(
                    Diagnostic::new(Code::E101, &each.body, "the body of `for` gives a tensor")
                        .help("end it with `;`, or assign the tensor to a variable"),
                );
            }
            let (mut rest, mut mistaken) = (true, false);
            for (id, was) in entry.iter().enumerate() {
                let now = self.vars.get(id).map_or(Ty::Poison, |v| v.ty.clone());
                let joined = match self.join(was, &now) {
                    Some(joined) => joined,
                    None => Ty::Poison,
                };
                rest &= joined == *was;
                mistaken |= joined == Ty::Poison && *was != Ty::Poison;
                if let Some(var) = self.vars.get_mut(id) {
                    var.ty = joined;
                }
            }
            // A mistake makes poison: another round would start with it, and not find the mistake again.
            if rest || mistaken || round == 3 {
                break;
            }
            // Once more, with the wider types: what was told of the narrow ones is void.
            self.diagnostics.rewind(told);
            self.vars.truncate(vars);
        }
        match iter {
            Some(iter) => Node {
                kind: NodeKind::For {
                    pat: (*each.pat).clone(),
                    iter,
                    label: each.label.clone(),
                    body,
                    after: self.types(),
                },
                ty: Ty::UNIT,
                origin,
            },
            None => Node::poison(origin),
        }
    }

    /// A round ends at the end of the body: variables take their new tensors there.
    fn refuse_jumps(&mut self, body: &syn::Block) {
        struct Jumps(Vec<(proc_macro2::TokenStream, &'static str)>);
        impl<'a> syn::visit::Visit<'a> for Jumps {
            fn visit_expr_break(&mut self, jump: &'a syn::ExprBreak) {
                self.0.push((jump.to_token_stream(), "`break`"));
            }
            fn visit_expr_continue(&mut self, jump: &'a syn::ExprContinue) {
                self.0.push((jump.to_token_stream(), "`continue`"));
            }
            fn visit_expr_for_loop(&mut self, _: &'a syn::ExprForLoop) {}
            fn visit_expr_while(&mut self, _: &'a syn::ExprWhile) {}
            fn visit_expr_loop(&mut self, _: &'a syn::ExprLoop) {}
            fn visit_expr_closure(&mut self, _: &'a syn::ExprClosure) {}
            fn visit_item(&mut self, _: &'a syn::Item) {}
        }
        let mut jumps = Jumps(Vec::new());
        syn::visit::Visit::visit_block(&mut jumps, body);
        for (place, what) in jumps.0 {
            self.push(
                Diagnostic::new(
                    Code::E101,
                    place,
                    format!("{what} in a loop over tensors is not supported"),
                )
                .help("use `if` and `else` in the body, or `return`"),
            );
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
        let value = match &ret.expr {
            Some(expr) => {
                let node = self.expr(expr);
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
fn asserted(node: Node, declared: &crate::syntax::TensorType, ty: Ty) -> Node {
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

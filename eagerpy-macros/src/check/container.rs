//! Lists, optional tensors, structs and enums.

use std::rc::Rc;

use quote::ToTokens;
use syn::ext::IdentExt;

use super::dim::Dim;
use super::hir::{ArmPat, Hole, HostCode, LoopKind, Node, NodeKind, Over, Pat, Query, Stmt};
use super::ty::{AdtTy, Host, Ty};
use super::{Binding, Checker, declared};
use crate::diag::{Code, Diagnostic, nearest::nearest};
use crate::origin::Origin;
use crate::syntax::StructType;
use crate::syntax::adt::Adt;

impl Checker<'_> {
    // ------------------------------------------------------------------ lists

    /// `[a, b]` or `vec![a, b]`: a list of tensors, or the host's own.
    pub(super) fn list_of(&mut self, expr: &syn::Expr, elements: &[&syn::Expr]) -> Node {
        let told = self.diagnostics.mark();
        let nodes: Vec<Node> = elements.iter().map(|element| self.expr(element)).collect();
        if nodes.iter().all(|node| is_host(&node.ty)) {
            self.diagnostics.rewind(told);
            return self.host(expr);
        }
        let origin = Origin::of(expr);
        let mut element: Option<Ty> = None;
        for node in &nodes {
            if matches!(node.ty, Ty::Poison | Ty::Never) {
                return Node::poison(origin);
            }
            if !self.may_be_listed(node) {
                return Node::poison(origin);
            }
            let joined = match &element {
                None => Some(node.ty.clone()),
                Some(so_far) => self.join(so_far, &node.ty),
            };
            let Some(joined) = joined else {
                let (was, is) = (
                    self.show().ty(element.as_ref().unwrap_or(&Ty::Poison)),
                    self.show().ty(&node.ty),
                );
                self.push(
                    Diagnostic::new(
                        Code::E115,
                        node.origin.tokens(),
                        "the elements of a list are of one type",
                    )
                    .fact(format!("the ones before are {was}"))
                    .fact(format!("this is {is}"))
                    .help(match &element {
                        Some(element) => self.mended(node, element),
                        None => "use a tuple".to_owned(),
                    }),
                );
                return Node::poison(origin);
            };
            element = Some(joined);
        }
        let element = element.unwrap_or(Ty::Poison);
        let nodes = nodes
            .into_iter()
            .map(|node| self.taken_as(node, &element))
            .collect();
        Node {
            kind: NodeKind::List(nodes),
            ty: Ty::List(Box::new(element)),
            origin,
        }
    }

    /// A value where one of this type is taken: the host's `None` is that of an optional tensor there, an empty
    /// list one of tensors, and what a method gives, whose type only rustc knows, is of the type.
    pub(super) fn taken_as(&self, mut node: Node, want: &Ty) -> Node {
        match (&node.ty, want) {
            (Ty::Host(Host::None), Ty::Option(_)) => {
                node.kind = NodeKind::None;
                node.ty = want.clone();
            }
            (Ty::Host(Host::Empty), Ty::List(_)) => {
                node.kind = NodeKind::List(Vec::new());
                node.ty = want.clone();
            }
            (Ty::Opaque, Ty::Adt(_) | Ty::List(_) | Ty::Option(_)) => node.ty = want.clone(),
            (Ty::Option(_), Ty::Option(inner)) => {
                if let NodeKind::Some(value) = node.kind {
                    let value = self.taken_as(*value, inner);
                    node.ty = Ty::Option(Box::new(value.ty.clone()));
                    node.kind = NodeKind::Some(Box::new(value));
                }
            }
            (Ty::Tuple(_), Ty::Tuple(types)) => {
                if let NodeKind::Tuple(parts) = node.kind {
                    let parts: Vec<Node> = match parts.len() == types.len() {
                        true => parts
                            .into_iter()
                            .zip(types)
                            .map(|(part, ty)| self.taken_as(part, ty))
                            .collect(),
                        false => parts,
                    };
                    node.ty = Ty::Tuple(parts.iter().map(|part| part.ty.clone()).collect());
                    node.kind = NodeKind::Tuple(parts);
                }
            }
            _ => {}
        }
        node
    }

    fn may_be_listed(&mut self, node: &Node) -> bool {
        // The `None` of an optional tensor is one beside those.
        if matches!(node.ty, Ty::Host(Host::None | Host::Empty))
            || (node.ty.has_tensor() && !matches!(node.ty, Ty::Fn(_)))
        {
            return true;
        }
        let what = self.show().ty(&node.ty);
        self.push(
            Diagnostic::new(
                Code::E115,
                node.origin.tokens(),
                "this is no element of a list of tensors",
            )
            .fact(format!("this is {what}"))
            .help(match &node.ty {
                Ty::Host(_) => match crate::diag::foreign::short(node.origin.tokens()) {
                    Some(text) => format!("make a tensor of it: `full((), {text})`"),
                    None => "make a tensor of it: `full((), 1.0)`".to_owned(),
                },
                _ => "a list holds tensors, and structs, tuples, lists and options of them"
                    .to_owned(),
            }),
        );
        false
    }

    /// A macro: `vec!` of tensors is a list; all others are the host's.
    pub(super) fn macro_call(&mut self, expr: &syn::Expr, mac: &syn::Macro) -> Node {
        use syn::punctuated::Punctuated;
        if mac.path.is_ident("vec") {
            let parser = Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated;
            if let Ok(elements) = mac.parse_body_with(parser) {
                let elements: Vec<&syn::Expr> = elements.iter().collect();
                return self.list_of(expr, &elements);
            }
        }
        if mac.path.is_ident("native") {
            return self.native(expr, mac, None);
        }
        self.host(expr)
    }

    /// The list that an expression names.
    pub(super) fn list_named(&mut self, expr: &syn::Expr) -> Option<Node> {
        match expr {
            syn::Expr::Path(_) | syn::Expr::Field(_) | syn::Expr::Index(_) => {}
            syn::Expr::Paren(inner) => return self.list_named(&inner.expr),
            _ => return None,
        }
        let told = self.diagnostics.mark();
        let node = self.expr(expr);
        if let Ty::List(_) = node.ty {
            return Some(node);
        }
        self.diagnostics.rewind(told);
        None
    }

    /// `list[i]`
    pub(super) fn element(&mut self, list: Node, index: &syn::Expr, origin: Origin) -> Node {
        let Ty::List(element) = &list.ty else {
            return Node::poison(origin);
        };
        let ty = (**element).clone();
        let Some(index) = self.host_value(index) else {
            return Node::poison(origin);
        };
        if matches!(&*index.expr, syn::Expr::Range(_))
            || !matches!(index.ty, Host::Int | Host::Unknown)
        {
            self.push(
                Diagnostic::new(
                    Code::E211,
                    index.origin.tokens(),
                    "a position in a list is an integer",
                )
                .help("loop over a part of it: `for x in list.iter().skip(1)`"),
            );
            return Node::poison(origin);
        }
        Node {
            kind: NodeKind::Element {
                list: Box::new(list),
                index,
            },
            ty,
            origin,
        }
    }

    /// A method of a list, of an optional tensor or of a function.
    pub(super) fn container_method(
        &mut self,
        receiver: Node,
        call: &syn::ExprMethodCall,
        expr: &syn::Expr,
    ) -> Node {
        let origin = Origin::of(expr);
        let name = call.method.unraw().to_string();
        let known: &[&str] = match &receiver.ty {
            Ty::List(_) => &["len", "is_empty", "push", "pop", "extend", "iter", "clone"],
            Ty::Option(_) => &["is_some", "is_none", "unwrap_or", "clone"],
            _ => &[],
        };
        match (&receiver.ty, name.as_str()) {
            (Ty::List(_), "len") if call.args.is_empty() => {
                return self.asked(receiver, Query::Len, Host::Int, |hole| hole);
            }
            (Ty::List(_), "is_empty") if call.args.is_empty() => {
                return self.asked(
                    receiver,
                    Query::Len,
                    Host::Bool,
                    |hole| syn::parse_quote!(#hole == 0),
                );
            }
            (Ty::Option(_), "is_some") if call.args.is_empty() => {
                return self.asked(receiver, Query::IsSome, Host::Bool, |hole| hole);
            }
            (Ty::Option(_), "is_none") if call.args.is_empty() => {
                return self.asked(
                    receiver,
                    Query::IsSome,
                    Host::Bool,
                    |hole| syn::parse_quote!(!#hole),
                );
            }
            (Ty::Option(_), "unwrap_or") if call.args.len() == 1 => {
                // The same as a `match`.
                let (value, other) = (&call.receiver, call.args.first());
                let matching: syn::ExprMatch = syn::parse_quote! {
                    match #value { Some(value) => value, None => #other }
                };
                return self.matching(&matching);
            }
            (_, "clone" | "iter" | "as_ref") if call.args.is_empty() => return receiver,
            _ => {}
        }
        // What it holds is not known yet.
        if matches!(&receiver.ty, Ty::List(inner) | Ty::Option(inner) if **inner == Ty::Poison) {
            return Node::poison(origin);
        }
        let what = self.show().ty(&receiver.ty);
        let kind = match &receiver.ty {
            Ty::List(_) => "a list",
            Ty::Option(_) => "an optional tensor",
            _ => "a function",
        };
        let near = known.iter().copied().find(|known| name.starts_with(known));
        let near = near.or_else(|| nearest(&name, known.iter().copied()));
        let of = super::advice::postfix_text(receiver.origin.tokens());
        let of = of.unwrap_or_else(|| "list".to_owned());
        let operation = eagerpy_runtime::ops::OpInfo::find(&name).is_some();
        let help = match (&receiver.ty, near) {
            (Ty::List(_), _) if name == "push" => {
                format!("let a list of the function's own grow: `let mut list = {of};`")
            }
            (Ty::List(_), _) if name == "first" => format!("write `{of}[0]`"),
            (Ty::List(_), _) if name == "last" => format!("write `{of}[-1]`"),
            (_, Some(near)) => format!("write `{near}`"),
            (Ty::List(_), None) if operation => {
                format!("take an element, `{of}[0]`, or join them first: `stack({of})`")
            }
            (Ty::List(_), None) => {
                format!(
                    "a list has `len`, `is_empty`, `push`, positions `{of}[i]`, and loops over it"
                )
            }
            (Ty::Option(_), None) => format!(
                "look into it: `if let Some(value) = {of}`, or give another for `None`: `{of}.unwrap_or(…)`"
            ),
            _ => format!("call it: `{of}(…)`"),
        };
        self.push(
            Diagnostic::new(
                Code::E110,
                &call.method,
                format!("{kind} has no method `{name}`"),
            )
            .fact(format!("it is {what}"))
            .help(help),
        );
        Node::poison(origin)
    }

    /// A question to a value of ours, as host code.
    fn asked(
        &mut self,
        of: Node,
        query: Query,
        ty: Host,
        code: impl FnOnce(syn::Expr) -> syn::Expr,
    ) -> Node {
        self.holes += 1;
        let name = format!("__hole{}", self.holes);
        let origin = of.origin.clone();
        let ident = proc_macro2::Ident::new(&name, origin.span());
        let expr = code(syn::parse_quote!(#ident));
        Node {
            kind: NodeKind::Host(HostCode {
                expr: Box::new(expr),
                holes: vec![Rc::new(Hole { name, of, query })],
                ty,
                dim: Dim::Unknown,
                origin: origin.clone(),
            }),
            ty: Ty::Host(ty),
            origin,
        }
    }

    /// `list.extend(others);` is a loop that pushes.
    pub(super) fn extend_stmt(&mut self, call: &syn::ExprMethodCall, out: &mut Vec<Stmt>) -> bool {
        let (list, others) = (&call.receiver, call.args.first());
        let grows = match self.list_var(list) {
            Some(_) => true,
            None => self.empty(list).is_some(),
        };
        let (true, true, Some(others)) = (call.method == "extend", grows, others) else {
            return false;
        };
        let each: syn::ExprForLoop = syn::parse_quote! {
            for __element in #others { #list.push(__element); }
        };
        let looped = self.for_loop(&each);
        out.push(Stmt::Expr(looped));
        true
    }

    /// The variable of a list.
    pub(super) fn list_var(&self, expr: &syn::Expr) -> Option<super::hir::VarId> {
        let var = self.tensor_target(expr)?;
        matches!(self.vars.get(var)?.ty, Ty::List(_)).then_some(var)
    }

    /// `list.push(value);`
    pub(super) fn push_stmt(&mut self, call: &syn::ExprMethodCall, out: &mut Vec<Stmt>) -> bool {
        if call.method != "push" || call.args.len() != 1 {
            return false;
        }
        let syn::Expr::Path(path) = &*call.receiver else {
            return false;
        };
        let Some(name) = path.path.get_ident().map(|i| i.unraw().to_string()) else {
            return false;
        };
        if let (Some(place), Some(value)) = (self.empty(&call.receiver), call.args.first())
            && self.mentions_tensor(value)
        {
            let ty = self.expr(value).ty;
            if self.grows(&place, &Ty::List(Box::new(ty.clone()))) {
                return true;
            }
            if !super::growing::is_whole(&ty) {
                // What is wrong with it was told, or it is not known yet.
                self.bind_again(name, Ty::Poison);
                return true;
            }
        }
        let Some(Binding::Tensor(list)) = self.lookup(&name) else {
            if let Some(value) = call.args.first()
                && self.lookup(&name).is_some()
                && self.mentions_tensor(value)
                && self.expr(value).ty.is_tensor()
            {
                self.push(
                    Diagnostic::new(
                        Code::E104,
                        &call.receiver,
                        format!("nothing says that `{name}` is a list of tensors"),
                    )
                    .help(format!(
                        "write its type: `let mut {name}: Vec<Tensor> = Vec::new();`"
                    )),
                );
                // Nothing further is told of it.
                self.bind_again(name, Ty::Poison);
                return true;
            }
            return false;
        };
        let list = *list;
        if !matches!(self.vars.get(list).map(|var| &var.ty), Some(Ty::List(_))) {
            return false;
        }
        if self.writes_outside(list, &call.receiver) {
            return true;
        }
        let Some(value) = call.args.first().map(|value| self.expr(value)) else {
            return false;
        };
        if let Some(value) = self.fits_list(list, &call.receiver, value) {
            self.pushed.insert(list);
            out.push(Stmt::Push { list, value });
        }
        true
    }

    /// A value that gets into a list, where it fits.
    pub(super) fn fits_list(
        &mut self,
        list: super::hir::VarId,
        at: &syn::Expr,
        value: Node,
    ) -> Option<Node> {
        let var = self.vars.get(list).cloned()?;
        let Ty::List(element) = &var.ty else {
            return None;
        };
        let name = &var.name;
        if matches!(value.ty, Ty::Poison | Ty::Never) || !self.may_change(list, at) {
            return None;
        }
        if !self.may_be_listed(&value) {
            return None;
        }
        let value = self.taken_as(value, element);
        // What the list was declared to hold stays.
        let ranks = match (element.as_ref(), &value.ty) {
            (Ty::Tensor(was), Ty::Tensor(is)) => {
                was.shape.rank().is_none()
                    || is.shape.rank().is_none()
                    || was.shape.rank() == is.shape.rank()
            }
            _ => true,
        };
        let joined = self.join(element, &value.ty).filter(|_| ranks);
        if joined.is_none() {
            let (was, is) = (self.show().ty(element), self.show().ty(&value.ty));
            self.push(
                Diagnostic::new(
                    Code::E216,
                    value.origin.tokens(),
                    format!("`{name}` holds another type"),
                )
                .fact(format!("its elements are {was}"))
                .fact(format!("this is {is}"))
                .help(self.mended(&value, element)),
            );
            return None;
        }
        if let (Some(place), Some(joined)) = (&var.grows, joined) {
            self.grows(place, &Ty::List(Box::new(value.ty.clone())));
            if let Some(var) = self.vars.get_mut(list) {
                var.ty = Ty::List(Box::new(joined));
            }
        }
        Some(value)
    }

    /// Is a list declared as one that changes? `at`: where it does.
    pub(super) fn may_change(&mut self, list: super::hir::VarId, at: &syn::Expr) -> bool {
        let Some(var) = self.vars.get(list).cloned() else {
            return false;
        };
        let name = &var.name;
        if !var.mutable {
            let help = match self.function.params.iter().any(|p| p.name == *name) {
                true => {
                    format!("let a list of the function's own grow: `let mut {name} = {name};`")
                }
                false => format!("declare it `let mut {name}`"),
            };
            self.push(
                Diagnostic::new(Code::E216, at, format!("`{name}` cannot be changed")).help(help),
            );
        }
        var.mutable
    }

    /// Another meaning for a name that stands.
    fn bind_again(&mut self, name: String, ty: Ty) {
        let var = self.new_var(&name, ty, true);
        let scope = self.scopes.iter_mut().rev().find(|s| s.contains_key(&name));
        if let Some(scope) = scope {
            scope.insert(name, Binding::Tensor(var));
        }
    }

    /// What a loop goes over, if lists are in it, and the type of an element.
    pub(super) fn over(&mut self, expr: &syn::Expr) -> Option<(Over, Ty)> {
        match expr {
            syn::Expr::Paren(inner) => self.over(&inner.expr),
            syn::Expr::Reference(inner) => self.over(&inner.expr),
            syn::Expr::MethodCall(call) => {
                let name = call.method.to_string();
                let first = call.args.first();
                match (name.as_str(), first) {
                    ("iter" | "into_iter", None) => self.over(&call.receiver),
                    ("enumerate", None) => {
                        let (over, ty) = self.over(&call.receiver)?;
                        let ty = Ty::Tuple(vec![Ty::Host(Host::Int), ty]);
                        Some((Over::Enumerate(Box::new(over)), ty))
                    }
                    ("rev", None) => {
                        let (over, ty) = self.over(&call.receiver)?;
                        Some((Over::Rev(Box::new(over)), ty))
                    }
                    ("take" | "skip", Some(count)) => {
                        let (over, ty) = self.over(&call.receiver)?;
                        let count = self.host_value(count)?;
                        let over = Box::new(over);
                        Some((
                            match name.as_str() {
                                "take" => Over::Take(over, count),
                                _ => Over::Skip(over, count),
                            },
                            ty,
                        ))
                    }
                    ("zip", Some(other)) => {
                        let left = self.over(&call.receiver);
                        let right = self.over(other);
                        let (left, right) = match (left, right) {
                            (None, None) => return None,
                            (left, right) => (
                                left.unwrap_or_else(|| self.host_over_of(&call.receiver)),
                                right.unwrap_or_else(|| self.host_over_of(other)),
                            ),
                        };
                        let ty = Ty::Tuple(vec![left.1, right.1]);
                        Some((Over::Zip(Box::new(left.0), Box::new(right.0)), ty))
                    }
                    _ => self.over_list(expr),
                }
            }
            _ => self.over_list(expr),
        }
    }

    fn host_over_of(&mut self, expr: &syn::Expr) -> (Over, Ty) {
        (Over::Host(self.host_code(expr)), Ty::Host(Host::Unknown))
    }

    fn over_list(&mut self, expr: &syn::Expr) -> Option<(Over, Ty)> {
        if !self.mentions_tensor(expr) {
            return None;
        }
        let Some(node) = self.list_named(expr) else {
            return self.over_unknown(expr);
        };
        let Ty::List(element) = &node.ty else {
            return None;
        };
        let ty = (**element).clone();
        Some((Over::List(Box::new(node)), ty))
    }

    /// Of what is not known yet, or wrong, the elements are as little known.
    pub(super) fn over_unknown(&mut self, expr: &syn::Expr) -> Option<(Over, Ty)> {
        match super::strip(expr) {
            syn::Expr::Path(_) | syn::Expr::Field(_) | syn::Expr::Index(_) => {}
            _ => return None,
        }
        let told = self.diagnostics.mark();
        let node = self.expr(expr);
        if node.ty == Ty::Poison {
            return Some((Over::List(Box::new(node)), Ty::Poison));
        }
        self.diagnostics.rewind(told);
        None
    }

    /// `list.iter().map(|x| …).collect()` and `(0..n).map(|i| …).collect()`, where the closure gives a tensor.
    pub(super) fn collect(&mut self, expr: &syn::Expr, call: &syn::ExprMethodCall) -> Option<Node> {
        if call.method != "collect" || !call.args.is_empty() {
            return None;
        }
        let syn::Expr::MethodCall(map) = &*call.receiver else {
            return None;
        };
        let closure = match (map.method == "map", map.args.first()) {
            (true, Some(syn::Expr::Closure(closure))) => closure,
            _ => return None,
        };
        let [pat] = closure.inputs.iter().collect::<Vec<_>>()[..] else {
            return None;
        };
        let origin = Origin::of(expr);
        if super::host::leaves(&closure.body) {
            self.push(
                Diagnostic::new(Code::E101, &closure.body, "a jump out of a closure")
                    .help("fill a list in a `for` loop"),
            );
            return Some(Node::poison(origin));
        }
        // A closure over host values that gives one is the host's affair.
        if !self.mentions_tensor(&call.receiver) {
            return None;
        }
        let over = self.over(&map.receiver);
        let body: syn::Block = match &*closure.body {
            syn::Expr::Block(block) if block.label.is_none() => block.block.clone(),
            other => syn::parse_quote!({ #other }),
        };
        let host = match &over {
            Some(_) => None,
            None => {
                // Parentheses around a range are for the dot behind it.
                let iter = match &*map.receiver {
                    syn::Expr::Paren(inner) => &*inner.expr,
                    other => other,
                };
                Some(self.host_value(iter)?)
            }
        };
        let mut element = None;
        let looped = self.rounds(
            origin.clone(),
            None,
            &body,
            true,
            Some(&mut element),
            |checker| {
                Some(match (&over, &host) {
                    (Some((_, ty)), _) => {
                        let ty = ty.clone();
                        let pat = checker.pattern(pat, &ty);
                        LoopKind::Each {
                            pat,
                            element: ty,
                            over: Over::Host(checker.host_code(&syn::parse_quote!(()))),
                        }
                    }
                    (None, Some(iter)) => {
                        let kind = match &*iter.expr {
                            syn::Expr::Range(_) => Host::Int,
                            _ => Host::Unknown,
                        };
                        checker.bind_host_pat(pat, kind, Dim::Unknown);
                        LoopKind::For {
                            pat: Box::new(pat.clone()),
                            iter: iter.clone(),
                        }
                    }
                    (None, None) => return None,
                })
            },
        );
        let element = element?;
        let mut looped = looped;
        if let (NodeKind::Loop { kind, .. }, Some((over, _))) = (&mut looped.kind, over)
            && let LoopKind::Each { over: place, .. } = kind
        {
            *place = over;
        }
        match &element {
            Ty::Poison | Ty::Never => Some(Node::poison(origin)),
            Ty::Fn(_) => Some(Node::poison(origin)),
            element if element.has_tensor() => Some(Node {
                kind: NodeKind::Collect(Box::new(looped)),
                ty: Ty::List(Box::new(element.clone())),
                origin,
            }),
            other => {
                let what = self.show().ty(other);
                self.push(
                    Diagnostic::new(
                        Code::E101,
                        &closure.body,
                        "`map` over tensors that gives no tensor",
                    )
                    .fact(format!("it gives {what}"))
                    .help("fill a list in a `for` loop"),
                );
                Some(Node::poison(origin))
            }
        }
    }

    // ------------------------------------------------------------------ structs

    /// `p.w`
    pub(super) fn struct_field(
        &mut self,
        base: Node,
        member: &syn::Member,
        origin: Origin,
    ) -> Node {
        let Ty::Adt(adt) = &base.ty else {
            return Node::poison(origin);
        };
        let (adt, def) = (Rc::clone(adt), Rc::clone(&adt.ty.def));
        if def.is_enum {
            self.push(
                Diagnostic::new(Code::E110, member, format!("`{}` is an enum", def.name))
                    .help("look into it with `match`"),
            );
            return Node::poison(origin);
        }
        match self.field_place(&def, 0, member) {
            Some(place) => {
                let ty = adt
                    .fields
                    .first()
                    .and_then(|fields| fields.get(place))
                    .cloned()
                    .unwrap_or(Ty::Poison);
                Node {
                    kind: NodeKind::Part(Box::new(base), place),
                    ty,
                    origin,
                }
            }
            None => Node::poison(origin),
        }
    }

    /// The place of a field; that there is none is told.
    fn field_place(&mut self, def: &Adt, variant: usize, member: &syn::Member) -> Option<usize> {
        let variant = def.variants.get(variant)?;
        let word = match member {
            syn::Member::Named(name) => name.unraw().to_string(),
            syn::Member::Unnamed(index) => index.index.to_string(),
        };
        let names: Vec<String> = variant.fields.iter().map(|f| f.name()).collect();
        let place = names.iter().position(|name| *name == word);
        if place.is_none() {
            let near = nearest(&word, names.iter().map(String::as_str));
            let help = match near {
                Some(near) => format!("write `{near}`"),
                None => format!("its fields are {}", names.join(", ")),
            };
            self.push(
                Diagnostic::new(
                    Code::E110,
                    member,
                    match def.is_enum {
                        true => format!("`{}::{}` has no field `{word}`", def.name, variant.name),
                        false => format!("`{}` has no field `{word}`", def.name),
                    },
                )
                .help(help),
            );
        }
        place
    }

    /// `Mlp { w, b }`, `Mlp { w, ..p }`
    pub(super) fn struct_literal(&mut self, expr: &syn::Expr, literal: &syn::ExprStruct) -> Node {
        let origin = Origin::of(expr);
        let Some((ty, variant)) = self.named_adt(&literal.path) else {
            // Not known yet, or no struct of ours: its fields are looked at all the same.
            for field in &literal.fields {
                let _ = self.expr(&field.expr);
            }
            if self.links.wanted().is_empty() {
                self.push(
                    Diagnostic::new(
                        Code::E101,
                        &literal.path,
                        "tensors in a struct that is not under `#[agnostic]`",
                    )
                    .help("write `#[agnostic]` before its definition, or use a tuple"),
                );
            }
            return Node::poison(origin);
        };
        let def = Rc::clone(&ty.def);
        let mut values = literal.fields.iter().map(|field| &field.expr);
        // The host's own.
        if !def.tensors
            && literal.rest.is_none()
            && !values.any(|value| self.mentions_tensor(value))
        {
            return self.host(expr);
        }
        let Some(fields) = def.variants.get(variant) else {
            return Node::poison(origin);
        };
        let rest = literal.rest.as_ref().map(|rest| self.expr(rest));
        if let Some(rest) = &rest
            && !self.is_rest(rest, &def)
        {
            return Node::poison(origin);
        }
        if let Some(diagnostic) = no_names(&def, fields, literal) {
            self.push(diagnostic);
            return Node::poison(origin);
        }
        let mut given: Vec<Option<Node>> = fields.fields.iter().map(|_| None).collect();
        let mut good = true;
        for field in &literal.fields {
            let Some(place) = self.field_place(&def, variant, &field.member) else {
                good = false;
                continue;
            };
            let want = fields.fields.get(place).map(|f| declared(&f.ty));
            let mut node = self.expr(&field.expr);
            // Of what a method gives, only rustc knows the type; it holds the field to it.
            if let Some(field) = fields.fields.get(place) {
                node = self.taken_as(node, &declared(&super::instance(&field.ty, &ty)));
            }
            good &= !matches!(node.ty, Ty::Poison | Ty::Never);
            if let Some(want) = want {
                good &= self.fits_field(&node, &want, &def, &field.member);
            }
            if let Some(slot) = given.get_mut(place) {
                *slot = Some(node);
            }
        }
        let mut nodes = Vec::new();
        let mut missing = Vec::new();
        for (place, (slot, field)) in given.into_iter().zip(&fields.fields).enumerate() {
            match (slot, &rest) {
                (Some(node), _) => nodes.push(node),
                (None, Some(rest)) => {
                    let ty = rest
                        .ty
                        .fields()
                        .and_then(|tys| tys.get(place))
                        .cloned()
                        .unwrap_or(Ty::Poison);
                    if ty == Ty::Poison {
                        good = false;
                        continue;
                    }
                    // The base is worked out once for each field that it gives: it is a variable, or made of one.
                    let base = match &literal.rest {
                        Some(rest) => self.expr(rest),
                        None => continue,
                    };
                    nodes.push(Node {
                        kind: NodeKind::Part(Box::new(base), place),
                        ty,
                        origin: origin.clone(),
                    });
                }
                (None, None) => missing.push(field.name()),
            }
        }
        if !missing.is_empty() {
            self.push(
                Diagnostic::new(
                    Code::E111,
                    &literal.path,
                    format!("`{}` needs `{}`", def.name, missing.join("`, `")),
                )
                .help("give every field, or take the rest from another: `..other`"),
            );
            return Node::poison(origin);
        }
        if !good {
            return Node::poison(origin);
        }
        self.built(ty, variant, nodes, origin)
    }

    /// May the rest of a struct's fields be taken from this?
    fn is_rest(&mut self, rest: &Node, def: &Adt) -> bool {
        let is = match &rest.ty {
            Ty::Poison | Ty::Never | Ty::Opaque => return true,
            Ty::Adt(adt) if adt.ty.def.name == def.name => return true,
            ty => self.show().ty(ty),
        };
        let title = format!("the rest of a `{0}` comes from a `{0}`", def.name);
        self.push(
            Diagnostic::new(Code::E115, rest.origin.tokens(), title)
                .fact(format!("this is {is}"))
                .help(format!(
                    "give every field, or take the rest from a `{}`",
                    def.name
                )),
        );
        false
    }

    /// `Pair` of `Pair(a, b)`, `Loss::Weighted` of `Loss::Weighted(w)`.
    pub(super) fn tuple_adt(&mut self, path: &syn::Path) -> Option<(StructType, usize)> {
        let last = path.segments.last()?.ident.to_string();
        if !last.starts_with(|c: char| c.is_ascii_uppercase()) {
            return None;
        }
        self.named_adt(path)
    }

    /// Is it known to be a struct of tensors, or a variant of such an enum?
    pub(super) fn is_ours(&mut self, path: &syn::Path) -> bool {
        let mut of = path.clone();
        if !self.links.knows(&of) {
            of.segments.pop();
            of.segments.pop_punct();
        }
        !of.segments.is_empty()
            && self.links.knows(&of)
            && self.named_adt(path).is_some_and(|(ty, _)| ty.def.tensors)
    }

    /// `Loss::Squared`, if the enum is known: host paths look the same.
    pub(super) fn unit_variant(&mut self, path: &syn::Path, origin: &Origin) -> Option<Node> {
        let mut of = path.clone();
        of.segments.pop()?;
        of.segments.pop_punct();
        if of.segments.is_empty() || !self.links.knows(&of) {
            return None;
        }
        let (ty, variant) = self.named_adt(path)?;
        let unit =
            ty.def.is_enum && ty.def.tensors && ty.def.variants.get(variant)?.fields.is_empty();
        unit.then(|| self.built(ty, variant, Vec::new(), origin.clone()))
    }

    /// `Pair(a, b)`, `Loss::Weighted(w)`
    pub(super) fn tuple_literal(
        &mut self,
        (ty, variant): (StructType, usize),
        nodes: Vec<Node>,
        origin: Origin,
    ) -> Node {
        let def = Rc::clone(&ty.def);
        let Some(named) = def.variants.get(variant) else {
            return Node::poison(origin);
        };
        let name = match def.is_enum {
            true => format!("{}::{}", def.name, named.name),
            false => def.name.to_string(),
        };
        if named.style != crate::syntax::adt::Style::Tuple || nodes.len() != named.fields.len() {
            let fields: Vec<String> = named.fields.iter().map(|f| f.name()).collect();
            let (title, help) = match named.style {
                crate::syntax::adt::Style::Tuple => (
                    format!(
                        "`{name}` has {}, not {}",
                        super::mend::counted(fields.len(), "field"),
                        nodes.len()
                    ),
                    "give a value for each".to_owned(),
                ),
                crate::syntax::adt::Style::Named => (
                    format!("the fields of `{name}` have names"),
                    format!("write `{name} {{ {} }}`", fields.join(", ")),
                ),
                crate::syntax::adt::Style::Unit => {
                    (format!("`{name}` has no fields"), format!("write `{name}`"))
                }
            };
            self.push(Diagnostic::new(Code::E115, origin.tokens(), title).help(help));
            return Node::poison(origin);
        }
        let mut good = true;
        let nodes: Vec<Node> = nodes
            .into_iter()
            .zip(&named.fields)
            .map(|(node, field)| self.taken_as(node, &declared(&super::instance(&field.ty, &ty))))
            .collect();
        for (node, field) in nodes.iter().zip(&named.fields) {
            let want = declared(&field.ty);
            good &= self.fits_field(node, &want, &def, &field.member);
        }
        match good {
            true => self.built(ty, variant, nodes, origin),
            false => Node::poison(origin),
        }
    }

    /// A struct or a variant of these fields.
    fn built(&mut self, ty: StructType, variant: usize, nodes: Vec<Node>, origin: Origin) -> Node {
        let mut fields: Vec<Vec<Ty>> = super::fields_of(&ty);
        if let Some(slot) = fields.get_mut(variant) {
            *slot = nodes.iter().map(|node| node.ty.clone()).collect();
        }
        let is_enum = ty.def.is_enum;
        Node {
            ty: Ty::Adt(Rc::new(AdtTy { ty, fields })),
            kind: match is_enum {
                true => NodeKind::Variant(variant, nodes),
                false => NodeKind::Struct(nodes),
            },
            origin,
        }
    }

    /// Element type and rank of a field; its sizes are the struct's own.
    fn fits_field(&mut self, node: &Node, want: &Ty, def: &Adt, member: &syn::Member) -> bool {
        let fits = match (&node.ty, want) {
            (Ty::Poison | Ty::Never | Ty::Opaque, _) => true,
            (Ty::Tensor(have), Ty::Tensor(want)) => {
                let ranks = match (have.shape.rank(), want.shape.rank()) {
                    (Some(have), Some(want)) => have == want,
                    _ => true,
                };
                self.same_elem(want.dtype, have.dtype) && ranks
            }
            (Ty::Host(_), Ty::Host(_)) => true,
            (Ty::Option(have), Ty::Option(want)) | (Ty::List(have), Ty::List(want)) => {
                self.join(have, want).is_some()
            }
            (Ty::Adt(a), Ty::Adt(b)) => super::same_struct(&a.ty, &b.ty),
            (Ty::Tuple(a), Ty::Tuple(b)) => a.len() == b.len(),
            _ => false,
        };
        if !fits {
            let (is, wanted) = (self.show().ty(&node.ty), self.show().ty(want));
            let word = crate::origin::source_text(&quote::ToTokens::to_token_stream(member));
            self.push(
                Diagnostic::new(
                    Code::E212,
                    node.origin.tokens(),
                    format!("this does not fit the field `{word}` of `{}`", def.name),
                )
                .fact(format!("it is {is}"))
                .fact(format!("the field is {wanted}"))
                .help(self.mended_to_fit(node, want, None, &|shape| match want {
                    Ty::Tensor(want) => shape.rank() == want.shape.rank(),
                    _ => true,
                })),
            );
        }
        fits
    }

    /// The struct, or the variant of an enum, that a path names.
    pub(super) fn named_adt(&mut self, path: &syn::Path) -> Option<(StructType, usize)> {
        let last = path.segments.last()?.ident.clone();
        let written = |path: &syn::Path| -> syn::Type { syn::parse_quote!(#path<_>) };
        // A variant stands behind the name of its enum.
        let of_enum = path.segments.len() > 1
            && path.segments.iter().rev().nth(1).is_some_and(|s| {
                s.ident
                    .to_string()
                    .starts_with(|c: char| c.is_ascii_uppercase())
            });
        if of_enum {
            let mut adt = path.clone();
            adt.segments.pop();
            adt.segments.pop_punct();
            let named = self.links.named(&adt)?;
            let variant = named.def.variants.iter().position(|v| v.name == last)?;
            return Some((named.ty(None, written(&adt)), variant));
        }
        let named = self.links.named(path)?;
        Some((named.ty(None, written(path)), 0))
    }

    /// The fields of a variant that a pattern names, where it names as many as there are.
    fn variant_elements<'a>(
        &mut self,
        pat: &syn::Pat,
        def: &Adt,
        variant: usize,
        elements: Vec<(syn::Member, &'a syn::Pat)>,
    ) -> Option<Vec<(syn::Member, &'a syn::Pat)>> {
        use crate::syntax::adt::Style;
        let named = def.variants.get(variant)?;
        let name = format!("{}::{}", def.name, named.name);
        let fields: Vec<String> = named.fields.iter().map(|field| field.name()).collect();
        let count = fields.len();
        let rest = elements
            .iter()
            .position(|(_, pat)| matches!(pat, syn::Pat::Rest(_)));
        let (title, help) = match (named.style, pat) {
            (Style::Tuple, syn::Pat::TupleStruct(_)) => {
                let given = elements.len() - usize::from(rest.is_some());
                if given == count || (rest.is_some() && given < count) {
                    // Behind `..` they are counted from the end.
                    let behind = (count + 1).saturating_sub(elements.len());
                    let placed = elements.into_iter().enumerate().map(|(place, (_, pat))| {
                        let place = match rest {
                            Some(rest) if place > rest => place + behind - 1,
                            _ => place,
                        };
                        (syn::Member::from(place), pat)
                    });
                    return Some(placed.collect());
                }
                // Those that are bound keep their names.
                let bound = elements
                    .iter()
                    .map(|(_, pat)| crate::origin::source_text(&pat.to_token_stream()));
                let more = ["a", "b", "c", "d", "e", "f"].map(str::to_owned);
                let names: Vec<String> = bound
                    .filter(|name| name != "..")
                    .chain(more.into_iter().skip(given))
                    .take(count)
                    .collect();
                (
                    format!(
                        "`{name}` has {}, not {given}",
                        super::mend::counted(count, "field")
                    ),
                    format!("write `{name}({})`", names.join(", ")),
                )
            }
            (Style::Named, syn::Pat::Struct(of)) => {
                let given: Vec<String> = elements
                    .iter()
                    .map(|(member, _)| match member {
                        syn::Member::Named(name) => name.unraw().to_string(),
                        syn::Member::Unnamed(index) => index.index.to_string(),
                    })
                    .collect();
                let strange = given.iter().any(|name| !fields.contains(name));
                let missing: Vec<String> = fields
                    .iter()
                    .filter(|name| !given.contains(name))
                    .cloned()
                    .collect();
                if strange || of.rest.is_some() || missing.is_empty() {
                    return Some(elements);
                }
                (
                    format!("the pattern leaves `{}` out", missing.join("`, `")),
                    "write `..` for the fields of no interest".to_owned(),
                )
            }
            (Style::Unit, syn::Pat::Path(_)) => return Some(elements),
            (Style::Named, _) => (
                format!("the fields of `{name}` have names"),
                format!("write `{name} {{ {} }}`", fields.join(", ")),
            ),
            (Style::Tuple, _) => (
                format!("the fields of `{name}` have no names"),
                format!("write `{name}(..)`"),
            ),
            (Style::Unit, _) => (format!("`{name}` has no fields"), format!("write `{name}`")),
        };
        self.push(Diagnostic::new(Code::E105, pat, title).help(help));
        self.bind_poison(pat);
        None
    }

    /// A pattern of an arm over an optional tensor or an enum.
    pub(super) fn arm_pattern(&mut self, pat: &syn::Pat, ty: &Ty) -> Option<ArmPat> {
        let wrong = |checker: &mut Self, help: &str| {
            let what = checker.show().ty(ty);
            checker.push(
                Diagnostic::new(Code::E105, pat, "this pattern does not fit")
                    .fact(format!("the value is {what}"))
                    .help(help.to_owned()),
            );
            checker.bind_poison(pat);
            None
        };
        match (pat, ty) {
            (syn::Pat::Wild(_), _) => Some(ArmPat::Wild),
            (_, Ty::Poison) => {
                self.bind_poison(pat);
                Some(ArmPat::Wild)
            }
            (syn::Pat::Paren(inner), _) => self.arm_pattern(&inner.pat, ty),
            (syn::Pat::Reference(inner), _) => self.arm_pattern(&inner.pat, ty),
            (syn::Pat::TupleStruct(some), Ty::Option(inner)) if some.path.is_ident("Some") => {
                match some.elems.iter().collect::<Vec<_>>()[..] {
                    [pat] => {
                        let inner = (**inner).clone();
                        let pat = self.pattern(pat, &inner);
                        Some(ArmPat::Some(pat, inner))
                    }
                    _ => wrong(self, "write `Some(x)`"),
                }
            }
            (syn::Pat::Ident(none), Ty::Option(_)) if none.ident == "None" => Some(ArmPat::None),
            (syn::Pat::Path(none), Ty::Option(_)) if none.path.is_ident("None") => {
                Some(ArmPat::None)
            }
            (_, Ty::Option(_)) => {
                // What is bound keeps its name.
                let name = match pat {
                    syn::Pat::TupleStruct(other) => match other.elems.first() {
                        Some(syn::Pat::Ident(inner)) => Some(inner.ident.to_string()),
                        _ => None,
                    },
                    _ => None,
                };
                let name = name.unwrap_or_else(|| "x".to_owned());
                wrong(self, &format!("write `Some({name})`, `None` or `_`"))
            }
            (_, Ty::Adt(adt)) => {
                let adt = Rc::clone(adt);
                let (path, elements): (&syn::Path, Vec<(syn::Member, &syn::Pat)>) = match pat {
                    syn::Pat::Path(unit) => (&unit.path, Vec::new()),
                    syn::Pat::TupleStruct(tuple) => (
                        &tuple.path,
                        tuple
                            .elems
                            .iter()
                            .enumerate()
                            .map(|(place, pat)| (syn::Member::from(place), pat))
                            .collect(),
                    ),
                    syn::Pat::Struct(named) => (
                        &named.path,
                        named
                            .fields
                            .iter()
                            .map(|field| (field.member.clone(), &*field.pat))
                            .collect(),
                    ),
                    syn::Pat::Ident(bare)
                        if adt.ty.def.variants.iter().any(|v| v.name == bare.ident) =>
                    {
                        let help = format!("write `{}::{}`", adt.ty.def.name, bare.ident);
                        return wrong(self, &help);
                    }
                    _ => return wrong(self, "write a variant with its fields, or `_`"),
                };
                let last = path.segments.last()?.ident.clone();
                let name = last.to_string();
                let def = Rc::clone(&adt.ty.def);
                // It may go by another name here, but then this function knows it by that.
                let called = adt.ty.path.segments.last().map(|s| &s.ident);
                if let Some(of) = path.segments.iter().rev().nth(1)
                    && of.ident != def.name
                    && Some(&of.ident) != called
                {
                    let title = format!("a variant of `{}`, and not of `{}`", of.ident, def.name);
                    self.push(
                        Diagnostic::new(Code::E105, &of.ident, title)
                            .fact(format!("the value is {}", self.show().ty(ty)))
                            .help(format!("write `{}`", def.name)),
                    );
                    self.bind_poison(pat);
                    return None;
                }
                let Some(variant) = def.variants.iter().position(|v| v.name == name) else {
                    let names: Vec<String> =
                        def.variants.iter().map(|v| v.name.to_string()).collect();
                    let help = match nearest(&name, names.iter().map(String::as_str)) {
                        Some(near) => format!("write `{near}`"),
                        None => format!("its variants are `{}`", names.join("`, `")),
                    };
                    self.push(
                        Diagnostic::new(
                            Code::E105,
                            last,
                            format!("`{}` has no variant `{name}`", def.name),
                        )
                        .help(help),
                    );
                    self.bind_poison(pat);
                    return None;
                };
                let elements = self.variant_elements(pat, &def, variant, elements)?;
                let fields = adt.fields.get(variant).cloned().unwrap_or_default();
                let mut pats: Vec<(Pat, Ty)> =
                    fields.iter().map(|ty| (Pat::Wild, ty.clone())).collect();
                for (member, pat) in elements {
                    if matches!(pat, syn::Pat::Rest(_)) {
                        continue;
                    }
                    let place = self.field_place(&def, variant, &member)?;
                    let ty = fields.get(place).cloned().unwrap_or(Ty::Poison);
                    let pat = self.pattern(pat, &ty);
                    if let Some(slot) = pats.get_mut(place) {
                        slot.0 = pat;
                    }
                }
                Some(ArmPat::Variant(variant, pats))
            }
            _ => wrong(self, "match over a host value"),
        }
    }
}

/// `Vec::new()`, `Vec::with_capacity(n)` or `vec![]`
pub(super) fn is_empty_list(expr: &syn::Expr) -> bool {
    match expr {
        syn::Expr::Call(call) => match &*call.func {
            syn::Expr::Path(path) => {
                let text =
                    crate::origin::source_text(&quote::ToTokens::to_token_stream(&path.path));
                text == "Vec::new" || text == "Vec::with_capacity"
            }
            _ => false,
        },
        syn::Expr::Macro(mac) => mac.mac.path.is_ident("vec") && mac.mac.tokens.is_empty(),
        _ => false,
    }
}

/// Is it a value of the host's, or a tuple of these?
fn is_host(ty: &Ty) -> bool {
    match ty {
        Ty::Host(_) => true,
        Ty::Tuple(parts) => parts.iter().all(is_host),
        _ => false,
    }
}

/// `Loss::Weighted { w }` of a variant whose fields have no names.
fn no_names(
    def: &Adt,
    variant: &crate::syntax::adt::Variant,
    literal: &syn::ExprStruct,
) -> Option<Diagnostic> {
    use crate::syntax::adt::Style;
    let name = match def.is_enum {
        true => format!("{}::{}", def.name, variant.name),
        false => def.name.to_string(),
    };
    let named = literal
        .fields
        .iter()
        .any(|field| matches!(field.member, syn::Member::Named(_)));
    let (title, help) = match variant.style {
        Style::Tuple if named => {
            let values: Vec<String> = literal
                .fields
                .iter()
                .map(|field| {
                    crate::origin::source_text(&quote::ToTokens::to_token_stream(&field.expr))
                })
                .collect();
            (
                format!("the fields of `{name}` have no names"),
                format!("write `{name}({})`", values.join(", ")),
            )
        }
        Style::Unit if !literal.fields.is_empty() => {
            (format!("`{name}` has no fields"), format!("write `{name}`"))
        }
        _ => return None,
    };
    Some(Diagnostic::new(Code::E115, &literal.path, title).help(help))
}

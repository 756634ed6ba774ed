//! The typed program → values and instructions.
//!
//! A variable is whatever value it has at a place: `y = y + x` gives `y` a new one. What a branch or a
//! round of a loop assigns goes out through the end of its region.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::{
    Arg, CallArg, Carried, Hole, HostCode, IndexItem, Inst, Ir, Out, Query, Region, Slot, Taker,
    Tree, Value, ValueId,
};
use crate::check::hir;
use crate::check::ty::{Host, Ty};
use crate::origin::Origin;
use crate::syntax::{Function, Type};

/// Lowers a checked body.
pub fn lower(function: &Function, body: hir::Body) -> Ir {
    let mut lowering = Lowering {
        values: Vec::new(),
        vars: vec![None; body.vars.len()],
        names: body.vars,
        hosts: 0,
    };
    let mut params = Vec::new();
    for (place, param) in function
        .params
        .iter()
        .filter(|p| !matches!(p.ty, Type::Host(_)))
        .enumerate()
    {
        let ty = body.params.get(place).cloned().unwrap_or(Ty::Opaque);
        let value = lowering.value(
            ty,
            Some(param.name.clone()),
            Origin::of(&param.written),
            false,
        );
        if let Some(var) = lowering.vars.get_mut(place) {
            *var = Some(Tree::Tensor(value));
        }
        params.push(value);
    }
    let mut region = Region::default();
    let unit = matches!(&function.result, Type::Tuple(parts) if parts.is_empty());
    let tree = lowering.block(&body.block, &mut region);
    if !region.leaves {
        match tree {
            Some(tree) => region.insts.push(Inst::Return(tree)),
            None if unit => region.insts.push(Inst::Return(Tree::Tuple(Vec::new()))),
            None => {}
        }
    }
    Ir {
        values: lowering.values,
        params,
        body: region,
        result: body.result,
        shared: body.shared,
        dims: body.dims,
    }
}

struct Lowering {
    values: Vec<Value>,
    /// What each variable is at this place.
    vars: Vec<Option<Tree>>,
    names: Vec<String>,
    hosts: usize,
}

impl Lowering {
    fn value(&mut self, ty: Ty, hint: Option<String>, origin: Origin, borrows: bool) -> ValueId {
        self.values.push(Value {
            ty,
            hint,
            origin,
            borrows,
        });
        self.values.len() - 1
    }

    /// Lowers a block into a region; the value of the block.
    fn block(&mut self, block: &hir::Block, region: &mut Region) -> Option<Tree> {
        for stmt in &block.stmts {
            if region.leaves {
                // What stands behind a `return` never runs; rustc says so of the user's own code.
                return Some(Tree::Never);
            }
            self.stmt(stmt, region);
        }
        if region.leaves {
            return Some(Tree::Never);
        }
        block.value.as_ref().map(|node| self.node(node, region))
    }

    fn stmt(&mut self, stmt: &hir::Stmt, region: &mut Region) {
        match stmt {
            hir::Stmt::Let { pat, value } => {
                if let (hir::Pat::Tuple(_), hir::NodeKind::Call { path, args }) = (pat, &value.kind)
                {
                    // The parts of what a call gives are taken at the call.
                    let args = self.call_args(args, region);
                    let out = self.taker(pat, &value.origin);
                    region.insts.push(Inst::Call {
                        out,
                        path: path.clone(),
                        args,
                        origin: value.origin.clone(),
                    });
                    return;
                }
                let tree = self.node(value, region);
                self.bind(pat, tree, region);
            }
            hir::Stmt::Assign { var, value } => {
                let tree = self.node(value, region);
                let name = self.names.get(*var).cloned();
                self.name(&tree, name);
                if let Some(slot) = self.vars.get_mut(*var) {
                    *slot = Some(tree);
                }
            }
            hir::Stmt::HostLet { pat, code } => {
                let code = self.host(code, region);
                region.insts.push(Inst::HostLet {
                    pat: pat.clone(),
                    code,
                });
            }
            hir::Stmt::Host(code) => {
                let code = self.host(code, region);
                region.insts.push(Inst::Host(code));
            }
            hir::Stmt::Verbatim(stmt) => region.insts.push(Inst::Verbatim(stmt.clone())),
            hir::Stmt::Expr(node) => {
                let tree = self.node(node, region);
                Self::give(tree, &Ty::UNIT, region, &mut Vec::new());
            }
        }
    }

    /// Names a value after the variable that holds it, if it has no name yet.
    fn name(&mut self, tree: &Tree, name: Option<String>) {
        if let Tree::Tensor(value) = tree
            && let Some(value) = self.values.get_mut(*value)
            && value.hint.is_none()
        {
            value.hint = name;
        }
    }

    fn bind(&mut self, pat: &hir::Pat, tree: Tree, region: &mut Region) {
        match (pat, tree) {
            (hir::Pat::Var(var), tree) => {
                let name = self.names.get(*var).cloned();
                self.name(&tree, name);
                if let Some(slot) = self.vars.get_mut(*var) {
                    *slot = Some(tree);
                }
            }
            (hir::Pat::Tuple(pats), Tree::Tuple(parts)) => {
                for (pat, part) in pats.iter().zip(parts) {
                    self.bind(pat, part, region);
                }
            }
            (hir::Pat::Host(pat), Tree::Host(code)) => {
                region.insts.push(Inst::HostLet {
                    pat: pat.clone(),
                    code,
                });
            }
            (hir::Pat::Wild, Tree::Host(code)) => region.insts.push(Inst::Host(code)),
            _ => {}
        }
    }

    fn taker(&mut self, pat: &hir::Pat, origin: &Origin) -> Taker {
        match pat {
            hir::Pat::Var(var) => {
                let name = self.names.get(*var).cloned();
                let value = self.value(Ty::Opaque, name, origin.clone(), false);
                if let Some(slot) = self.vars.get_mut(*var) {
                    *slot = Some(Tree::Tensor(value));
                }
                Taker::Tensor(value)
            }
            hir::Pat::Host(pat) => Taker::Host(pat.clone()),
            hir::Pat::Tuple(pats) => {
                Taker::Tuple(pats.iter().map(|p| self.taker(p, origin)).collect())
            }
            hir::Pat::Wild => Taker::Wild,
        }
    }

    fn node(&mut self, node: &hir::Node, region: &mut Region) -> Tree {
        match &node.kind {
            hir::NodeKind::Var(var) => match self.vars.get(*var) {
                Some(Some(tree)) => tree.clone(),
                _ => Tree::Never,
            },
            hir::NodeKind::Op { op, args } => {
                let borrows = op.is_view()
                    && !args.iter().any(|a| {
                        matches!(a, hir::Arg::Index(items)
                    if items.iter().any(|i| matches!(i, hir::IndexItem::Tensor(_))))
                    });
                let args: Vec<Arg> = args.iter().map(|a| self.arg(a, region)).collect();
                let tys = match &node.ty {
                    Ty::Tuple(parts) => parts.clone(),
                    ty => vec![ty.clone()],
                };
                let outs: Vec<ValueId> = tys
                    .into_iter()
                    .map(|ty| self.value(ty, None, node.origin.clone(), borrows))
                    .collect();
                region.insts.push(Inst::Op {
                    outs: outs.clone(),
                    op,
                    args,
                    origin: node.origin.clone(),
                });
                match outs.as_slice() {
                    [one] => Tree::Tensor(*one),
                    many => Tree::Tuple(many.iter().map(|v| Tree::Tensor(*v)).collect()),
                }
            }
            hir::NodeKind::Call { path, args } => {
                let args = self.call_args(args, region);
                let (tree, out) = self.call_result(&node.ty, &node.origin);
                region.insts.push(Inst::Call {
                    out,
                    path: path.clone(),
                    args,
                    origin: node.origin.clone(),
                });
                tree
            }
            hir::NodeKind::Host(code) => Tree::Host(self.host(code, region)),
            hir::NodeKind::Tuple(parts) => {
                Tree::Tuple(parts.iter().map(|p| self.node(p, region)).collect())
            }
            hir::NodeKind::Part(base, place) => match self.node(base, region) {
                Tree::Tuple(mut parts) if *place < parts.len() => parts.swap_remove(*place),
                _ => Tree::Never,
            },
            hir::NodeKind::Block { block, after } => {
                self.nested(block, &node.ty, after, &node.origin, region)
            }
            hir::NodeKind::If {
                cond,
                then,
                otherwise,
                after,
            } => {
                let cond = self.host(cond, region);
                self.branch(
                    cond,
                    then,
                    otherwise.as_ref(),
                    &node.ty,
                    after,
                    &node.origin,
                    region,
                )
            }
            hir::NodeKind::For {
                pat,
                iter,
                label,
                body,
                after,
            } => {
                let iter = self.host(iter, region);
                self.for_loop(
                    pat.clone(),
                    label.clone(),
                    iter,
                    body,
                    after,
                    &node.origin,
                    region,
                );
                Tree::Tuple(Vec::new())
            }
            hir::NodeKind::Return(value) => {
                let tree = match value {
                    Some(node) => self.node(node, region),
                    None => Tree::Tuple(Vec::new()),
                };
                if !region.leaves {
                    region.insts.push(Inst::Return(tree));
                    region.leaves = true;
                }
                Tree::Never
            }
            hir::NodeKind::Assert { of, declared } => {
                let older = self.values.len();
                let tree = self.node(of, region);
                if let Tree::Tensor(value) = &tree {
                    let (value, declared) = (*value, declared.clone());
                    region.insts.push(Inst::Assert { value, declared });
                    // Only of a value that is new here: an older one was not checked where it is used before.
                    if value >= older
                        && let Some(slot) = self.values.get_mut(value)
                    {
                        slot.ty = node.ty.clone();
                    }
                }
                tree
            }
            hir::NodeKind::Poison => Tree::Never,
        }
    }

    fn call_result(&mut self, ty: &Ty, origin: &Origin) -> (Tree, Taker) {
        match ty {
            Ty::Tuple(parts) => {
                let (trees, takers) = parts.iter().map(|p| self.call_result(p, origin)).unzip();
                (Tree::Tuple(trees), Taker::Tuple(takers))
            }
            Ty::Host(_) => {
                let name = self.host_name();
                let ident = proc_macro2::Ident::new(&name, proc_macro2::Span::mixed_site());
                let code = HostCode {
                    expr: syn::parse_quote!(#ident),
                    holes: Vec::new(),
                    origin: origin.clone(),
                };
                (Tree::Host(code), Taker::Host(syn::parse_quote!(#ident)))
            }
            ty => {
                let value = self.value(ty.clone(), None, origin.clone(), false);
                (Tree::Tensor(value), Taker::Tensor(value))
            }
        }
    }

    fn host_name(&mut self) -> String {
        self.hosts += 1;
        format!("host{}", self.hosts)
    }

    fn call_args(&mut self, args: &[hir::CallArg], region: &mut Region) -> Vec<CallArg> {
        args.iter()
            .map(|arg| match arg {
                hir::CallArg::Tensor(node) => CallArg::Tensor(self.tensor(node, region)),
                hir::CallArg::Host(code) => CallArg::Host(self.host(code, region)),
            })
            .collect()
    }

    /// A node that is one tensor.
    fn tensor(&mut self, node: &hir::Node, region: &mut Region) -> ValueId {
        match self.node(node, region) {
            Tree::Tensor(value) => value,
            // The checker let only tensors through; the barrier keeps the rest away.
            _ => self.value(Ty::Poison, None, node.origin.clone(), false),
        }
    }

    fn host(&mut self, code: &hir::HostCode, region: &mut Region) -> HostCode {
        let holes = code
            .holes
            .iter()
            .map(|hole: &Rc<hir::Hole>| Hole {
                name: hole.name.clone(),
                value: self.tensor(&hole.tensor, region),
                query: match &hole.query {
                    hir::Query::Shape => Query::Shape,
                    hir::Query::Rank => Query::Rank,
                    hir::Query::Item(kind) => Query::Item(*kind),
                    hir::Query::Dim(axis) => Query::Dim(Box::new(self.host(axis, region))),
                },
            })
            .collect();
        HostCode {
            expr: code.expr.clone(),
            holes,
            origin: code.origin.clone(),
        }
    }

    fn arg(&mut self, arg: &hir::Arg, region: &mut Region) -> Arg {
        match arg {
            hir::Arg::Tensor(node) => Arg::Tensor(self.tensor(node, region)),
            hir::Arg::Tensors(nodes) => {
                Arg::Tensors(nodes.iter().map(|n| self.tensor(n, region)).collect())
            }
            hir::Arg::Host(code) => Arg::Host(self.host(code, region)),
            hir::Arg::List(list) => Arg::List(list.iter().map(|c| self.host(c, region)).collect()),
            hir::Arg::Pads(list) => Arg::Pads(
                list.iter()
                    .map(|(a, b)| (self.host(a, region), self.host(b, region)))
                    .collect(),
            ),
            hir::Arg::DType(elem) => Arg::DType(*elem),
            hir::Arg::Default(default) => Arg::Default(*default),
            hir::Arg::Index(items) => Arg::Index(
                items
                    .iter()
                    .map(|item| match item {
                        hir::IndexItem::At(code) => IndexItem::At(self.host(code, region)),
                        hir::IndexItem::Range { start, end, step } => IndexItem::Range {
                            start: start.as_ref().map(|c| self.host(c, region)),
                            end: end.as_ref().map(|c| self.host(c, region)),
                            step: step.as_ref().map(|c| self.host(c, region)),
                        },
                        hir::IndexItem::NewAxis => IndexItem::NewAxis,
                        hir::IndexItem::Ellipsis => IndexItem::Ellipsis,
                        hir::IndexItem::Tensor(node) => {
                            IndexItem::Tensor(self.tensor(node, region))
                        }
                    })
                    .collect(),
            ),
        }
    }

    /// A value that goes out of a region, one place after the other.
    fn outs(tree: &Tree, outs: &mut Vec<Out>) {
        match tree {
            Tree::Tensor(value) => outs.push(Out::Tensor(*value)),
            Tree::Host(code) => outs.push(Out::Host(code.clone())),
            Tree::Tuple(parts) => parts.iter().for_each(|p| Self::outs(p, outs)),
            Tree::Never => {}
        }
    }

    /// The value of a block: it goes out, or where nothing takes it, host code in it still runs.
    fn give(value: Tree, ty: &Ty, region: &mut Region, outs: &mut Vec<Out>) {
        if *ty != Ty::UNIT {
            return Self::outs(&value, outs);
        }
        match value {
            Tree::Host(code) => region.insts.push(Inst::Host(code)),
            Tree::Tuple(parts) => parts
                .into_iter()
                .for_each(|part| Self::give(part, ty, region, outs)),
            Tree::Tensor(_) | Tree::Never => {}
        }
    }

    /// What comes out of an instruction with regions, by the type of its value.
    fn slots(
        &mut self,
        ty: &Ty,
        hint: Option<&str>,
        origin: &Origin,
        slots: &mut Vec<Slot>,
    ) -> Tree {
        match ty {
            Ty::Tuple(parts) => Tree::Tuple(
                parts
                    .iter()
                    .map(|p| self.slots(p, None, origin, slots))
                    .collect(),
            ),
            Ty::Host(Host::Unit) => Tree::Tuple(Vec::new()),
            Ty::Host(_) => {
                let name = self.host_name();
                slots.push(Slot::Host(name.clone()));
                let ident = proc_macro2::Ident::new(&name, proc_macro2::Span::mixed_site());
                Tree::Host(HostCode {
                    expr: syn::parse_quote!(#ident),
                    holes: Vec::new(),
                    origin: origin.clone(),
                })
            }
            Ty::Never => Tree::Never,
            ty => {
                // It may be an outer value, shared.
                let value = self.value(ty.clone(), hint.map(str::to_owned), origin.clone(), true);
                slots.push(Slot::Tensor(value));
                Tree::Tensor(value)
            }
        }
    }

    /// Variables of the outside that the blocks assign.
    fn assigned(&self, blocks: &[&hir::Block]) -> Vec<hir::VarId> {
        let mut found = BTreeSet::new();
        for block in blocks {
            assigned_in(block, &mut found);
        }
        found
            .into_iter()
            .filter(|v| matches!(self.vars.get(*v), Some(Some(_))))
            .collect()
    }

    fn nested(
        &mut self,
        block: &hir::Block,
        ty: &Ty,
        after: &[Ty],
        origin: &Origin,
        region: &mut Region,
    ) -> Tree {
        let assigned = self.assigned(&[block]);
        let mut body = Region::default();
        let value = self.block(block, &mut body);
        if body.leaves {
            region.insts.push(Inst::Block {
                body,
                outs: Vec::new(),
            });
            region.leaves = true;
            return Tree::Never;
        }
        let mut outs = Vec::new();
        if let Some(value) = value {
            Self::give(value, ty, &mut body, &mut outs);
        }
        let mut slots = Vec::new();
        let tree = self.slots(ty, None, origin, &mut slots);
        self.outs_of_vars(&assigned, &mut outs);
        self.slots_of_vars(&assigned, after, origin, &mut slots);
        body.outs = outs;
        region.insts.push(Inst::Block { body, outs: slots });
        tree
    }

    fn outs_of_vars(&self, assigned: &[hir::VarId], outs: &mut Vec<Out>) {
        for var in assigned {
            if let Some(Some(tree)) = self.vars.get(*var) {
                Self::outs(tree, outs);
            }
        }
    }

    /// New values for the variables, as they come out.
    fn slots_of_vars(
        &mut self,
        assigned: &[hir::VarId],
        after: &[Ty],
        origin: &Origin,
        slots: &mut Vec<Slot>,
    ) {
        for var in assigned {
            let (Some(Some(_)), Some(ty)) = (self.vars.get(*var), after.get(*var)) else {
                continue;
            };
            let ty = ty.clone();
            let hint = self.names.get(*var).cloned();
            let tree = self.slots(&ty, hint.as_deref(), origin, slots);
            if let Some(slot) = self.vars.get_mut(*var) {
                *slot = Some(tree);
            }
        }
    }

    #[allow(
        clippy::too_many_arguments,
        reason = "the parts of one node, and where it goes"
    )]
    fn branch(
        &mut self,
        cond: HostCode,
        then: &hir::Block,
        otherwise: Option<&hir::Block>,
        ty: &Ty,
        after: &[Ty],
        origin: &Origin,
        region: &mut Region,
    ) -> Tree {
        let mut blocks = vec![then];
        blocks.extend(otherwise);
        let assigned = self.assigned(&blocks);
        let before = self.vars.clone();

        let side = |lowering: &mut Self, block: Option<&hir::Block>| {
            let mut body = Region::default();
            let value = block.and_then(|b| lowering.block(b, &mut body));
            if !body.leaves {
                let mut outs = Vec::new();
                if let Some(value) = value {
                    Self::give(value, ty, &mut body, &mut outs);
                }
                lowering.outs_of_vars(&assigned, &mut outs);
                body.outs = outs;
            }
            let after = std::mem::replace(&mut lowering.vars, before.clone());
            (body, after)
        };
        let (then, then_vars) = side(self, Some(then));
        let (otherwise, else_vars) = side(self, otherwise);

        if then.leaves && otherwise.leaves {
            region.insts.push(Inst::If {
                cond,
                then,
                otherwise,
                outs: Vec::new(),
            });
            region.leaves = true;
            return Tree::Never;
        }
        // Types of what comes out are those of the side that stays.
        self.vars = if then.leaves { else_vars } else { then_vars };
        for (var, was) in self.vars.iter_mut().zip(&before) {
            if was.is_none() {
                *var = None;
            }
        }
        let mut slots = Vec::new();
        let tree = self.slots(ty, None, origin, &mut slots);
        self.slots_of_vars(&assigned, after, origin, &mut slots);
        region.insts.push(Inst::If {
            cond,
            then,
            otherwise,
            outs: slots,
        });
        tree
    }

    #[allow(
        clippy::too_many_arguments,
        reason = "the parts of one node, and where it goes"
    )]
    fn for_loop(
        &mut self,
        pat: syn::Pat,
        label: Option<syn::Label>,
        iter: HostCode,
        body: &hir::Block,
        after: &[Ty],
        origin: &Origin,
        region: &mut Region,
    ) {
        let assigned = self.assigned(&[body]);
        let mut carried: Vec<Carried> = Vec::new();
        for var in &assigned {
            let (Some(Some(tree)), Some(ty)) = (self.vars.get(*var).cloned(), after.get(*var))
            else {
                continue;
            };
            let hint = self.names.get(*var).cloned();
            let round = self.carry(&tree, ty, hint.as_deref(), origin, &mut carried);
            if let Some(slot) = self.vars.get_mut(*var) {
                *slot = Some(round);
            }
        }
        let rounds: Vec<Option<Tree>> = self.vars.clone();
        let mut inner = Region::default();
        let value = self.block(body, &mut inner);
        if !inner.leaves {
            let mut outs = Vec::new();
            if let Some(value) = value {
                Self::give(value, &Ty::UNIT, &mut inner, &mut outs);
            }
            self.outs_of_vars(&assigned, &mut outs);
            inner.outs = outs;
        }
        // Behind the loop the variables are what came out.
        self.vars = rounds;
        for var in &assigned {
            if let Some(Some(tree)) = self.vars.get(*var).cloned() {
                let tree = behind(&tree, &carried);
                if let Some(slot) = self.vars.get_mut(*var) {
                    *slot = Some(tree);
                }
            }
        }
        region.insts.push(Inst::For {
            pat,
            label,
            iter,
            carried,
            body: inner,
        });
    }

    fn carry(
        &mut self,
        tree: &Tree,
        ty: &Ty,
        hint: Option<&str>,
        origin: &Origin,
        carried: &mut Vec<Carried>,
    ) -> Tree {
        match (tree, ty) {
            (Tree::Tensor(init), _) => {
                let hint = hint.map(str::to_owned);
                let round = self.value(ty.clone(), hint.clone(), origin.clone(), true);
                let out = self.value(ty.clone(), hint, origin.clone(), true);
                carried.push(Carried {
                    init: *init,
                    round,
                    out,
                });
                Tree::Tensor(round)
            }
            (Tree::Tuple(parts), Ty::Tuple(types)) => Tree::Tuple(
                parts
                    .iter()
                    .zip(types)
                    .map(|(p, t)| self.carry(p, t, None, origin, carried))
                    .collect(),
            ),
            (other, _) => other.clone(),
        }
    }
}

fn behind(tree: &Tree, carried: &[Carried]) -> Tree {
    match tree {
        Tree::Tensor(value) => Tree::Tensor(
            carried
                .iter()
                .find(|c| c.round == *value)
                .map_or(*value, |c| c.out),
        ),
        Tree::Tuple(parts) => Tree::Tuple(parts.iter().map(|p| behind(p, carried)).collect()),
        other => other.clone(),
    }
}

fn assigned_in(block: &hir::Block, found: &mut BTreeSet<hir::VarId>) {
    for stmt in &block.stmts {
        match stmt {
            hir::Stmt::Assign { var, value } => {
                found.insert(*var);
                assigned_by(value, found);
            }
            hir::Stmt::Let { value, .. } | hir::Stmt::Expr(value) => assigned_by(value, found),
            hir::Stmt::HostLet { .. } | hir::Stmt::Host(_) | hir::Stmt::Verbatim(_) => {}
        }
    }
    if let Some(value) = &block.value {
        assigned_by(value, found);
    }
}

fn assigned_by(node: &hir::Node, found: &mut BTreeSet<hir::VarId>) {
    match &node.kind {
        hir::NodeKind::Block { block, .. } => assigned_in(block, found),
        hir::NodeKind::If {
            then, otherwise, ..
        } => {
            assigned_in(then, found);
            if let Some(block) = otherwise {
                assigned_in(block, found);
            }
        }
        hir::NodeKind::For { body, .. } => assigned_in(body, found),
        hir::NodeKind::Op { args, .. } => {
            for arg in args {
                match arg {
                    hir::Arg::Tensor(node) => assigned_by(node, found),
                    hir::Arg::Tensors(nodes) => nodes.iter().for_each(|n| assigned_by(n, found)),
                    _ => {}
                }
            }
        }
        hir::NodeKind::Call { args, .. } => {
            for arg in args {
                if let hir::CallArg::Tensor(node) = arg {
                    assigned_by(node, found);
                }
            }
        }
        hir::NodeKind::Tuple(nodes) => nodes.iter().for_each(|n| assigned_by(n, found)),
        hir::NodeKind::Part(node, _) | hir::NodeKind::Assert { of: node, .. } => {
            assigned_by(node, found)
        }
        hir::NodeKind::Return(Some(node)) => assigned_by(node, found),
        hir::NodeKind::Return(None)
        | hir::NodeKind::Var(_)
        | hir::NodeKind::Host(_)
        | hir::NodeKind::Poison => {}
    }
}

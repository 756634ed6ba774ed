//! The typed program → values and instructions.
//!
//! A variable is whatever value it has at a place: `y = y + x` gives `y` a new one. What a branch or a
//! round of a loop assigns goes out through the end of its region.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::{
    Arg, Arm, ArmPat, Ask, CallArg, Carried, Hole, HostCode, IndexItem, Inst, Ir, LoopKind, Out,
    Over, Place, Query, Region, Scrutinee, Slot, Taker, Tree, Value, ValueId,
};
use eagerpy_runtime::ops::OpInfo;

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
        pushed: body.pushed,
        params: Vec::new(),
        hosts: 0,
        loops: Vec::new(),
        reads: BTreeSet::new(),
    };
    let mut params = Vec::new();
    for (place, param) in function
        .params
        .iter()
        .filter(|p| !matches!(p.ty, Type::Host(_)))
        .enumerate()
    {
        let ty = body.params.get(place).cloned().unwrap_or(Ty::Opaque);
        let at = match &param.ty {
            Type::Tuple(_) | Type::List { slice: false, .. } | Type::Option(_) | Type::Fn(_) => {
                Place::Owned
            }
            _ => Place::Ref,
        };
        let origin = Origin::of(&param.written);
        let value = lowering.value(ty.clone(), Some(param.name.clone()), origin.clone(), false);
        if let Some(value) = lowering.values.get_mut(value) {
            value.place = at;
        }
        let references = matches!(param.ty, Type::Tuple(_));
        let tree = lowering.tree_of(value, &ty, references, &origin);
        if let Some(var) = lowering.vars.get_mut(place) {
            *var = Some(tree);
        }
        params.push(value);
    }
    lowering.params = params.clone();
    let mut region = Region::default();
    // A list that came in is the caller's: what grows is a copy.
    lowering.own_lists(&(0..params.len()).collect(), &mut region);
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
        kept: None,
    }
}

struct Lowering {
    values: Vec<Value>,
    /// What each variable is at this place.
    vars: Vec<Option<Tree>>,
    names: Vec<String>,
    /// The variables whose lists grow.
    pushed: BTreeSet<hir::VarId>,
    params: Vec<ValueId>,
    hosts: usize,
    /// The loops around this place, with the variables that go round in them and the type of their value.
    loops: Vec<(hir::LoopId, Vec<hir::VarId>, Ty)>,
    /// The variables that the closure around reads.
    reads: BTreeSet<hir::VarId>,
}

impl Lowering {
    fn value(&mut self, ty: Ty, hint: Option<String>, origin: Origin, borrows: bool) -> ValueId {
        let borrows = borrows && !ty.is_container();
        self.values.push(Value {
            ty,
            place: Place::Owned,
            hint,
            origin,
            borrows,
        });
        self.values.len() - 1
    }

    /// A value that is there as a whole, by its parts: `p.w`. `references`: its parts are references themselves.
    fn tree_of(&mut self, value: ValueId, ty: &Ty, references: bool, origin: &Origin) -> Tree {
        let part = |lowering: &mut Self, member: syn::Member, ty: &Ty| {
            let part = lowering.value(ty.clone(), None, origin.clone(), false);
            if let Some(slot) = lowering.values.get_mut(part) {
                slot.place = Place::Part {
                    of: value,
                    member,
                    reference: references && matches!(ty, Ty::Tensor(_) | Ty::Adt(_)),
                };
            }
            if let Ty::Host(_) = ty {
                return Tree::Host(placed_host(part, origin));
            }
            lowering.tree_of(part, ty, references && matches!(ty, Ty::Tuple(_)), origin)
        };
        match ty {
            Ty::Tuple(parts) => Tree::Tuple(
                parts
                    .iter()
                    .enumerate()
                    .map(|(place, ty)| part(self, syn::Member::from(place), ty))
                    .collect(),
            ),
            Ty::Adt(adt) if !adt.ty.def.is_enum => {
                let members: Vec<syn::Member> = match adt.ty.def.variants.first() {
                    Some(variant) => variant.fields.iter().map(|f| f.member.clone()).collect(),
                    None => Vec::new(),
                };
                let types = adt.fields.first().cloned().unwrap_or_default();
                Tree::Struct {
                    ty: adt.ty.clone(),
                    whole: Some(value),
                    fields: members
                        .into_iter()
                        .zip(&types)
                        .map(|(member, ty)| part(self, member, ty))
                        .collect(),
                }
            }
            _ => Tree::Tensor(value),
        }
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
                if let (hir::Pat::Tuple(_), hir::NodeKind::Call { path, args, callee }) =
                    (pat, &value.kind)
                    && matches!(value.ty, Ty::Opaque)
                {
                    // The parts of what a call gives are taken at the call.
                    let args = self.call_args(args, region);
                    let out = self.taker(pat, &value.origin);
                    region.insts.push(Inst::Call {
                        out,
                        callee: callee.clone(),
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
                let tree = self.apart(tree, self.pushed.contains(var), region);
                let name = self.names.get(*var).cloned();
                self.name(&tree, name);
                if let Some(slot) = self.vars.get_mut(*var) {
                    *slot = Some(tree);
                }
            }
            hir::Stmt::Push { list, value } => {
                let value = self.node(value, region);
                if let Some(Some(Tree::Tensor(list))) = self.vars.get(*list) {
                    region.insts.push(Inst::Push { list: *list, value });
                }
            }
            hir::Stmt::SetElement {
                list,
                index,
                value,
                origin,
            } => {
                let index = self.host(index, region);
                let value = self.node(value, region);
                if let Some(Some(Tree::Tensor(list))) = self.vars.get(*list) {
                    region.insts.push(Inst::Set {
                        list: *list,
                        index,
                        value,
                        origin: origin.clone(),
                    });
                }
            }
            hir::Stmt::Pop { list } => {
                if let Some(Some(Tree::Tensor(list))) = self.vars.get(*list) {
                    region.insts.push(Inst::Pop { list: *list });
                }
            }
            hir::Stmt::HostLet { pat, code } => {
                let code = self.host(code, region);
                region.insts.push(Inst::HostLet {
                    pat: pat.clone(),
                    code,
                });
            }
            hir::Stmt::LetElse {
                pat,
                code,
                otherwise,
            } => {
                let code = self.host(code, region);
                let before = self.vars.clone();
                let mut body = Region::default();
                if let Some(value) = self.block(otherwise, &mut body) {
                    self.give(value, &Ty::UNIT, &code.origin, &mut body, &mut Vec::new());
                }
                self.vars = before;
                region.insts.push(Inst::LetElse {
                    pat: pat.clone(),
                    code,
                    otherwise: body,
                });
            }
            hir::Stmt::Host(code) => {
                let code = self.host(code, region);
                region.insts.push(Inst::Host(code));
            }
            hir::Stmt::Verbatim(stmt) => region.insts.push(Inst::Verbatim(stmt.clone())),
            hir::Stmt::Expr(node) => {
                let tree = self.node(node, region);
                self.give(tree, &Ty::UNIT, &node.origin, region, &mut Vec::new());
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
                let tree = self.apart(tree, self.pushed.contains(var), region);
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
            (hir::Pat::Struct(pats), Tree::Struct { fields, .. }) => {
                for (pat, field) in pats.iter().zip(fields) {
                    // What is not bound stays where it is.
                    if !matches!(pat, hir::Pat::Wild) {
                        self.bind(pat, field, region);
                    }
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
            // A `let` alone takes a struct apart, by its fields.
            hir::Pat::Struct(_) | hir::Pat::Wild => Taker::Wild,
        }
    }

    fn node(&mut self, node: &hir::Node, region: &mut Region) -> Tree {
        match &node.kind {
            hir::NodeKind::Op { op, args } => self.op(node, op, args, region),
            hir::NodeKind::Var(var) => {
                self.reads.insert(*var);
                match self.vars.get(*var) {
                    Some(Some(tree)) => tree.clone(),
                    _ => Tree::Never,
                }
            }
            _ => self.other(node, region),
        }
    }

    fn op(
        &mut self,
        node: &hir::Node,
        op: &'static OpInfo,
        args: &[hir::Arg],
        region: &mut Region,
    ) -> Tree {
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

    /// What is no operation: apart, since operations stand in each other, hundreds deep.
    fn other(&mut self, node: &hir::Node, region: &mut Region) -> Tree {
        match &node.kind {
            hir::NodeKind::Op { .. } | hir::NodeKind::Var(_) => Tree::Never,
            hir::NodeKind::Call { path, args, callee } => {
                let args = self.call_args(args, region);
                let (tree, out) = self.call_result(&node.ty, &node.origin, Place::Owned);
                region.insts.push(Inst::Call {
                    out,
                    callee: callee.clone(),
                    path: path.clone(),
                    args,
                    origin: node.origin.clone(),
                });
                tree
            }
            hir::NodeKind::Host(code) if node.ty == Ty::Never => {
                let code = self.host(code, region);
                region.insts.push(Inst::Host(code));
                region.leaves = true;
                Tree::Never
            }
            hir::NodeKind::Host(code) => Tree::Host(self.host(code, region)),
            hir::NodeKind::Tuple(parts) => {
                Tree::Tuple(parts.iter().map(|p| self.node(p, region)).collect())
            }
            hir::NodeKind::Part(base, place) => match self.node(base, region) {
                Tree::Tuple(mut parts)
                | Tree::Struct {
                    fields: mut parts, ..
                } if *place < parts.len() => parts.swap_remove(*place),
                _ => Tree::Never,
            },
            hir::NodeKind::Struct(fields) => {
                let fields = fields.iter().map(|f| self.node(f, region)).collect();
                match &node.ty {
                    Ty::Adt(adt) => Tree::Struct {
                        ty: adt.ty.clone(),
                        whole: None,
                        fields,
                    },
                    _ => Tree::Never,
                }
            }
            hir::NodeKind::Variant(variant, fields) => {
                let fields = fields.iter().map(|f| self.node(f, region)).collect();
                let Ty::Adt(adt) = &node.ty else {
                    return Tree::Never;
                };
                let tree = Tree::Variant {
                    ty: adt.ty.clone(),
                    variant: *variant,
                    fields,
                };
                Tree::Tensor(self.made(tree, &node.ty, &node.origin, region))
            }
            hir::NodeKind::With { base, field, value } => {
                let value = self.node(value, region);
                match self.node(base, region) {
                    Tree::Struct { ty, mut fields, .. } => {
                        if let Some(slot) = fields.get_mut(*field) {
                            *slot = value;
                        }
                        Tree::Struct {
                            ty,
                            whole: None,
                            fields,
                        }
                    }
                    other => other,
                }
            }
            hir::NodeKind::List(items) => {
                let items = items.iter().map(|item| self.node(item, region)).collect();
                let ty = node.ty.clone();
                let tree = Tree::List { ty, items };
                Tree::Tensor(self.made(tree, &node.ty, &node.origin, region))
            }
            hir::NodeKind::Element { list, index } => {
                let index = self.host(index, region);
                let Tree::Tensor(list) = self.node(list, region) else {
                    return Tree::Never;
                };
                let out = self.value(node.ty.clone(), None, node.origin.clone(), false);
                if let Some(value) = self.values.get_mut(out) {
                    value.place = Place::Ref;
                }
                region.insts.push(Inst::Element {
                    out,
                    list,
                    index,
                    origin: node.origin.clone(),
                });
                self.tree_of(out, &node.ty, false, &node.origin)
            }
            hir::NodeKind::Collect(looped) => {
                let tree = Tree::List {
                    ty: node.ty.clone(),
                    items: Vec::new(),
                };
                let list = self.made(tree, &node.ty, &node.origin, region);
                self.looping(looped, Some(list), region);
                Tree::Tensor(list)
            }
            hir::NodeKind::Some(inner) => Tree::Option {
                ty: node.ty.clone(),
                some: Some(Box::new(self.node(inner, region))),
            },
            hir::NodeKind::None => Tree::Option {
                ty: node.ty.clone(),
                some: None,
            },
            hir::NodeKind::Apply {
                function,
                args,
                asking,
            } => {
                let args = self.call_args(args, region);
                let Tree::Tensor(function) = self.node(function, region) else {
                    return Tree::Never;
                };
                let (tree, out) = self.call_result(&node.ty, &node.origin, Place::Owned);
                let declared = match self.values.get(function).map(|v| &v.ty) {
                    Some(Ty::Fn(ty)) => Some((*ty.ty.result).clone()),
                    _ => None,
                };
                region.insts.push(Inst::Apply {
                    out,
                    function,
                    args,
                    asking: asking.clone(),
                    origin: node.origin.clone(),
                });
                if let Some(declared) = declared
                    && let Some(given) = super::given(&tree, &declared, asking)
                {
                    Self::assert_all(&given, &declared, function, region);
                }
                tree
            }
            hir::NodeKind::Native { arms, fallback } => {
                let arms = arms
                    .iter()
                    .map(|arm| super::NativeArm {
                        backend: arm.backend.clone(),
                        code: arm.code.clone(),
                        uses: arm
                            .uses
                            .iter()
                            .filter_map(|(ident, node)| match self.node(node, region) {
                                Tree::Tensor(value)
                                | Tree::Struct {
                                    whole: Some(value), ..
                                } => Some((ident.clone(), value)),
                                _ => None,
                            })
                            .collect(),
                    })
                    .collect();
                let fallback = fallback.as_ref().map(|block| {
                    let before = self.vars.clone();
                    let mut body = Region::default();
                    let value = self.block(block, &mut body);
                    if let Some(value) = value
                        && !body.leaves
                    {
                        let mut outs = Vec::new();
                        self.give(value, &node.ty, &node.origin, &mut body, &mut outs);
                        body.outs = outs;
                    }
                    self.vars = before;
                    body
                });
                let mut slots = Vec::new();
                let tree = self.slots(&node.ty, None, &node.origin, &mut slots);
                let Some(out) = slots.into_iter().next() else {
                    return Tree::Never;
                };
                region.insts.push(Inst::Native {
                    out,
                    arms,
                    fallback,
                    origin: node.origin.clone(),
                });
                tree
            }
            hir::NodeKind::Fail(code) => {
                let code = self.host(code, region);
                region.insts.push(Inst::Fail(code));
                region.leaves = true;
                Tree::Never
            }
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
                let blocks = [(None, Some(then)), (None, otherwise.as_ref())];
                let (mut bodies, outs, tree) = self.ways(&blocks, &node.ty, after, &node.origin);
                let otherwise = bodies.pop().unwrap_or_default();
                let then = bodies.pop().unwrap_or_default();
                region.leaves = then.leaves && otherwise.leaves;
                region.insts.push(Inst::If {
                    cond,
                    then,
                    otherwise,
                    outs,
                });
                tree
            }
            hir::NodeKind::Match {
                scrutinee,
                arms,
                after,
            } => {
                let scrutinee = match scrutinee {
                    hir::Scrutinee::Host(code) => Scrutinee::Host(self.host(code, region)),
                    hir::Scrutinee::Value(of) => match self.settled_node(of, region) {
                        Tree::Tensor(value) => Scrutinee::Value(value),
                        _ => return Tree::Never,
                    },
                };
                let mut pats = Vec::new();
                for arm in arms {
                    pats.push(self.arm_pat(&arm.pat, &node.origin));
                }
                let guards: Vec<Option<HostCode>> = arms
                    .iter()
                    .map(|arm| arm.guard.as_ref().map(|guard| self.host(guard, region)))
                    .collect();
                let blocks: Vec<(Option<&hir::ArmPat>, Option<&hir::Block>)> = arms
                    .iter()
                    .map(|arm| (Some(&arm.pat), Some(&arm.body)))
                    .collect();
                let (bodies, outs, tree) = self.ways(&blocks, &node.ty, after, &node.origin);
                region.leaves = bodies.iter().all(|body| body.leaves);
                let arms = pats.into_iter().zip(guards).zip(bodies);
                region.insts.push(Inst::Match {
                    scrutinee,
                    arms: arms
                        .map(|((pat, guard), body)| Arm { pat, guard, body })
                        .collect(),
                    outs,
                });
                tree
            }
            hir::NodeKind::Loop { .. } => self.looping(node, None, region),
            hir::NodeKind::Break { from, value } => {
                let value = value.as_ref().map(|value| self.node(value, region));
                if !region.leaves {
                    let (carried, ty) = self.around(*from, &node.origin, region);
                    let mut outs = Vec::new();
                    if let Some(value) = value {
                        self.give(value, &ty, &node.origin, region, &mut outs);
                    }
                    region.insts.push(Inst::Jump {
                        to: *from,
                        again: false,
                        carried,
                        outs,
                    });
                    region.leaves = true;
                }
                Tree::Never
            }
            hir::NodeKind::Continue(to) => {
                let (carried, _) = self.around(*to, &node.origin, region);
                region.insts.push(Inst::Jump {
                    to: *to,
                    again: true,
                    carried,
                    outs: Vec::new(),
                });
                region.leaves = true;
                Tree::Never
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
                    region.insts.push(Inst::Assert {
                        value,
                        declared,
                        by: None,
                    });
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

    /// A value that is not known yet but by its type: its parts, and what takes them.
    fn call_result(&mut self, ty: &Ty, origin: &Origin, place: Place) -> (Tree, Taker) {
        match ty {
            Ty::Tuple(parts) => {
                let (trees, takers) = parts
                    .iter()
                    .map(|p| self.call_result(p, origin, place.clone()))
                    .unzip();
                (Tree::Tuple(trees), Taker::Tuple(takers))
            }
            Ty::Adt(_) => {
                let value = self.value(ty.clone(), None, origin.clone(), false);
                if let Some(slot) = self.values.get_mut(value) {
                    slot.place = place;
                }
                (self.tree_of(value, ty, false, origin), Taker::Tensor(value))
            }
            // What a pattern binds is a reference.
            Ty::Host(_) if place == Place::Ref => {
                let value = self.value(ty.clone(), None, origin.clone(), false);
                if let Some(slot) = self.values.get_mut(value) {
                    slot.place = place;
                }
                (Tree::Host(placed_host(value, origin)), Taker::Tensor(value))
            }
            Ty::Host(_) => {
                let name = self.host_name();
                let code = named_host(&name, origin);
                let ident = &code.expr;
                let pat = syn::parse_quote!(#ident);
                (Tree::Host(code), Taker::Host(pat))
            }
            ty => {
                let value = self.value(ty.clone(), None, origin.clone(), false);
                if let Some(slot) = self.values.get_mut(value) {
                    slot.place = place;
                }
                (Tree::Tensor(value), Taker::Tensor(value))
            }
        }
    }

    /// A pattern over what is there: it binds references.
    fn ref_pattern(&mut self, pat: &hir::Pat, ty: &Ty, origin: &Origin) -> Taker {
        match (pat, ty) {
            (hir::Pat::Var(var), ty) => {
                let (tree, taker) = self.call_result(ty, origin, Place::Ref);
                let name = self.names.get(*var).cloned();
                if let Taker::Tensor(value) = &taker
                    && let Some(value) = self.values.get_mut(*value)
                {
                    value.hint = name;
                }
                if let Some(slot) = self.vars.get_mut(*var) {
                    *slot = Some(tree);
                }
                taker
            }
            (hir::Pat::Host(pat), _) => Taker::Host(pat.clone()),
            (hir::Pat::Tuple(pats), Ty::Tuple(types)) => Taker::Tuple(
                pats.iter()
                    .zip(types)
                    .map(|(pat, ty)| self.ref_pattern(pat, ty, origin))
                    .collect(),
            ),
            (hir::Pat::Tuple(_) | hir::Pat::Struct(_) | hir::Pat::Wild, _) => Taker::Wild,
        }
    }

    /// What takes an element in a loop: lists give references, the host's values come as they are.
    fn each_pattern(
        &mut self,
        pat: &hir::Pat,
        ty: &Ty,
        over: Option<&hir::Over>,
        origin: &Origin,
    ) -> Taker {
        if let Some(hir::Over::List(_)) = over {
            return self.ref_pattern(pat, ty, origin);
        }
        match pat {
            hir::Pat::Tuple(pats) => Taker::Tuple(
                pats.iter()
                    .zip(parts_of(over, ty))
                    .map(|(pat, (over, ty))| self.each_pattern(pat, ty, over, origin))
                    .collect(),
            ),
            hir::Pat::Host(pat) => Taker::Host(pat.clone()),
            hir::Pat::Struct(_) | hir::Pat::Wild => Taker::Wild,
            hir::Pat::Var(var) => {
                let (tree, taker) = self.each_value(ty, over, origin);
                let name = self.names.get(*var).cloned();
                self.name(&tree, name);
                if let Some(slot) = self.vars.get_mut(*var) {
                    *slot = Some(tree);
                }
                taker
            }
        }
    }

    fn each_value(&mut self, ty: &Ty, over: Option<&hir::Over>, origin: &Origin) -> (Tree, Taker) {
        match over.map(stepless) {
            Some(hir::Over::List(_)) => self.call_result(ty, origin, Place::Ref),
            Some(over @ (hir::Over::Enumerate(_) | hir::Over::Zip(..))) => {
                let (trees, takers) = parts_of(Some(over), ty)
                    .into_iter()
                    .map(|(over, ty)| self.each_value(ty, over, origin))
                    .unzip();
                (Tree::Tuple(trees), Taker::Tuple(takers))
            }
            _ => self.call_result(ty, origin, Place::Owned),
        }
    }

    fn arm_pat(&mut self, pat: &hir::ArmPat, origin: &Origin) -> ArmPat {
        match pat {
            hir::ArmPat::Host(pat) => ArmPat::Host(pat.clone()),
            hir::ArmPat::Some(pat, ty) => ArmPat::Some(self.ref_pattern(pat, ty, origin)),
            hir::ArmPat::None => ArmPat::None,
            hir::ArmPat::Variant(variant, fields) => ArmPat::Variant(
                *variant,
                fields
                    .iter()
                    .map(|(pat, ty)| self.ref_pattern(pat, ty, origin))
                    .collect(),
            ),
            hir::ArmPat::Wild => ArmPat::Wild,
        }
    }

    /// Checks of what a function of the caller gives.
    fn assert_all(tree: &Tree, declared: &Type, function: ValueId, region: &mut Region) {
        match (tree, declared) {
            (Tree::Tensor(value), Type::Tensor(declared))
                if declared.dims.is_some() || declared.dtype.is_some() =>
            {
                region.insts.push(Inst::Assert {
                    value: *value,
                    declared: declared.clone(),
                    by: Some(function),
                });
            }
            (Tree::Tuple(parts), Type::Tuple(types)) => {
                for (part, ty) in parts.iter().zip(types) {
                    Self::assert_all(part, ty, function, region);
                }
            }
            _ => {}
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
                hir::CallArg::Value(node, ty) => {
                    CallArg::Value(self.node(node, region), ty.clone())
                }
                hir::CallArg::Closure(closure) => CallArg::Closure(self.closure(closure)),
            })
            .collect()
    }

    fn closure(&mut self, closure: &hir::Closure) -> super::Closure {
        // It changes nothing outside, and does not jump there.
        let before = self.vars.clone();
        let loops = std::mem::take(&mut self.loops);
        let around = std::mem::take(&mut self.reads);
        let params = closure
            .params
            .iter()
            .map(|(pat, ty)| self.ref_pattern(pat, ty, &closure.origin))
            .collect();
        let mut body = Region::default();
        let value = self.block(&closure.body, &mut body);
        if let Some(value) = value
            && !body.leaves
        {
            let mut outs = Vec::new();
            self.give(value, &closure.ty, &closure.origin, &mut body, &mut outs);
            body.outs = outs;
        }
        self.vars = before;
        self.loops = loops;
        let reads = std::mem::replace(&mut self.reads, around);
        let captured = reads
            .iter()
            .filter_map(|var| {
                let tree = self.vars.get(*var)?.clone()?;
                Some((self.names.get(*var)?.clone(), tree))
            })
            .collect();
        self.reads.extend(reads);
        super::Closure {
            params,
            body,
            tuple: matches!(closure.ty, Ty::Tuple(_)),
            captured,
            wants: closure.wants.clone(),
            vjp: closure.vjp.as_ref().map(|vjp| {
                let (back, ty) = &**vjp;
                Box::new((self.closure(back), ty.clone()))
            }),
        }
    }

    /// A node that is one tensor.
    fn tensor(&mut self, node: &hir::Node, region: &mut Region) -> ValueId {
        match self.settled_node(node, region) {
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
                ask: self.ask(hole, region),
            })
            .collect();
        HostCode {
            expr: code.expr.clone(),
            holes,
            origin: code.origin.clone(),
        }
    }

    fn ask(&mut self, hole: &hir::Hole, region: &mut Region) -> Ask {
        let query = match &hole.query {
            hir::Query::Host => {
                return Ask::Host(match self.node(&hole.of, region) {
                    Tree::Host(code) => code,
                    // A value of type `()`, or control that does not come here.
                    _ => HostCode {
                        expr: syn::parse_quote!(()),
                        holes: Vec::new(),
                        origin: hole.of.origin.clone(),
                    },
                });
            }
            hir::Query::Shape => Query::Shape,
            hir::Query::Rank => Query::Rank,
            hir::Query::Len => Query::Len,
            hir::Query::IsSome => Query::IsSome,
            hir::Query::Item(kind) => Query::Item(*kind),
            hir::Query::Dim(axis) => Query::Dim(Box::new(self.host(axis, region))),
        };
        Ask::Tensor(self.tensor(&hole.of, region), query)
    }

    fn arg(&mut self, arg: &hir::Arg, region: &mut Region) -> Arg {
        match arg {
            hir::Arg::Tensor(node) => Arg::Tensor(self.tensor(node, region)),
            hir::Arg::Tensors(nodes) => {
                Arg::Tensors(nodes.iter().map(|n| self.tensor(n, region)).collect())
            }
            hir::Arg::Listed(node) => Arg::Listed(self.tensor(node, region)),
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
            Tree::Tuple(parts) | Tree::Struct { fields: parts, .. } => {
                parts.iter().for_each(|p| Self::outs(p, outs));
            }
            // These are values before they go out.
            Tree::Option { .. } | Tree::List { .. } | Tree::Variant { .. } | Tree::Never => {}
        }
    }

    /// A value in one piece, made of parts.
    fn made(&mut self, tree: Tree, ty: &Ty, origin: &Origin, region: &mut Region) -> ValueId {
        let out = self.value(ty.clone(), None, origin.clone(), false);
        region.insts.push(Inst::Make { out, tree });
        out
    }

    /// The same with every optional value in it in one piece, so that it may go out of a region.
    fn settled(&mut self, tree: Tree, origin: &Origin, region: &mut Region) -> Tree {
        match tree {
            Tree::Option { ref ty, .. } | Tree::List { ref ty, .. } => {
                let ty = ty.clone();
                Tree::Tensor(self.made(tree, &ty, origin, region))
            }
            Tree::Tuple(parts) => Tree::Tuple(
                parts
                    .into_iter()
                    .map(|part| self.settled(part, origin, region))
                    .collect(),
            ),
            Tree::Struct { ty, whole, fields } => Tree::Struct {
                ty,
                whole,
                fields: fields
                    .into_iter()
                    .map(|field| self.settled(field, origin, region))
                    .collect(),
            },
            tree => tree,
        }
    }

    fn settled_node(&mut self, node: &hir::Node, region: &mut Region) -> Tree {
        let tree = coerced(self.node(node, region), &node.ty);
        self.settled(tree, &node.origin, region)
    }

    /// A value that a variable takes. A list is the one value that changes: where it grows under this name or under
    /// another, each has its own. `grows`: under this one.
    fn apart(&mut self, tree: Tree, grows: bool, region: &mut Region) -> Tree {
        if self.pushed.is_empty() {
            return tree;
        }
        match tree {
            Tree::Tensor(value) => {
                let Some(Ty::List(_)) = self.values.get(value).map(|v| &v.ty) else {
                    return Tree::Tensor(value);
                };
                let mine = self
                    .values
                    .get(value)
                    .is_some_and(|v| v.place == Place::Owned)
                    && !self.params.contains(&value);
                let held = self.vars.iter().enumerate().any(|(var, tree)| {
                    (grows || self.pushed.contains(&var))
                        && tree.as_ref().is_some_and(|tree| holds(tree, value))
                });
                if !held && (mine || !grows) {
                    return Tree::Tensor(value);
                }
                let Some((ty, origin)) = self
                    .values
                    .get(value)
                    .map(|v| (v.ty.clone(), v.origin.clone()))
                else {
                    return Tree::Tensor(value);
                };
                Tree::Tensor(self.made(Tree::Tensor(value), &ty, &origin, region))
            }
            Tree::Tuple(parts) => Tree::Tuple(
                parts
                    .into_iter()
                    .map(|part| self.apart(part, grows, region))
                    .collect(),
            ),
            Tree::Struct { ty, whole, fields } => Tree::Struct {
                ty,
                whole,
                fields: fields
                    .into_iter()
                    .map(|field| self.apart(field, grows, region))
                    .collect(),
            },
            tree => tree,
        }
    }

    /// Lists that grow under these names, which a pattern or the caller has bound to others' lists.
    fn own_lists(&mut self, vars: &BTreeSet<hir::VarId>, region: &mut Region) {
        let grow: Vec<hir::VarId> = vars.intersection(&self.pushed).copied().collect();
        for var in grow {
            if let Some(Some(tree)) = self.vars.get(var).cloned() {
                let tree = self.apart(tree, true, region);
                if let Some(slot) = self.vars.get_mut(var) {
                    *slot = Some(tree);
                }
            }
        }
    }

    /// The value of a block: it goes out, or where nothing takes it, host code in it still runs.
    fn give(
        &mut self,
        value: Tree,
        ty: &Ty,
        origin: &Origin,
        region: &mut Region,
        outs: &mut Vec<Out>,
    ) {
        if *ty != Ty::UNIT {
            let value = self.settled(coerced(value, ty), origin, region);
            return Self::outs(&value, outs);
        }
        match value {
            Tree::Host(code) => region.insts.push(Inst::Host(code)),
            Tree::Tuple(parts) => parts
                .into_iter()
                .for_each(|part| self.give(part, ty, origin, region, outs)),
            _ => {}
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
            Ty::Adt(adt) if !adt.ty.def.is_enum => Tree::Struct {
                ty: adt.ty.clone(),
                whole: None,
                fields: adt
                    .fields
                    .first()
                    .map(Vec::as_slice)
                    .unwrap_or_default()
                    .iter()
                    .map(|ty| self.slots(ty, None, origin, slots))
                    .collect(),
            },
            Ty::Host(Host::Unit) => Tree::Tuple(Vec::new()),
            Ty::Host(_) => {
                let name = self.host_name();
                slots.push(Slot::Host(name.clone()));
                Tree::Host(named_host(&name, origin))
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
            self.give(value, ty, origin, &mut body, &mut outs);
        }
        let mut slots = Vec::new();
        let tree = self.slots(ty, None, origin, &mut slots);
        self.outs_of_vars(&assigned, origin, &mut body, &mut outs);
        self.slots_of_vars(&assigned, after, origin, &mut slots);
        body.outs = outs;
        region.insts.push(Inst::Block { body, outs: slots });
        tree
    }

    fn outs_of_vars(
        &mut self,
        assigned: &[hir::VarId],
        origin: &Origin,
        region: &mut Region,
        outs: &mut Vec<Out>,
    ) {
        for var in assigned {
            if let Some(Some(tree)) = self.vars.get(*var).cloned() {
                let tree = self.settled(tree, origin, region);
                Self::outs(&tree, outs);
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

    /// Blocks of which one runs: their regions, and what comes out, of the variables and as a value.
    fn ways(
        &mut self,
        blocks: &[(Option<&hir::ArmPat>, Option<&hir::Block>)],
        ty: &Ty,
        after: &[Ty],
        origin: &Origin,
    ) -> (Vec<Region>, Vec<Slot>, Tree) {
        let present: Vec<&hir::Block> = blocks.iter().filter_map(|(_, block)| *block).collect();
        let assigned = self.assigned(&present);
        let before = self.vars.clone();
        let mut bodies = Vec::new();
        // The variables at the end of a way that gets there: what comes out has the form that they have.
        let mut ending = None;
        for (pat, block) in blocks {
            let mut body = Region::default();
            let mut bound = BTreeSet::new();
            match pat {
                Some(hir::ArmPat::Some(pat, _)) => bound_by(pat, &mut bound),
                Some(hir::ArmPat::Variant(_, fields)) => {
                    fields.iter().for_each(|(pat, _)| bound_by(pat, &mut bound));
                }
                _ => {}
            }
            self.own_lists(&bound, &mut body);
            let value = block.and_then(|b| self.block(b, &mut body));
            if !body.leaves {
                let mut outs = Vec::new();
                if let Some(value) = value {
                    self.give(value, ty, origin, &mut body, &mut outs);
                }
                self.outs_of_vars(&assigned, origin, &mut body, &mut outs);
                body.outs = outs;
            }
            let vars = std::mem::replace(&mut self.vars, before.clone());
            if !body.leaves {
                ending = Some(vars);
            }
            bodies.push(body);
        }
        let Some(vars) = ending else {
            return (bodies, Vec::new(), Tree::Never);
        };
        self.vars = vars;
        for (var, was) in self.vars.iter_mut().zip(&before) {
            if was.is_none() {
                *var = None;
            }
        }
        let mut slots = Vec::new();
        let tree = self.slots(ty, None, origin, &mut slots);
        self.slots_of_vars(&assigned, after, origin, &mut slots);
        (bodies, slots, tree)
    }

    /// What the variables of a loop are at a jump, and the type of the loop's value.
    fn around(&mut self, id: hir::LoopId, origin: &Origin, region: &mut Region) -> (Vec<Out>, Ty) {
        let mut outs = Vec::new();
        let around = self.loops.iter().rev().find(|(other, ..)| *other == id);
        match around.cloned() {
            Some((_, assigned, ty)) => {
                self.outs_of_vars(&assigned, origin, region, &mut outs);
                (outs, ty)
            }
            None => (outs, Ty::UNIT),
        }
    }

    /// A loop. `collected`: the list that takes what its body gives.
    fn looping(
        &mut self,
        node: &hir::Node,
        collected: Option<ValueId>,
        region: &mut Region,
    ) -> Tree {
        let hir::NodeKind::Loop {
            id,
            kind,
            label,
            body,
            top,
            after,
        } = &node.kind
        else {
            return Tree::Never;
        };
        let kind_of = |lowering: &mut Self, region: &mut Region| match kind {
            hir::LoopKind::For { pat, iter } => LoopKind::For {
                pat: pat.clone(),
                iter: lowering.host(iter, region),
            },
            hir::LoopKind::Each { over, .. } => LoopKind::Each {
                element: Taker::Wild,
                over: lowering.over(over, region),
            },
            hir::LoopKind::While(_) | hir::LoopKind::Loop => LoopKind::Loop,
            hir::LoopKind::Block => LoopKind::Block,
        };
        // What the head needs, a `for` works out before the first round.
        let mut kind_here = kind_of(self, region);
        let assigned = self.assigned(&[body]);
        let mut carried: Vec<Carried> = Vec::new();
        for var in &assigned {
            let (Some(Some(tree)), Some(top), Some(after)) =
                (self.vars.get(*var).cloned(), top.get(*var), after.get(*var))
            else {
                continue;
            };
            let tree = self.settled(tree, &node.origin, region);
            let hint = self.names.get(*var).cloned();
            let round = self.carry(
                &tree,
                (top, after),
                hint.as_deref(),
                &node.origin,
                &mut carried,
            );
            if let Some(slot) = self.vars.get_mut(*var) {
                *slot = Some(round);
            }
        }
        let rounds: Vec<Option<Tree>> = self.vars.clone();
        let mut inner = Region::default();
        if let (hir::LoopKind::Each { pat, element, .. }, LoopKind::Each { element: taker, .. }) =
            (kind, &mut kind_here)
        {
            let hir::LoopKind::Each { over, .. } = kind else {
                return Tree::Never;
            };
            *taker = self.each_pattern(pat, element, Some(stepless(over)), &node.origin);
            let mut bound = BTreeSet::new();
            bound_by(pat, &mut bound);
            self.own_lists(&bound, &mut inner);
        }
        if let hir::LoopKind::While(cond) = kind {
            let cond = self.host(cond, &mut inner);
            if inner.insts.is_empty() {
                kind_here = LoopKind::While(cond);
            } else {
                inner.insts.push(Inst::BreakUnless { from: *id, cond });
            }
        }
        self.loops.push((*id, assigned.clone(), node.ty.clone()));
        let value = self.block(body, &mut inner);
        self.loops.pop();
        let mut outs = Vec::new();
        if !inner.leaves {
            let mut value_outs = Vec::new();
            if let (Some(list), Some(value)) = (collected, &value) {
                inner.insts.push(Inst::Push {
                    list,
                    value: value.clone(),
                });
            } else if let Some(value) = value {
                let ty = match kind {
                    hir::LoopKind::Block => &node.ty,
                    _ => &Ty::UNIT,
                };
                self.give(value, ty, &node.origin, &mut inner, &mut value_outs);
            }
            self.outs_of_vars(&assigned, &node.origin, &mut inner, &mut outs);
            outs.extend(value_outs);
        }
        inner.outs = outs;
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
        if let LoopKind::Each { over, .. } = &mut kind_here {
            // A list that grows in its own loop: the loop goes over what it was.
            for list in lists_in(over) {
                if !grows_in(&inner, *list) {
                    continue;
                }
                let ty = self.values.get(*list).map_or(Ty::Poison, |v| v.ty.clone());
                *list = self.made(Tree::Tensor(*list), &ty, &node.origin, region);
            }
        }
        let mut slots = Vec::new();
        let tree = self.slots(&node.ty, None, &node.origin, &mut slots);
        region.leaves = node.ty == Ty::Never;
        region.insts.push(Inst::Loop {
            id: *id,
            kind: kind_here,
            label: label.clone(),
            carried,
            body: inner,
            outs: slots,
        });
        tree
    }

    fn over(&mut self, over: &hir::Over, region: &mut Region) -> Over {
        match over {
            hir::Over::List(node) => match self.node(node, region) {
                Tree::Tensor(list) => Over::List(list),
                // The checker lets lists through, which are values.
                _ => Over::List(self.value(Ty::Poison, None, node.origin.clone(), false)),
            },
            hir::Over::Host(code) => Over::Host(self.host(code, region)),
            hir::Over::Enumerate(inner) => Over::Enumerate(Box::new(self.over(inner, region))),
            hir::Over::Rev(inner) => Over::Rev(Box::new(self.over(inner, region))),
            hir::Over::Zip(a, b) => Over::Zip(
                Box::new(self.over(a, region)),
                Box::new(self.over(b, region)),
            ),
            hir::Over::Take(inner, count) => {
                let count = self.host(count, region);
                Over::Take(Box::new(self.over(inner, region)), count)
            }
            hir::Over::Skip(inner, count) => {
                let count = self.host(count, region);
                Over::Skip(Box::new(self.over(inner, region)), count)
            }
        }
    }

    fn carry(
        &mut self,
        tree: &Tree,
        (top, after): (&Ty, &Ty),
        hint: Option<&str>,
        origin: &Origin,
        carried: &mut Vec<Carried>,
    ) -> Tree {
        match (tree, top, after) {
            (Tree::Tensor(init), ..) => {
                let hint = hint.map(str::to_owned);
                let round = self.value(top.clone(), hint.clone(), origin.clone(), true);
                let out = self.value(after.clone(), hint, origin.clone(), true);
                carried.push(Carried {
                    init: Out::Tensor(*init),
                    round: Slot::Tensor(round),
                    out: Slot::Tensor(out),
                });
                Tree::Tensor(round)
            }
            (Tree::Struct { ty, fields, .. }, top, after) => {
                let (tops, afters) = (
                    top.fields().unwrap_or_default().to_vec(),
                    after.fields().unwrap_or_default().to_vec(),
                );
                Tree::Struct {
                    ty: ty.clone(),
                    whole: None,
                    fields: fields
                        .iter()
                        .zip(tops.iter().zip(&afters))
                        .map(|(field, types)| self.carry(field, types, None, origin, carried))
                        .collect(),
                }
            }
            (Tree::Tuple(parts), Ty::Tuple(tops), Ty::Tuple(afters)) => Tree::Tuple(
                parts
                    .iter()
                    .zip(tops.iter().zip(afters))
                    .map(|(p, types)| self.carry(p, types, None, origin, carried))
                    .collect(),
            ),
            (Tree::Host(code), ..) => {
                let name = self.host_name();
                carried.push(Carried {
                    init: Out::Host(code.clone()),
                    round: Slot::Host(name.clone()),
                    out: Slot::Host(name.clone()),
                });
                Tree::Host(named_host(&name, origin))
            }
            (other, ..) => other.clone(),
        }
    }
}

/// The lists that a loop goes over.
fn lists_in(over: &mut Over) -> Vec<&mut ValueId> {
    match over {
        Over::List(list) => vec![list],
        Over::Host(_) => Vec::new(),
        Over::Enumerate(inner) | Over::Rev(inner) | Over::Take(inner, _) | Over::Skip(inner, _) => {
            lists_in(inner)
        }
        Over::Zip(a, b) => {
            let mut lists = lists_in(a);
            lists.extend(lists_in(b));
            lists
        }
    }
}

fn grows_in(of: &Region, list: ValueId) -> bool {
    of.insts.iter().any(|inst| {
        inst.changes() == Some(list)
            || inst
                .regions()
                .into_iter()
                .any(|inner| grows_in(inner, list))
    })
}

/// What a loop goes over, whatever the order and the part of it.
fn stepless(over: &hir::Over) -> &hir::Over {
    match over {
        hir::Over::Rev(inner) | hir::Over::Take(inner, _) | hir::Over::Skip(inner, _) => {
            stepless(inner)
        }
        over => over,
    }
}

/// The two sides of what a loop goes over, with their types; none is of the host's values.
fn parts_of<'a>(over: Option<&'a hir::Over>, ty: &'a Ty) -> Vec<(Option<&'a hir::Over>, &'a Ty)> {
    let Ty::Tuple(types) = ty else {
        return Vec::new();
    };
    let sides = match over.map(stepless) {
        Some(hir::Over::Enumerate(inner)) => vec![None, Some(stepless(inner))],
        Some(hir::Over::Zip(a, b)) => vec![Some(stepless(a)), Some(stepless(b))],
        _ => vec![None; types.len()],
    };
    sides.into_iter().zip(types).collect()
}

/// Is this value in the tree?
fn holds(tree: &Tree, value: ValueId) -> bool {
    match tree {
        Tree::Tensor(other) => *other == value,
        Tree::Tuple(parts)
        | Tree::List { items: parts, .. }
        | Tree::Struct { fields: parts, .. }
        | Tree::Variant { fields: parts, .. } => parts.iter().any(|part| holds(part, value)),
        Tree::Option { some, .. } => some.as_ref().is_some_and(|some| holds(some, value)),
        Tree::Host(_) | Tree::Never => false,
    }
}

/// A value where one of the type `ty` is taken: the host's `None` is that of an optional tensor there, its empty list
/// one of tensors.
fn coerced(tree: Tree, ty: &Ty) -> Tree {
    match (tree, ty) {
        (Tree::Host(_), Ty::Option(_)) => Tree::Option {
            ty: ty.clone(),
            some: None,
        },
        (Tree::Host(_), Ty::List(_)) => Tree::List {
            ty: ty.clone(),
            items: Vec::new(),
        },
        (Tree::Option { some, .. }, Ty::Option(inner)) => Tree::Option {
            ty: ty.clone(),
            some: some.map(|some| Box::new(coerced(*some, inner))),
        },
        (Tree::Tuple(parts), Ty::Tuple(types)) if parts.len() == types.len() => Tree::Tuple(
            parts
                .into_iter()
                .zip(types)
                .map(|(part, ty)| coerced(part, ty))
                .collect(),
        ),
        (tree, _) => tree,
    }
}

/// A host value under a name of the compiler's.
fn named_host(name: &str, origin: &Origin) -> HostCode {
    let ident = proc_macro2::Ident::new(name, proc_macro2::Span::mixed_site());
    HostCode {
        expr: syn::parse_quote!(#ident),
        holes: Vec::new(),
        origin: origin.clone(),
    }
}

/// A host value that is a part of another value.
fn placed_host(value: ValueId, origin: &Origin) -> HostCode {
    let name = format!("__value{value}");
    let ident = proc_macro2::Ident::new(&name, proc_macro2::Span::mixed_site());
    HostCode {
        expr: syn::parse_quote!(#ident),
        holes: vec![Hole {
            name,
            ask: Ask::Place(value),
        }],
        origin: origin.clone(),
    }
}

fn behind(tree: &Tree, carried: &[Carried]) -> Tree {
    match tree {
        Tree::Tensor(value) => Tree::Tensor(
            carried
                .iter()
                .find(|c| c.round.tensor() == Some(*value))
                .and_then(|c| c.out.tensor())
                .unwrap_or(*value),
        ),
        Tree::Tuple(parts) => Tree::Tuple(parts.iter().map(|p| behind(p, carried)).collect()),
        Tree::Struct { ty, fields, .. } => Tree::Struct {
            ty: ty.clone(),
            whole: None,
            fields: fields.iter().map(|f| behind(f, carried)).collect(),
        },
        other => other.clone(),
    }
}

/// Does the block assign a variable of the outside?
pub fn assigns(block: &hir::Block) -> bool {
    let mut found = BTreeSet::new();
    assigned_in(block, &mut found);
    let mut own = BTreeSet::new();
    for stmt in &block.stmts {
        if let hir::Stmt::Let { pat, .. } = stmt {
            bound_by(pat, &mut own);
        }
    }
    found.iter().any(|var| !own.contains(var))
}

fn bound_by(pat: &hir::Pat, found: &mut BTreeSet<hir::VarId>) {
    match pat {
        hir::Pat::Var(var) => {
            found.insert(*var);
        }
        hir::Pat::Tuple(parts) | hir::Pat::Struct(parts) => {
            parts.iter().for_each(|part| bound_by(part, found));
        }
        hir::Pat::Host(_) | hir::Pat::Wild => {}
    }
}

fn assigned_in(block: &hir::Block, found: &mut BTreeSet<hir::VarId>) {
    for stmt in &block.stmts {
        match stmt {
            hir::Stmt::Assign { var, value } => {
                found.insert(*var);
                assigned_by(value, found);
            }
            hir::Stmt::Let { value, .. }
            | hir::Stmt::Push { value, .. }
            | hir::Stmt::SetElement { value, .. }
            | hir::Stmt::Expr(value) => assigned_by(value, found),
            // What the block of a `let … else` assigns is gone with it.
            hir::Stmt::LetElse { .. }
            | hir::Stmt::HostLet { .. }
            | hir::Stmt::Pop { .. }
            | hir::Stmt::Host(_)
            | hir::Stmt::Verbatim(_) => {}
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
        hir::NodeKind::Loop { body, .. } => assigned_in(body, found),
        hir::NodeKind::Match { arms, .. } => {
            for arm in arms {
                assigned_in(&arm.body, found);
            }
        }
        hir::NodeKind::Op { args, .. } => {
            for arg in args {
                match arg {
                    hir::Arg::Tensor(node) => assigned_by(node, found),
                    hir::Arg::Tensors(nodes) => nodes.iter().for_each(|n| assigned_by(n, found)),
                    _ => {}
                }
            }
        }
        hir::NodeKind::Call { args, .. } | hir::NodeKind::Apply { args, .. } => {
            for arg in args {
                match arg {
                    hir::CallArg::Tensor(node) | hir::CallArg::Value(node, _) => {
                        assigned_by(node, found);
                    }
                    // It assigns nothing outside of it.
                    hir::CallArg::Host(_) | hir::CallArg::Closure(_) => {}
                }
            }
        }
        hir::NodeKind::Tuple(nodes)
        | hir::NodeKind::Struct(nodes)
        | hir::NodeKind::Variant(_, nodes)
        | hir::NodeKind::List(nodes) => nodes.iter().for_each(|n| assigned_by(n, found)),
        hir::NodeKind::Part(node, _)
        | hir::NodeKind::Some(node)
        | hir::NodeKind::Collect(node)
        | hir::NodeKind::Element { list: node, .. }
        | hir::NodeKind::Assert { of: node, .. } => assigned_by(node, found),
        hir::NodeKind::With { base, value, .. } => {
            assigned_by(base, found);
            assigned_by(value, found);
        }
        hir::NodeKind::Return(Some(node))
        | hir::NodeKind::Break {
            value: Some(node), ..
        } => assigned_by(node, found),
        hir::NodeKind::Return(None)
        | hir::NodeKind::Break { value: None, .. }
        | hir::NodeKind::Continue(_)
        // It assigns nothing; that was told.
        | hir::NodeKind::Native { .. }
        | hir::NodeKind::None
        | hir::NodeKind::Fail(_)
        | hir::NodeKind::Var(_)
        | hir::NodeKind::Host(_)
        | hir::NodeKind::Poison => {}
    }
}

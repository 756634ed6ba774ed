//! The program of a derivative, while it is written: first the function's own, then what goes through it.
//!
//! `reverse` sends cotangents back through it, `forward` tangents along with it. What does not hang on a parameter that
//! is asked for gets neither.

use std::collections::HashMap;

use proc_macro2::Ident;
use quote::{ToTokens, quote};
use syn::{Expr, Stmt, parse_quote};

use eagerpy_runtime::ops::{Default, Grad, Kind, OpInfo, Param};

use super::rule::{self, Bound, Env};
use super::source::Source;
use crate::check::ty::{Elem, Shape, Ty};
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::ir::{Arg, HostCode, IndexItem, Inst, Ir, Slot, Tree, ValueId};
use crate::origin::Origin;
use crate::syntax::Function;

/// Does a value hang on the parameters that are asked for?
#[derive(Clone)]
pub(super) enum Active {
    No,
    /// By operations that have a derivative.
    Yes,
    /// Only through one that has none.
    Blocked(&'static str, Origin),
}

/// An instruction of the straight program, with its arguments as they are written.
pub(super) struct Step {
    pub(super) outs: Vec<ValueId>,
    pub(super) op: &'static OpInfo,
    pub(super) args: Vec<Bound>,
    /// The same, for a call; `None` where one is left out.
    pub(super) written: Vec<Option<Expr>>,
    /// The values among the arguments.
    pub(super) values: Vec<Vec<ValueId>>,
    pub(super) origin: Origin,
}

/// An element of a list that an operation gives.
pub(super) struct Element {
    pub(super) out: ValueId,
    pub(super) list: ValueId,
    pub(super) index: Expr,
}

pub(super) enum Done {
    Op(Step),
    Element(Element),
}

/// Which way derivatives go.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    Reverse,
    Forward,
}

/// The derivative of one function.
pub struct Sweep<'a> {
    mode: Mode,
    pub(super) source: Source<'a>,
    pub(super) ir: &'a Ir,
    pub(super) active: Vec<Active>,
    pub(super) done: Vec<Done>,
    pub stmts: Vec<Stmt>,
    /// Values under another name: what a block without control flow gives.
    pub(super) cotangents: HashMap<ValueId, Vec<Expr>>,
    /// May a zero in the cotangent say that the element was not chosen?
    pub(super) chosen: HashMap<ValueId, bool>,
    pub(super) tangents: HashMap<ValueId, Expr>,
    /// Cotangents of the elements of lists.
    pub(super) elements: HashMap<ValueId, Vec<(Expr, Expr)>>,
    numbers: usize,
    pub(super) told: Vec<String>,
    /// The function's name.
    place: proc_macro2::TokenStream,
    /// Were operations written out as the programs whose derivatives they have?
    pub expanded: bool,
    pub diagnostics: &'a mut Diagnostics,
    /// A mistake of the compiler's.
    pub failed: Option<String>,
    /// What the program returns.
    pub result: Option<Tree>,
}

impl<'a> Sweep<'a> {
    pub fn new(
        mode: Mode,
        function: &Function,
        ir: &'a Ir,
        diagnostics: &'a mut Diagnostics,
    ) -> Sweep<'a> {
        Sweep {
            mode,
            source: Source::new(function, ir),
            ir,
            active: vec![Active::No; ir.values.len()],
            done: Vec::new(),
            stmts: Vec::new(),
            cotangents: HashMap::new(),
            chosen: HashMap::new(),
            tangents: HashMap::new(),
            elements: HashMap::new(),
            numbers: 0,
            told: Vec::new(),
            place: function.name().to_token_stream(),
            expanded: false,
            diagnostics,
            failed: None,
            result: None,
        }
    }

    pub fn source(&mut self) -> &mut Source<'a> {
        &mut self.source
    }

    pub(super) fn fail(&mut self, reason: String) {
        self.failed.get_or_insert(reason);
    }

    pub(super) fn number(&mut self) -> usize {
        self.numbers += 1;
        self.numbers
    }

    /// Marks a value as one that derivatives are asked of.
    pub fn with_respect_to(&mut self, value: ValueId) {
        if let Some(active) = self.active.get_mut(value) {
            *active = Active::Yes;
        }
    }

    /// Values under their roots: a part hangs on what its struct hangs on only if it is asked for itself.
    pub(super) fn active(&self, value: ValueId) -> Active {
        self.active.get(value).cloned().unwrap_or(Active::No)
    }

    pub(super) fn set(&mut self, value: ValueId, active: Active) {
        if let Some(slot) = self.active.get_mut(value) {
            *slot = active;
        }
    }

    pub(super) fn tensor(&self, value: ValueId) -> Option<&crate::check::ty::Tensor> {
        match self.ir.values.get(value).map(|v| &v.ty) {
            Some(Ty::Tensor(tensor)) => Some(tensor),
            _ => None,
        }
    }

    pub(super) fn shape(&self, value: ValueId) -> Shape {
        self.tensor(value)
            .map_or(Shape::Unknown, |t| t.shape.clone())
    }

    pub(super) fn elem(&self, value: ValueId) -> Elem {
        self.tensor(value).map_or(Elem::Unknown, |t| t.dtype)
    }

    pub(super) fn bound_value(&self, value: ValueId) -> Bound {
        Bound::Tensor {
            expr: self.source.value(value),
            rank: self.shape(value).rank(),
            elem: self.elem(value),
        }
    }

    // ------------------------------------------------------------------ forward

    /// The program itself. `false`: it has what cannot be taken back yet; that is told.
    pub fn forward(&mut self) -> bool {
        let insts: Vec<&'a Inst> = self.ir.body.insts.iter().collect();
        self.insts(&insts)
    }

    fn insts(&mut self, insts: &[&'a Inst]) -> bool {
        for (at, inst) in insts.iter().enumerate() {
            let next = insts.get(at + 1).copied();
            if !self.inst(inst, next) {
                return false;
            }
        }
        true
    }

    fn inst(&mut self, inst: &'a Inst, next: Option<&'a Inst>) -> bool {
        match inst {
            Inst::Op {
                outs,
                op,
                args,
                origin,
            } => self.op(outs, op, args, origin, next),
            Inst::HostLet { pat, code } => {
                let code = self.source.host(code);
                self.stmts.push(parse_quote!(let #pat = #code;));
            }
            Inst::Host(code) => {
                let code = self.source.host(code);
                self.stmts.push(Stmt::Expr(
                    code,
                    Some(syn::Token![;](proc_macro2::Span::call_site())),
                ));
            }
            Inst::Verbatim(stmt) => self.stmts.push(stmt.clone()),
            // Written where the value is made.
            Inst::Assert { .. } => {}
            Inst::Make { out, tree } => {
                let made = self.source.tree(tree);
                let name = self.source.name(*out);
                self.stmts.push(parse_quote!(let #name = #made;));
            }
            Inst::Element {
                out, list, index, ..
            } => {
                let index = self.settled(index);
                let (name, of) = (self.source.name(*out), self.source.value(*list));
                self.stmts.push(parse_quote!(let #name = #of[#index];));
                let active = self.active(*list);
                self.set(*out, active);
                match (self.mode, self.tangents.get(list)) {
                    (Mode::Forward, Some(list)) => {
                        let tangent = parse_quote!(#list[#index]);
                        self.tangents.insert(*out, tangent);
                    }
                    (Mode::Forward, None) => {}
                    (Mode::Reverse, _) => self.done.push(Done::Element(Element {
                        out: *out,
                        list: *list,
                        index,
                    })),
                }
            }
            Inst::Return(tree) => self.result = Some(tree.clone()),
            Inst::Block { body, outs }
                if body.outs.len() == outs.len() && !self.source.hides(body) =>
            {
                let inner: Vec<&'a Inst> = body.insts.iter().collect();
                if !self.insts(&inner) {
                    return false;
                }
                for (slot, out) in outs.iter().zip(&body.outs) {
                    self.alias(slot, out);
                }
            }
            other => {
                self.unsupported(other);
                return false;
            }
        }
        true
    }

    /// What comes out of a block is what was made in it.
    fn alias(&mut self, slot: &Slot, out: &crate::ir::Out) {
        match (slot, out) {
            (Slot::Tensor(to), crate::ir::Out::Tensor(from)) => {
                let (name, value) = (self.source.name(*to), self.source.value(*from));
                self.stmts.push(parse_quote!(let #name = #value;));
                let active = self.active(*from);
                self.set(*to, active);
                let Some(positive) = OpInfo::find("positive") else {
                    return;
                };
                let origin = match self.ir.values.get(*from) {
                    Some(value) => value.origin.clone(),
                    None => return,
                };
                self.went(Step {
                    outs: vec![*to],
                    op: positive,
                    args: vec![self.bound_value(*from)],
                    written: vec![Some(self.source.value(*from))],
                    values: vec![vec![*from]],
                    origin,
                });
            }
            (Slot::Host(name), crate::ir::Out::Host(code)) => {
                let code = self.source.host(code);
                let name = crate::origin::local(name, proc_macro2::Span::call_site());
                self.stmts.push(parse_quote!(let #name = #code;));
            }
            _ => {}
        }
    }

    fn unsupported(&mut self, inst: &Inst) {
        let what = match inst {
            Inst::If { .. } => "`if`",
            Inst::Match { .. } => "`match`",
            Inst::Loop { .. } => "a loop",
            Inst::Call { .. } => "a call of another agnostic function",
            Inst::Apply { .. } => "a call of a function that the caller brings",
            Inst::Native { .. } => "`native!`",
            Inst::Push { .. } => "a list that grows",
            _ => "this control flow",
        };
        let place = match inst {
            Inst::If { cond, .. } => cond.origin.tokens().clone(),
            Inst::Call { origin, .. }
            | Inst::Apply { origin, .. }
            | Inst::Native { origin, .. } => origin.tokens().clone(),
            Inst::Loop {
                kind: crate::ir::LoopKind::For { iter, .. },
                ..
            } => iter.origin.tokens().clone(),
            Inst::Match {
                scrutinee: crate::ir::Scrutinee::Host(code),
                ..
            } => code.origin.tokens().clone(),
            _ => self.place.clone(),
        };
        self.diagnostics.push(
            Diagnostic::new(
                Code::E603,
                place,
                format!("no gradient goes through {what} yet"),
            )
            .help("write it outside of the function whose gradient is asked for"),
        );
    }

    fn settled(&mut self, code: &HostCode) -> Expr {
        let expr = self.source.host(code);
        if rule::is_plain(&expr) {
            return expr;
        }
        let name = self.source.fresh("host", code.origin.span());
        self.stmts.push(parse_quote!(let #name = #expr;));
        parse_quote!(#name)
    }

    fn bound(&mut self, param: &Param, arg: &Arg) -> Bound {
        match arg {
            Arg::Tensor(value) | Arg::Listed(value) => self.bound_value(*value),
            Arg::Tensors(list) => {
                Bound::Tensors(list.iter().map(|value| self.source.value(*value)).collect())
            }
            Arg::Host(code) => Bound::Host(self.settled(code)),
            Arg::List(list) => Bound::List(list.iter().map(|code| self.settled(code)).collect()),
            Arg::Pads(list) => Bound::Pads(
                list.iter()
                    .map(|(before, after)| (self.settled(before), self.settled(after)))
                    .collect(),
            ),
            Arg::DType(elem) => {
                let elem = rule::element(*elem, proc_macro2::Span::call_site());
                Bound::DType(quote!(#elem))
            }
            Arg::Index(items) => {
                let items: Vec<IndexItem> =
                    items.iter().map(|item| self.plain_item(item)).collect();
                Bound::Index(self.source.index(&items))
            }
            Arg::Default(default) => match default {
                Default::Int(value) => {
                    let text = proc_macro2::Literal::i64_unsuffixed(value.saturating_abs());
                    Bound::Host(match *value < 0 {
                        true => parse_quote!(-#text),
                        false => parse_quote!(#text),
                    })
                }
                Default::Float(value) => {
                    let text = proc_macro2::Literal::f64_unsuffixed(value.abs());
                    Bound::Host(match *value < 0.0 {
                        true => parse_quote!(-#text),
                        false => parse_quote!(#text),
                    })
                }
                Default::Bool(value) => Bound::Host(parse_quote!(#value)),
                Default::Text(text) => Bound::Host(parse_quote!(#text)),
                Default::None | Default::Required => match param.kind {
                    Kind::DType => Bound::DType(quote!(_)),
                    _ => Bound::Absent,
                },
            },
        }
    }

    fn plain_item(&mut self, item: &IndexItem) -> IndexItem {
        let mut plain = |code: &HostCode| {
            let expr = self.settled(code);
            HostCode {
                expr: Box::new(expr),
                holes: Vec::new(),
                origin: code.origin.clone(),
            }
        };
        match item {
            IndexItem::At(code) => IndexItem::At(plain(code)),
            IndexItem::Range { start, end, step } => IndexItem::Range {
                start: start.as_ref().map(&mut plain),
                end: end.as_ref().map(&mut plain),
                step: step.as_ref().map(&mut plain),
            },
            IndexItem::NewAxis => IndexItem::NewAxis,
            IndexItem::Ellipsis => IndexItem::Ellipsis,
            IndexItem::Tensor(value) => IndexItem::Tensor(*value),
        }
    }

    fn op(
        &mut self,
        outs: &[ValueId],
        op: &'static OpInfo,
        args: &[Arg],
        origin: &Origin,
        next: Option<&Inst>,
    ) {
        let bounds: Vec<Bound> = op
            .params
            .iter()
            .zip(args)
            .map(|(param, arg)| self.bound(param, arg))
            .collect();
        let written: Vec<Option<Expr>> = args
            .iter()
            .zip(&bounds)
            .map(|(arg, bound)| match (arg, bound) {
                (Arg::Default(_), _) => None,
                (_, Bound::Tensor { expr, .. } | Bound::Index(expr) | Bound::Host(expr)) => {
                    Some(expr.clone())
                }
                (_, Bound::Tensors(list) | Bound::List(list)) => Some(parse_quote!([#(#list),*])),
                (_, Bound::Pads(list)) => {
                    let pairs = list.iter().map(|(a, b)| quote!((#a, #b)));
                    Some(parse_quote!([#(#pairs),*]))
                }
                (_, Bound::DType(dtype)) => Some(parse_quote!(#dtype)),
                (_, Bound::Absent) => None,
            })
            .collect();
        let values: Vec<Vec<ValueId>> = args
            .iter()
            .map(|arg| match arg {
                Arg::Tensor(v) | Arg::Listed(v) => vec![*v],
                Arg::Tensors(list) => list.clone(),
                _ => Vec::new(),
            })
            .collect();
        let active = self.activity(op, &values, args, origin);
        let call = match (op.grad, &active) {
            (Grad::Via(text), Active::Yes) => {
                let mut env = Env::default();
                for (param, bound) in op.params.iter().zip(&bounds) {
                    env.bind(param.name, bound.clone());
                }
                let number = self.number();
                self.expanded = true;
                match rule::instance(text, &env, origin.span(), number) {
                    Ok(program) => program,
                    Err(reason) => {
                        self.fail(format!("{}: {reason}", op.name));
                        return;
                    }
                }
            }
            _ => self.source.call(op, &written, origin.span()),
        };
        let stmt = match outs {
            [one] => {
                let name = self.source.name(*one);
                match next {
                    Some(Inst::Assert {
                        value, declared, ..
                    }) if value == one => {
                        let written = &declared.written;
                        parse_quote!(let #name: #written = #call;)
                    }
                    _ => parse_quote!(let #name = #call;),
                }
            }
            many => {
                let names: Vec<Ident> = many.iter().map(|v| self.source.name(*v)).collect();
                parse_quote!(let (#(#names),*) = #call;)
            }
        };
        self.stmts.push(stmt);
        for out in outs {
            let here = match self.elem(*out) {
                // What is no float has no derivative; a float made of it again has none either.
                elem if elem.is_float() == Some(false) && matches!(active, Active::Yes) => {
                    match self.ir.values.get(*out).map(|v| &v.ty) {
                        Some(Ty::Tensor(_)) => Active::Blocked(op.name, origin.clone()),
                        _ => active.clone(),
                    }
                }
                _ => active.clone(),
            };
            self.set(*out, here);
        }
        self.went(Step {
            outs: outs.to_vec(),
            op,
            args: bounds,
            written,
            values,
            origin: origin.clone(),
        });
    }

    /// An operation stands there.
    fn went(&mut self, step: Step) {
        match self.mode {
            Mode::Reverse => self.done.push(Done::Op(step)),
            Mode::Forward => self.step_along(&step),
        }
    }

    fn activity(
        &self,
        op: &'static OpInfo,
        values: &[Vec<ValueId>],
        args: &[Arg],
        origin: &Origin,
    ) -> Active {
        let all = || {
            let indexed = args.iter().flat_map(|arg| match arg {
                Arg::Index(items) => items
                    .iter()
                    .filter_map(|item| match item {
                        IndexItem::Tensor(value) => Some(*value),
                        _ => None,
                    })
                    .collect(),
                _ => Vec::new(),
            });
            values.iter().flatten().copied().chain(indexed)
        };
        let blocked = |values: &mut dyn Iterator<Item = ValueId>| {
            let mut found = Active::No;
            for value in values {
                match self.active(value) {
                    Active::Yes => return Active::Yes,
                    Active::Blocked(name, at) => found = Active::Blocked(name, at),
                    Active::No => {}
                }
            }
            found
        };
        if op.name == "stop_gradient" {
            return Active::No;
        }
        match op.grad {
            Grad::None => match blocked(&mut all()) {
                Active::Yes => Active::Blocked(op.name, origin.clone()),
                other => other,
            },
            Grad::Zero => match blocked(&mut all()) {
                Active::Yes => Active::No,
                other => other,
            },
            Grad::Rules { rules, .. } => {
                let ruled = op
                    .params
                    .iter()
                    .zip(values)
                    .filter(|(param, _)| rules.iter().any(|(name, ..)| *name == param.name))
                    .flat_map(|(_, values)| values.iter().copied());
                blocked(&mut ruled.into_iter())
            }
            Grad::Via(_) => {
                let floats = op
                    .params
                    .iter()
                    .zip(values)
                    .filter(|(param, _)| {
                        !matches!(param.kind, Kind::Index | Kind::Mask | Kind::OptMask)
                    })
                    .flat_map(|(_, values)| values.iter().copied());
                blocked(&mut floats.into_iter())
            }
        }
    }
}

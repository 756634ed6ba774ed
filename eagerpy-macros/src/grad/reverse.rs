//! Reverse mode: the program, then cotangents from its result back to the parameters.
//!
//! ```text
//! let v1 = x.square();                    d_v1 = unreduce(d_out, v1)
//! let out = v1.sum();           →         d_x = d_v1 * (2.0 * x)
//! ```
//!
//! A value's cotangent is the sum of what its uses give. What does not hang on a parameter that is asked for gets none.

use std::collections::HashMap;

use proc_macro2::Ident;
use quote::{ToTokens, quote};
use syn::{Expr, Stmt, parse_quote};

use eagerpy_runtime::ops::{Default, Grad, Kind, Map, OpInfo, Param, ShapeRule};

use super::rule::{self, Bound, Env};
use super::source::Source;
use crate::check::ty::{Elem, Shape, Ty};
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::ir::{Arg, HostCode, IndexItem, Inst, Ir, Slot, Tree, ValueId};
use crate::origin::Origin;
use crate::syntax::Function;

/// Does a value hang on the parameters that are asked for?
#[derive(Clone)]
enum Active {
    No,
    /// By operations that have a derivative.
    Yes,
    /// Only through one that has none.
    Blocked(&'static str, Origin),
}

/// An instruction of the straight program, with its arguments as they are written.
struct Step {
    outs: Vec<ValueId>,
    op: &'static OpInfo,
    args: Vec<Bound>,
    /// The values among the arguments.
    values: Vec<Vec<ValueId>>,
    origin: Origin,
}

/// An element of a list that an operation gives.
struct Element {
    out: ValueId,
    list: ValueId,
    index: Expr,
}

enum Done {
    Op(Step),
    Element(Element),
}

/// The reverse sweep of one function.
pub struct Reverse<'a> {
    source: Source<'a>,
    ir: &'a Ir,
    active: Vec<Active>,
    done: Vec<Done>,
    pub stmts: Vec<Stmt>,
    /// Values under another name: what a block without control flow gives.
    cotangents: HashMap<ValueId, Vec<Expr>>,
    /// May a zero in the cotangent say that the element was not chosen?
    chosen: HashMap<ValueId, bool>,
    /// Cotangents of the elements of lists.
    elements: HashMap<ValueId, Vec<(Expr, Expr)>>,
    numbers: usize,
    told: Vec<String>,
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

impl<'a> Reverse<'a> {
    pub fn new(function: &Function, ir: &'a Ir, diagnostics: &'a mut Diagnostics) -> Reverse<'a> {
        Reverse {
            source: Source::new(function, ir),
            ir,
            active: vec![Active::No; ir.values.len()],
            done: Vec::new(),
            stmts: Vec::new(),
            cotangents: HashMap::new(),
            chosen: HashMap::new(),
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

    fn fail(&mut self, reason: String) {
        self.failed.get_or_insert(reason);
    }

    fn number(&mut self) -> usize {
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
    fn active(&self, value: ValueId) -> Active {
        self.active.get(value).cloned().unwrap_or(Active::No)
    }

    fn set(&mut self, value: ValueId, active: Active) {
        if let Some(slot) = self.active.get_mut(value) {
            *slot = active;
        }
    }

    fn tensor(&self, value: ValueId) -> Option<&crate::check::ty::Tensor> {
        match self.ir.values.get(value).map(|v| &v.ty) {
            Some(Ty::Tensor(tensor)) => Some(tensor),
            _ => None,
        }
    }

    fn shape(&self, value: ValueId) -> Shape {
        self.tensor(value)
            .map_or(Shape::Unknown, |t| t.shape.clone())
    }

    fn elem(&self, value: ValueId) -> Elem {
        self.tensor(value).map_or(Elem::Unknown, |t| t.dtype)
    }

    fn bound_value(&self, value: ValueId) -> Bound {
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
                self.done.push(Done::Element(Element {
                    out: *out,
                    list: *list,
                    index,
                }));
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
                self.done.push(Done::Op(Step {
                    outs: vec![*to],
                    op: positive,
                    args: vec![self.bound_value(*from)],
                    values: vec![vec![*from]],
                    origin,
                }));
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
        self.done.push(Done::Op(Step {
            outs: outs.to_vec(),
            op,
            args: bounds,
            values,
            origin: origin.clone(),
        }));
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

    // ------------------------------------------------------------------ backward

    /// Adds to a value's cotangent.
    pub fn add(&mut self, value: ValueId, cotangent: Expr, chosen: bool) {
        self.cotangents.entry(value).or_default().push(cotangent);
        *self.chosen.entry(value).or_default() |= chosen;
    }

    /// A value's cotangent, under a name.
    pub fn cotangent(&mut self, value: ValueId) -> Option<Expr> {
        let parts = self.cotangents.remove(&value)?;
        let mut parts = parts.into_iter();
        let first = parts.next()?;
        let Some(second) = parts.next() else {
            return Some(first);
        };
        let mut sum: Expr = parse_quote!(#first + #second);
        for part in parts {
            sum = parse_quote!(#sum + #part);
        }
        let at = self.span(value);
        let name = self.cotangent_name(value, at);
        self.stmts.push(parse_quote!(let #name = #sum;));
        Some(parse_quote!(#name))
    }

    fn span(&self, value: ValueId) -> proc_macro2::Span {
        match self.ir.values.get(value) {
            Some(value) => value.origin.span(),
            None => proc_macro2::Span::call_site(),
        }
    }

    fn cotangent_name(&mut self, value: ValueId, at: proc_macro2::Span) -> Ident {
        let hint = self.source.hint(value);
        self.source.fresh(&format!("d_{hint}"), at)
    }

    /// Takes all cotangents back to the parameters.
    pub fn backward(&mut self) {
        while let Some(done) = self.done.pop() {
            match done {
                Done::Op(step) => self.step_back(&step),
                Done::Element(element) => self.element_back(&element),
            }
        }
    }

    fn element_back(&mut self, element: &Element) {
        let Some(cotangent) = self.cotangent(element.out) else {
            return;
        };
        match self.active(element.list) {
            Active::No => {}
            Active::Blocked(name, origin) => self.blocked(name, &origin),
            Active::Yes => self
                .elements
                .entry(element.list)
                .or_default()
                .push((element.index.clone(), cotangent)),
        }
    }

    fn blocked(&mut self, name: &'static str, origin: &Origin) {
        let key = format!("{name} {} {}", origin.line(), origin.text());
        if self.told.contains(&key) {
            return;
        }
        self.told.push(key);
        let text = origin.text();
        let written = match text.len() {
            ..=40 => format!("`stop_gradient({text})`"),
            _ => "`stop_gradient(…)` around it".to_owned(),
        };
        self.diagnostics.push(
            Diagnostic::new(
                Code::E601,
                origin.tokens(),
                format!("no gradient goes through `{name}`"),
            )
            .fact("the result hangs on it, and so its gradient would be wrong without a word")
            .help(format!("write {written}, if it is meant to be a constant")),
        );
    }

    fn step_back(&mut self, step: &Step) {
        let lists = step
            .outs
            .iter()
            .any(|out| matches!(self.ir.values.get(*out).map(|v| &v.ty), Some(Ty::List(_))));
        if lists {
            let Some(list) = step.outs.first() else {
                return;
            };
            let elements = self.elements.remove(list).unwrap_or_default();
            for (index, cotangent) in elements {
                let mut env = self.env(step);
                env.bind("i", Bound::Host(index));
                env.bind(
                    "dy",
                    Bound::Tensor {
                        expr: cotangent,
                        rank: None,
                        elem: Elem::Unknown,
                    },
                );
                self.rules(step, &env, false);
            }
            return;
        }
        let chosen = step
            .outs
            .iter()
            .any(|out| self.chosen.get(out).copied().unwrap_or(false));
        let cotangents: Vec<Option<Expr>> =
            step.outs.iter().map(|out| self.cotangent(*out)).collect();
        if cotangents.iter().all(Option::is_none) {
            return;
        }
        // Nothing that is asked for stands behind it.
        let asked = step
            .outs
            .iter()
            .any(|out| !matches!(self.active(*out), Active::No));
        if !asked {
            return;
        }
        let mut env = self.env(step);
        let several = step.outs.len() > 1;
        for (place, (out, cotangent)) in step.outs.iter().zip(cotangents).enumerate() {
            if cotangent.is_some()
                && let Active::Blocked(name, origin) = self.active(*out)
            {
                self.blocked(name, &origin);
                continue;
            }
            let (rank, elem) = (self.shape(*out).rank(), self.elem(*out));
            let name = match several {
                true => format!("dy.{place}"),
                false => "dy".to_owned(),
            };
            let bound = match cotangent {
                Some(expr) => Bound::Tensor { expr, rank, elem },
                None => {
                    let out = self.source.value(*out);
                    Bound::Tensor {
                        expr: parse_quote!(zeros_like(#out)),
                        rank,
                        elem,
                    }
                }
            };
            env.bind(&name, bound);
        }
        self.rules(step, &env, chosen);
    }

    /// The names of a step's rules, but for `dy`.
    fn env(&self, step: &Step) -> Env {
        let mut env = Env::default();
        for (param, bound) in step.op.params.iter().zip(&step.args) {
            env.bind(param.name, bound.clone());
        }
        match step.outs.as_slice() {
            [one] => {
                env.bind("out", self.bound_value(*one));
                env.bind("result", self.bound_value(*one));
            }
            many => {
                for (place, out) in many.iter().enumerate() {
                    env.bind(&format!("out.{place}"), self.bound_value(*out));
                }
            }
        }
        env
    }

    fn rules(&mut self, step: &Step, env: &Env, chosen: bool) {
        match step.op.grad {
            Grad::Rules { map, rules } => {
                for (param, text, _) in rules {
                    let Some(place) = step.op.params.iter().position(|p| p.name == *param) else {
                        continue;
                    };
                    let Some(values) = step.values.get(place).filter(|v| !v.is_empty()) else {
                        continue;
                    };
                    self.rule(step, env, place, &values.clone(), (map, text), chosen);
                }
            }
            // Of these, the program stands there by now.
            Grad::Via(_) | Grad::None | Grad::Zero => {}
        }
    }

    fn rule(
        &mut self,
        step: &Step,
        env: &Env,
        place: usize,
        values: &[ValueId],
        (map, text): (Map, &str),
        chosen: bool,
    ) {
        let list = matches!(step.args.get(place), Some(Bound::Tensors(_)));
        let each = list && (rule::mentions(text, "i") || step.op.name == "einsum");
        let mut whole: Option<Ident> = None;
        for (at, value) in values.iter().enumerate() {
            match self.active(*value) {
                Active::No => continue,
                Active::Blocked(name, origin) => {
                    self.blocked(name, &origin);
                    continue;
                }
                Active::Yes => {}
            }
            let mut env = env.clone();
            if each {
                // In a list that gives a list, `i` is the element of the result.
                if let Some(Bound::Host(index)) = env.get("i") {
                    let here: Option<usize> = match index {
                        Expr::Lit(syn::ExprLit {
                            lit: syn::Lit::Int(int),
                            ..
                        }) => int.base10_parse().ok(),
                        _ => None,
                    };
                    if here != Some(at) {
                        continue;
                    }
                }
                let index = proc_macro2::Literal::usize_unsuffixed(at);
                env.bind("i", Bound::Host(parse_quote!(#index)));
                env.bind("element", self.bound_value(*value));
            }
            let span = step.origin.span();
            let at_index = proc_macro2::Literal::usize_unsuffixed(at);
            let expr = match (list, each, &whole) {
                (true, false, Some(parts)) => parse_quote!(#parts[#at_index]),
                _ => {
                    let Some(expr) =
                        self.expression(step, &mut env, place, *value, (map, text), chosen)
                    else {
                        return;
                    };
                    match list && !each {
                        true => {
                            let parts = self.source.fresh("d_parts", span);
                            self.stmts.push(parse_quote!(let #parts = #expr;));
                            whole = Some(parts.clone());
                            parse_quote!(#parts[#at_index])
                        }
                        false => expr,
                    }
                }
            };
            let expr = self.held(*value, expr, span);
            self.add(*value, expr, chosen || map == Map::Choice);
        }
    }

    /// An expression under a name, unless it is one.
    fn held(&mut self, value: ValueId, expr: Expr, span: proc_macro2::Span) -> Expr {
        if matches!(expr, Expr::Path(_)) {
            return expr;
        }
        let name = self.cotangent_name(value, span);
        self.stmts.push(parse_quote!(let #name = #expr;));
        parse_quote!(#name)
    }

    /// The cotangent that a rule gives to a value.
    fn expression(
        &mut self,
        step: &Step,
        env: &mut Env,
        place: usize,
        value: ValueId,
        (map, text): (Map, &str),
        chosen: bool,
    ) -> Option<Expr> {
        let span = step.origin.span();
        if step.op.name == "einsum" {
            return self.einsum(step, env, value);
        }
        let mut zero_guard = None;
        if map == Map::Reduced {
            self.spread(step, env, text);
        }
        if chosen
            && matches!(map, Map::Diagonal | Map::Choice | Map::Reduced)
            && !is_constant(text)
            && let Some(Bound::Tensor { expr, .. }) = env.get("dy")
        {
            zero_guard = Some(expr.clone());
        }
        let number = self.number();
        let expr = match rule::instance(text, env, span, number) {
            Ok(expr) => expr,
            Err(reason) => {
                self.fail(format!("{}: {reason}", step.op.name));
                return None;
            }
        };
        // An element that was not chosen has the derivative 0, whatever stands beside it.
        let expr = match zero_guard {
            Some(dy) => parse_quote!(where_(#dy == 0.0, 0.0, #expr)),
            None => expr,
        };
        let broadcasts = matches!(map, Map::Diagonal | Map::Choice)
            && matches!(
                step.op.shape,
                ShapeRule::Broadcast | ShapeRule::Where | ShapeRule::MaskedFill
            )
            || (map == Map::Linear
                && matches!(
                    step.op.name,
                    "index_update" | "index_accumulate" | "put_along_axis"
                )
                && place > 0);
        if broadcasts && !self.same_shape(step, value) {
            let like = self.source.value(value);
            return Some(match expr {
                Expr::Path(_) | Expr::MethodCall(_) | Expr::Call(_) => {
                    parse_quote!(#expr.sum_to(#like))
                }
                expr => parse_quote!((#expr).sum_to(#like)),
            });
        }
        Some(expr)
    }

    /// Is an operand surely of the result's shape?
    fn same_shape(&self, step: &Step, value: ValueId) -> bool {
        let tensors = step.values.iter().flatten().count();
        if tensors == 1 && !matches!(step.op.shape, ShapeRule::MaskedFill) {
            return true;
        }
        let Some(out) = step.outs.first() else {
            return false;
        };
        if let (Shape::Ranked(a), Shape::Ranked(b)) = (self.shape(*out), self.shape(value)) {
            return a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| a.equals(b) == Some(true));
        }
        false
    }

    /// Of a reduction, `dy` and `out` as they are for each element.
    fn spread(&mut self, step: &Step, env: &mut Env, text: &str) {
        let span = step.origin.span();
        let Some(of) = step.values.first().and_then(|v| v.first()).copied() else {
            return;
        };
        let like = self.source.value(of);
        let mut options: Vec<proc_macro2::TokenStream> = Vec::new();
        for name in ["axis", "keepdims"] {
            match env.get(name) {
                Some(Bound::Host(value)) => {
                    if !matches!(value, Expr::Lit(syn::ExprLit { lit: syn::Lit::Bool(b), .. }) if !b.value)
                    {
                        let name = Ident::new(name, span);
                        options.push(quote!(#name = #value));
                    }
                }
                Some(Bound::List(list)) => {
                    let name = Ident::new(name, span);
                    options.push(quote!(#name = [#(#list),*]));
                }
                _ => {}
            }
        }
        for name in ["dy", "out"] {
            if !rule::mentions(text, name) {
                continue;
            }
            if let Some(Bound::Tensor { expr, elem, .. }) = env.get(name).cloned() {
                let spread = self.source.fresh(&format!("{name}_each"), span);
                self.stmts
                    .push(parse_quote!(let #spread = #expr.unreduce(#like, #(#options),*);));
                env.bind(
                    name,
                    Bound::Tensor {
                        expr: parse_quote!(#spread),
                        rank: self.shape(of).rank(),
                        elem,
                    },
                );
            }
        }
    }

    fn einsum(&mut self, step: &Step, env: &Env, value: ValueId) -> Option<Expr> {
        let (Some(Bound::Host(equation)), Some(Bound::Tensors(tensors))) =
            (step.args.first(), step.args.get(1))
        else {
            return None;
        };
        let Expr::Lit(syn::ExprLit {
            lit: syn::Lit::Str(equation),
            ..
        }) = equation
        else {
            return None;
        };
        let at = match env.get("i") {
            Some(Bound::Host(Expr::Lit(syn::ExprLit {
                lit: syn::Lit::Int(at),
                ..
            }))) => at.base10_parse().unwrap_or(0),
            _ => 0,
        };
        let Some(Bound::Tensor { expr: dy, .. }) = env.get("dy") else {
            return None;
        };
        match super::einsum::adjoint(&equation.value(), tensors, at, dy) {
            Ok(expr) => Some(expr),
            Err(reason) => {
                self.diagnostics.push(
                    Diagnostic::new(Code::E601, step.origin.tokens(), reason)
                        .help("take the diagonal before: `x.diagonal()`"),
                );
                let like = self.source.value(value);
                Some(parse_quote!(zeros_like(#like)))
            }
        }
    }
}

/// Is the derivative a number, whatever the elements are?
fn is_constant(text: &str) -> bool {
    matches!(text, "dy" | "-dy") || text.starts_with("where_(mask")
}

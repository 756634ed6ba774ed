//! The program of a derivative, while it is written: first the function's own, then what goes through it.
//!
//! `reverse` sends cotangents back through it, `forward` tangents along with it. What does not hang on a parameter that
//! is asked for gets neither.
//!
//! Control flow stays as it was. What the way back must know of the way there is noted in lists, which the way back
//! takes from their ends: which arm was taken, how many rounds a loop made, whether a round came past a `break`. Values
//! that are made in a branch or a round are kept in lists, too, if the way back reads them. While the program is
//! written, all this stands in it as marks, `__note!` and `__kept!`; the end of the work knows which are needed.

use std::collections::{BTreeSet, HashMap, HashSet};

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::{Expr, Stmt, parse_quote, parse_quote_spanned};

use eagerpy_runtime::DType;
use eagerpy_runtime::ops::{Default, Grad, Kind, OpInfo, Param};

use super::activity::{self, Active};
use super::containers::Looked;
use super::model::Modeled;
use super::named::CalleeRef;
use super::rule::{self, Bound, Env};
use super::source::Source;
use crate::check::ty::{Elem, Shape, Ty};
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::ir::{
    Arg, ArmPat, CallArg, Callee, HostCode, IndexItem, Inst, Ir, LoopId, LoopKind, Out, Region,
    Scrutinee, Slot, Taker, Tree, ValueId,
};
use crate::origin::Origin;
use crate::syntax::Function;

/// An instruction of the program, with its arguments as they are written.
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

/// An element of a list.
pub(super) struct Element {
    pub(super) out: ValueId,
    pub(super) list: ValueId,
    pub(super) index: Expr,
}

/// A call of an agnostic function.
pub(super) struct Called {
    pub(super) out: Taker,
    pub(super) path: syn::Path,
    pub(super) callee: Callee,
    pub(super) args: Vec<Expr>,
    /// What stands in the arguments.
    pub(super) trees: Vec<Option<Tree>>,
    pub(super) origin: Origin,
    /// The closures among the arguments, with their ways back, by their places.
    pub(super) closures: Vec<(usize, Expr)>,
}

impl Called {
    pub(super) fn callee(&self) -> CalleeRef<'_> {
        CalleeRef {
            path: &self.path,
            callee: &self.callee,
        }
    }
}

/// What was done, in order: the way back goes through it from the end.
pub(super) enum Done {
    Op(Step),
    Element(Element),
    /// A value in one piece, made of parts.
    Make {
        out: ValueId,
        tree: Tree,
    },
    Push {
        list: ValueId,
        tree: Tree,
    },
    /// `was`: what stood there.
    Set {
        list: ValueId,
        index: Expr,
        tree: Tree,
        was: Ident,
    },
    /// `last`: what was taken out.
    Pop {
        list: ValueId,
        last: Ident,
    },
    Call(Called),
    /// A call of a function that the caller brings.
    Model(Modeled),
    /// A value under another name.
    Same {
        to: ValueId,
        from: ValueId,
    },
    Choice(Choice),
    Loop(Looped),
    Rest(Rest),
}

/// One of several parts was done.
pub(super) struct Choice {
    /// The list of which it was.
    pub(super) taken: Ident,
    pub(super) arms: Vec<Part>,
    pub(super) outs: Vec<Slot>,
    /// What it looked into, where that holds tensors.
    pub(super) on: Option<Looked>,
}

/// A part was done several times.
pub(super) struct Looped {
    pub(super) id: LoopId,
    /// The list of how often; none of a block, which is done once.
    pub(super) rounds: Option<Ident>,
    pub(super) carried: Vec<(Out, Slot, Slot)>,
    pub(super) outs: Vec<Slot>,
    pub(super) body: Part,
}

/// What stands behind a place that may be left: it may not have been done.
pub(super) struct Rest {
    /// The list of whether it was.
    pub(super) reached: Ident,
    pub(super) part: Part,
    /// What the instruction gives that may be left: it is there only then.
    pub(super) behind: Vec<ValueId>,
}

/// A region, or the rest of one.
pub(super) struct Part {
    pub(super) done: Vec<Done>,
    /// What it makes, if the way back reads it.
    pub(super) kept: Vec<Kept>,
    /// What it takes out of lists, which the way back takes out once more.
    pub(super) again: Vec<(Ident, Stmt)>,
    pub(super) defined: HashSet<ValueId>,
    pub(super) end: End,
}

/// How a part ends.
pub(super) enum End {
    Gives(Vec<Out>),
    Jump {
        to: LoopId,
        carried: Vec<Out>,
        outs: Vec<Out>,
    },
    /// By an error: there is no way back. Or elsewhere: in its rest.
    Nowhere,
}

/// Which way derivatives go.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Back, behind the program.
    Reverse,
    /// Along with it.
    Forward,
    /// Not at all: the program alone.
    Plain,
}

/// A loop that the way back goes through: the cotangents of what it carries, and of what it gives.
pub(super) type Leaving = (LoopId, Vec<Option<Expr>>, Vec<Option<Expr>>);

/// A name, and the list of what it was.
#[derive(Clone)]
pub(super) struct Kept {
    pub(super) name: Ident,
    pub(super) list: Ident,
}

/// A loop around the place that is written.
struct Around {
    id: LoopId,
    label: syn::Lifetime,
    /// How deep its body is.
    depth: usize,
    /// Its variables, and those of their tangents.
    vars: Vec<(Ident, Option<Ident>)>,
    /// Which of the values that it gives have tangents.
    gives: Vec<bool>,
}

/// The derivative of one function.
pub struct Sweep<'a> {
    pub(super) mode: Mode,
    pub(super) source: Source<'a>,
    pub(super) ir: &'a Ir,
    pub(super) links: &'a mut crate::syntax::links::Links,
    active: Vec<Active>,
    pub(super) done: Vec<Done>,
    pub(super) kept: Vec<Kept>,
    again: Vec<(Ident, Stmt)>,
    defined: HashSet<ValueId>,
    /// The lists that change.
    pub(super) changed: BTreeSet<ValueId>,
    /// Those of them in the regions around, which are kept when these end, with the depth of the region.
    pub(super) open: Vec<(usize, Kept)>,
    /// The lists that operations give, and how many tensors they were made of, where these are in a list.
    pub(super) op_lists: HashMap<ValueId, Option<usize>>,
    pub stmts: Vec<Stmt>,
    /// How deep in regions.
    pub(super) depth: usize,
    loops: Vec<Around>,
    end: Option<End>,
    /// The host's names that are written to.
    mutable: HashSet<String>,
    /// Names of the dimensions that have a value in the body.
    dims: Vec<Option<Ident>>,
    /// The types of lists of what is kept, by the name of that.
    pub(super) lists: Vec<(Kept, TokenStream)>,
    /// The element types of the tensors among it, by the list's name.
    pub(super) kept_elems: HashMap<String, Elem>,
    pub(super) notes: Vec<(Ident, TokenStream)>,
    /// What the notes call the end of a list.
    last: Ident,
    pub(super) cotangents: HashMap<ValueId, Vec<Expr>>,
    /// The variables that gather the cotangents of values around.
    pub(super) gathered: HashMap<ValueId, Ident>,
    /// Cotangents of what loops around carry and give.
    pub(super) leaving: Vec<Leaving>,
    /// May a zero in the cotangent say that the element was not chosen?
    pub(super) chosen: HashMap<ValueId, bool>,
    pub(super) tangents: HashMap<ValueId, Expr>,
    /// Cotangents of the elements of lists.
    pub(super) elements: HashMap<ValueId, Vec<(Expr, Expr)>>,
    numbers: usize,
    /// The names of the way there, and the host's lists that the way back reads.
    pub there: HashSet<String>,
    pub noted: Vec<String>,
    pub(super) told: Vec<String>,
    /// The host's names that are bound at the top of the program: their code is the user's.
    pub(super) hosts: HashSet<String>,
    /// The function's name.
    pub(super) place: TokenStream,
    /// Is the program to be read once more before its derivative is written? Operations were written out as the programs
    /// whose derivatives they have, or returns as jumps.
    pub expanded: bool,
    /// Is it a derivative in a body? Then functions that the caller brings come as the signature says.
    pub in_body: bool,
    /// Does it call what has a rule for the way back alone?
    pub no_way_along: bool,
    /// Where a function that the caller brings is on the way: it has no second derivative.
    pub through_model: Option<Origin>,
    /// Is the whole program a block that returns leave?
    pub whole: bool,
    pub diagnostics: &'a mut Diagnostics,
    /// A mistake of the compiler's.
    pub failed: Option<String>,
    /// What the program returns.
    pub result: Option<Tree>,
}

impl<'a> Sweep<'a> {
    /// `asked`: the values that derivatives are asked of.
    pub fn new(
        mode: Mode,
        function: &Function,
        ir: &'a Ir,
        asked: &[ValueId],
        links: &'a mut crate::syntax::links::Links,
        diagnostics: &'a mut Diagnostics,
    ) -> Sweep<'a> {
        let activity = activity::find(ir, asked);
        Self::cut(diagnostics, &activity.cuts);
        let mut mutable = HashSet::new();
        for param in &function.params {
            if param.mutable {
                mutable.insert(param.name.clone());
            }
        }
        mutable_names(&ir.body, &mut mutable);
        let mut source = Source::new(function, ir);
        let last = source.fresh("last", Span::call_site());
        Sweep {
            mode,
            source,
            last,
            ir,
            links,
            active: activity.values,
            done: Vec::new(),
            kept: Vec::new(),
            again: Vec::new(),
            defined: HashSet::new(),
            changed: crate::ir::grown(ir),
            open: Vec::new(),
            op_lists: HashMap::new(),
            stmts: Vec::new(),
            depth: 0,
            loops: Vec::new(),
            end: None,
            mutable,
            dims: function
                .dims
                .iter()
                .map(|dim| (!dim.lead && !dim.late).then(|| dim.ident.clone()))
                .collect(),
            lists: Vec::new(),
            kept_elems: HashMap::new(),
            notes: Vec::new(),
            cotangents: HashMap::new(),
            gathered: HashMap::new(),
            leaving: Vec::new(),
            chosen: HashMap::new(),
            tangents: HashMap::new(),
            elements: HashMap::new(),
            numbers: 0,
            there: HashSet::new(),
            noted: Vec::new(),
            told: Vec::new(),
            hosts: HashSet::new(),
            place: function.name().to_token_stream(),
            expanded: false,
            in_body: false,
            no_way_along: false,
            through_model: None,
            whole: false,
            diagnostics,
            failed: None,
            result: None,
        }
    }

    pub fn source(&mut self) -> &mut Source<'a> {
        &mut self.source
    }

    pub(super) fn fail(&mut self, reason: impl Into<String>) {
        self.failed.get_or_insert_with(|| reason.into());
    }

    pub(super) fn number(&mut self) -> usize {
        self.numbers += 1;
        self.numbers
    }

    pub(super) fn active(&self, value: ValueId) -> Active {
        self.active.get(value).cloned().unwrap_or(Active::No)
    }

    fn tensor(&self, value: ValueId) -> Option<&crate::check::ty::Tensor> {
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

    /// The sizes of a tensor that are numbers, or have names.
    pub(super) fn sizes(&self, value: ValueId) -> Vec<Option<Expr>> {
        let Shape::Ranked(dims) = self.shape(value) else {
            return Vec::new();
        };
        dims.iter()
            .map(|dim| {
                if let Some(size) = dim.known() {
                    let size = proc_macro2::Literal::i64_unsuffixed(size);
                    return Some(parse_quote!(#size));
                }
                match dim.terms().as_slice() {
                    [(places, 1)] => match places.as_slice() {
                        [place] => {
                            let name = self.dims.get(*place)?.as_ref()?;
                            (!self.source.binds(&name.to_string())).then(|| parse_quote!(#name))
                        }
                        _ => None,
                    },
                    _ => None,
                }
            })
            .collect()
    }

    pub(super) fn span(&self, value: ValueId) -> Span {
        match self.ir.values.get(value) {
            Some(value) => value.origin.span(),
            None => Span::call_site(),
        }
    }

    // ------------------------------------------------------------------ marks

    /// A list of the host's in which something is noted.
    fn list(&mut self, hint: &str, element: TokenStream) -> Ident {
        let name = self.source.fresh(hint, Span::call_site());
        self.notes.push((name.clone(), element));
        name
    }

    fn note(&mut self, code: TokenStream) {
        if self.mode == Mode::Reverse {
            self.stmts.push(parse_quote!(__note! { #code }));
        }
    }

    /// A name of this region: the way back may read it.
    pub(super) fn keep(&mut self, name: &Ident, ty: TokenStream) {
        if self.depth == 0 || self.mode != Mode::Reverse {
            return;
        }
        let hint = format!("kept_{}", name.unraw());
        let kept = Kept {
            name: name.clone(),
            list: self.source.fresh(&hint, name.span()),
        };
        let list = &kept.list;
        self.stmts.push(parse_quote!(__kept! { #name #list }));
        self.lists.push((kept.clone(), ty));
        self.kept.push(kept);
    }

    /// A value is there, with its parts.
    fn define(&mut self, value: ValueId) {
        self.defined.insert(value);
        for part in self.parts_of(value) {
            self.define(part);
        }
    }

    pub(super) fn keep_value(&mut self, value: ValueId) {
        self.define(value);
        if self.depth == 0 || self.mode != Mode::Reverse {
            return;
        }
        if self.changed.contains(&value) {
            self.keep_changing(value);
            return;
        }
        let name = self.source.name(value);
        let ty = self.list_type(value);
        self.keep(&name, ty);
        if let (Ty::Tensor(tensor), Some(kept)) = (self.ty(value), self.kept.last())
            && tensor.dtype != Elem::Unknown
        {
            self.kept_elems.insert(kept.list.to_string(), tensor.dtype);
        }
    }

    /// The type of a list of such values, as far as it must be written.
    pub(super) fn list_type(&self, value: ValueId) -> TokenStream {
        let ty = match self.ty(value) {
            ty @ Ty::Tensor(_) => self
                .written_type(&ty)
                .map(|ty| quote!(::std::vec::Vec<#ty>)),
            Ty::Host(_) => Some(quote!(host)),
            _ => None,
        };
        ty.unwrap_or_default()
    }

    pub(super) fn keep_host(&mut self, pat: &syn::Pat) {
        for name in activity::bound_idents(pat) {
            self.hosts.insert(name.to_string());
            // What is written to is read where an operation takes it. A word with a capital is a constant or a variant.
            let word = name.unraw().to_string();
            if !self.mutable.contains(&word) && !word.starts_with(|c: char| c.is_ascii_uppercase())
            {
                self.keep(&name, quote!(host));
            }
        }
    }

    // ------------------------------------------------------------------ the program

    /// Writes the program itself. `false`: it has what cannot be taken back yet; that is told.
    pub fn forward(&mut self) -> bool {
        self.whole = returns_within(&self.ir.body);
        if self.whole {
            self.expanded = true;
        }
        for (other, name) in self.source.aliases.clone() {
            self.stmts.push(parse_quote!(let #other = #name;));
        }
        let insts: Vec<&'a Inst> = self.ir.body.insts.iter().collect();
        self.insts(&insts, None).is_some()
    }

    /// Writes the program of a closure, as far as it stands for itself. `false`: as in [`Sweep::forward`].
    pub fn closure(&mut self, closure: &'a crate::ir::Closure) -> bool {
        let insts: Vec<&'a Inst> = closure.body.insts.iter().collect();
        self.insts(&insts, None).is_some()
    }

    /// The instructions of a region and its end.
    fn insts(&mut self, insts: &[&'a Inst], region: Option<&'a Region>) -> Option<End> {
        for (at, inst) in insts.iter().enumerate() {
            let next = insts.get(at + 1).copied();
            let leaves = self.depth > 0
                && may_leave(inst)
                && next.is_some() | region.is_some_and(|r| !r.leaves);
            if !leaves {
                self.inst(inst, next)?;
                if let Some(end) = self.end.take() {
                    return Some(end);
                }
                continue;
            }
            let reached = self.list("reached", quote!(bool));
            self.note(quote!(#reached.push(false);));
            self.inst(inst, next)?;
            if let Some(end) = self.end.take() {
                return Some(end);
            }
            let last = self.last.clone();
            self.note(quote!(if let ::core::option::Option::Some(#last) = #reached.last_mut() { *#last = true; }));
            let rest = insts.get(at + 1..).unwrap_or_default();
            let behind = inst.defines();
            let names: Vec<Ident> = self.slots(inst);
            let (later, now): (Vec<Kept>, Vec<Kept>) = std::mem::take(&mut self.kept)
                .into_iter()
                .partition(|kept| names.contains(&kept.name));
            self.kept = now;
            let mut part = self.part(rest, region)?;
            part.kept.extend(later);
            self.done.push(Done::Rest(Rest {
                reached,
                part,
                behind,
            }));
            return Some(End::Nowhere);
        }
        Some(match region {
            Some(region) if !region.leaves => End::Gives(region.outs.clone()),
            _ => End::Nowhere,
        })
    }

    /// The names of what comes out of an instruction with regions.
    fn slots(&self, inst: &Inst) -> Vec<Ident> {
        if let Inst::LetElse { pat, .. } = inst {
            return activity::bound_idents(pat);
        }
        let slots: Vec<&Slot> = match inst {
            Inst::Block { outs, .. }
            | Inst::Fused { outs, .. }
            | Inst::If { outs, .. }
            | Inst::Match { outs, .. } => outs.iter().collect(),
            Inst::Loop { carried, outs, .. } => {
                carried.iter().map(|c| &c.out).chain(outs).collect()
            }
            _ => Vec::new(),
        };
        slots
            .into_iter()
            .map(|slot| match slot {
                Slot::Tensor(value) => self.source.name(*value),
                Slot::Host(name) => self.source.part(name),
            })
            .collect()
    }

    /// A part of the program, with what is done in it apart.
    fn part(&mut self, insts: &[&'a Inst], region: Option<&'a Region>) -> Option<Part> {
        let done = std::mem::take(&mut self.done);
        let kept = std::mem::take(&mut self.kept);
        let again = std::mem::take(&mut self.again);
        let defined = std::mem::take(&mut self.defined);
        let end = self.insts(insts, region);
        let part = Part {
            done: std::mem::replace(&mut self.done, done),
            kept: std::mem::replace(&mut self.kept, kept),
            again: std::mem::replace(&mut self.again, again),
            defined: std::mem::replace(&mut self.defined, defined),
            end: end?,
        };
        Some(part)
    }

    /// A region: what is written, and what is done. `first`: what is written at its beginning; `last`: at its end.
    fn region(
        &mut self,
        region: &'a Region,
        first: impl FnOnce(&mut Self),
        last: impl FnOnce(&mut Self, &'a Region) -> Option<Expr>,
    ) -> Option<(Vec<Stmt>, Part)> {
        let outer = std::mem::take(&mut self.stmts);
        let done = std::mem::take(&mut self.done);
        let kept = std::mem::take(&mut self.kept);
        let again = std::mem::take(&mut self.again);
        let defined = std::mem::take(&mut self.defined);
        self.depth += 1;
        first(self);
        let insts: Vec<&'a Inst> = region.insts.iter().collect();
        let end = self.insts(&insts, Some(region));
        if end.is_some() && !region.leaves {
            let marks = self.leaving_marks(self.depth);
            self.stmts.extend(marks);
            if let Some(value) = last(self, region) {
                self.stmts.push(Stmt::Expr(value, None));
            }
        }
        let depth = self.depth;
        self.open.retain(|(at, _)| *at < depth);
        self.depth -= 1;
        let part = Part {
            done: std::mem::replace(&mut self.done, done),
            kept: std::mem::replace(&mut self.kept, kept),
            again: std::mem::replace(&mut self.again, again),
            defined: std::mem::replace(&mut self.defined, defined),
            end: end?,
        };
        Some((std::mem::replace(&mut self.stmts, outer), part))
    }

    fn inst(&mut self, inst: &'a Inst, next: Option<&'a Inst>) -> Option<()> {
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
                self.keep_host(pat);
            }
            Inst::Host(code) => {
                let code = self.source.host(code);
                self.stmts.push(parse_quote!(#code;));
            }
            Inst::Verbatim(stmt) => {
                self.stmts.push(stmt.clone());
                if let Stmt::Local(local) = stmt {
                    self.keep_host(&local.pat);
                }
            }
            // Written where the value is made.
            Inst::Assert { .. } => {}
            Inst::Make { out, tree } => self.made(*out, tree),
            Inst::Push { list, value } => {
                let (of, pushed) = (self.source.value(*list), self.source.tree(value));
                self.stmts.push(parse_quote!(#of.push(#pushed);));
                match (self.mode, self.tangents.get(list).cloned()) {
                    (Mode::Reverse, _) => self.done.push(Done::Push {
                        list: *list,
                        tree: value.clone(),
                    }),
                    (Mode::Forward, Some(tangents)) => {
                        let tangent = self.tangents_of(value);
                        self.stmts.push(parse_quote!(#tangents.push(#tangent);));
                    }
                    _ => {}
                }
            }
            Inst::Set {
                list, index, value, ..
            } => self.set(*list, index, value),
            Inst::Pop { list } => {
                let of = self.source.value(*list);
                if self.mode == Mode::Reverse {
                    let last = self.source.fresh("popped", self.span(*list));
                    self.stmts.push(parse_quote!(let #last = #of[-1];));
                    self.keep(&last, quote!());
                    self.done.push(Done::Pop { list: *list, last });
                }
                self.stmts.push(parse_quote!(#of.pop();));
                if let (Mode::Forward, Some(tangents)) = (self.mode, self.tangents.get(list)) {
                    self.stmts.push(parse_quote!(#tangents.pop();));
                }
            }
            Inst::Element {
                out, list, index, ..
            } => self.element(*out, *list, index),
            Inst::Return(tree) if self.depth == 0 => self.result = Some(tree.clone()),
            Inst::Return(tree) => {
                let tree = self.source.tree(tree);
                self.stmts.push(parse_quote!(break 'whole #tree;));
                self.end = Some(End::Nowhere);
            }
            Inst::Fail(code) => {
                let code = self.source.host(code);
                self.stmts.push(parse_quote!(return Err(#code);));
                self.end = Some(End::Nowhere);
            }
            Inst::Block { body, outs } | Inst::Fused { body, outs, .. }
                if body.outs.len() == outs.len() && !self.source.hides(body) =>
            {
                let inner: Vec<&'a Inst> = body.insts.iter().collect();
                for (at, inst) in inner.iter().enumerate() {
                    self.inst(inst, inner.get(at + 1).copied())?;
                    if self.end.is_some() {
                        return Some(());
                    }
                }
                for (slot, out) in outs.iter().zip(&body.outs) {
                    self.same(slot, out);
                }
            }
            Inst::Block { body, outs } | Inst::Fused { body, outs, .. } => {
                let taken = self.list("taken", quote!(usize));
                let note = quote!(#taken.push(0););
                let slots = outs.clone();
                let (stmts, part) =
                    self.region(body, |s| s.note(note), |s, r| s.given(&slots, &r.outs))?;
                self.bind(outs, parse_quote!({ #(#stmts)* }));
                self.done.push(Done::Choice(Choice {
                    taken,
                    arms: vec![part],
                    outs: outs.clone(),
                    on: None,
                }));
            }
            Inst::If {
                cond,
                then,
                otherwise,
                outs,
            } => {
                let taken = self.list("taken", quote!(usize));
                // Mistakes that lie in what comes out of it are shown there.
                let at = cond.origin.span();
                let cond = self.source.host(cond);
                let mut arms = Vec::new();
                let mut written = Vec::new();
                for (place, region) in [then, otherwise].into_iter().enumerate() {
                    let place = proc_macro2::Literal::usize_unsuffixed(place);
                    let note = quote!(#taken.push(#place););
                    let (stmts, part) =
                        self.region(region, |s| s.note(note), |s, r| s.given(outs, &r.outs))?;
                    arms.push(part);
                    written.push(stmts);
                }
                let (otherwise, then) = (
                    written.pop().unwrap_or_default(),
                    written.pop().unwrap_or_default(),
                );
                self.bind(
                    outs,
                    parse_quote_spanned!(at=> if #cond { #(#then)* } else { #(#otherwise)* }),
                );
                self.done.push(Done::Choice(Choice {
                    taken,
                    arms,
                    outs: outs.clone(),
                    on: None,
                }));
            }
            Inst::Match {
                scrutinee,
                arms,
                outs,
            } => self.matching(scrutinee, arms, outs)?,
            Inst::LetElse {
                pat,
                code,
                otherwise,
            } => {
                let taken = self.list("taken", quote!(usize));
                let code = self.source.host(code);
                let note = quote!(#taken.push(0););
                let (stmts, part) = self.region(otherwise, |s| s.note(note), |_, _| None)?;
                self.stmts
                    .push(parse_quote!(let #pat = #code else { #(#stmts)* };));
                self.note(quote!(#taken.push(1);));
                self.keep_host(pat);
                let nothing = Part {
                    done: Vec::new(),
                    kept: Vec::new(),
                    again: Vec::new(),
                    defined: HashSet::new(),
                    end: End::Nowhere,
                };
                self.done.push(Done::Choice(Choice {
                    taken,
                    arms: vec![part, nothing],
                    outs: Vec::new(),
                    on: None,
                }));
            }
            Inst::Loop {
                id,
                kind,
                carried,
                body,
                outs,
                ..
            } => self.looping(*id, kind, carried, body, outs)?,
            Inst::Jump {
                to,
                again,
                carried,
                outs,
            } => {
                let depth = self.loops.iter().find(|l| l.id == *to).map(|l| l.depth);
                let marks = self.leaving_marks(depth.unwrap_or_default());
                self.stmts.extend(marks);
                self.assign(*to, carried);
                let label = self
                    .loops
                    .iter()
                    .find(|l| l.id == *to)
                    .map(|l| l.label.clone());
                let gives = self
                    .loops
                    .iter()
                    .find(|l| l.id == *to)
                    .map(|l| l.gives.clone());
                let stmt: Stmt = match again {
                    true => parse_quote!(continue #label;),
                    false => {
                        let value = self.values_of(outs, &gives.unwrap_or_default());
                        parse_quote!(break #label #value;)
                    }
                };
                self.stmts.push(stmt);
                self.end = Some(End::Jump {
                    to: *to,
                    carried: carried.clone(),
                    outs: outs.clone(),
                });
            }
            Inst::BreakUnless { from, cond } => {
                let cond = self.source.host(cond);
                let Some(around) = self.loops.iter().find(|l| l.id == *from) else {
                    self.fail("a condition outside of its loop");
                    return None;
                };
                let label = around.label.clone();
                let mut then: Vec<Stmt> = self.leaving_marks(around.depth);
                let taken = self.list("taken", quote!(usize));
                if self.mode == Mode::Reverse {
                    then.push(parse_quote!(__note! { #taken.push(0); }));
                }
                then.push(parse_quote!(break #label;));
                self.stmts.push(parse_quote!(if !(#cond) { #(#then)* }));
                self.note(quote!(#taken.push(1);));
                // What the variables are at this place is what they were at the top.
                let carried = self.tops(*from);
                let part = |end| Part {
                    done: Vec::new(),
                    kept: Vec::new(),
                    again: Vec::new(),
                    defined: HashSet::new(),
                    end,
                };
                let left = part(End::Jump {
                    to: *from,
                    carried,
                    outs: Vec::new(),
                });
                self.done.push(Done::Choice(Choice {
                    taken,
                    arms: vec![left, part(End::Nowhere)],
                    outs: Vec::new(),
                    on: None,
                }));
            }
            Inst::Call {
                out,
                path,
                callee,
                args,
                origin,
            } => self.called(inst, out, path, callee, args, origin)?,
            Inst::Apply {
                out,
                function,
                args,
                asking,
                origin,
            } => self.applied(out, *function, (asking, args), origin)?,
            Inst::Native { .. } => {
                self.unsupported(inst);
                return None;
            }
        }
        Some(())
    }

    fn made(&mut self, out: ValueId, tree: &Tree) {
        let active = self.active(out).is_yes();
        let made = match tree {
            Tree::List { items, .. } if items.is_empty() => super::containers::list_of(&[]),
            tree => self.source.tree(tree),
        };
        let name = self.source.name(out);
        self.let_made(&name, out, tree, &made);
        self.keep_value(out);
        if !active {
            return;
        }
        match self.mode {
            Mode::Reverse => self.done.push(Done::Make {
                out,
                tree: tree.clone(),
            }),
            Mode::Forward => {
                let tangent = self.tangents_of(tree);
                let hint = self.source.hint(out);
                let name = self.source.fresh(&format!("t_{hint}"), self.span(out));
                self.let_made(&name, out, tree, &tangent);
                self.tangents.insert(out, parse_quote!(#name));
            }
            Mode::Plain => {}
        }
    }

    fn set(&mut self, list: ValueId, index: &HostCode, tree: &Tree) {
        let index = self.settled(index);
        let (of, value) = (self.source.value(list), self.source.tree(tree));
        if self.mode == Mode::Reverse && self.active(list).is_yes() {
            let was = self.source.fresh("was", self.span(list));
            self.stmts.push(parse_quote!(let #was = #of[#index];));
            self.keep(&was, quote!());
            self.done.push(Done::Set {
                list,
                index: index.clone(),
                tree: tree.clone(),
                was,
            });
        }
        if let (Mode::Forward, Some(tangents)) = (self.mode, self.tangents.get(&list).cloned()) {
            let tangent = self.tangents_of(tree);
            self.stmts.push(parse_quote!(#tangents[#index] = #tangent;));
        }
        self.stmts.push(parse_quote!(#of[#index] = #value;));
    }

    fn element(&mut self, out: ValueId, list: ValueId, index: &HostCode) {
        let index = self.settled(index);
        let (name, of) = (self.source.name(out), self.source.value(list));
        let taken: Stmt = parse_quote!(let #name = #of[#index];);
        self.stmts.push(taken.clone());
        // One of a list that stays as it is, is there on the way back, too.
        if self.changed.contains(&list) {
            self.keep_value(out);
        } else {
            self.define(out);
            self.again.push((name.clone(), taken));
        }
        match (self.mode, self.tangents.get(&list)) {
            (Mode::Forward, Some(tangents)) => {
                let hint = self.source.hint(out);
                let of: Stmt = {
                    let tangent = self.source.fresh(&format!("t_{hint}"), self.span(out));
                    let stmt = parse_quote!(let #tangent = #tangents[#index];);
                    super::start(self, self.ir, out, &parse_quote!(#tangent));
                    stmt
                };
                self.stmts.push(of);
            }
            (Mode::Forward, None) | (Mode::Plain, _) => {}
            (Mode::Reverse, _) => self.done.push(Done::Element(Element { out, list, index })),
        }
    }

    fn matching(
        &mut self,
        scrutinee: &'a Scrutinee,
        arms: &'a [crate::ir::Arm],
        outs: &'a [Slot],
    ) -> Option<()> {
        let taken = self.list("taken", quote!(usize));
        let (of, code, at) = match scrutinee {
            Scrutinee::Host(code) => (None, self.source.host(code), code.origin.span()),
            Scrutinee::Value(value) => (Some(*value), self.source.value(*value), self.span(*value)),
        };
        let guarded = arms.iter().any(|arm| arm.guard.is_some());
        let mut parts = Vec::new();
        let mut written: Vec<syn::Arm> = Vec::new();
        for (place, arm) in arms.iter().enumerate() {
            let pat = match (of, &arm.pat) {
                (_, ArmPat::Host(pat)) => pat.to_token_stream(),
                (Some(of), pat) => self.arm_pat(of, pat),
                (None, _) => quote!(_),
            };
            let guard = arm.guard.as_ref().map(|guard| {
                let guard = self.source.host(guard);
                quote!(if #guard)
            });
            let place = proc_macro2::Literal::usize_unsuffixed(place);
            let note = (of.is_none() || guarded).then(|| quote!(#taken.push(#place);));
            let first = |sweep: &mut Self| {
                if let Some(note) = note {
                    sweep.note(note);
                }
                if let ArmPat::Host(pat) = &arm.pat {
                    sweep.keep_host(pat);
                }
                // The way back looks into the same value: what its patterns bind is there.
                for value in arm.pat.tensors() {
                    sweep.define(value);
                }
                if let (Some(of), Mode::Forward) = (of, sweep.mode) {
                    sweep.arm_tangents(of, &arm.pat);
                }
            };
            let (stmts, part) = self.region(&arm.body, first, |s, r| s.given(outs, &r.outs))?;
            parts.push(part);
            written.push(parse_quote!(#pat #guard => { #(#stmts)* }));
        }
        self.bind(
            outs,
            parse_quote_spanned!(at=> match #code { #(#written)* }),
        );
        let on = of.map(|value| Looked {
            value,
            pats: arms.iter().map(|arm| arm.pat.clone()).collect(),
            guarded,
        });
        self.done.push(Done::Choice(Choice {
            taken,
            arms: parts,
            outs: outs.to_vec(),
            on,
        }));
        Some(())
    }

    /// Writes a program apart from this one: that of a closure. It has its own derivative.
    pub(super) fn apart<T>(
        &mut self,
        mode: Mode,
        active: Vec<Active>,
        write: impl FnOnce(&mut Self) -> T,
    ) -> T {
        use std::mem::{replace, take};
        let outside = (
            replace(&mut self.mode, mode),
            replace(&mut self.active, active),
        );
        let depth = take(&mut self.depth);
        let written = (take(&mut self.stmts), take(&mut self.done), self.end.take());
        let known = (take(&mut self.kept), take(&mut self.defined));
        let loops = (take(&mut self.loops), take(&mut self.leaving));
        let lists = (take(&mut self.lists), take(&mut self.notes));
        let sums = (take(&mut self.cotangents), take(&mut self.gathered));
        let others = (
            take(&mut self.chosen),
            take(&mut self.tangents),
            take(&mut self.elements),
        );
        let held = (
            take(&mut self.again),
            take(&mut self.open),
            take(&mut self.op_lists),
        );
        let out = write(self);
        (self.again, self.open, self.op_lists) = held;
        (self.mode, self.active) = outside;
        self.depth = depth;
        (self.stmts, self.done, self.end) = written;
        (self.kept, self.defined) = known;
        (self.loops, self.leaving) = loops;
        (self.lists, self.notes) = lists;
        (self.cotangents, self.gathered) = sums;
        (self.chosen, self.tangents, self.elements) = others;
        out
    }

    /// A region's program, without what goes out of it.
    pub(super) fn alone(&mut self, region: &'a Region) -> Option<()> {
        let insts: Vec<&'a Inst> = region.insts.iter().collect();
        self.insts(&insts, Some(region)).map(|_| ())
    }

    pub(super) fn cut(diagnostics: &mut Diagnostics, cuts: &[Origin]) {
        for cut in cuts {
            diagnostics.push(
                Diagnostic::new(Code::E601, cut.tokens(), "no gradient goes through `item`")
                    .fact("a number of the host's is a constant, and the gradient would be wrong without a word")
                    .help("reckon with the tensor itself, or write `stop_gradient` around it"),
            );
        }
    }

    /// What a loop's variables are at the top of a round.
    fn tops(&self, id: LoopId) -> Vec<Out> {
        fn find(region: &Region, id: LoopId) -> Option<Vec<Out>> {
            region.insts.iter().find_map(|inst| match inst {
                Inst::Loop {
                    id: found, carried, ..
                } if *found == id => Some(
                    carried
                        .iter()
                        .filter_map(|c| c.round.tensor().map(Out::Tensor))
                        .collect(),
                ),
                other => other
                    .regions()
                    .into_iter()
                    .find_map(|inner| find(inner, id)),
            })
        }
        find(&self.ir.body, id).unwrap_or_default()
    }

    /// `let (a, b) = …`
    fn bind(&mut self, outs: &[Slot], value: Expr) {
        let mut names: Vec<Ident> = Vec::new();
        let mut tangents: Vec<(ValueId, Ident)> = Vec::new();
        for slot in outs {
            match slot {
                Slot::Tensor(out) => {
                    names.push(self.source.name(*out));
                    if self.mode == Mode::Forward && self.active(*out).is_yes() {
                        let hint = self.source.hint(*out);
                        tangents.push((
                            *out,
                            self.source.fresh(&format!("t_{hint}"), self.span(*out)),
                        ));
                    }
                }
                Slot::Host(name) => names.push(self.source.part(name)),
            }
        }
        let binders = slots_binders(self, outs, &names);
        let all: Vec<TokenStream> = binders
            .into_iter()
            .chain(tangents.iter().map(|(of, name)| self.binder(*of, name)))
            .collect();
        match all.as_slice() {
            [] => self
                .stmts
                .push(Stmt::Expr(value, Some(syn::Token![;](Span::call_site())))),
            [one] => self.stmts.push(parse_quote!(let #one = #value;)),
            many => self.stmts.push(parse_quote!(let (#(#many),*) = #value;)),
        }
        for (out, name) in &tangents {
            self.tangents.insert(*out, parse_quote!(#name));
        }
        for slot in outs {
            match slot {
                Slot::Tensor(out) => self.keep_value(*out),
                Slot::Host(name) => {
                    let name = self.source.part(name);
                    self.keep(&name, quote!(host));
                }
            }
        }
    }

    /// What goes out at the end of a region, for `bind`.
    fn given(&mut self, slots: &[Slot], outs: &[Out]) -> Option<Expr> {
        let with: Vec<bool> = slots
            .iter()
            .map(|slot| slot.tensor().is_some_and(|out| self.active(out).is_yes()))
            .collect();
        self.values_of(outs, &with)
    }

    /// Values that go out, and the tangents of those that have one.
    fn values_of(&mut self, outs: &[Out], with: &[bool]) -> Option<Expr> {
        let mut all: Vec<Expr> = outs.iter().map(|out| self.out(out)).collect();
        if self.mode == Mode::Forward {
            for (out, with) in outs.iter().zip(with) {
                if *with && let Out::Tensor(value) = out {
                    all.push(self.tangent_or_zero(*value));
                }
            }
        }
        match all.as_slice() {
            [] => None,
            [one] => Some(one.clone()),
            many => Some(parse_quote!((#(#many),*))),
        }
    }

    pub(super) fn tangent_or_zero(&mut self, value: ValueId) -> Expr {
        match self.tangents.get(&value) {
            Some(tangent) => tangent.clone(),
            None => self.zeros_of(value),
        }
    }

    pub(super) fn out(&self, out: &Out) -> Expr {
        match out {
            Out::Tensor(value) => self.source.value(*value),
            Out::Host(code) => self.source.host(code),
        }
    }

    /// A value under another name.
    fn same(&mut self, slot: &Slot, out: &Out) {
        match (slot, out) {
            (Slot::Tensor(to), Out::Tensor(from)) => {
                let (name, value) = (self.source.name(*to), self.source.value(*from));
                let binder = self.binder(*to, &name);
                self.stmts.push(parse_quote!(let #binder = #value;));
                self.keep_value(*to);
                if let Some(tangent) = self.tangents.get(from).cloned() {
                    match self.changed.contains(to) {
                        true => {
                            let own = self.source.fresh(&format!("t_{name}"), name.span());
                            self.stmts.push(parse_quote!(let mut #own = #tangent;));
                            self.tangents.insert(*to, parse_quote!(#own));
                        }
                        false => {
                            self.tangents.insert(*to, tangent);
                        }
                    }
                }
                self.done.push(Done::Same {
                    to: *to,
                    from: *from,
                });
            }
            (Slot::Host(name), Out::Host(code)) => {
                let code = self.source.host(code);
                let name = self.source.part(name);
                self.stmts.push(parse_quote!(let #name = #code;));
                self.keep(&name, quote!(host));
            }
            _ => {}
        }
    }

    /// Gives the variables of a loop their values for what comes next.
    fn assign(&mut self, to: LoopId, outs: &[Out]) {
        let Some(vars) = self
            .loops
            .iter()
            .find(|l| l.id == to)
            .map(|l| l.vars.clone())
        else {
            self.fail("a jump outside of its loop");
            return;
        };
        for ((var, tangent), out) in vars.iter().zip(outs) {
            let value = self.out(out);
            self.stmts.push(parse_quote!(#var = #value;));
            if let (Some(tangent), Out::Tensor(value)) = (tangent, out) {
                let value = self.tangent_or_zero(*value);
                self.stmts.push(parse_quote!(#tangent = #value;));
            }
        }
    }

    fn looping(
        &mut self,
        id: LoopId,
        kind: &'a LoopKind,
        carried: &'a [crate::ir::Carried],
        body: &'a Region,
        outs: &'a [Slot],
    ) -> Option<()> {
        let mut taken = Vec::new();
        let head: TokenStream = match kind {
            LoopKind::For { pat, iter } => {
                let iter = self.source.host(iter);
                quote!(for #pat in #iter)
            }
            LoopKind::While(cond) => {
                let cond = self.source.host(cond);
                quote!(while #cond)
            }
            LoopKind::Loop => quote!(loop),
            LoopKind::Block => quote!(),
            LoopKind::Each { element, over } => {
                // It is read once more as a loop over positions.
                self.expanded = true;
                let (pat, iter, lets) = self.positions(element, over);
                taken = lets;
                quote!(for #pat in #iter)
            }
        };
        let once = matches!(kind, LoopKind::Block);
        let label = syn::Lifetime::new(&format!("'round{id}"), Span::call_site());
        let mut vars = Vec::new();
        for variable in carried {
            let (hint, span) = match &variable.round {
                Slot::Tensor(round) => (
                    format!("{}_now", self.source.hint(*round)),
                    self.span(*round),
                ),
                Slot::Host(name) => (format!("{name}_now"), Span::call_site()),
            };
            let name = self.source.fresh(&hint, span);
            let value = self.out(&variable.init);
            self.stmts.push(parse_quote!(let mut #name = #value;));
            let with = self.mode == Mode::Forward
                && variable
                    .round
                    .tensor()
                    .is_some_and(|round| self.active(round).is_yes());
            let tangent = match (&variable.init, with) {
                (Out::Tensor(init), true) => {
                    let tangent = self.source.fresh(&format!("t_{hint}"), span);
                    let value = self.tangent_or_zero(*init);
                    self.stmts.push(parse_quote!(let mut #tangent = #value;));
                    Some(tangent)
                }
                _ => None,
            };
            vars.push((name, tangent));
        }
        let rounds = (!once).then(|| self.list("rounds", quote!(usize)));
        if let Some(rounds) = &rounds {
            self.note(quote!(#rounds.push(0);));
        }
        let gives = outs
            .iter()
            .map(|slot| slot.tensor().is_some_and(|out| self.active(out).is_yes()))
            .collect();
        self.loops.push(Around {
            id,
            label: label.clone(),
            depth: self.depth + 1,
            vars: vars.clone(),
            gives,
        });
        let count = rounds.clone();
        let first = |sweep: &mut Self| {
            if let Some(rounds) = count {
                let last = sweep.last.clone();
                sweep.note(quote!(if let ::core::option::Option::Some(#last) = #rounds.last_mut() { *#last += 1; }));
            }
            if let LoopKind::For { pat, .. } = kind {
                sweep.keep_host(pat);
            }
            sweep.stmts.extend(taken);
            for (variable, (name, tangent)) in carried.iter().zip(&vars) {
                match &variable.round {
                    Slot::Tensor(round) => {
                        let here = sweep.source.name(*round);
                        let binder = sweep.binder(*round, &here);
                        sweep.stmts.push(parse_quote!(let #binder = #name;));
                        sweep.keep_value(*round);
                        if let Some(tangent) = tangent {
                            let at = sweep
                                .source
                                .fresh(&format!("t_{}", here.unraw()), here.span());
                            let binder = sweep.binder(*round, &at);
                            sweep.stmts.push(parse_quote!(let #binder = #tangent;));
                            sweep.tangents.insert(*round, parse_quote!(#at));
                        }
                    }
                    Slot::Host(round) => {
                        let here = sweep.source.part(round);
                        sweep.stmts.push(parse_quote!(let #here = #name;));
                        sweep.keep(&here, quote!(host));
                    }
                }
            }
        };
        let last = |sweep: &mut Self, region: &'a Region| {
            let (next, given) = region.outs.split_at(carried.len().min(region.outs.len()));
            sweep.assign(id, next);
            sweep.given(outs, given)
        };
        let (stmts, part) = self.region(body, first, last)?;
        self.loops.pop();
        let label: syn::Label = parse_quote!(#label:);
        self.bind(outs, parse_quote!(#label #head { #(#stmts)* }));
        for (variable, (name, tangent)) in carried.iter().zip(&vars) {
            match &variable.out {
                Slot::Tensor(out) => {
                    let here = self.source.name(*out);
                    let binder = self.binder(*out, &here);
                    self.stmts.push(parse_quote!(let #binder = #name;));
                    self.keep_value(*out);
                    if let Some(tangent) = tangent {
                        let at = self
                            .source
                            .fresh(&format!("t_{}", here.unraw()), here.span());
                        let binder = self.binder(*out, &at);
                        self.stmts.push(parse_quote!(let #binder = #tangent;));
                        self.tangents.insert(*out, parse_quote!(#at));
                    }
                }
                Slot::Host(out) => {
                    let here = self.source.part(out);
                    self.stmts.push(parse_quote!(let #here = #name;));
                    self.keep(&here, quote!(host));
                }
            }
        }
        self.done.push(Done::Loop(Looped {
            id,
            rounds,
            carried: carried
                .iter()
                .map(|c| (c.init.clone(), c.round.clone(), c.out.clone()))
                .collect(),
            outs: outs.to_vec(),
            body: part,
        }));
        Some(())
    }

    fn called(
        &mut self,
        inst: &Inst,
        out: &Taker,
        path: &syn::Path,
        callee: &Callee,
        args: &'a [CallArg],
        origin: &Origin,
    ) -> Option<()> {
        let mut written: Vec<Expr> = Vec::new();
        let mut trees = Vec::new();
        for arg in args {
            let (expr, tree) = match arg {
                CallArg::Tensor(value) => (self.source.value(*value), Some(Tree::Tensor(*value))),
                CallArg::Host(code) => (self.settled(code), None),
                CallArg::Value(tree, _) => (self.tree_now(tree), Some(tree.clone())),
                CallArg::Closure(closure) if closure.vjp.is_some() => {
                    (self.closure_with_way_back(closure, origin)?, None)
                }
                CallArg::Closure(closure) => (self.closure_there(closure)?, None),
            };
            written.push(expr);
            trees.push(tree);
        }
        let active = out
            .tensors()
            .iter()
            .any(|value| self.active(*value).is_yes());
        let mut closures = Vec::new();
        for (place, arg) in args.iter().enumerate() {
            if let (CallArg::Closure(closure), true) = (arg, active) {
                closures.push((place, self.closure_with_way_back(closure, origin)?));
            }
        }
        let call: Expr = match callee {
            Callee::Function => parse_quote!(#path(#(#written),*)),
            Callee::Method(_, name) => match written.split_first() {
                Some((first, rest)) => parse_quote!(#first.#name(#(#rest),*)),
                None => return None,
            },
            Callee::Associated(of, name) => {
                let of = &of.path;
                parse_quote!(#of::#name(#(#written),*))
            }
            // It is taken before that of what stands around it.
            Callee::Derivative(_) => {
                self.unsupported(inst);
                return None;
            }
        };
        let pat = self.taking(out);
        self.stmts.push(parse_quote!(let #pat = #call;));
        for value in out.tensors() {
            self.keep_value(value);
        }
        if let Taker::Host(pat) = out {
            self.keep_host(pat);
        }
        if !active {
            return Some(());
        }
        let called = Called {
            out: out.clone(),
            path: path.clone(),
            callee: callee.clone(),
            args: written,
            trees,
            origin: origin.clone(),
            closures,
        };
        match self.mode {
            Mode::Reverse => self.done.push(Done::Call(called)),
            Mode::Forward => self.call_along(&called),
            Mode::Plain => {}
        }
        Some(())
    }

    pub(super) fn taking(&self, taker: &Taker) -> syn::Pat {
        match taker {
            Taker::Tensor(value) => {
                let name = self.source.name(*value);
                let binder = self.binder(*value, &name);
                parse_quote!(#binder)
            }
            Taker::Host(pat) => self.source.part_pat(pat),
            Taker::Tuple(parts) => {
                let parts = parts.iter().map(|part| self.taking(part));
                parse_quote!((#(#parts),*))
            }
            Taker::Wild => parse_quote!(_),
        }
    }

    fn unsupported(&mut self, inst: &Inst) {
        let what = match inst {
            Inst::Call { .. } => "a derivative in the body",
            Inst::Native { .. } => "`native!`",
            _ => "this control flow",
        };
        let place = match inst {
            Inst::Call { origin, .. } | Inst::Native { origin, .. } => origin.tokens().clone(),
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

    /// A host value that may stand in several places.
    pub(super) fn settled(&mut self, code: &HostCode) -> Expr {
        let expr = self.source.host(code);
        let changes = |names: &HashSet<String>| activity::mentions(&expr, names);
        if rule::is_plain(&expr) && !changes(&self.mutable) && !changes(&self.source.rebound) {
            return expr;
        }
        let name = self.source.fresh("host", code.origin.span());
        self.stmts.push(parse_quote!(let #name = #expr;));
        self.keep(&name, quote!(host));
        parse_quote!(#name)
    }

    fn bound(&mut self, op: &OpInfo, param: &Param, arg: &Arg) -> Bound {
        match arg {
            Arg::Tensor(value) => self.bound_value(*value),
            Arg::Listed(value) => {
                // Only what the rule reads.
                let read = match op.grad {
                    Grad::Rules { rules, .. } => rules.iter().any(|(_, text, _)| {
                        rule::mentions(text, param.name) || rule::mentions(text, "element")
                    }),
                    _ => false,
                };
                let list = match read.then(|| self.snapshot(*value)).flatten() {
                    Some(list) => parse_quote!(#list),
                    None => self.source.value(*value),
                };
                Bound::Listed(list)
            }
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
                Bound::Index {
                    tensors: items.iter().any(|item| {
                        matches!(item, IndexItem::Tensor(value)
                            if self.elem(*value) != Elem::Known(DType::Bool))
                    }),
                    expr: self.source.index(&items),
                }
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
            .map(|(param, arg)| self.bound(op, param, arg))
            .collect();
        let written: Vec<Option<Expr>> = args
            .iter()
            .zip(&bounds)
            .map(|(arg, bound)| match (arg, bound) {
                (Arg::Default(_), _) => None,
                (
                    _,
                    Bound::Tensor { expr, .. }
                    | Bound::Index { expr, .. }
                    | Bound::Host(expr)
                    | Bound::Listed(expr),
                ) => Some(expr.clone()),
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
        let active = match outs.first() {
            Some(out) => self.active(*out),
            None => Active::No,
        };
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
            _ => {
                let method = matches!(bounds.first(), Some(Bound::Tensor { .. }));
                self.source.call(op, &written, method, origin.span())
            }
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
            if let Ty::List(_) = self.ty(*out) {
                let of = match bounds.first() {
                    Some(Bound::Tensors(list)) => Some(list.len()),
                    _ => None,
                };
                self.op_lists.insert(*out, of);
            }
            self.keep_value(*out);
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
            Mode::Plain => {}
        }
    }
}

/// The names of slots, where they are bound.
fn slots_binders(sweep: &Sweep<'_>, slots: &[Slot], names: &[Ident]) -> Vec<TokenStream> {
    let names = slots.iter().zip(names);
    names
        .map(|(slot, name)| match slot.tensor() {
            Some(value) => sweep.binder(value, name),
            None => name.to_token_stream(),
        })
        .collect()
}

/// May control leave the region around, by this instruction?
fn may_leave(inst: &Inst) -> bool {
    fn leaves(inst: &Inst, inside: &mut Vec<LoopId>) -> bool {
        match inst {
            Inst::Jump { to, .. } => !inside.contains(to),
            Inst::BreakUnless { from, .. } => !inside.contains(from),
            Inst::Return(_) => true,
            Inst::Loop { id, body, .. } => {
                inside.push(*id);
                let found = body.insts.iter().any(|inst| leaves(inst, inside));
                inside.pop();
                found
            }
            other => other
                .regions()
                .into_iter()
                .flat_map(|region| &region.insts)
                .any(|inst| leaves(inst, inside)),
        }
    }
    leaves(inst, &mut Vec::new())
}

/// Does it return in a region inside?
fn returns_within(body: &Region) -> bool {
    fn any(region: &Region) -> bool {
        region
            .insts
            .iter()
            .any(|inst| matches!(inst, Inst::Return(_)) || inst.regions().into_iter().any(any))
    }
    body.insts
        .iter()
        .any(|inst| inst.regions().into_iter().any(any))
}

/// The host's names that are written to.
fn mutable_names(region: &Region, found: &mut HashSet<String>) {
    struct Names<'a>(&'a mut HashSet<String>);
    impl<'a> syn::visit::Visit<'a> for Names<'_> {
        fn visit_pat_ident(&mut self, pat: &'a syn::PatIdent) {
            if pat.mutability.is_some() {
                self.0.insert(pat.ident.unraw().to_string());
            }
        }
    }
    let mut names = Names(found);
    for inst in &region.insts {
        use syn::visit::Visit;
        match inst {
            Inst::HostLet { pat, .. } | Inst::LetElse { pat, .. } => names.visit_pat(pat),
            Inst::Verbatim(stmt) => names.visit_stmt(stmt),
            _ => {}
        }
        for inner in inst.regions() {
            mutable_names(inner, names.0);
        }
    }
}

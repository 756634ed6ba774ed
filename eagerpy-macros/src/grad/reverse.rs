//! Reverse mode: cotangents, from the result back to the parameters.
//!
//! ```text
//! let v1 = x.square();                    d_v1 = unreduce(d_out, v1)
//! let out = v1.sum();           →         d_x = d_v1 * (2.0 * x)
//! ```
//!
//! A value's cotangent is the sum of what its uses give. Where uses stand in a branch or a loop and the value does not, a
//! variable gathers them.

use std::collections::{BTreeSet, HashMap, HashSet};

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::visit::Visit as _;
use syn::visit_mut::VisitMut;
use syn::{Expr, Stmt, parse_quote};

use eagerpy_runtime::ops::{Grad, Map, ShapeRule};

use super::activity::Active;
use super::containers::Looked;
use super::rule::{self, Bound, Env};
use super::shapes;
use super::sweep::{Called, Choice, Done, Element, End, Kept, Looped, Part, Rest, Step, Sweep};
use crate::check::ty::{Elem, Shape, Ty};
use crate::diag::{Code, Diagnostic};
use crate::ir::{Out, Taker, Tree, ValueId};
use crate::origin::Origin;

impl Sweep<'_> {
    /// Adds to a value's cotangent.
    pub fn add(&mut self, value: ValueId, cotangent: Expr, chosen: bool) {
        *self.chosen.entry(value).or_default() |= chosen;
        match self.gathered.get(&value).cloned() {
            Some(sum) => {
                let ty = self.ty(value);
                let whole = self.sum(&ty, &parse_quote!(#sum), &cotangent);
                self.stmts.push(parse_quote!(#sum = #whole;));
            }
            None => self.cotangents.entry(value).or_default().push(cotangent),
        }
    }

    /// A value's cotangent, under a name.
    pub fn cotangent(&mut self, value: ValueId) -> Option<Expr> {
        // One that changes is done when the value is made.
        if self.is_container(value)
            && let Some(name) = self.gathered.remove(&value)
        {
            return Some(parse_quote!(#name));
        }
        let parts = self.cotangents.remove(&value)?;
        let mut parts = parts.into_iter();
        let first = parts.next()?;
        let Some(second) = parts.next() else {
            return Some(first);
        };
        let mut sum: Expr = parse_quote!(#first + #second);
        if self.is_container(value) {
            let ty = self.ty(value);
            sum = self.sum(&ty, &first, &second);
            for part in parts {
                let name = self.cotangent_name(value, self.span(value));
                self.stmts.push(parse_quote!(let #name = #sum;));
                sum = self.sum(&ty, &parse_quote!(#name), &part);
            }
        } else {
            for part in parts {
                sum = parse_quote!(#sum + #part);
            }
        }
        let name = self.cotangent_name(value, self.span(value));
        self.stmts.push(parse_quote!(let #name = #sum;));
        Some(parse_quote!(#name))
    }

    fn cotangent_name(&mut self, value: ValueId, at: proc_macro2::Span) -> Ident {
        let hint = self.source.hint(value);
        self.source.fresh(&format!("d_{hint}"), at)
    }

    /// What is written so far is the way there.
    pub fn turn(&mut self) {
        for stmt in &self.stmts {
            if let Stmt::Local(local) = stmt {
                let names = super::activity::bound_idents(&local.pat);
                self.there.extend(names.iter().map(ToString::to_string));
            }
        }
    }

    /// Takes all cotangents back to the parameters.
    pub fn backward(&mut self) {
        let done = std::mem::take(&mut self.done);
        let there = std::mem::take(&mut self.stmts);
        self.all_back(done);
        let back = std::mem::take(&mut self.stmts);
        self.stmts = self.joined(there, back);
    }

    fn all_back(&mut self, done: Vec<Done>) {
        for done in done.into_iter().rev() {
            match done {
                Done::Op(step) => self.step_back(&step),
                Done::Element(element) => self.element_back(&element),
                Done::Make { out, tree } => self.make_back(out, &tree),
                Done::Push { list, tree } => self.push_back(list, &tree),
                Done::Set {
                    list,
                    index,
                    tree,
                    was,
                } => self.set_back(list, &index, &tree, &was),
                Done::Pop { list, last } => self.pop_back(list, &last),
                Done::Call(called) => self.call_back(&called),
                Done::Model(called) => self.model_back(&called),
                Done::Same { to, from } => {
                    if let Some(cotangent) = self.cotangent(to) {
                        self.pass(from, cotangent, to);
                    }
                }
                Done::Choice(choice) => self.choice_back(choice),
                Done::Loop(looped) => self.loop_back(looped),
                Done::Rest(rest) => self.rest_back(rest, &[]),
            }
        }
    }

    /// A cotangent that goes on as it is.
    fn pass(&mut self, value: ValueId, cotangent: Expr, from: ValueId) {
        match self.active(value) {
            Active::No => {}
            Active::Blocked(name, origin) => self.blocked(name, &origin),
            Active::Yes => {
                let chosen = self.chosen.get(&from).copied().unwrap_or(false);
                self.add(value, cotangent, chosen);
            }
        }
    }

    // ------------------------------------------------------------------ control flow

    /// Variables for the cotangents of values around a part, which gathers them. Gives those that are new.
    fn gather(&mut self, uses: &BTreeSet<ValueId>) -> Vec<(ValueId, Ident)> {
        let mut new = Vec::new();
        for value in uses {
            if self.gathered.contains_key(value) || !self.active(*value).is_yes() {
                continue;
            }
            let sum = match self.cotangent(*value) {
                Some(cotangent) => cotangent,
                None => {
                    self.chosen.insert(*value, true);
                    self.zeros_of(*value)
                }
            };
            let name = self.cotangent_name(*value, self.span(*value));
            self.stmts.push(parse_quote!(let mut #name = #sum;));
            new.push((*value, name));
        }
        for (value, name) in &new {
            self.gathered.insert(*value, name.clone());
        }
        new
    }

    fn gathered(&mut self, new: Vec<(ValueId, Ident)>) {
        for (value, name) in new {
            self.gathered.remove(&value);
            self.cotangents.insert(value, vec![parse_quote!(#name)]);
        }
    }

    /// The way back through a part, as statements. `seeds`: the cotangents of what it gives; `more` is asked of the values
    /// in it at its end.
    fn part_back<T>(
        &mut self,
        part: Part,
        seeds: &[Option<Expr>],
        more: impl FnOnce(&mut Self) -> T,
    ) -> (Vec<Stmt>, T) {
        let stmts = std::mem::take(&mut self.stmts);
        let cotangents = std::mem::take(&mut self.cotangents);
        for Kept { name, list } in &part.kept {
            self.stmts.push(parse_quote!(__restore! { #name #list }));
        }
        let mut passed: Vec<(ValueId, Expr)> = Vec::new();
        let mut seed = |out: &Out, seed: &Option<Expr>| {
            if let (Out::Tensor(value), Some(seed)) = (out, seed) {
                passed.push((*value, seed.clone()));
            }
        };
        match &part.end {
            End::Gives(outs) => outs.iter().zip(seeds).for_each(|(o, s)| seed(o, s)),
            End::Jump { to, carried, outs } => {
                let leaving = self.leaving.iter().find(|(id, ..)| id == to);
                if let Some((_, rounds, gives)) = leaving {
                    carried.iter().zip(rounds).for_each(|(o, s)| seed(o, s));
                    outs.iter().zip(gives).for_each(|(o, s)| seed(o, s));
                }
            }
            End::Nowhere => {}
        }
        for (value, cotangent) in passed {
            match self.active(value) {
                Active::No => {}
                Active::Blocked(name, origin) => self.blocked(name, &origin),
                Active::Yes => self.add(value, cotangent, false),
            }
        }
        let mut done = part.done;
        // What stands behind a place that may be left ends as the part does.
        if let Some(Done::Rest(_)) = done.last()
            && let Some(Done::Rest(rest)) = done.pop()
        {
            self.rest_back(rest, seeds);
        }
        self.all_back(done);
        let more = more(self);
        self.cotangents = cotangents;
        let mut back = std::mem::replace(&mut self.stmts, stmts);
        if !part.again.is_empty() {
            let mut read = HashSet::new();
            for stmt in &back {
                words(stmt.to_token_stream(), &mut read);
            }
            let mut again = Vec::new();
            for (name, stmt) in part.again.into_iter().rev() {
                if read.contains(&name.to_string()) {
                    words(stmt.to_token_stream(), &mut read);
                    again.push(stmt);
                }
            }
            let first = back.iter().take_while(|stmt| is_restore(stmt)).count();
            again.reverse();
            back.splice(first..first, again);
        }
        (back, more)
    }

    fn rest_back(&mut self, rest: Rest, seeds: &[Option<Expr>]) {
        let mut behind = Vec::new();
        let mut whole = Vec::new();
        for value in rest.behind {
            if self.active(value).is_yes() && !self.gathered.contains_key(&value) {
                if self.is_container(value) {
                    let name = self.cotangent_name(value, self.span(value));
                    let nothing = match self.ty(value) {
                        Ty::List(_) => quote!(Vec::new()),
                        Ty::Option(_) => quote!(None),
                        _ => {
                            self.no_way_behind(value);
                            continue;
                        }
                    };
                    self.stmts.push(parse_quote!(let mut #name = #nothing;));
                    whole.push((value, name));
                    continue;
                }
                // Any tensor will do where the rest was not reached: then nothing asks for it.
                let span = self.span(value);
                let (name, elem) = (
                    self.cotangent_name(value, span),
                    rule::element(self.elem(value), span),
                );
                self.stmts
                    .push(parse_quote!(let mut #name = zeros([], dtype = #elem);));
                self.gathered.insert(value, name.clone());
                behind.push((value, name));
            }
        }
        let mut uses = used(&rest.part);
        for (value, _) in &whole {
            uses.remove(value);
        }
        let mut new = self.gather(&uses);
        new.extend(behind);
        let found = whole.clone();
        let (stmts, ()) = self.part_back(rest.part, seeds, |sweep| {
            for (value, name) in found {
                let here = match sweep.cotangent(value) {
                    Some(cotangent) => cotangent,
                    None => sweep.zeros_of(value),
                };
                sweep.stmts.push(parse_quote!(#name = #here;));
            }
        });
        new.extend(whole);
        let reached = &rest.reached;
        if !stmts.is_empty() {
            self.stmts
                .push(parse_quote!(if __rt::kept(#reached.pop())? { #(#stmts)* }));
        }
        self.gathered(new);
    }

    fn choice_back(&mut self, choice: Choice) {
        let seeds: Vec<Option<Expr>> = choice
            .outs
            .iter()
            .map(|slot| slot.tensor().and_then(|out| self.named_cotangent(out)))
            .collect();
        let mut uses = BTreeSet::new();
        for arm in &choice.arms {
            uses.extend(used(arm));
        }
        if let Some(on) = &choice.on {
            uses.extend(asked_of(on));
        }
        let new = self.gather(&uses);
        let mut arms: Vec<Vec<Stmt>> = Vec::new();
        for (place, arm) in choice.arms.into_iter().enumerate() {
            let on = choice.on.as_ref();
            let pat = on.and_then(|on| Some((on.value, on.pats.get(place)?)));
            let (stmts, ()) = self.part_back(arm, &seeds, |sweep| {
                if let Some((value, pat)) = pat {
                    sweep.arm_back(value, pat);
                }
            });
            arms.push(stmts);
        }
        if let Some(on) = &choice.on {
            if arms.iter().any(|stmts| !is_idle(stmts)) {
                self.look_again(on, &choice.taken, &arms);
            }
        } else if arms.iter().any(|stmts| !is_idle(stmts)) {
            let taken = &choice.taken;
            match arms.as_slice() {
                [one] => {
                    self.stmts.push(parse_quote!(let _ = #taken.pop();));
                    self.stmts.push(parse_quote!({ #(#one)* }));
                }
                _ => {
                    let which = self.source.fresh("which", taken.span());
                    self.stmts
                        .push(parse_quote!(let #which = __rt::kept(#taken.pop())?;));
                    let mut chain: Option<Expr> = None;
                    for (place, stmts) in arms.iter().enumerate().rev() {
                        let place = proc_macro2::Literal::usize_unsuffixed(place);
                        chain = Some(match chain {
                            None => parse_quote!({ #(#stmts)* }),
                            Some(rest) => {
                                parse_quote!(if #which == #place { #(#stmts)* } else #rest)
                            }
                        });
                    }
                    if let Some(chain) = chain {
                        self.stmts.push(Stmt::Expr(chain, None));
                    }
                }
            }
        }
        self.gathered(new);
    }

    /// The arms of the way back, by the same look into the value.
    fn look_again(&mut self, on: &Looked, taken: &Ident, arms: &[Vec<Stmt>]) {
        let of = self.source.value(on.value);
        let which = self.source.fresh("which", taken.span());
        if on.guarded {
            self.stmts
                .push(parse_quote!(let #which = __rt::kept(#taken.pop())?;));
        }
        let mut written: Vec<syn::Arm> = Vec::new();
        for (place, (pat, stmts)) in on.pats.iter().zip(arms).enumerate() {
            let pat = self.arm_pat(on.value, pat);
            let guard = on.guarded.then(|| {
                let place = proc_macro2::Literal::usize_unsuffixed(place);
                quote!(if #which == #place)
            });
            written.push(parse_quote!(#pat #guard => { #(#stmts)* }));
        }
        if on.guarded {
            written.push(parse_quote!(_ => {}));
        }
        self.stmts.push(parse_quote!(match #of { #(#written)* }));
    }

    /// Says so of an enum that comes out of what may be left.
    fn no_way_behind(&mut self, value: ValueId) {
        let place = match self.ir.values.get(value) {
            Some(value) => value.origin.tokens().clone(),
            None => self.place.clone(),
        };
        self.diagnostics.push(
            Diagnostic::new(
                Code::E603,
                place,
                "no gradient goes through an enum that comes out of a branch which may also leave",
            )
            .help("make the enum before the branch, or behind it"),
        );
    }

    /// A value's cotangent, under a name of its own.
    fn named_cotangent(&mut self, value: ValueId) -> Option<Expr> {
        let cotangent = self.cotangent(value)?;
        let span = self.span(value);
        Some(self.held(value, cotangent, span))
    }

    fn loop_back(&mut self, looped: Looped) {
        let gives: Vec<Option<Expr>> = looped
            .outs
            .iter()
            .map(|slot| slot.tensor().and_then(|out| self.named_cotangent(out)))
            .collect();
        // The cotangents of the variables: before the way back those behind the loop.
        let mut vars: Vec<Option<(ValueId, Ident)>> = Vec::new();
        for (_, round, out) in &looped.carried {
            let (Some(round), Some(out)) = (round.tensor(), out.tensor()) else {
                vars.push(None);
                continue;
            };
            if !self.active(out).is_yes() {
                vars.push(None);
                continue;
            }
            let behind = match self.cotangent(out) {
                Some(cotangent) => cotangent,
                None => {
                    self.chosen.insert(round, true);
                    self.zeros_of(out)
                }
            };
            let name = self.cotangent_name(round, self.span(round));
            self.stmts.push(parse_quote!(let mut #name = #behind;));
            vars.push(Some((round, name)));
        }
        let uses = used(&looped.body);
        let new = self.gather(&uses);
        let mut first: Vec<Stmt> = Vec::new();
        let mut seeds: Vec<Option<Expr>> = Vec::new();
        for (variable, (_, _, out)) in vars.iter().zip(&looped.carried) {
            seeds.push(match (variable, out.tensor()) {
                (Some((_, name)), Some(out)) => {
                    let end = self.cotangent_name(out, self.span(out));
                    first.push(parse_quote!(let #end = #name;));
                    Some(parse_quote!(#end))
                }
                _ => None,
            });
        }
        self.leaving.push((looped.id, seeds.clone(), gives.clone()));
        seeds.extend(gives);
        let around = vars.clone();
        let (body, ()) = self.part_back(looped.body, &seeds, |sweep| {
            // Then those at the top of the round.
            for (round, name) in around.iter().flatten() {
                let top = match sweep.cotangent(*round) {
                    Some(cotangent) => cotangent,
                    None => sweep.zeros_of(*round),
                };
                sweep.stmts.push(parse_quote!(#name = #top;));
            }
        });
        self.leaving.pop();
        let (restores, body): (Vec<Stmt>, Vec<Stmt>) = body.into_iter().partition(is_restore);
        match &looped.rounds {
            Some(rounds) => {
                let count = self.source.fresh("count", rounds.span());
                self.stmts
                    .push(parse_quote!(let #count = __rt::kept(#rounds.pop())?;));
                self.stmts
                    .push(parse_quote!(for _ in 0..#count { #(#restores)* #(#first)* #(#body)* }));
            }
            None => self
                .stmts
                .push(parse_quote!({ #(#restores)* #(#first)* #(#body)* })),
        }
        self.gathered(new);
        for (variable, (init, ..)) in vars.iter().zip(&looped.carried) {
            if let (Some((round, name)), Out::Tensor(init)) = (variable, init) {
                self.pass(*init, parse_quote!(#name), *round);
            }
        }
    }

    /// The way there with what the way back reads noted, and the way back.
    fn joined(&mut self, there: Vec<Stmt>, back: Vec<Stmt>) -> Vec<Stmt> {
        let mut read = HashSet::new();
        for stmt in &back {
            if !is_restore(stmt) {
                words(stmt.to_token_stream(), &mut read);
            }
        }
        let mut whole = shapes::Reads::default();
        for stmt in &back {
            whole.visit_stmt(stmt);
        }
        let mut out: Vec<Stmt> = Vec::new();
        let mut marks = Marks {
            notes: HashSet::new(),
            kept: HashMap::new(),
            hollow: HashMap::new(),
            back: false,
        };
        for (list, element) in &self.notes {
            if read.contains(&list.to_string()) {
                out.push(parse_quote!(let mut #list: ::std::vec::Vec<#element> = ::std::vec::Vec::new();));
                marks.notes.insert(list.to_string());
                self.noted.push(list.to_string());
            }
        }
        let mut counters: Vec<Stmt> = Vec::new();
        // An element of each type that is spread out to sizes.
        let mut blanks: Vec<(Elem, Ident)> = Vec::new();
        for (Kept { name, list }, ty) in &self.lists {
            if !read.contains(&name.to_string()) {
                continue;
            }
            let host = ty.to_string() == "host";
            match host {
                true => self.noted.push(list.to_string()),
                false => {
                    self.there.insert(list.to_string());
                }
            }
            match host || ty.is_empty() {
                true => out.push(parse_quote!(let mut #list = Vec::new();)),
                false => out.push(parse_quote!(let mut #list: #ty = Vec::new();)),
            }
            if let Some(elem) = self.kept_elems.get(&list.to_string()).copied()
                && !whole.reads(name)
            {
                let blank = match blanks.iter().find(|(of, _)| *of == elem) {
                    Some((_, blank)) => blank.clone(),
                    None => {
                        let blank = self.source.fresh("blank", name.span());
                        let of = rule::element(elem, name.span());
                        out.push(parse_quote!(let #blank = zeros((), dtype = #of);));
                        blanks.push((elem, blank.clone()));
                        blank
                    }
                };
                let hollow = parse_quote!(#blank.unreduce(#name));
                marks.hollow.insert(list.to_string(), hollow);
            }
            let counter = match host {
                true => None,
                false => {
                    let at = self.source.fresh(&format!("at_{list}"), list.span());
                    counters.push(parse_quote!(let mut #at = #list.len();));
                    Some(at)
                }
            };
            marks.kept.insert(list.to_string(), counter);
        }
        out.extend(marks.applied(there));
        out.extend(counters);
        marks.back = true;
        out.extend(marks.applied(back));
        out
    }

    fn element_back(&mut self, element: &Element) {
        let Element { out, list, index } = element;
        let Some(cotangent) = self.whole_cotangent(*out) else {
            return;
        };
        match self.active(*list) {
            Active::No => {}
            Active::Blocked(name, origin) => self.blocked(name, &origin),
            // Of what an operation gives, its rule knows each element whose place is known.
            Active::Yes
                if self.knows_element(*list, index)
                    && !self.gathered.contains_key(list)
                    && !self.cotangents.contains_key(list) =>
            {
                self.elements
                    .entry(*list)
                    .or_default()
                    .push((index.clone(), cotangent));
            }
            Active::Yes => {
                let ty = self.ty(*out);
                let sum = self.changing(*list);
                let whole = self.sum(&ty, &parse_quote!(#sum[#index]), &cotangent);
                self.stmts.push(parse_quote!(#sum[#index] = #whole;));
            }
        }
    }

    pub(super) fn blocked(&mut self, name: &'static str, origin: &Origin) {
        let key = format!("{name} {} {}", origin.line(), origin.text());
        if self.told.contains(&key) {
            return;
        }
        self.told.push(key);
        let text = origin.text();
        let written = match text.len() {
            ..=40 => format!("`stop_gradient({text})`"),
            _ => "`stop_gradient` around it".to_owned(),
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
            if let Some(all) = self.cotangent(*list) {
                self.elements_back(step, &all);
            }
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

    /// The cotangents of all elements of a list that an operation gives, one after the other.
    fn elements_back(&mut self, step: &Step, all: &Expr) {
        let at = |sweep: &Self, index: &Expr, all: &Expr| {
            let mut env = sweep.env(step);
            env.bind("i", Bound::Host(index.clone()));
            env.bind(
                "dy",
                Bound::Tensor {
                    expr: parse_quote!(#all[#index]),
                    rank: None,
                    elem: Elem::Unknown,
                },
            );
            env
        };
        let count = match step.args.first() {
            Some(Bound::Tensors(list)) => Some(list.len()),
            _ => None,
        };
        if let Some(count) = count {
            for place in 0..count {
                let place = proc_macro2::Literal::usize_unsuffixed(place);
                let env = at(self, &parse_quote!(#place), all);
                self.rules(step, &env, true);
            }
            return;
        }
        let all = match all {
            Expr::Path(_) => all.clone(),
            other => {
                let name = self.source.fresh("d_parts", step.origin.span());
                self.stmts.push(parse_quote!(let #name = #other;));
                parse_quote!(#name)
            }
        };
        let uses: BTreeSet<ValueId> = step.values.iter().flatten().copied().collect();
        let new = self.gather(&uses);
        let index = self.source.fresh("at", step.origin.span());
        let env = at(self, &parse_quote!(#index), &all);
        let stmts = std::mem::take(&mut self.stmts);
        self.rules(step, &env, true);
        let body = std::mem::replace(&mut self.stmts, stmts);
        self.stmts
            .push(parse_quote!(for #index in 0..#all.len() { #(#body)* }));
        self.gathered(new);
    }

    /// The names of a step's rules, but for `dy`.
    pub(super) fn env(&self, step: &Step) -> Env {
        let mut env = Env::default();
        for ((param, bound), values) in step.op.params.iter().zip(&step.args).zip(&step.values) {
            env.bind(param.name, bound.clone());
            if let [value] = values.as_slice() {
                env.bind_sizes(param.name, self.sizes(*value));
            }
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
        if let (Some(Bound::Listed(listed)), [value]) = (step.args.get(place), values)
            && rule::mentions(text, "i")
        {
            let (listed, value) = (listed.clone(), *value);
            self.listed_rule(step, env, place, (value, &listed), (map, text));
            return;
        }
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
                    match rule::position(index, values.len()) {
                        Some(here) if here == at => {}
                        Some(_) => continue,
                        None => {
                            self.fail("an element whose place is not known");
                            return;
                        }
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

    /// A rule for each element of a list that is one value.
    fn listed_rule(
        &mut self,
        step: &Step,
        env: &Env,
        place: usize,
        (value, listed): (ValueId, &Expr),
        (map, text): (Map, &str),
    ) {
        if !self.active(value).is_yes() {
            return;
        }
        let span = step.origin.span();
        let mut env = env.clone();
        // In a list that gives a list, `i` is the element of the result.
        if !matches!(env.get("i"), Some(Bound::Host(_))) {
            let index = self.source.fresh("at", span);
            env.bind("i", Bound::Host(parse_quote!(#index)));
        }
        let Some(Bound::Host(index)) = env.get("i").cloned() else {
            return;
        };
        env.bind(
            "element",
            Bound::Tensor {
                expr: parse_quote!(#listed[#index]),
                rank: None,
                elem: Elem::Unknown,
            },
        );
        let sum = self.changing(value);
        let stmts = std::mem::take(&mut self.stmts);
        if let Some(expr) = self.expression(step, &mut env, place, value, (map, text), true) {
            self.stmts
                .push(parse_quote!(#sum[#index] = #sum[#index] + #expr;));
        }
        let body = std::mem::replace(&mut self.stmts, stmts);
        match step.outs.iter().any(|out| self.op_lists.contains_key(out)) {
            // The loop over the elements of the result is around.
            true => self.stmts.extend(body),
            false => self
                .stmts
                .push(parse_quote!(for #index in 0..#listed.len() { #(#body)* })),
        }
    }

    /// Is there a rule for this element of a list?
    fn knows_element(&self, list: ValueId, index: &Expr) -> bool {
        match self.op_lists.get(&list) {
            Some(Some(count)) => rule::position(index, *count).is_some(),
            Some(None) => true,
            None => false,
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

    /// A call: its own vector-Jacobian product.
    fn call_back(&mut self, called: &Called) {
        let span = called.origin.span();
        let Some((params, leaves)) = self.gradient_of_call(called) else {
            return;
        };
        let cotangents: Vec<Option<Expr>> =
            leaves.iter().map(|v| self.whole_cotangent(*v)).collect();
        if cotangents.iter().all(Option::is_none) {
            return;
        }
        let cotangents: Vec<Expr> = cotangents
            .into_iter()
            .zip(&leaves)
            .map(|(cotangent, value)| match cotangent {
                Some(cotangent) => cotangent,
                None => self.zeros_of(*value),
            })
            .collect();
        let dy: Expr = match cotangents.as_slice() {
            [one] => one.clone(),
            many => parse_quote!((#(#many),*)),
        };
        let names: Vec<Ident> = params
            .iter()
            .map(|_| self.source.fresh("d_argument", span))
            .collect();
        let mut args = called.args.clone();
        for (place, closure) in &called.closures {
            if let Some(arg) = args.get_mut(*place) {
                *arg = closure.clone();
            }
        }
        args.push(dy);
        let callee = called.callee();
        let Some(call) = callee.product(self.links, &params, "vjp", &args) else {
            return;
        };
        match names.as_slice() {
            [one] => self.stmts.push(parse_quote!(let #one = #call;)),
            many => self.stmts.push(parse_quote!(let (#(#many),*) = #call;)),
        }
        for (place, name) in params.iter().zip(names) {
            if let Some(Some(tree)) = called.trees.get(*place) {
                self.spread_over(&tree.clone(), &parse_quote!(#name), true);
            }
        }
    }

    /// Of a called function: the places of the arguments that it has gradients of, and the float tensors that it gives.
    pub(super) fn gradient_of_call(
        &mut self,
        called: &Called,
    ) -> Option<(Vec<usize>, Vec<ValueId>)> {
        let function = called.callee().signature(self.links)?;
        let name = called.callee().shown(&function);
        let Some(asked) = &function.grad else {
            let last = called.callee().last();
            self.diagnostics.push(
                Diagnostic::new(
                    Code::E601,
                    called.origin.tokens(),
                    format!("no gradient goes through `{name}`: it has none"),
                )
                .fact("what this function gives hangs on it")
                .help(format!(
                    "write `#[agnostic(grad)]` before `{last}`, or `stop_gradient` around what goes in"
                )),
            );
            return None;
        };
        let params = super::asked_places(&function, asked);
        // What hangs on an argument without a gradient would vanish.
        for (place, tree) in called.trees.iter().enumerate() {
            let active = tree.as_ref().is_some_and(|tree| {
                super::activity::any(tree, |value| self.active(value).is_yes())
            });
            let param = function.params.get(place);
            if active
                && let Some(param) = param.filter(|p| matches!(p.ty, crate::syntax::Type::Unknown))
            {
                let ty = super::owned(&param.written.ty).to_token_stream();
                let ty = crate::origin::type_text(&ty);
                self.diagnostics.push(
                    Diagnostic::new(
                        Code::E603,
                        called.origin.tokens(),
                        format!("no gradient goes through an argument of `{name}` whose type has no name here"),
                    )
                    .fact(format!("it takes `{}: {ty}`", param.name))
                    .help(format!("name its type before the call: `let {}: {ty} = …;`", param.name)),
                );
                return None;
            }
            if active && !params.contains(&place) {
                let param = function
                    .params
                    .get(place)
                    .map(|p| p.name.clone())
                    .unwrap_or_default();
                self.diagnostics.push(
                    Diagnostic::new(
                        Code::E601,
                        called.origin.tokens(),
                        format!("`{name}` has no gradient with respect to `{param}`"),
                    )
                    .help(format!("name `{param}` in the `grad` of that function, or write `stop_gradient` around the argument")),
                );
                return None;
            }
        }
        let mut leaves = Vec::new();
        float_takers(&called.out, &function.result, &mut leaves);
        Some((params, leaves))
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
        // What is only scaled is scaled before it is spread out.
        let scaled = map == Map::Reduced
            && matches!(env.get("dy"), Some(Bound::Tensor { .. }))
            && !["x", "out"]
                .iter()
                .any(|name| rule::mentions(&text.replace("axis_count(x, axis)", ""), name));
        if map == Map::Reduced && !scaled {
            self.spread(step, env, text, &["dy", "out"]);
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
        if scaled {
            let elem = self.elem(value);
            let expr = self.held(value, expr, span);
            env.bind(
                "dy",
                Bound::Tensor {
                    expr,
                    rank: None,
                    elem,
                },
            );
            self.spread(step, env, "dy", &["dy"]);
            return match env.get("dy") {
                Some(Bound::Tensor { expr, .. }) => Some(expr.clone()),
                _ => None,
            };
        }
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
    pub(super) fn same_shape(&self, step: &Step, value: ValueId) -> bool {
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
    pub(super) fn spread(&mut self, step: &Step, env: &mut Env, text: &str, names: &[&str]) {
        let span = step.origin.span();
        let Some(of) = step.values.first().and_then(|v| v.first()).copied() else {
            return;
        };
        let like = self.source.value(of);
        let options = reduction_options(env, span);
        for name in names.iter().copied() {
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
        match super::einsum::adjoint(
            &equation.value(),
            tensors,
            at,
            dy,
            &rule::element(self.elem(value), step.origin.span()),
        ) {
            Ok(expr) => Some(expr),
            Err(reason) => {
                self.diagnostics.push(
                    Diagnostic::new(Code::E601, step.origin.tokens(), reason)
                        .help("write it as several `einsum`s"),
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

/// `axis` and `keepdims` of a reduction, as keywords; what is the default anyway is left out.
pub(super) fn reduction_options(env: &Env, span: proc_macro2::Span) -> Vec<TokenStream> {
    let option = |name: &str| {
        let keyword = Ident::new(name, span);
        match env.get(name) {
            Some(Bound::Host(Expr::Lit(syn::ExprLit {
                lit: syn::Lit::Bool(value),
                ..
            }))) if !value.value => None,
            Some(Bound::Host(value)) => Some(quote!(#keyword = #value)),
            Some(Bound::List(list)) => Some(quote!(#keyword = [#(#list),*])),
            _ => None,
        }
    };
    ["axis", "keepdims"]
        .into_iter()
        .filter_map(option)
        .collect()
}

/// The float tensors of what a call gives.
fn float_takers(taker: &Taker, ty: &crate::syntax::Type, found: &mut Vec<ValueId>) {
    match (taker, ty) {
        (Taker::Tensor(value), ty) if super::is_float(ty) => found.push(*value),
        (Taker::Tuple(parts), crate::syntax::Type::Tuple(types)) => {
            for (part, ty) in parts.iter().zip(types) {
                float_takers(part, ty, found);
            }
        }
        _ => {}
    }
}

/// The values around that a part reads in operations that have a derivative.
fn used(part: &Part) -> BTreeSet<ValueId> {
    let mut found = BTreeSet::new();
    for done in &part.done {
        match done {
            Done::Op(step) => found.extend(step.values.iter().flatten()),
            Done::Element(element) => {
                found.insert(element.list);
            }
            Done::Make { tree, .. } => found.extend(tree.tensors()),
            Done::Push { list, tree } | Done::Set { list, tree, .. } => {
                found.insert(*list);
                found.extend(tree.tensors());
            }
            Done::Pop { list, .. } => {
                found.insert(*list);
            }
            Done::Call(called) => {
                found.extend(called.trees.iter().flatten().flat_map(Tree::tensors));
            }
            Done::Model(called) => found.extend(called.of.iter().flatten()),
            Done::Same { from, .. } => {
                found.insert(*from);
            }
            Done::Choice(choice) => {
                found.extend(choice.on.iter().flat_map(asked_of));
                choice.arms.iter().for_each(|arm| found.extend(used(arm)));
            }
            Done::Loop(looped) => {
                found.extend(used(&looped.body));
                found.extend(looped.carried.iter().flat_map(|(init, ..)| init.uses()));
            }
            Done::Rest(rest) => found.extend(used(&rest.part)),
        }
    }
    match &part.end {
        End::Gives(outs) => found.extend(outs.iter().flat_map(Out::uses)),
        End::Jump { carried, outs, .. } => {
            found.extend(carried.iter().chain(outs).flat_map(Out::uses));
        }
        End::Nowhere => {}
    }
    found.retain(|value| !part.defined.contains(value));
    found
}

/// The value that is looked into, where a pattern binds something of it.
fn asked_of(on: &Looked) -> Option<ValueId> {
    let binds = on.pats.iter().any(|pat| !pat.tensors().is_empty());
    binds.then_some(on.value)
}

fn is_restore(stmt: &Stmt) -> bool {
    matches!(stmt, Stmt::Macro(inner) if inner.mac.path.is_ident("__restore"))
}

/// Does nothing happen there?
fn is_idle(stmts: &[Stmt]) -> bool {
    stmts.iter().all(is_restore)
}

/// All words in code.
pub(super) fn words(tokens: TokenStream, found: &mut HashSet<String>) {
    // What a part begins with is no use.
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            proc_macro2::TokenTree::Ident(word) if word == "__restore" => {
                tokens.next();
                tokens.next();
            }
            proc_macro2::TokenTree::Ident(word) => {
                found.insert(word.to_string());
            }
            proc_macro2::TokenTree::Group(group) => words(group.stream(), found),
            _ => {}
        }
    }
}

/// Puts code in the place of marks.
struct Marks {
    notes: HashSet<String>,
    /// The lists of kept values, and where the way back is in them.
    kept: HashMap<String, Option<Ident>>,
    /// What is kept of a tensor whose elements nobody reads: one element, spread out to its sizes.
    hollow: HashMap<String, Expr>,
    back: bool,
}

impl Marks {
    fn applied(&mut self, stmts: Vec<Stmt>) -> Vec<Stmt> {
        let mut block: syn::Block = parse_quote!({ #(#stmts)* });
        self.visit_block_mut(&mut block);
        block.stmts
    }
}

impl VisitMut for Marks {
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        let mut out: Vec<Stmt> = Vec::new();
        for mut stmt in std::mem::take(&mut block.stmts) {
            let Stmt::Macro(inner) = &stmt else {
                self.visit_stmt_mut(&mut stmt);
                out.push(stmt);
                continue;
            };
            let tokens = inner.mac.tokens.clone();
            if inner.mac.path.is_ident("__note") {
                let mut found = HashSet::new();
                words(tokens.clone(), &mut found);
                if found.iter().any(|word| self.notes.contains(word)) {
                    let noted: syn::Block = parse_quote!({ #tokens });
                    out.extend(noted.stmts);
                }
                continue;
            }
            let keeps = inner.mac.path.is_ident("__kept");
            if !keeps && !is_restore(&stmt) {
                out.push(stmt);
                continue;
            }
            let mut words = tokens.into_iter();
            let (Some(name), Some(list)) = (words.next(), words.next()) else {
                continue;
            };
            match self.kept.get(&list.to_string()) {
                None => {}
                Some(Some(_)) if keeps => match self.hollow.get(&list.to_string()) {
                    Some(hollow) => out.push(parse_quote!(#list.push(#hollow);)),
                    None => out.push(parse_quote!(#list.push(#name);)),
                },
                Some(None) if keeps => out.push(parse_quote!(#list.push((#name).clone());)),
                Some(Some(at)) => {
                    out.push(parse_quote!(#at = __rt::earlier(#at)?;));
                    out.push(parse_quote!(let #name = #list[#at];));
                }
                Some(None) => out.push(parse_quote!(let #name = __rt::kept(#list.pop())?;)),
            }
        }
        block.stmts = out;
    }
}

//! Derivatives through functions that the caller brings.
//!
//! ```text
//! let y = model(x);     →     let (x_leaf, y_tape, y) = model(__tracked, x);
//!                             …
//!                             let d_x = model(__back, [x_leaf], [true], [y_tape], [true], [d_y]);
//! ```
//!
//! A derived function takes the function with its derivative (`eagerpy_runtime::model`): of the framework's autograd, or
//! of the caller's own. What the way back needs are tensors, so loops keep them as they keep others.

use std::collections::BTreeSet;

use proc_macro2::{Ident, Span};
use quote::ToTokens;
use syn::{Expr, parse_quote};

use super::activity::{self, Active};
use super::sweep::{Done, Mode, Sweep};
use crate::check::hir::Asking;
use crate::check::ty::Ty;
use crate::diag::{Code, Diagnostic};
use crate::ir::{CallArg, Closure, Out, Taker, Tree, ValueId};
use crate::origin::Origin;
use crate::syntax::{self, DIFFERENTIABLE, Function, Type};

/// A call of such a function.
pub(super) struct Modeled {
    function: Expr,
    /// What it was given, with leaves in the place of its float tensors.
    args: Vec<Expr>,
    /// Its float tensors: arguments, and results with their graphs.
    pub(super) of: Vec<Option<ValueId>>,
    tapes: Vec<Ident>,
    results: Vec<ValueId>,
    origin: Origin,
}

impl<'a> Sweep<'a> {
    pub(super) fn applied(
        &mut self,
        out: &'a Taker,
        function: ValueId,
        (asking, args): (&Asking, &'a [CallArg]),
        origin: &Origin,
    ) -> Option<()> {
        if *asking != Asking::Value {
            self.second_through_model(origin);
            return None;
        }
        let Some(Ty::Fn(ty)) = self.ir.values.get(function).map(|v| &v.ty) else {
            self.fail("a call of what is no function");
            return None;
        };
        let ty = ty.ty.clone();
        let model = self.source.value(function);
        let mut written: Vec<Expr> = Vec::new();
        let mut values: Vec<Option<ValueId>> = Vec::new();
        for arg in args {
            let (expr, value) = match arg {
                CallArg::Tensor(value) | CallArg::Value(Tree::Tensor(value), _) => {
                    (self.source.value(*value), Some(*value))
                }
                CallArg::Host(code) => (self.settled(code), None),
                CallArg::Value(tree, _) => (self.source.tree(tree), None),
                CallArg::Closure(_) => {
                    self.fail("a closure for a function that the caller brings");
                    return None;
                }
            };
            written.push(expr);
            values.push(value);
        }
        let active = out.tensors().iter().any(|v| self.active(*v).is_yes());
        if active && self.in_body && !ty.differentiable {
            let is = crate::origin::type_text(&ty.written.to_token_stream());
            self.diagnostics.push(
                Diagnostic::new(
                    Code::E603,
                    origin.tokens(),
                    "no gradient goes through a function of the caller's whose derivative is not asked for",
                )
                .fact(format!("it is `{is}`"))
                .help(format!("declare it so: `{is} + Differentiable`")),
            );
            return None;
        }
        if active && self.mode == Mode::Forward {
            self.no_way_along = true;
            self.through_model.get_or_insert(origin.clone());
        }
        if !active || self.mode != Mode::Reverse {
            let pat = self.taking(out);
            self.stmts
                .push(parse_quote!(let #pat = #model(#(#written),*);));
            self.keep_taken(out);
            return Some(());
        }
        let span = origin.span();
        let parts: Vec<&Taker> = match out {
            Taker::Tuple(parts) => parts.iter().collect(),
            one => vec![one],
        };
        let (mut names, mut kept): (Vec<Ident>, Vec<(Ident, ValueId)>) = (Vec::new(), Vec::new());
        let mut args = written.clone();
        let mut of = Vec::new();
        for place in ty.float_args() {
            let value = values.get(place).copied().flatten();
            let hint = value.map_or_else(|| "argument".to_owned(), |v| self.source.hint(v));
            let leaf = self.source.fresh(&format!("{hint}_leaf"), span);
            if let Some(arg) = args.get_mut(place) {
                *arg = parse_quote!(#leaf);
            }
            if let Some(value) = value {
                kept.push((leaf.clone(), value));
            }
            names.push(leaf);
            of.push(value);
        }
        let (mut tapes, mut results) = (Vec::new(), Vec::new());
        for place in ty.float_results() {
            let Some(Taker::Tensor(value)) = parts.get(place) else {
                self.fail("a result of the caller's function that nothing takes");
                return None;
            };
            let hint = self.source.hint(*value);
            let tape = self.source.fresh(&format!("{hint}_tape"), span);
            kept.push((tape.clone(), *value));
            names.push(tape.clone());
            tapes.push(tape);
            results.push(*value);
        }
        let parts = parts.into_iter().map(|part| self.taking(part));
        let parts: Vec<syn::Pat> = parts.collect();
        self.stmts
            .push(parse_quote!(let (#(#names,)* #(#parts),*) = #model(__tracked, #(#written),*);));
        for (name, value) in kept {
            let list = self.list_type(value);
            self.keep(&name, list);
        }
        self.keep_taken(out);
        self.done.push(Done::Model(Modeled {
            function: model,
            args,
            of,
            tapes,
            results,
            origin: origin.clone(),
        }));
        Some(())
    }

    fn keep_taken(&mut self, out: &Taker) {
        match out {
            Taker::Tensor(value) => self.keep_value(*value),
            Taker::Host(pat) => self.keep_host(pat),
            Taker::Tuple(parts) => parts.iter().for_each(|part| self.keep_taken(part)),
            Taker::Wild => {}
        }
    }

    pub(super) fn model_back(&mut self, called: &Modeled) {
        let given: Vec<Option<Expr>> = called.results.iter().map(|v| self.cotangent(*v)).collect();
        if given.iter().all(Option::is_none) {
            return;
        }
        let mut wanted = Vec::new();
        for value in &called.of {
            let active = value.map_or(Active::No, |value| self.active(value));
            if let Active::Blocked(name, origin) = &active {
                self.blocked(name, origin);
            }
            wanted.push(active.is_yes());
        }
        if !wanted.contains(&true) {
            return;
        }
        let seeded: Vec<bool> = given.iter().map(Option::is_some).collect();
        let seeds = given.into_iter().zip(&called.results);
        let seeds: Vec<Expr> = seeds
            .map(|(cotangent, value)| match cotangent {
                Some(cotangent) => cotangent,
                None => {
                    let value = self.source.value(*value);
                    parse_quote!(zeros_like(#value))
                }
            })
            .collect();
        let span: Span = called.origin.span();
        let names: Vec<Ident> = called
            .of
            .iter()
            .map(|value| {
                let hint = value.map_or_else(|| "argument".to_owned(), |v| self.source.hint(v));
                self.source.fresh(&format!("d_{hint}"), span)
            })
            .collect();
        let (model, args, tapes) = (&called.function, &called.args, &called.tapes);
        let call: Expr = parse_quote! {
            #model(__back, [#(#args),*], [#(#wanted),*], [#(#tapes),*], [#(#seeded),*], [#(#seeds),*])
        };
        match names.as_slice() {
            [one] => self.stmts.push(parse_quote!(let #one = #call;)),
            many => self.stmts.push(parse_quote!(let (#(#many),*) = #call;)),
        }
        for ((value, name), wanted) in called.of.iter().zip(names).zip(wanted) {
            if let (Some(value), true) = (value, wanted) {
                self.add(*value, parse_quote!(#name), false);
            }
        }
    }

    fn second_through_model(&mut self, origin: &Origin) {
        let told = second(origin);
        self.diagnostics.push(told);
    }
}

impl<'a> Sweep<'a> {
    /// A closure, as it stands in the program.
    pub(super) fn closure_there(&mut self, closure: &'a Closure) -> Option<Expr> {
        let none = vec![Active::No; self.ir.values.len()];
        let (stmts, value) = self.apart(Mode::Plain, none, |sweep| {
            sweep.alone(&closure.body)?;
            let outs: Vec<Expr> = closure.body.outs.iter().map(|out| sweep.out(out)).collect();
            let value = match (closure.tuple, outs.as_slice()) {
                (false, [one]) => one.clone(),
                (_, many) => super::source::tuple(many),
            };
            let value = (!closure.body.leaves).then_some(value);
            Some((std::mem::take(&mut sweep.stmts), value))
        })?;
        let params = closure.params.iter().map(|param| self.taking(param));
        Some(parse_quote!(|#(#params),*| { #(#stmts)* #value }))
    }

    /// A closure with the way back through it, for a derived function.
    pub(super) fn closure_with_way_back(
        &mut self,
        closure: &'a Closure,
        origin: &Origin,
    ) -> Option<Expr> {
        let there = self.closure_there(closure)?;
        let outs: Vec<ValueId> = closure
            .body
            .outs
            .iter()
            .filter_map(|out| match out {
                Out::Tensor(value) => Some(*value),
                Out::Host(_) => None,
            })
            .collect();
        if outs.iter().any(|out| self.active(*out).is_yes()) {
            self.takes_from_around(closure, origin);
            return None;
        }
        for out in &outs {
            if let Active::Blocked(name, origin) = self.active(*out) {
                self.blocked(name, &origin);
            }
        }
        let float = |sweep: &Self, value: &ValueId| match sweep.ir.values.get(*value).map(|v| &v.ty)
        {
            Some(Ty::Tensor(tensor)) => tensor.dtype.is_float() != Some(false),
            _ => false,
        };
        let asked: Vec<ValueId> = closure
            .begins()
            .into_iter()
            .filter(|value| float(self, value))
            .collect();
        let activity = activity::within(self.ir, &closure.body, &asked);
        Self::cut(self.diagnostics, &activity.cuts);
        let span = origin.span();
        let results: Vec<ValueId> = outs.into_iter().filter(|out| float(self, out)).collect();
        let seeds: Vec<Ident> = results
            .iter()
            .map(|_| self.source.fresh("d_given", span))
            .collect();
        let (stmts, grads) = self.apart(Mode::Reverse, activity.values, |sweep| {
            sweep.alone(&closure.body)?;
            for (value, seed) in results.iter().zip(&seeds) {
                match sweep.active(*value) {
                    Active::No => {}
                    Active::Blocked(name, origin) => sweep.blocked(name, &origin),
                    Active::Yes => sweep.add(*value, parse_quote!(#seed), false),
                }
            }
            sweep.backward();
            let mut grads: Vec<Expr> = Vec::new();
            for value in &asked {
                let cotangent = sweep.cotangent(*value);
                grads.push(cotangent.unwrap_or_else(|| {
                    let value = sweep.source.value(*value);
                    parse_quote!(zeros_like(#value))
                }));
            }
            Some((std::mem::take(&mut sweep.stmts), grads))
        })?;
        let grads = match grads.as_slice() {
            [one] => one.clone(),
            many => super::source::tuple(many),
        };
        let params = closure.params.iter().map(|param| self.taking(param));
        let seeds: syn::Pat = match seeds.as_slice() {
            [one] => parse_quote!(#one),
            many => parse_quote!((#(#many),*)),
        };
        Some(parse_quote! {
            #[__vjp(|#(#params,)* #seeds| { #(#stmts)* #grads })]
            #there
        })
    }

    /// A closure that takes in what derivatives are asked of: there is no way back to that yet.
    fn takes_from_around(&mut self, closure: &Closure, origin: &Origin) {
        let mut inside = BTreeSet::new();
        closure.body.defines_within(&mut inside);
        inside.extend(closure.begins());
        let mut names: Vec<String> = Vec::new();
        for value in closure.body.uses_within() {
            let name = format!("`{}`", self.source.hint(value));
            let outside = !inside.contains(&value) && !inside.contains(&self.ir.root(value));
            if outside && self.active(value).is_yes() && !names.contains(&name) {
                names.push(name);
            }
        }
        self.diagnostics.push(
            Diagnostic::new(
                Code::E603,
                origin.tokens(),
                format!(
                    "no gradient goes through what a closure takes from around it yet: {}",
                    names.join(", ")
                ),
            )
            .help("write `stop_gradient` around it before the closure, if it is meant to be a constant"),
        );
    }
}

/// A second derivative through a function that the caller brings.
pub(super) fn second(origin: &Origin) -> Diagnostic {
    Diagnostic::new(
        Code::E603,
        origin.tokens(),
        "no second derivative goes through a function that the caller brings",
    )
    .fact("what is known of it is how cotangents go back, and not how that changes")
    .help("leave `order = 2` out")
}

/// Makes the functions among the parameters of a derived one such that come with their derivatives.
pub(super) fn with_derivatives(sig: &mut syn::Signature, function: &Function) {
    for (input, param) in sig.inputs.iter_mut().zip(&function.params) {
        if let (syn::FnArg::Typed(typed), Type::Fn(ty)) = (input, &param.ty)
            && let syn::Type::ImplTrait(bounds) = &mut *typed.ty
            && is_derived(ty)
            && !ty.differentiable
        {
            let word = Ident::new(DIFFERENTIABLE, Span::call_site());
            bounds.bounds.push(parse_quote!(#word));
        }
    }
}

/// Can a derivative go through it?
fn is_derived(ty: &syntax::FnType) -> bool {
    !ty.float_args().is_empty() && !ty.float_results().is_empty()
}

/// Does a call hand over a function?
pub(super) fn hands_over(trees: &[Option<Tree>], ir: &crate::ir::Ir) -> bool {
    trees.iter().flatten().any(|tree| {
        matches!(tree, Tree::Tensor(value)
            if matches!(ir.values.get(*value).map(|v| &v.ty), Some(Ty::Fn(ty)) if is_derived(&ty.ty)))
    })
}

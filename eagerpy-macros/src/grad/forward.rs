//! Forward mode: tangents, along with the program.
//!
//! ```text
//! let v1 = x.square();                    t_v1 = t_x * (2.0 * x)
//! let out = v1.sum();           →         t_out = t_v1.sum()
//! ```
//!
//! A rule says how cotangents go back. How tangents go along follows from what kind of map the derivative is
//! ([`Map`]), or the rule says it.

use proc_macro2::Ident;
use quote::ToTokens;
use syn::{Expr, parse_quote};

use eagerpy_runtime::ops::{Grad, Map};

use super::activity::Active;
use super::rule::{self, Bound, Env};
use super::sweep::{Called, Step, Sweep};
use crate::check::ty::{Elem, Ty};
use crate::ir::ValueId;

impl Sweep<'_> {
    /// A parameter's tangent.
    pub fn start(&mut self, value: ValueId, tangent: Expr) {
        self.tangents.insert(value, tangent);
    }

    /// Takes tangents through an operation.
    pub(super) fn step_along(&mut self, step: &Step) {
        let active = |sweep: &Self| {
            step.outs
                .iter()
                .any(|out| matches!(sweep.active(*out), Active::Yes))
        };
        let Grad::Rules { map, rules } = step.op.grad else {
            return;
        };
        if !active(self) {
            return;
        }
        let parts: Vec<Expr> = match map {
            Map::Linear => self.through_itself(step, rules, true).into_iter().collect(),
            Map::Multilinear => self.one_at_a_time(step, rules),
            Map::Diagonal | Map::Choice | Map::Symmetric | Map::Reduced | Map::Other => {
                self.through_rules(step, map, rules)
            }
        };
        let mut parts = parts.into_iter();
        let Some(first) = parts.next() else {
            return;
        };
        let mut sum = first;
        for part in parts {
            sum = parse_quote!(#sum + #part);
        }
        let whole = |sweep: &Self, value: &ValueId| sweep.same_shape(step, *value);
        let tangents: Vec<ValueId> = step
            .values
            .iter()
            .flatten()
            .copied()
            .filter(|value| self.tangents.contains_key(value))
            .collect();
        if matches!(map, Map::Diagonal | Map::Choice)
            && !tangents.iter().any(|v| whole(self, v))
            && let Some(out) = step.outs.first()
        {
            let out = self.source.value(*out);
            sum = parse_quote!((#sum).broadcast_to(#out.shape()));
        }
        let span = step.origin.span();
        let names: Vec<Ident> = step
            .outs
            .iter()
            .map(|out| {
                let hint = self.source.hint(*out);
                self.source.fresh(&format!("t_{hint}"), span)
            })
            .collect();
        match names.as_slice() {
            [one] => self.stmts.push(parse_quote!(let #one = #sum;)),
            many => self.stmts.push(parse_quote!(let (#(#many),*) = #sum;)),
        }
        for (out, name) in step.outs.iter().zip(names) {
            // Of several results, some may be no floats.
            let float = match self.ir.values.get(*out).map(|v| &v.ty) {
                Some(Ty::Tensor(tensor)) => tensor.dtype.is_float() != Some(false),
                _ => true,
            };
            if float {
                self.tangents.insert(*out, parse_quote!(#name));
            }
        }
    }

    /// A call: its own Jacobian-vector product.
    pub(super) fn call_along(&mut self, called: &Called) {
        let span = called.origin.span();
        let Some((params, leaves)) = self.gradient_of_call(called) else {
            return;
        };
        if called
            .callee()
            .signature(self.links)
            .is_some_and(|f| f.own_rule && f.order < 2)
        {
            // Then there is no way along here either, but all that goes back.
            self.no_way_along = true;
            return;
        }
        if !called.closures.is_empty() || super::model::hands_over(&called.trees, self.ir) {
            self.no_way_along = true;
            self.through_model.get_or_insert(called.origin.clone());
            return;
        }
        let mut tangents: Vec<Expr> = Vec::new();
        for place in &params {
            match (called.trees.get(*place), called.args.get(*place)) {
                (Some(Some(tree)), _) => tangents.push(self.tangents_of(tree)),
                // Nothing is in it: `None`, an empty list.
                (_, Some(arg)) => tangents.push(arg.clone()),
                _ => {}
            }
        }
        let mut args = called.args.clone();
        args.extend(tangents);
        let names: Vec<Ident> = leaves
            .iter()
            .map(|value| {
                let hint = self.source.hint(*value);
                self.source.fresh(&format!("t_{hint}"), span)
            })
            .collect();
        let callee = called.callee();
        let Some(call) = callee.product(self.links, &params, "jvp", &args) else {
            return;
        };
        let binders = leaves.iter().zip(&names);
        let binders: Vec<_> = binders.map(|(of, name)| self.binder(*of, name)).collect();
        match binders.as_slice() {
            [one] => self.stmts.push(parse_quote!(let #one = #call;)),
            many => self.stmts.push(parse_quote!(let (#(#many),*) = #call;)),
        }
        for (value, name) in leaves.iter().zip(names) {
            super::start(self, self.ir, *value, &parse_quote!(#name));
        }
    }

    /// The operation of tangents: in all places, or `None` where there is none at all.
    fn through_itself(
        &mut self,
        step: &Step,
        rules: &[(&str, &str, Option<&str>)],
        filled: bool,
    ) -> Option<Expr> {
        let mut args = step.written.clone();
        let mut found = false;
        for (place, param) in step.op.params.iter().enumerate() {
            if !rules.iter().any(|(name, ..)| *name == param.name) {
                continue;
            }
            let Some(slot) = args.get_mut(place) else {
                continue;
            };
            let values = step.values.get(place).cloned().unwrap_or_default();
            let list = matches!(step.args.get(place), Some(Bound::Tensors(_)));
            let tangents: Vec<Expr> = values
                .iter()
                .map(|value| match self.tangents.get(value) {
                    Some(tangent) => {
                        found = true;
                        tangent.clone()
                    }
                    None => self.zeros_of(*value),
                })
                .collect();
            match (list, tangents.as_slice(), slot.as_ref()) {
                (true, many, _) => *slot = Some(parse_quote!([#(#many),*])),
                (false, [one], _) => *slot = Some(one.clone()),
                // A number.
                (false, _, Some(_)) if filled => *slot = Some(parse_quote!(0.0)),
                _ => {}
            }
        }
        found.then(|| {
            self.source
                .call(step.op, &args, is_method(step), step.origin.span())
        })
    }

    /// The operation of one tangent and the other operands, for each.
    fn one_at_a_time(&mut self, step: &Step, rules: &[(&str, &str, Option<&str>)]) -> Vec<Expr> {
        let mut out = Vec::new();
        for (place, param) in step.op.params.iter().enumerate() {
            if !rules.iter().any(|(name, ..)| *name == param.name) {
                continue;
            }
            let values = step.values.get(place).cloned().unwrap_or_default();
            for (at, value) in values.iter().enumerate() {
                let Some(tangent) = self.tangents.get(value).cloned() else {
                    continue;
                };
                let mut args = step.written.clone();
                if let Some(slot) = args.get_mut(place) {
                    *slot = Some(match step.args.get(place) {
                        Some(Bound::Tensors(list)) => {
                            let mut list = list.clone();
                            if let Some(element) = list.get_mut(at) {
                                *element = tangent;
                            }
                            parse_quote!([#(#list),*])
                        }
                        _ => tangent,
                    });
                }
                out.push(
                    self.source
                        .call(step.op, &args, is_method(step), step.origin.span()),
                );
            }
        }
        out
    }

    fn through_rules(
        &mut self,
        step: &Step,
        map: Map,
        rules: &[(&str, &str, Option<&str>)],
    ) -> Vec<Expr> {
        let span = step.origin.span();
        let mut out = Vec::new();
        for (name, text, forward) in rules {
            let Some(place) = step.op.params.iter().position(|p| p.name == *name) else {
                continue;
            };
            let value = match step.values.get(place).map(Vec::as_slice) {
                Some([value]) => *value,
                _ => continue,
            };
            let Some(tangent) = self.tangents.get(&value).cloned() else {
                continue;
            };
            let mut env: Env = self.env(step);
            let bound = Bound::Tensor {
                expr: tangent,
                rank: self.shape(value).rank(),
                elem: Elem::Unknown,
            };
            let text = match (map, forward) {
                (_, Some(forward)) => {
                    env.bind("t", bound);
                    forward
                }
                (Map::Reduced, None) => {
                    self.spread(step, &mut env, text, &["out"]);
                    env.bind("dy", bound);
                    text
                }
                (_, None) => {
                    env.bind("dy", bound);
                    text
                }
            };
            let number = self.number();
            let expr = match rule::instance(text, &env, span, number) {
                Ok(expr) => expr,
                Err(reason) => {
                    self.fail(format!("{}: {reason}", step.op.name));
                    return out;
                }
            };
            out.push(match (map, forward) {
                (Map::Reduced, None) => {
                    let options = super::reverse::reduction_options(&env, span);
                    let expr = expr.to_token_stream();
                    parse_quote!((#expr).sum(#(#options),*))
                }
                _ => expr,
            });
        }
        out
    }
}

/// Is the first argument a tensor?
fn is_method(step: &Step) -> bool {
    matches!(step.args.first(), Some(Bound::Tensor { .. }))
}

//! Reverse mode: cotangents, from the result back to the parameters.
//!
//! ```text
//! let v1 = x.square();                    d_v1 = unreduce(d_out, v1)
//! let out = v1.sum();           →         d_x = d_v1 * (2.0 * x)
//! ```
//!
//! A value's cotangent is the sum of what its uses give.

use proc_macro2::Ident;
use quote::quote;
use syn::{Expr, parse_quote};

use eagerpy_runtime::ops::{Grad, Map, ShapeRule};

use super::rule::{self, Bound, Env};
use super::sweep::{Active, Done, Element, Step, Sweep};
use crate::check::ty::{Elem, Shape, Ty};
use crate::diag::{Code, Diagnostic};
use crate::ir::ValueId;
use crate::origin::Origin;

impl Sweep<'_> {
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
    pub(super) fn env(&self, step: &Step) -> Env {
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

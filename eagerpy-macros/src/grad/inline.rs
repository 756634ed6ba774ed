//! Derivatives in a body, written out where they stand.
//!
//! ```text
//! let (loss, dw) = value_and_grad(|w| (x * w).sum(), w);
//!
//! let (loss, dw) = ({
//!     let x_2 = x;
//!     let w_2 = w;
//!     let v3 = x_2.multiply(w_2);
//!     …
//!     (loss, d_w)
//! });
//! ```
//!
//! The rest of the body stays as it was written. Innermost first: what stands around a derivative sees the program that
//! it became, so that derivatives of derivatives need nothing of their own.

use std::collections::{HashMap, HashSet};

use proc_macro2::Span;
use quote::ToTokens;
use syn::{Expr, Stmt, parse_quote};

use super::source::{self, Source};
use super::sweep::{Mode, Sweep};
use crate::check::Derivative;
use crate::check::ty::Ty;
use crate::diag::Diagnostics;
use crate::ir::{
    self, CallArg, Callee, Closure, Inst, Ir, Out, Place, Region, Taker, Tree, ValueId,
};
use crate::syntax::Function;
use crate::syntax::derivative::{self, Product};
use crate::syntax::links::Links;

/// How deep derivatives may stand in each other, with the operations in them that are written out.
const DEPTH: usize = 64;

/// A function whose body has no derivatives any more.
pub struct Plain {
    pub function: Function,
    pub ir: Ir,
}

/// Writes the derivatives in a function's body out. `None`: it has none. Mistakes go to `diagnostics`; then what comes is
/// as far as it went.
///
/// # Errors
/// What is wrong with the compiler, in words for a report.
pub fn plain(
    item: &syn::ItemFn,
    function: &Function,
    ir: &Ir,
    links: &mut Links,
    diagnostics: &mut Diagnostics,
) -> Result<Option<Plain>, String> {
    let mut item = item.clone();
    derivative::mark(&mut item);
    let mut latest: Option<Plain> = None;
    for _ in 0..DEPTH {
        let (function, ir) = match &latest {
            Some(plain) => (&plain.function, &plain.ir),
            None => (function, ir),
        };
        let mut found = Vec::new();
        innermost(&ir.body, &mut found);
        if found.is_empty() {
            return Ok(latest);
        }
        let told = diagnostics.mark();
        let mut written: HashMap<usize, Written> = HashMap::new();
        for (asked, closure) in found {
            if let Some(one) = write(function, ir, asked, closure, links, diagnostics)? {
                written.insert(asked.word.number, one);
            }
        }
        if diagnostics.mark() != told {
            return Ok(latest);
        }
        derivative::replace(&mut item.block, &mut |word, call| {
            written.get(&word.number).map(|one| one.placed(call))
        });
        let again = super::understood(item.clone(), function, links)?;
        latest = Some(Plain {
            function: again.function,
            ir: again.ir,
        });
    }
    Err("derivatives in a body do not end".to_owned())
}

/// The derivatives without others in them.
fn innermost<'a>(region: &'a Region, found: &mut Vec<(&'a Derivative, &'a Closure)>) {
    for inst in &region.insts {
        let before = found.len();
        for inner in inst.regions() {
            innermost(inner, found);
        }
        if found.len() == before
            && let Inst::Call {
                callee: Callee::Derivative(asked),
                args,
                ..
            } = inst
            && let Some(CallArg::Closure(closure)) = args.first()
        {
            found.push((asked, closure));
        }
    }
}

/// What stands for a derivative.
enum Written {
    /// The same of this closure, whose operations are written out.
    Closure(Box<syn::ExprClosure>),
    /// A block. `takes`: what the arguments are called in it.
    Block {
        first: Vec<Stmt>,
        takes: Vec<syn::Pat>,
        stmts: Vec<Stmt>,
        value: Expr,
    },
}

impl Written {
    fn placed(&self, call: &syn::ExprCall) -> Expr {
        match self {
            Written::Closure(closure) => {
                let mut call = call.clone();
                if let Some(first) = call.args.first_mut() {
                    *first = Expr::Closure((**closure).clone());
                }
                Expr::Call(call)
            }
            Written::Block {
                first,
                takes,
                stmts,
                value,
            } => {
                let given: Vec<&Expr> = call
                    .args
                    .iter()
                    .skip(1)
                    .filter(|arg| !matches!(arg, Expr::Assign(_)))
                    .collect();
                let take: Stmt = match (takes.as_slice(), given.as_slice()) {
                    ([take], [given]) => parse_quote!(let #take = #given;),
                    (takes, given) => parse_quote!(let (#(#takes),*) = (#(#given),*);),
                };
                parse_quote!(({ #(#first)* #take #(#stmts)* #value }))
            }
        }
    }
}

fn write(
    function: &Function,
    ir: &Ir,
    asked: &Derivative,
    closure: &Closure,
    links: &mut Links,
    diagnostics: &mut Diagnostics,
) -> Result<Option<Written>, String> {
    let takers: Vec<&Taker> = asked
        .wrt
        .iter()
        .filter_map(|place| closure.params.get(*place))
        .collect();
    let wanted: Vec<ValueId> = takers
        .iter()
        .flat_map(|taker| taker.tensors())
        .flat_map(|value| super::leaves(ir, value))
        .collect();
    let told = diagnostics.mark();
    {
        let mut sweep = Sweep::new(Mode::Plain, function, ir, &wanted, links, diagnostics);
        let first = outside(&mut sweep.source, ir, closure);
        let through = sweep.closure(closure);
        if let Some(failed) = sweep.failed {
            return Err(failed);
        }
        if !through || sweep.diagnostics.mark() != told {
            return Ok(None);
        }
        if sweep.expanded {
            let takes = closure.params.iter().map(|taker| sweep.taking(taker));
            let takes: Vec<syn::Pat> = takes.collect();
            let value = given(&sweep, closure);
            let stmts = &sweep.stmts;
            let closure = parse_quote!(|#(#takes),*| { #(#first)* #(#stmts)* #value });
            return Ok(Some(Written::Closure(Box::new(closure))));
        }
    }
    let mut sweep = Sweep::new(Mode::Reverse, function, ir, &wanted, links, diagnostics);
    let first = outside(&mut sweep.source, ir, closure);
    if !sweep.closure(closure) {
        return Ok(None);
    }
    let Some(Out::Tensor(result)) = closure.body.outs.first() else {
        return Err("a derivative of what gives no tensor".to_owned());
    };
    let of = sweep.source().value(*result);
    let span = sweep.span(*result);
    let seed = sweep.source().fresh("d_result", span);
    sweep.stmts.push(parse_quote!(let #seed = ones_like(#of);));
    sweep.add(*result, parse_quote!(#seed), false);
    sweep.backward();
    let grads: Vec<Expr> = takers
        .iter()
        .map(|taker| gradient(&mut sweep, ir, taker))
        .collect();
    let grads = match (asked.several, grads.as_slice()) {
        (false, [one]) => one.clone(),
        (_, many) => source::tuple(many),
    };
    let value = match (asked.word.product, given(&sweep, closure)) {
        (Product::Grad, _) => grads,
        (Product::ValueAuxAndGrad, Expr::Tuple(mut parts)) => {
            parts.elems.push(grads);
            Expr::Tuple(parts)
        }
        (_, value) => source::tuple(&[value, grads]),
    };
    if let Some(failed) = sweep.failed {
        return Err(failed);
    }
    if sweep.diagnostics.mark() != told {
        return Ok(None);
    }
    let takes = closure.params.iter().map(|taker| sweep.taking(taker));
    Ok(Some(Written::Block {
        first,
        takes: takes.collect(),
        stmts: sweep.stmts,
        value,
    }))
}

/// What a closure gives.
fn given(sweep: &Sweep<'_>, closure: &Closure) -> Expr {
    let outs: Vec<Expr> = closure.body.outs.iter().map(|out| sweep.out(out)).collect();
    match (closure.tuple, outs.as_slice()) {
        (false, [one]) => one.clone(),
        (_, many) => source::tuple(many),
    }
}

/// The gradient of an argument, in its form.
fn gradient(sweep: &mut Sweep<'_>, ir: &Ir, taker: &Taker) -> Expr {
    match taker {
        Taker::Tensor(value) => super::gradient_of(sweep, ir, *value),
        Taker::Tuple(parts) => {
            let parts: Vec<Expr> = parts.iter().map(|part| gradient(sweep, ir, part)).collect();
            source::tuple(&parts)
        }
        Taker::Host(syn::Pat::Ident(name)) => {
            let name = &name.ident;
            parse_quote!(#name)
        }
        Taker::Host(_) | Taker::Wild => parse_quote!(()),
    }
}

/// Names for what a closure reads of the outside: it may be hidden there later.
fn outside(source: &mut Source<'_>, ir: &Ir, closure: &Closure) -> Vec<Stmt> {
    let mut used = HashSet::new();
    uses(&closure.body, &mut used);
    let mut stmts = Vec::new();
    for (name, tree) in &closure.captured {
        let name = proc_macro2::Ident::new(name, Span::call_site());
        let mut namer = Namer {
            source,
            ir,
            used: &used,
            stmts: &mut stmts,
        };
        namer.tree(tree, &parse_quote!(#name));
    }
    stmts
}

struct Namer<'a, 'b> {
    source: &'a mut Source<'b>,
    ir: &'a Ir,
    used: &'a HashSet<ValueId>,
    stmts: &'a mut Vec<Stmt>,
}

impl Namer<'_, '_> {
    fn tree(&mut self, tree: &Tree, path: &Expr) {
        match tree {
            Tree::Tensor(value) => self.value(*value, path),
            Tree::Struct {
                whole: Some(whole), ..
            } => self.value(*whole, path),
            Tree::Struct { ty, fields, .. } => {
                let members = ty.def.variants.first().into_iter().flat_map(|v| &v.fields);
                for (member, field) in members.map(|field| &field.member).zip(fields) {
                    self.tree(field, &parse_quote!(#path.#member));
                }
            }
            Tree::Tuple(parts) => {
                for (place, part) in parts.iter().enumerate() {
                    let place = syn::Index::from(place);
                    self.tree(part, &parse_quote!(#path.#place));
                }
            }
            // A name of the compiler's own, of which the body knows nothing.
            Tree::Host(code) if source::has_own(code.expr.to_token_stream()) => {
                if let Expr::Path(own) = &*code.expr
                    && let Some(own) = own.path.get_ident()
                {
                    let name = self.source.part(&own.to_string());
                    self.stmts.push(parse_quote!(let #name = #path;));
                }
            }
            Tree::Host(_)
            | Tree::Option { .. }
            | Tree::List { .. }
            | Tree::Variant { .. }
            | Tree::Never => {}
        }
    }

    fn value(&mut self, value: ValueId, path: &Expr) {
        let Some(here) = self.ir.values.get(value) else {
            return;
        };
        if !self.used.iter().any(|used| self.is_in(*used, value)) {
            return;
        }
        // A function has no other name.
        if let Ty::Fn(_) = here.ty {
            self.source.stand(value, path.clone());
            return;
        }
        let hint = here.hint.clone().unwrap_or_else(|| "outside".to_owned());
        let name = self.source.fresh(&hint, here.origin.span());
        self.stmts.push(parse_quote!(let #name = #path;));
        self.source.stand(value, parse_quote!(#name));
    }

    /// Is a value another, or a part of it?
    fn is_in(&self, value: ValueId, whole: ValueId) -> bool {
        value == whole
            || match self.ir.values.get(value).map(|v| &v.place) {
                Some(Place::Part { of, .. }) => self.is_in(*of, whole),
                _ => false,
            }
    }
}

/// The values that a region reads, at any depth.
fn uses(region: &Region, found: &mut HashSet<ValueId>) {
    found.extend(region.outs.iter().flat_map(ir::Out::uses));
    for inst in &region.insts {
        found.extend(inst.uses());
        for inner in inst.regions() {
            uses(inner, found);
        }
    }
}

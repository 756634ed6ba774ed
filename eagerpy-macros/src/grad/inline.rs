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
use syn::visit_mut::VisitMut;
use syn::{Expr, Stmt, parse_quote};

use super::activity;
use super::reverse::words;
use super::source::{self, Source};
use super::sweep::{Mode, Sweep};
use crate::check::Derivative;
use crate::check::ty::Ty;
use crate::diag::Diagnostics;
use crate::ir::{
    self, CallArg, Callee, Closure, Inst, Ir, Out, Place, Region, Taker, Tree, ValueId,
};
use crate::origin::Origin;
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
            let Some(changed) = ways_back(&item, function, ir, links, diagnostics)? else {
                return Ok(latest);
            };
            item = changed;
            let again = super::understood(item.clone(), function, links)?;
            latest = Some(Plain {
                function: again.function,
                ir: again.ir,
            });
            continue;
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

/// A closure that is handed to what asks for its derivative, among the arguments of `path`.
struct Handed<'a> {
    path: &'a syn::Path,
    closure: &'a Closure,
    written: &'a Expr,
    origin: &'a Origin,
}

/// The closures whose way back is asked for, and not written.
fn handed<'a>(region: &'a Region, found: &mut Vec<Handed<'a>>) {
    for inst in &region.insts {
        if let Inst::Call {
            path, args, origin, ..
        } = inst
        {
            for arg in args {
                if let CallArg::Closure(closure) = arg
                    && let Some(written) = &closure.wants
                {
                    found.push(Handed {
                        path,
                        closure,
                        written,
                        origin,
                    });
                }
            }
        }
        for inner in inst.regions() {
            handed(inner, found);
        }
    }
}

/// The item with the ways back of closures written beside them. `None`: there is nothing to write, or a mistake was told.
fn ways_back(
    item: &syn::ItemFn,
    function: &Function,
    ir: &Ir,
    links: &mut Links,
    diagnostics: &mut Diagnostics,
) -> Result<Option<syn::ItemFn>, String> {
    let mut found = Vec::new();
    handed(&ir.body, &mut found);
    let told = diagnostics.mark();
    let mut written: Vec<(String, String, Expr)> = Vec::new();
    for one in found {
        let text = |tokens: &dyn ToTokens| tokens.to_token_stream().to_string();
        if let Some(closure) = with_way_back(function, ir, &one, links, diagnostics)? {
            written.push((text(one.path), text(one.written), closure));
        }
    }
    if written.is_empty() || diagnostics.mark() != told {
        return Ok(None);
    }
    struct Placed(Vec<(String, String, Expr)>);
    impl VisitMut for Placed {
        fn visit_expr_call_mut(&mut self, call: &mut syn::ExprCall) {
            let path = call.func.to_token_stream().to_string();
            for arg in &mut call.args {
                let text = arg.to_token_stream().to_string();
                let one = self
                    .0
                    .iter()
                    .find(|(of, old, _)| *of == path && *old == text);
                if let Some((.., closure)) = one {
                    *arg = closure.clone();
                }
            }
            syn::visit_mut::visit_expr_call_mut(self, call);
        }
    }
    let mut item = item.clone();
    let before = item.to_token_stream().to_string();
    Placed(written).visit_block_mut(&mut item.block);
    match item.to_token_stream().to_string() == before {
        true => Err("a closure is not where it was handed over".to_owned()),
        false => Ok(Some(item)),
    }
}

fn with_way_back(
    function: &Function,
    ir: &Ir,
    one: &Handed<'_>,
    links: &mut Links,
    diagnostics: &mut Diagnostics,
) -> Result<Option<Expr>, String> {
    let closure = one.closure;
    let wanted: Vec<ValueId> = closure
        .begins()
        .into_iter()
        .flat_map(|value| super::leaves(ir, value))
        .collect();
    {
        let mut sweep = Sweep::new(Mode::Plain, function, ir, &wanted, links, diagnostics);
        sweep.in_body = true;
        let first = outside(&mut sweep.source, ir, closure);
        let through = sweep.closure(closure);
        if let Some(failed) = sweep.failed {
            return Err(failed);
        }
        if !through {
            return Ok(None);
        }
        if sweep.expanded {
            let takes = closure.params.iter().map(|taker| sweep.taking(taker));
            let takes: Vec<syn::Pat> = takes.collect();
            let value = result(&sweep, closure);
            let stmts = &sweep.stmts;
            return Ok(Some(
                parse_quote!(|#(#takes),*| { #(#first)* #(#stmts)* #value }),
            ));
        }
    }
    let mut sweep = Sweep::new(Mode::Plain, function, ir, &[], links, diagnostics);
    sweep.in_body = true;
    let first = outside(&mut sweep.source, ir, closure);
    let written = sweep.closure_with_way_back(closure, one.origin);
    if let Some(failed) = sweep.failed {
        return Err(failed);
    }
    let Some(Expr::Closure(mut there)) = written else {
        return Ok(None);
    };
    for attr in &mut there.attrs {
        if let Ok(mut back) = attr.parse_args::<syn::ExprClosure>() {
            begin(&mut back, &first);
            *attr = parse_quote!(#[__vjp(#back)]);
        }
    }
    begin(&mut there, &first);
    Ok(Some(Expr::Closure(there)))
}

/// Puts statements at the beginning of a closure.
fn begin(closure: &mut syn::ExprClosure, first: &[Stmt]) {
    let body = &closure.body;
    *closure.body = parse_quote!({ #(#first)* #body });
}

/// What stands for a derivative.
enum Written {
    /// The same of this closure, whose operations are written out.
    Closure(Box<syn::ExprClosure>),
    /// A call of a function that gives just this.
    Call(syn::Path),
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
            Written::Call(path) => {
                let given = given(call);
                parse_quote!(#path(#(#given),*))
            }
            Written::Block {
                first,
                takes,
                stmts,
                value,
            } => {
                let given = given(call);
                let take: Stmt = match (takes.as_slice(), given.as_slice()) {
                    ([take], [given]) => parse_quote!(let #take = #given;),
                    (takes, given) => parse_quote!(let (#(#takes),*) = (#(#given),*);),
                };
                parse_quote!(({ #(#first)* #take #(#stmts)* #value }))
            }
        }
    }
}

/// What a derivative's function is called with.
fn given(call: &syn::ExprCall) -> Vec<&Expr> {
    let args = call.args.iter().skip(1);
    args.filter(|arg| !matches!(arg, Expr::Assign(_))).collect()
}

/// Of an agnostic function that has this derivative itself, its name.
fn of_function(asked: &Derivative, closure: &Closure, links: &mut Links) -> Option<syn::Path> {
    let [
        Inst::Call {
            out,
            path,
            callee: Callee::Function,
            args,
            ..
        },
    ] = closure.body.insts.as_slice()
    else {
        return None;
    };
    // It takes what the closure takes, and gives what that gives.
    let takes = args.iter().map(|arg| match arg {
        CallArg::Tensor(value) | CallArg::Value(Tree::Tensor(value), _) => Some(*value),
        CallArg::Value(
            Tree::Struct {
                whole: Some(whole), ..
            },
            _,
        ) => Some(*whole),
        _ => None,
    });
    let params = closure.params.iter().map(|param| match param {
        Taker::Tensor(value) => Some(*value),
        _ => None,
    });
    let gives: Vec<Option<ValueId>> = closure
        .body
        .outs
        .iter()
        .map(|out| match out {
            Out::Tensor(value) => Some(*value),
            Out::Host(_) => None,
        })
        .collect();
    let whole = takes.eq(params.clone())
        && params.clone().all(|param| param.is_some())
        && !out.hosts()
        && out.tensors().into_iter().map(Some).eq(gives);
    let function = links.function(path).filter(|_| whole)?;
    let wanted = super::asked_places(&function, function.grad.as_ref()?);
    let scalar = super::is_scalar_type(&function.result);
    let fits = match asked.word.product {
        Product::Grad | Product::ValueAndGrad => scalar,
        Product::ValueAuxAndGrad => false,
    };
    if !fits || wanted != asked.wrt || asked.several != (wanted.len() > 1) {
        return None;
    }
    let name = asked.word.product.name();
    let mut derivative = path.clone();
    derivative
        .segments
        .push(proc_macro2::Ident::new(name, path.segments.last()?.ident.span()).into());
    let signature = super::product_signature(&function, &wanted, name);
    links.learn(&derivative, signature);
    Some(derivative)
}

fn write(
    function: &Function,
    ir: &Ir,
    asked: &Derivative,
    closure: &Closure,
    links: &mut Links,
    diagnostics: &mut Diagnostics,
) -> Result<Option<Written>, String> {
    if let Some(path) = of_function(asked, closure, links) {
        return Ok(Some(Written::Call(path)));
    }
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
        sweep.in_body = true;
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
            let value = result(&sweep, closure);
            let stmts = &sweep.stmts;
            let closure = parse_quote!(|#(#takes),*| { #(#first)* #(#stmts)* #value });
            return Ok(Some(Written::Closure(Box::new(closure))));
        }
    }
    let mut sweep = Sweep::new(Mode::Reverse, function, ir, &wanted, links, diagnostics);
    sweep.in_body = true;
    let first = outside(&mut sweep.source, ir, closure);
    if !sweep.closure(closure) {
        return Ok(None);
    }
    let Some(Out::Tensor(scalar)) = closure.body.outs.first() else {
        return Err("a derivative of what gives no tensor".to_owned());
    };
    let of = sweep.source().value(*scalar);
    let span = sweep.span(*scalar);
    let seed = sweep.source().fresh("d_result", span);
    sweep.stmts.push(parse_quote!(let #seed = ones_like(#of);));
    sweep.add(*scalar, parse_quote!(#seed), false);
    sweep.backward();
    let grads: Vec<Expr> = takers
        .iter()
        .map(|taker| gradient(&mut sweep, ir, taker))
        .collect();
    let grads = match (asked.several, grads.as_slice()) {
        (false, [one]) => one.clone(),
        (_, many) => source::tuple(many),
    };
    let value = match (asked.word.product, result(&sweep, closure)) {
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
    let takes = takes.collect();
    Ok(Some(Written::Block {
        first,
        takes,
        stmts: needed(sweep.stmts, &value, &sweep.hosts),
        value,
    }))
}

/// The statements that something is made of: the value is not always asked for. `hosts`: names whose code is the user's,
/// and is run in any case.
fn needed(stmts: Vec<Stmt>, value: &Expr, hosts: &HashSet<String>) -> Vec<Stmt> {
    let mut read = HashSet::new();
    words(value.to_token_stream(), &mut read);
    let mut kept: Vec<Stmt> = Vec::with_capacity(stmts.len());
    for stmt in stmts.into_iter().rev() {
        if let Stmt::Local(local) = &stmt
            && let Some(init) = &local.init
            && init.diverge.is_none()
            && makes(&init.expr)
            && !activity::bound_idents(&local.pat).iter().any(|name| {
                let name = name.to_string();
                read.contains(&name) || hosts.contains(&name)
            })
        {
            continue;
        }
        words(stmt.to_token_stream(), &mut read);
        kept.push(stmt);
    }
    kept.reverse();
    kept
}

/// Does an expression nothing but make a value?
fn makes(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::MethodCall(_)
            | Expr::Call(_)
            | Expr::Binary(_)
            | Expr::Unary(_)
            | Expr::Path(_)
            | Expr::Index(_)
    )
}

/// What a closure gives.
fn result(sweep: &Sweep<'_>, closure: &Closure) -> Expr {
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
        let name = crate::origin::local(name, Span::call_site());
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

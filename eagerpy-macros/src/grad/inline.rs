//! Derivatives in a body, written out where they stand; and beside closures that are handed to what asks for their
//! derivative, their way back.
//!
//! In: a function's item, and its program, in which a derivative is a call. Out: the function read anew from an item
//! without them.
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
use quote::{ToTokens, quote};
use syn::visit_mut::VisitMut;
use syn::{Expr, Stmt, parse_quote};

use super::named::CalleeRef;
use super::reverse::words;
use super::source::{self, Source};
use super::sweep::{Mode, Sweep};
use super::{Written, activity};
use crate::check::Derivative;
use crate::check::ty::Ty;
use crate::diag::Diagnostics;
use crate::ir::{CallArg, Callee, Closure, Inst, Ir, Out, Place, Region, Taker, Tree, ValueId};
use crate::origin::Origin;
use crate::syntax::Function;
use crate::syntax::derivative::{self, Product};
use crate::syntax::links::Links;

/// How deep derivatives may stand in each other, with the operations in them that are written out.
const DEPTH: usize = 64;

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
) -> Result<Option<Written>, String> {
    let mut item = item.clone();
    derivative::mark(&mut item);
    let mut latest: Option<Written> = None;
    for _ in 0..DEPTH {
        let (function, ir) = match &latest {
            Some(written) => (&written.function, &written.ir),
            None => (function, ir),
        };
        let mut found = Vec::new();
        innermost(&ir.body, &mut found);
        let mut writer = Writer {
            function,
            ir,
            links,
            diagnostics,
        };
        let changed = match found.is_empty() {
            false => writer.derivatives(&item, found)?,
            true => writer.ways_back(&item)?,
        };
        let Some(changed) = changed else {
            return Ok(latest);
        };
        item = changed;
        latest = Some(super::understood(item.clone(), function, links)?);
    }
    Err("derivatives in a body do not end".to_owned())
}

/// What derivatives are written of.
struct Writer<'a> {
    function: &'a Function,
    ir: &'a Ir,
    links: &'a mut Links,
    diagnostics: &'a mut Diagnostics,
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
    callee: String,
    closure: &'a Closure,
    written: &'a Expr,
    origin: &'a Origin,
}

/// The closures whose way back is asked for, and not written.
fn handed<'a>(region: &'a Region, found: &mut Vec<Handed<'a>>) {
    for inst in &region.insts {
        if let Inst::Call {
            path,
            callee,
            args,
            origin,
            ..
        } = inst
        {
            let callee = match callee {
                Callee::Method(_, name) => name.to_token_stream(),
                Callee::Associated(of, name) => {
                    let of = &of.path;
                    quote!(#of::#name)
                }
                _ => path.to_token_stream(),
            };
            for arg in args {
                if let CallArg::Closure(closure) = arg
                    && let Some(written) = &closure.wants
                {
                    found.push(Handed {
                        callee: callee.to_string(),
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

impl Writer<'_> {
    /// A sweep of a closure alone, and the names of what stands around it.
    fn sweep(
        &mut self,
        mode: Mode,
        closure: &Closure,
        wanted: &[ValueId],
    ) -> (Sweep<'_>, Vec<Stmt>) {
        let (links, diagnostics) = (&mut *self.links, &mut *self.diagnostics);
        let mut sweep = Sweep::new(mode, self.function, self.ir, wanted, links, diagnostics);
        sweep.in_body = true;
        let first = outside(&mut sweep.source, self.ir, closure);
        (sweep, first)
    }

    /// The closure with its operations written out, where one has the derivative of a program.
    fn expanded(&mut self, closure: &Closure, wanted: &[ValueId]) -> Result<Expansion, String> {
        let told = self.diagnostics.mark();
        let (mut sweep, first) = self.sweep(Mode::Plain, closure, wanted);
        let through = sweep.closure(closure);
        if let Some(failed) = sweep.failed {
            return Err(failed);
        }
        if !through || sweep.diagnostics.mark() != told {
            return Ok(Expansion::Refused);
        }
        if !sweep.expanded {
            return Ok(Expansion::None);
        }
        let takes = closure.params.iter().map(|taker| sweep.taking(taker));
        let takes: Vec<syn::Pat> = takes.collect();
        let value = result(&sweep, closure);
        let stmts = &sweep.stmts;
        Ok(Expansion::Written(
            parse_quote!(|#(#takes),*| { #(#first)* #(#stmts)* #value }),
        ))
    }

    /// The item with these derivatives written out. `None`: a mistake was told.
    fn derivatives(
        &mut self,
        item: &syn::ItemFn,
        found: Vec<(&Derivative, &Closure)>,
    ) -> Result<Option<syn::ItemFn>, String> {
        let told = self.diagnostics.mark();
        let mut stands: HashMap<usize, Stands> = HashMap::new();
        for (asked, closure) in found {
            if let Some(one) = self.derivative(asked, closure)? {
                stands.insert(asked.word.number, one);
            }
        }
        if self.diagnostics.mark() != told {
            return Ok(None);
        }
        let mut item = item.clone();
        derivative::replace(&mut item.block, &mut |word, call| {
            stands.get(&word.number).map(|one| one.placed(call))
        });
        Ok(Some(item))
    }

    /// The item with the ways back of closures written beside them. `None`: there is nothing to write, or a mistake was
    /// told.
    fn ways_back(&mut self, item: &syn::ItemFn) -> Result<Option<syn::ItemFn>, String> {
        let mut found = Vec::new();
        handed(&self.ir.body, &mut found);
        let told = self.diagnostics.mark();
        let mut written: Vec<(String, String, Expr)> = Vec::new();
        for one in found {
            if let Some(closure) = self.with_way_back(&one)? {
                let old = one.written.to_token_stream().to_string();
                written.push((one.callee, old, closure));
            }
        }
        if written.is_empty() || self.diagnostics.mark() != told {
            return Ok(None);
        }
        let mut item = item.clone();
        let mut placed = Placed { written, count: 0 };
        placed.visit_block_mut(&mut item.block);
        match placed.count {
            0 => Err("a closure is not where it was handed over".to_owned()),
            _ => Ok(Some(item)),
        }
    }

    fn with_way_back(&mut self, one: &Handed<'_>) -> Result<Option<Expr>, String> {
        let closure = one.closure;
        let begins = closure.begins().into_iter();
        let wanted: Vec<ValueId> = begins
            .flat_map(|value| super::leaves(self.ir, value))
            .collect();
        match self.expanded(closure, &wanted)? {
            Expansion::None => {}
            Expansion::Refused => return Ok(None),
            Expansion::Written(closure) => return Ok(Some(Expr::Closure(closure))),
        }
        let (mut sweep, first) = self.sweep(Mode::Plain, closure, &[]);
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

    /// What stands for a derivative. `None`: a mistake was told.
    fn derivative(
        &mut self,
        asked: &Derivative,
        closure: &Closure,
    ) -> Result<Option<Stands>, String> {
        if let Some(path) = of_function(asked, closure, self.links) {
            return Ok(Some(Stands::Call(path)));
        }
        let takers: Vec<&Taker> = asked
            .wrt
            .iter()
            .filter_map(|place| closure.params.get(*place))
            .collect();
        let wanted: Vec<ValueId> = takers
            .iter()
            .flat_map(|taker| taker.tensors())
            .flat_map(|value| super::leaves(self.ir, value))
            .collect();
        let told = self.diagnostics.mark();
        match self.expanded(closure, &wanted)? {
            Expansion::None => {}
            Expansion::Refused => return Ok(None),
            Expansion::Written(closure) => return Ok(Some(Stands::Closure(Box::new(closure)))),
        }
        let ir = self.ir;
        let (mut sweep, first) = self.sweep(Mode::Reverse, closure, &wanted);
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
        Ok(Some(Stands::Block {
            first,
            takes,
            stmts: needed(sweep.stmts, &value, &sweep.hosts),
            value,
        }))
    }
}

/// What becomes of a closure before its derivative is written.
enum Expansion {
    /// It is as it was.
    None,
    Written(syn::ExprClosure),
    /// That was told.
    Refused,
}

/// Puts closures in the place of others, by the function that they are handed to and by their text.
struct Placed {
    written: Vec<(String, String, Expr)>,
    count: usize,
}

impl Placed {
    fn among<'a>(&mut self, callee: &dyn ToTokens, args: impl Iterator<Item = &'a mut Expr>) {
        let callee = callee.to_token_stream().to_string();
        for arg in args {
            let text = arg.to_token_stream().to_string();
            let mut written = self.written.iter();
            let found = written.find(|(of, old, _)| *of == callee && *old == text);
            if let Some((.., closure)) = found {
                *arg = closure.clone();
                self.count += 1;
            }
        }
    }
}

impl VisitMut for Placed {
    fn visit_expr_call_mut(&mut self, call: &mut syn::ExprCall) {
        self.among(&call.func, call.args.iter_mut());
        syn::visit_mut::visit_expr_call_mut(self, call);
    }

    fn visit_expr_method_call_mut(&mut self, call: &mut syn::ExprMethodCall) {
        self.among(&call.method, call.args.iter_mut());
        syn::visit_mut::visit_expr_method_call_mut(self, call);
    }
}

/// Puts statements at the beginning of a closure.
fn begin(closure: &mut syn::ExprClosure, first: &[Stmt]) {
    let body = &closure.body;
    *closure.body = parse_quote!({ #(#first)* #body });
}

/// What stands for a derivative.
enum Stands {
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

impl Stands {
    fn placed(&self, call: &syn::ExprCall) -> Expr {
        match self {
            Stands::Closure(closure) => {
                let mut call = call.clone();
                if let Some(first) = call.args.first_mut() {
                    *first = Expr::Closure((**closure).clone());
                }
                Expr::Call(call)
            }
            Stands::Call(path) => {
                let given = given(call);
                parse_quote!(#path(#(#given),*))
            }
            Stands::Block {
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
    let callee = CalleeRef {
        path,
        callee: &Callee::Function,
    };
    Some(callee.learned(links, &function, &wanted, name))
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
    let used: HashSet<ValueId> = closure.body.uses_within().into_iter().collect();
    let mut stmts = Vec::new();
    for (name, tree) in &closure.captured {
        let name = match name.as_str() {
            // No name but this word.
            "self" => proc_macro2::Ident::new(name, Span::call_site()),
            name => crate::origin::local(name, Span::call_site()),
        };
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

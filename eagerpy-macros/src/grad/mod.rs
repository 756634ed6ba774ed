//! STAGE 4: derivatives, as functions of the user's own language.
//!
//! In: a function's program. Out: new agnostic functions that go through the pipeline again, as if a user had written
//! them: so they are checked, optimised and written out for every backend like any other, and have derivatives
//! themselves.
//!
//! | file | what it does |
//! |---|---|
//! | `source` | a program, written in the user's language again |
//! | `rule` | a rule of the table, with the arguments of a call put in |
//! | `activity` | which values hang on the parameters that are asked for |
//! | `sweep` | the program, while its derivative is written |
//! | `reverse` | cotangents, from the result back to the parameters |
//! | `forward` | tangents, along with the program |
//! | `shapes` | of which tensors the way back reads the sizes alone |
//! | `containers` | what holds tensors in one piece: lists, options, enums |
//! | `model` | calls of functions that the caller brings |
//! | `einsum` | the cotangents of that one |
//! | `named` | what all these functions are called, and how they are called |
//! | `inline` | derivatives in a body, `value_and_grad(\|x\| …, x)`, put in their places |

mod activity;
mod containers;
mod einsum;
mod forward;
mod inline;
mod model;
pub mod named;
mod reverse;
mod rule;
mod shapes;
mod source;
mod sweep;
#[cfg(test)]
mod tests;

use std::collections::HashSet;

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::ext::IdentExt as _;
use syn::{Expr, parse_quote};

use eagerpy_runtime::ops::OpInfo;

use crate::args::Options;
use crate::check::hir::{Callee, ResultTy};
use crate::check::ty::{Elem, Ty};
use crate::diag::{Code, Diagnostic, Diagnostics, nearest::nearest};
use crate::emit::methods::{self, Method};
use crate::ir::{self, Ir, Place, Tree, ValueId};
use crate::syntax::links::{Links, is_linkable};
use crate::syntax::{self, DerivedFrom, Function, Type};
use crate::{check, emit, opt};

pub use inline::plain;
use named::CalleeRef;
use sweep::{Mode, Sweep};

/// What `grad` and `grad(x, w)` ask for.
#[derive(Clone, Debug)]
pub enum Asked {
    /// All float tensors.
    All,
    Named(Vec<Ident>),
}

/// The functions that come with a gradient.
#[derive(Default)]
pub struct Derived {
    /// As they stand in the function's module.
    pub items: TokenStream,
    /// Their programs, by name, as they are printed: before the passes that make them faster, and behind.
    pub programs: Vec<(String, String, String)>,
}

impl Derived {
    fn only(items: TokenStream) -> Derived {
        Derived {
            items,
            programs: Vec::new(),
        }
    }
}

/// Writes the functions that come with a function's gradient.
pub fn derive(
    function: &Function,
    ir: &Ir,
    options: &Options,
    links: &mut Links,
    diagnostics: &mut Diagnostics,
) -> Derived {
    let Some(asked) = &options.grad else {
        return Derived::default();
    };
    let Some(params) = wanted(function, ir, asked, diagnostics) else {
        return Derived::default();
    };
    let written = match written_out(function, ir, &params, links, diagnostics) {
        Ok(written) => written,
        Err(broken) => {
            return Derived::only(internal_error(function, &broken));
        }
    };
    let (function, ir) = match &written {
        Some(written) => (&written.function, &written.ir),
        None => (function, ir),
    };
    let mut deriver = Deriver {
        function,
        ir,
        params,
        options,
        links,
        diagnostics,
        nested: false,
        there: None,
        out: Derived::default(),
    };
    match deriver.all() {
        Ok(()) => deriver.out,
        Err(broken) => Derived::only(internal_error(function, &broken)),
    }
}

/// The functions that come with one function's gradient, while they are written.
struct Deriver<'a> {
    function: &'a Function,
    ir: &'a Ir,
    /// Places of the parameters that derivatives are asked of.
    params: Vec<usize>,
    options: &'a Options,
    links: &'a mut Links,
    diagnostics: &'a mut Diagnostics,
    /// Is the function itself a derivative?
    nested: bool,
    /// Of the gradient that was written last: what is made on its way there.
    there: Option<There>,
    out: Derived,
}

/// A mistake of the compiler's own. The function itself is there.
fn internal_error(function: &Function, broken: &str) -> TokenStream {
    let text = format!(
        "internal error of the compiler in stage `differentiate`: {broken}; please report it with this function"
    );
    syn::Error::new_spanned(function.name(), text).to_compile_error()
}

/// A part of the result with float tensors in it: a tensor, or what holds some.
struct Leaf {
    tree: Tree,
    ty: syn::Type,
}

impl Deriver<'_> {
    fn all(&mut self) -> Result<(), String> {
        let name = self.function.name().clone();
        let told = self.diagnostics.mark();
        let Some(leaves) = self.results()? else {
            return Ok(());
        };
        if leaves.is_empty() {
            self.diagnostics.push(
                Diagnostic::new(
                    Code::E602,
                    &name,
                    "`grad` of a function that gives no float tensor",
                )
                .help("leave `grad` out"),
            );
            return Ok(());
        }
        if let Some(rule) = self.options.vjp.as_ref().filter(|_| self.has_own_error()) {
            self.diagnostics.push(
                Diagnostic::new(
                    Code::E603,
                    rule,
                    format!(
                        "`vjp` of `{}`, which has an error of its own",
                        self.function.shown_name()
                    ),
                )
                .help("return a `Result` of one type, whose error is this crate's"),
            );
            return Ok(());
        }
        if let Some(rule) = &self.options.vjp {
            return self.by_rule(&rule.clone(), &leaves);
        }
        let aux = matches!(&self.ir.result, ResultTy::Tuple(parts) if parts.len() == 2
            && parts.first().is_some_and(is_scalar));
        let scalar = is_scalar(&self.ir.result);
        if scalar || aux {
            let main = match scalar {
                true => "value_and_grad",
                false => "value_aux_and_grad",
            };
            let item = self.value_and_grad(main)?;
            if self.diagnostics.mark() != told {
                return Ok(());
            }
            let Some(item) = item else {
                return Ok(());
            };
            self.compile(main, item, &[])?;
            // All have names: a derivative of it has a zero for each.
            let what = match scalar {
                true => quote!(value),
                false => quote!(value, aux),
            };
            let doc = format!("The gradient of {}.", self.itself());
            let grads = self.owned_types();
            let call = self.call(main, self.arguments());
            let body = match self.has_own_error() {
                false => parse_quote!({
                    let (#what, grads) = #call;
                    grads
                }),
                true => match self.seeded()? {
                    Some(Swept { stmts, grads, .. }) => parse_quote!({ #(#stmts)* #grads }),
                    None => return Ok(()),
                },
            };
            let grad = self.item("grad", Vec::new(), &grads, body, &doc);
            self.compile("grad", grad, &[])?;
        }
        if !(scalar && !self.has_own_error() && self.scaled()?) {
            let Some(item) = self.vjp(&leaves)? else {
                return Ok(());
            };
            let dy = self.cotangent_name();
            self.compile("vjp", item, &[dy])?;
        }
        let Some(jvp) = self.jvp(&leaves)? else {
            return Ok(());
        };
        let tangents = self.tangent_names();
        self.compile("jvp", jvp.clone(), &tangents)?;
        if scalar && self.options.order >= 2 {
            self.hessian_vector_product(&jvp)?;
        }
        Ok(())
    }

    /// The float tensors of the result. `None`: what stands in it has no derivative yet; that was told.
    fn results(&mut self) -> Result<Option<Vec<Leaf>>, String> {
        let asked = asked_values(self.ir, &self.params);
        let mut sweep = Sweep::new(
            Mode::Plain,
            self.function,
            self.ir,
            &asked,
            self.links,
            self.diagnostics,
        );
        if !sweep.forward() {
            return Ok(None);
        }
        let Some(tree) = sweep.result.clone() else {
            return Err("a function that returns nowhere".to_owned());
        };
        let mut leaves = Vec::new();
        let result = &self.function.result;
        float_leaves(&tree, result, &value_type(self.function), &mut leaves);
        Ok(Some(leaves))
    }

    /// The parameters, as the arguments of a call of the same form.
    fn arguments(&self) -> Vec<Expr> {
        let params = self.function.params.iter();
        params
            .map(|param| {
                let name = &param.ident;
                parse_quote!(#name)
            })
            .collect()
    }

    /// Is its error a type of the user's? Then no agnostic function calls it, not even one of ours.
    fn has_own_error(&self) -> bool {
        matches!(self.function.error, Some(syntax::Failure::Theirs(_)))
    }

    /// The parameters that are asked of.
    fn asked(&self) -> Vec<&syntax::Param> {
        let params: Vec<&syntax::Param> = tensors_of(self.function).collect();
        self.params
            .iter()
            .filter_map(|place| params.get(*place).copied())
            .collect()
    }

    /// The type of gradients: that of one, or a tuple.
    fn owned_types(&self) -> syn::Type {
        owned_types(&self.asked())
    }

    /// Names for parameters beside the function's own.
    fn beside(&self, prefix: &str) -> Vec<(Ident, syn::Type)> {
        beside(self.function, &self.asked(), prefix)
    }

    /// A function of the same parameters, and these.
    fn item(
        &self,
        name: &str,
        beside: Vec<(Ident, syn::Type)>,
        gives: &syn::Type,
        block: syn::Block,
        doc: &str,
    ) -> syn::ItemFn {
        let function = self.function;
        let vis = match self.in_module() {
            true => emit::inner_vis(&function.item.vis),
            false => function.item.vis.to_token_stream(),
        };
        let mut sig = signature(function, name, beside, gives);
        let own = function.name();
        let mark = function
            .method
            .as_ref()
            .map(|method| methods::mark_of(&named::of_method(&method.name, name), &method.of));
        match (&mark, function.local) {
            (Some(_), _) => sig.ident = named::of_method(own, name),
            (None, true) => sig.ident = named::of_local(own, name),
            (None, false) => {}
        }
        let mut block = block;
        if function.error.is_some()
            && let Some(syn::Stmt::Expr(value, None)) = block.stmts.last_mut()
        {
            *value = parse_quote!(Ok(#value));
        }
        parse_quote!(#mark #[doc = #doc] #vis #sig #block)
    }

    /// Is there a module for its derivatives?
    fn in_module(&self) -> bool {
        !self.function.local && self.function.method.is_none()
    }

    /// The function, as documentation refers to it.
    fn itself(&self) -> String {
        let name = self.function.name();
        let shown = self.function.shown_name();
        match (&self.function.method, self.function.local) {
            (Some(method), _) => {
                let of = crate::origin::source_text(&method.of.to_token_stream());
                format!("[`{shown}`]({of}::{})", method.name)
            }
            (None, true) => format!("`{shown}`"),
            (None, false) => format!("[`{name}`](fn@super::{name})"),
        }
    }

    /// A call of a function that comes with the gradient, from another one.
    fn call(&self, product: &str, args: Vec<Expr>) -> Expr {
        let name = self.function.name();
        match &self.function.method {
            Some(method) => {
                let product = named::of_method(&method.name, product);
                self.method_call(&product, args)
            }
            None => {
                let product = match self.function.local {
                    true => named::of_local(name, product),
                    false => Ident::new(product, name.span()),
                };
                parse_quote!(#product(#(#args),*))
            }
        }
    }

    /// A call of a method of the same struct, whose first argument is `self`, if the function has it.
    fn method_call(&self, method: &Ident, args: Vec<Expr>) -> Expr {
        let takes_self = self
            .function
            .params
            .first()
            .is_some_and(|p| p.name == "self");
        match (&self.function.method, args.split_first()) {
            (Some(_), Some((first, rest))) if takes_self => {
                parse_quote!(#first.#method(#(#rest),*))
            }
            (Some(of), _) => {
                let of = &of.of;
                parse_quote!(#of::#method(#(#args),*))
            }
            (None, _) => parse_quote!(#method(#(#args),*)),
        }
    }

    /// An item of ours, compiled into the module. `beside`: its parameters beside those that are asked of.
    fn compile(
        &mut self,
        product: &str,
        item: syn::ItemFn,
        beside: &[Ident],
    ) -> Result<(), String> {
        self.compile_of_order(product, item, beside, self.options.order)
    }

    /// The same, of a function that can be differentiated so many times.
    fn compile_of_order(
        &mut self,
        product: &str,
        item: syn::ItemFn,
        beside: &[Ident],
        order: u8,
    ) -> Result<(), String> {
        let name = item.sig.ident.clone();
        let options = self.once_less(beside, order);
        let outward = item.clone();
        let in_module = self.in_module();
        let item = match in_module {
            true => {
                self.links.inward();
                emit::item_inward(self.function, self.options, item)
            }
            false => item,
        };
        let mut written = understood(item, self.function, self.links)?;
        written.function.derived = Some(DerivedFrom {
            shown: self.function.shown_name(),
            of: self.function.name().clone(),
            product: Ident::new(product, name.span()),
        });
        ir::prune(&mut written.ir);
        ir::verify(&written.ir)?;
        if let Some(there) = self.there.take() {
            written.ir.kept = Some(ir::kept(&written.ir, &there.values, there.lists));
        }
        let Products { items, back, along } = self.products(&written, &options)?;
        // What others are told of it is what there is.
        let told = match (back, along) {
            (true, true) => options.clone(),
            (true, false) => Options {
                vjp: Some(name.clone().into()),
                order: 1,
                ..options.clone()
            },
            (false, _) => Options {
                grad: None,
                order: 1,
                ..options.clone()
            },
        };
        let (marks, sig) = (emit::marks(&told), &outward.sig);
        match &written.function.method {
            Some(Method { name, of }) => {
                let itself = methods::mark_of(name, of);
                let path = parse_quote!(#of::#name);
                self.links.learn(&path, quote!(#itself #marks #sig));
            }
            None => self.links.learn(&name.into(), quote!(#marks #sig)),
        }
        if in_module && !self.nested {
            self.out
                .items
                .extend(emit::export_derivative(&outward, &told));
        }
        let products = items;
        let options = Options {
            grad: None,
            ..options
        };
        let program = ir::print::print(&written.function, &written.ir);
        opt::optimise(&mut written.ir, &options);
        ir::verify(&written.ir)?;
        let fast = ir::print::print(&written.function, &written.ir);
        self.out.programs.push((product.to_owned(), program, fast));
        let emitted = emit::emit(&written.function, &options, &written.ir, &products);
        self.out.items.extend(emitted);
        Ok(())
    }

    /// The options of a derivative: it may be differentiated once less.
    fn once_less(&self, beside: &[Ident], order: u8) -> Options {
        let again = order > 1;
        let asked = self.asked();
        let names = asked.iter().map(|param| &param.ident).chain(beside);
        Options {
            grad: again.then(|| Asked::Named(names.cloned().collect())),
            order: order.saturating_sub(1),
            vjp: None,
            ..self.options.clone()
        }
    }

    /// The derivatives of a derivative: what differentiates a function that calls it.
    fn products(&mut self, written: &Written, options: &Options) -> Result<Products, String> {
        let Some(Asked::Named(names)) = &options.grad else {
            return Ok(Products::default());
        };
        let params: Vec<usize> = tensors_of(&written.function)
            .enumerate()
            .filter(|(_, param)| names.iter().any(|name| *name == param.name))
            .map(|(place, _)| place)
            .collect();
        // What has no second derivative has its first one all the same.
        let mut told = Diagnostics::default();
        let expanded = written_out(
            &written.function,
            &written.ir,
            &params,
            self.links,
            &mut told,
        )?;
        let Written { function, ir } = expanded.as_ref().unwrap_or(written);
        let mut deriver = Deriver {
            function,
            ir,
            params,
            options,
            links: self.links,
            diagnostics: &mut told,
            nested: true,
            there: None,
            out: Derived::default(),
        };
        let (back, along) = match deriver.results()? {
            Some(leaves) => deriver.products_of(&leaves)?,
            None => (false, false),
        };
        Ok(Products {
            items: deriver.out.items,
            back,
            along,
        })
    }

    /// The vector-Jacobian product, and the Jacobian-vector product.
    fn products_of(&mut self, leaves: &[Leaf]) -> Result<(bool, bool), String> {
        let (mut back, mut along) = (false, false);
        let told = self.diagnostics.mark();
        let dy = self.cotangent_name();
        if let Some(vjp) = self.vjp(leaves)?
            && self.diagnostics.mark() == told
        {
            self.compile("vjp", vjp, &[dy])?;
            back = true;
        }
        let told = self.diagnostics.mark();
        if let Some(jvp) = self.jvp(leaves)?
            && self.diagnostics.mark() == told
        {
            let tangents = self.tangent_names();
            self.compile("jvp", jvp, &tangents)?;
            along = true;
        }
        Ok((back, along))
    }

    /// The name of the result's cotangent.
    fn cotangent_name(&self) -> Ident {
        cotangent_param(self.function, &[]).0
    }

    /// The names of tangents.
    fn tangent_names(&self) -> Vec<Ident> {
        self.beside("t").into_iter().map(|(name, _)| name).collect()
    }

    /// The reverse sweep from these cotangents of the result.
    fn reverse(
        &mut self,
        seeds: impl FnOnce(&mut Sweep<'_>, &Tree),
    ) -> Result<Option<Swept>, String> {
        let asked = asked_values(self.ir, &self.params);
        let mut sweep = Sweep::new(
            Mode::Reverse,
            self.function,
            self.ir,
            &asked,
            self.links,
            self.diagnostics,
        );
        let tree = match (sweep.forward(), &sweep.result) {
            (true, Some(tree)) => tree.clone(),
            _ => return Ok(None),
        };
        sweep.turn();
        seeds(&mut sweep, &tree);
        sweep.backward();
        let mut grads: Vec<Expr> = Vec::new();
        for place in &self.params {
            if let Some(param) = self.ir.params.get(*place) {
                grads.push(gradient_of(&mut sweep, self.ir, *param));
            }
        }
        let value = sweep.source().tree(&tree);
        if let Some(failed) = sweep.failed {
            return Err(failed);
        }
        self.there = Some(There {
            values: sweep.there,
            lists: sweep.noted,
        });
        Ok(Some(Swept {
            stmts: sweep.stmts,
            value,
            grads: match grads.as_slice() {
                [one] => one.clone(),
                many => source::tuple(many),
            },
        }))
    }

    /// The reverse sweep from 1, of a scalar or the first of two results.
    fn seeded(&mut self) -> Result<Option<Swept>, String> {
        let span = self.function.name().span();
        self.reverse(|sweep, tree| {
            let value = match tree {
                Tree::Tensor(value) => *value,
                Tree::Tuple(parts) => match parts.first() {
                    Some(Tree::Tensor(value)) => *value,
                    _ => return,
                },
                _ => return,
            };
            let of = sweep.source().value(value);
            let seed = sweep.source().fresh("d_result", span);
            sweep.stmts.push(parse_quote!(let #seed = ones_like(#of);));
            sweep.add(value, parse_quote!(#seed), false);
        })
    }

    fn value_and_grad(&mut self, name: &str) -> Result<Option<syn::ItemFn>, String> {
        let Some(Swept {
            stmts,
            value,
            grads,
        }) = self.seeded()?
        else {
            return Ok(None);
        };
        let (value_type, types) = (value_type(self.function), self.owned_types());
        let of = self.itself();
        let (out, give, what): (syn::Type, Expr, &str) = match (&value_type, &value) {
            (syn::Type::Tuple(parts), Expr::Tuple(values)) if name == "value_aux_and_grad" => {
                let (parts, values) = (parts.elems.iter(), values.elems.iter());
                (
                    parse_quote!((#(#parts,)* #types)),
                    parse_quote!((#(#values,)* #grads)),
                    "value, what else it gives,",
                )
            }
            _ => (
                parse_quote!((#value_type, #types)),
                parse_quote!((#value, #grads)),
                "value",
            ),
        };
        let doc = format!("The {what} and the gradient of {of}.");
        let block = parse_quote!({ #(#stmts)* #give });
        Ok(Some(self.item(name, Vec::new(), &out, block, &doc)))
    }

    /// The gradient is a function of the user's.
    fn by_rule(&mut self, rule: &syn::Path, leaves: &[Leaf]) -> Result<(), String> {
        let types: Vec<syn::Type> = leaves.iter().map(|leaf| leaf.ty.clone()).collect();
        let dy = cotangent_param(self.function, &types);
        let gives = self.owned_types();
        let mut wanted = signature(self.function, "rule", vec![dy.clone()], &gives);
        // What a method is of, a function takes like all else.
        if let Some(first) = wanted.inputs.first_mut()
            && let syn::FnArg::Receiver(receiver) = &*first
            && let syn::ReceiverKind::Typed(_, ty) = &receiver.kind
        {
            *first = parse_quote!(this: #ty);
        }
        let shown = self.function.shown_name();
        let name = self.function.name();
        // Beside it no path tells it from the operation.
        if self.function.local && OpInfo::find(&name.unraw().to_string()).is_some() {
            self.diagnostics.push(
                Diagnostic::new(
                    Code::E603,
                    rule,
                    format!("`vjp` of `{name}`, which is the name of an operation, too"),
                )
                .help("give it another name"),
            );
            return Ok(());
        }
        if !is_linkable(rule) {
            self.diagnostics.push(
                Diagnostic::new(
                    Code::E602,
                    rule,
                    format!("the gradient of `{shown}` is no function of a module"),
                )
                .fact(
                    "no signature is known of a type's function, or of one named as a macro of the \
                     standard library",
                )
                .help("write it as a function beside the type, and name that one"),
            );
            return Ok(());
        }
        let Some(there) = self.links.function(rule) else {
            return Ok(());
        };
        if !fits(&there, &wanted, self.links) {
            let text = |sig: &syn::Signature| {
                let inputs = sig.inputs.iter().map(|input| {
                    crate::origin::type_text(&input.to_token_stream()).replace("& ", "&")
                });
                let inputs: Vec<String> = inputs.collect();
                let output = crate::origin::type_text(&sig.output.to_token_stream());
                format!("fn({}) {output}", inputs.join(", "))
            };
            self.diagnostics.push(
                Diagnostic::new(
                    Code::E602,
                    rule,
                    format!("this function does not fit as the gradient of `{shown}`"),
                )
                .fact(format!("it is `{}`", text(&there.item.sig)))
                .help(format!("make it `{}`", text(&wanted))),
            );
            return Ok(());
        }
        let of = self.itself();
        let args = self.arguments();
        let by = dy.0.clone();
        let doc = format!("The vector-Jacobian product of {of}, which is a function of its own.");
        let block = parse_quote!({ #rule(#(#args,)* #by) });
        let item = self.item("vjp", vec![dy.clone()], &gives, block, &doc);
        self.compile("vjp", item, &[dy.0])?;
        let itself = self.learn_itself();
        if is_scalar(&self.ir.result) {
            let value_type = value_type(self.function);
            let mut with_one = self.arguments();
            with_one.push(parse_quote!(ones_like(value)));
            let back = self.call("vjp", with_one);
            let doc = format!("The value and the gradient of {of}.");
            let block = parse_quote!({
                let value = #itself;
                let grads = #back;
                (value, grads)
            });
            let out: syn::Type = parse_quote!((#value_type, #gives));
            let item = self.item("value_and_grad", Vec::new(), &out, block, &doc);
            self.compile("value_and_grad", item, &[])?;
            let both = self.call("value_and_grad", self.arguments());
            let doc = format!("The gradient of {of}.");
            let block = parse_quote!({
                let (value, grads) = #both;
                grads
            });
            let item = self.item("grad", Vec::new(), &gives, block, &doc);
            self.compile("grad", item, &[])?;
        }
        let again = there.grad.is_some() && there.order >= self.options.order;
        let jvp = self.jvp_by_rule((rule, itself), &there, leaves, &types);
        let Some(jvp) = jvp.filter(|_| again) else {
            let order = self.options.order;
            if order >= 2 {
                self.diagnostics.push(
                    Diagnostic::new(
                        Code::E602,
                        rule,
                        format!("`order = {order}` of `{shown}`, whose rule has fewer derivatives"),
                    )
                    .help(format!(
                        "write `#[agnostic(grad, order = {order})]` before the rule"
                    )),
                );
            }
            return Ok(());
        };
        let tangents = self.tangent_names();
        self.compile("jvp", jvp.clone(), &tangents)?;
        if is_scalar(&self.ir.result) && self.options.order >= 2 {
            self.hessian_vector_product(&jvp)?;
        }
        Ok(())
    }

    /// The function itself, for what comes with its gradient: a call of it.
    fn learn_itself(&mut self) -> Expr {
        let args = self.arguments();
        if let Some(method) = &self.function.method {
            return self.method_call(&method.name, args);
        }
        let name = self.function.name();
        // By a path, since an operation may have its name.
        let path: syn::Path = match self.function.local {
            true => name.clone().into(),
            false => parse_quote!(self::#name),
        };
        let (marks, sig) = (emit::marks(self.options), &self.function.item.sig);
        self.links.learn(&path, quote!(#marks #sig));
        parse_quote!(#path(#(#args),*))
    }

    /// A rule is linear in the cotangent: what takes that back is what takes tangents along. `None`: the rule has no
    /// gradient with respect to its cotangent.
    fn jvp_by_rule(
        &mut self,
        (rule, itself): (&syn::Path, Expr),
        there: &Function,
        leaves: &[Leaf],
        types: &[syn::Type],
    ) -> Option<syn::ItemFn> {
        let asked = asked_places(there, there.grad.as_ref()?);
        let last = there.params.len().checked_sub(1)?;
        let place = asked.iter().position(|place| *place == last)?;
        let of = self.itself();
        let span = rule.segments.last()?.ident.span();
        let callee = CalleeRef {
            path: rule,
            callee: &Callee::Function,
        };
        let beside = self.beside("t");
        let tangents: Vec<&Ident> = beside.iter().map(|(name, _)| name).collect();
        let tangents: Expr = match tangents.as_slice() {
            [one] => parse_quote!(#one),
            many => parse_quote!((#(#many),*)),
        };
        let zeros: Expr = match leaves {
            [leaf] if matches!(leaf.tree, Tree::Tensor(_)) => parse_quote!(zeros_like(value)),
            // Those of the result are apart in it.
            _ => return None,
        };
        let backs: Vec<Ident> = (0..asked.len())
            .map(|at| crate::origin::local(&format!("back_{at}"), span))
            .collect();
        let give = backs.get(place)?;
        let take: syn::Pat = match backs.as_slice() {
            [one] => parse_quote!(#one),
            many => parse_quote!((#(#many),*)),
        };
        let out = types.first()?;
        let doc = format!("The Jacobian-vector product of {of}, by the derivative of its rule.");
        let mut args = self.arguments();
        args.extend([zeros, tangents]);
        let back = callee.product(self.links, &asked, "vjp", &args)?;
        let block = parse_quote!({
            let value = #itself;
            let #take = #back;
            #give
        });
        Some(self.item("jvp", beside, out, block, &doc))
    }

    /// The vector-Jacobian product of a scalar: its gradient, scaled. `false`: the gradient is more than tensors.
    fn scaled(&mut self) -> Result<bool, String> {
        let span = self.function.name().span();
        let of = self.itself();
        let doc = format!(
            "The gradient of {of} times `dy`: the cotangents of the arguments, of that of the result."
        );
        let (dy, dy_type) = cotangent_param(self.function, &[value_type(self.function)]);
        let elem = match &self.ir.result {
            ResultTy::Tensor(tensor) => tensor.dtype,
            _ => Elem::Unknown,
        };
        let whole = self.call("value_and_grad", self.arguments());
        let mut grads = Vec::new();
        let mut scaled = Vec::new();
        let asked: Vec<ValueId> = self
            .params
            .iter()
            .filter_map(|place| self.ir.params.get(*place).copied())
            .collect();
        for (place, value) in asked.iter().enumerate() {
            let name = crate::origin::local(&format!("d{place}"), span);
            let each: Expr = parse_quote!(#name);
            match self.ir.values.get(*value).map(|v| &v.ty) {
                Some(ty) if only_tuples(ty) => scaled.push(times(ty, &each, &dy, elem)),
                _ => return Ok(false),
            }
            grads.push(name);
        }
        let pattern: syn::Pat = match grads.as_slice() {
            [one] => parse_quote!(#one),
            many => parse_quote!((#(#many),*)),
        };
        let give = match scaled.as_slice() {
            [one] => one.clone(),
            many => source::tuple(many),
        };
        let block = parse_quote!({
            let (value, #pattern) = #whole;
            #give
        });
        let beside = vec![(dy.clone(), dy_type)];
        let types = self.owned_types();
        let item = self.item("vjp", beside, &types, block, &doc);
        self.compile("vjp", item, &[dy])?;
        Ok(true)
    }

    fn vjp(&mut self, leaves: &[Leaf]) -> Result<Option<syn::ItemFn>, String> {
        let trees: Vec<Tree> = leaves.iter().map(|leaf| leaf.tree.clone()).collect();
        let types: Vec<syn::Type> = leaves.iter().map(|leaf| leaf.ty.clone()).collect();
        let (dy, ty) = cotangent_param(self.function, &types);
        let name = dy.clone();
        let several = leaves.len() > 1;
        let swept = self.reverse(|sweep, _| {
            for (place, tree) in trees.iter().enumerate() {
                let place = syn::Index::from(place);
                let seed: Expr = match several {
                    true => parse_quote!(#name.#place),
                    false => parse_quote!(#name),
                };
                sweep.spread_over(tree, &seed, false);
            }
        })?;
        let Some(Swept { stmts, grads, .. }) = swept else {
            return Ok(None);
        };
        let of = self.itself();
        let doc = format!(
            "The vector-Jacobian product of {of}: the cotangents of the arguments, of that of the result."
        );
        let block = parse_quote!({ #(#stmts)* #grads });
        let types = self.owned_types();
        Ok(Some(self.item("vjp", vec![(dy, ty)], &types, block, &doc)))
    }

    fn jvp(&mut self, leaves: &[Leaf]) -> Result<Option<syn::ItemFn>, String> {
        self.there = None;
        let beside = self.beside("t");
        let asked = asked_values(self.ir, &self.params);
        let mut sweep = Sweep::new(
            Mode::Forward,
            self.function,
            self.ir,
            &asked,
            self.links,
            self.diagnostics,
        );
        for (place, (name, _)) in self.params.iter().zip(&beside) {
            if let Some(param) = self.ir.params.get(*place) {
                start(&mut sweep, self.ir, *param, &parse_quote!(#name));
            }
        }
        if !sweep.forward() {
            return Ok(None);
        }
        let tangents: Vec<Expr> = leaves
            .iter()
            .map(|leaf| sweep.tangents_of(&leaf.tree))
            .collect();
        if let Some(failed) = sweep.failed {
            return Err(failed);
        }
        if sweep.no_way_along {
            let through = sweep.through_model.take();
            if let Some(origin) = through.filter(|_| self.options.order >= 2) {
                self.diagnostics.push(model::second(&origin));
            }
            return Ok(None);
        }
        let stmts = sweep.stmts;
        let types = leaves.iter().map(|leaf| &leaf.ty);
        let (give, out): (Expr, syn::Type) = match (tangents.as_slice(), leaves) {
            ([one], [leaf]) => (one.clone(), leaf.ty.clone()),
            (many, _) => (source::tuple(many), parse_quote!((#(#types),*))),
        };
        let of = self.itself();
        let doc = format!(
            "The Jacobian-vector product of {of}: the tangent of the result, of those of the arguments."
        );
        let block = parse_quote!({ #(#stmts)* #give });
        Ok(Some(self.item("jvp", beside, &out, block, &doc)))
    }

    /// The gradient of the Jacobian-vector product: reverse over forward.
    fn hessian_vector_product(&mut self, jvp: &syn::ItemFn) -> Result<(), String> {
        let written = understood(jvp.clone(), self.function, self.links)?;
        let mut ir = written.ir;
        ir::prune(&mut ir);
        let again = written_out(
            &written.function,
            &ir,
            &self.params,
            self.links,
            self.diagnostics,
        )?;
        let (function, ir) = match &again {
            Some(written) => (&written.function, &written.ir),
            None => (&written.function, &ir),
        };
        let beside = self.beside("t").into_iter();
        let beside: Vec<(Ident, syn::Type)> = beside
            .zip(self.beside("v"))
            .map(|((_, ty), (name, _))| (name, ty))
            .collect();
        let renamed: Vec<syn::Stmt> = beside
            .iter()
            .zip(self.beside("t"))
            .map(|((v, _), (t, _))| parse_quote!(let #t = #v;))
            .collect();
        let swept = {
            let mut inner = Deriver {
                function,
                ir,
                params: self.params.clone(),
                options: self.options,
                links: self.links,
                diagnostics: self.diagnostics,
                nested: true,
                there: None,
                out: Derived::default(),
            };
            let swept = inner.reverse(|sweep, tree| {
                if let Tree::Tensor(value) = tree {
                    let of = sweep.source().value(*value);
                    sweep.add(*value, parse_quote!(ones_like(#of)), false);
                }
            })?;
            self.there = inner.there;
            swept
        };
        let Some(Swept { stmts, grads, .. }) = swept else {
            return Ok(());
        };
        let of = self.itself();
        let doc = format!(
            "The product of the matrix of second derivatives of {of} and the vector of the last arguments."
        );
        let block = parse_quote!({ #(#renamed)* #(#stmts)* #grads });
        let types = self.owned_types();
        let names: Vec<Ident> = beside.iter().map(|(name, _)| name.clone()).collect();
        let item = self.item("hessian_vector_product", beside, &types, block, &doc);
        // Of it there are no further ones.
        self.compile_of_order("hessian_vector_product", item, &names, 1)
    }
}

/// The type of gradients: that of one, or a tuple.
fn owned_types(asked: &[&syntax::Param]) -> syn::Type {
    let types: Vec<syn::Type> = asked.iter().map(|p| owned(&p.written.ty)).collect();
    match types.as_slice() {
        [one] => one.clone(),
        many => parse_quote!((#(#many),*)),
    }
}

/// Names for parameters of the same types beside a function's own.
fn beside(function: &Function, asked: &[&syntax::Param], prefix: &str) -> Vec<(Ident, syn::Type)> {
    let names = function.params.iter().map(|param| param.name.clone());
    let mut taken: HashSet<String> = names.collect();
    asked
        .iter()
        .map(|param| {
            let mut name = format!("{prefix}_{}", param.name);
            while !taken.insert(name.clone()) {
                name.push('_');
            }
            let name = crate::origin::local(&name, param.ident.span());
            (name, (*param.written.ty).clone())
        })
        .collect()
}

/// The parameter of a result's cotangent: its name, and its type where the result's float tensors have these.
fn cotangent_param(function: &Function, types: &[syn::Type]) -> (Ident, syn::Type) {
    let mut dy = "dy".to_owned();
    while function.params.iter().any(|p| p.name == dy) {
        dy.push('_');
    }
    let types: Vec<syn::Type> = types.iter().map(referring).collect();
    let ty: syn::Type = match types.as_slice() {
        [one] => one.clone(),
        many => parse_quote!((#(#many),*)),
    };
    (crate::origin::local(&dy, function.name().span()), ty)
}

/// A signature of the same parameters, and these.
fn signature(
    function: &Function,
    name: &str,
    beside: Vec<(Ident, syn::Type)>,
    gives: &syn::Type,
) -> syn::Signature {
    let mut sig = function.item.sig.clone();
    sig.ident = Ident::new(name, function.name().span());
    bare_params(&mut sig, function);
    if matches!(
        name,
        "value_and_grad" | "value_aux_and_grad" | "grad" | "vjp"
    ) {
        model::with_derivatives(&mut sig, function);
    }
    for (name, ty) in beside {
        sig.inputs.push(parse_quote!(#name: #ty));
    }
    sig.output = output(function, gives);
    sig
}

/// The signatures of another function's derivatives, from its own, with the marks of their own derivatives.
/// `params`: what its gradient is of.
fn product_signature(function: &Function, params: &[usize], name: &str) -> TokenStream {
    let asked: Vec<&syntax::Param> = params
        .iter()
        .filter_map(|place| function.params.get(*place))
        .collect();
    let mut types = Vec::new();
    float_types(&function.result, &value_type(function), &mut types);
    let grads = owned_types(&asked);
    let (beside, gives) = match name {
        "vjp" => (vec![cotangent_param(function, &types)], grads),
        "grad" => (Vec::new(), grads),
        "value_and_grad" => {
            let value = value_type(function);
            (Vec::new(), parse_quote!((#value, #grads)))
        }
        "value_aux_and_grad" => {
            let value = match value_type(function) {
                syn::Type::Tuple(parts) => parts.elems.into_iter().collect(),
                other => vec![other],
            };
            (Vec::new(), parse_quote!((#(#value,)* #grads)))
        }
        "hessian_vector_product" => (beside(function, &asked, "v"), grads),
        _ => {
            let gives = match types.as_slice() {
                [one] => one.clone(),
                many => parse_quote!((#(#many),*)),
            };
            (beside(function, &asked, "t"), gives)
        }
    };
    let names = asked.iter().map(|param| param.ident.clone());
    let names = names.chain(beside.iter().map(|(name, _)| name.clone()));
    let asked = Asked::Named(names.collect());
    let again = function.order > 1 && name != "hessian_vector_product";
    let mark = again.then(|| emit::mark_of(&asked, function.order - 1, false));
    let local = function.local.then(emit::local_mark);
    let signature = signature(function, name, beside, &gives);
    quote!(#local #mark #signature)
}

/// The places of the parameters that a called function's gradient is of.
fn asked_places(function: &Function, asked: &Asked) -> Vec<usize> {
    let params = function.params.iter().enumerate();
    let params = params.filter(|(_, param)| match asked {
        Asked::All => is_float(&param.ty),
        Asked::Named(names) => names.iter().any(|name| *name == param.name),
    });
    params.map(|(place, _)| place).collect()
}

/// Is it a scalar of floats?
fn is_scalar_type(ty: &Type) -> bool {
    matches!(ty, Type::Tensor(tensor)
        if tensor.dims.as_ref().is_some_and(Vec::is_empty)
            && tensor.dtype.is_none_or(eagerpy_runtime::DType::is_float))
}

/// Is it a scalar of floats, and something more?
fn is_aux_type(ty: &Type) -> bool {
    matches!(ty, Type::Tuple(parts)
        if parts.len() == 2 && parts.first().is_some_and(is_scalar_type))
}

/// The types of a result's float tensors, as they are written.
fn float_types(ty: &Type, written: &syn::Type, found: &mut Vec<syn::Type>) {
    match (ty, written) {
        (Type::Tuple(parts), syn::Type::Tuple(types)) => {
            for (part, ty) in parts.iter().zip(&types.elems) {
                float_types(part, ty, found);
            }
        }
        (_, written) if is_float(ty) => found.push(written.clone()),
        _ => {}
    }
}

/// Has a function this signature, but for the names in it?
fn fits(function: &Function, wanted: &syn::Signature, links: &mut Links) -> bool {
    fn same(a: &Type, b: &Type) -> bool {
        match (a, b) {
            (Type::Tensor(a), Type::Tensor(b)) => {
                a.dtype == b.dtype && a.dims.as_ref().map(Vec::len) == b.dims.as_ref().map(Vec::len)
            }
            (Type::Tuple(a), Type::Tuple(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
            }
            (Type::List { element: a, .. }, Type::List { element: b, .. }) => same(a, b),
            (Type::Option(a), Type::Option(b)) => same(a, b),
            (Type::Struct(a), Type::Struct(b)) => a.def.name == b.def.name,
            (Type::Host(a), Type::Host(b)) => {
                a.to_token_stream().to_string() == b.to_token_stream().to_string()
            }
            _ => false,
        }
    }
    let item: syn::ItemFn = parse_quote!(#wanted {});
    let wanted = syntax::read(item, links, &mut Diagnostics::default());
    function.params.len() == wanted.params.len()
        && function
            .params
            .iter()
            .zip(&wanted.params)
            .all(|(a, b)| same(&a.ty, &b.ty))
        && same(&function.result, &wanted.result)
}

/// The derivatives of a derivative: its `vjp`, and its `jvp`.
#[derive(Default)]
struct Products {
    items: TokenStream,
    back: bool,
    along: bool,
}

/// What a reverse sweep gives.
struct Swept {
    stmts: Vec<syn::Stmt>,
    value: Expr,
    grads: Expr,
}

/// What is made on the way there: the names of values, and of the host's lists.
#[derive(Default)]
struct There {
    values: HashSet<String>,
    lists: Vec<String>,
}

/// The parts of a result that have float tensors, with their types as they are written.
fn float_leaves(tree: &Tree, ty: &Type, written: &syn::Type, found: &mut Vec<Leaf>) {
    match (tree, ty, written) {
        (Tree::Tuple(parts), Type::Tuple(types), syn::Type::Tuple(written)) => {
            for ((part, ty), written) in parts.iter().zip(types).zip(&written.elems) {
                float_leaves(part, ty, written, found);
            }
        }
        (Tree::Host(_) | Tree::Never, ..) => {}
        _ if is_float(ty) => found.push(Leaf {
            tree: tree.clone(),
            ty: written.clone(),
        }),
        _ => {}
    }
}

/// Tensors, and tuples of them.
fn only_tuples(ty: &Ty) -> bool {
    match ty {
        Ty::Tensor(_) => true,
        Ty::Tuple(parts) => parts.iter().all(only_tuples),
        _ => false,
    }
}

/// A gradient of that form, times a number.
fn times(ty: &Ty, value: &Expr, dy: &Ident, of: Elem) -> Expr {
    match ty {
        Ty::Tuple(parts) => {
            let parts: Vec<Expr> = parts
                .iter()
                .enumerate()
                .map(|(place, ty)| {
                    let place = syn::Index::from(place);
                    times(ty, &parse_quote!(#value.#place), dy, of)
                })
                .collect();
            source::tuple(&parts)
        }
        Ty::Tensor(tensor) if tensor.dtype == of => parse_quote!(#value * #dy),
        Ty::Tensor(tensor) if tensor.dtype.is_float() != Some(false) => {
            let elem = rule::element(tensor.dtype, dy.span());
            parse_quote!(#value * #dy.astype(#elem))
        }
        _ => value.clone(),
    }
}

/// Gives a parameter's float tensors the tangents of a parameter of the same form.
fn start(sweep: &mut Sweep<'_>, ir: &Ir, value: ValueId, tangent: &Expr) {
    match ir.values.get(value).map(|v| &v.ty) {
        Some(ty) if is_leaf(ty) => sweep.start(value, tangent.clone()),
        Some(Ty::Tuple(_) | Ty::Adt(_)) => {
            for (part, of) in ir.values.iter().enumerate() {
                if let Place::Part { of, member, .. } = &of.place
                    && *of == value
                {
                    start(sweep, ir, part, &parse_quote!(#tangent.#member));
                }
            }
        }
        _ => {}
    }
}

/// The parameters that derivatives are asked of, by their places among those that are no host values.
fn wanted(
    function: &Function,
    ir: &Ir,
    asked: &Asked,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<usize>> {
    let params: Vec<&syntax::Param> = function
        .params
        .iter()
        .filter(|p| !matches!(p.ty, Type::Host(_)))
        .collect();
    let floats = |place: usize| {
        let ty = ir.params.get(place).and_then(|id| ir.values.get(*id));
        ty.is_some_and(|value| has_float(&value.ty))
    };
    let before = diagnostics.mark();
    let found: Vec<usize> = match asked {
        Asked::All => {
            let found: Vec<usize> = (0..params.len()).filter(|place| floats(*place)).collect();
            if found.is_empty() {
                diagnostics.push(
                    Diagnostic::new(
                        Code::E602,
                        function.name(),
                        "`grad` of a function without a float tensor",
                    )
                    .help("leave `grad` out"),
                );
            }
            found
        }
        Asked::Named(names) => {
            let mut found = Vec::new();
            let without = |word: &str| {
                let others = names.iter().map(ToString::to_string);
                let others: Vec<String> = others.filter(|other| other != word).collect();
                match others.is_empty() {
                    true => "leave `grad` out".to_owned(),
                    false => format!("write `grad({})`", others.join(", ")),
                }
            };
            for name in names {
                let word = name.to_string();
                match params.iter().position(|p| p.name == word) {
                    Some(place) if found.contains(&place) => diagnostics.push(
                        Diagnostic::new(
                            Code::E602,
                            name,
                            format!("`{word}` is named twice in `grad`"),
                        )
                        .help("name it once"),
                    ),
                    Some(place) if floats(place) => found.push(place),
                    Some(place) => {
                        let ty = params.get(place).map(|p| p.written.ty.to_token_stream());
                        let ty = ty
                            .map(|ty| crate::origin::type_text(&ty))
                            .unwrap_or_default();
                        diagnostics.push(
                            Diagnostic::new(
                                Code::E602,
                                name,
                                format!(
                                    "no gradient with respect to `{word}`: it has no float tensor"
                                ),
                            )
                            .fact(format!("it is declared as `{ty}`"))
                            .help(without(&word)),
                        );
                    }
                    None => {
                        let host = function.params.iter().any(|p| p.name == word);
                        let title = match host {
                            true => {
                                format!("no gradient with respect to `{word}`: it is a host value")
                            }
                            false => format!("no parameter is called `{word}`"),
                        };
                        let names = params.iter().map(|p| p.name.as_str());
                        let help = match (host, nearest(&word, names)) {
                            (false, Some(near)) => format!("write `{near}`"),
                            _ => without(&word),
                        };
                        diagnostics.push(Diagnostic::new(Code::E602, name, title).help(help));
                    }
                }
            }
            found
        }
    };
    (diagnostics.mark() == before).then_some(found)
}

/// Is there a float tensor in it?
pub fn has_float(ty: &Ty) -> bool {
    match ty {
        Ty::Tensor(tensor) => tensor.dtype.is_float() != Some(false),
        Ty::Tuple(parts) => parts.iter().any(has_float),
        Ty::List(inner) | Ty::Option(inner) => has_float(inner),
        Ty::Adt(adt) => adt.fields.iter().flatten().any(has_float),
        _ => false,
    }
}

fn is_scalar(result: &ResultTy) -> bool {
    match result {
        ResultTy::Tensor(tensor) => {
            tensor.shape.rank() == Some(0) && tensor.dtype.is_float() != Some(false)
        }
        _ => false,
    }
}

/// A function that was written anew, and its program.
pub struct Written {
    pub function: Function,
    pub ir: Ir,
}

/// Writes out the operations that have the derivative of a program, as long as there are any.
fn written_out(
    function: &Function,
    ir: &Ir,
    params: &[usize],
    links: &mut Links,
    diagnostics: &mut Diagnostics,
) -> Result<Option<Written>, String> {
    let mut latest: Option<Written> = None;
    for _ in 0..16 {
        let (function, ir) = match &latest {
            Some(written) => (&written.function, &written.ir),
            None => (function, ir),
        };
        // Forward: without marks.
        let asked = asked_values(ir, params);
        let mut sweep = Sweep::new(Mode::Plain, function, ir, &asked, links, diagnostics);
        if !sweep.forward() {
            return Ok(None);
        }
        if let Some(failed) = sweep.failed {
            return Err(failed);
        }
        if !sweep.expanded {
            return Ok(latest);
        }
        let result = sweep.result.clone();
        let mut stmts = std::mem::take(&mut sweep.stmts);
        let mut value = result.map(|tree| sweep.source().tree(&tree));
        if sweep.whole {
            let all = std::mem::take(&mut stmts);
            let end = value.take();
            value = Some(parse_quote!('whole: { #(#all)* #end }));
        }
        let mut item = function.item.clone();
        if let Some(method) = &function.method {
            item.attrs.push(methods::mark_of(&method.name, &method.of));
        }
        bare_params(&mut item.sig, function);
        let value = value.map(|value| match function.error {
            Some(_) => parse_quote!(Ok(#value)),
            None => value,
        });
        item.block = parse_quote!({ #(#stmts)* #value });
        latest = Some(understood(item, function, links)?);
    }
    Err("the derivatives of operations by programs do not end".to_owned())
}

/// An item of ours through the first stages.
fn understood(item: syn::ItemFn, of: &Function, links: &mut Links) -> Result<Written, String> {
    let text = || prettier(&item);
    let mut diagnostics = Diagnostics::default();
    let mut function = syntax::read_made(item.clone(), links, &mut diagnostics);
    function.local = of.local;
    function.targets.clone_from(&of.targets);
    let asked = links.wanted().len();
    let body = check::check(&function, links, &mut diagnostics);
    if let Some(told) = diagnostics.barrier() {
        return Err(format!("{told} in {}", text()));
    }
    // By now all is known that a program may ask for.
    if let Some(path) = links.wanted().get(asked) {
        let path = path.to_token_stream();
        return Err(format!("it asks for `{path}` in {}", text()));
    }
    let ir = ir::lower(&function, body);
    ir::verify(&ir).map_err(|broken| format!("{broken} in {}", text()))?;
    Ok(Written { function, ir })
}

fn prettier(item: &syn::ItemFn) -> String {
    crate::origin::source_text(&item.to_token_stream())
}

/// Tensors are not written to.
fn bare_params(sig: &mut syn::Signature, function: &Function) {
    for (input, param) in sig.inputs.iter_mut().zip(&function.params) {
        if let syn::FnArg::Typed(typed) = input
            && let syn::Pat::Ident(pat) = &mut *typed.pat
            && !matches!(param.ty, Type::Host(_))
        {
            pat.mutability = None;
        }
    }
}

/// The values that derivatives are asked of.
fn asked_values(ir: &Ir, params: &[usize]) -> Vec<ValueId> {
    params
        .iter()
        .filter_map(|place| ir.params.get(*place))
        .flat_map(|param| leaves(ir, *param))
        .collect()
}

/// Is it a float tensor, or a tuple or struct with one?
fn is_float(ty: &Type) -> bool {
    match ty {
        Type::Tensor(tensor) => tensor.dtype.is_none_or(eagerpy_runtime::DType::is_float),
        Type::Tuple(parts) => parts.iter().any(is_float),
        Type::List { element, .. } => is_float(element),
        Type::Option(inner) => is_float(inner),
        Type::Struct(ty) => ty.def.tensors,
        Type::Host(_) | Type::Fn(_) | Type::Unknown => false,
    }
}

/// The float tensors of a parameter.
fn leaves(ir: &Ir, value: ValueId) -> Vec<ValueId> {
    match ir.values.get(value).map(|v| &v.ty) {
        Some(Ty::Tensor(tensor)) if tensor.dtype.is_float() != Some(false) => vec![value],
        Some(ty) if containers::is_container(ty) && has_float(ty) => vec![value],
        Some(Ty::Tuple(_) | Ty::Adt(_)) => ir
            .values
            .iter()
            .enumerate()
            .filter(|(_, part)| matches!(&part.place, Place::Part { of, .. } if *of == value))
            .flat_map(|(part, _)| leaves(ir, part))
            .collect(),
        _ => Vec::new(),
    }
}

/// The parameters that are no host values.
fn tensors_of(function: &Function) -> impl Iterator<Item = &syntax::Param> {
    function
        .params
        .iter()
        .filter(|p| !matches!(p.ty, Type::Host(_)))
}

/// Has it a cotangent in one piece?
fn is_leaf(ty: &Ty) -> bool {
    match ty {
        Ty::Opaque => true,
        Ty::Tensor(_) => has_float(ty),
        ty => containers::is_container(ty) && has_float(ty),
    }
}

/// A parameter's gradient, in the parameter's own form.
fn gradient_of(reverse: &mut Sweep<'_>, ir: &Ir, value: ValueId) -> Expr {
    let ty = ir.values.get(value).map(|v| v.ty.clone());
    let whole = reverse.source().value(value);
    let part = |member: &syn::Member| {
        ir.values.iter().position(|v| {
            matches!(&v.place, Place::Part { of, member: m, .. } if *of == value && m == member)
        })
    };
    match ty {
        Some(ty) if is_leaf(&ty) => match reverse.cotangent(value) {
            Some(expr) => expr,
            None => reverse.zeros_of(value),
        },
        Some(Ty::Tuple(parts)) => {
            let mut out = Vec::new();
            for place in 0..parts.len() {
                let member = syn::Member::from(place);
                out.push(match part(&member) {
                    Some(part) => gradient_of(reverse, ir, part),
                    None => parse_quote!(#whole.#member),
                });
            }
            source::tuple(&out)
        }
        Some(Ty::Adt(adt)) if !adt.ty.def.is_enum => {
            let of = whole.clone();
            reverse.each_field(&adt, &whole, |reverse, member, _| match part(member) {
                Some(part) => gradient_of(reverse, ir, part),
                None => parse_quote!(#of.#member),
            })
        }
        _ => whole,
    }
}

/// The type of what a function gives, without `Result`.
fn value_type(function: &Function) -> syn::Type {
    match &function.item.sig.output {
        syn::ReturnType::Default => parse_quote!(()),
        syn::ReturnType::Type(_, ty) => syntax::split_result(ty).0.clone(),
    }
}

/// `-> Result<T, E>`, where the function has it, or `-> T`.
fn output(function: &Function, ty: &syn::Type) -> syn::ReturnType {
    match (&function.item.sig.output, &function.error) {
        (syn::ReturnType::Type(_, written), Some(_)) => {
            let mut written = (**written).clone();
            if let syn::Type::Path(path) = &mut written
                && let Some(last) = path.path.segments.last_mut()
                && let syn::PathArguments::AngleBracketed(arguments) = &mut last.arguments
                && let Some(first) = arguments.args.first_mut()
            {
                *first = syn::GenericArgument::Type(ty.clone());
            }
            parse_quote!(-> #written)
        }
        _ => parse_quote!(-> #ty),
    }
}

/// The type of a parameter for a value of this type: `&Tensor<…>` of `Tensor<…>`, `&[Tensor]` of `Vec<Tensor>`.
fn referring(ty: &syn::Type) -> syn::Type {
    match ty {
        syn::Type::Path(path) => {
            let last = path.path.segments.last();
            let inner = last.and_then(|last| match &last.arguments {
                syn::PathArguments::AngleBracketed(arguments) => match arguments.args.first() {
                    Some(syn::GenericArgument::Type(inner)) => Some((&last.ident, inner)),
                    _ => None,
                },
                _ => None,
            });
            match inner {
                Some((name, inner)) if name == "Vec" => parse_quote!(&[#inner]),
                Some((name, inner)) if name == "Option" => {
                    let inner = referring(inner);
                    parse_quote!(Option<#inner>)
                }
                _ => parse_quote!(&#ty),
            }
        }
        syn::Type::Tuple(tuple) => {
            let parts = tuple.elems.iter().map(referring);
            parse_quote!((#(#parts,)*))
        }
        syn::Type::Paren(inner) => referring(&inner.elem),
        other => parse_quote!(&#other),
    }
}

/// The type of a parameter as a result: `Tensor<…>` of `&Tensor<…>`, `Vec<Tensor>` of `&[Tensor]`.
fn owned(ty: &syn::Type) -> syn::Type {
    match ty {
        syn::Type::Reference(reference) => match &*reference.elem {
            syn::Type::Slice(slice) => {
                let element = owned(&slice.elem);
                parse_quote!(Vec<#element>)
            }
            inner => owned(inner),
        },
        syn::Type::Tuple(tuple) => {
            let parts = tuple.elems.iter().map(owned);
            parse_quote!((#(#parts,)*))
        }
        syn::Type::Path(path) => {
            let mut path = path.clone();
            if let Some(last) = path.path.segments.last_mut()
                && (last.ident == "Option" || last.ident == "Vec")
                && let syn::PathArguments::AngleBracketed(arguments) = &mut last.arguments
            {
                for argument in &mut arguments.args {
                    if let syn::GenericArgument::Type(ty) = argument {
                        *ty = owned(ty);
                    }
                }
            }
            syn::Type::Path(path)
        }
        syn::Type::Paren(inner) => owned(&inner.elem),
        other => other.clone(),
    }
}

//! Derivatives in a body: `value_and_grad(|w| …, w)`, `grad(f)(x)`. The arguments may stand in either place.
//!
//! Before a body is checked, each is brought into one form: the function is a closure, what it is called with follows,
//! and the name says which of the body's derivatives it is, so that it can be found again and another expression be put
//! in its place.
//!
//! ```text
//! grad(grad(f))(x)      __grad_1(|__a1_0| __grad_2(|__a2_0| f(__a2_0), __a1_0), x)
//! ```

use std::collections::HashSet;

use proc_macro2::{Ident, Span};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::visit_mut::VisitMut;
use syn::{Expr, parse_quote_spanned};

use crate::check::strip;

/// What is asked of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Product {
    Grad,
    ValueAndGrad,
    ValueAuxAndGrad,
}

impl Product {
    const ALL: [Product; 3] = [
        Product::Grad,
        Product::ValueAndGrad,
        Product::ValueAuxAndGrad,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Product::Grad => "grad",
            Product::ValueAndGrad => "value_and_grad",
            Product::ValueAuxAndGrad => "value_aux_and_grad",
        }
    }

    fn named(ident: &Ident) -> Option<Product> {
        Product::ALL
            .into_iter()
            .find(|product| ident == product.name())
    }
}

/// One of a body's derivatives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    pub product: Product,
    pub number: usize,
}

/// The derivative that a name of ours stands for.
pub fn word(name: &str) -> Option<Word> {
    let (name, number) = name.strip_prefix("__")?.rsplit_once('_')?;
    let product = Product::ALL.into_iter().find(|p| p.name() == name)?;
    let number = number.parse().ok()?;
    Some(Word { product, number })
}

/// The derivative that an expression is.
pub fn of_call(call: &syn::ExprCall) -> Option<Word> {
    match &*call.func {
        Expr::Path(path) => word(&path.path.get_ident()?.to_string()),
        _ => None,
    }
}

/// Brings a body's derivatives into their form.
pub fn mark(function: &mut syn::ItemFn) {
    let mut names = Bound(HashSet::new());
    for input in &function.sig.inputs {
        if let syn::FnArg::Typed(typed) = input
            && !matches!(&*typed.ty, syn::Type::ImplTrait(_))
        {
            names.visit_pat(&typed.pat);
        }
    }
    names.visit_block(&function.block);
    Marker {
        values: names.0,
        count: 0,
    }
    .visit_block_mut(&mut function.block);
}

/// Puts expressions in the place of derivatives.
pub fn replace(block: &mut syn::Block, with: &mut dyn FnMut(Word, &syn::ExprCall) -> Option<Expr>) {
    struct Replacer<'a>(&'a mut dyn FnMut(Word, &syn::ExprCall) -> Option<Expr>);
    impl VisitMut for Replacer<'_> {
        fn visit_expr_mut(&mut self, expr: &mut Expr) {
            syn::visit_mut::visit_expr_mut(self, expr);
            if let Expr::Call(call) = expr
                && let Some(word) = of_call(call)
                && let Some(other) = (self.0)(word, call)
            {
                *expr = other;
            }
        }
    }
    Replacer(with).visit_block_mut(block);
}

/// What has the types of a body's derivatives, for editors: the closure's body, and the arguments as their gradients.
pub fn typed(block: &mut syn::Block) {
    replace(block, &mut |word, call| {
        let Some(Expr::Closure(closure)) = call.args.first() else {
            return None;
        };
        let mut wrt = vec![0];
        let mut args: Vec<&Expr> = Vec::new();
        for arg in call.args.iter().skip(1) {
            match arg {
                Expr::Assign(pair) => wrt = numbers(&pair.right),
                arg => args.push(arg),
            }
        }
        let grads: Vec<&&Expr> = wrt.iter().filter_map(|place| args.get(*place)).collect();
        let grads: Expr = match grads.as_slice() {
            [one] => syn::parse_quote!(#one),
            many => syn::parse_quote!((#(#many),*)),
        };
        let (takes, body) = (closure.inputs.iter(), &closure.body);
        let given: Expr = syn::parse_quote!({ #(let #takes = #args;)* #body });
        Some(match word.product {
            Product::Grad => syn::parse_quote!({ let _ = #given; #grads }),
            Product::ValueAndGrad => syn::parse_quote!((#given, #grads)),
            Product::ValueAuxAndGrad => {
                let places = (0..parts(body)).map(syn::Index::from);
                syn::parse_quote!({ let value = #given; (#(value.#places,)* #grads) })
            }
        })
    });
}

/// The places in `wrt`.
fn numbers(wrt: &Expr) -> Vec<usize> {
    let list = crate::check::elements(strip(wrt));
    let number = |expr: &Expr| match strip(expr) {
        Expr::Lit(syn::ExprLit {
            lit: syn::Lit::Int(number),
            ..
        }) => number.base10_parse().ok(),
        _ => None,
    };
    match list {
        Some(list) => list.into_iter().filter_map(number).collect(),
        None => number(wrt).into_iter().collect(),
    }
}

/// How many values a closure's body gives, as far as it shows.
fn parts(body: &Expr) -> usize {
    match body {
        Expr::Tuple(tuple) => tuple.elems.len(),
        Expr::Block(block) => match block.block.stmts.last() {
            Some(syn::Stmt::Expr(value, None)) => parts(value),
            _ => 2,
        },
        _ => 2,
    }
}

/// The names of values.
struct Bound(HashSet<String>);

impl<'a> Visit<'a> for Bound {
    fn visit_pat_ident(&mut self, pat: &'a syn::PatIdent) {
        self.0.insert(pat.ident.unraw().to_string());
        syn::visit::visit_pat_ident(self, pat);
    }
}

struct Marker {
    values: HashSet<String>,
    count: usize,
}

/// A derivative as it is written.
struct Read {
    product: Product,
    at: Span,
    function: Expr,
    args: Vec<Expr>,
    keywords: Vec<Expr>,
}

impl Marker {
    /// May it be a function, and no value?
    fn is_function(&self, expr: &Expr) -> bool {
        match strip(expr) {
            Expr::Closure(_) => true,
            Expr::Path(path) => path
                .path
                .get_ident()
                .is_none_or(|name| !self.values.contains(&name.unraw().to_string())),
            Expr::Call(call) => {
                product(&call.func).is_some_and(|(product, _)| product == Product::Grad)
                    && call.args.first().is_some_and(|f| self.is_function(f))
            }
            _ => false,
        }
    }

    fn read(&self, call: &syn::ExprCall) -> Option<Read> {
        let ((product, at), inner, behind) = match strip(&call.func) {
            // `grad(f)(x)`
            Expr::Call(inner) => (product(&inner.func)?, inner, Some(&call.args)),
            func => (product(func)?, call, None),
        };
        let (keywords, positional): (Vec<Expr>, Vec<Expr>) = inner
            .args
            .iter()
            .cloned()
            .partition(|arg| matches!(arg, Expr::Assign(_)));
        let mut positional = positional.into_iter();
        let function = positional.next().filter(|f| self.is_function(f))?;
        let mut args: Vec<Expr> = positional.collect();
        args.extend(behind.into_iter().flatten().cloned());
        // Of a closure there is nothing else that it may mean; a name may be a value, for a function of the user's.
        if behind.is_none() && args.is_empty() && !matches!(strip(&function), Expr::Closure(_)) {
            return None;
        }
        Some(Read {
            product,
            at,
            function: strip(&function).clone(),
            args,
            keywords,
        })
    }

    fn marked(&mut self, read: Read) -> Expr {
        self.count += 1;
        let Read {
            product,
            at,
            function,
            args,
            keywords,
        } = read;
        let function = match function {
            closure @ Expr::Closure(_) => closure,
            other => {
                let span = other.span();
                let names: Vec<Ident> = (0..args.len())
                    .map(|place| Ident::new(&format!("__a{}_{place}", self.count), span))
                    .collect();
                parse_quote_spanned!(span=> |#(#names),*| #other(#(#names),*))
            }
        };
        let name = Ident::new(&format!("__{}_{}", product.name(), self.count), at);
        parse_quote_spanned!(at=> #name(#function, #(#args,)* #(#keywords),*))
    }
}

impl VisitMut for Marker {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Call(call) = expr
            && let Some(read) = self.read(call)
        {
            *expr = self.marked(read);
        }
        syn::visit_mut::visit_expr_mut(self, expr);
    }
}

/// The word that an expression is.
fn product(expr: &Expr) -> Option<(Product, Span)> {
    match strip(expr) {
        Expr::Path(path) => {
            let ident = path.path.get_ident()?;
            Some((Product::named(ident)?, ident.span()))
        }
        _ => None,
    }
}

//! A program in the intermediate form, written in the user's language again.
//!
//! ```text
//! %logits = add %1, %b       let logits = v1.add(b);
//! ```

use std::collections::{HashMap, HashSet};

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::{Expr, parse_quote, parse_quote_spanned};

use eagerpy_runtime::ops::{Default, Kind, OpInfo};

use crate::ir::{Ask, HostCode, IndexItem, Inst, Ir, Place, Query, Region, Tree, ValueId};
use crate::origin::local;
use crate::syntax::adt::Style;
use crate::syntax::{Function, StructType};

/// Names for a program's values.
pub struct Source<'a> {
    pub ir: &'a Ir,
    names: Vec<Ident>,
    taken: HashSet<String>,
    /// How often the host's names are bound.
    bound: HashMap<String, usize>,
    /// Names that mean one thing here and another there.
    pub rebound: HashSet<String>,
    /// Other names for parameters whose names something else takes.
    pub aliases: Vec<(Ident, Ident)>,
    /// What values of the outside are called here.
    stands: HashMap<ValueId, Expr>,
}

impl<'a> Source<'a> {
    pub fn new(function: &Function, ir: &'a Ir) -> Source<'a> {
        let mut taken: HashSet<String> = HashSet::new();
        taken.extend(function.params.iter().map(|p| p.name.clone()));
        taken.extend(function.dims.iter().map(|d| d.name.clone()));
        let mut bound = HashMap::new();
        host_names(&ir.body, &mut bound);
        taken.extend(bound.keys().cloned());
        for param in &function.params {
            *bound.entry(param.name.clone()).or_default() += 1;
        }
        let dims = |name: &String| function.dims.iter().any(|dim| dim.name == *name);
        let rebound = bound
            .iter()
            .filter(|(name, count)| **count > 1 || dims(name))
            .map(|(name, _)| name.clone())
            .collect();
        let mut source = Source {
            rebound,
            ir,
            names: Vec::new(),
            taken,
            bound,
            aliases: Vec::new(),
            stands: HashMap::new(),
        };
        let params = function
            .params
            .iter()
            .filter(|p| !matches!(p.ty, crate::syntax::Type::Host(_)));
        let params: Vec<(ValueId, Ident)> = ir
            .params
            .iter()
            .copied()
            .zip(params.map(|p| p.ident.clone()))
            .collect();
        for (id, value) in ir.values.iter().enumerate() {
            let name = match params.iter().find(|(param, _)| *param == id) {
                // A host value takes the parameter's name later.
                Some((_, name)) if source.bound.get(&name.unraw().to_string()) > Some(&1) => {
                    let other = source.fresh(&name.unraw().to_string(), name.span());
                    source.aliases.push((other.clone(), name.clone()));
                    other
                }
                Some((_, name)) => name.clone(),
                None => {
                    let hint = value.hint.clone().unwrap_or_else(|| format!("v{id}"));
                    source.fresh(&hint, value.origin.span())
                }
            };
            source.names.push(name);
        }
        source
    }

    /// Does host code bind this name?
    pub fn binds(&self, name: &str) -> bool {
        self.bound.contains_key(name)
    }

    /// Does a region bind names of the host's that stand elsewhere, too?
    pub fn hides(&self, region: &Region) -> bool {
        let mut here = HashMap::new();
        host_names(region, &mut here);
        here.iter()
            .any(|(name, count)| *count > 1 || self.bound.get(name) != Some(&1))
    }

    /// A name that nothing else has.
    pub fn fresh(&mut self, hint: &str, at: proc_macro2::Span) -> Ident {
        let mut name = hint.to_owned();
        let mut number = 1;
        // Free functions of the vocabulary are called by name.
        while OpInfo::find(&name).is_some() || !self.taken.insert(name.clone()) {
            number += 1;
            name = format!("{hint}_{number}");
        }
        local(&name, at)
    }

    pub fn name(&self, value: ValueId) -> Ident {
        match self.names.get(value) {
            Some(name) => name.clone(),
            None => local("missing", proc_macro2::Span::call_site()),
        }
    }

    /// The name of a host value that came out of an instruction: `host3` is the compiler's own.
    pub fn part(&self, name: &str) -> Ident {
        local(
            &renamed(name).unwrap_or_else(|| name.to_owned()),
            proc_macro2::Span::call_site(),
        )
    }

    /// The same in a pattern.
    pub fn part_pat(&self, pat: &syn::Pat) -> syn::Pat {
        match pat {
            syn::Pat::Ident(name) if renamed(&name.ident.to_string()).is_some() => {
                let name = self.part(&name.ident.to_string());
                parse_quote!(#name)
            }
            other => other.clone(),
        }
    }

    /// What a person calls the value: for names that are made of it.
    pub fn hint(&self, value: ValueId) -> String {
        match self.ir.values.get(value).map(|v| &v.place) {
            Some(Place::Part { of, member, .. }) => {
                let of = self.hint(*of);
                format!("{of}_{}", member.to_token_stream())
            }
            _ => self.name(value).unraw().to_string(),
        }
    }

    /// A value of the outside goes by this from now on.
    pub fn stand(&mut self, value: ValueId, by: Expr) {
        self.stands.insert(value, by);
    }

    /// A value, where it is.
    pub fn value(&self, value: ValueId) -> Expr {
        if let Some(by) = self.stands.get(&value) {
            return by.clone();
        }
        match self.ir.values.get(value).map(|v| &v.place) {
            Some(Place::Part { of, member, .. }) => {
                let of = self.value(*of);
                parse_quote!(#of.#member)
            }
            _ => {
                let name = self.name(value);
                parse_quote!(#name)
            }
        }
    }

    /// Host code, with the questions to values in it.
    pub fn host(&self, code: &HostCode) -> Expr {
        if code.holes.is_empty() && !has_own(code.expr.to_token_stream()) {
            return (*code.expr).clone();
        }
        let answers: Vec<(String, TokenStream)> = code
            .holes
            .iter()
            .map(|hole| (hole.name.clone(), self.ask(&hole.ask).to_token_stream()))
            .collect();
        let tokens = replaced(code.expr.to_token_stream(), &answers);
        syn::parse2(tokens).unwrap_or_else(|_| (*code.expr).clone())
    }

    fn ask(&self, ask: &Ask) -> Expr {
        match ask {
            Ask::Host(code) => {
                let code = self.host(code);
                parse_quote!((#code))
            }
            Ask::Place(value) => self.value(*value),
            Ask::Tensor(value, query) => {
                let value = self.value(*value);
                match query {
                    Query::Shape => parse_quote!(#value.shape()),
                    Query::Rank => parse_quote!(#value.ndim()),
                    Query::Item(_) => parse_quote!(#value.item()),
                    Query::Len => parse_quote!(#value.len()),
                    Query::IsSome => parse_quote!(#value.is_some()),
                    Query::Dim(axis) => {
                        let axis = self.host(axis);
                        parse_quote!(#value.dim(#axis))
                    }
                }
            }
        }
    }

    /// `s![…]`
    pub fn index(&self, items: &[IndexItem]) -> Expr {
        let items = items.iter().map(|item| match item {
            IndexItem::At(code) => self.host(code).to_token_stream(),
            IndexItem::Range { start, end, step } => {
                let bound = |code: &Option<HostCode>| {
                    code.as_ref().map(|code| {
                        let code = self.host(code);
                        match code {
                            Expr::Lit(_) | Expr::Path(_) | Expr::Unary(_) => quote!(#code),
                            code => quote!((#code)),
                        }
                    })
                };
                let (start, end) = (bound(start), bound(end));
                let step = step.as_ref().map(|code| {
                    let code = self.host(code);
                    quote!(; #code)
                });
                quote!(#start..#end #step)
            }
            IndexItem::NewAxis => quote!(NewAxis),
            IndexItem::Ellipsis => quote!(Ellipsis),
            IndexItem::Tensor(value) => self.value(*value).to_token_stream(),
        });
        parse_quote!(s![#(#items),*])
    }

    /// A call of an operation with these arguments. `method`: is the first one a tensor?
    pub fn call(
        &self,
        op: &'static OpInfo,
        args: &[Option<Expr>],
        method: bool,
        at: proc_macro2::Span,
    ) -> Expr {
        let mut given = args.iter();
        let mut list: Vec<TokenStream> = Vec::new();
        let receiver = match (op.params.first(), args.first()) {
            (Some(param), Some(Some(first)))
                if method && op.is_method() && param.kind.is_tensor() =>
            {
                given.next();
                Some(first)
            }
            _ => None,
        };
        let skipped = usize::from(receiver.is_some());
        let mut by_name = false;
        for (param, arg) in op.params.iter().skip(skipped).zip(given) {
            let Some(arg) = arg else {
                by_name = true;
                continue;
            };
            match param.kind {
                Kind::Rest => {
                    if let Expr::Array(array) = arg {
                        list.extend(array.elems.iter().map(ToTokens::to_token_stream));
                    }
                }
                _ if !by_name && param.default == Default::Required => {
                    list.push(arg.to_token_stream());
                }
                _ => {
                    by_name = true;
                    let name = Ident::new(param.name, at);
                    list.push(quote!(#name = #arg));
                }
            }
        }
        let name = Ident::new(op.name, at);
        match receiver {
            Some(first) if op.name == "getitem" => {
                let index = args.get(1).cloned().flatten();
                parse_quote!(#first[#index])
            }
            Some(first) => parse_quote_spanned!(at=> #first.#name(#(#list),*)),
            None => parse_quote_spanned!(at=> #name(#(#list),*)),
        }
    }

    /// What a value is made of, as an expression.
    pub fn tree(&self, tree: &Tree) -> Expr {
        match tree {
            Tree::Tensor(value) => self.value(*value),
            Tree::Host(code) => self.host(code),
            Tree::Tuple(parts) => {
                let parts: Vec<Expr> = parts.iter().map(|part| self.tree(part)).collect();
                tuple(&parts)
            }
            Tree::Struct {
                whole: Some(whole), ..
            } => self.value(*whole),
            Tree::Struct { ty, fields, .. } => {
                let variant = ty.def.variants.first();
                let members = variant.map(|v| v.fields.iter().map(|f| f.member.clone()));
                let fields = fields.iter().map(|field| self.tree(field));
                let path = &ty.path;
                match members {
                    Some(members) => parse_quote!(#path { #(#members: #fields),* }),
                    None => parse_quote!(#path {}),
                }
            }
            Tree::Option {
                some: Some(some), ..
            } => {
                let some = self.tree(some);
                parse_quote!(Some(#some))
            }
            Tree::Option { some: None, .. } => parse_quote!(None),
            Tree::List { items, .. } => {
                let items = items.iter().map(|item| self.tree(item));
                parse_quote!([#(#items),*])
            }
            Tree::Variant {
                ty,
                variant: place,
                fields,
            } => {
                let fields = fields
                    .iter()
                    .map(|field| self.tree(field).to_token_stream());
                let fields: Vec<TokenStream> = fields.collect();
                variant(ty, *place, &fields)
            }
            Tree::Never => parse_quote!(::core::unreachable!()),
        }
    }
}

/// A variant of an enum as an expression.
pub fn variant(ty: &StructType, place: usize, fields: &[TokenStream]) -> Expr {
    let tokens = variant_tokens(ty, place, fields);
    parse_quote!(#tokens)
}

/// A variant of an enum, as an expression or a pattern.
pub fn variant_tokens(ty: &StructType, place: usize, fields: &[TokenStream]) -> TokenStream {
    let path = &ty.path;
    let Some(variant) = ty.def.variants.get(place) else {
        return quote!(#path);
    };
    let name = &variant.name;
    match variant.style {
        Style::Unit => quote!(#path::#name),
        Style::Tuple => quote!(#path::#name(#(#fields),*)),
        Style::Named => {
            let members = variant.fields.iter().map(|field| &field.member);
            quote!(#path::#name { #(#members: #fields),* })
        }
    }
}

/// A tuple as an expression.
pub fn tuple(parts: &[Expr]) -> Expr {
    match parts {
        [one] => parse_quote!((#one,)),
        many => parse_quote!((#(#many),*)),
    }
}

/// A name of the compiler's own for a host value, as another name: reading the program again makes such names anew.
fn renamed(name: &str) -> Option<String> {
    let number = name.strip_prefix("host")?;
    let own = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    own.then(|| format!("part_of_{number}"))
}

pub fn has_own(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(word) => renamed(&word.to_string()).is_some(),
        TokenTree::Group(group) => has_own(group.stream()),
        _ => false,
    })
}

/// Code with the holes filled.
fn replaced(tokens: TokenStream, answers: &[(String, TokenStream)]) -> TokenStream {
    tokens
        .into_iter()
        .flat_map(|token| match token {
            TokenTree::Ident(word) => {
                let answer = answers.iter().find(|(name, _)| word == name.as_str());
                match answer {
                    Some((_, answer)) => {
                        let span = word.span();
                        quote_spanned!(span=> (#answer))
                    }
                    None => match renamed(&word.to_string()) {
                        Some(name) => local(&name, word.span()).to_token_stream(),
                        None => word.to_token_stream(),
                    },
                }
            }
            TokenTree::Group(group) => {
                let mut inner =
                    proc_macro2::Group::new(group.delimiter(), replaced(group.stream(), answers));
                inner.set_span(group.span());
                inner.to_token_stream()
            }
            other => other.to_token_stream(),
        })
        .collect()
}

/// The names that host code binds: no value may have one of them.
fn host_names(region: &Region, found: &mut HashMap<String, usize>) {
    struct Names<'a>(&'a mut HashMap<String, usize>);
    impl<'a> syn::visit::Visit<'a> for Names<'_> {
        fn visit_pat_ident(&mut self, pat: &'a syn::PatIdent) {
            *self.0.entry(pat.ident.unraw().to_string()).or_default() += 1;
            syn::visit::visit_pat_ident(self, pat);
        }
        fn visit_item_const(&mut self, item: &'a syn::ItemConst) {
            *self.0.entry(item.ident.to_string()).or_default() += 1;
        }
        fn visit_item_static(&mut self, item: &'a syn::ItemStatic) {
            *self.0.entry(item.ident.to_string()).or_default() += 1;
        }
        fn visit_item_fn(&mut self, item: &'a syn::ItemFn) {
            *self.0.entry(item.sig.ident.to_string()).or_default() += 1;
        }
    }
    let mut names = Names(found);
    for inst in &region.insts {
        use syn::visit::Visit;
        match inst {
            Inst::HostLet { pat, .. } | Inst::LetElse { pat, .. } => names.visit_pat(pat),
            Inst::Verbatim(stmt) => names.visit_stmt(stmt),
            Inst::Loop {
                kind: crate::ir::LoopKind::For { pat, .. },
                ..
            } => names.visit_pat(pat),
            Inst::Match { arms, .. } => {
                for arm in arms {
                    if let crate::ir::ArmPat::Host(pat) = &arm.pat {
                        names.visit_pat(pat);
                    }
                }
            }
            _ => {}
        }
        for inner in inst.regions() {
            host_names(inner, names.0);
        }
    }
}

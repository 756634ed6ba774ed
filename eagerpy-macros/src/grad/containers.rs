//! Derivatives of what holds tensors in one piece: lists, options, enums.
//!
//! ```text
//! list.push(y);                let d_y = d_list[-1]; d_list.pop();
//! let y = list[i];      →      d_list[i] = d_list[i] + d_y;
//! match w {                    match w {
//!     Some(w) => …,                Some(w) => { …; d_w = match d_w { Some(d) => Some(d + d_x), None => None }; }
//!     None => …,                   None => …,
//! }                            }
//! ```
//!
//! The cotangent of such a value has its form: a list's is a list as long as that is at the place, an option's is there
//! where that is, an enum's is of the same variant. It is in a variable that changes. The same holds for tangents.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{Expr, Stmt, parse_quote};

use super::rule;
use super::source;
use super::sweep::{Kept, Mode, Sweep};
use crate::check::ty::{AdtTy, Elem, Ty};
use crate::diag::{Code, Diagnostic};
use crate::ir::{ArmPat, Over, Place, Taker, Tree, ValueId};
use crate::syntax::StructType;

/// A look into an option or an enum.
pub(super) struct Looked {
    pub(super) value: ValueId,
    /// Of each arm, what it takes.
    pub(super) pats: Vec<ArmPat>,
    /// Do the arms hang on conditions, too?
    pub(super) guarded: bool,
}

impl Sweep<'_> {
    pub(super) fn ty(&self, value: ValueId) -> Ty {
        self.ir
            .values
            .get(value)
            .map_or(Ty::Poison, |v| v.ty.clone())
    }

    /// Is it a list, an option or an enum?
    pub(super) fn is_container(&self, value: ValueId) -> bool {
        is_container(&self.ty(value))
    }

    /// Zeros in the form of a value.
    pub(super) fn zeros_of(&mut self, value: ValueId) -> Expr {
        let (ty, of) = (self.ty(value), self.source.value(value));
        self.zeros(&ty, &of)
    }

    pub(super) fn zeros(&mut self, ty: &Ty, of: &Expr) -> Expr {
        if !super::has_float(ty) && !matches!(ty, Ty::Opaque) {
            return of.clone();
        }
        let of = &self.placed(ty, of);
        match ty {
            Ty::List(inner) => {
                let x = self.source.fresh("x", Span::call_site());
                let zeros = self.zeros(inner, &parse_quote!(#x));
                parse_quote!(#of.iter().map(|#x| #zeros).collect())
            }
            Ty::Option(inner) => {
                let x = self.source.fresh("x", Span::call_site());
                let zeros = self.zeros(inner, &parse_quote!(#x));
                parse_quote!(match #of { Some(#x) => Some(#zeros), None => None })
            }
            Ty::Tuple(parts) => {
                let mut zeros = Vec::new();
                for (place, ty) in parts.iter().enumerate() {
                    let place = syn::Index::from(place);
                    zeros.push(self.zeros(ty, &parse_quote!(#of.#place)));
                }
                source::tuple(&zeros)
            }
            Ty::Adt(adt) if adt.ty.def.is_enum && self.nameless(&adt.ty) => of.clone(),
            Ty::Adt(adt) if adt.ty.def.is_enum => self.each_variant(adt, of, |sweep, ty, part| {
                sweep.zeros(ty, &parse_quote!(#part))
            }),
            Ty::Adt(adt) => self.each_field(adt, of, |sweep, member, ty| {
                sweep.zeros(ty, &parse_quote!(#of.#member))
            }),
            _ => parse_quote!(zeros_like(#of)),
        }
    }

    /// A value under a name, where it is more than a tensor and has none.
    fn placed(&mut self, ty: &Ty, value: &Expr) -> Expr {
        if matches!(ty, Ty::Tensor(_) | Ty::Opaque) || is_place(value) {
            return value.clone();
        }
        let name = self.source.fresh("d_whole", Span::call_site());
        self.stmts.push(parse_quote!(let #name = #value;));
        parse_quote!(#name)
    }

    /// The sum of two cotangents of one value.
    pub(super) fn sum(&mut self, ty: &Ty, a: &Expr, b: &Expr) -> Expr {
        if !super::has_float(ty) && !matches!(ty, Ty::Opaque) {
            return a.clone();
        }
        let (a, b) = (&self.placed(ty, a), &self.placed(ty, b));
        let pair = |sweep: &mut Self| {
            let span = Span::call_site();
            (sweep.source.fresh("x", span), sweep.source.fresh("y", span))
        };
        match ty {
            Ty::List(inner) => {
                let (x, y) = pair(self);
                let sum = self.sum(inner, &parse_quote!(#x), &parse_quote!(#y));
                parse_quote!(#a.iter().zip(#b.iter()).map(|(#x, #y)| #sum).collect())
            }
            Ty::Option(inner) => {
                let (x, y) = pair(self);
                let sum = self.sum(inner, &parse_quote!(#x), &parse_quote!(#y));
                parse_quote!(match #a {
                    Some(#x) => match #b { Some(#y) => Some(#sum), None => Some(#x) },
                    None => None,
                })
            }
            Ty::Tuple(parts) => {
                let mut sums = Vec::new();
                for (place, ty) in parts.iter().enumerate() {
                    let place = syn::Index::from(place);
                    sums.push(self.sum(ty, &parse_quote!(#a.#place), &parse_quote!(#b.#place)));
                }
                source::tuple(&sums)
            }
            Ty::Adt(adt) if adt.ty.def.is_enum && self.nameless(&adt.ty) => a.clone(),
            Ty::Adt(adt) if adt.ty.def.is_enum => {
                let whole = a.clone();
                let mut arms: Vec<syn::Arm> = Vec::new();
                let one = adt.ty.def.variants.len() == 1;
                for (place, types) in adt.fields.iter().enumerate() {
                    if !types.iter().any(super::has_float) {
                        continue;
                    }
                    let (left, pat) = self.taken_variant(adt, place);
                    let (right, other) = self.taken_variant(adt, place);
                    let mut sums = Vec::new();
                    for ((ty, x), y) in types.iter().zip(&left).zip(&right) {
                        if let Ty::Host(_) = ty {
                            sums.push(quote!(#x.clone()));
                            continue;
                        }
                        sums.push(
                            self.sum(ty, &parse_quote!(#x), &parse_quote!(#y))
                                .to_token_stream(),
                        );
                    }
                    let sum = variant_form(adt, place, &sums);
                    let rest = (!one).then(|| quote!(_ => #whole,));
                    arms.push(parse_quote!(#pat => match #b { #other => #sum, #rest },));
                }
                let rest = (!one).then(|| quote!(_ => #whole,));
                parse_quote!(match #a { #(#arms)* #rest })
            }
            Ty::Adt(adt) => {
                let (a, b) = (a.clone(), b.clone());
                let first = a.clone();
                self.each_field(adt, &first, |sweep, member, ty| {
                    sweep.sum(ty, &parse_quote!(#a.#member), &parse_quote!(#b.#member))
                })
            }
            _ => parse_quote!(#a + #b),
        }
    }

    /// A struct of the same kind, with these fields.
    pub(super) fn each_field(
        &mut self,
        adt: &AdtTy,
        of: &Expr,
        mut field: impl FnMut(&mut Self, &syn::Member, &Ty) -> Expr,
    ) -> Expr {
        let def = std::rc::Rc::clone(&adt.ty.def);
        let mut fields: Vec<(syn::Member, Expr)> = Vec::new();
        let types = adt.fields.first().cloned().unwrap_or_default();
        let members = def.variants.first().into_iter().flat_map(|v| &v.fields);
        for (known, ty) in members.zip(&types) {
            if adt.ty.part.is_some() && !super::has_float(ty) {
                continue;
            }
            let value = field(self, &known.member, ty);
            fields.push((known.member.clone(), value));
        }
        // One that goes by no path here is another one of its kind, with other values in it.
        if adt.ty.part.is_some() {
            let own = self.source.fresh("part", Span::call_site());
            let (members, values): (Vec<_>, Vec<_>) = fields.into_iter().unzip();
            return parse_quote!({
                let mut #own = #of;
                #(#own.#members = #values;)*
                #own
            });
        }
        let path = &adt.ty.path;
        let fields = fields.iter().map(|(member, value)| quote!(#member: #value));
        parse_quote!(#path { #(#fields),* })
    }

    /// An enum of the same variant, with other values in it.
    fn each_variant(
        &mut self,
        adt: &AdtTy,
        of: &Expr,
        mut field: impl FnMut(&mut Self, &Ty, &Ident) -> Expr,
    ) -> Expr {
        let mut arms: Vec<syn::Arm> = Vec::new();
        let one = adt.ty.def.variants.len() == 1;
        let mut all = true;
        for (place, types) in adt.fields.iter().enumerate() {
            if !types.iter().any(super::has_float) {
                all = false;
                continue;
            }
            let (names, pat) = self.taken_variant(adt, place);
            let mut values = Vec::new();
            for (ty, name) in types.iter().zip(&names) {
                values.push(match ty {
                    // What a pattern binds is a reference.
                    Ty::Host(_) => quote!(#name.clone()),
                    ty => field(self, ty, name).to_token_stream(),
                });
            }
            let value = variant_form(adt, place, &values);
            arms.push(parse_quote!(#pat => #value,));
        }
        let rest = (!one && !all).then(|| quote!(_ => #of,));
        parse_quote!(match #of { #(#arms)* #rest })
    }

    /// A variant's pattern, with names for all fields.
    fn taken_variant(&mut self, adt: &AdtTy, place: usize) -> (Vec<Ident>, TokenStream) {
        let def = std::rc::Rc::clone(&adt.ty.def);
        let fields = def.variants.get(place).map_or(0, |v| v.fields.len());
        let names: Vec<Ident> = (0..fields)
            .map(|_| self.source.fresh("part", Span::call_site()))
            .collect();
        let parts: Vec<TokenStream> = names.iter().map(ToTokens::to_token_stream).collect();
        let pat = variant_form(adt, place, &parts);
        (names, pat)
    }

    /// Says so of an enum that goes by no name here. `true`: it is one.
    pub(super) fn nameless(&mut self, ty: &StructType) -> bool {
        let none = ty.part.is_some();
        let name = ty.def.name.to_string();
        if none && !self.told.contains(&name) {
            self.told.push(name.clone());
            let lower = name.to_lowercase();
            self.diagnostics.push(
                Diagnostic::new(
                    Code::E603,
                    self.place.clone(),
                    format!("no gradient goes through the enum `{name}`, which has no name here"),
                )
                .help(format!(
                    "name its type where it is taken: `let {lower}: {name}<_, …> = …;`"
                )),
            );
        }
        none
    }

    // ------------------------------------------------------------------ whole values

    /// Has a value, or a part of it, a cotangent here?
    pub(super) fn has_cotangent(&self, value: ValueId) -> bool {
        self.cotangents.contains_key(&value)
            || self.gathered.contains_key(&value)
            || self
                .parts_of(value)
                .into_iter()
                .any(|part| self.has_cotangent(part))
    }

    pub(super) fn parts_of(&self, value: ValueId) -> Vec<ValueId> {
        let parts = self.ir.values.iter().enumerate();
        parts
            .filter(|(_, part)| matches!(&part.place, Place::Part { of, .. } if *of == value))
            .map(|(part, _)| part)
            .collect()
    }

    /// The cotangent of a value in its own form, if there is any.
    pub(super) fn whole_cotangent(&mut self, value: ValueId) -> Option<Expr> {
        if !self.has_cotangent(value) {
            return None;
        }
        Some(super::gradient_of(self, self.ir, value))
    }

    /// The variable of a container's cotangent, which changes.
    pub(super) fn changing(&mut self, value: ValueId) -> Ident {
        if let Some(name) = self.gathered.get(&value) {
            return name.clone();
        }
        let first = match self.cotangent(value) {
            Some(cotangent) => cotangent,
            None => {
                self.chosen.insert(value, true);
                self.zeros_of(value)
            }
        };
        let hint = self.source.hint(value);
        let name = self.source.fresh(&format!("d_{hint}"), self.span(value));
        self.stmts.push(parse_quote!(let mut #name = #first;));
        self.gathered.insert(value, name.clone());
        name
    }

    /// A value of the form of a tree, of what stands for the values in it.
    pub(super) fn formed(
        &mut self,
        tree: &Tree,
        leaf: &mut dyn FnMut(&mut Self, ValueId) -> Expr,
    ) -> Expr {
        match tree {
            Tree::Tensor(value) => leaf(self, *value),
            Tree::Host(code) => self.source.host(code),
            Tree::Tuple(parts) => {
                let mut out = Vec::new();
                for part in parts {
                    out.push(self.formed(part, leaf));
                }
                source::tuple(&out)
            }
            Tree::Struct { ty, whole, fields } => {
                let def = std::rc::Rc::clone(&ty.def);
                let members = def.variants.first().into_iter().flat_map(|v| &v.fields);
                let members: Vec<syn::Member> = members.map(|field| field.member.clone()).collect();
                let mut values = Vec::new();
                for field in fields {
                    values.push(self.formed(field, leaf));
                }
                match (whole, &ty.part) {
                    (Some(whole), Some(_)) => {
                        let of = self.source.value(*whole);
                        let own = self.source.fresh("part", Span::call_site());
                        let tensors = members.iter().zip(fields).zip(&values);
                        let tensors =
                            tensors.filter(|((_, tree), _)| !matches!(tree, Tree::Host(_)));
                        let set =
                            tensors.map(|((member, _), value)| quote!(#own.#member = #value;));
                        parse_quote!({ let mut #own = #of; #(#set)* #own })
                    }
                    _ => {
                        let path = &ty.path;
                        parse_quote!(#path { #(#members: #values),* })
                    }
                }
            }
            Tree::Option {
                some: Some(some), ..
            } => {
                let some = self.formed(some, leaf);
                parse_quote!(Some(#some))
            }
            Tree::List { items, .. } => {
                let mut values = Vec::new();
                for item in items {
                    values.push(self.formed(item, leaf));
                }
                list_of(&values)
            }
            Tree::Variant {
                ty,
                variant,
                fields,
            } => {
                let mut values = Vec::new();
                for field in fields {
                    values.push(self.formed(field, leaf).to_token_stream());
                }
                source::variant(ty, *variant, &values)
            }
            other => self.source.tree(other),
        }
    }

    /// Zeros in the form of a tree.
    pub(super) fn zeros_of_tree(&mut self, tree: &Tree) -> Expr {
        self.formed(tree, &mut Sweep::zeros_of)
    }

    /// The tangents of a tree, in its form.
    pub(super) fn tangents_of(&mut self, tree: &Tree) -> Expr {
        self.formed(tree, &mut |sweep, value| sweep.tangent_or_zero(value))
    }

    // ------------------------------------------------------------------ the way there

    /// A list's type, as it is written where nothing else says it.
    pub(super) fn written_type(&self, ty: &Ty) -> Option<TokenStream> {
        Some(match ty {
            Ty::Tensor(tensor) => {
                let elem = rule::element(tensor.dtype, Span::call_site());
                match (tensor.dtype, tensor.shape.rank()) {
                    (Elem::Unknown, _) => return None,
                    (_, Some(0)) => quote!(Scalar<#elem>),
                    (_, Some(rank)) => {
                        let sizes = (0..rank).map(|_| quote!(_));
                        quote!(Tensor<#elem, #(#sizes),*>)
                    }
                    (Elem::Shared, None) => quote!(Tensor),
                    (_, None) => quote!(Tensor<#elem>),
                }
            }
            Ty::List(inner) => {
                let inner = self.written_type(inner)?;
                quote!(::std::vec::Vec<#inner>)
            }
            Ty::Option(inner) => {
                let inner = self.written_type(inner)?;
                quote!(Option<#inner>)
            }
            Ty::Tuple(parts) => {
                let parts: Option<Vec<TokenStream>> =
                    parts.iter().map(|part| self.written_type(part)).collect();
                let parts = parts?;
                quote!((#(#parts,)*))
            }
            Ty::Adt(adt) if adt.ty.part.is_none() => {
                let path = &adt.ty.path;
                quote!(#path<_>)
            }
            _ => return None,
        })
    }

    /// `let name = …`, of a value in one piece. What is empty says its type where nothing else will.
    pub(super) fn let_made(&mut self, name: &Ident, of: ValueId, tree: &Tree, value: &Expr) {
        let binder = self.binder(of, name);
        let empty = match tree {
            Tree::List { items, .. } => items.is_empty() && !self.changed.contains(&of),
            Tree::Option { some, .. } => some.is_none(),
            _ => false,
        };
        let ty = match empty {
            true => self.written_type(&self.ty(of)),
            false => None,
        };
        self.stmts.push(match ty {
            Some(ty) => parse_quote!(let #binder: #ty = #value;),
            None => parse_quote!(let #binder = #value;),
        });
    }

    /// The name of a value, or of what goes with it, where it is bound.
    pub(super) fn binder(&self, of: ValueId, name: &Ident) -> TokenStream {
        match self.changed.contains(&of) {
            true => quote!(mut #name),
            false => quote!(#name),
        }
    }

    /// A list as it is here, if it changes later.
    pub(super) fn snapshot(&mut self, value: ValueId) -> Option<Ident> {
        if self.mode != Mode::Reverse || !self.changed.contains(&value) {
            return None;
        }
        let list = self.source.name(value);
        let hint = self.source.hint(value);
        let name = self.source.fresh(&format!("{hint}_then"), self.span(value));
        self.stmts.push(parse_quote!(let #name = #list;));
        self.keep(&name, quote!());
        Some(name)
    }

    /// The arguments of a call, with lists that change later as they are here.
    pub(super) fn tree_now(&mut self, tree: &Tree) -> Expr {
        // A struct that has a name keeps it: its own may not be known here.
        if !tree.tensors().iter().any(|v| self.changed.contains(v)) {
            return self.source.tree(tree);
        }
        self.formed(tree, &mut |sweep, value| match sweep.snapshot(value) {
            Some(name) => parse_quote!(#name),
            None => sweep.source.value(value),
        })
    }

    /// A loop over lists, as one over their positions: its pattern, what it goes over, and what stands at its beginning.
    pub(super) fn positions(
        &mut self,
        element: &Taker,
        over: &Over,
    ) -> (TokenStream, TokenStream, Vec<Stmt>) {
        match over {
            Over::List(list) => {
                let of = self.source.value(*list);
                let iter = quote!((0..#of.len()));
                if let Taker::Wild = element {
                    return (quote!(_), iter, Vec::new());
                }
                let at = self.source.fresh("at", self.span(*list));
                let pat = self.taking(element);
                let first = parse_quote!(let #pat = #of[#at];);
                (at.to_token_stream(), iter, vec![first])
            }
            Over::Host(code) => {
                let code = self.source.host(code);
                let pat = self.taking(element);
                (pat.to_token_stream(), quote!((#code)), Vec::new())
            }
            Over::Enumerate(inner) => {
                let (place, element) = two(element);
                let place = self.taking(&place);
                let (pat, iter, first) = self.positions(&element, inner);
                (quote!((#place, #pat)), quote!(#iter.enumerate()), first)
            }
            Over::Zip(a, b) => {
                let (left, right) = two(element);
                let (left, iter, mut first) = self.positions(&left, a);
                let (right, other, more) = self.positions(&right, b);
                first.extend(more);
                (quote!((#left, #right)), quote!(#iter.zip(#other)), first)
            }
            Over::Rev(inner) => {
                let (pat, iter, first) = self.positions(element, inner);
                (pat, quote!(#iter.rev()), first)
            }
            Over::Take(inner, count) => {
                let count = self.source.host(count);
                let (pat, iter, first) = self.positions(element, inner);
                (pat, quote!(#iter.take(#count)), first)
            }
            Over::Skip(inner, count) => {
                let count = self.source.host(count);
                let (pat, iter, first) = self.positions(element, inner);
                (pat, quote!(#iter.skip(#count)), first)
            }
        }
    }

    /// A pattern of an arm over an option or an enum.
    pub(super) fn arm_pat(&self, of: ValueId, pat: &ArmPat) -> TokenStream {
        match pat {
            ArmPat::Some(taker) => {
                let inner = self.taking(taker);
                quote!(Some(#inner))
            }
            ArmPat::None => quote!(None),
            ArmPat::Variant(place, takers) => {
                let takers: Vec<TokenStream> = takers
                    .iter()
                    .map(|taker| self.taking(taker).to_token_stream())
                    .collect();
                match self.ty(of) {
                    Ty::Adt(adt) => variant_form(&adt, *place, &takers),
                    _ => quote!(_),
                }
            }
            ArmPat::Host(pat) => pat.to_token_stream(),
            ArmPat::Wild => quote!(_),
        }
    }

    /// In an arm: the tangents of what its pattern binds.
    pub(super) fn arm_tangents(&mut self, of: ValueId, pat: &ArmPat) {
        let Some(tangent) = self.tangents.get(&of).cloned() else {
            return;
        };
        let tangent = self.placed(&Ty::Poison, &tangent);
        let takers: Vec<&Taker> = match pat {
            ArmPat::Some(taker) => vec![taker],
            ArmPat::Variant(_, takers) => takers.iter().collect(),
            _ => return,
        };
        let values: Vec<ValueId> = takers
            .iter()
            .flat_map(|taker| taker.tensors())
            .filter(|value| self.active(*value).is_yes() || self.any_part_active(*value))
            .collect();
        if values.is_empty() {
            return;
        }
        let mut names = Vec::new();
        for value in &values {
            let hint = self.source.hint(*value);
            names.push(self.source.fresh(&format!("t_{hint}"), self.span(*value)));
        }
        let take = |taker: &Taker| {
            taker_pat(taker, &|value| {
                let place = values.iter().position(|other| *other == value)?;
                names.get(place).cloned()
            })
        };
        let taken: Vec<TokenStream> = takers.iter().map(|taker| take(taker)).collect();
        let (pat, one) = match (pat, self.ty(of)) {
            (ArmPat::Variant(place, _), Ty::Adt(adt)) => (
                variant_form(&adt, *place, &taken),
                adt.ty.def.variants.len() == 1,
            ),
            _ => (quote!(Some(#(#taken),*)), false),
        };
        let mut zeros = Vec::new();
        for value in &values {
            zeros.push(self.zeros_of(*value));
        }
        let all: Vec<Expr> = names.iter().map(|name| parse_quote!(#name)).collect();
        let (all, zeros) = (several(&all), several(&zeros));
        let binders = several(
            &names
                .iter()
                .map(|name| parse_quote!(#name))
                .collect::<Vec<Expr>>(),
        );
        let rest = (!one).then(|| quote!(_ => #zeros,));
        self.stmts
            .push(parse_quote!(let #binders = match #tangent { #pat => #all, #rest };));
        for (value, name) in values.iter().zip(names) {
            super::start(self, self.ir, *value, &parse_quote!(#name));
        }
    }

    fn any_part_active(&self, value: ValueId) -> bool {
        self.parts_of(value)
            .into_iter()
            .any(|part| self.active(part).is_yes() || self.any_part_active(part))
    }

    // ------------------------------------------------------------------ the way back

    /// At the end of an arm: what its pattern binds, to the value that it looks into.
    pub(super) fn arm_back(&mut self, of: ValueId, pat: &ArmPat) {
        if !self.active(of).is_yes() {
            return;
        }
        let takers: Vec<&Taker> = match pat {
            ArmPat::Some(taker) => vec![taker],
            ArmPat::Variant(_, takers) => takers.iter().collect(),
            _ => return,
        };
        let bound: Vec<ValueId> = takers.iter().flat_map(|taker| taker.tensors()).collect();
        if !bound.iter().any(|value| self.has_cotangent(*value)) {
            return;
        }
        let mut names: Vec<(ValueId, Ident)> = Vec::new();
        let mut sums: Vec<(ValueId, Expr)> = Vec::new();
        for value in bound {
            let name = self.source.fresh("d", self.span(value));
            let here: Expr = parse_quote!(#name);
            let sum = match self.whole_cotangent(value) {
                Some(cotangent) => {
                    let ty = self.ty(value);
                    self.sum(&ty, &here, &cotangent)
                }
                None => here,
            };
            names.push((value, name));
            sums.push((value, sum));
        }
        // What is not bound stays.
        let mut pats = Vec::new();
        let mut values = Vec::new();
        let types = match (pat, self.ty(of)) {
            (ArmPat::Variant(place, _), Ty::Adt(adt)) => {
                adt.fields.get(*place).cloned().unwrap_or_default()
            }
            (_, Ty::Option(inner)) => vec![*inner],
            _ => Vec::new(),
        };
        for (taker, ty) in takers.into_iter().zip(&types) {
            let (pat, value) = self.rebuilt((taker, ty), &names, &sums);
            pats.push(pat);
            values.push(value);
        }
        let sum = self.changing(of);
        let (form, value, one) = match (pat, self.ty(of)) {
            (ArmPat::Variant(place, _), Ty::Adt(adt)) => (
                variant_form(&adt, *place, &pats),
                variant_form(&adt, *place, &values),
                adt.ty.def.variants.len() == 1,
            ),
            _ => (quote!(Some(#(#pats),*)), quote!(Some(#(#values),*)), false),
        };
        let rest = (!one).then(|| quote!(_ => #sum,));
        self.stmts
            .push(parse_quote!(#sum = match #sum { #form => #value, #rest };));
    }

    /// A pattern, and the value of that form with other values in it.
    fn rebuilt(
        &mut self,
        (taker, ty): (&Taker, &Ty),
        names: &[(ValueId, Ident)],
        sums: &[(ValueId, Expr)],
    ) -> (TokenStream, TokenStream) {
        match taker {
            Taker::Tensor(value) if !matches!(ty, Ty::Host(_)) => {
                let name = names.iter().find(|(of, _)| of == value).map(|(_, n)| n);
                let sum = sums.iter().find(|(of, _)| of == value).map(|(_, s)| s);
                (name.to_token_stream(), sum.to_token_stream())
            }
            Taker::Tuple(parts) => {
                let (mut pats, mut values) = (Vec::new(), Vec::new());
                let types = match ty {
                    Ty::Tuple(types) => types.clone(),
                    _ => Vec::new(),
                };
                for (part, ty) in parts.iter().zip(&types) {
                    let (pat, value) = self.rebuilt((part, ty), names, sums);
                    pats.push(pat);
                    values.push(value);
                }
                (quote!((#(#pats),*)), quote!((#(#values),*)))
            }
            Taker::Tensor(_) | Taker::Host(_) | Taker::Wild => {
                let name = self.source.fresh("d", Span::call_site());
                let value = match ty {
                    Ty::Host(_) => quote!(#name.clone()),
                    _ => quote!(#name),
                };
                (quote!(#name), value)
            }
        }
    }

    /// The cotangent of what was put into a list, which is gone from there then.
    pub(super) fn push_back(&mut self, list: ValueId, tree: &Tree) {
        if !self.active(list).is_yes() {
            return;
        }
        let sum = self.changing(list);
        if super::activity::any(tree, |value| self.active(value).is_yes()) {
            let name = self.source.fresh("d_pushed", self.span(list));
            self.stmts.push(parse_quote!(let #name = #sum[-1];));
            self.spread_over(tree, &parse_quote!(#name), true);
        }
        self.stmts.push(parse_quote!(#sum.pop();));
    }

    /// `was`: what stood there before.
    pub(super) fn set_back(&mut self, list: ValueId, index: &Expr, tree: &Tree, was: &Ident) {
        if !self.active(list).is_yes() {
            return;
        }
        let Ty::List(inner) = self.ty(list) else {
            return;
        };
        let sum = self.changing(list);
        let name = self.source.fresh("d_set", self.span(list));
        self.stmts.push(parse_quote!(let #name = #sum[#index];));
        let zeros = self.zeros(&inner, &parse_quote!(#was));
        self.stmts.push(parse_quote!(#sum[#index] = #zeros;));
        self.spread_over(tree, &parse_quote!(#name), true);
    }

    /// `last`: what was taken out.
    pub(super) fn pop_back(&mut self, list: ValueId, last: &Ident) {
        if !self.active(list).is_yes() {
            return;
        }
        let Ty::List(inner) = self.ty(list) else {
            return;
        };
        let sum = self.changing(list);
        let zeros = self.zeros(&inner, &parse_quote!(#last));
        self.stmts.push(parse_quote!(#sum.push(#zeros);));
    }

    pub(super) fn make_back(&mut self, out: ValueId, tree: &Tree) {
        let chosen = self.chosen.get(&out).copied().unwrap_or(false);
        if let Some(cotangent) = self.cotangent(out) {
            let cotangent = match cotangent {
                Expr::Path(_) => cotangent,
                other => {
                    let name = self.source.fresh("d_made", self.span(out));
                    self.stmts.push(parse_quote!(let #name = #other;));
                    parse_quote!(#name)
                }
            };
            self.spread_over(tree, &cotangent, chosen);
        }
    }

    /// A cotangent of the form of a tree, to the values in it. `chosen`: may a zero in it say that the element was not
    /// chosen?
    pub(super) fn spread_over(&mut self, tree: &Tree, gradient: &Expr, chosen: bool) {
        if !super::activity::any(tree, |value| {
            !matches!(self.active(value), super::activity::Active::No)
        }) {
            return;
        }
        let placed = match tree {
            Tree::Tensor(_) => gradient.clone(),
            _ => self.placed(&Ty::Poison, gradient),
        };
        let gradient = &placed;
        match tree {
            Tree::Tensor(value) => match self.active(*value) {
                super::activity::Active::No => {}
                super::activity::Active::Blocked(name, origin) => self.blocked(name, &origin),
                super::activity::Active::Yes => self.add(*value, gradient.clone(), chosen),
            },
            Tree::Tuple(parts) => {
                for (place, part) in parts.iter().enumerate() {
                    let place = syn::Index::from(place);
                    self.spread_over(part, &parse_quote!(#gradient.#place), chosen);
                }
            }
            Tree::Struct { ty, fields, .. } => {
                let members: Vec<syn::Member> = match ty.def.variants.first() {
                    Some(variant) => variant.fields.iter().map(|f| f.member.clone()).collect(),
                    None => Vec::new(),
                };
                for (member, field) in members.iter().zip(fields) {
                    self.spread_over(field, &parse_quote!(#gradient.#member), chosen);
                }
            }
            Tree::List { items, .. } => {
                for (place, item) in items.iter().enumerate() {
                    let place = proc_macro2::Literal::usize_unsuffixed(place);
                    let name = self.source.fresh("d_item", Span::call_site());
                    let part: Expr = parse_quote!(#gradient[#place]);
                    if super::activity::any(item, |value| self.active(value).is_yes()) {
                        self.stmts.push(parse_quote!(let #name = #part;));
                        self.spread_over(item, &parse_quote!(#name), chosen);
                    }
                }
            }
            Tree::Option {
                some: Some(some), ..
            } => {
                let zeros = self.zeros_of_tree(some);
                let name = self.source.fresh("d_some", Span::call_site());
                let taken = self.source.fresh("d", Span::call_site());
                self.stmts.push(
                    parse_quote!(let #name = match #gradient { Some(#taken) => #taken, None => #zeros };),
                );
                self.spread_over(some, &parse_quote!(#name), chosen);
            }
            Tree::Variant {
                ty,
                variant,
                fields,
            } => {
                let one = ty.def.variants.len() == 1;
                let mut pats = Vec::new();
                let (mut names, mut zeros, mut taken) = (Vec::new(), Vec::new(), Vec::new());
                for field in fields {
                    if !super::activity::any(field, |value| self.active(value).is_yes()) {
                        pats.push(quote!(_));
                        continue;
                    }
                    let name = self.source.fresh("d_field", Span::call_site());
                    let part = self.source.fresh("d", Span::call_site());
                    pats.push(part.to_token_stream());
                    taken.push(parse_quote!(#part));
                    zeros.push(self.zeros_of_tree(field));
                    names.push((name, field));
                }
                let form = source::variant_tokens(ty, *variant, &pats);
                let binders: Vec<Expr> =
                    names.iter().map(|(name, _)| parse_quote!(#name)).collect();
                let (binders, taken, zeros) = (several(&binders), several(&taken), several(&zeros));
                let rest = (!one).then(|| quote!(_ => #zeros,));
                self.stmts
                    .push(parse_quote!(let #binders = match #gradient { #form => #taken, #rest };));
                for (name, field) in names {
                    self.spread_over(field, &parse_quote!(#name), chosen);
                }
            }
            Tree::Host(_) | Tree::Option { some: None, .. } | Tree::Never => {}
        }
    }

    /// A list that changes is kept as it is at the end of its region.
    pub(super) fn keep_changing(&mut self, value: ValueId) {
        let name = self.source.name(value);
        let kept = Kept {
            list: self.source.fresh(&format!("kept_{name}"), self.span(value)),
            name,
        };
        self.lists.push((kept.clone(), quote!()));
        self.kept.push(kept.clone());
        self.open.push((self.depth, kept));
    }

    /// The marks of the lists that are left with regions of this depth and deeper ones.
    pub(super) fn leaving_marks(&self, depth: usize) -> Vec<Stmt> {
        if self.mode != Mode::Reverse {
            return Vec::new();
        }
        let left = self.open.iter().filter(|(at, _)| *at >= depth);
        left.map(|(_, Kept { name, list })| parse_quote!(__kept! { #name #list }))
            .collect()
    }
}

/// Is it a name, or a part of what has one?
fn is_place(expr: &Expr) -> bool {
    match expr {
        Expr::Path(_) => true,
        Expr::Field(field) => is_place(&field.base),
        Expr::Index(index) => is_place(&index.expr),
        _ => false,
    }
}

/// A list, an option or an enum.
pub(super) fn is_container(ty: &Ty) -> bool {
    match ty {
        Ty::List(_) | Ty::Option(_) => true,
        Ty::Adt(adt) => adt.ty.def.is_enum,
        _ => false,
    }
}

/// A new list of these.
pub(super) fn list_of(items: &[Expr]) -> Expr {
    match items {
        [] => parse_quote!(Vec::new()),
        items => parse_quote!([#(#items),*]),
    }
}

/// One expression, or a tuple of several.
fn several(parts: &[Expr]) -> Expr {
    match parts {
        [one] => one.clone(),
        many => parse_quote!((#(#many),*)),
    }
}

/// The two parts of what takes a pair.
fn two(taker: &Taker) -> (Taker, Taker) {
    match taker {
        Taker::Tuple(parts) => {
            let mut parts = parts.iter().cloned();
            (
                parts.next().unwrap_or(Taker::Wild),
                parts.next().unwrap_or(Taker::Wild),
            )
        }
        _ => (Taker::Wild, Taker::Wild),
    }
}

fn variant_form(adt: &AdtTy, place: usize, parts: &[TokenStream]) -> TokenStream {
    source::variant_tokens(&adt.ty, place, parts)
}

/// A pattern of other names; what has none is not taken.
fn taker_pat(taker: &Taker, name: &dyn Fn(ValueId) -> Option<Ident>) -> TokenStream {
    match taker {
        Taker::Tensor(value) => match name(*value) {
            Some(name) => quote!(#name),
            None => quote!(_),
        },
        Taker::Tuple(parts) => {
            let parts = parts.iter().map(|part| taker_pat(part, name));
            quote!((#(#parts),*))
        }
        Taker::Host(_) | Taker::Wild => quote!(_),
    }
}

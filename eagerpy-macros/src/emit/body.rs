//! The body of a backend's function: one statement per instruction.
//!
//! ```text
//! %4 = matmul %x, %w : f32[N, C]      let v4 = __rt::Candle::matmul(x, w).at(&__SITES[0])?;
//! %logits = add %4, %b : f32[N, C]    let logits = __rt::Candle::add(&v4, b).at(&__SITES[1])?;
//! ```
//!
//! A value that goes out of a region must not borrow from inside of it: what may borrow becomes owned there (a copy
//! only if it is a view), what was made inside is moved, what was made outside is shared.

use std::collections::{BTreeSet, HashMap, HashSet};

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use eagerpy_runtime::ops::{Default, Family, Kind, OpInfo, ShapeRule};

use super::host::{rewrite_expr, rewrite_stmt};
use super::signature::{Signature, backend};
use crate::args::Target;
use crate::check::hir::{DeclaredTensor, ResultTy};
use crate::check::ty::{Elem, Host, Ty};
use crate::ir::{
    self, Arg, CallArg, HostCode, IndexItem, Inst, Ir, Out, Query, Region, Slot, Taker, Tree,
    ValueId,
};
use crate::origin::{Origin, local};
use crate::syntax::{DimSpec, Function, Type};

/// A function's body.
pub struct Body {
    pub tokens: TokenStream,
    /// Where its operations stand in the user's program.
    pub sites: TokenStream,
}

/// Writes a body for one backend.
pub fn emit(function: &Function, ir: &Ir, target: &Target, signature: &Signature<'_>) -> Body {
    let mut emitter = Emitter {
        function,
        ir,
        target,
        signature,
        b: backend(target),
        names: name_values(function, ir),
        sites: Vec::new(),
        borrows: ir::borrows(ir),
    };
    let program = emitter.region(&ir.body, true);
    let entry = emitter.entry(&program);
    let sites = emitter.sites.iter();
    Body {
        tokens: quote!(#entry #program),
        sites: quote!(#(#sites),*),
    }
}

/// A name for every value: the user's where there is one, told apart by numbers. No two values have one name, so
/// that none hides another that is still used.
fn name_values(function: &Function, ir: &Ir) -> Vec<Ident> {
    let mut taken: HashSet<String> = HashSet::new();
    // What else is bound in the body.
    let reserved = |name: &str| {
        let host = |rest: &str| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit());
        name == "__place" || name == "__float" || name.strip_prefix("host").is_some_and(host)
    };
    let mut names: Vec<Option<Ident>> = vec![None; ir.values.len()];
    // Parameters have the names of the signature.
    let tensors = function
        .params
        .iter()
        .filter(|p| matches!(p.ty, Type::Tensor(_)));
    for (value, param) in ir.params.iter().zip(tensors) {
        taken.insert(param.name.clone());
        if let Some(name) = names.get_mut(*value) {
            *name = Some(local(&param.name, param.ident.span()));
        }
    }
    // The user's names first: a number gives way to a name.
    let mut times: HashMap<&str, usize> = HashMap::new();
    for (value, name) in ir.values.iter().zip(&mut names) {
        let Some(hint) = value.hint.as_deref().filter(|_| name.is_none()) else {
            continue;
        };
        let mut unique = hint.to_owned();
        let time = times.entry(hint).or_insert(1);
        while reserved(&unique) || !taken.insert(unique.clone()) {
            *time += 1;
            unique = format!("{hint}_{time}");
        }
        *name = Some(local(&unique, value.origin.span()));
    }
    let mut number = 0;
    let mut named = Vec::with_capacity(names.len());
    for (id, (value, name)) in ir.values.iter().zip(names).enumerate() {
        named.push(name.unwrap_or_else(|| {
            let mut unique = format!("v{id}");
            while !taken.insert(unique.clone()) {
                number += 1;
                unique = format!("v{id}_{number}");
            }
            local(&unique, value.origin.span())
        }));
    }
    named
}

struct Emitter<'a> {
    function: &'a Function,
    ir: &'a Ir,
    target: &'a Target,
    signature: &'a Signature<'a>,
    b: TokenStream,
    names: Vec<Ident>,
    sites: Vec<TokenStream>,
    /// From which values a value may borrow.
    borrows: Vec<BTreeSet<ValueId>>,
}

impl Emitter<'_> {
    fn name(&self, value: ValueId) -> Ident {
        match self.names.get(value) {
            Some(name) => name.clone(),
            None => Ident::new("missing", Span::mixed_site()),
        }
    }

    fn is_param(&self, value: ValueId) -> bool {
        self.ir.params.contains(&value)
    }

    /// A value, as an operand.
    fn by_ref(&self, value: ValueId) -> TokenStream {
        let name = self.name(value);
        // Parameters are references already.
        if self.is_param(value) {
            quote!(#name)
        } else {
            quote!(&#name)
        }
    }

    fn site(&mut self, origin: &Origin) -> TokenStream {
        let place = self.sites.len();
        let function = self.function.name().to_string();
        let (source, line) = (shortened(origin.text()), origin.line());
        self.sites.push(quote! {
            __rt::Site { function: #function, source: #source, file: ::core::file!(), line: #line }
        });
        let index = proc_macro2::Literal::usize_unsuffixed(place);
        quote!(&__SITES[#index])
    }

    // ------------------------------------------------------------------ entry

    /// Checks of the arguments, and what the body needs of them.
    fn entry(&mut self, program: &TokenStream) -> TokenStream {
        let b = &self.b;
        let mut named = BTreeSet::new();
        names_in(program, &mut named);
        let mut out = TokenStream::new();
        let mut float = false;
        if self.target.erased || matches!(self.target.marker, crate::args::Marker::Foreign(_)) {
            for (place, (param, tensor)) in self.signature.tensors().enumerate() {
                let name = local(&param.name, param.ident.span());
                out.extend(match tensor.dtype {
                    Some(_) => quote!(__rt::entry::dtype(&__SIGNATURE, #place, #name)?;),
                    None if !float => {
                        float = true;
                        quote!(let __float = __rt::entry::float(&__SIGNATURE, #place, #name)?;)
                    }
                    None => quote!(__rt::entry::same_float(&__SIGNATURE, #place, #name, __float)?;),
                });
            }
        }
        if self.signature.tensors().any(|(_, t)| t.dims.is_some()) {
            let shapes = self.signature.tensors().map(|(param, _)| {
                let name = local(&param.name, param.ident.span());
                quote!(&#b::sizes(#name))
            });
            let count = proc_macro2::Literal::usize_unsuffixed(self.function.dims.len());
            let check = quote!(__rt::entry::dims::<#count>(&__SIGNATURE, &[#(#shapes),*])?);
            let used: Vec<bool> = self
                .function
                .dims
                .iter()
                .map(|d| named.contains(&d.ident.to_string()))
                .collect();
            if used.contains(&true) {
                let names = self.function.dims.iter().zip(&used).map(|(d, used)| {
                    let ident = &d.ident;
                    if *used { quote!(#ident) } else { quote!(_) }
                });
                out.extend(quote!(let [#(#names),*]: [usize; #count] = #check;));
            } else {
                out.extend(quote!(#check;));
            }
        }
        if named.contains(&place_name().to_string()) {
            let place = place_name();
            let first = self
                .signature
                .float_param()
                .or_else(|| self.signature.tensors().next().map(|(p, _)| p));
            out.extend(match first {
                Some(param) => {
                    let name = local(&param.name, param.ident.span());
                    quote!(let #place = #b::place_of(#name);)
                }
                None => quote!(let #place = <#b as __rt::Backend>::default_place();),
            });
        }
        out
    }

    // ------------------------------------------------------------------ regions

    fn region(&mut self, region: &Region, top: bool) -> TokenStream {
        let mut out = TokenStream::new();
        let count = region.insts.len();
        for (i, inst) in region.insts.iter().enumerate() {
            let last = top && i + 1 == count;
            out.extend(self.inst(inst, last));
        }
        out
    }

    /// A region as a block whose value is what goes out.
    fn block(&mut self, region: &Region, params: &[ValueId]) -> TokenStream {
        let insts = self.region(region, false);
        if region.leaves {
            return quote!({ #insts });
        }
        let outs = self.outs(region, params);
        match outs.as_slice() {
            [] => quote!({ #insts }),
            [one] => quote!({ #insts #one }),
            many => quote!({ #insts (#(#many),*) }),
        }
    }

    /// What goes out of a region, owned by whoever takes it. `params` are the region's own.
    fn outs(&mut self, region: &Region, params: &[ValueId]) -> Vec<TokenStream> {
        let mut inside: BTreeSet<ValueId> = region.insts.iter().flat_map(Inst::defines).collect();
        inside.extend(params);
        let mut out = Vec::new();
        // From the last: what is used behind a place cannot be moved at it.
        let mut later = BTreeSet::new();
        for value in region.outs.iter().rev() {
            out.push(match value {
                Out::Host(code) => {
                    self.use_all(code.uses(), &mut later);
                    self.host(code)
                }
                Out::Tensor(value) => {
                    let origin = self.origin(*value);
                    let b = self.b.clone();
                    let reference = self.by_ref(*value);
                    let again = later.contains(value);
                    // Nothing comes behind the first.
                    if region.outs.len() > 1 {
                        self.use_all([*value], &mut later);
                    }
                    if !inside.contains(value) {
                        let site = self.site(&origin);
                        quote!(#b::shared(#reference).at(#site)?)
                    } else if again {
                        let site = self.site(&origin);
                        quote!(#b::copied(#reference).at(#site)?)
                    } else if self.borrows(*value) && !params.contains(value) {
                        let site = self.site(&origin);
                        let name = self.name(*value);
                        quote!(#b::owned(#name).at(#site)?)
                    } else {
                        let name = self.name(*value);
                        quote!(#name)
                    }
                }
            });
        }
        out.reverse();
        out
    }

    /// Adds values to those that are used, with what they borrow from.
    fn use_all(&self, values: impl IntoIterator<Item = ValueId>, used: &mut BTreeSet<ValueId>) {
        for value in values {
            ir::through(value, &self.borrows, used);
        }
    }

    fn origin(&self, value: ValueId) -> Origin {
        match self.ir.values.get(value) {
            Some(value) => value.origin.clone(),
            None => Origin::of(self.function.name()),
        }
    }

    fn borrows(&self, value: ValueId) -> bool {
        self.ir.values.get(value).is_some_and(|v| v.borrows)
    }

    fn slots(&self, slots: &[Slot]) -> TokenStream {
        let names: Vec<TokenStream> = slots
            .iter()
            .map(|slot| match slot {
                Slot::Tensor(value) => {
                    let name = self.name(*value);
                    quote!(#name)
                }
                Slot::Host(name) => {
                    let name = Ident::new(name, Span::mixed_site());
                    quote!(#name)
                }
            })
            .collect();
        match names.as_slice() {
            [] => TokenStream::new(),
            [one] => quote!(let #one =),
            many => quote!(let (#(#many),*) =),
        }
    }

    fn inst(&mut self, inst: &Inst, last: bool) -> TokenStream {
        match inst {
            Inst::Op {
                outs,
                op,
                args,
                origin,
            } => {
                let call = self.op(op, args, outs, origin);
                let names: Vec<Ident> = outs.iter().map(|v| self.name(*v)).collect();
                match names.as_slice() {
                    [one] => quote!(let #one = #call;),
                    many => quote!(let (#(#many),*) = #call;),
                }
            }
            Inst::Call {
                out,
                path,
                args,
                origin,
            } => {
                let args: Vec<TokenStream> = args
                    .iter()
                    .map(|arg| match arg {
                        CallArg::Tensor(value) => self.by_ref(*value),
                        CallArg::Host(code) => self.host(code),
                    })
                    .collect();
                let taker = self.taker(out);
                let name = inner_name(self.target, origin.span());
                let site = self.site(origin);
                quote!(let #taker = #path::#name(#(#args),*).at(#site)?;)
            }
            Inst::HostLet { pat, code } => {
                let code = self.host(code);
                quote!(let #pat = #code;)
            }
            Inst::Host(code) => {
                let code = self.host(code);
                quote!(#code;)
            }
            Inst::Verbatim(stmt) => rewrite_stmt(stmt),
            Inst::Assert { value, declared } => {
                let reference = self.by_ref(*value);
                let dtype = match declared.dtype {
                    Some(dtype) => {
                        let variant = Ident::new(&format!("{dtype:?}"), Span::mixed_site());
                        quote!(::core::option::Option::Some(__rt::DType::#variant))
                    }
                    None => quote!(::core::option::Option::None),
                };
                let dims = match &declared.dims {
                    Some(dims) => {
                        let dims = self.sizes(dims);
                        quote!(::core::option::Option::Some(&[#(#dims),*]))
                    }
                    None => quote!(::core::option::Option::None),
                };
                let b = &self.b;
                quote!(__rt::entry::annotated::<#b, _>(&__SIGNATURE, #reference, #dtype, #dims)?;)
            }
            Inst::Block { body, outs } => {
                let block = self.block(body, &[]);
                let slots = self.slots(outs);
                if outs.is_empty() {
                    quote!(#block)
                } else {
                    quote!(#slots #block;)
                }
            }
            Inst::If {
                cond,
                then,
                otherwise,
                outs,
            } => {
                let cond = self.host(cond);
                let then = self.block(then, &[]);
                let slots = self.slots(outs);
                if outs.is_empty() && otherwise.insts.is_empty() {
                    quote!(if #cond #then)
                } else {
                    let otherwise = self.block(otherwise, &[]);
                    if outs.is_empty() {
                        quote!(if #cond #then else #otherwise)
                    } else {
                        quote!(#slots if #cond #then else #otherwise;)
                    }
                }
            }
            Inst::For {
                pat,
                label,
                iter,
                carried,
                body,
            } => {
                let iter = self.host(iter);
                let b = self.b.clone();
                let mut before = TokenStream::new();
                for value in carried {
                    let name = self.name(value.round);
                    let reference = self.by_ref(value.init);
                    let origin = self.origin(value.init);
                    let site = self.site(&origin);
                    before.extend(quote!(let mut #name = #b::shared(#reference).at(#site)?;));
                }
                let rounds: Vec<ValueId> = carried.iter().map(|c| c.round).collect();
                let insts = self.region(body, false);
                let mut step = TokenStream::new();
                if !body.leaves {
                    let names: Vec<Ident> = rounds.iter().map(|v| self.name(*v)).collect();
                    let outs = self.outs(body, &rounds);
                    step = match (names.as_slice(), outs.as_slice()) {
                        ([], _) => TokenStream::new(),
                        ([name], [out]) => quote!(#name = #out;),
                        (names, outs) => quote!((#(#names),*) = (#(#outs),*);),
                    };
                }
                // Behind the loop a variable is what the last round left.
                for value in carried {
                    let name = self.name(value.round);
                    if let Some(slot) = self.names.get_mut(value.out) {
                        *slot = name;
                    }
                }
                quote!(#before #label for #pat in #iter { #insts #step })
            }
            Inst::Return(tree) => {
                let result = self.ir.result.clone();
                let mut used = BTreeSet::new();
                let checks = self.result_checks(tree, &result);
                let value = self.result(tree, &result, &mut used);
                if last {
                    quote!(#checks ::core::result::Result::Ok(#value))
                } else {
                    quote!(#checks return ::core::result::Result::Ok(#value);)
                }
            }
        }
    }

    fn taker(&self, taker: &Taker) -> TokenStream {
        match taker {
            Taker::Tensor(value) => {
                let name = self.name(*value);
                quote!(#name)
            }
            Taker::Host(pat) => quote!(#pat),
            Taker::Tuple(parts) => {
                let parts = parts.iter().map(|p| self.taker(p));
                quote!((#(#parts),*))
            }
            Taker::Wild => quote!(_),
        }
    }

    // ------------------------------------------------------------------ results

    /// Declared sizes, as the running function knows them.
    fn sizes(&self, dims: &[DimSpec]) -> Vec<TokenStream> {
        dims.iter()
            .map(|dim| match dim {
                DimSpec::Named(place) => {
                    let ident = self.function.dims.get(*place).map(|d| &d.ident);
                    quote!(::core::option::Option::Some(#ident))
                }
                DimSpec::Size(n) => quote!(::core::option::Option::Some(#n)),
                DimSpec::Any => quote!(::core::option::Option::None),
            })
            .collect()
    }

    /// Sizes that the signature says and inference does not.
    fn result_checks(&mut self, tree: &Tree, ty: &ResultTy) -> TokenStream {
        match (tree, ty) {
            (Tree::Tuple(parts), ResultTy::Tuple(types)) => parts
                .iter()
                .zip(types)
                .map(|(p, t)| self.result_checks(p, t))
                .collect(),
            (Tree::Tensor(value), ResultTy::Tensor(declared)) => {
                let Some(dims) = &declared.dims else {
                    return TokenStream::new();
                };
                if self.proved(*value, declared) {
                    return TokenStream::new();
                }
                let dims = self.sizes(dims);
                let b = &self.b;
                let reference = self.by_ref(*value);
                quote!(__rt::entry::result(&__SIGNATURE, &#b::sizes(#reference), &[#(#dims),*])?;)
            }
            _ => TokenStream::new(),
        }
    }

    fn proved(&self, value: ValueId, declared: &DeclaredTensor) -> bool {
        let (Some(Ty::Tensor(found)), Some(dims)) =
            (self.ir.values.get(value).map(|v| &v.ty), &declared.dims)
        else {
            return false;
        };
        let Some(have) = found.shape.dims() else {
            return false;
        };
        let Some(want) = declared.shape.dims() else {
            return false;
        };
        have.len() == want.len()
            && have.iter().zip(want).zip(dims).all(|((have, want), spec)| {
                *spec == DimSpec::Any || have.equals(want) == Some(true)
            })
    }

    /// What a function gives: tensors that borrow nothing.
    fn result(&mut self, tree: &Tree, ty: &ResultTy, used: &mut BTreeSet<ValueId>) -> TokenStream {
        match (tree, ty) {
            (Tree::Tensor(value), ResultTy::Tensor(_)) => {
                let b = self.b.clone();
                let origin = self.origin(*value);
                // What is used behind this place, itself or by what borrows from it, cannot be moved here.
                let again = used.contains(value);
                self.use_all([*value], used);
                if again || self.is_param(*value) {
                    let reference = self.by_ref(*value);
                    let site = self.site(&origin);
                    quote!(#b::copied(#reference).at(#site)?)
                } else if self.borrows(*value) {
                    let name = self.name(*value);
                    let site = self.site(&origin);
                    quote!(#b::owned(#name).at(#site)?)
                } else {
                    let name = self.name(*value);
                    quote!(#name)
                }
            }
            (Tree::Tuple(parts), ResultTy::Tuple(types)) => {
                let mut out: Vec<TokenStream> = Vec::new();
                // From the last, so that a value is moved where it goes out last.
                for (part, ty) in parts.iter().zip(types).rev() {
                    out.push(self.result(part, ty, used));
                }
                out.reverse();
                match out.as_slice() {
                    [one] => quote!((#one,)),
                    many => quote!((#(#many),*)),
                }
            }
            (Tree::Tuple(parts), ResultTy::Host(_)) if parts.is_empty() => quote!(()),
            (Tree::Host(code), _) => {
                self.use_all(code.uses(), used);
                self.host(code)
            }
            // A tuple that a called function gave, or control that does not come here.
            (Tree::Tensor(value), ResultTy::Tuple(_) | ResultTy::Host(_)) => {
                let name = self.name(*value);
                quote!(#name)
            }
            (Tree::Never | Tree::Tuple(_), _) => quote!(::core::unreachable!()),
        }
    }

    // ------------------------------------------------------------------ host code

    fn host(&mut self, code: &HostCode) -> TokenStream {
        let mut answers = HashMap::new();
        for hole in &code.holes {
            let b = self.b.clone();
            let of = self.by_ref(hole.value);
            let answer = match &hole.query {
                Query::Shape => quote!(#b::sizes(#of)),
                Query::Rank => quote!(#b::sizes(#of).len()),
                Query::Item(kind) => {
                    let site = self.site(&code.origin);
                    let method = match kind {
                        Host::Int => quote!(to_i64),
                        Host::Bool => quote!(to_bool),
                        _ => quote!(to_f64),
                    };
                    quote!(#b::item(#of).at(#site)?.#method())
                }
                Query::Dim(axis) => {
                    let axis = self.int(axis);
                    let site = self.site(&code.origin);
                    quote!(#b::dim(#of, #axis).at(#site)?)
                }
            };
            answers.insert(hole.name.clone(), answer);
        }
        rewrite_expr(&code.expr, answers)
    }

    /// A host integer as `i64`.
    fn int(&mut self, code: &HostCode) -> TokenStream {
        if let Some(literal) = int_literal(&code.expr) {
            return literal;
        }
        let code = self.host(code);
        quote!(__rt::int(#code))
    }

    fn num(&mut self, code: &HostCode) -> TokenStream {
        let (sign, number) = match &code.expr {
            syn::Expr::Unary(syn::ExprUnary {
                op: syn::UnOp::Neg(sign),
                expr,
                ..
            }) => (Some(sign), &**expr),
            number => (None, number),
        };
        if let syn::Expr::Lit(lit) = number {
            match &lit.lit {
                syn::Lit::Float(v) if v.suffix().is_empty() => {
                    return quote!(__rt::Num::Float(#sign #v));
                }
                syn::Lit::Int(v) if v.suffix().is_empty() => {
                    return quote!(__rt::Num::Int(#sign #v));
                }
                syn::Lit::Bool(v) if sign.is_none() => return quote!(__rt::Num::Bool(#v)),
                _ => {}
            }
        }
        let code = self.host(code);
        quote!(__rt::Num::from(#code))
    }

    fn ints(&mut self, list: &[HostCode]) -> TokenStream {
        let list: Vec<TokenStream> = list.iter().map(|c| self.int(c)).collect();
        // An empty list has no type of its own.
        if list.is_empty() {
            quote!([0_i64; 0])
        } else {
            quote!([#(#list),*])
        }
    }

    // ------------------------------------------------------------------ operations

    fn op(
        &mut self,
        op: &'static OpInfo,
        args: &[Arg],
        outs: &[ValueId],
        origin: &Origin,
    ) -> TokenStream {
        let b = self.b.clone();
        let site = self.site(origin);
        let span = origin.span();
        if op.shape == ShapeRule::GetItem {
            return self.getitem(args, &site);
        }
        let method = Ident::new(op.name, Span::mixed_site().located_at(span));
        let mut list: Vec<TokenStream> = Vec::new();
        let mut turbofish = TokenStream::new();
        let elem_of_out = |emitter: &Self| {
            let elem = match outs
                .first()
                .and_then(|v| emitter.ir.values.get(*v))
                .map(|v| &v.ty)
            {
                Some(Ty::Tensor(t)) => t.dtype,
                _ => Elem::Shared,
            };
            emitter.signature.elem(elem, emitter.target)
        };
        if op.params.iter().any(|p| p.kind == Kind::DType) {
            let elem = elem_of_out(self);
            turbofish = if op.family == Family::Creation {
                quote!(::<#elem>)
            } else {
                quote!(::<#elem, _>)
            };
            if op.name != "astype" {
                let place = place_name();
                list.push(quote!(&#place));
            }
        }
        let numbers_only = op.shape == ShapeRule::Where
            && !op
                .params
                .iter()
                .zip(args)
                .any(|(p, a)| p.kind == Kind::Operand && matches!(a, Arg::Tensor(_)));
        for (place, (param, arg)) in op.params.iter().zip(args).enumerate() {
            if param.kind == Kind::DType {
                continue;
            }
            if numbers_only
                && place == 1
                && let Arg::Host(code) = arg
            {
                // No tensor says the type: one of the numbers becomes one.
                let num = self.num(code);
                let elem = elem_of_out(self);
                let at = place_name();
                list.push(quote!(&#b::full::<#elem>(&#at, [0_i64; 0], #num).at(#site)?));
                continue;
            }
            let tokens = self.argument(param.kind, arg);
            list.push(tokens);
        }
        quote_spanned!(span=> #b::#method #turbofish(#(#list),*).at(#site)?)
    }

    fn argument(&mut self, kind: Kind, arg: &Arg) -> TokenStream {
        match (kind, arg) {
            (_, Arg::Tensor(value)) => self.by_ref(*value),
            (_, Arg::Tensors(list)) => {
                // One type for parameters and temporaries: a view.
                let list = list.iter().map(|v| {
                    let value = self.by_ref(*v);
                    quote!(__rt::Value::view(#value))
                });
                quote!(&[#(#list),*])
            }
            (_, Arg::DType(_)) => TokenStream::new(),
            (Kind::Axes, Arg::Default(_)) => quote!(__rt::Axes::All),
            (Kind::Axes, Arg::List(list)) => {
                let list = self.ints(list);
                quote!(__rt::Axes::from(#list))
            }
            (Kind::Axes, Arg::Host(code)) => {
                let code = self.host_or_int(code);
                quote!(__rt::Axes::from(#code))
            }
            (Kind::Ints | Kind::Shape, Arg::List(list)) => self.ints(list),
            (Kind::Ints | Kind::Shape, Arg::Host(code)) => {
                let code = self.host_or_int(code);
                quote!(__rt::Ints::from(#code))
            }
            (Kind::OptInts, Arg::List(list)) => {
                let list = self.ints(list);
                quote!(::core::option::Option::Some(__rt::Ints::from(#list)))
            }
            (Kind::OptInts, Arg::Host(code)) => {
                let code = self.host_or_int(code);
                quote!(::core::option::Option::Some(__rt::Ints::from(#code)))
            }
            (Kind::Axis | Kind::Int, Arg::Host(code)) => self.int(code),
            (Kind::OptAxis, Arg::Host(code)) => {
                let axis = self.int(code);
                quote!(::core::option::Option::Some(#axis))
            }
            (Kind::Size, Arg::Host(code)) => self.size(code),
            (Kind::OptSize, Arg::Host(code)) => {
                let size = self.size(code);
                quote!(::core::option::Option::Some(#size))
            }
            (Kind::Seed, Arg::Host(code)) => {
                if let syn::Expr::Lit(syn::ExprLit {
                    lit: syn::Lit::Int(seed),
                    ..
                }) = &code.expr
                    && seed.suffix().is_empty()
                {
                    return quote!(#seed);
                }
                let code = self.host(code);
                quote!((#code) as u64)
            }
            (Kind::Operand | Kind::Num, Arg::Host(code)) => self.num(code),
            (Kind::OptNum, Arg::Host(code)) => {
                let num = self.num(code);
                quote!(::core::option::Option::Some(#num))
            }
            (Kind::Pads, Arg::Pads(list)) => {
                let mut pairs = Vec::new();
                for (before, after) in list {
                    let before = self.size(before);
                    let after = self.size(after);
                    pairs.push(quote!((#before, #after)));
                }
                quote!(&[#(#pairs),*])
            }
            (_, Arg::Host(code)) => self.host(code),
            (kind, Arg::Default(default)) => default_tokens(kind, *default),
            (_, Arg::List(_) | Arg::Pads(_) | Arg::Index(_)) => TokenStream::new(),
        }
    }

    /// A host value that may be an integer or a list of them.
    fn host_or_int(&mut self, code: &HostCode) -> TokenStream {
        match int_literal(&code.expr) {
            Some(literal) => literal,
            None => self.host(code),
        }
    }

    fn size(&mut self, code: &HostCode) -> TokenStream {
        if let syn::Expr::Lit(lit) = &code.expr
            && let syn::Lit::Int(int) = &lit.lit
            && let Ok(n) = int.base10_parse::<usize>()
        {
            let n = proc_macro2::Literal::usize_unsuffixed(n);
            return quote!(#n);
        }
        let site = self.site(&code.origin);
        let code = self.host(code);
        quote!(__rt::size(#code).at(#site)?)
    }

    fn getitem(&mut self, args: &[Arg], site: &TokenStream) -> TokenStream {
        let (Some(Arg::Tensor(base)), Some(Arg::Index(items))) = (args.first(), args.get(1)) else {
            return TokenStream::new();
        };
        let b = self.b.clone();
        let base = self.by_ref(*base);
        let tensors = items.iter().any(|i| matches!(i, IndexItem::Tensor(_)));
        let mut list = Vec::new();
        for item in items {
            list.push(match item {
                IndexItem::At(code) => {
                    let at = self.int(code);
                    quote!(__rt::IndexItem::At(#at))
                }
                IndexItem::Range { start, end, step } => {
                    let start = self.bound(start.as_ref());
                    let end = self.bound(end.as_ref());
                    let step = match step {
                        Some(code) => self.int(code),
                        None => quote!(1),
                    };
                    quote!(__rt::IndexItem::Range { start: #start, end: #end, step: #step })
                }
                IndexItem::NewAxis => quote!(__rt::IndexItem::NewAxis),
                IndexItem::Ellipsis => quote!(__rt::IndexItem::Ellipsis),
                IndexItem::Tensor(value) => {
                    let value = self.by_ref(*value);
                    quote!(__rt::IndexItem::Tensor(&__rt::Value::view(#value)))
                }
            });
        }
        let method = if tensors {
            quote!(getitem)
        } else {
            quote!(slice)
        };
        quote!(#b::#method(#base, &[#(#list),*]).at(#site)?)
    }

    fn bound(&mut self, code: Option<&HostCode>) -> TokenStream {
        match code {
            Some(code) => {
                let code = self.int(code);
                quote!(::core::option::Option::Some(#code))
            }
            None => quote!(::core::option::Option::None),
        }
    }
}

/// The function that other agnostic functions call: its tensors are the backend's own, not yet the user's.
pub fn inner_name(target: &Target, span: Span) -> Ident {
    let name = &target.name;
    let text = if target.erased {
        name.to_string()
    } else {
        format!("__{name}")
    };
    Ident::new(&text, span)
}

/// A long text without its middle: of a chain of a hundred calls, each would hold all that stand before it.
fn shortened(text: String) -> String {
    const HEAD: usize = 60;
    const TAIL: usize = 100;
    let count = text.chars().count();
    if count <= HEAD + TAIL {
        return text;
    }
    let head: String = text.chars().take(HEAD).collect();
    let tail: String = text.chars().skip(count - TAIL).collect();
    format!("{head} … {tail}")
}

fn place_name() -> Ident {
    Ident::new("__place", Span::mixed_site())
}

/// An integer that is written out, as `i64`.
fn int_literal(expr: &syn::Expr) -> Option<TokenStream> {
    let literal = |lit: &syn::ExprLit| match &lit.lit {
        syn::Lit::Int(int) => int.base10_parse::<i64>().ok(),
        _ => None,
    };
    match expr {
        syn::Expr::Lit(lit) => {
            let n = proc_macro2::Literal::i64_unsuffixed(literal(lit)?);
            let mut n = n;
            n.set_span(lit.lit.span());
            Some(quote!(#n))
        }
        syn::Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Neg(_)) => match &*unary.expr {
            syn::Expr::Lit(lit) => {
                let n = proc_macro2::Literal::i64_unsuffixed(literal(lit)?);
                Some(quote!(-#n))
            }
            _ => None,
        },
        syn::Expr::Paren(inner) => int_literal(&inner.expr),
        _ => None,
    }
}

fn default_tokens(kind: Kind, default: Default) -> TokenStream {
    match (kind, default) {
        (Kind::Num, Default::Int(v)) => {
            let v = proc_macro2::Literal::i64_unsuffixed(v);
            quote!(__rt::Num::Int(#v))
        }
        (Kind::Num, Default::Float(v)) => {
            let v = proc_macro2::Literal::f64_unsuffixed(v);
            quote!(__rt::Num::Float(#v))
        }
        (_, Default::Int(v)) => {
            let n = proc_macro2::Literal::i64_unsuffixed(v.saturating_abs());
            if v < 0 { quote!(-#n) } else { quote!(#n) }
        }
        (_, Default::Float(v)) => {
            let v = proc_macro2::Literal::f64_unsuffixed(v);
            quote!(#v)
        }
        (_, Default::Bool(v)) => quote!(#v),
        (_, Default::Text(v)) => quote!(#v),
        (_, Default::None | Default::Required) => quote!(::core::option::Option::None),
    }
}

/// The names in these tokens.
fn names_in(tokens: &TokenStream, out: &mut BTreeSet<String>) {
    use proc_macro2::TokenTree;
    for token in tokens.clone() {
        match token {
            TokenTree::Ident(ident) => {
                out.insert(ident.to_string());
            }
            TokenTree::Group(group) => names_in(&group.stream(), out),
            _ => {}
        }
    }
}

//! The body of a backend's function: one statement per instruction.
//!
//! ```text
//! %4 = matmul %x, %w : f32[N, C]      let v4 = __rt::Candle::matmul(x, w).at(&__SITES[0])?;
//! %logits = add %4, %b : f32[N, C]    let logits = __rt::Candle::add(&v4, b).at(&__SITES[1])?;
//! ```
//!
//! A value that goes out of a region must not borrow from inside of it: what may borrow becomes owned there (a copy
//! only if it is a view), what was made inside is moved, what was made outside is shared.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, HashSet};

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt;

use eagerpy_runtime::ops::{Default, Family, Kind, OpInfo, ShapeRule};

use super::host::{rewrite_expr, rewrite_stmt};
use super::signature::{Leaf, LeafKind, Signature, backend, named};
use crate::args::Target;
use crate::check::hir::{Asking, DeclaredTensor, ResultTy};
use crate::check::ty::{AdtTy, Elem, Host, Ty};
use crate::ir::{
    self, Arg, ArmPat, Ask, CallArg, Callee, HostCode, IndexItem, Inst, Ir, LoopId, LoopKind, Out,
    Over, Place, Query, Region, Scrutinee, Slot, Taker, Tree, ValueId,
};
use crate::opt::fuse::reads;
use crate::origin::{Origin, local};
use crate::syntax::adt::Style;
use crate::syntax::{DimName, DimSpec, Failure, FnType, Function, StructType, TensorType, Type};

/// A function's body.
pub struct Body {
    pub tokens: TokenStream,
    /// Where its operations stand in the user's program: texts and lines.
    pub places: Vec<(String, u32)>,
}

/// Writes a body for one backend.
///
/// `written` are the names in the user's body.
pub fn emit(
    function: &Function,
    ir: &Ir,
    target: &Target,
    signature: &Signature<'_>,
    written: &BTreeSet<String>,
) -> Body {
    let borrows = ir::borrows(ir);
    let mut emitter = Emitter {
        function,
        ir,
        target,
        signature,
        b: backend(target),
        names: name_values(function, ir),
        places: Vec::new(),
        mentioned: RefCell::new(written.clone()),
        outlasting: ir::outlasting(ir, &borrows),
        borrows,
        loops: Vec::new(),
        here: Vec::new(),
        enclosed: None,
        uses: ir::count_uses(ir),
        grown: ir::grown(ir),
        parts: 0,
    };
    let program = emitter.region(&ir.body, true);
    let entry = emitter.entry();
    Body {
        tokens: quote!(#entry #program),
        places: emitter.places,
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
    let params = function
        .params
        .iter()
        .filter(|p| !matches!(p.ty, Type::Host(_)));
    for (value, param) in ir.params.iter().zip(params) {
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
    /// Their texts and lines.
    places: Vec<(String, u32)>,
    /// The names that stand in the program: which sizes it needs. To look through what is written would take rustc long.
    mentioned: RefCell<BTreeSet<String>>,
    /// From which values a value may borrow.
    borrows: Vec<BTreeSet<ValueId>>,
    /// The loops around this place, the innermost last.
    loops: Vec<Looped>,
    /// What the regions around this place define, the innermost last.
    here: Vec<BTreeSet<ValueId>>,
    /// How often each value is used.
    uses: Vec<usize>,
    /// Elements that are used after their list has grown.
    outlasting: BTreeSet<ValueId>,
    /// In a closure, what is made there: the rest is not its own to move.
    enclosed: Option<BTreeSet<ValueId>>,
    /// The lists that grow.
    grown: BTreeSet<ValueId>,
    /// The names of parts so far.
    parts: usize,
}

/// How a value is taken that is to borrow nothing.
enum How<'a> {
    /// It stays where it is.
    Copied,
    /// It is moved if this is its only use, and it is made here.
    Once,
    /// Control leaves: it is moved unless it is one of those that are used behind this place.
    Last(&'a mut BTreeSet<ValueId>),
}

/// A loop while its body is written.
struct Looped {
    id: LoopId,
    label: Option<syn::Lifetime>,
    repeats: bool,
    /// Its variables.
    rounds: Vec<Slot>,
    /// What does not outlive a round.
    inside: BTreeSet<ValueId>,
}

impl Emitter<'_> {
    fn name(&self, value: ValueId) -> Ident {
        match self.names.get(value) {
            Some(name) => name.clone(),
            None => Ident::new("missing", Span::mixed_site()),
        }
    }

    fn place(&self, value: ValueId) -> Place {
        match self.ir.values.get(value) {
            Some(value) => value.place.clone(),
            None => Place::Owned,
        }
    }

    /// A value where it is: a variable, or a part of one.
    fn at(&self, value: ValueId) -> TokenStream {
        match self.place(value) {
            Place::Part { of, member, .. } => {
                let of = self.at(of);
                quote!(#of . #member)
            }
            Place::Owned | Place::Ref => {
                let name = self.name(value);
                quote!(#name)
            }
        }
    }

    /// A value, as an operand.
    fn by_ref(&self, value: ValueId) -> TokenStream {
        let at = self.at(value);
        match self.place(value) {
            Place::Ref
            | Place::Part {
                reference: true, ..
            } => at,
            Place::Owned | Place::Part { .. } => quote!(&#at),
        }
    }

    fn is_param(&self, value: ValueId) -> bool {
        self.ir.params.contains(&value)
    }

    /// Can it be moved out of where it is?
    fn is_owned(&self, value: ValueId) -> bool {
        let outside = |made: &BTreeSet<ValueId>| !made.contains(&value);
        self.place(value) == Place::Owned
            && !self.ir.params.contains(&value)
            && !self.enclosed.as_ref().is_some_and(outside)
    }

    fn ty(&self, value: ValueId) -> Option<&Ty> {
        self.ir.values.get(value).map(|v| &v.ty)
    }

    /// A name that the entry is to bind.
    fn mentions(&self, name: Ident) -> Ident {
        self.mentioned.borrow_mut().insert(name.to_string());
        name
    }

    fn site(&mut self, origin: &Origin) -> TokenStream {
        let place = self.places.len();
        self.places.push((shortened(origin.text()), origin.line()));
        let index = proc_macro2::Literal::usize_unsuffixed(place);
        quote!(&__SITES[#index])
    }

    // ------------------------------------------------------------------ entry

    /// Checks of the arguments, and what the body needs of them.
    fn entry(&mut self) -> TokenStream {
        let b = &self.b;
        let mut out = TokenStream::new();
        let mut float = false;
        let dynamic =
            self.target.erased || matches!(self.target.marker, crate::args::Marker::Foreign(_));
        let leaves = &self.signature.leaves;
        let one = |leaf: &&Leaf<'_>| leaf.kind == LeafKind::One;
        if dynamic {
            for (place, leaf) in leaves.iter().enumerate().filter(|(_, leaf)| one(leaf)) {
                let name = leaf.access();
                out.extend(match leaf.ty.dtype {
                    Some(_) => quote!(__rt::entry::dtype(&__SIGNATURE, #place, #name)?;),
                    None if !float => {
                        float = true;
                        quote!(let __float = __rt::entry::float(&__SIGNATURE, #place, #name)?;)
                    }
                    None => quote!(__rt::entry::same_float(&__SIGNATURE, #place, #name, __float)?;),
                });
            }
        }
        let mut later = TokenStream::new();
        for (place, leaf) in leaves.iter().enumerate().filter(|(_, leaf)| !one(leaf)) {
            if !dynamic && leaf.ty.dims.is_none() {
                continue;
            }
            let list = leaf.each();
            let known = match float {
                true => quote!(__float),
                false => quote!(::core::option::Option::None),
            };
            let dims = match &leaf.ty.dims {
                Some(dims) => {
                    let dims = self.sizes(dims);
                    quote!(::core::option::Option::Some(&[#(#dims),*]))
                }
                None => quote!(::core::option::Option::None),
            };
            later.extend(
                quote!(__rt::entry::each::<#b, _>(&__SIGNATURE, #place, #list, #known, #dims)?;),
            );
        }
        let mentioned = self.mentioned.borrow();
        for dim in self.function.dims.iter().filter(|dim| dim.late) {
            let seen = seen_name(dim);
            if mentioned.contains(&seen.to_string()) {
                out.extend(
                    quote!(let #seen = __rt::entry::Cell::new(::core::option::Option::None);),
                );
            }
        }
        if leaves.iter().filter(one).any(|leaf| leaf.ty.dims.is_some()) {
            let shapes: Vec<TokenStream> = leaves
                .iter()
                .filter(one)
                .map(|leaf| {
                    let name = leaf.access();
                    quote!(__rt::Value::<#b>::lent_sizes(#name))
                })
                .collect();
            let dims = &self.function.dims;
            let count = proc_macro2::Literal::usize_unsuffixed(dims.len());
            let check = self.dims(&shapes);
            let fixed: Vec<TokenStream> = dims
                .iter()
                .enumerate()
                .filter(|(place, dim)| {
                    let names = |leaf: &Leaf<'_>| named(&leaf.ty).any(|name| name == *place);
                    dim.fixed && leaves.iter().any(names)
                })
                .map(|(place, dim)| {
                    let ident = &dim.ident;
                    quote!(__rt::entry::fixed(&__SIGNATURE, #place, &__sizes, #ident)?;)
                })
                .collect();
            let named = |dim: &DimName| {
                !dim.fixed && !dim.lead && !dim.late && mentioned.contains(&dim.ident.to_string())
            };
            let check = match fixed.is_empty() {
                true => check,
                false => {
                    out.extend(quote!(let __sizes = #check; #(#fixed)*));
                    quote!(__sizes)
                }
            };
            if dims.iter().any(named) {
                let names = dims.iter().map(|dim| {
                    let ident = &dim.ident;
                    if named(dim) {
                        quote!(#ident)
                    } else {
                        quote!(_)
                    }
                });
                // Where a constant has the name of a dimension, rustc shows this place.
                let span = dims
                    .iter()
                    .find(|dim| named(dim))
                    .map(|dim| dim.ident.span());
                let span = span.unwrap_or_else(Span::call_site);
                let pattern = quote::quote_spanned!(span=> [#(#names),*]);
                out.extend(quote!(let #pattern: [usize; #count] = #check;));
            } else if fixed.is_empty() {
                out.extend(quote!(#check;));
            }
            for (place, dim) in dims.iter().enumerate().filter(|(_, dim)| dim.lead) {
                let ident = lead_name(dim);
                if mentioned.contains(&ident.to_string()) {
                    out.extend(quote! {
                        let #ident: ::std::vec::Vec<usize> = __rt::entry::lead(&__SIGNATURE, #place, &[#(&#shapes),*]).to_vec();
                    });
                }
            }
        }
        out.extend(later);
        if mentioned.contains(&place_name().to_string()) {
            let place = place_name();
            let first = leaves
                .iter()
                .filter(one)
                .find(|leaf| leaf.ty.dtype.is_none())
                .or_else(|| leaves.iter().find(one))
                .or_else(|| leaves.iter().find(|leaf| leaf.kind == LeafKind::List));
            out.extend(match first {
                Some(leaf) => {
                    let (name, list) = (leaf.access(), leaf.each());
                    match leaf.kind {
                        LeafKind::One => quote!(let #place = #b::place_of(#name);),
                        _ => quote! {
                            let #place = match #list.next() {
                                ::core::option::Option::Some(__first) => #b::place_of(__first),
                                ::core::option::Option::None => <#b as __rt::Backend>::default_place(),
                            };
                        },
                    }
                }
                None => quote!(let #place = <#b as __rt::Backend>::default_place();),
            });
        }
        out
    }

    /// The named dimensions of the arguments, whose shapes are these: by a pattern, where one says all that is to be
    /// checked, so that a call costs a few comparisons; what the pattern refuses, the runtime tells of.
    fn dims(&self, shapes: &[TokenStream]) -> TokenStream {
        let names = &self.function.dims;
        let count = proc_macro2::Literal::usize_unsuffixed(names.len());
        let checked = |shapes: &[TokenStream]| quote!(__rt::entry::dims::<#count>(&__SIGNATURE, &[#(&#shapes),*])?);
        let leaves = self.signature.leaves.iter();
        let leaves: Vec<&Leaf<'_>> = leaves.filter(|leaf| leaf.kind == LeafKind::One).collect();
        let plain = |dim: &DimSpec| match dim {
            DimSpec::Named(_) | DimSpec::Size(_) | DimSpec::Any => true,
            DimSpec::Computed(_) | DimSpec::Lead(_) => false,
        };
        if !leaves
            .iter()
            .flat_map(|leaf| leaf.ty.dims.iter().flatten())
            .all(plain)
        {
            return checked(shapes);
        }
        let mut known: Vec<Option<Ident>> = vec![None; names.len()];
        let (mut patterns, mut same) = (Vec::new(), Vec::new());
        for (place, leaf) in leaves.iter().enumerate() {
            let Some(dims) = &leaf.ty.dims else {
                patterns.push(quote!(_));
                continue;
            };
            let mut sizes = Vec::new();
            for (axis, dim) in dims.iter().enumerate() {
                let size = Ident::new(&format!("__n{place}_{axis}"), Span::mixed_site());
                sizes.push(match dim {
                    DimSpec::Size(n) => quote!(#n),
                    DimSpec::Named(name) => match known.get_mut(*name) {
                        Some(Some(first)) => {
                            same.push(quote!(#size == #first));
                            quote!(#size)
                        }
                        Some(slot) => {
                            *slot = Some(size.clone());
                            quote!(#size)
                        }
                        None => quote!(_),
                    },
                    _ => quote!(_),
                });
            }
            patterns.push(quote!(&[#(#sizes),*]));
        }
        let bound: Vec<Ident> = (0..shapes.len())
            .map(|place| Ident::new(&format!("__s{place}"), Span::mixed_site()))
            .collect();
        let lent: Vec<TokenStream> = bound.iter().map(|shape| quote!(&*#shape)).collect();
        let sizes = known.iter().map(|size| match size {
            Some(size) => quote!(#size),
            // A list or a result has it.
            None => quote!(0),
        });
        let condition = match same.is_empty() {
            true => quote!(),
            false => quote!(if #(#same)&&*),
        };
        let checked = checked(&tokens_of(&bound));
        quote! {
            {
                let (#(#bound,)*) = (#(#shapes,)*);
                match (#(#lent,)*) {
                    (#(#patterns,)*) #condition => [#(#sizes),*],
                    _ => #checked,
                }
            }
        }
    }

    // ------------------------------------------------------------------ regions

    fn region(&mut self, region: &Region, top: bool) -> TokenStream {
        let mut out = TokenStream::new();
        let count = region.insts.len();
        self.here
            .push(region.insts.iter().flat_map(Inst::defines).collect());
        for (i, inst) in region.insts.iter().enumerate() {
            let last = top && i + 1 == count;
            out.extend(self.inst(inst, last));
        }
        self.here.pop();
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
        let mut inside = BTreeSet::new();
        region.defines_within(&mut inside);
        inside.extend(params);
        self.outs_from(&region.outs, &inside, params)
    }

    fn outs_from(
        &mut self,
        outs: &[Out],
        inside: &BTreeSet<ValueId>,
        params: &[ValueId],
    ) -> Vec<TokenStream> {
        let mut out = Vec::new();
        // From the last: what is used behind a place cannot be moved at it.
        let mut later = BTreeSet::new();
        for value in outs.iter().rev() {
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
                    if outs.len() > 1 {
                        self.use_all([*value], &mut later);
                    }
                    if self.ty(*value).is_some_and(Ty::is_container) {
                        // What the region made itself is moved.
                        if again || !self.is_owned(*value) || !inside.contains(value) {
                            self.copy_of(*value)
                        } else {
                            self.at(*value)
                        }
                    } else if !inside.contains(&self.ir.root(*value)) {
                        let site = self.site(&origin);
                        quote!(#b::shared(#reference).at(#site)?)
                    } else if again || (!self.is_owned(*value) && self.roots_in(*value, inside)) {
                        let site = self.site(&origin);
                        quote!(#b::copied(#reference).at(#site)?)
                    } else if !self.is_owned(*value) {
                        let site = self.site(&origin);
                        quote!(#b::shared(#reference).at(#site)?)
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

    /// Does what it refers to end with the region?
    fn roots_in(&self, value: ValueId, inside: &BTreeSet<ValueId>) -> bool {
        let mut roots = BTreeSet::new();
        ir::through(value, &self.borrows, &mut roots);
        roots
            .iter()
            .any(|root| *root != value && inside.contains(root))
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

    fn slot(&self, slot: &Slot) -> Ident {
        match slot {
            Slot::Tensor(value) => self.name(*value),
            Slot::Host(name) => Ident::new(name, Span::mixed_site()),
        }
    }

    /// The name of a value where it is bound.
    fn binding(&self, value: ValueId) -> TokenStream {
        let name = self.name(value);
        match self.grown.contains(&value) {
            true => quote!(mut #name),
            false => quote!(#name),
        }
    }

    fn slots(&self, slots: &[Slot]) -> TokenStream {
        let names: Vec<TokenStream> = slots
            .iter()
            .map(|slot| match slot {
                Slot::Tensor(value) => self.binding(*value),
                slot => self.slot(slot).into_token_stream(),
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
                callee,
                args,
                origin,
            } => {
                let mut list = Vec::new();
                for arg in args {
                    list.push(self.call_argument(arg));
                }
                let taker = self.taker(out);
                let site = self.site(origin);
                match (callee, list.split_first()) {
                    (Callee::Method(_, name), Some((receiver, args))) => {
                        let name = own_name(name);
                        quote!(let #taker = (#receiver).#name(#(#args),*).at(#site)?;)
                    }
                    (Callee::Associated(of, name), _) => {
                        let name = own_name(name);
                        let adt = self.signature.adt(of, &self.b, self.target.erased);
                        quote!(let #taker = <#adt>::#name(#(#list),*).at(#site)?;)
                    }
                    _ => {
                        let name = inner_name(self.target, origin.span());
                        quote!(let #taker = #path::#name(#(#list),*).at(#site)?;)
                    }
                }
            }
            Inst::Apply {
                out,
                function,
                args,
                asking,
                origin,
            } => match self.ty(*function) {
                Some(Ty::Fn(ty)) if ty.ty.differentiable => {
                    let ty = ty.ty.clone();
                    self.differentiable(out, *function, &ty, (asking, args), origin)
                }
                _ => {
                    let b = self.b.clone();
                    let list: Vec<TokenStream> = args
                        .iter()
                        .map(|arg| self.brought_argument(arg, origin))
                        .collect();
                    let function = self.at(*function);
                    let site = self.site(origin);
                    let taker = self.taker(out);
                    let taken = out.tensors().into_iter().map(|value| {
                        let name = self.name(value);
                        quote!(let #name = __rt::Value::<#b>::into_tensor(#name).at(#site)?;)
                    });
                    let taken: TokenStream = taken.collect();
                    quote!(let #taker = __rt::entry::called::<#b, _>(#function(#(#list),*)).at(#site)?; #taken)
                }
            },
            Inst::Native {
                out,
                arms,
                fallback,
                origin,
            } => {
                let target = self.target.name.to_string();
                let slots = self.slots(std::slice::from_ref(out));
                let Some(arm) = arms.iter().find(|arm| arm.backend == target) else {
                    let Some(fallback) = fallback else {
                        return quote!(#slots ::core::unreachable!(););
                    };
                    let block = self.block(fallback, &[]);
                    return quote!(#slots #block;);
                };
                let b = self.b.clone();
                let site = self.site(origin);
                let names = arm.uses.iter().map(|(ident, value)| {
                    let reference = self.by_ref(*value);
                    let native = match self.ty(*value) {
                        Some(Ty::Tensor(tensor)) if !self.target.erased => {
                            let elem = self.signature.elem(tensor.dtype, self.target);
                            let rank = self.signature.rank(&tensor.shape, &b);
                            quote!(&<#b as __rt::Backend>::arg::<#elem, #rank>(__rt::Value::<#b>::view(#reference)).at(#site)?)
                        }
                        _ => reference,
                    };
                    quote!(let #ident = #native;)
                });
                let names: TokenStream = names.collect();
                let code = rewrite_expr(&arm.code, HashMap::new());
                let value = match out {
                    Slot::Host(_) => code,
                    Slot::Tensor(_) => quote! {
                        __rt::Value::<#b>::into_tensor(__rt::entry::called::<#b, _>(#code).at(#site)?).at(#site)?
                    },
                };
                quote!(#slots { #names #value };)
            }
            Inst::Make { out, tree } => {
                let name = self.binding(*out);
                // An empty one says nothing of its type.
                let ty = match self.ty(*out) {
                    Some(ty @ (Ty::List(_) | Ty::Option(_))) => {
                        let ty = self.own_type(&ty.clone());
                        quote!(: #ty)
                    }
                    _ => TokenStream::new(),
                };
                let value = self.own(tree, &mut How::Once);
                quote!(let #name #ty = #value;)
            }
            Inst::Push { list, value } => {
                let list = self.at(*list);
                let value = self.own(value, &mut How::Once);
                quote!(#list.push(#value);)
            }
            Inst::Set {
                list,
                index,
                value,
                origin,
            } => {
                let list = self.at(*list);
                let index = self.int(index);
                let site = self.site(origin);
                let value = self.own(value, &mut How::Once);
                let new = Ident::new("__element", Span::mixed_site());
                quote!({
                    let #new = #value;
                    *__rt::entry::nth_mut(&mut #list, #index).at(#site)? = #new;
                })
            }
            Inst::Pop { list } => {
                let list = self.at(*list);
                quote!(#list.pop();)
            }
            Inst::Element {
                out,
                list,
                index,
                origin,
            } => {
                let name = self.name(*out);
                let list = self.by_ref(*list);
                let index = self.int(index);
                let site = self.site(origin);
                let element = quote!(__rt::entry::nth(#list, #index).at(#site)?);
                if self.outlasting.contains(out) {
                    let ty = self.ty(*out).cloned().unwrap_or(Ty::Opaque);
                    let copy = self.copy(&element, &ty, &site);
                    return quote!(let #name = &#copy;);
                }
                quote!(let #name = #element;)
            }
            Inst::Fail(code) => {
                let code = self.host(code);
                match &self.function.error {
                    // Not converted: where the user's code leaves its type open, this is what says it.
                    Some(Failure::Theirs(_)) => {
                        quote!(return ::core::result::Result::Err(#code);)
                    }
                    _ => {
                        quote!(return ::core::result::Result::Err(::core::convert::From::from(#code));)
                    }
                }
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
            Inst::Assert {
                value,
                declared,
                by,
            } => {
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
                let by = match by.and_then(|by| self.ir.values.get(by)?.hint.as_deref()) {
                    Some(function) => quote!(::core::option::Option::Some(#function)),
                    None => quote!(::core::option::Option::None),
                };
                let b = &self.b;
                quote!(__rt::entry::annotated::<#b, _>(&__SIGNATURE, #reference, #by, #dtype, #dims)?;)
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
            Inst::Fused { kernel, body, outs } => self.fused(*kernel, body, outs),
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
            Inst::Match {
                scrutinee,
                arms,
                outs,
            } => {
                let of = match scrutinee {
                    Scrutinee::Host(code) => self.host(code),
                    Scrutinee::Value(value) => match (self.ty(*value), self.place(*value)) {
                        // `Option<&T>` is copied.
                        (Some(Ty::Option(_)), Place::Owned) if self.is_param(*value) => {
                            self.at(*value)
                        }
                        _ => self.by_ref(*value),
                    },
                };
                let adt = match scrutinee {
                    Scrutinee::Value(value) => match self.ty(*value) {
                        Some(Ty::Adt(adt)) => Some(adt.ty.clone()),
                        _ => None,
                    },
                    Scrutinee::Host(_) => None,
                };
                let scrutinee = of;
                let mut list = TokenStream::new();
                for arm in arms {
                    let pat = self.arm_pattern(&arm.pat, adt.as_ref());
                    let guard = arm.guard.as_ref().map(|guard| {
                        let guard = self.host(guard);
                        quote!(if #guard)
                    });
                    let body = self.block(&arm.body, &[]);
                    list.extend(quote!(#pat #guard => #body));
                }
                let slots = self.slots(outs);
                if outs.is_empty() {
                    quote!(match #scrutinee { #list })
                } else {
                    quote!(#slots match #scrutinee { #list };)
                }
            }
            Inst::Loop { .. } => self.looping(inst),
            Inst::Jump {
                to,
                again,
                carried,
                outs,
            } => self.jump(*to, *again, carried, outs),
            Inst::BreakUnless { from, cond } => {
                let label = self.label(*from);
                match &*cond.expr {
                    // Its names are for the rest of the round.
                    syn::Expr::Let(binding) => {
                        let pat = &binding.pat;
                        let value = self.host(&HostCode {
                            expr: binding.expr.clone(),
                            ..cond.clone()
                        });
                        quote!(let #pat = #value else { break #label };)
                    }
                    _ => {
                        let cond = self.host(cond);
                        quote!(if !(#cond) { break #label })
                    }
                }
            }
            Inst::LetElse {
                pat,
                code,
                otherwise,
            } => {
                let code = self.host(code);
                let otherwise = self.block(otherwise, &[]);
                quote!(let #pat = #code else #otherwise;)
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

    // ------------------------------------------------------------------ loops

    /// The variables of a loop are Rust's own, written at the end of a round and at each jump.
    fn looping(&mut self, inst: &Inst) -> TokenStream {
        let Inst::Loop {
            id,
            kind,
            label,
            carried,
            body,
            outs,
        } = inst
        else {
            return TokenStream::new();
        };
        let b = self.b.clone();
        let iter = match kind {
            LoopKind::For { iter, .. } => self.host(iter),
            LoopKind::Each { over, .. } => self.over(over),
            _ => TokenStream::new(),
        };
        let mut before = TokenStream::new();
        for value in carried {
            before.extend(match (&value.init, &value.round) {
                (Out::Tensor(init), Slot::Tensor(round)) => {
                    let name = self.name(*round);
                    if self.ty(*init).is_some_and(Ty::is_container) {
                        let own = self.own(&Tree::Tensor(*init), &mut How::Once);
                        before.extend(quote!(let mut #name = #own;));
                        continue;
                    }
                    let reference = self.by_ref(*init);
                    let origin = self.origin(*init);
                    let site = self.site(&origin);
                    quote!(let mut #name = #b::shared(#reference).at(#site)?;)
                }
                (init, slot) => {
                    let name = self.slot(slot);
                    let init = match init {
                        Out::Host(code) => self.host(code),
                        Out::Tensor(value) => self.by_ref(*value),
                    };
                    quote!(let mut #name = #init;)
                }
            });
        }
        let cond = match kind {
            LoopKind::While(cond) => self.host(cond),
            _ => TokenStream::new(),
        };
        let mut inside = BTreeSet::new();
        body.defines_within(&mut inside);
        let rounds: Vec<Slot> = carried.iter().map(|c| c.round.clone()).collect();
        inside.extend(rounds.iter().filter_map(Slot::tensor));
        let written = match label {
            Some(label) => Some(label.name.clone()),
            // A jump over another loop or block needs a name.
            None if self.jumped_over(body, *id, 0) => Some(syn::Lifetime::new(
                &format!("'loop{id}"),
                Span::mixed_site(),
            )),
            None => None,
        };
        self.loops.push(Looped {
            id: *id,
            label: written.clone(),
            repeats: !matches!(kind, LoopKind::Block),
            rounds: rounds.clone(),
            inside,
        });
        let insts = self.region(body, false);
        let mut step = TokenStream::new();
        if !body.leaves {
            let count = rounds.len().min(body.outs.len());
            let (variables, values) = body.outs.split_at(count);
            let (variables, value) = self.leave(&rounds, variables, values);
            step = quote!(#variables #value);
        }
        self.loops.pop();
        // Behind the loop a variable is what the last round left.
        for value in carried {
            if let (Slot::Tensor(round), Slot::Tensor(out)) = (&value.round, &value.out) {
                let name = self.name(*round);
                if let Some(slot) = self.names.get_mut(*out) {
                    *slot = name;
                }
            }
        }
        let label = written.map(|label| quote!(#label:));
        let slots = self.slots(outs);
        let end = (!outs.is_empty()).then(|| quote!(;));
        let head = match kind {
            LoopKind::For { pat, .. } => quote!(for #pat in #iter),
            LoopKind::Each { element, .. } => {
                let taker = self.taker(element);
                quote!(for #taker in #iter)
            }
            LoopKind::While(_) => quote!(while #cond),
            LoopKind::Loop => quote!(loop),
            LoopKind::Block => TokenStream::new(),
        };
        quote!(#before #slots #label #head { #insts #step } #end)
    }

    /// Does a jump of this loop stand in another loop inside of it, or in a labelled block?
    fn jumped_over(&self, region: &Region, id: LoopId, depth: usize) -> bool {
        region.insts.iter().any(|inst| match inst {
            Inst::Jump { to, .. } | Inst::BreakUnless { from: to, .. } => *to == id && depth > 0,
            inst => {
                let depth = depth + usize::from(matches!(inst, Inst::Loop { .. }));
                inst.regions()
                    .iter()
                    .any(|region| self.jumped_over(region, id, depth))
            }
        })
    }

    /// The label of a jump, where one is needed.
    fn label(&self, id: LoopId) -> Option<syn::Lifetime> {
        let innermost = self.loops.last().is_some_and(|l| l.id == id && l.repeats);
        self.loops
            .iter()
            .find(|l| l.id == id)
            .and_then(|l| l.label.clone())
            .filter(|_| !innermost)
    }

    fn jump(&mut self, to: LoopId, again: bool, carried: &[Out], outs: &[Out]) -> TokenStream {
        let Some(place) = self.loops.iter().position(|l| l.id == to) else {
            return TokenStream::new();
        };
        let rounds = match self.loops.get(place) {
            Some(looped) => looped.rounds.clone(),
            None => Vec::new(),
        };
        // Both are worked out inside of the loop that is left.
        let inner = self.loops.split_off(place + 1);
        let (step, value) = self.leave(&rounds, carried, outs);
        self.loops.extend(inner);
        let label = self.label(to);
        if again {
            quote!(#step continue #label;)
        } else {
            quote!(#step break #label #value;)
        }
    }

    /// The end of a round of the innermost loop: its variables are written, and its value is given.
    fn leave(
        &mut self,
        rounds: &[Slot],
        variables: &[Out],
        values: &[Out],
    ) -> (TokenStream, TokenStream) {
        let Some(looped) = self.loops.last() else {
            return (TokenStream::new(), TokenStream::new());
        };
        let inside = looped.inside.clone();
        // What stays as it is need not be written.
        let stays = |slot: &Slot, value: &Out| match (slot, value) {
            (Slot::Tensor(slot), Out::Tensor(value)) => slot == value,
            (Slot::Host(name), Out::Host(code)) => {
                matches!(&*code.expr, syn::Expr::Path(path) if path.path.is_ident(name))
            }
            _ => false,
        };
        let (slots, variables): (Vec<&Slot>, Vec<Out>) = rounds
            .iter()
            .zip(variables)
            .filter(|(slot, value)| !stays(slot, value))
            .map(|(slot, value)| (slot, value.clone()))
            .unzip();
        let names: Vec<Ident> = slots.into_iter().map(|slot| self.slot(slot)).collect();
        let all: Vec<Out> = variables.iter().chain(values).cloned().collect();
        let rounds: Vec<ValueId> = rounds.iter().filter_map(Slot::tensor).collect();
        let mut all = self.outs_from(&all, &inside, &rounds);
        let values = all.split_off(names.len().min(all.len()));
        let step = match (names.as_slice(), all.as_slice()) {
            ([], _) => TokenStream::new(),
            ([name], [value]) => quote!(#name = #value;),
            (names, values) => quote!((#(#names),*) = (#(#values),*);),
        };
        let value = match values.as_slice() {
            [] => TokenStream::new(),
            [one] => quote!(#one),
            many => quote!((#(#many),*)),
        };
        (step, value)
    }

    fn taker(&self, taker: &Taker) -> TokenStream {
        match taker {
            Taker::Tensor(value) => self.binding(*value),
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
        let ident = |place: &usize| self.function.dims.get(*place).map(|d| &d.ident);
        dims.iter()
            .map(|dim| match dim {
                DimSpec::Named(place) => match self.function.dims.get(*place) {
                    Some(dim) if dim.late => {
                        let seen = self.mentions(seen_name(dim));
                        quote!(__rt::entry::Want::Same(&#seen))
                    }
                    _ => {
                        let ident = ident(place).map(|ident| self.mentions(ident.clone()));
                        quote!(__rt::entry::Want::Size(#ident))
                    }
                },
                DimSpec::Size(n) => quote!(__rt::entry::Want::Size(#n)),
                DimSpec::Computed(dim) => {
                    let terms = dim.terms().into_iter().map(|(places, factor)| {
                        let names = places.iter().filter_map(ident);
                        let names = names.map(|ident| self.mentions(ident.clone()));
                        quote!((#factor, &[#(#names),*]))
                    });
                    quote!(__rt::entry::computed(&[#(#terms),*]))
                }
                DimSpec::Lead(place) => {
                    let name = place.and_then(|place| self.function.dims.get(place));
                    match name.filter(|dim| !dim.late).map(lead_name) {
                        Some(name) => {
                            let name = self.mentions(name);
                            quote!(__rt::entry::Want::Lead(::core::option::Option::Some(&#name)))
                        }
                        None => quote!(__rt::entry::Want::Lead(::core::option::Option::None)),
                    }
                }
                DimSpec::Any => quote!(__rt::entry::Want::Any),
            })
            .collect()
    }

    /// The rank of a declared tensor as a type.
    fn declared_rank(&self, declared: &TensorType) -> TokenStream {
        let shape = match declared.ranked() {
            Some(dims) => crate::check::ty::Shape::of_rank(dims.len()),
            None => crate::check::ty::Shape::Unknown,
        };
        self.signature.rank(&shape, &self.b)
    }

    /// The type of a value that borrows nothing.
    fn own_type(&self, ty: &Ty) -> TokenStream {
        let b = &self.b;
        match ty {
            Ty::Tensor(tensor) => {
                let elem = match tensor.dtype {
                    Elem::Unknown => quote!(_),
                    elem => self.signature.elem(elem, self.target),
                };
                quote!(<#b as __rt::Backend>::Tensor<'_, #elem>)
            }
            Ty::List(element) => {
                let element = self.own_type(element);
                quote!(::std::vec::Vec<#element>)
            }
            Ty::Option(inner) => {
                let inner = self.own_type(inner);
                quote!(::core::option::Option<#inner>)
            }
            Ty::Tuple(parts) => {
                let parts: Vec<TokenStream> = parts.iter().map(|p| self.own_type(p)).collect();
                super::signature::tuple(&parts)
            }
            Ty::Adt(adt) => self.signature.adt(&adt.ty, b, self.target.erased),
            Ty::Host(_) | Ty::Fn(_) | Ty::Opaque | Ty::Never | Ty::Poison => quote!(_),
        }
    }

    /// A name for a part of a value.
    fn part(&mut self) -> Ident {
        self.parts += 1;
        Ident::new(&format!("__part{}", self.parts), Span::mixed_site())
    }

    /// What `at` refers to once more, as a value that borrows nothing: tensors as the backend's own, in lists, options
    /// and tuples; structs and enums as users get them.
    fn copy(&mut self, at: &TokenStream, ty: &Ty, site: &TokenStream) -> TokenStream {
        let b = self.b.clone();
        match ty {
            Ty::List(element) => {
                let part = self.part();
                let copy = self.copy(&quote!(#part), element, site);
                let result = quote!(__rt::Result::<_>::Ok(#copy));
                quote!((#at).iter().map(|#part| #result).collect::<__rt::Result<::std::vec::Vec<_>>>()?)
            }
            Ty::Option(inner) => {
                let part = self.part();
                let copy = self.copy(&quote!(#part), inner, site);
                quote!(match #at {
                    ::core::option::Option::Some(#part) => ::core::option::Option::Some(#copy),
                    ::core::option::Option::None => ::core::option::Option::None,
                })
            }
            Ty::Tuple(types) => {
                let parts: Vec<Ident> = types.iter().map(|_| self.part()).collect();
                let copies: Vec<TokenStream> = parts
                    .iter()
                    .zip(types)
                    .map(|(part, ty)| self.copy(&quote!(#part), ty, site))
                    .collect();
                let (pattern, copies) = (
                    super::signature::tuple(&tokens_of(&parts)),
                    super::signature::tuple(&copies),
                );
                quote!({ let #pattern = #at; #copies })
            }
            Ty::Adt(adt) => self.copy_by_parts(at, adt, site),
            Ty::Host(_) => quote!(::core::clone::Clone::clone(#at)),
            Ty::Tensor(_) | Ty::Opaque | Ty::Fn(_) | Ty::Never | Ty::Poison => {
                quote!(#b::copied(#at).at(#site)?)
            }
        }
    }

    /// The same of a struct or an enum, by its own function: it may have no name here.
    fn copy_by_parts(&mut self, at: &TokenStream, adt: &AdtTy, site: &TokenStream) -> TokenStream {
        let def = std::rc::Rc::clone(&adt.ty.def);
        let mut copies = Vec::new();
        for variant in def.variants.iter().filter(|v| !v.fields.is_empty()) {
            let (mut taken, mut given) = (Vec::new(), Vec::new());
            for field in &variant.fields {
                let part = self.part();
                let ty = crate::check::instance(&field.ty, &adt.ty);
                let copy = self.copy(&quote!(#part), &crate::check::declared(&ty), site);
                given.push(self.finished(&copy, &ty));
                taken.push(part);
            }
            copies.push(quote! {
                |#(#taken),*| -> __rt::Result<_> { ::core::result::Result::Ok((#(#given,)*)) }
            });
        }
        quote!((#at).__copied::<__rt::Error>(#(#copies),*)?)
    }

    /// The same value once more, borrowing nothing.
    fn copy_of(&mut self, value: ValueId) -> TokenStream {
        let ty = self.ty(value).cloned().unwrap_or(Ty::Opaque);
        let origin = self.origin(value);
        let site = self.site(&origin);
        let at = self.by_ref(value);
        self.copy(&at, &ty, &site)
    }

    /// A value that borrows nothing, as users get it.
    fn finished(&self, value: &TokenStream, ty: &Type) -> TokenStream {
        let declared = super::signature::result_of(ty, &crate::check::ty::Shape::Unknown);
        self.signature.finished(&declared, value, &self.b)
    }

    /// A value that borrows nothing.
    fn own(&mut self, tree: &Tree, how: &mut How<'_>) -> TokenStream {
        match tree {
            Tree::Tensor(value) => self.taken(*value, how),
            Tree::Host(code) => {
                if let How::Last(used) = how {
                    self.use_all(code.uses(), used);
                }
                let placed = code.holes.iter().any(|h| matches!(h.ask, Ask::Place(_)));
                let code = self.host(code);
                match placed {
                    // It stays where it is.
                    true => quote!(::core::clone::Clone::clone(&#code)),
                    false => code,
                }
            }
            Tree::Tuple(parts) => super::signature::tuple(&self.own_all(parts, how)),
            Tree::List { items, .. } => {
                let items = self.own_all(items, how);
                quote!(::std::vec![#(#items),*])
            }
            Tree::Struct { ty, fields, .. } => self.built(ty, 0, fields, how),
            Tree::Variant {
                ty,
                variant,
                fields,
            } => self.built(ty, *variant, fields, how),
            Tree::Option {
                some: Some(inner), ..
            } => {
                let inner = self.own(inner, how);
                quote!(::core::option::Option::Some(#inner))
            }
            Tree::Option { some: None, .. } => quote!(::core::option::Option::None),
            Tree::Never => quote!(::core::unreachable!()),
        }
    }

    /// From the last, so that a value is moved where it is used last.
    fn own_all(&mut self, trees: &[Tree], how: &mut How<'_>) -> Vec<TokenStream> {
        let mut out: Vec<TokenStream> =
            trees.iter().rev().map(|tree| self.own(tree, how)).collect();
        out.reverse();
        out
    }

    /// A value that borrows nothing: moved if it may be.
    fn taken(&mut self, value: ValueId, how: &mut How<'_>) -> TokenStream {
        let movable = match how {
            How::Copied => false,
            How::Once => {
                let here = self.here.last().is_some_and(|here| here.contains(&value));
                here && self.uses.get(value) == Some(&1)
            }
            // Itself, or by what borrows from it.
            How::Last(used) => {
                let again = used.contains(&value);
                self.use_all([value], used);
                !again
            }
        };
        if !movable || !self.is_owned(value) {
            return self.copy_of(value);
        }
        let name = self.name(value);
        if self.borrows(value) {
            let (b, origin) = (self.b.clone(), self.origin(value));
            let site = self.site(&origin);
            return quote!(#b::owned(#name).at(#site)?);
        }
        quote!(#name)
    }

    fn over(&mut self, over: &Over) -> TokenStream {
        match over {
            Over::List(list) => {
                let list = self.at(*list);
                quote!(#list.iter())
            }
            Over::Host(code) => self.host(code),
            Over::Enumerate(inner) => {
                let inner = self.over(inner);
                quote!(#inner.enumerate())
            }
            Over::Rev(inner) => {
                let inner = self.over(inner);
                quote!(#inner.rev())
            }
            Over::Zip(a, b) => {
                let (a, b) = (self.over(a), self.over(b));
                quote!(#a.zip(#b))
            }
            Over::Take(inner, count) => {
                let (inner, count) = (self.over(inner), self.host(count));
                quote!(#inner.take(#count))
            }
            Over::Skip(inner, count) => {
                let (inner, count) = (self.over(inner), self.host(count));
                quote!(#inner.skip(#count))
            }
        }
    }

    fn arm_pattern(&self, pat: &ArmPat, adt: Option<&StructType>) -> TokenStream {
        match pat {
            ArmPat::Host(pat) => quote!(#pat),
            ArmPat::Some(taker) => {
                let taker = self.taker(taker);
                quote!(::core::option::Option::Some(#taker))
            }
            ArmPat::None => quote!(::core::option::Option::None),
            ArmPat::Variant(variant, fields) => {
                let Some((adt, variant)) =
                    adt.and_then(|adt| adt.def.variants.get(*variant).map(|v| (adt, v)))
                else {
                    return quote!(_);
                };
                let (path, name) = (&adt.path, &variant.name);
                let takers = fields.iter().map(|taker| self.taker(taker));
                match variant.style {
                    Style::Unit => quote!(#path::#name),
                    Style::Tuple => quote!(#path::#name(#(#takers),*)),
                    Style::Named => {
                        let fields = variant.fields.iter().zip(takers).map(|(field, taker)| {
                            let member = &field.member;
                            match taker.to_string() == member.to_token_stream().to_string() {
                                true => taker,
                                false => quote!(#member: #taker),
                            }
                        });
                        quote!(#path::#name { #(#fields),* })
                    }
                }
            }
            ArmPat::Wild => quote!(_),
        }
    }

    /// An argument of another agnostic function, or of the caller's.
    fn call_argument(&mut self, arg: &CallArg) -> TokenStream {
        match arg {
            CallArg::Tensor(value) => self.by_ref(*value),
            CallArg::Host(code) => self.host(code),
            CallArg::Value(tree, ty) => self.tree_argument(tree, ty.as_ref()),
            CallArg::Closure(closure) => match &closure.vjp {
                None => self.closure(closure),
                Some(vjp) => {
                    let (there, back) = (self.closure(closure), self.closure(&vjp.0));
                    let b = self.b.clone();
                    let (args, others) = self.signature.slots_of(&vjp.1, &b, self.target.erased);
                    let pair = quote::format_ident!("pair{}", args.len());
                    quote!(__rt::model::#pair::<#b, #(#args,)* #(#others,)* _, _, _, _>(#there, #back))
                }
            },
        }
    }

    /// An argument of a function that the caller brings: the framework's own type.
    fn brought_argument(&mut self, arg: &CallArg, origin: &Origin) -> TokenStream {
        match arg {
            CallArg::Value(Tree::Tensor(value), Some(Type::Tensor(declared))) => {
                let reference = self.by_ref(*value);
                self.brought_tensor(&reference, declared, origin)
            }
            arg => self.call_argument(arg),
        }
    }

    fn brought_tensor(
        &mut self,
        reference: &TokenStream,
        declared: &TensorType,
        origin: &Origin,
    ) -> TokenStream {
        let (b, rank) = (self.b.clone(), self.declared_rank(declared));
        let elem = self.brought_elem(declared);
        let site = self.site(origin);
        quote!(&<#b as __rt::Backend>::arg::<#elem, #rank>(__rt::Value::<#b>::view(#reference)).at(#site)?)
    }

    fn brought_elem(&self, declared: &TensorType) -> TokenStream {
        let elem = declared.dtype.map_or(Elem::Shared, Elem::Known);
        match self.signature.elem(elem, self.target) {
            _ if self.target.erased => quote!(__rt::Erased),
            elem => elem,
        }
    }

    /// What is asked of a function with a derivative.
    ///
    /// ```text
    /// let x_leaf = Differentiable::leaf(&model, view(x)).at(…)?;
    /// let (y_tape, y) = Differentiable::run(&model, (arg(x),), (arg(x_leaf),)).at(…)?;
    /// let d_x = Differentiable::back(&model, (arg(x_leaf),), arg(y_tape), arg(d_y), Asked { … }).at(…)?;
    /// ```
    fn differentiable(
        &mut self,
        out: &Taker,
        function: ValueId,
        ty: &FnType,
        (asking, args): (&Asking, &[CallArg]),
        origin: &Origin,
    ) -> TokenStream {
        let b = self.b.clone();
        let by = self.signature.differentiable(ty, &b, self.target.erased);
        let (model, site) = (self.at(function), self.site(origin));
        let given: Vec<TokenStream> = args
            .iter()
            .map(|arg| self.brought_argument(arg, origin))
            .collect();
        let (given, behind) = given.split_at(ty.args.len().min(given.len()));
        let all = super::signature::tuple(given);
        let takers: Vec<TokenStream> = match out {
            Taker::Tuple(parts) => parts.iter().map(|part| self.taker(part)).collect(),
            one => vec![self.taker(one)],
        };
        match asking {
            Asking::Value => {
                let taker = self.taker(out);
                quote!(let #taker = <_ as #by>::call(&#model, #all).at(#site)?;)
            }
            Asking::Tracked => {
                let (floats, results) = (ty.float_args(), ty.float_results());
                let (leaves, rest) = takers.split_at(floats.len().min(takers.len()));
                let (tapes, values) = rest.split_at(results.len().min(rest.len()));
                let mut code = TokenStream::new();
                let mut starts = given.to_vec();
                for (place, leaf) in floats.iter().zip(leaves) {
                    let (
                        Some(CallArg::Value(Tree::Tensor(value), Some(Type::Tensor(declared)))),
                        Some(start),
                    ) = (args.get(*place), starts.get_mut(*place))
                    else {
                        continue;
                    };
                    let (reference, elem) = (self.by_ref(*value), self.brought_elem(declared));
                    code.extend(quote! {
                        let #leaf = <_ as #by>::leaf::<#elem>(&#model, __rt::Value::<#b>::view(#reference)).at(#site)?;
                    });
                    *start = self.brought_tensor(&quote!(&#leaf), declared, origin);
                }
                let (starts, tapes) = (
                    super::signature::tuple(&starts),
                    super::signature::one_or_tuple(tapes),
                );
                let values = match &*ty.result {
                    Type::Tuple(_) => super::signature::tuple(values),
                    _ => super::signature::one_or_tuple(values),
                };
                quote! {
                    #code
                    let (#tapes, #values) = <_ as #by>::run(&#model, #all, #starts).at(#site)?;
                }
            }
            Asking::Back { wanted, seeded } => {
                let (tapes, seeds) = behind.split_at(seeded.len().min(behind.len()));
                let tapes = super::signature::one_or_tuple(tapes);
                let seeds = super::signature::one_or_tuple(seeds);
                let takers = super::signature::one_or_tuple(&takers);
                quote! {
                    let #takers = <_ as #by>::back(
                        &#model, #all, #tapes, #seeds,
                        __rt::model::Asked { wanted: &[#(#wanted),*], seeded: &[#(#seeded),*] },
                    ).at(#site)?;
                }
            }
        }
    }

    /// A function with a derivative that is handed on: with it, or without.
    fn lent(&self, value: ValueId, ty: &FnType, want: Option<&Type>) -> TokenStream {
        let model = self.at(value);
        if matches!(want, Some(Type::Fn(want)) if want.differentiable) {
            return quote!(__rt::model::Lent(&#model));
        }
        let by = self
            .signature
            .differentiable(ty, &self.b, self.target.erased);
        let names: Vec<Ident> = (0..ty.args.len())
            .map(|place| {
                quote::format_ident!("__argument{place}", span = proc_macro2::Span::mixed_site())
            })
            .collect();
        quote!(|#(#names),*| <_ as #by>::call(&#model, (#(#names,)*)))
    }

    /// A closure of Rust's: what it gives borrows from nothing, and its errors are ours.
    fn closure(&mut self, closure: &ir::Closure) -> TokenStream {
        let mut inside = BTreeSet::new();
        closure.body.defines_within(&mut inside);
        inside.extend(closure.begins());
        let around = self.enclosed.replace(inside);
        let loops = std::mem::take(&mut self.loops);
        let params: Vec<TokenStream> = closure.params.iter().map(|p| self.taker(p)).collect();
        let insts = self.region(&closure.body, false);
        let value = (!closure.body.leaves).then(|| {
            let mut used = BTreeSet::new();
            let mut outs = Vec::new();
            for out in closure.body.outs.iter().rev() {
                outs.push(match out {
                    Out::Tensor(value) => self.taken(*value, &mut How::Last(&mut used)),
                    Out::Host(code) => {
                        self.use_all(code.uses(), &mut used);
                        self.host(code)
                    }
                });
            }
            outs.reverse();
            let value = match (closure.tuple, outs.as_slice()) {
                (false, [one]) => quote!(#one),
                _ => super::signature::tuple(&outs),
            };
            quote!(::core::result::Result::Ok(#value))
        });
        self.loops = loops;
        self.enclosed = around;
        quote!(|#(#params),*| -> __rt::Result<_> { #insts #value })
    }

    fn tree_argument(&mut self, tree: &Tree, ty: Option<&Type>) -> TokenStream {
        match (tree, ty) {
            (
                Tree::Struct {
                    whole: Some(whole), ..
                },
                _,
            ) => self.by_ref(*whole),
            (Tree::Struct { ty, fields, .. }, _) => {
                let built = self.built(ty, 0, fields, &mut How::Copied);
                quote!(&#built)
            }
            (Tree::Tuple(parts), ty) => {
                let parts: Vec<TokenStream> = parts
                    .iter()
                    .enumerate()
                    .map(|(place, part)| {
                        let ty = match ty {
                            Some(Type::Tuple(types)) => types.get(place),
                            _ => None,
                        };
                        self.tree_argument(part, ty)
                    })
                    .collect();
                super::signature::tuple(&parts)
            }
            (
                Tree::Option {
                    some: Some(inner), ..
                },
                ty,
            ) => {
                let declared = match ty {
                    Some(Type::Option(inner)) => Some(&**inner),
                    _ => None,
                };
                let inner = self.native(inner, declared, &mut How::Copied);
                quote!(::core::option::Option::Some(&#inner))
            }
            (Tree::Option { some: None, .. }, _) => quote!(::core::option::Option::None),
            (Tree::Tensor(value), ty) => match self.ty(*value) {
                Some(Ty::Fn(function)) if function.ty.differentiable => {
                    self.lent(*value, &function.ty, ty)
                }
                Some(Ty::List(_)) if matches!(ty, Some(Type::List { slice: false, .. })) => {
                    self.copy_of(*value)
                }
                Some(Ty::Option(_)) => match self.place(*value) {
                    Place::Owned if self.is_param(*value) => self.at(*value),
                    // A field of a native struct, or what a user's tensor is anyway.
                    Place::Part { .. } => {
                        let at = self.at(*value);
                        quote!(#at.as_ref())
                    }
                    _ if self.target.erased => {
                        let at = self.at(*value);
                        quote!(#at.as_ref())
                    }
                    _ => {
                        let native = self.native(tree, ty, &mut How::Copied);
                        quote!(#native.as_ref())
                    }
                },
                _ => self.by_ref(*value),
            },
            (Tree::Host(code), _) => self.host(code),
            (Tree::Never | Tree::List { .. } | Tree::Variant { .. }, _) => {
                quote!(::core::unreachable!())
            }
        }
    }

    /// A struct or a variant, as users get it.
    fn built(
        &mut self,
        ty: &StructType,
        variant: usize,
        fields: &[Tree],
        how: &mut How<'_>,
    ) -> TokenStream {
        let def = std::rc::Rc::clone(&ty.def);
        let Some(named) = def.variants.get(variant) else {
            return quote!(::core::unreachable!());
        };
        let mut out = Vec::new();
        for (field, tree) in named.fields.iter().zip(fields).rev() {
            let member = &field.member;
            let declared = crate::check::instance(&field.ty, ty);
            let value = self.native(tree, Some(&declared), how);
            out.push(match ty.part {
                Some(_) => value,
                None => quote!(#member: #value),
            });
        }
        out.reverse();
        if ty.part.is_some() {
            let maker = match def.is_enum {
                true => quote::format_ident!("__made_{}", named.name.unraw()),
                false => quote::format_ident!("__made"),
            };
            let adt = self.signature.adt(ty, &self.b, self.target.erased);
            return quote!(<#adt>::#maker(#(#out),*));
        }
        let path = &ty.path;
        let args = self.signature.adt_args(ty, &self.b, self.target.erased);
        let args = (!args.is_empty()).then(|| quote!(::#args));
        let name = def.is_enum.then(|| {
            let name = &named.name;
            quote!(::#name)
        });
        quote!(#path #args #name { #(#out),* })
    }

    /// A value as users get it.
    fn native(&mut self, tree: &Tree, ty: Option<&Type>, how: &mut How<'_>) -> TokenStream {
        let b = self.b.clone();
        match (tree, ty) {
            (
                Tree::Option {
                    some: Some(inner), ..
                },
                Some(Type::Option(ty)),
            ) => {
                let inner = self.native(inner, Some(ty), how);
                quote!(::core::option::Option::Some(#inner))
            }
            (Tree::Tuple(parts), Some(Type::Tuple(types))) => {
                let mut out = Vec::new();
                for (part, ty) in parts.iter().zip(types).rev() {
                    out.push(self.native(part, Some(ty), how));
                }
                out.reverse();
                super::signature::tuple(&out)
            }
            (Tree::Tensor(value), Some(Type::Tensor(_)) | None)
                if !self.ty(*value).is_some_and(Ty::is_container) =>
            {
                let rank = match ty {
                    Some(Type::Tensor(tensor)) => self.declared_rank(tensor),
                    _ => quote!(__rt::Dyn),
                };
                let origin = self.origin(*value);
                let site = self.site(&origin);
                let owned = self.taken(*value, how);
                quote!(#b::finished::<#rank, _>(#owned).at(#site)?)
            }
            (Tree::Tensor(_), Some(ty)) => {
                let own = self.own(tree, how);
                self.finished(&own, ty)
            }
            _ => self.own(tree, how),
        }
    }

    /// Sizes that the signature says and inference does not.
    fn result_checks(&mut self, tree: &Tree, declared_result: &ResultTy) -> TokenStream {
        match (tree, declared_result) {
            (Tree::Tuple(parts), ResultTy::Tuple(types)) => parts
                .iter()
                .zip(types)
                .map(|(p, t)| self.result_checks(p, t))
                .collect(),
            (Tree::Tensor(value), ResultTy::Tensor(declared)) => {
                let Some(dims) = &declared.dims else {
                    return TokenStream::new();
                };
                if proved(self.ty(*value), declared) {
                    return TokenStream::new();
                }
                let dims = self.sizes(dims);
                let b = &self.b;
                let reference = self.by_ref(*value);
                quote!(__rt::entry::result(&__SIGNATURE, &#b::sizes(#reference), &[#(#dims),*])?;)
            }
            (
                Tree::Option {
                    some: Some(inner), ..
                },
                ResultTy::Option(ty),
            ) => self.result_checks(inner, ty),
            (Tree::Tensor(value), ResultTy::List(_) | ResultTy::Option(_)) => {
                let ty = self.ty(*value).cloned().unwrap_or(Ty::Opaque);
                let at = self.by_ref(*value);
                self.checks_within(&at, &ty, declared_result)
            }
            (Tree::Struct { fields, .. }, ResultTy::Adt(ty)) => {
                let ty = ty.clone();
                let named = ty.def.variants.iter().flat_map(|v| &v.fields);
                let mut out = TokenStream::new();
                for (tree, field) in fields.iter().zip(named) {
                    let field = crate::check::instance(&field.ty, &ty);
                    let mut declared =
                        super::signature::result_of(&field, &crate::check::ty::Shape::Unknown);
                    // With its sizes, not its rank alone: what is proved is not checked again.
                    if let (ResultTy::Tensor(declared), Ty::Tensor(tensor)) =
                        (&mut declared, crate::check::declared(&field))
                    {
                        declared.shape = tensor.shape;
                    }
                    out.extend(self.result_checks(tree, &declared));
                }
                out
            }
            _ => TokenStream::new(),
        }
    }

    /// The same of what is in one piece. `at` refers to it.
    fn checks_within(&mut self, at: &TokenStream, ty: &Ty, declared: &ResultTy) -> TokenStream {
        match (ty, declared) {
            (Ty::Tensor(_) | Ty::Opaque, ResultTy::Tensor(tensor)) => {
                let Some(dims) = &tensor.dims else {
                    return TokenStream::new();
                };
                if dims.iter().all(|dim| *dim == DimSpec::Any) || proved(Some(ty), tensor) {
                    return TokenStream::new();
                }
                let dims = self.sizes(dims);
                let b = &self.b;
                quote!(__rt::entry::result(&__SIGNATURE, &#b::sizes(#at), &[#(#dims),*])?;)
            }
            (Ty::List(ty), ResultTy::List(declared))
            | (Ty::Option(ty), ResultTy::Option(declared)) => {
                let part = self.part();
                let checks = self.checks_within(&quote!(#part), ty, declared);
                match checks.is_empty() {
                    true => checks,
                    false => quote!(for #part in (#at).iter() { #checks }),
                }
            }
            (Ty::Tuple(types), ResultTy::Tuple(declared)) => {
                let parts: Vec<Ident> = types.iter().map(|_| self.part()).collect();
                let each = parts.iter().zip(types.iter().zip(declared));
                let checks: TokenStream = each
                    .map(|(part, (ty, declared))| self.checks_within(&quote!(#part), ty, declared))
                    .collect();
                match checks.is_empty() {
                    true => checks,
                    false => {
                        let pattern = super::signature::tuple(&tokens_of(&parts));
                        quote!({ let #pattern = #at; #checks })
                    }
                }
            }
            (Ty::Adt(adt), ResultTy::Adt(declared)) if !adt.ty.def.is_enum => {
                let mut out = TokenStream::new();
                let have = adt.fields.iter().flatten();
                let named = declared.def.variants.iter().flat_map(|v| &v.fields);
                for (ty, field) in have.zip(named) {
                    let member = &field.member;
                    let wanted = crate::check::instance(&field.ty, declared);
                    let wanted =
                        super::signature::result_of(&wanted, &crate::check::ty::Shape::Unknown);
                    out.extend(self.checks_within(&quote!(&#at.#member), ty, &wanted));
                }
                out
            }
            _ => TokenStream::new(),
        }
    }

    /// What a function gives: it borrows nothing.
    fn result(&mut self, tree: &Tree, ty: &ResultTy, used: &mut BTreeSet<ValueId>) -> TokenStream {
        match (tree, ty) {
            // What a called function gave as a whole.
            (
                Tree::Tensor(value),
                ResultTy::List(_)
                | ResultTy::Option(_)
                | ResultTy::Adt(_)
                | ResultTy::Tuple(_)
                | ResultTy::Host(_),
            ) if !self.ty(*value).is_some_and(Ty::is_container) => {
                let name = self.name(*value);
                quote!(#name)
            }
            (Tree::Tuple(parts), ResultTy::Tuple(types)) => {
                let mut out: Vec<TokenStream> = Vec::new();
                // From the last, so that a value is moved where it goes out last.
                for (part, ty) in parts.iter().zip(types).rev() {
                    out.push(self.result(part, ty, used));
                }
                out.reverse();
                super::signature::tuple(&out)
            }
            (Tree::Tuple(parts), ResultTy::Host(_)) if parts.is_empty() => quote!(()),
            (Tree::Host(code), _) => {
                self.use_all(code.uses(), used);
                self.host(code)
            }
            (tree, _) => self.own(tree, &mut How::Last(used)),
        }
    }

    // ------------------------------------------------------------------ host code

    fn host(&mut self, code: &HostCode) -> TokenStream {
        let mut answers = HashMap::new();
        for hole in &code.holes {
            let b = self.b.clone();
            let (value, query) = match &hole.ask {
                Ask::Host(code) => {
                    let code = self.host(code);
                    answers.insert(hole.name.clone(), code);
                    continue;
                }
                Ask::Place(value) => {
                    let at = self.at(*value);
                    let at = match self.place(*value) {
                        Place::Ref => quote!((*#at)),
                        _ => at,
                    };
                    answers.insert(hole.name.clone(), at);
                    continue;
                }
                Ask::Tensor(value, query) => (*value, query),
            };
            let of = self.by_ref(value);
            let answer = match query {
                Query::Shape => quote!(#b::sizes(#of)),
                Query::Rank => quote!(#b::sizes(#of).len()),
                Query::Len => {
                    let list = self.at(value);
                    quote!(#list.len())
                }
                Query::IsSome => {
                    let value = self.at(value);
                    quote!(#value.is_some())
                }
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

    /// A chain: what it is as one pass, and the operations.
    fn fused(&mut self, kernel: usize, body: &Region, outs: &[Slot]) -> TokenStream {
        let b = self.b.clone();
        let (tensors, numbers) = reads(body);
        let like = tensors.first().map(|value| self.by_ref(*value));
        let views: Vec<TokenStream> = tensors
            .iter()
            .map(|value| {
                let value = self.by_ref(*value);
                quote!(__rt::Value::<#b>::view(#value))
            })
            .collect();
        let lent = tensors.iter().map(|value| {
            let value = self.by_ref(*value);
            quote!(__rt::Value::<#b>::lent(#value))
        });
        let lent: Vec<TokenStream> = lent.collect();
        let numbers: Vec<TokenStream> = numbers.into_iter().map(|code| self.num(code)).collect();
        let insts = self.region(body, false);
        let given = self.outs(body, &[]);
        let names: Vec<Ident> = outs.iter().map(|slot| self.slot(slot)).collect();
        let first = body.insts.iter().find_map(|inst| match inst {
            Inst::Op { origin, .. } => Some(origin.clone()),
            _ => None,
        });
        let site = self.site(&first.unwrap_or_else(|| Origin::of(self.function.name())));
        let mut outcomes = Vec::new();
        for out in &body.outs {
            let folded = match out {
                Out::Tensor(value) => super::fused::folded(body, *value),
                Out::Host(_) => None,
            };
            outcomes.push(match folded {
                Some(folded) => {
                    let fold = Ident::new(&format!("{:?}", folded.fold), Span::mixed_site());
                    let kinds = [Kind::Axes, Kind::Flag].into_iter().zip(folded.rest);
                    let rest: Vec<TokenStream> =
                        kinds.map(|(kind, arg)| self.argument(kind, arg)).collect();
                    quote!(__rt::fuse::Outcome::Fold(__rt::fuse::Fold::#fold, #(#rest),*))
                }
                None => quote!(__rt::fuse::Outcome::Each),
            });
        }
        let kernel = super::fused::name(kernel);
        quote! {
            let [#(#names),*] = #b::chain(#kernel, #like, [#(#lent),*], || [#(#views),*], [#(#numbers),*], [#(#outcomes),*], || {
                #insts
                ::core::result::Result::Ok([#(#given),*])
            }).at(#site)?;
        }
    }

    fn num(&mut self, code: &HostCode) -> TokenStream {
        if let Some(number) = super::fused::literal(code) {
            return number;
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
        let mut method = Ident::new(op.name, Span::mixed_site().located_at(span));
        let mut list: Vec<TokenStream> = Vec::new();
        let mut turbofish = TokenStream::new();
        let dtype = match outs
            .first()
            .and_then(|v| self.ir.values.get(*v))
            .map(|v| &v.ty)
        {
            Some(Ty::Tensor(t)) => t.dtype,
            _ => Elem::Shared,
        };
        let elem_of_out = |emitter: &Self| emitter.signature.elem(dtype, emitter.target);
        if op.params.iter().any(|p| p.kind == Kind::DType) {
            let elem = elem_of_out(self);
            turbofish = if op.family == Family::Creation {
                quote!(::<#elem>)
            } else {
                quote!(::<#elem, _>)
            };
        }
        let open = op.name == "astype" && self.signature.is_open(dtype, self.target);
        if open {
            method = Ident::new("to_float", method.span());
        }
        let places = open || op.family == Family::Creation || op.shape == ShapeRule::OneHot;
        if places {
            let place = self.mentions(place_name());
            list.push(quote!(&#place));
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
                let at = self.mentions(place_name());
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
            (_, Arg::Listed(list)) => {
                let list = self.at(*list);
                quote!(&#list.iter().map(|x| __rt::Value::view(x)).collect::<::std::vec::Vec<_>>())
            }
            (_, Arg::DType(_)) => TokenStream::new(),
            (Kind::Axes, Arg::Default(Default::Int(axis))) => {
                let axis = default_tokens(kind, Default::Int(*axis));
                quote!(__rt::Axes::from(#axis))
            }
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
            (Kind::OptAxis | Kind::FlatAxis, Arg::Host(code)) => {
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
                }) = &*code.expr
                    && seed.suffix().is_empty()
                {
                    return quote!(#seed);
                }
                let code = self.host(code);
                quote!((#code) as u64)
            }
            (Kind::Operand | Kind::OptOperand | Kind::Num, Arg::Host(code)) => self.num(code),
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
            (Kind::Nums, Arg::List(list)) => {
                let list: Vec<TokenStream> = list.iter().map(|c| self.num(c)).collect();
                match list.is_empty() {
                    true => quote!(<__rt::Nums as ::core::default::Default>::default()),
                    false => quote!(__rt::Nums::from([#(#list),*])),
                }
            }
            // A list of any form: `Vec`, slice, array.
            (Kind::Nums, Arg::Host(code)) => {
                let code = self.host(code);
                quote!(__rt::Nums::from(&(#code)[..]))
            }
            (_, Arg::Host(code)) => self.host(code),
            (kind, Arg::Default(default)) => default_tokens(kind, *default),
            (_, Arg::Index(items)) => self.index(items),
            (_, Arg::List(_) | Arg::Pads(_)) => TokenStream::new(),
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
        if let syn::Expr::Lit(lit) = &*code.expr
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
        let items = self.index(items);
        let method = if tensors {
            quote!(getitem)
        } else {
            quote!(slice)
        };
        quote!(#b::#method(#base, #items).at(#site)?)
    }

    /// The items of an index, as a slice.
    fn index(&mut self, items: &[IndexItem]) -> TokenStream {
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
                    let mask = self.ir.values.get(*value).is_some_and(|v| match &v.ty {
                        Ty::Tensor(t) => t.dtype.is_bool() == Some(true),
                        _ => false,
                    });
                    let value = self.by_ref(*value);
                    if mask {
                        quote!(__rt::IndexItem::Mask(#value))
                    } else {
                        quote!(__rt::IndexItem::Tensor(#value))
                    }
                }
            });
        }
        quote!(&[#(#list),*])
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

/// Is a tensor of this type sure to have the declared sizes?
fn proved(ty: Option<&Ty>, declared: &DeclaredTensor) -> bool {
    let (Some(Ty::Tensor(found)), Some(dims)) = (ty, &declared.dims) else {
        return false;
    };
    let Some(have) = found.shape.dims() else {
        return false;
    };
    let Some(want) = declared.shape.dims() else {
        return false;
    };
    have.len() == want.len()
        && have
            .iter()
            .zip(want)
            .zip(dims)
            .all(|((have, want), spec)| *spec == DimSpec::Any || have.equals(want) == Some(true))
}

fn tokens_of(names: &[Ident]) -> Vec<TokenStream> {
    names.iter().map(ToTokens::to_token_stream).collect()
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

/// The method that gives the backend's own tensors.
fn own_name(name: &Ident) -> Ident {
    Ident::new(
        &format!("__{}", syn::ext::IdentExt::unraw(name)),
        name.span(),
    )
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

/// The leading dimensions under a name, as a list.
fn lead_name(dim: &DimName) -> Ident {
    local(&format!("{}_sizes", dim.name), dim.ident.span())
}

/// What a dimension was that is known late.
fn seen_name(dim: &DimName) -> Ident {
    local(&format!("{}_seen", dim.name), dim.ident.span())
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
        (Kind::OptTensor | Kind::OptOperand | Kind::OptMask | Kind::Operand, _) => {
            quote!(__rt::Absent)
        }
        (_, Default::None | Default::Required) => quote!(::core::option::Option::None),
    }
}

/// The names in a body that may be those of values.
pub fn written_names(function: &Function) -> BTreeSet<String> {
    struct Names<'a> {
        dims: &'a [DimName],
        found: BTreeSet<String>,
    }
    impl Names<'_> {
        fn tokens(&mut self, tokens: TokenStream) {
            use proc_macro2::TokenTree;
            for token in tokens {
                match token {
                    TokenTree::Ident(word) => {
                        self.found.insert(word.to_string());
                    }
                    TokenTree::Group(group) => self.tokens(group.stream()),
                    // `println!("{N}")`
                    TokenTree::Literal(text) => {
                        let text = text.to_string();
                        let captured = |dim: &&DimName| text.contains(&format!("{{{}", dim.name));
                        let names = self.dims.iter().filter(captured);
                        self.found.extend(names.map(|dim| dim.ident.to_string()));
                    }
                    TokenTree::Punct(_) => {}
                }
            }
        }
    }
    impl<'a> syn::visit::Visit<'a> for Names<'_> {
        fn visit_expr_path(&mut self, path: &'a syn::ExprPath) {
            if let Some(word) = path.path.get_ident() {
                self.found.insert(word.to_string());
            }
            syn::visit::visit_expr_path(self, path);
        }

        fn visit_macro(&mut self, mac: &'a syn::Macro) {
            self.tokens(mac.tokens.clone());
        }
    }
    let mut names = Names {
        dims: &function.dims,
        found: BTreeSet::new(),
    };
    syn::visit::Visit::visit_block(&mut names, &function.item.block);
    names.found
}

//! Signatures: the generic entry, the trait behind it, and each backend's function.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::ext::IdentExt;

use eagerpy_runtime::DType;

use crate::args::{Marker, Options, Target};
use crate::check::hir::{DeclaredTensor, ResultTy};
use crate::check::ty::{Elem, Shape};
use crate::ir::Ir;
use crate::origin::local;
use crate::syntax::{
    DimSpec, Failure, FnType, Function, Param, Part, StructType, TensorType, Type,
};

pub struct Signature<'a> {
    pub function: &'a Function,
    /// Does the function, or an option of it, name something by `super::…` or `self::…`?
    pub relative: bool,
    pub krate: &'a TokenStream,
    result: &'a ResultTy,
    /// The float type where no parameter has it.
    shared: Option<DType>,
    /// The tensors in the parameters.
    pub leaves: Vec<Leaf<'a>>,
}

/// A tensor in a parameter.
pub struct Leaf<'a> {
    /// As messages call it: `x`, `p.w`.
    pub name: String,
    param: &'a Param,
    /// What stands behind the parameter's name: `.w`.
    path: TokenStream,
    /// What stands behind an element of a list of structs: `.w`.
    within: TokenStream,
    pub ty: TensorType,
    pub kind: LeafKind,
    /// Is what the path leads to a reference?
    reference: bool,
    /// Is it the first of a list?
    first: bool,
    /// Its type parameter; none in structs and `Option`s.
    generic: Option<Ident>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum LeafKind {
    One,
    List,
    Optional,
}

impl Leaf<'_> {
    /// The tensors of a list or an `Option`, one after the other.
    pub fn each(&self) -> TokenStream {
        let (list, within) = (self.access(), &self.within);
        match within.is_empty() {
            true => quote!(#list.iter()),
            false => quote!(#list.iter().map(|x| &x #within)),
        }
    }

    /// The tensor as an operand; of a list or an `Option`, what `.iter()` can be asked of.
    pub fn access(&self) -> TokenStream {
        let name = local(&self.param.name, self.param.ident.span());
        let (path, within) = (&self.path, &self.within);
        if self.first {
            let first = quote!(__rt::entry::nth(&#name #path [..], 0)?);
            return match within.is_empty() {
                true => first,
                false => quote!(&#first #within),
            };
        }
        match self.kind {
            LeafKind::One if !self.reference => quote!(&#name #path),
            _ => quote!(#name #path),
        }
    }
}

/// The result as the signature alone says it.
pub fn result_by_signature(function: &Function) -> ResultTy {
    // Which rank a bare `Tensor` would have is for the body to say. That of the bare parameters is the likeliest,
    // and spares callers an error of their own.
    let bare = function
        .params
        .iter()
        .enumerate()
        .filter(|(_, p)| matches!(&p.ty, Type::Tensor(t) if t.dims.is_none()));
    let open = Shape::Like(bare.map(|(place, _)| place).collect());
    result_of(&function.result, &open)
}

/// A declared result, where a shape that is left open is this one.
pub fn result_of(ty: &Type, open: &Shape) -> ResultTy {
    match ty {
        Type::Host(ty) => ResultTy::Host(ty.clone()),
        Type::Tuple(parts) => {
            ResultTy::Tuple(parts.iter().map(|part| result_of(part, open)).collect())
        }
        Type::List { element, .. } => ResultTy::List(Box::new(result_of(element, &Shape::Unknown))),
        Type::Option(inner) => ResultTy::Option(Box::new(result_of(inner, &Shape::Unknown))),
        Type::Struct(ty) => ResultTy::Adt(ty.clone()),
        Type::Tensor(t) => ResultTy::Tensor(DeclaredTensor {
            dtype: t.dtype.map_or(Elem::Shared, Elem::Known),
            shape: match t.ranked() {
                Some(dims) => Shape::of_rank(dims.len()),
                None if t.dims.is_some() => Shape::Unknown,
                None => open.clone(),
            },
            dims: t.dims.clone(),
        }),
        Type::Fn(_) | Type::Unknown => ResultTy::Tensor(DeclaredTensor {
            dtype: Elem::Shared,
            shape: Shape::Unknown,
            dims: None,
        }),
    }
}

/// What the documentation of an item with these attributes says last: of the errors.
fn errors_doc(attrs: &[syn::Attribute]) -> TokenStream {
    let errors = "# Errors\nAn argument that does not fit the signature, an operation that does not fit its operands, or the framework's own error: see `eagerpy::Error`.";
    // At the user's last line: from there rustdoc counts the lines of examples.
    let last = attrs.iter().rfind(|a| a.path().is_ident("doc"));
    let span = last.map_or_else(proc_macro2::Span::call_site, syn::spanned::Spanned::span);
    quote::quote_spanned!(span=> #[doc = ""] #[doc = #errors])
}

/// `TX` for the parameter `x`.
fn camel(name: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters
            .next()
            .map(|c| c.to_ascii_uppercase())
            .into_iter()
            .chain(letters)
            .collect::<String>()
    };
    name.split('_').map(capital).collect()
}

/// The tensors in the parameters, in order; those that may be none or many come last.
fn leaves(function: &Function) -> Vec<Leaf<'_>> {
    struct Finder<'a> {
        found: Vec<Leaf<'a>>,
        later: Vec<Leaf<'a>>,
        names: Vec<String>,
    }
    impl<'a> Finder<'a> {
        fn generic(&mut self, name: &str, param: &Param) -> Ident {
            let name = format!("T{}", camel(&name.replace('.', "_")));
            let number = match self.names.iter().filter(|n| **n == name).count() {
                0 => String::new(),
                n => format!("_{n}"),
            };
            let ident = local(&format!("{name}{number}"), param.ident.span());
            self.names.push(name);
            ident
        }

        /// `typed`: does a tensor here have a type parameter? `reference`: is a tensor here a reference?
        fn find(
            &mut self,
            param: &'a Param,
            name: String,
            path: TokenStream,
            ty: &Type,
            (typed, reference): (bool, bool),
        ) {
            let leaf = |finder: &mut Self, ty: &TensorType, kind: LeafKind| Leaf {
                generic: (typed && kind != LeafKind::Optional)
                    .then(|| finder.generic(&name, param)),
                name: name.clone(),
                param,
                path: path.clone(),
                within: TokenStream::new(),
                ty: ty.clone(),
                kind,
                reference,
                first: false,
            };
            match ty {
                Type::Tensor(tensor) => {
                    let leaf = leaf(self, tensor, LeafKind::One);
                    self.found.push(leaf);
                }
                Type::List { element, .. } => match &**element {
                    Type::Tensor(tensor) => {
                        let leaf = leaf(self, tensor, LeafKind::List);
                        self.later.push(leaf);
                    }
                    Type::Struct(of) if !of.def.is_enum => {
                        // The tensors in an element, found as those of a parameter are.
                        let mut inner = Finder {
                            found: Vec::new(),
                            later: Vec::new(),
                            names: Vec::new(),
                        };
                        inner.find(
                            param,
                            String::new(),
                            TokenStream::new(),
                            element,
                            (false, false),
                        );
                        for part in inner.found {
                            self.later.push(Leaf {
                                name: format!("{name}[..]{}", part.name),
                                path: path.clone(),
                                within: part.path,
                                kind: LeafKind::List,
                                ..part
                            });
                        }
                    }
                    _ => {}
                },
                Type::Option(inner) => {
                    if let Type::Tensor(tensor) = &**inner {
                        let leaf = leaf(self, tensor, LeafKind::Optional);
                        self.later.push(leaf);
                    }
                }
                Type::Tuple(parts) => {
                    for (place, part) in parts.iter().enumerate() {
                        let member = syn::Index::from(place);
                        self.find(
                            param,
                            format!("{name}.{place}"),
                            quote!(#path . #member),
                            part,
                            (typed, reference),
                        );
                    }
                }
                Type::Struct(ty) if !ty.def.is_enum => {
                    let fields = ty.def.variants.iter().flat_map(|v| &v.fields);
                    for field in fields {
                        let member = &field.member;
                        self.find(
                            param,
                            format!("{name}.{}", field.name()),
                            quote!(#path . #member),
                            &crate::check::instance(&field.ty, ty),
                            (false, false),
                        );
                    }
                }
                Type::Struct(_) | Type::Fn(_) | Type::Host(_) | Type::Unknown => {}
            }
        }
    }
    let mut finder = Finder {
        found: Vec::new(),
        later: Vec::new(),
        names: Vec::new(),
    };
    for param in &function.params {
        finder.find(
            param,
            param.name.clone(),
            TokenStream::new(),
            &param.ty,
            (true, true),
        );
    }
    let mut all = finder.found;
    // A dimension that only lists name is the size of their first tensor.
    let mut said: Vec<usize> = all.iter().flat_map(|leaf| named(&leaf.ty)).collect();
    for leaf in finder.later.iter().filter(|l| l.kind == LeafKind::List) {
        let names: Vec<usize> = named(&leaf.ty).collect();
        if names.iter().any(|name| !said.contains(name)) {
            said.extend(names);
            all.push(Leaf {
                name: match leaf.within.is_empty() {
                    true => format!("{}[0]", leaf.name),
                    false => leaf.name.replacen("[..]", "[0]", 1),
                },
                param: leaf.param,
                path: leaf.path.clone(),
                within: leaf.within.clone(),
                ty: leaf.ty.clone(),
                kind: LeafKind::One,
                reference: true,
                first: true,
                generic: None,
            });
        }
    }
    all.append(&mut finder.later);
    all
}

/// The dimensions that a tensor's type names.
pub fn named(tensor: &TensorType) -> impl Iterator<Item = usize> {
    tensor.dims.iter().flatten().filter_map(|dim| match dim {
        DimSpec::Named(place) | DimSpec::Lead(Some(place)) => Some(*place),
        _ => None,
    })
}

/// Is a struct of the shared float type in it?
fn has_float_struct(ty: &Type) -> bool {
    match ty {
        Type::Struct(ty) => ty.def.float,
        Type::Tuple(parts) => parts.iter().any(has_float_struct),
        Type::List { element: inner, .. } | Type::Option(inner) => has_float_struct(inner),
        _ => false,
    }
}

impl<'a> Signature<'a> {
    pub fn new(function: &'a Function, options: &'a Options, ir: &'a Ir) -> Signature<'a> {
        Signature {
            function,
            krate: &options.krate,
            relative: super::is_relative(function, options),
            result: &ir.result,
            shared: ir.shared,
            leaves: leaves(function),
        }
    }

    /// The type parameter whose element type is the shared float type.
    fn float(&self) -> Option<&Ident> {
        if self.in_float_struct() {
            return None;
        }
        self.leaves
            .iter()
            .filter(|leaf| leaf.ty.dtype.is_none())
            .find_map(|leaf| leaf.generic.as_ref())
    }

    /// Is it a method of a struct of the shared float type? That is the struct's parameter then.
    fn in_float_struct(&self) -> bool {
        let Some(method) = &self.function.method else {
            return false;
        };
        let of = |ty: &Type| matches!(ty, Type::Struct(ty) if ty.path == method.of && ty.def.float);
        self.function.params.iter().any(|p| of(&p.ty)) || of(&self.function.result)
    }

    /// The generic parameter that is the shared float type, where only structs have it.
    fn float_generic(&self) -> Option<Ident> {
        if self.in_float_struct() {
            return Some(local("E", self.function.name().span()));
        }
        let structs = self.function.params.iter().any(|p| has_float_struct(&p.ty));
        (self.float().is_none() && structs).then(|| local("E", self.function.name().span()))
    }

    /// An element type, inside the function of a backend.
    pub fn elem(&self, elem: Elem, target: &Target) -> TokenStream {
        match (elem, self.shared) {
            (Elem::Known(dtype), _) | (Elem::Shared, Some(dtype)) => {
                dtype_tokens(dtype, &quote!(__rt))
            }
            (_, None) if target.erased => quote!(__rt::Erased),
            (_, None) => self.float_elem(&backend(target)),
            (_, Some(dtype)) => dtype_tokens(dtype, &quote!(__rt)),
        }
    }

    /// Is it a type that the framework alone knows, when it runs?
    pub fn is_open(&self, elem: Elem, target: &Target) -> bool {
        target.erased && self.shared.is_none() && !matches!(elem, Elem::Known(_))
    }

    fn float_elem(&self, b: &TokenStream) -> TokenStream {
        match (self.float(), self.float_generic(), self.shared) {
            (Some(generic), ..) => quote!(<#generic as __rt::Value<#b>>::Elem),
            (None, Some(float), _) => quote!(#float),
            (None, None, Some(dtype)) => dtype_tokens(dtype, &quote!(__rt)),
            // Nothing determines it; that was told.
            (None, None, None) => quote!(f32),
        }
    }

    fn any_elem(&self, dtype: Option<DType>, b: &TokenStream) -> TokenStream {
        match dtype {
            Some(dtype) => dtype_tokens(dtype, &quote!(__rt)),
            None => self.float_elem(b),
        }
    }

    /// A struct's native type. `erased`: in the function of an erased backend.
    pub fn adt(&self, ty: &StructType, b: &TokenStream, erased: bool) -> TokenStream {
        if let Some(part) = &ty.part {
            return self.part(part, b, erased);
        }
        let path = &ty.path;
        let args = self.adt_args(ty, b, erased);
        quote!(#path #args)
    }

    /// The native type of a struct that has no name here.
    fn part(&self, part: &Part, b: &TokenStream, erased: bool) -> TokenStream {
        let of = &part.of;
        let whole = match &of.part {
            Some(part) => self.part(part, b, erased),
            None => {
                let path = &of.path;
                let known = of.tensors.get().copied().unwrap_or_default();
                let args = self.args_of(known, b, erased);
                quote!(#path #args)
            }
        };
        let place = proc_macro2::Literal::usize_unsuffixed(part.place);
        quote!(<#whole as __rt::Part<#place>>::Type)
    }

    /// The generic arguments of a struct's native type.
    pub fn adt_args(&self, ty: &StructType, b: &TokenStream, erased: bool) -> TokenStream {
        self.args_of((ty.def.tensors, ty.def.float), b, erased)
    }

    fn args_of(&self, known: (bool, bool), b: &TokenStream, erased: bool) -> TokenStream {
        match known {
            (false, _) => TokenStream::new(),
            (true, false) => quote!(<#b>),
            (true, true) if erased => quote!(<#b, __rt::Erased>),
            (true, true) => {
                let elem = self.float_elem(b);
                quote!(<#b, <#b as __rt::Backend>::Elem<#elem>>)
            }
        }
    }

    /// The type parameters that the compiler adds. `erased`: to the function of an erased backend.
    fn added(&self, erased: bool) -> Vec<TokenStream> {
        let mut out = Vec::new();
        if let Some(float) = self.float_generic()
            && !erased
        {
            out.push(quote!(#float));
        }
        for leaf in &self.leaves {
            if let Some(generic) = &leaf.generic
                && (!erased || leaf.kind == LeafKind::List)
            {
                out.push(quote!(#generic));
            }
        }
        for function in self.functions() {
            let (f, o, values) = (&function.generic, &function.output, &function.values);
            out.push(quote!(#f));
            if function.ty.differentiable {
                continue;
            }
            out.push(quote!(#o));
            out.extend(values.iter().flatten().map(|value| quote!(#value)));
        }
        out
    }

    /// `<…>` of a function: the user's parameters first. `first` stands before the compiler's.
    fn generics(&self, first: Option<&Ident>, erased: bool) -> TokenStream {
        let (lifetimes, others): (Vec<_>, Vec<_>) = self
            .function
            .generics
            .iter()
            .partition(|p| matches!(p, syn::GenericParam::Lifetime(_)));
        // Types stand before constants in no order; a lifetime stands first.
        let first = first.map(|b| quote!(#b,));
        let added = self.added(erased);
        quote!(<#(#lifetimes,)* #(#others,)* #first #(#added),*>)
    }

    /// The user's generic arguments in a call of a function with the same parameters; the compiler's follow by
    /// themselves.
    fn turbofish(&self, erased: bool) -> TokenStream {
        let mut user = Vec::new();
        for param in &self.function.generics {
            match param {
                syn::GenericParam::Type(param) => user.push(&param.ident),
                syn::GenericParam::Const(param) => user.push(&param.ident),
                syn::GenericParam::Lifetime(_) => {}
            }
        }
        // It stands in projections only, by which rustc cannot find it.
        let float = self.float_generic().filter(|_| !erased);
        if user.is_empty() && float.is_none() {
            return TokenStream::new();
        }
        let mut added: Vec<TokenStream> =
            self.added(erased).into_iter().map(|_| quote!(_)).collect();
        if let (Some(float), Some(first)) = (float, added.first_mut()) {
            *first = quote!(#float);
        }
        quote!(::<#(#user,)* #(#added),*>)
    }

    /// The `where` clause that the user wrote.
    fn user_bounds(&self) -> TokenStream {
        match &self.function.item.sig.generics.where_clause {
            Some(clause) => {
                let predicates = clause.predicates.iter();
                quote!(#(#predicates,)*)
            }
            None => TokenStream::new(),
        }
    }

    /// The functions that the caller brings.
    fn functions(&self) -> Vec<Brought<'a>> {
        let mut out = Vec::new();
        for param in &self.function.params {
            let Type::Fn(ty) = &param.ty else { continue };
            let name = camel(&param.name);
            let span = param.ident.span();
            let value = |place: usize, ty: &Type| {
                matches!(ty, Type::Tensor(_)).then(|| local(&format!("V{name}{place}"), span))
            };
            let results: Vec<Type> = match &*ty.result {
                Type::Tuple(parts) => parts.clone(),
                one => vec![one.clone()],
            };
            out.push(Brought {
                param,
                ty,
                generic: local(&format!("F{name}"), span),
                output: local(&format!("O{name}"), span),
                values: results
                    .iter()
                    .enumerate()
                    .map(|(i, ty)| value(i, ty))
                    .collect(),
                tuple: matches!(&*ty.result, Type::Tuple(_)),
                results,
            });
        }
        out
    }

    /// `Elem…` and `Rank…` of a tensor's type.
    fn value_bound(
        &self,
        tensor: &TensorType,
        b: &TokenStream,
        generic: &Ident,
        (erased, given): (bool, bool),
    ) -> TokenStream {
        let elem = match tensor.dtype {
            Some(dtype) => {
                let dtype = dtype_tokens(dtype, &quote!(__rt));
                quote!(Elem = <#b as __rt::Backend>::Elem<#dtype>)
            }
            // What a function of the caller's gives is erased where it is taken.
            None if given => quote!(Elem: __rt::Float),
            None if erased => quote!(Elem = __rt::Erased),
            None if self.float() == Some(generic) => quote!(Elem: __rt::Float),
            None if self.float_generic().is_some() => {
                let float = self.float_elem(b);
                quote!(Elem = <#b as __rt::Backend>::Elem<#float>)
            }
            None => {
                let float = self.float_elem(b);
                quote!(Elem = #float)
            }
        };
        let rank = match tensor.ranked() {
            Some(dims) if dims.len() <= 6 => {
                let rank = rank_tokens(dims.len(), &quote!(__rt));
                quote!(, Rank: __rt::Fits<#rank>)
            }
            _ => TokenStream::new(),
        };
        quote!(#generic: __rt::Value<#b, #elem #rank>,)
    }

    /// What each type parameter must be, for the backend `b`.
    fn bounds(&self, b: &TokenStream, erased: bool) -> TokenStream {
        let mut out = self.user_bounds();
        // Said here, so that rustc tells at the user's type if it is not so, and not at each `?`.
        if let Some(Failure::Theirs(error)) = &self.function.error {
            let span = syn::spanned::Spanned::span(error);
            out.extend(quote::quote_spanned!(span=> #error: ::core::convert::From<__rt::Error>,));
        }
        if let Some(float) = self.float_generic()
            && !erased
        {
            out.extend(quote!(#float: __rt::Float,));
        }
        for leaf in &self.leaves {
            if let Some(generic) = &leaf.generic
                && (!erased || leaf.kind == LeafKind::List)
            {
                out.extend(self.value_bound(&leaf.ty, b, generic, (erased, false)));
            }
        }
        for function in self.functions() {
            let (f, o) = (&function.generic, &function.output);
            if function.ty.differentiable {
                let bound = self.differentiable(function.ty, b, erased);
                out.extend(quote!(#f: #bound,));
                continue;
            }
            let args = function.ty.args.iter().map(|arg| match arg {
                Type::Tensor(tensor) => {
                    let elem = match tensor.dtype {
                        None if erased => quote!(__rt::Erased),
                        dtype => self.any_elem(dtype, b),
                    };
                    let rank = match tensor.ranked() {
                        Some(dims) => rank_tokens(dims.len(), &quote!(__rt)),
                        None => quote!(__rt::Dyn),
                    };
                    quote!(&<#b as __rt::Backend>::Arg<'_, #elem, #rank>)
                }
                Type::Host(ty) => quote!(#ty),
                _ => quote!(()),
            });
            let values: Vec<TokenStream> = function
                .values
                .iter()
                .zip(&function.results)
                .map(|(value, ty)| match (value, ty) {
                    (Some(value), _) => quote!(#value),
                    (None, Type::Host(ty)) => quote!(#ty),
                    (None, _) => quote!(()),
                })
                .collect();
            let value = match (function.tuple, values.as_slice()) {
                (false, [one]) => quote!(#one),
                (_, [one]) => quote!((#one,)),
                (_, many) => quote!((#(#many),*)),
            };
            out.extend(quote! {
                #f: Fn(#(#args),*) -> #o,
                #o: __rt::entry::Fallible<#b, Value = #value>,
            });
            for (value, ty) in function.values.iter().zip(&function.results) {
                if let (Some(value), Type::Tensor(tensor)) = (value, ty) {
                    out.extend(self.value_bound(tensor, b, value, (erased, erased)));
                }
            }
        }
        out
    }

    /// The trait of a function with its derivative: `Differentiable<B, …>`, with the types of its arguments and results.
    pub fn differentiable(&self, ty: &FnType, b: &TokenStream, erased: bool) -> TokenStream {
        let (args, others) = self.slots_of(ty, b, erased);
        let args = tuple(&args);
        quote!(__rt::model::Differentiable<#b, #args, #(#others),*>)
    }

    /// The types that say what such a function takes; and what it gives, then the floats among each.
    pub fn slots_of(
        &self,
        ty: &FnType,
        b: &TokenStream,
        erased: bool,
    ) -> (Vec<TokenStream>, [TokenStream; 3]) {
        let slot = |ty: &Type| match ty {
            Type::Tensor(tensor) => {
                let elem = match tensor.dtype {
                    None if erased => quote!(__rt::Erased),
                    dtype => self.any_elem(dtype, b),
                };
                let rank = match tensor.ranked() {
                    Some(dims) => rank_tokens(dims.len(), &quote!(__rt)),
                    None => quote!(__rt::Dyn),
                };
                let kind = match tensor.dtype.is_none_or(DType::is_float) {
                    true => quote!(Floats),
                    false => quote!(Others),
                };
                quote!(__rt::model::#kind<<#b as __rt::Backend>::Elem<#elem>, #rank>)
            }
            Type::Host(ty) => quote!(__rt::model::Host<#ty>),
            _ => quote!(__rt::model::Host<()>),
        };
        let args: Vec<TokenStream> = ty.args.iter().map(slot).collect();
        let results: Vec<TokenStream> = ty.results().into_iter().map(slot).collect();
        let floats = |of: &[TokenStream], places: Vec<usize>| {
            let found = places
                .into_iter()
                .filter_map(|place| of.get(place).cloned());
            one_or_tuple(&found.collect::<Vec<_>>())
        };
        let leaves = floats(&args, ty.float_args());
        let tapes = floats(&results, ty.float_results());
        let given = match &*ty.result {
            Type::Tuple(_) => tuple(&results),
            _ => one_or_tuple(&results),
        };
        (args, [given, leaves, tapes])
    }

    /// The type of the result, for the backend `b`.
    fn result(&self, b: &TokenStream) -> TokenStream {
        self.result_type(self.result, b)
    }

    fn result_type(&self, ty: &ResultTy, b: &TokenStream) -> TokenStream {
        match ty {
            ResultTy::Host(ty) => quote!(#ty),
            ResultTy::Tuple(parts) => {
                let parts: Vec<TokenStream> =
                    parts.iter().map(|p| self.result_type(p, b)).collect();
                tuple(&parts)
            }
            ResultTy::List(element) => {
                let element = self.result_type(element, b);
                quote!(::std::vec::Vec<#element>)
            }
            ResultTy::Option(inner) => {
                let inner = self.result_type(inner, b);
                quote!(::core::option::Option<#inner>)
            }
            ResultTy::Adt(ty) => self.adt(ty, b, false),
            ResultTy::Tensor(tensor) => {
                let elem = match (tensor.dtype, self.shared) {
                    (Elem::Known(dtype), _) | (_, Some(dtype)) => {
                        dtype_tokens(dtype, &quote!(__rt))
                    }
                    _ => self.float_elem(b),
                };
                let rank = self.rank(&tensor.shape, b);
                quote!(<#b as __rt::Backend>::Array<#elem, #rank>)
            }
        }
    }

    /// What the function gives: the result, or an error.
    fn outcome(&self, result: &TokenStream, rt: &TokenStream) -> TokenStream {
        match &self.function.error {
            Some(Failure::Theirs(error)) => quote!(::core::result::Result<#result, #error>),
            _ => quote!(#rt::Result<#result>),
        }
    }

    /// The rank of a result as a type.
    pub fn rank(&self, shape: &Shape, b: &TokenStream) -> TokenStream {
        match shape {
            Shape::Ranked(dims) => rank_tokens(dims.len(), &quote!(__rt)),
            Shape::Like(params) => {
                let mut out: Option<TokenStream> = None;
                for place in params {
                    let Some(param) = self.function.params.get(*place) else {
                        continue;
                    };
                    let leaf = self.leaves.iter().find(|l| std::ptr::eq(l.param, param));
                    let Some(ty) = leaf.and_then(|leaf| leaf.generic.as_ref()) else {
                        continue;
                    };
                    let rank = quote!(<#ty as __rt::Value<#b>>::Rank);
                    out = Some(match out {
                        None => rank,
                        Some(so_far) => quote!(<#so_far as __rt::Rank>::Max<#rank>),
                    });
                }
                out.unwrap_or_else(|| quote!(__rt::Dyn))
            }
            Shape::Led { .. } | Shape::Unknown => quote!(__rt::Dyn),
        }
    }

    /// A parameter's type. `erased`: the name of the erased backend whose function it is of.
    fn param_type(
        &self,
        param: &Param,
        path: &str,
        ty: &Type,
        b: &TokenStream,
        erased: Option<&Ident>,
    ) -> TokenStream {
        let generic = || {
            self.leaves
                .iter()
                .find(|leaf| std::ptr::eq(leaf.param, param) && leaf.name == path)
                .and_then(|leaf| leaf.generic.clone())
        };
        match ty {
            Type::Host(ty) => quote!(#ty),
            Type::Tensor(_) => match (erased, generic()) {
                (Some(name), _) => quote!(&__rt::#name::Tensor),
                (None, Some(generic)) => quote!(&#generic),
                (None, None) => quote!(()),
            },
            Type::Tuple(parts) => {
                let parts: Vec<TokenStream> = parts
                    .iter()
                    .enumerate()
                    .map(|(place, part)| {
                        self.param_type(param, &format!("{path}.{place}"), part, b, erased)
                    })
                    .collect();
                tuple(&parts)
            }
            Type::List { element, slice } => {
                let element = match (generic(), &**element) {
                    (Some(generic), _) => quote!(#generic),
                    (None, Type::Struct(ty)) => self.adt(ty, b, erased.is_some()),
                    (None, _) => quote!(()),
                };
                match slice {
                    true => quote!(&[#element]),
                    false => quote!(::std::vec::Vec<#element>),
                }
            }
            Type::Option(inner) => {
                let inner = match (&**inner, erased) {
                    (Type::Tensor(_), Some(name)) => quote!(__rt::#name::Tensor),
                    (Type::Tensor(tensor), None) => {
                        let elem = self.any_elem(tensor.dtype, b);
                        let rank = match tensor.ranked() {
                            Some(dims) => rank_tokens(dims.len(), &quote!(__rt)),
                            None => quote!(__rt::Dyn),
                        };
                        quote!(<#b as __rt::Backend>::Array<#elem, #rank>)
                    }
                    (Type::Struct(ty), erased) => self.adt(ty, b, erased.is_some()),
                    _ => quote!(()),
                };
                quote!(::core::option::Option<&#inner>)
            }
            Type::Struct(ty) => {
                let ty = self.adt(ty, b, erased.is_some());
                quote!(&#ty)
            }
            Type::Fn(_) => {
                let functions = self.functions();
                let found = functions.iter().find(|f| std::ptr::eq(f.param, param));
                match found {
                    Some(function) => {
                        let generic = &function.generic;
                        quote!(#generic)
                    }
                    None => quote!(()),
                }
            }
            // A mistake was told: callers may pass anything.
            Type::Unknown => match &*param.written.ty {
                // The backend follows from any tensor.
                syn::Type::Reference(reference) if crate::syntax::is_tensor(&reference.elem) => {
                    quote!(&impl __rt::Value<#b>)
                }
                _ => quote!(impl ::core::marker::Sized),
            },
        }
    }

    /// Parameters with their types.
    fn params(&self, hygienic: bool, b: &TokenStream, erased: Option<&Ident>) -> Vec<TokenStream> {
        self.function
            .params
            .iter()
            .map(|param| {
                let ty = self.param_type(param, &param.name, &param.ty, b, erased);
                match &param.ty {
                    Type::Host(_) if hygienic => {
                        let pat = &param.written.pat;
                        quote!(#pat: #ty)
                    }
                    Type::Host(_) | Type::Unknown => {
                        let ident = plain(param);
                        quote!(#ident: #ty)
                    }
                    _ => {
                        let ident = if hygienic {
                            local(&param.name, param.ident.span())
                        } else {
                            plain(param)
                        };
                        quote!(#ident: #ty)
                    }
                }
            })
            .collect()
    }

    fn arguments(&self) -> Vec<TokenStream> {
        self.function
            .params
            .iter()
            .map(|p| {
                let ident = plain(p);
                quote!(#ident)
            })
            .collect()
    }

    /// Visibility of what stands inside of the module.
    pub fn inner_vis(&self) -> TokenStream {
        if self.function.local {
            return self.function.item.vis.to_token_stream();
        }
        inner_vis(&self.function.item.vis)
    }

    /// The trait behind the entry, where it is declared.
    fn trait_name(&self) -> Ident {
        match self.function.local {
            true => format_ident!("__{}_Binding", self.function.name().unraw()),
            false => Ident::new("Binding", proc_macro2::Span::call_site()),
        }
    }

    /// The same, where the function stands.
    fn binding_path(&self) -> TokenStream {
        let (name, binding) = (self.function.name(), self.trait_name());
        match self.function.local {
            true => quote!(#binding),
            false => quote!(#name::#binding),
        }
    }

    /// A function beside the bindings, where they stand.
    fn beside(&self, name: &Ident) -> TokenStream {
        let space = self.function.name();
        match self.function.local {
            true => quote!(#space::#name),
            false => quote!(#name),
        }
    }

    /// A struct's element type is that of the backend: so rustc finds it from the argument.
    fn own_elem(&self, b: &TokenStream) -> TokenStream {
        match self.float_generic() {
            Some(float) => quote!(#b: __rt::Backend<Elem<#float> = #float>,),
            None => TokenStream::new(),
        }
    }

    /// The generic entry.
    pub fn entry(&self) -> TokenStream {
        self.entry_named(self.function.name())
    }

    /// The same by another name.
    pub fn entry_named(&self, name: &Ident) -> TokenStream {
        let krate = self.krate;
        let item = &self.function.item;
        // A method's documentation stands at the method: an example in it is to run once.
        let documented = self.function.method.is_none();
        let attrs = item.attrs.iter();
        let attrs = attrs.filter(|a| documented || !a.path().is_ident("doc"));
        let vis = &item.vis;
        let b = local("B", name.span());
        let generics = self.generics(Some(&b), false);
        let mut bounds = self.own_elem(&quote!(#b));
        bounds.extend(self.bounds(&quote!(#b), false));
        let result = self.result(&quote!(#b));
        let params = self.params(false, &quote!(#b), None);
        let arguments = self.arguments();
        let turbofish = self.turbofish(false);
        let binding = self.binding_path();
        // The private module's name is the module's own; out here the path is written in full.
        let full = |tokens: TokenStream| respell(tokens, &quote!(#krate::__private));
        let (bounds, result) = (full(bounds), full(result));
        let outcome = self.outcome(&result, &quote!(#krate));
        let params = params.into_iter().map(full);
        let errors = errors_doc(&item.attrs);
        // Of these there is one by another name.
        let inner = self.function.method.is_some()
            || (self.function.local && self.function.derived.is_some());
        let hidden = inner.then(|| quote!(#[doc(hidden)] #[allow(non_snake_case, dead_code)]));
        let doc = (!item.attrs.iter().any(|a| a.path().is_ident("doc"))).then(
            || quote!(#[doc = "An agnostic function: one source, a native function per backend."]),
        );
        quote! {
            #doc
            #(#attrs)*
            #errors
            #hidden
            #[allow(clippy::type_complexity, clippy::too_many_arguments)]
            #vis fn #name #generics(#(#params),*) -> #outcome
            where
                #b: #binding,
                #bounds
            {
                <#b as #binding>::call #turbofish(#(#arguments),*)
            }
        }
    }

    /// The trait behind the entry: implemented by each backend that has a binding.
    pub fn binding_trait(&self) -> TokenStream {
        let generics = self.generics(None, false);
        let bounds = self.bounds(&quote!(Self), false);
        let result = self.result(&quote!(Self));
        let outcome = self.outcome(&result, &quote!(__rt));
        let params = self.params(false, &quote!(Self), None);
        let inner = self.inner_vis();
        let trait_name = self.trait_name();
        // Other agnostic functions go on with the backend's own tensors.
        let own = self.function.method.as_ref().map(|_| {
            let own = self.own_type(self.result, &quote!(Self));
            let own = self.outcome(&own, &quote!(__rt));
            quote! {
                fn own #generics(#(#params),*) -> #own
                where
                    #bounds;
            }
        });
        quote! {
            #[doc(hidden)]
            #[diagnostic::on_unimplemented(
                message = "this function has no binding for the backend `{Self}`",
                note = "the backend's feature of `eagerpy` is off, or `backends(…)` of the function leaves it out"
            )]
            #inner trait #trait_name: __rt::Backend {
                fn call #generics(#(#params),*) -> #outcome
                where
                    #bounds;
                #own
            }
        }
    }

    /// An argument of the entry, for the function of an erased backend.
    fn erased_argument(name: &TokenStream, ty: &Type) -> TokenStream {
        match ty {
            Type::Tensor(_) => quote!(__rt::Value::view(#name)),
            Type::Tuple(parts) => {
                let parts: Vec<TokenStream> = parts
                    .iter()
                    .enumerate()
                    .map(|(place, part)| {
                        let member = syn::Index::from(place);
                        Self::erased_argument(&quote!(#name . #member), part)
                    })
                    .collect();
                tuple(&parts)
            }
            // What generic code knows to be views of the framework's tensors.
            Type::List { element, slice } if matches!(**element, Type::Tensor(_)) => {
                let views =
                    quote!(#name.iter().map(__rt::Value::view).collect::<::std::vec::Vec<_>>());
                match slice {
                    true => quote!(&#views),
                    false => views,
                }
            }
            _ => quote!(#name),
        }
    }

    /// The function of one backend, and its part behind the entry.
    pub fn binding(&self, target: &Target, body: &TokenStream) -> TokenStream {
        let name = &target.name;
        let b = backend(target);
        let inner = self.inner_vis();
        let doc = format!("[`{0}`](fn@super::{0}) on {1}.", self.function.name(), name);
        let generics = self.generics(None, false);
        let bounds = self.bounds(&b, false);
        let result = self.result(&b);
        let outcome = self.outcome(&result, &quote!(__rt));
        let call_params = self.params(false, &b, None);
        let call = if target.erased {
            let arguments = self.function.params.iter().map(|p| {
                let ident = plain(p);
                Self::erased_argument(&quote!(#ident), &p.ty)
            });
            let turbofish = self.turbofish(true);
            let name = self.beside(name);
            quote!(#name #turbofish(#(#arguments),*))
        } else {
            let arguments = self.arguments();
            let turbofish = self.turbofish(false);
            let name = self.beside(name);
            quote!(#name #turbofish(#(#arguments),*))
        };
        let own = self.function.method.as_ref().map(|_| {
            let own = self.own_type(self.result, &b);
            let own = self.outcome(&own, &quote!(__rt));
            let call = if target.erased {
                call.clone()
            } else {
                let arguments = self.arguments();
                let turbofish = self.turbofish(false);
                let hidden = super::body::inner_name(target, name.span());
                let hidden = self.beside(&hidden);
                quote!(#hidden #turbofish(#(#arguments),*))
            };
            quote! {
                fn own #generics(#(#call_params),*) -> #own
                where
                    #bounds
                {
                    #call
                }
            }
        });
        let function = if target.erased {
            let params = self.params(true, &b, Some(name));
            let generics = self.generics(None, true);
            let bounds = self.bounds(&b, true);
            let result = self.erased_result(self.result, name, &b);
            let outcome = self.outcome(&result, &quote!(__rt));
            quote! {
                #[doc = #doc]
                #inner fn #name #generics(#(#params),*) -> #outcome
                where
                    #bounds
                {
                    #body
                }
            }
        } else {
            // The inner function gives the backend's own tensors, for other agnostic functions to go on with;
            // the outer one gives the user's: with the rank in the type.
            let params = self.params(true, &b, None);
            let hidden = super::body::inner_name(target, name.span());
            let own = self.own_result(self.result, &b, target);
            let own = self.outcome(&own, &quote!(__rt));
            let arguments = self.function.params.iter().map(|p| match &p.ty {
                Type::Host(_) | Type::Unknown => plain(p),
                _ => local(&p.name, p.ident.span()),
            });
            let turbofish = self.turbofish(false);
            let call_hidden = self.beside(&hidden);
            let mut places = 0;
            let (taken, finished) = self.finish(self.result, &b, &mut places);
            let called = quote!(#call_hidden #turbofish(#(#arguments),*));
            let outer = match taken.to_string() == finished.to_string() {
                // It is the user's already.
                true => called,
                false => quote! {
                    let #taken = #called?;
                    ::core::result::Result::Ok(#finished)
                },
            };
            quote! {
                #[doc = #doc]
                #inner fn #name #generics(#(#params),*) -> #outcome
                where
                    #bounds
                {
                    #outer
                }

                #[doc(hidden)]
                #inner fn #hidden #generics(#(#params),*) -> #own
                where
                    #bounds
                {
                    #body
                }
            }
        };
        let (space, trait_name) = (self.function.name(), self.trait_name());
        let function = match self.function.local {
            true => quote!(impl #space { #function }),
            false => function,
        };
        quote! {
            #function

            impl #trait_name for #b {
                fn call #generics(#(#call_params),*) -> #outcome
                where
                    #bounds
                {
                    #call
                }
                #own
            }
        }
    }

    /// The native type's method that calls the function.
    pub fn method(&self) -> TokenStream {
        let Some(method) = &self.function.method else {
            return TokenStream::new();
        };
        let krate = self.krate;
        let item = &self.function.item;
        let (attrs, vis, name) = (&item.attrs, &item.vis, &method.name);
        let binding = self.binding_path();
        let own = format_ident!("__{}", name.unraw(), span = name.span());
        let b = local("B", name.span());
        let float = self.float_generic().filter(|_| self.in_float_struct());
        let has_tensors = self.struct_has_tensors(&method.of);
        let (params, args) = match (&float, has_tensors) {
            (Some(float), _) => (
                quote!(<#b: #binding, #float: #krate::Element>),
                quote!(<#b, #float>),
            ),
            (None, true) => (quote!(<#b: #binding>), quote!(<#b>)),
            (None, false) => (TokenStream::new(), TokenStream::new()),
        };
        let added = self
            .added(false)
            .into_iter()
            .skip(usize::from(float.is_some()));
        let user = &self.function.generics;
        // Where the struct has no tensors, the backend follows from the method's arguments.
        let own_backend = (!has_tensors).then(|| quote!(#b: #binding,));
        let generics = quote!(<#(#user,)* #own_backend #(#added),*>);
        let full = |tokens: TokenStream| respell(tokens, &quote!(#krate::__private));
        let mut bounds = self.own_elem(&quote!(#b));
        bounds.extend(self.bounds(&quote!(#b), false));
        let bounds = full(bounds);
        let result = self.outcome(&full(self.result(&quote!(#b))), &quote!(#krate));
        let own_result = self.outcome(
            &full(self.own_type(self.result, &quote!(#b))),
            &quote!(#krate),
        );
        let receiver = self.function.params.iter().find(|p| p.name == "self");
        let rest: Vec<&Param> = self
            .function
            .params
            .iter()
            .filter(|p| p.name != "self")
            .collect();
        let inputs: Vec<TokenStream> = rest
            .iter()
            .map(|param| {
                let ident = plain(param);
                let ty = full(self.param_type(param, &param.name, &param.ty, &quote!(#b), None));
                quote!(#ident: #ty)
            })
            .collect();
        let names: Vec<Ident> = rest.iter().map(|param| plain(param)).collect();
        let (token, given) = match receiver {
            Some(_) => (quote!(&self,), quote!(self,)),
            None => (TokenStream::new(), TokenStream::new()),
        };
        let turbofish = self.turbofish(false);
        let of = &method.of;
        let doc = errors_doc(attrs);
        let cfgs = attrs.iter().filter(|a| a.path().is_ident("cfg"));
        quote! {
            #(#cfgs)*
            impl #params #of #args {
                #(#attrs)*
                #doc
                #[allow(dead_code, clippy::type_complexity, clippy::too_many_arguments)]
                #vis fn #name #generics(#token #(#inputs),*) -> #result
                where
                    #bounds
                {
                    <#b as #binding>::call #turbofish(#given #(#names),*)
                }

                #[doc(hidden)]
                #[allow(dead_code, non_snake_case, clippy::type_complexity, clippy::too_many_arguments)]
                #vis fn #own #generics(#token #(#inputs),*) -> #own_result
                where
                    #bounds
                {
                    <#b as #binding>::own #turbofish(#given #(#names),*)
                }
            }
        }
    }

    fn struct_has_tensors(&self, of: &syn::Path) -> bool {
        let has = |ty: &Type| matches!(ty, Type::Struct(ty) if ty.path == *of && ty.def.tensors);
        self.function.params.iter().any(|p| has(&p.ty)) || has(&self.function.result)
    }

    /// The result as the backend's own tensors, for any backend.
    fn own_type(&self, ty: &ResultTy, b: &TokenStream) -> TokenStream {
        match ty {
            ResultTy::Tensor(tensor) => {
                let elem = match (tensor.dtype, self.shared) {
                    (Elem::Known(dtype), _) | (_, Some(dtype)) => {
                        dtype_tokens(dtype, &quote!(__rt))
                    }
                    _ => self.float_elem(b),
                };
                quote!(<#b as __rt::Backend>::Tensor<'static, #elem>)
            }
            ResultTy::List(element) => {
                let element = self.own_type(element, b);
                quote!(::std::vec::Vec<#element>)
            }
            ResultTy::Option(inner) => {
                let inner = self.own_type(inner, b);
                quote!(::core::option::Option<#inner>)
            }
            ResultTy::Tuple(parts) => {
                let parts: Vec<TokenStream> = parts.iter().map(|p| self.own_type(p, b)).collect();
                tuple(&parts)
            }
            other => self.result_type(other, b),
        }
    }

    /// The result of the inner function: the backend's own tensors; structs as users get them.
    fn own_result(&self, ty: &ResultTy, b: &TokenStream, target: &Target) -> TokenStream {
        match ty {
            ResultTy::Host(ty) => quote!(#ty),
            ResultTy::Tensor(tensor) => {
                let elem = self.elem(tensor.dtype, target);
                quote!(<#b as __rt::Backend>::Tensor<'static, #elem>)
            }
            ResultTy::List(element) => {
                let element = self.own_result(element, b, target);
                quote!(::std::vec::Vec<#element>)
            }
            ResultTy::Option(inner) => {
                let inner = self.own_result(inner, b, target);
                quote!(::core::option::Option<#inner>)
            }
            ResultTy::Adt(ty) => self.adt(ty, b, false),
            ResultTy::Tuple(parts) => {
                let parts: Vec<TokenStream> = parts
                    .iter()
                    .map(|p| self.own_result(p, b, target))
                    .collect();
                tuple(&parts)
            }
        }
    }

    /// A pattern that takes the inner function's result, and the user's result made of it.
    fn finish(
        &self,
        ty: &ResultTy,
        b: &TokenStream,
        places: &mut usize,
    ) -> (TokenStream, TokenStream) {
        match ty {
            ResultTy::Tuple(parts) => {
                let (taken, finished): (Vec<_>, Vec<_>) =
                    parts.iter().map(|p| self.finish(p, b, places)).unzip();
                (tuple(&taken), tuple(&finished))
            }
            _ => {
                *places += 1;
                let name = local(&format!("result{places}"), proc_macro2::Span::mixed_site());
                let finished = self.finished(ty, &quote!(#name), b);
                (quote!(#name), finished)
            }
        }
    }

    /// A result of the inner function as the user gets it.
    pub fn finished(&self, ty: &ResultTy, value: &TokenStream, b: &TokenStream) -> TokenStream {
        // Structs are as users get them, wherever they stand.
        if !ty.has_tensor() {
            return value.clone();
        }
        let part = || Ident::new("__part", proc_macro2::Span::mixed_site());
        match ty {
            ResultTy::Tensor(tensor) => {
                let rank = self.rank(&tensor.shape, b);
                quote!(#b::finished::<#rank, _>(#value)?)
            }
            ResultTy::List(element) => match &**element {
                ResultTy::Tensor(tensor) => {
                    let rank = self.rank(&tensor.shape, b);
                    quote!(#value.into_iter().map(#b::finished::<#rank, _>).collect::<__rt::Result<::std::vec::Vec<_>>>()?)
                }
                other => {
                    let part = part();
                    let inner = self.finished(other, &quote!(#part), b);
                    quote!(#value.into_iter().map(|#part| __rt::Result::<_>::Ok(#inner)).collect::<__rt::Result<::std::vec::Vec<_>>>()?)
                }
            },
            ResultTy::Option(inner) => match &**inner {
                ResultTy::Tensor(tensor) => {
                    let rank = self.rank(&tensor.shape, b);
                    quote!(#value.map(#b::finished::<#rank, _>).transpose()?)
                }
                other => {
                    let part = part();
                    let inner = self.finished(other, &quote!(#part), b);
                    quote!(match #value {
                        ::core::option::Option::Some(#part) => ::core::option::Option::Some(#inner),
                        ::core::option::Option::None => ::core::option::Option::None,
                    })
                }
            },
            ResultTy::Tuple(parts) => {
                let (names, finished): (Vec<_>, Vec<_>) = parts
                    .iter()
                    .enumerate()
                    .map(|(place, ty)| {
                        let name =
                            format_ident!("__part{place}", span = proc_macro2::Span::mixed_site());
                        let finished = self.finished(ty, &quote!(#name), b);
                        (quote!(#name), finished)
                    })
                    .unzip();
                let (names, finished) = (tuple(&names), tuple(&finished));
                quote!({ let #names = #value; #finished })
            }
            ResultTy::Host(_) | ResultTy::Adt(_) => quote!(#value),
        }
    }

    fn erased_result(&self, ty: &ResultTy, name: &Ident, b: &TokenStream) -> TokenStream {
        match ty {
            ResultTy::Host(ty) => quote!(#ty),
            ResultTy::Tensor(_) => quote!(__rt::#name::Tensor),
            ResultTy::List(element) => {
                let element = self.erased_result(element, name, b);
                quote!(::std::vec::Vec<#element>)
            }
            ResultTy::Option(inner) => {
                let inner = self.erased_result(inner, name, b);
                quote!(::core::option::Option<#inner>)
            }
            ResultTy::Adt(ty) => self.adt(ty, b, true),
            ResultTy::Tuple(parts) => {
                let parts: Vec<TokenStream> = parts
                    .iter()
                    .map(|p| self.erased_result(p, name, b))
                    .collect();
                tuple(&parts)
            }
        }
    }

    /// The signature as data, for the checks at entry.
    pub fn spec(&self) -> TokenStream {
        let name = self.function.shown_name();
        let line = u32::try_from(self.function.name().span().start().line).unwrap_or(0);
        let params = self.leaves.iter().map(|leaf| {
            let name = &leaf.name;
            let dtype = match leaf.ty.dtype {
                Some(dtype) => {
                    let variant =
                        Ident::new(&format!("{dtype:?}"), proc_macro2::Span::mixed_site());
                    quote!(::core::option::Option::Some(__rt::DType::#variant))
                }
                None => quote!(::core::option::Option::None),
            };
            let dims = match &leaf.ty.dims {
                Some(dims) if leaf.kind == LeafKind::One => {
                    let dims = dims.iter().map(declared_dim);
                    quote!(::core::option::Option::Some(&[#(#dims),*]))
                }
                _ => quote!(::core::option::Option::None),
            };
            quote!(__rt::entry::Param { name: #name, dtype: #dtype, dims: #dims })
        });
        let dims = self.function.dims.iter().map(|d| &d.name);
        quote! {
            static __SIGNATURE: __rt::entry::Signature = __rt::entry::Signature {
                function: #name,
                file: ::core::file!(),
                line: #line,
                params: &[#(#params),*],
                dims: &[#(#dims),*],
            };
        }
    }
}

/// A visibility, as it is written one module further in.
pub fn inner_vis(vis: &syn::Visibility) -> TokenStream {
    match vis {
        syn::Visibility::Inherited => quote!(pub(super)),
        // Relative to the module outside.
        syn::Visibility::Restricted(restricted) => {
            let path = &restricted.path;
            let first = path.segments.first().map(|s| s.ident.to_string());
            match (first.as_deref(), &restricted.in_token) {
                (Some("crate"), _) => quote!(pub(crate)),
                (Some("super"), None) => quote!(pub(in super::super)),
                (Some("self"), None) => quote!(pub(super)),
                (Some("super"), Some(_)) => quote!(pub(in super::#path)),
                _ => quote!(pub(in #path)),
            }
        }
        vis => quote!(#vis),
    }
}

/// A function that the caller brings, with its type parameters.
struct Brought<'a> {
    param: &'a Param,
    ty: &'a FnType,
    /// Of itself.
    generic: Ident,
    /// Of what it gives.
    output: Ident,
    /// Of the tensors in that.
    values: Vec<Option<Ident>>,
    results: Vec<Type>,
    tuple: bool,
}

/// A parameter's name where the user's code does not stand.
fn plain(param: &Param) -> Ident {
    match param.name.as_str() {
        "self" => local("self", param.ident.span()),
        _ => param.ident.clone(),
    }
}

/// One by itself, several as a tuple.
pub fn one_or_tuple(parts: &[TokenStream]) -> TokenStream {
    match parts {
        [one] => one.clone(),
        many => quote!((#(#many),*)),
    }
}

/// A tuple, as a type or as a value.
pub fn tuple(parts: &[TokenStream]) -> TokenStream {
    match parts {
        [one] => quote!((#one,)),
        many => quote!((#(#many),*)),
    }
}

/// A dimension of the signature, as data.
fn declared_dim(dim: &DimSpec) -> TokenStream {
    match dim {
        DimSpec::Named(place) => quote!(__rt::entry::Dim::Named(#place)),
        DimSpec::Size(n) => quote!(__rt::entry::Dim::Size(#n)),
        DimSpec::Computed(dim) => {
            let terms = dim
                .terms()
                .into_iter()
                .map(|(places, factor)| quote!((#factor, &[#(#places),*])));
            quote!(__rt::entry::Dim::Computed(&[#(#terms),*]))
        }
        DimSpec::Lead(Some(place)) => {
            quote!(__rt::entry::Dim::Lead(::core::option::Option::Some(#place)))
        }
        DimSpec::Lead(None) => quote!(__rt::entry::Dim::Lead(::core::option::Option::None)),
        DimSpec::Any => quote!(__rt::entry::Dim::Any),
    }
}

/// A backend's type.
pub fn backend(target: &Target) -> TokenStream {
    match &target.marker {
        Marker::Ours(marker) => quote!(__rt::#marker),
        Marker::Foreign(path) => quote!(#path),
    }
}

/// An element type as a type; those of 16 bits are of the module `rt`.
pub fn dtype_tokens(dtype: DType, rt: &TokenStream) -> TokenStream {
    match dtype {
        DType::F16 => quote!(#rt::f16),
        DType::BF16 => quote!(#rt::bf16),
        DType::F32 => quote!(f32),
        DType::F64 => quote!(f64),
        DType::I32 => quote!(i32),
        DType::I64 => quote!(i64),
        DType::U8 => quote!(u8),
        DType::Bool => quote!(bool),
    }
}

/// A rank as a type of the module `rt`.
pub fn rank_tokens(rank: usize, rt: &TokenStream) -> TokenStream {
    match rank {
        0..=6 => {
            let name = format_ident!("R{}", rank);
            quote!(#rt::#name)
        }
        _ => quote!(#rt::Dyn),
    }
}

/// The private module under another path.
pub fn respell(tokens: TokenStream, path: &TokenStream) -> TokenStream {
    use proc_macro2::{Group, TokenTree};
    tokens
        .into_iter()
        .flat_map(|token| match token {
            TokenTree::Ident(ident) if ident == "__rt" => path.clone(),
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), respell(group.stream(), path));
                inner.set_span(group.span());
                TokenStream::from(TokenTree::Group(inner))
            }
            other => TokenStream::from(other),
        })
        .collect()
}

//! Signatures: the generic entry, the trait behind it, and each backend's function.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::ext::IdentExt;

use eagerpy_runtime::DType;

use crate::args::{Marker, Options, Target};
use crate::check::hir::{DeclaredTensor, ResultTy};
use crate::check::ty::{Elem, Shape};
use crate::ir::Ir;
use crate::origin::local;
use crate::syntax::{DimSpec, Function, Param, TensorType, Type};

pub struct Signature<'a> {
    pub function: &'a Function,
    pub krate: &'a TokenStream,
    result: &'a ResultTy,
    /// The float type where no parameter has it.
    shared: Option<DType>,
    /// The parameter whose element type is the shared float type.
    float: Option<&'a Param>,
}

/// The result as the signature alone says it.
pub fn result_by_signature(function: &Function) -> ResultTy {
    fn of(ty: &Type, open: &Shape) -> ResultTy {
        match ty {
            Type::Host(ty) => ResultTy::Host(ty.clone()),
            Type::Tuple(parts) => {
                ResultTy::Tuple(parts.iter().map(|part| of(part, open)).collect())
            }
            Type::Tensor(t) => ResultTy::Tensor(DeclaredTensor {
                dtype: t.dtype.map_or(Elem::Shared, Elem::Known),
                shape: match &t.dims {
                    Some(dims) => Shape::of_rank(dims.len()),
                    None => open.clone(),
                },
                dims: t.dims.clone(),
            }),
            Type::Unknown => ResultTy::Tensor(DeclaredTensor {
                dtype: Elem::Shared,
                shape: Shape::Unknown,
                dims: None,
            }),
        }
    }
    // Which rank a bare `Tensor` would have is for the body to say. That of the bare parameters is the likeliest,
    // and spares callers an error of their own.
    let bare = function
        .params
        .iter()
        .enumerate()
        .filter(|(_, p)| matches!(&p.ty, Type::Tensor(t) if t.dims.is_none()));
    let open = Shape::Like(bare.map(|(place, _)| place).collect());
    of(&function.result, &open)
}

impl<'a> Signature<'a> {
    pub fn new(function: &'a Function, options: &'a Options, ir: &'a Ir) -> Signature<'a> {
        Signature {
            function,
            krate: &options.krate,
            result: &ir.result,
            shared: ir.shared,
            float: function
                .params
                .iter()
                .find(|p| matches!(&p.ty, Type::Tensor(t) if t.dtype.is_none())),
        }
    }

    /// The tensor parameters.
    pub fn tensors(&self) -> impl Iterator<Item = (&'a Param, &'a TensorType)> + use<'a> {
        self.function.params.iter().filter_map(|p| match &p.ty {
            Type::Tensor(t) => Some((p, t)),
            _ => None,
        })
    }

    /// `TX` for the parameter `x`; `TX_1` for an `X` behind it.
    fn type_param(&self, param: &Param) -> Ident {
        let camel = |param: &Param| -> String {
            let capital = |word: &str| {
                let mut letters = word.chars();
                letters
                    .next()
                    .map(|c| c.to_ascii_uppercase())
                    .into_iter()
                    .chain(letters)
                    .collect::<String>()
            };
            param.name.split('_').map(capital).collect()
        };
        let name = camel(param);
        let before = self
            .function
            .params
            .iter()
            .take_while(|p| !std::ptr::eq(*p, param));
        let number = match before.filter(|p| camel(p) == name).count() {
            0 => String::new(),
            n => format!("_{n}"),
        };
        local(&format!("T{name}{number}"), param.ident.span())
    }

    /// The parameter that gives the shared float type.
    pub fn float_param(&self) -> Option<&'a Param> {
        self.float
    }

    /// An element type, inside the function of a backend.
    pub fn elem(&self, elem: Elem, target: &Target) -> TokenStream {
        match (elem, self.shared) {
            (Elem::Known(dtype), _) | (Elem::Shared, Some(dtype)) => dtype_tokens(dtype),
            (_, None) if target.erased => quote!(__rt::Erased),
            (_, _) => self.float_elem(&backend(target)),
        }
    }

    fn float_elem(&self, b: &TokenStream) -> TokenStream {
        match self.float {
            Some(param) => {
                let ty = self.type_param(param);
                quote!(<#ty as __rt::Value<#b>>::Elem)
            }
            // Nothing determines it; that was told.
            None => quote!(f32),
        }
    }

    fn generics(&self) -> Vec<Ident> {
        self.tensors().map(|(p, _)| self.type_param(p)).collect()
    }

    /// What each type parameter must be, for the backend `b`.
    fn bounds(&self, b: &TokenStream) -> TokenStream {
        let mut out = TokenStream::new();
        for (param, tensor) in self.tensors() {
            let name = self.type_param(param);
            let elem = match tensor.dtype {
                Some(dtype) => {
                    let dtype = dtype_tokens(dtype);
                    quote!(Elem = <#b as __rt::Backend>::Elem<#dtype>)
                }
                None if self.float.is_some_and(|f| std::ptr::eq(f, param)) => {
                    quote!(Elem: __rt::Float)
                }
                None => {
                    let float = self.float_elem(b);
                    quote!(Elem = #float)
                }
            };
            let rank = match &tensor.dims {
                Some(dims) if dims.len() <= 6 => {
                    let rank = rank_tokens(dims.len());
                    quote!(, Rank: __rt::Fits<#rank>)
                }
                _ => TokenStream::new(),
            };
            out.extend(quote!(#name: __rt::Value<#b, #elem #rank>,));
        }
        out
    }

    /// The type of the result, for the backend `b`.
    fn result(&self, b: &TokenStream) -> TokenStream {
        self.result_of(self.result, b)
    }

    fn result_of(&self, ty: &ResultTy, b: &TokenStream) -> TokenStream {
        match ty {
            ResultTy::Host(ty) => quote!(#ty),
            ResultTy::Tuple(parts) => {
                let parts: Vec<TokenStream> = parts.iter().map(|p| self.result_of(p, b)).collect();
                match parts.as_slice() {
                    [one] => quote!((#one,)),
                    many => quote!((#(#many),*)),
                }
            }
            ResultTy::Tensor(tensor) => {
                let elem = match (tensor.dtype, self.shared) {
                    (Elem::Known(dtype), _) | (_, Some(dtype)) => dtype_tokens(dtype),
                    _ => self.float_elem(b),
                };
                let rank = self.rank(&tensor.shape, b);
                quote!(<#b as __rt::Backend>::Array<#elem, #rank>)
            }
        }
    }

    /// The rank of a result as a type.
    pub fn rank(&self, shape: &Shape, b: &TokenStream) -> TokenStream {
        match shape {
            Shape::Ranked(dims) => rank_tokens(dims.len()),
            Shape::Like(params) => {
                let mut out: Option<TokenStream> = None;
                for place in params {
                    let Some(param) = self.function.params.get(*place) else {
                        continue;
                    };
                    let ty = self.type_param(param);
                    let rank = quote!(<#ty as __rt::Value<#b>>::Rank);
                    out = Some(match out {
                        None => rank,
                        Some(so_far) => quote!(<#so_far as __rt::Rank>::Max<#rank>),
                    });
                }
                out.unwrap_or_else(|| quote!(__rt::Dyn))
            }
            Shape::Unknown => quote!(__rt::Dyn),
        }
    }

    /// Parameters with their types; tensors by their type parameters.
    fn params(&self, hygienic: bool, b: &TokenStream) -> Vec<TokenStream> {
        self.function
            .params
            .iter()
            .map(|param| match &param.ty {
                Type::Host(ty) => {
                    let pat = &param.written.pat;
                    if hygienic {
                        quote!(#pat: #ty)
                    } else {
                        let ident = &param.ident;
                        quote!(#ident: #ty)
                    }
                }
                Type::Tensor(_) => {
                    let ident = if hygienic {
                        local(&param.name, param.ident.span())
                    } else {
                        param.ident.clone()
                    };
                    let ty = self.type_param(param);
                    quote!(#ident: &#ty)
                }
                // A mistake was told: callers may pass anything.
                Type::Tuple(_) | Type::Unknown => {
                    let ident = &param.ident;
                    match &*param.written.ty {
                        // The backend follows from any tensor.
                        syn::Type::Reference(reference)
                            if crate::syntax::is_tensor(&reference.elem) =>
                        {
                            quote!(#ident: &impl __rt::Value<#b>)
                        }
                        _ => quote!(#ident: impl ::core::marker::Sized),
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
                let ident = &p.ident;
                quote!(#ident)
            })
            .collect()
    }

    /// Visibility of what stands inside of the module.
    pub fn inner_vis(&self) -> TokenStream {
        match &self.function.item.vis {
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

    /// The generic entry.
    pub fn entry(&self) -> TokenStream {
        let krate = self.krate;
        let item = &self.function.item;
        let attrs = item.attrs.iter();
        let vis = &item.vis;
        let name = self.function.name();
        let generics = self.generics();
        let b = local("B", name.span());
        let bounds = self.bounds(&quote!(#b));
        let result = self.result(&quote!(#b));
        let params = self.params(false, &quote!(#b));
        let arguments = self.arguments();
        // The private module's name is the module's own; out here the path is written in full.
        let full = |tokens: TokenStream| respell(tokens, &quote!(#krate::__private));
        let (bounds, result) = (full(bounds), full(result));
        let params = params.into_iter().map(full);
        let errors = "# Errors\nAn argument that does not fit the signature, an operation that does not fit its operands, or the framework's own error: see `eagerpy::Error`.";
        let doc = (!item.attrs.iter().any(|a| a.path().is_ident("doc"))).then(
            || quote!(#[doc = "An agnostic function: one source, a native function per backend."]),
        );
        quote! {
            #doc
            #(#attrs)*
            #[doc = ""]
            #[doc = #errors]
            #[allow(clippy::type_complexity, clippy::too_many_arguments)]
            #vis fn #name<#b, #(#generics),*>(#(#params),*) -> #krate::Result<#result>
            where
                #b: #name::Binding,
                #bounds
            {
                <#b as #name::Binding>::call(#(#arguments),*)
            }
        }
    }

    /// The trait behind the entry: implemented by each backend that has a binding.
    pub fn binding_trait(&self) -> TokenStream {
        let generics = self.generics();
        let bounds = self.bounds(&quote!(Self));
        let result = self.result(&quote!(Self));
        let params = self.params(false, &quote!(Self));
        let inner = self.inner_vis();
        quote! {
            #[doc(hidden)]
            #[diagnostic::on_unimplemented(
                message = "this function has no binding for the backend `{Self}`",
                note = "the backend's feature of `eagerpy` is off, or `backends(…)` of the function leaves it out"
            )]
            #inner trait Binding: __rt::Backend {
                fn call<#(#generics),*>(#(#params),*) -> __rt::Result<#result>
                where
                    #bounds;
            }
        }
    }

    /// The function of one backend, and its part behind the entry.
    pub fn binding(&self, target: &Target, body: &TokenStream) -> TokenStream {
        let name = &target.name;
        let b = backend(target);
        let inner = self.inner_vis();
        let doc = format!("[`{0}`](fn@super::{0}) on {1}.", self.function.name(), name);
        let generics = self.generics();
        let bounds = self.bounds(&b);
        let result = self.result(&b);
        let call_params = self.params(false, &b);
        let call = if target.erased {
            let arguments = self.function.params.iter().map(|p| {
                let ident = &p.ident;
                match &p.ty {
                    Type::Tensor(_) => quote!(__rt::Value::view(#ident)),
                    _ => quote!(#ident),
                }
            });
            quote!(#name(#(#arguments),*))
        } else {
            let arguments = self.arguments();
            quote!(#name(#(#arguments),*))
        };
        let function = if target.erased {
            let params =
                self.function
                    .params
                    .iter()
                    .zip(self.params(true, &b))
                    .map(|(p, general)| match &p.ty {
                        Type::Tensor(_) => {
                            let ident = local(&p.name, p.ident.span());
                            quote!(#ident: &__rt::#name::Tensor)
                        }
                        _ => general,
                    });
            let result = self.erased_result(self.result, name);
            quote! {
                #[doc = #doc]
                #inner fn #name(#(#params),*) -> __rt::Result<#result> {
                    #body
                }
            }
        } else {
            // The inner function gives the backend's own tensors, for other agnostic functions to go on with;
            // the outer one gives the user's: with the rank in the type.
            let params = self.params(true, &b);
            let hidden = super::body::inner_name(target, name.span());
            let own = self.own_result(self.result, &b, target);
            let arguments = self.function.params.iter().map(|p| match &p.ty {
                Type::Tensor(_) => local(&p.name, p.ident.span()),
                _ => p.ident.clone(),
            });
            let mut places = 0;
            let (taken, finished) = self.finish(self.result, &b, &mut places);
            quote! {
                #[doc = #doc]
                #inner fn #name<#(#generics),*>(#(#params),*) -> __rt::Result<#result>
                where
                    #bounds
                {
                    let #taken = #hidden(#(#arguments),*)?;
                    ::core::result::Result::Ok(#finished)
                }

                #[doc(hidden)]
                #inner fn #hidden<#(#generics),*>(#(#params),*) -> __rt::Result<#own>
                where
                    #bounds
                {
                    #body
                }
            }
        };
        quote! {
            #function

            impl Binding for #b {
                fn call<#(#generics),*>(#(#call_params),*) -> __rt::Result<#result>
                where
                    #bounds
                {
                    #call
                }
            }
        }
    }

    /// The result of the inner function: the backend's own tensors.
    fn own_result(&self, ty: &ResultTy, b: &TokenStream, target: &Target) -> TokenStream {
        match ty {
            ResultTy::Host(ty) => quote!(#ty),
            ResultTy::Tensor(tensor) => {
                let elem = self.elem(tensor.dtype, target);
                quote!(<#b as __rt::Backend>::Tensor<'static, #elem>)
            }
            ResultTy::Tuple(parts) => {
                let parts: Vec<TokenStream> = parts
                    .iter()
                    .map(|p| self.own_result(p, b, target))
                    .collect();
                match parts.as_slice() {
                    [one] => quote!((#one,)),
                    many => quote!((#(#many),*)),
                }
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
                match (taken.as_slice(), finished.as_slice()) {
                    ([one], [done]) => (quote!((#one,)), quote!((#done,))),
                    (taken, finished) => (quote!((#(#taken),*)), quote!((#(#finished),*))),
                }
            }
            ResultTy::Host(_) | ResultTy::Tensor(_) => {
                *places += 1;
                let name = local(&format!("result{places}"), proc_macro2::Span::mixed_site());
                let finished = match ty {
                    ResultTy::Tensor(tensor) => {
                        let rank = self.rank(&tensor.shape, b);
                        quote!(#b::finished::<#rank, _>(#name)?)
                    }
                    _ => quote!(#name),
                };
                (quote!(#name), finished)
            }
        }
    }

    fn erased_result(&self, ty: &ResultTy, name: &Ident) -> TokenStream {
        match ty {
            ResultTy::Host(ty) => quote!(#ty),
            ResultTy::Tensor(_) => quote!(__rt::#name::Tensor),
            ResultTy::Tuple(parts) => {
                let parts: Vec<TokenStream> =
                    parts.iter().map(|p| self.erased_result(p, name)).collect();
                match parts.as_slice() {
                    [one] => quote!((#one,)),
                    many => quote!((#(#many),*)),
                }
            }
        }
    }

    /// The signature as data, for the checks at entry.
    pub fn spec(&self) -> TokenStream {
        let name = self.function.name().unraw().to_string();
        let line = u32::try_from(self.function.name().span().start().line).unwrap_or(0);
        let params = self.tensors().map(|(param, tensor)| {
            let name = &param.name;
            let dtype = match tensor.dtype {
                Some(dtype) => {
                    let variant =
                        Ident::new(&format!("{dtype:?}"), proc_macro2::Span::mixed_site());
                    quote!(::core::option::Option::Some(__rt::DType::#variant))
                }
                None => quote!(::core::option::Option::None),
            };
            let dims = match &tensor.dims {
                Some(dims) => {
                    let dims = dims.iter().map(|d| match d {
                        DimSpec::Named(place) => quote!(__rt::entry::Dim::Named(#place)),
                        DimSpec::Size(n) => quote!(__rt::entry::Dim::Size(#n)),
                        DimSpec::Any => quote!(__rt::entry::Dim::Any),
                    });
                    quote!(::core::option::Option::Some(&[#(#dims),*]))
                }
                None => quote!(::core::option::Option::None),
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

/// A backend's type.
pub fn backend(target: &Target) -> TokenStream {
    match &target.marker {
        Marker::Ours(marker) => quote!(__rt::#marker),
        Marker::Foreign(path) => quote!(#path),
    }
}

pub fn dtype_tokens(dtype: DType) -> TokenStream {
    match dtype {
        DType::F32 => quote!(f32),
        DType::F64 => quote!(f64),
        DType::I32 => quote!(i32),
        DType::I64 => quote!(i64),
        DType::U8 => quote!(u8),
        DType::Bool => quote!(bool),
        // The signature reader refuses them.
        DType::F16 | DType::BF16 => quote!(f32),
    }
}

fn rank_tokens(rank: usize) -> TokenStream {
    match rank {
        0..=6 => {
            let name = format_ident!("R{}", rank);
            quote!(__rt::#name)
        }
        _ => quote!(__rt::Dyn),
    }
}

/// The private module under another path.
fn respell(tokens: TokenStream, path: &TokenStream) -> TokenStream {
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

//! STAGE 1: tokens → the function's signature in our own types.
//!
//! In: a `syn::ItemFn`. Out: a [`Function`], whose signature is understood. The body stays in
//! syn's types: what an expression means depends on the types of its parts, so the next stage
//! reads it. Mistakes go to the [`Diagnostics`]; the function is still returned, with
//! [`Type::Unknown`] where a type could not be read.

pub mod adt;
mod broken;
pub mod cfg;
pub mod derivative;
pub mod links;
mod results;
mod types;

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use proc_macro2::Ident;
use syn::ext::IdentExt as _;
use syn::spanned::Spanned;
use syn::visit_mut::VisitMut;

use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::emit::methods::{Method, take_mark};
use eagerpy_runtime::DType;

/// A function under `#[agnostic]`.
pub struct Function {
    /// The item as the user wrote it.
    pub item: syn::ItemFn,
    pub params: Vec<Param>,
    pub result: Type,
    /// The error type, where the result is written as `Result<…>`.
    pub error: Option<Failure>,
    /// Named dimensions, in the order in which they appear.
    pub dims: Vec<DimName>,
    /// The generic parameters that are passed through.
    pub generics: Vec<syn::GenericParam>,
    /// The generic parameter that names the shared float type: `E: Float`.
    pub float: Option<Ident>,
    /// Is it a method?
    pub method: Option<Method>,
    /// The backends that it is written for.
    pub targets: Vec<String>,
    /// Does it stand in the body of another function?
    pub local: bool,
    /// What its gradient is of, where it has one.
    pub grad: Option<crate::grad::Asked>,
    /// How many times it can be differentiated, where it can be.
    pub order: u8,
    /// Is that a function of the user's?
    pub own_rule: bool,
    /// Which derivative it is of which function, where it is one.
    pub derived: Option<DerivedFrom>,
}

/// What a derivative is of.
#[derive(Clone)]
pub struct DerivedFrom {
    /// The function, as a user knows it.
    pub shown: String,
    /// The function's own name.
    pub of: Ident,
    /// Which derivative: `vjp`, for example.
    pub product: Ident,
}

/// What stands in `Result<…>` behind the value.
pub enum Failure {
    Ours,
    /// The user's own; it is made of ours by `From`.
    Theirs(syn::Type),
}

impl Function {
    pub fn name(&self) -> &Ident {
        &self.item.sig.ident
    }

    /// The name as a user knows it: `l2_norm`, `Mlp::forward`.
    pub fn shown_name(&self) -> String {
        match (&self.method, &self.derived) {
            (Some(method), _) => {
                let of = method.of.segments.last();
                let of = of.map(|of| of.ident.unraw().to_string());
                format!("{}::{}", of.unwrap_or_default(), method.name.unraw())
            }
            (None, Some(derived)) => format!("{}::{}", derived.shown, derived.product),
            (None, None) => self.name().unraw().to_string(),
        }
    }
}

/// A named dimension.
#[derive(Clone)]
pub struct DimName {
    pub ident: Ident,
    pub name: String,
    /// Is it a const generic parameter?
    pub fixed: bool,
    /// Is it any number of dimensions: `Dims<B>`?
    pub lead: bool,
    /// Does no parameter surely say how large it is? It stands in what may be missing, or in what a function gives.
    pub late: bool,
}

/// A parameter.
pub struct Param {
    pub ident: Ident,
    pub name: String,
    pub ty: Type,
    /// Declared `mut`?
    pub mutable: bool,
    /// The parameter as it was written.
    pub written: syn::PatType,
}

/// A type in a signature.
#[derive(Clone)]
pub enum Type {
    Tensor(TensorType),
    /// Passed through untouched.
    Host(syn::Type),
    Tuple(Vec<Type>),
    /// `&[T]` or `Vec<T>`.
    List {
        element: Box<Type>,
        slice: bool,
    },
    Option(Box<Type>),
    Struct(StructType),
    Fn(FnType),
    /// Could not be read; the mistake was told.
    Unknown,
}

/// `Tensor<…>` or `Scalar<…>`.
#[derive(Clone)]
pub struct TensorType {
    /// `None`: the function's shared float type.
    pub dtype: Option<DType>,
    /// `None`: any rank.
    pub dims: Option<Vec<DimSpec>>,
    /// The type as it was written.
    pub written: syn::Type,
}

/// `Name<_, D>`: a struct or an enum under `#[agnostic]`.
#[derive(Clone)]
pub struct StructType {
    /// Its path, without arguments.
    pub path: syn::Path,
    /// Where it goes by no path of the function's: the field of another that has it.
    pub part: Option<Part>,
    /// Its dimensions; `None`: of no interest.
    pub dims: Option<Vec<DimSpec>>,
    pub def: Rc<adt::Adt>,
    pub written: syn::Type,
}

/// One of the structs in a struct: emitted code calls it `<Whole<B> as Part<PLACE>>::Type`.
#[derive(Clone)]
pub struct Part {
    pub of: Rc<Whole>,
    pub place: usize,
}

/// A struct with others in it.
pub struct Whole {
    pub path: syn::Path,
    pub part: Option<Part>,
    /// Has it tensors, and tensors of the shared float type? They are known when its fields are read.
    pub tensors: OnceCell<(bool, bool)>,
}

/// `impl Fn(&Tensor) -> Tensor`
#[derive(Clone)]
pub struct FnType {
    pub args: Vec<Type>,
    pub result: Box<Type>,
    pub written: syn::Type,
    /// Does it come with its derivative? So it is in functions that the compiler derives.
    pub differentiable: bool,
}

impl FnType {
    /// What it gives, one by one.
    pub fn results(&self) -> Vec<&Type> {
        match &*self.result {
            Type::Tuple(parts) => parts.iter().collect(),
            one => vec![one],
        }
    }

    /// The places of the float tensors that it takes.
    pub fn float_args(&self) -> Vec<usize> {
        floats(self.args.iter())
    }

    /// The places of the float tensors that it gives.
    pub fn float_results(&self) -> Vec<usize> {
        floats(self.results().into_iter())
    }
}

fn floats<'a>(types: impl Iterator<Item = &'a Type>) -> Vec<usize> {
    types
        .enumerate()
        .filter(|(_, ty)| {
            matches!(ty, Type::Tensor(tensor) if tensor.dtype.is_none_or(DType::is_float))
        })
        .map(|(place, _)| place)
        .collect()
}

/// A dimension in a signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DimSpec {
    /// Position in [`Function::dims`].
    Named(usize),
    Size(usize),
    /// Made of named ones.
    Computed(crate::check::dim::Dim),
    /// Any number of dimensions, in front: `Dims<B>`, `Dims<_>`.
    Lead(Option<usize>),
    /// `_`
    Any,
}

impl Type {
    /// Has it to do with tensors?
    pub fn is_ours(&self) -> bool {
        match self {
            Type::Host(_) => false,
            Type::Tuple(parts) => parts.iter().any(Type::is_ours),
            _ => true,
        }
    }
}

impl TensorType {
    /// The dimensions, where their number is known.
    pub fn ranked(&self) -> Option<&[DimSpec]> {
        self.dims
            .as_deref()
            .filter(|dims| !dims.iter().any(|dim| matches!(dim, DimSpec::Lead(_))))
    }
}

/// Reads a function's signature, and brings the derivatives in its body into their form.
pub fn read(
    mut item: syn::ItemFn,
    links: &mut links::Links,
    diagnostics: &mut Diagnostics,
) -> Function {
    derivative::mark(&mut item);
    read_made(item, links, diagnostics)
}

/// The same of one of the compiler's making, in which `value_and_grad` is a function beside it.
pub fn read_made(
    mut item: syn::ItemFn,
    links: &mut links::Links,
    diagnostics: &mut Diagnostics,
) -> Function {
    let method = take_mark(&mut item);
    let mut function = Function {
        params: Vec::new(),
        result: Type::Unknown,
        error: None,
        dims: Vec::new(),
        generics: Vec::new(),
        float: None,
        method,
        targets: Vec::new(),
        local: take_word(&mut item, LOCAL),
        own_rule: take_word(&mut item, OWN_RULE),
        order: take_order(&mut item),
        grad: take_grad(&mut item),
        derived: None,
        item,
    };
    let mut sig = function.item.sig.clone();
    refuse_modifiers(&sig, diagnostics);
    let refused = read_generics(&sig.generics.clone(), &mut function, diagnostics);
    // Of a refused parameter nothing further is told: it stands for any float type.
    Refused(refused).visit_signature_mut(&mut sig);
    for input in &sig.inputs {
        match input {
            syn::FnArg::Typed(typed) => {
                let place = function.params.len();
                let mut reader = types::Reader {
                    place: types::Place::Param,
                    dims: &mut function.dims,
                    float: function.float.as_ref(),
                    links,
                    diagnostics,
                };
                let param = read_param(typed, place, &mut reader);
                function.params.push(param);
            }
            // A method's struct.
            syn::FnArg::Receiver(receiver)
                if function.method.is_some()
                    && matches!(receiver.kind, syn::ReceiverKind::Typed(..)) =>
            {
                let syn::ReceiverKind::Typed(_, ty) = &receiver.kind else {
                    continue;
                };
                let token = &receiver.self_token;
                let mut reader = types::Reader {
                    place: types::Place::Param,
                    dims: &mut function.dims,
                    float: function.float.as_ref(),
                    links,
                    diagnostics,
                };
                let read = reader.read(ty);
                function.params.push(Param {
                    ident: Ident::new("self", token.span),
                    name: "self".to_owned(),
                    ty: read,
                    mutable: receiver.mutability.is_some(),
                    written: syn::parse_quote!(_self: #ty),
                });
            }
            syn::FnArg::Receiver(receiver) => diagnostics.push(
                Diagnostic::new(Code::E101, receiver, "`self` in an agnostic function")
                    .help("write `#[agnostic]` before the `impl` of an agnostic struct, not before its methods"),
            ),
        }
    }
    function.result = match &sig.output {
        syn::ReturnType::Default => Type::Tuple(Vec::new()),
        syn::ReturnType::Type(_, ty) => {
            let (value, error) = split_result(ty);
            function.error = error;
            let mut reader = types::Reader {
                place: types::Place::Result,
                dims: &mut function.dims,
                float: function.float.as_ref(),
                links,
                diagnostics,
            };
            reader.read(value)
        }
    };
    refuse_dims_first(&mut function, diagnostics);
    results::native_values(&mut function.item.block);
    if function.error.is_some() {
        results::unwrap(&mut function.item.block);
    }
    refuse_unsaid(&mut function, diagnostics);
    function
}

/// The mark by which a signature says that the function has a gradient, and of what.
pub const GRAD: &str = "__grad";

/// The mark by which it says that the gradient is a function of the user's.
pub const OWN_RULE: &str = "__own_rule";

/// The mark by which it says that it stands in the body of a function.
pub const LOCAL: &str = "__local";

/// The mark by which it says that it can be differentiated more than once.
pub const ORDER: &str = "__order";

fn take_order(item: &mut syn::ItemFn) -> u8 {
    let Some(place) = item.attrs.iter().position(|a| a.path().is_ident(ORDER)) else {
        return 1;
    };
    let mark = item.attrs.remove(place);
    let order = mark.parse_args::<syn::LitInt>();
    order.and_then(|order| order.base10_parse()).unwrap_or(1)
}

/// Takes it off.
fn take_grad(item: &mut syn::ItemFn) -> Option<crate::grad::Asked> {
    let place = item.attrs.iter().position(|a| a.path().is_ident(GRAD))?;
    let mark = item.attrs.remove(place);
    let names = mark.parse_args_with(|input: syn::parse::ParseStream<'_>| {
        // `self` among them.
        syn::punctuated::Punctuated::<Ident, syn::Token![,]>::parse_terminated_with(
            input,
            Ident::parse_any,
        )
    });
    Some(match names {
        Ok(names) => crate::grad::Asked::Named(names.into_iter().collect()),
        Err(_) => crate::grad::Asked::All,
    })
}

/// Takes off a mark that says nothing but itself.
fn take_word(item: &mut syn::ItemFn, word: &str) -> bool {
    let place = item.attrs.iter().position(|a| a.path().is_ident(word));
    if let Some(place) = place {
        item.attrs.remove(place);
    }
    place.is_some()
}

/// `&Layer<D, C>` of a struct of tensors: in front of its dimensions stands `_`.
///
/// A host type looks the same. Names that the signature has for sizes are no types, and nor are single letters that are
/// no generic parameters.
fn refuse_dims_first(function: &mut Function, diagnostics: &mut Diagnostics) {
    let generics = &function.item.sig.generics;
    let generic: Vec<&Ident> = generics.type_params().map(|param| &param.ident).collect();
    let dims = &function.dims;
    let is_dim = |word: &Ident| {
        dims.iter().any(|dim| dim.ident == *word)
            || (!generic.contains(&word)
                && word.to_string().len() == 1
                && word
                    .to_string()
                    .starts_with(|c: char| c.is_ascii_uppercase()))
    };
    for param in &mut function.params {
        let Type::Host(syn::Type::Reference(reference)) = &param.ty else {
            continue;
        };
        let syn::Type::Path(path) = &*reference.elem else {
            continue;
        };
        let Some(last) = path.path.segments.last() else {
            continue;
        };
        let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else {
            continue;
        };
        let words: Vec<Option<&Ident>> = arguments
            .args
            .iter()
            .map(|argument| match argument {
                syn::GenericArgument::Type(syn::Type::Path(path)) => path.path.get_ident(),
                _ => None,
            })
            .collect();
        let types: Vec<&&Ident> = words
            .iter()
            .flatten()
            .filter(|word| !is_dim(word))
            .collect();
        let sizes: Vec<String> = words
            .iter()
            .flatten()
            .filter(|word| is_dim(word))
            .map(ToString::to_string)
            .collect();
        // `&Layer<f32, D>` names an element type that it does not have.
        let element = |word: &&&Ident| dtype_names().contains(&word.to_string().as_str());
        if sizes.is_empty() || words.iter().any(Option::is_none) || !types.iter().all(element) {
            continue;
        }
        let name = &last.ident;
        diagnostics.push(
            Diagnostic::new(
                Code::E102,
                &reference.elem,
                format!("`_` stands before the dimensions of `{name}`"),
            )
            .fact("it is for the backend, whose struct it is")
            .help(format!("write `&{name}<_, {}>`", sizes.join(", "))),
        );
        param.ty = Type::Unknown;
    }
}

/// `Result<T, E>`: the value's type, and the error's.
pub fn split_result(ty: &syn::Type) -> (&syn::Type, Option<Failure>) {
    let arguments = match ty {
        syn::Type::Path(path) => match path.path.segments.last() {
            Some(last) if last.ident == "Result" => &last.arguments,
            _ => return (ty, None),
        },
        _ => return (ty, None),
    };
    let syn::PathArguments::AngleBracketed(arguments) = arguments else {
        return (ty, None);
    };
    let mut arguments = arguments.args.iter();
    match (arguments.next(), arguments.next()) {
        (Some(syn::GenericArgument::Type(value)), None) => (value, Some(Failure::Ours)),
        (Some(syn::GenericArgument::Type(value)), Some(syn::GenericArgument::Type(error))) => {
            (value, Some(Failure::Theirs(error.clone())))
        }
        _ => (ty, None),
    }
}

/// Which parameters say how large the dimensions are.
#[derive(Default)]
struct Said {
    /// Surely.
    by_one: BTreeSet<usize>,
    /// If it is there: in what may be missing, in an enum, and in what a function takes and gives.
    late: BTreeSet<usize>,
    /// Where others are worked out of them.
    computed: BTreeSet<usize>,
}

impl Said {
    fn read(&mut self, ty: &Type, surely: bool) {
        let to = match surely {
            true => &mut self.by_one,
            false => &mut self.late,
        };
        match ty {
            Type::Tensor(tensor) => {
                for dim in tensor.dims.iter().flatten() {
                    match dim {
                        DimSpec::Named(place) | DimSpec::Lead(Some(place)) => {
                            to.insert(*place);
                        }
                        DimSpec::Computed(dim) => {
                            let places = dim.terms().into_iter().flat_map(|(places, _)| places);
                            self.computed.extend(places);
                        }
                        _ => {}
                    }
                }
            }
            Type::Struct(ty) => {
                // Whatever its fields say of them.
                for dim in ty.dims.iter().flatten() {
                    if let DimSpec::Named(place) = dim {
                        self.late.insert(*place);
                    }
                }
                for field in ty.def.variants.iter().flat_map(|v| &v.fields) {
                    let field = crate::check::instance(&field.ty, ty);
                    self.read(&field, surely && !ty.def.is_enum);
                }
            }
            Type::Tuple(parts) => parts.iter().for_each(|part| self.read(part, surely)),
            // By the first of them.
            Type::List { element, .. } => self.read(element, surely),
            Type::Option(inner) => self.read(inner, false),
            Type::Fn(ty) => {
                ty.args.iter().for_each(|arg| self.read(arg, false));
                self.read(&ty.result, false);
            }
            Type::Host(_) | Type::Unknown => {}
        }
    }
}

/// A dimension that stands in computed sizes only is known nowhere, and one that is known late has no value in the body.
fn refuse_unsaid(function: &mut Function, diagnostics: &mut Diagnostics) {
    fn unread(ty: &Type) -> bool {
        match ty {
            Type::Unknown => true,
            Type::List { element, .. } => unread(element),
            Type::Option(inner) => unread(inner),
            Type::Tuple(parts) => parts.iter().any(unread),
            _ => false,
        }
    }
    // Of what could not be read, nothing further is told.
    if function.params.iter().any(|p| unread(&p.ty)) {
        return;
    }
    let mut said = Said::default();
    for param in &function.params {
        said.read(&param.ty, true);
    }
    let of_params = said.computed.clone();
    let mut of_result = Said {
        computed: of_params,
        ..Said::default()
    };
    of_result.read(&function.result, true);
    for (place, dim) in function.dims.iter_mut().enumerate() {
        if dim.fixed || said.by_one.contains(&place) {
            continue;
        }
        let title = format!("no parameter says how large `{}` is", dim.name);
        if !said.late.contains(&place) || of_result.computed.contains(&place) {
            diagnostics.push(Diagnostic::new(Code::E103, &dim.ident, title).help(
                "write `_` for a size of no interest, or name it in the type of a tensor parameter",
            ));
            continue;
        }
        dim.late = true;
        let mut uses = Uses {
            name: &dim.name,
            found: Vec::new(),
        };
        syn::visit::Visit::visit_block(&mut uses, &function.item.block);
        for place in uses.found {
            diagnostics.push(
                Diagnostic::new(Code::E103, place, title.clone())
                    .fact("it stands only in what may be missing, or in what a function takes and gives")
                    .help("ask a tensor that has it, by `dim`"),
            );
        }
    }
}

/// Where a name stands for a value.
struct Uses<'a> {
    name: &'a str,
    found: Vec<Ident>,
}

impl<'a> syn::visit::Visit<'a> for Uses<'_> {
    fn visit_expr_path(&mut self, path: &'a syn::ExprPath) {
        if let Some(word) = path.path.get_ident()
            && word.unraw() == self.name
        {
            self.found.push(word.clone());
        }
    }

    // Its names are its own.
    fn visit_item(&mut self, _: &'a syn::Item) {}
}

fn refuse_modifiers(sig: &syn::Signature, diagnostics: &mut Diagnostics) {
    let mut refuse = |tokens: proc_macro2::TokenStream, what: &str| {
        diagnostics.push(
            Diagnostic::new(
                Code::E101,
                tokens,
                format!("{what} in an agnostic function"),
            )
            .help("an agnostic function is a plain `fn`; call it from one that needs more"),
        );
    };
    use quote::ToTokens;
    if let Some(token) = &sig.asyncness {
        refuse(token.to_token_stream(), "`async`");
    }
    if let syn::Safety::Unsafe(token) = &sig.safety {
        refuse(token.to_token_stream(), "`unsafe`");
    }
    if let Some(token) = &sig.constness {
        refuse(token.to_token_stream(), "`const`");
    }
    if let Some(token) = &sig.abi {
        refuse(token.to_token_stream(), "an ABI");
    }
}

/// Generic parameters that were refused, as types.
struct Refused(Vec<Ident>);

impl VisitMut for Refused {
    fn visit_type_mut(&mut self, ty: &mut syn::Type) {
        if let syn::Type::Path(path) = ty
            && path
                .path
                .get_ident()
                .is_some_and(|name| self.0.contains(name))
        {
            *ty = syn::parse_quote!(_);
            return;
        }
        syn::visit_mut::visit_type_mut(self, ty);
    }
}

/// One parameter may name the shared float type; const parameters may be dimensions; the rest is passed through. Gives
/// those that are refused.
fn read_generics(
    generics: &syn::Generics,
    function: &mut Function,
    diagnostics: &mut Diagnostics,
) -> Vec<Ident> {
    let mut refused = Vec::new();
    for param in &generics.params {
        match param {
            syn::GenericParam::Type(ty) if bounded_by_class(ty) == Some("Float") => {
                if function.float.is_some() {
                    diagnostics.push(
                        Diagnostic::new(Code::E101, ty, "a second generic float type")
                            .help("a function has one: fix the other, `Tensor<f64>`, and cast with `.astype(_)`"),
                    );
                    refused.push(ty.ident.clone());
                    continue;
                }
                function.float = Some(ty.ident.clone());
            }
            syn::GenericParam::Type(ty) if bounded_by_class(ty).is_some() => {
                diagnostics.push(
                    Diagnostic::new(Code::E101, ty, "a generic element type that is not `Float`")
                        .help(
                            "write the type, `Tensor<i64>`, or make it the float type: `E: Float`",
                        ),
                );
                refused.push(ty.ident.clone());
            }
            syn::GenericParam::Const(constant) => {
                function.dims.push(DimName {
                    ident: constant.ident.clone(),
                    name: constant.ident.unraw().to_string(),
                    fixed: true,
                    lead: false,
                    late: false,
                });
                function.generics.push(param.clone());
            }
            other => function.generics.push(other.clone()),
        }
    }
    refused
}

/// The class of element types that a generic parameter names.
fn bounded_by_class(param: &syn::TypeParam) -> Option<&'static str> {
    param.bounds.iter().find_map(|bound| match bound {
        syn::TypeParamBound::Trait(bound) => {
            let name = bound.path.segments.last()?.ident.to_string();
            ["Float", "Int", "Numeric", "Element", "Boolean"]
                .into_iter()
                .find(|class| *class == name)
        }
        _ => None,
    })
}

fn read_param(typed: &syn::PatType, place: usize, reader: &mut types::Reader<'_>) -> Param {
    let ty = reader.read(&typed.ty);
    match &*typed.pat {
        syn::Pat::Ident(pat) => Param {
            ident: pat.ident.clone(),
            name: pat.ident.unraw().to_string(),
            ty,
            mutable: pat.mutability.is_some(),
            written: typed.clone(),
        },
        pattern => {
            reader.diagnostics.push(
                Diagnostic::new(
                    Code::E105,
                    pattern,
                    "a parameter of an agnostic function is a name",
                )
                .help("take it apart in the body: `let (a, b) = pair;`"),
            );
            // It keeps its place, so that calls have the right number of arguments.
            let ident = Ident::new(&format!("_unnamed{place}"), pattern.span());
            Param {
                name: ident.to_string(),
                ident,
                ty: Type::Unknown,
                mutable: false,
                written: typed.clone(),
            }
        }
    }
}

pub use broken::{Member, Parsed, half_adt, half_impl, has_placeholder, mended, parse};
pub use types::{DIFFERENTIABLE, dtype_names, near_dtype};

/// The error of `Err(error)`.
pub fn error_of(call: &syn::ExprCall) -> Option<syn::Expr> {
    results::argument(call, "Err")
}

/// Is it `Tensor` or `Scalar`?
pub fn is_tensor(ty: &syn::Type) -> bool {
    types::is_tensor(ty).is_some()
}

/// Is it `Mlp<_, …>`, a struct or an enum under `#[agnostic]`?
pub fn is_struct(ty: &syn::Type) -> bool {
    types::is_struct(ty)
}

/// Does a type of ours stand in this type: `Tensor`, `Scalar`, `Mlp<_>`?
pub fn mentions_ours(ty: &syn::Type) -> bool {
    types::mentions_ours(ty)
}

/// The type written at a `let`. Its dimensions are those of the signature.
pub fn read_let_type(
    ty: &syn::Type,
    function: &Function,
    links: &mut links::Links,
    diagnostics: &mut Diagnostics,
) -> Type {
    let mut dims: Vec<DimName> = function.dims.clone();
    let known = dims.len();
    let mut reader = types::Reader {
        place: types::Place::Let,
        dims: &mut dims,
        float: function.float.as_ref(),
        links,
        diagnostics,
    };
    let read = reader.read(ty);
    if let Some(new) = dims.get(known) {
        diagnostics.push(
            Diagnostic::new(
                Code::E103,
                &new.ident,
                format!("no dimension is called `{}`", new.name),
            )
            .help("dimensions are named in the signature; write `_` for a size of no interest"),
        );
        return Type::Unknown;
    }
    read
}

//! Types in signatures, in `let` annotations and in structs: `&Tensor<f32, N, 3>`, `Scalar`, `&[Tensor]`,
//! `Option<&Tensor>`, `&Mlp<_, D>`, `impl Fn(&Tensor) -> Tensor`, tuples of these, host types.

use eagerpy_runtime::DType;
use proc_macro2::Ident;
use quote::ToTokens;
use syn::ext::IdentExt;

use super::links::Links;
use super::{DimName, DimSpec, FnType, TensorType, Type};
use crate::diag::{Code, Diagnostic, Diagnostics, nearest::nearest};

/// Where a type stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Place {
    Param,
    Result,
    /// In a `let`.
    Let,
    /// Of a struct.
    Field,
}

/// What reading a type needs and gives.
pub struct Reader<'a> {
    pub place: Place,
    /// The named dimensions; new names are added.
    pub dims: &'a mut Vec<DimName>,
    /// The generic parameter that names the shared float type.
    pub float: Option<&'a Ident>,
    pub links: &'a mut Links,
    pub diagnostics: &'a mut Diagnostics,
}

/// The bound of a function that comes with its derivative.
pub const DIFFERENTIABLE: &str = "__Differentiable";

impl Reader<'_> {
    fn push(&mut self, code: Code, at: &impl quote::ToTokens, title: &str, help: &str) {
        self.diagnostics
            .push(Diagnostic::new(code, at, title).help(help));
    }

    /// Reads a type.
    pub fn read(&mut self, ty: &syn::Type) -> Type {
        match ty {
            syn::Type::Paren(inner) => self.read(&inner.elem),
            syn::Type::Group(inner) => self.read(&inner.elem),
            syn::Type::Tuple(tuple) if self.ours(ty) || self.place == Place::Result => {
                Type::Tuple(tuple.elems.iter().map(|e| self.read(e)).collect())
            }
            syn::Type::Reference(reference) if self.ours(ty) => self.read_reference(reference, ty),
            syn::Type::ImplTrait(bounds) if self.ours(ty) => self.read_function(bounds, ty),
            _ if is_tensor(ty).is_some() => {
                if self.place == Place::Param {
                    self.push(
                        Code::E102,
                        ty,
                        "a tensor parameter is a reference",
                        "a tensor is never moved: write `&` before it",
                    );
                }
                self.read_tensor(ty)
            }
            syn::Type::Path(path) if self.ours(ty) => {
                if self.place == Place::Param && container(path).is_none() {
                    let text = crate::origin::type_text(&quote::ToTokens::to_token_stream(ty));
                    self.push(
                        Code::E102,
                        ty,
                        "a struct of tensors as a parameter is a reference",
                        &format!("write `&{text}`"),
                    );
                }
                self.read_container(path, ty)
            }
            _ if self.ours(ty) => {
                self.unknown(ty);
                Type::Unknown
            }
            syn::Type::Reference(reference) if library_tensor(&reference.elem).is_some() => {
                self.read(&reference.elem)
            }
            host => match library_tensor(host) {
                Some(library) => {
                    let reference = if self.place == Place::Param { "&" } else { "" };
                    self.push(
                        Code::E102,
                        ty,
                        &format!("the tensor of `{library}` in an agnostic function"),
                        &format!("write `{reference}Tensor`, which stands for every framework's"),
                    );
                    Type::Unknown
                }
                None => Type::Host(host.clone()),
            },
        }
    }

    /// `impl FnMut(…)`, `&dyn Fn(…)` and the like.
    fn no_function(&mut self, ty: &syn::Type) {
        let text = crate::origin::type_text(&quote::ToTokens::to_token_stream(ty));
        let text = text.replace("FnMut", "Fn").replace("FnOnce", "Fn");
        let text = text.trim_start_matches('&').replace("dyn ", "impl ");
        self.push(
            Code::E102,
            ty,
            "a function of tensors is `impl Fn`",
            &format!("write `{text}`"),
        );
    }

    fn unknown(&mut self, ty: &syn::Type) {
        let inner = match ty {
            syn::Type::Reference(reference) => &*reference.elem,
            ty => ty,
        };
        if let syn::Type::TraitObject(object) = inner
            && object.bounds.iter().any(|bound| matches!(bound, syn::TypeParamBound::Trait(bound)
                if bound.path.segments.last().is_some_and(|s| s.ident.to_string().starts_with("Fn"))))
        {
            return self.no_function(ty);
        }
        let help = match self.place {
            Place::Param => {
                "write `&Tensor<…>`, `&[Tensor]`, `Option<&Tensor>`, a tuple of these, or `&Name<_>` of a struct \
                 under `#[agnostic]`"
            }
            _ => {
                "write `Tensor<…>`, `Vec<Tensor>`, `Option<Tensor>`, a tuple of these, or `Name<_>` of a struct \
                 under `#[agnostic]`"
            }
        };
        self.push(Code::E102, ty, "tensors inside this type", help);
    }

    /// Is a type of ours in it?
    fn ours(&self, ty: &syn::Type) -> bool {
        mentions_ours(ty)
    }

    fn read_reference(&mut self, reference: &syn::TypeReference, ty: &syn::Type) -> Type {
        if self.place != Place::Param {
            self.push(
                Code::E102,
                ty,
                match self.place {
                    Place::Field => "a field is a tensor, not a reference to one",
                    _ => "a result is a tensor, not a reference to one",
                },
                "drop the `&`",
            );
        }
        if reference.mutability.is_some() {
            self.push(
                Code::E102,
                ty,
                "a tensor is never written through a reference",
                "take `&Tensor` and return the new value",
            );
        }
        let mut elem = &*reference.elem;
        while let syn::Type::Group(inner) = elem {
            elem = &inner.elem;
        }
        match elem {
            syn::Type::Slice(slice) => {
                let element = self.read_element(&slice.elem);
                Type::List {
                    element: Box::new(element),
                    slice: true,
                }
            }
            inner if is_tensor(inner).is_some() => self.read_tensor(inner),
            syn::Type::Path(path) if container(path).is_none() => self.read_container(path, elem),
            _ => {
                self.unknown(ty);
                Type::Unknown
            }
        }
    }

    /// What a list or an `Option` holds: owned in a list, a reference in an `Option` that is a parameter.
    fn read_element(&mut self, ty: &syn::Type) -> Type {
        let place = std::mem::replace(&mut self.place, Place::Field);
        let read = self.read(ty);
        self.place = place;
        // What the caller has is his framework's: one of its tensors, or a struct of them.
        if self.place == Place::Param
            && matches!(read, Type::List { .. } | Type::Option(_) | Type::Tuple(_))
        {
            self.push(
                Code::E102,
                ty,
                "a list or an option that is a parameter holds tensors or structs",
                "put this into a struct under `#[agnostic]`, or take its parts one by one",
            );
            return Type::Unknown;
        }
        if matches!(read, Type::Fn(_)) {
            self.unknown(ty);
            return Type::Unknown;
        }
        read
    }

    fn read_container(&mut self, path: &syn::TypePath, ty: &syn::Type) -> Type {
        match container(path) {
            Some(("Vec", inner)) => Type::List {
                element: Box::new(self.read_element(inner)),
                slice: false,
            },
            Some((_, inner)) => {
                let inner = match (self.place, inner) {
                    (Place::Param, syn::Type::Reference(inner)) => &*inner.elem,
                    (Place::Param, inner) => {
                        self.push(
                            Code::E102,
                            inner,
                            "an optional tensor parameter is a reference",
                            "a tensor is never moved: write `Option<&Tensor>`",
                        );
                        inner
                    }
                    (_, inner) => inner,
                };
                Type::Option(Box::new(self.read_element(inner)))
            }
            None => match struct_arguments(path) {
                Some(arguments) => {
                    let arguments: Vec<syn::GenericArgument> =
                        arguments.into_iter().cloned().collect();
                    self.read_struct(path, &arguments, ty)
                }
                None => {
                    self.unknown(ty);
                    Type::Unknown
                }
            },
        }
    }

    fn read_struct(
        &mut self,
        path: &syn::TypePath,
        arguments: &[syn::GenericArgument],
        written: &syn::Type,
    ) -> Type {
        let mut bare = path.path.clone();
        if let Some(last) = bare.segments.last_mut() {
            last.arguments = syn::PathArguments::None;
        }
        let mut dims = Vec::new();
        for argument in arguments {
            match self.read_dim(argument) {
                Ok(dim) => dims.push(dim),
                Err(diagnostic) => {
                    self.diagnostics.push(*diagnostic);
                    return Type::Unknown;
                }
            }
        }
        let Some(named) = self.links.named(&bare) else {
            if !self.links.is_wanted(&bare) {
                let name = crate::origin::source_text(&quote::ToTokens::to_token_stream(&bare));
                self.push(
                    Code::E102,
                    written,
                    &format!("`{name}` is no struct under `#[agnostic]`"),
                    "write `#[agnostic]` before its definition; a type of the host's stands without `<_>`",
                );
            }
            return Type::Unknown;
        };
        let def = &named.def;
        if !dims.is_empty() && dims.len() != def.dims.len() {
            let known = def.dims.join(", ");
            let help = match def.dims.len() {
                0 => format!("write `{}<_>`", def.name),
                _ => format!("write `{}<_, {known}>`", def.name),
            };
            self.diagnostics.push(
                Diagnostic::new(
                    Code::E103,
                    written,
                    format!(
                        "`{}` has {} dimensions, not {}",
                        def.name,
                        def.dims.len(),
                        dims.len()
                    ),
                )
                .fact("they are the parameters that its definition names behind its name")
                .help(help),
            );
            return Type::Unknown;
        }
        let dims = (!dims.is_empty()).then_some(dims);
        Type::Struct(named.ty(dims, written.clone()))
    }

    /// `impl Fn(&Tensor, f64) -> (Tensor, Scalar)`
    fn read_function(&mut self, bounds: &syn::TypeImplTrait, ty: &syn::Type) -> Type {
        let signature = bounds.bounds.iter().find_map(|bound| match bound {
            syn::TypeParamBound::Trait(bound) => bound.path.segments.last(),
            _ => None,
        });
        let help = "write `impl Fn(&Tensor) -> Tensor`";
        let Some(segment) = signature.filter(|segment| segment.ident == "Fn") else {
            self.no_function(ty);
            return Type::Unknown;
        };
        let syn::PathArguments::Parenthesized(types) = &segment.arguments else {
            self.push(
                Code::E102,
                ty,
                "a function type without its arguments",
                help,
            );
            return Type::Unknown;
        };
        if self.place != Place::Param {
            self.push(
                Code::E102,
                ty,
                "a function of tensors is a parameter only",
                "take it as a parameter",
            );
            return Type::Unknown;
        }
        let args: Vec<Type> = types
            .inputs
            .iter()
            .map(|input| self.read(&input.ty))
            .collect();
        self.place = Place::Result;
        let result = match &types.output {
            syn::ReturnType::Default => Type::Tuple(Vec::new()),
            syn::ReturnType::Type(_, ty) => self.read(ty),
        };
        self.place = Place::Param;
        let plain = |ty: &Type| {
            let simple = |ty: &Type| matches!(ty, Type::Tensor(_) | Type::Host(_) | Type::Unknown);
            match ty {
                Type::Tuple(parts) => parts.iter().all(simple),
                ty => simple(ty),
            }
        };
        if !args
            .iter()
            .all(|ty| plain(ty) && !matches!(ty, Type::Tuple(_)))
            || !plain(&result)
        {
            self.push(
                Code::E102,
                ty,
                "this function type is not supported",
                "a function takes tensors and host values, and gives one of them or a tuple",
            );
            return Type::Unknown;
        }
        // The user's word, and the compiler's own, of a derived function.
        let own = |bound: &syn::TypeParamBound| match bound {
            syn::TypeParamBound::Trait(bound) => {
                let last = bound.path.segments.last();
                last.is_some_and(|s| s.ident == DIFFERENTIABLE || s.ident == "Differentiable")
            }
            _ => false,
        };
        let mut written = bounds.clone();
        written.bounds = written.bounds.into_iter().filter(|b| !own(b)).collect();
        Type::Fn(FnType {
            args,
            result: Box::new(result),
            written: syn::Type::ImplTrait(written),
            differentiable: bounds.bounds.iter().any(own),
        })
    }

    fn read_tensor(&mut self, ty: &syn::Type) -> Type {
        let Some((segment, scalar)) = is_tensor(ty) else {
            return Type::Unknown;
        };
        let mut out = TensorType {
            dtype: None,
            dims: scalar.then(Vec::new),
            written: ty.clone(),
        };
        let args = match &segment.arguments {
            syn::PathArguments::None => return Type::Tensor(out),
            syn::PathArguments::AngleBracketed(args) => &args.args,
            syn::PathArguments::Parenthesized(args) => {
                self.push(
                    Code::E102,
                    args,
                    "a tensor type has its arguments in `<…>`",
                    "write `Tensor<f32, N, D>`",
                );
                return Type::Unknown;
            }
        };
        let mut good = true;
        if let Some(first) = args.first() {
            match self.read_dtype(first) {
                Ok(dtype) => out.dtype = dtype,
                Err(diagnostic) => {
                    self.diagnostics.push(*diagnostic);
                    good = false;
                }
            }
        }
        let (mut list, mut dims) = (Vec::new(), Vec::new());
        for arg in args.iter().skip(1) {
            match self.read_dim(arg) {
                Ok(dim) => {
                    list.push(dim);
                    dims.push(arg);
                }
                Err(diagnostic) => {
                    self.diagnostics.push(*diagnostic);
                    good = false;
                }
            }
        }
        if scalar && !list.is_empty() {
            self.push(
                Code::E103,
                ty,
                "a scalar has no dimensions",
                "write `Tensor<…>` for a tensor with dimensions",
            );
            good = false;
        }
        if list
            .iter()
            .skip(1)
            .any(|dim| matches!(dim, DimSpec::Lead(_)))
        {
            let (leads, others): (Vec<_>, Vec<_>) = dims
                .iter()
                .zip(&list)
                .partition(|(_, dim)| matches!(dim, DimSpec::Lead(_)));
            let help = match leads.as_slice() {
                [lead] => {
                    let dims = std::iter::once(lead).chain(&others).map(|(arg, _)| *arg);
                    let dims = crate::origin::type_text(&quote::quote!(#(#dims),*));
                    let elem = crate::origin::type_text(&args.first().to_token_stream());
                    format!("write `Tensor<{elem}, {dims}>`")
                }
                _ => "a tensor has one `Dims<…>`: name the other dimensions".to_owned(),
            };
            self.push(
                Code::E103,
                ty,
                "`Dims<…>` stands before the other dimensions, and once",
                &help,
            );
            good = false;
        }
        if !list.is_empty() {
            out.dims = Some(list);
        }
        if good {
            Type::Tensor(out)
        } else {
            Type::Unknown
        }
    }

    fn read_dtype(&self, arg: &syn::GenericArgument) -> Result<Option<DType>, Box<Diagnostic>> {
        let known = format!(
            "element types are {}, and `_` for the function's float type",
            dtype_names().join(", ")
        );
        match arg {
            // A type that a macro was given.
            syn::GenericArgument::Type(syn::Type::Group(inner)) => {
                return self.read_dtype(&syn::GenericArgument::Type((*inner.elem).clone()));
            }
            syn::GenericArgument::Type(syn::Type::Infer(_)) => return Ok(None),
            syn::GenericArgument::Type(syn::Type::Path(path)) => {
                if let Some(ident) = path.path.get_ident() {
                    if self.float == Some(ident) {
                        return Ok(None);
                    }
                    let word = ident.to_string();
                    if let Some(dtype) = DType::from_name(&word) {
                        return Ok(Some(dtype));
                    }
                    let title = format!("`{word}` is no element type");
                    let help = match near_dtype(&word) {
                        Some(near) => format!("write `{near}`"),
                        None => format!("the element type comes first: `Tensor<_, {word}>`"),
                    };
                    return Err(Box::new(
                        Diagnostic::new(Code::E102, arg, title)
                            .fact(known)
                            .help(help),
                    ));
                }
            }
            _ => {}
        }
        Err(Box::new(
            Diagnostic::new(Code::E102, arg, "no element type")
                .fact(known)
                .help("the element type comes first: `Tensor<f32, N, 3>`"),
        ))
    }

    /// The place of a named dimension.
    fn named(&mut self, ident: &Ident) -> usize {
        let name = ident.unraw().to_string();
        self.dims
            .iter()
            .position(|d| d.name == name)
            .unwrap_or_else(|| {
                self.dims.push(DimName {
                    ident: ident.clone(),
                    name,
                    fixed: false,
                    lead: false,
                    late: false,
                });
                self.dims.len() - 1
            })
    }

    fn read_dim(&mut self, arg: &syn::GenericArgument) -> Result<DimSpec, Box<Diagnostic>> {
        let wrong = |title: &str, help: &str| {
            Err(Box::new(
                Diagnostic::new(Code::E103, arg, title).help(help.to_owned()),
            ))
        };
        match arg {
            syn::GenericArgument::Type(syn::Type::Group(inner)) => {
                self.read_dim(&syn::GenericArgument::Type((*inner.elem).clone()))
            }
            syn::GenericArgument::Const(syn::Expr::Group(inner)) => {
                self.read_dim(&syn::GenericArgument::Const((*inner.expr).clone()))
            }
            syn::GenericArgument::Type(syn::Type::Infer(_)) => Ok(DimSpec::Any),
            syn::GenericArgument::Type(syn::Type::Path(path)) => {
                if let Some(ident) = path.path.get_ident() {
                    let name = ident.unraw().to_string();
                    if name == "Dims" {
                        return wrong("`Dims` has a name", "write `Dims<B>`");
                    }
                    if DType::from_name(&name).is_some() {
                        return wrong(
                            &format!("`{name}` is an element type, not a dimension"),
                            "a tensor has one element type, which comes first",
                        );
                    }
                    let place = self.named(ident);
                    if self.dims.get(place).is_some_and(|d| d.lead) {
                        return wrong(
                            &format!("`{name}` is a list of dimensions, not one"),
                            "give the one dimension a name of its own",
                        );
                    }
                    return Ok(DimSpec::Named(place));
                }
                match path.path.segments.last() {
                    Some(last) if last.ident == "Dims" => match only_type(&last.arguments) {
                        Some(syn::Type::Infer(_)) => Ok(DimSpec::Lead(None)),
                        Some(syn::Type::Path(name)) if name.path.get_ident().is_some() => {
                            let Some(ident) = name.path.get_ident() else {
                                return Ok(DimSpec::Lead(None));
                            };
                            let fresh = self.dims.len();
                            let place = self.named(ident);
                            if let Some(dim) = self.dims.get_mut(place) {
                                if place < fresh && !dim.lead {
                                    return wrong(
                                        &format!("`{ident}` is one dimension, not a list"),
                                        "give the list a name of its own",
                                    );
                                }
                                dim.lead = true;
                            }
                            Ok(DimSpec::Lead(Some(place)))
                        }
                        _ => wrong("`Dims` has one name", "write `Dims<B>`"),
                    },
                    _ => wrong(
                        "this is no dimension",
                        "a dimension is a name (`N`), a size (`3`), `{N * 2}`, `Dims<B>`, or `_`",
                    ),
                }
            }
            syn::GenericArgument::Const(syn::Expr::Lit(lit)) => match &lit.lit {
                syn::Lit::Int(int) => match int.base10_parse() {
                    Ok(size) => Ok(DimSpec::Size(size)),
                    Err(_) => wrong("a size is a number of elements", "write `3`"),
                },
                _ => wrong("a size is an integer", "write `3`, a name, or `_`"),
            },
            syn::GenericArgument::Const(syn::Expr::Block(block)) => {
                match block.block.stmts.as_slice() {
                    [syn::Stmt::Expr(expr, None)] => match self.computed(expr) {
                        Some(dim) => Ok(DimSpec::Computed(dim)),
                        None => wrong(
                            "this size is not a sum of products of dimensions",
                            "write names, integers, `+`, `-` and `*`: `{N * 2 + 1}`",
                        ),
                    },
                    _ => wrong("a computed size is one expression", "write `{N * 2}`"),
                }
            }
            _ => wrong(
                "this is no dimension",
                "a dimension is a name (`N`), a size (`3`), `{N * 2}`, `Dims<B>`, or `_`",
            ),
        }
    }

    fn computed(&mut self, expr: &syn::Expr) -> Option<crate::check::dim::Dim> {
        use crate::check::dim::Dim;
        match expr {
            syn::Expr::Paren(inner) => self.computed(&inner.expr),
            syn::Expr::Group(inner) => self.computed(&inner.expr),
            syn::Expr::Lit(lit) => match &lit.lit {
                syn::Lit::Int(int) => int.base10_parse().ok().map(Dim::size),
                _ => None,
            },
            syn::Expr::Path(path) => {
                let place = self.named(path.path.get_ident()?);
                let one = self.dims.get(place).is_some_and(|d| !d.lead);
                one.then(|| Dim::named(place))
            }
            syn::Expr::Binary(binary) => {
                let (left, right) = (self.computed(&binary.left)?, self.computed(&binary.right)?);
                match binary.op {
                    syn::BinOp::Add(_) => Some(left.plus(&right)),
                    syn::BinOp::Sub(_) => Some(left.minus(&right)),
                    syn::BinOp::Mul(_) => Some(left.times(&right)),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// The library whose tensor type this is: `candle_core::Tensor`.
fn library_tensor(ty: &syn::Type) -> Option<String> {
    let syn::Type::Path(path) = ty else {
        return None;
    };
    let (library, last) = crate::diag::foreign::library(&path.path)?;
    (last == "Tensor").then_some(library)
}

/// The last segment of a path `Tensor` or `Scalar`, and whether it is a scalar.
pub fn is_tensor(ty: &syn::Type) -> Option<(&syn::PathSegment, bool)> {
    let syn::Type::Path(path) = ty else {
        return None;
    };
    let last = path.path.segments.last()?;
    let plain = path.path.segments.len() == 1
        || path
            .path
            .segments
            .first()
            .is_some_and(|s| s.ident == "eagerpy");
    match last.ident.to_string().as_str() {
        "Tensor" if plain => Some((last, false)),
        "Scalar" if plain => Some((last, true)),
        _ => None,
    }
}

/// The only type argument.
fn only_type(arguments: &syn::PathArguments) -> Option<&syn::Type> {
    let syn::PathArguments::AngleBracketed(arguments) = arguments else {
        return None;
    };
    match arguments.args.first() {
        Some(syn::GenericArgument::Type(ty)) if arguments.args.len() == 1 => Some(ty),
        _ => None,
    }
}

/// `Vec<T>` or `Option<T>`.
fn container(path: &syn::TypePath) -> Option<(&'static str, &syn::Type)> {
    let last = path.path.segments.last()?;
    let name = match last.ident.to_string().as_str() {
        "Vec" => "Vec",
        "Option" => "Option",
        _ => return None,
    };
    only_type(&last.arguments).map(|inner| (name, inner))
}

/// Generic types of the standard library, which may well stand with `_` in a `let`.
const STD: [&str; 22] = [
    "Vec",
    "VecDeque",
    "Option",
    "Result",
    "Box",
    "Rc",
    "Arc",
    "Cell",
    "RefCell",
    "Mutex",
    "RwLock",
    "HashMap",
    "HashSet",
    "BTreeMap",
    "BTreeSet",
    "BinaryHeap",
    "Cow",
    "Range",
    "PhantomData",
    "Dims",
    "Tensor",
    "Scalar",
];

/// Does a type of this name never stand for a struct under `#[agnostic]`?
pub fn is_std(name: &syn::Ident) -> bool {
    STD.contains(&name.to_string().as_str())
}

/// `Name<_, …>`, a struct or an enum under `#[agnostic]`: what stands behind the `_`.
fn struct_arguments(path: &syn::TypePath) -> Option<Vec<&syn::GenericArgument>> {
    let last = path.path.segments.last()?;
    if is_std(&last.ident) {
        return None;
    }
    let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    let mut arguments = arguments.args.iter();
    match arguments.next() {
        Some(syn::GenericArgument::Type(syn::Type::Infer(_))) => Some(arguments.collect()),
        _ => None,
    }
}

/// Is it `Name<_, …>`?
pub fn is_struct(ty: &syn::Type) -> bool {
    matches!(ty, syn::Type::Path(path) if struct_arguments(path).is_some())
}

/// Does `Tensor`, `Scalar`, or a struct under `#[agnostic]` stand anywhere in the type?
pub fn mentions_ours(ty: &syn::Type) -> bool {
    struct Finder(bool);
    impl<'a> syn::visit::Visit<'a> for Finder {
        fn visit_type(&mut self, ty: &'a syn::Type) {
            self.0 |= is_tensor(ty).is_some() || is_struct(ty);
            syn::visit::visit_type(self, ty);
        }
    }
    let mut finder = Finder(false);
    syn::visit::Visit::visit_type(&mut finder, ty);
    finder.0
}

/// The names of the element types.
pub fn dtype_names() -> Vec<&'static str> {
    DType::ALL.iter().map(|d| d.name()).collect()
}

/// The element type that is meant by a word: that of another library, or the nearest.
pub fn near_dtype(word: &str) -> Option<&'static str> {
    crate::diag::foreign::dtype(word).or_else(|| nearest(word, dtype_names()))
}

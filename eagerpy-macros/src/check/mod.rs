//! STAGE 2: the body, typed.
//!
//! In: a [`Function`]. Out: a [`hir::Body`], in which every expression has a type, and mistakes in
//! the [`Diagnostics`]: all of them, since an expression that is wrong becomes [`Ty::Poison`], from
//! which nothing further is told. After this stage's barrier nothing can fail for a user's reason.
//!
//! | file | what it checks |
//! |---|---|
//! | `stmt` | statements, blocks, patterns, control flow |
//! | `expr` | expressions: what is a tensor's, what is the host's |
//! | `call` | a call of an operation: its arguments matched to its parameters |
//! | `rules` | element type and shape of its result |
//! | `function` | calls of other functions |
//! | `closure` | closures that are handed to them |
//! | `derivative` | derivatives in the body |
//! | `container` | lists, optional tensors, structs and enums |
//! | `growing` | lists and options whose type is not written |
//! | `native` | `native! { … }` |
//! | `index` | `x[…]` |
//! | `advice`, `mend` | what messages say beyond the mistake |
//! | `host` | host code, and the questions to tensors in it |

mod advice;
mod call;
mod closure;
mod container;
mod derivative;
pub mod dim;
mod element;
mod expr;
mod function;
mod growing;
pub mod hir;
mod host;
mod index;
mod mend;
mod model;
mod native;
#[cfg(test)]
pub mod print;
mod result;
mod rules;
mod stmt;
pub mod ty;

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use eagerpy_runtime::DType;

pub use self::call::{elements, strip};
pub use self::derivative::Derivative;
use self::dim::Dim;
pub use self::expr::operator_name;
pub use self::host::QUERIES;
pub use self::index::Items;
pub use self::native::native_arms;
use self::ty::{AdtTy, Elem, FnTy, Host, Shape, Show, Tensor, Ty};
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::syntax::links::Links;
use crate::syntax::{DimSpec, Function, StructType, TensorType, Type, adt};

/// Checks a function's body.
pub fn check(function: &Function, links: &mut Links, diagnostics: &mut Diagnostics) -> hir::Body {
    let mut lists = growing::Grown::default();
    let told = diagnostics.mark();
    loop {
        let body = looked_at(function, links, diagnostics, &mut lists);
        if !lists.again() {
            return body;
        }
        // What was told of lists that were not known yet is void.
        diagnostics.rewind(told);
    }
}

/// The body, with what is known of its lists.
fn looked_at(
    function: &Function,
    links: &mut Links,
    diagnostics: &mut Diagnostics,
    lists: &mut growing::Grown,
) -> hir::Body {
    let mut checker = Checker::new(function, links, diagnostics, lists);
    let params = checker.vars.iter().map(|v| v.ty.clone()).collect();
    let block = checker.function_body();
    checker.check_shared();
    checker.foreign_host_code();
    let result = checker.declared_result();
    let pushed = std::mem::take(&mut checker.pushed);
    hir::Body {
        pushed,
        block,
        vars: checker.vars.iter().map(|v| v.name.clone()).collect(),
        result,
        params,
        dims: checker.names,
        shared: checker.shared.found,
    }
}

/// What a name means in a body.
#[derive(Clone)]
enum Binding {
    Tensor(hir::VarId),
    Host(Host, Dim),
    /// A list or an optional value that is empty at its `let`: the host's, as long as no tensor gets into it.
    Empty(growing::Place),
}

#[derive(Clone)]
struct Var {
    name: String,
    ty: Ty,
    /// Tensors are bound anew, never written, but `let mut` is asked for as in Rust.
    mutable: bool,
    /// The `let` that says what type it has by what it grows by.
    grows: Option<growing::Place>,
}

/// The float type that bare `Tensor`s share.
struct Shared {
    /// Does a parameter have it? Then it is the caller's.
    given: bool,
    /// What the body makes of it otherwise.
    found: Option<DType>,
    /// Where the body first needs it.
    used: Option<crate::origin::Origin>,
}

/// A loop while its body is checked: what its jumps leave.
struct Looped {
    id: hir::LoopId,
    label: Option<String>,
    /// A labelled block does not.
    repeats: bool,
    /// May `break` give a value?
    gives: bool,
    /// What the variables are at each `break`, its value's type, and where that stands.
    breaks: Vec<(hir::Types, Ty, crate::origin::Origin)>,
    continues: Vec<hir::Types>,
}

struct Checker<'a> {
    function: &'a Function,
    links: &'a mut Links,
    diagnostics: &'a mut Diagnostics,
    scopes: Vec<HashMap<String, Binding>>,
    vars: Vec<Var>,
    shared: Shared,
    /// Names of the dimensions, for messages.
    names: Vec<String>,
    holes: usize,
    /// The loops around this place, the innermost last.
    loops: Vec<Looped>,
    loop_count: usize,
    /// In a closure: the variables before this one are the outside's, and are not written.
    outside: hir::VarId,
    /// Type of the results seen so far, where the signature leaves the shape open.
    results: Vec<Ty>,
    /// The variables whose lists grow.
    pushed: BTreeSet<hir::VarId>,
    lists: &'a mut growing::Grown,
}

impl<'a> Checker<'a> {
    fn new(
        function: &'a Function,
        links: &'a mut Links,
        diagnostics: &'a mut Diagnostics,
        lists: &'a mut growing::Grown,
    ) -> Self {
        let names = function.dims.iter().map(|d| d.name.clone()).collect();
        let given = function.params.iter().any(|p| gives_float(&p.ty));
        let mut checker = Checker {
            function,
            links,
            diagnostics,
            scopes: vec![HashMap::new()],
            vars: Vec::new(),
            shared: Shared {
                given,
                found: None,
                used: None,
            },
            names,
            holes: 0,
            loops: Vec::new(),
            loop_count: 0,
            outside: 0,
            results: Vec::new(),
            pushed: BTreeSet::new(),
            lists,
        };
        for (place, dim) in function.dims.iter().enumerate().filter(|(_, d)| !d.lead) {
            checker.bind(&dim.name, Binding::Host(Host::Int, Dim::named(place)));
        }
        for (place, param) in function.params.iter().enumerate() {
            let binding = match &param.ty {
                Type::Host(ty) => Binding::Host(host::kind_of(ty), Dim::Unknown),
                ty => {
                    let ty = match ty {
                        // What elementwise operations keep has the rank of this parameter.
                        Type::Tensor(tensor) if tensor.dims.is_none() => Ty::Tensor(Tensor {
                            dtype: tensor.dtype.map_or(Elem::Shared, Elem::Known),
                            shape: Shape::Like(BTreeSet::from([place])),
                        }),
                        ty => declared(ty),
                    };
                    Binding::Tensor(checker.new_var(&param.name, ty, param.mutable))
                }
            };
            checker.bind(&param.name, binding);
        }
        checker
    }

    fn new_var(&mut self, name: &str, ty: Ty, mutable: bool) -> hir::VarId {
        self.vars.push(Var {
            name: name.to_owned(),
            ty,
            mutable,
            grows: None,
        });
        self.vars.len() - 1
    }

    fn bind(&mut self, name: &str, binding: Binding) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.to_owned(), binding);
        }
    }

    fn lookup(&self, name: &str) -> Option<&Binding> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name))
    }

    fn show(&self) -> Show<'_> {
        Show { names: &self.names }
    }

    fn push(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Are these one element type? The shared float type takes the first that it meets, if no
    /// parameter has it.
    fn same_elem(&mut self, a: Elem, b: Elem) -> bool {
        match (self.resolved(a), self.resolved(b)) {
            (Elem::Unknown, _) | (_, Elem::Unknown) => true,
            (Elem::Shared, Elem::Known(dtype)) | (Elem::Known(dtype), Elem::Shared)
                if !self.shared.given && dtype.is_float() =>
            {
                self.shared.found = Some(dtype);
                true
            }
            (a, b) => a == b,
        }
    }

    fn resolved(&self, elem: Elem) -> Elem {
        match (elem, self.shared.found) {
            (Elem::Shared, Some(dtype)) => Elem::Known(dtype),
            (elem, _) => elem,
        }
    }

    /// What both types say: where they differ in sizes, nothing is known; `None` where they
    /// cannot be one variable's.
    fn join(&mut self, a: &Ty, b: &Ty) -> Option<Ty> {
        Some(match (a, b) {
            (Ty::Poison, _) | (_, Ty::Poison) => Ty::Poison,
            (Ty::Never, other) | (other, Ty::Never) => other.clone(),
            (Ty::Opaque, Ty::Opaque) => Ty::Opaque,
            (Ty::Opaque, Ty::Tensor(t)) | (Ty::Tensor(t), Ty::Opaque) => Ty::Tensor(Tensor {
                dtype: t.dtype,
                shape: Shape::Unknown,
            }),
            (Ty::Tensor(a), Ty::Tensor(b)) => {
                if !self.same_elem(a.dtype, b.dtype) {
                    return None;
                }
                let dtype = if a.dtype == Elem::Unknown {
                    b.dtype
                } else {
                    a.dtype
                };
                let shape = match (&a.shape, &b.shape) {
                    (Shape::Ranked(x), Shape::Ranked(y)) if x.len() == y.len() => Shape::Ranked(
                        x.iter()
                            .zip(y)
                            .map(|(x, y)| if x == y { x.clone() } else { Dim::Unknown })
                            .collect(),
                    ),
                    (x, y) if x == y => x.clone(),
                    _ => Shape::Unknown,
                };
                Ty::Tensor(Tensor { dtype, shape })
            }
            // Host code of which nothing is known may well give nothing.
            (Ty::Host(Host::Unit), Ty::Host(Host::Unknown))
            | (Ty::Host(Host::Unknown), Ty::Host(Host::Unit)) => Ty::UNIT,
            (Ty::Host(Host::Unit), Ty::Host(b)) if *b != Host::Unit => return None,
            (Ty::Host(a), Ty::Host(Host::Unit)) if *a != Host::Unit => return None,
            (Ty::Option(inner), Ty::Host(Host::None))
            | (Ty::Host(Host::None), Ty::Option(inner)) => Ty::Option(inner.clone()),
            (Ty::List(element), Ty::Host(Host::Empty))
            | (Ty::Host(Host::Empty), Ty::List(element)) => Ty::List(element.clone()),
            (Ty::Host(a), Ty::Host(b)) => Ty::Host(if a == b { *a } else { Host::Unknown }),
            (Ty::List(a), Ty::List(b)) => Ty::List(Box::new(self.join(a, b)?)),
            (Ty::Option(a), Ty::Option(b)) => Ty::Option(Box::new(self.join(a, b)?)),
            (Ty::Fn(a), Ty::Fn(b)) if a == b => Ty::Fn(Rc::clone(a)),
            (Ty::Adt(a), Ty::Adt(b)) if same_struct(&a.ty, &b.ty) => {
                let mut fields = Vec::new();
                for (x, y) in a.fields.iter().zip(&b.fields) {
                    let mut joined = Vec::new();
                    for (x, y) in x.iter().zip(y) {
                        joined.push(self.join(x, y)?);
                    }
                    fields.push(joined);
                }
                Ty::Adt(Rc::new(AdtTy {
                    ty: a.ty.clone(),
                    fields,
                }))
            }
            (Ty::Tuple(a), Ty::Tuple(b)) if a.len() == b.len() => {
                let mut parts = Vec::new();
                for (x, y) in a.iter().zip(b) {
                    parts.push(self.join(x, y)?);
                }
                Ty::Tuple(parts)
            }
            _ => return None,
        })
    }

    /// The shared float type must come from somewhere.
    fn check_shared(&mut self) {
        // What is still asked for may say it.
        let pending = !self.links.wanted().is_empty();
        if self.shared.given || self.shared.found.is_some() || pending {
            return;
        }
        let declared = matches!(&self.function.result, Type::Tensor(t) if t.dtype.is_none());
        let place = match &self.shared.used {
            Some(origin) => origin.tokens().clone(),
            None if declared && !self.results.is_empty() => {
                use quote::ToTokens;
                self.function.item.sig.output.to_token_stream()
            }
            None => return,
        };
        // With the keyword, where it is a call.
        let named = match syn::parse2::<syn::Expr>(place.clone()) {
            Ok(syn::Expr::Call(mut call)) => {
                call.args.push(syn::parse_quote!(dtype = f32));
                crate::diag::foreign::short(&quote::ToTokens::to_token_stream(&call))
            }
            _ => None,
        };
        let named = named.unwrap_or_else(|| "dtype = f32".to_owned());
        let help = match declared {
            true => format!("name it: `{named}`, or write the type of the result, `Tensor<f32>`"),
            false => format!("name it: `{named}`"),
        };
        self.push(
            Diagnostic::new(Code::E217, place, "nothing says which float type this is").help(help),
        );
    }
}

fn declared_dim(spec: &DimSpec) -> Dim {
    match spec {
        DimSpec::Named(place) => Dim::named(*place),
        DimSpec::Size(n) => Dim::size(i64::try_from(*n).unwrap_or(i64::MAX)),
        DimSpec::Computed(dim) => dim.clone(),
        DimSpec::Lead(_) | DimSpec::Any => Dim::Unknown,
    }
}

/// A declared shape.
fn declared_shape(dims: Option<&[DimSpec]>) -> Shape {
    match dims {
        None => Shape::Unknown,
        Some([DimSpec::Lead(lead), tail @ ..]) => Shape::Led {
            lead: *lead,
            tail: tail.iter().map(declared_dim).collect(),
        },
        Some(dims) => Shape::Ranked(dims.iter().map(declared_dim).collect()),
    }
}

/// A declared type.
pub fn declared(ty: &Type) -> Ty {
    match ty {
        Type::Tensor(tensor) => Ty::Tensor(Tensor {
            dtype: tensor.dtype.map_or(Elem::Shared, Elem::Known),
            shape: declared_shape(tensor.dims.as_deref()),
        }),
        Type::Host(ty) => Ty::Host(host::kind_of(ty)),
        Type::Tuple(parts) => Ty::Tuple(parts.iter().map(declared).collect()),
        Type::List { element, .. } => Ty::List(Box::new(declared(element))),
        Type::Option(inner) => Ty::Option(Box::new(declared(inner))),
        Type::Struct(ty) => Ty::Adt(Rc::new(AdtTy {
            fields: fields_of(ty),
            ty: ty.clone(),
        })),
        Type::Fn(ty) => Ty::Fn(Rc::new(FnTy {
            args: ty.args.iter().map(declared).collect(),
            result: declared(&ty.result),
            ty: ty.clone(),
        })),
        Type::Unknown => Ty::Poison,
    }
}

/// The types of a struct's fields, by variant, in the dimensions of the function that names the struct.
fn fields_of(ty: &StructType) -> Vec<Vec<Ty>> {
    ty.def
        .variants
        .iter()
        .map(|variant| {
            variant
                .fields
                .iter()
                .map(|field| declared(&instance(&field.ty, ty)))
                .collect()
        })
        .collect()
}

/// A field's type, in the dimensions of the function that names the struct.
pub fn instance(field: &Type, of: &StructType) -> Type {
    let listed = of.def.dims.len();
    let dims = |dims: &Option<Vec<DimSpec>>| {
        dims.as_ref().map(|dims| {
            dims.iter()
                .map(|dim| adt::instance(dim, listed, of.dims.as_deref()))
                .collect()
        })
    };
    match field {
        Type::Tensor(tensor) => Type::Tensor(TensorType {
            dims: dims(&tensor.dims),
            ..tensor.clone()
        }),
        Type::Tuple(parts) => Type::Tuple(parts.iter().map(|p| instance(p, of)).collect()),
        Type::List { element, slice } => Type::List {
            element: Box::new(instance(element, of)),
            slice: *slice,
        },
        Type::Option(inner) => Type::Option(Box::new(instance(inner, of))),
        Type::Struct(inner) => Type::Struct(StructType {
            dims: dims(&inner.dims),
            ..inner.clone()
        }),
        other => other.clone(),
    }
}

/// Are these the same struct? It may go by two paths.
pub fn same_struct(a: &StructType, b: &StructType) -> bool {
    let definition = |ty: &'_ StructType| ty.def.told.as_ref().map(|told| told.definition.clone());
    std::rc::Rc::ptr_eq(&a.def, &b.def)
        || (a.def.name == b.def.name && definition(a) == definition(b))
}

/// Does an argument of this type say what the shared float type is?
pub fn gives_float(ty: &Type) -> bool {
    match ty {
        Type::Tensor(tensor) => tensor.dtype.is_none(),
        Type::List { element: inner, .. } => gives_float(inner),
        Type::Tuple(parts) => parts.iter().any(gives_float),
        Type::Struct(ty) => ty.def.float,
        // It may be `None`; a function's type says nothing.
        Type::Option(_) | Type::Fn(_) | Type::Host(_) | Type::Unknown => false,
    }
}

//! Calls: of operations, with their arguments in their places; of lists, options and structs; of other functions.

use std::rc::Rc;

use eagerpy_runtime::ops::{Default as Missing, Family, Kind, OpInfo, OutDType, Param};
use proc_macro2::Ident;
use quote::quote;
use syn::Expr;
use syn::ext::IdentExt;
use syn::punctuated::Punctuated;
use syn::visit_mut::VisitMut;

use super::CALLEE;
use super::tokens::{Integer, borrow, is_word, item, list, none, postfix, take, wrap};
use super::what::{Elem, PRIMITIVES, What, dtype_named, variant};
use super::writer::Writer;
use crate::check::QUERIES;

impl Writer<'_> {
    pub fn method(&mut self, expr: &mut Expr) -> What {
        let Expr::MethodCall(call) = expr else {
            return What::Host;
        };
        if let Some(turbofish) = &mut call.turbofish {
            self.types()
                .visit_angle_bracketed_generic_arguments_mut(turbofish);
        }
        match self.expr(&mut call.receiver) {
            What::Tensor(elem) => self.operation(expr, elem),
            What::Struct(_) => {
                for arg in &mut call.args {
                    match &*arg {
                        Expr::Closure(_) => self.closure(arg, &What::GIVEN),
                        _ => self.value(arg),
                    };
                    self.by_name(arg);
                }
                if call.method == "clone" {
                    call.method = Ident::new("__same", call.method.span());
                }
                What::GIVEN
            }
            What::List(of) => self.of_list(expr, of),
            What::Iter(of) => self.of_iterator(call, of),
            What::Option(of) => {
                let name = call.method.unraw().to_string();
                for arg in &mut call.args {
                    self.value(arg);
                }
                match name.as_str() {
                    "unwrap_or" => {
                        self.kept(&mut call.receiver, &What::Option(of.clone()));
                        *of
                    }
                    "clone" | "as_ref" => {
                        call.method = Ident::new("__same", call.method.span());
                        What::Option(of)
                    }
                    _ => What::Host,
                }
            }
            _ => self.of_iterator(call, Box::new(What::Host)),
        }
    }

    fn operation(&mut self, expr: &mut Expr, elem: Elem) -> What {
        let Expr::MethodCall(call) = expr else {
            return What::Host;
        };
        let name = call.method.unraw().to_string();
        if QUERIES.contains(&name.as_str()) {
            for arg in &mut call.args {
                self.expr(arg);
                self.integer(arg, Integer::Signed);
            }
            if name == "item" && call.args.is_empty() {
                item(expr, elem);
            }
            return What::Host;
        }
        match OpInfo::find(&name) {
            Some(op) if op.is_method() => {
                let (args, what) = self.arguments(op, Some(elem), &mut call.args);
                // The documentation of another name is that of the main one.
                if name != op.name {
                    call.method = Ident::new(op.name, call.method.span());
                }
                call.args = args;
                what
            }
            _ => {
                for arg in &mut call.args {
                    self.value(arg);
                }
                What::Tensor(elem)
            }
        }
    }

    fn of_list(&mut self, expr: &mut Expr, of: Box<What>) -> What {
        let Expr::MethodCall(call) = expr else {
            return What::Host;
        };
        for arg in &mut call.args {
            self.value(arg);
        }
        match call.method.unraw().to_string().as_str() {
            "iter" => {
                postfix(expr, "__each");
                What::Iter(of)
            }
            "into_iter" => {
                self.kept(&mut call.receiver, &What::List(of.clone()));
                What::Iter(of)
            }
            "clone" | "to_vec" => {
                call.method = Ident::new("__same", call.method.span());
                What::List(of)
            }
            _ => What::Host,
        }
    }

    /// A method of what goes over these; of any host value, where nothing of ours is in it.
    fn of_iterator(&mut self, call: &mut syn::ExprMethodCall, of: Box<What>) -> What {
        let name = call.method.unraw().to_string();
        let zips = name == "zip";
        let mut given = What::Host;
        for arg in &mut call.args {
            given = match arg {
                Expr::Closure(_) => self.closure(arg, &of),
                arg if zips => self.over(arg),
                arg => self.expr(arg),
            };
        }
        match name.as_str() {
            "map" if given.has_tensor() => What::Iter(Box::new(given)),
            "zip" if of.has_tensor() || given.has_tensor() => {
                What::Iter(Box::new(What::Tuple(vec![*of, given])))
            }
            _ if !of.has_tensor() => What::Host,
            "enumerate" => What::Iter(Box::new(What::Tuple(vec![What::Host, *of]))),
            "collect" => {
                // A list, where nothing else is said.
                if call.turbofish.is_none() {
                    call.turbofish = Some(syn::parse_quote!(::<::std::vec::Vec<_>>));
                }
                What::List(of)
            }
            "rev" | "skip" | "take" | "filter" | "step_by" | "chain" => What::Iter(of),
            _ => What::Host,
        }
    }

    pub fn call(&mut self, expr: &mut Expr) -> What {
        let Expr::Call(call) = expr else {
            return What::Host;
        };
        let path = match &*call.func {
            Expr::Path(path) => path.path.clone(),
            _ => {
                self.expr(&mut call.func);
                for arg in &mut call.args {
                    self.expr(arg);
                }
                return What::Host;
            }
        };
        let name = path.get_ident().map(|name| name.unraw().to_string());
        let local = name.as_deref().and_then(|name| self.lookup(name)).cloned();
        let op = match &name {
            Some(name) if local.is_none() => OpInfo::find(name),
            _ => None,
        };
        // Arguments are read once: which function is meant depends on what they are.
        let mut given = Vec::new();
        for arg in &mut call.args {
            given.push(match arg {
                Expr::Closure(_) => What::Host,
                arg => self.argument(arg),
            });
        }
        let is_closure = |arg: &Expr| matches!(arg, Expr::Closure(f) if !f.inputs.is_empty());
        // One that has nothing but closures yet is most likely one of ours, whose tensors are to come.
        let begun = op.is_none() && !call.args.is_empty() && call.args.iter().all(is_closure);
        let tensors = begun || given.iter().any(What::has_tensor);
        for arg in &mut call.args {
            match tensors {
                true => self.closure(arg, &What::GIVEN),
                false => self.closure(arg, &What::Host),
            };
        }
        if let (Some(op), Some(word)) = (op, path.get_ident())
            && (tensors || op.family == Family::Creation)
        {
            let (args, what) = self.placed(op, None, &mut call.args, &given);
            let krate = self.krate;
            let word = Ident::new(op.name, word.span());
            *call.func = Expr::Verbatim(quote!(#krate::functions::#word));
            call.args = args;
            return what;
        }
        for (arg, what) in call.args.iter_mut().zip(&given) {
            self.kept(arg, what);
        }
        if path.is_ident("Some") {
            let what = given.into_iter().next().unwrap_or(What::Host);
            return match what.has_tensor() {
                true => What::Option(Box::new(what)),
                false => What::Host,
            };
        }
        if let Some(What::Brought(gives)) = local {
            return *gives;
        }
        if local.is_some() {
            return What::Host;
        }
        if let Expr::Path(path) = &mut *call.func
            && self.structs.named(&path.path).is_some()
        {
            return self.constructor(&mut path.path);
        }
        if !tensors || !self.callee(&mut call.func) {
            return What::Host;
        }
        for arg in &mut call.args {
            self.by_name(arg);
        }
        What::GIVEN
    }

    /// An agnostic function that is handed over by its name.
    fn by_name(&self, arg: &mut Expr) {
        let Expr::Path(path) = &*arg else {
            return;
        };
        let name = path.path.get_ident().map(|name| name.unraw().to_string());
        if name.is_none_or(|name| self.lookup(&name).is_none() && name != "self") {
            self.callee(arg);
        }
    }

    /// The name of a struct, a variant, or a function of theirs, in an expression: the struct is one of stubs.
    pub fn constructor(&self, path: &mut syn::Path) -> What {
        let Some((def, place)) = self.structs.named(path) else {
            return What::Host;
        };
        if !def.tensors {
            return What::Host;
        }
        let made = place + 1 == path.segments.len() || def.is_enum && variant(def, path).is_some();
        let krate = self.krate;
        // Nothing else says what the float type is where a value is made of stubs.
        let float = def.float.then(|| quote!(, f32));
        if let Some(segment) = path.segments.iter_mut().nth(place) {
            segment.arguments = syn::PathArguments::AngleBracketed(
                syn::parse_quote!(::<#krate::__private::editor::AnyBackend #float>),
            );
        }
        match made {
            true => What::Struct(Rc::clone(def)),
            false => What::GIVEN,
        }
    }

    /// `Layer { w, b, ..p }`
    pub fn literal(&mut self, expr: &mut Expr) -> What {
        let Expr::Struct(literal) = expr else {
            return What::Host;
        };
        let what = self.constructor(&mut literal.path);
        for field in &mut literal.fields {
            self.value(&mut field.expr);
            // A name alone stays one.
            if !matches!(field.expr, Expr::Path(_)) {
                field.colon_token.get_or_insert_default();
            }
        }
        if let Some(rest) = &mut literal.rest {
            self.value(rest);
        }
        what
    }

    /// Another agnostic function, by its stub. A name with a capital is that of a variant or a struct, and what is behind
    /// that or a type's own name is no agnostic function.
    pub fn callee(&self, function: &mut Expr) -> bool {
        let Expr::Path(path) = function else {
            return false;
        };
        let of_a_type = |segment: &syn::PathSegment| {
            let name = segment.ident.unraw().to_string();
            name.starts_with(char::is_uppercase) || PRIMITIVES.contains(&name.as_str())
        };
        if path.path.segments.iter().any(of_a_type) {
            return false;
        }
        let Some(last) = path.path.segments.last_mut() else {
            return false;
        };
        let mut callee = syn::PathSegment::from(Ident::new(CALLEE, last.ident.span()));
        // What is left for rustc to find is partly of tensors, which the stub has no parameters for.
        if let syn::PathArguments::AngleBracketed(mut given) =
            std::mem::replace(&mut last.arguments, syn::PathArguments::None)
        {
            let named = |arg: &syn::GenericArgument| {
                !matches!(arg, syn::GenericArgument::Type(syn::Type::Infer(_)))
            };
            given.args = given.args.into_iter().filter(named).collect();
            callee.arguments = syn::PathArguments::AngleBracketed(given);
        }
        path.path.segments.push(callee);
        true
    }

    /// An argument of a call; the word of a keyword is none.
    fn argument(&mut self, arg: &mut Expr) -> What {
        match arg {
            Expr::Assign(pair) => self.expr(&mut pair.right),
            other => self.expr(other),
        }
    }

    fn arguments(&mut self, op: &OpInfo, receiver: Option<Elem>, args: &mut Args) -> (Args, What) {
        let given: Vec<What> = args.iter_mut().map(|arg| self.argument(arg)).collect();
        self.placed(op, receiver, args, &given)
    }

    /// The arguments in their places, with what is left out filled in, and what the operation gives.
    fn placed(
        &mut self,
        op: &OpInfo,
        receiver: Option<Elem>,
        args: &mut Args,
        given: &[What],
    ) -> (Args, What) {
        let first = usize::from(receiver.is_some());
        // All that is left goes into the last parameter, as one list.
        if let Some((Kind::Rest, last)) = op.params.last().map(|p| (p.kind, op.params.len() - 1))
            && args.len() > last
            && !args.iter().any(|arg| matches!(arg, Expr::Assign(_)))
        {
            let mut whole: Vec<Expr> = std::mem::take(args).into_iter().collect();
            let elems = whole.split_off(last).into_iter().collect();
            args.extend(whole);
            args.push(Expr::Array(syn::ExprArray {
                attrs: Vec::new(),
                bracket_token: syn::token::Bracket::default(),
                elems,
            }));
        }
        let mut slots: Vec<Option<Expr>> = op.params.iter().map(|_| None).collect();
        let mut elem = receiver.filter(|_| op.params.first().map(|p| p.kind) != Some(Kind::Mask));
        let mut dtype = Elem::Float;
        let mut next = first;
        // Which argument goes where, before any is taken: one that has no place leaves all as they are.
        let mut places = Vec::new();
        for arg in args.iter() {
            let place = match arg {
                Expr::Assign(pair) => op.params.iter().position(|p| is_word(&pair.left, p.name)),
                _ => {
                    next += 1;
                    (next <= op.params.len()).then(|| next - 1)
                }
            };
            match place {
                Some(place) if place >= first && !places.contains(&place) => places.push(place),
                _ => return (std::mem::take(args), gives(op, elem, dtype)),
            }
        }
        for ((arg, place), what) in std::mem::take(args).into_iter().zip(places).zip(given) {
            let Some(param) = op.params.get(place) else {
                continue;
            };
            let mut value = match arg {
                Expr::Assign(pair) => *pair.right,
                other => other,
            };
            match (param.kind, what) {
                (
                    Kind::Tensor | Kind::Operand | Kind::OptOperand | Kind::Rest,
                    What::Tensor(of),
                ) => {
                    elem = elem.or(Some(*of));
                }
                (Kind::Tensors, What::List(of)) => {
                    if let What::Tensor(of) = &**of {
                        elem = elem.or(Some(*of));
                    }
                }
                (Kind::Tensors, What::Tuple(parts)) => {
                    if let Some(What::Tensor(of)) = parts.first() {
                        elem = elem.or(Some(*of));
                    }
                }
                (Kind::DType, _) => {
                    if let Expr::Path(word) = &value {
                        dtype = Elem::of(dtype_named(&word.path));
                    }
                }
                _ => {}
            }
            self.converted(param, &mut value);
            if let Some(slot) = slots.get_mut(place) {
                *slot = Some(value);
            }
        }
        let mut out = Args::new();
        for (param, slot) in op.params.iter().zip(slots).skip(first) {
            match slot {
                Some(value) => out.push(value),
                None => out.extend(self.left_out(param)),
            }
        }
        (out, gives(op, elem, dtype))
    }

    /// An argument as the stub takes it.
    fn converted(&self, param: &Param, value: &mut Expr) {
        let krate = self.krate;
        let optional = param.default == Missing::None;
        if optional && is_word(value, "None") {
            if let Some(written) = self.left_out(param) {
                *value = written;
            }
            return;
        }
        match param.kind {
            Kind::Tensor | Kind::OptTensor | Kind::Mask | Kind::OptMask | Kind::Index => {
                borrow(value)
            }
            Kind::Operand | Kind::Flag | Kind::Text | Kind::IndexList => {}
            Kind::Tensors | Kind::Rest => {
                list(value);
                borrow(value);
            }
            Kind::Axes | Kind::Ints | Kind::Shape | Kind::OptInts => {
                self.integers(value);
                wrap(value, quote!(::core::convert::Into::into));
            }
            Kind::Num | Kind::OptNum | Kind::OptOperand => {
                wrap(value, quote!(::core::convert::Into::into));
            }
            Kind::Axis | Kind::OptAxis | Kind::FlatAxis | Kind::Int => {
                self.integer(value, Integer::Signed)
            }
            Kind::Size | Kind::OptSize => self.integer(value, Integer::Size),
            Kind::Seed => self.integer(value, Integer::Seed),
            Kind::Nums => {
                list(value);
                if let Expr::Array(array) = value {
                    for element in &mut array.elems {
                        wrap(element, quote!(#krate::Num::from));
                    }
                }
            }
            Kind::DType => match value {
                Expr::Infer(_) => *value = Expr::Verbatim(none()),
                // The function's own name for its float type.
                Expr::Path(path)
                    if self
                        .float
                        .as_ref()
                        .is_some_and(|float| path.path.is_ident(float)) =>
                {
                    *value = Expr::Verbatim(none());
                }
                Expr::Path(path) => {
                    if let (Some(dtype), Some(word)) =
                        (dtype_named(&path.path), path.path.get_ident())
                    {
                        let name = Ident::new(&format!("{dtype:?}"), word.span());
                        *value = Expr::Verbatim(quote!(#krate::DType::#name));
                    }
                    wrap(value, quote!(::core::option::Option::Some));
                }
                _ => {}
            },
            Kind::Pads => {
                list(value);
                if let Expr::Array(pairs) = value {
                    for pair in &mut pairs.elems {
                        if let Expr::Array(parts) = pair {
                            let elems = std::mem::take(&mut parts.elems);
                            *pair = Expr::Tuple(syn::ExprTuple {
                                attrs: Vec::new(),
                                paren_token: syn::token::Paren::default(),
                                elems,
                            });
                        }
                        if let Expr::Tuple(parts) = pair {
                            for part in &mut parts.elems {
                                self.integer(part, Integer::Size);
                            }
                        }
                    }
                }
                borrow(value);
            }
        }
        if matches!(
            param.kind,
            Kind::OptTensor
                | Kind::OptOperand
                | Kind::OptMask
                | Kind::OptAxis
                | Kind::FlatAxis
                | Kind::OptSize
                | Kind::OptNum
                | Kind::OptInts
        ) {
            wrap(value, quote!(::core::option::Option::Some));
        }
    }

    /// The value of a parameter that is left out; nothing where it must be given.
    fn left_out(&self, param: &Param) -> Option<Expr> {
        let krate = self.krate;
        let tokens = match (param.default, param.kind) {
            (Missing::Required, _) => return None,
            (Missing::None, Kind::Axes) => quote!(#krate::Axes::All),
            (Missing::None, _) => none(),
            (Missing::Int(n), Kind::Num) => quote!(::core::convert::Into::into(#n)),
            (Missing::Int(n), Kind::Axes | Kind::Ints) => {
                let n = proc_macro2::Literal::i64_unsuffixed(n);
                quote!(::core::convert::Into::into(#n))
            }
            (Missing::Int(n), _) => {
                let n = proc_macro2::Literal::i64_unsuffixed(n);
                quote!(#n)
            }
            (Missing::Float(n), _) => quote!(::core::convert::Into::into(#n)),
            (Missing::Bool(flag), _) => quote!(#flag),
            (Missing::Text(text), _) => quote!(#text),
        };
        Some(Expr::Verbatim(tokens))
    }

    /// A host integer of any width, as one of this.
    pub fn integer(&self, value: &mut Expr, to: Integer) {
        let literal = |value: &Expr| match value {
            Expr::Lit(lit) => matches!(&lit.lit, syn::Lit::Int(n) if n.suffix().is_empty()),
            _ => false,
        };
        let plain = match &*value {
            Expr::Unary(sign) => literal(&sign.expr) && !matches!(to, Integer::Size),
            other => literal(other),
        };
        if plain {
            return;
        }
        let krate = self.krate;
        wrap(value, quote!(#krate::__private::int));
        let ty = match to {
            Integer::Signed => return,
            Integer::Size => quote!(usize),
            Integer::Seed => quote!(u64),
        };
        *value = Expr::Cast(syn::ExprCast {
            attrs: Vec::new(),
            expr: Box::new(take(value)),
            as_token: <syn::Token![as]>::default(),
            ty: Box::new(syn::Type::Verbatim(ty)),
        });
    }

    /// A list of host integers of any width, or a host value that is one.
    fn integers(&self, value: &mut Expr) {
        list(value);
        let Expr::Array(array) = value else {
            return;
        };
        if array.elems.is_empty() {
            *value = Expr::Verbatim(quote!([0_i64; 0]));
            return;
        }
        for element in &mut array.elems {
            self.integer(element, Integer::Signed);
        }
    }
}

type Args = Punctuated<Expr, syn::Token![,]>;

/// What an operation gives.
fn gives(op: &OpInfo, elem: Option<Elem>, dtype: Elem) -> What {
    let elem = elem.unwrap_or(Elem::Float);
    What::Tensor(match op.out {
        OutDType::Same => elem,
        OutDType::Bool => Elem::Bool,
        OutDType::Sum if elem == Elem::Float => Elem::Float,
        OutDType::Sum | OutDType::Index => Elem::Int,
        OutDType::Arg => dtype,
        OutDType::F32 | OutDType::F64 => Elem::Float,
        OutDType::Pair => return What::Tuple(vec![What::Tensor(elem), What::Tensor(Elem::Int)]),
        OutDType::Twice => return What::Tuple(vec![What::Tensor(elem); 2]),
        OutDType::Thrice => return What::Tuple(vec![What::Tensor(elem); 3]),
        OutDType::List => return What::List(Box::new(What::Tensor(elem))),
        OutDType::Indexed => {
            let int = || What::Tensor(Elem::Int);
            return What::Tuple(vec![What::Tensor(elem), int(), int(), int()]);
        }
        OutDType::Weights => elem,
    })
}

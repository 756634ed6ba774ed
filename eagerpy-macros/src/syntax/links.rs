//! What a function's text names that stands elsewhere: other agnostic functions, and structs under `#[agnostic]`.
//!
//! A procedural macro sees one item. So every agnostic item also leaves a macro of its own name that holds its
//! signature or its fields. Where one is needed, the expansion stops and asks for it:
//!
//! ```text
//! Mlp! { ::eagerpy::__private::__link { what is known so far, and the item } }
//! ```
//!
//! which expands to a call of `__link!` with the signature put in, and the item is compiled again from there, knowing
//! more. `use` brings the macro along with the item, since the two share a name.
//!
//! A struct's macro also holds what the macros of the structs in it hold: who names the outer one need not name the inner
//! ones ([`Part`]).
//!
//! A struct's macro is to hold the signatures of its methods, too. Those are known to the `impl` alone, so where there is
//! one, the struct leaves its fields as `agnostic_Mlp!`, for the `impl` beside it, and that leaves `Mlp!`.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::visit_mut::VisitMut;

use super::adt::Adt;
use super::{DimSpec, Function, Part, StructType, Whole};
use crate::diag::Diagnostics;
use crate::grad::named;

/// The items that are known, by the path with which they are named.
#[derive(Default)]
pub struct Links {
    known: Vec<(String, TokenStream)>,
    /// The names of the structs in these: to be asked for where the text names one.
    inner: BTreeSet<String>,
    /// Named, but not known.
    wanted: Vec<syn::Path>,
    resumed: bool,
    /// Were the mistakes told that could be seen before the answers came?
    told: bool,
    /// Are the paths those of another item's signature? What they name is not asked for: it is named there, not here.
    elsewhere: bool,
    /// The structs that are being read, each in the one before: what they name is known with them.
    within: Vec<Scope>,
    /// Answers at once, in tests: by the last word of a path.
    #[cfg(any(test, compiled_alone))]
    answers: Option<Rc<std::collections::HashMap<String, String>>>,
    /// Is what has no answer there still asked for?
    #[cfg(any(test, compiled_alone))]
    waits: bool,
}

impl Links {
    /// All that there is, by name.
    #[cfg(any(test, compiled_alone))]
    pub fn answered(answers: &Rc<std::collections::HashMap<String, String>>) -> Links {
        Links {
            answers: Some(Rc::clone(answers)),
            ..Links::default()
        }
    }

    /// The same; what has no answer there is still to be asked for.
    #[cfg(test)]
    pub fn answered_if_there(answers: &Rc<std::collections::HashMap<String, String>>) -> Links {
        Links {
            waits: true,
            ..Links::answered(answers)
        }
    }

    /// Has this expansion stopped before?
    pub fn is_resumed(&self) -> bool {
        self.resumed
    }

    /// Were mistakes told before the answers came?
    pub fn has_told(&self) -> bool {
        self.told
    }

    /// What is still to be asked for.
    pub fn wanted(&self) -> &[syn::Path] {
        &self.wanted
    }

    /// Asks for structs first, if there are any: what a value is decides what else is a mistake.
    pub fn asks_structs_first(&mut self) -> bool {
        let structs = self.wanted.iter().any(is_type_name);
        if structs {
            self.wanted.retain(is_type_name);
        }
        structs
    }

    /// What is known of structs alone.
    pub fn structs(&self) -> Links {
        let is_struct = |name: &str| syn::parse_str(name).is_ok_and(|path| is_type_name(&path));
        let known = self.known.iter().filter(|(name, _)| is_struct(name));
        Links {
            known: known.cloned().collect(),
            inner: self.inner.clone(),
            resumed: self.resumed,
            ..Links::default()
        }
    }

    /// Is the answer still to come?
    pub fn is_wanted(&self, path: &syn::Path) -> bool {
        self.wanted.contains(path)
    }

    fn find(&mut self, path: &syn::Path) -> Option<TokenStream> {
        let key = key(path);
        if let Some((_, found)) = self.known.iter().find(|(name, _)| *name == key) {
            return Some(found.clone());
        }
        #[cfg(any(test, compiled_alone))]
        if let Some(answers) = &self.answers {
            let name = path.segments.last().map(|s| s.ident.to_string());
            let text = name.and_then(|name| answers.get(&name));
            let found = text.and_then(|text| text.parse().ok());
            if found.is_some() || !self.waits || self.elsewhere {
                return found;
            }
        }
        if !self.wanted.contains(path) {
            self.wanted.push(path.clone());
        }
        None
    }

    /// Takes the signature of a function that is made here, or of a method by its struct's path and its name.
    pub fn learn(&mut self, path: &syn::Path, signature: TokenStream) {
        let key = key(path);
        self.known.retain(|(name, _)| *name != key);
        self.known.push((key, signature));
    }

    /// What is known by relative paths is known by those of a module further in, too.
    pub fn inward(&mut self) {
        let further: Vec<(String, TokenStream)> = self
            .known
            .iter()
            .filter_map(|(name, tokens)| {
                let rest = name.strip_prefix("self::");
                let name = match rest {
                    Some(rest) => format!("super::{rest}"),
                    None => format!("super::{}", name.strip_prefix("super::").map(|_| name)?),
                };
                Some((name, tokens.clone()))
            })
            .collect();
        for (name, tokens) in further {
            if !self.known.iter().any(|(known, _)| *known == name) {
                self.known.push((name, tokens));
            }
        }
    }

    /// The path by which this function knows what another signature calls `path`: it may have come here by another one.
    fn known_as(&self, path: &syn::Path) -> Option<syn::Path> {
        let last = |path: &syn::Path| path.segments.last().map(|s| s.ident.to_string());
        let mut paths = self
            .known
            .iter()
            .filter_map(|(name, _)| syn::parse_str::<syn::Path>(name).ok());
        match self.known.iter().any(|(name, _)| *name == key(path)) {
            true => Some(path.clone()),
            false => paths.find(|known| last(known) == last(path)),
        }
    }

    /// What a struct's macro said of its fields alone, for its `impl`.
    pub fn fields(&mut self, of: &syn::Path) -> Option<Found> {
        let tokens = self.find(&fields_of(of))?;
        syn::parse2(tokens).ok()
    }

    /// All that is known, for who asks for this item: what its fields name.
    pub fn nested(&self) -> &[(String, TokenStream)] {
        &self.known
    }

    /// Is it known, without asking, or the name of what is in something known?
    pub fn knows(&self, path: &syn::Path) -> bool {
        #[cfg(any(test, compiled_alone))]
        if let Some(answers) = &self.answers {
            let name = path.segments.last().map(|s| s.ident.to_string());
            return name.is_some_and(|name| answers.contains_key(&name));
        }
        if self.known.is_empty() {
            return false;
        }
        let key = key(path);
        let last = path.segments.last().map(|s| s.ident.to_string());
        self.known.iter().any(|(name, _)| *name == key)
            || last.is_some_and(|last| self.inner.contains(&last))
    }

    /// A struct or an enum. `None`: not known yet, or no such item.
    pub fn adt(&mut self, path: &syn::Path) -> Option<Rc<Adt>> {
        self.named(path).map(|named| named.def)
    }

    /// The same, and by which name it goes here.
    pub fn named(&mut self, path: &syn::Path) -> Option<Named> {
        if let Some(scope) = self.within.last() {
            let key = key(path);
            if let Some(itself) = scope
                .itself
                .as_ref()
                .filter(|named| self::key(&named.path) == key)
            {
                return Some(itself.clone());
            }
            let nested = scope.nested.iter().enumerate();
            let found = nested.map(|(place, (name, tokens))| (place, name, tokens));
            if let Some((place, _, tokens)) = found.into_iter().find(|(_, name, _)| **name == key) {
                let of = Rc::clone(&scope.whole);
                let tokens = tokens.clone();
                // It may have a name here, too.
                return match self.named_here(path, &tokens) {
                    Some(path) => self.read(tokens, path, None),
                    None => self.read(tokens, path.clone(), Some(Part { of, place })),
                };
            }
        }
        let path = match self.elsewhere {
            false => path.clone(),
            true => match self.known_as(path) {
                Some(known) => known,
                // Or it stands in a struct that this function knows.
                None => match self.inner_named(path) {
                    Some(inner) => return Some(inner),
                    // Tests know everything by its last word.
                    None if cfg!(test) => path.clone(),
                    None => return None,
                },
            },
        };
        let tokens = self.find(&path)?;
        self.read(tokens, path, None)
    }

    /// A struct in one that is known, by its last word.
    fn inner_named(&mut self, path: &syn::Path) -> Option<Named> {
        let last = path.segments.last()?.ident.to_string();
        if !self.inner.contains(&last) {
            return None;
        }
        let known: Vec<syn::Path> = self
            .known
            .iter()
            .filter_map(|(name, _)| syn::parse_str(name).ok())
            .filter(is_type_name)
            .collect();
        known.into_iter().find_map(|path| {
            let whole = self.named(&path)?;
            self.part_named(&whole, &last)
        })
    }

    fn part_named(&mut self, whole: &Named, last: &str) -> Option<Named> {
        let scope = whole.def.told.as_ref()?.scope.clone();
        let names: Vec<syn::Path> = scope
            .nested
            .iter()
            .filter_map(|(name, _)| syn::parse_str(name).ok())
            .collect();
        names.into_iter().find_map(|path| {
            let part = self.inside(scope.clone(), |links| links.named(&path))?;
            match path.segments.last().is_some_and(|s| s.ident == last) {
                true => Some(part),
                false => self.part_named(&part, last),
            }
        })
    }

    /// The path by which this function knows a struct of this definition.
    fn named_here(&self, path: &syn::Path, definition: &TokenStream) -> Option<syn::Path> {
        let last = |path: &syn::Path| path.segments.last().map(|s| s.ident.to_string());
        let text = definition.to_string();
        self.known.iter().find_map(|(name, tokens)| {
            let known = syn::parse_str::<syn::Path>(name).ok()?;
            (last(&known) == last(path) && tokens.to_string() == text).then_some(known)
        })
    }

    fn read(&mut self, tokens: TokenStream, path: syn::Path, part: Option<Part>) -> Option<Named> {
        let found: Found = syn::parse2(tokens).ok()?;
        let whole = Rc::new(Whole {
            path: path.clone(),
            part: part.clone(),
            tensors: OnceCell::new(),
        });
        let scope = Scope {
            nested: Rc::new(found.nested),
            whole,
            itself: None,
        };
        // Its own expansion told of its mistakes.
        let mut silent = Diagnostics::default();
        let mut def = self.inside(scope.clone(), |links| {
            Adt::read(&found.item, links, &mut silent)
        })?;
        let _ = scope.whole.tensors.set((def.tensors, def.float));
        def.told = Some(Told {
            definition: found.item.to_token_stream().to_string(),
            methods: found.methods,
            scope,
        });
        Some(Named {
            path,
            part,
            def: Rc::new(def),
        })
    }

    /// Reads what stands in another item.
    fn inside<T>(&mut self, scope: Scope, read: impl FnOnce(&mut Links) -> T) -> T {
        let elsewhere = std::mem::replace(&mut self.elsewhere, true);
        self.within.push(scope);
        let out = read(self);
        self.within.pop();
        self.elsewhere = elsewhere;
        out
    }

    /// The signature of an agnostic function. `None`: not known yet, or no such item.
    pub fn function(&mut self, path: &syn::Path) -> Option<Rc<Function>> {
        if !is_linkable(path) {
            return None;
        }
        let tokens = self.find(path)?;
        let item: syn::ItemFn = syn::parse2(quote!(#tokens {})).ok()?;
        Some(self.signature(item))
    }

    /// A method of a struct.
    pub fn method(&mut self, of: &StructType, name: &str) -> Method {
        let Some(told) = &of.def.told else {
            return Method::None { names: Vec::new() };
        };
        let method_name = |method: &syn::ItemFn| {
            let mark = crate::emit::methods::mark(method);
            mark.map(|mark| mark.name.unraw().to_string())
        };
        let called = |method: &syn::ItemFn| method_name(method).is_some_and(|found| found == name);
        let learned = format!("{}::{name}", key(&of.path));
        let learned = self.known.iter().find(|(known, _)| *known == learned);
        let learned = learned.and_then(|(_, tokens)| syn::parse2(quote!(#tokens {})).ok());
        let method = match learned {
            Some(method) => Some(method),
            None => told.methods.iter().find(|method| called(method)).cloned(),
        };
        let Some(mut method) = method.or_else(|| self.method_product(of, name)) else {
            let names = told.methods.iter().filter_map(method_name).collect();
            return Method::None { names };
        };
        // The struct goes by another path here.
        let (ident, path) = (&of.def.name, &of.path);
        Respelled { ident, path }.visit_item_fn_mut(&mut method);
        let scope = Scope {
            itself: Some(Named {
                path: of.path.clone(),
                part: of.part.clone(),
                def: Rc::clone(&of.def),
            }),
            ..told.scope.clone()
        };
        Method::Known(self.inside(scope, |links| links.signature(method)))
    }

    /// What comes with the gradient of a method.
    fn method_product(&mut self, of: &StructType, name: &str) -> Option<syn::ItemFn> {
        let (method, product) = named::product_of(name)?;
        let method = self.method(of, method).known()?;
        let signature = named::method_signature(&method, product)?;
        syn::parse2(quote!(#signature {})).ok()
    }

    fn signature(&mut self, item: syn::ItemFn) -> Rc<Function> {
        let mut silent = Diagnostics::default();
        let elsewhere = std::mem::replace(&mut self.elsewhere, true);
        let function = super::read(item, self, &mut silent);
        self.elsewhere = elsewhere;
        Rc::new(function)
    }
}

/// A struct or an enum as it is named in a function.
#[derive(Clone)]
pub struct Named {
    pub path: syn::Path,
    /// Where the path is another item's.
    pub part: Option<Part>,
    pub def: Rc<Adt>,
}

impl Named {
    /// The type with these dimensions.
    pub fn ty(self, dims: Option<Vec<DimSpec>>, written: syn::Type) -> StructType {
        StructType {
            path: self.path,
            part: self.part,
            dims,
            def: self.def,
            written,
        }
    }
}

/// What a struct's macro said of it.
pub struct Told {
    /// Its definition: two of the same are one.
    pub definition: String,
    methods: Vec<syn::ItemFn>,
    scope: Scope,
}

/// The structs that a struct's fields name, for who reads it.
#[derive(Clone)]
struct Scope {
    nested: Rc<Vec<(String, TokenStream)>>,
    whole: Rc<Whole>,
    /// The struct itself, in the signatures of its methods.
    itself: Option<Named>,
}

/// What a struct's macro says of one of its methods.
pub enum Method {
    Known(Rc<Function>),
    /// It has none of that name, but these.
    None {
        names: Vec<String>,
    },
}

impl Method {
    pub fn known(self) -> Option<Rc<Function>> {
        match self {
            Method::Known(function) => Some(function),
            Method::None { .. } => None,
        }
    }
}

/// What a struct's macro holds.
pub struct Found {
    pub item: syn::Item,
    /// What the macros of the structs in it hold, by the paths with which it names them.
    pub nested: Vec<(String, TokenStream)>,
    methods: Vec<syn::ItemFn>,
}

impl Found {
    /// It, without the methods.
    pub fn of(item: &TokenStream, nested: &[(String, TokenStream)]) -> TokenStream {
        let nested = nested
            .iter()
            .map(|(name, tokens)| quote!(#name { #tokens }));
        quote!(#item { #(#nested)* })
    }
}

impl syn::parse::Parse for Found {
    fn parse(input: syn::parse::ParseStream<'_>) -> syn::Result<Found> {
        let item = input.parse()?;
        let mut nested = Vec::new();
        if input.peek(syn::token::Brace) {
            let inside;
            syn::braced!(inside in input);
            while !inside.is_empty() {
                let name: syn::LitStr = inside.parse()?;
                let tokens: Group = inside.parse()?;
                nested.push((name.value(), tokens.stream()));
            }
        }
        let mut methods = Vec::new();
        while !input.is_empty() {
            methods.push(input.parse()?);
        }
        Ok(Found {
            item,
            nested,
            methods,
        })
    }
}

/// A struct under the path by which a caller knows it.
struct Respelled<'a> {
    ident: &'a Ident,
    path: &'a syn::Path,
}

impl VisitMut for Respelled<'_> {
    fn visit_path_mut(&mut self, path: &mut syn::Path) {
        syn::visit_mut::visit_path_mut(self, path);
        if path.segments.len() == 1
            && let Some(first) = path.segments.first()
            && first.ident == *self.ident
        {
            let arguments = first.arguments.clone();
            *path = self.path.clone();
            if let Some(last) = path.segments.last_mut() {
                last.arguments = arguments;
            }
        }
    }

    fn visit_attribute_mut(&mut self, attr: &mut syn::Attribute) {
        crate::emit::methods::respell_mark(attr, self.path);
    }
}

/// The names of the structs in a struct, and in these.
fn inner_names(tokens: &TokenStream, names: &mut BTreeSet<String>) {
    let Ok(found) = syn::parse2::<Found>(tokens.clone()) else {
        return;
    };
    for (path, tokens) in found.nested {
        let path = syn::parse_str::<syn::Path>(&path).ok();
        names.extend(path.and_then(|path| Some(path.segments.last()?.ident.to_string())));
        inner_names(&tokens, names);
    }
}

/// Is it written as the name of a type?
fn is_type_name(path: &syn::Path) -> bool {
    let last = path.segments.last().map(|s| s.ident.unraw().to_string());
    last.is_some_and(|name| name.starts_with(char::is_uppercase))
}

/// The name by which an item is known.
pub fn key(path: &syn::Path) -> String {
    crate::origin::source_text(&path.to_token_stream())
}

/// Names of the standard library's macros: an item of such a name leaves none, since it would hide them.
const TAKEN: [&str; 34] = [
    "assert",
    "assert_eq",
    "assert_ne",
    "cfg",
    "column",
    "compile_error",
    "concat",
    "dbg",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "env",
    "eprint",
    "eprintln",
    "file",
    "format",
    "format_args",
    "include",
    "include_bytes",
    "include_str",
    "line",
    "matches",
    "module_path",
    "option_env",
    "panic",
    "print",
    "println",
    "stringify",
    "todo",
    "unimplemented",
    "unreachable",
    "vec",
    "write",
    "writeln",
];

/// Does the path name an item that can leave a macro? A function of a type cannot.
pub fn is_linkable(path: &syn::Path) -> bool {
    let mut names = path.segments.iter().rev();
    let name = names.next().map(|s| s.ident.to_string());
    let of_type = names.next().is_some_and(|s| {
        let name = s.ident.to_string();
        name == "Self" || name.starts_with(|c: char| c.is_ascii_uppercase())
    });
    !of_type && name.is_some_and(|name| !TAKEN.contains(&name.as_str()))
}

/// The macro of a struct's fields alone, by its path.
fn fields_of(path: &syn::Path) -> syn::Path {
    let mut path = path.clone();
    if let Some(last) = path.segments.last_mut() {
        last.ident = fields_name(&last.ident);
    }
    path
}

fn fields_name(name: &Ident) -> Ident {
    // Where there is none, rustc says so by this name.
    Ident::new(&format!("agnostic_{}", name.unraw()), name.span())
}

/// The attribute by which a struct's fields say that its `impl` leaves the macro of its name.
const METHODS: &str = "methods";

/// The macros that a struct leaves. `methods`: its `impl` leaves the one of its name.
pub fn export_fields(
    name: &Ident,
    vis: &syn::Visibility,
    cfgs: &TokenStream,
    item: &TokenStream,
    methods: bool,
) -> TokenStream {
    let fields = fields_name(name);
    match methods {
        true => {
            let mark = Ident::new(METHODS, proc_macro2::Span::call_site());
            // The `impl` shows it to as many.
            let signature = quote!(#[#mark] #vis #item);
            export_as(&[fields], vis, cfgs, &signature)
        }
        false => export_as(&[name.clone(), fields], vis, cfgs, item),
    }
}

/// Takes the mark and the visibility off a struct's fields, if it leaves the macro of its name to its `impl`.
pub fn take_methods(item: &mut syn::Item) -> Option<syn::Visibility> {
    let (attrs, vis) = match item {
        syn::Item::Struct(item) => (&mut item.attrs, &mut item.vis),
        syn::Item::Enum(item) => (&mut item.attrs, &mut item.vis),
        _ => return None,
    };
    let place = attrs
        .iter()
        .position(|attr| attr.path().is_ident(METHODS))?;
    attrs.remove(place);
    Some(std::mem::replace(vis, syn::Visibility::Inherited))
}

/// The macro that an item leaves: `signature` is what it holds.
pub fn export(
    name: &Ident,
    vis: &syn::Visibility,
    cfgs: &TokenStream,
    signature: &TokenStream,
) -> TokenStream {
    export_as(std::slice::from_ref(name), vis, cfgs, signature)
}

fn export_as(
    names: &[Ident],
    vis: &syn::Visibility,
    cfgs: &TokenStream,
    signature: &TokenStream,
) -> TokenStream {
    let Some(name) = names.first() else {
        return TokenStream::new();
    };
    if TAKEN.contains(&name.to_string().as_str()) {
        return TokenStream::new();
    }
    let plain = name.unraw().to_string();
    // One name for the whole crate: the place tells items of one name apart.
    let place = {
        use std::hash::{Hash, Hasher};
        let mut hasher = std::hash::DefaultHasher::new();
        format!("{:?}", name.span()).hash(&mut hasher);
        format!("{:?}", proc_macro2::Span::call_site()).hash(&mut hasher);
        signature.to_string().hash(&mut hasher);
        hasher.finish()
    };
    let hidden = Ident::new(
        &format!("__eagerpy_{plain}_{place:016x}"),
        proc_macro2::Span::call_site(),
    );
    let export = matches!(vis, syn::Visibility::Public(_)).then(|| quote!(#[macro_export]));
    // Of two items of one name, rustc shows this place.
    let uses = names.iter().map(|name| {
        let vis = vis.to_token_stream().into_iter().map(|mut token| {
            token.set_span(token.span().located_at(name.span()));
            token
        });
        let vis: TokenStream = vis.collect();
        let mut hidden = hidden.clone();
        hidden.set_span(hidden.span().located_at(name.span()));
        let line = quote::quote_spanned!(name.span()=> #vis use #hidden as #name;);
        quote! {
            #cfgs
            #[doc(hidden)]
            #[allow(unused_imports)]
            #line
        }
    });
    quote! {
        #cfgs
        #[doc(hidden)]
        #[allow(non_local_definitions)]
        #export
        macro_rules! #hidden {
            ($next:path { $($before:tt)* } $($rest:tt)*) => { $next! { $($before)* { #signature } $($rest)* } };
        }
        #(#uses)*
    }
}

/// What a stopped expansion leaves: the request, with all that is needed to go on.
///
/// `told`: the mistakes that can be seen so far stand beside it.
pub fn request(
    links: &Links,
    krate: &TokenStream,
    options: &TokenStream,
    item: &TokenStream,
    told: bool,
) -> TokenStream {
    let known = links
        .known
        .iter()
        .map(|(name, tokens)| quote!(#name { #tokens }));
    let known = quote!(#(#known)*);
    let told = (told || links.told).then(|| quote!(told));
    let rest = quote!({ #krate } { #options } { #item } { #told });
    step(&links.wanted, krate, &known, &rest)
}

fn step(
    wanted: &[syn::Path],
    krate: &TokenStream,
    known: &TokenStream,
    rest_of_it: &TokenStream,
) -> TokenStream {
    let Some((first, rest)) = wanted.split_first() else {
        return TokenStream::new();
    };
    let name = key(first);
    quote! {
        #first! { #krate::__private::__link { #name } { #(#rest,)* } { #known } #rest_of_it }
    }
}

/// An expansion that goes on.
pub struct Resumed {
    pub links: Links,
    pub options: TokenStream,
    pub item: TokenStream,
}

/// Reads what a request came back with: more to ask for, or all.
pub fn resume(tokens: TokenStream) -> Result<Resumed, TokenStream> {
    let mut tokens = tokens.into_iter();
    let name = match tokens.next() {
        Some(TokenTree::Literal(name)) => name.to_string(),
        _ => String::new(),
    };
    let name = syn::parse_str::<syn::LitStr>(&name).map_or(name, |lit| lit.value());
    let mut group = || match tokens.next() {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => group.stream(),
        _ => TokenStream::new(),
    };
    let (found, rest, mut known) = (group(), group(), group());
    let (krate, options, item, told) = (group(), group(), group(), group());
    known.extend(quote!(#name { #found }));
    let wanted: Vec<syn::Path> = syn::parse::Parser::parse2(
        |input: syn::parse::ParseStream<'_>| {
            let mut paths = Vec::new();
            while !input.is_empty() {
                paths.push(input.call(syn::Path::parse_mod_style)?);
                let _: Option<syn::Token![,]> = input.parse()?;
            }
            Ok(paths)
        },
        rest,
    )
    .unwrap_or_default();
    if !wanted.is_empty() {
        let rest = quote!({ #krate } { #options } { #item } { #told });
        return Err(step(&wanted, &krate, &known, &rest));
    }
    let mut links = Links {
        resumed: true,
        told: !told.is_empty(),
        ..Links::default()
    };
    let mut known = known.into_iter();
    while let (Some(TokenTree::Literal(name)), Some(TokenTree::Group(found))) =
        (known.next(), known.next())
    {
        let name = syn::parse_str::<syn::LitStr>(&name.to_string());
        inner_names(&found.stream(), &mut links.inner);
        links.known.push((
            name.map_or_else(|_| String::new(), |n| n.value()),
            Group::stream(&found),
        ));
    }
    Ok(Resumed {
        links,
        options,
        item,
    })
}

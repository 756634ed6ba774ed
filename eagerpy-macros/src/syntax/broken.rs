//! Half-typed functions: the head of a function whose body cannot be parsed.
//!
//! In: an item's tokens. Out: a [`Parsed`]: the whole function, or its head with the body as tokens, or
//! nothing but the parser's error. A function with a head stays defined, so that its callers and the
//! editor know it while its body is being written.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};

/// What could be parsed of an item.
pub enum Parsed {
    Whole(syn::ItemFn),
    /// The function with an empty body.
    Head {
        item: syn::ItemFn,
        /// What stands between the braces.
        body: TokenStream,
        /// Why that is no body; nothing where the editor tells it.
        error: Option<syn::Error>,
    },
    Nothing(syn::Error),
}

/// Parses an item as far as it goes.
pub fn parse(item: TokenStream) -> Parsed {
    let error = match syn::parse2::<syn::ItemFn>(item.clone()) {
        Ok(item) => return Parsed::Whole(item),
        Err(error) => error,
    };
    match head(item) {
        Some((item, body)) => {
            let error = (!has_placeholder(&body)).then_some(error);
            Parsed::Head { item, body, error }
        }
        None => Parsed::Nothing(error),
    }
}

/// The word that rust-analyzer puts where something is missing, and in the place of a block that it cannot mend. Where it
/// comes back in the output, rust-analyzer puts in what the user wrote.
const PLACEHOLDER: &str = "__ra_fixup";

fn is_placeholder(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Ident(word) if word == PLACEHOLDER)
}

/// Does an editor tell that something is missing in here?
pub fn has_placeholder(tokens: &TokenStream) -> bool {
    tokens.clone().into_iter().any(|token| match &token {
        TokenTree::Group(group) => has_placeholder(&group.stream()),
        other => is_placeholder(other),
    })
}

/// The function with what is missing behind a point put in, if it is a whole one then: a call that every value has in
/// the copies for editors.
///
/// An editor does this itself for the input of an attribute, and takes it back in the output. What comes from there by
/// another macro is as the user left it.
pub fn mended(mut item: syn::ItemFn, body: &TokenStream) -> Result<syn::ItemFn, TokenStream> {
    let body = with_calls(body.clone());
    match syn::parse::Parser::parse2(syn::Block::parse_within, body.clone()) {
        Ok(stmts) => {
            item.block.stmts = stmts;
            Ok(item)
        }
        Err(_) => Err(body),
    }
}

fn with_calls(tokens: TokenStream) -> TokenStream {
    let is_point =
        |token: &TokenTree| matches!(token, TokenTree::Punct(sign) if sign.as_char() == '.');
    let mut out = TokenStream::new();
    let mut before_point = false;
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let point = is_point(&token);
        // `..` is a range.
        let range = before_point || tokens.peek().is_some_and(is_point);
        let named = matches!(
            tokens.peek(),
            Some(TokenTree::Ident(_) | TokenTree::Literal(_))
        );
        before_point = point;
        match token {
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), with_calls(group.stream()));
                inner.set_span(group.span());
                out.extend([TokenTree::Group(inner)]);
            }
            other => out.extend([other]),
        }
        if point && !range && !named {
            out.extend(quote::quote!(__same()));
        }
    }
    out
}

/// A part of an `impl`.
pub enum Member {
    Whole(syn::ImplItem),
    /// A method with an empty body, and what stands between its braces.
    Half {
        method: syn::ImplItemFn,
        body: TokenStream,
    },
    Nothing(TokenStream, syn::Error),
}

/// An `impl` that cannot be parsed, without what is in it, and that, as far as it can be.
pub fn half_impl(item: TokenStream) -> Option<(syn::ItemImpl, Vec<Member>)> {
    let (block, inside) = head::<syn::ItemImpl>(item)?;
    let members = members(inside).into_iter().map(|member| {
        let error = match syn::parse2(member.clone()) {
            Ok(item) => return Member::Whole(item),
            Err(error) => error,
        };
        match head(member.clone()) {
            Some((method, body)) => Member::Half { method, body },
            None => Member::Nothing(member.clone(), inside_of(member, error)),
        }
    });
    Some((block, members.collect()))
}

/// Where a member ends too early, a parser points at the whole macro.
fn inside_of(member: TokenStream, error: syn::Error) -> syn::Error {
    let text = error.to_string();
    match member.into_iter().last() {
        Some(last) if text.starts_with("unexpected end of input") => {
            syn::Error::new(last.span(), text)
        }
        _ => error,
    }
}

/// What stands in an `impl`, apart: a member ends with a block or a `;`, or where the next function begins. Braces of a
/// size, `Tensor<_, { N * 2 }>`, are no block.
fn members(inside: TokenStream) -> Vec<TokenStream> {
    let mut out = Vec::new();
    let mut member: Vec<TokenTree> = Vec::new();
    let (mut angles, mut arrow) = (0_usize, false);
    let mut tokens = inside.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let mut ends = false;
        let mut dash = false;
        match &token {
            TokenTree::Group(group) => {
                ends = angles == 0 && group.delimiter() == Delimiter::Brace;
            }
            TokenTree::Punct(sign) => match sign.as_char() {
                '<' => angles += 1,
                '>' if !arrow => angles = angles.saturating_sub(1),
                '-' => dash = true,
                ';' => ends = true,
                _ => {}
            },
            _ => {}
        }
        arrow = dash;
        // The type of a function has no name.
        let named = matches!(tokens.peek(), Some(TokenTree::Ident(name)) if is_name(name));
        if named && matches!(&token, TokenTree::Ident(word) if word == "fn") {
            let begins = start_of(&member);
            let function = member.split_off(begins);
            if !member.is_empty() {
                out.push(member.into_iter().collect());
            }
            member = function;
            angles = 0;
        }
        member.push(token);
        if ends {
            out.push(std::mem::take(&mut member).into_iter().collect());
            angles = 0;
        }
    }
    if !member.is_empty() {
        out.push(member.into_iter().collect());
    }
    out
}

fn is_name(word: &proc_macro2::Ident) -> bool {
    syn::parse_str::<proc_macro2::Ident>(&word.to_string()).is_ok()
}

/// Where a function begins, whose `fn` comes next: with its attributes and its `pub`.
fn start_of(before: &[TokenTree]) -> usize {
    let word = |token: &TokenTree, words: &[&str]| matches!(token, TokenTree::Ident(found) if words.iter().any(|word| found == word));
    let group = |token: &TokenTree, kind| matches!(token, TokenTree::Group(group) if group.delimiter() == kind);
    let mut rest = before;
    while let [others @ .., last] = rest
        && (word(last, &["const", "async", "unsafe", "extern", "default"])
            || matches!(last, TokenTree::Literal(_)))
    {
        rest = others;
    }
    match rest {
        [others @ .., first, last]
            if word(first, &["pub"]) && group(last, Delimiter::Parenthesis) =>
        {
            rest = others;
        }
        [others @ .., last] if word(last, &["pub"]) => rest = others,
        _ => {}
    }
    while let [others @ .., TokenTree::Punct(hash), last] = rest
        && hash.as_char() == '#'
        && group(last, Delimiter::Bracket)
    {
        rest = others;
    }
    rest.len()
}

/// A struct or an enum that cannot be parsed, as far as it can be, and why it cannot. A field that has a name and no type
/// keeps its name; of a variant, nothing stays.
pub fn half_adt(item: TokenStream) -> Option<(syn::Item, syn::Error)> {
    let error = syn::parse2::<syn::Item>(item.clone()).err()?;
    let (mut adt, inside) = head::<syn::Item>(item)?;
    match &mut adt {
        syn::Item::Struct(syn::ItemStruct {
            fields: syn::Fields::Named(fields),
            ..
        }) => fields.named = named_fields(inside).into_iter().collect(),
        syn::Item::Enum(adt) => {
            let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(sign) if sign.as_char() == ',');
            let tokens: Vec<TokenTree> = inside.into_iter().collect();
            let variants = tokens.split(is_comma).map(|v| v.iter().cloned().collect());
            adt.variants = variants
                .filter_map(|variant: TokenStream| syn::parse2::<syn::Variant>(variant).ok())
                .collect();
        }
        _ => return None,
    }
    Some((adt, error))
}

/// A field begins where a name has a colon behind it: commas stand in types, too.
fn named_fields(inside: TokenStream) -> Vec<syn::Field> {
    use syn::parse::Parser;
    let is_colon = |token: Option<&TokenTree>| matches!(token, Some(TokenTree::Punct(sign)) if sign.as_char() == ':' && sign.spacing() == proc_macro2::Spacing::Alone);
    let is_comma =
        |token: &TokenTree| matches!(token, TokenTree::Punct(sign) if sign.as_char() == ',');
    let tokens: Vec<TokenTree> = inside.into_iter().collect();
    let names = (0..tokens.len()).filter(|place| {
        matches!(tokens.get(*place), Some(TokenTree::Ident(_)))
            && is_colon(tokens.get(*place + 1))
            && !place
                .checked_sub(1)
                .is_some_and(|before| is_colon(tokens.get(before)))
    });
    let start = |place: usize| start_of(tokens.get(..place).unwrap_or_default());
    let names: Vec<usize> = names.collect();
    let mut out = Vec::new();
    for (nth, name) in names.iter().enumerate() {
        let end = names.get(nth + 1).map_or(tokens.len(), |next| start(*next));
        let mut field = tokens.get(start(*name)..end).unwrap_or_default();
        while let [before @ .., last] = field
            && is_comma(last)
        {
            field = before;
        }
        let read = |field: &[TokenTree]| {
            let tokens = field.iter().cloned().collect();
            syn::Field::parse_named.parse2(tokens)
        };
        // Half of the next one may stand behind it.
        let before = |_| {
            let comma = field.iter().rposition(is_comma).unwrap_or_default();
            read(field.get(..comma).unwrap_or_default())
        };
        let named = |_| {
            let head = tokens.get(start(*name)..=*name).unwrap_or_default();
            let head: TokenStream = head.iter().cloned().collect();
            // A type that nobody can read, and nobody complains of but its struct.
            syn::Field::parse_named.parse2(quote::quote!(#head: Tensor<!>))
        };
        out.extend(read(field).or_else(before).or_else(named));
    }
    out
}

/// The item with an empty body, and what stood there: a body is the last thing in a function.
fn head<T: syn::parse::Parse>(item: TokenStream) -> Option<(T, TokenStream)> {
    let mut tokens: Vec<TokenTree> = item.into_iter().collect();
    let (body, span) = match tokens.pop()? {
        TokenTree::Group(body) if body.delimiter() == Delimiter::Brace => {
            (body.stream(), body.span())
        }
        // The whole body: its place is no place in a file.
        word if is_placeholder(&word) => (word.into(), Span::call_site()),
        _ => return None,
    };
    let mut empty = Group::new(Delimiter::Brace, TokenStream::new());
    empty.set_span(span);
    tokens.push(TokenTree::Group(empty));
    let item = syn::parse2(tokens.into_iter().collect()).ok()?;
    Some((item, body))
}

#[cfg(test)]
mod tests {
    use quote::ToTokens;

    use super::*;

    fn parsed(text: &str) -> Parsed {
        parse(text.parse().unwrap())
    }

    #[test]
    fn a_body_that_cannot_be_parsed_leaves_the_head() {
        for body in [
            "x.",
            "let y = ;",
            "x +",
            "let y = x.sum(axis = ); y",
            "x y z",
            "if x { y } else",
            "let = x; x",
        ] {
            let text = format!("#[inline] pub fn f(x: &Tensor<_, N>) -> Scalar {{ {body} }}");
            let Parsed::Head {
                item, body: kept, ..
            } = parsed(&text)
            else {
                panic!("no head: {text}");
            };
            assert_eq!(item.sig.ident, "f");
            assert_eq!(item.attrs.len(), 1);
            assert!(item.block.stmts.is_empty());
            let whole: TokenStream = body.parse().unwrap();
            assert_eq!(kept.to_string(), whole.to_string());
        }
    }

    #[test]
    fn a_function_with_a_broken_body_stays_defined() {
        let item = "pub fn f(x: &Tensor<_, N>, k: f64) -> (Scalar, f64) { let y = ; y }";
        let options = "backends(ndarray, mine = my::Mine)";
        let output = crate::driver::compile(options.parse().unwrap(), item.parse().unwrap());
        let file: syn::File = syn::parse2(output).unwrap();
        let text = file.to_token_stream().to_string();
        assert_eq!(text.matches("compile_error !").count(), 1, "{text}");
        assert!(text.contains("E101: this body cannot be read"), "{text}");
        let entry = |item: &syn::Item| matches!(item, syn::Item::Fn(f) if f.sig.ident == "f");
        assert!(file.items.iter().any(entry), "{text}");
        let module = file.items.iter().find_map(|item| match item {
            syn::Item::Mod(module) if module.ident == "f" => module.content.as_ref(),
            _ => None,
        });
        let bindings = module.map_or(0, |(_, items)| {
            let impls = items
                .iter()
                .filter(|item| matches!(item, syn::Item::Impl(_)));
            impls.count()
        });
        assert!(bindings >= 1, "{text}");
    }

    #[test]
    fn what_the_editor_put_in_comes_back_and_nothing_is_told() {
        for body in [
            "__ra_fixup",
            "{ if up __ra_fixup else { x } }",
            "{ let y = x.sum(__ra_fixup +); y }",
            "{ let y = x.sum(); if up { return y.__ra_fixup } y }",
            "{ let y = x.sum() + __ra_fixup; y }",
        ] {
            let item = format!("fn f(x: &Tensor<_, N>, up: bool) -> Scalar {body}");
            let output = crate::driver::compile(TokenStream::new(), item.parse().unwrap());
            let text = output.to_string();
            assert!(!text.contains("compile_error"), "{text}");
            assert_eq!(text.matches("__ra_fixup").count(), 1, "{text}");
        }
    }

    #[test]
    fn a_broken_signature_is_told_with_a_broken_body() {
        let item = "async fn f(x: Tensor) -> Scalar { x. }";
        let output = crate::driver::compile(TokenStream::new(), item.parse().unwrap()).to_string();
        assert_eq!(output.matches("compile_error !").count(), 3, "{output}");
    }

    #[test]
    fn what_is_missing_behind_a_point_is_put_in() {
        let mended = |body: &str| {
            let text = format!("fn f(p: &Layer<_>) -> Scalar {{ {body} }}");
            let Parsed::Head { item, body, .. } = parsed(&text) else {
                panic!("it is whole: {text}");
            };
            match super::mended(item, &body) {
                Ok(item) => item.block.to_token_stream().to_string(),
                Err(body) => format!("no block: {body}"),
            }
        };
        assert_eq!(mended("p.w."), "{ p . w . __same () }");
        assert_eq!(
            mended("let y = x.sum(axis = p.); y.max(x[1..]) + p.w.;"),
            "{ let y = x . sum (axis = p . __same ()) ; y . max (x [1 ..]) + p . w . __same () ; }"
        );
        assert_eq!(mended("let y = ; p."), "no block: let y = ; p . __same ()");
    }

    #[test]
    fn an_impl_with_a_broken_method_keeps_the_others() {
        let text = "impl Layer<D, C> {
            /// Its sum.
            fn whole(&self) -> Scalar { self.w.sum() }
            const K: usize = 3;
            fn sized<const K: usize>(&self, f: impl Fn(f64) -> f64) -> Tensor<_, { K * 2 }> { self.w. }
            fn missing(&self) -> Self { let y = ; Self { w: y } }
            fn no_head(x) -> Scalar { 0 }
        }";
        let (block, members) = half_impl(text.parse().unwrap()).unwrap();
        assert!(block.items.is_empty());
        let shown: Vec<String> = members
            .iter()
            .map(|member| match member {
                Member::Whole(item) => format!("whole {}", item.to_token_stream()),
                Member::Half { method, body } => format!("{}: {body}", method.sig.ident),
                Member::Nothing(tokens, _) => format!("nothing {tokens}"),
            })
            .collect();
        let starts = [
            "whole # [doc",
            "whole const",
            "sized: self . w .",
            "missing: let y = ;",
        ];
        for (shown, start) in shown.iter().zip(starts) {
            assert!(shown.starts_with(start), "{shown}");
        }
        assert_eq!(shown.len(), 5, "{shown:?}");
        assert!(half_impl("struct S { w }".parse().unwrap()).is_none());
    }

    #[test]
    fn half_a_struct_keeps_its_fields() {
        let shown = |text: &str| {
            let (item, _) = half_adt(text.parse().unwrap()).unwrap();
            item.to_token_stream().to_string()
        };
        let around = |fields: &str| format!("#[a] pub struct Layer < D , C > {{ {fields} }}");
        for (text, wanted) in [
            (
                "/// Weights.\n pub w: Tensor<_, D, C>, pub b: ",
                "# [doc = \" Weights.\"] pub w : Tensor < _ , D , C > , pub b : Tensor < ! >",
            ),
            (
                "w: Tensor<_, D,, pub(crate) b: std::vec::Vec<f64>,",
                "w : Tensor < ! > , pub (crate) b : std :: vec :: Vec < f64 >",
            ),
            ("w: f64, b", "w : f64"),
            (
                "pub w: Tensor<_, D> pub b: f64",
                "pub w : Tensor < _ , D > , pub b : f64",
            ),
        ] {
            let head = "# [a] pub struct Layer < D , C >";
            assert_eq!(shown(&around(text)), format!("{head} {{ {wanted} }}"));
        }
        assert_eq!(
            shown(
                "enum Loss<C> { A, B(Tensor<_, C>, f64), C { w: }, D { w: f64 }, E( }"
                    .replace("E( ", "E() F")
                    .as_str()
            ),
            "enum Loss < C > { A , B (Tensor < _ , C > , f64) , D { w : f64 } }"
        );
        for whole in ["struct S { w: f64 }", "fn f() { x. }", "struct S(f64) junk"] {
            assert!(half_adt(whole.parse().unwrap()).is_none(), "{whole}");
        }
    }

    #[test]
    fn half_a_struct_stays_defined() {
        let item = "pub struct Layer<D, C> { pub w: Tensor<_, D, C>, pub b: }";
        let output = crate::driver::compile("methods".parse().unwrap(), item.parse().unwrap());
        let text = output.to_string();
        assert_eq!(text.matches("compile_error !").count(), 1, "{text}");
        assert!(text.contains("E101: this struct cannot be read"), "{text}");
        assert!(text.contains("expected a type"), "{text}");
        assert!(text.contains("pub struct Layer < B"), "{text}");
        assert!(text.contains("agnostic_Layer"), "{text}");
        // Whoever names it is not told of its mistake.
        let layer = "struct Layer<D, C> { w: Tensor<_, D, C>, b: Tensor<!> }";
        let known = std::iter::once(("Layer".to_owned(), layer.to_owned()));
        let known = std::rc::Rc::new(known.collect());
        let item = "fn f(p: &Layer<_, D, C>, x: &Tensor<_, N, D>) -> Tensor<_, N, C> { x.matmul(p.w) + p.b }";
        let output =
            crate::driver::compile_answered(TokenStream::new(), item.parse().unwrap(), &known);
        let text = output.to_string();
        assert!(!text.contains("compile_error !"), "{text}");
    }

    #[test]
    fn an_unfinished_member_leaves_the_one_behind_it() {
        let whole = "/// Its sum.\n #[inline] pub(crate) const unsafe extern \"C\" fn whole(&self, f: fn(f64) -> f64) -> Scalar { 0 }";
        for unfinished in [
            "pub",
            "pub fn",
            "fo",
            "fn half",
            "pub fn half()",
            "pub fn half(&self) ->",
            "fn half(&self) -> Tensor<_,",
            "fn half<const N: usize>(&self) -> Tensor<_, { N * 2 }",
            "const F: fn(f64) -> f64",
            "#[inline]",
            "self.w",
        ] {
            let text = format!("impl Layer<D, C> {{ {unfinished} {whole} fn last() {{}} }}");
            let (_, members) = half_impl(text.parse().unwrap()).unwrap();
            let names: Vec<String> = members
                .iter()
                .filter_map(|member| match member {
                    Member::Whole(syn::ImplItem::Fn(method)) => Some(method.sig.ident.to_string()),
                    _ => None,
                })
                .collect();
            // An attribute belongs to what comes next.
            let apart = usize::from(unfinished != "#[inline]");
            assert_eq!(members.len(), 2 + apart, "{text}");
            assert_eq!(names, ["whole", "last"], "{text}");
        }
    }

    #[test]
    fn a_method_with_a_broken_body_stays_defined() {
        let item = "impl Layer<D, C> { pub fn f(&self) -> Self { let y = ; Self { w: y } } fn g(&self) -> Scalar { self.w.sum() } }";
        let layer = "struct Layer<D, C> { pub w: Tensor<_, D, C> }";
        let known = [
            ("agnostic_Layer", format!("#[methods] pub {layer}")),
            ("Layer", layer.to_owned()),
        ];
        let known = std::rc::Rc::new(
            known
                .map(|(name, item)| (name.to_owned(), item))
                .into_iter()
                .collect(),
        );
        let output =
            crate::driver::compile_answered(TokenStream::new(), item.parse().unwrap(), &known)
                .to_string();
        assert!(!output.contains("compile_error"), "{output}");
        assert!(
            output.contains("__Layer_f (self : & Layer < _ , D , C >) -> Layer"),
            "{output}"
        );
        assert!(output.contains("let y = ; Layer { w : y }"), "{output}");
        assert!(output.contains("__Layer_g"), "{output}");
    }

    /// Bodies that people are about to write: over a struct, an enum, a list, an option, other functions.
    const HALF: [&str; 51] = [
        "layer.",
        "let y = layer.; v",
        "iterate(|v| v., v)",
        "iterate(|v| , v)",
        "iterate(|v|, v)",
        "iterate(|, v)",
        "let y = iterate(|v| v * , v); y",
        "iterate(|v| { let z = v.; z }, v)",
        "iterate(halve, v)",
        "iterate(halved., v)",
        "iterate(hal, )",
        "iterate(crate::, v)",
        "iterate(|v| v.not_there(), v)",
        "iterate(|a, b| a, v)",
        "iterate(|| v, v)",
        "iterate(|(a, b)| a, v)",
        "match loss { Loss::Huber { delta } => v. }",
        "match loss { Loss::Huber { } => v, Loss:: }",
        "match loss { Loss::Hub { delta } => delta, _ => v }",
        "match loss { Loss::Huber { delta => v } }",
        "match loss { }",
        "match layers. { }",
        "match loss { Loss::Squared => }",
        "if let Some(w) = w { w. } v",
        "if let Some(w) = { v } v",
        "let Some(w) = w else { return v. }; w",
        "let Some(w) = w else ; w",
        "if let Some(w) = layer. { w } v",
        "for l in layers { l. } v",
        "layers[0].",
        "layers.iter().map(|l| l.).collect()",
        "layers.iter().map(|l| l.w.).collect()",
        "layers[].w",
        "for (i, l) in layers.iter().enum { l } v",
        "Layer { w: layer.w. , ..layer }",
        "Layer { w: , ..layer }",
        "let l = Layer { w }; v",
        "let l = Layer { }; v",
        "let mut l = layer; l.w = ; v",
        "let mut l = layer; l. = v; v",
        "let mut l = layer; l.w. = v; v",
        "let y = w.; v",
        "w.unwrap_or(.)",
        "Some(v.)",
        "let y: Option< = None; v",
        "let l = Loss::; v",
        "let l = Loss::Huber { delta: v. }; v",
        "Loss::Weighted(v.)",
        "iterate(|v| iterate(|u| u., v), v)",
        "iterate(|v| match loss { Loss::Huber { delta } => delta., _ => v }, v)",
        "iterate(|v| if let Some(w) = w { w. } else { v }, v)",
    ];

    #[test]
    fn what_a_person_is_typing_stays_a_function() {
        let known = [
            (
                "Layer",
                "struct Layer<D, C> { w: Tensor<_, D, C>, b: Option<Tensor<_, C>>, rate: f64 }\n\
                 #[__agnostic_method(forward, Layer)]\n\
                 fn __Layer_forward(self: &Layer<_, D, C>, x: &Tensor<_, N, D>) -> Tensor<_, N, C> {}",
            ),
            (
                "Loss",
                "enum Loss<C> { Squared, Weighted(Tensor<_, C>), Huber { delta: Tensor<_, C> } }",
            ),
            (
                "iterate",
                "fn iterate(f: impl Fn(&Tensor<_, N>) -> Tensor<_, N>, x: &Tensor<_, N>) -> Tensor<_, N>",
            ),
        ];
        let known = known.map(|(name, item)| (name.to_owned(), item.to_owned()));
        let known = std::rc::Rc::new(known.into_iter().collect());
        for body in HALF {
            let params = "layers: &[Layer<_, D, C>], loss: &Loss<_, C>, x: &Tensor<_, N, D>, v: &Tensor<_, N>, \
                          w: Option<&Tensor<_, N>>";
            let function =
                format!("fn f(layer: &Layer<_, D, C>, {params}) -> Tensor<_, N> {{ {body} }}");
            let method = function
                .replace("layer:", "self:")
                .replace("layer.", "self.");
            let method = format!("#[__agnostic_method(f, Layer)] {method}");
            for item in [function, method] {
                let output = crate::driver::compile_answered(
                    TokenStream::new(),
                    item.parse().unwrap(),
                    &known,
                );
                let file: syn::File = match syn::parse2(output.clone()) {
                    Ok(file) => file,
                    Err(error) => panic!("{error}: {item}: {output}"),
                };
                let entry = |item: &syn::Item| match item {
                    syn::Item::Fn(f) => f.sig.ident == "f",
                    syn::Item::Impl(of) => of
                        .items
                        .iter()
                        .any(|item| matches!(item, syn::ImplItem::Fn(f) if f.sig.ident == "f")),
                    _ => false,
                };
                assert!(file.items.iter().any(entry), "{item}: {output}");
                let output = output.to_string();
                assert!(!output.contains("internal error"), "{item}: {output}");
            }
        }
    }

    #[test]
    fn what_is_no_function_has_no_head() {
        for text in [
            "fn f(x: &Tensor<_, N) { x }",
            "fn f(x) {}",
            "struct S;",
            "fn f();",
            "fn f() {} junk",
            "",
        ] {
            assert!(matches!(parsed(text), Parsed::Nothing(_)), "{text}");
        }
        let Parsed::Whole(item) = parsed("fn f() { x.su }") else {
            panic!("a field is no mistake of syntax");
        };
        assert_eq!(item.block.to_token_stream().to_string(), "{ x . su }");
    }
}

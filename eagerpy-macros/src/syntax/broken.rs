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
            None => Member::Nothing(member, error),
        }
    });
    Some((block, members.collect()))
}

/// What stands in an `impl`, apart: a member ends with a block or a `;`. Braces of a size, `Tensor<_, { N * 2 }>`, are
/// no block.
fn members(inside: TokenStream) -> Vec<TokenStream> {
    let mut out = Vec::new();
    let mut member = TokenStream::new();
    let (mut angles, mut arrow) = (0_usize, false);
    for token in inside {
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
        member.extend([token]);
        if ends {
            out.push(std::mem::take(&mut member));
            angles = 0;
        }
    }
    if !member.is_empty() {
        out.push(member);
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

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

fn has_placeholder(tokens: &TokenStream) -> bool {
    tokens.clone().into_iter().any(|token| match &token {
        TokenTree::Group(group) => has_placeholder(&group.stream()),
        other => is_placeholder(other),
    })
}

/// The function with an empty body, and what stood there: a body is the last thing in a function.
fn head(item: TokenStream) -> Option<(syn::ItemFn, TokenStream)> {
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

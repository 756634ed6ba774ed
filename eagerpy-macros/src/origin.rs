//! Where a piece of the program comes from, and the only maker of emitted identifiers.

use std::any::Any;
use std::cell::OnceCell;
use std::rc::Rc;

use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;
use syn::spanned::Spanned;

/// The user's text behind a node: its tokens (for messages and their spans) and its line.
#[derive(Clone)]
pub struct Origin {
    tokens: TokenStream,
    span: Span,
    /// Every backend asks for it.
    text: Rc<OnceCell<String>>,
}

impl Origin {
    pub fn of(node: &(impl ToTokens + Spanned + 'static)) -> Origin {
        // A span made of tokens would make them once more, and an expression has one at each level.
        let start = (node as &dyn Any).downcast_ref().and_then(start);
        Origin {
            tokens: node.to_token_stream(),
            span: start.unwrap_or_else(|| node.span()),
            text: Rc::default(),
        }
    }

    /// For messages: all of the text is underlined.
    pub fn tokens(&self) -> &TokenStream {
        &self.tokens
    }

    /// For emitted code: rustc's own complaints land on the first token.
    pub fn span(&self) -> Span {
        self.span
    }

    /// Line in the user's file, from 1; 0 where there is none.
    pub fn line(&self) -> u32 {
        u32::try_from(self.span.start().line).unwrap_or(0)
    }

    /// The text as the user wrote it, blanks normalised.
    pub fn text(&self) -> String {
        let text = self.text.get_or_init(|| source_text(&self.tokens));
        text.clone()
    }
}

/// The span of an expression's first token, for the usual ones.
fn start(expr: &syn::Expr) -> Option<Span> {
    let mut expr = expr;
    loop {
        expr = match expr {
            syn::Expr::MethodCall(call) if call.attrs.is_empty() => &call.receiver,
            syn::Expr::Call(call) if call.attrs.is_empty() => &call.func,
            syn::Expr::Field(field) if field.attrs.is_empty() => &field.base,
            syn::Expr::Index(index) if index.attrs.is_empty() => &index.expr,
            syn::Expr::Binary(binary) if binary.attrs.is_empty() => &binary.left,
            syn::Expr::Assign(assign) if assign.attrs.is_empty() => &assign.left,
            syn::Expr::Cast(cast) if cast.attrs.is_empty() => &cast.expr,
            syn::Expr::Try(inner) if inner.attrs.is_empty() => &inner.expr,
            syn::Expr::Path(path) if path.attrs.is_empty() && path.qself.is_none() => {
                return match path.path.leading_colon {
                    None => path.path.segments.first().map(|s| s.ident.span()),
                    Some(_) => None,
                };
            }
            syn::Expr::Lit(lit) if lit.attrs.is_empty() => return Some(lit.lit.span()),
            _ => return None,
        };
    }
}

/// An identifier of emitted code: at the user's place, invisible to the user's names.
pub fn local(name: &str, at: Span) -> Ident {
    let span = Span::mixed_site().located_at(at);
    match name {
        // Words that not even `r#` makes names of.
        "self" | "Self" | "super" | "crate" | "_" => Ident::new(&format!("{name}_"), span),
        _ if is_no_word_of_rust(name) || syn::parse_str::<Ident>(name).is_ok() => {
            Ident::new(name, span)
        }
        keyword => Ident::new_raw(keyword, span),
    }
}

/// Most names are seen to be none without the parser: no other word of Rust has one letter, a digit, a capital or `_`.
fn is_no_word_of_rust(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next().is_some_and(|c| c.is_ascii_alphabetic())
        && letters.all(|c| c.is_ascii_alphanumeric() || c == '_')
        && (name.len() == 1 || name.contains(|c: char| !c.is_ascii_lowercase()))
}

/// Tokens as a person writes them: `x . sum ( axis = - 1 )` becomes `x.sum(axis = -1)`.
pub fn source_text(tokens: &TokenStream) -> String {
    let mut out = String::new();
    write_tokens(tokens.clone(), &mut out);
    out
}

/// The same of a type, in which `<` is a bracket: `Tensor<f32, N>`.
pub fn type_text(tokens: &TokenStream) -> String {
    source_text(tokens).replace(" < ", "<").replace(" >", ">")
}

fn write_tokens(tokens: TokenStream, out: &mut String) {
    use proc_macro2::{Delimiter, Spacing, TokenTree};
    let mut tight = true;
    let mut unary = true;
    // The sign that the next one joins: `&` of `&&`, `:` of `::`.
    let mut joins = ' ';
    for token in tokens {
        let joined = std::mem::replace(&mut joins, ' ');
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::Brace if out.ends_with(' ') => ("{ ", " }"),
                    Delimiter::Brace => (" { ", " }"),
                    Delimiter::None => ("", ""),
                };
                if unary && !tight {
                    out.push(' ');
                }
                out.push_str(open);
                write_tokens(group.stream(), out);
                out.push_str(close);
                tight = false;
                unary = false;
            }
            TokenTree::Punct(punct) => {
                let c = punct.as_char();
                let joint = punct.spacing() == Spacing::Joint;
                if joint {
                    joins = c;
                }
                match c {
                    // A macro's name.
                    '!' if !unary && !joint => {
                        out.push(c);
                        tight = true;
                    }
                    '.' | ',' | ';' | '?' | ':' => {
                        // A path from the root, behind a colon, a sign or a word of Rust's.
                        let behind = || {
                            let word = out.rsplit(' ').next();
                            let word = word.is_some_and(|w| {
                                matches!(w, "let" | "in" | "return" | "match" | "as")
                            });
                            word || out.ends_with([':', '='])
                        };
                        let root = c == ':' && joint && joined != ':' && behind();
                        if (c == '.' && !tight && unary) || root {
                            out.push(' ');
                        }
                        out.push(c);
                        tight = c == '.' || (c == ':' && (joint || joined == ':'));
                        unary = matches!(c, ',' | ';');
                    }
                    '!' | '&' | '-' | '*' if unary && !(c == '&' && joined == '&') => {
                        if !tight {
                            out.push(' ');
                        }
                        out.push(c);
                        tight = true;
                    }
                    _ => {
                        if !tight
                            && !out.ends_with([
                                '=', '<', '>', '!', '+', '-', '*', '/', '&', '|', '%', '^',
                            ])
                        {
                            out.push(' ');
                        }
                        out.push(c);
                        tight = joint;
                        unary = true;
                    }
                }
            }
            TokenTree::Ident(ident) => {
                let joins = out.ends_with(|c: char| c.is_alphanumeric() || c == '_');
                if (!tight || joins) && !out.is_empty() && !out.ends_with([' ', '(', '[']) {
                    out.push(' ');
                }
                let name = ident.to_string();
                // A derivative in the body has a name of the compiler's.
                match crate::syntax::derivative::word(&name) {
                    Some(word) => out.push_str(word.product.name()),
                    None => out.push_str(&name),
                }
                tight = false;
                unary = false;
            }
            TokenTree::Literal(literal) => {
                if !tight && !out.is_empty() && !out.ends_with([' ', '(', '[']) {
                    out.push(' ');
                }
                out.push_str(&literal.to_string());
                tight = false;
                unary = false;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{local, source_text};

    #[test]
    fn words_of_rust_become_raw_names() {
        for (name, written) in [
            ("x", "x"),
            ("x_2", "x_2"),
            ("TX", "TX"),
            ("v10", "v10"),
            ("sum", "sum"),
            ("type", "r#type"),
            ("fn", "r#fn"),
            ("Self", "Self_"),
            ("_", "__"),
        ] {
            let name = local(name, proc_macro2::Span::call_site());
            assert_eq!(name.to_string(), written);
        }
    }

    #[test]
    fn text_reads_as_written() {
        for text in [
            "x.sum(axis = -1)",
            "x.matmul(w) + b",
            "-x * 2.0",
            "!mask & (a > b)",
            "where_(mask, a, 0.0)",
            "x[(.., 1)]",
            "a == b",
            "a && !b || c",
            "let k: f64 = std::cmp::max(a, -1)",
            "assert!(k != 0)",
        ] {
            let tokens: proc_macro2::TokenStream = text.parse().unwrap_or_default();
            assert_eq!(source_text(&tokens), text);
        }
    }
}

//! Where a piece of the program comes from, and the only maker of emitted identifiers.

use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;
use syn::spanned::Spanned;

/// The user's text behind a node: its tokens (for messages and their spans) and its line.
#[derive(Clone)]
pub struct Origin {
    tokens: TokenStream,
    span: Span,
}

impl Origin {
    pub fn of(node: &(impl ToTokens + Spanned)) -> Origin {
        Origin {
            tokens: node.to_token_stream(),
            span: node.span(),
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
        source_text(&self.tokens)
    }
}

/// An identifier of emitted code: at the user's place, invisible to the user's names.
pub fn local(name: &str, at: Span) -> Ident {
    let span = Span::mixed_site().located_at(at);
    match name {
        // Words that not even `r#` makes names of.
        "self" | "Self" | "super" | "crate" | "_" => Ident::new(&format!("{name}_"), span),
        _ if syn::parse_str::<Ident>(name).is_ok() => Ident::new(name, span),
        keyword => Ident::new_raw(keyword, span),
    }
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
                        if c == '.' && !tight && unary {
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
                out.push_str(&ident.to_string());
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
    use super::source_text;

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

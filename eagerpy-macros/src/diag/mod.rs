//! The one collector of the user's mistakes. Every error keeps its code, its span, the facts and a
//! help line; all errors of a function are told at once.

pub mod catalog;
pub mod foreign;
pub mod nearest;

use proc_macro2::TokenStream;
use quote::ToTokens;

pub use catalog::Code;

use crate::syntax::has_placeholder;

/// A mistake of the user.
pub struct Diagnostic {
    code: Code,
    place: TokenStream,
    title: String,
    facts: Vec<String>,
    help: Option<String>,
}

impl Diagnostic {
    /// A mistake at these tokens, all of which are underlined.
    pub fn new(code: Code, place: impl ToTokens, title: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            place: place.to_token_stream(),
            title: title.into(),
            facts: Vec::new(),
            help: None,
        }
    }

    /// A line of what is known: a type, a shape, where a size came from.
    pub fn fact(mut self, fact: impl Into<String>) -> Diagnostic {
        self.facts.push(fact.into());
        self
    }

    /// Several of them.
    pub fn facts(mut self, facts: impl IntoIterator<Item = String>) -> Diagnostic {
        self.facts.extend(facts);
        self
    }

    /// What to write instead.
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    pub fn render(&self) -> syn::Error {
        syn::Error::new_spanned(&self.place, self.text())
    }

    /// The message as it is printed.
    fn text(&self) -> String {
        let mut text = format!("{}: {}", self.code.name(), self.title);
        for fact in &self.facts {
            text.push_str("\n  ");
            text.push_str(fact);
        }
        if let Some(help) = &self.help {
            text.push_str("\n  help: ");
            text.push_str(help);
        }
        text
    }
}

/// The mistakes found so far.
#[derive(Default)]
pub struct Diagnostics {
    found: Vec<Diagnostic>,
}

impl Diagnostics {
    pub fn push(&mut self, diagnostic: Diagnostic) {
        // One place says one thing: a second error at the same tokens is a consequence.
        let seen = self.found.iter().any(|other| {
            other.code == diagnostic.code
                && other.title == diagnostic.title
                && same_place(other, &diagnostic)
        });
        if !seen {
            self.found.push(diagnostic);
        }
    }

    /// The barrier between stages: `compile_error!`s for all that was found, or nothing.
    pub fn barrier(&self) -> Option<TokenStream> {
        if self.found.is_empty() {
            return None;
        }
        let mut all: Option<syn::Error> = None;
        // In the order of the program; what is found in host code is found last.
        let mut found: Vec<&Diagnostic> = self.found.iter().collect();
        found.sort_by_key(|diagnostic| start(diagnostic));
        // The editor tells that something is missing, and takes what stands at its word out of the output.
        found.retain(|diagnostic| !has_placeholder(&diagnostic.place));
        for diagnostic in found {
            let error = diagnostic.render();
            match &mut all {
                Some(all) => all.combine(error),
                None => all = Some(error),
            }
        }
        Some(all.map_or_else(TokenStream::new, |error| error.to_compile_error()))
    }

    /// Another help line for what was told since.
    pub fn advise(&mut self, mark: usize, help: impl Fn(&str) -> String) {
        for diagnostic in self.found.iter_mut().skip(mark) {
            diagnostic.help = Some(help(diagnostic.help.as_deref().unwrap_or_default()));
        }
    }

    /// Without those that were told elsewhere.
    pub fn forget(&mut self, told: &Diagnostics) {
        let known = |one: &Diagnostic| {
            let same = |other: &Diagnostic| other.text() == one.text() && same_place(other, one);
            told.found.iter().any(same)
        };
        self.found.retain(|one| !known(one));
    }

    /// All messages as they are printed.
    #[cfg(test)]
    pub fn texts(&self) -> Vec<String> {
        self.found.iter().map(Diagnostic::text).collect()
    }

    /// A point to which [`rewind`](Diagnostics::rewind) goes back.
    pub fn mark(&self) -> usize {
        self.found.len()
    }

    /// Forgets what was told since: the code is checked again with better types.
    pub fn rewind(&mut self, mark: usize) {
        self.found.truncate(mark);
    }
}

fn same_place(a: &Diagnostic, b: &Diagnostic) -> bool {
    start(a) == start(b)
}

/// Line and column of the first token.
fn start(diagnostic: &Diagnostic) -> Option<(usize, usize)> {
    let first = diagnostic.place.clone().into_iter().next()?;
    let at = first.span().start();
    Some((at.line, at.column))
}

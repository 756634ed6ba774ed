//! Lists whose element type is not written: it comes from what is pushed.
//!
//! ```text
//! let mut steps = Vec::new();
//! for t in 0..T { steps.push(x[t]); }      steps: a list of what `x[t]` is
//! ```
//!
//! At its `let` such a list could be the host's as well. So the first look at a function takes it for that; where it
//! grows by a tensor, what grew is noted for the `let`, and the function is looked at anew. That goes on until a look
//! learns nothing: elements only become wider, so there is an end.

use std::collections::HashMap;

use syn::ext::IdentExt;

use super::ty::Ty;
use super::{Binding, Checker};

/// A `let` of an empty list. The body is copied in places, so that only the name and where it stands are its own.
pub(super) type Place = String;

/// What is known of the lists of a function.
#[derive(Default)]
pub(super) struct Grown {
    elements: HashMap<Place, Ty>,
    /// Has this look learned something?
    learned: bool,
    looks: usize,
}

/// More looks than any function needs: an element becomes wider a few times, and one look often finds several lists.
const LOOKS: usize = 64;

impl Grown {
    /// Is another look needed?
    pub(super) fn again(&mut self) -> bool {
        self.looks += 1;
        std::mem::take(&mut self.learned)
    }
}

impl Checker<'_> {
    /// The type of what a `let` without a type binds, where lists that grow are among it.
    pub(super) fn grown(&self, pat: &syn::Pat, value: &syn::Expr) -> Option<Ty> {
        if self.lists.elements.is_empty() {
            return None;
        }
        match (pat, value) {
            (syn::Pat::Ident(ident), value) if super::container::is_empty_list(value) => {
                let element = self.lists.elements.get(&place(&ident.ident))?;
                Some(Ty::List(Box::new(element.clone())))
            }
            (syn::Pat::Tuple(pats), syn::Expr::Tuple(values))
                if pats.elems.len() == values.elems.len() =>
            {
                let parts: Vec<Option<Ty>> = pats
                    .elems
                    .iter()
                    .zip(&values.elems)
                    .map(|(pat, value)| self.grown(pat, value))
                    .collect();
                // The other parts are what they are.
                parts.iter().any(Option::is_some).then(|| {
                    let parts = parts.into_iter().map(|part| part.unwrap_or(Ty::Poison));
                    Ty::Tuple(parts.collect())
                })
            }
            _ => None,
        }
    }

    /// Notes which of the names that were bound are empty lists.
    pub(super) fn note_lists(&mut self, pat: &syn::Pat, value: &syn::Expr) {
        match (pat, value) {
            (syn::Pat::Ident(ident), value) if super::container::is_empty_list(value) => {
                let name = ident.ident.unraw().to_string();
                let place = place(&ident.ident);
                match self.lookup(&name) {
                    Some(Binding::Tensor(var)) => {
                        let var = *var;
                        if let Some(var) = self.vars.get_mut(var) {
                            var.grows = Some(place);
                        }
                    }
                    Some(_) => self.bind(&name, Binding::Empty(place)),
                    None => {}
                }
            }
            (syn::Pat::Tuple(pats), syn::Expr::Tuple(values))
                if pats.elems.len() == values.elems.len() =>
            {
                for (pat, value) in pats.elems.iter().zip(&values.elems) {
                    self.note_lists(pat, value);
                }
            }
            _ => {}
        }
    }

    /// A value gets into the list of this `let`. `false`: that is no news, or cannot be.
    pub(super) fn grows_by(&mut self, list: &Place, element: &Ty) -> bool {
        let listed = element.has_tensor() && !matches!(element, Ty::Fn(_)) && is_whole(element);
        if !listed || self.lists.looks >= LOOKS {
            return false;
        }
        let known = self.lists.elements.get(list).cloned();
        let wider = match &known {
            None => Some(element.clone()),
            Some(known) => self.join(known, element),
        };
        match wider {
            Some(wider) if known.as_ref() != Some(&wider) && is_whole(&wider) => {
                self.lists.elements.insert(list.clone(), wider);
                self.lists.learned = true;
                true
            }
            // What does not go together is told by the next look.
            _ => known.is_some(),
        }
    }
}

/// Does the annotation leave the element open, `Vec<_>`?
pub(super) fn is_open(ty: &syn::Type) -> bool {
    let syn::Type::Path(path) = ty else {
        return false;
    };
    let Some(last) = path.path.segments.last() else {
        return false;
    };
    match &last.arguments {
        syn::PathArguments::AngleBracketed(args) if last.ident == "Vec" => args
            .args
            .iter()
            .all(|arg| matches!(arg, syn::GenericArgument::Type(syn::Type::Infer(_)))),
        _ => false,
    }
}

fn place(name: &proc_macro2::Ident) -> Place {
    format!("{name} {:?}", name.span())
}

/// Is all of it known? What depends on a list that is not known yet is not.
fn is_whole(ty: &Ty) -> bool {
    match ty {
        Ty::Poison | Ty::Never => false,
        Ty::Tuple(parts) => parts.iter().all(is_whole),
        Ty::List(inner) | Ty::Option(inner) => is_whole(inner),
        Ty::Adt(adt) => adt.fields.iter().flatten().all(is_whole),
        Ty::Tensor(_) | Ty::Host(_) | Ty::Fn(_) | Ty::Opaque => true,
    }
}

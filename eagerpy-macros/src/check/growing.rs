//! Lists and optional values whose type is not written: it comes from what gets into them.
//!
//! ```text
//! let mut steps = Vec::new();
//! for t in 0..T { steps.push(x[t]); }      steps: a list of what `x[t]` is
//! let mut best = None;
//! if n > 3 { best = Some(x); }             best: an optional one of what `x` is
//! ```
//!
//! At its `let` such a variable could be the host's as well. So the first look at a function takes it for that; where a
//! tensor gets into it, the type is noted for the `let`, and the function is looked at anew. That goes on until a look
//! learns nothing: types only become wider, so there is an end.

use std::collections::HashMap;

use syn::ext::IdentExt;

use super::ty::Ty;
use super::{Binding, Checker};

/// A `let` of what is empty. The body is copied in places, so that only the name and where it stands are its own.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Place {
    name: String,
    at: String,
    /// `None`, rather than a list.
    option: bool,
}

impl Place {
    fn of(name: &proc_macro2::Ident, value: &syn::Expr) -> Option<Place> {
        let option = match value {
            syn::Expr::Path(path) => path.path.is_ident("None"),
            _ => false,
        };
        (option || super::container::is_empty_list(value)).then(|| Place {
            name: name.unraw().to_string(),
            at: format!("{:?}", name.span()),
            option,
        })
    }
}

/// What is known of these variables of a function.
#[derive(Default)]
pub(super) struct Grown {
    types: HashMap<Place, Ty>,
    /// Has this look learned something?
    learned: bool,
    looks: usize,
}

/// More looks than any function needs: a type becomes wider a few times, and one look often finds several.
const LOOKS: usize = 64;

impl Grown {
    /// Is another look needed?
    pub(super) fn again(&mut self) -> bool {
        self.looks += 1;
        std::mem::take(&mut self.learned)
    }
}

impl Checker<'_> {
    /// The type of what a `let` without a type binds, where something is known of it.
    pub(super) fn grown(&self, pat: &syn::Pat, value: &syn::Expr) -> Option<Ty> {
        if self.lists.types.is_empty() {
            return None;
        }
        match (pat, value) {
            (syn::Pat::Ident(ident), value) => {
                let place = Place::of(&ident.ident, value)?;
                self.lists.types.get(&place).cloned()
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

    /// Notes which of the names that were bound are empty.
    pub(super) fn note_empty(&mut self, pat: &syn::Pat, value: &syn::Expr) {
        match (pat, value) {
            (syn::Pat::Ident(ident), value) => {
                let Some(place) = Place::of(&ident.ident, value) else {
                    return;
                };
                let name = place.name.clone();
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
                    self.note_empty(pat, value);
                }
            }
            _ => {}
        }
    }

    /// What this `let` binds becomes one of this type. `false`: it cannot.
    pub(super) fn grows(&mut self, place: &Place, ty: &Ty) -> bool {
        let inner = match (ty, place.option) {
            (Ty::Option(inner), true) | (Ty::List(inner), false) => &**inner,
            _ => return false,
        };
        let fits = inner.has_tensor() && !matches!(inner, Ty::Fn(_)) && is_whole(inner);
        if !fits || self.lists.looks >= LOOKS {
            return false;
        }
        let known = self.lists.types.get(place).cloned();
        let wider = match &known {
            None => Some(ty.clone()),
            Some(known) => self.join(known, ty),
        };
        match wider {
            Some(wider) if known.as_ref() != Some(&wider) && is_whole(&wider) => {
                self.lists.types.insert(place.clone(), wider);
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

/// Is all of it known? What depends on a variable that is not known yet is not.
pub(super) fn is_whole(ty: &Ty) -> bool {
    match ty {
        Ty::Poison | Ty::Never => false,
        Ty::Tuple(parts) => parts.iter().all(is_whole),
        Ty::List(inner) | Ty::Option(inner) => is_whole(inner),
        Ty::Adt(adt) => adt.fields.iter().flatten().all(is_whole),
        Ty::Tensor(_) | Ty::Host(_) | Ty::Fn(_) | Ty::Opaque => true,
    }
}

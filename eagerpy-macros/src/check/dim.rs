//! Symbolic dimensions: integer polynomials over the named dimensions, in a normal form, so that
//! equal sizes are equal values.

use std::collections::BTreeMap;
use std::fmt::Write;

/// The size of an axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dim {
    /// A sum of products of named dimensions. Nothing but the signature's names stands in it, and a
    /// function must hold for all sizes of them: two that are not equal here are different sizes.
    Poly(BTreeMap<Vec<usize>, i64>),
    /// Known at run time only.
    Unknown,
}

impl Dim {
    pub fn size(n: i64) -> Dim {
        let mut terms = BTreeMap::new();
        if n != 0 {
            terms.insert(Vec::new(), n);
        }
        Dim::Poly(terms)
    }

    pub fn named(place: usize) -> Dim {
        Dim::Poly(BTreeMap::from([(vec![place], 1)]))
    }

    /// The number, if it is one.
    pub fn known(&self) -> Option<i64> {
        match self {
            Dim::Poly(terms) if terms.is_empty() => Some(0),
            Dim::Poly(terms) if terms.len() == 1 => terms.get(&Vec::new()).copied(),
            _ => None,
        }
    }

    /// The named dimension, if it is one and nothing else.
    pub fn symbol(&self) -> Option<usize> {
        let Dim::Poly(terms) = self else { return None };
        let mut terms = terms.iter();
        match (terms.next(), terms.next()) {
            (Some((names, 1)), None) => match names.as_slice() {
                [name] => Some(*name),
                _ => None,
            },
            _ => None,
        }
    }

    /// The same, with other sizes for its names; unknown if one is missing.
    pub fn substituted(&self, sizes: &std::collections::HashMap<usize, Dim>) -> Dim {
        let Dim::Poly(terms) = self else {
            return Dim::Unknown;
        };
        let mut sum = Dim::size(0);
        for (names, factor) in terms {
            let mut product = Dim::size(*factor);
            for name in names {
                match sizes.get(name) {
                    Some(size) => product = product.times(size),
                    None => return Dim::Unknown,
                }
            }
            sum = sum.plus(&product);
        }
        sum
    }

    /// Its products of names, with their factors.
    pub fn terms(&self) -> Vec<(Vec<usize>, i64)> {
        match self {
            Dim::Poly(terms) => terms.iter().map(|(n, f)| (n.clone(), *f)).collect(),
            Dim::Unknown => Vec::new(),
        }
    }

    pub fn is_one(&self) -> bool {
        self.known() == Some(1)
    }

    /// Equal, different, or not to be said.
    pub fn equals(&self, other: &Dim) -> Option<bool> {
        match (self, other) {
            (Dim::Poly(a), Dim::Poly(b)) => Some(a == b),
            _ => None,
        }
    }

    pub fn plus(&self, other: &Dim) -> Dim {
        self.combine(other, 1)
    }

    pub fn minus(&self, other: &Dim) -> Dim {
        self.combine(other, -1)
    }

    fn combine(&self, other: &Dim, sign: i64) -> Dim {
        let (Dim::Poly(a), Dim::Poly(b)) = (self, other) else {
            return Dim::Unknown;
        };
        let mut terms = a.clone();
        for (names, factor) in b {
            let entry = terms.entry(names.clone()).or_insert(0);
            match factor.checked_mul(sign).and_then(|f| entry.checked_add(f)) {
                Some(sum) => *entry = sum,
                None => return Dim::Unknown,
            }
        }
        terms.retain(|_, factor| *factor != 0);
        Dim::Poly(terms)
    }

    pub fn times(&self, other: &Dim) -> Dim {
        let (Dim::Poly(a), Dim::Poly(b)) = (self, other) else {
            return Dim::Unknown;
        };
        let mut terms: BTreeMap<Vec<usize>, i64> = BTreeMap::new();
        for (left, f) in a {
            for (right, g) in b {
                let mut names = [left.as_slice(), right.as_slice()].concat();
                names.sort_unstable();
                let entry = terms.entry(names).or_insert(0);
                match f.checked_mul(*g).and_then(|p| entry.checked_add(p)) {
                    Some(sum) => *entry = sum,
                    None => return Dim::Unknown,
                }
            }
        }
        terms.retain(|_, factor| *factor != 0);
        Dim::Poly(terms)
    }

    /// The quotient, where it is a polynomial again.
    pub fn over(&self, other: &Dim) -> Dim {
        let (Dim::Poly(a), Dim::Poly(b)) = (self, other) else {
            return Dim::Unknown;
        };
        // By one term only: enough for the -1 of a reshape.
        let mut terms = b.iter();
        let (Some((names, factor)), None) = (terms.next(), terms.next()) else {
            return Dim::Unknown;
        };
        let mut out = BTreeMap::new();
        for (left, f) in a {
            let mut rest = left.clone();
            for name in names {
                match rest.iter().position(|n| n == name) {
                    Some(at) => {
                        rest.remove(at);
                    }
                    None => return Dim::Unknown,
                }
            }
            match (f.checked_rem(*factor), f.checked_div(*factor)) {
                (Some(0), Some(quotient)) => out.insert(rest, quotient),
                _ => return Dim::Unknown,
            };
        }
        Dim::Poly(out)
    }

    /// For messages: `N`, `2*N + 1`, `?`.
    pub fn show(&self, names: &[String]) -> String {
        let Dim::Poly(terms) = self else {
            return "?".to_owned();
        };
        if terms.is_empty() {
            return "0".to_owned();
        }
        let mut out = String::new();
        // Products first, the number last.
        for (symbols, factor) in terms.iter().rev() {
            let sign = if *factor < 0 { "-" } else { "+" };
            if out.is_empty() {
                if *factor < 0 {
                    out.push('-');
                }
            } else {
                let _ = write!(out, " {sign} ");
            }
            let size = factor.unsigned_abs();
            let product: Vec<&str> = symbols
                .iter()
                .map(|&s| names.get(s).map_or("?", String::as_str))
                .collect();
            match (size, product.is_empty()) {
                (_, true) => {
                    let _ = write!(out, "{size}");
                }
                (1, false) => out.push_str(&product.join("*")),
                (_, false) => {
                    let _ = write!(out, "{size}*{}", product.join("*"));
                }
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::Dim;

    #[test]
    fn arithmetic_has_a_normal_form() {
        let (n, m) = (Dim::named(0), Dim::named(1));
        let two = Dim::size(2);
        let names = ["N".to_owned(), "M".to_owned()];
        assert_eq!(n.plus(&n), n.times(&two));
        assert_eq!(n.times(&m), m.times(&n));
        assert_eq!(n.plus(&m).minus(&m), n);
        assert_eq!(n.times(&m).over(&n), m);
        assert_eq!(n.times(&two).plus(&Dim::size(1)).show(&names), "2*N + 1");
        assert_eq!(n.equals(&m), Some(false));
        assert_eq!(n.equals(&Dim::Unknown), None);
        assert_eq!(Dim::size(6).over(&two), Dim::size(3));
    }
}

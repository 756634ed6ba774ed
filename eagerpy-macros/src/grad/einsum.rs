//! The cotangent of an operand of `einsum` is an `einsum` of the result's and the other operands.

use syn::{Expr, parse_quote};

/// The cotangent of the operand `at`.
///
/// # Errors
/// What cannot be done, as a title.
pub fn adjoint(equation: &str, tensors: &[Expr], at: usize, dy: &Expr) -> Result<Expr, String> {
    let equation: String = equation.chars().filter(|c| !c.is_whitespace()).collect();
    let (left, right) = match equation.split_once("->") {
        Some((left, right)) => (left.to_owned(), right.to_owned()),
        None => {
            // Without an arrow: the letters that stand once, in their order.
            let letters = equation.replace([',', '.'], "");
            let mut once: Vec<char> = letters
                .chars()
                .filter(|c| letters.matches(*c).count() == 1)
                .collect();
            once.sort_unstable();
            let dots = if equation.contains("...") { "..." } else { "" };
            (equation.clone(), dots.chars().chain(once).collect())
        }
    };
    let terms: Vec<&str> = left.split(',').collect();
    let own = terms.get(at).copied().unwrap_or_default();
    let letters = own.replace("...", "");
    if letters.chars().any(|c| letters.matches(c).count() > 1) {
        return Err(
            "no gradient goes through an `einsum` that names an index twice in one operand"
                .to_owned(),
        );
    }
    let others: Vec<(&str, &Expr)> = terms
        .iter()
        .copied()
        .zip(tensors)
        .enumerate()
        .filter(|(place, _)| *place != at)
        .map(|(_, pair)| pair)
        .collect();
    let there = |c: char| right.contains(c) || others.iter().any(|(term, _)| term.contains(c));
    let kept: String = own.chars().filter(|c| *c == '.' || there(*c)).collect();
    let inputs: Vec<&str> = std::iter::once(right.as_str())
        .chain(others.iter().map(|(term, _)| *term))
        .collect();
    let adjoint = format!("{}->{kept}", inputs.join(","));
    let operands = others.iter().map(|(_, tensor)| tensor);
    let mut out: Expr = parse_quote!(einsum(#adjoint, #dy #(, #operands)*));
    let like = tensors.get(at);
    // An index that is only summed over: each of its elements has the same share.
    let missing: Vec<i64> = letters
        .chars()
        .rev()
        .enumerate()
        .filter(|(_, c)| !there(*c))
        .filter_map(|(place, _)| i64::try_from(place).ok().map(|place| -1 - place))
        .collect();
    if !missing.is_empty() {
        let axes = missing.iter().map(|axis| {
            let axis = proc_macro2::Literal::i64_unsuffixed(axis.saturating_abs());
            quote::quote!(-#axis)
        });
        out = parse_quote!(#out.expand_dims([#(#axes),*]).broadcast_to(#like.shape()));
    } else if own.contains('.') {
        out = parse_quote!(#out.sum_to(#like));
    }
    Ok(out)
}

//! The cotangent of an operand of `einsum` is an `einsum` of the result's and the other operands.

use syn::{Expr, parse_quote};

/// The cotangent of the operand `at`.
///
/// # Errors
/// What cannot be done, as a title.
pub fn adjoint(
    equation: &str,
    tensors: &[Expr],
    at: usize,
    dy: &Expr,
    elem: &Expr,
) -> Result<Expr, String> {
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
    let Some(like) = tensors.get(at) else {
        return Err(
            "no gradient goes through an `einsum` of tensors that are not there".to_owned(),
        );
    };
    // An index that stands twice: its second place gets a letter of its own, held to the first by ones on the diagonal.
    let mut mine = String::new();
    let mut ones: Vec<(String, Expr)> = Vec::new();
    let mut free = ('a'..='z')
        .chain('A'..='Z')
        .filter(|c| !equation.contains(*c));
    for (place, letter) in own.chars().enumerate() {
        if letter == '.' || !mine.contains(letter) {
            mine.push(letter);
            continue;
        }
        let Some(new) = free.next() else {
            return Err("no gradient goes through an `einsum` of so many letters".to_owned());
        };
        mine.push(new);
        let place = proc_macro2::Literal::usize_unsuffixed(own.chars().count() - place);
        ones.push((
            format!("{letter}{new}"),
            parse_quote!(eye(#like.dim(-#place), dtype = #elem)),
        ));
    }
    let mut others: Vec<(String, Expr)> = terms
        .iter()
        .zip(tensors)
        .enumerate()
        .filter(|(place, _)| *place != at)
        .map(|(_, (term, tensor))| ((*term).to_owned(), tensor.clone()))
        .chain(ones)
        .collect();
    let there = |others: &[(String, Expr)], c: char| {
        right.contains(c) || others.iter().any(|(term, _)| term.contains(c))
    };
    let lonely = |others: &[(String, Expr)]| {
        let letters = mine.chars().filter(|c| *c != '.').rev().enumerate();
        let lonely = letters.filter(|(_, c)| !there(others, *c));
        lonely.map(|(place, _)| place + 1).collect::<Vec<_>>()
    };
    let wide = left.contains('.');
    if wide && !lonely(&others).is_empty() {
        others.push((mine.clone(), parse_quote!(ones_like(#like))));
    }
    let lonely = lonely(&others);
    let kept: String = mine
        .chars()
        .filter(|c| *c == '.' || there(&others, *c))
        .collect();
    let inputs: Vec<&str> = std::iter::once(right.as_str())
        .chain(others.iter().map(|(term, _)| term.as_str()))
        .collect();
    // Leading axes that only others have are summed over behind it.
    let dots = match wide && !own.contains('.') {
        true => "...",
        false => "",
    };
    let adjoint = format!("{}->{dots}{kept}", inputs.join(","));
    let operands = others.iter().map(|(_, tensor)| tensor);
    let out: Expr = parse_quote!(einsum(#adjoint, #dy #(, #operands)*));
    if wide {
        return Ok(parse_quote!(#out.sum_to(#like)));
    }
    if lonely.is_empty() {
        return Ok(out);
    }
    // An index that is only summed over: each of its elements has the same share.
    let axes = lonely.iter().map(|place| {
        let place = proc_macro2::Literal::usize_unsuffixed(*place);
        quote::quote!(-#place)
    });
    Ok(parse_quote!(#out.expand_dims([#(#axes),*]).broadcast_to(#like.shape())))
}

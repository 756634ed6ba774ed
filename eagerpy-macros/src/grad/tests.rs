//! How long what is written is. What it computes is the business of `cargo xtask gradients`.

use std::rc::Rc;

use proc_macro2::TokenStream;
use quote::ToTokens;

use crate::driver;

/// The emitted functions of a backend for a program: that of the function, and that of `value_and_grad`, as texts.
fn written(body: &str) -> (String, String) {
    let options: TokenStream = "backends(mine = my::Mine), grad(x, w)"
        .parse()
        .unwrap_or_default();
    let text =
        format!("fn f(x: &Tensor<f32, N, D>, w: &Tensor<f32, D, D>) -> Scalar<f32> {{ {body} }}");
    let item: TokenStream = text.parse().unwrap_or_default();
    let output = driver::compile_answered(options, item, &Rc::default());
    let file = syn::parse2::<syn::File>(output);
    let items = file.map(|file| file.items).unwrap_or_default();
    let inside = |items: &[syn::Item], name: &str| -> Vec<syn::Item> {
        items
            .iter()
            .find_map(|item| match item {
                syn::Item::Mod(module) if module.ident == name => {
                    module.content.as_ref().map(|(_, items)| items.clone())
                }
                _ => None,
            })
            .unwrap_or_default()
    };
    let binding = |items: &[syn::Item]| -> String {
        items
            .iter()
            .find_map(|item| match item {
                syn::Item::Fn(function) if function.sig.ident == "__mine" => {
                    Some(function.block.to_token_stream().to_string())
                }
                _ => None,
            })
            .unwrap_or_default()
    };
    let module = inside(&items, "f");
    (
        binding(&module),
        binding(&inside(&module, "value_and_grad")),
    )
}

/// Twenty operations and more, as users mix them.
const PROGRAMS: [(&str, &str); 2] = [
    (
        "elementwise operations, reductions, a softmax",
        "let h = x.matmul(w) + 0.5;
        let g = (h * 2.0).sigmoid();
        let u = h.tanh() * g + x;
        let v = u.softmax(axis = -1);
        let s = (u - u.mean(axis = -1, keepdims = true)).square();
        let n = s.sum(axis = -1, keepdims = true).sqrt() + 1.0;
        let y = (v * u / n).relu().exp();
        (y.log1p() * x).mean()",
    ),
    (
        "layers",
        "let h = (x.matmul(w) + w[0]).relu();
        let h = (h.matmul(w) + w[1]).relu();
        let h = (h.matmul(w) + w[2]).relu();
        let h = (h.matmul(w) + w[3]).tanh();
        (h - x).square().mean()",
    ),
];

/// `value_and_grad` has the function's own text and that of its gradient.
#[test]
fn a_gradient_is_at_most_three_times_its_function() {
    for (name, body) in PROGRAMS {
        let (forward, both) = written(body);
        let gradient = both.len().saturating_sub(forward.len());
        println!(
            "{name}: {} characters, its gradient {gradient}",
            forward.len()
        );
        assert!(!forward.is_empty() && gradient > 0, "{name}");
        assert!(
            gradient <= 3 * forward.len(),
            "{name}: {gradient} characters for {}:\n{both}",
            forward.len()
        );
    }
}

#[test]
fn a_gradient_grows_as_its_function() {
    let program = |n: usize| {
        let lines = "let y = (y.matmul(w) * y).tanh() + y;".repeat(n);
        format!("let y = x; {lines} y.sum()")
    };
    let (_, short) = written(&program(10));
    let (_, long) = written(&program(50));
    assert!(!short.is_empty());
    assert!(
        long.len() < short.len() * 6,
        "five times the program: {} characters, not {}",
        long.len(),
        short.len()
    );
}

//! What an expansion costs, outside of rustc: `cargo xtask expand-cost` runs this and reads what it prints.
//!
//! Tokens are proc-macro2's own. In rustc each token costs a little more, which the command measures as well.

use std::time::{Duration, Instant};

use proc_macro2::TokenStream;

use crate::driver;

/// A name, and the body of a number of operations.
type Form = (&'static str, fn(usize) -> String);

/// Programs in several forms.
const FORMS: [Form; 4] = [
    ("statements", statements),
    ("one chain", |operations| {
        format!("x{}", ".tanh()".repeat(operations))
    }),
    ("one sum", |operations| {
        format!("x{}", " + x".repeat(operations))
    }),
    ("branches", |operations| {
        let branches = "if k > 1.0 { y = y.tanh(); }\n".repeat(operations);
        format!("let mut y = x; {branches} y")
    }),
];

/// A statement an operation, of the kinds that programs are made of.
fn statements(operations: usize) -> String {
    const STATEMENTS: [&str; 10] = [
        "let y = y.tanh();",
        "let y = y + x;",
        "let y = y * 0.5;",
        "let m = y.mean(axis = -1, keepdims = true);",
        "let y = y - m;",
        "let y = y.maximum(k);",
        "let y = y.softmax(axis = 1);",
        "let y = y.matmul(w);",
        "let mask = y > 0.0;",
        "let y = where_(mask, y, x);",
    ];
    let body: Vec<&str> = STATEMENTS.into_iter().cycle().take(operations).collect();
    format!("let y = x;\n{}\ny", body.join("\n"))
}

fn tokens(text: &str) -> TokenStream {
    text.parse().unwrap_or_default()
}

/// Median and least over some rounds.
fn times(body: &str, rounds: usize) -> (Duration, Duration) {
    let item = format!(
        "pub fn f(x: &Tensor<_, N, D>, w: &Tensor<_, D, D>, k: f64) -> Tensor<_, N, D> {{ {body} }}"
    );
    let mut times: Vec<Duration> = (0..rounds)
        .map(|_| {
            let (options, item) = (tokens("backends(ndarray, candle, tch)"), tokens(&item));
            let start = Instant::now();
            let output = driver::compile(options, item);
            let took = start.elapsed();
            assert!(!output.to_string().contains("compile_error"), "{output}");
            drop(output);
            // What proc-macro2 keeps of the sources would grow from round to round; rustc keeps it elsewhere.
            proc_macro2::extra::invalidate_current_thread_spans();
            took
        })
        .collect();
    times.sort();
    (times[rounds / 2], times[0])
}

fn all() {
    for (form, body) in FORMS {
        for (operations, rounds) in [(5, 41), (20, 41), (100, 21), (500, 7)] {
            let (median, least) = times(&body(operations), rounds);
            println!(
                "expansion of {form}: {operations} operations, median {} ns, least {} ns",
                median.as_nanos(),
                least.as_nanos()
            );
        }
    }
}

#[test]
#[ignore = "prints times: `cargo xtask expand-cost`"]
fn expand_cost() {
    // A chain of 500 calls needs more than the stack of a test.
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(all);
    thread.unwrap().join().unwrap();
}

//! The compiler on any input: it ends, does not panic, and writes items that parse.
//!
//! In, from cargo-fuzz: bytes. Text with a `fn` in it is an item, other text is a body, and bytes that begin
//! with a 0 are the number of a random program and of the changes that are made to it.
//!
//! ```text
//! cargo +nightly fuzz run compile fuzz/corpus/compile eagerpy-macros/golden -- -dict=fuzz/rust.dict
//! cargo run --manifest-path fuzz/Cargo.toml -- fuzz/artifacts/compile/crash-…
//! ```
//!
//! The second line needs no nightly: it reads files, and says of each what the compiler made of it.
//!
//! A procedural macro's crate gives nothing but its macro, so the compiler's modules are taken in by their paths:
//! with proc-macro2's own tokens they run outside of rustc.

#![cfg_attr(fuzzing, no_main)]
// As in the compiler's `lib.rs`.
#![allow(clippy::large_enum_variant)]
// What only its tests use.
#![allow(dead_code)]

#[path = "../../eagerpy-macros/src/args.rs"]
mod args;
#[path = "../../eagerpy-macros/src/check/mod.rs"]
mod check;
#[path = "../../eagerpy-macros/src/diag/mod.rs"]
mod diag;
#[path = "../../eagerpy-macros/src/driver.rs"]
mod driver;
#[path = "../../eagerpy-macros/src/emit/mod.rs"]
mod emit;
#[path = "../../eagerpy-macros/src/fuzz.rs"]
mod fuzz;
#[path = "../../eagerpy-macros/src/grad/mod.rs"]
mod grad;
#[path = "../../eagerpy-macros/src/ir/mod.rs"]
mod ir;
#[path = "../../eagerpy-macros/src/opt/mod.rs"]
mod opt;
#[path = "../../eagerpy-macros/src/origin.rs"]
mod origin;
#[path = "../../eagerpy-macros/src/syntax/mod.rs"]
mod syntax;

use proc_macro2::TokenStream;

/// What stands around a body.
const HEAD: &str = "pub fn f(x: &Tensor<_, N, D>, y: &Tensor<i64, N>, mask: &Tensor<bool, N, D>, n: usize, k: f64, up: bool) -> Tensor<_, N, D>";

/// The item that the bytes stand for, if they do.
fn item(bytes: &[u8]) -> Option<TokenStream> {
    if let Some((0, rest)) = bytes.split_first() {
        let (seed, changes) = rest.split_at_checked(8)?;
        let number = u64::from_le_bytes(seed.try_into().ok()?);
        let mut tokens: TokenStream = fuzz::program(number).parse().ok()?;
        for change in changes.chunks_exact(2).take(8) {
            let number = change.iter().fold(0, |n, byte| n << 8 | u64::from(*byte));
            tokens = fuzz::mutate(tokens, &mut fuzz::Rng(number));
        }
        return Some(tokens);
    }
    let text = std::str::from_utf8(bytes).ok()?;
    if text.contains("fn ") {
        text.parse().ok()
    } else {
        format!("{HEAD} {{ {text} }}").parse().ok()
    }
}

/// Compiles, on a thread: with its end goes what proc-macro2 keeps of the sources. Text that nests deeply takes a parser
/// much stack, as it does in rustc.
fn judged(bytes: &[u8]) -> Result<Option<bool>, String> {
    let bytes = bytes.to_vec();
    let work = move || {
        let Some(item) = item(&bytes) else {
            return Ok(None);
        };
        let Ok(options) = "backends(ndarray, candle, mine = my::Mine)".parse() else {
            return Ok(None);
        };
        let mut tally = fuzz::Tally::default();
        fuzz::judge(&options, &item, &mut tally)?;
        Ok(Some(tally.compiled == 1))
    };
    let thread = std::thread::Builder::new().stack_size(1 << 30).spawn(work);
    match thread.map(std::thread::JoinHandle::join) {
        Ok(Ok(verdict)) => verdict,
        Ok(Err(_)) => Err("the thread panicked".to_owned()),
        // This machine has no room for the thread: nothing is known of the compiler.
        Err(_) => Ok(None),
    }
}

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Err(error) = judged(bytes) {
        panic!("{error}");
    }
});

#[cfg(not(fuzzing))]
fn main() -> std::process::ExitCode {
    let mut wrong = 0;
    for path in std::env::args().skip(1) {
        let verdict = std::fs::read(&path)
            .map_err(|error| error.to_string())
            .and_then(|bytes| judged(&bytes));
        match verdict {
            Ok(Some(true)) => println!("{path}: compiled"),
            Ok(Some(false)) => println!("{path}: refused"),
            Ok(None) => println!("{path}: no tokens"),
            Err(error) => {
                wrong += 1;
                println!("{path}: {error}");
            }
        }
    }
    std::process::ExitCode::from(u8::from(wrong > 0))
}

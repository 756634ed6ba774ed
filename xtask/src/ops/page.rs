//! `docs/ops.md`, made from the table and from the sources of the backends.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use eagerpy_runtime::ops::{Class, Default, Family, Kind, OpInfo, OutDType, ShapeRule, TABLE};

/// The backends whose sources are looked at, and what a kernel of theirs is.
const BACKENDS: &[(&str, &str)] = &[
    ("ndarray", "a loop of ours over the elements"),
    (
        "candle",
        "candle's function, or a kernel of ours behind its interface",
    ),
    ("tch", "libtorch's function"),
];

const HEAD: &str = "\
# Operations

<!-- Made from the op table by `cargo xtask ops --docs`; a test fails where the two differ. -->

Every operation may be written as a function, `sum(x, axis = 0)`, and those whose first argument is a tensor as a method,
`x.sum(axis = 0)`. Arguments go by position or by keyword; `= …` in a signature is the value if one is left out. An
operation has one main name, which errors and `EXPLAIN` show, and other names that mean the same.

**Element types.** `any` is all of them; `numbers` all but `bool`; `floats` are `f16`, `bf16`, `f32`, `f64`; `ints` are
`i32`, `i64`, `u8`. Nothing is promoted: tensors of one operation have one type, and a host number takes theirs.

**Cost.** What an operation is on a backend:

";

/// Where the page is.
pub fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/ops.md")
}

/// The page.
pub fn text() -> Result<String> {
    let kernels = BACKENDS
        .iter()
        .map(|(name, what)| Ok((*name, *what, kernels(name)?)))
        .collect::<Result<Vec<_>>>()?;
    let mut out = HEAD.to_owned();
    writeln!(out, "| word | what it is |\n|---|---|")?;
    for (name, what) in BACKENDS {
        writeln!(out, "| kernel, on {name} | {what} |")?;
    }
    writeln!(
        out,
        "| view | no element is touched, where the framework has views |"
    )?;
    writeln!(
        out,
        "| composition | other operations one after the other, as the runtime has them |"
    )?;
    writeln!(out, "\n{} operations:\n", TABLE.len())?;
    let names: Vec<String> = TABLE
        .iter()
        .map(|op| format!("[{0}](#{0})", op.name))
        .collect();
    writeln!(out, "{}", names.join(" · "))?;
    for op in TABLE {
        entry(&mut out, op, &kernels)?;
    }
    Ok(out)
}

fn entry(out: &mut String, op: &OpInfo, kernels: &[(&str, &str, BTreeSet<String>)]) -> Result<()> {
    writeln!(out, "\n## {}\n", op.name)?;
    writeln!(out, "`{}`", signature(op))?;
    if !op.aliases.is_empty() {
        let aliases: Vec<String> = op.aliases.iter().map(|name| format!("`{name}`")).collect();
        writeln!(out, "\nAlso {}.", aliases.join(", "))?;
    }
    writeln!(out)?;
    for line in op.doc {
        writeln!(out, "{}", line.strip_prefix(' ').unwrap_or(line))?;
    }
    writeln!(out)?;
    writeln!(out, "| | |\n|---|---|")?;
    writeln!(out, "| element types | {} |", types(op))?;
    writeln!(out, "| shape | {} |", shape(op))?;
    for param in op.params.iter().filter(|param| !param.words.is_empty()) {
        let words: Vec<String> = param
            .words
            .iter()
            .map(|word| format!("`{word:?}`"))
            .collect();
        writeln!(out, "| `{}` | {} |", param.name, words.join(", "))?;
    }
    for (name, _, own) in kernels {
        let has = op.kernels().iter().any(|kernel| own.contains(*kernel));
        let cost = match (op.is_view(), has) {
            (true, _) => "view",
            (false, true) => "kernel",
            (false, false) => "composition",
        };
        writeln!(out, "| {name} | {cost} |")?;
    }
    if let Some(example) = op.example {
        writeln!(
            out,
            "\n```rust,ignore\nfn example({}) -> {} {{",
            example.params, example.out
        )?;
        writeln!(out, "    {}\n}}", example.body)?;
        writeln!(out, "example({}) // {}\n```", example.args, example.prints)?;
    }
    Ok(())
}

fn signature(op: &OpInfo) -> String {
    let params: Vec<String> = op
        .params
        .iter()
        .map(|param| {
            let name = param.name;
            match param.default {
                Default::Required => name.to_owned(),
                Default::None => format!("{name} = None"),
                Default::Int(n) => format!("{name} = {n}"),
                Default::Float(v) => format!("{name} = {v:?}"),
                Default::Bool(flag) => format!("{name} = {flag}"),
                Default::Text(text) => format!("{name} = {text:?}"),
            }
        })
        .collect();
    format!("{}({})", op.name, params.join(", "))
}

fn class(class: Class) -> &'static str {
    match class {
        Class::Any => "any",
        Class::Numeric => "numbers",
        Class::Float => "floats",
        Class::Int => "ints",
        Class::Bool => "`bool`",
    }
}

fn types(op: &OpInfo) -> String {
    let gives = match op.out {
        OutDType::Same => "the same",
        OutDType::Bool => "`bool`",
        OutDType::Sum => "`i64` for ints and `bool`, else the same",
        OutDType::Index => "`i64`",
        OutDType::Arg => "that of `dtype`",
        OutDType::Pair => "two tensors: the same, and `i64`",
        OutDType::Twice => "two tensors, both the same",
        OutDType::Thrice => "three tensors, all the same",
        OutDType::Indexed => "four tensors: the same, and `i64` three times",
        OutDType::Weights => "that of the weights, or `i64`",
        OutDType::List => "a list of tensors, all the same",
        OutDType::F32 => "`f32`",
        OutDType::F64 => "`f64`",
    };
    let masks = op.params.iter().any(|param| param.kind == Kind::Mask);
    let indices = op.params.iter().any(|param| param.kind == Kind::Index);
    let beside = match (masks, indices) {
        (true, _) => ", beside a mask of `bool`",
        (_, true) => ", beside an index tensor of ints",
        _ => "",
    };
    let takes = match op.family {
        Family::Creation => String::new(),
        _ => format!("{}{beside} → ", class(op.class)),
    };
    format!("{takes}{gives}")
}

/// A rule in words.
fn shape(op: &OpInfo) -> String {
    let text = match op.shape {
        ShapeRule::Same => "that of the first tensor",
        ShapeRule::Broadcast => "all operands broadcast together",
        ShapeRule::Scalar => "no axes; all operands broadcast together",
        ShapeRule::Where => "mask and both branches broadcast together",
        ShapeRule::Reduce | ShapeRule::ReduceSome => {
            "without the axes of `axis`, or with 1 there for `keepdims`"
        }
        ShapeRule::Along => "that of the tensor, which has the axis",
        ShapeRule::Scan => "that of the tensor; a vector of all elements where no axis is named",
        ShapeRule::Core(signature) => return format!("`{signature}`"),
        ShapeRule::FromShape => "that of `shape`",
        ShapeRule::Runtime | ShapeRule::RuntimeRank(_) | ShapeRule::RuntimeLike => {
            "known when it runs"
        }
        _ => "as above",
    };
    text.to_owned()
}

/// The functions that a backend has in `impl Backend`, by the names that stand there: `fn name<` and, in macros, the
/// names of operations.
fn kernels(backend: &str) -> Result<BTreeSet<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(format!("../eagerpy-backends/src/{backend}/ops.rs"));
    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let (_, body) = text
        .split_once("impl Backend for ")
        .with_context(|| path.display().to_string())?;
    let mut words = BTreeSet::new();
    for line in body.lines() {
        let line = line.trim_start();
        let start = line.strip_prefix("fn ").unwrap_or(line);
        let word: String = start
            .chars()
            .take_while(|c| c.is_alphanumeric() || *c == '_')
            .collect();
        let named = line.starts_with("fn ");
        let known = TABLE.iter().any(|op| op.name == word);
        let listed = start
            .get(word.len()..)
            .is_some_and(|rest| rest.starts_with(": ") || rest.starts_with(" f_"));
        if named || (known && listed) {
            words.insert(word);
        }
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A backend has every kernel that no composition stands in for: so it shows that the sources are read right.
    #[test]
    fn kernels_are_found_in_the_sources() -> Result<()> {
        for (backend, _) in BACKENDS {
            let own = kernels(backend)?;
            for op in TABLE.iter().filter(|op| !op.is_composed()) {
                for kernel in op.kernels() {
                    assert!(own.contains(kernel), "{backend} has no `{kernel}`");
                }
            }
        }
        Ok(())
    }
}

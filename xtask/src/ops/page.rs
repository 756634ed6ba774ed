//! `docs/ops.md`, made from the table and from the sources of the backends.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use eagerpy_runtime::ops::{Class, Default, Family, Kind, OpInfo, OutDType, ShapeRule, TABLE};

/// A backend whose sources are looked at: its name, and which of its kernels are its framework's own functions.
struct Source {
    name: &'static str,
    is_native: fn(&str) -> bool,
}

const BACKENDS: &[Source] = &[
    Source {
        name: "ndarray",
        is_native: |body| body.contains("matmul::"),
    },
    Source {
        name: "candle",
        is_native: |body| {
            let passes_own = ["Tensor::", "summed(", "float_matmul("]
                .iter()
                .any(|word| body.contains(word));
            passes_own || !CANDLE_KERNELS.iter().any(|word| body.contains(word))
        },
    },
    Source {
        name: "tch",
        is_native: |_| true,
    },
];

/// What leads to a custom operation of candle, as it stands in the bodies of its kernels.
const CANDLE_KERNELS: &[&str] = &[
    "elementwise::",
    "functions::",
    "integer::",
    "reduce::",
    "scan::",
    "float_binary(",
    "bits(",
    "logic(",
    "running(",
    "reduction(",
    "extreme(",
    "truth(",
    "position(",
    "softmax(",
    "argsort_last(",
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

| word | what it is |
|---|---|
| native call | the framework's own function, or a few of them |
| kernel | one pass over the elements, written here; candle runs it as a custom operation |
| view | no element is touched, where the framework has views |
| composition | other operations one after the other, as the runtime has them |

These are the costs for floats: of ints, and where candle tracks gradients, a kernel may stand in for a native call.
";

/// Where the page is.
pub fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/ops.md")
}

/// The page.
pub fn text() -> Result<String> {
    let kernels = BACKENDS
        .iter()
        .map(|source| Ok((source, kernels(source.name)?)))
        .collect::<Result<Vec<_>>>()?;
    let mut out = HEAD.to_owned();
    writeln!(out, "\n{} operations:", TABLE.len())?;
    let sections = sections()?;
    for (title, ops) in &sections {
        let names: Vec<String> = ops
            .iter()
            .map(|op| format!("[{0}](#{0})", op.name))
            .collect();
        writeln!(out, "\n**{title}**: {}", names.join(", "))?;
    }
    for op in sections.iter().flat_map(|(_, ops)| ops) {
        entry(&mut out, op, &kernels)?;
    }
    Ok(out)
}

fn entry(
    out: &mut String,
    op: &OpInfo,
    kernels: &[(&Source, BTreeMap<String, String>)],
) -> Result<()> {
    writeln!(out, "\n## {}\n", op.name)?;
    writeln!(out, "`{}`", signature(op))?;
    if !op.aliases.is_empty() {
        let aliases: Vec<String> = op.aliases.iter().map(|name| format!("`{name}`")).collect();
        writeln!(out, "\nAlso {}.", aliases.join(", "))?;
    }
    writeln!(out)?;
    for line in op.doc {
        let line = line.strip_prefix(' ').unwrap_or(line);
        // What rustdoc finds by a path has its own heading here.
        writeln!(
            out,
            "{}",
            line.replace("](crate::frontend::Tensor::", "](#")
        )?;
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
    for (source, own) in kernels {
        let kernel = op.kernels().iter().find_map(|kernel| own.get(*kernel));
        let cost = match (op.is_view(), kernel) {
            (true, _) => "view",
            (false, Some(body)) if (source.is_native)(body) => "native call",
            (false, Some(_)) => "kernel",
            (false, None) => "composition",
        };
        writeln!(out, "| {} | {cost} |", source.name)?;
    }
    let example = op.example;
    writeln!(
        out,
        "\n```rust,ignore\nfn example({}) -> {} {{",
        example.params, example.out
    )?;
    writeln!(out, "    {}\n}}", example.body)?;
    writeln!(out, "example({}) // {}\n```", example.args, example.prints)?;
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
        ShapeRule::Reduce | ShapeRule::ReduceSome | ShapeRule::Quantile => {
            "without the axes of `axis`, or with 1 there for `keepdims`"
        }
        ShapeRule::Along => "that of the tensor, which has the axis",
        ShapeRule::Scan => "that of the tensor; a vector of all elements where no axis is named",
        ShapeRule::Diff => "that of the tensor, with `n` less along `axis`",
        ShapeRule::Core(signature) => return format!("`{signature}`"),
        ShapeRule::Solve => {
            "`(..., n, n), (n) -> (..., n)` for a vector, else `(..., n, n), (..., n, k) -> (..., n, k)`"
        }
        ShapeRule::Matmul => {
            "`(..., n, k), (..., k, m) -> (..., n, m)`; a vector has no axis in the result"
        }
        ShapeRule::Dot => "`(n), (n) -> ()`",
        ShapeRule::Outer => "`(n), (m) -> (n, m)`",
        ShapeRule::VecDot => "both broadcast together, without `axis`",
        ShapeRule::Cross => "both broadcast together; `axis` has size 3 in both",
        ShapeRule::Kron => "the products of the sizes, axis by axis from the last one",
        ShapeRule::TensorDot => {
            "the axes of `x` but its last `axes`, then those of `y` but its first `axes`"
        }
        ShapeRule::Einsum => "as the equation says",
        ShapeRule::Reshape => "`shape`, in which one `-1` takes what is left",
        ShapeRule::Transpose => "the axes in the order of `axes`, by default reversed",
        ShapeRule::MatrixTranspose => "`(..., n, m) -> (..., m, n)`",
        ShapeRule::SwapAxes | ShapeRule::MoveAxis => "the axes in their new order",
        ShapeRule::Squeeze => "without the axes of size 1 that are named, or without all of them",
        ShapeRule::ExpandDims => "with a 1 at each new axis",
        ShapeRule::AtLeast(1) => "that of the tensor, or `(1)` for a scalar",
        ShapeRule::AtLeast(_) => "that of the tensor, with 1s in front to make up the rank",
        ShapeRule::Flatten => "one axis for those from `start` to `end`",
        ShapeRule::Unflatten => "the sizes in place of the axis",
        ShapeRule::BroadcastTo => "`shape`",
        ShapeRule::BroadcastArrays => "of each the shape that all broadcast to",
        ShapeRule::Concatenate => "the sizes along `axis` added; the others are equal",
        ShapeRule::Stack => "that of all the tensors, with their number at the new `axis`",
        ShapeRule::Split => "that of the tensor, with the named sizes along `axis`",
        ShapeRule::Chunk => "that of the tensor, cut along `axis`",
        ShapeRule::Unstack => "that of the tensor without `axis`, for each of its places",
        ShapeRule::Repeat => {
            "that of the tensor, `axis` as many times as long; a vector where no axis is named"
        }
        ShapeRule::Tile => "each size times its number of repeats",
        ShapeRule::Flip | ShapeRule::Roll => "that of the tensor",
        ShapeRule::Rot90 => "that of the tensor, its two `axes` swapped for odd `k`",
        ShapeRule::Pad => "each size with what is added before and behind it",
        ShapeRule::Windows => {
            "the number of windows along `axis`, and a last axis with the size of one"
        }
        ShapeRule::Diagonal => "without the two axes, with a last one along the diagonal",
        ShapeRule::Diag => {
            "`(n) -> (n + |k|, n + |k|)`, or of a matrix the length of its diagonal `k`"
        }
        ShapeRule::DiagEmbed => "`(..., n) -> (..., n + |offset|, n + |offset|)`",
        ShapeRule::GetItem => "as the index says, axis by axis",
        ShapeRule::IndexUpdate => "that of the tensor; the value broadcasts to the part",
        ShapeRule::Take => "that of the indices in place of `axis`",
        ShapeRule::TakeAlongAxis => {
            "that of the indices, which broadcasts with the tensor but for `axis`"
        }
        ShapeRule::Gather => "that of the indices",
        ShapeRule::Scatter
        | ShapeRule::PutAlongAxis
        | ShapeRule::IndexAdd
        | ShapeRule::MaskedFill => "that of the tensor",
        ShapeRule::OneHot => "that of the labels and a last axis of the classes",
        ShapeRule::CrossEntropy => "that of the labels for `reduction = \"none\"`, else a scalar",
        ShapeRule::Loss => {
            "both have one shape: that one for `reduction = \"none\"`, else a scalar"
        }
        ShapeRule::FromShape => "that of `shape`",
        ShapeRule::Arange => "`(⌈(stop - start) / step⌉)`",
        ShapeRule::Eye => "`(n, m)`, by default square",
        ShapeRule::Count(param) => return format!("a vector of `{param}` elements"),
        ShapeRule::Elements => "a vector of the host's numbers",
        ShapeRule::Meshgrid => {
            "of each the sizes of all the vectors, the first two swapped for `\"xy\"`"
        }
        ShapeRule::TopK => "that of the tensor, with `k` along `axis`",
        ShapeRule::SearchSorted => "that of the values; the tensor is a vector",
        ShapeRule::ArgWhere => "a row for each element that is found, a column for each axis",
        ShapeRule::UniqueInverse => "a vector, and that of the tensor",
        ShapeRule::UniqueAll => "two vectors, that of the tensor, and a vector",
        ShapeRule::Bincount => "a vector; the tensors are vectors of one size",
        ShapeRule::Convolution => "`[N, C, …]` and a weight `[O, C / groups, …]` give `[N, O, …]`",
        ShapeRule::Transposed => "`[N, C, …]` and a weight `[C, O / groups, …]` give `[N, O, …]`",
        ShapeRule::Pooling => "`[N, C, …]`: a place for each window of `kernel`",
        ShapeRule::Adaptive => "`[N, C, H, W]` with the sizes of `output_size`",
        ShapeRule::PixelShuffle => "`[N, C·r², H, W] -> [N, C, H·r, W·r]`",
        ShapeRule::Normalised => "that of the tensor; weight and bias have the sizes of `axis`",
        ShapeRule::Channels => "that of the tensor; the others have the size of its axis 1",
        ShapeRule::Linear => "`[…, D]` and a weight `[O, D]` give `[…, O]`",
        ShapeRule::Halved => "that of the tensor, with half the size at `axis`",
        ShapeRule::Masked => "that of the tensor; the mask broadcasts to it",
        ShapeRule::Attention => "`[…, L, D]`, `[…, S, D]`, `[…, S, V]` give `[…, L, V]`",
        ShapeRule::PairReduce => "both broadcast together, without `axis`",
        ShapeRule::RuntimeRank(0) => "a scalar",
        ShapeRule::RuntimeRank(1) => "a vector, whose size is known when it runs",
        ShapeRule::RuntimeRank(rank) => {
            return format!("{rank} axes, whose sizes are known when it runs");
        }
        ShapeRule::RuntimeLike => "as many axes as the tensor; their sizes are known when it runs",
        ShapeRule::Runtime => "known when it runs",
        ShapeRule::Like(param) => return format!("that of `{param}`"),
        ShapeRule::FlattenAxes => "without `axis`, with a last one of their product",
        ShapeRule::PoolWindows => {
            "`[N, C, …]`: a place for each window of `kernel`, and a last axis of its elements"
        }
    };
    text.to_owned()
}

/// The table by its sections, which stand in its source as comments.
fn sections() -> Result<Vec<(String, Vec<&'static OpInfo>)>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../eagerpy-runtime/src/ops/table.rs");
    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let mut ops = TABLE.iter().peekable();
    let mut out: Vec<(String, Vec<&OpInfo>)> = Vec::new();
    for line in text.lines().map(str::trim_start) {
        if let Some(title) = line.strip_prefix("// ------") {
            out.push((title.trim_start_matches(['-', ' ']).to_owned(), Vec::new()));
        } else if let Some(op) = ops.next_if(|op| line.starts_with(&format!("{}(", op.name))) {
            let (_, section) = out
                .last_mut()
                .context("an operation in front of all sections")?;
            section.push(op);
        }
    }
    match ops.next() {
        None => Ok(out),
        Some(op) => anyhow::bail!("`{}` stands in no section of the table", op.name),
    }
}

/// The functions that a backend has in `impl Backend`, with their bodies, by the names that stand there: `fn name<`
/// and, in macros, the names of operations.
fn kernels(backend: &str) -> Result<BTreeMap<String, String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(format!("../eagerpy-backends/src/{backend}/ops.rs"));
    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let (_, body) = text
        .split_once("impl Backend for ")
        .with_context(|| path.display().to_string())?;
    let mut found: BTreeMap<String, String> = BTreeMap::new();
    let mut last = None;
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
            last = Some(word);
        } else if let Some(name) = &last {
            *found.entry(name.clone()).or_default() += line;
        }
        if let Some(name) = &last {
            found.entry(name.clone()).or_default();
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A backend has every kernel that no composition stands in for: so it shows that the sources are read right.
    #[test]
    fn kernels_are_found_in_the_sources() -> Result<()> {
        for Source { name, .. } in BACKENDS {
            let own = kernels(name)?;
            for op in TABLE.iter().filter(|op| !op.is_composed()) {
                for kernel in op.kernels() {
                    assert!(own.contains_key(kernel), "{name} has no `{kernel}`");
                }
            }
        }
        Ok(())
    }
}

//! `cargo xtask editor`: what rust-analyzer knows inside of agnostic functions.
//!
//! In: nothing; rust-analyzer is looked for. Out: each question that an editor asks, with its answer, and exit code 0
//! if all are right. Where there is no rust-analyzer, that is said, and the exit code is 0.
//!
//! A small crate is written into the target folder and opened as an editor opens it: over the language server's
//! protocol, JSON with a header line, on standard input and output. Its functions are half-typed where people ask.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitCode, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use console::style;
use serde_json::{Value, json};

use crate::process::{Program, seconds};

/// The crate's only file. `⟦…⟧` marks a place by a name, and is taken out. It has fewer than 16 mistakes of syntax: of more,
/// rust-analyzer tells those alone.
const SOURCE: &str = r#"
use eagerpy::agnostic;

/// Rows that sum to 1.
#[agnostic]
pub fn rows(x: &⟦the type⟧Tensor<_, ⟦a dimension⟧N, D>) -> Tensor<_, N, D> {
    let y = x.⟦a method⟧softmax(axis = -1);
    let size = y.dim(0) + ⟦a dimension's use⟧N;
    ⟦a variable⟧y / ⟦a host value⟧size
}

/// A layer.
#[agnostic(methods)]
pub struct Layer<D, C> {
    /// Weights.
    pub w: Tensor<_, D, C>,
    pub b: Tensor<_, C>,
    pub rate: f64,
}

#[agnostic]
impl Layer<D, C> {
    /// The layer's answer.
    pub fn forward(&self, x: &Tensor<_, N, D>) -> Tensor<_, N, C> {
        let ⟦in a method⟧y = x.⟦an operation in a method⟧matmul(self.⟦a field of self⟧w);
        y + self.b * self.rate
    }
    pub fn decayed(&self, by: f64) -> Self {
        let mut ⟦a struct in a method⟧out = self;
        out.w = out.w.⟦an operation on a field⟧clip(min = -by);
        out
    }
}

#[agnostic]
pub enum Loss<C> {
    Squared,
    Weighted(Tensor<_, C>),
    Huber { delta: Tensor<_, C> },
}

/// Half of it.
#[agnostic]
pub fn halved(x: &Tensor<_, N>) -> Tensor<_, N> {
    x * 0.5
}

#[agnostic]
pub fn iterate(f: impl Fn(&Tensor<_, N>) -> Tensor<_, N>, x: &Tensor<_, N>) -> Tensor<_, N> {
    f(f(x))
}

#[agnostic]
pub fn handed(x: &Tensor<_, N>, w: &Tensor<_, N>) -> Tensor<_, N> {
    let ⟦what a function with a closure gives⟧y = iterate(|⟦a parameter of a closure⟧v| v.⟦an operation in a closure⟧minimum(w), x);
    ⟦a function with a function⟧iterate(⟦a function by name⟧halved, y)
}

#[agnostic]
pub fn trained(p: &⟦a struct⟧Layer<_, D, C>, loss: &Loss<_, C>, x: &Tensor<_, N, D>) -> Layer<_, D, C> {
    let out = p.⟦a method of ours⟧forward(x);
    let ⟦what a method gives⟧size = out.abs();
    let ⟦out of an enum⟧error = match loss {
        Loss::Squared => size,
        Loss::Weighted(w) => size * w,
        Loss::Huber { ⟦a field of a variant⟧delta } => size.minimum(delta),
    };
    Layer { w: p.w - error.mean(), ..p }
}

#[agnostic]
pub fn a_word(x: &Tensor<_, N>) -> Scalar {
    let y = x.exp();
    y.su⟦behind a word⟧
}

#[agnostic]
pub fn a_point(x: &Tensor<_, N>) -> Scalar {
    let y = x.reshape((1, -1));
    let z = rows(y);
    z.⟦behind a point⟧
}

#[agnostic]
pub fn an_argument(x: &Tensor<_, N>) -> Tensor<_, N> {
    let y = x.exp();
    x.maximum(y.su⟦in an argument⟧)
}

#[agnostic]
pub fn a_keyword(x: &Tensor<_, N, D>, k: f64) -> Tensor<_, N> {
    where_(x > k, x, 0.0).sum(keepdims = false, axis = x.⟦in a keyword⟧)
}

#[agnostic]
pub fn a_function(x: &Tensor<_, N>) -> Tensor<_, N> {
    let mask = whe⟦a function⟧;
    x
}

#[agnostic]
pub fn no_value(x: &Tensor<_, N>) -> Tensor<_, N> {
    let y = ;
    x.ma⟦behind what is missing⟧
}

#[agnostic]
pub fn no_argument(x: &Tensor<_, N>, up: bool) -> Tensor<_, N> {
    let y = x.maximum( , x);
    if up { return y.⟦in a block⟧ }
    x
}

#[agnostic]
pub fn a_field(p: &Layer<_, D, C>) -> Tensor<_, D, C> {
    let q = p;
    q.w.⟦behind a field⟧
}

#[agnostic]
pub fn the_fields(p: &Layer<_, D, C>) -> Tensor<_, D, C> {
    p.⟦behind a struct⟧
}

#[agnostic]
pub fn a_method(p: &Layer<_, D, C>, x: &Tensor<_, N, D>) -> Scalar {
    let y = x.exp();
    p.forward(y).su⟦behind a method⟧
}

#[agnostic]
pub fn no_value_of_a_field(p: &Layer<_, D, C>) -> Tensor<_, D, C> {
    let y = ;
    p.w.ma⟦behind a field and what is missing⟧
}

#[agnostic]
pub fn listed(layers: &[Layer<_, D, D>], x: &Tensor<_, D>, w: Option<&Tensor<_, D>>) -> Tensor<_, D> {
    let mut y = layers[0].b;
    for layer in layers.iter() {
        y = layer.b.su⟦in a loop⟧
    }
    if let Some(w) = w { return w.su⟦in an option⟧; }
    y
}

#[agnostic]
pub fn in_an_element(layers: &[Layer<_, D, D>], x: &Tensor<_, D>) -> Scalar {
    let y = layers[0].b.exp();
    layers[1].w.su⟦behind a field of an element⟧
}

#[agnostic]
pub fn half_an_option(w: Option<&Tensor<_, D>>, x: &Tensor<_, D>) -> Tensor<_, D> {
    if let Some(w) = w {
        w.su⟦behind an option⟧
    }
    x
}

#[agnostic]
pub fn half_an_arm(loss: &Loss<_, C>, x: &Tensor<_, N, C>) -> Tensor<_, N, C> {
    match loss {
        Loss::Squared => x.square(),
        Loss::Weighted(w) => w.su⟦in an arm⟧,
        Loss::Huber { .. } => x,
    }
}

#[agnostic]
pub fn half_an_arm_of_names(loss: &Loss<_, C>, x: &Tensor<_, C>) -> Tensor<_, C> {
    match loss {
        Loss::Huber { delta } => delta.su⟦in an arm of names⟧,
        _ => x,
    }
}

#[agnostic]
pub fn half_a_closure(x: &Tensor<_, N>, w: &Tensor<_, N>) -> Tensor<_, N> {
    let y = iterate(|v| v.su⟦in a closure⟧, x);
    y
}

#[agnostic]
pub fn a_point_in_a_closure(x: &Tensor<_, N>, w: &Tensor<_, N>) -> Tensor<_, N> {
    iterate(|v| v.⟦behind a point in a closure⟧, x)
}

#[agnostic]
pub fn a_closure_alone(x: &Tensor<_, N>) -> Tensor<_, N> {
    let y = iterate(|v| v.su⟦in a closure alone⟧);
    x
}

#[agnostic(methods)]
pub struct Scale<N> {
    pub k: Tensor<_, N>,
}

#[agnostic]
impl Scale<N> {
    /// Scaled.
    pub fn apply(&self, x: &Tensor<_, N>) -> Tensor<_, N> {
        let ⟦in a method beside half-typed ones⟧y = x * self.k;
        y
    }
    pub fn self_missing(&self) -> Tensor<_, N> {
        let y = ;
        self.k.ma⟦behind what is missing in a method⟧
    }
    pub fn self_word(&self) -> Tensor<_, N> {
        self.k.su⟦behind a field of self⟧
    }
    pub fn self_point(&self) -> Tensor<_, N> {
        let y = self.k.exp();
        self.k.⟦behind a point in a method⟧
    }
    pub fn self_fields(&self) -> Tensor<_, N> {
        self.⟦behind self⟧
    }
    pub fn self_method(&self, x: &Tensor<_, N>) -> Scalar {
        self.apply(x).su⟦behind a method of self⟧
    }
    pub fn self_closure(&self, x: &Tensor<_, N>) -> Tensor<_, N> {
        iterate(|v| self.apply(v).su⟦in a closure of a method⟧, x)
    }
}

pub fn caller(
    x: &eagerpy::frameworks::ndarray::Array2<f32>,
    layer: &Layer<eagerpy::backends::Ndarray>,
    scale: &Scale<eagerpy::backends::Ndarray>,
) {
    let ⟦of a call⟧result = rows(x);
    let ⟦of a method⟧answer = layer.forward(x);
    let ⟦of a half-typed method⟧word = scale.self_word();
    let ⟦of a half-typed function⟧half = a_word(&eagerpy::frameworks::ndarray::Array1::<f32>::zeros(3));
}
"#;

/// What is asked at a place, and the texts that the answer must have.
enum Question {
    /// The documentation and the type of what stands there.
    Hover(&'static [&'static str]),
    /// What may be written there.
    Completion(&'static [&'static str]),
}

const QUESTIONS: &[(&str, Question)] = &[
    (
        "a method",
        Question::Hover(&["pub fn softmax(&self, axis: i64) -> Tensor", "along `axis`"]),
    ),
    (
        "the type",
        Question::Hover(&["A tensor inside an agnostic function"]),
    ),
    ("a dimension", Question::Hover(&["let N: usize"])),
    ("a dimension's use", Question::Hover(&["let N: usize"])),
    ("a variable", Question::Hover(&["let y: Tensor"])),
    ("a host value", Question::Hover(&["let size: usize"])),
    (
        "of a call",
        Question::Hover(&["let result: Result<ArrayBase<OwnedRepr<f32>, Dim<[usize; 2]>"]),
    ),
    (
        "of a half-typed function",
        Question::Hover(&["let half: Result<ArrayBase<OwnedRepr<f32>, Dim<[usize; 0]>"]),
    ),
    ("in a method", Question::Hover(&["let y: Tensor"])),
    (
        "an operation in a method",
        Question::Hover(&["pub fn matmul(&self", "Matrix product"]),
    ),
    ("a field of self", Question::Hover(&["w:", "Weights."])),
    (
        "a struct in a method",
        Question::Hover(&["let mut out: Layer<AnyBackend"]),
    ),
    (
        "an operation on a field",
        Question::Hover(&["pub fn clip(&self, min: Option<Num>, max: Option<Num>) -> Tensor"]),
    ),
    (
        "a struct",
        Question::Hover(&["pub struct Layer", "A layer."]),
    ),
    (
        "a method of ours",
        Question::Hover(&[
            "pub fn forward(&self, x: ::eagerpy::Tensor) -> ::eagerpy::Tensor",
            "The layer's answer.",
        ]),
    ),
    (
        "what a method gives",
        Question::Hover(&["let size: Tensor"]),
    ),
    ("out of an enum", Question::Hover(&["let error: Tensor"])),
    (
        "of a method",
        Question::Hover(&["let answer: Result<ArrayBase<OwnedRepr<f32>, Dim<[usize; 2]>"]),
    ),
    (
        "of a half-typed method",
        Question::Hover(&["let word: Result<ArrayBase<OwnedRepr<f32>, Dim<[usize; 1]>"]),
    ),
    (
        "what a function with a closure gives",
        Question::Hover(&["let y: Tensor"]),
    ),
    ("a parameter of a closure", Question::Hover(&["v: Tensor"])),
    (
        "an operation in a closure",
        Question::Hover(&["pub fn minimum(&self"]),
    ),
    (
        "a function with a function",
        Question::Hover(&["fn __editor", "iterate"]),
    ),
    (
        "a function by name",
        Question::Hover(&["x: ::eagerpy::Tensor", "Half of it."]),
    ),
    ("a field of a variant", Question::Hover(&["delta: &Tensor"])),
    (
        "in a method beside half-typed ones",
        Question::Hover(&["let y: Tensor"]),
    ),
    (
        "behind a field of an element",
        Question::Completion(&["sum", "subtract"]),
    ),
    (
        "behind an option",
        Question::Completion(&["sum", "subtract"]),
    ),
    ("in an arm", Question::Completion(&["sum", "subtract"])),
    (
        "in an arm of names",
        Question::Completion(&["sum", "subtract"]),
    ),
    ("in a closure", Question::Completion(&["sum", "subtract"])),
    (
        "behind a point in a closure",
        Question::Completion(&["sum", "softmax", "item"]),
    ),
    (
        "in a closure alone",
        Question::Completion(&["sum", "subtract"]),
    ),
    (
        "behind a method of self",
        Question::Completion(&["sum", "subtract"]),
    ),
    (
        "in a closure of a method",
        Question::Completion(&["sum", "subtract"]),
    ),
    (
        "behind a field",
        Question::Completion(&["sum", "softmax", "item"]),
    ),
    (
        "behind a struct",
        Question::Completion(&["w", "b", "rate", "forward", "decayed"]),
    ),
    (
        "behind a method",
        Question::Completion(&["sum", "subtract"]),
    ),
    (
        "behind a field and what is missing",
        Question::Completion(&["max", "matmul"]),
    ),
    ("in a loop", Question::Completion(&["sum", "subtract"])),
    ("in an option", Question::Completion(&["sum", "subtract"])),
    (
        "behind a field of self",
        Question::Completion(&["sum", "subtract"]),
    ),
    (
        "behind a point in a method",
        Question::Completion(&["sum", "softmax", "item"]),
    ),
    (
        "behind what is missing in a method",
        Question::Completion(&["max", "matmul"]),
    ),
    (
        "behind self",
        Question::Completion(&["k", "apply", "self_word"]),
    ),
    ("behind a word", Question::Completion(&["sum", "subtract"])),
    (
        "behind a point",
        Question::Completion(&["sum", "softmax", "item"]),
    ),
    ("in an argument", Question::Completion(&["sum", "softmax"])),
    ("in a keyword", Question::Completion(&["ndim", "dim"])),
    ("a function", Question::Completion(&["where_"])),
    ("in a block", Question::Completion(&["sum", "softmax"])),
    (
        "behind what is missing",
        Question::Completion(&["max", "matmul"]),
    ),
];

/// Runs the command.
pub fn run() -> Result<ExitCode> {
    let Some((path, version)) = rust_analyzer() else {
        println!(
            "rust-analyzer is not there, so nothing was asked; to get it: rustup component add rust-analyzer"
        );
        return Ok(ExitCode::SUCCESS);
    };
    println!("{} ({version})", path.to_string_lossy());
    let (text, places) = marked(SOURCE)?;
    let folder = write(&text)?;
    let mut server = Server::start(&path, &folder)?;
    let start = Instant::now();
    server.open(&folder, &text)?;
    println!("ready after {}\n", seconds(start.elapsed()));

    let mut wrong = 0;
    for (name, question) in QUESTIONS {
        let place = places
            .iter()
            .find(|(marked, _)| marked == name)
            .map(|(_, place)| *place)
            .with_context(|| format!("no place is called `{name}`"))?;
        let start = Instant::now();
        let (missing, answer) = match question {
            Question::Hover(texts) => {
                let answer = server.hover(place)?;
                (missing(texts, |text| answer.contains(text)), answer)
            }
            Question::Completion(words) => {
                let answer = server.completion(place)?;
                let missing = missing(words, |word| answer.iter().any(|label| label == word));
                (missing, format!("{} words", answer.len()))
            }
        };
        let kind = match question {
            Question::Hover(_) => "hover",
            Question::Completion(_) => "completion",
        };
        let took = format!("{} ms", start.elapsed().as_millis());
        if missing.is_empty() {
            println!("  {}  {kind:<10} {took:>7}  {name}", style("right").green());
        } else {
            wrong += 1;
            println!(
                "  {}  {kind:<10} {took:>7}  {name}: no {missing:?} in: {answer}",
                style("wrong").red()
            );
        }
    }
    wrong += diagnostics(&mut server, &text)?;
    server.stop()?;
    println!("\n{} right, {wrong} wrong", QUESTIONS.len() + 1 - wrong);
    Ok(if wrong == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// The macro's errors are told in the half-typed functions, and nothing is told in the whole ones.
fn diagnostics(server: &mut Server, text: &str) -> Result<usize> {
    let told = server.diagnostics()?;
    let line_of = |word: &str| text.lines().position(|line| line.contains(word));
    let (Some(half), Some(caller)) = (line_of("fn a_word"), line_of("fn caller")) else {
        bail!("the crate has other functions");
    };
    let whole = |line: usize| line < half || line >= caller;
    let early: Vec<&(usize, String)> = told.iter().filter(|(line, _)| whole(*line)).collect();
    let field = told
        .iter()
        .any(|(_, message)| message.contains("E110: a tensor has no field `su`"));
    // The word that rust-analyzer puts where something is missing, and what is left of a message at its place.
    let leak = told.iter().any(|(_, message)| {
        message.contains("__ra_fixup") || message.contains("argument must be a string")
    });
    if early.is_empty() && field && !leak {
        println!(
            "  {}  diagnostics          {} told",
            style("right").green(),
            told.len()
        );
        return Ok(0);
    }
    println!("  {}  diagnostics: {told:#?}", style("wrong").red());
    Ok(1)
}

fn missing<'a>(wanted: &[&'a str], has: impl Fn(&str) -> bool) -> Vec<&'a str> {
    wanted.iter().copied().filter(|text| !has(text)).collect()
}

/// The rust-analyzer of this machine and its version. rustup has a program of that name that only says how to get it.
fn rust_analyzer() -> Option<(OsString, String)> {
    let named = std::env::var_os("RUST_ANALYZER");
    let path = named.unwrap_or_else(|| OsString::from("rust-analyzer"));
    let version = Program::new(&path.to_string_lossy())
        .arg("--version")
        .output_text()?;
    Some((path, version.trim().to_owned()))
}

/// A place in a file, as the protocol counts: from 0, columns in UTF-16.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    line: usize,
    column: usize,
}

/// Takes the marks out of a text.
fn marked(source: &str) -> Result<(String, Vec<(String, Place)>)> {
    let (mut text, mut places) = (String::new(), Vec::new());
    let mut rest = source;
    while let Some((before, after)) = rest.split_once('⟦') {
        text.push_str(before);
        let (name, after) = after.split_once('⟧').context("a mark does not end")?;
        let line = text.matches('\n').count();
        let column = text
            .rsplit('\n')
            .next()
            .unwrap_or_default()
            .encode_utf16()
            .count();
        places.push((name.to_owned(), Place { line, column }));
        rest = after;
    }
    text.push_str(rest);
    Ok((text, places))
}

/// Writes the crate; gives its folder.
fn write(text: &str) -> Result<PathBuf> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .canonicalize()?;
    let target = std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| workspace.join("target"), PathBuf::from);
    let folder = target.join("editor-crate");
    std::fs::create_dir_all(folder.join("src"))?;
    std::fs::write(
        folder.join("Cargo.toml"),
        format!(
            "[package]\nname = \"half-typed\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[workspace]\n[dependencies]\n\
             eagerpy = {{ path = {workspace:?}, default-features = false, features = [\"ndarray\"] }}\n"
        ),
    )?;
    // The versions that the workspace has: nothing is asked of a registry.
    std::fs::copy(workspace.join("Cargo.lock"), folder.join("Cargo.lock"))?;
    std::fs::write(folder.join("src/lib.rs"), text)?;
    Ok(folder)
}

/// How long the server may take to be ready: it builds the macro.
const START: Duration = Duration::from_secs(600);
/// How long one answer may take.
const ANSWER: Duration = Duration::from_secs(60);

/// A language server that runs.
struct Server {
    child: Child,
    input: ChildStdin,
    messages: Receiver<Value>,
    /// What came while an answer was waited for.
    waiting: VecDeque<Value>,
    requests: u64,
    document: String,
}

impl Server {
    fn start(path: &OsString, folder: &Path) -> Result<Server> {
        let mut child = Command::new(path)
            .current_dir(folder)
            // One of its own: it builds with other flags than people do.
            .env("CARGO_TARGET_DIR", folder.join("target"))
            .env("CARGO_NET_OFFLINE", "true")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("cannot run `{}`", path.to_string_lossy()))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            bail!("the server has no input or no output");
        };
        let (send, messages) = channel();
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Ok(message) = read_message(&mut output) {
                if send.send(message).is_err() {
                    break;
                }
            }
        });
        Ok(Server {
            child,
            input,
            messages,
            waiting: VecDeque::new(),
            requests: 0,
            document: String::new(),
        })
    }

    /// Opens the crate, and waits until the server has looked at all of it.
    fn open(&mut self, folder: &Path, text: &str) -> Result<()> {
        let root = format!("file://{}", folder.display());
        self.request(
            "initialize",
            json!({
                "processId": std::process::id(),
                "rootUri": root,
                "capabilities": {
                    "experimental": { "serverStatusNotification": true },
                    "textDocument": {
                        "hover": { "contentFormat": ["markdown"] },
                        "completion": { "completionItem": { "snippetSupport": false } },
                        "diagnostic": {},
                    },
                },
                // The errors are the macro's and the server's own: cargo is not run for more.
                "initializationOptions": { "checkOnSave": false },
            }),
            START,
        )?;
        self.notify("initialized", &json!({}))?;
        self.document = format!("{root}/src/lib.rs");
        let document =
            json!({ "uri": self.document, "languageId": "rust", "version": 1, "text": text });
        self.notify("textDocument/didOpen", &json!({ "textDocument": document }))?;
        let end = Instant::now() + START;
        loop {
            let message = self.message(end)?;
            if message["method"] == "experimental/serverStatus" {
                if message["params"]["health"] == "error" {
                    bail!(
                        "the server cannot read the crate: {}",
                        message["params"]["message"]
                    );
                }
                if message["params"]["quiescent"] == true {
                    return Ok(());
                }
            }
        }
    }

    fn hover(&mut self, place: Place) -> Result<String> {
        let answer = self.request("textDocument/hover", self.at(place), ANSWER)?;
        Ok(answer["contents"]["value"]
            .as_str()
            .unwrap_or_default()
            .to_owned())
    }

    /// The words that are offered, without what stands behind them: `sum(alias …)`.
    fn completion(&mut self, place: Place) -> Result<Vec<String>> {
        let answer = self.request("textDocument/completion", self.at(place), ANSWER)?;
        let items = match &answer {
            Value::Array(items) => items,
            list => list["items"].as_array().context("no list of completions")?,
        };
        let word = |item: &Value| {
            let label = item["label"].as_str().unwrap_or_default();
            label.split('(').next().unwrap_or_default().to_owned()
        };
        Ok(items.iter().map(word).collect())
    }

    /// Lines, from 0, and what is told there.
    fn diagnostics(&mut self) -> Result<Vec<(usize, String)>> {
        let document = json!({ "textDocument": { "uri": self.document } });
        let answer = self.request("textDocument/diagnostic", document, ANSWER)?;
        let items = answer["items"]
            .as_array()
            .context("no list of diagnostics")?;
        let one = |item: &Value| {
            let line = item["range"]["start"]["line"].as_u64().unwrap_or_default();
            let message = item["message"].as_str().unwrap_or_default();
            (
                usize::try_from(line).unwrap_or_default(),
                message.to_owned(),
            )
        };
        Ok(items.iter().map(one).collect())
    }

    fn at(&self, place: Place) -> Value {
        json!({
            "textDocument": { "uri": self.document },
            "position": { "line": place.line, "character": place.column },
        })
    }

    fn stop(mut self) -> Result<()> {
        self.request("shutdown", Value::Null, ANSWER)?;
        self.notify("exit", &Value::Null)?;
        self.child.wait()?;
        Ok(())
    }

    fn request(&mut self, method: &str, params: Value, limit: Duration) -> Result<Value> {
        self.requests += 1;
        let id = self.requests;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))?;
        let end = Instant::now() + limit;
        let mut others = VecDeque::new();
        loop {
            let mut message = self
                .message(end)
                .with_context(|| format!("no answer to `{method}`"))?;
            if message["id"] == id && message.get("method").is_none() {
                self.waiting.append(&mut others);
                if let Some(error) = message.get("error") {
                    bail!("`{method}`: {}", error["message"]);
                }
                return Ok(message["result"].take());
            }
            others.push_back(message);
        }
    }

    fn notify(&mut self, method: &str, params: &Value) -> Result<()> {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }))
    }

    fn send(&mut self, message: &Value) -> Result<()> {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len())?;
        self.input.flush()?;
        Ok(())
    }

    /// The next message. What the server asks is answered with nothing.
    fn message(&mut self, end: Instant) -> Result<Value> {
        if let Some(message) = self.waiting.pop_front() {
            return Ok(message);
        }
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let message = self
                .messages
                .recv_timeout(left)
                .map_err(|error| match error {
                    RecvTimeoutError::Timeout => anyhow!("the server takes too long"),
                    RecvTimeoutError::Disconnected => anyhow!("the server ended"),
                })?;
            if message.get("id").is_some() && message.get("method").is_some() {
                let id = message["id"].clone();
                self.send(&json!({ "jsonrpc": "2.0", "id": id, "result": null }))?;
                continue;
            }
            return Ok(message);
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Where a question failed, nobody else ends it.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads `Content-Length: 12`, a blank line, and that many bytes of JSON.
fn read_message(input: &mut impl BufRead) -> Result<Value> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            bail!("the output ends");
        }
        let line = line.trim();
        if line.is_empty() {
            break;
        }
        if let Some(number) = line.strip_prefix("Content-Length:") {
            length = Some(number.trim().parse()?);
        }
    }
    let mut body = vec![0; length.context("a message without its length")?];
    input.read_exact(&mut body)?;
    Ok(serde_json::from_slice(&body)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_taken_out_and_kept() -> Result<()> {
        let (text, places) = marked("a⟦one⟧b\nπ⟦two⟧c")?;
        assert_eq!(text, "ab\nπc");
        let place = |line, column| Place { line, column };
        assert_eq!(
            places,
            [
                ("one".to_owned(), place(0, 1)),
                ("two".to_owned(), place(1, 1))
            ]
        );
        assert!(marked("a⟦b").is_err());
        Ok(())
    }

    #[test]
    fn every_question_has_a_place() -> Result<()> {
        let (_, places) = marked(SOURCE)?;
        assert_eq!(places.len(), QUESTIONS.len());
        for (name, _) in QUESTIONS {
            assert!(places.iter().any(|(place, _)| place == name), "{name}");
        }
        Ok(())
    }

    #[test]
    fn messages_are_read_by_their_length() -> Result<()> {
        let mut input =
            &b"Content-Length: 8\r\nContent-Type: x\r\n\r\n{\"a\": 1}Content-Length: 2\r\n\r\n[]"[..];
        assert_eq!(read_message(&mut input)?, json!({ "a": 1 }));
        assert_eq!(read_message(&mut input)?, json!([]));
        assert!(read_message(&mut input).is_err());
        Ok(())
    }
}

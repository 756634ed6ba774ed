//! Random programs: whatever the input, the compiler ends, does not panic, and writes items that parse.
//! What it takes is without internal errors; what it does not take has an error of the user's.
//!
//! Programs are made over the vocabulary's own [`TABLE`], so that a new operation is fuzzed by itself.
//! Most of them are meant to be right, or the stages behind the first barrier would never run; the rest
//! is made wrong, on purpose or by [`mutate`].

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use eagerpy_runtime::ops::{
    Class, Default, Family, Kind, OpInfo, OutDType, Param, ShapeRule, TABLE, core,
};
use proc_macro2::{Group, Ident, Literal, Span, TokenStream, TokenTree};

use crate::driver;
#[cfg(test)]
use crate::golden;

/// splitmix64: small, and the same everywhere.
pub struct Rng(pub u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }

    fn percent(&mut self, chance: u64) -> bool {
        self.next() % 100 < chance
    }

    fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

// ---------------------------------------------------------------------------------- programs

/// A tensor expression, and what the generator believes of it.
#[derive(Clone)]
struct Tensor {
    text: String,
    /// As it is written in a type: `_`, `f32`, `bool`.
    elem: &'static str,
    /// `None` where the generator does not follow.
    dims: Option<Vec<String>>,
}

impl Tensor {
    fn like(&self, text: String) -> Tensor {
        Tensor {
            text,
            ..self.clone()
        }
    }

    fn rank(&self) -> usize {
        self.dims.as_ref().map_or(0, Vec::len)
    }
}

const ELEMS: [&str; 9] = ["_", "f16", "bf16", "f32", "f64", "i64", "i32", "u8", "bool"];

fn is_float(elem: &str) -> bool {
    matches!(elem, "_" | "f16" | "bf16" | "f32" | "f64")
}

fn fits(class: Class, elem: &str) -> bool {
    match class {
        Class::Any => true,
        Class::Numeric => elem != "bool",
        Class::Float => is_float(elem),
        Class::Int => elem != "bool" && !is_float(elem),
        Class::Bool => elem == "bool",
    }
}

struct Program {
    rng: Rng,
    tensors: Vec<(Tensor, bool)>,
    ints: Vec<String>,
    fresh: usize,
    body: String,
    /// Chance of a deliberate mistake, in percent.
    wrong: u64,
    ret: Tensor,
}

/// A function, as text.
pub fn program(seed: u64) -> String {
    let mut rng = Rng(seed);
    let wrong = if rng.percent(70) { 0 } else { 8 };
    let mut params = Vec::new();
    let mut tensors = Vec::new();
    for i in 0..1 + rng.below(3) {
        let elem = *rng.pick(&[
            "_", "_", "_", "f32", "f32", "f64", "f16", "bf16", "i64", "i32", "u8", "bool",
        ]);
        let dims: Option<Vec<String>> = (!rng.percent(15)).then(|| {
            let names = ["N", "D", "K", "3", "1", "_", "N"];
            (0..rng.below(4))
                .map(|_| (*rng.pick(&names)).to_owned())
                .collect()
        });
        let name = (*rng.pick(&["x", "y", "w", "r#type", "v3", "a_b"])).to_owned();
        let name = if tensors.iter().any(|(t, _): &(Tensor, bool)| t.text == name) {
            format!("p{i}")
        } else {
            name
        };
        let tensor = Tensor {
            text: name,
            elem,
            dims,
        };
        params.push(format!("{}: &{}", tensor.text, written(&tensor)));
        tensors.push((tensor, false));
    }
    params.push("n: usize".to_owned());
    params.push("k: f64".to_owned());
    params.push("up: bool".to_owned());
    let ret = tensors[0].0.clone();
    let mut program = Program {
        rng,
        tensors,
        ints: vec!["n".to_owned()],
        fresh: 0,
        body: String::new(),
        wrong,
        ret,
    };
    let count = 1 + program.rng.below(6);
    program.stmts(count, 2);
    let (value, result) = program.result();
    format!(
        "pub fn f({}) -> {result} {{\n{}    {value}\n}}",
        params.join(", "),
        program.body
    )
}

fn written(tensor: &Tensor) -> String {
    match &tensor.dims {
        None if tensor.elem == "_" => "Tensor".to_owned(),
        None => format!("Tensor<{}>", tensor.elem),
        Some(dims) if dims.is_empty() => format!("Scalar<{}>", tensor.elem),
        Some(dims) => format!("Tensor<{}, {}>", tensor.elem, dims.join(", ")),
    }
}

impl Program {
    fn name(&mut self) -> String {
        self.fresh += 1;
        // Some names are given anew, some look like the compiler's own.
        match self.rng.below(10) {
            0 => self.var().text,
            1 => format!("v{}", self.rng.below(20)),
            2 => format!("x_{}", self.rng.below(4)),
            3 => (*self.rng.pick(&["host1", "r#fn", "sum", "zeros", "N", "n"])).to_owned(),
            _ => format!("t{}", self.fresh),
        }
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.body, "    {text}");
    }

    fn stmts(&mut self, count: usize, depth: usize) {
        for _ in 0..count {
            self.stmt(depth);
        }
    }

    /// What `inside` writes stands in a scope of its own.
    fn scope(&mut self, inside: impl FnOnce(&mut Self)) {
        let (tensors, ints) = (self.tensors.clone(), self.ints.clone());
        inside(self);
        (self.tensors, self.ints) = (tensors, ints);
    }

    fn bind(&mut self, name: String, tensor: &Tensor, mutable: bool) {
        self.tensors.retain(|(t, _)| t.text != name);
        self.ints.retain(|i| *i != name);
        self.tensors.push((tensor.like(name), mutable));
    }

    /// Lists and options of one tensor and another like it, and what comes out of them.
    fn container(&mut self, depth: usize) {
        let x = self.tensor(1);
        let y = self.same(&x);
        let (x_text, y_text) = (x.text.clone(), y.text);
        let name = self.name();
        let (list, int, cond) = (format!("l{}", self.fresh), self.int(), self.cond());
        match self.rng.below(4) {
            0 => {
                self.line(&format!("let mut {list} = vec![{x_text}, {y_text}];"));
                self.line("for _ in 0..n {");
                self.line(&format!("    {list}.push({list}[-1]);"));
                self.line("}");
                self.line(&format!("let {name} = {list}[{int}];"));
            }
            1 => {
                self.line(&format!("let mut {list} = Vec::new();"));
                self.line(&format!("{list}.push({x_text});"));
                self.line(&format!("if {cond} {{ {list}[0] = {y_text}; }}"));
                self.line(&format!("{list}.push({y_text});"));
                self.line(&format!("{list}.pop();"));
                self.line(&format!("let {name} = {list}[0];"));
            }
            2 => {
                self.line(&format!("let {list} = [{x_text}, {y_text}];"));
                self.line(&format!("let mut {name} = {list}[1];"));
                let iter = *self.rng.pick(&["", ".iter()", ".iter().rev().take(n)"]);
                self.line(&format!("for e in {list}{iter} {{"));
                self.scope(|p| {
                    p.bind("e".to_owned(), &x, false);
                    p.stmts(1, depth - 1);
                });
                self.line("}");
            }
            _ => {
                self.line(&format!(
                    "let {list} = if {cond} {{ Some({x_text}) }} else {{ None }};"
                ));
                self.line(&format!(
                    "let {name} = match {list} {{ Some(e) => e, None => {y_text} }};"
                ));
            }
        }
        self.bind(name, &x, false);
    }

    fn stmt(&mut self, depth: usize) {
        if depth > 0 && self.rng.percent(12) {
            self.container(depth);
            return;
        }
        let choice = self.rng.below(if depth == 0 { 9 } else { 14 });
        match choice {
            0..=3 => {
                let mutable = self.rng.percent(40);
                let value = self.tensor(2);
                let name = self.name();
                self.line(&format!(
                    "let {}{name} = {};",
                    if mutable { "mut " } else { "" },
                    value.text
                ));
                self.bind(name, &value, mutable);
            }
            4 => {
                let candidates: Vec<Tensor> = self
                    .tensors
                    .iter()
                    .filter(|(_, mutable)| *mutable)
                    .map(|(t, _)| t.clone())
                    .collect();
                if candidates.is_empty() {
                    return;
                }
                let target = self.rng.pick(&candidates).clone();
                let value = self.same(&target);
                let sign = if target.elem == "bool" {
                    "="
                } else {
                    *self.rng.pick(&["=", "+=", "-=", "*="])
                };
                self.line(&format!("{} {sign} {};", target.text, value.text));
            }
            5 => {
                let (a, b) = (self.tensor(1), self.tensor(1));
                let (p, q) = (self.name(), self.name());
                match self.rng.below(3) {
                    0 if p != q => {
                        self.line(&format!("let ({p}, {q}) = ({}, {});", a.text, b.text));
                        self.bind(p, &a, false);
                        self.bind(q, &b, false);
                    }
                    1 if p != q && a.rank() > 0 => {
                        self.line(&format!("let ({p}, {q}) = ({}).topk(1);", a.text));
                        let mut dims = a.dims.clone();
                        if let Some(last) = dims.as_mut().and_then(|d| d.last_mut()) {
                            *last = "1".to_owned();
                        }
                        let a = Tensor { dims, ..a };
                        self.bind(p, &a, false);
                        self.bind(
                            q,
                            &Tensor {
                                elem: "i64",
                                ..a.clone()
                            },
                            false,
                        );
                    }
                    _ => {
                        self.line(&format!("let {p} = ({}, {});", a.text, b.text));
                        self.line(&format!("let {q} = {p}.{};", self.fresh % 2));
                        let part = if self.fresh.is_multiple_of(2) { a } else { b };
                        self.tensors.retain(|(t, _)| t.text != p);
                        self.ints.retain(|i| *i != p);
                        self.bind(q, &part, false);
                    }
                }
            }
            6 => self.host(),
            7 => {
                let x = self.tensor(1);
                let name = self.name();
                let text = match self.rng.below(4) {
                    0 => format!("let {name} = other({}, n);", x.text),
                    1 => format!("let {name}: {} = crate::other({});", written(&x), x.text),
                    2 => format!("let {name}: Tensor<f32> = make({});", self.int()),
                    _ => format!("let ({name}, _) = others({}, {});", x.text, x.text),
                };
                self.line(&text);
                // What a called function gives, only rustc knows: it is cast to what is known.
                self.tensors.retain(|(t, _)| t.text != name);
                self.ints.retain(|i| *i != name);
            }
            8 => {
                let x = self.tensor(0);
                let text = format!("{};", x.text);
                self.line(&text);
            }
            9 => {
                let cond = self.cond();
                self.line(&format!("if {cond} {{"));
                self.scope(|p| p.stmts(2, depth - 1));
                if self.rng.percent(50) {
                    self.line("} else {");
                    self.scope(|p| p.stmts(1, depth - 1));
                }
                self.line("}");
            }
            10 => {
                let range = self.rng.pick(&[
                    "for i in 0..n",
                    "for _ in 0..3",
                    "for (i, _) in [1, 2].iter().enumerate()",
                ]);
                let range = (*range).to_owned();
                self.line(&format!("{range} {{"));
                self.scope(|p| p.stmts(2, depth - 1));
                self.line("}");
            }
            11 => {
                let cond = self.cond();
                let wanted = self.ret.clone();
                self.line(&format!("if {cond} {{"));
                if self.rng.percent(40) {
                    let value = self.same(&wanted);
                    // The result is of this type only where the end of the body has it too.
                    self.line(&format!("return {};", value.text));
                }
                self.line("}");
            }
            12 => {
                let name = self.name();
                let value = self.tensor(1);
                self.line(&format!("let {name} = {{"));
                self.scope(|p| p.stmts(1, depth - 1));
                // What was bound in the block is gone: the value was made before.
                self.line(&format!("    {}", value.text));
                self.line("};");
                self.bind(name, &value, false);
            }
            _ => {
                let wild = [
                    "let _ = n;",
                    "println!(\"{n}\");",
                    "fn inner() -> i64 { return 3; }",
                    "while n < 2 { break; }",
                    ";",
                ];
                let text = (*self.rng.pick(&wild)).to_owned();
                self.line(&text);
            }
        }
    }

    fn host(&mut self) {
        self.fresh += 1;
        let name = format!("h{}", self.fresh);
        let x = self.tensor(1);
        let int = self.int();
        match self.rng.below(7) {
            0 if x.rank() > 0 => {
                self.line(&format!("let {name} = {}.dim(0) + {int};", x.text));
                self.ints.push(name);
            }
            1 => {
                self.line(&format!("let {name} = {}.ndim() * 2;", x.text));
                self.ints.push(name);
            }
            2 => self.line(&format!("let {name} = ({}).max().item();", x.text)),
            3 => self.line(&format!(
                "let {name} = {}.shape().len() as i64 + {int} as i64;",
                x.text
            )),
            4 => {
                self.line(&format!("let {name} = match n {{ 0 => 1, _ => {int} }};"));
                self.ints.push(name);
            }
            5 => self.line(&format!("let {name}: f64 = \"1\".parse()?;")),
            _ => {
                self.line(&format!("let {name} = {int} * 2 + 1;"));
                self.ints.push(name);
            }
        }
    }

    fn int(&mut self) -> String {
        if self.ints.is_empty() {
            "2".to_owned()
        } else {
            self.rng.pick(&self.ints.clone()).clone()
        }
    }

    fn var(&mut self) -> Tensor {
        match self.tensors.is_empty() {
            true => Tensor {
                text: "ones((2, 3), dtype = f32)".to_owned(),
                elem: "f32",
                dims: Some(vec!["2".to_owned(), "3".to_owned()]),
            },
            false => self.rng.pick(&self.tensors.clone()).0.clone(),
        }
    }

    fn cond(&mut self) -> String {
        match self.rng.below(4) {
            0 => "up".to_owned(),
            1 => format!("{} > 2 && !up", self.int()),
            2 => {
                let x = self.tensor(1);
                format!(
                    "({}).isfinite().all().item()",
                    self.of_class(Class::Numeric, &x).text
                )
            }
            _ => "k < 1.5".to_owned(),
        }
    }

    fn number(&mut self, elem: &str) -> String {
        if self.rng.below(100) < self.wrong as usize {
            return (*self.rng.pick(&[
                "true",
                "\"a\"",
                "1e400",
                "99999999999999999999",
                "x",
                "None",
                "-9223372036854775808",
            ]))
            .to_owned();
        }
        match (is_float(elem), elem) {
            (true, _) => {
                (*self
                    .rng
                    .pick(&["k", "2.0", "-0.5", "1", "n", "k * 2.0", "f64::EPSILON"]))
                .to_owned()
            }
            (_, "bool") => "true".to_owned(),
            _ => (*self.rng.pick(&["2", "n", "-1", "3", "7 * 2"])).to_owned(),
        }
    }

    /// Any tensor expression.
    fn tensor(&mut self, depth: usize) -> Tensor {
        if depth == 0 || self.rng.percent(20) {
            return self.var();
        }
        if self.rng.below(1000) < self.wrong as usize {
            let junk = [
                "nothing",
                "x.frobnicate()",
                "x.sum(axes = 0)",
                "x.T",
                "vec![x]",
                "|a| a",
                "x.sum",
                "(x, x).exp()",
                "if up { x }",
            ];
            let text = (*self.rng.pick(&junk)).to_owned();
            return Tensor {
                text,
                elem: "f32",
                dims: None,
            };
        }
        match self.rng.below(10) {
            0 => {
                let x = self.tensor(depth - 1);
                let y = self.same(&x);
                let cond = self.cond();
                x.like(format!("if {cond} {{ {} }} else {{ {} }}", x.text, y.text))
                    .wrapped()
            }
            1 => {
                let x = self.tensor(depth - 1);
                x.like(format!("({{ let q = {}; q }})", x.text))
            }
            2 => self.index(depth),
            3 | 4 => self.operator(depth),
            _ => {
                let op = self.rng.pick(TABLE);
                self.op(op, depth)
            }
        }
    }

    fn operator(&mut self, depth: usize) -> Tensor {
        let x = self.tensor(depth - 1);
        if x.elem == "bool" {
            let y = self.same(&x);
            let sign = *self.rng.pick(&["&", "|", "^", "==", "!="]);
            return x.like(format!("({} {sign} !{})", x.text, y.text));
        }
        let sign = *self.rng.pick(&["+", "-", "*", "/", "%", "<", ">=", "=="]);
        let x = if sign == "/" {
            self.of_class(Class::Float, &x)
        } else {
            x
        };
        let y = if self.rng.percent(50) {
            self.number(x.elem)
        } else {
            self.same(&x).text
        };
        let elem = if matches!(sign, "<" | ">=" | "==") {
            "bool"
        } else {
            x.elem
        };
        let text = if self.rng.percent(30) && y != "true" {
            format!("({y} {sign} {})", x.text)
        } else {
            format!("(-{} {sign} {y})", x.text)
        };
        Tensor {
            elem,
            ..x.like(text)
        }
    }

    fn index(&mut self, depth: usize) -> Tensor {
        let x = self.tensor(depth - 1);
        let rank = x.rank();
        if rank == 0 {
            return x;
        }
        let rest = x.dims.as_ref().map(|d| d[1..].to_vec());
        let int = self.int();
        let (index, dims) = match self.rng.below(9) {
            0 => ("0".to_owned(), rest),
            1 => ("-1".to_owned(), rest),
            2 => (format!("({int}, ..)"), None),
            3 => ("s![..2;2, ..]".to_owned(), None),
            4 => ("s![.., NewAxis]".to_owned(), None),
            5 => (
                "(Ellipsis, 0)".to_owned(),
                x.dims.as_ref().map(|d| d[..d.len() - 1].to_vec()),
            ),
            6 => (format!("s![{int}.., ..]"), None),
            7 => (format!("{0} == {0}", x.text), None),
            _ => (format!("{}.argsort()", self.var().text), None),
        };
        Tensor {
            dims,
            ..x.like(format!("{}[{index}]", x.text))
        }
    }

    /// A tensor of the type of this one.
    fn same(&mut self, x: &Tensor) -> Tensor {
        let text = match (x.elem, self.rng.below(4)) {
            ("bool", _) => format!("({}).logical_not()", x.text),
            (elem, 0) => format!("{} * {}", x.text, self.number(elem)),
            (elem, 1) if is_float(elem) => format!("{}.tanh()", x.text),
            (_, 2) => format!("where_({0} == {0}, {0}, 1)", x.text),
            _ => x.text.clone(),
        };
        x.like(format!("({text})"))
    }

    /// The tensor, cast where its elements are of another class.
    fn of_class(&mut self, class: Class, x: &Tensor) -> Tensor {
        if fits(class, x.elem) || self.rng.percent(self.wrong) {
            return x.clone();
        }
        let elem = match class {
            Class::Bool => "bool",
            Class::Int => "i64",
            _ => "f32",
        };
        Tensor {
            elem,
            ..x.like(format!("({}).astype({elem})", x.text))
        }
    }

    fn op(&mut self, op: &'static OpInfo, depth: usize) -> Tensor {
        let mut x = self.tensor(depth - 1);
        x = match op.params.first().map(|p| p.kind) {
            Some(Kind::Mask) => self.of_class(Class::Bool, &x),
            Some(Kind::Index) => self.of_class(Class::Int, &x),
            _ => self.of_class(op.class, &x),
        };
        // Operations that ask for a rank get one.
        let needs: Option<(usize, &str)> = match op.shape {
            ShapeRule::CrossEntropy => Some((2, "(2, 3)")),
            ShapeRule::Matmul => Some((2, "(3, 3)")),
            ShapeRule::Dot
            | ShapeRule::Outer
            | ShapeRule::SearchSorted
            | ShapeRule::Bincount
            | ShapeRule::Diag
            | ShapeRule::IndexAdd
            | ShapeRule::Meshgrid => Some((1, "4")),
            ShapeRule::Like(_) if op.name.starts_with("conv_") => Some((4, "(1, 1, 1, -1)")),
            ShapeRule::Like(_) if op.name == "pool_scatter" => Some((4, "(1, 1, 1, -1)")),
            ShapeRule::Like(_) if op.name != "undiagonal" => (x.rank() == 0).then_some((1, "-1")),
            ShapeRule::MatrixTranspose
            | ShapeRule::Rot90
            | ShapeRule::Diagonal
            | ShapeRule::Like(_) => (x.rank() < 2).then_some((2, "(3, 3)")),
            ShapeRule::Cross => Some((1, "3")),
            ShapeRule::VecDot => (x.rank() == 0).then_some((1, "-1")),
            ShapeRule::TensorDot | ShapeRule::Solve => Some((2, "(3, 3)")),
            ShapeRule::Convolution | ShapeRule::Transposed | ShapeRule::Pooling
                if op.name.ends_with("1d") =>
            {
                Some((3, "(1, 1, -1)"))
            }
            ShapeRule::Convolution
            | ShapeRule::Transposed
            | ShapeRule::Pooling
            | ShapeRule::PoolWindows
            | ShapeRule::Adaptive
            | ShapeRule::PixelShuffle => Some((4, "(1, 1, 1, -1)")),
            ShapeRule::Channels | ShapeRule::Linear => Some((2, "(2, 3)")),
            ShapeRule::Halved => Some((2, "(2, 4)")),
            ShapeRule::Attention => Some((2, "(3, 3)")),
            ShapeRule::Along
            | ShapeRule::MoveAxis
            | ShapeRule::Unflatten
            | ShapeRule::Split
            | ShapeRule::Chunk
            | ShapeRule::Unstack
            | ShapeRule::Repeat
            | ShapeRule::Windows
            | ShapeRule::DiagEmbed
            | ShapeRule::Gather
            | ShapeRule::Scatter
            | ShapeRule::PutAlongAxis
            | ShapeRule::TopK
            | ShapeRule::Diff
            | ShapeRule::Take
            | ShapeRule::TakeAlongAxis
            | ShapeRule::SwapAxes
            | ShapeRule::IndexUpdate
            | ShapeRule::Concatenate => (x.rank() == 0).then_some((1, "-1")),
            _ => None,
        };
        let needs = match op.shape {
            ShapeRule::Core(signature) => {
                let signature = core::Signature::read(signature);
                let rank = signature.inputs.first().map_or(0, |x| x.names.len());
                Some((
                    rank,
                    ["()", "-1", "(3, 3)", "(1, 3, 3)", "(1, 1, 3, 3)"][rank.min(4)],
                ))
            }
            _ => needs,
        };
        if let Some((rank, shape)) = needs
            && x.rank() != rank
        {
            x = Tensor {
                dims: Some(vec!["3".to_owned(); rank]),
                ..x.like(format!("({}).reshape({shape})", x.text))
            };
        }
        if op.shape == ShapeRule::Squeeze {
            let mut dims = x.dims.clone();
            if let Some(dims) = &mut dims {
                dims.insert(0, "1".to_owned());
            }
            x = Tensor {
                dims,
                ..x.like(format!("({}).expand_dims(0)", x.text))
            };
        }
        if op.shape == ShapeRule::GetItem {
            return self.index(depth);
        }
        if op.shape == ShapeRule::Einsum {
            let equation = *self
                .rng
                .pick(&["...,...->...", "i,i->", "ij,jk->ik", "ij,ij", "ii"]);
            let text = format!("einsum({equation:?}, {}, {})", x.text, self.same(&x).text);
            let (elem, dims) = (x.elem, None);
            return Tensor { text, elem, dims };
        }
        let method = op.is_method() && op.family != Family::Creation && self.rng.percent(70);
        let mut args: Vec<(Option<&str>, String)> = Vec::new();
        let mut keyword = false;
        let mut dtype = None;
        for (place, param) in op.params.iter().enumerate() {
            if place == 0 && op.family != Family::Creation && param.kind != Kind::Tensors {
                if !method {
                    args.push((None, x.text.clone()));
                }
                continue;
            }
            // Of two ways to say the parts one is taken.
            let left_out = match (op.shape, param.name) {
                (ShapeRule::Split, "sections") => false,
                (ShapeRule::Split, "sizes") => true,
                (ShapeRule::Diagonal | ShapeRule::Like(_), "axis1" | "axis2") => true,
                _ => param.default != Default::Required && self.rng.percent(50),
            };
            if left_out {
                keyword = true;
                continue;
            }
            let value = self.argument(op, param, place, &x, &mut dtype);
            keyword |= self.rng.percent(25);
            args.push((keyword.then_some(param.name), value));
        }
        let first = args
            .iter()
            .position(|(name, _)| name.is_some())
            .unwrap_or(args.len());
        if self.rng.percent(50) {
            args[first..].reverse();
        }
        let list: Vec<String> = args
            .iter()
            .map(|(name, value)| match name {
                Some(name) => format!("{name} = {value}"),
                None => value.clone(),
            })
            .collect();
        let names: Vec<&str> = std::iter::once(op.name)
            .chain(op.aliases.iter().copied())
            .collect();
        let name = *self.rng.pick(&names);
        let text = if method {
            format!("({}).{name}({})", x.text, list.join(", "))
        } else {
            format!("{name}({})", list.join(", "))
        };
        let elem = match op.out {
            OutDType::Same => x.elem,
            OutDType::Bool => "bool",
            OutDType::Sum if is_float(x.elem) => x.elem,
            OutDType::Sum | OutDType::Index => "i64",
            OutDType::Arg => dtype.unwrap_or("_"),
            OutDType::Weights => "f32",
            OutDType::F32 => "f32",
            OutDType::F64 => "f64",
            OutDType::Pair | OutDType::Twice | OutDType::Thrice | OutDType::Indexed => {
                return x.like(format!("({text}).0"));
            }
            OutDType::List => {
                return Tensor {
                    dims: None,
                    ..x.like(format!("({text})[0]"))
                };
            }
        };
        let dims = match op.shape {
            ShapeRule::Same
            | ShapeRule::IndexUpdate
            | ShapeRule::Broadcast
            | ShapeRule::Where
            | ShapeRule::Along
            | ShapeRule::Flip => x.dims.clone(),
            ShapeRule::Dot => Some(Vec::new()),
            _ => None,
        };
        Tensor { text, elem, dims }
    }

    fn argument(
        &mut self,
        op: &OpInfo,
        param: &Param,
        place: usize,
        x: &Tensor,
        dtype: &mut Option<&'static str>,
    ) -> String {
        let rank = x.rank();
        if self.rng.below(100) < self.wrong as usize {
            let junk = [
                "None",
                "x",
                "\"max\"",
                "(0, 0)",
                "-9223372036854775808",
                "9223372036854775807",
                "1.5",
                "()",
                "n..",
                "[x]",
                "y = 3",
                "?",
            ];
            return (*self.rng.pick(&junk)).to_owned();
        }
        let windows = matches!(
            op.shape,
            ShapeRule::Convolution
                | ShapeRule::Transposed
                | ShapeRule::Pooling
                | ShapeRule::PoolWindows
                | ShapeRule::Adaptive
                | ShapeRule::PixelShuffle
        ) || op
            .params
            .iter()
            .any(|p| matches!(p.name, "kernel" | "groups"));
        match param.kind {
            Kind::Ints if param.name.ends_with("padding") => "0".to_owned(),
            Kind::Ints | Kind::OptInts | Kind::Size if windows => "1".to_owned(),
            Kind::Size if op.shape == ShapeRule::Channels => "1".to_owned(),
            Kind::Axis if op.shape == ShapeRule::CrossEntropy => "1".to_owned(),
            Kind::OptTensor if op.shape != ShapeRule::Attention => "None".to_owned(),
            Kind::Tensor if op.shape == ShapeRule::Channels => format!("({})[0]", x.text),
            Kind::Tensor | Kind::OptTensor => self.same(x).text,
            Kind::OptOperand if self.rng.percent(70) => self.number(x.elem),
            Kind::OptOperand => self.same(x).text,
            Kind::Operand if place == op.params.len() - 1 && self.rng.percent(50) => {
                self.number(x.elem)
            }
            Kind::Operand if op.shape == ShapeRule::Where => self.var().text,
            Kind::Operand => self.same(x).text,
            Kind::Rest => format!("{}, {}", x.text, self.same(x).text),
            Kind::Tensors => format!("[{}, {}]", x.text, self.same(x).text),
            Kind::Mask | Kind::OptMask => format!("{0} == {0}", x.text),
            Kind::Index if matches!(op.shape, ShapeRule::CrossEntropy | ShapeRule::Core(_)) => {
                format!("{}.argmax(axis = 1)", x.text)
            }
            Kind::Index => format!("{}.argsort()", x.text),
            Kind::Axes if rank == 0 => "None".to_owned(),
            Kind::Axes if rank > 1 && self.rng.percent(40) => "(0, -1)".to_owned(),
            Kind::Ints if op.shape == ShapeRule::Squeeze => "0".to_owned(),
            Kind::Ints if op.shape == ShapeRule::Unflatten => "(1, -1)".to_owned(),
            Kind::Ints if matches!(op.shape, ShapeRule::Repeat | ShapeRule::Roll) => "2".to_owned(),
            Kind::OptInts if op.shape == ShapeRule::Rot90 => "(1, 0)".to_owned(),
            Kind::Axes | Kind::Axis | Kind::OptAxis | Kind::FlatAxis | Kind::Ints if rank == 0 => {
                "0".to_owned()
            }
            Kind::Axes | Kind::Axis | Kind::OptAxis | Kind::FlatAxis | Kind::Ints => {
                let axis = self.rng.below(rank) as i64;
                if self.rng.percent(30) {
                    (axis - rank as i64).to_string()
                } else {
                    axis.to_string()
                }
            }
            Kind::OptInts => {
                let axes: Vec<String> = (0..rank).rev().map(|a| a.to_string()).collect();
                format!("({})", axes.join(", "))
            }
            Kind::Shape if op.shape == ShapeRule::BroadcastTo => {
                let dims: Option<Vec<String>> =
                    x.dims.clone().filter(|d| d.iter().all(|d| d != "_"));
                dims.map_or("(2, 3)".to_owned(), |d| format!("[2, {}]", d.join(", ")))
            }
            Kind::Shape if op.shape == ShapeRule::Reshape => {
                (*self.rng.pick(&["-1", "(-1,)", "(1, -1)", "[-1, 1, 1]"])).to_owned()
            }
            Kind::Shape if op.shape == ShapeRule::Tile || param.name == "multiples" => {
                format!("[{}]", vec!["2"; rank].join(", "))
            }
            Kind::Shape => (*self
                .rng
                .pick(&["3", "(n, 2)", "()", "[n + 1]", "(2, 3, n)"]))
            .to_owned(),
            Kind::Size | Kind::OptSize => match op.shape {
                ShapeRule::TopK | ShapeRule::Windows | ShapeRule::Split => "1",
                _ => "n",
            }
            .to_owned(),
            Kind::Int => "1".to_owned(),
            Kind::Nums => {
                (*self
                    .rng
                    .pick(&["[1.0, 2.5]", "(1, 2, 3)", "[1.5, 2]", "[2.0 * n as f64]"]))
                .to_owned()
            }
            Kind::Seed => (*self.rng.pick(&["7", "n as u64", "n"])).to_owned(),
            Kind::Flag => (*self.rng.pick(&["true", "false", "up"])).to_owned(),
            Kind::Num | Kind::OptNum => {
                let number = if op.family == Family::Creation {
                    "f32"
                } else {
                    x.elem
                };
                self.number(number)
            }
            // An axis of one has nothing to reflect.
            Kind::Text if op.shape == ShapeRule::Pad || op.name == "unpad" => {
                format!("{:?}", self.rng.pick(&["constant", "edge", "wrap"]))
            }
            Kind::Text => format!("{:?}", self.rng.pick(param.words)),
            Kind::DType => {
                let elem = *self.rng.pick(&ELEMS);
                *dtype = Some(elem);
                elem.to_owned()
            }
            Kind::Pads => {
                let pairs = vec!["(1, n)"; rank];
                format!("[{}]", pairs.join(", "))
            }
            // The value is often as large as the tensor.
            Kind::IndexList => {
                (*self
                    .rng
                    .pick(&["..", "Ellipsis", "s![..;-1]", "s![.., NewAxis]", "x == x"]))
                .to_owned()
            }
        }
    }

    /// The last expression, and the type of the result.
    fn result(&mut self) -> (String, String) {
        // The first parameter is what an early `return` gives.
        if self.body.contains("return ") {
            let ret = self.ret.clone();
            let known = self.tensors.iter().any(|(t, _)| t.text == ret.text);
            let text = if known {
                self.same(&ret).text
            } else {
                ret.text.clone()
            };
            return (text, written(&ret));
        }
        let x = self.tensor(1);
        let bare = |t: &Tensor| {
            if t.elem == "_" {
                "Tensor".to_owned()
            } else {
                format!("Tensor<{}>", t.elem)
            }
        };
        match self.rng.below(5) {
            0 => {
                let y = self.tensor(1);
                (
                    format!("({}, {}, n)", x.text, y.text),
                    format!("({}, {}, usize)", bare(&x), bare(&y)),
                )
            }
            1 => (
                format!("({}).sum()", self.of_class(Class::Float, &x).text),
                if is_float(x.elem) {
                    bare(&x)
                } else {
                    "Scalar<f32>".to_owned()
                },
            ),
            2 if x.elem != "bool" => ("n".to_owned(), "usize".to_owned()),
            _ => (x.text.clone(), bare(&x)),
        }
    }
}

impl Tensor {
    /// In parentheses, so that a method can follow.
    fn wrapped(mut self) -> Tensor {
        self.text = format!("({})", self.text);
        self
    }
}

// ---------------------------------------------------------------------------------- mutations

const WORDS: [&str; 34] = [
    "x", "y", "w", "n", "N", "D", "self", "Self", "super", "crate", "mut", "ref", "let", "if",
    "else", "for", "in", "while", "loop", "match", "return", "break", "fn", "Tensor", "Scalar",
    "f32", "i64", "bool", "axis", "keepdims", "None", "_", "async", "unsafe",
];
const LITERALS: [&str; 16] = [
    "0",
    "1",
    "2",
    "7",
    "99999999999999999999999",
    "9223372036854775807",
    "18446744073709551615",
    "0xff",
    "1.5",
    "1e400",
    "3usize",
    "2f32",
    "\"constant\"",
    "'a'",
    "b\"x\"",
    "true",
];

/// The tokens in order, with those in groups: is it a word or a number?
fn kinds(tokens: &TokenStream, out: &mut Vec<bool>) {
    for token in tokens.clone() {
        out.push(matches!(token, TokenTree::Ident(_) | TokenTree::Literal(_)));
        if let TokenTree::Group(group) = token {
            kinds(&group.stream(), out);
        }
    }
}

fn words(list: &[&str], rng: &mut Rng) -> TokenTree {
    let word = *rng.pick(list);
    match word
        .parse::<TokenStream>()
        .ok()
        .and_then(|t| t.into_iter().next())
    {
        Some(token) => token,
        None => TokenTree::Ident(Ident::new(word, Span::call_site())),
    }
}

/// One change at a random place: a token gone, doubled, exchanged with its neighbour, or another.
pub fn mutate(tokens: TokenStream, rng: &mut Rng) -> TokenStream {
    let mut all = Vec::new();
    kinds(&tokens, &mut all);
    // Mostly another word in a place of a word: the rest seldom comes through the parser.
    let other = rng.percent(75);
    let places: Vec<usize> = (0..all.len())
        .filter(|at| !other || all.get(*at) == Some(&true))
        .collect();
    if places.is_empty() {
        return tokens;
    }
    let place = *rng.pick(&places);
    change(tokens, place, other, &mut 0, rng)
}

fn change(
    tokens: TokenStream,
    place: usize,
    other: bool,
    at: &mut usize,
    rng: &mut Rng,
) -> TokenStream {
    let mut out: Vec<TokenTree> = Vec::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let here = *at == place;
        *at += 1;
        if !here {
            out.push(match token {
                TokenTree::Group(group) => {
                    let mut inner = Group::new(
                        group.delimiter(),
                        change(group.stream(), place, other, at, rng),
                    );
                    inner.set_span(group.span());
                    TokenTree::Group(inner)
                }
                other => other,
            });
            continue;
        }
        match if other { 5 } else { rng.below(6) } {
            0 => {}
            1 => out.extend([token.clone(), token]),
            2 => {
                out.extend(tokens.next());
                out.push(token);
            }
            3 => out.extend([words(&WORDS, rng), token]),
            _ => out.push(match token {
                TokenTree::Ident(_) if rng.percent(60) => {
                    TokenTree::Ident(Ident::new(rng.pick(TABLE).name, Span::call_site()))
                }
                TokenTree::Ident(_) => words(&WORDS, rng),
                TokenTree::Literal(_) => words(&LITERALS, rng),
                TokenTree::Punct(_) => {
                    let signs = [
                        "+", "-", "*", "/", "%", "&", "|", "!", "=", "<", ".", ",", ";", ":", "?",
                        "#", "$",
                    ];
                    words(&signs, rng)
                }
                // The inside without its delimiters, or a number in its place.
                TokenTree::Group(group) => {
                    if rng.percent(50) {
                        out.extend(group.stream());
                        continue;
                    }
                    TokenTree::Literal(Literal::i64_unsuffixed(3))
                }
            }),
        }
    }
    out.into_iter().collect()
}

// ---------------------------------------------------------------------------------- the judge

/// What came of an input.
#[derive(Default)]
pub struct Tally {
    inputs: usize,
    pub compiled: usize,
    /// Characters of the last output.
    written: usize,
    /// Operations in what compiled.
    ops: BTreeSet<&'static str>,
    /// How often each kind of mistake was told.
    codes: BTreeMap<String, usize>,
}

/// Compiles, and says what is wrong with the compiler, if anything.
pub fn judge(options: &TokenStream, item: &TokenStream, tally: &mut Tally) -> Result<(), String> {
    let start = Instant::now();
    let nothing = std::rc::Rc::default();
    let run = || driver::compile_answered(options.clone(), item.clone(), &nothing);
    let output = catch_unwind(AssertUnwindSafe(run)).map_err(|panic| {
        let text = panic
            .downcast_ref::<String>()
            .cloned()
            .or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned()));
        format!("panicked: {}", text.unwrap_or_default())
    })?;
    if start.elapsed() > Duration::from_secs(90) {
        return Err(format!("took {:?}", start.elapsed()));
    }
    let text = output.to_string();
    tally.written = text.len();
    if let Some(at) = text.find("internal error") {
        let from = text.get(at..).unwrap_or_default();
        return Err(from.chars().take(400).collect());
    }
    tally.inputs += 1;
    let file = syn::parse2::<syn::File>(output)
        .map_err(|error| format!("the output does not parse: {error}\n{text}"))?;
    if text.contains("compile_error !") {
        for at in text
            .match_indices(": ")
            .filter_map(|(at, _)| text.get(at.checked_sub(4)?..at))
        {
            if at.starts_with('E') && at[1..].bytes().all(|b| b.is_ascii_digit()) {
                *tally.codes.entry(at.to_owned()).or_default() += 1;
            }
        }
        return Ok(());
    }
    if !file
        .items
        .iter()
        .any(|item| matches!(item, syn::Item::Mod(_)))
    {
        return Err("nothing was written, and no error".to_owned());
    }
    if text.contains("unreachable !") {
        return Err(format!("a result that is missing:\n{text}"));
    }
    tally.compiled += 1;
    // The copy for editors names operations that the bindings may not.
    let bindings = file
        .items
        .iter()
        .find(|item| matches!(item, syn::Item::Mod(_)))
        .map(|module| quote::quote!(#module).to_string())
        .unwrap_or_default();
    let text = bindings;
    for op in TABLE {
        if !tally.ops.contains(op.name) && text.contains(&format!(":: {} ", op.name)) {
            tally.ops.insert(op.name);
        }
    }
    Ok(())
}

/// An input, by its number.
type Make = fn(usize) -> (TokenStream, TokenStream);

/// Judges the inputs 0..`count`. Threads have the stack that rustc gives its own; one that does not end is found by the
/// clock.
fn campaign(make: Make, count: usize) -> Tally {
    const CHUNK: usize = 250;
    let (send, receive) = mpsc::channel();
    let mut all = Tally::default();
    let mut failures = Vec::new();
    let mut chunks = (0..count).step_by(CHUNK);
    let mut running: BTreeMap<usize, usize> = BTreeMap::new();
    loop {
        while running.len() < 2
            && let Some(start) = chunks.next()
        {
            running.insert(start, start);
            let send = send.clone();
            // A thread per chunk: what proc-macro2 keeps of the sources goes with it.
            let chunk = std::thread::Builder::new().stack_size(8 << 20);
            let chunk = chunk.spawn(move || {
                let mut tally = Tally::default();
                for number in start..(start + CHUNK).min(count) {
                    let (options, item) = make(number);
                    let verdict =
                        judge(&options, &item, &mut tally).map_err(|e| (item.to_string(), e));
                    if send.send((start, number, verdict, None)).is_err() {
                        return;
                    }
                }
                let _ = send.send((start, start, Ok(()), Some(tally)));
            });
            assert!(chunk.is_ok(), "no thread: {chunk:?}");
        }
        if running.is_empty() {
            break;
        }
        match receive.recv_timeout(Duration::from_secs(240)) {
            Ok((start, _, Ok(()), Some(tally))) => {
                running.remove(&start);
                all.inputs += tally.inputs;
                all.compiled += tally.compiled;
                all.ops.extend(tally.ops);
                for (code, times) in tally.codes {
                    *all.codes.entry(code).or_default() += times;
                }
            }
            Ok((start, number, verdict, _)) => {
                running.insert(start, number + 1);
                if let Err((item, error)) = verdict {
                    failures.push(format!("input {number}: {error}\n{item}"));
                }
            }
            Err(_) => {
                failures.push(format!("no end: one of the inputs {:?}", running.values()));
                break;
            }
        }
    }
    assert!(
        failures.is_empty(),
        "{} failures, among them:\n{}",
        failures.len(),
        failures[..failures.len().min(25)].join("\n\n")
    );
    all
}

fn tokens(text: &str) -> TokenStream {
    let tokens = text.parse::<TokenStream>();
    assert!(tokens.is_ok(), "no tokens: {text}");
    tokens.unwrap_or_default()
}

/// Have all inputs been judged, and is at least one of `part` a program that compiles?
fn reaches(tally: &Tally, count: usize, part: usize) {
    println!(
        "{} programs, {} compiled; {:?}",
        tally.inputs, tally.compiled, tally.codes
    );
    assert_eq!(tally.inputs, count);
    assert!(
        tally.compiled * part > count,
        "only {} of {count} programs compile: they reach too little",
        tally.compiled
    );
}

/// One backend of each kind of tensor type in turn: all of them say little more, and cost more.
fn backends(number: usize) -> TokenStream {
    tokens(if number.is_multiple_of(2) {
        "backends(ndarray)"
    } else {
        "backends(mine = my::Mine, candle)"
    })
}

#[test]
fn random_programs() {
    const COUNT: usize = 5_000;
    let tally = campaign(
        |number| (backends(number), tokens(&program(number as u64))),
        COUNT,
    );
    reaches(&tally, COUNT, 2);
    let missing: Vec<&str> = TABLE
        .iter()
        .map(|op| op.name)
        // Made of `x[…]`, which is written as `slice`.
        .filter(|name| *name != "getitem" && !tally.ops.contains(name))
        .collect();
    assert!(
        missing.is_empty(),
        "no program that compiles has {missing:?}"
    );
}

/// The same programs with their gradients: whatever compiles has one, or it is said why not.
#[test]
fn random_gradients() {
    const COUNT: usize = 1_000;
    let tally = campaign(
        |number| {
            let item = tokens(&program(number as u64));
            (tokens("backends(ndarray), grad"), item)
        },
        COUNT,
    );
    reaches(&tally, COUNT, 20);
}

/// The same programs as closures whose gradient is taken in a body, once and twice.
#[test]
fn random_gradients_in_bodies() {
    const COUNT: usize = 1_000;
    fn inside(number: usize) -> (TokenStream, TokenStream) {
        let item = tokens(&program(number as u64));
        let parsed = syn::parse2::<syn::ItemFn>(item.clone());
        let Ok(mut function) = parsed else {
            return (tokens("backends(ndarray)"), item);
        };
        let params = function.sig.inputs.iter().filter_map(|input| match input {
            syn::FnArg::Typed(typed) => match &*typed.pat {
                syn::Pat::Ident(name) => Some(name.ident.clone()),
                _ => None,
            },
            syn::FnArg::Receiver(_) => None,
        });
        let Some(first) = params.into_iter().next() else {
            return (tokens("backends(ndarray)"), item);
        };
        let block = &function.block;
        function.block = match number % 2 {
            0 => syn::parse_quote!({
                let slope = grad(|#first| #block.sum())(#first);
                #block
            }),
            _ => syn::parse_quote!({
                let slope = grad(|#first| grad(|#first| #block.sum())(#first).sum())(#first);
                #block
            }),
        };
        (tokens("backends(ndarray)"), quote::quote!(#function))
    }
    let tally = campaign(inside, COUNT);
    reaches(&tally, COUNT, 50);
}

#[test]
fn random_mutations() {
    const COUNT: usize = 5_500;
    fn mutation(number: usize) -> (TokenStream, TokenStream) {
        let mut rng = Rng(number as u64 ^ 0x5eed_0000);
        let cases = golden::cases();
        let (mut options, mut item) = match golden::input(&cases[number % cases.len()]) {
            Ok((_, item)) if !number.is_multiple_of(3) => (backends(number), item),
            _ => (backends(number), tokens(&program(number as u64))),
        };
        for _ in 0..1 + rng.below(3) {
            item = mutate(item, &mut rng);
        }
        if number.is_multiple_of(20) {
            options = mutate(
                tokens("backends(ndarray, tch, mine = my::Mine), crate = other::eagerpy"),
                &mut rng,
            );
        }
        (options, item)
    }
    let tally = campaign(mutation, COUNT);
    println!(
        "{} mutations, {} compiled; {:?}",
        tally.inputs, tally.compiled, tally.codes
    );
    assert_eq!(tally.inputs, COUNT);
    assert!(
        tally.compiled > COUNT / 50,
        "only {} of {COUNT} mutations compile: they reach too little",
        tally.compiled
    );
    assert!(
        tally.codes.len() > 12,
        "the mutations make too few kinds of mistakes: {:?}",
        tally.codes
    );
}

/// Compiles a body that must be right: how long it takes, and how long the output is.
fn measure(body: &str) -> (Duration, usize) {
    let item = tokens(&format!(
        "fn f(x: &Tensor<f32, N, D>, n: usize, up: bool) -> Tensor<f32> {{ {body} }}"
    ));
    let start = Instant::now();
    let mut tally = Tally::default();
    let verdict = judge(&tokens("backends(ndarray)"), &item, &mut tally);
    assert!(verdict.is_ok(), "{:.2000}", verdict.unwrap_err());
    assert_eq!(tally.compiled, 1, "it does not compile: {:?}", tally.codes);
    (start.elapsed(), tally.written)
}

/// A name, and the body of a size.
type Form = (&'static str, fn(usize) -> String);

/// Bodies of a size, each of another form.
const FORMS: [Form; 9] = [
    ("calls, one on the other", |n| {
        format!("x{}", ".tanh()".repeat(n))
    }),
    ("sums", |n| format!("x{}", " + x".repeat(n))),
    ("statements", |n| {
        format!("{} x", "let x = x.tanh();".repeat(n))
    }),
    ("assignments", |n| {
        format!("let mut y = x; {} y", "y += x;".repeat(n))
    }),
    ("branches, one after the other", |n| {
        format!("let mut y = x; {} y", "if up { y = y.tanh(); }".repeat(n))
    }),
    ("loops, one after the other", |n| {
        format!(
            "let mut y = x; {} y",
            "for i in 0..n { y = y.tanh(); }".repeat(n)
        )
    }),
    ("questions", |n| {
        format!(
            "let mut y = x; {} y",
            "let k = x.dim(0) + x.dim(1); y = y * k;".repeat(n)
        )
    }),
    ("indices", |n| {
        format!(
            "let y = x.reshape(-1); {} y",
            "let y = y[s![n.., NewAxis]].flatten();".repeat(n)
        )
    }),
    ("one list", |n| {
        format!("concatenate([{}])", "x, ".repeat(n))
    }),
];

fn long() {
    for (form, body) in FORMS {
        let size = if form.starts_with("calls") { 100 } else { 40 };
        let (quick, short) = measure(&body(size));
        let (slow, long) = measure(&body(5 * size));
        println!("{form}: {quick:?} to {slow:?}, {short} to {long} characters");
        assert!(
            long < short * 6,
            "{form}: five times the program is {long} characters, not {short}"
        );
    }
}

/// Runs on a thread with the stack that rustc gives its own: syn's parser alone needs more than a test's 2 MiB for
/// 200 parentheses.
fn on_rustcs_stack(work: fn()) {
    let thread = std::thread::Builder::new().stack_size(8 << 20).spawn(work);
    let ended = thread.is_ok_and(|thread| thread.join().is_ok());
    assert!(ended, "see the message of the thread");
}

#[test]
fn long_programs() {
    on_rustcs_stack(long);
}

#[test]
fn deep_programs() {
    on_rustcs_stack(deep);
}

fn deep() {
    let nest = |n: usize, open: &str, inside: &str, close: &str| {
        format!("{}{inside}{}", open.repeat(n), close.repeat(n))
    };
    let deep = [
        ("parentheses", nest(200, "(", "x", ")")),
        ("signs", nest(200, "-(", "x", ")")),
        ("calls", nest(100, "maximum(x, ", "x", ")")),
        ("blocks", nest(60, "{ let y = ", "x.tanh()", "; y.tanh() }")),
        (
            "branches",
            nest(40, "if up { ", "x.tanh()", " } else { x }"),
        ),
        (
            "else ifs",
            format!("{} {{ x }}", "if up { x.tanh() } else ".repeat(60)),
        ),
        // Loops whose variables grow are checked again with wider types: not once more on every level.
        ("loops", {
            let open = "let mut y = concatenate([x, x]); for i in 0..n { y = concatenate([y, x]); ";
            format!("{} {} x", open.repeat(10), "}".repeat(10))
        }),
        (
            "questions",
            format!("let k = {}; x * k", nest(12, "x[(", "0", ", ..)].dim(0)")),
        ),
        (
            "sums of questions",
            format!(
                "let k = {}; x * k",
                nest(12, "(x[(", "0", " + 1, ..)].dim(0) - x.dim(1))")
            ),
        ),
    ];
    for (form, body) in deep {
        println!("{form}: {:?}", measure(&body).0);
    }
}

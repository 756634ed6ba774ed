//! `cargo xtask gradients --ops`: the derivative of every operation against differences, and against itself.
//!
//! In: the lines of `variants.rs`. Out: a crate with functions for each of them, and `ops.rs.in` as its `main`, which
//! compares.

use std::collections::HashSet;
use std::fmt::Write as _;

use anyhow::{Context, Result};
use eagerpy_runtime::ops::OpInfo;

use super::input::{self, Draw, Elem, Input, What};
use super::variants;

/// What the runner of the crate is made of, beside the functions.
pub const RUNNER: &str = include_str!("ops.rs.in");

/// A line, read.
pub struct Variant {
    number: usize,
    op: String,
    /// Statements, and the value.
    before: String,
    value: String,
    inputs: Vec<Input>,
    shown: String,
    /// Is it also compiled for second derivatives, and in `f32`?
    whole: bool,
    /// And in floats of 16 bits? The first line of each operation is.
    first: bool,
    /// The right gradients, where they stand in the line.
    points: Option<Vec<Vec<f64>>>,
}

/// The lines, or those of the operation `only`, or in which that text stands.
pub fn read(only: Option<&str>) -> Result<Vec<Variant>> {
    let mut all = Vec::new();
    let mut seen = HashSet::new();
    for (number, (op, expression, inputs)) in variants::all().into_iter().enumerate() {
        let first = seen.insert(op);
        let asked = |only: &str| match OpInfo::find(only) {
            Some(_) => only == op,
            None => expression.contains(only) || inputs.contains(only),
        };
        if !only.is_none_or(asked) {
            continue;
        }
        let range = OpInfo::find(op)
            .with_context(|| format!("no operation is called `{op}`"))?
            .sample;
        let variant = Variant::read(number, op, &expression, inputs, range)?;
        all.push(Variant {
            whole: first || variant.is_deep(),
            first,
            ..variant
        });
    }
    for (number, (expression, inputs, right)) in variants::POINTS.iter().enumerate() {
        if only.is_some_and(|only| !expression.contains(only)) {
            continue;
        }
        let number = 10_000 + number;
        let variant = Variant::read(number, "at a point", expression, inputs, (-3.0, 3.0))?;
        let asked = variant.inputs.iter().filter(|input| input.is_asked());
        let right = asked
            .zip(*right)
            .map(|(input, right)| point(input, right))
            .collect::<Result<Vec<_>>>()?;
        all.push(Variant {
            points: Some(right),
            ..variant
        });
    }
    Ok(all)
}

fn point(input: &Input, right: &str) -> Result<Vec<f64>> {
    // So many times the input.
    if let (Some(times), What::Tensor { data, .. }) = (right.strip_suffix('*'), &input.what) {
        let times: f64 = times.parse()?;
        return Ok(data.iter().map(|element| element * times).collect());
    }
    Ok(right
        .split_whitespace()
        .map(str::parse)
        .collect::<Result<_, _>>()?)
}

impl Variant {
    fn read(
        number: usize,
        op: &str,
        expression: &str,
        inputs: &str,
        range: (f64, f64),
    ) -> Result<Variant> {
        let (before, value) = match expression.rsplit_once("; ") {
            Some((before, value)) => (format!("{before}; "), value),
            None => (String::new(), expression),
        };
        let mut draw = Draw::new(number);
        Ok(Variant {
            number,
            op: op.to_owned(),
            before,
            value: value.to_owned(),
            inputs: input::read(inputs, range, &mut draw)
                .with_context(|| format!("in the line {op}, {expression}"))?,
            shown: format!("{expression}  [{inputs}]"),
            whole: false,
            first: false,
            points: None,
        })
    }

    /// Is the derivative of its derivative more than that of an elementwise one?
    fn is_deep(&self) -> bool {
        OpInfo::find(&self.op).is_some_and(|op| {
            use eagerpy_runtime::ops::{Grad, Map};
            match op.grad {
                Grad::Rules { map, .. } => {
                    matches!(map, Map::Other | Map::Symmetric | Map::Multilinear)
                }
                _ => false,
            }
        })
    }

    fn params(&self, float: &str) -> String {
        let params: Vec<String> = self.inputs.iter().map(|input| input.param(float)).collect();
        params.join(", ")
    }

    fn asked(&self) -> Vec<&str> {
        let asked = self.inputs.iter().filter(|input| input.is_asked());
        asked.map(|input| input.name.as_str()).collect()
    }

    /// Is one of the inputs of another float type, so that the function has two?
    fn mixed(&self) -> bool {
        self.inputs.iter().any(|input| {
            matches!(
                &input.what,
                What::Tensor {
                    elem: Elem::F32,
                    ..
                }
            )
        })
    }

    /// The agnostic functions.
    pub fn functions(&self) -> String {
        let (number, before, value) = (self.number, &self.before, &self.value);
        let params = self.params("f64");
        let grad = self.asked().join(", ");
        let mut out = String::new();
        if self.points.is_some() {
            let _ = writeln!(
                out,
                "#[agnostic(grad({grad}))]\npub fn s{number}({params}) -> Scalar<f64> {{ {before}({value}).sum() }}"
            );
            return out;
        }
        let _ = writeln!(
            out,
            "#[agnostic(grad({grad}))]\npub fn v{number}({params}) -> Tensor<f64> {{ {before}{value} }}"
        );
        if self.whole {
            let _ = writeln!(
                out,
                "#[agnostic(grad({grad}), order = 2)]\npub fn s{number}({params}, weights_: &Tensor<f64>) -> Scalar<f64> \
                 {{ {before}(({value}) * weights_).sum() }}"
            );
            for float in self.narrow() {
                let params = self.params(float);
                let narrow = |text: &str| {
                    text.replace("dtype = f64", &format!("dtype = {float}"))
                        .replace("astype(f64)", &format!("astype({float})"))
                };
                let _ = writeln!(
                    out,
                    "#[agnostic(grad({grad}))]\npub fn n{number}_{float}({params}) -> Tensor<{float}> {{ {}{} }}",
                    narrow(before),
                    narrow(value)
                );
            }
        }
        out
    }

    /// The other float types that it is compiled in.
    fn narrow(&self) -> &'static [&'static str] {
        match (self.mixed(), self.first) {
            (true, _) => &[],
            (false, true) => &["f32", "f16", "bf16"],
            (false, false) => &["f32"],
        }
    }

    /// The case, as the runner knows it: without the functions.
    pub fn case(&self) -> String {
        let mut inputs = String::new();
        for input in &self.inputs {
            if let What::Tensor {
                shape, data, asked, ..
            } = &input.what
            {
                let data: Vec<String> = data.iter().map(|element| number(*element)).collect();
                let _ = write!(
                    inputs,
                    "Input {{ name: {:?}, asked: {asked}, data: Data {{ shape: vec!{shape:?}, data: vec![{}] }} }}, ",
                    input.name,
                    data.join(", ")
                );
            }
        }
        let points = match &self.points {
            Some(points) => {
                let points: Vec<String> = points
                    .iter()
                    .map(|point| {
                        let point: Vec<String> =
                            point.iter().map(|element| number(*element)).collect();
                        format!("vec![{}]", point.join(", "))
                    })
                    .collect();
                format!("Some(vec![{}])", points.join(", "))
            }
            None => "None".to_owned(),
        };
        format!(
            "Case {{ number: {}, op: {:?}, shown: {:?}, inputs: vec![{inputs}], points: {points} }}",
            self.number, self.op, self.shown
        )
    }

    /// The functions on a backend, as the runner calls them.
    pub fn calls(&self, backend: &str) -> String {
        let number = self.number;
        let call = |function: &str,
                    float: &str,
                    beside: &[(String, Option<&str>)],
                    several: usize| {
            let mut out = String::from("|d| {\n");
            let mut args = Vec::new();
            let mut place = 0;
            for input in &self.inputs {
                match &input.what {
                    What::Host(_, value) => args.push(value.clone()),
                    What::Tensor { elem, .. } => {
                        let elem = match elem {
                            Elem::F64 => float,
                            elem => elem.name(),
                        };
                        let _ = writeln!(
                            out,
                            "            let a{place} = {backend}::{elem}(&d[{place}])?;"
                        );
                        args.push(format!("&a{place}"));
                        place += 1;
                    }
                }
            }
            for (elem, _) in beside {
                let _ = writeln!(
                    out,
                    "            let a{place} = {backend}::{elem}(&d[{place}])?;"
                );
                args.push(format!("&a{place}"));
                place += 1;
            }
            let pattern: Vec<String> = (0..several).map(|at| format!("g{at}")).collect();
            let read: Vec<String> = pattern
                .iter()
                .map(|name| format!("{backend}::read(&{name})?"))
                .collect();
            let pattern = match pattern.as_slice() {
                [one] => one.clone(),
                many => format!("({})", many.join(", ")),
            };
            let _ = write!(
                out,
                "            let {pattern} = {function}::{backend}({})?;\n            Ok(vec![{}])\n        }}",
                args.join(", "),
                read.join(", ")
            );
            out
        };
        let floats: Vec<(String, Option<&str>)> = self
            .inputs
            .iter()
            .filter_map(|input| match &input.what {
                What::Tensor {
                    elem, asked: true, ..
                } => Some((elem.name().to_owned(), None)),
                _ => None,
            })
            .collect();
        let several = floats.len();
        let one = [("f64".to_owned(), None)];
        let weighted: Vec<(String, Option<&str>)> = one.iter().chain(&floats).cloned().collect();
        let mut out = "Calls {\n".to_owned();
        let mut put = |name: &str, text: Option<String>| {
            let _ = match text {
                Some(text) => writeln!(out, "        {name}: Some({text}),"),
                None => writeln!(out, "        {name}: None,"),
            };
        };
        if self.points.is_some() {
            put(
                "point",
                Some(call(&format!("s{number}::grad"), "f64", &[], several)),
            );
        } else {
            put("value", Some(call(&format!("v{number}"), "f64", &[], 1)));
            put(
                "vjp",
                Some(call(&format!("v{number}::vjp"), "f64", &one, several)),
            );
            put(
                "jvp",
                Some(call(&format!("v{number}::jvp"), "f64", &floats, 1)),
            );
            if self.whole {
                put(
                    "grad",
                    Some(call(&format!("s{number}::grad"), "f64", &one, several)),
                );
                put(
                    "hvp",
                    Some(call(
                        &format!("s{number}::hessian_vector_product"),
                        "f64",
                        &weighted,
                        several,
                    )),
                );
                let narrow: Vec<String> = self
                    .narrow()
                    .iter()
                    .map(|float| {
                        let one = [((*float).to_owned(), None)];
                        let function = format!("n{number}_{float}");
                        let value = call(&function, float, &[], 1);
                        let vjp = call(&format!("{function}::vjp"), float, &one, several);
                        let rounded = format!("|d| Ok({backend}::read(&{backend}::{float}(d)?)?)");
                        format!(
                            "Narrow {{ float: {float:?}, value: {value}, vjp: {vjp}, rounded: {rounded} }}"
                        )
                    })
                    .collect();
                let _ = writeln!(out, "        narrow: vec![{}],", narrow.join(", "));
            }
        }
        out.push_str("        ..Calls::default()\n    }");
        out
    }
}

fn number(element: f64) -> String {
    match element {
        _ if element.is_nan() => "f64::NAN".to_owned(),
        f64::INFINITY => "f64::INFINITY".to_owned(),
        f64::NEG_INFINITY => "f64::NEG_INFINITY".to_owned(),
        _ => format!("{element:?}"),
    }
}

/// The files of the crate's `src`, by name: the runner as a library, and a program for so many lines each. All in one
/// would take rustc more memory than there is.
pub fn sources(variants: &[Variant], backends: &[&str]) -> Vec<(String, String)> {
    let mut files = vec![("lib.rs".to_owned(), RUNNER.to_owned())];
    for (place, part) in variants.chunks(LINES).enumerate() {
        let mut text =
            String::from("#![allow(unused, clippy::all)]\nuse eagerpy_gradients_ops::*;\n\n");
        for variant in part {
            text.push_str(&variant.functions());
            text.push('\n');
        }
        for backend in backends {
            let _ = writeln!(text, "fn {backend}_() -> Vec<(Case, Calls)> {{\n    vec![");
            for variant in part {
                let _ = writeln!(
                    text,
                    "    ({}, {}),",
                    variant.case(),
                    variant.calls(backend)
                );
            }
            text.push_str("    ]\n}\n");
        }
        let all: Vec<String> = backends
            .iter()
            .map(|backend| format!("({backend:?}, {backend}_())"))
            .collect();
        let _ = writeln!(
            text,
            "fn main() -> std::process::ExitCode {{ run(vec![{}]) }}",
            all.join(", ")
        );
        files.push((format!("bin/part{place}.rs"), text));
    }
    files
}

/// Lines in a program.
const LINES: usize = 72;

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use eagerpy_runtime::ops::{Class, Grad, TABLE};

    use super::*;

    #[test]
    fn every_differentiable_operation_has_a_line() {
        let there: HashSet<&str> = variants::all().into_iter().map(|(op, ..)| op).collect();
        let missing: Vec<&str> = TABLE
            .iter()
            .filter(|op| match op.grad {
                Grad::None => false,
                Grad::Zero => !matches!(op.class, Class::Int | Class::Bool),
                Grad::Rules { .. } | Grad::Via(_) => true,
            })
            .map(|op| op.name)
            .filter(|name| !there.contains(name))
            .collect();
        assert!(
            missing.is_empty(),
            "no line in variants.rs for {}",
            missing.join(", ")
        );
    }

    #[test]
    fn every_line_can_be_read() {
        let read = read(None).unwrap();
        assert!(read.iter().all(|variant| !variant.asked().is_empty()));
        for variant in &read {
            if let Some(points) = &variant.points {
                assert_eq!(points.len(), variant.asked().len(), "{}", variant.shown);
            }
        }
    }
}

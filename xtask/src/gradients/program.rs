//! A case of the data, and the agnostic function that it becomes.

use std::fmt::Write as _;

use anyhow::{Context, Result, bail};
use eagerpy_runtime::ops::{Kind, OpInfo, OutDType};
use serde_json::{Map, Value};

/// A case.
pub struct Case {
    pub id: String,
    expr: Value,
    /// Names, element types and ranks of the inputs.
    inputs: Vec<(String, String, usize)>,
    /// The inputs that gradients are asked of.
    wrt: Vec<String>,
    /// Is there a Hessian-vector product?
    hvp: bool,
    /// A gradient's own rule, in `dy`.
    vjp: Option<Value>,
    /// Element type of the value.
    dtype: String,
}

impl Case {
    /// Reads a case.
    ///
    /// # Errors
    /// If it is not of the form.
    pub fn read(json: &Value) -> Result<Case> {
        let id = json
            .get("id")
            .and_then(Value::as_str)
            .context("a case without `id`")?;
        let read = || -> Result<Case> {
            let mut inputs = Vec::new();
            for (name, tensor) in json
                .get("inputs")
                .and_then(Value::as_object)
                .context("no `inputs`")?
            {
                let dtype = tensor
                    .get("dtype")
                    .and_then(Value::as_str)
                    .context("no `dtype`")?;
                let rank = tensor
                    .get("shape")
                    .and_then(Value::as_array)
                    .context("no `shape`")?
                    .len();
                inputs.push((name.clone(), dtype.to_owned(), rank));
            }
            let wrt = json
                .get("wrt")
                .and_then(Value::as_array)
                .context("no `wrt`")?;
            Ok(Case {
                id: id.to_owned(),
                expr: json.get("expr").context("no `expr`")?.clone(),
                inputs,
                wrt: wrt
                    .iter()
                    .filter_map(Value::as_str)
                    .map(str::to_owned)
                    .collect(),
                hvp: json.get("hvp").is_some(),
                vjp: json.get("vjp").cloned(),
                dtype: json
                    .get("value")
                    .and_then(|value| value.get("dtype"))
                    .and_then(Value::as_str)
                    .context("no `value`")?
                    .to_owned(),
            })
        };
        read().with_context(|| format!("case {id}"))
    }

    fn name(&self) -> String {
        self.id.replace('-', "_")
    }

    /// The function, as a user writes it.
    ///
    /// # Errors
    /// If the expression has what the vocabulary has not.
    pub fn function(&self) -> Result<String> {
        let mut out = String::new();
        let mut params = Vec::new();
        for (name, dtype, rank) in &self.inputs {
            let sizes = ", _".repeat(*rank);
            params.push(match rank {
                0 => format!("{name}: &Scalar<{dtype}>"),
                _ => format!("{name}: &Tensor<{dtype}{sizes}>"),
            });
        }
        let body = text(&self.expr).with_context(|| format!("case {}", self.id))?;
        let float = &self.dtype;
        let name = self.name();
        let params = params.join(", ");
        let mut options = vec![format!("grad({})", self.wrt.join(", "))];
        if self.hvp {
            options.push("order = 2".to_owned());
        }
        if let Some(rule) = &self.vjp {
            let rule = text(rule).with_context(|| format!("the rule of case {}", self.id))?;
            options.push(format!("vjp = {name}_rule"));
            writeln!(
                out,
                "#[agnostic]\npub fn {name}_rule({params}, dy: &Scalar<{float}>) -> Scalar<{float}> {{ {rule} }}"
            )?;
        }
        let options = options.join(", ");
        writeln!(
            out,
            "#[agnostic({options})]\npub fn {name}({params}) -> Scalar<{float}> {{ {body} }}"
        )?;
        Ok(out)
    }

    /// The call on a backend.
    pub fn call(&self, backend: &str) -> String {
        let (id, name) = (&self.id, self.name());
        let mut out = format!("    report.case(\"{backend}\", cases, {id:?}, |case| {{\n");
        for (input, dtype, _) in &self.inputs {
            let _ = writeln!(
                out,
                "        let {input} = {backend}::{dtype}(&case[\"inputs\"][{input:?}])?;"
            );
        }
        let args: Vec<String> = self
            .inputs
            .iter()
            .map(|(name, ..)| format!("&{name}"))
            .collect();
        let args = args.join(", ");
        let grads: Vec<String> = self.wrt.iter().map(|name| format!("d_{name}")).collect();
        let pattern = match grads.as_slice() {
            [one] => one.clone(),
            many => format!("({})", many.join(", ")),
        };
        let _ = writeln!(
            out,
            "        let (value, {pattern}) = {name}::value_and_grad::{backend}({args})?;\n        \
             let mut found = vec![(\"value\".to_owned(), {backend}::read(&value)?)];"
        );
        for input in &self.wrt {
            let _ = writeln!(
                out,
                "        found.push((\"grads.{input}\".to_owned(), {backend}::read(&d_{input})?));"
            );
        }
        if self.hvp {
            let mut vectors = Vec::new();
            for input in &self.wrt {
                let dtype = self.inputs.iter().find(|(name, ..)| name == input);
                let dtype = dtype.map_or("f64", |(_, dtype, _)| dtype);
                let _ = writeln!(
                    out,
                    "        let v_{input} = {backend}::{dtype}(&case[\"hvp\"][\"v\"][{input:?}])?;"
                );
                vectors.push(format!("&v_{input}"));
            }
            let vectors = vectors.join(", ");
            let _ = writeln!(
                out,
                "        let {pattern} = {name}::hessian_vector_product::{backend}({args}, {vectors})?;"
            );
            for input in &self.wrt {
                let _ = writeln!(
                    out,
                    "        found.push((\"hvp.result.{input}\".to_owned(), {backend}::read(&d_{input})?));"
                );
            }
        }
        out.push_str("        Ok(found)\n    });");
        out
    }
}

/// An expression in the op language.
fn text(expr: &Value) -> Result<String> {
    match expr {
        Value::String(name) => Ok(name.clone()),
        Value::Number(_) => Ok(number(expr)),
        Value::Array(parts) => call(parts),
        other => bail!("{other} is no expression"),
    }
}

fn call(parts: &[Value]) -> Result<String> {
    let (name, rest) = match parts.split_first() {
        Some((Value::String(name), rest)) => (name.as_str(), rest),
        _ => bail!("an expression without an operation"),
    };
    let (operands, args) = match rest.split_last() {
        Some((Value::Object(args), operands)) => (operands, args.clone()),
        _ => (rest, Map::new()),
    };
    if name == "get" {
        let (Some(of), Some(place)) = (operands.first(), operands.get(1)) else {
            bail!("`get` without a place");
        };
        let several = table_name(of.get(0).and_then(Value::as_str).unwrap_or_default());
        let list = OpInfo::find(several).is_some_and(|op| op.out == OutDType::List);
        let of = text(of)?;
        return Ok(if list {
            format!("{of}[{place}]")
        } else {
            format!("{of}.{place}")
        });
    }
    let name = table_name(name);
    let op = OpInfo::find(name).with_context(|| format!("no operation is called `{name}`"))?;
    let operands: Vec<String> = operands.iter().map(text).collect::<Result<_>>()?;
    if op.name == "getitem" {
        let of = operands.first().context("`getitem` of nothing")?;
        return Ok(format!("({of})[{}]", index(&args, &operands)?));
    }
    let mut tensors = operands.iter();
    let mut list: Vec<String> = Vec::new();
    for param in op.params {
        let keyword = match param.name {
            "correction" => "ddof",
            "value" if op.name == "index_update" => "values",
            other => other,
        };
        let given = args.get(keyword).filter(|value| !value.is_null());
        match param.kind {
            Kind::Tensors => {
                let all: Vec<&str> = tensors.by_ref().map(String::as_str).collect();
                list.push(format!("[{}]", all.join(", ")));
            }
            Kind::Rest => list.extend(tensors.by_ref().cloned()),
            Kind::IndexList => list.push(index(&args, &operands)?),
            _ if param.kind.is_tensor() || matches!(param.kind, Kind::OptOperand) => match given {
                Some(value) => {
                    let value = match value.get("input").and_then(Value::as_u64) {
                        Some(place) => {
                            let place = usize::try_from(place)?;
                            operands
                                .get(place)
                                .context("an input that is not there")?
                                .clone()
                        }
                        None => number(value),
                    };
                    list.push(format!("{} = {value}", param.name));
                }
                None => {
                    if let Some(tensor) = tensors.next() {
                        list.push(match param.default {
                            eagerpy_runtime::ops::Default::Required => tensor.clone(),
                            _ => format!("{} = {tensor}", param.name),
                        });
                    }
                }
            },
            Kind::Text if op.name == "einsum" => {
                list.push(given.map(ToString::to_string).context("no equation")?);
            }
            Kind::DType => {
                let dtype = given.and_then(Value::as_str);
                if let Some(dtype) = dtype {
                    list.push(format!("{} = {dtype}", param.name));
                }
            }
            _ => {
                let given = match (op.name, param.name) {
                    ("layer_norm" | "rms_norm", "axis") => {
                        match args.get("axes").and_then(Value::as_i64) {
                            Some(count) => {
                                Some(Value::from((1..=count).map(|n| -n).collect::<Vec<_>>()))
                            }
                            None => given.cloned(),
                        }
                    }
                    _ => given.cloned(),
                };
                if let Some(value) = given {
                    list.push(format!("{} = {}", param.name, argument(&value)));
                }
            }
        }
    }
    Ok(format!("{}({})", op.name, list.join(", ")))
}

/// The name in the table.
fn table_name(name: &str) -> &str {
    match name {
        "where" => "where_",
        "norm" => "lp",
        other => other.strip_prefix("norms_").unwrap_or(other),
    }
}

fn argument(value: &Value) -> String {
    match value {
        Value::Array(list) if list.iter().all(Value::is_array) && !list.is_empty() => {
            let pairs: Vec<String> = list
                .iter()
                .map(|pair| {
                    let pair: Vec<String> =
                        pair.as_array().into_iter().flatten().map(number).collect();
                    format!("({})", pair.join(", "))
                })
                .collect();
            format!("[{}]", pairs.join(", "))
        }
        Value::Array(list) => {
            let list: Vec<String> = list.iter().map(number).collect();
            format!("[{}]", list.join(", "))
        }
        Value::String(text) => format!("{text:?}"),
        other => number(other),
    }
}

fn number(value: &Value) -> String {
    match value {
        Value::String(text) => match text.as_str() {
            "inf" => "f64::INFINITY".to_owned(),
            "-inf" => "-f64::INFINITY".to_owned(),
            _ => "f64::NAN".to_owned(),
        },
        Value::Number(number) => match number.as_f64() {
            Some(float) if !number.is_i64() && !number.is_u64() => format!("{float:?}"),
            _ => number.to_string(),
        },
        other => other.to_string(),
    }
}

/// The inside of `x[…]`.
fn index(args: &Map<String, Value>, operands: &[String]) -> Result<String> {
    let items = args
        .get("index")
        .and_then(Value::as_array)
        .context("no `index`")?;
    let mut out = Vec::new();
    for item in items {
        let bound = |value: Option<&Value>| match value {
            Some(value) if !value.is_null() => value.to_string(),
            _ => String::new(),
        };
        out.push(match item {
            Value::String(word) if word == "ellipsis" => "Ellipsis".to_owned(),
            Value::String(word) if word == "newaxis" => "NewAxis".to_owned(),
            Value::Number(at) => at.to_string(),
            Value::Object(item) => {
                match (item.get("slice"), item.get("input").and_then(Value::as_u64)) {
                    (Some(slice), _) => {
                        let range = format!("{}..{}", bound(slice.get(0)), bound(slice.get(1)));
                        match bound(slice.get(2)) {
                            step if step.is_empty() => range,
                            step => format!("{range};{step}"),
                        }
                    }
                    (None, Some(place)) => {
                        let place = usize::try_from(place)?;
                        operands
                            .get(place)
                            .context("an index that is not there")?
                            .clone()
                    }
                    _ => bail!("{item:?} is no index"),
                }
            }
            other => bail!("{other} is no index"),
        });
    }
    Ok(format!("s![{}]", out.join(", ")))
}

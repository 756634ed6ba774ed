//! The program as text: for goldens, and for `EXPLAIN`.
//!
//! ```text
//! linear_loss(x: f32[N, D], w: f32[D, C], b: f32[C], labels: i64[N])
//!   %4 = matmul %x, %w : f32[N, C]
//!   %logits = add %4, %b : f32[N, C]
//! ```

use std::fmt::Write;

use eagerpy_runtime::ops::Default;

use super::{
    Arg, CallArg, HostCode, IndexItem, Inst, Ir, Out, Query, Region, Slot, Taker, Tree, ValueId,
};
use crate::check::ty::Show;
use crate::syntax::Function;

/// Prints a program.
pub fn print(function: &Function, ir: &Ir) -> String {
    let mut printer = Printer {
        ir,
        out: String::new(),
        indent: 1,
    };
    let params: Vec<String> = ir
        .params
        .iter()
        .map(|v| {
            format!(
                "{}: {}",
                printer.name(*v).trim_start_matches('%'),
                printer.ty(*v)
            )
        })
        .collect();
    let _ = writeln!(printer.out, "{}({})", function.name(), params.join(", "));
    printer.region(&ir.body);
    printer.out
}

struct Printer<'a> {
    ir: &'a Ir,
    out: String,
    indent: usize,
}

impl Printer<'_> {
    fn name(&self, value: ValueId) -> String {
        match self.ir.values.get(value).and_then(|v| v.hint.as_deref()) {
            // A name may be given anew: the number tells the values apart.
            Some(hint) => {
                let first = self
                    .ir
                    .values
                    .iter()
                    .position(|v| v.hint.as_deref() == Some(hint));
                if first == Some(value) {
                    format!("%{hint}")
                } else {
                    format!("%{hint}.{value}")
                }
            }
            None => format!("%{value}"),
        }
    }

    fn ty(&self, value: ValueId) -> String {
        let show = Show {
            names: &self.ir.dims,
        };
        self.ir
            .values
            .get(value)
            .map_or_else(String::new, |v| show.ty(&v.ty))
    }

    fn line(&mut self, text: &str) {
        for _ in 0..self.indent {
            self.out.push_str("  ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn region(&mut self, region: &Region) {
        for inst in &region.insts {
            self.inst(inst);
        }
        if !region.outs.is_empty() {
            let outs: Vec<String> = region
                .outs
                .iter()
                .map(|o| match o {
                    Out::Tensor(v) => self.name(*v),
                    Out::Host(code) => self.host(code),
                })
                .collect();
            self.line(&format!("give {}", outs.join(", ")));
        }
    }

    fn nested(&mut self, region: &Region) {
        self.indent += 1;
        self.region(region);
        self.indent -= 1;
    }

    fn host(&self, code: &HostCode) -> String {
        let mut text = crate::origin::source_text(&quote::ToTokens::to_token_stream(&code.expr));
        for hole in &code.holes {
            let of = self.name(hole.value);
            let asked = match &hole.query {
                Query::Shape => format!("shape({of})"),
                Query::Rank => format!("ndim({of})"),
                Query::Item(_) => format!("item({of})"),
                Query::Dim(axis) => format!("dim({of}, {})", self.host(axis)),
            };
            text = text.replace(&hole.name, &asked);
        }
        text
    }

    fn slots(&self, slots: &[Slot]) -> String {
        let names: Vec<String> = slots
            .iter()
            .map(|s| match s {
                Slot::Tensor(v) => format!("{} : {}", self.name(*v), self.ty(*v)),
                Slot::Host(name) => name.clone(),
            })
            .collect();
        if names.is_empty() {
            String::new()
        } else {
            format!("{} = ", names.join(", "))
        }
    }

    fn inst(&mut self, inst: &Inst) {
        match inst {
            Inst::Op { outs, op, args, .. } => {
                let names: Vec<String> = outs.iter().map(|v| self.name(*v)).collect();
                let tys: Vec<String> = outs.iter().map(|v| self.ty(*v)).collect();
                let args: Vec<String> = op
                    .params
                    .iter()
                    .zip(args)
                    .filter_map(|(param, arg)| match arg {
                        Arg::Default(_) => None,
                        _ if param.kind.is_tensor() => Some(self.arg(arg)),
                        _ => Some(format!("{} = {}", param.name, self.arg(arg))),
                    })
                    .collect();
                self.line(&format!(
                    "{} = {} {} : {}",
                    names.join(", "),
                    op.name,
                    args.join(", "),
                    tys.join(", ")
                ));
            }
            Inst::Call {
                out, path, args, ..
            } => {
                let args: Vec<String> = args
                    .iter()
                    .map(|a| match a {
                        CallArg::Tensor(v) => self.name(*v),
                        CallArg::Host(code) => self.host(code),
                    })
                    .collect();
                let path = crate::origin::source_text(&quote::ToTokens::to_token_stream(path));
                let line = format!("{} = call {path}({})", self.taker(out), args.join(", "));
                self.line(&line);
            }
            Inst::HostLet { pat, code } => {
                let pat = crate::origin::source_text(&quote::ToTokens::to_token_stream(pat));
                let line = format!("host {pat} = {}", self.host(code));
                self.line(&line);
            }
            Inst::Host(code) => {
                let line = format!("host {}", self.host(code));
                self.line(&line);
            }
            Inst::Verbatim(stmt) => {
                let line = format!(
                    "host {}",
                    crate::origin::source_text(&quote::ToTokens::to_token_stream(stmt))
                );
                self.line(&line);
            }
            Inst::Assert { value, declared } => {
                let ty = crate::origin::source_text(&quote::ToTokens::to_token_stream(
                    &declared.written,
                ));
                let line = format!("assert {} : {ty}", self.name(*value));
                self.line(&line);
            }
            Inst::Block { body, outs } => {
                let line = format!("{}block", self.slots(outs));
                self.line(&line);
                self.nested(body);
            }
            Inst::If {
                cond,
                then,
                otherwise,
                outs,
            } => {
                let line = format!("{}if {}", self.slots(outs), self.host(cond));
                self.line(&line);
                self.nested(then);
                if !otherwise.insts.is_empty() || !otherwise.outs.is_empty() {
                    self.line("else");
                    self.nested(otherwise);
                }
            }
            Inst::For {
                pat,
                iter,
                carried,
                body,
                ..
            } => {
                let pat = crate::origin::source_text(&quote::ToTokens::to_token_stream(pat));
                let list: Vec<String> = carried
                    .iter()
                    .map(|c| {
                        format!(
                            "{} = {} -> {}",
                            self.name(c.round),
                            self.name(c.init),
                            self.name(c.out)
                        )
                    })
                    .collect();
                let with = if list.is_empty() {
                    String::new()
                } else {
                    format!(" with {}", list.join(", "))
                };
                let line = format!("for {pat} in {}{with}", self.host(iter));
                self.line(&line);
                self.nested(body);
            }
            Inst::Return(tree) => {
                let line = format!("return {}", self.tree(tree));
                self.line(&line);
            }
        }
    }

    fn tree(&self, tree: &Tree) -> String {
        match tree {
            Tree::Tensor(v) => self.name(*v),
            Tree::Host(code) => self.host(code),
            Tree::Tuple(parts) => {
                format!(
                    "({})",
                    parts
                        .iter()
                        .map(|p| self.tree(p))
                        .collect::<Vec<_>>()
                        .join(", ")
                )
            }
            Tree::Never => "!".to_owned(),
        }
    }

    fn taker(&self, taker: &Taker) -> String {
        match taker {
            Taker::Tensor(v) => self.name(*v),
            Taker::Host(pat) => crate::origin::source_text(&quote::ToTokens::to_token_stream(pat)),
            Taker::Tuple(parts) => {
                format!(
                    "({})",
                    parts
                        .iter()
                        .map(|p| self.taker(p))
                        .collect::<Vec<_>>()
                        .join(", ")
                )
            }
            Taker::Wild => "_".to_owned(),
        }
    }

    fn arg(&self, arg: &Arg) -> String {
        match arg {
            Arg::Tensor(v) => self.name(*v),
            Arg::Tensors(list) => {
                format!(
                    "[{}]",
                    list.iter()
                        .map(|v| self.name(*v))
                        .collect::<Vec<_>>()
                        .join(", ")
                )
            }
            Arg::Host(code) => self.host(code),
            Arg::List(list) => {
                format!(
                    "({})",
                    list.iter()
                        .map(|c| self.host(c))
                        .collect::<Vec<_>>()
                        .join(", ")
                )
            }
            Arg::Pads(list) => {
                let pairs: Vec<String> = list
                    .iter()
                    .map(|(a, b)| format!("({}, {})", self.host(a), self.host(b)))
                    .collect();
                format!("({})", pairs.join(", "))
            }
            Arg::DType(elem) => elem.show().to_owned(),
            Arg::Index(items) => {
                let items: Vec<String> = items.iter().map(|i| self.item(i)).collect();
                format!("[{}]", items.join(", "))
            }
            Arg::Default(default) => match default {
                Default::Int(v) => v.to_string(),
                Default::Float(v) => format!("{v:?}"),
                Default::Bool(v) => v.to_string(),
                Default::Text(v) => format!("{v:?}"),
                Default::None | Default::Required => "None".to_owned(),
            },
        }
    }

    fn item(&self, item: &IndexItem) -> String {
        let bound =
            |code: &Option<HostCode>| code.as_ref().map_or_else(String::new, |c| self.host(c));
        match item {
            IndexItem::At(code) => self.host(code),
            IndexItem::Range { start, end, step } => {
                let step = step
                    .as_ref()
                    .map_or_else(String::new, |c| format!(";{}", self.host(c)));
                format!("{}..{}{step}", bound(start), bound(end))
            }
            IndexItem::NewAxis => "NewAxis".to_owned(),
            IndexItem::Ellipsis => "Ellipsis".to_owned(),
            IndexItem::Tensor(v) => self.name(*v),
        }
    }
}

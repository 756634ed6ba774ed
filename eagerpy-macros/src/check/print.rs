//! The typed program as text, for goldens: one expression a line, its parts below it, its type behind it.
//!
//! ```text
//! let logits
//!   add : f32[N, C]
//!     matmul : f32[N, C]
//!       x : f32[N, D]
//!       w : f32[D, C]
//!     b : f32[C]
//! ```

use std::fmt::Write;

use eagerpy_runtime::ops::Default;
use quote::ToTokens;

use super::hir::{
    Arg, ArmPat, Block, Body, CallArg, Callee, HostCode, IndexItem, LoopKind, Node, NodeKind, Over,
    Pat, Query, Scrutinee, Stmt,
};
use super::ty::{Host, Show};
use crate::origin::source_text;

/// Prints a checked body.
pub fn print(body: &Body) -> String {
    let mut printer = Printer {
        body,
        out: String::new(),
        indent: 0,
    };
    printer.block(&body.block);
    printer.out
}

struct Printer<'a> {
    body: &'a Body,
    out: String,
    indent: usize,
}

impl Printer<'_> {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{:1$}{text}", "", 2 * self.indent);
    }

    fn inside(&mut self, write: impl FnOnce(&mut Self)) {
        self.indent += 1;
        write(self);
        self.indent -= 1;
    }

    fn var(&self, var: usize) -> &str {
        self.body.vars.get(var).map_or("?", String::as_str)
    }

    fn block(&mut self, block: &Block) {
        for stmt in &block.stmts {
            self.stmt(stmt);
        }
        if let Some(value) = &block.value {
            self.line("value");
            self.inside(|p| p.node(value));
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Let { pat, value } => {
                let text = format!("let {}", self.pat(pat));
                self.line(&text);
                self.inside(|p| p.node(value));
            }
            Stmt::Assign { var, value } => {
                let text = format!("set {}", self.var(*var));
                self.line(&text);
                self.inside(|p| p.node(value));
            }
            Stmt::Push { list, value } => {
                let text = format!("push {}", self.var(*list));
                self.line(&text);
                self.inside(|p| p.node(value));
            }
            Stmt::SetElement {
                list, index, value, ..
            } => {
                let text = format!("set element {}", self.var(*list));
                self.line(&text);
                self.inside(|p| {
                    p.host(index);
                    p.node(value);
                });
            }
            Stmt::Pop { list } => {
                let text = format!("pop {}", self.var(*list));
                self.line(&text);
            }
            Stmt::HostLet { pat, code } => {
                let text = format!("host let {}", source_text(&pat.to_token_stream()));
                self.line(&text);
                self.inside(|p| p.host(code));
            }
            Stmt::LetElse {
                pat,
                code,
                otherwise,
            } => {
                let text = format!("host let {}", source_text(&pat.to_token_stream()));
                self.line(&text);
                self.inside(|p| p.host(code));
                self.line("else");
                self.inside(|p| p.block(otherwise));
            }
            Stmt::Host(code) => {
                self.line("host");
                self.inside(|p| p.host(code));
            }
            Stmt::Verbatim(stmt) => {
                let text = format!(
                    "host as it stands: {}",
                    source_text(&stmt.to_token_stream())
                );
                self.line(&text);
            }
            Stmt::Expr(node) => self.node(node),
        }
    }

    fn pat(&self, pat: &Pat) -> String {
        match pat {
            Pat::Var(var) => self.var(*var).to_owned(),
            Pat::Host(pat) => format!("host {}", source_text(&pat.to_token_stream())),
            Pat::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(|p| self.pat(p)).collect();
                format!("({})", parts.join(", "))
            }
            Pat::Struct(parts) => {
                let parts: Vec<String> = parts.iter().map(|p| self.pat(p)).collect();
                format!("{{{}}}", parts.join(", "))
            }
            Pat::Wild => "_".to_owned(),
        }
    }

    fn node(&mut self, node: &Node) {
        let ty = Show {
            names: &self.body.dims,
        }
        .ty(&node.ty);
        let head = match &node.kind {
            NodeKind::Var(var) => self.var(*var).to_owned(),
            NodeKind::Op { op, .. } => op.name.to_owned(),
            NodeKind::Call { path, callee, .. } => {
                let path = source_text(&path.to_token_stream());
                match callee {
                    Callee::Function | Callee::Derivative(_) => format!("call {path}"),
                    Callee::Method(_, name) | Callee::Associated(_, name) => {
                        format!("call {path}::{name}")
                    }
                }
            }
            NodeKind::Struct(_) => "struct".to_owned(),
            NodeKind::Variant(variant, _) => format!("variant {variant}"),
            NodeKind::With { field, .. } => format!("with field {field}"),
            NodeKind::List(_) => "list".to_owned(),
            NodeKind::Element { .. } => "element".to_owned(),
            NodeKind::Collect(_) => "collect".to_owned(),
            NodeKind::Some(_) => "some".to_owned(),
            NodeKind::None => "none".to_owned(),
            NodeKind::Apply { .. } => "apply".to_owned(),
            NodeKind::Fail(_) => "fail".to_owned(),
            NodeKind::Native { .. } => "native".to_owned(),
            NodeKind::Host(code) => return self.host(code),
            NodeKind::Tuple(_) => "tuple".to_owned(),
            NodeKind::Part(_, place) => format!("part {place}"),
            NodeKind::Block { .. } => "block".to_owned(),
            NodeKind::If { .. } => "if".to_owned(),
            NodeKind::Match { .. } => "match".to_owned(),
            NodeKind::Loop { id, kind, .. } => match kind {
                LoopKind::For { pat, .. } => {
                    format!("for {} @{id}", source_text(&pat.to_token_stream()))
                }
                LoopKind::Each { pat, .. } => format!("for {} @{id}", self.pat(pat)),
                LoopKind::While(_) => format!("while @{id}"),
                LoopKind::Loop => format!("loop @{id}"),
                LoopKind::Block => format!("once @{id}"),
            },
            NodeKind::Break { from, .. } => format!("break @{from}"),
            NodeKind::Continue(to) => format!("continue @{to}"),
            NodeKind::Return(_) => "return".to_owned(),
            NodeKind::Assert { .. } => "assert".to_owned(),
            NodeKind::Poison => "poison".to_owned(),
        };
        self.line(&format!("{head} : {ty}"));
        self.inside(|p| p.parts(&node.kind));
    }

    fn parts(&mut self, kind: &NodeKind) {
        match kind {
            NodeKind::Var(_)
            | NodeKind::None
            | NodeKind::Host(_)
            | NodeKind::Return(None)
            | NodeKind::Break { value: None, .. }
            | NodeKind::Continue(_)
            | NodeKind::Poison => {}
            NodeKind::Op { op, args } => {
                for (param, arg) in op.params.iter().zip(args) {
                    self.arg(param.name, arg);
                }
            }
            NodeKind::Fail(code) => self.host(code),
            NodeKind::Native { arms, fallback } => {
                for arm in arms {
                    let code = source_text(&arm.code.to_token_stream());
                    self.line(&format!("{} => {code}", arm.backend));
                }
                if let Some(fallback) = fallback {
                    self.line("_ =>");
                    self.inside(|p| p.block(fallback));
                }
            }
            NodeKind::Struct(nodes) | NodeKind::Variant(_, nodes) | NodeKind::List(nodes) => {
                nodes.iter().for_each(|node| self.node(node));
            }
            NodeKind::With { base, value, .. } => {
                self.node(base);
                self.node(value);
            }
            NodeKind::Element { list, index } => {
                self.node(list);
                self.host(index);
            }
            NodeKind::Collect(node) | NodeKind::Some(node) => self.node(node),
            NodeKind::Call { args, .. } | NodeKind::Apply { args, .. } => {
                if let NodeKind::Apply { function, .. } = kind {
                    self.node(function);
                }
                for arg in args {
                    match arg {
                        CallArg::Tensor(node) | CallArg::Value(node, _) => self.node(node),
                        CallArg::Host(code) => self.host(code),
                        CallArg::Closure(closure) => {
                            let params: Vec<String> = closure
                                .params
                                .iter()
                                .map(|(pat, _)| self.pat(pat))
                                .collect();
                            self.line(&format!("|{}|", params.join(", ")));
                            self.inside(|p| p.block(&closure.body));
                        }
                    }
                }
            }
            NodeKind::Tuple(parts) => parts.iter().for_each(|part| self.node(part)),
            NodeKind::Part(node, _)
            | NodeKind::Return(Some(node))
            | NodeKind::Break {
                value: Some(node), ..
            }
            | NodeKind::Assert { of: node, .. } => self.node(node),
            NodeKind::Block { block, .. } => self.block(block),
            NodeKind::If {
                cond,
                then,
                otherwise,
                ..
            } => {
                self.host(cond);
                self.line("then");
                self.inside(|p| p.block(then));
                if let Some(otherwise) = otherwise {
                    self.line("else");
                    self.inside(|p| p.block(otherwise));
                }
            }
            NodeKind::Match {
                scrutinee, arms, ..
            } => {
                match scrutinee {
                    Scrutinee::Host(code) => self.host(code),
                    Scrutinee::Value(node) => self.node(node),
                }
                for arm in arms {
                    let pat = match &arm.pat {
                        ArmPat::Host(pat) => source_text(&pat.to_token_stream()),
                        ArmPat::Some(pat, _) => format!("Some({})", self.pat(pat)),
                        ArmPat::None => "None".to_owned(),
                        ArmPat::Variant(variant, fields) => {
                            let fields: Vec<String> =
                                fields.iter().map(|(pat, _)| self.pat(pat)).collect();
                            format!("variant {variant} ({})", fields.join(", "))
                        }
                        ArmPat::Wild => "_".to_owned(),
                    };
                    self.line(&format!("{pat} =>"));
                    self.inside(|p| {
                        if let Some(guard) = &arm.guard {
                            p.line("if");
                            p.inside(|p| p.host(guard));
                        }
                        p.block(&arm.body);
                    });
                }
            }
            NodeKind::Loop { kind, body, .. } => {
                match kind {
                    LoopKind::For { iter, .. } => {
                        self.line("in");
                        self.inside(|p| p.host(iter));
                    }
                    LoopKind::Each { over, .. } => {
                        self.line("in");
                        self.inside(|p| p.over(over));
                    }
                    LoopKind::While(cond) => {
                        self.line("if");
                        self.inside(|p| p.host(cond));
                    }
                    LoopKind::Loop | LoopKind::Block => {}
                }
                self.line("do");
                self.inside(|p| p.block(body));
            }
        }
    }

    fn over(&mut self, over: &Over) {
        match over {
            Over::List(node) => self.node(node),
            Over::Host(code) => self.host(code),
            Over::Enumerate(inner) => {
                self.line("enumerate");
                self.inside(|p| p.over(inner));
            }
            Over::Rev(inner) => {
                self.line("rev");
                self.inside(|p| p.over(inner));
            }
            Over::Zip(a, b) => {
                self.line("zip");
                self.inside(|p| {
                    p.over(a);
                    p.over(b);
                });
            }
            Over::Take(inner, count) | Over::Skip(inner, count) => {
                self.line("part");
                self.inside(|p| {
                    p.over(inner);
                    p.host(count);
                });
            }
        }
    }

    /// A tensor argument stands alone; of the others the parameter is named.
    fn arg(&mut self, param: &str, arg: &Arg) {
        match arg {
            Arg::Tensor(node) | Arg::Listed(node) => self.node(node),
            Arg::Tensors(nodes) => nodes.iter().for_each(|node| self.node(node)),
            Arg::Host(code) => {
                self.line(&format!("{param} ="));
                self.inside(|p| p.host(code));
            }
            Arg::List(list) => {
                self.line(&format!("{param} = list"));
                self.inside(|p| list.iter().for_each(|code| p.host(code)));
            }
            Arg::Pads(list) => {
                self.line(&format!("{param} = pairs"));
                self.inside(|p| {
                    for (before, after) in list {
                        p.host(before);
                        p.host(after);
                    }
                });
            }
            Arg::DType(elem) => self.line(&format!("{param} = {}", elem.show())),
            Arg::Index(items) => items.iter().for_each(|item| self.item(item)),
            Arg::Default(default) => {
                let text = match default {
                    Default::Int(v) => v.to_string(),
                    Default::Float(v) => format!("{v:?}"),
                    Default::Bool(v) => v.to_string(),
                    Default::Text(v) => format!("{v:?}"),
                    Default::None | Default::Required => "None".to_owned(),
                };
                self.line(&format!("{param} = {text} by default"));
            }
        }
    }

    fn item(&mut self, item: &IndexItem) {
        match item {
            IndexItem::At(code) => {
                self.line("at");
                self.inside(|p| p.host(code));
            }
            IndexItem::Range { start, end, step } => {
                self.line("range");
                self.inside(|p| {
                    for (name, bound) in [("start", start), ("end", end), ("step", step)] {
                        if let Some(code) = bound {
                            p.line(name);
                            p.inside(|p| p.host(code));
                        }
                    }
                });
            }
            IndexItem::NewAxis => self.line("NewAxis"),
            IndexItem::Ellipsis => self.line("Ellipsis"),
            IndexItem::Tensor(node) => self.node(node),
        }
    }

    /// Host code: its text, its kind, its value as far as it is known, and the questions in it.
    fn host(&mut self, code: &HostCode) {
        let kind = match code.ty {
            Host::Int => "int",
            Host::Float => "float",
            Host::Bool => "bool",
            Host::Unit => "()",
            Host::None => "None",
            Host::Empty => "[]",
            Host::Unknown => "?",
        };
        let value = match code.dim.show(&self.body.dims) {
            unknown if unknown == "?" => String::new(),
            known => format!(" = {known}"),
        };
        let text = source_text(&code.expr.to_token_stream());
        self.line(&format!("`{text}` : host {kind}{value}"));
        self.inside(|p| {
            for hole in &code.holes {
                let query = match &hole.query {
                    Query::Shape => "shape".to_owned(),
                    Query::Rank => "ndim".to_owned(),
                    Query::Item(_) => "item".to_owned(),
                    Query::Dim(_) => "dim".to_owned(),
                    Query::Host => "value".to_owned(),
                    Query::Len => "len".to_owned(),
                    Query::IsSome => "is_some".to_owned(),
                };
                p.line(&format!("{} is {query} of", hole.name));
                p.inside(|p| {
                    p.node(&hole.of);
                    if let Query::Dim(axis) = &hole.query {
                        p.line("axis =");
                        p.inside(|p| p.host(axis));
                    }
                });
            }
        });
    }
}

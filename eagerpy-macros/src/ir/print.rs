//! The program as text: for goldens, and for `EXPLAIN`.
//!
//! ```text
//! linear_loss(x: f32[N, D], w: f32[D, C], b: f32[C], labels: i64[N])
//!   %4 = matmul %x, %w : f32[N, C]
//!   %logits = add %4, %b : f32[N, C]
//! ```

use std::fmt::Write;

use eagerpy_runtime::ops::Default;
use quote::ToTokens;

use super::{
    Arg, ArmPat, Ask, Asking, CallArg, Callee, HostCode, IndexItem, Inst, Ir, LoopId, LoopKind,
    Out, Over, Place, Query, Region, Scrutinee, Slot, Taker, Tree, ValueId,
};
use crate::check::ty::Show;
use crate::syntax::Function;

/// Does a jump of this loop stand in the region?
fn jumps_to(region: &Region, id: LoopId) -> bool {
    region.insts.iter().any(|inst| match inst {
        Inst::Jump { to, .. } | Inst::BreakUnless { from: to, .. } if *to == id => true,
        inst => inst.regions().iter().any(|region| jumps_to(region, id)),
    })
}

fn member_text(member: &syn::Member) -> String {
    match member {
        syn::Member::Named(name) => name.to_string(),
        syn::Member::Unnamed(index) => index.index.to_string(),
    }
}

fn text_of(tokens: &impl quote::ToTokens) -> String {
    crate::origin::source_text(&tokens.to_token_stream())
}

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
    if let Some(kept) = &ir.kept {
        let values = kept.values.iter();
        let values = values.map(|v| format!("{} : {}", printer.name(*v), printer.ty(*v)));
        let lists = kept.lists.iter().cloned();
        let all: Vec<String> = values.chain(lists).collect();
        let all = match all.is_empty() {
            true => "nothing".to_owned(),
            false => all.join(", "),
        };
        printer.line(&format!("keeps for the way back: {all}"));
    }
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
        if let Some(Place::Part { of, member, .. }) = self.ir.values.get(value).map(|v| &v.place) {
            return format!("{}.{}", self.name(*of), member_text(member));
        }
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
            let outs: Vec<String> = region.outs.iter().map(|o| self.out(o)).collect();
            self.line(&format!("give {}", outs.join(", ")));
        }
    }

    fn out(&self, out: &Out) -> String {
        match out {
            Out::Tensor(v) => self.name(*v),
            Out::Host(code) => self.host(code),
        }
    }

    fn nested(&mut self, region: &Region) {
        self.indent += 1;
        self.region(region);
        self.indent -= 1;
    }

    fn host(&self, code: &HostCode) -> String {
        let mut text = crate::origin::source_text(&ToTokens::to_token_stream(&code.expr));
        for hole in &code.holes {
            let asked = match &hole.ask {
                Ask::Host(code) => self.host(code),
                Ask::Place(value) => self.name(*value),
                Ask::Tensor(value, query) => {
                    let of = self.name(*value);
                    match query {
                        Query::Shape => format!("shape({of})"),
                        Query::Rank => format!("ndim({of})"),
                        Query::Len => format!("len({of})"),
                        Query::IsSome => format!("is_some({of})"),
                        Query::Item(_) => format!("item({of})"),
                        Query::Dim(axis) => format!("dim({of}, {})", self.host(axis)),
                    }
                }
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
                out,
                path,
                callee,
                args,
                ..
            } => {
                let mut path = text_of(path);
                if let Callee::Derivative(asked) = callee {
                    let places: Vec<String> = asked.wrt.iter().map(ToString::to_string).collect();
                    path = format!("{path}[{}]", places.join(", "));
                }
                if let Callee::Method(_, name) | Callee::Associated(_, name) = callee {
                    path = format!("{path}::{name}");
                }
                let line = format!(
                    "{} = call {path}({})",
                    self.taker(out),
                    self.arguments(args)
                );
                self.line(&line);
                for body in inst.regions() {
                    self.nested(body);
                }
            }
            Inst::Apply {
                out,
                function,
                args,
                asking,
                ..
            } => {
                let how = match asking {
                    Asking::Value => "apply",
                    Asking::Tracked => "track",
                    Asking::Back { .. } => "back",
                };
                let line = format!(
                    "{} = {how} {}({})",
                    self.taker(out),
                    self.name(*function),
                    self.arguments(args)
                );
                self.line(&line);
            }
            Inst::Native {
                out,
                arms,
                fallback,
                ..
            } => {
                let line = format!("{}native", self.slots(std::slice::from_ref(out)));
                self.line(&line);
                self.indent += 1;
                for arm in arms {
                    let line = format!("{} => {}", arm.backend, text_of(&arm.code));
                    self.line(&line);
                }
                if let Some(fallback) = fallback {
                    self.line("_ =>");
                    self.nested(fallback);
                }
                self.indent -= 1;
            }
            Inst::Make { out, tree } => {
                let line = format!(
                    "{} = make {} : {}",
                    self.name(*out),
                    self.tree(tree),
                    self.ty(*out)
                );
                self.line(&line);
            }
            Inst::Push { list, value } => {
                let line = format!("push {}, {}", self.name(*list), self.tree(value));
                self.line(&line);
            }
            Inst::Set {
                list, index, value, ..
            } => {
                let line = format!(
                    "set {}, {}, {}",
                    self.name(*list),
                    self.host(index),
                    self.tree(value)
                );
                self.line(&line);
            }
            Inst::Pop { list } => {
                let line = format!("pop {}", self.name(*list));
                self.line(&line);
            }
            Inst::Element {
                out, list, index, ..
            } => {
                let line = format!(
                    "{} = element {}, {} : {}",
                    self.name(*out),
                    self.name(*list),
                    self.host(index),
                    self.ty(*out)
                );
                self.line(&line);
            }
            Inst::Fail(code) => {
                let line = format!("fail {}", self.host(code));
                self.line(&line);
            }
            Inst::HostLet { pat, code } => {
                let pat = crate::origin::source_text(&ToTokens::to_token_stream(pat));
                let line = format!("host {pat} = {}", self.host(code));
                self.line(&line);
            }
            Inst::Host(code) => {
                let line = format!("host {}", self.host(code));
                self.line(&line);
            }
            Inst::Verbatim(stmt) => {
                self.line(&format!("host {}", statement_text(stmt)));
            }
            Inst::Assert {
                value, declared, ..
            } => {
                let ty = crate::origin::source_text(&ToTokens::to_token_stream(&declared.written));
                let line = format!("assert {} : {ty}", self.name(*value));
                self.line(&line);
            }
            Inst::Block { body, outs } => {
                let line = format!("{}block", self.slots(outs));
                self.line(&line);
                self.nested(body);
            }
            Inst::Fused { body, outs, .. } => {
                let line = format!("{}fused", self.slots(outs));
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
            Inst::Match {
                scrutinee,
                arms,
                outs,
            } => {
                let of = match scrutinee {
                    Scrutinee::Host(code) => self.host(code),
                    Scrutinee::Value(value) => self.name(*value),
                };
                let line = format!("{}match {of}", self.slots(outs));
                self.line(&line);
                self.indent += 1;
                for arm in arms {
                    let guard = arm
                        .guard
                        .as_ref()
                        .map_or_else(String::new, |g| format!(" if {}", self.host(g)));
                    let pat = match &arm.pat {
                        ArmPat::Host(pat) => text_of(pat),
                        ArmPat::Some(taker) => format!("Some({})", self.taker(taker)),
                        ArmPat::None => "None".to_owned(),
                        ArmPat::Variant(variant, fields) => {
                            let fields: Vec<String> =
                                fields.iter().map(|f| self.taker(f)).collect();
                            format!("variant {variant} ({})", fields.join(", "))
                        }
                        ArmPat::Wild => "_".to_owned(),
                    };
                    let line = format!("{pat}{guard} =>");
                    self.line(&line);
                    self.nested(&arm.body);
                }
                self.indent -= 1;
            }
            Inst::Loop {
                id,
                kind,
                carried,
                body,
                outs,
                ..
            } => {
                let list: Vec<String> = carried
                    .iter()
                    .map(|c| match (&c.round, &c.out) {
                        (Slot::Tensor(round), Slot::Tensor(out)) => format!(
                            "{} = {} -> {}",
                            self.name(*round),
                            self.out(&c.init),
                            self.name(*out)
                        ),
                        (Slot::Host(name), _) | (_, Slot::Host(name)) => {
                            format!("{name} = {}", self.out(&c.init))
                        }
                    })
                    .collect();
                let with = if list.is_empty() {
                    String::new()
                } else {
                    format!(" with {}", list.join(", "))
                };
                let head = match kind {
                    LoopKind::For { pat, iter } => {
                        format!("for {} in {}", text_of(pat), self.host(iter))
                    }
                    LoopKind::Each { element, over } => {
                        format!("for {} in {}", self.taker(element), self.over(over))
                    }
                    LoopKind::While(cond) => format!("while {}", self.host(cond)),
                    LoopKind::Loop => "loop".to_owned(),
                    LoopKind::Block => "once".to_owned(),
                };
                let name = if jumps_to(body, *id) {
                    format!(" @{id}")
                } else {
                    String::new()
                };
                let line = format!("{}{head}{name}{with}", self.slots(outs));
                self.line(&line);
                self.nested(body);
            }
            Inst::Jump {
                to,
                again,
                carried,
                outs,
            } => {
                let word = if *again { "continue" } else { "break" };
                let list = |outs: &[Out]| {
                    let outs: Vec<String> = outs.iter().map(|o| self.out(o)).collect();
                    outs.join(", ")
                };
                let mut line = format!("{word} @{to}");
                if !carried.is_empty() {
                    line.push_str(&format!(" with {}", list(carried)));
                }
                if !outs.is_empty() {
                    line.push_str(&format!(" give {}", list(outs)));
                }
                self.line(&line);
            }
            Inst::BreakUnless { from, cond } => {
                let line = format!("break @{from} unless {}", self.host(cond));
                self.line(&line);
            }
            Inst::LetElse {
                pat,
                code,
                otherwise,
            } => {
                let line = format!("host {} = {} else", text_of(pat), self.host(code));
                self.line(&line);
                self.nested(otherwise);
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
            Tree::Struct { ty, whole, fields } => match whole {
                Some(whole) => self.name(*whole),
                None => {
                    let fields: Vec<String> = fields.iter().map(|f| self.tree(f)).collect();
                    format!("{} {{{}}}", text_of(&ty.path), fields.join(", "))
                }
            },
            Tree::Option {
                some: Some(inner), ..
            } => format!("Some({})", self.tree(inner)),
            Tree::Option { some: None, .. } => "None".to_owned(),
            Tree::List { items, .. } => {
                let items: Vec<String> = items.iter().map(|item| self.tree(item)).collect();
                format!("[{}]", items.join(", "))
            }
            Tree::Variant {
                ty,
                variant,
                fields,
            } => {
                let fields: Vec<String> = fields.iter().map(|f| self.tree(f)).collect();
                let name = match ty.def.variants.get(*variant) {
                    Some(variant) => variant.name.to_string(),
                    None => String::new(),
                };
                format!("{}::{name} {{{}}}", text_of(&ty.path), fields.join(", "))
            }
            Tree::Never => "!".to_owned(),
        }
    }

    fn arguments(&self, args: &[CallArg]) -> String {
        let args: Vec<String> = args
            .iter()
            .map(|a| match a {
                CallArg::Tensor(v) => self.name(*v),
                CallArg::Host(code) => self.host(code),
                CallArg::Value(tree, _) => self.tree(tree),
                // Its body stands below.
                CallArg::Closure(closure) => {
                    let params: Vec<String> =
                        closure.params.iter().map(|p| self.taker(p)).collect();
                    format!("|{}|", params.join(", "))
                }
            })
            .collect();
        args.join(", ")
    }

    fn over(&self, over: &Over) -> String {
        match over {
            Over::List(list) => self.name(*list),
            Over::Host(code) => self.host(code),
            Over::Enumerate(inner) => format!("enumerate({})", self.over(inner)),
            Over::Rev(inner) => format!("rev({})", self.over(inner)),
            Over::Zip(a, b) => format!("zip({}, {})", self.over(a), self.over(b)),
            Over::Take(inner, n) => format!("take({}, {})", self.over(inner), self.host(n)),
            Over::Skip(inner, n) => format!("skip({}, {})", self.over(inner), self.host(n)),
        }
    }

    fn taker(&self, taker: &Taker) -> String {
        match taker {
            Taker::Tensor(v) => self.name(*v),
            Taker::Host(pat) => crate::origin::source_text(&ToTokens::to_token_stream(pat)),
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
            Arg::Listed(list) => self.name(*list),
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

/// A statement of the host's. The type of a `let` is written as one.
fn statement_text(stmt: &syn::Stmt) -> String {
    use crate::origin::{source_text, type_text};
    if let syn::Stmt::Local(local) = stmt
        && let syn::Pat::Type(typed) = &local.pat
        && let Some(init) = &local.init
        && init.diverge.is_none()
    {
        let name = source_text(&typed.pat.to_token_stream());
        let ty = type_text(&typed.ty.to_token_stream());
        let value = source_text(&init.expr.to_token_stream());
        return format!("let {name}: {ty} = {value};");
    }
    source_text(&stmt.to_token_stream())
}

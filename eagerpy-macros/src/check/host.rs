//! Host code: kept as it stands, but for the questions to tensors in it, which are taken out.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::visit::Visit;
use syn::visit_mut::VisitMut;

use eagerpy_runtime::ops::{Family, TABLE};

use super::dim::Dim;
use super::hir::{Hole, HostCode, Node, NodeKind, Query};
use super::ty::{Host, Ty};
use super::{Binding, Checker};
use crate::diag::{Code, Diagnostic};
use crate::origin::Origin;

/// What is known of a host value from its declared type.
pub fn kind_of(ty: &syn::Type) -> Host {
    let syn::Type::Path(path) = ty else {
        return Host::Unknown;
    };
    let Some(ident) = path.path.get_ident() else {
        return Host::Unknown;
    };
    match ident.to_string().as_str() {
        "f16" | "bf16" | "f32" | "f64" => Host::Float,
        "i8" | "i16" | "i32" | "i64" | "isize" | "u8" | "u16" | "u32" | "u64" | "usize" => {
            Host::Int
        }
        "bool" => Host::Bool,
        _ => Host::Unknown,
    }
}

/// Questions to tensors that give host values.
pub const QUERIES: [&str; 4] = ["shape", "dim", "ndim", "item"];

impl Checker<'_> {
    /// Does this code name a tensor of the body, or make one?
    pub(super) fn mentions_tensor(&self, code: &impl ToTokens) -> bool {
        let tokens = code.to_token_stream();
        self.tokens_mention(tokens.clone()) || !self.tensors_in_formats(&tokens).is_empty()
    }

    /// Does the expression begin with a tensor's name? Then it needs no search, which would be made at each level.
    pub(super) fn begins_with_tensor(&self, expr: &syn::Expr) -> bool {
        let mut expr = expr;
        loop {
            expr = match expr {
                syn::Expr::MethodCall(call) => &call.receiver,
                syn::Expr::Field(field) => &field.base,
                syn::Expr::Index(index) => &index.expr,
                syn::Expr::Binary(binary) => &binary.left,
                syn::Expr::Paren(inner) => &inner.expr,
                syn::Expr::Path(path) => {
                    let name = path.path.get_ident().map(|name| name.unraw().to_string());
                    let known = name.and_then(|name| self.lookup(&name));
                    return matches!(known, Some(Binding::Tensor(_)));
                }
                _ => return false,
            };
        }
    }

    fn tokens_mention(&self, tokens: TokenStream) -> bool {
        let mut tokens = tokens.into_iter().peekable();
        let mut after_dot = false;
        // The path before a place, `model::Loss` before `::Squared`.
        let mut path: syn::punctuated::Punctuated<syn::PathSegment, syn::Token![::]> =
            syn::punctuated::Punctuated::new();
        let mut colons = 0;
        while let Some(token) = tokens.next() {
            match &token {
                TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
                TokenTree::Ident(ident) => {
                    if colons != 2 {
                        path.clear();
                    } else if self.is_struct(&path) {
                        return true;
                    }
                    path.push(ident.clone().into());
                    colons = 0;
                }
                _ => {
                    path.clear();
                    colons = 0;
                }
            }
            match token {
                TokenTree::Group(group) => {
                    if self.tokens_mention(group.stream()) {
                        return true;
                    }
                    after_dot = false;
                }
                TokenTree::Ident(ident) => {
                    let name = ident.unraw().to_string();
                    if !after_dot {
                        if matches!(self.lookup(&name), Some(Binding::Tensor(_))) {
                            return true;
                        }
                        let called = matches!(tokens.peek(), Some(TokenTree::Group(_)));
                        if called && crate::syntax::derivative::word(&name).is_some() {
                            return true;
                        }
                        if called && self.lookup(&name).is_none() && makes_tensor(&name) {
                            return true;
                        }
                        if name == "Tensor" || name == "Scalar" {
                            return true;
                        }
                        let bang = matches!(tokens.peek(), Some(TokenTree::Punct(p)) if p.as_char() == '!');
                        if bang && name == "native" {
                            return true;
                        }
                    }
                    after_dot = false;
                }
                TokenTree::Punct(punct) => {
                    // `..` of a range is no field access.
                    let double = after_dot && punct.as_char() == '.';
                    after_dot = punct.as_char() == '.' && !double;
                }
                TokenTree::Literal(_) => after_dot = false,
            }
        }
        false
    }

    /// Is it the path of a struct or an enum that is known?
    fn is_struct(
        &self,
        path: &syn::punctuated::Punctuated<syn::PathSegment, syn::Token![::]>,
    ) -> bool {
        let capital = |c: char| c.is_ascii_uppercase();
        path.last()
            .is_some_and(|last| last.ident.to_string().starts_with(capital))
            && self.links.knows(&syn::Path {
                leading_colon: None,
                segments: path.clone(),
            })
    }

    /// Host code from an expression whose questions to tensors are taken out. Tensors elsewhere in it are mistakes.
    pub(super) fn host_code(&mut self, expr: &syn::Expr) -> HostCode {
        self.host_code_of(expr, expr.clone(), Vec::new())
    }

    /// The same, where parts of the expression were read before: `asked` is the expression with the code of these parts
    /// in it, `holes` are the questions in that. To read a part once more on every level would take forever.
    pub(super) fn host_code_of(
        &mut self,
        expr: &syn::Expr,
        asked: syn::Expr,
        holes: Vec<std::rc::Rc<Hole>>,
    ) -> HostCode {
        let origin = Origin::of(expr);
        let ty = self.host_kind(expr);
        let dim = self.host_dim(expr);
        let (mut expr, mut holes) = (asked, holes);
        if self.mentions_tensor(&expr) {
            let mut taker = Taker {
                checker: self,
                holes: &mut holes,
                closures: 0,
            };
            taker.visit_expr_mut(&mut expr);
            self.refuse_tensors(&expr, &holes);
        }
        HostCode {
            expr: Box::new(expr),
            holes,
            ty,
            dim,
            origin,
        }
    }

    /// A host value as host code: what is no code yet leaves a hole.
    pub(super) fn as_host(&mut self, node: Node) -> HostCode {
        let Node { kind, ty, origin } = node;
        let kind = match kind {
            NodeKind::Host(code) => return code,
            kind => kind,
        };
        self.holes += 1;
        let name = format!("__hole{}", self.holes);
        let ident = proc_macro2::Ident::new(&name, origin.span());
        let host = match &ty {
            Ty::Host(host) => *host,
            _ => Host::Unknown,
        };
        HostCode {
            expr: Box::new(syn::parse_quote!(#ident)),
            holes: vec![std::rc::Rc::new(Hole {
                name,
                of: Node {
                    kind,
                    ty,
                    origin: origin.clone(),
                },
                query: Query::Host,
            })],
            ty: host,
            dim: Dim::Unknown,
            origin,
        }
    }

    /// No tensor may be left in host code.
    pub(super) fn refuse_tensors(&mut self, code: &impl ToTokens, holes: &[std::rc::Rc<Hole>]) {
        let tokens = code.to_token_stream();
        for (literal, name) in self.tensors_in_formats(&tokens) {
            self.push(
                Diagnostic::new(Code::E104, &literal, format!("the tensor `{name}` in a macro, which the compiler cannot look into"))
                    .help(format!("take host values out of it first: `{name}.item()`, `{name}.dim(0)`, `{name}.shape()`")),
            );
        }
        for name in self.tensor_idents(tokens) {
            if holes.iter().any(|hole| name == hole.name.as_str()) {
                continue;
            }
            let text = name.to_string();
            let of = match self.lookup(&name.unraw().to_string()) {
                Some(super::Binding::Tensor(var)) => self.vars.get(*var).map(|v| v.ty.clone()),
                _ => None,
            };
            let (kind, help) = match of {
                Some(Ty::Adt(adt)) if adt.ty.def.is_enum => (
                    "enum",
                    "look into it with `match`, and take host values out".to_owned(),
                ),
                Some(Ty::Adt(adt)) => {
                    let fields = adt.ty.def.variants.iter().flat_map(|v| &v.fields);
                    let host = fields
                        .clone()
                        .find(|f| matches!(f.ty, crate::syntax::Type::Host(_)));
                    let tensor = fields
                        .clone()
                        .find(|f| matches!(f.ty, crate::syntax::Type::Tensor(_)));
                    let values: Vec<String> = host
                        .map(|field| format!("`{text}.{}`", field.name()))
                        .into_iter()
                        .chain(tensor.map(|field| format!("`{text}.{}.shape()`", field.name())))
                        .collect();
                    match values.is_empty() {
                        true => ("struct", "take host values out of it first".to_owned()),
                        false => (
                            "struct",
                            format!("take host values out of it first: {}", values.join(", ")),
                        ),
                    }
                }
                Some(Ty::List(_)) => (
                    "list",
                    format!(
                        "take host values out of it first: `{text}.len()`, `{text}[0].shape()`"
                    ),
                ),
                Some(Ty::Option(_)) => (
                    "optional tensor",
                    format!("take host values out of it first: `{text}.is_some()`"),
                ),
                _ => (
                    "tensor",
                    format!(
                        "take host values out of it first: `{text}.item()`, `{text}.dim(0)`, `{text}.shape()`"
                    ),
                ),
            };
            self.push(
                Diagnostic::new(
                    Code::E104,
                    &name,
                    format!(
                        "the {kind} `{text}` in host code, which the compiler cannot look into"
                    ),
                )
                .help(help),
            );
        }
    }

    fn tensor_idents(&self, tokens: TokenStream) -> Vec<proc_macro2::Ident> {
        let mut found = Vec::new();
        let mut after_dot = false;
        for token in tokens {
            match token {
                TokenTree::Group(group) => {
                    found.extend(self.tensor_idents(group.stream()));
                    after_dot = false;
                }
                TokenTree::Ident(ident) => {
                    let name = ident.unraw().to_string();
                    if !after_dot && self.is_live_tensor(&name) {
                        found.push(ident);
                    }
                    after_dot = false;
                }
                TokenTree::Punct(punct) => {
                    let double = after_dot && punct.as_char() == '.';
                    after_dot = punct.as_char() == '.' && !double;
                }
                TokenTree::Literal(_) => after_dot = false,
            }
        }
        found
    }

    /// Tensors that the format strings of macros name: `println!("{x}")`.
    fn tensors_in_formats(&self, tokens: &TokenStream) -> Vec<(proc_macro2::Literal, String)> {
        let mut found = Vec::new();
        let mut before = ["", ""];
        for token in tokens.clone() {
            let kind = match &token {
                TokenTree::Ident(_) => "ident",
                TokenTree::Punct(punct) if punct.as_char() == '!' => "!",
                _ => "",
            };
            if let TokenTree::Group(group) = &token {
                if before == ["ident", "!"] {
                    found.extend(self.tensors_in_arguments(group.stream()));
                }
                found.extend(self.tensors_in_formats(&group.stream()));
            }
            before = [before[1], kind];
        }
        found
    }

    /// The same, of the literals between one macro's parentheses.
    fn tensors_in_arguments(&self, tokens: TokenStream) -> Vec<(proc_macro2::Literal, String)> {
        let mut found = Vec::new();
        for token in tokens {
            let TokenTree::Literal(literal) = token else {
                continue;
            };
            let Ok(text) = syn::parse_str::<syn::LitStr>(&literal.to_string()) else {
                continue;
            };
            for name in format_names(&text.value()) {
                if self.is_live_tensor(&name) {
                    found.push((literal.clone(), name));
                }
            }
        }
        found
    }

    fn is_live_tensor(&self, name: &str) -> bool {
        matches!(self.lookup(name), Some(Binding::Tensor(v)) if self.vars.get(*v).is_some_and(|v| v.ty != Ty::Poison))
    }

    /// The kind of a host expression, as far as its form says.
    pub(super) fn host_kind(&self, expr: &syn::Expr) -> Host {
        match expr {
            syn::Expr::Lit(lit) => match &lit.lit {
                syn::Lit::Int(int) => match int.suffix() {
                    "f32" | "f64" => Host::Float,
                    _ => Host::Int,
                },
                syn::Lit::Float(_) => Host::Float,
                syn::Lit::Bool(_) => Host::Bool,
                _ => Host::Unknown,
            },
            syn::Expr::Paren(inner) => self.host_kind(&inner.expr),
            syn::Expr::Group(inner) => self.host_kind(&inner.expr),
            syn::Expr::Reference(inner) => self.host_kind(&inner.expr),
            syn::Expr::Unary(unary) => self.host_kind(&unary.expr),
            syn::Expr::Cast(cast) => kind_of(&cast.ty),
            syn::Expr::Path(path) => match path.path.get_ident().map(|i| i.unraw().to_string()) {
                Some(name) => match self.lookup(&name) {
                    // A variable that begins as `None` or empty may become another value.
                    Some(Binding::Host(Host::None | Host::Empty, _) | Binding::Empty(_)) => {
                        Host::Unknown
                    }
                    Some(Binding::Host(kind, _)) => *kind,
                    None if name == "None" => Host::None,
                    _ => Host::Unknown,
                },
                None => match path
                    .path
                    .segments
                    .first()
                    .map(|s| s.ident.to_string())
                    .as_deref()
                {
                    Some("f16" | "bf16" | "f32" | "f64") => Host::Float,
                    _ => Host::Unknown,
                },
            },
            syn::Expr::Binary(binary) => match &binary.op {
                syn::BinOp::Add(_)
                | syn::BinOp::Sub(_)
                | syn::BinOp::Mul(_)
                | syn::BinOp::Div(_)
                | syn::BinOp::Rem(_) => {
                    match (self.host_kind(&binary.left), self.host_kind(&binary.right)) {
                        (Host::Unknown, other) => other,
                        (kind, _) => kind,
                    }
                }
                syn::BinOp::Eq(_)
                | syn::BinOp::Ne(_)
                | syn::BinOp::Lt(_)
                | syn::BinOp::Le(_)
                | syn::BinOp::Gt(_)
                | syn::BinOp::Ge(_)
                | syn::BinOp::And(_)
                | syn::BinOp::Or(_) => Host::Bool,
                _ => Host::Unknown,
            },
            syn::Expr::If(branch) => match (branch.then_branch.stmts.last(), &branch.else_branch) {
                (Some(syn::Stmt::Expr(then, None)), Some((_, other)))
                    if self.host_kind(then) == self.host_kind(other) =>
                {
                    self.host_kind(then)
                }
                _ => Host::Unknown,
            },
            syn::Expr::Block(block) => match block.block.stmts.last() {
                Some(syn::Stmt::Expr(value, None)) => self.host_kind(value),
                _ => Host::Unknown,
            },
            _ if super::container::is_empty_list(expr) => Host::Empty,
            syn::Expr::MethodCall(call) => match call.method.to_string().as_str() {
                "dim" | "ndim" if self.mentions_tensor(&call.receiver) => Host::Int,
                "sqrt" | "exp" | "ln" | "powf" | "powi" | "sin" | "cos" | "tanh" => Host::Float,
                _ => Host::Unknown,
            },
            _ => Host::Unknown,
        }
    }

    /// The value of a host integer, as far as it is known when compiling.
    pub(super) fn host_dim(&self, expr: &syn::Expr) -> Dim {
        match expr {
            syn::Expr::Lit(lit) => match &lit.lit {
                syn::Lit::Int(int) => int.base10_parse().map_or(Dim::Unknown, Dim::size),
                _ => Dim::Unknown,
            },
            syn::Expr::Paren(inner) => self.host_dim(&inner.expr),
            syn::Expr::Group(inner) => self.host_dim(&inner.expr),
            syn::Expr::Cast(cast) if kind_of(&cast.ty) == Host::Int => self.host_dim(&cast.expr),
            syn::Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Neg(_)) => {
                Dim::size(0).minus(&self.host_dim(&unary.expr))
            }
            syn::Expr::Path(path) => match path.path.get_ident().map(|i| i.unraw().to_string()) {
                Some(name) => match self.lookup(&name) {
                    Some(Binding::Host(_, dim)) => dim.clone(),
                    _ => Dim::Unknown,
                },
                None => Dim::Unknown,
            },
            syn::Expr::Binary(binary) => {
                let (l, r) = (self.host_dim(&binary.left), self.host_dim(&binary.right));
                match &binary.op {
                    syn::BinOp::Add(_) => l.plus(&r),
                    syn::BinOp::Sub(_) => l.minus(&r),
                    syn::BinOp::Mul(_) => l.times(&r),
                    syn::BinOp::Div(_) => match (l.known(), r.known()) {
                        (Some(l), Some(r)) => l.checked_div(r).map_or(Dim::Unknown, Dim::size),
                        _ => Dim::Unknown,
                    },
                    _ => Dim::Unknown,
                }
            }
            syn::Expr::MethodCall(call) if call.method == "dim" && call.args.len() == 1 => {
                let ty = self.quick_type(&call.receiver);
                let axis = call.args.first().and_then(|a| self.host_dim(a).known());
                match (ty, axis) {
                    (Some(Ty::Tensor(t)), Some(axis)) => {
                        let dims = t.shape.dims().unwrap_or_default();
                        let at = if axis < 0 {
                            axis + dims.len() as i64
                        } else {
                            axis
                        };
                        usize::try_from(at)
                            .ok()
                            .and_then(|a| dims.get(a))
                            .cloned()
                            .unwrap_or(Dim::Unknown)
                    }
                    _ => Dim::Unknown,
                }
            }
            _ => Dim::Unknown,
        }
    }

    /// The type of a variable.
    fn quick_type(&self, expr: &syn::Expr) -> Option<Ty> {
        let syn::Expr::Path(path) = expr else {
            return None;
        };
        let name = path.path.get_ident()?.unraw().to_string();
        match self.lookup(&name)? {
            Binding::Tensor(var) => self.vars.get(*var).map(|v| v.ty.clone()),
            Binding::Host(..) | Binding::Empty(_) => None,
        }
    }

    /// Is it a question to a tensor?
    pub(super) fn is_query(&self, call: &syn::ExprMethodCall) -> bool {
        QUERIES.contains(&call.method.to_string().as_str()) && self.mentions_tensor(&call.receiver)
    }

    fn query(&mut self, call: &syn::ExprMethodCall) -> Answer {
        let tensor = self.expr(&call.receiver);
        let method = call.method.to_string();
        match &tensor.ty {
            Ty::Tensor(_) | Ty::Opaque => {}
            Ty::Poison => return Answer::Mistake,
            // `shape` and the like of the user's own host type.
            _ => return Answer::Host,
        }
        let args: Vec<&syn::Expr> = call.args.iter().collect();
        let query = match (method.as_str(), args.as_slice()) {
            ("shape", []) => Query::Shape,
            ("ndim", []) => Query::Rank,
            ("item", []) => {
                if let Ty::Tensor(t) = &tensor.ty
                    && let Some(dims) = t.shape.dims()
                    && dims.iter().any(|d| d.known().is_some_and(|n| n != 1))
                {
                    let facts = self.show().tensor(t);
                    self.push(
                        Diagnostic::new(
                            Code::E208,
                            &call.method,
                            "`item` of a tensor that has not one element",
                        )
                        .fact(format!("it is {facts}"))
                        .help("reduce or index it to one element first"),
                    );
                }
                Query::Item(self.item_kind(&tensor.ty))
            }
            ("dim", [axis]) => {
                let axis = self.host_code(axis);
                if let (Ty::Tensor(t), Some(n)) = (&tensor.ty, axis.int()) {
                    let t = t.clone();
                    self.check_axis(n, &t, &axis.origin);
                }
                Query::Dim(Box::new(axis))
            }
            ("dim", []) => {
                self.push(
                    Diagnostic::new(Code::E111, &call.method, "`dim` needs an axis")
                        .help("write `x.dim(0)`, or `x.shape()` for all sizes"),
                );
                return Answer::Mistake;
            }
            _ => {
                let takes = if method == "dim" {
                    "one axis"
                } else {
                    "nothing"
                };
                self.push(
                    Diagnostic::new(Code::E114, call, format!("`{method}` takes {takes}")).help(
                        if method == "dim" {
                            "write `x.dim(0)`".to_owned()
                        } else {
                            format!("write `x.{method}()`")
                        },
                    ),
                );
                return Answer::Mistake;
            }
        };
        self.holes += 1;
        Answer::Hole(Hole {
            name: format!("__hole{}", self.holes),
            of: tensor,
            query,
        })
    }

    fn item_kind(&self, ty: &Ty) -> Host {
        let Ty::Tensor(t) = ty else {
            return Host::Float;
        };
        if t.dtype.is_bool() == Some(true) {
            Host::Bool
        } else if t.dtype.is_int() == Some(true) {
            Host::Int
        } else {
            Host::Float
        }
    }
}

/// The names in a format string: `"{x} {y:?} {{z}}"` gives `x` and `y`.
fn format_names(text: &str) -> Vec<String> {
    text.replace("{{", "")
        .split('{')
        .skip(1)
        .map(|part| {
            part.chars()
                .take_while(|c| c.is_alphanumeric() || *c == '_')
                .collect()
        })
        .collect()
}

/// Is it a question that lists and optional tensors answer?
fn asks_container(expr: &syn::Expr) -> bool {
    let syn::Expr::MethodCall(call) = expr else {
        return false;
    };
    let method = call.method.to_string();
    call.args.is_empty()
        && ["len", "is_empty", "is_some", "is_none"].contains(&method.as_str())
        && matches!(*call.receiver, syn::Expr::Path(_) | syn::Expr::Field(_))
}

/// Functions of the vocabulary that make a tensor of host values alone.
fn makes_tensor(name: &str) -> bool {
    TABLE
        .iter()
        .any(|op| op.family == Family::Creation && (op.name == name || op.aliases.contains(&name)))
}

/// What becomes of a question to a tensor.
enum Answer {
    Hole(Hole),
    /// It was told.
    Mistake,
    /// The host's own method of that name.
    Host,
}

/// `Tensor.rate`: a field of the word that is our type. No value is in it, and to look for one would never end.
fn is_of_a_type(expr: &syn::Expr) -> bool {
    match expr {
        syn::Expr::Field(field) => is_of_a_type(&field.base),
        syn::Expr::Paren(inner) => is_of_a_type(&inner.expr),
        syn::Expr::Path(path) => path.path.is_ident("Tensor") || path.path.is_ident("Scalar"),
        _ => false,
    }
}

/// Takes the questions to tensors out of host code.
struct Taker<'c, 'a> {
    checker: &'c mut Checker<'a>,
    holes: &'c mut Vec<std::rc::Rc<Hole>>,
    closures: usize,
}

impl VisitMut for Taker<'_, '_> {
    fn visit_expr_mut(&mut self, expr: &mut syn::Expr) {
        // A host part of a tuple with tensors, or what is asked of a list.
        if (matches!(expr, syn::Expr::Field(_)) || self.closures == 0 && asks_container(expr))
            && !is_of_a_type(expr)
            && self.checker.mentions_tensor(expr)
        {
            let told = self.checker.diagnostics.mark();
            let part = self.checker.expr(expr);
            if matches!(part.ty, Ty::Host(_)) {
                let code = self.checker.as_host(part);
                self.holes.extend(code.holes);
                *expr = *code.expr;
                return;
            }
            self.checker.diagnostics.rewind(told);
        }
        if let syn::Expr::MethodCall(call) = expr
            && self.closures == 0
            && self.checker.is_query(call)
        {
            match self.checker.query(call) {
                Answer::Hole(hole) => {
                    let name = proc_macro2::Ident::new(&hole.name, call.method.span());
                    *expr = syn::parse_quote!(#name);
                    self.holes.push(std::rc::Rc::new(hole));
                    return;
                }
                // Nothing further is told of the tensors in it.
                Answer::Mistake => {
                    *expr = syn::parse_quote!(());
                    return;
                }
                Answer::Host => {}
            }
        }
        if let syn::Expr::Macro(mac) = expr
            && self.closures == 0
        {
            self.arguments(&mut mac.mac);
            return;
        }
        // A closure runs later, or never, or often: its questions are not asked beforehand.
        let closure = matches!(expr, syn::Expr::Closure(_) | syn::Expr::Async(_));
        self.closures += usize::from(closure);
        syn::visit_mut::visit_expr_mut(self, expr);
        self.closures -= usize::from(closure);
    }
}

impl Taker<'_, '_> {
    /// The arguments of a macro, where they are expressions: `assert!(x.dim(0) > 1, "{}", x.ndim())`.
    fn arguments(&mut self, mac: &mut syn::Macro) {
        use syn::punctuated::Punctuated;
        let list = Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated;
        let Ok(mut arguments) = mac.parse_body_with(list) else {
            return self.repeated(mac);
        };
        let asked = self.holes.len();
        for argument in &mut arguments {
            // The name of a format's argument is no variable.
            match argument {
                syn::Expr::Assign(named) => self.visit_expr_mut(&mut named.right),
                argument => self.visit_expr_mut(argument),
            }
        }
        if self.holes.len() > asked {
            mac.tokens = arguments.to_token_stream();
        }
    }

    /// `vec![0; x.dim(0)]`
    fn repeated(&mut self, mac: &mut syn::Macro) {
        let tokens = &mac.tokens;
        let Ok(mut repeat) = syn::parse2::<syn::ExprRepeat>(quote::quote!([#tokens])) else {
            return;
        };
        self.visit_expr_mut(&mut repeat.expr);
        self.visit_expr_mut(&mut repeat.len);
        let (value, count) = (&repeat.expr, &repeat.len);
        mac.tokens = quote::quote!(#value; #count);
    }
}

/// Does control leave this code by a jump: `return`, or `break` and `continue` of a loop around it?
pub fn leaves(code: &syn::Expr) -> bool {
    #[derive(Default)]
    struct Finder {
        found: bool,
        loops: usize,
        labels: Vec<String>,
    }
    impl Finder {
        fn jump(&mut self, label: Option<&syn::Lifetime>) {
            self.found |= match label {
                Some(label) => !self.labels.contains(&label.ident.to_string()),
                None => self.loops == 0,
            };
        }
        fn inside(&mut self, label: Option<&syn::Label>, repeats: bool, body: &syn::Block) {
            let labels = self.labels.len();
            self.labels
                .extend(label.map(|label| label.name.ident.to_string()));
            self.loops += usize::from(repeats);
            self.visit_block(body);
            self.loops -= usize::from(repeats);
            self.labels.truncate(labels);
        }
    }
    impl<'a> Visit<'a> for Finder {
        fn visit_expr_return(&mut self, _: &'a syn::ExprReturn) {
            self.found = true;
        }
        fn visit_expr_break(&mut self, jump: &'a syn::ExprBreak) {
            self.jump(jump.label.as_ref());
            syn::visit::visit_expr_break(self, jump);
        }
        fn visit_expr_continue(&mut self, jump: &'a syn::ExprContinue) {
            self.jump(jump.label.as_ref());
        }
        fn visit_expr_for_loop(&mut self, each: &'a syn::ExprForLoop) {
            self.visit_expr(&each.expr);
            self.inside(each.label.as_ref(), true, &each.body);
        }
        fn visit_expr_while(&mut self, each: &'a syn::ExprWhile) {
            self.visit_expr(&each.cond);
            self.inside(each.label.as_ref(), true, &each.body);
        }
        fn visit_expr_loop(&mut self, each: &'a syn::ExprLoop) {
            self.inside(each.label.as_ref(), true, &each.body);
        }
        fn visit_expr_block(&mut self, block: &'a syn::ExprBlock) {
            self.inside(block.label.as_ref(), false, &block.block);
        }
        fn visit_expr_closure(&mut self, _: &'a syn::ExprClosure) {}
        fn visit_expr_async(&mut self, _: &'a syn::ExprAsync) {}
        fn visit_item(&mut self, _: &'a syn::Item) {}
    }
    let mut finder = Finder::default();
    finder.visit_expr(code);
    finder.found
}

/// The `let`s of a condition: `let Some(k) = a && let Some(l) = b`.
pub fn lets(cond: &syn::Expr) -> Vec<&syn::ExprLet> {
    match cond {
        syn::Expr::Let(binding) => vec![binding],
        syn::Expr::Binary(binary) if matches!(binary.op, syn::BinOp::And(_)) => {
            let mut found = lets(&binary.left);
            found.extend(lets(&binary.right));
            found
        }
        syn::Expr::Paren(inner) => lets(&inner.expr),
        _ => Vec::new(),
    }
}

/// Is it a macro behind which control does not go on?
pub fn never_returns(mac: &syn::Macro) -> bool {
    mac.path.segments.last().is_some_and(|name| {
        ["panic", "unreachable", "todo", "unimplemented"].contains(&name.ident.to_string().as_str())
    })
}

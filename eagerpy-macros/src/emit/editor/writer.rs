//! Rewrites a body: what stands in it becomes plain Rust over stubs.

use std::collections::HashMap;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::quote;
use syn::ext::IdentExt;
use syn::punctuated::Punctuated;
use syn::visit_mut::VisitMut;
use syn::{BinOp, Expr, Pat, Stmt};

use super::Types;
use super::tokens::{Integer, first_span, parenthesized, postfix, take, take_part, wrap};
use super::what::{Elem, Structs, What, variant};
use crate::check::{Items, native_arms, operator_name};
use crate::syntax::{Function, error_of};

pub struct Writer<'a> {
    pub krate: &'a TokenStream,
    pub structs: &'a Structs,
    /// Names of the body. What is a tensor decides what is rewritten.
    scopes: Vec<HashMap<String, What>>,
    /// Closures around this place: their `return` and `?` are their own.
    pub closures: usize,
    /// The name of the float type, where the signature gives it one.
    pub float: Option<Ident>,
    /// Names that patterns have bound to references, which are to be values.
    referring: Vec<Ident>,
    /// What the loop or block around this place gives.
    broken: What,
}

impl VisitMut for Writer<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        self.expr(expr);
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        self.block(block);
    }

    fn visit_type_mut(&mut self, ty: &mut syn::Type) {
        self.types().visit_type_mut(ty);
    }

    // Another function's business.
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

impl<'a> Writer<'a> {
    pub fn new(krate: &'a TokenStream, structs: &'a Structs, function: &Function) -> Writer<'a> {
        let mut writer = Writer {
            krate,
            structs,
            scopes: vec![HashMap::new()],
            closures: 0,
            float: function.float.clone(),
            referring: Vec::new(),
            broken: What::Host,
        };
        for param in &function.params {
            writer.bind(&param.name, structs.of_type(&param.ty));
        }
        writer
    }

    pub fn types(&self) -> Types<'a> {
        Types {
            krate: self.krate,
            structs: self.structs,
        }
    }

    fn bind(&mut self, name: &str, what: What) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.to_owned(), what);
        }
    }

    pub fn lookup(&self, name: &str) -> Option<&What> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name))
    }

    fn scoped<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> T {
        self.scopes.push(HashMap::new());
        let out = inside(self);
        self.scopes.pop();
        out
    }

    /// A body that cannot be parsed: the statements of it that can, and the rest for the editor's own parser. That
    /// goes through a macro, whose arguments may be anything.
    pub fn broken(&mut self, body: TokenStream) -> TokenStream {
        let krate = self.krate;
        let mut out = TokenStream::new();
        let mut chunk = TokenStream::new();
        let mut tokens = body.into_iter().peekable();
        while let Some(token) = tokens.next() {
            let ends = matches!(&token, TokenTree::Punct(sign) if sign.as_char() == ';');
            chunk.extend([token]);
            if !ends && tokens.peek().is_some() {
                continue;
            }
            let chunk = std::mem::take(&mut chunk);
            let parse = |input: syn::parse::ParseStream<'_>| syn::Block::parse_within(input);
            match syn::parse::Parser::parse2(parse, chunk.clone()) {
                Ok(mut stmts) => {
                    self.stmts(&mut stmts);
                    out.extend(quote!(#(#stmts)*));
                }
                Err(_) => out.extend(quote!(#krate::__private::editor::as_typed! { #chunk })),
            }
        }
        out
    }

    pub fn block(&mut self, block: &mut syn::Block) -> What {
        self.scoped(|writer| writer.stmts(&mut block.stmts))
    }

    fn stmts(&mut self, stmts: &mut Vec<Stmt>) -> What {
        let mut last = What::Host;
        for mut stmt in std::mem::take(stmts) {
            last = self.stmt(&mut stmt);
            stmts.push(stmt);
            // Of a `let … else`.
            stmts.extend(self.values());
        }
        last
    }

    /// Statements that make values of the names that a pattern has bound to references.
    fn values(&mut self) -> Vec<Stmt> {
        let names = std::mem::take(&mut self.referring);
        names
            .into_iter()
            .map(|name| syn::parse_quote!(let #name = #name.__same();))
            .collect()
    }

    /// Of an expression without `;`, what it is.
    fn stmt(&mut self, stmt: &mut Stmt) -> What {
        match stmt {
            Stmt::Local(local) => {
                let declared = match &local.pat {
                    Pat::Type(typed) => self.structs.of_written(&typed.ty),
                    _ => What::Host,
                };
                let mut what = declared.clone();
                let mut refers = false;
                if let Some(init) = &mut local.init {
                    let made = match &mut init.diverge {
                        Some((_, diverge)) => {
                            let (made, within) = self.scrutinee(&mut init.expr);
                            refers = within;
                            self.expr(diverge);
                            made
                        }
                        None => self.value(&mut init.expr),
                    };
                    // `let y: Tensor = make(3)`: the annotation says that the call is of an agnostic function.
                    if declared.has_tensor()
                        && !made.has_tensor()
                        && let Expr::Call(call) = &mut *init.expr
                    {
                        self.callee(&mut call.func);
                    }
                    what = declared.or(made);
                }
                self.pattern(&mut local.pat, &what, refers);
                What::Host
            }
            Stmt::Expr(expr, semi) => {
                if semi.is_some() {
                    self.expr(expr);
                    return What::Host;
                }
                self.value(expr)
            }
            Stmt::Macro(stmt) => {
                self.macro_arguments(&mut stmt.mac);
                What::Host
            }
            Stmt::Item(_) => What::Host,
        }
    }

    /// Declares the names of a pattern. `refers`: it looks into a value that is not moved.
    fn pattern(&mut self, pat: &mut Pat, what: &What, refers: bool) {
        match pat {
            Pat::Ident(name) => {
                let word = name.ident.unraw().to_string();
                // `None`, or another constant.
                if name.subpat.is_none() && word.starts_with(char::is_uppercase) {
                    return;
                }
                if refers && what.has_tensor() && !what.moves() {
                    let hygiene = Span::call_site().resolved_at(name.ident.span());
                    self.referring.push(Ident::new(&word, hygiene));
                }
                self.bind(&word, what.clone());
                if let Some((_, inner)) = &mut name.subpat {
                    self.pattern(inner, what, refers);
                }
            }
            Pat::Type(typed) => {
                self.types().visit_type_mut(&mut typed.ty);
                self.pattern(&mut typed.pat, what, refers);
            }
            Pat::Paren(inner) => self.pattern(&mut inner.pat, what, refers),
            Pat::Reference(inner) => self.pattern(&mut inner.pat, what, refers),
            Pat::Or(cases) => {
                for case in &mut cases.cases {
                    self.pattern(case, what, refers);
                }
            }
            Pat::Guard(inner) => {
                self.pattern(&mut inner.pat, what, refers);
                self.expr(&mut inner.guard);
            }
            Pat::Tuple(tuple) => {
                for (at, part) in tuple.elems.iter_mut().enumerate() {
                    let part_is = match what {
                        What::Tuple(parts) => parts.get(at).cloned().unwrap_or(What::Host),
                        // What a called function gives is not known: most likely tensors.
                        What::Tensor(_) => what.clone(),
                        _ => What::Host,
                    };
                    self.pattern(part, &part_is, refers);
                }
            }
            Pat::TupleStruct(tuple) => {
                let some = tuple.path.is_ident("Some");
                let fields = self.fields_of(&tuple.path, what);
                for (at, part) in tuple.elems.iter_mut().enumerate() {
                    let part_is = match what {
                        What::Option(of) if some => (**of).clone(),
                        What::Tensor(_) if some => what.clone(),
                        _ => fields.get(at).map_or(What::Host, |(_, what)| what.clone()),
                    };
                    self.pattern(part, &part_is, refers);
                }
            }
            Pat::Struct(named) => {
                let fields = self.fields_of(&named.path, what);
                for field in &mut named.fields {
                    let known = fields.iter().find(|(member, _)| *member == field.member);
                    let field_is = known.map_or(What::Host, |(_, what)| what.clone());
                    self.pattern(&mut field.pat, &field_is, refers);
                }
            }
            // What stands in another one is not followed.
            other => {
                struct Names(Vec<String>);
                impl VisitMut for Names {
                    fn visit_pat_ident_mut(&mut self, pat: &mut syn::PatIdent) {
                        self.0.push(pat.ident.unraw().to_string());
                        syn::visit_mut::visit_pat_ident_mut(self, pat);
                    }
                }
                let mut names = Names(Vec::new());
                names.visit_pat_mut(other);
                for name in names.0 {
                    self.bind(&name, What::Host);
                }
            }
        }
    }

    /// The fields of the struct or the variant that a pattern names.
    fn fields_of(&self, path: &syn::Path, what: &What) -> Vec<(syn::Member, What)> {
        let def = match what {
            What::Struct(def) => Some(def),
            _ => self.structs.named(path).map(|(def, _)| def),
        };
        let fields = def.and_then(|def| variant(def, path)).map(|variant| {
            let fields = variant.fields.iter();
            let field = |member: &syn::Member| {
                (
                    member.clone(),
                    match self.structs.field_of(variant, member) {
                        What::Part => What::Host,
                        what => what,
                    },
                )
            };
            fields.map(|f| field(&f.member)).collect()
        });
        fields.unwrap_or_default()
    }

    /// An expression whose value goes somewhere: in an agnostic function nothing is moved by that.
    pub fn value(&mut self, expr: &mut Expr) -> What {
        let what = self.expr(expr);
        self.kept(expr, &what);
        what
    }

    /// The same of one that was rewritten.
    pub fn kept(&self, expr: &mut Expr, what: &What) {
        match expr {
            Expr::Paren(inner) => self.kept(&mut inner.expr, what),
            Expr::Group(inner) => self.kept(&mut inner.expr, what),
            Expr::Path(_) | Expr::Field(_) | Expr::Index(_) if what.moves() => {
                postfix(expr, "__same");
            }
            Expr::Array(_) if matches!(what, What::List(_)) => postfix(expr, "__list"),
            _ => {}
        }
    }

    /// What a `match` looks into, and whether patterns refer to parts of it.
    fn scrutinee(&mut self, expr: &mut Expr) -> (What, bool) {
        let what = self.expr(expr);
        let place = matches!(expr, Expr::Path(_) | Expr::Field(_) | Expr::Index(_));
        let within = place && what.moves() && what.has_tensor();
        if within {
            postfix(expr, "__within");
        }
        (what, within)
    }

    /// Rewrites an expression, and says what it is.
    pub fn expr(&mut self, expr: &mut Expr) -> What {
        match expr {
            Expr::Paren(inner) => self.expr(&mut inner.expr),
            Expr::Group(inner) => self.expr(&mut inner.expr),
            Expr::Path(path) => {
                let name = path.path.get_ident().map(|name| name.unraw().to_string());
                if let Some(known) = name.and_then(|name| self.lookup(&name)) {
                    return known.clone();
                }
                self.constructor(&mut path.path)
            }
            Expr::Reference(reference) => {
                let what = self.expr(&mut reference.expr);
                if what.has_tensor() {
                    take_part(expr, |expr| match expr {
                        Expr::Reference(whole) => Some(&mut whole.expr),
                        _ => None,
                    });
                }
                what
            }
            Expr::Unary(unary) => {
                let what = self.expr(&mut unary.expr);
                match unary.op {
                    syn::UnOp::Deref(_) if what.has_tensor() => {
                        take_part(expr, |expr| match expr {
                            Expr::Unary(whole) => Some(&mut whole.expr),
                            _ => None,
                        });
                    }
                    _ => {}
                }
                what
            }
            Expr::Binary(_) => self.binary(expr),
            Expr::MethodCall(_) => self.method(expr),
            Expr::Call(_) => self.call(expr),
            Expr::Struct(_) => self.literal(expr),
            Expr::Macro(_) => self.macro_call(expr),
            Expr::Assign(assign) => {
                self.expr(&mut assign.left);
                self.value(&mut assign.right);
                What::Host
            }
            Expr::Index(index) => match self.expr(&mut index.expr) {
                What::Tensor(elem) => {
                    self.positions(&mut index.index);
                    What::Tensor(elem)
                }
                What::List(of) => {
                    self.expr(&mut index.index);
                    self.position(&mut index.index);
                    *of
                }
                _ => {
                    self.expr(&mut index.index);
                    What::Host
                }
            },
            Expr::Tuple(tuple) => {
                let parts = tuple.elems.iter_mut();
                What::Tuple(parts.map(|part| self.value(part)).collect())
            }
            Expr::Array(array) => {
                let parts = array.elems.iter_mut();
                let parts: Vec<What> = parts.map(|part| self.value(part)).collect();
                match parts.into_iter().find(What::has_tensor) {
                    Some(part) => What::List(Box::new(part)),
                    None => What::Host,
                }
            }
            Expr::Field(field) => match (self.expr(&mut field.base), &field.member) {
                (What::Tuple(parts), syn::Member::Unnamed(at)) => {
                    parts.get(at.index as usize).cloned().unwrap_or(What::Host)
                }
                (What::Struct(def), member) => self.structs.field(&def, member),
                // What a called function gives may be a tuple, and a field may become an operation.
                (what @ What::Tensor(_), _) => what,
                _ => What::Host,
            },
            Expr::If(branch) => {
                let then = self.scoped(|writer| {
                    writer.expr(&mut branch.cond);
                    let values = writer.values();
                    let given = writer.block(&mut branch.then_branch);
                    branch.then_branch.stmts.splice(0..0, values);
                    given
                });
                match &mut branch.else_branch {
                    Some((_, other)) => then.or(self.expr(other)),
                    None => What::Host,
                }
            }
            Expr::Let(binding) => {
                let (what, within) = self.scrutinee(&mut binding.expr);
                self.pattern(&mut binding.pat, &what, within);
                What::Host
            }
            Expr::Block(block) => match block.label {
                Some(_) => self.breaking(|writer| writer.block(&mut block.block)),
                None => self.block(&mut block.block),
            },
            Expr::Unsafe(block) => self.block(&mut block.block),
            Expr::Match(choice) => {
                let (of, within) = self.scrutinee(&mut choice.expr);
                let mut what = What::Host;
                for arm in &mut choice.arms {
                    let given = self.scoped(|writer| {
                        writer.pattern(&mut arm.pat, &of, within);
                        let values = writer.values();
                        let given = writer.value(&mut arm.body);
                        before(&mut arm.body, values);
                        given
                    });
                    what = what.or(given);
                }
                what
            }
            Expr::ForLoop(each) => {
                let element = self.over(&mut each.expr);
                self.scoped(|writer| {
                    writer.pattern(&mut each.pat, &element, false);
                    writer.block(&mut each.body);
                });
                What::Host
            }
            Expr::While(each) => {
                self.scoped(|writer| {
                    writer.expr(&mut each.cond);
                    let values = writer.values();
                    writer.block(&mut each.body);
                    each.body.stmts.splice(0..0, values);
                });
                What::Host
            }
            Expr::Loop(each) => self.breaking(|writer| {
                writer.block(&mut each.body);
                What::Host
            }),
            Expr::Break(jump) => {
                if let Some(value) = &mut jump.expr {
                    self.broken = self.value(value);
                }
                What::Host
            }
            Expr::Closure(_) => {
                self.closure(expr, &What::Host);
                What::Host
            }
            Expr::Async(_) => What::Host,
            Expr::Try(inner) => {
                let what = self.expr(&mut inner.expr);
                if what.has_tensor() {
                    take_part(expr, |expr| match expr {
                        Expr::Try(whole) => Some(&mut whole.expr),
                        _ => None,
                    });
                } else if self.closures == 0 {
                    let krate = self.krate;
                    wrap(&mut inner.expr, quote!(#krate::__private::host_result));
                }
                what
            }
            Expr::Return(ret) => {
                let failed =
                    |value: &Expr| matches!(value, Expr::Call(call) if error_of(call).is_some());
                match &mut ret.expr {
                    Some(value) if failed(value) => {
                        self.expr(value);
                    }
                    Some(value) => {
                        self.value(value);
                        if self.closures == 0 {
                            wrap(value, quote!(::core::result::Result::Ok));
                        }
                    }
                    None if self.closures == 0 => {
                        let done = quote!(::core::result::Result::Ok(()));
                        ret.expr = Some(Box::new(Expr::Verbatim(done)));
                    }
                    None => {}
                }
                What::Host
            }
            other => {
                syn::visit_mut::visit_expr_mut(self, other);
                What::Host
            }
        }
    }

    /// A loop or a block, which may be left with a value.
    fn breaking(&mut self, inside: impl FnOnce(&mut Self) -> What) -> What {
        let outer = std::mem::replace(&mut self.broken, What::Host);
        let end = inside(self);
        std::mem::replace(&mut self.broken, outer).or(end)
    }

    /// A closure over what goes over these, and what it gives.
    pub fn closure(&mut self, closure: &mut Expr, element: &What) -> What {
        let Expr::Closure(closure) = closure else {
            return What::Host;
        };
        self.closures += 1;
        let given = self.scoped(|writer| {
            for input in &mut closure.inputs {
                let what = match input {
                    Pat::Type(typed) => writer.structs.of_written(&typed.ty),
                    _ => element.clone(),
                };
                writer.pattern(input, &what, false);
            }
            writer.value(&mut closure.body)
        });
        self.closures -= 1;
        given
    }

    /// What a loop goes over; gives what the elements are.
    pub fn over(&mut self, expr: &mut Expr) -> What {
        match self.expr(expr) {
            What::Iter(of) => *of,
            What::List(of) => {
                postfix(expr, "iter");
                postfix(expr, "__each");
                *of
            }
            _ => What::Host,
        }
    }

    fn binary(&mut self, expr: &mut Expr) -> What {
        let Expr::Binary(binary) = expr else {
            return What::Host;
        };
        let (left, right) = (self.expr(&mut binary.left), self.expr(&mut binary.right));
        let elem = match (&left, &right) {
            (What::Tensor(elem), _) | (_, What::Tensor(elem)) => *elem,
            _ => return What::Host,
        };
        let krate = self.krate;
        match binary.op {
            BinOp::Eq(_)
            | BinOp::Ne(_)
            | BinOp::Lt(_)
            | BinOp::Le(_)
            | BinOp::Gt(_)
            | BinOp::Ge(_) => {
                if !matches!(left, What::Tensor(_)) {
                    wrap(&mut binary.left, quote!(#krate::__private::editor::num));
                }
                let (Some(name), place) = (operator_name(&binary.op), first_span(&binary.op))
                else {
                    return What::Host;
                };
                *expr = Expr::MethodCall(syn::ExprMethodCall {
                    attrs: Vec::new(),
                    receiver: Box::new(parenthesized(take(&mut binary.left))),
                    dot_token: syn::Token![.](place),
                    method: Ident::new(name, place),
                    turbofish: None,
                    paren_token: syn::token::Paren::default(),
                    args: Punctuated::from_iter([take(&mut binary.right)]),
                });
                What::Tensor(Elem::Bool)
            }
            BinOp::And(_) | BinOp::Or(_) => What::Host,
            _ if operator_name(&binary.op).is_none() => What::Host,
            _ => {
                // Rust has operators of its own for numbers on the left.
                if !matches!(left, What::Tensor(_)) {
                    wrap(&mut binary.left, quote!(#krate::__private::editor::num));
                }
                What::Tensor(elem)
            }
        }
    }

    fn macro_call(&mut self, expr: &mut Expr) -> What {
        let Expr::Macro(call) = expr else {
            return What::Host;
        };
        let name = call.mac.path.segments.last();
        let name = name.map(|name| name.ident.to_string()).unwrap_or_default();
        match name.as_str() {
            // An index outside of brackets.
            "s" if syn::parse2::<Items>(call.mac.tokens.clone()).is_ok() => {
                self.positions(expr);
                What::Host
            }
            "native" => {
                let arms = call.mac.parse_body_with(native_arms).unwrap_or_default();
                let krate = self.krate;
                match arms.into_iter().find(|arm| arm.name.is_none()) {
                    Some(mut arm) => {
                        let what = self.value(&mut arm.code);
                        *expr = parenthesized(arm.code);
                        what
                    }
                    // A framework's own code is not looked into.
                    None => {
                        *expr = Expr::Verbatim(quote!(#krate::__private::editor::stub()));
                        What::Host
                    }
                }
            }
            _ => self.macro_arguments(&mut call.mac),
        }
    }

    /// The arguments of a macro, where they are expressions, and what a list of them is.
    fn macro_arguments(&mut self, mac: &mut syn::Macro) -> What {
        let list = Punctuated::<Expr, syn::Token![,]>::parse_terminated;
        if let Ok(mut arguments) = mac.parse_body_with(list) {
            let mut what = What::Host;
            let is_list = mac.path.is_ident("vec");
            for argument in &mut arguments {
                let given = match argument {
                    // The name of a format's argument is no variable.
                    Expr::Assign(named) => self.expr(&mut named.right),
                    argument if is_list => self.value(argument),
                    argument => self.expr(argument),
                };
                what = what.or(given);
            }
            mac.tokens = quote!(#arguments);
            return match is_list && what.has_tensor() {
                true => What::List(Box::new(what)),
                false => What::Host,
            };
        }
        // `vec![0; x.dim(0)]`
        let tokens = &mac.tokens;
        if let Ok(mut repeat) = syn::parse2::<syn::ExprRepeat>(quote!([#tokens])) {
            self.expr(&mut repeat.expr);
            self.expr(&mut repeat.len);
            let (value, count) = (&repeat.expr, &repeat.len);
            mac.tokens = quote!(#value; #count);
        }
        What::Host
    }

    /// What stands in `x[…]`.
    fn positions(&mut self, index: &mut Expr) {
        let items = match &*index {
            Expr::Macro(slice)
                if slice
                    .mac
                    .path
                    .segments
                    .last()
                    .is_some_and(|s| s.ident == "s") =>
            {
                syn::parse2::<Items>(slice.mac.tokens.clone()).ok()
            }
            _ => None,
        };
        let Some(items) = items else {
            self.expr(index);
            return;
        };
        let krate = self.krate;
        let mut elems = Punctuated::new();
        for item in items.0 {
            let mut position = item.expr;
            self.expr(&mut position);
            if let Some(mut step) = item.step {
                self.expr(&mut step);
                self.integer(&mut step, Integer::Signed);
                wrap(&mut position, quote!(#krate::__private::editor::Stepped));
                if let Expr::Call(stepped) = &mut position {
                    stepped.args.push(step);
                }
            }
            elems.push(position);
        }
        // One item without a comma would be parentheses.
        if elems.len() == 1 {
            elems.push_punct(<syn::Token![,]>::default());
        }
        *index = Expr::Tuple(syn::ExprTuple {
            attrs: Vec::new(),
            paren_token: syn::token::Paren::default(),
            elems,
        });
    }

    /// A position in a list: it may count from the end.
    fn position(&self, index: &mut Expr) {
        self.integer(index, Integer::Size);
    }
}

/// Statements in front of an arm's value.
fn before(body: &mut Expr, stmts: Vec<Stmt>) {
    if stmts.is_empty() {
        return;
    }
    if let Expr::Block(block) = body
        && block.label.is_none()
    {
        block.block.stmts.splice(0..0, stmts);
        return;
    }
    let value = take(body);
    *body = syn::parse_quote!({ #(#stmts)* #value });
}

//! A rule of the table, with the arguments of one call put in.
//!
//! Rules are text in the op language, with the names of the operation's parameters, `out`, `dy` and `t`:
//!
//! ```text
//! table:   x: "if y.ndim() == 1 { … } else { sum_to(dy.matmul(y.matrix_transpose()), x) }"
//! call:    %logits = matmul %x, %w           rank of %w: 2
//! here:    sum_to(d_logits.matmul(w.matrix_transpose()), x)
//! ```
//!
//! What is known when the function compiles is decided here: an `if` whose condition is a literal, a rank, or a question
//! to an argument leaves one branch. These questions are calls that exist in rules only, see [`Rule::question`].

use std::collections::HashMap;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::visit_mut::VisitMut;
use syn::{Expr, parse_quote};

use crate::check::ty::Elem;

/// What a name in a rule stands for.
#[derive(Clone)]
pub enum Bound {
    Tensor {
        expr: Expr,
        rank: Option<usize>,
        elem: Elem,
    },
    /// Tensors in a list that is written out.
    Tensors(Vec<Expr>),
    /// A list of tensors as one value.
    Listed(Expr),
    /// A number, a flag, a text.
    Host(Expr),
    /// Axes, sizes.
    List(Vec<Expr>),
    Pads(Vec<(Expr, Expr)>),
    /// The inside of `x[…]`, as `s![…]`, and whether positions in a tensor stand in it.
    Index {
        expr: Expr,
        tensors: bool,
    },
    DType(TokenStream),
    /// An argument that is left out.
    Absent,
}

/// Names, with what they stand for.
#[derive(Clone, Default)]
pub struct Env {
    names: HashMap<String, Bound>,
    /// The sizes of tensors, where they have names or are numbers.
    sizes: HashMap<String, Vec<Option<Expr>>>,
}

impl Env {
    pub fn bind(&mut self, name: &str, bound: Bound) {
        self.names.insert(name.to_owned(), bound);
    }

    pub fn bind_sizes(&mut self, name: &str, sizes: Vec<Option<Expr>>) {
        self.sizes.insert(name.to_owned(), sizes);
    }

    pub fn get(&self, name: &str) -> Option<&Bound> {
        self.names.get(name)
    }
}

/// A value that is known now.
#[derive(Clone, Debug, PartialEq)]
enum Known {
    Bool(bool),
    Int(i64),
    Number(f64),
    Text(String),
}

impl Known {
    /// As a float, of a number.
    fn float(&self) -> Option<f64> {
        match self {
            #[allow(
                clippy::cast_precision_loss,
                reason = "a number of a rule or of the user's"
            )]
            Known::Int(value) => Some(*value as f64),
            Known::Number(value) => Some(*value),
            Known::Bool(_) | Known::Text(_) => None,
        }
    }
}

/// Does a rule use this name?
pub fn mentions(text: &str, name: &str) -> bool {
    fn within(tokens: TokenStream, name: &str) -> bool {
        let mut after_dot = false;
        tokens.into_iter().any(|token| {
            let dotted = std::mem::replace(
                &mut after_dot,
                matches!(&token, proc_macro2::TokenTree::Punct(p) if p.as_char() == '.'),
            );
            match token {
                proc_macro2::TokenTree::Ident(word) => !dotted && word == name,
                proc_macro2::TokenTree::Group(group) => within(group.stream(), name),
                _ => false,
            }
        })
    }
    text.parse().is_ok_and(|tokens| within(tokens, name))
}

/// The rule `text` with the arguments of a call. `span`: the operation's place; `number` makes the rule's own names unique.
///
/// # Errors
/// A rule of the table that cannot be read, or is used where it does not hold: a mistake of the compiler's.
pub fn instance(text: &str, env: &Env, span: Span, number: usize) -> Result<Expr, String> {
    let tokens: TokenStream = format!("{{ {text} }}")
        .parse()
        .map_err(|_| format!("the rule `{text}` cannot be read"))?;
    let at = Span::mixed_site().located_at(span);
    let tokens = respanned(tokens, at);
    let block: syn::Block =
        syn::parse2(tokens).map_err(|error| format!("the rule `{text}`: {error}"))?;
    let mut rule = Rule {
        env: env.clone(),
        number,
        at,
        failed: None,
    };
    let mut expr = Expr::Block(syn::ExprBlock {
        attrs: Vec::new(),
        label: None,
        block,
    });
    rule.visit_expr_mut(&mut expr);
    match rule.failed {
        Some(reason) => Err(format!("the rule `{text}`: {reason}")),
        None => Ok(simple(expr)),
    }
}

/// Tokens at another place.
pub fn respanned(tokens: TokenStream, span: Span) -> TokenStream {
    tokens
        .into_iter()
        .map(|mut token| {
            if let proc_macro2::TokenTree::Group(group) = &token {
                let mut inner =
                    proc_macro2::Group::new(group.delimiter(), respanned(group.stream(), span));
                inner.set_span(span);
                return proc_macro2::TokenTree::Group(inner);
            }
            token.set_span(span);
            token
        })
        .collect()
}

struct Rule {
    env: Env,
    number: usize,
    at: Span,
    failed: Option<String>,
}

impl Rule {
    fn fail(&mut self, reason: impl Into<String>) {
        self.failed.get_or_insert_with(|| reason.into());
    }

    fn bound(&self, expr: &Expr) -> Option<&Bound> {
        match expr {
            Expr::Path(path) => self.env.get(&path.path.get_ident()?.to_string()),
            // `out.1`, `dy.0`
            Expr::Field(field) => {
                let (Expr::Path(path), syn::Member::Unnamed(place)) = (&*field.base, &field.member)
                else {
                    return None;
                };
                let name = path.path.get_ident()?;
                self.env.get(&format!("{name}.{}", place.index))
            }
            Expr::Paren(inner) => self.bound(&inner.expr),
            Expr::Group(inner) => self.bound(&inner.expr),
            _ => None,
        }
    }

    /// The value of an expression of the rule, where it is known now.
    fn known(&self, expr: &Expr) -> Option<Known> {
        match expr {
            Expr::Paren(inner) => self.known(&inner.expr),
            Expr::Group(inner) => self.known(&inner.expr),
            Expr::Lit(_) | Expr::Unary(_) if literal(expr).is_some() => literal(expr),
            Expr::Unary(unary) => match (&unary.op, self.known(&unary.expr)?) {
                (syn::UnOp::Not(_), Known::Bool(value)) => Some(Known::Bool(!value)),
                (syn::UnOp::Neg(_), Known::Number(value)) => Some(Known::Number(-value)),
                (syn::UnOp::Neg(_), Known::Int(value)) => Some(Known::Int(-value)),
                _ => None,
            },
            Expr::Path(_) | Expr::Field(_) => match self.bound(expr)? {
                Bound::Host(value) => literal(value),
                _ => None,
            },
            Expr::Binary(binary) => {
                let left = self.known(&binary.left);
                match (&binary.op, &left) {
                    (syn::BinOp::And(_), Some(Known::Bool(false))) => return left,
                    (syn::BinOp::Or(_), Some(Known::Bool(true))) => return left,
                    _ => {}
                }
                let right = self.known(&binary.right)?;
                combined(&binary.op, &left?, &right)
            }
            Expr::MethodCall(call) if call.method == "ndim" => match self.bound(&call.receiver)? {
                Bound::Tensor {
                    rank: Some(rank), ..
                } => i64::try_from(*rank).ok().map(Known::Int),
                _ => None,
            },
            Expr::MethodCall(call) if call.args.is_empty() => {
                let Known::Number(of) = self.known(&call.receiver)? else {
                    return None;
                };
                Some(match call.method.to_string().as_str() {
                    "is_infinite" => Known::Bool(of.is_infinite()),
                    "ln" => Known::Number(of.ln()),
                    "sqrt" => Known::Number(of.sqrt()),
                    "floor" => Known::Number(of.floor()),
                    "ceil" => Known::Number(of.ceil()),
                    _ => return None,
                })
            }
            Expr::Call(call) => {
                let name = called(call)?;
                let argument = self.bound(call.args.first()?)?;
                match name.as_str() {
                    "count" => match argument {
                        Bound::Tensors(list) => i64::try_from(list.len()).ok().map(Known::Int),
                        _ => None,
                    },
                    "is_none" => Some(Known::Bool(matches!(argument, Bound::Absent))),
                    "is_host" => Some(Known::Bool(matches!(argument, Bound::Host(_)))),
                    "is_literal" => Some(Known::Bool(
                        matches!(argument, Bound::Host(value) if literal(value).is_some()),
                    )),
                    "is_last" => Some(Known::Bool(match argument {
                        Bound::Host(axis) => literal(axis) == Some(Known::Int(-1)),
                        Bound::List(list) => {
                            list.len() == 1
                                && list.first().and_then(literal) == Some(Known::Int(-1))
                        }
                        _ => false,
                    })),
                    "is_ranked" => Some(Known::Bool(matches!(
                        argument,
                        Bound::Tensor { rank: Some(_), .. }
                    ))),
                    "has_tensor" => Some(Known::Bool(match argument {
                        Bound::Index { tensors, .. } => *tensors,
                        _ => false,
                    })),
                    "is_list" => Some(Known::Bool(matches!(argument, Bound::List(_)))),
                    "num" => match argument {
                        Bound::Host(value) => literal(value)
                            .and_then(|value| value.float())
                            .map(Known::Number),
                        _ => None,
                    },
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// A question that rules ask of arguments:
    ///
    /// | question | answer |
    /// |---|---|
    /// | `is_none(axis)` | is it left out? |
    /// | `is_host(y)`, `is_literal(y)` | is it a number; one that is written out? |
    /// | `is_list(axis)` | are several written out? |
    /// | `is_last(axis)` | is it the last axis alone, written as -1? |
    /// | `num(y)` | the number as `f64` |
    /// | `dtype(x)` | the element type, as an argument |
    /// | `axis_count(x, axis)` | how many elements of `x` go into one of a reduction over `axis` |
    /// | `at(kernel, i)` | that of the axis `i`, of one number for all axes or a list |
    /// | `inverse(axes)` | the permutation backwards |
    /// | `negated(shift)` | each with the other sign |
    /// | `before(sizes, i)` | the sum of those before the place `i`, which may count from the end |
    /// | `is_ranked(x)` | is its rank known now? |
    /// | `corner(x)` | the index of a tensor's first elements, as many along each axis as `x` has |
    /// | `has_tensor(index)` | do positions in a tensor stand in `x[…]`, so that one may stand there twice? |
    /// | `count(tensors)` | how many tensors a list has |
    /// | `sizes(tensors, axis)` | the sizes of all tensors of a list |
    fn question(&mut self, call: &syn::ExprCall) -> Option<Expr> {
        let name = called(call)?;
        let args: Vec<&Expr> = call.args.iter().collect();
        let first = args.first().copied()?;
        let bound = self.bound(first).cloned();
        match name.as_str() {
            "is_none" | "is_host" | "is_literal" | "is_list" | "is_last" | "has_tensor"
            | "is_ranked" => {
                self.fail(format!("`{name}` of what is no parameter"));
                None
            }
            "num" => match bound {
                Some(Bound::Host(value)) => {
                    let known = literal(&value).and_then(|value| value.float());
                    Some(match known {
                        Some(number) => self.number(number),
                        None => parse_quote!(((#value) as f64)),
                    })
                }
                _ => {
                    self.fail("`num` of what is no number");
                    None
                }
            },
            "dtype" => match bound {
                Some(Bound::Tensor { elem, .. }) => Some(element(elem, self.at)),
                _ => {
                    self.fail("`dtype` of what is no tensor");
                    None
                }
            },
            "axis_count" => {
                let Some(Bound::Tensor { expr, rank, .. }) = bound else {
                    self.fail("`axis_count` of what is no tensor");
                    return None;
                };
                let axes = args.get(1).and_then(|axis| self.bound(axis)).cloned();
                let axes: Vec<Expr> = match (axes, rank) {
                    (Some(Bound::List(list)), _) => list,
                    (Some(Bound::Host(axis)), _) => vec![axis],
                    (Some(Bound::Absent), Some(rank)) => (0..rank)
                        .map(|axis| {
                            let axis = proc_macro2::Literal::usize_unsuffixed(axis);
                            parse_quote!(#axis)
                        })
                        .collect(),
                    _ => {
                        return Some(
                            parse_quote!((#expr.shape().iter().product::<usize>() as f64)),
                        );
                    }
                };
                if axes.iter().any(|axis| literal(axis).is_none()) {
                    return None.or_else(|| {
                        // An axis or a list of them, by the sizes that are left.
                        let result = match self.env.get("result") {
                            Some(Bound::Tensor { expr, .. }) => expr.clone(),
                            _ => return None,
                        };
                        Some(parse_quote!((#expr.shape().iter().product::<usize>() as f64
                            / #result.shape().iter().product::<usize>() as f64)))
                    });
                }
                let known = match first {
                    Expr::Path(path) => path
                        .path
                        .get_ident()
                        .and_then(|name| self.env.sizes.get(&name.to_string())),
                    _ => None,
                };
                let sizes: Vec<Expr> = axes
                    .iter()
                    .map(|axis| {
                        let place = match (literal(axis), known) {
                            (Some(Known::Int(axis)), Some(known)) => {
                                let count = i64::try_from(known.len()).unwrap_or(0);
                                usize::try_from(if axis < 0 { axis + count } else { axis }).ok()
                            }
                            _ => None,
                        };
                        let size = place.and_then(|place| known?.get(place)?.clone());
                        size.unwrap_or_else(|| parse_quote!(#expr.dim(#axis)))
                    })
                    .collect();
                Some(match sizes.as_slice() {
                    [] => parse_quote!(1.0),
                    [Expr::Lit(size)] => parse_quote!(#size),
                    [Expr::Path(size)] => parse_quote!((#size as f64)),
                    [first, rest @ ..] => parse_quote!(((#first #(* #rest)*) as f64)),
                })
            }
            "at" => {
                let place = match args.get(1).and_then(|place| self.known(place)) {
                    Some(Known::Int(place)) => usize::try_from(place).unwrap_or(0),
                    _ => 0,
                };
                match bound {
                    Some(Bound::List(list)) if list.len() == 1 => list.first().cloned(),
                    Some(Bound::List(list)) => list.get(place).cloned(),
                    Some(Bound::Host(value)) if literal(&value).is_some() => Some(value),
                    Some(Bound::Host(value)) => {
                        let place = proc_macro2::Literal::usize_unsuffixed(place);
                        Some(parse_quote!(__rt::number_at((#value).clone(), #place)?))
                    }
                    _ => {
                        self.fail("`at` of what is no list");
                        None
                    }
                }
            }
            "inverse" => {
                let Some(Bound::List(list)) = &bound else {
                    return match bound {
                        Some(Bound::Host(axes)) => {
                            Some(parse_quote!(__rt::inverse_permutation(&(#axes)[..])))
                        }
                        _ => {
                            self.fail("`inverse` of what are no axes");
                            None
                        }
                    };
                };
                let places: Option<Vec<i64>> = list
                    .iter()
                    .map(|axis| match literal(axis) {
                        Some(Known::Int(axis)) => Some(axis),
                        _ => None,
                    })
                    .collect();
                let count = i64::try_from(list.len()).unwrap_or(i64::MAX);
                let Some(places) = places else {
                    return Some(parse_quote!(__rt::inverse_permutation(&[#(#list as i64),*])));
                };
                let inverse: Vec<proc_macro2::Literal> = (0..count)
                    .map(|axis| {
                        let place = places
                            .iter()
                            .position(|p| p.rem_euclid(count.max(1)) == axis);
                        proc_macro2::Literal::usize_unsuffixed(place.unwrap_or(0))
                    })
                    .collect();
                Some(parse_quote!([#(#inverse),*]))
            }
            "negated" => match bound {
                Some(Bound::List(list)) => Some(parse_quote!([#(-(#list)),*])),
                Some(Bound::Host(value)) => Some(match literal(&value) {
                    Some(_) => parse_quote!(-#value),
                    None => parse_quote!(__rt::Negated::negated(#value)),
                }),
                _ => {
                    self.fail("`negated` of what is no list");
                    None
                }
            },
            "before" => {
                let (count, list): (Expr, Expr) = match bound {
                    Some(Bound::List(list)) => {
                        let place = args.get(1).and_then(|place| match self.bound(place) {
                            Some(Bound::Host(place)) => position(place, list.len()),
                            _ => position(place, list.len()),
                        });
                        if let Some(place) = place {
                            let list = list.iter().take(place);
                            return Some(parse_quote!((0 #(+ #list)*)));
                        }
                        let count = proc_macro2::Literal::usize_unsuffixed(list.len());
                        (parse_quote!(#count), parse_quote!([#((#list) as i64),*]))
                    }
                    Some(Bound::Host(list)) => (parse_quote!(#list.len()), list),
                    _ => {
                        self.fail("`before` of what is no list");
                        return None;
                    }
                };
                let mut place = (*args.get(1)?).clone();
                self.visit_expr_mut(&mut place);
                Some(
                    parse_quote!((#list[..(((#place) as i64).rem_euclid(#count as i64) as usize)].iter().map(|n| *n as i64).sum::<i64>())),
                )
            }
            "corner" => match bound {
                Some(Bound::Tensor {
                    expr,
                    rank: Some(rank),
                    ..
                }) => {
                    let axes = (0..rank).map(proc_macro2::Literal::usize_unsuffixed);
                    Some(parse_quote!(s![#(..#expr.dim(#axes)),*]))
                }
                _ => {
                    self.fail("`corner` of what has no known rank");
                    None
                }
            },
            "count" => match bound {
                Some(Bound::Listed(list)) => Some(parse_quote!(#list.len())),
                _ => None,
            },
            "sizes" => match bound {
                Some(Bound::Tensors(list)) => {
                    let axis = args.get(1).and_then(|axis| self.bound(axis));
                    match axis {
                        Some(Bound::Host(axis)) => Some(parse_quote!([#(#list.dim(#axis)),*])),
                        _ => None,
                    }
                }
                Some(Bound::Listed(list)) => {
                    let axis = args.get(1).and_then(|axis| self.bound(axis));
                    match axis {
                        Some(Bound::Host(axis)) => {
                            let axis = axis.clone();
                            Some(parse_quote!({
                                let mut sizes = ::std::vec::Vec::new();
                                for at in 0..#list.len() { sizes.push(#list[at].dim(#axis)); }
                                sizes
                            }))
                        }
                        _ => None,
                    }
                }
                _ => {
                    self.fail("`sizes` of what is no list of tensors");
                    None
                }
            },
            _ => None,
        }
    }

    fn number(&self, number: f64) -> Expr {
        if !number.is_finite() {
            return match (number.is_nan(), number > 0.0) {
                (true, _) => parse_quote!(f64::NAN),
                (false, true) => parse_quote!(f64::INFINITY),
                (false, false) => parse_quote!(f64::NEG_INFINITY),
            };
        }
        let mut text = proc_macro2::Literal::f64_unsuffixed(number.abs());
        text.set_span(self.at);
        match number < 0.0 {
            true => parse_quote!(-#text),
            false => parse_quote!(#text),
        }
    }

    fn int(&self, number: i64) -> Expr {
        let mut text = proc_macro2::Literal::i64_unsuffixed(number.saturating_abs());
        text.set_span(self.at);
        match number < 0 {
            true => parse_quote!(-#text),
            false => parse_quote!(#text),
        }
    }

    /// What a name stands for, as an expression.
    fn put(&self, bound: &Bound) -> Expr {
        match bound {
            Bound::Tensor { expr, .. } | Bound::Index { expr, .. } | Bound::Listed(expr) => {
                expr.clone()
            }
            Bound::Host(value) => match value {
                Expr::Lit(_) | Expr::Path(_) | Expr::Paren(_) | Expr::Unary(_) => value.clone(),
                other => parse_quote!((#other)),
            },
            Bound::Tensors(list) | Bound::List(list) => parse_quote!([#(#list),*]),
            Bound::Pads(list) => {
                let pairs = list.iter().map(|(before, after)| quote!((#before, #after)));
                parse_quote!([#(#pairs),*])
            }
            Bound::DType(dtype) => parse_quote!(#dtype),
            Bound::Absent => parse_quote!(None),
        }
    }
}

impl VisitMut for Rule {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::If(choice) => {
                if let Some(Known::Bool(value)) = self.known(&choice.cond) {
                    let taken = match value {
                        true => Expr::Block(syn::ExprBlock {
                            attrs: Vec::new(),
                            label: None,
                            block: choice.then_branch.clone(),
                        }),
                        false => match &choice.else_branch {
                            Some((_, otherwise)) => (**otherwise).clone(),
                            None => parse_quote!({}),
                        },
                    };
                    *expr = taken;
                    self.visit_expr_mut(expr);
                    return;
                }
            }
            Expr::Call(call) => {
                if let Some(answer) = self.question(call) {
                    *expr = answer;
                    return;
                }
            }
            Expr::Path(_) | Expr::Field(_) => {
                if let Some(bound) = self.bound(expr) {
                    *expr = self.put(bound);
                    return;
                }
            }
            Expr::Block(block) => {
                let before = self.env.clone();
                self.visit_block_mut(&mut block.block);
                self.env = before;
                *expr = simple(expr.clone());
                return;
            }
            Expr::Paren(inner) => {
                self.visit_expr_mut(&mut inner.expr);
                if matches!(
                    &*inner.expr,
                    Expr::Path(_) | Expr::Lit(_) | Expr::MethodCall(_)
                ) {
                    *expr = (*inner.expr).clone();
                }
                return;
            }
            // The inside of `x[…]`.
            Expr::Macro(inner) if inner.mac.path.is_ident("s") => {
                let Ok(items) = syn::parse2::<crate::check::Items>(inner.mac.tokens.clone()) else {
                    return;
                };
                let items = items.0.into_iter().map(|mut item| {
                    self.visit_expr_mut(&mut item.expr);
                    let step = item.step.as_mut().map(|step| {
                        self.visit_expr_mut(step);
                        quote!(; #step)
                    });
                    let expr = &item.expr;
                    quote!(#expr #step)
                });
                inner.mac.tokens = quote!(#(#items),*);
                return;
            }
            _ => {}
        }
        if let Some(known) = match expr {
            Expr::Binary(_) | Expr::MethodCall(_) => self.known(expr),
            _ => None,
        } {
            match known {
                Known::Number(number) => *expr = self.number(number),
                Known::Int(number) => *expr = self.int(number),
                Known::Bool(value) => *expr = parse_quote!(#value),
                Known::Text(_) => {}
            }
            return;
        }
        let args = match expr {
            Expr::Call(call) => &mut call.args,
            Expr::MethodCall(call) => {
                self.visit_expr_mut(&mut call.receiver);
                &mut call.args
            }
            _ => {
                syn::visit_mut::visit_expr_mut(self, expr);
                return;
            }
        };
        for arg in args {
            match arg {
                // A keyword is no name of the rule's.
                Expr::Assign(pair) => self.visit_expr_mut(&mut pair.right),
                arg => self.visit_expr_mut(arg),
            }
        }
    }

    /// The rule's own names get a number, so that none hides a name of the function's.
    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        if let Some(init) = &mut local.init {
            self.visit_expr_mut(&mut init.expr);
        }
        self.name(&mut local.pat, local.init.as_ref().map(|init| &*init.expr));
    }
}

impl Rule {
    fn name(&mut self, pat: &mut syn::Pat, of: Option<&Expr>) {
        match pat {
            syn::Pat::Ident(name) => {
                // Another name for what is there.
                let known = of.and_then(literal).is_some();
                let number = self.number;
                let unique = Ident::new(&format!("{}_r{number}", name.ident), self.at);
                let expr: Expr = match (known, of) {
                    (true, Some(of)) => of.clone(),
                    _ => parse_quote!(#unique),
                };
                let bound = match known {
                    true => Bound::Host(expr),
                    // Of what kind it is the checker sees.
                    false => Bound::Tensor {
                        expr,
                        rank: None,
                        elem: Elem::Unknown,
                    },
                };
                self.env.bind(&name.ident.to_string(), bound);
                name.ident = unique;
            }
            syn::Pat::Tuple(tuple) => {
                for part in &mut tuple.elems {
                    self.name(part, None);
                }
            }
            syn::Pat::Wild(_) => {}
            _ => self.fail("a pattern that rules do not have"),
        }
    }
}

/// The name of a function that is called by one word.
fn called(call: &syn::ExprCall) -> Option<String> {
    match &*call.func {
        Expr::Path(path) => path.path.get_ident().map(ToString::to_string),
        _ => None,
    }
}

/// A place in a list of so many, from its end where it is negative, if it is written out.
pub fn position(place: &Expr, count: usize) -> Option<usize> {
    let Some(Known::Int(place)) = literal(place) else {
        return None;
    };
    let count = i64::try_from(count).ok()?;
    usize::try_from(place.rem_euclid(count.max(1))).ok()
}

/// An element type, as an argument.
pub fn element(elem: Elem, at: Span) -> Expr {
    match elem {
        Elem::Known(dtype) => {
            let name = Ident::new(dtype.name(), at);
            parse_quote!(#name)
        }
        Elem::Shared | Elem::Unknown => parse_quote!(_),
    }
}

/// Without blocks that hold one expression.
fn simple(expr: Expr) -> Expr {
    if let Expr::Block(block) = &expr
        && block.label.is_none()
        && let [syn::Stmt::Expr(inner, None)] = block.block.stmts.as_slice()
    {
        return match inner {
            Expr::Block(_) => simple(inner.clone()),
            Expr::Binary(_) | Expr::Unary(_) | Expr::Cast(_) => parse_quote!((#inner)),
            _ => inner.clone(),
        };
    }
    expr
}

/// A value that is written out.
fn literal(expr: &Expr) -> Option<Known> {
    match expr {
        Expr::Lit(lit) => match &lit.lit {
            syn::Lit::Bool(value) => Some(Known::Bool(value.value)),
            syn::Lit::Int(value) => value.base10_parse().ok().map(Known::Int),
            syn::Lit::Float(value) => value.base10_parse().ok().map(Known::Number),
            syn::Lit::Str(value) => Some(Known::Text(value.value())),
            _ => None,
        },
        Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Neg(_)) => {
            match literal(&unary.expr)? {
                Known::Number(value) => Some(Known::Number(-value)),
                Known::Int(value) => Some(Known::Int(-value)),
                _ => None,
            }
        }
        Expr::Paren(inner) => literal(&inner.expr),
        Expr::Group(inner) => literal(&inner.expr),
        _ => None,
    }
}

fn combined(op: &syn::BinOp, left: &Known, right: &Known) -> Option<Known> {
    use syn::BinOp;
    match (left, right) {
        (Known::Int(a), Known::Int(b)) => Some(match op {
            BinOp::Add(_) => Known::Int(a.checked_add(*b)?),
            BinOp::Sub(_) => Known::Int(a.checked_sub(*b)?),
            BinOp::Mul(_) => Known::Int(a.checked_mul(*b)?),
            BinOp::Div(_) => Known::Int(a.checked_div(*b)?),
            BinOp::Eq(_) => Known::Bool(a == b),
            BinOp::Ne(_) => Known::Bool(a != b),
            BinOp::Lt(_) => Known::Bool(a < b),
            BinOp::Le(_) => Known::Bool(a <= b),
            BinOp::Gt(_) => Known::Bool(a > b),
            BinOp::Ge(_) => Known::Bool(a >= b),
            _ => return None,
        }),
        (Known::Int(_) | Known::Number(_), Known::Int(_) | Known::Number(_))
            if !matches!((left, right), (Known::Number(_), Known::Number(_))) =>
        {
            let (left, right) = (Known::Number(left.float()?), Known::Number(right.float()?));
            combined(op, &left, &right)
        }
        (Known::Number(a), Known::Number(b)) => Some(match op {
            BinOp::Add(_) => Known::Number(a + b),
            BinOp::Sub(_) => Known::Number(a - b),
            BinOp::Mul(_) => Known::Number(a * b),
            BinOp::Div(_) => Known::Number(a / b),
            #[allow(clippy::float_cmp, reason = "both are written out")]
            BinOp::Eq(_) => Known::Bool(a == b),
            #[allow(clippy::float_cmp, reason = "both are written out")]
            BinOp::Ne(_) => Known::Bool(a != b),
            BinOp::Lt(_) => Known::Bool(a < b),
            BinOp::Le(_) => Known::Bool(a <= b),
            BinOp::Gt(_) => Known::Bool(a > b),
            BinOp::Ge(_) => Known::Bool(a >= b),
            _ => return None,
        }),
        (Known::Bool(a), Known::Bool(b)) => Some(Known::Bool(match op {
            BinOp::And(_) => *a && *b,
            BinOp::Or(_) => *a || *b,
            BinOp::Eq(_) => a == b,
            BinOp::Ne(_) => a != b,
            _ => return None,
        })),
        (Known::Text(a), Known::Text(b)) => Some(Known::Bool(match op {
            BinOp::Eq(_) => a == b,
            BinOp::Ne(_) => a != b,
            _ => return None,
        })),
        _ => None,
    }
}

/// May it be written twice? It has no effect, and costs little.
pub fn is_plain(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(_) | Expr::Path(_) => true,
        Expr::Paren(inner) => is_plain(&inner.expr),
        Expr::Group(inner) => is_plain(&inner.expr),
        Expr::Unary(inner) => is_plain(&inner.expr),
        Expr::Cast(inner) => is_plain(&inner.expr),
        Expr::Field(inner) => is_plain(&inner.base),
        Expr::Reference(inner) => is_plain(&inner.expr),
        Expr::Binary(inner) => is_plain(&inner.left) && is_plain(&inner.right),
        Expr::MethodCall(call) => {
            let question = ["dim", "ndim", "shape"];
            question.contains(&call.method.to_string().as_str())
                && is_plain(&call.receiver)
                && call.args.iter().all(is_plain)
        }
        _ => false,
    }
}

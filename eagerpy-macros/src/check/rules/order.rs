//! Shapes of scans, of what comes of sorting, and of searches.

use eagerpy_runtime::ops::{Default, ShapeRule};

use super::super::Checker;
use super::super::dim::Dim;
use super::super::hir::{Arg, HostCode};
use super::super::ty::{Shape, Tensor};
use super::{Call, tensor_of};
use crate::diag::{Code, Diagnostic};

/// A number that is written out.
fn literal(code: &HostCode) -> Option<f64> {
    fn value(expr: &syn::Expr) -> Option<f64> {
        match expr {
            syn::Expr::Lit(syn::ExprLit { lit, .. }) => match lit {
                syn::Lit::Float(v) => v.base10_parse().ok(),
                syn::Lit::Int(v) => v.base10_parse().ok(),
                _ => None,
            },
            syn::Expr::Unary(syn::ExprUnary {
                op: syn::UnOp::Neg(_),
                expr,
                ..
            }) => value(expr).map(|v| -v),
            syn::Expr::Paren(paren) => value(&paren.expr),
            syn::Expr::Group(group) => value(&group.expr),
            _ => None,
        }
    }
    value(&code.expr)
}

impl Checker<'_> {
    /// The shapes of the results of an op with several.
    pub(super) fn several(&mut self, call: &Call<'_>) -> Option<Vec<Shape>> {
        let x = call.tensor(0).shape;
        let vector = || Shape::of_rank(1);
        Some(match call.op.shape {
            ShapeRule::UniqueInverse => vec![vector(), x],
            ShapeRule::UniqueAll => vec![vector(), vector(), x, vector()],
            _ => return None,
        })
    }

    /// The axis of an argument, where the rank is known.
    fn axis_of(&mut self, call: &Call<'_>, x: &Tensor) -> Option<Result<usize, ()>> {
        let (axis, at) = call.axis("axis")?;
        x.shape.rank()?;
        Some(self.check_axis(axis, x, &at).ok_or(()))
    }

    /// `n` less along the axis.
    pub(super) fn diff(&mut self, call: &Call<'_>, x: &Tensor) -> Option<Shape> {
        let Some(axis) = self.axis_of(call, x) else {
            return Some(x.shape.rank().map_or(Shape::Unknown, Shape::of_rank));
        };
        let axis = axis.ok()?;
        let n = match call.arg("n") {
            Some(Arg::Default(Default::Int(n))) => Dim::size(*n),
            Some(Arg::Host(code)) => code.dim.clone(),
            _ => Dim::Unknown,
        };
        let mut dims = x.shape.dims().map(<[Dim]>::to_vec)?;
        if let Some(dim) = dims.get_mut(axis) {
            *dim = match (dim.known(), n.known()) {
                (Some(size), Some(n)) => Dim::size((size - n).max(0)),
                _ => dim.minus(&n),
            };
        }
        Some(Shape::Ranked(dims))
    }

    pub(super) fn quantile(&mut self, call: &Call<'_>, x: &Tensor) -> Option<Shape> {
        let outside = call.host("q").and_then(|code| {
            let q = literal(code)?;
            (!(0.0..=1.0).contains(&q)).then_some((code, q))
        });
        let shape = self.reduce(call, x);
        let Some((code, q)) = outside else {
            return shape;
        };
        let diagnostic = Diagnostic::new(
            Code::E218,
            code.origin.tokens(),
            format!("`q` is {q}, not in 0 to 1"),
        );
        self.push(match q {
            1.0..=100.0 => {
                diagnostic.help(format!("a percentage is a part of 100: `{}`", q / 100.0))
            }
            _ => diagnostic.help("the median is `0.5`"),
        });
        None
    }

    pub(super) fn search_sorted(&mut self, call: &Call<'_>, x: &Tensor) -> Option<Shape> {
        let values = call.tensor(1);
        self.rank_is(call, 0, x, 1, "what is sorted is a vector")
            .then_some(values.shape)
    }

    /// A row for each, a column for each axis.
    pub(super) fn arg_where(x: &Tensor) -> Shape {
        let rank = x.shape.rank().and_then(|rank| i64::try_from(rank).ok());
        Shape::Ranked(vec![Dim::Unknown, rank.map_or(Dim::Unknown, Dim::size)])
    }

    pub(super) fn bincount(&mut self, call: &Call<'_>, x: &Tensor) -> Option<Shape> {
        let mut good = self.rank_is(call, 0, x, 1, "what is counted is a vector");
        if let Some(node) = call.node(1) {
            let weights = tensor_of(node);
            good &= self.rank_is(call, 1, &weights, 1, "weights are a vector");
            let size = |tensor: &Tensor| tensor.shape.dims()?.first().cloned();
            if let (Some(n), Some(m), true) = (size(x), size(&weights), good)
                && n.equals(&m) == Some(false)
            {
                let facts = self.facts_at(call, &[&n, &m]);
                self.push(
                    Diagnostic::new(Code::E206, call.place, "one weight per number")
                        .facts(facts)
                        .help("give both the same first dimension"),
                );
                return None;
            }
        }
        good.then(|| Shape::of_rank(1))
    }

    pub(super) fn top_k(&mut self, call: &Call<'_>, x: &Tensor) -> Option<Shape> {
        let k = call.host("k");
        let size = k.map_or(Dim::Unknown, |c| c.dim.clone());
        if x.shape.rank() == Some(0) {
            let fact = self.described_at(call, 0);
            self.push(
                Diagnostic::new(Code::E208, call.place, "`topk` of a scalar")
                    .fact(fact)
                    .help("a scalar has no axis"),
            );
            return None;
        }
        let Some(axis) = self.axis_of(call, x) else {
            return Some(x.shape.rank().map_or(Shape::Unknown, Shape::of_rank));
        };
        let axis = axis.ok()?;
        let mut dims = x.shape.dims().map(<[Dim]>::to_vec)?;
        if let (Some(k), Some(n), Some(code)) =
            (size.known(), dims.get(axis).and_then(Dim::known), k)
            && (k > n || k < 0)
        {
            let fact = self.described_at(call, 0);
            let last = axis + 1 == dims.len();
            let which = if last {
                "the last axis".to_owned()
            } else {
                format!("axis {axis}")
            };
            self.push(
                Diagnostic::new(
                    Code::E218,
                    code.origin.tokens(),
                    format!("k is {k}, but {which} has {n} elements"),
                )
                .fact(fact)
                .help(format!("k is at most the size of {which}")),
            );
            return None;
        }
        if let Some(dim) = dims.get_mut(axis) {
            *dim = size;
        }
        Some(Shape::Ranked(dims))
    }
}

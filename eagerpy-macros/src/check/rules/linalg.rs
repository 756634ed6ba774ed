//! Shapes of operations on vectors and matrices that a signature does not say.

use eagerpy_runtime::ops::core::SYSTEM;

use super::super::Checker;
use super::super::dim::Dim;
use super::super::ty::{Shape, Tensor};
use super::{Call, broadcast};
use crate::diag::{Code, Diagnostic};

impl Checker<'_> {
    /// `solve`: what the right side is, its rank says.
    pub(super) fn system(&mut self, call: &Call<'_>) -> Option<Vec<Shape>> {
        let [vector, matrices] = SYSTEM;
        match call.tensor(1).shape {
            Shape::Ranked(dims) if dims.len() == 1 => self.core(call, vector),
            Shape::Ranked(_) | Shape::Led { .. } => self.core(call, matrices),
            // The left side alone is looked at.
            _ => {
                let x = call.tensor(0).shape;
                if x.dims().is_some() {
                    self.core(call, "(..., n, n) -> ()")?;
                }
                Some(vec![Shape::Unknown])
            }
        }
    }

    /// The axis in both tensors, counted from the front: `Err` where a mistake was told, `None` where it is not known.
    #[allow(clippy::type_complexity, reason = "an axis of each")]
    fn common_axis(
        &mut self,
        call: &Call<'_>,
        x: &Tensor,
        y: &Tensor,
    ) -> Result<Option<(usize, usize)>, ()> {
        let Some((axis, at)) = call.axis("axis") else {
            return Ok(None);
        };
        let (Some(left), Some(right)) = (x.shape.rank(), y.shape.rank()) else {
            for tensor in [x, y] {
                if tensor.shape.rank().is_some() {
                    self.check_axis(axis, tensor, &at).ok_or(())?;
                }
            }
            return Ok(None);
        };
        let a = self.check_axis(axis, x, &at).ok_or(())?;
        let b = self.check_axis(axis, y, &at).ok_or(())?;
        if axis >= 0 && left != right {
            let facts = self.facts_at(call, &[]);
            let back = i64::try_from(left.min(right)).unwrap_or(0);
            self.push(
                Diagnostic::new(
                    Code::E204,
                    at.tokens(),
                    format!("axis {axis} is another one in each tensor"),
                )
                .facts(facts)
                .help(format!(
                    "count from the end where ranks differ: -1 is the last axis, and at least -{back}"
                )),
            );
            return Err(());
        }
        Ok(Some((a, b)))
    }

    pub(super) fn vec_dot(&mut self, call: &Call<'_>) -> Option<Shape> {
        let (x, y) = (call.tensor(0), call.tensor(1));
        let common = self.common_axis(call, &x, &y).ok()?;
        let (Some((a, b)), Some(left), Some(right)) = (common, x.shape.dims(), y.shape.dims())
        else {
            return Some(Shape::Unknown);
        };
        if let (Some(n), Some(m)) = (left.get(a), right.get(b))
            && n.equals(m) == Some(false)
        {
            let (first, second) = (n.show(&self.names), m.show(&self.names));
            let facts = self.facts_at(call, &[n, m]);
            self.push(
                Diagnostic::new(
                    Code::E207,
                    call.place,
                    format!("`vecdot`: sizes differ: `{first}` and `{second}`"),
                )
                .facts(facts)
                .help("give both one dimension"),
            );
            return None;
        }
        let rest = |dims: &[Dim], axis: usize| -> Shape {
            let rest = dims.iter().enumerate().filter(|(i, _)| *i != axis);
            Shape::Ranked(rest.map(|(_, dim)| dim.clone()).collect())
        };
        self.others(call, &rest(left, a), &rest(right, b))
    }

    /// Axes that broadcast together.
    fn others(&mut self, call: &Call<'_>, left: &Shape, right: &Shape) -> Option<Shape> {
        match broadcast(left, right) {
            Ok(both) => Some(both),
            Err((a, b, _)) => {
                let facts = self.facts_at(call, &[&a, &b]);
                let (a, b) = (a.show(&self.names), b.show(&self.names));
                let name = call.op.name;
                self.push(
                    Diagnostic::new(
                        Code::E206,
                        call.place,
                        format!("`{name}`: the other axes do not broadcast: `{a}` and `{b}`"),
                    )
                    .facts(facts)
                    .help("all axes but that of the vectors must be equal or 1"),
                );
                None
            }
        }
    }

    pub(super) fn cross(&mut self, call: &Call<'_>) -> Option<Shape> {
        let (x, y) = (call.tensor(0), call.tensor(1));
        let common = self.common_axis(call, &x, &y).ok()?;
        if let Some((a, b)) = common {
            for (tensor, axis) in [(&x, a), (&y, b)] {
                let Some(size) = tensor.shape.dims().and_then(|dims| dims.get(axis)) else {
                    continue;
                };
                if size.equals(&Dim::size(3)) == Some(false) {
                    let shown = size.show(&self.names);
                    let facts = self.facts_at(call, &[size]);
                    self.push(
                        Diagnostic::new(
                            Code::E207,
                            call.place,
                            format!("`cross` of vectors of `{shown}`, not of 3"),
                        )
                        .facts(facts)
                        .help("the axis of the vectors has size 3: write 3 for it in the signature, or name another axis"),
                    );
                    return None;
                }
            }
        }
        self.others(call, &x.shape, &y.shape)
    }

    pub(super) fn kron(&mut self, call: &Call<'_>) -> Option<Shape> {
        let (x, y) = (call.tensor(0), call.tensor(1));
        let (Some(left), Some(right)) = (x.shape.dims(), y.shape.dims()) else {
            return Some(Shape::Unknown);
        };
        let rank = left.len().max(right.len());
        let one = Dim::size(1);
        let at = |dims: &[Dim], back: usize| -> Dim {
            let place = dims.len().checked_sub(back);
            place.and_then(|i| dims.get(i)).unwrap_or(&one).clone()
        };
        let dims = (1..=rank)
            .rev()
            .map(|back| at(left, back).times(&at(right, back)));
        Some(Shape::Ranked(dims.collect()))
    }

    pub(super) fn tensor_dot(&mut self, call: &Call<'_>) -> Option<Shape> {
        let (x, y) = (call.tensor(0), call.tensor(1));
        let (Some(left), Some(right), Some((axes, at))) =
            (x.shape.dims(), y.shape.dims(), call.axis("axes"))
        else {
            return Some(Shape::Unknown);
        };
        let most = left.len().min(right.len());
        let Some(count) = usize::try_from(axes).ok().filter(|&n| n <= most) else {
            let facts = self.facts_at(call, &[]);
            self.push(
                Diagnostic::new(
                    Code::E204,
                    at.tokens(),
                    format!("there are no {axes} axes to sum over"),
                )
                .facts(facts)
                .help(format!(
                    "the last axes of the left side meet the first of the right: from 0 to {most}"
                )),
            );
            return None;
        };
        let (rows, inner) = left.split_at(left.len() - count);
        let (meets, columns) = right.split_at(count);
        for (a, b) in inner.iter().zip(meets) {
            if a.equals(b) == Some(false) {
                let (first, second) = (a.show(&self.names), b.show(&self.names));
                let facts = self.facts_at(call, &[a, b]);
                self.push(
                    Diagnostic::new(
                        Code::E207,
                        call.place,
                        format!("`tensordot`: sizes differ: `{first}` and `{second}`"),
                    )
                    .facts(facts)
                    .help(format!(
                        "the last {} of the left side meet the first of the right; `einsum` pairs any axes",
                        super::counted(count, "axis", "axes")
                    )),
                );
                return None;
            }
        }
        Some(Shape::Ranked(rows.iter().chain(columns).cloned().collect()))
    }
}

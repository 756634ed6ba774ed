//! Shapes of what moves elements about, and of what goes by index tensors.

use eagerpy_runtime::DType;
use eagerpy_runtime::ops::{Default, ShapeRule};

use super::super::Checker;
use super::super::dim::Dim;
use super::super::hir::{Arg, HostCode, Node};
use super::super::ty::{Elem, Host, Shape, Tensor};
use super::{AxesArg, Call, broadcast, counted, product, tensor_of};
use crate::diag::{Code, Diagnostic};
use crate::origin::Origin;

impl<'c> Call<'c> {
    /// Integers as they are written: a list, or one.
    fn ints(&self, name: &str) -> Option<Vec<&'c HostCode>> {
        let place = self.op.params.iter().position(|p| p.name == name)?;
        match self.args.get(place)? {
            Arg::List(list) => Some(list.iter().collect()),
            Arg::Host(code) if code.ty == Host::Int => Some(vec![code]),
            _ => None,
        }
    }

    /// An integer that is written out, or the default.
    fn int(&self, name: &str) -> Option<i64> {
        self.axis(name).map(|(n, _)| n)
    }

    /// A size, as far as it is known.
    fn size(&self, name: &str) -> Dim {
        match self.arg(name) {
            Some(Arg::Host(code)) => code.dim.clone(),
            Some(Arg::Default(Default::Int(n))) => Dim::size(*n),
            _ => Dim::Unknown,
        }
    }

    /// Is it left out?
    fn left_out(&self, name: &str) -> bool {
        matches!(self.arg(name), Some(Arg::Default(_)))
    }
}

/// An axis, all sizes, and that of the axis.
type Along<'x> = (usize, &'x [Dim], Dim);

/// What is left of a shape whose sizes are not known one by one: at most its rank.
fn loose(shape: &Shape) -> Shape {
    match shape {
        Shape::Like(_) => shape.clone(),
        _ => Shape::Unknown,
    }
}

impl Checker<'_> {
    /// The shape of a result, by the rules of this family.
    pub(super) fn movement(&mut self, call: &Call<'_>, x: &Tensor) -> Option<Shape> {
        match call.op.shape {
            ShapeRule::MatrixTranspose => self.matrix_transpose(call, x),
            ShapeRule::MoveAxis => self.move_axis(call, x),
            ShapeRule::AtLeast(rank) => Some(match x.shape.dims() {
                Some(dims) => {
                    let new = vec![Dim::size(1); rank.saturating_sub(dims.len())];
                    Shape::Ranked([&new, dims].concat())
                }
                None => Shape::Unknown,
            }),
            ShapeRule::Unflatten => self.unflatten(call, x),
            ShapeRule::FlattenAxes => self.flatten_axes(call, x),
            ShapeRule::BroadcastArrays => self.broadcast_list(call),
            ShapeRule::Meshgrid => self.meshgrid(call),
            ShapeRule::Split => self.split_axis(call, x),
            ShapeRule::Chunk => self.chunk(call, x),
            ShapeRule::Unstack => self.unstack(call, x),
            ShapeRule::Repeat => self.repeat(call, x),
            ShapeRule::Tile => self.tile(call, x),
            ShapeRule::Roll => self.roll(call, x),
            ShapeRule::Rot90 => self.rot90(call, x),
            ShapeRule::Windows => self.windows(call, x),
            ShapeRule::Diagonal => self.diagonal(call, x),
            ShapeRule::Diag => self.diag(call, x),
            ShapeRule::DiagEmbed => self.diag_embed(call, x),
            ShapeRule::Gather => self.gather(call, x),
            ShapeRule::Scatter => self.scatter(call, x),
            ShapeRule::IndexAdd => self.index_add(call, x),
            ShapeRule::PutAlongAxis => self.put_along_axis(call, x),
            ShapeRule::MaskedFill => self.masked_fill(call, x),
            ShapeRule::Elements => self.elements(call),
            ShapeRule::Count(name) => Some(Shape::Ranked(vec![call.size(name)])),
            _ => Some(Shape::Unknown),
        }
    }

    /// A value that the operation does not take, at the argument where it stands.
    fn refused(&mut self, call: &Call<'_>, at: Option<&Origin>, why: String, help: &str) {
        let diagnostic = match at {
            Some(origin) => Diagnostic::new(Code::E218, origin.tokens(), why),
            None => Diagnostic::new(Code::E218, call.place, why),
        };
        let diagnostic = match call.node(0) {
            Some(node) => diagnostic.fact(self.described(node)),
            None => diagnostic,
        };
        self.push(diagnostic.help(help));
    }

    /// Integers that are written out and negative.
    fn none_negative(&mut self, call: &Call<'_>, list: &[&HostCode], what: &str) -> bool {
        let bad = list.iter().find(|c| c.int().is_some_and(|n| n < 0));
        if let Some(code) = bad {
            let why = format!("{what} is not negative");
            self.refused(call, Some(&code.origin), why, "write 0 or more");
        }
        bad.is_none()
    }

    fn rank_at_least(&mut self, call: &Call<'_>, x: &Tensor, rank: usize) -> bool {
        let Some(have) = x.shape.rank() else {
            return true;
        };
        if have >= rank {
            return true;
        }
        let fact = self.described_at(call, 0);
        let title = format!(
            "`{}` takes {} at least, not {have}",
            call.op.name,
            counted(rank, "axis", "axes")
        );
        let diagnostic = Diagnostic::new(Code::E208, call.place, title).fact(fact);
        self.push(diagnostic.help("bring it to that rank with `expand_dims` or `reshape`"));
        false
    }

    fn matrix_transpose(&mut self, call: &Call<'_>, x: &Tensor) -> Option<Shape> {
        if !self.rank_at_least(call, x, 2) {
            return None;
        }
        let turned = |dims: &[Dim]| {
            let mut dims = dims.to_vec();
            let rank = dims.len();
            dims.swap(rank - 2, rank - 1);
            dims
        };
        Some(match &x.shape {
            Shape::Ranked(dims) => Shape::Ranked(turned(dims)),
            Shape::Led { lead, tail } if tail.len() >= 2 => Shape::Led {
                lead: *lead,
                tail: turned(tail),
            },
            other => loose(other),
        })
    }

    fn move_axis(&mut self, call: &Call<'_>, x: &Tensor) -> Option<Shape> {
        if let (Some(from), Some(to)) = (call.ints("source"), call.ints("destination"))
            && from.len() != to.len()
        {
            let why = format!(
                "{} for {}",
                counted(from.len(), "axis", "axes"),
                counted(to.len(), "place", "places")
            );
            self.refused(call, None, why, "name one place for each axis");
            return None;
        }
        let Some(dims) = x.shape.dims() else {
            return Some(loose(&x.shape));
        };
        let rank = dims.len();
        let what = self.show().tensor(x);
        let mut read = |name: &str| match call.axes(name) {
            AxesArg::List(list) => self.axes_in(&list, rank, &what).map(Some),
            _ => Ok(None),
        };
        let (from, to) = (read("source"), read("destination"));
        let (Some(from), Some(to)) = (from.ok()?, to.ok()?) else {
            return Some(Shape::of_rank(rank));
        };
        let mut pairs: Vec<(usize, usize)> = to.into_iter().zip(from).collect();
        pairs.sort_unstable();
        let others = (0..rank).filter(|axis| pairs.iter().all(|(_, from)| from != axis));
        let mut order: Vec<usize> = others.collect();
        for (to, from) in pairs {
            order.insert(to.min(order.len()), from);
        }
        let moved = order.iter().filter_map(|&axis| dims.get(axis).cloned());
        Some(Shape::Ranked(moved.collect()))
    }

    fn unflatten(&mut self, call: &Call<'_>, x: &Tensor) -> Option<Shape> {
        let (Some(dims), Some((axis, at))) = (x.shape.dims(), call.axis("axis")) else {
            return Some(Shape::Unknown);
        };
        let axis = self.check_axis(axis, x, &at)?;
        let Some(sizes) = call.ints("sizes") else {
            return Some(Shape::Unknown);
        };
        let total = dims.get(axis).cloned().unwrap_or(Dim::Unknown);
        let is_open = |code: &&&HostCode| code.int() == Some(-1);
        let open = sizes.iter().filter(is_open).count();
        let known = sizes
            .iter()
            .filter(|code| !is_open(code))
            .fold(Dim::size(1), |all, code| all.times(&code.dim));
        let differ = match open {
            0 => total.equals(&known) == Some(false),
            1 => match (total.known(), known.known()) {
                (Some(_), Some(0)) => true,
                (Some(total), Some(known)) => total % known != 0,
                _ => false,
            },
            _ => true,
        };
        if differ {
            let facts = self.facts_at(call, &[&total, &known]);
            let title = format!(
                "axis {axis} of {} elements is no product of these sizes",
                total.show(&self.names)
            );
            let diagnostic = Diagnostic::new(Code::E209, call.place, title).facts(facts);
            self.push(diagnostic.help("their product is the axis' size; one of them may be -1"));
            return None;
        }
        let rest = total.over(&known);
        let mut out: Vec<Dim> = dims.iter().take(axis).cloned().collect();
        out.extend(sizes.iter().map(|code| match code.int() {
            Some(-1) => rest.clone(),
            _ => code.dim.clone(),
        }));
        out.extend(dims.iter().skip(axis + 1).cloned());
        Some(Shape::Ranked(out))
    }

    fn flatten_axes(&mut self, call: &Call<'_>, x: &Tensor) -> Option<Shape> {
        let Some(dims) = x.shape.dims() else {
            return Some(match call.axes("axis") {
                AxesArg::All => Shape::of_rank(1),
                _ => Shape::Unknown,
            });
        };
        let axes = match call.axes("axis") {
            AxesArg::All => (0..dims.len()).collect(),
            AxesArg::Unknown => return Some(Shape::Unknown),
            AxesArg::List(list) => {
                let what = self.show().tensor(x);
                self.axes_in(&list, dims.len(), &what).ok()?
            }
        };
        let (flat, kept): (Vec<_>, Vec<_>) = dims
            .iter()
            .cloned()
            .enumerate()
            .partition(|(axis, _)| axes.contains(axis));
        let flat: Vec<Dim> = flat.into_iter().map(|(_, dim)| dim).collect();
        let kept = kept.into_iter().map(|(_, dim)| dim);
        Some(Shape::Ranked(kept.chain([product(&flat)]).collect()))
    }

    fn broadcast_list(&mut self, call: &Call<'_>) -> Option<Shape> {
        let nodes = Self::list(call);
        let Some(first) = nodes.first() else {
            return Some(Shape::Unknown);
        };
        let mut all = Shape::scalar();
        for node in &nodes {
            match broadcast(&all, &tensor_of(node).shape) {
                Ok(both) => all = both,
                Err((left, right, axis)) => {
                    let facts = self.shape_facts(&[&left, &right], &[first, node]);
                    let (l, r) = (left.show(&self.names), right.show(&self.names));
                    let title = format!("shapes do not broadcast: `{l}` and `{r}` on axis -{axis}");
                    let at = node.origin.tokens();
                    let diagnostic = Diagnostic::new(Code::E206, at, title).facts(facts);
                    self.push(diagnostic.help(
                        "sizes are aligned at the last axis and must be equal or 1; `expand_dims` or `transpose` brings axes to their places",
                    ));
                    return None;
                }
            }
        }
        Some(all)
    }

    fn meshgrid(&mut self, call: &Call<'_>) -> Option<Shape> {
        let nodes = Self::list(call);
        if nodes.is_empty() {
            return Some(Shape::Unknown);
        }
        let mut dims = Vec::new();
        for node in &nodes {
            let shape = tensor_of(node).shape;
            match shape.dims() {
                Some([n]) => dims.push(n.clone()),
                Some(_) => {
                    let fact = self.described(node);
                    let at = node.origin.tokens();
                    let diagnostic =
                        Diagnostic::new(Code::E208, at, "`meshgrid` takes vectors").fact(fact);
                    let help = match super::super::advice::postfix_text(at) {
                        Some(x) => format!("make it one axis: `{x}.flatten()`"),
                        None => "reshape it to one axis".to_owned(),
                    };
                    self.push(diagnostic.help(help));
                    return None;
                }
                None => dims.push(Dim::Unknown),
            }
        }
        if dims.len() > 1 {
            match call.text("indexing").as_deref() {
                Some("ij") => {}
                Some(_) => dims.swap(0, 1),
                None => {
                    for dim in dims.iter_mut().take(2) {
                        *dim = Dim::Unknown;
                    }
                }
            }
        }
        Some(Shape::Ranked(dims))
    }

    /// The axis of a call and the sizes; the shape of the result where they are not known.
    fn along_axis<'x>(
        &mut self,
        call: &Call<'_>,
        x: &'x Tensor,
    ) -> Option<Result<Along<'x>, Shape>> {
        let Some(dims) = x.shape.dims() else {
            return Some(Err(loose(&x.shape)));
        };
        let Some((axis, at)) = call.axis("axis") else {
            return Some(Err(Shape::of_rank(dims.len())));
        };
        let axis = self.check_axis(axis, x, &at)?;
        let n = dims.get(axis).cloned().unwrap_or(Dim::Unknown);
        Some(Ok((axis, dims, n)))
    }

    fn split_axis(&mut self, call: &Call<'_>, x: &Tensor) -> Option<Shape> {
        let (no_sections, no_sizes) = (call.left_out("sections"), call.left_out("sizes"));
        if no_sections == no_sizes {
            let why = match no_sizes {
                true => "`split` needs `sections` or `sizes`",
                false => "`split` takes `sections` or `sizes`, not both",
            };
            let help = "`sections` is the number of equal parts, `sizes` are those of all parts";
            self.refused(call, None, why.to_owned(), help);
            return None;
        }
        let sections = call.host("sections");
        if let Some(code) = sections
            && code.int() == Some(0)
        {
            self.refused(
                call,
                Some(&code.origin),
                "0 sections".to_owned(),
                "write 1 or more",
            );
            return None;
        }
        let sizes = call.ints("sizes");
        if let Some(sizes) = &sizes
            && !self.none_negative(call, sizes, "a size")
        {
            return None;
        }
        let (axis, dims, n) = match self.along_axis(call, x)? {
            Ok(found) => found,
            Err(shape) => return Some(shape),
        };
        let part = match (sections, sizes) {
            (Some(code), _) => {
                if let (Some(size), Some(sections)) = (n.known(), code.dim.known())
                    && sections > 0
                    && size % sections != 0
                {
                    self.refused(
                        call,
                        Some(&code.origin),
                        format!("axis {axis} of {size} does not fall into {sections} equal parts"),
                        "name a number that divides it; `chunk` has a shorter last part",
                    );
                    return None;
                }
                n.over(&code.dim)
            }
            (None, Some(sizes)) => {
                let sum = sizes
                    .iter()
                    .fold(Dim::size(0), |sum, code| sum.plus(&code.dim));
                if sum.equals(&n) == Some(false) {
                    let (sum, n) = (sum.show(&self.names), n.show(&self.names));
                    let at = match call.arg("sizes") {
                        Some(Arg::Host(code)) => Some(code.origin.clone()),
                        _ => sizes.last().map(|code| code.origin.clone()),
                    };
                    self.refused(
                        call,
                        at.as_ref(),
                        format!("the sizes add up to {sum}, not to the {n} of axis {axis}"),
                        "the sizes of all parts add up to that of the axis",
                    );
                    return None;
                }
                let mut each = sizes.iter().map(|code| &code.dim);
                match each.next() {
                    Some(first) if each.all(|dim| first.equals(dim) == Some(true)) => first.clone(),
                    _ => Dim::Unknown,
                }
            }
            _ => Dim::Unknown,
        };
        Some(with(dims, axis, part))
    }

    fn chunk(&mut self, call: &Call<'_>, x: &Tensor) -> Option<Shape> {
        if let Some(code) = call.host("chunks")
            && code.int() == Some(0)
        {
            let why = "0 chunks".to_owned();
            self.refused(call, Some(&code.origin), why, "write 1 or more");
            return None;
        }
        let (axis, dims, n) = match self.along_axis(call, x)? {
            Ok(found) => found,
            Err(shape) => return Some(shape),
        };
        Some(with(dims, axis, n.over(&call.size("chunks"))))
    }

    fn unstack(&mut self, call: &Call<'_>, x: &Tensor) -> Option<Shape> {
        if x.shape.rank() == Some(0) && !self.rank_at_least(call, x, 1) {
            return None;
        }
        let Some(dims) = x.shape.dims() else {
            return Some(Shape::Unknown);
        };
        let Some((axis, at)) = call.axis("axis") else {
            return Some(Shape::of_rank(dims.len().saturating_sub(1)));
        };
        let axis = self.check_axis(axis, x, &at)?;
        let mut out = dims.to_vec();
        out.remove(axis);
        Some(Shape::Ranked(out))
    }

    fn repeat(&mut self, call: &Call<'_>, x: &Tensor) -> Option<Shape> {
        let repeats = call.ints("repeats");
        if let Some(list) = &repeats
            && !self.none_negative(call, list, "a number of repeats")
        {
            return None;
        }
        let flat;
        let (axis, dims, n) = if call.left_out("axis") {
            let size = x.shape.dims().map_or(Dim::Unknown, product);
            flat = [size.clone()];
            (0, flat.as_slice(), size)
        } else {
            match self.along_axis(call, x)? {
                Ok(found) => found,
                Err(shape) => return Some(shape),
            }
        };
        let size = match repeats.as_deref() {
            Some([one]) => n.times(&one.dim),
            Some(list) => {
                let count = Dim::size(i64::try_from(list.len()).unwrap_or(i64::MAX));
                if n.known().is_some() && n.equals(&count) == Some(false) {
                    let n = n.show(&self.names);
                    let why = format!("{} numbers of repeats for {n} entries", list.len());
                    let help = "give one number for all, or one for each";
                    self.refused(call, None, why, help);
                    return None;
                }
                list.iter()
                    .fold(Dim::size(0), |sum, code| sum.plus(&code.dim))
            }
            None => Dim::Unknown,
        };
        Some(with(dims, axis, size))
    }

    fn tile(&mut self, call: &Call<'_>, x: &Tensor) -> Option<Shape> {
        let Some(list) = call.ints("multiples") else {
            return Some(x.shape.rank().map_or(Shape::Unknown, Shape::of_rank));
        };
        if !self.none_negative(call, &list, "a multiple") {
            return None;
        }
        let Some(dims) = x.shape.dims() else {
            return Some(Shape::of_rank(list.len()));
        };
        if dims.len() != list.len() {
            let fact = self.described_at(call, 0);
            let title = format!(
                "{} for {}",
                counted(list.len(), "multiple", "multiples"),
                counted(dims.len(), "axis", "axes")
            );
            let diagnostic = Diagnostic::new(Code::E208, call.place, title).fact(fact);
            self.push(diagnostic.help("give one number per axis"));
            return None;
        }
        let sizes = dims.iter().zip(list).map(|(n, code)| n.times(&code.dim));
        Some(Shape::Ranked(sizes.collect()))
    }

    fn roll(&mut self, call: &Call<'_>, x: &Tensor) -> Option<Shape> {
        let shifts = call.ints("shift");
        let axes = match call.axes("axis") {
            AxesArg::All => {
                if let Some(list) = &shifts
                    && list.len() != 1
                {
                    let why = format!("{} shifts, and no axes for them", list.len());
                    self.refused(call, None, why, "name an axis for each: `axis = (0, 1)`");
                    return None;
                }
                return Some(x.shape.clone());
            }
            AxesArg::List(list) => list,
            AxesArg::Unknown => return Some(x.shape.clone()),
        };
        if let Some(list) = &shifts
            && list.len() != 1
            && list.len() != axes.len()
        {
            let why = format!(
                "{} shifts for {}",
                list.len(),
                counted(axes.len(), "axis", "axes")
            );
            self.refused(
                call,
                None,
                why,
                "give one shift for all axes, or one for each",
            );
            return None;
        }
        // An axis may stand twice: it is moved twice.
        let good = axes
            .iter()
            .all(|(axis, at)| x.shape.rank().is_none() || self.check_axis(*axis, x, at).is_some());
        good.then(|| x.shape.clone())
    }

    fn rot90(&mut self, call: &Call<'_>, x: &Tensor) -> Option<Shape> {
        if !self.rank_at_least(call, x, 2) {
            return None;
        }
        let Some(dims) = x.shape.dims() else {
            return Some(loose(&x.shape));
        };
        let (first, second) = match call.axes("axes") {
            AxesArg::All => (0, 1),
            AxesArg::Unknown => return Some(Shape::of_rank(dims.len())),
            AxesArg::List(list) => {
                let what = self.show().tensor(x);
                let axes = self.axes_in(&list, dims.len(), &what).ok()?;
                let [first, second] = axes.as_slice() else {
                    let why = format!("{} for a plane", counted(axes.len(), "axis", "axes"));
                    self.refused(call, None, why, "name the two axes of the plane");
                    return None;
                };
                (*first, *second)
            }
        };
        let mut out = dims.to_vec();
        match call.int("k").map(|k| k.rem_euclid(2)) {
            Some(0) => {}
            Some(_) => out.swap(first, second),
            None => {
                if let (Some(a), Some(b)) = (dims.get(first), dims.get(second))
                    && a.equals(b) != Some(true)
                {
                    out = out
                        .into_iter()
                        .enumerate()
                        .map(|(i, dim)| match i == first || i == second {
                            true => Dim::Unknown,
                            false => dim,
                        })
                        .collect();
                }
            }
        }
        Some(Shape::Ranked(out))
    }

    fn windows(&mut self, call: &Call<'_>, x: &Tensor) -> Option<Shape> {
        if let Some(code) = call.host("step")
            && code.int() == Some(0)
        {
            let why = "the step is 0".to_owned();
            self.refused(call, Some(&code.origin), why, "write 1 or more");
            return None;
        }
        if x.shape.rank() == Some(0) && !self.rank_at_least(call, x, 1) {
            return None;
        }
        let Some(dims) = x.shape.dims() else {
            return Some(Shape::Unknown);
        };
        let Some((axis, at)) = call.axis("axis") else {
            return Some(Shape::of_rank(dims.len() + 1));
        };
        let axis = self.check_axis(axis, x, &at)?;
        let n = dims.get(axis).cloned().unwrap_or(Dim::Unknown);
        let (size, step) = (call.size("size"), call.size("step"));
        if let (Some(n), Some(width)) = (n.known(), size.known())
            && width > n
        {
            let at = call.host("size").map(|code| code.origin.clone());
            let why = format!("a window of {width} on axis {axis}, which has {n}");
            let help = "a window is at most as large as the axis";
            self.refused(call, at.as_ref(), why, help);
            return None;
        }
        let room = n.minus(&size);
        let count = match (room.known(), step.known()) {
            (_, Some(1)) => room.plus(&Dim::size(1)),
            (Some(room), Some(step)) if step > 0 => Dim::size(room / step + 1),
            _ => Dim::Unknown,
        };
        let mut out = dims.to_vec();
        if let Some(slot) = out.get_mut(axis) {
            *slot = count;
        }
        out.push(size);
        Some(Shape::Ranked(out))
    }

    fn diagonal(&mut self, call: &Call<'_>, x: &Tensor) -> Option<Shape> {
        if !self.rank_at_least(call, x, 2) {
            return None;
        }
        let Some(dims) = x.shape.dims() else {
            return Some(Shape::Unknown);
        };
        let (Some((a, at_a)), Some((b, at_b))) = (call.axis("axis1"), call.axis("axis2")) else {
            return Some(Shape::of_rank(dims.len().saturating_sub(1)));
        };
        let (a, b) = (self.check_axis(a, x, &at_a), self.check_axis(b, x, &at_b));
        let (a, b) = (a?, b?);
        if a == b {
            let fact = self.described_at(call, 0);
            let title = format!("axis {a} stands twice");
            let diagnostic = Diagnostic::new(Code::E205, at_b.tokens(), title).fact(fact);
            self.push(diagnostic.help("name each axis once"));
            return None;
        }
        let others = dims.iter().enumerate().filter(|(i, _)| *i != a && *i != b);
        let mut out: Vec<Dim> = others.map(|(_, dim)| dim.clone()).collect();
        out.push(diagonal_len(dims.get(a), dims.get(b), call.int("offset")));
        Some(Shape::Ranked(out))
    }

    fn diag(&mut self, call: &Call<'_>, x: &Tensor) -> Option<Shape> {
        let Some(dims) = x.shape.dims() else {
            return Some(Shape::Unknown);
        };
        let k = call.int("k");
        match dims {
            [n] => {
                let size = embedded(n, k);
                Some(Shape::Ranked(vec![size.clone(), size]))
            }
            [n, m] => Some(Shape::Ranked(vec![diagonal_len(Some(n), Some(m), k)])),
            other => {
                let fact = self.described_at(call, 0);
                let title = format!(
                    "`diag` takes a vector or a matrix, not {}",
                    counted(other.len(), "axis", "axes")
                );
                let diagnostic = Diagnostic::new(Code::E208, call.place, title).fact(fact);
                self.push(diagnostic.help(
                    "of more axes, the diagonals are given by `diagonal`, and matrices are made by `diag_embed`",
                ));
                None
            }
        }
    }

    fn diag_embed(&mut self, call: &Call<'_>, x: &Tensor) -> Option<Shape> {
        if !self.rank_at_least(call, x, 1) {
            return None;
        }
        let Some((n, lead)) = x.shape.dims().and_then(<[Dim]>::split_last) else {
            return Some(Shape::Unknown);
        };
        let size = embedded(n, call.int("offset"));
        let mut out = lead.to_vec();
        out.extend([size.clone(), size]);
        Some(Shape::Ranked(out))
    }

    /// A tensor argument has the rank of the first one.
    fn ranks_equal(&mut self, call: &Call<'_>, place: usize, what: &str) -> bool {
        let Some(node) = call.node(place) else {
            return true;
        };
        let (x, y) = (call.tensor(0).shape.rank(), tensor_of(node).shape.rank());
        if x.is_none() || y.is_none() || x == y {
            return true;
        }
        let facts = [self.described_at(call, 0), self.described(node)];
        let title = format!("{what} must have the rank of the tensor");
        let diagnostic = Diagnostic::new(Code::E208, node.origin.tokens(), title).facts(facts);
        self.push(diagnostic.help("bring it to that rank with `expand_dims`"));
        false
    }

    /// A size that is larger than it may be, where both are numbers.
    fn within(&mut self, call: &Call<'_>, small: (&Dim, &Node), large: &Dim, title: &str) -> bool {
        let (Some(s), Some(l)) = (small.0.known(), large.known()) else {
            return true;
        };
        if s <= l {
            return true;
        }
        let facts = [self.described_at(call, 0), self.described(small.1)];
        let title = format!("{title}: {s} and {l}");
        let diagnostic = Diagnostic::new(Code::E206, small.1.origin.tokens(), title).facts(facts);
        self.push(diagnostic.help("take as many of them as there are, or fewer"));
        false
    }

    /// Positions of the rank of the tensor, with no more entries outside of the axis.
    fn indices_within(&mut self, call: &Call<'_>, x: &Tensor) -> Option<Shape> {
        let indices = call.tensor(1).shape;
        if !self.ranks_equal(call, 1, "the indices") {
            return None;
        }
        let Some((axis, at)) = call.axis("axis") else {
            return Some(indices);
        };
        let Some(dims) = x.shape.dims() else {
            return Some(indices);
        };
        let axis = self.check_axis(axis, x, &at)?;
        let (Some(sizes), Some(node)) = (indices.dims(), call.node(1)) else {
            return Some(Shape::of_rank(dims.len()));
        };
        for (i, (size, n)) in sizes.iter().zip(dims).enumerate() {
            let title = format!("more indices than entries on axis {i}");
            if i != axis && !self.within(call, (size, node), n, &title) {
                return None;
            }
        }
        Some(indices)
    }

    fn gather(&mut self, call: &Call<'_>, x: &Tensor) -> Option<Shape> {
        self.indices_within(call, x)
    }

    fn scatter(&mut self, call: &Call<'_>, x: &Tensor) -> Option<Shape> {
        let indices = self.indices_within(call, x)?;
        if !self.ranks_equal(call, 2, "the source") {
            return None;
        }
        if let (Some(node), Some(sizes)) = (call.node(2), indices.dims()) {
            let shape = tensor_of(node).shape;
            let all = shape.dims().unwrap_or_default().iter().zip(sizes);
            for (i, (n, size)) in all.enumerate() {
                if let (Some(n), Some(size)) = (n.known(), size.known())
                    && n < size
                {
                    let facts = [self.described_at(call, 1), self.described(node)];
                    let title = format!("{size} indices for {n} elements on axis {i}");
                    let at = node.origin.tokens();
                    let diagnostic = Diagnostic::new(Code::E206, at, title).facts(facts);
                    self.push(diagnostic.help("the source has an element for each index"));
                    return None;
                }
            }
        }
        Some(x.shape.clone())
    }

    fn index_add(&mut self, call: &Call<'_>, x: &Tensor) -> Option<Shape> {
        let indices = call.tensor(1);
        if !self.rank_is(call, 1, &indices, 1, "indices are a vector")
            || !self.ranks_equal(call, 2, "the source")
        {
            return None;
        }
        let (axis, dims, _) = match self.along_axis(call, x)? {
            Ok(found) => found,
            Err(_) => return Some(x.shape.clone()),
        };
        let count = indices.shape.dims().and_then(<[Dim]>::first);
        let source = call.tensor(2).shape;
        let (Some(node), Some(sizes)) = (call.node(2), source.dims()) else {
            return Some(x.shape.clone());
        };
        for (i, (have, n)) in sizes.iter().zip(dims).enumerate() {
            let needed = if i == axis { count } else { Some(n) };
            let Some(needed) = needed else { continue };
            if have.equals(needed) == Some(false) {
                let facts = self.shape_facts(&[have, needed], &[node]);
                let (have, needed) = (have.show(&self.names), needed.show(&self.names));
                let title = format!("axis {i} of the source is `{have}`, not `{needed}`");
                let at = node.origin.tokens();
                let diagnostic = Diagnostic::new(Code::E206, at, title).facts(facts);
                self.push(diagnostic.help(
                    "the source has an entry for each index, and the tensor's sizes elsewhere",
                ));
                return None;
            }
        }
        Some(x.shape.clone())
    }

    /// A tensor that must broadcast to this shape.
    fn broadcasts(&mut self, node: &Node, to: &[Dim], what: &str) -> bool {
        let shape = tensor_of(node).shape;
        let Some(dims) = shape.dims() else {
            return true;
        };
        let fits = dims.len() <= to.len()
            && dims
                .iter()
                .rev()
                .zip(to.iter().rev())
                .all(|(d, n)| d.is_one() || d.equals(n) != Some(false));
        if fits {
            return true;
        }
        let target = self.show().shape(&Shape::Ranked(to.to_vec()));
        let all: Vec<&Dim> = dims.iter().chain(to).collect();
        let facts = self.shape_facts(&all, &[node]);
        let title = format!("{what} does not broadcast to {target}");
        let diagnostic = Diagnostic::new(Code::E206, node.origin.tokens(), title).facts(facts);
        self.push(
            diagnostic
                .help("sizes are aligned at the last axis; an axis has the target's size, or 1"),
        );
        false
    }

    fn put_along_axis(&mut self, call: &Call<'_>, x: &Tensor) -> Option<Shape> {
        if !self.ranks_equal(call, 1, "the indices") {
            return None;
        }
        let (axis, dims, _) = match self.along_axis(call, x)? {
            Ok(found) => found,
            Err(_) => return Some(x.shape.clone()),
        };
        let indices = call.tensor(1).shape;
        let Some(sizes) = indices.dims() else {
            return Some(x.shape.clone());
        };
        let mut to = dims.to_vec();
        if let (Some(slot), Some(count)) = (to.get_mut(axis), sizes.get(axis)) {
            *slot = count.clone();
        }
        let mut good = true;
        if let Some(node) = call.node(1) {
            good &= self.broadcasts(node, &to, "the index tensor");
        }
        if let Some(node) = call.node(2) {
            good &= self.broadcasts(node, &to, "the tensor of values");
        }
        good.then(|| x.shape.clone())
    }

    fn masked_fill(&mut self, call: &Call<'_>, x: &Tensor) -> Option<Shape> {
        let Some(dims) = x.shape.dims() else {
            return Some(x.shape.clone());
        };
        let mut good = true;
        if let Some(node) = call.node(1) {
            good &= self.broadcasts(node, dims, "the mask");
        }
        if let Some(node) = call.node(2) {
            good &= self.broadcasts(node, dims, "the tensor of values");
        }
        good.then(|| x.shape.clone())
    }

    /// A vector of numbers that are written out, or of a host value.
    fn elements(&mut self, call: &Call<'_>) -> Option<Shape> {
        let Some(Arg::List(list)) = call.arg("data") else {
            return Some(Shape::of_rank(1));
        };
        let whole = match call.arg("dtype") {
            Some(Arg::DType(elem)) => elem.is_float() == Some(false),
            _ => false,
        };
        if whole && let Some(code) = list.iter().find(|code| code.ty == Host::Float) {
            let why = "a fraction is no element of this type".to_owned();
            self.refused(call, Some(&code.origin), why, "write a whole number");
            return None;
        }
        let count = i64::try_from(list.len()).unwrap_or(i64::MAX);
        Some(Shape::Ranked(vec![Dim::size(count)]))
    }

    /// Elements for a padding that come from the tensor itself.
    pub(super) fn own_padding(
        &mut self,
        call: &Call<'_>,
        dims: &[Dim],
        pads: &[(HostCode, HostCode)],
    ) -> bool {
        let mode = call.text("mode");
        let Some(mode) = mode.as_deref().filter(|mode| *mode != "constant") else {
            return true;
        };
        for (axis, (n, (before, after))) in dims.iter().zip(pads).enumerate() {
            let Some(n) = n.known() else { continue };
            let largest = if mode == "reflect" { n - 1 } else { i64::MAX };
            for code in [before, after] {
                let Some(count) = code.int() else { continue };
                if count > 0 && (n == 0 || count > largest) {
                    let why = match n {
                        0 => format!("axis {axis} has no elements to pad with"),
                        _ => format!(
                            "axis {axis} of {n} elements reflects {largest} at most, not {count}"
                        ),
                    };
                    let help = "pad by less, or with another `mode`";
                    self.refused(call, Some(&code.origin), why, help);
                    return false;
                }
            }
        }
        true
    }
}

/// The element type of numbers that are written out; a host value's is not known.
pub(super) fn of_elements(call: &Call<'_>) -> Elem {
    let Some(Arg::List(list)) = call.arg("data") else {
        return Elem::Shared;
    };
    let all = |kind: Host| !list.is_empty() && list.iter().all(|code| code.ty == kind);
    if all(Host::Int) {
        Elem::Known(DType::I64)
    } else if all(Host::Bool) {
        Elem::Known(DType::Bool)
    } else {
        Elem::Shared
    }
}

/// Sizes with another one on an axis.
fn with(dims: &[Dim], axis: usize, size: Dim) -> Shape {
    let mut out = dims.to_vec();
    if let Some(slot) = out.get_mut(axis) {
        *slot = size;
    }
    Shape::Ranked(out)
}

/// The length of a diagonal: of names it is known on the main one of a square matrix.
fn diagonal_len(n: Option<&Dim>, m: Option<&Dim>, offset: Option<i64>) -> Dim {
    let (Some(n), Some(m), Some(offset)) = (n, m, offset) else {
        return Dim::Unknown;
    };
    if offset == 0 && n.equals(m) == Some(true) {
        return n.clone();
    }
    let (Some(rows), Some(columns)) = (n.known(), m.known()) else {
        return Dim::Unknown;
    };
    let rows = rows.saturating_add(offset.min(0));
    let columns = columns.saturating_sub(offset.max(0));
    Dim::size(rows.min(columns).max(0))
}

/// The size of a matrix with a vector on a diagonal.
fn embedded(n: &Dim, offset: Option<i64>) -> Dim {
    match offset.and_then(i64::checked_abs) {
        Some(far) => n.plus(&Dim::size(far)),
        None => Dim::Unknown,
    }
}

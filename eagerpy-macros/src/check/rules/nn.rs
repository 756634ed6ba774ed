//! Shapes of convolutions, poolings, normalisations, attention and losses.
//!
//! Sizes are worked out with names where no division is in the way: `[N, C, H, W]` by a kernel of 3 is `[…, H - 2, W - 2]`.

use eagerpy_runtime::ops::{Default, Kind, ShapeRule};

use super::super::Checker;
use super::super::dim::Dim;
use super::super::hir::{Arg, HostCode};
use super::super::ty::{Shape, Tensor};
use super::{AxesArg, Call, broadcast, tensor_of};
use crate::diag::{Code, Diagnostic};

/// A host integer for each axis, as far as it is known.
type Numbers = Vec<Dim>;

impl Call<'_> {
    /// A word that is written out, or the default.
    fn word(&self, name: &str) -> Option<String> {
        match self.arg(name)? {
            Arg::Default(Default::Text(word)) => Some((*word).to_owned()),
            Arg::Host(code) => match &*code.expr {
                syn::Expr::Lit(syn::ExprLit {
                    lit: syn::Lit::Str(text),
                    ..
                }) => Some(text.value()),
                _ => None,
            },
            _ => None,
        }
    }

    /// A host integer, or the default.
    fn number(&self, name: &str) -> Dim {
        match self.arg(name) {
            Some(Arg::Default(Default::Int(n))) => Dim::size(*n),
            Some(Arg::Host(code)) => code.dim.clone(),
            _ => Dim::Unknown,
        }
    }
}

impl Checker<'_> {
    pub(super) fn neural(&mut self, call: &Call<'_>, x: &Tensor) -> Option<Shape> {
        match call.op.shape {
            ShapeRule::Convolution => self.convolution(call, x, false),
            ShapeRule::Transposed => self.convolution(call, x, true),
            ShapeRule::Pooling => {
                let axes = if call.op.name.ends_with("1d") { 1 } else { 2 };
                self.pooling(call, x, axes)
            }
            ShapeRule::PoolWindows => self.pool_windows(call, x),
            ShapeRule::Adaptive => {
                self.has_rank(call, x, 4, "the tensor is [N, C, H, W]")?;
                let to = self.numbers(call, "output_size", 2, 1)?;
                Some(behind_channels(x, None, to))
            }
            ShapeRule::PixelShuffle => self.pixel_shuffle(call, x),
            ShapeRule::Normalised => self.normalised(call, x),
            ShapeRule::Channels => self.channels(call, x),
            ShapeRule::Linear => self.linear(call, x),
            ShapeRule::Halved => self.halved(call, x),
            ShapeRule::Masked => self.masked(call, x),
            ShapeRule::Attention => self.attention(call),
            ShapeRule::Loss => self.loss(call, x),
            ShapeRule::PairReduce => {
                let shape = self.broadcast_all(call)?;
                let both = Tensor {
                    dtype: x.dtype,
                    shape,
                };
                self.reduce(call, &both)
            }
            _ => Some(Shape::Unknown),
        }
    }

    fn has_rank(&mut self, call: &Call<'_>, x: &Tensor, rank: usize, what: &str) -> Option<()> {
        self.rank_is(call, 0, x, rank, what).then_some(())
    }

    /// A value that the operation does not take, at the argument that has it.
    fn misfit(&mut self, call: &Call<'_>, code: Option<&HostCode>, title: String, help: &str) {
        let tokens = match code {
            Some(code) => code.origin.tokens(),
            None => call.place,
        };
        self.push(Diagnostic::new(Code::E218, tokens, title).help(help));
    }

    /// One integer for all axes or one for each, none below `least`.
    fn numbers(&mut self, call: &Call<'_>, name: &str, axes: usize, least: i64) -> Option<Numbers> {
        let codes: Vec<&HostCode> = match call.arg(name)? {
            Arg::Default(Default::Int(n)) => return Some(vec![Dim::size(*n); axes]),
            Arg::Host(code) => vec![code],
            Arg::List(list) => list.iter().collect(),
            _ => return Some(vec![Dim::Unknown; axes]),
        };
        if codes.len() != 1 && codes.len() != axes {
            let title = format!(
                "`{name}` has {} numbers for {}",
                codes.len(),
                super::counted(axes, "axis", "axes")
            );
            let help = "one number is for all axes, else there is one for each";
            self.misfit(call, codes.first().copied(), title, help);
            return None;
        }
        for code in &codes {
            if let Some(n) = code.int()
                && n < least
            {
                let title = format!("`{name}` is at least {least}, not {n}");
                self.misfit(call, Some(code), title, "write a larger number");
                return None;
            }
        }
        Some(match codes.as_slice() {
            [one] => vec![one.dim.clone(); axes],
            each => each.iter().map(|code| code.dim.clone()).collect(),
        })
    }

    fn convolution(&mut self, call: &Call<'_>, x: &Tensor, transposed: bool) -> Option<Shape> {
        let weight = call.tensor(1);
        let axes = if call.op.name.ends_with("1d") { 1 } else { 2 };
        let (tensor, kernel) = match (axes, transposed) {
            (1, false) => ("[N, C, L]", "[O, C / groups, K]"),
            (_, false) => ("[N, C, H, W]", "[O, C / groups, K, L]"),
            (1, true) => ("[N, C, L]", "[C, O / groups, K]"),
            (_, true) => ("[N, C, H, W]", "[C, O / groups, K, L]"),
        };
        let mut good = self.rank_is(call, 0, x, axes + 2, &format!("the tensor is {tensor}"));
        good &= self.rank_is(
            call,
            1,
            &weight,
            axes + 2,
            &format!("the weight is {kernel}"),
        );
        let stride = self.numbers(call, "stride", axes, 1);
        let padding = self.numbers(call, "padding", axes, 0);
        let dilation = self.numbers(call, "dilation", axes, 1);
        let extra = match transposed {
            true => self.numbers(call, "output_padding", axes, 0),
            false => Some(vec![Dim::size(0); axes]),
        };
        let (stride, padding, dilation, extra) = (stride?, padding?, dilation?, extra?);
        if !good {
            return None;
        }
        let groups = call.number("groups");
        if groups.known().is_some_and(|n| n < 1) {
            self.misfit(
                call,
                call.host("groups"),
                format!("`groups` is at least 1, not {}", groups.show(&self.names)),
                "leave it away for one group",
            );
            return None;
        }
        let dim = |tensor: &Tensor, axis: usize| {
            let dims = tensor.shape.dims();
            dims.and_then(|d| d.get(axis))
                .cloned()
                .unwrap_or(Dim::Unknown)
        };
        let channels = dim(x, 1);
        let (wanted, outputs) = if transposed {
            (dim(&weight, 0), dim(&weight, 1).times(&groups))
        } else {
            (dim(&weight, 1).times(&groups), dim(&weight, 0))
        };
        if channels.equals(&wanted) == Some(false) {
            let facts = self.facts_at(call, &[&channels, &wanted]);
            let (c, w) = (channels.show(&self.names), wanted.show(&self.names));
            self.push(
                Diagnostic::new(
                    Code::E206,
                    call.place,
                    format!("`{}` of `{c}` channels with a weight for `{w}`", call.op.name),
                )
                .facts(facts)
                .help(format!(
                    "the tensor is {tensor} and the weight {kernel}: give both the same channels, or the number of groups"
                )),
            );
            return None;
        }
        for (what, count) in [("channels", &channels), ("outputs", &outputs)] {
            if let (Some(count), Some(groups)) = (count.known(), groups.known())
                && count % groups != 0
            {
                self.misfit(
                    call,
                    call.host("groups"),
                    format!("{groups} groups do not divide {count} {what}"),
                    "channels and outputs are divided evenly among the groups",
                );
                return None;
            }
        }
        if let Some(Arg::Tensor(node)) = call.arg("bias") {
            let bias = tensor_of(node);
            if !self.rank_is(call, 2, &bias, 1, "the bias is [O]") {
                return None;
            }
            let size = dim(&bias, 0);
            if size.equals(&outputs) == Some(false) {
                self.one_each(call, node, &size, &outputs, "output");
                return None;
            }
        }
        let mut to = Vec::new();
        for axis in 0..axes {
            let size = dim(x, axis + 2);
            let taps = dim(&weight, axis + 2);
            let at = |list: &Numbers| list.get(axis).cloned().unwrap_or(Dim::Unknown);
            let one = Dim::size(1);
            let span = at(&dilation).times(&taps.minus(&one)).plus(&one);
            let around = at(&padding).times(&Dim::size(2));
            to.push(if transposed {
                size.minus(&one)
                    .times(&at(&stride))
                    .minus(&around)
                    .plus(&span)
                    .plus(&at(&extra))
            } else {
                let room = size.plus(&around).minus(&span);
                if room.known().is_some_and(|n| n < 0) {
                    self.too_long(call, &span, &size.plus(&around));
                    return None;
                }
                windows(&room, &at(&stride), Some(false))
            });
        }
        let out = behind_channels(x, Some(outputs), to);
        // Nothing of the tensor is known, but the rank is the weight's.
        Some(match out {
            Shape::Unknown => Shape::of_rank(axes + 2),
            shape => shape,
        })
    }

    fn too_long(&mut self, call: &Call<'_>, span: &Dim, size: &Dim) {
        let (span, size) = (span.show(&self.names), size.show(&self.names));
        let fact = self.described_at(call, 0);
        self.push(
            Diagnostic::new(
                Code::E206,
                call.place,
                format!("a kernel of {span} positions on an axis of {size} with its padding"),
            )
            .fact(fact)
            .help("take a shorter kernel, or more padding"),
        );
    }

    /// A tensor with one element for each of something.
    fn one_each(
        &mut self,
        call: &Call<'_>,
        node: &super::super::hir::Node,
        size: &Dim,
        wanted: &Dim,
        what: &str,
    ) {
        let fact = self.described(node);
        let (have, want) = (size.show(&self.names), wanted.show(&self.names));
        self.push(
            Diagnostic::new(
                Code::E206,
                node.origin.tokens(),
                format!(
                    "`{}`: this has {have} elements for {want} {what}s",
                    call.op.name
                ),
            )
            .fact(fact)
            .help(format!("it has one element for each {what}")),
        );
    }

    /// The rank says over how many axes; the windows' elements are behind them.
    fn pool_windows(&mut self, call: &Call<'_>, x: &Tensor) -> Option<Shape> {
        let axes = match x.shape.rank() {
            Some(3) => 1,
            Some(_) => 2,
            None => return Some(Shape::Unknown),
        };
        let windows = self.pooling(call, x, axes)?;
        let taps = super::product(&self.numbers(call, "kernel", axes, 1)?);
        Some(match windows {
            Shape::Ranked(mut dims) => {
                dims.push(taps);
                Shape::Ranked(dims)
            }
            other => other,
        })
    }

    fn pooling(&mut self, call: &Call<'_>, x: &Tensor, axes: usize) -> Option<Shape> {
        let tensor = if axes == 1 {
            "[N, C, L]"
        } else if call.op.shape == ShapeRule::PoolWindows {
            "[N, C, L] or [N, C, H, W]"
        } else {
            "[N, C, H, W]"
        };
        let good = self.rank_is(call, 0, x, axes + 2, &format!("the tensor is {tensor}"));
        let kernel = self.numbers(call, "kernel", axes, 1);
        let stride = match call.arg("stride") {
            Some(Arg::Default(_)) => kernel.clone(),
            _ => self.numbers(call, "stride", axes, 1),
        };
        let padding = self.numbers(call, "padding", axes, 0);
        let dilation = match call.arg("dilation") {
            Some(_) => self.numbers(call, "dilation", axes, 1),
            None => Some(vec![Dim::size(1); axes]),
        };
        let (kernel, stride, padding, dilation) = (kernel?, stride?, padding?, dilation?);
        if !good {
            return None;
        }
        let mut to = Vec::new();
        for axis in 0..axes {
            let dims = x.shape.dims();
            let size = dims.and_then(|d| d.get(axis + 2)).cloned();
            let size = size.unwrap_or(Dim::Unknown);
            let at = |list: &Numbers| list.get(axis).cloned().unwrap_or(Dim::Unknown);
            let one = Dim::size(1);
            let span = at(&dilation).times(&at(&kernel).minus(&one)).plus(&one);
            let around = at(&padding).times(&Dim::size(2));
            if let (Some(padding), Some(span)) = (around.known(), span.known())
                && padding > span
            {
                let title = format!(
                    "a padding of {} is more than half of a kernel of {span} positions",
                    padding / 2
                );
                let help = "else a window would lie in the padding alone";
                self.misfit(call, call.host("padding"), title, help);
                return None;
            }
            let room = size.plus(&around).minus(&span);
            if room.known().is_some_and(|n| n < 0) {
                self.too_long(call, &span, &size.plus(&around));
                return None;
            }
            let ceil = call.flag("ceil_mode");
            let stride = at(&stride);
            let mut len = windows(&room, &stride, ceil);
            // The window more must begin in the axis.
            if let (Some(true), Some(n), Some(step), Some(size), Some(around)) = (
                ceil,
                len.known(),
                stride.known(),
                size.known(),
                around.known(),
            ) && (n - 1) * step >= size + around / 2
            {
                len = Dim::size(n - 1);
            }
            to.push(len);
        }
        let out = behind_channels(x, None, to);
        Some(match out {
            Shape::Unknown => Shape::of_rank(axes + 2),
            shape => shape,
        })
    }

    fn pixel_shuffle(&mut self, call: &Call<'_>, x: &Tensor) -> Option<Shape> {
        self.has_rank(call, x, 4, "the tensor is [N, C·r², H, W]")?;
        let factor = call.number("factor");
        let square = factor.times(&factor);
        let Some([n, channels, height, width]) = x.shape.dims() else {
            return Some(Shape::of_rank(4));
        };
        if let (Some(channels), Some(square)) = (channels.known(), square.known())
            && (square == 0 || channels % square != 0)
        {
            let title = format!("{channels} channels are no multiple of {square}");
            let help = "each channel that is left takes factor times factor of them";
            self.misfit(call, call.host("factor"), title, help);
            return None;
        }
        Some(Shape::Ranked(vec![
            n.clone(),
            channels.over(&square),
            height.times(&factor),
            width.times(&factor),
        ]))
    }

    fn normalised(&mut self, call: &Call<'_>, x: &Tensor) -> Option<Shape> {
        let (AxesArg::List(list), Some(dims)) = (call.axes("axis"), x.shape.dims()) else {
            return Some(x.shape.clone());
        };
        let what = self.show().tensor(x);
        let mut axes = self.axes_in(&list, dims.len(), &what).ok()?;
        axes.sort_unstable();
        let wanted: Vec<Dim> = axes.iter().filter_map(|&a| dims.get(a).cloned()).collect();
        for name in ["weight", "bias"] {
            let Some(Arg::Tensor(node)) = call.arg(name) else {
                continue;
            };
            let given = tensor_of(node);
            let Some(have) = given.shape.dims() else {
                continue;
            };
            let fits = have.len() == wanted.len()
                && have
                    .iter()
                    .zip(&wanted)
                    .all(|(a, b)| a.equals(b) != Some(false));
            if !fits {
                let fact = self.described(node);
                let wanted = self.show().shape(&Shape::Ranked(wanted.clone()));
                self.push(
                    Diagnostic::new(
                        Code::E206,
                        node.origin.tokens(),
                        format!("`{}`: the {name} is {wanted}", call.op.name),
                    )
                    .fact(fact)
                    .fact(format!("the tensor is {what}"))
                    .help("it has the sizes of the axes that are normalised"),
                );
                return None;
            }
        }
        Some(x.shape.clone())
    }

    fn channels(&mut self, call: &Call<'_>, x: &Tensor) -> Option<Shape> {
        let Some(dims) = x.shape.dims() else {
            return Some(x.shape.clone());
        };
        let Some(channels) = dims.get(1) else {
            let fact = self.described_at(call, 0);
            self.push(
                Diagnostic::new(
                    Code::E208,
                    call.place,
                    format!("`{}`: the tensor is [N, C, …]", call.op.name),
                )
                .fact(fact)
                .help("it needs at least two axes"),
            );
            return None;
        };
        let groups = call.number("num_groups");
        if let (Some(count), Some(groups)) = (channels.known(), groups.known())
            && (groups < 1 || count % groups != 0)
        {
            self.misfit(
                call,
                call.host("num_groups"),
                format!("{groups} groups do not divide {count} channels"),
                "the channels are divided evenly among the groups",
            );
            return None;
        }
        for (place, (param, arg)) in call.op.params.iter().zip(call.args).enumerate().skip(1) {
            if let (Kind::Tensor | Kind::OptTensor, Arg::Tensor(node)) = (param.kind, arg) {
                let given = tensor_of(node);
                let what = format!("`{}` is [C]", param.name);
                if !self.rank_is(call, place, &given, 1, &what) {
                    return None;
                }
                let size = given.shape.dims().and_then(<[Dim]>::first);
                let size = size.cloned().unwrap_or(Dim::Unknown);
                if size.equals(channels) == Some(false) {
                    let channels = channels.clone();
                    self.one_each(call, node, &size, &channels, "channel");
                    return None;
                }
            }
        }
        Some(x.shape.clone())
    }

    fn linear(&mut self, call: &Call<'_>, x: &Tensor) -> Option<Shape> {
        let weight = call.tensor(1);
        if !self.rank_is(call, 1, &weight, 2, "the weight is [O, D]") {
            return None;
        }
        let (outputs, inputs) = match weight.shape.dims() {
            Some([outputs, inputs]) => (outputs.clone(), inputs.clone()),
            _ => (Dim::Unknown, Dim::Unknown),
        };
        if x.shape.rank() == Some(0) {
            let fact = self.described_at(call, 0);
            self.push(
                Diagnostic::new(Code::E208, call.place, "`linear` of a scalar")
                    .fact(fact)
                    .help("it needs at least one axis"),
            );
            return None;
        }
        if let Some(Arg::Tensor(node)) = call.arg("bias") {
            let bias = tensor_of(node);
            if !self.rank_is(call, 2, &bias, 1, "the bias is [O]") {
                return None;
            }
            let size = bias.shape.dims().and_then(<[Dim]>::first);
            let size = size.cloned().unwrap_or(Dim::Unknown);
            if size.equals(&outputs) == Some(false) {
                self.one_each(call, node, &size, &outputs, "output");
                return None;
            }
        }
        let (tail, lead) = match &x.shape {
            Shape::Ranked(dims) => (dims.clone(), None),
            Shape::Led { lead, tail } if !tail.is_empty() => (tail.clone(), Some(*lead)),
            _ => return Some(Shape::Unknown),
        };
        let mut dims = tail;
        let width = dims.pop().unwrap_or(Dim::Unknown);
        if width.equals(&inputs) == Some(false) {
            let (have, want) = (width.show(&self.names), inputs.show(&self.names));
            let facts = self.facts_at(call, &[&width, &inputs]);
            self.push(
                Diagnostic::new(
                    Code::E207,
                    call.place,
                    format!("`linear` of `{have}` inputs with a weight for `{want}`"),
                )
                .facts(facts)
                .help("the weight is [O, D]: outputs first"),
            );
            return None;
        }
        dims.push(outputs);
        Some(match lead {
            Some(lead) => Shape::Led { lead, tail: dims },
            None => Shape::Ranked(dims),
        })
    }

    fn halved(&mut self, call: &Call<'_>, x: &Tensor) -> Option<Shape> {
        let (Some((axis, at)), Some(dims)) = (call.axis("axis"), x.shape.dims()) else {
            return Some(x.shape.rank().map_or(Shape::Unknown, Shape::of_rank));
        };
        let axis = self.check_axis(axis, x, &at)?;
        let mut dims = dims.to_vec();
        let size = dims.get_mut(axis)?;
        if let Some(n) = size.known()
            && n % 2 != 0
        {
            let fact = self.described_at(call, 0);
            self.push(
                Diagnostic::new(
                    Code::E206,
                    call.place,
                    format!("axis {axis} has {n} elements, which have no halves"),
                )
                .fact(fact)
                .help("its size must be even"),
            );
            return None;
        }
        *size = size.over(&Dim::size(2));
        Some(Shape::Ranked(dims))
    }

    /// Must this broadcast to that shape without making it larger?
    fn spreads(
        &mut self,
        call: &Call<'_>,
        node: &super::super::hir::Node,
        to: &[Dim],
        what: &str,
    ) -> Option<()> {
        let given = tensor_of(node);
        let Some(have) = given.shape.dims() else {
            return Some(());
        };
        let fits = have.len() <= to.len()
            && have
                .iter()
                .rev()
                .zip(to.iter().rev())
                .all(|(a, b)| a.is_one() || a.equals(b) != Some(false));
        if fits {
            return Some(());
        }
        let fact = self.described(node);
        let target = self.show().shape(&Shape::Ranked(to.to_vec()));
        self.push(
            Diagnostic::new(
                Code::E206,
                node.origin.tokens(),
                format!(
                    "`{}`: this does not broadcast to {what}, {target}",
                    call.op.name
                ),
            )
            .fact(fact)
            .help("sizes are aligned at the last axis, and are that of the target, or 1"),
        );
        None
    }

    fn masked(&mut self, call: &Call<'_>, x: &Tensor) -> Option<Shape> {
        let shape = self.along(call, x)?;
        if let (Some(dims), Some(node)) = (x.shape.dims(), call.node(1)) {
            self.spreads(call, node, dims, "the tensor")?;
        }
        Some(shape)
    }

    fn attention(&mut self, call: &Call<'_>) -> Option<Shape> {
        let tensors = [call.tensor(0), call.tensor(1), call.tensor(2)];
        let mut known = Vec::new();
        for (place, tensor) in tensors.iter().enumerate() {
            match tensor.shape.dims() {
                Some([lead @ .., rows, columns]) => {
                    known.push((lead.to_vec(), rows.clone(), columns.clone()));
                }
                Some(_) => {
                    let fact = self.described_at(call, place);
                    let what = [
                        "queries are […, L, D]",
                        "keys are […, S, D]",
                        "values are […, S, V]",
                    ];
                    let what = what.get(place).copied().unwrap_or_default();
                    self.push(
                        Diagnostic::new(
                            Code::E208,
                            call.place,
                            format!("`{}`: {what}", call.op.name),
                        )
                        .fact(fact)
                        .help("it needs at least two axes"),
                    );
                    return None;
                }
                None => {}
            }
        }
        let [(a, l, d), (b, s, e), (c, t, v)] = known.as_slice() else {
            return Some(Shape::Unknown);
        };
        for (left, right, what) in [(d, e, "queries and keys of"), (s, t, "keys and values of")] {
            if left.equals(right) == Some(false) {
                let facts = self.facts_at(call, &[left, right]);
                let (left, right) = (left.show(&self.names), right.show(&self.names));
                self.push(
                    Diagnostic::new(
                        Code::E207,
                        call.place,
                        format!("`{}`: {what} `{left}` and `{right}`", call.op.name),
                    )
                    .facts(facts)
                    .help("queries, keys and values are […, L, D], […, S, D] and […, S, V]"),
                );
                return None;
            }
        }
        let ranked = |dims: &[Dim]| Shape::Ranked(dims.to_vec());
        let lead = broadcast(&ranked(a), &ranked(b)).and_then(|both| broadcast(&both, &ranked(c)));
        let lead = match lead {
            Ok(Shape::Ranked(lead)) => lead,
            Ok(_) => return Some(Shape::Unknown),
            Err((left, right, _)) => {
                let facts = self.facts_at(call, &[&left, &right]);
                let (left, right) = (left.show(&self.names), right.show(&self.names));
                self.push(
                    Diagnostic::new(
                        Code::E206,
                        call.place,
                        format!(
                            "`{}`: leading dimensions do not broadcast: `{left}` and `{right}`",
                            call.op.name
                        ),
                    )
                    .facts(facts)
                    .help("all axes but the last two must be equal or 1"),
                );
                return None;
            }
        };
        let scores: Vec<Dim> = lead.iter().chain([l, s]).cloned().collect();
        for name in ["mask", "bias"] {
            if let Some(Arg::Tensor(node)) = call.arg(name) {
                self.spreads(call, node, &scores, "the scores")?;
            }
        }
        Some(Shape::Ranked(
            lead.into_iter().chain([l.clone(), v.clone()]).collect(),
        ))
    }

    fn loss(&mut self, call: &Call<'_>, x: &Tensor) -> Option<Shape> {
        let target = call.tensor(1);
        if let (Some(a), Some(b)) = (x.shape.dims(), target.shape.dims()) {
            let apart: Vec<(&Dim, &Dim)> = a
                .iter()
                .zip(b)
                .filter(|(a, b)| a.equals(b) == Some(false))
                .collect();
            if a.len() != b.len() || !apart.is_empty() {
                let sizes: Vec<&Dim> = apart.iter().flat_map(|(a, b)| [*a, *b]).collect();
                let facts = self.facts_at(call, &sizes);
                self.push(
                    Diagnostic::new(
                        Code::E206,
                        call.place,
                        format!("`{}` of two shapes", call.op.name),
                    )
                    .facts(facts)
                    .help("a loss compares elements in pairs and broadcasts nothing: bring both to one shape"),
                );
                return None;
            }
        }
        Some(self.by_reduction(call, better(&x.shape, &target.shape)))
    }

    /// All losses, or one.
    pub(super) fn by_reduction(&self, call: &Call<'_>, all: Shape) -> Shape {
        match call.word("reduction").as_deref() {
            Some("none") => all,
            Some(_) => Shape::scalar(),
            None => Shape::Unknown,
        }
    }

    pub(super) fn cross_entropy(&mut self, call: &Call<'_>, x: &Tensor) -> Option<Shape> {
        let labels = call.tensor(1);
        let dims = x.shape.dims().map(<[Dim]>::to_vec);
        let (Some((axis, at)), Some(dims)) = (call.axis("axis"), dims) else {
            return Some(self.by_reduction(call, labels.shape));
        };
        let axis = self.check_axis(axis, x, &at)?;
        let mut rows = dims.clone();
        let classes = rows.remove(axis);
        if let Some(Arg::Tensor(node)) = call.arg("weight") {
            let weight = tensor_of(node);
            let place = call.op.params.iter().position(|p| p.name == "weight");
            if !self.rank_is(call, place.unwrap_or(0), &weight, 1, "the weight is [C]") {
                return None;
            }
            let size = weight.shape.dims().and_then(<[Dim]>::first);
            let size = size.cloned().unwrap_or(Dim::Unknown);
            if size.equals(&classes) == Some(false) {
                self.one_each(call, node, &size, &classes, "class");
                return None;
            }
        }
        let Some(have) = labels.shape.dims() else {
            return Some(self.by_reduction(call, Shape::Ranked(rows)));
        };
        if have.len() != rows.len() {
            let what = match rows.len() {
                1 => "labels are [N]".to_owned(),
                _ => format!(
                    "labels are {}, the logits without axis {axis}",
                    self.show().shape(&Shape::Ranked(rows.clone()))
                ),
            };
            self.rank_is(call, 1, &labels, rows.len(), &what);
            return None;
        }
        let apart = rows
            .iter()
            .zip(have)
            .find(|(a, b)| a.equals(b) == Some(false));
        if let Some((row, count)) = apart {
            let facts = self.facts_at(call, &[row, count]);
            let help = match rows.len() {
                1 => "give both the same first dimension".to_owned(),
                _ => format!(
                    "labels have the sizes of the logits without axis {axis}, that of the classes"
                ),
            };
            self.push(
                Diagnostic::new(Code::E206, call.place, "one label per row of logits")
                    .facts(facts)
                    .help(help),
            );
            return None;
        }
        let both = better(&Shape::Ranked(rows), &labels.shape);
        Some(self.by_reduction(call, both))
    }
}

/// Of two shapes that are equal, what is known of either.
fn better(a: &Shape, b: &Shape) -> Shape {
    match (a.dims(), b.dims()) {
        (Some(x), Some(y)) => Shape::Ranked(
            x.iter()
                .zip(y)
                .map(|(x, y)| if *x == Dim::Unknown { y } else { x })
                .cloned()
                .collect(),
        ),
        (None, Some(_)) => b.clone(),
        _ => a.clone(),
    }
}

/// The number of windows with this much room for the first to move.
fn windows(room: &Dim, stride: &Dim, ceil: Option<bool>) -> Dim {
    let one = Dim::size(1);
    if stride.is_one() {
        return room.plus(&one);
    }
    match (room.known(), stride.known(), ceil) {
        (Some(room), Some(stride), Some(ceil)) if stride > 0 => {
            let more = i64::from(ceil && room % stride != 0);
            Dim::size(room / stride + 1 + more)
        }
        (Some(room), Some(stride), None) if stride > 0 && room % stride == 0 => {
            Dim::size(room / stride + 1)
        }
        _ => Dim::Unknown,
    }
}

/// Samples, channels (others, if said), then these sizes.
fn behind_channels(x: &Tensor, channels: Option<Dim>, sizes: Vec<Dim>) -> Shape {
    let (samples, own) = match x.shape.dims() {
        Some([n, c, ..]) => (n.clone(), c.clone()),
        _ => (Dim::Unknown, Dim::Unknown),
    };
    let mut dims = vec![samples, channels.unwrap_or(own)];
    dims.extend(sizes);
    Shape::Ranked(dims)
}

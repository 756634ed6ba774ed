//! `x[…]` and `index_update`: positions, ranges, `s![…]`, new axes, index tensors and masks.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;

use super::Checker;
use super::call::{elements, strip};
use super::dim::Dim;
use super::hir::{Arg, HostCode, IndexItem, Node, NodeKind};
use super::rules::{broadcast, counted};
use super::ty::{Host, Shape, Tensor, Ty};
use crate::diag::{Code, Diagnostic};
use crate::origin::Origin;

/// One item of `s![…]`: an expression, and `;step` behind it.
pub struct Item {
    pub expr: syn::Expr,
    pub step: Option<syn::Expr>,
}

impl Parse for Item {
    fn parse(input: ParseStream<'_>) -> syn::Result<Item> {
        let expr = input.parse()?;
        let step = if input.peek(syn::Token![;]) {
            input.parse::<syn::Token![;]>()?;
            Some(input.parse()?)
        } else {
            None
        };
        Ok(Item { expr, step })
    }
}

/// The inside of `s![…]`.
pub struct Items(pub Punctuated<Item, syn::Token![,]>);

impl Parse for Items {
    fn parse(input: ParseStream<'_>) -> syn::Result<Items> {
        Punctuated::parse_terminated(input).map(Items)
    }
}

impl Checker<'_> {
    /// Types `x[…]`.
    pub(super) fn getitem(&mut self, expr: &syn::Expr, index: &syn::ExprIndex) -> Node {
        let base = self.expr(&index.expr);
        let origin = Origin::of(expr);
        match &base.ty {
            Ty::Tensor(_) | Ty::Opaque => {}
            Ty::Poison => return Node::poison(origin),
            // What an operation or a called function gives.
            Ty::List(_) => return self.element(base, &index.index, origin),
            _ => {
                return self.host_over(base, expr, |code| match code {
                    syn::Expr::Index(whole) => Some(&mut whole.expr),
                    _ => None,
                });
            }
        }
        let Some(items) = self.items(&index.index) else {
            return Node::poison(origin);
        };
        let place = index.index.to_token_stream();
        let tensor = match &base.ty {
            Ty::Tensor(t) => t.clone(),
            _ => Tensor {
                dtype: super::ty::Elem::Unknown,
                shape: Shape::Unknown,
            },
        };
        let Some(shape) = self.index_shape(&tensor, &items, &place) else {
            return Node::poison(origin);
        };
        let Some(op) = super::call::by_name("getitem") else {
            return Node::poison(origin);
        };
        Node {
            ty: Ty::Tensor(Tensor {
                dtype: tensor.dtype,
                shape,
            }),
            kind: NodeKind::Op {
                op,
                args: vec![Arg::Tensor(base), Arg::Index(items)],
            },
            origin,
        }
    }

    /// The items of an index: of `x[…]`, or an argument.
    pub(super) fn items(&mut self, index: &syn::Expr) -> Option<Vec<IndexItem>> {
        let index = strip(index);
        if let syn::Expr::Macro(mac) = index
            && mac.mac.path.segments.last().is_some_and(|s| s.ident == "s")
        {
            return match syn::parse2::<Items>(mac.mac.tokens.clone()) {
                Ok(items) => {
                    let mut out = Vec::new();
                    let mut good = true;
                    for item in items.0 {
                        match self.item(&item.expr, item.step.as_ref()) {
                            Some(read) => out.push(read),
                            None => good = false,
                        }
                    }
                    good.then_some(out)
                }
                Err(error) => {
                    self.push(
                        Diagnostic::new(
                            Code::E211,
                            index,
                            format!("`s![…]` cannot be read: {error}"),
                        )
                        .help("write `s![.., 1..9;2, NewAxis]`"),
                    );
                    None
                }
            };
        }
        match elements(index) {
            Some(list) if matches!(index, syn::Expr::Tuple(_)) => {
                let mut out = Vec::new();
                let mut good = true;
                for element in list {
                    match self.item(element, None) {
                        Some(read) => out.push(read),
                        None => good = false,
                    }
                }
                good.then_some(out)
            }
            Some(_) => {
                self.push(
                    Diagnostic::new(Code::E211, index, "a list as an index").help(
                        "make an index tensor of it, or take ranges with a step: `x[s![0..9;2]]`",
                    ),
                );
                None
            }
            None => Some(vec![self.item(index, None)?]),
        }
    }

    fn item(&mut self, expr: &syn::Expr, step: Option<&syn::Expr>) -> Option<IndexItem> {
        let expr = strip(expr);
        if let syn::Expr::Path(path) = expr
            && path
                .path
                .segments
                .last()
                .is_some_and(|s| s.ident == "NewAxis" || s.ident == "newaxis")
        {
            return Some(IndexItem::NewAxis);
        }
        if super::call::is_none(expr) {
            self.push(
                Diagnostic::new(Code::E211, expr, "`None` in an index")
                    .help("a new axis is `NewAxis`: `x[(NewAxis, ..)]`"),
            );
            return None;
        }
        if let syn::Expr::Path(path) = expr
            && path
                .path
                .segments
                .last()
                .is_some_and(|s| s.ident == "Ellipsis")
        {
            return Some(IndexItem::Ellipsis);
        }
        if let syn::Expr::Range(range) = expr {
            if let syn::RangeLimits::Closed(limits) = &range.limits {
                self.push(
                    Diagnostic::new(Code::E211, limits, "a range that includes its end")
                        .help("write `a..b`, which ends before `b`"),
                );
                return None;
            }
            let start = match &range.start {
                Some(start) => Some(self.bound(start)?),
                None => None,
            };
            let end = match &range.end {
                Some(end) => Some(self.bound(end)?),
                None => None,
            };
            let step = match step {
                Some(step) => Some(self.bound(step)?),
                None => None,
            };
            if let Some(code) = &step
                && code.int() == Some(0)
            {
                self.push(
                    Diagnostic::new(Code::E211, code.origin.tokens(), "a step of 0")
                        .help("a step is a positive or negative number of positions"),
                );
                return None;
            }
            return Some(IndexItem::Range { start, end, step });
        }
        if let Some(step) = step {
            self.push(
                Diagnostic::new(Code::E211, step, "a step belongs to a range")
                    .help("write `a..b;step`"),
            );
            return None;
        }
        if !self.mentions_tensor(expr) {
            return self.bound(expr).map(IndexItem::At);
        }
        let node = self.expr(expr);
        match &node.ty {
            Ty::Tensor(t) => {
                let t = t.clone();
                if t.dtype.is_float() == Some(true) {
                    let what = self.show().tensor(&t);
                    let operand = super::advice::postfix_text(node.origin.tokens());
                    let operand = operand.unwrap_or_default();
                    self.push(
                        Diagnostic::new(
                            Code::E211,
                            expr,
                            "an index tensor has integers, or is a mask",
                        )
                        .fact(format!("it is {what}"))
                        .help(format!(
                            "cast it: `{operand}.astype(i64)`, or make a mask by a comparison"
                        )),
                    );
                    return None;
                }
                Some(IndexItem::Tensor(node))
            }
            Ty::Opaque => Some(IndexItem::Tensor(node)),
            Ty::Host(_) => Some(IndexItem::At(self.as_host(node))),
            _ => None,
        }
    }

    fn bound(&mut self, expr: &syn::Expr) -> Option<HostCode> {
        let code = self.host_value(expr)?;
        if let Some(diagnostic) = self.no_position(&code) {
            self.push(diagnostic);
            return None;
        }
        if matches!(code.ty, Host::Float | Host::Bool) {
            self.push(
                Diagnostic::new(Code::E211, expr, "a position is an integer")
                    .help(super::advice::position_help(expr)),
            );
            return None;
        }
        Some(code)
    }

    /// A mask has the sizes of the axes that it takes.
    fn mask_fits(
        &mut self,
        x: &Tensor,
        node: &Node,
        mask: &[Dim],
        axes: &[Dim],
        axis: usize,
    ) -> Option<()> {
        let differ = mask
            .iter()
            .zip(axes)
            .position(|(m, d)| m.equals(d) == Some(false));
        let Some(place) = differ else {
            return Some(());
        };
        let show = |dims: &[Dim]| {
            dims.get(place)
                .map_or_else(String::new, |d| d.show(&self.names))
        };
        let (m, d, at) = (show(mask), show(axes), axis + place);
        let what = self.show().tensor(x);
        let described = self.described(node);
        self.push(
            Diagnostic::new(
                Code::E211,
                node.origin.tokens(),
                format!("the mask does not fit: `{m}` where axis {at} has `{d}`"),
            )
            .fact(format!("the tensor is {what}"))
            .fact(described)
            .help("a mask has the sizes of the axes that it takes: make it of the tensor itself, as in `x[x > 0.0]`"),
        );
        None
    }

    /// The shape of `x.index_update(items, value)`, which is that of `x`. `place` is the operation's name.
    pub(super) fn index_update(
        &mut self,
        x: &Tensor,
        items: &[IndexItem],
        value: &Arg,
        place: &TokenStream,
    ) -> Option<Shape> {
        let items_place = place_of(items).unwrap_or_else(|| place.clone());
        let target = self.index_shape(x, items, &items_place)?;
        if let (Arg::Tensor(node), Some(to)) = (value, target.dims())
            && let Ty::Tensor(tensor) = &node.ty
            && let Some(dims) = tensor.shape.dims()
        {
            // Leading axes of size 1 go, as in NumPy's assignments.
            let extra = dims.len().saturating_sub(to.len());
            let ones = dims.iter().take(extra).take_while(|d| d.is_one()).count();
            let dims = dims.get(ones..).unwrap_or_default();
            let fits = dims.len() <= to.len()
                && dims
                    .iter()
                    .rev()
                    .zip(to.iter().rev())
                    .all(|(d, t)| d.is_one() || d.equals(t) != Some(false));
            if !fits {
                let (what, shown) = (self.show().tensor(x), self.show().shape(&target));
                let described = self.described(node);
                self.push(
                    Diagnostic::new(
                        Code::E206,
                        node.origin.tokens(),
                        "the value does not broadcast to what it replaces",
                    )
                    .fact(format!("the tensor is {what}, and what is replaced is {shown}"))
                    .fact(described)
                    .help("sizes are aligned at the last axis; an axis of the value has the size of what it replaces, or 1"),
                );
                return None;
            }
        }
        Some(x.shape.clone())
    }

    fn index_shape(
        &mut self,
        x: &Tensor,
        items: &[IndexItem],
        place: &TokenStream,
    ) -> Option<Shape> {
        if items
            .iter()
            .filter(|i| matches!(i, IndexItem::Ellipsis))
            .count()
            > 1
        {
            self.push(
                Diagnostic::new(Code::E211, place, "two ellipses in one index")
                    .help("one `Ellipsis` stands for all axes that are left; write `..` for a single axis"),
            );
            return None;
        }
        // A mask takes as many axes as it has.
        let taken: Option<usize> = items
            .iter()
            .map(|item| match item {
                IndexItem::NewAxis | IndexItem::Ellipsis => Some(0),
                IndexItem::Tensor(node) => mask_of(node).map_or(Some(1), |mask| mask.rank()),
                IndexItem::At(_) | IndexItem::Range { .. } => Some(1),
            })
            .sum();
        let (Some(dims), Some(taken)) = (x.shape.dims(), taken) else {
            return Some(Shape::Unknown);
        };
        if taken > dims.len() {
            let what = self.show().tensor(x);
            let mask = items.iter().find_map(|item| match item {
                IndexItem::Tensor(node) => mask_of(node).map(|_| node),
                _ => None,
            });
            let has = counted(dims.len(), "axis", "axes");
            let title = match mask {
                Some(_) => format!(
                    "the index takes {}, the tensor has {}",
                    counted(taken, "axis", "axes"),
                    dims.len()
                ),
                None => format!("{} for {has}", counted(taken, "position", "positions")),
            };
            let mut diagnostic =
                Diagnostic::new(Code::E211, place, title).fact(format!("the tensor is {what}"));
            if let Some(node) = mask {
                let mask = self.described(node);
                diagnostic =
                    diagnostic.fact(format!("{mask}: a mask takes as many axes as it has"));
            }
            self.push(diagnostic.help("leave some out"));
            return None;
        }
        let dims = dims.to_vec();
        let rest = dims.len() - taken;
        let mut axis = 0;
        let mut out = Vec::new();
        // Axes of index tensors: where they go, and their shape.
        let mut tensors: Option<(usize, Shape)> = None;
        let mut last = None;
        let mut apart = false;
        // Next to an index tensor a position is one too (NumPy's rule).
        let any_tensor = items.iter().any(|i| matches!(i, IndexItem::Tensor(_)));
        for (at, item) in items.iter().enumerate() {
            let dim = dims.get(axis).cloned().unwrap_or(Dim::Unknown);
            if any_tensor && matches!(item, IndexItem::At(_) | IndexItem::Tensor(_)) {
                match last {
                    None => tensors = Some((out.len(), Shape::scalar())),
                    Some(before) => apart |= before + 1 != at,
                }
                last = Some(at);
            }
            match item {
                IndexItem::NewAxis => out.push(Dim::size(1)),
                IndexItem::Ellipsis => {
                    for _ in 0..rest {
                        out.push(dims.get(axis).cloned().unwrap_or(Dim::Unknown));
                        axis += 1;
                    }
                }
                IndexItem::At(code) => {
                    if let (Some(n), Some(size)) = (code.int(), dim.known())
                        && !(-size..size).contains(&n)
                    {
                        let what = self.show().tensor(x);
                        self.push(
                            Diagnostic::new(
                                Code::E211,
                                code.origin.tokens(),
                                format!("position {n} is out of range"),
                            )
                            .fact(format!(
                                "the tensor is {what}; axis {axis} has {size} positions"
                            ))
                            .help(format!("positions are 0 to {}, or -{size} to -1", size - 1)),
                        );
                        return None;
                    }
                    axis += 1;
                }
                IndexItem::Range { start, end, step } => {
                    out.push(range_len(&dim, start.as_ref(), end.as_ref(), step.as_ref()));
                    axis += 1;
                }
                IndexItem::Tensor(node) => {
                    let mask = mask_of(node).and_then(Shape::dims);
                    let shape = match (&node.ty, mask) {
                        (_, Some(mask)) => {
                            let axes: Vec<Dim> =
                                dims.iter().skip(axis).take(mask.len()).cloned().collect();
                            self.mask_fits(x, node, mask, &axes, axis)?;
                            // As many as are true: known when it runs.
                            Shape::of_rank(1)
                        }
                        (Ty::Tensor(t), None) => t.shape.clone(),
                        _ => Shape::Unknown,
                    };
                    axis += mask.map_or(1, <[Dim]>::len);
                    tensors = Some(match tensors {
                        None => (out.len(), shape),
                        Some((place_in, so_far)) => match broadcast(&so_far, &shape) {
                            Ok(both) => (place_in, both),
                            Err((a, b, _)) => {
                                let (a, b) = (a.show(&self.names), b.show(&self.names));
                                self.push(
                                    Diagnostic::new(
                                        Code::E206,
                                        node.origin.tokens(),
                                        format!("index tensors do not broadcast: `{a}` and `{b}`"),
                                    )
                                    .help("index tensors of one index have shapes that broadcast"),
                                );
                                return None;
                            }
                        },
                    });
                }
            }
        }
        out.extend(dims.iter().skip(axis).cloned());
        match tensors {
            None => Some(Shape::Ranked(out)),
            Some((place_in, Shape::Ranked(common))) => {
                let place_in = if apart { 0 } else { place_in };
                let tail = out.split_off(place_in.min(out.len()));
                out.extend(common);
                out.extend(tail);
                Some(Shape::Ranked(out))
            }
            Some(_) => Some(Shape::Unknown),
        }
    }
}

/// What to write instead of `x[…] = value`, or of `x[…] += value` with that operator.
pub fn updated(
    index: &syn::ExprIndex,
    op: Option<&syn::BinOp>,
    value: &syn::Expr,
    mutable: bool,
) -> String {
    let text = |expr: &syn::Expr| {
        let text = Origin::of(expr).text();
        if text.chars().count() > 40 {
            return "…".to_owned();
        }
        text
    };
    let (name, at, mut value) = (text(&index.expr), text(&index.index), text(value));
    if let Some(op) = op {
        let op = op.to_token_stream().to_string();
        if value.contains(' ') {
            value = format!("({value})");
        }
        value = format!("{name}[{at}] {} {value}", op.trim_end_matches('='));
    }
    let bind = match &*index.expr {
        // A part of a part has no name to bind.
        syn::Expr::Path(_) if mutable => format!("{name} = "),
        syn::Expr::Path(_) => format!("let {name} = "),
        _ => "let y = ".to_owned(),
    };
    format!("{bind}{name}.index_update({at}, {value});")
}

/// The tokens of an index that was an argument, as far as its items have any.
fn place_of(items: &[IndexItem]) -> Option<TokenStream> {
    let origins = items.iter().flat_map(|item| match item {
        IndexItem::At(code) => vec![&code.origin],
        IndexItem::Range { start, end, step } => {
            let codes = [start, end, step].into_iter().flatten();
            codes.map(|code| &code.origin).collect()
        }
        IndexItem::Tensor(node) => vec![&node.origin],
        IndexItem::NewAxis | IndexItem::Ellipsis => Vec::new(),
    });
    let tokens: TokenStream = origins.map(|origin| origin.tokens().clone()).collect();
    (!tokens.is_empty()).then_some(tokens)
}

/// The shape of a mask; `None` of an index tensor.
fn mask_of(node: &Node) -> Option<&Shape> {
    match &node.ty {
        Ty::Tensor(t) if t.dtype.is_bool() == Some(true) => Some(&t.shape),
        _ => None,
    }
}

/// The number of positions that a range takes of an axis.
fn range_len(
    dim: &Dim,
    start: Option<&HostCode>,
    end: Option<&HostCode>,
    step: Option<&HostCode>,
) -> Dim {
    let step_by = match step {
        None => Some(1),
        Some(code) => code.int(),
    };
    if start.is_none() && end.is_none() && step_by.is_some_and(|s| s == 1 || s == -1) {
        return dim.clone();
    }
    let bound = |code: Option<&HostCode>| match code {
        None => Some(None),
        Some(code) => code.int().map(Some),
    };
    match (dim.known(), bound(start), bound(end), step_by) {
        (Some(size), Some(start), Some(end), Some(step)) if step != 0 => {
            let size = usize::try_from(size).unwrap_or(0);
            match eagerpy_runtime::Cut::range(start, end, step, size) {
                Ok(cut) => Dim::size(i64::try_from(cut.len).unwrap_or(i64::MAX)),
                Err(_) => Dim::Unknown,
            }
        }
        _ => Dim::Unknown,
    }
}

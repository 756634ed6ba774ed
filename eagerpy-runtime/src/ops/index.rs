//! `x[…]`, `index_update` and `index_accumulate`: index items become a cut per axis, and, where there are index tensors or
//! masks, flat positions over the axes that they index. Kernels see no more of an index than that.
//!
//! With index tensors, the tensor is cut first. Then the indexed axes go to the front and become one, so
//! that a position is a row:
//!
//! ```text
//! x[1.., i, j] of [4, 5, 6, 7]      cut [3, 5, 6, 7]   rows [5*6, 3, 7]   positions i*6 + j
//! ```
//!
//! A mask of `m` axes is `m` of them with the places of its true elements.

use smallvec::SmallVec;

use crate::args::{Cut, IndexItem, MaskTensor, Operand};
use crate::backend::Backend;
use crate::element::{Element, Numeric};
use crate::error::{Error, Result};
use crate::num::Num;
use crate::shape::{self, Shape};

type View<'a, B, E> = <B as Backend>::View<'a, E>;
type Out<'a, B, E> = Result<<B as Backend>::Tensor<'a, E>>;

/// What an index expression does to each axis of the tensor, in order, and the axes of the result.
struct Plan {
    cuts: Vec<Cut>,
    /// Axes of the cut tensor that go: positions.
    squeezed: Shape,
    /// Places of new axes in the result without the axes that went.
    new: Shape,
    /// Of each new axis, how many indexed axes stand before it; `None` before the first index tensor.
    behind: SmallVec<[Option<usize>; 4]>,
    /// What index tensors and masks stand for.
    indexed: SmallVec<[Indexed; 4]>,
    /// Where the axes of the index tensors go: behind this many of the others.
    before: usize,
    /// Do other items stand between the index tensors? Then their axes come first.
    apart: bool,
}

impl Plan {
    /// The shape of `x[…]` without index tensors.
    fn target(&self) -> Shape {
        let kept = self.cuts.iter().enumerate();
        let kept = kept.filter(|(axis, _)| !self.squeezed.contains(axis));
        let mut target: Shape = kept.map(|(_, cut)| cut.len).collect();
        insert(&mut target, &self.new);
        target
    }
}

/// The axes of an index tensor or of a mask.
struct Indexed {
    /// Its place among the items.
    item: usize,
    /// The first of them, after `squeezed` went and before `new` came.
    axis: usize,
    /// How many there are.
    count: usize,
    /// The first of them in the whole tensor, for messages.
    of: usize,
}

fn plan<B: Backend>(sizes: &[usize], items: &[IndexItem<'_, B>]) -> Result<Plan> {
    let taken = items.iter().map(|item| match item {
        IndexItem::NewAxis | IndexItem::Ellipsis => 0,
        IndexItem::Mask(mask) => mask.sizes().len(),
        IndexItem::At(_) | IndexItem::Range { .. } | IndexItem::Tensor(_) => 1,
    });
    let taken: usize = taken.sum();
    let Some(rest) = sizes.len().checked_sub(taken) else {
        let axes = match sizes.len() {
            1 => "the one axis".to_owned(),
            rank => format!("the {rank} axes"),
        };
        return Err(Error::index(format!(
            "{taken} positions for {axes} of {sizes:?}"
        )));
    };
    let mut plan = Plan {
        cuts: Vec::with_capacity(sizes.len()),
        squeezed: Shape::new(),
        new: Shape::new(),
        behind: SmallVec::new(),
        indexed: SmallVec::new(),
        before: 0,
        apart: false,
    };
    let mut axis = 0;
    let mut kept = 0;
    let mut open = true;
    let mut last_tensor = None;
    // Next to an index tensor a position is one too (NumPy's rule).
    let is_tensor =
        |item: &IndexItem<'_, B>| matches!(item, IndexItem::Tensor(_) | IndexItem::Mask(_));
    let tensors = items.iter().any(is_tensor);
    for (place, item) in items.iter().enumerate() {
        let size = sizes.get(axis).copied().unwrap_or(0);
        if tensors && (is_tensor(item) || matches!(item, IndexItem::At(_))) {
            match last_tensor {
                None => plan.before = kept,
                Some(last) => plan.apart |= last + 1 != place,
            }
            last_tensor = Some(place);
        }
        match item {
            IndexItem::NewAxis => {
                plan.new.push(kept + plan.new.len());
                let before = || plan.indexed.iter().map(|i| i.count).sum();
                plan.behind.push(last_tensor.map(|_| before()));
            }
            IndexItem::Ellipsis if open => {
                open = false;
                let whole = sizes.iter().skip(axis).take(rest);
                plan.cuts.extend(whole.copied().map(Cut::full));
                axis += rest;
                kept += rest;
            }
            IndexItem::Ellipsis => {
                return Err(Error::index(
                    "an index has one `..` for the rest of the axes",
                ));
            }
            IndexItem::At(n) => {
                let signed = i64::try_from(size).unwrap_or(i64::MAX);
                let counted = if *n < 0 { n.saturating_add(signed) } else { *n };
                if !(0..signed).contains(&counted) {
                    return Err(Error::index(format!(
                        "index {n} is out of range for axis {axis} of {sizes:?}, which has {size} positions"
                    )));
                }
                plan.cuts.push(Cut {
                    start: usize::try_from(counted).unwrap_or(0),
                    len: 1,
                    step: 1,
                });
                plan.squeezed.push(axis);
                axis += 1;
            }
            IndexItem::Range { start, end, step } => {
                plan.cuts.push(Cut::range(*start, *end, *step, size)?);
                axis += 1;
                kept += 1;
            }
            IndexItem::Tensor(_) | IndexItem::Mask(_) => {
                let count = match item {
                    IndexItem::Mask(mask) => covered(&mask.sizes(), sizes, axis)?,
                    _ => 1,
                };
                plan.indexed.push(Indexed {
                    item: place,
                    axis: kept,
                    count,
                    of: axis,
                });
                let whole = sizes.iter().skip(axis).take(count);
                plan.cuts.extend(whole.copied().map(Cut::full));
                axis += count;
                kept += count;
            }
        }
    }
    let whole = sizes.iter().skip(axis);
    plan.cuts.extend(whole.copied().map(Cut::full));
    Ok(plan)
}

/// The number of axes that a mask takes: it has their sizes.
fn covered(mask: &[usize], sizes: &[usize], axis: usize) -> Result<usize> {
    let axes = sizes.iter().skip(axis).take(mask.len());
    if axes.clone().eq(mask) {
        return Ok(mask.len());
    }
    let axes: Shape = axes.copied().collect();
    Err(Error::index(format!(
        "a mask of shape {mask:?} where {sizes:?} has {axes:?}: a mask has the sizes of the axes that it takes"
    )))
}

/// `x[…]` without index tensors.
pub(super) fn slice<'a, B: Backend, E: Element>(
    x: View<'a, B, E>,
    items: &[IndexItem<'_, B>],
) -> Out<'a, B, E> {
    let plan = plan::<B>(&B::shape::<E>(&x), items)?;
    if !plan.indexed.is_empty() {
        return Err(Error::index("index tensors give no view"));
    }
    B::slice::<E>(x, &plan.cuts, &plan.squeezed, &plan.new)
}

/// `x[…]`.
pub(super) fn getitem<B: Backend, E: Element>(
    x: View<'_, B, E>,
    items: &[IndexItem<'_, B>],
) -> Out<'static, B, E> {
    let plan = plan::<B>(&B::shape::<E>(&x), items)?;
    if plan.indexed.is_empty() {
        let view = B::slice::<E>(x, &plan.cuts, &plan.squeezed, &plan.new)?;
        return B::copy::<E>(B::borrow::<E>(&view));
    }
    let cut = B::slice::<E>(x, &plan.cuts, &plan.squeezed, &[])?;
    let cut = B::borrow::<E>(&cut);
    let rows = Rows::<B>::of(&plan, &B::shape::<E>(&cut), items)?;
    let taken = moved::<B, E, _>(cut, &rows.order, &rows.merged(), |x| {
        B::take::<E, i64>(x, B::borrow(&rows.positions), 0)
    })?;
    settled::<B, E>(taken, &rows.wide(), &rows.placed, &rows.new)
}

/// `x` with `value` at `x[…]`. Element types were checked.
pub(super) fn update<B: Backend, E: Element>(
    x: View<'_, B, E>,
    items: &[IndexItem<'_, B>],
    value: Operand<'_, B, E>,
) -> Out<'static, B, E> {
    let sizes = B::shape::<E>(&x);
    let plan = plan::<B>(&sizes, items)?;
    if plan.indexed.is_empty() {
        let target = plan.target();
        return with_target::<B, E>(&x, value, &target, &plan.new, "replaces", |value| {
            region::<B, E>(x.clone(), &plan, value)
        });
    }
    if let (Operand::Num(number), Some(mask)) = (&value, whole_mask(&plan, &sizes, items)) {
        return choose::<B, E>(x, &plan, mask, *number);
    }
    indexed::<B, E>(
        &x,
        &plan,
        items,
        value,
        "replaces",
        |rows, positions, value| B::put::<E>(rows, positions, value),
    )
}

/// `x` with `value` added at `x[…]`. Element types were checked.
pub(super) fn accumulate<B: Backend, E: Numeric>(
    x: View<'_, B, E>,
    items: &[IndexItem<'_, B>],
    value: Operand<'_, B, E>,
) -> Out<'static, B, E> {
    let sizes = B::shape::<E>(&x);
    let plan = plan::<B>(&sizes, items)?;
    if plan.indexed.is_empty() {
        let target = plan.target();
        return with_target::<B, E>(&x, value, &target, &plan.new, "is added to", |value| {
            let cut = B::slice::<E>(x.clone(), &plan.cuts, &plan.squeezed, &[])?;
            let sum = B::add::<E>(Operand::Tensor(B::borrow::<E>(&cut)), value)?;
            region::<B, E>(x.clone(), &plan, Operand::Tensor(B::borrow::<E>(&sum)))
        });
    }
    indexed::<B, E>(
        &x,
        &plan,
        items,
        value,
        "is added to",
        |rows, positions, value| match value {
            Operand::Tensor(value) => B::index_add::<E, i64>(rows, positions, value, 0),
            Operand::Num(number) => {
                let value = B::take::<E, i64>(rows.clone(), positions.clone(), 0)?;
                let value = B::full_like::<E>(B::borrow::<E>(&value), number)?;
                B::index_add::<E, i64>(rows, positions, B::borrow::<E>(&value), 0)
            }
        },
    )
}

/// `x` with a value at index tensors, which `change` brings into the rows at positions.
fn indexed<'x, B: Backend, E: Element>(
    x: &View<'x, B, E>,
    plan: &Plan,
    items: &[IndexItem<'_, B>],
    value: Operand<'_, B, E>,
    what: &str,
    change: impl Fn(View<'_, B, E>, View<'_, B, i64>, Operand<'_, B, E>) -> Out<'static, B, E>,
) -> Out<'static, B, E> {
    let sizes = B::shape::<E>(x);
    let cut = B::slice::<E>(x.clone(), &plan.cuts, &plan.squeezed, &[])?;
    let cut = B::borrow::<E>(&cut);
    let cut_sizes = B::shape::<E>(&cut);
    let rows = Rows::<B>::of(plan, &cut_sizes, items)?;
    let wide = rows.wide();
    let mut target = in_order(&wide, &rows.placed);
    insert(&mut target, &rows.new);
    with_target::<B, E>(x, value, &target, &rows.new, what, |value| {
        let put = |value: Operand<'_, B, E>| {
            moved::<B, E, _>(cut.clone(), &rows.order, &rows.merged(), |x| {
                change(x, B::borrow(&rows.positions), value)
            })
        };
        let done = match value {
            Operand::Num(number) => put(Operand::Num(number))?,
            Operand::Tensor(value) => {
                let mut to = Shape::from_slice(&[shape::size(&rows.common)]);
                to.extend_from_slice(&rows.rest);
                moved::<B, E, _>(value, &inverse(&rows.placed), &to, |value| {
                    put(Operand::Tensor(value))
                })?
            }
        };
        // The rows back in the places of their axes.
        let merged = in_order(&cut_sizes, &rows.order);
        let done = settled::<B, E>(done, &merged, &inverse(&rows.order), &[])?;
        let mut cuts = plan.cuts.iter().zip(&sizes);
        if plan.squeezed.is_empty() && cuts.all(|(cut, &size)| cut.is_full(size)) {
            return Ok(done);
        }
        let done = Operand::Tensor(B::borrow::<E>(&done));
        region::<B, E>(x.clone(), plan, done)
    })
}

/// The mask of an index that has one, and takes all other axes whole.
fn whole_mask<'i, B: Backend>(
    plan: &Plan,
    sizes: &[usize],
    items: &'i [IndexItem<'i, B>],
) -> Option<&'i dyn MaskTensor<B>> {
    let [indexed] = plan.indexed.as_slice() else {
        return None;
    };
    let mut cuts = plan.cuts.iter().zip(sizes);
    if !plan.squeezed.is_empty() || !cuts.all(|(cut, &size)| cut.is_full(size)) {
        return None;
    }
    match items.get(indexed.item) {
        Some(IndexItem::Mask(mask)) => Some(*mask),
        _ => None,
    }
}

/// `x[mask] = number` is a choice, for which no positions are needed.
fn choose<B: Backend, E: Element>(
    x: View<'_, B, E>,
    plan: &Plan,
    mask: &dyn MaskTensor<B>,
    number: Num,
) -> Out<'static, B, E> {
    let behind = plan.indexed.iter().map(|i| i.of + i.count).max();
    // The mask's last axis comes to its place from the end.
    let rest = plan.cuts.len().saturating_sub(behind.unwrap_or(0));
    let rank = mask.sizes().len();
    let new: Shape = (rank..rank + rest).collect();
    let mask = mask.mask()?;
    let mask = B::expand_dims::<bool>(B::borrow(&mask), &new)?;
    let (number, x) = (Operand::Num(number), Operand::Tensor(x));
    B::where_::<bool, E>(B::borrow(&mask), number, x)
}

/// Brings a value to what it replaces or is added to, without the new axes of the index. Where that is nothing, the
/// tensor stays.
fn with_target<'x, B: Backend, E: Element>(
    x: &View<'x, B, E>,
    value: Operand<'_, B, E>,
    target: &[usize],
    new: &[usize],
    what: &str,
    replace: impl FnOnce(Operand<'_, B, E>) -> Out<'static, B, E>,
) -> Out<'static, B, E> {
    // Leading axes of size 1 go, as in NumPy's assignments.
    let cut;
    let value = match value {
        Operand::Tensor(view) => {
            let sizes = B::shape::<E>(&view);
            let extra = sizes.len().saturating_sub(target.len());
            let ones: Shape = (0..extra)
                .take_while(|&axis| sizes.get(axis) == Some(&1))
                .collect();
            cut = B::squeeze::<E>(view, &ones)?;
            Operand::<B, E>::Tensor(B::borrow::<E>(&cut))
        }
        Operand::Num(number) => Operand::Num(number),
    };
    if let Operand::Tensor(value) = &value {
        let sizes = B::shape::<E>(value);
        shape::broadcasts_to(&sizes, target).map_err(|_| {
            Error::shape(format!(
                "a value of shape {sizes:?} does not broadcast to {target:?}, the shape of what it {what}"
            ))
        })?;
    }
    if shape::size(target) == 0 {
        return B::copy::<E>(x.clone());
    }
    match value {
        Operand::Num(number) => replace(Operand::Num(number)),
        Operand::Tensor(value) => {
            let value = B::broadcast_to::<E>(value, target)?;
            let value = B::squeeze::<E>(B::borrow::<E>(&value), new)?;
            replace(Operand::Tensor(B::borrow::<E>(&value)))
        }
    }
}

/// `x` with a value, of the shape without positions, where the cuts are.
fn region<B: Backend, E: Element>(
    x: View<'_, B, E>,
    plan: &Plan,
    value: Operand<'_, B, E>,
) -> Out<'static, B, E> {
    // Kernels walk forwards: the value is turned round instead.
    let mut turned = Shape::new();
    let cuts = plan.cuts.iter().enumerate().map(|(axis, cut)| {
        if cut.step > 0 {
            return *cut;
        }
        turned.push(axis);
        let step = cut.step.unsigned_abs();
        let reach = step.saturating_mul(cut.len.saturating_sub(1));
        Cut {
            start: cut.start.saturating_sub(reach),
            len: cut.len,
            step: isize::try_from(step).unwrap_or(isize::MAX),
        }
    });
    let cuts: Vec<Cut> = cuts.collect();
    match value {
        Operand::Num(number) => B::assign::<E>(x, &cuts, Operand::Num(number)),
        Operand::Tensor(value) => {
            let value = B::expand_dims::<E>(value, &plan.squeezed)?;
            let value = B::borrow::<E>(&value);
            if turned.is_empty() {
                return B::assign::<E>(x, &cuts, Operand::Tensor(value));
            }
            let value = B::flip::<E>(value, &turned)?;
            B::assign::<E>(x, &cuts, Operand::Tensor(B::borrow::<E>(&value)))
        }
    }
}

/// A cut tensor as rows: the indexed axes first and as one, then the others.
struct Rows<B: Backend> {
    /// Number of rows.
    count: usize,
    /// Sizes of the other axes.
    rest: Shape,
    /// The axes of the cut tensor: the indexed ones, then the others.
    order: Shape,
    /// The shape of all positions together.
    common: Shape,
    /// A row for each of them: a vector.
    positions: B::Tensor<'static, i64>,
    /// The order of the axes of `common` and of `rest` in the result.
    placed: Shape,
    /// Places of new axes in the result.
    new: Shape,
}

impl<B: Backend> Rows<B> {
    /// `sizes` are those of the cut tensor.
    fn of(plan: &Plan, sizes: &[usize], items: &[IndexItem<'_, B>]) -> Result<Rows<B>> {
        let axes: Shape = plan
            .indexed
            .iter()
            .flat_map(|i| i.axis..i.axis + i.count)
            .collect();
        let others: Shape = (0..sizes.len()).filter(|a| !axes.contains(a)).collect();
        let rest = in_order(sizes, &others);
        let (positions, common) = positions::<B>(plan, sizes, items)?;

        // Their axes go where the first indexed axis stood, or first where other items stand between.
        let before = if plan.apart { 0 } else { plan.before };
        let n = common.len();
        let mut placed: Shape = (n..n + before).collect();
        placed.extend(0..n);
        placed.extend(n + before..n + rest.len());
        // New axes keep their places among the axes that were not indexed.
        let place = |(&at, &behind): (&usize, &Option<usize>)| match behind {
            None if !plan.apart => at,
            _ => at - behind.unwrap_or(0) + n,
        };
        Ok(Rows {
            count: shape::size(&in_order(sizes, &axes)),
            new: plan.new.iter().zip(&plan.behind).map(place).collect(),
            order: axes.iter().chain(&others).copied().collect(),
            rest,
            common,
            positions,
            placed,
        })
    }

    /// The shape as rows.
    fn merged(&self) -> Shape {
        let mut out = Shape::from_slice(&[self.count]);
        out.extend_from_slice(&self.rest);
        out
    }

    /// The shape of the rows at all positions.
    fn wide(&self) -> Shape {
        let mut out = self.common.clone();
        out.extend_from_slice(&self.rest);
        out
    }
}

/// One flat position over the indexed axes for each entry of the index tensors, which are broadcast
/// together, and their common shape.
fn positions<B: Backend>(
    plan: &Plan,
    sizes: &[usize],
    items: &[IndexItem<'_, B>],
) -> Result<(B::Tensor<'static, i64>, Shape)> {
    let mut common = Shape::new();
    let mut flat: Option<B::Tensor<'static, i64>> = None;
    for indexed in &plan.indexed {
        let axes = sizes.iter().skip(indexed.axis).take(indexed.count);
        let size: usize = axes.product();
        let list = match items.get(indexed.item) {
            Some(IndexItem::Tensor(tensor)) => {
                let list = tensor.positions()?;
                in_range::<B>(B::borrow(&list), size, indexed.of)?;
                list
            }
            Some(IndexItem::Mask(mask)) => mask.places()?,
            _ => continue,
        };
        common = shape::broadcast(&common, &B::shape::<i64>(&B::borrow(&list)))?;
        flat = Some(match &flat {
            None => list,
            Some(so_far) => {
                let size = Num::Int(i64::try_from(size).unwrap_or(i64::MAX));
                let so_far = Operand::Tensor(B::borrow(so_far));
                let scaled = B::multiply::<i64>(so_far, Operand::Num(size))?;
                let scaled = Operand::Tensor(B::borrow(&scaled));
                B::add::<i64>(scaled, Operand::Tensor(B::borrow(&list)))?
            }
        });
    }
    let Some(flat) = flat else {
        return Err(Error::index("no index tensor"));
    };
    let vector = settled::<B, i64>(flat, &[shape::size(&common)], &[0], &[])?;
    Ok((vector, common))
}

/// Index tensors of several axes become one position, so each is looked at before.
fn in_range<B: Backend>(index: View<'_, B, i64>, size: usize, axis: usize) -> Result<()> {
    let sizes = B::shape::<i64>(&index);
    if shape::size(&sizes) == 0 {
        return Ok(());
    }
    let all: Shape = (0..sizes.len()).collect();
    let low = B::min::<i64>(index.clone(), &all, false)?;
    let high = B::max::<i64>(index, &all, false)?;
    let low = B::item::<i64>(B::borrow(&low))?.to_i64();
    let high = B::item::<i64>(B::borrow(&high))?.to_i64();
    let bad = if low < 0 { low } else { high };
    if low < 0 || usize::try_from(high).map_or(true, |h| h >= size) {
        return Err(Error::index(match size {
            0 => format!(
                "index {bad} in an index tensor is out of range for axis {axis}, which has no positions"
            ),
            _ => format!(
                "index {bad} in an index tensor is out of range for axis {axis}: 0 to {}",
                size - 1
            ),
        }));
    }
    Ok(())
}

/// Calls with the axes in another order, then in another shape.
fn moved<B: Backend, E: Element, R>(
    x: View<'_, B, E>,
    order: &[usize],
    to: &[usize],
    call: impl FnOnce(View<'_, B, E>) -> Result<R>,
) -> Result<R> {
    let turned = B::transpose::<E>(x, order)?;
    let shaped = B::reshape::<E>(B::borrow::<E>(&turned), to)?;
    call(B::borrow::<E>(&shaped))
}

/// In another shape, then with the axes in another order, then with new axes. Not a copy where nothing
/// of it does anything, as with one index tensor in front.
fn settled<B: Backend, E: Element>(
    x: B::Tensor<'static, E>,
    to: &[usize],
    order: &[usize],
    new: &[usize],
) -> Out<'static, B, E> {
    let ordered = order.iter().enumerate().all(|(i, &axis)| i == axis);
    if ordered && new.is_empty() && B::shape::<E>(&B::borrow::<E>(&x)).as_slice() == to {
        return Ok(x);
    }
    let shaped = B::reshape::<E>(B::borrow::<E>(&x), to)?;
    let turned = B::transpose::<E>(B::borrow::<E>(&shaped), order)?;
    let out = B::expand_dims::<E>(B::borrow::<E>(&turned), new)?;
    B::copy::<E>(B::borrow::<E>(&out))
}

/// The sizes at these axes.
fn in_order(sizes: &[usize], order: &[usize]) -> Shape {
    let at = |&axis: &usize| sizes.get(axis).copied().unwrap_or(1);
    order.iter().map(at).collect()
}

/// The order that undoes an order.
fn inverse(order: &[usize]) -> Shape {
    let mut out = Shape::from_elem(0, order.len());
    for (i, &axis) in order.iter().enumerate() {
        if let Some(place) = out.get_mut(axis) {
            *place = i;
        }
    }
    out
}

/// New axes of size 1 at these places of the result.
fn insert(sizes: &mut Shape, new: &[usize]) {
    for &place in new {
        sizes.insert(place.min(sizes.len()), 1);
    }
}

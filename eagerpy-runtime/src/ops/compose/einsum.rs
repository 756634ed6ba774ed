//! Einstein's notation.
//!
//! Two operands at a time are brought to the form of a product of matrices by `transpose` and `reshape`. Of all pairs
//! that pair comes first whose result is the smallest, of equal ones the first; what stands in one operand only, and not
//! in the result, is summed over before.

use smallvec::SmallVec;

use super::{Out, Part};
use crate::backend::Backend;
use crate::element::Numeric;
use crate::error::{Error, Result};
use crate::num::Num;
use crate::ops::einsum::{Label, Plan, check};
use crate::shape::{self, Shape};

type Labels = SmallVec<[Label; 6]>;

/// An operand with the names of its axes.
struct Operand<B: Backend, E: Numeric> {
    part: Part<'static, B, E>,
    labels: Labels,
}

/// The result of an equation.
pub fn einsum<B: Backend, E: Numeric>(equation: &str, tensors: &[B::View<'_, E>]) -> Out<B, E> {
    let shapes: Vec<Shape> = tensors.iter().map(B::shape::<E>).collect();
    let plan = check(equation, &shapes)?;
    let mut operands: Vec<Operand<B, E>> = tensors
        .iter()
        .zip(&plan.inputs)
        .map(|(tensor, labels)| operand(tensor.clone(), labels, &plan))
        .collect::<Result<_>>()?;
    for place in 0..operands.len() {
        let needed = needed(&operands, &[place], &plan);
        if let Some(operand) = operands.get_mut(place) {
            *operand = summed(operand, &needed)?;
        }
    }
    while operands.len() > 1 {
        let (i, j) = smallest(&operands, &plan);
        let needed = needed(&operands, &[i, j], &plan);
        // `j` is behind `i`, whose place stays.
        let right = operands.remove(j);
        let left = operands.remove(i);
        operands.insert(i, contracted(&left, &right, &needed, &plan)?);
    }
    match operands.pop() {
        Some(last) => ordered(&last, &plan),
        None => Err(Error::value("there are no tensors in the list")),
    }
}

/// A tensor without axes that stand twice, and without leading axes of size 1 that others broadcast.
fn operand<B: Backend, E: Numeric>(
    tensor: B::View<'_, E>,
    labels: &Labels,
    plan: &Plan,
) -> Result<Operand<B, E>> {
    let mut part = Part::<B, E>(B::copy::<E>(tensor)?);
    let mut labels = labels.clone();
    let gone: Shape = (0..labels.len())
        .filter(|&axis| {
            labels.get(axis).is_some_and(|&label| {
                matches!(label, Label::Lead(_)) && part.dim(axis) != plan.size(label)
            })
        })
        .collect();
    if !gone.is_empty() {
        let narrow = part.squeeze(&gone)?.copied()?;
        part = Part(narrow);
        let mut axis = 0;
        labels.retain(|_| {
            axis += 1;
            !gone.contains(&(axis - 1))
        });
    }
    while let Some((first, second)) = twice(&labels) {
        let rank = labels.len();
        let n = part.dim(first);
        // The axes become one of n², where the diagonal is every (n + 1)th entry.
        let mut order: Shape = (0..rank).filter(|a| *a != first && *a != second).collect();
        let mut flat: Shape = order.iter().map(|&a| part.dim(a)).collect();
        order.extend([first, second]);
        flat.push(n * n);
        let step = isize::try_from(n + 1).unwrap_or(isize::MAX);
        let diagonal = part
            .transpose(&order)?
            .reshape(&flat)?
            .strided(rank - 2, 0, n, step)?
            .copied()?;
        part = Part(diagonal);
        let label = labels.remove(second);
        labels.remove(first);
        labels.push(label);
    }
    Ok(Operand { part, labels })
}

/// The places of a label that stands twice.
fn twice(labels: &Labels) -> Option<(usize, usize)> {
    labels.iter().enumerate().find_map(|(second, label)| {
        let first = labels.iter().take(second).position(|l| l == label)?;
        Some((first, second))
    })
}

/// The axes that the result needs, or an operand that is none of these.
fn needed<B: Backend, E: Numeric>(
    operands: &[Operand<B, E>],
    these: &[usize],
    plan: &Plan,
) -> Labels {
    let others = operands.iter().enumerate();
    let others = others.filter(|(place, _)| !these.contains(place));
    let others = others.flat_map(|(_, operand)| operand.labels.iter().copied());
    plan.output.iter().copied().chain(others).collect()
}

/// Summed over the axes that are not needed.
fn summed<B: Backend, E: Numeric>(
    operand: &Operand<B, E>,
    needed: &Labels,
) -> Result<Operand<B, E>> {
    let rank = operand.labels.len();
    let (kept, gone): (Shape, Shape) =
        (0..rank).partition(|&a| operand.labels.get(a).is_some_and(|l| needed.contains(l)));
    let labels: Labels = kept
        .iter()
        .filter_map(|&a| operand.labels.get(a).copied())
        .collect();
    let part = &operand.part;
    if gone.is_empty() {
        let part = Part(part.copied()?);
        return Ok(Operand { part, labels });
    }
    let whole = match B::dtype::<E>(&part.view()).or(E::DTYPE) {
        Some(dtype) => !dtype.is_float(),
        None => false,
    };
    if !whole {
        let sum = part.sum(&gone, false)?.cast_like(part)?;
        return Ok(Operand { part: sum, labels });
    }
    // Sums of ints stay in their type here, as those of products do: so this is a product with ones.
    let order: Shape = kept.iter().chain(&gone).copied().collect();
    let sizes: Shape = kept.iter().map(|&a| part.dim(a)).collect();
    let inner: usize = gone.iter().map(|&a| part.dim(a)).product();
    let turned = part.transpose(&order)?;
    let rows = turned.reshape(&[shape::size(&sizes), inner])?;
    let place = B::place::<E>(&part.view());
    let ones = Part::<B, E>(B::full::<E>(&place, &[inner, 1], Num::Int(1))?);
    let sum = rows.matmul(&ones.cast_like(part)?)?;
    let part = Part(sum.reshape(&sizes)?.copied()?);
    Ok(Operand { part, labels })
}

/// The pair whose result is the smallest.
fn smallest<B: Backend, E: Numeric>(operands: &[Operand<B, E>], plan: &Plan) -> (usize, usize) {
    let mut best = (0, 1);
    let mut least: Option<f64> = None;
    for (i, left) in operands.iter().enumerate() {
        for (j, right) in operands.iter().enumerate().skip(i + 1) {
            let needed = needed(operands, &[i, j], plan);
            let rest = right.labels.iter().filter(|l| !left.labels.contains(l));
            let all = left.labels.iter().chain(rest);
            let kept = all.filter(|label| needed.contains(label));
            let size: f64 = kept.map(|&label| plan.size(label) as f64).product();
            if least.is_none_or(|least| size < least) {
                least = Some(size);
                best = (i, j);
            }
        }
    }
    best
}

/// The product of two operands, summed over what is in both and not needed.
fn contracted<B: Backend, E: Numeric>(
    left: &Operand<B, E>,
    right: &Operand<B, E>,
    needed: &Labels,
    plan: &Plan,
) -> Result<Operand<B, E>> {
    let both = |label: &Label| left.labels.contains(label) && right.labels.contains(label);
    let of = |labels: &Labels, keep: &dyn Fn(&Label) -> bool| -> Labels {
        labels.iter().copied().filter(|label| keep(label)).collect()
    };
    let batch = of(&left.labels, &|l| both(l) && needed.contains(l));
    let inner = of(&left.labels, &|l| both(l) && !needed.contains(l));
    let rows = of(&left.labels, &|l| !both(l));
    let columns = of(&right.labels, &|l| !both(l));
    let count = |labels: &Labels| -> usize { labels.iter().map(|&l| plan.size(l)).product() };
    let (b, m, k, n) = (count(&batch), count(&rows), count(&inner), count(&columns));
    let labels: Labels = [&batch, &rows, &columns]
        .into_iter()
        .flatten()
        .copied()
        .collect();
    let x = arranged(left, &[&batch, &rows, &inner])?;
    let y = arranged(right, &[&batch, &inner, &columns])?;
    let x = x.reshape(&[b, m, k])?;
    let y = y.reshape(&[b, k, n])?;
    // Without a sum, a product element by element.
    let out = match inner.is_empty() {
        true => x.mul(&y)?,
        false => x.matmul(&y)?,
    };
    let sizes: Shape = labels.iter().map(|&label| plan.size(label)).collect();
    let part = Part(out.reshape(&sizes)?.copied()?);
    Ok(Operand { part, labels })
}

/// The axes in the order of these lists.
fn arranged<'x, B: Backend, E: Numeric>(
    operand: &'x Operand<B, E>,
    lists: &[&Labels],
) -> Result<Part<'x, B, E>> {
    let place = |label: &Label| operand.labels.iter().position(|l| l == label);
    let order: Shape = lists
        .iter()
        .flat_map(|list| list.iter())
        .filter_map(place)
        .collect();
    operand.part.transpose(&order)
}

/// The result: its axes in their order.
fn ordered<B: Backend, E: Numeric>(last: &Operand<B, E>, plan: &Plan) -> Out<B, E> {
    arranged(last, &[&plan.output])?.copied()
}

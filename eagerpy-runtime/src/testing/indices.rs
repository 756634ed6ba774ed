//! Indices drawn at random: `x[…]` and `index_update` against a model.
//!
//! The model is NumPy's rule, an element at a time: it works out from which element of `x` each element of
//! `x[…]` comes. Nothing of it is shared with what it checks but the meaning of a range.

use super::call::{Arg, Call, Item};
use super::data::{Expect, HostTensor};
use super::run::right;
use super::translate::{Input, Planned};
use crate::args::Cut;
use crate::backend::Backend;
use crate::dtype::DType;
use crate::error::ErrorKind;
use crate::num::Num;
use crate::ops::{OpInfo, random};
use crate::shape;

/// Checks this many indices, each with `x[…]`, with the update by a tensor, and by a number.
///
/// # Errors
/// The first that a backend gets wrong, in words.
pub fn random_indices<B: Backend>(count: u64) -> Result<(), String> {
    for seed in 0..count {
        let index = Index::drawn(seed);
        let mut draw = Draw::new(seed.wrapping_add(1 << 32));
        for planned in index.calls(&mut draw)? {
            right::<B>(&planned).map_err(|why| {
                let tensors = planned.inputs.iter().map(|input| &input.tensor);
                let tensors: Vec<&HostTensor> = tensors.collect();
                let Call { op, args } = &planned.call;
                format!(
                    "index {seed}, {} with {args:?} of {tensors:?}: {why}",
                    op.name
                )
            })?;
        }
    }
    Ok(())
}

struct Draw(std::vec::IntoIter<f64>);

impl Draw {
    fn new(seed: u64) -> Draw {
        Draw(random::uniform(seed, 400).into_iter())
    }

    /// A number below `n`, which is not 0.
    fn below(&mut self, n: usize) -> usize {
        let unit = self.0.next().unwrap_or(0.0);
        ((unit * n as f64) as usize).min(n - 1)
    }

    fn percent(&mut self, n: usize) -> bool {
        self.below(100) < n
    }
}

/// A tensor's sizes and an index for it.
struct Index {
    sizes: Vec<usize>,
    items: Vec<Item>,
    /// The index tensors and masks; the items count them from 1.
    tensors: Vec<HostTensor>,
}

impl Index {
    fn drawn(seed: u64) -> Index {
        let mut draw = Draw::new(seed);
        let rank = draw.below(5);
        let sizes = (0..rank).map(|_| match draw.percent(4) {
            true => 0,
            false => 1 + draw.below(4),
        });
        let sizes: Vec<usize> = sizes.collect();
        let mut index = Index {
            items: Vec::new(),
            tensors: Vec::new(),
            sizes,
        };
        let (mut axis, mut open) = (0, true);
        for _ in 0..rank + 2 {
            let rest = index.sizes.get(axis..).unwrap_or_default().to_vec();
            let size = rest.first().copied();
            match (draw.below(7), size) {
                (0, _) => index.items.push(Item::NewAxis),
                (1, _) if open => {
                    open = false;
                    // As many as are left when the other items have theirs.
                    index.items.push(Item::Ellipsis);
                    axis += draw.below(rest.len() + 1);
                }
                (2, Some(n)) if n > 0 => {
                    let at = draw.below(2 * n) as i64 - n as i64;
                    index.items.push(Item::At(at));
                    axis += 1;
                }
                (3 | 4, Some(n)) if n > 0 => {
                    index.tensor(&mut draw, n);
                    axis += 1;
                }
                (5, Some(_)) => {
                    let taken = 1 + draw.below(rest.len().min(2));
                    index.mask(&mut draw, rest.get(..taken).unwrap_or_default());
                    axis += taken;
                }
                (_, Some(n)) => {
                    let mut bound =
                        || (!draw.percent(40)).then(|| draw.below(2 * n + 3) as i64 - n as i64 - 1);
                    let (start, end) = (bound(), bound());
                    let step = [1, 1, 2, 3, -1, -2];
                    let step = step.get(draw.below(step.len())).copied().unwrap_or(1);
                    index.items.push(Item::Range(start, end, step));
                    axis += 1;
                }
                _ => {}
            }
        }
        if !open && axis < index.sizes.len() {
            // An ellipsis takes what is left, which it did not leave behind.
            let left = index.sizes.len() - axis;
            index
                .items
                .extend((0..left).map(|_| Item::Range(None, None, 1)));
        }
        index
    }

    fn tensor(&mut self, draw: &mut Draw, size: usize) {
        let shapes: [&[usize]; 6] = [&[], &[3], &[1], &[2, 1], &[2, 3], &[3]];
        let shape = shapes.get(draw.below(6)).copied().unwrap_or_default();
        let dtypes = [DType::I64, DType::I32, DType::U8];
        let dtype = dtypes.get(draw.below(3)).copied().unwrap_or(DType::I64);
        let data = (0..shape::size(shape)).map(|_| Num::Int(draw.below(size) as i64));
        let tensor = HostTensor::new(dtype, shape.to_vec(), data.collect());
        self.tensors.push(tensor);
        self.items.push(Item::Input(self.tensors.len()));
    }

    fn mask(&mut self, draw: &mut Draw, sizes: &[usize]) {
        let data = (0..shape::size(sizes)).map(|_| Num::Bool(draw.percent(50)));
        let mask = HostTensor::new(DType::Bool, sizes.to_vec(), data.collect());
        self.tensors.push(mask);
        self.items.push(Item::Mask(self.tensors.len()));
    }

    /// The calls with this index, and what they must give.
    fn calls(&self, draw: &mut Draw) -> Result<Vec<Planned>, String> {
        let dtypes = [DType::I64, DType::F32, DType::I32, DType::F64];
        let dtype = dtypes.get(draw.below(4)).copied().unwrap_or(DType::F32);
        let number = |n: usize| match dtype.is_float() {
            true => Num::Float(n as f64),
            false => Num::Int(n as i64),
        };
        let count = shape::size(&self.sizes);
        let x: Vec<Num> = (0..count).map(number).collect();
        let tensor = |shape: &[usize], data: Vec<Num>| HostTensor::new(dtype, shape.to_vec(), data);
        let call = |name: &str, value: Option<Arg>, more: Option<HostTensor>, expect: Expect| {
            let op = OpInfo::find(name).ok_or_else(|| format!("no operation `{name}`"))?;
            let mut args = vec![Arg::Input(0), Arg::Index(self.items.clone())];
            args.extend(value);
            let inputs = std::iter::once(tensor(&self.sizes, x.clone()))
                .chain(self.tensors.iter().cloned())
                .chain(more)
                .map(|tensor| Input { tensor, cast: None });
            Ok::<Planned, String>(Planned {
                call: Call { op, args },
                inputs: inputs.collect(),
                expect,
            })
        };
        let Some((shape, from)) = self.model() else {
            let error = || Expect::Error(ErrorKind::Shape);
            return Ok(vec![
                call("getitem", None, None, error())?,
                call("index_update", Some(Arg::Num(number(7))), None, error())?,
            ]);
        };
        let one = |shape: &[usize], data: Vec<Num>| Expect::Tensors(vec![tensor(shape, data)]);
        let picked = from.iter().filter_map(|&place| x.get(place).copied());
        let picked = call("getitem", None, None, one(&shape, picked.collect()))?;

        // By a number, and by a tensor that is broadcast.
        let mut filled = x.clone();
        let mut written = x.clone();
        let gone = draw.below(shape.len() + 1);
        let mut sizes: Vec<usize> = shape.iter().skip(gone).copied().collect();
        for size in &mut sizes {
            if draw.percent(20) {
                *size = 1;
            }
        }
        let values: Vec<Num> = (0..shape::size(&sizes)).map(|n| number(100 + n)).collect();
        for (at, &place) in positions(&shape).iter().zip(&from) {
            if let Some(to) = filled.get_mut(place) {
                *to = number(99);
            }
            if let (Some(to), Some(value)) = (written.get_mut(place), values.get(flat(&sizes, at)))
            {
                *to = *value;
            }
        }
        let value = Arg::Input(self.tensors.len() + 1);
        let values = tensor(&sizes, values);
        let update = "index_update";
        Ok(vec![
            picked,
            call(
                update,
                Some(Arg::Num(number(99))),
                None,
                one(&self.sizes, filled),
            )?,
            call(update, Some(value), Some(values), one(&self.sizes, written))?,
        ])
    }

    /// The shape of `x[…]`, and the place in `x` of each of its elements; `None` where the index tensors do
    /// not broadcast.
    fn model(&self) -> Option<(Vec<usize>, Vec<usize>)> {
        let step = |axis: usize| shape::size(self.sizes.get(axis + 1..).unwrap_or_default());
        let takes = |item: &Item| match item {
            Item::NewAxis | Item::Ellipsis => 0,
            Item::Mask(number) => self.of(*number).shape.len(),
            _ => 1,
        };
        let rest = self.sizes.len() - self.items.iter().map(takes).sum::<usize>();
        let any = |item: &Item| matches!(item, Item::Input(_) | Item::Mask(_));
        let any = self.items.iter().any(any);
        // Of each axis that stays, where its positions are; and of each index tensor.
        let mut kept: Vec<Vec<usize>> = Vec::new();
        let mut tensors: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
        let (mut axis, mut start) = (0, 0);
        let mut first = None;
        let mut last = 0;
        let mut apart = false;
        let all = |axis: usize| -> Vec<usize> {
            let size = self.sizes.get(axis).copied().unwrap_or(0);
            (0..size).map(|i| i * step(axis)).collect()
        };
        for (number, item) in self.items.iter().enumerate() {
            let size = self.sizes.get(axis).copied().unwrap_or(0);
            if any && matches!(item, Item::At(_) | Item::Input(_) | Item::Mask(_)) {
                match first {
                    None => first = Some(kept.len()),
                    Some(_) => apart |= last + 1 != number,
                }
                last = number;
            }
            match item {
                Item::NewAxis => kept.push(vec![0]),
                Item::Ellipsis => kept.extend((axis..axis + rest).map(all)),
                Item::At(n) => {
                    let n = if *n < 0 { *n + size as i64 } else { *n };
                    start += n as usize * step(axis);
                }
                Item::Range(from, to, by) => {
                    let cut = Cut::range(*from, *to, *by, size).ok()?;
                    let at = |i: usize| cut.start as i64 + i as i64 * cut.step as i64;
                    kept.push((0..cut.len).map(|i| at(i) as usize * step(axis)).collect());
                }
                Item::Input(number) => {
                    let tensor = self.of(*number);
                    let at = |n: &Num| n.to_i64() as usize * step(axis);
                    tensors.push((tensor.shape.clone(), tensor.data.iter().map(at).collect()));
                }
                Item::Mask(number) => {
                    let mask = self.of(*number);
                    let places = positions(&mask.shape).into_iter().zip(&mask.data);
                    let places = places.filter(|(_, m)| **m == Num::Bool(true));
                    let place =
                        |at: Vec<usize>| at.iter().zip(axis..).map(|(i, a)| i * step(a)).sum();
                    let places: Vec<usize> = places.map(|(at, _)| place(at)).collect();
                    tensors.push((vec![places.len()], places));
                }
            }
            axis += if *item == Item::Ellipsis {
                rest
            } else {
                takes(item)
            };
        }
        kept.extend((axis..self.sizes.len()).map(all));
        let mut common = shape::Shape::new();
        for (shape, _) in &tensors {
            common = shape::broadcast(&common, shape).ok()?;
        }
        let before = if apart { 0 } else { first.unwrap_or(0) };
        let mut shape: Vec<usize> = kept.iter().map(Vec::len).collect();
        shape.splice(before..before, common.iter().copied());
        let from = positions(&shape).into_iter().map(|mut at| {
            let ours: Vec<usize> = at.splice(before..before + common.len(), []).collect();
            let of_kept = at.iter().zip(&kept).filter_map(|(&i, list)| list.get(i));
            let of_tensors = tensors
                .iter()
                .filter_map(|(shape, list)| list.get(flat(shape, &ours)));
            start + of_kept.chain(of_tensors).sum::<usize>()
        });
        let from = from.collect();
        Some((shape, from))
    }

    fn of(&self, number: usize) -> &HostTensor {
        static NONE: HostTensor = HostTensor {
            dtype: DType::I64,
            shape: Vec::new(),
            data: Vec::new(),
            layout: super::data::Layout {
                transposed: false,
                strided: None,
            },
        };
        self.tensors.get(number.wrapping_sub(1)).unwrap_or(&NONE)
    }
}

/// All positions of a shape, in row-major order.
fn positions(shape: &[usize]) -> Vec<Vec<usize>> {
    shape.iter().fold(vec![Vec::new()], |all, &size| {
        let longer =
            |at: Vec<usize>| (0..size).map(move |i| at.iter().copied().chain([i]).collect());
        all.into_iter().flat_map(longer).collect()
    })
}

/// The place in a tensor that is broadcast, of a position at its end.
fn flat(shape: &[usize], at: &[usize]) -> usize {
    let at = at.iter().skip(at.len() - shape.len());
    let step = |place: usize, (&size, &i): (&usize, &usize)| place * size + i.min(size - 1);
    shape.iter().zip(at).fold(0, step)
}

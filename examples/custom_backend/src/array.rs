//! The framework: a tensor is its elements in row-major order, and its sizes.

use std::sync::Arc;

use eagerpy::backend::{Element, Error, Result, Shape, shape};

/// A tensor. Clones share the elements, which are never written.
#[derive(Clone, Debug, PartialEq)]
pub struct Array<E> {
    data: Arc<[E]>,
    sizes: Shape,
}

impl<E: Element> Array<E> {
    /// A tensor of these elements in row-major order.
    ///
    /// # Errors
    /// If the sizes ask for another number of elements.
    pub fn new(sizes: &[usize], data: impl Into<Arc<[E]>>) -> Result<Self> {
        let data = data.into();
        let wanted = sizes.iter().try_fold(1usize, |all, &n| all.checked_mul(n));
        if wanted != Some(data.len()) {
            return Err(Error::shape(format!(
                "{} elements for {sizes:?}",
                data.len()
            )));
        }
        Ok(Array {
            data,
            sizes: Shape::from_slice(sizes),
        })
    }

    /// The elements.
    pub fn data(&self) -> &[E] {
        &self.data
    }

    /// The elements, without a copy.
    pub fn shared(&self) -> Arc<[E]> {
        self.data.clone()
    }

    /// The sizes.
    pub fn sizes(&self) -> &Shape {
        &self.sizes
    }

    /// `f` of every element.
    pub fn map<T: Element>(&self, f: impl Fn(E) -> T) -> Array<T> {
        Array {
            data: self.data.iter().map(|&x| f(x)).collect(),
            sizes: self.sizes.clone(),
        }
    }

    /// The tensor whose element at a place is this one's element at the position that `from` gives for it.
    ///
    /// # Errors
    /// If a position is beyond the elements.
    pub fn pick(&self, sizes: &[usize], from: impl Fn(&[usize]) -> usize) -> Result<Self> {
        let mut data = Vec::with_capacity(shape::size(sizes));
        let mut bad = None;
        each(sizes, |place| {
            let at = from(place);
            match self.data.get(at) {
                Some(&x) => data.push(x),
                None => bad = Some(at),
            }
        });
        match bad {
            None => Array::new(sizes, data),
            Some(at) => Err(Error::index(format!(
                "position {at} of {} elements",
                self.data.len()
            ))),
        }
    }

    /// Repeated along axes of size 1 and new leading axes.
    ///
    /// # Errors
    /// If the sizes do not fit.
    pub fn broadcast(&self, sizes: &[usize]) -> Result<Self> {
        if *self.sizes == *sizes {
            return Ok(self.clone());
        }
        let strides = strides(&self.sizes);
        let new = sizes.len().saturating_sub(self.sizes.len());
        self.pick(sizes, |place| {
            let own = place.iter().skip(new).zip(&self.sizes).zip(&strides);
            own.map(|((&i, &size), &stride)| if size == 1 { 0 } else { i * stride })
                .sum()
        })
    }

    /// The elements along one axis, for every place of the other axes: `[outer, n, inner]` in memory.
    pub fn lanes(&self, axis: usize) -> impl Iterator<Item = Vec<E>> {
        let (_, n, inner) = around(&self.sizes, axis);
        let outer = shape::size(&self.sizes) / (n * inner).max(1);
        (0..outer * inner).map(move |lane| {
            let (o, i) = (lane / inner.max(1), lane % inner.max(1));
            (0..n)
                .filter_map(|k| self.data.get((o * n + k) * inner + i).copied())
                .collect()
        })
    }

    /// The tensor whose lanes along an axis are these, as [`lanes`](Array::lanes) gives them.
    ///
    /// # Errors
    /// If there are more or fewer elements than the sizes say.
    pub fn of_lanes<T: Element>(
        sizes: &[usize],
        axis: usize,
        lanes: Vec<Vec<T>>,
    ) -> Result<Array<T>> {
        let (_, n, inner) = around(sizes, axis);
        let mut data = Vec::with_capacity(shape::size(sizes));
        for outer in lanes.chunks(inner.max(1)) {
            for k in 0..n {
                data.extend(outer.iter().filter_map(|lane| lane.get(k).copied()));
            }
        }
        Array::new(sizes, data)
    }
}

/// `f` of every place of a tensor, in row-major order.
pub fn each(sizes: &[usize], mut f: impl FnMut(&[usize])) {
    let mut place = vec![0usize; sizes.len()];
    for _ in 0..shape::size(sizes) {
        f(&place);
        for (at, &size) in place.iter_mut().zip(sizes).rev() {
            *at += 1;
            if *at < size {
                break;
            }
            *at = 0;
        }
    }
}

/// Distances between neighbours along each axis.
pub fn strides(sizes: &[usize]) -> Shape {
    let mut strides: Shape = sizes
        .iter()
        .rev()
        .scan(1, |step, &size| {
            let stride = *step;
            *step *= size;
            Some(stride)
        })
        .collect();
    strides.reverse();
    strides
}

/// The number of elements before, along and behind an axis.
fn around(sizes: &[usize], axis: usize) -> (usize, usize, usize) {
    let before = sizes.iter().take(axis).product();
    let inner = sizes.iter().skip(axis + 1).product();
    (before, sizes.get(axis).copied().unwrap_or(1), inner)
}

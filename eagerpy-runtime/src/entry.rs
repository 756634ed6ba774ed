//! What generated functions check at entry and at exit, and small helpers that they call.

pub use std::cell::Cell;

use crate::args::HostInt;
use crate::backend::{Backend, Value};
use crate::dtype::DType;
use crate::error::{Error, Result};

/// A function's signature, as far as it is checked when it runs.
#[derive(Clone, Copy, Debug)]
pub struct Signature {
    /// The function.
    pub function: &'static str,
    /// The source file.
    pub file: &'static str,
    /// The line in it, from 1.
    pub line: u32,
    /// The tensor parameters.
    pub params: &'static [Param],
    /// Names of the dimensions.
    pub dims: &'static [&'static str],
}

/// A tensor parameter.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// Its name.
    pub name: &'static str,
    /// Its element type; `None` for the shared float type.
    pub dtype: Option<DType>,
    /// Its dimensions; `None` for any rank.
    pub dims: Option<&'static [Dim]>,
}

/// A declared dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dim {
    /// By its place in [`Signature::dims`].
    Named(usize),
    /// A fixed size.
    Size(usize),
    /// A sum of products of named dimensions: factors, and places in [`Signature::dims`].
    Computed(&'static [(i64, &'static [usize])]),
    /// Any number of dimensions, in front of the others; under a name by its place in [`Signature::dims`].
    Lead(Option<usize>),
    /// A size of no interest.
    Any,
}

/// What a size must be, in a function that runs.
#[derive(Clone, Copy, Debug)]
pub enum Want<'a> {
    /// This.
    Size(usize),
    /// Any number of sizes: these, or whatever they are.
    Lead(Option<&'a [usize]>),
    /// What it was before, if it was anything.
    Same(&'a Cell<Option<usize>>),
    /// Anything.
    Any,
}

/// A sum of products of sizes: factors, and the sizes that each multiplies. What is no size is none that a tensor has.
pub fn computed(terms: &[(i64, &[usize])]) -> Want<'static> {
    let term = |(factor, sizes): &(i64, &[usize])| {
        sizes.iter().try_fold(*factor, |product, size| {
            product.checked_mul(i64::try_from(*size).ok()?)
        })
    };
    let sum = terms
        .iter()
        .try_fold(0_i64, |sum, product| sum.checked_add(term(product)?));
    Want::Size(
        sum.and_then(|n| usize::try_from(n).ok())
            .unwrap_or(usize::MAX),
    )
}

impl Signature {
    fn fail(&self, error: Error) -> Error {
        let text = format!(
            "{} ({}:{}): {}",
            self.function,
            self.file,
            self.line,
            error.message()
        );
        Error::new(error.kind(), text)
    }

    fn param(&self, place: usize) -> &'static str {
        self.params.get(place).map_or("?", |p| p.name)
    }

    /// `2*N` for messages.
    fn term(&self, (factor, places): &(i64, &[usize])) -> String {
        let names = places
            .iter()
            .map(|place| self.dims.get(*place).copied().unwrap_or("?"));
        let parts: Vec<String> = (*factor != 1 || places.is_empty())
            .then(|| factor.to_string())
            .into_iter()
            .chain(names.map(str::to_owned))
            .collect();
        parts.join("*")
    }

    /// ``[N, 3, _]`` for messages.
    fn show(&self, dims: &[Dim]) -> String {
        let dims: Vec<String> = dims
            .iter()
            .map(|d| match d {
                Dim::Named(place) => self.dims.get(*place).copied().unwrap_or("?").to_owned(),
                Dim::Size(n) => n.to_string(),
                Dim::Computed(terms) => {
                    let terms: Vec<String> = terms.iter().map(|term| self.term(term)).collect();
                    terms.join(" + ")
                }
                Dim::Lead(place) => {
                    let name = place.and_then(|place| self.dims.get(place));
                    format!("{}..", name.copied().unwrap_or("_"))
                }
                Dim::Any => "_".to_owned(),
            })
            .collect();
        format!("[{}]", dims.join(", "))
    }
}

/// The leading dimensions that a list of declared ones leaves open, and the others; `None` if there are too few.
fn split<'d, 's>(
    dims: &'d [Dim],
    shape: &'s [usize],
) -> Option<(&'d [Dim], &'s [usize], &'s [usize])> {
    match dims.split_first() {
        Some((Dim::Lead(_), tail)) => {
            let (lead, rest) = shape.split_at_checked(shape.len().checked_sub(tail.len())?)?;
            Some((tail, lead, rest))
        }
        _ => (dims.len() == shape.len()).then_some((dims, &[], shape)),
    }
}

/// Checks the arguments' ranks and sizes, and gives the named dimensions, in order. Those that are lists are 0: see
/// [`lead`].
///
/// # Errors
/// [`Shape`](crate::ErrorKind::Shape), naming both places where a named dimension has two sizes.
pub fn dims<const N: usize>(signature: &Signature, shapes: &[&[usize]]) -> Result<[usize; N]> {
    let mut sizes = [0; N];
    // Which parameter and axis gave each size.
    let mut givers: [Option<(usize, usize)>; N] = [None; N];
    let arguments = || signature.params.iter().zip(shapes).enumerate();
    for (place, (param, shape)) in arguments() {
        let Some(dims) = param.dims else { continue };
        let Some((tail, _, rest)) = split(dims, shape) else {
            return Err(signature.fail(Error::shape(format!(
                "`{}` has rank {} ({shape:?}), but the signature says {}",
                param.name,
                shape.len(),
                signature.show(dims)
            ))));
        };
        let first = shape.len() - rest.len();
        for (axis, (dim, &size)) in tail.iter().zip(rest).enumerate() {
            let axis = first + axis;
            match dim {
                // Checked below, where all names are known.
                Dim::Any | Dim::Computed(_) | Dim::Lead(_) => {}
                Dim::Size(n) if *n == size => {}
                Dim::Size(n) => {
                    return Err(signature.fail(Error::shape(format!(
                        "`{}` has size {size} on axis {axis}, but the signature says {n}",
                        param.name
                    ))));
                }
                Dim::Named(name) => {
                    let (Some(slot), Some(giver)) = (sizes.get_mut(*name), givers.get_mut(*name))
                    else {
                        continue;
                    };
                    match giver {
                        None => {
                            *slot = size;
                            *giver = Some((place, axis));
                        }
                        Some(_) if *slot == size => {}
                        Some((first, first_axis)) => {
                            let dim = signature.dims.get(*name).copied().unwrap_or("?");
                            return Err(signature.fail(Error::shape(format!(
                                "`{dim}` is {slot} in `{}` (axis {first_axis}) but {size} in `{}` (axis {axis})",
                                signature.param(*first),
                                param.name
                            ))));
                        }
                    }
                }
            }
        }
    }
    let mut leads: [Option<(usize, &[usize])>; N] = [None; N];
    for (place, (param, shape)) in arguments() {
        let Some((tail, front, rest)) = param.dims.and_then(|dims| split(dims, shape)) else {
            continue;
        };
        if let Some(Dim::Lead(Some(name))) = param.dims.and_then(<[Dim]>::first)
            && let Some(slot) = leads.get_mut(*name)
        {
            match slot {
                None => *slot = Some((place, front)),
                Some((_, known)) if *known == front => {}
                Some((first, known)) => {
                    let dim = signature.dims.get(*name).copied().unwrap_or("?");
                    return Err(signature.fail(Error::shape(format!(
                        "`{dim}` is {known:?} in `{}` but {front:?} in `{}`",
                        signature.param(*first),
                        param.name
                    ))));
                }
            }
        }
        for (axis, (dim, &size)) in tail.iter().zip(rest).enumerate() {
            if let Dim::Computed(terms) = dim {
                let values: Vec<(i64, Vec<usize>)> = terms
                    .iter()
                    .map(|(factor, places)| {
                        let sizes = places.iter().map(|p| sizes.get(*p).copied().unwrap_or(0));
                        (*factor, sizes.collect())
                    })
                    .collect();
                let terms: Vec<(i64, &[usize])> = values
                    .iter()
                    .map(|(f, sizes)| (*f, sizes.as_slice()))
                    .collect();
                if !matches!(computed(&terms), Want::Size(want) if want == size) {
                    return Err(signature.fail(Error::shape(format!(
                        "`{}` has size {size} on axis {}, but the signature says {}",
                        param.name,
                        shape.len() - rest.len() + axis,
                        signature.show(&[*dim])
                    ))));
                }
            }
        }
    }
    Ok(sizes)
}

/// The sizes of the leading dimensions under a name, after [`dims`] has checked them.
pub fn lead<'s>(signature: &Signature, name: usize, shapes: &[&'s [usize]]) -> &'s [usize] {
    signature
        .params
        .iter()
        .zip(shapes)
        .find_map(|(param, shape)| match param.dims {
            Some([Dim::Lead(Some(place)), tail @ ..]) if *place == name => {
                shape.get(..shape.len().checked_sub(tail.len())?)
            }
            _ => None,
        })
        .unwrap_or_default()
}

/// Checks a named dimension that is a const parameter.
///
/// # Errors
/// [`Shape`](crate::ErrorKind::Shape) if an argument has another size.
pub fn fixed(signature: &Signature, name: usize, sizes: &[usize], want: usize) -> Result<()> {
    match sizes.get(name) {
        Some(size) if *size != want => {
            let dim = signature.dims.get(name).copied().unwrap_or("?");
            Err(signature.fail(Error::shape(format!(
                "`{dim}` is {want}, but {size} in an argument"
            ))))
        }
        _ => Ok(()),
    }
}

/// Checks the tensors of a list or of an `Option`.
///
/// # Errors
/// [`Dtype`](crate::ErrorKind::Dtype) or [`Shape`](crate::ErrorKind::Shape) if one is not as declared.
pub fn each<'t, B: Backend, T: Value<B> + 't>(
    signature: &Signature,
    place: usize,
    tensors: impl IntoIterator<Item = &'t T>,
    float: Option<DType>,
    dims: Option<&[Want<'_>]>,
) -> Result<()> {
    let name = signature.param(place);
    let declared = signature.params.get(place).and_then(|p| p.dtype);
    for x in tensors {
        let view = x.view();
        let have = B::dtype::<T::Elem>(&view);
        match (declared, float) {
            (Some(want), _) if !B::holds::<T::Elem>(&view, want) => {
                return Err(wrong_dtype(signature, place, have, want.name()));
            }
            (None, Some(want)) if have.is_some_and(|have| have != want) => {
                return Err(wrong_dtype(signature, place, have, want.name()));
            }
            (None, None) if have.is_some_and(|have| !have.is_float()) => {
                return Err(wrong_dtype(signature, place, have, "a float type"));
            }
            _ => {}
        }
        if let Some(want) = dims {
            let what = || format!("a tensor of `{name}`");
            sizes(signature, what, "the signature", &B::shape(&view), want)?;
        }
    }
    Ok(())
}

/// An element of a list; a negative position counts from the end.
///
/// # Errors
/// [`Index`](crate::ErrorKind::Index) if there is none.
pub fn nth<T>(list: &[T], index: i64) -> Result<&T> {
    let place = place_in(list.len(), index);
    place
        .and_then(|place| list.get(place))
        .ok_or_else(|| no_element(list.len(), index))
}

/// The same, to be written to.
///
/// # Errors
/// [`Index`](crate::ErrorKind::Index) if there is none.
pub fn nth_mut<T>(list: &mut [T], index: i64) -> Result<&mut T> {
    let len = list.len();
    place_in(len, index)
        .and_then(|place| list.get_mut(place))
        .ok_or_else(|| no_element(len, index))
}

fn place_in(len: usize, index: i64) -> Option<usize> {
    let len = i64::try_from(len).unwrap_or(i64::MAX);
    let place = match index < 0 {
        true => index.saturating_add(len),
        false => index,
    };
    usize::try_from(place).ok()
}

fn no_element(len: usize, index: i64) -> Error {
    Error::index(format!("position {index} of a list of {len} tensors"))
}

/// What a function that the caller brings may give: a value, or a `Result` of one with any error.
pub trait Fallible<B: Backend> {
    /// The value.
    type Value;
    /// The value, or the error as ours.
    ///
    /// # Errors
    /// The function's own, as [`source`](std::error::Error::source).
    fn fallible(self) -> Result<Self::Value>;
}

impl<B: Backend, T, E: Into<Box<dyn std::error::Error + Send + Sync>>> Fallible<B>
    for std::result::Result<T, E>
{
    type Value = T;
    fn fallible(self) -> Result<T> {
        self.host_result()
    }
}

macro_rules! plain {
    ($($t:ty)*) => {$(
        impl<B: Backend> Fallible<B> for $t {
            type Value = $t;
            fn fallible(self) -> Result<$t> {
                Ok(self)
            }
        }
    )*};
}
plain!(() bool i32 i64 u8 usize f32 f64 half::f16 half::bf16 String);

impl<B: Backend, X, Y> Fallible<B> for (X, Y) {
    type Value = (X, Y);
    fn fallible(self) -> Result<(X, Y)> {
        Ok(self)
    }
}
impl<B: Backend, X, Y, Z> Fallible<B> for (X, Y, Z) {
    type Value = (X, Y, Z);
    fn fallible(self) -> Result<(X, Y, Z)> {
        Ok(self)
    }
}

/// What a function of the caller gave.
///
/// # Errors
/// Its own.
pub fn called<B: Backend, R: Fallible<B>>(given: R) -> Result<R::Value> {
    given.fallible()
}

/// A tensor of one backend in another, element by element through the host. The shared float type goes with it.
///
/// # Errors
/// If a framework refuses.
pub fn convert<From: Backend, To: Backend, E: crate::Element, R: crate::Rank, T: Value<From>>(
    x: &T,
) -> Result<To::Array<E, R>> {
    let view = x.view();
    let shape = From::shape(&view);
    let place = To::place_for(From::dtype::<T::Elem>(&view));
    let data = From::to_nums(view)?;
    To::finish::<E, R>(To::from_nums::<E>(&place, &shape, &data)?)
}

/// Checks the element type of an argument.
///
/// # Errors
/// [`Dtype`](crate::ErrorKind::Dtype) if it is not the declared one.
pub fn dtype<B: Backend, T: Value<B> + ?Sized>(
    signature: &Signature,
    place: usize,
    x: &T,
) -> Result<()> {
    let view = x.view();
    match signature.params.get(place).and_then(|p| p.dtype) {
        Some(want) if !B::holds::<T::Elem>(&view, want) => {
            let have = B::dtype::<T::Elem>(&view);
            Err(wrong_dtype(signature, place, have, want.name()))
        }
        _ => Ok(()),
    }
}

/// Checks that an argument has a float type, and gives it.
///
/// # Errors
/// [`Dtype`](crate::ErrorKind::Dtype) if it has none.
pub fn float<B: Backend, T: Value<B> + ?Sized>(
    signature: &Signature,
    place: usize,
    x: &T,
) -> Result<Option<DType>> {
    let have = B::dtype::<T::Elem>(&x.view());
    match have {
        Some(dtype) if !dtype.is_float() => {
            Err(wrong_dtype(signature, place, have, "a float type"))
        }
        have => Ok(have),
    }
}

/// Checks that an argument has the float type that the first has.
///
/// # Errors
/// [`Dtype`](crate::ErrorKind::Dtype) if it has another.
pub fn same_float<B: Backend, T: Value<B> + ?Sized>(
    signature: &Signature,
    place: usize,
    x: &T,
    float: Option<DType>,
) -> Result<()> {
    let have = B::dtype::<T::Elem>(&x.view());
    if have == float {
        return Ok(());
    }
    let want = float.map_or("the function's float type", DType::name);
    Err(wrong_dtype(signature, place, have, want))
}

fn wrong_dtype(signature: &Signature, place: usize, have: Option<DType>, want: &str) -> Error {
    let have = have.map_or("another type", DType::name);
    signature.fail(Error::dtype(format!(
        "`{}` has elements of {have}, but the signature says {want}",
        signature.param(place)
    )))
}

/// Checks the sizes of a result.
///
/// # Errors
/// [`Shape`](crate::ErrorKind::Shape) if they are not the declared ones.
pub fn result(signature: &Signature, have: &[usize], want: &[Want<'_>]) -> Result<()> {
    let what = || "the result".to_owned();
    sizes(signature, what, "the signature", have, want)
}

fn sizes(
    signature: &Signature,
    what: impl FnOnce() -> String,
    by: &str,
    have: &[usize],
    want: &[Want<'_>],
) -> Result<()> {
    let (lead, tail, front, rest) = match want.split_first() {
        Some((Want::Lead(lead), tail)) => {
            let (front, rest) = have
                .split_at_checked(have.len().saturating_sub(tail.len()))
                .unwrap_or((&[], have));
            (*lead, tail, front, rest)
        }
        _ => (None, want, &[][..], have),
    };
    let fits = rest.len() == tail.len()
        && lead.is_none_or(|lead| lead == front)
        && rest.iter().zip(tail).all(|(h, w)| match w {
            Want::Size(w) => w == h,
            Want::Same(known) => known.get().is_none_or(|w| w == *h),
            Want::Lead(_) | Want::Any => true,
        });
    if fits {
        for (h, w) in rest.iter().zip(tail) {
            if let Want::Same(known) = w {
                known.set(Some(*h));
            }
        }
        return Ok(());
    }
    let want: Vec<String> = want
        .iter()
        .map(|w| match w {
            Want::Size(n) => n.to_string(),
            Want::Lead(Some(lead)) => format!("{lead:?}.."),
            Want::Lead(None) => "..".to_owned(),
            Want::Same(known) => known.get().map_or("_".to_owned(), |n| n.to_string()),
            Want::Any => "_".to_owned(),
        })
        .collect();
    Err(signature.fail(Error::shape(format!(
        "{} is {have:?}, but {by} says [{}]",
        what(),
        want.join(", ")
    ))))
}

/// Checks a tensor against the type that is written at its `let`, or in the signature for what the function `by` gives.
///
/// # Errors
/// [`Dtype`](crate::ErrorKind::Dtype) or [`Shape`](crate::ErrorKind::Shape) if it has another.
pub fn annotated<B: Backend, T: Value<B> + ?Sized>(
    signature: &Signature,
    x: &T,
    by: Option<&str>,
    dtype: Option<DType>,
    dims: Option<&[Want<'_>]>,
) -> Result<()> {
    let source = match by {
        Some(_) => "the signature",
        None => "its `let`",
    };
    let what = || by.map_or("a tensor".to_owned(), |f| format!("what `{f}` gives"));
    let view = x.view();
    if let Some(want) = dtype
        && !B::holds::<T::Elem>(&view, want)
    {
        let have = B::dtype::<T::Elem>(&view).map_or("another type", DType::name);
        let text = format!(
            "{} has elements of {have}, but {source} says {want}",
            what()
        );
        return Err(signature.fail(Error::dtype(text)));
    }
    match dims {
        Some(want) => sizes(signature, what, source, &B::shape(&view), want),
        None => Ok(()),
    }
}

/// A struct with others in it: what code names their types by that has no name of their own for them.
pub trait Part<const PLACE: usize> {
    /// The type.
    type Type;
}

/// A host integer as an axis, a position or a step.
#[inline]
pub fn int(n: impl HostInt) -> i64 {
    n.int()
}

/// A host integer as a size.
///
/// # Errors
/// [`Value`](crate::ErrorKind::Value) if it is negative.
#[inline]
pub fn size(n: impl HostInt) -> Result<usize> {
    let n = n.int();
    usize::try_from(n).map_err(|_| Error::value(format!("{n} is no size")))
}

/// What `?` may stand behind in a function's host code.
pub trait HostResult {
    /// The value inside.
    type Value;
    /// The value, or the error as ours.
    ///
    /// # Errors
    /// The host code's error, as [`source`](std::error::Error::source).
    fn host_result(self) -> Result<Self::Value>;
}

impl<T, E: Into<Box<dyn std::error::Error + Send + Sync>>> HostResult
    for std::result::Result<T, E>
{
    type Value = T;
    fn host_result(self) -> Result<T> {
        self.map_err(|error| {
            let error: Box<dyn std::error::Error + Send + Sync> = error.into();
            // Ours stays as it is.
            match error.downcast::<Error>() {
                Ok(ours) => *ours,
                Err(other) => Error::host(other),
            }
        })
    }
}

impl<T> HostResult for Option<T> {
    type Value = T;
    fn host_result(self) -> Result<T> {
        self.ok_or_else(|| Error::value("host code gave `None` before a `?`"))
    }
}

/// The value before a `?`, with any error as ours.
///
/// # Errors
/// See [`HostResult`].
#[inline]
pub fn host_result<R: HostResult>(result: R) -> Result<R::Value> {
    result.host_result()
}

#[cfg(test)]
mod tests {
    use super::*;

    static SIGNATURE: Signature = Signature {
        function: "f",
        file: "lib.rs",
        line: 3,
        params: &[
            Param {
                name: "x",
                dtype: None,
                dims: Some(&[Dim::Named(0), Dim::Size(2)]),
            },
            Param {
                name: "labels",
                dtype: Some(DType::I64),
                dims: Some(&[Dim::Named(0)]),
            },
        ],
        dims: &["N"],
    };

    #[test]
    fn a_named_dimension_is_one_size() {
        assert_eq!(dims::<1>(&SIGNATURE, &[&[4, 2], &[4]]).ok(), Some([4]));
        let error = dims::<1>(&SIGNATURE, &[&[4, 2], &[5]])
            .err()
            .map(|e| e.to_string());
        assert_eq!(
            error.as_deref(),
            Some("f (lib.rs:3): `N` is 4 in `x` (axis 0) but 5 in `labels` (axis 0)")
        );
    }

    #[test]
    fn ranks_and_fixed_sizes_are_checked() {
        assert!(dims::<1>(&SIGNATURE, &[&[4], &[4]]).is_err());
        assert!(dims::<1>(&SIGNATURE, &[&[4, 3], &[4]]).is_err());
    }

    #[test]
    fn any_error_becomes_ours() {
        let parsed: std::result::Result<i32, _> = "x".parse::<i32>();
        let error = host_result(parsed).err();
        assert!(error.is_some_and(|e| std::error::Error::source(&e).is_some()));
        let ours: Result<i32> = Err(Error::value("v"));
        assert_eq!(
            host_result(ours).err().map(|e| e.kind()),
            Some(crate::ErrorKind::Value)
        );
    }
}

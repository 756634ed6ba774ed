//! What generated functions check at entry and at exit, and small helpers that they call.

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
    /// A size of no interest.
    Any,
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

    /// ``[N, 3, _]`` for messages.
    fn show(&self, dims: &[Dim]) -> String {
        let dims: Vec<String> = dims
            .iter()
            .map(|d| match d {
                Dim::Named(place) => self.dims.get(*place).copied().unwrap_or("?").to_owned(),
                Dim::Size(n) => n.to_string(),
                Dim::Any => "_".to_owned(),
            })
            .collect();
        format!("[{}]", dims.join(", "))
    }
}

/// Checks the arguments' ranks and sizes, and gives the named dimensions, in order.
///
/// # Errors
/// [`Shape`](crate::ErrorKind::Shape), naming both places where a named dimension has two sizes.
pub fn dims<const N: usize>(signature: &Signature, shapes: &[&[usize]]) -> Result<[usize; N]> {
    let mut sizes = [0; N];
    // Which parameter and axis gave each size.
    let mut givers: [Option<(usize, usize)>; N] = [None; N];
    for (place, (param, shape)) in signature.params.iter().zip(shapes).enumerate() {
        let Some(dims) = param.dims else { continue };
        if dims.len() != shape.len() {
            return Err(signature.fail(Error::shape(format!(
                "`{}` has rank {} ({shape:?}), but the signature says {}",
                param.name,
                shape.len(),
                signature.show(dims)
            ))));
        }
        for (axis, (dim, &size)) in dims.iter().zip(*shape).enumerate() {
            match dim {
                Dim::Any => {}
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
    Ok(sizes)
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
pub fn result(signature: &Signature, have: &[usize], want: &[Option<usize>]) -> Result<()> {
    sizes(signature, "the result", "the signature", have, want)
}

fn sizes(
    signature: &Signature,
    what: &str,
    by: &str,
    have: &[usize],
    want: &[Option<usize>],
) -> Result<()> {
    let fits = have.len() == want.len()
        && have
            .iter()
            .zip(want)
            .all(|(h, w)| w.is_none_or(|w| w == *h));
    if fits {
        return Ok(());
    }
    let want: Vec<String> = want
        .iter()
        .map(|w| w.map_or("_".to_owned(), |n| n.to_string()))
        .collect();
    Err(signature.fail(Error::shape(format!(
        "{what} is {have:?}, but {by} says [{}]",
        want.join(", ")
    ))))
}

/// Checks a tensor against the type that is written at its `let`.
///
/// # Errors
/// [`Dtype`](crate::ErrorKind::Dtype) or [`Shape`](crate::ErrorKind::Shape) if it has another.
pub fn annotated<B: Backend, T: Value<B> + ?Sized>(
    signature: &Signature,
    x: &T,
    dtype: Option<DType>,
    dims: Option<&[Option<usize>]>,
) -> Result<()> {
    let view = x.view();
    if let Some(want) = dtype
        && !B::holds::<T::Elem>(&view, want)
    {
        let have = B::dtype::<T::Elem>(&view).map_or("another type", DType::name);
        let text = format!("a tensor has elements of {have}, but its `let` says {want}");
        return Err(signature.fail(Error::dtype(text)));
    }
    match dims {
        Some(want) => sizes(signature, "a tensor", "its `let`", &B::shape(&view), want),
        None => Ok(()),
    }
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

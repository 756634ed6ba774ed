//! Derivatives through functions that the caller brings.
//!
//! A derived function, such as `f::grad`, takes a [`Differentiable`] where the function itself takes an `Fn`: a function
//! of the framework's own tensors, through which the framework's autograd goes ([`Autograd`]), or a function and its
//! vector-Jacobian product ([`with_vjp`]).
//!
//! ```text
//! leaf = model.leaf(x)                  the argument, as the start of a graph
//! (tape, y) = model.run(x, leaf)        what it gives: with the graph, and as the program goes on with it
//! dx = model.back(leaf, tape, dy)
//! ```
//!
//! What the generated code says of the function's type is five types: its arguments, its results, then of floats alone
//! its arguments and its results, and the backend.

use std::marker::PhantomData;

use crate::backend::{Backend, Value};
use crate::element::Element;
use crate::entry::Fallible;
use crate::error::{Error, Result};
use crate::rank::{Fits, Rank};

/// A framework that takes gradients itself, of tensors of one type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no autograd, so no derivative goes through a function of its tensors",
    label = "its derivative is not known",
    note = "hand over the function with its derivative: `eagerpy::with_vjp(|x| …, |x, dy| …)`, where the second gives the cotangent of `x`; of an agnostic function `f` under `#[agnostic(grad)]` that is `f::vjp(x, dy)`"
)]
pub trait Autograd: Backend {
    /// The framework's tensor.
    type Native;

    /// An argument as the framework's tensor.
    fn of_arg<E: Element, R: Rank>(x: &Self::Arg<'_, E, R>) -> Self::Native;
    /// A view as the framework's tensor.
    fn of_view<E: Element>(x: Self::View<'_, E>) -> Self::Native;
    /// The framework's tensor as generated code holds it.
    fn tensor<E: Element>(x: Self::Native) -> Self::Tensor<'static, E>;
    /// The argument as the start of a graph. The argument itself is as it was.
    ///
    /// # Errors
    /// If the framework refuses.
    fn leaf(x: &Self::Native) -> Result<Self::Native>;
    /// Runs code whose graph is kept, whatever is set outside.
    fn tracking<T>(run: impl FnOnce() -> T) -> T;
    /// How the program goes on behind a function of these arguments, whose leaves are these.
    fn onward(given: &[Self::Native], leaves: &[Self::Native]) -> Onward;
    /// The same elements without a graph.
    ///
    /// # Errors
    /// If the framework refuses.
    fn settled(x: &Self::Native) -> Result<Self::Native>;
    /// The cotangents of those leaves that are asked for, of the results' cotangents. The other leaves stand for
    /// themselves.
    ///
    /// # Errors
    /// If a result does not hang on the leaves in the framework's graph, or if the framework refuses.
    fn cotangents(
        leaves: Vec<Self::Native>,
        wanted: &[bool],
        results: &[(Self::Native, Self::Native)],
    ) -> Result<Vec<Self::Native>>;
}

/// How a program goes on behind a function that was run for its derivative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Onward {
    /// Without a graph: the caller has none.
    Settled,
    /// With what the function gives of the caller's own tensors, run once more, so that their graph goes on.
    Again,
}

/// The error where no gradient comes back.
#[must_use]
pub fn unconnected(framework: &str) -> Error {
    Error::value(format!(
        "what the function gives does not hang on its argument in {framework}'s graph: it is a constant, or made by \
         something that leaves the graph, such as `detach`; `eagerpy::with_vjp` hands over a derivative of one's own"
    ))
}

/// The error where a cotangent has another shape than its value.
#[must_use]
pub fn other_shape(have: &[usize], want: &[usize]) -> Error {
    Error::shape(format!(
        "the cotangent of what the function gives is {have:?}, but that is {want:?}"
    ))
}

/// A tensor of floats, in the type of a function.
#[derive(Debug)]
pub struct Floats<E, R>(PhantomData<(E, R)>);
/// A tensor of anything else.
#[derive(Debug)]
pub struct Others<E, R>(PhantomData<(E, R)>);
/// A value of the host's.
#[derive(Debug)]
pub struct Host<T>(PhantomData<T>);

/// What a function takes or gives: one of the three, or a tuple.
pub trait Slot<B: Backend> {
    /// As it is given to the function.
    type Given<'a>;
    /// As generated code holds it.
    type Owned;
}

/// The same, where the framework takes gradients.
pub trait Traced<B: Autograd>: Slot<B> {
    /// The float tensors among arguments.
    fn given(given: &Self::Given<'_>, out: &mut Vec<B::Native>);
    /// The float tensors among results.
    fn owned(owned: &Self::Owned, out: &mut Vec<B::Native>);
    /// Results without their graphs.
    ///
    /// # Errors
    /// If the framework refuses.
    fn settled(owned: Self::Owned) -> Result<Self::Owned>;
}

/// Tensors of floats: one, or a tuple.
pub trait Tensors<B: Backend>: Slot<B> {
    /// Tensors without elements, where nobody reads them.
    ///
    /// # Errors
    /// If the framework refuses.
    fn nothing() -> Result<Self::Owned>;
}

/// The same, where the framework takes gradients.
pub trait Gathered<B: Autograd>: Tensors<B> {
    /// Of the framework's tensors, in order.
    ///
    /// # Errors
    /// If there are too few.
    fn gathered(natives: &mut dyn Iterator<Item = B::Native>) -> Result<Self::Owned>;
}

/// What a function of the caller's gives, as generated code holds it.
#[diagnostic::on_unimplemented(
    message = "this function gives something else than its parameter says",
    note = "look at element types and ranks"
)]
pub trait Gives<B: Backend, Q: Slot<B>> {
    /// As generated code holds it.
    ///
    /// # Errors
    /// If the framework refuses.
    fn held(self) -> Result<Q::Owned>;
}

macro_rules! tensors {
    ($($name:ident)*) => {$(
        impl<B: Backend, E: Element, R: Rank> Slot<B> for $name<E, R> {
            type Given<'a> = &'a B::Arg<'a, E, R>;
            type Owned = B::Tensor<'static, E>;
        }

        impl<B: Backend, E: Element, R: Rank, V: Value<B, Elem = E>> Gives<B, $name<E, R>> for V
        where
            V::Rank: Fits<R>,
        {
            fn held(self) -> Result<B::Tensor<'static, E>> {
                self.into_tensor()
            }
        }
    )*};
}
tensors!(Floats Others);

impl<B: Autograd, E: Element, R: Rank> Traced<B> for Floats<E, R> {
    fn given(given: &Self::Given<'_>, out: &mut Vec<B::Native>) {
        out.push(B::of_arg::<E, R>(given));
    }
    fn owned(owned: &Self::Owned, out: &mut Vec<B::Native>) {
        out.push(B::of_view::<E>(B::borrow::<E>(owned)));
    }
    fn settled(owned: Self::Owned) -> Result<Self::Owned> {
        let native = B::of_view::<E>(B::borrow::<E>(&owned));
        Ok(B::tensor::<E>(B::settled(&native)?))
    }
}

impl<B: Backend, E: Element, R: Rank> Tensors<B> for Floats<E, R> {
    fn nothing() -> Result<Self::Owned> {
        let none = vec![0; R::RANK.unwrap_or(1)];
        // One without axes has an element.
        let one = [crate::Num::Float(0.0)];
        let data = match none.is_empty() {
            true => &one[..],
            false => &[],
        };
        let made = B::from_nums::<E>(&B::default_place(), &none, data)?;
        Ok(made)
    }
}

impl<B: Autograd, E: Element, R: Rank> Gathered<B> for Floats<E, R> {
    fn gathered(natives: &mut dyn Iterator<Item = B::Native>) -> Result<Self::Owned> {
        let native = natives
            .next()
            .ok_or_else(|| Error::value("a gradient too few came back; please report it"))?;
        Ok(B::tensor::<E>(native))
    }
}

impl<B: Autograd, E: Element, R: Rank> Traced<B> for Others<E, R> {
    fn given(_: &Self::Given<'_>, _: &mut Vec<B::Native>) {}
    fn owned(_: &Self::Owned, _: &mut Vec<B::Native>) {}
    fn settled(owned: Self::Owned) -> Result<Self::Owned> {
        Ok(owned)
    }
}

impl<B: Backend, T> Slot<B> for Host<T> {
    type Given<'a> = T;
    type Owned = T;
}

impl<B: Backend, T> Gives<B, Host<T>> for T {
    fn held(self) -> Result<T> {
        Ok(self)
    }
}

impl<B: Autograd, T> Traced<B> for Host<T> {
    fn given(_: &T, _: &mut Vec<B::Native>) {}
    fn owned(_: &T, _: &mut Vec<B::Native>) {}
    fn settled(owned: T) -> Result<T> {
        Ok(owned)
    }
}

/// A function of the caller's, with its derivative.
///
/// `P` are its arguments, `Q` its results, `W` the float tensors among the arguments, `D` those among the results.
#[diagnostic::on_unimplemented(
    message = "no derivative goes through this function",
    label = "its derivative is not known",
    note = "a derived function takes a function of the framework's tensors, whose arguments have their types written: `|x: &Tensor| …`; or a function and its derivative: `eagerpy::with_vjp(…)`"
)]
pub trait Differentiable<B: Backend, P: Slot<B>, Q: Slot<B>, W: Slot<B>, D: Slot<B>> {
    /// What it gives.
    ///
    /// # Errors
    /// Its own.
    fn call(&self, given: P::Given<'_>) -> Result<Q::Owned>;
    /// An argument as the start of a graph.
    ///
    /// # Errors
    /// If the framework refuses.
    fn leaf<E: Element>(&self, x: B::View<'_, E>) -> Result<B::Tensor<'static, E>>;
    /// What it gives of the leaves, for the way back, and as the program goes on with it.
    ///
    /// # Errors
    /// Its own.
    fn run(&self, given: P::Given<'_>, leaves: P::Given<'_>) -> Result<(D::Owned, Q::Owned)>;
    /// The cotangents of the float arguments.
    ///
    /// # Errors
    /// If what it gives does not hang on them, or if the framework refuses.
    fn back<'a>(
        &self,
        leaves: P::Given<'a>,
        tapes: D::Given<'a>,
        cotangents: D::Given<'a>,
        asked: Asked<'_>,
    ) -> Result<W::Owned>;
}

/// What is asked of the way back.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// Of each float argument: is its cotangent asked for?
    pub wanted: &'a [bool],
    /// Of each float result: has it a cotangent? Those of the others are zeros.
    pub seeded: &'a [bool],
}

/// A function and its vector-Jacobian product; see [`with_vjp`].
#[derive(Clone, Copy, Debug)]
pub struct WithVjp<F, G> {
    function: F,
    vjp: G,
}

impl<F, G> WithVjp<F, G> {
    /// The function alone, for what takes one without a derivative.
    ///
    /// ```
    /// let twice = eagerpy_runtime::model::with_vjp(|x: &f64| x * 2.0, |_: &f64, dy: &f64| dy * 2.0);
    /// assert_eq!((twice.function())(&1.5), 3.0);
    /// ```
    pub fn function(&self) -> &F {
        &self.function
    }
}

/// A function with its derivative, for functions such as `f::grad` whose parameter is a function.
///
/// `vjp` takes the arguments of `function`, then the cotangent of its result, or a tuple of those of its float tensors. It
/// gives the cotangent of the argument; of several float tensors, a tuple. Both take references to the framework's
/// tensors, to views in ndarray, and write the types down.
///
/// ```
/// use eagerpy_runtime::model::with_vjp;
///
/// let square = with_vjp(|x: &f64| x * x, |x: &f64, dy: &f64| dy * 2.0 * x);
/// assert_eq!((square.function())(&3.0), 9.0);
/// ```
pub fn with_vjp<F, G>(function: F, vjp: G) -> WithVjp<F, G> {
    WithVjp { function, vjp }
}

/// A differentiable function that is handed on: a reference to one would be taken for a function of the framework's own.
#[derive(Debug)]
pub struct Lent<'m, M>(pub &'m M);

macro_rules! lent {
    ([$($gen:tt)*] $of:ty: $inner:ty, $me:ident => $by:expr) => {
        impl<$($gen)*, B, P, Q, W, D> Differentiable<B, P, Q, W, D> for $of
        where
            B: Backend,
            P: Slot<B>,
            Q: Slot<B>,
            W: Slot<B>,
            D: Slot<B>,
            $inner: Differentiable<B, P, Q, W, D>,
        {
            fn call(&self, given: P::Given<'_>) -> Result<Q::Owned> {
                let $me = self;
                $by.call(given)
            }
            fn leaf<E: Element>(&self, x: B::View<'_, E>) -> Result<B::Tensor<'static, E>> {
                let $me = self;
                $by.leaf::<E>(x)
            }
            fn run(&self, given: P::Given<'_>, leaves: P::Given<'_>) -> Result<(D::Owned, Q::Owned)> {
                let $me = self;
                $by.run(given, leaves)
            }
            fn back<'a>(
                &self,
                leaves: P::Given<'a>,
                tapes: D::Given<'a>,
                cotangents: D::Given<'a>,
                asked: Asked<'_>,
            ) -> Result<W::Owned> {
                let $me = self;
                $by.back(leaves, tapes, cotangents, asked)
            }
        }
    };
}
lent!(['m, M] Lent<'m, M>: M, me => me.0);
lent!(['m, F, G] &'m WithVjp<F, G>: WithVjp<F, G>, me => **me);

macro_rules! tuples {
    ($($pair:ident: $($slot:ident $value:ident $out:ident $place:tt),+;)*) => {$(
        impl<B: Backend, $($slot: Slot<B>),+> Slot<B> for ($($slot,)+) {
            type Given<'a> = ($($slot::Given<'a>,)+);
            type Owned = ($($slot::Owned,)+);
        }

        impl<B: Backend, $($slot: Slot<B>, $value: Gives<B, $slot>),+> Gives<B, ($($slot,)+)> for ($($value,)+) {
            fn held(self) -> Result<($($slot::Owned,)+)> {
                Ok(($(self.$place.held()?,)+))
            }
        }

        impl<B: Autograd, $($slot: Traced<B>),+> Traced<B> for ($($slot,)+) {
            fn given(given: &Self::Given<'_>, out: &mut Vec<B::Native>) {
                $($slot::given(&given.$place, out);)+
            }
            fn owned(owned: &Self::Owned, out: &mut Vec<B::Native>) {
                $($slot::owned(&owned.$place, out);)+
            }
            fn settled(owned: Self::Owned) -> Result<Self::Owned> {
                Ok(($($slot::settled(owned.$place)?,)+))
            }
        }

        impl<B: Backend, $($slot: Tensors<B>),+> Tensors<B> for ($($slot,)+) {
            fn nothing() -> Result<Self::Owned> {
                Ok(($($slot::nothing()?,)+))
            }
        }

        impl<B: Autograd, $($slot: Gathered<B>),+> Gathered<B> for ($($slot,)+) {
            fn gathered(natives: &mut dyn Iterator<Item = B::Native>) -> Result<Self::Owned> {
                Ok(($($slot::gathered(natives)?,)+))
            }
        }

        // A function of the framework's own tensors.
        impl<B, F, $($slot,)+ Q, W, D, O> Differentiable<B, ($($slot,)+), Q, W, D> for F
        where
            B: Autograd,
            $($slot: Traced<B>,)+
            Q: Traced<B>,
            W: Gathered<B>,
            D: Traced<B> + Gathered<B>,
            F: for<'a> Fn($($slot::Given<'a>),+) -> O,
            O: Fallible<B>,
            O::Value: Gives<B, Q>,
        {
            fn call(&self, given: <($($slot,)+) as Slot<B>>::Given<'_>) -> Result<Q::Owned> {
                let ($($out,)+) = given;
                self($($out),+).fallible()?.held()
            }
            fn leaf<E: Element>(&self, x: B::View<'_, E>) -> Result<B::Tensor<'static, E>> {
                Ok(B::tensor::<E>(B::leaf(&B::of_view::<E>(x))?))
            }
            fn run(
                &self,
                given: <($($slot,)+) as Slot<B>>::Given<'_>,
                leaves: <($($slot,)+) as Slot<B>>::Given<'_>,
            ) -> Result<(D::Owned, Q::Owned)> {
                let (mut of, mut starts) = (Vec::new(), Vec::new());
                <($($slot,)+) as Traced<B>>::given(&given, &mut of);
                <($($slot,)+) as Traced<B>>::given(&leaves, &mut starts);
                let ($($out,)+) = leaves;
                let traced: Q::Owned = B::tracking(|| self($($out),+).fallible()?.held())?;
                let mut tapes = Vec::new();
                Q::owned(&traced, &mut tapes);
                let value = match B::onward(&of, &starts) {
                    Onward::Settled => Q::settled(traced)?,
                    Onward::Again => {
                        let ($($out,)+) = given;
                        self($($out),+).fallible()?.held()?
                    }
                };
                Ok((D::gathered(&mut tapes.into_iter())?, value))
            }
            fn back<'a>(
                &self,
                leaves: <($($slot,)+) as Slot<B>>::Given<'a>,
                tapes: D::Given<'a>,
                cotangents: D::Given<'a>,
                asked: Asked<'_>,
            ) -> Result<W::Owned> {
                let (mut starts, mut ends, mut seeds) = (Vec::new(), Vec::new(), Vec::new());
                <($($slot,)+) as Traced<B>>::given(&leaves, &mut starts);
                D::given(&tapes, &mut ends);
                D::given(&cotangents, &mut seeds);
                let results: Vec<(B::Native, B::Native)> = ends
                    .into_iter()
                    .zip(seeds)
                    .zip(asked.seeded)
                    .filter_map(|(pair, seeded)| seeded.then_some(pair))
                    .collect();
                let found = B::cotangents(starts, asked.wanted, &results)?;
                W::gathered(&mut found.into_iter())
            }
        }

        impl<B, F, G, $($slot,)+ Q, W, D, O, C> Differentiable<B, ($($slot,)+), Q, W, D> for WithVjp<F, G>
        where
            B: Backend,
            $($slot: Slot<B>,)+
            Q: Slot<B>,
            W: Slot<B>,
            D: Tensors<B>,
            F: for<'a> Fn($($slot::Given<'a>),+) -> O,
            G: for<'a> Fn($($slot::Given<'a>,)+ D::Given<'a>) -> C,
            O: Fallible<B>,
            O::Value: Gives<B, Q>,
            C: Fallible<B>,
            C::Value: Gives<B, W>,
        {
            fn call(&self, given: <($($slot,)+) as Slot<B>>::Given<'_>) -> Result<Q::Owned> {
                let ($($out,)+) = given;
                (self.function)($($out),+).fallible()?.held()
            }
            fn leaf<E: Element>(&self, x: B::View<'_, E>) -> Result<B::Tensor<'static, E>> {
                B::copy::<E>(x)
            }
            fn run(
                &self,
                given: <($($slot,)+) as Slot<B>>::Given<'_>,
                _: <($($slot,)+) as Slot<B>>::Given<'_>,
            ) -> Result<(D::Owned, Q::Owned)> {
                let ($($out,)+) = given;
                Ok((D::nothing()?, (self.function)($($out),+).fallible()?.held()?))
            }
            fn back<'a>(
                &self,
                leaves: <($($slot,)+) as Slot<B>>::Given<'a>,
                _: D::Given<'a>,
                cotangents: D::Given<'a>,
                _: Asked<'_>,
            ) -> Result<W::Owned> {
                let ($($out,)+) = leaves;
                (self.vjp)($($out,)+ cotangents).fallible()?.held()
            }
        }

        /// A function and its vector-Jacobian product, as the compiler writes them: their arguments have types by this.
        #[doc(hidden)]
        pub fn $pair<B, $($slot,)+ Q, W, D, F, G, O, C>(function: F, vjp: G) -> WithVjp<F, G>
        where
            B: Backend,
            $($slot: Slot<B>,)+
            Q: Slot<B>,
            W: Slot<B>,
            D: Tensors<B>,
            F: for<'a> Fn($($slot::Given<'a>),+) -> O,
            G: for<'a> Fn($($slot::Given<'a>,)+ D::Given<'a>) -> C,
            O: Fallible<B>,
            C: Fallible<B>,
        {
            WithVjp { function, vjp }
        }
    )*};
}
tuples! {
    pair1: A0 V0 a0 0;
    pair2: A0 V0 a0 0, A1 V1 a1 1;
    pair3: A0 V0 a0 0, A1 V1 a1 1, A2 V2 a2 2;
    pair4: A0 V0 a0 0, A1 V1 a1 1, A2 V2 a2 2, A3 V3 a3 3;
    pair5: A0 V0 a0 0, A1 V1 a1 1, A2 V2 a2 2, A3 V3 a3 3, A4 V4 a4 4;
    pair6: A0 V0 a0 0, A1 V1 a1 1, A2 V2 a2 2, A3 V3 a3 3, A4 V4 a4 4, A5 V5 a5 5;
}

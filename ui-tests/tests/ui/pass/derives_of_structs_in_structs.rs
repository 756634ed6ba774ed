//! The standard derives of structs and enums that hold other structs.

#![deny(warnings, missing_docs, missing_debug_implementations)]
#![deny(rust_2018_idioms, clippy::all, clippy::pedantic)]

use eagerpy::agnostic;
use eagerpy::backends::Ndarray;
use ndarray::{arr1, arr2};

/// How a layer ends.
#[agnostic]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Activation {
    /// As it is.
    #[default]
    Identity,
    /// With a slope.
    Leaky {
        /// For what is negative.
        slope: f64,
    },
}

/// A layer.
#[agnostic]
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Dense<I, O> {
    /// Weights.
    pub w: Tensor<_, I, O>,
    /// Bias.
    pub b: Option<Tensor<_, O>>,
    /// End.
    pub activation: Activation,
}

/// In a list, an option, a tuple and alone, beside fields of its own.
#[agnostic]
#[must_use]
#[derive(Clone, std::fmt::Debug, ::core::cmp::PartialEq, Default)]
pub struct Mlp<D> {
    /// The layers.
    pub layers: Vec<Dense<_, D, D>>,
    /// May be missing.
    pub skip: Option<Dense<_, D, D>>,
    /// With a number.
    pub pair: (Dense<_, D, D>, usize),
    /// The last.
    pub head: Dense<_, D, 1>,
    /// A tensor beside.
    pub scale: Vec<Tensor<_, D>>,
    /// The host's.
    pub activation: Activation,
    /// The host's, too.
    pub r#type: String,
    #[cfg(not(any()))]
    counts: Vec<u8>,
    #[cfg(any())]
    nothing: Missing,
}

/// Two levels deep, in an enum.
#[agnostic]
#[cfg_attr(not(any()), derive(Clone, Debug), derive(PartialEq))]
#[cfg_attr(any(), derive(Missing, Copy))]
#[allow(clippy::large_enum_variant)]
pub enum Policy<D> {
    /// None.
    Random,
    /// One.
    One(Mlp<_, D>, f64),
    /// Many.
    Many {
        /// These.
        all: Vec<(Mlp<_, D>, usize)>,
        /// Which.
        chosen: usize,
    },
}

/// Of ints alone.
#[agnostic]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ids<N> {
    /// Ids.
    pub ids: Tensor<i64, N>,
}

/// A tuple struct without the float type.
#[agnostic]
#[cfg(not(any()))]
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Two<N>(Option<Ids<_, N>>, pub Vec<Ids<_, N>>, pub usize);

/// Holds only what is private.
#[agnostic]
#[derive(Clone, Debug)]
pub struct Shell<N> {
    inner: Hidden<_, N>,
}

#[agnostic]
#[derive(Clone, Debug)]
struct Hidden<N> {
    x: Tensor<_, N>,
}

fn main() {
    let dense = |v: f32| Dense::<Ndarray> {
        w: arr2(&[[v]]),
        b: None,
        activation: Activation::Leaky { slope: 0.5 },
    };
    let mlp: Mlp<Ndarray> = Mlp {
        layers: vec![dense(1.0)],
        skip: Some(dense(2.0)),
        pair: (dense(3.0), 1),
        head: dense(4.0),
        scale: vec![arr1(&[1.0])],
        activation: Activation::Identity,
        r#type: "m".to_owned(),
        counts: Vec::new(),
    };
    let copy = mlp.clone();
    assert_eq!(copy, mlp);
    assert_eq!(Mlp::<Ndarray>::default(), Mlp::default());
    assert_ne!(copy, Mlp::default());
    let policies = [
        Policy::Random,
        Policy::One(mlp.clone(), 0.5),
        Policy::Many {
            all: vec![(copy, 1)],
            chosen: 0,
        },
    ];
    for (i, policy) in policies.iter().enumerate() {
        for (j, other) in policies.clone().iter().enumerate() {
            assert_eq!(policy == other, i == j);
        }
    }
    let dense = "Dense { w: [[1.0]], shape=[1, 1], strides=[1, 1], layout=CFcf (0xf), const ndim=2, b: None, \
                 activation: Leaky { slope: 0.5 } }";
    let text = format!("{policies:?}");
    assert!(text.starts_with(&format!("[Random, One(Mlp {{ layers: [{dense}], skip: Some(Dense {{")), "{text}");
    assert!(text.contains("activation: Identity, type: \"m\", counts: [] }, 0.5), Many { all: [(Mlp {"));
    let ids = Ids::<Ndarray> { ids: arr1(&[1, 2]) };
    let two = Two(Some(ids.clone()), vec![ids], 3);
    assert!(two == two.clone() && two != Two::default());
    let shell = Shell::<Ndarray> {
        inner: Hidden { x: arr1(&[1.0]) },
    };
    assert!(format!("{:?}", shell.clone()).starts_with("Shell { inner: Hidden { x: [1.0]"));
    let _ = (shell.inner.x, two.0, mlp.counts);
}

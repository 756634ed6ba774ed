//! What the benchmark measures: the chains, a network, and gradients, each with its contestants.

use std::rc::Rc;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::by_hand;
use crate::chains::{BENCHMARKED, CHAINS, Chain, loops};
use crate::functions::{apart, fused, gradients};
use crate::inputs::{All, Sizes};
#[cfg(feature = "tch")]
use crate::networks::InTch;
use crate::networks::{InCandle, InNdarray, Network, Shape};
use crate::program::Contestant;

/// What kind of case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Group {
    /// Elementwise operations and reductions, which are put together.
    Chains,
    /// A small network, forwards.
    Network,
    /// A loss with its gradient.
    Gradients,
}

impl Group {
    /// All of them.
    pub const ALL: [Group; 3] = [Group::Chains, Group::Network, Group::Gradients];

    /// What the size of its cases is a number of.
    pub fn unit(self) -> &'static str {
        match self {
            Group::Chains => "elements",
            Group::Network | Group::Gradients => "rows",
        }
    }

    /// What charts tell.
    pub fn each(self) -> &'static str {
        match self {
            Group::Chains => "nanoseconds an element",
            Group::Network | Group::Gradients => "nanoseconds a row",
        }
    }
}

/// A case of the benchmark.
pub struct Case {
    pub name: &'static str,
    pub group: Group,
    /// Elements that have to be read and written for each element of it, where memory is what it takes.
    pub moves: Option<f64>,
    contestants: Build,
}

enum Build {
    Chain(&'static Chain),
    Of(fn(usize) -> Result<Vec<Contestant>>),
}

/// All of them.
pub fn cases() -> Vec<Case> {
    let chain = |chain: &'static Chain| Case {
        name: chain.name,
        group: Group::Chains,
        moves: chain.moves,
        contestants: Build::Chain(chain),
    };
    let other = |name, group, contestants| Case {
        name,
        group,
        moves: None,
        contestants: Build::Of(contestants),
    };
    let mut cases: Vec<Case> = CHAINS.iter().take(BENCHMARKED).map(chain).collect();
    cases.push(other("network", Group::Network, network));
    cases.push(other("logistic", Group::Gradients, logistic));
    cases.push(other("mlp", Group::Gradients, mlp));
    cases.push(other("attack", Group::Gradients, attack));
    cases
}

/// Rows of the network that is measured.
const ROWS: [usize; 2] = [1, 64];

/// Sizes of what gradients are worked out of: small ones, and the last one large.
pub const GRADIENT_SHAPES: [Shape; 4] = [
    shape(1, 16, 16, 4),
    shape(8, 32, 32, 4),
    shape(32, 64, 64, 10),
    shape(256, 256, 256, 10),
];

/// Up to so many rows a gradient counts as small.
pub const SMALL_ROWS: usize = 32;

const fn shape(rows: usize, inputs: usize, hidden: usize, classes: usize) -> Shape {
    Shape {
        rows,
        inputs,
        first: hidden,
        second: hidden,
        classes,
    }
}

impl Case {
    /// Its sizes: those that are asked for, where it has none of its own.
    pub fn sizes(&self, asked: &[usize]) -> Vec<usize> {
        match self.group {
            Group::Chains => asked.to_vec(),
            Group::Network => ROWS.to_vec(),
            Group::Gradients => GRADIENT_SHAPES.iter().map(|shape| shape.rows).collect(),
        }
    }

    /// Who takes part. What the first one gives is what the others are held to.
    ///
    /// # Errors
    /// If inputs cannot be made.
    pub fn contestants(&self, n: usize) -> Result<Vec<Contestant>> {
        match self.contestants {
            Build::Chain(chain) => {
                let sizes = Sizes::of(n);
                let all = All::of(sizes)?;
                let mut contestants = loops(chain.name, &all, sizes);
                contestants.extend((chain.contestants)(&all));
                let from = all.ndarray.x.to_vec();
                let mut to = vec![0.0_f32; n];
                contestants.push(Contestant {
                    name: "memcpy",
                    run: Box::new(move || {
                        to.copy_from_slice(std::hint::black_box(&from));
                        std::hint::black_box(&mut to).first().copied()
                    }),
                });
                Ok(contestants)
            }
            Build::Of(contestants) => contestants(n),
        }
    }
}

macro_rules! add {
    ($list:ident $name:literal $net:ident, $call:expr) => {{
        let $net = Rc::clone(&$net);
        $list.push(Contestant {
            name: $name,
            run: Box::new(move || $call),
        });
    }};
}

/// The network 6-64-8-4 of a controller, for so many rows.
fn network(rows: usize) -> Result<Vec<Contestant>> {
    let shape = Shape {
        rows,
        inputs: 6,
        first: 64,
        second: 8,
        classes: 4,
    };
    let mut list = Vec::new();
    let net = Network::<InNdarray>::of(shape)?;
    let own = Rc::clone(&net);
    list.push(Contestant {
        name: "loop by hand",
        run: Box::new(move || {
            // All of them are in row-major order.
            macro_rules! s {
                ($field:ident) => {
                    own.$field.as_slice().unwrap_or_default()
                };
            }
            let layers = [(s!(w1), s!(b1)), (s!(w2), s!(b2)), (s!(w3), s!(b3))];
            by_hand::loops::network(s!(x), shape.inputs, layers)
        }),
    });
    macro_rules! three {
        ($framework:ident $net:ident $fused:literal $apart:literal $by_hand:literal) => {
            add!(list $fused $net, fused::network::$framework(
                &$net.x, &$net.w1, &$net.b1, &$net.w2, &$net.b2, &$net.w3, &$net.b3));
            add!(list $apart $net, apart::network::$framework(
                &$net.x, &$net.w1, &$net.b1, &$net.w2, &$net.b2, &$net.w3, &$net.b3));
            add!(list $by_hand $net, by_hand::$framework::network(
                &$net.x, [(&$net.w1, &$net.b1), (&$net.w2, &$net.b2), (&$net.w3, &$net.b3)]));
        };
    }
    three!(ndarray net "ndarray fused" "ndarray apart" "ndarray by hand");
    let net = Network::<InCandle>::of(shape)?;
    three!(candle net "candle fused" "candle apart" "candle by hand");
    #[cfg(feature = "tch")]
    {
        let net = Network::<InTch>::of(shape)?;
        three!(tch net "tch fused" "tch apart" "tch by hand");
    }
    Ok(list)
}

fn of_rows(rows: usize) -> Result<Shape> {
    let found = GRADIENT_SHAPES.into_iter().find(|shape| shape.rows == rows);
    found.with_context(|| format!("gradients are not measured for {rows} rows"))
}

/// Both ways of tch's autograd, of what gives a loss.
#[cfg(feature = "tch")]
macro_rules! autograd {
    ($list:ident, $of:expr, $call:expr) => {{
        let (loss, of) = (Rc::new($call), Rc::new($of));
        for (name, take) in [
            ("tch autograd", by_hand::gradients::tch::returned as Take),
            ("tch backward", by_hand::gradients::tch::kept),
        ] {
            let (loss, of) = (Rc::clone(&loss), Rc::clone(&of));
            let run = move || -> std::result::Result<_, tch::TchError> {
                let of: [&tch::Tensor; _] = of.each_ref();
                let (loss, grads) = take(loss(of)?, &of)?;
                Ok((loss, grads))
            };
            $list.push(Contestant {
                name,
                run: Box::new(run),
            });
        }
    }};
}

/// Gets the gradients of a loss.
#[cfg(feature = "tch")]
type Take = fn(
    tch::Tensor,
    &[&tch::Tensor],
) -> std::result::Result<(tch::Tensor, Vec<tch::Tensor>), tch::TchError>;

fn logistic(rows: usize) -> Result<Vec<Contestant>> {
    use by_hand::gradients as hand;
    use gradients::logistic::value_and_grad;
    let (shape, mut list) = (of_rows(rows)?, Vec::new());
    let net = Network::<InNdarray>::of(shape)?;
    add!(list "ndarray by hand" net, hand::ndarray::logistic(&net.x, &net.w, &net.b, &net.y));
    add!(list "ndarray fused" net, value_and_grad::ndarray(&net.x, &net.w, &net.b, &net.y));
    let net = Network::<InCandle>::of(shape)?;
    let (w, b) = (
        hand::candle::variable(&net.w)?,
        hand::candle::variable(&net.b)?,
    );
    add!(list "candle fused" net, value_and_grad::candle(&net.x, &net.w, &net.b, &net.y));
    add!(list "candle backward" net, hand::candle::logistic(&net.x, &w, &b, &net.y));
    add!(list "candle by hand" net, hand::candle::logistic_by_rule(&net.x, &net.w, &net.b, &net.y));
    #[cfg(feature = "tch")]
    {
        let net = Network::<InTch>::of(shape)?;
        add!(list "tch fused" net, value_and_grad::tch(&net.x, &net.w, &net.b, &net.y));
        add!(list "tch by hand" net, hand::tch::logistic_by_rule(&net.x, &net.w, &net.b, &net.y));
        let of = [hand::tch::tracked(&net.w)?, hand::tch::tracked(&net.b)?];
        autograd!(list, of, move |[w, b]: [&tch::Tensor; 2]| {
            hand::tch::logistic(&net.x, w, b, &net.y)
        });
    }
    Ok(list)
}

fn mlp(rows: usize) -> Result<Vec<Contestant>> {
    use by_hand::gradients as hand;
    use gradients::mlp::value_and_grad;
    let (shape, mut list) = (of_rows(rows)?, Vec::new());
    let net = Network::<InNdarray>::of(shape)?;
    add!(
        list "ndarray by hand" net,
        hand::ndarray::mlp(&net.x, [(&net.w1, &net.b1), (&net.wh, &net.bh)], &net.labels)
    );
    add!(
        list "ndarray fused" net,
        value_and_grad::ndarray(&net.x, &net.w1, &net.b1, &net.wh, &net.bh, &net.labels)
    );
    let net = Network::<InCandle>::of(shape)?;
    add!(
        list "candle fused" net,
        value_and_grad::candle(&net.x, &net.w1, &net.b1, &net.wh, &net.bh, &net.labels)
    );
    let variable = hand::candle::variable;
    let (w1, b1) = (variable(&net.w1)?, variable(&net.b1)?);
    let (w2, b2) = (variable(&net.wh)?, variable(&net.bh)?);
    add!(
        list "candle backward" net,
        hand::candle::mlp(&net.x, [(&w1, &b1), (&w2, &b2)], &net.labels)
    );
    add!(list "candle by hand" net, hand::candle::mlp_by_rule(&net.x, [(&net.w1, &net.b1), (&net.wh, &net.bh)], &net.labels));
    #[cfg(feature = "tch")]
    {
        let net = Network::<InTch>::of(shape)?;
        add!(
            list "tch fused" net,
            value_and_grad::tch(&net.x, &net.w1, &net.b1, &net.wh, &net.bh, &net.labels)
        );
        add!(list "tch by hand" net, hand::tch::mlp_by_rule(&net.x, [(&net.w1, &net.b1), (&net.wh, &net.bh)], &net.labels));
        let tracked = hand::tch::tracked;
        let of = [
            tracked(&net.w1)?,
            tracked(&net.b1)?,
            tracked(&net.wh)?,
            tracked(&net.bh)?,
        ];
        autograd!(list, of, move |[w1, b1, w2, b2]: [&tch::Tensor; 4]| {
            hand::tch::mlp(&net.x, [(w1, b1), (w2, b2)], &net.labels)
        });
    }
    Ok(list)
}

fn attack(rows: usize) -> Result<Vec<Contestant>> {
    use by_hand::gradients as hand;
    use gradients::attack::value_and_grad;
    let (shape, mut list) = (of_rows(rows)?, Vec::new());
    macro_rules! layers {
        ($net:ident) => {
            [
                (&$net.w1, &$net.b1),
                (&$net.w2, &$net.b2),
                (&$net.w3, &$net.b3),
            ]
        };
    }
    macro_rules! ours {
        ($framework:ident, $net:ident) => {
            value_and_grad::$framework(
                &$net.x,
                &$net.w1,
                &$net.b1,
                &$net.w2,
                &$net.b2,
                &$net.w3,
                &$net.b3,
                &$net.labels,
            )
        };
    }
    let net = Network::<InNdarray>::of(shape)?;
    add!(list "ndarray by hand" net, hand::ndarray::attack(&net.x, layers!(net), &net.labels));
    add!(list "ndarray fused" net, ours!(ndarray, net));
    let net = Network::<InCandle>::of(shape)?;
    add!(list "candle fused" net, ours!(candle, net));
    let x = hand::candle::variable(&net.x)?;
    add!(list "candle backward" net, hand::candle::attack(&x, layers!(net), &net.labels));
    add!(list "candle by hand" net, hand::candle::attack_by_rule(&net.x, layers!(net), &net.labels));
    #[cfg(feature = "tch")]
    {
        let net = Network::<InTch>::of(shape)?;
        add!(list "tch fused" net, ours!(tch, net));
        add!(list "tch by hand" net, hand::tch::attack_by_rule(&net.x, layers!(net), &net.labels));
        let of = [hand::tch::tracked(&net.x)?];
        autograd!(list, of, move |[x]: [&tch::Tensor; 1]| hand::tch::attack(
            x,
            layers!(net),
            &net.labels
        ));
    }
    Ok(list)
}

//! Structs that hold others, in modules whose inner structs the callers do not name.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod common;

use common::*;
use eagerpy::agnostic;

mod nn {
    pub mod layers {
        use eagerpy::agnostic;

        #[agnostic]
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum Activation {
            Identity,
            Leaky { slope: f64 },
        }

        #[agnostic(methods)]
        pub struct Layer<D, C> {
            pub w: Tensor<_, D, C>,
            pub b: Option<Tensor<_, C>>,
            pub activation: Activation,
        }

        #[agnostic]
        impl Layer<D, C> {
            pub fn of(w: &Tensor<_, D, C>, slope: f64) -> Self {
                let activation = if slope == 1.0 {
                    Activation::Identity
                } else {
                    Activation::Leaky { slope }
                };
                Self {
                    w,
                    b: None,
                    activation,
                }
            }

            pub fn forward(&self, x: &Tensor<_, N, D>) -> Tensor<_, N, C> {
                let y = x.matmul(self.w);
                let y = match self.b {
                    Some(b) => y + b,
                    None => y,
                };
                match self.activation {
                    Activation::Identity => y,
                    Activation::Leaky { slope } => where_(y > 0.0, y, y * slope),
                }
            }

            pub fn scaled(&self, k: f64) -> Layer<_, D, C> {
                Layer {
                    w: self.w * k,
                    ..self
                }
            }
        }
    }

    use eagerpy::agnostic;

    #[agnostic]
    pub enum Head<D> {
        Sum,
        Dense(layers::Layer<_, D, 1>),
    }

    #[agnostic(methods)]
    pub struct Net<D> {
        pub body: Vec<layers::Layer<_, D, D>>,
        pub gate: layers::Layer<_, D, D>,
        pub head: Head<_, D>,
    }

    #[agnostic]
    impl Net<D> {
        pub fn of(w: &Tensor<_, D, D>, head: &Tensor<_, D, 1>, dense: bool) -> Self {
            let gate = layers::Layer::of(w, 1.0);
            let head = if dense {
                Head::Dense(layers::Layer::of(head, 0.5))
            } else {
                Head::Sum
            };
            Self {
                body: vec![gate, gate.scaled(2.0)],
                gate,
                head,
            }
        }

        pub fn output(&self, x: &Tensor<_, N, D>) -> Tensor<_, N> {
            match self.head {
                Head::Sum => x.sum(axis = -1),
                Head::Dense(layer) => layer.forward(x).squeeze(axis = -1),
            }
        }

        pub fn widest(&self, first: bool) -> layers::Layer<_, D, D> {
            if first { self.gate } else { self.body[1] }
        }
    }

    #[agnostic]
    pub struct Agent<D> {
        pub actor: Net<_, D>,
        pub critic: Option<Net<_, D>>,
    }
}

use nn::Agent;

/// Through two structs that have no name here.
#[agnostic]
fn outputs(agent: &Agent<_, D>, x: &Tensor<_, N, D>) -> (Tensor<_, N>, usize) {
    let mut y = x;
    for layer in agent.actor.body.iter() {
        y = layer.forward(y);
    }
    let y = agent.actor.gate.forward(y);
    let mut count = agent.actor.body.len();
    let z = match agent.critic {
        Some(critic) => {
            count += critic.body.len();
            critic.output(y)
        }
        None => agent.actor.output(y),
    };
    (z, count)
}

/// They are copied, changed, chosen, kept in lists, and go on to other functions.
#[agnostic]
fn changed(agent: &Agent<_, D>, x: &Tensor<_, N, D>, kind: usize) -> Tensor<_, N, D> {
    let mut layer = agent.actor.gate;
    layer.w = layer.w * 2.0;
    layer.b = Some(x[0]);
    let chosen = if kind == 0 {
        layer
    } else {
        agent.actor.widest(kind == 1)
    };
    let mut layers = vec![chosen, agent.actor.gate];
    layers.push(chosen.scaled(0.5));
    let mut best = if kind > 9 { Some(chosen) } else { None };
    for layer in layers.iter() {
        if layer.w.sum().item() > 15.0 {
            best = Some(layer);
        }
    }
    let y = match best {
        Some(layer) => layer.forward(x),
        None => x,
    };
    y + layers[2].forward(x)
}

#[agnostic]
fn agent_of(w: &Tensor<_, D, D>, head: &Tensor<_, D, 1>, critic: bool) -> Agent<_, D> {
    let actor = nn::Net::of(w, head, false);
    let critic = if critic {
        Some(nn::Net::of(w, head, true))
    } else {
        None
    };
    Agent { actor, critic }
}

/// All of it once more, and with one part in another's place.
#[agnostic]
fn crossed(a: &Agent<_, D>, b: &Agent<_, D>, times: usize) -> Agent<_, D> {
    let mut out = a;
    for i in 0..times {
        let actor = if i == 0 { b.actor } else { out.actor };
        out = Agent { actor, ..a };
        out.critic = Some(out.actor);
    }
    out
}

/// The inner ones by their paths: in literals and in patterns.
#[agnostic]
fn softened(agent: &Agent<_, D>, slope: f64) -> (Agent<_, D>, Scalar) {
    let sum = match agent.actor.head {
        nn::Head::Sum => agent.actor.gate.w.sum(),
        nn::Head::Dense(layer) => layer.w.sum(),
    };
    let activation = nn::layers::Activation::Leaky { slope };
    let gate = nn::layers::Layer {
        activation,
        ..agent.actor.gate
    };
    let head = nn::Head::Dense(nn::layers::Layer {
        w: gate.w.sum(axis = 1, keepdims = true),
        b: None,
        activation,
    });
    let actor = nn::Net {
        gate,
        head,
        ..agent.actor
    };
    (
        Agent {
            actor,
            critic: None,
        },
        sum,
    )
}

on_every_backend! {
    fn structs_in_structs() {
        let w = F::f32(&[1.0, 2.0, 3.0, 4.0], &[2, 2]);
        let head = F::f32(&[-1.0, -1.0], &[2, 1]);
        let x = F::f32(&[1.0, 1.0], &[1, 2]);
        // x w = [4, 6]; 2 w: [44, 64]; w: [236, 344]
        let (y, count) = outputs(&agent_of(&w, &head, false).unwrap(), &x).unwrap();
        gives(&y, &[1], &[580.0]);
        assert_eq!(count, 2);
        let agent = agent_of(&w, &head, true).unwrap();
        let (y, count) = outputs(&agent, &x).unwrap();
        gives(&y, &[1], &[-290.0]);
        assert_eq!(count, 4);
        // 2 w, x[0] once: [9, 13], and w with x[0]: [5, 7]
        gives(&changed(&agent, &x, 0).unwrap(), &[1, 2], &[14.0, 20.0]);
        // None is over 15: x and half of w
        gives(&changed(&agent, &x, 1).unwrap(), &[1, 2], &[3.0, 4.0]);
        // 2 w and w
        gives(&changed(&agent, &x, 2).unwrap(), &[1, 2], &[12.0, 18.0]);
        let twice = F::f32(&[2.0, 4.0, 6.0, 8.0], &[2, 2]);
        let other = agent_of(&twice, &head, false).unwrap();
        let both = crossed(&agent, &other, 2).unwrap();
        gives(&both.actor.gate.w, &[2, 2], &[2.0, 4.0, 6.0, 8.0]);
        gives(&both.critic.unwrap().body[1].w, &[2, 2], &[4.0, 8.0, 12.0, 16.0]);
        assert!(crossed(&agent, &other, 0).unwrap().critic.is_some());
        let (soft, sum) = softened(&agent, 0.5).unwrap();
        gives(&sum, &[], &[10.0]);
        assert_eq!(soft.actor.gate.activation, nn::layers::Activation::Leaky { slope: 0.5 });
        let (_, sum) = softened(&soft, 1.0).unwrap();
        gives(&sum, &[], &[10.0]);
        // w, 2 w and w once more, as before; rows of w summed: 3 and 7.
        let (y, _) = outputs(&soft, &x).unwrap();
        gives(&y, &[1], &[3.0 * 236.0 + 7.0 * 344.0]);
    }
}

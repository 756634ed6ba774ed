//! The same once more in plain loops over `f64`, to compare with. There is no tensor in here, and where a formula
//! can be written in two ways, this is the other one.
//!
//! A matrix is a slice in row-major order; `columns` is the length of its rows.

use super::losses::{LossKind, Ppo};

fn rows(matrix: &[f64], columns: usize) -> impl DoubleEndedIterator<Item = &[f64]> {
    matrix.chunks(columns)
}

fn mean(numbers: impl IntoIterator<Item = f64>) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for number in numbers {
        sum += number;
        count += 1.0;
    }
    sum / count
}

fn largest(row: &[f64]) -> f64 {
    row.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

/// The first of the largest.
pub fn greedy(q: &[f64], actions: usize) -> Vec<i64> {
    let first = |row: &[f64]| row.iter().position(|&v| v == largest(row));
    rows(q, actions)
        .map(|row| first(row).map_or(-1, |place| place as i64))
        .collect()
}

/// The element of each row at its place.
pub fn q_of(q: &[f64], actions: usize, taken: &[i64]) -> Vec<f64> {
    rows(q, actions)
        .zip(taken)
        .map(|(row, &a)| row.get(a as usize).copied().unwrap_or(f64::NAN))
        .collect()
}

pub fn discounted(reward: &[f64], done: &[bool], next: &[f64], gamma: f64) -> Vec<f64> {
    let mut out = Vec::new();
    for ((&r, &done), &next) in reward.iter().zip(done).zip(next) {
        out.push(if done { r } else { r + gamma * next });
    }
    out
}

pub fn td_target(
    reward: &[f64],
    done: &[bool],
    next_q: &[f64],
    actions: usize,
    gamma: f64,
) -> Vec<f64> {
    let best: Vec<f64> = rows(next_q, actions).map(largest).collect();
    discounted(reward, done, &best, gamma)
}

/// Forwards: the sum of what was paid until the end, and the value behind it if there was none.
pub fn n_step_target(
    rewards: &[f64],
    dones: &[bool],
    steps: usize,
    last_q: &[f64],
    actions: usize,
    gamma: f64,
) -> Vec<f64> {
    let mut out = Vec::new();
    for ((rewards, dones), q) in rows(rewards, steps)
        .zip(dones.chunks(steps))
        .zip(rows(last_q, actions))
    {
        let (mut total, mut factor, mut ended) = (0.0, 1.0, false);
        for (r, &done) in rewards.iter().zip(dones) {
            total += factor * r;
            factor *= gamma;
            if done {
                ended = true;
                break;
            }
        }
        if !ended {
            total += factor * largest(q);
        }
        out.push(total);
    }
    out
}

pub fn cost(error: f64, kind: LossKind) -> f64 {
    match kind {
        LossKind::Mse => error * error,
        LossKind::SmoothL1 { beta } if error.abs() < beta => error * error / (2.0 * beta),
        LossKind::SmoothL1 { beta } => error.abs() - beta / 2.0,
    }
}

/// The derivative of [`cost`].
pub fn slope(error: f64, kind: LossKind) -> f64 {
    match kind {
        LossKind::Mse => 2.0 * error,
        LossKind::SmoothL1 { beta } => (error / beta).clamp(-1.0, 1.0),
    }
}

pub fn dqn_loss(taken: &[f64], target: &[f64], weight: &[f64], kind: LossKind) -> f64 {
    let pairs = taken.iter().zip(target);
    mean(pairs.zip(weight).map(|((q, t), w)| w * cost(q - t, kind)))
}

/// The gradient of [`dqn_loss`] at every Q: nothing where the action was not taken.
pub fn dqn_gradient(
    q: &[f64],
    actions: usize,
    taken: &[i64],
    target: &[f64],
    weight: &[f64],
    kind: LossKind,
) -> Vec<f64> {
    let mut out = Vec::new();
    let n = target.len() as f64;
    for (((row, &taken), target), weight) in rows(q, actions).zip(taken).zip(target).zip(weight) {
        for (a, q) in row.iter().enumerate() {
            let here = a as i64 == taken;
            out.push(if here {
                weight * slope(q - target, kind) / n
            } else {
                0.0
            });
        }
    }
    out
}

pub fn quantile_huber_loss(
    predicted: &[f64],
    target: &[f64],
    taus: &[f64],
    targets: usize,
    kappa: f64,
    weight: &[f64],
) -> f64 {
    let mut costs = Vec::new();
    for ((predicted, target), weight) in rows(predicted, taus.len())
        .zip(rows(target, targets))
        .zip(weight)
    {
        let mut total = 0.0;
        for (p, tau) in predicted.iter().zip(taus) {
            for t in target {
                let u = t - p;
                // Huber's loss is the smooth one, κ times.
                let huber = kappa * cost(u, LossKind::SmoothL1 { beta: kappa });
                total += if u < 0.0 { 1.0 - tau } else { *tau } * huber / targets as f64;
            }
        }
        costs.push(weight * total);
    }
    mean(costs)
}

pub fn lowest(critics: &[Vec<f64>]) -> Vec<f64> {
    let n = critics.first().map_or(0, Vec::len);
    let at = |i: usize| critics.iter().filter_map(move |q| q.get(i).copied());
    (0..n)
        .map(|i| at(i).fold(f64::INFINITY, f64::min))
        .collect()
}

pub fn entropy_coefficient_loss(log_alpha: f64, log_prob: &[f64], target_entropy: f64) -> f64 {
    -log_alpha * (mean(log_prob.iter().copied()) + target_entropy)
}

/// A squashed Gaussian; `scale` and `offset` have a number per column.
pub struct Squashed<'a> {
    pub mean: &'a [f64],
    pub log_std: &'a [f64],
    pub scale: &'a [f64],
    pub offset: &'a [f64],
}

impl Squashed<'_> {
    pub fn action(&self, u: &[f64]) -> Vec<f64> {
        let mut out = Vec::new();
        for row in rows(u, self.scale.len()) {
            for ((u, scale), offset) in row.iter().zip(self.scale).zip(self.offset) {
                out.push(offset + scale * u.tanh());
            }
        }
        out
    }

    /// By `log(1 - tanh²(u)) = -2 log cosh(u)`.
    pub fn log_prob(&self, u: &[f64]) -> Vec<f64> {
        let d = self.scale.len();
        let mut out = Vec::new();
        for ((u, mean), log_std) in rows(u, d)
            .zip(rows(self.mean, d))
            .zip(rows(self.log_std, d))
        {
            let mut total = 0.0;
            for (((u, mean), log_std), scale) in u.iter().zip(mean).zip(log_std).zip(self.scale) {
                let variance = (2.0 * log_std).exp();
                let log_cosh = u.abs() + (-2.0 * u.abs()).exp().ln_1p() - 2f64.ln();
                total -= (u - mean).powi(2) / (2.0 * variance);
                total -= 0.5 * (std::f64::consts::TAU * variance).ln();
                total -= scale.ln() - 2.0 * log_cosh;
            }
            out.push(total);
        }
        out
    }

    /// The derivative of the log-probability by each `u`.
    pub fn slope(&self, u: &[f64]) -> Vec<f64> {
        let mut out = Vec::new();
        for ((u, mean), log_std) in u.iter().zip(self.mean).zip(self.log_std) {
            out.push(2.0 * u.tanh() - (u - mean) / (2.0 * log_std).exp());
        }
        out
    }
}

pub fn expectile_loss(value: &[f64], target: &[f64], tau: f64) -> f64 {
    mean(value.iter().zip(target).map(|(v, t)| {
        let weight = if t < v { 1.0 - tau } else { tau };
        weight * (t - v).powi(2)
    }))
}

pub fn advantage_weights(advantage: &[f64], lambda: f64, cap: f64) -> Vec<f64> {
    advantage
        .iter()
        .map(|a| (a / lambda).min(cap.ln()).exp())
        .collect()
}

/// What PPO's loss is about, as slices.
pub struct Batch<'a> {
    pub logits: &'a [f64],
    pub value: &'a [f64],
    pub actions: &'a [i64],
    pub old_log_prob: &'a [f64],
    pub old_value: &'a [f64],
    pub advantage: &'a [f64],
    pub returns: &'a [f64],
}

/// The total, the policy's part, the value's, and the entropy.
pub fn ppo_loss(batch: &Batch<'_>, settings: &Ppo) -> [f64; 4] {
    let n = batch.value.len();
    let (mut policy, mut value, mut entropy) = (0.0, 0.0, 0.0);
    let logits = rows(batch.logits, batch.logits.len() / n);
    let numbers = batch.advantage.iter().zip(batch.old_log_prob);
    for ((logits, &action), (advantage, old)) in logits.zip(batch.actions).zip(numbers) {
        let sum: f64 = logits.iter().map(|l| l.exp()).sum();
        for (a, logit) in logits.iter().enumerate() {
            let p = logit.exp() / sum;
            entropy -= p * p.ln();
            if a as i64 == action {
                let ratio = p / old.exp();
                // The bound that holds depends on the advantage's sign.
                let bounded = match *advantage > 0.0 {
                    true => ratio.min(1.0 + settings.clip),
                    false => ratio.max(1.0 - settings.clip),
                };
                policy -= bounded * advantage;
            }
        }
    }
    for ((v, old), returns) in batch.value.iter().zip(batch.old_value).zip(batch.returns) {
        let off = (v - returns).powi(2);
        value += 0.5
            * match settings.value_clip {
                Some(reach) => off.max((v.clamp(old - reach, old + reach) - returns).powi(2)),
                None => off,
            };
    }
    let n = n as f64;
    let (policy, value, entropy) = (policy / n, value / n, entropy / n);
    let total = policy + settings.value_weight * value - settings.entropy_weight * entropy;
    [total, policy, value, entropy]
}

/// The advantages by their definition: for each step a sum over those that follow, until the episode ends.
pub fn gae(
    rewards: &[f64],
    values: &[f64],
    dones: &[bool],
    last_value: &[f64],
    gamma: f64,
    lambda: f64,
) -> Vec<f64> {
    let n = last_value.len();
    let next = |at: usize| values.get(at + n).copied().unwrap_or(last_value[at % n]);
    let mut out = Vec::new();
    for start in 0..rewards.len() {
        let (mut total, mut factor) = (0.0, 1.0);
        for at in (start..rewards.len()).step_by(n) {
            if dones[at] {
                total += factor * (rewards[at] - values[at]);
                break;
            }
            total += factor * (rewards[at] + gamma * next(at) - values[at]);
            factor *= gamma * lambda;
        }
        out.push(total);
    }
    out
}

/// A linear layer of `outputs` columns, on each row.
pub fn linear(x: &[f64], weight: &[f64], bias: &[f64]) -> Vec<f64> {
    let (inputs, outputs) = (weight.len() / bias.len(), bias.len());
    let mut out = Vec::new();
    for row in rows(x, inputs) {
        for (o, bias) in bias.iter().enumerate() {
            let products = row
                .iter()
                .enumerate()
                .map(|(i, v)| v * weight[i * outputs + o]);
            out.push(bias + products.sum::<f64>());
        }
    }
    out
}

pub fn relu(x: &[f64]) -> Vec<f64> {
    x.iter().map(|v| v.max(0.0)).collect()
}

/// `(1 - τ) θ⁻ + τ θ`
pub fn soft_update(target: &[f64], online: &[f64], tau: f64) -> Vec<f64> {
    let pairs = target.iter().zip(online);
    pairs.map(|(t, o)| (1.0 - tau) * t + tau * o).collect()
}

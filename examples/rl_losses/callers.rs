//! Each framework's caller: every function of `losses.rs`, with tensors of the framework's own, held to
//! `reference.rs`.
//!
//! The text is one macro for all, since an agnostic function takes a framework's tensors as they are; there is
//! no trait over them for a caller to be generic in.

#[cfg(feature = "candle")]
use super::frameworks::on_candle;
#[cfg(feature = "ndarray")]
use super::frameworks::on_ndarray;
#[cfg(feature = "tch")]
use super::frameworks::on_tch;
use super::frameworks::{Native, Numbers, Outcome, Tracking};
use super::losses::{self, Linear, LossKind, Mlp, Ppo, Rollout, SquashedGaussian};
use super::reference;
use super::report::Report;

const GAMMA: f64 = 0.99;
const SMOOTH: LossKind = LossKind::SmoothL1 { beta: 0.5 };
const PPO: Ppo = Ppo {
    clip: 0.2,
    value_clip: Some(0.25),
    value_weight: 0.5,
    entropy_weight: 0.01,
};

/// States, actions, steps, numbers of a continuous action, quantiles that are predicted, and that are aimed at.
const N: usize = 6;
const A: usize = 4;
const T: usize = 5;
const D: usize = 3;
const K: usize = 5;
const J: usize = 3;
/// Sizes of the net: a state, and the hidden layer.
const S: usize = 3;
const H: usize = 8;

/// Numbers in -`size`..`size` that `f32` has exactly, so that both float types start from the same ones.
fn numbers(seed: u64, count: usize, size: f64) -> Vec<f64> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut next = || {
        // Steele et al. 2014, "Fast splittable pseudorandom number generators".
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let fraction = ((z ^ (z >> 31)) >> 44) as f64 / f64::from(1 << 19) - 1.0;
        f64::from((fraction * size) as f32)
    };
    (0..count).map(|_| next()).collect()
}

/// A caller: its module, its tensors, and the module with its gradients.
macro_rules! callers {
    ($($feature:literal $name:ident: $native:ty $(, $gradients:ident)?;)*) => {$(
        #[cfg(feature = $feature)]
        pub mod $name {
            use super::*;

            type F = $native;
            type Backend = <F as Native>::Backend;
            type Elem = <F as Native>::Elem;

            pub fn run(report: &mut Report) -> Outcome {
                discrete(report)?;
                quantiles(report)?;
                choices(report)?;
                continuous(report)?;
                squashed(report)?;
                offline(report)?;
                ppo(report)?;
                advantages(report)?;
                parameters(report)?;
                $($gradients::run(report)?;)?
                Ok(())
            }

            fn discrete(report: &mut Report) -> Outcome {
                let reward = numbers(1, N, 1.0);
                let mut done = vec![false; N];
                done[2] = true;
                let mut online = numbers(2, N * A, 2.0);
                // A tie, whose first counts.
                (online[1], online[3]) = (3.0, 3.0);
                let mut target = numbers(3, N * A, 2.0);
                let (r, d) = (F::vector(&reward)?, F::mask(&done)?);
                let (q, q_target) = (F::matrix(&online, A)?, F::matrix(&target, A)?);

                let y = losses::td_target(&r, &d, &q_target, GAMMA)?;
                report.check("TD target", &y, &reference::td_target(&reward, &done, &target, A, GAMMA))?;

                let best = reference::greedy(&online, A);
                let values = reference::q_of(&target, A, &best);
                let want = reference::discounted(&reward, &done, &values, GAMMA);
                let y = losses::double_dqn_target(&r, &d, &q, &q_target, GAMMA)?;
                report.check("double DQN target, with a tie", &y, &want)?;

                // What is behind an end may be anything.
                for v in &mut target[2 * A..3 * A] {
                    *v = f64::NAN;
                }
                let y = losses::td_target(&r, &d, &F::matrix(&target, A)?, GAMMA)?;
                let mut want = reference::td_target(&reward, &done, &online, A, GAMMA);
                let others = reference::td_target(&reward, &done, &target, A, GAMMA);
                for (n, want) in want.iter_mut().enumerate() {
                    *want = if done[n] { reward[n] } else { others[n] };
                }
                report.check("TD target, NaN behind an end", &y, &want)?;

                let rewards = numbers(4, N * T, 1.0);
                let mut dones = vec![false; N * T];
                for at in [0, T + 2, 2 * T + 4, 3 * T + 1, 3 * T + 3] {
                    dones[at] = true;
                }
                let y = losses::n_step_target(&F::matrix(&rewards, T)?, &F::masks(&dones, T)?, &q, GAMMA)?;
                let want = reference::n_step_target(&rewards, &dones, T, &online, A, GAMMA);
                report.check("n-step target, ends on the way", &y, &want)?;

                let actions = [3, 0, 1, 2, 2, 0];
                let taken = reference::q_of(&online, A, &actions);
                let chosen = F::ints(&actions)?;
                report.check("Q of the actions taken", &losses::q_of(&q, &chosen)?, &taken)?;

                // Errors on both sides of β, at β, and none.
                let goal: Vec<f64> = taken.iter().zip([2.0, 0.5, -0.5, 0.25, 0.0, -3.0]).map(|(q, e)| q - e).collect();
                let weight = [1.0, 0.5, 2.0, 0.75, 1.0, 0.0];
                let (goals, weights) = (F::vector(&goal)?, F::vector(&weight)?);
                for (what, kind) in [("DQN loss, squared", LossKind::Mse), ("DQN loss, smooth L1", SMOOTH)] {
                    let (loss, errors) = losses::dqn_loss(&q, &chosen, &goals, None, &kind)?;
                    report.check(what, &loss, &[reference::dqn_loss(&taken, &goal, &[1.0; N], kind)])?;
                    report.check("|TD error|", &errors, &[2.0, 0.5, 0.5, 0.25, 0.0, 3.0])?;
                }
                let (loss, _) = losses::dqn_loss(&q, &chosen, &goals, Some(&weights), &SMOOTH)?;
                let want = reference::dqn_loss(&taken, &goal, &weight, SMOOTH);
                report.check("DQN loss, weighted", &loss, &[want])?;

                let refused = losses::dqn_loss(&q, &F::ints(&[0; N - 1])?, &goals, None, &SMOOTH);
                let told = refused.err().is_some_and(|e| e.to_string().contains("`N` is 6 in `q`"));
                report.holds("a batch of another size is refused", told);
                let refused = losses::dqn_loss(&q, &F::ints(&[A as i64; N])?, &goals, None, &SMOOTH);
                report.holds("an action that is none is refused", refused.is_err());
                Ok(())
            }

            fn quantiles(report: &mut Report) -> Outcome {
                let (mut predicted, target) = (numbers(5, N * K, 2.0), numbers(6, N * J, 2.0));
                // On the spot, and at κ.
                (predicted[0], predicted[1]) = (target[0], target[1] + 0.75);
                let p = F::matrix(&predicted, K)?;
                let midpoints = losses::quantile_midpoints(&p)?;
                let taus = [0.1, 0.3, 0.5, 0.7, 0.9];
                report.check("quantiles' midpoints", &midpoints, &taus)?;
                let t = F::matrix(&target, J)?;
                let loss = losses::quantile_huber_loss(&p, &t, &midpoints, 0.75, None)?;
                let want = reference::quantile_huber_loss(&predicted, &target, &taus, J, 0.75, &[1.0; N]);
                report.check("quantile Huber loss", &loss, &[want])?;
                let weight = numbers(7, N, 1.0);
                let loss = losses::quantile_huber_loss(&p, &t, &midpoints, 0.75, Some(&F::vector(&weight)?))?;
                let want = reference::quantile_huber_loss(&predicted, &target, &taus, J, 0.75, &weight);
                report.check("quantile Huber loss, weighted", &loss, &[want])
            }

            fn choices(report: &mut Report) -> Outcome {
                const MANY: usize = 2000;
                let mut values = numbers(8, MANY * A, 1.0);
                (values[0], values[2]) = (4.0, 4.0);
                let q = F::matrix(&values, A)?;
                let greedy: Vec<f64> = reference::greedy(&values, A).iter().map(|&a| a as f64).collect();
                report.check("greedy, the first of a tie", &losses::epsilon_greedy(&q, 0.0, 1)?, &greedy)?;

                let some = losses::epsilon_greedy(&q, 0.25, 7)?;
                report.check_same("ε-greedy, the same seed elsewhere", &some)?;
                let other = losses::epsilon_greedy(&q, 0.25, 8)?.numbers()?;
                let some = some.numbers()?;
                report.holds("ε-greedy, another seed differs", some != other);
                let strays = some.iter().zip(&greedy).filter(|(a, g)| a != g).count() as f64;
                // Of the random ones a quarter is the best by chance. Five standard deviations.
                let (mean, deviation) = (0.1875 * MANY as f64, (0.1875 * 0.8125 * MANY as f64).sqrt());
                report.holds("ε-greedy, a share of ε strays", (strays - mean).abs() < 5.0 * deviation);

                let any = losses::epsilon_greedy(&q, 1.0, 7)?.numbers()?;
                let even = (0..A).all(|a| {
                    let count = any.iter().filter(|&&v| v == a as f64).count() as f64;
                    let (mean, deviation) = (0.25 * MANY as f64, (0.1875 * MANY as f64).sqrt());
                    (count - mean).abs() < 5.0 * deviation
                });
                report.holds("ε-greedy, ε = 1 takes all alike", even);
                Ok(())
            }

            fn continuous(report: &mut Report) -> Outcome {
                let reward = numbers(9, N, 1.0);
                let mut done = vec![false; N];
                done[5] = true;
                let critics = [numbers(10, N, 4.0), numbers(11, N, 4.0), numbers(12, N, 4.0)];
                let log_prob = numbers(13, N, 2.0);
                let (r, d, l) = (F::vector(&reward)?, F::mask(&done)?, F::vector(&log_prob)?);
                let mut qs = Vec::new();
                for critic in &critics {
                    qs.push(F::vector(critic)?);
                }
                let lowest = reference::lowest(&critics);
                report.check("lowest of three critics", &losses::lowest(&qs)?, &lowest)?;
                let y = losses::twin_target(&r, &d, &qs[..2], None, 0.0, GAMMA)?;
                let want = reference::discounted(&reward, &done, &reference::lowest(&critics[..2]), GAMMA);
                report.check("TD3 target", &y, &want)?;
                let y = losses::twin_target(&r, &d, &qs, Some(&l), 0.2, GAMMA)?;
                let soft: Vec<f64> = lowest.iter().zip(&log_prob).map(|(q, l)| q - 0.2 * l).collect();
                report.check("SAC target", &y, &reference::discounted(&reward, &done, &soft, GAMMA))?;
                report.holds("a target without critics is refused", losses::lowest(&qs[..0]).is_err());

                let loss = losses::entropy_coefficient_loss(&F::scalar(-1.5)?, &l, -3.0)?;
                let want = reference::entropy_coefficient_loss(-1.5, &log_prob, -3.0);
                report.check("entropy coefficient loss", &loss, &[want])
            }

            fn squashed(report: &mut Report) -> Outcome {
                let (mean, log_std) = (numbers(14, N * D, 1.0), numbers(15, N * D, 1.5));
                let (scale, offset) = ([1.0, 0.5, 2.0], [0.0, 1.0, -0.25]);
                let want = reference::Squashed { mean: &mean, log_std: &log_std, scale: &scale, offset: &offset };
                let policy = SquashedGaussian::<Backend, Elem> {
                    mean: F::matrix(&mean, D)?,
                    log_std: F::matrix(&log_std, D)?,
                    scale: F::vector(&scale)?,
                    offset: F::vector(&offset)?,
                };
                let u = numbers(16, N * D, 3.0);
                let at = F::matrix(&u, D)?;
                report.check("squashed action", &policy.action(&at)?, &want.action(&u))?;
                report.check("log-probability of an action", &policy.log_prob(&at)?, &want.log_prob(&u))?;

                let far: Vec<f64> = u.iter().map(|u| u.signum() * 50.0 + u).collect();
                let at = F::matrix(&far, D)?;
                report.check("saturated action", &policy.action(&at)?, &want.action(&far))?;
                report.check("its log-probability is finite", &policy.log_prob(&at)?, &want.log_prob(&far))?;

                let (action, log_prob, u) = policy.sample(3)?;
                let drawn = u.numbers()?;
                report.check("sampled action", &action, &want.action(&drawn))?;
                report.check("its log-probability", &log_prob, &want.log_prob(&drawn))?;
                report.check_same("the same seed draws the same elsewhere", &u)?;
                let (_, _, again) = policy.sample(4)?;
                report.holds("another seed draws another action", again.numbers()? != drawn);
                Ok(())
            }

            fn offline(report: &mut Report) -> Outcome {
                let (mut value, target) = (numbers(17, N, 2.0), numbers(18, N, 2.0));
                value[3] = target[3];
                let loss = losses::expectile_loss(&F::vector(&value)?, &F::vector(&target)?, 0.7)?;
                report.check("expectile loss", &loss, &[reference::expectile_loss(&value, &target, 0.7)])?;

                let mut advantage = numbers(19, N, 4.0);
                // e to the power of the first is more than any float.
                (advantage[0], advantage[1]) = (5000.0, -5000.0);
                let weights = losses::advantage_weights(&F::vector(&advantage)?, 3.0, 100.0)?;
                let want = reference::advantage_weights(&advantage, 3.0, 100.0);
                report.check("advantage weights, one at the cap", &weights, &want)
            }

            fn ppo(report: &mut Report) -> Outcome {
                let (logits, value) = (numbers(20, N * A, 2.0), numbers(21, N, 1.0));
                let actions = [1, 1, 0, 3, 2, 2];
                let old_log_prob: Vec<f64> = numbers(22, N, 0.75).iter().map(|v| v - 1.5).collect();
                let old_value: Vec<f64> = numbers(23, N, 1.0);
                let mut advantage = numbers(24, N, 2.0);
                advantage[4] = 0.0;
                let returns = numbers(25, N, 2.0);
                let batch = Rollout::<Backend, Elem> {
                    actions: F::ints(&actions)?,
                    log_prob: F::vector(&old_log_prob)?,
                    value: F::vector(&old_value)?,
                    advantage: F::vector(&advantage)?,
                    returns: F::vector(&returns)?,
                };
                let plain = reference::Batch {
                    logits: &logits,
                    value: &value,
                    actions: &actions,
                    old_log_prob: &old_log_prob,
                    old_value: &old_value,
                    advantage: &advantage,
                    returns: &returns,
                };
                let free = Ppo { value_clip: None, ..PPO };
                for (what, settings) in [("PPO loss", free), ("PPO loss, value clipped", PPO)] {
                    let loss = losses::ppo_loss(&F::matrix(&logits, A)?, &F::vector(&value)?, &batch, &settings)?;
                    let [total, policy, value, entropy] = reference::ppo_loss(&plain, &settings);
                    report.check(what, &loss.total, &[total])?;
                    report.check("  of the policy", &loss.policy, &[policy])?;
                    report.check("  of the value", &loss.value, &[value])?;
                    report.check("  the entropy", &loss.entropy, &[entropy])?;
                }
                Ok(())
            }

            fn advantages(report: &mut Report) -> Outcome {
                let (rewards, values) = (numbers(26, T * N, 1.0), numbers(27, T * N, 1.0));
                let last = numbers(28, N, 1.0);
                let mut dones = vec![false; T * N];
                for at in [0, N + 1, 2 * N + 1, 4 * N + 2] {
                    dones[at] = true;
                }
                let (r, v) = (F::matrix(&rewards, N)?, F::matrix(&values, N)?);
                let (d, l) = (F::masks(&dones, N)?, F::vector(&last)?);
                for (what, lambda) in [("GAE", 0.95), ("GAE, λ = 0", 0.0), ("GAE, λ = 1", 1.0)] {
                    let (advantage, returns) = losses::gae(&r, &v, &d, &l, GAMMA, lambda)?;
                    let want = reference::gae(&rewards, &values, &dones, &last, GAMMA, lambda);
                    report.check(what, &advantage, &want)?;
                    let want: Vec<f64> = want.iter().zip(&values).map(|(a, v)| a + v).collect();
                    report.check("  its returns", &returns, &want)?;
                }
                Ok(())
            }

            fn linear(weight: &[f64], bias: &[f64]) -> Outcome<Linear<Backend, Elem>> {
                Ok(Linear {
                    weight: F::matrix(weight, bias.len())?,
                    bias: F::vector(bias)?,
                })
            }

            fn parameters(report: &mut Report) -> Outcome {
                let sizes = [S * H, H, H * A, A];
                let [target, online] = [29, 39].map(|seed| {
                    [0, 1, 2, 3].map(|i| numbers(seed + i as u64, sizes[i], 1.0))
                });
                let net = |p: &[Vec<f64>; 4]| -> Outcome<Mlp<Backend, Elem>> {
                    Ok(Mlp { hidden: linear(&p[0], &p[1])?, output: linear(&p[2], &p[3])? })
                };
                let updated = net(&target)?.soft_update(&net(&online)?, 0.005)?;
                let want = [0, 1, 2, 3].map(|i| reference::soft_update(&target[i], &online[i], 0.005));
                report.check("soft update, hidden weights", &updated.hidden.weight, &want[0])?;
                report.check("  hidden bias", &updated.hidden.bias, &want[1])?;
                report.check("  output weights", &updated.output.weight, &want[2])?;
                report.check("  output bias", &updated.output.bias, &want[3])?;

                let states = numbers(43, N * S, 2.0);
                let q = updated.q(&F::matrix(&states, S)?)?;
                let hidden = reference::relu(&reference::linear(&states, &want[0], &want[1]));
                report.check("  Q of the new net", &q, &reference::linear(&hidden, &want[2], &want[3]))
            }
        }
    )*};
}

/// The gradients that a framework's own user gets through the agnostic functions.
macro_rules! gradients {
    ($($feature:literal $name:ident: $native:ty;)*) => {$(
        #[cfg(feature = $feature)]
        mod $name {
            use super::*;

            type F = $native;
            type Backend = <F as Native>::Backend;
            type Elem = <F as Native>::Elem;

            pub fn run(report: &mut Report) -> Outcome {
                let values = numbers(2, N * A, 2.0);
                let actions = [3, 0, 1, 2, 2, 0];
                let taken = reference::q_of(&values, A, &actions);
                let goal: Vec<f64> = taken.iter().zip([2.0, 0.5, -0.25, 0.25, 0.0, -3.0]).map(|(q, e)| q - e).collect();
                let weight = [1.0, 0.5, 2.0, 0.75, 1.0, 0.0];
                let (chosen, goals) = (F::ints(&actions)?, F::vector(&goal)?);
                let q = F::leaf(F::matrix(&values, A)?)?;
                let (loss, _) = losses::dqn_loss(&q, &chosen, &goals, None, &SMOOTH)?;
                let want = reference::dqn_gradient(&values, A, &actions, &goal, &[1.0; N], SMOOTH);
                report.compare("gradient of the smooth L1 loss", &F::gradient(&loss, &q)?, &want);
                let q = F::leaf(F::matrix(&values, A)?)?;
                let (loss, _) = losses::dqn_loss(&q, &chosen, &goals, Some(&F::vector(&weight)?), &SMOOTH)?;
                let want = reference::dqn_gradient(&values, A, &actions, &goal, &weight, SMOOTH);
                report.compare("gradient of the weighted loss", &F::gradient(&loss, &q)?, &want);

                let log_prob = numbers(13, N, 2.0);
                let log_alpha = F::leaf(F::scalar(-1.5)?)?;
                let loss = losses::entropy_coefficient_loss(&log_alpha, &F::vector(&log_prob)?, -3.0)?;
                // The loss is linear: its slope is its value at 1.
                let want = reference::entropy_coefficient_loss(1.0, &log_prob, -3.0);
                report.compare("gradient at log α", &F::gradient(&loss, &log_alpha)?, &[want]);

                let (mean, log_std) = (numbers(14, D, 1.0), numbers(15, D, 1.5));
                let (scale, offset) = ([1.0, 0.5, 2.0], [0.0, 1.0, -0.25]);
                let plain = reference::Squashed { mean: &mean, log_std: &log_std, scale: &scale, offset: &offset };
                let policy = SquashedGaussian::<Backend, Elem> {
                    mean: F::matrix(&mean, D)?,
                    log_std: F::matrix(&log_std, D)?,
                    scale: F::vector(&scale)?,
                    offset: F::vector(&offset)?,
                };
                for (what, u) in [
                    ("gradient of the log-probability", [0.5, -2.0, 1.0]),
                    ("  at a saturated action", [-50.0, 75.0, 0.0]),
                ] {
                    let at = F::leaf(F::matrix(&u, D)?)?;
                    let log_prob = policy.log_prob(&at)?;
                    report.compare(what, &F::gradient(&log_prob, &at)?, &plain.slope(&u));
                }
                Ok(())
            }
        }
    )*};
}

callers! {
    "ndarray" ndarray_f32: on_ndarray::Of<f32>;
    "ndarray" ndarray_f64: on_ndarray::Of<f64>;
    "candle" candle_f32: on_candle::Of<f32>, gradients_of_candle_f32;
    "candle" candle_f64: on_candle::Of<f64>, gradients_of_candle_f64;
    "tch" tch_f32: on_tch::Of<f32>, gradients_of_tch_f32;
    "tch" tch_f64: on_tch::Of<f64>, gradients_of_tch_f64;
}

gradients! {
    "candle" gradients_of_candle_f32: on_candle::Of<f32>;
    "candle" gradients_of_candle_f64: on_candle::Of<f64>;
    "tch" gradients_of_tch_f32: on_tch::Of<f32>;
    "tch" gradients_of_tch_f64: on_tch::Of<f64>;
}

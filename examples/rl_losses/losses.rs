//! The losses and targets of reinforcement learning, each written once.
//!
//! Nothing here names a framework. Sizes: `N` states of a batch, `A` actions to choose from, `D` numbers of a
//! continuous action, `K` and `J` quantiles, `T` steps in time. A `done` mask is true where the episode ended
//! with that step, so that nothing comes after it.

use eagerpy::agnostic;

/// log 2.
const LN_2: f64 = std::f64::consts::LN_2;
/// log √(2π).
const LN_SQRT_TAU: f64 = 0.918_938_533_204_672_8;

// ---------------------------------------------------------------------------- values of discrete actions

/// What Q should be: `r + γ (1 - done) maxₐ Q⁻(s', a)`, by the target net's Q⁻ `[N, A]`.
///
/// Mnih et al. 2015, "Human-level control through deep reinforcement learning".
#[agnostic]
pub fn td_target(
    reward: &Tensor<_, N>,
    done: &Tensor<bool, N>,
    next_q: &Tensor<_, N, A>,
    gamma: f64,
) -> Tensor<_, N> {
    discounted(reward, done, next_q.max(axis = 1), gamma)
}

/// `r + γ (1 - done) v`. What stands in `next` behind an end does not count, not even a NaN.
#[agnostic]
pub fn discounted(
    reward: &Tensor<_, N>,
    done: &Tensor<bool, N>,
    next: &Tensor<_, N>,
    gamma: f64,
) -> Tensor<_, N> {
    reward + gamma * where_(done, 0.0, next)
}

/// The same over `T` steps: `Σₜ γᵗ rₜ + γᵀ maxₐ Q⁻(s_T, a)`, cut behind the first step that ends the episode.
///
/// Sutton 1988, "Learning to predict by the methods of temporal differences"; in DQN: Hessel et al. 2018,
/// "Rainbow".
#[agnostic]
pub fn n_step_target(
    rewards: &Tensor<_, N, T>,
    dones: &Tensor<bool, N, T>,
    last_q: &Tensor<_, N, A>,
    gamma: f64,
) -> Tensor<_, N> {
    let mut value = last_q.max(axis = 1);
    for t in (0..T).rev() {
        value = discounted(rewards[(.., t)], dones[(.., t)], value, gamma);
    }
    value
}

/// `r + γ (1 - done) Q⁻(s', argmaxₐ Q(s', a))`: the online net chooses, the target net says what it is worth.
///
/// van Hasselt et al. 2016, "Deep reinforcement learning with double Q-learning".
#[agnostic]
pub fn double_dqn_target(
    reward: &Tensor<_, N>,
    done: &Tensor<bool, N>,
    online_q: &Tensor<_, N, A>,
    target_q: &Tensor<_, N, A>,
    gamma: f64,
) -> Tensor<_, N> {
    let best = online_q.argmax(axis = 1);
    discounted(reward, done, q_of(target_q, best), gamma)
}

/// Q of the actions that were taken.
#[agnostic]
pub fn q_of(q: &Tensor<_, N, A>, actions: &Tensor<i64, N>) -> Tensor<_, N> {
    q.take_along_axis(actions.expand_dims(1), axis = 1)
        .squeeze(1)
}

/// What an error costs.
#[derive(Clone, Copy, Debug)]
pub enum LossKind {
    /// `e²`.
    Mse,
    /// `e² / 2β` up to `β`, then `|e| - β/2`. Girshick 2015, "Fast R-CNN"; PyTorch's `smooth_l1_loss`.
    SmoothL1 {
        /// Where the parabola turns into a line.
        beta: f64,
    },
}

/// The cost of each error.
#[agnostic]
pub fn elementwise(error: &Tensor<_, N>, kind: &LossKind) -> Tensor<_, N> {
    match kind {
        LossKind::Mse => error.square(),
        LossKind::SmoothL1 { beta } => {
            let size = error.abs();
            where_(
                size < *beta,
                size.square() * (0.5 / *beta),
                size - 0.5 * *beta,
            )
        }
    }
}

/// The mean over a batch, of weighted costs where there are weights.
#[agnostic]
pub fn batch_mean(costs: &Tensor<_, N>, weight: Option<&Tensor<_, N>>) -> Scalar {
    match weight {
        Some(weight) => (costs * weight).mean(),
        None => costs.mean(),
    }
}

/// The loss of a DQN, and `|Q(s, a) - target|` for the priorities of the next draw.
///
/// The weights are those of prioritised replay: Schaul et al. 2016, "Prioritized experience replay".
#[agnostic]
pub fn dqn_loss(
    q: &Tensor<_, N, A>,
    actions: &Tensor<i64, N>,
    target: &Tensor<_, N>,
    weight: Option<&Tensor<_, N>>,
    kind: &LossKind,
) -> (Scalar, Tensor<_, N>) {
    let error = q_of(q, actions) - target;
    (batch_mean(elementwise(error, kind), weight), error.abs())
}

/// The middles of `K` equal parts of [0, 1]: `τᵢ = (2i + 1) / 2K` for `K` quantiles of any batch.
#[agnostic]
pub fn quantile_midpoints(quantiles: &Tensor<_, N, K>) -> Tensor<_, K> {
    (arange(K, dtype = _) + 0.5) / K as f64
}

/// The quantile regression of a distribution of returns:
/// `meanₙ Σᵢ meanⱼ |τᵢ - 1{u < 0}| L_κ(u)` with `u = targetⱼ - predictedᵢ` and Huber's
/// `L_κ(u) = u²/2` up to `κ`, then `κ(|u| - κ/2)`.
///
/// Dabney et al. 2018, "Distributional reinforcement learning with quantile regression", equations 9 and 10.
#[agnostic]
pub fn quantile_huber_loss(
    predicted: &Tensor<_, N, K>,
    target: &Tensor<_, N, J>,
    taus: &Tensor<_, K>,
    kappa: f64,
    weight: Option<&Tensor<_, N>>,
) -> Scalar {
    let u = target[s![.., NewAxis, ..]] - predicted[s![.., .., NewAxis]];
    let size = u.abs();
    let huber = where_(
        size <= kappa,
        0.5 * u.square(),
        kappa * (size - 0.5 * kappa),
    );
    let side = where_(u < 0.0, 1.0, 0.0);
    let cost = (taus.expand_dims(1) - side).abs() * huber;
    batch_mean(cost.mean(axis = 2).sum(axis = 1), weight)
}

/// The best action of each row; with the chance `epsilon`, any action instead.
///
/// The same seed chooses the same on every backend. Watkins 1989, "Learning from delayed rewards".
#[agnostic]
pub fn epsilon_greedy(q: &Tensor<_, N, A>, epsilon: f64, seed: u64) -> Tensor<i64, N> {
    let chance = uniform((2, N), seed = seed, dtype = f64);
    let any = (chance[0] * A as f64).floor().astype(i64);
    where_(chance[1] < epsilon, any, q.argmax(axis = 1))
}

// ---------------------------------------------------------------------------- continuous actions

/// The lowest of several critics: `minᵢ Qᵢ`.
#[agnostic]
pub fn lowest(critics: &[Tensor<_, N>]) -> Tensor<_, N> {
    let mut lowest = critics[0];
    for q in critics.iter().skip(1) {
        lowest = minimum(lowest, q);
    }
    lowest
}

/// `r + γ (1 - done) (minᵢ Qᵢ⁻(s', a') - α log π(a'|s'))`; without `log_prob` the target of TD3.
///
/// Fujimoto et al. 2018, "Addressing function approximation error in actor-critic methods"; Haarnoja et al.
/// 2018, "Soft actor-critic algorithms and applications".
#[agnostic]
pub fn twin_target(
    reward: &Tensor<_, N>,
    done: &Tensor<bool, N>,
    critics: &[Tensor<_, N>],
    log_prob: Option<&Tensor<_, N>>,
    alpha: f64,
    gamma: f64,
) -> Tensor<_, N> {
    let mut next = lowest(critics);
    if let Some(log_prob) = log_prob {
        next -= alpha * log_prob;
    }
    discounted(reward, done, next, gamma)
}

/// The loss whose gradient moves SAC's temperature: `-mean(log α (log π + target entropy))`.
///
/// Haarnoja et al. 2018, equation 18, with log α in the place of α, as the authors' code has it.
#[agnostic]
pub fn entropy_coefficient_loss(
    log_alpha: &Scalar,
    log_prob: &Tensor<_, N>,
    target_entropy: f64,
) -> Scalar {
    -(log_alpha * (log_prob + target_entropy)).mean()
}

/// A Gaussian policy whose actions are squashed into a box: `a = offset + scale · tanh(u)`, `u ~ N(mean, std)`.
///
/// Haarnoja et al. 2018, appendix C.
#[agnostic(methods)]
pub struct SquashedGaussian<N, D> {
    /// The means, before they are squashed.
    pub mean: Tensor<_, N, D>,
    /// The logarithms of the standard deviations.
    pub log_std: Tensor<_, N, D>,
    /// Half the length of the box's sides.
    pub scale: Tensor<_, D>,
    /// Its middle.
    pub offset: Tensor<_, D>,
}

#[agnostic]
impl SquashedGaussian<N, D> {
    /// Where `u` comes to lie in the box.
    pub fn action(&self, u: &Tensor<_, N, D>) -> Tensor<_, N, D> {
        self.offset + self.scale * u.tanh()
    }

    /// `log π(a)` of the action at `u`: `Σ_d log N(u) - log scale - log(1 - tanh²(u))`.
    ///
    /// The last is `2 (log 2 - u - softplus(-2u))`, which stays finite where tanh rounds to 1 (TensorFlow
    /// Probability, `Tanh` bijector).
    pub fn log_prob(&self, u: &Tensor<_, N, D>) -> Tensor<_, N> {
        let z = (u - self.mean) / self.log_std.exp();
        let gaussian = -0.5 * z.square() - self.log_std - LN_SQRT_TAU;
        let jacobian = 2.0 * (LN_2 - u - softplus(-2.0 * u)) + self.scale.log();
        (gaussian - jacobian).sum(axis = 1)
    }

    /// One action per row with its log-probability, and the `u` it came from.
    pub fn sample(&self, seed: u64) -> (Tensor<_, N, D>, Tensor<_, N>, Tensor<_, N, D>) {
        let u = self.mean + self.log_std.exp() * normal((N, D), seed = seed);
        (self.action(u), self.log_prob(u), u)
    }
}

/// `mean |τ - 1{u < 0}| u²` with `u = target - value`: for τ near 1, the value of the best actions in the data.
///
/// Kostrikov et al. 2022, "Offline reinforcement learning with implicit Q-learning", equation 5.
#[agnostic]
pub fn expectile_loss(value: &Tensor<_, N>, target: &Tensor<_, N>, tau: f64) -> Scalar {
    let u = target - value;
    (where_(u < 0.0, 1.0 - tau, tau) * u.square()).mean()
}

/// `min(exp(advantage / λ), cap)`.
///
/// Peng et al. 2019, "Advantage-weighted regression"; Nair et al. 2020, "AWAC"; IQL's policy has the same.
#[agnostic]
pub fn advantage_weights(advantage: &Tensor<_, N>, lambda: f64, cap: f64) -> Tensor<_, N> {
    (advantage / lambda).exp().clip(max = cap)
}

// ---------------------------------------------------------------------------- policy gradients

/// The settings of [`ppo_loss`].
#[derive(Clone, Copy, Debug)]
pub struct Ppo {
    /// How far the ratio of probabilities may leave 1.
    pub clip: f64,
    /// How far the value may leave the old one, if that is held.
    pub value_clip: Option<f64>,
    /// The weight of the value's loss.
    pub value_weight: f64,
    /// The weight of the entropy.
    pub entropy_weight: f64,
}

/// What [`ppo_loss`] is made of.
#[agnostic]
pub struct PpoLoss {
    /// `policy + value_weight · value - entropy_weight · entropy`.
    pub total: Scalar,
    /// `-mean min(ρ A, clip(ρ, 1 - ε, 1 + ε) A)` with `ρ = exp(log π - log π_old)`.
    pub policy: Scalar,
    /// `½ mean (V - R)²`, or of the larger of that and the clipped value's.
    pub value: Scalar,
    /// `mean -Σₐ π log π`.
    pub entropy: Scalar,
}

/// A batch of PPO.
#[agnostic]
pub struct Rollout<N> {
    /// What was done.
    pub actions: Tensor<i64, N>,
    /// Its log-probability then.
    pub log_prob: Tensor<_, N>,
    /// The value as it was estimated then.
    pub value: Tensor<_, N>,
    /// How much better than that the action was.
    pub advantage: Tensor<_, N>,
    /// What the value should have been.
    pub returns: Tensor<_, N>,
}

/// The clipped surrogate, with the value's loss and a bonus for entropy.
///
/// Schulman et al. 2017, "Proximal policy optimization algorithms", equations 7 and 9; the value's clip as in
/// OpenAI's baselines.
#[agnostic]
pub fn ppo_loss(
    logits: &Tensor<_, N, A>,
    value: &Tensor<_, N>,
    batch: &Rollout<_, N>,
    settings: &Ppo,
) -> PpoLoss<_> {
    let log_probs = logits.log_softmax();
    let ratio = (q_of(log_probs, batch.actions) - batch.log_prob).exp();
    let clipped = ratio.clip(1.0 - settings.clip, 1.0 + settings.clip);
    let policy = -minimum(ratio * batch.advantage, clipped * batch.advantage).mean();

    let mut off = (value - batch.returns).square();
    if let Some(reach) = settings.value_clip {
        let near = batch.value + (value - batch.value).clip(-reach, reach);
        off = maximum(off, (near - batch.returns).square());
    }
    let value = 0.5 * off.mean();

    let entropy = -(log_probs.exp() * log_probs).sum(axis = 1).mean();
    PpoLoss {
        total: policy + settings.value_weight * value - settings.entropy_weight * entropy,
        policy,
        value,
        entropy,
    }
}

/// Generalised advantages, and the returns `advantage + value`: backwards in time
/// `Aₜ = δₜ + γλ (1 - doneₜ) Aₜ₊₁` with `δₜ = rₜ + γ (1 - doneₜ) Vₜ₊₁ - Vₜ`.
///
/// Schulman et al. 2016, "High-dimensional continuous control using generalized advantage estimation".
#[agnostic]
pub fn gae(
    rewards: &Tensor<_, T, N>,
    values: &Tensor<_, T, N>,
    dones: &Tensor<bool, T, N>,
    last_value: &Tensor<_, N>,
    gamma: f64,
    lambda: f64,
) -> (Tensor<_, T, N>, Tensor<_, T, N>) {
    let mut advantages: Vec<Tensor<_, N>> = Vec::new();
    let mut advantage = zeros_like(last_value);
    let mut next = last_value;
    for t in (0..T).rev() {
        let delta = discounted(rewards[t], dones[t], next, gamma) - values[t];
        advantage = discounted(delta, dones[t], advantage, gamma * lambda);
        advantages.push(advantage);
        next = values[t];
    }
    let advantages = stack(advantages).flip(axis = 0);
    (advantages, advantages + values)
}

// ---------------------------------------------------------------------------- parameters

/// A linear layer.
#[agnostic(methods)]
pub struct Linear<I, O> {
    /// One column per output.
    pub weight: Tensor<_, I, O>,
    /// One number per output.
    pub bias: Tensor<_, O>,
}

#[agnostic]
impl Linear<I, O> {
    /// `x W + b`.
    pub fn apply(&self, x: &Tensor<_, N, I>) -> Tensor<_, N, O> {
        x.matmul(self.weight) + self.bias
    }

    /// A part `tau` of the way to `other`.
    pub fn towards(&self, other: &Linear<_, I, O>, tau: f64) -> Self {
        Self {
            weight: self.weight + tau * (other.weight - self.weight),
            bias: self.bias + tau * (other.bias - self.bias),
        }
    }
}

/// A net with one hidden layer, for Q of discrete actions.
#[agnostic(methods)]
pub struct Mlp<S, H, A> {
    /// From the state.
    pub hidden: Linear<_, S, H>,
    /// To the actions.
    pub output: Linear<_, H, A>,
}

#[agnostic]
impl Mlp<S, H, A> {
    /// Q of every action.
    pub fn q(&self, states: &Tensor<_, N, S>) -> Tensor<_, N, A> {
        self.output.apply(self.hidden.apply(states).relu())
    }

    /// The target net after a step: `(1 - τ) θ⁻ + τ θ`, for every parameter.
    ///
    /// Lillicrap et al. 2016, "Continuous control with deep reinforcement learning".
    pub fn soft_update(&self, online: &Mlp<_, S, H, A>, tau: f64) -> Self {
        Self {
            hidden: self.hidden.towards(online.hidden, tau),
            output: self.output.towards(online.output, tau),
        }
    }
}

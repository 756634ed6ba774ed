//! Handwritten digits, learned by gradients that the compiler writes: on every framework of this build, also on
//! ndarray, which has none of its own.
//!
//! ```text
//! cargo run --release --example train_digits                   # ndarray and candle
//! cargo run --release --example train_digits --features tch    # all three; needs libtorch
//! ```
//!
//! Three models, each with its loss and its step under `#[agnostic]`: softmax regression by plain descent, a net with
//! a hidden layer by momentum, a convolutional one by Adam. `loss::value_and_grad` is the function that
//! `#[agnostic(grad(…))]` brings; no framework's own gradients are used. Weights begin alike everywhere and see the
//! same rows in the same order, so that the losses must be alike too, step by step. The program prints its progress,
//! then a table, and draws the curves into an SVG beside its binary. The exit code is 0 if the curves agree and the
//! net with a hidden layer knows 95% of the rows that it has not seen.

// A build without a framework trains nothing.
#![cfg_attr(
    not(any(feature = "ndarray", feature = "candle", feature = "tch")),
    allow(dead_code, unused)
)]

use std::error::Error;
use std::fmt::Write as _;
use std::io::{IsTerminal as _, Write as _};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use eagerpy::agnostic;

/// Rows to learn from, of 1797; the others are for testing.
const TRAINING: usize = 1200;
/// Rows of a step.
const BATCH: usize = 50;
/// Steps of an epoch.
const STEPS: usize = TRAINING / BATCH;
/// Of the weights that models begin with, and of the order of the rows.
const SEED: u64 = 7;
/// Of Adam's running means of gradients and of their squares.
const BETA: (f64, f64) = (0.9, 0.999);

// ---------------------------------------------------------------------------- 1. the rows

/// Pixels between 0 and 1, in an order of their own: in the file, rows of one writer stand together.
#[agnostic]
fn mixed(
    pixels: &Tensor<f32, N, D>,
    labels: &Tensor<i64, N>,
) -> (Tensor<f32, N, D>, Tensor<i64, N>) {
    let order = permutation(N, seed = SEED);
    (pixels[order] / 16.0, labels[order])
}

/// These rows.
#[agnostic]
fn rows(
    x: &Tensor<f32, N, D>,
    labels: &Tensor<i64, N>,
    from: usize,
    to: usize,
) -> (Tensor<f32, _, D>, Tensor<i64, _>) {
    (x[from..to], labels[from..to])
}

/// The rows of a step, in an order that is new in every epoch.
#[agnostic]
fn batch(
    x: &Tensor<f32, N, D>,
    labels: &Tensor<i64, N>,
    epoch: usize,
    step: usize,
) -> (Tensor<f32, _, D>, Tensor<i64, _>) {
    let order = permutation(N, seed = SEED + 1 + epoch as u64);
    let picked = order[step * BATCH..(step + 1) * BATCH];
    (x[picked], labels[picked])
}

/// The share of rows whose highest score is their label's.
#[agnostic]
fn accuracy(scores: &Tensor<f32, N, C>, labels: &Tensor<i64, N>) -> Scalar<f32> {
    (scores.argmax(axis = 1) == labels).astype(f32).mean()
}

// ---------------------------------------------------------------------------- 2. softmax regression

#[agnostic]
fn softmax_start() -> (Tensor<f32, 64, 10>, Tensor<f32, 10>) {
    (zeros((64, 10)), zeros(10))
}

#[agnostic]
fn softmax_scores(
    w: &Tensor<f32, D, C>,
    b: &Tensor<f32, C>,
    x: &Tensor<f32, N, D>,
) -> Tensor<f32, N, C> {
    x.matmul(w) + b
}

#[agnostic(grad(w, b))]
fn softmax_loss(
    w: &Tensor<f32, D, C>,
    b: &Tensor<f32, C>,
    x: &Tensor<f32, N, D>,
    labels: &Tensor<i64, N>,
) -> Scalar<f32> {
    let scores = x.matmul(w) + b;
    scores.crossentropy(labels).mean()
}

/// A step down the gradient.
#[agnostic]
fn softmax_step(
    net: (&Tensor<f32, D, C>, &Tensor<f32, C>),
    gradient: (&Tensor<f32, D, C>, &Tensor<f32, C>),
    rate: f64,
) -> (Tensor<f32, D, C>, Tensor<f32, C>) {
    (net.0 - gradient.0 * rate, net.1 - gradient.1 * rate)
}

// ---------------------------------------------------------------------------- 3. a hidden layer

/// Two dense layers.
#[agnostic]
struct Mlp<D, H, C> {
    w1: Tensor<f32, D, H>,
    b1: Tensor<f32, H>,
    w2: Tensor<f32, H, C>,
    b2: Tensor<f32, C>,
}

#[agnostic]
fn mlp_start() -> Mlp<_, 64, 32, 10> {
    Mlp {
        w1: normal((64, 32), std = 0.15, seed = SEED, dtype = f32),
        b1: zeros(32),
        w2: normal((32, 10), std = 0.2, seed = SEED + 1, dtype = f32),
        b2: zeros(10),
    }
}

#[agnostic(grad(net))]
fn mlp_scores(net: &Mlp<_, D, H, C>, x: &Tensor<f32, N, D>) -> Tensor<f32, N, C> {
    let hidden = (x.matmul(net.w1) + net.b1).tanh();
    hidden.matmul(net.w2) + net.b2
}

/// The gradient goes through the function that is called.
#[agnostic(grad(net))]
fn mlp_loss(net: &Mlp<_, D, H, C>, x: &Tensor<f32, N, D>, labels: &Tensor<i64, N>) -> Scalar<f32> {
    mlp_scores(net, x).crossentropy(labels).mean()
}

/// What moves keeps moving: `speed` is a net's worth of gradients, and so is what comes back first.
#[agnostic]
fn mlp_step(
    net: &Mlp<_, D, H, C>,
    gradient: &Mlp<_, D, H, C>,
    speed: &Mlp<_, D, H, C>,
    rate: f64,
) -> (Mlp<_, D, H, C>, Mlp<_, D, H, C>) {
    let speed = Mlp {
        w1: speed.w1 * 0.9 + gradient.w1,
        b1: speed.b1 * 0.9 + gradient.b1,
        w2: speed.w2 * 0.9 + gradient.w2,
        b2: speed.b2 * 0.9 + gradient.b2,
    };
    let net = Mlp {
        w1: net.w1 - speed.w1 * rate,
        b1: net.b1 - speed.b1 * rate,
        w2: net.w2 - speed.w2 * rate,
        b2: net.b2 - speed.b2 * rate,
    };
    (net, speed)
}

/// A net without any weight: the speed at rest.
#[agnostic]
fn mlp_nothing(net: &Mlp<_, D, H, C>) -> Mlp<_, D, H, C> {
    Mlp {
        w1: zeros_like(net.w1),
        b1: zeros_like(net.b1),
        w2: zeros_like(net.w2),
        b2: zeros_like(net.b2),
    }
}

// ---------------------------------------------------------------------------- 4. convolutions

/// Two convolutions and a dense layer.
#[agnostic]
struct Convnet<K, L, C> {
    first: Tensor<f32, K, 1, 3, 3>,
    first_bias: Tensor<f32, K>,
    second: Tensor<f32, L, K, 3, 3>,
    second_bias: Tensor<f32, L>,
    dense: Tensor<f32, { 16 * L }, C>,
    dense_bias: Tensor<f32, C>,
}

#[agnostic]
fn convnet_start() -> Convnet<_, 8, 16, 10> {
    Convnet {
        first: normal((8, 1, 3, 3), std = 0.4, seed = SEED, dtype = f32),
        first_bias: zeros(8),
        second: normal((16, 8, 3, 3), std = 0.15, seed = SEED + 1, dtype = f32),
        second_bias: zeros(16),
        dense: normal((256, 10), std = 0.06, seed = SEED + 2, dtype = f32),
        dense_bias: zeros(10),
    }
}

#[agnostic(grad(net))]
fn convnet_scores(net: &Convnet<_, K, L, C>, x: &Tensor<f32, N, 64>) -> Tensor<f32, N, C> {
    let images = x.reshape((N, 1, 8, 8));
    let edges = images.conv2d(net.first, net.first_bias, padding = 1).relu();
    let parts = edges
        .max_pool2d(2)
        .conv2d(net.second, net.second_bias, padding = 1);
    parts.relu().reshape((N, -1)).matmul(net.dense) + net.dense_bias
}

#[agnostic(grad(net))]
fn convnet_loss(
    net: &Convnet<_, K, L, C>,
    x: &Tensor<f32, N, 64>,
    labels: &Tensor<i64, N>,
) -> Scalar<f32> {
    convnet_scores(net, x).crossentropy(labels).mean()
}

/// Adam's step of one tensor: what it becomes, and the running means.
#[agnostic]
fn adam(
    w: &Tensor<f32, Dims<S>>,
    gradient: &Tensor<f32, Dims<S>>,
    mean: &Tensor<f32, Dims<S>>,
    square: &Tensor<f32, Dims<S>>,
    rate: f64,
    step: i32,
) -> (
    Tensor<f32, Dims<S>>,
    Tensor<f32, Dims<S>>,
    Tensor<f32, Dims<S>>,
) {
    let mean = mean * BETA.0 + gradient * (1.0 - BETA.0);
    let square = square * BETA.1 + gradient.square() * (1.0 - BETA.1);
    let (m, s) = (
        mean / (1.0 - BETA.0.powi(step)),
        square / (1.0 - BETA.1.powi(step)),
    );
    (w - m * rate / (s.sqrt() + 1e-8), mean, square)
}

/// Adam's step of the net.
#[agnostic]
fn convnet_step(
    net: &Convnet<_, K, L, C>,
    gradient: &Convnet<_, K, L, C>,
    mean: &Convnet<_, K, L, C>,
    square: &Convnet<_, K, L, C>,
    rate: f64,
    step: i32,
) -> (
    Convnet<_, K, L, C>,
    Convnet<_, K, L, C>,
    Convnet<_, K, L, C>,
) {
    let (n, g, m, s) = (net, gradient, mean, square);
    let first = adam(n.first, g.first, m.first, s.first, rate, step);
    let first_bias = adam(
        n.first_bias,
        g.first_bias,
        m.first_bias,
        s.first_bias,
        rate,
        step,
    );
    let second = adam(n.second, g.second, m.second, s.second, rate, step);
    let second_bias = adam(
        n.second_bias,
        g.second_bias,
        m.second_bias,
        s.second_bias,
        rate,
        step,
    );
    let dense = adam(n.dense, g.dense, m.dense, s.dense, rate, step);
    let dense_bias = adam(
        n.dense_bias,
        g.dense_bias,
        m.dense_bias,
        s.dense_bias,
        rate,
        step,
    );
    (
        Convnet {
            first: first.0,
            first_bias: first_bias.0,
            second: second.0,
            second_bias: second_bias.0,
            dense: dense.0,
            dense_bias: dense_bias.0,
        },
        Convnet {
            first: first.1,
            first_bias: first_bias.1,
            second: second.1,
            second_bias: second_bias.1,
            dense: dense.1,
            dense_bias: dense_bias.1,
        },
        Convnet {
            first: first.2,
            first_bias: first_bias.2,
            second: second.2,
            second_bias: second_bias.2,
            dense: dense.2,
            dense_bias: dense_bias.2,
        },
    )
}

/// A net without any weight: running means at the start.
#[agnostic]
fn convnet_nothing(net: &Convnet<_, K, L, C>) -> Convnet<_, K, L, C> {
    Convnet {
        first: zeros_like(net.first),
        first_bias: zeros_like(net.first_bias),
        second: zeros_like(net.second),
        second_bias: zeros_like(net.second_bias),
        dense: zeros_like(net.dense),
        dense_bias: zeros_like(net.dense_bias),
    }
}

// ---------------------------------------------------------------------------- 5. the frameworks

/// Trains the three models on a framework's own tensors.
macro_rules! study {
    ($framework:ident, $pixels:expr, $labels:expr, $number:expr, $log:expr) => {{
        let (log, number) = ($log, $number);
        let (x, labels) = mixed(&$pixels, &$labels)?;
        let (train, train_labels) = rows(&x, &labels, 0, TRAINING)?;
        let (test, test_labels) = rows(&x, &labels, TRAINING, ROWS)?;

        // By the function's name and the framework's: where no argument says it, and where one likes to.
        let (mut w, mut b) = softmax_start::$framework()?;
        log.begin(0);
        for epoch in 0..MODELS[0].epochs {
            for step in 0..STEPS {
                let (x, labels) = batch(&train, &train_labels, epoch, step)?;
                let (loss, (dw, db)) =
                    softmax_loss::value_and_grad::$framework(&w, &b, &x, &labels)?;
                (w, b) = softmax_step((&w, &b), (&dw, &db), 0.5)?;
                log.step(number(&loss)?);
            }
        }
        log.end(number(&accuracy(&softmax_scores(&w, &b, &test)?, &test_labels)?)?);

        let mut net = mlp_start::$framework()?;
        let mut speed = mlp_nothing(&net)?;
        log.begin(1);
        for epoch in 0..MODELS[1].epochs {
            for step in 0..STEPS {
                let (x, labels) = batch(&train, &train_labels, epoch, step)?;
                let (loss, gradient) = mlp_loss::value_and_grad(&net, &x, &labels)?;
                (net, speed) = mlp_step(&net, &gradient, &speed, 0.05)?;
                log.step(number(&loss)?);
            }
        }
        log.end(number(&accuracy(&mlp_scores(&net, &test)?, &test_labels)?)?);

        let mut net = convnet_start::$framework()?;
        let (mut mean, mut square) = (convnet_nothing(&net)?, convnet_nothing(&net)?);
        log.begin(2);
        for epoch in 0..MODELS[2].epochs {
            for step in 0..STEPS {
                let (x, labels) = batch(&train, &train_labels, epoch, step)?;
                let (loss, gradient) = convnet_loss::value_and_grad(&net, &x, &labels)?;
                let time = (epoch * STEPS + step + 1) as i32;
                (net, mean, square) =
                    convnet_step(&net, &gradient, &mean, &square, 0.003, time)?;
                log.step(number(&loss)?);
            }
        }
        log.end(number(&accuracy(&convnet_scores(&net, &test)?, &test_labels)?)?);
        Ok(())
    }};
}

#[cfg(feature = "ndarray")]
fn on_ndarray(digits: &Digits, log: &mut Log) -> Outcome {
    use eagerpy::frameworks::ndarray::{Array0, Array1, Array2};
    let pixels = Array2::from_shape_vec((ROWS, 64), digits.pixels.clone())?;
    let labels = Array1::from(digits.labels.clone());
    let number = |scalar: &Array0<f32>| -> Outcome<f32> { Ok(scalar[()]) };
    study!(ndarray, pixels, labels, number, log)
}

#[cfg(feature = "candle")]
fn on_candle(digits: &Digits, log: &mut Log) -> Outcome {
    use eagerpy::frameworks::candle_core::{Device::Cpu, Tensor};
    let pixels = Tensor::from_slice(&digits.pixels, (ROWS, 64), &Cpu)?;
    let labels = Tensor::from_slice(&digits.labels, ROWS, &Cpu)?;
    let number = |scalar: &Tensor| -> Outcome<f32> { Ok(scalar.to_scalar()?) };
    study!(candle, pixels, labels, number, log)
}

#[cfg(feature = "tch")]
fn on_tch(digits: &Digits, log: &mut Log) -> Outcome {
    use eagerpy::frameworks::tch::Tensor;
    let pixels = Tensor::f_from_slice(&digits.pixels)?.f_reshape([ROWS as i64, 64])?;
    let labels = Tensor::f_from_slice(&digits.labels)?;
    let number = |scalar: &Tensor| -> Outcome<f32> { Ok(f32::try_from(scalar)?) };
    study!(tch, pixels, labels, number, log)
}

// ---------------------------------------------------------------------------- 6. the comparison

/// How far a step's loss may be from the first framework's, in units of it where it is above 1. Sums are taken in
/// different orders, and a difference of rounding grows from step to step.
const TOLERANCE: f64 = 1e-3;
/// What the net with a hidden layer must know of the rows that it has not seen.
const KNOWN: f64 = 0.95;
const ROWS: usize = 1797;

type Outcome<T = ()> = Result<T, Box<dyn Error>>;
/// A framework's part of the study.
type OnFramework = fn(&Digits, &mut Log) -> Outcome;

/// The frameworks of this build.
const FRAMEWORKS: &[(&str, OnFramework)] = &[
    #[cfg(feature = "ndarray")]
    ("ndarray", on_ndarray),
    #[cfg(feature = "candle")]
    ("candle", on_candle),
    #[cfg(feature = "tch")]
    ("tch", on_tch),
];

/// What is trained.
struct Model {
    name: &'static str,
    epochs: usize,
    /// The least share of the test rows that it must know.
    known: f64,
}

const MODELS: [Model; 3] = [
    Model {
        name: "softmax regression",
        epochs: 30,
        known: 0.0,
    },
    Model {
        name: "hidden layer",
        epochs: 30,
        known: KNOWN,
    },
    Model {
        name: "convolutions",
        epochs: 30,
        known: 0.0,
    },
];

fn main() -> ExitCode {
    match compare() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("FAILED: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Trains on every framework, prints what came out, and draws it.
fn compare() -> Outcome {
    if FRAMEWORKS.is_empty() {
        return Err(
            "this build has no framework: turn on `--features ndarray`, `candle` or `tch`".into(),
        );
    }
    let digits = Digits::load()?;
    println!(
        "{ROWS} handwritten digits: {TRAINING} to learn from, {} to be tested on\n",
        ROWS - TRAINING
    );
    let mut runs = Vec::new();
    for (name, on_framework) in FRAMEWORKS {
        let mut log = Log::new(name);
        on_framework(&digits, &mut log).map_err(|error| format!("{name}: {error}"))?;
        runs.extend(log.runs);
    }

    print_table(&runs);
    let path = std::env::current_exe()?.with_extension("svg");
    std::fs::write(&path, drawing(&runs))?;
    println!("\nloss curves: {}", path.display());
    judge(&runs)
}

/// One model on one framework.
struct Run {
    framework: &'static str,
    model: usize,
    /// The loss of every step, before the step.
    losses: Vec<f64>,
    accuracy: f64,
    time: Duration,
}

impl Run {
    /// The mean loss of the last epoch.
    fn final_loss(&self) -> f64 {
        mean(&self.losses[self.losses.len().saturating_sub(STEPS)..])
    }

    /// The largest difference of the curve to that of the first framework; infinite where they are not comparable.
    fn apart(&self, runs: &[Run]) -> f64 {
        let Some(first) = runs.iter().find(|run| run.model == self.model) else {
            return f64::INFINITY;
        };
        if first.losses.len() != self.losses.len() {
            return f64::INFINITY;
        }
        let distances = first.losses.iter().zip(&self.losses).map(|(a, b)| {
            let apart = (a - b).abs() / a.abs().max(1.0);
            // `max` passes over NaN, which must not pass for agreement.
            if apart.is_nan() { f64::INFINITY } else { apart }
        });
        distances.fold(0.0, f64::max)
    }
}

fn print_table(runs: &[Run]) {
    println!(
        "\n{:<20}{:<10}{:>12}{:>20}{:>16}{:>10}",
        "model", "framework", "final loss", "curves apart", "test accuracy", "time"
    );
    for (place, model) in MODELS.iter().enumerate() {
        for run in runs.iter().filter(|run| run.model == place) {
            println!(
                "{:<20}{:<10}{:>12.5}{:>20.1e}{:>15.2}%{:>8.2} s",
                model.name,
                run.framework,
                run.final_loss(),
                run.apart(runs),
                100.0 * run.accuracy,
                run.time.as_secs_f64()
            );
        }
    }
}

/// An error that says everything that is wrong.
fn judge(runs: &[Run]) -> Outcome {
    let mut wrong = Vec::new();
    for run in runs {
        let model = &MODELS[run.model];
        let apart = run.apart(runs);
        if apart > TOLERANCE {
            wrong.push(format!(
                "{}, {}: the losses are {apart:.1e} from {}'s, and may be {TOLERANCE:.0e}",
                model.name, run.framework, runs[0].framework
            ));
        }
        if run.accuracy.is_nan() || run.accuracy < model.known {
            wrong.push(format!(
                "{}, {}: knows {:.2}% of the test rows, and {:.0}% are asked",
                model.name,
                run.framework,
                100.0 * run.accuracy,
                100.0 * model.known
            ));
        }
    }
    if !wrong.is_empty() {
        return Err(wrong.join("\n        ").into());
    }
    let names: Vec<&str> = FRAMEWORKS.iter().map(|(name, _)| *name).collect();
    println!("\nPASSED: {}", names.join(", "));
    Ok(())
}

/// What is seen of the training while it runs, and what is kept of it.
struct Log {
    framework: &'static str,
    runs: Vec<Run>,
    since: Instant,
}

impl Log {
    fn new(framework: &'static str) -> Log {
        Log {
            framework,
            runs: Vec::new(),
            since: Instant::now(),
        }
    }

    fn begin(&mut self, model: usize) {
        self.runs.push(Run {
            framework: self.framework,
            model,
            losses: Vec::new(),
            accuracy: f64::NAN,
            time: Duration::ZERO,
        });
        self.since = Instant::now();
    }

    /// A step was taken. On a terminal the line is written anew with every epoch, elsewhere there is one of each tenth.
    fn step(&mut self, loss: f32) {
        let terminal = std::io::stdout().is_terminal();
        let Some(run) = self.runs.last_mut() else {
            return;
        };
        run.losses.push(f64::from(loss));
        let (epoch, epochs) = (run.losses.len() / STEPS, MODELS[run.model].epochs);
        if !run.losses.len().is_multiple_of(STEPS) || epoch == epochs {
            return;
        }
        let line = line(run, 20 * epoch / epochs);
        if terminal {
            print!("\r{line}");
            // What is not shown now is shown with the next epoch.
            let _ = std::io::stdout().flush();
        } else if epoch.is_multiple_of(10) {
            println!("{line}");
        }
    }

    fn end(&mut self, accuracy: f32) {
        let terminal = std::io::stdout().is_terminal();
        let Some(run) = self.runs.last_mut() else {
            return;
        };
        run.time = self.since.elapsed();
        run.accuracy = f64::from(accuracy);
        let start = if terminal { "\r" } else { "" };
        println!(
            "{start}{}, {:.2}% of the test rows known",
            line(run, 20),
            100.0 * accuracy
        );
    }
}

/// A model's line, with a bar of 20.
fn line(run: &Run, done: usize) -> String {
    format!(
        "{:>8}, {:<18} [{:<20}] epoch {:>2}: loss {:.4}",
        run.framework,
        MODELS[run.model].name,
        "#".repeat(done),
        run.losses.len() / STEPS,
        run.final_loss()
    )
}

// ---------------------------------------------------------------------------- 7. the curves

/// A panel per model, a curve per framework: the mean loss of each epoch, the axis in powers of ten. The first curves
/// are the widest, so that those on top of them leave something to be seen.
fn drawing(runs: &[Run]) -> String {
    const PANEL: (f64, f64) = (300.0, 220.0);
    const COLOURS: [&str; 3] = ["#9ecae1", "#e6550d", "#222222"];
    let mut svg = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' width='{}' height='310' font-family='sans-serif' font-size='11'>\n\
         <rect width='100%' height='100%' fill='white'/>\n",
        MODELS.len() as f64 * (PANEL.0 + 60.0) + 20.0
    );
    for (place, model) in MODELS.iter().enumerate() {
        let left = 50.0 + place as f64 * (PANEL.0 + 60.0);
        let curves: Vec<(&str, Vec<f64>)> = runs
            .iter()
            .filter(|run| run.model == place)
            .map(|run| {
                let epochs = run.losses.chunks(STEPS);
                (run.framework, epochs.map(|e| mean(e).log10()).collect())
            })
            .collect();
        let all = || curves.iter().flat_map(|(_, curve)| curve.iter().copied());
        let (low, high) = (
            all().fold(f64::INFINITY, f64::min).floor(),
            all().fold(f64::NEG_INFINITY, f64::max).ceil(),
        );
        let down = |power: f64| 40.0 + (high - power) / (high - low).max(1.0) * PANEL.1;
        let _ = writeln!(
            svg,
            "<text x='{left}' y='25' font-size='13'>{}: loss by epoch</text>",
            model.name
        );
        let mut power = low;
        while power <= high {
            let y = down(power);
            let _ = writeln!(
                svg,
                "<path d='M{left} {y:.1}h{}' stroke='#ddd'/><text x='{}' y='{:.1}' text-anchor='end'>1e{power}</text>",
                PANEL.0,
                left - 5.0,
                y + 4.0
            );
            power += 1.0;
        }
        for epoch in [1, model.epochs] {
            let x = left + (epoch - 1) as f64 / (model.epochs - 1).max(1) as f64 * PANEL.0;
            let _ = writeln!(
                svg,
                "<text x='{x:.1}' y='278' text-anchor='middle'>{epoch}</text>"
            );
        }
        for (order, (framework, curve)) in curves.iter().enumerate() {
            let (colour, width) = (COLOURS[order % 3], 6.0 / (1 + 2 * order) as f64);
            let mut points = String::new();
            for (epoch, power) in curve.iter().enumerate() {
                let x = left + epoch as f64 / (model.epochs - 1).max(1) as f64 * PANEL.0;
                let _ = write!(points, "{x:.1},{:.1} ", down(*power));
            }
            let _ = writeln!(
                svg,
                "<polyline points='{points}' fill='none' stroke='{colour}' stroke-width='{width:.1}'/>\n\
                 <text x='{}' y='298' fill='{colour}'>{framework}</text>",
                left + 100.0 * order as f64
            );
        }
    }
    svg + "</svg>\n"
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

/// The data: 8×8 images, row by row, and what they show.
struct Digits {
    pixels: Vec<f32>,
    labels: Vec<i64>,
}

impl Digits {
    fn load() -> Outcome<Digits> {
        let mut digits = Digits {
            pixels: Vec::new(),
            labels: Vec::new(),
        };
        for line in include_str!("data/digits.csv").lines() {
            let (pixels, label) = line.rsplit_once(',').ok_or("a line without a comma")?;
            for pixel in pixels.split(',') {
                digits.pixels.push(pixel.parse()?);
            }
            digits.labels.push(label.parse()?);
        }
        Ok(digits)
    }
}

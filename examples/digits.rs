//! Handwritten digits, by every framework of this build: nearest neighbours, principal components and
//! softmax regression, each written once.
//!
//! ```text
//! cargo run --release --example digits
//! cargo run --release --example digits --no-default-features --features ndarray
//! ```
//!
//! Every tensor operation of the program stands in the first part, in functions under `#[agnostic]`. The
//! second part hands each framework its own tensors, and the third compares what comes back: with one
//! another, and with the reference figures of `examples/data/README.md`. The exit code is 0 if all agree.

// A build without a framework compares nothing.
#![cfg_attr(
    not(any(feature = "ndarray", feature = "candle", feature = "tch")),
    allow(dead_code)
)]

use std::error::Error;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use eagerpy::agnostic;

/// Rows that the nearest neighbours and the weights come from; the others are for testing.
const TRAINING: usize = 1200;
const TESTING: usize = 597;
const CLASSES: usize = 10;
/// How many neighbours vote.
const NEIGHBOURS: usize = 3;
/// Of the power iteration. The second and the third eigenvalue are 11% apart: far more than it takes.
const ROUNDS: usize = 200;
const SEED: u64 = 7;

// ---------------------------------------------------------------------------- 1. the tensor functions

/// Columns with mean 0 and standard deviation 1. The pixels are counts up to 16; some are always 0.
#[agnostic]
fn standardise(pixels: &Tensor<f32, N, D>) -> Tensor<f32, N, D> {
    let x = pixels / 16.0;
    (x - x.mean(axis = 0)) / (x.std(axis = 0) + 1e-3)
}

/// From every row of `a` to every row of `b`: |a - b|² = |a|² - 2ab + |b|².
#[agnostic]
fn squared_distances(a: &Tensor<f32, M, D>, b: &Tensor<f32, N, D>) -> Tensor<f32, M, N> {
    let aa = a.square().sum(axis = 1, keepdims = true);
    let bb = b.square().sum(axis = 1);
    aa - 2.0 * a.matmul(b.transpose()) + bb
}

/// The label that most of the `k` nearest rows have; of equally many, the lowest.
#[agnostic]
fn nearest_labels(
    known: &Tensor<f32, N, D>,
    labels: &Tensor<i64, N>,
    asked: &Tensor<f32, M, D>,
    k: usize,
) -> Tensor<i64, M> {
    let distances: Tensor<f32, M, N> = squared_distances(asked, known);
    let (_, nearest) = (-distances).topk(k);
    let votes = one_hot(labels[nearest], CLASSES, dtype = i64).sum(axis = 1);
    votes.argmax(axis = 1)
}

/// How the columns vary together.
#[agnostic]
fn covariance(x: &Tensor<f32, N, D>) -> Tensor<f32, D, D> {
    let centred = x - x.mean(axis = 0);
    centred.transpose().matmul(centred) / N as f64
}

/// The largest eigenvalue of a symmetric matrix, and its eigenvector: whatever the start, the
/// product with the matrix turns it that way.
#[agnostic]
fn power_iteration(
    c: &Tensor<f32, D, D>,
    rounds: usize,
    seed: u64,
) -> (Scalar<f32>, Tensor<f32, D>) {
    let mut v = normal(D, seed = seed, dtype = f32);
    for _ in 0..rounds {
        let turned = c.matmul(v);
        v = turned / turned.l2();
    }
    (v.dot(c.matmul(v)), v)
}

/// The matrix without one of its eigenvectors, so that the next one is the largest.
#[agnostic]
fn deflate(
    c: &Tensor<f32, D, D>,
    value: &Scalar<f32>,
    vector: &Tensor<f32, D>,
) -> Tensor<f32, D, D> {
    c - value * vector.outer(vector)
}

/// The sum of the diagonal: of a covariance, all the variance there is.
#[agnostic]
fn trace(c: &Tensor<f32, D, D>) -> Scalar<f32> {
    (c * eye(D, dtype = f32)).sum()
}

/// A linear classifier's score of each class; softmax makes probabilities of them.
#[agnostic]
fn class_scores(
    x: &Tensor<f32, N, D>,
    w: &Tensor<f32, D, C>,
    b: &Tensor<f32, C>,
) -> Tensor<f32, N, C> {
    x.matmul(w) + b
}

/// How surprised the scores are by the labels.
#[agnostic]
fn mean_crossentropy(scores: &Tensor<f32, N, C>, labels: &Tensor<i64, N>) -> Scalar<f32> {
    scores.crossentropy(labels).mean()
}

/// How many answers are right.
#[agnostic]
fn right_answers(answers: &Tensor<i64, N>, labels: &Tensor<i64, N>) -> Scalar<i64> {
    (answers == labels).sum()
}

/// The whole study: agnostic functions call one another, with host code in between.
#[agnostic]
fn study(
    pixels: &Tensor<f32, N, D>,
    labels: &Tensor<i64, N>,
    w: &Tensor<f32, D, C>,
    b: &Tensor<f32, C>,
    watch: &mut Watch,
) -> (
    Tensor<f32, N, D>,
    Tensor<i64, _>,
    Tensor<f32, 3>,
    Tensor<f32, 2, D>,
    Tensor<f32, N, C>,
    Scalar<f32>,
    Tensor<i64, 3>,
) {
    watch.start();
    let z: Tensor<f32, N, D> = standardise(pixels);
    watch.lap("standardise");

    let (train, test) = (z[s![..TRAINING]], z[s![TRAINING..]]);
    let (train_labels, test_labels) = (labels[s![..TRAINING]], labels[s![TRAINING..]]);
    let neighbours: Tensor<i64, _> = nearest_labels(train, train_labels, test, NEIGHBOURS);
    watch.lap("nearest neighbours");

    let c: Tensor<f32, D, D> = covariance(z);
    let (first, first_axis) = power_iteration(c, ROUNDS, SEED);
    let (second, second_axis) = power_iteration(deflate(c, first, first_axis), ROUNDS, SEED);
    let variances = stack([first, second, trace(c)]);
    watch.lap("principal components");

    let scores: Tensor<f32, N, C> = class_scores(z, w, b);
    let loss = mean_crossentropy(scores[s![TRAINING..]], test_labels);
    let classes = scores.argmax(axis = 1);
    let right = stack([
        right_answers(classes[s![..TRAINING]], train_labels),
        right_answers(classes[s![TRAINING..]], test_labels),
        right_answers(neighbours, test_labels),
    ]);
    watch.lap("softmax regression");

    (
        z,
        neighbours,
        variances,
        stack([first_axis, second_axis]),
        scores,
        loss,
        right,
    )
}

// ---------------------------------------------------------------------------- 2. the frameworks

#[cfg(feature = "ndarray")]
fn on_ndarray(digits: &Digits, watch: &mut Watch) -> Result<Findings, Box<dyn Error>> {
    use eagerpy::frameworks::ndarray::{Array1, Array2};
    let matrix = |t: &Table| Array2::from_shape_vec(t.shape, t.numbers.clone());
    let (pixels, weights) = (matrix(&digits.pixels)?, matrix(&digits.weights)?);
    let (labels, bias) = (
        Array1::from(digits.labels.clone()),
        Array1::from(digits.bias.clone()),
    );
    Findings::of(study(&pixels, &labels, &weights, &bias, watch)?)
}

#[cfg(feature = "candle")]
fn on_candle(digits: &Digits, watch: &mut Watch) -> Result<Findings, Box<dyn Error>> {
    use eagerpy::frameworks::candle_core::{Device::Cpu, Tensor};
    let matrix = |t: &Table| Tensor::from_slice(&t.numbers, t.shape, &Cpu);
    let (pixels, weights) = (matrix(&digits.pixels)?, matrix(&digits.weights)?);
    let (labels, bias) = (
        Tensor::new(&*digits.labels, &Cpu)?,
        Tensor::new(&*digits.bias, &Cpu)?,
    );
    Findings::of(study(&pixels, &labels, &weights, &bias, watch)?)
}

#[cfg(feature = "tch")]
fn on_tch(digits: &Digits, watch: &mut Watch) -> Result<Findings, Box<dyn Error>> {
    use eagerpy::frameworks::tch::Tensor;
    let matrix = |t: &Table| {
        Tensor::f_from_slice(&t.numbers)?.f_reshape([t.shape.0 as i64, t.shape.1 as i64])
    };
    let (pixels, weights) = (matrix(&digits.pixels)?, matrix(&digits.weights)?);
    let (labels, bias) = (
        Tensor::f_from_slice(&digits.labels)?,
        Tensor::f_from_slice(&digits.bias)?,
    );
    Findings::of(study(&pixels, &labels, &weights, &bias, watch)?)
}

/// A framework's tensor, read back.
trait Numbers {
    fn numbers(&self) -> Result<Vec<f64>, Box<dyn Error>>;
}

#[cfg(feature = "ndarray")]
impl<E: eagerpy::Element, D: eagerpy::frameworks::ndarray::Dimension> Numbers
    for eagerpy::frameworks::ndarray::Array<E, D>
{
    fn numbers(&self) -> Result<Vec<f64>, Box<dyn Error>> {
        Ok(self.iter().map(|e| e.to_num().to_f64()).collect())
    }
}

#[cfg(feature = "candle")]
impl Numbers for eagerpy::frameworks::candle_core::Tensor {
    fn numbers(&self) -> Result<Vec<f64>, Box<dyn Error>> {
        Ok(self
            .flatten_all()?
            .to_dtype(eagerpy::frameworks::candle_core::DType::F64)?
            .to_vec1()?)
    }
}

#[cfg(feature = "tch")]
impl Numbers for eagerpy::frameworks::tch::Tensor {
    fn numbers(&self) -> Result<Vec<f64>, Box<dyn Error>> {
        Ok(self
            .f_flatten(0, -1)?
            .f_to_kind(eagerpy::frameworks::tch::Kind::Double)?
            .try_into()?)
    }
}

// ---------------------------------------------------------------------------- 3. the comparison

/// Each framework goes over the study this often, and its best times count.
const REPEATS: usize = 3;
/// How far frameworks may be apart, in any element of any result; see [`distance`].
const TOLERANCE: f64 = 1e-4;

/// A framework's part of the study.
type OnFramework = fn(&Digits, &mut Watch) -> Result<Findings, Box<dyn Error>>;

/// The frameworks of this build.
const FRAMEWORKS: &[(&str, OnFramework)] = &[
    #[cfg(feature = "ndarray")]
    ("ndarray", on_ndarray),
    #[cfg(feature = "candle")]
    ("candle", on_candle),
    #[cfg(feature = "tch")]
    ("tch", on_tch),
];

/// The figures of `examples/data/README.md`, computed in f64.
mod reference {
    pub const RIGHT: [(&str, usize, usize); 3] = [
        ("softmax, training rows", 1188, super::TRAINING),
        ("softmax, test rows", 549, super::TESTING),
        ("3 neighbours, test rows", 563, super::TESTING),
    ];
    pub const LOSS: f64 = 0.3176494858;
    pub const VARIANCES: [(&str, f64); 3] = [
        ("variance of component 1", 7.2529929008),
        ("variance of component 2", 5.7764321294),
        ("total variance", 57.7344944341),
    ];
}

fn main() -> ExitCode {
    match compare() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("FAILED: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Goes over the study with every framework, and prints what each found.
fn compare() -> Result<(), Box<dyn Error>> {
    if FRAMEWORKS.is_empty() {
        return Err(
            "this build has no framework: turn on `--features ndarray`, `candle` or `tch`".into(),
        );
    }
    let digits = Digits::load()?;
    println!(
        "{} handwritten digits: {TRAINING} to learn from, {TESTING} to be tested on\n",
        digits.labels.len()
    );

    let mut outcomes = Vec::new();
    for (name, on_framework) in FRAMEWORKS {
        let mut watch = Watch::default();
        let mut findings = None;
        for round in 1..=REPEATS {
            findings = Some(
                on_framework(&digits, &mut watch).map_err(|error| format!("{name}: {error}"))?,
            );
            println!(
                "{name:>8}, round {round} of {REPEATS}: {}",
                milliseconds(watch.last())
            );
        }
        if let Some(findings) = findings {
            outcomes.push(Outcome {
                name,
                findings,
                watch,
            });
        }
    }

    print_results(&outcomes);
    print_times(&outcomes);
    let apart = print_differences(&outcomes);
    judge(&outcomes, apart)
}

/// What one framework found, and how fast.
struct Outcome {
    name: &'static str,
    findings: Findings,
    watch: Watch,
}

fn print_results(outcomes: &[Outcome]) {
    print_row(
        "\nresult",
        "reference",
        outcomes.iter().map(|o| o.name.to_owned()),
    );
    for (place, (what, right, of)) in reference::RIGHT.iter().enumerate() {
        print_row(
            what,
            &percent(*right as f64, *of),
            outcomes
                .iter()
                .map(|o| percent(o.findings.right[place], *of)),
        );
    }
    let figure = |value: f64| format!("{value:.5}");
    print_row(
        "cross-entropy, test rows",
        &figure(reference::LOSS),
        outcomes.iter().map(|o| figure(o.findings.loss)),
    );
    for (place, (what, value)) in reference::VARIANCES.iter().enumerate() {
        print_row(
            what,
            &figure(*value),
            outcomes.iter().map(|o| figure(o.findings.variances[place])),
        );
    }
}

fn print_times(outcomes: &[Outcome]) {
    print_row(
        &format!("\ntime, best of {REPEATS}"),
        "",
        outcomes.iter().map(|o| o.name.to_owned()),
    );
    let Some(first) = outcomes.first() else {
        return;
    };
    for (place, (what, _)) in first.watch.best.iter().enumerate() {
        print_row(
            what,
            "",
            outcomes.iter().map(|o| milliseconds(o.watch.best[place].1)),
        );
    }
    print_row(
        "all",
        "",
        outcomes
            .iter()
            .map(|o| milliseconds(o.watch.best.iter().map(|(_, time)| *time).sum())),
    );
}

/// Prints the largest difference between any two frameworks for each result, and gives the largest of all.
fn print_differences(outcomes: &[Outcome]) -> f64 {
    if outcomes.len() < 2 {
        return 0.0;
    }
    println!("\nlargest difference between frameworks");
    let mut worst = 0.0_f64;
    for (place, (what, _)) in outcomes[0].findings.all().iter().enumerate() {
        let mut apart = 0.0_f64;
        for (i, a) in outcomes.iter().enumerate() {
            for b in &outcomes[..i] {
                apart = apart.max(largest_distance(
                    a.findings.all()[place].1,
                    b.findings.all()[place].1,
                ));
            }
        }
        print_row(what, &format!("{apart:.1e}"), std::iter::empty());
        worst = worst.max(apart);
    }
    worst
}

/// An error that says everything that is wrong.
fn judge(outcomes: &[Outcome], apart: f64) -> Result<(), Box<dyn Error>> {
    let mut wrong = Vec::new();
    for Outcome { name, findings, .. } in outcomes {
        for ((what, right, of), found) in reference::RIGHT.iter().zip(&findings.right) {
            if *found != *right as f64 {
                wrong.push(format!(
                    "{name} has {found} of {of} right ({what}), but the reference is {right}"
                ));
            }
        }
        let loss = ("cross-entropy, test rows", reference::LOSS);
        let wanted = reference::VARIANCES.iter().chain([&loss]);
        for ((what, want), found) in wanted.zip(findings.variances.iter().chain([&findings.loss])) {
            if distance(*found, *want) > TOLERANCE {
                wrong.push(format!(
                    "{name} has {found} ({what}), but the reference is {want}"
                ));
            }
        }
    }
    if apart > TOLERANCE {
        wrong.push(format!(
            "frameworks are {apart:.1e} apart, and may be {TOLERANCE:.0e}"
        ));
    }
    if !wrong.is_empty() {
        return Err(wrong.join("\n        ").into());
    }
    let names: Vec<&str> = outcomes.iter().map(|o| o.name).collect();
    let one_another = if names.len() > 1 {
        ", and of one another"
    } else {
        ""
    };
    println!(
        "\nPASSED: {} within {TOLERANCE:.0e} of the reference{one_another}",
        names.join(", ")
    );
    Ok(())
}

/// What a framework found, as plain numbers.
struct Findings {
    standardised: Vec<f64>,
    neighbours: Vec<f64>,
    /// Of the first component, of the second, of all.
    variances: Vec<f64>,
    components: Vec<f64>,
    scores: Vec<f64>,
    loss: f64,
    /// Right answers, in the order of [`reference::RIGHT`].
    right: Vec<f64>,
}

impl Findings {
    /// Reads what [`study`] gives, in any framework's types.
    fn of<Z, N, V, P, S, L, R>(study: (Z, N, V, P, S, L, R)) -> Result<Findings, Box<dyn Error>>
    where
        Z: Numbers,
        N: Numbers,
        V: Numbers,
        P: Numbers,
        S: Numbers,
        L: Numbers,
        R: Numbers,
    {
        let (standardised, neighbours, variances, components, scores, loss, right) = study;
        Ok(Findings {
            standardised: standardised.numbers()?,
            neighbours: neighbours.numbers()?,
            variances: variances.numbers()?,
            components: components.numbers()?,
            scores: scores.numbers()?,
            loss: loss.numbers()?.iter().sum(),
            right: right.numbers()?,
        })
    }

    /// Everything that frameworks must agree on.
    fn all(&self) -> [(&'static str, &[f64]); 7] {
        [
            ("standardised pixels", &self.standardised),
            ("neighbours' labels", &self.neighbours),
            ("variances", &self.variances),
            ("principal axes", &self.components),
            ("class scores", &self.scores),
            ("cross-entropy", std::slice::from_ref(&self.loss)),
            ("right answers", &self.right),
        ]
    }
}

/// The largest distance of two elements; infinite where the results are not comparable.
fn largest_distance(a: &[f64], b: &[f64]) -> f64 {
    if a.len() != b.len() {
        return f64::INFINITY;
    }
    a.iter()
        .zip(b)
        .map(|(a, b)| distance(*a, *b))
        .fold(0.0, f64::max)
}

/// How far two numbers are apart, in units of the larger one where that is above 1: a pixel that is
/// rarely on comes to 36 standard deviations, and f32 has 7 digits of it.
fn distance(a: f64, b: f64) -> f64 {
    let apart = (a - b).abs() / a.abs().max(b.abs()).max(1.0);
    // `max` passes over NaN, which must not pass for agreement.
    if apart.is_nan() { f64::INFINITY } else { apart }
}

/// Times the steps of a study, and keeps the best time of each.
#[derive(Default)]
struct Watch {
    since: Option<Instant>,
    step: usize,
    this_round: Duration,
    best: Vec<(&'static str, Duration)>,
}

impl Watch {
    fn start(&mut self) {
        (self.step, self.this_round, self.since) = (0, Duration::ZERO, Some(Instant::now()));
    }

    /// A step has ended.
    fn lap(&mut self, step: &'static str) {
        let time = self.since.map_or(Duration::ZERO, |since| since.elapsed());
        match self.best.get_mut(self.step) {
            Some((_, best)) => *best = time.min(*best),
            None => self.best.push((step, time)),
        }
        self.step += 1;
        self.this_round += time;
        self.since = Some(Instant::now());
    }

    /// The time of all steps of the last round.
    fn last(&self) -> Duration {
        self.this_round
    }
}

/// A matrix in row-major order.
struct Table {
    numbers: Vec<f32>,
    shape: (usize, usize),
}

/// The data: images, what they show, and a classifier that was trained on the first of them.
struct Digits {
    pixels: Table,
    labels: Vec<i64>,
    weights: Table,
    bias: Vec<f32>,
}

impl Digits {
    fn load() -> Result<Digits, Box<dyn Error>> {
        let mut images = rows(include_str!("data/digits.csv"))?;
        let labels = images
            .iter_mut()
            .filter_map(Vec::pop)
            .map(|label| label as i64)
            .collect();
        let mut weights = rows(include_str!("data/softmax_weights.csv"))?;
        // Its last line is the bias.
        let bias = weights.pop().ok_or("no weights")?;
        Ok(Digits {
            pixels: table(images),
            labels,
            weights: table(weights),
            bias,
        })
    }
}

fn rows(csv: &str) -> Result<Vec<Vec<f32>>, std::num::ParseFloatError> {
    csv.lines()
        .map(|line| line.split(',').map(str::parse).collect())
        .collect()
}

fn table(rows: Vec<Vec<f32>>) -> Table {
    let shape = (rows.len(), rows.first().map_or(0, Vec::len));
    Table {
        numbers: rows.concat(),
        shape,
    }
}

fn print_row(what: &str, reference: &str, columns: impl Iterator<Item = String>) {
    let columns: String = columns.map(|column| format!("{column:>18}")).collect();
    // A line end at the start is no part of the width.
    let gap = what.len() - what.trim_start().len();
    println!(
        "{}{:<26}{reference:>18}{columns}",
        &what[..gap],
        &what[gap..]
    );
}

fn percent(right: f64, of: usize) -> String {
    format!("{right} ({:.2}%)", 100.0 * right / of as f64)
}

fn milliseconds(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1e3)
}

//! The chains, each as burn's users write it and once more as a loop in `f64`.

use burn::nn::loss::{CrossEntropyLossConfig, MseLoss, Reduction};
use burn::tensor::activation::{relu, silu, softmax};
use burn::tensor::module::{layer_norm, linear};
use burn::tensor::{DType, Device, Int, Tensor, TensorData};

use crate::Result;

/// What the reference is made of: results in one row each.
pub type Reference = Vec<Vec<f64>>;

/// A chain with its tensors, ready to be called.
pub type Program = Box<dyn Fn() -> Output>;

pub struct Case {
    pub name: &'static str,
    /// Its number of elements where that is not asked for.
    pub own_size: Option<usize>,
    pub build: fn(&Inputs, &Device) -> Program,
    pub reference: fn(&Inputs) -> Reference,
}

const fn chain(
    name: &'static str,
    build: fn(&Inputs, &Device) -> Program,
    reference: fn(&Inputs) -> Reference,
) -> Case {
    Case {
        name,
        own_size: None,
        build,
        reference,
    }
}

pub const CASES: [Case; 13] = [
    chain("axpy", axpy, axpy_reference),
    chain("bias_relu", bias_relu, bias_relu_reference),
    chain("gelu", gelu, gelu_reference),
    chain("swiglu", swiglu, swiglu_reference),
    chain("pgd_step", pgd_step, pgd_step_reference),
    chain("adam", adam, adam_reference),
    chain("mse", mse, mse_reference),
    chain("huber", huber, huber_reference),
    chain("l2_norm", l2_norm, l2_norm_reference),
    chain("softmax", softmax_rows, softmax_reference),
    chain("crossentropy", crossentropy, crossentropy_reference),
    chain("layer_norm", layer_norm_rows, layer_norm_reference),
    Case {
        name: "network",
        own_size: Some(1),
        build: network,
        reference: network_reference,
    },
];

/// The results of a call.
pub enum Output {
    Flat(Tensor<1>),
    Rows(Tensor<2>),
    // Boxed, or else the size of three would be moved about for each result.
    Three(Box<[Tensor<1>; 3]>),
}

impl Output {
    pub fn into_host(self) -> Result<Vec<Vec<f32>>> {
        let data = match self {
            Self::Flat(tensor) => vec![tensor.try_into_data()],
            Self::Rows(tensor) => vec![tensor.try_into_data()],
            Self::Three(tensors) => tensors.map(Tensor::try_into_data).into(),
        };
        let vector = |data: std::result::Result<TensorData, _>| -> Result<Vec<f32>> {
            let data: TensorData =
                data.map_err(|error: burn::tensor::ExecutionError| format!("{error:?}"))?;
            Ok(data.try_into_vec().map_err(|error| format!("{error:?}"))?)
        };
        data.into_iter().map(vector).collect()
    }
}

/// Sizes of the network's layers.
const LAYERS: [usize; 4] = [6, 64, 8, 4];

/// Numbers for all cases of one size.
pub struct Inputs {
    rows: usize,
    cols: usize,
    /// Normal numbers.
    x: Vec<f32>,
    y: Vec<f32>,
    g: Vec<f32>,
    m: Vec<f32>,
    /// No negative ones.
    v: Vec<f32>,
    /// In 0..1.
    x0: Vec<f32>,
    /// One a column.
    w: Vec<f32>,
    b: Vec<f32>,
    /// A column for each row.
    labels: Vec<i64>,
    /// The network's row, weights and biases.
    network: [Vec<f32>; 7],
}

impl Inputs {
    pub fn new(n: usize) -> Result<Self> {
        let cols = n.min(256);
        if !n.is_multiple_of(cols) {
            return Err(format!("{n} elements are not full rows of {cols}").into());
        }
        let rows = n / cols;
        let mut numbers = Numbers(n as u64);
        let [first, second, third, last] = LAYERS;
        Ok(Self {
            rows,
            cols,
            x: numbers.normal(n),
            y: numbers.normal(n),
            g: numbers.normal(n),
            m: numbers.normal(n),
            v: numbers.normal(n).into_iter().map(f32::abs).collect(),
            x0: (0..n).map(|_| numbers.uniform() as f32).collect(),
            w: numbers.normal(cols),
            b: numbers.normal(cols),
            // Below the number of columns, which is small.
            labels: (0..rows)
                .map(|_| (numbers.uniform() * cols as f64) as i64)
                .collect(),
            network: [
                first,
                first * second,
                second,
                second * third,
                third,
                third * last,
                last,
            ]
            .map(|count| numbers.normal(count)),
        })
    }

    /// Pairs of the elements of two inputs in `f64`.
    fn pairs<'a>(a: &'a [f32], b: &'a [f32]) -> impl Iterator<Item = (f64, f64)> + 'a {
        a.iter().zip(b).map(|(&a, &b)| (f64::from(a), f64::from(b)))
    }

    /// The rows of x in `f64`.
    fn wide_rows(&self) -> impl Iterator<Item = Vec<f64>> + '_ {
        self.x
            .chunks(self.cols)
            .map(|row| row.iter().copied().map(f64::from).collect())
    }

    fn matrix(&self, device: &Device) -> Tensor<2> {
        matrix(&self.x, [self.rows, self.cols], device)
    }
}

/// The generator splitmix64.
struct Numbers(u64);

impl Numbers {
    fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        // The 53 bits that a float has.
        (z >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Two uniform numbers make a point in the plane with two normal coordinates.
    fn normal(&mut self, count: usize) -> Vec<f32> {
        let mut numbers = Vec::with_capacity(count + 1);
        while numbers.len() < count {
            let radius = (-2.0 * (1.0 - self.uniform()).ln()).sqrt();
            let (sin, cos) = (std::f64::consts::TAU * self.uniform()).sin_cos();
            numbers.extend([(radius * cos) as f32, (radius * sin) as f32]);
        }
        numbers.truncate(count);
        numbers
    }
}

fn vector(values: &[f32], device: &Device) -> Tensor<1> {
    Tensor::from_data(TensorData::new(values.to_vec(), [values.len()]), device)
}

fn matrix(values: &[f32], shape: [usize; 2], device: &Device) -> Tensor<2> {
    Tensor::from_data(TensorData::new(values.to_vec(), shape), device)
}

fn axpy(inputs: &Inputs, device: &Device) -> Program {
    let (x, y) = (vector(&inputs.x, device), vector(&inputs.y, device));
    Box::new(move || Output::Flat(x.clone() * 2.5 + y.clone()))
}

fn axpy_reference(inputs: &Inputs) -> Reference {
    vec![
        Inputs::pairs(&inputs.x, &inputs.y)
            .map(|(x, y)| 2.5 * x + y)
            .collect(),
    ]
}

fn bias_relu(inputs: &Inputs, device: &Device) -> Program {
    let (x, b) = (inputs.matrix(device), vector(&inputs.b, device));
    Box::new(move || Output::Rows(relu(x.clone() + b.clone().unsqueeze())))
}

fn bias_relu_reference(inputs: &Inputs) -> Reference {
    let biases = inputs.b.iter().cycle().copied().map(f64::from);
    vec![
        inputs
            .x
            .iter()
            .copied()
            .map(f64::from)
            .zip(biases)
            .map(|(x, b)| (x + b).max(0.0))
            .collect(),
    ]
}

fn gelu(inputs: &Inputs, device: &Device) -> Program {
    let x = vector(&inputs.x, device);
    // A fifth faster than `gelu_approximate`, which raises x to a power.
    Box::new(move || {
        let cube = x.clone() * x.clone() * x.clone();
        let inner = (x.clone() + cube * 0.044715) * 0.7978845608;
        Output::Flat(x.clone() * 0.5 * (inner.tanh() + 1.0))
    })
}

fn gelu_reference(inputs: &Inputs) -> Reference {
    let one = |x: f64| 0.5 * x * (1.0 + (0.7978845608 * (x + 0.044715 * x * x * x)).tanh());
    vec![inputs.x.iter().copied().map(f64::from).map(one).collect()]
}

fn swiglu(inputs: &Inputs, device: &Device) -> Program {
    let (x, y) = (vector(&inputs.x, device), vector(&inputs.y, device));
    Box::new(move || Output::Flat(silu(x.clone()) * y.clone()))
}

fn swiglu_reference(inputs: &Inputs) -> Reference {
    vec![
        Inputs::pairs(&inputs.x, &inputs.y)
            .map(|(x, y)| x / (1.0 + (-x).exp()) * y)
            .collect(),
    ]
}

fn pgd_step(inputs: &Inputs, device: &Device) -> Program {
    let (x, x0, g) = (
        vector(&inputs.x, device),
        vector(&inputs.x0, device),
        vector(&inputs.g, device),
    );
    Box::new(move || {
        let step = x.clone() + g.clone().sign() * 0.01;
        let near = step.max_pair(x0.clone() - 0.03).min_pair(x0.clone() + 0.03);
        Output::Flat(near.clamp(0.0, 1.0))
    })
}

fn pgd_step_reference(inputs: &Inputs) -> Reference {
    let signs = inputs
        .g
        .iter()
        .map(|&g| if g == 0.0 { 0.0 } else { f64::from(g).signum() });
    let one = |((x, x0), sign): ((f64, f64), f64)| {
        (x + 0.01 * sign)
            .max(x0 - 0.03)
            .min(x0 + 0.03)
            .clamp(0.0, 1.0)
    };
    vec![
        Inputs::pairs(&inputs.x, &inputs.x0)
            .zip(signs)
            .map(one)
            .collect(),
    ]
}

fn adam(inputs: &Inputs, device: &Device) -> Program {
    let (p, g) = (vector(&inputs.x, device), vector(&inputs.g, device));
    let (m, v) = (vector(&inputs.m, device), vector(&inputs.v, device));
    Box::new(move || {
        let m = m.clone() * 0.9 + g.clone() * 0.1;
        let v = v.clone() * 0.999 + g.clone().square() * 0.001;
        let step = m.clone() / (v.clone().sqrt() + 1e-8);
        Output::Three(Box::new([p.clone() - step * 0.001, m, v]))
    })
}

fn adam_reference(inputs: &Inputs) -> Reference {
    let m: Vec<f64> = Inputs::pairs(&inputs.m, &inputs.g)
        .map(|(m, g)| 0.9 * m + 0.1 * g)
        .collect();
    let v: Vec<f64> = Inputs::pairs(&inputs.v, &inputs.g)
        .map(|(v, g)| 0.999 * v + 0.001 * g * g)
        .collect();
    let step = |(p, (m, v)): (&f32, (&f64, &f64))| f64::from(*p) - 0.001 * m / (v.sqrt() + 1e-8);
    let p = inputs.x.iter().zip(m.iter().zip(&v)).map(step).collect();
    vec![p, m, v]
}

fn mse(inputs: &Inputs, device: &Device) -> Program {
    let (x, y) = (vector(&inputs.x, device), vector(&inputs.y, device));
    Box::new(move || Output::Flat(MseLoss::new().forward(x.clone(), y.clone(), Reduction::Mean)))
}

fn mse_reference(inputs: &Inputs) -> Reference {
    let sum: f64 = Inputs::pairs(&inputs.x, &inputs.y)
        .map(|(x, y)| (x - y) * (x - y))
        .sum();
    vec![vec![sum / inputs.x.len() as f64]]
}

fn huber(inputs: &Inputs, device: &Device) -> Program {
    let (x, y) = (vector(&inputs.x, device), vector(&inputs.y, device));
    // A fifth faster than `burn::nn::loss::HuberLoss`.
    Box::new(move || {
        let d = (x.clone() - y.clone()).abs();
        let near = d.clone().lower_elem(1.0);
        let square = d.clone().square() * 0.5;
        Output::Flat((d - 0.5).mask_where(near, square).mean())
    })
}

fn huber_reference(inputs: &Inputs) -> Reference {
    let one = |d: f64| if d < 1.0 { 0.5 * d * d } else { d - 0.5 };
    let sum: f64 = Inputs::pairs(&inputs.x, &inputs.y)
        .map(|(x, y)| one((x - y).abs()))
        .sum();
    vec![vec![sum / inputs.x.len() as f64]]
}

fn l2_norm(inputs: &Inputs, device: &Device) -> Program {
    let x = vector(&inputs.x, device);
    Box::new(move || Output::Flat(x.clone().square().sum().sqrt()))
}

fn l2_norm_reference(inputs: &Inputs) -> Reference {
    let sum: f64 = inputs.x.iter().map(|&x| f64::from(x) * f64::from(x)).sum();
    vec![vec![sum.sqrt()]]
}

fn softmax_rows(inputs: &Inputs, device: &Device) -> Program {
    let x = inputs.matrix(device);
    Box::new(move || Output::Rows(softmax(x.clone(), 1)))
}

fn softmax_reference(inputs: &Inputs) -> Reference {
    let row = |row: Vec<f64>| {
        let exps: Vec<f64> = row.into_iter().map(f64::exp).collect();
        let sum: f64 = exps.iter().sum();
        exps.into_iter().map(move |exp| exp / sum)
    };
    vec![inputs.wide_rows().flat_map(row).collect()]
}

fn crossentropy(inputs: &Inputs, device: &Device) -> Program {
    let x = inputs.matrix(device);
    let labels = TensorData::new(inputs.labels.clone(), [inputs.rows]);
    let labels: Tensor<1, Int> = Tensor::from_data(labels, (device, DType::I64));
    let loss = CrossEntropyLossConfig::new().init(device);
    Box::new(move || Output::Flat(loss.forward(x.clone(), labels.clone())))
}

fn crossentropy_reference(inputs: &Inputs) -> Reference {
    let row = |(row, &label): (Vec<f64>, &i64)| {
        let target = usize::try_from(label)
            .ok()
            .and_then(|i| row.get(i))
            .copied()
            .unwrap_or(f64::NAN);
        row.into_iter().map(f64::exp).sum::<f64>().ln() - target
    };
    let sum: f64 = inputs.wide_rows().zip(&inputs.labels).map(row).sum();
    vec![vec![sum / inputs.rows as f64]]
}

fn layer_norm_rows(inputs: &Inputs, device: &Device) -> Program {
    let (x, w, b) = (
        inputs.matrix(device),
        vector(&inputs.w, device),
        vector(&inputs.b, device),
    );
    // What `burn::nn::LayerNorm` calls.
    Box::new(move || Output::Rows(layer_norm(x.clone(), w.clone(), Some(b.clone()), 1e-5)))
}

fn layer_norm_reference(inputs: &Inputs) -> Reference {
    let row = |row: Vec<f64>| {
        let count = row.len() as f64;
        let mean = row.iter().sum::<f64>() / count;
        let variance = row.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / count;
        let scale = 1.0 / (variance + 1e-5).sqrt();
        row.into_iter()
            .map(move |x| (x - mean) * scale)
            .zip(Inputs::pairs(&inputs.w, &inputs.b))
    };
    vec![
        inputs
            .wide_rows()
            .flat_map(row)
            .map(|(x, (w, b))| x * w + b)
            .collect(),
    ]
}

fn network(inputs: &Inputs, device: &Device) -> Program {
    let [first, second, third, last] = LAYERS;
    let [x, w1, b1, w2, b2, w3, b3] = &inputs.network;
    let x = matrix(x, [1, first], device);
    let (w1, b1) = (matrix(w1, [first, second], device), vector(b1, device));
    let (w2, b2) = (matrix(w2, [second, third], device), vector(b2, device));
    let (w3, b3) = (matrix(w3, [third, last], device), vector(b3, device));
    // What `burn::nn::Linear` calls.
    Box::new(move || {
        let h = relu(linear(x.clone(), w1.clone(), Some(b1.clone())));
        let h = relu(linear(h, w2.clone(), Some(b2.clone())));
        Output::Rows(linear(h, w3.clone(), Some(b3.clone())))
    })
}

fn network_reference(inputs: &Inputs) -> Reference {
    let layer = |x: &[f64], weights: &[f32], biases: &[f32]| -> Vec<f64> {
        let mut sums: Vec<f64> = biases.iter().copied().map(f64::from).collect();
        for (x, row) in x.iter().zip(weights.chunks(biases.len())) {
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum += x * f64::from(*weight);
            }
        }
        sums
    };
    let positive =
        |values: Vec<f64>| -> Vec<f64> { values.into_iter().map(|x| x.max(0.0)).collect() };
    let [x, w1, b1, w2, b2, w3, b3] = &inputs.network;
    let x: Vec<f64> = x.iter().copied().map(f64::from).collect();
    let h = positive(layer(&x, w1, b1));
    let h = positive(layer(&h, w2, b2));
    vec![layer(&h, w3, b3)]
}

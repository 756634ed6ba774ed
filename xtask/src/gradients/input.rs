//! Inputs of a line of `variants.rs`: what they are called, what they hold, and how a function and its caller write them.

use anyhow::{Context, Result, bail};

/// An input.
pub struct Input {
    pub name: String,
    pub what: What,
}

/// What an input is.
pub enum What {
    Tensor {
        shape: Vec<usize>,
        elem: Elem,
        data: Vec<f64>,
        /// Is its gradient asked for?
        asked: bool,
        /// Does the compiler know its rank?
        ranked: bool,
    },
    /// A type, and a value in Rust.
    Host(String, String),
}

/// Element types of inputs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Elem {
    F64,
    F32,
    I64,
    Bool,
}

impl Elem {
    pub fn name(self) -> &'static str {
        match self {
            Elem::F64 => "f64",
            Elem::F32 => "f32",
            Elem::I64 => "i64",
            Elem::Bool => "bool",
        }
    }

    pub fn is_float(self) -> bool {
        matches!(self, Elem::F64 | Elem::F32)
    }
}

/// Numbers that are the same in every run.
pub struct Draw(u64);

impl Draw {
    pub fn new(seed: usize) -> Draw {
        Draw(0x9e37_79b9_7f4a_7c15 ^ (seed as u64).wrapping_mul(0xbf58_476d_1ce4_e5b9))
    }

    fn next(&mut self) -> u64 {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// From 0 to 1.
    #[allow(clippy::cast_precision_loss, reason = "53 bits")]
    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn below(&mut self, count: usize) -> usize {
        usize::try_from(self.next() % (count.max(1) as u64)).unwrap_or(0)
    }

    /// The numbers below `count`, in some order.
    fn order(&mut self, count: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..count).collect();
        for place in (1..count).rev() {
            let other = self.below(place + 1);
            order.swap(place, other);
        }
        order
    }
}

/// Reads the inputs of a line. `range` is that of the operation.
///
/// # Errors
/// What is not of the form.
pub fn read(text: &str, range: (f64, f64), draw: &mut Draw) -> Result<Vec<Input>> {
    let mut all = Vec::new();
    for part in text
        .split(';')
        .map(str::trim)
        .filter(|part| !part.is_empty())
    {
        let (name, rest) = part.split_once(':').context("an input without `:`")?;
        let rest = rest.trim();
        let what = match rest.strip_prefix("host ") {
            Some(host) => {
                let (ty, value) = host
                    .split_once(" = ")
                    .context("a host parameter without a value")?;
                What::Host(ty.to_owned(), value.to_owned())
            }
            None => tensor(rest, range, draw).with_context(|| format!("in `{part}`"))?,
        };
        all.push(Input {
            name: name.to_owned(),
            what,
        });
    }
    Ok(all)
}

fn tensor(text: &str, range: (f64, f64), draw: &mut Draw) -> Result<What> {
    let (text, given) = match text.split_once('=') {
        Some((text, given)) => (text, Some(given)),
        None => (text, None),
    };
    let mut words = text.split_whitespace().peekable();
    let mut shape = Vec::new();
    if let Some(word) = words.next_if(|word| word.starts_with(|c: char| c.is_ascii_digit())) {
        for size in word.split(',') {
            shape.push(size.parse()?);
        }
    }
    let count: usize = shape.iter().product();
    let (mut elem, mut range, mut asked, mut well, mut ranked) =
        (Elem::F64, range, true, false, true);
    let mut data: Option<Vec<f64>> = None;
    while let Some(word) = words.next() {
        match word {
            "const" => asked = false,
            "f32" => elem = Elem::F32,
            "well" => well = true,
            "any" => ranked = false,
            "mask" => {
                elem = Elem::Bool;
                // Some of both, whatever the numbers.
                data = Some(
                    draw.order(count)
                        .into_iter()
                        .map(|place| f64::from(u8::from(place % 3 != 1)))
                        .collect(),
                );
            }
            "index" => {
                elem = Elem::I64;
                if given.is_none() {
                    let below: usize = words.next().context("`index` without a number")?.parse()?;
                    data = Some((0..count).map(|_| whole(draw.below(below))).collect());
                }
            }
            "order" => {
                elem = Elem::I64;
                data = Some(draw.order(count).into_iter().map(whole).collect());
            }
            "in" => {
                let (low, high) = words
                    .next()
                    .and_then(|word| word.split_once(".."))
                    .context("`in` without a range")?;
                range = (low.parse()?, high.parse()?);
            }
            other => bail!("`{other}` is not known"),
        }
    }
    let data = match (given, data) {
        (Some(given), _) => given
            .split_whitespace()
            .map(str::parse)
            .collect::<Result<_, _>>()?,
        (None, Some(data)) => data,
        (None, None) => {
            let mut data = floats(count, range, draw);
            if well {
                apart(&mut data, &shape, range);
            }
            data
        }
    };
    if data.len() != count {
        bail!("{} elements, not {count}", data.len());
    }
    Ok(What::Tensor {
        shape,
        elem,
        data,
        asked: asked && elem.is_float(),
        ranked,
    })
}

#[allow(clippy::cast_precision_loss, reason = "small numbers")]
fn whole(number: usize) -> f64 {
    number as f64
}

/// Floats from a range, all different, and away from multiples of ½, where functions have their corners.
fn floats(count: usize, (low, high): (f64, f64), draw: &mut Draw) -> Vec<f64> {
    let step = (high - low) / whole(count.max(1));
    draw.order(count)
        .into_iter()
        .map(|place| {
            let value = low + step * (whole(place) + 0.2 + 0.6 * draw.unit());
            let off = value * 2.0 - (value * 2.0).round();
            match off.abs() < 0.04 {
                // Not over the end of the range.
                true if value + 0.03 < high => value + 0.03,
                true => value - 0.03,
                false => value,
            }
        })
        .collect()
}

/// Makes the diagonals of matrices large.
fn apart(data: &mut [f64], shape: &[usize], (_, high): (f64, f64)) {
    let [.., rows, columns] = shape else { return };
    for matrix in data.chunks_mut((rows * columns).max(1)) {
        for (row, line) in matrix.chunks_mut((*columns).max(1)).enumerate() {
            if let Some(element) = line.get_mut(row) {
                *element += (high + whole(row)) * element.signum();
            }
        }
    }
}

impl Input {
    /// As a parameter of an agnostic function.
    pub fn param(&self, float: &str) -> String {
        let name = &self.name;
        match &self.what {
            What::Host(ty, _) => format!("{name}: {ty}"),
            What::Tensor {
                shape,
                elem,
                ranked,
                ..
            } => {
                let elem = match elem {
                    Elem::F64 => float,
                    elem => elem.name(),
                };
                match shape.len() {
                    _ if !ranked => format!("{name}: &Tensor<{elem}>"),
                    0 => format!("{name}: &Scalar<{elem}>"),
                    rank => format!("{name}: &Tensor<{elem}{}>", ", _".repeat(rank)),
                }
            }
        }
    }

    pub fn is_asked(&self) -> bool {
        matches!(self.what, What::Tensor { asked: true, .. })
    }
}

//! The command line.

use crate::Result;

const SIZES: [usize; 5] = [16, 1024, 65_536, 1_048_576, 16_777_216];

pub struct Options {
    /// Parts of names of cases; none means all.
    filters: Vec<String>,
    pub sizes: Vec<usize>,
    pub threads: usize,
    /// Samples a contestant.
    pub rounds: usize,
}

impl Options {
    pub fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Self> {
        let mut filters = Vec::new();
        let mut sizes = Vec::new();
        let mut threads = 1;
        let mut rounds = None;
        let mut quick = false;
        while let Some(argument) = arguments.next() {
            let mut value = || {
                arguments
                    .next()
                    .ok_or_else(|| format!("{argument} needs a value"))
            };
            match argument.as_str() {
                "--filter" => filters.extend(value()?.split(',').map(str::to_owned)),
                "--sizes" => {
                    for size in value()?.split(',') {
                        sizes.push(positive(size)?);
                    }
                }
                "--threads" => threads = positive(&value()?)?,
                "--rounds" => rounds = Some(positive(&value()?)?),
                "--quick" => quick = true,
                _ => return Err(format!("unknown argument {argument}").into()),
            }
        }
        if sizes.is_empty() {
            sizes.extend(SIZES);
        }
        Ok(Self {
            filters,
            sizes,
            threads,
            rounds: rounds.unwrap_or(if quick { 7 } else { 21 }),
        })
    }

    pub fn wants(&self, case: &str) -> bool {
        self.filters.is_empty()
            || self
                .filters
                .iter()
                .any(|filter| case.contains(filter.as_str()))
    }
}

fn positive(text: &str) -> Result<usize> {
    match text.parse() {
        Ok(number) if number > 0 => Ok(number),
        _ => Err(format!("{text} is not a positive whole number").into()),
    }
}

//! What was compared with what, as a table: a line per check, a column per caller.

use super::frameworks::{Numbers, Outcome};

/// A caller's column.
struct Column {
    name: &'static str,
    float: &'static str,
    tolerance: f64,
}

struct Line {
    what: &'static str,
    /// The largest difference, by column.
    differences: Vec<(usize, f64)>,
    /// What the first caller of each float type found, where callers are compared with one another.
    first: Vec<(&'static str, Vec<f64>)>,
}

#[derive(Default)]
pub struct Report {
    columns: Vec<Column>,
    lines: Vec<Line>,
    failures: Vec<String>,
}

impl Report {
    /// The checks that follow are of this caller. `tolerance` is relative, or absolute below 1.
    pub fn caller(&mut self, name: &'static str, float: &'static str, tolerance: f64) {
        self.columns.push(Column {
            name,
            float,
            tolerance,
        });
    }

    /// Holds a tensor to what it should be.
    pub fn check(&mut self, what: &'static str, have: &impl Numbers, want: &[f64]) -> Outcome {
        self.compare(what, &have.numbers()?, want);
        Ok(())
    }

    /// Holds a tensor to what the first caller had with the same float type.
    pub fn check_same(&mut self, what: &'static str, have: &impl Numbers) -> Outcome {
        let have = have.numbers()?;
        let float = self.columns.last().map_or("", |column| column.float);
        let first = &mut self.line(what).first;
        let want = match first.iter().find(|(of, _)| *of == float) {
            Some((_, want)) => want.clone(),
            None => {
                first.push((float, have.clone()));
                have.clone()
            }
        };
        self.compare(what, &have, &want);
        Ok(())
    }

    /// Holds what is either so or not.
    pub fn holds(&mut self, what: &'static str, so: bool) {
        self.compare(what, &[0.0], &[if so { 0.0 } else { f64::INFINITY }]);
    }

    /// Holds numbers to what they should be.
    pub fn compare(&mut self, what: &'static str, have: &[f64], want: &[f64]) {
        let difference = largest_difference(have, want);
        if let Some(column) = self.columns.last()
            && difference > column.tolerance
        {
            self.failures.push(format!(
                "{} {}: {what}\n   has {have:?}\n  want {want:?}",
                column.name, column.float
            ));
        }
        let column = self.columns.len().saturating_sub(1);
        self.line(what).differences.push((column, difference));
    }

    fn line(&mut self, what: &'static str) -> &mut Line {
        let place = self.lines.iter().position(|line| line.what == what);
        let place = place.unwrap_or_else(|| {
            self.lines.push(Line {
                what,
                differences: Vec::new(),
                first: Vec::new(),
            });
            self.lines.len() - 1
        });
        &mut self.lines[place]
    }

    /// How many checks passed.
    pub fn passed(&self) -> usize {
        let all: usize = self.lines.iter().map(|line| line.differences.len()).sum();
        all - self.failures.len()
    }

    /// What did not pass.
    pub fn failures(&self) -> &[String] {
        &self.failures
    }
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        type Cell = fn(&Column) -> String;
        let heads: [(&str, Cell); 3] = [
            ("largest difference", |column| column.name.to_owned()),
            ("", |column| column.float.to_owned()),
            ("tolerance", |column| format!("{:.0e}", column.tolerance)),
        ];
        for (head, cell) in heads {
            write!(f, "{head:<44}")?;
            for column in &self.columns {
                write!(f, "{:>10}", cell(column))?;
            }
            writeln!(f)?;
        }
        for line in &self.lines {
            write!(f, "{:<44}", line.what)?;
            for column in 0..self.columns.len() {
                let of = |(at, difference): &(usize, f64)| (*at == column).then_some(*difference);
                let largest = line.differences.iter().filter_map(of).reduce(f64::max);
                match largest {
                    Some(0.0) => write!(f, "{:>10}", "0")?,
                    Some(difference) => write!(f, "{difference:>10.0e}")?,
                    None => write!(f, "{:>10}", "")?,
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// Infinite where the two are not comparable.
fn largest_difference(have: &[f64], want: &[f64]) -> f64 {
    if have.len() != want.len() {
        return f64::INFINITY;
    }
    let pairs = have.iter().zip(want);
    pairs.map(|(a, b)| difference(*a, *b)).fold(0.0, f64::max)
}

/// Relative to `want`, where that is above 1.
fn difference(have: f64, want: f64) -> f64 {
    if have == want {
        return 0.0;
    }
    let apart = (have - want).abs() / want.abs().max(1.0);
    // `max` passes over NaN, which must not pass for agreement.
    if apart.is_nan() { f64::INFINITY } else { apart }
}

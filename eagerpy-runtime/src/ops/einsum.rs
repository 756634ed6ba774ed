//! Einstein's notation: `ij,jk->ik`.
//!
//! In: the equation, as a text. Out: the letters of every operand and of the result, or what is wrong with it. The
//! compiler reads equations that are written out, and [`Ops`](crate::Ops) all of them, by the functions here. What sizes
//! are is the caller's: symbolic ones there, numbers here.

use smallvec::SmallVec;

use crate::error::{Error, ErrorKind, Result};
use crate::shape::Shape;

/// The axes of one tensor: letters, and leading axes without letters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Term {
    /// The letters, in order.
    pub letters: SmallVec<[char; 6]>,
    /// How many letters stand in front of `...`, where there is one.
    pub dots: Option<usize>,
}

/// An equation, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Equation {
    /// One term for each operand.
    pub inputs: SmallVec<[Term; 3]>,
    /// That of the result.
    pub output: Term,
}

/// What is wrong: a kind and a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The kind of error that it is when the program runs.
    pub kind: ErrorKind,
    /// What is wrong.
    pub text: String,
    /// What to do about it.
    pub help: String,
}

impl Fault {
    /// The error that it is when the program runs. Not a `From`: a second one for [`Error`] would leave the
    /// error of `?` in a closure ambiguous, in every user's code.
    #[must_use]
    pub fn error(self) -> Error {
        Error::new(self.kind, format!("{}; {}", self.text, self.help))
    }
}

fn fault(kind: ErrorKind, text: String, help: impl Into<String>) -> Fault {
    let help = help.into();
    Fault { kind, text, help }
}

fn wrong(text: String, help: impl Into<String>) -> Fault {
    fault(ErrorKind::Value, text, help)
}

/// An axis of the calculation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Label {
    /// A leading axis, counted from the last one.
    Lead(usize),
    /// A letter.
    Letter(char),
}

impl Equation {
    /// Reads an equation.
    ///
    /// # Errors
    /// For a text that is no equation.
    pub fn read(text: &str) -> std::result::Result<Equation, Fault> {
        let (left, right) = match text.split_once("->") {
            Some((left, right)) => (left, Some(right)),
            None => (text, None),
        };
        if right.is_some_and(|right| right.contains("->")) {
            return Err(wrong(
                format!("the equation {text:?} has two arrows"),
                "one arrow stands between the operands and the result",
            ));
        }
        let inputs: SmallVec<[Term; 3]> = left
            .split(',')
            .map(term)
            .collect::<std::result::Result<_, _>>()?;
        let dots = inputs.iter().any(|term| term.dots.is_some());
        let Some(right) = right else {
            return Ok(Equation {
                output: implicit(&inputs, dots),
                inputs,
            });
        };
        if right.contains(',') {
            return Err(wrong(
                format!("the result {right:?} has a comma"),
                "a result is one tensor: commas stand between operands",
            ));
        }
        let output = term(right)?;
        for (place, letter) in output.letters.iter().enumerate() {
            if output.letters.iter().take(place).any(|l| l == letter) {
                return Err(wrong(
                    format!("`{letter}` stands twice in the result"),
                    "name each axis of the result once",
                ));
            }
            if !inputs.iter().any(|term| term.letters.contains(letter)) {
                return Err(wrong(
                    format!("`{letter}` stands in the result, but in no operand"),
                    "an axis of the result comes from an operand",
                ));
            }
        }
        match (dots, output.dots) {
            (true, None) => Err(wrong(
                "`...` stands in an operand, but not in the result".to_owned(),
                "write the dots in the result, too; to sum over these axes, name them with letters",
            )),
            (false, Some(_)) => Err(wrong(
                "`...` stands in the result, but in no operand".to_owned(),
                "leave the dots out of the result",
            )),
            _ => Ok(Equation { inputs, output }),
        }
    }

    /// Are there as many operands as terms?
    ///
    /// # Errors
    /// If there are not.
    pub fn operands(&self, count: usize) -> std::result::Result<(), Fault> {
        let terms = self.inputs.len();
        if terms == count {
            return Ok(());
        }
        let of = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
        Err(wrong(
            format!(
                "the equation has {}, and there are {}",
                of(terms, "operand"),
                of(count, "tensor")
            ),
            "write one term for each tensor, with commas between them",
        ))
    }

    /// The axes of an operand of this rank.
    ///
    /// # Errors
    /// If it has another number of letters.
    pub fn labels(
        &self,
        place: usize,
        rank: usize,
    ) -> std::result::Result<SmallVec<[Label; 6]>, Fault> {
        let empty = Term::default();
        let term = self.inputs.get(place).unwrap_or(&empty);
        let letters = term.letters.len();
        let fits = match term.dots {
            Some(_) => rank >= letters,
            None => rank == letters,
        };
        if !fits {
            let least = if term.dots.is_some() { "at least " } else { "" };
            return Err(fault(
                ErrorKind::Shape,
                format!(
                    "the operand {:?} is for a tensor of {least}{letters} axes, and this one has {rank}",
                    term.show()
                ),
                "write one letter for each axis; three dots stand for any number of leading axes",
            ));
        }
        Ok(term.labels(rank - letters))
    }
}

impl Term {
    /// As it is written.
    pub fn show(&self) -> String {
        let mut text: String = self.letters.iter().collect();
        if let Some(at) = self.dots {
            text.insert_str(at, "...");
        }
        text
    }

    /// Its axes, with `lead` of them for the dots.
    pub fn labels(&self, lead: usize) -> SmallVec<[Label; 6]> {
        let mut out: SmallVec<[Label; 6]> =
            self.letters.iter().map(|&c| Label::Letter(c)).collect();
        if let Some(at) = self.dots {
            for (back, label) in (0..lead).rev().map(Label::Lead).enumerate() {
                out.insert(at + back, label);
            }
        }
        out
    }
}

/// One term.
fn term(text: &str) -> std::result::Result<Term, Fault> {
    let mut out = Term::default();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            ' ' => {}
            '.' => {
                if chars.next() != Some('.') || chars.next() != Some('.') {
                    return Err(wrong(
                        format!("a single `.` stands in {:?}", text.trim()),
                        "leading axes are three dots",
                    ));
                }
                if out.dots.is_some() {
                    return Err(wrong(
                        format!("`...` stands twice in {:?}", text.trim()),
                        "a term has three dots once at most",
                    ));
                }
                out.dots = Some(out.letters.len());
            }
            c if c.is_ascii_alphabetic() => out.letters.push(c),
            c => {
                return Err(wrong(
                    format!("`{c}` stands in the equation"),
                    "axes are letters from a to z or A to Z; besides there are commas, an arrow and three dots",
                ));
            }
        }
    }
    Ok(out)
}

/// The result where none is written: the letters that stand once, in the order of the alphabet (capitals first).
fn implicit(inputs: &[Term], dots: bool) -> Term {
    let all = || inputs.iter().flat_map(|term| term.letters.iter().copied());
    let mut letters: SmallVec<[char; 6]> = all()
        .filter(|letter| all().filter(|l| l == letter).count() == 1)
        .collect();
    letters.sort_unstable();
    Term {
        letters,
        dots: dots.then_some(0),
    }
}

/// A letter that is two sizes.
pub fn two_sizes(letter: char, first: &str, second: &str) -> Fault {
    fault(
        ErrorKind::Shape,
        format!("`{letter}` is `{first}` and `{second}`"),
        "a letter is one size wherever it stands",
    )
}

/// Leading axes that do not go together.
pub fn leads_differ(first: &str, second: &str) -> Fault {
    fault(
        ErrorKind::Shape,
        format!("the axes of `...` do not broadcast: `{first}` and `{second}`"),
        "they are aligned at the last one and must be equal or 1",
    )
}

/// Holds tensors of these shapes to an equation, and gives the labels of each and the number of leading axes.
///
/// # Errors
/// [`Value`](ErrorKind::Value) for a wrong equation, [`Shape`](ErrorKind::Shape) for sizes that do not go with it.
pub(crate) fn check(text: &str, shapes: &[Shape]) -> Result<Plan> {
    let equation = Equation::read(text).map_err(Fault::error)?;
    equation.operands(shapes.len()).map_err(Fault::error)?;
    let mut sizes: SmallVec<[(Label, usize); 8]> = SmallVec::new();
    let mut inputs = SmallVec::new();
    for (place, shape) in shapes.iter().enumerate() {
        let labels = equation.labels(place, shape.len()).map_err(Fault::error)?;
        for (&label, &size) in labels.iter().zip(shape) {
            match sizes.iter_mut().find(|(known, _)| *known == label) {
                None => sizes.push((label, size)),
                Some((_, known)) if *known == size => {}
                Some((label, known)) => match label {
                    Label::Letter(letter) => {
                        let (known, size) = (known.to_string(), size.to_string());
                        return Err(two_sizes(*letter, &known, &size).error());
                    }
                    Label::Lead(_) if *known == 1 => *known = size,
                    Label::Lead(_) if size == 1 => {}
                    Label::Lead(_) => {
                        return Err(leads_differ(&known.to_string(), &size.to_string()).error());
                    }
                },
            }
        }
        inputs.push(labels);
    }
    let lead = sizes
        .iter()
        .filter(|(label, _)| matches!(label, Label::Lead(_)))
        .count();
    let output = equation.output.labels(lead);
    Ok(Plan {
        inputs,
        output,
        sizes,
    })
}

/// An equation together with sizes.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// The axes of the operands.
    pub inputs: SmallVec<[SmallVec<[Label; 6]>; 3]>,
    /// The axes of the result.
    pub output: SmallVec<[Label; 6]>,
    /// Their sizes.
    pub sizes: SmallVec<[(Label, usize); 8]>,
}

impl Plan {
    /// The size of an axis.
    pub fn size(&self, label: Label) -> usize {
        let known = self.sizes.iter().find(|(known, _)| *known == label);
        known.map_or(1, |&(_, size)| size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(sizes: &[usize]) -> Shape {
        Shape::from_slice(sizes)
    }

    fn fails(text: &str, shapes: &[&[usize]]) -> Option<ErrorKind> {
        let shapes: Vec<Shape> = shapes.iter().map(|s| shape(s)).collect();
        check(text, &shapes).err().map(|e| e.kind())
    }

    fn result(text: &str) -> String {
        Equation::read(text).map_or_else(|fault| fault.text, |e| e.output.show())
    }

    #[test]
    fn results_that_are_not_written_are_those_of_numpy() {
        for (text, output) in [
            ("ij,jk", "ik"),
            ("ba", "ab"),
            ("ii", ""),
            ("aB", "Ba"),
            ("a...b", "...ab"),
            (" i j , j k ", "ik"),
            ("", ""),
        ] {
            assert_eq!(result(text), output, "{text}");
        }
    }

    #[test]
    fn mistakes_are_told_apart() {
        use ErrorKind::{Shape, Value};
        let (m, n): (&[usize], &[usize]) = (&[2, 3], &[3, 4]);
        for (text, shapes, kind) in [
            ("ij->ij->i", vec![m], Value),
            ("i1->i", vec![m], Value),
            ("i.j->i", vec![m], Value),
            ("...i...->i", vec![m], Value),
            ("ij->i,j", vec![m], Value),
            ("ij->ii", vec![m], Value),
            ("ij->ik", vec![m], Value),
            ("...j->", vec![m], Value),
            ("ij->...", vec![m], Value),
            ("ij,jk->ik", vec![m], Value),
            ("ij", vec![m, n], Value),
            ("ijk->i", vec![m], Shape),
            ("...ijk->...i", vec![m], Shape),
            ("ij,kj->ik", vec![m, n], Shape),
            ("ii->i", vec![m], Shape),
            ("...,...->...", vec![m, n], Shape),
        ] {
            assert_eq!(fails(text, &shapes), Some(kind), "{text}");
        }
        assert_eq!(fails("ij,jk->ik", &[m, n]), None);
        assert_eq!(fails("...j,...->...", &[m, &[1]]), None);
        assert_eq!(fails(",->", &[&[], &[]]), None);
    }
}

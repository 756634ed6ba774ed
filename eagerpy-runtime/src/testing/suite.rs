//! The whole suite: the files of data, the failures that are known, the report.
//!
//! [`conformance!`](crate::testing::conformance) is the suite as a test of a backend.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::data::{Case, cases};
use super::indices::random_indices;
use super::run::{Failure, Options, Report, Verdict, run_case};
use crate::backend::Backend;
use crate::ops::OpInfo;

/// Files in a folder of conformance data that have no cases of operations.
const OTHER_FILES: &[&str] = &["gradients.json", "attacks.json"];

/// The file of cases on which the frameworks differ.
const DIVERGENCES: &str = "divergences.json";

/// The data that comes with this crate.
pub fn default_data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance")
}

/// The cases of a folder, by file.
#[derive(Debug)]
pub struct Suite {
    /// File names and their cases.
    pub files: Vec<(String, Vec<Case>)>,
}

impl Suite {
    /// Reads a folder.
    ///
    /// # Errors
    /// If it cannot be read, or a file is no conformance data.
    pub fn open(folder: &Path) -> Result<Suite, String> {
        let fail = |e: &dyn fmt::Display| format!("{}: {e}", folder.display());
        let mut names: Vec<String> = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(|e| fail(&e))? {
            let name = entry.map_err(|e| fail(&e))?.file_name();
            let name = name.to_string_lossy().into_owned();
            if name.ends_with(".json") && !OTHER_FILES.contains(&name.as_str()) {
                names.push(name);
            }
        }
        names.sort();
        let mut files = Vec::with_capacity(names.len());
        for name in names {
            let text = std::fs::read_to_string(folder.join(&name));
            let list = text
                .map_err(|e| e.to_string())
                .and_then(|text| cases(&text).map_err(|e| e.to_string()));
            files.push((
                name.clone(),
                list.map_err(|e| fail(&format!("{name}: {e}")))?,
            ));
        }
        if files.is_empty() {
            return Err(fail(&"no data"));
        }
        Ok(Suite { files })
    }

    /// Without the cases of other operations. An operation goes by the data's name or the vocabulary's.
    pub fn only(&mut self, op: &str) {
        let main = OpInfo::find(op).map(|info| info.name);
        for (_, list) in &mut self.files {
            list.retain(|case| {
                case.op == op || main.is_some() && OpInfo::find(&case.op).map(|i| i.name) == main
            });
        }
        self.files.retain(|(_, list)| !list.is_empty());
    }

    /// Without the cases on which all frameworks agree.
    pub fn only_divergences(&mut self) {
        self.files.retain(|(name, _)| name == DIVERGENCES);
    }
}

/// A failure that is known, and why it stays.
#[derive(Clone, Debug)]
pub struct Known {
    /// The backend.
    pub backend: String,
    /// The case, or the beginning of several cases' names before a `*`.
    pub case: String,
    /// Why.
    pub reason: String,
}

impl Known {
    /// Does the entry name this case on this backend?
    pub fn is(&self, backend: &str, id: &str) -> bool {
        self.backend == backend
            && match self.case.strip_suffix('*') {
                Some(start) => id.starts_with(start),
                None => id == self.case,
            }
    }
}

/// The failures that are known, from JSON: `{"failures": [{"backend", "case", "reason"}, …]}`.
///
/// # Errors
/// If the text is not that.
pub fn known_failures(text: &str) -> Result<Vec<Known>, String> {
    let json: Value = serde_json::from_str(text).map_err(|e| e.to_string())?;
    let list = json.get("failures").and_then(Value::as_array);
    list.ok_or("no \"failures\"")?
        .iter()
        .map(|entry| {
            let text = |key: &str| entry.get(key).and_then(Value::as_str).map(str::to_owned);
            match (text("backend"), text("case"), text("reason")) {
                (Some(backend), Some(case), Some(reason)) => Ok(Known {
                    backend,
                    case,
                    reason,
                }),
                _ => Err(format!("backend, case and reason, not {entry}")),
            }
        })
        .collect()
}

/// What a backend's run came to.
#[derive(Debug)]
pub struct Summary {
    /// The backend.
    pub backend: &'static str,
    /// Cases passed, failed and skipped; known failures are in none.
    pub report: Report,
    /// Failures that are known, with their reasons.
    pub known: Vec<(Failure, String)>,
    /// Known failures that did not happen: a case that passes, an entry that names no case.
    pub surprises: Vec<String>,
}

impl Summary {
    /// Cases with a wrong answer, and known failures that did not happen.
    pub fn failures(&self) -> usize {
        self.report.failed.len() + self.surprises.len()
    }

    /// Cases that the vocabulary has no words for.
    pub fn skipped(&self) -> usize {
        self.report.skipped.values().sum()
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for failure in &self.report.failed {
            writeln!(f, "{} FAILED {failure}", self.backend)?;
        }
        for surprise in &self.surprises {
            writeln!(f, "{} FAILED {surprise}", self.backend)?;
        }
        write!(
            f,
            "{}: {} passed, {} failed, {} skipped",
            self.backend,
            self.report.passed.len(),
            self.failures(),
            self.skipped()
        )?;
        if !self.known.is_empty() {
            write!(f, ", {} failed as expected", self.known.len())?;
            let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
            for (_, reason) in &self.known {
                *reasons.entry(reason).or_default() += 1;
            }
            for (reason, count) in reasons {
                write!(f, "\n    as expected: {count} × {reason}")?;
            }
        }
        if !self.report.skipped.is_empty() {
            let skipped = self.report.skipped.iter();
            let list: Vec<String> = skipped.map(|(name, n)| format!("{name} {n}")).collect();
            write!(f, "\n    skipped: {}", list.join(", "))?;
        }
        Ok(())
    }
}

/// What a run takes besides the cases.
#[derive(Debug)]
pub struct Setup<'s> {
    /// The cases.
    pub suite: &'s Suite,
    /// The failures that are known.
    pub known: &'s [Known],
    /// Are these all cases that `known` is about, so that an entry that names none is wrong, and a case under one that
    /// passes is a surprise?
    pub whole: bool,
    /// Settings.
    pub options: Options,
}

/// Runs the suite on a backend; `progress` gets a line for every file.
pub fn run<B: Backend>(setup: &Setup<'_>, progress: &mut dyn FnMut(&str)) -> Summary {
    let backend = B::NAME;
    let mut report = Report::default();
    let mut known = Vec::new();
    let mut surprises = Vec::new();
    let mut used = vec![false; setup.known.len()];
    for (file, list) in &setup.suite.files {
        let (passed, failed) = (report.passed.len(), report.failed.len());
        for case in list {
            let entry = setup.known.iter().position(|k| k.is(backend, &case.id));
            if let Some(seen) = entry.and_then(|entry| used.get_mut(entry)) {
                *seen = true;
            }
            let reason = entry.and_then(|entry| setup.known.get(entry));
            match (run_case::<B>(case, &setup.options), reason) {
                (Verdict::Failed(failure), Some(entry)) => {
                    known.push((*failure, entry.reason.clone()));
                }
                (Verdict::Passed(_), Some(entry)) if setup.whole => surprises.push(format!(
                    "{} passes, though it is listed as failing: {}",
                    case.id, entry.reason
                )),
                (verdict, _) => report.add(case, verdict),
            }
        }
        progress(&format!(
            "{backend} {file}: {} passed, {} failed of {}",
            report.passed.len() - passed,
            report.failed.len() - failed,
            list.len()
        ));
    }
    if setup.whole {
        let entries = setup.known.iter().zip(&used);
        for (entry, _) in entries.filter(|(k, used)| k.backend == backend && !**used) {
            surprises.push(format!("{} is listed as failing, but no case", entry.case));
        }
    }
    Summary {
        backend,
        report,
        known,
        surprises,
    }
}

/// Holds a backend to all the data and to indices drawn at random; `Err` with the whole report where it fails.
///
/// # Errors
/// If a case is wrong that `known` does not list, if one that it lists is right, or if the data cannot be read.
pub fn prove<B: Backend>(known: &[Known]) -> Result<Summary, String> {
    let suite = Suite::open(&default_data())?;
    let setup = Setup {
        suite: &suite,
        known,
        whole: true,
        options: Options::default(),
    };
    let summary = run::<B>(&setup, &mut |_| {});
    if summary.failures() > 0 {
        return Err(summary.to_string());
    }
    random_indices::<B>(200)?;
    Ok(summary)
}

/// The conformance suite as tests of a backend: every operation against the recorded right answers, in every layout, and
/// indices drawn at random.
///
/// Stands in a module of tests. The second argument is the text of a file that lists the cases that are known to fail,
/// each with its reason; a case on the list that passes fails the test.
///
/// ```ignore
/// eagerpy::testing::conformance!(my_crate::Mine);
/// eagerpy::testing::conformance!(my_crate::Mine, include_str!("expected_failures.json"));
/// ```
#[macro_export]
#[doc(hidden)]
macro_rules! __conformance {
    ($backend:ty) => {
        $crate::__conformance!($backend, "{\"failures\": []}");
    };
    ($backend:ty, $known:expr) => {
        #[test]
        fn conformance() -> ::core::result::Result<(), ::std::string::String> {
            let known = $crate::testing::suite::known_failures($known)?;
            let summary = $crate::testing::suite::prove::<$backend>(&known)?;
            ::std::println!("{summary}");
            ::core::result::Result::Ok(())
        }
    };
}

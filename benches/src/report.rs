//! The figures: what they were measured on, the tables, what they are held to, and the page that keeps them.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::cases::{Case, GRADIENT_SHAPES, Group, SMALL_ROWS};
use crate::charts::Curve;

/// What one contestant took for one case.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Line {
    pub case: String,
    /// Other programs do not say it.
    #[serde(default)]
    pub group: Option<Group>,
    pub n: usize,
    pub contestant: String,
    pub threads: usize,
    /// Median, in nanoseconds a call.
    pub ns: f64,
    /// Quartiles.
    pub low: f64,
    pub high: f64,
}

/// Median and quartiles, in seconds.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Seconds {
    pub s: f64,
    pub low: f64,
    pub high: f64,
}

/// A pass of rustc.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Pass {
    pub pass: String,
    pub s: f64,
}

/// What a crate of functions took to compile: `agnostic`, or `by hand`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Compiled {
    #[serde(rename = "crate")]
    pub name: String,
    pub functions: usize,
    pub backends: Vec<String>,
    pub lines_written: usize,
    pub lines_expanded: usize,
    pub expansion_s: Option<f64>,
    pub check: Seconds,
    pub build: Seconds,
    pub passes_of_check: Vec<Pass>,
    pub passes_of_build: Vec<Pass>,
}

/// What it was measured on.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct About {
    pub date: String,
    pub processor: String,
    pub cores: usize,
    pub threads: usize,
    pub quick: bool,
    /// Programs and crates.
    pub versions: Vec<String>,
}

/// All of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Report {
    pub about: About,
    pub lines: Vec<Line>,
    pub compiled: Vec<Compiled>,
}

// ---------------------------------------------------------------------------------- the machine

impl About {
    /// Asks the machine. Nothing of it but its processor is told.
    pub fn this_machine(threads: usize, quick: bool) -> About {
        About {
            date: date(),
            processor: processor().unwrap_or_else(|| "unknown".to_owned()),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            threads,
            quick,
            versions: versions(),
        }
    }
}

/// `2026-03-01`, of the day that it is in Greenwich.
fn date() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    date_of(now.map_or(0, |now| now.as_secs() / 86_400))
}

/// The date so many days after the first one of 1970.
fn date_of(days: u64) -> String {
    // Years that begin with March: the day that some have more is their last one.
    let (era, day) = ((days + 719_468) / 146_097, (days + 719_468) % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year + era * 400 + u64::from(month <= 2);
    format!("{year}-{month:02}-{day:02}")
}

fn processor() -> Option<String> {
    if let Ok(text) = std::fs::read_to_string("/proc/cpuinfo") {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        return Some(line.split_once(':')?.1.trim().to_owned());
    }
    printed("sysctl", &["-n", "machdep.cpu.brand_string"])
}

fn printed(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    (output.status.success() && !text.trim().is_empty()).then(|| text.trim().to_owned())
}

fn versions() -> Vec<String> {
    let rustc = printed("rustc", &["--version"]);
    let mut versions: Vec<String> = rustc
        .and_then(|text| Some(text.split(" (").next()?.to_owned()))
        .into_iter()
        .collect();
    let lock = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("Cargo.lock");
    let lock = std::fs::read_to_string(lock).unwrap_or_default();
    for name in ["ndarray", "candle-core", "tch"] {
        if name == "tch" && !cfg!(feature = "tch") {
            continue;
        }
        // Of several versions the last one is the newest.
        let found = lock.rsplit_once(&format!("name = \"{name}\"\nversion = \""));
        let version = found.and_then(|(_, rest)| rest.split('"').next());
        versions.extend(version.map(|version| format!("{name} {version}")));
    }
    #[cfg(feature = "tch")]
    if let Some(folder) = std::env::var_os("LIBTORCH") {
        let text = std::fs::read_to_string(Path::new(&folder).join("build-version"));
        versions.extend(text.ok().map(|text| format!("libtorch {}", text.trim())));
    }
    versions
}

// ---------------------------------------------------------------------------------- for reading along

fn time(lines: &[Line], contestant: &str) -> Option<f64> {
    lines
        .iter()
        .find(|line| line.contestant == contestant)
        .map(|line| line.ns)
}

/// What of ours a contestant is held to: that in its own framework, else ndarray.
fn own(contestant: &str) -> &'static str {
    match contestant.split(' ').next() {
        Some("candle") => "candle fused",
        Some("tch") => "tch fused",
        _ => "ndarray fused",
    }
}

/// What a case of one size took, beside what the copy of its elements takes.
pub fn table(case: &Case, lines: &[Line]) {
    let copy = time(lines, "memcpy");
    for line in lines {
        let ours = time(lines, own(&line.contestant));
        let of_ours = ours.map_or(String::new(), |ours| format!("{:>8.2}", line.ns / ours));
        let bandwidth = match (copy, case.moves) {
            (Some(copy), Some(moves)) => format!("{:>6.0} %", 50.0 * moves * copy / line.ns),
            _ => String::new(),
        };
        println!(
            "{:<14}{:>9} {:<18}{:>13.0} ns  ±{:>4.0} % {of_ours:>8} {bandwidth:>8}",
            line.case,
            line.n,
            line.contestant,
            line.ns,
            50.0 * (line.high - line.low) / line.ns
        );
    }
}

/// Some ratios together.
struct Mean {
    mean: f64,
    least: f64,
    most: f64,
    count: usize,
}

impl Mean {
    /// The geometric mean, if there are any.
    fn of(ratios: &[f64]) -> Option<Mean> {
        let sum: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
        (!ratios.is_empty()).then(|| Mean {
            mean: (sum / ratios.len() as f64).exp(),
            least: ratios.iter().copied().fold(f64::INFINITY, f64::min),
            most: ratios.iter().copied().fold(0.0, f64::max),
            count: ratios.len(),
        })
    }
}

impl Report {
    fn of(&self, group: Group) -> Vec<&Line> {
        let is_of = |line: &&Line| line.group == Some(group);
        self.lines.iter().filter(is_of).collect()
    }

    fn find(&self, case: &str, n: usize, contestant: &str) -> Option<&Line> {
        let is_it =
            |line: &&Line| line.case == case && line.n == n && line.contestant == contestant;
        self.lines.iter().find(is_it)
    }

    /// How many times as long as ours a contestant takes, over the cases of a size.
    fn mean(&self, group: Group, n: usize, contestant: &str) -> Option<Mean> {
        let ratio = |line: &Line| {
            let ours = self.find(&line.case, n, own(contestant))?;
            Some(line.ns / ours.ns)
        };
        let ratios: Vec<f64> = self
            .of(group)
            .into_iter()
            .filter(|line| line.n == n && line.contestant == contestant)
            .filter_map(ratio)
            .collect();
        Mean::of(&ratios)
    }

    /// Prints, for each size, how many times as long as ours the others take.
    pub fn summary(&self) {
        for group in Group::ALL {
            let lines = self.of(group);
            for n in sizes(&lines) {
                println!(
                    "\ntime over that of ours, {n} {}, geometric mean (least, most) of the cases",
                    group.unit()
                );
                for name in contestants(&lines) {
                    if let Some(m) = self.mean(group, n, name) {
                        println!(
                            "  {name:<18} / {:<14} {:>8.2}  ({:.2}, {:.2}) of {}",
                            own(name),
                            m.mean,
                            m.least,
                            m.most,
                            m.count
                        );
                    }
                }
            }
        }
        for line in self.compile_rows() {
            println!("{line}");
        }
        println!();
        for bar in self.bars() {
            println!("{}", bar.text());
        }
    }

    fn compile_rows(&self) -> Vec<String> {
        let Some(first) = self.compiled.first() else {
            return Vec::new();
        };
        let mut rows = vec![
            format!(
                "\n{} functions, {}: what rustc and cargo take",
                first.functions,
                first.backends.join(", ")
            ),
            format!(
                "  {:<10} {:>14} {:>14} {:>11} {:>16} {:>16}",
                "", "lines written", "and expanded", "expansion", "cargo check", "cargo build"
            ),
        ];
        for one in &self.compiled {
            let seconds = |s: &Seconds| format!("{:.2} s ±{:.2}", s.s, (s.high - s.low) / 2.0);
            rows.push(format!(
                "  {:<10} {:>14} {:>14} {:>11} {:>16} {:>16}",
                one.name,
                one.lines_written,
                one.lines_expanded,
                one.expansion_s
                    .map_or(String::new(), |s| format!("{s:.2} s")),
                seconds(&one.check),
                seconds(&one.build)
            ));
        }
        for one in &self.compiled {
            for (way, passes) in [
                ("check", &one.passes_of_check),
                ("build", &one.passes_of_build),
            ] {
                let passes: Vec<String> = passes
                    .iter()
                    .map(|pass| format!("{} {:.2}", pass.pass, pass.s))
                    .collect();
                rows.push(format!(
                    "  {}, passes of {way} in s, which may lie in each other: {}",
                    one.name,
                    passes.join(", ")
                ));
            }
        }
        rows
    }
}

fn sizes(lines: &[&Line]) -> Vec<usize> {
    let mut sizes: Vec<usize> = lines.iter().map(|line| line.n).collect();
    sizes.sort_unstable();
    sizes.dedup();
    sizes
}

/// The names in their first order.
fn contestants<'a>(lines: &[&'a Line]) -> Vec<&'a str> {
    let mut names: Vec<&str> = Vec::new();
    for line in lines {
        if !names.contains(&line.contestant.as_str()) {
            names.push(&line.contestant);
        }
    }
    names
}

fn cases<'a>(lines: &[&'a Line]) -> Vec<&'a str> {
    let mut names: Vec<&str> = Vec::new();
    for line in lines {
        if !names.contains(&line.case.as_str()) {
            names.push(&line.case);
        }
    }
    names
}

// ---------------------------------------------------------------------------------- what it is held to

/// A ratio, and what it is held to.
pub struct Bar {
    what: String,
    ratio: f64,
    /// Of several, of which the ratio is the worst one.
    mean: Option<f64>,
    limit: f64,
    at_most: bool,
}

impl Bar {
    fn holds(&self) -> bool {
        if self.at_most {
            self.ratio <= self.limit
        } else {
            self.ratio >= self.limit
        }
    }

    fn wanted(&self) -> String {
        let word = if self.at_most { "at most" } else { "at least" };
        format!("{word} {}", self.limit)
    }

    fn measured(&self) -> String {
        match self.mean {
            Some(mean) => format!("{:.2}, geometric mean {mean:.2}", self.ratio),
            None => format!("{:.2}", self.ratio),
        }
    }

    fn word(&self) -> &'static str {
        if self.holds() { "holds" } else { "fails" }
    }

    fn text(&self) -> String {
        format!(
            "{}: {} is {}, {} wanted",
            self.word(),
            self.what,
            self.measured(),
            self.wanted()
        )
    }
}

impl Report {
    /// What the project wants of these figures, as far as they are there.
    pub fn bars(&self) -> Vec<Bar> {
        let mut bars = Vec::new();
        let at_most = |what: &str, ratio: f64, limit: f64| Bar {
            what: what.to_owned(),
            ratio,
            mean: None,
            limit,
            at_most: true,
        };
        let network = |name: &str| self.find("network", 1, name);
        if let (Some(ours), Some(theirs)) = (network("ndarray fused"), network("loop by hand")) {
            bars.push(at_most(
                "a network on one row, ndarray over loops by hand",
                ours.ns / theirs.ns,
                1.3,
            ));
        }
        let lines = self.of(Group::Gradients);
        for ours in ["tch fused", "candle fused", "ndarray fused"] {
            let ratio = |line: &&Line| {
                let of = |name: &str| Some(self.find(&line.case, line.n, name)?.ns);
                Some(of("tch autograd")?.min(of("tch backward")?) / line.ns)
            };
            let small = lines
                .iter()
                .filter(|line| line.n <= SMALL_ROWS && line.contestant == ours);
            let ratios: Vec<f64> = small.filter_map(ratio).collect();
            if let Some(mean) = Mean::of(&ratios) {
                bars.push(Bar {
                    what: format!(
                        "small gradients, the faster way of tch's autograd over {ours}: the least of {}",
                        mean.count
                    ),
                    ratio: mean.least,
                    mean: Some(mean.mean),
                    limit: 3.0,
                    at_most: false,
                });
            }
        }
        if let [ours, theirs] = self.compiled.as_slice() {
            for (way, ratio) in [
                ("check", ours.check.s / theirs.check.s),
                ("build", ours.build.s / theirs.build.s),
            ] {
                bars.push(at_most(
                    &format!("cargo {way} of agnostic functions over those by hand"),
                    ratio,
                    2.0,
                ));
            }
        }
        bars
    }

    /// The lines of each chart.
    pub fn charts(&self) -> Vec<(&str, Group, Vec<Curve>)> {
        let mut charts = Vec::new();
        for group in Group::ALL {
            let lines = self.of(group);
            for case in cases(&lines) {
                let of_case: Vec<&Line> = lines
                    .iter()
                    .copied()
                    .filter(|line| line.case == case)
                    .collect();
                let curve = |name: &str| Curve {
                    name: name.to_owned(),
                    points: of_case
                        .iter()
                        .filter(|line| line.contestant == name)
                        .map(|line| (line.n as f64, line.ns / line.n as f64))
                        .collect(),
                };
                let curves = contestants(&of_case).into_iter().map(curve).collect();
                charts.push((case, group, curves));
            }
        }
        charts
    }
}

impl Report {
    /// The page of the documentation, beside which the charts lie.
    pub fn page(&self) -> String {
        let about = &self.about;
        let mut out = "<!-- Written by `cargo xtask bench --record`: changes by hand are lost with its next run. -->\n\
             # Benchmarks\n\n"
            .to_owned();
        let _ = writeln!(
            out,
            "Measured on {}: {}, {} cores, {} used; {}.{}\n",
            about.date,
            about.processor,
            about.cores,
            match about.threads {
                1 => "one thread".to_owned(),
                threads => format!("{threads} threads"),
            },
            about.versions.join(", "),
            if about.quick { " A quick run." } else { "" },
        );
        out.push_str(
            "`fused` is what `#[agnostic]` writes, `apart` the same with `fuse = false`, `by hand` what a good user of the\n\
             framework writes, `op` one operation of the framework's own, `loop by hand` a loop over slices. All contestants\n\
             of a case give the same, and take turns in one process. Figures are medians; with their quartiles they are in\n\
             [figures.json](figures.json).\n\n",
        );
        let bars = self.bars();
        if !bars.is_empty() {
            out.push_str("| what | measured | wanted | |\n|---|---|---|---|\n");
            for bar in &bars {
                let (what, measured, wanted) = (&bar.what, bar.measured(), bar.wanted());
                let _ = writeln!(out, "| {what} | {measured} | {wanted} | {} |", bar.word());
            }
            out.push('\n');
        }
        self.page_of_chains(&mut out);
        self.page_of_network(&mut out);
        self.page_of_gradients(&mut out);
        self.page_of_compiling(&mut out);
        out
    }

    fn page_of_chains(&self, out: &mut String) {
        let lines = self.of(Group::Chains);
        let sizes = sizes(&lines);
        if sizes.is_empty() {
            return;
        }
        let cases = cases(&lines);
        let _ = write!(
            out,
            "## Chains of operations\n\n\
             How many times as long as ours others take: the geometric mean of {} cases, each over ours in the same\n\
             framework, and over ours on ndarray where it is in none. More than 1 means that ours is faster.\n\n",
            cases.len()
        );
        head(out, "elements", &sizes);
        for name in contestants(&lines) {
            let cell = |n: &usize| {
                self.mean(Group::Chains, *n, name)
                    .map_or(String::new(), |mean| format!("{:.2}", mean.mean))
            };
            if name != own(name) {
                row(out, name, sizes.iter().map(cell));
            }
        }
        let links: Vec<String> = cases
            .iter()
            .map(|name| format!("[{name}]({name}.svg)"))
            .collect();
        let _ = writeln!(
            out,
            "\nNanoseconds an element, by the number of elements: {}.\n",
            links.join(", ")
        );
        out.push_str("Of each case, nanoseconds a call:\n\n");
        for case in cases {
            out.push_str("<details>\n<summary>");
            let _ = writeln!(out, "{case}</summary>\n");
            self.times(out, Group::Chains, case);
            out.push_str("</details>\n\n");
        }
    }

    fn page_of_network(&self, out: &mut String) {
        if self.of(Group::Network).is_empty() {
            return;
        }
        out.push_str(
            "## A small network\n\n\
             6-64-8-4 with relu, forwards: nanoseconds a call ([chart](network.svg)).\n\n",
        );
        self.times(out, Group::Network, "network");
    }

    fn page_of_gradients(&self, out: &mut String) {
        let lines = self.of(Group::Gradients);
        if lines.is_empty() {
            return;
        }
        out.push_str(
            "## Gradients\n\n\
             A loss with its gradient, nanoseconds a call. `fused` is `value_and_grad`. `tch autograd` has the gradients\n\
             returned, `tch backward` has them added up in the tensors, from zeros; `by hand` is the chain rule, written out in the\n\
             framework's operations. Sizes:\n\n",
        );
        for shape in GRADIENT_SHAPES {
            let (rows, inputs) = (shape.rows, shape.inputs);
            let _ = writeln!(
                out,
                "- {rows} row{}: {inputs} inputs, {} units a hidden layer, {} classes",
                if rows == 1 { "" } else { "s" },
                shape.first,
                shape.classes
            );
        }
        out.push('\n');
        for case in cases(&lines) {
            let what = match case {
                "logistic" => "Logistic regression: the gradient of the weights",
                "mlp" => {
                    "A classifier of one hidden layer, cross entropy: the gradient of the weights"
                }
                "attack" => {
                    "A classifier of two hidden layers, cross entropy: the gradient of the input"
                }
                other => other,
            };
            let _ = writeln!(out, "{what} ([chart]({case}.svg)).\n");
            self.times(out, Group::Gradients, case);
        }
    }

    fn page_of_compiling(&self, out: &mut String) {
        let Some(first) = self.compiled.first() else {
            return;
        };
        let _ = write!(
            out,
            "## Compiling\n\n\
             A crate of {} agnostic functions for {}, and one of the same functions written by hand, one for each of these.\n\
             What they depend on is built before, and nothing is kept from one run to the next ([chart](compile.svg)).\n\n\
             | | lines written | lines expanded | expansion | cargo check | cargo build |\n\
             |---|---|---|---|---|---|\n",
            first.functions,
            first.backends.join(", ")
        );
        for one in &self.compiled {
            let _ = writeln!(
                out,
                "| {} | {} | {} | {} | {:.2} s | {:.2} s |",
                one.name,
                one.lines_written,
                one.lines_expanded,
                one.expansion_s
                    .map_or(String::new(), |s| format!("{s:.2} s")),
                one.check.s,
                one.build.s
            );
        }
    }

    /// A table of what all contestants take, and how many times as long as ours.
    fn times(&self, out: &mut String, group: Group, case: &str) {
        let mut lines = self.of(group);
        lines.retain(|line| line.case == case);
        let sizes = sizes(&lines);
        head(out, group.unit(), &sizes);
        for name in contestants(&lines) {
            let cell = |n: &usize| {
                self.find(case, *n, name)
                    .map_or(String::new(), |line| whole(line.ns))
            };
            row(out, name, sizes.iter().map(cell));
        }
        out.push('\n');
    }
}

fn head(out: &mut String, unit: &str, sizes: &[usize]) {
    let sizes = sizes.iter().map(|n| whole(*n as f64));
    row(out, unit, sizes.clone());
    let _ = writeln!(out, "|---|{}", "---:|".repeat(sizes.count()));
}

fn row(out: &mut String, name: &str, cells: impl Iterator<Item = String>) {
    let cells: Vec<String> = cells.collect();
    let _ = writeln!(out, "| {name} | {} |", cells.join(" | "));
}

/// `16 777 216`
fn whole(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(' ');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_dates() {
        assert_eq!(date_of(0), "1970-01-01");
        assert_eq!(date_of(11_016), "2000-02-29");
        assert_eq!(date_of(20_513), "2026-03-01");
    }

    #[test]
    fn numbers_for_people() {
        assert_eq!(whole(16_777_216.4), "16 777 216");
        assert_eq!(whole(351.0), "351");
    }

    #[test]
    fn means_are_geometric() {
        let mean = Mean::of(&[0.5, 2.0]).map(|mean| (mean.mean, mean.least, mean.most));
        assert_eq!(mean, Some((1.0, 0.5, 2.0)));
        assert!(Mean::of(&[]).is_none());
    }
}

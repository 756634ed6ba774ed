//! What the programs of `ui/` must cover together, and what no message may show.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The folders of rejected programs, as in `ui.rs`.
const REJECTED: [&str; 11] = [
    "syntax",
    "types",
    "neural",
    "shapes",
    "names",
    "options",
    "indexing",
    "calls",
    "containers",
    "control",
    "gradients",
];

/// The folder of programs that are no Rust: rustc has its own word for these.
const BROKEN: &str = "broken";

/// Programs with mistakes that rustc alone can see, and tells in its own words: what a name stands for, and what a type
/// of the user's implements.
const RUSTCS: [&str; 5] = [
    "calls/function_that_does_not_exist",
    "containers/two_impls",
    "gradients/a_closure_of_ndarrays",
    "names/dimension_called_like_an_item",
    "types/error_that_is_not_made_of_ours",
];

fn is_rustcs(path: &Path) -> bool {
    let path = path.with_extension("");
    RUSTCS.iter().any(|program| path.ends_with(program))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| unreadable(path, &error))
}

fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| unreadable(folder, &error));
    entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == extension))
        .collect()
}

#[allow(clippy::panic, reason = "a test without its files has failed")]
fn unreadable(path: &Path, error: &std::io::Error) -> ! {
    panic!("{}: {error}", path.display())
}

fn rejected(extension: &str) -> Vec<PathBuf> {
    REJECTED
        .iter()
        .flat_map(|folder| files(&root().join(folder), extension))
        .collect()
}

/// The codes that the compiler's catalogue declares: lines of the form `E101;`.
fn declared() -> BTreeSet<String> {
    let catalog =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../eagerpy-macros/src/diag/catalog.rs");
    read(&catalog)
        .lines()
        .filter_map(|line| code(line.trim().strip_suffix(';')?))
        .map(str::to_owned)
        .collect()
}

/// The text, if it is a code.
fn code(text: &str) -> Option<&str> {
    let digits = text.strip_prefix('E')?;
    (digits.len() == 3 && digits.bytes().all(|b| b.is_ascii_digit())).then_some(text)
}

/// What rustc says after `error: ` or `error[E0277]: `, per error.
fn errors(stderr: &str) -> impl Iterator<Item = &str> {
    stderr.lines().filter(|line| line.starts_with("error"))
}

#[test]
fn every_code_has_a_program() {
    let declared = declared();
    assert!(
        declared.len() > 20,
        "the catalogue reads differently: {declared:?}"
    );
    let told: BTreeSet<String> = rejected("stderr")
        .iter()
        .flat_map(|path| {
            let text = read(path);
            errors(&text)
                .filter_map(|line| {
                    code(line.strip_prefix("error: ")?.split(':').next()?).map(str::to_owned)
                })
                .collect::<Vec<_>>()
        })
        .collect();
    let missing: Vec<&String> = declared.difference(&told).collect();
    assert!(
        missing.is_empty(),
        "no program is rejected with {missing:?}"
    );
    let strange: Vec<&String> = told.difference(&declared).collect();
    assert!(
        strange.is_empty(),
        "codes that the catalogue does not have: {strange:?}"
    );
}

#[test]
fn programs_of_rustcs_exist() {
    for program in RUSTCS {
        let text = read(&root().join(program).with_extension("stderr"));
        let own = |line: &str| {
            line.strip_prefix("error: ")
                .and_then(|rest| rest.split(':').next())
                .and_then(code)
                .is_some()
        };
        assert!(
            errors(&text).any(|line| !own(line)),
            "{program} is told in our words"
        );
    }
}

#[test]
fn programs_and_messages_go_together() {
    let stems = |extension| -> BTreeSet<PathBuf> {
        rejected(extension)
            .into_iter()
            .map(|path| path.with_extension(""))
            .collect()
    };
    assert_eq!(stems("rs"), stems("stderr"));
    assert!(
        stems("rs").len() >= 45,
        "{} rejected programs",
        stems("rs").len()
    );
    let accepted = files(&root().join("pass"), "rs").len();
    assert!(accepted >= 12, "{accepted} accepted programs");
}

#[test]
fn every_error_is_the_compilers_own() {
    for path in rejected("stderr") {
        let text = read(&path);
        let mut count = 0;
        for line in errors(&text) {
            count += 1;
            let own = line
                .strip_prefix("error: ")
                .and_then(|rest| rest.split_once(": "));
            assert!(
                is_rustcs(&path) || own.is_some_and(|(first, _)| code(first).is_some()),
                "{}: {line}",
                path.display()
            );
        }
        assert!(count > 0, "{} holds no error", path.display());
        assert!(
            text.contains("help: "),
            "{} does not say what to do",
            path.display()
        );
    }
}

#[test]
fn messages_are_short() {
    for path in rejected("stderr") {
        let text = read(&path);
        for error in text.split("\nerror: ") {
            let lines: Vec<&str> = error
                .lines()
                .take_while(|line| !line.trim_start().starts_with("--> "))
                .collect();
            // A title, three facts, a help.
            assert!(lines.len() <= 5, "{}: {lines:#?}", path.display());
            let title = lines.first().map_or("", |title| title.trim_end());
            assert!(!title.ends_with('.'), "{}: {title}", path.display());
            let helps = lines.iter().filter(|line| line.contains("help: "));
            assert!(helps.count() <= 1, "{}: {lines:#?}", path.display());
        }
    }
}

#[test]
fn a_broken_body_is_told_once_and_nothing_of_its_callers() {
    let programs = files(&root().join(BROKEN), "stderr");
    assert!(programs.len() >= 2, "{programs:?}");
    for path in programs {
        let text = read(&path);
        let (own, rustcs): (Vec<&str>, Vec<&str>) = errors(&text).partition(|line| {
            ["body", "method", "struct", "enum"]
                .iter()
                .any(|what| line.starts_with(&format!("error: E101: this {what} cannot be read: ")))
        });
        // Mistakes of type are the caller's own; a name that is missing would be a consequence.
        let syntax = rustcs
            .iter()
            .filter(|line| !line.starts_with("error[E0308]: "))
            .count();
        assert!(!own.is_empty(), "{}: the macro is silent", path.display());
        assert!(
            // The parser stops at the first mistake of a body; rustc may go on.
            own.len() <= syntax,
            "{}: {own:?} and {rustcs:?}",
            path.display()
        );
        assert!(
            !text.contains("cannot find"),
            "{}: a name is missing",
            path.display()
        );
    }
}

#[test]
fn no_message_shows_what_is_internal() {
    for path in rejected("stderr")
        .into_iter()
        .chain(files(&root().join(BROKEN), "stderr"))
    {
        let mut text = read(&path);
        // rustc names the macro that the mistake comes from, and what else a trait is implemented for.
        if is_rustcs(&path) {
            text = text.replace("`::eagerpy::__private::__link`", "");
            text = text.replace("eagerpy::__private::model::", "");
            text = text.replace("eagerpy::__private::R2", "");
        }
        for word in [
            "__rt",
            "__hole",
            "__private",
            "Poly",
            "Poison",
            "Opaque",
            "Shape::",
            "Elem::",
            "panicked",
            "--> /",
        ] {
            assert!(!text.contains(word), "{} shows `{word}`", path.display());
        }
    }
}

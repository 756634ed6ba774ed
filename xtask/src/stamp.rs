//! The stamp: a small text file in a finished libtorch folder that says what it was made from.
//!
//! In: a folder. Out: whether it is whole and made from the wheels that this source pins, with the reason
//! if not. The check reads the stamp and a few file sizes, so it costs nothing to ask before every command.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::wheel::{LIBTORCH_VERSION, WHEELS, write_file};

const FILE: &str = "eagerpy-native.stamp";

/// Every file that linking and loading needs, and the header that torch-sys includes first.
const CHECKED: &[&str] = &[
    "build-version",
    "include/torch/csrc/api/include/torch/torch.h",
    "lib/libc10.so",
    "lib/libcudart.so.13",
    "lib/libcupti.so.13",
    "lib/libgomp.so.1",
    "lib/libtorch.so",
    "lib/libtorch_cpu.so",
];

/// What the stamp check found.
#[derive(Debug, PartialEq, Eq)]
pub enum State {
    Whole,
    /// Nothing was ever put there.
    Absent,
    /// The reason, as the end of the sentence "it is not usable: …".
    Unusable(String),
}

/// Looks at a libtorch folder.
pub fn check(folder: &Path) -> State {
    if !folder.exists() {
        return State::Absent;
    }
    let Ok(text) = fs::read_to_string(folder.join(FILE)) else {
        return State::Unusable("it has no stamp".to_owned());
    };
    match find_fault(&text, &recipe(), |path| size(folder, path)) {
        None => State::Whole,
        Some(fault) => State::Unusable(fault),
    }
}

/// Writes the stamp of `folder`, the last step of making one.
pub fn write(folder: &Path) -> Result<()> {
    let mut text = recipe();
    for path in CHECKED {
        let bytes = size(folder, path)
            .with_context(|| format!("{path} is missing in {}", folder.display()))?;
        text.push_str(&format!("file {bytes} {path}\n"));
    }
    write_file(&folder.join(FILE), &text)
}

/// The head of the stamp: all that decides the contents. A new pin makes every older folder stale.
fn recipe() -> String {
    let mut text = format!("libtorch {LIBTORCH_VERSION}\n");
    for wheel in WHEELS {
        text.push_str(&format!("wheel {} {}\n", wheel.sha256, wheel.file));
    }
    text
}

fn size(folder: &Path, path: &str) -> Option<u64> {
    fs::metadata(folder.join(path))
        .ok()
        .map(|metadata| metadata.len())
}

/// The first thing wrong with a folder whose stamp reads `text`, if any.
fn find_fault(text: &str, recipe: &str, size: impl Fn(&str) -> Option<u64>) -> Option<String> {
    let Some(files) = text.strip_prefix(recipe) else {
        return Some("it was made from other packages than this version needs".to_owned());
    };
    let mut recorded = Vec::new();
    for line in files.lines() {
        let Some((bytes, path)) = line
            .strip_prefix("file ")
            .and_then(|rest| rest.split_once(' '))
        else {
            return Some("its stamp is damaged".to_owned());
        };
        match size(path) {
            None => return Some(format!("{path} is missing")),
            Some(found) if found.to_string() != bytes => {
                return Some(format!("{path} has {found} bytes, not {bytes}"));
            }
            Some(_) => recorded.push(path),
        }
    }
    (recorded != CHECKED).then(|| "its stamp is damaged".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECIPE: &str = "libtorch 1\nwheel abc x.whl\n";

    fn stamp() -> String {
        CHECKED.iter().fold(RECIPE.to_owned(), |text, path| {
            text + &format!("file 7 {path}\n")
        })
    }

    #[test]
    fn a_whole_folder_has_no_fault() {
        assert_eq!(find_fault(&stamp(), RECIPE, |_| Some(7)), None);
    }

    #[test]
    fn a_missing_or_cut_file_is_named() {
        let missing = find_fault(&stamp(), RECIPE, |path| {
            (path != "lib/libc10.so").then_some(7)
        });
        assert_eq!(missing.as_deref(), Some("lib/libc10.so is missing"));
        let cut = find_fault(&stamp(), RECIPE, |path| {
            Some(if path == "lib/libc10.so" { 3 } else { 7 })
        });
        assert_eq!(cut.as_deref(), Some("lib/libc10.so has 3 bytes, not 7"));
    }

    #[test]
    fn a_new_pin_makes_an_old_folder_stale() {
        let fault = find_fault(&stamp(), "libtorch 1\nwheel def x.whl\n", |_| Some(7));
        assert_eq!(
            fault.as_deref(),
            Some("it was made from other packages than this version needs")
        );
    }

    #[test]
    fn a_cut_stamp_is_damaged() {
        for length in RECIPE.len()..stamp().len() - 1 {
            assert!(
                find_fault(&stamp()[..length], RECIPE, |_| Some(7)).is_some(),
                "cut to {length} bytes"
            );
        }
    }

    #[test]
    fn a_folder_that_is_not_there_is_absent() {
        assert_eq!(check(Path::new("no/such/folder")), State::Absent);
    }
}

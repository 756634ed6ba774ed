//! The mended examples of `docs/errors`: that rustc takes them is shown by this file's being compiled.
//! What the refused ones give is tested beside the compiler, in `eagerpy-macros/src/messages.rs`.

#![allow(dead_code, reason = "examples that nobody calls")]

include!(concat!(env!("OUT_DIR"), "/pages.rs"));

#[test]
fn every_page_is_here() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/errors");
    let pages = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .filter(|entry| entry.file_name() != "README.md")
        .count();
    assert!(pages > 20, "{pages} pages in {folder}");
    assert_eq!(PAGES.len(), pages, "{PAGES:?}");
}

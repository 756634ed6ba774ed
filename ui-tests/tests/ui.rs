//! Compiles every program of `ui/`: those of `pass` also run, the others must fail in exactly the words
//! of the `.stderr` beside them (`TRYBUILD=overwrite` writes these anew; read them then).

#[test]
fn ui() {
    let cases = trybuild::TestCases::new();
    for folder in [
        "syntax",
        "types",
        "shapes",
        "neural",
        "names",
        "options",
        "indexing",
        "calls",
        "containers",
        "control",
        "broken",
        "gradients",
    ] {
        cases.compile_fail(format!("tests/ui/{folder}/*.rs"));
    }
    cases.pass("tests/ui/pass/*.rs");
}

//! The example `rl_losses`, on every backend of the build.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "../../examples/rl_losses/main.rs"]
#[allow(dead_code)]
mod rl_losses;

#[test]
fn every_caller_agrees_with_plain_rust() {
    let report = rl_losses::compare().unwrap();
    println!("{report}");
    assert_eq!(report.failures(), &[] as &[String]);
}

//! The conformance suite: what every operation must answer, for backends to prove themselves with.
//!
//! | module | what is there |
//! |---|---|
//! | [`any`] | tensors whose element type is known at run time |
//! | [`call`](mod@call) | operations by name, made from the op table |
//! | [`data`] | cases: inputs, arguments and right answers, read from JSON |
//! | [`translate`](mod@translate) | from a case to a call, as its user has to write it |
//! | [`contract`] | where the vocabulary's answer is another than the data's, and why |
//! | [`compare`] | results against right answers |
//! | [`indices`] | indices drawn at random, against a model |
//! | [`run`](mod@run) | cases on a backend |
//! | [`seen`](mod@seen) | what of results is compared that are not unique |
//! | [`suite`] | all of it together: the files, what is known to fail, the report |
//!
//! [`conformance!`](conformance) makes a backend's test of it.

pub mod any;
pub mod call;
pub mod compare;
pub mod contract;
pub mod data;
pub mod indices;
pub mod run;
pub mod seen;
pub mod suite;
pub mod translate;

#[doc(inline)]
pub use crate::__conformance as conformance;
pub use any::{AnyTensor, Typed};
pub use data::{Case, cases};
pub use indices::random_indices;
pub use run::{Failure, Options, Report, Verdict, Way, run, run_case};

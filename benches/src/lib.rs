//! What eagerpy writes, measured against what people write by hand.
//!
//! | module | what |
//! |---|---|
//! | [`functions`] | the functions that are measured, with fusion and without |
//! | [`by_hand`] | the same, by hand |
//! | [`inputs`] | what they are called with |
//! | [`program`] | something that is measured |
//! | [`networks`] | networks that are called, and that gradients are worked out of |
//! | [`chains`] | which programs there are of each chain |
//! | [`cases`] | what is measured, and who takes part |
//! | [`report`] | the figures as tables, what they are held to, and their page |
//! | [`charts`] | what the figures look like |

#![allow(missing_docs, reason = "of use to the two programs beside it only")]

pub mod by_hand;
pub mod cases;
pub mod chains;
pub mod charts;
pub mod functions;
pub mod inputs;
pub mod networks;
pub mod program;
pub mod report;

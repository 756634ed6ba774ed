//! STAGE 5: passes over the IR that make it faster and leave what it means.
//!
//! In: an [`Ir`], behind the gradients, which are written of it as it was. Out: the same one, for `emit`. The passes, in
//! order:
//!
//! | pass | what it does |
//! |---|---|
//! | [`uniform`] | puts numbers in the place of tensors that hold one number over and over |
//! | [`fuse`] | puts chains of elementwise operations together, which can run as one pass |

pub mod fuse;
mod uniform;

use crate::args::Options;
use crate::ir::Ir;

/// All passes that the options ask for.
pub fn optimise(ir: &mut Ir, options: &Options) {
    if options.fuse {
        uniform::uniform(ir);
        fuse::fuse(ir);
    }
}

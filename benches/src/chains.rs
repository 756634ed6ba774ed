//! The chains, and the contestants of each.

use std::rc::Rc;

use crate::by_hand;
use crate::functions::{apart, fused};
use crate::inputs::{All, Sizes};
use crate::program::Contestant;

/// A chain that is measured.
pub struct Chain {
    pub name: &'static str,
    /// Elements that have to be read and written for each element of it, where memory is what it takes.
    pub moves: Option<f64>,
    /// Its contestants.
    pub contestants: fn(&All) -> Vec<Contestant>,
}

/// `name(inputs…)` in all forms and frameworks, then what is written after it.
macro_rules! chains {
    ($($name:ident $fields:tt $(moves $moves:literal)? $(op[$($framework:ident $op:ident),*])?;)*) => {
        /// All chains and functions.
        pub const CHAINS: &[Chain] = &[$(Chain {
            name: stringify!($name),
            moves: chains!(@moves $($moves)?),
            contestants: |all| {
                let mut list = Vec::new();
                chains!(@three list all ndarray $name $fields
                    "ndarray fused" "ndarray apart" "ndarray by hand");
                chains!(@three list all candle $name $fields
                    "candle fused" "candle apart" "candle by hand");
                #[cfg(feature = "tch")]
                chains!(@three list all tch $name $fields
                    "tch fused" "tch apart" "tch by hand");
                $($(chains!(@op $framework list all $op $fields);)*)?
                list
            },
        }),*];
    };
    (@moves) => { None };
    (@moves $moves:literal) => { Some($moves) };
    (@three $list:ident $all:ident $framework:ident $name:ident($($field:ident),*)
        $fused:literal $apart:literal $by_hand:literal) => {
        chains!(@add $list $fused $all.$framework, |i| fused::$name::$framework($(&i.$field),*));
        chains!(@add $list $apart $all.$framework, |i| apart::$name::$framework($(&i.$field),*));
        chains!(@add $list $by_hand $all.$framework, |i| by_hand::$framework::$name($(&i.$field),*));
    };
    (@op candle $list:ident $all:ident $op:ident($($field:ident),*)) => {
        chains!(@add $list "candle op" $all.candle, |i| by_hand::candle::$op($(&i.$field),*));
    };
    (@op tch $list:ident $all:ident $op:ident($($field:ident),*)) => {
        #[cfg(feature = "tch")]
        chains!(@add $list "tch op" $all.tch, |i| by_hand::tch::$op($(&i.$field),*));
    };
    (@add $list:ident $label:literal $inputs:expr, |$i:ident| $call:expr) => {{
        let $i = Rc::clone(&$inputs);
        $list.push(Contestant { name: $label, run: Box::new(move || $call) });
    }};
}

chains! {
    axpy(x, y) moves 3.0;
    bias_relu(xm, b) moves 2.0;
    gelu(x) op[candle gelu_op, tch gelu_op];
    swiglu(x, y) op[candle swiglu_op, tch swiglu_op];
    pgd_step(x, x0, g) moves 4.0;
    adam(x, g, y, v) moves 7.0;
    mse(x, y) moves 2.0 op[tch mse_op];
    huber(x, y) moves 2.0 op[tch huber_op];
    l2_norm(x) moves 1.0 op[tch l2_norm_op];
    softmax(xm) op[candle softmax_op, tch softmax_op];
    crossentropy(xm, labels);
    layer_norm(xm, w, b) op[candle layer_norm_op, tch layer_norm_op];
    // Those that are no chains; up to here the benchmark goes.
    dense(xm, wd, bd);
    gather(xm, at);
    conv(image, kernel, kb);
    rms_norm(xm, w);
    rnn_cell(xm, h, wd, u, bd);
    td_target(xm, reward, done);
    attention(xm, ym, ym);
    cosine(xm, ym);
}

/// How many of them are chains.
pub const BENCHMARKED: usize = 12;

/// Handwritten loops, and the copy that memory allows.
pub fn loops(name: &str, all: &All, sizes: Sizes) -> Vec<Contestant> {
    use by_hand::loops;
    let i = Rc::clone(&all.ndarray);
    let width = sizes.cols;
    // All of them are in row-major order.
    macro_rules! s {
        ($field:ident) => {
            i.$field.as_slice().unwrap_or_default()
        };
    }
    let run: Box<dyn crate::program::Run> = match name {
        "axpy" => Box::new(move || loops::axpy(s!(x), s!(y))),
        "bias_relu" => Box::new(move || loops::bias_relu(s!(xm), s!(b))),
        "gelu" => Box::new(move || loops::gelu(s!(x))),
        "swiglu" => Box::new(move || loops::swiglu(s!(x), s!(y))),
        "pgd_step" => Box::new(move || loops::pgd_step(s!(x), s!(x0), s!(g))),
        "adam" => Box::new(move || loops::adam(s!(x), s!(g), s!(y), s!(v))),
        "mse" => Box::new(move || loops::mse(s!(x), s!(y))),
        "huber" => Box::new(move || loops::huber(s!(x), s!(y))),
        "l2_norm" => Box::new(move || loops::l2_norm(s!(x))),
        "softmax" => Box::new(move || loops::softmax(s!(xm), width)),
        "crossentropy" => Box::new(move || loops::crossentropy(s!(xm), s!(labels), width)),
        "layer_norm" => Box::new(move || loops::layer_norm(s!(xm), s!(w), s!(b))),
        _ => return Vec::new(),
    };
    vec![Contestant {
        name: "loop by hand",
        run,
    }]
}

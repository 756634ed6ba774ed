//! Puts numbers in the place of tensors that hold one number over and over.
//!
//! ```text
//! %d = ones_like %loss : f32[]
//! %2 = divide %d, N as f64 : f32[]
//! %3 = unreduce %2, %e : f32[N]             ─▶
//! %4 = multiply %3, %e : f32[N]                  %4 = multiply 1.0 / N as f64, %e : f32[N]
//! ```
//!
//! Gradients begin with such tensors, and what a mean or a sum hands back is one. The number is worked out on the host, in
//! `f64`, and rounded once. It is made of literals and named dimensions alone, which are the same wherever they stand.

use std::collections::{HashMap, HashSet};

use eagerpy_runtime::DType;
use eagerpy_runtime::ops::Family;
use syn::{Expr, parse_quote};

use super::fuse::shape_in_full;
use crate::check::ty::{Elem, Ty};
use crate::ir::{Arg, HostCode, Inst, Ir, Region, ValueId};

/// Puts numbers in.
pub fn uniform(ir: &mut Ir) {
    let mut body = std::mem::take(&mut ir.body);
    let mut numbers = HashMap::new();
    region(ir, &mut body, &mut numbers);
    while sweep(&mut body, &numbers) {}
    ir.body = body;
    let mut made = std::collections::BTreeSet::new();
    ir.body.defines_within(&mut made);
    if let Some(kept) = &mut ir.kept {
        kept.values
            .retain(|value| made.contains(value) || !numbers.contains_key(value));
    }
}

/// The numbers that tensors are made of.
type Numbers = HashMap<ValueId, Expr>;

fn region(ir: &Ir, of: &mut Region, numbers: &mut Numbers) {
    for inst in &mut of.insts {
        for inner in inst.regions_mut() {
            region(ir, inner, numbers);
        }
        let Inst::Op {
            outs,
            op,
            args,
            origin,
        } = inst
        else {
            continue;
        };
        let [out] = outs.as_slice() else { continue };
        if !is_float(ir, *out) {
            continue;
        }
        if let Some(number) = made(ir, op.name, args, numbers) {
            numbers.insert(*out, number);
            continue;
        }
        let whole = shape_in_full(ir, *out);
        let first = usize::from(op.name == "where_");
        if whole.is_none() || !(op.family == Family::Arith || op.name == "where_") {
            continue;
        }
        // One of the tensors has to say the shape.
        let spans = |arg: &Arg| match arg {
            Arg::Tensor(value) => {
                !numbers.contains_key(value) && shape_in_full(ir, *value) == whole
            }
            _ => false,
        };
        if !args.iter().skip(first).any(spans) {
            continue;
        }
        for arg in args.iter_mut().skip(first) {
            if let Arg::Tensor(value) = arg
                && let Some(number) = numbers.get(value)
            {
                *arg = Arg::Host(HostCode {
                    expr: Box::new(number.clone()),
                    holes: Vec::new(),
                    origin: origin.clone(),
                });
            }
        }
    }
}

/// The number that an operation's result is made of.
fn made(ir: &Ir, name: &str, args: &[Arg], numbers: &Numbers) -> Option<Expr> {
    let number = |arg: &Arg| match arg {
        Arg::Tensor(value) => numbers.get(value).cloned(),
        Arg::Host(code) => constant(ir, code),
        _ => None,
    };
    let first = args.first()?;
    match name {
        "ones_like" => Some(parse_quote!(1.0)),
        "zeros_like" => Some(parse_quote!(0.0)),
        "unreduce" | "expand_dims" | "squeeze" | "reshape" | "broadcast_to" => match first {
            Arg::Tensor(value) => numbers.get(value).cloned(),
            _ => None,
        },
        "negative" => Some(match number(first)? {
            Expr::Lit(number) => parse_quote!(-#number),
            Expr::Unary(inner) => (*inner.expr).clone(),
            number => parse_quote!(-(#number)),
        }),
        "multiply" | "divide" => {
            let [x, y] = args else { return None };
            let (x, y) = (number(x)?, number(y)?);
            let is_one = |x: &Expr| *x == parse_quote!(1.0);
            Some(match name {
                "multiply" if is_one(&x) => y,
                _ if is_one(&y) => x,
                "multiply" => parse_quote!((#x) * (#y)),
                _ => parse_quote!((#x) / (#y)),
            })
        }
        _ => None,
    }
}

/// A float of the host's that is the same wherever it stands.
fn constant(ir: &Ir, code: &HostCode) -> Option<Expr> {
    fn size(ir: &Ir, expr: &Expr) -> bool {
        match expr {
            Expr::Path(path) => path
                .path
                .get_ident()
                .is_some_and(|name| ir.dims.iter().any(|dim| name == dim)),
            Expr::Lit(lit) => matches!(&lit.lit, syn::Lit::Int(_)),
            Expr::Paren(inner) => size(ir, &inner.expr),
            Expr::Group(inner) => size(ir, &inner.expr),
            _ => false,
        }
    }
    fn float(ir: &Ir, expr: &Expr) -> bool {
        match expr {
            Expr::Lit(lit) => match &lit.lit {
                syn::Lit::Float(number) => matches!(number.suffix(), "" | "f64"),
                _ => false,
            },
            Expr::Paren(inner) => float(ir, &inner.expr),
            Expr::Group(inner) => float(ir, &inner.expr),
            Expr::Unary(unary) => matches!(unary.op, syn::UnOp::Neg(_)) && float(ir, &unary.expr),
            Expr::Cast(cast) => {
                let to: syn::Type = parse_quote!(f64);
                *cast.ty == to && size(ir, &cast.expr)
            }
            Expr::Binary(binary) => {
                use syn::BinOp::{Div, Mul};
                matches!(binary.op, Mul(_) | Div(_))
                    && float(ir, &binary.left)
                    && float(ir, &binary.right)
            }
            _ => false,
        }
    }
    (code.holes.is_empty() && float(ir, &code.expr)).then(|| (*code.expr).clone())
}

fn is_float(ir: &Ir, value: ValueId) -> bool {
    match ir.values.get(value).map(|v| &v.ty) {
        Some(Ty::Tensor(tensor)) => match tensor.dtype {
            Elem::Shared => true,
            Elem::Known(dtype) => matches!(dtype, DType::F32 | DType::F64),
            _ => false,
        },
        _ => false,
    }
}

/// Takes out what made such tensors and is used no more; says whether there was any.
fn sweep(body: &mut Region, numbers: &Numbers) -> bool {
    let used: HashSet<ValueId> = body.uses_within().into_iter().collect();
    let mut found = false;
    drop_idle(body, &used, numbers, &mut found);
    found
}

fn drop_idle(of: &mut Region, used: &HashSet<ValueId>, numbers: &Numbers, found: &mut bool) {
    of.insts.retain(|inst| match inst {
        Inst::Op { outs, .. } => {
            let [out] = outs.as_slice() else { return true };
            let idle = numbers.contains_key(out) && !used.contains(out);
            *found |= idle;
            !idle
        }
        _ => true,
    });
    for inst in &mut of.insts {
        for inner in inst.regions_mut() {
            drop_idle(inner, used, numbers, found);
        }
    }
}

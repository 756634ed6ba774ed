//! The kernels of a function's chains: each operation as one of numbers.
//!
//! ```text
//! %3 = subtract %x, %y          let v3 = __L::subtract(x0, x1);
//! %5 = multiply %4, scale       let v5 = __L::multiply(v4, n0);
//! give %5                       [v5]
//! ```

use std::collections::BTreeSet;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use eagerpy_runtime::fuse::Fold;
use eagerpy_runtime::ops::OpInfo;

use crate::ir::{Arg, HostCode, Inst, Ir, Out, Region, ValueId};
use crate::opt::fuse::{kernels, reads};

/// The name of a kernel.
pub fn name(kernel: usize) -> Ident {
    Ident::new(&format!("__Fused{kernel}"), Span::mixed_site())
}

/// All kernels of a function.
pub fn emit(ir: &Ir) -> TokenStream {
    let kernels = kernels(ir);
    if kernels.is_empty() {
        return TokenStream::new();
    }
    let each = kernels
        .into_iter()
        .map(|(number, body)| kernel(number, body));
    quote! {
        use __rt::fuse::Lane as __L;
        #(#each)*
    }
}

fn kernel(number: usize, body: &Region) -> TokenStream {
    let (tensors, numbers) = reads(body);
    let mut made = BTreeSet::new();
    body.defines_within(&mut made);
    let mut writer = Writer {
        tensors: &tensors,
        made,
        numbers: 0,
    };
    let mut lines = Vec::new();
    for inst in &body.insts {
        if let Inst::Op { outs, op, args, .. } = inst
            && Fold::named(op.name).is_none()
        {
            let value = writer.operation(op, args);
            let names = outs.iter().map(|out| inner(*out));
            lines.push(quote!(let #(#names)* = #value;));
        }
    }
    let outs: Vec<Ident> = body
        .outs
        .iter()
        .filter_map(|out| match out {
            Out::Tensor(value) => Some(inner(folded(body, *value).map_or(*value, |fold| fold.of))),
            Out::Host(_) => None,
        })
        .collect();
    let folds = body.insts.iter().any(|inst| match inst {
        Inst::Op { op, .. } => Fold::named(op.name).is_some(),
        _ => false,
    });
    let folds = folds.then(|| {
        quote!(
            const FOLDS: bool = true;
        )
    });
    let name = name(number);
    let x = (0..tensors.len()).map(|place| numbered("x", place));
    let n = (0..numbers.len()).map(|place| numbered("n", place));
    let [i, k, o, count] = [tensors.len(), numbers.len(), outs.len(), body.insts.len()]
        .map(proc_macro2::Literal::usize_unsuffixed);
    quote! {
        struct #name;
        impl __rt::fuse::Kernel<#i, #k, #o> for #name {
            const OPERATIONS: usize = #count;
            #folds
            #[inline(always)]
            fn each<T: __L>([#(#x),*]: [T; #i], [#(#n),*]: [T; #k]) -> [T; #o] {
                #(#lines)*
                [#(#outs),*]
            }
        }
    }
}

/// A reduction in a chain.
pub struct Folded<'a> {
    pub fold: Fold,
    pub of: ValueId,
    /// Axes, and whether they stay.
    pub rest: &'a [Arg],
}

/// The reduction that a value of a chain comes from.
pub fn folded(body: &Region, value: ValueId) -> Option<Folded<'_>> {
    body.insts.iter().find_map(|inst| match inst {
        Inst::Op { outs, op, args, .. } if outs.contains(&value) => {
            let fold = Fold::named(op.name)?;
            match args.split_first()? {
                (Arg::Tensor(of), rest) => Some(Folded {
                    fold,
                    of: *of,
                    rest,
                }),
                _ => None,
            }
        }
        _ => None,
    })
}

struct Writer<'a> {
    tensors: &'a [ValueId],
    made: BTreeSet<ValueId>,
    /// The numbers so far, in the order of [`reads`].
    numbers: usize,
}

impl Writer<'_> {
    fn operation(&mut self, op: &OpInfo, args: &[Arg]) -> TokenStream {
        let args: Vec<TokenStream> = args.iter().map(|arg| self.operand(arg)).collect();
        match (op.name, args.as_slice()) {
            ("logical_and", [x, y]) => quote!(#x & #y),
            ("logical_or", [x, y]) => quote!(#x | #y),
            ("logical_xor", [x, y]) => quote!(#x ^ #y),
            ("logical_not", [x]) => quote!(!#x),
            (name, args) => {
                let name = Ident::new(name, Span::mixed_site());
                quote!(__L::#name(#(#args),*))
            }
        }
    }

    fn operand(&mut self, arg: &Arg) -> TokenStream {
        match arg {
            Arg::Tensor(value) if self.made.contains(value) => {
                let name = inner(*value);
                quote!(#name)
            }
            Arg::Tensor(value) => {
                let place = self.tensors.iter().position(|tensor| tensor == value);
                let name = numbered("x", place.unwrap_or_default());
                quote!(#name)
            }
            Arg::Host(code) => match literal(code) {
                Some(number) => quote!(T::number(#number)),
                None => {
                    let name = numbered("n", self.numbers);
                    self.numbers += 1;
                    quote!(#name)
                }
            },
            _ => TokenStream::new(),
        }
    }
}

fn inner(value: ValueId) -> Ident {
    numbered("v", value)
}

fn numbered(letter: &str, number: usize) -> Ident {
    Ident::new(&format!("{letter}{number}"), Span::mixed_site())
}

/// A number that is written in the program.
pub fn literal(code: &HostCode) -> Option<TokenStream> {
    let (sign, number) = match &*code.expr {
        syn::Expr::Unary(syn::ExprUnary {
            op: syn::UnOp::Neg(sign),
            expr,
            ..
        }) => (Some(sign), &**expr),
        number => (None, number),
    };
    let syn::Expr::Lit(lit) = number else {
        return None;
    };
    match &lit.lit {
        syn::Lit::Float(v) if v.suffix().is_empty() => Some(quote!(__rt::Num::Float(#sign #v))),
        syn::Lit::Int(v) if v.suffix().is_empty() => Some(quote!(__rt::Num::Int(#sign #v))),
        syn::Lit::Bool(v) if sign.is_none() => Some(quote!(__rt::Num::Bool(#v))),
        _ => None,
    }
}

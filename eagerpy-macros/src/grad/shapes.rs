//! Of which tensors code reads more than their sizes and element type.
//!
//! What the way back of a loop needs for its form alone, as `h` in `dy.sum_to(h)`, need not be kept with its elements.

use std::collections::HashSet;

use eagerpy_runtime::ops::OpInfo;
use proc_macro2::Ident;
use quote::ToTokens;
use syn::Expr;
use syn::visit::Visit;

/// The names that are read as they are.
#[derive(Default)]
pub struct Reads(HashSet<String>);

impl Reads {
    pub fn reads(&self, name: &Ident) -> bool {
        self.0.contains(&name.to_string())
    }

    fn arguments<'a>(&mut self, called: &str, args: impl Iterator<Item = &'a Expr>) {
        let form = form_of(called);
        for (place, arg) in args.enumerate() {
            if !(form == Some(place) && is_name(arg)) {
                self.visit_expr(arg);
            }
        }
    }
}

/// What takes its first argument for its sizes and its element type: operations, and questions that these answer.
const OF_A_FORM: [&str; 6] = [
    "zeros_like",
    "ones_like",
    "full_like",
    "shape",
    "ndim",
    "dim",
];

/// The place of the argument that an operation takes for its form alone.
fn form_of(name: &str) -> Option<usize> {
    if OF_A_FORM.contains(&name) {
        return Some(0);
    }
    let params = OpInfo::find(name)?.params;
    params.iter().position(|param| param.name == "like")
}

fn is_name(expr: &Expr) -> bool {
    matches!(expr, Expr::Path(path) if path.path.get_ident().is_some())
}

impl<'a> Visit<'a> for Reads {
    fn visit_expr_method_call(&mut self, call: &'a syn::ExprMethodCall) {
        let args = std::iter::once(&*call.receiver).chain(&call.args);
        self.arguments(&call.method.to_string(), args);
    }

    fn visit_expr_call(&mut self, call: &'a syn::ExprCall) {
        let name = match &*call.func {
            Expr::Path(path) => path.path.get_ident().map(ToString::to_string),
            _ => None,
        };
        self.visit_expr(&call.func);
        self.arguments(&name.unwrap_or_default(), call.args.iter());
    }

    fn visit_expr_path(&mut self, path: &'a syn::ExprPath) {
        if let Some(name) = path.path.get_ident() {
            self.0.insert(name.to_string());
        }
    }

    // The way back of a closure stands in one.
    fn visit_attribute(&mut self, attr: &'a syn::Attribute) {
        super::reverse::words(attr.to_token_stream(), &mut self.0);
    }

    fn visit_macro(&mut self, mac: &'a syn::Macro) {
        super::reverse::words(mac.to_token_stream(), &mut self.0);
    }
}

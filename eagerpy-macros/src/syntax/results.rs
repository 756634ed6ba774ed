//! What a block gives, in one form.
//!
//! `native! { … }` at the end of a block is its value, which syn reads as a statement. And a body whose result is written as `Result<…>`: `Ok(value)` where it ends becomes the value, `Err(error)` becomes
//! `return Err(error)`. So the other stages know values alone.

/// Makes an expression of each `native! { … }` that ends a block.
pub fn native_values(body: &mut syn::Block) {
    struct Ends;
    impl VisitMut for Ends {
        fn visit_block_mut(&mut self, block: &mut syn::Block) {
            if let Some(last) = block.stmts.last_mut()
                && let syn::Stmt::Macro(stmt) = last
                && stmt.semi_token.is_none()
                && stmt.mac.path.is_ident("native")
            {
                let expr = syn::Expr::Macro(syn::ExprMacro {
                    attrs: stmt.attrs.clone(),
                    mac: stmt.mac.clone(),
                });
                *last = syn::Stmt::Expr(expr, None);
            }
            syn::visit_mut::visit_block_mut(self, block);
        }
    }
    Ends.visit_block_mut(body);
}

/// Rewrites the places where the body gives its result.
pub fn unwrap(body: &mut syn::Block) {
    end_of(body);
    Returns.visit_block_mut(body);
}

use syn::visit_mut::VisitMut;

fn end_of(block: &mut syn::Block) {
    if let Some(syn::Stmt::Expr(end, None)) = block.stmts.last_mut() {
        end_at(end);
    }
}

fn end_at(expr: &mut syn::Expr) {
    match expr {
        syn::Expr::Paren(inner) => end_at(&mut inner.expr),
        syn::Expr::Group(inner) => end_at(&mut inner.expr),
        syn::Expr::Block(block) if block.label.is_none() => end_of(&mut block.block),
        syn::Expr::If(branch) => {
            end_of(&mut branch.then_branch);
            if let Some((_, other)) = &mut branch.else_branch {
                end_at(other);
            }
        }
        syn::Expr::Match(matching) => matching
            .arms
            .iter_mut()
            .for_each(|arm| end_at(&mut arm.body)),
        syn::Expr::Call(call) => {
            if let Some(value) = argument(call, "Ok") {
                *expr = value;
            } else if argument(call, "Err").is_some() {
                let error = &*call;
                *expr = syn::parse_quote!(return #error);
            }
        }
        _ => {}
    }
}

/// The argument of `Ok(…)` or `Err(…)`.
pub fn argument(call: &syn::ExprCall, name: &str) -> Option<syn::Expr> {
    let called = matches!(&*call.func, syn::Expr::Path(path)
        if path.path.segments.last().is_some_and(|last| last.ident == name));
    match call.args.first() {
        Some(value) if called && call.args.len() == 1 => Some(value.clone()),
        _ => None,
    }
}

struct Returns;

impl VisitMut for Returns {
    fn visit_expr_return_mut(&mut self, ret: &mut syn::ExprReturn) {
        if let Some(syn::Expr::Call(call)) = ret.expr.as_deref()
            && let Some(value) = argument(call, "Ok")
        {
            ret.expr = Some(Box::new(value));
        }
        syn::visit_mut::visit_expr_return_mut(self, ret);
    }
    // Their returns are their own.
    fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}
    fn visit_expr_async_mut(&mut self, _: &mut syn::ExprAsync) {}
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

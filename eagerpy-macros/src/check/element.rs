//! Changes of lists: `list[i] = value;`, `list[i] += value;`, `list.pop();`.
//!
//! In: a statement. Out: the same in the typed program, where it is about a list of the function's own.

use super::Checker;
use super::expr::operator_name;
use super::hir::{Node, NodeKind, Stmt, VarId};
use super::ty::Ty;

impl Checker<'_> {
    /// `list[i] = value;` `false`: it is about no list.
    pub(super) fn set_element(
        &mut self,
        left: &syn::Expr,
        right: &syn::Expr,
        out: &mut Vec<Stmt>,
    ) -> bool {
        let Some(list) = self.target_list(left) else {
            return false;
        };
        let place = self.expr(left);
        let value = self.expr(right);
        self.set_at(list, place, value, left, out);
        true
    }

    /// `list[i] += value;`
    pub(super) fn update_element(
        &mut self,
        expr: &syn::Expr,
        binary: &syn::ExprBinary,
        out: &mut Vec<Stmt>,
    ) -> bool {
        let Some(list) = self.target_list(&binary.left) else {
            return false;
        };
        let Some(name) = operator_name(&binary.op) else {
            return false;
        };
        let place = self.expr(&binary.left);
        let (left, right) = (self.expr(&binary.left), self.expr(&binary.right));
        if matches!(left.ty, Ty::Poison) {
            return true;
        }
        let value = self.operator(name, vec![left, right], expr, &binary.op);
        self.set_at(list, place, value, &binary.left, out);
        true
    }

    /// `list.pop();`
    pub(super) fn pop_stmt(&mut self, call: &syn::ExprMethodCall, out: &mut Vec<Stmt>) -> bool {
        if call.method != "pop" || !call.args.is_empty() {
            return false;
        }
        let Some(list) = self.list_var(&call.receiver) else {
            return false;
        };
        if !self.writes_outside(list, &call.receiver) && self.may_change(list, &call.receiver) {
            self.pushed.insert(list);
            out.push(Stmt::Pop { list });
        }
        true
    }

    /// The variable of the list in `list[i]`.
    fn target_list(&self, left: &syn::Expr) -> Option<VarId> {
        match left {
            syn::Expr::Index(index) => self.list_var(&index.expr),
            _ => None,
        }
    }

    fn set_at(
        &mut self,
        list: VarId,
        place: Node,
        value: Node,
        left: &syn::Expr,
        out: &mut Vec<Stmt>,
    ) {
        let NodeKind::Element { index, .. } = place.kind else {
            // What is wrong with the position was told.
            return;
        };
        let at = match left {
            syn::Expr::Index(index) => &index.expr,
            other => other,
        };
        if self.writes_outside(list, at) {
            return;
        }
        if let Some(value) = self.fits_list(list, at, value) {
            self.pushed.insert(list);
            out.push(Stmt::SetElement {
                list,
                index,
                value,
                origin: place.origin,
            });
        }
    }
}

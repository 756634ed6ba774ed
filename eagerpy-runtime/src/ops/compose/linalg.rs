//! Matrices. The leading axes are a stack of them.
//!
//! What has no formula of other operations is worked out on the host, in `f64`, and rounded once
//! (`crate::linalg`). Where the framework tracks gradients through the input, a second tensor carries them:
//! the *carrier* is linear in the input, made of the framework's own operations, and has the derivative that the
//! result must have; the result is `value + (carrier - its own value)`, in which the brackets are 0. So first
//! derivatives are right, and derivatives of derivatives are not.
//!
//! The derivatives are those of Giles, "An extended collection of matrix derivative results" (2008), and Townsend,
//! "Differentiating the singular value decomposition" (2016).

use super::{Out, Part, joined};
use crate::backend::Backend;
use crate::dtype::DType;
use crate::element::{Element, Float, Numeric};
use crate::error::{Error, Result};
use crate::linalg::{self, Elements};
use crate::num::Num;
use crate::shape::{self, Shape};

/// Two results.
pub type Two<B, E> = Result<(
    <B as Backend>::Tensor<'static, E>,
    <B as Backend>::Tensor<'static, E>,
)>;
/// Three results.
pub type Three<B, E> = Result<(
    <B as Backend>::Tensor<'static, E>,
    <B as Backend>::Tensor<'static, E>,
    <B as Backend>::Tensor<'static, E>,
)>;

/// The matrices of a tensor, on the host.
struct Stack {
    lead: Shape,
    rows: usize,
    columns: usize,
    data: Elements,
}

/// On erased backends the element type is looked at here.
fn floats<B: Backend, E: Float>(x: &Part<'_, B, E>) -> Result<()> {
    match B::dtype::<E>(&x.view()) {
        Some(dtype) if !dtype.is_float() => Err(Error::dtype(format!(
            "needs floats, not {}; cast with `astype`",
            shape::show(Some(dtype), &x.shape())
        ))),
        _ => Ok(()),
    }
}

impl Stack {
    fn of<B: Backend, E: Float>(x: &Part<'_, B, E>) -> Result<Stack> {
        floats(x)?;
        let sizes = x.shape();
        let at = sizes.len().saturating_sub(2);
        let (lead, core) = sizes.split_at(at);
        let (rows, columns) = match core {
            [rows, columns] => (*rows, *columns),
            _ => {
                return Err(Error::shape(format!(
                    "takes matrices, (..., m, n), not {sizes:?}"
                )));
            }
        };
        let nums = B::to_nums::<E>(x.view())?;
        Ok(Stack {
            lead: Shape::from_slice(lead),
            rows,
            columns,
            data: nums.into_iter().map(Num::to_f64).collect(),
        })
    }

    fn len(&self) -> usize {
        shape::size(&self.lead)
    }

    fn at(&self, number: usize) -> &[f64] {
        let size = self.rows * self.columns;
        let start = number * size;
        self.data.get(start..start + size).unwrap_or_default()
    }

    /// Which of the matrices an error is about.
    fn named(&self, number: usize, error: Error) -> Error {
        if self.lead.is_empty() {
            return error;
        }
        let mut rest = number;
        let mut place: Shape = Shape::new();
        for &size in self.lead.iter().rev() {
            place.insert(0, rest % size.max(1));
            rest /= size.max(1);
        }
        Error::new(
            error.kind(),
            format!("{}, at {place:?} of the stack", error.message()),
        )
    }

    /// One result of each matrix, behind one another.
    fn map(&self, mut of: impl FnMut(&[f64]) -> Result<Elements>) -> Result<Elements> {
        let mut out = Elements::new();
        for number in 0..self.len() {
            out.extend(of(self.at(number)).map_err(|e| self.named(number, e))?);
        }
        Ok(out)
    }

    /// Two results of each matrix.
    fn map_two(
        &self,
        mut of: impl FnMut(&[f64]) -> Result<(Elements, Elements)>,
    ) -> Result<(Elements, Elements)> {
        let mut second = Elements::new();
        let first = self.map(|a| {
            let (first, more) = of(a)?;
            second.extend(more);
            Ok(first)
        })?;
        Ok((first, second))
    }

    /// A tensor with these axes behind the leading ones, beside another tensor.
    fn tensor<B: Backend, E: Float>(
        &self,
        like: &Part<'_, B, E>,
        core: &[usize],
        data: Elements,
    ) -> Result<Part<'static, B, E>> {
        let sizes: Shape = self.lead.iter().chain(core).copied().collect();
        B::from_f64s::<E>(&B::place::<E>(&like.view()), &sizes, data).map(Part)
    }

    /// The same matrix for each, beside another tensor.
    fn same<B: Backend, E: Float>(
        &self,
        like: &Part<'_, B, E>,
        rows: usize,
        columns: usize,
        of: impl Fn(usize, usize) -> f64,
    ) -> Result<Part<'static, B, E>> {
        let each: Elements = (0..rows)
            .flat_map(|i| (0..columns).map(move |j| (i, j)))
            .map(|(i, j)| of(i, j))
            .collect();
        let data = (0..self.len()).flat_map(|_| each.iter().copied()).collect();
        self.tensor(like, &[rows, columns], data)
    }
}

fn tracked<B: Backend, E: Element>(x: &Part<'_, B, E>) -> bool {
    B::tracked::<E>(&x.view())
}

/// The value, with the derivative of the carrier.
fn carried<B: Backend, E: Float>(
    value: &Part<'_, B, E>,
    carrier: &Part<'_, B, E>,
) -> Result<Part<'static, B, E>> {
    let own: Elements = B::to_nums::<E>(carrier.view())?
        .into_iter()
        .map(Num::to_f64)
        .collect();
    let place = B::place::<E>(&carrier.view());
    let own = Part::<B, E>(B::from_f64s::<E>(&place, &carrier.shape(), own)?);
    value.add(&carrier.sub(&own)?)
}

/// The matrices transposed.
fn turned<'x, B: Backend, E: Element>(x: &'x Part<'_, B, E>) -> Result<Part<'x, B, E>> {
    let rank = x.shape().len();
    let mut order: Shape = (0..rank).collect();
    if rank >= 2 {
        order.swap(rank - 2, rank - 1);
    }
    x.transpose(&order)
}

/// Σᵢⱼ xᵢⱼ yᵢⱼ of each matrix.
fn inner<B: Backend, E: Float>(
    x: &Part<'_, B, E>,
    y: &Part<'_, B, E>,
) -> Result<Part<'static, B, E>> {
    let rank = x.shape().len();
    x.mul(y)?
        .sum(&[rank.saturating_sub(2), rank.saturating_sub(1)], false)
}

/// Σᵢ xᵢⱼ yᵢⱼ of each matrix.
fn columns<B: Backend, E: Float>(
    x: &Part<'_, B, E>,
    y: &Part<'_, B, E>,
) -> Result<Part<'static, B, E>> {
    let rank = x.shape().len();
    x.mul(y)?.sum(&[rank.saturating_sub(2)], false)
}

/// The symmetric matrices of which only the lower triangle is read.
fn symmetric<B: Backend, E: Float>(
    x: &Part<'_, B, E>,
    stack: &Stack,
) -> Result<Part<'static, B, E>> {
    let n = stack.rows;
    let lower = stack.same(x, n, n, |i, j| f64::from(u8::from(i >= j)))?;
    let strict = stack.same(x, n, n, |i, j| f64::from(u8::from(i > j)))?;
    let above = x.mul(&strict)?;
    x.mul(&lower)?.add(&turned(&above)?)
}

/// The determinant: the product of the pivots of LU with partial pivoting.
pub fn det<B: Backend, E: Float>(x: B::View<'_, E>) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    let stack = Stack::of(&x)?;
    let n = stack.rows;
    let value = stack.map(|a| linalg::det(a, n).map(|det| vec![det]))?;
    let value = stack.tensor(&x, &[], value)?;
    if !tracked(&x) {
        return Ok(value.0);
    }
    // d det A = Σ cᵢⱼ daᵢⱼ with the cofactors c = det(UVᵀ) U diag(Πₖ≠ᵢ sₖ) Vᵀ, which singular matrices have, too.
    let cofactors = stack.map(|a| {
        let (u, s, vh) = linalg::svd(a, n, n)?;
        let sign = linalg::det(&u, n)? * linalg::det(&vh, n)?;
        let others: Elements = (0..n)
            .map(|skip| {
                let rest = s.iter().enumerate().filter(|(k, _)| *k != skip);
                rest.fold(sign, |product, (_, s)| product * s)
            })
            .collect();
        Ok(product(&scaled(&u, &others, n), &vh, n, n, n))
    })?;
    let cofactors = stack.tensor(&x, &[n, n], cofactors)?;
    Ok(carried(&value, &inner(&x, &cofactors)?)?.0)
}

/// `A diag(d)` on the host.
fn scaled(a: &[f64], d: &[f64], columns: usize) -> Elements {
    let factor = |place: usize| d.get(place % columns.max(1)).copied().unwrap_or(0.0);
    a.iter()
        .enumerate()
        .map(|(place, v)| v * factor(place))
        .collect()
}

/// The product of matrices of `m` by `k` and `k` by `n` on the host.
fn product(a: &[f64], b: &[f64], m: usize, k: usize, n: usize) -> Elements {
    let get = |list: &[f64], place: usize| list.get(place).copied().unwrap_or(0.0);
    (0..m)
        .flat_map(|i| (0..n).map(move |j| (i, j)))
        .map(|(i, j)| (0..k).map(|l| get(a, i * k + l) * get(b, l * n + j)).sum())
        .collect()
}

/// `Aᵀ` of a matrix of `m` by `n` on the host.
fn flipped(a: &[f64], m: usize, n: usize) -> Elements {
    (0..n)
        .flat_map(|j| (0..m).map(move |i| (i, j)))
        .map(|(i, j)| a.get(i * n + j).copied().unwrap_or(0.0))
        .collect()
}

/// The sign of the determinant, and the logarithm of its size.
pub fn slogdet<B: Backend, E: Float>(x: B::View<'_, E>) -> Two<B, E> {
    let x = Part::<B, E>::of(x)?;
    let stack = Stack::of(&x)?;
    let n = stack.rows;
    let (sign, log) = stack.map_two(|a| {
        let (sign, log) = linalg::slogdet(a, n)?;
        Ok((vec![sign], vec![log]))
    })?;
    let sign = stack.tensor(&x, &[], sign)?;
    let log = stack.tensor(&x, &[], log)?;
    if !tracked(&x) {
        return Ok((sign.0, log.0));
    }
    // d log|det A| = tr(A⁻¹ dA)
    let inverse = stack.map(|a| {
        let inverse = linalg::inv(a, n).map_err(|e| {
            Error::new(
                e.kind(),
                format!("{}, and its logarithm has no gradient", e.message()),
            )
        })?;
        Ok(flipped(&inverse, n, n))
    })?;
    let inverse = stack.tensor(&x, &[n, n], inverse)?;
    Ok((sign.0, carried(&log, &inner(&x, &inverse)?)?.0))
}

/// The inverse.
pub fn inv<B: Backend, E: Float>(x: B::View<'_, E>) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    let stack = Stack::of(&x)?;
    let n = stack.rows;
    let value = stack.map(|a| linalg::inv(a, n))?;
    let value = stack.tensor(&x, &[n, n], value)?;
    if !tracked(&x) {
        return Ok(value.0);
    }
    // d A⁻¹ = -A⁻¹ dA A⁻¹
    let carrier = value.matmul(&x)?.matmul(&value)?.negative()?;
    Ok(carried(&value, &carrier)?.0)
}

/// Both sides of a system, with equal leading axes.
struct System<'a, B: Backend, E: Element> {
    left: Part<'a, B, E>,
    right: Part<'a, B, E>,
}

/// Calls with both sides of a system as matrices with equal leading axes; the axis of a vector goes again.
fn system<B: Backend, E: Float>(
    x: B::View<'_, E>,
    y: B::View<'_, E>,
    solve: impl FnOnce(&System<'_, B, E>) -> Result<Part<'static, B, E>>,
) -> Out<B, E> {
    let (x, y) = (Part::<B, E>::of(x)?, Part::<B, E>::of(y)?);
    let vector = y.shape().len() == 1;
    let y = if vector {
        y.expand_dims(&[1])?
    } else {
        Part::of(y.view())?
    };
    let (left, right) = (x.shape(), y.shape());
    let (left_lead, left_core) = left.split_at(left.len().saturating_sub(2));
    let (right_lead, right_core) = right.split_at(right.len().saturating_sub(2));
    let lead = shape::broadcast(left_lead, right_lead)?;
    let whole = |core: &[usize]| -> Shape { lead.iter().chain(core).copied().collect() };
    let solved = solve(&System {
        left: x.broadcast_to(&whole(left_core))?,
        right: y.broadcast_to(&whole(right_core))?,
    })?;
    if !vector {
        return Ok(solved.0);
    }
    solved.squeeze(&[lead.len() + 1])?.copied()
}

/// The solution of `A X = B`.
pub fn solve<B: Backend, E: Float>(x: B::View<'_, E>, y: B::View<'_, E>) -> Out<B, E> {
    system::<B, E>(x, y, |system| by_matrices(system, linalg::solve, Ok))
}

/// The solution of `A X = B`, matrix by matrix; `read` is what is read of `A`.
fn by_matrices<B: Backend, E: Float>(
    system: &System<'_, B, E>,
    of: impl Fn(&[f64], &[f64], usize, usize) -> Result<Elements>,
    read: impl FnOnce(Part<'static, B, E>) -> Result<Part<'static, B, E>>,
) -> Result<Part<'static, B, E>> {
    let (left, right) = (&system.left, &system.right);
    let (a, b) = (Stack::of(left)?, Stack::of(right)?);
    let (n, k) = (a.rows, b.columns);
    let mut number = 0;
    let value = a.map(|matrix| {
        let solved = of(matrix, b.at(number), n, k);
        number += 1;
        solved
    })?;
    let value = a.tensor(left, &[n, k], value)?;
    if !(tracked(left) || tracked(right)) {
        return Ok(value);
    }
    // dX = A⁻¹(dB - dA X)
    let mut unit = vec![0.0; n * n];
    for i in 0..n {
        if let Some(one) = unit.get_mut(i * n + i) {
            *one = 1.0;
        }
    }
    let inverse = a.map(|matrix| of(matrix, &unit, n, n))?;
    let inverse = a.tensor(left, &[n, n], inverse)?;
    let matrix = read(Part(left.copied()?))?;
    let carrier = inverse.matmul(&right.sub(&matrix.matmul(&value)?)?)?;
    carried(&value, &carrier)
}

/// The solution of `A X = B` with a triangular `A`.
pub fn solve_triangular<B: Backend, E: Float>(
    x: B::View<'_, E>,
    y: B::View<'_, E>,
    lower: bool,
) -> Out<B, E> {
    system::<B, E>(x, y, |system| {
        let of = |a: &[f64], b: &[f64], n: usize, k: usize| {
            linalg::solve_triangular(a, b, n, k, lower)
                .ok_or_else(|| Error::value("the matrix is singular"))
        };
        let stack = Stack::of(&system.left)?;
        let n = stack.rows;
        let mask = stack.same(&system.left, n, n, |i, j| {
            f64::from(u8::from(if lower { i >= j } else { i <= j }))
        })?;
        by_matrices(system, of, |a| a.mul(&mask))
    })
}

/// The lower triangular `L` of `A = LLᵀ`.
pub fn cholesky<B: Backend, E: Float>(x: B::View<'_, E>) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    let stack = Stack::of(&x)?;
    let n = stack.rows;
    let factors = stack.map(|a| linalg::cholesky(a, n))?;
    let value = stack.tensor(&x, &[n, n], factors)?;
    if !tracked(&x) {
        return Ok(value.0);
    }
    // dL = L Φ(L⁻¹ dA L⁻ᵀ), where Φ takes the lower triangle and half of the diagonal (Murray 2016, arXiv 1602.07527).
    let host = Stack::of(&value)?;
    let inverse = host.map(|a| linalg::inv(a, n))?;
    let inverse = stack.tensor(&x, &[n, n], inverse)?;
    let half = stack.same(&x, n, n, |i, j| match i.cmp(&j) {
        std::cmp::Ordering::Greater => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Less => 0.0,
    })?;
    let inside = inverse
        .matmul(&symmetric(&x, &stack)?)?
        .matmul(&turned(&inverse)?)?;
    let carrier = value.matmul(&inside.mul(&half)?)?;
    Ok(carried(&value, &carrier)?.0)
}

/// `Q` and `R` of `A = QR`, reduced.
pub fn qr<B: Backend, E: Float>(x: B::View<'_, E>) -> Two<B, E> {
    let x = Part::<B, E>::of(x)?;
    let stack = Stack::of(&x)?;
    let (m, n) = (stack.rows, stack.columns);
    let k = m.min(n);
    let (q, r) = stack.map_two(|a| linalg::qr(a, m, n))?;
    let (q, r) = (stack.tensor(&x, &[m, k], q)?, stack.tensor(&x, &[k, n], r)?);
    if !tracked(&x) {
        return Ok((q.0, r.0));
    }
    if m < n {
        return Err(Error::unsupported(
            "no gradient flows through `qr` of matrices with more columns than rows: detach them",
        ));
    }
    // With M = Qᵀ dA R⁻¹ and C its part below the diagonal: Ω = C - Cᵀ, dR = (M - Ω) R, dQ = Q Ω + (1 - QQᵀ) dA R⁻¹.
    let inverse = Stack::of(&r)?.map(|a| linalg::inv(a, n))?;
    let inverse = stack.tensor(&x, &[n, n], inverse)?;
    let below = stack.same(&x, n, n, |i, j| f64::from(u8::from(i > j)))?;
    let outside = x.matmul(&inverse)?;
    let inside = turned(&q)?.matmul(&outside)?;
    let c = inside.mul(&below)?;
    let turn = c.sub(&turned(&c)?)?;
    let dr = inside.sub(&turn)?.matmul(&r)?;
    let dq = q.matmul(&turn)?.add(&outside.sub(&q.matmul(&inside)?)?)?;
    Ok((carried(&q, &dq)?.0, carried(&r, &dr)?.0))
}

/// The eigenvalues of symmetric matrices, ascending.
pub fn eigvalsh<B: Backend, E: Float>(x: B::View<'_, E>) -> Out<B, E> {
    let whole = Part::<B, E>::of(x.clone())?;
    if tracked(&whole) {
        return eigh::<B, E>(x).map(|(values, _)| values);
    }
    let stack = Stack::of(&whole)?;
    let n = stack.rows;
    let values = stack.map(|a| linalg::eigvalsh(a, n))?;
    Ok(stack.tensor(&whole, &[n], values)?.0)
}

/// Eigenvalues, ascending, and eigenvectors, in columns, of symmetric matrices.
pub fn eigh<B: Backend, E: Float>(x: B::View<'_, E>) -> Two<B, E> {
    let x = Part::<B, E>::of(x)?;
    let stack = Stack::of(&x)?;
    let n = stack.rows;
    let (values, vectors) = stack.map_two(|a| linalg::eigh(a, n))?;
    let w = stack.tensor(&x, &[n], values.clone())?;
    let v = stack.tensor(&x, &[n, n], vectors)?;
    if !tracked(&x) {
        return Ok((w.0, v.0));
    }
    // With P = Vᵀ dA V: dw = diag P, dV = V (F ∘ P), fᵢⱼ = 1 / (wⱼ - wᵢ).
    let gaps = gaps(&values, n, |a, b| b - a);
    let gaps = stack.tensor(&x, &[n, n], gaps)?;
    let right = symmetric(&x, &stack)?.matmul(&v)?;
    let dw = columns(&v, &right)?;
    let dv = v.matmul(&turned(&v)?.matmul(&right)?.mul(&gaps)?)?;
    Ok((carried(&w, &dw)?.0, carried(&v, &dv)?.0))
}

/// `1 / gap(wᵢ, wⱼ)` for each pair of each list of `n` values, and 0 where there is no gap.
fn gaps(values: &[f64], n: usize, gap: impl Fn(f64, f64) -> f64) -> Elements {
    let mut out = Elements::new();
    for list in values.chunks(n.max(1)) {
        for &a in list {
            for &b in list {
                let gap = gap(a, b);
                out.push(if gap == 0.0 { 0.0 } else { 1.0 / gap });
            }
        }
    }
    out
}

/// The singular values, descending.
pub fn svdvals<B: Backend, E: Float>(x: B::View<'_, E>) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    let stack = Stack::of(&x)?;
    let (m, n) = (stack.rows, stack.columns);
    let k = m.min(n);
    if !tracked(&x) {
        let values = stack.map(|a| linalg::svdvals(a, m, n))?;
        return Ok(stack.tensor(&x, &[k], values)?.0);
    }
    // ds = diag(Uᵀ dA V)
    let mut left = Elements::new();
    let (values, right) = stack.map_two(|a| {
        let (u, s, vh) = linalg::svd(a, m, n)?;
        left.extend(u);
        Ok((s, flipped(&vh, k, n)))
    })?;
    let s = stack.tensor(&x, &[k], values)?;
    let (u, v) = (
        stack.tensor(&x, &[m, k], left)?,
        stack.tensor(&x, &[n, k], right)?,
    );
    Ok(carried(&s, &columns(&u, &x.matmul(&v)?)?)?.0)
}

/// `U`, the singular values in descending order, and `Vᵀ`, reduced.
pub fn svd<B: Backend, E: Float>(x: B::View<'_, E>) -> Three<B, E> {
    let x = Part::<B, E>::of(x)?;
    let stack = Stack::of(&x)?;
    let (m, n) = (stack.rows, stack.columns);
    let k = m.min(n);
    let mut left = Elements::new();
    let (values, right) = stack.map_two(|a| {
        let (u, s, vh) = linalg::svd(a, m, n)?;
        left.extend(u);
        Ok((s, vh))
    })?;
    let u = stack.tensor(&x, &[m, k], left)?;
    let s = stack.tensor(&x, &[k], values.clone())?;
    let vh = stack.tensor(&x, &[k, n], right)?;
    if !tracked(&x) {
        return Ok((u.0, s.0, vh.0));
    }
    // With P = Uᵀ dA V and fᵢⱼ = 1 / (sⱼ² - sᵢ²): ds = diag P, dU = U (F ∘ (P S + S Pᵀ)) + (1 - UUᵀ) dA V S⁻¹,
    // dV = V (F ∘ (S P + Pᵀ S)) + (1 - VVᵀ) dAᵀ U S⁻¹.
    let gaps = gaps(&values, k, |a, b| b * b - a * a);
    let gaps = stack.tensor(&x, &[k, k], gaps)?;
    let inverse = values.iter().map(|&s| if s == 0.0 { 0.0 } else { 1.0 / s });
    let inverse = stack.tensor(&x, &[1, k], inverse.collect())?;
    let row = stack.tensor(&x, &[1, k], values.clone())?;
    let column = stack.tensor(&x, &[k, 1], values)?;
    let v = Part::<B, E>(turned(&vh)?.copied()?);
    let (right, below) = (x.matmul(&v)?, turned(&x)?.matmul(&u)?);
    let p = turned(&u)?.matmul(&right)?;
    let pt = turned(&p)?;
    let ds = columns(&u, &right)?;
    let du = u
        .matmul(&p.mul(&row)?.add(&pt.mul(&column)?)?.mul(&gaps)?)?
        .add(&right.sub(&u.matmul(&p)?)?.mul(&inverse)?)?;
    let dv = v
        .matmul(&p.mul(&column)?.add(&pt.mul(&row)?)?.mul(&gaps)?)?
        .add(&below.sub(&v.matmul(&pt)?)?.mul(&inverse)?)?;
    Ok((
        carried(&u, &du)?.0,
        carried(&s, &ds)?.0,
        carried(&vh, &turned(&dv)?)?.0,
    ))
}

/// The distance between 1 and the next number of the tensor's type.
fn epsilon<B: Backend, E: Float>(x: &Part<'_, B, E>) -> f64 {
    match B::dtype::<E>(&x.view()).or(E::DTYPE) {
        Some(DType::F64) => f64::EPSILON,
        Some(DType::F16) => 2f64.powi(-10),
        Some(DType::BF16) => 2f64.powi(-7),
        _ => f64::from(f32::EPSILON),
    }
}

/// Below which part of the largest one a singular value counts as 0.
fn tolerance<B: Backend, E: Float>(x: &Part<'_, B, E>, rtol: Option<Num>) -> f64 {
    let sizes = x.shape();
    let longest = sizes.iter().rev().take(2).copied().max().unwrap_or(0);
    rtol.map_or_else(|| longest as f64 * epsilon(x), Num::to_f64)
}

/// The inverse of Moore and Penrose.
pub fn pinv<B: Backend, E: Float>(x: B::View<'_, E>, rtol: Option<Num>) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    let stack = Stack::of(&x)?;
    let (m, n) = (stack.rows, stack.columns);
    let k = m.min(n);
    let rtol = tolerance(&x, rtol);
    let value = stack.map(|a| {
        let (u, s, vh) = linalg::svd(a, m, n)?;
        let least = s.first().copied().unwrap_or(0.0) * rtol;
        let inverse: Elements = s
            .iter()
            .map(|&s| if s > least { 1.0 / s } else { 0.0 })
            .collect();
        let v = flipped(&vh, k, n);
        Ok(product(
            &scaled(&v, &inverse, k),
            &flipped(&u, m, k),
            n,
            k,
            m,
        ))
    })?;
    let p = stack.tensor(&x, &[n, m], value)?;
    if !tracked(&x) {
        return Ok(p.0);
    }
    // dP = -P dA P + P Pᵀ dAᵀ (1 - A P) + (1 - P A) dAᵀ Pᵀ P, at equal rank (Golub and Pereyra 1973).
    let host = Stack::of(&x)?;
    let a = host.tensor(&x, &[m, n], host.data.clone())?;
    let one = |size: usize| stack.same(&x, size, size, |i, j| f64::from(u8::from(i == j)));
    let (xt, pt) = (turned(&x)?, turned(&p)?);
    let first = p.matmul(&x)?.matmul(&p)?;
    let second = p
        .matmul(&pt)?
        .matmul(&xt)?
        .matmul(&one(m)?.sub(&a.matmul(&p)?)?)?;
    let third = one(n)?
        .sub(&p.matmul(&a)?)?
        .matmul(&xt)?
        .matmul(&pt)?
        .matmul(&p)?;
    let carrier = second.add(&third)?.sub(&first)?;
    Ok(carried(&p, &carrier)?.0)
}

/// The number of singular values that are not 0.
pub fn matrix_rank<B: Backend, E: Float>(x: B::View<'_, E>, rtol: Option<Num>) -> Out<B, i64> {
    let x = Part::<B, E>::of(x)?;
    floats(&x)?;
    let rtol = tolerance(&x, rtol);
    let s = Part::<B, E>(B::svdvals::<E>(x.view())?);
    let axis = s.shape().len().saturating_sub(1);
    let counted = if s.dim(axis) == 0 {
        s.gt(0.0)?
    } else {
        s.gt(&s.max(&[axis], true)?.mul(rtol)?)?
    };
    B::sum::<i64>(counted.astype::<i64>()?.view(), &[axis], false)
        .and_then(|count| B::astype::<_, i64>(B::borrow(&count)))
}

/// The matrix to an integer power, by squaring.
pub fn matrix_power<B: Backend, E: Float>(x: B::View<'_, E>, n: i64) -> Out<B, E> {
    let base = if n < 0 {
        Part::<B, E>(B::inv::<E>(x)?)
    } else {
        Part::<B, E>(B::copy::<E>(x)?)
    };
    floats(&base)?;
    let mut rest = n.unsigned_abs();
    if rest == 0 {
        let stack = Stack::of(&base)?;
        let size = stack.rows;
        return Ok(stack
            .same(&base, size, size, |i, j| f64::from(u8::from(i == j)))?
            .0);
    }
    let mut square = base;
    let mut out: Option<Part<'static, B, E>> = None;
    loop {
        if rest % 2 == 1 {
            out = Some(match out {
                None => Part(square.copied()?),
                Some(so_far) => so_far.matmul(&square)?,
            });
        }
        rest /= 2;
        if rest == 0 {
            break;
        }
        square = square.matmul(&square)?;
    }
    out.map_or_else(|| square.copied(), |out| Ok(out.0))
}

/// A norm of matrices.
pub fn matrix_norm<B: Backend, E: Float>(x: B::View<'_, E>, ord: &str) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    floats(&x)?;
    let rank = x.shape().len();
    let (rows, columns) = (rank.saturating_sub(2), rank.saturating_sub(1));
    if ord == "fro" {
        return B::l2::<E>(x.view(), &[rows, columns], false);
    }
    // Behind it: what to take the largest or the smallest of.
    let list = match ord {
        "1" | "-1" => x.abs()?.sum(&[rows], false)?,
        "inf" | "-inf" => x.abs()?.sum(&[columns], false)?,
        _ => Part(B::svdvals::<E>(x.view())?),
    };
    let last = list.shape().len().saturating_sub(1);
    if ord == "nuc" {
        return Ok(list.sum(&[last], false)?.0);
    }
    let least = ord.starts_with('-');
    if list.dim(last) == 0 {
        if least && shape::size(&shape::reduced(&list.shape(), &[last], false)) > 0 {
            return Err(Error::value(format!(
                "there is none of nothing: the norm {ord:?} of {:?}",
                x.shape()
            )));
        }
        // Nothing has no largest element, but its size is 0.
        return Ok(list.sum(&[last], false)?.0);
    }
    match least {
        true => Ok(list.min(&[last], false)?.0),
        false => Ok(list.max(&[last], false)?.0),
    }
}

/// The axes that two tensors have in common: counted from the front in each.
fn common_axis(x: &[usize], y: &[usize], axis: i64) -> Result<(usize, usize)> {
    let (a, b) = (shape::axis(axis, x.len())?, shape::axis(axis, y.len())?);
    if axis >= 0 && x.len() != y.len() {
        return Err(Error::axis(format!(
            "axis {axis} of {x:?} and {y:?} are two axes: count from the end"
        )));
    }
    Ok((a, b))
}

/// Σ x y over an axis of both.
pub fn vecdot<B: Backend, E: Numeric>(
    x: B::View<'_, E>,
    y: B::View<'_, E>,
    axis: i64,
) -> Out<B, E> {
    let (x, y) = (Part::<B, E>::of(x)?, Part::<B, E>::of(y)?);
    let (left, right) = (x.shape(), y.shape());
    let (a, b) = common_axis(&left, &right, axis)?;
    if left.get(a) != right.get(b) {
        return Err(Error::shape(format!(
            "the sizes of axis {axis} differ in {left:?} and {right:?}"
        )));
    }
    let n = x.dim(a);
    let (x, y) = (x.moved(a, left.len())?, y.moved(b, right.len())?);
    let (left, right) = (x.shape(), y.shape());
    let split = |sizes: &Shape| -> Shape {
        let rank = sizes.len().saturating_sub(1);
        sizes.iter().take(rank).copied().collect()
    };
    let lead = shape::broadcast(&split(&left), &split(&right))?;
    let whole: Shape = lead.iter().copied().chain([n]).collect();
    // A row times a column: sums of ints stay in their type, as those of `matmul`.
    let (x, y) = (x.broadcast_to(&whole)?, y.broadcast_to(&whole)?);
    let count = shape::size(&lead);
    let out = x
        .reshape(&[count, 1, n])?
        .matmul(&y.reshape(&[count, n, 1])?)?;
    out.reshape(&lead)?.copied()
}

/// The vector that stands on two vectors of three.
pub fn cross<B: Backend, E: Numeric>(x: B::View<'_, E>, y: B::View<'_, E>, axis: i64) -> Out<B, E> {
    let (x, y) = (Part::<B, E>::of(x)?, Part::<B, E>::of(y)?);
    let (left, right) = (x.shape(), y.shape());
    let (a, b) = common_axis(&left, &right, axis)?;
    if left.get(a) != Some(&3) || right.get(b) != Some(&3) {
        return Err(Error::shape(format!(
            "axis {axis} of {left:?} and {right:?} must have size 3 in both"
        )));
    }
    let whole = shape::broadcast(&left, &right)?;
    let place = shape::axis(axis, whole.len())?;
    let (x, y) = (x.broadcast_to(&whole)?, y.broadcast_to(&whole)?);
    let part = |i: usize, j: usize| -> Result<Part<'static, B, E>> {
        let ahead = x.narrow(place, i, 1)?.mul(&y.narrow(place, j, 1)?)?;
        ahead.sub(&x.narrow(place, j, 1)?.mul(&y.narrow(place, i, 1)?)?)
    };
    Ok(joined(&[part(1, 2)?, part(2, 0)?, part(0, 1)?], place)?.0)
}

/// Every element of one times all of the other, in blocks.
pub fn kron<B: Backend, E: Numeric>(x: B::View<'_, E>, y: B::View<'_, E>) -> Out<B, E> {
    let (x, y) = (Part::<B, E>::of(x)?, Part::<B, E>::of(y)?);
    let (left, right) = (x.shape(), y.shape());
    let rank = left.len().max(right.len());
    let whole = |sizes: &Shape| -> Shape {
        std::iter::repeat_n(1, rank - sizes.len())
            .chain(sizes.iter().copied())
            .collect()
    };
    let (left, right) = (whole(&left), whole(&right));
    let blocks: Shape = left.iter().flat_map(|&n| [n, 1]).collect();
    let inside: Shape = right.iter().flat_map(|&n| [1, n]).collect();
    let out = x.reshape(&blocks)?.mul(&y.reshape(&inside)?)?;
    let sizes: Shape = left.iter().zip(&right).map(|(a, b)| a * b).collect();
    out.reshape(&sizes)?.copied()
}

/// Sums over the last axes of one and the first of the other.
pub fn tensordot<B: Backend, E: Numeric>(
    x: B::View<'_, E>,
    y: B::View<'_, E>,
    axes: i64,
) -> Out<B, E> {
    let (x, y) = (Part::<B, E>::of(x)?, Part::<B, E>::of(y)?);
    let (left, right) = (x.shape(), y.shape());
    let count = usize::try_from(axes)
        .ok()
        .filter(|&n| n <= left.len().min(right.len()));
    let Some(count) = count else {
        return Err(Error::axis(format!(
            "there are no {axes} axes to sum over in {left:?} and {right:?}"
        )));
    };
    let (rows, inner) = left.split_at(left.len() - count);
    let (meets, columns) = right.split_at(count);
    if inner != meets {
        return Err(Error::shape(format!(
            "the last {count} axes of {left:?} are not the first of {right:?}"
        )));
    }
    let (m, k, n) = (shape::size(rows), shape::size(inner), shape::size(columns));
    let out = x.reshape(&[m, k])?.matmul(&y.reshape(&[k, n])?)?;
    let sizes: Shape = rows.iter().chain(columns).copied().collect();
    out.reshape(&sizes)?.copied()
}

//! Mistakes that libraries of tensors made about shapes, views and positions, one test for each: they must not come
//! back here, on any backend. The numbers are those of the smallest input that showed the mistake.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use eagerpy::{ErrorKind, agnostic};

mod common;
#[cfg(feature = "candle")]
use common::ca;
#[cfg(feature = "ndarray")]
use common::nd;
#[cfg(feature = "tch")]
use common::tc;
use common::{Framework, gives, on_every_backend};

// ---------------------------------------------------------------------- layout

#[agnostic]
fn zeros_times(x: &Tensor<_, 2, D>) -> Tensor<_, 1, D> {
    let zero: Tensor<_, 1, 2> = zeros(()).broadcast_to((1, 2));
    zero.matmul(x)
}

#[agnostic]
fn product_of_repeated(x: &Tensor<_, 1, D>) -> (Tensor<_, 3, 3>, Tensor<_, 3, D>) {
    let wide = x.broadcast_to((3, D));
    (wide.matmul(wide.transpose()), wide.flip(axis = 0))
}

#[agnostic]
fn expanded_plus_one(x: &Tensor<_, N>) -> (Tensor<_, 2, N>, Tensor<_, N>) {
    let wide = x.broadcast_to((2, N));
    (wide + 1.0, x)
}

#[agnostic]
fn exp_of_a_part(z: &Tensor<_, N>) -> (Tensor<_, 1>, Tensor<_, N>) {
    let part = z[1..2].reshape(1).exp();
    (part, z)
}

#[agnostic]
fn plus_its_transpose(x: &Tensor<_, N, N>) -> (Tensor<_, N, N>, Tensor<_, N, N>) {
    let mut sum = x;
    sum += x.transpose();
    (sum, x)
}

#[agnostic]
fn updated(x: &Tensor<_, N>) -> (Tensor<_, N>, Tensor<_, N>) {
    let view = x.flip(axis = 0);
    let new = view.index_update(0, 100.0).masked_fill(view > 2.5, -1.0);
    (new, x)
}

/// Many operations on a view.
#[agnostic]
fn on_a_view(x: &Tensor<_, N, M>) -> Vec<Tensor> {
    let v = x[s![1..3, ..;2]].transpose();
    let mut out: Vec<Tensor> = Vec::new();
    out.push(v.roll(1, axis = 0));
    out.push(v.repeat(2, axis = 1));
    out.push(v.tile((2, 1)));
    out.push(v.tril());
    out.push(v.diagonal());
    out.push(v.pad([(1, 0), (0, 1)], mode = "reflect"));
    out.push(v.sliding_window(2, axis = 0));
    out.push(v.rot90());
    out.push(v.moveaxis(0, 1));
    out.push(v.flatten());
    out.push(v.gather(v.argsort(axis = 0), axis = 0));
    out.push(v.scatter(v.argsort(axis = 0), v, axis = 0));
    out.push(v.scatter_add(v.argsort(axis = 0), v, axis = 0));
    out.push(v.take(arange(1), axis = 1));
    out.push(v.split(2, axis = 0)[1]);
    out.push(v.unstack(axis = 1)[1]);
    out
}

/// The same on what it gives.
#[agnostic]
fn on_a_tensor(v: &Tensor<_, N, M>) -> Vec<Tensor> {
    let mut out: Vec<Tensor> = Vec::new();
    out.push(v.roll(1, axis = 0));
    out.push(v.repeat(2, axis = 1));
    out.push(v.tile((2, 1)));
    out.push(v.tril());
    out.push(v.diagonal());
    out.push(v.pad([(1, 0), (0, 1)], mode = "reflect"));
    out.push(v.sliding_window(2, axis = 0));
    out.push(v.rot90());
    out.push(v.moveaxis(0, 1));
    out.push(v.flatten());
    out.push(v.gather(v.argsort(axis = 0), axis = 0));
    out.push(v.scatter(v.argsort(axis = 0), v, axis = 0));
    out.push(v.scatter_add(v.argsort(axis = 0), v, axis = 0));
    out.push(v.take(arange(1), axis = 1));
    out.push(v.split(2, axis = 0)[1]);
    out.push(v.unstack(axis = 1)[1]);
    out
}

// ---------------------------------------------------------------------- shapes

#[agnostic]
fn repeated(x: &Tensor<_, N, M>) -> Tensor {
    x.repeat(0, axis = 0).repeat(2, axis = 1)
}

#[agnostic]
fn tiled(x: &Tensor<_, N, M>) -> Tensor {
    x.tile((0, 2))
}

#[agnostic]
fn grid(x: &Tensor<_, N>, y: &Tensor<_, M>) -> (Tensor<_, M, N>, Tensor<_, M, N>) {
    let both = meshgrid([x, y]);
    (both[0], both[1])
}

#[agnostic]
fn values_of_a_batch(q: &Tensor<_, N, 1>) -> Tensor<_, N> {
    q.squeeze(axis = 1)
}

#[agnostic]
fn types_stay(x: &Tensor<_, N>, i: &Tensor<i64, N>) -> Tensor<_, N> {
    // A sum of two types would be refused.
    let padded = x.pad([(1, 0)])[1..] + x.pad([(0, 1)], mode = "edge")[..-1];
    let chosen = where_(x > 0.0, x, 0.0) + x.masked_fill(x > 0.0, 0.0);
    let filled = x.zeros_like() + x.full_like(1) + x.ones_like();
    let spread = i.one_hot(1).sum(axis = 1) + arange(N, dtype = _) * 0.0;
    padded + chosen + filled + spread + x.roll(1) * 0.0 + x.repeat(1) * 0.0
}

#[agnostic]
fn reflected(x: &Tensor<_, N>, before: usize) -> Tensor {
    x.pad([(before, 0)], mode = "reflect")
}

#[agnostic]
fn reflected_behind(x: &Tensor<_, N, M>, behind: usize) -> Tensor {
    x.pad([(0, 0), (0, behind)], mode = "reflect")
}

// ---------------------------------------------------------------------- positions

#[agnostic]
fn gathered(x: &Tensor<_, N>, at: &Tensor<i64, K>) -> Tensor<_, K> {
    x.gather(at, axis = 0)
}

#[agnostic]
fn taken(x: &Tensor<_, N>, at: &Tensor<i64, K>) -> Tensor<_, K> {
    x.take(at)
}

#[agnostic]
fn indexed(x: &Tensor<_, N>, at: &Tensor<i64, K>) -> Tensor<_, K> {
    x[at]
}

#[agnostic]
fn along(x: &Tensor<_, N>, at: &Tensor<i64, K>) -> Tensor<_, K> {
    x.take_along_axis(at, axis = 0)
}

#[agnostic]
fn hot(x: &Tensor<_, N>, at: &Tensor<i64, K>) -> Tensor {
    at.one_hot(N) * x
}

#[agnostic]
fn written(x: &Tensor<_, N>, at: &Tensor<i64, K>) -> Tensor<_, N> {
    x.scatter(at, 0.0, axis = 0)
}

#[agnostic]
fn put(x: &Tensor<_, N>, at: &Tensor<i64, K>) -> Tensor<_, N> {
    x.put_along_axis(at, 0.0, axis = 0)
}

#[agnostic]
fn replaced(x: &Tensor<_, N>, at: &Tensor<i64, K>) -> Tensor<_, N> {
    x.index_update(at, 0.0)
}

#[agnostic]
fn added(x: &Tensor<_, N>, at: &Tensor<i64, K>, y: &Tensor<_, K>) -> Tensor<_, N> {
    x.scatter_add(at, y, axis = 0)
}

#[agnostic]
fn added_rows(x: &Tensor<_, N>, at: &Tensor<i64, K>, y: &Tensor<_, K>) -> Tensor<_, N> {
    x.index_add(at, y)
}

#[agnostic]
fn set(x: &Tensor<_, N>, at: &Tensor<i64, K>, y: &Tensor<_, K>) -> Tensor<_, N> {
    x.scatter(at, y, axis = 0)
}

#[agnostic]
fn at_position(x: &Tensor<_, N>, i: i64) -> Scalar {
    x[i]
}

#[agnostic]
fn backwards(x: &Tensor<_, N>) -> (Tensor, Tensor) {
    (x[s![0..3;-1]], x[s![1..4;-2]])
}

/// What all functions that go by an index tensor give.
macro_rules! all_refuse {
    ($x:expr, $at:expr, $($text:literal)*) => {
        for result in [
            gathered(&$x, &$at).map(|_| ()),
            taken(&$x, &$at).map(|_| ()),
            indexed(&$x, &$at).map(|_| ()),
            along(&$x, &$at).map(|_| ()),
            hot(&$x, &$at).map(|_| ()),
            written(&$x, &$at).map(|_| ()),
            put(&$x, &$at).map(|_| ()),
            replaced(&$x, &$at).map(|_| ()),
            added(&$x, &$at, &F::f32(&[1.0], &[1])).map(|_| ()),
            added_rows(&$x, &$at, &F::f32(&[1.0], &[1])).map(|_| ()),
        ] {
            let error = result.unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Index, "{error}");
            $(assert!(error.to_string().contains($text), "{error}");)*
        }
    };
}

on_every_backend! {
    fn zero_stride_operands() {
        gives(&zeros_times(&F::f32(&[1.0, 2.0, 3.0, 4.0], &[2, 2])).unwrap(), &[1, 2], &[0.0, 0.0]);
        let product = product_of_repeated(&F::f32(&[1.0, 2.0], &[1, 2])).unwrap();
        gives(&product.0, &[3, 3], &[5.0; 9]);
        gives(&product.1, &[3, 2], &[1.0, 2.0, 1.0, 2.0, 1.0, 2.0]);
    }

    fn after_an_expansion() {
        let (sum, x) = expanded_plus_one(&F::f32(&[1.0, 2.0, 3.0], &[3])).unwrap();
        gives(&sum, &[2, 3], &[2.0, 3.0, 4.0, 2.0, 3.0, 4.0]);
        gives(&x, &[3], &[1.0, 2.0, 3.0]);
    }

    fn views_are_not_written_through() {
        let (part, z) = exp_of_a_part(&F::f32(&[0.0, 0.0], &[2])).unwrap();
        gives(&part, &[1], &[1.0]);
        gives(&z, &[2], &[0.0, 0.0]);
        let x = F::f32(&[1.0, 2.0, 3.0, 4.0], &[2, 2]);
        let (sum, same) = plus_its_transpose(&x).unwrap();
        gives(&sum, &[2, 2], &[2.0, 5.0, 5.0, 8.0]);
        gives(&same, &[2, 2], &[1.0, 2.0, 3.0, 4.0]);
        let x = F::f32(&[1.0, 2.0, 3.0], &[3]);
        let (new, same) = updated(&x).unwrap();
        gives(&new, &[3], &[-1.0, 2.0, 1.0]);
        gives(&same, &[3], &[1.0, 2.0, 3.0]);
        gives(&x, &[3], &[1.0, 2.0, 3.0]);
    }

    fn a_view_gives_what_its_copy_gives() {
        let data: Vec<f32> = (0..16u8).map(|i| f32::from(i * 7 % 16)).collect();
        let views = on_a_view(&F::f32(&data, &[4, 4])).unwrap();
        let part: Vec<f32> = [0, 2].iter().flat_map(|&c| [data[4 + c], data[8 + c]]).collect();
        let copies = on_a_tensor(&F::f32(&part, &[2, 2])).unwrap();
        assert_eq!(views.len(), copies.len());
        for (view, copy) in views.iter().zip(&copies) {
            let (shape, numbers) = common::Read::read(copy);
            gives(view, &shape, &numbers);
        }
    }

    fn none_of_them() {
        let x = F::f32(&[1.0, 2.0, 3.0, 4.0], &[2, 2]);
        gives(&repeated(&x).unwrap(), &[0, 4], &[]);
        gives(&tiled(&x).unwrap(), &[0, 4], &[]);
        let (left, right) = grid(&F::f32(&[], &[0]), &F::f32(&[1.0, 2.0, 3.0], &[3])).unwrap();
        gives(&left, &[3, 0], &[]);
        gives(&right, &[3, 0], &[]);
    }

    fn a_batch_of_one_stays() {
        gives(&values_of_a_batch(&F::f32(&[5.0], &[1, 1])).unwrap(), &[1], &[5.0]);
        gives(&values_of_a_batch(&F::f32(&[], &[0, 1])).unwrap(), &[0], &[]);
    }

    fn the_element_type_stays() {
        let zero = F::i64(&[0, 0], &[2]);
        gives(&types_stay(&F::f32(&[1.0, -2.0], &[2]), &zero).unwrap(), &[2], &[6.0, -3.0]);
        gives(&types_stay(&F::f64(&[1.0, -2.0], &[2]), &zero).unwrap(), &[2], &[6.0, -3.0]);
    }

    fn positions_out_of_range() {
        all_refuse!(F::f32(&[1.0, 2.0, 3.0], &[3]), F::i64(&[5], &[1]), "5");
        all_refuse!(F::f32(&[1.0, 2.0, 3.0], &[3]), F::i64(&[3], &[1]), "3");
        all_refuse!(F::f32(&[1.0, 2.0, 3.0], &[3]), F::i64(&[i64::MAX], &[1]), "9223372036854775807");
        all_refuse!(F::f32(&[], &[0]), F::i64(&[0], &[1]), "0");
    }

    fn negative_positions() {
        all_refuse!(F::f32(&[1.0, 2.0, 3.0], &[3]), F::i64(&[-1], &[1]), "-1");
        let x = F::f32(&[1.0, 2.0, 3.0], &[3]);
        gives(&at_position(&x, -1).unwrap(), &[], &[3.0]);
        gives(&at_position(&x, -3).unwrap(), &[], &[1.0]);
    }

    fn positions_of_the_host_out_of_range() {
        let x = F::f32(&[1.0, 2.0, 3.0], &[3]);
        for i in [5, 3, -4] {
            assert_eq!(at_position(&x, i).err().unwrap().kind(), ErrorKind::Index);
        }
    }

    fn ranges_walked_backwards() {
        let (first, second) = backwards(&F::f32(&[0.0, 1.0, 2.0, 3.0, 4.0, 5.0], &[6])).unwrap();
        gives(&first, &[3], &[2.0, 1.0, 0.0]);
        gives(&second, &[2], &[3.0, 1.0]);
    }

    fn several_for_one_position() {
        let (x, at) = (F::f32(&[0.0, 0.0], &[2]), F::i64(&[0, 0], &[2]));
        let y = F::f32(&[1.0, 2.0], &[2]);
        gives(&set(&x, &at, &y).unwrap(), &[2], &[2.0, 0.0]);
        gives(&added(&x, &at, &y).unwrap(), &[2], &[3.0, 0.0]);
        gives(&added_rows(&x, &at, &y).unwrap(), &[2], &[3.0, 0.0]);
        let many = F::i64(&[0; 1000], &[1000]);
        let ones = F::f32(&[1.0; 1000], &[1000]);
        gives(&added(&x, &many, &ones).unwrap(), &[2], &[1000.0, 0.0]);
    }

    fn reflections_longer_than_the_axis() {
        let x = F::f32(&[1.0, 2.0, 3.0], &[3]);
        gives(&reflected(&x, 2).unwrap(), &[5], &[3.0, 2.0, 1.0, 2.0, 3.0]);
        for before in [3, 4, 1000] {
            assert_eq!(reflected(&x, before).err().unwrap().kind(), ErrorKind::Shape);
        }
        assert_eq!(reflected(&F::f32(&[], &[0]), 1).err().unwrap().kind(), ErrorKind::Shape);
        assert_eq!(reflected(&F::f32(&[1.0, 2.0], &[2]), 3).err().unwrap().kind(), ErrorKind::Shape);
        let x = F::f32(&[1.0, 2.0, 3.0, 4.0], &[2, 2]);
        gives(&reflected_behind(&x, 1).unwrap(), &[2, 3], &[1.0, 2.0, 1.0, 3.0, 4.0, 3.0]);
        for behind in [2, 3] {
            assert_eq!(reflected_behind(&x, behind).err().unwrap().kind(), ErrorKind::Shape);
        }
    }
}

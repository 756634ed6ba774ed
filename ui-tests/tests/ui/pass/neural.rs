//! Convolutions, normalisations and losses, with sizes that the compiler works out.

use eagerpy::agnostic;

#[agnostic]
fn sizes(
    x: &Tensor<f32, N, C, H, W>,
    w: &Tensor<f32, O, C, 3, 3>,
    b: &Tensor<f32, O>,
    p: &Tensor<f32, C, O, 1, 1>,
) -> (
    Tensor<f32, N, O, { H - 2 }, { W - 2 }>,
    Tensor<f32, N, O, H, W>,
    Tensor<f32, N, O, { H - 4 }, { W - 4 }>,
    Tensor<f32, N, O, { 2 * H - 1 }, { 2 * W - 1 }>,
    Tensor<f32, N, C, 2, 3>,
) {
    (
        x.conv2d(w),
        x.conv2d(w, b, padding = 1),
        x.conv2d(w, bias = b, dilation = 2),
        x.conv_transpose2d(p, stride = 2),
        x.adaptive_avg_pool2d((2, 3)),
    )
}

#[agnostic]
fn numbers(
    x: &Tensor<f32, N, 4, 7>,
    w: &Tensor<f32, 6, 2, 3>,
    image: &Tensor<f32, 1, 8, 5, 6>,
) -> (
    Tensor<f32, N, 6, 4>,
    Tensor<f32, N, 4, 3>,
    Tensor<f32, N, 4, 4>,
    Tensor<f32, 1, 8, 2, 5>,
    Tensor<f32, 1, 2, 10, 12>,
) {
    (
        x.conv1d(w, stride = 2, padding = 1, groups = 2),
        x.max_pool1d(2),
        x.avg_pool1d(2, ceil_mode = true, count_include_pad = false),
        image.max_pool2d((3, 2), stride = (2, 1)),
        image.pixel_shuffle(2),
    )
}

#[agnostic]
fn block(
    x: &Tensor<f32, B, L, D>,
    scale: &Tensor<f32, D>,
    w: &Tensor<f32, 8, D>,
    mask: &Tensor<bool, L, L>,
) -> Tensor<f32, B, L, 4> {
    let y = x.layer_norm(weight = scale).rms_norm(axis = (-2, -1));
    let y = scaled_dot_product_attention(y, y, y, mask);
    y.linear(w).glu().dropout(0.1, seed = 3)
}

#[agnostic]
fn losses(
    x: &Tensor<f32, N, C, L>,
    y: &Tensor<f32, N, C, L>,
    labels: &Tensor<i64, N, L>,
    weight: &Tensor<f32, C>,
    kind: &str,
) -> (Tensor<f32, N, L>, Tensor<f32, N, C>, Scalar<f32>, Tensor<f32>) {
    (
        x.crossentropy(labels, axis = 1, weight = weight, ignore_index = -100),
        x.kl_div_with_logits(y),
        x.mse_loss(y) + x.smooth_l1_loss(y, beta = 0.5, reduction = "sum") + x.log_softmax(1).nll_loss(labels, axis = 1),
        x.huber_loss(y, reduction = kind),
    )
}

fn main() {}

"""Operations of neural networks."""

import itertools

import numpy as np
import scipy.special
import torch
import torch.nn.functional as F

from core import Case, op
from values import LENGTHS, SHAPES

# --- Softmax and losses -------------------------------------------------------------------------------------

INF_ROW = ("torch", "a row with +inf is nan throughout")


def softmax_cases(v):
    for i, shape in enumerate(SHAPES):
        rank = len(shape)
        if rank == 0:
            yield Case({"axis": -1}, [v.floats(())], "rank 0")
            continue
        for axis in v.some(range(-rank, rank), 2):
            yield Case({"axis": axis}, [v.floats(shape, ("f32", "f32", "f64")[i % 3], -6, 6)])
    for length in LENGTHS:
        yield Case({"axis": v.pick((0, -1))}, [v.floats((2, length), v.pick(("f32", "f64")))])
    for kind in ("f32", "f64"):
        for pool in (("-inf",), ("nan",), ("inf",), ("inf", "-inf", "nan")):
            yield Case({"axis": -1}, [v.sprinkled((5, 4), kind, pool, 0.25)], "nan, inf", rule=INF_ROW)
        yield Case({"axis": 0}, [np.full((3, 2), -np.inf).astype(v.floats((), kind).dtype)], "all -inf: nan")
        for low, high in ((-1e4, 1e4), (88.0, 1000.0), (-1e-6, 1e-6), (-1e30, 1e30)):
            yield Case(
                {"axis": -1}, [v.floats((3, 7), kind, low, high)], "magnitudes", tolerance="sum" if high < 1 else None
            )
        yield Case({"axis": 0}, [np.full((33, 2), 3.0).astype(v.floats((), kind).dtype)], "all equal")
        for axis in (0, 1, -1):
            yield Case({"axis": axis}, [v.layout(v.floats((5, 9, 2), kind))])
    for shape, axis in (((2, 3), 2), ((2, 3), -3), ((0,), 1), ((2, 3), 2**62), ((2, 3), -(2**63))):
        yield Case({"axis": axis}, [v.floats(shape)], "axis out of range", error="axis")
    yield Case(
        {"axis": -1}, [v.ints((3,), "i32")], "ints", error="dtype", rule=(None, "a function of floats refuses ints")
    )
    yield Case({"axis": 0}, [v.floats((8209,))], "long")


def softmax_numpy(x, a):
    if not x[0].ndim:
        return np.exp(x[0] - x[0])
    return scipy.special.softmax(x[0], axis=a["axis"]) if x[0].size else np.empty_like(x[0])


def log_softmax_numpy(x, a):
    if not x[0].ndim:
        return x[0] - x[0]
    return scipy.special.log_softmax(x[0], axis=a["axis"]) if x[0].size else np.empty_like(x[0])


def checked_axis(function):
    def call(x, a):
        # A scalar is a row of one.
        np.lib.array_utils.normalize_axis_index(a["axis"], max(1, x[0].ndim))
        return function(x, a)

    return call


op(
    "softmax",
    "nn",
    "args axis",
    checked_axis(softmax_numpy),
    lambda x, a: torch.softmax(x[0], a["axis"]),
    softmax_cases,
    "softmax",
)
op(
    "log_softmax",
    "nn",
    "args axis",
    checked_axis(log_softmax_numpy),
    lambda x, a: torch.log_softmax(x[0], a["axis"]),
    softmax_cases,
    "sum",
)


def labels_of(v, n, c, kind="i64"):
    return v.ints((n,), kind, 0, c - 1)


def check_labels(scores, labels):
    if scores.ndim != 2 or labels.ndim != 1 or scores.shape[0] != labels.shape[0]:
        raise ValueError("shapes do not fit")
    if labels.size and (labels.min() < 0 or labels.max() >= scores.shape[1]):
        raise IndexError("no such class")


def cross_numpy(x, a):
    check_labels(*x)
    if not x[0].size:
        return np.zeros(len(x[1]), x[0].dtype)
    return -scipy.special.log_softmax(x[0], axis=-1)[np.arange(len(x[1])), x[1]]


def cross_torch(x, a):
    if x[0].ndim != 2 or x[1].ndim != 1:
        raise ValueError("logits are rows, labels a vector")
    if x[1].is_floating_point():
        raise TypeError("a label is an int")
    if bool((x[1] < 0).any()):
        # torch leaves out -100; here a negative label is no class.
        raise IndexError("no such class")
    return F.cross_entropy(x[0], x[1].long(), reduction="none")


def cross_cases(v):
    for i, (n, c) in enumerate(
        (
            (1, 1),
            (1, 5),
            (5, 1),
            (4, 3),
            (0, 3),
            (7, 9),
            (9, 7),
            (3, 17),
            (3, 33),
            (2, 129),
            (3, 513),
            (33, 2),
            (129, 4),
        )
    ):
        for kind in ("f32", "f64"):
            yield Case({}, [v.floats((n, c), kind, -8, 8), labels_of(v, n, c, ("i64", "i32")[i % 2])])
    for kind in ("f32", "f64"):
        for low, high in ((-1e4, 1e4), (500.0, 1000.0), (-1e-4, 1e-4)):
            yield Case({}, [v.floats((5, 4), kind, low, high), labels_of(v, 5, 4)], "magnitudes")
        for pool in (("-inf",), ("nan",), ("inf",)):
            yield Case({}, [v.sprinkled((6, 3), kind, pool, 0.25), labels_of(v, 6, 3)], "nan, inf", rule=INF_ROW)
        yield Case({}, [v.layout(v.floats((5, 4), kind)), v.layout(labels_of(v, 5, 4))])
        yield Case({}, [np.zeros((3, 4), v.floats((), kind).dtype), labels_of(v, 3, 4)], "all equal")
    for labels in ([0, 3], [0, -1], [-100, 1], [2**33, 0], [-(2**63), 0], [2**63 - 1, 0]):
        yield Case({}, [v.floats((2, 3)), np.array(labels, np.int64)], "no such class", error="index")
    for logits, labels in (
        ((2, 3), (3,)),
        ((2, 3), (1,)),
        ((3,), (3,)),
        ((2, 3, 4), (2,)),
        ((2, 3), (2, 1)),
        ((2, 3), ()),
    ):
        yield Case({}, [v.floats(logits), v.ints(labels, "i64", 0, 2)], "shapes do not fit", error="shape")
    yield Case({}, [v.floats((2, 3)), v.floats((2,), low=0, high=1)], "float labels", error="dtype")


op(
    "crossentropy",
    "nn",
    "inputs logits (2-D), labels (1-D ints); one value per row",
    cross_numpy,
    cross_torch,
    cross_cases,
    "sum",
    composed=("numpy",),
)


def reduced(values, a):
    if a["reduction"] == "none":
        return values
    return values.mean() if a["reduction"] == "mean" else values.sum()


REDUCTIONS = ("none", "mean", "sum")


def nll_numpy(x, a):
    check_labels(*x)
    return reduced(-x[0][np.arange(len(x[1])), x[1]], a)


def nll_torch(x, a):
    if bool((x[1] < 0).any()):
        raise IndexError("no such class")
    return F.nll_loss(x[0], x[1].long(), reduction=a["reduction"])


def nll_cases(v):
    for n, c in ((1, 1), (4, 3), (0, 3), (9, 7), (33, 2), (3, 129)):
        for reduction in REDUCTIONS:
            for kind in ("f32", "f64"):
                yield Case(
                    {"reduction": reduction},
                    [v.floats((n, c), kind, -5, 0), labels_of(v, n, c)],
                    None if n else "empty",
                )
    for reduction in REDUCTIONS:
        yield Case(
            {"reduction": reduction}, [v.layout(v.floats((5, 4), low=-5, high=0)), v.layout(labels_of(v, 5, 4))]
        )
        yield Case(
            {"reduction": reduction},
            [v.sprinkled((5, 3), "f32", ("-inf", "nan"), 0.2), labels_of(v, 5, 3)],
            "nan, inf",
        )
    for labels in ([0, 3], [0, -1], [2**33, 0]):
        yield Case(
            {"reduction": "none"}, [v.floats((2, 3)), np.array(labels, np.int64)], "no such class", error="index"
        )
    yield Case({"reduction": "none"}, [v.floats((2, 3)), v.ints((3,), "i64", 0, 2)], "too many labels", error="shape")


op(
    "nll_loss",
    "nn",
    "inputs log-probabilities (N C), labels (N); args reduction ('none', 'mean' or 'sum')",
    nll_numpy,
    nll_torch,
    nll_cases,
    "sum",
    composed=("numpy",),
    terms=lambda case, outputs: case.inputs[1].array.size,
)


def loss_cases(extra=({},), probabilities=False, edges=(), pool=("nan", "inf", "-inf", 0.0, -0.0)):
    def cases(v):
        def target(shape, kind):
            return v.floats(shape, kind, 0.0, 1.0) if probabilities else v.floats(shape, kind)

        for i, shape in enumerate(SHAPES):
            for reduction in (REDUCTIONS[i % 3], v.pick(REDUCTIONS)):
                kind = v.pick(("f32", "f64"))
                yield Case(
                    dict(extra[i % len(extra)]) | {"reduction": reduction},
                    [v.floats(shape, kind), target(shape, kind)],
                    "empty" if 0 in shape else None,
                )
        for reduction in REDUCTIONS:
            for kind in ("f32", "f64"):
                yield Case(
                    dict(v.pick(extra)) | {"reduction": reduction},
                    [v.layout(v.floats((5, 9), kind)), v.layout(target((5, 9), kind))],
                )
                yield Case(
                    dict(v.pick(extra)) | {"reduction": reduction},
                    [v.sprinkled((9,), kind, pool), target((9,), kind)],
                    "special values",
                )
            for a, b in edges:
                yield Case(
                    dict(extra[0]) | {"reduction": reduction},
                    [np.array(a, np.float32), np.array(b, np.float32)],
                    "edges",
                )
        for length in LENGTHS[:4]:
            yield Case(dict(v.pick(extra)) | {"reduction": "mean"}, [v.floats((length,)), target((length,), "f32")])

    return cases


def loss_terms(case, outputs):
    return case.inputs[0].array.size if case.args["reduction"] == "sum" else 1


def loss(name, doc, numpy, torch_loss, **kwargs):
    names = kwargs.pop("names", ())
    op(
        name,
        "nn",
        doc,
        lambda x, a: reduced(numpy(x[0], x[1], *[a[n] for n in names]), a),
        lambda x, a: torch_loss(x[0], x[1], reduction=a["reduction"], **{n: a[n] for n in names}),
        loss_cases(**kwargs),
        "sum",
        composed=("numpy",),
        terms=loss_terms,
    )


loss(
    "mse_loss",
    "inputs prediction, target; args reduction ('none', 'mean' or 'sum')",
    lambda p, t: (p - t) ** 2,
    F.mse_loss,
)
loss(
    "l1_loss",
    "inputs prediction, target; args reduction ('none', 'mean' or 'sum')",
    lambda p, t: abs(p - t),
    F.l1_loss,
)
loss(
    "huber_loss",
    "inputs prediction, target; args delta; args reduction ('none', 'mean' or 'sum')",
    lambda p, t, delta: np.where(
        abs(p - t) <= delta, 0.5 * (p - t) ** 2, p.dtype.type(delta) * (abs(p - t) - p.dtype.type(0.5 * delta))
    ),
    F.huber_loss,
    names=("delta",),
    extra=({"delta": 1.0}, {"delta": 0.25}, {"delta": 2.5}),
    edges=(((1.0, -1.0, 0.0, 1.0000001), (0.0, 0.0, 0.0, 0.0)),),
)
loss(
    "binary_cross_entropy_with_logits",
    "inputs logits, targets in [0, 1]; args reduction ('none', 'mean' or 'sum')",
    lambda x, t: np.maximum(x, 0) - x * t + np.log1p(np.exp(-abs(x))),
    F.binary_cross_entropy_with_logits,
    probabilities=True,
    pool=("nan", 0.0, -0.0),
    edges=(((200.0, -200.0, -200.0, 200.0, 0.0, 1e4), (1.0, 1.0, 0.0, 0.0, 0.5, 1.0)),),
)


def kl_numpy(x, a):
    if 0 in np.broadcast_shapes(x[0].shape, x[1].shape):
        shape = np.zeros(np.broadcast_shapes(x[0].shape, x[1].shape), x[0].dtype)
        return shape.sum(a["axis"], keepdims=a["keepdims"])
    p, q = (scipy.special.log_softmax(t, axis=a["axis"]) for t in x)
    return np.sum(np.exp(p) * (p - q), axis=a["axis"], keepdims=a["keepdims"])


def kl_torch(x, a):
    p, q = (torch.log_softmax(t, a["axis"]) for t in x)
    return (p.exp() * (p - q)).sum(a["axis"], keepdim=a["keepdims"])


def kl_cases(v):
    for i, shape in enumerate([s for s in SHAPES if s]):
        rank = len(shape)
        for axis in v.some(range(-rank, rank), 2):
            kind = ("f32", "f64")[i % 2]
            yield Case({"axis": axis, "keepdims": bool(v.turn % 2)}, [v.floats(shape, kind), v.floats(shape, kind)])
            v.turn += 1
    for kind in ("f32", "f64"):
        same = v.floats((3, 5), kind)
        yield Case({"axis": -1, "keepdims": False}, [same, same.copy()], "the same logits: 0")
        yield Case(
            {"axis": -1, "keepdims": True},
            [v.floats((4, 6), kind, -50, 50), v.floats((4, 6), kind, -50, 50)],
            "magnitudes",
        )
        yield Case(
            {"axis": 1, "keepdims": False},
            [v.floats((2, 3, 4), kind), v.floats((3, 4), kind).reshape(1, 3, 4)],
            "broadcast",
        )
        yield Case(
            {"axis": 0, "keepdims": False}, [v.layout(v.floats((5, 3), kind)), v.layout(v.floats((5, 3), kind))]
        )


op(
    "kl_div_with_logits",
    "nn",
    "inputs logits_p, logits_q; sum of p * (log p - log q) over axis; args axis, keepdims",
    kl_numpy,
    kl_torch,
    kl_cases,
    "sum",
    composed=("numpy",),
)


def cosine_numpy(x, a):
    one, two = x
    axis, eps = a["axis"], one.dtype.type(a["eps"])
    length = lambda t: np.maximum(np.sqrt((t * t).sum(axis)), eps)
    return (one * two).sum(axis) / (length(one) * length(two))


def cosine_cases(v):
    for i, shape in enumerate([s for s in SHAPES if s]):
        rank = len(shape)
        kind = ("f32", "f64")[i % 2]
        yield Case(
            {"axis": v.pick(range(-rank, rank)), "eps": v.pick((1e-8, 1e-3))},
            [v.floats(shape, kind), v.floats(shape, kind)],
        )
    for kind in ("f32", "f64"):
        x = v.floats((3, 5), kind)
        yield Case({"axis": 1, "eps": 1e-8}, [x, x.copy()], "with itself: 1")
        yield Case({"axis": 1, "eps": 1e-8}, [x, -x], "with its opposite: -1")
        yield Case({"axis": 1, "eps": 1e-8}, [x, np.zeros_like(x)], "a zero vector: 0")
        yield Case({"axis": -1, "eps": 1e-8}, [v.floats((2, 3, 4), kind), v.floats((3, 4), kind)], "broadcast")
        yield Case({"axis": 0, "eps": 1e-8}, [v.layout(v.floats((5, 3), kind)), v.layout(v.floats((5, 3), kind))])
    for length in LENGTHS:
        yield Case({"axis": 0, "eps": 1e-8}, [v.floats((length,)), v.floats((length,))])


op(
    "cosine_similarity",
    "nn",
    "inputs x, y; args axis, eps (each norm is at least eps)",
    cosine_numpy,
    lambda x, a: F.cosine_similarity(x[0], x[1], dim=a["axis"], eps=a["eps"]),
    cosine_cases,
    "sum",
    composed=("numpy",),
    terms=lambda case, outputs: case.inputs[0].array.size / max(1, outputs[0][1].size),
)

# --- Normalisation ------------------------------------------------------------------------------------------


def layer_numpy(x, a):
    axes = tuple(range(-a["axes"], 0))
    mean = x[0].mean(axes, keepdims=True)
    out = (x[0] - mean) / np.sqrt(x[0].var(axes, keepdims=True) + x[0].dtype.type(a["eps"]))
    return out * x[1] + x[2] if len(x) > 1 else out


def layer_cases(v):
    for i, shape in enumerate([s for s in SHAPES if s and s[-1]]):
        for axes in v.some(range(1, len(shape) + 1), 2):
            if 0 in shape[-axes:]:
                continue
            kind = ("f32", "f32", "f64")[i % 3]
            inner = shape[-axes:]
            affine = [v.floats(inner, kind), v.floats(inner, kind)] if v.random.random() < 0.5 else []
            yield Case({"axes": axes, "eps": v.pick((1e-5, 1e-3))}, [v.floats(shape, kind), *affine])
    for length in LENGTHS:
        yield Case({"axes": 1, "eps": 1e-5}, [v.floats((2, length))])
    for kind in ("f32", "f64"):
        yield Case({"axes": 1, "eps": 1e-5}, [np.full((2, 5), 3.0).astype(v.floats((), kind).dtype)], "no variance")
        yield Case({"axes": 1, "eps": 1e-5}, [v.sprinkled((4, 5), kind, ("nan", "inf"), 0.1)], "nan, inf")
        yield Case(
            {"axes": 2, "eps": 1e-5},
            [v.layout(v.floats((2, 3, 4), kind)), v.layout(v.floats((3, 4), kind)), v.layout(v.floats((3, 4), kind))],
        )


op(
    "layer_norm",
    "nn",
    "inputs x[, gamma, beta (the shape of the normalised axes)]; args axes (how many last axes), eps",
    layer_numpy,
    lambda x, a: F.layer_norm(x[0], x[0].shape[-a["axes"] :], *(x[1:] or (None, None)), eps=a["eps"]),
    layer_cases,
    "norm",
    composed=("numpy",),
)


def batch_numpy(x, a):
    t, mean, var, gamma, beta = x
    line = lambda p: p.reshape((1, -1) + (1,) * (t.ndim - 2))
    return (t - line(mean)) / np.sqrt(line(var) + t.dtype.type(a["eps"])) * line(gamma) + line(beta)


def batch_cases(v):
    for i, shape in enumerate(
        (
            (1, 1),
            (2, 3),
            (5, 7),
            (0, 3),
            (2, 3, 4),
            (1, 1, 9),
            (2, 3, 0),
            (2, 3, 4, 5),
            (1, 7, 3, 1),
            (2, 2, 3, 2, 3),
            (3, 17),
            (2, 33, 2),
        )
    ):
        c = shape[1]
        for kind in ("f32", "f64"):
            p = lambda: v.floats((c,), kind)
            x = v.floats(shape, kind)
            yield Case(
                {"eps": v.pick((1e-5, 1e-3))},
                [v.layout(x) if i % 3 == 0 else x, p(), v.floats((c,), kind, 0.1, 3.0), p(), p()],
            )
    for kind in ("f32", "f64"):
        yield Case(
            {"eps": 1e-5},
            [
                v.floats((2, 3), kind),
                v.floats((3,), kind),
                np.zeros(3, v.floats((), kind).dtype),
                v.floats((3,), kind),
                v.floats((3,), kind),
            ],
            "zero variance",
        )


op(
    "batch_norm",
    "nn",
    "inference: inputs x (N C ...), mean, var, gamma, beta (all of C); args eps",
    batch_numpy,
    lambda x, a: F.batch_norm(x[0], x[1], x[2], x[3], x[4], eps=a["eps"]),
    batch_cases,
    "norm",
    composed=("numpy",),
)

# --- Windows ------------------------------------------------------------------------------------------------


def each(value, rank):
    return list(value) if isinstance(value, (list, tuple)) else [value] * rank


def windows(x, kernel, stride, padding, dilation, fill):
    """The windows of the last axes: they become new last axes."""
    rank = len(kernel)
    x = np.pad(x, [(0, 0)] * (x.ndim - rank) + [(p, p) for p in padding], constant_values=fill)
    span = [d * (k - 1) + 1 for k, d in zip(kernel, dilation)]
    if any(n < s for n, s in zip(x.shape[-rank:], span)):
        raise ValueError("kernel longer than the input")
    out = np.lib.stride_tricks.sliding_window_view(x, span, tuple(range(-rank, 0)))
    steps = tuple(slice(None, None, s) for s in stride)
    return out[(Ellipsis, *steps, *(slice(None, None, d) for d in dilation))]


def conv_numpy(x, a):
    t, weight = x[:2]
    rank, groups = t.ndim - 2, a["groups"]
    if t.shape[1] != weight.shape[1] * groups or weight.shape[0] % groups:
        raise ValueError("channels do not fit")
    parts = windows(t, weight.shape[2:], *(each(a[k], rank) for k in ("stride", "padding", "dilation")), 0)
    n, spatial = t.shape[0], parts.shape[2 : 2 + rank]
    parts = parts.reshape(n, groups, weight.shape[1], *parts.shape[2:])
    kernels = weight.reshape(groups, weight.shape[0] // groups, *weight.shape[1:])
    axes = "xy"[:rank]
    window = "uv"[:rank]
    out = np.einsum(f"ngc{axes}{window},goc{window}->ngo{axes}", parts, kernels).reshape(n, weight.shape[0], *spatial)
    return out + x[2].reshape((1, -1) + (1,) * rank) if len(x) > 2 else out


def conv_torch(x, a):
    return (F.conv1d if x[0].ndim == 3 else F.conv2d)(
        *x[:2], x[2] if len(x) > 2 else None, a["stride"], a["padding"], a["dilation"], a["groups"]
    )


def conv_cases(rank):
    def cases(v):
        def case(
            n, channels, out, size, kernel, stride, padding, dilation, groups, bias, kind="f32", view=False, note=None
        ):
            x = v.floats((n, channels, *size), kind)
            weight = v.floats((out, channels // groups, *kernel), kind)
            inputs = [x, weight] + ([v.floats((out,), kind)] if bias else [])
            args = {"stride": stride, "padding": padding, "dilation": dilation, "groups": groups}
            return Case(args, [v.layout(t) for t in inputs] if view else inputs, note)

        every = itertools.product((1, 2, 3), (0, 1, 2), (1, 2), (1, 2, 4))
        for i, (stride, padding, dilation, groups) in enumerate(every):
            size = [v.pick((5, 6, 7, 9)) for _ in range(rank)]
            kernel = [v.pick((1, 2, 3)) for _ in range(rank)]
            yield case(
                v.pick((1, 2)),
                4,
                v.pick((4, 8)),
                size,
                kernel,
                stride,
                padding,
                dilation,
                groups,
                i % 2 == 0,
                ("f32", "f32", "f64")[i % 3],
                i % 5 == 0,
            )
        plain = (1, 0, 1, 1)
        for size in (1, 2, 7, 8, 9, 17, 33)[: 7 if rank == 1 else 5]:
            yield case(1, 1, 1, [size] * rank, [1] * rank, *plain, False)
            yield case(1, 3, 2, [size] * rank, [size] * rank, *plain, True, note="a kernel as large as the input")
        yield case(0, 2, 3, [5] * rank, [2] * rank, *plain, True, note="no images")
        yield case(2, 2, 2, [3] * rank, [5] * rank, 1, 1, 1, 1, True, note="padding makes room for the kernel")
        yield case(1, 1, 1, [9] * rank, [2] * rank, 5, 0, 1, 1, False, note="a stride wider than the kernel")
        yield case(1, 6, 6, [5] * rank, [3] * rank, 1, 1, 1, 6, True, note="depthwise")
        yield case(1, 17, 9, [4] * rank, [3] * rank, 1, 1, 1, 1, True)
        if rank == 2:
            for stride, padding, dilation in (
                ([2, 1], [0, 1], 1),
                ([1, 3], [2, 0], [2, 1]),
                (1, [1, 2], [1, 2]),
                ([2, 2], 1, [1, 1]),
            ):
                for groups in (1, 2):
                    yield case(
                        2, 2, 4, [6, 7], [3, 2], stride, padding, dilation, groups, True, v.pick(("f32", "f64"))
                    )
        x, w = (1, 2, *[5] * rank), (2, 2, *[3] * rank)
        args = {"stride": 1, "padding": 0, "dilation": 1, "groups": 1}
        yield Case(args, [v.sprinkled(x, "f32", ("nan", "inf"), 0.05), v.floats(w)], "nan, inf")
        wrong = (
            ((1, 3, *[5] * rank), w, None, 1, "channels do not fit"),
            (x, (2, 2, *[6] * rank), None, 1, "kernel longer than the input"),
            (x, w, (3,), 1, "bias of another length"),
            (x, (3, 1, *[3] * rank), None, 2, "groups do not divide the outputs"),
            (x, w, None, 2, "channels do not fit"),
            (x[1:-1], w, None, 1, "ranks do not fit"),
        )
        for x, w, bias, groups, note in wrong:
            yield Case(
                args | {"groups": groups},
                [v.floats(x), v.floats(w)] + ([v.floats(bias)] if bias else []),
                note,
                error="shape",
            )
        for key, value in (("stride", 0), ("dilation", 0), ("padding", -1), ("groups", 0)):
            yield Case(
                args | {key: value},
                [v.floats((1, 2, *[5] * rank)), v.floats((2, 2, *[3] * rank))],
                f"no such {key}",
                error="value",
            )

    return cases


def conv_checks(function, rank):
    def call(x, a):
        if x[0].ndim != rank + 2 or x[1].ndim != rank + 2:
            raise ValueError("ranks do not fit")
        if min(each(a["stride"], 1) + each(a["dilation"], 1) + [a["groups"]]) < 1 or min(each(a["padding"], 1)) < 0:
            raise ValueError("no such arguments")
        if len(x) > 2 and x[2].shape != (x[1].shape[0],):
            raise ValueError("bias of another length")
        return function(x, a)

    return call


for rank in (1, 2):
    op(
        f"conv{rank}d",
        "nn",
        "inputs x (N C ...), weight (O C/groups ...)[, bias]; cross-correlation; "
        "args stride, padding, dilation, groups",
        conv_checks(conv_numpy, rank),
        conv_checks(conv_torch, rank),
        conv_cases(rank),
        "sum",
        composed=("numpy",),
        terms=lambda case, outputs: 9 * case.inputs[1].array.size / max(1, case.inputs[1].array.shape[0]),
    )


def pool_args(a):
    return each(a["kernel"], 2), each(a["stride"], 2), each(a["padding"], 2)


def max_pool_numpy(x, a):
    kernel, stride, padding = pool_args(a)
    return windows(x[0], kernel, stride, padding, [1, 1], -np.inf).max((-2, -1))


def avg_pool_numpy(x, a):
    kernel, stride, padding = pool_args(a)
    total = windows(x[0], kernel, stride, padding, [1, 1], 0).sum((-2, -1))
    if a["count_include_pad"]:
        return total / x[0].dtype.type(kernel[0] * kernel[1])
    return total / windows(np.ones_like(x[0]), kernel, stride, padding, [1, 1], 0).sum((-2, -1))


def pool_cases(average):
    def cases(v):
        def case(shape, kernel, stride, padding, kind="f32", view=False, note=None, data=None, **extra):
            args = {"kernel": kernel, "stride": stride, "padding": padding}
            x = v.floats(shape, kind) if data is None else data
            for count in (True, False) if average and padding else (True,):
                yield Case(
                    args | ({"count_include_pad": count} if average else {}),
                    [v.layout(x) if view else x],
                    note,
                    **extra,
                )

        i = 0
        for kernel, stride in itertools.product((1, 2, 3, [2, 3], [3, 1]), (1, 2, 3, [2, 1])):
            for padding in (0, 1, [1, 0]):
                if any(2 * p > k for p, k in zip(each(padding, 2), each(kernel, 2))):
                    continue
                i += 1
                if i % 2 == 0 or padding == 1:
                    yield from case(
                        (v.pick((1, 2)), v.pick((1, 3)), v.pick((3, 5, 6)), v.pick((4, 5, 7))),
                        kernel,
                        stride,
                        padding,
                        ("f32", "f64")[i % 2],
                        i % 4 == 0,
                    )
        for shape, kernel in (
            ((1, 1, 1, 1), 1),
            ((1, 1, 7, 7), 7),
            ((0, 2, 4, 4), 2),
            ((1, 17, 3, 3), 2),
            ((2, 1, 17, 9), 4),
            ((1, 2, 33, 3), [8, 3]),
        ):
            yield from case(shape, kernel, kernel, 0, note="empty" if 0 in shape else None)
        yield from case((1, 1, 5, 5), 2, 5, 0, note="a stride wider than the kernel")
        yield from case((1, 2, 4, 4), 3, 1, 1, note="all negative", data=v.floats((1, 2, 4, 4), low=-9, high=-1))
        for kind in ("f32", "f64"):
            yield from case(
                (1, 2, 5, 5),
                2,
                1,
                0,
                note="nan, inf, zeros",
                data=v.sprinkled((1, 2, 5, 5), kind, ("nan", "inf", "-inf"), 0.2),
            )
        yield from case((1, 1, 3, 3), 4, 1, 0, note="kernel longer than the input", error="shape")
        for key, bad in (("kernel", 0), ("stride", 0), ("padding", -1)):
            yield from case(
                (1, 1, 4, 4),
                **({"kernel": 2, "stride": 1, "padding": 0} | {key: bad}),
                note=f"no such {key}",
                error="value",
            )

    return cases


def pool_checks(function):
    def call(x, a):
        kernel, stride, padding = pool_args(a)
        if min(kernel + stride) < 1 or min(padding) < 0:
            raise ValueError("no such arguments")
        return function(x, a)

    return call


op(
    "max_pool2d",
    "nn",
    "input N C H W; args kernel, stride, padding (with -inf)",
    pool_checks(max_pool_numpy),
    pool_checks(lambda x, a: F.max_pool2d(x[0], a["kernel"], a["stride"], a["padding"])),
    pool_cases(False),
    composed=("numpy",),
)
op(
    "avg_pool2d",
    "nn",
    "input N C H W; args kernel, stride, padding, count_include_pad",
    pool_checks(avg_pool_numpy),
    pool_checks(
        lambda x, a: F.avg_pool2d(
            x[0], a["kernel"], a["stride"], a["padding"], count_include_pad=a["count_include_pad"]
        )
    ),
    pool_cases(True),
    "sum",
    composed=("numpy",),
)

"""Operations that take a tensor back through others, and what else derivatives are written with.

NumPy sends the place of each element through the operation that is gone back through, and adds up what comes to one
place. torch differentiates that operation.
"""

import itertools

import numpy as np
import torch
import torch.nn.functional as F

from core import Case, number, op
from indexing import items_of, new_values, numpy_index, torch_index
from network import each, windows
from values import MISFITS, SHAPES, broadcast_pairs

ALL_TYPES = ("f32", "f64", "i32", "i64", "u8", "bool")
NUMBERS = ("f32", "f64", "f32", "i64", "i32")


def added(forward, x, like):
    """What comes to each place of `like`; 0 is no place."""
    size = int(np.prod(like.shape, dtype=int))
    places = np.asarray(forward(np.arange(1, size + 1).reshape(like.shape)))
    if places.shape != x.shape:
        raise ValueError("no such shape")
    out = np.zeros(size + 1, x.dtype)
    np.add.at(out, places.reshape(-1), x.reshape(-1))
    return out[1:].reshape(like.shape)


def back(forward, x, *inputs, of=0):
    """The derivative of `forward` by one of its inputs, with `x` as the cotangent of what it gives."""
    if any(t.dtype != x.dtype for t in inputs):
        raise TypeError("several types")
    wide = [t.double() for t in inputs]
    wide[of].requires_grad_()
    out = forward(*wide)
    if out.shape != x.shape:
        raise ValueError("no such shape")
    (grad,) = torch.autograd.grad(out, wide[of], x.double(), allow_unused=True)
    grad = torch.zeros_like(wide[of]) if grad is None else grad
    return grad.to(x.dtype)


def axes_of(axis, rank):
    axes = list(range(rank)) if axis is None else [axis] if isinstance(axis, int) else list(axis)
    if any(not -rank <= a < rank for a in axes):
        raise ValueError("no such axis")
    axes = sorted(a % rank for a in axes)
    if len(set(axes)) != len(axes):
        raise ValueError("an axis twice")
    return axes


# --- Nothing but a constant ---------------------------------------------------------------------------------


def constant_cases(v):
    for i, shape in enumerate(v.some(SHAPES, 14)):
        x = v.any(shape, ALL_TYPES[i % 6])
        yield Case({}, [v.layout(x) if i % 3 == 2 else x])
    yield Case({}, [v.sprinkled((9,), "f32")], "special values")


op(
    "stop_gradient",
    "adjoint",
    "no args",
    lambda x, a: x[0],
    lambda x, a: x[0].detach(),
    constant_cases,
    signed=True,
)

# --- Broadcasting and reductions ----------------------------------------------------------------------------


def sum_to_cases(v):
    for i, (shape, _) in enumerate(broadcast_pairs()[:24]):
        other = broadcast_pairs()[i][1]
        wide = np.broadcast_shapes(shape, other)
        kind = NUMBERS[i % 5]
        x = v.any(wide, kind)
        yield Case({}, [v.layout(x) if i % 4 == 3 else x, v.any(shape, kind)])
    yield Case({}, [v.any((3, 2), "u8"), v.any((2,), "u8")], "u8")
    yield Case({}, [v.any((2, 0, 3)), v.any((1, 1, 3))], "a sum of nothing")
    for left, right in (*MISFITS[:3], ((2,), (1, 2)), ((1,), (3,)), ((), (1,))):
        yield Case({}, [v.floats(left), v.floats(right)], "like does not broadcast", error="shape")
    yield Case({}, [v.floats((2, 3)), v.floats((3,), "f64")], "another type", error="dtype", rule=(None, "no promotion"))


def sum_to_numpy(x, a):
    return added(lambda places: np.broadcast_to(places, x[0].shape), *x)


op(
    "sum_to",
    "adjoint",
    "inputs x, like",
    sum_to_numpy,
    lambda x, a: back(lambda like: like.broadcast_to(x[0].shape), x[0], x[1]),
    sum_to_cases,
    "sum",
)


def reduced(shape, axis, keepdims):
    axes = axes_of(axis, len(shape))
    kept = [1 if i in axes else n for i, n in enumerate(shape)]
    return tuple(kept if keepdims else [n for i, n in enumerate(shape) if i not in axes])


def unreduce_cases(v):
    shapes = ((), (5,), (0,), (2, 3), (3, 0), (2, 3, 4), (1, 3, 1), (2, 1, 3, 2))
    for i, shape in enumerate(shapes):
        for j, axis in enumerate(v.axes(len(shape), 4)):
            keepdims = (i + j) % 2 == 0
            kind = ALL_TYPES[(i + j) % 6]
            x = v.any(reduced(shape, axis, keepdims), kind)
            yield Case(
                {"axis": axis, "keepdims": keepdims}, [v.layout(x) if j == 2 else x, v.any(shape, kind)]
            )
    yield Case({"axis": [], "keepdims": False}, [v.floats((2, 3)), v.floats((2, 3))], "no axis")
    for shape, like, axis, kind in (
        ((2,), (2, 3), 0, "shape"),
        ((2, 1), (2, 3), 1, "shape"),
        ((2,), (2, 3), 2, "axis"),
        ((), (), 0, "axis"),
        ((), (2, 3), [0, -2], "axis"),
    ):
        yield Case({"axis": axis, "keepdims": False}, [v.floats(shape), v.floats(like)], error=kind)


def unreduce_numpy(x, a):
    axes = axes_of(a["axis"], x[1].ndim)
    if x[0].shape != reduced(x[1].shape, a["axis"], a["keepdims"]):
        raise ValueError("no such shape")
    wide = x[0] if a["keepdims"] else np.expand_dims(x[0], tuple(axes))
    return np.broadcast_to(wide, x[1].shape)


def unreduce_torch(x, a):
    axes = axes_of(a["axis"], x[1].ndim)
    # torch takes no axes for all axes.
    return back(lambda like: like.sum(axes, a["keepdims"]) if axes else like * 1, *x)


op("unreduce", "adjoint", "inputs x, like; args axis, keepdims", unreduce_numpy, unreduce_torch, unreduce_cases)

# --- Axes as one --------------------------------------------------------------------------------------------


def flat_cases(v, inverse):
    shapes = ((), (5,), (0,), (2, 3), (3, 0), (2, 3, 4), (1, 3, 1), (2, 1, 3, 2), (2, 2, 1, 2, 3))
    for i, shape in enumerate(shapes):
        for j, axis in enumerate(v.axes(len(shape), 4)):
            kind = ALL_TYPES[(i + j) % 6]
            like = v.any(shape, kind)
            if not inverse:
                yield Case({"axis": axis}, [v.layout(like) if j == 2 else like])
                continue
            x = v.any(flatten_numpy([like], {"axis": axis}).shape, kind)
            yield Case({"axis": axis}, [v.layout(x) if j == 2 else x, like])
    wrong = [((2, 3), 2, "axis"), ((), 0, "axis"), ((2, 3), [0, -2], "axis")]
    if not inverse:
        yield Case({"axis": []}, [v.floats((2, 3))], "no axis")
        for shape, axis, kind in wrong:
            yield Case({"axis": axis}, [v.floats(shape)], error=kind)
        return
    yield Case({"axis": []}, [v.floats((2, 3, 1)), v.floats((2, 3))], "no axis")
    for shape, axis, kind in wrong:
        yield Case({"axis": axis}, [v.floats(shape), v.floats(shape)], error=kind)
    for x, shape, axis in (((5,), (2, 3), None), ((3, 2), (2, 3), 1), ((2, 3), (2, 3), None)):
        yield Case({"axis": axis}, [v.floats(x), v.floats(shape)], "another shape", error="shape")


def flatten_numpy(x, a):
    axes = axes_of(a["axis"], x[0].ndim)
    moved = np.moveaxis(x[0], axes, range(x[0].ndim - len(axes), x[0].ndim))
    flat = int(np.prod(moved.shape[x[0].ndim - len(axes) :], dtype=int))
    return moved.reshape((*moved.shape[: x[0].ndim - len(axes)], flat))


def flatten_torch(x, a):
    t = x[0]
    axes = axes_of(a["axis"], t.ndim)
    others = [i for i in range(t.ndim) if i not in axes]
    flat = int(np.prod([t.shape[i] for i in axes], dtype=int))
    return t.permute([*others, *axes]).reshape([*(t.shape[i] for i in others), flat])


op(
    "flatten_axes",
    "adjoint",
    "args axis",
    flatten_numpy,
    flatten_torch,
    lambda v: flat_cases(v, False),
    signed=True,
)
op(
    "unflatten_axes",
    "adjoint",
    "inputs x, like; args axis",
    lambda x, a: added(lambda places: flatten_numpy([places], a), *x),
    lambda x, a: back(lambda like: flatten_torch([like], a), *x),
    lambda v: flat_cases(v, True),
)

# --- Along an axis ------------------------------------------------------------------------------------------


def shift_cases(v):
    for i, shape in enumerate([s for s in SHAPES if s][:18]):
        axis = v.pick(range(-len(shape), len(shape)))
        kind = ALL_TYPES[i % 6]
        by = v.pick((0, 1, -1, 2, -3, shape[axis], -shape[axis]))
        value = {"f": v.pick((0, 1.5, "nan", "-inf")), "b": True}.get(kind[0], v.pick((0, 7)))
        x = v.any(shape, kind)
        yield Case({"by": by, "axis": axis, "value": value}, [v.layout(x) if i % 4 == 3 else x])
    for by in (100, -100, 2**62, -(2**63), 2**63 - 1):
        yield Case({"by": by, "axis": 0, "value": 0}, [v.floats((4,))], "further than there are places")
    yield Case({"by": 1, "axis": 2, "value": 0}, [v.floats((2, 3))], "axis out of range", error="axis")
    yield Case({"by": 1, "axis": 0, "value": 0}, [v.floats(())], "a scalar", error="axis")


def shift_numpy(x, a):
    n = x[0].shape[a["axis"]]
    by = max(-n, min(n, a["by"]))
    t = np.moveaxis(x[0], a["axis"], 0)
    out = np.full_like(t, number(a["value"]))
    out[max(by, 0) : n + min(by, 0)] = t[max(-by, 0) : n - max(by, 0)]
    return np.moveaxis(out, 0, a["axis"])


def shift_torch(x, a):
    n = x[0].shape[a["axis"]]
    at = torch.arange(n).double() - a["by"]
    inside = ((at >= 0) & (at < n)).reshape([-1] + [1] * (x[0].ndim - 1 - a["axis"] % x[0].ndim))
    rolled = torch.roll(x[0], a["by"] % max(n, 1), a["axis"])
    return torch.where(inside, rolled, torch.tensor(number(a["value"]), dtype=x[0].dtype))


op("shift", "adjoint", "args by, axis, value", shift_numpy, shift_torch, shift_cases, signed=True)


def scan_cases(v):
    shapes = ((1,), (2,), (7,), (33,), (0,), (3, 4), (0, 3), (3, 0), (2, 3, 4), (2, 1, 3, 2))
    for i, (shape, reverse) in enumerate(itertools.product(shapes, (False, True))):
        kind = NUMBERS[i % 5]
        axis = v.pick(range(-len(shape), len(shape)))
        low = (-1.0, 1.0) if kind[0] == "f" else (-2, 2)
        a = v.floats(shape, kind, *low) if kind[0] == "f" else v.ints(shape, kind, *low)
        x = v.any(shape, kind)
        yield Case(
            {"axis": axis, "reverse": reverse}, [v.layout(a) if i % 3 == 2 else a, v.layout(x) if i % 4 == 3 else x]
        )
    for reverse, at in ((False, 0), (True, 3)):
        for value in (np.nan, np.inf):
            a = v.floats((4,))
            a[at] = value
            yield Case({"axis": 0, "reverse": reverse}, [a, v.floats((4,))], "the first coefficient does not count")
    yield Case({"axis": 0, "reverse": False}, [np.array([1, 1, 3], np.int32), np.array([2**31 - 1, 1, 1], np.int32)])
    yield Case({"axis": 0, "reverse": False}, [v.floats((2, 3)), v.floats((3,))], "other shapes", error="shape")
    yield Case({"axis": 0, "reverse": False}, [v.floats((1,)), v.floats((3,))], "other shapes", error="shape")
    yield Case({"axis": 1, "reverse": False}, [v.floats((3,)), v.floats((3,))], "axis out of range", error="axis")
    yield Case({"axis": -1, "reverse": False}, [v.floats(()), v.floats(())], "a scalar", error="axis")


def scan(x, a, stack, moved):
    if x[0].shape != x[1].shape:
        raise ValueError("two shapes")
    n = x[1].shape[a["axis"]]
    if n == 0:
        return x[1]
    coefficients, entries = (moved(t, a["axis"], 0) for t in x)
    order = range(n - 1, -1, -1) if a["reverse"] else range(n)
    states = []
    for at in order:
        states.append(coefficients[at] * states[-1] + entries[at] if states else entries[at])
    return moved(stack(states[::-1] if a["reverse"] else states), 0, a["axis"])


op(
    "linear_scan",
    "adjoint",
    "inputs a, x; args axis, reverse: s[i] = a[i] s[i-1] + x[i]",
    lambda x, a: scan(x, a, np.stack, np.moveaxis),
    lambda x, a: scan(x, a, torch.stack, torch.movedim),
    scan_cases,
    "sum",
    composed=("numpy", "torch"),
)

# --- At positions -------------------------------------------------------------------------------------------


def accumulate_cases(v):
    def case(shape, index, tensors=(), values=None, note=None, kind="f32", layout=False, **extra):
        x = v.any(shape, kind)
        inputs = [v.layout(x) if layout else x, *tensors]
        if isinstance(values, tuple):
            new = v.any(values, kind)
            inputs.append(v.layout(new) if layout else new)
            values = {"input": len(inputs) - 1}
        return Case({"index": items_of(index), "values": values}, inputs, note, **extra)

    at = np.array([3, 0, 3, 3], np.int64)
    for kind in ("f32", "f64", "i32", "i64", "u8"):
        yield case((5,), [{"input": 1}], [at], (4,), "a position thrice", kind)
        yield case((5, 2), [{"input": 1}], [at], (4, 2), "rows, one thrice", kind, True)
        yield case((5, 2), [{"input": 1}], [at], 3, "one value", kind)
        yield case((3, 4), [1], values=(4,), note="a row", kind=kind)
        yield case((3, 4), [{"slice": [None, None, -2]}, 0], values=2, note="backwards", kind=kind)
    yield case((2, 3), ["ellipsis"], values=(1, 1, 3), note="values of a higher rank")
    yield case((), ["ellipsis"], values=2.5, note="a scalar")
    yield case((2, 3), ["ellipsis", "newaxis"], values=(3, 1), note="a new axis")
    yield case((2, 3), ["newaxis", 0, {"slice": [1, None, None]}], values=(1, 2), note="a new axis, a position")
    yield case((4, 3), [{"input": 1}, "newaxis"], [at], (4, 1, 3), "a new axis behind a tensor")
    yield case((5, 4), [{"slice": [None, None, -1]}, {"input": 1}], [at], (5, 4), "a range and a tensor", layout=True)
    yield case((5, 4, 2), [{"input": 1}, ":", 1], [at], (4, 4), "apart")
    yield case((4, 5, 6), [{"input": 1}, ":", {"input": 2}], [at[:2], np.array([5, 1], np.int64)], (2, 5), "apart")
    yield case((4, 5, 2), [{"input": 1}, {"input": 2}], [at[:, None] % 2, at % 3], (4, 4, 2), "pairs, broadcast")
    yield case((5, 2), [{"input": 1}], [np.array([[1, 1], [0, 1]], np.int32)], (2, 1, 2), "i32, two axes")
    mask = v.bools((3, 4))
    yield case((3, 4), [{"input": 1}], [mask], (int(mask.sum()),), "a mask")
    yield case((3, 4), [{"input": 1}], [mask], 2.0, "a mask, one value")
    yield case((3, 4), [":", {"input": 1}], [np.array([True, False, True, True])], (3, 1), "a mask of columns")
    yield case((3, 4), [{"input": 1}], [np.zeros((3, 4), bool)], (0,), "a mask of nothing")
    yield case((3, 4), [{"input": 1}], [np.zeros((0,), np.int64)], (0, 4), "no positions")
    yield case((0, 4), [":"], values=1.0, note="empty")
    yield case((2, 3), [{"slice": [1, 1, None]}], values=1.0, note="an empty range")
    yield Case({"index": [0], "values": 1}, [np.array([2**31 - 1, 0], np.int32)], "wraps")
    for shape, index, values in (((2, 3), [0], (2,)), ((4,), [{"slice": [0, 3, None]}], (2,))):
        yield case(shape, index, values=values, note="values do not fit", error="shape")
    yield case((3, 4), [{"input": 1}], [at[:2] % 3], (3, 4), "values do not fit", error="shape")
    for shape, index in (((3, 4), [3]), ((3, 4), [":", -5]), ((0,), [0]), ((3,), [0, 0])):
        yield case(shape, index, values=1.0, note="out of range", error="index")
    yield case((3, 4), [{"input": 1}], [at], 1.0, "out of range", error="index")


def accumulate_numpy(x, a):
    out = x[0].copy()
    values = new_values(x, a)
    at = numpy_index(a["index"], x)
    shape = out[at].shape
    while np.ndim(values) > len(shape) and values.shape[0] == 1:
        values = values[0]
    np.add.at(out, at, np.broadcast_to(np.asarray(values, out.dtype), shape))
    return out


def accumulate_torch(x, a):
    values = new_values(x, a)
    places = torch.arange(x[0].numel()).reshape(x[0].shape)
    maps, items = torch_index(places, a["index"], x)
    for axis, at in maps:
        places = places.index_select(axis, at)
    places = places[items]
    if not isinstance(values, torch.Tensor):
        values = torch.full((), values, dtype=x[0].dtype)
    while values.ndim > places.ndim and values.shape[0] == 1:
        values = values[0]
    values = values.broadcast_to(places.shape).reshape(-1)
    return x[0].reshape(-1).index_add(0, places.reshape(-1), values).reshape(x[0].shape)


op(
    "index_accumulate",
    "adjoint",
    'inputs t[, index tensors][, values]; args index (as for getitem), values: a scalar or {"input": k}',
    accumulate_numpy,
    accumulate_torch,
    accumulate_cases,
    "sum",
    composed=("torch",),
)

# --- Windows ------------------------------------------------------------------------------------------------


def overlap_forward(like, size, step, axis):
    view = np.lib.stride_tricks.sliding_window_view(like, size, axis)
    cut = [slice(None)] * view.ndim
    cut[axis % like.ndim] = slice(None, None, step)
    return view[tuple(cut)]


def overlap_cases(v):
    for i, (shape, size, step, axis) in enumerate(
        (
            ((5,), 2, 1, 0),
            ((5,), 3, 2, -1),
            ((6,), 2, 3, 0),
            ((7,), 7, 1, 0),
            ((7,), 1, 1, 0),
            ((9,), 2, 4, -1),
            ((33,), 8, 3, 0),
            ((4, 5), 2, 1, 0),
            ((4, 5), 2, 1, 1),
            ((4, 5), 3, 2, -1),
            ((2, 6, 3), 3, 2, 1),
            ((2, 6, 3), 2, 1, -3),
            ((2, 3, 2, 5), 4, 1, 3),
            ((0, 5), 2, 1, 1),
            ((5, 0), 2, 3, 0),
        )
    ):
        kind = NUMBERS[i % 5]
        like = v.any(shape, kind)
        x = v.any(overlap_forward(like, size, step, axis).shape, kind)
        yield Case({"step": step, "axis": axis}, [v.layout(x) if i % 3 == 2 else x, like])
    for x, like, step, axis, kind in (
        ((4, 2), (6,), 1, 0, "shape"),
        ((4, 3), (2,), 1, 0, "shape"),
        ((4,), (5,), 1, 0, "shape"),
        ((4, 2), (5,), 0, 0, "value"),
        ((4, 2), (5,), 1, 1, "axis"),
        ((), (), 1, -1, "axis"),
    ):
        yield Case({"step": step, "axis": axis}, [v.floats(x), v.floats(like)], error=kind)


op(
    "overlap_add",
    "adjoint",
    "inputs x, like; args step, axis: the adjoint of sliding_window",
    lambda x, a: added(lambda places: overlap_forward(places, x[0].shape[-1], a["step"], a["axis"]), *x),
    lambda x, a: back(lambda like: like.unfold(a["axis"], x[0].shape[-1], a["step"]), *x),
    overlap_cases,
    "sum",
)


def pool_args(a, rank):
    stride = a["kernel"] if a["stride"] is None else a["stride"]
    lists = [each(n, rank) for n in (a["kernel"], stride, a["padding"], a["dilation"])]
    if min([*lists[0], *lists[1], *lists[3]]) < 1 or min(lists[2]) < 0:
        raise ValueError("no such arguments")
    return lists


def pool_numpy(x, a, value):
    rank = x.ndim - 2
    if rank not in (1, 2) or 0 in x.shape[2:]:
        raise ValueError("no such rank")
    kernel, stride, padding, dilation = pool_args(a, rank)
    behind = list(padding)
    for axis, (k, s, p, d) in enumerate(zip(kernel, stride, padding, dilation)):
        n, span = x.shape[2 + axis], d * (k - 1) + 1
        if 2 * p > span:
            raise ValueError("too much padding")
        room = n + 2 * p - span
        # A window more begins within the axis or the padding in front.
        if a["ceil_mode"] and room % s and (room // s + 1) * s < n + p:
            behind[axis] += s - room % s
    pads = [(0, 0), (0, 0), *zip(padding, behind)]
    parts = windows(np.pad(x, pads, constant_values=value), kernel, stride, [0] * rank, dilation, 0)
    return parts.reshape((*parts.shape[: 2 + rank], int(np.prod(kernel))))


def pool_torch(x, a, value):
    rank = x.ndim - 2
    kernel, stride, padding, dilation = pool_args(a, rank)
    pool = {1: F.max_pool1d, 2: F.max_pool2d}[rank]
    sizes = pool(torch.zeros(1, 1, *x.shape[2:]), kernel, stride, padding, dilation, a["ceil_mode"]).shape[2:]
    for axis, (k, s, p, d, count) in enumerate(zip(kernel, stride, padding, dilation, sizes)):
        reach = (count - 1) * s + d * (k - 1) + 1
        at = (torch.arange(count)[:, None] * s + torch.arange(k) * d).reshape(-1)
        pads = [0, 0] * (rank - 1 - axis) + [p, max(0, reach - x.shape[2 + axis] - p)]
        # Of each axis so far, windows and their elements are one.
        x = F.pad(x, pads, value=value).index_select(2 + axis, at)
    if rank == 1:
        return x.reshape(*x.shape[:2], sizes[0], kernel[0])
    x = x.reshape(*x.shape[:2], sizes[0], kernel[0], sizes[1], kernel[1])
    return x.permute(0, 1, 2, 4, 3, 5).reshape(*x.shape[:2], *sizes, kernel[0] * kernel[1])


def pool_cases(v, inverse):
    def case(shape, kind="f32", kernel=2, stride=None, padding=0, dilation=1, ceil=False, value=0, view=False):
        args = {"kernel": kernel, "stride": stride, "padding": padding, "dilation": dilation, "ceil_mode": ceil}
        like = v.any(shape, kind)
        if not inverse:
            return Case(args | {"value": value}, [v.layout(like) if view else like])
        x = v.any(pool_numpy(like, args, 0).shape, kind)
        return Case(args, [v.layout(x) if view else x, like])

    yield case((1, 1, 6))
    yield case((2, 3, 7), "f64", 3, 2)
    yield case((2, 3, 7), "f32", 3, 2, 1, view=True, value="-inf")
    yield case((1, 2, 8), "i64", [3], [1], [1], [2], value=-5)
    yield case((1, 1, 5), "f32", 2, 2, 0, 1, True, value=9.5)
    yield case((1, 1, 3), "f32", 2, 3, 1, 1, True)
    yield case((0, 2, 4))
    yield case((2, 0, 4), "i32")
    yield case((1, 1, 4, 4))
    yield case((2, 2, 5, 6), "f64", [2, 3])
    yield case((2, 2, 5, 6), "f32", [3, 2], 1, view=True)
    yield case((1, 2, 5, 7), "f32", 3, 2, 1, value="nan")
    yield case((1, 2, 7, 6), "f64", [2, 3], [3, 2], [1, 0], [2, 1], True)
    yield case((1, 2, 7, 6), "i64", 3, [2, 3], 1, 1, True, value=4)
    yield case((2, 1, 5, 5), "f32", 2, 3, 0, 1, True)
    yield case((1, 1, 6, 6), "i32", 2, 5)
    yield case((1, 3, 4, 2), "f32", 1)
    yield case((0, 1, 3, 3), "f32", 3)
    if not inverse:
        yield case((1, 1, 2, 3), "bool", 2, 1, 1, value=True)
    plain = {"stride": None, "padding": 0, "dilation": 1, "ceil_mode": False} | ({} if inverse else {"value": 0})
    for shape, change, kind in (
        ((1, 1, 4), {"kernel": 5}, "shape"),
        ((1, 1, 4), {"kernel": 2, "padding": 2}, "value"),
        ((1, 1, 4), {"kernel": 2, "stride": 0}, "value"),
        ((1, 1, 4), {"kernel": 0}, "value"),
        ((1, 4), {"kernel": 2}, "shape"),
        ((1, 1, 2, 2, 2), {"kernel": 2}, "shape"),
        ((1, 1, 0), {"kernel": 1}, "shape"),
    ):
        inputs = [v.floats((*shape, 2)), v.floats(shape)] if inverse else [v.floats(shape)]
        yield Case(plain | change, inputs, error=kind)
    if inverse:
        yield Case(plain | {"kernel": 2}, [v.floats((1, 1, 3, 2)), v.floats((1, 1, 4))], error="shape")


op(
    "pool_windows",
    "adjoint",
    "input N C L or N C H W; args kernel, stride, padding, dilation, ceil_mode, value",
    lambda x, a: pool_numpy(x[0], a, number(a["value"])),
    lambda x, a: pool_torch(x[0], a, number(a["value"])),
    lambda v: pool_cases(v, False),
    composed=("numpy", "torch"),
)
op(
    "pool_scatter",
    "adjoint",
    "inputs x, like; args kernel, stride, padding, dilation, ceil_mode: the adjoint of pool_windows",
    lambda x, a: added(lambda places: pool_numpy(places, a, 0), *x),
    lambda x, a: back(lambda like: pool_torch(like, a, 0), *x),
    lambda v: pool_cases(v, True),
    "sum",
    composed=("numpy", "torch"),
)

# --- Convolutions -------------------------------------------------------------------------------------------


def convolve(x, weight, a):
    return {3: F.conv1d, 4: F.conv2d}[x.ndim](x, weight, None, a["stride"], a["padding"], a["dilation"], a["groups"])


def taps(a, weight, lens):
    """For each tap of the kernel: its place, and the positions that it has on the padded axes."""
    rank = weight.ndim - 2
    stride, dilation = each(a["stride"], rank), each(a["dilation"], rank)
    for tap in itertools.product(*(range(k) for k in weight.shape[2:])):
        cut = [slice(t * d, t * d + (n - 1) * s + 1, s) for t, d, s, n in zip(tap, dilation, stride, lens)]
        yield (Ellipsis, *tap), (Ellipsis, *cut)


def conv_lens(x, weight, a):
    """Checks a convolution's arguments, and says how many windows it has."""
    rank, groups = x.ndim - 2, a["groups"]
    if rank not in (1, 2) or weight.ndim != x.ndim or groups < 1:
        raise ValueError("no such arguments")
    if x.shape[1] != weight.shape[1] * groups or weight.shape[0] % groups:
        raise ValueError("channels do not fit")
    stride, padding, dilation = (each(a[k], rank) for k in ("stride", "padding", "dilation"))
    if min([*stride, *dilation]) < 1:
        raise ValueError("no such arguments")
    rest = zip(x.shape[2:], weight.shape[2:], stride, padding, dilation)
    lens = [(n + 2 * p - d * (k - 1) - 1) // s + 1 for n, k, s, p, d in rest]
    if min(lens) < 1:
        raise ValueError("kernel longer than the input")
    return lens, padding


def grouped(t, groups, axis):
    return t.reshape(*t.shape[:axis], groups, t.shape[axis] // groups, *t.shape[axis + 1 :])


def input_grad_numpy(x, a):
    dy, weight, like = x
    lens, padding = conv_lens(like, weight, a)
    if dy.shape != (like.shape[0], weight.shape[0], *lens):
        raise ValueError("no such shape")
    out = np.zeros((*like.shape[:2], *(n + 2 * p for n, p in zip(like.shape[2:], padding))), like.dtype)
    for tap, cut in taps(a, weight, lens):
        part = np.einsum(
            "ngo...,goc->ngc...", grouped(dy, a["groups"], 1), grouped(weight, a["groups"], 0)[tap], optimize=False
        )
        out[cut] += part.reshape(*like.shape[:2], *lens)
    return out[(Ellipsis, *(slice(p, p + n) for n, p in zip(like.shape[2:], padding)))]


def weight_grad_numpy(x, a):
    t, dy, like = x
    lens, padding = conv_lens(t, like, a)
    if dy.shape != (t.shape[0], like.shape[0], *lens):
        raise ValueError("no such shape")
    t = np.pad(t, [(0, 0), (0, 0), *((p, p) for p in padding)])
    out = np.zeros_like(like)
    axes = "xy"[: len(lens)]
    for tap, cut in taps(a, like, lens):
        part = np.einsum(
            f"ngo{axes},ngc{axes}->goc", grouped(dy, a["groups"], 1), grouped(t[cut], a["groups"], 1), optimize=False
        )
        out[tap] = part.reshape(like.shape[:2])
    return out


def conv_cases(v, of_weight):
    def case(shape, weight, kind="f32", stride=1, padding=0, dilation=1, groups=1, view=False, wrong=None):
        args = {"stride": stride, "padding": padding, "dilation": dilation, "groups": groups}
        t, w = v.floats(shape, kind), v.floats(weight, kind)
        if wrong:
            dy = v.floats(wrong[0], kind)
        else:
            lens, _ = conv_lens(t, w, args)
            dy = v.floats((shape[0], weight[0], *lens), kind)
        inputs = [t, dy, w] if of_weight else [dy, w, t]
        if view:
            inputs = [v.layout(x) for x in inputs]
        return Case(args, inputs, error=wrong[1] if wrong else None)

    yield case((1, 1, 5), (1, 1, 2))
    yield case((2, 3, 8), (4, 3, 3), "f64")
    yield case((2, 3, 8), (4, 3, 3), "f32", 2, 1, 1, 1, True)
    yield case((1, 4, 9), (6, 2, 2), "f32", 3, 0, 2, 2)
    yield case((1, 2, 10), (2, 1, 3), "f64", 4, 2, 2, 2)
    yield case((2, 1, 7), (2, 1, 7))
    yield case((1, 2, 6), (3, 2, 1), "f32", 5)
    yield case((1, 1, 2), (1, 1, 4), "f32", 1, 3)
    yield case((0, 2, 5), (3, 2, 2))
    yield case((1, 1, 4, 4), (1, 1, 2, 2))
    yield case((2, 3, 5, 6), (4, 3, 3, 2), "f64")
    yield case((2, 3, 6, 7), (2, 3, 3, 3), "f32", 2, 1, 1, 1, True)
    yield case((2, 4, 7, 6), (4, 2, 2, 3), "f32", [2, 3], [1, 0], [2, 1], 2)
    yield case((1, 3, 8, 8), (3, 1, 3, 3), "f32", 3, 0, 1, 3)
    yield case((1, 2, 5, 5), (3, 2, 1, 1), "f64", 2)
    yield case((1, 1, 3, 3), (2, 1, 3, 3), "f32", 1, 2)
    yield case((0, 1, 3, 3), (2, 1, 2, 2))
    yield case((1, 1, 5), (1, 1, 2), wrong=((1, 1, 3), "shape"))
    yield case((1, 1, 5), (2, 1, 2), wrong=((1, 1, 4), "shape"))
    yield case((1, 2, 5), (1, 1, 2), wrong=((1, 1, 4), "shape"))
    yield case((1, 1, 2), (1, 1, 3), wrong=((1, 1, 1), "shape"))
    yield case((1, 5), (1, 1), wrong=((1, 5), "shape"))
    yield case((1, 1, 5, 5), (1, 1, 2), wrong=((1, 1, 4, 4), "shape"))
    yield case((1, 1, 5), (1, 1, 2), "f32", 0, wrong=((1, 1, 4), "value"))
    yield case((1, 2, 5), (3, 1, 2), "f32", groups=2, wrong=((1, 3, 4), "shape"))


def conv_terms(case, outputs):
    return max(x.array.size for x in case.inputs)


op(
    "conv_input_grad",
    "adjoint",
    "inputs x (the cotangent), weight, like; args stride, padding, dilation, groups",
    input_grad_numpy,
    lambda x, a: back(lambda like, weight: convolve(like, weight, a), x[0], x[2], x[1]),
    lambda v: conv_cases(v, False),
    "linalg",
    composed=("numpy",),
    terms=conv_terms,
)
op(
    "conv_weight_grad",
    "adjoint",
    "inputs x, grad (the cotangent), like; args stride, padding, dilation, groups",
    weight_grad_numpy,
    lambda x, a: back(lambda t, like: convolve(t, like, a), x[1], x[0], x[2], of=1),
    lambda v: conv_cases(v, True),
    "linalg",
    composed=("numpy",),
    terms=conv_terms,
)

# --- Copies -------------------------------------------------------------------------------------------------


def untile_cases(v):
    for i, (shape, multiples) in enumerate(
        (
            ((), []),
            ((3,), [1]),
            ((3,), [4]),
            ((3,), [0]),
            ((0,), [3]),
            ((2, 3), [2, 2]),
            ((2, 3), [1, 3]),
            ((2, 3), [3, 1]),
            ((2, 0), [2, 3]),
            ((2, 3), [0, 2]),
            ((1, 3, 2), [4, 1, 2]),
            ((2, 3, 4), [2, 2, 1]),
            ((2, 1, 2, 3), [1, 2, 3, 2]),
        )
    ):
        kind = NUMBERS[i % 5]
        x = v.any(tuple(n * m for n, m in zip(shape, multiples)), kind)
        yield Case({"multiples": multiples}, [v.layout(x) if i % 3 == 2 else x, v.any(shape, kind)])
    yield Case({"multiples": [2]}, [v.floats((5,)), v.floats((3,))], error="shape")
    yield Case({"multiples": [2]}, [v.floats((2, 6)), v.floats((2, 3))], "a multiple too few", error="shape")
    yield Case({"multiples": [2, 1]}, [v.floats((2, 3)), v.floats((3,))], "a multiple too many", error="shape")
    yield Case({"multiples": [-1]}, [v.floats((3,)), v.floats((3,))], "negative", error="shape")


def checked_multiples(x, a):
    if len(a["multiples"]) != x[1].ndim or min(a["multiples"], default=0) < 0:
        raise ValueError("no such multiples")
    return a["multiples"]


op(
    "untile",
    "adjoint",
    "inputs x, like; args multiples: the adjoint of tile",
    lambda x, a: added(lambda places: np.tile(places, checked_multiples(x, a)), *x),
    lambda x, a: back(lambda like: like.tile(checked_multiples(x, a)), *x),
    untile_cases,
    "sum",
)


def checked_pads(like, a):
    pads, mode = a["paddings"], a["mode"]
    if mode not in ("constant", "reflect", "edge", "wrap"):
        raise ValueError("unknown mode")
    if len(pads) != like.ndim or min((n for pair in pads for n in pair), default=0) < 0:
        raise ValueError("no such paddings")
    if mode != "constant" and any(max(pair) and not n for pair, n in zip(pads, like.shape)):
        raise ValueError("nothing to pad with")
    if mode == "reflect" and any(max(pair) > max(n - 1, 0) for pair, n in zip(pads, like.shape)):
        raise ValueError("reflects more than there is")
    return pads


def pad_numpy(like, a):
    pads = checked_pads(like, a)
    return np.pad(like, pads, mode=a["mode"]) if like.ndim else like


def pad_torch(like, a):
    pads = checked_pads(like, a)
    if a["mode"] == "constant":
        return F.pad(like, [n for pair in reversed(pads) for n in pair]) if pads else like * 1
    like = like * 1
    for axis, (before, after) in enumerate(pads):
        n = like.shape[axis]
        at = range(-before, n + after)
        if a["mode"] == "reflect":
            at = [abs(i) if i < n else 2 * (n - 1) - i for i in at]
        elif a["mode"] == "edge":
            at = [min(max(i, 0), n - 1) for i in at]
        else:
            at = [i % n for i in at]
        like = like.index_select(axis, torch.tensor(at, dtype=torch.int64)) if n else like
    return like


def unpad_cases(v):
    def case(mode, shape, pads, kind="f32", view=False):
        like = v.any(shape, kind)
        args = {"paddings": pads, "mode": mode}
        x = v.any(pad_numpy(like, args).shape, kind)
        return Case(args, [v.layout(x) if view else x, like])

    for i, mode in enumerate(("constant", "reflect", "edge", "wrap")):
        yield case(mode, (5,), [[2, 1]], NUMBERS[i])
        yield case(mode, (5,), [[0, 0]])
        yield case(mode, (4, 3), [[3, 2], [1, 2]], NUMBERS[(i + 2) % 5], True)
        yield case(mode, (3, 2, 4), [[0, 2], [1, 1], [3, 0]], NUMBERS[(i + 1) % 5])
        yield case(mode, (2, 2, 1, 3), [[1, 0], [0, 0], [0, 0], [2, 2]])
        yield case(mode, (), [])
        yield case(mode, (0, 3), [[0, 0], [1, 1]])
        yield case(mode, (1, 3), [[0, 0], [1, 1]])
    for mode in ("constant", "edge", "wrap"):
        yield case(mode, (3,), [[7, 8]], "f64")
        yield case(mode, (1,), [[2, 3]])
    yield case("constant", (0,), [[2, 3]])
    for x, like, pads, mode in (
        ((5,), (3,), [[1, 0]], "constant"),
        ((5,), (3,), [[1, 0]], "wrap"),
        ((9,), (3,), [[3, 3]], "reflect"),
        ((2,), (0,), [[1, 1]], "edge"),
        ((2, 5), (2, 3), [[1, 1]], "constant"),
    ):
        yield Case({"paddings": pads, "mode": mode}, [v.floats(x), v.floats(like)], error="shape")
    yield Case({"paddings": [[1, 1]], "mode": "mirror"}, [v.floats((5,)), v.floats((3,))], error="value")


op(
    "unpad",
    "adjoint",
    "inputs x, like; args paddings ([before, after] per axis), mode: the adjoint of pad",
    lambda x, a: added(lambda places: pad_numpy(places, a), *x),
    lambda x, a: back(lambda like: pad_torch(like, a), *x),
    unpad_cases,
    "sum",
    composed=("torch",),
)


def diagonal_numpy(like, a):
    return np.diagonal(like, a["offset"], a["axis1"], a["axis2"])


def undiagonal_cases(v):
    for i, (shape, offset, axis1, axis2) in enumerate(
        (
            ((3, 3), 0, 0, 1),
            ((3, 4), 1, -2, -1),
            ((4, 3), -2, 0, 1),
            ((3, 4), 1, 1, 0),
            ((2, 3), 3, 0, 1),
            ((2, 3), -5, 0, 1),
            ((0, 3), 0, 0, 1),
            ((3, 0), -1, 0, 1),
            ((1, 1), 0, 0, 1),
            ((2, 3, 4), 0, -2, -1),
            ((2, 3, 4), -1, 0, 1),
            ((2, 3, 4), 1, 2, 0),
            ((0, 3, 4), 1, 1, 2),
            ((2, 3, 2, 4), 1, 1, -1),
            ((2, 3, 2, 4), -1, 3, 0),
        )
    ):
        kind = ALL_TYPES[i % 6]
        like = v.any(shape, kind)
        x = v.any(diagonal_numpy(like, {"offset": offset, "axis1": axis1, "axis2": axis2}).shape, kind)
        yield Case(
            {"offset": offset, "axis1": axis1, "axis2": axis2}, [v.layout(x) if i % 4 == 3 else x, like]
        )
    for x, like, offset, axis1, axis2, kind in (
        ((2,), (3, 3), 0, 0, 1, "shape"),
        ((3,), (3, 3), 0, 0, 2, "axis"),
        ((3,), (3, 3), 0, 1, -1, "axis"),
        ((3,), (3,), 0, -2, -1, "axis"),
        ((), (), 0, -2, -1, "axis"),
    ):
        yield Case({"offset": offset, "axis1": axis1, "axis2": axis2}, [v.floats(x), v.floats(like)], error=kind)


op(
    "undiagonal",
    "adjoint",
    "inputs x, like; args offset, axis1, axis2: the adjoint of diagonal",
    lambda x, a: added(lambda places: diagonal_numpy(places, a), *x),
    lambda x, a: back(lambda like: torch.diagonal(like, a["offset"], a["axis1"], a["axis2"]), *x),
    undiagonal_cases,
)

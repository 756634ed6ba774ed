"""Some operations on f16 and bf16, in files of their own.

Right is what the exact result is rounded to once: kernels have to add up in a wider type. NumPy computes it in f64 on
the values that the halves hold; the other peer is torch's operation on the half type itself.
"""

import numpy as np
import scipy.special
import torch

from core import Case, Tensor, op
from reductions import numpy_axis
from values import LENGTHS, SHAPES, broadcast_pairs

KINDS = ("f16", "bf16")
EXTREMES = {
    "f16": (
        "nan",
        "inf",
        "-inf",
        0.0,
        -0.0,
        1.0,
        -1.0,
        6e-8,
        -6e-8,
        6.1e-5,
        65504.0,
        -65504.0,
        1.001,
        0.1,
        300.0,
        -0.3,
        2049.0,
        11.1,
        -17.0,
    ),
    "bf16": (
        "nan",
        "inf",
        "-inf",
        0.0,
        -0.0,
        1.0,
        -1.0,
        1e-40,
        -1e-40,
        1.2e-38,
        3.39e38,
        -3.39e38,
        1.008,
        0.1,
        1e20,
        -0.3,
        257.0,
        88.0,
        -90.0,
    ),
}


def rounded(array, kind):
    """f64 to the nearest half; bf16 is kept in f32."""
    with np.errstate(over="ignore"):
        if kind == "f16":
            return Tensor(np.asarray(array).astype(np.float16))
        return Tensor(
            torch.from_numpy(np.atleast_1d(np.asarray(array, np.float64)))
            .bfloat16()
            .float()
            .numpy()
            .reshape(np.shape(array)),
            type="bf16",
        )


def wide(function):
    """A function of f64 for halves: f16 comes as itself, bf16 in f32."""

    def call(x, a):
        kind = "f16" if x[0].dtype == np.float16 else "bf16"
        return rounded(function([t.astype(np.float64) for t in x], a), kind)

    return call


class Halves:
    def __init__(self, v):
        self.v = v

    def plain(self, shape, kind, low=-3.0, high=3.0):
        return rounded(self.v.floats(shape, "f64", low, high), kind)

    def special(self, kind):
        return rounded(np.array([float(x) for x in EXTREMES[kind]]), kind)

    def view(self, x):
        return Tensor(x.array, self.v.layout(x.array).layout, x.type)


ONCE = ("numpy", "rounded once, at the end")


def half(name, numpy, torch_function, cases, doc):
    def drawn(v):
        for kind in KINDS:
            for case in cases(v, Halves(v), kind):
                case.rule, case.tolerance = ONCE, "half"
                yield case

    op(name, "half", doc, wide(numpy), torch_function, drawn, "half", file=f"half_{name}")


def binary_cases(v, h, kind):
    for a, b in v.some(broadcast_pairs(), 14):
        yield Case({}, [h.plain(a, kind), h.plain(b, kind)])
    pool = h.special(kind).array
    both = [Tensor(np.repeat(pool, len(pool)), type=kind), Tensor(np.tile(pool, len(pool)), type=kind)]
    yield Case({}, both, "special values, each with each", sift=True)
    yield Case({}, [h.view(h.plain((5, 9), kind)), h.view(h.plain((5, 9), kind))])
    yield Case({"rhs": 2.5}, [h.plain((9,), kind)])
    yield Case({"lhs": -0.5}, [h.plain((2, 3), kind)])


def sides(x, a):
    x = list(x)
    return (a["lhs"] if "lhs" in a else x.pop(0)), (a["rhs"] if "rhs" in a else x.pop(0))


BINARY_DOC = "args lhs or rhs: a scalar in place of that operand; otherwise two inputs, broadcast"
half(
    "add",
    lambda x, a: np.add(*sides(x, a)),
    lambda x, a: torch.add(*sides(x, a)) if "lhs" not in a else x[0] + a["lhs"],
    binary_cases,
    BINARY_DOC,
)
half(
    "mul",
    lambda x, a: np.multiply(*sides(x, a)),
    lambda x, a: torch.mul(*sides(x, a)) if "lhs" not in a else x[0] * a["lhs"],
    binary_cases,
    BINARY_DOC,
)


def exp_cases(v, h, kind):
    for shape in SHAPES[::2]:
        yield Case({}, [h.plain(shape, kind, -9, 9)])
    yield Case({}, [h.special(kind)], "special values", sift=True)
    yield Case({}, [h.view(h.plain((5, 9), kind))])


half("exp", lambda x, a: np.exp(x[0]), lambda x, a: torch.exp(x[0]), exp_cases, "elementwise exp")


def rows_cases(extra=({},), long=(), empty=True, low=-3.0, high=3.0):
    def cases(v, h, kind):
        turn = 0
        for shape in SHAPES:
            if not empty and 0 in shape:
                continue
            axis = v.pick(v.axes(len(shape)))
            turn += 1
            yield Case(
                {"axis": axis, "keepdims": bool(turn % 2)} | extra[turn % len(extra)],
                [h.plain(shape, kind, low, high)],
            )
        for length in LENGTHS:
            yield Case(
                {"axis": v.pick((None, 0)), "keepdims": False} | extra[0], [h.plain((length,), kind, low, high)]
            )
        for axis in (0, 1):
            yield Case({"axis": axis, "keepdims": True} | extra[0], [h.view(h.plain((9, 33), kind, low, high))])
        yield Case(
            {"axis": 1, "keepdims": False} | extra[0], [rounded(v.sprinkled((6, 3), "f64"), kind)], "nan, inf, zeros"
        )
        for value, shape, axis, note in long:
            yield Case({"axis": axis, "keepdims": False} | extra[0], [rounded(np.full(shape, value), kind)], note)

    return cases


def over_axes(function):
    return lambda x, a: function(x[0], axis=numpy_axis(a), keepdims=a["keepdims"])


def torch_axes(function):
    """Every axis by name, for torch reads an empty list as all of them."""

    def call(x, a):
        axis = a["axis"]
        axes = tuple(range(x[0].ndim)) if axis is None else tuple(axis) if isinstance(axis, list) else (axis,)
        return function(x[0], axes, a)

    return call


AXIS_DOC = "args axis (int, list or null), keepdims"
MANY = (
    (1.0, (1000,), 0, "a thousand ones"),
    (1.0, (3, 1000), 1, "a thousand ones"),
    (1.0, (1000, 3), 0, "a thousand ones, not the last axis"),
    (0.125, (4099,), None, "many equal terms"),
)
half(
    "sum",
    over_axes(np.sum),
    torch_axes(lambda x, n, a: x.sum(n, keepdim=a["keepdims"])),
    rows_cases(long=MANY),
    AXIS_DOC,
)
half(
    "mean",
    over_axes(np.mean),
    torch_axes(lambda x, n, a: x.mean(n, keepdim=a["keepdims"])),
    rows_cases(
        long=(
            (1.0, (70001,), 0, "more ones than an f16 counts"),
            (1000.0, (1000,), None, "the sum is beyond f16"),
            (1000.0, (1000, 2), 0, "the sum is beyond f16"),
        )
    ),
    AXIS_DOC,
)
half(
    "max",
    over_axes(np.max),
    torch_axes(lambda x, n, a: x.amax(n, keepdim=a["keepdims"])),
    rows_cases(empty=False),
    AXIS_DOC,
)
half(
    "var",
    lambda x, a: np.var(x[0], axis=numpy_axis(a), keepdims=a["keepdims"], ddof=a["ddof"]),
    torch_axes(lambda x, n, a: x.var(n, correction=a["ddof"], keepdim=a["keepdims"])),
    rows_cases(extra=({"ddof": 0}, {"ddof": 1}), long=((1000.0, (1000,), 0, "no variance"),)),
    AXIS_DOC + ", ddof",
)


def along_cases(long):
    def cases(v, h, kind):
        for shape in [s for s in SHAPES if s]:
            yield Case({"axis": v.pick(range(-len(shape), len(shape)))}, [h.plain(shape, kind)])
        for length in LENGTHS[4:]:
            yield Case({"axis": 0}, [h.plain((length,), kind, 0.0, 1.0)])
        for axis in (0, 1):
            yield Case({"axis": axis}, [h.view(h.plain((9, 17), kind))])
        yield Case({"axis": 1}, [rounded(v.sprinkled((5, 4), "f64"), kind)], "nan, inf, zeros")
        yield Case({"axis": 0}, [rounded(np.full(long, 1.0), kind)], "many equal terms")

    return cases


half(
    "softmax",
    lambda x, a: scipy.special.softmax(x[0], axis=a["axis"]) if x[0].size else x[0],
    lambda x, a: torch.softmax(x[0], a["axis"]),
    along_cases(4096),
    "args axis",
)
half(
    "cumsum",
    lambda x, a: np.cumsum(x[0], axis=a["axis"]),
    lambda x, a: torch.cumsum(x[0], a["axis"]),
    along_cases(1000),
    "args axis (int)",
)


def matmul_cases(v, h, kind):
    for a, b in (
        ((3,), (3,)),
        ((0,), (0,)),
        ((1, 1), (1, 1)),
        ((2, 3), (3,)),
        ((3,), (3, 4)),
        ((2, 3), (3, 4)),
        ((7, 9), (9, 8)),
        ((17, 33), (33, 15)),
        ((2, 0), (0, 3)),
        ((2, 2, 3), (2, 3, 4)),
        ((2, 3, 4), (4, 5)),
        ((2, 1, 2, 3), (3, 3, 2)),
        ((0, 2, 3), (3, 4)),
        ((3, 129), (129, 2)),
        ((2, 513), (513, 2)),
    ):
        yield Case({}, [h.plain(a, kind, 0.0, 2.0), h.plain(b, kind, 0.0, 2.0)])
    yield Case({}, [h.view(h.plain((5, 9), kind, 0.0, 2.0)), h.view(h.plain((9, 4), kind, 0.0, 2.0))])
    yield Case({}, [rounded(np.ones((1, 1000)), kind), rounded(np.ones((1000, 1)), kind)], "a thousand ones")


half(
    "matmul",
    lambda x, a: np.matmul(x[0], x[1]),
    lambda x, a: torch.matmul(x[0], x[1]),
    matmul_cases,
    "numpy.matmul: 1-D, 2-D and batched with broadcasting",
)

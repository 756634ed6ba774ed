"""Reductions, norms and scans."""

import numpy as np
import scipy.special
import torch

from core import OPS, TYPES, Case, number, op
from values import LENGTHS, SHAPES, special

AXIS_DOC = "args axis (int, list or null), keepdims"


def numpy_axis(a):
    axis = a["axis"]
    return tuple(axis) if isinstance(axis, list) else axis


def torch_over(function):
    """A torch reduction over several axes as NumPy has it: an empty list is no axis, and axes may not repeat.

    The reduced axes go to the end as one, since not every torch function takes a list.
    """

    def call(inputs, a):
        x, axis = inputs[0], a["axis"]
        rank = x.ndim
        axes = list(range(rank)) if axis is None else axis if isinstance(axis, list) else [axis]
        if any(not -rank <= n < rank for n in axes):
            raise IndexError("axis out of range")
        axes = [n % rank for n in axes]
        if len(set(axes)) != len(axes):
            raise ValueError("repeated axis")
        kept = [n for n in range(rank) if n not in axes]
        sizes = [x.shape[n] for n in kept]
        count = int(np.prod([x.shape[n] for n in axes], dtype=int))
        rows = x.permute(kept + axes).reshape(sizes + [count])
        out = function(rows, a)
        if a.get("keepdims"):
            out = out.reshape([1 if n in axes else x.shape[n] for n in range(rank)])
        return out

    return call


def numpy_over(function):
    """The same for functions of NumPy and SciPy that do not take a list of axes, or not an empty one."""

    def call(inputs, a):
        x, axis = inputs[0], a["axis"]
        rank = x.ndim
        axes = list(range(rank)) if axis is None else axis if isinstance(axis, list) else [axis]
        axes = np.lib.array_utils.normalize_axis_tuple(axes, rank)
        kept = [n for n in range(rank) if n not in axes]
        count = int(np.prod([x.shape[n] for n in axes], dtype=int))
        out = function(x.transpose(kept + list(axes)).reshape([x.shape[n] for n in kept] + [count]), a)
        if a.get("keepdims"):
            out = np.reshape(out, [1 if n in axes else x.shape[n] for n in range(rank)])
        return out

    return call


def terms(case, outputs):
    return case.inputs[0].array.size / max(1, outputs[0][1].size)


def reduction_cases(
    name,
    types=("f32", "f64"),
    extra=({},),
    single=False,
    empty=None,
    large=False,
    ints=(),
    range_=(-3.0, 3.0),
    axis_list=True,
    pool=None,
):
    """`single`: one axis or none. `empty`: the kind of error for a reduction over nothing."""

    def cases(v):
        turn = [0]

        def args(axis, keepdims):
            turn[0] += 1
            out = {"axis": axis}
            if not single or name == "median":
                out["keepdims"] = keepdims
            return out | extra[turn[0] % len(extra)]

        def data(shape, kind):
            if kind in ("f32", "f64"):
                return v.floats(shape, kind, *range_)
            if kind == "bool":
                return v.bools(shape)
            low, high = (-3, 3) if name in ("prod",) else (-100, 100)
            return v.ints(shape, kind, low, high)

        def allowed(axis):
            return not (single and isinstance(axis, list))

        for i, shape in enumerate(SHAPES):
            kind = types[0] if i % 4 else v.pick(types)
            options = [axis for axis in v.axes(len(shape), 40) if allowed(axis)]
            # An axis of nothing is asked about from every side; others by a sample.
            few = 4 if 0 in shape else 2
            for axis in options[:1] + v.some(options[1:], few - 1) if options[1:] else options:
                over = range(len(shape)) if axis is None else axis if isinstance(axis, list) else [axis]
                nothing = any(shape[n] == 0 for n in over)
                asked = args(axis, bool(turn[0] % 2))
                left = [n for n in range(len(shape)) if n not in [a % max(1, len(shape)) for a in over]]
                if nothing and empty and all(shape[n] for n in left):
                    yield Case(asked, [data(shape, kind)], "empty", error=empty)
                elif nothing and empty:
                    # No element is asked for, so nothing is wrong; some frameworks refuse all the same.
                    yield Case(
                        asked, [data(shape, kind)], "empty", rule=("torch", "no element is asked for: no error")
                    )
                else:
                    yield Case(asked, [data(shape, kind)], "empty" if nothing else None)
        for length in LENGTHS:
            yield Case(args(v.pick((None, 0, -1)), False), [data((length,), v.pick(types))])
        for shape in ((3, 127), (127, 3), (33, 17), (2, 9, 31), (513, 2)):
            yield Case(args(v.pick((0, -1)), True), [v.layout(data(shape, types[0]))], "around vector widths")
        for shape in ((5, 9), (2, 3, 4), (2, 3, 2, 5)):
            for axis in v.some(range(-len(shape), len(shape)), 2):
                yield Case(args(axis, False), [v.layout(data(shape, v.pick(types)))])
        for kind in [t for t in types if t in ("f32", "f64")]:
            for shape in ((7,), (5, 4), (17, 3), (3, 33)):
                for specials in (("nan",), ("inf", "-inf"), ("nan", "inf", "-inf", 0.0, -0.0), (-0.0, 0.0)):
                    axis = v.pick((None, 0, -1))
                    x = v.sprinkled(shape, kind, specials, 0.2)
                    if pool is not None and -0.0 in specials and len(specials) == 2:
                        x = v.from_pool(shape, specials, kind)
                    yield Case(args(axis, bool(turn[0] % 2)), [x], "nan, inf, zeros")
            if pool:
                yield Case(args(None, False), [np.array(pool, TYPES[kind])], "magnitudes")
        for kind in ints:
            for shape in ((), (0,), (9,), (3, 5), (2, 3, 4)):
                axis = v.pick([x for x in v.axes(len(shape)) if allowed(x)])
                if shape == (0,) and empty:
                    continue
                yield Case(args(axis, False), [data(shape, kind)])
            yield Case(args(None, False), [special(kind)], "extremes")
            yield Case(args(-1, True), [v.layout(np.resize(special(kind), (4, 5)))], "extremes")
        if "u8" in ints and name in ("sum", "max"):
            yield Case(args(None, False), [np.full(300, 1, np.uint8)], "more ones than a u8 counts")
            yield Case(args(0, False), [np.full((300, 2), 255, np.uint8)], "more than a u8 counts")
        if name in ("sum", "prod"):
            for kind in ("i32", "i64"):
                yield Case(
                    args(0, False),
                    [np.full((3, 2), np.iinfo(TYPES[kind]).max, TYPES[kind])],
                    "beyond the element type",
                )
                yield Case(
                    args(None, True),
                    [np.full((3, 2), np.iinfo(TYPES[kind]).min, TYPES[kind])],
                    "beyond the element type",
                )
        bad = [
            ((2, 3), 2),
            ((2, 3), -3),
            ((), 0),
            ((), -1),
            ((0,), 1),
            ((2, 3), 2**62),
            ((2, 3), -(2**62)),
            ((2, 3), 2**32),
            ((2, 3), -(2**63)),
        ]
        if axis_list and not single:
            bad += [
                ((2, 3), [0, 2**62]),
                ((2, 3), [-(2**63), 0]),
                ((2, 3), [0, 0]),
                ((2, 3), [1, -1]),
                ((2, 3, 4), [0, 3]),
                ((2, 3, 4), [1, -4]),
            ]
        for shape, axis in bad:
            torch_only = shape == () and axis in (0, -1)
            rule = (None, "a scalar has no axis") if torch_only else None
            yield Case(
                args(axis, False), [data(shape, types[0])], "axis out of range or repeated", error="axis", rule=rule
            )
        if axis_list and not single:
            for kind in types[:2]:
                yield Case(args([], False), [data((2, 3), kind)], "no axis: nothing is reduced")
                yield (
                    Case(args([], True), [data((2, 0, 3), kind)], "no axis: nothing is reduced")
                    if not empty
                    else None
                )
                yield Case(args([], True), [data((), kind)], "no axis: nothing is reduced")
        if large:
            yield Case(args(None, False), [data((65537,), "f32")], "long")
            # The middle axis of a view has neighbours neither in memory nor in order.
            for axis in (0, 1, 2):
                yield Case(args(axis, False), [v.layout(v.ints((17, 65, 9), "f32", -9, 9))], "the axes of a view")

    return lambda v: (case for case in cases(v) if case)


def reduction(
    name,
    numpy,
    torch_rows,
    level="sum",
    doc=AXIS_DOC,
    family="reduction",
    file=None,
    composed=(),
    direct=True,
    **kwargs,
):
    """`direct`: the NumPy function takes axes itself."""
    if direct:

        def first(x, a):
            extra = {k: w for k, w in a.items() if k not in ("axis", "keepdims")}
            return numpy(x[0], axis=numpy_axis(a), keepdims=a.get("keepdims", False), **extra)
    else:
        first = numpy_over(numpy)
    op(
        name,
        family,
        doc,
        first,
        torch_over(torch_rows),
        reduction_cases(file or name, **kwargs),
        level,
        composed=composed,
        terms=terms,
        file=file,
    )


MAGNITUDES = (1e30, 1.0, -1e30, 1e-30, 3.0)
INTS = ("i32", "i64", "u8", "bool")
reduction("sum", np.sum, lambda x, a: x.sum(-1), ints=INTS, large=True, pool=MAGNITUDES)
reduction("prod", np.prod, lambda x, a: x.prod(-1), ints=INTS, range_=(0.5, 1.5), pool=(1e30, 1e30, 1e-30, -2.0))


def no_ints(function):
    def call(x, *args, **kwargs):
        if x.dtype.kind != "f":
            raise TypeError("floats only")
        return function(x, *args, **kwargs)

    return call


reduction("mean", no_ints(np.mean), lambda x, a: x.mean(-1), large=True, pool=(1e30, -1e30, 1e30, 2.0))
reduction("max", np.max, lambda x, a: x.amax(-1), "exact", ints=INTS, empty="value", large=True, pool=MAGNITUDES)
reduction("min", np.min, lambda x, a: x.amin(-1), "exact", ints=INTS, empty="value", pool=MAGNITUDES)
for name in ("all", "any"):
    reduction(
        name,
        lambda x, f=getattr(np, name), **a: f(x, **a),
        lambda x, a, f=getattr(torch, name): f(x, -1).bool(),
        "exact",
        types=("bool",),
        ints=("f32", "f64", "i32", "i64", "u8"),
    )
reduction(
    "logsumexp",
    lambda x, a: scipy.special.logsumexp(x, axis=-1) if x.shape[-1] else np.full(x.shape[:-1], -np.inf, x.dtype),
    lambda x, a: torch.logsumexp(x, -1),
    direct=False,
    range_=(-20.0, 20.0),
    pool=(1000.0, 999.0, 1001.0, -1e4),
)
DDOF = ({"ddof": 0}, {"ddof": 1}, {"ddof": 0}, {"ddof": 2}, {"ddof": 0.5})
DDOF_DOC = "args axis (int, list or null), keepdims, ddof"
for name in ("var", "std"):
    reduction(
        name,
        no_ints(getattr(np, name)),
        lambda x, a, f=getattr(torch, name): f(x, -1, correction=a["ddof"]),
        doc=DDOF_DOC,
        extra=DDOF,
        pool=(1000.5, 1000.25, 1001.0, 999.0),
        large=name == "var",
    )
FIRST = "args axis (int, or null: over the flattened tensor)"


def first_of(function):
    """A reduction to one position along an axis, or in the flattened tensor."""

    def call(x, a):
        x = x[0].to(torch.uint8) if x[0].dtype == torch.bool else x[0]
        if a["axis"] is None:
            return function(x.reshape(-1), 0)
        if x.ndim == 0:
            raise IndexError("a scalar has no axis")
        return function(x, a["axis"])

    return call


def arg_cases(v):
    yield from reduction_cases("arg", ints=("i32", "i64", "u8"), single=True, empty="value", large=True)(v)
    for kind in ("f32", "f64", "i32", "i64", "u8"):
        for shape in ((9,), (33,), (129,), (5, 17), (17, 5), (2, 3, 9)):
            yield Case(
                {"axis": v.pick((None, 0, -1))},
                [v.ties(shape, kind, 2)],
                "ties: the first one",
                rule=("numpy", "of equal values the first one counts"),
            )
    for kind in ("f32", "f64"):
        for length in (3, 9, 33, 600):
            x = v.floats((length,), kind)
            x[v.some(range(length), 2)] = np.nan
            yield Case({"axis": 0}, [x], "two nans: the first one")
        yield Case({"axis": None}, [np.full((3, 5), np.nan, TYPES[kind])], "all nan")
        yield Case({"axis": 1}, [v.from_pool((4, 6), (-0.0, 0.0), kind)], "signed zeros are equal")
        yield Case({"axis": -1}, [v.from_pool((4, 6), ("inf", "-inf"), kind)], "inf")
    yield Case(
        {"axis": None}, [np.where(np.arange(5001) % 5000 == 0, 2.0, 1.0).astype(np.float32)], "equal values far apart"
    )
    yield Case({"axis": 0}, [v.bools((7, 2))], "bool")


for name in ("argmax", "argmin"):
    op(
        name,
        "reduction",
        FIRST,
        lambda x, a, f=getattr(np, name): f(x[0], axis=a["axis"]),
        first_of(getattr(torch, name)),
        arg_cases,
    )


def median_rows(x, a):
    if x.shape[-1] == 0:
        return torch.full(x.shape[:-1], torch.nan, dtype=x.dtype)
    x = x.sort(-1).values
    n = x.shape[-1]
    middle = (x[..., (n - 1) // 2] + x[..., n // 2]) / 2 if n % 2 == 0 else x[..., n // 2]
    # NaNs are sorted last: where there is one, the median is one.
    return torch.where(x[..., -1].isnan(), x[..., -1], middle)


reduction(
    "median",
    np.median,
    median_rows,
    single=True,
    composed=("torch",),
    axis_list=False,
    doc="args axis (int or null), keepdims; the mean of the two middle values when the count is even",
)

# --- Norms --------------------------------------------------------------------------------------------------


def rows_norm(order):
    """The norm of each row. The greatest absolute value of nothing is 0; all others are the peers'."""

    def first(x, a):
        if order(a) == np.inf and not x.shape[-1]:
            return np.zeros(x.shape[:-1], x.dtype)
        return np.linalg.norm(x, ord=order(a), axis=-1)

    def second(x, a):
        if order(a) == np.inf and not x.shape[-1]:
            return torch.zeros(x.shape[:-1], dtype=x.dtype)
        return torch.linalg.vector_norm(x, ord=order(a), dim=-1)

    return first, second


NORM_RANGE = {"pool": (3e19, 4e19, 1.0), "family": "norms", "direct": False}
for file, p in (("norms_l0", 0), ("norms_l1", 1), ("norms_l2", 2), ("norms_linf", np.inf)):
    reduction(file, *rows_norm(lambda a, p=p: p), **NORM_RANGE)
POWERS = tuple({"p": p} for p in (0, 0.5, 1, 1.0, 1.5, 2, 2.5, 3, 3.0, 7, 30, -1, -1.5, "inf"))
reduction("norms_lp", *rows_norm(lambda a: number(a["p"])), doc=f"{AXIS_DOC}, p", extra=POWERS, **NORM_RANGE)
ORDERS = tuple({"ord": p} for p in (0, 0.5, 1, 1.0, 2, 2.0, 3, -1, -2.5, "inf", "-inf"))
numpy_norm, torch_norm = rows_norm(lambda a: 2 if a["ord"] == "fro" else number(a["ord"]))


def without_nothing(cases):
    """Without norms of a negative order over nothing: frameworks refuse them."""

    def kept(case):
        order = number(case.args.get("p", case.args.get("ord")))
        return case.error or order >= 0 or case.inputs[0].array.size

    return lambda v: (case for case in cases(v) if kept(case))


OPS["norms_lp"].cases = without_nothing(OPS["norms_lp"].cases)


def norm_cases(v):
    yield from without_nothing(reduction_cases("norm", extra=ORDERS, pool=NORM_RANGE["pool"]))(v)
    for shape, axes in (
        ((3, 5), [0, 1]),
        ((3, 5), [-1, 0]),
        ((2, 3, 4), [0, 2]),
        ((2, 3, 4), [-1, -2]),
        ((0, 3), [0, 1]),
        ((2, 1, 3, 2), [1, 3]),
        ((2, 0, 3), [0, 2]),
        ((33, 17), [0, 1]),
    ):
        for keepdims in (False, True):
            yield Case({"axis": axes, "keepdims": keepdims, "ord": "fro"}, [v.floats(shape, v.pick(("f32", "f64")))])


op(
    "norm",
    "norms",
    "args ord (number, 'inf', '-inf': vector norm over axis; 'fro': Frobenius over two axes), axis, keepdims",
    numpy_over(numpy_norm),
    torch_over(torch_norm),
    norm_cases,
    "sum",
    terms=terms,
)

# --- Scans --------------------------------------------------------------------------------------------------


def scan(numpy, torch_function):
    def first(x, a):
        if a["axis"] is not None and x[0].ndim == 0:
            raise np.exceptions.AxisError(a["axis"], 0)
        return numpy(x[0], axis=a["axis"])

    def second(x, a):
        if a["axis"] is None:
            return torch_function(x[0].reshape(-1), 0)
        if x[0].ndim == 0:
            raise IndexError("a scalar has no axis")
        return torch_function(x[0], a["axis"])

    return first, second


def scan_cases(types, ints, range_=(-3.0, 3.0), flattened=True, large=False):
    def cases(v):
        for i, shape in enumerate(SHAPES):
            if shape == ():
                if flattened:
                    yield Case({"axis": None}, [v.floats((), types[0], *range_)])
                yield Case({"axis": 0}, [v.floats(())], "rank 0", error="axis", rule=(None, "a scalar has no axis"))
                continue
            kind = types[0] if i % 3 else v.pick(types)
            axes = v.some(range(-len(shape), len(shape)), 2)
            for axis in axes + ([None] if flattened and i % 4 == 0 else []):
                yield Case({"axis": axis}, [v.floats(shape, kind, *range_)])
        for length in LENGTHS:
            yield Case({"axis": v.pick((0, -1))}, [v.floats((length,), v.pick(types), *range_)])
        for shape in ((3, 127), (127, 3), (2, 9, 31), (5, 4), (2, 3, 2, 2)):
            for axis in (0, -1):
                yield Case({"axis": axis}, [v.layout(v.floats(shape, v.pick(types), *range_))])
        for kind in types:
            for pool in (("nan",), ("inf",), ("inf", "-inf"), ("nan", "inf", "-inf", 0.0, -0.0), (0.0, -0.0)):
                yield Case({"axis": v.pick((0, 1))}, [v.sprinkled((5, 6), kind, pool, 0.25)], "nan, inf, zeros")
        for kind in ints:
            for shape in ((7,), (3, 5), (0, 3), (2, 3, 4)):
                x = v.bools(shape) if kind == "bool" else v.ints(shape, kind, -3, 3 if kind != "u8" else 9)
                yield Case({"axis": v.pick(range(-len(shape), len(shape)))}, [x])
            yield Case({"axis": 0}, [special(kind)], "extremes")
        if "u8" in ints:
            yield Case({"axis": 0}, [np.full(300, 1, np.uint8)], "more ones than a u8 counts")
        for shape, axis in (((2, 3), 2), ((2, 3), -3), ((1,), 1)):
            yield Case({"axis": axis}, [v.floats(shape)], "axis out of range", error="axis")
        if large:
            yield Case({"axis": 0}, [v.floats((4099,))], "long")

    return cases


def scan_terms(case, outputs):
    # A scan adds in order, without the pairs or lanes that make a sum more exact.
    shape, axis = case.inputs[0].array.shape, case.args["axis"]
    return 9 * (case.inputs[0].array.size if axis is None or not shape else shape[axis])


op(
    "cumsum",
    "scan",
    FIRST,
    *scan(np.cumsum, torch.cumsum),
    scan_cases(("f32", "f64"), INTS, large=True),
    "sum",
    terms=scan_terms,
)
op(
    "cumprod",
    "scan",
    FIRST,
    *scan(np.cumprod, torch.cumprod),
    scan_cases(("f32", "f64"), INTS, (0.5, 1.5)),
    "sum",
    terms=scan_terms,
)
op(
    "cummax",
    "scan",
    "args axis (int)",
    *scan(np.maximum.accumulate, lambda x, n: torch.cummax(x, n).values),
    scan_cases(("f32", "f64"), ("i32", "i64", "u8"), flattened=False),
)


def diff_cases(v):
    for i, shape in enumerate(SHAPES[1:]):
        for n in (1, v.pick((0, 2, 3))):
            yield Case(
                {"n": n, "axis": v.pick(range(-len(shape), len(shape)))}, [v.floats(shape, ("f32", "f64")[i % 2])]
            )
    for length in LENGTHS[:6]:
        yield Case({"n": length, "axis": 0}, [v.floats((length,))], "as many differences as elements")
    for kind in ("i32", "i64", "u8", "bool"):
        yield Case({"n": 1, "axis": -1}, [special(kind)], "extremes")
        yield Case({"n": 2, "axis": 0}, [v.any((5, 3), kind)])
        yield Case({"n": 1, "axis": 1}, [v.layout(v.any((5, 3), kind))])
    for kind in ("f32", "f64"):
        yield Case({"n": 1, "axis": 0}, [v.sprinkled((6, 4), kind)], "nan, inf, zeros")
    for shape, axis in (((3,), 1), ((2, 3), -3)):
        yield Case({"n": 1, "axis": axis}, [v.floats(shape)], "axis out of range", error="axis")
    yield Case({"n": 1, "axis": 0}, [v.floats(())], "rank 0", error="axis")


op(
    "diff",
    "scan",
    "args n, axis",
    lambda x, a: np.diff(x[0], n=a["n"], axis=a["axis"]),
    lambda x, a: torch.diff(x[0], n=a["n"], dim=a["axis"]),
    diff_cases,
    "sum",
)

"""Sorting and searching."""

import numpy as np
import torch

from core import TYPES, Case, op
from values import LENGTHS, SHAPES, special

STABLE = ("numpy", "equal values keep their order")


def sort_cases(ties):
    def cases(v):
        draw = (lambda shape, kind: v.ties(shape, kind, 4)) if ties else (lambda shape, kind: v.any(shape, kind))
        for i, shape in enumerate(SHAPES):
            if shape == ():
                for axis in (-1, 0):
                    yield Case(
                        {"axis": axis}, [v.floats(())], "rank 0", error="axis", rule=(None, "a scalar has no axis")
                    )
                continue
            kind = ("f32", "f64", "i32", "i64", "u8")[i % 5]
            for axis in v.some(range(-len(shape), len(shape)), 2):
                yield Case({"axis": axis}, [draw(shape, kind)])
        for length in LENGTHS:
            kind = v.pick(("f32", "f64", "i32", "i64", "u8"))
            yield Case({"axis": v.pick((0, -1))}, [v.ties((length,), kind, 5)], "ties")
            yield Case({"axis": -1}, [v.distinct((length,), v.pick(("f32", "f64", "i32")))])
        for kind in ("f32", "f64", "i32", "i64", "u8"):
            yield Case({"axis": 0}, [v.random.permutation(special(kind))], "extremes")
            yield Case({"axis": 0}, [special(kind)[::-1].copy()], "extremes")
        for shape in ((3, 5), (2, 3, 4), (33, 2), (2, 33), (2, 3, 2, 5)):
            for axis in (0, -1):
                yield Case({"axis": axis}, [v.layout(draw(shape, "f32"))])
        for kind in ("f32", "f64"):
            for pool in (("nan",), ("inf", "-inf"), (0.0, -0.0), ("nan", "inf", "-inf")):
                yield Case({"axis": v.pick((0, 1))}, [v.sprinkled((5, 9), kind, pool, 0.4)], "nan last, inf, zeros")
            yield Case({"axis": 0}, [np.full(9, np.nan, TYPES[kind])], "all nan")
        yield Case({"axis": 0}, [v.bools((9, 2))], "bool")
        yield Case({"axis": -1}, [np.arange(33, dtype=np.float32)[::-1].copy()], "descending")
        yield Case({"axis": -1}, [np.zeros((2, 129), np.float32)], "all equal")
        for shape, axis in (
            ((2, 3), 2),
            ((2, 3), -3),
            ((0,), 1),
            ((2, 3), 2**62),
            ((2, 3), -(2**63)),
            ((2, 3), 2**32),
        ):
            yield Case({"axis": axis}, [v.floats(shape)], "axis out of range", error="axis")
        if not ties:
            yield Case({"axis": 0}, [v.floats((65537,))], "long")
        else:
            yield Case({"axis": 0}, [v.ties((8209,), "f32", 40)], "long")

    return cases


op(
    "sort",
    "sort",
    "args axis; ascending",
    lambda x, a: np.sort(x[0], axis=a["axis"]),
    lambda x, a: torch.sort(x[0], dim=a["axis"], stable=True).values,
    sort_cases(False),
)
op(
    "argsort",
    "sort",
    "args axis; ascending, stable",
    lambda x, a: np.argsort(x[0], axis=a["axis"], kind="stable"),
    lambda x, a: torch.sort(x[0], dim=a["axis"], stable=True).indices,
    sort_cases(True),
)


def topk_numpy(x, a):
    x, k = x[0], a["k"]
    if not 0 <= k <= x.shape[-1]:
        raise ValueError("k out of range")
    # Downwards and stable: NaN counts as the largest, and of equal values the first comes first.
    flipped = x[..., ::-1]
    order = x.shape[-1] - 1 - np.argsort(flipped, axis=-1, kind="stable")[..., ::-1]
    order = order[..., :k]
    return [np.take_along_axis(x, order, -1), order]


def topk_cases(v):
    for shape in [s for s in SHAPES if s]:
        n = shape[-1]
        for k in sorted({0, n, v.pick(range(n + 1))}):
            kind = v.pick(("f32", "f64", "i32", "i64"))
            yield Case({"k": k, "sorted": True}, [v.distinct(shape, kind)])
    for length in LENGTHS:
        yield Case({"k": v.pick(range(1, length + 1)), "sorted": True}, [v.distinct((2, length), "f32")])
        yield Case(
            {"k": 3, "sorted": True},
            [v.ties((length,), v.pick(("f32", "f64", "i32", "u8")), 3)],
            "ties",
            rule=("numpy", "of equal values the one with the lower index comes first"),
        )
    for kind in ("f32", "f64"):
        yield Case(
            {"k": 9, "sorted": True},
            [special(kind)[3:]],
            "extremes",
            rule=("numpy", "of equal values the first comes first"),
        )
        yield Case(
            {"k": 3, "sorted": True},
            [v.sprinkled((4, 7), kind, ("nan",), 0.15)],
            "nan is the largest",
            rule=("numpy", "of equal values the first comes first"),
        )
        yield Case(
            {"k": 2, "sorted": True}, [np.array([[1, "inf", -1], ["-inf", 0, 1]], float).astype(TYPES[kind])], "inf"
        )
        yield Case({"k": 3, "sorted": True}, [v.layout(v.distinct((5, 9), kind))])
    for kind in ("i32", "i64", "u8"):
        yield Case({"k": 4, "sorted": True}, [special(kind)], "extremes")
    for shape, k in (((3,), 4), ((2, 3), -1), ((0,), 1), ((3,), 2**62), ((3,), -(2**63)), ((3,), 2**32)):
        yield Case({"k": k, "sorted": True}, [v.floats(shape)], "k out of range", error="value")
    yield Case({"k": 1, "sorted": True}, [v.floats(())], "rank 0", error="axis", rule=(None, "a scalar has no axis"))


op(
    "topk",
    "sort",
    "args k, sorted (always true here); the k largest of the last axis, descending; outputs values, indices",
    topk_numpy,
    lambda x, a: list(torch.topk(x[0], a["k"], dim=-1, sorted=True)),
    topk_cases,
    composed=("numpy",),
)


def unique_args(a):
    return {k: bool(a[k]) for k in ("return_inverse", "return_counts") if a.get(k)}


def unique_numpy(x, a):
    out = np.unique(x[0], **unique_args(a))
    return list(out) if isinstance(out, tuple) else out


def unique_torch(x, a):
    out = torch.unique(x[0], sorted=True, **unique_args(a))
    return list(out) if isinstance(out, tuple) else out


def unique_cases(v):
    extras = ({}, {"return_inverse": True}, {"return_counts": True}, {"return_inverse": True, "return_counts": True})
    for i, shape in enumerate(SHAPES):
        kind = ("f32", "f64", "i32", "i64", "u8")[i % 5]
        yield Case(dict(extras[i % 4]), [v.ties(shape, kind, 4)])
    for length in LENGTHS:
        yield Case(dict(v.pick(extras)), [v.ints((length,), v.pick(("i32", "i64", "u8")), -20, 20)])
    for kind in ("i32", "i64", "u8"):
        for extra in extras:
            yield Case(dict(extra), [np.concatenate([special(kind), special(kind)[::-1]])], "extremes, twice each")
    for kind in ("f32", "f64"):
        yield Case({}, [special(kind)[1:]], "extremes")
        yield Case(
            {"return_counts": True},
            [np.array([0.0, -0.0, 1.0, -0.0, "inf", "inf"], float).astype(TYPES[kind])],
            "signed zeros are equal",
        )
        yield Case(
            {}, [np.array(["nan", 1, "nan", 0], float).astype(TYPES[kind])], "nan", rule=("numpy", "all nans are one")
        )
    for shape in ((7,), (3, 5)):
        for extra in extras[1:]:
            yield Case(dict(extra), [v.bools(shape)], "bool")
    yield Case({}, [v.layout(v.ties((9, 17), "f32", 9))])


op(
    "unique",
    "sort",
    "args return_inverse, return_counts; sorted unique values of the flattened tensor[, inverse (the input's "
    "shape)][, counts]",
    unique_numpy,
    unique_torch,
    unique_cases,
)


def search_cases(v):
    for side in ("left", "right"):
        for kind in ("f32", "f64", "i32", "i64"):
            for n, shape in (
                (0, (3,)),
                (1, (5,)),
                (7, ()),
                (9, (2, 0)),
                (17, (3, 5)),
                (33, (2, 3, 4)),
                (513, (129,)),
            ):
                yield Case(
                    {"side": side},
                    [np.sort(v.ints((n,), kind, -9, 9)), v.ints(shape, kind, -12, 12)],
                    "ties" if n > 1 else None,
                )
            if kind[0] == "f":
                row = np.sort(v.sprinkled((17,), kind, ("inf", "-inf"), 0.3))
                yield Case(
                    {"side": side}, [row, v.sprinkled((3, 7), kind, ("inf", "-inf", 0.0, -0.0), 0.5)], "inf, zeros"
                )
                yield Case(
                    {"side": side},
                    [np.sort(v.floats((9,), kind)), np.array(["nan", "inf", "-inf"], float).astype(TYPES[kind])],
                    "nan, inf",
                    rule=("numpy", "nan is sorted last"),
                )
                yield Case(
                    {"side": side},
                    [np.array([-0.0, 0.0, 0.0], TYPES[kind]), np.array([0.0, -0.0], TYPES[kind])],
                    "zeros are equal",
                )
            else:
                yield Case({"side": side}, [np.sort(special(kind)), special(kind)], "extremes")
        yield Case({"side": side}, [np.ones(129, np.float32), v.ties((9,), "f32")], "all equal")
        yield Case({"side": side}, [np.sort(v.floats((129,))), v.layout(v.floats((5, 9)))])


op(
    "searchsorted",
    "sort",
    "inputs sorted sequence (1-D), values; args side",
    lambda x, a: np.asarray(np.searchsorted(x[0], x[1], side=a["side"])),
    lambda x, a: torch.searchsorted(x[0], x[1], side=a["side"]),
    search_cases,
)


def bincount_numpy(x, a):
    if len(x) > 1 and x[0].shape != x[1].shape:
        raise ValueError("lengths differ")
    out = np.bincount(x[0], weights=x[1] if len(x) > 1 else None, minlength=a["minlength"])
    return out.astype(x[1].dtype) if len(x) > 1 else out


def bincount_cases(v):
    for kind in ("i32", "i64", "u8"):
        for length in (0, 1, 7, 33, 513):
            for least in (0, 5, 40):
                yield Case({"minlength": least}, [v.ints((length,), kind, 0, v.pick((0, 3, 30)))])
    for kind in ("f32", "f64"):
        for length in (0, 1, 9, 129):
            yield Case(
                {"minlength": v.pick((0, 7))},
                [v.ints((length,), "i64", 0, 6), v.floats((length,), kind)],
                "weights",
                rule=("numpy", "no weights, no counts"),
            )
        yield Case({"minlength": 0}, [v.ints((9,), "i64", 0, 3), v.sprinkled((9,), kind)], "weights: nan, inf")
    yield Case({"minlength": 0}, [np.array([300], np.int64)], "a large number")
    yield Case({"minlength": 0}, [np.array([3, -1], np.int64)], "negative number", error="value")
    yield Case({"minlength": -1}, [np.array([3], np.int64)], "negative minlength", error="value")
    yield Case({"minlength": 0}, [v.ints((2, 3), "i64", 0, 3)], "not 1-D", error="shape")
    yield Case(
        {"minlength": 0}, [v.ints((3,), "i64", 0, 3), v.floats((2,))], "weights of another length", error="shape"
    )


op(
    "bincount",
    "sort",
    "inputs x (1-D, ints >= 0)[, weights]; args minlength",
    bincount_numpy,
    lambda x, a: torch.bincount(x[0], weights=x[1] if len(x) > 1 else None, minlength=a["minlength"]),
    bincount_cases,
    "sum",
)

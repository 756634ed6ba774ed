"""New tensors, and triangles of old ones."""

import numpy as np
import torch

from core import TORCH_TYPES, TYPES, Case, number, op
from values import SHAPES, special

ALL_TYPES = ("f32", "f64", "i32", "i64", "u8", "bool")
NEW_SHAPES = tuple(list(s) for s in SHAPES) + ([513], [17, 31])


def sizes(a):
    return [a["shape"]] if isinstance(a["shape"], int) else a["shape"]


def shape_cases(v):
    for i, shape in enumerate(NEW_SHAPES):
        yield Case({"shape": shape}, [v.any((2,), ALL_TYPES[i % 6])])
    for n in (0, 5):
        yield Case({"shape": n}, [v.floats((2,))], "an int is a shape")
    for kind in ALL_TYPES:
        yield Case({"shape": [2, 3]}, [v.any((0,), kind)])
        yield Case({"shape": [3]}, [v.any((), kind)])
    yield Case({"shape": [2**20, 0, 2**20]}, [v.floats((2,))], "wide but empty")
    for shape in ([-1], [2, -3], [-(2**63)], [0, -1]):
        yield Case({"shape": shape}, [v.floats((2,))], "negative size", error="shape")
    for shape in ([2**62, 4], [2**32, 2**32], [2**62, 2**62], [2**63 - 1]):
        yield Case({"shape": shape}, [v.floats((2,))], "more elements than there are addresses", error="shape")


for name in ("zeros", "ones"):
    op(
        name,
        "creation",
        "the input gives only the dtype; args shape",
        lambda x, a, f=getattr(np, name): f(a["shape"], x[0].dtype),
        lambda x, a, f=getattr(torch, name): f(sizes(a), dtype=x[0].dtype),
        shape_cases,
    )


def full_value(v, kind):
    if kind == "bool":
        return v.pick((True, False))
    if kind in ("f32", "f64"):
        return v.pick((4.5, -0.1, "nan", "inf", "-inf", -0.0, 1e-40, 3, 3.4e38))
    info = np.iinfo(TYPES[kind])
    return v.pick((0, 7, int(info.max), int(info.min)))


def beyond_cases(v, args):
    for kind, values in (("u8", (256, 300, -(2**40))), ("i32", (2**31, -(2**31) - 1, 2**40))):
        for value in values:
            yield Case(args(value), [v.any((2,), kind)], "a number that the type lacks", error="value")


def full_cases(v):
    for i, shape in enumerate(NEW_SHAPES):
        kind = ALL_TYPES[i % 6]
        yield Case({"shape": shape, "value": full_value(v, kind)}, [v.any((2,), kind)])
    for kind in ALL_TYPES:
        for _ in range(3):
            yield Case({"shape": v.pick(([2, 1], 3)), "value": full_value(v, kind)}, [v.any((2,), kind)])
    yield from beyond_cases(v, lambda value: {"shape": [2], "value": value})


op(
    "full",
    "creation",
    "the input gives only the dtype; args shape, value",
    lambda x, a: np.full(a["shape"], number(a["value"]), x[0].dtype),
    lambda x, a: torch.full(sizes(a), number(a["value"]), dtype=x[0].dtype),
    full_cases,
    signed=True,
)


def like_cases(value):
    def cases(v):
        for i, shape in enumerate(SHAPES):
            kind = ALL_TYPES[i % 6]
            yield Case({"fill_value": full_value(v, kind)} if value else {}, [v.any(shape, kind)])
        for kind in ALL_TYPES:
            args = {"fill_value": full_value(v, kind)} if value else {}
            yield Case(args, [special(kind)], "special values in the input")
            yield Case(args, [v.layout(v.any((3, 5), kind))])
            yield Case(args, [v.layout(v.any((2, 3, 4), kind))])
        if value:
            yield from beyond_cases(v, lambda n: {"fill_value": n})

    return cases


op(
    "full_like",
    "creation",
    "args fill_value",
    lambda x, a: np.full_like(x[0], number(a["fill_value"])),
    lambda x, a: torch.full_like(x[0], number(a["fill_value"])),
    like_cases(True),
    signed=True,
)
for name in ("zeros_like", "ones_like"):
    op(
        name,
        "creation",
        "the input's shape and dtype",
        lambda x, a, f=getattr(np, name): f(x[0]),
        lambda x, a, f=getattr(torch, name): f(x[0]),
        like_cases(False),
    )


def arange_parts(a):
    parts = [number(a[k]) for k in ("start", "stop", "step") if k in a]
    return parts, a.get("dtype", "i64")


def arange_torch(x, a):
    parts, name = arange_parts(a)
    parts = [0, *parts] if len(parts) == 1 else parts
    start, stop, step = (*parts, 1) if len(parts) == 2 else parts
    if step == 0:
        raise ValueError("step 0")
    # An empty range downwards is one for NumPy and a mistake for torch; only the length is asked here.
    if (stop - start) * step <= 0:
        return torch.zeros(0, dtype=TORCH_TYPES[name])
    return torch.arange(start, stop, step, dtype=TORCH_TYPES[name])


def arange_cases(v):
    for parts in ((0,), (1,), (7,), (33,), (-3,), (129,)):
        for name in (None, "f32", "f64", "i32", "i64"):
            yield Case({"start": parts[0]} | ({"dtype": name} if name else {}))
    for start, stop in ((0, 0), (2, 9), (-5, 4), (5, 2), (-9, -2), (1000000, 1000007)):
        for name in (None, "f32", "f64", "i32"):
            yield Case({"start": start, "stop": stop} | ({"dtype": name} if name else {}))
    for start, stop, step in (
        (0, 10, 3),
        (0, 9, 3),
        (10, 0, -3),
        (9, 0, -3),
        (0, 10, -1),
        (-7, 8, 5),
        (3, 4, 100),
        (5, -5, -1),
        (0, 513, 17),
    ):
        for name in (None, "f32", "f64", "i32"):
            yield Case({"start": start, "stop": stop, "step": step} | ({"dtype": name} if name else {}))
    for start, stop, step in (
        (0.0, 1.0, 0.25),
        (0.5, 4.0, 1.0),
        (1.0, -1.0, -0.5),
        (0.0, 1.0, 0.3),
        (2.5, 2.5, 1.0),
        (-1.5, 1.5, 0.75),
        (0.0, 0.3, 0.1),
        (0.0, 1.1, 0.1),
        (0.0, 0.9, 0.1),
        (1.0, 0.0, -0.1),
        (0.1, 0.7, 0.2),
    ):
        for name in ("f32", "f64"):
            yield Case({"start": start, "stop": stop, "step": step, "dtype": name})
    for start in (2**40, 2**62, -(2**63)):
        yield Case({"start": start, "stop": start + 3}, note="beyond i32")
    yield Case({"start": 2**63 - 8, "stop": 2**63 - 1, "step": 3}, note="near the end of i64")
    yield Case({"start": 0, "stop": 5, "step": 2**62}, note="a step beyond the range")
    yield Case({"start": -(2**61), "stop": 2**61, "step": 2**60}, note="a wide range")
    yield Case({"start": 0, "stop": -(2**62), "step": -(2**60)}, note="a wide range downwards")
    yield Case({"start": 2**62}, note="more elements than there are addresses", error="shape")
    yield Case({"start": 2**31 - 4, "stop": 2**31 - 1, "dtype": "i32"}, note="near the end of i32")
    for step in (0, 0.0):
        yield Case({"start": 0, "stop": 3, "step": step, "dtype": "f32"}, note="step 0", error="value")


op(
    "arange",
    "creation",
    "args start[, stop[, step]][, dtype]; without dtype all are ints and the result is i64",
    lambda x, a: np.arange(*arange_parts(a)[0], dtype=TYPES[arange_parts(a)[1]]),
    arange_torch,
    arange_cases,
    "elementwise",
)


def linspace_cases(v):
    for start, stop in ((0.0, 1.0), (-1.0, 1.0), (5.0, -5.0), (2.0, 2.0), (1e10, 1e10 + 1e4), (-0.1, 0.3), (0, 10)):
        for num in v.some((0, 1, 2, 3, 7, 8, 33, 129), 4):
            yield Case(
                {"start": start, "stop": stop, "num": num, "dtype": v.pick(("f32", "f64"))},
                tolerance="sum" if abs(start) < 1e6 else None,
            )
    yield Case({"start": 0.0, "stop": 1.0, "num": 513, "dtype": "f32"})
    yield Case(
        {"start": 0.0, "stop": 1.0, "num": -2, "dtype": "f64"}, note="negative number of points", error="value"
    )


op(
    "linspace",
    "creation",
    "args start, stop, num, dtype; both ends included",
    lambda x, a: np.linspace(a["start"], a["stop"], a["num"], dtype=TYPES[a["dtype"]]),
    lambda x, a: torch.linspace(a["start"], a["stop"], a["num"], dtype=TORCH_TYPES[a["dtype"]]),
    linspace_cases,
    "sum",
)


def eye_torch(x, a):
    out = torch.zeros(a["n"], a["m"], dtype=TORCH_TYPES[a["dtype"]])
    if -a["n"] < a["k"] < a["m"]:
        out.diagonal(a["k"]).fill_(1)
    return out


def eye_cases(v):
    for k in (2**62, -(2**62), 2**63 - 1, -(2**63), 2**32, -(2**32)):
        yield Case(
            {"n": 3, "m": 4, "k": k, "dtype": "f32"},
            note="a diagonal far away",
            rule=("numpy", "a diagonal that is not there"),
        )
    for n, m in (
        (0, 0),
        (0, 3),
        (3, 0),
        (1, 1),
        (1, 5),
        (5, 1),
        (3, 3),
        (2, 5),
        (5, 2),
        (7, 9),
        (9, 7),
        (17, 17),
        (33, 31),
    ):
        for k in v.some((-40, -5, -2, -1, 0, 1, 2, 4, 6, 40), 4):
            yield Case({"n": n, "m": m, "k": k, "dtype": v.pick(ALL_TYPES)})


op(
    "eye",
    "creation",
    "args n, m, k, dtype",
    lambda x, a: np.eye(a["n"], a["m"], a["k"], dtype=TYPES[a["dtype"]]),
    eye_torch,
    eye_cases,
    composed=("torch",),
)


def triangle_cases(v):
    shapes = (
        (1, 1),
        (3, 3),
        (2, 5),
        (5, 2),
        (0, 3),
        (3, 0),
        (2, 3, 4),
        (0, 2, 2),
        (3, 1, 4),
        (2, 1, 3, 3),
        (1, 2, 1, 2, 3),
        (17, 9),
        (9, 17),
        (2, 1, 2, 1, 3, 2),
    )
    for i, shape in enumerate(shapes):
        for k in v.some((-20, -3, -2, -1, 0, 1, 2, 3, 20), 4):
            yield Case({"k": k}, [v.any(shape, ALL_TYPES[i % 6] if i % 2 else "f32")])
    for k in (-1, 0, 1):
        yield Case({"k": k}, [v.sprinkled((5, 5), "f32", ("nan", "inf", "-inf"), 0.6)], "nan, inf are cut off")
        yield Case({"k": k}, [v.layout(v.floats((5, 4)))])
        yield Case({"k": k}, [v.layout(v.floats((2, 3, 4)))])
    for shape in ((3,), ()):
        yield Case(
            {"k": 0}, [v.floats(shape)], "no matrix", error="shape", rule=(None, "a triangle is one of a matrix")
        )


for name in ("tril", "triu"):
    op(
        name,
        "creation",
        "args k",
        lambda x, a, f=getattr(np, name): f(x[0], a["k"]),
        lambda x, a, f=getattr(torch, name): f(x[0], a["k"]),
        triangle_cases,
    )


def meshgrid_cases(v):
    lists = (
        (3,),
        (0,),
        (1,),
        (2, 3),
        (3, 0),
        (0, 0),
        (1, 5),
        (7, 9),
        (2, 3, 4),
        (1, 0, 2),
        (3, 1, 2),
        (2, 3, 1, 2),
        (2, 1, 2, 3, 2),
        (1, 2, 1, 2, 1, 3),
        (17, 33),
    )
    for i, sizes in enumerate(lists):
        for indexing in ("xy", "ij"):
            kind = ("f32", "f64", "i32", "i64", "u8", "bool")[i % 6] if i % 2 else "f32"
            yield Case({"indexing": indexing}, [v.any((n,), kind) for n in sizes])
    yield Case({"indexing": "ij"}, [special("f32"), v.floats((2,))], "special values")
    yield Case({"indexing": "foo"}, [v.floats((2,)), v.floats((3,))], "unknown indexing", error="value")


op(
    "meshgrid",
    "creation",
    "args indexing ('xy' or 'ij'); as many outputs as inputs",
    lambda x, a: [g.copy() for g in np.meshgrid(*x, indexing=a["indexing"])],
    lambda x, a: [g.contiguous() for g in torch.meshgrid(*x, indexing=a["indexing"])],
    meshgrid_cases,
    signed=True,
)


def one_hot_numpy(x, a):
    if x[0].size and (x[0].min() < 0 or x[0].max() >= a["num_classes"]):
        raise IndexError("no such class")
    return (x[0][..., None] == np.arange(a["num_classes"])).astype(TYPES[a["dtype"]])


def one_hot_torch(x, a):
    return torch.nn.functional.one_hot(x[0].long(), a["num_classes"]).to(TORCH_TYPES[a["dtype"]])


def one_hot_cases(v):
    for i, shape in enumerate([s for s in SHAPES if len(s) < 6]):
        classes = v.pick((1, 2, 3, 9))
        yield Case(
            {"num_classes": classes, "dtype": ALL_TYPES[i % 6]},
            [v.ints(shape, ("i64", "i32")[i % 2], 0, classes - 1)],
        )
    for classes in (7, 17, 129):
        yield Case({"num_classes": classes, "dtype": "f32"}, [v.ints((9,), "i64", 0, classes - 1)])
        yield Case({"num_classes": classes, "dtype": "f32"}, [v.layout(v.ints((3, 5), "i64", 0, classes - 1))])
    yield Case({"num_classes": 5, "dtype": "f32"}, [np.array([0, 0, 4, 4], np.int64)], "repeated")
    yield Case(
        {"num_classes": 0, "dtype": "f32"},
        [np.zeros((0,), np.int64)],
        "no classes",
        rule=("numpy", "no labels, no classes"),
    )
    yield Case({"num_classes": 0, "dtype": "f32"}, [np.zeros((2,), np.int64)], "no classes", error="index")
    for labels in ([0, 4], [100], [0, -1], [2**40], [2**63 - 1], [-(2**63)]):
        yield Case({"num_classes": 4, "dtype": "f32"}, [np.array(labels, np.int64)], "no such class", error="index")


op(
    "one_hot",
    "creation",
    "args num_classes, dtype; a new last axis",
    one_hot_numpy,
    one_hot_torch,
    one_hot_cases,
    composed=("numpy",),
)


def onehot_checks(x):
    t, at = x
    if t.ndim != 2 or at.ndim != 1 or t.shape[0] != at.shape[0]:
        raise ValueError("shapes")
    if len(at) and (at.min() < 0 or at.max() >= t.shape[1]):
        raise IndexError("no such column")


def onehot_like_numpy(x, a):
    onehot_checks(x)
    out = np.zeros_like(x[0])
    out[np.arange(len(x[1])), x[1]] = a["value"]
    return out


def onehot_like_torch(x, a):
    onehot_checks(x)
    return torch.zeros_like(x[0]).scatter_(1, x[1].long()[:, None], a["value"])


def onehot_like_cases(v):
    for i, (n, m) in enumerate(((1, 1), (3, 5), (9, 2), (17, 3), (7, 33), (0, 3), (129, 4))):
        for kind in ("f32", "f64", "i32", "i64"):
            value = v.pick((1, 0, -1, 7, 0.5) if kind[0] == "f" else (1, 0, -1, 7))
            yield Case({"value": value}, [v.any((n, m), kind), v.ints((n,), ("i64", "i32")[i % 2], 0, m - 1)])
    yield Case({"value": 2}, [v.layout(v.floats((5, 3))), v.ints((5,), "i64", 0, 2)])
    for labels in ([0, 3], [0, -1]):
        yield Case({"value": 1}, [v.floats((2, 3)), np.array(labels, np.int64)], "no such column", error="index")
    for t, at in (((6, 3, 5), (6,)), ((6, 3), (6, 1)), ((6, 3), (5,)), ((6,), (6,))):
        yield Case({"value": 1}, [v.floats(t), v.ints(at, "i64", 0, 2)], "shapes do not fit", error="shape")


op(
    "onehot_like",
    "creation",
    "inputs t (2-D: shape and dtype), indices (1-D); args value",
    onehot_like_numpy,
    onehot_like_torch,
    onehot_like_cases,
    composed=("numpy", "torch"),
)

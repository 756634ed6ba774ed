"""Operations that only move elements."""

import itertools

import numpy as np
import torch

from core import Case, number, op
from values import LENGTHS, SHAPES, special

ALL_TYPES = ("f32", "f64", "i32", "i64", "u8", "bool")


def turns(v, shape, i):
    """A tensor of each type in turn."""
    return v.any(shape, ALL_TYPES[i % 6] if i % 2 else "f32")


def size(shape):
    return int(np.prod(shape, dtype=int))


def split_factors(v, n, rank):
    """A shape of this rank with n elements."""
    if n == 0:
        shape = [int(k) for k in v.random.integers(1, 4, rank)]
        shape[v.pick(range(rank))] = 0
        return shape
    shape = [1] * rank
    p = 2
    while n > 1:
        while n % p == 0:
            shape[v.pick(range(rank))] *= p
            n //= p
        p += 1
    return shape


def reshape_cases(v):
    for i, shape in enumerate(SHAPES):
        n = size(shape)
        for rank in v.some(range(1, 7), 2):
            target = split_factors(v, n, rank)
            yield Case({"shape": target}, [turns(v, shape, i)])
            if n and rank > 1:
                target = list(target)
                target[v.pick(range(rank))] = -1
                yield Case({"shape": target}, [turns(v, shape, i)])
        if n:
            yield Case({"shape": -1}, [turns(v, shape, i)])
    for shape, target in (
        ((5, 9), [9, 5]),
        ((2, 3, 4), [4, 6]),
        ((2, 3, 4), [3, 2, 4]),
        ((17, 3), [51]),
        ((2, 3, 2, 5), [6, -1]),
        ((33, 2), [11, 6]),
    ):
        for _ in range(2):
            yield Case({"shape": target}, [v.layout(v.floats(shape))])
    for shape, target in (((0,), -1), ((0,), [-1]), ((0, 3), [-1, 3]), ((2, 0), [3, -1]), ((0, 3), [1, -1, 1])):
        yield Case({"shape": target}, [v.floats(shape)], "-1 of nothing")
    yield Case({"shape": []}, [v.floats((1, 1, 1))])
    yield Case({"shape": []}, [v.floats(())])
    yield Case({"shape": [1, 1, 1, 1, 1, 1]}, [v.floats(())])
    yield Case({"shape": [0, 3]}, [v.floats((2, 0))])
    for shape, target in (
        ((6,), [5]),
        ((6,), [4, -1]),
        ((2, 3), [-1, -1]),
        ((6,), []),
        ((6,), [0, -1]),
        ((2, 3), [-2, -3]),
        ((0,), [1]),
        ((), [0]),
        ((0,), [2**32, 2**32]),
        ((1,), [2**32, 2**32 + 1]),
        ((2,), [2**63 - 1, 2]),
        ((4,), [-1, 2**62]),
        ((6,), [-1, 2**63 - 1]),
    ):
        yield Case({"shape": target}, [v.floats(shape)], "impossible", error="shape")
    yield Case({"shape": [0, -1]}, [v.floats((0, 3))], "-1 is ambiguous", error="shape")


op(
    "reshape",
    "shape",
    "args shape (one -1 allowed; an int n means [n])",
    lambda x, a: np.reshape(x[0], a["shape"]),
    lambda x, a: torch.reshape(x[0], [a["shape"]] if isinstance(a["shape"], int) else a["shape"]),
    reshape_cases,
    signed=True,
)


def flatten_numpy(x, a):
    x, rank = x[0], x[0].ndim
    if rank == 0:
        return x.reshape(1)
    start, end = (
        np.lib.array_utils.normalize_axis_index(a["start"], rank),
        np.lib.array_utils.normalize_axis_index(a["end"], rank),
    )
    if start > end:
        raise ValueError("start after end")
    return x.reshape(x.shape[:start] + (size(x.shape[start : end + 1]),) + x.shape[end + 1 :])


def flatten_cases(v):
    for i, shape in enumerate(SHAPES):
        rank = len(shape)
        yield Case({"start": 0, "end": -1}, [turns(v, shape, i)])
        for start, end in v.some(itertools.combinations_with_replacement(range(rank), 2), 2):
            start, end = v.pick((start, start - rank)), v.pick((end, end - rank))
            yield Case({"start": start, "end": end}, [turns(v, shape, i)])
    for shape in ((5, 9), (2, 3, 4), (2, 3, 2, 5)):
        yield Case({"start": 0, "end": -1}, [v.layout(v.floats(shape))])
        yield Case({"start": 0, "end": 1}, [v.layout(v.floats(shape))])
    for shape, start, end in (
        ((2, 3), 1, 0),
        ((2, 3, 4), -1, 1),
        ((2, 3), 0, 2),
        ((2, 3), -3, 1),
        ((2, 3), 0, 2**62),
        ((2, 3), -(2**63), 1),
    ):
        yield Case({"start": start, "end": end}, [v.floats(shape)], "start after end, or out of range", error="axis")


op(
    "flatten",
    "shape",
    "args start, end (inclusive)",
    flatten_numpy,
    lambda x, a: torch.flatten(x[0], a["start"], a["end"]),
    flatten_cases,
    composed=("numpy",),
    signed=True,
)


def transpose_cases(v):
    for i, shape in enumerate(SHAPES):
        rank = len(shape)
        yield Case({"axes": None}, [turns(v, shape, i)])
        for _ in range(2 if rank > 1 else 1):
            axes = [int(n) for n in v.random.permutation(rank)]
            yield Case({"axes": axes}, [turns(v, shape, i)])
        if rank:
            axes = [int(n) - rank if v.random.random() < 0.5 else int(n) for n in v.random.permutation(rank)]
            yield Case({"axes": axes}, [turns(v, shape, i)], "negative axes")
    for axes in itertools.permutations(range(3)):
        yield Case({"axes": list(axes)}, [v.layout(v.floats((2, 3, 5)))])
    for shape in ((33, 17), (127, 9), (9, 129)):
        yield Case({"axes": [1, 0]}, [v.floats(shape)])
    for shape, axes in (
        ((2, 3), [0]),
        ((2, 3), [0, 0]),
        ((2, 3), [0, 2]),
        ((2, 3), [0, -2]),
        ((2, 3), [0, 1, 2]),
        ((2, 3), []),
        ((), [0]),
        ((2, 3), [0, 2**62]),
        ((2, 3), [-(2**63), 1]),
        ((2, 3), [2**32, 2**32 + 1]),
    ):
        # NumPy cuts an axis to 32 bits.
        yield Case(
            {"axes": axes}, [v.floats(shape)], "not a permutation", error="axis", rule=(None, "each axis once")
        )


op(
    "transpose",
    "shape",
    "args axes (list, or null: reversed)",
    lambda x, a: np.transpose(x[0], a["axes"]),
    lambda x, a: x[0].permute(a["axes"] if a["axes"] is not None else tuple(range(x[0].ndim))[::-1]),
    transpose_cases,
    signed=True,
)


def swapaxes_cases(v):
    for i, shape in enumerate(SHAPES):
        rank = len(shape)
        for _ in range(2 if rank > 1 else 1 if rank else 0):
            yield Case(
                {"axis1": v.pick(range(-rank, rank)), "axis2": v.pick(range(-rank, rank))}, [turns(v, shape, i)]
            )
    for shape in ((5, 9), (2, 3, 4), (2, 3, 2, 5)):
        for a, b in ((0, 1), (-1, 0), (1, 1)):
            yield Case({"axis1": a, "axis2": b}, [v.layout(v.floats(shape))])
    for shape, a, b in (
        ((2, 3), 0, 2),
        ((2, 3), -3, 0),
        ((2, 3), 0, 2**62),
        ((2, 3), -(2**63), 0),
        ((2, 3), 2**32, 1),
    ):
        yield Case({"axis1": a, "axis2": b}, [v.floats(shape)], "axis out of range", error="axis")
    yield Case(
        {"axis1": 0, "axis2": 0},
        [v.floats(())],
        "axis out of range",
        error="axis",
        rule=(None, "a scalar has no axis"),
    )


op(
    "swapaxes",
    "shape",
    "args axis1, axis2",
    lambda x, a: np.swapaxes(x[0], a["axis1"], a["axis2"]),
    lambda x, a: torch.swapaxes(x[0], a["axis1"], a["axis2"]),
    swapaxes_cases,
    signed=True,
)


def moveaxis_cases(v):
    for i, shape in enumerate(SHAPES):
        rank = len(shape)
        if not rank:
            continue
        yield Case(
            {"source": v.pick(range(-rank, rank)), "destination": v.pick(range(-rank, rank))}, [turns(v, shape, i)]
        )
        count = v.pick(range(rank + 1))
        pick = lambda: [int(n) - (rank if v.random.random() < 0.4 else 0) for n in v.random.permutation(rank)[:count]]
        yield Case({"source": pick(), "destination": pick()}, [turns(v, shape, i)])
    yield Case({"source": [0, 2], "destination": [-1, 0]}, [v.layout(v.floats((2, 3, 4)))])
    for shape, a, b in (
        ((2, 3), 0, 2),
        ((2, 3), -3, 0),
        ((2, 3, 4), [0, 1], [0]),
        ((2, 3, 4), [0, 0], [0, 1]),
        ((2, 3, 4), [0, 1], [2, -1]),
    ):
        yield Case({"source": a, "destination": b}, [v.floats(shape)], "no such move", error="axis")


op(
    "moveaxis",
    "shape",
    "args source, destination (ints or lists)",
    lambda x, a: np.moveaxis(x[0], a["source"], a["destination"]),
    lambda x, a: torch.movedim(x[0], a["source"], a["destination"]),
    moveaxis_cases,
    signed=True,
)


def squeeze_torch(x, a):
    x, axis = x[0], a["axis"]
    if axis is None:
        return x.squeeze()
    axes = axis if isinstance(axis, list) else [axis]
    if any(x.shape[n] != 1 for n in axes):
        raise ValueError("an axis whose size is not 1")
    return x.squeeze(tuple(axes)) if axes else x


def squeeze_cases(v):
    for i, shape in enumerate(SHAPES):
        rank = len(shape)
        ones = [n for n in range(rank) if shape[n] == 1]
        yield Case({"axis": None}, [turns(v, shape, i)])
        for n in v.some(ones, 2):
            yield Case({"axis": v.pick((n, n - rank))}, [turns(v, shape, i)])
        if ones:
            axes = [
                n - rank if v.random.random() < 0.4 else n
                for n in v.random.permutation(ones)[: v.pick(range(1, len(ones) + 1))]
            ]
            yield Case({"axis": [int(n) for n in axes]}, [turns(v, shape, i)])
    yield Case({"axis": []}, [v.floats((1, 2))], "no axis")
    for axis in (1, -2, [0, 2], None):
        yield Case(
            {"axis": axis},
            [v.layout(v.floats((1, 5, 1, 3) if axis in (None, [0, 2]) else (5, 1, 3) if axis == 1 else (2, 1, 3)))],
        )
    for shape, axis in (((3, 1), 0), ((2, 3), -1), ((0, 1), 0), ((1, 2, 1), [0, 1])):
        yield Case({"axis": axis}, [v.floats(shape)], "size is not 1", error="shape")
    for shape, axis in (
        ((1, 1), 2**62),
        ((1, 1), -(2**63)),
        ((1, 1), 2**32),
        ((1, 1), 2),
        ((1,), -2),
        ((1, 1), [0, 0]),
        ((1, 1), [1, -1]),
    ):
        yield Case({"axis": axis}, [v.floats(shape)], "axis out of range or repeated", error="axis")
    yield Case({"axis": 0}, [v.floats(())], "axis out of range", error="axis", rule=(None, "a scalar has no axis"))


op(
    "squeeze",
    "shape",
    "args axis (int, list or null)",
    lambda x, a: np.squeeze(x[0], tuple(a["axis"]) if isinstance(a["axis"], list) else a["axis"]),
    squeeze_torch,
    squeeze_cases,
    signed=True,
)


def expand_dims_cases(v):
    for i, shape in enumerate(SHAPES[:-6] + ((2, 1, 2, 3, 1),)):
        rank = len(shape) + 1
        for axis in v.some(range(-rank, rank), 3):
            yield Case({"axis": axis}, [turns(v, shape, i)])
    for axis in (0, 1, -1):
        yield Case({"axis": axis}, [v.layout(v.floats((5, 3)))])
    for shape, axis in (
        ((2, 3), 3),
        ((2, 3), -4),
        ((), 1),
        ((), -2),
        ((2, 3), 2**62),
        ((2, 3), -(2**63)),
        ((2, 3), 2**32),
    ):
        yield Case({"axis": axis}, [v.floats(shape)], "axis out of range", error="axis")


op(
    "expand_dims",
    "shape",
    "args axis (int)",
    lambda x, a: np.expand_dims(x[0], a["axis"]),
    lambda x, a: x[0].unsqueeze(a["axis"]),
    expand_dims_cases,
    signed=True,
)


def torch_axes(axis, rank):
    axes = list(range(rank)) if axis is None else axis if isinstance(axis, list) else [axis]
    if any(not -rank <= n < rank for n in axes):
        raise IndexError("axis out of range")
    return axes


def flip_cases(v):
    for i, shape in enumerate(SHAPES):
        for axis in v.some(v.axes(len(shape)), 3):
            yield Case({"axis": axis}, [turns(v, shape, i)])
    for length in LENGTHS[:6]:
        yield Case({"axis": 0}, [v.floats((length,))])
    for axis in (None, 0, -1, [0, 1], [2, 0]):
        yield Case({"axis": axis}, [v.layout(v.floats((3, 2, 5)))])
    yield Case({"axis": []}, [v.floats((2, 3))], "no axis")
    for shape, axis in (
        ((2, 3), 2),
        ((2, 3), -3),
        ((2, 3), [0, 0]),
        ((2, 3), [1, -1]),
        ((), 0),
        ((2, 3), 2**62),
        ((2, 3), -(2**63)),
        ((2, 3), [0, 2**32]),
    ):
        yield Case({"axis": axis}, [v.floats(shape)], "axis out of range or repeated", error="axis")


op(
    "flip",
    "shape",
    "args axis (int, list or null)",
    lambda x, a: np.flip(x[0], tuple(a["axis"]) if isinstance(a["axis"], list) else a["axis"]),
    lambda x, a: torch.flip(x[0], torch_axes(a["axis"], x[0].ndim)),
    flip_cases,
    signed=True,
)


def roll_cases(v):
    for i, shape in enumerate(SHAPES):
        rank = len(shape)
        yield Case({"shift": v.pick((-30, -2, -1, 0, 1, 3, 100)), "axis": None}, [turns(v, shape, i)])
        if rank:
            yield Case(
                {"shift": v.pick((-30, -2, 1, 3, 100)), "axis": v.pick(range(-rank, rank))}, [turns(v, shape, i)]
            )
            axes = [int(n) for n in v.random.permutation(rank)[: v.pick(range(1, rank + 1))]]
            yield Case({"shift": [v.pick((-5, -1, 0, 1, 2, 9)) for _ in axes], "axis": axes}, [turns(v, shape, i)])
    yield Case({"shift": [1, 2], "axis": [0, 0]}, [v.floats((7, 2))], "an axis twice: the shifts add up")
    for shift, axis in ((1, 0), (-2, 1), ([1, -1], [0, 1]), (3, None)):
        yield Case({"shift": shift, "axis": axis}, [v.layout(v.floats((3, 5)))])
    for shape, shift, axis in (((2, 3), 1, 2), ((3,), 1, -2)):
        yield Case({"shift": shift, "axis": axis}, [v.floats(shape)], "axis out of range", error="axis")


op(
    "roll",
    "shape",
    "args shift, axis (ints or lists; axis null: flattened)",
    lambda x, a: np.roll(x[0], a["shift"], a["axis"]),
    lambda x, a: torch.roll(x[0], a["shift"], a["axis"]),
    roll_cases,
    signed=True,
)


def broadcast_cases(v):
    pairs = [
        ((), []),
        ((), [7]),
        ((), [2, 0, 3]),
        ((), [1, 2, 1, 2, 1, 2]),
        ((1,), [0]),
        ((1,), [9]),
        ((0,), [3, 0]),
        ((5,), [2, 5]),
        ((5, 1), [5, 9]),
        ((1, 9), [5, 9]),
        ((1, 1), [3, 1]),
        ((3, 1, 5), [3, 4, 5]),
        ((3, 1, 1), [2, 3, 1, 4]),
        ((1, 0), [2, 3, 0]),
        ((2, 1, 3, 1), [2, 4, 3, 5]),
        ((1, 2, 1, 2), [2, 3, 2, 3, 2]),
        ((2, 1, 2, 1, 2), [2, 2, 2, 2, 2, 2]),
        ((1,), [129]),
        ((33, 1), [33, 17]),
        ((2, 3, 4), [2, 3, 4]),
    ]
    for i, (shape, target) in enumerate(pairs):
        for k in range(2):
            yield Case({"shape": target}, [turns(v, shape, 2 * i + k)])
    yield Case({"shape": [0, 2**20, 1]}, [v.floats((1,))], "wide but empty")
    for shape, target in pairs[7:16]:
        yield Case({"shape": target}, [v.layout(v.floats(shape))])
    for shape, target in (
        ((2,), [3]),
        ((2, 3), [3]),
        ((3,), [3, 1]),
        ((2,), [0]),
        ((0,), [1]),
        ((2, 3), [2, 4, 3]),
        ((1, 1), [1]),
        ((3,), []),
        ((0,), [2**32, 2**32]),
        ((2,), [2**62, 3]),
    ):
        yield Case({"shape": target}, [v.floats(shape)], "cannot be broadcast", error="shape")
    yield Case(
        {"shape": [-1, 3]}, [v.floats((2, 3))], "negative size", error="shape", rule=(None, "a size is not negative")
    )


op(
    "broadcast_to",
    "shape",
    "args shape",
    lambda x, a: np.broadcast_to(x[0], a["shape"]),
    lambda x, a: torch.broadcast_to(x[0], a["shape"]),
    broadcast_cases,
    signed=True,
)


def concatenate_torch(x, a):
    if len({t.ndim for t in x}) != 1:
        # torch.cat skips an empty vector among matrices, for the sake of old programs.
        raise ValueError("ranks differ")
    return torch.cat(x, dim=a["axis"])


def concatenate_cases(v):
    for i, shape in enumerate([s for s in SHAPES if s]):
        rank = len(shape)
        for count in (v.pick((1, 2, 3, 5)), 2):
            axis = v.pick(range(-rank, rank))
            kind = ALL_TYPES[i % 6]
            sizes = [v.pick((0, 1, 2, 3, shape[axis])) for _ in range(count)]
            yield Case(
                {"axis": axis}, [v.any(shape[: axis % rank] + (n,) + shape[axis % rank + 1 :], kind) for n in sizes]
            )
    for length in LENGTHS[:5]:
        yield Case({"axis": 0}, [v.floats((length,)), v.floats((length + 1,)), v.floats((0,))])
    for axis in (0, 1, -1):
        yield Case({"axis": axis}, [v.layout(v.floats((2, 3, 4))) for _ in range(3)])
    yield Case({"axis": 1}, [v.layout(v.floats((3, 5))), v.floats((3, 2)), v.layout(v.floats((3, 4)))])
    yield Case({"axis": 0}, [special("f32"), special("f32")], "special values")
    yield Case({"axis": 0}, [v.floats((2,)), v.floats((3,), "f64")], "mixed dtypes f32, f64")
    yield Case({"axis": 0}, [v.ints((2,), "i32"), v.ints((3,), "i64")], "mixed dtypes i32, i64")
    for shapes, axis in (
        (((2, 3), (2, 2)), 0),
        (((2, 3), (3,)), 0),
        (((), ()), 0),
        (((2, 3), (3, 3)), 1),
        (((0,), (2, 3)), 0),
        (((2, 0), (2, 3)), 0),
    ):
        yield Case({"axis": axis}, [v.floats(s) for s in shapes], "shapes do not fit", error="shape")
    yield Case({"axis": 0}, [], "no tensors", error="value")
    for axis in (2, -3, 2**62, -(2**63), 2**32):
        yield Case({"axis": axis}, [v.floats((2, 3)), v.floats((2, 3))], "axis out of range", error="axis")


op(
    "concatenate",
    "shape",
    "args axis",
    lambda x, a: np.concatenate(x, axis=a["axis"]),
    concatenate_torch,
    concatenate_cases,
    signed=True,
)


def stack_cases(v):
    for i, shape in enumerate(SHAPES[:-6] + ((2, 1, 0, 3, 1), (2, 1, 2, 3, 1))):
        rank = len(shape) + 1
        for count in (v.pick((1, 3)), 2):
            kind = ALL_TYPES[i % 6]
            yield Case({"axis": v.pick(range(-rank, rank))}, [v.any(shape, kind) for _ in range(count)])
    for axis in (0, 1, 2, -1):
        yield Case({"axis": axis}, [v.layout(v.floats((3, 5))) for _ in range(2)])
    yield Case({"axis": 0}, [], "no tensors", error="value")
    for shapes in (((2,), (3,)), ((2, 3), (3,)), ((), (1,)), ((0,), (2,))):
        yield Case({"axis": 0}, [v.floats(s) for s in shapes], "shapes differ", error="shape")
    for axis in (2, -3, 2**62, -(2**63), 2**32):
        yield Case({"axis": axis}, [v.floats((2,)), v.floats((2,))], "axis out of range", error="axis")


op(
    "stack",
    "shape",
    "args axis",
    lambda x, a: np.stack(x, axis=a["axis"]),
    lambda x, a: torch.stack(x, dim=a["axis"]),
    stack_cases,
    signed=True,
)


def split_numpy(x, a):
    if "sections" in a:
        return np.split(x[0], a["sections"], axis=a["axis"])
    if sum(a["sizes"]) != x[0].shape[a["axis"]] or min(a["sizes"], default=0) < 0:
        raise ValueError("sizes do not add up")
    return np.split(x[0], np.cumsum(a["sizes"])[:-1], axis=a["axis"])


def split_torch(x, a):
    if "sizes" in a:
        return list(torch.split(x[0], a["sizes"], dim=a["axis"]))
    n = x[0].shape[a["axis"]]
    if n % a["sections"]:
        raise ValueError("no even split")
    return list(torch.tensor_split(x[0], a["sections"], dim=a["axis"]))


def split_cases(v):
    for i, shape in enumerate([s for s in SHAPES if s]):
        rank = len(shape)
        axis = v.pick(range(-rank, rank))
        n = shape[axis]
        divisors = [k for k in range(1, n + 1) if n % k == 0] or [1, 3]
        yield Case({"sections": v.pick(divisors), "axis": axis}, [turns(v, shape, i)])
        cuts = sorted(int(c) for c in v.random.integers(0, n, v.pick((0, 1, 2, 3)), endpoint=True))
        sizes = [b - a for a, b in zip([0] + cuts, cuts + [n])]
        yield Case({"sizes": sizes, "axis": axis}, [turns(v, shape, i)])
    for axis in (0, -1):
        yield Case({"sections": 2, "axis": axis}, [v.layout(v.floats((4, 6)))])
        yield Case({"sizes": [1, 0, 3], "axis": axis}, [v.layout(v.floats((4, 4)))])
    yield Case({"sections": 2, "axis": 0}, [v.floats((5,))], "no even split", error="shape")
    yield Case({"sections": 4, "axis": 1}, [v.floats((2, 3))], "no even split", error="shape")
    for sizes in ([2, 2], [2, 4], [6, -1]):
        yield Case({"sizes": sizes, "axis": 0}, [v.floats((5,))], "sizes do not add up", error="shape")
    yield Case({"sections": 1, "axis": 1}, [v.floats((3,))], "axis out of range", error="axis")


op(
    "split",
    "shape",
    "args sections (number of equal parts) or sizes (list), axis; a list of outputs",
    split_numpy,
    split_torch,
    split_cases,
    signed=True,
)


def chunk_numpy(x, a):
    n = x[0].shape[a["axis"]]
    step = max(1, -(-n // a["chunks"]))
    if n == 0:
        return [x[0]] * a["chunks"]
    return np.split(x[0], list(range(step, n, step)), axis=a["axis"])


def chunk_cases(v):
    for i, shape in enumerate([s for s in SHAPES if s]):
        rank = len(shape)
        for chunks in v.some((1, 2, 3, 4, 5, 9), 2):
            axis = v.pick(range(-rank, rank))
            yield Case({"chunks": chunks, "axis": axis}, [turns(v, shape, i)])
    yield Case({"chunks": 3, "axis": 0}, [v.layout(v.floats((7, 2)))])
    yield Case({"chunks": 0, "axis": 0}, [v.floats((3,))], "no chunks", error="value")
    yield Case({"chunks": 2, "axis": 1}, [v.floats((3,))], "axis out of range", error="axis")


op(
    "chunk",
    "shape",
    "torch.chunk: pieces of ceil(n / chunks), the last one shorter, maybe fewer pieces than asked; args chunks, "
    "axis; a list of outputs",
    chunk_numpy,
    lambda x, a: list(torch.chunk(x[0], a["chunks"], dim=a["axis"])),
    chunk_cases,
    composed=("numpy",),
    signed=True,
)


def unstack_cases(v):
    for i, shape in enumerate([s for s in SHAPES if s]):
        rank = len(shape)
        axis = v.pick(range(-rank, rank))
        if shape[axis] > 40:
            continue
        yield Case({"axis": axis}, [turns(v, shape, i)])
        yield Case({"axis": v.pick([n for n in range(rank) if shape[n] < 40] or [0])}, [turns(v, shape, i + 1)])
    for axis in (0, 1, -1):
        yield Case({"axis": axis}, [v.layout(v.floats((3, 2, 4)))])
    for shape, axis in (((2, 3), 2), ((2, 3), -3), ((), 0)):
        yield Case({"axis": axis}, [v.floats(shape)], "axis out of range", error="axis")


op(
    "unstack",
    "shape",
    "args axis; a list of outputs",
    lambda x, a: list(np.unstack(x[0], axis=a["axis"])),
    lambda x, a: list(torch.unbind(x[0], dim=a["axis"])),
    unstack_cases,
    signed=True,
)


def tile_numpy(x, a):
    if len(a["multiples"]) != x[0].ndim:
        raise ValueError("one multiple an axis")
    return np.tile(x[0], a["multiples"])


def tile_torch(x, a):
    if len(a["multiples"]) != x[0].ndim:
        raise ValueError("one multiple an axis")
    return torch.tile(x[0], a["multiples"])


def tile_cases(v):
    for i, shape in enumerate(SHAPES):
        for _ in range(2):
            yield Case({"multiples": [v.pick((0, 1, 1, 2, 3)) for _ in shape]}, [turns(v, shape, i)])
    for multiples in ([2, 3], [1, 0], [3, 1]):
        yield Case({"multiples": multiples}, [v.layout(v.floats((3, 5)))])
    for shape, multiples in (((2, 3), [3]), ((3,), [2, 2]), ((), [2])):
        yield Case({"multiples": multiples}, [v.floats(shape)], "not one multiple an axis", error="shape")


op("tile", "shape", "args multiples (one per axis)", tile_numpy, tile_torch, tile_cases, signed=True)


def repeat_torch(x, a):
    repeats = a["repeats"]
    repeats = torch.tensor(repeats) if isinstance(repeats, list) else repeats
    return torch.repeat_interleave(x[0], repeats, dim=a["axis"])


def repeat_cases(v):
    for i, shape in enumerate(SHAPES):
        rank = len(shape)
        if rank:
            axis = v.pick(range(-rank, rank))
            yield Case({"repeats": v.pick((0, 1, 2, 3)), "axis": axis}, [turns(v, shape, i)])
            n = shape[axis]
            yield (
                Case({"repeats": [v.pick((0, 1, 2)) for _ in range(n)] or [], "axis": axis}, [turns(v, shape, i)])
                if 0 < n < 40
                else Case({"repeats": 2, "axis": axis}, [turns(v, shape, i)])
            )
        yield Case({"repeats": v.pick((0, 1, 3)), "axis": None}, [turns(v, shape, i)])
    yield Case({"repeats": [2], "axis": 0}, [v.floats((4,))], "one count for all")
    for axis in (0, 1, None):
        yield Case({"repeats": 2, "axis": axis}, [v.layout(v.floats((3, 5)))])
    for repeats in ([1, 2], [1, 2, 3, 4]):
        yield Case({"repeats": repeats, "axis": 0}, [v.floats((3,))], "repeats of another length", error="shape")
    yield Case({"repeats": -1, "axis": 0}, [v.floats((3,))], "negative repeats", error="value")
    yield Case({"repeats": [1, -1, 2], "axis": 0}, [v.floats((3,))], "negative repeats", error="value")
    yield Case({"repeats": 2, "axis": 1}, [v.floats((3,))], "axis out of range", error="axis")


op(
    "repeat",
    "shape",
    "args repeats (int or list), axis (int or null: flattened)",
    lambda x, a: np.repeat(x[0], a["repeats"], axis=a["axis"]),
    repeat_torch,
    repeat_cases,
    signed=True,
)


def checked_pads(x, a):
    pads, mode = a["paddings"], a["mode"]
    if mode not in ("constant", "reflect"):
        raise ValueError("unknown mode")
    if len(pads) != x.ndim or min((n for pair in pads for n in pair), default=0) < 0:
        raise ValueError("no such paddings")
    if mode == "reflect" and any(max(pair) > max(n - 1, 0) for pair, n in zip(pads, x.shape)):
        raise ValueError("reflects more than there is")
    return pads


def pad_numpy(x, a):
    pads = checked_pads(x[0], a)
    if x[0].ndim == 0:
        return x[0]
    extra = {"constant_values": number(a["value"])} if a["mode"] == "constant" else {}
    return np.pad(x[0], pads, mode=a["mode"], **extra)


def pad_torch(x, a):
    pads, x = checked_pads(x[0], a), x[0]
    if a["mode"] == "constant":
        return torch.nn.functional.pad(x, [n for pair in reversed(pads) for n in pair], value=number(a["value"]))
    for axis, (before, after) in enumerate(pads):
        n = x.shape[axis]
        if n:
            at = [abs(i) if i < n else 2 * (n - 1) - i for i in range(-before, n + after)]
            x = x.index_select(axis, torch.tensor(at))
    return x


def pad_cases(v):
    for i, shape in enumerate(SHAPES):
        pads = [[v.pick((0, 1, 2, 3)), v.pick((0, 0, 1, 4))] for _ in shape]
        kind = ALL_TYPES[i % 6] if i % 2 else "f32"
        value = (
            True
            if kind == "bool"
            else v.pick((0, 1, 9))
            if kind[0] != "f"
            else v.pick((0, -2.5, 1.5, "nan", "inf", "-inf"))
        )
        yield Case({"paddings": pads, "mode": "constant", "value": value}, [v.any(shape, kind)])
        if shape and all(shape):
            pads = [[v.pick((0, n - 1, n // 2)), v.pick((0, n - 1, n // 2))] for n in shape]
            yield Case({"paddings": pads, "mode": "reflect", "value": 0}, [v.any(shape, kind)])
    for n in (2, 3, 9, 17):
        for before, after in ((n - 1, 0), (0, n - 1), (n - 1, n - 1)):
            yield Case({"paddings": [[before, after]], "mode": "reflect", "value": 0}, [v.floats((n,))])
    for mode in ("constant", "reflect"):
        for shape in ((4, 5), (3, 4, 5), (2, 3, 2, 5)):
            for _ in range(2):
                pads = [[v.pick((0, 1)), v.pick((0, 1))] for _ in shape]
                yield Case({"paddings": pads, "mode": mode, "value": 0}, [v.layout(v.floats(shape))])
    yield Case({"paddings": [[0, 0], [0, 0]], "mode": "constant", "value": 5.0}, [v.floats((2, 3))], "no padding")
    long = "a reflection needs less padding than the axis is long"
    for shape, pads in (((3,), [[3, 0]]), ((3,), [[0, 5]]), ((1,), [[1, 0]]), ((2, 3), [[0, 0], [0, 3]])):
        yield Case({"paddings": pads, "mode": "reflect", "value": 0}, [v.floats(shape)], long, error="value")
    yield Case(
        {"paddings": [[0, -(2**63)]], "mode": "constant", "value": 0},
        [v.floats((4,))],
        "negative padding",
        error="value",
    )
    yield Case(
        {"paddings": [[-1, -1]], "mode": "constant", "value": 0}, [v.floats((4,))], "negative padding", error="value"
    )
    yield Case(
        {"paddings": [[1, 1]], "mode": "constant", "value": 0},
        [v.floats((2, 3))],
        "one pair of paddings too few",
        error="shape",
    )
    yield Case(
        {"paddings": [[1, 1], [0, 0], [0, 0]], "mode": "constant", "value": 0},
        [v.floats((2, 3))],
        "one pair of paddings too many",
        error="shape",
    )
    for pads in ([[2**62, 2**62]], [[2**63 - 1, 2**63 - 1]]):
        yield Case(
            {"paddings": pads, "mode": "constant", "value": 0},
            [v.floats((4,))],
            "more elements than there are addresses",
            error="shape",
        )
    for value in (2**31, 2**40):
        yield Case(
            {"paddings": [[1, 1]], "mode": "constant", "value": value},
            [v.any((4,), "i32")],
            "a number that the type lacks",
            error="value",
        )
    yield Case({"paddings": [[1, 1]], "mode": "mirror", "value": 0}, [v.floats((4,))], "unknown mode", error="value")


op(
    "pad",
    "shape",
    "args paddings ([before, after] per axis), mode ('constant' or 'reflect'), value",
    pad_numpy,
    pad_torch,
    pad_cases,
    composed=("torch",),
    signed=True,
)

"""Reading and writing at positions."""

import numpy as np
import torch

from core import Case, Tensor, number, op
from values import SHAPES, special

ALL_TYPES = ("f32", "f64", "i32", "i64", "u8", "bool")

# --- Items of an index --------------------------------------------------------------------------------------


def numpy_items(items, inputs):
    out = []
    for item in items:
        if isinstance(item, int):
            out.append(item)
        elif item == "ellipsis":
            out.append(Ellipsis)
        elif item == "newaxis":
            out.append(None)
        elif "slice" in item:
            out.append(slice(*item["slice"]))
        elif "input" in item:
            out.append(inputs[item["input"]])
        elif "list" in item:
            out.append(item["list"])
        else:
            out.append(range(*item["range"]))
    return out


def numpy_index(items, inputs):
    items = [np.array(i, np.int64) if isinstance(i, (list, range)) else i for i in numpy_items(items, inputs)]
    if any(isinstance(i, np.ndarray) and i.dtype.kind == "f" for i in items):
        raise TypeError("a float is no position")
    return tuple(items) if len(items) != 1 else items[0]


def consumed(item):
    """How many axes an item stands for."""
    if item is None or item is Ellipsis:
        return 0
    if isinstance(item, torch.Tensor) and item.dtype == torch.bool:
        return item.ndim
    return 1


def torch_index(x, items, inputs):
    """torch has no negative steps: such slices become index_select before all else."""
    items = [
        torch.tensor(list(i), dtype=torch.int64) if isinstance(i, (list, range)) else i
        for i in numpy_items(items, inputs)
    ]
    if sum(i is Ellipsis for i in items) > 1:
        raise IndexError("two ellipses")
    rest = x.ndim - sum(consumed(i) for i in items)
    if rest < 0:
        raise IndexError("too many indices")
    maps, axis = [], 0
    for n, item in enumerate(items):
        if item is Ellipsis:
            axis += rest
        elif isinstance(item, slice) and item.step is not None and item.step < 0:
            maps.append((axis, torch.tensor(list(range(*item.indices(x.shape[axis]))), dtype=torch.int64)))
            items[n] = slice(None)
            axis += 1
        else:
            axis += consumed(item)
    # An i32 tensor is a position as well; torch calls a u8 tensor a mask.
    items = [i.long() if isinstance(i, torch.Tensor) and i.dtype == torch.int32 else i for i in items]
    return maps, tuple(items)


def getitem_torch(x, a):
    maps, items = torch_index(x[0], a["index"], x)
    out = x[0]
    for axis, at in maps:
        out = out.index_select(axis, at)
    return out[items]


def part(v, n):
    """A slice of an axis of n, from either end, with any step, maybe empty, maybe beyond the ends."""
    ends = [None, 0, 1, -1, n, n + 3, -n - 3, n // 2, -(n // 2) - 1]
    step = v.pick((None, None, 1, 2, 3, -1, -2, 7, -7))
    return {"slice": [v.pick(ends), v.pick(ends), step]}


def positions(v, n, shape, kind="i64", negative=False):
    low = -n if negative else 0
    return v.ints(shape, kind, low, n - 1)


def random_index(v, shape, data, negative=False, write=False):
    """Items for a tensor of this shape. Returns them and the tensors that they name, from number 1 on."""
    items, tensors, axis = [], [], 0
    rank = len(shape)
    many = v.pick(((), (3,), (2, 1)))
    advanced = 0
    while axis < rank:
        n = shape[axis]
        choice = v.pick(
            ("int", "slice", "slice", "all", "tensor", "list", "range", "mask", "newaxis", "ellipsis", "end")
        )
        if choice == "newaxis" and not write:
            items.append("newaxis")
            continue
        if choice == "ellipsis" and "ellipsis" not in items:
            items.append("ellipsis")
            skip = v.pick(range(rank - axis + 1))
            axis += skip
            continue
        # Behind an ellipsis the axes are counted from the back: all of them have to be named.
        if choice == "end" and items and "ellipsis" not in items:
            break
        if choice == "int" and n:
            items.append(v.pick(range(-n, n)))
        elif choice == "tensor" and n:
            tensors.append(positions(v, n, v.pick((many, (), (1,))), v.pick(("i64", "i32")), negative))
            items.append({"input": len(tensors)})
            advanced += 1
        elif choice == "list" and n and many in ((), (3,)):
            items.append({"list": [v.pick(range(-n, n)) for _ in range(3 if many else 1)]})
            advanced += 1
        elif choice == "range" and n >= 3 and many in ((), (3,)):
            items.append({"range": [0, 3, 1]} if many else {"range": [1, 2, 1]})
            advanced += 1
        elif (
            choice == "mask"
            and not advanced
            and not any(isinstance(i, dict) and "slice" not in i for i in items)
            and many == ()
        ):
            span = v.pick((1, 1, min(2, rank - axis)))
            tensors.append(v.bools(shape[axis : axis + span]))
            items.append({"input": len(tensors)})
            advanced += 5
            axis += span - 1
        elif choice == "all":
            items.append({"slice": [None, None, None]})
        else:
            items.append(part(v, n))
        axis += 1
    if not items:
        items.append("ellipsis")
    return items, tensors


WHOLE = {"slice": [None, None, None]}


def items_of(index):
    return [WHOLE if i == ":" else i for i in index]


def getitem_cases(v):
    def case(shape, index, tensors=(), note=None, kind=None, layout=False, **extra):
        x = v.any(shape, kind or v.pick(ALL_TYPES))
        return Case({"index": items_of(index)}, [v.layout(x) if layout else x, *tensors], note, **extra)

    rule = ("numpy", "an int among index tensors counts as one of them")
    for i, shape in enumerate(SHAPES[1:]):
        for _ in range(2):
            index, tensors = random_index(v, shape, None)
            yield case(shape, index, tensors, "random", ALL_TYPES[i % 6] if i % 2 else "f32", rule=rule)
    for _ in range(25):
        shape = v.shape(v.pick((2, 3, 4, 5, 6)), 1, 4)
        index, tensors = random_index(v, shape, None)
        yield case(shape, index, tensors, "random", "f32", layout=v.random.random() < 0.4, rule=rule)
    for n in (7, 8, 9, 33):
        for cut in (
            [None, None, -1],
            [None, None, 2],
            [1, None, 3],
            [-1, None, -3],
            [n, 0, -1],
            [n + 5, -n - 5, -2],
            [5, 2, 1],
            [2, 5, -1],
            [None, None, 2**62],
            [None, None, -(2**62)],
            [-(2**62), 2**62, 3],
            [2**62, -(2**62), -3],
            [0, 2**32, 2],
            [-3, -1, 1],
            [0, 0, 1],
        ):
            yield case((n,), [{"slice": cut}], note="slice", kind="f32")
    yield case((), ["ellipsis"], note="scalar")
    yield case((), ["newaxis"], note="scalar")
    yield case((), ["newaxis", "ellipsis", "newaxis"], note="scalar")
    yield case((2, 3), ["newaxis", 0, "newaxis", "ellipsis", "newaxis"])
    yield case((2, 3, 4, 5), [0, "ellipsis", -1])
    yield case((2, 3, 4, 5), ["ellipsis", {"slice": [None, None, -1]}, 1])
    yield case((2, 3, 4), [1, 2, 3, "ellipsis"], note="nothing left for the ellipsis")
    long = positions(v, 513, (129,))
    yield case((513,), [{"input": 1}], [long], "index tensor", "f32")
    yield case((5, 3), [{"input": 1}], [np.array([4, 4, 0, 4, 0], np.int64)], "repeated")
    for shape, at in (((5,), (0,)), ((5, 2), (2, 0)), ((0, 3), (0,)), ((5, 0), (3,))):
        yield case(shape, [{"input": 1}], [positions(v, max(1, shape[0]), at)], "no positions")
    yield case(
        (4, 5, 6),
        [{"input": 1}, ":", {"input": 2}],
        [positions(v, 4, (3,)), positions(v, 6, (2, 1))],
        "tensors apart: their axes come first",
    )
    yield case(
        (4, 5, 6),
        [":", {"input": 1}, {"input": 2}],
        [positions(v, 5, (3,)), positions(v, 6, (2, 1))],
        "tensors side by side",
    )
    yield case(
        (4, 5, 6),
        [{"input": 1}, "ellipsis", {"input": 2}],
        [positions(v, 4, (2,)), positions(v, 6, (1,))],
        "tensors apart",
    )
    yield case(
        (4, 5, 6, 2),
        [":", {"input": 1}, ":", {"input": 2}],
        [positions(v, 5, ()), positions(v, 2, (3,))],
        "tensors apart",
        rule=("numpy", "a scalar tensor counts as an index tensor"),
    )
    yield case(
        (4, 5),
        [{"input": 1}, "newaxis", {"input": 2}],
        [positions(v, 4, (3,)), positions(v, 5, (3,))],
        "newaxis between tensors",
    )
    yield case((4, 5), ["newaxis", {"input": 1}], [positions(v, 4, (2, 2))])
    yield case((3, 4, 5), [0, ":", {"input": 1}], [positions(v, 5, (2,))], "int and tensor apart", "f32", rule=rule)
    yield case(
        (3, 4, 5), [{"input": 1}, ":", -1], [positions(v, 3, (2, 2))], "tensor and int apart", "f32", rule=rule
    )
    yield case(
        (3, 4, 5),
        [{"slice": [None, None, -1]}, 1, {"input": 1}],
        [positions(v, 5, (2,))],
        "int and tensor",
        "f32",
        rule=rule,
    )
    yield case((3, 4, 5), [{"input": 1}] * 3, [positions(v, 3, (2,))], "one tensor for all axes")
    yield case((3, 4, 5), [{"list": [0, -1]}, {"range": [0, 2, 1]}, {"input": 1}], [positions(v, 5, (2,))])
    yield case((9, 4), [{"range": [1, 9, 3]}])
    yield case((9, 4), [{"list": [-9, 8, -1]}])
    yield case((5, 4), [{"input": 1}], [positions(v, 5, (3, 2), "i32", True)], "index tensor, negative")
    yield case((5, 4), [":", {"input": 1}], [positions(v, 4, (7,), "i64", True)], "index tensor, negative")
    yield case(
        (5, 4), [{"input": 1}], [Tensor(positions(v, 5, (2, 3)), "transposed")], "index as a view", "f32", layout=True
    )
    for shape, mask in (
        ((5,), (5,)),
        ((3, 4), (3,)),
        ((3, 4), (3, 4)),
        ((2, 3, 4), (2, 3)),
        ((2, 3, 4), (2, 3, 4)),
        ((0, 3), (0,)),
        ((129,), (129,)),
        ((0,), (0,)),
    ):
        yield case(shape, [{"input": 1}], [v.bools(mask)], "mask", "f32")
        yield case(shape, [{"input": 1}], [np.zeros(mask, bool)], "mask of nothing", "f32")
    yield case((2, 3, 4), [":", {"input": 1}], [v.bools((3, 4))], "slice and mask")
    yield case((2, 3, 4), ["ellipsis", {"input": 1}], [v.bools((4,))], "ellipsis and mask")
    yield case((3, 4), [{"slice": [None, None, -1]}, {"input": 1}], [v.bools((4,))], "slice and mask")
    yield case((3, 4), [{"input": 1}], [Tensor(v.bools((3, 4)), "transposed")], "mask as a view", "f32", layout=True)
    yield case(
        (3, 4),
        [{"input": 1}, {"input": 2}],
        [np.array([True, False, True]), np.array([3, 0], np.int64)],
        "mask and tensor",
    )
    for shape, index in (
        ((5,), [2**62]),
        ((5,), [-(2**63)]),
        ((5,), [2**32]),
        ((5, 2), [-(2**32), 1]),
        ((5,), [5]),
        ((5,), [-6]),
        ((2, 3), [0, 3]),
        ((0,), [0]),
        ((0, 3), [-1]),
        ((2, 3), [":", -4]),
        ((2, 3, 4), ["ellipsis", 4]),
    ):
        yield case(shape, index, note="out of range", error="index")
    for at in ([0, 5], [5], [-6], [2**40], [2**63 - 1], [-(2**63)]):
        yield case((5, 2), [{"input": 1}], [np.array(at, np.int64)], "index tensor out of range", error="index")
    yield case(
        (2, 3), [":", {"input": 1}], [np.array([[0, 3]], np.int64)], "index tensor out of range", error="index"
    )
    yield case((0, 2), [{"input": 1}], [np.array([0], np.int64)], "index tensor out of range", error="index")
    yield case((5,), [{"list": [0, 5]}], note="list out of range", error="index")
    for shape, index in (((2, 3), [0, 0, 0]), ((), [0]), ((2,), [":", ":"]), ((2, 3), ["ellipsis", 0, 0, 0])):
        yield case(shape, index, note="too many indices", error="index")
    yield case((2, 3), ["ellipsis", 0, "ellipsis"], note="two ellipses", error="index")
    yield case((5,), [{"slice": [None, None, 0]}], note="a step of 0", error="value")
    yield case((2, 5), [0, {"slice": [1, 4, 0]}], note="a step of 0", error="value")
    for truth in (True, False):
        yield case((2, 3), [{"input": 1}], [np.array(truth)], "a mask of rank 0: a new axis of 1 or 0", "f32")
    for shape, mask in (((3, 4), (4,)), ((3, 4), (3, 3)), ((5,), (5, 1))):
        yield case(shape, [{"input": 1}], [v.bools(mask)], "mask of another shape", error="index")
    yield case((3,), [{"input": 1}], [v.floats((2,))], "float index", error="dtype")
    yield case(
        (4, 5),
        [{"input": 1}, {"input": 2}],
        [positions(v, 4, (2,)), positions(v, 5, (3,))],
        "index tensors do not broadcast",
        error="shape",
    )


op(
    "getitem",
    "indexing",
    "inputs t[, index tensors]; args index: a list of items (see README)",
    lambda x, a: x[0][numpy_index(a["index"], x)],
    getitem_torch,
    getitem_cases,
    signed=True,
)

# --- Writing ------------------------------------------------------------------------------------------------


def new_values(x, a):
    return x[a["values"]["input"]] if isinstance(a["values"], dict) else number(a["values"])


def update_numpy(x, a):
    out = x[0].copy()
    values = new_values(x, a)
    if isinstance(values, np.ndarray) and values.dtype != out.dtype:
        raise TypeError("another type")
    out[numpy_index(a["index"], x)] = values
    return out


def update_torch(x, a):
    """On positions: where each element of the part came from says where its value goes."""
    out, values = x[0].clone(), new_values(x, a)
    if isinstance(values, torch.Tensor) and values.dtype != out.dtype:
        raise TypeError("another type")
    numbers = torch.arange(out.numel()).reshape(out.shape)
    maps, items = torch_index(numbers, a["index"], x)
    for axis, at in maps:
        numbers = numbers.index_select(axis, at)
    numbers = numbers[items]
    if not isinstance(values, torch.Tensor):
        values = torch.full((), values, dtype=out.dtype)
    while values.ndim > numbers.ndim and values.shape[0] == 1:
        values = values[0]
    values = values.broadcast_to(numbers.shape)
    flat = out.reshape(-1)
    # In order, so that of repeated positions the last one stays.
    for at, value in zip(numbers.reshape(-1).tolist(), values.reshape(-1)):
        flat[at] = value
    return flat.reshape(out.shape)


def update_cases(v):
    def case(shape, index, tensors=(), values=None, note=None, kind="f32", layout=False, **extra):
        """`values`: a scalar, or the shape of a tensor, which goes to the end of the inputs."""
        x = v.any(shape, kind)
        inputs = [v.layout(x) if layout else x, *tensors]
        if isinstance(values, tuple):
            new = v.any(values, kind)
            inputs.append(v.layout(new) if layout else new)
            values = {"input": len(inputs) - 1}
        return Case({"index": items_of(index), "values": values}, inputs, note, **extra)

    rule = ("numpy", "an int among index tensors counts as one of them")

    def repeats(index, tensors, shape):
        """Are positions repeated? What is written last is not defined then."""
        numbers = np.arange(int(np.prod(shape, dtype=int))).reshape(shape)[
            numpy_index(items_of(index), [None, *tensors])
        ]
        return len(np.unique(numbers)) != numbers.size

    made = 0
    while made < 45:
        shape = v.shape(v.pick((1, 2, 3, 4, 5, 6)), 0 if made % 5 == 0 else 1, 4)
        index, tensors = random_index(v, shape, None, write=True)
        try:
            part_shape = np.zeros(shape)[numpy_index(items_of(index), [None, *tensors])].shape
            again = repeats(index, tensors, shape)
        except IndexError:
            continue
        made += 1
        kind = v.pick(("f32", "f32", "f64", "i32", "i64", "u8", "bool"))
        scalar = {"f": v.pick((1.5, "nan", "-inf", 7)), "b": True}.get(kind[0], 5)
        if again or made % 3 == 0:
            yield case(shape, index, tensors, scalar, "random, scalar", kind, made % 4 == 0, rule=rule)
        else:
            # The values broadcast to the part: some axes are 1 or missing.
            values = tuple(1 if v.random.random() < 0.25 else n for n in part_shape)
            values = values[v.pick((0, 0, min(1, len(values)))) :]
            yield case(shape, index, tensors, values, "random, values", kind, made % 4 == 0, rule=rule)
    for n in (7, 9, 33):
        for cut in ([None, None, -1], [None, None, 2], [-2, None, -3], [5, 2, None], [n, 0, -1], [n + 5, -n - 5, -2]):
            count = len(range(*slice(*cut).indices(n)))
            yield case((n,), [{"slice": cut}], values=(count,), note="slice")
    for kind in ("f32", "f64"):
        yield case((3, 4), [1], values="nan", note="nan", kind=kind)
        yield case((), ["ellipsis"], values=2.5, note="scalar", kind=kind)
        yield case((2, 3), ["ellipsis"], values=(), note="values are a scalar tensor", kind=kind)
        yield case((2, 3), ["ellipsis"], values=(1, 1, 3), note="values of a higher rank", kind=kind)
    yield case((5, 2), [{"input": 1}], [np.array([3, 0, 4], np.int64)], (3, 2), "rows by index tensor")
    yield case((5, 2), [{"input": 1}], [np.array([3, 3, 3], np.int64)], 1.5, "repeated index, one value")
    yield case((5, 2), [{"input": 1}], [np.array([[-1, 0], [1, -2]], np.int32)], (2, 2, 2), "index tensor, negative")
    yield case(
        (4, 5, 6),
        [{"input": 1}, ":", {"input": 2}],
        [np.array([0, 3], np.int64), np.array([5, 1], np.int64)],
        (2, 5),
        "tensors apart",
    )
    yield case((3, 4), [{"input": 1}], [v.bools((3, 4))], 9, "mask, scalar")
    mask = v.bools((3, 4))
    yield case((3, 4), [{"input": 1}], [mask], (int(mask.sum()),), "mask, values")
    yield case((3, 4), [{"input": 1}], [v.bools((3, 4))], (1,), "mask, one value")
    yield case((3, 4), [{"input": 1}], [v.bools((3,))], (4,), "mask of rows, one row")
    yield case((3, 4), [":", {"input": 1}], [v.bools((4,))], (3, 1), "mask of columns, one column")
    yield case((3, 4), [{"input": 1}], [np.zeros((3, 4), bool)], (0,), "mask of nothing")
    yield case((0, 4), [":"], values=1.0, note="empty")
    yield case((3, 4), [{"slice": [2, 2, None]}], values=(0, 4), note="empty slice")
    for shape, index, values in (
        ((2, 3), [0], (2,)),
        ((2, 3), [":", 0], (3,)),
        ((4,), [{"slice": [0, 3, None]}], (2,)),
        ((2, 3), ["ellipsis"], (2, 2, 3)),
        ((3, 4), [{"slice": [2, 2, None]}], (2, 4)),
    ):
        yield case(shape, index, values=values, note="values do not fit", error="shape")
    yield case(
        (3, 4), [{"input": 1}], [np.array([True, True, False])], (3, 4), "values do not fit the mask", error="shape"
    )
    for shape, index in (((3, 4), [3]), ((3, 4), [-4]), ((3, 4), [":", 4]), ((0,), [0])):
        yield case(shape, index, values=1.0, note="out of range", error="index")
    yield case((3, 4), [{"input": 1}], [np.array([0, 3], np.int64)], 1.0, "index tensor out of range", error="index")
    yield case((3,), [0, 0], values=1.0, note="too many indices", error="index")
    yield case((3, 4), [{"input": 1}], [v.bools((4,))], 1.0, "mask of another length", error="index")
    for kind, value in (("u8", 300), ("i32", 2**31), ("i32", -(2**40))):
        yield Case(
            {"index": [0], "values": value}, [v.any((2, 3), kind)], "a number that the type lacks", error="value"
        )
    yield Case(
        {"index": [0], "values": {"input": 1}},
        [v.floats((2, 3)), v.floats((3,), "f64")],
        "values of another type",
        error="dtype",
    )


op(
    "index_update",
    "indexing",
    'inputs t[, index tensors][, values]; args index (as for getitem), values: a scalar or {"input": k}',
    update_numpy,
    update_torch,
    update_cases,
    composed=("torch",),
    signed=True,
)

# --- Whole tensors of positions -----------------------------------------------------------------------------


def along(v, shape, axis, count, kind="i64", smaller=False, other_axes=None, low=0):
    index = [n if not smaller else v.pick(range(n + 1)) for n in shape]
    index[axis] = count
    if other_axes is not None:
        index = [count if n == axis % len(shape) else other_axes[n] for n in range(len(shape))]
    return v.ints(tuple(index), kind, low, shape[axis] - 1)


def take_cases(v):
    for i, shape in enumerate([s for s in SHAPES if s]):
        rank = len(shape)
        for axis in v.some(range(-rank, rank), 2):
            if shape[axis]:
                yield Case(
                    {"axis": axis},
                    [
                        v.any(shape, ALL_TYPES[i % 6] if i % 2 else "f32"),
                        along(v, shape, axis, v.pick((0, 1, 3, 9)), ("i64", "i32")[i % 3 == 1]),
                    ],
                )
                if rank > 1:
                    ones = [1 if v.random.random() < 0.5 else n for n in shape]
                    yield Case(
                        {"axis": axis},
                        [v.any(shape, "f32"), along(v, shape, axis, v.pick((1, 2, 5)), other_axes=ones)],
                        "index is broadcast",
                    )
                    flat = [1 if v.random.random() < 0.5 else n for n in shape]
                    flat[axis] = shape[axis]
                    yield Case(
                        {"axis": axis}, [v.any(tuple(flat), "f32"), along(v, shape, axis, 2)], "tensor is broadcast"
                    )
            else:
                yield Case({"axis": axis}, [v.any(shape, "f32"), np.zeros(shape, np.int64)], "empty")
    for axis in (0, 1, -1):
        yield Case({"axis": axis}, [v.layout(v.floats((3, 5, 4))), v.layout(v.ints((3, 5, 4), "i64", 0, 2))])
    yield Case(
        {"axis": 0}, [special("f32"), v.ints((129,), "i64", 0, len(special("f32")) - 1)], "special values, repeated"
    )
    yield Case({"axis": 0}, [v.floats((5, 2)), v.ints((3, 2), "i64", -5, -1)], "negative index")
    for at in ([[3, 0]], [[0, 2**33]], [[-4, 0]], [[2**63 - 1, 0]], [[-(2**63), 0]]):
        yield Case(
            {"axis": 1},
            [v.floats((1, 3)), np.array(at, np.int64)],
            "out of range",
            error="index",
            rule=(None, "an index out of range is an error"),
        )
    yield Case({"axis": 0}, [v.floats((2, 3)), v.ints((2,), "i64", 0, 1)], "ranks differ", error="shape")
    yield Case({"axis": 0}, [v.floats((2, 3)), v.ints((2, 2), "i64", 0, 1)], "shapes do not broadcast", error="shape")
    for axis in (2, -3, 2**62, -(2**63)):
        yield Case({"axis": axis}, [v.floats((2, 3)), v.ints((2, 3), "i64", 0, 1)], "axis out of range", error="axis")
    yield Case({"axis": 1}, [v.floats((2, 3)), v.floats((2, 1), low=0, high=1)], "float index", error="dtype")


def take_numpy(x, a):
    rank = x[0].ndim
    if x[1].ndim != rank:
        raise ValueError("ranks differ")
    # np.take_along_axis broadcasts the index, but not always the tensor.
    axis = np.lib.array_utils.normalize_axis_index(a["axis"], rank)
    others = [tuple(1 if n == axis else s for n, s in enumerate(t.shape)) for t in x]
    both = np.broadcast_shapes(*others)
    t, at = (np.broadcast_to(t, [t.shape[n] if n == axis else both[n] for n in range(rank)]) for t in x)
    return np.take_along_axis(t, at, axis)


def take_torch(x, a):
    if x[1].is_floating_point():
        raise TypeError("a float is no position")
    return torch.take_along_dim(x[0], x[1].long(), a["axis"])


op(
    "take_along_axis",
    "indexing",
    "inputs t, index (same rank, broadcast against t outside axis); args axis",
    take_numpy,
    take_torch,
    take_cases,
    signed=True,
)


def gather_numpy(x, a):
    t, at = x
    axis = np.lib.array_utils.normalize_axis_index(a["axis"], t.ndim)
    if at.ndim != t.ndim or any(n > m for i, (n, m) in enumerate(zip(at.shape, t.shape)) if i != axis):
        raise ValueError("shapes do not fit")
    if at.size and (at.min() < 0 or at.max() >= t.shape[axis]):
        raise IndexError("out of range")
    cut = t[tuple(slice(None) if i == axis else slice(n) for i, n in enumerate(at.shape))]
    return np.take_along_axis(cut, at, axis)


def gather_cases(v):
    for i, shape in enumerate([s for s in SHAPES if s]):
        rank = len(shape)
        for smaller in (False, True):
            axis = v.pick(range(-rank, rank))
            if shape[axis]:
                yield Case(
                    {"axis": axis},
                    [
                        v.any(shape, ALL_TYPES[i % 6] if i % 2 else "f32"),
                        along(v, shape, axis, v.pick((0, 1, 3, 9)), smaller=smaller),
                    ],
                )
    for axis in (0, 1, -1):
        yield Case({"axis": axis}, [v.layout(v.floats((3, 5, 4))), v.layout(v.ints((3, 5, 4), "i64", 0, 2))])
    for at in ([0, 3], [-1, 0], [2**33], [-(2**63)]):
        yield Case({"axis": 0}, [v.floats((3,)), np.array(at, np.int64)], "out of range", error="index")
    for at in ((3, 3), (1, 4), (3,)):
        yield (
            Case(
                {"axis": 0},
                [v.floats((2, 3)), v.ints(at, "i64", 0, 1)],
                "index larger than the input" if len(at) == 2 and at[1] > 3 else "shapes",
                error="shape",
            )
            if at != (3, 3)
            else Case({"axis": 0}, [v.floats((2, 3)), v.ints(at, "i64", 0, 1)])
        )
    yield Case({"axis": 2}, [v.floats((2, 3)), v.ints((2, 3), "i64", 0, 1)], "axis out of range", error="axis")


op(
    "gather",
    "indexing",
    "torch.gather: inputs t, index; out[..., i, ...] = t[..., index[..., i, ...], ...] along axis, index may be "
    "smaller than t elsewhere; args axis",
    gather_numpy,
    lambda x, a: torch.gather(x[0], a["axis"], x[1].long()),
    gather_cases,
    composed=("numpy",),
    signed=True,
)


def scatter_numpy(x, a):
    base, at, source = x[0].copy(), x[1], x[2]
    axis = np.lib.array_utils.normalize_axis_index(a["axis"], base.ndim)
    if not at.ndim == base.ndim == source.ndim or any(n > m for n, m in zip(at.shape, source.shape)):
        raise ValueError("shapes do not fit")
    if any(n > m for i, (n, m) in enumerate(zip(at.shape, base.shape)) if i != axis):
        raise ValueError("shapes do not fit")
    if at.size and (at.min() < 0 or at.max() >= base.shape[axis]):
        raise IndexError("out of range")
    where = list(np.indices(at.shape))
    where[axis] = at
    np.add.at(base, tuple(where), source[tuple(slice(n) for n in at.shape)])
    return base


def scatter_cases(v):
    kinds = ("f32", "f64", "i64", "i32", "u8")
    for i, shape in enumerate([s for s in SHAPES if s]):
        rank = len(shape)
        for smaller in (False, True):
            axis = v.pick(range(-rank, rank))
            if shape[axis]:
                at = along(v, shape, axis, v.pick((0, 1, 3, 9)), smaller=smaller)
                source = tuple(n + v.pick((0, 0, 1)) for n in at.shape)
                kind = kinds[i % 5]
                yield Case({"axis": axis}, [v.any(shape, kind), at, v.any(source, kind)], "repeated indices add up")
    yield Case({"axis": 0}, [np.zeros(3, np.float32), np.zeros(513, np.int64), v.floats((513,))], "all at one place")
    for kind in ("f32", "f64"):
        yield Case(
            {"axis": 0}, [v.floats((4,), kind), v.ints((9,), "i64", 0, 3), v.sprinkled((9,), kind)], "nan, inf, zeros"
        )
    yield Case(
        {"axis": 0},
        [np.array([255, 1], np.uint8), np.array([0, 0, 1], np.int64), np.array([1, 1, 255], np.uint8)],
        "u8 wraps around",
    )
    for axis in (0, 1):
        yield Case(
            {"axis": axis},
            [v.layout(v.floats((3, 5))), v.layout(v.ints((3, 5), "i64", 0, 2)), v.layout(v.floats((3, 5)))],
        )
    for at in ([0, 3], [-1], [2**33]):
        yield Case(
            {"axis": 0}, [v.floats((3,)), np.array(at, np.int64), v.floats((len(at),))], "out of range", error="index"
        )
    yield Case(
        {"axis": 0},
        [v.floats((3,)), np.array([0, 1], np.int64), v.floats((1,))],
        "fewer sources than indices",
        error="shape",
    )
    yield Case(
        {"axis": 0},
        [v.floats((3, 2)), v.ints((3, 3), "i64", 0, 2), v.floats((3, 3))],
        "index larger than the base",
        error="shape",
    )
    yield Case(
        {"axis": 1}, [v.floats((3,)), np.array([0], np.int64), v.floats((1,))], "axis out of range", error="axis"
    )


op(
    "scatter_add",
    "indexing",
    "torch.scatter_add: inputs base, index, source; base[..., index[..., i, ...], ...] += source[..., i, ...] along "
    "axis; args axis",
    scatter_numpy,
    lambda x, a: torch.scatter_add(x[0], a["axis"], x[1], x[2]),
    scatter_cases,
    "sum",
    composed=("numpy",),
    terms=lambda case, outputs: case.inputs[1].array.size,
)


def rows_numpy(x, a):
    if x[1].dtype.kind not in "iu":
        raise TypeError("a position is an int")
    if x[1].size and (x[1].min() < 0 or x[1].max() >= x[0].shape[0]):
        raise IndexError("no such row")
    return np.take(x[0], x[1], axis=0)


def rows_torch(x, a):
    if x[1].dtype not in (torch.int32, torch.int64):
        raise TypeError("a position is an int")
    if x[0].is_floating_point() and x[0].ndim == 2:
        return torch.nn.functional.embedding(x[1], x[0])
    if x[1].numel() and (x[1].min() < 0 or x[1].max() >= x[0].shape[0]):
        raise IndexError("no such row")
    return x[0].index_select(0, x[1].reshape(-1)).reshape(tuple(x[1].shape) + tuple(x[0].shape[1:]))


def lookup_cases(v):
    tables = ((5, 3), (1, 1), (9, 0), (7, 1), (129, 2), (17, 33), (4, 2, 3), (6,))
    for i, table in enumerate(tables):
        for at in ((), (0,), (7,), (2, 3), (1, 2, 1, 2), (2, 0)):
            if len(table) + len(at) <= 6:
                kind = ("f32", "f64", "f32", "i32", "i64", "u8", "bool")[(i + len(at)) % 7]
                yield Case({}, [v.any(table, kind), v.ints(at, v.pick(("i64", "i32")), 0, table[0] - 1)])
    yield Case({}, [v.floats((5, 3)), np.array([4, 4, 4, 0, 0], np.int64)], "repeated")
    yield Case({}, [v.sprinkled((5, 3)), v.ints((9,), "i64", 0, 4)], "nan, inf, zeros")
    yield Case({}, [v.layout(v.floats((5, 3))), v.layout(v.ints((2, 3), "i64", 0, 4))])
    for at in ([0, 5], [-1], [2**33], [-(2**63)]):
        yield Case({}, [v.floats((5, 3)), np.array(at, np.int64)], "no such row", error="index")
    yield Case({}, [v.floats((0, 3)), np.array([0], np.int64)], "no such row", error="index")
    yield Case({}, [v.floats((5, 3)), np.zeros(1, np.float32)], "float index", error="dtype")


op(
    "lookup",
    "indexing",
    "embedding lookup: rows of the first input, taken along axis 0 by an integer tensor of any rank",
    rows_numpy,
    rows_torch,
    lookup_cases,
    signed=True,
)

"""Linear algebra."""

import itertools

import numpy as np
import torch

from core import TYPES, Case, op
from values import LENGTHS, special

# --- Products -----------------------------------------------------------------------------------------------


# Products of two numbers of up to 3 are as large as 9 terms of a sum.
PRODUCT = 9


def inner(case, outputs):
    return PRODUCT * case.inputs[0].array.shape[-1] if case.inputs[0].array.ndim else 1


PRODUCTS = (
    ((1,), (1,)),
    ((0,), (0,)),
    ((9,), (9,)),
    ((33,), (33,)),
    ((3,), (3, 5)),
    ((2, 3), (3,)),
    ((2, 3, 4), (4,)),
    ((3,), (2, 3, 4)),
    ((1, 1), (1, 1)),
    ((1, 7), (7, 1)),
    ((7, 1), (1, 7)),
    ((2, 3), (3, 4)),
    ((7, 9), (9, 8)),
    ((17, 33), (33, 15)),
    ((31, 8), (8, 31)),
    ((2, 0), (0, 3)),
    ((0, 3), (3, 2)),
    ((2, 3), (3, 0)),
    ((0, 0), (0, 0)),
    ((2, 2, 3), (2, 3, 4)),
    ((2, 3, 4), (4, 5)),
    ((3, 4), (2, 4, 5)),
    ((1, 2, 3), (4, 3, 2)),
    ((4, 2, 3), (1, 3, 2)),
    ((2, 1, 2, 3), (3, 3, 2)),
    ((3, 2, 3), (2, 1, 3, 2)),
    ((0, 2, 3), (0, 3, 4)),
    ((0, 2, 3), (3, 4)),
    ((1, 2, 3), (0, 3, 2)),
    ((2, 2, 0), (2, 0, 3)),
    ((2, 1, 2, 1, 3), (1, 2, 2, 3, 2)),
    ((1, 2, 1, 2, 2, 3), (2, 1, 2, 1, 3, 2)),
    ((2, 1, 1, 2, 2, 3), (3, 2)),
    ((5,), (2, 1, 5, 3)),
    ((2, 0, 3), (3,)),
)


def matmul_cases(v):
    for _i, (a, b) in enumerate(PRODUCTS):
        for kind in ("f32", v.pick(("f64", "i64", "i32"))):
            yield Case({}, [v.any(a, kind), v.any(b, kind)])
    for a, b in (
        ((5, 9), (9, 4)),
        ((2, 3, 4), (2, 4, 5)),
        ((3, 4), (2, 4, 5)),
        ((17, 8), (8,)),
        ((8,), (8, 17)),
        ((2, 1, 3, 4), (3, 4, 2)),
    ):
        for kind in ("f32", "f64"):
            yield Case({}, [v.layout(v.any(a, kind)), v.layout(v.any(b, kind))])
    for length in (127, 129, 513):
        yield Case({}, [v.floats((3, length)), v.floats((length, 2))], "longer sums")
    yield Case({}, [v.floats((65, 67)), v.floats((67, 63))], "around blocks")
    for kind in ("f32", "f64"):
        yield Case(
            {}, [v.sprinkled((4, 5), kind, ("nan", "inf", 0.0), 0.2), v.floats((5, 3), kind)], "nan, inf, zeros"
        )
    for kind in ("i32", "i64", "u8"):
        x = special(kind)[:12].reshape(3, 4)
        yield Case({}, [x, x.T.copy()], "extremes: they wrap around")
    yield Case({}, [v.floats((2, 3)), v.floats((3, 2), "f64")], "mixed dtypes")
    for a, b in (
        ((2, 3), (2, 3)),
        ((3,), (2,)),
        ((2, 3), (2,)),
        ((3,), (2, 3)),
        ((2, 2, 3), (3, 3, 2)),
        ((2, 0), (1, 3)),
        ((), (3,)),
        ((3,), ()),
        ((), ()),
        ((2, 3), ()),
    ):
        yield Case({}, [v.floats(a), v.floats(b)], "shapes do not fit" if a and b else "rank 0", error="shape")


op(
    "matmul",
    "linalg",
    "numpy.matmul: 1-D, 2-D and batched with broadcasting",
    lambda x, a: np.matmul(x[0], x[1]),
    lambda x, a: torch.matmul(x[0], x[1]) if x[0].dtype == x[1].dtype else torch.matmul(x[0].double(), x[1].double()),
    matmul_cases,
    "sum",
    terms=inner,
)


def dot_cases(v):
    for length in (0, 1, 2, 3) + LENGTHS:
        for kind in ("f32", v.pick(("f64", "i32", "i64"))):
            yield Case({}, [v.any((length,), kind), v.any((length,), kind)])
    for kind in ("f32", "f64"):
        yield Case({}, [v.layout(v.any((9,), kind)), v.layout(v.any((9,), kind))])
        for pool in (("nan",), ("inf",), ("inf", "-inf", 0.0)):
            yield Case({}, [v.sprinkled((9,), kind, pool), v.floats((9,), kind)], "nan, inf, zeros")
    for kind in ("i32", "i64"):
        yield Case({}, [special(kind), special(kind)], "extremes: they wrap around")
    for a, b in (((3,), (4,)), ((0,), (1,)), ((1,), (3,))):
        yield Case({}, [v.floats(a), v.floats(b)], "lengths differ", error="shape")


def vectors(function):
    def call(x, a):
        if x[0].ndim != 1 or x[1].ndim != 1:
            raise ValueError("two vectors")
        return function(x[0], x[1])

    return call


op("dot", "linalg", "two vectors", vectors(np.dot), vectors(torch.dot), dot_cases, "sum", terms=inner)


def outer_cases(v):
    for a, b in ((0, 0), (0, 3), (3, 0), (1, 1), (1, 9), (9, 1), (7, 8), (17, 3), (33, 2), (2, 129), (15, 31)):
        for kind in ("f32", "f64", "i32", "i64")[: 2 if a * b > 60 else 4]:
            yield Case({}, [v.any((a,), kind), v.any((b,), kind)])
    for kind in ("f32", "f64", "i32", "i64", "u8"):
        yield Case({}, [special(kind)[:10], special(kind)[:10]], "special values")
    yield Case({}, [v.layout(v.floats((5,))), v.layout(v.floats((4,)))])
    for a, b in (((2, 2), (2,)), ((), (3,)), ((3,), (2, 3))):
        yield Case({}, [v.floats(a), v.floats(b)], "no vectors", error="shape")


op("outer", "linalg", "two vectors", vectors(np.outer), vectors(torch.outer), outer_cases)

EQUATIONS = (
    ("ij,jk->ik", (3, 4), (4, 5)),
    ("ij,jk", (3, 4), (4, 5)),
    ("ba", (3, 4)),
    ("ji,kj", (3, 4), (5, 3)),
    ("ii->", (4, 4)),
    ("ii", (4, 4)),
    ("ii->i", (4, 4)),
    ("iij->ij", (3, 3, 2)),
    ("iij->j", (3, 3, 2)),
    ("ijij->ij", (2, 3, 2, 3)),
    ("iii->i", (3, 3, 3)),
    ("iii", (3, 3, 3)),
    ("bii->bi", (2, 3, 3)),
    ("i,i->", (9,), (9,)),
    ("i,i", (9,), (9,)),
    ("i,j->ij", (3,), (4,)),
    ("i,j->ji", (3,), (4,)),
    ("i,i->i", (7,), (7,)),
    ("ij->", (3, 4)),
    ("ij->i", (3, 4)),
    ("ij->ji", (3, 4)),
    ("ijk->kij", (2, 3, 4)),
    ("ijk->", (2, 3, 4)),
    ("...->...", (2, 3)),
    ("...i->...", (2, 3, 4)),
    ("i...->...", (2, 3, 4)),
    ("...ij->...ji", (2, 1, 3, 4)),
    ("...ij,...jk->...ik", (2, 2, 3), (2, 3, 2)),
    ("...ij,...jk->...ik", (2, 1, 2, 3), (3, 3, 2)),
    ("...ij,jk->...ik", (2, 2, 3), (3, 2)),
    ("...ij,...jk", (2, 2, 3), (2, 3, 2)),
    ("...,...", (2, 3), (3,)),
    ("...i,...i->...", (2, 3), (3,)),
    ("i...,i...->...", (2, 3), (2, 3)),
    ("...ii->...i", (2, 3, 3)),
    ("ij,ij->ij", (2, 3), (2, 3)),
    ("ij,ij->", (2, 3), (2, 3)),
    ("ij,j->i", (3, 4), (4,)),
    ("ij,j->ij", (3, 4), (4,)),
    ("ij,kl->ijkl", (2, 3), (2, 2)),
    ("abc,cd->abd", (2, 3, 4), (4, 2)),
    ("bhqd,bhkd->bhqk", (2, 2, 3, 4), (2, 2, 5, 4)),
    ("bhqk,bhkd->bqhd", (2, 2, 3, 5), (2, 2, 5, 2)),
    ("ij,jk,kl->il", (2, 3), (3, 4), (4, 2)),
    ("i,ij,j->", (3,), (3, 4), (4,)),
    ("a,b,c->abc", (2,), (3,), (2,)),
    ("ij,jk,ki->", (2, 3), (3, 4), (4, 2)),
    ("ab,ab,ab->ab", (2, 3), (2, 3), (2, 3)),
    ("ij,ji->i", (3, 4), (4, 3)),
    ("bij,bkj->bik", (2, 3, 4), (2, 5, 4)),
    ("abcdef->fedcba", (1, 2, 1, 2, 1, 2)),
    ("ij->", (0, 3)),
    ("ij,jk->ik", (2, 0), (0, 3)),
    ("ij,jk->ik", (0, 3), (3, 2)),
    ("i,i->", (0,), (0,)),
    ("ii->i", (0, 0)),
    (",->", (), ()),
    (",i->i", (), (3,)),
    ("->", ()),
    ("Ab,bC->AC", (2, 3), (3, 2)),
    (" ij , jk -> ik ", (2, 3), (3, 2)),
    ("zyx->xz", (2, 3, 4)),
    ("ij,jk->ik", (1, 1), (1, 1)),
    ("ij,jk->ik", (17, 9), (9, 33)),
)


def einsum_cases(v):
    for i, (equation, *shapes) in enumerate(EQUATIONS):
        for kind in ("f32", ("f64", "i32", "i64")[i % 3]) if i % 2 else ("f32",):
            yield Case({"equation": equation}, [v.any(s, kind) for s in shapes])
    for equation, *shapes in (EQUATIONS[0], EQUATIONS[27], EQUATIONS[7], EQUATIONS[41]):
        yield Case({"equation": equation}, [v.layout(v.floats(s)) for s in shapes])
    wrong = (
        ("ij,jk->ik", "shape", (2, 3), (4, 2)),
        ("ijk->i", "shape", (2, 3)),
        ("i->i", "shape", (2, 3)),
        ("ii->i", "shape", (2, 3)),
        ("ij->ik", "value", (2, 3)),
        ("ij->ii", "value", (2, 2)),
        ("ij,jk->ik", "value", (2, 3)),
        ("ij->ij", "value", (2, 3), (2, 3)),
        ("i$->i", "value", (2, 2)),
        ("ij->i->j", "value", (2, 2)),
        ("...i...->i", "value", (2, 2)),
        ("...ij,...jk->...ik", "shape", (2, 2, 3), (3, 3, 2)),
    )
    for equation, kind, *shapes in wrong:
        yield Case(
            {"equation": equation}, [v.floats(s) for s in shapes], "equation and tensors do not fit", error=kind
        )


op(
    "einsum",
    "linalg",
    "args equation",
    lambda x, a: np.asarray(np.einsum(a["equation"], *x)),
    lambda x, a: torch.einsum(a["equation"], *x),
    einsum_cases,
    "sum",
    terms=lambda case, outputs: PRODUCT ** (len(case.inputs) - 1) * max(1, max(x.array.size for x in case.inputs)),
)

# --- Diagonals ----------------------------------------------------------------------------------------------


def trace_numpy(x, a):
    if x[0].ndim < 2:
        raise ValueError("a trace is one of a matrix")
    return np.trace(x[0], axis1=-2, axis2=-1)


def trace_torch(x, a):
    return x[0].diagonal(dim1=-2, dim2=-1).sum(-1)


def trace_cases(v):
    for i, shape in enumerate(
        (
            (0, 0),
            (1, 1),
            (3, 3),
            (2, 5),
            (5, 2),
            (0, 3),
            (3, 0),
            (17, 17),
            (33, 9),
            (2, 3, 3),
            (0, 2, 2),
            (2, 0, 3),
            (2, 1, 3, 4),
            (1, 2, 1, 2, 3),
            (2, 1, 2, 1, 3, 2),
        )
    ):
        for kind in ("f32", "f64", "i32", "i64")[: 4 if i % 2 else 2]:
            yield Case({}, [v.any(shape, kind)])
    for kind in ("f32", "f64"):
        yield Case({}, [v.sprinkled((5, 5), kind)], "nan, inf, zeros")
        yield Case({}, [v.layout(v.any((2, 4, 3), kind))])
    yield Case({}, [np.diag(special("i32"))], "extremes")
    for shape in ((3,), ()):
        yield Case({}, [v.floats(shape)], "no matrix", error="shape")


op("trace", "linalg", "of the last two axes", trace_numpy, trace_torch, trace_cases, "sum")


def diagonal_cases(v):
    for shape in ((1, 1), (3, 3), (2, 5), (5, 2), (0, 3), (17, 9)):
        for offset in v.some((-20, -3, -2, -1, 0, 1, 2, 4, 20), 4):
            yield Case({"offset": offset, "axis1": 0, "axis2": 1}, [v.any(shape, v.pick(("f32", "i64")))])
    for shape in ((2, 3, 4), (3, 0, 2), (2, 3, 2, 3), (1, 2, 3, 2, 3), (2, 1, 2, 3, 1, 2)):
        rank = len(shape)
        for one, two in v.some(list(itertools.permutations(range(rank), 2)), 4):
            yield Case(
                {
                    "offset": v.pick((-1, 0, 0, 1)),
                    "axis1": v.pick((one, one - rank)),
                    "axis2": v.pick((two, two - rank)),
                },
                [v.floats(shape)],
            )
    yield Case({"offset": 0, "axis1": 0, "axis2": 1}, [v.layout(v.floats((4, 3)))])
    for shape, one, two in (((3,), 0, 1), ((3, 3), 0, 2), ((3, 3), 0, 0), ((3, 3), 1, -1), ((3, 3), -3, 0)):
        yield Case(
            {"offset": 0, "axis1": one, "axis2": two},
            [v.floats(shape)],
            "axis out of range or repeated",
            error="axis",
        )


op(
    "diagonal",
    "linalg",
    "args offset, axis1, axis2; the diagonal becomes the last axis",
    lambda x, a: np.diagonal(x[0], a["offset"], a["axis1"], a["axis2"]),
    lambda x, a: torch.diagonal(x[0], a["offset"], a["axis1"], a["axis2"]),
    diagonal_cases,
)

# --- Decompositions -----------------------------------------------------------------------------------------

BATCHES = ((), (0,), (1,), (3,), (2, 1), (2, 0), (2, 1, 2), (1, 2, 1, 2))


def square_batches(v, make, sizes=(0, 1, 2, 3, 4, 5, 7, 8, 9)):
    for kind in ("f32", "f64"):
        for n in sizes:
            yield Case({}, [make(v, (), n, kind)])
        for batch in BATCHES[1:]:
            yield Case({}, [make(v, batch, v.pick((1, 2, 3)), kind)])
        yield Case({}, [v.layout(make(v, (), 3, kind))])
        yield Case({}, [v.layout(make(v, (2,), 3, kind))])


def regular(v, batch, n, kind):
    """Well conditioned, with a big element in each row, not always on the diagonal: pivots are needed."""
    x = v.floats((*batch, n, n), kind, -1.0, 1.0)
    rows = v.random.permutation(n)
    x[..., np.arange(n), rows] += np.asarray(v.random.choice([-1, 1], n) * (n + 1), x.dtype)
    return x


def not_square(v, ints=True, singular=False):
    for shape in ((2, 3), (3, 2), (2, 3, 2), (1, 0)):
        yield Case({}, [v.floats(shape)], "not square", error="shape")
    for shape in ((3,), ()):
        yield Case({}, [v.floats(shape)], "no matrix", error="shape")
    if ints:
        yield Case(
            {},
            [np.array([[2, 1], [1, 1]], np.int32)],
            "ints",
            error="dtype",
            rule=(None, "ints have no such matrix: floats only"),
        )


SINGULAR = (
    [[1.0, 2.0], [2.0, 4.0]],
    [[0.0, 0.0], [0.0, 0.0]],
    [[0.0]],
    [[1.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 2.0]],
    [[1.0, 2.0, 4.0], [0.0, 0.0, 0.0], [3.0, 1.0, 2.0]],
)


def det_cases(v):
    yield from square_batches(v, regular)
    for kind in ("f32", "f64"):
        for matrix in SINGULAR:
            yield Case({}, [np.array(matrix, TYPES[kind])], "singular")
        yield Case({}, [np.array([[0, 1], [1, 0]], TYPES[kind])], "needs pivoting")
        yield Case({}, [np.eye(9, dtype=TYPES[kind])[[1, 2, 0, 4, 3, 5, 7, 8, 6]]], "a permutation")
        yield Case({}, [np.diag(np.array([1e-20, 1e-10, 1e25, -3], TYPES[kind]))], "diagonal")
        yield Case(
            {}, [np.array([regular(v, (), 3, kind), np.zeros((3, 3), TYPES[kind])])], "one of the batch is singular"
        )
        yield Case(
            {},
            [np.array([["nan", 1], [1, 1]], float).astype(TYPES[kind])],
            "nan",
            rule=("torch", "nan in the matrix: nan in the result"),
        )
    yield from not_square(v)


def floats_only(function):
    def call(x, a):
        if any(t.dtype.kind != "f" for t in x):
            raise TypeError("floats only")
        return function(*x)

    return call


op("det", "linalg", "batched", floats_only(np.linalg.det), lambda x, a: torch.linalg.det(x[0]), det_cases, "linalg")
def slogdet_of_torch(x, a):
    """A logarithm that is no number has no sign, either; torch gives it the sign 0."""
    sign, log = torch.linalg.slogdet(x[0])
    return [torch.where(torch.isnan(log), log, sign), log]


op(
    "slogdet",
    "linalg",
    "outputs sign, log|det|; batched",
    floats_only(lambda x: list(np.linalg.slogdet(x))),
    slogdet_of_torch,
    det_cases,
    "linalg",
)


def inv_cases(v):
    yield from square_batches(v, regular)
    for kind in ("f32", "f64"):
        for matrix in SINGULAR:
            yield Case({}, [np.array(matrix, TYPES[kind])], "singular", error="value")
        yield Case({}, [np.array([[0, 1], [2, 0]], TYPES[kind])], "needs pivoting")
        yield Case({}, [np.diag(np.array([1e-5, 1e4, -3], TYPES[kind]))], "diagonal")
        yield Case(
            {},
            [np.array([regular(v, (), 3, kind), np.zeros((3, 3), TYPES[kind])])],
            "one of the batch is singular",
            error="value",
        )
    yield from not_square(v)


op(
    "inv",
    "linalg",
    "matrix inverse, batched",
    floats_only(np.linalg.inv),
    lambda x, a: torch.linalg.inv(x[0]),
    inv_cases,
    "linalg",
)


def solve_torch(x, a):
    left, right = x
    if right.ndim > 1 and right.shape[:-1] != left.shape[:-1]:
        # torch takes a matrix beside a batch for a batch of vectors if the sizes allow; here it is one for all.
        batch = torch.broadcast_shapes(left.shape[:-2], right.shape[:-2])
        left = left.broadcast_to((*batch, *left.shape[-2:]))
        right = right.broadcast_to((*batch, *right.shape[-2:]))
    return torch.linalg.solve(left, right)


def solve_cases(v):
    for kind in ("f32", "f64"):
        for n in (0, 1, 2, 3, 5, 7, 8, 9):
            yield Case({}, [regular(v, (), n, kind), v.floats((n, v.pick((1, 2, 3))), kind)])
            yield Case({}, [regular(v, (), n, kind), v.floats((n,), kind)], "a vector")
        for a, b in (
            ((2,), (2,)),
            ((0,), (0,)),
            ((2, 1), (2, 1)),
            ((1,), (3,)),
            ((3,), (1,)),
            ((2, 1), (3,)),
            ((), (2,)),
            ((2,), ()),
        ):
            yield Case({}, [regular(v, a, 3, kind), v.floats((*b, 3, 2), kind)], "batch")
        yield Case({}, [regular(v, (), 3, kind), np.zeros((3, 0), TYPES[kind])], "no right sides")
        yield Case({}, [v.layout(regular(v, (), 3, kind)), v.layout(v.floats((3, 2), kind))])
        yield Case({}, [np.array([[1, 2], [2, 4]], TYPES[kind]), v.floats((2, 1), kind)], "singular", error="value")
    for a, b in (((2, 2), (3, 1)), ((2, 3), (2, 1)), ((2, 2), (3,)), ((2,), (2,)), ((2, 2, 2), (3, 2, 1))):
        yield Case({}, [v.floats(a), v.floats(b)], "shapes do not fit", error="shape")


op(
    "solve",
    "linalg",
    "inputs A (n x n, batched), B (a vector only if 1-D)",
    floats_only(np.linalg.solve),
    solve_torch,
    solve_cases,
    "linalg",
)


def positive(v, batch, n, kind):
    # The diagonal outweighs the rows, so the matrix is positive definite whatever the rest is.
    x = v.floats((*batch, n, n), kind, -1.0, 1.0)
    x = np.round((x + np.swapaxes(x, -1, -2)) / 2, 4)
    x[..., np.arange(n), np.arange(n)] = np.asarray(v.random.integers(n + 1, n + 4, (*batch, n)), x.dtype)
    return x.astype(TYPES[kind])


def cholesky_cases(v):
    yield from square_batches(v, positive)
    for kind in ("f32", "f64"):
        yield Case({}, [np.diag(np.array([4, 1e-6, 9e6], TYPES[kind]))], "diagonal")
        for matrix in ([[1, 2], [2, 1]], [[-1]], [[0, 0], [0, 0]]):
            yield Case({}, [np.array(matrix, TYPES[kind])], "not positive definite", error="value")
        yield Case(
            {},
            [np.array([[[2, 0], [0, 1]], [[1, 2], [2, 1]]], TYPES[kind])],
            "one of the batch is not positive definite",
            error="value",
        )
    yield from not_square(v)


op(
    "cholesky",
    "linalg",
    "lower factor, batched",
    floats_only(np.linalg.cholesky),
    lambda x, a: torch.linalg.cholesky(x[0]),
    cholesky_cases,
    "linalg",
)


def symmetric(v, batch, n, kind):
    x = v.floats((*batch, n, n), kind)
    return ((x + np.swapaxes(x, -1, -2)) / 2).astype(TYPES[kind])


def eigen_cases(v):
    yield from square_batches(v, symmetric)
    for kind in ("f32", "f64"):
        for matrix in (np.eye(4), np.zeros((3, 3)), np.diag([3.0, -2, 0, 7]), np.ones((4, 4)), [[0, 1], [1, 0]]):
            yield Case({}, [np.array(matrix, TYPES[kind])], "simple")
    yield Case({}, [np.array([[1, 5], [2, 3]], np.float32)], "not symmetric: the lower triangle counts")
    yield from not_square(v)


op(
    "eigvalsh",
    "linalg",
    "eigenvalues of a symmetric matrix, ascending; batched",
    floats_only(np.linalg.eigvalsh),
    lambda x, a: torch.linalg.eigvalsh(x[0]),
    eigen_cases,
    "linalg",
)


def rectangles(v):
    for kind in ("f32", "f64"):
        for shape in (
            (0, 0),
            (0, 3),
            (3, 0),
            (1, 1),
            (1, 5),
            (5, 1),
            (2, 3),
            (3, 2),
            (7, 9),
            (9, 7),
            (17, 4),
            (2, 0, 3),
            (0, 2, 2),
            (2, 3, 2),
            (2, 1, 2, 4),
            (1, 2, 1, 4, 3),
            (1, 2, 1, 2, 2, 2),
        ):
            yield Case({}, [v.floats(shape, kind)])
        yield Case({}, [v.layout(v.floats((4, 3), kind))])
        yield Case({}, [np.eye(3, 5, dtype=TYPES[kind])], "identity")
        yield Case({}, [np.diag(np.array([3, -2, 5], TYPES[kind]))], "diagonal")
    for shape in ((3,), ()):
        yield Case({}, [v.floats(shape)], "no matrix", error="shape")


def svd_cases(v):
    yield from rectangles(v)
    for kind in ("f32", "f64"):
        yield Case({}, [np.zeros((3, 2), TYPES[kind])], "zeros")
        yield Case({}, [np.ones((4, 3), TYPES[kind])], "rank 1")


op(
    "svdvals",
    "linalg",
    "singular values, descending; batched",
    floats_only(lambda x: np.linalg.svd(x, compute_uv=False)),
    lambda x, a: torch.linalg.svdvals(x[0]),
    svd_cases,
    "linalg",
)
op(
    "qr_abs_r",
    "linalg",
    "|R| of the reduced QR factorisation (the signs of R's rows are not defined)",
    floats_only(lambda x: np.abs(np.linalg.qr(x).R)),
    lambda x, a: torch.linalg.qr(x[0]).R.abs(),
    rectangles,
    "linalg",
)

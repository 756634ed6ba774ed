"""Operations that go by element: of one operand, of two, selections and casts."""

import math

import numpy as np
import scipy.special
import torch
import torch.nn.functional as F

from core import TORCH_TYPES, TYPES, Case, number, op
from values import LENGTHS, MISFITS, SHAPES, broadcast_pairs, special

# --- One operand --------------------------------------------------------------------------------------------

ROUND = (
    0.5,
    1.5,
    2.5,
    -0.5,
    -1.5,
    -2.5,
    0.49999997,
    -0.49999997,
    8388607.5,
    8388609.0,
    -0.2,
    0.2,
    1e10,
    4503599627370495.5,
)
EDGES = {
    "unit": (1.0, -1.0, 0.99999994, -0.99999994, 1.0000001, -1.0000001, 0.5, 0.70710677, 1e-20, 0.9, 2.0, -3.0),
    "positive": (0.0, -0.0, 1e-45, 1e-38, 1e-10, 0.99999994, 1.0, 1.0000001, 2.7182817, 1e10, 3.4e38, -1e-45, -1.0),
    "from one": (1.0, 1.0000001, 1.001, 2.0, 1e5, 1e19, 3e38, 0.99999994, 0.0, -1.0),
    "above minus one": (-1.0, -0.99999994, -0.5, -1e-10, -1e-20, 1e-20, 1e-7, 1.0, 1e10, -1.0000001, -2.0),
    "any": (
        1e-3,
        -1e-3,
        1e-6,
        -1e-8,
        1e-12,
        -1e-20,
        1e-30,
        20.0,
        -20.0,
        50.0,
        -90.0,
        3.1415927,
        1.5707964,
        -6.2831855,
        1e4,
        1e8,
    ),
    "tails": (-5.0, 5.0, -10.0, 10.0, -20.0, 20.0, -40.0, 40.0, -88.0, 88.0, -110.0, 110.0, 1e4, -1e4, 1e-6, -1e-6),
}
DOMAINS = {
    "unit": (-1.0, 1.0),
    "positive": (0.05, 30.0),
    "from one": (1.0, 40.0),
    "above minus one": (-0.95, 20.0),
    "any": (-9.0, 9.0),
    "tails": (-12.0, 12.0),
}


def unary_cases(domain, ints=(), args=({},), large=False, refused=True, rule=None):
    def cases(v):
        low, high = DOMAINS[domain]
        turn = [0]

        def arg():
            turn[0] += 1
            return dict(args[turn[0] % len(args)])

        for i, shape in enumerate(SHAPES):
            yield Case(arg(), [v.floats(shape, ("f32", "f32", "f64")[i % 3], low, high)])
        for length in v.some(LENGTHS, 5):
            yield Case(arg(), [v.floats((length,), v.pick(("f32", "f64")), low, high)])
        for a in args:
            for name in ("f32", "f64"):
                yield Case(dict(a), [special(name)], "special values", sift=not rule, rule=rule)
                yield Case(dict(a), [np.array(EDGES[domain], TYPES[name])], "edges", sift=True)
        for name in ("f32", "f64"):
            yield Case(arg(), [np.array(ROUND, TYPES[name])], "halves", sift=True)
            yield Case(arg(), [v.layout(v.sprinkled((3, 5, 2), name))], "nan, inf, zeros", rule=rule)
            yield Case(arg(), [v.layout(v.floats((2, 3, 1, 4), name, low, high))])
            yield Case(arg(), [v.layout(v.floats((9, 17), name, low, high))])
        for name in ints:
            for shape in ((), (0,), (9,), (2, 3, 4)):
                yield Case(arg(), [v.any(shape, name)])
            yield Case(arg(), [special(name)], "extremes")
            yield Case(arg(), [v.layout(special(name)[:12].reshape(3, 4))], "extremes")
        if refused and not ints:
            reason = "a function of floats refuses ints: the Array API leaves them undefined"
            for name in ("i32", "i64", "u8"):
                yield Case(arg(), [v.any((3,), name)], "int input", error="dtype", rule=(None, reason))
        if large:
            yield Case(arg(), [v.floats((65537,), "f32", low, high)], "long")

    return cases


def unary(
    name, numpy, torch, domain="any", level="elementwise", ints=(), large=False, args=({},), doc=None, **kwargs
):
    refused, rule = kwargs.pop("refused", True), kwargs.pop("rule", None)
    op(
        name,
        "unary",
        doc or f"elementwise {name}",
        lambda x, a: numpy(x[0], **a),
        lambda x, a: torch(x[0], **a),
        unary_cases(domain, ints, args, large, refused, rule),
        level,
        signed=kwargs.pop("signed", True),
        **kwargs,
    )


INTS = ("i32", "i64", "u8")
SIGNED = ("i32", "i64")

unary("abs", np.abs, torch.abs, level="exact", ints=INTS)
unary("neg", np.negative, torch.neg, level="exact", ints=INTS)
unary("sign", np.sign, torch.sign, level="exact", ints=INTS, signed=False, rule=("numpy", "the sign of nan is nan"))
unary("square", np.square, torch.square, level="exact", ints=INTS, large=True)
unary("relu", lambda x: np.maximum(x, 0), torch.relu, level="exact", ints=INTS, signed=False, composed=("numpy",))
unary("sqrt", np.sqrt, torch.sqrt, "positive")
unary("rsqrt", lambda x: (1 / np.sqrt(x)).astype(x.dtype), torch.rsqrt, "positive", composed=("numpy",))
unary("reciprocal", np.reciprocal, torch.reciprocal, refused=False)
unary("exp", np.exp, torch.exp, "tails", large=True)
unary("expm1", np.expm1, torch.expm1, "tails")
unary("log", np.log, torch.log, "positive")
unary("log2", np.log2, torch.log2, "positive")
unary("log10", np.log10, torch.log10, "positive")
unary("log1p", np.log1p, torch.log1p, "above minus one")
for name in ("sin", "cos", "tan", "sinh", "cosh", "tanh"):
    unary(name, getattr(np, name), getattr(torch, name), large=name == "tanh")
unary("arctan", np.arctan, torch.atan)
unary("arcsin", np.arcsin, torch.asin, "unit")
unary("arccos", np.arccos, torch.acos, "unit")
unary("arcsinh", np.arcsinh, torch.asinh)
unary("arccosh", np.arccosh, torch.acosh, "from one")
unary("arctanh", np.arctanh, torch.atanh, "unit")
unary("erf", scipy.special.erf, torch.erf)
unary("floor", np.floor, torch.floor, level="exact", ints=INTS)
unary("ceil", np.ceil, torch.ceil, level="exact", ints=INTS)
unary("round", np.round, torch.round, level="exact", ints=INTS)
unary("isnan", np.isnan, torch.isnan, level="exact", ints=INTS)
unary("isinf", np.isinf, torch.isinf, level="exact", ints=INTS)
unary("isfinite", np.isfinite, torch.isfinite, level="exact", ints=INTS)
unary("signbit", np.signbit, torch.signbit, level="exact", refused=False)


def split_sigmoid(x):
    # Of the two forms, the one whose exponential does not overflow.
    e = np.exp(-np.abs(x))
    return np.where(x >= 0, 1 / (1 + e), e / (1 + e)).astype(x.dtype)


def log_sum_with_one(x):
    return np.logaddexp(x, np.zeros((), x.dtype))


unary("sigmoid", scipy.special.expit, torch.sigmoid, "tails", signed=False, refused=True)
unary(
    "silu",
    lambda x: (x * split_sigmoid(x.astype(np.float64))).astype(x.dtype),
    F.silu,
    "tails",
    composed=("numpy",),
    refused=False,
    signed=False,
)
unary(
    "softplus",
    log_sum_with_one,
    lambda x: torch.logaddexp(x, torch.zeros((), dtype=x.dtype)),
    "tails",
    composed=("numpy", "torch"),
    signed=False,
)


def gelu(x, approximate):
    # 1 + erf and 1 + tanh lose their digits in the left tail; erfc and the logistic function do not.
    wide = x.astype(np.float64)
    if approximate == "none":
        return (0.5 * wide * scipy.special.erfc(-wide / np.sqrt(2))).astype(x.dtype)
    return (wide * scipy.special.expit(2 * np.sqrt(2 / np.pi) * (wide + 0.044715 * wide**3))).astype(x.dtype)


unary(
    "gelu",
    gelu,
    lambda x, approximate: F.gelu(x, approximate=approximate),
    "tails",
    "gelu",
    signed=False,
    args=({"approximate": "none"}, {"approximate": "tanh"}),
    composed=("numpy",),
    refused=False,
    doc="args approximate: 'none' (erf) or 'tanh'",
)
unary(
    "elu",
    lambda x, alpha: np.where(x > 0, x, x.dtype.type(alpha) * np.expm1(x)),
    lambda x, alpha: F.elu(x, alpha),
    "tails",
    args=({"alpha": 1.0}, {"alpha": 0.25}, {"alpha": 2.5}),
    composed=("numpy",),
    refused=False,
    signed=False,
    doc="x if x > 0 else alpha * expm1(x); args alpha",
)
unary(
    "leaky_relu",
    lambda x, negative_slope: np.where(x >= 0, x, x.dtype.type(negative_slope) * x),
    lambda x, negative_slope: F.leaky_relu(x, negative_slope),
    signed=False,
    refused=False,
    composed=("numpy",),
    args=({"negative_slope": 0.01}, {"negative_slope": 0.0}, {"negative_slope": 0.3}, {"negative_slope": 1.0}),
    doc="x if x >= 0 else negative_slope * x; args negative_slope",
)
unary(
    "nan_to_num",
    lambda x, **a: np.nan_to_num(x, **a),
    lambda x, **a: torch.nan_to_num(x, **a),
    level="exact",
    args=(
        {"nan": 0.0, "posinf": None, "neginf": None},
        {"nan": -2.5, "posinf": 7.0, "neginf": None},
        {"nan": 1.0, "posinf": None, "neginf": -7.0},
    ),
    refused=False,
    doc="args nan, posinf, neginf: the replacements (null: the dtype's default)",
)


def int_unary_cases(names):
    def cases(v):
        for name in names:
            for shape in v.some(SHAPES, 9):
                yield Case({}, [v.any(shape, name)])
            yield Case({}, [special(name)], "extremes")
            yield Case({}, [v.layout(v.any((3, 5, 2), name))])
            yield Case({}, [v.layout(v.any((17, 9), name))])
            yield Case({}, [v.any((v.pick(LENGTHS),), name)])
        reason = (
            "only ints and bools have bits" if len(names) > 1 else "a truth value is a bool: other types are refused"
        )
        # u8 is left out: a framework without masks keeps them in it.
        for name in ("f32",) if len(names) > 1 else ("f32", "i32"):
            yield Case({}, [v.any((3,), name)], "wrong type", error="dtype", rule=(None, reason))

    return cases


op(
    "bitwise_not",
    "unary",
    "elementwise bitwise_not",
    lambda x, a: np.bitwise_not(x[0]),
    lambda x, a: torch.bitwise_not(x[0]),
    int_unary_cases(("i32", "i64", "u8", "bool")),
)
op(
    "logical_not",
    "unary",
    "elementwise logical_not",
    lambda x, a: np.logical_not(x[0]),
    lambda x, a: torch.logical_not(x[0]),
    int_unary_cases(("bool",)),
)

# --- Two operands -------------------------------------------------------------------------------------------

BINARY_DOC = "args lhs or rhs: a scalar in place of that operand; otherwise two inputs, broadcast"


def operands(x, a):
    """The two sides, with scalars where the arguments have them."""
    x = list(x)
    left = number(a["lhs"]) if "lhs" in a else x.pop(0)
    right = number(a["rhs"]) if "rhs" in a else x.pop(0)
    return left, right


def cross(name, most=None):
    """Each special value with each other one."""
    pool = special(name) if most is None else special(name)[:most]
    return np.repeat(pool, len(pool)), np.tile(pool, len(pool))


SCALARS = (2.5, -1.0, 0.0, 0.1, "inf", "-inf", "nan", 3, 1e30, -0.0)


def binary_cases(
    floats=True,
    ints=INTS,
    bools=False,
    kind="any",
    mixed=(),
    large=False,
    compares=False,
    beyond=(),
):
    def draw(v, shape, name, side):
        if kind == "shift" and side == 1:
            return v.ints(shape, name, 0, 7)
        if kind == "divide" and name not in ("f32", "f64", "bool"):
            x = v.ints(shape, name, 1, 9)
            sign = v.random.choice([-1, 1], shape) if name != "u8" else 1
            return np.asarray(x * sign, TYPES[name]) if side == 1 else v.ints(shape, name, -40, 40)
        if kind == "power":
            if name in ("f32", "f64"):
                return v.floats(shape, name, 0.1, 3.0) if side == 0 else v.floats(shape, name)
            return v.ints(shape, name, -6, 6) if side == 0 else v.ints(shape, name, 0, 9)
        if kind == "shift":
            return v.ints(shape, name, -1000, 1000) if name != "u8" else v.ints(shape, name, 0, 255)
        return v.any(shape, name)

    def cases(v):
        types = (["f32", "f64"] if floats else []) + list(ints) + (["bool"] if bools else [])
        main = types[0]

        def pair(a, b, name, other=None):
            return [draw(v, a, name, 0), draw(v, b, other or name, 1)]

        for i, (a, b) in enumerate(broadcast_pairs()):
            yield Case({}, pair(a, b, main if i % 3 else v.pick(types)))
        for name in types:
            for a, b in v.some(broadcast_pairs(), 4):
                yield Case({}, [v.layout(x) for x in pair(a, b, name)])
            yield Case({}, pair((5, 9), (5, 9), name))
            length = v.pick(LENGTHS)
            yield Case({}, pair((length,), (length,), name))
        for name in types[: 2 if floats else 0]:
            left, right = cross(name, 24)
            yield Case({}, [left, right], "special values, each with each", sift=True)
            for scalar in SCALARS:
                side = v.pick(("lhs", "rhs"))
                yield Case({side: scalar}, [v.sprinkled((9,), name)], "scalar", sift=True)
            for scalar in (0.1, 0.3, 1e-3, 16777217, 2.5e-46):
                # In the tensor's type the scalar is one of these.
                near = np.array([scalar, -scalar, 0.0], TYPES[name])
                near = np.concatenate(
                    [near, np.nextafter(near[:1], TYPES[name](1)), np.nextafter(near[:1], TYPES[name](-1))]
                )
                yield Case(
                    {v.pick(("lhs", "rhs")): scalar}, [near], "a scalar is rounded to the tensor's type", sift=True
                )
            yield Case({"rhs": 1.5}, [v.floats((), name)])
            yield Case({"lhs": 1.5}, [v.floats((0, 3), name)])
            yield Case({"lhs": 2}, [v.layout(v.floats((2, 1, 5), name, 0.5, 3.0))])
        for name in ints:
            if kind == "any":
                left, right = cross(name)
                yield Case({}, [left, right], "extremes, each with each: they wrap around", sift=True)
            elif kind == "divide":
                left, right = cross(name)
                low = np.iinfo(TYPES[name]).min
                # The one quotient that does not fit traps in hardware.
                keep = right != 0
                if low:
                    keep &= (left != low) | (right != -1)
                yield Case({}, [left[keep], right[keep]], "extremes", sift=True)
                yield Case(
                    {},
                    [v.ints((3,), name), np.array([1, 0, 2], TYPES[name])],
                    "int division by zero",
                    error="value",
                    rule=(None, "an int divided by 0 is an error, whatever a framework makes of it"),
                )
                yield Case(
                    {},
                    [v.ints((2, 1), name), np.array([0, 3], TYPES[name])],
                    "int division by zero",
                    error="value",
                    rule=(None, "an int divided by 0 is an error, whatever a framework makes of it"),
                )
            elif kind == "power":
                base = (
                    np.array([-3, -2, -1, 0, 1, 2, 3, 7, 10], TYPES[name])
                    if name != "u8"
                    else np.array([0, 1, 2, 3, 7, 10, 255], TYPES[name])
                )
                exponents = np.array([0, 1, 2, 3, 5, 8, 19, 31, 33, 63, 64], TYPES[name])
                yield Case(
                    {},
                    [np.repeat(base, len(exponents)), np.tile(exponents, len(base))],
                    "large powers wrap around",
                    sift=True,
                )
                if name != "u8":
                    yield Case(
                        {},
                        [np.array([2, 3], TYPES[name]), np.array([1, -2], TYPES[name])],
                        "negative exponent",
                        error="value",
                        rule=(None, "an int to a negative power is no int"),
                    )
            else:
                width = TYPES[name]().itemsize * 8
                shifts = np.array([0, 1, width // 2, width - 2, width - 1], TYPES[name])
                pool = special(name)
                yield Case({}, [np.repeat(pool, len(shifts)), np.tile(shifts, len(pool))], "high bits", sift=True)
                yield Case(
                    {},
                    [pool, np.full(len(pool), width, TYPES[name])],
                    "a shift by the width",
                    sift=True,
                )
            for scalar in (2, 3, 7):
                side = "rhs" if kind in ("divide", "power", "shift") else v.pick(("lhs", "rhs"))
                yield Case({side: scalar}, [v.any((7,), name)])
            if kind == "any":
                # A scalar that took a way through a float would lose its last digits.
                info = np.iinfo(TYPES[name])
                near = np.array(
                    [info.max, info.max - 1, info.min, info.min + 1, 2**53 % (info.max // 2), 0], TYPES[name]
                )
                for scalar in (
                    int(info.max),
                    int(info.max) - 1,
                    int(info.min),
                    int(info.min) + 1,
                    (2**53 + 1) % int(info.max),
                ):
                    yield Case(
                        {v.pick(("lhs", "rhs")): scalar},
                        [np.append(near, np.array([scalar], TYPES[name]))],
                        "extreme scalar",
                        sift=True,
                    )
            if kind in ("any", "divide"):
                yield Case({"rhs": -3} if name != "u8" else {"rhs": 5}, [v.any((2, 3), name)])
        if compares:
            # No element equals a number that the type lacks, and all are on one side of it.
            lacking = {"u8": (256, 300, -1, 2**40), "i32": (2**31, 2**40, -(2**31) - 1, 2**32)}
            for name, scalars in lacking.items():
                for scalar in scalars:
                    for side in ("lhs", "rhs"):
                        yield Case(
                            {side: scalar},
                            [np.append(special(name), np.array([44, 0], TYPES[name]))],
                            "a number beyond the type",
                            rule=("numpy", "ints are compared as numbers"),
                        )
        for name, scalar in beyond:
            # Whatever frameworks make of the number: all elements are on the side that wins.
            for side in ("lhs", "rhs"):
                yield Case(
                    {side: scalar},
                    [special(name)],
                    "a number beyond the type, on the far side",
                    answer=lambda x, a: x[0],
                )
        if floats and ints and kind != "shift":
            for scalar in (0.5, 2.5, 4.0):
                yield Case(
                    {"rhs": scalar},
                    [v.ints((7,), "i32", 0, 9)],
                    "float scalar, int tensor",
                    rule=("numpy", "an int tensor with a float is computed in f64"),
                )
        for a, b in mixed:
            yield Case({}, [draw(v, (2, 3), a, 0), draw(v, (3,), b, 1)], f"mixed dtypes {a}, {b}")
            yield Case({}, [draw(v, (3, 1), b, 0), draw(v, (2, 1, 2), a, 1)], f"mixed dtypes {b}, {a}")
        if bools:
            yield Case({}, [np.array([True, True, False, False]), np.array([True, False, True, False])])
            for scalar in (True, False):
                yield Case({v.pick(("lhs", "rhs")): scalar}, [v.bools((2, 3))], "scalar")
        for a, b in MISFITS:
            yield Case({}, pair(a, b, main), "shapes do not broadcast", error="shape")
        if large:
            yield Case({}, pair((65537,), (65537,), main), "long")

    return cases


PROMOTED = (("f32", "f64"), ("i32", "i64"), ("u8", "i32"), ("bool", "i32"))


def binary(name, numpy, torch, level="exact", **kwargs):
    keep = {k: kwargs.pop(k) for k in ("signed", "composed", "others") if k in kwargs}
    op(
        name,
        "binary",
        BINARY_DOC,
        lambda x, a: numpy(*operands(x, a)),
        lambda x, a: torch(*operands(x, a)),
        binary_cases(**kwargs),
        level,
        **({"signed": True} | keep),
    )


def scalars_to_tensors(function):
    """torch wants two tensors here; a scalar takes the type of the other side."""

    def call(a, b):
        like = a if isinstance(a, torch.Tensor) else b
        wide = (
            torch.float64
            if not like.dtype.is_floating_point and any(isinstance(s, float) for s in (a, b))
            else like.dtype
        )
        as_tensor = lambda s: s if isinstance(s, torch.Tensor) else torch.tensor(s, dtype=wide)
        return function(as_tensor(a), as_tensor(b))

    return call


def by_python(function):
    """Python's own arithmetic, an element at a time: exact where torch's vector code gives up on large quotients."""

    def call(x, a):
        left, right = np.broadcast_arrays(*operands(x, a))
        kind = np.result_type(*[t for t in operands(x, a) if isinstance(t, np.ndarray)])
        if kind.kind != "f":
            raise TypeError("floats only")
        out = [function(float(p), float(q)) for p, q in zip(left.ravel(), right.ravel())]
        return np.array(out, np.float64).reshape(left.shape).astype(kind)

    return call


def python_fmod(p, q):
    if math.isnan(p) or math.isnan(q) or math.isinf(p) or q == 0:
        return math.nan
    return math.fmod(p, q)


def python_mod(p, q):
    out = python_fmod(p, q)
    # The sign is the divisor's.
    return out + q if out and (out < 0) != (q < 0) else out


binary("add", np.add, lambda a, b: a + b, mixed=PROMOTED, large=True)
binary("sub", np.subtract, lambda a, b: a - b, mixed=PROMOTED[:3])
binary("mul", np.multiply, lambda a, b: a * b, mixed=PROMOTED[:3])
binary("truediv", np.true_divide, lambda a, b: a / b, "elementwise", mixed=PROMOTED[:3], kind="any")
for name in ("floordiv", "floor_divide"):
    binary(name, np.floor_divide, lambda a, b: a // b, kind="divide", signed=False)
for name in ("mod", "remainder"):
    binary(
        name,
        np.remainder,
        lambda a, b: a % b if isinstance(a, torch.Tensor) else torch.remainder(a, b),
        "elementwise",
        kind="divide",
        signed=False,
        others={"python": by_python(python_mod)},
    )
binary(
    "fmod",
    np.fmod,
    scalars_to_tensors(torch.fmod),
    "elementwise",
    kind="divide",
    signed=False,
    others={"python": by_python(python_fmod)},
)
binary("pow", np.power, torch.pow, "elementwise", kind="power", mixed=(("f32", "f64"), ("i32", "i64")), signed=False)
ABOVE = (("u8", 256), ("u8", 300), ("u8", 2**40), ("i32", 2**31), ("i32", 2**32))
BELOW = (("u8", -1), ("u8", -300), ("i32", -(2**31) - 1), ("i32", -(2**40)))
binary(
    "maximum",
    np.maximum,
    scalars_to_tensors(torch.maximum),
    beyond=BELOW,
    mixed=PROMOTED[:3],
    bools=True,
    signed=False,
    large=True,
)
binary(
    "minimum",
    np.minimum,
    scalars_to_tensors(torch.minimum),
    beyond=ABOVE,
    mixed=PROMOTED[:3],
    bools=True,
    signed=False,
)
binary("atan2", np.arctan2, scalars_to_tensors(torch.atan2), "elementwise", ints=())
binary("copysign", np.copysign, scalars_to_tensors(torch.copysign), ints=())
binary("hypot", np.hypot, scalars_to_tensors(torch.hypot), "elementwise", ints=())
binary("logaddexp", np.logaddexp, scalars_to_tensors(torch.logaddexp), "elementwise", ints=(), signed=False)
for name, numpy, compare in (
    ("eq", np.equal, torch.eq),
    ("ne", np.not_equal, torch.ne),
    ("lt", np.less, torch.lt),
    ("le", np.less_equal, torch.le),
    ("gt", np.greater, torch.gt),
    ("ge", np.greater_equal, torch.ge),
):
    binary(name, numpy, scalars_to_tensors(compare), bools=True, mixed=PROMOTED, compares=True)
for name in ("bitwise_and", "bitwise_or", "bitwise_xor"):
    binary(name, getattr(np, name), getattr(torch, name), floats=False, bools=True, mixed=(("i32", "i64"),))
binary("left_shift", np.left_shift, scalars_to_tensors(torch.bitwise_left_shift), floats=False, kind="shift")
binary("right_shift", np.right_shift, scalars_to_tensors(torch.bitwise_right_shift), floats=False, kind="shift")


def logic_cases(v):
    for a, b in broadcast_pairs():
        yield Case({}, [v.bools(a), v.bools(b)])
    for a, b in v.some(broadcast_pairs(), 6):
        yield Case({}, [v.layout(v.bools(a)), v.layout(v.bools(b))])
    for side in ("lhs", "rhs"):
        for scalar in (True, False):
            yield Case({side: scalar}, [v.bools(v.pick(SHAPES))])
    yield Case({}, [np.array([True, True, False, False]), np.array([True, False, True, False])])
    for a, b in MISFITS:
        yield Case({}, [v.bools(a), v.bools(b)], "shapes do not broadcast", error="shape")
    # u8 is left out: a framework without masks keeps them in it.
    for name in ("f32", "i64"):
        yield Case(
            {},
            [v.any((3,), name), v.any((3,), name)],
            "not bool tensors",
            error="dtype",
            rule=(None, "a truth value is a bool: other types are refused"),
        )


for name in ("logical_and", "logical_or", "logical_xor"):
    op(
        name,
        "binary",
        BINARY_DOC,
        lambda x, a, f=getattr(np, name): f(*operands(x, a)),
        lambda x, a, f=getattr(torch, name): f(
            *[torch.tensor(s) if isinstance(s, bool) else s for s in operands(x, a)]
        ),
        logic_cases,
    )

# --- Selections ---------------------------------------------------------------------------------------------


def where_parts(x, a):
    x = list(x)
    condition = x.pop(0)
    first = number(a["x"]) if "x" in a else x.pop(0)
    return condition, first, number(a["y"]) if "y" in a else x.pop(0)


def where_numpy(x, a):
    condition, first, second = where_parts(x, a)
    if condition.dtype != np.bool_:
        raise TypeError("the condition is no mask")
    return np.where(condition, first, second)


def where_torch(x, a):
    condition, first, second = where_parts(x, a)
    if isinstance(first, (int, float)) and isinstance(second, (int, float)):
        first = torch.tensor(first, dtype=torch.float64 if float in (type(first), type(second)) else torch.int64)
    return torch.where(condition, first, second)


def where_cases(v):
    triples = [
        ((), (), ()),
        ((7,), (), ()),
        ((), (7,), (7,)),
        ((1,), (0,), (1,)),
        ((0,), (0,), ()),
        ((3, 1), (1, 5), (5,)),
        ((5,), (3, 1), (1, 1)),
        ((3, 5), (5,), (3, 1)),
        ((2, 3, 4), (4,), (3, 1)),
        ((4,), (2, 1, 1), (3, 1)),
        ((1, 0, 2), (3, 1, 1), (2,)),
        ((2, 1, 2, 1), (3, 1, 5), (1, 1, 1, 5)),
        ((1, 2, 1, 2, 1, 2), (2, 1, 2, 1, 2, 1), ()),
        ((129,), (129,), (129,)),
        ((17, 9), (17, 9), (17, 9)),
        ((33,), (1,), (33,)),
    ]
    for c, x, y in triples:
        for name in v.some(("f32", "f64", "i32", "i64", "u8", "bool"), 2):
            yield Case({}, [v.bools(c), v.any(x, name), v.any(y, name)])
    for c, x, y in triples[3:]:
        yield Case({}, [v.layout(v.bools(c)), v.layout(v.floats(x)), v.layout(v.floats(y))])
    for name in ("f32", "f64"):
        yield Case({}, [v.bools((40,)), v.sprinkled((40,), name), v.sprinkled((40,), name)], "nan, inf, zeros")
        for scalar in (1.5, "nan", "inf", "-inf", -0.0, 2):
            role = v.pick(("x", "y"))
            yield Case({role: scalar}, [v.bools((2, 3)), v.floats((3,), name)], "scalar")
    for name in ("i32", "i64", "u8"):
        yield Case({"x": 3}, [v.bools((7,)), special(name)[:7]])
        yield Case({"y": 1}, [v.bools((2, 7)), special(name)[:7]])
        for scalar in (int(np.iinfo(TYPES[name]).max), int(np.iinfo(TYPES[name]).min)):
            yield Case({v.pick(("x", "y")): scalar}, [v.bools((9,)), special(name)[:9]], "extreme scalar")
    yield Case({"x": 2**53 + 1, "y": -(2**63)}, [v.bools((9,))], "two int scalars")
    for scalar in (True, False):
        yield Case({v.pick(("x", "y")): scalar}, [v.bools((2, 3)), v.bools((3,))], "bools")
    yield Case({"x": 1, "y": 0}, [v.bools((2, 3))], "two int scalars")
    yield Case({"x": 0.5, "y": "nan"}, [v.bools((9,))], "two float scalars")
    yield Case({}, [v.bools((2, 3)), v.floats((3,)), v.floats((2, 1), "f64")], "mixed dtypes")
    for c, x, y in (((2,), (3,), (3,)), ((2,), (2,), (3,)), ((2, 3), (2,), ()), ((0,), (2,), (2,))):
        yield Case({}, [v.bools(c), v.floats(x), v.floats(y)], "shapes do not broadcast", error="shape")
    yield Case({}, [v.ints((3,), "i32"), v.floats((3,)), v.floats((3,))], "condition is not bool", error="dtype")
    yield Case({}, [v.floats((3,)), v.floats((3,)), v.floats((3,))], "condition is not bool", error="dtype")


op(
    "where",
    "select",
    "inputs condition[, x][, y]; args x and/or y: scalars in place of these",
    where_numpy,
    where_torch,
    where_cases,
    signed=True,
)

BOUNDS = (
    (-1.0, 1.0),
    (0.0, 0.0),
    ("-inf", 0.5),
    (-0.5, "inf"),
    ("-inf", "inf"),
    ("nan", 1.0),
    (-1.0, "nan"),
    (2, 3),
    (-0.25, 0.75),
)


def clip_cases(v):
    for i, shape in enumerate(SHAPES):
        low, high = BOUNDS[i % len(BOUNDS)]
        yield Case({"min": low, "max": high}, [v.floats(shape, ("f32", "f64")[i % 2])])
    for low, high in BOUNDS:
        for name in ("f32", "f64"):
            yield Case({"min": low, "max": high}, [special(name)], "special values", sift=True)
    for name in INTS:
        limits = np.iinfo(TYPES[name])
        for low, high in (
            (0, 3),
            (2, 2),
            (1, 200),
            (int(limits.min), int(limits.max) - 1),
            (int(limits.min) + 1, int(limits.max)),
        ):
            yield Case({"min": low, "max": high}, [special(name)], "extremes")
    for name in ("f32", "f64", "i32"):
        yield Case({"min": 2, "max": -2 if name != "i32" else 1}, [v.any((7,), name)], "min > max")
        yield Case({"min": -1, "max": 2}, [v.layout(v.any((2, 3, 5), name))])
        yield Case({"min": -1, "max": 2}, [v.layout(v.any((9, 17), name))])
    for name in ("f32", "f64", "i32", "i64", "u8"):
        yield Case({"min": None, "max": 2}, [special(name)], "one bound", sift=True)
        yield Case({"min": 1, "max": None}, [special(name)], "one bound", sift=True)
    for name, low, high in (
        ("u8", 1, 300),
        ("u8", 0, 2**40),
        ("u8", -5, 200),
        ("u8", -300, 300),
        ("i32", -3, 2**40),
        ("i32", -(2**40), 3),
        ("i32", -(2**31) - 1, 2**31),
    ):
        yield Case(
            {"min": low, "max": high},
            [special(name)],
            "a bound beyond the type bounds nothing",
            answer=lambda x, a: np.clip(x[0].astype(np.int64), a["min"], a["max"]).astype(x[0].dtype),
        )
    for name in ("i32", "i64"):
        yield Case(
            {"min": -1.5, "max": 2.5},
            [v.ints((9,), name)],
            "float bounds, int tensor",
            rule=("numpy", "an int tensor with a float is computed in f64"),
        )


op(
    "clip",
    "select",
    "args min, max (scalars; null: no such bound)",
    lambda x, a: np.clip(x[0], number(a["min"]), number(a["max"])),
    lambda x, a: torch.clamp(x[0], number(a["min"]), number(a["max"])),
    clip_cases,
)


def clamp_cases(key):
    def cases(v):
        bounds = [b for b in (0.0, -1.0, 0.5, "nan", "inf", "-inf", 1e30, 2)]
        for i, shape in enumerate(SHAPES[::2]):
            yield Case({key: bounds[i % 3]}, [v.floats(shape, ("f32", "f64")[i % 2])])
        for b in bounds:
            for name in ("f32", "f64"):
                yield Case({key: b}, [special(name)], "special values", sift=True)
        for name in INTS:
            yield Case({key: 3}, [special(name)], "extremes")
            yield Case({key: 1}, [v.layout(v.any((3, 5), name))])
        yield Case({key: 0.5}, [v.layout(v.floats((9, 17)))])

    return cases


op(
    "clamp_min",
    "select",
    "max(x, min); args min",
    lambda x, a: np.maximum(x[0], number(a["min"])),
    lambda x, a: torch.clamp_min(x[0], number(a["min"])),
    clamp_cases("min"),
)
op(
    "clamp_max",
    "select",
    "min(x, max); args max",
    lambda x, a: np.minimum(x[0], number(a["max"])),
    lambda x, a: torch.clamp_max(x[0], number(a["max"])),
    clamp_cases("max"),
)

# --- Casts --------------------------------------------------------------------------------------------------

CASTS = ("f32", "f64", "i32", "i64", "u8", "bool")


def saturated(x, a):
    """A float cut to the range of an int; NaN is 0."""
    limits = np.iinfo(TYPES[a["dtype"]])
    cut = [
        0 if np.isnan(n) else limits.max if n >= limits.max else limits.min if n <= limits.min else int(n)
        for n in x[0].ravel()
    ]
    return np.array(cut, TYPES[a["dtype"]]).reshape(x[0].shape)


def astype_cases(v):
    for source in CASTS:
        for target in CASTS:
            args = {"dtype": target}
            shape = v.pick(SHAPES)
            x = v.any(shape, source)
            if target == "u8" and source in ("f32", "f64"):
                x = np.abs(x) * 50
            yield Case(args, [x])
            x = v.any((3, 7), source)
            if target == "u8" and source in ("f32", "f64"):
                x = np.abs(x) * 50
            yield Case(args, [v.layout(x)])
            if source in ("f32", "f64") and target in INTS:
                yield Case(args, [special(source)], "out of range floats saturate, nan is 0", answer=saturated)
                near = np.array(
                    [0.9, 1.0, 254.5, 255.0, 255.5, 256.0, -0.9, -1.0, 2147483520.0, 9.223371e18], TYPES[source]
                )
                yield Case(args, [near], "near the limits; out of range floats saturate", answer=saturated)
            else:
                yield Case(args, [special(source)], "extremes")


def cast_torch(x, name):
    return x.to(TORCH_TYPES[name])


op(
    "astype",
    "cast",
    "args dtype",
    lambda x, a: x[0].astype(TYPES[a["dtype"]]),
    lambda x, a: cast_torch(x[0], a["dtype"]),
    astype_cases,
    signed=True,
)


def named_cast_cases(v):
    for source in CASTS:
        for shape in v.some(SHAPES, 3):
            yield Case({}, [v.any(shape, source)])
        yield Case({}, [special(source)], "extremes")
        yield Case({}, [v.layout(v.any((3, 5, 2), source))])
        yield Case({}, [v.layout(v.any((33, 2), source))])


for file, name in (("bool", "bool"), ("float32", "f32"), ("float64", "f64")):
    op(
        file,
        "cast",
        f"cast to {name}",
        lambda x, a, name=name: x[0].astype(TYPES[name]),
        lambda x, a, name=name: cast_torch(x[0], name),
        named_cast_cases,
        signed=True,
    )

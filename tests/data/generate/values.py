"""Shapes and numbers for cases, from one generator of random numbers.

Numbers are short decimals where nothing else is asked for, so that files stay small and differences can be read.
"""

import itertools

import numpy as np

from core import TYPES, Tensor

# Lengths around the widths of vector registers and of the blocks that kernels unroll to.
LENGTHS = (7, 8, 9, 15, 16, 17, 31, 33, 127, 129, 513)

# Ranks 0 to 6, with axes of 0 and 1 at every place.
SHAPES = (
    (),
    (0,),
    (1,),
    (2,),
    (7,),
    (9,),
    (17,),
    (33,),
    (129,),
    (0, 3),
    (3, 0),
    (1, 1),
    (1, 7),
    (7, 1),
    (5, 9),
    (17, 3),
    (2, 3, 4),
    (3, 1, 5),
    (2, 0, 3),
    (0, 2, 1),
    (1, 1, 1),
    (4, 7, 1),
    (2, 1, 3, 2),
    (3, 2, 2, 5),
    (1, 0, 1, 2),
    (2, 2, 1, 2, 3),
    (1, 2, 3, 2, 2),
    (2, 1, 2, 3, 1, 2),
    (2, 2, 2, 1, 2, 2),
    (0, 1, 2, 1, 1, 3),
)

SPECIAL = {
    "f32": (
        "nan",
        "inf",
        "-inf",
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.5,
        -0.5,
        2.0,
        -2.0,
        3.0,
        -3.0,
        1e-45,
        -1e-45,
        1.1754942e-38,
        1.1754944e-38,
        -1.1754944e-38,
        3.4028235e38,
        -3.4028235e38,
        1.0000001,
        0.99999994,
        0.1,
        -0.3,
        1e30,
        -1e-30,
        16777216.0,
        16777215.0,
        8388608.5,
        2147483648.0,
        -2147483648.0,
        88.7,
        -87.4,
        103.9,
        0.49999997,
        1.5,
        -2.5,
    ),
    "f64": (
        "nan",
        "inf",
        "-inf",
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.5,
        -0.5,
        2.0,
        -2.0,
        3.0,
        -3.0,
        5e-324,
        -5e-324,
        2.225073858507201e-308,
        2.2250738585072014e-308,
        1.7976931348623157e308,
        -1.7976931348623157e308,
        1.0000000000000002,
        0.9999999999999999,
        0.1,
        -0.3,
        1e200,
        -1e-200,
        9007199254740992.0,
        9007199254740991.0,
        4503599627370496.5,
        9.223372036854775807e18,
        -9.223372036854775808e18,
        709.7,
        -745.1,
        0.49999999999999994,
        1.5,
        -2.5,
    ),
    "i32": (
        0,
        1,
        -1,
        2,
        -2,
        3,
        -7,
        10,
        255,
        256,
        65535,
        65536,
        -65536,
        46341,
        2**31 - 1,
        -(2**31),
        2**31 - 2,
        -(2**31) + 1,
    ),
    "i64": (
        0,
        1,
        -1,
        2,
        -2,
        3,
        -7,
        10,
        2**31 - 1,
        -(2**31),
        2**31,
        2**32,
        3037000500,
        2**53,
        2**53 + 1,
        -(2**53) - 1,
        2**63 - 1,
        -(2**63),
        2**63 - 2,
        -(2**63) + 1,
    ),
    "u8": (0, 1, 2, 3, 7, 15, 16, 100, 127, 128, 200, 254, 255),
    "bool": (True, False),
}


def special(name):
    return np.array([float(v) if isinstance(v, str) else v for v in SPECIAL[name]], TYPES[name])


class Values:
    def __init__(self, seed, name):
        # The name is part of the seed: no file changes when another gets a case more.
        self.random = np.random.default_rng([seed, *name.encode()])
        self.turn = 0

    # --- Numbers -----------------------------------------------------------------------------------------------

    def floats(self, shape, name="f32", low=-3.0, high=3.0):
        x = np.round(self.random.uniform(low, high, shape), 3)
        # Half of the axes of such a range lie around 0; -0.0 has its own cases.
        return np.asarray(x + 0.0, TYPES[name])

    def ints(self, shape, name="i64", low=-9, high=9):
        low = max(low, 0) if name == "u8" else low
        return np.asarray(self.random.integers(low, high, shape, endpoint=True), TYPES[name])

    def bools(self, shape):
        return np.asarray(self.random.integers(0, 2, shape) == 1)

    def any(self, shape, name="f32", low=-3.0, high=3.0):
        if name == "bool":
            return self.bools(shape)
        if name in ("f32", "f64"):
            return self.floats(shape, name, low, high)
        return self.ints(shape, name, -9, 20 if name == "u8" else 9)

    def distinct(self, shape, name="f32"):
        """No two elements are the same, in any order."""
        size = int(np.prod(shape, dtype=int))
        x = self.random.permutation(size) - size // 2
        return np.asarray((x / 8).reshape(shape) if name in ("f32", "f64") else x.reshape(shape), TYPES[name])

    def ties(self, shape, name="f32", kinds=3):
        return np.asarray(self.random.integers(0, kinds, shape), TYPES[name])

    def sprinkled(self, shape, name="f32", pool=("nan", "inf", "-inf", 0.0, -0.0), share=0.3):
        """Plain numbers with some of a pool among them."""
        x = self.floats(shape, name)
        hits = self.random.random(shape) < share
        picks = self.random.choice(np.array([float(v) for v in pool]), shape)
        return np.asarray(np.where(hits, picks, x), TYPES[name])

    def from_pool(self, shape, pool, name):
        return np.asarray(self.random.choice(np.array([float(v) for v in pool]), shape), TYPES[name])

    # --- Choices -----------------------------------------------------------------------------------------------

    def pick(self, options):
        return options[int(self.random.integers(0, len(options)))]

    def some(self, options, count):
        """Different ones, in their order."""
        options = list(options)
        at = self.random.choice(len(options), min(count, len(options)), replace=False)
        return [options[i] for i in sorted(at)]

    def shape(self, rank, low=0, high=4):
        return tuple(int(n) for n in self.random.integers(low, high, rank, endpoint=True))

    def layout(self, array):
        """The array as a view, of each kind in turn; a scalar has one layout only."""
        self.turn += 1
        if np.ndim(array) == 0:
            return Tensor(array)
        return Tensor(array, ("transposed", "strided")[self.turn % 2])

    def axes(self, rank, most=12):
        """Sets of axes: None, each axis from both ends, and combinations of both signs in any order."""
        out = [None]
        out += [a for axis in range(rank) for a in (axis, axis - rank)]
        for count in range(1, rank + 1):
            for axes in itertools.combinations(range(rank), count):
                axes = [a - rank if self.random.random() < 0.4 else a for a in axes]
                self.random.shuffle(axes)
                out.append([int(a) for a in axes])
        if len(out) > most:
            out = out[:1] + self.some(out[1:], most - 1)
        return out


def broadcast_pairs():
    """Shapes that broadcast: either side may be the one that grows, in rank or in an axis."""
    return (
        ((), ()),
        ((), (7,)),
        ((17,), ()),
        ((1,), (9,)),
        ((9,), (1,)),
        ((1,), (0,)),
        ((0,), (1,)),
        ((0,), ()),
        ((3, 1), (1, 5)),
        ((1, 5), (3, 1)),
        ((5,), (3, 5)),
        ((3, 5), (5,)),
        ((3, 5), (3, 1)),
        ((3, 1), (3, 5)),
        ((3, 5), (1,)),
        ((1, 1, 1), (7,)),
        ((2, 1, 3), (4, 1)),
        ((4, 1), (2, 1, 3)),
        ((2, 3, 4), (3, 1)),
        ((1, 3, 1), (2, 1, 4)),
        ((0, 1), (1, 3)),
        ((3, 0), (1, 1)),
        ((1, 0, 2), (3, 1, 1)),
        ((2, 1, 3, 1), (5, 1, 2)),
        ((2, 1, 2, 1, 3), (3, 1, 2, 1)),
        ((1, 2, 1, 2, 1, 2), (2, 1, 2, 1, 2, 1)),
        ((2, 2, 2, 2, 2, 2), (2,)),
        ((31,), (31,)),
        ((33,), (33,)),
        ((127,), (127,)),
        ((129,), (1,)),
        ((2, 1, 1, 1, 1, 1), ()),
    )


# Shapes that do not broadcast.
MISFITS = (((2,), (3,)), ((2, 3), (2,)), ((0,), (2,)), ((2, 3), (3, 2)), ((2, 1, 3), (4, 2)), ((5, 4), (2, 3, 1)))

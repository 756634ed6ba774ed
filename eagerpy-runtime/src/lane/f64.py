"""Writes f64.txt: per function a line with its name, then arguments and the value rounded to nearest, as bits in
hexadecimal. Needs mpmath.

    python f64.py [points per function] > f64.txt
"""

import random
import struct
import sys

from mpmath import mp, mpf

mp.prec = 400
COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 500
HALF_PI = mp.pi / 2


def bits(x):
    return f"{struct.unpack('<Q', struct.pack('<d', x))[0]:016x}"


def rounded(v):
    """The float nearest to v, half to even."""
    if v == 0:
        return 0.0
    # Below 2**-1022 the floats are as far apart as there.
    unit = mpf(2) ** (max(mp.floor(mp.log(abs(v), 2)), -1022) - 52)
    # A logarithm that is itself rounded may be off by one, which only makes the unit finer or coarser at a power of 2.
    if abs(v) / unit >= mpf(2) ** 53:
        unit *= 2
    elif abs(v) / unit < mpf(2) ** 52 and unit > mpf(2) ** -1074:
        unit /= 2
    near = mp.nint(v / unit) * unit
    if abs(near) >= mpf(2) ** 1024:
        return float("inf") if near > 0 else float("-inf")
    return float(near)


def uniform(low, high):
    return lambda: random.uniform(low, high)


def sized(low, high):
    """Positive, all sizes from low to high alike."""
    return lambda: float(mp.exp(random.uniform(float(mp.log(low)), float(mp.log(high)))))


def signed(f):
    return lambda: random.choice((-1.0, 1.0)) * f()


def near(points, low=2**-53, high=2**-3):
    """About the points, at all distances."""
    return lambda: random.choice(points) + signed(sized(low, high))()


def near_quarter(limit):
    """The floats next to multiples of pi/2, a few units off."""
    def draw():
        x = rounded(random.randint(1, int(limit)) * HALF_PI)
        for _ in range(random.randint(0, 3)):
            x *= 1 + random.choice((-1, 1)) * 2.0**-53 * random.randint(1, 2)
        return x
    return signed(draw)


SUBNORMAL = signed(sized(mpf(2) ** -1070, mpf(2) ** -1020))
TINY = signed(sized(1e-300, 1e-3))
LN2 = float(mp.log(2))
HALVES = [k * LN2 / 2 for k in range(-9, 10)]
ANGLE = [signed(sized(1e-9, 2**20)), uniform(-7, 7), near_quarter(2**20 / 1.6), near_quarter(50), TINY, SUBNORMAL]
LOG = [sized(mpf(2) ** -1074, mpf(2) ** 1023.9), uniform(0.4, 3), near([1.0], high=0.3), near([0.7071, 1.4142])]
UNIT = [uniform(-1, 1), near([-0.5, 0.5]), near([-1 + 0.05, 1 - 0.05], high=0.05), TINY, SUBNORMAL]


def power():
    """Arguments of a power that is a number, most of them far from 1."""
    x = random.choice([sized(mpf(2) ** -1074, mpf(2) ** 1023.9), uniform(0, 3), near([1.0], high=0.3)])()
    size = float(abs(mp.log(x, 2))) if x not in (0.0, 1.0) else 1.0
    y = random.choice([uniform(-1075, 1024), uniform(-20, 20), uniform(-1, 1)])() / size
    return (x, y) if random.random() < 0.8 or abs(y) > 2**50 else (-x, float(round(y)))


def signed_power(x, y):
    if x > 0:
        return mp.exp(y * mp.log(x))
    return mp.exp(y * mp.log(-x)) * (-1 if int(y) % 2 else 1)


FUNCTIONS = {
    "exp": (mp.exp, [uniform(-746, 710), uniform(-746, -707), uniform(-2, 2), near(HALVES), TINY]),
    "exp2": (lambda x: mpf(2) ** x, [uniform(-1076, 1024), uniform(-1076, -1020), uniform(-2, 2), near([0.5, 1.5, -2.5]),
                                      TINY]),
    "expm1": (mp.expm1, [uniform(-45, 710), uniform(-2, 2), near(HALVES), signed(sized(1e-18, 1)), TINY, SUBNORMAL]),
    "log": (mp.log, LOG),
    "log2": (lambda x: mp.log(x, 2), LOG),
    "log10": (lambda x: mp.log(x, 10), LOG),
    "log1p": (mp.log1p, [sized(1e-18, mpf(2) ** 1023.9), uniform(-1, 3), near([-0.2929, 0.4142]), TINY, SUBNORMAL,
                         lambda: -1 + sized(2**-53, 0.5)()]),
    "tanh": (mp.tanh, [uniform(-21, 21), uniform(-2, 2), near(HALVES), signed(sized(1e-18, 1)), TINY, SUBNORMAL]),
    "sigmoid": (lambda x: 1 / (1 + mp.exp(-x)), [uniform(-746, 40), uniform(-746, -707), uniform(-5, 5), TINY]),
    "sinh": (mp.sinh, [uniform(-710.5, 710.5), uniform(-2, 2), near(HALVES), signed(sized(1e-18, 1)), TINY, SUBNORMAL]),
    "cosh": (mp.cosh, [uniform(-710.5, 710.5), uniform(-2, 2), near(HALVES), TINY]),
    "sin": (mp.sin, ANGLE),
    "cos": (mp.cos, ANGLE),
    "tan": (mp.tan, ANGLE),
    "asin": (mp.asin, UNIT),
    "acos": (mp.acos, UNIT),
    "atan": (mp.atan, [signed(sized(1e-9, 1e20)), uniform(-3, 3), near([0.4142, 2.4142, -1.0]), TINY, SUBNORMAL]),
    "erf": (mp.erf, [uniform(-6.5, 6.5), uniform(-1.5, 1.5), near([1.0, -1.0]), TINY, SUBNORMAL]),
    "erfc": (mp.erfc, [uniform(-7, 28), uniform(-1.5, 1.5), near([0.5, -1.0, 1.0]), uniform(26, 27.3), TINY]),
    "softplus": (lambda x: mp.log1p(mp.exp(x)), [uniform(-746, 50), uniform(-746, -707), uniform(-5, 5),
                                                 near([0.0], high=0.9), TINY]),
    "pow": (signed_power, [power]),
}

random.seed(1)
print(f"# {COUNT} points per function, made by f64.py with mpmath at {mp.prec} bits")
for name, (f, draws) in FUNCTIONS.items():
    print(name)
    for k in range(COUNT):
        point = draws[k % len(draws)]()
        point = point if isinstance(point, tuple) else (point,)
        value = rounded(f(*(mpf(x) for x in point)))
        print(*(bits(x) for x in point), bits(value))

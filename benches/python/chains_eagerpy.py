"""The chains in EagerPy: its tensors in, one of them or a tuple out."""

import eagerpy as ep


def axpy(x, y):
    return 2.5 * x + y


def bias_relu(x, b):
    return ep.maximum(x + b, 0)


def gelu(x):
    return 0.5 * x * (1 + ep.tanh(0.7978845608 * (x + 0.044715 * x * x * x)))


def swiglu(x, y):
    # EagerPy has no sigmoid.
    return x / (1 + ep.exp(-x)) * y


def pgd_step(x, x0, g):
    # Its clip takes numbers alone.
    step = ep.minimum(ep.maximum(x + 0.01 * ep.sign(g), x0 - 0.03), x0 + 0.03)
    return ep.clip(step, 0, 1)


def adam(p, g, m, v):
    m2 = 0.9 * m + 0.1 * g
    v2 = 0.999 * v + 0.001 * g * g
    return p - 0.001 * m2 / (ep.sqrt(v2) + 1e-8), m2, v2


def mse(x, y):
    return ep.square(x - y).mean()


def huber(x, y):
    d = ep.abs(x - y)
    return ep.where(d < 1, 0.5 * d * d, d - 0.5).mean()


def l2_norm(x):
    return x.norms.l2()


def softmax(x):
    return ep.softmax(x, axis=-1)


def crossentropy(x, labels):
    return ep.crossentropy(x, labels).mean()


def layer_norm(x, w, b):
    centred = x - x.mean(axis=-1, keepdims=True)
    variance = ep.square(centred).mean(axis=-1, keepdims=True)
    return centred / ep.sqrt(variance + 1e-5) * w + b


def network(x, w1, b1, w2, b2, w3, b3):
    h = ep.maximum(x.matmul(w1) + b1, 0)
    h = ep.maximum(h.matmul(w2) + b2, 0)
    return h.matmul(w3) + b3

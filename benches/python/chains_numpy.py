"""The chains in NumPy: arrays in, an array or a tuple of arrays out.

With f32 arrays they are a contestant, with f64 arrays the reference for all others.
"""

import numpy as np


def axpy(x, y):
    return 2.5 * x + y


def bias_relu(x, b):
    return np.maximum(x + b, 0)


def gelu(x):
    return 0.5 * x * (1 + np.tanh(0.7978845608 * (x + 0.044715 * x * x * x)))


def swiglu(x, y):
    return x / (1 + np.exp(-x)) * y


def pgd_step(x, x0, g):
    return np.clip(np.clip(x + 0.01 * np.sign(g), x0 - 0.03, x0 + 0.03), 0, 1)


def adam(p, g, m, v):
    m2 = 0.9 * m + 0.1 * g
    v2 = 0.999 * v + 0.001 * g * g
    return p - 0.001 * m2 / (np.sqrt(v2) + 1e-8), m2, v2


def mse(x, y):
    return np.mean((x - y) ** 2)


def huber(x, y):
    d = np.abs(x - y)
    return np.mean(np.where(d < 1, 0.5 * d * d, d - 0.5))


def l2_norm(x):
    return np.sqrt(np.sum(x * x))


def softmax(x):
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def crossentropy(x, labels):
    top = x.max(axis=-1)
    sums = np.exp(x - top[:, None]).sum(axis=-1)
    return np.mean(np.log(sums) + top - x[np.arange(len(labels)), labels])


def layer_norm(x, w, b):
    centred = x - x.mean(axis=-1, keepdims=True)
    variance = np.mean(centred * centred, axis=-1, keepdims=True)
    return centred / np.sqrt(variance + 1e-5) * w + b


def network(x, w1, b1, w2, b2, w3, b3):
    h = np.maximum(x @ w1 + b1, 0)
    h = np.maximum(h @ w2 + b2, 0)
    return h @ w3 + b3

"""The chains in JAX, to be compiled by `jax.jit`: arrays in, an array or a tuple of arrays out."""

import jax
import jax.numpy as jnp


def axpy(x, y):
    return 2.5 * x + y


def bias_relu(x, b):
    return jax.nn.relu(x + b)


def gelu(x):
    return jax.nn.gelu(x, approximate=True)


def swiglu(x, y):
    return jax.nn.silu(x) * y


def pgd_step(x, x0, g):
    return jnp.clip(jnp.clip(x + 0.01 * jnp.sign(g), x0 - 0.03, x0 + 0.03), 0, 1)


def adam(p, g, m, v):
    m2 = 0.9 * m + 0.1 * g
    v2 = 0.999 * v + 0.001 * g * g
    return p - 0.001 * m2 / (jnp.sqrt(v2) + 1e-8), m2, v2


def mse(x, y):
    return jnp.mean((x - y) ** 2)


def huber(x, y):
    d = jnp.abs(x - y)
    return jnp.mean(jnp.where(d < 1, 0.5 * d * d, d - 0.5))


def l2_norm(x):
    return jnp.linalg.norm(x)


def softmax(x):
    return jax.nn.softmax(x, axis=-1)


def crossentropy(x, labels):
    chosen = jnp.take_along_axis(x, labels[:, None], axis=-1)[:, 0]
    return jnp.mean(jax.nn.logsumexp(x, axis=-1) - chosen)


def layer_norm(x, w, b):
    mean = jnp.mean(x, axis=-1, keepdims=True)
    variance = jnp.var(x, axis=-1, keepdims=True)
    return (x - mean) * jax.lax.rsqrt(variance + 1e-5) * w + b


def network(x, w1, b1, w2, b2, w3, b3):
    h = jax.nn.relu(x @ w1 + b1)
    h = jax.nn.relu(h @ w2 + b2)
    return h @ w3 + b3

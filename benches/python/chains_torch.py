"""The chains in PyTorch: tensors in, a tensor or a tuple of tensors out.

Two dictionaries by the names of the cases: `CHAINS` is each chain written out, `OPS` is PyTorch's
own operation where it has one.
"""

import torch
import torch.nn.functional as F


def axpy(x, y):
    return 2.5 * x + y


def bias_relu(x, b):
    return torch.relu(x + b)


def gelu(x):
    return 0.5 * x * (1 + torch.tanh(0.7978845608 * (x + 0.044715 * x * x * x)))


def swiglu(x, y):
    return x * torch.sigmoid(x) * y


def pgd_step(x, x0, g):
    step = torch.clamp(x + 0.01 * torch.sign(g), x0 - 0.03, x0 + 0.03)
    return torch.clamp(step, 0, 1)


def adam(p, g, m, v):
    m2 = 0.9 * m + 0.1 * g
    v2 = 0.999 * v + 0.001 * g * g
    return p - 0.001 * m2 / (torch.sqrt(v2) + 1e-8), m2, v2


def mse(x, y):
    return ((x - y) ** 2).mean()


def huber(x, y):
    d = (x - y).abs()
    return torch.where(d < 1, 0.5 * d * d, d - 0.5).mean()


def l2_norm(x):
    return torch.sqrt((x * x).sum())


def softmax(x):
    e = torch.exp(x - x.amax(dim=-1, keepdim=True))
    return e / e.sum(dim=-1, keepdim=True)


def crossentropy(x, labels):
    chosen = x.gather(1, labels[:, None]).squeeze(1)
    return (torch.logsumexp(x, dim=-1) - chosen).mean()


def layer_norm(x, w, b):
    centred = x - x.mean(dim=-1, keepdim=True)
    variance = (centred * centred).mean(dim=-1, keepdim=True)
    return centred * torch.rsqrt(variance + 1e-5) * w + b


def network(x, w1, b1, w2, b2, w3, b3):
    h = torch.relu(x @ w1 + b1)
    h = torch.relu(h @ w2 + b2)
    return h @ w3 + b3


def network_op(x, w1, b1, w2, b2, w3, b3):
    # A linear layer has its weights transposed; a view costs no copy.
    h = torch.relu(F.linear(x, w1.T, b1))
    h = torch.relu(F.linear(h, w2.T, b2))
    return F.linear(h, w3.T, b3)


CHAINS = {
    chain.__name__: chain
    for chain in (
        axpy,
        bias_relu,
        gelu,
        swiglu,
        pgd_step,
        adam,
        mse,
        huber,
        l2_norm,
        softmax,
        crossentropy,
        layer_norm,
        network,
    )
}

OPS = {
    "axpy": lambda x, y: torch.add(y, x, alpha=2.5),
    "gelu": lambda x: F.gelu(x, approximate="tanh"),
    "swiglu": lambda x, y: F.silu(x) * y,
    "mse": F.mse_loss,
    "huber": F.huber_loss,
    "l2_norm": torch.linalg.vector_norm,
    "softmax": lambda x: F.softmax(x, dim=-1),
    "crossentropy": F.cross_entropy,
    "layer_norm": lambda x, w, b: F.layer_norm(x, w.shape, w, b, 1e-5),
    "network": network_op,
}

# The most elements of an operation that is off the reference with more: this one adds up its
# squares one by one in f32.
MOST = {"l2_norm": 1048576}

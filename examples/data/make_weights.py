"""Train the softmax classifier stored in softmax_weights.csv and print the
reference figures quoted in README.md.

Needs numpy only. Run it from anywhere:

    python make_weights.py            # rewrite softmax_weights.csv, print figures
    python make_weights.py --check    # retrain, compare with the file, write nothing
"""

import pathlib
import sys

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
DATA = HERE / "digits.csv"
WEIGHTS = HERE / "softmax_weights.csv"

N_TRAIN = 1200
N_CLASSES = 10
EPS = 1e-3  # added to the standard deviation
L2 = 1e-2  # loss term: L2 / 2 * sum(w ** 2); the bias is not penalised
TOL = 1e-12  # stop when no gradient entry is larger than this
SNAP = 1e-8  # smaller values are round-off around an exact zero
K = 3


def load():
    rows = np.loadtxt(DATA, delimiter=",", dtype=np.int64)
    assert rows.shape == (1797, 65)
    assert rows[:, :64].min() == 0 and rows[:, :64].max() == 16
    assert sorted(set(rows[:, 64])) == list(range(N_CLASSES))
    # k / 16 is exact in float32, so the cast to float64 loses nothing.
    x = (rows[:, :64].astype(np.float32) / np.float32(16)).astype(np.float64)
    return x, rows[:, 64]


def standardise(x):
    return (x - x.mean(axis=0)) / (x.std(axis=0) + EPS)


def log_softmax(a):
    a = a - a.max(axis=1, keepdims=True)
    return a - np.log(np.exp(a).sum(axis=1, keepdims=True))


def cross_entropy(z, y, w, b):
    return -log_softmax(z @ w + b)[np.arange(len(y)), y].mean()


def train(z, y):
    """Full-batch gradient descent with Nesterov momentum and a fixed step."""
    n = len(y)
    za = np.hstack([z, np.ones((n, 1))])
    target = np.eye(N_CLASSES)[y]
    penalty = np.full((za.shape[1], 1), L2)
    penalty[-1] = 0.0
    # The softmax Hessian is at most 1/2, which bounds the loss's curvature.
    step = 1.0 / (0.5 * np.linalg.eigvalsh(za.T @ za / n)[-1] + L2)
    root = np.sqrt(step * L2)
    momentum = (1.0 - root) / (1.0 + root)
    p = look = np.zeros((za.shape[1], N_CLASSES))
    for it in range(1, 100_001):
        grad = za.T @ (np.exp(log_softmax(za @ look)) - target) / n + penalty * look
        if np.abs(grad).max() < TOL:
            p = look
            break
        new = look - step * grad
        look = new + momentum * (new - p)
        p = new
    else:
        raise SystemExit("did not converge")
    loss = cross_entropy(z, y, p[:-1], p[-1]) + L2 / 2 * (p[:-1] ** 2).sum()
    print(f"training: {it} iterations, max |gradient| {np.abs(grad).max():.1e}, loss {loss:.10f}")
    return p


def text(v):
    """Five significant digits, plain decimal notation."""
    if abs(v) < SNAP:
        return "0"
    return np.format_float_positional(float(f"{v:.4e}"), trim="-")


def knn(z_train, y_train, z_test):
    d = ((z_test[:, None, :] - z_train[None, :, :]) ** 2).sum(axis=2)
    order = np.argsort(d, axis=1, kind="stable")
    votes = np.eye(N_CLASSES)[y_train[order[:, :K]]].sum(axis=1)
    s = np.take_along_axis(d, order[:, : K + 1], axis=1)
    gap = ((s[:, K] - s[:, K - 1]) / s[:, K]).min()
    tied = int(((votes == votes.max(axis=1, keepdims=True)).sum(axis=1) > 1).sum())
    return votes.argmax(axis=1), gap, tied


def main():
    x, y = load()
    z = standardise(x)
    zt, yt, zs, ys = z[:N_TRAIN], y[:N_TRAIN], z[N_TRAIN:], y[N_TRAIN:]

    p = train(zt, yt)
    out = "".join(",".join(text(v) for v in row) + "\n" for row in p)
    if "--check" in sys.argv[1:]:
        same = WEIGHTS.read_text() == out
        print("softmax_weights.csv", "matches" if same else "DIFFERS")
        if not same:
            raise SystemExit(1)
    else:
        WEIGHTS.write_text(out, newline="\n")

    # Everything below uses the rounded weights, as the example does.
    p = np.loadtxt(WEIGHTS, delimiter=",")
    w, b = p[:-1], p[-1]
    for name, zz, yy in (("train", zt, yt), ("test", zs, ys)):
        logits = zz @ w + b
        ok = int((logits.argmax(axis=1) == yy).sum())
        top = np.sort(logits, axis=1)
        print(f"softmax {name} accuracy: {ok}/{len(yy)} = {ok / len(yy):.10f}")
        print(f"softmax {name} mean cross-entropy: {cross_entropy(zz, yy, w, b):.10f}")
        print(f"softmax {name} smallest gap between the top two logits: {(top[:, -1] - top[:, -2]).min():.3e}")

    pred, gap, tied = knn(zt, yt, zs)
    ok = int((pred == ys).sum())
    print(f"{K}-NN test accuracy: {ok}/{len(ys)} = {ok / len(ys):.10f}")
    print(f"{K}-NN rows with a tied vote: {tied}; smallest relative gap, neighbour {K} to {K + 1}: {gap:.3e}")

    c = z - z.mean(axis=0)
    values = np.linalg.eigh(c.T @ c / len(c))[0][::-1]
    total = values.sum()
    print(f"PCA total variance: {total:.10f}")
    for i in range(3):
        print(f"PCA component {i + 1}: variance {values[i]:.10f}, fraction {values[i] / total:.10f}")
    print(f"PCA components 1 + 2: fraction {values[:2].sum() / total:.10f}")


if __name__ == "__main__":
    main()

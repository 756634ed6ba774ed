"""Cases, the peers that answer them, and the file format.

In: cases without answers, from the other modules. Out: JSON as described in ../conformance/README.md.

An answer is never written down here. Each case goes to every peer; what at least two of them give, within the
tolerance of the operation, is the answer. Where they differ, a case is dropped unless it names the rule that decides.
"""

import json
import math
import warnings
from collections import Counter
from dataclasses import dataclass, field
from typing import Callable

import numpy as np
import torch

TYPES = {
    "f32": np.float32,
    "f64": np.float64,
    "i32": np.int32,
    "i64": np.int64,
    "u8": np.uint8,
    "bool": np.bool_,
    "f16": np.float16,
}
NAMES = {np.dtype(t): name for name, t in TYPES.items()}
# The data has no unsigned type but u8; NumPy's wide sums of u8 hold what an i64 holds.
NAMES |= {np.dtype(np.uint64): "i64", np.dtype(np.uint32): "i64"}

FLOATS = ("f32", "f64", "f16", "bf16")


@dataclass
class Tensor:
    """An input. bf16 has no NumPy type: its values are kept in f32, which holds them exactly."""

    array: np.ndarray
    layout: str | None = None
    type: str | None = None

    def __post_init__(self):
        self.array = np.asarray(self.array)
        self.type = self.type or NAMES[self.array.dtype]


@dataclass
class Case:
    """A question. `error`, `rule` and `answer` are the three ways in which it may say what is right by itself.

    `error`: the kind of mistake; that the peers refuse it is checked all the same.
    `rule`: (peer, reason): whom to believe if the peers differ; (None, reason) with `error` if they do not refuse.
    `answer`: computes the outputs by a rule that overrides the peers; `note` has to say which.
    `sift`: the inputs are vectors of equal length and the operation goes by element, so places where no other peer
    gives what NumPy gives are taken out instead of the whole case.
    """

    args: dict = field(default_factory=dict)
    inputs: list = field(default_factory=list)
    note: str | None = None
    error: str | None = None
    rule: tuple | None = None
    answer: Callable | None = None
    sift: bool = False
    tolerance: str | None = None

    def __post_init__(self):
        self.inputs = [x if isinstance(x, Tensor) else Tensor(x) for x in self.inputs]


@dataclass
class Op:
    """An operation: how the peers spell it, and the cases. A peer gets (tensors, args)."""

    name: str
    family: str
    doc: str
    numpy: Callable
    torch: Callable
    cases: Callable
    tolerance: str = "exact"
    composed: tuple = ()
    # Operations whose zeros have a sign that all peers give.
    signed: bool = False
    # How many terms make one element of the output, for the rounding errors of long sums.
    terms: Callable | None = None
    # More peers, by name.
    others: dict = field(default_factory=dict)
    # The file; several files may ask for one operation.
    file: str | None = None


OPS: dict[str, Op] = {}


def op(*args, **kwargs):
    made = Op(*args, **kwargs)
    made.file = made.file or made.name
    if made.file in OPS:
        raise ValueError(f"{made.file} twice")
    OPS[made.file] = made
    return made


def number(value):
    """A scalar as the format spells it: infinities and NaN are strings."""
    return float(value) if isinstance(value, str) else value


# --- Tolerances ---------------------------------------------------------------------------------------------

# (relative, absolute) of f32 and f64. An absolute part that is "scaled" grows with the inputs and the length of sums.
LEVELS = {
    "exact": {"f32": (0.0, 0.0), "f64": (0.0, 0.0)},
    "elementwise": {"f32": (4e-6, 1.2e-38), "f64": (1e-13, 2.3e-308)},
    # Frameworks take 1 + erf: as many digits as an f32 or f64 near 1 has, times x.
    "gelu": {"f32": (1e-5, 1e-6), "f64": (1e-13, 2e-15)},
    "softmax": {"f32": (2e-5, 1e-12), "f64": (1e-12, 1e-30)},
    "sum": {"f32": (1e-5, 1e-6), "f64": (1e-12, 1e-15)},
    "norm": {"f32": (2e-5, 1e-5), "f64": (1e-11, 1e-14)},
    "linalg": {"f32": (3e-4, 1e-5), "f64": (1e-9, 1e-12)},
    # Two units in the last place of a half precision number, and of its smallest ones.
    "half": {"f16": (2.0**-9, 2.0**-23), "bf16": (2.0**-6, 2.0**-125)},
}
SCALED = {"sum", "norm", "linalg"}


def shorten(value):
    return float(f"{value:.1e}")


def tolerance(made, case, outputs):
    level = case.tolerance or made.tolerance
    floats = [name for name, _ in outputs if name in FLOATS]
    if not floats or level == "exact":
        return 0.0, 0.0
    # Outputs of several types do not occur; the first float decides.
    relative, absolute = LEVELS[level][floats[0]]
    if level in SCALED:
        largest = 1.0
        for x in case.inputs:
            if x.type in FLOATS and x.array.size:
                finite = np.abs(x.array[np.isfinite(x.array)].astype(np.float64))
                largest = max(largest, finite.max(initial=0.0))
        terms = made.terms(case, outputs) if made.terms else 1
        absolute *= largest * max(1.0, math.sqrt(terms / 16))
    return relative, shorten(absolute)


# --- Peers --------------------------------------------------------------------------------------------------

TORCH_TYPES = {
    "f32": torch.float32,
    "f64": torch.float64,
    "i32": torch.int32,
    "i64": torch.int64,
    "u8": torch.uint8,
    "bool": torch.bool,
    "f16": torch.float16,
    "bf16": torch.bfloat16,
}
TORCH_NAMES = {t: name for name, t in TORCH_TYPES.items()}


def to_torch(x):
    return torch.from_numpy(x.array.copy()).to(TORCH_TYPES[x.type])


def plain(result):
    """Outputs as a list of (type, array), and whether there were several."""
    several = isinstance(result, (list, tuple))
    outputs = []
    for x in result if several else [result]:
        if isinstance(x, torch.Tensor):
            name = TORCH_NAMES[x.dtype]
            x = x.detach().resolve_conj().resolve_neg()
            outputs.append((name, (x.float() if name == "bf16" else x).contiguous().numpy()))
        elif isinstance(x, Tensor):
            outputs.append((x.type, x.array))
        else:
            x = np.asarray(x)
            outputs.append((NAMES[x.dtype], x.astype(np.int64) if x.dtype.kind == "u" and x.itemsize > 1 else x))
    return outputs, several


def ask(function, tensors, args):
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        return plain(function(tensors, args))


def close(a, b, relative, absolute):
    """Where two arrays of one shape agree."""
    if a.dtype.kind != "f" and b.dtype.kind != "f":
        return a == b
    a, b = a.astype(np.float64), b.astype(np.float64)
    with np.errstate(all="ignore"):
        near = np.abs(a - b) <= absolute + relative * np.abs(b)
    finite = np.isfinite(a) & np.isfinite(b)
    return np.where(finite, near, (a == b) | (np.isnan(a) & np.isnan(b)))


class Judge:
    """Asks the peers of one operation."""

    def __init__(self, made):
        self.made = made
        self.peers = {"numpy": made.numpy, "torch": made.torch} | made.others
        self.dropped = Counter()
        self.sifted = 0

    def tensors(self, peer, case):
        return [to_torch(x) if peer == "torch" else x.array for x in case.inputs]

    def limits(self, case, a, b):
        """The tolerance between two answers: that of the coarser type."""
        pick = a if any(name == "f32" for name, _ in a) else b
        return tolerance(self.made, case, pick)

    def agree(self, case, a, b):
        if len(a) != len(b) or any(x.shape != y.shape for (_, x), (_, y) in zip(a, b)):
            return False
        limits = self.limits(case, a, b)
        return all(bool(np.all(close(x, y, *limits))) for (_, x), (_, y) in zip(a, b))

    def answers(self, case):
        answers, raised, several = {}, {}, False
        for peer, function in self.peers.items():
            try:
                answers[peer], many = ask(function, self.tensors(peer, case), case.args)
                several |= many
            except Exception as error:  # Every way to refuse counts; the generator names the kind.
                raised[peer] = f"{type(error).__name__}: {error}"
        return answers, raised, several

    def sift(self, case):
        answers, _, _ = self.answers(case)
        if len(answers) < 2:
            return case
        first, *rest = answers.values()
        x = first[0][1]
        if x.ndim != 1 or any(other[0][1].shape != x.shape for other in rest):
            return case
        keep = np.any([close(other[0][1], x, *self.limits(case, first, other)) for other in rest], axis=0)
        if keep.all():
            return case
        self.sifted += int((~keep).sum())
        length = len(keep)
        inputs = [Tensor(x.array[keep], x.layout, x.type) if x.array.shape == (length,) else x for x in case.inputs]
        return Case(case.args, inputs, case.note, tolerance=case.tolerance)

    def drop(self, case, why):
        shapes = ", ".join(f"{x.type}{list(x.array.shape)}" for x in case.inputs)
        self.dropped[f"{why}: {json.dumps(case.args)[:100]} {shapes} ({case.note})"] += 1

    def record(self, case):
        """The case with its answer, or None."""
        if case.sift:
            case = self.sift(case)
        answers, raised, several = self.answers(case)
        made = {"args": case.args, "inputs": case.inputs, "note": case.note}
        if case.error:
            if len(raised) < 2 and not case.rule:
                return self.drop(case, f"only {list(raised)} refuse")
            if case.rule:
                made["note"] = f"{case.note}: {case.rule[1]}" if case.note else case.rule[1]
            return made | {"expect": {"error": case.error}, "rtol": 0, "atol": 0, "agree": list(raised)}

        if case.answer:
            outputs, several = ask(case.answer, [x.array for x in case.inputs], case.args)
            agree = [p for p, a in answers.items() if self.agree(case, a, outputs)]
        else:
            agree, outputs = [], None
            for peer in answers:
                group = [p for p in answers if self.agree(case, answers[p], answers[peer])]
                if len(group) > max(1, len(agree)):
                    agree, outputs = group, answers[peer]
            if outputs is None and case.rule and case.rule[0] in answers:
                outputs, agree = answers[case.rule[0]], [case.rule[0]]
                made["note"] = f"{case.note}: {case.rule[1]}" if case.note else case.rule[1]
            if outputs is None:
                why = "peers refuse" if raised else "peers differ"
                return self.drop(case, f"{why} {' | '.join(raised.values())[:200]}")
        relative, absolute = tolerance(self.made, case, outputs)
        if relative and len(agree) > 1 and not case.answer:
            outputs = self.finer(case, outputs)
        made |= {"expect": outputs, "several": several, "rtol": relative, "atol": absolute, "agree": agree}
        types = [name for name, _ in outputs]
        differs = {p: [n for n, _ in answers[p]] for p in agree if p in answers}
        differs = {p: names if several else names[0] for p, names in differs.items() if names != types}
        if differs:
            made["dtype_differs"] = differs
        if raised:
            made["raises"] = list(raised)
        if self.made.signed and len(agree) > 1 and self.signs(outputs, [answers[p] for p in agree]):
            made["signed_zero"] = True
        return made

    def finer(self, case, outputs):
        """f32 outputs as NumPy has them in f64: with no rounding errors but one. Kept if they are the same answer."""
        if not any(name == "f32" for name, _ in outputs):
            return outputs
        wide = [x.array.astype(np.float64) if x.type == "f32" else x.array for x in case.inputs]
        try:
            fine, _ = ask(self.made.numpy, wide, case.args)
        except Exception:
            return outputs
        with np.errstate(all="ignore"):
            fine = [
                (name, y.astype(np.float32) if name == "f32" and y.dtype == np.float64 else y)
                for (name, _), (_, y) in zip(outputs, fine)
            ]
        return fine if self.agree(case, fine, outputs) else outputs

    @staticmethod
    def signs(outputs, answers):
        """Do all give the same signs of zeros, and is one of these negative?"""
        negative = False
        for i, (name, x) in enumerate(outputs):
            if name not in FLOATS:
                continue
            zero = x == 0
            negative |= bool(np.any(np.signbit(x[zero])))
            if any(np.any(np.signbit(x[zero]) != np.signbit(a[i][1][zero])) for a in answers):
                return False
        return negative


# --- Writing ------------------------------------------------------------------------------------------------


def spelled(value, name):
    """An element as JSON."""
    if name == "bool":
        return "true" if value else "false"
    if name not in FLOATS:
        return str(int(value))
    if math.isnan(value):
        return '"nan"'
    if math.isinf(value):
        return '"inf"' if value > 0 else '"-inf"'
    if name == "bf16":
        # Three digits tell most neighbours apart; the loop ends where reading gives the number back.
        exact = torch.tensor(float(value)).bfloat16()
        for digits in range(1, 10):
            text = f"{float(value):.{digits}g}"
            if bool(torch.tensor(float(text), dtype=torch.float32).bfloat16() == exact):
                break
        return repr(float(text))
    return repr(float(str(value)))


def tensor_json(name, array, layout=None):
    data = ",".join(spelled(v, name) for v in array.reshape(-1))
    extra = f',"layout":"{layout}"' if layout else ""
    return f'{{"dtype":"{name}","shape":{json.dumps(list(array.shape))},"data":[{data}]{extra}}}'


def case_json(ident, name, made):
    inputs = ",".join(tensor_json(x.type, x.array, x.layout) for x in made["inputs"])
    expect = made["expect"]
    if isinstance(expect, dict):
        text = json.dumps(expect)
    else:
        text = ",".join(tensor_json(*x) for x in expect)
        text = f"[{text}]" if made["several"] else text
    parts = [f'"id":"{ident}","op":"{name}","args":{json.dumps(made["args"])},"inputs":[{inputs}]']
    if made.get("note"):
        parts.append(f'"note":{json.dumps(made["note"])}')
    parts.append(f'"expect":{text},"rtol":{made["rtol"]!r},"atol":{made["atol"]!r}')
    for key in ("agree", "dtype_differs", "raises", "signed_zero"):
        if key in made:
            parts.append(f'"{key}":{json.dumps(made[key])}')
    return "{" + ",".join(parts) + "}"


def file_json(made, records, prefix):
    head = [
        f'"op":"{made.file}"',
        f'"family":"{made.family}"',
        f'"doc":{json.dumps(made.doc)}',
        f'"peers":{json.dumps(["numpy", "torch", *made.others])}',
    ]
    if made.composed:
        head.append(f'"composed":{json.dumps(list(made.composed))}')
    lines = [case_json(f"{made.file}-{prefix}{i:03}", made.name, r) for i, r in enumerate(records, 1)]
    return "{\n" + ",\n".join(head) + ',\n"cases":[\n' + ",\n".join(lines) + "\n]}\n"

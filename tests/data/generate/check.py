"""Holds the peers' spelling of every operation against data with known answers.

In: a folder of conformance data. Out: the cases to which a peer here answers otherwise. The peers differ on some of
what is in `divergences.json`, which is not read; all other cases should have the recorded answer from NumPy and from
torch, unless the record itself says that one of them differs or refuses.
"""

import argparse
import importlib
import json
import sys
from pathlib import Path

import numpy as np

import core
from generate import MODULES


def tensor(record):
    data = [float(x) if isinstance(x, str) else x for x in record["data"]]
    return core.Tensor(np.array(data, core.TYPES[record["dtype"]]).reshape(record["shape"]))


def limits(judge, case, record, got):
    """The record's tolerance, or that of f32 where this peer answers in f32 and the record is in f64."""
    here = core.tolerance(judge.made, case, got)
    return max(record["rtol"], here[0]), max(record["atol"], here[1])


def wrong(judge, record):
    """What is wrong with each peer's answer."""
    expect = record["expect"]
    case = core.Case(record["args"], [tensor(x) for x in record["inputs"]])
    answers, raised, _ = judge.answers(case)
    for peer in ("numpy", "torch"):
        if peer not in record["agree"]:
            continue
        if "error" in expect:
            if peer not in raised:
                yield f"{peer} does not refuse"
            continue
        right = [tensor(x) for x in (expect if isinstance(expect, list) else [expect])]
        if peer in raised:
            yield f"{peer}: {raised[peer][:200]}"
            continue
        got = answers[peer]
        if [a.shape for _, a in got] != [t.array.shape for t in right]:
            yield f"{peer}: shapes {[a.shape for _, a in got]}, not {[t.array.shape for t in right]}"
        elif not all(
            core.close(a, t.array, *limits(judge, case, record, got)).all() for (_, a), t in zip(got, right)
        ):
            yield f"{peer}: {[a.tolist() for _, a in got]}, not {[t.array.tolist() for t in right]}"[:300]
        elif (
            peer == "numpy"
            and [n for n, _ in got] != [t.type for t in right]
            and peer not in record.get("dtype_differs", {})
        ):
            yield f"{peer}: types {[n for n, _ in got]}, not {[t.type for t in right]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    asked = parser.parse_args()
    for module in MODULES:
        importlib.import_module(module)
    cases = bad = 0
    for name in sorted(core.OPS):
        path = asked.data / f"{name}.json"
        if not path.exists():
            continue
        judge = core.Judge(core.OPS[name])
        for record in json.loads(path.read_text())["cases"]:
            cases += 1
            for why in wrong(judge, record):
                bad += 1
                print(f"{record['id']} {json.dumps(record['args'])}: {why}")
    print(f"{cases} cases, {bad} answers that differ")
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())

"""Writes conformance data: a file for each operation.

In: a seed. Out: a folder of JSON, the same for the same seed and the same versions of the peers.
"""

import argparse
import importlib
import sys
import time
from pathlib import Path

import numpy as np
import torch

import core
from values import Values

MODULES = ("elementwise", "reductions", "ordering", "layout", "creation", "indexing", "linear", "network", "adjoint", "half")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=7, help="of all random numbers; it is part of the cases' names")
    parser.add_argument("--out", type=Path, required=True, help="the folder for the files")
    parser.add_argument("--op", help="only this operation")
    parser.add_argument("--verbose", action="store_true", help="say which cases were dropped")
    asked = parser.parse_args()
    # Sums by several threads are not the same from run to run.
    torch.set_num_threads(1)
    for module in MODULES:
        importlib.import_module(module)
    unknown = asked.op and asked.op not in core.OPS
    if unknown:
        parser.error(f"no operation {asked.op}; there are {', '.join(sorted(core.OPS))}")
    asked.out.mkdir(parents=True, exist_ok=True)
    print(f"numpy {np.__version__}, torch {torch.__version__}, seed {asked.seed}")
    totals = [0, 0, 0, 0]
    for name in sorted(core.OPS):
        if asked.op and name != asked.op:
            continue
        began = time.time()
        made = core.OPS[name]
        judge = core.Judge(made)
        records = [r for case in made.cases(Values(asked.seed, name)) if (r := judge.record(case))]
        text = core.file_json(made, records, f"n{asked.seed}-")
        (asked.out / f"{name}.json").write_text(text)
        dropped = sum(judge.dropped.values())
        errors = sum(isinstance(r["expect"], dict) for r in records)
        print(
            f"{name:35} {len(records):4} cases {errors:3} errors {dropped:3} dropped "
            f"{judge.sifted:4} elements sifted {len(text) / 1024:7.0f} KiB {time.time() - began:5.1f} s"
        )
        for why, count in judge.dropped.items() if asked.verbose else ():
            print(f"    {count} x {why}")
        totals = [a + b for a, b in zip(totals, (1, len(records), dropped, len(text)))]
    print("{} files, {} cases, {} dropped, {:.1f} MiB".format(*totals[:3], totals[3] / 2**20))
    return 0


if __name__ == "__main__":
    sys.exit(main())

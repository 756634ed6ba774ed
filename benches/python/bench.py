"""The chains of the benchmark suite in the frameworks of Python.

In: `bench.py [--filter NAME,...] [--sizes N,...] [--threads T] [--rounds N] [--quick]`. The filter
takes parts of names of cases; the sizes are numbers of elements (`network` has one of its own).

Out: one JSON object a line and contestant, {"case", "n", "contestant", "threads", "ns", "low",
"high"}: the median and the quartiles of the nanoseconds of one call. Progress goes to standard
error. A contestant whose result is off the reference ends the program with exit code 1.

`install.sh` makes the environment that this runs in.
"""

import argparse
import functools
import gc
import itertools
import json
import os
import sys
import time

SIZES = [16, 1024, 65536, 1048576, 16777216]

# How long a sample takes, and the most calls in one.
SAMPLE_NS = 2_000_000
MOST_CALLS = 2000

# The largest error, as a part of the largest value of the reference.
TOLERANCE = 1e-4

# Each case with the names of its inputs.
CASES = {
    "axpy": "x y",
    "bias_relu": "rows b",
    "gelu": "x",
    "swiglu": "x y",
    "pgd_step": "x x0 g",
    "adam": "x g m v",
    "mse": "x y",
    "huber": "x y",
    "l2_norm": "x",
    "softmax": "rows",
    "crossentropy": "rows labels",
    "layer_norm": "rows w b",
    "network": "input w1 b1 w2 b2 w3 b3",
}

# Cases whose number of elements is not asked for.
OWN_SIZES = {"network": 1}


class Wrong(Exception):
    """A result that is off the reference."""


def parse():
    def positive(text):
        number = int(text)
        if number < 1:
            raise argparse.ArgumentTypeError(f"{number} is not positive")
        return number

    def sizes(text):
        return [positive(part) for part in text.split(",")]

    def names(text):
        return text.split(",")

    parser = argparse.ArgumentParser(description="Benchmarks of the chains in Python's frameworks.")
    parser.add_argument("--filter", type=names, action="extend", help="parts of names of cases")
    parser.add_argument("--sizes", type=sizes, default=SIZES, help="numbers of elements")
    parser.add_argument("--threads", type=positive, default=1)
    parser.add_argument("--rounds", type=positive, help="samples a contestant")
    parser.add_argument("--quick", action="store_true", help="fewer samples")
    options = parser.parse_args()
    options.rounds = options.rounds or (7 if options.quick else 21)
    return options


def limit_threads(threads):
    """Before the frameworks are imported: some of them read these as they are loaded."""
    for name in ("OMP", "MKL", "OPENBLAS", "NUMEXPR"):
        os.environ[f"{name}_NUM_THREADS"] = str(threads)
    # XLA makes a thread for each core that it may use.
    if hasattr(os, "sched_setaffinity"):
        cores = sorted(os.sched_getaffinity(0))
        if threads > len(cores):
            note(f"{threads} threads on {len(cores)} cores")
        os.sched_setaffinity(0, cores[:threads])
    os.environ["JAX_PLATFORMS"] = "cpu"
    # Inductor's processes would load PyTorch the usual way, which needs CUDA (see `load_torch`).
    os.environ["TORCHINDUCTOR_COMPILE_THREADS"] = "1"


def load_torch(threads):
    # The environment has empty files for CUDA's libraries: their symbols must stay unresolved.
    flags = sys.getdlopenflags()
    sys.setdlopenflags(os.RTLD_LAZY)
    import torch

    sys.setdlopenflags(flags)
    torch.set_num_threads(threads)
    torch.set_grad_enabled(False)
    return torch


def note(text):
    print(text, file=sys.stderr, flush=True)


def make_inputs(np, n):
    """All inputs of one size, the same in each run."""
    columns = min(n, 256)
    if n % columns:
        sys.exit(f"bench.py: {n} elements are not full rows of {columns}")
    numbers = np.random.default_rng(n)

    def normal(*shape):
        return numbers.standard_normal(shape, dtype=np.float32)

    x = normal(n)
    inputs = {
        "x": x,
        "rows": x.reshape(n // columns, columns),
        "y": normal(n),
        "g": normal(n),
        "m": normal(n),
        "v": np.abs(normal(n)),
        "x0": numbers.random(n, dtype=np.float32),
        "w": normal(columns),
        "b": normal(columns),
        "labels": numbers.integers(0, columns, n // columns),
    }
    if n in OWN_SIZES.values():
        layers = (6, 64, 8, 4)
        inputs["input"] = normal(1, layers[0])
        for i, (a, b) in enumerate(itertools.pairwise(layers), 1):
            inputs[f"w{i}"] = normal(a, b)
            inputs[f"b{i}"] = normal(b)
    return inputs


class Frameworks:
    """All frameworks, imported once the number of threads is set."""

    def __init__(self, threads):
        import numpy

        self.np = numpy
        self.torch = load_torch(threads)
        import eagerpy
        import jax

        # A call is waited for anyway: the way to another thread and back would be on top.
        jax.config.update("jax_cpu_enable_async_dispatch", False)

        import chains_eagerpy
        import chains_jax
        import chains_numpy
        import chains_torch

        self.ep = eagerpy
        self.jax = jax
        self.in_numpy = chains_numpy
        self.in_torch = chains_torch
        self.in_eagerpy = chains_eagerpy
        self.in_jax = chains_jax

    def contestants(self, case, n, arrays):
        """Pairs of a name and a program without arguments; a program of None does not work here."""
        yield "numpy", functools.partial(getattr(self.in_numpy, case), *arrays)

        tensors = [self.torch.from_numpy(array) for array in arrays]
        chain = self.in_torch.CHAINS[case]
        yield "pytorch eager", functools.partial(chain, *tensors)
        yield "pytorch compile", self.compiled(chain, tensors)
        if case in self.in_torch.OPS and n > self.in_torch.MOST.get(case, n):
            note(f"pytorch op in {case} is not exact enough at {n}")
        elif case in self.in_torch.OPS:
            yield "pytorch op", functools.partial(self.in_torch.OPS[case], *tensors)

        wrapped = self.ep.astensors(*tensors)
        yield "eagerpy on pytorch", functools.partial(getattr(self.in_eagerpy, case), *wrapped)

        # Labels become i32, JAX's own integers.
        device = [self.jax.numpy.asarray(array) for array in arrays]
        jitted = self.jax.jit(getattr(self.in_jax, case))
        if case == "adam":
            yield "jax jit", lambda: [part.block_until_ready() for part in jitted(*device)]
        else:
            yield "jax jit", lambda: jitted(*device).block_until_ready()

    def compiled(self, chain, tensors):
        # Each size is compiled for itself, and there is a limit on how often a function is.
        self.torch._dynamo.reset()
        program = functools.partial(self.torch.compile(chain, dynamic=False), *tensors)
        try:
            program()
        except Exception as error:
            # Such as no compiler for C++ on this machine.
            reason = (str(error).strip().splitlines() or [type(error).__name__])[0]
            note(f"torch.compile does not work here: {reason}")
            return None
        return program

    def on_host(self, result):
        """Results of any framework as a list of arrays in f64."""
        parts = result if isinstance(result, (tuple, list)) else [result]
        raw = [part.raw if isinstance(part, self.ep.Tensor) else part for part in parts]
        return [self.np.asarray(part, dtype=self.np.float64) for part in raw]


def check(np, reference, results):
    if len(results) != len(reference):
        raise Wrong(f"{len(results)} results instead of {len(reference)}")
    for result, expected in zip(results, reference):
        if result.shape != expected.shape:
            raise Wrong(f"shape {result.shape} instead of {expected.shape}")
        error = np.max(np.abs(result - expected))
        largest = np.max(np.abs(expected))
        # Written so that NaN is an error.
        if not error <= TOLERANCE * largest:
            raise Wrong(f"off by {error} where the largest value is {largest}")


def sample(program, calls):
    """Nanoseconds of one call, over as many as given."""
    clock = time.perf_counter_ns
    if calls > 1:
        # The contestant before has filled the caches with its own data.
        program()
    start = clock()
    for _ in itertools.repeat(None, calls):
        program()
    return (clock() - start) / calls


def calls_per_sample(program):
    # The fastest of three: the first calls also fill caches.
    once = max(min(sample(program, 1) for _ in range(3)), 1)
    return min(max(int(SAMPLE_NS / once), 1), MOST_CALLS)


def measure(frameworks, case, n, inputs, options):
    np = frameworks.np
    note(f"{case} {n}")
    arrays = [inputs[name] for name in CASES[case].split()]
    wide = [array.astype(np.float64) if array.dtype == np.float32 else array for array in arrays]
    reference = frameworks.on_host(getattr(frameworks.in_numpy, case)(*wide))
    programs = {}
    for name, program in frameworks.contestants(case, n, arrays):
        if program is None:
            continue
        try:
            check(np, reference, frameworks.on_host(program()))
        except Wrong as error:
            sys.exit(f"bench.py: {name} in {case} at {n}: {error}")
        programs[name] = program, calls_per_sample(program)
    samples = {name: [] for name in programs}
    # As timeit does: a collection would hit one contestant for all.
    gc.collect()
    gc.disable()
    # In turn, so that what else the machine does hits all alike.
    for _ in range(options.rounds):
        for name, (program, calls) in programs.items():
            samples[name].append(sample(program, calls))
    gc.enable()
    for name, times in samples.items():
        times.sort()
        low, ns, high = (times[len(times) * quarters // 4] for quarters in (1, 2, 3))
        result = {"case": case, "n": n, "contestant": name, "threads": options.threads}
        print(json.dumps(result | {"ns": ns, "low": low, "high": high}), flush=True)


def main():
    options = parse()
    limit_threads(options.threads)
    frameworks = Frameworks(options.threads)
    filters = options.filter or [""]
    wanted = [case for case in CASES if any(part in case for part in filters)]
    # One size after the other, so that the inputs are made once for all cases of a size.
    for n in options.sizes:
        cases = [case for case in wanted if case not in OWN_SIZES]
        inputs = make_inputs(frameworks.np, n) if cases else {}
        for case in cases:
            measure(frameworks, case, n, inputs, options)
    for case in wanted:
        if case in OWN_SIZES:
            n = OWN_SIZES[case]
            measure(frameworks, case, n, make_inputs(frameworks.np, n), options)


if __name__ == "__main__":
    main()

"""How things are measured: emptied caches, medians of processor time, and a program watched from outside."""

import functools
import gc
import json
import subprocess
import sys
from collections.abc import Callable
from statistics import median
from time import process_time

import msgspec

ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""The environment that keeps numpy to one thread; it counts only before numpy is imported."""

# Starts the command from a small process: a child's peak memory is never below what its parent had when it was started.
_WATCH = """
import json, resource, subprocess, sys, time
walls = []
for _ in range(int(sys.argv[1])):
    begin = time.perf_counter()
    code = subprocess.run(sys.argv[2:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
    walls.append(time.perf_counter() - begin)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(json.dumps({"code": code, "walls": walls, "cpu": used.ru_utime + used.ru_stime, "peak": used.ru_maxrss}))
"""


class Watched(msgspec.Struct, frozen=True):
    """A command that was run from outside: the median wall time, processor time a run (seconds), peak memory (MiB)."""

    code: int
    wall: float
    cpu: float
    peak: float


def empty_caches() -> int:
    """Empty every ``functools`` cache of Warbench; how many there are."""
    found = [each for each in gc.get_objects() if isinstance(each, functools._lru_cache_wrapper)]  # noqa: SLF001 -- the only name it has
    ours = [each for each in found if str(getattr(each, "__module__", "")).startswith("warbench")]
    for each in ours:
        each.cache_clear()
    return len(ours)


def timed(run: Callable[[], object], runs: int, before: Callable[[], object] | None = None) -> float:
    """The median processor time of ``run`` in seconds, over ``runs`` runs after one that is not counted.

    ``before`` is called in front of each run and not timed. Everything here is one thread, so processor time is the time on an
    idle core, whatever else the machine is doing.
    """
    taken = []
    for _ in range(runs + 1):
        if before is not None:
            before()
        begin = process_time()
        run()
        taken.append(process_time() - begin)
    return median(taken[1:])


def rate(run: Callable[[int], object], seconds: float) -> float:
    """How often a second ``run`` (told how often it ran before) is through: the median of five parts of that time."""
    rates = []
    count = 0
    for _ in range(5):
        begin, first = process_time(), count
        while process_time() - begin < seconds / 5:
            for _ in range(20):
                run(count)
                count += 1
        rates.append((count - first) / (process_time() - begin))
    return median(rates)


def watched(command: list[str], runs: int) -> Watched:
    """Run a command that often and watch it."""
    done = subprocess.run([sys.executable, "-S", "-c", _WATCH, str(runs), *command], check=True, capture_output=True, text=True)
    seen = json.loads(done.stdout)
    unit = 1024 if sys.platform != "darwin" else 1024 * 1024  # ru_maxrss is in kibibytes on Linux, in bytes on macOS
    return Watched(seen["code"], median(seen["walls"]), seen["cpu"] / runs, seen["peak"] / unit)

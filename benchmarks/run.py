"""Measure Warbench and its rivals: ``make bench``, or ``make bench ARGS='--quick --only grid --json'``.

Ratios are taken within one run on one machine; absolute times are for orientation. Nothing here is asserted but the answers: a
rival that says something else than the exact answer is named, and the exit code is 1.
"""

import argparse
import json
import os
import sys
from platform import machine, python_implementation, python_version, system
from typing import Any

from measure import ONE_THREAD

os.environ.update(ONE_THREAD)

import msgspec
import numpy as np
from battle import battles
from cases import CASES, Result
from importing import imports
from workloads import SCENARIOS, check_dice

FORMAT = "warbench-bench-1"
EVERY = {**CASES, "battle": battles, "import": imports}


def main() -> int:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description="Measure Warbench and its rivals on one core.")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--quick", action="store_true", help="fewer runs and smaller workloads, for a first look")
    parser.add_argument("--only", action="append", choices=EVERY, help="only this case (may be repeated)")
    asked = parser.parse_args()
    check_dice()
    results: list[Result] = []
    if not asked.json:
        print(_machine_line())
        for workload in SCENARIOS:
            print(f"  {workload.name}: {workload}")
        print(f"\n{'case':<16} {'program':<20} {'time':>10} {'ratio':>8}  note")
    for name in asked.only or EVERY:
        for result in EVERY[name](quick=asked.quick):
            results.append(result)
            if not asked.json:
                print(_line(result), flush=True)
    if asked.json:
        print(json.dumps(_report(results, quick=asked.quick), indent=2))
    elif any(result.wrong for result in results):
        print("\nAn answer was wrong, or a command failed: see the lines marked !", file=sys.stderr)
    return int(any(result.wrong for result in results))


def _machine() -> dict[str, Any]:
    return {
        "python": f"{python_implementation()} {python_version()}",
        "numpy": np.__version__,
        "system": f"{system()} {machine()}",
        "cpus": os.cpu_count(),
    }


def _machine_line() -> str:
    seen = _machine()
    return f"{seen['python']}, numpy {seen['numpy']}, {seen['system']}, {seen['cpus']} cpus, one thread used"


def _line(result: Result) -> str:
    if result.seconds is not None:
        amount = _seconds(result.seconds)
    elif result.value is not None:
        amount = f"{result.value:,.2f}" if result.value < 100 else f"{result.value:,.0f}"
    else:
        amount = "-"
    ratio = "" if result.ratio is None else f"{result.ratio:,.2f}" if result.ratio >= 0.1 else f"{result.ratio:.4f}"
    note = "; ".join(filter(None, (result.unit, result.note)))
    mark = "! " if result.wrong else ""
    case = result.case if len(result.case) <= 16 else f"{result.case}\n{'':<16}"
    return f"{case:<16} {result.program:<20} {amount:>10} {ratio:>8}  {mark}{note}"


def _seconds(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.2f} {unit}"
    return f"{seconds * 1e6:.0f} us"


def _report(results: list[Result], *, quick: bool) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "quick": quick,
        "machine": _machine(),
        "workloads": {workload.name: str(workload) for workload in SCENARIOS},
        "results": [msgspec.to_builtins(result) for result in results],
    }


if __name__ == "__main__":
    sys.exit(main())

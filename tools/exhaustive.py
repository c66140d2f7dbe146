"""Play until every rule object has fired: ``python tools/exhaustive.py --battles 200 --write`` (see warbench.lab.exhaustive).

Prints what never fired and has no reason; the exit code is 1 when there is any.
"""

import argparse
import functools
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from warbench.lab.exhaustive import Found, exhaust, page, random_battles

PAGE = Path(__file__).resolve().parent.parent / "docs/rules/objects.md"
PART = 10


def main() -> int:
    """Play what is asked for."""
    parser = argparse.ArgumentParser(description="Play until every rule object of the battle has fired.")
    parser.add_argument("--battles", type=int, default=100, help="random battles beside the scenarios")
    parser.add_argument("--seed", default="exhaustive")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.name}")
    asked = parser.parse_args()
    parts = [range(start, min(start + PART, asked.battles)) for start in range(0, asked.battles, PART)]
    found: Found = exhaust(())
    with ProcessPoolExecutor(asked.jobs) as pool:
        for part in pool.map(functools.partial(random_battles, seed=asked.seed), parts):
            found.battles += part.battles
            found.times.update(part.times)
    missing = found.missing()
    if asked.write:
        PAGE.write_text(page(found), encoding="utf-8")
    print(f"{found.battles} battles; never fired:", ", ".join(missing) or "nothing")
    return int(bool(missing))


if __name__ == "__main__":
    sys.exit(main())

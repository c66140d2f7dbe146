"""Play many random battles and check them: ``python tools/soak.py 1000 --game heresy3`` (see warbench.lab.proof.soak).

Prints what went wrong and what never fired; the exit code is 1 when anything went wrong.
"""

import argparse
import functools
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed

from warbench.battle.memory import collect_seldom
from warbench.cli.data_library import use_library
from warbench.lab.proof import GAMES
from warbench.lab.proof.soak import Soaked, never, soak
from warbench.muster import army_from_file

PART = 10
_SHOWN = 20


def _begin(lent: bool) -> None:  # noqa: FBT001 -- the only one, for a pool's initializer
    collect_seldom()
    if lent:
        use_library()


def main() -> int:
    """Play what is asked for."""
    parser = argparse.ArgumentParser(description="Play many random battles and check them.")
    parser.add_argument("battles", type=int, nargs="?", default=100)
    parser.add_argument("--game", choices=GAMES, default=GAMES[0])
    parser.add_argument("--first", type=int, default=0, help="the number of the first battle")
    parser.add_argument("--seed", default="soak")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--probes", type=int, default=0, help="random answers a battle at which undo and branch are compared")
    parser.add_argument("--save-every", type=int, default=10, help="of so many battles one is saved and loaded")
    parser.add_argument("--large", action="store_true", help="the larger armies only")
    parser.add_argument("--armies", nargs="+", metavar="FILE", default=(), help="army files of the game: each meets each")
    parser.add_argument("--tally", action="store_true", help="print how often everything fired")
    asked = parser.parse_args()
    play = functools.partial(
        soak,
        asked.game,
        seed=asked.seed,
        probes=asked.probes,
        save_every=asked.save_every,
        large=asked.large,
        armies=[army_from_file(file).army for file in asked.armies],
    )
    numbers = range(asked.first, asked.first + asked.battles)
    parts = [numbers[start : start + PART] for start in range(0, len(numbers), PART)]
    begin = time.perf_counter()
    total = Soaked()
    with ProcessPoolExecutor(asked.jobs, initializer=_begin, initargs=(bool(asked.armies),)) as pool:
        for done in as_completed([pool.submit(play, part) for part in parts]):
            total.add(done.result())
            if sys.stderr.isatty():
                print(f"\r{total.battles} battles, {len(total.faults)} faults", end="", file=sys.stderr, flush=True)
    taken = time.perf_counter() - begin
    rate = total.battles / taken if taken else 0.0
    print(f"{total.battles} battles, {total.answers} answers, {total.events} events, {rate:.2f} battles a second")
    for fault in sorted(total.faults, key=lambda each: each.battle)[:_SHOWN]:
        print(f"battle {fault.battle}: {fault.what}: {fault.text}")
    if len(total.faults) > _SHOWN:
        print(f"and {len(total.faults) - _SHOWN} more faults")
    print("never fired:", ", ".join(never(asked.game, total.fired)) or "nothing")
    if asked.tally:
        for name, times in sorted(total.fired.items()):
            print(f"  {times:>8}  {name}")
    return int(bool(total.faults))


if __name__ == "__main__":
    sys.exit(main())

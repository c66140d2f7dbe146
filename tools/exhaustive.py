"""Play until every rule object has fired: ``python tools/exhaustive.py --game heresy3 --battles 200 --write``.

Prints what never fired and has no reason; the exit code is 1 when there is any. See warbench.lab.proof.exhaustive.
"""

import argparse
import functools
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from warbench.lab.proof import GAMES
from warbench.lab.proof.exhaustive import Found, exhaust, page, random_battles

FOLDER = Path(__file__).resolve().parent.parent / "docs/rules"
PART = 10


def page_of(game: str) -> Path:
    """The page that lists a game's rule objects."""
    return FOLDER / f"objects-{game}.md"


def main() -> int:
    """Play what is asked for."""
    parser = argparse.ArgumentParser(description="Play until every rule object of the battle has fired.")
    parser.add_argument("--game", choices=GAMES, default=GAMES[0])
    parser.add_argument("--battles", type=int, default=100, help="random battles beside the scenarios")
    parser.add_argument("--seed", default="exhaustive")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--write", action="store_true", help="write docs/rules/objects-GAME.md")
    asked = parser.parse_args()
    parts = [range(start, min(start + PART, asked.battles)) for start in range(0, asked.battles, PART)]
    found: Found = exhaust(asked.game, ())
    with ProcessPoolExecutor(asked.jobs) as pool:
        for part in pool.map(functools.partial(random_battles, asked.game, seed=asked.seed), parts):
            found.battles += part.battles
            found.times.update(part.times)
    missing = found.missing()
    if asked.write:
        page_of(asked.game).write_text(page(found), encoding="utf-8")
    print(f"{found.battles} battles; never fired:", ", ".join(missing) or "nothing")
    return int(bool(missing))


if __name__ == "__main__":
    sys.exit(main())

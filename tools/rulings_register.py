"""Write docs/rulings.md from the registers of rulings: each question of the rules, its readings, and the one that holds.

    python tools/rulings_register.py --write
    python tools/rulings_register.py --check

A game's register is `RULINGS` in `warbench.games.<game>.rulings`; nothing else of the program is imported.
"""

import argparse
import importlib
import sys
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from pathlib import Path

from warbench.rules.rulings import Ruling, Rulings

ROOT = Path(__file__).resolve().parent.parent
PAGE = "docs/rulings.md"

_TITLES = {
    "w40k10": "Warhammer 40,000, 10th edition",
    "heresy3": "The Horus Heresy, third edition",
}
_HEAD = """\
# Rulings

`python tools/rulings_register.py --write` writes this page; do not edit it.

Where the rules can be read in more than one way, the reading has a name. The one in **bold** holds unless a scenario's `rulings`
switch it, as in `{"roll-cap": "each"}`; a ruling with one reading has nothing to switch. "Decided in" says which part of the
program decides: the attack with its odds, or the battle, which gives the attack its facts.
"""


class RegisterError(Exception):
    """A register that cannot be shown; the message names the game and the ruling."""


def registers(root: Path = ROOT) -> dict[str, Rulings]:
    """Return each game's register by the game's name, for every game that has one.

    Raises:
        RegisterError: when a game's module has no `RULINGS`.
    """
    found: dict[str, Rulings] = {}
    for path in sorted((root / "src/warbench/games").glob("*/rulings.py")):
        game = path.parent.name
        rulings = getattr(importlib.import_module(f"warbench.games.{game}.rulings"), "RULINGS", None)
        if not isinstance(rulings, Rulings):
            message = f"{game}/rulings.py: found no RULINGS, expected the register of the game"
            raise RegisterError(message)
        found[game] = rulings
    return found


def row(ruling: Ruling) -> str:
    """Return the table row of one ruling."""
    readings = [(f"**{name}**" if name == ruling.default else name, text) for name, text in ruling.readings]
    cells = (
        ruling.id,
        f"`{ruling.name}`",
        ruling.question,
        "<br>".join(f"{name}: {text}" for name, text in readings),
        getattr(ruling, "decided", ""),
    )
    shown = " | ".join(cell.replace("|", r"\|") for cell in cells)
    return f"| {shown} |"


def page(games: Mapping[str, Rulings]) -> str:
    """Return the whole page.

    Raises:
        RegisterError: for an id or a name that is there twice, or a default that is none of the readings.
    """
    lines = [_HEAD.rstrip()]
    for game, rulings in games.items():
        ids = [ruling.id for ruling in rulings]
        for ruling in rulings:
            if ids.count(ruling.id) > 1:
                message = f"{game}: found the id {ruling.id} twice, expected every id once"
                raise RegisterError(message)
            if ruling.default not in ruling.choices:
                message = f"{game}: {ruling.name}: found the default {ruling.default!r}, expected one of {ruling.choices}"
                raise RegisterError(message)
        lines += ["", f"## {_TITLES.get(game, game)}"]
        lines += ["", "| id | name | question | readings | decided in |", "|---|---|---|---|---|"]
        lines += [row(ruling) for ruling in rulings]
    return "\n".join(lines) + "\n"


def differs(path: Path, wanted: str) -> int | None:
    """Return the first line in which the file differs from what is wanted, None when it does not."""
    written = path.read_text(encoding="utf-8") if path.exists() else ""
    pairs = enumerate(zip_longest(written.splitlines(), wanted.splitlines()), 1)
    return None if written == wanted else next((number for number, (old, new) in pairs if old != new), 1)


def main(arguments: Sequence[str] | None = None) -> int:
    """Write or check the page; return 0, or 1 after printing what is wrong."""
    parser = argparse.ArgumentParser(description="List every ruling with its readings.")
    task = parser.add_mutually_exclusive_group(required=True)
    task.add_argument("--write", action="store_true", help=f"write {PAGE}")
    task.add_argument("--check", action="store_true", help=f"fail if {PAGE} is out of date")
    parser.add_argument("--root", type=Path, default=ROOT, help="where to write or check the page")
    options = parser.parse_args(arguments)
    try:
        wanted = page(registers())
    except RegisterError as error:
        print(error)
        return 1
    path: Path = options.root / PAGE
    if options.write:
        path.write_text(wanted, encoding="utf-8")
        return 0
    line = differs(path, wanted)
    if line is not None:
        print(f"{PAGE}:{line}: not what the registers say now: python tools/rulings_register.py --write")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

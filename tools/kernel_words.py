"""Keep each game's words out of the kernel.

The kernel knows no game: `chance`, `rules`, `table`, `attack` and `battle` hold no word of either, be it in an
identifier, a string, a comment, a docstring or a file's name. Rule ids such as W-001 are no words and may be cited.

    python tools/kernel_words.py [ROOT]
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

KERNEL = ("attack", "battle", "chance", "rules", "table")
"""The packages of `src/warbench` that know no game."""

SUFFIXES = (".json", ".md", ".py", ".toml")
"""The files that are read."""

WORDS = (
    # Names of the games, their makers, their worlds and their factions.
    "40k",
    "adeptus",
    "aeldari",
    "age of darkness",
    "astartes",
    "custodes",
    "games workshop",
    "hearthkyn",
    "hekaton",
    "heresy",
    "horus",
    "legiones",
    "loyalist",
    "mechanicum",
    "mechanicus",
    "necron",
    "ork",
    "primarch",
    "space marine",
    "tyranid",
    "votann",
    "warhammer",
    # Weapons and wargear.
    "autocannon",
    "bolter",
    "lascannon",
    "melta",
    # Terms of the 10th edition.
    "battle shock",
    "command point",
    "command re roll",
    "deadly demise",
    "deep strike",
    "desperate escape",
    "detachment rule",
    "devastating",
    "fire overwatch",
    "heroic intervention",
    "insane bravery",
    "judgement token",
    "lethal",
    "overwatch",
    "rapid ingress",
    "stratagem",
    "sustained",
    "tank shock",
    "twin linked",
    # Terms of The Horus Heresy.
    "boarding shield",
    "breacher",
    "cybertheurgic",
    "cybertheurgy",
    "deflagrate",
    "hull point",
    "panic check",
    "rite of war",
    "rites of war",
    "tactical status",
)
"""In lower case and the singular; in a gap a hyphen, an underscore, a line's end or nothing may stand too."""

_GAP = r"[\s_#-]*"
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


class Finding(NamedTuple):
    """A word of a game in a file of the kernel."""

    path: Path
    line: int
    word: str

    def __str__(self) -> str:
        """The finding as `path:line: word`; line 0 is the file's name."""
        return f"{self.path}:{self.line}: the kernel knows no {self.word!r}"


def _pattern(word: str) -> str:
    """A regular expression for one word: no letter next to a letter, no digit next to a digit, plural allowed."""
    before = "(?<![0-9])" if word[0].isdigit() else "(?<![a-z])"
    return before + _GAP.join(map(re.escape, word.split())) + "(?:e?s)?(?![a-z])"


_ANY = re.compile("|".join(f"({_pattern(word)})" for word in WORDS))


def words_in(text: str) -> Iterator[tuple[int, str]]:
    """Yield line (from 1) and word for each word of a game in `text`; CamelCase and snake_case are taken apart."""
    plain = _HUMP.sub("_", text).lower()  # adds no line, so that lines are counted in it
    for match in _ANY.finditer(plain):
        word = WORDS[(match.lastindex or 0) - 1]
        yield plain.count("\n", 0, match.start()) + 1, word


def findings(root: Path) -> list[Finding]:
    """Search the kernel of the project at `root`; the paths in the answer are relative to it."""
    found: list[Finding] = []
    for package in KERNEL:
        for path in sorted((root / "src" / "warbench" / package).rglob("*")):
            if path.suffix not in SUFFIXES or not path.is_file():
                continue
            shown = path.relative_to(root)
            below = path.relative_to(root / "src" / "warbench").as_posix()
            found += [Finding(shown, 0, word) for _, word in words_in(below)]
            found += [Finding(shown, line, word) for line, word in words_in(path.read_text(encoding="utf-8"))]
    return found


def main(arguments: list[str]) -> int:
    """Print each finding as file:line; return 1 if there is any, else 0."""
    root = Path(arguments[0]) if arguments else Path(__file__).resolve().parent.parent
    found = findings(root)
    for finding in found:
        print(finding)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

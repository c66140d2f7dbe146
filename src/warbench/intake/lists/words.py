"""The words by which a list is recognised, in the languages and forms that are met."""

import re

from warbench.intake.text.lines import folded

PRICE = r"[(\[] ?\+? ?(\d{1,3}(?:[,. \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}]\d{3})+|\d{1,5}) ?(?:pts?|points?)\.? ?[)\]]"
"""Points in brackets, the number as the group: ``(1,990 Points)``, ``[95 pts]``."""

UNIT = re.compile(
    r"(?:(?P<seat>[A-Za-z]{1,12}\d{1,2}): )?(?:(?P<count>\d{1,3})x )?(?P<name>[^\[\]()]+?(?:\([^()]*\)[^\[\]()]*?){0,3}) ?"
    + PRICE
    + r"(?P<colon> ?:(?P<items>.*))?",
    re.IGNORECASE,
)
"""A unit: perhaps with its seat (``Char1``) and number of models, its name, its points, perhaps its items on the same line."""

COUNTED = re.compile(r"(\d{1,3}) ?[x\N{MULTIPLICATION SIGN}] +(\S.*)")
WITH = re.compile(r"(\d{1,3}) with(?: (.*))?", re.IGNORECASE)
ENHANCEMENT = re.compile(r"(?:enhancements?|optimisations?|e|verbesserung(?:en)?|mejoras?) ?: ?(.+)", re.IGNORECASE)
PRICED = re.compile(r"(.+?) ?[(\[]\+? ?(\d{1,4}) ?(?:pts?|points?)[)\]]", re.IGNORECASE)
ATTACHED = re.compile(r"attach(?:ed as|\N{LATIN SMALL LETTER E WITH ACUTE}e? en tant que) ?: ?(.*)", re.IGNORECASE)
SAID = re.compile(r"(?:begins inside|split by|begins in|joins|prime advantage|added slot|called): \S.*", re.IGNORECASE)
"""What our own lists say of where a unit begins and the like."""
CHART = re.compile(r"== (\S.*) ==")
"""The heading of a detachment in a list of The Horus Heresy."""
GROUP = re.compile(
    r"attached unit (\d{1,2})|unit\N{LATIN SMALL LETTER E WITH ACUTE} (\d{1,2}) attach\N{LATIN SMALL LETTER E WITH ACUTE}e",
    re.IGNORECASE,
)
FOOTER = re.compile(r"export(?:ed with|\N{LATIN SMALL LETTER E WITH ACUTE} avec|iert mit) .*", re.IGNORECASE)

_WARLORDS = frozenset({"warlord", "seigneur de guerre", "kriegsherr", "se\N{LATIN SMALL LETTER N WITH TILDE}or de la guerra"})
_LEADERS = ("leader", "meneur", "support", "soutien")
_SIZES = (
    "combat patrol", "incursion", "strike force", "onslaught", "force de frappe", "assaut", "patrouille",
)  # fmt: skip
_SECTIONS = frozenset(
    {
        "attached units", "allied units", "battleline", "beast", "character", "characters", "dedicated transport",
        "dedicated transports", "epic hero", "epic heroes", "fortification", "fortifications", "infantry", "monster", "mounted",
        "other datasheets", "swarm", "transport", "vehicle", "other",
        "unit\N{LATIN SMALL LETTER E WITH ACUTE}s attach\N{LATIN SMALL LETTER E WITH ACUTE}es",
        "unit\N{LATIN SMALL LETTER E WITH ACUTE}s alli\N{LATIN SMALL LETTER E WITH ACUTE}es",
        "personnages", "ligne", "autres fiches techniques",
        "transports assign\N{LATIN SMALL LETTER E WITH ACUTE}s",
    }
)  # fmt: skip


def is_section(text: str) -> bool:
    """Whether a line is the heading of a group of units."""
    return folded(text).strip("# :") in _SECTIONS


def is_warlord(text: str) -> bool:
    """Whether an entry says that the unit is the Warlord."""
    return folded(text).strip() in _WARLORDS


def is_size(text: str) -> bool:
    """Whether a line names the size of the battle."""
    return folded(text).startswith(_SIZES)


def part_of(text: str) -> str:
    """Which part of an attached unit an entry names: leader or bodyguard."""
    if folded(text).startswith("retinue"):
        return "retinue"
    return "leader" if folded(text).startswith(_LEADERS) else "bodyguard"


def number(text: str) -> int:
    """The number in a price: ``1,990`` and ``1 990`` are 1990."""
    return int(re.sub(r"\D", "", text))


def split_items(text: str) -> list[str]:
    """The entries of a line parted by commas; commas within brackets part nothing."""
    parts: list[str] = [""]
    depth = 0
    for letter in text:
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and depth <= 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]

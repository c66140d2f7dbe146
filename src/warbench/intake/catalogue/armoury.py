"""The weapons and wargear of one datasheet, collected while its entries are walked: one list, whatever entry gives them."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

from warbench.intake.catalogue.printed import Print, printed
from warbench.intake.catalogue.resolved import Reader
from warbench.intake.catalogue.selected import Selected
from warbench.intake.text.lines import folded
from warbench.sheets.datasheet import Weapon

Kit = Counter[str]
"""Items with their counts; under ``PRICE`` what they cost together."""

PRICE = "\0price"
"""No item has such a name."""

_NOT_WARGEAR = re.compile(
    r"crusade|enhancement|battle honour|battle trait|battle scar|weapon modification|warlord|detachment|agenda|"
    r"\bboons?\b|terminator honours|show/hide|order of battle|\[crucible|prime advantage|prime benefit|logistical benefit",
    re.IGNORECASE,
)
_MOST_TWINS = 100


class Armoury:
    """Collects weapons, under names that each stand once, and what the game's own reader adds."""

    pairs = False
    """Whether a ranged and a melee weapon of one name are one item in this game."""

    def __init__(self, reader: Reader) -> None:
        """Start empty."""
        self.weapons: dict[tuple[str, str], Weapon] = {}
        self.texts: dict[str, str] = {}
        self.notes: list[str] = []
        self._reader = reader
        self._known: dict[tuple[int, int], Kit] = {}

    def items_of(self, at: Selected) -> Kit:
        """What an entry itself gives its bearer: its weapons, or itself when it is an item; nothing for all else.

        Choices of a campaign or of the whole army (enhancements, Warlord) are nothing here.
        """
        key = (id(at.resolved.target), id(at.resolved.link))
        if key not in self._known:
            names = (at.resolved.name, *(group.name for group in at.groups))
            barred = any(_NOT_WARGEAR.search(name) for name in names)
            self._known[key] = Counter() if barred else self.read(at, list(printed(self._reader, at)))
        return self._known[key]

    def read(self, at: Selected, prints: list[Print]) -> Kit:
        """What an entry gives, by what is printed at it. The game's own reader says.

        Raises:
            NotImplementedError: always, here.
        """
        raise NotImplementedError

    def named(self, weapon: Weapon, at: Selected) -> str:
        """Put a weapon into the list; its name there. One of other numbers is told apart by its bearer or a number.

        With ``pairs`` a ranged and a melee weapon may have one name: they are one item (a staff that shoots and strikes).
        """
        bearer = next((each.resolved.name for each in at.line() if each.resolved.type == "model"), at.resolved.name)
        for name in _names(weapon, bearer):
            key = (folded(name), weapon.type if self.pairs else "")
            other = self.weapons.get(key)
            mine = msgspec.structs.replace(weapon, name=name)
            if other is None:
                self.weapons[key] = mine
                return name
            if msgspec.structs.replace(other, name=name) == mine:
                return other.name
        return weapon.name


def _names(weapon: Weapon, bearer: str) -> Iterator[str]:
    yield weapon.name
    yield f"{weapon.name} ({weapon.type})"
    yield f"{weapon.name} ({bearer})"
    yield from (f"{weapon.name} ({number})" for number in range(2, _MOST_TWINS))


def items(kit: Kit) -> Iterable[tuple[str, int]]:
    """The items of a kit without their price."""
    return ((item, count) for item, count in kit.items() if item != PRICE and count > 0)

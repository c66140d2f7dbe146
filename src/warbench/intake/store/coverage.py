"""How much of the 10th edition in a library the program models: abilities by kind, weapon abilities, stratagems."""

from collections.abc import Container, Iterable
from typing import Literal

import msgspec

from warbench.games.w40k10.abilities import claims
from warbench.games.w40k10.keywords import read_keyword
from warbench.games.w40k10.library import slug
from warbench.games.w40k10.stratagems import stratagems
from warbench.intake.sources import Beside
from warbench.sheets.datasheet import Ability, Datasheet

GROUPS = ("core abilities", "faction abilities", "other abilities", "weapon abilities", "stratagems")

Mark = Literal["full", "part", "none"]
Marks = dict[str, list[Mark]]
"""How much is modelled of each thing of a name that is printed."""


class Covered(msgspec.Struct, frozen=True):
    """A group of a game: how many are printed, how many of those are modelled in full and in part; the same by different names.

    ``in_part`` and ``left_out`` are the different names that are modelled in part or not at all, the most frequent first.
    """

    game: str
    group: str
    printed: int
    modelled: int
    part: int
    names: int
    names_modelled: int
    in_part: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()

    @property
    def share(self) -> float:
        """The share of what is printed that is modelled in full, from 0 to 1; 1 when nothing is."""
        return self.modelled / self.printed if self.printed else 1.0


def coverage(sheets: Iterable[Datasheet], beside: Iterable[Beside] = (), building: Container[str] = ()) -> tuple[Covered, ...]:
    """What is modelled of some datasheets of the 10th edition and of the stratagems beside them.

    An ability is modelled in full when it has effects, which the recogniser gives only where it understood all of the text, or
    when a rule of the game claims it by its id; a faction's ability also when it is one of the rules about army lists that were
    read whole, which are named by ``building``.
    """
    seen: dict[str, Marks] = {group: {} for group in GROUPS}
    for sheet in sheets:
        for ability in sheet.abilities:
            kind = ability.kind if ability.kind in {"core", "faction"} else "other"
            name = f"{ability.name} ({sheet.name})" if kind == "other" else ability.name
            seen[f"{kind} abilities"].setdefault(name, []).append(
                "full" if kind == "faction" and ability.id in building else _of_ability(ability)
            )
        for word in (word for weapon in sheet.weapons for profile in weapon.profiles for word in profile.abilities):
            seen["weapon abilities"].setdefault(word, []).append(_of_word(word))
    known = {slug(one.name): one.group for one in stratagems()}
    for one in beside:
        # A detachment's stratagem is known only in its own detachment.
        group = known.get(slug(one.name), "")
        fits = group in {"core", "boarding-actions"} if not one.detachment else slug(one.detachment) == group
        seen["stratagems"].setdefault(f"{one.name} ({one.detachment or 'core'})", []).append("full" if fits else "none")
    return tuple(covered("w40k10", group, names) for group, names in seen.items())


def _of_ability(ability: Ability) -> Mark:
    return "full" if ability.acts or claims(ability) else "none"


def _of_word(word: str) -> Mark:
    return "none" if read_keyword(word) is None else "full"


def covered(game: str, group: str, names: Marks) -> Covered:
    """A group of a game, from what is printed of each name."""

    def having(mark: Mark, *, but: tuple[Mark, ...] = ()) -> tuple[str, ...]:
        found = (name for name, marks in names.items() if mark in marks and not set(but) & set(marks))
        return tuple(sorted(found, key=lambda name: -len(names[name])))

    left, part = having("none"), having("part", but=("none",))
    return Covered(
        game=game,
        group=group,
        printed=sum(map(len, names.values())),
        modelled=sum(marks.count("full") for marks in names.values()),
        part=sum(marks.count("part") for marks in names.values()),
        names=len(names),
        names_modelled=len(names) - len(left) - len(part),
        in_part=part,
        left_out=left,
    )

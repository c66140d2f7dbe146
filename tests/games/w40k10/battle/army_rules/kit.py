"""Datasheets and rules of invented armies, to try what rules say of army lists."""

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from warbench.games.w40k10 import library
from warbench.games.w40k10.battle.army_rules.lent import register_rules
from warbench.games.w40k10.battle.army_rules.rules import ArmyList, ArmyRule, ArmyRules, Statement
from warbench.games.w40k10.battle.roster import ArmySpec, UnitSpec
from warbench.sheets.datasheet import Datasheet, Points

LISTS = {
    "Tide": ArmyList("tide", ("deep",)),
    "Shore": ArmyList("shore", ("deep",)),
    "Marsh": ArmyList("marsh"),
}


def sheet(name: str, *keywords: str, of: tuple[str, ...], listed: str, cost: int = 100) -> Datasheet:
    """A datasheet of one model."""
    model = library.datasheet("captain")
    return msgspec.structs.replace(
        model,
        id=library.slug(f"{name} {listed}"),
        name=name,
        faction=listed,
        keywords=keywords,
        faction_keywords=of,
        leads=(),
        points=(Points(1, cost),),
    )


SHEETS = (
    sheet("Reeve", "character", "deep", of=("tide",), listed="Tide"),
    sheet("Gleaners", "infantry", "deep", of=("tide",), listed="Tide"),
    sheet("Wader", "walker", "deep", of=("tide",), listed="Tide"),
    sheet("Old Moss", "character", "epic hero", "deep", of=("tide",), listed="Tide"),
    # The source forgot that he is of the deep as all others are.
    sheet("Drifter", "infantry", of=("tide",), listed="Tide"),
    sheet("Beachcombers", "infantry", "battleline", "salt", "deep", of=("shore",), listed="Shore"),
    sheet("Crab", "monster", "salt", "deep", of=("shore",), listed="Shore", cost=200),
    sheet("Pilot", "character", "deep", of=("shore",), listed="Shore"),
    sheet("Frogs", "infantry", of=("marsh",), listed="Marsh"),
    # The unit of another list as the Tide's own list prints it.
    sheet("Toads", "infantry", of=("marsh", "tide"), listed="Tide"),
)


def army(*units: UnitSpec | str, detachment: str = "High Water", faction: str = "Tide", lord: str = "reeve-tide") -> ArmySpec:
    """An army of the Tide, led by a Reeve; units by the ids of their datasheets."""
    first = (UnitSpec(datasheet=lord, warlord=True),) if lord else ()
    listed = tuple(each if isinstance(each, UnitSpec) else UnitSpec(datasheet=each) for each in units)
    named = tuple(
        msgspec.structs.replace(each, name=each.name or f"{each.datasheet} {place}") for place, each in enumerate(listed)
    )
    return ArmySpec(name="Test", faction=faction, detachment=detachment, units=(*first, *named), sheets=SHEETS)


def rule(*says: Statement, name: str = "Low Tide", detachment: str = "", faction: str = "Tide", **more: object) -> ArmyRule:
    """A rule that says these things."""
    return ArmyRule(name=name, detachment=detachment, faction=faction, says=says, **more)  # type: ignore[arg-type]  # as given


@contextmanager
def lent(*rules: ArmyRule, whole: bool = True, factions: tuple[str, ...] = ()) -> Iterator[None]:
    """These rules are known."""
    register_rules(lambda: ArmyRules(rules=rules, lists=LISTS, factions=factions, whole=whole))
    try:
        yield
    finally:
        register_rules(None)

"""The kits of an army list that make of a unit's usual models these: what each gives away and takes."""

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from warbench.games.heresy3.armies.spec import Kit
from warbench.sheets.datasheet import Datasheet
from warbench.sheets.loadouts import default_loadout, each_model


def kits_for(
    sheet: Datasheet, size: int, models: Sequence[Mapping[str, int]], upgrades: Sequence[Sequence[str]] = ()
) -> tuple[Kit, ...]:
    """The kits of a unit; models that change alike are one kit.

    Args:
        sheet: the unit's datasheet.
        size: how many models it has.
        models: what each holds, in the order of the usual models: composition line by line.
        upgrades: the upgrades that each has beside that, such as rites; empty: none.

    Raises:
        SizeError: when the unit cannot have that size.
    """
    usual = each_model(default_loadout(sheet, size))
    counts: Counter[Kit] = Counter()
    for place, ((kind, had), has) in enumerate(zip(usual, models, strict=True)):
        old = Counter({item.casefold(): count for item, count in had})
        new = Counter({item.casefold(): count for item, count in has.items()})
        spelt = {item.casefold(): item for item in (*dict(had), *has)}
        takes = tuple(spelt[item] for item in sorted((old - new).elements()))
        gives = tuple(spelt[item] for item in sorted((new - old).elements()))
        extra = tuple(upgrades[place]) if upgrades else ()
        if takes or gives or extra:
            counts[Kit(model=kind, takes=takes, gives=(*gives, *extra))] += 1
    return tuple(msgspec.structs.replace(kit, count=count) for kit, count in counts.items())

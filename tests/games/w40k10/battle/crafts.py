"""Made-up AIRCRAFT, walkers and others that fly, beside bundled units: battles with them."""

from collections.abc import Sequence

import msgspec

from tests.games.w40k10.battle.kit import fresh, mission
from warbench.games.w40k10 import library
from warbench.games.w40k10.battle.missions import Mission
from warbench.games.w40k10.battle.roster import ArmySpec, UnitSpec
from warbench.games.w40k10.battle.state import State
from warbench.games.w40k10.unit_rules import STRIDES, STRIDES_HIGH
from warbench.rules.effects import Permit
from warbench.sheets.datasheet import Ability, Datasheet

_OVER = Permit(what=STRIDES, side="defender")
_HIGH = Permit(what=STRIDES_HIGH, side="defender")


def _craft(
    name: str, *words: str, base: str = "120x92mm oval", movement: int = 20, abilities: Sequence[Ability] = ()
) -> Datasheet:
    """An Impulsor of another name, with further keywords and only these abilities."""
    like = library.datasheet("Impulsor")
    numbers = dict(like.models[0].characteristics) | {"movement": movement, "objective_control": 0}
    model = msgspec.structs.replace(like.models[0], name=name, characteristics=numbers, base=base)
    line = msgspec.structs.replace(like.composition[0], model=name)
    return msgspec.structs.replace(
        like,
        id=name.lower(),
        name=name,
        keywords=("vehicle", "transport", *words),
        models=(model,),
        composition=(line,),
        abilities=tuple(abilities),
        damaged=None,
    )


SHEETS = (
    _craft("Kestrel", "fly", "aircraft"),
    _craft("Hawk", "fly", "aircraft", abilities=[Ability("hover", "Hover", "core")]),
    _craft("Kite", "fly", movement=12, base="60mm"),
    _craft("Strider", "titanic", movement=10, base="100mm", abilities=[Ability("a", "A", "core", effects=(_OVER, _HIGH))]),
    _craft("Stalker", "titanic", movement=10, base="100mm", abilities=[Ability("a", "A", "core", effects=(_OVER,))]),
    _craft("Imp", "fly", movement=10, base="60mm", abilities=[Ability("scouts", "Scouts", "core", 'D6+4"')]),
)
"""Two AIRCRAFT (the Hawk may hover), one that flies, two that stride (the Strider through all terrain), one with Scouts D6+4."""


def spec(unit: UnitSpec | str) -> UnitSpec:
    """A unit of an army list, these datasheets by their ids."""
    found = unit if isinstance(unit, UnitSpec) else UnitSpec(datasheet=unit)
    own = {sheet.name: sheet.id for sheet in SHEETS}
    return msgspec.structs.replace(found, datasheet=own.get(found.datasheet, found.datasheet))


def battle(ours: Sequence[UnitSpec | str], theirs: Sequence[UnitSpec | str], *, on: Mission | None = None) -> State:
    """A battle in round 2, the Movement phase of player 0; nobody is on the table yet."""

    def army(name: str, units: Sequence[UnitSpec | str]) -> ArmySpec:
        listed = tuple(spec(unit) for unit in units)
        return ArmySpec(name=name, faction="Space Marines", units=listed, sheets=SHEETS)

    state = fresh((army("One", ours), army("Other", theirs)), on or mission())
    state.core.round, state.core.phase, state.core.step = 2, "movement", "move"
    return state

"""From a wish to a battle: armies, mission, options."""

import msgspec

from warbench.games.heresy3 import library
from warbench.games.heresy3.armies import ArmyError, ArmySpec, armies, army, check_army, read_army
from warbench.games.heresy3.battle.game import Setup
from warbench.games.heresy3.battle.mission_files import mission, missions, read_mission
from warbench.games.heresy3.battle.missions import Mission
from warbench.games.heresy3.battle.state import Options
from warbench.games.heresy3.rulings import RULINGS
from warbench.lab.telling.told import Named, SetupError, Wish

USUAL = (Named("imperial-fists-2000"), Named("mechanicum-2000"))
MOST_TURNS = 20


def setup(wish: Wish) -> Setup:
    """The setup of a wish; as a rule the usual armies, the first mission and its battle turns.

    The points limit of the battle is the greater of the two lists' limits: it sets the Reaction allotment.

    Raises:
        ArmyError, MissionError, RulingError, SetupError: for what cannot be played.
    """
    RULINGS.settle(wish.rulings)
    one, other = (_army(named) for named in wish.armies or USUAL)
    place = _mission(wish.mission)
    if wish.rounds is not None:
        if not 1 <= wish.rounds <= MOST_TURNS:
            raise SetupError("rounds", f"found {wish.rounds}, expected 1 to {MOST_TURNS}")
        place = msgspec.structs.replace(place, turns=wish.rounds)
    options = Options(rulings=wish.rulings, points=max(one.limit, other.limit))
    return Setup(mission=place, armies=(one, other), options=options)


def _army(named: Named) -> ArmySpec:
    if named.text is not None:
        is_json = named.name.endswith(".json")
        spec = _taken_along(msgspec.json.decode(named.text, type=ArmySpec) if is_json else read_army(named.text, named.name))
        refusals = check_army(spec)
        if refusals:
            raise ArmyError(spec.name, refusals)
        return spec
    try:
        return army(named.name)
    except ArmyError as error:
        if [refusal.code for refusal in error.refusals] != ["no-such-army"]:
            raise
        expected = f"expected one of {', '.join(armies())}, or the path of a .toml or .json file"
        raise SetupError("armies", f"found {named.name!r}, {expected}") from error


def _taken_along(spec: ArmySpec) -> ArmySpec:
    """The army with those of its datasheets that are lent among its own, so that a saved battle stands for itself."""
    sheets = {sheet.id: sheet for sheet in spec.sheets}
    own = {*sheets, *(library.slug(sheet.name) for sheet in spec.sheets)}
    named: dict[str, str] = {}
    for unit in spec.units:
        found = None if library.slug(unit.datasheet) in own else library.lent(unit.datasheet)
        if found is not None:
            sheets[found.id] = found
            named[unit.datasheet] = found.id
    return msgspec.structs.replace(
        spec,
        sheets=tuple(sheets.values()),
        detachments=tuple(
            msgspec.structs.replace(
                each,
                units=tuple(
                    msgspec.structs.replace(unit, datasheet=named.get(unit.datasheet, unit.datasheet)) for unit in each.units
                ),
            )
            for each in spec.detachments
        ),
    )


def _mission(named: Named | None) -> Mission:
    if named is None:
        return missions()[0]
    return mission(named.name) if named.text is None else read_mission(named.text, named.name)

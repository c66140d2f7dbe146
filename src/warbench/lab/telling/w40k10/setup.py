"""From a wish to a battle: armies, mission, options."""

import msgspec

from warbench.battle.requests import Refusal
from warbench.games.w40k10.battle.army_files import POINTS, ArmyError, armies, army, check_army, read_army
from warbench.games.w40k10.battle.game import Setup
from warbench.games.w40k10.battle.lent import taken_along
from warbench.games.w40k10.battle.mission_files import mission, missions, read_mission
from warbench.games.w40k10.battle.missions import Mission
from warbench.games.w40k10.battle.roster import ArmySpec, Roster
from warbench.games.w40k10.battle.state import Options
from warbench.games.w40k10.rulings import RULINGS
from warbench.lab.telling.told import Named, SetupError, Wish

USUAL = (Named("votann-1000"), Named("marines-1000"))
MOST_ROUNDS = 20


def setup(wish: Wish) -> Setup:
    """The setup of a wish; as a rule the usual armies, the first mission of their size, the usual number of rounds.

    Raises:
        ArmyError, MissionError, RulingError, SetupError: for what cannot be played.
    """
    RULINGS.settle(wish.rulings)
    one, other = (_army(named) for named in wish.armies or USUAL)
    place = _mission(wish.mission, (one, other))
    for spec in (one, other):
        refusals = check_army(spec, place.battle_size)
        if refusals:
            raise ArmyError(spec.name, refusals)
    rounds = wish.rounds
    if rounds is not None and not 1 <= rounds <= MOST_ROUNDS:
        raise SetupError("rounds", f"found {rounds}, expected 1 to {MOST_ROUNDS}")
    usual = Options()
    options = Options(rulings=wish.rulings, rounds=usual.rounds if rounds is None else rounds)
    both, sheets = taken_along((one, other))
    return Setup(mission=place, armies=both, options=options, sheets=sheets)


def _army(named: Named) -> ArmySpec:
    if named.text is not None and named.name.endswith(".json"):
        return msgspec.json.decode(named.text, type=ArmySpec)
    if named.text is not None:
        return read_army(named.text, named.name)
    try:
        return army(named.name)
    except ArmyError as error:
        codes = [refusal.code for refusal in error.refusals]
        if codes == ["no-such-army"]:
            expected = f"expected one of {', '.join(armies())}, or the path of a .toml or .json file"
            raise SetupError("armies", f"found {named.name!r}, {expected}") from error
        raise


def _mission(named: Named | None, specs: tuple[ArmySpec, ArmySpec]) -> Mission:
    if named is not None:
        return mission(named.name) if named.text is None else read_mission(named.text, named.name)
    most = max(_points(spec) for spec in specs)
    size = next((each for each, limit in POINTS.items() if most <= limit), "onslaught")
    found = next((each for each in missions() if each.battle_size == size), None)
    if found is None:
        raise ArmyError("the armies", (Refusal("no-mission", f"no bundled mission is of the size {size}"),))
    return found


def _points(spec: ArmySpec) -> int:
    faults = check_army(spec)
    if faults:
        raise ArmyError(spec.name, faults)
    return sum(entry.points for entry in Roster((spec, ArmySpec(name="", faction=""))).of(0))

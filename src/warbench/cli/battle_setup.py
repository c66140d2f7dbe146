"""From the options of ``warbench battle`` to a battle: armies, mission, options, who decides, which dice."""

from pathlib import Path

from warbench.battle.requests import Refusal
from warbench.cli.errors import InputError
from warbench.cli.files import read_text
from warbench.games.w40k10.battle.army_files import POINTS, ArmyError, armies, army, check_army, read_army
from warbench.games.w40k10.battle.game import Setup
from warbench.games.w40k10.battle.mission_files import mission, missions, read_mission
from warbench.games.w40k10.battle.missions import Mission
from warbench.games.w40k10.battle.roster import ArmySpec, Roster
from warbench.games.w40k10.battle.state import Options

USUAL = ("votann-1000", "marines-1000")
MOST_ROUNDS = 20


def setup_of(names: tuple[str, str] | None, on: str | None, rounds: int | None, rulings: dict[str, str]) -> Setup:
    """The setup that the options describe.

    Args:
        names: two armies, bundled ones by name or files; without them the usual ones.
        on: a mission, bundled or a file; without it the first that has the size of the armies.
        rounds: battle rounds; without it as many as usual.
        rulings: readings of rules.

    Raises:
        ArmyError, MissionError, InputError: for what cannot be played.
    """
    one, other = (_army(name) for name in names or USUAL)
    place = _mission(on, (one, other))
    for spec in (one, other):
        refusals = check_army(spec, place.battle_size)
        if refusals:
            raise ArmyError(spec.name, refusals)
    if rounds is not None and not 1 <= rounds <= MOST_ROUNDS:
        raise InputError(f"--rounds: found {rounds}, expected 1 to {MOST_ROUNDS}")
    usual = Options()
    options = Options(rulings=rulings, rounds=usual.rounds if rounds is None else rounds)
    return Setup(mission=place, armies=(one, other), options=options)


def _army(name: str) -> ArmySpec:
    if Path(name).suffix == ".toml":
        return read_army(read_text(name), name)
    try:
        return army(name)
    except ArmyError as error:
        codes = [refusal.code for refusal in error.refusals]
        if codes == ["no-such-army"]:
            raise InputError(
                f"--armies: found {name!r}, expected one of {', '.join(armies())}, or the path of a .toml file"
            ) from error
        raise


def _mission(name: str | None, specs: tuple[ArmySpec, ArmySpec]) -> Mission:
    if name is not None and Path(name).suffix == ".toml":
        return read_mission(read_text(name), name)
    if name is not None:
        return mission(name)
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

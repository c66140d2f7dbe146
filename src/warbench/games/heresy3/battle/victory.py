"""Who controls what, and what it scores (facts 16): objectives at the end of each Player Turn, secondaries at the end."""

from collections.abc import Sequence

from warbench.battle.requests import Procedure
from warbench.games.heresy3.battle.events import Noted, Worth
from warbench.games.heresy3.battle.missions import Objective
from warbench.games.heresy3.battle.readings import ruling
from warbench.games.heresy3.battle.roster import Kind
from warbench.games.heresy3.battle.state import State, Unit
from warbench.games.heresy3.battle.statuses import has, hindered
from warbench.table.lattice import INCH
from warbench.table.measure import Marker, within

Score = tuple[int, int, str, str]
"""A player, his Victory Points, why, and the rule."""

_REACH = 3 * INCH
_NEVER = frozenset({"vehicle", "cavalry", "automata", "fortification", "building"})
_BIG = 6
FIRST_STRIKE, GIANT_KILLER = "first strike", "giant killer"
VANGUARD = "vanguard"
_OFFICERS = frozenset({"command", "specialist", "champion"})


def tactical_strength(state: State, player: int, objective: Objective) -> int:
    """How strongly a player holds an objective: his models within 3 inches that may hold it, with Line (X); 0 when nobody does.

    Not those of units with a Tactical Status or locked in combat, nor of Heedless ones, nor Vehicles, Cavalry, Automata; never a
    Fortification (H-026).
    """
    return sum(strength_at(state, unit, objective) for unit in state.on_table(player))


def strength_at(state: State, unit: Unit, objective: Objective, *, fallen: bool = False) -> int:
    """What a unit adds to the hold on an objective; ``fallen``: with its models at 0 Wounds that stand there still."""
    kinds = [(model, state.kind(model.id)) for model in unit.models]
    wavering = hindered(unit)
    if unit.locked or (wavering and not _dogged(state, unit)) or any(kind.has("heedless") is not None for _, kind in kinds):
        return 0
    marker = Marker(objective.id, (objective.at,), 0)
    return sum(
        1 + (0 if wavering else int(kind.has("line") or 0))
        for model, kind in kinds
        if (model.wounds > 0 or fallen)
        and model.place is not None
        and not kind.words & _NEVER
        and within(state.standing(model), marker, _REACH)
    )


def _dogged(state: State, unit: Unit) -> bool:
    """Whether a unit holds objectives though it has Tactical Statuses but Routed: all Irregulars, none of them Cavalry (C1)."""
    kinds = [state.kind(model.id) for model in unit.models]
    able = all(kind.has("irregulars") is not None and "cavalry" not in kind.words for kind in kinds)
    return able and not has(unit, "routed")


def holder(state: State, objective: Objective) -> int | None:
    """Who controls an objective; None when nobody does, or both as strongly."""
    ours, theirs = (tactical_strength(state, player, objective) for player in (0, 1))
    if ours == theirs:
        return None
    return 0 if ours > theirs else 1


def value_of(state: State, objective: Objective) -> int:
    """What an objective is worth now."""
    return state.core.values.get(objective.id, objective.value)


def worth(state: State, unit: Unit, value: int) -> int:
    """What an objective of some value scores when a unit controls it (facts 19; C2).

    A majority with Line (X) adds X, Comptroller (X) too (ruling comptroller). A majority with Vanguard (X) never scores more than
    1, a unit with Support Unit (X) never more than X. Irregulars with a Tactical Status score 1 (C1).
    """
    if hindered(unit):
        return min(value, 1)
    kinds = [state.kind(model.id) for model in unit.models]
    points = value + of_majority(kinds, "line") + _comptroller(state, unit, kinds)
    caps = [int(x) for kind in kinds if (x := kind.has("support unit"))]
    return min([points, *caps, *([1] if of_majority(kinds, VANGUARD) else [])])


def of_majority(kinds: Sequence[Kind], rule: str) -> int:
    """The X of a special rule that most models of a unit have, the greatest of several; 0 where not most have it."""
    values = [int(x) for kind in kinds if (x := kind.has(rule))]
    return max(values) if 2 * len(values) > len(kinds) else 0


def _comptroller(state: State, unit: Unit, kinds: Sequence[Kind]) -> int:
    """What Comptroller (X) adds: nothing to a unit of several factions, nor to one that is mostly officers (C1)."""
    factions = {state.entry(state.roster.unit_of[model.id]).faction for model in unit.models}
    if ruling(state, "comptroller") != "objectives" or len(factions) > 1:
        return 0
    if 2 * sum(bool(kind.words & _OFFICERS) for kind in kinds) > len(kinds):
        return 0
    return max((int(x) for kind in kinds if (x := kind.has("comptroller"))), default=0)


def scored(state: State, player: int, objective: Objective) -> int:
    """What a player scores for an objective that he controls: by that of his units there that scores most."""
    value = value_of(state, objective)
    able = [unit for unit in state.on_table(player) if strength_at(state, unit, objective)]
    return max((worth(state, unit, value) for unit in able), default=value)


def turn_points(state: State) -> list[Score]:
    """What the Active player scores in the Victory Sub-Phase: the objectives that he controls.

    Counter Offensive: in the last battle turn they count double for a player who has at most half the other's points.
    """
    player = state.active
    if state.mission.scoring == "none":
        return []
    own, other = state.core.sides[player].vp, state.core.sides[1 - player].vp
    counter = state.core.round >= state.mission.turns and 2 * own <= other and other > 0
    found: list[Score] = []
    for objective in state.mission.objectives:
        value = value_of(state, objective)
        if value and holder(state, objective) == player:
            doubled = " (Counter Offensive)" if counter else ""
            points = scored(state, player, objective)
            found.append((player, points * (2 if counter else 1), f"objective {objective.id}{doubled}", "objectives"))
    return found


def worn(state: State) -> Procedure[None]:
    """In Take and Hold an objective that was scored is worth 1 less from now on."""
    if state.mission.scoring != "take":
        return
    for objective in state.mission.objectives:
        value = value_of(state, objective)
        if value and holder(state, objective) == state.active:
            yield Worth(objective=objective.id, value=value - 1, rule="take-and-hold")


def holds_field(state: State, player: int) -> bool:
    """Whether a player has anybody left on the battlefield, aboard or in Reserves, Fortifications not counted (Sudden Death)."""
    return any(
        unit.player == player and unit.where in {"table", "inside", "reserve"} and "fortification" not in state.types(unit)
        for unit in state.units.values()
    )


def destroyed(state: State, unit: Unit, by: str) -> Procedure[None]:
    """A unit was destroyed: First Strike and Giant Killer are noted for the player whose unit did it."""
    if not by or state.player(by) < 0:
        return
    player = state.player(by)
    entry = state.entry(unit.id)
    if entry.player == player or entry.player < 0:
        return
    side = state.core.sides[player]
    if state.core.round == 1 and FIRST_STRIKE not in side.secondaries:
        yield Noted(player=player, what="secondaries", value=FIRST_STRIKE, rule="secondary-objectives")
    giant = any(kind.type in {"vehicle", "walker", "paragon"} and kind.wounds >= _BIG for kind in entry.kinds)
    if giant and GIANT_KILLER not in side.secondaries:
        yield Noted(player=player, what="secondaries", value=GIANT_KILLER, rule="secondary-objectives")


def final_points(state: State) -> list[Score]:
    """What the secondary objectives score at the end of the battle."""
    if state.mission.scoring == "none":
        return []
    each = int(ruling(state, "secondary-points"))
    found: list[Score] = []
    for player in (0, 1):
        found += [(player, each, name.title(), "secondary-objectives") for name in state.core.sides[player].secondaries]
        lords = [entry for entry in state.roster.of(1 - player) if entry.warlord]
        if lords and all(not state.members(entry.id) for entry in lords):
            found.append((player, each, "Slay the Warlord", "secondary-objectives"))
    left = [_left(state, player) for player in (0, 1)]
    if left[0] != left[1]:
        found.append((0 if left[0] > left[1] else 1, each, "Last Man Standing", "secondary-objectives"))
    return found


def _left(state: State, player: int) -> int:
    """How many units a player has left on the battlefield, Fortifications not counted."""
    return sum("fortification" not in state.types(unit) for unit in state.on_table(player))

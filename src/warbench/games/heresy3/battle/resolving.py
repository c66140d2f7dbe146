"""The Resolution Sub-Phase: challengers return, each combat has a winner, the loser checks, then the Aftermath (facts 13)."""

from collections.abc import Sequence

from warbench.battle.asking import ask, name_of
from warbench.battle.requests import Option, Procedure
from warbench.games.heresy3.battle.aftermath import burning
from warbench.games.heresy3.battle.checks import check_against, fear, steadied
from warbench.games.heresy3.battle.combats import changed, is_fort, lock, relock, side, touched, unlock
from warbench.games.heresy3.battle.conclusions import CAUGHT, DREW, LOST, WON, Ending, conclude
from warbench.games.heresy3.battle.events import Began, Ends, Fights, Said
from warbench.games.heresy3.battle.fighting import FOUGHT, pick
from warbench.games.heresy3.battle.garrisons import garrisons
from warbench.games.heresy3.battle.numbers import current, majority
from warbench.games.heresy3.battle.placing import is_hull
from warbench.games.heresy3.battle.readings import ruling
from warbench.games.heresy3.battle.returning import bring_back, waiting
from warbench.games.heresy3.battle.state import NOBODY, State, Unit
from warbench.games.heresy3.battle.statuses import give, has, immune

_COUNT_WOUNDS = frozenset({"walker", "paragon"})
_SPOKESMEN = frozenset({"command", "sergeant"})
_BANNERS = {"vexilla": 1, "legion standard": 2}
"""What each unit with such a thing scores (C1)."""


def next_step(state: State) -> Procedure[None]:
    """The next model that returns from a challenge, the next combat, or the End Phase."""
    back = next(waiting(state), None)
    if back is not None:
        unit, model = back
        combat = next((combat.units for combat in state.core.combats if unit.id in combat.units), [unit.id])
        return bring_back(state, unit, model, combat)
    fought = [index for index, combat in enumerate(state.core.combats) if combat.step == FOUGHT]
    return _resolve(state, fought) if fought else _finish(state)


def _finish(state: State) -> Procedure[None]:
    yield Fights(combats=())
    yield from relock(state)
    yield Ends(moment="phase")
    yield Began(round=state.core.round, turn=state.active, phase="end", step="effects")


def _resolve(state: State, fought: Sequence[int]) -> Procedure[None]:
    index = yield from pick(state, fought, "which combat is resolved next?")
    combat, points = list(state.core.combats[index].units), list(state.core.combats[index].points)
    # From here on its units are in a combat only as far as they are locked: who falls back may be shot at.
    yield changed(state, index, units=[], step="resolved")
    yield from resolve_combat(state, combat, points)


def resolve_combat(state: State, combat: Sequence[str], points: Sequence[int]) -> Procedure[int | None]:
    """The Combat Resolution process of one combat, Steps 1 to 4; who won, None for a draw or a massacre.

    Args:
        state: the battle.
        combat: its units.
        points: the Combat Resolution Points of both players for models removed and challenges.
    """
    left: dict[str, str] = {}
    alive = [player for player in (0, 1) if any(state.living(unit) for unit in side(state, combat, player))]
    if len(alive) < 2:
        for player in alive:
            yield Said(text=f"player {'AB'[player]} alone is left in the combat: a massacre", rule="massacre")
            yield from _aftermath(state, player, Ending(combat, WON, left, massacre=True))
            yield from _let_go(state, combat, left)
        yield from garrisons(state, combat)
        return None
    totals = total_points(state, combat, points)
    winner = winner_of(state, combat, totals)
    said = "a draw" if winner is None else f"player {'AB'[winner]} wins"
    yield Said(text=f"Combat Resolution Points {totals[0]} to {totals[1]}: {said}", rule="resolution-step-2")
    if winner is not None:
        yield from _loser_checks(state, combat, 1 - winner, max(totals[winner] - totals[1 - winner], 0))
        order = [(1 - winner, LOST), (winner, WON)]
    else:
        first = yield from _first(state, combat)
        order = [(first, DREW), (1 - first, DREW)]
    for player, result in order:
        yield from _aftermath(state, player, Ending(combat, result, left))
        yield from _let_go(state, combat, left)
    yield from _hold_on(state, combat, left)
    yield from garrisons(state, combat)
    return winner


# --- Steps 1 to 3 ---


def total_points(state: State, combat: Sequence[str], points: Sequence[int]) -> list[int]:
    """Step 1: what was scored before, and 1 for who has most models; of Walkers and Paragons their Wounds count (facts 13).

    What a side has for it (banners, special rules) scores as well.
    """
    counts = [sum(_counted(state, unit) for unit in side(state, combat, player)) for player in (0, 1)]
    more = [_scored(state, side(state, combat, player)) for player in (0, 1)]
    return [points[player] + more[player] + (counts[player] > counts[1 - player]) for player in (0, 1)]


def _scored(state: State, units: Sequence[Unit]) -> int:
    """What banners and special rules score for a side: Bearers of the Blood Hand by unit, Unwavering Conviction once (C1)."""
    points = convinced = 0
    for unit in units:
        kinds = [state.kind(model.id) for model in state.living(unit)]
        points += sum(worth for banner, worth in _BANNERS.items() if any(kind.holds(banner) for kind in kinds))
        points += any(kind.has("bearers of the blood hand") is not None for kind in kinds)
        convinced |= any(kind.has("unwavering conviction") is not None for kind in kinds)
    return points + convinced


def _counted(state: State, unit: Unit) -> int:
    if "fortification" in state.types(unit) and ruling(state, "fortification-count") == "none":
        return 0
    kinds = [state.kind(model.id) for model in state.living(unit)]
    return sum(kind.wounds if _COUNT_WOUNDS & kind.words else 1 for kind in kinds)


def winner_of(state: State, combat: Sequence[str], totals: Sequence[int]) -> int | None:
    """Step 2: the player with more points; a side of Fortifications alone always loses (H-051, H-055, H-278)."""
    walls = [all(is_fort(state, unit) for unit in side(state, combat, player)) for player in (0, 1)]
    if walls[0] != walls[1]:
        return 0 if walls[1] else 1
    if totals[0] == totals[1]:
        return None
    return 0 if totals[0] > totals[1] else 1


def _loser_checks(state: State, combat: Sequence[str], loser: int, difference: int) -> Procedure[None]:
    """Step 3: one Leadership Check for all units of the loser but Fortifications; failed, all are Routed (H-052, H-279)."""
    units = [unit for unit in side(state, combat, loser) if not is_fort(state, unit) and not is_hull(state, unit)]
    able = [unit for unit in units if not all(immune(state, model, "routed") for model in unit.models)]
    if not able or all(has(unit, "routed") for unit in able):
        return
    unit, value = yield from _leadership(state, able, loser)
    target = steadied(state, unit, "leadership", value - difference)
    passed = yield from check_against(state, unit, "leadership", target, why="a lost combat", rule="resolution-step-3")
    if not passed:
        for each in able:
            yield from give(state, each, "routed", source="a lost combat", rule="H-224")


def _leadership(state: State, units: Sequence[Unit], player: int) -> Procedure[tuple[Unit, int]]:
    """Whose Leadership counts: a unit's, as most of its models have it, or that of a Command or Sergeant model (H-237)."""
    values: dict[str, tuple[Unit, int, str]] = {}
    for unit in units:
        lowered = fear(state, unit) + burning(unit)
        values[unit.id] = unit, max((majority(state, unit, "leadership") or 0) - lowered, 0), name_of(state, unit.id)
        for model in state.living(unit):
            if _SPOKESMEN & state.kind(model.id).words:
                own = max((current(state, model, "leadership") or 0) - lowered, 0)
                values[model.id] = unit, own, f"{state.kind(model.id).name} of {name_of(state, unit.id)}"
    options = [Option(key, f"{text}: {value}") for key, (_, value, text) in values.items()]
    key = yield from ask(player, "check", "whose Leadership for the lost combat?", options)
    return values[key][0], values[key][1]


# --- Step 4 ---


def _first(state: State, combat: Sequence[str]) -> Procedure[int]:
    """After a draw the Active player says who chooses first."""
    choosing = [player for player in (0, 1) if any(not is_fort(state, unit) for unit in side(state, combat, player))]
    if len(choosing) < 2:
        return state.active
    options = [Option(str(state.active), "I do"), Option(str(1 - state.active), "my opponent")]
    return int((yield from ask(state.active, "aftermath first", "who chooses first what to do?", options)))


def _aftermath(state: State, player: int, ending: Ending) -> Procedure[None]:
    """The choices of a player's units, one after the other (H-053..H-056)."""
    for unit in side(state, ending.combat, player):
        yield from conclude(state, unit, ending)


def _let_go(state: State, combat: Sequence[str], left: dict[str, str]) -> Procedure[None]:
    """Units that touch nobody any more who holds them are not locked."""
    for key in combat:
        unit = state.units[key]
        if unit.locked and not _held_by(state, unit, left):
            yield from unlock(unit)


def _hold_on(state: State, combat: Sequence[str], left: dict[str, str]) -> Procedure[None]:
    """Who still touches an enemy that has not left is locked with him (H-106, H-239)."""
    for key in combat:
        unit = state.units[key]
        if unit.where == "table":
            yield from lock(state, unit, _held_by(state, unit, left))
    yield from _let_go(state, combat, left)


def _held_by(state: State, unit: Unit, left: dict[str, str]) -> list[Unit]:
    """The enemies that hold a unit in combat: no hulls, and nobody who has left it, unless he was caught."""
    there = (None, CAUGHT)
    if left.get(unit.id) not in there or unit.where != "table" or is_hull(state, unit):
        return []
    able = [other for other in touched(state, unit) if not is_hull(state, other) and other.player != NOBODY]
    return [other for other in able if left.get(other.id) in there]

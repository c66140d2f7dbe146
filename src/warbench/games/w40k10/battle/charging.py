"""The Charge phase: units declare charges, roll for them, and move into Engagement Range or stay where they are."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from warbench.battle.asking import PASS, name_of, roll, rolled, unit_options
from warbench.battle.requests import Ask, Option, Procedure, Refusal, Search
from warbench.games.w40k10.battle.after_attacks import Failed, suffer
from warbench.games.w40k10.battle.aircraft import AIRCRAFT_RULE, is_aircraft, may_reach
from warbench.games.w40k10.battle.charge_abilities import impact, rolls_again
from warbench.games.w40k10.battle.closing import Closing
from warbench.games.w40k10.battle.events import Began, Chose, Done, Ends, Marked, Moved, Said
from warbench.games.w40k10.battle.faction_rules.haste import left_alone, note_targets
from warbench.games.w40k10.battle.holding import charge_bonus
from warbench.games.w40k10.battle.moments import DiceRolled, UnitMoment, windows
from warbench.games.w40k10.battle.placing import ENGAGED, distance, in_reach, is_engaged
from warbench.games.w40k10.battle.privileges import permits
from warbench.games.w40k10.battle.shooting import Shot
from warbench.games.w40k10.battle.state import State, Unit
from warbench.games.w40k10.unit_rules import CHARGE_ADVANCED, CHARGE_FELL_BACK
from warbench.table.lattice import INCH
from warbench.table.measure import within
from warbench.table.permits import Path

DECLARED = 12 * INCH
"""How far away a target of a charge may be (W-323)."""

_PAIRS = 4
"""So many pairs of targets are listed; any other set is taken as well."""


def next_step(state: State) -> Procedure[None]:
    """The next charge, or the end of the phase."""
    units = [unit for unit in state.on_table(state.active) if unit.id not in state.core.done and can_declare(state, unit) is None]
    return _declare(state, units) if units else _finish(state)


def _finish(state: State) -> Procedure[None]:
    yield Ends(moment="phase")
    yield Began(round=state.core.round, turn=state.active, phase="fight")


def _declare(state: State, units: list[Unit]) -> Procedure[None]:
    """Ask who charges whom, and carry it out."""

    def judge(key: str) -> Refusal | None:
        if key == PASS.key:
            return None
        unit = state.units.get(key)
        if unit is None or state.player(key) != state.active:
            return Refusal("not-yours", f"{key!r} is no unit of the player whose turn it is")
        if key in state.core.done:
            return Refusal("has-declared", f"{name_of(state, key)} has declared a charge already")
        return can_declare(state, unit)

    key = yield Ask(
        state.active,
        "unit",
        "which unit declares a charge?",
        lambda: [*unit_options(state, units), Option(PASS.key, "no more charges")],
        subject="charge",
        judge=judge,
    )
    if key == PASS.key:
        yield from _finish(state)
        return
    unit = state.units[key]
    yield Chose(unit=key)
    targets = yield from _ask_targets(state, unit)
    yield Done(unit=key)
    yield from note_targets(state, unit, targets)
    yield from charge(state, unit, targets)
    yield Chose(unit="")


# --- who may charge whom ---


def can_declare(state: State, unit: Unit, target: Unit | None = None) -> Refusal | None:
    """Why a unit may not declare a charge (against a target, or any at all), or None (C9, W-276, W-323, W-324)."""
    name = name_of(state, unit.id)
    bars = (
        (unit.where != "table", "not-on-table", "is not on the battlefield"),
        (is_aircraft(state, unit), "aircraft", "is AIRCRAFT and cannot declare a charge"),
        (unit.cannot_charge, "may-not-charge", "may not charge this turn"),
        (unit.charged, "has-charged", "has charged already this turn"),
        (unit.moved == "advance" and not permits(state, unit, CHARGE_ADVANCED), "advanced", "Advanced this turn"),
        (unit.moved == "fall back" and not _free(state, unit), "fell-back", "fell back this turn"),
    )
    for barred, code, why in bars:
        if barred:
            return Refusal(code, f"{name} {why}", "C9")
    if target is not None:
        refusal = _may_target(state, unit, target)
    elif any(_is_open(state, unit, enemy) for enemy in state.on_table(1 - state.player(unit.id))):
        refusal = None
    else:
        refusal = Refusal("too-far", f'{name} has no enemy within 12"', "W-323")
    if refusal is None and is_engaged(state, unit):
        return Refusal("engaged", f"{name} is in Engagement Range of an enemy already", "C9")
    return refusal


def _free(state: State, unit: Unit) -> bool:
    """Whether a unit that fell back may charge all the same."""
    return unit.free_hands or permits(state, unit, CHARGE_FELL_BACK)


def _may_target(state: State, unit: Unit, target: Unit) -> Refusal | None:
    if target.where != "table" or state.player(target.id) == state.player(unit.id):
        return Refusal("no-enemy", f"{name_of(state, target.id)} is no enemy unit on the battlefield", "W-323")
    if not _in_twelve(state, unit, target):
        return Refusal("too-far", f'{name_of(state, target.id)} is not within 12" of {name_of(state, unit.id)}', "W-323")
    if not may_reach(state, unit, target):
        sentence = f"{name_of(state, target.id)} is AIRCRAFT: only units that can FLY may charge it"
        return Refusal("aircraft", sentence, AIRCRAFT_RULE)
    if target.id in left_alone(state, unit):
        sentence = f"{name_of(state, unit.id)} Advanced or Fell Back: {name_of(state, target.id)} is to be left alone"
        return Refusal("in-haste", sentence, "C9")
    return None


def _is_open(state: State, unit: Unit, enemy: Unit) -> bool:
    """Whether an enemy unit may be a target of a charge."""
    return _may_target(state, unit, enemy) is None


def _in_twelve(state: State, unit: Unit, enemy: Unit) -> bool:
    if not in_reach(state, unit, enemy, DECLARED):
        return False
    there = state.shapes(enemy)
    return any(within(one, other, DECLARED) for one in state.shapes(unit) for other in there)


def _ask_targets(state: State, unit: Unit) -> Procedure[tuple[str, ...]]:
    """Ask which units are charged: ids joined by ``+``. They need not be seen (W-324)."""

    def judge(key: str) -> Refusal | None:
        targets = key.split("+")
        if len(set(targets)) != len(targets):
            return Refusal("twice", f"{key!r} names a target twice", "W-323")
        for target in targets:
            if target not in state.units:
                return Refusal("no-enemy", f"{target!r} is no enemy unit on the battlefield", "W-323")
            refusal = _may_target(state, unit, state.units[target])
            if refusal is not None:
                return refusal
        return None

    key = yield Ask(
        state.player(unit.id),
        "charge target",
        f"{name_of(state, unit.id)}: whom does it charge?",
        lambda: list(_target_options(state, unit)),
        subject=unit.id,
        judge=judge,
    )
    return tuple(key.split("+"))


def _target_options(state: State, unit: Unit) -> Iterator[Option]:
    """Each unit that may be charged, and some pairs, the nearest first."""
    enemies = [enemy for enemy in state.on_table(1 - state.player(unit.id)) if _is_open(state, unit, enemy)]
    far = {enemy.id: distance(state, unit, enemy) for enemy in enemies}
    enemies.sort(key=lambda enemy: far[enemy.id])
    for enemy in enemies:
        yield Option(enemy.id, f'{name_of(state, enemy.id)}, {far[enemy.id] / INCH:.1f}" away')
    for one, other in list(combinations(enemies, 2))[:_PAIRS]:
        yield Option(f"{one.id}+{other.id}", f"both {name_of(state, one.id)} and {name_of(state, other.id)}")


# --- a charge ---


def charge(state: State, unit: Unit, targets: Sequence[str], *, bonus: bool = True) -> Procedure[bool]:
    """A charge from the roll on: whether the unit made a Charge move (W-325..W-332).

    Args:
        state: the battle.
        unit: the unit that has declared it.
        targets: the ids of the units that it charges.
        bonus: whether it gains Fights First by it (Heroic Intervention gives none, W-274).
    """
    moment = UnitMoment(unit.id, "charge", tuple(targets))
    inches = yield from _charge_roll(state, unit, targets)
    owed: list[Failed] = []
    moved = yield from _move(state, unit, moment, inches, owed)
    if moved is not None:
        yield from _arrive(state, unit, moved, moment, owed, bonus=bonus)
    elif unit.where == "table":
        yield Said(text=f"{name_of(state, unit.id)}: the charge fails, nobody moves", unit=unit.id, rule="W-329")
    yield from suffer(state, owed)
    if moved is not None and unit.where == "table":
        yield from windows().open(state, "charge move ended", [state.active, 1 - state.active], moment)
    return moved is not None


def _move(state: State, unit: Unit, moment: UnitMoment, inches: int, owed: list[Failed]) -> Procedure[Moved | None]:
    """Where the models go; None when no Charge move is possible or its player shows none (W-329, X-58).

    The table's search for an end is bounded (ruling E14): who sees a way that it missed may take it.
    """
    closing = _closing(state, unit, moment.others, inches)
    if closing is None:
        return None
    found = yield Search(closing.exists)
    paths = None if found else (yield from _shown(closing))
    if paths is None and not found:
        return None
    before = _models(state)
    yield from _react(state, "move started", moment, owed)
    if _models(state) != before:  # somebody was shot: the way is sought anew
        closing = _closing(state, unit, moment.others, inches)
        if closing is None:
            return None
        found, paths = (yield Search(closing.exists)), None
    if paths is None:
        paths = yield from (closing.ask(hold=False) if found else _shown(closing))
    return None if paths is None else closing.moved(paths, "W-325")


def _shown(closing: Closing) -> Procedure[tuple[Path, ...] | None]:
    """The way that a player shows where the search has found none; None for a charge that fails."""
    return (yield from closing.ask(hold=True, staying="no way to its targets: the charge fails", listed=0))


def _arrive(  # noqa: PLR0913 -- what a charge is about
    state: State, unit: Unit, moved: Moved, moment: UnitMoment, owed: list[Failed], *, bonus: bool
) -> Procedure[None]:
    """Make the Charge move, and what it brings (W-332, W-378)."""
    yield moved
    yield Marked(unit=unit.id, mark="charged", value=True, rule="W-332")
    if bonus:
        yield Marked(unit=unit.id, mark="fights_first", value=True, rule="W-332")
    yield from impact(state, unit)
    if unit.where == "table":
        yield from _react(state, "move ended", moment, owed)


def _react(state: State, when: str, moment: UnitMoment, owed: list[Failed]) -> Procedure[None]:
    """Let the opponent react to the move (W-333); what his Overwatch owes for Hazardous waits for the move's end (W-122)."""
    found = yield from windows().open(state, when, [1 - state.player(moment.unit)], moment)
    owed += [failed for shot in found if isinstance(shot, Shot) for failed in shot.later]


def _models(state: State) -> list[tuple[str, int]]:
    return [(unit.id, len(unit.models)) for unit in state.on_table()]


def _closing(state: State, unit: Unit, targets: Sequence[str], inches: int) -> Closing | None:
    """The Charge move (W-326..W-328); None where it is too far for certain, or somebody is no longer there."""
    limit = inches * INCH
    if unit.where != "table" or any(state.units[target].where != "table" for target in targets):
        return None
    if any(distance(state, unit, state.units[target]) > limit + ENGAGED[0] for target in targets):
        return None  # not even straight ahead: no search is needed
    return Closing(state, unit, "charge", limit, targets)


def _charge_roll(state: State, unit: Unit, targets: Sequence[str]) -> Procedure[int]:
    """2D6: how many inches each model may move at most. A re-roll throws both dice (W-225, W-325, X-15, X-59)."""
    player = state.player(unit.id)
    faces = yield from roll(state, player, "charge", 2, unit.id)
    again, ability = False, (yield from rolls_again(state, unit, faces))
    if not ability:
        found = yield from windows().open(
            state, "dice rolled", [player], DiceRolled(unit.id, "charge", faces=faces), until=lambda done: done is True
        )
        again = True in found
    if again or ability:
        yield rolled(player, "charge", faces, f"rolled again{f' ({ability})' if ability else ''}", unit.id, "W-225")
        faces = yield from roll(state, player, "charge", 2, unit.id)
    more, why = charge_bonus(state, unit, targets)
    inches = max(0, sum(faces) + more)
    yield rolled(player, "charge", faces, f'{inches}"{why}', unit.id, "W-325")
    return inches

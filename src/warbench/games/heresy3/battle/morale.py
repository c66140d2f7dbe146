"""The Morale Sub-Phase: what the Shooting Attacks of the phase may have done to units (facts 8; H-224)."""

from warbench.battle.asking import name_of, unit_options
from warbench.battle.requests import Ask, Option, Procedure
from warbench.games.heresy3.battle.aftermath import COHERENCY, PANIC
from warbench.games.heresy3.battle.casualties import panic
from warbench.games.heresy3.battle.checks import NAMES, check
from warbench.games.heresy3.battle.events import Began, Ends, Marked, Said
from warbench.games.heresy3.battle.numbers import lowest
from warbench.games.heresy3.battle.placing import coherent
from warbench.games.heresy3.battle.state import State, Unit
from warbench.games.heresy3.battle.statuses import PURE_THOUGHT, give, immune

ROUTED, SUPPRESSED = "routed", "suppressed"


def next_step(state: State) -> Procedure[None]:
    """The checks of the next unit; when none is left the Assault Phase begins."""
    waiting = [unit for unit in state.units.values() if unit.morale]
    if not waiting:
        yield Ends(moment="phase")
        yield Began(round=state.core.round, turn=state.active, phase="assault", step="charge")
        return
    unit = waiting[0]
    if len(waiting) > 1:
        key = yield Ask(
            state.active, "morale", "which unit is checked next?", lambda: unit_options(state, waiting), subject="morale"
        )
        unit = state.units[key]
    yield from checks_of(state, unit)


def checks_of(state: State, unit: Unit) -> Procedure[None]:
    """All checks of a unit: Routed first, and if that fails no other; one for each status. The statuses come at the end.

    A unit of Heavy models alone has 1 more Cool against them (facts 19).
    """
    marks = list(unit.morale)
    yield Marked(unit=unit.id, mark="morale", value=[], rule="morale")
    if unit.where != "table" or not unit.models:
        return
    causes = _causes(state, unit, marks)
    if ROUTED in causes:
        penalty, why = yield from _which(state, unit, ROUTED, causes.pop(ROUTED))
        spared = yield from _spared(state, unit, ROUTED, "leadership")
        if not spared and not (yield from panic(state, unit, why, penalty=penalty, rule="H-224")):
            return
    gained: list[tuple[str, str]] = []
    steady = 1 if state.every(unit, ("heavy",)) else 0
    for status, reasons in causes.items():
        penalty, why = yield from _which(state, unit, status, reasons)
        if (yield from _spared(state, unit, status, "cool")):
            continue
        if not (yield from check(state, unit, "cool", penalty=penalty - steady, why=why, rule="morale")):
            gained.append((status, why))
    for status, why in gained:
        yield from give(state, unit, status, source=why, rule="morale")


def _spared(state: State, unit: Unit, status: str, characteristic: str) -> Procedure[bool]:
    """Whether a unit makes no Check against a status: it is immune (H-027), or has not the characteristic (vehicles)."""
    if all(immune(state, model, status) for model in unit.models):
        yield from give(state, unit, status)
        return True
    if lowest(state, unit, characteristic) is None:
        yield Said(text=f"{name_of(state, unit.id)} makes no {NAMES[characteristic]} Checks", unit=unit.id, rule="morale")
        return True
    return False


Reasons = list[tuple[int, str]]


def _causes(state: State, unit: Unit, marks: list[str]) -> dict[str, Reasons]:
    """Why each status may come: what the Check is lowered by, and how that is said."""
    found: dict[str, Reasons] = {}
    for mark in marks:
        status, _, by = mark.partition(":")
        if mark == PANIC and _unshaken(state, unit):
            continue
        if mark == PANIC:
            found.setdefault(ROUTED, []).append((0, "a quarter of the unit was lost"))
        elif mark == COHERENCY:
            if not coherent(state, unit):
                found.setdefault(SUPPRESSED, []).append((0, "out of coherency"))
        else:
            found.setdefault(status, []).append((int(by), f"{status.capitalize()} by weapons"))
    return found


def _unshaken(state: State, unit: Unit) -> bool:
    """Whether most models of a unit are bound by the Rite of Pure Thought: losses alone make it check for nothing (C1)."""
    return 2 * sum(state.kind(model.id).has(PURE_THOUGHT) is not None for model in unit.models) > len(unit.models)


def _which(state: State, unit: Unit, status: str, reasons: Reasons) -> Procedure[tuple[int, str]]:
    """Only one Check for a status: the Active player picks which, where several would give it."""
    if len(reasons) == 1:
        return reasons[0]
    text = f"{name_of(state, unit.id)}: for which reason is the Check against {status.capitalize()}?"
    options = [Option(str(index), f"{why} (-{by})") for index, (by, why) in enumerate(reasons)]
    key = yield Ask(state.active, "morale reason", text, lambda: options, subject=unit.id)
    return reasons[int(key)]

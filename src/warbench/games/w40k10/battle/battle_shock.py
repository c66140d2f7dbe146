"""Battle-shock: who must test, the test, and what follows (W-340..W-350, W-360, W-361)."""

from collections.abc import Sequence

from warbench.battle.asking import ask, name_of, roll, rolled, unit_options
from warbench.battle.requests import Procedure
from warbench.games.w40k10.battle.events import Done, Marked, Said
from warbench.games.w40k10.battle.moments import UnitMoment, windows
from warbench.games.w40k10.battle.privileges import bonus, number, permits, roll_again
from warbench.games.w40k10.battle.state import State, Unit
from warbench.games.w40k10.unit_rules import MUST_TEST, TEST_ON_THREE

STEP = "battle-shock"


def owing(state: State) -> list[Unit]:
    """The active player's units that have still to test in this step, each once (W-340, W-347, W-361).

    On the battlefield and Below Half-strength, or told to by another rule (``core.owed``, an Aura): that test replaces the other.
    """
    core = state.core
    return [
        unit
        for unit in state.on_table(core.turn)
        if unit.id not in core.done and (unit.id in core.owed or state.below_half(unit) or permits(state, unit, MUST_TEST))
    ]


def next_test(state: State, units: list[Unit]) -> Procedure[None]:
    """One of the tests that are owed; its owner chooses which comes next, none may be left out (W-361)."""
    key = yield from ask(state.active, "battle-shock", "which unit tests for Battle-shock?", unit_options(state, units))
    yield Done(unit=key)
    yield from take_test(state, state.units[key])


def leadership(state: State, unit: Unit) -> int:
    """The best Leadership of the models that a unit has left (W-341, X-61)."""
    return min(number(state, unit, "leadership", state.kind(model.id).leadership) for model in unit.models)


def take_test(state: State, unit: Unit, more: int = 0) -> Procedure[bool]:
    """A Battle-shock test; whether it was passed. A failed one leaves all of the unit Battle-shocked (W-341, W-342, W-348).

    Reactions to it (Insane Bravery) are offered in the Battle-shock step alone (W-360). ``more`` is added to this test.
    """
    player = state.player(unit.id)
    about = UnitMoment(unit.id)
    in_step = state.core.phase == "command" and state.core.step == STEP
    if in_step and "passed" in (yield from windows().open(state, "before battle-shock", (player,), about, until=_passed)):
        yield Said(text=f"{name_of(state, unit.id)} passes without dice", unit=unit.id, rule="W-232")
        return True
    dice = 3 if permits(state, unit, TEST_ON_THREE) else 2
    if (yield from roll_leadership(state, unit, "battle-shock", "W-341", dice=dice, more=more)):
        return True
    if in_step and "passed" in (yield from windows().open(state, "battle-shock failed", (player,), about, until=_passed)):
        yield Said(text=f"{name_of(state, unit.id)} counts as having passed", unit=unit.id, rule="W-236")
        return True
    yield Marked(unit=unit.id, mark="shocked", value=True, rule="W-342")
    return False


def roll_leadership(  # noqa: PLR0913 -- who, for what, with which dice
    state: State, unit: Unit, purpose: str, rule: str, *, dice: int = 2, more: int = 0
) -> Procedure[bool]:
    """Roll D6 against the best Leadership of a unit, once more where an ability lets its owner; whether they come to it.

    Args:
        state: the battle.
        unit: the unit that is tested.
        purpose: what the roll is called; what changes it and allows a re-roll names it.
        rule: by which rule.
        dice: how many dice.
        more: what is added to this roll.
    """
    player = state.player(unit.id)
    need, change = leadership(state, unit), bonus(state, unit, purpose) + more
    faces = yield from roll(state, player, purpose, dice, unit.id)
    again = ""
    if sum(faces) + change < need:
        again = yield from roll_again(state, unit, purpose, faces, _shown(faces, change, need))
    if again:
        yield rolled(player, purpose, faces, "rolled again", unit.id, again)
        faces = yield from roll(state, player, purpose, dice, unit.id)
    passed = sum(faces) + change >= need
    yield rolled(player, purpose, faces, f"{_shown(faces, change, need)}: {'passed' if passed else 'failed'}", unit.id, rule)
    return passed


def _shown(faces: Sequence[int], change: int, need: int) -> str:
    """What a test came to, with what changes its result apart: ``8-1 of 7``."""
    return f"{sum(faces)}{f'{change:+d}' if change else ''} of {need}"


def _passed(result: object) -> bool:
    return result == "passed"


def recover(state: State, player: int) -> Procedure[None]:
    """The player's Command phase begins: none of his units is Battle-shocked any longer (W-342)."""
    for key, unit in state.units.items():
        if unit.shocked and state.player(key) == player:
            yield Marked(unit=key, mark="shocked", value=False, rule="W-342")

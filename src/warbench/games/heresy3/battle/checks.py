"""The dice language of the third edition (facts 2): Checks on two dice, Characteristic Tests on one."""

from warbench.battle.asking import ask, name_of, roll, rolled
from warbench.battle.requests import Option, Procedure
from warbench.games.heresy3.battle.measuring import units_within
from warbench.games.heresy3.battle.numbers import current, lowest
from warbench.games.heresy3.battle.state import Model, State, Unit
from warbench.games.heresy3.battle.statuses import CYBERTHEURGIC, has

NAMES = {"leadership": "Leadership", "cool": "Cool", "willpower": "Willpower", "intelligence": "Intelligence"}
_SPOKESMEN = frozenset({"sergeant", "command", "paragon"})
_FEAR_RANGE = 12
_FAMILIAR = 2
"""What a cyber-familiar helps the Intelligence Checks of its bearer by (C1)."""
_ALWAYS, _NEVER = 2, 12
_FEARLESS, _LEAST = 1, 6


def check(  # noqa: PLR0913 -- who, on what, and why
    state: State, unit: Unit, characteristic: str, *, penalty: int = 0, why: str, rule: str = ""
) -> Procedure[bool]:
    """A unit's Check: two dice, at most the target; a double 1 passes, a double 6 fails.

    The lowest value in the unit counts, or that of one Sergeant, Command or Paragon model if its controller likes (H-237).
    ``penalty`` lowers the target.
    """
    value = yield from _value(state, unit, characteristic)
    target = steadied(state, unit, characteristic, value - penalty)
    return (yield from check_against(state, unit, characteristic, target, why=why, rule=rule))


def model_check(  # noqa: PLR0913 -- who, on what, and why
    state: State, model: Model, characteristic: str, *, penalty: int = 0, why: str, rule: str = ""
) -> Procedure[bool]:
    """A single model's Check."""
    unit = state.units[state.home(model.id)]
    value = current(state, model, characteristic) or 0
    if characteristic == "intelligence" and state.kind(model.id).holds("cyber-familiar"):
        penalty -= _FAMILIAR
    target = value - fear(state, unit) - penalty
    return (yield from check_against(state, unit, characteristic, target, why=why, rule=rule))


def check_against(  # noqa: PLR0913 -- who, on what, and why
    state: State, unit: Unit, characteristic: str, target: int, *, why: str, rule: str = ""
) -> Procedure[bool]:
    """Roll two dice for a Check against a target number that is settled."""
    player = max(unit.player, 0)
    faces = yield from roll(state, player, f"{characteristic} check", 2, unit.id)
    total = sum(faces)
    passed = total == _ALWAYS or (total != _NEVER and total <= target)
    result = f"{why}: {total} against {NAMES[characteristic]} {target}: {'passed' if passed else 'failed'}"
    yield rolled(player, f"{characteristic} check", faces, result, unit.id, rule)
    return passed


def _value(state: State, unit: Unit, characteristic: str) -> Procedure[int]:
    base = lowest(state, unit, characteristic) or 0
    better: dict[int, Model] = {}
    for model in state.living(unit):
        value = current(state, model, characteristic)
        if value is not None and value > base and state.kind(model.id).words & _SPOKESMEN:
            better.setdefault(value, model)
    chosen = base
    if better:
        options = [
            *(Option(model.id, f"{state.kind(model.id).name}: {value}") for value, model in sorted(better.items(), reverse=True)),
            Option("unit", f"the lowest in the unit: {base}"),
        ]
        text = f"{name_of(state, unit.id)}: whose {NAMES[characteristic]} for the Check?"
        key = yield from ask(max(unit.player, 0), "check", text, options, unit.id)
        chosen = next((value for value, model in better.items() if model.id == key), base)
    return max(chosen - fear(state, unit), 0)


def fear(state: State, unit: Unit) -> int:
    """What Fear (X) of enemies within 12 inches takes off a unit's Leadership, Cool, Willpower and Intelligence."""
    worst = 0
    if unit.where != "table" or unit.player < 0:
        return worst
    for other in state.on_table(1 - unit.player):
        values = [int(value) for model in other.models if (value := state.kind(model.id).has("fear"))]
        if not values and _dreadful(state, other):
            values = [1]
        if values and max(values) > worst and units_within(state, unit, other, _FEAR_RANGE):
            worst = max(values)
    return min(worst, _FEARLESS) if _fearless(state, unit) else worst


def _fearless(state: State, unit: Unit) -> bool:
    """Whether all models of a unit are Angels of Death: Fear (X) takes off 1 at most, their Leadership is never below 6 (C1)."""
    return all(state.kind(model.id).has("the angels of death") is not None for model in unit.models)


def steadied(state: State, unit: Unit, characteristic: str, target: int) -> int:
    """The target of a unit's Check, with the least that its Leadership can be lowered to."""
    if characteristic != "leadership" or target >= _LEAST or not _fearless(state, unit):
        return target
    printed = [value for model in unit.models if (value := state.kind(model.id).numbers.get(characteristic)) is not None]
    return max(target, min([_LEAST, *printed]))


def _dreadful(state: State, unit: Unit) -> bool:
    """Whether a unit has Fear (1) by Aegis of Pain: all of it has that rule and is Reductor, and it has a rite's status (C1)."""
    return has(unit, *CYBERTHEURGIC) and all(
        "reductor" in kind.words and kind.has("aegis of pain") is not None
        for kind in (state.kind(model.id) for model in unit.models)
    )

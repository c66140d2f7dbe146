"""Characteristics as they are now: the printed value with every modifier on the model, in the game's order (H-179..H-184)."""

from functools import cache
from itertools import groupby

from warbench.games.heresy3.battle.state import Model, State, Unit
from warbench.games.heresy3.facts import FACTS
from warbench.games.heresy3.rites import FORTIFY, GUIDE, QUICKEN
from warbench.games.heresy3.settle import number
from warbench.rules.active import Active, Facts, applying
from warbench.rules.effects import ChangeValue

_UP = {
    QUICKEN: ("movement", "initiative"),
    FORTIFY: ("strength", "toughness"),
    GUIDE: ("ballistic_skill", "weapon_skill"),
}
_WITHOUT_INITIATIVE = 3


@cache
def _plain() -> Facts:
    return FACTS.settle({})


def current(state: State, model: Model, name: str) -> int | None:
    """A characteristic of a model now; None where it has none ("-").

    Args:
        state: the battle.
        model: the model.
        name: a key of ``Kind.numbers``; ``movement`` in inches.
    """
    kind = state.kind(model.id)
    base = kind.numbers.get(name)
    if base is None:
        return None
    unit = state.units[state.home(model.id)]
    # An Invulnerable Save that an effect gives goes with each attack instead (`effects_between`): the better of two counts.
    lasting = [
        each
        for each in (unit.lasting if name != "invulnerable" else ())
        if isinstance(each.effect, ChangeValue) and each.model in {"", model.id} and each.effect.name == name
    ]
    first = [Active(effect, source) for effect, source in _by_status(state, model, name, base)]
    value = _changed(name, base, first)
    for _, step in groupby(lasting, key=lambda each: each.since):
        value = _changed(name, value, [Active(each.effect, each.source) for each in step])
    # H-183: what is set overrides all and comes last, whenever it took hold.
    fixed = [each.effect.set for each in lasting if isinstance(each.effect, ChangeValue) and each.effect.set is not None]
    return fixed[-1] if fixed else value


def _changed(name: str, value: int, changes: list[Active]) -> int:
    """A value after simultaneous changes (H-181, H-182)."""
    if not changes:
        return value
    return number(name, value, applying(changes, "", "melee", _plain()), _plain())[0]


def _by_status(state: State, model: Model, name: str, base: int) -> list[tuple[ChangeValue, str]]:
    """What Cybertheurgic Statuses and Disgraced do to a characteristic (facts 11 and 18)."""
    found: list[tuple[ChangeValue, str]] = []
    for status in model.statuses:
        if status == "disgraced" and name in {"weapon_skill", "leadership"}:
            found.append((ChangeValue(name=name, halve=True), "Disgraced"))
        if name not in _UP.get(status, ()) or not base:
            continue
        by = 1
        if name == "movement" and state.kind(model.id).numbers.get("initiative") is None:
            by = _WITHOUT_INITIATIVE
        found.append((ChangeValue(name=name, by=by), status.capitalize()))
    return found


def lowest(state: State, unit: Unit, name: str) -> int | None:
    """The lowest value of a characteristic among the models of a unit that have it; None when none has."""
    values = [value for model in unit.models if (value := current(state, model, name)) is not None]
    return min(values, default=None)


def majority(state: State, unit: Unit, name: str) -> int | None:
    """The value of a characteristic that most living models of a unit have, the highest of equals (ruling equal-weapon-skill)."""
    counts: dict[int, int] = {}
    for model in state.living(unit):
        value = current(state, model, name)
        if value is not None:
            counts[value] = counts.get(value, 0) + 1
    return max(counts, key=lambda value: (counts[value], value), default=None)

"""What effects say of a unit outside attacks: what it may do in spite of a rule, roll again, add to a roll, or has."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

import msgspec

from warbench.battle.asking import ask, name_of
from warbench.battle.requests import Option, Procedure
from warbench.games.w40k10.battle import auras
from warbench.games.w40k10.battle.bearing import facts_of_unit, outside_attacks
from warbench.games.w40k10.battle.roster import Entry
from warbench.games.w40k10.battle.state import Model, State, Unit
from warbench.games.w40k10.unit_rules import acts_outside
from warbench.rules.effects import AllowReroll, ChangeRoll, ChangeValue, Effect, Grant, Permit
from warbench.table.lattice import INCH

E = TypeVar("E", bound=msgspec.Struct)

_LEAST = {"objective_control": 0, "movement": 1}
"""Numbers of models that nothing lowers further."""


def permits(state: State, unit: Unit, what: str) -> bool:
    """Whether an ability of the unit permits it something (`unit_rules.PERMITS`)."""
    return any(effect.what == what for effect in _outside(state, unit, Permit))


def permitted_by(state: State, unit: Unit, what: str) -> str:
    """By which ability the unit is permitted something; empty where by none."""
    return next((effect.source for effect in _outside(state, unit, Permit) if effect.what == what), "")


def how_often(state: State, unit: Unit, what: str) -> int:
    """How many abilities say a thing of the unit (`unit_rules.PERMITS`), for those that add up."""
    return sum(effect.what == what for effect in _outside(state, unit, Permit))


def permitted(state: State, unit: Unit, what: str) -> list[tuple[Model, str]]:
    """The models of the unit to whom an ability of their own permits something, each with the ability's name."""
    entry = state.entry(unit.id)
    if not _concerns(entry):
        return []
    found: list[tuple[Model, str]] = []
    for model in unit.models:
        kind = entry.kind(model.id)
        held = {item.casefold() for item, _ in kind.items}
        for ability in entry.sheets[kind.part].abilities:
            said = [each for each in ability.effects if isinstance(each, Permit) and each.what == what]
            if (not ability.item or ability.item.casefold() in held) and any(_holds(state, unit, each) for each in said):
                found.append((model, ability.name))
                break
    return found


def has(state: State, unit: Unit, keyword: str) -> bool:
    """Whether an ability gives the whole unit another one (`unit_rules.GIFTS`)."""
    return any(effect.keyword == keyword for effect in _outside(state, unit, Grant))


def may_reroll(state: State, unit: Unit, roll: str) -> str:
    """By what the unit's owner may throw a roll again (`unit_rules.REROLLS`); empty where by nothing."""
    return next((effect.source for effect in _outside(state, unit, AllowReroll) if effect.roll == roll), "")


def bonus(state: State, unit: Unit, roll: str) -> int:
    """What is added to a roll of the unit (`unit_rules.BONUSES`)."""
    return sum(effect.by for effect in _outside(state, unit, ChangeRoll) if effect.roll == roll)


def number(state: State, unit: Unit, name: str, base: int) -> int:
    """A number of a model after what changes it for the whole unit: first what sets it, then what is added."""
    printed = name == "objective_control"
    changes = [
        effect
        for effect in _said(state, unit, ChangeValue)
        if isinstance(effect, ChangeValue) and effect.name == name and _holds(state, unit, effect, printed=printed)
    ]
    for change in changes:
        base = change.set if change.set is not None else base
    changed = base + sum(change.by for change in changes if isinstance(change.by, int) and change.least is None)
    for change in changes:
        if isinstance(change.by, int) and change.least is not None:
            changed = max(changed + change.by, min(changed, change.least))
    return changed if base <= 0 else max(changed, _LEAST.get(name, changed))


def pace(state: State, unit: Unit, movement: int) -> int:
    """The Movement of a model of a unit in lattice units, after what changes it; who has none gets none."""
    return number(state, unit, "movement", movement // INCH) * INCH if movement else 0


def targeted_within(state: State, unit: Unit) -> int | None:
    """How near, in inches, who shoots at the unit must be; None where any distance will do."""
    return min(
        (
            effect.set
            for effect in _outside(state, unit, ChangeValue)
            if effect.name == "targeted_within" and effect.set is not None
        ),
        default=None,
    )


def fixed_advance(state: State, unit: Unit) -> int | None:
    """How many inches further the unit Advances without a roll; None where it rolls."""
    return max((effect.set or 0 for effect in _outside(state, unit, ChangeValue) if effect.name == "advance"), default=None)


def roll_again(state: State, unit: Unit, roll: str, faces: Sequence[int], shown: str) -> Procedure[str]:
    """Ask whether the unit's owner throws a roll again, where an ability lets him: by which he does, empty when he does not.

    Args:
        state: the battle.
        unit: the unit that rolled.
        roll: which roll (`unit_rules.REROLLS`).
        faces: what the dice show.
        shown: what that comes to, for the question.
    """
    source = may_reroll(state, unit, roll)
    if not source:
        return ""
    options = [Option("keep", f"keep {shown}"), Option("again", f"roll again by {source}")]
    text = f"{name_of(state, unit.id)}: {', '.join(map(str, faces))} for {roll}: roll again?"
    key = yield from ask(state.player(unit.id), "roll again", text, options, f"{unit.id} {roll}")
    return source if key == "again" else ""


def _outside(state: State, unit: Unit, kind: type[E]) -> Iterator[E]:
    """The effects of a kind that act outside attacks and whose condition holds now."""
    return (effect for effect in _said(state, unit, kind) if isinstance(effect, kind) and _holds(state, unit, effect))


def _said(state: State, unit: Unit, kind: type[msgspec.Struct]) -> tuple[Effect, ...]:
    """The effects that act outside attacks, those of a kind among them, whatever their condition."""
    own = outside_attacks(state, unit) if _concerns(state.entry(unit.id)) else ()
    around = auras.outside_attacks(state, unit, kind)
    return (*own, *around) if around else own


def _holds(state: State, unit: Unit, effect: Effect, *, printed: bool = False) -> bool:
    if effect.when is None:
        return True
    wanted = frozenset(effect.when.facts())
    return effect.when.holds(facts_of_unit(state, unit, wanted, "target_", printed=printed))


def _concerns(entry: Entry) -> bool:
    """Whether any ability of the unit's datasheets acts outside attacks: mostly none does."""
    known: bool | None = entry.__dict__.get("_privileged")
    if known is None:
        effects = (effect for sheet in entry.sheets for ability in sheet.abilities for effect in ability.effects)
        known = entry.__dict__["_privileged"] = any(map(acts_outside, effects))
    return known

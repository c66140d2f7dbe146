"""Melee weapons: which a model may choose in a combat, and in which initiative step it strikes with it (H-082..H-084, H-096).

Who declares breacher charges makes no other attack in this Fight Sub-Phase (H-280); each of their hits rolls its own Damage
(H-281).
"""

from collections.abc import Sequence

from warbench.battle.asking import name_of
from warbench.battle.requests import Option, Procedure, Refusal
from warbench.games.heresy3.arms import BARE, BREACHER, initiative_with
from warbench.games.heresy3.battle.arms import arms, attacks_of, left, rule_of, value_of
from warbench.games.heresy3.battle.combats import FORTIFIED, foes, touched
from warbench.games.heresy3.battle.dealing import deal
from warbench.games.heresy3.battle.numbers import current
from warbench.games.heresy3.battle.placing import is_hull
from warbench.games.heresy3.battle.readings import ruling
from warbench.games.heresy3.battle.roster import Arm
from warbench.games.heresy3.battle.state import NOBODY, Model, State, Unit
from warbench.games.heresy3.battle.statuses import DISGRACED, TACTICAL, has
from warbench.rules.effects import ChangeValue, Effect

BOMBS = frozenset({BREACHER, "melta bombs"})
"""Weapons that shake out a garrison (H-058)."""

ONE_ATTACK: tuple[Effect, ...] = (ChangeValue(name="attacks", set=1, source="a single attack"),)
"""Whatever else it has, such a weapon or gambit makes one attack (H-084)."""


Wielded = dict[str, Arm]
"""The weapon that each model strikes with in this combat, by model."""


def melee_arms(state: State, model: Model, combat: Sequence[str]) -> list[Arm]:
    """The melee weapons that a model may choose in a combat, each name once; the basic one if it has none to choose."""
    found: dict[str, Arm] = {}
    for arm in arms(state, model):
        if arm.type == "melee" and barred(state, model, arm, combat) is None:
            found.setdefault(arm.name, arm)
    if found:
        return list(found.values())
    return [BARE] if attacks_of(state, model, BARE).maximum else []


def barred(state: State, model: Model, arm: Arm, combat: Sequence[str]) -> Refusal | None:
    """Why a model may not choose a melee weapon in a combat, or None."""
    unit = state.units[state.home(model.id)]
    if not attacks_of(state, model, arm).maximum:
        return Refusal("no-attacks", f"{arm.name} makes no attacks", "H-188")
    if left(state, model, arm) == 0:
        return Refusal("used-up", f"{arm.name} is used up", "special-limited")
    if arm.name.casefold() == BREACHER and not _all_walls(state, unit, combat):
        return Refusal("not-walls", f"{arm.name}: not all enemies in the combat are Fortifications or Buildings", "H-082")
    if rule_of(arm, "detonation") is not None and not all(is_still(state, foe) for foe in _locked_with(state, unit, combat)):
        return Refusal("moving-enemy", f"{arm.name}: an enemy is no Vehicle and has a Movement", "H-176")
    return None


def _all_walls(state: State, unit: Unit, combat: Sequence[str]) -> bool:
    """Whether all enemies in a combat are wholly Fortifications or Buildings (H-082)."""
    return all(state.every(foe, FORTIFIED) for foe in foes(state, combat, unit))


def _locked_with(state: State, unit: Unit, combat: Sequence[str]) -> list[Unit]:
    """The enemies of a combat that a unit touches; all of them where it touches none."""
    return [foe for foe in touched(state, unit) if foe.id in combat] or foes(state, combat, unit)


def is_still(state: State, foe: Unit) -> bool:
    """Whether Detonation weapons may be used against a unit: all Vehicles, or Movement 0 or - (H-040, H-176..H-178)."""
    if foe.player == NOBODY or is_hull(state, foe):
        return all(state.kind(model.id).armoured or state.kind(model.id).numbers.get("toughness") for model in foe.models)
    if ruling(state, "detonation-immobile") == "vehicles":
        return False
    return all(not movement_of(state, model) for model in foe.models)


def movement_of(state: State, model: Model) -> int:
    """The Movement of a model in inches as Detonation asks for it: 0 for "-" and for whatever stands (H-040)."""
    if FORTIFIED & state.kind(model.id).words:
        return 0
    return current(state, model, "movement") or 0


def initiative(state: State, model: Model, arm: Arm) -> int:
    """The Combat Initiative of a model with a weapon: 1 with any status, 0 always with breacher charges (H-083, H-096, H-097)."""
    unit = state.units[state.home(model.id)]
    charged, hindered = unit.charged and not unit.disordered, has(unit, *TACTICAL, DISGRACED)
    rules = state.kind(model.id).special_rules
    return initiative_with(arm, value_of(state, model), rules, charged=charged, hindered=hindered)


def extra(arm: Arm) -> tuple[Effect, ...]:
    """Effects of a weapon beside its profile: breacher charges make a single attack, whatever adds to it (H-084)."""
    return ONE_ATTACK if arm.name.casefold() == BREACHER else ()


def fighters(state: State, unit: Unit) -> list[Model]:
    """The models of a unit that make attacks in combats at all: those with a Weapon Skill and Attacks (facts 4, 13).

    Of hulls these are Knights alone; a Fortification never attacks in the Assault Phase, whatever it has (H-049).
    """
    if unit.player == NOBODY or "fortification" in state.types(unit):
        return []
    return [model for model in state.living(unit) if current(state, model, "weapon_skill") and current(state, model, "attacks")]


def declare(state: State, unit: Unit, combat: Sequence[str]) -> Procedure[Wielded]:
    """Step 2: ask what the models of a unit strike with; those of one kind and with the same choice are asked together."""
    alike: dict[tuple[str, ...], tuple[list[Model], list[Arm]]] = {}
    for model in fighters(state, unit):
        able = melee_arms(state, model, combat)
        if able:
            alike.setdefault((state.kind(model.id).name, *(arm.name for arm in able)), ([], able))[0].append(model)
    found: Wielded = {}
    for (kind, *_), (models, able) in alike.items():
        options = [Option(arm.name, arm.name) for arm in able]
        text = f"{name_of(state, unit.id)}: what do {len(models)} x {kind} strike with?"
        names = [model.id for model in models]
        chosen = yield from deal(unit.player, "melee weapon", text, names, options, subject=unit.id, rule="fight-step-2")
        found.update({name: next(arm for arm in able if arm.name == chosen[name]) for name in names})
    return found

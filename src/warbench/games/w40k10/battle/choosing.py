"""What is settled when a unit is selected to shoot, before its targets: weapons that it selects, a profile that a D6 picks."""

from collections.abc import Iterable
from itertools import combinations, islice

import msgspec

from warbench.attack.volley import PROFILE
from warbench.battle.asking import name_of, roll, rolled
from warbench.battle.requests import Ask, Option, Procedure, Refusal
from warbench.games.w40k10.attackers import as_picked, is_selected, may_select, weapon_numbers
from warbench.games.w40k10.battle.bearing import own_effects
from warbench.games.w40k10.battle.guns import Armed, Gun, gun_of
from warbench.games.w40k10.battle.roster import Entry
from warbench.games.w40k10.battle.state import Model, State, Unit
from warbench.games.w40k10.best import powers
from warbench.games.w40k10.facts import FACTS
from warbench.games.w40k10.keywords import DICED, rolled_faces

NOTHING = "none"
_LISTED = 64
"""So many selections are listed at most; any other legal one is taken as well."""


# --- weapons that are selected ---


def selectable(state: State, unit: Unit) -> list[Armed]:
    """The weapons that models of a unit may select in their own Shooting phase (`keywords.SELECTED`)."""
    return [armed for model in unit.models for armed in _of_model(state, unit, model) if _most(state, unit, model)]


def ask_selected(state: State, unit: Unit) -> Procedure[list[Armed]]:
    """Ask which of these weapons each model selects; they are there in addition to those that it has."""
    found: list[Armed] = []
    for model in unit.models:
        arms = _of_model(state, unit, model)
        most = min(_most(state, unit, model), len(arms)) if arms else 0
        if not most:
            continue
        names = [armed.gun.name for armed in arms]

        def judge(key: str, names: list[str] = names, most: int = most) -> Refusal | None:
            chosen = [] if key == NOTHING else key.split("+")
            if len(set(chosen)) != len(chosen) or not set(chosen) <= set(names) or len(chosen) > most:
                expected = f"expected up to {most} of {', '.join(names)}, joined by +, or {NOTHING}"
                return Refusal("bad-selection", f"found {key!r}, {expected}", "W-058")
            return None

        def options(names: list[str] = names, most: int = most) -> list[Option]:
            sets = (chosen for count in range(most, 0, -1) for chosen in combinations(names, count))
            listed = [Option("+".join(chosen), " and ".join(chosen)) for chosen in islice(sets, _LISTED)]
            return [*listed, Option(NOTHING, "none of them")]

        text = f"{name_of(state, unit.id)}: which C'tan Powers, up to {most}?"
        key = yield Ask(state.player(unit.id), "powers", text, options, subject=unit.id, judge=judge)
        found += [armed for armed in arms if armed.gun.name in key.split("+")]
    return found


def _most(state: State, unit: Unit, model: Model) -> int:
    """How many a model may select, by its abilities and its Damaged bracket."""
    entry = state.entry(unit.id)
    kind = entry.kind(model.id)
    facts = {**FACTS.settle({}), "damaged": model.wounds <= kind.damaged_at}
    return powers(own_effects(entry, entry.index[model.id]), facts)


def _of_model(state: State, unit: Unit, model: Model) -> list[Armed]:
    entry = state.entry(unit.id)
    return [Armed(model.id, gun, model.id) for gun in _guns(entry, entry.index[model.id])]


def _guns(entry: Entry, kind: int) -> tuple[Gun, ...]:
    """The weapons that a kind of model may select, in the order of its datasheet: mostly none."""
    known: dict[int, tuple[Gun, ...]] = entry.__dict__.setdefault("_selected", {})
    if kind not in known:
        sheet = entry.sheets[entry.kinds[kind].part]
        weapons = [weapon for weapon in sheet.weapons if weapon.type == "ranged" and is_selected(weapon)]
        known[kind] = tuple(
            gun_of(weapon.name, tuple(weapon_numbers(weapon, profile, 1) for profile in weapon.profiles))
            for weapon in (weapons if may_select(sheet) else ())
        )
    return known[kind]


# --- profiles that a die picks ---


def pick_profiles(state: State, unit: Unit, arms: Iterable[Armed]) -> Procedure[list[Armed]]:
    """Roll the one D6 that picks a profile for all weapons of a unit that ask for it; the arms with that profile alone."""
    arms = list(arms)
    diced = list({id(armed.gun): armed.gun for armed in arms if armed.gun.has(DICED)}.values())
    if not diced:
        return arms
    player = state.player(unit.id)
    (face,) = yield from roll(state, player, PROFILE, 1, unit.id)
    picked = {id(gun): _picked(gun, face) for gun in diced}
    told = ", ".join(dict.fromkeys(gun.profiles[0].name for gun in picked.values() if gun is not None)) or "no profile"
    yield rolled(player, PROFILE, (face,), told, unit.id, DICED.title())
    out = []
    for armed in arms:
        gun = picked.get(id(armed.gun), armed.gun)
        if gun is not None:
            out.append(armed if gun is armed.gun else msgspec.structs.replace(armed, gun=gun))
    return out


def _picked(gun: Gun, face: int) -> Gun | None:
    """A weapon with the profile alone that the die has picked; None where it has none for that face."""
    profile = next((each for each in gun.profiles if face in rolled_faces(each.keywords)), None)
    return None if profile is None else gun_of(gun.name, (as_picked(profile),))

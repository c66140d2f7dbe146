"""Firing Deck X: up to X embarked models lend their transport one ranged weapon each; their units then do not shoot.

It is for the own Shooting phase: who fires out of turn lends nothing (C4). A weapon with One Shot is never lent.
"""

from collections.abc import Iterable

from warbench.battle.asking import ask, name_of
from warbench.battle.requests import Option, Procedure
from warbench.games.w40k10.battle.events import Marked
from warbench.games.w40k10.battle.guns import Armed, Gun, guns_of
from warbench.games.w40k10.battle.passengers import inside
from warbench.games.w40k10.battle.state import State, Unit


def lendable(state: State, unit: Unit) -> list[Armed]:
    """What the embarked models can lend now: one weapon of each of at most X, the hardest hitting first."""
    if state.core.phase != "shooting" or state.active != state.player(unit.id):
        return []
    ability = state.entry(unit.id).ability("firing-deck")
    if ability is None or unit.where != "table":
        return []
    bearer = unit.models[0].id
    best: list[tuple[float, int, Armed]] = []
    for rider in inside(state, unit):
        if rider.shot:
            continue
        entry = state.entry(rider.id)
        for model in rider.models:
            arms = [Armed(bearer, gun, model.id) for gun in guns_of(entry, entry.index[model.id]) if not gun.has("one shot")]
            if arms:
                armed = max(arms, key=lambda each: _weight(each.gun))
                best.append((-_weight(armed.gun), len(best), armed))
    best.sort(key=lambda each: each[:2])
    return [armed for _, _, armed in best[: int(ability.parameter)]]


def _weight(gun: Gun) -> float:
    """How hard a weapon hits: attacks by Strength by Damage on average, in its first profile; a Pistol last of all."""
    weapon = gun.profiles[0]
    hits = float(weapon.attacks.mean) * weapon.strength * float(weapon.damage.mean)
    return hits / 1000 if gun.has("pistol") else hits


def ask_lent(state: State, unit: Unit) -> Procedure[list[Armed]]:
    """Ask whether the passengers' weapons are shot from the deck."""
    lent = lendable(state, unit)
    if not lent:
        return []
    guns: dict[str, int] = {}
    for armed in lent:
        guns[armed.gun.name] = guns.get(armed.gun.name, 0) + 1
    said = ", ".join(f"{count} x {name}" for name, count in guns.items())
    options = [Option("lend", f"passengers lend {said}"), Option("none", "passengers keep their weapons")]
    key = yield from ask(state.player(unit.id), "firing deck", f"{name_of(state, unit.id)}: Firing Deck?", options, unit.id)
    return lent if key == "lend" else []


def note_lenders(state: State, lent: Iterable[Armed]) -> Procedure[None]:
    """The units of models that lent a weapon may not shoot themselves in this phase."""
    for unit in dict.fromkeys(state.unit_of(armed.owner) for armed in lent):
        yield Marked(unit=unit, mark="shot", value=True, rule="firing-deck")

"""Auras in the odds of one attack: what a unit's own abilities do around it, to itself and to the unit on the other side.

A model is always within its own Aura, and so is its unit. How near the other unit is, the distance of the attack says: melee
attacks are made within every Aura. The battle measures instead (``battle/auras``).
"""

from collections.abc import Iterable, Iterator

import msgspec

from warbench.games.w40k10.settle import Active, Facts
from warbench.games.w40k10.unit_rules import acts_outside
from warbench.rules.conditions import Condition, Value, all_of, any_of, at_most, has, not_
from warbench.rules.effects import Effect, Side
from warbench.rules.fields import refusal
from warbench.sheets.auras import Aura
from warbench.sheets.datasheet import Ability

_WORDS: dict[Side, str] = {"attacker": "attacker_keywords", "defender": "target_keywords"}
_OTHER: dict[Side, Side] = {"attacker": "defender", "defender": "attacker"}


FACTS_OF: dict[Side, str] = {"attacker": "auras", "defender": "target_auras"}
"""The facts that name datasheets of a side, whose Auras reach the units that fight."""


def with_named(effects: list[Active], facts: Facts) -> list[Active]:
    """The effects of an attack, and those of the Auras of datasheets that are named as being near; an Aura counts once.

    Raises:
        ScenarioError, UnknownDatasheet: for a datasheet without an Aura that does anything in an attack, or none of that name.
    """
    found: dict[tuple[Side, str], list[Effect]] = {}
    for side, fact in FACTS_OF.items():
        for name in _names(facts[fact]):
            for ability, mine in _of_datasheet(name, side):
                found.setdefault((side, ability), mine)
    named = [Active(effect, effect.source) for mine in found.values() for effect in mine]
    # One of the same name on the other side is another unit's.
    counted = {(active.source, active.effect.side) for active in named}
    return [*(active for active in effects if (active.source, active.effect.side) not in counted), *named]


def _names(value: Value) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else ()


def _of_datasheet(name: str, side: Side) -> list[tuple[str, list[Effect]]]:
    """What the Auras of a datasheet on one side do to both units, by the names of its abilities."""
    from warbench.games.w40k10 import library  # noqa: PLC0415 -- reads datasheets only when named

    sheet = library.datasheet(name)
    found = [(ability.name, list(_of_ability(ability, side, near=True))) for ability in sheet.abilities]
    found = [(ability, effects) for ability, effects in found if effects]
    if not found:
        attack = "by" if side == "attacker" else "at"
        raise refusal(FACTS_OF[side], name, f"a datasheet with an Aura that does something in an attack {attack} its army")
    return found


def around_itself(ability: Ability, side: Side) -> Iterator[Effect]:
    """What the auras of an ability do in an attack, seen from the odds of one unit against another.

    Args:
        ability: the ability.
        side: whether its unit attacks or is attacked.
    """
    return _of_ability(ability, side, near=False)


def _of_ability(ability: Ability, side: Side, *, near: bool) -> Iterator[Effect]:
    """What the auras of an ability on one side do; ``near``: the other side's unit is known to be near enough."""
    for aura in ability.auras:
        to = _OTHER[side] if aura.over == "enemies" else side
        yield from _of_aura(ability.name, aura, to, measured=aura.over == "enemies" and not near)


def _of_aura(name: str, aura: Aura, to: Side, *, measured: bool) -> Iterator[Effect]:
    """What an aura does in the attacks of a side's unit, or in those at it; by the distance of the attack if ``measured``."""
    fits = tuple(_for_whom(aura, _WORDS[to]))
    for effect in aura.effects:
        if effect.side != to or acts_outside(effect):
            continue
        for one, near in _by_distance(effect, aura.reach) if measured else ((effect, ()),):
            parts = (*fits, *near, *([one.when] if one.when is not None else []))
            yield msgspec.structs.replace(one, when=all_of(*parts) if parts else None, source=one.source or name)


def _for_whom(aura: Aura, fact: str) -> Iterator[Condition]:
    """The keywords that a unit must have, and those that it may not."""
    if aura.needs:
        yield any_of(*(all_of(*(has(fact, word) for word in group)) for group in aura.needs))
    yield from (not_(has(fact, word)) for word in aura.but_not)


def _by_distance(effect: Effect, reach: int) -> Iterable[tuple[Effect, tuple[Condition, ...]]]:
    """The effect on ranged attacks from near enough, and on melee attacks, as far as it is for them."""
    if effect.attacks != "melee":
        yield msgspec.structs.replace(effect, attacks="ranged"), (at_most("distance", reach),)
    if effect.attacks != "ranged":
        yield msgspec.structs.replace(effect, attacks="melee"), ()

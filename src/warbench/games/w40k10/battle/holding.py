"""Weapons that hold a Monster or Vehicle that they hit: its bearer's charge at that unit is easier, for the rest of the turn.

What they do is data (`keywords.AFTER_HIT`); in a battle it lasts on the bearer's unit, for that bearer, against the unit hit.
"""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from warbench.battle.asking import ask, name_of
from warbench.battle.requests import Option, Procedure
from warbench.games.w40k10.arms import has_keyword
from warbench.games.w40k10.battle.events import Lasts
from warbench.games.w40k10.battle.privileges import bonus
from warbench.games.w40k10.battle.state import Lasting, State, Unit
from warbench.games.w40k10.battle.targets import BIG
from warbench.games.w40k10.battle.volleys import Settled
from warbench.games.w40k10.keywords import AFTER_HIT, ONE_OF_HIT
from warbench.games.w40k10.unit_rules import OVERWATCH
from warbench.rules.effects import ChangeRoll, Effect, Forbid


def held_fast(state: State, unit: Unit, settled: Iterable[Settled]) -> Procedure[None]:
    """What takes hold of those models of a unit that hit a Monster or Vehicle with such a weapon, its attacks being resolved."""
    there = {model.id for model in unit.models}
    struck: dict[tuple[str, str], dict[str, None]] = {}
    for bearer, family, target in _hits(state, settled):
        if bearer in there:
            struck.setdefault((bearer, family), {})[target] = None
    for (bearer, family), targets in struck.items():
        chosen = list(targets)
        if family in ONE_OF_HIT:
            options = [Option(key, name_of(state, key)) for key in chosen]
            text = f"{name_of(state, unit.id)}: {family.title()}, which unit?"
            chosen = [(yield from ask(state.player(unit.id), "held fast", text, options, unit.id))]
        for key in chosen:
            for effect in AFTER_HIT[family]:
                named = msgspec.structs.replace(effect, source=family.title(), rule=family.title())
                lasting = Lasting(effect=named, until="turn", source=_told(named), against=key, model=bearer)
                yield Lasts(unit=unit.id, lasting=lasting)


def _hits(state: State, settled: Iterable[Settled]) -> Iterator[tuple[str, str, str]]:
    """Who hit a Monster or Vehicle with such a weapon, by which ability, and whom."""
    for each in settled:
        target = state.units[each.aimed.target]
        if each.played is None or target.where != "table" or BIG.isdisjoint(state.keywords(target)):
            continue
        for index, scores in zip(each.firing, each.played.scores, strict=True):
            declared = each.aimed.declared[index]
            held = [family for family in AFTER_HIT if scores.get("hits") and has_keyword(declared.weapon, family)]
            yield from ((bearer, family, target.id) for bearer in declared.bearers for family in held)


def _told(effect: Effect) -> str:
    what = f"{effect.by:+d} to its Charge rolls" if isinstance(effect, ChangeRoll) else "no Fire Overwatch at its charge"
    return f"{effect.source} ({what})"


def charge_bonus(state: State, unit: Unit, targets: Sequence[str]) -> tuple[int, str]:
    """What is added to a Charge roll of a unit against these targets, and which weapons that is by.

    An ability counts once, by however many models or against however many of the targets.
    """
    found = {each.source: each.by for each in _held(unit, targets) if isinstance(each, ChangeRoll)}
    told = ", ".join(f"{by:+d} {source}" for source, by in found.items())
    return bonus(state, unit, "charge") + sum(found.values()), f" ({told})" if told else ""


def bars_overwatch(unit: Unit, targets: Sequence[str]) -> str:
    """The ability by which nobody may fire Overwatch at a unit that charges these targets; empty where there is none."""
    held = _held(unit, targets)
    return next((effect.source for effect in held if isinstance(effect, Forbid) and effect.what == OVERWATCH), "")


def _held(unit: Unit, targets: Sequence[str]) -> list[Effect]:
    """What lasts by models of the unit that are left against one of the targets."""
    there = {model.id for model in unit.models}
    return [each.effect for each in unit.lasting if each.against in targets and each.model in there]

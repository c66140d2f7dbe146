"""Thrill Seekers: who Advanced or Fell Back shoots and charges, but not at everybody.

It leaves alone whom it was engaged with as the turn began, and whom another unit of its army targets in the same phase. Both are
noted as effects that last: on the unit itself against those enemies, and on a target against the unit that targeted it.
"""

from collections.abc import Iterable

from warbench.battle.requests import Procedure
from warbench.games.w40k10.battle.events import Lasts
from warbench.games.w40k10.battle.faction_rules.having import has_rule, rules_of
from warbench.games.w40k10.battle.placing import engaged_with
from warbench.games.w40k10.battle.state import Lasting, State, Unit
from warbench.games.w40k10.faction_rules import FactionRule
from warbench.games.w40k10.unit_rules import HASTE, TAKEN
from warbench.rules.effects import Forbid

_NOT_THESE = Forbid(what=HASTE, side="defender")
_NOT_THIS = Forbid(what=TAKEN, side="defender")


def _rule(state: State, player: int) -> FactionRule | None:
    found = (rule for rule in rules_of(state.roster, player) if _NOT_THESE in rule.effects)
    return next(found, None)


def note_engaged(state: State, player: int) -> Procedure[None]:
    """A player's turn begins: whom his units are engaged with, where it matters."""
    rule = _rule(state, player)
    if rule is None:
        return
    for unit in list(state.on_table(player)):
        if has_rule(state, unit, rule):
            for foe in engaged_with(state, unit):
                yield Lasts(unit=unit.id, lasting=Lasting(_NOT_THESE, "turn", rule.name, foe.id))


def note_targets(state: State, unit: Unit, targets: Iterable[str]) -> Procedure[None]:
    """A unit has selected targets of its attacks or of its charge."""
    rule = _rule(state, state.player(unit.id))
    if rule is not None:
        for target in targets:
            yield Lasts(unit=target, lasting=Lasting(_NOT_THIS, "phase", rule.name, unit.id))


def left_alone(state: State, unit: Unit) -> frozenset[str]:
    """The enemy units that a unit may not target, as it Advanced or Fell Back: mostly none."""
    if unit.moved not in {"advance", "fall back"} or unit.free_hands:
        return frozenset()
    player = state.player(unit.id)
    rule = _rule(state, player)
    if rule is None or not has_rule(state, unit, rule):
        return frozenset()
    engaged = {each.against for each in unit.lasting if each.effect == _NOT_THESE}
    taken = {
        foe.id
        for foe in state.on_table(1 - player)
        if any(each.effect == _NOT_THIS and each.against != unit.id for each in foe.lasting)
    }
    return frozenset(engaged | taken)

"""Which army rules a player's army has, and which units: by the abilities of their datasheets, as far as they act."""

from collections.abc import Iterator
from functools import lru_cache

from warbench.games.w40k10.battle.roster import Entry, Roster
from warbench.games.w40k10.battle.state import State, Unit
from warbench.games.w40k10.faction_rules import FactionRule, faction_rules
from warbench.rules.effects import Permit


@lru_cache(maxsize=64)
def rules_of(roster: Roster, player: int) -> tuple[FactionRule, ...]:
    """The army rules that a player's army has and that some unit of it prints: mostly none or one."""
    printed = {key for entry in roster.ever_of(player) for key in _printed(entry)}
    faction = roster.armies[player].faction
    return tuple(rule for key, rule in faction_rules().items() if key in printed and rule.is_of(faction))


def rules_that(state: State, player: int, what: str) -> Iterator[FactionRule]:
    """Those army rules of a player's army that permit a thing (`unit_rules.PERMITS`)."""
    for rule in rules_of(state.roster, player):
        if any(isinstance(effect, Permit) and effect.what == what for effect in rule.effects):
            yield rule


def has_rule(state: State, unit: Unit, rule: FactionRule) -> bool:
    """Whether a model that the unit has left has a rule of its army."""
    entry = state.entry(unit.id)
    parts = _printed(entry).get(rule.id)
    return parts is not None and any(entry.kinds[entry.index[model.id]].part in parts for model in unit.models)


def has_throughout(state: State, unit: Unit, rule: FactionRule) -> bool:
    """Whether every model that the unit has left has the rule."""
    entry = state.entry(unit.id)
    parts = _printed(entry).get(rule.id, frozenset())
    return all(entry.kinds[entry.index[model.id]].part in parts for model in unit.models)


def bearers(state: State, player: int, rule: FactionRule) -> Iterator[Unit]:
    """The player's units on the battlefield that have a rule, in order."""
    return (unit for unit in state.on_table(player) if has_rule(state, unit, rule))


def _printed(entry: Entry) -> dict[str, frozenset[int]]:
    """The army rules that the datasheets of a unit print, each with the parts that have it."""
    known: dict[str, frozenset[int]] | None = entry.__dict__.get("_faction_rules")
    if known is None:
        rules = faction_rules()
        found: dict[str, set[int]] = {}
        for part, sheet in enumerate(entry.sheets):
            for ability in sheet.abilities:
                # Words that were not those of the rule gave its name no effects.
                if ability.kind == "faction" and ability.acts and ability.id in rules:
                    found.setdefault(ability.id, set()).add(part)
        known = entry.__dict__["_faction_rules"] = {key: frozenset(parts) for key, parts in found.items()}
    return known

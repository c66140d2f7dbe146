"""Bundled datasheets with an army rule of another faction, and battles of them."""

from collections.abc import Sequence

import msgspec

from tests.games.w40k10.battle.kit import fresh, mission
from warbench.games.w40k10.battle.melee import arm
from warbench.games.w40k10.battle.roster import ArmySpec, UnitSpec
from warbench.games.w40k10.battle.state import State
from warbench.games.w40k10.battle.volleys import Aimed, settle
from warbench.games.w40k10.faction_rules import faction_rules
from warbench.games.w40k10.library import datasheet
from warbench.games.w40k10.plan import Plan
from warbench.sheets.datasheet import Datasheet


def having(rule: str, name: str = "Intercessor Squad", *words: str) -> Datasheet:
    """A datasheet whose only ability is an army rule, with further keywords."""
    sheet = datasheet(name)
    ability = faction_rules()[rule].ability(faction_rules()[rule].name, "")
    return msgspec.structs.replace(
        sheet, id=f"own-{sheet.id}", name=f"Own {sheet.name}", abilities=(ability,), keywords=(*sheet.keywords, *words)
    )


def battle(
    faction: str,
    sheets: Sequence[Datasheet],
    theirs: Sequence[str] = ("Assault Intercessor Squad",),
    *,
    phase: str = "command",
    in_round: int = 1,
) -> State:
    """The turn of player 0, whose army has one unit of each of these datasheets; nobody is on the table yet."""
    units = tuple(UnitSpec(datasheet=sheet.id) for sheet in sheets)
    mine = ArmySpec(name="One", faction=faction, units=units, sheets=tuple(sheets))
    other = ArmySpec(name="Other", faction="Space Marines", units=tuple(UnitSpec(datasheet=name) for name in theirs))
    state = fresh((mine, other), mission())
    state.core.round, state.core.phase, state.core.step = in_round, phase, ""
    return state


def blows(state: State, attacker: str, target: str) -> Plan:
    """How the first melee weapon of a unit attacks another one."""
    unit = state.units[attacker]
    return settle(state, unit, Aimed(target, arm(state, unit, list(unit.models), target, {}))).plans[0]


def why(plan: Plan, number: str) -> str:
    """What a number of an attack is, and why."""
    return next(f"{each.value} {', '.join(each.because)}" for each in plan.reasons if each.number.startswith(number))

"""The decisions that army rules ask for: what is in force for an army in a battle round or turn, or for a unit as it attacks."""

from warbench.battle.asking import PASS, ask, name_of
from warbench.battle.requests import Option, Procedure
from warbench.games.w40k10.battle.events import ComesInForce, Ends, Used
from warbench.games.w40k10.battle.faction_rules.having import has_rule, rules_of
from warbench.games.w40k10.battle.faction_rules.leadership import leadership_test
from warbench.games.w40k10.battle.oath import until_command
from warbench.games.w40k10.battle.state import InForce, State, Unit
from warbench.games.w40k10.faction_rules import Choice, FactionRule, Moment


def choose_for_army(state: State, player: int, at: Moment) -> Procedure[None]:
    """What a player's army rules let him choose at the start of a battle round or of his Command phase."""
    for rule in rules_of(state.roster, player):
        choice = rule.choice
        if choice is None or at not in choice.at or (choice.once and rule.id in state.core.sides[player].used_battle):
            continue
        if any(state.player(key) == player and has_rule(state, unit, rule) for key, unit in state.units.items()):
            yield from _choose(state, player, rule, choice)


def choose_for_unit(state: State, unit: Unit, at: Moment) -> Procedure[None]:
    """What army rules let a unit's player choose as it is selected to shoot or fight; it may be destroyed by what that costs."""
    player = state.player(unit.id)
    for rule in rules_of(state.roster, player):
        choice = rule.choice
        if choice is None or at not in choice.at or not has_rule(state, unit, rule):
            continue
        if choice.test:
            text = f"{name_of(state, unit.id)}: {rule.name}?"
            options = [Option("test", "first test its Leadership"), PASS]
            if (yield from ask(player, "army rule", text, options, unit.id)) == PASS.key:
                continue
            yield from leadership_test(state, unit, rule.name, choice.test)
        if unit.where == "table":
            yield from _choose(state, player, rule, choice, unit)


def made_attacks(state: State, unit: Unit) -> Procedure[None]:
    """A unit has made its attacks: what was in force until then no longer is."""
    moment = _until_attacked(unit)
    if any(each.until == moment for each in state.core.sides[state.player(unit.id)].in_force):
        yield Ends(moment=moment)


def _choose(state: State, player: int, rule: FactionRule, choice: Choice, unit: Unit | None = None) -> Procedure[None]:
    """Ask what is chosen, for the army or for a unit, and put it in force."""
    subject = unit.id if unit is not None else ""
    about = f"{name_of(state, subject)}: {rule.name}" if unit is not None else rule.name
    options = [*(Option(word, word) for word in choice.of), *([] if choice.must or choice.test else [PASS])]
    word = yield from ask(player, "army rule", f"{about}?", options, subject or rule.id)
    if word == PASS.key:
        return
    if choice.once:
        yield Used(player=player, stratagem=rule.id)
    until = {"command": until_command(player), "attacks": _until_attacked(unit) if unit is not None else ""}
    ends = until.get(choice.until, choice.until)
    units = (subject,) if subject else ()
    what = InForce(word=word, until=ends, source=rule.name, units=units, enemies=choice.enemies)
    yield ComesInForce(player=player, what=what, rule=rule.name)


def _until_attacked(unit: Unit) -> str:
    return f"attacks {unit.id}"

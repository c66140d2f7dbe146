"""The nuncio-vox: by the word of an officer a unit shakes off a status in its player's Start Phase (H-271; facts 19; C1)."""

from collections.abc import Iterator, Sequence

from warbench.battle.asking import name_of
from warbench.battle.requests import Option, Procedure, Refusal
from warbench.games.heresy3.battle.checks import NAMES, check_against
from warbench.games.heresy3.battle.events import Noted
from warbench.games.heresy3.battle.numbers import current
from warbench.games.heresy3.battle.state import Model, State, Unit
from warbench.games.heresy3.battle.statuses import TACTICAL, lift

ITEM = "nuncio-vox"
RULE = "H-271"


class NuncioVox:
    """In the Start Phase a Check on the Cool of a Command model (Leadership against Routed) takes one status off a unit.

    Each vox, and each officer, once a Start Phase.
    """

    id = ITEM
    moments = frozenset({"start effects"})

    def options(self, state: State, moment: str, player: int, about: None) -> Sequence[Option]:
        """Each unit with a vox and a status, with each officer who may speak for it (``unit=status@officer``)."""
        del moment, about
        return list(_offers(state, player)) if player == state.active else []

    def refusal(self, state: State, moment: str, player: int, about: None, choice: str) -> Refusal | None:
        """Why it may not be done so; None when it may."""
        if any(option.key == choice for option in self.options(state, moment, player, about)):
            return None
        return Refusal("no-vox", f"{choice}: no unit with a {ITEM} and that status, or no officer who may speak for it", RULE)

    def resolve(self, state: State, moment: str, player: int, about: None, choice: str) -> Procedure[bool]:
        """The officer's Check, and what it takes off."""
        del moment, about
        key, _, rest = choice.partition("=")
        status, _, officer = rest.partition("@")
        unit = state.units[key]
        for who in (key, officer):
            yield Noted(player=player, what="used", value=f"{ITEM}|{who}", rule=RULE)
        characteristic = "leadership" if status == "routed" else "cool"
        value = current(state, state.model(officer), characteristic) or 0
        why = f"{ITEM}, to lose {status.capitalize()}, by the {NAMES[characteristic]} of {state.kind(officer).name}"
        passed = yield from check_against(state, unit, characteristic, value, why=why, rule=RULE)
        if passed:
            yield from lift(state, unit, status, source=ITEM, rule=RULE)
        return passed


def _offers(state: State, player: int) -> Iterator[Option]:
    used = state.core.sides[player].used
    units = [unit for unit in state.on_table(player) if f"{ITEM}|{unit.id}" not in used and _has_vox(state, unit)]
    officers = _officers(state, player) if units else []
    for unit in units:
        for status in TACTICAL:
            if status not in state.statuses(unit):
                continue
            for officer in officers:
                name = state.kind(officer.id).name
                text = f"{name_of(state, unit.id)} loses {status.capitalize()} by the {ITEM}, if {name} ({officer.id}) passes"
                yield Option(f"{unit.id}={status}@{officer.id}", text)


def _has_vox(state: State, unit: Unit) -> bool:
    return any(state.kind(model.id).holds(ITEM) for model in state.living(unit))


def _officers(state: State, player: int) -> list[Model]:
    """The Command models of a player on the battlefield that have not spoken yet."""
    used = state.core.sides[player].used
    return [
        model
        for unit in state.on_table(player)
        for model in state.living(unit)
        if "command" in state.kind(model.id).words and f"{ITEM}|{model.id}" not in used
    ]

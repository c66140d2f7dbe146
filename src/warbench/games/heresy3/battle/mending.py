"""Battlesmith (X): a model sets others right in its player's Start Phase (facts 19; ruling battlesmith-when).

It is one of the ways to lose a status outside the Statuses Sub-Phase (H-271).
"""

from collections.abc import Iterator, Sequence

from warbench.battle.asking import name_of
from warbench.battle.requests import Option, Procedure, Refusal
from warbench.games.heresy3.battle.checks import model_check
from warbench.games.heresy3.battle.events import Mended, Noted
from warbench.games.heresy3.battle.measuring import inches_between
from warbench.games.heresy3.battle.state import Model, State
from warbench.games.heresy3.battle.statuses import TACTICAL, lift

FAMILY = "battlesmith"
RULE = "H-271"
_REACH = 6
_MACHINES = frozenset({"vehicle", "walker", "automata", "fortification"})


class Battlesmith:
    """In the Start Phase: an Intelligence Check, then X Hull Points or Wounds of a machine near by, or X of its statuses."""

    id = FAMILY
    moments = frozenset({"start effects"})

    def options(self, state: State, moment: str, player: int, about: None) -> Sequence[Option]:
        """Each smith with each machine that needs him (``smith@model=wounds``, or ``=statuses``)."""
        del moment, about
        return list(self._offers(state, player))

    def _offers(self, state: State, player: int) -> Iterator[Option]:
        if player != state.active:
            return
        for smith in smiths(state, player):
            for unit in state.on_table(player):
                for model in unit.models:
                    if not _reaches(state, smith, model):
                        continue
                    name = f"{state.kind(model.id).name} of {name_of(state, unit.id)}"
                    if model.wounds < state.kind(model.id).wounds:
                        yield Option(f"{smith.id}@{model.id}=wounds", f"Battlesmith mends {name}")
                    if any(status in TACTICAL for status in model.statuses):
                        yield Option(f"{smith.id}@{model.id}=statuses", f"Battlesmith frees {name} of statuses")

    def refusal(self, state: State, moment: str, player: int, about: None, choice: str) -> Refusal | None:
        """Why it may not be done so; None when it may."""
        if any(option.key == choice for option in self.options(state, moment, player, about)):
            return None
        return Refusal("not-mendable", f'{choice}: no smith who may act, or no machine within {_REACH}" that needs him', RULE)

    def resolve(self, state: State, moment: str, player: int, about: None, choice: str) -> Procedure[bool]:
        """The Check, and what it mends."""
        del moment, about
        smith, _, rest = choice.partition("@")
        key, _, what = rest.partition("=")
        model = state.model(key)
        unit = state.units[state.home(key)]
        amount = int(state.kind(smith).has(FAMILY) or 1)
        yield Noted(player=player, what="used", value=f"{FAMILY}|{smith}", rule=RULE)
        why = f"Battlesmith on {name_of(state, unit.id)}"
        if not (yield from model_check(state, state.model(smith), "intelligence", why=why, rule=RULE)):
            return False
        if what == "wounds":
            amount += state.kind(smith).holds("servo-arm")
            yield Mended(model=key, wounds=min(amount, state.kind(key).wounds - model.wounds), source="Battlesmith", rule=RULE)
        else:
            held = [status for status in TACTICAL if status in model.statuses]
            yield from lift(state, unit, *held[:amount], source="Battlesmith", rule=RULE)
        return True


def smiths(state: State, player: int) -> list[Model]:
    """The models of a player that may still use Battlesmith this battle turn."""
    used = state.core.sides[player].used
    return [
        model
        for unit in state.on_table(player)
        if not unit.locked
        for model in state.living(unit)
        if state.kind(model.id).has(FAMILY) is not None and f"{FAMILY}|{model.id}" not in used
    ]


def _reaches(state: State, smith: Model, model: Model) -> bool:
    if smith.place is None or model.place is None or not state.kind(model.id).words & _MACHINES:
        return False
    return inches_between(state, state.standing(smith), state.standing(model)) <= _REACH

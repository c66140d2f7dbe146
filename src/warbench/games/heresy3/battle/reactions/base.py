"""What all Reactions of a unit share: which units may make it now, what it costs, and that it is paid before it is made."""

from collections.abc import Sequence
from typing import Any

from warbench.battle.asking import name_of
from warbench.battle.requests import Option, Procedure, Refusal
from warbench.games.heresy3.battle.allotment import may_react, pay
from warbench.games.heresy3.battle.state import State, Unit


class UnitReaction:
    """A Reaction of one unit: subclasses say at which moment, which units are meant, what else must hold, and what it does.

    ``in_combat``: a unit that is locked in combat may make it.
    """

    id = ""
    rule = ""
    moments: frozenset[str] = frozenset()
    in_combat = False

    def candidates(self, state: State, player: int, about: Any) -> Sequence[Unit]:  # noqa: ANN401 -- what the moment is about
        """The units that the Reaction is for."""
        raise NotImplementedError

    def barred(self, state: State, unit: Unit, about: Any) -> Refusal | None:  # noqa: ANN401
        """What else keeps a unit from it, or None."""
        raise NotImplementedError

    def act(self, state: State, unit: Unit, about: Any) -> Procedure[Any]:  # noqa: ANN401
        """What it does, once it is paid for."""
        raise NotImplementedError

    def options(self, state: State, moment: str, player: int, about: Any) -> Sequence[Option]:  # noqa: ANN401
        """The units that may make it now."""
        del moment
        if player == state.active:
            return []
        units = [unit for unit in self.candidates(state, player, about) if self._refusal(state, player, unit, about) is None]
        return [Option(unit.id, f"{self.id.capitalize()}: {name_of(state, unit.id)}") for unit in units]

    def refusal(self, state: State, moment: str, player: int, about: Any, choice: str) -> Refusal | None:  # noqa: ANN401
        """Why a unit may not make it now; None when it may."""
        del moment
        unit = state.units.get(choice)
        if unit is None:
            return Refusal("no-such-unit", f"there is no unit {choice!r}")
        return self._refusal(state, player, unit, about)

    def _refusal(self, state: State, player: int, unit: Unit, about: Any) -> Refusal | None:  # noqa: ANN401
        if unit not in self.candidates(state, player, about):
            return Refusal("not-concerned", f"{name_of(state, unit.id)} may not make {self.id} now", self.rule)
        return may_react(state, unit, self.id, in_combat=self.in_combat) or self.barred(state, unit, about)

    def resolve(self, state: State, moment: str, player: int, about: Any, choice: str) -> Procedure[Any]:  # noqa: ANN401
        """Pay, then do it; what it comes to goes back to whoever opened the window."""
        del moment, player
        unit = state.units[choice]
        yield from pay(state, unit, self.id, self.rule)
        return (yield from self.act(state, unit, about))

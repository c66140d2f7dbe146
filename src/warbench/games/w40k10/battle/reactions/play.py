"""What all stratagems share: who may use one, when, how often and for which unit, and what it costs.

A stratagem's numbers, windows and needs are read from the data file; a class here says only whom it can be used for at its
moment, and what it does. Every refusal names its rule, so the same statement serves the window, an explanation and a test.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from functools import lru_cache, partial
from typing import Any, ClassVar

import msgspec

from warbench.battle.asking import name_of
from warbench.battle.requests import Draft, Option, Procedure, Refusal
from warbench.games.w40k10.battle.events import Lasts
from warbench.games.w40k10.battle.reactions.paying import pay, price, spare
from warbench.games.w40k10.battle.state import Lasting, State, Unit
from warbench.games.w40k10.rulings import RULINGS
from warbench.games.w40k10.stratagems import refusals, stratagem


class Play(ABC):
    """A stratagem in a battle: a reaction that costs Command points.

    ``which`` is its id, ``at`` are the moments at which it may be used, ``timing`` the rule that says so. ``limit`` is the rule
    behind its limits beyond once a phase. With ``affects_shocked`` its unit may be Battle-shocked; with ``searches`` it takes a
    look over the table to say whom it can be used for.
    """

    which: ClassVar[str]
    at: ClassVar[tuple[str, ...]]
    timing: ClassVar[str] = ""
    limit: ClassVar[str] = "C3"
    affects_shocked: ClassVar[bool] = False
    searches: ClassVar[bool] = False

    def __init__(self) -> None:
        """Read its entry in the data."""
        self.card = stratagem(self.which)
        self.id = self.card.id
        self.moments = frozenset(self.at)
        self._when = frozenset(
            (window.phase, own)
            for window in self.card.windows
            for own in (True, False)
            if window.turn in {"either", "own" if own else "opponent"}
        )
        # What lists and keywords decide is asked of the data once for each army and each set of keywords.
        self._armies: dict[tuple[str, bool], Refusal | None] = {}
        self._units: dict[frozenset[str], Refusal | None] = {}

    # --- what a window asks ---

    def options(self, state: State, moment: str, player: int, about: Any) -> Sequence[Option | Draft]:  # noqa: ANN401, ARG002
        """What it may be used for now, one option each."""
        # Windows open with every batch of dice: most of the time there are no points, and that is all there is to see.
        if state.core.sides[player].cp < self.card.cost and not spare(state, player):
            return ()
        if self.barred(state, player) is not None:
            return ()
        drafts = [partial(self._option, state, player, about, key) for key in self.candidates(state, player, about)]
        return drafts if self.searches else [option for draft in drafts if (option := draft()) is not None]

    def _option(self, state: State, player: int, about: Any, key: str) -> Option | None:  # noqa: ANN401
        """It as an option for a key, if it is fit for that."""
        if self.unfit(state, player, about, key) is not None:
            return None
        cost = price(state, self.card, self.unit_of(state, about, key))
        return Option(key, f"{self.card.name}, {cost}CP: {self.text(state, about, key)}")

    def resolve(self, state: State, moment: str, player: int, about: Any, choice: str) -> Procedure[Any]:  # noqa: ANN401, ARG002
        """Pay for it, and do what it does; what that gives is for whoever opened the window."""
        yield from pay(state, player, self.card, self.unit_of(state, about, choice))
        return (yield from self.play(state, player, about, choice))

    def refusal(self, state: State, moment: str, player: int, about: Any, key: str) -> Refusal | None:  # noqa: ANN401
        """Why it may not be used so now, with the rule; None when it may.

        Args:
            state: the battle.
            moment: the moment, one of ``moments.MOMENTS``.
            player: who would use it.
            about: what the moment is about.
            key: the key of the option.
        """
        if moment not in self.moments:
            return Refusal("wrong-moment", f"{self.card.name} is not used at: {moment}", self.timing)
        found = self.barred(state, player)
        if found is not None:
            return found
        if key not in self.candidates(state, player, about):
            return Refusal("no-target", f"{self.card.name} cannot be used for {key!r} now", self.timing)
        return self.unfit(state, player, about, key)

    # --- what bars it ---

    def barred(self, state: State, player: int) -> Refusal | None:
        """Why the player may not use it at all now: mission, detachment, phase and turn, limits (W-219, W-351, C3)."""
        core, side, name = state.core, state.core.sides[player], self.card.name
        if (core.phase, player == core.turn) not in self._when and ("any", player == core.turn) not in self._when:
            return Refusal("wrong-time", f"{name} is not used in this phase of this turn", self.timing)
        army = self._army(state.roster.armies[player].detachment, boarding_actions=state.options.boarding_actions)
        if army is not None:
            return army
        if self.id in side.used_phase:
            return Refusal("used", f"{name} was used in this phase already", "C3")
        if "once per turn" in self.card.limits and self.id in side.used_turn:
            return Refusal("used", f"{name} was used in this turn already", self.limit)
        if "once per battle" in self.card.limits and self.id in side.used_battle:
            return Refusal("used", f"{name} was used in this battle already", self.limit)
        return None

    def unfit(self, state: State, player: int, about: Any, key: str) -> Refusal | None:  # noqa: ANN401
        """Why it may not be used for that unit: Command points, keywords, Battle-shock, or what it asks itself."""
        unit = self.unit_of(state, about, key)
        have, cost = state.core.sides[player].cp, price(state, self.card, unit)
        if have < cost and not (have + 1 == cost and unit.id in spare(state, player)):
            return Refusal("no-points", f"{self.card.name} costs {cost}CP, there is {have}CP", "W-218")
        if state.player(unit.id) != player:
            return Refusal("not-yours", f"{name_of(state, unit.id)} is no unit of this player", self.timing)
        needs = self._needs(state.keywords(unit))
        if needs is not None:
            return needs
        if unit.shocked and not self.affects_shocked:
            sentence = f"{name_of(state, unit.id)} is Battle-shocked: stratagems of its owner cannot affect it"
            return Refusal("battle-shocked", sentence, "W-345")
        return self.objection(state, player, about, key)

    def _army(self, detachment: str, *, boarding_actions: bool) -> Refusal | None:
        """Why the army may not use it at all: its detachment, the mission."""
        key = detachment, boarding_actions
        if key not in self._armies:
            anybody = msgspec.structs.replace(self.card, needs=None)
            found = refusals(anybody, (), detachment=detachment, boarding_actions=boarding_actions)
            rule = "W-351" if self.card.group == "oathband" else "W-219"
            self._armies[key] = Refusal("not-in-this-army", found[0], rule) if found else None
        return self._armies[key]

    def _needs(self, keywords: frozenset[str]) -> Refusal | None:
        """Why a unit with those keywords may not use it; what bars the army is asked elsewhere."""
        if keywords not in self._units:
            group = self.card.group
            found = refusals(self.card, keywords, detachment=group, boarding_actions=group == "boarding-actions")
            self._units[keywords] = Refusal("keywords", found[0], "W-352") if found else None
        return self._units[keywords]

    # --- what each stratagem says itself ---

    @abstractmethod
    def candidates(self, state: State, player: int, about: Any) -> Iterable[str]:  # noqa: ANN401
        """The keys that may come into question, in order."""

    def unit_of(self, state: State, about: Any, key: str) -> Unit:  # noqa: ANN401, ARG002
        """The unit that it is used for."""
        return state.units[key]

    def objection(self, state: State, player: int, about: Any, key: str) -> Refusal | None:  # noqa: ANN401, ARG002
        """What speaks against it beside what all stratagems ask; distances last."""
        return None

    def text(self, state: State, about: Any, key: str) -> str:  # noqa: ANN401, ARG002
        """What an option says."""
        return name_of(state, key)

    @abstractmethod
    def play(self, state: State, player: int, about: Any, key: str) -> Procedure[Any]:  # noqa: ANN401
        """What it does, once it is paid."""

    def last(self, unit: Unit, *, against: str = "") -> Procedure[None]:
        """Its effects on attacks take hold of a unit until the phase ends."""
        for effect in self.card.effects:
            yield Lasts(unit=unit.id, lasting=Lasting(effect, "phase", self.card.name, against))


def own(state: State, player: int) -> list[str]:
    """The units of a player on the battlefield, by id: what is embarked cannot be affected (C18)."""
    return [unit.id for unit in state.on_table(player)]


def reading(state: State, ruling: str) -> str:
    """The reading of a ruling in this battle."""
    return _readings(tuple(sorted(state.options.rulings.items())))[ruling]


@lru_cache(maxsize=64)
def _readings(switched: tuple[tuple[str, str], ...]) -> dict[str, str]:
    return RULINGS.settle(dict(switched))

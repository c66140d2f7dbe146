"""Windows: named moments at which players may react. Each reaction is a small object; the window gathers and offers them."""

from collections.abc import Callable, Generator, Sequence
from functools import partial
from typing import Any, Generic, Protocol, TypeVar

from warbench.battle.asking import PASS
from warbench.battle.requests import Ask, Draft, Option, Procedure, Refusal, Search, once

S_contra = TypeVar("S_contra", contravariant=True)
T = TypeVar("T")


class Reaction(Protocol[S_contra]):
    """Something that a player may do at certain moments: when, who may, what it costs, what it does."""

    id: str
    moments: frozenset[str]

    def options(self, state: S_contra, moment: str, player: int, about: Any) -> Sequence[Option | Draft]:  # noqa: ANN401
        """What the player could do with it now, with keys that are unique within the reaction; empty when nothing.

        Drafts where a search decides what can be done: then a replay does not search.
        """
        ...

    def refusal(self, state: S_contra, moment: str, player: int, about: Any, choice: str) -> Refusal | None:  # noqa: ANN401
        """Why it may not be used so now; None when it may."""
        ...

    def resolve(self, state: S_contra, moment: str, player: int, about: Any, choice: str) -> Procedure[Any]:  # noqa: ANN401
        """Carry out one of the options; what it returns goes back to whoever opened the window."""
        ...


class Windows(Generic[T]):
    """The reactions of a game, by moment."""

    def __init__(self, reactions: Sequence[Reaction[T]]) -> None:
        """Take the reactions."""
        self._by_moment: dict[str, list[Reaction[T]]] = {}
        for reaction in reactions:
            for moment in sorted(reaction.moments):
                self._by_moment.setdefault(moment, []).append(reaction)

    def open(
        self,
        state: T,
        moment: str,
        players: Sequence[int],
        about: Any = None,  # noqa: ANN401 -- what the moment is about
        *,
        until: Callable[[Any], bool] | None = None,
    ) -> Generator[Any, Any, list[Any]]:
        """Offer what can be done at a moment to each player in turn, until he passes; the results of what was done.

        Nothing is asked when nothing can be done. ``until`` ends the window early when a result fulfils it.
        """
        results: list[Any] = []
        reactions = self._by_moment.get(moment)
        if not reactions:
            return results
        for player in players:
            while True:
                offer = _Offer(reactions, state, moment, player, about)
                if not (offer.sure or (offer.drafts and (yield Search(offer.exists)))):
                    break
                chosen = yield Ask(
                    player, "react", f"{moment}: react?", offer.listed, subject=moment, judge=offer.judge, matter=about
                )
                if chosen == PASS.key:
                    break
                which, _, choice = chosen.partition(":")
                result = yield from offer.by_id[which].resolve(state, moment, player, about, choice)
                results.append(result)
                if until is not None and until(result):
                    return results
        return results


class _Offer(Generic[T]):
    """What a player could do at a moment. ``sure``: something for certain, without a look at any draft."""

    def __init__(self, reactions: Sequence[Reaction[T]], state: T, moment: str, player: int, about: Any) -> None:  # noqa: ANN401
        self.by_id = {reaction.id: reaction for reaction in reactions}
        entries = [(each.id, entry) for each in reactions for entry in each.options(state, moment, player, about)]
        self.sure = any(isinstance(entry, Option) for _, entry in entries)
        self.drafts: list[Draft] = [once(partial(_of_reaction, which, entry)) for which, entry in entries]
        self._at = state, moment, player, about

    def exists(self) -> bool:
        """Whether there is anything at all."""
        return any(draft() is not None for draft in self.drafts)

    def listed(self) -> list[Option | Draft]:
        """Passing, and all that is offered."""
        return [PASS, *self.drafts]

    def judge(self, key: str) -> Refusal | None:
        """Why an answer is none of them, in the words of its reaction; None for one that is."""
        if key == PASS.key or any(option.key == key for draft in self.drafts if (option := draft()) is not None):
            return None
        which, _, choice = key.partition(":")
        if which not in self.by_id:
            return Refusal("unknown-reaction", f"there is no reaction {which!r}")
        refusal = self.by_id[which].refusal(*self._at, choice)
        return refusal or Refusal("not-an-option", f"{choice!r} is no choice of {which!r} now")


def _of_reaction(which: str, entry: Option | Draft) -> Option | None:
    """An entry of a reaction's list as an option of the window."""
    option = entry if isinstance(entry, Option) else entry()
    return None if option is None else Option(f"{which}:{option.key}", option.text)

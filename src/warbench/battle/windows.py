"""Windows: named moments at which players may react. Each reaction is a small object; the window gathers and offers them."""

from collections.abc import Callable, Container, Generator, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from warbench.battle.requests import Ask, Option, Procedure, Refusal

S_contra = TypeVar("S_contra", contravariant=True)
T = TypeVar("T")
PASS = Option("pass", "nothing")


class Reaction(Protocol[S_contra]):
    """Something that a player may do at certain moments: when, who may, what it costs, what it does."""

    id: str
    moments: frozenset[str]

    def options(self, state: S_contra, moment: str, player: int, about: Any) -> Sequence[Option]:  # noqa: ANN401
        """What the player could do with it now, with keys that are unique within the reaction; empty when nothing."""
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
                offered = {
                    f"{reaction.id}:{option.key}": (reaction, option)
                    for reaction in reactions
                    for option in reaction.options(state, moment, player, about)
                }
                if not offered:
                    break
                by_id = {reaction.id: reaction for reaction in reactions}

                def judge(
                    key: str,
                    offered: Container[str] = tuple(offered),
                    by_id: Mapping[str, Reaction[T]] = by_id,
                    player: int = player,
                ) -> Refusal | None:
                    if key == PASS.key or key in offered:
                        return None
                    which, _, choice = key.partition(":")
                    if which not in by_id:
                        return Refusal("unknown-reaction", f"there is no reaction {which!r}")
                    refusal = by_id[which].refusal(state, moment, player, about, choice)
                    return refusal or Refusal("not-an-option", f"{choice!r} is no choice of {which!r} now")

                listed = [PASS, *(Option(key, option.text) for key, (_, option) in offered.items())]
                chosen = yield Ask(
                    player,
                    "react",
                    f"{moment}: react?",
                    lambda listed=listed: listed,  # type: ignore[misc]
                    subject=moment,
                    judge=judge,
                    matter=about,
                )
                if chosen == PASS.key:
                    break
                reaction, option = offered[chosen]
                result = yield from reaction.resolve(state, moment, player, about, option.key)
                results.append(result)
                if until is not None and until(result):
                    return results
        return results

"""What happened in each phase, in one line: units that moved, shot, charged and fought, what was lost, points."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from warbench.battle.requests import Event
from warbench.lab.telling.told import count, side

if TYPE_CHECKING:
    from warbench.lab.telling.teller import Teller


class Phase(msgspec.Struct):
    """The tally of a phase under way.

    ``acted``: what was done, and by which units. ``lost``: what each side lost, by kind (``model`` first); ``regained``: what it
    got back of that. ``destroyed``: units. ``befell``: what came over units. ``used``: what players used, with how often.
    ``hurt``: what single models lost, where the game takes that off again when they are removed.
    """

    round: int = 0
    turn: int = 0
    name: str = "setup"
    step: str = ""
    acted: dict[str, list[str]] = {}
    lost: list[Counter[str]] = msgspec.field(default_factory=lambda: [Counter(), Counter()])
    regained: list[Counter[str]] = msgspec.field(default_factory=lambda: [Counter(), Counter()])
    destroyed: list[str] = []
    befell: list[str] = []
    used: Counter[str] = msgspec.field(default_factory=Counter)
    points: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    hurt: dict[str, int] = {}

    def acts(self, what: str, unit: str) -> None:
        """A unit did something; it is named once."""
        units = self.acted.setdefault(what, [])
        if unit not in units:
            units.append(unit)

    def loses(self, player: int, what: str, number: int = 1) -> None:
        """A side lost models, wounds or the like; what nobody controls is not counted."""
        if player >= 0:
            self.lost[player][what] += number

    def regains(self, player: int, what: str, number: int) -> None:
        """A side got back what it had lost; what nobody controls is not counted."""
        if player >= 0:
            self.regained[player][what] += number

    def line(self) -> str:
        """What happened; empty when nothing did."""
        said = [f"{', '.join(units)} {what}" for what, units in self.acted.items()]
        for player, lost in enumerate(self.lost):
            models = [count(lost["model"], "model")] if lost["model"] else []
            more = " more" if models else ""
            parts = models + [f"{count(number, what)}{more}" for what, number in lost.items() if number and what != "model"]
            if parts:
                said.append(f"{side(player)} loses {_listed(parts)}")
        for player, gained in enumerate(self.regained):
            if gained:
                said.append(f"{side(player)} regains {_listed([count(number, what) for what, number in gained.items()])}")
        said += [f"{unit} destroyed" for unit in self.destroyed]
        said += self.befell
        said += [name if times == 1 else f"{name} {times} times" for name, times in self.used.items()]
        said += [f"{side(player)} scores {points}" for player, points in enumerate(self.points) if points]
        return "; ".join(said)


def _listed(parts: Sequence[str]) -> str:
    """``one, another and a third``."""
    return " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))


class Phases:
    """Follows a battle and gives the tally of each phase when it has ended."""

    def __init__(self, teller: "Teller[Any]") -> None:
        """Begin before the battle."""
        self._teller = teller
        self.now = Phase()

    def note(self, state: Any, event: Event) -> Phase | None:  # noqa: ANN401 -- states of any game
        """Take an event into account; the phase that it ended, if it did."""
        kinds = self._teller.kinds
        if isinstance(event, kinds.began) and (key := _key(event)) != (self.now.round, self.now.turn, self.now.name):
            if key[2] == "setup":
                self.now.turn = key[1]
                return None
            done, self.now = self.now, Phase(*key, _step(event))
            return done
        if isinstance(event, kinds.began):
            self.now.step = _step(event)
        self._teller.note(self.now, state, event)
        if isinstance(event, kinds.over):
            done, self.now = self.now, Phase()
            return done
        return None

    def title(self, phase: Phase) -> str:
        """Which phase it was."""
        called = self._teller.rounds[1]
        return "before the battle" if phase.name == "setup" else f"{called} {phase.round} {side(phase.turn)} {phase.name}"


def _key(began: Any) -> tuple[int, int, str]:  # noqa: ANN401 -- an event that begins a phase, of any game
    return began.round, began.turn, began.phase


def _step(began: Any) -> str:  # noqa: ANN401
    step: str = began.step
    return step

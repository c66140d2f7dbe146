"""What happened in each phase, in one line: units that moved, shot, charged and fought, what was lost, points."""

from collections import Counter

import msgspec

from warbench.battle.requests import Event
from warbench.cli.battle_words import side
from warbench.cli.paper import count
from warbench.games.w40k10.battle import events as happened
from warbench.games.w40k10.battle.state import State
from warbench.games.w40k10.stratagems import stratagems

_NAMES = {card.id: card.name for card in stratagems()}
_VERBS = {"moved": "moved", "shot": "shot", "charged": "charged", "fought": "fought", "set up": "set up"}


class Phase(msgspec.Struct):
    """The tally of a phase under way. ``lost``: models, wounds and units of each side."""

    round: int = 0
    turn: int = 0
    name: str = "setup"
    acted: dict[str, list[str]] = {}
    models: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    wounds: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    units: list[str] = []
    used: Counter[str] = msgspec.field(default_factory=Counter)
    shocked: list[str] = []
    points: list[int] = msgspec.field(default_factory=lambda: [0, 0])

    def note(self, state: State, event: Event) -> None:
        """Take an event into account."""
        if isinstance(event, happened.Moved):
            self._acted("charged" if event.how == "charge" else "moved", event.unit)
        elif isinstance(event, happened.SetUp):
            self._acted("set up", event.unit)
        elif isinstance(event, happened.Marked):
            self._marked(event)
        elif isinstance(event, happened.Hurt):
            self.wounds[state.player(state.roster.unit_of[event.model])] += event.wounds
        elif isinstance(event, happened.Destroyed):
            self.models[state.player(state.roster.unit_of[event.model])] += 1
        elif isinstance(event, happened.UnitDestroyed):
            if not state.units[event.unit].models:
                self.units.append(event.unit)
        elif isinstance(event, happened.Used) and event.stratagem in _NAMES:
            self.used[f"{side(event.player)}: {_NAMES[event.stratagem]}"] += 1
        elif isinstance(event, happened.Points) and event.what == "vp":
            self.points[event.player] += event.by

    def _marked(self, event: happened.Marked) -> None:
        if event.mark in {"shot", "fought"} and event.value and event.rule != "firing-deck":
            self._acted(event.mark, event.unit)
        elif event.mark == "shocked" and event.value:
            self.shocked.append(event.unit)

    def _acted(self, what: str, unit: str) -> None:
        units = self.acted.setdefault(what, [])
        if unit not in units:
            units.append(unit)

    @property
    def title(self) -> str:
        """Which phase it was."""
        return "before the battle" if self.name == "setup" else f"round {self.round} {side(self.turn)} {self.name}"

    def line(self) -> str:
        """What happened; empty when nothing did."""
        said = [f"{', '.join(units)} {_VERBS[what]}" for what, units in self.acted.items()]
        for player in (0, 1):
            if self.models[player] or self.wounds[player]:
                parts = [count(self.models[player], "model")] if self.models[player] else []
                parts += [f"{count(self.wounds[player], 'wound')} more"] if self.wounds[player] and parts else []
                parts = parts or [count(self.wounds[player], "wound")]
                said.append(f"{side(player)} loses {' and '.join(parts)}")
        said += [f"{unit} destroyed" for unit in self.units]
        said += [f"{unit} Battle-shocked" for unit in self.shocked]
        said += [name if times == 1 else f"{name} {times} times" for name, times in self.used.items()]
        said += [f"{side(player)} scores {points}" for player, points in enumerate(self.points) if points]
        return "; ".join(said)


class Phases:
    """Follows a battle and gives a line for each phase when it has ended."""

    def __init__(self) -> None:
        """Begin before the battle."""
        self.now = Phase()

    def note(self, state: State, event: Event) -> Phase | None:
        """Take an event into account; the phase that it ended, if it did."""
        if isinstance(event, happened.Began) and (event.round, event.turn, event.phase) != self._key():
            if event.phase == "setup":
                self.now.turn = event.turn
                return None
            done, self.now = self.now, Phase(event.round, event.turn, event.phase)
            return done
        self.now.note(state, event)
        if isinstance(event, happened.Over):
            done, self.now = self.now, Phase()
            return done
        return None

    def _key(self) -> tuple[int, int, str]:
        return self.now.round, self.now.turn, self.now.name

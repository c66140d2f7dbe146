"""Playing a battle at the command line: the loop that asks whoever decides, and what is shown and written meanwhile."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from warbench.battle.driver import Battle
from warbench.battle.requests import Event
from warbench.cli.battle_view import show_phase
from warbench.cli.errors import InputError
from warbench.cli.files import write_text
from warbench.cli.paper import DIM, Paper, Span
from warbench.lab.telling import Teller
from warbench.lab.telling.log import log_line
from warbench.lab.telling.phases import Phases
from warbench.lab.telling.picture import battlefield
from warbench.players import LeaveError, Player, TakeBackError


class Table:
    """A battle that is played: it shows each phase when it has ended, or every event, and draws a picture a turn."""

    def __init__(
        self,
        teller: Teller[Any],
        battle: Battle[Any],
        paper: Paper | None,
        *,
        every_event: bool = False,
        pictures: Path | None = None,
    ) -> None:
        """Take the battle.

        Args:
            teller: its game.
            battle: the battle.
            paper: where to show it; None: nowhere.
            every_event: show each event, not only the phases.
            pictures: a folder for a picture at each turn's end.
        """
        self.battle = battle
        self._teller = teller
        self._paper = paper
        self._every = every_event
        self._pictures = pictures
        self._phases = Phases(self._teller)
        self._answered: list[int] = []

    def play(self, players: Sequence[Player]) -> None:
        """Ask the players until the battle is over or one leaves; then it waits at a question."""
        self._resume()
        try:
            while (ask := self.battle.advance()) is not None:
                before = len(self.battle.journal)
                try:
                    key = players[ask.player](ask, self.battle.state)
                except TakeBackError:
                    self._take_back(ask.player)
                    continue
                self._answered.append(before)
                self.battle.answer(key)
        except (LeaveError, KeyboardInterrupt):
            self._leave()
        finally:
            self.battle.watch = None

    def _resume(self) -> None:
        """Follow the battle from where it is: a loaded one, or one of which something was taken back."""
        self._phases = Phases(self._teller)
        for entry in self.battle.log:
            self._phases.note(self.battle.state, entry.event)
        self.battle.watch = self._watch

    def _take_back(self, player: int) -> None:
        """Go back to the question that the person who asks for it answered last."""
        self.battle.watch = None
        while self._answered:
            self.battle.back_to(self._answered.pop())
            if self.battle.pending is not None and self.battle.pending.player == player:
                break
        self._resume()

    def _leave(self) -> None:
        """Stop at a question: what was begun since the last answer (dice that nobody typed) is taken back."""
        self.battle.watch = None
        if self.battle.pending is None:
            if not self._answered:
                raise InputError("the input ended before the first decision")
            self.battle.back_to(self._answered.pop())

    def _watch(self, battle: Battle[Any], event: Event) -> None:
        state = battle.state
        if self._paper is not None and self._every and not isinstance(event, self._teller.kinds.bookkeeping):
            self._paper.line(log_line(self._teller, state, len(battle.log), event))
        done = self._phases.note(state, event)
        if done is None:
            return
        if self._paper is not None and not self._every:
            show_phase(self._paper, self._teller, battle, self._phases.title(done), done)
        elif self._paper is not None and done.line():
            self._paper.line(Span(f"-- {self._phases.title(done)}: {done.line()}", DIM))
        if self._pictures is not None and (done.name in {"setup", "end"} or isinstance(event, self._teller.kinds.over)):
            name = f"{done.round}-{'AB'[done.turn]}" if done.name != "setup" else "0-deployment"
            write_text(str(self._pictures / f"{name}.svg"), battlefield(self._teller, battle))

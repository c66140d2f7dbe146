"""Many random battles with everything checked: no exception, no illegal state, and save, replay, undo and branch agree by hash.

What fired is tallied (events, marks, questions, reactions, rolls, rules), so that what never does can be seen.
"""

import hashlib
import tempfile
import traceback
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import msgspec

from warbench.battle import saves
from warbench.battle.driver import Battle
from warbench.battle.requests import Ask, Event, IllegalAnswerError
from warbench.lab.proof import tally
from warbench.lab.proof.eager import bent
from warbench.lab.proof.part import Part, part
from warbench.players import Player, random_chooser, seat

MOST_ANSWERS = 20_000
"""A battle of more answers is taken for an endless one."""

_AFTER = 5
_NONSENSE = ("", "nonsense", "A99", "0,0,0,0;", "1,2,3;x", "A1+", "pass:", "=", ";")


class Fault(msgspec.Struct, frozen=True):
    """Something that went wrong: in which battle of the soak, what was checked, and what was found."""

    battle: int
    what: str
    text: str


class Soaked(msgspec.Struct):
    """What came of some battles: their number and hashes, what went wrong, and how often everything fired."""

    battles: int = 0
    answers: int = 0
    events: int = 0
    hashes: list[str] = []
    faults: list[Fault] = []
    fired: Counter[str] = msgspec.field(default_factory=Counter)

    def add(self, other: "Soaked") -> None:
        """Take the battles of another soak in."""
        self.battles += other.battles
        self.answers += other.answers
        self.events += other.events
        self.hashes += other.hashes
        self.faults += other.faults
        self.fired.update(other.fired)


class _Watched:
    """A battle of a soak under way: what fired, and the hashes at some answers."""

    def __init__(  # noqa: PLR0913 -- as `soak` is asked
        self,
        of: Part,
        index: int,
        seed: str,
        setup: Any,  # noqa: ANN401 -- each game has its own setup
        *,
        probes: int,
        check: bool,
    ) -> None:
        self.part = of
        self.index = index
        self.seed = f"{seed} {index}"
        self.battle: Battle[Any] = Battle(of.game(), setup, seed=self.seed)
        self.result = Soaked(battles=1)
        self.probed: list[tuple[int, str]] = []
        self._probes = probes
        self._asked = 0
        if check:
            self.battle.watch = self._checked

    def fault(self, what: str, text: str) -> None:
        self.result.faults.append(Fault(self.index, what, text))

    def _checked(self, battle: Battle[Any], event: Event) -> None:
        found = battle.game.problems(battle.state)
        if found and len(self.result.faults) < _AFTER:
            self.fault("illegal state", f"{'; '.join(found)} after {event}")

    def players(self) -> list[Player]:
        wishes = self.part.wishes(self.index)
        return [self._tallied(bent(random_chooser(f"{self.seed} {side}"), wishes, f"{self.seed} {side}")) for side in "AB"]

    def _tallied(self, player: Player) -> Player:
        def choose(ask: Ask, state: Any) -> str:  # noqa: ANN401 -- states of any game
            fired, battle = self.result.fired, self.battle
            tally.asked(fired, ask)
            self._asked += 1
            if ask.about == "react":
                fired.update(f"offered {option.key.partition(':')[0]}" for option in ask.options[1:])
            if self._probes and self._draw(self._asked) % max(1, self.part.answers // self._probes) == 0:
                self.probed.append((len(battle.journal), battle.hash))
            if ask.about == "react" and self.index % 2 and self._draw(-self._asked) % 8:
                ask = _thrifty(ask, self.part.common)
            key = player(ask, state)
            tally.answered(self.part, fired, ask, key)
            refusal = ask.judge(key) if ask.judge is not None else None
            if refusal is not None:
                self.fault("listed", f"the option {key!r} of {ask.text!r} is refused: {refusal.code}: {refusal.sentence}")
            return key

        return choose

    def _draw(self, number: int) -> int:
        return int.from_bytes(hashlib.blake2b(f"{self.seed} {number}".encode(), digest_size=4).digest(), "big")

    def run(self, *, saved: bool) -> Soaked:
        battle, result = self.battle, self.result
        try:
            battle.play(seat(battle, self.players()), most=MOST_ANSWERS)
            battle.watch = None
            if not battle.over:
                self.fault("endless", f"{MOST_ANSWERS} answers were given")
            result.answers, result.events = self._asked, len(battle.log)
            result.hashes.append(battle.hash)
            tally.happened(self.part, result.fired, battle)
            if saved:
                self._save()
            self._go_back()
        except Exception as error:  # noqa: BLE001 -- whatever goes wrong is what a soak is for
            place = traceback.extract_tb(error.__traceback__)[-1]
            self.fault("exception", f"{type(error).__name__}: {error} ({Path(place.filename).name}:{place.lineno})")
        return result

    def _save(self) -> None:
        """Save the battle, load it again, and compare."""
        battle = self.battle
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "battle.json"
            saves.save(battle, path)
            found = saves.read(path)
            again = saves.load(found, self.part.game(), self.part.restored(found.setup))
        if again.hash != battle.hash:
            self.fault("save", f"loaded {again.hash}, saved {battle.hash}")

    def _refuses(self, entries: int, seen: str) -> None:
        """Answers that mean nothing are refused, and change nothing."""
        for key in _NONSENSE:
            try:
                self.battle.answer(key)
            except IllegalAnswerError:
                if self.battle.hash == seen:
                    continue
            self.fault("refusal", f"at journal entry {entries}: {key!r} was taken, or changed the state")
            return

    def _go_back(self) -> None:
        """Back to each answer that was noted, the last first; a branch from there; and forward to the end again."""
        battle = self.battle
        journal, end = list(battle.journal), battle.hash
        for entries, seen in reversed(self.probed):
            battle.back_to(entries)
            if battle.hash != seen:
                self.fault("undo", f"at journal entry {entries}: {battle.hash}, it was {seen}")
            self._refuses(entries, seen)
            other = battle.branch(f"branch {entries}")
            if other.hash != seen:
                self.fault("branch", f"at journal entry {entries}: {other.hash}, it was {seen}")
            other.play(seat(other, [random_chooser(f"{self.seed} {entries}")] * 2), most=_AFTER)
            if battle.hash != seen:
                self.fault("branch", f"at journal entry {entries}: playing the branch changed the battle")
        if self.probed:
            battle.replay(journal[len(battle.journal) :])
            if battle.hash != end:
                self.fault("replay", f"the end is {battle.hash}, it was {end}")


def _thrifty(ask: Ask, common: tuple[str, ...]) -> Ask:
    """The same question without the reactions that are offered all the time."""
    rare = [option for option in ask.options if not option.key.startswith(common)]
    return Ask(ask.player, ask.about, ask.text, lambda: rare, subject=ask.subject, matter=ask.matter)


def soak(  # noqa: PLR0913 -- each a switch of its own
    game: str,
    battles: Iterable[int],
    *,
    seed: str = "soak",
    probes: int = 0,
    save_every: int = 10,
    check: bool = True,
    large: bool = False,
    armies: Sequence[Any] = (),
) -> Soaked:
    """Play random battles and check them.

    Args:
        game: which game.
        battles: which ones, by number: the same number and seed give the same battle.
        seed: of dice and choices.
        probes: at about so many random answers of each battle undo and branch are compared.
        save_every: of so many battles one is saved and loaded again.
        check: whether the state is checked after each event.
        large: the larger armies only.
        armies: armies of the game in place of the bundled ones: each meets each, and itself, in turn.

    Raises:
        ValueError: an army that cannot be put on a roster.
    """
    of = part(game)
    total = Soaked()
    for index in battles:
        setup = _between(of, index, armies) if armies else of.setup(index, large=large)
        watched = _Watched(of, index, seed, setup, probes=probes, check=check)
        total.add(watched.run(saved=bool(save_every) and index % save_every == 0))
    return total


def _between(of: Part, index: int, armies: Sequence[Any]) -> Any:  # noqa: ANN401 -- each game has its own setup
    pairs = list(combinations_with_replacement(armies, 2))
    turn, pair = divmod(index, len(pairs))
    return of.between(turn + pair, *pairs[pair])


def never(game: str, fired: Counter[str]) -> list[str]:
    """The entries that random battles of a game should fill, and that are empty."""
    return [name for name in part(game).known() if not fired[name]]

"""Recorded battles as readable text files: ``python tools/golden.py --write`` records them anew.

A recording is small enough to read: what was set up, what happened line by line with the rules, the score and the hash of the
state, and at the end the answers that were given, so that it does not depend on who plays. The test replays the answers
(tests/games/w40k10/battle/test_golden.py) and compares line by line.
"""

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

import msgspec

from warbench.battle.driver import Answered, Battle
from warbench.cli.battle_table import log_text
from warbench.games.w40k10.battle.army_files import army
from warbench.games.w40k10.battle.game import Setup, W40k10
from warbench.games.w40k10.battle.mission_files import mission
from warbench.games.w40k10.battle.state import Options, State
from warbench.players import Player, random_chooser, seat
from warbench.players.w40k10_planner import planner

FOLDER = Path(__file__).resolve().parent.parent / "tests/games/w40k10/battle/golden"
ANSWERS = "-- answers --"


class Recording(msgspec.Struct, frozen=True, kw_only=True):
    """A battle to record: its name, what is played, and who decides (``planner`` or ``random``) when it is recorded anew."""

    name: str
    armies: tuple[str, str]
    mission: str
    seed: str
    by: str
    options: Options = Options(rounds=2)


RECORDINGS = (
    Recording(
        name="random-votann-marines", armies=("votann-500", "marines-500"), mission="broken-arrow", seed="golden 1", by="random"
    ),
    Recording(
        name="planned-marines-votann",
        armies=("marines-500", "votann-500"),
        mission="glass-canal",
        seed="golden 2",
        by="planner",
    ),
    Recording(
        name="boarding-votann-votann",
        armies=("votann-500", "votann-500"),
        mission="orchard-road",
        seed="golden 3",
        by="random",
        options=Options(rounds=2, boarding_actions=True),
    ),
)


def begin(recording: Recording) -> Battle[State]:
    """The battle of a recording, nothing decided yet."""
    one, other = recording.armies
    setup = Setup(mission=mission(recording.mission), armies=(army(one), army(other)), options=recording.options)
    return Battle(W40k10(), setup, seed=recording.seed)


def record(recording: Recording) -> str:
    """Play a recording by its players; its text."""
    battle = begin(recording)
    battle.play(seat(battle, [_player(recording, side) for side in "AB"]))
    return text_of(recording, battle)


def _player(recording: Recording, side: str) -> Player:
    return planner() if recording.by == "planner" else random_chooser(f"{recording.seed} {side}")


def replay(recording: Recording, answers: Iterable[str]) -> str:
    """Give the answers of a recording; its text.

    Raises:
        IllegalAnswerError, ValueError: when one is not legal, or nothing is asked any more.
    """
    battle = begin(recording)
    for answer in answers:
        battle.answer(answer)
    battle.advance()
    return text_of(recording, battle)


def text_of(recording: Recording, battle: Battle[State]) -> str:
    """A battle as the text of a recording."""
    one, other = battle.state.core.sides
    head = [
        f"battle of {recording.armies[0]} (A) and {recording.armies[1]} (B)",
        f"mission {recording.mission}, seed {recording.seed!r}, {recording.options.rounds} rounds"
        + (", Boarding Actions" if recording.options.boarding_actions else ""),
        "",
    ]
    tail = ["", f"score: A {one.vp}, B {other.vp}", f"hash {battle.hash}", "", ANSWERS]
    answers = [entry.key for entry in battle.journal if isinstance(entry, Answered)]
    return "".join(f"{line}\n" for line in [*head, *log_text(battle).splitlines(), *tail, *answers])


def answers_of(text: str) -> list[str]:
    """The answers that the text of a recording ends with."""
    return text.partition(f"{ANSWERS}\n")[2].splitlines()


def main() -> int:
    """Write the files or compare them."""
    parser = argparse.ArgumentParser(description="Recorded battles as readable text files.")
    parser.add_argument("--write", action="store_true", help="record them anew")
    asked = parser.parse_args()
    stale = 0
    for recording in RECORDINGS:
        path = FOLDER / f"{recording.name}.txt"
        text = record(recording)
        if asked.write:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            stale += 1
            print(f"{path.name}: its players would play another battle now: python tools/golden.py --write")
    return int(bool(stale))


if __name__ == "__main__":
    sys.exit(main())

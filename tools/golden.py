"""Recorded battles of both games as readable text files: ``python tools/golden.py --write`` records them anew.

A recording is small enough to read: what was set up, what happened line by line with the rules, the score and the hash of the
state, and at the end the answers that were given, so that it does not depend on who plays. The tests replay the answers
(tests/games/GAME/battle/test_golden.py) and compare line by line.
"""

import argparse
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from warbench.battle.driver import Answered, Battle
from warbench.battle.streams import Dice
from warbench.games.heresy3.armies import army as heresy_army
from warbench.games.heresy3.battle.game import Setup as HeresySetup
from warbench.games.heresy3.battle.mission_files import mission as heresy_mission
from warbench.games.heresy3.battle.state import Options as HeresyOptions
from warbench.games.w40k10.battle.army_files import army
from warbench.games.w40k10.battle.game import Setup
from warbench.games.w40k10.battle.mission_files import mission
from warbench.games.w40k10.battle.state import Options
from warbench.lab.proof import part
from warbench.lab.proof.heresy3.bunker import STORY, LoadedDice, director, is_told
from warbench.lab.telling import teller
from warbench.lab.telling.log import log_text
from warbench.players import Player, random_chooser, seat
from warbench.players.w40k10_planner import planner

GAMES_FOLDER = Path(__file__).resolve().parent.parent / "tests/games"
ANSWERS = "-- answers --"
_SEED = re.compile(r"seed '([^']+)'")
_SEEDS = 100
"""So many are tried until a battle tells what it is for."""


class Recording(msgspec.Struct, frozen=True, kw_only=True):
    """A battle to record: its name, what is played (in words as well), and who decides when it is recorded anew.

    ``by`` makes a player of a seed, ``dice`` the dice where they are not the seeded ones. With ``tells`` it is played with one
    seed after another until it tells what it is for.
    """

    game: str
    name: str
    setup: Callable[[], Any]
    head: tuple[str, str]
    seed: str
    by: Callable[[str], Player] = random_chooser
    dice: Callable[[str], Dice] | None = None
    tells: Callable[[Battle[Any]], bool] | None = None

    @property
    def path(self) -> Path:
        """The file that holds it."""
        return folder(self.game) / f"{self.name}.txt"


def folder(game: str) -> Path:
    """Where the recordings of a game are."""
    return GAMES_FOLDER / game / "battle/golden"


_SHORT = Options(rounds=2)


def _w40k10(  # noqa: PLR0913 -- what a battle begins with
    name: str, armies: tuple[str, str], place: str, seed: str, *, options: Options = _SHORT, planned: bool = False
) -> Recording:
    """A battle of the first game between bundled armies."""
    one, other = armies
    mode = ", Boarding Actions" if options.boarding_actions else ""
    return Recording(
        game="w40k10",
        name=name,
        setup=lambda: Setup(mission=mission(place), armies=(army(one), army(other)), options=options),
        head=(f"battle of {one} (A) and {other} (B)", f"mission {place}, seed {{seed!r}}, {options.rounds} rounds{mode}"),
        seed=seed,
        by=(lambda _seed: planner()) if planned else random_chooser,
    )


def _heresy3(name: str, armies: tuple[str, str], place: str, seed: str, *, turns: int) -> Recording:
    """A battle of the second game between bundled armies, some battle turns of it, decided by chance."""
    one, other = armies

    def setup() -> HeresySetup:
        short = msgspec.structs.replace(heresy_mission(place), turns=turns)
        sides = heresy_army(one), heresy_army(other)
        return HeresySetup(mission=short, armies=sides, options=HeresyOptions(points=sides[0].limit))

    head = f"battle of {one} (A) and {other} (B)", f"mission {place}, seed {{seed!r}}, {turns} battle turns"
    return Recording(game="heresy3", name=name, setup=setup, head=head, seed=seed)


RECORDINGS = (
    _w40k10("random-votann-marines", ("votann-500", "marines-500"), "broken-arrow", "golden 1"),
    _w40k10("planned-marines-votann", ("marines-500", "votann-500"), "glass-canal", "golden 2", planned=True),
    _w40k10(
        "boarding-votann-votann",
        ("votann-500", "votann-500"),
        "orchard-road",
        "golden 3",
        options=Options(rounds=2, boarding_actions=True),
    ),
    Recording(
        game="heresy3",
        name="bunker",
        setup=STORY.setup,
        head=(
            "the bunker of B is stormed, captured, lost again, and brought down with a unit inside",
            "seed {seed!r}, loaded dice",
        ),
        seed="bunker",
        by=director,
        dice=LoadedDice,
        tells=is_told,
    ),
    _heresy3("random-fists-mechanicum", ("imperial-fists-750", "mechanicum-750"), "broken-causeway", "golden 1", turns=2),
    _heresy3("random-mechanicum-fists", ("mechanicum-750", "imperial-fists-750"), "foundry-yard", "golden 2", turns=2),
)


def of_game(game: str) -> list[Recording]:
    """The recordings of a game."""
    return [recording for recording in RECORDINGS if recording.game == game]


def begin(recording: Recording, seed: str) -> Battle[Any]:
    """The battle of a recording, nothing decided yet."""
    dice = recording.dice(seed) if recording.dice is not None else None
    return Battle(part(recording.game).game(), recording.setup(), seed=seed, dice=dice)


def record(recording: Recording) -> str:
    """Play a recording by its players; its text.

    Raises:
        RuntimeError: when no seed tells what it is for.
    """
    seeds = [recording.seed] if recording.tells is None else [f"{recording.seed} {number}" for number in range(_SEEDS)]
    for seed in seeds:
        battle = begin(recording, seed)
        battle.play(seat(battle, [recording.by(f"{seed} {side}") for side in "AB"]))
        if recording.tells is None or recording.tells(battle):
            return text_of(recording, battle)
    msg = f"{recording.name}: none of {_SEEDS} seeds tells it"
    raise RuntimeError(msg)


def replay(recording: Recording, text: str) -> Battle[Any]:
    """Give the answers of a recorded text to the battle that it names by its seed.

    Raises:
        IllegalAnswerError, ValueError: when one is not legal, or nothing is asked any more.
    """
    seed = _SEED.search(text)
    battle = begin(recording, seed[1] if seed is not None else recording.seed)
    for answer in answers_of(text):
        battle.answer(answer)
    battle.advance()
    return battle


def text_of(recording: Recording, battle: Battle[Any]) -> str:
    """A battle as the text of a recording."""
    one, other = battle.state.core.sides
    head = [line.format(seed=battle.seed) for line in recording.head]
    tail = ["", f"score: A {one.vp}, B {other.vp}", f"hash {battle.hash}", "", ANSWERS]
    answers = [entry.key for entry in battle.journal if isinstance(entry, Answered)]
    log = log_text(teller(recording.game), battle).splitlines()
    return "".join(f"{line}\n" for line in [*head, "", *log, *tail, *answers])


def answers_of(text: str) -> list[str]:
    """The answers that the text of a recording ends with."""
    return text.partition(f"{ANSWERS}\n")[2].splitlines()


def main() -> int:
    """Write the files or compare them."""
    parser = argparse.ArgumentParser(description="Recorded battles as readable text files.")
    parser.add_argument("--write", action="store_true", help="record them anew")
    parser.add_argument("--game", action="append", choices=sorted({each.game for each in RECORDINGS}), help="of this game only")
    asked = parser.parse_args()
    stale = 0
    for recording in RECORDINGS:
        if asked.game and recording.game not in asked.game:
            continue
        path = recording.path
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

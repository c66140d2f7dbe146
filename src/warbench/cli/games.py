"""Which game is meant: the one that was said, or the one that has the units that were named."""

from collections.abc import Iterable, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from warbench.cli.errors import InputError
from warbench.games import GAMES, part
from warbench.sheets.finding import UnknownDatasheet, find

SCENARIOS = (".json", ".toml")
PAGES = (".txt", ".html", ".htm")

_SCENARIO_CLASSES = {"w40k10": "Scenario", "heresy3": "HeresyScenario"}


def scenario_class(game: str) -> Any:  # noqa: ANN401 -- a class of either game
    """What a scenario of the game is read into."""
    return getattr(part(game, "scenario"), _SCENARIO_CLASSES[game])


def is_scenario(what: str) -> bool:
    """Whether an attacker is named by a scenario file, or by the standard input."""
    return what == "-" or Path(what).suffix.casefold() in SCENARIOS


def game_meant(attackers: Sequence[str], targets: Sequence[str]) -> str:
    """The game of the units that are named: that of all attackers, else that of all targets as well.

    Names that no game has are left to whoever looks them up.

    Raises:
        InputError: when the names are of both games.
    """
    names = [name for name in attackers if not is_scenario(name) and Path(name).suffix.casefold() not in PAGES]
    fitting = [game for game in GAMES if names and all(_has(game, name) for name in names)]
    if len(fitting) == 1 or not fitting:
        return fitting[0] if fitting else GAMES[0]
    from warbench.cli.data_library import library_path, use_library

    if library_path().exists():
        use_library(*fitting)
    decided = [game for game in fitting if targets and all(_has_target(game, name) for name in targets)]
    if len(decided) == 1:
        return decided[0]
    told = "; ".join(f"{game} ({', '.join(_id(game, name) for name in names)})" for game in fitting)
    every = ", ".join(repr(name) for name in names)
    raise InputError(f"{every}: found in several games: {told}; say which: {' or '.join(f'--game {game}' for game in fitting)}")


@cache
def _bundled(game: str) -> tuple[str, ...]:
    """The ids of a game's datasheets, from the names of their files: the game itself is not imported."""
    folder = resources.files(f"warbench.games.{game}") / "datasheets"
    return tuple(sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml")))


def known(games: Iterable[str]) -> tuple[str, ...]:
    """The ids of the datasheets of some games, bundled and imported."""
    from warbench.cli.data_library import imported_ids

    return tuple(dict.fromkeys(key for game in games for key in (*_bundled(game), *imported_ids(game))))


def _id(game: str, name: str) -> str:
    """The id that a name stands for in a game; empty for none."""
    try:
        return find(name, _bundled(game), "datasheet")
    except UnknownDatasheet:
        return imported_id(game, name)


def imported_id(game: str, name: str) -> str:
    """The id of a game's datasheet of that name in the user's library; empty where there is none, or several that differ.

    A library that cannot be used has none: whoever needs it is told.
    """
    from warbench.cli.data_library import library_path, use_library

    if not library_path().exists():
        return ""
    from warbench.intake.store import LibraryError

    use_library(game)
    try:
        found: str = part(game, "library").datasheet(name).id
    except (LibraryError, UnknownDatasheet):
        return ""
    return found


def _has(game: str, name: str) -> bool:
    return bool(_id(game, name))


def _has_target(game: str, name: str) -> bool:
    try:
        part(game, "inquiry").target_id(name)
    except (UnknownDatasheet, ValueError):
        return False
    return True

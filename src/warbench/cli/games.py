"""Which game is meant: the one that was said, or the one that has the units that were named."""

from collections.abc import Iterable, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from warbench.cli.errors import InputError
from warbench.games import GAMES, part
from warbench.sheets.finding import (
    BUNDLED,
    NoSuchSource,
    SeveralOfName,
    UndecidedName,
    UnknownDatasheet,
    find,
    forms,
    parted,
    slug,
)

if TYPE_CHECKING:
    from warbench.sheets.datasheet import Datasheet

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

    Bundled datasheets and whole names of imported ones come before parts of imported names. Names that no game has are left to
    whoever looks them up.

    Raises:
        InputError: when the names are of both games.
    """
    names = [name for name in attackers if not is_scenario(name) and Path(name).suffix.casefold() not in PAGES]
    fitting = [game for game in GAMES if names and all(_id(game, name) for name in names)]
    fitting = fitting or [game for game in GAMES if names and all(imported_id(game, name) for name in names)]
    fitting = fitting or [game for game in GAMES if names and all(_may_have(game, name) for name in names)][:1]
    if len(fitting) == 1 or not fitting:
        return fitting[0] if fitting else GAMES[0]
    from warbench.cli.data_library import library_path, use_library

    if library_path().exists():
        use_library(*fitting)
    decided = [game for game in fitting if targets and all(_has_target(game, name) for name in targets)]
    if len(decided) == 1:
        return decided[0]
    told = "; ".join(f"{game} ({', '.join(_id(game, name) or imported_id(game, name) for name in names)})" for game in fitting)
    every = ", ".join(repr(name) for name in names)
    raise InputError(f"{every}: found in several games: {told}; say which: {' or '.join(f'--game {game}' for game in fitting)}")


@cache
def bundled(game: str) -> tuple[str, ...]:
    """The ids of a game's datasheets, from the names of their files: the game itself is not imported."""
    folder = resources.files(f"warbench.games.{game}") / "datasheets"
    return tuple(sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml")))


def known(games: Iterable[str]) -> tuple[str, ...]:
    """The ids of the datasheets of some games, bundled and imported."""
    from warbench.cli.data_library import imported_ids

    return tuple(dict.fromkeys(key for game in games for key in (*bundled(game), *imported_ids(game))))


def datasheet_of(name: str, game: str | None = None) -> "Datasheet":
    """The datasheet of that name in a game, or in the one game that has it: bundled, or of the user's library.

    Of a whole name in one game and a part of a name in another the whole one is meant.

    Raises:
        InputError: when several games have it.
        UnknownDatasheet: when none has, naming the nearest of all; or when the name fits several datasheets.
    """
    from warbench.cli.data_library import use_library

    found: dict[str, Datasheet] = {}
    faults: dict[str, UnknownDatasheet] = {}
    for each in GAMES if game is None else (game,):
        use_library(each)
        try:
            found[each] = part(each, "library").datasheet(name)
        except UnknownDatasheet as error:
            faults[each] = error
    several = [each for each, fault in faults.items() if isinstance(fault, SeveralOfName)]
    whole = [each for each, sheet in found.items() if _is_whole(name, sheet)]
    having = sorted([*(whole or ([] if several else found)), *several], key=GAMES.index)
    if len(having) > 1:
        told = "; ".join(f"{each} ({found[each].id if each in found else 'several'})" for each in having)
        raise InputError(f"{name!r}: found in several games: {told}; say which: {' or '.join(f'--game {one}' for one in having)}")
    if having and having[0] in found:
        return found[having[0]]
    if having:
        raise faults[having[0]]
    where, _ = parted(name)
    if not where:
        find(name, known(faults), "datasheet")  # names the several that fit in all games, or the nearest
    raise next((fault for fault in faults.values() if not isinstance(fault, NoSuchSource)), None) or _no_source(where)


def _no_source(where: str) -> InputError:
    """The refusal of a source that no game has."""
    from warbench.cli.data_library import library_path
    from warbench.intake.store import UserLibrary

    return InputError(f"there is no source {where!r}; there is {', '.join((BUNDLED, *UserLibrary(library_path()).names()))}")


def _is_whole(name: str, sheet: "Datasheet") -> bool:
    """Whether a name is the whole name or id of a datasheet, not a part of it."""
    return any(form in {sheet.id, slug(sheet.name)} for form in forms(slug(parted(name)[1]))) or ":" in sheet.id


def _id(game: str, name: str) -> str:
    """The id of the bundled datasheet of that name, or of the imported one of that whole name; empty for none."""
    try:
        return find(name, bundled(game), "datasheet")
    except UnknownDatasheet:
        return imported_id(game, name, whole=True)


def imported_id(game: str, name: str, *, whole: bool = False) -> str:
    """The id of the datasheet that a name stands for in a game, the user's library included; empty for none.

    It is the name itself where several datasheets have it that differ. With ``whole`` the name is no part of another.
    A library that cannot be used has none: whoever needs it is told.
    """
    try:
        found = _imported(game, name)
    except SeveralOfName:
        return slug(name)
    except UnknownDatasheet:
        return ""
    return found.id if found is not None and (not whole or _is_whole(name, found)) else ""


def _may_have(game: str, name: str) -> bool:
    """Whether a game has something of which the name is a part, or the source that is named: then it says what to type."""
    try:
        return _imported(game, name) is not None
    except UndecidedName:
        return True
    except UnknownDatasheet:
        return False


def _imported(game: str, name: str) -> "Datasheet | None":
    from warbench.cli.data_library import library_path, use_library

    if not library_path().exists():
        return None
    from warbench.intake.store import LibraryError

    use_library(game)
    try:
        found: Datasheet = part(game, "library").datasheet(name)
    except LibraryError:
        return None
    return found


def _has_target(game: str, name: str) -> bool:
    try:
        part(game, "inquiry").target_id(name)
    except (UnknownDatasheet, ValueError):
        return False
    return True

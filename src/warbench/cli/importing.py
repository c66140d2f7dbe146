"""From a file that a player has to an army file of our own: what a file is, its content says."""

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from warbench.cli.errors import InputError

if TYPE_CHECKING:
    from warbench.intake.armies import ImportedArmy, Pricing
    from warbench.intake.catalogue import RosterFile
    from warbench.intake.lists import Names
    from warbench.intake.sources import SourceFile
    from warbench.muster import ArmyFile
    from warbench.muster.files import BattleSize

_ZIP, _XML, _JSON = b"PK\x03\x04", b"<", b"{"
_HTML = (b"<!doctype html", b"<html")
_TWO_BYTES = (b"\xff\xfe", b"\xfe\xff")
_OWN = "warbench-army"


class Brought(msgspec.Struct, frozen=True, kw_only=True):
    """An army with what was said when it was read.

    ``kind`` is ``army`` (our own), ``roster`` or ``text list``. ``missing`` are units that are not in the army; ``notes`` pairs
    of a unit's name (empty: the whole army) and a sentence; ``printed`` the points that the file says.
    """

    name: str
    kind: str
    file: "ArmyFile"
    missing: tuple[str, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()
    printed: int | None = None

    @property
    def game(self) -> str:
        """Which game's army it is."""
        return str(type(self.file).__struct_config__.tag)


class NothingTakenError(InputError):
    """A list or roster of which nothing could be taken, or of a game not played here; ``holds`` are lines on its units."""

    def __init__(self, message: str, holds: list[str]) -> None:
        """Say why."""
        super().__init__(message)
        self.holds = holds


class _Probe(msgspec.Struct):
    format: str = ""
    game: str = ""
    army: msgspec.Raw = msgspec.Raw()


def brought(path: str, pricing: "Pricing" = "file") -> Brought:
    """The army of a file: our own JSON or TOML, a roster, or a text list.

    Datasheets are bundled, of the user's library, or those that a roster itself carries.

    Args:
        path: the file.
        pricing: whose points the units of a roster or a list have: the file's or the datasheets'.

    Raises:
        InputError, ArmyFileError, IntakeError, LibraryError: when the file is none of these, or cannot be read.
    """
    from warbench.cli.data_files import read_files
    from warbench.cli.data_library import use_library

    use_library()
    source = next(iter(read_files([Path(path)])))
    start = source.data[:512].removeprefix(b"\xef\xbb\xbf").lstrip()
    if Path(path).suffix.casefold() == ".toml" or (start.startswith(_JSON) and _is_own(source.data)):
        from warbench.muster import read_army_file

        return Brought(name=path, kind="army", file=read_army_file(source.data, path))
    if start[:16].lower().startswith(_HTML):
        raise InputError(f"{path}: {_no_army(source)}")
    plain = start[2:].replace(b"\0", b"").lstrip() if start.startswith(_TWO_BYTES) else start
    if plain.startswith((_ZIP, _XML, _JSON)):
        return _of_roster(source, path, pricing)
    from warbench.intake.lists import is_list

    if not is_list(source.data):
        raise InputError(f"{path}: {_no_army(source)}")
    return _of_list(source, path, pricing)


def _no_army(source: "SourceFile") -> str:
    """What a file is that is no army, and what would read it."""
    from warbench.intake.export import kind_of
    from warbench.intake.pages.page import read_page
    from warbench.intake.sources import IntakeError

    if kind_of(source.data[:4096]) is not None:
        return "is a table of an export, not an army: warbench data add FOLDER reads it with the others"
    try:
        read_page(source.name)
    except IntakeError:
        return "is no army: expected our own JSON or TOML, a roster (.ros, .rosz, .json) or a text list in UTF-8"
    return "is a datasheet page, not an army: warbench data add FILE"


def _is_own(data: bytes) -> bool:
    """Whether JSON says that it is of our own form; what is no JSON at all is left to the reader of rosters."""
    try:
        probe = msgspec.json.decode(data.removeprefix(b"\xef\xbb\xbf"), type=_Probe)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return False
    return probe.format.startswith(_OWN) or (bool(probe.game) and bool(probe.army))


def _of_list(source: "SourceFile", path: str, pricing: "Pricing") -> Brought:
    from warbench.intake.lists import read_list

    listed = read_list(source)
    if listed.game == "heresy3":
        from warbench.intake.armies import heresy3_roster

        return _of_heresy3(heresy3_roster(listed, path), path, "text list", pricing)
    from warbench.cli.army_names import resolved, w40k10
    from warbench.intake.armies import w40k10_army
    from warbench.muster import W40k10File

    own, names, load = w40k10()
    beside = own.beside("enhancement")
    made = w40k10_army(resolved(listed, names, load, beside), load, beside, pricing=pricing)
    return _brought(path, "text list", W40k10File(army=made.spec, battle_size=_size(listed.limit)), made, names)


def _of_roster(source: "SourceFile", path: str, pricing: "Pricing") -> Brought:
    from warbench.intake.catalogue import read_roster

    roster = read_roster(source.data, path)
    if roster.game == "heresy3":
        return _of_heresy3(roster, path, "roster", pricing)
    if roster.game != "w40k10":
        raise _not_played(roster, path)
    from warbench.cli.army_names import resolved, w40k10
    from warbench.intake.armies import listed_of, w40k10_army
    from warbench.muster import W40k10File

    own, known, find = w40k10()
    listed, placed = listed_of(roster)
    beside = own.beside("enhancement")
    made = w40k10_army(resolved(listed, known, find, beside), find, beside, placed, pricing, later=known.later)
    notes = tuple(dict.fromkeys((*(("", note) for note in roster.notes), *made.notes)))
    file = W40k10File(army=made.spec, battle_size=_size(listed.limit))
    return _brought(path, "roster", file, msgspec.structs.replace(made, notes=notes), known)


def _of_heresy3(roster: "RosterFile", path: str, kind: str, pricing: "Pricing") -> Brought:
    from warbench.cli.army_names import heresy3
    from warbench.intake.armies import heresy3_army
    from warbench.muster import Heresy3File

    names, load = heresy3()
    taken = heresy3_army(roster, names, load, pricing)
    return _brought(path, kind, Heresy3File(army=taken.spec), taken, names)


def _not_played(roster: "RosterFile", path: str) -> NothingTakenError:
    """Why there is no army of a roster of another game, and what it holds all the same."""
    from warbench.cli.paper import count

    total = roster.points if roster.points is not None else roster.total
    lines = [f"{path}: roster, {roster.name} ({roster.system}), {len(roster.units)} units, {total:g} points"]
    for each in roster.detachments:
        lines += [f"  {each.name}"] if each.units else []
        lines += [f"    {unit.name}: {count(unit.size, 'model')}, {unit.points:g} points" for unit in each.units]
    held = lines if roster.units else []
    return NothingTakenError(f"{path}: a roster of {roster.system!r}; expected one of a game that is played here", held)


def _brought(
    path: str,
    kind: str,
    file: "ArmyFile",
    made: "ImportedArmy",  # type: ignore[type-arg]  # of either game
    names: "Names",
) -> Brought:
    from warbench.cli.army_names import told_sources

    if not made.origins:
        why = f"none of its {len(made.missing)} units has a datasheet here" if made.missing else "holds no units"
        held = [f"  not found: {each}" for each in made.missing]
        raise NothingTakenError(f"{path}: {why}: warbench data add FOLDER" if made.missing else f"{path}: {why}", held)
    told = told_sources(names, made.origins)
    notes = (*([("", told)] if told else ()), *made.notes)
    return Brought(name=path, kind=kind, file=file, missing=made.missing, notes=notes, printed=made.printed)


def _size(limit: int | None) -> "BattleSize":
    """The battle size of a points limit: the smallest that allows it; none for no limit, and for one beyond all sizes."""
    from warbench.games.w40k10.battle.army_files import POINTS
    from warbench.muster.files import SIZES

    return next((name for name in SIZES if name and limit is not None and 0 < limit <= POINTS[name]), "")

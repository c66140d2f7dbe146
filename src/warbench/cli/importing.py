"""From a file that a player has to an army file of our own: what a file is, its content says."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from warbench.cli.errors import InputError

if TYPE_CHECKING:
    from warbench.intake.armies import ImportedArmy
    from warbench.intake.export.reader import Beside
    from warbench.intake.lists import ListedArmy, Names, ResolvedArmy
    from warbench.intake.sources import SourceFile
    from warbench.intake.store import UserLibrary
    from warbench.muster import ArmyFile
    from warbench.muster.files import BattleSize
    from warbench.sheets.datasheet import Datasheet

_ZIP, _XML, _JSON = b"PK\x03\x04", b"<", b"{"
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


class _Probe(msgspec.Struct):
    format: str = ""
    game: str = ""
    army: msgspec.Raw = msgspec.Raw()


def brought(path: str) -> Brought:
    """The army of a file: our own JSON or TOML, a roster, or a text list. Datasheets are bundled or of the user's library.

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
    if start.startswith((_ZIP, _XML, _JSON, b"\xff\xfe", b"\xfe\xff")):
        return _of_roster(source, path)
    from warbench.intake.lists import is_list

    if not is_list(source.data):
        raise InputError(f"{path}: is no army: expected our own JSON or TOML, a roster (.ros, .rosz, .json) or a text list")
    return _of_list(source, path)


def _is_own(data: bytes) -> bool:
    """Whether JSON says that it is of our own form; what is no JSON at all is left to the reader of rosters."""
    try:
        probe = msgspec.json.decode(data.removeprefix(b"\xef\xbb\xbf"), type=_Probe)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return False
    return probe.format.startswith(_OWN) or (bool(probe.game) and bool(probe.army))


def _of_list(source: "SourceFile", path: str) -> Brought:
    from warbench.intake.armies import w40k10_army
    from warbench.intake.lists import read_list
    from warbench.muster import W40k10File

    own, names, load = _w40k10()
    listed = read_list(source)
    beside = own.beside("enhancement")
    made = w40k10_army(_resolved(listed, names, load, beside), load, beside)
    return _brought(path, "text list", W40k10File(army=made.spec, battle_size=_size(listed.limit)), made)


def _resolved(listed: "ListedArmy", names: "Names", load: "Callable[[str], Datasheet]", beside: "list[Beside]") -> "ResolvedArmy":
    """The list with its units looked up. What its faction leaves open is looked up again by the faction of most of its units."""
    from collections import Counter

    from warbench.intake.lists import resolve

    found = resolve(listed, names, load, beside)
    factions = Counter(load(unit.sheet).faction for unit in found.units if unit.sheet)
    if not found.missing or not factions:
        return found
    again = msgspec.structs.replace(listed, faction=factions.most_common(1)[0][0])
    second = resolve(again, names, load, beside)
    units = tuple(one if one.sheet else other for one, other in zip(found.units, second.units, strict=True))
    return msgspec.structs.replace(found, units=units)


def _of_roster(source: "SourceFile", path: str) -> Brought:
    from warbench.intake.armies import heresy3_army, listed_of, w40k10_army
    from warbench.intake.catalogue import read_roster
    from warbench.muster import Heresy3File, W40k10File

    roster = read_roster(source.data, path)
    if roster.game == "heresy3":
        names, load = _heresy3()
        taken = heresy3_army(roster, names, load)
        return _brought(path, "roster", Heresy3File(army=taken.spec), taken)
    if roster.game != "w40k10":
        raise InputError(f"{path}: a roster of {roster.system!r}; expected one of a game that is played here")
    own, known, find = _w40k10()
    listed, placed = listed_of(roster)
    beside = own.beside("enhancement")
    made = w40k10_army(_resolved(listed, known, find, beside), find, beside, placed)
    notes = tuple(dict.fromkeys((*(("", note) for note in roster.notes), *made.notes)))
    file = W40k10File(army=made.spec, battle_size=_size(listed.limit))
    return _brought(path, "roster", file, msgspec.structs.replace(made, notes=notes))


def _brought(path: str, kind: str, file: "ArmyFile", made: "ImportedArmy") -> Brought:  # type: ignore[type-arg]  # of either game
    from warbench.muster import muster

    notes = list(made.notes)
    if made.unit_points:
        for unit, printed in zip(muster(file).units, made.unit_points, strict=True):
            if unit.points != printed:
                told = "cannot be costed" if unit.points is None else f"costs {unit.points} points here"
                notes.append((unit.name, f"{told}, the file says {printed}"))
    return Brought(name=path, kind=kind, file=file, missing=made.missing, notes=tuple(notes), printed=made.printed)


def _size(limit: int | None) -> "BattleSize":
    """The battle size of a points limit: the smallest that allows it; none for no limit, and for one beyond all sizes."""
    from warbench.games.w40k10.battle.army_files import POINTS
    from warbench.muster.files import SIZES

    return next((name for name in SIZES if name and limit is not None and 0 < limit <= POINTS[name]), "")


def _w40k10() -> "tuple[UserLibrary, Names, Callable[[str], Datasheet]]":
    """The user's library, all datasheets by name (bundled ones before imported ones of their id), and how one is loaded."""
    from warbench.cli.data_library import library_path
    from warbench.games.w40k10 import library
    from warbench.intake.lists import Known, Names
    from warbench.intake.store import UserLibrary

    own = UserLibrary(library_path(), "w40k10")
    bundled = [Known(each.id, each.name, each.faction) for each in library.datasheets()]
    ids = {each.id for each in bundled}
    # A bundled datasheet goes before an imported one of its faction, as it does everywhere: its abilities have effects.
    same = {(library.slug(each.name), library.slug(each.faction)) for each in bundled}
    imported = [
        Known(line.id, line.name, line.faction)
        for line in own.lines()
        if line.id not in ids and (library.slug(line.name), library.slug(line.faction)) not in same
    ]
    return own, Names([*bundled, *imported]), library.datasheet


def _heresy3() -> "tuple[Names, Callable[[str], tuple[Datasheet, bool]]]":
    """All datasheets by name, and how one is loaded: with whether it is bundled."""
    from warbench.cli.data_library import library_path
    from warbench.games.heresy3 import library
    from warbench.intake.lists import Known, Names
    from warbench.intake.store import UserLibrary

    own = UserLibrary(library_path(), "heresy3")
    bundled = {each.id: each for each in library.datasheets()}
    taken = {library.slug(each.name) for each in bundled.values()}
    lines = [line for line in own.lines() if line.id not in bundled and library.slug(line.name) not in taken]
    known = [Known(each.id, each.name, each.faction) for each in bundled.values()]
    known += [Known(line.id, line.name, line.faction) for line in lines]

    def load(key: str) -> "tuple[Datasheet, bool]":
        if key in bundled:
            return bundled[key], True
        found = own.find(key)
        if found is None:
            raise InputError(f"{key}: is no longer in the library: warbench data update")
        return found, False

    return Names(known), load

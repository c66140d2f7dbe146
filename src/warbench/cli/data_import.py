"""From paths to the library: an export or catalogues are recognised, read with a progress bar, and put in as one source each."""

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from warbench.cli.data_files import head_of, look, may_be_catalogue, read_files
from warbench.cli.data_library import library_path
from warbench.cli.errors import InputError

if TYPE_CHECKING:
    from warbench.intake.export import Beside
    from warbench.intake.sources import Imported
    from warbench.intake.store import NewSource

EXPORT_ID = "csv-export-w40k10"
_EXPORT_NAME = "10th edition CSV export"
_TOLD = 3

Report = dict[str, Any]
"""What was done with one source, as ``--json`` prints it."""


def imported(paths: tuple[str, ...]) -> list[Report]:
    """Import what some paths hold: the tables of one export, catalogues, or saved pages; a report for each source.

    Raises:
        InputError, IntakeError, LibraryError: for what there is not, or what cannot be read; the library is as it was.
    """
    from warbench.battle.memory import collect_seldom

    collect_seldom()  # trees of hundreds of thousands of values, and hardly a cycle among them
    found = look(paths)
    if len(found.exports) > 1:
        raise InputError(f"{', '.join(map(str, found.exports))}: several exports; add one folder at a time")
    if found.exports:
        folder, files = next(iter(found.exports.items()))
        return [_export(folder, files, left_out=[str(path) for path in (*found.others, *found.pages)])]
    if found.pages and not found.others:
        return _pages(found.pages)
    if not found.others:
        raise InputError(f"{paths[0]}: is an empty folder, expected data to import")
    origin = Path(paths[0]).resolve() if len(paths) == 1 else found.others[0].parent.resolve()
    return _catalogues(found.others, origin, found.pages)


def _export(folder: Path, files: list[Path], *, left_out: list[str]) -> Report:
    from warbench.intake.export import Export
    from warbench.intake.store import NewSource

    export = Export(read_files(files))
    sheets = list(_with_bar(export.sheets(), len(export)))
    source = NewSource(EXPORT_ID, _EXPORT_NAME, export.edition, str(folder.resolve()))
    strays = {kind: len(rows) for kind, rows in export.strays().items()}
    return _put(source, sheets, tuple(export.beside(sheets))) | {"rows_of_no_datasheet": strays, "left_out": left_out}


def _catalogues(files: list[Path], origin: Path, pages: list[Path]) -> list[Report]:
    from warbench.games.w40k10.library import slug
    from warbench.intake.catalogue import Catalogues, datasheets_of, read_catalogues
    from warbench.intake.catalogue.identities import identities
    from warbench.intake.store import NewSource

    wanted = [path for path in files if may_be_catalogue(head_of(path))]
    if not wanted:
        told = ", ".join(str(path) for path in files[:_TOLD])
        expected = "the folder of a 10th edition CSV export, catalogues in XML, JSON or zip files, or saved datasheet pages"
        raise InputError(f"{told}: no kind of data that is known here; expected {expected}")
    reports: list[Report] = []
    for system in _with_bar(read_catalogues(read_files(wanted)).systems, None):
        sheets = _told_apart(datasheets_of(Catalogues((system,))))
        if not sheets:
            continue
        revision = f"revision {system.root.revision:g}" if system.root is not None else ""
        source = NewSource(f"catalogue-{slug(system.name)}", system.name, revision, str(origin))
        left_out = [str(path) for path in (*files, *pages) if path not in wanted]
        put_in = _put(source, sheets, identities(Catalogues((system,))))
        reports.append(put_in | {"rows_of_no_datasheet": {}, "left_out": left_out})
    if not reports:
        whole = "; a catalogue needs its game system and what it links to: add the folder that has them all"
        raise InputError(f"{origin}: holds no datasheet of a game that is known here{whole}")
    return reports


def _pages(files: list[Path]) -> list[Report]:
    """Each saved page as a source of its own, so that it can be updated and removed by itself.

    Of several files those that are no datasheet pages are left out, and told.
    """
    from warbench.intake.sources import IntakeError
    from warbench.intake.store import NewSource

    read: list[tuple[Path, Imported]] = []
    left_out: list[tuple[str, Exception]] = []
    for path in files:
        try:
            read.append((path, _page(path)))
        except (InputError, IntakeError) as error:
            left_out.append((str(path), error))
    if not read:
        raise left_out[0][1]
    twice = [name for name, number in Counter(one.sheet.id for _, one in read).items() if number > 1]
    if twice:
        told = " and ".join(str(path) for path, one in read if one.sheet.id == twice[0])
        raise InputError(f"{told}: pages of one datasheet, {twice[0]}; add one of them")
    reports = [
        _put(NewSource(f"page-{one.sheet.id}", f"saved page of {one.sheet.name}", "", str(path.resolve())), [one], ())
        | {"rows_of_no_datasheet": {}, "left_out": []}
        for path, one in read
    ]
    reports[-1]["left_out"] = [path for path, _ in left_out]
    return reports


def _page(path: Path) -> "Imported":
    from warbench.intake.lists import is_list
    from warbench.intake.pages.saved_pages import saved_page
    from warbench.intake.sources import IntakeError

    try:
        return saved_page(path)
    except IntakeError as error:
        if is_list(next(iter(read_files([path]))).data):
            raise InputError(f"{path}: is an army list, expected a datasheet page: warbench import FILE") from error
        raise


def _told_apart(sheets: Sequence["Imported"]) -> list["Imported"]:
    """The datasheets with ids that differ: of several with one name each gets its faction's, else its file's, else a number."""
    import msgspec

    from warbench.games.w40k10.library import slug

    found = list(sheets)
    made = [one.sheet.id for one in found]
    for more in ([one.sheet.faction for one in found], [Path(one.source.rpartition(", ")[0]).stem for one in found]):
        counts = Counter(made)
        names = [one.sheet.id for one in found]
        # "Imperium - Space Wolves.cat" and "Space Wolves.json" are of one book.
        apart = [slug(f"{name} {word.rpartition(' - ')[2]}") for name, word in zip(names, more, strict=True)]
        made = [new if counts[key] > 1 else key for key, new in zip(made, apart, strict=True)]
    seen: Counter[str] = Counter()
    for place, key in enumerate(made):
        seen[key] += 1
        unique = key if seen[key] == 1 else f"{key}-{seen[key]}"
        found[place] = msgspec.structs.replace(found[place], sheet=msgspec.structs.replace(found[place].sheet, id=unique))
    return found


def _put(source: "NewSource", sheets: Sequence["Imported"], beside: Iterable["Beside"]) -> Report:
    from warbench.intake.store import UserLibrary, put

    library = UserLibrary(library_path())
    before = next((one for one in library.sources() if one.id == source.id), None)
    library.close()
    changes = put(library_path(), source, sheets, beside)
    return {
        "source": source.id,
        "edition": source.edition,
        "replaced": before.edition if before else None,
        "datasheets": len(sheets),
        "weapon_profiles": sum(len(weapon.profiles) for one in sheets for weapon in one.sheet.weapons),
        "notes": sum(len(one.notes) for one in sheets),
        "changes": changes,
    }


def _with_bar(things: Iterable[Any], length: int | None) -> Iterable[Any]:
    """The things, with a progress bar on a terminal while they are made."""
    with click.progressbar(things, length=length, label="Reading", file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        yield from bar

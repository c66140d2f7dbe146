"""The screen of ``warbench data army``: a text list against the library."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from warbench.cli.data_library import library_path, use_library
from warbench.cli.paper import DIM, Column, Paper, Part, Span

if TYPE_CHECKING:
    from warbench.intake.lists import ResolvedArmy


def show(file: str, *, as_json: bool) -> None:
    """Read a list, look its units up and show both."""
    found = resolved(file)
    if as_json:
        import msgspec

        click.echo(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
        return
    listed = found.listed
    paper = Paper()
    about = ", ".join(part for part in (listed.faction, *listed.detachments) if part)
    paper.line(listed.name or Path(file).name, Span(f"  {about}", DIM) if about else "")
    rows: list[list[Part]] = []
    for unit in found.units:
        size = f"{unit.size}" if unit.size else "?"
        expected = "?" if unit.expected is None else str(unit.expected)
        upgrade = f" ({unit.listed.enhancement})" if unit.listed.enhancement else ""
        rows.append(
            [f"{unit.listed.name}{upgrade}", size, str(unit.listed.points), expected, Span(unit.sheet or "not found", DIM)]
        )
    rows.append(["total", "", str(listed.sum), "", ""])
    heads = [Column("models", right=True), Column("printed", right=True), Column("library", right=True)]
    paper.table([Column("unit", wraps=True), *heads, Column("datasheet", cuts=True)], rows)
    said = [(unit.listed.name, note) for unit in found.units for note in unit.notes]
    if said or found.notes:
        paper.head("Differences")
    for note in found.notes:
        paper.item(note)
    for name, note in dict.fromkeys(said):
        paper.item(f"{name}: {note}")


def resolved(file: str) -> "ResolvedArmy":
    """The list of a file with its units looked up in the bundled data and the user's library.

    Raises:
        InputError, IntakeError, LibraryError: when the file is no list, or something cannot be read.
    """
    from warbench.cli.data_files import read_files
    from warbench.games.w40k10 import library
    from warbench.intake.lists import Known, Names, read_list, resolve
    from warbench.intake.store import UserLibrary

    source = next(iter(read_files([Path(file)])))
    listed = read_list(source)
    own = UserLibrary(library_path(), "w40k10")
    use_library()
    imported = [Known(line.id, line.name, line.faction) for line in own.lines()]
    names = {library.slug(one.name) for one in imported}
    bundled = [Known(one.id, one.name, one.faction) for one in library.datasheets() if library.slug(one.name) not in names]
    return resolve(
        listed, Names([*imported, *bundled]), lambda key: own.find(key) or library.datasheet(key), own.beside("enhancement")
    )

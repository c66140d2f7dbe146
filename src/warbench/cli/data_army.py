"""The screen of ``warbench data army``: an army list against the library."""

from pathlib import Path
from typing import TYPE_CHECKING

from warbench.cli.data_library import use_library
from warbench.cli.errors import InputError
from warbench.cli.letters import print_json
from warbench.cli.paper import DIM, Column, Paper, Part, Span

if TYPE_CHECKING:
    from warbench.intake.lists import ListedArmy, ResolvedArmy
    from warbench.intake.sources import SourceFile

_ROSTERS = (b"PK\x03\x04", b"<", b"{", b"\xff\xfe", b"\xfe\xff")
"""How a roster begins: zip, XML or JSON, or the mark of two-byte letters."""


def show(file: str, *, as_json: bool) -> None:
    """Read a list, look its units up and show both."""
    found = listed_and_resolved(file)
    if as_json:
        print_json(found)
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
        paper.head("Notes")
    for note in found.notes:
        paper.item(note)
    for name, note in dict.fromkeys(said):
        paper.item(f"{name}: {note}")


def listed_and_resolved(file: str) -> "ResolvedArmy":
    """The list of a file, or of a roster, with its units looked up in the bundled data and the user's library.

    Raises:
        InputError, IntakeError, LibraryError: when the file is no list, or something cannot be read.
    """
    import msgspec

    from warbench.cli.army_names import resolved, told_sources, w40k10
    from warbench.cli.data_files import read_files
    from warbench.intake.lists import read_list

    source = next(iter(read_files([Path(file)])))
    is_roster = source.data[:64].removeprefix(b"\xef\xbb\xbf").lstrip().startswith(_ROSTERS)
    listed = _of_roster(source) if is_roster else read_list(source)
    use_library("w40k10")
    own, names, load = w40k10()
    found = resolved(listed, names, load, own.beside("enhancement"))
    told = told_sources(names, [unit.sheet for unit in found.units if unit.sheet])
    return msgspec.structs.replace(found, notes=(*([told] if told else ()), *found.notes))


def _of_roster(source: "SourceFile") -> "ListedArmy":
    """What a roster lists."""
    from warbench.intake.armies import listed_of
    from warbench.intake.catalogue import read_roster

    roster = read_roster(source.data, source.name)
    if roster.game != "w40k10":
        raise InputError(f"{source.name}: a roster of {roster.system!r}; expected one of Warhammer 40,000: warbench import FILE")
    return listed_of(roster)[0]

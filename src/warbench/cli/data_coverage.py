"""The screen of ``warbench data coverage``."""

from typing import TYPE_CHECKING

import click

from warbench.cli.errors import InputError
from warbench.cli.paper import DIM, Column, Paper, Part, Span

if TYPE_CHECKING:
    from warbench.intake.store import UserLibrary

_TOLD = 8


def show(library: "UserLibrary", *, as_json: bool) -> None:
    """Show what is modelled of a library's 10th edition datasheets and stratagems."""
    from warbench.intake.store import coverage

    if not library.sources():
        raise InputError("the library is empty: warbench data add FOLDER")
    sheets = (stored.sheet for stored in library.everything() if stored.sheet.game == "w40k10")
    found = coverage(sheets, library.beside("stratagem"))
    if as_json:
        import msgspec

        click.echo(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
        return
    paper = Paper()
    rows: list[list[Part]] = [
        [
            one.group,
            f"{one.printed:,}",
            f"{one.modelled:,}",
            f"{100 * one.share:.1f}%",
            f"{one.part:,}",
            f"{one.printed - one.modelled - one.part:,}",
            f"{one.names_modelled:,} of {one.names:,}",
        ]
        for one in found
    ]
    heads = [
        Column("printed", right=True),
        Column("in full", right=True),
        Column("share", right=True),
        Column("in part", right=True),
        Column("not", right=True),
        Column("names in full", right=True),
    ]
    paper.table([Column("", wraps=True), *heads], rows, indent=0)
    for one in found:
        if one.in_part:
            more = " ..." if len(one.in_part) > _TOLD else ""
            paper.line(Span(f"In part, {one.group}: {', '.join(one.in_part[:_TOLD])}{more}", DIM))
        if one.left_out:
            more = " ..." if len(one.left_out) > _TOLD else ""
            paper.line(Span(f"Not modelled, {one.group}: {', '.join(one.left_out[:_TOLD])}{more}", DIM))
    paper.gap()
    paper.line("What is not modelled is shown (warbench show NAME --texts) and named in every answer that it could change.")

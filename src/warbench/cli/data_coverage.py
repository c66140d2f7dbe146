"""The screen of ``warbench data coverage``."""

from collections import Counter

from warbench.cli.errors import InputError
from warbench.cli.letters import print_json
from warbench.cli.paper import DIM, Column, Paper, Part, Span

_TOLD = 8


def show(source: str | None, *, as_json: bool) -> None:
    """Show what is modelled of the 10th edition datasheets and stratagems of a source; None: of those that names lead to."""
    from warbench.cli.data_library import library_path
    from warbench.intake.store import UserLibrary
    from warbench.intake.store.coverage import coverage

    library = UserLibrary(library_path(), "w40k10")
    if not library.names():
        raise InputError("the library is empty, or has no datasheet of the 10th edition: warbench data add FOLDER")
    if source is not None and source not in library.names():
        raise InputError(f"{source}: has no datasheet of the 10th edition, whose coverage is counted")
    order = library.order
    counted = [line for line in (order.preferred if source is None else order.lines) if source in {None, line.source}]
    wanted = {(line.source, line.key) for line in counted}
    sheets = (stored.sheet for stored in library.everything() if (stored.source, stored.sheet.id) in wanted)
    found = coverage(sheets, library.beside("stratagem", source or ""))
    sources = Counter(line.source for line in counted)
    if as_json:
        told = {"sources": dict(sources), "groups": found}
        print_json(told)
        return
    paper = Paper()
    every = "" if source is not None else "; of a unit that several have that of the first is counted"
    paper.line(f"Datasheets of {' and '.join(f'{key} ({number:,})' for key, number in sources.items())}{every}.")
    paper.gap()
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

"""The screen of ``warbench data coverage``."""

from collections import Counter
from typing import TYPE_CHECKING

from warbench.cli.data_library import library_path, outdated_told
from warbench.cli.errors import InputError
from warbench.cli.letters import print_json
from warbench.cli.paper import DIM, Column, Paper, Part, Span

if TYPE_CHECKING:
    from warbench.intake.store.coverage import Covered

_TOLD = 8
_TITLES = {"w40k10": "Warhammer 40,000, 10th edition", "heresy3": "The Horus Heresy, third edition"}


def show(source: str | None, *, as_json: bool) -> None:
    """Show what is modelled of the datasheets of a source, or of those that names lead to (None): one table for each game."""
    from warbench.intake.store import UserLibrary

    found = [(game, *_counted(game, source)) for game in _TITLES]
    if not any(sources for _, sources, _ in found):
        if source is not None:
            raise InputError(f"{source}: has no datasheets")
        raise InputError("the library is empty: warbench data add FOLDER")
    if as_json:
        every: Counter[str] = Counter()
        for _, sources, _ in found:
            every += sources
        print_json({"sources": dict(every), "groups": [one for _, _, groups in found for one in groups]})
        return
    paper = Paper()
    several = sum(bool(sources) for _, sources, _ in found) > 1
    for game, sources, groups in found:
        if sources:
            if several:
                paper.head(_TITLES[game])
            _tell(paper, sources, groups, one=source is not None)
    paper.gap()
    paper.line("What is not modelled is shown (warbench show NAME --texts) and named in every answer that it could change.")
    counted = {each for _, sources, _ in found for each in sources}
    if told := outdated_told(each for each in UserLibrary(library_path()).sources() if each.id in counted):
        paper.line(told)


def _counted(game: str, source: str | None) -> "tuple[Counter[str], tuple[Covered, ...]]":
    """How many datasheets of a game are counted of each source, and what is modelled of them."""
    from warbench.intake.store import UserLibrary, army_coverage, coverage, coverage_heresy3
    from warbench.intake.store.army_rules import stored_rules

    library = UserLibrary(library_path(), game)
    order = library.order
    counted = [line for line in (order.preferred if source is None else order.lines) if source in {None, line.source}]
    if not counted:
        return Counter(), ()
    wanted = {(line.source, line.key) for line in counted}
    sheets = (stored.sheet for stored in library.everything() if (stored.source, stored.sheet.id) in wanted)
    sources = Counter(line.source for line in counted)
    if game == "heresy3":
        return sources, coverage_heresy3.coverage(sheets)
    rules = stored_rules(library, source or "")
    own = coverage.coverage(sheets, library.beside("stratagem", source or ""), army_coverage.read_whole(rules))
    return sources, (*own, *army_coverage.army_coverage(rules))


def _tell(paper: Paper, sources: Counter[str], groups: "tuple[Covered, ...]", *, one: bool) -> None:
    every = "" if one else "; of a unit that several have that of the first is counted"
    paper.line(f"Datasheets of {' and '.join(f'{key} ({number:,})' for key, number in sources.items())}{every}.")
    paper.gap()
    rows: list[list[Part]] = [
        [
            group.group,
            f"{group.printed:,}",
            f"{group.modelled:,}",
            f"{100 * group.share:.1f}%",
            f"{group.part:,}",
            f"{group.printed - group.modelled - group.part:,}",
            f"{group.names_modelled:,} of {group.names:,}",
        ]
        for group in groups
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
    for group in groups:
        for what, names in (("In part", group.in_part), ("Not modelled", group.left_out)):
            if names:
                more = " ..." if len(names) > _TOLD else ""
                paper.line(Span(f"{what}, {group.group}: {', '.join(names[:_TOLD])}{more}", DIM))

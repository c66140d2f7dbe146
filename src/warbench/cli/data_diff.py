"""``warbench data diff``: the same units in the library's sources and the bundled data, and how they differ."""

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

import click

from warbench.cli.errors import InputError
from warbench.cli.paper import DIM, HEAD, Column, Paper, Part, Span, count
from warbench.games import GAMES, part

if TYPE_CHECKING:
    from warbench.intake.store import Comparison, UserLibrary
    from warbench.sheets.datasheet import Datasheet

BUNDLED = "bundled"
_TOLD = 12


def show(library: "UserLibrary", unit: str | None, *, as_json: bool) -> None:
    """Show how sources differ in the units of one name, or in all that they have together.

    Args:
        library: the user's library.
        unit: the name; None: all units, as a summary.
        as_json: every difference as JSON.

    Raises:
        InputError: when there is nothing to compare.
    """
    from warbench.intake.store import compare_sources

    known = _by_source(library)
    if unit is not None:
        known = _named(known, unit)
    found = [
        compare_sources(one[1], known[one], other[1], known[other]) for one, other in combinations(known, 2) if one[0] == other[0]
    ]
    found = [each for each in found if each.pairs]
    if not found:
        told = f"{unit}: only one source has it" if unit is not None else "the library has no source to compare"
        raise InputError(f"{told}; add another: warbench data add FOLDER")
    if as_json:
        import msgspec

        click.echo(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
        return
    paper = Paper()
    for each in found:
        (_summary if unit is None else _unit)(paper, each)


def _by_source(library: "UserLibrary") -> "dict[tuple[str, str], list[Datasheet]]":
    """All datasheets by game and source, the bundled ones first."""
    found = {(game, BUNDLED): list(part(game, "library").datasheets()) for game in GAMES}
    for stored in library.everything():
        found.setdefault((stored.sheet.game, stored.source), []).append(stored.sheet)
    return found


def _named(known: "dict[tuple[str, str], list[Datasheet]]", unit: str) -> "dict[tuple[str, str], list[Datasheet]]":
    """The datasheets of one name, or of the name that one id has.

    Raises:
        UnknownDatasheet: naming the nearest.
    """
    from warbench.sheets.finding import find, slug

    names = {sheet.id: slug(sheet.name) for sheets in known.values() for sheet in sheets}
    wanted = find(unit, tuple(dict.fromkeys((*names.values(), *names))), "datasheet")
    wanted = names.get(wanted, wanted) if wanted not in names.values() else wanted
    found = {key: [sheet for sheet in sheets if slug(sheet.name) == wanted] for key, sheets in known.items()}
    return {key: sheets for key, sheets in found.items() if sheets}


def _unit(paper: Paper, compared: "Comparison") -> None:
    for pair in compared.pairs:
        paper.line(Span(pair.name, HEAD), f" ({pair.first}): ", Span(f"{compared.first} and {compared.second}", DIM))
        if not pair.differences:
            paper.item("the same points, profiles, weapons and units to lead")
            continue
        rows: list[list[Part]] = [[each.what, each.thing, each.first, each.second] for each in pair.differences]
        heads = [Column(""), Column("", wraps=True), Column(compared.first, wraps=True), Column(compared.second, wraps=True)]
        paper.table(heads, rows)


def _summary(paper: Paper, compared: "Comparison") -> None:
    differing = [pair for pair in compared.pairs if pair.differences]
    kinds = Counter(what for pair in differing for what in dict.fromkeys(each.what for each in pair.differences))
    paper.line(Span(f"{compared.first} and {compared.second}", HEAD), f" ({compared.game})")
    paper.item(f"{count(len(compared.pairs), 'unit')} in both, {len(differing):,} differ")
    if kinds:
        paper.item("; ".join(f"{what}: {count(number, 'unit')}" for what, number in sorted(kinds.items())), indent=4)
    for source, names in ((compared.first, compared.only_first), (compared.second, compared.only_second)):
        if names:
            more = " ..." if len(names) > _TOLD else ""
            paper.item(Span(f"{len(names):,} only in {source}: {', '.join(names[:_TOLD])}{more}", DIM))

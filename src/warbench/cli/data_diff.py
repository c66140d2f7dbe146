"""``warbench data diff``: the same units in the library's sources and the bundled data, and how they differ."""

from itertools import combinations
from typing import TYPE_CHECKING

from warbench.cli.errors import InputError
from warbench.cli.letters import print_json
from warbench.cli.paper import DIM, HEAD, Column, Paper, Part, Span, count
from warbench.games import GAMES, part
from warbench.sheets.finding import first_few

if TYPE_CHECKING:
    from warbench.intake.store import Comparison, Difference, UserLibrary
    from warbench.sheets.datasheet import Datasheet

BUNDLED = "bundled"
_TOLD = 12
_THINGS = 2
_WHOLE = 60
"""The letters of a difference beyond which it is a whole profile."""
_IN_FULL = ("points", "profile")
"""The kinds of difference that are told with what both say; of the others the units are named."""


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
        print_json(found)
        return
    paper = Paper()
    for each in found:
        (_summary if unit is None else _unit)(paper, each)
    if unit is None:
        paper.gap()
        paper.line("Everything of one unit: warbench data diff UNIT; of all: warbench data diff --all --json.")


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
    """Which units differ, kind by kind with the first of them, and which only one source has."""
    from warbench.intake.store.differences import KINDS

    differing = [pair for pair in compared.pairs if pair.differences]
    paper.line(Span(f"{compared.first} and {compared.second}", HEAD), f" ({compared.game})")
    paper.item(f"{count(len(compared.pairs), 'unit')} in both, {len(differing):,} differ")
    for what in KINDS:
        units = [(pair, found) for pair in differing if (found := [each for each in pair.differences if each.what == what])]
        if not units:
            continue
        paper.item(f"{what}: {count(len(units), 'unit')}")
        if what in _IN_FULL:
            rows: list[list[Part]] = [[pair.name, Span(_said(what, found), DIM)] for pair, found in units[:_TOLD]]
            paper.table([Column(), Column(wraps=True)], rows, indent=4)
            if len(units) > _TOLD:
                paper.item(f"and {len(units) - _TOLD:,} more", indent=4)
        else:
            paper.item(Span(first_few([pair.name for pair, _ in units], _TOLD), DIM), indent=4)
    for source, names in ((compared.first, compared.only_first), (compared.second, compared.only_second)):
        if names:
            paper.item(f"only in {source}: {count(len(names), 'unit')}")
            paper.item(Span(first_few(names, _TOLD), DIM), indent=4)


def _said(what: str, found: "list[Difference]") -> str:
    """What both sources say of the first things that differ."""
    things = [f"{each.thing}: {each.first} / {each.second}" if what == "points" else _profile(each) for each in found]
    return "; ".join(things[:_THINGS]) + (f"; and {len(things) - _THINGS} more" if len(things) > _THINGS else "")


def _profile(each: "Difference") -> str:
    if "-" in {each.first, each.second} and len(each.first + each.second) > _WHOLE:
        return f"{each.thing}: only one has it"
    return f"{each.thing}: {each.first} / {each.second}"

"""``warbench data``: the user's library of imported datasheets."""

from typing import TYPE_CHECKING, Any

import click

from warbench.cli.data_library import library_path, outdated_told, source_meant
from warbench.cli.errors import InputError
from warbench.cli.letters import print_json
from warbench.cli.paper import DIM, Column, Paper, Part, Span, count

if TYPE_CHECKING:
    from warbench.intake.store import Changes, Order, SourceInfo

_TOLD = 20

EPILOG = """The library is one file in your folder for data of programs; WARBENCH_DATA names another folder.

\b
  warbench data add ~/Downloads/export
  warbench odds "Canoptek Doomstalker" --into "Terminator Squad"
  warbench data update"""


@click.group(epilog=EPILOG)
def command() -> None:
    """Your library of imported datasheets: add, list, prefer, update, remove, army, coverage, diff."""


@command.command("add")
@click.argument("paths", nargs=-1, required=True, metavar="FILE-OR-FOLDER...")
@click.option("--all-changes", is_flag=True, help="Tell every change to a former edition, not only the first ones.")
@click.option("--json", "as_json", is_flag=True, help="What was imported and changed, as JSON.")
def add(*, paths: tuple[str, ...], all_changes: bool, as_json: bool) -> None:
    """Import data: what a file is, its content says.

    A folder with the tables of the 10th edition CSV export is one source, and so is a game system with its community catalogues,
    and each datasheet page of the 10th edition that was saved as text or HTML.
    Importing a newer edition of a source replaces the one before and tells what changed.
    """
    from warbench.cli.data_import import imported

    _report(imported(paths), every=all_changes, as_json=as_json)


@command.command("update")
@click.argument("source", required=False, metavar="[SOURCE]")
@click.option("--all-changes", is_flag=True, help="Tell every change, not only the first ones.")
@click.option("--json", "as_json", is_flag=True, help="What was imported and changed, as JSON.")
def update(*, source: str | None, all_changes: bool, as_json: bool) -> None:
    """Import the sources again from where they came from: all, or the one that is named."""
    known = {one.id: one for one in _sources()}
    chosen = [known[source_meant(source, _opened())]] if source is not None else list(known.values())
    if not chosen:
        raise InputError("the library is empty: warbench data add FOLDER")
    from warbench.cli.data_import import imported

    origins = dict.fromkeys(one.origin for one in chosen)
    _report([report for origin in origins for report in imported((origin,))], every=all_changes, as_json=as_json)


@command.command("list")
@click.argument("words", required=False, metavar="[WORDS]")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def listing(*, words: str | None, as_json: bool) -> None:
    """List the sources in the order of looking up; with WORDS, the datasheets whose name or faction holds them."""
    if words is None:
        sources = _sources()
        if as_json:
            print_json(sources)
            return
        paper = Paper()
        rows: list[list[Part]] = [[one.id, f"{one.sheets:,}", one.edition or "-"] for one in sources]
        if not rows:
            paper.line("The library is empty: warbench data add FOLDER")
            return
        paper.table([Column("source"), Column("datasheets", right=True), Column("edition")], rows, indent=0)
        paper.gap()
        for one in sources:
            paper.item(Span(f"{one.id} is from {one.origin}", DIM), indent=0)
        if len(rows) > 1:
            paper.line("A unit that several of one game have is taken from the first: warbench data prefer SOURCE")
        if told := outdated_told(sources):
            paper.line(told)
        return
    from warbench.sheets.finding import BUNDLED, shortest

    orders = _orders()
    lines = [line for order in orders for line in order.holding(words) if line.source != BUNDLED]
    if as_json:
        print_json(lines)
        return
    if not lines:
        raise InputError(f"no datasheet or faction of the library holds {words!r}")
    short = {source: shortest(source, order.sources) for order in orders for source in order.sources}
    shown: list[list[Part]] = [
        [line.id.replace(f"{line.source}:", f"{short[line.source]}:"), line.name, Span(line.faction, DIM), short[line.source]]
        for line in lines
    ]
    heads = [Column("name to type"), Column(wraps=True), Column("faction", cuts=True), Column("source")]
    Paper().table(heads, shown, indent=0)


@command.command("prefer")
@click.argument("source", metavar="SOURCE")
@click.option("--json", "as_json", is_flag=True, help="The sources in their order, as JSON.")
def prefer(*, source: str, as_json: bool) -> None:
    """Look into a source before all others: where several have a unit, its datasheet is taken.

    SOURCE is its id, or words of it that only one has. What is bundled still comes first. For a single datasheet of another
    source type SOURCE:NAME instead.
    """
    from warbench.intake.store import prefer as put_first

    key = source_meant(source, _opened())
    put_first(library_path(), key)
    if as_json:
        print_json(_sources())
        return
    Paper().line(f"The sources are looked into in this order: {', '.join(one.id for one in _sources())}.")


@command.command("remove")
@click.argument("source", metavar="SOURCE")
@click.option("--json", "as_json", is_flag=True, help="The sources that are left, as JSON.")
def remove(*, source: str, as_json: bool) -> None:
    """Take a source out of the library."""
    from warbench.intake.store import remove as taken_out

    key = source_meant(source, _opened())
    gone = taken_out(library_path(), key)
    if as_json:
        print_json(_sources())
        return
    Paper().line(f"Removed {key}: {count(gone, 'datasheet')}.")


@command.command("army")
@click.argument("file", metavar="FILE")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def army(*, file: str, as_json: bool) -> None:
    """Show what an army list names: its units' datasheets, points and items, and whatever differs or is not found.

    Text lists of the official app, of list builders and of tournament forms, and rosters of Warhammer 40,000.
    """
    from warbench.cli.data_army import show

    show(file, as_json=as_json)


@command.command("coverage")
@click.argument("source", required=False, metavar="[SOURCE]")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def coverage(*, source: str | None, as_json: bool) -> None:
    """How much of the datasheets of a source the program models: abilities, special rules, wargear, stratagems.

    Without SOURCE those of both games that names lead to: of each unit that of the first source that has it.
    """
    from warbench.cli.data_coverage import show

    show(source_meant(source, _opened()) if source is not None else None, as_json=as_json)


@command.command("diff")
@click.argument("unit", required=False, metavar="[UNIT]")
@click.option("--all", "everything", is_flag=True, help="All units that two sources have; with --json in full.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def diff(*, unit: str | None, everything: bool, as_json: bool) -> None:
    """Show how the same unit differs between your sources and the bundled data: points, profiles, weapons, units to lead."""
    from warbench.cli.data_diff import show

    if (unit is None) != everything:
        raise InputError("expected the name of a unit, or --all")
    show(_opened(), unit, as_json=as_json)


def _opened() -> Any:  # noqa: ANN401 -- a UserLibrary, imported when it is needed
    from warbench.intake.store import UserLibrary

    return UserLibrary(library_path())


def _orders() -> "list[Order]":
    """Each game's datasheets by precedence, the bundled ones by their ids only."""
    from warbench.cli.games import bundled
    from warbench.games import GAMES
    from warbench.intake.store import UserLibrary

    return [UserLibrary(library_path(), game).order.behind((key, key, "") for key in bundled(game)) for game in GAMES]


def _sources() -> "list[SourceInfo]":
    found: list[SourceInfo] = _opened().sources()
    return found


def _report(done: list[dict[str, Any]], *, every: bool, as_json: bool) -> None:
    if as_json:
        print_json(done)
        return
    paper = Paper()
    for one in done:
        edition = f" of {one['edition']}" if one["edition"] else ""
        held = f"{count(one['datasheets'], 'datasheet')}, {count(one['weapon_profiles'], 'weapon profile')}"
        paper.line(f"{one['source']}{edition}: {held}.")
        if one["notes"]:
            told = count(one["notes"], "note")
            paper.line(Span(f"{told} on what was not plain; those of one datasheet: warbench show NAME --notes", DIM))
        if one["rows_of_no_datasheet"]:
            told = ", ".join(f"{number} of {kind}" for kind, number in one["rows_of_no_datasheet"].items())
            paper.line(Span(f"Rows that belong to no datasheet of the export: {told}.", DIM))
        if one["left_out"]:
            paper.line(Span(f"Not read: {', '.join(one['left_out'][:5])}{' ...' if len(one['left_out']) > 5 else ''}.", DIM))  # noqa: PLR2004
        if one["replaced"] is not None:
            _changes(paper, one["replaced"], one["edition"], one["changes"], every=every)


def _changes(paper: Paper, before: str, now: str, changes: "Changes", *, every: bool) -> None:
    if now < before:
        paper.line(f"This edition ({now}) is older than the one that it replaced ({before}).")
    since = f" since the edition of {before}" if before else ""
    if not changes:
        paper.line(f"Nothing changed{since}.")
        return
    paper.head("Read otherwise than before, of the same edition" if before and now == before else f"Changed{since}")
    if changes.unread:
        lost = count(len(changes.unread), "datasheet")
        paper.item(f"not compared: {lost} that another version of Warbench wrote and this one cannot read")
    for what, names in (("new", changes.added), ("gone", changes.removed)):
        if names:
            told = names if every else names[:_TOLD]
            paper.item(f"{len(names)} {what}: {', '.join(told)}{' ...' if len(names) > len(told) else ''}")
    kinds: dict[str, int] = {}
    for change in changes.changes:
        kinds[change.what] = kinds.get(change.what, 0) + 1
    if kinds:
        paper.item("; ".join(f"{kind}: {number:,}" for kind, number in kinds.items()))
    # Points and profiles are what players look for first.
    order = {"points": 0, "profile": 1}
    shown = sorted(changes.changes, key=lambda change: order.get(change.what, 2))
    for change in shown if every else shown[:_TOLD]:
        kind = "" if change.what == "other" else f"{change.what}: "
        paper.item(f"{change.name}: {kind}{change.text}", indent=4)
    if not every and len(shown) > _TOLD:
        paper.item(f"and {len(shown) - _TOLD:,} more: --all-changes", indent=4)

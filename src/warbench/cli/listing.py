"""``warbench list``: what there is to name in the other commands."""

from collections.abc import Callable
from typing import Any

import click

from warbench.cli.errors import InputError
from warbench.cli.paper import DIM, Column, Paper, Part, Span
from warbench.games import GAMES, part

WHAT = ("units", "targets", "stratagems", "rulings", "facts", "keywords", "armies", "missions")
OWN = ("stratagems",)
"""The lists that only the first game has."""


@click.command
@click.argument("what", type=click.Choice(WHAT), required=False, metavar=f"[{'|'.join(WHAT)}]")
@click.option("--game", type=click.Choice(GAMES), default=GAMES[0], help=f"Of which game; {GAMES[0]} unless told.")
def command(*, what: str | None, game: str) -> None:
    """List what there is; without an argument, how many of each."""
    paper = Paper()
    lists = [name for name in WHAT if game == GAMES[0] or name not in OWN]
    if what is not None and what not in lists:
        raise InputError(f"list {what}: {game} has no such list; it has: {', '.join(lists)}")
    if what is not None:
        _LISTS[what](paper, game)
        return
    rows: list[list[Part]] = [[f"warbench list {name}{_of(game)}", Span(_SAYS[name], DIM)] for name in lists]
    paper.table([Column(), Column(wraps=True)], rows, indent=0)
    paper.gap()
    paper.line("Names may be shortened as long as one thing only is meant; case, accents and hyphens do not matter.")


def _of(game: str) -> str:
    """What to type beside a command for it to mean a game."""
    return "" if game == GAMES[0] else f" --game {game}"


_SAYS = {
    "units": "datasheets, for odds, roll, show and compare",
    "targets": "whom to attack with --into, beside the datasheets",
    "stratagems": "for --stratagem",
    "rulings": "where the rules can be read in several ways, for --ruling",
    "facts": "what a situation can be, each an option",
    "keywords": "weapon abilities or special rules that are modelled",
    "armies": "army lists, for battle",
    "missions": "tables with zones, objectives and terrain, for battle",
}


def _units(paper: Paper, game: str) -> None:
    from warbench.sheets.sizes import largest, smallest

    found = part(game, "library").datasheets()
    widest = max(len(sheet.id) for sheet in found)
    for group in dict.fromkeys(sorted(_group_of(sheet) for sheet in found)):
        rows: list[list[Part]] = []
        for sheet in (sheet for sheet in found if _group_of(sheet) == group):
            low, high = smallest(sheet), largest(sheet)
            cost = " / ".join(f"{row.points}+{row.each}" if row.each else str(row.points) for row in sheet.points) or "-"
            name = f"{sheet.name}, {sheet.role}" if sheet.role else sheet.name
            size = str(low) if low == high else f"{low}-{high}"
            rows.append([sheet.id, size, cost, Span(name, DIM)])
        paper.head(group)
        heads = [Column("name to type", least=widest), Column("models", right=True), Column("points", right=True, least=9)]
        paper.table([*heads, Column(cuts=True)], rows)


def _group_of(sheet: Any) -> str:  # noqa: ANN401 -- a datasheet; its module is imported when it is needed
    """What a datasheet is listed under: its faction, or what is of no faction."""
    return sheet.faction or (f"{sheet.role.capitalize()}s" if sheet.role else "Buildings")


def _targets(paper: Paper, game: str) -> None:
    rows: list[list[Part]] = [
        [key, models, Span(", ".join(aliases), DIM)] for key, models, aliases in part(game, "inquiry").archetypes()
    ]
    paper.table([Column("name to type"), Column("models", wraps=True), Column("also called", wraps=True)], rows, indent=0)
    paper.gap()
    paper.line(f"Every datasheet is a target as well: warbench list units{_of(game)}")


def _stratagems(paper: Paper, _game: str) -> None:
    from warbench.games.w40k10.stratagems import stratagems

    for group, title in (("core", "Core"), ("boarding-actions", "Boarding Actions"), ("oathband", "Oathband")):
        paper.head(title)
        for one in stratagems(group):  # type: ignore[arg-type]
            changes = "" if one.effects or one.sets else " (changes no attack here)"
            paper.item(f"{one.name}, {one.cost} CP: ", Span(one.summary, DIM), changes)


def _rulings(paper: Paper, game: str) -> None:
    for ruling in part(game, "rulings").RULINGS:
        paper.line(f"{ruling.name}: ", Span(ruling.question, DIM))
        for name, text in ruling.readings:
            mark = " (default)" if name == ruling.default else ""
            paper.item(f"--ruling {ruling.name}={name}{mark}: ", Span(text, DIM))


def _facts(paper: Paper, game: str) -> None:
    from warbench.cli.options import flag

    rows: list[list[Part]] = []
    for fact in part(game, "facts").FACTS:
        if not fact.asked:
            continue
        value = {"yes_no": "", "inches": " INCHES", "count": " N"}.get(fact.domain, " VALUE")
        shown = "-" if fact.default in (None, ()) else {"True": "yes", "False": "no"}.get(str(fact.default), str(fact.default))
        rows.append([f"{flag(fact.name)}{value}", shown, Span(fact.about, DIM)])
    paper.table([Column("option"), Column("default"), Column("meaning", wraps=True)], rows, indent=0)
    paper.gap()
    paper.line("A yes is turned off with --no-, as --no-visible. In scenario files facts are called the same, with _ for -.")


def _keywords(paper: Paper, game: str) -> None:
    if game != GAMES[0]:
        _special_rules(paper)
        return
    from warbench.games.w40k10 import keywords

    paper.line("Weapon abilities that are modelled; an answer names any other as not modelled.")
    paper.gap()
    for name in keywords.known_keywords():
        paper.item(name)


def _special_rules(paper: Paper) -> None:
    from warbench.games.heresy3.rule_changes import changes

    paper.line("Special rules that are modelled, and which rules of the game each changes: where they differ, it holds.")
    paper.gap()
    for name, rules in changes().items():
        paper.item(f"{name}: ", Span(", ".join(rules), DIM))


def _armies(paper: Paper, game: str) -> None:
    from warbench.lab.telling.bundled import bundled

    rows: list[list[Part]] = [
        [each.id, str(each.points), str(each.units), Span(f"{each.name}, {each.faction}", DIM)] for each in bundled(game).armies()
    ]
    heads = [Column("points", right=True), Column("units", right=True)]
    paper.table([Column("name to type"), *heads, Column(cuts=True)], rows, indent=0)


def _missions(paper: Paper, game: str) -> None:
    from warbench.lab.telling.bundled import bundled

    found = bundled(game)
    rows: list[list[Part]] = []
    for each in found.missions():
        size = f'{each.width:g}" x {each.depth:g}"'
        rows.append([each.id, each.kind, size, Span(each.about, DIM)])
    paper.table([Column("name to type"), Column(found.KIND_OF), Column("table"), Column(wraps=True)], rows, indent=0)


_LISTS: dict[str, Callable[[Paper, str], None]] = {
    "units": _units,
    "targets": _targets,
    "stratagems": _stratagems,
    "rulings": _rulings,
    "facts": _facts,
    "keywords": _keywords,
    "armies": _armies,
    "missions": _missions,
}

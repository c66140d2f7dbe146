"""``warbench list``: what there is to name in the other commands."""

from collections.abc import Callable

import click

from warbench.cli.paper import DIM, Column, Paper, Part, Span

WHAT = ("units", "targets", "stratagems", "rulings", "facts", "keywords", "armies", "missions")


@click.command
@click.argument("what", type=click.Choice(WHAT), required=False, metavar=f"[{'|'.join(WHAT)}]")
def command(*, what: str | None) -> None:
    """List what there is; without an argument, how many of each."""
    paper = Paper()
    if what is not None:
        _LISTS[what](paper)
        return
    paper.table([Column(), Column(wraps=True)], [[f"warbench list {name}", Span(_SAYS[name], DIM)] for name in WHAT], indent=0)
    paper.gap()
    paper.line("Names may be shortened as long as one thing only is meant; case, accents and hyphens do not matter.")


_SAYS = {
    "units": "datasheets, for odds, roll, show and compare",
    "targets": "whom to attack with --into, beside the datasheets",
    "stratagems": "for --stratagem",
    "rulings": "where the rules can be read in several ways, for --ruling",
    "facts": "what a situation can be, each an option",
    "keywords": "weapon abilities that are modelled",
    "armies": "army lists, for battle",
    "missions": "tables with zones, objectives and terrain, for battle",
}


def _units(paper: Paper) -> None:
    from warbench.games.w40k10 import library
    from warbench.sheets.sizes import largest, smallest

    found = library.datasheets()
    widest = max(len(sheet.id) for sheet in found)
    for faction in dict.fromkeys(sorted(sheet.faction for sheet in found)):
        rows: list[list[Part]] = []
        for sheet in (sheet for sheet in found if sheet.faction == faction):
            low, high = smallest(sheet), largest(sheet)
            cost = " / ".join(str(row.points) for row in sheet.points) or "-"
            rows.append([sheet.id, str(low) if low == high else f"{low}-{high}", cost, Span(sheet.name, DIM)])
        paper.head(faction)
        heads = [Column("name to type", least=widest), Column("models", right=True), Column("points", right=True, least=9)]
        paper.table([*heads, Column(cuts=True)], rows)


def _targets(paper: Paper) -> None:
    from warbench.games.w40k10 import library

    sheets = {sheet.id for sheet in library.datasheets()}
    rows: list[list[Part]] = []
    for key in library.names():
        if key in sheets:
            continue
        target = library.target(key)
        models = "; ".join(_group(group.count, group.characteristics, group.feel_no_pain) for group in target.models)
        rows.append([key, models, Span(", ".join(target.aliases), DIM)])
    paper.table([Column("name to type"), Column("models", wraps=True), Column("also called", wraps=True)], rows, indent=0)
    paper.gap()
    paper.line("Every datasheet is a target as well: warbench list units")


def _group(number: int, numbers: dict[str, int | None], feel_no_pain: int | None) -> str:
    invulnerable = f" {numbers['invulnerable']}++" if numbers.get("invulnerable") else ""
    ignores = f" FNP {feel_no_pain}+" if feel_no_pain else ""
    return f"{number} T{numbers['toughness']} {numbers['save']}+{invulnerable} W{numbers['wounds']}{ignores}"


def _stratagems(paper: Paper) -> None:
    from warbench.games.w40k10.stratagems import stratagems

    for group, title in (("core", "Core"), ("boarding-actions", "Boarding Actions"), ("oathband", "Oathband")):
        paper.head(title)
        for one in stratagems(group):  # type: ignore[arg-type]
            changes = "" if one.effects or one.sets else " (changes no attack here)"
            paper.item(f"{one.name}, {one.cost} CP: ", Span(one.summary, DIM), changes)


def _rulings(paper: Paper) -> None:
    from warbench.games.w40k10.rulings import RULINGS

    for ruling in RULINGS:
        paper.line(f"{ruling.name}: ", Span(ruling.question, DIM))
        for name, text in ruling.readings:
            mark = " (default)" if name == ruling.default else ""
            paper.item(f"--ruling {ruling.name}={name}{mark}: ", Span(text, DIM))


def _facts(paper: Paper) -> None:
    from warbench.cli.options import flag
    from warbench.games.w40k10.facts import FACTS

    rows: list[list[Part]] = []
    for fact in FACTS:
        if not fact.asked:
            continue
        value = {"yes_no": "", "inches": " INCHES", "count": " N"}.get(fact.domain, " VALUE")
        shown = "-" if fact.default is None else {"True": "yes", "False": "no"}.get(str(fact.default), str(fact.default))
        rows.append([f"{flag(fact.name)}{value}", shown, Span(fact.about, DIM)])
    paper.table([Column("option"), Column("default"), Column("meaning", wraps=True)], rows, indent=0)
    paper.gap()
    paper.line("A yes is turned off with --no-, as --no-visible. In scenario files facts are called the same, with _ for -.")


def _keywords(paper: Paper) -> None:
    from warbench.games.w40k10 import keywords

    paper.line("Weapon abilities that are modelled; an answer names any other as not modelled.")
    paper.gap()
    for name in keywords.known_keywords():
        paper.item(name)


def _armies(paper: Paper) -> None:
    from warbench.games.w40k10.battle.army_files import armies, army
    from warbench.games.w40k10.battle.roster import ArmySpec, Roster

    rows: list[list[Part]] = []
    for name in armies():
        spec = army(name)
        entries = Roster((spec, ArmySpec(name="", faction=""))).of(0)
        total = sum(entry.points for entry in entries)
        rows.append([name, str(total), str(len(entries)), Span(f"{spec.name}, {spec.faction}", DIM)])
    heads = [Column("points", right=True), Column("units", right=True)]
    paper.table([Column("name to type"), *heads, Column(cuts=True)], rows, indent=0)


def _missions(paper: Paper) -> None:
    from warbench.games.w40k10.battle.mission_files import missions

    rows: list[list[Part]] = []
    for found in missions():
        size = f'{found.width:g}" x {found.depth:g}"'
        rows.append([found.id, found.battle_size, size, Span(found.summary or found.name, DIM)])
    paper.table([Column("name to type"), Column("battle size"), Column("table"), Column(wraps=True)], rows, indent=0)


_LISTS: dict[str, Callable[[Paper], None]] = {
    "units": _units,
    "targets": _targets,
    "stratagems": _stratagems,
    "rulings": _rulings,
    "facts": _facts,
    "keywords": _keywords,
    "armies": _armies,
    "missions": _missions,
}

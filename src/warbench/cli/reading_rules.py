"""The screen of a page of rules: its parts with the rules that stand for them, rites, wargear, reactions, lists, findings."""

from collections.abc import Sequence

from warbench.cli.paper import DIM, MARK, Column, Paper, Part, Span, count
from warbench.cli.reading_rites import show_rites
from warbench.cli.reading_view import show_findings
from warbench.intake.heresy3.reading import Part as RulePart
from warbench.intake.heresy3.reading import PartKind, RulesReading, TraitList, Wargear

_TABLES: tuple[tuple[str, tuple[PartKind, ...]], ...] = (
    ("Types, Sub-Types and Statuses", ("type", "sub-type", "status")),
    ("Special rules", ("special rule",)),
    ("Rules", ("rule",)),
    ("Characteristics", ("characteristic",)),
    ("Battlefield roles", ("battlefield role",)),
)
_CHARACTERISTICS = {
    "combat_initiative": "Combat Initiative",
    "initiative_modifier": "IM",
    "attacks_modifier": "AM",
    "attacks": "attacks",
    "strength_modifier": "SM",
    "strength": "Strength",
    "ap": "AP",
    "damage": "Damage",
}


def show_rules(paper: Paper, reading: RulesReading, *, texts: bool = False) -> None:
    """Show a page of rules; with ``texts`` also each statement in our words and the page's own words."""
    paper.line(Span(reading.title, MARK), "  rules of The Horus Heresy, 3rd edition")
    if reading.book is not None:
        book = reading.book
        said = (
            f"{book.name}, {book.kind}: edition {book.edition}, version {book.version}, {book.updated} (line {book.line}, H-286)"
        )
        paper.line(said, indent=2)
    for title, kinds in _TABLES:
        parts = reading.of_kind(*kinds)
        if parts:
            _parts(paper, title, parts)
    if reading.rites:
        show_rites(paper, reading.rites, {part.line: part.rules for part in reading.of_kind("rite")}, spans)
    _wargear(paper, reading)
    _reactions(paper, reading)
    _lists(paper, reading.trait_lists)
    if texts:
        _texts(paper, reading)
    show_findings(paper, reading.findings)


def spans(rules: Sequence[str]) -> str:
    """Ids in order; neighbours are one range, from the first to the last of them."""
    runs: list[list[str]] = []
    for rule in sorted(rules):
        if runs and int(rule[2:]) == int(runs[-1][-1][2:]) + 1:
            runs[-1].append(rule)
        else:
            runs.append([rule])
    return ", ".join(run[0] if len(run) == 1 else f"{run[0]}..{run[-1]}" for run in runs)


def _parts(paper: Paper, title: str, parts: Sequence[RulePart]) -> None:
    paper.head(title, count(sum(len(part.statements) for part in parts), "statement"))
    columns = [Column("line", right=True), Column("", wraps=True), Column("states", right=True), Column("our rules", wraps=True)]
    rows: list[list[Part]] = [
        [Span(str(part.line), DIM), _name(part), str(len(part.statements)), Span(spans(part.rules) or "-", DIM)] for part in parts
    ]
    paper.table(columns, rows)


def _name(part: RulePart) -> str:
    notes: list[str] = [part.kind] if part.kind in {"type", "sub-type", "status"} else []
    notes += [", ".join(part.characteristics)] if part.characteristics else []
    notes += ["the game has it" if part.in_game else "not in the game"] if part.in_game is not None else []
    notes += [] if part.known else ["not understood"]
    return part.heading + (f" ({'; '.join(notes)})" if notes else "")


def _wargear(paper: Paper, reading: RulesReading) -> None:
    if not reading.wargear:
        return
    parts = reading.of_kind("wargear")
    paper.head("Wargear")
    for item in reading.wargear:
        # "New Wargear: ..." stands apart from the wargear itself.
        own = [part.rules for part in parts if part.heading.casefold().rpartition(": ")[2] == item.name.casefold()]
        rules = dict.fromkeys(rule for each in own for rule in each)
        paper.item(Span(item.name, MARK), Span(f"  line {item.line}  {spans(list(rules))}", DIM))
        for text in _told(item):
            paper.line(text, indent=6)


def _told(item: Wargear) -> list[str]:
    """What there is to say of a piece of wargear, a line each."""
    numbers = [f"{_CHARACTERISTICS[name]} {'-' if value is None else value}" for name, value in item.characteristics.items()]
    numbers += ["hits automatically"] if item.hits_automatically else []
    numbers += item.special_rules
    told = [", ".join(numbers)] if numbers else []
    if item.traits:
        told.append(f"traits: {', '.join(item.traits)}")
    if item.targets:
        told.append(f"only against units that are all {' or '.join(item.targets)}")
    given = [f"Invulnerable {item.invulnerable}+"] if item.invulnerable else []
    given += [*(f"the Trait {name}" for name in item.gives_traits), *(f"the Sub-Type {name}" for name in item.gives_sub_types)]
    if given:
        told.append(f"gives {', '.join(given)}")
    if item.cost is not None:
        needs = [*item.needs_traits, " or ".join(item.needs_sub_types), *item.needs_wargear]
        told.append(f"+{item.cost} points a model (line {item.cost_line}); for {', '.join(filter(None, needs))}")
    return told


def _reactions(paper: Paper, reading: RulesReading) -> None:
    if not reading.reactions:
        return
    rules = {part.line: part.rules for part in reading.of_kind("reaction")}
    paper.head("Reactions")
    columns = [
        Column("line", right=True),
        Column(),
        Column("cost", right=True),
        Column(wraps=True),
        Column("our rules", wraps=True),
    ]
    rows: list[list[Part]] = []
    for one in reading.reactions:
        notes = [one.phase, f"Step {one.step}" if one.step else "", "advanced" if one.advanced else ""]
        cost = "?" if one.cost is None else str(one.cost)
        said = ", ".join(filter(None, notes))
        rows.append([Span(str(one.line), DIM), one.name, cost, said, Span(spans(rules.get(one.line, ())), DIM)])
    paper.table(columns, rows)


def _lists(paper: Paper, lists: Sequence[TraitList]) -> None:
    if not lists:
        return
    paper.head("Traits under the headings of datasheets")
    columns = [Column("line", right=True), Column(), Column(wraps=True), Column("our rules")]
    rows: list[list[Part]] = []
    for one in lists:
        under = [
            f"{heading.name}: {', '.join(heading.datasheets)}" if heading.datasheets else heading.name for heading in one.headings
        ]
        rows.append([Span(str(one.line), DIM), one.trait, ", ".join(under) or "none left", Span(spans(one.rules), DIM)])
    paper.table(columns, rows)


def _texts(paper: Paper, reading: RulesReading) -> None:
    texts = {(passage.heading, passage.line): passage.lines for passage in reading.texts}
    paper.head("The page's own words, below what our rules say")
    for part in reading.parts:
        paper.line(Span(part.heading, MARK), Span(f"  lines {part.line} to {part.last_line}", DIM), indent=2)
        for statement in part.statements:
            paper.item(Span(f"{statement.line}: {statement.words} ({spans(statement.rules)})", DIM), indent=4)
        for text in texts.get((part.heading, part.line), ()):
            paper.line(text, indent=4)

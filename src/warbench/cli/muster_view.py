"""The screens of ``warbench muster``: an army, what is wrong with it, how it is mended, and the options of a datasheet."""

from typing import TYPE_CHECKING, Any

import click

from warbench.cli.paper import BAD, DIM, GOOD, MARK, Column, Paper, Part, Span, count

if TYPE_CHECKING:
    from warbench.cli.importing import Brought
    from warbench.muster import ArmyFile, Finding, Mustered
    from warbench.muster.fixing import Mended, NoFix
    from warbench.sheets.datasheet import Datasheet


def print_json(data: Any) -> None:  # noqa: ANN401 -- any plain value
    """Print a value as JSON."""
    import msgspec

    click.echo(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())


def show_army(found: "Mustered", army: "Brought", *, as_json: bool) -> None:
    """The army: a table of its units, what was not plain when it was read, and the findings."""
    if as_json:
        import msgspec

        read = {"kind": army.kind, "missing": army.missing, "notes": army.notes, "printed": army.printed}
        print_json({**msgspec.to_builtins(found), "legal": found.is_legal, "read": read})
        return
    paper = Paper()
    about = [found.faction, found.allegiance.title(), *(each.kind for each in found.detachments)]
    paper.line(Span(found.name, MARK), Span(f"  {', '.join(part for part in about if part)}", DIM))
    rows: list[list[Part]] = []
    for unit in found.units:
        name = unit.name + (" *" if unit.warlord else "")
        beside = [*([unit.enhancement] if unit.enhancement else []), *unit.status]
        models = "?" if unit.models is None else str(unit.models)
        points = "?" if unit.points is None else str(unit.points)
        rows.append([name, models, points, Span("; ".join(beside), DIM)])
    limit = f"{found.points} of {found.limit}" + (f" ({found.size})" if found.size else "")
    rows.append(["total", "", str(found.points), Span(limit, DIM)])
    heads = [Column("unit", wraps=True), Column("models", right=True), Column("points", right=True), Column("", wraps=True)]
    paper.table(heads, rows)
    if any(unit.warlord for unit in found.units):
        paper.line(Span("* leads the army", DIM), indent=2)
    _reading(paper, army)
    _findings(paper, found.findings)
    if found.not_modelled:
        paper.head("Not modelled")
        for sentence in found.not_modelled:
            paper.item(sentence)


def _reading(paper: Paper, army: "Brought") -> None:
    """What the file has that the army has not, and what was not plain."""
    if not army.missing and not army.notes:
        return
    paper.head("Not as the file has it")
    for each in army.missing:
        paper.item(Span("not found: ", BAD), each)
    for unit, note in army.notes:
        paper.item(f"{unit}: {note}" if unit else note)


def _findings(paper: Paper, findings: "tuple[Finding, ...]") -> None:
    faults = [each for each in findings if each.kind == "fault"]
    paper.gap()
    if not faults:
        paper.line(Span("Legal.", GOOD))
    else:
        paper.line(Span(f"Not legal: {count(len(faults), 'finding')}.", BAD))
    for each in findings:
        rule = f" [{each.rule}]" if each.rule else ""
        paper.item(Span(f"{each.code}{rule}: ", BAD if each.kind == "fault" else DIM), each.sentence)
        paper.line(Span(f"what to do: {each.suggestion}", DIM), indent=4)


def show_fix(file: "ArmyFile", answer: "Mended[ArmyFile] | NoFix", *, saved: str | None, as_json: bool) -> None:
    """The steps to a legal army, and what it costs then."""
    from warbench.muster import muster
    from warbench.muster.fixing import Mended

    before = muster(file)
    if not isinstance(answer, Mended):
        if as_json:
            print_json({"legal": False, "fixed": False, "faults": answer.faults})
            return
        paper = Paper()
        paper.line(Span(f"{before.name}: no change of the kinds that are tried makes it legal.", BAD))
        for fault in answer.faults:
            paper.item(Span(f"{fault.code}: ", BAD), fault.sentence)
        return
    after = muster(answer.spec)
    if as_json:
        print_json(
            {
                "legal": before.is_legal,
                "fixed": True,
                "cost": answer.cost,
                "steps": answer.steps,
                "points": {"before": before.points, "after": after.points},
                "army": answer.spec,
            }
        )
        return
    paper = Paper()
    if not answer.steps:
        paper.line(Span(f"{before.name} is legal: nothing to change.", GOOD))
        return
    paper.line(Span(before.name, MARK), f": {count(len(before.faults), 'finding')}. The smallest change that makes it legal:")
    for place, step in enumerate(answer.steps, 1):
        paper.line(f"{place}. {step}", indent=2)
    paper.line(f"Then it costs {after.points} of {after.limit} points. The size of the change is {answer.cost} (docs/muster.md).")
    paper.line(Span(f"saved as {saved}" if saved else "nothing is changed; --save FILE writes the mended army", DIM))


def show_options(sheet: "Datasheet", *, as_json: bool) -> None:
    """The wargear options of a datasheet as a tree, then in words."""
    from warbench.muster.options import in_words, lines_of, option_tree

    tree = option_tree(sheet)
    words = in_words(sheet)
    if as_json:
        print_json({"datasheet": sheet.id, "name": sheet.name, "game": sheet.game, "tree": tree, "words": words})
        return
    paper = Paper()
    for depth, branch in lines_of(tree):
        if branch.kind == "unit":
            paper.line(Span(branch.text, MARK))
        else:
            paper.item(branch.text, indent=2 * depth - 2, style=DIM if branch.kind == "option" else "")
    if words:
        paper.head("In words")
        for text in words:
            paper.item(text)

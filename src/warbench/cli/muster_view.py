"""The screens of ``warbench muster``: an army, what is wrong with it, how it is mended, and the options of a datasheet."""

from collections import Counter
from typing import TYPE_CHECKING

from warbench.cli.letters import print_json
from warbench.cli.paper import BAD, DIM, GOOD, MARK, Column, Paper, Part, Span, count

if TYPE_CHECKING:
    from warbench.cli.importing import Brought
    from warbench.muster import ArmyFile, Finding, Mustered
    from warbench.muster.fixing import Mended, NoFix
    from warbench.muster.known import Known
    from warbench.muster.options import Branch
    from warbench.sheets.datasheet import Datasheet


def show_army(found: "Mustered", army: "Brought", *, built: bool = False, as_json: bool) -> None:
    """The army: a table of its units, what was not plain when it was read, and the findings; as JSON one that was built whole."""
    if as_json:
        import msgspec

        read = {"kind": army.kind, "missing": army.missing, "notes": army.notes, "printed": army.printed}
        made = {"army": army.file} if built else {}
        print_json({**msgspec.to_builtins(found), "legal": found.is_legal, "read": read, **made})
        return
    paper = Paper()
    about = [found.faction, found.allegiance.title(), *(each.kind for each in found.detachments)]
    paper.line(Span(found.name, MARK), Span(f"  {', '.join(part for part in about if part)}", DIM))
    rows: list[list[Part]] = []
    for unit in found.units:
        name = unit.name + (" *" if unit.warlord else "")
        beside = [*unit.enhancements, *unit.status]
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
    warned = len(findings) - len(faults)
    beside = f" {count(warned, 'warning')}." if warned else ""
    if not faults:
        paper.line(Span(f"Legal.{beside}", GOOD))
    else:
        paper.line(Span(f"Not legal: {count(len(faults), 'finding')}.{beside}", BAD))
    alike = Counter((each.kind, each.code, each.rule, each.sentence, each.suggestion) for each in findings)
    for (kind, code, rule, sentence, suggestion), number in alike.items():
        rule_told = f" [{rule}]" if rule else ""
        often = f" ({number} times)" if number > 1 else ""
        paper.item(Span(f"{code}{rule_told}: ", BAD if kind == "fault" else DIM), sentence + often)
        paper.line(Span(f"what to do: {suggestion}", DIM), indent=4)


def show_saved(saved: str | None) -> None:
    """Where an army that was built now stands."""
    Paper().line(Span(f"saved as {saved}" if saved else "nothing is saved; --save FILE writes the army", DIM))


def show_fix(file: "ArmyFile", answer: "Mended[ArmyFile] | NoFix", known: "Known", *, saved: str | None, as_json: bool) -> None:
    """The steps to a legal army, and what it costs then."""
    from warbench.muster import muster
    from warbench.muster.fixing import Mended

    before = muster(file, known)
    if not isinstance(answer, Mended):
        if as_json:
            noted = {"notes": answer.notes} if answer.notes else {}
            print_json({"legal": False, "fixed": False, "faults": answer.faults, "gave_up": answer.gave_up, **noted})
            return
        paper = Paper()
        if answer.gave_up:
            told = "too much is wrong at once, and the search was broken off. Mend what you can by hand, then try again."
            paper.line(Span(f"{before.name}: {told} Of its last try was left:", BAD))
        else:
            paper.line(Span(f"{before.name}: no change of the kinds that are tried makes it legal.", BAD))
        for fault in answer.faults:
            paper.item(Span(f"{fault.code}: ", BAD), fault.sentence)
        for note in answer.notes:
            paper.item(Span(note, DIM))
        return
    after = muster(answer.spec, known)
    if as_json:
        print_json(
            {
                "legal": before.is_legal,
                "fixed": True,
                "cost": answer.cost,
                "steps": answer.steps,
                "points": {"before": before.points, "after": after.points},
                "army": answer.spec,
                **({"notes": answer.notes} if answer.notes else {}),
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
    for note in answer.notes:
        paper.item(Span(note, DIM))
    paper.line(f"Then it costs {after.points} of {after.limit} points. The size of the change is {answer.cost} (docs/muster.md).")
    paper.line(Span(f"saved as {saved}" if saved else "nothing is changed; --save FILE writes the mended army", DIM))


def show_options(sheet: "Datasheet", *, as_json: bool) -> None:
    """The wargear options of a datasheet as a tree, then in words."""
    from warbench.muster.options import in_words, option_tree

    tree = option_tree(sheet)
    words = in_words(sheet)
    if as_json:
        print_json({"datasheet": sheet.id, "name": sheet.name, "game": sheet.game, "tree": tree, "words": words})
        return
    paper = Paper()
    paper.line(Span(tree.text, MARK))
    for branch in tree.below:
        _branch(paper, sheet, branch, 0)
    if words:
        paper.head("In words")
        for text in words:
            paper.item(text)


def _branch(paper: Paper, sheet: "Datasheet", branch: "Branch", indent: int) -> None:
    """A line of the tree and those below it; choices with nothing below that give up the same stand in one line."""
    from warbench.sheets.option_words import alternatives, gathered

    paper.item(branch.text, indent=indent, style=DIM if branch.kind == "option" else "")
    if branch.kind == "option" and branch.below and not any(choice.below for choice in branch.below):
        for group in gathered(sheet.options[branch.option - 1].choices):
            paper.item(alternatives(group), indent=indent + 2)
        return
    for each in branch.below:
        _branch(paper, sheet, each, indent + 2)

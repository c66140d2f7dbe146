"""The screen of a whole Combat: who lost what, who wins, all with standard errors, and that it was sampled."""

from warbench.cli.bars import rows
from warbench.cli.paper import DIM, GOOD, MARK, Column, Paper, Part, Span, amount, chance, count
from warbench.games import part
from warbench.lab.combats import Figure, Fought, Sampled

_BAR = 30


def show(paper: Paper, found: Sampled) -> None:
    """Show a sampled Combat, most important first."""
    sides = [[unit for unit in found.units if unit.side == side] for side in (0, 1)]
    names = [", ".join(unit.name for unit in side) for side in sides]
    charge = ", charged" if found.facts["charged"] else ""
    paper.line(Span(names[0], MARK), f" against {names[1]}: one round of their Combat, both sides striking{charge}")
    samples = count(found.samples, "sample")
    stopped = f", stopped short of {found.wanted} for time" if found.samples < found.wanted else ""
    paper.line(Span(f"Sampled, not exact: {samples} with the seed {found.seed}{stopped}; ± is the standard error", DIM))
    for unit in found.units:
        paper.gap()
        _fate(paper, unit)
    paper.gap()
    for side, win in zip(names, found.wins, strict=True):
        paper.line(f"{side} wins the Combat: ", Span(_share(paper, win), f"{MARK} {GOOD}"))
    paper.line(f"nobody does: {_share(paper, found.draw)}")
    for unit in found.units:
        _distribution(paper, unit)
    _strikes(paper, found)
    paper.head("How both sides decide")
    for sentence in found.policy:
        paper.item(sentence)
    _left_out(paper, found)


def _fate(paper: Paper, unit: Fought) -> None:
    """What a unit lost, and what became of it."""
    point = "hull point" if unit.hull_points else "wound"
    cost = f", {unit.points} pts" if unit.points else ""
    paper.line(Span(unit.name, MARK), Span(f" ({count(unit.models, 'model')}, {count(unit.wounds, point)}{cost})", DIM))
    lost = f"{_mean(paper, unit.wounds_lost)} of {unit.wounds} {point}s lost"
    slain = () if unit.models == 1 else (Span(f"{_mean(paper, unit.slain)} slain", MARK), ", ")
    fate = f"; destroyed {_share(paper, unit.destroyed)}, routed {_share(paper, unit.routed)}"
    paper.line(*slain, Span(lost, MARK if unit.models == 1 else ""), fate, indent=2)


def _sign(paper: Paper) -> str:
    return "+-" if paper.plain_letters else "±"


def _mean(paper: Paper, figure: Figure) -> str:
    return f"{amount(figure.value)} {_sign(paper)} {amount(figure.error)}"


def _share(paper: Paper, figure: Figure) -> str:
    return f"{chance(figure.value)} {_sign(paper)} {100 * figure.error:.1f}%"


def _distribution(paper: Paper, unit: Fought) -> None:
    """Bars for the models that a unit lost, or for the Wounds of a single model."""
    single = unit.models == 1
    pmf = unit.wounds_pmf if single else unit.slain_pmf
    what = ("Hull Points" if unit.hull_points else "Wounds") if single else "models"
    found = rows(pmf)
    widest = max(row.p for row in found)
    paper.head(unit.name, f"{what} lost")
    lines: list[list[Part]] = [
        [row.label, chance(row.p), Span(paper.bar(row.p / widest, _BAR), "cyan"), chance(row.at_least)] for row in found
    ]
    columns = [Column("lost", right=True), Column("exactly", right=True), Column("", least=_BAR), Column("at least", right=True)]
    paper.table(columns, lines)


def _strikes(paper: Paper, found: Sampled) -> None:
    paper.head("Who strikes with what", "as the Combat begins")
    for unit in found.units:
        blows = [f"{each.models} {paper.times} {each.weapon} at initiative {each.initiative}" for each in unit.strikes]
        engaged = f", {unit.engaged} of {unit.models} engaged" if unit.engaged else ""
        paper.item(f"{unit.name}{engaged}: {'; '.join(blows) or 'nobody strikes'}")


def _left_out(paper: Paper, found: Sampled) -> None:
    """What the answer does not know, and the readings that are not the default."""
    if found.not_modelled:
        paper.head("Not modelled", "this could change the numbers")
        for text in found.not_modelled:
            paper.item(text)
    changed = [ruling for ruling in part("heresy3", "rulings").RULINGS if found.rulings[ruling.name] != ruling.default]
    if changed:
        paper.head("Rulings")
        for ruling in changed:
            reading = found.rulings[ruling.name]
            paper.item(f"{ruling.name}={reading}: {dict(ruling.readings)[reading]} (default: {ruling.default})")

"""The screen of an answer, first half: what happens. The second half, why and what else, is in ``odds_hints``."""

from collections.abc import Iterator
from typing import Any

from warbench.cli.asking import Asked
from warbench.cli.bars import rows
from warbench.cli.odds_hints import show_fractions, show_hints, show_left_out, show_reasons
from warbench.cli.paper import BAD, DIM, GOOD, MARK, Column, Paper, Part, Span, amount, chance, count

STAGES = ("attacks", "hits", "wounds", "unsaved", "damage")


def show(paper: Paper, asked: Asked, result: Any, data: dict[str, Any], *, fractions: bool = False) -> None:  # noqa: ANN401 -- an answer
    """Show everything that a report says, most important first."""
    if asked.title:
        paper.line(Span(asked.title, DIM))
    headline(paper, data)
    for note in asked.notes:
        paper.line(Span(note, DIM))
    for text in _chosen(data):
        paper.line(Span(text, DIM))
    weapons(paper, data)
    distribution(paper, data)
    turns(paper, data)
    show_reasons(paper, result, data)
    if "switches" in data:
        show_hints(paper, asked, data)
    if fractions:
        show_fractions(paper, data)
    show_left_out(paper, asked, data)


def single(data: dict[str, Any]) -> bool:
    """Whether the target is one model, so that its wounds are what is told."""
    return bool(data["target"]["models"] == 1)


def headline(paper: Paper, data: dict[str, Any]) -> None:
    """Who attacks whom, and what comes of it in one line."""
    who, whom = data["attacker"], data["target"]
    attacker = who["name"] or ", ".join(weapon["name"] for weapon in data["weapons"][:3])
    first, second = Span(_points(who["points"]), DIM), Span(f" ({_strength(whom)})", DIM)
    paper.line(Span(attacker, MARK), first, f" {paper.arrow} ", Span(whom["name"], MARK), second)
    # A single model slain is a model destroyed: said once.
    slain = () if single(data) else (Span(f"{amount(data['slain'])} slain", f"{MARK} {GOOD}"), ", ")
    lost = Span(
        f"{amount(data['wounds_lost'])} of {whom['wounds']} {_points_of(whom)}s lost", f"{MARK} {GOOD}" if single(data) else ""
    )
    paper.line(*slain, lost, f"; destroyed {chance(data['destroyed'])}{_shaken(data)}")


def _shaken(data: dict[str, Any]) -> str:
    """What else befalls the target, by the rules of its game."""
    if "halved" in data:
        below = "below half of its wounds" if data["target"]["starting_models"] == 1 else "below half strength"
        return f", {below} {chance(data['halved'])}"
    quarter = "" if data["quarter_lost"] is None else f", a quarter lost {chance(data['quarter_lost'])}"
    return quarter + "".join(f", {name} {chance(p)}" for name, p in data["statuses"].items())


def _points_of(whom: dict[str, Any]) -> str:
    return "hull point" if whom.get("hull_points") else "wound"


def _points(points: int) -> str:
    return f" ({points} pts)" if points else ""


def _chosen(data: dict[str, Any]) -> Iterator[str]:
    """What chance or the attacker chooses before the attacks: a profile by a D6, weapons selected to shoot with."""
    faces = [(weapon["name"], weapon["faces"]) for weapon in data["weapons"] if weapon.get("faces")]
    if faces:
        told = ", ".join(f"{'-'.join(dict.fromkeys(map(str, (each[0], each[-1]))))} {name}" for name, each in faces)
        yield f"One D6 picks the profile: {told}; the numbers hold before it is rolled; for one profile alone: --profile NAME"
    selected = data.get("selected", {})
    if passed_over := selected.get("passed_over"):
        used, others = " and ".join(selected["used"]), " or ".join(passed_over)
        yield f"Selected to shoot with, as the best here: {used}; not {others}; otherwise: --weapon NAME for each weapon"


def _strength(whom: dict[str, Any]) -> str:
    models = count(whom["models"], "model")
    if whom["models"] < whom["starting_models"]:
        models = f"{whom['models']} of {models.replace(str(whom['models']), str(whom['starting_models']), 1)}"
    points = f", {whom['points']} pts" if whom["points"] else ""
    return f"{models}, {count(whom['wounds'], _points_of(whom))}{points}"


def weapons(paper: Paper, data: dict[str, Any]) -> None:
    """The weapons with the means of each stage, and what each does alone; those that may not attack, with the reason."""
    alone = "wounds_lost" if single(data) else "slain"
    columns = [
        Column("mean number of", wraps=True),
        *(Column(stage, right=True) for stage in STAGES),
        Column(f"{_points_of(data['target'])}s alone" if single(data) else "slain alone", right=True),
    ]
    lines: list[list[Part]] = []
    for weapon in data["weapons"]:
        if weapon["refused"]:
            continue
        means = weapon["stages"]
        lines.append([_name(paper, weapon), *(amount(means[stage]) for stage in STAGES), amount(weapon["alone"][alone])])
    if len(lines) > 1:
        together = [Span("together", MARK), *(Span(amount(data[stage]), MARK) for stage in STAGES)]
        lines.append([*together, Span(amount(data[alone]), MARK)])
    paper.gap()
    if lines:
        paper.table(columns, lines)
    for weapon in data["weapons"]:
        if weapon["refused"]:
            paper.line(Span(f"{_name(paper, weapon)} does not attack: ", BAD), "; ".join(weapon["refused"]), indent=2)


def _name(paper: Paper, weapon: dict[str, Any]) -> str:
    return weapon["name"] if weapon["count"] == 1 else f"{weapon['count']} {paper.times} {weapon['name']}"


def distribution(paper: Paper, data: dict[str, Any]) -> None:
    """Bars for the models slain, or for the wounds that a single model loses."""
    pmf = data["wounds_pmf"] if single(data) else data["slain_pmf"]
    found = rows(pmf)
    top = len(pmf) - 1
    widest = max(row.p for row in found)
    room = max(10, min(50, paper.width - 40))
    lines: list[list[Part]] = []
    for row in found:
        label = f"{row.label} (all)" if row.low == row.high == top and top > 0 else row.label
        bar = paper.bar(row.p / widest if widest else 0, room)
        lines.append([label, chance(row.p), Span(bar, "cyan"), chance(row.at_least)])
    what = f"{_points_of(data['target'])}s lost" if single(data) else "models slain"
    paper.gap()
    columns = [Column(what, right=True), Column("exactly", right=True), Column("", least=room), Column("at least", right=True)]
    paper.table(columns, lines)


def turns(paper: Paper, data: dict[str, Any]) -> None:
    """What has become of the target after each turn of the same attack."""
    if "turns" not in data:
        return
    key, what = ("wounds_lost", f"{_points_of(data['target'])}s lost") if single(data) else ("slain", "slain")
    lines: list[list[Part]] = [
        [str(turn["turn"]), amount(turn[key]), Span(chance(turn["destroyed"]), MARK)] for turn in data["turns"]
    ]
    paper.head("Turn after turn", "the same attack each turn; nothing is repaired, no attacker is lost")
    paper.table([Column("turns", right=True), Column(what, right=True), Column("destroyed", right=True)], lines)

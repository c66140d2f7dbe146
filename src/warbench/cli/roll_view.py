"""The screen of an attack that was rolled: each roll with its faces, what became of the target, and how lucky it was."""

from typing import Any

from warbench.cli.asking import Asked
from warbench.cli.paper import BAD, DIM, GOOD, MARK, Column, Paper, Part, Span, amount, chance, count
from warbench.cli.roll_report import AMOUNTS
from warbench.games import part

_LONG = 24
_LUCK = ((0.05, "dreadful dice"), (0.25, "poor dice"), (0.75, "dice as usual"), (0.95, "good dice"), (1.01, "splendid dice"))


def show(paper: Paper, asked: Asked, result: Any, data: dict[str, Any]) -> None:  # noqa: ANN401 -- an answer of one of the games
    """Show what a roll report says."""
    if asked.title:
        paper.line(Span(asked.title, DIM))
    attacker = data["attacker"] or ", ".join(plan.weapon.name for plan in result.plans[:3])
    paper.line(Span(attacker, MARK), f" {paper.arrow} ", Span(data["target"], MARK))
    if data["seed"] is not None:
        paper.line(Span(f"seed {data['seed']}: --seed {data['seed']} rolls the same again", DIM))
    for plan in result.plans:
        for why in plan.refused:
            paper.line(Span(f"{plan.weapon.name} does not attack: ", BAD), why)
    _record(paper, result, data)
    _end(paper, result, data)


def _record(paper: Paper, result: Any, data: dict[str, Any]) -> None:  # noqa: ANN401
    numbers = part(data["game"], "rolled_report").NUMBERS
    needs = {plan.weapon.name: {reason.number: reason.value for reason in plan.reasons} for plan in result.plans}
    names = [plan.weapon.name for plan in result.plans]
    counts = {plan.weapon.name: plan.weapon.count for plan in result.plans if names.count(plan.weapon.name) == 1}
    weapon = ""
    lines: list[list[Part]] = []
    # Faces are wrapped; what came of them only where there are very many amounts.
    wide = any(len(_outcome(entry)) > _LONG for entry in data["record"] if entry["kind"] == "roll")
    columns = [Column(), Column(), Column(wraps=True), Column(wraps=wide)]
    for entry in data["record"]:
        if entry["weapon"] != weapon:
            paper.table(columns, lines, indent=2)
            lines = []
            weapon = entry["weapon"]
            paper.gap()
            many = counts.get(weapon, 1)
            paper.line(Span(weapon if many == 1 else f"{many} {paper.times} {weapon}", MARK))
        if entry["kind"] == "roll":
            need = needs[weapon].get(numbers.get(entry["purpose"], ""), "")
            lines.append([entry["purpose"], Span(need, DIM), _faces(paper, entry), _outcome(entry)])
        else:
            slain = f", {count(entry['slain'], 'model')} slain" if entry["slain"] else ""
            wasted = entry["damage"] - entry["wounds_lost"]
            more = f" ({wasted} more than it had left)" if wasted else ""
            wound = "hull point" if data.get("hull_points") else "wound"
            lines.append(["", "", Span(f"{count(entry['wounds_lost'], wound)} lost{slain}{more}", GOOD if slain else ""), ""])
    paper.table(columns, lines, indent=2)


def _faces(paper: Paper, entry: dict[str, Any]) -> str:
    """The faces; of those that were thrown again, what they showed first."""
    faces = [str(face) for face in entry["faces"]]
    if entry["purpose"] in AMOUNTS:
        again = ", ".join(str(each["first"]) for each in entry["again"])
        return " ".join(faces) + (f"  (instead of {again})" if again else "")
    for each in entry["again"]:
        faces[each["index"]] = f"{each['first']}{paper.arrow}{faces[each['index']]}"
    return " ".join(faces)


def _outcome(entry: dict[str, Any]) -> str:
    results = entry["results"]
    if entry["purpose"] in AMOUNTS:
        return " + ".join(map(str, results)) + (f" = {sum(results)}" if len(results) > 1 else "")
    good = sum(each != "fail" for each in results)
    kinds = {each: results.count(each) for each in results if each not in ("fail", "success")}
    return f"{good} of {len(results)}" + "".join(f", {number} {kind}" for kind, number in kinds.items())


def _end(paper: Paper, result: Any, data: dict[str, Any]) -> None:  # noqa: ANN401
    paper.head("Result")
    left = "nothing is left" if data["destroyed"] else f"{count(data['models_left'], 'model')} left"
    wound = "hull point" if data.get("hull_points") else "wound"
    lost = f"{data['wounds_lost']} of {count(result.target.total, wound)} lost"
    paper.line(Span(f"{data['slain']} slain", f"{MARK} {GOOD}"), f", {lost}, {left}", indent=2)
    if data.get("hazardous_tests"):
        paper.line(f"{count(data['hazardous_tests'], 'Hazardous test')} to be taken", indent=2)
    rows: list[list[Part]] = []
    for key, what in (("slain", "slain"), ("wounds_lost", f"{wound}s lost")):
        law = data["luck"][key]
        rows.append([f"{data[key]} {what}", amount(law["mean"]), chance(law["less"]), chance(law["same"]), chance(law["more"])])
    paper.gap()
    heads = ("luck", "on average", "fewer", "as many", "more")
    paper.table([Column(heads[0]), *(Column(head, right=True) for head in heads[1:])], rows)
    law = data["luck"]["wounds_lost"]
    place = law["less"] + law["same"] / 2
    word = next(word for limit, word in _LUCK if place < limit)
    paper.line(f"Better than {chance(law['less'])} of such volleys and worse than {chance(law['more'])}: {word}.", indent=2)
    if data["not_modelled"]:
        paper.head("Not modelled")
        for text in data["not_modelled"]:
            paper.item(text)

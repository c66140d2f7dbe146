"""The screen of an answer, second half: why the numbers are what they are, what would change them, what is left out."""

import json
from fractions import Fraction
from typing import Any

from warbench.cli.asking import Asked
from warbench.cli.options import typed
from warbench.cli.paper import BAD, DIM, GOOD, MARK, Column, Paper, Part, Span, amount, chance, count
from warbench.games import GAMES, game_of, part

_GAIN = 0.0005
_SHOWS = 0.005
_WIDE = 100
_PLAIN_CRITICAL = "critical on an unmodified 6"


def show_reasons(paper: Paper, result: Any, data: dict[str, Any]) -> None:  # noqa: ANN401 -- an answer
    """Every target number with what is behind it. What is as printed and says nothing more is left out."""
    paper.head("Why these numbers")
    for plan, weapon in zip(result.plans, data["weapons"], strict=True):
        if weapon["refused"]:
            continue
        paper.line(*printed(plan.weapon), indent=2)
        lines: list[list[Part]] = []
        for reason in weapon["reasons"]:
            because = [text for text in reason["because"] if text != _PLAIN_CRITICAL]
            if because or reason["number"].endswith("roll") or "throw" in reason["number"]:
                lines.append([Span(reason["number"], DIM), Span(reason["value"], MARK), "; ".join(because)])
        paper.table([Column(least=13), Column(least=3), Column(wraps=True)], lines, indent=4)


def printed(weapon: Any) -> list[Part]:  # noqa: ANN401 -- a weapon of one of the games
    """A weapon's profile on one line."""
    if game_of(weapon) == "heresy3":
        return _printed_heresy(weapon)
    skill = "hits automatically" if weapon.skill is None else f"{'WS' if weapon.type == 'melee' else 'BS'} {weapon.skill}+"
    reach = f'{weapon.range:g}"' if weapon.range is not None else "melee" if weapon.type == "melee" else "any range"
    numbers = f"{reach}  A {weapon.attacks}  {skill}  S {weapon.strength}  AP {weapon.ap}  D {weapon.damage}"
    words = [Span(f"  [{', '.join(weapon.keywords)}]", DIM)] if weapon.keywords else []
    return [Span(weapon.name, MARK), f"  {numbers}", *words]


def _printed_heresy(weapon: Any) -> list[Part]:  # noqa: ANN401
    melee = weapon.type == "melee"
    skill = "hits automatically" if weapon.skill is None else f"{'WS' if melee else 'BS'} {weapon.skill}"
    reach = f'{weapon.range:g}"' if weapon.range is not None else "melee" if melee else "any range"
    ap = "-" if weapon.ap > 6 else weapon.ap  # noqa: PLR2004 -- worse than 6 is none
    numbers = f"{reach}  {'A' if melee else 'FP'} {weapon.attacks}  {skill}  S {weapon.strength}  AP {ap}  D {weapon.damage}"
    words = [*weapon.special_rules, *weapon.traits]
    return [Span(weapon.name, MARK), f"  {numbers}", *([Span(f"  [{', '.join(words)}]", DIM)] if words else [])]


def show_hints(paper: Paper, asked: Asked, data: dict[str, Any]) -> None:
    """What would change the answer, and what one would ask next."""
    _switches(paper, asked, data)
    paper.head("And further")
    for text in (*_rerolls(data), _command_reroll(data), _order(data), _units(data), *_hazards(data)):
        if text:
            paper.item(text)


def _measure(data: dict[str, Any]) -> tuple[str, str]:
    """What is compared: models slain, or the wounds that a single model loses."""
    if data["target"]["models"] > 1:
        return "slain", "slain"
    return "wounds_lost", "hull points" if data["target"].get("hull_points") else "wounds"


def _switches(paper: Paper, asked: Asked, data: dict[str, Any]) -> None:
    key, word = _measure(data)
    # A file of another game than the first says it in its own words: its facts are options only with --game.
    typing = data["game"] == GAMES[0] or not asked.where
    lines: list[list[Part]] = []
    for switch in data["switches"]:
        now = _value(switch["value"]) + ("" if switch["given"] else " *")
        for other in switch["alternatives"]:
            more = other[key] - float(data[key])
            style = GOOD if more > _SHOWS else BAD if more < -_SHOWS else ""
            about = Span(switch["about"], DIM) if other is switch["alternatives"][0] else ""
            lines.append(
                [
                    typed(switch["name"], other["value"]) if typing else f'"{switch["name"]}": {json.dumps(other["value"])}',
                    Span(amount(other[key]), style),
                    chance(other["destroyed"]),
                    now,
                    about,
                ]
            )
            now = ""
    if not lines:
        return
    paper.head("What would change it", f"{amount(data[key])} {word} as asked; * is the default")
    columns = [
        Column("type" if typing else "situation"),
        Column(word, right=True),
        Column("destroyed", right=True),
        Column("now"),
        Column(wraps=paper.width >= _WIDE, cuts=True),
    ]
    paper.table(columns, lines)


def _value(value: Any) -> str:  # noqa: ANN401 -- whatever a fact is
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple | list):
        return ", ".join(value) or "-"
    return "-" if value is None else f"{value:g}" if isinstance(value, int | float) else str(value)


def _rerolls(data: dict[str, Any]) -> list[str]:
    out = []
    for weapon in data["weapons"]:
        if weapon["refused"]:
            continue
        for roll, faces in weapon["rerolled_faces"].items():
            out.append(f"Free re-rolls, {weapon['name']}: throw {roll} rolls of {_faces(faces)} again")
    return out


def _faces(faces: list[int]) -> str:
    if len(faces) > 1 and faces == list(range(faces[0], faces[-1] + 1)):
        return f"{faces[0]} to {faces[-1]}"
    return " and ".join(map(str, faces))


def _command_reroll(data: dict[str, Any]) -> str:
    reroll = data.get("command_reroll")
    if reroll is None:
        return ""
    key, word = _measure(data)
    gain = amount(reroll[f"gain_{key}"])
    roll = {"attacks": "the number of attacks", "damage": "a damage roll"}.get(reroll["roll"], f"a {reroll['roll']} roll")
    destroyed = f", destroyed {chance(reroll['destroyed'])}" if reroll["gain_destroyed"] > _SHOWS / 10 else ""
    return (
        f"Command Re-roll (1 CP): best kept for {roll} of {reroll['weapon']}: {amount(reroll[key])} {word} (+{gain}){destroyed}"
    )


def _order(data: dict[str, Any]) -> str:
    order = data["firing_order"]
    if order is None:
        return ""
    key, word = _measure(data)
    if order[key] - float(data[key]) >= _GAIN:
        type_it = " ".join(f'--weapon "{name}"' for name in order["order"])
        return f"Firing order: {amount(order[key], 3)} {word} instead of {amount(data[key], 3)} with {type_it}"
    if order["how"].startswith("every"):
        return "Firing order: no other does noticeably more"
    return f"Firing order: this one is as good as any that was tried ({order['how']})"


def _units(data: dict[str, Any]) -> str:
    points = data["attacker"]["points"]
    parts = []
    for level, number in data["units_needed"].items():
        cost = f" ({number * points} pts)" if number and points else ""
        many = "more than can be followed" if number is None else f"{count(number, 'such unit')}{cost}"
        parts.append(f"{many} for {float(level):.0%}")
    if all(number is None for number in data["units_needed"].values()):
        return "To destroy it: no number of such units that can be followed has a 50% chance"
    return f"To destroy it: {', '.join(parts)}"


def _hazards(data: dict[str, Any]) -> list[str]:
    out = []
    for weapon in data["weapons"]:
        hazard = weapon.get("hazard")
        if hazard is None or weapon["refused"]:
            continue
        one = hazard["fails_on"] / 6
        fails = 1 - (1 - one) ** hazard["tests"]
        roll = "a 1" if hazard["fails_on"] == 1 else f"1 to {hazard['fails_on']}"
        out.append(
            f"Hazardous, {weapon['name']}: {count(hazard['tests'], 'test')}, each fails on {roll} "
            f"and costs {hazard['damage']} mortal wounds; {chance(fails)} that one fails"
        )
    return out


def show_fractions(paper: Paper, data: dict[str, Any]) -> None:
    """The exact numbers, for those who asked for them."""
    paper.head("Exactly")
    for key in ("slain", "wounds_lost", "destroyed", "halved", "quarter_lost"):
        if data.get(key) is None:
            continue
        label = key.replace("_", " ")
        paper.item(f"{label}: {Fraction(data[key])}")
    for slain, p in enumerate(data["slain_pmf"]):
        paper.item(f"{slain} slain: {Fraction(p)}")


def show_left_out(paper: Paper, asked: Asked, data: dict[str, Any]) -> None:
    """What the answer does not know, and the readings that are not the default."""
    rulings = part(data["game"], "rulings").RULINGS
    left_out = [*data["not_modelled"], *(f"not understood on the page: {text}" for text in asked.unread)]
    if left_out:
        paper.head("Not modelled", "this could change the numbers")
        for text in left_out:
            paper.item(text)
    if data["left_out_probability"]:
        paper.head("Approximate")
        paper.item(f"branches with a probability of {data['left_out_probability']:.2g} in all were left out")
    changed = [ruling for ruling in rulings if data["rulings"][ruling.name] != ruling.default]
    if changed:
        paper.head("Rulings")
        for ruling in changed:
            reading = data["rulings"][ruling.name]
            paper.item(f"{ruling.name}={reading}: {dict(ruling.readings)[reading]} (default: {ruling.default})")

"""``warbench explain``: why something happened in a saved battle, from the decision before it to the dice and modifiers."""

import re
from typing import TYPE_CHECKING, Any

import click

from warbench.cli.errors import InputError

if TYPE_CHECKING:
    from warbench.battle.driver import Battle
    from warbench.lab.telling import Teller

_MOST = 40
_LISTED = re.compile(r"[WH]-\d{3}|X-\d{2}|[CA]\d{1,2}")
"""The rules that the registers of the games list; what else a rule is called is a ruling, or explains itself."""


@click.command
@click.argument("file", metavar="FILE")
@click.argument("event", type=int, metavar="EVENT")
@click.option("--json", "as_json", is_flag=True, help="The same as JSON.")
def command(*, file: str, event: int, as_json: bool) -> None:
    """Say why an event of a saved battle happened.

    FILE is what 'warbench battle --save' wrote, EVENT the number of an event in its log ('warbench replay FILE --log').
    """
    from warbench.cli import battle_files
    from warbench.cli.letters import print_json

    teller, _, battle = battle_files.load(file)
    if not 1 <= event <= len(battle.log):
        raise InputError(f"EVENT: found {event}, expected 1 to {len(battle.log)}: so many events are in {file}")
    data = _explained(teller, battle, event)
    if as_json:
        print_json(data)
    else:
        _show(data, teller.id)


def _explained(teller: "Teller[Any]", battle: "Battle[Any]", number: int) -> dict[str, Any]:
    """The event with its rule, the decision before it, and what was rolled and said since."""
    import msgspec

    from warbench.battle.driver import Answered
    from warbench.lab.telling.log import rule_of
    from warbench.lab.telling.told import side

    log = battle.log
    entry = log[number - 1]
    answered = [index for index in range(entry.after) if isinstance(battle.journal[index], Answered)]
    since = answered[-1] if answered else -1
    before = [(place, each.event) for place, each in enumerate(log[: number - 1], 1) if each.after > since]
    reasons = [each for each in _activation(teller, battle, number) if isinstance(each, teller.kinds.said)]
    data: dict[str, Any] = {
        "event": number,
        "kind": type(entry.event).__name__,
        "text": teller.words(battle.state, entry.event),
        "rule": rule_of(entry.event),
        "data": msgspec.to_builtins(entry.event),
        "reasons": [{"text": each.text, "rule": each.rule} for each in _about(reasons, entry.event)],
        "led_here": [
            {"event": place, "text": teller.words(battle.state, each), "rule": rule_of(each)}
            for place, each in before[-_MOST:]
            if isinstance(each, teller.kinds.causes)
        ],
    }
    if answered:
        given = battle.journal[since]
        battle.back_to(since)
        ask = battle.pending
        if ask is not None and isinstance(given, Answered):
            text = next((option.text for option in ask.options if option.key == given.key), given.key)
            data["decision"] = {"number": len(answered), "by": side(ask.player), "question": ask.text, "answer": text}
        data["at"] = teller.where(battle.state)
    return data


def _activation(teller: "Teller[Any]", battle: "Battle[Any]", number: int) -> list[Any]:
    """The events since a unit was selected last, or since the step began."""
    kinds = teller.kinds
    found: list[Any] = []
    for entry in reversed(battle.log[: number - 1]):
        event = entry.event
        if isinstance(event, (kinds.began, kinds.done)) or (isinstance(event, kinds.chose) and getattr(event, "unit", None)):
            break
        found.append(event)
    return found[::-1]


def _about(reasons: list[Any], event: Any) -> list[Any]:  # noqa: ANN401 -- any kind of event
    """The explanations that bear on an event: those of the weapon that did it, if one did."""
    source = getattr(event, "source", "")
    named = [each for each in reasons if source and f" x {source} at " in each.text]
    if named:
        return named
    unit = getattr(event, "unit", "") or getattr(event, "by", "")
    weapon = getattr(event, "result", "").partition(":")[0]
    by_weapon = [each for each in reasons if weapon and f" x {weapon} at " in each.text]
    return by_weapon or [each for each in reasons if each.unit == unit]


def listed_in(rule: str, game: str) -> str:
    """Which page says more about what an event names as its rule; empty when none does."""
    from warbench.games import part

    if _LISTED.fullmatch(rule):
        return f"The rule {rule} is in docs/rules/{game}.md."
    if rule in {ruling.name for ruling in part(game, "rulings").RULINGS}:
        return f"The ruling {rule} is in docs/rulings.md."
    return ""


def _show(data: dict[str, Any], game: str) -> None:
    from warbench.cli.paper import DIM, MARK, Paper, Span

    paper = Paper()
    rule = f"  [{data['rule']}]" if data["rule"] else ""
    paper.line(Span(f"{data['event']}. {data['text']}", MARK), rule)
    if data.get("at"):
        paper.line(Span(f"at {data['at']}", DIM))
    if listed := listed_in(data["rule"], game):
        paper.line(Span(listed, DIM))
    decision = data.get("decision")
    if decision is not None:
        paper.head("The decision before it")
        paper.line(f"{decision['number']}. {decision['by']}: {decision['question']} {decision['answer']}", indent=2)
    if data["reasons"]:
        paper.head("The numbers behind it")
        for each in data["reasons"]:
            paper.item(each["text"])
    if data["led_here"]:
        paper.head("Since that decision")
        for each in data["led_here"]:
            paper.item(f"{each['event']}. {each['text']}", Span(f"  [{each['rule']}]" if each["rule"] else "", DIM))

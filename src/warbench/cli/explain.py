"""``warbench explain``: why something happened in a saved battle, from the decision before it to the dice and modifiers."""

from typing import TYPE_CHECKING, Any

import click

from warbench.cli.errors import InputError

if TYPE_CHECKING:
    from warbench.battle.driver import Battle
    from warbench.games.w40k10.battle.state import State

_MOST = 40


@click.command
@click.argument("file", metavar="FILE")
@click.argument("event", type=int, metavar="EVENT")
@click.option("--json", "as_json", is_flag=True, help="The same as JSON.")
def command(*, file: str, event: int, as_json: bool) -> None:
    """Say why an event of a saved battle happened.

    FILE is what 'warbench battle --save' wrote, EVENT the number of an event in its log ('warbench replay FILE --log').
    """
    from warbench.cli import battle_files
    from warbench.cli.battle_report import print_json

    _, battle = battle_files.load(file)
    if not 1 <= event <= len(battle.log):
        raise InputError(f"EVENT: found {event}, expected 1 to {len(battle.log)}: so many events are in {file}")
    data = _explained(battle, event)
    if as_json:
        print_json(data)
    else:
        _show(data)


def _explained(battle: "Battle[State]", number: int) -> dict[str, Any]:
    """The event with its rule, the decision before it, and what was rolled and said since."""
    from warbench.battle.driver import Answered
    from warbench.cli.battle_words import rule_of, side, where, words
    from warbench.games.w40k10.battle import events as happened

    log = battle.log
    entry = log[number - 1]
    answered = [index for index in range(entry.after) if isinstance(battle.journal[index], Answered)]
    since = answered[-1] if answered else -1
    before = [(place, each.event) for place, each in enumerate(log[: number - 1], 1) if each.after > since]
    activation = _activation(battle, number)
    reasons = [each for each in activation if isinstance(each, happened.Said)]
    data: dict[str, Any] = {
        "event": number,
        "kind": type(entry.event).__name__,
        "text": words(battle.state, entry.event),
        "rule": rule_of(entry.event),
        "data": happened.as_data(entry.event),
        "reasons": [{"text": each.text, "rule": each.rule} for each in _about(reasons, entry.event)],
        "led_here": [
            {"event": place, "text": words(battle.state, each), "rule": rule_of(each)}
            for place, each in before[-_MOST:]
            if isinstance(
                each, happened.Threw | happened.Used | happened.Hurt | happened.Destroyed | happened.Moved | happened.SetUp
            )
        ],
    }
    if answered:
        given = battle.journal[since]
        battle.back_to(since)
        ask = battle.pending
        if ask is not None and isinstance(given, Answered):
            text = next((option.text for option in ask.options if option.key == given.key), given.key)
            data["decision"] = {"number": len(answered), "by": side(ask.player), "question": ask.text, "answer": text}
        data["at"] = where(battle.state)
    return data


def _activation(battle: "Battle[State]", number: int) -> list[Any]:
    """The events since a unit was selected last, or since the step began."""
    from warbench.games.w40k10.battle import events as happened

    found: list[Any] = []
    for entry in reversed(battle.log[: number - 1]):
        if isinstance(entry.event, happened.Began | happened.Done) or (
            isinstance(entry.event, happened.Chose) and entry.event.unit
        ):
            break
        found.append(entry.event)
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


def _show(data: dict[str, Any]) -> None:
    from warbench.cli.paper import DIM, MARK, Paper, Span

    paper = Paper()
    rule = f"  [{data['rule']}]" if data["rule"] else ""
    paper.line(Span(f"{data['event']}. {data['text']}", MARK), rule)
    if data.get("at"):
        paper.line(Span(f"at {data['at']}", DIM))
    if data["rule"]:
        paper.line(Span(f"The rule {data['rule']} is in docs/rules/w40k10.md.", DIM))
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

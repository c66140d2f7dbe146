"""``warbench replay``: a saved battle played again, to its end or to any decision, or step by step."""

import sys
from typing import TYPE_CHECKING, Any

import click

from warbench.cli.errors import InputError

if TYPE_CHECKING:
    from warbench.battle.driver import Battle
    from warbench.cli.paper import Paper
    from warbench.lab.telling import Teller


@click.command
@click.argument("file", metavar="FILE")
@click.option("--json", "as_json", is_flag=True, help="The summary as JSON, as 'warbench battle --json' prints it.")
@click.option("--to", "decision", type=int, metavar="N", help="Stop after N decisions.")
@click.option("--step", is_flag=True, help="Show decision by decision what came of it; on a terminal Enter goes on.")
@click.option("--svg", metavar="FILE", help="A picture of the table where it stops.")
@click.option("--log", "log_file", metavar="FILE", help="What happened, event by event, with the rules.")
@click.option("--save", metavar="FILE", help="Save the battle where it stops, to go on from there.")
def command(
    *, file: str, as_json: bool, decision: int | None, step: bool, svg: str | None, log_file: str | None, save: str | None
) -> None:
    """Play a saved battle again and compare every hash in it.

    FILE is what 'warbench battle --save' wrote. The summary is that of the battle, with the same hash.
    """
    from warbench.cli import battle_files
    from warbench.cli.battle_view import show_end
    from warbench.cli.files import write_text
    from warbench.cli.letters import print_json, visible_lines
    from warbench.cli.paper import Paper
    from warbench.lab.telling.log import log_text
    from warbench.lab.telling.picture import battlefield
    from warbench.lab.telling.report import report

    if step and as_json:
        raise InputError("--step: found --json beside it, expected one of them")
    teller, found, battle = battle_files.load(file)
    if decision is not None:
        places = battle_files.answers(battle)
        if not 0 <= decision <= len(places):
            raise InputError(f"--to: found {decision}, expected 0 to {len(places)}: so many decisions are in {file}")
        if decision < len(places):
            battle.back_to(places[decision])
    paper = None if as_json else Paper()
    if step and paper is not None:
        _steps(paper, teller, battle)
    if svg is not None:
        write_text(svg, battlefield(teller, battle))
    if log_file is not None:
        write_text(log_file, visible_lines(log_text(teller, battle)))
    if save is not None:
        battle_files.save(battle, save)
    data = report(teller, battle)
    if paper is None:
        print_json(data)
    else:
        paper.line(f"{file}: {len(found.hashes)} checkpoints agree")
        show_end(paper, teller, battle, data)


def _steps(paper: "Paper", teller: "Teller[Any]", battle: "Battle[Any]") -> None:
    """Show each decision with its question, and the events that followed."""
    from warbench.battle.driver import Answered, Battle, Thrown
    from warbench.battle.streams import ScriptedStreams
    from warbench.cli.paper import MARK, Span
    from warbench.lab.telling.log import log_line
    from warbench.lab.telling.told import side

    dice = [face for entry in battle.journal if isinstance(entry, Thrown) for face in entry.faces]
    again: Battle[Any] = Battle(teller.game(), battle.setup, seed=battle.seed, dice=ScriptedStreams(dice))
    shown = 0
    number = 0
    for entry in battle.journal:
        if not isinstance(entry, Answered):
            continue
        ask = again.advance()
        if ask is None:
            return
        for place, each in enumerate(again.log[shown:], shown + 1):
            if not isinstance(each.event, teller.kinds.bookkeeping):
                paper.line(log_line(teller, again.state, place, each.event))
        shown = len(again.log)
        number += 1
        text = next((option.text for option in ask.options if option.key == entry.key), entry.key)
        paper.line(Span(f"{number}. {side(ask.player)}: {ask.text} ", MARK), text)
        if sys.stdin.isatty() and sys.stdout.isatty() and not sys.stdin.readline():
            return
        again.answer(entry.key)
    for place, each in enumerate(again.log[shown:], shown + 1):
        if not isinstance(each.event, teller.kinds.bookkeeping):
            paper.line(log_line(teller, again.state, place, each.event))

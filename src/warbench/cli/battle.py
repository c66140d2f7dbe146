"""``warbench battle``: a whole battle between two armies, played by computer players, or by a person at the terminal."""

import secrets
from pathlib import Path
from typing import Any

import click

from warbench.cli.errors import InputError
from warbench.cli.options import Sectioned, option

SET_UP, PLAYERS, OUTPUT = "Set-up", "Players", "Output"
POLICIES = ("planner", "random")

EXAMPLES = """Examples:

\b
  warbench battle --game w40k10 --seed 7 --save a.json
  warbench battle --armies votann-500 marines-500 --play A
  warbench battle --load a.json --play B --save a.json
  warbench replay a.json --step"""


@click.command(cls=Sectioned, epilog=EXAMPLES)
@option("--game", type=click.Choice(["w40k10"]), default="w40k10", section=SET_UP, help="Which game; there is one so far.")
@option(
    "--armies", nargs=2, metavar="A B", section=SET_UP, help="Two armies: bundled ones by name (warbench list armies), or files."
)
@option("--mission", metavar="NAME", section=SET_UP, help="A bundled mission (warbench list missions), or a file.")
@option("--rounds", type=int, metavar="N", section=SET_UP, help="Battle rounds; 5 unless told.")
@option(
    "--ruling", "rulings", multiple=True, metavar="NAME=READING", section=SET_UP, help="Another reading of a rule; repeatable."
)
@option("--seed", metavar="TEXT", section=SET_UP, help="The same seed gives the same dice; else one is taken and shown.")
@option("--load", metavar="FILE", section=SET_UP, help="Go on with a saved battle.")
@option(
    "--policy",
    "policies",
    multiple=True,
    metavar="[SIDE=]POLICY",
    section=PLAYERS,
    help="Who decides: planner (as a rule) or random; for one side: A=random.",
)
@option("--play", "persons", multiple=True, metavar="SIDE", section=PLAYERS, help="A person takes this side: A or B; repeatable.")
@option("--dice", type=click.Choice(["seeded", "typed"]), default="seeded", section=PLAYERS, help="typed: asks for real dice.")
@option("--save", metavar="FILE", section=OUTPUT, help="Save the battle at its end, or where a person left it.")
@option("--json", "as_json", is_flag=True, section=OUTPUT, help="The summary as JSON (docs/battle.md), with the state's hash.")
@option("--svg", metavar="FILE", section=OUTPUT, help="A picture of the table at the end.")
@option("--svg-each", metavar="FOLDER", section=OUTPUT, help="A picture after each turn.")
@option("--log", "log_file", metavar="FILE", section=OUTPUT, help="What happened, event by event, with the rules.")
@option("-v", "--verbose", is_flag=True, section=OUTPUT, help="The same on screen.")
def command(
    *,
    game: str,  # noqa: ARG001 -- there is one so far
    armies: tuple[str, str] | None,
    mission: str | None,
    rounds: int | None,
    rulings: tuple[str, ...],
    seed: str | None,
    load: str | None,
    policies: tuple[str, ...],
    persons: tuple[str, ...],
    dice: str,
    save: str | None,
    as_json: bool,
    svg: str | None,
    svg_each: str | None,
    log_file: str | None,
    verbose: bool,
) -> None:
    """Play a battle of Warhammer 40,000, tenth edition, by the rules.

    Two computer players decide unless --play gives a side to a person, who picks numbered options and moves unit by unit.
    """
    from warbench.battle.driver import Battle
    from warbench.battle.memory import collect_seldom
    from warbench.cli import battle_files
    from warbench.cli.battle_console import Terminal, TypedDice
    from warbench.cli.battle_report import print_json, report
    from warbench.cli.battle_setup import setup_of
    from warbench.cli.battle_table import Table, log_text
    from warbench.cli.battle_view import show_end, show_start
    from warbench.cli.files import write_text
    from warbench.cli.paper import Paper
    from warbench.games.w40k10.battle.game import W40k10
    from warbench.games.w40k10.battle.state import State
    from warbench.lab.battlefield_svg import battlefield

    deciding = _deciding(policies, persons)
    for name in (save, svg, log_file):
        _writable(name)
    pictures = _folder(svg_each)
    terminal = Terminal(as_json=as_json)
    collect_seldom()
    battle: Battle[State]
    if load is not None:
        if armies or mission or rounds is not None or rulings or seed is not None:
            raise InputError("--load: found --armies, --mission, --rounds, --ruling or --seed beside it; the save has them")
        _, battle = battle_files.load(load)
    else:
        setup = setup_of(armies, mission, rounds, _readings(rulings))
        battle = Battle(W40k10(), setup, seed=seed if seed is not None else str(secrets.randbelow(1_000_000)))
    if dice == "typed":
        battle.dice = TypedDice(terminal)
    paper = None if as_json else Paper()
    if paper is not None:
        show_start(paper, battle, deciding)
    players = [_player(who, f"{battle.seed} {side}", terminal) for side, who in zip("AB", deciding, strict=True)]
    Table(battle, paper, every_event=verbose, pictures=pictures).play(players)
    if save is not None:
        battle_files.save(battle, save)
    if svg is not None:
        write_text(svg, battlefield(battle.state))
    if log_file is not None:
        write_text(log_file, log_text(battle))
    data = report(battle)
    if paper is None:
        print_json(data)
    else:
        show_end(paper, battle, data)


def _deciding(policies: tuple[str, ...], persons: tuple[str, ...]) -> list[str]:
    """Who decides for A and for B."""
    found = ["planner", "planner"]
    for text in policies:
        whose, equals, policy = text.rpartition("=")
        if policy not in POLICIES or (equals and whose.upper() not in {"A", "B"}):
            raise InputError(f"--policy: found {text!r}, expected {' or '.join(POLICIES)}, or A={POLICIES[1]}")
        for index in (0, 1) if not equals else ("AB".index(whose.upper()),):
            found[index] = policy
    for name in persons:
        if name.upper() not in {"A", "B"}:
            raise InputError(f"--play: found {name!r}, expected A or B")
        found["AB".index(name.upper())] = "a person"
    return found


def _player(who: str, seed: str, terminal: Any) -> Any:  # noqa: ANN401 -- the modules are imported when they are needed
    from warbench.cli.battle_console import middle_of
    from warbench.cli.battle_view import table_text
    from warbench.players import person, random_chooser

    if who == "random":
        return random_chooser(seed)
    if who == "planner":
        from warbench.players.w40k10_planner import planner

        return planner()
    return person(terminal, middle=middle_of, table=table_text)


def _readings(texts: tuple[str, ...]) -> dict[str, str]:
    from warbench.games.w40k10.rulings import RULINGS

    found: dict[str, str] = {}
    for text in texts:
        name, equals, reading = text.partition("=")
        if not equals:
            raise InputError(f"--ruling: found {text!r}, expected NAME=READING")
        found[name.strip()] = reading.strip()
    RULINGS.settle(found)
    return found


def _writable(name: str | None) -> None:
    """Refuse a file that cannot be written before the battle is played."""
    if name is None:
        return
    if Path(name).is_dir():
        raise InputError(f"{name}: is a folder, expected the name of a file")
    if not Path(name).parent.is_dir():
        raise InputError(f"{name}: there is no folder {Path(name).parent}")


def _folder(name: str | None) -> Path | None:
    if name is None:
        return None
    path = Path(name)
    try:
        path.mkdir(exist_ok=True)
    except OSError as error:
        raise InputError(f"--svg-each: {name}: {error.strerror}") from error
    return path

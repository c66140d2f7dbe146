"""``warbench battle``: a whole battle between two armies, played by computer players, or by a person at the terminal."""

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from warbench.cli.errors import InputError
from warbench.cli.options import Sectioned, option
from warbench.games import GAMES

if TYPE_CHECKING:
    from warbench.battle.driver import Battle
    from warbench.lab.telling import Teller
    from warbench.lab.telling.told import Named, Wish

SET_UP, PLAYERS, OUTPUT = "Set-up", "Players", "Output"
_PLANNER, _RANDOM, _PERSON = "planner", "random", "a person"
POLICIES = (_PLANNER, _RANDOM)

EXAMPLES = """Examples:

\b
  warbench battle --game w40k10 --seed 7 --save a.json
  warbench battle --armies votann-500 marines-500 --play A
  warbench battle --game heresy3 --armies imperial-fists-750 mechanicum-750
  warbench battle --load a.json --play B --save a.json
  warbench replay a.json --step"""


@click.command(cls=Sectioned, epilog=EXAMPLES)
@option("--game", type=click.Choice(GAMES), help=f"Which game; {GAMES[0]} unless told.", section=SET_UP)
@option(
    "--armies", nargs=2, metavar="A B", section=SET_UP, help="Two armies: bundled ones by name (warbench list armies), or files."
)
@option("--mission", metavar="NAME", section=SET_UP, help="A bundled mission (warbench list missions), or a file.")
@option("--rounds", type=int, metavar="N", section=SET_UP, help="Battle rounds; as many as usual unless told.")
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
    help="Who decides: planner (where the game has one) or random; for one side: A=random.",
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
    game: str | None,
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
    """Play a battle by the rules: Warhammer 40,000, tenth edition, or The Horus Heresy, third edition.

    Two computer players decide unless --play gives a side to a person, who picks numbered options and moves unit by unit.
    """
    from warbench.battle.memory import collect_seldom
    from warbench.cli import battle_files
    from warbench.cli.battle_console import Terminal, TypedDice
    from warbench.cli.battle_table import Table
    from warbench.cli.battle_view import show_end, show_start
    from warbench.cli.data_library import use_library
    from warbench.cli.files import write_text
    from warbench.cli.letters import print_json, visible_lines
    from warbench.cli.paper import Paper
    from warbench.lab.telling.log import log_text
    from warbench.lab.telling.picture import battlefield
    from warbench.lab.telling.report import report

    given = _deciding(policies, persons)
    for name in (save, svg, log_file):
        _writable(name)
    pictures = _folder(svg_each)
    terminal = Terminal(as_json=as_json)
    collect_seldom()
    if load is not None and (armies or mission or rounds is not None or rulings or seed is not None):
        raise InputError("--load: found --armies, --mission, --rounds, --ruling or --seed beside it; the save has them")
    if load is not None:
        telling, battle = _loaded(load, game)
    else:
        use_library(game or GAMES[0])
        telling, battle = _begun(game, _wish(game, armies, mission, rounds, rulings), seed)
    if dice == "typed":
        battle.dice = TypedDice(terminal)
    seated = [_player(telling, who, battle, side, terminal) for side, who in zip("AB", given, strict=True)]
    paper = None if as_json else Paper()
    if paper is not None:
        show_start(paper, telling, battle, [who for who, _ in seated])
    table = Table(telling, battle, paper, every_event=verbose, pictures=pictures)
    table.play([player for _, player in seated])
    if save is not None:
        battle_files.save(battle, save)
    if svg is not None:
        write_text(svg, battlefield(telling, battle))
    if log_file is not None:
        write_text(log_file, visible_lines(log_text(telling, battle)))
    data = report(telling, battle)
    if paper is None:
        print_json(data)
    else:
        show_end(paper, telling, battle, data)


def _loaded(file: str, game: str | None) -> "tuple[Teller[Any], Battle[Any]]":
    """A saved battle, with the teller of its game.

    Raises:
        InputError: when it cannot be loaded, or is of another game than the one that was asked for.
    """
    from warbench.cli import battle_files

    telling, _, battle = battle_files.load(file)
    if game not in {None, telling.id}:
        raise InputError(f"--game: found {game!r}, expected {telling.id!r}: {file} is a battle of that game")
    return telling, battle


def _wish(
    game: str | None, armies: tuple[str, str] | None, mission: str | None, rounds: int | None, rulings: tuple[str, ...]
) -> "Wish":
    """What the options ask for; names that end in ``.toml`` are files, of armies ``.json`` as well."""
    from warbench.lab.telling.told import Wish

    return Wish(
        armies=None if armies is None else (_army(armies[0], game), _army(armies[1], game)),
        mission=None if mission is None else _named(mission),
        rounds=rounds,
        rulings=_readings(rulings),
    )


def _begun(game: str | None, wish: "Wish", seed: str | None) -> "tuple[Teller[Any], Battle[Any]]":
    """A battle that begins, with the teller of its game.

    Raises:
        InputError, and the game's own errors: for what cannot be played.
    """
    from warbench.battle.driver import Battle
    from warbench.lab.telling import teller
    from warbench.lab.telling.told import SetupError

    telling = teller(game or GAMES[0])
    try:
        setup = telling.setup(wish)
    except SetupError as error:
        raise InputError(f"--{error.field}: {error.message}") from error
    return telling, Battle(telling.game(), setup, seed=seed if seed is not None else str(secrets.randbelow(1_000_000)))


def _army(name: str, game: str | None) -> "Named":
    """An army: a bundled one by name, a TOML list, or an army file of ``warbench import --save`` (JSON).

    Raises:
        InputError: for an army file of another game.
        ArmyFileError: for a file that is no army file.
    """
    if Path(name).suffix != ".json":
        return _named(name)
    import msgspec

    from warbench.lab.telling.told import Named
    from warbench.muster import W40k10File, army_from_file

    found = army_from_file(Path(name))
    its = "w40k10" if isinstance(found, W40k10File) else "heresy3"
    if its != (game or GAMES[0]):
        raise InputError(f"--armies: {name} is an army of {its}, found the game {game or GAMES[0]}; expected --game {its}")
    return Named(name, msgspec.json.encode(found.army).decode())


def _named(name: str) -> "Named":
    from warbench.cli.files import read_text
    from warbench.lab.telling.told import Named

    return Named(name, read_text(name) if Path(name).suffix == ".toml" else None)


def _deciding(policies: tuple[str, ...], persons: tuple[str, ...]) -> list[str]:
    """Who decides for A and for B; empty: whoever does as a rule."""
    found = ["", ""]
    for text in policies:
        whose, equals, policy = text.rpartition("=")
        if policy not in POLICIES or (equals and whose.upper() not in {"A", "B"}):
            raise InputError(f"--policy: found {text!r}, expected {' or '.join(POLICIES)}, or A={POLICIES[1]}")
        for index in (0, 1) if not equals else ("AB".index(whose.upper()),):
            found[index] = policy
    for name in persons:
        if name.upper() not in {"A", "B"}:
            raise InputError(f"--play: found {name!r}, expected A or B")
        found["AB".index(name.upper())] = _PERSON
    return found


def _player(telling: "Teller[Any]", who: str, battle: Any, side: str, terminal: Any) -> tuple[str, Any]:  # noqa: ANN401
    """Who decides for a side, and the player: the planner as a rule."""
    from warbench.cli.battle_console import middle_of
    from warbench.cli.battle_view import table_text
    from warbench.players import person, random_chooser

    if who == _PERSON:
        return who, person(terminal, middle=middle_of, table=lambda state: table_text(telling, battle.setup, state))
    if who != _RANDOM:
        return _PLANNER, telling.planner()
    return _RANDOM, random_chooser(f"{battle.seed} {side}")


def _readings(texts: tuple[str, ...]) -> dict[str, str]:
    found: dict[str, str] = {}
    for text in texts:
        name, equals, reading = text.partition("=")
        if not equals:
            raise InputError(f"--ruling: found {text!r}, expected NAME=READING")
        found[name.strip()] = reading.strip()
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

"""``warbench roll``: an attack rolled once, with dice from a seed, from a script, or typed as the real ones fall."""

import re
import secrets
from collections.abc import Sequence
from typing import Any

import click

from warbench.attack.dice import DiceSource, ScriptedDice, ScriptError, SeededDice
from warbench.attack.rolled import Cast, Played, answered
from warbench.attack.volley import Volley
from warbench.cli.asking import Asked, questions_of, wish_of
from warbench.cli.errors import InputError, located
from warbench.cli.letters import print_json
from warbench.cli.options import ATTACK_OWN, Attacks, attack_options, option
from warbench.games import game_of, part

DICE = "Dice"
TYPED = "typed"
_FACES = re.compile(r"[1-6]")
_BETWEEN = re.compile(r"[\s,;]+")

EXAMPLES = """Examples:

\b
  warbench roll hekaton-land-fortress --into terminators --seed 7
  warbench roll "Heavy Support Squad" --into Predator --stationary --seed 7
  warbench roll hekaton-land-fortress --into tank --weapon "MATR autocannon" --dice typed"""


@click.command(cls=Attacks, own=ATTACK_OWN, epilog=EXAMPLES)
@attack_options
@option("--seed", metavar="TEXT", section=DICE, help="The same seed rolls the same dice; else one is taken and shown.")
@option("--dice", metavar="FACES", section=DICE, help='Faces in the order in which they are rolled, as "4 4 6 1"; or: typed.')
@option("--json", "as_json", is_flag=True, section="Output", help="What was rolled as JSON (docs/odds-json.md).")
def command(*, seed: str | None, dice: str | None, as_json: bool, **arguments: Any) -> None:  # noqa: ANN401 -- click's
    """Roll an attack once and tell how lucky it was.

    WHAT and the other arguments are those of 'warbench odds'. With --dice typed it asks for what the real dice show.
    """
    if seed is not None and dice is not None:
        raise InputError("--dice: found --seed beside it, expected one of them")
    script = None if dice is None or dice.strip().casefold() == TYPED else _script(dice)
    asked = _one(questions_of(wish_of(arguments)).questions)
    answer = part(game_of(asked.question), "answer").answer
    if asked.where:
        with located(asked.where):
            result = answer(asked.question)
    else:
        result = answer(asked.question)
    volley = result.outcome.volley
    if dice is not None and script is None:
        from warbench.cli.typed_dice import play

        played = play(volley, as_json=as_json)
    else:
        seed = seed if seed is not None or script else str(secrets.randbelow(1_000_000))
        played = _roll(volley, script or SeededDice(seed or ""))
    _tell(asked, result, played, seed, script, as_json=as_json)


def _one(questions: list[Asked]) -> Asked:
    if len(questions) != 1:
        raise InputError(f"found {len(questions)} scenarios, expected one: a roll is of one attack")
    return questions[0]


def _script(text: str) -> ScriptedDice:
    return ScriptedDice(faces_of(text, "--dice"))


def faces_of(text: str, name: str) -> list[int]:
    """The faces that a text lists, parted by spaces or commas, or all in a row.

    Raises:
        InputError: for what is no face of a D6.
    """
    found: list[int] = []
    for row in _BETWEEN.split(text.strip()):
        wrong = _FACES.sub("", row)
        if wrong:
            raise InputError(f"{name}: found {row!r}, expected faces from 1 to 6")
        found += map(int, row)
    return found


def _roll(volley: Volley, dice: DiceSource) -> Played:
    """Roll with a source that nobody watches."""

    def cast(request: object) -> Sequence[int] | None:
        if not isinstance(request, Cast):
            return None
        try:
            return dice.roll(request.purpose, request.count)
        except ScriptError as error:
            weapon = volley.groups[request.group].name
            raise InputError(f"--dice: the script is too short at {weapon}: {error}") from error

    return answered(volley, cast)


def _tell(
    asked: Asked,
    result: Any,  # noqa: ANN401 -- an answer of one of the games
    played: Played,
    seed: str | None,
    script: ScriptedDice | None,
    *,
    as_json: bool,
) -> None:
    from warbench.cli.roll_report import roll_report

    data = roll_report(result, played, seed)
    if as_json:
        print_json(data)
        return
    from warbench.cli.paper import Paper
    from warbench.cli.roll_view import show

    show(Paper(), asked, result, data)
    if script is not None and script.left:
        click.echo(f"warbench: {script.left} dice of the script were not needed", err=True)

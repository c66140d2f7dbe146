"""The options of questions about attacks, in the sections that their help shows; each game's facts bring their own along."""

import re
import shlex
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, TypeVar

import click

from warbench.cli.games import game_meant
from warbench.games import GAMES, part
from warbench.rules.facts import Fact

F = TypeVar("F", bound=Callable[..., Any])

FACT = "fact_"
"""Parameters of facts begin so, to tell them apart from the others."""

UNIT, TARGET, SITUATION, RULES = "Attacker", "Target", "Situation", "Rules in play"
ATTACK_OWN = ("leaders", "target_leaders", "stratagems")
"""What an attack may have that only some game has."""
_OTHER = "Other"
_GAME = "warbench.game"
"""Where the context keeps the game whose options the command has; without it the command has those of all games."""
_BOTH = re.compile(r"--([a-z-]+) / --no-\1")
_TYPES: dict[str, Any] = {"count": int, "inches": float, "number": float}


class Option(click.Option):
    """An option that knows its section of the help."""

    def __init__(self, *args: Any, section: str = _OTHER, **extra: Any) -> None:  # noqa: ANN401 -- as click's
        """Take the section beside what click takes."""
        super().__init__(*args, **extra)
        self.section = section


class Sectioned(click.Command):
    """A command whose help lists its options in sections."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options section by section, in the order in which the sections first occur."""
        sections: dict[str, list[tuple[str, str]]] = {}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx) if isinstance(param, click.Option) else None
            if record is not None:
                names = _BOTH.sub(r"--[no-]\1", record[0])
                sections.setdefault(getattr(param, "section", _OTHER), []).append((names, record[1]))
        for name, records in sorted(sections.items(), key=lambda item: item[0] == _OTHER):
            with formatter.section(name):
                formatter.write_dl(records)


class Attacks(Sectioned):
    """A command about attacks: beside its own options it has those of the game that is meant.

    ``own`` names the options that only some game has and that this command takes.
    """

    def __init__(self, *args: Any, own: Sequence[str] = (), **extra: Any) -> None:  # noqa: ANN401 -- as click's
        """Take the names beside what click takes."""
        super().__init__(*args, **extra)
        self.own = tuple(own)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """The options, those of the game before the rules in play."""
        params = super().get_params(ctx)
        games = (ctx.meta[_GAME],) if _GAME in ctx.meta else GAMES
        more: dict[str, click.Parameter] = {}
        for game in games:
            for each in game_options(game):
                if each.section == SITUATION or each.name in self.own:
                    more.setdefault(each.name, each)
        place = next((index for index, each in enumerate(params) if getattr(each, "section", "") == RULES), len(params))
        return [*params[:place], *more.values(), *params[place:]]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Find out which game is meant, then read the arguments with its options."""
        ctx.meta[_GAME] = self._game(ctx, args)
        return super().parse_args(ctx, args)

    def _game(self, ctx: click.Context, args: list[str]) -> str:
        """The game that is meant."""
        parser = self.make_parser(ctx)
        parser.ignore_unknown_options = True
        try:
            found, others, _ = parser.parse_args(args=list(args))
        except click.UsageError:
            return GAMES[0]  # reading the arguments in earnest says what is wrong
        said = found.get("game")
        if said in GAMES:
            return str(said)
        what = found.get("what")
        names = [name for name in (*(what if isinstance(what, tuple) else (what,)), *others) if _is_name(name)]
        into = found.get("into") or ()
        if not isinstance(what, tuple):
            names = names[:1]
        if any(each in args for each in ctx.help_option_names):
            return _or_first(names)
        return game_meant(names, [into] if isinstance(into, str) else list(into))


def _is_name(text: object) -> bool:
    """Whether a word can be the name of an attacker; a number is the value of an option of the other game."""
    return isinstance(text, str) and not text.replace(".", "", 1).isdecimal() and (text == "-" or not text.startswith("-"))


def _or_first(names: list[str]) -> str:
    """The game of some names, the first where that is not clear: for help."""
    try:
        return game_meant(names, [])
    except click.ClickException:
        return GAMES[0]


def option(*names: str, section: str, **extra: Any) -> Callable[[F], F]:  # noqa: ANN401 -- as click's
    """An option in a section."""
    return click.option(*names, cls=Option, section=section, **extra)


def attack_options(command: F) -> F:
    """Everything that says who attacks whom, and how, whatever the game."""
    found = [
        click.argument("what", metavar="WHAT"),
        option(
            "--into", metavar="TARGET", section=TARGET, help="Whom: a target or datasheet by name; see: warbench list targets."
        ),
        option("--models", type=int, metavar="N", section=UNIT, help="Models in the attacking unit."),
        option(
            "--loadout",
            metavar="ITEMS",
            section=UNIT,
            help='Wargear, as "2 twin ion beamer, heavy magna-rail cannon"; the rest stays.',
        ),
        option(
            "--weapon",
            "weapons",
            multiple=True,
            metavar="NAME",
            section=UNIT,
            help="Only this weapon; repeat it for a firing order.",
        ),
        option("--profile", metavar="NAME", section=UNIT, help="The profile of that name, where a weapon has it."),
        option("--melee", is_flag=True, section=UNIT, help="Attack with the melee weapons."),
        game_option(UNIT),
        option("--target-models", type=int, metavar="N", section=TARGET, help="Models that the target starts with."),
        option("--models-left", type=int, metavar="N", section=TARGET, help="Models that the target has left."),
        option("--wounds-left", type=int, metavar="N", section=TARGET, help="Wounds that its first model has left."),
        *rules_options(),
    ]
    for decorate in reversed(found):
        command = decorate(command)
    return command


def game_option(section: str) -> Callable[[F], F]:
    """The option that says which game is meant."""
    about = "The game, where a name is found in several. Its facts are options: --game NAME --help."
    return option("--game", type=click.Choice(GAMES), section=section, help=about)


def rules_options() -> tuple[Callable[[F], F], ...]:
    """The options that say which rules are in play."""
    effect, ruling = "An effect as in scenario files; repeatable.", "Another reading of a rule; repeatable."
    return (
        option("--effect", "effects", multiple=True, metavar="JSON", section=RULES, help=effect),
        option("--ruling", "rulings", multiple=True, metavar="NAME=READING", section=RULES, help=ruling),
    )


def game_asked() -> str:
    """The game whose options the command that runs has."""
    game: str = click.get_current_context().meta[_GAME]
    return game


@cache
def game_options(game: str) -> tuple[Option, ...]:
    """The options that a game adds: its facts, and what only it has."""
    return (*(fact_option(fact) for fact in part(game, "facts").FACTS if fact.asked), *_OWN.get(game, ()))


def flag(name: str) -> str:
    """The option of a fact: ``target_engaged`` is ``--target-engaged``."""
    return f"--{name.replace('_', '-')}"


def typed(name: str, value: object) -> str:
    """What to type for a fact to have a value."""
    if value is None:
        return f"no {flag(name)}"
    if isinstance(value, bool):
        return flag(name) if value else f"--no-{flag(name)[2:]}"
    if isinstance(value, tuple | list):
        return " ".join(f"{flag(name)} {shlex.quote(word)}" for word in value) or f"no {flag(name)}"
    return f"{flag(name)} {value:g}" if isinstance(value, int | float) else f"{flag(name)} {value}"


def fact_option(fact: Fact) -> Option:
    """The option of a fact; not typed it is None, and the fact has its default."""
    param, help_text = f"{FACT}{fact.name}", f"{fact.about[:1].upper()}{fact.about[1:]}."
    if fact.domain == "yes_no":
        names = f"{flag(fact.name)}/--no-{flag(fact.name)[2:]}"
        return Option([names, param], default=None, section=SITUATION, help=help_text)
    if fact.domain == "words":
        about = f"{help_text.removesuffix('.')}; repeatable."
        words: Any = click.Choice(fact.choices, case_sensitive=False) if fact.choices else str
        named = None if fact.choices else "WORD"
        return Option([flag(fact.name), param], multiple=True, type=words, metavar=named, section=SITUATION, help=about)
    kind: Any = click.Choice(fact.choices) if fact.choices else _TYPES.get(fact.domain, str)
    metavar = "INCHES" if fact.domain == "inches" else "N" if kind is int else None if fact.choices else "VALUE"
    return Option([flag(fact.name), param], type=kind, default=None, metavar=metavar, section=SITUATION, help=help_text)


_LEADER, _STRATAGEM = "A leader that has joined the {}; repeatable.", "A stratagem in use; repeatable."


def _several(name: str, section: str, about: str) -> Option:
    """An option that may be typed several times; its flag is the name of one."""
    return Option([flag(name.removesuffix("s")), name], multiple=True, metavar="NAME", section=section, help=about)


_OWN = {
    "w40k10": (
        _several("leaders", UNIT, _LEADER.format("unit")),
        _several("target_leaders", TARGET, _LEADER.format("target")),
        _several("stratagems", RULES, _STRATAGEM),
    ),
}
"""The options of each game that are no facts."""

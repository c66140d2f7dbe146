"""The options that ``odds`` and ``roll`` share, in the sections that their help shows. Facts bring their options along."""

import re
from collections.abc import Callable
from typing import Any, TypeVar

import click

from warbench.games.w40k10.facts import FACTS
from warbench.rules.facts import Fact

F = TypeVar("F", bound=Callable[..., Any])

FACT = "fact_"
"""Parameters of facts begin so, to tell them apart from the others."""

_OTHER = "Other"
_BOTH = re.compile(r"--([a-z-]+) / --no-\1")
_TYPES: dict[str, type] = {"count": int, "inches": float, "number": float}


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


def option(*names: str, section: str, **extra: Any) -> Callable[[F], F]:  # noqa: ANN401 -- as click's
    """An option in a section."""
    return click.option(*names, cls=Option, section=section, **extra)


def attack_options(command: F) -> F:
    """Everything that says who attacks whom, and how."""
    unit, target, rules = "Attacker", "Target", "Rules in play"
    found = [
        click.argument("what", metavar="WHAT"),
        option(
            "--into", metavar="TARGET", section=target, help="Whom: a target or datasheet by name; see: warbench list targets."
        ),
        option("--models", type=int, metavar="N", section=unit, help="Models in the attacking unit."),
        option(
            "--loadout",
            metavar="ITEMS",
            section=unit,
            help='Wargear, as "2 twin ion beamer, heavy magna-rail cannon"; the rest stays.',
        ),
        option(
            "--weapon",
            "weapons",
            multiple=True,
            metavar="NAME",
            section=unit,
            help="Only this weapon; repeat it for a firing order.",
        ),
        option("--profile", metavar="NAME", section=unit, help="The profile of that name, where a weapon has it."),
        option("--melee", is_flag=True, section=unit, help="Attack with the melee weapons."),
        option("--leader", metavar="NAME", section=unit, help="A leader that has joined the unit."),
        option("--target-leader", metavar="NAME", section=target, help="A leader that has joined the target."),
        option("--target-models", type=int, metavar="N", section=target, help="Models that the target starts with."),
        option("--models-left", type=int, metavar="N", section=target, help="Models that the target has left."),
        option("--wounds-left", type=int, metavar="N", section=target, help="Wounds that its first model has left."),
        *(fact_option(fact) for fact in FACTS if fact.asked),
        option("--stratagem", "stratagems", multiple=True, metavar="NAME", section=rules, help="A stratagem in use; repeatable."),
        option(
            "--effect",
            "effects",
            multiple=True,
            metavar="JSON",
            section=rules,
            help="An effect as in scenario files; repeatable.",
        ),
        option(
            "--ruling",
            "rulings",
            multiple=True,
            metavar="NAME=READING",
            section=rules,
            help="Another reading of a rule; repeatable.",
        ),
    ]
    for decorate in reversed(found):
        command = decorate(command)
    return command


def flag(name: str) -> str:
    """The option of a fact: ``target_engaged`` is ``--target-engaged``."""
    return f"--{name.replace('_', '-')}"


def typed(name: str, value: object) -> str:
    """What to type for a fact to have a value."""
    if isinstance(value, bool):
        return flag(name) if value else f"--no-{flag(name)[2:]}"
    return f"{flag(name)} {value:g}" if isinstance(value, int | float) else f"{flag(name)} {value}"


def fact_option(fact: Fact) -> Callable[[F], F]:
    """The option of a fact; not typed it is None, and the fact has its default."""
    param, help_text = f"{FACT}{fact.name}", f"{fact.about[:1].upper()}{fact.about[1:]}."
    if fact.domain == "yes_no":
        names = f"{flag(fact.name)}/--no-{flag(fact.name)[2:]}"
        return option(names, param, default=None, section="Situation", help=help_text)
    kind = _TYPES.get(fact.domain, str)
    metavar = "INCHES" if fact.domain == "inches" else "N" if kind is int else "VALUE"
    return option(flag(fact.name), param, type=kind, metavar=metavar, section="Situation", help=help_text)

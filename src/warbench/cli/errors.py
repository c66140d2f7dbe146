"""What may be wrong with input: the table of known errors, and each of them as one line."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

from warbench.cli.letters import visible

KNOWN = (
    ("warbench.chance", "DiceError"),
    ("warbench.rules.facts", "FactError"),
    ("warbench.rules.rulings", "RulingError"),
    ("warbench.sheets.sizes", "SizeError"),
    ("warbench.sheets.loadouts", "TooManyLoadouts"),
    ("warbench.attack.dice", "ScriptError"),
    ("warbench.rules.fields", "ScenarioError"),
    ("warbench.sheets.schema", "DataError"),
    ("warbench.sheets.finding", "UnknownDatasheet"),
    ("warbench.games.w40k10.stratagems", "UnknownStratagem"),
    ("warbench.games.w40k10.stratagems", "StratagemError"),
    ("warbench.games.w40k10.battle.army_files", "ArmyError"),
    ("warbench.games.w40k10.battle.mission_files", "MissionError"),
    ("warbench.games.w40k10.battle.equipping", "RosterError"),
    ("warbench.games.heresy3.armies.files", "ArmyError"),
    ("warbench.games.heresy3.battle.mission_files", "MissionError"),
    ("warbench.games.heresy3.battle.roster", "RosterError"),
    ("warbench.intake.errors", "ReadError"),
    ("warbench.muster.files", "ArmyFileError"),
    ("warbench.muster.building.orders", "BuildError"),
    ("warbench.muster.toml_text", "NoTomlError"),
    ("warbench.intake.store.library", "LibraryError"),
)
"""The errors that say what is wrong with the input; any other is a fault of the program and keeps its traceback."""

_LONG_NUMBER = re.compile(r"\d{31,}")
_SHOWN_DIGITS = 12
_LONGEST = 1000


class InputError(click.ClickException):
    """Input that cannot be used; the message names the file or option, the value, and what was expected."""

    exit_code = 2


def known_errors() -> tuple[type[Exception], ...]:
    """The classes of the table whose modules are in use: no other can have been raised, and none is imported for this."""
    return tuple(getattr(sys.modules[module], name) for module, name in KNOWN if module in sys.modules)


@contextmanager
def located(where: str) -> Iterator[None]:
    """Put ``where`` (a file, a scenario of a list) in front of what goes wrong inside."""
    try:
        yield
    except InputError as error:
        raise InputError(f"{where}: {error.message}") from error
    except known_errors() as error:
        raise InputError(f"{where}: {_text(error)}") from error


def sentence(error: Exception) -> str:
    """The error as one line. Numbers of many digits are shortened, and so is a line without end."""
    text = shortened(_text(error)) + _hint(error)
    if isinstance(error, click.UsageError):
        path = error.ctx.command_path if error.ctx else "warbench"
        text = f"{text.rstrip('.')} (see {path} --help)"
    return text


def _hint(error: Exception) -> str:
    """Where an unknown datasheet might come from, for who has imported nothing yet."""
    finding = sys.modules.get("warbench.sheets.finding")
    if finding is None or type(error) is not finding.UnknownDatasheet:
        return ""
    from warbench.cli.data_library import library_path

    return "" if library_path().exists() else "; your library is empty: warbench data add FOLDER"


def shortened(text: str) -> str:
    """The text on one line, with numbers of many digits cut, and cut itself where it has no end."""
    flat = visible(" ".join(text.split()))
    cut = _LONG_NUMBER.sub(lambda found: f"{found[0][:_SHOWN_DIGITS]}... ({len(found[0])} digits)", flat)
    return cut if len(cut) <= _LONGEST else f"{cut[:_LONGEST]}..."


def _text(error: Exception) -> str:
    if isinstance(error, click.ClickException):
        return error.format_message()
    # A KeyError shows its argument in quotes; the others show it as it is.
    return str(error.args[0]) if isinstance(error, KeyError) and error.args else str(error)

"""``warbench``: the group of commands. A command's module is imported when it is called, and an error ends in one line."""

import importlib
import importlib.util
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

import click

from warbench.cli.errors import known_errors, sentence, shortened

COMMANDS = {
    "odds": ("warbench.cli.odds", "What an attack does, exactly: odds, reasons, and what would change them."),
    "roll": ("warbench.cli.roll", "Roll an attack once, with seeded, scripted or real dice."),
    "compare": ("warbench.cli.compare", "Compare units, loadouts or targets side by side."),
    "battle": ("warbench.cli.battle", "Play a whole battle: computer players, or a person at the terminal."),
    "replay": ("warbench.cli.replay", "Play a saved battle again, to its end or to any decision."),
    "explain": ("warbench.cli.explain", "Why something happened in a saved battle: decision, rule, modifiers, dice."),
    "read": ("warbench.cli.read", "Read a page that was saved as text or HTML: a datasheet, or rules of fortifications."),
    "show": ("warbench.cli.show", "Show a datasheet of either game, bundled or imported."),
    "data": ("warbench.cli.data", "Your library of imported datasheets: add, list, update, coverage, diff, army."),
    "import": ("warbench.cli.import_army", "Armies from text lists and rosters: what is in them, as army files."),
    "muster": ("warbench.cli.muster", "An army costed and checked, with reasons; mended; exported."),
    "list": ("warbench.cli.listing", "What there is: units, targets, stratagems, rulings, facts, keywords, armies, missions."),
    "demo": ("warbench.cli.demo", "A first look: the odds of a Land Fortress into all kinds of targets."),
    "schema": ("warbench.cli.schema", "Print the JSON Schema of scenario files."),
}
"""Each command: its module, which holds it as ``command``, and what it does."""

INTERRUPTED = 130
CLOSED_PIPE = 141
BAD_INPUT = 2


class Workbench(click.Group):
    """A group whose commands live in modules that are imported when they are needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 -- the signature is click's
        """The names in the order of the table; a module that is not installed has no command."""
        return [name for name, (module, _) in COMMANDS.items() if importlib.util.find_spec(module)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name; None when there is none."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = importlib.import_module(COMMANDS[cmd_name][0]).command
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the arguments name; an unknown one is refused with the nearest names."""
        name = args[0] if args else ""
        if name and not name.startswith("-") and self.get_command(ctx, name) is None:
            import difflib

            known = self.list_commands(ctx)
            near = difflib.get_close_matches(name, known, n=2)
            hint = f"did you mean {' or '.join(near)}?" if near else f"there are: {', '.join(known)}"
            ctx.fail(f"unknown command {name!r}; {hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name][1]) for name in self.list_commands(ctx)])

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,  # noqa: ARG002 -- the signature is click's
        **extra: Any,  # noqa: ANN401 -- click's own
    ) -> NoReturn:
        """Run a command; whatever is wrong with the input is said in one line on stderr, with exit code 2."""
        try:
            code = super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
            sys.stdout.flush()
        except click.Abort:
            sys.exit(INTERRUPTED)
        except BrokenPipeError:
            _close_pipe()
        except click.ClickException as error:
            _say(sentence(error))
            sys.exit(BAD_INPUT)
        except known_errors() as error:
            _say(sentence(error))
            sys.exit(BAD_INPUT)
        except OSError as error:
            if error.filename is None:
                raise
            _say(shortened(f"{error.filename}: {error.strerror}"))
            sys.exit(BAD_INPUT)
        sys.exit(code if isinstance(code, int) else 0)


def _say(text: str) -> None:
    click.echo(f"warbench: {text}", err=True)


def _close_pipe() -> NoReturn:
    """The reader has gone (``| head``): nothing more is written, and nothing is said about it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(CLOSED_PIPE)


@click.group(
    cls=Workbench,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Begin with: warbench demo",
)
@click.version_option(package_name="warbench", message="%(package)s %(version)s")
@click.pass_context
def main(ctx: click.Context) -> None:
    """A workbench for tabletop miniature wargames: exact odds, datasheets, dice.

    Every command has --help. Output is coloured on a terminal (NO_COLOR turns that off) and plain in a pipe.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())

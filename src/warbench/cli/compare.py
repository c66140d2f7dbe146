"""``warbench compare``: units and their loadouts side by side against several targets."""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from warbench.cli.asking import Wish, from_page, given_effects, given_rulings, own_fields, sheet_of, wish_of
from warbench.cli.errors import InputError
from warbench.cli.games import PAGES
from warbench.cli.letters import print_json, visible
from warbench.cli.options import Attacks, game_option, option, rules_options
from warbench.games import part
from warbench.lab.compare import Into, compare
from warbench.lab.comparison import MEASURES, Comparison, Measure, report
from warbench.lab.rows import ENOUGH, Candidate, candidate, candidates
from warbench.sheets.datasheet import Datasheet
from warbench.sheets.finding import NoSuchSource, slug
from warbench.sheets.sizes import smallest

F = TypeVar("F", bound=Callable[..., Any])

UNIT, TARGET, OUTPUT = "Attackers", "Targets", "Output"
LOADOUT = 'Only this loadout; repeatable. For one of several units: "UNIT: ITEMS".'
LIMIT = "Loadouts of a unit that are looked at."
_PATIENCE = 0.5  # seconds before progress is shown

EXAMPLES = """Examples:

\b
  warbench compare hekaton-land-fortress --into light-infantry --into terminators
  warbench compare hekaton-land-fortress --sort heavy-tank --top 5 --stationary
  warbench compare terminator-squad aggressor-squad --default --measure per-point
  warbench compare "Tactical Squad" "Heavy Support Squad" --default --into marines --into Predator
  warbench compare hekaton land-raider --loadout "hekaton: heavy magna-rail cannon"

A target that loses models loses their share of its points; a single model loses its points by the wound."""


def _rules(function: F) -> F:
    """Give a command the options that say which rules are in play."""
    for decorate in reversed(rules_options()):
        function = decorate(function)
    return function


@click.command(cls=Attacks, own=("stratagems",), epilog=EXAMPLES)
@click.argument("what", nargs=-1, required=True, metavar="WHAT...")
@option("--models", type=int, metavar="N", section=UNIT, help="Models in each attacking unit.")
@option("--loadout", "loadouts", multiple=True, metavar="ITEMS", section=UNIT, help=LOADOUT)
@option("--default", is_flag=True, section=UNIT, help="Only the default loadout of each unit.")
@option("--limit", type=click.IntRange(1, 10_000), default=ENOUGH, show_default=True, metavar="N", section=UNIT, help=LIMIT)
@option("--merge", is_flag=True, section=UNIT, help="One row for loadouts that attack alike.")
@option("--profile", metavar="NAME", section=UNIT, help="The profile of that name, where a weapon has it.")
@option("--melee", is_flag=True, section=UNIT, help="Attack with the melee weapons.")
@game_option(UNIT)
@option("--into", multiple=True, metavar="TARGET", section=TARGET, help="Whom; repeatable. With a number of models: horde:10.")
@_rules
@option(
    "--measure", type=click.Choice(MEASURES), default="per-point", show_default=True, section=OUTPUT, help="What is compared."
)
@option("--sort", metavar="TARGET", section=OUTPUT, help="Best first, judged by this target.")
@option(
    "--top", type=click.IntRange(1), metavar="N", section=OUTPUT, help="Only the N best, by --sort or else by the first target."
)
@option("--json", "as_json", is_flag=True, section=OUTPUT, help="The comparison as JSON (docs/compare-json.md).")
@option("--csv", "as_csv", is_flag=True, section=OUTPUT, help="The measure as CSV, one line a loadout.")
def command(
    *,
    what: tuple[str, ...],
    into: tuple[str, ...],
    measure: Measure,
    sort: str | None,
    top: int | None,
    as_json: bool,
    as_csv: bool,
    **arguments: Any,  # noqa: ANN401 -- click's
) -> None:
    """Compare what loadouts and units remove of each target, and mark the best.

    WHAT is one datasheet or several, by name or as pages saved as .txt or .html. Every legal loadout is a row, unless --loadout
    or --default chooses; each cell is what 'warbench odds' says of that loadout and that target.
    """
    if as_json and as_csv:
        raise InputError("--csv: found --json beside it, expected one of them")
    wish = _wish(arguments)
    asks = part(wish.game, "inquiry")
    targets = [_target(text, asks) for text in into or asks.TARGETS]
    found, notes = _candidates(what, arguments["loadouts"], arguments["limit"], wish, default=arguments["default"])
    with_progress = _Progress(shown=sys.stderr.isatty())
    compared = compare(
        found,
        targets,
        kind="melee" if wish.melee else "ranged",
        profile=wish.profile or "",
        facts=wish.facts,
        effects=given_effects(wish, wish.game),
        rulings=given_rulings(wish),
        own=own_fields(wish),
        merge=arguments["merge"],
        progress=with_progress,
    )
    with_progress.clear()
    order = _order(compared, targets, measure, sort, top, asks)
    if as_json:
        _print_json({**report(compared, measure, order), "notes": notes})
        return
    from warbench.cli.compare_view import print_csv, show

    if as_csv:
        print_csv(compared, measure, order)
    else:
        show(compared, measure, order, notes)


def _wish(arguments: dict[str, Any]) -> Wish:
    """The situation as ``odds`` reads it; who attacks whom is for this command."""
    nobody = dict.fromkeys(name for name in Wish.__struct_fields__ if name != "facts")
    return wish_of({**nobody, "what": "", "weapons": (), **arguments})


def _target(text: str, asks: Any) -> Into:  # noqa: ANN401 -- the inquiry module of a game
    """A target by name (also ``SOURCE:NAME``), with a number of models behind a colon or without."""
    name, colon, number = text.rpartition(":")
    if colon and number.strip().isdecimal():
        size = int(number)
    elif not colon or number.strip():
        name, size = text, None
    else:
        raise InputError(f"--into: found {text!r}, expected a target, or a target and a number of models as horde:10")
    try:
        asks.target_id(name, size)
    except NoSuchSource as error:
        raise InputError(f"--into: found {text!r}: {error}; or a number of models behind the colon, as horde:10") from error
    except ValueError as error:
        raise InputError(f"--into {text}: {error}") from error
    return Into(name, size)


def _candidates(
    what: tuple[str, ...], chosen: tuple[str, ...], limit: int, wish: Wish, *, default: bool
) -> tuple[list[Candidate], list[str]]:
    """The rows, and what there is to say about them."""
    if default and chosen:
        raise InputError("--default: found --loadout beside it, expected one of them")
    found: list[Candidate] = []
    notes: list[str] = []
    sheets: list[Datasheet] = []
    for name in what:
        if Path(name).suffix.casefold() in PAGES:
            sheet, said, unread = from_page(name)
            if sheet.game != wish.game:
                raise InputError(f"{name}: is a page of {sheet.game}, expected one of {wish.game} as the others are")
            notes += [*said, *(f"not understood on the page: {text}" for text in unread)]
        else:
            sheet = sheet_of(name, wish.game)
        sheets.append(sheet)
    _check_profile(wish.profile, sheets)
    own = _loadouts(sheets, chosen)
    for sheet in sheets:
        if not any(line.equipped for line in sheet.composition) and not own[sheet.id]:
            raise InputError(f"{sheet.name}: its page does not say what it is equipped with; name it: --loadout ITEMS")
        if own[sheet.id]:
            found += [_equipped(sheet, text, wish.models) for text in own[sheet.id]]
        elif default or chosen:
            found.append(candidate(sheet, size=wish.models))
        else:
            every = candidates(sheet, wish.models, limit)
            found += every.found
            if every.left_out != 0:
                more = "many more" if every.left_out is None else f"{every.left_out:,} more"
                notes.append(f"{sheet.name}: the first {limit} loadouts; {more} are legal (--limit, or choose with --loadout)")
    return found, notes


def _check_profile(name: str | None, sheets: list[Datasheet]) -> None:
    if name is None:
        return
    known = {
        each.name.casefold(): each.name for sheet in sheets for weapon in sheet.weapons for each in weapon.profiles if each.name
    }
    if name.casefold() not in known:
        what = ", ".join(known.values()) or "no weapons with several profiles"
        raise InputError(f"--profile: found {name!r}; there are: {what}")


def _loadouts(sheets: list[Datasheet], chosen: tuple[str, ...]) -> dict[str, list[str]]:
    """The chosen loadouts by the unit that they are for."""
    own: dict[str, list[str]] = {sheet.id: [] for sheet in sheets}
    for text in chosen:
        name, colon, items = text.partition(":")
        if not colon and len(sheets) == 1:
            own[sheets[0].id].append(text)
            continue
        wanted = slug(name)
        fits = [sheet for sheet in sheets if wanted and wanted in sheet.id]
        if not colon or len(fits) != 1:
            units = ", ".join(sheet.name for sheet in sheets)
            raise InputError(f'--loadout: found {text!r}, expected "UNIT: ITEMS" with one of the units {units}')
        own[fits[0].id].append(items)
    return own


def _equipped(sheet: Datasheet, text: str, size: int | None) -> Candidate:
    from warbench.cli.kit import loadout

    size = smallest(sheet) if size is None else size
    return candidate(sheet, loadout(sheet, size, text), size)


def _order(
    compared: Comparison,
    targets: list[Into],
    measure: Measure,
    sort: str | None,
    top: int | None,
    asks: Any,  # noqa: ANN401 -- the inquiry module of a game
) -> list[int]:
    """The rows to show, in order."""
    if sort is None and top is None:
        return list(range(len(compared.rows)))
    column = 0
    if sort is not None:
        wanted = asks.target_id(_target(sort, asks).name)
        same = [index for index, target in enumerate(targets) if asks.target_id(target.name) == wanted]
        if not same:
            there = ", ".join(target.name for target in targets)
            raise InputError(f"--sort: {sort!r} is not among the targets: {there}")
        column = next((index for index in same if targets[index] == _target(sort, asks)), same[0])
    return list(compared.ranking(column, measure)[:top])


class _Progress:
    """Says on the standard error how far a long comparison is, where somebody is looking."""

    def __init__(self, *, shown: bool) -> None:
        self.shown = shown
        self.begin = time.monotonic()
        self.width = 0

    def __call__(self, done: int, of: int) -> None:
        if self.shown and time.monotonic() - self.begin > _PATIENCE:
            text = f"{done} of {of} answers"
            self.width = max(self.width, len(text))
            click.echo(f"\r{visible(text):<{self.width}}", nl=False, err=True)

    def clear(self) -> None:
        """Wipe it away."""
        if self.width:
            click.echo(f"\r{'':<{self.width}}\r", nl=False, err=True)


def _print_json(data: dict[str, Any]) -> None:

    print_json(data)

"""``warbench muster``: an army costed and checked with reasons and advice, built, mended, exported; options of its units."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from warbench.cli.errors import InputError
from warbench.cli.letters import escaped, print_json, visible_lines
from warbench.cli.muster_orders import building, new_army, orders_of
from warbench.games import GAMES

if TYPE_CHECKING:
    from warbench.cli.importing import Brought
    from warbench.muster import ArmyFile
    from warbench.muster.building import Orders
    from warbench.muster.known import Known
    from warbench.sheets.datasheet import Datasheet

SIZES = ("incursion", "strike force", "onslaught")
FORMS = ("json", "toml", "text", "roster", "ros")
ILLEGAL = 1
NEW = "new"

EPILOG = """\b
  warbench muster new --faction "Space Marines" --add "Intercessor Squad x2" --lead "Captain: #1" --save mine.json
  warbench muster mine.json --add "Redemptor Dreadnought" --models "#2=10" --warlord "#1" --save mine.json
  warbench muster votann-1000
  warbench muster list.txt --size "strike force"
  warbench muster mine.json --fix --save mended.json
  warbench muster mine.json --export text
  warbench muster --options "Hearthkyn Warriors"

Exit code 1: the army is not legal."""


@click.command(epilog=EPILOG)
@click.argument("name", metavar="[FILE|NAME|new]", required=False)
@click.option("--game", type=click.Choice(GAMES), help="Where both games have something of that name.")
@click.option("--size", type=click.Choice(SIZES), help="The battle size that it must be legal for (Warhammer 40,000).")
@click.option("--limit", type=click.IntRange(1, 100_000), help="The points limit (The Horus Heresy).")
@building
@click.option("--fix", is_flag=True, help="Propose the smallest change that makes it legal; --save writes the mended army.")
@click.option("--export", "form", type=click.Choice(FORMS), help="Print the army in another form instead.")
@click.option("--save", metavar="FILE", help="Write the army as it is built, or what --fix or --export makes, to a file.")
@click.option("--options", "unit", metavar="UNIT", help="The wargear options of a datasheet, as a tree and in words.")
@click.option("--json", "as_json", is_flag=True, help="The answer as JSON (docs/muster.md).")
@click.option("--schema", is_flag=True, help="Print the JSON Schema of army files.")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    *,
    name: str | None,
    game: str | None,
    size: str | None,
    limit: int | None,
    fix: bool,
    form: str | None,
    save: str | None,
    unit: str | None,
    as_json: bool,
    schema: bool,
    **said: Any,  # noqa: ANN401 -- the options that build an army, by their names
) -> None:
    """Muster an army: its points, unit by unit, and every reason why it is not legal, with the rule and what to do.

    FILE is an army file of our own, a roster or a text list; NAME a bundled army (warbench list armies); new an army without
    units, of the --faction. The options that name units build it: see docs/muster.md.
    """
    import msgspec

    from warbench.cli import muster_view

    if schema:
        from warbench.muster.files import army_schema

        print_json(army_schema())
        return
    if unit is not None:
        muster_view.show_options(_sheet(unit, name, game), as_json=as_json)
        return
    if name is None:
        raise click.UsageError("missing FILE, NAME or new", ctx)
    orders = orders_of(said)
    if save is not None and not fix and form is None and not orders.any:
        raise InputError("--save: found neither --fix nor --export nor anything to build, expected one of them")
    if form is not None and fix and save is None:
        raise InputError("--export: with --fix it says the form of the file that --save names; found no --save")
    army, known = _built(name, game, orders)
    file = _set(army.file, size, limit)
    army = msgspec.structs.replace(army, file=file)
    if fix:
        ctx.exit(_mended(file, known, save, form, as_json=as_json))
    elif form is not None:
        _write(_exported(file, known, form), save)
    else:
        from warbench.muster import muster

        found = muster(file, known)
        if save is not None:
            _write(_exported(file, known, _form_of(save)), save)
        muster_view.show_army(found, army, built=orders.any, as_json=as_json)
        if orders.any and not as_json:
            muster_view.show_saved(save)
        ctx.exit(0 if found.is_legal else ILLEGAL)


def _built(name: str, game: str | None, orders: "Orders") -> "tuple[Brought, Known]":
    """The army that is named, after the orders; and what is known beside its datasheets.

    Raises:
        InputError, BuildError: when there is no such army, or an order cannot be carried out.
    """
    import msgspec

    from warbench.cli.importing import Brought
    from warbench.cli.muster_known import known

    if name == NEW:
        from warbench.cli.data_library import use_library

        use_library()
        army = Brought(name=name, kind="new", file=new_army(game, orders, known))
    else:
        army = _army(name, game)
    beside = known(army.game)
    if orders.any:
        from warbench.muster.building import changed

        # What cannot be carried out leaves no half-built army: nothing is written before all is done.
        army = msgspec.structs.replace(army, file=changed(army.file, orders, beside))
    return army, beside


def _army(name: str, game: str | None) -> "Brought":
    """The army of a file, or the bundled one of that name.

    Raises:
        InputError: when there is none, or both games have one of that name.
    """
    from warbench.cli.data_library import use_library
    from warbench.cli.importing import Brought, brought

    path = Path(name)
    if path.suffix or path.exists():
        found = brought(name)
        if game is not None and found.game != game:
            raise InputError(f"--game: found {game!r}, expected {found.game!r}: {name} is an army of that game")
        return found
    use_library()
    bundled = [(each, file) for each in GAMES if game in {None, each} and (file := _bundled(each, name)) is not None]
    if len(bundled) != 1:
        raise InputError(f"found {name!r}, expected the path of a file or one of {', '.join(_known(game))}")
    return Brought(name=name, kind="bundled", file=bundled[0][1])


def _known(game: str | None) -> list[str]:
    from warbench.games.heresy3.armies import files
    from warbench.games.w40k10.battle import army_files

    own = {"w40k10": army_files.armies(), "heresy3": files.armies()}
    return [each for key, names in own.items() if game in {None, key} for each in names]


def _bundled(game: str, name: str) -> "ArmyFile | None":
    from warbench.games.heresy3.armies import files
    from warbench.games.w40k10.battle import army_files
    from warbench.muster import Heresy3File, W40k10File

    try:
        return W40k10File(army=army_files.army(name)) if game == GAMES[0] else Heresy3File(army=files.army(name))
    except (army_files.ArmyError, files.ArmyError):
        return None


def _set(file: "ArmyFile", size: str | None, limit: int | None) -> "ArmyFile":
    """The army for the battle that is asked for.

    Raises:
        InputError: when the game has no such thing.
    """
    import msgspec

    from warbench.muster import W40k10File

    if isinstance(file, W40k10File):
        if limit is not None:
            raise InputError("--limit: Warhammer 40,000 has battle sizes: --size")
        return file if size is None else msgspec.structs.replace(file, battle_size=size)
    if size is not None:
        raise InputError("--size: The Horus Heresy has a points limit: --limit")
    return file if limit is None else msgspec.structs.replace(file, army=msgspec.structs.replace(file.army, limit=limit))


def _mended(file: "ArmyFile", known: "Known", save: str | None, form: str | None, *, as_json: bool) -> int:
    """Show the smallest change, and write the mended army where that is asked for; 1 when there is none."""
    from warbench.cli import muster_view
    from warbench.muster.fixing import Mended, NoSolverError
    from warbench.muster.fixing.files import fix

    try:
        answer = fix(file, known)
    except NoSolverError as error:
        raise InputError(str(error)) from error
    if isinstance(answer, Mended) and save is not None:
        _write(_exported(answer.spec, known, form or _form_of(save)), save)
    muster_view.show_fix(file, answer, known, saved=save, as_json=as_json)
    return 0 if isinstance(answer, Mended) else ILLEGAL


def _form_of(save: str) -> str:
    """The form of an army file of a name."""
    return "toml" if Path(save).suffix.casefold() == ".toml" else "json"


def _exported(file: "ArmyFile", known: "Known", form: str) -> str:
    from warbench.muster import muster
    from warbench.muster.files import to_json
    from warbench.muster.rosters.roster import as_json, as_xml
    from warbench.muster.text_list import text_list
    from warbench.muster.toml_text import NoTomlError, to_toml

    try:
        forms = {
            "json": lambda: to_json(file),
            "toml": lambda: to_toml(file),
            "text": lambda: visible_lines(text_list(muster(file, known))),
            "roster": lambda: as_json(file, known),
            "ros": lambda: as_xml(file, known),
        }
        return forms[form]()
    except NoTomlError as error:
        raise InputError(str(error)) from error


def _write(text: str, save: str | None) -> None:
    from warbench.cli.files import write_text

    if save is None:
        click.echo(escaped(text), nl=False)
    else:
        write_text(save, text)


def _sheet(unit: str, name: str | None, game: str | None) -> "Datasheet":
    """The datasheet of that name: of the army that is named, else bundled or imported, of the game that has it."""
    from warbench.cli.muster_sheets import sheet_named

    return sheet_named(unit, None if name is None else _army(name, game).file, game)

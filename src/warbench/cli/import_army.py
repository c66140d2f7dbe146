"""``warbench import``: text lists, rosters and army files of our own become armies that fight."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from warbench.cli.errors import InputError, known_errors, sentence
from warbench.cli.letters import escaped, print_json, visible
from warbench.cli.paper import count

if TYPE_CHECKING:
    from warbench.cli.importing import Brought
    from warbench.intake.armies import Pricing
    from warbench.muster import Mustered

EPILOG = """Text lists of the official app, of list builders and of tournament forms; rosters .ros, .rosz and .json;
army files of our own. Datasheets that are not bundled come from your library: warbench data add FOLDER.

\b
  warbench import list.txt --save mine.json
  warbench muster mine.json
  warbench import *.rosz --save armies/"""


@click.command(epilog=EPILOG)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--save", metavar="FILE-OR-FOLDER", help="Where to write the army; a name in .toml as TOML. Several need a folder.")
@click.option(
    "--points",
    "pricing",
    type=click.Choice(["file", "library"]),
    default="file",
    show_default=True,
    help="Whose points count where they differ: those that the file prints, or those of the datasheets here.",
)
@click.option("--toml", "as_toml", is_flag=True, help="TOML, which battles read, instead of JSON.")
@click.option("--json", "as_json", is_flag=True, help="The report as JSON, with the army in it (docs/muster.md).")
@click.pass_context
def command(
    ctx: click.Context, /, *, files: tuple[str, ...], save: str | None, pricing: "Pricing", as_toml: bool, as_json: bool
) -> None:
    """Read armies that you have in other forms and write them as army files (docs/muster.md).

    Every unit that is not found, every item that does not fit and every difference in points is told: on the screen with
    --save, else on the standard error, as the army goes to the standard output.
    """
    if len(files) > 1 and not as_json and (save is None or not Path(save).is_dir()):
        raise InputError(f"--save: {len(files)} files need a folder that is there; found {save!r}")
    reports: list[dict[str, Any]] = []
    failed = 0
    for name in files:
        try:
            reports.append(_import(name, save, pricing, as_toml=as_toml, as_json=as_json))
        except Exception as error:
            # One of several that cannot be read does not keep the others from being read.
            if len(files) == 1 or not isinstance(error, (InputError, *known_errors())):
                raise
            failed += 1
            reports.append({"file": name, "error": sentence(error)})
            click.echo(f"warbench: {sentence(error)}", err=True)
    if as_json:
        print_json(reports)
    if failed:
        ctx.exit(InputError.exit_code)


def _import(name: str, save: str | None, pricing: "Pricing", *, as_toml: bool, as_json: bool) -> dict[str, Any]:
    """Read one file, write its army where that is asked for, and tell; what ``--json`` says of it."""
    from warbench.cli.files import write_text
    from warbench.cli.importing import NothingTakenError, brought
    from warbench.cli.muster_known import known
    from warbench.muster import muster

    try:
        army = brought(name, pricing)
    except NothingTakenError as error:
        for line in () if as_json else error.holds:
            click.echo(visible(line), err=save is None)
        raise
    found = muster(army.file, known(army.game))
    target = None if save is None else _target(name, save, as_toml=as_toml)
    if target is not None:
        write_text(str(target), written(army, as_toml=target.suffix == ".toml"))
    elif not as_json:
        click.echo(escaped(written(army, as_toml=as_toml)), nl=False)
    for line in () if as_json else told(army, found, target):
        click.echo(visible(line), err=target is None)
    return _report(army, found, target) if as_json else {}


def written(army: "Brought", *, as_toml: bool) -> str:
    """The army file as text.

    Raises:
        NoTomlError: when TOML is asked for and cannot hold it.
    """
    from warbench.muster.files import to_json
    from warbench.muster.toml_text import to_toml

    return to_toml(army.file) if as_toml else to_json(army.file)


def told(army: "Brought", found: "Mustered", saved: Path | None) -> list[str]:
    """What is to be said about an army that was read: its points here and as printed, what is missing, what was not plain."""
    lines = [f"{army.name}: {army.kind}, {found.name} ({found.game}), {count(len(found.units), 'unit')}, {found.points} points"]
    if army.printed is not None:
        difference = found.points - army.printed
        more = "more" if difference > 0 else "fewer"
        lines[0] += f"; printed {army.printed}" + (f", {abs(difference)} {more} here" if difference else "")
    lines += [f"  not found: {each}" for each in army.missing]
    lines += [f"  {unit}: {note}" if unit else f"  {note}" for unit, note in army.notes]
    faults = len(found.faults)
    legal = f"not legal as it stands, {count(faults, 'finding')}" if faults else "legal as it stands"
    lines.append(f"  {legal}: warbench muster {saved or 'FILE'}")
    return [*lines, f"  saved as {saved}"] if saved is not None else lines


def _report(army: "Brought", found: "Mustered", saved: Path | None) -> dict[str, Any]:
    return {
        "file": army.name,
        "kind": army.kind,
        "game": found.game,
        "name": found.name,
        "points": found.points,
        "printed": army.printed,
        "missing": army.missing,
        "notes": [{"unit": unit, "note": note} for unit, note in army.notes],
        "legal": found.is_legal,
        "findings": found.findings,
        "saved": None if saved is None else str(saved),
        "army": army.file,
    }


def _target(name: str, save: str, *, as_toml: bool) -> Path:
    target = Path(save)
    if not target.is_dir():
        return target
    return target / f"{Path(name).stem}{'.toml' if as_toml else '.json'}"

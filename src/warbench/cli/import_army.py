"""``warbench import``: text lists, rosters and army files of our own become armies that fight."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from warbench.cli.errors import InputError

if TYPE_CHECKING:
    from warbench.cli.importing import Brought

EPILOG = """Text lists of the official app, of list builders and of tournament forms; rosters .ros, .rosz and .json;
army files of our own. Datasheets that are not bundled come from your library: warbench data add FOLDER.

\b
  warbench import list.txt --save mine.json
  warbench muster mine.json
  warbench import *.rosz --save armies/"""


@click.command(epilog=EPILOG)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--save", metavar="FILE-OR-FOLDER", help="Where to write the army; a name in .toml as TOML. Several need a folder.")
@click.option("--toml", "as_toml", is_flag=True, help="TOML, which battles read, instead of JSON.")
def command(*, files: tuple[str, ...], save: str | None, as_toml: bool) -> None:
    """Read armies that you have in other forms and write them as army files (docs/muster.md).

    Every unit that is not found, every item that does not fit and every difference in points is told: on the screen with
    --save, else on the standard error, as the army goes to the standard output.
    """
    from warbench.cli.files import write_text
    from warbench.cli.importing import brought

    if len(files) > 1 and (save is None or not Path(save).is_dir()):
        raise InputError(f"--save: {len(files)} files need a folder that is there; found {save!r}")
    for name in files:
        army = brought(name)
        if save is None:
            click.echo(written(army, as_toml=as_toml), nl=False)
            for line in told(army):
                click.echo(line, err=True)
            continue
        target = _target(name, save, as_toml=as_toml)
        write_text(str(target), written(army, as_toml=target.suffix == ".toml"))
        for line in told(army):
            click.echo(line)
        click.echo(f"  saved as {target}")


def written(army: "Brought", *, as_toml: bool) -> str:
    """The army file as text.

    Raises:
        NoTomlError: when TOML is asked for and cannot hold it.
    """
    from warbench.muster.files import to_json
    from warbench.muster.toml_text import to_toml

    return to_toml(army.file) if as_toml else to_json(army.file)


def told(army: "Brought") -> list[str]:
    """What is to be said about an army that was read: its points here and as printed, what is missing, what was not plain."""
    from warbench.muster import muster

    found = muster(army.file)
    lines = [f"{army.name}: {army.kind}, {found.name} ({found.game}), {len(found.units)} units, {found.points} points"]
    if army.printed is not None:
        difference = found.points - army.printed
        lines[0] += f"; printed {army.printed}" + (f", {difference:+d} here" if difference else "")
    lines += [f"  not found: {each}" for each in army.missing]
    lines += [f"  {unit}: {note}" if unit else f"  {note}" for unit, note in army.notes]
    if found.faults:
        count = len(found.faults)
        lines.append(f"  not legal as it stands ({count} {'finding' if count == 1 else 'findings'}): warbench muster FILE")
    return lines


def _target(name: str, save: str, *, as_toml: bool) -> Path:
    target = Path(save)
    if not target.is_dir():
        return target
    return target / f"{Path(name).stem}{'.toml' if as_toml else '.json'}"

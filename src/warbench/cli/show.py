"""``warbench show``: a datasheet of either game, bundled or imported."""

from typing import TYPE_CHECKING

import click

from warbench.cli.errors import InputError
from warbench.games import GAMES, part

if TYPE_CHECKING:
    from warbench.sheets.datasheet import Datasheet


@click.command
@click.argument("name", metavar="NAME")
@click.option("--game", type=click.Choice(GAMES), help="Of which game; without it the libraries of all games are searched.")
@click.option("--texts", is_flag=True, help="Also what each ability does.")
@click.option("--notes", is_flag=True, help="What was not plain when the datasheet was imported.")
@click.option("--json", "as_json", is_flag=True, help="The datasheet as JSON.")
def command(*, name: str, game: str | None, texts: bool, notes: bool, as_json: bool) -> None:
    """Show a datasheet, bundled or of your library: profile, weapons, abilities, options, composition, points, keywords."""
    from warbench.cli.data_library import stored

    sheet = _datasheet(name, game)
    if as_json:
        import msgspec

        click.echo(msgspec.json.format(msgspec.json.encode(sheet), indent=2).decode())
        return
    from warbench.cli.paper import Paper
    from warbench.cli.sheet_view import show_sheet

    paper = Paper()
    imported = stored(sheet) if texts or notes else None
    summaries = {ability.name: ability.summary for ability in sheet.abilities}
    told = {name: " ".join(text.split()) for name, text in imported.texts.items()} if imported is not None else {}
    words = {**summaries, **told}
    show_sheet(paper, sheet, words if texts else {})
    for note in imported.notes if notes and imported is not None else ():
        paper.item(note)


def _datasheet(name: str, game: str | None) -> "Datasheet":
    """The datasheet of that name in a game, or in the one game that has it.

    Raises:
        InputError: when several games have it.
        UnknownDatasheet: when none has, or the name fits several datasheets.
    """
    from warbench.cli.data_library import imported_ids, use_library
    from warbench.cli.games import imported_id, known
    from warbench.sheets.finding import UnknownDatasheet, find

    use_library()
    games = GAMES if game is None else (game,)
    ids = {each: known((each,)) for each in games}
    try:
        key = find(name, tuple(dict.fromkeys(key for each in games for key in ids[each])), "datasheet")
        having = [each for each in games if key in ids[each]]
    except UnknownDatasheet:
        # An imported datasheet may be asked for by its name where that is not its id; a game that has some says what is wrong.
        having = [each for each in games if imported_id(each, name)] or [each for each in games if imported_ids(each)][:1]
        if not having:
            raise
        key = name
    if len(having) > 1:
        raise InputError(f"{name!r}: {key} is a datasheet of {' and of '.join(having)}; say which: --game {having[0]}")
    sheet: Datasheet = part(having[0], "library").datasheet(key)
    return sheet

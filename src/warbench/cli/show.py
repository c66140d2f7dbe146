"""``warbench show``: a datasheet of either game, bundled or imported."""

import click

from warbench.cli.letters import print_json
from warbench.games import GAMES


@click.command
@click.argument("name", metavar="NAME")
@click.option("--game", type=click.Choice(GAMES), help="Of which game; without it the libraries of all games are searched.")
@click.option("--texts", is_flag=True, help="Also what each ability does.")
@click.option("--notes", is_flag=True, help="What was not plain when the datasheet was imported.")
@click.option("--json", "as_json", is_flag=True, help="The datasheet as JSON.")
def command(*, name: str, game: str | None, texts: bool, notes: bool, as_json: bool) -> None:
    """Show a datasheet, bundled or of your library: profile, weapons, abilities, options, composition, points, keywords."""
    from warbench.cli.data_library import stored
    from warbench.cli.games import datasheet_of

    sheet = datasheet_of(name, game)
    if as_json:
        print_json(sheet)
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

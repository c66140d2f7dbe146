"""``warbench show``: a bundled datasheet."""

import click


@click.command
@click.argument("name", metavar="NAME")
@click.option("--texts", is_flag=True, help="Also what each ability does.")
@click.option("--json", "as_json", is_flag=True, help="The datasheet as JSON.")
def command(*, name: str, texts: bool, as_json: bool) -> None:
    """Show a bundled datasheet: profile, weapons, abilities, options, composition, points, transport, keywords."""
    from warbench.games.w40k10 import library

    sheet = library.datasheet(name)
    if as_json:
        import msgspec

        click.echo(msgspec.json.format(msgspec.json.encode(sheet), indent=2).decode())
        return
    from warbench.cli.paper import Paper
    from warbench.cli.sheet_view import show_sheet

    summaries = {ability.name: ability.summary for ability in sheet.abilities}
    show_sheet(Paper(), sheet, summaries if texts else {})

"""``warbench read``: a datasheet page that was saved, as the program understands it."""

import click


@click.command
@click.argument("file", metavar="FILE")
@click.option("--raw", is_flag=True, help="Only what the page says: nothing is completed from bundled facts.")
@click.option("--texts", is_flag=True, help="Also the page's own words for each ability, stratagem and rule.")
@click.option("--json", "as_json", is_flag=True, help="The whole reading as JSON.")
def command(*, file: str, raw: bool, texts: bool, as_json: bool) -> None:
    """Show the datasheet of a page saved as text or HTML, and what the page lacks, was repaired, was completed, disagrees."""
    from warbench.intake import complete, read_page

    reading = read_page(file)
    if not raw:
        reading = complete(reading)
    if as_json:
        import msgspec

        click.echo(msgspec.json.format(msgspec.json.encode(reading), indent=2).decode())
        return
    from warbench.cli.paper import Paper
    from warbench.cli.reading_view import show_reading

    show_reading(Paper(), reading, texts=texts)

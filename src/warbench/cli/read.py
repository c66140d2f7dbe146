"""``warbench read``: a page that was saved, as the program understands it."""

import click

from warbench.cli.letters import print_json


@click.command
@click.argument("file", metavar="FILE")
@click.option("--raw", is_flag=True, help="Only what the page says: nothing is completed from bundled facts.")
@click.option("--texts", "--text", is_flag=True, help="Also the page's own words for each ability, stratagem and rule.")
@click.option("--json", "as_json", is_flag=True, help="The whole reading as JSON (docs/read-json.md).")
def command(*, file: str, raw: bool, texts: bool, as_json: bool) -> None:
    """Show what a page saved as text or HTML holds, and what the page lacks, was repaired, was completed, disagrees.

    A datasheet page of Warhammer 40,000 becomes a datasheet. The fortifications page of The Horus Heresy becomes types, rites,
    wargear, special rules and reactions, each with its line and the rules that stand for it.
    """
    from warbench.intake import RulesReading, complete, fill, read_any

    reading = read_any(file)
    if not raw:
        reading = fill(reading) if isinstance(reading, RulesReading) else complete(reading)
    if as_json:
        import msgspec

        if isinstance(reading, RulesReading) and not texts:
            reading = msgspec.structs.replace(reading, texts=())
        print_json(reading)
        return
    from warbench.cli.paper import Paper

    if isinstance(reading, RulesReading):
        from warbench.cli.reading_rules import show_rules

        show_rules(Paper(), reading, texts=texts)
        return
    from warbench.cli.reading_view import show_reading

    show_reading(Paper(), reading, texts=texts)

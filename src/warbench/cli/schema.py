"""``warbench schema``: the JSON Schema of scenario files."""

from typing import Any

import click

from warbench.cli.letters import print_json


@click.command
def command() -> None:
    """Print the JSON Schema of scenario files (docs/scenario-format.md explains them)."""
    print_json(scenario_schema())


def scenario_schema() -> dict[str, Any]:
    """The schema: one scenario, or a list of them."""
    import msgspec

    from warbench.cli.games import scenario_class
    from warbench.games import GAMES

    kinds, parts = msgspec.json.schema_components([scenario_class(game) for game in GAMES], ref_template="#/$defs/{name}")
    one = {"anyOf": list(kinds)}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Warbench scenario",
        "description": "An attack question, or a list of them.",
        "anyOf": [one, {"type": "array", "items": one, "minItems": 1}],
        "$defs": parts,
    }

"""``warbench schema``: the JSON Schema of scenario files."""

from typing import Any

import click


@click.command
def command() -> None:
    """Print the JSON Schema of scenario files (docs/scenario-format.md explains them)."""
    import msgspec

    click.echo(msgspec.json.format(msgspec.json.encode(scenario_schema()), indent=2).decode())


def scenario_schema() -> dict[str, Any]:
    """The schema: one scenario, or a list of them."""
    import msgspec

    from warbench.games.w40k10.scenario import Scenario

    (one,), parts = msgspec.json.schema_components([Scenario], ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Warbench scenario",
        "description": "An attack question, or a list of them.",
        "anyOf": [one, {"type": "array", "items": one, "minItems": 1}],
        "$defs": parts,
    }

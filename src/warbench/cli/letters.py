"""Letters that a terminal would obey instead of showing them; no stranger's file may send any of them."""

import re
from typing import Any

import click

# Controls (escape sequences begin with one), marks that turn the direction of writing, and halves of letters.
_OBEYED = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_SPACES = frozenset("\t\n\v\f\r\x85\u2028\u2029")


def visible(text: str) -> str:
    """The text on one line, as long as before: spaces for tabs and breaks, the sign of a lost letter for what is obeyed."""
    return _OBEYED.sub(lambda found: " " if found[0] in _SPACES else "\N{REPLACEMENT CHARACTER}", text)


def visible_lines(text: str) -> str:
    """A text of several lines, each of them visible."""
    return "\n".join(map(visible, text.split("\n")))


def escaped(text: str) -> str:
    """A text of JSON or TOML that says the same, with escapes for what is obeyed."""
    return _OBEYED.sub(lambda found: found[0] if found[0] == "\n" else f"\\u{ord(found[0]):04x}", text)


def print_json(data: Any) -> None:  # noqa: ANN401 -- plain data or structs
    """Print data as JSON, escaped."""
    import msgspec

    click.echo(escaped(msgspec.json.format(msgspec.json.encode(data), indent=2).decode()))

"""Which rules of the game each special rule changes (H-192, H-193): where they differ, the special rule holds."""

import functools
from collections.abc import Mapping
from importlib import resources

from warbench.sheets.schema import DataError
from warbench.sheets.shelf import parse

_FILE = "special_rules.toml"


@functools.cache
def changes() -> Mapping[str, tuple[str, ...]]:
    """The rules that each special rule changes, by its name in lower case.

    Raises:
        DataError: when the bundled file names none for a special rule.
    """
    return read_changes((resources.files(__package__) / _FILE).read_bytes(), _FILE)


def read_changes(data: str | bytes, file: str) -> Mapping[str, tuple[str, ...]]:
    """The same from a file's text.

    Raises:
        DataError: for a special rule that changes nothing: it would be a rule of its own (H-193).
    """
    found: dict[str, tuple[str, ...]] = {}
    for name, rules in parse(data, file).items():
        if not isinstance(rules, list) or not rules or not all(isinstance(rule, str) and rule for rule in rules):
            msg = f"{file}: {name}: found {rules!r}, expected the rules that it changes, at least one"
            raise DataError(msg)
        found[name.casefold()] = tuple(rules)
    return found

"""Small things for the tests of the Horus Heresy planner: units that cost something, questions of any kind."""

import msgspec

from tests.games.heresy3.battle.kit import unit
from warbench.battle.requests import Ask, Option
from warbench.games.heresy3.battle.roster import Entry, Kind


def paid(points: int, *parts: tuple[Kind, int] | Kind, name: str = "") -> Entry:
    """A unit of some kinds of models that costs so many points."""
    return msgspec.structs.replace(unit(*parts, name=name), points=points)


def asked(about: str, keys: list[str], subject: str = "", matter: object = None, player: int = 0) -> Ask:
    """A question with some answers."""
    return Ask(player, about, "?", lambda: [Option(key, key) for key in keys], subject=subject, matter=matter)

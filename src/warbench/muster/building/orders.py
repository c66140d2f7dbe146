"""What is to be done to an army: orders by kind, and how their texts are read."""

import re

import msgspec

MOST = 20
"""The most units that one order adds."""

_TIMES = re.compile(r"^(?P<what>.+?)\s+[x\N{MULTIPLICATION SIGN}]\s*(?P<count>\d{1,4})$", re.IGNORECASE)
_COUNTED = re.compile(r"^(?P<count>\d{1,4})\s*x?\s+(?P<what>.+)$", re.IGNORECASE)


class BuildError(ValueError):
    """An order that cannot be carried out; the message has the order, what was found and what was expected."""


class Orders(msgspec.Struct, frozen=True, kw_only=True):
    """Orders, carried out in the order of these fields.

    ``faction``, ``allegiance``, ``name`` and ``detachment`` are of the army; a game of one detachment has the last that is named.
    ``into`` is the detachment that added units stand in, where there are several. All others name units: ``UNIT``, ``UNIT xN``,
    ``UNIT=MODELS``, ``UNIT: THING``.
    """

    name: str = ""
    faction: str = ""
    allegiance: str = ""
    detachment: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()
    add: tuple[str, ...] = ()
    into: str = ""
    models: tuple[str, ...] = ()
    usual: tuple[str, ...] = ()
    give: tuple[str, ...] = ()
    lead: tuple[str, ...] = ()
    enhancement: tuple[str, ...] = ()
    prime: tuple[str, ...] = ()
    inside: tuple[str, ...] = ()
    reserve: tuple[str, ...] = ()
    warlord: str = ""

    @property
    def any(self) -> bool:
        """Whether anything is ordered."""
        return self != Orders()


def times(order: str) -> tuple[str, int]:
    """The unit and the number of ``UNIT xN``; one without a number.

    Raises:
        BuildError: for a number that is too large, or none.
    """
    found = _TIMES.match(order.strip())
    if found is None:
        return order.strip(), 1
    count = int(found["count"])
    if not 0 < count <= MOST:
        raise BuildError(f"--add {order!r}: found x{count}, expected 1 to {MOST}")
    return found["what"].strip(), count


def pair(option: str, order: str, mark: str, expected: str) -> tuple[str, str]:
    """The two sides of an order.

    Args:
        option: the option that it was given by, for messages.
        order: the text.
        mark: what stands between its sides.
        expected: its form, for messages.

    Raises:
        BuildError: when a side is missing.
    """
    left, found, right = order.partition(mark)
    if not found or not left.strip() or not right.strip():
        raise BuildError(f"--{option}: found {order!r}, expected {expected}")
    return left.strip(), right.strip()


def counted(text: str) -> tuple[str, int]:
    """The item and the number of ``2 lascannon`` or ``2x lascannon``; one without a number."""
    found = _COUNTED.match(text.strip())
    return (found["what"].strip(), int(found["count"])) if found else (text.strip(), 1)


def number(option: str, order: str, text: str) -> int:
    """A number of models.

    Raises:
        BuildError: for what is no number.
    """
    if not text.isascii() or not text.isdigit() or len(text) > len("1000"):
        raise BuildError(f"--{option} {order!r}: found {text!r}, expected a number of models")
    return int(text)

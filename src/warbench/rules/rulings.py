"""Rulings: where the rules can be read in more than one way, the reading is named, has a default and can be switched."""

import difflib
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

import msgspec


class RulingError(ValueError):
    """A ruling that nobody registered, or a reading that it does not offer."""


class Ruling(msgspec.Struct, frozen=True, kw_only=True):
    """One question about the rules, its possible readings by name (each with a line that says it) and the default.

    ``decided`` says where the reading counts: in the numbers of one attack, or in the course of a battle.
    """

    id: str
    name: str
    question: str
    readings: tuple[tuple[str, str], ...]
    default: str
    decided: Literal["attack", "battle"] = "attack"

    @property
    def choices(self) -> tuple[str, ...]:
        """The names of the readings."""
        return tuple(name for name, _ in self.readings)


class Rulings:
    """The register of one game's rulings, by name."""

    def __init__(self, rulings: Iterable[Ruling]) -> None:
        """Take the rulings."""
        self._rulings = {ruling.name: ruling for ruling in rulings}

    def __iter__(self) -> Iterator[Ruling]:
        """In the order of registration."""
        return iter(self._rulings.values())

    def settle(self, chosen: Mapping[str, str]) -> dict[str, str]:
        """The reading of every ruling: the chosen one, or the default.

        Raises:
            RulingError: for an unknown ruling or reading, naming what there is.
        """
        readings = {ruling.name: ruling.default for ruling in self}
        for name, reading in chosen.items():
            ruling = self._rulings.get(name)
            if ruling is None:
                near = difflib.get_close_matches(name, self._rulings, n=1)
                hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(self._rulings)}"
                msg = f"unknown ruling {name!r}; {hint}"
                raise RulingError(msg)
            if reading not in ruling.choices:
                msg = f"ruling {name}: found {reading!r}, expected one of {', '.join(ruling.choices)}"
                raise RulingError(msg)
            readings[name] = reading
        return readings

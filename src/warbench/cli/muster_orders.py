"""The options of ``warbench muster`` that build an army: each is an order, carried out in a fixed order."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from warbench.games import GAMES

if TYPE_CHECKING:
    from warbench.muster import ArmyFile
    from warbench.muster.building import Orders
    from warbench.muster.known import Known

_Command = TypeVar("_Command", bound=Callable[..., Any])

_MANY = (
    ("detachment", "NAME", "The army's detachment; of The Horus Heresy one more."),
    ("remove", "UNIT", "Take a unit out."),
    ("add", "UNIT", "Add a unit, as its datasheet has it first; 'UNIT x2' two of them."),
    ("models", "UNIT=N", "How many models a unit has."),
    ("usual", "UNIT", "Its usual wargear."),
    ("give", "UNIT: ITEM", "Take an option of its datasheet; 'UNIT: 2 ITEM' for two models."),
    ("lead", "LEADER: UNIT", "Let a leader join a unit; who is not in the army is added."),
    ("enhancement", "UNIT: NAME", "Give an Enhancement (Warhammer 40,000); 'UNIT: NAME=POINTS' where no data has it."),
    ("prime", "UNIT: NAME", "Give a Prime Advantage (The Horus Heresy); 'UNIT: Logistical Benefit=ROLE'."),
    ("inside", "UNIT: TRANSPORT", "Let a unit begin inside a transport; 'UNIT: nothing' outside."),
    ("reserve", "UNIT: KIND", "Let a unit begin in reserve; 'UNIT: none' on the battlefield."),
)
_ONE = (
    ("name", "NAME", "What the army is called."),
    ("faction", "NAME", "The army's faction."),
    ("allegiance", "SIDE", "loyalist or traitor (The Horus Heresy)."),
    ("into", "DETACHMENT", "Where --add puts units (The Horus Heresy); else the first free slot."),
    ("warlord", "UNIT", "Who leads the army."),
)
FIELDS = tuple(name for name, _, _ in (*_ONE, *_MANY))


def building(command: _Command) -> _Command:
    """Give a command the options; they come to it as keywords, its name as ``army_name``."""
    found = command
    for name, form, says in reversed(_MANY):
        found = click.option(f"--{name}", metavar=f"'{form}'", multiple=True, help=says)(found)
    for name, form, says in reversed(_ONE):
        key = "army_name" if name == "name" else name
        found = click.option(f"--{name}", key, metavar=f"'{form}'", help=says)(found)
    return found


def orders_of(said: dict[str, Any]) -> "Orders":
    """The orders that the options of a command are; they are taken out of ``said``."""
    from warbench.muster.building import Orders

    said["name"] = said.pop("army_name")
    return Orders(**{name: value for name in FIELDS if (value := said.pop(name))})


_OF_GAME = {"w40k10": ("enhancement",), "heresy3": ("allegiance", "prime", "into")}
"""The orders that only one game has."""


def new_army(game: str | None, orders: "Orders", known: "Callable[[str], Known]") -> "ArmyFile":
    """An army without units; where no game is named, of the one that has such a faction and such orders.

    Raises:
        BuildError: when the faction is not known, or both games have one of that name.
    """
    from warbench.muster.building import BuildError, begun

    if not orders.faction and game is None:
        raise BuildError("--faction: a new army needs one, such as 'Space Marines' or 'Imperial Fists'; or say --game")
    if game is None:
        game = next((each for each, own in _OF_GAME.items() if any(getattr(orders, field) for field in own)), None)
    faults: list[BuildError] = []
    found: dict[str, ArmyFile] = {}
    for each in GAMES if game is None else (game,):
        try:
            found[each] = begun(each, orders, known(each))
        except BuildError as error:
            faults.append(error)
    if len(found) > 1:
        which = " or ".join(f"--game {each}" for each in found)
        raise BuildError(f"--faction: {orders.faction!r} is a faction of both games; say which: {which}")
    if not found:
        # Where one game has a name like it, the names of the other are not meant.
        near = [str(each) for each in faults if "did you mean" in str(each)]
        raise BuildError(" | ".join(near or map(str, faults)))
    return next(iter(found.values()))

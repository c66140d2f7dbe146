"""Units as passengers of a transport of the roster: who they are, what room there is, what of a transport nobody knows."""

from collections import Counter
from collections.abc import Iterable, Iterator

from warbench.games.w40k10.battle.roster import Entry
from warbench.sheets.transport import Passengers, Places, transport_places


def passengers_of(entry: Entry, models: Iterable[str] | None = None) -> list[Passengers]:
    """A unit as passengers, each kind of its models by itself.

    Args:
        entry: the unit; what its leaders are attached to is known from it, also when they have become units of their own.
        models: the ids of the models that are left; None for all.
    """
    kinds = [kind for _, kind in entry.models] if models is None else [entry.index[model] for model in models]
    body = entry.sheets[0]
    joined = (*body.keywords, *body.faction_keywords)
    return [
        Passengers(
            kind.name,
            count,
            # Transports speak of models and units also by what they are called.
            tuple(sorted(kind.keywords | {kind.name, entry.sheets[kind.part].name})),
            wounds=kind.wounds,
            unit=entry.id,
            joined=joined if kind.side else (),
        )
        for kind, count in ((entry.kinds[index], count) for index, count in Counter(kinds).items())
    ]


def room_in(carrier: Entry, groups: Iterable[Passengers]) -> Places:
    """Whether all of them may be inside a transport together, with what it is equipped with (W-172..W-177)."""
    return transport_places(carrier.sheets[0], groups, _items(carrier))


def capacity_of(carrier: Entry) -> int:
    """The capacity of a transport with what it is equipped with; 0 where it is none."""
    transport = carrier.sheets[0].transport
    return transport.holds(_items(carrier)) if transport is not None else 0


def unread_carriers(entries: list[Entry]) -> Iterator[str]:
    """What is not understood of the transports of an army, a sentence each: whoever is outside may get in later."""
    for entry in entries:
        transport = entry.sheets[0].transport
        if transport is not None:
            yield from (f"{entry.name}: of what it can carry is not modelled: {each}" for each in transport.unread)


def _items(carrier: Entry) -> list[str]:
    return [item for kind in carrier.kinds for item, _ in kind.items]

"""What is played of the second game, and how things are called when they fire."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from functools import cache
from typing import Any
from zlib import crc32

from warbench.battle.requests import Ask, Event
from warbench.games.heresy3.armies import ArmySpec, army
from warbench.games.heresy3.battle.events import (
    EVENTS,
    Marked,
    Moved,
    Noted,
    Points,
    Reacted,
    SetUp,
    Status,
    TakenOff,
    Threw,
)
from warbench.games.heresy3.battle.game import Heresy3, Setup, setup_of
from warbench.games.heresy3.battle.mission_files import missions
from warbench.games.heresy3.battle.moments import MOMENTS
from warbench.games.heresy3.battle.reactions import REACTIONS
from warbench.games.heresy3.battle.state import Options, State
from warbench.games.heresy3.kinds import WIELDED
from warbench.games.heresy3.rulings import RULINGS
from warbench.lab.proof.heresy3.objects import listening, things
from warbench.lab.proof.heresy3.storms import AT_THEM, STORMS
from warbench.lab.proof.heresy3.wrong import wrong
from warbench.lab.proof.part import Part, Scenario, Thing, Wishes

_FISTS, _MECHANICUM = "imperial-fists", "mechanicum"
_PAIRS = ((_FISTS, _MECHANICUM), (_MECHANICUM, _FISTS), (_FISTS, _FISTS), (_MECHANICUM, _FISTS), (_MECHANICUM, _MECHANICUM))
_KINDS = ("2000", "750", "storm")
_OTHER_READINGS = 4
"""Of so many battles one is played by other readings of the rules than the usual ones."""


class _Heresy3:
    """The Horus Heresy, third edition."""

    id = "heresy3"
    answers = 300
    common: tuple[str, ...] = ("reposition", "overwatch", "return fire")
    telling: frozenset[str] = frozenset({"gambit", "aftermath", "status", "arrival", "move kind"})

    def game(self) -> Heresy3:
        """A new one."""
        return Heresy3()

    def setup(self, index: int, *, large: bool) -> Setup:
        """Armies of 2,000 points, of 750, and small ones at a Fortification take turns; missions and readings of rules too."""
        kind = _KINDS[0] if large else _KINDS[index % len(_KINDS)]
        turn = index // len(_KINDS)
        rulings = _readings(index) if index % _OTHER_READINGS == _OTHER_READINGS - 1 else {}
        if kind == "storm":
            setup = STORMS[turn // 2 % len(STORMS)].setup()
            return Setup(mission=setup.mission, armies=setup.armies, options=Options(points=2000, rulings=rulings))
        one, other = (_army(f"{name}-{kind}") for name in _PAIRS[turn % len(_PAIRS)])
        places = missions()
        return Setup(mission=places[turn % len(places)], armies=(one, other), options=Options(points=one.limit, rulings=rulings))

    def between(self, index: int, one: ArmySpec, other: ArmySpec) -> Setup:
        """Two armies that somebody brings: missions take turns."""
        places = missions()
        options = Options(points=max(one.limit, other.limit))
        return Setup(mission=places[index % len(places)], armies=(one, other), options=options)

    def wishes(self, index: int) -> Wishes:
        """Nothing, but in every second battle at a Fortification the armies come to blows."""
        return AT_THEM if index % (2 * len(_KINDS)) == len(_KINDS) - 1 else ()

    def restored(self, data: Any) -> Setup:  # noqa: ANN401 -- plain data
        """The setup of plain data."""
        return setup_of(data)

    def names(self, state: State, event: Event) -> Iterator[str]:
        """Marks, moves, statuses, Reactions, rites, secondary objectives, rolls."""
        if isinstance(event, Marked):
            yield f"mark {event.mark}"
        elif isinstance(event, Moved):
            yield f"move {event.how}"
        elif isinstance(event, SetUp):
            yield f"set up {event.how}"
            kinds = state.entry(event.unit).kinds
            yield from (f"special {rule}" for rule in sorted(WIELDED) if any(kind.has(rule) is not None for kind in kinds))
        elif isinstance(event, TakenOff):
            yield f"taken off {event.where}"
        elif isinstance(event, Status):
            yield f"status {event.status}{' ends' if event.gone else ''}"
        elif isinstance(event, Reacted):
            yield f"used {event.reaction}"
        elif isinstance(event, Noted):
            yield _used(event.value) if event.what == "used" else f"secondary {event.value}"
        elif isinstance(event, Points):
            yield f"points {event.why.partition(' ')[0] if event.why.startswith('objective') else event.why}"
        elif isinstance(event, Threw):
            yield f"roll {event.purpose}"

    def known(self) -> list[str]:
        """Kinds of event, Reactions and rites, and moments at which something could be done."""
        return [
            *(f"event {kind.__name__}" for kind in EVENTS),
            *(f"used {reaction.id}" for reaction in REACTIONS),
            *(f"react {moment}" for moment in MOMENTS if any(moment in reaction.moments for reaction in REACTIONS)),
        ]

    def listening(self, tally: Counter[str]) -> AbstractContextManager[None]:
        """Note the special rules and facts of attacks."""
        return listening(tally)

    def wrong(self, ask: Ask, state: State) -> Iterator[str]:
        """What may be asked about: most of it is wrong."""
        return wrong(ask, state)

    def things(self) -> list[Thing]:
        """Every rule object."""
        return things()

    def scenarios(self) -> Sequence[Scenario]:
        """The small battles."""
        from warbench.lab.proof.heresy3.scenarios import SCENARIOS  # noqa: PLC0415 -- a soak does without them

        return SCENARIOS


@cache
def _army(name: str) -> ArmySpec:
    """A bundled army, read and checked once."""
    return army(name)


def _used(value: str) -> str:
    """What a player used that he has once: ``rite|unit|focus|id`` or ``battlesmith|model``."""
    what, *_, last = value.split("|")
    return f"used {last if what == 'rite' else what}"


def _readings(index: int) -> dict[str, str]:
    """For each ruling one of its readings, by the number of the battle."""
    return {ruling.name: ruling.choices[crc32(f"{index} {ruling.name}".encode()) % len(ruling.choices)] for ruling in RULINGS}


PART: Part = _Heresy3()

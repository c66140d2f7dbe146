"""What is played of the first game, and how things are called when they fire."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any

from warbench.battle.requests import Ask, Event
from warbench.games.w40k10.battle.army_files import army
from warbench.games.w40k10.battle.events import EVENTS, Marked, Moved, SetUp, Threw, Used
from warbench.games.w40k10.battle.game import Setup, W40k10, setup_of
from warbench.games.w40k10.battle.mission_files import missions
from warbench.games.w40k10.battle.moments import MOMENTS
from warbench.games.w40k10.battle.reactions import REACTIONS
from warbench.games.w40k10.battle.roster import ArmySpec
from warbench.games.w40k10.battle.state import Options, State
from warbench.lab.proof.part import Part, Scenario, Thing, Wishes
from warbench.lab.proof.w40k10.objects import listening, things
from warbench.lab.proof.wrong import wrong_places

_PAIRS = (
    ("votann-1000", "marines-1000"),
    ("marines-1000-guns", "votann-1000"),
    ("votann-500", "marines-500"),
    ("votann-1000", "votann-1000"),
    ("marines-1000", "votann-1000"),
    ("marines-1000", "marines-1000-guns"),
)
_LARGE = ("votann-2000", "marines-2000")


class _W40k10:
    """The tenth edition."""

    id = "w40k10"
    answers = 600
    common: tuple[str, ...] = (
        "fire-overwatch",
        "command-re-roll",
        "grenade",
        "go-to-ground",
        "ancestral-sentence",
        "insane-bravery",
    )
    telling: frozenset[str] = frozenset[str]()

    def game(self) -> W40k10:
        """A new one."""
        return W40k10()

    def setup(self, index: int, *, large: bool) -> Setup:
        """Armies, missions, Boarding Actions and Reserves in the first round take turns."""
        one, other = _LARGE if large else _PAIRS[index % len(_PAIRS)]
        size = "strike force" if large else "incursion"
        places = [mission for mission in missions() if mission.battle_size == size]
        options = Options(boarding_actions=index % 5 == 4, first_round_reserves=index % 7 == 6)  # noqa: PLR2004 -- in turns
        return Setup(mission=places[index % len(places)], armies=(army(one), army(other)), options=options)

    def between(self, index: int, one: ArmySpec, other: ArmySpec) -> Setup:
        """Two armies that somebody brings: missions take turns."""
        places = missions()
        return Setup(mission=places[index % len(places)], armies=(one, other))

    def wishes(self, index: int) -> Wishes:
        """Nothing: random play is uniform."""
        del index
        return ()

    def restored(self, data: Any) -> Setup:  # noqa: ANN401 -- plain data
        """The setup of plain data."""
        return setup_of(data)

    def names(self, state: State, event: Event) -> Iterator[str]:
        """Marks, moves, stratagems, rolls, and core abilities that a set-up shows."""
        if isinstance(event, Marked):
            yield f"mark {event.mark}"
        elif isinstance(event, Moved):
            yield f"move {event.how}"
        elif isinstance(event, SetUp):
            yield f"set up {event.how}"
            yield from _abilities(state, event)
        elif isinstance(event, Used):
            yield f"used {event.stratagem}"
        elif isinstance(event, Threw):
            yield f"roll {event.purpose}"

    def known(self) -> list[str]:
        """Kinds of event, stratagems, and moments at which something could be done."""
        return [
            *(f"event {kind.__name__}" for kind in EVENTS),
            *(f"used {reaction.id}" for reaction in REACTIONS),
            *(f"react {moment}" for moment in MOMENTS if any(moment in reaction.moments for reaction in REACTIONS)),
        ]

    def listening(self, tally: Counter[str]) -> AbstractContextManager[None]:
        """Note the abilities and facts of attacks."""
        return listening(tally)

    def wrong(self, ask: Ask, state: State) -> Iterator[str]:
        """Spoilt placements."""
        if ask.about != "react":
            yield from wrong_places(ask, state)

    def things(self) -> list[Thing]:
        """Every rule object."""
        return things()

    def scenarios(self) -> Sequence[Scenario]:
        """The small battles."""
        from warbench.lab.proof.w40k10.scenarios import SCENARIOS  # noqa: PLC0415 -- a soak does without them

        return SCENARIOS


def _abilities(state: State, event: SetUp) -> Iterator[str]:
    """Core abilities that a set-up shows: a leader with those he leads, Infiltrators outside their deployment zone."""
    entry = state.entry(event.unit)
    if len(entry.sheets) > 1:
        yield "ability leader"
    if event.how == "deployment" and entry.all_have("infiltrators"):
        zone = state.mission.zones[0 if entry.player == state.core.attacker else 1]
        x0, y0, x1, y1 = zone.box(state.field.size)
        if not all(x0 <= place.x <= x1 and y0 <= place.y <= y1 for _, place in event.places):
            yield "ability infiltrators"


PART: Part = _W40k10()

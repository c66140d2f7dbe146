"""The state of a battle: everything that changes, and nothing else. Only events change it (see ``events``)."""

from collections.abc import Iterable, Iterator

import msgspec

from warbench.battle.board import BattleState
from warbench.games.heresy3.battle.missions import Mission, Zone
from warbench.games.heresy3.battle.roster import Entry, Kind, Roster
from warbench.rules.effects import Effect
from warbench.table.bases import Base
from warbench.table.field import Field
from warbench.table.lattice import Place

NOBODY = -1
"""The player of what nobody controls (H-118)."""


class Model(msgspec.Struct):
    """A model: the Wounds or Hull Points left, where it stands (None: not on the battlefield), what weighs on it.

    A model at 0 stands until it is removed (Step 11 of a Shooting Attack; the end of an initiative step). ``began`` is where it
    stood when its side's Movement Phase began (H-198). ``statuses`` are Tactical and Cybertheurgic ones and Disgraced.
    ``spent`` are uses of Limited weapons and the like. ``aside`` is where it stood before it was set aside for a challenge; until
    it returns it is out of play, as though it were embarked.
    """

    id: str
    wounds: int
    place: Place | None = None
    began: Place | None = None
    statuses: list[str] = []
    spent: list[str] = []
    aside: Place | None = None


class Lasting(msgspec.Struct, frozen=True, kw_only=True):
    """An effect on a unit with its duration (H-184): until ``phase``, ``turn`` (of a player) or ``battle turn`` ends.

    ``start 0``, ``start 1``: until that player's next Start Phase; "": for good.

    ``model`` narrows it to one model; ``bearer`` is the model that it comes from: it ends with it (H-220). ``since`` is the step
    in which it took hold: effects of one step are simultaneous, those of a later one act on what is there (H-180, H-181).
    """

    effect: Effect
    until: str
    source: str
    model: str = ""
    bearer: str = ""
    since: str = ""


class Unit(msgspec.Struct):
    """A unit: who controls it, its models that are left (those joined to it included), what it did, and what weighs on it.

    ``where``: ``table``, ``reserve``, ``inside`` (embarked on ``inside``), ``waiting`` (not deployed), ``joined`` (all its models
    are in another unit) or ``gone``. ``moved`` this turn: "" (not selected), ``stationary``, ``moved``, ``rushed``,
    ``fell back``. ``arrived``: how it came from Reserves this turn. ``morale`` holds what is to be checked in the Morale
    Sub-Phase. ``starting`` counts its models at the start of the battle. ``out_of`` is what it disembarked from this turn.
    ``breached``: a Fortification that was attacked in this Fight Sub-Phase lost Hull Points: "" not, ``hull``, or ``bombs`` when
    melta bombs or breacher charges were used (H-057, H-058).
    """

    id: str
    player: int
    models: list[Model]
    where: str = "waiting"
    inside: str = ""
    starting: int = 0
    moved: str = ""
    arrived: str = ""
    embarked: bool = False
    disembarked: bool = False
    out_of: str = ""
    shot: bool = False
    shot_at: list[str] = []
    charged: bool = False
    disordered: bool = False
    locked: bool = False
    reacted: bool = False
    aerial: bool = False
    morale: list[str] = []
    lasting: list[Lasting] = []
    breached: str = ""
    lost_to: str = ""


class Combat(msgspec.Struct):
    """A combat of this Assault Phase: its units (H-238), the Combat Resolution Points of both players, and how far it has come.

    ``step``: "" (nothing yet), ``challenged``, ``fought`` or ``resolved``.
    """

    units: list[str]
    points: list[int] = []
    step: str = ""


class Side(msgspec.Struct):
    """A player: Victory Points, Reaction allotment left, his casualties (open to both, H-223), and what he has done.

    ``secondaries`` are the secondary objectives that he has achieved; ``used`` what is used once a battle turn (rites by model).
    """

    vp: int = 0
    reactions: int = 0
    casualties: list[str] = []
    secondaries: list[str] = []
    used: list[str] = []


class Core(msgspec.Struct):
    """All that is saved and hashed of a state.

    ``zone_of``: which deployment zone each player has. ``zones``: area terrain that came up in the battle (H-045). ``values``:
    what objectives are worth now, where that has changed. ``tested``: the models that took a Dangerous Terrain Test in this
    phase.
    """

    units: dict[str, Unit]
    sides: list[Side]
    round: int = 0
    turn: int = 0
    first: int = 0
    zone_of: list[int] = msgspec.field(default_factory=lambda: [0, 1])
    phase: str = "setup"
    step: str = "maps"
    acting: str = ""
    done: list[str] = []
    combats: list[Combat] = []
    zones: list[Zone] = []
    values: dict[str, int] = {}
    rolls: dict[str, int] = {}
    tested: list[str] = []
    over: bool = False


class Options(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """How a battle is played: readings of rules, the points limit that sets the Reaction allotment."""

    rulings: dict[str, str] = {}
    points: int = 2000


class State(BattleState[Roster, Mission, Core, Options]):
    """A battle's state; it keeps book of the unit that each model is in."""

    __slots__ = ("_homes",)

    def __init__(self, roster: Roster, mission: Mission, field: Field, core: Core, options: Options) -> None:
        """Put a state together."""
        super().__init__(roster, mission, field, core, options)
        self._homes: dict[str, str] = {model.id: unit.id for unit in core.units.values() for model in unit.models}

    @property
    def units(self) -> dict[str, Unit]:
        """Every unit by id, in the order of the roster, destroyed ones included."""
        return self.core.units

    @property
    def active(self) -> int:
        """The Active player: whose Player Turn it is (H-174)."""
        return self.core.turn

    def entry(self, unit: str) -> Entry:
        """The roster's entry of a unit."""
        return self.roster.units[unit]

    def player(self, unit: str) -> int:
        """Who controls a unit now (-1: nobody); a Fortification may change hands (H-069, H-246)."""
        return self.core.units[unit].player

    def kind(self, model: str) -> Kind:
        """The kind of a model."""
        return self.roster.kind_of(model)

    def home(self, model: str) -> str:
        """The unit that a model is in now: the one that it has joined, or its own.

        Raises:
            KeyError: when it was removed.
        """
        return self._homes[model]

    def is_left(self, model: str) -> bool:
        """Whether a model is in the battle still."""
        return model in self._homes

    def members(self, unit: str) -> list[str]:
        """The models on a unit's roster that are left, wherever they have joined."""
        return [model for model, _ in self.roster.units[unit].models if model in self._homes]

    def rehome(self, model: str, unit: str | None) -> None:
        """Keep book of a model that joined another unit, or was removed (None). For events only."""
        if unit is None:
            self._homes.pop(model, None)
        else:
            self._homes[model] = unit

    def base_of(self, model: str) -> Base:
        """The base of a model."""
        return self.kind(model).base

    def model(self, model: str) -> Model:
        """A model that is left.

        Raises:
            KeyError: when it was removed.
        """
        for found in self.core.units[self._homes[model]].models:
            if found.id == model:
                return found
        raise KeyError(model)

    def on_table(self, player: int | None = None) -> Iterator[Unit]:
        """The units on the battlefield (that a player controls), in order."""
        for unit in self.core.units.values():
            if unit.where == "table" and (player is None or unit.player == player):
                yield unit

    def living(self, unit: Unit) -> list[Model]:
        """The models of a unit that have Wounds or Hull Points left and are not set aside for a challenge."""
        return [model for model in unit.models if model.wounds > 0 and model.aside is None]

    def statuses(self, unit: Unit) -> tuple[str, ...]:
        """The statuses that any model of a unit has: one Routed model puts its limits on all (H-272); in order, each once."""
        return tuple(dict.fromkeys(status for model in unit.models for status in model.statuses))

    def zones(self) -> Iterator[Zone]:
        """All area terrain: the mission's and what came up (H-045, H-242)."""
        yield from self.mission.zones
        yield from self.core.zones

    def types(self, unit: Unit) -> frozenset[str]:
        """Types, sub-types and traits of the models that a unit has left, in lower case."""
        return frozenset[str]().union(*(self.kind(model.id).words for model in unit.models))

    def every(self, unit: Unit, words: Iterable[str]) -> bool:
        """Whether every model of a unit has one of some types, sub-types or traits."""
        wanted = frozenset(words)
        return bool(unit.models) and all(wanted & self.kind(model.id).words for model in unit.models)

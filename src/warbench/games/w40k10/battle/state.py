"""The state of a battle: everything that changes, and nothing else. Only events change it (see ``events``)."""

from collections.abc import Iterator

import msgspec

from warbench.battle.board import BattleState
from warbench.games.w40k10.battle.kinds import Kind
from warbench.games.w40k10.battle.missions import Mission
from warbench.games.w40k10.battle.roster import Entry, Roster
from warbench.rules.effects import Effect
from warbench.table.bases import Base
from warbench.table.lattice import Place
from warbench.table.measure import Standing


class Model(msgspec.Struct):
    """A model: the wounds it has left, and where it stands (None: not on the battlefield). Destroyed ones are taken out."""

    id: str
    wounds: int
    place: Place | None = None


class Lasting(msgspec.Struct, frozen=True):
    """An effect on a unit that ends by itself: at the end of the ``phase`` or ``turn``, or when its owner's Command phase begins.

    ``against`` narrows it to attacks at one unit, or by one unit at its bearer; ``model`` to those of one model of its bearer.
    """

    effect: Effect
    until: str
    source: str
    against: str = ""
    model: str = ""


class InForce(msgspec.Struct, frozen=True):
    """What an army rule has put in force for a player: a word of the fact ``army_rule``, and when it ends (as of ``Lasting``).

    ``units`` are those for which it is; empty: all of his army but ``but_not``. ``against`` narrows it to attacks at one unit.
    With ``enemies`` it is for the units of his opponent.
    """

    word: str
    until: str
    source: str
    units: tuple[str, ...] = ()
    but_not: tuple[str, ...] = ()
    against: str = ""
    enemies: bool = False


class Unit(msgspec.Struct):
    """A unit: its models that are left, what it did this turn and phase, and what weighs on it.

    ``where``: ``table``, ``reserve`` (with ``entry.reserve`` saying which), ``inside`` (a transport), ``waiting`` (not
    deployed yet) or ``gone`` (``lost_to`` is the unit that destroyed its last part). ``struck``: models that were allocated an
    attack in this phase and stand unhurt. ``stood``: it Remained Stationary in its own last turn. ``moved`` is the kind of its
    last move this turn (``stationary``, ``normal``, ``advance``, ``fall back``), empty before it was selected to move.
    ``hovers``: it was declared to be in Hover mode before the battle. ``withdrawn``: a rule put it into Strategic Reserves later.
    """

    id: str
    models: list[Model]
    where: str = "waiting"
    inside: str = ""
    moved: str = ""
    began_inside: str = ""
    got_out_of: str = ""
    got_in: bool = False
    cannot_charge: bool = False
    shot: bool = False
    fought: bool = False
    charged: bool = False
    fights_first: bool = False
    shocked: bool = False
    free_hands: bool = False
    stood: bool = False
    scouted: bool = False
    hovers: bool = False
    withdrawn: bool = False
    tokens: int = 0
    picked: bool = False
    starting: int = 0
    spent: list[str] = []
    struck: list[str] = []
    lasting: list[Lasting] = []
    parts_lost: list[int] = []
    lost_to: str = ""


class Side(msgspec.Struct):
    """A player: Command points, Victory points, what he has used.

    ``extra`` counts Command points gained this battle round beside those of the Command phases (at most one, C2).
    """

    cp: int = 0
    vp: int = 0
    extra: int = 0
    prey_paid: bool = False
    used_phase: list[str] = []
    used_turn: list[str] = []
    used_battle: list[str] = []
    scored: list[int] = []
    in_force: list[InForce] = []


class Core(msgspec.Struct):
    """All that is saved and hashed of a state.

    ``held``: objectives that stay a player's although nobody is there (Objective Secured and its like).
    """

    units: dict[str, Unit]
    sides: list[Side]
    round: int = 0
    turn: int = 0
    first: int = 0
    attacker: int = 0
    phase: str = "setup"
    step: str = "muster"
    acting: str = ""
    done: list[str] = []
    owed: list[str] = []
    rolls: dict[str, int] = {}
    held: dict[str, int] = {}
    over: bool = False


class Options(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """How a battle is played: readings of rules, Boarding Actions stratagems or core ones, the number of battle rounds."""

    rulings: dict[str, str] = {}
    boarding_actions: bool = False
    rounds: int = 5
    first_round_reserves: bool = False


class State(BattleState[Roster, Mission, Core, Options]):
    """A battle's state. The core is reached as ``state.core.phase`` and so on; units by id as ``state.units[id]``."""

    __slots__ = ()

    @property
    def units(self) -> dict[str, Unit]:
        """Every unit by id, in the order of the roster, destroyed ones included."""
        return self.core.units

    @property
    def active(self) -> int:
        """The player whose turn it is."""
        return self.core.turn

    def entry(self, unit: str) -> Entry:
        """The roster's entry of a unit, of one in Hover mode as it is then."""
        hovering = self.roster.hovering
        if hovering and unit in hovering and self.core.units[unit].hovers:
            return hovering[unit]
        return self.roster.entry(unit)

    def player(self, unit: str) -> int:
        """Whose unit it is."""
        return self.roster.entry(unit).player

    def kind(self, model: str) -> Kind:
        """The kind of a model."""
        home = self.roster.unit_of[model]
        return (self.entry(home) if self.roster.hovering else self.roster.units[home]).kind(model)

    def unit_of(self, model: str) -> str:
        """The id of the unit that a model is in: a leader leaves the one that he led when it is destroyed."""
        home = self.roster.unit_of[model]
        for key in self.roster.apart.get(home, ()):
            unit = self.core.units.get(key)
            if unit is not None and any(found.id == model for found in unit.models):
                return key
        return home

    def parts(self, unit: Unit) -> frozenset[int]:
        """Which parts of a unit are left: 0 is its body with its retinues, the others its leaders."""
        entry = self.entry(unit.id)
        return frozenset(entry.kinds[entry.index[model.id]].side for model in unit.models)

    def attached(self, unit: Unit) -> bool:
        """Whether a unit is an Attached unit: a leader and the unit that he leads are both left."""
        if len(self.entry(unit.id).sheets) < 2:
            return False
        parts = self.parts(unit)
        return 0 in parts and len(parts) > 1

    def points(self, unit: Unit) -> int:
        """What a unit that has models left cost at its Starting Strength."""
        entry = self.entry(unit.id)
        if unit.starting == len(entry.models):
            return entry.points
        left = self.parts(unit)
        return sum(share for part, share in enumerate(entry.shares) if entry.side(part) in left)

    def base_of(self, model: str) -> Base:
        """The base of a model."""
        return self.kind(model).base

    def model(self, model: str) -> Model:
        """A model that is left.

        Raises:
            KeyError: when it was destroyed.
        """
        for found in self.core.units[self.unit_of(model)].models:
            if found.id == model:
                return found
        raise KeyError(model)

    def on_table(self, player: int | None = None) -> Iterator[Unit]:
        """The units on the battlefield (of a player), in order."""
        for key, unit in self.core.units.items():
            if unit.where == "table" and (player is None or self.roster.entry(key).player == player):
                yield unit

    def enemies_of(self, player: int) -> list[Standing]:
        """All enemy models on the table."""
        return [shape for unit in self.on_table(1 - player) for shape in self.shapes(unit)]

    def keywords(self, unit: Unit) -> frozenset[str]:
        """The keywords of the models that a unit has left."""
        entry = self.entry(unit.id)
        words: frozenset[str] = frozenset()
        for kind in {entry.index[model.id] for model in unit.models}:
            words |= entry.kinds[kind].keywords
        return words

    def below_half(self, unit: Unit) -> bool:
        """Whether a unit is Below Half-strength: fewer than half its models, or for a single model half its wounds (W-350)."""
        if unit.starting == 1:
            return bool(unit.models) and 2 * unit.models[0].wounds < self.kind(unit.models[0].id).wounds
        return 2 * len(unit.models) < unit.starting

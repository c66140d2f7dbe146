"""What a game tells of itself: what can be played, how a battle stands. Plain values; what everybody shows is made from them."""

from typing import Any

import msgspec

from warbench.battle.requests import Event

SIDES = "AB"


def side(player: int) -> str:
    """A player as he is called: A or B; nobody is a dash."""
    return SIDES[player] if player >= 0 else "-"


def count(n: int, one: str, many: str = "") -> str:
    """``1 model``, ``2 models``."""
    return f"{n} {one if n == 1 else many or one + 's'}"


# --- what can be played ---


class Named(msgspec.Struct, frozen=True):
    """Something bundled by its name; or, with ``text``, somebody's own file: what it holds, ``name`` for messages.

    The text is TOML; that of an army may be JSON of the game's army list, which can hold datasheets of its own.
    """

    name: str
    text: str | None = None


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """The battle that somebody asks for; what is left out is as usual in the game."""

    armies: tuple[Named, Named] | None = None
    mission: Named | None = None
    rounds: int | None = None
    rulings: dict[str, str] = {}


class SetupError(ValueError):
    """A wish that cannot be played: which field of it, and what is wrong with that."""

    def __init__(self, field: str, message: str) -> None:
        """Keep both."""
        super().__init__(f"{field}: {message}")
        self.field = field
        self.message = message


class ArmyTold(msgspec.Struct, frozen=True, kw_only=True):
    """A bundled army list: what to type, its name, faction, points, and how many units it has."""

    id: str
    name: str
    faction: str
    points: int
    units: int


class MissionTold(msgspec.Struct, frozen=True, kw_only=True):
    """A bundled mission: what to type, its name, ``kind`` (the teller says of what), the table in inches, its matter."""

    id: str
    name: str
    kind: str
    width: float
    depth: float
    about: str


# --- what happens ---


class Kinds(msgspec.Struct, frozen=True, kw_only=True):
    """Which of a game's events are what: a phase that begins, the battle's end, a unit selected, done, an explanation.

    ``bookkeeping`` are those that only keep the order of things: the log leaves them out. ``causes`` are those that explain how
    something came about. Events that begin a phase have ``round``, ``turn``, ``phase`` and ``step``; the phase before the battle
    is ``setup``, the last of a turn ``end``. Explanations have ``text``, ``unit`` and ``rule``.
    """

    began: type[Event]
    over: type[Event]
    chose: type[Event]
    done: type[Event]
    said: type[Event]
    bookkeeping: tuple[type[Event], ...]
    causes: tuple[type[Event], ...]


# --- how it stands ---


class SideTold(msgspec.Struct, frozen=True, kw_only=True):
    """A side: its army, its points, its Victory Points, what it has left to spend; ``more`` is what only this game tells."""

    army: str
    faction: str
    points: int
    victory_points: int
    budget: int
    more: dict[str, Any] = {}


class ObjectiveTold(msgspec.Struct, frozen=True, kw_only=True):
    """An objective: where its middle is (inches), who controls it, and what it is worth where that differs."""

    name: str
    x: float
    y: float
    holder: int | None
    value: int | None = None


class UnitTold(msgspec.Struct, frozen=True, kw_only=True):
    """A unit: who controls it (-1: nobody), where it is, what is left of it, what weighs on it.

    ``brought``: who brought it, or -1. ``inside``: the unit that it is in. ``wounds`` and ``hull_points`` (None: it has none) are
    sums over its models. ``at`` is its middle on the table in inches. ``points``: what it cost. ``more`` is what only this game
    tells.
    """

    id: str
    name: str
    player: int
    brought: int
    points: int = 0
    where: str
    inside: str = ""
    models: int
    starting: int
    wounds: int | None
    hull_points: int | None = None
    weighs: tuple[str, ...] = ()
    at: tuple[float, float] | None = None
    more: dict[str, Any] = {}

    def strength(self, *, brief: bool = False) -> str:
        """What is left of it; ``brief``: of a single model only its wounds or Hull Points."""
        left = [] if self.wounds is None else [count(self.wounds, "wound")]
        left += [] if self.hull_points is None else [count(self.hull_points, "Hull Point")]
        if brief and self.starting == 1:
            return ", ".join(left)
        return ", ".join([f"{self.models} of {self.starting} models", *left])


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """How a battle stands. ``note`` says what kind of battle it is; ``winner`` is None for a draw and while it is not over.

    ``more`` is what only this game tells.
    """

    mission: str
    mission_name: str
    note: str
    rounds: int
    over: bool
    round: int
    turn: int
    phase: str
    step: str
    first: int
    sides: tuple[SideTold, SideTold]
    winner: int | None
    objectives: tuple[ObjectiveTold, ...]
    units: tuple[UnitTold, ...]
    more: dict[str, Any] = {}

    def army(self, player: int) -> str:
        """A side with the name of its army, as ``A (Hold Guard)``."""
        return f"{side(player)} ({self.sides[player].army})"


class Caveats(msgspec.Struct, frozen=True, kw_only=True):
    """What players should know about two armies: by side what is neither checked nor modelled, a sentence each.

    ``warnings`` are what is legal and odd; None in a game that has none such. ``shown``: what is said before the battle.
    """

    not_checked: tuple[tuple[str, ...], tuple[str, ...]]
    warnings: tuple[str, ...] | None = None
    shown: tuple[str, ...] = ()

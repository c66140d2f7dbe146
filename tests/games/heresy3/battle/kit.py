"""A small battle to test with: the fixtures of the rules file on a 72 x 48 table, models put where a test wants them."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any

import msgspec

from tests.driving import Answer, AnyProbe, Driven, Script, offered_in, only, run
from warbench.battle.places import encode_places
from warbench.battle.requests import Ask, Procedure
from warbench.chance import Dice
from warbench.games.heresy3 import library
from warbench.games.heresy3.armies.fitting import fit
from warbench.games.heresy3.battle import moments
from warbench.games.heresy3.battle.events import apply
from warbench.games.heresy3.battle.missions import Mission, Objective, Rubble, Zone
from warbench.games.heresy3.battle.roster import INCH, Arm, Entry, Kind, Roster
from warbench.games.heresy3.battle.state import Core, Model, Options, Side, State, Unit
from warbench.games.heresy3.kinds import kind_of
from warbench.games.heresy3.question import Armour
from warbench.table.bases import hull_base, round_base
from warbench.table.field import Field
from warbench.table.lattice import Place, TableSize
from warbench.table.regions import Rectangle
from warbench.table.terrain import Piece

WIDTH, DEPTH = 72 * INCH, 48 * INCH

# --- weapons and kinds of the fixtures ---

BOLTER = Arm(name="bolter", type="ranged", range=24, attacks=Dice.parse(2), strength=4, ap=5, traits=("bolt",))
BOLT_PISTOL = Arm(
    name="bolt pistol", type="ranged", range=12, strength=4, ap=5, special_rules=("Pistol",), traits=("assault", "bolt")
)
ONE_SHOT = Arm(name="gun", type="ranged", range=24, strength=4, ap=5)
CANNON = Arm(name="cannon", type="ranged", range=48, strength=8, ap=3, damage=Dice.parse(2))
HEAVY_BOLTER = Arm(name="heavy bolter", type="ranged", range=36, attacks=Dice.parse(4), strength=5, ap=4)
KNIFE = Arm(name="basic close combat weapon", type="melee")
POWER_FIST = Arm(name="power fist", type="melee", initiative="-3", strength_by="+4", ap=2, damage=Dice.parse(2))
MELTA_BOMBS = Arm(
    name="melta bombs",
    type="melee",
    initiative="-3",
    attacks_by="1",
    strength_by="9",
    ap=2,
    damage=Dice.parse(4),
    special_rules=("Armourbane", "Detonation"),
)
BREACHER_CHARGES = Arm(
    name="breacher charges", type="melee", initiative="0", attacks_by="1", strength_by="10", damage=Dice.parse("D6")
)

_MAN = {
    "movement": 7, "weapon_skill": 4, "ballistic_skill": 4, "strength": 4, "toughness": 4, "wounds": 1, "initiative": 4,
    "attacks": 1, "leadership": 7, "cool": 7, "willpower": 7, "intelligence": 7, "save": 3, "invulnerable": None,
}  # fmt: skip
_MAN_BASE = round_base(320)

MAN = Kind(
    name="legionary", type="infantry", traits=frozenset({"legiones astartes"}), numbers=_MAN, base=_MAN_BASE,
    weapons=(ONE_SHOT, KNIFE),
)  # fmt: skip
SGT = msgspec.structs.replace(MAN, name="sergeant", subtypes=frozenset({"sergeant"}), numbers={**_MAN, "leadership": 9})
CEN = msgspec.structs.replace(
    MAN, name="centurion", subtypes=frozenset({"command"}), numbers={**_MAN, "initiative": 5, "leadership": 9, "wounds": 3}
)
TANK = Kind(
    name="tank",
    type="vehicle",
    subtypes=frozenset({"transport"}),
    traits=frozenset({"legiones astartes"}),
    numbers={"movement": 12, "ballistic_skill": 4, "wounds": 6, "capacity": 10},
    armour=Armour(12, 12, 12),
    weapons=(HEAVY_BOLTER,),
    access=("front", "left", "right", "rear"),
    base=hull_base(5 * INCH, 3 * INCH, 3 * INCH),
)
BUN = Kind(
    name="bunker",
    type="fortification",
    subtypes=frozenset({"bunker"}),
    numbers={"wounds": 8, "capacity": 10},
    armour=Armour(12, 12, 12),
    access=("front", "left", "right", "rear"),
    base=hull_base(6 * INCH, 6 * INCH, 4 * INCH),
)
GUN = Kind(
    name="gun emplacement",
    type="fortification",
    subtypes=frozenset({"emplacement"}),
    numbers={"wounds": 6, "ballistic_skill": 2},
    armour=Armour(11, 11, 11),
    weapons=(CANNON, HEAVY_BOLTER),
    base=hull_base(4 * INCH, 4 * INCH, 4 * INCH),
)
TOW = Kind(
    name="tower",
    type="fortification",
    subtypes=frozenset({"structure"}),
    numbers={"wounds": 8},
    armour=Armour(11, 11, 11),
    base=hull_base(4 * INCH, 4 * INCH, 6 * INCH),
)
RED = msgspec.structs.replace(
    BUN,
    name="redoubt",
    subtypes=frozenset({"emplacement", "bunker"}),
    numbers={"wounds": 8, "ballistic_skill": 2, "capacity": 10},
    weapons=(CANNON,),
)
BUILDING = Kind(
    name="building",
    type="building",
    subtypes=frozenset({"transport"}),
    numbers={"wounds": 10, "capacity": 12},
    armour=Armour(11, 11, 11),
    access=("front", "left", "right", "rear"),
    base=hull_base(6 * INCH, 6 * INCH, 5 * INCH),
)
AUT = Kind(
    name="automaton",
    type="automata",
    traits=frozenset({"mechanicum"}),
    numbers={**_MAN, "wounds": 3, "toughness": 6},
    weapons=(ONE_SHOT, KNIFE),
    base=round_base(600),
)
MAG = Kind(
    name="magos",
    type="infantry",
    subtypes=frozenset({"command"}),
    traits=frozenset({"mechanicum", "cybertheurgist"}),
    numbers={**_MAN, "wounds": 3, "intelligence": 10, "leadership": 9},
    weapons=(ONE_SHOT, KNIFE),
    base=round_base(400),
)


def with_(
    kind: Kind, *, arms: Sequence[Arm] | None = None, rules: Sequence[str] = (), words: Sequence[str] = (), **numbers: Any
) -> Kind:
    """A kind with other weapons, more special rules, more traits (sub-types), other numbers."""
    return msgspec.structs.replace(
        kind,
        weapons=kind.weapons if arms is None else tuple(arms),
        special_rules=(*kind.special_rules, *rules),
        traits=kind.traits | frozenset(words),
        numbers={**kind.numbers, **numbers},
    )


# --- units and states ---


def unit(*parts: tuple[Kind, int] | Kind, name: str = "", reserve: str = "", inside: str = "", warlord: bool = False) -> Entry:
    """A unit of some kinds of models, each with how many there are of it. Ids come from its place in the army."""
    counted = [part if isinstance(part, tuple) else (part, 1) for part in parts]
    models = tuple((str(index), index) for index, (_, count) in enumerate(counted) for _ in range(count))
    return Entry(
        id="", player=0, name=name or counted[0][0].name, datasheet="", role="", faction="",
        kinds=tuple(kind for kind, _ in counted), models=models, reserve=reserve, inside=inside, warlord=warlord,
    )  # fmt: skip


LEG = unit((MAN, 10), name="legionaries")


def state_of(
    ours: Sequence[Entry | Kind] = (LEG,),
    theirs: Sequence[Entry | Kind] = (LEG,),
    *,
    terrain: Sequence[Kind] = (),
    zones: Sequence[Zone] = (),
    rubble: Sequence[Rubble] = (),
    pieces: Sequence[Piece] = (),
    objectives: Sequence[Objective] = (),
    options: Options | None = None,
    **mission: Any,
) -> State:
    """A battle in battle turn 2, the turn of player 0 (A), nobody on the table yet.

    Units are A1, A2, ... and B1, B2, ...; buildings T1, ...; models A1.1, A1.2, ....
    """
    entries: list[Entry] = []
    for player, side in enumerate((ours, theirs, terrain)):
        for number, found in enumerate(side, 1):
            entry = found if isinstance(found, Entry) else unit(found)
            key = f"{'ABT'[player]}{number}"
            models = tuple((f"{key}.{place}", kind) for place, (_, kind) in enumerate(entry.models, 1))
            entries.append(msgspec.structs.replace(entry, id=key, player=player if player < 2 else -1, models=models))
    roster = Roster(tuple(entries))
    on = Mission(
        id="test",
        name="Test",
        size=TableSize(WIDTH, DEPTH),
        deployment=(Rectangle(0, 0, WIDTH, 12 * INCH), Rectangle(0, DEPTH - 12 * INCH, WIDTH, DEPTH)),
        home_edges=(((0, 0), (WIDTH, 0)), ((0, DEPTH), (WIDTH, DEPTH))),
        objectives=tuple(objectives),
        pieces=tuple(pieces),
        zones=tuple(zones),
        rubble=tuple(rubble),
        **mission,
    )
    units = {
        key: Unit(
            id=key,
            player=entry.player,
            models=[Model(model, entry.kinds[kind].wounds) for model, kind in entry.models],
            starting=len(entry.models),
        )
        for key, entry in roster.units.items()
    }
    core = Core(units=units, sides=[Side(reactions=2), Side(reactions=2)], round=2, turn=0, phase="movement", step="move")
    return State(roster, on, Field(on.size, on.pieces), core, options or Options())


def at(x: float, y: float, heading: int = 0, z: float = 0) -> Place:
    """A place in inches."""
    return Place(round(x * INCH), round(y * INCH), round(z * INCH), heading)


def row(count: int, x: float, y: float, apart: float = 1.5) -> list[Place]:
    """Places side by side, from the left, in inches."""
    return [at(x + index * apart, y) for index in range(count)]


def put(state: State, which: str, places: Sequence[Place] | Place) -> Unit:
    """Put a unit on the table; of its models as many are left as there are places."""
    found = state.units[which]
    listed = [places] if isinstance(places, Place) else list(places)
    found.where = "table"
    for model in found.models[len(listed) :]:
        state.rehome(model.id, None)
    del found.models[len(listed) :]
    for model, place in zip(found.models, listed, strict=True):
        model.place = model.began = place
    return found


def phase(state: State, name: str, step: str, player: int = 0) -> None:
    """Go to a phase and sub-phase of a player's turn."""
    state.core.phase, state.core.step, state.core.turn = name, step, player
    state.core.done, state.core.acting = [], ""


def board(state: State, which: str, transport: str) -> Unit:
    """Put a unit aboard another."""
    found = state.units[which]
    found.where, found.inside = "inside", transport
    for model in found.models:
        model.place = None
    return found


def key(*places: Place) -> str:
    """The answer that places models."""
    return encode_places(places)


def drive(
    state: State,
    procedure: Procedure[Any],
    answers: Sequence[Answer] = (),
    faces: Sequence[int] = (),
    reactions: Sequence[Any] | None = (),
) -> Driven:
    """Run a procedure to its end with scripted answers and dice; both must be used up. Illegal answers raise.

    ``reactions``: what may be done in windows; nothing unless told (None: the game's own reactions).
    """
    with reacting(reactions):
        return run(state, procedure, apply, Script(answers, faces))


class Probe(AnyProbe):
    """A reaction for tests (`AnyProbe`), at every moment of the game."""

    moments = frozenset(moments.MOMENTS)


def reacting(reactions: Sequence[Any] | None) -> AbstractContextManager[None]:
    """Let only these reactions exist for a while; None: the game's own."""
    return only(reactions, moments)


def offered(state: State, moment: str, player: int, about: Any = None) -> list[str]:
    """What a player could do at a moment, by the game's own reactions: ``reaction:key`` each."""
    return offered_in(moments.windows().open(state, moment, (player,), about))


def first(ask: Ask) -> str:
    """The first listed answer."""
    return ask.options[0].key


def play(
    state: State,
    next_step: Callable[[State], Procedure[None]],
    until: Callable[[], bool],
    answers: Sequence[Answer] = (),
    faces: Sequence[int] = (),
) -> Driven:
    """Go on step by step until something holds, as the driver does. When the answers run out the first listed one is given."""

    def steps() -> Procedure[None]:
        while not until():
            yield from next_step(state)

    with reacting(()):
        return run(state, steps(), apply, Script(answers, faces, first))


def kind_named(sheet: str, *items: str) -> Kind:
    """The first kind of model of a bundled datasheet, with these items, as it fights."""
    found = library.datasheet(sheet)
    return kind_of(fit(found, found.models[0].name, dict.fromkeys(items, 1)), found)

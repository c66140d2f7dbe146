"""The story of a bunker: stormed, captured, lost again, and brought down with a unit inside. For a recorded battle."""

from collections.abc import Sequence

from warbench.battle.driver import Battle
from warbench.battle.requests import Ask, Option, Roll
from warbench.battle.streams import Streams
from warbench.games.heresy3.battle.events import Controlled, Hurt, SetUp, TakenOff, UnitDestroyed
from warbench.games.heresy3.battle.state import State
from warbench.lab.proof.eager import wished
from warbench.lab.proof.heresy3.forces import LASCANNONS, REDOUBT, gives, unit
from warbench.lab.proof.heresy3.small import FISTS, Small
from warbench.lab.proof.part import Wishes
from warbench.players import Player, random_chooser
from warbench.table.lattice import INCH

BUNKER, GUARDS, RELIEF, STORMERS = "B1", "B2", "B3", "A2"

STORM_PARTY = unit("Breacher Squad", gives("melta bombs", model="Breacher Sergeant"), name="Breachers")
STORY = Small(
    name="bunker",
    ours=(
        unit("Vindicator Siege Tank", name="Vindicator"),
        STORM_PARTY,
        LASCANNONS,
        unit("Vindicator Siege Tank", name="Hammer"),
    ),
    theirs=(REDOUBT, unit("Reconnaissance Squad", name="Watch", inside="Redoubt"), unit("Tactical Squad", name="Relief")),
    factions=(FISTS, FISTS),
    turns=6,
    deep=14,
    gap=8,
)
"""A player's breachers storm the other's redoubt; his guns wait until it is lost again and somebody is inside."""

_STORM: Wishes = (
    ("unit", STORMERS),
    ("move kind", "move"),
    ("charge target", BUNKER),
    ("volley", "hold"),
    ("strike target", BUNKER),
    ("aftermath", "hold"),
    ("capture", "capture"),
)
_BOMBS: Wishes = (("melee weapon", "melta bombs"),)
_GUNS: Wishes = (("unit", "A1"), ("unit", "A3"), ("unit", "A4"))
_CLEAR: Wishes = (*_GUNS, ("target", GUARDS), ("target", "none"))
_FLEE: Wishes = (("unit", GUARDS), ("move kind", "move"))
_LEAVE: Wishes = (("unit", STORMERS), ("move kind", "move"))
_DESTROY: Wishes = (*_GUNS, ("move kind", "stationary"), ("target", BUNKER))
_RETAKE: Wishes = (
    ("unit", RELIEF),
    ("move kind", "move"),
    ("charge target", BUNKER),
    ("aftermath", "hold"),
    ("capture", "capture"),
)
_GARRISON: Wishes = (("unit", f"embark:{RELIEF}:{BUNKER}"), ("unit", f"embark:{GUARDS}:{BUNKER}"))
_STORMERS_WANT = {"held": (*_BOMBS, *_STORM), "empty": _STORM, "captured": _LEAVE, "again": _DESTROY}
_KEEPERS_WANT: dict[str, Wishes] = {"held": (), "empty": _FLEE, "captured": _RETAKE, "again": _GARRISON}
_CALL = 15 * INCH
"""From the middle of the bunker the relief waits about so far away."""

_IDLE = ("pass", "end", "finish", "hold", "stationary", "none")


_FACES = {
    "garrison": (1,),
    "leadership check B2": (6, 5),
    "fall back B2": (6,),
    "penetration A2": (6, 1),
    "penetration B3": (1,),
    "penetration A1": (6,),
    "penetration A3": (6,),
    "penetration A4": (6,),
}
"""What the dice show, by purpose (and unit): again and again, whatever the seed. All others are seeded."""


class LoadedDice:
    """Seeded dice that show what the story needs: its garrison is driven out and routs, nobody hurts the bunker by accident."""

    def __init__(self, seed: int | str) -> None:
        """Take the seed of the other dice."""
        self._fair = Streams(seed)

    def faces(self, roll: Roll, ordinal: int) -> Sequence[int]:
        """The faces that are told, the last again and again after that; or the seeded ones."""
        unit = roll.place.rpartition(".")[2]
        told = _FACES.get(f"{roll.purpose} {unit}") or _FACES.get(roll.purpose)
        if told is None:
            return self._fair.faces(roll, ordinal)
        return [told[min(index, len(told) - 1)] for index in range(roll.count)]


def director(seed: str) -> Player:
    """A player of either side who does what comes next in the story, and little else."""
    pick = random_chooser(seed)
    lost = [False]

    def choose(ask: Ask, state: State) -> str:
        fort = state.units[BUNKER]
        lost[0] = lost[0] or fort.player == 0
        again = lost[0] and fort.player == 1
        if ask.about in {"deploy", "move", "set up"}:
            return _placed(ask, state, away=ask.subject in {GUARDS, STORMERS} and (lost[0] or ask.subject == GUARDS))
        found = [
            option
            for option in wished(ask, _next(ask, state, again=again))
            if not option.key.startswith("embark:") or (lost[0] and ask.player == 1)
        ]
        quiet = [option for option in ask.options if option.key in _IDLE]
        return pick(_only(ask, found or quiet or list(ask.options)), state)

    return choose


def _placed(ask: Ask, state: State, *, away: bool) -> str:
    """Bunker in front, stormers and relief as near it as they may come; who leaves, and who only watches, as far from it."""
    walls = next((model.place for model in state.units[BUNKER].models), None)
    x, y = state.mission.objectives[1].at if walls is None else (walls.x, walls.y)

    def far(key: str) -> int:
        across, up = (int(text) for text in key.split(",")[:2])
        return (across - x) ** 2 + (up - y) ** 2

    places = [option.key for option in ask.options if "," in option.key]
    if not places:
        return ask.options[0].key
    if ask.subject == RELIEF and ask.about == "deploy":
        return min(places, key=lambda key: abs(far(key) - _CALL * _CALL))
    return min(places, key=far) if ask.subject in {BUNKER, STORMERS, RELIEF} and not away else max(places, key=far)


def is_told(battle: Battle[State]) -> bool:
    """Whether a battle tells the story: captured, captured back, a unit got in after that, and the bunker fell with it inside."""
    owners: list[int] = []
    left, inside, doomed = battle.state.roster.units[BUNKER].kinds[0].wounds, False, False
    for event in (entry.event for entry in battle.log):
        if isinstance(event, Controlled) and event.unit == BUNKER:
            owners.append(event.player)
            inside = False
        elif isinstance(event, TakenOff) and event.transport == BUNKER:
            inside = True
        elif isinstance(event, SetUp) and not doomed:
            inside = False
        elif isinstance(event, Hurt) and event.model.startswith(f"{BUNKER}."):
            left -= event.wounds
            doomed = left <= 0
        elif isinstance(event, UnitDestroyed) and event.unit == BUNKER:
            return owners == [0, 1] and inside
    return False


def _next(ask: Ask, state: State, *, again: bool) -> Wishes:
    """What the player who is asked wants now. ``again``: the bunker was captured and lost again."""
    held = any(unit.inside == BUNKER for unit in state.units.values())
    stage = "again" if again else "captured" if state.units[BUNKER].player == 0 else "held" if held else "empty"
    wants = _STORMERS_WANT if ask.player == 0 else _KEEPERS_WANT
    if ask.player == 0 and stage == "again" and not held:
        return ()
    if stage == "empty" and (ask.subject == "shooting" or ask.about == "target"):
        return _CLEAR if ask.player == 0 else ()
    if ask.subject == "charge" and wants[stage] in {_LEAVE, _FLEE}:
        return ()
    return wants[stage]


def _only(ask: Ask, options: list[Option]) -> Ask:
    return Ask(ask.player, ask.about, ask.text, lambda: options, subject=ask.subject)

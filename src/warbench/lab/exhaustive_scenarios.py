"""Small battles for what random play seldom reaches: few units near each other, players that are bent towards a rule."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice

import msgspec

from warbench.battle.requests import Ask, Option
from warbench.games.w40k10.battle.game import Setup
from warbench.games.w40k10.battle.missions import Mission, Objective
from warbench.games.w40k10.battle.placing import encode
from warbench.games.w40k10.battle.roster import ArmySpec, UnitSpec
from warbench.games.w40k10.battle.state import Options, State
from warbench.players import Player, random_chooser
from warbench.table.lattice import INCH
from warbench.table.regions import Rectangle
from warbench.table.terrain import Piece, Wall, barricade, container, ruin

_DEEP, _ZONE = 27, 8
_PASSES = frozenset({"pass", "hold", "none"})
_PLACE = re.compile(r"(-?\d+),(-?\d+),(\d+),(\d+)")
_PROBES = 12


class Scenario(msgspec.Struct, frozen=True, kw_only=True):
    """A small battle: two armies, and what each player wants.

    ``wishes`` are (kind of question, beginning of a key or part of a text); an option that fulfils one is taken, the first wish
    first. Reactions are used only when wished for; where nothing is wished, something is done rather than nothing. ``shows`` are
    entries of the tally: the scenario is played with one seed after another until it has shown them all.
    """

    name: str
    ours: tuple[UnitSpec, ...]
    theirs: tuple[UnitSpec, ...]
    wishes: tuple[tuple[str, str], ...] = ()
    factions: tuple[str, str] = ("Leagues of Votann", "Space Marines")
    detachments: tuple[str, str] = ("Oathband", "Gladius Task Force")
    pieces: tuple[Piece, ...] = ()
    boarding_actions: bool = False
    rounds: int = 3
    width: int = 30
    shows: tuple[str, ...] = ()

    def setup(self) -> Setup:
        """The battle's setup, on a small table with zones 11 inches apart."""
        across, up = self.width * INCH, _DEEP * INCH
        zones = Rectangle(0, 0, across, _ZONE * INCH), Rectangle(0, up - _ZONE * INCH, across, up)
        place = Mission(
            id="small",
            name="Small",
            battle_size="incursion",
            width=self.width,
            depth=_DEEP,
            zones=zones,
            objectives=(Objective("middle", self.width / 2, _DEEP / 2),),
            pieces=self.pieces,
        )
        one, other = (
            ArmySpec(name=f"{self.name} {side}", faction=faction, detachment=detachment, units=units)
            for side, faction, detachment, units in zip(
                "AB", self.factions, self.detachments, (self.ours, self.theirs), strict=True
            )
        )
        options = Options(rounds=self.rounds, boarding_actions=self.boarding_actions)
        return Setup(mission=place, armies=(one, other), options=options)


# --- who plays it ---


def eager(scenario: Scenario, seed: str, tally: Counter[str]) -> Player:
    """A player who does what the scenario wishes; on the way he asks about wrong answers, and notes how they are refused."""
    pick = random_chooser(seed)

    def choose(ask: Ask, state: State) -> str:
        tally[f"ask {ask.about}"] += 1
        if ask.about == "react":
            tally[f"react {ask.subject}"] += 1
        if ask.judge is not None and ask.about != "react":
            for answer in islice(wrong_answers(ask, state), _PROBES):
                refusal = ask.judge(answer)
                if refusal is not None:
                    tally[f"refused {refusal.code}"] += 1
        for about, wish in scenario.wishes:
            if about == ask.about:
                found = [option for option in ask.options if option.key.startswith(wish) or wish in option.text]
                if found:
                    return pick(_only(ask, found), state)
        if ask.about == "react":
            return ask.options[0].key
        doing = [option for option in ask.options if option.key not in _PASSES]
        return pick(_only(ask, doing or list(ask.options)), state)

    return choose


def _only(ask: Ask, options: list[Option]) -> Ask:
    return Ask(ask.player, ask.about, ask.text, lambda: options, subject=ask.subject)


def wrong_answers(ask: Ask, state: State) -> Iterator[str]:
    """Answers that are near a listed placement but mostly illegal: each spoils one thing about it."""
    listed = next((option.key for option in ask.options if _PLACE.match(option.key)), None)
    if listed is None or ask.subject not in state.units:
        return
    parts = listed.split(";")
    x, y, z, heading = map(int, parts[0].split(">")[-1].split(","))
    rest = parts[1:]
    at = state.units[ask.subject].models[0].place

    def spoilt(first: str) -> str:
        return ";".join([first, *rest])

    yield spoilt(f"{x + 40 * INCH},{y},{z},{heading}")
    yield spoilt(f"{x},{y},{z + 3 * INCH},{heading}")
    yield spoilt(f"{x + 4 * INCH},{y},{z},{heading}")
    if rest:
        yield ";".join([rest[0], *rest])
    for other in state.on_table():
        place = other.models[0].place
        if place is None or other.id == ask.subject:
            continue
        yield spoilt(f"{place.x},{place.y + 2 * INCH},{place.z},{heading}")
        if at is not None:
            # Past the other unit, to its far side and straight on; or over to it and back.
            yield spoilt(f"{place.x},{place.y},{place.z},{heading}>{x},{y},{z},{heading}")
    if at is not None:
        places = (model.place for model in state.units[ask.subject].models if model.place is not None)
        yield encode(tuple(places))
        yield spoilt(f"{at.x + INCH},{at.y},{at.z + 4 * INCH},{heading}>{x},{y},{z},{heading}")
        yield spoilt(f"{at.x},{at.y},{at.z + 4 * INCH},{heading}>{x},{y},{z},{heading}")
        yield spoilt(f"{at.x + 2 * INCH},{at.y},{at.z + 4 * INCH},{heading}")
    for piece in state.mission.pieces:
        px, py = piece.footprint[0]
        qx, qy = piece.footprint[2]
        yield spoilt(f"{(px + qx) // 2},{(py + qy) // 2},0,{heading}")
        yield spoilt(f"{px},{py},0,{heading}")
        if at is not None:
            yield spoilt(f"{2 * ((px + qx) // 2) - at.x},{2 * ((py + qy) // 2) - at.y},0,{heading}")


# --- the battles ---


def _unit(
    datasheet: str, leader: str = "", *, inside: str = "", reserve: str = "", items: tuple[dict[str, int], ...] = ()
) -> UnitSpec:
    return UnitSpec(datasheet=datasheet, leader=leader, inside=inside, reserve=reserve, items=items, warlord=bool(leader))


_KIN = _unit("Hearthkyn Warriors")
_LED_KIN = _unit("Hearthkyn Warriors", "Kâhl")
_FORTRESS = _unit("Hekaton Land Fortress")
_WARHEAD = {"cyclic ion cannon": 1, "MATR autocannon": 1, "twin bolt cannon": 2, "armoured wheels": 1, "Hekaton warhead": 1}
_BEAMER = {
    "SP heavy conversion beamer": 1,
    "MATR autocannon": 1,
    "twin bolt cannon": 2,
    "armoured wheels": 1,
    "pan spectral scanner": 1,
}
_GRAVITON = {"graviton blast cannon": 1, "close combat weapon": 1}
_PIONEER = {"bolt revolver": 1, "bolt shotgun": 1, "magna-coil autocannon": 1, "plasma knife": 1}
_SEARCHLIGHT = {**_PIONEER, "rollbar searchlight": 1}
_TANK = _unit("Predator Destructor")
_ASSAULT = _unit("Assault Intercessor Squad")
_LED_ASSAULT = _unit("Assault Intercessor Squad", "Captain")
_INTERCESSORS = _unit("Intercessor Squad")
_NEAR = (("movement", "normal"), ("move", " (A"), ("move", " (B"), ("move", "toward "))
_MARINES = ("Space Marines", "Space Marines")
_RUIN = ruin(
    "house",
    ((2540, 2540), (5080, 2540), (5080, 4318), (2540, 4318)),
    [Wall((2540, 2540), (5080, 2540), 1270)],
    [762],
)

SCENARIOS = (
    Scenario(
        name="ram",
        ours=(_FORTRESS,),
        theirs=(_INTERCESSORS, _ASSAULT),
        wishes=(*_NEAR, ("react", "tank-shock")),
        shows=("used tank-shock", "ask fight target"),
    ),
    Scenario(
        name="hero",
        ours=(_KIN, _unit("Einhyr Hearthguard")),
        theirs=(_ASSAULT, _ASSAULT),
        wishes=(*_NEAR, ("react", "heroic-intervention"), ("react", "warrior-pride"), ("react", "epic-challenge")),
        shows=("used heroic-intervention", "used warrior-pride"),
    ),
    Scenario(
        name="challenge",
        ours=(_LED_KIN, _unit("Einhyr Hearthguard", "Einhyr Champion")),
        theirs=(_LED_ASSAULT, _LED_ASSAULT),
        wishes=(*_NEAR, ("finest hour", "now"), ("precision", "yes"), ("react", "epic-challenge"), ("react", "warrior-pride")),
        shows=("used epic-challenge", "ask precision", "ask finest hour", "ask charge again"),
    ),
    Scenario(
        name="answer",
        ours=(_KIN, _KIN, _unit("Einhyr Hearthguard")),
        theirs=(_ASSAULT, _ASSAULT, _ASSAULT),
        wishes=(*_NEAR, ("react", "counter-offensive"), ("react", "newfound-nemesis")),
        shows=("used counter-offensive", "event Owes"),
    ),
    Scenario(
        name="boarding",
        ours=(_KIN, _KIN, _unit("Einhyr Hearthguard")),
        theirs=(_ASSAULT, _ASSAULT, _unit("Aggressor Squad")),
        boarding_actions=True,
        wishes=(
            *_NEAR,
            ("react", "counter-offensive-boarding"),
            ("react", "insane-bravery-boarding"),
            ("react", "explosive-clearance"),
        ),
        shows=("used counter-offensive-boarding-actions", "used insane-bravery-boarding-actions", "ask blaster"),
    ),
    Scenario(
        name="retreat",
        ours=(_KIN, _KIN),
        theirs=(_ASSAULT, _ASSAULT),
        wishes=(
            ("movement", "fall back"),
            *_NEAR,
            ("react", "ordered-retreat"),
            ("react", "reactive-reprisal"),
            ("react", "insane-bravery"),
        ),
        rounds=5,
        shows=("used ordered-retreat", "used insane-bravery", "ask loss", "move fall back"),
    ),
    Scenario(
        name="firing line",
        ours=(_LED_KIN, _unit("Brôkhyr Thunderkyn", items=(_GRAVITON,) * 3), _unit("Hekaton Land Fortress", items=(_BEAMER,))),
        theirs=(_LED_ASSAULT, _unit("Hellblaster Squad"), _TANK),
        wishes=(
            ("movement", "stationary"),
            ("target", "B1/2"),
            ("target", "A1/2"),
            ("react", "void-armour"),
            ("react", "reactive-reprisal"),
            ("react", "newfound-nemesis"),
        ),
        shows=("used void-armour", "used reactive-reprisal", "keyword conversion", "keyword anti", "ask hazardous"),
    ),
    Scenario(
        name="warhead",
        ours=(_unit("Hekaton Land Fortress", items=(_WARHEAD,)), _unit("Hearthkyn Warriors", inside="Hekaton Land Fortress")),
        theirs=(_INTERCESSORS, _unit("Whirlwind")),
        wishes=(("movement", "stationary"), ("disembark?", "out"), ("disembark?", "disembark"), ("target", "B1")),
        shows=("ask disembark", "keyword one shot", "keyword indirect fire"),
    ),
    Scenario(
        name="snipers",
        ours=(_LED_KIN, _unit("Hernkyn Pioneers")),
        theirs=(_unit("Eliminator Squad"), _unit("Scout Squad"), _unit("Gladiator Lancer")),
        wishes=(("precision", "yes"), ("target", "A1"), ("movement", "stationary"), ("react", "fire-overwatch")),
        shows=("ask precision", "keyword precision", "ability stealth", "ability infiltrators"),
    ),
    Scenario(
        name="plasma",
        ours=(_unit("Hellblaster Squad", "Captain"), _unit("Terminator Squad", "Librarian in Terminator Armour")),
        theirs=(_unit("Terminator Squad", "Ancient in Terminator Armour"), _unit("Redemptor Dreadnought")),
        factions=_MARINES,
        detachments=("Gladius Task Force", "Gladius Task Force"),
        wishes=(
            ("target", "B1/2"),
            ("target", "A1/2"),
            ("weapon target", "B1/2"),
            *_NEAR,
            ("react", "go-to-ground"),
        ),
        shows=("used go-to-ground", "keyword hazardous", "keyword psychic"),
    ),
    Scenario(
        name="drop",
        ours=(_unit("Einhyr Hearthguard", "Kâhl", reserve="strategic"), _KIN),
        theirs=(_unit("Terminator Squad", reserve="strategic"), _unit("Impulsor"), _unit("Intercessor Squad", inside="Impulsor")),
        wishes=(("react", "rapid-ingress"), ("reinforcements", "A"), ("reinforcements", "B"), ("firing deck", "lend")),
        shows=("used rapid-ingress", "ask arrival", "set up deep strike", "ask firing deck"),
    ),
    Scenario(
        name="walls",
        ours=(_KIN, _unit("Hernkyn Pioneers")),
        theirs=(_ASSAULT, _TANK),
        pieces=(
            _RUIN,
            container("crate", ((4318, 2794), (5080, 2794), (5080, 3302), (4318, 3302))),
            barricade("fence", ((5588, 3302), (6858, 3302), (6858, 3429), (5588, 3429))),
        ),
        wishes=_NEAR,
        shows=("refused in-solid", "refused on-wall", "refused through-wall", "refused through-solid"),
    ),
    Scenario(
        name="split",
        ours=(_FORTRESS, _unit("Hearthkyn Warriors", inside="Hekaton Land Fortress")),
        theirs=(_INTERCESSORS, _ASSAULT),
        wishes=(("disembark?", "disembark"), ("movement", "stationary"), ("target", "split")),
        shows=("ask fire support", "ask disembark"),
    ),
    Scenario(
        name="ride",
        ours=(_unit("Impulsor"), _unit("Intercessor Squad", inside="Impulsor"), _unit("Whirlwind")),
        theirs=(_KIN, _unit("Sagitaur")),
        factions=("Space Marines", "Leagues of Votann"),
        detachments=("Gladius Task Force", "Oathband"),
        wishes=(("disembark?", "stay"), ("firing deck", "lend"), ("react", "smokescreen"), ("react", "ancestral-sentence")),
        shows=("ask firing deck", "used smokescreen", "used ancestral-sentence"),
    ),
    Scenario(
        name="board",
        ours=(_FORTRESS, _KIN),
        theirs=(_unit("Scout Squad"), _unit("Impulsor"), _INTERCESSORS),
        wishes=(
            ("movement", "normal"),
            ("move", "to board"),
            ("embark", "A1"),
            ("react", "grenade"),
            ("react", "command-re-roll"),
        ),
        shows=("ask embark", "used grenade", "used command-re-roll"),
    ),
    Scenario(
        name="melta",
        ours=(_FORTRESS, _KIN),
        theirs=(_unit("Eradicator Squad"), _unit("Aggressor Squad"), _unit("Eradicator Squad")),
        wishes=(*_NEAR, ("target", "A1"), ("react", "grenade")),
        shows=("keyword melta", "fact closest_target", "roll deadly demise", "ask grenade"),
        rounds=4,
    ),
    Scenario(
        name="banner",
        ours=(_FORTRESS, _unit("Brôkhyr Thunderkyn"), _unit("Brôkhyr Thunderkyn"), _LED_KIN),
        theirs=(_unit("Terminator Squad", "Ancient in Terminator Armour"),),
        wishes=(("movement", "stationary"), ("target", "B1"), ("target", "A")),
        shows=("fact below_starting_strength", "fact below_half_strength"),
        rounds=4,
    ),
    Scenario(
        name="nemesis",
        ours=(_LED_KIN, _KIN),
        theirs=(_unit("Aggressor Squad"), _unit("Hellblaster Squad"), _unit("Infernus Squad")),
        wishes=(*_NEAR, ("target", "A1"), ("react", "newfound-nemesis:A1"), ("react", "newfound-nemesis")),
        shows=("used newfound-nemesis", "ask tokens"),
    ),
    Scenario(
        name="champion",
        ours=(_unit("Einhyr Champion"),) * 3,
        theirs=(_unit("Captain"),) * 3,
        width=12,
        wishes=(*_NEAR, ("charge target", "both")),
        shows=("ask impact",),
        rounds=4,
    ),
    Scenario(
        name="outriders",
        ours=(_unit("Hernkyn Pioneers", items=(_SEARCHLIGHT, _PIONEER, _PIONEER)), _unit("Hernkyn Pioneers")),
        theirs=(_unit("Eliminator Squad"), _unit("Scout Squad")),
        wishes=(("target", "B1"), ("movement", "normal")),
        shows=("ask scouts", "move scouts", "fact target_stealth"),
    ),
    Scenario(
        name="clearing",
        ours=(_KIN, _KIN),
        theirs=(_ASSAULT, _unit("Infernus Squad")),
        boarding_actions=True,
        wishes=(*_NEAR, ("react", "command-re-roll-boarding")),
        shows=("used command-re-roll-boarding-actions",),
    ),
    Scenario(
        name="hidden",
        ours=(_KIN,),
        theirs=(_unit("Whirlwind"),),
        pieces=(container("wall", ((0, 2540), (7620, 2540), (7620, 4064), (0, 4064)), 2540),),
        wishes=(("movement", "stationary"),),
        shows=("fact visible", "keyword indirect fire"),
    ),
)

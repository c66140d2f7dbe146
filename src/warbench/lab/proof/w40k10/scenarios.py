"""Small battles for what random play seldom reaches: few units near each other, each battle for some rules."""

from warbench.games.w40k10.battle.roster import Lead, UnitSpec
from warbench.lab.proof.w40k10.small import Small
from warbench.table.terrain import Wall, barricade, container, ruin


def _unit(
    datasheet: str, leader: str = "", *, inside: str = "", reserve: str = "", items: tuple[dict[str, int], ...] = ()
) -> UnitSpec:
    return UnitSpec(datasheet=datasheet, leader=leader, inside=inside, reserve=reserve, items=items, warlord=bool(leader))


_KIN = _unit("Hearthkyn Warriors")
_LED_KIN = _unit("Hearthkyn Warriors", "Kâhl")
_WARRIOR = {"Autoch-pattern bolt pistol": 1, "Autoch-pattern bolter": 1, "close combat weapon": 1}
_BRAWLER = {"Autoch-pattern bolt pistol": 1, "Kin melee weapon": 1, "close combat weapon": 1}
_BRAWLERS = _unit("Hearthkyn Warriors", items=({**_WARRIOR, "weavefield crest": 1}, *((_WARRIOR,) * 7), *((_BRAWLER,) * 2)))
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
_TWICE_LED = UnitSpec(
    datasheet="Assault Intercessor Squad", leader="Captain", beside=(Lead(datasheet="Lieutenant"),), warlord=True
)
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
    Small(
        name="ram",
        ours=(_FORTRESS,),
        theirs=(_INTERCESSORS, _ASSAULT),
        wishes=(*_NEAR, ("react", "tank-shock")),
        shows=("used tank-shock", "ask fight target"),
    ),
    Small(
        name="hero",
        ours=(_KIN, _unit("Einhyr Hearthguard")),
        theirs=(_ASSAULT, _ASSAULT),
        wishes=(*_NEAR, ("react", "heroic-intervention"), ("react", "warrior-pride"), ("react", "epic-challenge")),
        shows=("used heroic-intervention", "used warrior-pride"),
    ),
    Small(
        name="challenge",
        ours=(_LED_KIN, _unit("Einhyr Hearthguard", "Einhyr Champion")),
        theirs=(_LED_ASSAULT, _TWICE_LED),
        wishes=(*_NEAR, ("finest hour", "now"), ("precision", "yes"), ("react", "epic-challenge"), ("react", "warrior-pride")),
        shows=("used epic-challenge", "ask precision", "ask challenger", "ask finest hour", "ask charge again", "event Parted"),
    ),
    Small(
        name="answer",
        ours=(_BRAWLERS, _KIN, _unit("Einhyr Hearthguard")),
        theirs=(_ASSAULT, _ASSAULT, _ASSAULT),
        wishes=(*_NEAR, ("react", "counter-offensive"), ("react", "newfound-nemesis")),
        shows=("used counter-offensive", "event Owes", "ask fight weapon"),
    ),
    Small(
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
    Small(
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
    Small(
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
    Small(
        name="warhead",
        ours=(_unit("Hekaton Land Fortress", items=(_WARHEAD,)), _unit("Hearthkyn Warriors", inside="Hekaton Land Fortress")),
        theirs=(_INTERCESSORS, _unit("Whirlwind")),
        wishes=(("movement", "stationary"), ("disembark?", "out"), ("disembark?", "disembark"), ("target", "B1")),
        shows=("ask disembark", "keyword one shot", "keyword indirect fire"),
    ),
    Small(
        name="snipers",
        ours=(_LED_KIN, _unit("Hernkyn Pioneers")),
        theirs=(_unit("Eliminator Squad"), _unit("Scout Squad"), _unit("Gladiator Lancer")),
        wishes=(("precision", "yes"), ("target", "A1"), ("movement", "stationary"), ("react", "fire-overwatch")),
        shows=("ask precision", "keyword precision", "ability stealth", "ability infiltrators"),
    ),
    Small(
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
    Small(
        name="drop",
        ours=(_unit("Einhyr Hearthguard", "Kâhl", reserve="strategic"), _KIN),
        theirs=(_unit("Terminator Squad", reserve="strategic"), _unit("Impulsor"), _unit("Intercessor Squad", inside="Impulsor")),
        wishes=(("react", "rapid-ingress"), ("reinforcements", "A"), ("reinforcements", "B"), ("firing deck", "lend")),
        shows=("used rapid-ingress", "ask arrival", "set up deep strike", "ask firing deck"),
    ),
    Small(
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
    Small(
        name="split",
        ours=(_FORTRESS, _unit("Hearthkyn Warriors", inside="Hekaton Land Fortress")),
        theirs=(_INTERCESSORS, _ASSAULT),
        wishes=(("disembark?", "disembark"), ("movement", "stationary"), ("target", "split")),
        shows=("ask fire support", "ask disembark"),
    ),
    Small(
        name="ride",
        ours=(_unit("Impulsor"), _unit("Intercessor Squad", inside="Impulsor"), _unit("Whirlwind")),
        theirs=(_KIN, _unit("Sagitaur")),
        factions=("Space Marines", "Leagues of Votann"),
        detachments=("Gladius Task Force", "Oathband"),
        wishes=(("disembark?", "stay"), ("firing deck", "lend"), ("react", "smokescreen"), ("react", "ancestral-sentence")),
        shows=("ask firing deck", "used smokescreen", "used ancestral-sentence"),
    ),
    Small(
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
    Small(
        name="melta",
        ours=(_FORTRESS, _KIN),
        theirs=(_unit("Eradicator Squad"), _unit("Aggressor Squad"), _unit("Eradicator Squad")),
        wishes=(*_NEAR, ("target", "A1"), ("react", "grenade")),
        shows=("keyword melta", "fact closest_target", "roll deadly demise", "ask grenade"),
        rounds=4,
    ),
    Small(
        name="banner",
        ours=(_FORTRESS, _unit("Brôkhyr Thunderkyn"), _unit("Brôkhyr Thunderkyn"), _LED_KIN),
        theirs=(_unit("Terminator Squad", "Ancient in Terminator Armour"),),
        wishes=(("movement", "stationary"), ("target", "B1"), ("target", "A")),
        shows=("fact below_starting_strength", "fact below_half_strength"),
        rounds=4,
    ),
    Small(
        name="nemesis",
        ours=(_LED_KIN, _KIN),
        theirs=(_unit("Aggressor Squad"), _unit("Hellblaster Squad"), _unit("Infernus Squad")),
        wishes=(*_NEAR, ("target", "A1"), ("react", "newfound-nemesis:A1"), ("react", "newfound-nemesis")),
        shows=("used newfound-nemesis", "ask tokens"),
    ),
    Small(
        name="champion",
        ours=(_unit("Einhyr Champion"),) * 3,
        theirs=(_unit("Captain"),) * 3,
        width=12,
        wishes=(*_NEAR, ("charge target", "both")),
        shows=("ask impact",),
        rounds=4,
    ),
    Small(
        name="outriders",
        ours=(_unit("Hernkyn Pioneers", items=(_SEARCHLIGHT, _PIONEER, _PIONEER)), _unit("Hernkyn Pioneers")),
        theirs=(_unit("Eliminator Squad"), _unit("Scout Squad")),
        wishes=(("target", "B1"), ("movement", "normal")),
        shows=("ask scouts", "move scouts", "fact target_stealth"),
    ),
    Small(
        name="clearing",
        ours=(_KIN, _KIN),
        theirs=(_ASSAULT, _unit("Infernus Squad")),
        boarding_actions=True,
        wishes=(*_NEAR, ("react", "command-re-roll-boarding")),
        shows=("used command-re-roll-boarding-actions",),
    ),
    Small(
        name="hidden",
        ours=(_KIN,),
        theirs=(_unit("Whirlwind"),),
        pieces=(container("wall", ((0, 2540), (7620, 2540), (7620, 4064), (0, 4064)), 2540),),
        wishes=(("movement", "stationary"),),
        shows=("fact visible", "keyword indirect fire"),
    ),
)

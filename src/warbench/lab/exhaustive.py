"""The exhaustive runner: plays until every rule object of the battle has fired, or says why it cannot.

Rule objects are stratagems, kinds of event, moments, questions, weapon abilities, facts, core abilities and the table's refusals.
Random battles (those of the soak) fire what is common; small battles that are bent towards a rule fire what is rare.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from warbench.battle.driver import Battle
from warbench.games.w40k10.battle import volleys
from warbench.games.w40k10.battle.events import EVENTS, Moved, SetUp, Threw, Used
from warbench.games.w40k10.battle.game import W40k10
from warbench.games.w40k10.battle.moments import MOMENTS
from warbench.games.w40k10.battle.reactions import REACTIONS
from warbench.games.w40k10.battle.state import State
from warbench.games.w40k10.core import CORE_EFFECTS
from warbench.games.w40k10.facts import FACTS
from warbench.games.w40k10.keywords import effects_of, known_keywords, read_keyword
from warbench.games.w40k10.library import datasheets
from warbench.games.w40k10.plan import Plan
from warbench.games.w40k10.question import Question, Weapon
from warbench.games.w40k10.stratagems import stratagem
from warbench.lab.exhaustive_players import Scenario, eager
from warbench.lab.exhaustive_scenarios import SCENARIOS
from warbench.lab.soak import soak
from warbench.players import seat
from warbench.rules.conditions import Value
from warbench.rules.effects import Effect, Grant

MOST_ANSWERS = 4_000
ATTEMPTS = 12
"""So often a scenario is played, each time with another seed, until it has shown what it is for."""

QUESTIONS = (
    "arrival",
    "arrive",
    "battle-shock",
    "blaster",
    "challenger",
    "charge",
    "charge again",
    "charge target",
    "coherency",
    "consolidate",
    "deploy",
    "disembark",
    "disembark?",
    "embark",
    "fight target",
    "fight weapon",
    "finest hour",
    "fire support",
    "firing deck",
    "grenade",
    "grim-efficiency",
    "hazardous",
    "impact",
    "loss",
    "move",
    "movement",
    "oath",
    "pile in",
    "precision",
    "prey",
    "ram",
    "react",
    "reinforcements",
    "scouts",
    "target",
    "tokens",
    "unit",
    "weapon target",
)
"""Every kind of question that the battle asks (`Ask.about`)."""

REFUSALS = (
    "bad-path",
    "contact-missed",
    "in-solid",
    "in-zone",
    "may-not-climb",
    "may-not-stand",
    "no-floor",
    "not-closer",
    "not-engaged",
    "off-table",
    "on-model",
    "on-wall",
    "out-of-coherency",
    "outside-region",
    "through-enemy",
    "through-friend",
    "through-solid",
    "through-wall",
    "through-zone",
    "too-far",
)
"""The codes with which the table refuses a move or a set-up."""

_CORE = {
    "deadly-demise": "roll deadly demise",
    "deep-strike": "set up deep strike",
    "firing-deck": "ask firing deck",
    "scouts": "move scouts",
}
_NO_WEAPON = "no bundled weapon has it and nothing grants it; the odds show it (tests/games/w40k10)"
_REASONS = {
    "question challenger": "asked of a unit with several characters: a unit has one leader, and no bundled datasheet has more",
    "question ram": "asked of a unit with several vehicles: every bundled vehicle is a unit of its own",
    "moment command phase": "the window opens in each Command phase, but no bundled stratagem is used there",
    "refusal may-not-climb": "every unit may climb in the tenth edition: the permit of another game can forbid it",
    "refusal may-not-stand": "the bundled terrain lets everybody stand on its floors",
    "fact codex_detachment": "asked of a person at the odds: in the battle Oath of Moment is given with what it is worth",
    "fact oath_of_moment": "asked of a person at the odds: in the battle Oath of Moment takes hold of the attackers' units",
    "fact fire_support": "asked of a person at the odds: in the battle Fire Support takes hold of those that got out",
}


class Thing(msgspec.Struct, frozen=True):
    """A rule object: its kind and name, the entry of the tally that shows that it fired, and why it cannot fire if it cannot."""

    kind: str
    name: str
    key: str
    reason: str = ""

    @property
    def id(self) -> str:
        """Kind and name."""
        return f"{self.kind} {self.name}"


class Found(msgspec.Struct):
    """What fired: how often in random battles, and in which scenarios."""

    battles: int = 0
    times: Counter[str] = msgspec.field(default_factory=Counter)
    scenarios: dict[str, list[str]] = {}

    def fired(self, thing: Thing) -> bool:
        """Whether a rule object fired at all."""
        return bool(self.times[thing.key]) or thing.key in self.scenarios

    def missing(self) -> list[str]:
        """The rule objects that neither fired nor have a reason, by id."""
        return [thing.id for thing in things() if not thing.reason and not self.fired(thing)]


# --- what there is ---


def things() -> list[Thing]:
    """Every rule object, by kind."""
    return [
        *(_thing("stratagem", each.id, f"used {each.id}") for each in REACTIONS),
        *(_thing("event", kind.__name__, f"event {kind.__name__}") for kind in EVENTS),
        *(_thing("moment", moment, f"react {moment}") for moment in MOMENTS),
        *(_thing("question", about, f"ask {about}") for about in QUESTIONS),
        *_keywords(),
        *(_thing("fact", name, f"fact {name}") for name in facts_read()),
        *(_thing("core ability", name, _CORE.get(name, f"ability {name}")) for name in core_abilities()),
        *(_thing("refusal", code, f"refused {code}") for code in REFUSALS),
    ]


def _thing(kind: str, name: str, key: str) -> Thing:
    return Thing(kind, name, key, _REASONS.get(f"{kind} {name}", ""))


def _keywords() -> Iterator[Thing]:
    printed = (text for sheet in datasheets() for weapon in sheet.weapons for each in weapon.profiles for text in each.abilities)
    granted = (effect.keyword for effect in _effects() if isinstance(effect, Grant))
    bundled = {keyword.family for text in (*printed, *granted) if (keyword := read_keyword(text)) is not None}
    for name in known_keywords():
        family = name.removesuffix(" X").removesuffix("-KEYWORD N+")
        yield Thing("weapon ability", family, f"keyword {family}", "" if family in bundled else _NO_WEAPON)


def facts_read() -> list[str]:
    """The facts that an effect of the bundled data reads, in the order of the register."""
    names = {name for effect in _effects() for name in _read_by(effect)}
    return [fact.name for fact in FACTS if fact.name in names]


def _effects() -> Iterator[Effect]:
    yield from CORE_EFFECTS
    for reaction in REACTIONS:
        yield from stratagem(reaction.id).effects
    for sheet in datasheets():
        for ability in sheet.abilities:
            yield from ability.effects
        if sheet.damaged is not None:
            yield from sheet.damaged.effects
        for weapon in sheet.weapons:
            for profile in weapon.profiles:
                for text in profile.abilities:
                    keyword = read_keyword(text)
                    if keyword is not None:
                        yield from effects_of(keyword, profile.range)


def _read_by(effect: Effect) -> Iterator[str]:
    if effect.when is not None:
        yield from effect.when.facts()
    per = getattr(effect, "per", None)
    if per is not None:
        yield per.fact


def core_abilities() -> list[str]:
    """The core abilities of the bundled datasheets."""
    return sorted({ability.id for sheet in datasheets() for ability in sheet.abilities if ability.kind == "core"})


# --- what fires ---


@contextmanager
def listening(tally: Counter[str]) -> Iterator[None]:
    """Note the abilities and facts of every attack: at the one place where the battle settles an attack's numbers."""
    place = vars(volleys)
    real = place["plan_weapon"]

    def plan(question: Question, weapon: Weapon, facts: dict[str, Value], rulings: dict[str, str], **more: Any) -> Plan:  # noqa: ANN401
        made: Plan = real(question, weapon, facts, rulings, **more)
        if not made.refused:
            tally.update(_seen(question, weapon, facts))
        return made

    place["plan_weapon"] = plan
    try:
        yield
    finally:
        place["plan_weapon"] = real


def _seen(question: Question, weapon: Weapon, facts: dict[str, Value]) -> Iterator[str]:
    granted = [effect.keyword for effect in question.effects if isinstance(effect, Grant)]
    keywords = [keyword for text in (*weapon.keywords, *granted) if (keyword := read_keyword(text)) is not None]
    yield from (f"keyword {keyword.family}" for keyword in keywords)
    if "stealth" in granted:
        yield "ability stealth"
    effects = [*CORE_EFFECTS, *question.effects, *(each for keyword in keywords for each in effects_of(keyword, weapon.range))]
    for name in {name for effect in effects for name in _read_by(effect)}:
        fact = FACTS[name]
        # What follows from the units counts when it is read; what the table says, when it is not the usual.
        if not fact.asked or facts[name] != fact.default:
            yield f"fact {name}"


def random_battles(numbers: Iterable[int], *, seed: str = "exhaustive") -> Found:
    """Play some battles of the soak and note what fires; every battle that goes wrong raises.

    Raises:
        RuntimeError: naming the battle and what went wrong.
    """
    found = Found()
    with listening(found.times):
        for number in numbers:
            played = soak([number], seed=seed, save_every=0, check=False)
            for fault in played.faults:
                msg = f"battle {number} of seed {seed!r}: {fault.what}: {fault.text}"
                raise RuntimeError(msg)
            found.battles += 1
            found.times.update(played.fired)
    return found


def play(scenario: Scenario) -> Counter[str]:
    """Play a scenario, the state checked after each event, until it has shown what it is for; what fired.

    Raises:
        RuntimeError: for an illegal state.
    """
    tally: Counter[str] = Counter()
    for attempt in range(ATTEMPTS):
        tally.update(play_once(scenario, f"{scenario.name} {attempt}"))
        if all(key in tally for key in scenario.shows):
            break
    return tally


def play_once(scenario: Scenario, seed: str) -> Counter[str]:
    """Play a scenario once; what fired.

    Raises:
        RuntimeError: for an illegal state.
    """
    battle: Battle[State] = Battle(W40k10(), scenario.setup(), seed=seed)
    tally: Counter[str] = Counter()
    battle.watch = _upright
    with listening(tally):
        battle.play(seat(battle, [eager(scenario, f"{seed} {side}", tally) for side in "AB"]), most=MOST_ANSWERS)
    for happened in battle.log:
        event = happened.event
        tally[f"event {type(event).__name__}"] += 1
        if isinstance(event, Used):
            tally[f"used {event.stratagem}"] += 1
        elif isinstance(event, Moved):
            tally[f"move {event.how}"] += 1
        elif isinstance(event, Threw):
            tally[f"roll {event.purpose}"] += 1
        elif isinstance(event, SetUp):
            tally[f"set up {event.how}"] += 1
            tally.update(_abilities(battle.state, event))
    return tally


def _upright(battle: Battle[State], event: object) -> None:
    problems = battle.game.problems(battle.state)
    if problems:
        msg = f"{problems} after {event}"
        raise RuntimeError(msg)


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


def exhaust(numbers: Iterable[int], *, seed: str = "exhaustive") -> Found:
    """Play random battles and every scenario."""
    found = random_battles(numbers, seed=seed)
    for scenario in SCENARIOS:
        for key in play(scenario):
            found.scenarios.setdefault(key, []).append(scenario.name)
    return found


# --- the page ---


_NAMED = 3
"""So many scenarios are named on a line."""

_HEAD = """\
# Rule objects

`python tools/exhaustive.py --write` writes this page; do not edit it. `python tools/exhaustive.py --battles 1000` plays longer,
and says what never fired; the test (`tests/games/w40k10/battle/test_exhaustive.py`) plays a few battles and every scenario.

Every rule object of the battle, and what fired it: {battles} random battles (the times it happened) and the scenarios of
`warbench.lab.exhaustive_scenarios`, small battles whose players are bent towards a rule. What cannot fire is listed with the
reason. A weapon ability fires when a weapon that has it attacks; a fact that the table tells, when an attack's numbers were
settled with another value than the usual one; a refusal, when the table gave it to an answer that was not carried out.
"""


def page(found: Found) -> str:
    """The page that lists every rule object with what fired it."""
    lines = [_HEAD.format(battles=found.battles)]
    kind = ""
    for thing in things():
        if thing.kind != kind:
            kind = thing.kind
            heading = f"## {kind[0].upper()}{kind[1:]}"
            lines += [heading, "", "| name | random play | scenarios | why not |", "|---|---|---|---|"]
        times = found.times[thing.key] or ""
        names = found.scenarios.get(thing.key, [])
        more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
        told = ", ".join(names[:_NAMED]) + more
        reason = "" if found.fired(thing) else thing.reason or "never fired"
        lines.append(f"| {thing.name} | {times} | {told} | {reason} |")
    return "\n".join(_spaced(lines)) + "\n"


def _spaced(lines: list[str]) -> Iterator[str]:
    """An empty line before each heading."""
    for line in lines:
        if line.startswith("## "):
            yield ""
        yield line.rstrip("\n")

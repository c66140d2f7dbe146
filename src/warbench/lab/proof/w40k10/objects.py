"""The first game's rule objects: what there is, and what its attacks show."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from warbench.games.w40k10.battle import volleys
from warbench.games.w40k10.battle.events import EVENTS
from warbench.games.w40k10.battle.moments import MOMENTS
from warbench.games.w40k10.battle.reactions import REACTIONS
from warbench.games.w40k10.core import CORE_EFFECTS
from warbench.games.w40k10.facts import FACTS
from warbench.games.w40k10.keywords import effects_of, known_keywords, read_keyword
from warbench.games.w40k10.library import datasheets
from warbench.games.w40k10.plan import Plan
from warbench.games.w40k10.question import Question, Weapon
from warbench.games.w40k10.stratagems import stratagem
from warbench.lab.proof.part import Thing
from warbench.rules.conditions import Value
from warbench.rules.effects import Effect, Grant

QUESTIONS = (
    "allocate",
    "arrival",
    "army rule",
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
    "held fast",
    "impact",
    "loss",
    "move",
    "movement",
    "oath",
    "observers",
    "pile in",
    "powers",
    "precision",
    "prey",
    "ram",
    "re-roll",
    "react",
    "reanimate",
    "reinforcements",
    "return",
    "returned",
    "roll again",
    "scouts",
    "spotted",
    "target",
    "tokens",
    "unit",
    "weapon target",
    "withdraw",
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
_NO_RULE = "the bundled armies have no such army rule: imported ones do"
_REASONS = {
    "event ComesInForce": _NO_RULE,
    "question army rule": _NO_RULE,
    "question observers": _NO_RULE,
    "question reanimate": _NO_RULE,
    "question spotted": _NO_RULE,
    "question withdraw": _NO_RULE,
    "event Mended": "no bundled datasheet regains lost wounds: imported ones do",
    "event Returned": "no bundled weapon returns destroyed models: imported ones do",
    "question held fast": "no bundled weapon holds what it hits: imported ones do",
    "question powers": "no bundled datasheet selects weapons to shoot with: an imported one does",
    "question return": "no bundled weapon returns destroyed models: imported ones do",
    "question returned": "no bundled weapon returns destroyed models: imported ones do",
    "question ram": "asked of a unit with several vehicles: every bundled vehicle is a unit of its own",
    "question roll again": "no bundled datasheet re-rolls Advances or Battle-shock tests: imported ones do",
    "refusal may-not-climb": "every unit may climb in the tenth edition: the permit of another game can forbid it",
    "refusal may-not-stand": "the bundled terrain lets everybody stand on its floors",
    "fact codex_detachment": "asked of a person at the odds: in the battle Oath of Moment is given with what it is worth",
    "fact oath_of_moment": "asked of a person at the odds: in the battle Oath of Moment takes hold of the attackers' units",
    "fact fire_support": "asked of a person at the odds: in the battle Fire Support takes hold of those that got out",
}


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
            yield from (effect for aura in ability.auras for effect in aura.effects)
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


# --- what attacks show ---


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

"""The second game's rule objects: what there is, and what its attacks show."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from warbench.games.heresy3.battle import volleys
from warbench.games.heresy3.battle.conclusions import CONCLUSIONS
from warbench.games.heresy3.battle.events import EVENTS
from warbench.games.heresy3.battle.gambits import GAMBITS
from warbench.games.heresy3.battle.moments import MOMENTS
from warbench.games.heresy3.battle.reactions import REACTIONS
from warbench.games.heresy3.battle.rites import RITES
from warbench.games.heresy3.battle.statuses import CYBERTHEURGIC, DISGRACED, TACTICAL
from warbench.games.heresy3.core import CORE_EFFECTS
from warbench.games.heresy3.facts import FACTS
from warbench.games.heresy3.kinds import Kind
from warbench.games.heresy3.plan import Plan
from warbench.games.heresy3.question import Question, Weapon
from warbench.games.heresy3.special_rules import BATTLE_RULES, battle_rule, effects_of, known_rules, read_rule
from warbench.lab.proof.heresy3.named import QUESTIONS, REASONS, REFUSALS, SECONDARIES
from warbench.lab.proof.part import Thing
from warbench.rules.conditions import Value
from warbench.rules.effects import Effect, Grant


def things() -> list[Thing]:
    """Every rule object, by kind."""
    rites = {rite.id for rite in RITES}
    return [
        *(_thing("Reaction", each.id, f"used {each.id}") for each in REACTIONS if each.id not in rites),
        *(_thing("rite", each.id, f"used {each.id}") for each in RITES),
        *(_thing("status", status, f"status {status}") for status in (*TACTICAL, *CYBERTHEURGIC, DISGRACED)),
        *(_thing("gambit", each.id, f"chose gambit: {each.id}") for each in GAMBITS),
        *(_thing("aftermath", each.id, f"chose aftermath: {each.id}") for each in CONCLUSIONS),
        *(_thing("secondary", name, f"points {name}") for name in SECONDARIES),
        *(_thing("event", kind.__name__, f"event {kind.__name__}") for kind in EVENTS),
        *(_thing("moment", moment, f"react {moment}") for moment in MOMENTS),
        *(_thing("question", about, f"ask {about}") for about in QUESTIONS),
        *(_thing("special rule", name, f"special {name}") for name in special_rules()),
        *(_thing("fact", fact.name, f"fact {fact.name}") for fact in FACTS),
        *(_thing("refusal", code, f"refused {code}") for code in REFUSALS),
    ]


def _thing(kind: str, name: str, key: str) -> Thing:
    return Thing(kind, name, key, REASONS.get(f"{kind} {name}", ""))


def special_rules() -> list[str]:
    """Every special rule that the game knows, without its value."""
    return sorted({text.removesuffix(" (X)") for text in known_rules()} | set(BATTLE_RULES))


# --- what attacks show ---


@contextmanager
def listening(tally: Counter[str]) -> Iterator[None]:
    """Note the special rules and facts of every attack, where the battle settles its numbers; and what it asks models for."""
    place, had = vars(volleys), Kind.has
    real = place["plan_weapon"]

    def plan(question: Question, weapon: Weapon, facts: dict[str, Value], rulings: dict[str, str]) -> Plan:
        made: Plan = real(question, weapon, facts, rulings)
        if not made.refused:
            tally.update(_seen(question, weapon, facts))
        return made

    def has(kind: Kind, rule: str) -> str | None:
        found = had(kind, rule)
        if found is not None:
            tally[f"special {rule}"] += 1
        return found

    place["plan_weapon"] = plan
    setattr(Kind, "has", has)  # noqa: B010 -- a method that is put back
    try:
        yield
    finally:
        place["plan_weapon"] = real
        setattr(Kind, "has", had)  # noqa: B010 -- as it was


def _seen(question: Question, weapon: Weapon, facts: dict[str, Value]) -> Iterator[str]:
    granted = [effect.keyword for effect in question.effects if isinstance(effect, Grant)]
    texts = (*weapon.special_rules, *granted, *(text for group in question.target for text in group.special_rules))
    rules = [rule for text in texts if (rule := read_rule(text)) is not None]
    yield from dict.fromkeys(f"special {rule.family}" for rule in rules)
    yield from dict.fromkeys(f"special {rule.family}" for text in texts if (rule := battle_rule(text)) is not None)
    effects = [*CORE_EFFECTS, *question.effects, *(each for rule in rules for each in effects_of(rule))]
    read = {name for effect in effects for name in _read_by(effect)}
    for fact in FACTS:
        # What follows from the units counts when it is read; what the table says, when it is not the usual.
        if fact.name in facts and facts[fact.name] != fact.default if fact.asked else fact.name in read:
            yield f"fact {fact.name}"


def _read_by(effect: Effect) -> Iterator[str]:
    if effect.when is not None:
        yield from effect.when.facts()
    per = getattr(effect, "per", None)
    if per is not None:
        yield per.fact

"""Army rules that come with a faction: what their units' ability does, and when their player chooses what is in force.

A rule is one ability that all its datasheets print, so it is stated once, in ``faction_rules.toml``. What it does hangs on the
words that are in force (the facts ``army_rule`` and ``target_army_rule``): a person gives them with a question, a battle keeps
them (``battle/faction_rules``). Imported datasheets have a rule where the words of their source are those that were read for it:
``texts`` are short hashes of those.
"""

import hashlib
import unicodedata
from functools import cache
from importlib import resources
from typing import Literal

import msgspec

from warbench.games.w40k10.facts import FACTS
from warbench.rules.conditions import Condition, all_of, at_least
from warbench.rules.effects import Effect
from warbench.rules.fields import refusal
from warbench.sheets.auras import Aura
from warbench.sheets.datasheet import Ability
from warbench.sheets.finding import slug
from warbench.sheets.schema import DataError
from warbench.sheets.shelf import convert, parse

_FILE = "faction_rules.toml"
_DIGITS = 12

FORCE = "army_rule"
FORCES = (FORCE, f"target_{FORCE}")
"""The facts that say what is in force for the attackers' unit, and for the target."""

ROUND = "battle_round"
"""The fact that says which battle round it is."""

Moment = Literal["formations", "round", "command", "shoot", "fight"]


class Choice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a player chooses one of, and when.

    ``at``: as battle formations are declared, at the start of a battle round or of the own Command phase, for the army (with
    ``enemies``: for the opponent's); as a unit is selected to shoot or to fight, for that unit. ``until``: the phase, battle
    round or battle ends, the next own Command phase begins, the unit has made its attacks.
    ``must``: nothing cannot be chosen. ``once``: something can be chosen once a battle. ``test``: first the unit tests its
    Leadership, and suffers so many mortal wounds (dice notation) when it fails.
    """

    of: tuple[str, ...]
    at: tuple[Moment, ...]
    until: Literal["phase", "round", "battle", "command", "attacks"]
    must: bool = False
    once: bool = False
    test: str = ""
    enemies: bool = False


class Near(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A word that is in force for a unit within so many inches of friendly models with all these keywords.

    Without ``of_models`` it is friendly units with the keywords, whichever model of theirs is nearest.
    """

    word: str
    keywords: tuple[str, ...]
    inches: int
    of_models: bool = True


class Spreads(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What enemies have within so many inches of a bearer: by battle round, the last for all later ones."""

    inches: tuple[int, ...]
    effects: tuple[Effect, ...]

    def auras(self) -> tuple[Aura, ...]:
        """An aura for each battle round, of which one is there at a time."""
        last = len(self.inches)
        rounds = [Condition("is", ROUND, number) for number in range(1, last)] + [at_least(ROUND, last)]
        return tuple(
            Aura(tuple(_while(effect, now) for effect in self.effects), reach, "enemies")
            for reach, now in zip(self.inches, rounds, strict=True)
        )


def _while(effect: Effect, condition: Condition) -> Effect:
    when = condition if effect.when is None else all_of(condition, effect.when)
    return msgspec.structs.replace(effect, when=when)


class FactionRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An army rule.

    ``armies`` are the armies that have it, as lists call their faction; without any it is for every army with such units.
    ``whole_unit`` as of an ability. ``always`` is a word that is in force for its units throughout.
    """

    id: str
    name: str
    summary: str
    texts: tuple[str, ...]
    armies: tuple[str, ...] = ()
    touches: tuple[str, ...] = ("attack", "army")
    whole_unit: bool = False
    always: str = ""
    choice: Choice | None = None
    near: tuple[Near, ...] = ()
    spreads: Spreads | None = None
    effects: tuple[Effect, ...] = ()

    def is_of(self, faction: str) -> bool:
        """Whether an army of that faction has it."""
        return not self.armies or slug(faction) in self.armies

    def ability(self, name: str, parameter: str) -> Ability:
        """The ability of a datasheet that prints the rule, under the name that it has there."""
        return Ability(
            id=self.id,
            name=name,
            kind="faction",
            parameter=parameter,
            summary=self.summary,
            effects=self.effects,
            touches=self.touches,
            whole_unit=self.whole_unit,
            auras=self.spreads.auras() if self.spreads is not None else (),
        )


@cache
def faction_rules() -> dict[str, FactionRule]:
    """All of them by the id of their ability.

    Raises:
        DataError: for a word that is no word of the fact.
    """
    plain = parse(resources.files(__package__).joinpath(_FILE).read_bytes(), _FILE)
    rules = convert(plain, _FILE, dict[str, tuple[FactionRule, ...]])["rules"]
    known = FACTS[FORCE].choices
    for rule in rules:
        chosen = rule.choice.of if rule.choice is not None else ()
        everything = (*rule.effects, *(rule.spreads.effects if rule.spreads is not None else ()))
        read = (word for effect in everything if effect.when is not None for word in words_asked(effect.when, *FORCES))
        for word in (*([rule.always] if rule.always else ()), *chosen, *(each.word for each in rule.near), *read):
            if word not in known:
                msg = f"{_FILE}: rules[{rule.id}]: found {word!r}, expected one of {', '.join(known)}"
                raise DataError(msg)
    return {rule.id: rule for rule in rules}


def words_asked(condition: Condition, *facts: str) -> tuple[str, ...]:
    """The words that a condition asks of some facts."""
    parts = tuple(word for part in condition.of for word in words_asked(part, *facts))
    own = (condition.value,) if condition.fact in facts and isinstance(condition.value, str) else ()
    return (*own, *parts)


def rivals(word: str) -> tuple[str, ...]:
    """The words of which only one can be in force with this one, itself among them."""
    found = (rule.choice.of for rule in faction_rules().values() if rule.choice is not None)
    return next((of for of in found if word in of), (word,))


def settled(name: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """The value of a fact of army rules, in lower case.

    Raises:
        ScenarioError: for two words of which only one can be in force.
    """
    low = tuple(word.casefold() for word in words)
    for word in low:
        both = [other for other in rivals(word) if other in low]
        if len(both) > 1:
            raise refusal(name, " and ".join(both), "one of the two: its army rule has only one in force")
    return low


def claimed(ability: Ability, words: str) -> Ability | None:
    """What a rule makes of an imported ability; None where no rule has its name, or the words are not those that were read.

    Args:
        ability: a faction's ability of a datasheet, as its source names it.
        words: the source's own words of it.
    """
    rule = faction_rules().get(ability.id)
    return rule.ability(ability.name, ability.parameter) if rule is not None and digest(words) in rule.texts else None


def digest(words: str) -> str:
    """A short hash of a text: of its letters and digits alone, whatever their case."""
    plain = unicodedata.normalize("NFKD", words).casefold()
    return hashlib.sha256("".join(filter(str.isalnum, plain)).encode()).hexdigest()[:_DIGITS]

"""How much of the datasheets of The Horus Heresy in a library the program models: special rules, reactions, wargear."""

from collections import Counter
from collections.abc import Iterable

from warbench.games.heresy3.claims import of_model, of_wargear, of_weapon
from warbench.games.heresy3.special_rules import known_rules
from warbench.intake.store.coverage import Covered, Marks, covered
from warbench.sheets.datasheet import Datasheet

MODELS, WEAPONS, OWN = "special rules of models", "special rules of weapons", "rules of one datasheet"
REACTIONS, WARGEAR = "reactions and gambits", "wargear"
GROUPS = (MODELS, WEAPONS, OWN, REACTIONS, WARGEAR)


def coverage(sheets: Iterable[Datasheet]) -> tuple[Covered, ...]:
    """What is modelled of some datasheets of the third edition.

    A datasheet prints a special rule of its models once, however many of them have it; each profile of a weapon prints its own. A
    rule that one datasheet alone prints, and that is none of the game's common ones, is a rule of that datasheet. Traits do
    nothing by themselves and are not counted. What is modelled is what the game says that it follows (`claims`).
    """
    every = tuple(sheets)
    printed = [tuple(dict.fromkeys(rule for model in sheet.models for rule in model.abilities)) for sheet in every]
    often = Counter(family for rules in printed for family in {_family(rule) for rule in rules})
    common = {_family(rule) for rule in known_rules()}
    seen: dict[str, Marks] = {group: {} for group in GROUPS}
    for sheet, rules in zip(every, printed, strict=True):
        for rule in rules:
            shared = often[_family(rule)] > 1 or _family(rule) in common
            group, name = (MODELS, rule) if shared else (OWN, f"{rule} ({sheet.name})")
            seen[group].setdefault(name, []).append(of_model(rule))
        for word in (word for weapon in sheet.weapons for profile in weapon.profiles for word in profile.abilities):
            seen[WEAPONS].setdefault(word, []).append(of_weapon(word))
        for ability in sheet.abilities:
            text = f"{ability.name} ({ability.parameter})" if ability.parameter else ability.name
            seen[REACTIONS].setdefault(text, []).append(of_model(text))
        for item in sheet.wargear:
            seen[WARGEAR].setdefault(item.name, []).append(of_wargear(item))
    return tuple(covered("heresy3", group, names) for group, names in seen.items())


def _family(rule: str) -> str:
    return rule.partition("(")[0].strip().casefold()

"""Fill what pages lose of the rites, and say where page and game differ. What the page says is never changed."""

import msgspec

from warbench.games.heresy3.armies.upgrades import upgrades
from warbench.games.heresy3.rites import CYBERTHEURGIST, RITE_LIST
from warbench.games.heresy3.special_rules import known_rules
from warbench.games.heresy3.wargear import wargear
from warbench.intake.findings import Findings
from warbench.intake.heresy3.reading import Part, Rite, RulesReading, Wargear
from warbench.intake.text.lines import folded

STANDING = "C2: two lists agree"
_COMPARED = {
    "attacks": ("attacks", "attacks_modifier"),
    "strength": ("strength", "strength_modifier"),
    "ap": ("ap",),
    "damage": ("damage",),
}
"""A number of the game's wargear, and the names under which a page has it."""


def fill(reading: RulesReading) -> RulesReading:
    """The reading with each rite's difficulty, range and second Trait where the page lost them, held against the game.

    Each filling is a finding ``completed.*`` that says how sure it is; ``differs.wargear`` is a number that the game has
    otherwise, ``note.not-in-game`` a special rule that it has not.
    """
    findings = Findings()
    stripped = any(finding.code == "missing.rite-trait" for finding in reading.findings)
    rites = tuple(_filled(rite, findings, stripped=stripped) for rite in reading.rites)
    parts = tuple(_known_to_the_game(part, findings) for part in reading.parts)
    for item in reading.wargear:
        _compare(item, findings)
    return msgspec.structs.replace(reading, rites=rites, parts=parts, findings=(*reading.findings, *findings.all()))


def _filled(rite: Rite, findings: Findings, *, stripped: bool) -> Rite:
    ours = next((each for each in RITE_LIST if folded(each.name) == folded(rite.name)), None)
    if ours is None:
        return rite
    if rite.difficulty is None and rite.range is None:
        rite = msgspec.structs.replace(rite, difficulty=ours.difficulty, range=ours.range)
        text = f'{rite.name}: Difficulty {ours.difficulty}, range {ours.range}" ({STANDING}; ruling lost-columns)'
        findings.add("completed.rite-columns", None, text)
    needed = [trait.title() for trait in upgrades()[ours.name.casefold()].traits if trait != CYBERTHEURGIST]
    for trait in needed if stripped and len(rite.needs_traits) < 1 + len(needed) else ():
        rite = msgspec.structs.replace(rite, needs_traits=(*rite.needs_traits, trait))
        findings.add("completed.rite-trait", None, f"{rite.name}: needs the Trait {trait} as well ({STANDING})")
    return rite


def _known_to_the_game(part: Part, findings: Findings) -> Part:
    if part.kind != "special rule":
        return part
    in_game = folded(part.heading) in {folded(name) for name in known_rules()}
    if not in_game:
        text = f"the special rule {part.heading} is none that the game has: a weapon with it is named as not modelled"
        findings.add("note.not-in-game", part.line, text)
    return msgspec.structs.replace(part, in_game=in_game)


def _compare(item: Wargear, findings: Findings) -> None:
    game = wargear(folded(item.name))
    if game is None:
        return
    for ours, theirs in _COMPARED.items():
        here = [item.characteristics[name] for name in theirs if name in item.characteristics]
        if here and here[0] != game[ours]:
            text = f"{item.name}: {ours}: the page has {_said(here[0])}, the game {_said(game[ours])}"
            findings.add("differs.wargear", item.line, text)
    have, want = sorted(map(folded, item.special_rules)), sorted(map(folded, game.get("special_rules", ())))
    if have != want:
        text = f"{item.name}: special rules: the page has {', '.join(have) or 'none'}, the game {', '.join(want) or 'none'}"
        findings.add("differs.wargear", item.line, text)


def _said(value: object) -> str:
    return "-" if value is None else str(value)

"""The ABILITIES and WARGEAR ABILITIES parts, definitions below the weapons, and the DAMAGED bracket (W-166, W-353)."""

import re

import msgspec

from warbench.games.w40k10.library import slug
from warbench.intake.findings import Findings, shown
from warbench.intake.pages.sections import Section
from warbench.intake.text.lines import Line, folded, plain
from warbench.rules.effects import ChangeRoll, ChangeValue
from warbench.sheets.datasheet import Ability, AbilityKind, Damaged

_MOST_WORDS = 9
_MOST_LETTERS = 70
_PARAMETER = re.compile(r"\d*D[36](?:\+\d+)?|\d+(?:\+|\")?|\d+\"?-\d+\"?", re.IGNORECASE)
_BRACKET = re.compile(r"damaged ?[:-] ?(?:\d{1,3} ?- ?)?(\d{1,3}) wounds? remaining")
_WORSE = re.compile(
    r"(?:while|when) this mo?del has (?:\d{1,3}-)?\d{1,3} wounds? remaining, (?:(.{1,200}) and )?"
    r"each time (?:this model|it) makes an attack, subtract (\d) from (?:the|that attack's) (hit|wound) roll\.?"
)

_FEWER = re.compile(
    r"while this model has (?:\d{1,3}-)?\d{1,3} wounds? remaining, (?:(.{1,200}) and )?"
    r"you can only select (one|two) of the c'tan powers weapons in your shooting phase, instead of (?:two|three)\.?"
)
_ONE_OR_TWO = {"one": 1, "two": 2}


class Abilities(msgspec.Struct):
    """Abilities in the order of the page, and the page's own lines by name."""

    found: list[Ability] = []
    lines: dict[str, list[str]] = {}

    @property
    def texts(self) -> dict[str, str]:
        """The page's own words by the name of the ability."""
        return {name: "\n".join(lines) for name, lines in self.lines.items()}


def read_abilities(body: tuple[Line, ...], kind: AbilityKind, findings: Findings, into: Abilities) -> None:
    """Add the abilities of one part to ``into``. CORE and FACTION lines are lists of names; others are "Name: text".

    What belongs to no ability is named in ``findings``.
    """
    name = ""
    for line in body:
        text = plain(line.text).strip("| ")
        label, colon, rest = text.partition(":")
        head = folded(label)
        if colon and head in {"core", "faction"} and not line.bullet:
            name = ""
            _listed(rest, "core" if head == "core" else "faction", line, findings, into)
        elif colon and _is_name(label) and not line.glued:
            name = label.strip()
            if name in into.lines:
                findings.add("repaired.repeated", line.number, f"the ability {shown(name)} is printed again: loaded once")
                name = ""
                continue
            item = name if kind == "wargear" else ""
            into.found.append(Ability(slug(name), name, kind, item=_small(item)))
            into.lines[name] = [rest.strip()]
            if not rest.strip():
                findings.add("missing.ability-text", line.number, f"the ability {shown(name)} has no text")
        elif name:
            into.lines[name].append(("- " if line.bullet else "") + text)
        else:
            findings.add("unread.ability", line.number, f"belongs to no ability: {shown(line.text)}")


def read_damaged(section: Section, findings: Findings) -> tuple[Damaged | None, str]:
    """The bracket "1-5 wounds remaining" and the page's own words for it. ``wounds`` is its upper end (W-166)."""
    match = _BRACKET.match(folded(section.heading.text))
    text = " ".join(plain(line.text) for line in section.body)
    if not match:
        findings.add("unread.damaged", section.heading.number, f"cannot read the wounds in {shown(section.heading.text)}")
        return None, text
    worse = _WORSE.fullmatch(text.casefold())
    fewer = _FEWER.fullmatch(text.casefold())
    if fewer is not None:
        # How far its Objective Control falls is kept as text, as in other brackets.
        if fewer[1]:
            findings.add("unread.damaged", section.heading.number, f"this part is kept as text: {shown(fewer[1])}")
        effect = ChangeValue(name="powers", set=_ONE_OR_TWO[fewer[2]], attacks="ranged")
        summary = f"With 1 to {match[1]} wounds left: it selects up to {effect.set} of its C'tan Powers."
        return Damaged(int(match[1]), (effect,), summary), text
    if worse is None:
        findings.add("unread.damaged", section.heading.number, f"what changes is kept as text: {shown(text)}")
        return Damaged(int(match[1])), text
    if worse[1]:
        findings.add("unread.damaged", section.heading.number, f"this part is kept as text: {shown(worse[1])}")
    worsens = ChangeRoll(roll=worse[3], by=-int(worse[2]))
    summary = f"With 1 to {match[1]} wounds left: -{worse[2]} to this model's {worse[3]} rolls."
    return Damaged(int(match[1]), (worsens,), summary), text


def _listed(rest: str, kind: AbilityKind, line: Line, findings: Findings, into: Abilities) -> None:
    names = [name.strip() for name in rest.replace(";", ",").split(",")]
    names = [name for name in names if name]
    if not names:
        findings.add("missing.abilities", line.number, f"the line {shown(line.text)} names no ability")
    for whole in names:
        name, _, last = whole.rpartition(" ")
        if not name or not _PARAMETER.fullmatch(last):
            name, last = whole, ""
        into.found.append(Ability(slug(name), name, kind, last))


def _is_name(label: str) -> bool:
    """Whether the words before a colon are a name and not half a sentence."""
    words = label.split()
    if not words or len(words) > _MOST_WORDS or len(label) > _MOST_LETTERS or "." in label:
        return False
    return label[0].isupper() or label[0].isdigit()


def _small(item: str) -> str:
    """An item as options print it: a first capital goes unless the word has others ("MATR autocannon")."""
    first, space, rest = item.partition(" ")
    return first.lower() + space + rest if first.istitle() else item

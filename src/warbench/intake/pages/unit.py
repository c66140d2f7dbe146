"""Composition, equipment, points, transport, keywords and leaders of a unit (W-134, W-135, W-172..W-180)."""

import re

import msgspec

from warbench.intake.belonging.carrying import read_carrying
from warbench.intake.findings import Findings, listed, shown
from warbench.intake.pages.sections import Section
from warbench.intake.text.items import Words, group, model_key, singular_model
from warbench.intake.text.lines import Line, folded, plain
from warbench.sheets.capacity import Transport
from warbench.sheets.datasheet import Composition, Points

_MEMBER = re.compile(r"(\d{1,3})(?: ?- ?(\d{1,3}))? (?:x )?('?[^\W\d_][^|:;]{0,80})")
# "1 Sergeant and 9 Troopers": one way to make up the unit of several, which a list of members cannot say.
_COMBINED = re.compile(r" and \d")
_POINTS = re.compile(r"(\d{1,3}) models?[ :|]{1,3}(\d{1,5})(?: ?(?:pts|points)\.?)?")
_POINTS_ALONE = re.compile(r"(\d{1,5}) ?(?:pts|points)\.?")
_EQUIPPED = re.compile(r"(.{1,80}?) (?:is|are) equipped with: ?(.*)", re.IGNORECASE)
_ARTICLE = re.compile(r"^(?:the|every|each|an?|1|one) ")
_ONE = re.compile(r"(?:1|one) ")
_MOST_ITEMS = 40
_MOST_LINES = 40


class Unit(msgspec.Struct, frozen=True):
    """Who is in the unit, with what, and what it costs."""

    composition: tuple[Composition, ...]
    points: tuple[Points, ...]


def read_unit(section: Section | None, models: tuple[str, ...], items: tuple[str, ...], findings: Findings) -> Unit:
    """The UNIT COMPOSITION part: members, equipment and points.

    Args:
        section: the part, None when the page has none.
        models: names of the profiles, whose spelling wins.
        items: names of weapons and wargear.
        findings: takes what lacks and what is not understood.
    """
    if section is None:
        findings.add("missing.composition", None, "the page has no UNIT COMPOSITION: who is in the unit is not known")
        findings.add("missing.points", None, "the page has no points")
        return Unit((), ())
    members: list[Composition] = []
    points: list[Points] = []
    kits: list[tuple[Line, str, str]] = []
    for line in section.body:
        text = plain(line.text).replace("\N{EN DASH}", "-")
        price = _price(line, members)
        if kit := _EQUIPPED.fullmatch(text):
            kits.append((line, kit[1], kit[2]))
        elif price is not None:
            points.append(price)
        elif not line.is_row and (member := _MEMBER.fullmatch(text)) and not _COMBINED.search(text):
            low, high = int(member[1]), int(member[2] or member[1])
            members.append(Composition(_spelled(member[3], models), min(low, high), max(low, high)))
        else:
            findings.add("unread.composition", line.number, f"not understood: {shown(line.text)}")
    number = section.heading.number
    if max(len(members), len(kits)) > _MOST_LINES:
        findings.add("unread.composition", number, f"more than {_MOST_LINES} kinds of model: only the first are kept")
        members, kits = members[:_MOST_LINES], kits[:_MOST_LINES]
    members = _equipped(members, kits, Words.of(items), findings)
    if not members:
        findings.add("missing.composition", number, "UNIT COMPOSITION names no models")
    if not points:
        findings.add("missing.points", number, "the page has no points")
    if members and not kits:
        text = 'no line "... is equipped with: ...": the default equipment is not known'
        findings.add("missing.equipment", number, text)
    return Unit(tuple(members), tuple(points))


def read_transport(section: Section, findings: Findings) -> Transport | None:
    """The capacity in places, who a passenger has to be and may not be, who takes more places (W-172..W-176)."""
    text = " ".join(plain(line.text).removeprefix("- ") for line in section.body)
    found = read_carrying(text)
    number = section.body[0].number if section.body else section.heading.number
    for told in found.unread:
        findings.add("unread.transport", number, f"not understood: {told}")
    if lacks := _lacking(found.transport.capacity, found.transport.needs):
        findings.add("unread.transport", section.heading.number, lacks)
        return None
    return msgspec.structs.replace(found.transport, unread=tuple(found.unread))


def _lacking(capacity: int, needs: tuple[str, ...]) -> str:
    """What the words of a transport do not say; empty when nothing lacks."""
    if not capacity:
        return "no transport capacity found"
    return "" if needs else "who may ride is not plain: nobody does"


def read_keywords(section: Section | None, what: str, findings: Findings) -> tuple[str, ...]:
    """The keywords behind KEYWORDS or FACTION KEYWORDS, in lower case (W-178, W-180)."""
    code = "missing." + what.replace(" ", "-")
    if section is None:
        findings.add(code, None, f"the page has no {what.upper()}")
        return ()
    _, _, rest = plain(section.heading.text).partition(":")
    if not rest and " - " in section.heading.text:
        rest = section.heading.text.partition(" - ")[2]
    text = ",".join([rest, *(plain(line.text) for line in section.body)])
    words = [word.strip(" .|").casefold() for word in text.replace("|", ",").replace(";", ",").split(",")]
    found = tuple(dict.fromkeys(word for word in words if word))
    if not found:
        findings.add(code, section.heading.number, f"{what.upper()} is blank")
    return found


def read_leads(body: tuple[Line, ...], findings: Findings) -> tuple[str, ...]:
    """The units that a leader can be attached to; beside whom is read by itself (``beside``)."""
    found: list[str] = []
    for line in body:
        if line.bullet:
            found.append(plain(line.text).strip(" ."))
        elif not plain(line.text).endswith(":") and "even if" not in line.text:
            findings.add("unread.leader", line.number, f"not understood: {shown(line.text)}")
    return tuple(found)


def _price(line: Line, members: list[Composition]) -> Points | None:
    """A row "5 models | 100", or "100 pts" alone below the only member."""
    flat = folded(" ".join(line.cells) if line.is_row else line.text)
    if price := _POINTS.fullmatch(flat):
        return Points(int(price[1]), int(price[2]))
    alone = _POINTS_ALONE.fullmatch(flat)
    return Points(members[0].high, int(alone[1])) if alone and len(members) == 1 else None


def _spelled(name: str, models: tuple[str, ...]) -> str:
    name = name.strip(" .")
    # "Sergeant - EPIC HERO" says a keyword beside the name.
    name = name.partition(" - ")[0]
    key = model_key(name)
    known = next((model for model in models if model_key(model) == key), None)
    return known or singular_model(name)


def _equipped(
    members: list[Composition], kits: list[tuple[Line, str, str]], words: Words, findings: Findings
) -> list[Composition]:
    for line, who, what in kits:
        items = _kit(what, words)
        if items is None:
            findings.add("unread.equipment", line.number, f"the equipment is not understood: {shown(what)}")
            continue
        low = folded(who)
        everyone = low in {"this model", "every model", "each model", "all models", "models", "this unit"}
        keys = {model_key(_ARTICLE.sub("", name).removesuffix(" model")) for name in low.split(" and ")}
        # "1 Trooper is equipped with" says nothing of the other Troopers.
        one = _ONE.match(low) is not None
        chosen = [everyone or (model_key(member.model) in keys and (not one or member.high == 1)) for member in members]
        if not any(chosen):
            findings.add("unread.equipment", line.number, f"whose equipment this is is not understood: {shown(who)}")
        members = [
            msgspec.structs.replace(member, equipped=items) if take else member
            for member, take in zip(members, chosen, strict=True)
        ]
    bare = [member.model for member in members if not member.equipped]
    if kits and bare:
        findings.add("missing.equipment", kits[0][0].number, f"no equipment is given for {listed(bare)}")
    return members


def _kit(text: str, words: Words) -> tuple[str, ...] | None:
    found: list[str] = []
    for part in text.rstrip(" .").split(";"):
        phrase = part.strip()
        items = group(phrase, words) if phrase else ()
        if items is None or len(found) > _MOST_ITEMS:
            return None
        for item in items:
            found += [item.item] * item.count
    return tuple(found)

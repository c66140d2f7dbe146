"""A unit's abilities as a catalogue has them: core, faction and its own; saves, brackets, leaders and transports among them."""

import re
from collections.abc import Iterable, Mapping

import msgspec

from warbench.games.w40k10.unit_rules import STRIDING
from warbench.intake.catalogue.printed import Print, unmarked, with_capitals
from warbench.intake.catalogue.w40k10_saves import Save, bounded, is_save, read_saves
from warbench.intake.findings import Findings, shown
from warbench.intake.pages.abilities import read_damaged
from warbench.intake.pages.sections import Section
from warbench.intake.pages.unit import read_transport
from warbench.intake.text.lines import Line, folded, plain
from warbench.sheets.capacity import Transport
from warbench.sheets.datasheet import Ability, Damaged
from warbench.sheets.finding import slug

_PARAMETER = re.compile(r"\d*D[36](?:\+\d+)?\"?|\d+(?:\+|\")?", re.IGNORECASE)
_ONLY = re.compile(r"\s*\(([^()]+?) model only\)$", re.IGNORECASE)
_NUMBERED = frozenset({"deadly-demise", "feel-no-pain", "firing-deck", "scouts"})
"""Core abilities that are nothing without a number."""
_BOUNDED = re.compile(r"\b(?:while|against|if|once|until|each time|when)\b", re.IGNORECASE)
_OF_WEAPONS = re.compile(r"weapons with \[[^\]]+\] in their profile", re.IGNORECASE)
_LEADS = re.compile(r"can be attached to the following units?\s*:?\s*(.*)", re.IGNORECASE | re.DOTALL)
_CARRIES = re.compile(r"This .{1,40} has a transport capacity of ", re.IGNORECASE)
_STOP = re.compile(r"\n\s*\n(?=[^\n■•\-*]*[a-z]{3})|\bYou (?:can|must)\b|\bThis model (?:can|must)\b|\bIf \w")
_SEPARATORS = re.compile(r"\n|,|■|•|(?:^|\s)[-*]\s")


class Rules(msgspec.Struct):
    """What the abilities of a unit say, sorted out.

    ``texts`` are the catalogue's own words by name, ``capitals`` the same with keywords in capitals. ``leading`` is what the unit
    itself says of whom it leads: the core rule of that name says it in general.
    """

    abilities: dict[str, Ability] = {}
    texts: dict[str, str] = {}
    capitals: dict[str, str] = {}
    saves: list[Save] = []
    leads: tuple[str, ...] = ()
    leading: str = ""
    damaged: Damaged | None = None
    transport: Transport | None = None
    notes: list[str] = []


def read_rules(prints: Iterable[Print], core: Mapping[str, str], models: tuple[str, ...], into: Rules) -> None:
    """Add what is printed at a unit or one of its models.

    Args:
        prints: profiles and rules; weapons and units are passed over.
        core: the names of the rules that are the game's own, by id; other rules are the faction's.
        models: the names of the unit's kinds of model.
        into: takes all that is found.
    """
    for each in prints:
        if each.table == "":
            _named(each, "core" if each.id in core else "faction", core.get(each.id, ""), into)
        elif each.table == "Transport":
            _transport(each, into)
        elif each.table == "Abilities":
            _ability(each, models, into)
        elif each.table not in {"Unit", "Ranged Weapons", "Melee Weapons"}:
            into.texts.setdefault(each.name, each.words)


def settle(rules: Rules, others: Mapping[str, str]) -> None:
    """Leave out core abilities that came without their number where another ability means them by name.

    What nobody explains stays, is named in every answer that it touches, and a note says so.

    Args:
        rules: what was read.
        others: further texts of the unit, by the names of their abilities.
    """
    for key in sorted(_NUMBERED & set(rules.abilities)):
        ability = rules.abilities[key]
        if ability.parameter:
            continue
        told = [words for name, words in (*rules.texts.items(), *others.items()) if slug(name) != key]
        if any(folded(ability.name) in folded(words) for words in told):
            del rules.abilities[key]
        else:
            touches = ("attack",) if key == "feel-no-pain" else ()
            rules.abilities[key] = msgspec.structs.replace(ability, touches=touches)
            rules.notes.append(f"{ability.name} stands without its number")


def _named(each: Print, kind: str, own: str, into: Rules) -> None:
    """A rule by its name here; ``own`` is what the rule itself is called, for a name that is nothing but a number."""
    told = each.name if re.search(r"[^\W\d_]{2}", each.name) else f"{own} {each.name}".strip()
    only = _ONLY.search(told)
    if only:
        told = told[: only.start()]
        into.notes.append(f"{told}: {only[1]} alone has it, it is read as of the whole unit")
    name, number = numbered(told)
    into.texts.setdefault(name, each.words)
    if STRIDING in {slug(name), slug(own)}:
        # It is said in several ways: which one it is, is read from its words.
        into.capitals.setdefault(name, each.words)
    if kind == "core" and _OF_WEAPONS.search(each.words):
        # A rule of weapons stands at a unit as the words that an ability of it means.
        return
    known = into.abilities.get(slug(name))
    if known is None or (number and not known.parameter):
        into.abilities[slug(name)] = Ability(slug(name), name, "core" if kind == "core" else "faction", number)


def numbered(told: str) -> tuple[str, str]:
    """A name and the number behind it: ``Feel No Pain 5+`` to ``Feel No Pain`` and ``5+``."""
    name, _, last = told.rpartition(" ")
    name = name.strip(" ,:")
    return (name, last) if name and _PARAMETER.fullmatch(last) else (told, "")


def _ability(each: Print, models: tuple[str, ...], into: Rules) -> None:
    low = folded(each.name)
    if is_save(each.name):
        _saves(each, models, into)
        return
    if low.startswith("damaged"):
        _damaged(each, into)
        return
    if low == "leader":
        into.leads = tuple(dict.fromkeys((*into.leads, *read_leads(each))))
        into.leading = f"{into.leading} {each.words}".strip()
        into.texts.setdefault("Leader", each.words)
        into.abilities.setdefault("leader", Ability("leader", "Leader", "core"))
        return
    if low == "transport" or _CARRIES.match(each.words):
        # Some print the capacity as an ability.
        _transport(each, into)
        return
    name, number = numbered(each.name)
    if slug(name) in _NUMBERED and not _BOUNDED.search(each.words):
        # A core ability that is written as one of the unit's own.
        number = number or (each.words.strip() if _PARAMETER.fullmatch(each.words.strip()) else "")
        into.abilities[slug(name)] = Ability(slug(name), name, "core", number)
        into.texts.setdefault(name, each.words)
        return
    into.abilities.setdefault(slug(each.name), Ability(slug(each.name), each.name))
    into.texts.setdefault(each.name, each.words)
    into.capitals.setdefault(each.name, each.capitals)


def _saves(each: Print, models: tuple[str, ...], into: Rules) -> None:
    found = read_saves(each, models)
    if not found:
        into.notes.append(f"the invulnerable save {each.name!r} has no number")
    for save in found:
        if save in into.saves:
            continue
        into.saves.append(save)
        if save.attacks:
            if save.model:
                into.notes.append(f"the invulnerable save against {save.attacks} attacks, of {save.model}, is read as of all")
            ability = bounded(save)
            into.abilities.setdefault(ability.id, ability)


def read_leads(each: Print) -> tuple[str, ...]:
    """The ids of the units that a leader can be attached to."""
    raw = "\n".join(each.cells.values())
    # What stands in small capitals is a name by itself.
    apart = re.sub(r"\s*(?:\*\*)?\^\^(?:\*\*)?\s*", "\n", raw) if raw.count("^^") > 2 else raw  # noqa: PLR2004 - two signs a name
    match = _LEADS.search(plain_lines(unmarked(apart)))
    if not match:
        return ()
    told = _STOP.split(match[1])[0]
    names = [re.sub(r"[()].*$", "", name).strip(" .:*-") for name in _SEPARATORS.split(told)]
    return tuple(dict.fromkeys(key for name in names if (key := slug(name)) and len(key) < 60))  # noqa: PLR2004 - a name, no sentence


def plain_lines(words: str) -> str:
    """The text with straight quotes, its lines kept."""
    return "\n".join(plain(line) for line in words.split("\n"))


def _damaged(each: Print, into: Rules) -> None:
    findings = Findings()
    text = plain(each.words).replace("\n", " ")
    section = Section("damaged", Line(0, plain(each.name)), (Line(0, text),))
    found, _ = read_damaged(section, findings)
    into.damaged = found or into.damaged
    into.texts.setdefault("Damaged", each.words)
    into.notes += [finding.text for finding in findings.all()]


def _transport(each: Print, into: Rules) -> None:
    words = with_capitals(each.words)
    into.texts.setdefault("Transport", unmarked(words))
    if "transport capacity" not in words:
        # What a unit is as a passenger stands at some in that place.
        into.notes += [f"as a passenger: not understood: {shown(unmarked(words))}"] if words.strip() else []
        return
    findings = Findings()
    body = tuple(Line(0, line) for line in words.split("\n") if line.strip())
    into.transport = read_transport(Section("transport", Line(0, "TRANSPORT"), body), findings)
    into.notes += [finding.text for finding in findings.all()]

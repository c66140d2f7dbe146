"""What a Warhammer 40,000 army must be as a whole beyond its battle's own check: its detachment and its Chapter.

Much of it needs data that is not bundled: the detachments of a faction. What is not known is said, never guessed.
"""

import difflib
from collections.abc import Iterator, Sequence

from warbench.battle.requests import Refusal
from warbench.games.w40k10 import library
from warbench.games.w40k10.battle.army_files import DETACHMENTS, empty_transports
from warbench.games.w40k10.battle.army_rules.factions import ASTARTES, CHAPTERS
from warbench.games.w40k10.battle.army_rules.standing import standing
from warbench.games.w40k10.battle.enhancements import enhancement_of
from warbench.games.w40k10.battle.roster import ArmySpec, Entry, UnitSpec
from warbench.muster.costing import Finding
from warbench.muster.known import Known, factions_of
from warbench.muster.w40k10.allies import rule_warnings
from warbench.sheets.datasheet import Datasheet


def detachment_faults(spec: ArmySpec, sheets: Sequence[Datasheet], known: Known) -> Iterator[Refusal]:
    """Why the army may not have its detachment: there is none of that name, it is another faction's, there are several (C24)."""
    factions = factions_of(spec, sheets)
    own = known.detachments_of(factions)
    if not spec.detachment or not own:
        return
    names = {library.slug(each.name) for each in own}
    wanted = library.slug(spec.detachment)
    if wanted in names or wanted in DETACHMENTS:
        return
    parts = spec.detachment.split(" and ")
    if len(parts) > 1 and all(library.slug(part) in names for part in parts):
        yield Refusal("several-detachments", f"found the detachments {' and '.join(parts)}, expected one", "C24")
        return
    others = sorted({each.faction for each in known.detachments if library.slug(each.name) == wanted})
    if others:
        sentence = f"{spec.detachment} is a detachment of {' and '.join(others)}, the army is of {spec.faction}"
        yield Refusal("other-detachment", sentence, "C24")
        return
    near = difflib.get_close_matches(wanted, sorted(names), n=3, cutoff=0.5)
    told = [each.name for name in near for each in own if library.slug(each.name) == name] or [each.name for each in own]
    sentence = f"{spec.faction} has no detachment {spec.detachment!r}; {'nearest' if near else 'it has'}: {', '.join(told)}"
    yield Refusal("no-such-detachment", sentence, "C24")


def unknown_upgrades(spec: ArmySpec, unit: UnitSpec, sheets: Sequence[Datasheet], known: Known) -> Iterator[Refusal]:
    """Enhancements of a unit that the army's detachment does not have; those of another detachment are told elsewhere (C24)."""
    factions = factions_of(spec, sheets)
    own = known.enhancements_of(factions, spec.detachment)
    for name in unit.upgrades if own else ():
        said = enhancement_of(name, spec.enhancements)
        if said is None or said.detachment or enhancement_of(name, own) is not None:
            continue
        told = ", ".join(f"{each.name} ({each.points})" for each in own)
        yield Refusal("unknown-enhancement", f"{spec.detachment} has no Enhancement {name!r}; it has {told}", "C24")


def chapter_faults(units: Sequence[tuple[str, tuple[Datasheet, ...]]], faction: str = "") -> Iterator[Refusal]:
    """Units of more than one Chapter, which no army has: named with the Chapter of each.

    Args:
        units: each unit's name and datasheets.
        faction: the army's, which may be a Chapter itself.
    """
    own = library.slug(faction) in CHAPTERS
    found: dict[str, list[str]] = {faction.casefold(): ["the army itself"]} if own else {}
    for name, sheets in units:
        for sheet in sheets:
            words = [word.casefold() for word in sheet.faction_keywords]
            if ASTARTES in words:
                for word in words:
                    if word != ASTARTES and name not in found.setdefault(word, []):
                        found[word].append(name)
    chapters = {word: names for word, names in found.items() if names}
    if len(chapters) > 1:
        told = "; ".join(f"{word.upper()}: {', '.join(names)}" for word, names in chapters.items())
        yield Refusal("several-chapters", f"units of {len(chapters)} Chapters stand in one army: {told}", "chapters")


def warnings(spec: ArmySpec, entries: Sequence[Entry], known: Known) -> Iterator[Finding]:
    """What is legal, or cannot be told from the list, and that players should know."""
    if not spec.detachment and not standing(spec).needs_no_detachment:
        yield Finding(
            code="no-detachment",
            sentence=f"{spec.name} names no detachment",
            rule="C24",
            suggestion=_choose(spec, entries, known),
            kind="warning",
        )
    yield from rule_warnings(spec, entries)
    yield from _alone(entries)
    yield from _transports(entries)
    yield from _prices(spec, entries, known)


def unknown(spec: ArmySpec, sheets: Sequence[Datasheet], known: Known) -> Iterator[str]:
    """What could not be checked for want of data, a sentence each."""
    bundled = library.slug(spec.detachment) in DETACHMENTS
    if spec.detachment and not bundled and not known.detachments_of(factions_of(spec, sheets)):
        yield (
            f"{spec.detachment}: whether {spec.faction} has such a detachment is not checked: no imported data names its "
            "detachments (warbench data add FOLDER)"
        )


def _choose(spec: ArmySpec, entries: Sequence[Entry], known: Known) -> str:
    own = known.detachments_of(factions_of(spec, [sheet for entry in entries for sheet in entry.sheets]))
    told = f": {', '.join(each.name for each in own)}" if own else ": detachment = ..."
    return f"name the detachment of the army{told}"


def _alone(entries: Sequence[Entry]) -> Iterator[Finding]:
    """Units that take part only in another unit and stand alone. Lists of other programs do not say who joins whom."""
    for entry in entries:
        sheet = entry.sheets[0]
        if sheet.must_join and not entry.half_of:
            yield Finding(
                code="must-join",
                sentence=f"{sheet.name} must join another unit, and stands alone: by its datasheet it takes no part then",
                rule="leader",
                unit=entry.name,
                suggestion=f"let it join {sheet.joins.told if sheet.joins else ' or '.join(sheet.leads) or 'a unit'}",
                kind="warning",
            )


def _transports(entries: Sequence[Entry]) -> Iterator[Finding]:
    """Dedicated Transports that begin empty: then they may not be deployed. Lists of other programs do not say who is inside."""
    for entry in empty_transports(list(entries)):
        yield Finding(
            code="empty-transport",
            sentence=(
                f"nobody begins inside {entry.name}: by the core rules an empty Dedicated Transport cannot be deployed and is "
                "lost; battles here deploy it"
            ),
            rule="dedicated transports",
            unit=entry.name,
            suggestion=f'say who begins inside it: inside = "{entry.name}"',
            kind="warning",
        )


def _prices(spec: ArmySpec, entries: Sequence[Entry], known: Known) -> Iterator[Finding]:
    """Enhancements whose points are not those of the data."""
    factions = factions_of(spec, [sheet for entry in entries for sheet in entry.sheets])
    borne = [(unit, name) for unit in spec.units for name in unit.upgrades]
    for unit, name in borne:
        said = enhancement_of(name, spec.enhancements)
        if said is None:
            continue
        found = known.enhancement(said.name, factions, said.detachment or spec.detachment)
        if found is not None and found.points != said.points:
            yield Finding(
                code="enhancement-points",
                sentence=f"{said.name} costs {found.points} points in your data, the list says {said.points}",
                rule="C24",
                unit=unit.name or unit.datasheet,
                suggestion=f"say points = {found.points}, or update the data: warbench data update",
                kind="warning",
            )

"""The reader of a datasheet page of Warhammer 40,000, 10th edition: puts the parts together."""

from pathlib import Path

import msgspec

from warbench.games.w40k10.library import slug
from warbench.intake.belonging.whole import with_place
from warbench.intake.errors import ReadError
from warbench.intake.findings import Findings, listed, shown
from warbench.intake.options.lines import read_options
from warbench.intake.pages.abilities import Abilities, read_abilities, read_damaged
from warbench.intake.pages.profile import Head, read_head
from warbench.intake.pages.reading import PageReading
from warbench.intake.pages.rule_text import read_rules
from warbench.intake.pages.sections import Outline, outline
from warbench.intake.pages.unit import read_keywords, read_leads, read_transport, read_unit
from warbench.intake.pages.weapons import Kind, read_weapons
from warbench.intake.text.glue import unglue
from warbench.intake.text.items import Words
from warbench.intake.text.lines import Line, folded
from warbench.intake.text.spelling import find_slips
from warbench.sheets.datasheet import Ability, Composition, Datasheet, Weapon
from warbench.sheets.options import Choice, Items, Option

GAME = "w40k10"
LOOKED_FOR = (
    'a title ("Faction - Unit"), a profile row (M T Sv W Ld OC), RANGED WEAPONS or MELEE WEAPONS with the columns RANGE and A, '
    "UNIT COMPOSITION, KEYWORDS"
)
_KINDS: tuple[tuple[str, Kind], ...] = (("ranged weapons", "ranged"), ("melee weapons", "melee"))


def read(lines: list[Line], file: Path, findings: Findings) -> PageReading:
    """The datasheet and the rules of a page.

    Raises:
        ReadError: when there is no datasheet in it; says what was looked for.
    """
    lines = unglue(lines, findings)
    parts = outline(lines)
    head = read_head(parts.head, findings)
    weapons, below = _weapons(parts, findings)
    signs = (bool(head.models), bool(weapons), "unit composition" in parts.sections, "keywords" in parts.sections)
    if not head.name or sum(signs) < 2:  # noqa: PLR2004 - one sign alone stands in any rule book
        raise ReadError(file, f"no datasheet found in it; looked for {LOOKED_FOR}")
    abilities = Abilities()
    read_abilities(parts.body("abilities"), "datasheet", findings, abilities)
    read_abilities(parts.body("wargear abilities"), "wargear", findings, abilities)
    definitions = Abilities()
    read_abilities(below, "weapon", findings, definitions)
    sheet = _sheet(head, parts, weapons, abilities, findings)
    texts = definitions.texts | abilities.texts
    if "damaged" in parts.sections:
        damaged, text = read_damaged(parts.sections["damaged"], findings)
        sheet = msgspec.structs.replace(sheet, damaged=damaged)
        texts["Damaged"] = text
    rules = read_rules(_rule_runs(parts), findings)
    _say_what_lacks(parts, head, sheet, abilities, findings)
    for section in parts.repeated:
        number = section.heading.number
        text = f"a second {section.key.upper()} with {len(section.body)} lines is not read: one page, one datasheet"
        findings.add("unread.section", number, text)
    find_slips(lines, findings)
    return PageReading(
        source=str(file),
        game=GAME,
        datasheet=sheet,
        stratagems=rules.stratagems,
        detachment_abilities=rules.detachment_abilities,
        weapon_rules=tuple(definitions.found),
        rules=rules.sections,
        texts=texts,
        findings=findings.all(),
    )


def respelled(sheet: Datasheet) -> Datasheet:
    """The datasheet with each item of wargear spelled in one way: loadouts compare names letter by letter.

    The default equipment's spelling wins, then the first one in the options.
    """
    spelling: dict[str, str] = {}
    for line in sheet.composition:
        for item in line.equipped:
            spelling.setdefault(folded(item), item)

    def one(items: Items) -> Items:
        return Items(spelling.setdefault(folded(items.item), items.item), items.count)

    def names(items: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(spelling.setdefault(folded(item), item) for item in items)

    def choice(found: Choice) -> Choice:
        return Choice(tuple(map(one, found.gives)), tuple(map(one, found.takes)), found.limit)

    def option(found: Option) -> Option:
        choices = tuple(map(choice, found.choices))
        return msgspec.structs.replace(found, choices=choices, needs=names(found.needs), excludes=names(found.excludes))

    composition = tuple(msgspec.structs.replace(line, equipped=names(line.equipped)) for line in sheet.composition)
    return msgspec.structs.replace(sheet, composition=composition, options=tuple(map(option, sheet.options)))


def _weapons(parts: Outline, findings: Findings) -> tuple[tuple[Weapon, ...], tuple[Line, ...]]:
    """All weapons, and what stands below their tables: definitions of abilities that only a weapon has."""
    weapons: list[Weapon] = []
    below: list[Line] = []
    for key, kind in _KINDS:
        section = parts.sections.get(key)
        if section is None:
            findings.add(f"missing.{kind}-weapons", None, f"the page has no table of {kind} weapons")
            continue
        found, others = read_weapons(section.heading, section.body, kind, findings)
        if not found:
            findings.add(f"missing.{kind}-weapons", section.heading.number, f"no {kind} weapon could be read")
        weapons += found
        below += others
    return tuple(weapons), tuple(below)


def _items(weapons: tuple[Weapon, ...], abilities: Abilities) -> tuple[str, ...]:
    return (*(weapon.name for weapon in weapons), *(ability.item for ability in abilities.found if ability.item))


def _sheet(head: Head, parts: Outline, weapons: tuple[Weapon, ...], abilities: Abilities, findings: Findings) -> Datasheet:
    models = tuple(model.name for model in head.models) or (head.name,)
    unit = read_unit(parts.sections.get("unit composition"), models, _items(weapons, abilities), findings)
    transport = parts.sections.get("transport")
    sheet = Datasheet(
        id=slug(head.name),
        name=head.name,
        game=GAME,
        faction=head.faction,
        keywords=read_keywords(parts.sections.get("keywords"), "keywords", findings),
        models=head.models,
        weapons=weapons,
        composition=unit.composition,
        points=unit.points,
        faction_keywords=read_keywords(parts.sections.get("faction keywords"), "faction keywords", findings),
        abilities=_unique(abilities.found, findings),
        options=read_options(parts.body("wargear options"), _words(weapons, abilities, unit.composition), findings),
        transport=read_transport(transport, findings) if transport else None,
        leads=read_leads(parts.body("leader"), findings),
    )
    notes: list[str] = []
    sheet = with_place(respelled(sheet), abilities.texts, " ".join(line.text for line in parts.body("leader")), notes)
    for note in notes:
        findings.add("unread.leader", None, note)
    return sheet


def _words(weapons: tuple[Weapon, ...], abilities: Abilities, composition: tuple[Composition, ...]) -> Words:
    return Words.of_unit(composition, _items(weapons, abilities), weapons)


def _unique(found: list[Ability], findings: Findings) -> tuple[Ability, ...]:
    abilities: dict[str, Ability] = {}
    for ability in found:
        if ability.id in abilities:
            findings.add("repaired.repeated", None, f"the ability {shown(ability.name)} stands in two parts: loaded once")
        abilities.setdefault(ability.id, ability)
    return tuple(abilities.values())


def _rule_runs(parts: Outline) -> list[tuple[bool, tuple[Line, ...]]]:
    runs = [(False, parts.body("stratagems")), (True, parts.body("detachment ability")), (False, parts.rest)]
    return sorted((run for run in runs if run[1]), key=lambda run: run[1][0].number)


def _say_what_lacks(parts: Outline, head: Head, sheet: Datasheet, abilities: Abilities, findings: Findings) -> None:
    if not head.models:
        findings.add("missing.profile", None, "the page has no model profile (M T Sv W Ld OC)")
    bare = [model.name for model in head.models if not model.base]
    if bare or not head.models:
        findings.add("missing.base", None, "the page does not say the size of the base")
    if not head.faction:
        findings.add("missing.faction", None, "the title names no faction")
    if not abilities.found:
        findings.add("missing.abilities", None, "the page has no ABILITIES")
    for part in ("wargear options", "stratagems"):
        if part not in parts.sections:
            findings.add("note.no-" + part.replace(" ", "-"), None, f"the page has no {part.upper()}")
    known = {folded(item) for item in _items(sheet.weapons, abilities)}
    used = [part.item for option in sheet.options for choice in option.choices for part in (*choice.takes, *choice.gives)]
    used += [item for line in sheet.composition for item in line.equipped]
    unknown = list(dict.fromkeys(item for item in used if folded(item) not in known))
    if unknown:
        text = f"named as equipment, but neither a weapon nor an ability of the page: {listed(unknown)}"
        findings.add("missing.wargear", None, text)

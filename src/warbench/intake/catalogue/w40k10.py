"""From an entry of a catalogue to a datasheet of Warhammer 40,000, 10th edition."""

import re
from collections.abc import Iterable, Iterator

import msgspec

from warbench.games.w40k10.keywords import read_keyword
from warbench.intake.belonging.whole import with_place
from warbench.intake.catalogue.arming import Arming
from warbench.intake.catalogue.assembly import Assembly, Draft, Read
from warbench.intake.catalogue.evaluate import bounds
from warbench.intake.catalogue.members import Member
from warbench.intake.catalogue.printed import WEAPONS, printed
from warbench.intake.catalogue.resolved import Reader, Resolved
from warbench.intake.catalogue.selected import Force, Selected
from warbench.intake.catalogue.spreading import untold
from warbench.intake.catalogue.w40k10_rules import Rules, read_rules, settle
from warbench.intake.catalogue.w40k10_saves import Save, carried_save
from warbench.intake.catalogue.w40k10_weapons import W40k10Armoury
from warbench.intake.unmodelled import with_the_rest_named
from warbench.sheets.datasheet import Ability, Datasheet, ModelProfile, Number, Weapon
from warbench.sheets.finding import slug

GAME = "w40k10"
_LEGENDS = re.compile(r"\s*\[Legends\]", re.IGNORECASE)
_CELLS = {"M": "movement", "T": "toughness", "SV": "save", "W": "wounds", "LD": "leadership", "OC": "objective_control"}
_VALUE = re.compile(r"(\d{1,3})")
_NOT_KEYWORDS = ("configuration", "uncategorised", "reference", "unit", "illegal")
_FACTION = "faction: "


def read_sheet(reader: Reader, resolved: Resolved, force: Force, faction: str, version: str) -> Read:
    """The datasheet of a unit entry, as it is in a force of one catalogue. For the arguments see :func:`draft`."""
    return understood(draft(reader, resolved, force, faction, version))


def understood(found: Draft) -> Read:
    """The datasheet with what its texts mean. It takes longer than all the rest: of what is not needed it is not asked."""
    from warbench.intake.recogniser import recognise  # noqa: PLC0415 -- a roster of units that are known needs none of it

    notes = list(found.notes)
    sheet = with_the_rest_named(recognise(found.sheet, found.said), found.texts)
    sheet = with_place(sheet, found.texts, found.leading, notes)
    return Read(sheet, found.texts, _unique(notes))


def draft(reader: Reader, resolved: Resolved, force: Force, faction: str, version: str) -> Draft:
    """A unit entry, as it is in a force of one catalogue, before its abilities are understood.

    Args:
        reader: follows the links.
        resolved: the unit.
        force: an empty force of its army.
        faction: the army's faction.
        version: what to say of the state of the data.
    """
    assembly = Assembly(reader, resolved, force, frozenset({"Unit"}), "pts")
    armoury = W40k10Armoury(reader)
    arming = Arming(assembly, armoury)
    rules = _rules(assembly)
    settle(rules, armoury.texts)
    notes = [*arming.notes, *rules.notes, *armoury.notes, *untold(assembly.unit, WEAPONS)]
    name = _LEGENDS.sub("", resolved.name).strip()
    if name != resolved.name.strip():
        notes.append("a unit of Legends")
    words = [name.strip().casefold() for name in assembly.categories().values()]
    models = tuple(model for line in assembly.lines if (model := _model(assembly, line, rules, notes)))
    abilities = tuple((armoury.abilities | rules.abilities).values())
    sheet = Datasheet(
        id=slug(name),
        name=name,
        game=GAME,
        faction=faction,
        version=version,
        keywords=_unique(word for word in words if _is_keyword(word)),
        faction_keywords=_unique(word.removeprefix(_FACTION) for word in words if word.startswith(_FACTION)),
        models=models,
        weapons=tuple(_apart_from_the_units(weapon, abilities) for weapon in armoury.weapons.values()),
        composition=tuple(arming.composition),
        points=assembly.points,
        abilities=abilities,
        options=tuple(arming.options),
        transport=rules.transport,
        damaged=rules.damaged,
        leads=rules.leads,
        makeups=assembly.makeups,
    )
    said = armoury.capitals | rules.capitals
    return Draft(sheet, armoury.texts | rules.texts, said, rules.leading, _unique(notes))


def _apart_from_the_units(weapon: Weapon, abilities: tuple[Ability, ...]) -> Weapon:
    """The weapon without the names of the datasheet's own abilities: some stand among its keywords, and mean no attack of it."""
    names = {ability.name.casefold() for ability in abilities}

    def kept(words: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(word for word in words if read_keyword(word) is not None or word not in names)

    profiles = tuple(msgspec.structs.replace(profile, abilities=kept(profile.abilities)) for profile in weapon.profiles)
    return weapon if profiles == weapon.profiles else msgspec.structs.replace(weapon, profiles=profiles)


def _rules(assembly: Assembly) -> Rules:
    """The abilities of the unit, then of each kind of model; a model's own invulnerable save is its alone."""
    reader = assembly.reader
    root = reader.system.root
    core = {rule.id: rule.name for rule in (*root.shared_rules, *root.rules)} if root else {}
    names = tuple(line.name for line in assembly.lines)
    rules = Rules()
    read_rules(printed(reader, assembly.unit), core, names, rules)
    for line in assembly.lines:
        rules.saves += _carried_saves(assembly, line)
        for candidate in line.candidates:
            if candidate.alone:
                continue
            before = len(rules.saves)
            read_rules(printed(reader, candidate.one), core, names, rules)
            own = (msgspec.structs.replace(save, model=save.model or line.name) for save in rules.saves[before:])
            rules.saves[before:] = list(own)
    return rules


def _carried_saves(assembly: Assembly, line: Member) -> Iterator[Save]:
    """Invulnerable saves by wargear that every such model has and cannot change (a field, a crest)."""
    every = [set(_fixed_saves(assembly, candidate.one)) for candidate in line.candidates]
    common = every[0].intersection(*every[1:])
    yield from (msgspec.structs.replace(save, model=line.name) for save in sorted(common, key=lambda save: save.value)[:1])


def _fixed_saves(assembly: Assembly, model: Selected) -> Iterator[Save]:
    for each in model.children:
        fixed = each.resolved.type == "upgrade" and bounds(each).low > 0
        for print_ in printed(assembly.reader, each) if fixed else ():
            save = carried_save(print_)
            if save is not None:
                yield save


def _model(assembly: Assembly, line: Member, rules: Rules, notes: list[str]) -> ModelProfile | None:
    look = assembly.look(line)
    if look is None:
        notes.append(f"{line.name} has no profile")
        return None
    values: dict[str, Number] = {}
    for column, name in _CELLS.items():
        cell = look.cells.get(column, "")
        match = _VALUE.search(cell)
        if match:
            values[name] = int(match[1])
        elif name == "movement" and cell.strip() in {"-", "N/A"}:
            values[name] = 0
        else:
            notes.append(f"{line.name}: cannot read {column} {cell!r}")
    saves = [save for save in rules.saves if not save.attacks and save.model in {"", line.name}]
    if saves:
        # Its own stands before what all have; of several the best.
        values["invulnerable"] = min(saves, key=lambda save: (not save.model, save.value)).value
    return ModelProfile(line.name, values, keywords=_model_keywords(assembly, line))


def _model_keywords(assembly: Assembly, line: Member) -> tuple[str, ...]:
    """What a kind of model has beside the unit's keywords."""
    default = line.candidates[0]
    if default.alone:
        return ()
    unit = assembly.categories()
    names = assembly.reader.system.categories
    own = (names.get(link.target_id, link.name) for link in default.one.resolved.category_links if link.target_id not in unit)
    return _unique(word for word in (name.strip().casefold() for name in own) if _is_keyword(word))


def _is_keyword(word: str) -> bool:
    return bool(word) and not word.startswith((_FACTION, "detachment")) and word not in _NOT_KEYWORDS


def _unique(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words))

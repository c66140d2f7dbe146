"""From an entry of a catalogue to a datasheet of The Horus Heresy, third edition."""

import re
from collections.abc import Iterable

from warbench.games.heresy3.claims import of_model
from warbench.games.heresy3.question import TYPES
from warbench.games.heresy3.roles import FORTIFICATION, ROLES
from warbench.intake.catalogue.arming import Arming
from warbench.intake.catalogue.assembly import Assembly, Read
from warbench.intake.catalogue.heresy3_arms import Heresy3Armoury
from warbench.intake.catalogue.members import Member
from warbench.intake.catalogue.printed import WEAPONS, Print, printed
from warbench.intake.catalogue.resolved import Reader, Resolved
from warbench.intake.catalogue.selected import Force
from warbench.intake.catalogue.spreading import untold
from warbench.intake.findings import listed
from warbench.intake.text.lines import plain
from warbench.sheets.capacity import Transport
from warbench.sheets.datasheet import Ability, Datasheet, ModelProfile, Number
from warbench.sheets.finding import slug

GAME = "heresy3"
POINTS = "Point(s)"
_TABLES = frozenset({"Profile", "Vehicle", "Knight", "Battlefield fortification"})
_COLUMNS = {
    "M": "movement",
    "WS": "weapon_skill",
    "BS": "ballistic_skill",
    "S": "strength",
    "T": "toughness",
    "W": "wounds",
    "I": "initiative",
    "A": "attacks",
    "LD": "leadership",
    "CL": "cool",
    "WP": "willpower",
    "IN": "intelligence",
    "SAV": "save",
    "INV": "invulnerable",
    "Front Armour": "front",
    "Side Armour": "side",
    "Rear Armour": "rear",
    "Front": "front",
    "Side": "side",
    "Sides": "side",
    "Rear": "rear",
    "Armour": "armour",
    "HP": "hull_points",
}
_TOUCHES = {"Reaction": ("reaction", "attack"), "Psychic Reaction": ("reaction", "attack"), "Gambit": ("challenge",)}
"""What an ability can bear on, by the table that prints it."""
_OPTIONAL = frozenset({"save", "invulnerable"})
_TYPE = re.compile(r"([A-Za-z]+)\s*(?:\(([^()]*)\))?")
_NUMBER = re.compile(r"(\d{1,3})[+\"]*")
_NOTHING = frozenset({"", "-", "\N{EN DASH}"})


def read_sheet(reader: Reader, resolved: Resolved, force: Force, faction: str, version: str) -> Read:
    """The datasheet of a unit entry, as it is in a force of one catalogue. For the arguments see the other game's reader."""
    assembly = Assembly(reader, resolved, force, _TABLES, POINTS)
    armoury = Heresy3Armoury(reader, POINTS)
    arming = Arming(assembly, armoury)
    common = _Words(printed(reader, assembly.unit))
    notes = [*arming.notes, *armoury.notes, *untold(assembly.unit, WEAPONS)]
    models: list[ModelProfile] = []
    for line in assembly.lines:
        model = _model(assembly, line, common, armoury.texts, notes)
        if model is not None:
            models.append(model)
    role = _role(assembly, notes)
    name = plain(resolved.name)
    looks = [look for line in assembly.lines if (look := assembly.look(line))]
    sheet = Datasheet(
        id=slug(name),
        name=name,
        game=GAME,
        faction="" if role == FORTIFICATION else faction,
        version=version,
        role=role,
        keywords=(),
        models=tuple(models),
        weapons=tuple(armoury.weapons.values()),
        wargear=tuple(armoury.wargear.values()),
        composition=tuple(arming.composition),
        points=assembly.points,
        abilities=common.abilities(),
        options=tuple(arming.options),
        transport=_transport(looks, common),
    )
    unknown = sorted({rule for model in models for rule in model.abilities if of_model(rule) == "none"})
    if unknown:
        notes.append(f"special rules that are not modelled: {listed(unknown)}")
    return Read(sheet, armoury.texts | common.texts, tuple(dict.fromkeys(notes)))


class _Words:
    """What is printed at a unit or a model beside profiles: special rules, traits, and abilities with a text."""

    def __init__(self, prints: Iterable[Print]) -> None:
        self.rules: list[str] = []
        self.traits: list[str] = []
        self.texts: dict[str, str] = {}
        self._others: list[Print] = []
        for each in prints:
            self.texts.setdefault(each.name, each.words)
            if each.table == "":
                self.rules.append(plain(each.name))
            elif each.table == "Traits":
                self.traits.append(plain(each.name).casefold())
            elif each.table not in _TABLES:
                self._others.append(each)

    def abilities(self) -> tuple[Ability, ...]:
        """Reactions, gambits and the like that the unit has."""
        found = {
            slug(each.name): Ability(slug(each.name), each.name, touches=_TOUCHES.get(each.table, ())) for each in self._others
        }
        return tuple(found.values())


def _model(assembly: Assembly, line: Member, common: _Words, texts: dict[str, str], notes: list[str]) -> ModelProfile | None:
    look = assembly.look(line)
    if look is None:
        tables = listed(
            tuple(dict.fromkeys(each.table for each in printed(assembly.reader, line.candidates[0].one) if each.table))
        )
        notes.append(f"{line.name} has no profile of a kind that is known" + (f"; it has: {tables}" if tables else ""))
        return None
    match = _TYPE.match(plain(look.cells.get("Type", "")))
    kind = match[1].casefold() if match else ""
    subs = tuple(word.strip().casefold() for word in (match[2] or "").split(",") if word.strip()) if match else ()
    if kind not in TYPES:
        notes.append(f"{line.name}: the type {look.cells.get('Type', '')!r} is none that is known")
    default = line.candidates[0]
    own = _Words(()) if default.alone else _Words(printed(assembly.reader, default.one))
    texts.update({name: told for name, told in own.texts.items() if name not in texts})
    values = _values(look, line.name, notes)
    rules = tuple(dict.fromkeys((*common.rules, *own.rules)))
    traits = tuple(dict.fromkeys((*common.traits, *own.traits)))
    return ModelProfile(
        line.name, values, keywords=subs, type=kind, traits=() if kind == FORTIFICATION else traits, abilities=rules
    )


def _values(look: Print, name: str, notes: list[str]) -> dict[str, Number]:
    values: dict[str, Number] = {}
    for column, cell in look.cells.items():
        key = _COLUMNS.get(column)
        if key is None:
            continue
        flat = plain(cell)
        match = _NUMBER.fullmatch(flat)
        if match:
            values[key] = int(match[1])
        elif flat in _NOTHING and key in _OPTIONAL:
            continue
        elif flat in _NOTHING:
            if key != "ballistic_skill" or look.table != "Battlefield fortification":
                values[key] = 0
        else:
            notes.append(f"{name}: cannot read {column} {cell!r}")
    return values


def _role(assembly: Assembly, notes: list[str]) -> str:
    """The battlefield role, as the rules call it: the unit's primary category, or another of its categories."""
    names = assembly.reader.system.categories
    links = sorted(assembly.unit.resolved.category_links, key=lambda link: not link.primary)
    found = [names.get(link.target_id, link.name).casefold() for link in links]
    for word in found:
        role = word.partition(" - ")[0].replace("-", " ").strip()
        role = FORTIFICATION if FORTIFICATION in role else role
        if role in ROLES:
            return role
    notes.append(f"its role ({listed(found) or 'none is given'}) is none that is known")
    return ""


def _transport(looks: list[Print], common: _Words) -> Transport | None:
    for look in looks:
        capacity = _NUMBER.fullmatch(plain(look.cells.get("Transport Capacity", "")))
        if capacity:
            told = plain(
                " ".join([look.cells.get("Access Points", ""), *(common.texts.get(name, "") for name in ("Access Points",))])
            )
            return Transport(int(capacity[1]), access=_access(told.casefold()))
    return None


def _access(told: str) -> tuple[str, ...]:
    if "all" in told and "facing" in told:
        return ("front", "left", "right", "rear")
    found = ["front"] if "front" in told else []
    if "side" in told:
        found += ["left", "right"]
    if "rear" in told:
        found.append("rear")
    return tuple(found)

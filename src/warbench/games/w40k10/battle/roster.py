"""The roster: what does not change in a battle. Every unit's models with their numbers, weapons and bases; who leads whom."""

from functools import lru_cache

import msgspec

from warbench.games.w40k10 import library
from warbench.games.w40k10.attackers import weapon_numbers
from warbench.games.w40k10.question import Weapon
from warbench.games.w40k10.targets import worn
from warbench.sheets.datasheet import Ability, Datasheet
from warbench.sheets.loadouts import check_loadout, default_loadout, each_model
from warbench.sheets.sizes import points, smallest
from warbench.table.bases import Base
from warbench.table.sizes import base_for

INCH = 254


class UnitSpec(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A unit in an army list. ``leader`` is the datasheet that joins it; ``inside`` the name of the transport it begins in.

    ``reserve`` is ``deep strike``, ``strategic`` or empty. ``name`` tells units of one datasheet apart.
    """

    datasheet: str
    name: str = ""
    models: int | None = None
    items: tuple[dict[str, int], ...] = ()
    leader: str = ""
    inside: str = ""
    reserve: str = ""
    warlord: bool = False


class ArmySpec(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """An army list."""

    name: str
    faction: str
    detachment: str = ""
    units: tuple[UnitSpec, ...] = ()


class Kind(msgspec.Struct, frozen=True):
    """A kind of model in a unit: its numbers, what it carries, and which part of the unit it belongs to (0 body, 1 leader)."""

    name: str
    part: int
    movement: int
    toughness: int
    save: int
    wounds: int
    leadership: int
    objective_control: int
    invulnerable: int | None
    feel_no_pain: int | None
    keywords: frozenset[str]
    weapons: tuple[Weapon, ...]
    items: tuple[tuple[str, int], ...]
    base: Base
    damaged_at: int = 0


class Entry(msgspec.Struct, frozen=True, dict=True):
    """A unit on the roster. ``models`` gives each model's id and the index of its kind."""

    id: str
    player: int
    name: str
    sheets: tuple[Datasheet, ...]
    kinds: tuple[Kind, ...]
    models: tuple[tuple[str, int], ...]
    keywords: frozenset[str]
    points: int
    inside: str = ""
    reserve: str = ""
    warlord: bool = False

    def kind(self, model: str) -> Kind:
        """The kind of a model, by its id."""
        return self.kinds[self.index[model]]

    @property
    def index(self) -> dict[str, int]:
        """The index of each model's kind."""
        found = self.__dict__.get("_index")
        if found is None:
            found = self.__dict__["_index"] = dict(self.models)
        return found

    def ability(self, which: str, part: int | None = None) -> Ability | None:
        """An ability of the unit's datasheets by id; ``part`` picks the body's (0) or the leader's (1) datasheet."""
        sheets = self.sheets if part is None else self.sheets[part : part + 1]
        return next((ability for sheet in sheets for ability in sheet.abilities if ability.id == which), None)

    def all_have(self, which: str) -> bool:
        """Whether every datasheet of the unit has an ability, so that all its models do."""
        return all(any(ability.id == which for ability in sheet.abilities) for sheet in self.sheets)


class RosterError(ValueError):
    """An army that cannot be put on a roster; the message names the unit and what was expected."""


class Roster:
    """Both armies: every unit by id, in the order of the lists (player 0 first)."""

    def __init__(self, armies: tuple[ArmySpec, ArmySpec]) -> None:
        """Make the roster.

        Raises:
            RosterError, UnknownDatasheet, SizeError: for what the armies may not have.
        """
        self.armies = armies
        self.units: dict[str, Entry] = {}
        self.unit_of: dict[str, str] = {}
        for player, army in enumerate(armies):
            for number, spec in enumerate(army.units, 1):
                entry = _known(player, f"{'AB'[player]}{number}", msgspec.msgpack.encode(spec))
                self.units[entry.id] = entry
                for model, _ in entry.models:
                    self.unit_of[model] = entry.id
        self._settle_transports()

    def _settle_transports(self) -> None:
        """Turn the names of transports into ids."""
        for key, entry in self.units.items():
            if not entry.inside:
                continue
            own = [other for other in self.units.values() if other.player == entry.player]
            wanted = library.slug(entry.inside)
            found = [other.id for other in own if wanted in {library.slug(other.name), other.sheets[0].id}]
            if not found:
                msg = f"{entry.name}: inside: found {entry.inside!r}, expected the name of a transport of the same army"
                raise RosterError(msg)
            self.units[key] = msgspec.structs.replace(entry, inside=found[0])

    def of(self, player: int) -> list[Entry]:
        """The units of a player."""
        return [entry for entry in self.units.values() if entry.player == player]


@lru_cache(maxsize=512)
def _known(player: int, key: str, spec: bytes) -> Entry:
    """The entry of a unit in an army list: made once, as one list fights many battles."""
    return _entry(player, key, msgspec.msgpack.decode(spec, type=UnitSpec))


def _entry(player: int, key: str, spec: UnitSpec) -> Entry:
    body = library.datasheet(spec.datasheet)
    sheets = [body]
    size = spec.models if spec.models is not None else smallest(body)
    if spec.leader:
        leader = library.datasheet(spec.leader)
        if body.id not in leader.leads:
            msg = f"{body.name}: leader: {leader.name} cannot lead it; it leads {', '.join(leader.leads) or 'no unit'}"
            raise RosterError(msg)
        sheets.append(leader)
    kinds: list[Kind] = []
    models: list[tuple[str, int]] = []
    for part, sheet in enumerate(sheets):
        for name, items in _loadout(sheet, spec, size) if part == 0 else _loadout(sheet, UnitSpec(datasheet=""), smallest(sheet)):
            kind = _kind(sheet, part, name, items)
            if kind not in kinds:
                kinds.append(kind)
            models.append((f"{key}.{len(models) + 1}", kinds.index(kind)))
    return Entry(
        id=key,
        player=player,
        name=spec.name or " led by ".join(sheet.name for sheet in sheets),
        sheets=tuple(sheets),
        kinds=tuple(kinds),
        models=tuple(models),
        keywords=frozenset(word for sheet in sheets for word in (*sheet.keywords, *sheet.faction_keywords)),
        points=points(body, size) + sum(points(sheet, smallest(sheet)) for sheet in sheets[1:]),
        inside=spec.inside,
        reserve=spec.reserve,
        warlord=spec.warlord,
    )


def _loadout(sheet: Datasheet, spec: UnitSpec, size: int) -> list[tuple[str, dict[str, int]]]:
    """Each model's name and items: the default, or those of the list."""
    usual = [(name, dict(items)) for name, items in each_model(default_loadout(sheet, size))]
    if not spec.items:
        return usual
    if len(spec.items) != size:
        msg = f"{sheet.name}: items: found {len(spec.items)} models, expected {size}"
        raise RosterError(msg)
    problems = check_loadout(sheet, [(name, items) for (name, _), items in zip(usual, spec.items, strict=True)])
    if problems:
        msg = f"{sheet.name}: items: {problems[0]}"
        raise RosterError(msg)
    return [(name, items) for (name, _), items in zip(usual, spec.items, strict=True)]


def _kind(sheet: Datasheet, part: int, name: str, items: dict[str, int]) -> Kind:
    model = sheet.model(name)
    numbers = dict(model.characteristics)
    held = {item.casefold() for item in items}
    ignore: int | None = None
    for ability in sheet.abilities:
        if ability.kind == "core" and ability.id == "feel-no-pain":
            ignore = int(ability.parameter.rstrip("+"))
        elif ability.item and ability.item.casefold() in held and not ability.whole_unit:
            numbers = worn(ability, numbers)
    weapons = tuple(
        weapon_numbers(weapon, weapon.profiles[0], items[item]) for item in items if (weapon := sheet.weapon(item)) is not None
    )
    keywords = frozenset((*sheet.keywords, *sheet.faction_keywords, *model.keywords))
    return Kind(
        name=name,
        part=part,
        movement=(numbers.get("movement") or 0) * INCH,
        toughness=numbers["toughness"] or 1,
        save=numbers["save"] or 7,
        wounds=numbers["wounds"] or 1,
        leadership=numbers.get("leadership") or 7,
        objective_control=numbers.get("objective_control") or 0,
        invulnerable=numbers.get("invulnerable"),
        feel_no_pain=ignore,
        keywords=keywords,
        weapons=weapons,
        items=tuple(sorted(items.items())),
        base=base_for(model.base, keywords),
        damaged_at=sheet.damaged.wounds if sheet.damaged else 0,
    )

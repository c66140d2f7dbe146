"""The roster: what does not change in a battle. Every unit's models with their numbers, weapons and bases; who leads whom."""

from functools import lru_cache

import msgspec

from warbench.games.w40k10 import library
from warbench.games.w40k10.attackers import weapon_numbers, weapons_named
from warbench.games.w40k10.battle.enhancements import Enhancement, enhancement_of
from warbench.games.w40k10.question import Weapon
from warbench.games.w40k10.targets import worn
from warbench.sheets.datasheet import Ability, Datasheet
from warbench.sheets.loadouts import check_loadout, default_loadout, each_model, loadout
from warbench.sheets.prices import wargear_points
from warbench.sheets.sizes import points, smallest
from warbench.sheets.ways import spellings
from warbench.table.bases import Base
from warbench.table.errors import TableError
from warbench.table.sizes import base_for

INCH = 254


class UnitSpec(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A unit in an army list. ``leader`` is the datasheet that joins it; ``inside`` the name of the transport it begins in.

    ``items`` is what each model carries, ``leader_items`` what the leader does, items with their number; without them both have
    the default. ``reserve`` is ``deep strike``, ``strategic`` or empty. ``name`` tells units of one datasheet apart. ``split``
    names a transport that splits the unit before the battle: the second half of its models begins inside it.

    ``kinds`` says how many models there are of each kind, where the datasheet leaves a choice; ``items`` are in the order of the
    datasheet's composition. ``enhancement`` is one of the army's ``enhancements``: the leader's, or without one the unit's own.
    """

    datasheet: str
    name: str = ""
    models: int | None = None
    kinds: dict[str, int] = {}
    items: tuple[dict[str, int], ...] = ()
    leader: str = ""
    leader_items: dict[str, int] = {}
    enhancement: str = ""
    inside: str = ""
    reserve: str = ""
    split: str = ""
    warlord: bool = False


class ArmySpec(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """An army list. ``enhancements`` are those that its units have: no data of them is bundled."""

    name: str
    faction: str
    detachment: str = ""
    units: tuple[UnitSpec, ...] = ()
    enhancements: tuple[Enhancement, ...] = ()


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
    """A unit on the roster. ``models`` gives each model's id and the index of its kind.

    ``half_of``: the unit that it was split off before the battle.
    """

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
    half_of: str = ""

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

    def __init__(self, armies: tuple[ArmySpec, ArmySpec], sheets: tuple[Datasheet, ...] = ()) -> None:
        """Make the roster. ``sheets`` are datasheets that the battle brings: their ids are looked up among them first.

        Raises:
            RosterError, UnknownDatasheet, SizeError: for what the armies may not have.
        """
        self.armies = armies
        self.units: dict[str, Entry] = {}
        self.unit_of: dict[str, str] = {}
        brought = {sheet.id: sheet for sheet in sheets}
        for player, army in enumerate(armies):
            for number, spec in enumerate(army.units, 1):
                extra = _enhancement_points(spec, army)
                own = [brought[name] for name in (spec.datasheet, spec.leader) if name in brought]
                key = f"{'AB'[player]}{number}"
                for each in _known(player, key, msgspec.msgpack.encode(spec), msgspec.msgpack.encode(own)):
                    # The second half of a split unit has no leader, and so no Enhancement.
                    entry = msgspec.structs.replace(each, points=each.points + extra) if extra and not each.half_of else each
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


def _enhancement_points(spec: UnitSpec, army: ArmySpec) -> int:
    if not spec.enhancement:
        return 0
    upgrade = enhancement_of(spec.enhancement, army.enhancements)
    if upgrade is None:
        known = ", ".join(each.name for each in army.enhancements) or "none"
        msg = f"{spec.name or spec.datasheet}: enhancement: found {spec.enhancement!r}, the army's enhancements are: {known}"
        raise RosterError(msg)
    return upgrade.points


def may_lead(leader: Datasheet, body: Datasheet) -> bool:
    """Whether a datasheet's model may lead a unit: its datasheet names the unit, by id or by name."""
    return bool({body.id, library.slug(body.name)}.intersection(map(library.slug, leader.leads)))


@lru_cache(maxsize=512)
def _known(player: int, key: str, spec: bytes, own: bytes) -> tuple[Entry, ...]:
    """The entry of a unit in an army list, or its halves: made once, as one list fights many battles."""
    read = msgspec.msgpack.decode(spec, type=UnitSpec)
    brought = msgspec.msgpack.decode(own, type=tuple[Datasheet, ...])
    entry = _entry(player, key, read, {sheet.id: sheet for sheet in brought})
    return _halves(entry, read.split) if read.split else (entry,)


def _halves(entry: Entry, transport: str) -> tuple[Entry, Entry]:
    """A unit split in two: the first half of its body with the leader, and the second half inside a transport."""
    body = [(model, kind) for model, kind in entry.models if entry.kinds[kind].part == 0]
    leader = [(model, kind) for model, kind in entry.models if entry.kinds[kind].part]
    half = (len(body) + 1) // 2
    second = points(entry.sheets[0], len(body)) // 2
    words = frozenset((*entry.sheets[0].keywords, *entry.sheets[0].faction_keywords))
    key = f"{entry.id}b"
    return (
        msgspec.structs.replace(entry, models=(*body[:half], *leader), points=entry.points - second),
        Entry(
            id=key,
            player=entry.player,
            name=f"{entry.name}, second half" if len(entry.sheets) == 1 else f"{entry.sheets[0].name}, second half",
            sheets=entry.sheets[:1],
            kinds=entry.kinds,
            models=tuple((f"{key}.{number}", kind) for number, (_, kind) in enumerate(body[half:], 1)),
            keywords=words,
            points=second,
            inside=transport,
            half_of=entry.id,
        ),
    )


def _entry(player: int, key: str, spec: UnitSpec, brought: dict[str, Datasheet]) -> Entry:
    body = brought.get(spec.datasheet) or library.datasheet(spec.datasheet)
    sheets = [body]
    size = spec.models if spec.models is not None else smallest(body)
    if spec.leader:
        leader = brought.get(spec.leader) or library.datasheet(spec.leader)
        if not may_lead(leader, body):
            msg = f"{body.name}: leader: {leader.name} cannot lead it; it leads {', '.join(leader.leads) or 'no unit'}"
            raise RosterError(msg)
        sheets.append(leader)
    elif spec.leader_items:
        msg = f"{body.name}: leader_items: found {', '.join(spec.leader_items)}, but no leader"
        raise RosterError(msg)
    kinds: list[Kind] = []
    models: list[tuple[str, int]] = []
    worn_by = [equipped(body, size, spec.kinds, spec.items, "items")]
    if len(sheets) > 1:
        led = (spec.leader_items,) if spec.leader_items else ()
        worn_by.append(equipped(sheets[1], smallest(sheets[1]), {}, led, "leader_items"))
    for part, (sheet, everybody) in enumerate(zip(sheets, worn_by, strict=True)):
        for name, items in everybody:
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
        points=points(body, size)
        + sum(points(sheet, smallest(sheet)) for sheet in sheets[1:])
        + sum(wargear_points(sheet, everybody) for sheet, everybody in zip(sheets, worn_by, strict=True) if _priced(sheet)),
        inside=spec.inside,
        reserve=spec.reserve,
        warlord=spec.warlord,
    )


def _priced(sheet: Datasheet) -> bool:
    """Whether any wargear of it costs points."""
    return any(choice.points for option in sheet.options for choice in option.choices)


def equipped(
    sheet: Datasheet, size: int, kinds: dict[str, int], wanted: tuple[dict[str, int], ...], field: str
) -> list[tuple[str, dict[str, int]]]:
    """Each model's kind and items: the default, or those of a field of the list.

    Args:
        sheet: the datasheet.
        size: how many models there are.
        kinds: how many of each kind; empty: as the datasheet has them first.
        wanted: the items of each model, in the order of the composition; empty: the default.
        field: the name of that field, for messages.

    Raises:
        RosterError, SizeError: when the datasheet does not allow it.
    """
    usual = _usual(sheet, size, kinds)
    if not wanted:
        return usual
    if len(wanted) != size:
        msg = f"{sheet.name}: {field}: found {len(wanted)} models, expected {size}"
        raise RosterError(msg)
    carried = [(name, items) for (name, _), items in zip(usual, wanted, strict=True)]
    problems = check_loadout(sheet, carried)
    if problems:
        msg = f"{sheet.name}: {field}: {problems[0].text}"
        raise RosterError(msg)
    return carried


def _usual(sheet: Datasheet, size: int, kinds: dict[str, int]) -> list[tuple[str, dict[str, int]]]:
    """Each model's kind and default items."""
    usual = [(name, dict(items)) for name, items in each_model(default_loadout(sheet, size))]
    if not kinds:
        return usual
    counts = {name.casefold(): count for name, count in kinds.items()}
    lines = {line.model.casefold(): line for line in sheet.composition}
    fits = set(counts) <= set(lines) and all(line.low <= counts.get(name, 0) <= line.high for name, line in lines.items())
    if not fits or sum(counts.values()) != size:
        told = ", ".join(f"{line.low} to {line.high} {line.model}" for line in sheet.composition)
        found = ", ".join(f"{count} {name}" for name, count in kinds.items())
        msg = f"{sheet.name}: kinds: found {found}, expected {size} models of {told}"
        raise RosterError(msg)
    spelling = spellings(sheet)
    return [
        (line.model, dict(loadout(spelling[item.casefold()] for item in line.equipped)))
        for name, line in lines.items()
        for _ in range(counts.get(name, 0))
    ]


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
    arms = [(weapon, count) for item, count in items.items() for weapon in weapons_named(sheet, item)]
    # Every profile is looked at, so that one that cannot be modelled is refused before the battle.
    profiles = [[weapon_numbers(weapon, profile, count) for profile in weapon.profiles] for weapon, count in arms]
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
        weapons=tuple(each[0] for each in profiles),
        items=tuple(sorted(items.items())),
        base=_base(model.base, keywords),
        damaged_at=sheet.damaged.wounds if sheet.damaged else 0,
    )


def _base(printed: str, keywords: frozenset[str]) -> Base:
    """The base as printed; an imported text that states no size in a way that is known gets the stand-in, with a note."""
    try:
        return base_for(printed, keywords)
    except TableError:
        found = base_for("", keywords)
        return msgspec.structs.replace(
            found, note=found.note.replace("no base size is known", f"{printed!r} states no known size")
        )

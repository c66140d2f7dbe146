"""The roster: what does not change in a battle. Every unit's models with their numbers, weapons and bases; who leads whom."""

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from warbench.games.w40k10 import library
from warbench.games.w40k10.battle.enhancements import Enhancement, enhancement_of
from warbench.games.w40k10.battle.equipping import RosterError, equipped, leader_equipped
from warbench.games.w40k10.battle.hovering import hovering, may_hover
from warbench.games.w40k10.battle.kinds import Kind, kind_of
from warbench.games.w40k10.leaders import leaders_fault
from warbench.sheets.datasheet import Ability, Datasheet, Points
from warbench.sheets.prices import wargear_points
from warbench.sheets.sizes import counts_of, points, priced_as, smallest


class Lead(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A leader of a unit in an army list: its datasheet, what it carries (empty: the default), its Enhancement.

    ``points`` stands for the row of its datasheet. ``warlord``: it is the army's Warlord.
    """

    datasheet: str
    items: dict[str, int] = {}
    points: tuple[Points, ...] = ()
    enhancement: str = ""
    warlord: bool = False


class Retinue(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A unit that joins another one before the battle without leading it: its models count as models of that unit.

    ``models`` is how many there are, ``items`` what each carries; without them the smallest size and the default. ``points``
    stand for the row of its datasheet.
    """

    datasheet: str
    models: int | None = None
    items: tuple[dict[str, int], ...] = ()
    points: tuple[Points, ...] = ()


class UnitSpec(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A unit in an army list. ``leader`` is the datasheet that joins it; ``inside`` the name of the transport it begins in.

    ``items`` is what each model carries, ``leader_items`` what the leader does, items with their number; without them both have
    the default. ``reserve`` is ``deep strike``, ``strategic`` or empty. ``name`` tells units of one datasheet apart. ``split``
    names a transport that splits the unit before the battle: the second half of its models begins inside it.

    ``kinds`` says how many models there are of each kind, where the datasheet leaves a choice; ``items`` are in the order of the
    datasheet's composition. ``enhancement`` is one of the army's ``enhancements``: the leader's, or without one the unit's own.
    ``beside`` are further leaders, who join beside the ``leader``, each with what is his. ``retinues`` are units that join it as
    well, but lead nobody.
    ``points`` and ``leader_points`` stand for the rows of the datasheets at just these sizes: what the list was made with.
    """

    datasheet: str
    name: str = ""
    models: int | None = None
    kinds: dict[str, int] = {}
    items: tuple[dict[str, int], ...] = ()
    leader: str = ""
    leader_items: dict[str, int] = {}
    points: tuple[Points, ...] = ()
    leader_points: tuple[Points, ...] = ()
    beside: tuple[Lead, ...] = ()
    retinues: tuple[Retinue, ...] = ()
    enhancement: str = ""
    inside: str = ""
    reserve: str = ""
    split: str = ""
    warlord: bool = False

    @property
    def leaders(self) -> tuple[Lead, ...]:
        """Everybody who leads it, the ``leader`` first, with the unit's Enhancement."""
        if not self.leader:
            return self.beside
        first = Lead(datasheet=self.leader, items=self.leader_items, points=self.leader_points, enhancement=self.enhancement)
        return (first, *self.beside)

    @property
    def has_warlord(self) -> bool:
        """Whether it, or a leader of it, is the Warlord."""
        return self.warlord or any(lead.warlord for lead in self.beside)

    @property
    def sheets(self) -> tuple[str, ...]:
        """The names of all its datasheets: its own, then its leaders', then its retinues'."""
        return (self.datasheet, *(lead.datasheet for lead in self.leaders), *(each.datasheet for each in self.retinues))

    @property
    def upgrades(self) -> tuple[str, ...]:
        """The names of all its Enhancements: its own or its leaders'."""
        return tuple(filter(None, (self.enhancement, *(lead.enhancement for lead in self.beside))))


class ArmySpec(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """An army list. ``enhancements`` are those that its units have: no data of them is bundled.

    ``sheets`` are datasheets of its own, looked at before all others; units name them by their ids.
    """

    name: str
    faction: str
    detachment: str = ""
    units: tuple[UnitSpec, ...] = ()
    enhancements: tuple[Enhancement, ...] = ()
    sheets: tuple[Datasheet, ...] = ()


def sheet_for(spec: ArmySpec, name: str) -> Datasheet:
    """The datasheet that a unit of an army names: the army's own by its id, else a bundled or lent one.

    Raises:
        UnknownDatasheet: when there is none, or several fit.
    """
    return next((sheet for sheet in spec.sheets if sheet.id == name), None) or library.datasheet(name)


class Entry(msgspec.Struct, frozen=True, dict=True):
    """A unit on the roster. ``models`` gives each model's id and the index of its kind.

    ``half_of``: the unit that it was split off before the battle. ``shares``: what each of its datasheets costs, in order.
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
    shares: tuple[int, ...] = ()

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
        """An ability of the unit's datasheets by id; ``part`` picks the body's (0) or a leader's datasheet."""
        sheets = self.sheets if part is None else self.sheets[part : part + 1]
        return next((ability for sheet in sheets for ability in sheet.abilities if ability.id == which), None)

    @property
    def leaders(self) -> int:
        """How many leaders it begins with."""
        return max(kind.side for kind in self.kinds) if not self.half_of else 0

    def side(self, part: int) -> int:
        """The part that one of its datasheets counts as: retinues are of the body."""
        return part if part <= self.leaders else 0

    def all_have(self, which: str) -> bool:
        """Whether every datasheet of the unit has an ability, so that all its models do."""
        return all(any(ability.id == which for ability in sheet.abilities) for sheet in self.sheets)


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
        # Leaders that become units of their own when the unit that they lead is destroyed, by that unit and by their own id.
        self.apart: dict[str, tuple[str, ...]] = {}
        self._alone: dict[str, Entry] = {}
        # The units that may be declared to hover, as they are when they do.
        self.hovering: dict[str, Entry] = {}
        brought = {sheet.id: sheet for sheet in sheets}
        for player, army in enumerate(armies):
            for number, spec in enumerate(army.units, 1):
                extra = _enhancement_points(spec, army)
                lords = [lead.warlord for lead in spec.leaders]
                here = brought | {sheet.id: sheet for sheet in army.sheets}
                own = [here[name] for name in spec.sheets if name in here]
                key = f"{'AB'[player]}{number}"
                for each in _known(player, key, msgspec.msgpack.encode(spec), msgspec.msgpack.encode(own)):
                    # The second half of a split unit has no leader, and so no Enhancement.
                    entry = _dearer(each, extra) if any(extra) and not each.half_of else each
                    self.units[entry.id] = entry
                    alone = [_alone(entry, part, warlord=lords[part - 1]) for part in range(2, entry.leaders + 1)]
                    self._alone |= {leader.id: leader for leader in alone}
                    if entry.leaders:
                        self.apart[entry.id] = tuple(leader.id for leader in alone)
                    for model, _ in entry.models:
                        self.unit_of[model] = entry.id
        self._settle_transports()
        self.hovering = {key: hovering(entry) for key, entry in self.units.items() if may_hover(entry)}

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

    def entry(self, unit: str) -> Entry:
        """The entry of a unit, also of a leader that has become one."""
        return self.units.get(unit) or self._alone[unit]

    def of(self, player: int) -> list[Entry]:
        """The units of a player as they begin the battle."""
        return [entry for entry in self.units.values() if entry.player == player]

    def ever_of(self, player: int) -> list[Entry]:
        """The units of a player and the leaders that may become units of their own."""
        return [*self.of(player), *(entry for entry in self._alone.values() if entry.player == player)]


def _enhancement_points(spec: UnitSpec, army: ArmySpec) -> tuple[int, ...]:
    """What the Enhancements of a unit cost, by its datasheets: its leaders', or without a leader its own."""
    leads = spec.leaders
    borne = [*([""] if leads else [spec.enhancement]), *(lead.enhancement for lead in leads), *("" for _ in spec.retinues)]
    return tuple(_upgrade_points(spec, name, army) for name in borne)


def _upgrade_points(spec: UnitSpec, name: str, army: ArmySpec) -> int:
    if not name:
        return 0
    upgrade = enhancement_of(name, army.enhancements)
    if upgrade is None:
        known = ", ".join(each.name for each in army.enhancements) or "none"
        msg = f"{spec.name or spec.datasheet}: enhancement: found {name!r}, the army's enhancements are: {known}"
        raise RosterError(msg)
    return upgrade.points


def _dearer(entry: Entry, extra: tuple[int, ...]) -> Entry:
    """The entry with what the Enhancements of its datasheets cost."""
    shares = tuple(share + more for share, more in zip(entry.shares, extra, strict=True))
    return msgspec.structs.replace(entry, points=entry.points + sum(extra), shares=shares)


def _alone(entry: Entry, part: int, *, warlord: bool) -> Entry:
    """A leader as the unit of his own that he becomes: his models keep their ids, kinds and part."""
    sheet = entry.sheets[part]
    return msgspec.structs.replace(
        entry,
        # After the second half of a split unit, which is "b".
        id=f"{entry.id}{chr(ord('a') + part)}",
        name=sheet.name,
        models=tuple((model, kind) for model, kind in entry.models if entry.kinds[kind].side == part),
        keywords=frozenset((*sheet.keywords, *sheet.faction_keywords)),
        points=entry.shares[part],
        inside="",
        reserve="",
        warlord=warlord,
    )


@lru_cache(maxsize=512)
def _known(player: int, key: str, spec: bytes, own: bytes) -> tuple[Entry, ...]:
    """The entry of a unit in an army list, or its halves: made once, as one list fights many battles."""
    read = msgspec.msgpack.decode(spec, type=UnitSpec)
    brought = msgspec.msgpack.decode(own, type=tuple[Datasheet, ...])
    entry = _entry(player, key, read, {sheet.id: sheet for sheet in brought})
    return _halves(entry, read.split) if read.split else (entry,)


def _halves(entry: Entry, transport: str) -> tuple[Entry, Entry]:
    """A unit split in two: the first half of its body with the leaders, and the second half inside a transport."""
    body = [(model, kind) for model, kind in entry.models if entry.kinds[kind].part == 0]
    leaders = [(model, kind) for model, kind in entry.models if entry.kinds[kind].part]
    half = (len(body) + 1) // 2
    second = points(entry.sheets[0], len(body)) // 2
    words = frozenset((*entry.sheets[0].keywords, *entry.sheets[0].faction_keywords))
    key = f"{entry.id}b"
    return (
        msgspec.structs.replace(
            entry,
            models=(*body[:half], *leaders),
            points=entry.points - second,
            shares=(entry.shares[0] - second, *entry.shares[1:]),
        ),
        Entry(
            id=key,
            player=entry.player,
            name=f"{entry.name}, second half" if len(entry.sheets) == 1 else f"{entry.sheets[0].name}, second half",
            sheets=entry.sheets[:1],
            kinds=entry.kinds,
            models=tuple((f"{key}.{number}", kind) for number, (_, kind) in enumerate(body[half:], 1)),
            keywords=words,
            points=second,
            shares=(second,),
            inside=transport,
            half_of=entry.id,
        ),
    )


def _entry(player: int, key: str, spec: UnitSpec, brought: dict[str, Datasheet]) -> Entry:
    body = brought.get(spec.datasheet) or library.datasheet(spec.datasheet)
    size = spec.models if spec.models is not None else smallest(body)
    body = priced_as(body, size, spec.points)
    leads = spec.leaders
    if leads and not spec.leader:
        msg = f"{body.name}: beside: found {', '.join(lead.datasheet for lead in leads)}, but no leader beside whom they join"
        raise RosterError(msg)
    if spec.leader_items and not leads:
        msg = f"{body.name}: leader_items: found {', '.join(spec.leader_items)}, but no leader"
        raise RosterError(msg)
    sheets = [body]
    sizes = [size]
    worn_by = [equipped(body, size, spec.kinds, spec.items, "items")]
    for place, lead in enumerate(leads):
        sheet = brought.get(lead.datasheet) or library.datasheet(lead.datasheet)
        sizes.append(smallest(sheet))
        sheets.append(priced_as(sheet, sizes[-1], lead.points))
        worn_by.append(leader_equipped(sheet, lead.items, "beside: items" if place else "leader_items"))
    for each in spec.retinues:
        sheet = brought.get(each.datasheet) or library.datasheet(each.datasheet)
        sizes.append(each.models if each.models is not None else smallest(sheet))
        sheets.append(priced_as(sheet, sizes[-1], each.points))
        worn_by.append(equipped(sheet, sizes[-1], {}, each.items, "retinues: items"))
    worn = [dict(everybody[0][1]) for everybody in worn_by[1 : len(leads) + 1]]
    fault = leaders_fault(body, size, sheets[1 : len(leads) + 1], sheets[len(leads) + 1 :], worn)
    if fault is not None:
        msg = f"{body.name}: leader: {fault.sentence}"
        raise RosterError(msg)
    kinds: list[Kind] = []
    models: list[tuple[str, int]] = []
    for part, (sheet, everybody) in enumerate(zip(sheets, worn_by, strict=True)):
        for name, items in everybody:
            # A retinue's models are its body's.
            kind = kind_of(sheet, part, name, items, side=part if part <= len(leads) else 0)
            if kind not in kinds:
                kinds.append(kind)
            models.append((f"{key}.{len(models) + 1}", kinds.index(kind)))
    shares = tuple(
        points(sheet, count, counts_of(sheet, [kind for kind, _ in everybody]))
        + (wargear_points(sheet, everybody) if _priced(sheet) else 0)
        for sheet, count, everybody in zip(sheets, sizes, worn_by, strict=True)
    )
    names = [sheet.name for sheet in sheets]
    return Entry(
        id=key,
        player=player,
        name=spec.name or led_by(names[: len(leads) + 1], names[len(leads) + 1 :]),
        sheets=tuple(sheets),
        kinds=tuple(kinds),
        models=tuple(models),
        keywords=frozenset(word for sheet in sheets for word in (*sheet.keywords, *sheet.faction_keywords)),
        points=sum(shares),
        shares=shares,
        inside=spec.inside,
        reserve=spec.reserve,
        warlord=spec.has_warlord,
    )


def led_by(names: Iterable[str], retinues: Iterable[str] = ()) -> str:
    """What a unit is called with its leaders and retinues, from the names of its datasheets: ``A with D, led by B and C``."""
    body, *leaders = names
    joined = " and ".join(retinues)
    whole = f"{body} with {joined}" if joined else body
    return f"{whole}{',' if joined else ''} led by {' and '.join(leaders)}" if leaders else whole


def _priced(sheet: Datasheet) -> bool:
    """Whether any wargear of it costs points."""
    return any(choice.points for option in sheet.options for choice in option.choices)

"""Warhammer 40,000 armies from lists: datasheets, sizes, wargear dealt out to models, leaders, Enhancements, the Warlord."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

import msgspec

from warbench.games.w40k10.battle.enhancements import Enhancement, key_of, required_by
from warbench.games.w40k10.battle.equipping import RosterError
from warbench.games.w40k10.battle.roster import ArmySpec, Roster, UnitSpec
from warbench.games.w40k10.library import slug
from warbench.intake.armies.fielding import fielded, usual_counts, usual_items, widened
from warbench.intake.armies.imported import ImportedArmy, Pricing, price_note
from warbench.intake.armies.joining import Made, joined
from warbench.intake.armies.own import OwnSheets
from warbench.intake.armies.rosters import Placed, said_of
from warbench.intake.catalogue.own_sheets import OwnSheet
from warbench.intake.lists.army import ListedUnit
from warbench.intake.lists.naming import Known, nearest_item
from warbench.intake.lists.resolving import ResolvedArmy, ResolvedUnit
from warbench.intake.sources import Beside
from warbench.rules.fields import ScenarioError
from warbench.sheets.datasheet import Datasheet, Points
from warbench.sheets.sizes import SizeError, points, smallest

_NOBODY = ArmySpec(name="", faction="")

Load = Callable[[str], Datasheet]
Later = Callable[[str], Iterable[Known]]


def _no_later(_: str) -> Iterable[Known]:
    return ()


def w40k10_army(  # noqa: PLR0913 -- the list and all that is known beside it
    found: ResolvedArmy,
    load: Load,
    enhancements: Iterable[Beside] = (),
    placed: Sequence[Placed] = (),
    pricing: Pricing = "file",
    *,
    later: Later = _no_later,
) -> ImportedArmy[ArmySpec]:
    """The army of a list whose units were looked up.

    Args:
        found: the list with its datasheets.
        load: the datasheet of an id.
        enhancements: those that the library knows, for who may have them.
        placed: what else is known of each unit, in the order of the list; empty: nothing. The datasheet that the file itself
            carries is taken where there is no other of its name, or where the other cannot hold what the unit has.
        pricing: whose points the units have.
        later: the datasheets of a unit in further sources: they are tried, in their order, before the file's own.
    """
    builder = _Builder(found, load, list(enhancements), pricing, later)
    extra = placed or [Placed(**said_of(unit.listed.said), sheet=None, own=None) for unit in found.units]
    for unit, where in zip(found.units, extra, strict=True):
        builder.add(unit, where)
    listed = found.listed
    specs = joined(builder.made)
    army = ArmySpec(
        name=listed.name or "Army",
        faction=_faction(listed.faction, [each.sheet for each in builder.made]),
        detachment=" and ".join(listed.detachments),
        units=tuple(specs),
        enhancements=tuple(builder.enhancements.values()),
        sheets=builder.own.all,
    )
    notes = [("", note) for note in found.notes]
    notes += [(each.listed.name, note) for each in builder.made for note in each.notes]
    return ImportedArmy(
        spec=army,
        missing=tuple(builder.missing),
        notes=tuple(dict.fromkeys(notes)),
        printed=listed.total if listed.total is not None else listed.sum,
        origins=tuple(each.origin for each in builder.made),
    )


class _Builder:
    """The army in the making."""

    def __init__(self, found: ResolvedArmy, load: Load, beside: list[Beside], pricing: Pricing, later: Later) -> None:
        self.made: list[Made] = []
        self.missing: list[str] = []
        self.enhancements: dict[str, Enhancement] = {}
        self.own = OwnSheets()
        self._detachments = found.listed.detachments
        self._load = load
        self._beside = beside
        self._pricing = pricing
        self._later = later

    def add(self, unit: ResolvedUnit, where: Placed) -> None:
        """Take a unit into the army: on the datasheet of its name, or on the file's own."""
        listed, mine = unit.listed, where.own
        if where.sheet is not None:
            self.own.take(where.sheet)
            whole = ResolvedUnit(listed, size=sum(group.count for group in listed.kinds))
            self._take(unit, self._on_known(whole, where, where.sheet)[0])
            return
        if not unit.sheet and mine is None:
            self.missing.append(f"{listed.name} ({listed.points} points): {unit.why}")
            return
        sheet = self._fitted(unit, mine) if unit.sheet else None
        # What only looks like its name is not taken where the file has its own.
        if sheet is not None and mine is not None and slug(sheet.name) != slug(listed.name):
            sheet = None
        made = self._on_known(unit, where, sheet) if sheet is not None else None
        if mine is not None and made is not None and made[1]:
            made = self._on_later(unit, where, made[1]) or made
        if mine is not None and (made is None or made[1]):
            why = f"the datasheet here does not fit ({made[1]})" if made is not None else ""
            each = self._on_own(listed, where, mine, why)
        elif made is not None:
            each = made[0]
        self._take(unit, each)

    def _on_later(self, unit: ResolvedUnit, where: Placed, why: str) -> tuple[Made, str] | None:
        """The unit on the first datasheet of a further source that can hold it; None where none can."""
        for other in self._later(unit.sheet):
            sheet = self._load(other.id)
            made, fault = self._on_known(msgspec.structs.replace(unit, sheet=sheet.id), where, sheet)
            if not fault:
                made.notes.append(f"the datasheet that comes first does not fit ({why}): that of {other.source} is taken")
                made.origin = other.id
                return made, ""
        return None

    def _take(self, unit: ResolvedUnit, each: Made) -> None:
        self._enhanced(unit, each)
        self._priced(unit, each)
        self.made.append(each)

    def _fitted(self, unit: ResolvedUnit, mine: OwnSheet | None) -> Datasheet:
        """The datasheet of a unit's name; for a size that it does not allow, and no other way to field it, one that does."""
        sheet = self._load(unit.sheet)
        if mine is not None or self._pricing != "file" or usual_counts(sheet, unit.size) is not None:
            return sheet
        wider = widened(unit.listed, sheet, unit.size)
        if wider is None:
            return sheet
        price = unit.listed.points - (unit.listed.enhancement_points or 0)
        return self.own.add(msgspec.structs.replace(wider, points=(*sheet.points, Points(unit.size, price))))

    def _on_known(self, unit: ResolvedUnit, where: Placed, sheet: Datasheet) -> tuple[Made, str]:
        """The unit on the datasheet of its name, and why that cannot hold it (empty when it can)."""
        listed = unit.listed
        held = fielded(listed, sheet, unit.size)
        size = sum(held.counts.values()) or unit.size
        usual = usual_counts(sheet, size)
        spec = self._spec(listed, where, sheet, size)
        if usual is not None and held.counts:
            differs = held.items != usual_items(sheet, held.counts)
            spec = msgspec.structs.replace(
                spec, kinds=held.counts if held.counts != usual else {}, items=held.items if differs else ()
            )
        notes = [note for note in unit.notes if note != unit.price]
        if unit.sheet and sheet.id != unit.sheet:
            notes.append(f"the datasheet here does not allow {size} models: they are fielded as the list has them, unchecked")
        made = Made(listed, sheet, spec, unit.sheet, [*notes, *held.faults])
        return made, held.why or self._alone(spec)[1]

    def _on_own(self, listed: ListedUnit, where: Placed, mine: OwnSheet, why: str) -> Made:
        """The unit as its file prints it."""
        sheet = self.own.add(mine.sheet)
        counts = {line.model: line.high for line in sheet.composition}
        size = sum(counts.values())
        spec = self._spec(listed, where, sheet, size)
        if mine.models != usual_items(sheet, counts):
            spec = msgspec.structs.replace(spec, items=mine.models)
        notes = [f"{why}: the roster's own is taken"] if why else []
        fault = self._alone(spec)[1]
        return Made(listed, sheet, spec, "", [*notes, *([fault] if fault else [])])

    def _spec(self, listed: ListedUnit, where: Placed, sheet: Datasheet, size: int) -> UnitSpec:
        return UnitSpec(
            datasheet=sheet.id,
            name=where.name,
            models=size if size != smallest(sheet) else None,
            inside=where.inside,
            split=where.split,
            reserve=where.reserve,
            warlord=listed.warlord,
        )

    def _enhanced(self, unit: ResolvedUnit, each: Made) -> None:
        if not unit.listed.enhancement:
            return
        upgrade = _enhancement(unit, each.sheet, self._beside, self._detachments)
        if self._beside and not any(key_of(known.name) == key_of(upgrade.name) for known in self._beside):
            near = self._near(upgrade.name)
            told = f"the Enhancement {upgrade.name!r} is not known here: {upgrade.points} points as the file has it"
            each.notes.append(told + (f"; nearest: {near}" if near else ""))
        self.enhancements.setdefault(key_of(upgrade.name), upgrade)
        each.spec = msgspec.structs.replace(each.spec, enhancement=unit.listed.enhancement)

    def _near(self, name: str) -> str:
        """The Enhancements of the army's detachment whose names are like one that is not known; empty for none."""
        own = {slug(each) for each in self._detachments}
        names = (each.name for each in self._beside if slug(each.detachment) in own)
        return ", ".join(nearest_item(name, names)[1])

    def _priced(self, unit: ResolvedUnit, each: Made) -> None:
        """Say where the file's points are not the datasheet's, and keep the file's where they are to be kept."""
        here, _ = self._alone(msgspec.structs.replace(each.spec, enhancement=""))
        if here is None or not unit.listed.points:
            return
        upgrade = self.enhancements.get(key_of(each.spec.enhancement))
        printed = unit.listed.points - (upgrade.points if upgrade is not None else 0)
        if here == printed:
            return
        size = each.spec.models or smallest(each.sheet)
        each.notes.append(price_note(size, printed, here, each.sheet.version))
        if self._pricing == "file":
            row = Points(size, points(each.sheet, size) + printed - here)
            each.spec = msgspec.structs.replace(each.spec, points=(row,))

    def _alone(self, spec: UnitSpec) -> tuple[int | None, str]:
        """What a unit costs by itself on its datasheet, or why it cannot be as it is."""
        single = msgspec.structs.replace(spec, inside="", split="")
        try:
            made = Roster((ArmySpec(name="", faction="", units=(single,), sheets=self.own.all), _NOBODY))
        except (RosterError, SizeError, ScenarioError) as error:
            return None, str(error)
        return made.units["A1"].points, ""


def _enhancement(unit: ResolvedUnit, sheet: Datasheet, beside: list[Beside], detachments: Sequence[str]) -> Enhancement:
    """The Enhancement of a unit with its points: as printed, else of the library, else what the unit costs beyond its models."""
    name = unit.listed.enhancement
    own = {slug(each) for each in detachments}
    same = [each for each in beside if key_of(each.name) == key_of(name)]
    known = next((each for each in same if slug(each.detachment) in own), same[0] if len(same) == 1 else None)
    cost = unit.listed.enhancement_points
    if cost is None and known is not None:
        cost = known.cost
    if cost is None:
        try:
            cost = max(unit.listed.points - points(sheet, unit.size), 0)
        except SizeError:
            cost = 0
    if known is None:
        return Enhancement(name=name, points=cost)
    return Enhancement(name=name, points=cost, detachment=known.detachment, requires=required_by(known.text))


def _faction(printed: str, sheets: list[Datasheet]) -> str:
    """The army's faction: the printed one where a unit is of it, else that of most units."""
    wanted = slug(printed)
    for sheet in sheets:
        if wanted and wanted in map(slug, (sheet.faction, *sheet.faction_keywords)):
            return sheet.faction if wanted == slug(sheet.faction) else printed
    counts = Counter(sheet.faction for sheet in sheets)
    return counts.most_common(1)[0][0] if counts else printed

"""Two other JSON forms of an army list, put into the form of a roster: assets within assets, and units in a row."""

from typing import Any

import msgspec

from warbench.intake.catalogue.tree import Amount, Chosen, Cost, RosterCategory, RosterForce, RosterTree

_WARGEAR = (RosterCategory(name="Weapon or wargear"),)
_CONFIGURATION = (RosterCategory(name="Configuration"),)
_WARLORD = "Warlord"


class _Value(msgspec.Struct, frozen=True):
    value: Amount = 0


class _Assets(msgspec.Struct, frozen=True):
    included: tuple["_Asset", ...] = ()
    traits: tuple["_Asset", ...] = ()


class _Asset(msgspec.Struct, frozen=True):
    """Something with a class and a name (``Unit\N{SECTION SIGN}Squad``), its points, and what it includes."""

    item: str = ""
    name: str = ""
    quantity: Amount = 1
    stats: dict[str, _Value] = {}
    assets: _Assets = _Assets()

    @property
    def kind(self) -> str:
        return self.item.partition("\N{SECTION SIGN}")[0]

    @property
    def points(self) -> float:
        return self.stats["Points"].value if "Points" in self.stats else 0


class _Book(msgspec.Struct, frozen=True):
    game: str = ""


class _Snapshot(msgspec.Struct, frozen=True):
    snapshot: _Asset
    rulebook: _Book = _Book()


class _Ref(msgspec.Struct, frozen=True):
    """A name, or a reference that holds one."""

    raw_name: str = ""
    ref: "_Ref | None" = None
    count: Amount = 1

    @property
    def name(self) -> str:
        return self.ref.raw_name if self.ref else self.raw_name


class _Row(_Ref, frozen=True):
    """A unit in a row of units."""

    model_count: Amount = 1
    points: Amount | None = None
    is_warlord: bool = False
    enhancement_raw_name: str | None = None
    enhancement: _Ref | None = None
    enhancement_points: Amount | None = None
    wargear: tuple[_Ref, ...] = ()


class _Points(msgspec.Struct, frozen=True):
    total_reported: Amount | None = None
    declared_limit: Amount | None = None


class _Rows(_Points, frozen=True):
    name: str = ""
    units: tuple[_Row, ...] = ()
    detachments: tuple[_Ref, ...] = ()
    detachment_raw_names: tuple[str, ...] = ()
    points: _Points | None = None


def as_roster(plain: dict[str, Any]) -> RosterTree | None:
    """The roster's tree for a list in a kindred form; None when it is in none.

    Raises:
        msgspec.ValidationError: it is in such a form, with a value that the form does not allow.
    """
    if "snapshot" in plain:
        return _from_assets(msgspec.convert(plain, _Snapshot, strict=False))
    if isinstance(plain.get("units"), list) and "name" in plain:
        return _from_rows(msgspec.convert(plain, _Rows, strict=False))
    return None


def _from_assets(found: _Snapshot) -> RosterTree:
    whole = found.snapshot
    selections = tuple(
        _asset_unit(each) if each.kind == "Unit" else _choice(each.kind, each.name) for each in whole.assets.included
    )
    force = RosterForce(selections=selections)
    return RosterTree(whole.name, game_system_name=found.rulebook.game, costs=(_cost(whole.points),), forces=(force,))


def _asset_unit(asset: _Asset) -> Chosen:
    inner = asset.assets.included
    items = tuple(_item(each.name, each.quantity) for each in inner if each.kind != "Enhancement")
    extras = tuple(_enhancement(each.name, each.points) for each in inner if each.kind == "Enhancement")
    warlord = any(trait.name == _WARLORD for trait in asset.assets.traits)
    return _unit(asset.name, asset.quantity, asset.points, items, (*extras, *_warlord(named=warlord)))


def _from_rows(found: _Rows) -> RosterTree:
    names = found.detachment_raw_names or tuple(each.name for each in found.detachments)
    selections = (*map(_row_unit, found.units), *(_choice("Detachment", name) for name in names))
    points = found.points or found
    costs = () if points.total_reported is None else (_cost(points.total_reported),)
    limits = () if points.declared_limit is None else (_cost(points.declared_limit),)
    return RosterTree(found.name, costs=costs, cost_limits=limits, forces=(RosterForce(selections=selections),))


def _row_unit(row: _Row) -> Chosen:
    items = tuple(_item(each.name, each.count) for each in row.wargear)
    name = row.enhancement_raw_name or (row.enhancement.name if row.enhancement else "")
    extras = (_enhancement(name, row.enhancement_points or 0),) if name else ()
    return _unit(row.name, row.model_count, row.points or 0, items, (*extras, *_warlord(named=row.is_warlord)))


def _unit(name: str, models: float, points: float, items: tuple[Chosen, ...], at_unit: tuple[Chosen, ...]) -> Chosen:
    model = Chosen(name, number=models, type="model", selections=items)
    return Chosen(name, type="unit", costs=(_cost(points),), selections=(model, *at_unit))


def _item(name: str, count: float) -> Chosen:
    return Chosen(name, number=count, type="upgrade", categories=_WARGEAR)


def _enhancement(name: str, points: float) -> Chosen:
    return Chosen(name, type="upgrade", group="Enhancements", costs=(_cost(points),))


def _warlord(*, named: bool) -> tuple[Chosen, ...]:
    return (Chosen(_WARLORD, type="upgrade"),) if named else ()


def _choice(kind: str, name: str) -> Chosen:
    return Chosen(kind, type="upgrade", categories=_CONFIGURATION, selections=(Chosen(name, type="upgrade"),))


def _cost(points: float) -> Cost:
    return Cost(name="pts", value=points)

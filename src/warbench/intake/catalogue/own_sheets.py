"""What a roster itself carries for a unit, as a datasheet: its selections become a catalogue that the game's own reader reads."""

from collections.abc import Iterator, Mapping
from functools import cached_property

import msgspec

from warbench.games import GAMES, part
from warbench.intake.catalogue.armoury import Armoury
from warbench.intake.catalogue.assembly import Draft, Read
from warbench.intake.catalogue.evaluate import as_text
from warbench.intake.catalogue.links import System
from warbench.intake.catalogue.printed import with_capitals
from warbench.intake.catalogue.resolved import Reader, Resolved
from warbench.intake.catalogue.selected import Force, Selected
from warbench.intake.catalogue.shares import Carrier, carriers, is_choice, is_extra, points_of
from warbench.intake.catalogue.tree import (
    Catalogue,
    CategoryLink,
    Chosen,
    Constraint,
    Cost,
    Entry,
    Named,
    Profile,
    Rule,
)
from warbench.sheets.datasheet import Composition, Datasheet
from warbench.sheets.finding import slug

_COST = "points"
_COST_NAMES = ("pts", "Point(s)")
_MOST_TEXT = 4000

Items = dict[str, int]


class OwnSheet(msgspec.Struct, frozen=True, dict=True):
    """A unit's datasheet as its roster prints it, of just the models and wargear that it has, at the points that it costs.

    ``models`` are the items of each model in the order of the composition. ``items`` are the datasheet's names of what each
    selection gives. ``found`` is what was read of it, ``texts`` the roster's own words by name.
    """

    found: Draft | Read
    texts: Mapping[str, str]
    models: tuple[Items, ...]
    items: Mapping[str, tuple[str, ...]]

    @property
    def role(self) -> str:
        """The role that the roster gives it."""
        return self.found.sheet.role

    @cached_property
    def sheet(self) -> Datasheet:
        """The datasheet; the abilities' summaries are the roster's own words. These are understood when it is asked for."""
        return _worded(_read(self.found).sheet, self.texts)


def own_sheet(unit: Chosen, game: str, faction: str, version: str, known: Mapping[str, Chosen]) -> OwnSheet | None:
    """The datasheet of a unit of a roster; None where the roster has no profiles of its models, or the game is not known.

    Args:
        unit: the unit's selection.
        game: the id of the game.
        faction: the army's faction.
        version: what to say of the state of the data.
        known: selections with profiles by their name in lower case: builders print a profile only once.
    """
    made = carriers(unit, known, everybody=game == "heresy3")
    if game not in GAMES or not made:
        return None
    build = _Build(game)
    entry = build.unit(unit, made)
    root = Catalogue(
        id="roster",
        shared_rules=tuple(build.core),
        cost_types=tuple(Named(_COST, name) for name in _COST_NAMES),
        selection_entries=(entry,),
    )
    reader = Reader(System("roster", "roster", root, {}, (), {}, build.categories))
    found, armoury = _drafted(game, reader, Resolved(entry), faction, version)
    if {line.model for line in found.sheet.composition} - {model.name for model in found.sheet.models}:
        return None
    return OwnSheet(found, build.texts, tuple(_fielded(found.sheet)), _names(armoury, entry))


def _drafted(game: str, reader: Reader, unit: Resolved, faction: str, version: str) -> tuple[Draft | Read, Armoury]:
    """What the reader of the game, which alone is imported, makes of a unit, and a fresh armoury of it."""
    force = Force("roster", frozenset())
    if game == "w40k10":
        from warbench.intake.catalogue.w40k10 import draft  # noqa: PLC0415 -- of one game at a time
        from warbench.intake.catalogue.w40k10_weapons import W40k10Armoury  # noqa: PLC0415

        return draft(reader, unit, force, faction, version), W40k10Armoury(reader)
    from warbench.intake.catalogue.heresy3 import POINTS, read_sheet  # noqa: PLC0415
    from warbench.intake.catalogue.heresy3_arms import Heresy3Armoury  # noqa: PLC0415

    return read_sheet(reader, unit, force, faction, version), Heresy3Armoury(reader, POINTS)


def _read(found: Draft | Read) -> Read:
    """What was read, with its abilities understood."""
    if isinstance(found, Read):
        return found
    from warbench.intake.catalogue.w40k10 import understood  # noqa: PLC0415

    return understood(found)


class _Build:
    """The catalogue of one unit in the making: ids are given out anew, as rosters repeat theirs."""

    def __init__(self, game: str) -> None:
        self._game = game
        self.core: list[Rule] = []
        self.categories: dict[str, str] = {}
        self.texts: dict[str, str] = {}
        self._ids = 0

    def unit(self, unit: Chosen, made: list[Carrier]) -> Entry:
        links = []
        for each in unit.categories:
            self.categories[each.name] = each.name
            links.append(CategoryLink(target_id=each.name, name=each.name, primary=each.primary))
        alone = next((each for each in made if each.model is unit), None)
        inside = [self._model(each) for each in made if each is not alone]
        held = [self._item(*pair) for pair in alone.items] if alone is not None else []
        profiles, rules = self._own(unit)
        return Entry(
            id=self._id(),
            name=unit.name,
            type="model" if alone is not None else "unit",
            profiles=profiles,
            rules=rules,
            category_links=tuple(links),
            costs=(Cost(_COST, _COST, points_of(unit)),),
            selection_entries=(*inside, *held),
        )

    def _model(self, each: Carrier) -> Entry:
        profiles, rules = self._own(each.model)
        links = []
        for category in each.model.categories:
            self.categories[category.name] = category.name
            links.append(CategoryLink(target_id=category.name, name=category.name))
        return Entry(
            id=self._id(),
            name=each.model.name,
            type="model",
            profiles=profiles,
            rules=rules,
            category_links=tuple(links),
            constraints=self._exactly(each.number),
            selection_entries=tuple(self._item(*pair) for pair in each.items),
        )

    def _item(self, item: Chosen, each: int) -> Entry:
        return Entry(
            id=self._id(),
            name=item.name,
            type="upgrade",
            profiles=tuple(self._profile(profile) for profile in item.profiles),
            constraints=self._exactly(each),
        )

    def _own(self, at: Chosen) -> tuple[tuple[Profile, ...], tuple[Rule, ...]]:
        """The profiles and rules of a unit or model; rules of what was chosen for it are its own."""
        chosen = [child for child in at.selections if is_choice(child)]
        rules = [*at.rules, *(rule for child in chosen for rule in child.rules)]
        return tuple(self._profile(each) for each in at.profiles), tuple(self._rule(each) for each in rules)

    def _profile(self, profile: Profile) -> Profile:
        told = "\n".join(with_capitals(as_text(cell.text)) for cell in profile.characteristics)
        self.texts.setdefault(profile.name, told[:_MOST_TEXT])
        return msgspec.structs.replace(profile, id=self._id(), hidden=False, modifiers=(), modifier_groups=())

    def _rule(self, rule: Rule) -> Rule:
        found = msgspec.structs.replace(rule, id=self._id(), hidden=False, modifiers=(), modifier_groups=())
        if self._game == "w40k10" and _is_core(rule.name):
            self.core.append(found)
        self.texts.setdefault(rule.name, with_capitals(as_text(rule.description))[:_MOST_TEXT])
        return found

    def _exactly(self, number: int) -> tuple[Constraint, ...]:
        bounds = (("min", self._id()), ("max", self._id()))
        return tuple(Constraint(id=key, type=kind, value=number) for kind, key in bounds)

    def _id(self) -> str:
        self._ids += 1
        return f"{self._ids}"


def _is_core(name: str) -> bool:
    """Whether a rule of that name, or but for the last word of it (its X), is one of the core rules of the 10th edition."""
    shared = part("w40k10", "library").shared_ability
    head, _, _ = name.rpartition(" ")
    return any(shared(slug(each)) is not None for each in (name, head) if each)


def _worded(sheet: Datasheet, texts: Mapping[str, str]) -> Datasheet:
    """The datasheet with the roster's own words at its abilities, for the user's eyes."""
    words = {slug(name): text.strip() for name, text in texts.items()}
    abilities = tuple(
        msgspec.structs.replace(each, summary=each.summary or words.get(slug(each.name), "")) for each in sheet.abilities
    )
    return msgspec.structs.replace(sheet, abilities=abilities)


def _fielded(sheet: Datasheet) -> Iterator[Items]:
    """Each model's items: so many as each option of a line allows are equipped by it, the rest as the line says."""
    for line in sheet.composition:
        changed = [option for option in sheet.options if option.model == line.model and option.limit]
        usual = line.high - sum(option.limit for option in changed)
        yield from (_counted(line) for _ in range(usual))
        for option in changed:
            for _ in range(option.limit):
                held = _counted(line)
                for taken in option.choices[0].takes:
                    held[taken.item] -= taken.count
                for given in option.choices[0].gives:
                    held[given.item] = held.get(given.item, 0) + given.count
                yield {item: count for item, count in held.items() if count > 0}


def _counted(line: Composition) -> Items:
    return {item: line.equipped.count(item) for item in line.equipped}


def _names(armoury: Armoury, unit: Entry) -> dict[str, tuple[str, ...]]:
    """What the game's reader calls that which each selection of a unit gives."""
    force = Force("roster", frozenset())
    found: dict[str, tuple[str, ...]] = {}
    waiting = list(unit.selection_entries)
    while waiting:
        entry = waiting.pop()
        if entry.type == "upgrade" and not is_extra(entry.name, ""):
            kit = armoury.items_of(Selected(Resolved(entry), force))
            found.setdefault(entry.name, tuple(kit))
        waiting += entry.selection_entries
    return found

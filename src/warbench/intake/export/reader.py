"""The export as a whole: every datasheet with its parts put together, one after the other, and what stands beside them."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from warbench.games.w40k10.library import slug
from warbench.intake.army_rules.gathering import KIND, packed
from warbench.intake.belonging.whole import with_place
from warbench.intake.export.abilities import Found, Shared, read_abilities
from warbench.intake.export.army_rules import read_army_rules
from warbench.intake.export.equipment import equip, is_equipment
from warbench.intake.export.fields import BULLET, lines_of, text_of, words_of
from warbench.intake.export.makeups import makeups, united, ways_of
from warbench.intake.export.models import read_models, spelled
from warbench.intake.export.naming import mended
from warbench.intake.export.prices import read_points
from warbench.intake.export.tables import Row, Tables, read_tables
from warbench.intake.export.unit import most_models, read_keywords, read_members, widened
from warbench.intake.export.weapons import read_weapons
from warbench.intake.findings import Findings
from warbench.intake.options.lines import read_options
from warbench.intake.pages.abilities import read_damaged
from warbench.intake.pages.sections import Section
from warbench.intake.pages.unit import read_transport
from warbench.intake.pages.w40k10 import respelled
from warbench.intake.recogniser import recognise
from warbench.intake.sources import Beside, Imported, SourceFile
from warbench.intake.text.items import Words
from warbench.intake.text.lines import Line
from warbench.intake.unmodelled import with_the_rest_named
from warbench.sheets.capacity import Transport
from warbench.sheets.datasheet import Composition, Damaged, Datasheet, Weapon
from warbench.sheets.options import Option

GAME = "w40k10"
_DATE = re.compile(r"(\d{2})\.(\d{2})\.(\d{4})")


class Export:
    """An export of the 10th edition as tables, ready to be read datasheet by datasheet."""

    def __init__(self, files: Iterable[SourceFile]) -> None:
        """Read the tables.

        Raises:
            IntakeError: when they are not those of an export, or a file cannot be read.
        """
        self._tables: Tables = read_tables(files)
        self._factions = {row["id"]: text_of(row["name"]) for row in self._tables.all("factions")}
        self._sources = {row["id"]: text_of(row["name"]) for row in self._tables.all("sources")}
        self._sheets = [row for row in self._tables.all("datasheets") if row["id"] and text_of(row["name"])]
        self._names = {row["id"]: text_of(row["name"]) for row in self._sheets}
        self._ids = _ids(self._sheets, self._factions, self._sources)

    def __len__(self) -> int:
        """How many datasheets it has."""
        return len(self._sheets)

    @property
    def edition(self) -> str:
        """The day of the last update (``2025-11-14``), else of the newest errata that it names; empty when it names none."""
        for row in self._tables.all("last update"):
            if re.match(r"\d{4}-\d{2}-\d{2}", row["last_update"]):
                return row["last_update"][:10]
        days = [f"{day[3]}-{day[2]}-{day[1]}" for row in self._tables.all("sources") if (day := _DATE.match(row["errata_date"]))]
        return max(days, default="")

    @property
    def source(self) -> str:
        """What the data is called: the kind of source and its edition."""
        return f"10th edition CSV export of {self.edition}" if self.edition else "10th edition CSV export"

    def sheets(self) -> Iterator[Imported]:
        """Every datasheet, in the order of the export."""
        parts = {
            kind: self._tables.by(kind, "datasheet_id")
            for kind in ("models", "weapons", "abilities", "keywords", "costs", "options", "composition")
        }
        leads = self._tables.by("leaders", "leader_id")
        shared = Shared(self._tables.all("shared abilities"))
        for row in self._sheets:
            own = {kind: rows.get(row["id"], []) for kind, rows in parts.items()}
            led = [self._names[one["attached_id"]] for one in leads.get(row["id"], []) if one["attached_id"] in self._names]
            yield self._sheet(row, own, tuple(dict.fromkeys(led)), shared)

    def strays(self) -> dict[str, tuple[Row, ...]]:
        """The rows of models, weapons and abilities that belong to no datasheet of the export, by the kind of table."""
        found = {kind: self._tables.all(kind) for kind in ("models", "weapons", "abilities", "options", "costs", "composition")}
        lost = {kind: tuple(row for row in rows if row["datasheet_id"] not in self._names) for kind, rows in found.items()}
        return {kind: rows for kind, rows in lost.items() if rows}

    def beside(self, sheets: Iterable[Imported] = ()) -> Iterator[Beside]:
        """Enhancements, stratagems, detachments and their abilities; with its datasheets also what rules say of army lists."""
        for kind, table, cost in (
            ("enhancement", "enhancements", "cost"),
            ("stratagem", "stratagems", "cp_cost"),
            ("detachment ability", "detachment abilities", ""),
            ("detachment", "detachments", ""),
        ):
            for row in self._tables.all(table):
                price = row.get(cost, "")
                yield Beside(
                    kind=kind,
                    name=text_of(row["name"]),
                    faction=self._factions.get(row["faction_id"], row["faction_id"]),
                    detachment=text_of(row.get("detachment", "")),
                    cost=int(price) if re.fullmatch(r"\d{1,5}", price) else None,
                    text=words_of(row.get("description", "")),
                )
        own = tuple(one.sheet for one in sheets)
        if own:
            yield Beside(KIND, self.source, text=packed(read_army_rules(self._tables, own, self._factions, self._names)))

    def _sheet(self, row: Row, parts: dict[str, list[Row]], leads: tuple[str, ...], shared: Shared) -> Imported:
        notes: list[str] = []
        faction = self._factions.get(row["faction_id"], row["faction_id"])
        weapons = read_weapons(parts["weapons"], notes)
        found = read_abilities(parts["abilities"], shared, row["faction_id"], notes)
        items = (*(weapon.name for weapon in weapons), *(ability.item for ability in found.abilities if ability.item))
        names = tuple(spelled(one["name"]) for one in parts["models"])
        # A unit of named models has its equipment among the options.
        said = [one for one in parts["options"] if is_equipment(one["description"])]
        loadout = "<br>".join([row["loadout"], *(one["description"] for one in said)])
        ways = [read_members(way, names, notes) for way in ways_of(parts["composition"])]
        composition = equip(united(ways, notes), loadout, items, notes)
        points = read_points(parts["costs"], composition, notes)
        composition = widened(composition, points, notes)
        models = read_models(parts["models"], composition, notes)
        words = read_keywords(parts["keywords"], models.profiles, notes)
        damaged, damaged_text = _damaged(row, notes)
        sheet = Datasheet(
            id=self._ids[row["id"]],
            name=self._names[row["id"]],
            game=GAME,
            faction=faction,
            keywords=words.keywords,
            models=words.models,
            weapons=weapons,
            composition=composition,
            points=points,
            faction_keywords=words.faction,
            abilities=(*found.abilities, *models.saves),
            options=_options([one for one in parts["options"] if one not in said], weapons, items, composition, notes),
            transport=_transport(row["transport"], notes),
            damaged=damaged,
            leads=leads,
            version=self.source,
            most_models=most_models(parts["composition"]),
            makeups=makeups(ways, composition, notes),
        )
        texts = _texts(found, row, damaged_text)
        sheet = with_the_rest_named(recognise(respelled(sheet), found.texts, found.chosen), found.texts)
        # What the core ability says in general is no sentence of this leader.
        sheet = with_place(sheet, found.texts, words_of(row["leader_footer"]), notes)
        return Imported(sheet, self.source, texts, tuple(dict.fromkeys(notes)))


def _texts(found: Found, row: Row, damaged: str) -> dict[str, str]:
    beside = {"Damaged": damaged, "Leader": words_of(f"{row['leader_head']}<br>{row['leader_footer']}")}
    beside["Transport"] = words_of(row["transport"])
    told = {name: text for name, text in beside.items() if text}
    return {**found.texts, **{name: "\n".join(filter(None, (found.texts.get(name, ""), text))) for name, text in told.items()}}


def _options(
    rows: list[Row],
    weapons: tuple[Weapon, ...],
    items: tuple[str, ...],
    composition: tuple[Composition, ...],
    notes: list[str],
) -> tuple[Option, ...]:
    lines: list[Line] = []
    for row in rows:
        star = row["button"].strip() == "*"
        for place, text in enumerate(_joined(lines_of(row["description"]))):
            child = place > 0 and text.startswith(BULLET)
            bare = text.removeprefix(BULLET)
            marked = star and not bare.startswith("*")
            lines.append(Line(len(lines) + 1, f"* {bare}" if marked else bare, "-", 1 if child else 0))
    findings = Findings()
    options = read_options(tuple(lines), Words.of_unit(composition, items, weapons), findings)
    notes += [finding.text for finding in findings.all()]
    return mended(options, composition, (*(weapon.name for weapon in weapons), *items), notes)


def _joined(lines: list[str]) -> list[str]:
    """The lines, one that goes on in lower case joined to the one before."""
    found: list[str] = []
    for line in lines:
        if found and line[0].islower():
            found[-1] += f" {line}"
        else:
            found.append(line)
    return found


def _damaged(row: Row, notes: list[str]) -> tuple[Damaged | None, str]:
    wounds = row["damaged_w"].strip()
    if not wounds:
        return None, ""
    findings = Findings()
    heading = Line(1, f"damaged: {wounds} wounds remaining")
    section = Section("damaged", heading, (Line(2, text_of(row["damaged_description"])),))
    damaged, text = read_damaged(section, findings)
    notes += [f"damaged: {finding.text}" for finding in findings.all()]
    return damaged, text


def _transport(field: str, notes: list[str]) -> Transport | None:
    text = text_of(field)
    if not text:
        return None
    findings = Findings()
    transport = read_transport(Section("transport", Line(1, "TRANSPORT"), (Line(2, text),)), findings)
    notes += [f"transport: {finding.text}" for finding in findings.all()]
    return transport


def _ids(rows: list[Row], factions: dict[str, str], sources: dict[str, str]) -> dict[str, str]:
    """An id for every datasheet: of its name; where several have the name with the faction, or with the book."""
    made = {row["id"]: slug(row["name"]) for row in rows}
    for column, names in (("faction_id", factions), ("source_id", sources), ("id", {})):
        counts = Counter(made.values())
        for row in rows:
            if counts[made[row["id"]]] > 1:
                made[row["id"]] = slug(f"{row['name']} {names.get(row[column], row[column])}")
    return made

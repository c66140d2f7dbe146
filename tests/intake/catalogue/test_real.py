"""The community's own catalogues and rosters: all of them load, and what is counted in them otherwise is what is read."""

import re
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import msgspec
import pytest
from defusedxml.ElementTree import fromstring

from tests.real_data import Real
from warbench.intake.catalogue import read_roster
from warbench.intake.sources import Imported, SourceFile

MOST_SECONDS = 60


@pytest.fixture(scope="module")
def rosters(shared_data: Path) -> Path:
    found = shared_data / "rosters"
    if not found.is_dir():
        pytest.skip(f"no rosters at {found}")
    return found


def files(folder: Path) -> list[SourceFile]:
    return [SourceFile(path.name, path.read_bytes()) for path in sorted(folder.iterdir())]


def tag(element: Element) -> str:
    return element.tag.rpartition("}")[2]


INNER = {"selectionEntries", "selectionEntryGroups", "entryLinks"}


class Counted:
    """The units of a set counted in the plain XML, without a line of the reader."""

    def __init__(self, sources: list[SourceFile]) -> None:
        roots = [fromstring(source.data) for source in sources]
        self.by_id: dict[str, Element] = {}
        for element in (each for root in roots for each in root.iter()):
            if tag(element) in {"selectionEntry", "selectionEntryGroup", "infoGroup"}:
                self.by_id.setdefault(element.get("id", ""), element)
        for element in (each for root in roots for part in root if tag(part).startswith("shared") for each in part):
            self.by_id[element.get("id", "")] = element
        self.units: dict[str, tuple[Element, Element]] = {}
        for root in roots:
            for part in root:
                if tag(part) in {"selectionEntries", "entryLinks"}:
                    for place in part:
                        self._root(place)

    def _root(self, place: Element) -> None:
        entry = self.by_id.get(place.get("targetId", "")) if tag(place) == "entryLink" else place
        if entry is not None and tag(entry) == "selectionEntry" and entry.get("type") in {"unit", "model"}:
            self.units.setdefault(entry.get("id", ""), (entry, place))

    def with_save(self) -> Iterator[str]:
        """The names of units that have an invulnerable save of their own or of one of their models; wargear aside."""
        for entry, place in self.units.values():
            if self._has_save(entry) or self._has_save(place):
                yield re.sub(r"\s*\[Legends\]", "", place.get("name", "")).strip()

    def _has_save(self, element: Element) -> bool:
        for part in element:
            if tag(part) in {"profiles", "infoLinks"}:
                seen = (each.get("name", "") for each in part if each.get("hidden") != "true")
                if any(re.match("invulnerable save", name, re.IGNORECASE) for name in seen):
                    return True
            elif tag(part) in INNER and any(self._below(each) for each in part):
                return True
        return False

    def _below(self, place: Element) -> bool:
        entry = self.by_id.get(place.get("targetId", "")) if tag(place) == "entryLink" else place
        if (
            entry is None
            or entry.get("type") == "upgrade"
            or re.search("crusade|enhancement", entry.get("name", ""), re.IGNORECASE)
        ):
            return False
        return self._has_save(entry) or (entry is not place and self._has_save(place))


def has_save(imported: Imported) -> bool:
    sheet = imported.sheet
    always = any("invulnerable" in model.characteristics for model in sheet.models)
    return always or any(ability.id in {"invulnerable-save-ranged", "invulnerable-save-melee"} for ability in sheet.abilities)


# By wargear that cannot be changed, and one that the data misspells; two that summon tables hold without a profile.
SAVES_BY_WARGEAR = Counter(
    {"Ynnari Archon": 1, "Command Squad": 1, "Wardens of Ultramar": 1, "Wulfen with Storm Shields": 1, "Deredeo Dreadnought": 1}
)
SAVES_WITHOUT_MODELS = Counter({"Lesser Daemons (Unbound Adversaries)": 1, "Daemonic Beasts (Unbound Adversaries)": 1})


def test_the_tenth_edition_is_read_whole(real_catalogues: Real, shared_data: Path) -> None:
    sheets = real_catalogues.source.sheets
    assert real_catalogues.source.notes == ()
    assert real_catalogues.source.seconds < MOST_SECONDS
    counted = Counted(files(shared_data / "bsdata" / "wh40k-10e"))
    assert len(sheets) == len(counted.units) == 1501
    want, have = Counter(counted.with_save()), Counter(each.sheet.name for each in sheets if has_save(each))
    assert (sum(want.values()), sum(have.values())) == (784, 787)
    assert (have - want, want - have) == (SAVES_BY_WARGEAR, SAVES_WITHOUT_MODELS)
    assert sum(any("invulnerable" in model.characteristics for model in each.sheet.models) for each in sheets) == 738

    weapons = [weapon for each in sheets for weapon in each.sheet.weapons]
    assert len(weapons) > 7_000
    unread = [note for each in sheets for note in each.notes if "is not loaded" in note]
    # Rows that are wrong in the data: a range of "Melee" and of "N/A" in the table of ranged weapons, a Strength of "8+".
    assert len(unread) == 3
    bare = [each.sheet.name for each in sheets if not each.sheet.points or not all(row.points for row in each.sheet.points)]
    bare = [name for name in bare if "(Unbound Adversaries)" not in name]
    # What is made during a battle, and fortifications without a price.
    assert bare == [
        "Ripper Swarms (Parasite of Mortrex)",
        "Spore Mines (Biovore)",
        "Mucolid Spores (Sporocyst)",
        "Imperial Fortress Walls",
        "Castellum Stronghold",
    ]
    complete = [each for each in sheets if each.sheet.models and all(len(m.characteristics) >= 6 for m in each.sheet.models)]
    assert len(complete) == 1497
    by_name = {each.sheet.name: each.sheet for each in sheets if each.sheet.faction == "Space Marines"}
    intercessors = by_name["Intercessor Squad"]
    assert [(row.models, row.points) for row in intercessors.points] == [(5, 80), (10, 160)]
    assert [(line.model, line.low, line.high) for line in intercessors.composition] == [
        ("Intercessor Sergeant", 1, 1),
        ("Intercessor", 4, 9),
    ]
    assert [each.sheet.name for each in sheets if any(option.text for option in each.sheet.options)] == []
    numbered = {"deadly-demise", "feel-no-pain", "firing-deck", "scouts"}
    core = [(each.sheet.name, ability) for each in sheets for ability in each.sheet.abilities if ability.kind == "core"]
    assert [(name, ability.name) for name, ability in core if ability.id in numbered and not ability.parameter] == []
    # Nothing in them that a file cannot hold.
    msgspec.json.encode([each.sheet for each in sheets])


def profiles_with_save(source: SourceFile) -> Iterator[str]:
    """The names of the profiles in a file whose INV column holds a number, by the text alone."""
    text = source.data.decode()
    if text.startswith("{"):
        waiting: list[Any] = [msgspec.json.decode(source.data)]
        while waiting:
            node = waiting.pop()
            waiting += [each for each in (node.values() if isinstance(node, dict) else node) if isinstance(each, dict | list)]
            cells = node.get("characteristics") if isinstance(node, dict) else None
            if cells and any(cell["name"] == "INV" and str(cell.get("$text", ""))[:1].isdigit() for cell in cells):
                yield node["name"]
    else:
        for element in fromstring(source.data).iter():
            if tag(element) == "profile" and any(c.get("name") == "INV" and (c.text or "")[:1].isdigit() for c in element.iter()):
                yield element.get("name", "")


def test_the_horus_heresy_is_read_whole(real_heresy3: Real, shared_data: Path) -> None:
    sheets = real_heresy3.source.sheets
    assert real_heresy3.source.seconds < MOST_SECONDS
    notes = Counter(note.partition("a link ")[2].partition(" leads")[0] for note in real_heresy3.source.notes)
    assert notes == {
        "'Terminator Armour'": 4,
        "'Krak grenades'": 1,
    }
    assert len(sheets) == 526
    assert sum(bool(each.sheet.models) for each in sheets) == 519
    saved = {model.name.casefold() for each in sheets for model in each.sheet.models if "invulnerable" in model.characteristics}
    sources = files(shared_data / "bsdata" / "hh3")
    want = {name.casefold().strip() for source in sources for name in profiles_with_save(source)}
    # Those that lack are profiles of another name than their model, and what a model becomes by an upgrade (a jump pack).
    assert (len(want), len(want - saved)) == (324, 21)
    assert sum(any("invulnerable" in model.characteristics for model in each.sheet.models) for each in sheets) == 279
    assert sum(each.sheet.role == "fortification" for each in sheets) == 9
    # Agents that stand outside of the roles that the rules name.
    outside = {note for each in sheets if not each.sheet.role for note in each.notes if "role" in note}
    assert outside == {f"its role ({role} operative) is none that is known" for role in ("clade", "cult")}
    parts = {each.sheet.name for each in sheets if any("Titan Legs" in note or "Ordinatus Gun" in note for note in each.notes)}
    assert {each.sheet.name for each in sheets if not each.sheet.models} == parts
    assert [each.sheet.name for each in sheets if any(option.text for option in each.sheet.options)] == []
    rapier = next(each.sheet for each in sheets if each.sheet.name == "Rapier Battery")
    assert [(line.model, line.low, line.high) for line in rapier.composition] == [("Legionary", 2, 8), ("Rapier Carrier", 1, 4)]
    assert [each.sheet.name for each in sheets if not each.sheet.points] == []
    tactical = next(each.sheet for each in sheets if each.sheet.name == "Tactical Squad")
    assert (tactical.role, [(row.models, row.points) for row in tactical.points][:2]) == ("troops", [(10, 100), (11, 110)])


TOTALS = {
    "bbe_Tau_1000.rosz": (13, 995),
    "bbe_Tyranids_1600_090624.rosz": (9, 1600),
    "bbe_army-composition.rosz": (6, 680),
    "bbe_primarch-selection.rosz": (6, 940),
    "ps_hh2_dark_angels.rosz": (16, 2795),
    "ps_hh3_all_comers.rosz": (20, 2998),
    "ps_hh3_daemons.rosz": (12, 2998),
    "ps_hh3_small_game.rosz": (6, 747),
    "ps_ultramarines_10e.rosz": (10, 810),
    "ps_votann_10e.rosz": (8, 965),
}


def test_every_roster_comes_to_the_points_that_it_prints(rosters: Path) -> None:
    found = {}
    for path in sorted(rosters.glob("*.rosz")):
        before = time.process_time()
        roster = read_roster(path.read_bytes(), path.name)
        assert time.process_time() - before < 1
        assert not [note for note in roster.notes if "points" in note]
        assert roster.points == roster.total
        assert all(unit.size for unit in roster.units)
        found[path.name] = (len(roster.units), roster.total)
    assert found == TOTALS


def test_every_json_roster_comes_to_its_units_as_another_program_read_them(rosters: Path) -> None:
    paths = sorted(rosters.rglob("*.json"))
    assert len(paths) == 43
    for path in paths:
        roster = read_roster(path.read_bytes(), path.name)
        oracle = msgspec.json.decode((path.parent / "expected.parsed.json").read_bytes())
        want = [
            (unit["raw_name"], unit["model_count"], unit["points"] + (unit["enhancement_points"] or 0))
            for unit in oracle["units"]
        ]
        have = [(unit.name, unit.size, unit.points) for unit in roster.units]
        assert have == want, path
        assert [unit.warlord for unit in roster.units] == [unit["is_warlord"] for unit in oracle["units"]], path
        explained = [note for note in roster.notes if "not accounted for" in note]
        assert bool(explained) is (roster.points is not None and roster.points != roster.total), path

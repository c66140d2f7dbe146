"""The real export: which rules about army lists are read, and what they say of armies that players could bring."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.helpers import shown
from tests.real_data import Real
from warbench.cli.data_library import use_library
from warbench.games.w40k10 import library
from warbench.games.w40k10.battle.army_files import check_army
from warbench.games.w40k10.battle.army_rules.lent import army_rules
from warbench.games.w40k10.battle.enhancements import Enhancement
from warbench.games.w40k10.battle.roster import ArmySpec, UnitSpec

UNREAD = {"Deathwatch", "Extremis Sanction", "Marks of Chaos"}


@pytest.fixture(autouse=True)
def _library(real_export: Real, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("WARBENCH_DATA", str(real_export.folder))
    use_library("w40k10")
    yield
    library.register_source(None)


def test_all_but_a_few_rules_are_read_whole() -> None:
    found = army_rules()
    assert found.whole
    assert {rule.name for rule in found.rules if rule.unread} == UNREAD
    assert {library.slug(each.keyword) for each in found.lists.values()} >= {
        "heretic-astartes",
        "asuryani",
        "agents-of-the-imperium",
    }
    names = {rule.name for rule in found.rules}
    assert names >= {"Daemonic Pact", "Assigned Agents", "Freeblades", "Dreadblades", "Titanic Support", "Unaligned Forces"}
    assert names >= {"Cult of the Dark Gods", "Corsairs and Travelling Players", "Disparate Paths", "Heirs of Sigismund"}


Listed = tuple[str, ...]


def codes(faction: str, detachment: str, units: Listed, size: str) -> list[str]:
    """The faults of an army: its first unit leads it; ``Shell:`` before a unit gives it an Enhancement."""
    listed = [
        UnitSpec(
            datasheet=name.removeprefix("Shell:"),
            name=f"{place}",
            warlord=not place,
            enhancement=f"Shell {place}" if name.startswith("Shell:") else "",
        )
        for place, name in enumerate(units)
    ]
    gifts = tuple(Enhancement(name=each.enhancement) for each in listed if each.enhancement)
    spec = ArmySpec(name="Test", faction=faction, detachment=detachment, units=tuple(listed), enhancements=gifts)
    return [fault.code for fault in check_army(spec, size)]


LETTERS = "bloodletters-chaos-daemons"
CSM = ("Chaos Space Marines", "Veterans of the Long War")
GUARD = ("Astra Militarum", "Combined Arms")
CULT = "Genestealer Cults"
ARMIES: list[tuple[str, str, Listed, list[str]]] = [
    (*CSM, ("Chaos Lord", "Legionaries", LETTERS, "bloodcrushers-chaos-daemons"), []),
    (*CSM, ("Chaos Lord", "bloodcrushers-chaos-daemons"), ["allies-balance"]),
    (*CSM, ("Chaos Lord", LETTERS, LETTERS, LETTERS), ["allies-points"]),
    (*CSM, ("bloodthirster-chaos-daemons", "Chaos Lord", LETTERS), ["ally-warlord"]),
    (*CSM, ("Chaos Lord", "Khorne Berzerkers", "Rubric Marines", LETTERS), ["allies-points"]),
    (*CSM, ("Chaos Lord", "bloodletters-world-eaters"), ["other-faction"]),
    ("Orks", "War Horde", ("Warboss", LETTERS), ["other-faction"]),
    (*GUARD, ("Cadian Castellan", "Inquisitorial Agents", "Callidus Assassin"), []),
    (*GUARD, ("Cadian Castellan", "Inquisitorial Agents", "Exaction Squad"), ["allies-number"]),
    (*GUARD, ("Cadian Castellan", "Inquisitorial Agents", "Exaction Squad", "Inquisitor"), []),
    (*GUARD, ("Cadian Castellan", "Armiger Warglaive", "Armiger Warglaive", "Armiger Helverin"), []),
    (*GUARD, ("Cadian Castellan", "Armiger Warglaive", "Knight Paladin"), ["allies-either"]),
    (*GUARD, ("Cadian Castellan", "Legionaries"), ["other-faction"]),
    (*GUARD, ("Cadian Castellan", "Intercessor Squad"), ["other-faction"]),
    ("Chaos Knights", "Houndpack Lance", ("War Dog Brigand", "Shell:War Dog Karnivore", "War Dog Brigand"), []),
    ("Chaos Knights", "Houndpack Lance", ("War Dog Brigand", "War Dog Karnivore"), ["must-include"]),
    ("Chaos Knights", "Traitoris Lance", ("War Dog Brigand", "War Dog Brigand"), ["warlord"]),
    ("Drukhari", "Realspace Raiders", ("Archon", *["troupe-drukhari"] * 2), []),
    ("Drukhari", "Realspace Raiders", ("Archon", *["troupe-drukhari"] * 3), ["allies-points"]),
    ("Drukhari", "Realspace Raiders", ("troupe-master-drukhari", "Kabalite Warriors"), ["ally-warlord"]),
    ("Drukhari", "Reaper's Wager", ("Archon", "troupe-drukhari", "corsair-voidscarred-drukhari"), ["other-faction"]),
    ("Space Marines", "Gladius Task Force", ("Marneus Calgar", "Intercessor Squad"), []),
    ("Space Marines", "Gladius Task Force", ("Marneus Calgar", "Marneus Calgar"), ["too-many-copies", "too-many-of"]),
    ("Space Marines", "Saga of the Hunter", ("Marneus Calgar", "Intercessor Squad"), ["may-not-include"]),
    ("Astra Militarum", "Combined Arms", ("Shell:cadian-command-squad-astra-militarum", "Cadian Shock Troops"), []),
    ("Aeldari", "Devoted of Ynnead", ("Yvraine", "Eldrad Ulthran"), ["may-not-include"]),
    ("Aeldari", "Windrider Host", ("Farseer Skyrunner", *["Windriders"] * 5), []),
    ("Aeldari", "Warhost", ("Farseer Skyrunner", *["Windriders"] * 5), ["too-many-copies"]),
    ("Aeldari", "Ghosts of the Webway", ("Troupe Master", "Troupe Master"), []),
    ("Aeldari", "Warhost", ("Farseer", "Troupe Master", "Troupe Master"), ["too-many-of"]),
    ("Aeldari", "Devoted of Ynnead", ("Yvraine", "Ynnari Wyches"), []),
    ("Aeldari", "Devoted of Ynnead", ("Farseer", "Yvraine"), ["warlord-must-be"]),
    ("Aeldari", "Warhost", ("Farseer", "Ynnari Wyches"), ["other-faction"]),
    (CULT, "Brood Brother Auxilia", ("Primus", "Cadian Shock Troops"), []),
    (CULT, "Brood Brother Auxilia", ("Cadian Castellan", "Primus"), ["warlord-must-be"]),
    (CULT, "Brood Brother Auxilia", ("Primus", "Bullgryn Squad"), ["other-faction"]),
    (CULT, "Host of Ascension", ("Primus", "cadian-shock-troops-genestealer-cults"), ["other-faction"]),
    ("Death Guard", "Tallyband Summoners", ("Lord of Contagion", "plaguebearers-death-guard"), []),
    ("Death Guard", "Virulent Vectorium", ("Lord of Contagion", "plaguebearers-death-guard"), ["other-faction"]),
    ("Chaos Daemons", "Shadow Legion", ("Be'lakor", "Legionaries", LETTERS), []),
    ("Chaos Daemons", "Shadow Legion", ("Be'lakor", "skarbrand-chaos-daemons"), ["may-not-include"]),
    ("Space Marines", "Liberator Assault Group", ("Captain", "Victrix Honour Guard"), ["may-not-include"]),
    ("Space Marines", "Gladius Task Force", ("High Marshal Helbrecht", "Librarian"), ["may-not-include"]),
    ("Space Marines", "Gladius Task Force", ("High Marshal Helbrecht", "Impulsor"), []),
    ("Adeptus Custodes", "Solar Spearhead", ("Venerable Contemptor Dreadnought", "Custodian Guard"), []),
    ("T'au Empire", "Kauyon", ("Commander Farsight", "Ethereal"), ["may-not-include"]),
]  # fmt: skip


@pytest.mark.parametrize(("faction", "detachment", "units", "found"), ARMIES)
def test_armies_that_keep_the_rules_and_that_do_not(faction: str, detachment: str, units: Listed, found: list[str]) -> None:
    assert codes(faction, detachment, units, "incursion") == found


@pytest.mark.parametrize(
    ("faction", "lord", "found"), [("Chaos Space Marines", "Chaos Lord", []), ("Orks", "Warboss", ["other-faction"])]
)
def test_a_titan_of_chaos_fights_beside_its_like(faction: str, lord: str, found: list[str]) -> None:
    assert codes(faction, "", (lord, "Warhound Titan"), "strike force") == found


def test_a_titan_leads_its_army_without_being_a_character() -> None:
    assert codes("Adeptus Titanicus", "", ("Warhound Titan",), "onslaught") == []


def test_the_older_export_lacks_army_rules_and_nothing_is_refused_for_want_of_them(
    shared_data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = shared_data / "wahapedia-2025-07"
    if not folder.is_dir():
        pytest.skip(f"no export at {folder}")
    monkeypatch.setenv("WARBENCH_DATA", str(tmp_path))
    shown("data", "add", str(folder))
    use_library("w40k10")
    assert not army_rules().whole
    assert codes(*CSM, ("Chaos Lord", LETTERS), "incursion") == []

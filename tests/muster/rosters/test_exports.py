"""An army written as a text list and as a roster is read back as the same army by our own readers."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.muster.kit import HERESY3, LORD, W40K10, bundled, changed, marines
from warbench.cli.importing import brought
from warbench.games.heresy3.armies.spec import DetachmentSpec
from warbench.games.w40k10.battle.enhancements import Enhancement
from warbench.games.w40k10.battle.roster import UnitSpec
from warbench.intake.catalogue import read_roster
from warbench.muster import ArmyFile, Heresy3File, W40k10File, muster
from warbench.muster.rosters.roster import as_json
from warbench.muster.rosters.tree import roster_tree
from warbench.muster.text_list import text_list

GIFTED = W40k10File(
    army=msgspec.structs.replace(
        marines(
            UnitSpec(datasheet="Impulsor", name="Ride"),
            UnitSpec(datasheet="Intercessor Squad", name="Seven", models=7, inside="Ride"),
            UnitSpec(datasheet="Terminator Squad", reserve="deep strike"),
            UnitSpec(datasheet="Scout Squad", reserve="strategic"),
            lord=changed(LORD, enhancement="Grey Cloak"),
        ),
        enhancements=(Enhancement(name="Grey Cloak", points=15),),
    )
)
SPLIT = W40k10File(
    army=msgspec.structs.replace(
        marines(
            UnitSpec(datasheet="Sagitaur", name="Ride"),
            UnitSpec(datasheet="Hearthkyn Warriors", split="Ride"),
            lord=UnitSpec(datasheet="Kâhl", warlord=True),
        ),
        faction="Leagues of Votann",
        detachment="Oathband",
    )
)


def again(file: ArmyFile, path: Path, text: str) -> ArmyFile:
    path.write_text(text, encoding="utf-8")
    found = brought(str(path))
    assert found.missing == ()
    # Where its datasheets come from is said of every army that was read.
    assert [note for note in found.notes if not note[1].startswith("datasheets:")] == []
    assert found.printed == muster(file).points
    return found.file


@pytest.mark.parametrize("file", [*map(bundled, [*W40K10, *HERESY3]), GIFTED, SPLIT], ids=[*W40K10, *HERESY3, "gifted", "split"])
def test_a_roster_is_read_back_as_the_same_army(file: ArmyFile, tmp_path: Path) -> None:
    whole = again(file, tmp_path / "roster.json", as_json(file))
    assert muster(whole) == muster(file)
    if isinstance(file, Heresy3File):
        assert msgspec.structs.replace(whole.army, name=file.army.name, sheets=()).faction == file.army.faction


@pytest.mark.parametrize("name", W40K10)
def test_a_text_list_is_read_back_with_the_same_units(name: str, tmp_path: Path) -> None:
    file = bundled(name)
    whole = muster(again(file, tmp_path / "list.txt", text_list(muster(file))))

    def key(army: Any) -> list[tuple[Any, ...]]:
        units = ((unit.datasheet, unit.leaders, unit.points, unit.groups, unit.warlord, unit.enhancement) for unit in army.units)
        return sorted(units, key=repr)

    assert key(whole) == key(muster(file))
    assert (whole.faction, whole.detachments, whole.size) == (muster(file).faction, muster(file).detachments, muster(file).size)


def test_an_enhancement_stands_in_a_text_list_with_its_points() -> None:
    text = text_list(muster(GIFTED))
    assert "Enhancement: Grey Cloak (+15 pts)" in text
    assert "Captain (95 Points)" in text


def test_the_roster_has_the_tree_that_builders_read() -> None:
    tree = roster_tree(muster(bundled("votann-1000")))["roster"]
    assert tree["costs"] == [{"name": "pts", "typeId": "points", "value": 990}]
    assert tree["gameSystemName"] == "Warhammer 40,000 10th Edition"
    (force,) = tree["forces"]
    assert force["catalogueName"] == "Leagues of Votann"
    units = [each for each in force["selections"] if each["type"] == "unit"]
    assert sum(cost["value"] for unit in units for cost in unit["costs"]) == 990
    models = [each for unit in units for each in unit["selections"] if each["type"] == "model"]
    assert {"name", "type", "number", "selections"} == set(models[0])


def test_a_heresy_text_list_names_detachments_and_limit() -> None:
    army = bundled("imperial-fists-750")
    assert isinstance(army, Heresy3File)
    labelled = msgspec.structs.replace(
        army.army, detachments=(*army.army.detachments, DetachmentSpec(kind="Allied", name="Friends"))
    )
    text = text_list(muster(Heresy3File(army=labelled)))
    assert "Picket at the Dorn Gate (725 Points)" in text
    assert "Points limit: 750" in text
    assert "== Crusade Primary ==" in text
    assert "== Allied: Friends ==" in text


def test_detachments_of_another_faction_and_their_names_survive() -> None:
    army = bundled("imperial-fists-750")
    assert isinstance(army, Heresy3File)
    first, *rest = army.army.detachments
    named = msgspec.structs.replace(
        army.army, detachments=(first, msgspec.structs.replace(rest[0], name="Tanks", faction="Iron Hands"))
    )
    roster = read_roster(as_json(Heresy3File(army=named)).encode(), "r")
    last = roster.detachments[-1]
    assert (last.name, last.catalogue, last.choices) == ("Armoured Support", "Iron Hands", (("Called", "Tanks"),))

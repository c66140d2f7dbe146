"""Which of several datasheets of one name an army means."""

import msgspec
import pytest

from tests.games.w40k10.battle.army_rules.kit import sheet
from warbench.games.w40k10.battle.army_rules.lent import register_rules
from warbench.games.w40k10.battle.army_rules.rules import ArmyList, ArmyRule, ArmyRules, OneChapter
from warbench.games.w40k10.battle.roster import ArmySpec, UnitSpec
from warbench.muster.w40k10.offers import of_chapter
from warbench.sheets.datasheet import Datasheet

MARINES = "Space Marines"


def barge(*chapter: str) -> Datasheet:
    plain = sheet("Barge", of=("adeptus astartes", *chapter), listed=MARINES)
    return msgspec.structs.replace(plain, id=f"barge-{'-'.join(chapter) or 'plain'}")


BARGES = (barge("black templars"), barge(), barge("ultramarines"))
KNIGHT = sheet("Knight", "character", of=("adeptus astartes", "black templars"), listed=MARINES)


@pytest.mark.parametrize(
    ("faction", "detachment", "units", "meant"),
    [
        (MARINES, "", (), "barge-plain"),
        ("Salamanders", "", (), "barge-plain"),
        ("Ultramarines", "", (), "barge-ultramarines"),
        (MARINES, "", ("knight-space-marines",), "barge-black templars"),
        (MARINES, "Chant", (), "barge-black templars"),
        (MARINES, "Drill", (), "barge-plain"),
    ],
)
def test_a_name_means_the_datasheet_of_the_armys_chapter_else_the_one_of_all(
    faction: str, detachment: str, units: tuple[str, ...], meant: str
) -> None:
    rule = ArmyRule(name="Vow", faction=MARINES, detachment="Chant", says=(OneChapter("black templars"),))
    register_rules(lambda: ArmyRules(rules=(rule,), lists={MARINES: ArmyList("adeptus astartes")}, whole=True))
    own = tuple(UnitSpec(datasheet=each) for each in units)
    spec = ArmySpec(name="Test", faction=faction, detachment=detachment, units=own, sheets=(KNIGHT,))
    assert {of_chapter(each, BARGES, spec).id for each in BARGES} == {meant}


def test_what_no_other_has_the_name_of_is_itself() -> None:
    assert of_chapter(KNIGHT, BARGES, ArmySpec(name="Test", faction=MARINES)) is KNIGHT

"""Armies that are illegal for want of something get the cheapest unit that mends them."""

import msgspec
import pytest

from tests.muster.kit import LORD, changed, heresy, marines
from warbench.games.heresy3.armies.checking import check_army as heresy_check
from warbench.games.heresy3.armies.spec import ArmySpec as HeresySpec
from warbench.games.heresy3.armies.spec import DetachmentSpec, UnitSpec
from warbench.games.w40k10.battle.army_files import check_army
from warbench.games.w40k10.battle.enhancements import Enhancement
from warbench.games.w40k10.battle.roster import ArmySpec
from warbench.intake.sources import Beside
from warbench.muster.fixing import Mended, NoFix, heresy3, w40k10
from warbench.muster.known import Known

replace = msgspec.structs.replace

KNOWN = Known.of(
    [Beside("detachment", name, "Space Marines") for name in ("Gladius Task Force", "Anvil Siege Force", "Vanguard Spearhead")],
    [Beside("enhancement", "Still Heart", "Space Marines", "Anvil Siege Force", 10)],
)


def mended(spec: ArmySpec, known: Known = KNOWN) -> Mended[ArmySpec]:
    found = w40k10.fix(spec, "", known)
    assert isinstance(found, Mended)
    assert check_army(found.spec) == ()
    return found


def test_an_army_without_a_character_gets_the_cheapest_as_its_warlord() -> None:
    found = mended(marines("Scout Squad", lord=None))
    assert found.steps == ("add Lieutenant as the Warlord (65 points)",)
    assert found.cost == 100 + 65
    assert mended(marines(lord=None)).steps == found.steps


def test_nobody_is_added_where_somebody_is_there() -> None:
    assert mended(marines("Scout Squad", lord=changed(LORD, warlord=False))).cost == 2


def test_a_faction_that_nobody_is_of_gets_nobody() -> None:
    assert isinstance(w40k10.fix(replace(marines(lord=None), faction="Nobody"), "", KNOWN), NoFix)


def test_a_detachment_that_the_faction_has_not_becomes_the_one_of_its_enhancements() -> None:
    spec = marines(lord=changed(LORD, enhancement="Still Heart"))
    spec = replace(spec, detachment="Anvil", enhancements=(Enhancement(name="Still Heart", points=10),))
    found = mended(replace(spec, detachment="Gladius Task"))
    assert (found.steps, found.cost) == (("the detachment of the army becomes Anvil Siege Force",), 15)
    assert mended(replace(marines(), detachment="Gladius Task")).spec.detachment == "Gladius Task Force"


# --- The Horus Heresy ---

FISTS = heresy("imperial-fists-750")


def heresy_mended(spec: HeresySpec) -> Mended[HeresySpec]:
    found = heresy3.fix(spec)
    assert isinstance(found, Mended)
    assert heresy_check(found.spec) == ()
    return found


def test_an_army_without_anything_gets_a_primary_detachment_with_a_unit() -> None:
    found = heresy_mended(replace(FISTS, detachments=()))
    assert found.steps[0] == "add a Crusade Primary Detachment"
    assert len(found.steps) == 2
    assert found.cost >= 200


def test_a_primary_detachment_that_is_empty_gets_its_cheapest_unit() -> None:
    found = heresy_mended(replace(FISTS, detachments=(DetachmentSpec(kind="Crusade Primary"),)))
    (step,) = found.steps
    assert step.startswith("add ")
    assert "to the detachment Crusade Primary" in step


@pytest.mark.parametrize("limit", [2999, 3000])
def test_a_warlord_detachment_needs_a_warlord(limit: int) -> None:
    retinue = DetachmentSpec(kind="Warlord", units=(FISTS.detachments[0].units[0],))
    spec = replace(FISTS, limit=limit, detachments=(*FISTS.detachments, retinue))
    codes = {fault.code for fault in heresy_check(spec)}
    assert "compulsory" in codes
    assert ("warlord-detachment" in codes) == (limit < 3000)
    assert heresy_mended(spec).steps


def test_an_apex_detachment_is_unlocked_by_a_high_command_where_that_is_the_smaller_change() -> None:
    squads = tuple(UnitSpec(datasheet="Veteran Tactical Squad", name=f"V{number}") for number in range(3))
    vanguard = DetachmentSpec(kind="Army Vanguard", units=squads)
    spec = replace(FISTS, limit=3000, detachments=(*FISTS.detachments, vanguard))
    assert [fault.code for fault in heresy_check(spec)] == ["locked-detachment"]
    found = heresy_mended(spec)
    assert (found.steps, found.cost) == (("add Praetor to the detachment Crusade Primary (120 points)",), 220)
    few = replace(spec, detachments=(*FISTS.detachments, replace(vanguard, units=squads[:1])))
    assert heresy_mended(few).cost == 40 + 85 + 5

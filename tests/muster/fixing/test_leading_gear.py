"""A leader that may lead a unit with some wargear only: muster says so, a battle refuses it, and mending arms it."""

import msgspec
import pytest

from tests.muster.kit import changed, marines
from warbench.games.w40k10 import library
from warbench.games.w40k10.battle.army_files import check_army
from warbench.games.w40k10.battle.equipping import RosterError
from warbench.games.w40k10.battle.roster import ArmySpec, Roster, UnitSpec
from warbench.muster.fixing import Mended
from warbench.muster.fixing.w40k10 import fix
from warbench.muster.w40k10.checking import muster
from warbench.sheets.datasheet import LeadsWith

BOUND = LeadsWith(units=("Intercessor Squad",), items=("relic shield",))
CAPTAIN = msgspec.structs.replace(library.datasheet("captain"), id="own-captain", leads_with=(BOUND,))
SHIELD: dict[str, int] = {"heavy bolt pistol": 1, "master-crafted power weapon": 1, "relic shield": 1}
LED = UnitSpec(datasheet="Intercessor Squad", name="Squad", leader="own-captain", warlord=True)


def led(**fields: object) -> ArmySpec:
    return msgspec.structs.replace(marines(lord=changed(LED, **fields)), sheets=(CAPTAIN,))


def test_without_its_wargear_the_leader_may_not_lead_the_unit() -> None:
    (finding,) = muster(led()).faults
    assert finding.code == "leads-with"
    assert finding.sentence == (
        "Captain cannot lead Intercessor Squad with its wargear; it leads Intercessor Squad only with relic shield"
    )
    assert "wargear" in finding.suggestion
    with pytest.raises(RosterError, match="only with relic shield"):
        Roster((led(), led()))


def test_with_it_and_in_other_units_it_may() -> None:
    assert check_army(led(leader_items=SHIELD)) == ()
    assert check_army(led(datasheet="Assault Intercessor Squad")) == ()


def test_the_smallest_change_is_to_take_the_wargear() -> None:
    found = fix(led())
    assert isinstance(found, Mended)
    assert found.cost == 5
    assert found.steps == (
        (
            "Captain in Squad: bolt pistol and close combat weapon and master-crafted bolter -> "
            "heavy bolt pistol and master-crafted power weapon and relic shield"
        ),
    )
    assert found.spec.units[0].leader_items == SHIELD
    assert check_army(found.spec) == ()

"""With what a leader may lead some of its units: sentences that are understood whole, or noted."""

import pytest

from warbench.games.w40k10 import library
from warbench.games.w40k10.leaders import lacks_gear
from warbench.intake.belonging.beside import with_leaders
from warbench.sheets.datasheet import Datasheet, LeadsWith, Weapon, WeaponProfile

HAND = (WeaponProfile(characteristics={}),)
CRAB = Datasheet(
    id="crab",
    name="Crab",
    game="w40k10",
    faction="Shore",
    keywords=(),
    models=(),
    weapons=tuple(Weapon(name, "melee", HAND) for name in ("Claw", "reef gun", "tide shield")),
    leads=("Wave Guard", "Deep Guns", "Sand Runners"),
)
GUARD = LeadsWith(units=("Wave Guard",), items=("tide shield",))
GUNS = LeadsWith(units=("Deep Guns",), items=("reef gun",))


def read(text: str) -> tuple[tuple[LeadsWith, ...], list[str]]:
    notes: list[str] = []
    return with_leaders(CRAB, {"Leader": text}, notes).leads_with, notes


@pytest.mark.parametrize(
    "text",
    [
        "* This model cannot be attached to a WAVE GUARD unit unless this model is equipped with a tide shield.",
        "This model cannot lead Wave Guard unless it is equipped with a tide shield.",
        "This model can only be attached to a WAVE GUARD unit if it is equipped with a tide shield.",
    ],
)
def test_one_unit_is_led_with_an_item(text: str) -> None:
    assert read(text) == ((GUARD,), [])


def test_several_clauses_are_several_conditions_and_items_may_be_one_of_some() -> None:
    told = (
        "This model cannot be attached to a WAVE GUARD unit unless it is equipped with a tide shield, "
        "and cannot be attached to a DEEP GUNS unit unless it is equipped with a reef gun."
    )
    assert read(told) == ((GUARD, GUNS), [])
    either = "This model cannot be attached to WAVE GUARD or DEEP GUNS units unless it is equipped with a claw or tide shield."
    assert read(either)[0] == (LeadsWith(units=("Wave Guard", "Deep Guns"), items=("Claw", "tide shield")),)


@pytest.mark.parametrize(
    "text",
    [
        "This model cannot be attached to a REEF unit unless it is equipped with a tide shield.",
        "This model cannot be attached to a WAVE GUARD unit unless it is equipped with a trident.",
        "This model cannot be attached to a WAVE GUARD unit unless it is equipped with a tide shield and claw.",
        "This model cannot be attached to a WAVE GUARD unit during the first battle round.",
        (
            "This model cannot be attached to a WAVE GUARD unit unless it is equipped with a tide shield, "
            "and cannot be attached to a DEEP GUNS unit on Sundays."
        ),
    ],
)
def test_what_is_not_understood_whole_is_a_note(text: str) -> None:
    bound, notes = read(text)
    assert bound == ()
    assert notes == [f"whom it may lead, and with what, is not checked: {text.casefold()}"]


def test_a_leader_without_conditions_lacks_nothing() -> None:
    squad = library.datasheet("intercessor-squad")
    assert lacks_gear(library.datasheet("captain"), squad, {}) is None

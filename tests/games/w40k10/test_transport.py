"""Who fits into the bundled transports."""

import msgspec
import pytest

from warbench.games.w40k10.library import datasheet
from warbench.sheets.datasheet import Takes, Transport
from warbench.sheets.transport import Passengers, passengers, places_each, transport_places

HEKATON = datasheet("hekaton-land-fortress")
VOTANN = ("infantry", "votann", "leagues of votann")


def aboard(infantry: int = 0, exo_armour: int = 0, exo_frame: int = 0) -> list[Passengers]:
    return [
        Passengers("kin", infantry, VOTANN),
        Passengers("armoured kin", exo_armour, (*VOTANN, "exo-armour")),
        Passengers("framed kin", exo_frame, (*VOTANN, "exo-frame")),
    ]


@pytest.mark.rule("W-172", "W-173", "W-174", "W-175", "X-49")
@pytest.mark.parametrize(
    ("infantry", "exo_armour", "exo_frame", "taken"),
    [
        (12, 0, 0, 12),
        (13, 0, 0, 13),
        (0, 6, 0, 12),
        (0, 7, 0, 14),
        (0, 0, 4, 12),
        (0, 0, 5, 15),
        (10, 1, 0, 12),
        (1, 1, 3, 12),
        (2, 1, 3, 13),
        (0, 2, 3, 13),
    ],
)
def test_places_of_the_land_fortress(infantry: int, exo_armour: int, exo_frame: int, taken: int) -> None:
    places = transport_places(HEKATON, aboard(infantry, exo_armour, exo_frame))
    assert (places.taken, places.capacity, places.fits) == (taken, 12, taken <= 12)
    if taken > 12:
        assert [refusal.code for refusal in places.refusals] == ["capacity"]
        assert places.refusals[0].text == f"Hekaton Land Fortress has 12 places; these passengers take up {taken}"


@pytest.mark.rule("W-173", "W-174")
def test_places_of_bundled_units() -> None:
    assert transport_places(HEKATON, passengers(datasheet("einhyr-hearthguard"), 5)).taken == 10
    assert transport_places(HEKATON, passengers(datasheet("brokhyr-thunderkyn"), 4)).taken == 12
    assert transport_places(HEKATON, passengers(datasheet("hearthkyn-warriors"), 10)).taken == 10


def test_a_keyword_in_the_plural_is_the_same_keyword() -> None:
    carries = Transport(6, ("ogre or wizard",), takes=(Takes("ogre", 3),))
    cart = msgspec.structs.replace(HEKATON, transport=carries)
    assert transport_places(cart, [Passengers("Ogre", 2, ("infantry", "ogres"))]).taken == 6
    assert transport_places(cart, [Passengers("Ogre", 2, ("infantry", "ogres"))]).fits
    assert transport_places(cart, [Passengers("Wizard", 6, ("wizard",))]).fits
    assert not transport_places(cart, [Passengers("Imp", 1, ("imps",))]).fits


@pytest.mark.rule("W-176")
@pytest.mark.parametrize("unit", ["hernkyn-pioneers", "sagitaur"])
def test_mounted_units_and_vehicles_are_refused(unit: str) -> None:
    sheet = datasheet(unit)
    refusals = transport_places(HEKATON, passengers(sheet, sheet.points[0].models)).refusals
    assert refusals[0].code == "needs-keyword"
    assert "is not INFANTRY" in refusals[0].text


@pytest.mark.rule("W-352")
def test_infantry_of_another_faction_is_refused() -> None:
    refusals = transport_places(HEKATON, passengers(datasheet("intercessor-squad"), 5)).refusals
    assert {refusal.code for refusal in refusals} == {"needs-keyword"}
    assert all("is not LEAGUES OF VOTANN" in refusal.text for refusal in refusals)


@pytest.mark.rule("W-177")
def test_units_may_share() -> None:
    five, seven = Passengers("five", 5, VOTANN), Passengers("seven", 7, VOTANN)
    assert transport_places(HEKATON, [five, seven]).fits
    assert not transport_places(HEKATON, [five, seven, Passengers("one", 1, VOTANN)]).fits


def test_some_transports_exclude_keywords() -> None:
    (refusal, *_) = transport_places(datasheet("sagitaur"), passengers(datasheet("einhyr-champion"), 1)).refusals
    assert (refusal.code, refusal.text) == ("excluded-keyword", "Einhyr Champion is EXO-ARMOUR: Sagitaur cannot carry it")


def test_one_keyword_or_another_may_be_needed() -> None:
    impulsor = datasheet("impulsor")
    assert transport_places(impulsor, passengers(datasheet("eliminator-squad"), 3)).fits
    assert transport_places(impulsor, passengers(datasheet("intercessor-squad"), 5)).fits
    (refusal, *_) = transport_places(impulsor, passengers(datasheet("aggressor-squad"), 3)).refusals
    assert "is not TACTICUS OR PHOBOS" in refusal.text


def test_a_model_takes_the_most_that_any_of_its_keywords_says() -> None:
    transport = HEKATON.transport
    assert transport is not None
    assert places_each(transport, ["EXO-ARMOUR", "EXO-FRAME"]) == 3


def test_what_is_no_transport_carries_nobody() -> None:
    places = transport_places(datasheet("predator-destructor"), aboard(1))
    assert (places.fits, places.refusals[0].code) == (False, "no-transport")

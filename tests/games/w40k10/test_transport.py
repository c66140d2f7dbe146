"""Who fits into the bundled transports."""

import msgspec
import pytest

from warbench.games.w40k10.library import datasheet
from warbench.sheets.capacity import Equipped, Riders, Room, Takes, Transport
from warbench.sheets.datasheet import Datasheet
from warbench.sheets.sizes import distributions
from warbench.sheets.transport import Passengers, places_each, transport_places

HEKATON = datasheet("hekaton-land-fortress")
VOTANN = ("infantry", "votann", "leagues of votann")


def passengers(sheet: Datasheet, size: int) -> list[Passengers]:
    """A unit of so many models, each kind of model by itself."""
    lines = zip(sheet.composition, next(distributions(sheet, size)), strict=True)
    return [
        Passengers(line.model, count, (*sheet.keywords, *sheet.faction_keywords, *sheet.model(line.model).keywords))
        for line, count in lines
        if count
    ]


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


# --- what else a transport may say ---


def cart(carries: Transport) -> Datasheet:
    return msgspec.structs.replace(HEKATON, name="Cart", transport=carries)


def codes(carries: Transport, *aboard: Passengers, items: tuple[str, ...] = ()) -> list[str]:
    return [refusal.code for refusal in transport_places(cart(carries), aboard, items).refusals]


IMPS = Passengers("Imps", 10, ("imp", "infantry"), wounds=1, unit="A1")
LORD = Passengers("Lord", 1, ("imp lord", "infantry", "character"), wounds=5, unit="A1")


@pytest.mark.rule("W-172")
def test_a_capacity_of_units_counts_units() -> None:
    one = Transport(1, ("infantry",), units=True)
    assert codes(one, IMPS, LORD) == []
    other = msgspec.structs.replace(IMPS, unit="A2")
    found = transport_places(cart(one), [IMPS, other])
    assert [refusal.text for refusal in found.refusals] == ["Cart can carry 1 unit; these passengers are 2"]
    assert (found.taken, found.capacity) == (2, 1)


@pytest.mark.rule("W-172", "W-176")
def test_places_beside_are_their_own() -> None:
    ark = Transport(10, ("imp",), rooms=(Room(1, Riders(("infantry", "character"))),))
    assert transport_places(cart(ark), [IMPS, LORD]).taken == 10
    assert codes(ark, IMPS, LORD) == codes(ark, LORD) == []
    assert codes(ark, LORD, msgspec.structs.replace(LORD, unit="A2")) == ["capacity"]
    assert codes(ark, IMPS, msgspec.structs.replace(IMPS, models=1)) == ["capacity"]
    assert codes(ark, Passengers("Ogre", 1, ("ogre", "infantry"))) == ["needs-keyword"]
    # Who is both sits where there is room: beside ten of them an imp with a crown, of two one finds none.
    crowned = Passengers("Crowned imp", 1, ("imp", "infantry", "character"))
    assert codes(ark, IMPS, crowned) == codes(ark, crowned, IMPS) == []
    assert codes(ark, msgspec.structs.replace(IMPS, models=9), msgspec.structs.replace(crowned, models=2)) == []
    assert codes(ark, IMPS, msgspec.structs.replace(crowned, models=2)) == ["capacity"]


@pytest.mark.rule("W-172", "W-173")
def test_others_among_take_places_of_the_transport() -> None:
    whale = Passengers("Whale", 1, ("whale",), wounds=8)
    by_wounds = Transport(18, ("imp",), rooms=(Room(2, Riders(("whale",)), "among"),))
    assert transport_places(cart(by_wounds), [IMPS, whale]).taken == 18
    assert codes(by_wounds, IMPS, msgspec.structs.replace(whale, wounds=9)) == ["capacity"]
    assert codes(by_wounds, msgspec.structs.replace(whale, models=3)) == ["capacity", "capacity"]
    in_six = Transport(12, ("imp",), rooms=(Room(1, Riders(("whale",)), "among", 6),))
    assert transport_places(cart(in_six), [whale]).taken == 6
    assert codes(in_six, IMPS, whale) == ["capacity"]


@pytest.mark.rule("W-172", "W-176")
def test_others_instead_ride_alone() -> None:
    pod = Transport(10, ("imp",), rooms=(Room(1, Riders(("monster",), most_wounds=12), "instead"),))
    monster = Passengers("Monster", 1, ("monster",), wounds=12)
    assert codes(pod, monster) == []
    assert codes(pod, msgspec.structs.replace(monster, models=2)) == ["capacity"]
    assert codes(pod, msgspec.structs.replace(monster, wounds=13)) == ["needs-keyword"]
    assert codes(pod, IMPS, monster) == ["needs-keyword", "capacity"]


@pytest.mark.rule("W-173", "W-176")
def test_places_and_bars_by_wounds() -> None:
    tower = Transport(10, ("infantry",), barred=(Riders(lacks=("character",), wounds=4),), takes=(Takes("", 2, wounds=3),))
    assert transport_places(cart(tower), [IMPS]).taken == 10
    assert transport_places(cart(tower), [LORD]).taken == 2
    assert codes(tower, LORD) == []
    ogre = Passengers("Ogre", 1, ("infantry",), wounds=4)
    (refusal,) = transport_places(cart(tower), [ogre]).refusals
    assert (refusal.code, refusal.text) == (
        "excluded-keyword",
        "Ogre: Cart carries nobody who is not character, with 4 or more Wounds",
    )


@pytest.mark.rule("W-176")
def test_a_character_may_ride_with_the_unit_that_it_began_attached_to() -> None:
    rhino = Transport(12, ("infantry",), barred=(Riders(("tall",), unless_joined="character"),))
    lord = Passengers("Lord", 1, ("infantry", "tall", "character"))
    assert codes(rhino, lord) == ["excluded-keyword"]
    assert codes(rhino, msgspec.structs.replace(lord, joined=("infantry", "small"))) == []
    assert codes(rhino, msgspec.structs.replace(lord, joined=("infantry", "tall"))) == ["excluded-keyword"]
    squire = Passengers("Squire", 1, ("infantry", "tall"), joined=("infantry",))
    assert codes(rhino, squire) == ["excluded-keyword"]


@pytest.mark.rule("W-172")
def test_an_item_changes_the_capacity() -> None:
    wagon = Transport(10, ("imp",), equipped=(Equipped("big gun", 6),))
    assert codes(wagon, IMPS) == []
    assert codes(wagon, IMPS, items=("Big gun", "track")) == ["capacity"]


def test_a_name_may_be_two_of_the_keywords_and_hyphens_do_not_matter() -> None:
    wagon = Transport(2, ("grey clan old golem or half-ogre",))
    assert codes(wagon, Passengers("Golem", 1, ("grey clan", "old golem", "vehicle"))) == []
    assert codes(wagon, Passengers("Golem", 1, ("red clan", "old golem", "vehicle"))) == ["needs-keyword"]
    assert codes(wagon, Passengers("Ogre", 1, ("halfogre",))) == []


def test_all_that_a_transport_says_is_told() -> None:
    everything = Transport(
        12,
        ("imp", "infantry"),
        ("ogre",),
        (Takes("imp lord", 2), Takes("", 3, wounds=4)),
        barred=(Riders(("tall",), unless_joined="character"),),
        rooms=(Room(2, Riders(("whale",), ("shark",)), "among"), Room(1, Riders(("eel",)), "instead")),
        equipped=(Equipped("big gun", 6),),
        splits=("imps",),
        unread=("it floats",),
    )
    assert everything.told == (
        "12 models with imp and infantry, not ogre; nobody who is tall, but for a character that began attached to a unit that "
        "is not tall; and 2 whale, not shark, each in as many of these places as it has Wounds; or 1 eel; imp lord takes 2 "
        "places; a model with 4 or more Wounds takes 3 places; 6 with big gun; may split one of imps before the battle; "
        "not understood: it floats"
    )

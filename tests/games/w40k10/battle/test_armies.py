"""Army lists: the bundled ones are legal, and each thing that makes a list illegal is refused with a code and a rule."""

from pathlib import Path

import pytest

from tests.games.w40k10.battle.kit import fresh, mission
from warbench.games.w40k10.battle.army_files import ArmyError, armies, army, check_army, has_deep_strike, read_army
from warbench.games.w40k10.battle.roster import ArmySpec, Roster, UnitSpec

HEARTHKYN = UnitSpec(datasheet="Hearthkyn Warriors", leader="Kâhl", warlord=True)


def votann(*units: UnitSpec | str, lord: UnitSpec | None = HEARTHKYN) -> ArmySpec:
    listed = tuple(unit if isinstance(unit, UnitSpec) else UnitSpec(datasheet=unit) for unit in units)
    return ArmySpec(name="Test", faction="Leagues of Votann", detachment="Oathband", units=(*((lord,) if lord else ()), *listed))


def marines(*units: UnitSpec | str) -> ArmySpec:
    lord = UnitSpec(datasheet="Intercessor Squad", leader="Captain", warlord=True)
    listed = tuple(unit if isinstance(unit, UnitSpec) else UnitSpec(datasheet=unit) for unit in units)
    return ArmySpec(name="Test", faction="Space Marines", detachment="Gladius Task Force", units=(lord, *listed))


def refused(spec: ArmySpec, size: str | None = None) -> list[tuple[str, str]]:
    return [(refusal.code, refusal.rule) for refusal in check_army(spec, size)]


@pytest.mark.parametrize("name", armies())
def test_a_bundled_army_is_legal_for_its_battle(name: str) -> None:
    found = army(name)
    assert army(found.name) == found
    points = int(name.split("-")[1])
    cost = sum(entry.points for entry in Roster((found, found)).of(0))
    assert 0.95 * points <= cost <= points


@pytest.mark.rule("C23")
def test_points_are_limited_by_the_battle_size() -> None:
    spec = votann(*["Hekaton Land Fortress"] * 3, "Sagitaur")  # 170 + 675 + 115 = 960
    assert refused(spec, "incursion") == []
    assert refused(votann(*["Hekaton Land Fortress"] * 3, "Einhyr Hearthguard", "Sagitaur"), "incursion") == [
        ("too-many-points", "C23")
    ]
    assert refused(spec, "skirmish") == [("battle-size", "C23")]


@pytest.mark.rule("C24")
def test_copies_of_a_datasheet_are_limited() -> None:
    assert refused(votann(*["Brôkhyr Thunderkyn"] * 3)) == []
    assert refused(votann(*["Brôkhyr Thunderkyn"] * 4)) == [("too-many-copies", "C24")]
    assert refused(votann(*["Hearthkyn Warriors"] * 5)) == []  # the sixth is the Kâhl's: battleline
    assert refused(votann(*["Hearthkyn Warriors"] * 6)) == [("too-many-copies", "C24")]
    assert refused(votann(*["Sagitaur"] * 6)) == []  # a Dedicated Transport
    assert refused(votann(*["Sagitaur"] * 7)) == [("too-many-copies", "C24")]


@pytest.mark.rule("C24")
def test_there_is_exactly_one_warlord_and_it_is_a_character() -> None:
    assert refused(votann("Sagitaur", lord=None)) == [("warlord", "C24")]
    assert refused(votann(HEARTHKYN)) == [("warlord", "C24")]
    assert refused(votann(UnitSpec(datasheet="Sagitaur", warlord=True), lord=None)) == [("warlord", "C24")]


def test_leaders_lead_what_their_datasheet_names() -> None:
    spec = votann(UnitSpec(datasheet="Brôkhyr Thunderkyn", leader="Kâhl"))
    assert refused(spec) == [("may-not-lead", "leader")]
    assert "it leads hearthkyn-warriors, einhyr-hearthguard" in check_army(spec)[0].sentence


def test_an_army_has_units_of_its_faction_only() -> None:
    assert refused(votann("Intercessor Squad")) == [("other-faction", "C24")]
    assert refused(votann("Dragon")) == [("no-such-datasheet", "")]
    assert refused(votann(lord=None)) == [("no-units", "")]
    assert refused(votann(UnitSpec(datasheet="Hearthkyn Warriors", models=30))) == [("bad-unit", "")]


@pytest.mark.rule("W-172", "W-176")
def test_passengers_must_fit_and_may_be_such() -> None:
    ride = UnitSpec(datasheet="Hekaton Land Fortress", name="Ride")
    kyn = UnitSpec(datasheet="Hearthkyn Warriors", inside="Ride")
    guard = UnitSpec(datasheet="Einhyr Hearthguard", inside="Ride")  # 5 exo-armour models: 10 places
    assert refused(votann(ride, kyn)) == []
    assert refused(votann(ride, kyn, guard)) == [("capacity", "W-172")]
    assert refused(votann(ride, guard)) == []
    pioneers = UnitSpec(datasheet="Hernkyn Pioneers", inside="Ride")
    assert refused(votann(ride, pioneers)) == [("needs-keyword", "W-176")]
    assert refused(votann(UnitSpec(datasheet="Hernkyn Pioneers", name="Ride"), kyn)) == [("no-transport", "W-176")]
    assert refused(votann(kyn))[0][0] == "bad-unit"
    assert refused(votann(ride, UnitSpec(datasheet="Hearthkyn Warriors", inside="Ride", reserve="strategic"))) == [
        ("reserve", "C15")
    ]


@pytest.mark.rule("C15")
def test_a_quarter_of_the_points_may_wait_in_strategic_reserves_passengers_included() -> None:
    def waiting(*names: str) -> ArmySpec:
        return votann(*(UnitSpec(datasheet=name, reserve="strategic") for name in names))

    assert refused(waiting("Hekaton Land Fortress"), "incursion") == []  # 225 of 250
    assert refused(waiting("Hekaton Land Fortress", "Brôkhyr Thunderkyn"), "incursion") == [("too-much-in-reserve", "C15")]
    assert refused(waiting("Hekaton Land Fortress", "Brôkhyr Thunderkyn"), "strike force") == []  # 305 of 500
    ride = UnitSpec(datasheet="Hekaton Land Fortress", name="Ride", reserve="strategic")
    assert refused(votann(ride, UnitSpec(datasheet="Hearthkyn Warriors", inside="Ride")), "incursion") == [
        ("too-much-in-reserve", "C15")
    ]
    assert refused(votann(UnitSpec(datasheet="Sagitaur", reserve="orbit"))) == [("reserve", "C15")]


@pytest.mark.rule("W-334")
def test_deep_strike_needs_every_model() -> None:
    terminators = UnitSpec(datasheet="Terminator Squad", leader="Librarian in Terminator Armour", reserve="deep strike")
    assert refused(marines(terminators)) == []
    assert refused(marines(UnitSpec(datasheet="Scout Squad", reserve="deep strike"))) == [("no-deep-strike", "W-334")]
    plain = UnitSpec(datasheet="Einhyr Hearthguard", reserve="deep strike")
    assert refused(votann(plain)) == [("no-deep-strike", "W-334")]


def test_a_teleport_crest_gives_deep_strike_to_its_unit_and_leader() -> None:
    state = fresh((army("votann-1000"), army("marines-1000")), mission())
    assert [key for key, entry in state.roster.units.items() if has_deep_strike(entry)] == ["A4", "B3"]
    assert state.entry("A4").name == "Champion's Hearthguard"


def test_a_list_is_read_from_a_file_and_checked(tmp_path: Path) -> None:
    good = tmp_path / "mine.toml"
    good.write_text(
        'name = "Mine"\nfaction = "Leagues of Votann"\n[[units]]\ndatasheet = "Kâhl"\nwarlord = true\n', encoding="utf-8"
    )
    assert army(str(good)).name == "Mine"
    with pytest.raises(ArmyError, match=r"bad\.toml: bad-file"):
        read_army("name = ", "bad.toml")
    with pytest.raises(ArmyError, match=r"no-such-army.*votann-1000"):
        army("nobody")
    with pytest.raises(ArmyError, match="too-many-points"):
        army("votann-2000", "incursion")

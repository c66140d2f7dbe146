"""Army lists: the bundled ones are legal, and each thing that makes a list illegal is refused with a code and a rule."""

from pathlib import Path

import msgspec
import pytest

from tests.games.w40k10.battle.kit import fresh, mission
from warbench.battle.driver import Battle
from warbench.games.w40k10.battle.army_files import ArmyError, armies, army, check_army, has_deep_strike, not_checked, read_army
from warbench.games.w40k10.battle.game import Setup, W40k10, setup_of
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


# --- what leaders carry ---


def led(items: dict[str, int], leader: str = "Captain") -> ArmySpec:
    lord = UnitSpec(datasheet="Intercessor Squad", leader=leader, leader_items=items, warlord=True)
    return ArmySpec(name="Test", faction="Space Marines", detachment="Gladius Task Force", units=(lord,))


def test_a_leader_carries_what_the_list_gives_him() -> None:
    spec = led({"heavy bolt pistol": 1, "power fist": 1})
    assert refused(spec) == []
    entry = Roster((spec, spec)).units["A1"]
    (kind,) = [kind for kind in entry.kinds if kind.part == 1]
    assert [weapon.name for weapon in kind.weapons] == ["Heavy bolt pistol", "Power fist"]
    assert all(weapon.name != "Power fist" for kind in entry.kinds if kind.part == 0 for weapon in kind.weapons)


def test_a_leader_carries_only_what_his_datasheet_allows() -> None:
    (fault,) = check_army(led({"power fist": 2}))
    assert (fault.code, fault.sentence.partition(": ")[0]) == ("bad-unit", "Captain")
    assert "leader_items" in fault.sentence
    (fault,) = check_army(led({"power fist": 1}, leader=""))
    assert fault.sentence == "Intercessor Squad: leader_items: found power fist, but no leader"


def test_leader_items_are_read_from_a_file_and_kept_in_a_save() -> None:
    text = """
        name = "Mine"
        faction = "Space Marines"
        [[units]]
        datasheet = "Intercessor Squad"
        leader = "Captain"
        leader_items = { "heavy bolt pistol" = 1, "power fist" = 1 }
        warlord = true
    """
    spec = read_army(text, "mine.toml")
    setup = setup_of(msgspec.to_builtins(Setup(mission=mission(), armies=(spec, spec))))
    kinds = [kind for kind in Roster(setup.armies).units["B1"].kinds if kind.part == 1]
    assert [weapon.name for kind in kinds for weapon in kind.weapons] == ["Heavy bolt pistol", "Power fist"]


# --- splitting ---


RIDE = UnitSpec(datasheet="Sagitaur", name="Ride")
SPLIT = UnitSpec(datasheet="Hearthkyn Warriors", split="Ride")


def test_a_sagitaur_splits_hearthkyn_warriors_in_two_units_of_five() -> None:
    spec = votann(RIDE, SPLIT)
    assert refused(spec) == []
    state = fresh((spec, marines()), mission())
    first, second = state.entry("A3"), state.entry("A3b")
    assert [len(each.models) for each in (first, second)] == [5, 5]
    assert (first.inside, second.inside) == ("", "A2")
    assert first.points + second.points == 100
    assert [state.units[key].starting for key in ("A3", "A3b")] == [5, 5]
    assert state.roster.unit_of["A3b.1"] == "A3b"
    # They are one choice of the list: five more make six, a seventh is too many.
    assert refused(votann(RIDE, SPLIT, *["Hearthkyn Warriors"] * 4)) == []
    assert refused(votann(RIDE, SPLIT, *["Hearthkyn Warriors"] * 5)) == [("too-many-copies", "C24")]


def test_the_second_half_begins_inside_and_the_enemy_may_hunt_each_half() -> None:
    spec = votann(RIDE, SPLIT)
    battle = Battle(W40k10(), Setup(mission=mission(), armies=(spec, spec)), seed="split")
    battle.advance()
    assert battle.state.units["A3b"].where == "inside"
    assert battle.state.units["A3"].where == "waiting"
    # Four picks of an army of four units, the halves counted apart.
    assert [unit.tokens for unit in battle.state.units.values() if unit.picked] == [2] * 8


def test_a_leader_stays_with_the_first_half() -> None:
    spec = votann(RIDE, lord=UnitSpec(datasheet="Hearthkyn Warriors", leader="Kâhl", split="Ride", warlord=True))
    assert refused(spec) == []
    state = fresh((spec, marines()), mission())
    assert [len(state.entry(key).models) for key in ("A1", "A1b")] == [6, 5]
    assert "character" in state.entry("A1").keywords
    assert "character" not in state.entry("A1b").keywords


def test_nothing_else_is_split() -> None:
    other = UnitSpec(datasheet="Hekaton Land Fortress", name="Ride")
    assert refused(votann(other, SPLIT)) == [("may-not-split", "split")]
    armoured = votann(RIDE, UnitSpec(datasheet="Einhyr Hearthguard", split="Ride"))
    assert refused(armoured) == [("may-not-split", "split"), ("excluded-keyword", "W-176")]
    assert refused(votann(RIDE, SPLIT, SPLIT))[0] == ("split-twice", "split")
    assert refused(votann(SPLIT)) == [("bad-unit", "")]


# --- what nobody checks ---


def test_what_is_not_checked_is_named() -> None:
    spec = votann("Sagitaur")
    assert not_checked(spec, Roster((spec, spec)).of(0)) == (
        "Sagitaur: nobody begins inside this Dedicated Transport; whether it may be deployed so is not checked",
    )
    spec = votann(RIDE, SPLIT)
    assert not_checked(spec, Roster((spec, spec)).of(0)) == ()
    spec = marines()
    assert not_checked(spec, Roster((spec, spec)).of(0)) == (
        "Gladius Task Force: the rule and the stratagems of this detachment are not modelled",
    )


def test_the_list_in_the_documentation_is_legal() -> None:
    page = Path(__file__).parents[4] / "docs/battle.md"
    text = page.read_text(encoding="utf-8").partition("```toml\n")[2].partition("```")[0]
    assert refused(read_army(text, "battle.md")) == []

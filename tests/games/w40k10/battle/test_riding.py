"""Transports of datasheets that a list brings: who begins inside, who is split, what is said; and the real ones, to the end."""

from collections.abc import Iterator

import msgspec
import pytest

from tests.games.w40k10.battle.kit import fresh, mission
from tests.real_data import Real
from warbench.battle.driver import Battle
from warbench.battle.requests import Event
from warbench.games.w40k10 import library
from warbench.games.w40k10.battle.army_files import check_army, not_checked
from warbench.games.w40k10.battle.events import Marked
from warbench.games.w40k10.battle.game import Setup, W40k10
from warbench.games.w40k10.battle.riding import passengers_of
from warbench.games.w40k10.battle.roster import ArmySpec, Lead, Roster, UnitSpec
from warbench.games.w40k10.battle.state import State
from warbench.games.w40k10.battle.upright import problems
from warbench.intake.store import UserLibrary
from warbench.muster.w40k10.checking import muster
from warbench.players import random_chooser, seat
from warbench.sheets.capacity import Equipped, Riders, Room, Transport

IMPULSOR = library.datasheet("impulsor")
LORD = UnitSpec(datasheet="Intercessor Squad", leader="Captain", warlord=True)
ARK = UnitSpec(datasheet="own-ark", name="Ark")


def army(carries: Transport, *units: UnitSpec, ark: UnitSpec = ARK) -> ArmySpec:
    sheet = msgspec.structs.replace(IMPULSOR, id="own-ark", name="Own Ark", transport=carries)
    return ArmySpec(name="Test", faction="Space Marines", units=(*(units or (LORD,)), ark), sheets=(sheet,))


def refused(spec: ArmySpec) -> list[tuple[str, str]]:
    return [(refusal.code, refusal.rule) for refusal in check_army(spec)]


def squad(**more: object) -> UnitSpec:
    return msgspec.structs.replace(UnitSpec(datasheet="Intercessor Squad"), **more)


INSIDE = msgspec.structs.replace(LORD, inside="Ark")


@pytest.mark.rule("W-172")
def test_a_squad_and_its_leader_are_one_unit() -> None:
    one = Transport(1, ("infantry",), units=True)
    assert refused(army(one, INSIDE)) == []
    assert refused(army(one, INSIDE, squad(inside="Ark"))) == [("capacity", "W-172")]


@pytest.mark.rule("W-172", "W-176")
def test_units_and_models_may_be_meant_by_their_names() -> None:
    named = Transport(5, ("intercessor squad",), rooms=(Room(1, Riders(("captain",))),))
    assert refused(army(named, INSIDE)) == []
    assert refused(army(msgspec.structs.replace(named, rooms=()), INSIDE)) == [("needs-keyword", "W-176")]


@pytest.mark.rule("W-176")
def test_the_leader_is_known_to_have_begun_attached() -> None:
    rhino = Transport(12, ("infantry",), barred=(Riders(("captain",), unless_joined="character"),))
    assert refused(army(rhino, INSIDE)) == []
    alone = UnitSpec(datasheet="Captain", inside="Ark", warlord=True)
    assert refused(army(rhino, alone)) == [("excluded-keyword", "W-176")]


def test_a_leader_that_has_become_a_unit_of_its_own_began_attached_all_the_same() -> None:
    pair = msgspec.structs.replace(LORD, beside=(Lead(datasheet="Lieutenant"),))
    roster = Roster((ArmySpec(name="A", faction="Space Marines", units=(pair,)), ArmySpec(name="", faction="")))
    (alone,) = roster.apart["A1"]
    (rider,) = passengers_of(roster.entry(alone))
    assert (rider.models, rider.unit) == (1, alone)
    assert "intercessor squad" in rider.joined


@pytest.mark.rule("W-172")
def test_what_the_transport_carries_itself_counts() -> None:
    item = IMPULSOR.composition[0].equipped[0]
    assert refused(army(Transport(6, ("infantry",), equipped=(Equipped("no such thing", 5),)), INSIDE)) == []
    assert refused(army(Transport(6, ("infantry",), equipped=(Equipped(item, 5),)), INSIDE)) == [("capacity", "W-172")]


def test_what_is_not_understood_of_a_transport_is_said_in_muster_and_battle() -> None:
    spec = army(Transport(6, ("infantry",), unread=("'It floats'",)), INSIDE)
    told = "Ark: of what it can carry is not modelled: 'It floats'"
    assert told in not_checked(spec, Roster((spec, spec)).of(0))
    assert told in muster(spec).not_modelled


def test_any_transport_that_says_so_splits_a_unit() -> None:
    carries = Transport(6, ("infantry",), splits=("intercessor squad",))
    spec = army(carries, LORD, squad(models=5, split="Ark"))
    assert refused(spec) == []
    state = fresh((spec, spec), mission())
    halves = [state.entry(key) for key in ("A2", "A2b")]
    assert [len(half.models) for half in halves] == [3, 2]
    assert [half.inside for half in halves] == ["", "A3"]
    battle = Battle(W40k10(), Setup(mission=mission(), armies=(spec, spec)), seed="halves")
    battle.advance()
    assert (battle.state.units["A2b"].where, battle.state.units["A2b"].inside) == ("inside", "A3")
    assert refused(army(carries, LORD, squad(split="Ark"), squad(split="Ark"))) == [("split-twice", "split")]


def test_a_unit_is_split_by_no_other_transport_and_a_single_model_by_none() -> None:
    silent = army(Transport(6, ("infantry",)), LORD, squad(split="Ark"))
    (refusal,) = check_army(silent)
    assert (refusal.code, refusal.rule) == ("may-not-split", "split")
    assert refusal.sentence == "Ark does not split Intercessor Squad: it splits no unit"
    other = army(Transport(6, ("infantry",), splits=("scout squad", "otters")), LORD, squad(split="Ark"))
    assert check_army(other)[0].sentence == "Ark does not split Intercessor Squad: it splits SCOUT SQUAD or OTTERS"
    single = army(Transport(6, ("infantry",), splits=("captain",)), LORD, UnitSpec(datasheet="Captain", split="Ark"))
    assert [refusal.sentence for refusal in check_army(single)] == ["Captain of one model cannot be split"]
    (found,) = [finding for finding in muster(silent).faults if finding.code == "may-not-split"]
    assert found.unit == "Intercessor Squad"


# --- the real ones ---


@pytest.fixture
def real(real_export: Real) -> Iterator[None]:
    library.register_source(UserLibrary(real_export.folder / "library.sqlite", "w40k10"))
    yield
    library.register_source(None)


def unit(datasheet: str, **more: object) -> UnitSpec:
    return msgspec.structs.replace(UnitSpec(datasheet=datasheet), **more)


def necrons(*units: UnitSpec) -> ArmySpec:
    lord = unit("Necron Warriors", models=10, leader="Royal Warden", warlord=True, inside="Ghost Ark")
    return ArmySpec(name="N", faction="Necrons", units=(lord, unit("Ghost Ark"), unit("Night Scythe"), *units))


def drukhari(*units: UnitSpec) -> ArmySpec:
    lord = unit("Kabalite Warriors", leader="Archon", warlord=True, inside="Raider")
    return ArmySpec(name="D", faction="Drukhari", units=(lord, unit("Raider"), unit("Venom"), *units))


@pytest.mark.usefixtures("real")
@pytest.mark.rule("W-172", "W-176")
def test_an_ark_a_scythe_and_a_raider_carry_whom_they_say_and_nobody_more() -> None:
    horde = unit("Necron Warriors", name="Horde", models=20, inside="Night Scythe")
    assert refused(necrons(horde)) == []
    assert refused(necrons(horde, unit("Immortals", inside="Night Scythe")))[0] == ("capacity", "W-172")
    assert refused(necrons(unit("Immortals", inside="Ghost Ark"))) == [("needs-keyword", "W-176")]
    assert refused(necrons(unit("Overlord", inside="Ghost Ark"))) == [("capacity", "W-172")]
    assert refused(drukhari()) == []
    assert refused(drukhari(unit("Succubus", inside="Raider"))) == [("capacity", "W-172")]
    assert refused(drukhari(unit("Scourges with Shardcarbines", inside="Venom")))[0] == ("excluded-keyword", "W-176")


@pytest.mark.usefixtures("real")
def test_a_venom_splits_what_it_says() -> None:
    assert refused(drukhari(unit("Wyches", split="Venom"))) == []
    assert refused(drukhari(unit("Incubi", split="Venom")))[0] == ("may-not-split", "split")


@pytest.mark.usefixtures("real")
def test_a_battle_with_real_transports_goes_to_its_end() -> None:
    ours = necrons(unit("Necron Warriors", name="Horde", models=20, inside="Night Scythe"))
    theirs = drukhari(unit("Wyches", split="Venom"))
    battle = Battle(W40k10(), Setup(mission=mission(), armies=(ours, theirs)), seed="ark")
    wrong: list[str] = []
    battle.advance()
    began = {key: unit.inside for key, unit in battle.state.units.items() if unit.inside}
    assert began == {"A1": "A2", "A4": "A3", "B1": "B2", "B4b": "B3"}
    got_out: set[str] = set()

    def watch(now: Battle[State], event: Event) -> None:
        wrong.extend(problems(now.state))
        if isinstance(event, Marked) and event.mark == "got_out_of":
            got_out.add(event.unit)

    battle.watch = watch
    battle.play(seat(battle, [random_chooser(f"ark {side}") for side in "AB"]))
    assert battle.over
    assert wrong == []
    assert got_out & {"A4", "B4b"}

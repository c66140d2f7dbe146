"""Units that join another one without leading it: their models are the unit's, in the list and in the battle."""

from pathlib import Path

from msgspec.structs import replace

from tests.games.w40k10.battle.kit import drive, fresh, mission, put, row
from warbench.battle import saves
from warbench.battle.driver import Battle
from warbench.games.w40k10 import library
from warbench.games.w40k10.battle import parting
from warbench.games.w40k10.battle.army_files import check_army
from warbench.games.w40k10.battle.casualties import destroy
from warbench.games.w40k10.battle.events import Parted, UnitDestroyed
from warbench.games.w40k10.battle.game import Setup, W40k10, setup_of
from warbench.games.w40k10.battle.leaving import without_retinue
from warbench.games.w40k10.battle.mission_files import missions
from warbench.games.w40k10.battle.roster import ArmySpec, Lead, Retinue, UnitSpec
from warbench.games.w40k10.battle.state import State
from warbench.players import random_chooser
from warbench.sheets.datasheet import JoinsUnit

CRABS = replace(
    library.datasheet("assault-intercessor-squad"),
    id="crabs",
    name="Crabs",
    joins=JoinsUnit(led_by=("captain",), never=("crabs",)),
)
WITH = UnitSpec(datasheet="Intercessor Squad", leader="Captain", retinues=(Retinue(datasheet="crabs"),), warlord=True)
CAPTAIN = "A1.6"


def army(*units: UnitSpec) -> ArmySpec:
    return ArmySpec(name="Tide", faction="Space Marines", detachment="Gladius Task Force", units=units, sheets=(CRABS,))


def joined(unit: UnitSpec = WITH) -> State:
    state = fresh((army(unit), army(UnitSpec(datasheet="Intercessor Squad", leader="Captain", warlord=True))), mission())
    put(state, "A1", row(len(state.entry("A1").models), 5, 10, 1.8))
    put(state, "B1", row(6, 10, 50, 1.8))
    return state


def slay(state: State, *models: str) -> list[int]:
    """Destroy models; the parts of the unit that are destroyed by that."""
    events = [event for model in models for event in drive(state, destroy(state, model, by="B1")).events]
    return [event.part for event in events if isinstance(event, UnitDestroyed)]


def part(state: State) -> list[Parted]:
    if not parting.broken(state):
        return []
    procedure = W40k10().next(state)
    assert procedure is not None
    return [event for event in drive(state, procedure).events if isinstance(event, Parted)]


def test_a_retinue_is_in_the_unit_and_costs_what_it_costs() -> None:
    assert check_army(army(WITH)) == ()
    entry = joined().entry("A1")
    assert entry.name == "Intercessor Squad with Crabs, led by Captain"
    assert len(entry.models) == 5 + 1 + 5
    assert [entry.kind(model).side for model, _ in entry.models] == [0] * 5 + [1] + [0] * 5
    assert entry.points == sum(entry.shares) == 80 + 80 + 75
    assert entry.leaders == 1


def test_a_retinue_may_be_larger_and_have_its_own_wargear() -> None:
    items = ({"heavy bolt pistol": 1, "power fist": 1}, *({"heavy bolt pistol": 1, "astartes chainsword": 1},) * 9)
    larger = replace(WITH, retinues=(Retinue(datasheet="crabs", models=10, items=items),))
    entry = joined(larger).entry("A1")
    assert (len(entry.models), entry.points) == (16, 80 + 80 + 150)
    assert dict(entry.kind("A1.7").items) == items[0]


def test_who_may_not_join_is_refused() -> None:
    twice = replace(WITH, retinues=WITH.retinues * 2)
    bare = replace(WITH, leader="Lieutenant")
    assert [refusal.code for refusal in check_army(army(twice))] == ["may-not-join"]
    assert [refusal.code for refusal in check_army(army(bare))] == ["may-not-join"]


def test_the_unit_stands_as_long_as_its_retinue_does_and_then_its_leader_is_alone() -> None:
    state = joined()
    assert slay(state, *(f"A1.{number}" for number in range(1, 6))) == []
    assert state.attached(state.units["A1"])
    assert part(state) == []
    assert slay(state, *(f"A1.{number}" for number in range(7, 12))) == [0]
    assert [(event.unit, event.starting, event.apart) for event in part(state)] == [("A1", 1, ())]
    assert state.points(state.units["A1"]) == 80


def test_without_its_leader_the_unit_and_its_retinue_stay_one() -> None:
    state = joined()
    assert slay(state, CAPTAIN) == [1]
    assert [event.starting for event in part(state)] == [10]
    assert part(state) == []
    assert state.points(state.units["A1"]) == 80 + 75


def test_leaders_part_from_each_other_whatever_retinue_was_there() -> None:
    state = joined(replace(WITH, beside=(Lead(datasheet="Lieutenant"),)))
    others = [model for model, _ in state.entry("A1").models if state.kind(model).side == 0]
    slay(state, *others)
    (event,) = part(state)
    assert [(each.part, each.starting) for each in event.apart] == [(2, 1)]


def test_a_retinue_without_leaders_never_parts() -> None:
    free = replace(CRABS, joins=JoinsUnit(units=("intercessor squad",)))
    side = replace(army(replace(WITH, leader="", warlord=False)), sheets=(free,))
    state = fresh((side, side), mission())
    assert state.entry("A1").name == "Intercessor Squad with Crabs"
    assert state.roster.apart == {}
    assert parting.broken(state) == []


def test_a_retinue_leaves_as_a_unit_of_its_own() -> None:
    rest, alone = without_retinue(replace(WITH, retinues=(Retinue(datasheet="crabs", models=10),)), 0)
    assert rest == replace(WITH, retinues=())
    assert alone == UnitSpec(datasheet="crabs", models=10)


def test_a_battle_with_retinues_is_played_to_the_end_and_rebuilt_from_its_save(tmp_path: Path) -> None:
    mine = army(WITH, UnitSpec(datasheet="Scout Squad"))
    battle = Battle(W40k10(), Setup(mission=missions()[0], armies=(mine, mine)), seed="crabs")

    def watch(found: Battle[State], _event: object) -> None:
        assert found.game.problems(found.state) == []

    battle.watch = watch
    chooser = random_chooser("crabs")
    player = lambda ask: chooser(ask, battle.state)  # noqa: E731 -- a player is a function of a question
    battle.play([player, player], most=4000)
    assert battle.over
    saves.save(battle, tmp_path / "crabs.json")
    found = saves.read(tmp_path / "crabs.json")
    assert saves.load(found, W40k10(), setup_of(found.setup)).hash == battle.hash

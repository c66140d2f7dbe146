"""Units with several leaders: who takes attacks, and what becomes of an Attached unit of which a part is destroyed."""

from pathlib import Path

import pytest

from tests.driving import Driven
from tests.games.w40k10.battle.kit import drive, mission, put, row, state_of
from tests.games.w40k10.battle.shots import X, Y, fire, losses, shooting, stand
from warbench.battle import saves
from warbench.battle.driver import Battle
from warbench.games.w40k10.battle import parting
from warbench.games.w40k10.battle.bearing import answers_of, groups_of, line_of, unit_effects
from warbench.games.w40k10.battle.casualties import destroy, mortal_wounds
from warbench.games.w40k10.battle.events import Apart, Lasts, Parted, UnitDestroyed, apply
from warbench.games.w40k10.battle.game import Setup, W40k10, setup_of
from warbench.games.w40k10.battle.mission_files import missions
from warbench.games.w40k10.battle.roster import ArmySpec, Lead, UnitSpec
from warbench.games.w40k10.battle.state import Lasting, State
from warbench.players import random_chooser
from warbench.rules.effects import ChangeRoll, Grant
from warbench.table.lattice import INCH, Place
from warbench.table.terrain import container, rectangle

LED = UnitSpec(datasheet="Intercessor Squad", leader="Captain", beside=(Lead(datasheet="Lieutenant"),))
CAPTAIN, LIEUTENANT = "A1.6", "A1.7"


def led() -> State:
    """Five Intercessors with a Captain and a Lieutenant, and an enemy far away."""
    state = state_of([LED, "Scout Squad"], ["Intercessor Squad"], factions=("Space Marines", "Space Marines"))
    put(state, "A1", row(7, 10, 10, 1.8))
    put(state, "A2", row(5, 10, 20, 1.8))
    put(state, "B1", row(5, 10, 50, 1.8))
    return state


def slay(state: State, *models: str) -> list[UnitDestroyed]:
    """Destroy models; the parts of units that were destroyed with them."""
    events = [event for model in models for event in drive(state, destroy(state, model, by="B1")).events]
    return [event for event in events if isinstance(event, UnitDestroyed)]


def part(state: State) -> list[Parted]:
    """What happens between two activations."""
    game = W40k10()
    procedure = game.next(state)
    if not parting.broken(state):
        return []
    assert procedure is not None
    return [event for event in drive(state, procedure).events if isinstance(event, Parted)]


def test_both_leaders_are_in_the_unit_and_it_costs_what_all_cost() -> None:
    state = led()
    entry = state.entry("A1")
    assert entry.name == "Intercessor Squad led by Captain and Lieutenant"
    assert [entry.kind(model).part for model, _ in entry.models] == [0, 0, 0, 0, 0, 1, 2]
    assert entry.points == sum(entry.shares) == 80 + 80 + 65
    assert state.attached(state.units["A1"])


def test_the_abilities_of_both_leaders_serve_the_unit_while_each_is_left() -> None:
    state = led()

    def lethal() -> bool:
        given = unit_effects(state, state.units["A1"], "attacker", None)
        return any(isinstance(effect, Grant) and effect.keyword == "lethal hits" for effect in given)

    assert lethal()
    slay(state, CAPTAIN)
    assert lethal()
    slay(state, LIEUTENANT)
    assert not lethal()


def test_the_bodyguard_is_destroyed_and_each_leader_becomes_a_unit() -> None:
    state = led()
    unit = state.units["A1"]
    unit.moved, unit.shocked, unit.lasting = "normal", True, []
    state.core.done, state.core.owed = ["A1"], []
    (lost,) = slay(state, *(f"A1.{number}" for number in range(1, 6)))
    assert (lost.unit, lost.part) == ("A1", 0)
    assert part(state) == [Parted(unit="A1", starting=1, apart=(Apart("A1c", 2, 1),), rule="attached-parts")]
    own = state.units["A1c"]
    assert [model.id for model in state.units["A1"].models] == [CAPTAIN]
    assert [model.id for model in own.models] == [LIEUTENANT]
    assert (own.where, own.moved, own.shocked, own.starting) == ("table", "normal", True, 1)
    assert state.core.done == ["A1", "A1c"]
    assert state.entry("A1c").name == "Lieutenant"
    assert [state.unit_of(model) for model in (CAPTAIN, LIEUTENANT)] == ["A1", "A1c"]
    assert [state.points(state.units[key]) for key in ("A1", "A1c")] == [80, 65]
    assert not any(state.below_half(state.units[key]) for key in ("A1", "A1c"))
    assert part(state) == []
    assert W40k10().problems(state) == []


@pytest.mark.rule("W-205", "X-40")
def test_each_unit_that_comes_of_one_that_splits_has_all_its_tokens() -> None:
    state = led()
    state.units["A1"].tokens = 2
    slay(state, *(f"A1.{number}" for number in range(1, 6)))
    (parted,) = part(state)
    assert [state.units[unit].tokens for unit in ("A1", *(each.unit for each in parted.apart))] == [2, 2]


def test_each_of_the_separate_leaders_is_destroyed_by_himself() -> None:
    state = led()
    slay(state, *(f"A1.{number}" for number in range(1, 6)))
    part(state)
    assert [(lost.unit, lost.part) for lost in slay(state, LIEUTENANT)] == [("A1c", 2)]
    assert (state.units["A1c"].where, state.units["A1"].where) == ("gone", "table")
    assert [(lost.unit, lost.part) for lost in slay(state, CAPTAIN)] == [("A1", 1)]
    assert state.units["A1"].where == "gone"


def test_one_leader_of_two_is_lost_and_the_unit_stays_attached() -> None:
    state = led()
    slay(state, CAPTAIN)
    assert part(state) == []
    assert state.units["A1"].starting == 7
    slay(state, LIEUTENANT)
    assert part(state) == [Parted(unit="A1", starting=5, rule="attached-parts")]
    assert state.points(state.units["A1"]) == 80


def test_the_leader_who_is_left_alone_keeps_the_unit_and_has_his_own_starting_strength() -> None:
    state = led()
    slay(state, CAPTAIN, *(f"A1.{number}" for number in range(1, 6)))
    assert part(state) == [Parted(unit="A1", starting=1, rule="attached-parts")]
    assert state.points(state.units["A1"]) == 65
    assert not state.below_half(state.units["A1"])


def test_what_lasts_against_the_unit_lasts_against_each_that_comes_of_it() -> None:
    state = led()
    effect = ChangeRoll(roll="hit", by=1)
    apply(state, Lasts(unit="B1", lasting=Lasting(effect, "phase", "Oath", "A1")))
    slay(state, *(f"A1.{number}" for number in range(1, 6)))
    part(state)
    assert [lasting.against for lasting in state.units["B1"].lasting] == ["A1", "A1c"]


def test_attacks_go_to_leaders_only_after_the_bodyguard_and_the_owner_chooses_between_them() -> None:
    state = led()
    for number in range(2, 6):
        slay(state, f"A1.{number}")
    # The last Intercessor has two wounds; then the owner says that the Lieutenant takes the third.
    done = drive(state, mortal_wounds(state, "A1", 3, by="B1"), losses=[LIEUTENANT])
    (ask,) = done.allotted
    assert [option.key for option in ask.options] == [CAPTAIN, LIEUTENANT]
    assert ask.player == 0
    left = {model.id: model.wounds for model in state.units["A1"].models}
    assert left == {CAPTAIN: 5, LIEUTENANT: 3}


RIFLE = "Bolt sniper rifle"


def sniped(answer: str) -> tuple[State, Driven]:
    """Eliminators hit and wound a led squad once and the save fails; the attacker answers who takes it."""
    foe = UnitSpec(datasheet="Intercessor Squad", leader="Captain", beside=(Lead(datasheet="Lieutenant"),))
    state = shooting(["Eliminator Squad"], [foe], factions=("Space Marines", "Space Marines"))
    stand(state, "B1", 10)
    return state, fire(state, {RIFLE: "B1"}, [6, 1, 1, 6, 1], answers=[answer])


@pytest.mark.rule("C22")
@pytest.mark.parametrize("answer", ["B1.6", "B1.7", "no"])
def test_precision_picks_one_of_several_characters(answer: str) -> None:
    state, done = sniped(answer)
    ask = done.about("precision")
    assert [option.key for option in ask.options] == ["B1.6", "B1.7", "no"]
    assert (ask.player, ask.options[1].text) == (0, "at Lieutenant (B1.7) first")
    ((model, _),) = losses(done)
    characters = [each.id for each in state.units["B1"].models if "character" in state.kind(each.id).keywords]
    assert (model == answer) if answer != "no" else (model not in characters)
    assert done.allotted == [] or answer == "no"


@pytest.mark.rule("C22")
@pytest.mark.parametrize("seen", [True, False])
def test_attacks_left_over_pass_to_another_character_only_if_he_is_seen(*, seen: bool) -> None:
    foe = UnitSpec(datasheet="Intercessor Squad", leader="Captain", beside=(Lead(datasheet="Lieutenant"),))
    block = container("block", rectangle(X + 6 * INCH, Y + 4 * INCH, X + 8 * INCH, Y + 20 * INCH), 5 * INCH)
    sides = ("Space Marines", "Space Marines")
    state = shooting(["Eliminator Squad"], [foe], factions=sides, on=mission(pieces=(block,)))
    stand(state, "B1", 10)
    *_, captain, lieutenant = state.units["B1"].models
    captain.wounds = 1
    if not seen:
        lieutenant.place = Place(X + 9 * INCH, Y + 9 * INCH)
    # Two of three rifles hit and wound, no save succeeds: the first takes the Captain.
    done = fire(state, {RIFLE: "B1"}, [6, 6, 1, 6, 6, 1, 1], answers=["B1.6" if seen else "yes"])
    first, second = losses(done)
    assert first[0] == "B1.6"
    assert (second[0] == "B1.7") is seen


def test_a_character_whom_nobody_sees_comes_last_of_the_others() -> None:
    state = shooting(["Eliminator Squad"], [LED], factions=("Space Marines", "Space Marines"))
    stand(state, "B1", 10)
    unit = state.units["B1"]
    kinds = answers_of(groups_of(state, unit)[0])
    line = line_of(state, unit, kinds, apart=True, picked=("B1.7",))
    assert line.order[1] == ("B1.7",)
    assert line.order[0][-1] == "B1.6"
    assert sorted(line.order[0] + line.order[1]) == sorted(model.id for model in unit.models)


def marching(number: int) -> Battle[State]:
    """A battle of two armies whose units all have two leaders, to its end, checked after every event."""
    units = (
        LED,
        UnitSpec(datasheet="Hellblaster Squad", leader="Captain", beside=(Lead(datasheet="Lieutenant"),), name="Guns"),
        UnitSpec(
            datasheet="Terminator Squad",
            leader="Captain in Terminator Armour",
            beside=(Lead(datasheet="Ancient in Terminator Armour"),),
            warlord=True,
        ),
    )
    army = ArmySpec(name="Led", faction="Space Marines", units=units)
    battle = Battle(W40k10(), Setup(mission=missions()[0], armies=(army, army)), seed=f"led {number}")

    def watch(found: Battle[State], _event: object) -> None:
        assert found.game.problems(found.state) == []

    battle.watch = watch
    chooser = random_chooser(f"led {number}")
    player = lambda ask: chooser(ask, battle.state)  # noqa: E731 -- a player is a function of a question
    battle.play([player, player], most=4000)
    return battle


@pytest.mark.parametrize("number", range(2))
def test_whole_battles_of_units_with_two_leaders_stay_in_order_and_are_replayed_and_loaded(number: int, tmp_path: Path) -> None:
    battle = marching(number)
    assert battle.over
    # Some unit lost its bodyguard or its leaders.
    assert any(isinstance(each.event, Parted) for each in battle.log)
    saves.save(battle, tmp_path / "led.json")
    found = saves.read(tmp_path / "led.json")
    loaded = saves.load(found, W40k10(), setup_of(found.setup))
    assert loaded.hash == battle.hash
    assert battle.game.encode(marching(number).state) == battle.game.encode(battle.state)

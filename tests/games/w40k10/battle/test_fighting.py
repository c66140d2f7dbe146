"""The Fight phase: who fights when, whom, with what; what follows from it."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from tests.driving import refusal
from tests.games.w40k10.battle.kit import drive, put, reacting, state_of
from warbench.attack.exact import solve
from warbench.attack.volley import Volley
from warbench.battle.requests import Event, Roll, Search
from warbench.games.w40k10.battle.bearing import line_of
from warbench.games.w40k10.battle.events import Began, Chose, Destroyed, Ends, Lasts, Marked, Points, Said, Threw, apply
from warbench.games.w40k10.battle.fighting import FIRST, REST, fight, next_step
from warbench.games.w40k10.battle.melee import declare, melee_weapons, reach
from warbench.games.w40k10.battle.reactions.blows import EpicChallenge, WarriorPride
from warbench.games.w40k10.battle.reactions.fights import CounterOffensive
from warbench.games.w40k10.battle.reactions.shields import VoidArmour
from warbench.games.w40k10.battle.roster import UnitSpec
from warbench.games.w40k10.battle.state import Lasting, State
from warbench.games.w40k10.battle.volleys import Settled, settle
from warbench.games.w40k10.sequence import schedule
from warbench.rules.effects import ChangeValue, Grant
from warbench.table.lattice import Place

X, Y = 2540, 2540
RADII = 140 + 160
"""The radii of a Hearthkyn Warrior (28 mm) and an Intercessor (32 mm)."""

HLF = "Hekaton Land Fortress"


def pairs(count: int, *, step: str = REST) -> State:
    """So many Hearthkyn Warriors, each in base contact with an Intercessor of its own: A1 with B1, A2 with B2."""
    state = state_of(["Hearthkyn Warriors"] * count, ["Intercessor Squad"] * count)
    state.core.phase, state.core.step, state.core.round = "fight", step, 1
    for index in range(count):
        put(state, f"A{index + 1}", [Place(X + 2000 * index, Y)])
        put(state, f"B{index + 1}", [Place(X + 2000 * index, Y + RADII)])
    return state


def fortress(tokens: int = 0) -> State:
    """A Hekaton Land Fortress that touches the middle one of five Intercessors."""
    state = state_of([HLF])
    state.core.phase, state.core.step = "fight", REST
    put(state, "A1", [Place(X + 3000, Y)])
    put(state, "B1", [Place(X + 3000 + 320 * (index - 2), Y + 550 + 160) for index in range(5)])
    apply(state, Marked(unit="B1", mark="tokens", value=tokens))
    return state


def play(state: State, picks: Sequence[str] = (), reactions: Sequence[Any] = (), face: int = 1) -> list[Event]:
    """Play the phase to its end: every die shows ``face``, ``picks`` answer who fights next and who reacts, all others hold."""
    events: list[Event] = []
    left = list(picks)
    with reacting(reactions):
        while state.core.phase == "fight":
            steps = next_step(state)
            value: Any = None
            while True:
                try:
                    request = steps.send(value)
                except StopIteration:
                    break
                value = None
                if isinstance(request, Event):
                    apply(state, request)
                    events.append(request)
                elif isinstance(request, Roll):
                    value = (face,) * request.count
                elif isinstance(request, Search):
                    value = request.finds()
                else:
                    asked = request.about in {"unit", "react"}
                    value = left.pop(0) if asked and left else "pass" if request.about == "react" else request.options[0].key
                    request.check(value)
    assert not left
    return events


def fought(events: Sequence[Event]) -> list[str]:
    """The units that fought, in order."""
    return [event.unit for event in events if isinstance(event, Chose) and event.unit]


# --- who fights when ---


@pytest.mark.rule("C10")
def test_in_each_step_the_players_take_turns_and_the_one_whose_turn_it_is_not_begins() -> None:
    state = pairs(3, step="")
    for unit in ("A1", "A2", "B3"):
        apply(state, Marked(unit=unit, mark="fights_first", value=True))
    events = play(state, ["A2", "B2"])
    # With Fights First: B3 begins, then A1 or A2. Then all others, the player whose turn it is not first again.
    assert fought(events) == ["B3", "A2", "A1", "B2", "A3", "B1"]
    assert [event.step for event in events if isinstance(event, Began)] == [FIRST, REST, ""]
    assert [event.moment for event in events if isinstance(event, Ends)] == ["phase"]
    assert state.core.phase == "end"


@pytest.mark.rule("C10")
def test_who_may_be_picked() -> None:
    state = pairs(4)
    put(state, "A3", [Place(X, Y + 6000)])
    put(state, "B3", [Place(X + 2000, Y + 6000)])
    apply(state, Marked(unit="B4", mark="fought", value=True))
    ask = drive(state, next_step(state), ["B1"], [1, 1, 1]).about("unit")
    assert (ask.player, [option.key for option in ask.options]) == (1, ["B1", "B2"])
    for answer, code in (("B4", "has-fought"), ("B3", "not-engaged"), ("A1", "not-yours"), ("Z", "not-yours")):
        told = refusal(ask, answer)
        assert told is not None
        assert (told.code, told.rule) == (code, "C10")
    # A unit that charged may fight although nobody is left in its Engagement Range.
    apply(state, Marked(unit="A3", mark="charged", value=True))
    assert "A3" in fought(play(state))


@pytest.mark.rule("C10")
def test_a_unit_without_fights_first_waits_for_the_second_step() -> None:
    state = pairs(3, step=FIRST)
    for unit in ("B1", "B2"):
        apply(state, Marked(unit=unit, mark="fights_first", value=True))
    ask = drive(state, next_step(state), ["B2"], [1, 1, 1]).about("unit")
    assert [option.key for option in ask.options] == ["B1", "B2"]
    told = refusal(ask, "B3")
    assert told is not None
    assert (told.code, told.rule) == ("not-yet", "C10")


@pytest.mark.rule("W-243", "W-244", "W-245")
def test_counter_offensive_lets_a_unit_fight_next_whatever_the_order() -> None:
    state = pairs(3, step="")
    for unit in ("A1", "A2"):
        apply(state, Marked(unit=unit, mark="fights_first", value=True))
    apply(state, Points(player=1, what="cp", by=3, why="test"))
    # A1 fights first; B3 has no Fights First and fights next all the same, then the order goes on with A2.
    events = play(state, ["A1", "counter-offensive:B3", "B1"], [CounterOffensive()])
    assert fought(events) == ["A1", "B3", "A2", "B1", "A3", "B2"]
    assert state.core.sides[1].cp == 1


# --- whom and with what ---


@pytest.mark.rule("C10")
def test_models_reach_by_engagement_range_or_through_a_model_that_touches_the_enemy() -> None:
    state = state_of(["Hearthkyn Warriors"])
    touching, behind, aside, far = Place(X, Y), Place(X, Y - 280), Place(X + 400, Y), Place(X + 400, Y - 281)
    put(state, "A1", [touching, behind, aside, far])
    put(state, "B1", [Place(X, Y + RADII)])
    # The second touches the first, which touches the enemy; the third is near enough; the fourth touches nobody.
    assert reach(state, state.units["A1"]) == {"A1.1": ("B1",), "A1.2": ("B1",), "A1.3": ("B1",)}


def split() -> State:
    """Two Warriors between an Intercessor and a Hellblaster, a third beside the Hellblaster."""
    state = state_of(["Hearthkyn Warriors"], ["Intercessor Squad", "Hellblaster Squad"])
    state.core.phase, state.core.step = "fight", REST
    put(state, "A1", [Place(X, Y), Place(X + 300, Y), Place(X + 600, Y)])
    put(state, "B1", [Place(X, Y + RADII)])
    put(state, "B2", [Place(X + 300, Y - RADII)])
    return state


def test_the_owner_says_whom_each_model_attacks() -> None:
    state = split()
    done = drive(state, declare(state, state.units["A1"]), ["B2"])
    assert [(aimed.target, [each.bearers for each in aimed.declared]) for aimed in done.value] == [
        ("B2", [("A1.1",), ("A1.2", "A1.3")])
    ]
    ask = done.about("fight target")
    assert [option.key for option in ask.options] == ["B1", "B2"]
    done = drive(state, declare(state, state.units["A1"]), ["A1.1=B1;A1.2=B2"])
    assert [(aimed.target, [each.bearers for each in aimed.declared]) for aimed in done.value] == [
        ("B1", [("A1.1",)]),
        ("B2", [("A1.2", "A1.3")]),
    ]
    for answer, code in (
        ("A1.3=B1", "out-of-reach"),
        ("A1.9=B1", "cannot-fight"),
        ("B3", "no-such-target"),
        ("", "no-such-target"),
    ):
        told = refusal(ask, answer)
        assert told is not None
        assert told.code == code


def between() -> State:
    """Captain, with a power fist of 5 attacks, between an Intercessor and a Hellblaster that he touches."""
    state = state_of(["Captain"], ["Intercessor Squad", "Hellblaster Squad"], factions=("Space Marines", "Space Marines"))
    state.core.phase, state.core.step = "fight", REST
    armed(state)
    put(state, "A1", [Place(X, Y)])
    put(state, "B1", [Place(X, Y + 200 + 160)])
    put(state, "B2", [Place(X, Y - 200 - 160)])
    return state


def test_a_model_splits_the_attacks_of_its_weapon_by_number() -> None:
    state = between()
    done = drive(state, fight(state, state.units["A1"]), ["Power fist", "A1.1=B1*3,B2*2"], [1] * 5)
    assert [(event.purpose, len(event.faces)) for event in done.all(Threw)] == [("hit", 3), ("hit", 2)]
    assert ["Attacks at this unit 3" in done.all(Said)[0].text, "Attacks at this unit 2" in done.all(Said)[1].text] == [
        True,
        True,
    ]
    # All of them at one unit need no number, and take one.
    for answer in ("A1.1=B2", "A1.1=B2*5", "B2"):
        state = between()
        done = drive(state, fight(state, state.units["A1"]), ["Power fist", answer], [1] * 5)
        assert [said.text.partition(":")[0] for said in done.all(Said)] == ["1 x Power fist at B2"]


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ("A1.1=B1*3,B2*3", "wrong-number"),
        ("A1.1=B1*2", "wrong-number"),
        ("A1.1=B1,B2", "bad-share"),
        ("A1.1=B1*3,B3*2", "out-of-reach"),
    ],
)
def test_attacks_are_not_split_otherwise(answer: str, code: str) -> None:
    state = between()
    ask = drive(state, declare(state, state.units["A1"]), ["Power fist", "B1"]).about("fight target")
    told = refusal(ask, answer)
    assert told is not None
    assert told.code == code


def test_what_adds_attacks_counts_when_they_are_split() -> None:
    state = between()
    effect = ChangeValue(name="attacks", by=1, attacks="melee")
    apply(state, Lasts(unit="A1", lasting=Lasting(effect, "phase", "test")))
    ask = drive(state, declare(state, state.units["A1"]), ["Power fist", "A1.1=B1*3,B2*3"]).about("fight target")
    told = refusal(ask, "A1.1=B1*3,B2*2")
    assert told is not None
    assert (told.code, told.rule) == ("wrong-number", "melee-targets")


def test_a_random_number_of_attacks_goes_at_one_unit() -> None:
    state = between()
    reforged(state, "power fist", [{"characteristics": {**fist(state), "attacks": "D6"}}])
    ask = drive(state, declare(state, state.units["A1"]), ["Power fist", "B1"]).about("fight target")
    told = refusal(ask, "A1.1=B1*3,B2*2")
    assert told is not None
    assert told.code == "random-attacks"


def test_weapons_with_extra_attacks_strike_the_unit_that_was_named_first() -> None:
    state = between()
    reforged(state, "close combat weapon", [{"abilities": ("extra attacks",)}])
    done = drive(state, declare(state, state.units["A1"]), ["A1.1=B2*2,B1*3"])
    assert [(aimed.target, [(each.weapon.name, each.attacks) for each in aimed.declared]) for aimed in done.value] == [
        ("B1", [("Power fist", 3)]),
        ("B2", [("Close combat weapon", None), ("Power fist", 2)]),
    ]


def captain() -> State:
    """A Captain with a close combat weapon and a power fist, who touches an Intercessor."""
    state = state_of(["Captain"], factions=("Space Marines", "Space Marines"))
    armed(state)
    put(state, "A1", [Place(X, Y)])
    put(state, "B1", [Place(X, Y + 200 + 160)])
    return state


def armed(state: State) -> None:
    """Give the Captain a close combat weapon and a power fist."""
    entry = state.entry("A1")
    kind = replace(entry.kinds[0], items=(("close combat weapon", 1), ("power fist", 1)))
    state.roster.units["A1"] = replace(entry, kinds=(kind,))


def fist(state: State) -> dict[str, Any]:
    """The numbers of the Captain's power fist."""
    weapon = state.entry("A1").sheets[0].weapon("power fist")
    assert weapon is not None
    return dict(weapon.profiles[0].characteristics)


def test_a_model_fights_with_one_melee_weapon_the_best_or_the_one_named() -> None:
    state = captain()
    names = [weapon.name for weapon in melee_weapons(state.entry("A1"), 0)]
    assert names == ["Close combat weapon", "Power fist"]
    done = drive(state, declare(state, state.units["A1"]), ["best"])
    (aimed,) = done.value
    assert [each.weapon.name for each in aimed.declared] == ["Power fist"]
    assert [option.key for option in done.about("fight weapon").options] == ["best", *names]
    done = drive(state, declare(state, state.units["A1"]), ["Close combat weapon"])
    assert [each.weapon.name for each in done.value[0].declared] == ["Close combat weapon"]


def reforged(state: State, item: str, profiles: Sequence[dict[str, Any]]) -> None:
    """Give a weapon of the Captain's datasheet these profiles: what differs from its first one."""
    entry = state.entry("A1")
    (sheet,) = entry.sheets
    weapon = sheet.weapon(item)
    assert weapon is not None
    new = replace(weapon, profiles=tuple(replace(weapon.profiles[0], **changes) for changes in profiles))
    sheet = replace(sheet, weapons=tuple(new if each is weapon else each for each in sheet.weapons))
    state.roster.units["A1"] = replace(entry, sheets=(sheet,))


@pytest.mark.rule("W-058")
def test_a_weapon_with_several_profiles_is_used_in_one_of_them() -> None:
    state = captain()
    reforged(state, "power fist", [{"name": "strike"}, {"name": "sweep"}])
    done = drive(state, declare(state, state.units["A1"]), ["Power fist \N{EN DASH} sweep"])
    assert [each.weapon.name for each in done.value[0].declared] == ["Power fist \N{EN DASH} sweep"]
    names = [option.key for option in done.about("fight weapon").options]
    assert names == ["best", "Close combat weapon", "Power fist \N{EN DASH} strike", "Power fist \N{EN DASH} sweep"]
    told = refusal(done.about("fight weapon"), "Power fist")
    assert told is not None
    assert (told.code, told.rule) == ("no-such-weapon", "W-058")


def test_each_model_may_be_given_its_own_melee_weapon() -> None:
    state = captain()
    done = drive(state, declare(state, state.units["A1"]), ["A1.1=Close combat weapon"])
    assert [each.weapon.name for each in done.value[0].declared] == ["Close combat weapon"]
    for answer in ("A1.1=Axe", "A1.2=Power fist", "B1"):
        told = refusal(done.about("fight weapon"), answer)
        assert told is not None
        assert told.code == "no-such-weapon"


def test_weapons_with_extra_attacks_are_used_beside_the_other() -> None:
    state = captain()
    reforged(state, "power fist", [{"abilities": ("extra attacks",)}])
    done = drive(state, declare(state, state.units["A1"]))
    assert [each.weapon.name for each in done.value[0].declared] == ["Close combat weapon", "Power fist"]


# --- what the attacks are ---


def settled(state: State) -> Settled:
    """The Fortress's attacks at the Intercessors, with every number."""
    done = drive(state, declare(state, state.units["A1"]))
    (aimed,) = done.value
    return settle(state, state.units["A1"], aimed)


def unsaved(state: State) -> Fraction:
    """How many of the Fortress's attacks get through on average: the damage is 1."""
    each = settled(state)
    groups = tuple(plan.group() for plan in each.plans)
    line = line_of(state, state.units["B1"], each.kinds, apart=False)
    outcome = solve(Volley(groups, schedule(groups), line.target), exact=True)
    return Fraction(outcome.wounds_lost.mean)


@pytest.mark.rule("W-010")
def test_a_melee_attack_compares_with_the_weapon_skill() -> None:
    state = fortress()
    # WS4+: of six attacks three show 4 and three 3: three hits. Then 2 to wound, saved by 3.
    done = drive(state, fight(state, state.units["A1"]), [], [4, 3, 4, 3, 4, 3, 2, 2, 2, 3, 3, 3])
    assert [roll.count for roll in done.rolls] == [6, 3, 3]
    (said,) = done.all(Said)
    assert "Hit roll 4+ (WS 4+" in said.text


@pytest.mark.rule("W-297", "W-298", "W-299", "W-300")
def test_warrior_pride_improves_the_penetration_by_the_tokens_of_one_enemy() -> None:
    assert unsaved(fortress()) == Fraction(5, 6)
    state = fortress(tokens=2)
    apply(state, Points(player=0, what="cp", by=1, why="test"))
    oathband(state)
    # To hit 3+ with a token, to wound 2+ with two; saves of 4 fail against AP-2 with a Save of 3+.
    dice = [3] * 6 + [2] * 6 + [4] * 6
    done = drive(state, fight(state, state.units["A1"]), ["warrior-pride:B1"], dice, [WarriorPride()])
    assert [event.lasting.against for event in done.all(Lasts)] == ["B1"]
    (said,) = done.all(Said)
    assert "AP -2" in said.text
    assert len(done.all(Destroyed)) == 3
    state = fortress(tokens=2)
    for effect in WarriorPride().card.effects:
        apply(state, Lasts(unit="A1", lasting=Lasting(effect, "phase", "Warrior Pride", "B1")))
    assert unsaved(state) == Fraction(20, 9)
    # It ends with the phase, and serves against that enemy alone.
    apply(state, Ends(moment="phase"))
    assert unsaved(state) < Fraction(20, 9)
    state = fortress(tokens=2)
    for effect in WarriorPride().card.effects:
        apply(state, Lasts(unit="A1", lasting=Lasting(effect, "phase", "Warrior Pride", "B9")))
    assert all(reason.number != "AP" for plan in settled(state).plans for reason in plan.reasons)


def test_warrior_pride_needs_a_token() -> None:
    state = fortress()
    apply(state, Points(player=0, what="cp", by=1, why="test"))
    oathband(state)
    done = drive(state, fight(state, state.units["A1"]), [], [1] * 6, [WarriorPride()])
    assert "react" not in {ask.about for ask in done.asked}


def oathband(state: State) -> None:
    """Give the first army the Oathband detachment."""
    first, second = state.roster.armies
    state.roster.armies = (replace(first, detachment="Oathband"), second)


@pytest.mark.rule("W-291")
def test_void_armour_is_offered_once_targets_are_selected() -> None:
    state = pairs(1)
    apply(state, Points(player=0, what="cp", by=1, why="test"))
    oathband(state)
    done = drive(state, fight(state, state.units["B1"]), ["void-armour:A1"], [1, 1, 1], [VoidArmour()])
    assert [event.unit for event in done.all(Lasts)] == ["A1"] * len(done.all(Lasts))
    assert done.all(Lasts)


@pytest.mark.rule("W-123")
def test_hazardous_melee_weapons_are_tested_after_the_fight() -> None:
    state = pairs(1)
    effect = Grant(keyword="hazardous", attacks="melee")
    apply(state, Lasts(unit="B1", lasting=Lasting(effect, "phase", "test")))
    done = drive(state, fight(state, state.units["B1"]), [], [1, 1, 1, 1])
    assert [(event.purpose, len(event.faces)) for event in done.all(Threw)] == [("hit", 3), ("hazardous", 1)]
    assert [event.model for event in done.all(Destroyed)] == ["B1.1"]


@pytest.mark.rule("C28")
def test_epic_challenge_lets_a_character_strike_the_enemys_leader() -> None:
    state = state_of(
        ["Captain"], [UnitSpec(datasheet="Hearthkyn Warriors", leader="Kahl")], factions=("Space Marines", "Leagues of Votann")
    )
    state.core.phase, state.core.step = "fight", REST
    put(state, "A1", [Place(X, Y)])
    put(state, "B1", [Place(X + 281 * index, Y + 340) for index in range(11)])
    apply(state, Points(player=0, what="cp", by=1, why="test"))
    foe = state.units["B1"]
    leader = next(model for model in foe.models if "character" in state.kind(model.id).keywords)
    # One hit, one wound, one save that fails: it strikes the Kahl at the far end of the line.
    answers = ["epic-challenge:A1", "yes"]
    done = drive(state, fight(state, state.units["A1"]), answers, [6, 1, 1, 1, 1, 1, 6, 1], [EpicChallenge()])
    assert [event.lasting.model for event in done.all(Lasts)] == ["A1.1"]
    assert leader.wounds < state.kind(leader.id).wounds


def test_finest_hour_is_used_once_a_battle_as_the_phase_starts() -> None:
    state = captain()
    state.core.phase, state.core.step = "fight", ""
    done = drive(state, next_step(state), ["now"])
    assert [(event.unit, event.mark) for event in done.all(Marked)] == [("A1", "spent")]
    assert state.core.step == FIRST
    done = drive(state, fight(state, state.units["A1"]), ["Close combat weapon"], [1] * 9)
    (said,) = done.all(Said)
    assert "Attacks 6 (+3 (Finest Hour))" in said.text
    # In a later Fight phase it is not offered again, and helps no more.
    state.core.turn, state.core.step = 1, ""
    apply(state, Ends(moment="phase"))
    assert not drive(state, next_step(state)).asked
    drive(state, fight(state, state.units["A1"]), ["Close combat weapon"], [1] * 6)

"""Stratagems that change attacks until the phase ends: those of the target, and those of the attacker."""

from fractions import Fraction
from typing import Any

import pytest

from tests.driving import Driven
from tests.games.w40k10.battle.kit import at, barred, drive, offered, put, row, state_of
from warbench.battle.requests import Procedure
from warbench.chance import Result
from warbench.games.w40k10.battle.events import Ends, Hurt, apply
from warbench.games.w40k10.battle.fighting import fight
from warbench.games.w40k10.battle.moments import Targets, UnitMoment, windows
from warbench.games.w40k10.battle.reactions.shields import VoidArmour
from warbench.games.w40k10.battle.roster import UnitSpec
from warbench.games.w40k10.battle.shooting import shoot
from warbench.games.w40k10.battle.state import Options, State
from warbench.games.w40k10.battle.volleys import Aimed, Declared, settle
from warbench.games.w40k10.plan import Plan

F = Fraction
OATHBAND = ("Oathband", "")


def window(state: State, moment: str, about: object, player: int = 0) -> Procedure[list[object]]:
    return windows().open(state, moment, (player,), about)


def use(state: State, moment: str, about: object, *keys: str, player: int = 0) -> Driven:
    """Use stratagems, each with what it asks."""
    state.core.sides[player].cp = max(state.core.sides[player].cp, 3)
    answers = list(keys)
    if len(offered(state, moment, player, about)) > 1:
        answers.append("pass")
    return drive(state, window(state, moment, about, player), answers, reactions=None)


def plan(state: State, attacker: str, weapon: str, target: str, bearer: str = "", **facts: Any) -> Plan:
    """The numbers of one weapon of a unit against another."""
    unit = state.units[attacker]
    model = bearer or unit.models[-1].id
    found = next(each for each in state.kind(model).weapons if each.name == weapon)
    aimed = Aimed(target, (Declared(found, (model,), tuple(facts.items())),))
    return settle(state, unit, aimed).plans[0]


def saved(state: State, attacker: str, weapon: str, target: str) -> Fraction:
    """The chance that most of the target's models save."""
    save = plan(state, attacker, weapon, target).strikes[0].on(0).args[0].save
    return 1 - F(save.chance(Result.FAIL, exact=True))


def unsaved(state: State, attacker: str, weapon: str, target: str) -> Fraction:
    """The unsaved wounds on average: attacks by hits by wounds by failed saves."""
    found = plan(state, attacker, weapon, target)
    hit, wound = found.attack.hit, found.attack.wound
    assert hit is not None
    assert wound is not None
    chances = [1 - F(check.chance(Result.FAIL, exact=True)) for check in (hit, wound)]
    fails = F(found.strikes[0].on(0).args[0].save.chance(Result.FAIL, exact=True))
    assert found.attacks.fixed is not None
    return found.attacks.fixed * chances[0] * chances[1] * fails


# --- the target's: Go to Ground, Smokescreen, Void Armour ---


def fired_on(phase: str = "shooting", turn: int = 1) -> State:
    """A Sagitaur and Hearthkyn of the Oathband, two squads of Hellblasters and Terminators of the opponent."""
    theirs = ("Hellblaster Squad", "Hellblaster Squad", "Terminator Squad", "Eradicator Squad")
    state = state_of(["Sagitaur", "Hearthkyn Warriors"], theirs, detachments=OATHBAND)
    put(state, "A1", [at(10, 10)])
    put(state, "A2", row(10, 20, 10))
    put(state, "B1", row(5, 10, 30))
    put(state, "B2", row(5, 20, 30))
    put(state, "B3", row(5, 30, 30, 2))
    put(state, "B4", row(3, 10, 20, 2))
    state.core.phase, state.core.turn, state.core.step = phase, turn, ""
    return state


PLASMA = "Plasma incinerator \N{EN DASH} standard"


@pytest.mark.rule("W-291", "W-293", "W-294")
def test_void_armour_worsens_every_attack_on_the_unit_in_that_phase() -> None:
    state = fired_on()
    assert saved(state, "B1", PLASMA, "A1") == F(2, 6)
    use(state, "targets selected", Targets("B1", ("A1",)), "void-armour:A1")
    assert saved(state, "B1", PLASMA, "A1") == F(3, 6)
    assert saved(state, "B2", PLASMA, "A1") == F(3, 6)
    assert saved(state, "B2", PLASMA, "A2") == F(1, 6)
    apply(state, Ends(moment="phase"))
    assert saved(state, "B2", PLASMA, "A1") == F(2, 6)


@pytest.mark.rule("W-295", "X-22")
def test_void_armour_takes_nothing_from_an_attack_without_penetration() -> None:
    state = fired_on()
    use(state, "targets selected", Targets("B3", ("A1",)), "void-armour:A1")
    assert saved(state, "B3", "Storm bolter", "A1") == F(4, 6)


@pytest.mark.rule("W-292")
def test_void_armour_only_for_a_unit_that_was_picked() -> None:
    about = Targets("B1", ("A1",))
    assert barred(fired_on(), "void-armour:A2", "targets selected", 0, about) == ("no-target", "W-291")


@pytest.mark.rule("W-291")
def test_void_armour_comes_before_the_hit_roll() -> None:
    state = fired_on()
    state.core.sides[0].cp = 2
    faces = [4] * 10 + [5] * 10 + [4] * 10
    done = drive(state, shoot(state, state.units["B1"], only="A1"), ["A1", "void-armour:A1"], faces, reactions=(VoidArmour(),))
    assert [ask.subject for ask in done.asked] == ["B1", "targets selected"]
    assert done.rolls[0].purpose == "hit"
    assert not done.all(Hurt)  # 4+ saves, for AP-2 became AP-1


@pytest.mark.rule("W-291", "W-370")
@pytest.mark.parametrize(
    ("phase", "turn", "may"),
    [
        ("shooting", 1, True),
        ("fight", 0, True),
        ("fight", 1, True),
        ("shooting", 0, False),
        ("movement", 0, False),
        ("charge", 0, False),
    ],
)
def test_void_armour_in_the_enemys_shooting_and_in_any_fight_phase(phase: str, turn: int, may: bool) -> None:
    state = fired_on(phase, turn)
    state.core.sides[0].cp = 3
    found = barred(state, "void-armour:A1", "targets selected", 0, Targets("B1", ("A1",)))
    assert found == (None if may else ("wrong-time", "W-291"))


@pytest.mark.rule("C26")
def test_go_to_ground_gives_cover_and_a_save_of_six() -> None:
    state = fired_on()
    assert saved(state, "B1", PLASMA, "A2") == F(1, 6)
    use(state, "targets selected", Targets("B1", ("A2",)), "go-to-ground:A2")
    assert saved(state, "B1", PLASMA, "A2") == F(2, 6)
    assert saved(state, "B4", "Melta rifle", "A2") == F(1, 6)
    apply(state, Ends(moment="phase"))
    assert saved(state, "B4", "Melta rifle", "A2") == 0


@pytest.mark.rule("C27")
def test_smokescreen_gives_cover_and_stealth() -> None:
    state = state_of(["Hellblaster Squad"], ["Scout Squad"], factions=("Space Marines", "Space Marines"))
    put(state, "A1", row(5, 10, 10))
    put(state, "B1", row(5, 10, 30))
    state.core.phase = "shooting"
    before = plan(state, "A1", PLASMA, "B1").attack.hit
    assert saved(state, "A1", PLASMA, "B1") == F(1, 6)
    use(state, "targets selected", Targets("A1", ("B1",)), "smokescreen:B1", player=1)
    after = plan(state, "A1", PLASMA, "B1").attack.hit
    assert before is not None
    assert after is not None
    assert [1 - F(check.chance(Result.FAIL, exact=True)) for check in (before, after)] == [F(4, 6), F(3, 6)]
    assert saved(state, "A1", PLASMA, "B1") == F(2, 6)


# --- Ancestral Sentence ---


def hekaton(tokens: int = 0, **more: Any) -> State:
    """A Hekaton in its own Shooting phase, two squads of Intercessors 20 inches away, the first with tokens."""
    theirs = ("Intercessor Squad", "Intercessor Squad")
    state = state_of(["Hekaton Land Fortress"], theirs, detachments=OATHBAND, **more)
    put(state, "A1", [at(20, 10)])
    put(state, "B1", row(5, 10, 30))
    put(state, "B2", row(5, 25, 30))
    state.units["B1"].tokens = tokens
    state.core.phase, state.core.step, state.core.sides[0].cp = "shooting", "", 3
    return state


def hits(state: State, weapon: str, target: str, faces: list[int], count: int) -> list[int]:
    """How many dice are rolled to wound, when ``count`` are expected: the hits that a weapon of the Hekaton scores."""
    state.core.sides[0].cp = 0
    names = ["Cyclic ion cannon", "MATR autocannon", "Twin bolt cannon"]
    answers = ["split", *(target if name == weapon else "none" for name in names)]
    done = drive(state, shoot(state, state.units["A1"]), answers, [*faces, *[6] * count, *[6] * count], reactions=None)
    return [roll.count for roll in done.rolls if roll.purpose == "wound"]


ONE_TO_SIX = [1, 2, 3, 4, 5, 6]


@pytest.mark.rule("W-280", "W-281", "W-372", "X-39")
@pytest.mark.parametrize(("tokens", "mean"), [(0, 4), (1, 6), (2, 6)])
def test_ancestral_sentence_on_the_autocannon(tokens: int, mean: int) -> None:
    state = hekaton(tokens)
    use(state, "own shooting", None, "ancestral-sentence:A1")
    assert hits(state, "MATR autocannon", "B1", ONE_TO_SIX, mean) == [mean]


@pytest.mark.rule("W-282", "X-38")
@pytest.mark.parametrize(("tokens", "hit"), [(0, 2), (1, 3)])
def test_ancestral_sentence_is_not_added_to_what_a_weapon_has(tokens: int, hit: int) -> None:
    state = hekaton(tokens)
    use(state, "own shooting", None, "ancestral-sentence:A1")
    assert hits(state, "Twin bolt cannon", "B1", [6, 1, 1, 1, 1, 1], hit) == [hit]


@pytest.mark.rule("W-283", "W-284")
def test_ancestral_sentence_goes_by_the_target_and_ends_with_the_phase() -> None:
    state = hekaton(1)
    use(state, "own shooting", None, "ancestral-sentence:A1")
    marked, plain = (plan(state, "A1", "MATR autocannon", target).attack.sustained for target in ("B1", "B2"))
    assert marked is not None
    assert plain is not None
    assert (marked.fixed, plain.fixed) == (2, 1)
    assert plan(state, "A1", "Armoured wheels", "B1").attack.sustained is None
    apply(state, Ends(moment="phase"))
    assert plan(state, "A1", "MATR autocannon", "B1").attack.sustained is None


@pytest.mark.rule("W-279")
@pytest.mark.parametrize(("phase", "turn"), [("shooting", 1), ("movement", 0), ("fight", 0)])
def test_ancestral_sentence_in_the_own_shooting_phase(phase: str, turn: int) -> None:
    state = hekaton()
    assert barred(state, "ancestral-sentence:A1", "own shooting", 0) is None
    state.core.phase, state.core.turn = phase, turn
    assert barred(state, "ancestral-sentence:A1", "own shooting", 0) == ("wrong-time", "W-279")


@pytest.mark.rule("A11")
def test_ancestral_sentence_for_a_unit_that_has_shot() -> None:
    state = hekaton()
    state.units["A1"].shot = True
    assert barred(state, "ancestral-sentence:A1", "own shooting", 0) is None
    strict = hekaton(options=Options(rulings={"sentence-after-shooting": "refused"}))
    strict.units["A1"].shot = True
    assert barred(strict, "ancestral-sentence:A1", "own shooting", 0) == ("has-shot", "A11")


# --- Warrior Pride ---


def brawl(
    tokens: int = 0, turn: int = 0, theirs: tuple[UnitSpec | str, ...] = ("Intercessor Squad", "Intercessor Squad")
) -> State:
    """The Fight phase: a Hekaton is engaged with Intercessors on either side, the first with tokens."""
    state = state_of(["Hekaton Land Fortress"], theirs, detachments=OATHBAND)
    put(state, "A1", [at(20, 20)])
    put(state, "B1", row(5, 17, 23))
    put(state, "B2", row(5, 17, 17))
    state.units["B1"].tokens = tokens
    state.core.phase, state.core.turn, state.core.step, state.core.sides[0].cp = "fight", turn, "remaining", 3
    return state


@pytest.mark.rule("W-297", "W-371", "W-346")
@pytest.mark.parametrize("turn", [0, 1])
def test_warrior_pride_against_an_engaged_enemy_with_tokens_in_either_turn(turn: int) -> None:
    about = UnitMoment("A1", others=("B1", "B2"))
    state = brawl(1, turn)
    assert offered(state, "selected to fight", 0, about) == ["warrior-pride:B1"]
    state.units["B1"].shocked = True
    assert barred(state, "warrior-pride:B1", "selected to fight", 0, about) is None
    assert barred(state, "warrior-pride:B2", "selected to fight", 0, about) == ("no-token", "W-297")
    put(state, "B1", row(5, 17, 40))
    assert barred(state, "warrior-pride:B1", "selected to fight", 0, about) == ("no-target", "W-297")


@pytest.mark.rule("W-298", "W-299", "W-371", "X-23")
@pytest.mark.parametrize(("tokens", "mean"), [(1, F(5, 3)), (2, F(20, 9))])
def test_warrior_pride_penetrates_by_the_tokens(tokens: int, mean: Fraction) -> None:
    state = brawl(tokens)
    use(state, "selected to fight", UnitMoment("A1"), "warrior-pride:B1")
    assert unsaved(state, "A1", "Armoured wheels", "B1") == mean


@pytest.mark.rule("W-299", "W-300")
def test_warrior_pride_serves_against_that_enemy_alone_and_ends_with_the_phase() -> None:
    state = brawl(2)
    use(state, "selected to fight", UnitMoment("A1"), "warrior-pride:B1")
    assert unsaved(state, "A1", "Armoured wheels", "B2") == F(5, 6)
    state.units["B2"].tokens = 2
    assert saved(state, "A1", "Armoured wheels", "B2") == F(4, 6)
    assert saved(state, "A1", "Armoured wheels", "B1") == F(2, 6)
    apply(state, Ends(moment="phase"))
    assert saved(state, "A1", "Armoured wheels", "B1") == F(4, 6)


def test_warrior_pride_is_offered_when_the_unit_is_picked_to_fight() -> None:
    state = brawl(1)
    state.core.sides[0].cp = 1
    done = drive(
        state,
        fight(state, state.units["A1"]),
        ["warrior-pride:B1", "hold", "B1", "hold"],
        [1] * 6,
        reactions=None,
    )
    assert done.asked[0].subject == "selected to fight"


# --- Epic Challenge ---


def test_epic_challenge_gives_precision_to_one_character_alone() -> None:
    captain = UnitSpec(datasheet="Intercessor Squad", leader="Captain")
    led = UnitSpec(datasheet="Hearthkyn Warriors", leader="Kâhl")
    state = state_of([led, "Hearthkyn Warriors"], [captain])
    put(state, "B1", row(6, 10, 20))
    put(state, "A1", row(11, 10, 22))
    put(state, "A2", row(10, 10, 40))
    state.core.phase, state.core.sides[1].cp = "fight", 1
    about = UnitMoment("B1", others=("A1",))
    use(state, "selected to fight", about, "epic-challenge:B1", player=1)
    orders = [
        plan(state, "B1", "Close combat weapon", "A1", bearer, precision=True).strikes[0].order for bearer in ("B1.6", "B1.5")
    ]
    assert orders == [(1, 0), (0, 1)]
    apply(state, Ends(moment="phase"))
    assert barred(state, "epic-challenge:B1", "selected to fight", 1, about) is None
    put(state, "A1", row(1, 10, 40))
    assert barred(state, "epic-challenge:B1", "selected to fight", 1, about) == ("no-attached-unit", "C28")
    put(state, "B1", row(5, 10, 20))
    assert barred(state, "epic-challenge:B1", "selected to fight", 1, about) == ("keywords", "W-352")

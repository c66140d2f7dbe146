"""The Challenge Sub-Phase: who may, declaring and refusing, Heroic Intervention, the rounds of a duel, and its points."""

from collections.abc import Mapping, Sequence

import pytest

from tests.driving import Driven, refusal
from tests.games.heresy3.battle.assault import RADIUS, carry, fights, line, rank
from tests.games.heresy3.battle.kit import BUN, CEN, MAN, POWER_FIST, SGT, TANK, at, drive, phase, put, state_of, unit, with_
from warbench.battle.requests import Ask
from warbench.games.heresy3.battle import challenging, ending, resolving
from warbench.games.heresy3.battle.challenging import challenge, eligible, may_challenge
from warbench.games.heresy3.battle.combats import engaged_models
from warbench.games.heresy3.battle.duels import focus_modifiers, outside_support
from warbench.games.heresy3.battle.events import Hurt, Reacted, Removed, Returned, SetAside, Status, Threw
from warbench.games.heresy3.battle.fighting import combat_round
from warbench.games.heresy3.battle.gambits import GAMBITS, Duellist
from warbench.games.heresy3.battle.numbers import current
from warbench.games.heresy3.battle.roster import Arm, Kind
from warbench.games.heresy3.battle.state import State
from warbench.games.heresy3.battle.upright import problems

COMBAT = ["A1", "B1"]
LORD = with_(CEN, attacks=3, save=7)
"""WS 4, S 4, T 4, W 3, I 5, A 3, without a save: fewer dice."""


def met(ours: Sequence[Kind], theirs: Sequence[Kind]) -> State:
    """Two ranks in base contact in A's Challenge Sub-Phase."""
    state = state_of((unit(*ours),), (unit(*theirs),))
    put(state, "A1", rank(len(ours), 20, line(20)))
    put(state, "B1", rank(len(theirs), 20, line(20) + 2 * RADIUS))
    for each in state.units.values():
        each.locked = True
    phase(state, "assault", "challenge")
    fights(state, "A1", "B1")
    return state


def duel_of(state: State, dice: Mapping[str, Sequence[int]], *gambits: str, **answers: object) -> Driven:
    """A's last model challenges B's last; ``gambits`` one after the other as they are asked for, then none."""
    ours, theirs = state.units["A1"].models[-1].id, state.units["B1"].models[-1].id
    given = {"challenge": ours, "accept_challenge": theirs, "gambit": [*gambits, *["none"] * 8], **answers}
    return carry(state, challenge(state, COMBAT), dice, **given)  # type: ignore[arg-type]


def told(done: Driven, purpose: str) -> list[str]:
    """What rolls of a purpose came to."""
    return [event.result for event in done.all(Threw) if event.purpose == purpose]


# --- declaring ---


@pytest.mark.rule("H-236", "H-273")
def test_command_models_challenge_and_accept_and_others_do_not() -> None:
    state = met([MAN, SGT, CEN], [MAN, SGT, CEN])
    done = carry(state, challenge(state, COMBAT), {"focus": (6, 1), "hit": (1, 1, 1)}, challenge="A1.3", accept_challenge="B1.3")
    asked, accepted = done.about("challenge"), done.about("accept challenge")
    assert [option.key for option in asked.options] == ["A1.3", "pass"]
    assert [option.key for option in accepted.options] == ["B1.3", "refuse"]
    plain = refusal(met_ask(), "A1.1")
    sergeant = refusal(met_ask(), "A1.2")
    assert plain is not None
    assert (plain.code, plain.rule) == ("not-worthy", "H-236")
    assert sergeant is not None
    assert (sergeant.code, sergeant.rule) == ("not-worthy", "H-273")


def met_ask() -> Ask:
    """The question who declares, in a fresh combat."""
    state = met([MAN, SGT, CEN], [CEN])
    return carry(state, challenge(state, COMBAT), challenge="pass").about("challenge")


@pytest.mark.rule("H-273")
def test_a_sergeant_alone_gives_no_right_to_challenge() -> None:
    state = met([SGT], [CEN])
    assert eligible(state, COMBAT, 0) == []
    done = carry(state, challenging.next_step(state))
    assert not done.asked
    assert state.core.step == "fight"


def test_routed_models_and_hulls_fight_no_challenge() -> None:
    state = met([CEN], [CEN])
    state.units["A1"].models[0].statuses.append("routed")
    found = may_challenge(state, COMBAT, state.units["A1"].models[0])
    assert found is not None
    assert found.code == "routed"
    for hull in (TANK, BUN):
        other = state_of((CEN,), (with_(hull, words=("command",)),))
        put(other, "B1", at(36, 30))
        put(other, "A1", rank(1, 36, line(27) - RADIUS))
        assert eligible(other, COMBAT, 1) == []


def test_refusing_disgraces_a_model_of_the_challengers_choice() -> None:
    state = met([CEN], [MAN, CEN, with_(CEN, words=("champion",))])
    done = carry(state, challenge(state, COMBAT), challenge="A1.1", accept_challenge="refuse", disgrace="B1.3")
    assert done.about("disgrace").player == 0
    assert [(event.models, event.status) for event in done.all(Status)] == [(("B1.3",), "disgraced")]
    disgraced = state.model("B1.3")
    assert [current(state, disgraced, name) for name in ("weapon_skill", "leadership")] == [2, 4]
    assert done.value == [0, 0]
    # Its whole unit strikes in step 1.
    state.core.step = "fight"
    fought = carry(state, combat_round(state, COMBAT), {"hit": (1,) * 4})
    assert told(fought, "hit")[0].endswith("0 of 1")
    assert [roll.player for roll in fought.rolls] == [0, 1, 1]


def test_the_reactive_player_challenges_by_heroic_intervention() -> None:
    state = met([CEN], [CEN])
    done = carry(
        state,
        challenge(state, COMBAT),
        reactions=None,
        challenge="pass",
        react="heroic intervention:B1",
        accept_challenge="refuse",
    )
    assert [event.reaction for event in done.all(Reacted)] == ["heroic intervention"]
    assert done.about("accept challenge").player == 0
    assert [event.models for event in done.all(Status)] == [("A1.1",)]
    assert state.core.sides[1].reactions == 1


# --- setting aside and returning ---


def test_duellists_stand_aside_until_the_resolution() -> None:
    state = met([MAN, MAN, CEN], [MAN, MAN, CEN])
    done = duel_of(state, {"focus": (6, 1), "hit": (1, 1, 1)})
    assert [event.models for event in done.all(SetAside)] == [("A1.3", "B1.3")]
    assert [model.id for model in state.living(state.units["A1"])] == ["A1.1", "A1.2"]
    assert problems(state) == []
    state.core.step = "fight"
    fought = carry(state, combat_round(state, COMBAT), {"hit": (1,) * 4})
    assert fought.dice("hit") == 4  # two models on either side: neither duellist
    fights(state, "A1", "B1", step="fought")
    state.core.step = "resolution"
    back = carry(state, resolving.next_step(state))
    (event,) = back.all(Returned)
    assert event.model == "A1.3"
    assert state.model("A1.3") in engaged_models(state, state.units["A1"], COMBAT)
    asked = back.about("return")
    away = refusal(asked, "5000,3000,0,0")
    assert away is not None
    assert away.code == "not-engaged"
    taken = state.model("A1.1").place
    assert taken is not None
    on = refusal(asked, f"{taken.x},{taken.y},0,0")
    assert on is not None
    assert on.code == "on-model"


def test_a_duellist_whose_unit_is_gone_returns_in_contact_with_an_enemy() -> None:
    state = met([CEN], [MAN, CEN])
    duel_of(state, {"focus": (6, 1), "hit": (1, 1, 1)})
    fights(state, "A1", "B1", step="fought")
    state.core.step = "resolution"
    back = carry(state, resolving.next_step(state))
    assert [event.model for event in back.all(Returned)] == ["A1.1"]
    assert state.model("A1.1") in engaged_models(state, state.units["A1"], COMBAT)


# --- focus ---


@pytest.mark.parametrize(
    ("kind", "wounds", "total"),
    [
        (CEN, 3, 5),
        (with_(CEN, words=("heavy",)), 3, 4),
        (with_(CEN, words=("light",)), 3, 6),
        (CEN, 1, 3),
        (with_(CEN, rules=("Duellist's Edge (2)",)), 3, 7),
        (with_(CEN, arms=(POWER_FIST,)), 3, 2),
        (with_(CEN, arms=(Arm(name="sabre", type="melee", special_rules=("Duellist's Edge (1)",)),)), 3, 6),
    ],
)
def test_what_is_added_to_a_focus_roll(kind: Kind, wounds: int, total: int) -> None:
    state = met([kind], [CEN])
    model = state.units["A1"].models[0]
    model.wounds = wounds
    who = Duellist(state.units["A1"], model)
    who.arm = next(arm for arm in kind.weapons if arm.type == "melee")
    assert sum(focus_modifiers(state, who).values()) == total


@pytest.mark.parametrize(
    ("friends", "alone", "support"),
    [([MAN] * 9, False, 1), ([MAN] * 10, False, 2), ([MAN] * 4, False, 0), ([MAN] * 6, True, 4), ([MAN], True, 2)],
)
def test_outside_support(friends: Sequence[Kind], alone: bool, support: int) -> None:
    state = met(friends, [MAN] * len(friends))
    assert outside_support(state, COMBAT, 0, alone=alone) == support
    walker = met([with_(MAN, words=("walker",)), with_(MAN, words=("automata",))], [MAN, MAN])
    assert outside_support(walker, COMBAT, 0, alone=False) == 1
    shaken = met([MAN] * 5, [MAN] * 5)
    shaken.units["A1"].models[0].statuses.append("stunned")
    assert outside_support(shaken, COMBAT, 0, alone=False) == 0


def test_equal_focus_rolls_are_rolled_again_and_the_winner_strikes_first_with_an_attack_more() -> None:
    state = met([LORD], [LORD])
    dice = {"focus": (3, 3, 2, 5), "hit": (1,) * 7}
    done = duel_of(state, dice)
    assert [(roll.player, roll.count) for roll in done.rolls if roll.purpose == "hit"] == [(1, 4), (0, 3)]


def test_the_reactive_player_chooses_his_weapon_first() -> None:
    state = met(
        [with_(LORD, arms=(POWER_FIST, Arm(name="blade", type="melee")))] * 1,
        [with_(LORD, arms=(POWER_FIST, Arm(name="blade", type="melee")))],
    )
    done = duel_of(state, {"focus": (6, 1), "hit": (1,) * 7}, melee_weapon="blade")
    assert [ask.player for ask in done.asked if ask.about == "melee weapon"] == [1, 0]


# --- glory ---


def test_slaying_scores_the_base_wounds_and_one_for_a_commander() -> None:
    state = met([LORD], [LORD])
    done = duel_of(state, {"focus": (6, 1), "hit": (6,) * 4, "wound": (6,) * 4})
    assert [event.model for event in done.all(Removed)] == ["B1.1"]
    assert done.value == [4, 0]  # 3 Wounds, and 1 for the Command Sub-Type
    assert len([roll for roll in done.rolls if roll.purpose == "hit"]) == 1  # the slain does not strike back


def test_more_wounds_inflicted_score_as_many_points() -> None:
    state = met([LORD], [LORD])
    dice = {"focus": (6, 1), "hit": (6, 6, 1, 1, 6, 1, 1), "wound": (6, 6, 6)}
    done = duel_of(state, dice)
    assert done.about("challenge goes on").player == 0
    assert done.value == [2, 0]
    even = met([LORD], [LORD])
    done = duel_of(even, {"focus": (6, 1), "hit": (6, 1, 1, 1, 6, 1, 1), "wound": (6, 6)})
    assert done.value == [0, 0]


def test_points_of_a_challenge_go_into_its_combat() -> None:
    state = met([LORD], [LORD])
    carry(
        state,
        challenging.next_step(state),
        {"focus": (6, 1), "hit": (6,) * 4, "wound": (6,) * 4},
        challenge="A1.1",
        accept_challenge="B1.1",
        gambit="none",
    )
    assert state.core.combats[0].points == [4, 0]
    assert state.core.combats[0].step == "challenged"


# --- gambits ---


def test_no_two_models_choose_the_same_gambit_and_only_the_first_may_feint() -> None:
    state = met([LORD], [LORD])
    done = duel_of(state, {"focus": (6, 1), "hit": (1,) * 4}, "guard up", "none")
    first, second = [ask for ask in done.asked if ask.about == "gambit"][:2]
    assert [option.key for option in first.options] == ["none", *(gambit.id for gambit in GAMBITS)]
    assert {"guard up", "feint and riposte"}.isdisjoint(option.key for option in second.options)


def test_a_feint_forbids_the_enemy_a_gambit() -> None:
    state = met([LORD], [LORD])
    done = duel_of(state, {"focus": (6, 1), "hit": (1,) * 7}, "feint and riposte", "none", feint="withdraw")
    second = [ask for ask in done.asked if ask.about == "gambit"][1]
    assert second.player == 1
    assert "withdraw" not in [option.key for option in second.options]


@pytest.mark.parametrize(
    ("gambit", "faces", "kept"), [("seize the initiative", (2, 6), 6), ("grandstand", (2, 6), 2), ("finishing blow", (3, 5), 3)]
)
def test_gambits_that_add_a_focus_die(gambit: str, faces: tuple[int, int], kept: int) -> None:
    state = met([LORD], [LORD])
    hits = 7
    done = duel_of(state, {"focus": (*faces, 1), "hit": (1,) * hits}, gambit, "none")
    assert told(done, "focus")[0].startswith(f"{kept} ")


def test_flurry_of_blows_adds_d3_attacks_of_damage_1() -> None:
    heavy = with_(LORD, arms=(Arm(name="maul", type="melee", damage=POWER_FIST.damage, special_rules=("Shred (2+)",)),))
    state = met([heavy], [LORD])
    dice = {"focus": (6, 1), "attacks": (4,), "hit": (6, 1, 1, 1, 1, 1, 1, 1, 1), "wound": (6,)}
    done = duel_of(state, dice, "flurry of blows", "none")
    # A 3, +1 for the advantage, +2 for a 4 on the D3.
    assert [roll.count for roll in done.rolls if roll.purpose == "hit"] == [6, 3]
    assert [event.wounds for event in done.all(Hurt)] == [1]


def test_guard_up_makes_one_attack_at_better_skill_and_learns_from_misses() -> None:
    state = met([LORD], [LORD])
    dice = {"focus": (6, 1, 1, 2), "hit": (3, 3, 4, 4, *(1,) * 7), "wound": (1,)}
    done = duel_of(state, dice, "guard up", "none", challenge_goes_on=["again", "glory"])
    counts = [roll.count for roll in done.rolls if roll.purpose == "hit"]
    assert counts[:2] == [1, 3]
    # At WS 5 against 4 a 3 hits; the enemy at WS 4 against 5 needs a 5: three misses add 3 to the next Focus Roll.
    assert told(done, "hit")[:2] == ["basic close combat weapon: 1 of 1", "basic close combat weapon: 0 of 3"]
    assert "+3 Guard Up" in told(done, "focus")[2]


def test_taunt_and_bait_lowers_its_own_numbers_and_adds_to_a_victory() -> None:
    weak = with_(LORD, weapon_skill=3, attacks=1)
    state = met([LORD], [weak])
    dice = {"focus": (6, 1), "hit": (4, 1, 4), "wound": (6, 1)}
    done = duel_of(state, dice, "taunt and bait", "none")
    # WS 3 and A 1 like the enemy's, +1 for the advantage: 4+ to hit either way.
    assert [roll.count for roll in done.rolls if roll.purpose == "hit"] == [2, 1]
    assert told(done, "hit") == ["basic close combat weapon: 1 of 2", "basic close combat weapon: 1 of 1"]
    assert done.value == [2, 0]  # one wound, and one for the taunt
    equal = met([LORD], [LORD])
    done = duel_of(equal, {"focus": (6, 1), "hit": (4, 4, 4, 3, 1, 1), "wound": (1,)}, "taunt and bait", "none")
    assert [roll.count for roll in done.rolls if roll.purpose == "hit"] == [3, 3]
    assert told(done, "hit")[0].endswith("0 of 3")  # WS 3 against 4 needs a 5
    assert told(done, "hit")[1].endswith("1 of 3")  # WS 4 against 3 needs a 3


def test_grandstand_turns_outside_support_into_attacks() -> None:
    state = met([*[MAN] * 5, LORD], [*[MAN] * 5, LORD])
    dice = {"focus": (6, 6, 1), "hit": (1,) * (3 + 1 + 1 + 3)}
    done = duel_of(state, dice, "grandstand", "none")
    assert [roll.count for roll in done.rolls if roll.purpose == "hit"] == [5, 3]
    assert "Outside Support" not in told(done, "focus")[0]
    assert "+1 Outside Support" in told(done, "focus")[1]


def test_withdrawing_ends_the_challenge_without_points() -> None:
    state = met([LORD], [LORD])
    dice = {"focus": (6, 1), "hit": (6, 1, 1, 1), "wound": (6,)}
    done = duel_of(state, dice, "withdraw", "none", withdraw="withdraw")
    assert [roll.count for roll in done.rolls if roll.purpose == "hit"] == [1, 3]
    assert done.value == [0, 0]
    stays = met([LORD], [LORD])
    assert duel_of(stays, dice, "withdraw", "none", withdraw="stay").value == [1, 0]


def test_a_finishing_blow_is_stronger_and_does_more_damage() -> None:
    state = met([LORD], [LORD])
    dice = {"focus": (6, 6, 1), "hit": (6, 1, 1, 1, 1, 1, 1), "wound": (3,)}
    done = duel_of(state, dice, "finishing blow", "none")
    assert [event.wounds for event in done.all(Hurt)] == [2]  # S 5 against T 4 wounds on a 3


def test_testing_the_foe_leads_the_next_face_off() -> None:
    state = met([LORD], [LORD])
    dice = {"focus": (1, 6, 6, 1), "hit": (1,) * 14}
    done = duel_of(state, dice, "test the foe", "none", challenge_goes_on=["again", "glory"])
    # B has Challenge Advantage after the first round, but A tested him: A chooses first again.
    assert [ask.player for ask in done.asked if ask.about == "gambit"] == [0, 1, 0, 1]
    plain = met([LORD], [LORD])
    done = duel_of(plain, dice, "none", "none", challenge_goes_on=["again", "glory"])
    assert [ask.player for ask in done.asked if ask.about == "gambit"] == [0, 1, 1, 0]


@pytest.mark.parametrize("player", [0, 1])
def test_whoever_was_disgraced_in_a_turn_is_so_no_longer_at_its_end(player: int) -> None:
    state = state_of([CEN], [CEN])
    put(state, "A1", at(20, 20))
    put(state, "B1", at(20, 40))
    which = ("A1", "B1")[player]
    state.units[which].models[0].statuses = ["disgraced", "stunned"]
    phase(state, "end", "effects", player=0)
    drive(state, ending.next_step(state))
    assert state.statuses(state.units[which]) == ("stunned",)

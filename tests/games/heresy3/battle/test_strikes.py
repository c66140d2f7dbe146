"""What a blow in combat does: characteristics, weapons and their modifiers, and vehicles that are struck."""

import msgspec
import pytest

from tests.games.heresy3.battle.assault import RADIUS, WALL, at_wall, fight, fist, hp, opposed, rank
from tests.games.heresy3.battle.kit import (
    KNIFE,
    MAN,
    MELTA_BOMBS,
    TANK,
    put,
    with_,
)
from warbench.games.heresy3.battle.arms import combined, question_weapon
from warbench.games.heresy3.battle.events import Hurt, Lasts, Status, Threw, apply
from warbench.games.heresy3.battle.roster import Arm
from warbench.games.heresy3.battle.state import Lasting
from warbench.games.heresy3.battle.strikes import may_strike
from warbench.games.heresy3.battle.wielding import barred, initiative, melee_arms
from warbench.games.heresy3.question import Armour
from warbench.rules.effects import OnResult

# --- characteristics and weapons ---


@pytest.mark.rule("H-187")
def test_strength_0_wounds_nobody_whatever_the_weapon() -> None:
    arm = Arm(name="ram", type="melee", strength_by="9", special_rules=("Breaching (2+)",))
    state = opposed([with_(MAN, arms=(arm,), strength=0, attacks=3)], [with_(MAN, attacks=0)])
    done = fight(state, {"hit": (6, 6, 6)})
    assert done.dice("wound") == 0
    assert done.dice("save") == 0
    assert not done.all(Hurt)


@pytest.mark.rule("H-188")
def test_weapons_of_am_0_cannot_strike_and_the_letter_changes_nothing() -> None:
    none, plain = Arm(name="stump", type="melee", attacks_by="0"), Arm(name="blade", type="melee")
    state = opposed([with_(MAN, arms=(none, plain), attacks=4)], [with_(MAN, attacks=0)])
    model = state.units["A1"].models[0]
    found = barred(state, model, none, ["A1", "B1"])
    assert found is not None
    assert (found.code, found.rule) == ("no-attacks", "H-188")
    assert [arm.name for arm in melee_arms(state, model, ["A1", "B1"])] == ["blade"]
    assert fight(state, {"hit": (1,) * 4}).dice("hit") == 4


@pytest.mark.rule("H-189")
@pytest.mark.parametrize(("by", "wounds"), [("0", 0), ("S", 3)])
def test_weapons_of_sm_0_wound_nobody_and_the_letter_changes_nothing(by: str, wounds: int) -> None:
    arm = Arm(name="rod", type="melee", strength_by=by)
    state = opposed([with_(MAN, arms=(arm,), attacks=3)], [with_(MAN, attacks=0)])
    done = fight(state, {"hit": (6, 6, 6), "wound": (3,) * wounds})
    assert done.dice("wound") == wounds  # S 4 against T 4 needs 4: three 3s fail


@pytest.mark.rule("H-241")
def test_modifiers_of_melee_weapons() -> None:
    model = with_(MAN, attacks=4)
    state = opposed([model], [MAN])
    bearer = state.units["A1"].models[0]

    def settled(**profile: str) -> tuple[int, int, int]:
        arm = Arm(name="thing", type="melee", **profile)  # type: ignore[arg-type]
        weapon = question_weapon(state, bearer, arm)
        return weapon.attacks.maximum, weapon.strength, initiative(state, bearer, arm)

    assert settled(attacks_by="1") == (1, 4, 4)
    assert settled(strength_by="+4") == (4, 8, 4)
    assert settled(strength_by="9") == (4, 9, 4)
    assert settled(initiative="I") == (4, 4, 4)
    assert combined(4, "I") == 4


@pytest.mark.rule("H-265")
@pytest.mark.parametrize(("toughness", "need"), [(3, 3), (4, 4), (5, 5)])
def test_a_higher_toughness_makes_wounds_harder(toughness: int, need: int) -> None:
    assert wounds_on(4, toughness) == need


@pytest.mark.rule("H-266")
@pytest.mark.parametrize(("strength", "need"), [(3, 5), (4, 4), (5, 3)])
def test_a_higher_strength_makes_wounds_easier(strength: int, need: int) -> None:
    assert wounds_on(strength, 4) == need


def wounds_on(strength: int, toughness: int) -> int:
    """The lowest face that wounds in a fight."""
    for face in range(1, 7):
        state = opposed([with_(MAN, strength=strength)], [with_(MAN, toughness=toughness, attacks=0, save=7)])
        try:
            done = fight(state, {"hit": (6,), "wound": (face,)})
        except AssertionError:
            continue
        if done.all(Hurt):
            return face
    return 7


# --- vehicles in combat ---


@pytest.mark.rule("H-109", "H-110")
def test_each_glancing_hit_in_combat_rolls_on_the_table_in_step_10_and_does_no_damage() -> None:
    state = at_wall(fist("8", attacks=3), hull=TANK)
    dice = {"hit": (6, 6, 6), "penetration": (4, 4, 4), "vehicle damage table": (1, 3, 5)}
    done = fight(state, dice)
    assert hp(state) == 6
    assert [roll.player for roll in done.rolls if roll.purpose == "vehicle damage table"] == [0, 0, 0]
    order = [event.purpose for event in done.all(Threw)]
    assert order == ["hit", "penetration", *["vehicle damage table"] * 3]
    assert [event.status for event in done.all(Status)] == ["stunned", "pinned", "suppressed"]


@pytest.mark.rule("H-111", "H-112")
@pytest.mark.parametrize(("save", "left"), [(5, 6), (4, 3)])
def test_a_penetrating_hit_in_combat_may_be_saved_or_costs_its_damage(save: int, left: int) -> None:
    state = at_wall(fist("8"), hull=with_(TANK, invulnerable=5))
    fight(state, {"hit": (6,), "penetration": (5,), "save": (save,)})
    assert hp(state) == left


@pytest.mark.rule("H-113")
def test_every_hit_on_armour_0_penetrates() -> None:
    state = at_wall(fist("1"), hull=msgspec.structs.replace(TANK, armour=Armour(12, 12, 0)))
    done = fight(state, {"hit": (6,)})
    assert done.dice("penetration") == 0
    assert hp(state) == 3


@pytest.mark.rule("H-116")
def test_what_would_glance_with_armourbane_penetrates() -> None:
    for rules, left, table in ((("Armourbane",), 3, ()), ((), 6, (1,))):
        state = at_wall(fist("9", damage=3, rules=rules), hull=TANK)
        effect = OnResult(roll="penetration", on="success", convert="glancing")
        apply(state, Lasts(unit="A1", lasting=Lasting(effect=effect, until="turn", source="test")))
        dice = {"hit": (6,), "penetration": (5,), "vehicle damage table": table}
        done = fight(state, dice)
        assert done.dice("vehicle damage table") == len(table)
        assert hp(state) == left


def test_detonation_weapons_strike_only_what_they_may() -> None:
    state = at_wall(with_(MAN, arms=(MELTA_BOMBS,)), hull=TANK, others=(MAN,))
    put(state, "B2", rank(1, 36, WALL - 2 * RADIUS))
    assert may_strike(state, MELTA_BOMBS, "B1")
    assert not may_strike(state, MELTA_BOMBS, "B2")
    assert may_strike(state, KNIFE, "B2")

"""Special rules, abilities and wargear that battles alone follow: what each does where it bears."""

from collections.abc import Sequence

import msgspec
import pytest

from tests.driving import asked, refusal
from tests.games.heresy3.battle.assault import carry, fights, line, rank
from tests.games.heresy3.battle.kit import (
    AUT,
    BOLTER,
    CEN,
    KNIFE,
    LEG,
    MAN,
    TANK,
    at,
    drive,
    key,
    kind_named,
    offered,
    phase,
    put,
    row,
    state_of,
    unit,
    with_,
)
from tests.games.heresy3.battle.shots import armed, fire, gun, rolls, said, shooting
from warbench.games.heresy3.battle import charging, deployment, ending, moving
from warbench.games.heresy3.battle.allotment import may_react
from warbench.games.heresy3.battle.bearing import group_of
from warbench.games.heresy3.battle.challenging import challenge
from warbench.games.heresy3.battle.checks import fear, model_check
from warbench.games.heresy3.battle.conclusions import LOST, WON, Ending, open_conclusions
from warbench.games.heresy3.battle.crossing import run_over
from warbench.games.heresy3.battle.duels import focus_modifiers
from warbench.games.heresy3.battle.events import Ends, Hurt, Points, Said, Status, apply
from warbench.games.heresy3.battle.gambits import Duellist
from warbench.games.heresy3.battle.guns import Stance, guns_at
from warbench.games.heresy3.battle.missions import Objective, Rubble
from warbench.games.heresy3.battle.moments import Targets
from warbench.games.heresy3.battle.morale import next_step as morale
from warbench.games.heresy3.battle.resolving import total_points
from warbench.games.heresy3.battle.state import State
from warbench.games.heresy3.battle.strikes import facts_of_fight
from warbench.games.heresy3.battle.victory import holder
from warbench.games.heresy3.battle.volley_attacks import can_volley
from warbench.games.heresy3.kinds import Kind
from warbench.table.lattice import INCH
from warbench.table.terrain import rectangle

MIDDLE = Objective(id="centre", at=(36 * INCH, 24 * INCH), value=3)
STORM = with_(MAN, arms=(gun(traits=("assault",)), KNIFE), rules=("Firestorm",))


def ruled(*rules: str) -> Kind:
    """A legionary with special rules."""
    return with_(MAN, rules=rules)


def holding(item: str, kind: Kind = MAN) -> Kind:
    """A kind of model with an item of wargear."""
    return msgspec.structs.replace(kind, items=((item, 1),))


# --- weapons ---


def test_ordnance_of_range_reaches_twice_as_far_from_a_unit_that_stood_still() -> None:
    state = shooting([armed(MAN, gun("Ordnance (R)"))], [LEG], away=26)
    assert guns_at(state, state.units["A1"], state.units["B1"], Stance())
    state.units["A1"].moved = "moved"
    assert not guns_at(state, state.units["A1"], state.units["B1"], Stance())


def test_a_rule_whose_value_means_nothing_is_none() -> None:
    odd = ruled("Vanguard (3+)", "Bulky (X)", "Line (2)")
    assert (odd.has("vanguard"), odd.has("bulky"), odd.has("line")) == (None, None, "2")


def test_implacable_advance_makes_light_weapons_assault_weapons() -> None:
    magos, squad = kind_named("magos", "chainsword", "plasma pistol"), kind_named("thallax cohort")
    assert all("assault" in arm.traits for arm in magos.weapons if arm.type == "ranged")
    assert not any("assault" in arm.traits for arm in squad.weapons if arm.type == "ranged" and "pistol" not in arm.name)
    walker = kind_named("contemptor dreadnought", "heavy bolter")
    heavy = next(arm for arm in walker.weapons if arm.name == "heavy bolter")
    assert any(rule.startswith("Heavy") for rule in heavy.special_rules)
    assert "assault" not in heavy.traits


def test_fury_of_the_legion_makes_bolters_fire_more_when_still() -> None:
    legionary = kind_named("tactical squad", "bolter", "bolt pistol")
    bolter = next(arm for arm in legionary.weapons if arm.name == "bolter")
    assert "Heavy (FP)" in bolter.special_rules
    state = shooting([unit((with_(MAN, arms=(bolter,)), 10))], [LEG])
    assert [len(faces) for faces in rolls(fire(state, face=1), "hit")] == [30]
    moved = shooting([unit((with_(MAN, arms=(bolter,)), 10))], [LEG])
    moved.units["A1"].moved = "moved"
    assert [len(faces) for faces in rolls(fire(moved, face=1), "hit")] == [20]
    assert BOLTER.special_rules == ()


def test_rapid_tracking_fires_in_an_intercept_whatever_its_strength() -> None:
    guns = (gun("Rapid Tracking", name="launcher", strength=7), gun(name="lascannon", strength=9))
    state = shooting([LEG], [armed(TANK, *guns)])
    put(state, "B1", at(20, 35))
    for reaction, names in (("intercept", ["launcher"]), ("return fire", [])):
        found = guns_at(state, state.units["B1"], state.units["A1"], Stance(reaction=reaction))
        assert [each.arm.name for each in found] == names


def test_firestorm_fires_volleys_at_full_skill_and_need_not_charge_on() -> None:
    state = state_of((unit((STORM, 5)),), (unit((with_(MAN, arms=()), 5)),))
    put(state, "A1", rank(5, 20, line(20)))
    put(state, "B1", rank(5, 20, line(26)))
    phase(state, "assault", "charge")
    ours, theirs = state.units["A1"], state.units["B1"]
    done = carry(state, charging.charge(state, ours, theirs), {"hit": (1,) * 5}, set_up="hold", volley="fire", charge_on="stop")
    assert "Hit Test 3+" in said(done, "Hit Test")
    assert done.dice("charge") == done.dice("cool") == 0
    assert not ours.charged


# --- saves ---


def test_refractor_shields_help_against_fire_and_combat_shields_in_combat() -> None:
    state = state_of([with_(AUT, rules=("Phased Refractor Shields",), invulnerable=5), holding("combat shield")])
    machine, man = state.units["A1"], state.units["A2"]
    assert group_of(state, machine, machine.models[0]).invulnerable == 4
    assert group_of(state, machine, machine.models[0], melee=True).invulnerable == 5
    assert group_of(state, man, man.models[0]).invulnerable is None
    assert group_of(state, man, man.models[0], melee=True).invulnerable == 5
    better = state_of([holding("combat shield", with_(MAN, invulnerable=4))])
    assert group_of(better, better.units["A1"], better.units["A1"].models[0], melee=True).invulnerable == 4
    shot = shooting([armed(MAN, gun(ap=2))], [with_(MAN, rules=("Phased Refractor Shields",), invulnerable=6)])
    assert "Invulnerable Save 5+" in said(fire(shot, face=6), "Saving Throw")


def test_shieldwall_makes_a_unit_of_shields_tougher_for_a_phase() -> None:
    squad = with_(MAN, rules=("Shieldwall!",), words=("shield",))
    state = shooting([unit((armed(MAN, gun()), 5))], [unit((squad, 6), (MAN, 4))])
    done = fire(state, face=1, reactions=None, answers={"react": "shieldwall!:B1"})
    assert "Strength 4 against Toughness 5" in said(done, "Wound Test")
    assert state.core.sides[1].reactions == 1
    assert state.units["B1"].reacted
    apply(state, Ends(moment="phase"))
    assert state.units["B1"].lasting == []
    few = shooting([armed(MAN, gun())], [unit((squad, 5), (MAN, 5))])
    assert offered(few, "weapons declared", 1, Targets("A1", ("B1",))) == ["return fire:B1"]
    assert offered(state, "volley", 1, Targets("A1", ("B1",))) == []  # one Reaction a unit and turn
    state.units["B1"].reacted = False
    assert "shieldwall!:B1" in offered(state, "volley", 1, Targets("A1", ("B1",)))


@pytest.mark.parametrize(("items", "able"), [((), True), (("searchlight",), False)])
def test_a_smokescreen_shrouds_for_a_phase(items: tuple[str, ...], able: bool) -> None:
    rhino = kind_named("rhino", *items)
    state = shooting([armed(MAN, gun(strength=9, range=48))], [with_(rhino, toughness=0)], away=20)
    smoke = "smokescreen:B1"
    assert (smoke in offered(state, "weapons declared", 1, Targets("A1", ("B1",)))) is able
    if able:
        done = fire(state, face=5, reactions=None, answers={"react": smoke})
        assert "Damage Mitigation Test 5+ (Shrouded (5+))" in said(done, "Damage Mitigation Test")
        assert rolls(done, "damage mitigation") == [(5,)]
        assert not done.all(Hurt)


def test_battle_meditation_mitigates_in_a_challenge() -> None:
    monk = with_(CEN, rules=("Battle Meditation",), save=7)
    for skill, needed in ((4, "5+"), (3, "6+")):
        state = state_of((unit(with_(CEN, weapon_skill=skill, attacks=1)),), (unit(monk),))
        put(state, "A1", rank(1, 20, line(20)))
        put(state, "B1", rank(1, 20, line(20) + 320))
        phase(state, "assault", "challenge")
        fights(state, "A1", "B1")
        dice = {"focus": (6, 1), "hit": (6, 6, 1), "wound": (6, 6), "damage mitigation": (6, 6)}
        given = {"challenge": "A1.1", "accept_challenge": "B1.1", "gambit": "none", "challenge_goes_on": "glory"}
        done = carry(state, challenge(state, ["A1", "B1"]), dice, **given)
        assert f"Damage Mitigation Test {needed} (Feel No Pain ({needed}))" in said(done, "Damage Mitigation Test")


def test_a_combat_shield_helps_in_the_focus_roll() -> None:
    state = state_of([holding("combat shield", CEN), CEN])
    duellists = [Duellist(state.units[which], state.units[which].models[0]) for which in ("A1", "A2")]
    assert [focus_modifiers(state, each)["combat shield"] for each in duellists] == [1, 0]


# --- Checks ---


def test_a_cyber_familiar_helps_intelligence_checks_alone() -> None:
    state = state_of([holding("cyber-familiar")])
    put(state, "A1", at(20, 20))
    model = state.units["A1"].models[0]
    assert drive(state, model_check(state, model, "intelligence", why="a test"), faces=[4, 5]).value is True
    assert drive(state, model_check(state, model, "intelligence", why="a test"), faces=[4, 6]).value is False
    assert drive(state, model_check(state, model, "willpower", why="a test"), faces=[4, 4]).value is False


def test_aegis_of_pain_is_fear_while_a_rites_status_lasts() -> None:
    reductor = with_(MAN, rules=("Aegis of Pain",), words=("reductor",))
    state = state_of([LEG], [unit((reductor, 3))])
    put(state, "A1", row(10, 20, 20))
    put(state, "B1", row(3, 20, 30))
    assert fear(state, state.units["A1"]) == 0
    apply(state, Status(models=("B1.1",), status="guide"))
    assert fear(state, state.units["A1"]) == 1


# --- moves ---


@pytest.mark.parametrize(("item", "legal"), [("dozer blade", True), ("searchlight", False)])
def test_a_dozer_blade_is_not_slowed(item: str, legal: bool) -> None:
    ground = Rubble(name="rubble", corners=rectangle(20 * INCH, 10 * INCH, 30 * INCH, 30 * INCH))
    state = state_of([holding(item, TANK)], rubble=[ground])
    put(state, "A1", at(10, 20))
    ask = next(ask for ask in drive(state, moving.next_step(state), ["A1", "move", "hold"]).asked if ask.about == "move")
    assert (refusal(ask, key(at(22, 20))) is None) is legal


@pytest.mark.parametrize(("rules", "hits"), [((), 2), (("Shock Ram",), 5)])
def test_a_shock_ram_hits_harder(rules: tuple[str, ...], hits: int) -> None:
    state = state_of([with_(TANK, rules=rules)], [LEG])
    put(state, "A1", at(20, 20))
    put(state, "B1", row(10, 20, 25))
    done = carry(state, run_over(state, state.units["A1"], ("B1",)), {"moved through": (2,), "wound": (1,) * hits})
    assert done.dice("wound") == hits


def test_who_cannot_move_is_offered_no_reaction_that_moves() -> None:
    state = state_of([LEG], [unit((with_(MAN, words=("light",), movement=0), 3)), unit((with_(MAN, words=("light",)), 3))])
    put(state, "A1", row(10, 20, 20))
    put(state, "B1", row(3, 20, 28))
    put(state, "B2", row(3, 28, 28))
    assert offered(state, "volley ended", 1, Targets("A1", ("B1", "B2"))) == ["evade:B2"]


# --- deployment ---


def before(*ours: Kind) -> State:
    """A is about to deploy; B stands at y 24."""
    state = state_of([unit((kind, 3)) for kind in ours])
    put(state, "B1", row(10, 30, 24))
    phase(state, "setup", "deploy")
    state.core.round = 0
    return state


def test_infiltrators_deploy_outside_their_zone_and_do_not_charge_in_the_first_battle_turn() -> None:
    state = before(ruled("Infiltrate (9)"), MAN)
    put(state, "A2", row(3, 5, 5))
    too_near, legal, theirs = (key(*row(3, 30, 24 - 0.63 * 2 - gap)) for gap in (8.9, 9, -14))
    ask = asked(deployment.next_step(state))
    assert [refusal(ask, answer) is None for answer in (too_near, legal, theirs)] == [False, True, False]
    drive(state, deployment.next_step(state), [legal])
    phase(state, "assault", "charge")
    refused = charging.can_charge(state, state.units["A1"])
    assert refused is not None
    assert (refused.code, refused.rule) == ("infiltrated", "special-infiltrate")
    apply(state, Ends(moment="battle turn"))
    assert charging.can_charge(state, state.units["A1"]) is None
    plain = before(MAN)
    ask = asked(deployment.next_step(plain))
    assert refusal(ask, legal) is not None


def test_what_a_battle_does_not_follow_is_named_before_it_begins() -> None:
    pad, medic, lit = (
        kind_named("skyshield landing pad"),
        kind_named("apothecary", "narthecium"),
        kind_named("rhino", "searchlight"),
    )
    state = state_of([pad, medic, lit, MAN])
    phase(state, "setup", "formations")
    done = drive(state, deployment.next_step(state))
    lines = [event.text for event in done.all(Said) if event.rule == "not-modelled"]
    assert lines == [
        f"{pad.name} (A1): not modelled: Platform, Landing Pad",
        f"{medic.name} (A2): not modelled: Medic (4+), narthecium",
    ]


# --- fights ---


def test_a_vexilla_scores_a_point_for_its_unit() -> None:
    state = state_of([unit((holding("vexilla"), 1), (MAN, 1))], [unit((MAN, 2))])
    put(state, "A1", rank(2, 20, line(20)))
    put(state, "B1", rank(2, 20, line(20) + 320))
    phase(state, "assault", "resolution")
    assert total_points(state, ["A1", "B1"], [1, 2]) == [2, 2]


def test_bulky_models_count_for_more_when_outnumbering_is_asked_for() -> None:
    state = state_of([unit((ruled("Bulky (3)"), 2))], [unit((MAN, 5))])
    put(state, "A1", rank(2, 20, line(20)))
    put(state, "B1", rank(5, 20, line(20) + 320))
    fights(state, "A1", "B1")
    assert facts_of_fight(state, ["A1", "B1"], state.units["A1"])["outnumbered"] is False
    assert facts_of_fight(state, ["A1", "B1"], state.units["B1"])["outnumbered"] is True


def choices(kind: Kind, result: str, left: dict[str, str]) -> list[str]:
    """What a unit of A may do at the end of a combat with B1."""
    state = state_of([unit((kind, 3))], [LEG])
    put(state, "A1", rank(3, 20, line(20)))
    put(state, "B1", row(10, 20, 26))
    return [each.id for each in open_conclusions(state, state.units["A1"], Ending(["A1", "B1"], result, left))]


def test_slow_and_purposeful_does_not_pursue() -> None:
    fled = {"B1": "fell back"}
    assert "pursue" in choices(MAN, WON, fled)
    assert "pursue" not in choices(ruled("Slow and Purposeful"), WON, fled)


def test_the_rite_of_pure_thought_forbids_reactions_volleys_and_most_of_the_aftermath() -> None:
    bound = with_(MAN, arms=(gun(traits=("assault",)), KNIFE), rules=("Rite of Pure Thought",))
    assert choices(bound, LOST, {}) == ["hold", "fall back"]
    assert choices(bound, WON, {"B1": "fell back"}) == ["hold", "fall back", "consolidate"]
    state = shooting([LEG], [unit((bound, 8))])
    refused = may_react(state, state.units["B1"], "return fire")
    assert refused is not None
    assert refused.rule == "rite-of-pure-thought"
    assert not can_volley(state, state.units["B1"], state.units["A1"])
    # Half of it is lost: no Leadership Check.
    shot = shooting([armed(MAN, gun(shots=4, ap=2, strength=10))], [unit((bound, 8))])
    fire(shot, face=6)
    assert len(shot.units["B1"].models) == 4
    assert drive(shot, morale(shot)).rolls == []


# --- objectives ---


def scoring(*parts: tuple[Kind, int]) -> int:
    """What A scores for an objective of value 3 that a unit of these models controls."""
    state = state_of([unit(*parts)], objectives=[MIDDLE], scoring="heart")
    count = sum(number for _, number in parts)
    put(state, "A1", row(count, 36 - 0.7 * (count - 1), 24, 1.4))
    put(state, "B1", row(1, 10, 45))
    phase(state, "end", "victory")
    return sum(event.by for event in drive(state, ending.next_step(state)).all(Points))


@pytest.mark.parametrize(
    ("parts", "points"),
    [
        ([(MAN, 2)], 3),
        ([(ruled("Line (2)"), 2), (MAN, 1)], 5),
        ([(ruled("Line (2)"), 1), (MAN, 1)], 3),
        ([(ruled("Support Unit (1)"), 2)], 1),
        ([(ruled("Support Unit (2)", "Line (2)"), 2)], 2),
        ([(ruled("Vanguard (3)"), 2)], 1),
        ([(ruled("Vanguard (3)"), 1), (MAN, 1)], 3),
        ([(with_(CEN, rules=("Comptroller (2)",)), 1), (MAN, 2)], 5),
        ([(with_(CEN, rules=("Comptroller (2)",)), 1)], 3),
    ],
)
def test_what_an_objective_scores_by_who_controls_it(parts: Sequence[tuple[Kind, int]], points: int) -> None:
    assert scoring(*parts) == points


def test_the_heedless_hold_nothing() -> None:
    state = state_of([unit((ruled("Heedless"), 1), (MAN, 2))], [LEG], objectives=[MIDDLE])
    put(state, "A1", row(3, 35, 24))
    put(state, "B1", row(1, 10, 45))
    assert holder(state, MIDDLE) is None


@pytest.mark.parametrize(("expendable", "points"), [((), 3), (("Expendable (2)",), 1), (("Expendable (9)",), 1)])
def test_vanguard_scores_for_the_destruction_of_who_held_an_objective(expendable: tuple[str, ...], points: int) -> None:
    killer = with_(MAN, arms=(gun(ap=2, strength=10),), rules=("Vanguard (3)",))
    victim = unit((ruled(*expendable), 1))
    state = state_of([killer], [victim, victim], objectives=[MIDDLE], scoring="heart")
    put(state, "A1", at(36, 14))
    put(state, "B1", at(36, 24))
    put(state, "B2", at(37.5, 24))
    phase(state, "shooting", "attack")
    assert [event.by for event in fire(state, face=6).all(Points)] == [points]
    # Once an objective and player turn; and nothing for a unit away from it.
    assert fire(state, "B2", face=6).all(Points) == []
    away = state_of([killer], [victim], objectives=[MIDDLE], scoring="heart")
    put(away, "A1", at(36, 14))
    put(away, "B1", at(36, 29))
    phase(away, "shooting", "attack")
    assert fire(away, face=6).all(Points) == []

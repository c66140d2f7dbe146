"""From names to questions: what a unit attacks with, what it meets, and what nobody can know from names."""

from fractions import Fraction
from typing import Any

import pytest

from tests.games.heresy3.fixtures import infantry, sheet
from warbench.games.heresy3.answer import Answer, answer
from warbench.games.heresy3.armies.upgrades import with_upgrades
from warbench.games.heresy3.defenders import archetypes, defender
from warbench.games.heresy3.inquiry import TARGETS, Inquiry, attacking, question_of, sheet_of, target_id
from warbench.games.heresy3.question import Armour, Question
from warbench.rules.fields import ScenarioError
from warbench.sheets.datasheet import Datasheet
from warbench.sheets.finding import UnknownDatasheet
from warbench.sheets.sizes import SizeError

BREACHERS = {"bolter": 10, "bolt pistol": 10, "boarding shield": 10, "frag grenades": 10, "krak grenades": 10}
CHARGED = {**BREACHERS, "breacher charges": 1}


def asked(unit: str | Datasheet, target: str, **more: Any) -> Question:
    return question_of(Inquiry(sheet=sheet_of(unit) if isinstance(unit, str) else unit, target=target, **more))


def answered(unit: str | Datasheet, target: str, *, exact: bool = False, **more: Any) -> Answer:
    return answer(asked(unit, target, **more), exact=exact)


def used(question: Question) -> list[tuple[int, str]]:
    return [(weapon.count, weapon.name) for weapon in question.weapons]


# --- what a unit shoots with ---


def test_an_infantry_model_fires_one_weapon_the_one_that_does_most() -> None:
    assert used(asked("Tactical Squad", "marines")) == [(10, "bolter")]
    assert used(asked("Heavy Support Squad", "Predator")) == [(5, "lascannon")]


def test_of_equals_the_weapon_that_reaches_farther_is_fired() -> None:
    assert used(asked("Tactical Squad", "building")) == [(10, "bolter")]


def test_a_hull_and_a_walker_fire_all_that_they_have() -> None:
    assert used(asked("Predator", "marines")) == [(2, "sponson mounted heavy bolter"), (1, "turret mounted predator cannon")]
    assert used(asked("Contemptor Dreadnought", "marines")) == [(1, "combi-bolter"), (1, "kheres assault cannon")]


def test_firing_protocols_let_a_model_fire_more() -> None:
    gunners = infantry(count=(1, 1), equipped=("bolter", "lascannon", "heavy bolter"), abilities=["Firing Protocols (2)"])
    assert used(asked(sheet("Gunners", gunners), "heavy-vehicle", facts={"facing": "rear"})) == [
        (1, "heavy bolter"),
        (1, "lascannon"),
    ]


def test_two_pistols_are_fired_together() -> None:
    pistols = infantry(count=(1, 1), equipped=("bolt pistol", "plasma pistol"))
    names = [name for _, name in used(asked(sheet("Duellist", pistols), "marines"))]
    assert names[0] == "bolt pistol"
    assert names[1].startswith("plasma pistol")


def test_each_weapon_is_used_in_the_profile_that_does_most_or_in_the_one_that_is_named() -> None:
    launchers = {"missile launcher": 5, "bolt pistol": 5, "frag grenades": 5, "krak grenades": 5}
    (best,) = used(asked("Heavy Support Squad", "Predator", loadout=launchers))
    (other,) = used(asked("Heavy Support Squad", "Predator", loadout=launchers, profile="frag"))
    assert (best[1], other[1]) == ("missile launcher (krak)", "missile launcher (frag)")


def test_named_weapons_alone_are_used() -> None:
    assert used(asked("Tactical Squad", "marines", weapons=("bolt pistol",))) == [(10, "bolt pistol")]
    with pytest.raises(ScenarioError, match="cannot fire bolter, bolt pistol together"):
        asked("Tactical Squad", "marines", weapons=("bolter", "bolt pistol"))
    with pytest.raises(ScenarioError, match="not equipped with 'lascannon'; it has: bolt pistol, bolter"):
        asked("Tactical Squad", "marines", weapons=("lascannon",))
    with pytest.raises(ScenarioError, match="fights with one melee weapon"):
        asked("Breacher Squad", "fortification", loadout=CHARGED, weapons=("krak grenades", "breacher charges"))


def test_a_combi_weapon_is_used_in_two_of_its_profiles_at_once() -> None:
    ways = [
        {"name": name, "range": 24, "abilities": ["Combi"], "characteristics": {"firepower": 1, "strength": s, "damage": 1}}
        for name, s in (("bolter", 4), ("plasma", 6))
    ]
    squad = sheet(
        "Combi Squad",
        infantry(count=(1, 1), equipped=("combi",)),
        weapons=[{"name": "combi", "type": "ranged", "profiles": ways}],
    )
    assert [name for _, name in used(asked(squad, "marines"))] == ["combi (bolter)", "combi (plasma)"]
    assert [name for _, name in used(asked(squad, "marines", weapons=("combi",)))] == ["combi (bolter)", "combi (plasma)"]
    assert [name for _, name in used(asked(squad, "marines", weapons=("combi (plasma)",)))] == ["combi (plasma)"]


def test_a_unit_without_weapons_of_the_kind_is_refused() -> None:
    with pytest.raises(ScenarioError, match="Rhino has no melee weapons"):
        asked("Rhino", "marines", kind="melee")


def test_a_weapon_cannot_shoot_within_its_minimum_range() -> None:
    cannon = {"turret mounted aquila macro-cannon": 1}
    (plan,) = answered("Aquila Strongpoint", "heavy-vehicle", loadout=cannon, facts={"distance": 20}).plans
    assert plan.refused == ('too near: 20" is within its minimum range of 24"',)


def test_the_numbers_of_a_shot_are_those_of_the_datasheets() -> None:
    """BS 4 hits on 3+; S9 against Armour 13 with Armourbane penetrates on 4+; Damage 1, and 2 when Stationary (Heavy)."""
    moved = answered("Heavy Support Squad", "Predator", exact=True, facts={"distance": 24})
    assert moved.wounds_lost.prob(0) == Fraction(2, 3) ** 5
    assert moved.outcome.damage is not None
    assert moved.outcome.damage.mean == 5 * Fraction(2, 3) * Fraction(1, 2)
    still = answered("Heavy Support Squad", "Predator", exact=True, facts={"stationary": True})
    assert still.outcome.damage is not None
    assert still.outcome.damage.mean == 2 * moved.outcome.damage.mean


def test_a_fortification_is_stationary_whatever_it_did_unless_it_is_said() -> None:
    assert answered("Firestorm Redoubt", "Xiphon").facts["stationary"] is True
    assert answered("Firestorm Redoubt", "Xiphon", facts={"stationary": False}).facts["stationary"] is False
    assert answered("Predator", "marines").facts["stationary"] is False


# --- what it fights with ---


def test_a_model_fights_with_one_weapon_the_best_that_it_may_use() -> None:
    assert used(asked("Breacher Squad", "Firestorm Redoubt", kind="melee")) == [(10, "krak grenades")]
    question = asked("Breacher Squad", "Firestorm Redoubt", kind="melee", loadout=CHARGED)
    assert used(question) == [(9, "krak grenades"), (1, "breacher charges")]


def test_what_may_not_be_used_against_the_target_leaves_the_basic_weapon() -> None:
    # Grenades need a target that does not move, breacher charges a Fortification or a Building.
    question = asked("Breacher Squad", "marines", kind="melee", loadout=CHARGED)
    assert used(question) == [(10, "basic close combat weapon")]
    tank = asked("Breacher Squad", "Predator", kind="melee", loadout=CHARGED)
    assert used(tank) == [(10, "krak grenades")]


def test_breacher_charges_that_are_named_are_refused_where_they_may_not_be_declared() -> None:
    named: dict[str, Any] = {"loadout": CHARGED, "weapons": ("breacher charges",)}
    (tank,) = answered("Breacher Squad", "Predator", **named).plans
    assert tank.refused == ("breacher charges are for Fortifications and Buildings (H-082): may not be used against this target",)
    for walls in ("Firestorm Redoubt", "Medium Building"):
        (plan,) = answered("Breacher Squad", walls, **named).plans
        assert not plan.refused


def test_strikes_come_in_the_order_of_their_initiative_steps() -> None:
    fighter = infantry("Fighter", (1, 1), equipped=("power fist",))
    other = infantry("Other", (1, 1), equipped=("power sword",))
    question = asked(sheet("Fighters", fighter, other), "marines", kind="melee")
    assert [name for _, name in used(question)] == ["power sword", "power fist"]
    hulls = asked("Breacher Squad", "Firestorm Redoubt", kind="melee", loadout=CHARGED)
    assert hulls.weapons[-1].name == "breacher charges"


def test_modifiers_of_a_melee_weapon_change_its_bearers_numbers() -> None:
    (fist,) = asked("Contemptor Dreadnought", "dreadnought", kind="melee").weapons
    assert (fist.name, str(fist.attacks), fist.skill, fist.strength) == ("gravis power fist", "4", 4, 10)


@pytest.mark.parametrize(("reading", "damage"), [("D6", "D6"), ("D3+3", "D3+3")])
def test_a_ruling_decides_the_damage_of_breacher_charges(reading: str, damage: str) -> None:
    rulings = {"breacher-damage": reading}
    more = {"loadout": CHARGED, "weapons": ("breacher charges",), "rulings": rulings}
    (weapon,) = asked("Breacher Squad", "Firestorm Redoubt", **more).weapons
    assert str(weapon.damage) == damage


# --- loadouts and costs ---


def test_upgrades_cost_what_they_cost_and_go_to_who_may_have_them() -> None:
    plain = attacking(Inquiry(sheet=sheet_of("Breacher Squad"), target="marines"))
    charged = attacking(Inquiry(sheet=sheet_of("Breacher Squad"), target="marines", loadout=CHARGED))
    assert charged.points - plain.points == 10
    bearers = [hand for hand in charged.hands if any(arm.name == "breacher charges" for arm in hand.kind.weapons)]
    assert [(hand.kind.name, hand.count) for hand in bearers] == [("Breacher Sergeant", 1)]
    assert with_upgrades(sheet_of("Tactical Squad")).options == sheet_of("Tactical Squad").options


def test_the_price_of_an_option_counts() -> None:
    cheaper = {"heavy bolter": 5, "bolt pistol": 5, "frag grenades": 5, "krak grenades": 5}
    assert asked("Heavy Support Squad", "marines", loadout=cheaper).attacker_points == 175 - 5 * 15


def test_an_illegal_loadout_is_refused() -> None:
    with pytest.raises(ScenarioError, match="no legal loadout of 10 Breacher Squad is 2 breacher charges"):
        asked("Breacher Squad", "marines", loadout={"breacher charges": 2})


def test_a_size_that_the_unit_cannot_have_is_refused() -> None:
    with pytest.raises(SizeError, match="a unit has 10 to 20 models, not 9"):
        asked("Tactical Squad", "marines", size=9)
    assert used(asked("Tactical Squad", "marines", size=20)) == [(20, "bolter")]


# --- targets ---


def test_a_datasheet_is_a_target_with_its_wargear_the_sergeant_last() -> None:
    squad = defender("Breacher Squad", 15)
    assert [(group.name, group.count, group.invulnerable) for group in squad.groups] == [
        ("Breacher Legionary", 14, 5),
        ("Breacher Sergeant", 1, 5),
    ]
    assert (squad.points, squad.starting_models) == (200, 15)
    (hull,) = defender("Predator").groups
    assert (hull.armour, hull.wounds, hull.type) == (Armour(13, 12, 10), 5, "vehicle")
    (redoubt,) = defender("Firestorm Redoubt").groups
    assert (redoubt.armour, redoubt.wounds) == (Armour(12, 12, 12), 8)


def test_what_is_left_of_a_target() -> None:
    squad = defender("Tactical Squad", models_left=2)
    assert [(group.name, group.count) for group in squad.groups] == [("Legionary", 1), ("Sergeant", 1)]
    assert answered("Predator", "Rhino", wounds_left=1).target.total == 1
    with pytest.raises(ScenarioError, match="wounds left: found 6, expected 1 to 5 for Predator"):
        defender("Predator", wounds_left=6)
    with pytest.raises(ScenarioError, match="models left: found 11, expected 1 to 10 for Tactical Squad"):
        defender("Tactical Squad", models_left=11)


def test_archetypes_stand_for_many_units() -> None:
    assert target_id("Bunker") == "fortification"
    assert [target_id(name) for name in TARGETS] == list(TARGETS)
    marines = defender("marines", 20)
    assert (marines.groups[0].count, marines.points) == (20, 200)
    with pytest.raises(SizeError, match="has at least 1 model"):
        defender("marines", 0)
    with pytest.raises(UnknownDatasheet, match="did you mean"):
        defender("marinez")


@pytest.mark.parametrize("name", archetypes())
def test_every_archetype_can_be_attacked(name: str) -> None:
    assert answered("Heavy Support Squad", name, facts={"facing": "rear"}).wounds_lost.mean > 0


# --- what is left out ---


def test_what_the_odds_do_not_follow_is_named() -> None:
    missing = answered("Tactical Squad", "Predator").not_modelled
    assert missing == ("Smokescreen (Predator)",)
    fired = answered("Predator", "marines", facts={"cover": 5}).not_modelled
    assert fired == ("arcs of Predator: all its weapons are taken to bear on the target",)
    everywhere = answered("Predator", "marines", rulings={"firing-arcs": "all"}).not_modelled
    assert everywhere == ()


def test_wargear_that_only_a_summary_describes_is_named() -> None:
    scouts = sheet("Scouts", infantry(count=(1, 1), equipped=("bolter", "narthecium", "vexilla")))
    # A vexilla bears on no attack; battles follow it.
    (missing,) = answered(scouts, "marines").not_modelled
    assert missing.startswith("narthecium (Scouts): Recovery Tests")


def test_an_answer_for_one_side_of_a_combat_says_so() -> None:
    said = "the other side of the combat: what the target does to the attackers in earlier Initiative steps"
    assert said in answered("Assault Squad", "marines", kind="melee").not_modelled
    assert said not in answered("Breacher Squad", "Firestorm Redoubt", kind="melee").not_modelled

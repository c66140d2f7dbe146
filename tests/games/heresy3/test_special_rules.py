"""Special rules of weapons, one by one, with exact numbers."""

import pytest

from tests.games.heresy3.helpers import DOOMED, TANK, F, Spec, ask, blade, gun, law, legion, lost, mean, rolls, thrown
from warbench.games.heresy3.special_rules import battle_rule, known_rules, read_rule, unknown_rules

SURE: Spec = {"skill": None}


def test_breaching_takes_away_the_armour_save() -> None:
    result = ask(gun("Breaching (5+)", ap=4, **SURE))
    # Wounds on 4+; on 5+ no save is made.
    assert mean(result, "unsaved") == F(1, 6) * F(2, 6) + F(2, 6)
    assert rolls(thrown(result, 5)) == [("wound", (5,))]
    better = gun("Breaching (2+)", ap=1, **SURE)
    assert mean(ask(better, legion(save=2)), "unsaved") == F(1, 2)


def test_shred_does_one_damage_more() -> None:
    assert law(ask(gun("Shred (6+)", damage=2, **SURE), legion(1, save=7, wounds=9))) == {0: F(3, 6), 2: F(2, 6), 3: F(1, 6)}


def test_rending_wounds_by_itself_and_counts_as_a_6() -> None:
    result = ask(gun("Rending (6+)", strength=1, ap=3), legion(30, toughness=9))
    assert mean(result, "wounds") == F(1, 6)
    assert rolls(thrown(result, 6)) == [("hit", (6,))]
    with_both = ask(gun("Rending (6+)", "Shred (6+)", "Breaching (6+)", strength=1), legion(1, toughness=9, wounds=9, save=2))
    assert law(with_both) == {0: F(5, 6), 2: F(1, 6)}


def test_rending_needs_the_hit() -> None:
    assert mean(ask(gun("Rending (2+)", strength=1, skill=1), legion(30, toughness=9, save=7)), "wounds") == F(1, 6)


def test_critical_hit() -> None:
    result = ask(gun("Critical Hit (5+)", strength=4, damage=1), legion(1, save=7, wounds=9))
    assert law(result) == {0: F(2, 6) + F(2, 6) * F(1, 2), 1: F(2, 6) * F(1, 2), 2: F(2, 6)}
    # Of the table's number and the rule's, the better counts, and only once.
    assert mean(ask(gun("Critical Hit (4+)", firepower=6, skill=6), DOOMED), "critical hits") == 3
    assert mean(ask(gun("Critical Hit (6+)", firepower=6, skill=8), DOOMED), "critical hits") == 3


def test_poisoned() -> None:
    assert mean(ask(gun("Poisoned (3+)", strength=1, **SURE), legion(30, toughness=9, save=7)), "wounds") == F(4, 6)
    walker = legion(3, type="walker", toughness=9, save=7)
    assert mean(ask(gun("Poisoned (3+)", strength=1, **SURE), walker), "wounds") == F(1, 6)
    # It adds to the test, it does not replace it.
    assert mean(ask(gun("Poisoned (6+)", strength=5, **SURE), DOOMED), "wounds") == F(4, 6)


def test_deflagrate_makes_a_hit_of_each_unsaved_wound() -> None:
    weapon = gun("Deflagrate (4)", strength=10, ap=3, **SURE)
    assert law(ask(weapon, legion(save=3))) == {0: F(1, 6), 1: F(5, 6) * (1 - F(1, 2) * F(1, 3)), 2: F(5, 6) * F(1, 2) * F(1, 3)}
    # They come after all wounds of the weapon: the first model is gone, what is left of the damage is for the second.
    played = thrown(ask({**weapon, "firepower": 2, "damage": 2}, legion(3, wounds=3, save=7)), 6, 6, 4, 4)
    assert [strike.damage for strike in played.strikes] == [2, 2, 1, 1]
    assert [strike.pool for strike in played.strikes] == [0, 0, 1, 1]


def test_no_deflagrate_for_what_a_mitigation_test_discards() -> None:
    weapon = gun("Deflagrate (10)", strength=10, **SURE)
    assert law(ask(weapon, legion(save=7, feel_no_pain=4)))[0] == F(1, 6) + F(5, 6) * F(1, 2)


@pytest.mark.parametrize(
    ("rule", "facts", "expected"),
    [
        ("Heavy (Damage)", {}, 2),
        ("Heavy (Damage)", {"stationary": True}, 3),
        ("Heavy (D)", {"stationary": True, "attacker_statuses": ["stunned"]}, 2),
        ("Ordnance (D)", {"stationary": True}, 4),
        ("Impact (D)", {"charged": True}, 3),
        ("Force (D)", {"force_passed": True}, 4),
        ("Force (D)", {}, 2),
    ],
)
def test_rules_that_change_the_damage(rule: str, facts: Spec, expected: int) -> None:
    assert max(law(ask(gun(rule, damage=2, strength=10, **SURE), legion(1, save=7, wounds=9), **facts))) == expected


def test_rules_that_change_other_characteristics() -> None:
    still: Spec = {"stationary": True}
    assert mean(ask(gun("Heavy (Firepower)", firepower=3), **still), "attacks") == 4
    assert mean(ask(gun("Ordnance (FP)", firepower=3), **still), "attacks") == 6
    assert mean(ask(gun("Heavy (S)", strength=4, **SURE), DOOMED, **still), "wounds") == F(4, 6)
    assert mean(ask(gun("Heavy (AP)", ap=4, strength=10, **SURE), **still), "unsaved") == F(5, 6)
    assert mean(ask(gun("Ordnance (AP)", ap=6, strength=10, **SURE), legion(save=2), **still), "unsaved") == F(5, 6)
    assert mean(ask(blade("Impact (A)", attacks=2), charged=True), "attacks") == 3
    assert mean(ask(blade("Reaping Blow (2)", attacks=1), outnumbered=True), "attacks") == 3
    assert mean(ask(blade("Reaping Blow (2)", attacks=1), outnumbered=True, challenge=True), "attacks") == 1


def test_hatred() -> None:
    foes = legion(30, save=7, traits=["Traitor"])
    assert mean(ask(blade("Hatred (Traitor)", **SURE), foes), "wounds") == F(4, 6)
    assert mean(ask(blade("Hatred (Loyalist)", **SURE), foes), "wounds") == F(3, 6)
    assert mean(ask(gun("Hatred (Traitor)", **SURE), foes), "wounds") == F(3, 6)


def test_hatred_of_several() -> None:
    for traits, wounds in ((["psyker"], F(4, 6)), (["malefic"], F(4, 6)), (["loyalist"], F(3, 6))):
        assert mean(ask(blade("Hatred (Psyker, Malefic)", **SURE), legion(30, save=7, traits=traits)), "wounds") == wounds
    assert mean(ask(blade("Hatred (Traitors)", **SURE), legion(30, save=7, traits=["traitor"])), "wounds") == F(4, 6)


def test_ordnance_of_range_reaches_twice_as_far_from_a_standing_unit() -> None:
    mortar = gun("Ordnance (R)", range=24)
    assert ask(mortar, distance=40).plans[0].refused == ('out of range: 40" is beyond 24"',)
    assert ask(mortar, distance=40, stationary=True).plans[0].refused == ()
    assert ask(mortar, distance=49, stationary=True).plans[0].refused == ('out of range: 49" is beyond 48"',)


def test_melta() -> None:
    melta = gun("Melta (6)", strength=8, damage=3, range=12, **SURE)
    near, far = ask(melta, {**TANK, "hull_points": 9}, distance=6), ask(melta, {**TANK, "hull_points": 9}, distance=7)
    assert law(near) == {0: F(3, 6), 6: F(3, 6)}
    assert law(far) == {0: F(4, 6), 3: F(2, 6)}
    assert max(law(ask(melta, legion(1, wounds=9, save=7), distance=6))) == 3


def test_macro() -> None:
    assert ask(gun("Macro")).plans[0].refused
    assert ask(gun("Macro"), legion(1, wounds=10)).plans[0].refused == ()
    assert ask(gun("Macro"), legion(type="paragon")).plans[0].refused == ()
    assert ask(gun("Macro"), TANK).plans[0].refused == ()
    assert ask(gun("Macro"), TANK, intercept=True).plans[0].refused


def test_blast_and_template_hit_every_model_under_them() -> None:
    blast = gun('Blast (3")', strength=10)
    assert mean(ask(blast, DOOMED, models_under_marker=4), "hits") == 4 * F(4, 6)
    assert mean(ask(blast, DOOMED, models_under_marker=4, models_after_scatter=2), "hits") == 4 * F(4, 6) + 2 * F(2, 6)
    assert mean(ask(blast, legion(2), models_under_marker=4), "hits") == 2 * F(4, 6)
    flamer = gun("Template", firepower=2, range=None)
    assert law(ask(flamer, legion(30, toughness=0, save=7), models_under_marker=3, distance=8)) == {6: 1}
    assert ask(flamer, DOOMED, distance=9).plans[0].refused
    indirect = ask(gun('Blast (5")', "Barrage (2)"), DOOMED, visible=False, models_after_scatter=3)
    assert mean(indirect, "hits") == 3
    assert ask(blast).not_modelled == (
        "Blast of gun: where a marker that scattered lands; it is taken to miss (fact models_after_scatter)",
    )


def test_precision_picks_the_character() -> None:
    target = legion(4, save=7), legion(1, save=7, wounds=2, keywords=["character"])
    picked = ask(gun("Precision (5+)", strength=10, damage=2), *target, precision=True)
    # A 5 or 6 to hit goes to the character, a 3 or 4 to the others.
    assert law(picked) == {0: F(2, 6) + F(4, 6) * F(1, 6), 1: F(2, 6) * F(5, 6), 2: F(2, 6) * F(5, 6)}
    assert max(law(ask(gun("Precision (5+)", strength=10, damage=2), *target))) == 1
    assert max(law(ask(gun("Precision (5+)", strength=10, damage=2), *target, precision=True, snap_shots=True))) == 1


def test_what_is_set_aside_comes_after_the_plain_wounds_of_its_weapon() -> None:
    """One plain wound and one with Shred on models of 2 wounds: the order decides what is wasted."""
    weapon = gun("Shred (6+)", firepower=2, strength=4, **SURE)
    after, before = (
        ask(weapon, legion(3, wounds=2, save=7)),
        ask(weapon, legion(3, wounds=2, save=7), rulings={"set-aside": "before"}),
    )
    assert [strike.damage for strike in thrown(after, 6, 4).strikes] == [1, 2]
    assert [strike.damage for strike in thrown(before, 6, 4).strikes] == [2, 1]
    assert lost(after, 6, 4) == 2
    assert lost(before, 6, 4) == 3


def test_only_the_best_variant_of_a_rule_counts() -> None:
    assert mean(ask(gun("Poisoned (5+)", "Poisoned (3+)", strength=1, **SURE), legion(30, toughness=9, save=7)), "wounds") == F(
        4, 6
    )
    granted = [{"kind": "grant", "keyword": "Poisoned (2+)"}]
    weapon = gun("Poisoned (5+)", strength=1, **SURE)
    assert mean(ask(weapon, legion(30, toughness=9, save=7), effects=granted), "wounds") == F(5, 6)


@pytest.mark.parametrize("text", ["Gets Hot", "Lance", "Breaching (7+)", "Heavy", "Twin-linked", "Heavy (Courage)", "Heavy (R)"])
def test_what_nobody_knows_is_named(text: str) -> None:
    assert ask(gun(text)).not_modelled == (f"special rule {text!r} of gun",)


def test_rules_of_models_that_nobody_knows_are_named() -> None:
    assert ask(gun(), legion(special_rules=["Bulky (2)", "It Will Not Die"])).not_modelled == (
        "special rule 'It Will Not Die' of the target",
    )


@pytest.mark.parametrize(
    "text",
    ["Vanguard (3+)", "Bulky (X)", "Stun (-)", "Explodes (X)", "Shock (Dazed)", "Phage (R)", "Impact (T)", "Comptroller (N)"],
)
def test_a_rule_whose_value_means_nothing_is_not_known(text: str) -> None:
    # Other people's data has slips of the pen: the rule is named as not modelled, and nothing is made of its value.
    assert read_rule(text) is None
    assert battle_rule(text) is None
    assert unknown_rules((text,))


@pytest.mark.parametrize("text", ["Pinning (0)", "Phage (T & S)", "Shock (Pinning, Stunned, Suppressed)", "Impact (I)"])
def test_a_rule_of_no_penalty_or_of_several_things_is_known(text: str) -> None:
    assert read_rule(text) is not None


def test_every_rule_that_is_listed_can_be_read() -> None:
    examples = {"heavy": "S", "ordnance": "S", "impact": "S", "force": "S", "hatred": "Psyker", "blast": '3"', "melta": "6"}
    examples |= {"phage": "T", "shock": "Pinned"}
    for name in known_rules():
        family = name.removesuffix(" (X)")
        values = [f" ({examples[family]})"] if family in examples else [" (5+)", " (2)"] if name.endswith("(X)") else [""]
        assert any(read_rule(f"{family}{value}".title()) is not None for value in values), name


# --- rules of models that bear on attacks, and rules that imported datasheets bring ---

HIDDEN = legion(30, save=7, special_rules=["Shrouded (5+)"])


def test_an_augury_scanner_forbids_shrouded_tests_but_not_of_snap_shots() -> None:
    shot = gun("Augury Scanner", **SURE)
    assert mean(ask(gun(**SURE), HIDDEN), "unsaved") == F(1, 2) * F(4, 6)
    assert mean(ask(shot, HIDDEN), "unsaved") == F(1, 2)
    assert mean(ask(gun("Augury Scanner"), HIDDEN, snap_shots=True), "unsaved") == F(2, 6) * F(1, 2) * F(4, 6)


def test_a_searchlight_makes_shrouded_tests_harder_up_to_six_and_bars_its_bearer_from_them() -> None:
    lit = gun("Searchlight", **SURE)
    assert mean(ask(lit, HIDDEN), "unsaved") == F(1, 2) * F(5, 6)
    assert mean(ask(lit, legion(30, save=7, special_rules=["Shrouded (6+)"])), "unsaved") == F(1, 2) * F(5, 6)
    # Feel No Pain is none of its business.
    assert mean(ask(lit, legion(30, save=7, feel_no_pain=5)), "unsaved") == F(1, 2) * F(4, 6)
    beacon = legion(30, save=7, special_rules=["Shrouded (5+)", "Searchlight"])
    assert mean(ask(gun(**SURE), beacon), "unsaved") == F(1, 2)


def test_armour_breaker_rolls_for_each_penetrating_hit_alone() -> None:
    cannon = gun("Armour-breaker (4+)", strength=9, damage=2, **SURE)
    # S9 at 12: a 3 glances, 4+ penetrates; half of those do 3.
    assert law(ask(cannon, {**TANK, "hull_points": 9}))[3] == F(3, 6) * F(1, 2)
    assert law(ask(cannon, {**TANK, "hull_points": 9}))[2] == F(3, 6) * F(1, 2)
    assert rolls(thrown(ask(cannon, {**TANK, "hull_points": 9}), 5, 4)) == [("penetration", (5,)), ("armour-breaker", (4,))]
    assert rolls(thrown(ask(cannon, {**TANK, "hull_points": 9}), 3, 6))[1][0] == "vehicle damage table"
    assert lost(ask(cannon, {**TANK, "hull_points": 9}), 5, 3) == 2
    # Not in Wound Tests.
    assert max(law(ask(cannon, legion(1, wounds=9, save=7)))) == 2


def test_a_flare_shield_takes_armourbane_away_whatever_gives_it() -> None:
    guarded: Spec = {**TANK, "special_rules": ["Flare Shield"]}
    for weapon in (gun("Armourbane", strength=9, **SURE), gun("Melta (9)", strength=9, **SURE)):
        assert mean(ask(weapon, TANK, distance=5), "penetrating hits") == F(4, 6)
        assert mean(ask(weapon, guarded, distance=5), "penetrating hits") == F(3, 6)


def test_an_ion_shield_saves_by_facing_and_against_glancing_hits() -> None:
    knight: Spec = {**TANK, "keywords": ["super-heavy"], "special_rules": ["Ion Shield"]}
    shot = gun(strength=9, **SURE)
    for facing, got_through in (("front", F(4, 6)), ("side", 1), ("rear", F(5, 6))):
        assert mean(ask(shot, knight, facing=facing), "unsaved") == F(4, 6) * got_through
    flaring = {**knight, "special_rules": ["Ionic Flare Shield"]}
    for weapon in (gun, blade):
        assert mean(ask(weapon("Armourbane", strength=9, **SURE), flaring, facing="front"), "glancing hits") == F(1, 6)
    assert mean(ask(blade(strength=9, **SURE), knight), "unsaved") == F(4, 6)


def test_third_line_costs_a_hull_point_for_each_glancing_hit() -> None:
    frail: Spec = {**TANK, "special_rules": ["Third-Line"]}
    shot = gun(strength=6, **SURE)
    assert law(ask(shot, TANK)) == {0: F(1)}
    assert law(ask(shot, frail)) == {0: F(5, 6), 1: F(1, 6)}
    assert law(ask(shot, {**frail, "keywords": ["super-heavy"]})) == {0: F(5, 6), 2: F(1, 6)}
    # The status that it has already costs one more.
    assert max(law(ask(shot, frail, target_statuses=["stunned"]))) == 2


def test_macro_auspex_snaps_at_everything_that_is_no_giant() -> None:
    shot = gun("Macro-auspex", strength=9)
    assert mean(ask(shot), "hits") == F(2, 6)
    assert mean(ask(shot, {**TANK, "keywords": ["knight"]}), "hits") == F(4, 6)
    assert mean(ask(shot, legion(1, wounds=10)), "hits") == F(4, 6)


def test_lightning_blows_are_critical_on_a_charge() -> None:
    strike = blade("Lightning Blows", skill=4)
    assert mean(ask(strike, DOOMED), "critical hits") == 0
    assert mean(ask(strike, DOOMED, charged=True), "critical hits") == F(1, 6)


def test_ravening_madmen_are_struck_as_if_their_weapon_skill_were_three() -> None:
    strike = blade(skill=4)
    assert mean(ask(strike, legion(30, weapon_skill=6)), "hits") == F(2, 6)
    assert mean(ask(strike, legion(30, weapon_skill=6, special_rules=["Ravening Madmen"])), "hits") == F(4, 6)
    assert mean(ask(strike, legion(30, weapon_skill=1, special_rules=["Ravening Madmen"])), "hits") == F(4, 6)


def test_shadows_of_judgement_are_hard_to_kill_in_a_challenge() -> None:
    shade = legion(1, wounds=9, save=7, special_rules=["Shadows of Judgement"])
    assert mean(ask(blade(**SURE), shade), "unsaved") == F(1, 2)
    assert mean(ask(blade(**SURE), shade, challenge=True), "unsaved") == F(1, 2) * F(4, 6)


def test_independent_fire_does_not_snap_at_further_targets() -> None:
    assert mean(ask(gun(strength=8), further_target=True), "hits") == F(2, 6)
    assert mean(ask(gun("Independent Fire", strength=8), further_target=True), "hits") == F(4, 6)


def test_brackets_may_name_two_characteristics() -> None:
    still: Spec = {"stationary": True}
    both = ask(gun("Heavy (FP & AP)", firepower=2, ap=4, strength=10, **SURE), **still)
    assert mean(both, "attacks") == 3
    assert mean(both, "unsaved") == 3 * F(5, 6)
    assert read_rule("Impact (IM & D)") is not None
    assert read_rule("Impact (IM & Luck)") is None

"""Weapon abilities: Blast, Heavy, Indirect Fire, Conversion, Sustained Hits, Twin-linked, Ignores Cover, and the others."""

import pytest

from tests.games.w40k10.attack.helpers import (
    DOOMED,
    MARINES,
    TANK,
    F,
    Spec,
    ask,
    automatic,
    blade,
    change,
    critical,
    fortress,
    grant,
    gun,
    mean,
    models,
    p_critical_hit,
    p_critical_wound,
    p_hit,
    p_saved,
    p_wound,
    play,
    plus,
    refused,
)

CYCLIC = fortress("cyclic ion cannon")
WARHEAD = fortress("Hekaton warhead")
BEAMER = fortress("SP heavy conversion beamer")
MATR = fortress("MATR autocannon")
RAIL = fortress("heavy magna-rail cannon")


# --- Blast ---


@pytest.mark.rule("W-059")
def test_blast_weapons_roll_one_die_each_for_their_attacks() -> None:
    rolled = play(ask(gun("blast", attacks="D6+3", count=2), models(4)), 1, 2, *(1,) * 9)
    assert rolled.dice_for("attacks") == (1, 2)
    assert rolled.score("attacks") == 4 + 5


@pytest.mark.rule("W-060", "X-32")
@pytest.mark.parametrize(("size", "more"), [(4, 0), (5, 1), (9, 1), (10, 2), (11, 2), (20, 4)])
def test_one_more_attack_for_every_five_models(size: int, more: int) -> None:
    law = ask(CYCLIC, models(size)).outcome.volley.groups[0].number(exact=True)
    assert (law.low, law.high) == (4 + more, 9 + more)
    assert law.mean == F(13, 2) + more


@pytest.mark.rule("W-061", "X-31")
def test_models_are_counted_when_the_target_is_selected() -> None:
    first = gun(name="first", skill=None, attacks=6, strength=8)
    blast = gun("blast", name="blast", attacks="D6+3")
    result = ask([first, blast], models(10, save=7, wounds=1), automatic("wound", weapon="first"))
    rolled = play(result, 1, *(1,) * 6)
    assert rolled.slain == 6
    assert rolled.dice_for("hit") == (1,) * 6  # four models are left, and still 1 + 3 + 2 attacks


@pytest.mark.rule("W-062")
def test_the_example_of_blast() -> None:
    assert play(ask(gun("blast", attacks="2D6"), models(11)), 4, 5, *(1,) * 11).score("attacks") == 11


@pytest.mark.rule("W-063")
def test_each_blast_weapon_has_the_bonus() -> None:
    rolled = play(ask(fortress("cyclic ion cannon", "Hekaton warhead"), models(10)), 1, *(1,) * 6, 1, *(1,) * 6)
    assert [scores["attacks"] for scores in rolled.played.scores] == [6, 6]


@pytest.mark.rule("W-064", "X-33")
def test_blast_is_refused_against_a_target_that_friends_are_engaged_with() -> None:
    tank = models(1, "vehicle", toughness=12, save=2, wounds=16)
    for target in (MARINES, tank):
        assert "Blast: may not be used" in refused(ask(CYCLIC, target, target_engaged=True))
        assert "Blast" not in refused(ask(MATR, target, target_engaged=True))
    assert not refused(ask(MATR, tank, target_engaged=True))
    assert not refused(ask(CYCLIC, tank))


@pytest.mark.rule("W-065", "X-33")
def test_blast_is_refused_when_the_firer_itself_is_engaged() -> None:
    # A vehicle may shoot while it is engaged, but not with Blast.
    assert "Blast: may not be used" in refused(ask(CYCLIC, engaged=True))
    assert not refused(ask(MATR, engaged=True))


# --- Heavy ---


@pytest.mark.rule("W-066")
@pytest.mark.parametrize(("stationary", "chance"), [(True, F(4, 6)), (False, F(3, 6))])
def test_heavy_weapons_hit_better_when_stationary(stationary: bool, chance: F) -> None:
    assert p_hit(ask(RAIL, TANK, stationary=stationary)) == chance


@pytest.mark.rule("W-067")
def test_other_weapons_of_a_stationary_bearer_do_not() -> None:
    result = ask(fortress("heavy magna-rail cannon", "MATR autocannon"), TANK, stationary=True)
    assert (p_hit(result, 0), p_hit(result, 1)) == (F(4, 6), F(3, 6))


@pytest.mark.rule("W-068", "W-201")
def test_heavy_and_a_token_are_no_more_than_one() -> None:
    assert p_hit(ask(RAIL, TANK, stationary=True, tokens=1)) == F(4, 6)


@pytest.mark.rule("W-069")
def test_heavy_makes_up_for_damaged() -> None:
    assert p_hit(ask(RAIL, TANK, stationary=True, attacker_wounds_left=5)) == F(3, 6)


@pytest.mark.rule("X-09")
def test_heavy_a_token_and_damaged_together() -> None:
    everything: Spec = {"stationary": True, "tokens": 1, "attacker_wounds_left": 5}
    assert p_hit(ask(RAIL, TANK, **everything)) == F(2, 3)
    assert p_hit(ask(RAIL, TANK, rulings={"roll-cap": "each"}, **everything)) == F(1, 2)


# --- Indirect Fire ---


@pytest.mark.rule("W-071", "W-339")
def test_indirect_fire_reaches_a_target_that_nobody_sees() -> None:
    assert not refused(ask(WARHEAD, visible=False, distance=36))
    assert "cannot be seen" in refused(ask(CYCLIC, visible=False))
    assert "cannot be seen" in refused(ask(MATR, visible=False))


@pytest.mark.rule("W-072")
def test_every_hidden_model_may_be_removed() -> None:
    rolled = play(ask(WARHEAD, models(3), visible=False), 1, 5, 5, 5, 1, 3, 3, 3, 1, 1, 1)
    assert rolled.slain == 3


@pytest.mark.rule("W-073", "X-35")
def test_minus_one_to_hit_when_hidden() -> None:
    assert p_hit(ask(WARHEAD, visible=False)) == F(1, 3)


@pytest.mark.rule("W-074", "X-34")
def test_unmodified_one_to_three_always_fails_when_hidden() -> None:
    assert p_hit(ask(WARHEAD, MARINES, plus("hit", 1), plus("hit", 1), visible=False)) == F(1, 2)
    assert p_hit(ask(gun("indirect fire", skill=2), visible=False)) == F(1, 2)
    assert p_hit(ask(gun("indirect fire", skill=2), MARINES, plus("hit", 1), visible=False)) == F(1, 2)


@pytest.mark.rule("X-35")
def test_a_token_makes_up_for_the_hidden_target() -> None:
    assert p_hit(ask(WARHEAD, visible=False, tokens=1)) == F(1, 2)


@pytest.mark.rule("W-075", "X-36")
def test_a_hidden_target_has_the_benefit_of_cover() -> None:
    indirect = gun("indirect fire", ap=-2)
    assert p_saved(indirect, models(5, save=4), visible=False) == F(1, 3)
    assert p_saved(indirect, models(5, save=4)) == F(1, 6)
    assert mean(ask(WARHEAD, models(4, save=4), visible=False), "unsaved") == F(13, 2) * F(1, 3) * F(2, 3) * F(2, 3)


@pytest.mark.rule("W-077")
def test_a_visible_model_removes_all_three_penalties() -> None:
    assert p_hit(ask(WARHEAD, models(10), visible=True)) == F(1, 2)
    assert p_hit(ask(gun("indirect fire", skill=2), visible=True)) == F(5, 6)
    assert p_saved(gun("indirect fire", ap=-2), models(10, save=4), visible=True) == F(1, 6)


@pytest.mark.rule("W-079")
def test_torrent_may_not_be_fired_indirectly() -> None:
    both = gun("torrent", "indirect fire", skill=None)
    assert "Torrent: may not be used" in refused(ask(both, visible=False))
    assert not refused(ask(both, visible=True))


# --- Conversion ---


@pytest.mark.parametrize(
    ("distance", "criticals", "hits"),
    [
        pytest.param(12.1, F(1, 2), F(3), marks=pytest.mark.rule("W-084", "W-089")),
        pytest.param(24, F(1, 2), F(3), marks=pytest.mark.rule("W-084")),
        pytest.param(12, F(1, 6), F(5, 3), marks=pytest.mark.rule("W-085", "W-089", "X-03")),
        pytest.param(3, F(1, 6), F(5, 3), marks=pytest.mark.rule("W-085")),
    ],
)
def test_conversion_beyond_twelve_inches(distance: float, criticals: F, hits: F) -> None:
    result = ask(BEAMER, distance=distance)
    assert p_critical_hit(result) == criticals
    assert mean(result, "hits") == hits


@pytest.mark.rule("W-087", "X-01")
def test_conversion_needs_a_success() -> None:
    result = ask(BEAMER, MARINES, plus("hit", -1), distance=20)
    assert p_critical_hit(result) == F(2, 6)
    assert mean(result, "hits") == 2
    assert play(result, 4, 4).score("hits") == 0


@pytest.mark.rule("W-088", "X-02")
def test_conversion_goes_by_the_unmodified_die() -> None:
    result = ask(BEAMER, MARINES, plus("hit", 1), distance=20)
    assert (p_hit(result), p_critical_hit(result)) == (F(4, 6), F(3, 6))
    assert mean(result, "hits") == F(10, 3)
    rolled = play(result, 3, 1, 1)
    assert rolled.score("hits") == 1
    assert rolled.score("critical hits") == 0


@pytest.mark.rule("W-089")
def test_conversion_with_sustained_hits_d3() -> None:
    # One attack at BS4+: nothing on 1-3, else two, three or four hits.
    one = gun("conversion", "sustained hits D3")
    law = ask(one, DOOMED, automatic("wound"), distance=20).slain
    assert dict(law.items()) == {0: F(1, 2), 2: F(1, 6), 3: F(1, 6), 4: F(1, 6)}


@pytest.mark.rule("W-090", "X-04")
@pytest.mark.parametrize("distance", [6, 24])
def test_conversion_in_overwatch(distance: float) -> None:
    result = ask(BEAMER, distance=distance, overwatch=True)
    assert p_hit(result) == p_critical_hit(result) == F(1, 6)
    assert mean(result, "hits") == 1


# --- Sustained Hits ---


@pytest.mark.rule("W-091")
def test_a_critical_adds_hits_to_its_own() -> None:
    assert play(ask(gun("sustained hits 2")), 6, 1, 1, 1).score("hits") == 3


@pytest.mark.rule("W-092")
def test_a_plain_success_adds_none() -> None:
    rolled = play(ask(fortress("twin bolt cannon")), 4, 5, 6, *(3,) * 4, *(6,) * 4)
    assert rolled.score("hits") == 4


@pytest.mark.rule("W-093")
def test_additional_hits_are_not_critical_in_turn() -> None:
    rolled = play(ask(gun("sustained hits 1")), 6, 1, 1)
    assert rolled.dice.asked == [("hit", (6,)), ("wound", (1, 1))]


@pytest.mark.rule("W-094")
def test_a_random_number_of_hits_is_rolled_for_each_critical() -> None:
    rolled = play(ask(gun("sustained hits D3", attacks=2)), 6, 6, 2, 5, *(1,) * 6)
    assert rolled.dice_for("additional hits") == (2, 5)
    assert rolled.score("hits") == (1 + 1) + (1 + 3)


@pytest.mark.rule("W-095")
def test_additional_hits_roll_to_wound_against_the_same_target() -> None:
    rolled = play(ask(gun("sustained hits 2")), 6, 4, 4, 4, 2, 2, 2)
    assert rolled.dice_for("wound") == (4, 4, 4)
    assert rolled.wounds_lost == 3


@pytest.mark.rule("W-096")
@pytest.mark.parametrize(("x", "hits"), [("1", F(2)), ("D3", F(5, 2))])
def test_mean_hits_with_sustained_hits(x: str, hits: F) -> None:
    assert mean(ask(gun(f"sustained hits {x}", attacks=3)), "hits") == hits


@pytest.mark.rule("W-282", "X-38")
@pytest.mark.parametrize(
    ("item", "tokens", "sentence", "hits"),
    [
        ("twin bolt cannon", 0, False, 2),
        ("twin bolt cannon", 0, True, 2),
        ("twin bolt cannon", 1, True, 3),
        ("twin ion beamer", 0, True, 3),
        ("twin ion beamer", 1, True, 3),
    ],
)
def test_one_value_of_sustained_hits_is_used_never_the_sum(item: str, tokens: int, sentence: bool, hits: int) -> None:
    # What a Critical Hit is worth, its own hit included. A D3 has a mean of 2: of 1 or D3, and of 2 or D3, the owner picks.
    result = ask(fortress(item), MARINES, tokens=tokens, stratagems=("Ancestral Sentence",) if sentence else ())
    plain = 3 * (p_hit(result) - p_critical_hit(result))
    assert mean(result, "hits") == plain + 3 * F(1, 6) * hits


@pytest.mark.rule("W-282")
@pytest.mark.parametrize("x", ["1", "D3", "3"])
def test_of_all_sources_of_additional_hits_the_best_is_used(x: str) -> None:
    effects = [{"kind": "on_result", "roll": "hit", "add": add} for add in (2, x)]
    best = 3 if x == "3" else 2
    assert mean(ask(gun("sustained hits 1", attacks=6), MARINES, *effects), "hits") == 3 + best


@pytest.mark.rule("X-39")
@pytest.mark.parametrize(("tokens", "hits"), [(0, 4), (1, 6), (2, 6)])
def test_ancestral_sentence_on_the_autocannon(tokens: int, hits: int) -> None:
    assert mean(ask(MATR, MARINES, tokens=tokens, stratagems=("Ancestral Sentence",)), "hits") == hits


# --- Twin-linked ---


@pytest.mark.rule("W-097")
def test_twin_linked_wounds() -> None:
    assert p_wound(ask(fortress("twin bolt cannon"))) == F(8, 9)


@pytest.mark.rule("W-098", "X-14")
def test_twin_linked_may_fish_for_criticals() -> None:
    result = ask(gun("twin-linked", "devastating wounds"), models(5, save=2))
    assert p_critical_wound(result) == F(11, 36)


@pytest.mark.rule("W-099")
def test_twin_linked_does_not_touch_the_hit_roll() -> None:
    result = ask(fortress("twin bolt cannon"))
    assert p_hit(result) == F(3, 6)
    assert play(result, 1, 1, 1).dice.asked == [("hit", (1, 1, 1))]


@pytest.mark.rule("W-100")
@pytest.mark.parametrize(
    ("item", "chance", "wounds"), [("twin bolt cannon", F(11, 36), F(11, 18)), ("twin ion beamer", F(5, 9), F(25, 18))]
)
def test_twin_linked_against_toughness_12(item: str, chance: F, wounds: F) -> None:
    result = ask(fortress(item), TANK)
    assert p_wound(result) == chance
    assert mean(result, "wounds") == wounds


# --- Ignores Cover ---


@pytest.mark.rule("W-109")
def test_ignores_cover() -> None:
    assert p_saved(gun("ignores cover", ap=-1), models(5, save=3), cover=True) == F(3, 6)
    assert p_saved(gun(ap=-1), models(5, save=3), cover=True) == F(4, 6)


@pytest.mark.rule("W-110")
def test_other_weapons_still_face_cover() -> None:
    pair = [gun("ignores cover", name="one", ap=-1, attacks=6), gun(name="other", ap=-1, attacks=6)]
    result = ask(pair, models(50, save=3, wounds=1), automatic("hit"), automatic("wound"), cover=True)
    assert (mean(result, "unsaved", 0), mean(result, "unsaved", 1)) == (3, 2)


@pytest.mark.rule("W-111")
def test_ignores_cover_beats_the_cover_of_indirect_fire() -> None:
    target = models(4, save=4)
    result = ask(WARHEAD, target, grant("ignores cover"), visible=False)
    assert p_hit(result) == F(1, 3)
    assert p_hit(ask(WARHEAD, target, grant("ignores cover"), plus("hit", 1), plus("hit", 1), visible=False)) == F(1, 2)
    assert mean(result, "unsaved") == mean(result, "wounds") * F(5, 6)
    without = ask(WARHEAD, target, visible=False)
    assert mean(without, "unsaved") == mean(without, "wounds") * F(2, 3)


# --- the others ---


@pytest.mark.parametrize(("distance", "attacks"), [(12, 5), (12.1, 2), (24, 2)])
def test_rapid_fire_within_half_range(distance: float, attacks: int) -> None:
    assert mean(ask(gun("rapid fire 3", attacks=2), distance=distance), "attacks") == attacks


def test_rapid_fire_counts_for_each_weapon() -> None:
    assert mean(ask(gun("rapid fire D3", count=4), distance=6), "attacks") == 4 * 3


@pytest.mark.parametrize(("distance", "damage"), [(6, F(11, 2)), (6.1, F(7, 2))])
def test_melta_within_half_range(distance: float, damage: F) -> None:
    result = ask(
        gun("melta 2", range=12, damage="D6"), TANK, automatic("hit"), automatic("wound"), change("ap", by=-9), distance=distance
    )
    assert result.wounds_lost.mean == damage


@pytest.mark.parametrize(("charged", "chance"), [(True, F(4, 6)), (False, F(3, 6))])
def test_lance_after_a_charge(charged: bool, chance: F) -> None:
    assert p_wound(ask(blade("lance"), charged=charged)) == chance


def test_lethal_hits_wound_at_once_and_never_critically() -> None:
    result = ask(gun("lethal hits", "devastating wounds", attacks=36, strength=1), models(50, save=2, wounds=1))
    assert mean(result, "hits") == 18
    assert mean(result, "wounds") == 6 + 12 * F(1, 6)
    assert mean(result, "critical wounds") == 12 * F(1, 6)
    rolled = play(ask(gun("lethal hits", attacks=2), MARINES), 6, 4, 1, 1)
    assert rolled.dice.asked == [("hit", (6, 4)), ("wound", (1,)), ("save", (1,))]


def test_of_lethal_and_sustained_hits_only_the_own_hit_wounds_at_once() -> None:
    rolled = play(ask(gun("lethal hits", "sustained hits 1")), 6, 4, 6, 6)
    assert rolled.score("hits") == 2
    assert rolled.dice_for("wound") == (4,)
    assert rolled.score("wounds") == 2


@pytest.mark.parametrize(("keyword", "chance"), [("infantry", F(3, 6)), ("vehicle", F(1, 6))])
def test_anti_needs_the_keyword_of_the_target(keyword: str, chance: F) -> None:
    result = ask(gun("anti-infantry 4+", strength=1), models(5, keyword))
    assert p_critical_wound(result) == p_wound(result) == chance


def test_anti_of_two_values_the_easier_one_holds() -> None:
    assert p_critical_wound(ask(gun("anti-infantry 5+"), MARINES, grant("anti-infantry 3+"))) == F(4, 6)


def test_anti_is_about_the_unmodified_die() -> None:
    result = ask(gun("anti-infantry 4+", strength=1), MARINES, plus("wound", -1))
    assert p_critical_wound(result) == F(1, 2)


def test_torrent_hits_without_dice_and_never_critically() -> None:
    rolled = play(ask(gun("torrent", "sustained hits 1", "lethal hits", skill=None, attacks=3)), 1, 1, 1)
    assert rolled.dice.asked == [("wound", (1, 1, 1))]
    assert rolled.score("critical hits") == 0


def test_an_automatic_wound_is_never_critical() -> None:
    result = ask(gun("devastating wounds", attacks=6), models(50, save=2, wounds=1), automatic("wound"))
    assert mean(result, "critical wounds") == 0
    assert mean(result, "unsaved") == 3 * F(1, 6)


@pytest.mark.parametrize(("on", "hits"), [(6, F(4)), (5, F(5)), (4, F(6)), (3, F(8))])
def test_a_critical_threshold_is_also_a_success(on: int, hits: F) -> None:
    assert mean(ask(gun("sustained hits 1", attacks=6), DOOMED, critical("hit", on)), "hits") == hits


def test_a_critical_threshold_only_if_successful() -> None:
    result = ask(gun("sustained hits 1", attacks=6), DOOMED, critical("hit", 3, only_if_successful=True))
    assert mean(result, "hits") == 6


@pytest.mark.parametrize(("kind", "chance"), [(gun(), F(1, 3)), (blade(), F(1, 2))])
def test_stealth_is_against_ranged_attacks(kind: dict[str, object], chance: F) -> None:
    assert p_hit(ask(kind, MARINES, grant("stealth", side="defender"))) == chance


def test_pistols_and_big_guns_while_engaged() -> None:
    assert "Engagement Range" in refused(ask(gun(), engaged=True))
    assert not refused(ask(gun("pistol"), engaged=True))
    assert p_hit(ask(gun("pistol"), engaged=True)) == F(1, 2)
    assert p_hit(ask(MATR, engaged=True)) == F(1, 3)
    assert p_hit(ask(gun(), TANK, target_engaged=True)) == F(1, 3)
    assert not refused(ask(blade(), engaged=True))
    assert p_hit(ask(fortress("armoured wheels", kind="melee"), engaged=True)) == F(1, 2)

"""Special rules and wargear that imported datasheets bring most, in battles: what each does where it bears."""

from collections.abc import Sequence

import msgspec
import pytest

from tests.driving import asked, refusal
from tests.games.heresy3.battle.assault import RADIUS, carry, fights, line, rank
from tests.games.heresy3.battle.kit import CEN, KNIFE, LEG, MAN, TANK, at, drive, phase, put, row, state_of, unit, with_
from tests.games.heresy3.battle.shots import armed, fire, gun, lost, rolls, shooting
from tests.games.heresy3.battle.test_special_rules import MIDDLE, holding, ruled
from warbench.games.heresy3.battle import ending, routing
from warbench.games.heresy3.battle.aftermath import burning
from warbench.games.heresy3.battle.challenging import challenge
from warbench.games.heresy3.battle.checks import check, fear
from warbench.games.heresy3.battle.duels import focus_modifiers, outside_support
from warbench.games.heresy3.battle.events import Ends, Joined, Points, Removed, Status, Threw, apply
from warbench.games.heresy3.battle.gambits import Duellist
from warbench.games.heresy3.battle.joining import may_join
from warbench.games.heresy3.battle.reactions.shields import Smokescreen
from warbench.games.heresy3.battle.resolving import resolve_combat, total_points
from warbench.games.heresy3.battle.roster import Entry
from warbench.games.heresy3.battle.state import State
from warbench.games.heresy3.battle.strikes import Tally, initiative_step, irradiated
from warbench.games.heresy3.battle.victory import holder, worth
from warbench.games.heresy3.kinds import Kind
from warbench.rules.effects import ChangeValue
from warbench.table.lattice import INCH

VEILED = with_(MAN, rules=("Shrouded (5+)",), save=None)
SURE_SHOT = gun(ap=2, strength=10)


def locked(ours: Sequence[Entry | Kind], theirs: Sequence[Entry | Kind], *, above: float = 20) -> State:
    """A1 in contact with B1 above it, in a combat of A's Assault Phase."""
    state = state_of(ours, theirs)
    put(state, "A1", rank(len(state.units["A1"].models), 20, line(above)))
    put(state, "B1", rank(len(state.units["B1"].models), 20, line(above) + 2 * RADIUS))
    for each in state.units.values():
        each.locked = True
    phase(state, "assault", "fight")
    fights(state, "A1", "B1")
    return state


# --- shooting ---


def test_one_augury_scanner_serves_its_whole_unit_while_its_bearer_is_there() -> None:
    squad = unit((ruled("Augury Scanner"), 1), (armed(MAN, SURE_SHOT), 2))
    state = shooting([squad], [unit((VEILED, 5))])
    state.units["A1"].models[0].wounds = 1
    assert not rolls(fire(state, face=5), "damage mitigation")
    alone = shooting([squad], [unit((VEILED, 5))])
    alone.rehome("A1.1", None)
    del alone.units["A1"].models[0]
    assert rolls(fire(alone, face=5), "damage mitigation") == [(5, 5)]


def test_a_searchlight_serves_its_bearer_alone() -> None:
    lamp, dark = (armed(with_(MAN, rules=rules), SURE_SHOT) for rules in (("Searchlight",), ()))
    # On a 5 the test against the dark model's shot succeeds, that against the lit one's does not.
    for shooter, wounds in ((lamp, 1), (dark, 0)):
        assert lost(fire(shooting([shooter], [unit((VEILED, 2))]), face=5)) == wounds


def test_smoke_launchers_bring_the_reaction_but_not_to_who_carries_a_searchlight() -> None:
    state = state_of([LEG], [with_(TANK, rules=("Smokescreen",)), with_(TANK, rules=("Smokescreen", "Searchlight"))])
    assert [Smokescreen().fits(state, state.units[key]) for key in ("B1", "B2")] == [True, False]


def test_an_auxilia_vexilla_lets_a_unit_bear_the_loss_of_less_than_half() -> None:
    for kind, count, marked in ((MAN, 3, True), (holding("auxilia vexilla"), 3, False), (holding("auxilia vexilla"), 4, True)):
        state = shooting([armed(MAN, gun(shots=count, ap=2, strength=10))], [unit((kind, 8))])
        fire(state, face=6)
        assert ("panic" in state.units["B1"].morale) is marked


def test_a_glancing_hit_costs_a_third_line_vehicle_a_hull_point_beside_its_status() -> None:
    state = shooting([armed(MAN, gun(strength=6))], [with_(TANK, rules=("Third-Line",))])
    done = fire(state, face=6)
    assert lost(done) == 1
    (status,) = done.all(Status)
    again = shooting([armed(MAN, gun(strength=6))], [with_(TANK, rules=("Third-Line",))])
    again.units["B1"].models[0].statuses.append(status.status)
    assert lost(fire(again, face=6)) == 2


def test_armour_breaker_rolls_a_die_for_a_penetrating_hit() -> None:
    state = shooting([armed(MAN, gun("Armour-breaker (4+)", strength=9))], [TANK])
    done = fire(state, faces=(6, 6, 4))
    assert rolls(done, "armour-breaker") == [(4,)]
    assert lost(done) == 2


# --- fights ---


def struck(state: State, dice: dict[str, Sequence[int]], *, beside: Sequence[str] = ()) -> None:
    """One strike of A1 at B1 with its first melee weapon; ``beside``: further enemies in the combat."""
    arm = next(arm for arm in state.kind("A1.1").weapons if arm.type == "melee")
    models = state.units["A1"].models
    carry(state, initiative_step(state, ["A1", "B1", *beside], {model.id: arm for model in models}, models, Tally()), dice)


def test_aflame_lowers_the_leadership_of_who_is_wounded_for_the_lost_combat_alone() -> None:
    torch = msgspec.structs.replace(KNIFE, name="torch", special_rules=("Aflame (2)",))
    state = locked([unit((with_(MAN, arms=(torch,)), 1))], [unit((MAN, 2))])
    struck(state, {"hit": (6,), "wound": (6,), "save": (6,)})
    # It was saved, and burns all the same: Leadership 7, 2 less, and 1 for the difference.
    assert burning(state.units["B1"]) == 2
    done = carry(state, resolve_combat(state, ["A1", "B1"], [2, 0]), {"leadership check": (2, 2)}, aftermath="hold")
    assert [event.result for event in done.all(Threw)] == ["a lost combat: 4 against Leadership 4: passed"]
    assert drive(state, check(state, state.units["B1"], "leadership", why="another"), faces=(4, 3)).value is True
    apply(state, Ends(moment="phase"))
    assert burning(state.units["B1"]) == 0


def test_aflame_needs_a_wound() -> None:
    torch = msgspec.structs.replace(KNIFE, name="torch", special_rules=("Aflame (2)",))
    state = locked([unit((with_(MAN, arms=(torch,)), 1))], [unit((MAN, 2))])
    struck(state, {"hit": (6,), "wound": (1,)})
    assert burning(state.units["B1"]) == 0


def test_banners_and_rules_score_in_the_resolution() -> None:
    pairs = [
        (unit((holding("legion standard"), 1), (MAN, 1)), 2),
        (unit((ruled("Bearers of the Blood Hand"), 2)), 1),
        (unit((ruled("Unwavering Conviction"), 2)), 1),
        (unit((holding("legion standard", ruled("Unwavering Conviction")), 2)), 3),
    ]
    for entry, points in pairs:
        assert total_points(locked([entry], [unit((MAN, 2))]), ["A1", "B1"], [0, 0]) == [points, 0]


def test_unwavering_conviction_scores_once_and_the_blood_hand_for_each_unit() -> None:
    for rule, points in (("Unwavering Conviction", 1), ("Bearers of the Blood Hand", 2)):
        state = state_of([unit((ruled(rule), 1)), unit((ruled(rule), 1))], [unit((MAN, 2))])
        put(state, "A1", rank(1, 20, line(20)))
        put(state, "A2", rank(1, 22, line(20)))
        put(state, "B1", rank(2, 20, line(20) + 2 * RADIUS))
        assert total_points(state, ["A1", "A2", "B1"], [0, 0]) == [points, 0]


def test_a_legion_standard_counts_as_six_more_in_outside_support() -> None:
    state = locked([unit((holding("legion standard"), 1), (MAN, 3))], [unit((MAN, 4))])
    assert outside_support(state, ["A1", "B1"], 0, alone=False) == 2
    assert outside_support(state, ["A1", "B1"], 1, alone=False) == 0


def toughness(state: State) -> int:
    """How much Toughness the combat takes off B1."""
    return sum(
        int(effect.by or 0) for effect in irradiated(state, ["A1", "B1"], state.units["B1"]) if isinstance(effect, ChangeValue)
    )


def test_a_rad_furnace_takes_toughness_off_all_but_furnaces_and_machines() -> None:
    furnace = holding("rad furnace")
    cases = ((furnace, MAN, -1), (MAN, MAN, 0), (MAN, furnace, 0), (furnace, with_(MAN, words=("cybernetica",)), 0))
    for ours, theirs, less in cases:
        assert toughness(locked([unit((ours, 1))], [unit((theirs, 2))])) == less


def test_strikes_wound_more_easily_beside_a_rad_furnace() -> None:
    for ours, wounds in ((holding("rad furnace"), True), (MAN, False)):
        state = locked([unit((ours, 1))], [unit((with_(MAN, save=None), 2))])
        # Strength 4 at Toughness 3 wounds on a 3.
        struck(state, {"hit": (6,), "wound": (3,)})
        assert (len(state.units["B1"].models) == 1) is wounds


def test_hatred_bears_on_whoever_is_in_the_combat_with_whom_it_names() -> None:
    brute = with_(MAN, words=("brute",), save=None)
    for rule, there, wounds in (("Hatred (Brute)", True, 1), ("Hatred (Brute)", False, 0), ("Hatred (Infantry)", True, 1)):
        theirs = [unit((with_(MAN, save=None), 2)), unit((brute if there else MAN, 2))]
        state = state_of([unit((ruled(rule), 1))], theirs)
        put(state, "A1", rank(1, 20, line(20)))
        put(state, "B1", rank(2, 20, line(20) + 2 * RADIUS))
        put(state, "B2", rank(2, 26, line(20) + 2 * RADIUS))
        for each in state.units.values():
            each.locked = True
        phase(state, "assault", "fight")
        fights(state, "A1", "B1", "B2")
        # Strength 4 at Toughness 4 wounds on a 4, with Hatred on a 3.
        struck(state, {"hit": (6,), "wound": (3,)}, beside=("B2",))
        assert 2 - len(state.units["B1"].models) == wounds


# --- challenges ---


def test_who_never_backs_down_must_declare_and_accept() -> None:
    bound = with_(CEN, rules=("Never Back Down",))
    state = locked([unit((CEN, 1), (bound, 1))], [unit((CEN, 1), (bound, 1))])
    ask = asked(challenge(state, ["A1", "B1"]))
    assert [option.key for option in ask.options] == ["A1.2"]
    refused = refusal(ask, "A1.1")
    assert refused is not None
    assert refused.code == "bound"
    free = locked([unit((CEN, 1), (MAN, 1))], [unit((CEN, 1), (bound, 1))])
    ask = asked(challenge(free, ["A1", "B1"]))
    assert [option.key for option in ask.options] == ["A1.1", "pass"]


def test_shadows_of_judgement_have_an_edge_in_a_challenge() -> None:
    shade = with_(CEN, rules=("Shadows of Judgement",))
    state = locked([unit((shade, 1))], [unit((CEN, 1))])
    who = Duellist(state.units["A1"], state.model("A1.1"))
    who.arm = KNIFE
    assert focus_modifiers(state, who)["Duellist's Edge"] == 1


# --- checks, objectives, falling back ---


def test_angels_of_death_fear_less_and_keep_a_leadership_of_six() -> None:
    angels, dread = ruled("The Angels of Death"), with_(MAN, rules=("Fear (3)",))
    for ours, less in ((angels, 1), (MAN, 3)):
        state = state_of([unit((ours, 2))], [dread])
        put(state, "A1", row(2, 20, 20))
        put(state, "B1", at(20, 24))
        assert fear(state, state.units["A1"]) == less
        passed = drive(state, check(state, state.units["A1"], "leadership", penalty=4, why="test"), faces=(3, 3)).value
        assert passed is (less == 1)
    mixed = state_of([unit((angels, 1), (MAN, 1))], [dread])
    put(mixed, "A1", row(2, 20, 20))
    put(mixed, "B1", at(20, 24))
    assert fear(mixed, mixed.units["A1"]) == 3


@pytest.mark.parametrize(
    ("kind", "status", "points"),
    [
        (ruled("Irregulars", "Line (2)"), "", 5),
        (ruled("Irregulars", "Line (2)"), "pinned", 1),
        (ruled("Irregulars"), "routed", 0),
        (ruled("Line (2)"), "pinned", 0),
        (msgspec.structs.replace(ruled("Irregulars"), type="cavalry"), "pinned", 0),
    ],
)
def test_irregulars_hold_objectives_with_a_status_and_score_one(kind: Kind, status: str, points: int) -> None:
    state = state_of([unit((kind, 2))], objectives=[MIDDLE], scoring="heart")
    put(state, "A1", row(2, 36, 24, 1.4))
    put(state, "B1", row(1, 10, 45))
    for model in state.units["A1"].models if status else ():
        model.statuses.append(status)
    phase(state, "end", "victory")
    assert sum(event.by for event in drive(state, ending.next_step(state)).all(Points)) == points


def test_line_adds_nothing_to_the_hold_of_irregulars_with_a_status() -> None:
    state = state_of([unit((ruled("Irregulars", "Line (2)"), 1))], [unit((MAN, 2))], objectives=[MIDDLE])
    put(state, "A1", at(36, 24))
    put(state, "B1", row(2, 37.5, 24, 1.4))
    assert holder(state, MIDDLE) == 0
    state.units["A1"].models[0].statuses.append("stunned")
    assert holder(state, MIDDLE) == 1


def test_irregulars_that_fall_back_to_the_edge_are_gone() -> None:
    cases = ((ruled("Irregulars"), {"fall back": (6,)}, 3), (MAN, {"fall back": (6,), "leadership check": (1, 1)}, 0))
    for kind, dice, gone in cases:
        state = state_of([unit((kind, 3))])
        put(state, "A1", row(3, 20, 4))
        phase(state, "movement", "rout")
        done = carry(state, routing.fall_back(state, state.units["A1"]), dice)
        assert len(done.all(Removed)) == gone


@pytest.mark.parametrize(("faction", "points"), [("", 5), ("another", 3)])
def test_comptroller_adds_nothing_to_a_unit_of_two_factions(faction: str, points: int) -> None:
    clerk = msgspec.structs.replace(unit((with_(CEN, rules=("Comptroller (2)",)), 1)), faction=faction)
    state = state_of([clerk, unit((MAN, 2))])
    put(state, "A1", at(20, 20))
    put(state, "A2", row(2, 22, 20))
    apply(state, Joined(model="A1.1", unit="A2", rule="H-235"))
    assert worth(state, state.units["A2"], 3) == points


def test_irregulars_whose_way_leads_to_a_side_of_the_table_are_gone_too(monkeypatch: pytest.MonkeyPatch) -> None:
    touching = RADIUS / INCH
    for kind, x, gone in ((ruled("Irregulars"), touching, 2), (ruled("Irregulars"), touching + 1, 0), (MAN, touching, 0)):
        state = state_of([unit((kind, 2))])
        put(state, "A1", row(2, x + 1, 20))
        ends = row(2, x, 19)
        ways = tuple((model.place, end) for model, end in zip(state.units["A1"].models, ends, strict=True))
        monkeypatch.setattr(routing.Retreat, "paths", lambda _, __, ways=ways: ways)
        phase(state, "movement", "rout")
        done = carry(state, routing.fall_back(state, state.units["A1"]), {"fall back": (1,)})
        assert len(done.all(Removed)) == gone


@pytest.mark.parametrize("rule", ["Bitter Duty", "Ravening Madmen"])
def test_some_keep_company_with_their_like_alone(rule: str) -> None:
    state = state_of([with_(CEN, rules=(rule,)), CEN, unit((ruled(rule), 2)), unit((MAN, 2))])
    for number, key in enumerate(("A1", "A2", "A3", "A4")):
        put(state, key, row(len(state.units[key].models), 20 + 3 * number, 20))

    def barred(leader: str, host: str) -> bool:
        refused = may_join(state, state.model(f"{leader}.1"), state.units[host])
        return refused is not None and rule in refused.sentence

    assert (barred("A1", "A3"), barred("A2", "A3"), barred("A2", "A4")) == (False, True, False)
    assert barred("A1", "A4") is (rule == "Bitter Duty")

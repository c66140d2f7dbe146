"""A whole Combat, sampled: against the exact odds where these tell it whole, replayed by its seed, refused where it is none."""

from collections.abc import Sequence
from itertools import islice
from math import sqrt

import pytest

from warbench.games.heresy3.answer import Answer, answer
from warbench.games.heresy3.battle.events import Hurt, Removed, Said, SetAside
from warbench.games.heresy3.battle.state import Options, State
from warbench.games.heresy3.inquiry import Inquiry, question_of, sheet_of
from warbench.lab.combats import CombatError, Fighter, Figure, Striking, fight
from warbench.lab.combats.field import begun
from warbench.lab.combats.fighters import enrolled
from warbench.lab.combats.sampling import Bout, bout, ends
from warbench.rules.fields import ScenarioError
from warbench.rules.rulings import RulingError
from warbench.sheets.sizes import SizeError

BREACHERS, CASTELLAX, REDOUBT = "breacher-squad", "castellax-battle-maniple", "firestorm-redoubt"
CHARGES = dict.fromkeys(("bolter", "bolt pistol", "boarding shield", "frag grenades", "krak grenades"), 10) | {
    "breacher charges": 1
}


def fighter(
    name: str,
    size: int | None = None,
    *,
    loadout: dict[str, int] | None = None,
    models_left: int | None = None,
    wounds_left: int | None = None,
    statuses: tuple[str, ...] = (),
) -> Fighter:
    return Fighter(
        sheet=sheet_of(name),
        size=size,
        loadout=loadout,
        models_left=models_left,
        wounds_left=wounds_left,
        statuses=statuses,
    )


def start_of(ours: Sequence[Fighter], theirs: Sequence[Fighter], *, step: str = "fight") -> State:
    sides = [
        [(each, enrolled(each, f"{'AB'[player]}{number}", player)[0]) for number, each in enumerate(units, 1)]
        for player, units in enumerate((ours, theirs))
    ]
    state = begun(sides, charged=True, options=Options())
    state.core.step = step
    return state


def exact(name: str, target: str, *, charged: bool, loadout: dict[str, int] | None = None) -> Answer:
    facts = {"charged": charged}
    found: Answer = answer(question_of(Inquiry(sheet=sheet_of(name), target=target, kind="melee", facts=facts, loadout=loadout)))
    return found


def near(figure: Figure, value: float) -> bool:
    """Whether a sampled figure lies within five standard errors of what it should be."""
    return abs(figure.value - value) <= 5 * figure.error


# --- the dice tell what the odds do ---


@pytest.mark.parametrize(("name", "loadout"), [(BREACHERS, CHARGES), ("contemptor-dreadnought", None)])
def test_against_a_fortification_it_agrees_with_the_exact_odds(name: str, loadout: dict[str, int] | None) -> None:
    samples = 800
    found = fight([fighter(name, loadout=loadout)], [fighter(REDOUBT)], seed="walls", samples=samples, charged=True)
    attackers, redoubt = found.units
    one_sided = exact(name, REDOUBT, charged=True, loadout=loadout)
    assert attackers.engaged == attackers.models
    assert sorted(each.weapon for each in attackers.strikes) == sorted(weapon.name for weapon in one_sided.question.weapons)
    assert near(redoubt.wounds_lost, float(one_sided.wounds_lost.mean))
    assert near(redoubt.destroyed, float(one_sided.destroyed))
    law = dict(one_sided.wounds_lost.items())
    for lost, share in enumerate(redoubt.wounds_pmf):
        p = float(law.get(lost, 0.0))
        assert abs(share - p) <= 5 * sqrt(p * (1 - p) / samples) + 1e-9
    assert redoubt.wounds_lost.value > 0
    assert attackers.slain.value == attackers.destroyed.value == 0.0


def test_who_strikes_first_does_what_the_odds_say_and_who_strikes_later_does_less() -> None:
    found = fight([fighter("despoiler-squad")], [fighter("tech-thrall-covenant")], seed="both", samples=400, charged=True)
    despoilers, thralls = found.units
    first = exact("despoiler-squad", "tech-thrall-covenant", charged=True)
    alone = exact("tech-thrall-covenant", "despoiler-squad", charged=False)
    assert despoilers.strikes[0].initiative > thralls.strikes[0].initiative
    assert near(thralls.wounds_lost, float(first.wounds_lost.mean))
    assert despoilers.wounds_lost.value + 3 * despoilers.wounds_lost.error < float(alone.wounds_lost.mean)
    assert found.wins[0].value > 0.9
    assert thralls.routed.value > 0.1


# --- replay ---


def test_a_seed_gives_the_same_answer_and_another_seed_another() -> None:
    sides = [fighter(BREACHERS)], [fighter(CASTELLAX)]
    one, again, other = (fight(*sides, seed=seed, samples=40) for seed in ("1", "1", "2"))
    assert one == again
    assert one.units != other.units


def test_a_single_sample_can_be_fought_again_with_its_log() -> None:
    start = start_of([fighter("despoiler-squad")], [fighter("tech-thrall-covenant")])
    third = list(islice(ends(start, "again", ["A1", "B1"]), 3))[-1]
    battle = bout(Bout(start), "again/3")
    gone = [happened.event for happened in battle.log if isinstance(happened.event, Removed)]
    assert sum(event.model.startswith("B1") for event in gone) == third.models[1] > 0
    assert sum(event.model.startswith("A1") for event in gone) == third.models[0]


def test_remembered_pile_ins_change_nothing() -> None:
    start = start_of([fighter(BREACHERS, 20)], [fighter(CASTELLAX, 4)])
    together = list(islice(ends(start, "pile", ["A1", "B1"]), 6))
    for number, end in enumerate(together, 1):
        game = Bout(start)
        state = bout(game, f"pile/{number}").state
        assert game.winner == end.winner
        assert end.wounds[1] == 16 - sum(model.wounds for model in state.units["B1"].models)


def test_it_ends_where_it_is_told_to_and_says_how_many_samples_there_are() -> None:
    found = fight(
        [fighter(BREACHERS)], [fighter(REDOUBT)], seed="short", samples=50, goes_on=lambda done, of: done < 7 and of == 50
    )
    assert (found.samples, found.wanted) == (7, 50)


# --- how both sides decide ---


def test_the_sergeant_is_given_up_last() -> None:
    start = start_of([fighter("despoiler-squad")], [fighter("tech-thrall-covenant")])
    for number in range(1, 6):
        log = [happened.event for happened in bout(Bout(start), f"{number}").log]
        fallen = [event.model for event in log if isinstance(event, Hurt) and event.model.startswith("B1")]
        sergeants = [name for name in fallen if start.kind(name).dear]
        assert fallen
        assert not sergeants or fallen.index(sergeants[0]) == len(fallen) - 1


def test_a_challenge_is_fought_only_when_it_is_asked_for() -> None:
    sides = [fighter("praetor")], [fighter("centurion")]
    for challenge in (False, True):
        start = start_of(*sides, step="challenge" if challenge else "fight")
        log = [happened.event for happened in bout(Bout(start), "duel").log]
        assert any(isinstance(event, SetAside) for event in log) is challenge
    assert "challenge" in fight(*sides, seed="duel", samples=2, challenge=True).policy[-1]


def test_bombs_are_chosen_where_they_do_most() -> None:
    found = fight([fighter(BREACHERS, loadout=CHARGES)], [fighter("tactical-squad")], seed="no walls", samples=5)
    assert "breacher charges" not in {each.weapon for each in found.units[0].strikes}
    walls = fight([fighter(BREACHERS, loadout=CHARGES)], [fighter(REDOUBT)], seed="walls", samples=5)
    assert walls.units[0].strikes[-1] == Striking("breacher charges", 1, 0)


# --- who may fight, and what is left of him ---


def test_further_units_fight_in_the_same_combat() -> None:
    found = fight([fighter(BREACHERS), fighter("tactical-squad")], [fighter("thanatar-siege-maniple")], seed="three", samples=10)
    assert [unit.side for unit in found.units] == [0, 0, 1]
    assert all(unit.engaged for unit in found.units)


def test_what_is_left_of_the_target_and_its_statuses_count() -> None:
    weak = fighter(CASTELLAX, 3, models_left=2, wounds_left=1, statuses=("pinned",))
    found = fight([fighter("praetor")], [weak], seed="weak", samples=5)
    target = found.units[1]
    assert (target.models, target.wounds) == (2, 5)
    assert target.strikes[0].initiative == 1
    with pytest.raises(ScenarioError, match="models_left: found 4, expected 1 to 3"):
        fight([fighter("praetor")], [fighter(CASTELLAX, 3, models_left=4)], seed="1", samples=1)
    with pytest.raises(ScenarioError, match="wounds_left: found 9, expected 1 to 4"):
        fight([fighter("praetor")], [fighter(CASTELLAX, 3, wounds_left=9)], seed="1", samples=1)


def test_a_building_is_always_charged_and_never_strikes_back() -> None:
    found = fight([fighter(BREACHERS, loadout=CHARGES)], [fighter("medium-building")], seed="house", samples=30)
    assert found.facts["charged"] is True
    assert found.units[1].strikes == ()
    assert found.units[1].wounds_lost.value > 0
    assert found.wins[0].value == 1.0


def test_who_cannot_be_in_a_combat_is_refused() -> None:
    with pytest.raises(CombatError, match="Rhino makes no attacks in combats: expected it as the target"):
        fight([fighter("rhino")], [fighter("tactical-squad")], seed="1", samples=1)
    with pytest.raises(CombatError, match="Building: expected it as the target"):
        fight([fighter("medium-building")], [fighter("tactical-squad")], seed="1", samples=1)
    with pytest.raises(CombatError, match="0 targets"):
        fight([fighter(BREACHERS)], [], seed="1", samples=1)
    with pytest.raises(ValueError, match="samples: found 0"):
        fight([fighter(BREACHERS)], [fighter(REDOUBT)], seed="1", samples=0)
    with pytest.raises(RulingError):
        fight([fighter(BREACHERS)], [fighter(REDOUBT)], seed="1", samples=1, rulings={"no-such": "x"})
    with pytest.raises(SizeError):
        fight([fighter(BREACHERS, 99)], [fighter(REDOUBT)], seed="1", samples=1)
    with pytest.raises(ScenarioError, match="no legal loadout"):
        fight([fighter(BREACHERS, loadout={"bolter": 3})], [fighter(REDOUBT)], seed="1", samples=1)


def test_the_log_of_a_sample_names_the_resolution() -> None:
    log = bout(Bout(start_of([fighter(BREACHERS)], [fighter(CASTELLAX)])), "told").log
    assert any(isinstance(each.event, Said) and "Combat Resolution Points" in each.event.text for each in log)

"""Mortal wounds, Deadly Demise, and the tokens of those who destroy units."""

from typing import Any

import pytest

from tests.driving import Driven
from tests.games.w40k10.battle.kit import drive, put
from tests.games.w40k10.battle.shots import MARINES, MATR, X, Y, fire, fortress, shooting, squad, stand
from warbench.games.w40k10 import library
from warbench.games.w40k10.battle import roster
from warbench.games.w40k10.battle.casualties import destroy, hurt, mortal_wounds
from warbench.games.w40k10.battle.events import Destroyed, Hurt, Lasts, Marked, SetUp, TakenOff, Threw, UnitDestroyed, apply
from warbench.games.w40k10.battle.roster import UnitSpec
from warbench.games.w40k10.battle.state import Lasting, Options, State
from warbench.rules.effects import IgnoreDamage
from warbench.table.lattice import Place

CREW = "Hearthkyn Warriors"


def wounds(state: State, unit: str) -> list[int]:
    return [model.wounds for model in state.units[unit].models]


def inflicted(done: Driven, unit: str) -> int:
    """The wounds that the models of a unit lost to single mortal wounds."""
    return sum(event.model.startswith(f"{unit}.") for event in done.events if isinstance(event, Hurt | Destroyed))


# --- mortal wounds ---


@pytest.mark.rule("W-124")
def test_mortal_wounds_are_applied_one_by_one() -> None:
    state = shooting([fortress()])
    stand(state, "B1", 10, 2)
    done = drive(state, mortal_wounds(state, "B1", 3))
    assert [type(event).__name__ for event in done.events] == ["Hurt", "Destroyed", "Hurt"]
    assert wounds(state, "B1") == [1]


@pytest.mark.rule("W-125")
def test_a_wounded_model_takes_the_first() -> None:
    state = shooting([fortress()])
    stand(state, "B1", 10, 3)
    state.units["B1"].models[0].wounds = 1
    drive(state, mortal_wounds(state, "B1", 1))
    assert wounds(state, "B1") == [2, 2]


@pytest.mark.rule("W-126", "W-127")
def test_surplus_carries_on_without_saves() -> None:
    state = shooting([fortress()])
    stand(state, "B1", 10, 3)
    done = drive(state, mortal_wounds(state, "B1", 5))
    assert wounds(state, "B1") == [1]
    assert done.rolls == []


@pytest.mark.rule("W-365")
def test_mortal_wounds_stop_when_the_unit_is_gone() -> None:
    state = shooting([fortress()], [squad(), squad()])
    stand(state, "B1", 10, 2)
    stand(state, "B2", 10, 2, y=1000)
    done = drive(state, mortal_wounds(state, "B1", 9))
    assert done.value == 4
    assert state.units["B1"].where == "gone"
    assert wounds(state, "B2") == [2, 2]


@pytest.mark.rule("W-131", "X-24")
def test_devastating_wounds_do_not_spill_and_others_do() -> None:
    state = shooting([fortress("Heavy magna-rail cannon")])
    stand(state, "B1", 10, 3)
    # One attack: a critical wound, 10 mortal wounds, one dead.
    done = fire(state, {"Heavy magna-rail cannon": "B1"}, [4, 6, 4])
    assert len(done.all(Destroyed)) == 1
    assert wounds(state, "B1") == [2, 2]


def test_feel_no_pain_of_the_whole_unit_helps_against_mortal_wounds() -> None:
    state = shooting([fortress()])
    stand(state, "B1", 10, 2)
    apply(state, Lasts(unit="B1", lasting=Lasting(IgnoreDamage(on=5, side="defender"), "phase", "test")))
    drive(state, mortal_wounds(state, "B1", 3), (), [5, 4, 6])
    assert sorted(wounds(state, "B1")) == [1, 2]


# --- Deadly Demise ---


def blow_up(state: State, faces: list[int], unit: str = "A1") -> Driven:
    return drive(state, destroy(state, f"{unit}.1", by="B1"), (), faces)


@pytest.mark.rule("W-144")
@pytest.mark.parametrize("face", range(1, 7))
def test_one_trigger_die_is_rolled_while_the_model_stands(face: int) -> None:
    state = shooting([fortress()])
    stand(state, "B1", 3, 1)
    done = blow_up(state, [face] if face < 6 else [6, 1])
    assert (inflicted(done, "B1") > 0) is (face == 6)
    purposes = [event.purpose if isinstance(event, Threw) else type(event).__name__ for event in done.events]
    assert purposes.index("deadly demise") < purposes.index("Destroyed")


@pytest.mark.rule("W-146", "W-148", "W-150")
def test_each_unit_within_6_inches_suffers_once() -> None:
    state = shooting([fortress(), CREW, CREW], [squad(10), squad()])
    stand(state, "A2", 6, 3)
    stand(state, "A3", 6.1, 3, y=500)
    stand(state, "B1", 6, 3, y=-500)
    stand(state, "B2", 6.1, 3, y=0)
    for unit, y in (("A2", 300), ("A3", 0), ("B1", -300), ("B2", -100)):
        state.units[unit].models[0].place = Place(state.units[unit].models[0].place.x, Y + y)  # type: ignore[union-attr]
    done = blow_up(state, [6, 5, 2])
    assert [inflicted(done, unit) for unit in ("A2", "A3", "B1", "B2")] == [3, 0, 2, 0]
    assert [event.unit for event in done.all(Threw)] == ["A1", "A2", "B1"]


@pytest.mark.rule("W-147", "X-48")
def test_random_mortal_wounds_are_rolled_for_each_unit() -> None:
    state = shooting([fortress(), "Hekaton Land Fortress"], [squad(10), squad(10)])
    put(state, "A2", [Place(X, Y + 2000)])
    stand(state, "B1", 3, 10)
    stand(state, "B2", 3, 10, y=-1000)
    done = blow_up(state, [6, 2, 5, 6])
    assert [inflicted(done, unit) for unit in ("A2", "B1", "B2")] == [2, 5, 6]


@pytest.mark.rule("W-133", "X-25")
def test_its_mortal_wounds_spill() -> None:
    state = shooting([fortress()])
    stand(state, "B1", 3, 5)
    done = blow_up(state, [6, 6])
    assert sum(event.model.startswith("B1") for event in done.all(Destroyed)) == 3


@pytest.mark.rule("W-366")
def test_a_d3_and_a_fixed_number_of_mortal_wounds(monkeypatch: pytest.MonkeyPatch) -> None:
    state = shooting(["Impulsor"], [squad(10)] * 3, factions=MARINES)
    for unit, y in (("B1", -900), ("B2", 0), ("B3", 900)):
        stand(state, unit, 4, 10, y=y)
    done = blow_up(state, [6, 1, 4, 6])
    assert [inflicted(done, unit) for unit in ("B1", "B2", "B3")] == [1, 2, 3]

    with_ability(monkeypatch, "Impulsor", ('parameter = "D3"', 'parameter = "1"'))
    state = shooting(["Impulsor"], [squad(10)] * 3, factions=MARINES)
    for unit, y in (("B1", -900), ("B2", 0), ("B3", 900)):
        stand(state, unit, 4, 10, y=y)
    done = blow_up(state, [6])
    assert [inflicted(done, unit) for unit in ("B1", "B2", "B3")] == [1, 1, 1]


@pytest.mark.rule("W-367")
def test_it_strikes_the_rest_of_its_own_unit_too(monkeypatch: pytest.MonkeyPatch) -> None:
    with_ability(monkeypatch, "Hernkyn Pioneers", more='\n[[abilities]]\nuse = "deadly-demise"\nparameter = "D6"\n')
    state = shooting([fortress(), "Hernkyn Pioneers"])
    stand(state, "A2", 20, 2)
    stand(state, "B1", 40, 1, y=5000)
    left = state.units["A2"].models[1].wounds
    drive(state, destroy(state, "A2.1", by="B1"), (), [6, 3, 1])
    assert left - sum(wounds(state, "A2")) == 3


@pytest.mark.rule("W-145", "X-47")
def test_passengers_get_out_after_the_explosion() -> None:
    state = shooting([UnitSpec(datasheet="Hekaton Land Fortress", name="boat"), UnitSpec(datasheet=CREW, inside="boat")])
    apply(state, TakenOff(unit="A2", where="inside", transport="A1"))
    stand(state, "B1", 20, 1)

    def first(ask: Any) -> str:
        key: str = ask.options[0].key
        return key

    # The trigger die, nobody in 6"; then a die for each passenger: none is a 1.
    done = drive(state, destroy(state, "A1.1", by="B1"), [first], [6, *[2] * 10])
    assert inflicted(done, "A2") == 0
    kinds = [type(event) for event in done.events]
    assert kinds.index(SetUp) < kinds.index(Destroyed)


@pytest.mark.rule("W-151")
@pytest.mark.parametrize("source", ["Hazardous", "Desperate Escape", ""])
def test_it_is_rolled_whatever_destroyed_the_model(source: str) -> None:
    state = shooting([fortress()])
    stand(state, "B1", 3, 4)
    done = drive(state, hurt(state, "A1.1", 16, source=source), (), [6, 4])
    assert inflicted(done, "B1") == 4


def test_a_model_that_is_taken_off_for_coherency_does_not_explode() -> None:
    state = shooting([fortress()])
    stand(state, "B1", 3, 4)
    assert drive(state, destroy(state, "A1.1", quiet=True)).rolls == []


def with_ability(monkeypatch: pytest.MonkeyPatch, name: str, change: tuple[str, str] = ("", ""), more: str = "") -> None:
    """Change a datasheet for this test."""
    key = library.slug(name)
    text = (library._FOLDER / "datasheets" / f"{key}.toml").read_text() + more
    sheet = library.read(text.replace(*change) if change[0] else text, f"{key}.toml")
    real = library.datasheet
    monkeypatch.setattr(library, "datasheet", lambda wanted: sheet if wanted == name else real(wanted))
    monkeypatch.setattr(roster, "_known", roster._known.__wrapped__)  # neither from the cache nor into it


# --- Judgement tokens ---


def crew(models: int = 10, **more: Any) -> State:
    """Hearthkyn Warriors, a unit of the Votann, beside a fortress; B1 is an enemy."""
    state = shooting([fortress(), CREW, CREW, CREW], **more)
    for number, unit in enumerate(("A2", "A3", "A4")):
        put(state, unit, [Place(X - 500, Y + 3000 + 800 * number + 400 * index) for index in range(models)])
    stand(state, "B1", 20, 5)
    return state


def lose(state: State, unit: str, by: str, models: int) -> Driven:
    """So many models of a unit are destroyed by another."""
    done = Driven()
    for model in [model.id for model in state.units[unit].models[:models]]:
        done.events += drive(state, destroy(state, model, by=by, quiet=True)).events
    return done


@pytest.mark.rule("W-192", "W-193")
def test_a_unit_that_destroys_a_unit_gains_one_token() -> None:
    state = crew(10)
    lose(state, "A2", "B1", 9)
    assert state.units["B1"].tokens == 0
    done = lose(state, "A2", "B1", 1)
    assert state.units["B1"].tokens == 1
    assert len(done.all(UnitDestroyed)) == 1


@pytest.mark.rule("W-194", "W-195", "X-41")
def test_it_never_has_more_than_two_and_keeps_them() -> None:
    state = crew(1)
    for unit in ("A2", "A3", "A4"):
        lose(state, unit, "B1", 1)
    assert state.units["B1"].tokens == 2
    fire(state, {MATR: "B1"}, [6] * 6 + [6] * 6 + [1] * 5)
    assert state.units["B1"].tokens == 2


@pytest.mark.rule("W-191")
def test_other_armies_give_no_tokens() -> None:
    state = shooting([squad()], ["Hearthkyn Warriors"], factions=MARINES)
    stand(state, "B1", 10, 1)
    lose(state, "A1", "B1", 5)
    assert state.units["B1"].tokens == 0


@pytest.mark.rule("W-368")
def test_nobody_gains_a_token_for_what_no_enemy_unit_destroyed() -> None:
    state = crew(1)
    for by in ("", "A1"):
        lose(state, "A2" if not by else "A3", by, 1)
    assert [unit.tokens for unit in state.units.values()] == [0] * 5
    lose(state, "B1", "A1", 5)
    assert state.units["A1"].tokens == 0


@pytest.mark.rule("A6")
@pytest.mark.parametrize(("reading", "tokens"), [("standing", 0), ("always", 1)])
def test_a_killer_that_is_off_the_battlefield(reading: str, tokens: int) -> None:
    state = crew(1, options=Options(rulings={"token-of-the-fallen": reading}))
    apply(state, TakenOff(unit="B1", where="reserve"))
    lose(state, "A2", "B1", 1)
    assert state.units["B1"].tokens == tokens


@pytest.mark.rule("X-40")
def test_tokens_stay_with_a_unit_that_leaves_and_comes_back() -> None:
    state = crew(1)
    apply(state, Marked(unit="B1", mark="tokens", value=2))
    apply(state, TakenOff(unit="B1", where="reserve"))
    stand(state, "B1", 20, 5)
    assert state.units["B1"].tokens == 2

"""Weapon abilities that act outside the attack itself: held targets, a profile by a D6, selected powers, models that return."""

from collections.abc import Sequence
from typing import Any
from zlib import crc32

import msgspec
import pytest

from tests.driving import Driven, refusal
from tests.games.w40k10.battle.kit import barred, drive, put, state_of
from tests.games.w40k10.battle.shots import X, Y, fire, numbers, out_of_turn, shooting, stand
from tests.intake.recogniser.kit import lent, like
from warbench.attack.volley import PROFILE
from warbench.battle.requests import Ask
from warbench.games.w40k10.battle.charging import charge
from warbench.games.w40k10.battle.events import Destroyed, Ends, Lasts, Returned, Said, Threw, apply
from warbench.games.w40k10.battle.melee import declare
from warbench.games.w40k10.battle.moments import UnitMoment
from warbench.games.w40k10.battle.placing import distance, encode
from warbench.games.w40k10.battle.roster import UnitSpec
from warbench.games.w40k10.battle.shooting import next_step, shoot
from warbench.games.w40k10.battle.state import State
from warbench.games.w40k10.battle.volleys import resolve
from warbench.rules.effects import ChangeValue
from warbench.sheets.datasheet import Ability, Composition, Damaged, Datasheet, Points, Weapon, WeaponProfile
from warbench.table.lattice import INCH, Place

WALKER, TANK, SQUAD = "Redemptor Dreadnought", "Predator Destructor", "Intercessor Squad"
POWERS = Ability("powers", "Powers", effects=(ChangeValue(name="powers", set=2, attacks="ranged"),), touches=("attack",))


def sure(name: str, *words: str, attacks: int = 1, reach: int | None = 24, damage: int = 1, part: str = "") -> Weapon:
    """A weapon that hits on 2+ and wounds nearly anything."""
    numbers: dict[str, int | str | None] = {"attacks": attacks, "skill": 2, "strength": 20, "ap": -6, "damage": damage}
    return Weapon(name, "ranged" if reach else "melee", (WeaponProfile(numbers, reach, words, part),))


def bearer(called: str, *weapons: Weapon, held: Sequence[str] = (), models: int = 1, **more: Any) -> Datasheet:
    """A walker with these weapons; ``held`` are those that are its equipment, all unless told."""
    items = tuple(held) or tuple(weapon.name for weapon in weapons)
    composition = (Composition(WALKER, models, models, items),)
    name = f"{called} {crc32(repr((weapons, composition, sorted(more.items()))).encode())}"
    price = (Points(models, 100),)
    return like(WALKER, name, {}, weapons=weapons, composition=composition, points=price, **more)


def armed(sheet: Datasheet, foes: Sequence[UnitSpec | str] = (TANK, SQUAD)) -> State:
    """The Shooting phase of a unit of a datasheet (A1), its enemies 8" away."""
    with lent(sheet):
        state = shooting([sheet.name], foes, factions=("Space Marines", "Leagues of Votann"))
    for number, _ in enumerate(foes):
        stand(state, f"B{number + 1}", 8, y=number * 8 * INCH)
    return state


def held(state: State) -> list[tuple[str, str]]:
    """What lasts on the bearer's unit: against whom, and what it is."""
    return [(each.against, each.source) for each in state.units["A1"].lasting]


# --- weapons that hold what they hit ---

REACH, WATCH = "+2 to its Charge rolls", "no Fire Overwatch at its charge"


@pytest.mark.parametrize(
    ("family", "what"),
    [("impaled", [REACH]), ("harpooned", [REACH]), ("snagged", [REACH, WATCH]), ("hooked", [REACH, WATCH])],
)
def test_a_hit_on_a_vehicle_takes_hold_until_the_turn_ends(family: str, what: list[str]) -> None:
    state = armed(bearer("Hooker", sure("Harpoon", family)))
    done = fire(state, "B1", face=2)
    assert [(event.unit, event.lasting.model, event.lasting.until) for event in done.all(Lasts)] == [
        ("A1", "A1.1", "turn")
    ] * len(what)
    assert held(state) == [("B1", f"{family.title()} ({each})") for each in what]
    apply(state, Ends(moment="phase"))
    assert held(state)
    apply(state, Ends(moment="turn"))
    assert not held(state)


@pytest.mark.parametrize(("target", "face"), [("B2", 2), ("B1", 1)])
def test_neither_a_hit_on_infantry_nor_a_miss_takes_hold(target: str, face: int) -> None:
    state = armed(bearer("Hooker", sure("Harpoon", "snagged")))
    fire(state, target, face=face)
    assert not held(state)


def test_several_hits_and_several_bearers_count_once() -> None:
    state = armed(bearer("Pair", sure("Harpoon", "impaled", attacks=3), models=2))
    put(state, "A1", [Place(X, Y), Place(X, Y + 2 * INCH + 500)])
    fire(state, "B1", face=2)
    assert [each.model for each in state.units["A1"].lasting] == ["A1.1", "A1.2"]
    gap = distance(state, state.units["A1"], state.units["B1"])
    done = drive(state, charge(state, state.units["A1"], ["B1"]), faces=[1, 1])
    assert gap > 4 * INCH
    assert done.all(Threw)[0].result == '4" (+2 Impaled)'


def test_a_charge_at_the_unit_that_was_hit_is_two_inches_longer() -> None:
    state = armed(bearer("Hooker", sure("Harpoon", "impaled")))
    fire(state, "B1", face=2)
    for targets, told in ((["B1"], '4" (+2 Impaled)'), (["B2"], '2"'), (["B1", "B2"], '4" (+2 Impaled)')):
        done = drive(state, charge(state, state.units["A1"], targets), faces=[1, 1])
        assert done.all(Threw)[0].result == told


def test_harpooned_selects_one_of_the_units_that_it_hit() -> None:
    twins = bearer("Twins", sure("Harpoon", "harpooned"), held=("Harpoon", "Harpoon"))
    state = armed(twins, [TANK, TANK])
    done = fire(state, "A1.1=B1*1,B2*1", face=2, answers=["B2"])
    assert [option.key for option in done.about("held fast").options] == ["B1", "B2"]
    assert held(state) == [("B2", f"Harpooned ({REACH})")]


def test_nobody_is_held_by_a_bearer_that_is_gone_or_when_the_target_is_destroyed() -> None:
    state = armed(bearer("Hooker", sure("Harpoon", "snagged", damage=40)))
    done = fire(state, "B1", face=2)
    assert done.all(Destroyed)
    assert not held(state)


@pytest.mark.parametrize(("family", "bars"), [("snagged", True), ("hooked", True), ("impaled", False), ("harpooned", False)])
def test_no_overwatch_at_a_charge_that_holds_its_target(family: str, *, bars: bool) -> None:
    state = armed(bearer("Hooker", sure("Harpoon", family)))
    fire(state, "B1", face=2)
    state.core.phase, state.core.sides[1].cp = "charge", 1
    for moment in ("move started", "move ended"):
        told = barred(state, "fire-overwatch:B1", moment, 1, UnitMoment("A1", "charge", ("B1",)))
        assert told == (("held-fast", family.title()) if bars else None)
        # A charge at another unit, or another kind of move, is not spoken of.
        for other in (UnitMoment("A1", "charge", ("B2",)), UnitMoment("A1", "normal")):
            assert barred(state, "fire-overwatch:B1", moment, 1, other) is None


# --- a profile by a D6 ---

WAYS = Weapon(
    "Bubbler",
    "ranged",
    (
        *sure("", "bubblechukka 1-2", "blast", attacks=6, part="big").profiles,
        *sure("", "bubblechukka 3-4", attacks=3, part="wobbly").profiles,
        *sure("", "bubblechukka 5-6", part="dense").profiles,
    ),
)


@pytest.mark.parametrize(("face", "way", "attacks"), [(1, "big", 12), (4, "wobbly", 6), (6, "dense", 2)])
def test_one_die_picks_the_profile_of_all_bearers(face: int, way: str, attacks: int) -> None:
    state = armed(bearer("Bubblers", WAYS, models=2))
    put(state, "A1", [Place(X, Y), Place(X, Y + 2 * INCH + 500)])
    done = fire(state, "B1", [face, *[1] * attacks])
    first = done.all(Threw)[0]
    assert (first.purpose, first.faces, first.result) == (PROFILE, (face,), f"Bubbler \N{EN DASH} {way}")
    # Walkers are settled one by one: their brackets are their own.
    assert [event.text.partition(" at ")[0] for event in done.all(Said)] == [f"1 x Bubbler \N{EN DASH} {way}"] * 2
    assert done.dice("hit") == attacks


def test_the_die_is_rolled_before_targets_are_selected_and_leaves_other_weapons_alone() -> None:
    state = armed(bearer("Bubblers", WAYS, sure("Side gun", attacks=2)))
    done = fire(state, {"Bubbler": "B2", "Side gun": "B1"}, [5, 1, 1, 1])
    assert done.all(Threw)[0].purpose == PROFILE
    assert numbers(done, "Side gun")
    with pytest.raises(ValueError, match="no-such-profile"):
        drive(state, shoot(state, state.units["A1"]), ["B1/2"], [5])


def test_a_face_without_a_profile_leaves_the_weapon_silent() -> None:
    only = msgspec.structs.replace(WAYS, profiles=WAYS.profiles[:1])
    state = armed(bearer("Bubblers", only, sure("Side gun")))
    done = fire(state, "B1", [6, 1])
    assert done.all(Threw)[0].result == "no profile"
    assert not any("Bubbler" in event.text for event in done.all(Said))


# --- C'tan Powers ---

SPHERES = sure("Spheres")
POWER = tuple(sure(f"Power {letter}", "c'tan power") for letter in "ABC")


def vault(*weapons: Weapon, **more: Any) -> Datasheet:
    """A walker with three powers of which it selects two."""
    own = [weapon.name for weapon in weapons]
    sheet = bearer("Vault", *weapons, *POWER, held=own, **more)
    return msgspec.structs.replace(sheet, abilities=(*sheet.abilities, POWERS))


def ask_powers(state: State, answer: str, shots: int = 3) -> tuple[Ask, list[str]]:
    """Let A1 shoot at B1 with the powers of an answer; the question, and the weapons that were shot."""
    done = drive(state, shoot(state, state.units["A1"]), [answer, "B1"], [1] * shots)
    return done.about("powers"), [event.text.partition(" at ")[0] for event in done.all(Said)]


def test_its_owner_selects_powers_beside_the_weapons_that_it_has() -> None:
    state = armed(vault(SPHERES))
    asked, shot = ask_powers(state, "Power A+Power C")
    pairs = ["Power A+Power B", "Power A+Power C", "Power B+Power C"]
    assert [option.key for option in asked.options] == [*pairs, "Power A", "Power B", "Power C", "none"]
    assert shot == ["1 x Spheres", "1 x Power A", "1 x Power C"]
    assert ask_powers(state, "none", 1)[1] == ["1 x Spheres"]


@pytest.mark.parametrize("answer", ["Power A+Power B+Power C", "Power A+Power A", "Spheres", "", "Power D"])
def test_other_selections_are_refused(answer: str) -> None:
    asked, _ = ask_powers(armed(vault(SPHERES)), "none", 1)
    told = refusal(asked, answer)
    assert told is not None
    assert told.code == "bad-selection"


def test_a_damaged_bearer_selects_one() -> None:
    fewer = Damaged(8, (ChangeValue(name="powers", set=1, attacks="ranged"),))
    state = armed(vault(SPHERES, damaged=fewer))
    state.units["A1"].models[0].wounds = 8
    asked, _ = ask_powers(state, "Power B", 2)
    assert [option.key for option in asked.options] == ["Power A", "Power B", "Power C", "none"]
    state.units["A1"].models[0].wounds = 9
    assert len(ask_powers(state, "none", 1)[0].options) == 7


def test_it_may_shoot_with_powers_alone_but_not_out_of_its_turn() -> None:
    fist = sure("Fist", reach=None)
    state = armed(vault(fist))
    done = drive(state, next_step(state), ["A1", "Power A", "B1"], [1])
    assert [option.key for option in done.about("unit").options] == ["A1", "finish"]
    watching = armed(vault(SPHERES))
    out_of_turn(watching)
    done = drive(watching, shoot(watching, watching.units["A1"], only="B1", facts={"overwatch": True}), faces=[1])
    assert not any(ask.about == "powers" for ask in done.asked)
    assert len([event for event in done.all(Said) if " x " in event.text]) == 1


# --- models that return ---

BELL = sure("Bell", "reverberating summons", attacks=2, reach=None, damage=2)
BEARERS = "Plague Bearers of the Tide"


def chorus(lost: int = 2, *, y: float = 5, models: int = 5, squad: int = 5) -> State:
    """A walker with a bell in contact with five Intercessors, and so many inches behind it a unit that has lost some models."""
    ringer = bearer("Ringer", BELL)
    sheet = like(SQUAD, BEARERS, {}, keywords=("infantry", "plaguebearers"))
    names = {"Intercessor Sergeant": "Plagueridden", "Intercessor": "Plaguebearer"}
    sheet = msgspec.structs.replace(
        sheet,
        models=tuple(msgspec.structs.replace(model, name=names[model.name]) for model in sheet.models),
        composition=tuple(msgspec.structs.replace(line, model=names[line.model]) for line in sheet.composition),
    )
    with lent(ringer, sheet):
        ours: list[UnitSpec | str] = [ringer.name, UnitSpec(datasheet=sheet.name, models=squad)]
        state = state_of(ours, [SQUAD, SQUAD], factions=("Space Marines", "Space Marines"))
    state.core.phase, state.core.step = "fight", "rest"
    put(state, "A1", [Place(X, Y)])
    base = state.kind("A1.1").base.outer // 2
    put(state, "B1", [Place(X + base + 160, Y + 330 * index) for index in range(models)])
    put(state, "A2", [Place(X - round(y * INCH) - base - 160, Y + 500 * index) for index in range(squad - lost)])
    return state


def ring(state: State, answers: Sequence[str], dice: int = 4) -> Driven:
    """The bell strikes: every attack destroys a model."""
    (aimed,) = drive(state, declare(state, state.units["A1"])).value
    return drive(state, resolve(state, state.units["A1"], [aimed]), answers, [6] * dice)


def spot(x: float, y: float) -> str:
    """The answer that sets a model up so many inches from the bell's bearer."""
    return encode([Place(X + round(x * INCH), Y + round(y * INCH))])


def test_each_model_that_the_bell_destroys_returns_one() -> None:
    state = chorus()
    done = ring(state, ["A2", spot(-6, 5), "A2", spot(-6, 7)])
    back = done.all(Returned)
    assert [(event.unit, event.model, event.wounds, event.rule) for event in back] == [
        ("A2", "A2.4", 2, "Reverberating Summons"),
        ("A2", "A2.5", 2, "Reverberating Summons"),
    ]
    assert [model.id for model in state.units["A2"].models] == [f"A2.{number}" for number in range(1, 6)]
    kinds = [type(event) for event in done.events if isinstance(event, Destroyed | Returned)]
    assert kinds == [Destroyed, Returned, Destroyed, Returned]


def test_its_owner_may_let_nobody_return_and_is_not_asked_where_nobody_can() -> None:
    assert not ring(chorus(), ["none", "none"]).all(Returned)
    for state in (chorus(lost=0), chorus(y=12.5)):
        done = ring(state, [])
        assert len(done.all(Destroyed)) == 2
        assert not done.asked
    assert ring(chorus(y=11.5), ["none", "none"]).asked


def test_only_the_kind_of_model_that_is_named_returns() -> None:
    state = chorus()
    squad = state.units["A2"]
    squad.models = [model for model in squad.models if state.kind(model.id).name == "Plaguebearer"]
    done = ring(state, ["A2", spot(-6, 6), "A2", spot(-6, 8)])
    assert [event.model for event in done.all(Returned)] == ["A2.4", "A2.5"]
    assert "A2.1" not in {model.id for model in squad.models}


@pytest.mark.parametrize(("where", "code"), [((-6, 12), "outside-region"), ((0, 0), "on-model")])
def test_who_returns_stands_in_coherency_and_on_nobody(where: tuple[float, float], code: str) -> None:
    done = ring(chorus(), ["A2", spot(-6, 5), "none"])
    told = refusal(done.about("returned"), spot(*where))
    assert told is not None
    assert (told.code, told.rule) == (code, "Reverberating Summons")


def test_a_large_unit_takes_it_back_beside_two_mates() -> None:
    state = chorus(lost=2, models=5, squad=10)
    done = ring(state, ["A2", spot(-6, 4.5), "none"])
    (back,) = done.all(Returned)
    assert back.model == "A2.9"
    asked = done.about("returned")
    last = state.units["A2"].models[-2].place
    assert last is not None
    # 2" beyond the last one alone: near it, near nobody else.
    assert refusal(asked, encode([Place(last.x, last.y + 320 + 2 * INCH - 10)])) is not None


def test_it_is_set_up_within_engagement_range_only_of_enemies_that_the_unit_fights() -> None:
    for gap, near in ((200, (-150, 400)), (635, (-500, 0))):
        state = chorus()
        place = state.units["A2"].models[-1].place
        assert place is not None
        put(state, "B2", [Place(place.x - 320 - gap, place.y)])
        done = ring(state, ["A2", encode([Place(place.x, place.y + 500)]), "none"])
        told = refusal(done.about("returned"), encode([Place(place.x + near[0], place.y + near[1])]))
        assert (told and (told.code, told.rule)) == (None if gap <= INCH else ("in-zone", "W-303"))

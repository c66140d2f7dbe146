"""Who joins whom, who begins inside what, and who may wait in Reserves."""

import pytest

from tests.games.heresy3.fixtures import army, bun, cen, infantry, leg, sheet, tank, unit
from warbench.games.heresy3.armies import ArmySpec, DetachmentSpec, Unit, check_army, enlist
from warbench.games.heresy3.armies.groups import bodies, room
from warbench.sheets.datasheet import Datasheet


def refused(spec: ArmySpec) -> list[tuple[str, str]]:
    return [(refusal.code, refusal.rule) for refusal in check_army(spec)]


def named(spec: ArmySpec, name: str) -> Unit:
    found = enlist(spec).unit(name)
    assert found is not None
    return found


def squad(name: str, models: int, **changes: object) -> Datasheet:
    return sheet(name, infantry(name, (models, models), (), **changes))


@pytest.mark.rule("H-030")
def test_nothing_joins_a_fortification() -> None:
    sheets = (leg(), cen())
    assert refused(army(unit("LEG"), unit("CEN", joins="BUN"), bun(), sheets=sheets)) == [("join", "H-030")]
    joined = army(unit("LEG"), unit("CEN", joins="LEG"), bun(), sheets=sheets)
    assert refused(joined) == []
    found = enlist(joined)
    host = found.unit("LEG")
    assert host is not None
    assert sum(len(each.models) for each in bodies(found, host)) == 11


@pytest.mark.rule("H-235")
def test_only_command_and_specialist_models_join_units() -> None:
    plain = squad("Legionary", 1)
    assert refused(army(unit("LEG"), unit("Legionary", joins="LEG"), sheets=(leg(), plain))) == [("join", "H-235")]
    smith = squad("Smith", 1, keywords=["specialist"])
    assert refused(army(unit("LEG"), unit("Smith", joins="LEG"), sheets=(leg(), smith))) == []
    assert refused(army(unit("LEG"), unit("CEN", joins="Nobody"), sheets=(leg(), cen()))) == [("no-such-unit", "H-235")]
    twice = army(unit("LEG"), unit("CEN", joins="LEG", reserve="reserve"), sheets=(leg(), cen()))
    assert refused(twice) == [("join", "H-092")]


def test_bitter_duty_is_kept_among_those_who_have_it() -> None:
    sworn = squad("Sworn", 1, keywords=["command"], abilities=["Bitter Duty"])
    sheets = (leg(), cen(), sworn, squad("Bound", 2, abilities=["Bitter Duty"]))
    apart = [("join", "H-235")]
    for joiner, host, refusals in (("Sworn", "Bound", []), ("CEN", "Bound", apart), ("Sworn", "LEG", apart)):
        assert refused(army(unit(joiner, joins=host), unit(host), sheets=sheets)) == refusals


@pytest.mark.rule("H-209")
def test_nobody_is_inside_what_has_no_capacity() -> None:
    one = squad("One", 1)
    none, nought = tank("None"), tank("Nought", keywords=["transport"], transport={"capacity": 0})
    for carrier in (none, nought):
        spec = army(unit("One", inside=carrier.name), carrier, sheets=(one,))
        assert [rule for _, rule in refused(spec)] == ["H-209"]


@pytest.mark.rule("H-217")
def test_bulky_models_take_up_more_capacity() -> None:
    carrier = tank(capacity=6)
    bulky = {number: squad(f"Bulky {number}", number, abilities=["Bulky (2)"]) for number in (2, 3)}
    plain = {number: squad(f"Plain {number}", number) for number in (1, 2)}
    spec = army(unit("TANK"), unit("Bulky 3", inside="TANK"), sheets=(carrier, bulky[3]))
    assert refused(spec) == []
    assert room(named(spec, "TANK"), [named(spec, "Bulky 3")]).taken == 6

    def fits(*names: str) -> tuple[int, bool]:
        sheets = (carrier, *bulky.values(), *plain.values())
        spec = army(unit("TANK"), *map(unit, names), sheets=sheets)
        places = room(named(spec, "TANK"), [named(spec, name) for name in names])
        return places.taken, places.fits

    assert fits("Bulky 3", "Plain 1") == (7, False)
    assert fits("Bulky 2", "Plain 2") == (6, True)
    full = army(unit("TANK"), unit("Bulky 4", inside="TANK"), sheets=(carrier, squad("Bulky 4", 4, abilities=["Bulky (2)"])))
    assert refused(full) == [("capacity", "H-217")]


@pytest.mark.rule("H-063", "H-064")
def test_a_bunker_shelters_infantry_that_is_not_bulky() -> None:
    def inside(guest: Datasheet) -> list[tuple[str, str]]:
        return refused(army(unit(guest.name, inside="BUN"), bun(), sheets=(guest,)))

    assert inside(leg()) == []
    assert inside(squad("Eleven", 11)) == [("capacity", "H-210")]
    assert inside(squad("Terminators", 3, abilities=["Bulky (2)"])) == [("excluded-keyword", "H-064")]
    walker = sheet("Walker", infantry("Walker", (1, 1), (), type="walker"))
    assert inside(walker) == [("needs-keyword", "H-064")]


def test_a_character_rides_with_the_unit_that_it_joins() -> None:
    carrier = tank(capacity=10)
    alone = army(unit("LEG", inside="TANK"), unit("TANK"), sheets=(leg(), carrier))
    led = army(unit("LEG", inside="TANK"), unit("CEN", joins="LEG"), unit("TANK"), sheets=(leg(), cen(), carrier))
    assert refused(alone) == []
    assert refused(led) == [("capacity", "H-210")]


def test_a_transport_carries_one_unit_of_its_own_faction() -> None:
    five = tuple(squad(f"Five {number}", 5) for number in (1, 2))
    both = army(*(unit(each.name, inside="TANK") for each in five), unit("TANK"), sheets=(*five, tank(capacity=10)))
    assert refused(both) == [("inside", "facts-14")]
    guests = DetachmentSpec(kind="Allied", faction="Mechanicum", units=(unit("Guests", inside="TANK"),))
    strangers = sheet("Guests", infantry("Guest", (5, 5), (), traits=["[allegiance]"]), faction="Mechanicum")
    spec = army(unit("LEG"), unit("TANK"), sheets=(leg(), tank(capacity=10), strangers), others=(guests,))
    assert refused(spec) == [("inside", "facts-14")]
    assert refused(army(unit("LEG", inside="Nothing"), sheets=(leg(),))) == [("no-such-unit", "H-210")]


def test_a_bunker_takes_any_faction() -> None:
    spec = army(unit("LEG", inside="BUN"), bun(), sheets=(leg(),))
    assert named(spec, "BUN").faction == ""
    assert refused(spec) == []


@pytest.mark.rule("H-025")
def test_a_fortification_never_waits_in_reserves() -> None:
    assert refused(army(leg(), unit("BUN", reserve="reserve"), sheets=(bun(),))) == [("reserve", "H-025")]
    assert refused(army(leg(), bun())) == []


def test_who_may_wait_how() -> None:
    dropping = leg("Drop", abilities=["Deep Strike"])
    for reserve, expected in (("deep strike", []), ("outflank", [("reserve", "H-274")]), ("aerial", [("reserve", "H-095")])):
        assert refused(army(unit("Drop", reserve=reserve), sheets=(dropping,))) == expected
    assert refused(army(unit("LEG", reserve="deep strike"), sheets=(leg(),))) == [("reserve", "H-274")]
    assert refused(army(unit("LEG", reserve="later"), sheets=(leg(),))) == [("reserve", "H-274")]
    waiting = army(unit("LEG", inside="TANK", reserve="reserve"), unit("TANK"), sheets=(leg(), tank(capacity=10)))
    assert refused(waiting) == [("reserve", "H-091")]

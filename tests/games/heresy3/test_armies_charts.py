"""Detachments and their slots, Prime Advantages, what unlocks what, and the limits on points."""

import msgspec
import pytest

from tests.games.heresy3.fixtures import army, bun, cen, infantry, leg, mag, sheet, tank, unit
from warbench.games.heresy3.armies import ArmySpec, DetachmentSpec, check_army, enlist
from warbench.games.heresy3.armies.charts import slots
from warbench.games.heresy3.armies.detachments import detachments
from warbench.games.heresy3.roles import ROLES
from warbench.sheets.datasheet import Datasheet

FACTS = "facts-15"


def refused(spec: ArmySpec) -> list[tuple[str, str]]:
    return [(refusal.code, refusal.rule) for refusal in check_army(spec)]


def prime(role: str, advantage: str = "Logistical Benefit") -> ArmySpec:
    """LEG in the Prime slot for Troops, with an advantage."""
    return army(unit("LEG", prime=advantage, benefit=role), sheets=(leg(),))


def costing(name: str, role: str, points: int) -> Datasheet:
    return tank(name, role=role, cost=points)


@pytest.mark.rule("H-008")
def test_an_army_has_a_detachment() -> None:
    empty = msgspec.structs.replace(army(leg()), detachments=())
    assert refused(empty) == [("no-detachments", "H-008")]
    assert refused(army(leg())) == []


@pytest.mark.rule("H-009")
def test_a_detachment_has_a_unit_and_a_slot_for_each() -> None:
    assert refused(army()) == [("empty-detachment", "H-009")]
    assert refused(army(leg())) == []
    assert refused(army(*[leg(f"L{number}") for number in range(5)])) == [("no-slot", "H-009")]
    spec = msgspec.structs.replace(army(leg()), detachments=(DetachmentSpec(kind="Horde", units=(unit("LEG"),)),))
    assert [code for code, _ in refused(spec)] == ["no-such-detachment", "no-primary"]


@pytest.mark.rule("H-004")
def test_logistical_benefit_never_adds_a_fortification() -> None:
    assert refused(prime("fortification")) == [("benefit", "H-004")]
    assert refused(prime("recon")) == []


@pytest.mark.rule("H-018")
def test_logistical_benefit_adds_a_slot_to_its_own_detachment() -> None:
    support = DetachmentSpec(kind="Tactical Support", units=(unit("Guns"),))
    guns = leg("Guns", role="support")
    plain = army(unit("LEG"), cen(), sheets=(leg(), guns), others=(support,))
    more = army(unit("LEG", prime="Logistical Benefit", benefit="recon"), cen(), sheets=(leg(), guns), others=(support,))
    before, after = enlist(plain), enlist(more)
    assert slots(before, 0)["troops"] == slots(after, 0)["troops"] == 4
    assert (slots(before, 0).get("recon", 0), slots(after, 0)["recon"]) == (0, 1)
    assert slots(before, 1) == slots(after, 1)
    scouts = leg("Scouts", role="recon")
    assert refused(army(unit("LEG"), scouts, sheets=(leg(),))) == [("no-slot", "H-009")]
    assert refused(army(unit("LEG", prime="Logistical Benefit", benefit="recon"), scouts, sheets=(leg(),))) == []
    assert refused(army(unit("LEG", benefit="recon"), sheets=(leg(),))) == [("benefit", "H-018")]


@pytest.mark.rule("H-019")
def test_the_added_slot_is_for_no_leader_and_no_lord_of_war() -> None:
    for role in ("high command", "command", "warlord", "lord of war"):
        assert refused(prime(role)) == [("benefit", "H-019")]
    for role in ("recon", "troops", "support"):
        assert refused(prime(role)) == []


@pytest.mark.rule("H-020")
def test_logistical_benefit_is_chosen_once_a_detachment() -> None:
    again = [unit(name, prime="Logistical Benefit", benefit="recon") for name in ("LEG", "CEN")]
    assert refused(army(*again, sheets=(leg(), cen()))) == [("prime-twice", "H-020")]
    retinue = leg("Guards", role="retinue")
    apex = DetachmentSpec(kind="Combat Retinue", units=(unit("Guards", prime="Logistical Benefit", benefit="support"),))
    lord = cen("Lord", role="high command")
    assert refused(army(again[0], lord, sheets=(leg(), retinue), others=(apex,))) == []


@pytest.mark.rule("H-244")
def test_the_roles_are_known_and_two_share_one_limit() -> None:
    named = ("high command", "command", "warlord", "lord of war", "fortification", "troops", "support", "recon", "heavy assault")
    assert set(named) | {"transport", "heavy transport", "war engine"} <= set(ROLES)
    assert refused(prime("cavalry")) == [("unknown-role", "H-244")]
    assert capped(450, 300) == []
    assert capped(450, 301) == [("too-many-points", "H-017")]


def capped(warlord: int, lord_of_war: int) -> list[tuple[str, str]]:
    """What is wrong with an army of 3,000 points that has a Warlord and a Lord of War of so many points."""
    sheets = (costing("Primarch", "warlord", warlord), costing("Titan", "lord of war", lord_of_war))
    others = (
        DetachmentSpec(kind="Warlord", units=(unit("Primarch"),)),
        DetachmentSpec(kind="Lord of War", units=(unit("Titan"),)),
    )
    return refused(army(leg(), sheets=sheets, others=others))


@pytest.mark.rule("H-017")
def test_lords_of_war_cost_a_quarter_of_the_limit_at_most() -> None:
    for points, expected in ((750, []), (751, [("too-many-points", "H-017")])):
        lords = DetachmentSpec(kind="Lord of War", units=(unit("Titan"),))
        assert refused(army(leg(), sheets=(costing("Titan", "lord of war", points),), others=(lords,))) == expected


def test_points_allies_and_warlords_have_their_limits() -> None:
    assert refused(army(leg(cost=1001), limit=1000)) == [("too-many-points", FACTS)]
    allied = DetachmentSpec(kind="Allied", faction="Mechanicum", units=(unit("MAG"),))
    for cost, expected in ((500, []), (501, [("too-many-points", FACTS)])):
        magos = msgspec.structs.replace(mag(), role="command", points=tuple(points_of(cost)))
        assert refused(army(leg(), limit=1000, sheets=(magos,), others=(allied,))) == expected
    warlord = DetachmentSpec(kind="Warlord", units=(unit("Primarch"),))
    primarch = costing("Primarch", "warlord", 400)
    assert refused(army(leg(), limit=2000, sheets=(primarch,), others=(warlord,))) == [("warlord-detachment", FACTS)]
    assert refused(army(leg(), limit=3000, sheets=(primarch,), others=(warlord,))) == []


def points_of(cost: int) -> list[object]:
    return [msgspec.structs.replace(cen().points[0], points=cost)]


def test_commanders_unlock_apex_and_auxiliary_detachments() -> None:
    guns, guards = leg("Guns", role="support"), leg("Guards", role="retinue")
    support = DetachmentSpec(kind="Tactical Support", units=(unit("Guns"),))
    apex = DetachmentSpec(kind="Combat Retinue", units=(unit("Guards"),))
    lord = cen("Lord", role="high command")
    locked = [("locked-detachment", FACTS)]
    sheets = (guns, guards)
    assert refused(army(leg(), sheets=sheets, others=(support,))) == locked
    assert refused(army(leg(), cen(), sheets=sheets, others=(support,))) == []
    assert refused(army(leg(), cen(), sheets=sheets, others=(apex,))) == locked
    assert refused(army(leg(), lord, sheets=sheets, others=(apex,))) == []
    assert refused(army(leg(), lord, sheets=sheets, others=(apex, support))) == locked
    assert refused(army(leg(), lord, cen(), sheets=sheets, others=(apex, support))) == []
    assigned = unit("Lord", prime="Special Assignment")
    assert refused(army(leg(), assigned, sheets=(*sheets, lord), others=(support,))) == locked
    officer = cen(abilities=["Officer of the Line (2)"])
    assert refused(army(leg(), officer, sheets=sheets, others=(support, support))) == []
    assert refused(army(leg(), officer, sheets=sheets, others=(support, support, support))) == locked
    assert refused(army(leg(), cen(), sheets=sheets, others=(support, support))) == locked


def test_a_prime_advantage_needs_a_prime_slot_and_a_unit_that_may_have_it() -> None:
    veterans = [unit(name, prime="Combat Veterans") for name in ("A", "B")]
    assert refused(army(*veterans, sheets=(leg("A"), leg("B")))) == [("no-prime-slot", FACTS)]
    assert refused(prime("", "Valour")) == [("prime", FACTS)]
    assert refused(prime("", "Special Assignment")) == [("prime", FACTS)]
    hero = unit("CEN", prime="Paragon of Battle")
    assert refused(army(hero, sheets=(cen(keywords=["command", "unique"]),))) == [("prime", FACTS)]
    assert refused(army(hero, sheets=(cen(),))) == []


def test_prime_advantages_change_characteristics() -> None:
    squad = leg(sergeant=True)

    def after(advantage: str, name: str = "LEG") -> list[dict[str, int | None]]:
        spec = army(unit(name, models=10 if name == "LEG" else 1, prime=advantage), sheets=(squad, cen()))
        return [model.characteristics for model in enlist(spec).units[0].models]

    veterans = after("Combat Veterans")
    assert {(model["leadership"], model["cool"]) for model in veterans} == {(8, 8), (10, 8)}
    sergeant = after("Master Sergeant")[-1]
    assert (sergeant["attacks"], sergeant["weapon_skill"], sergeant["leadership"]) == (2, 5, 10)
    assert after("Master Sergeant")[0] == after("")[0]
    hero = after("Paragon of Battle", "CEN")[0]
    assert (hero["attacks"], hero["weapon_skill"], hero["ballistic_skill"]) == (2, 5, 5)
    promoted = enlist(army(unit("LEG", models=10, prime="Master Sergeant"), sheets=(squad,))).units[0].models[-1]
    assert {"sergeant", "champion"} <= promoted.keywords


def test_every_chart_says_where_its_slots_stand_when_sources_differ() -> None:
    known = detachments()
    assert known["crusade primary"].count("troops") == known["crusade primary"].count("transport") == 4
    assert known["crusade primary"].prime("command") == 1
    assert known["battlefield fortifications"].count("fortification") == 2
    assert "C1" in known["battlefield fortifications"].note
    assert "CONFLICT" in known["officer cadre"].note
    cohort = DetachmentSpec(kind="Taghmata Cohort", units=(unit("Guns"),))
    assert refused(army(leg(), cen(), sheets=(leg("Guns", role="support"),), others=(cohort,))) == [("other-faction", FACTS)]


def test_one_unit_at_most_leads_the_army() -> None:
    both = [unit("CEN", warlord=True), unit("LEG", warlord=True)]
    assert refused(army(*both, sheets=(leg(), cen()))) == [("warlord", "facts-16")] * 2
    assert refused(army(unit("CEN", warlord=True), bun(), sheets=(cen(),))) == []


def test_inductii_take_no_prime_advantage() -> None:
    def raw(advantage: str) -> ArmySpec:
        sheets = (sheet("Raw", infantry("Raw", (10, 10), (), abilities=["Inductii"])),)
        return army(unit("Raw", prime=advantage), sheets=sheets)

    assert refused(raw("")) == []
    assert refused(raw("Combat Veterans")) == [("prime", "H-018")]

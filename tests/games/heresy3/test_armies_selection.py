"""Choosing an army: allegiance, factions and traits, army lists, Fortifications; each refusal names its rule."""

from typing import Any

import msgspec
import pytest

from tests.games.heresy3.fixtures import army, building, bun, cen, gun, infantry, leg, mag, red, sheet, tank, tow, unit
from tests.games.heresy3.helpers import ask, blade, value
from tests.games.heresy3.helpers import gun as shot
from warbench.games.heresy3.armies import ArmySpec, DetachmentSpec, Unit, army_warnings, check_army, enlist
from warbench.games.heresy3.armies.checking import trait_faults
from warbench.games.heresy3.armies.detachments import detachments
from warbench.games.heresy3.armies.enlisting import offered
from warbench.sheets.datasheet import Datasheet

PLAIN_TRAITS = ["[legiones astartes]"]


def refused(spec: ArmySpec) -> list[tuple[str, str]]:
    return [(refusal.code, refusal.rule) for refusal in check_army(spec)]


def found(spec: ArmySpec, name: str) -> Unit:
    unit = enlist(spec).unit(name)
    assert unit is not None
    return unit


def models_of(spec: ArmySpec, name: str) -> list[set[str]]:
    return [set(model.traits) for model in found(spec, name).models]


@pytest.mark.rule("H-016")
def test_a_datasheet_without_a_profile_of_its_model_is_refused() -> None:
    hollow = msgspec.structs.replace(leg(), models=())
    spec = army(hollow)
    assert [refusal.code for refusal in enlist(spec).refusals] == ["no-profile"]
    assert enlist(spec).units == ()


@pytest.mark.rule("H-001")
def test_a_fortification_has_its_role_and_is_in_no_army_list() -> None:
    assert bun().role == "fortification"
    primary = DetachmentSpec(kind="Crusade Primary", units=(unit("LEG"), unit("BUN")))
    spec = ArmySpec(name="x", faction="Imperial Fists", allegiance="loyalist", detachments=(primary,), sheets=(leg(), bun()))
    assert refused(spec) == [("no-slot", "H-001")]


@pytest.mark.rule("H-002")
@pytest.mark.parametrize(("faction", "troops"), [("Imperial Fists", leg()), ("Mechanicum", leg(faction="Mechanicum", traits=[]))])
def test_any_player_may_add_a_fortifications_detachment(faction: str, troops: Datasheet) -> None:
    spec = army(troops, bun(), faction=faction)
    assert refused(spec) == []
    named = [detachment.kind for detachment in spec.detachments]
    assert named == ["Crusade Primary", "Battlefield Fortifications"]
    assert [detachments()[name.casefold()].kind for name in named] == ["primary", "additional"]
    twice = msgspec.structs.replace(spec, detachments=(*spec.detachments, spec.detachments[1]))
    assert refused(twice) == [("too-many-detachments", "H-002")]
    assert refused(army(troops, bun(), gun(), tow(), faction=faction)) == [("no-slot", "H-009")]


@pytest.mark.rule("H-003")
@pytest.mark.parametrize("allegiance", ["loyalist", "traitor"])
def test_a_fortification_serves_either_allegiance(allegiance: str) -> None:
    assert refused(army(leg(), bun(), allegiance=allegiance)) == []


@pytest.mark.rule("H-005", "H-006")
def test_a_fortification_gains_neither_faction_nor_allegiance() -> None:
    spec = army(unit("LEG", models=10), bun(), sheets=(leg(traits=PLAIN_TRAITS),))
    assert models_of(spec, "LEG") == [{"imperial fists", "loyalist"}] * 10
    assert models_of(spec, "BUN") == [set()]
    assert found(spec, "BUN").faction == ""
    assert refused(spec) == []


def target(unit: Unit) -> dict[str, Any]:
    """An enlisted unit as the target of a question, with the traits that its army gave it."""
    model = unit.models[0]
    numbers = model.characteristics
    if model.type == "fortification":
        return {"type": model.type, "armour": numbers["armour"], "hull_points": numbers["hull_points"], "traits": [*model.traits]}
    named = ("toughness", "wounds", "weapon_skill", "save")
    return {"count": len(unit.models), "traits": [*model.traits], **{name: numbers[name] for name in named}}


@pytest.mark.rule("H-007")
def test_rules_aimed_at_an_allegiance_cannot_choose_a_fortification() -> None:
    spec = army(leg(), bun(), allegiance="traitor")
    aimed = {
        "kind": "forbid",
        "what": "target",
        "when": {"op": "not", "of": [{"op": "has", "fact": "target_types", "value": "traitor"}]},
    }
    legal = {name: not ask(shot(), target(found(spec, name)), effects=[aimed]).plans[0].refused for name in ("LEG", "BUN")}
    assert legal == {"LEG": True, "BUN": False}


@pytest.mark.rule("H-260")
def test_rules_aimed_at_a_faction_act_on_models_that_have_it() -> None:
    better = {
        "kind": "characteristic",
        "name": "weapon_skill",
        "by": 1,
        "side": "defender",
        "when": {"op": "has", "fact": "target_types", "value": "imperial fists"},
    }
    skills = {}
    for faction in ("Imperial Fists", "Sons of Horus"):
        result = ask(blade(), target(found(army(leg(), bun(), faction=faction), "LEG")), effects=[better])
        skills[faction] = value(result, "Hit Test")
    assert skills == {"Imperial Fists": "5+", "Sons of Horus": "4+"}  # WS 4 against 5, and against 4
    fort = target(found(army(leg(), bun()), "BUN"))
    plain, aimed = ask(blade(strength=9), fort), ask(blade(strength=9), fort, effects=[better])
    assert plain.wounds_lost == aimed.wounds_lost


@pytest.mark.rule("H-011")
def test_every_model_but_a_fortification_belongs_to_a_faction() -> None:
    assert refused(army(leg(faction=""))) == [("no-faction", "H-011")]
    assert refused(army(leg(), bun())) == []
    allied = DetachmentSpec(kind="Allied", faction="Mechanicum", units=(unit("MAG"),))
    magos = msgspec.structs.replace(mag(), role="command")
    both = army(leg(), faction="Ultramarines", sheets=(magos,), others=(allied,))
    assert refused(both) == []
    assert [unit.faction for unit in enlist(both).units] == ["Ultramarines", "Mechanicum"]


@pytest.mark.rule("H-012", "H-261")
@pytest.mark.parametrize("place", ["primary", "auxiliary"])
def test_a_unit_of_the_other_allegiance_is_not_added(place: str) -> None:
    traitor = leg("Traitors", traits=["traitor", "[legiones astartes]"])
    if place == "primary":
        spec = army(leg(), cen(), traitor)
    else:
        support = DetachmentSpec(kind="Tactical Support", units=(unit("Traitors"),))
        spec = army(leg(), cen(), sheets=(traitor,), others=(support,))
    assert refused(spec) == [("allegiance", "H-012")]
    assert enlist(spec).unit("Traitors") is None


@pytest.mark.rule("H-013")
def test_the_allegiance_is_loyalist_or_traitor() -> None:
    assert refused(army(leg(), allegiance="Neutral")) == [("allegiance", "H-013")]
    assert refused(army(leg(), allegiance="")) == [("allegiance", "H-013")]
    assert refused(army(leg(), allegiance="Traitor")) == []


@pytest.mark.rule("H-014")
def test_units_without_allegiance_gain_the_declared_one() -> None:
    placeholder, none = leg("A", traits=["[allegiance]", "[legiones astartes]"]), leg("B", traits=PLAIN_TRAITS)
    spec = army(unit("A", models=10), unit("B", models=10), allegiance="traitor", sheets=(placeholder, none))
    assert models_of(spec, "A") + models_of(spec, "B") == [{"imperial fists", "traitor"}] * 20


@pytest.mark.rule("H-259")
def test_models_have_the_traits_of_their_army_and_those_printed() -> None:
    assert models_of(army(leg()), "LEG")[0] == {"imperial fists", "loyalist"}
    printed = leg(traits=["[allegiance]", "[legiones astartes]", "veteran"])
    assert models_of(army(printed), "LEG")[0] == {"imperial fists", "loyalist", "veteran"}


@pytest.mark.rule("H-015")
def test_two_armies_of_one_allegiance_are_warned_not_refused() -> None:
    loyal, other = army(leg()), army(leg(), faction="Ultramarines")
    traitor = army(leg(), faction="Sons of Horus", allegiance="traitor")
    assert refused(loyal) == refused(other) == refused(traitor) == []
    assert [warned.rule for warned in army_warnings(loyal, other)] == ["H-015"]
    assert army_warnings(loyal, traitor) == ()


@pytest.mark.rule("H-016")
def test_units_come_from_the_army_list_of_their_faction() -> None:
    assert refused(army(leg(), aut_in_legion())) == [("other-list", "H-016")]
    assert refused(army(leg())) == []
    assert refused(army(unit("Dragon"))) == [("no-such-datasheet", "H-016")]


def aut_in_legion() -> Datasheet:
    return leg("Thralls", faction="Mechanicum", traits=["[allegiance]"])


@pytest.mark.rule("H-021")
def test_allegiance_closes_units() -> None:
    loyal = leg("Loyal", traits=["loyalist", "[legiones astartes]"])
    for allegiance, count in (("loyalist", 1), ("traitor", 0)):
        spec = army(leg(), allegiance=allegiance, sheets=(loyal,))
        assert [sheet.name for sheet in offered(spec)].count("Loyal") == count


@pytest.mark.rule("H-197")
def test_each_model_is_of_exactly_one_allegiance() -> None:
    both = leg(traits=["loyalist", "traitor", "[legiones astartes]"])
    assert refused(army(both)) == [("allegiance", "H-197")]
    spec = army(leg(), bun())
    squad, fort = found(spec, "LEG"), found(spec, "BUN")
    bare = tuple(msgspec.structs.replace(model, traits=frozenset({"imperial fists"})) for model in squad.models)
    neither = msgspec.structs.replace(squad, models=bare)
    assert [fault.rule for fault in trait_faults(neither, spec)] == ["H-197"]
    assert list(trait_faults(squad, spec)) == list(trait_faults(fort, spec)) == []


@pytest.mark.rule("H-194")
def test_a_trait_changes_no_number() -> None:
    plain, more = (found(army(leg(traits=[*PLAIN_TRAITS, *extra])), "LEG") for extra in ((), ("veteran",)))
    assert more.traits - plain.traits == {"veteran"}
    assert [model.characteristics for model in more.models] == [model.characteristics for model in plain.models]
    assert more.points == plain.points
    assert "loyalist" in more.traits
    assert "loyalist" not in more.models[0].characteristics
    loyal, traitor = (found(army(leg(), allegiance=side), "LEG") for side in ("Loyalist", "Traitor"))
    assert loyal.traits ^ traitor.traits == {"loyalist", "traitor"}
    assert [model.characteristics for model in loyal.models] == [model.characteristics for model in traitor.models]
    assert loyal.points == traitor.points


@pytest.mark.rule("H-252")
def test_a_fortification_is_paid_for_and_a_building_belongs_to_nobody() -> None:
    without, with_bun = enlist(army(leg())), enlist(army(leg(), bun(cost=100)))
    assert with_bun.points == without.points + 100
    spec = army(leg(), building())
    assert refused(spec) == [("building", "H-252")]
    assert enlist(spec).points == without.points


@pytest.mark.rule("H-283")
def test_a_structure_with_guns_is_warned_of_and_shelters_nobody() -> None:
    assert tow().weapons == ()
    armed = sheet_of_structure_with_guns()
    assert [warned.rule for warned in army_warnings(army(leg(), armed))] == ["H-283"]
    assert army_warnings(army(leg(), tow())) == army_warnings(army(leg(), red())) == ()
    aboard = army(unit("LEG", inside="TOW"), tow(), sheets=(leg(),))
    assert refused(aboard) == [("no-transport", "H-209")]


def sheet_of_structure_with_guns() -> Datasheet:
    guns = [{"name": "cannon", "type": "ranged", "profiles": [{"range": 48, "characteristics": CANNON}]}]
    return tow(equipped=["cannon"], weapons=guns)


CANNON = {"firepower": 1, "strength": 8, "ap": 3, "damage": 2}


@pytest.mark.rule("H-253")
def test_a_fortification_may_have_no_sub_type() -> None:
    plain = sheet(
        "Wall",
        {
            "name": "Wall",
            "type": "fortification",
            "base": "152.4x25.4mm hull",
            "characteristics": {"armour": 11, "hull_points": 4},
        },
        role="fortification",
        faction="",
    )
    spec = army(unit("LEG", models=10, inside="Wall"), plain, sheets=(leg(),))
    assert refused(spec) == [("no-transport", "H-209")]
    model = found(spec, "Wall").models[0]
    assert set(model.characteristics) == {"armour", "hull_points"}
    assert refused(army(leg(), plain)) == []


@pytest.mark.rule("H-023", "H-068")
def test_sub_types_add_to_the_characteristics_of_a_fortification() -> None:
    spec = army(leg(), tow(), red())
    assert set(found(spec, "TOW").models[0].characteristics) == {"armour", "hull_points"}
    assert set(found(spec, "RED").models[0].characteristics) == {
        "armour", "hull_points", "ballistic_skill", "transport_capacity",
    }  # fmt: skip


def test_a_datasheet_of_the_army_goes_before_a_bundled_one() -> None:
    own = sheet("Tactical Squad", infantry("Militia", (5, 5), leadership=5), cost=30)
    assert enlist(army(own)).points == 30
    assert enlist(army(unit("Tactical Squad"))).points == 100
    assert enlist(army(tank())).units[0].models[0].type == "vehicle"

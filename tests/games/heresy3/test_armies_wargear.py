"""What units take: breacher charges, boarding shields, rites, options with their points, and what is refused of it."""

import pytest

from tests.games.heresy3.fixtures import PLACEHOLDERS, army, cen, infantry, leg, mag, sheet, unit
from tests.games.heresy3.helpers import ask, gun
from warbench.games.heresy3.armies import ArmySpec, Kit, Unit, check_army, enlist
from warbench.games.heresy3.armies.fitting import fit
from warbench.rules.fields import ScenarioError
from warbench.sheets.datasheet import Datasheet

SHIELDED = ("bolter", "bolt pistol", "boarding shield")


def refused(spec: ArmySpec) -> list[tuple[str, str]]:
    return [(refusal.code, refusal.rule) for refusal in check_army(spec)]


def first(spec: ArmySpec) -> Unit:
    return enlist(spec).units[0]


def squad(
    *sergeants: str, equipped: tuple[str, ...] = SHIELDED, traits: list[str] = PLACEHOLDERS, faction: str = ""
) -> Datasheet:
    """A squad of 100 points with so many Sergeants."""
    kinds = [infantry("Legionary", (8, 8), equipped, traits=traits)]
    kinds += [infantry(name, (1, 1), equipped, traits=traits, keywords=["sergeant"], leadership=9) for name in sergeants]
    return sheet("Squad", *kinds, faction=faction or "Legiones Astartes")


def charged(*models: str) -> tuple[Kit, ...]:
    return tuple(Kit(model=model, gives=("breacher charges",)) for model in models)


@pytest.mark.rule("H-080")
def test_breacher_charges_cost_ten_points_a_model() -> None:
    two = squad("Sergeant", "Second")
    for bearers, cost in (((), 100), (("Sergeant",), 110), (("Sergeant", "Second"), 120)):
        spec = army(unit("Squad", wargear=charged(*bearers)), sheets=(two,))
        assert first(spec).points == cost
        assert refused(spec) == []


@pytest.mark.rule("H-081")
def test_who_may_have_breacher_charges() -> None:
    assert refused(army(unit("Squad", wargear=charged("Sergeant")), sheets=(squad("Sergeant"),))) == []
    commander = cen(equipped=("bolt pistol", "boarding shield"))
    assert refused(army(unit("CEN", wargear=charged("CEN")), sheets=(commander,))) == []
    no_shield = squad("Sergeant", equipped=("bolter",))
    other = squad("Sergeant", traits=["[allegiance]"], faction="Mechanicum")
    plain = (Kit(model="Legionary", count=1, gives=("breacher charges",)),)
    for spec, lacking in (
        (army(unit("Squad", wargear=charged("Sergeant")), sheets=(no_shield,)), "a boarding shield"),
        (army(unit("Squad", wargear=plain), sheets=(squad("Sergeant"),)), "the Command or Sergeant sub-type"),
        (army(unit("Squad", wargear=charged("Sergeant")), sheets=(other,), faction="Mechanicum"), "the Legiones Astartes trait"),
    ):
        assert refused(spec) == [("upgrade", "H-081")]
        assert lacking in check_army(spec)[0].sentence


@pytest.mark.rule("H-087")
def test_a_boarding_shield_gives_three_things_and_takes_them_away_again() -> None:
    sergeant = squad("Sergeant")
    shielded = first(army(sergeant)).models[-1]
    assert shielded.characteristics["invulnerable"] == 5
    assert "shield" in shielded.traits
    assert {"sergeant", "heavy"} <= shielded.keywords
    bare = fit(sergeant, "Sergeant", {"bolter": 1}, shielded.traits - {"shield"})
    assert "invulnerable" not in bare.characteristics
    assert "shield" not in bare.traits
    assert bare.keywords == {"sergeant"}


@pytest.mark.rule("H-195")
def test_a_trait_is_no_number_to_improve_and_goes_with_what_gave_it() -> None:
    with pytest.raises(ScenarioError, match="found 'bolt', expected one of attacks, firepower"):
        ask(gun(traits=["bolt"]), effects=[{"kind": "characteristic", "name": "bolt", "by": 1}])
    sergeant = squad("Sergeant")
    own = first(army(sergeant)).models[-1].traits - {"shield"}
    with_shield = fit(sergeant, "Sergeant", {"boarding shield": 1}, own)
    without = fit(sergeant, "Sergeant", {}, own)
    assert with_shield.traits - without.traits == {"shield"}


def test_the_better_of_two_invulnerable_saves_stays() -> None:
    lord = sheet("Lord", infantry("Lord", (1, 1), SHIELDED, invulnerable=4))
    assert first(army(lord)).models[0].characteristics["invulnerable"] == 4


RITES = {
    ("H-154", ()): ("Overcharged Reactors", "Cogitator Purge", "Chastise the Machine Spirit"),
    ("H-156", ("lacrymaerta",)): ("Flesh-knit Protocols", "Omega Protocols"),
    ("H-157", ("reductor",)): ("Deactivate Limiters", "Unseal the Portal"),
    ("H-158", ("myrmidax",)): ("Fury of Ages",),
}
"""The rites by the rule that opens them and the trait that they need beside Cybertheurgist."""


def casting(rites: tuple[str, ...], traits: tuple[str, ...] = ("cybertheurgist",), name: str = "MAG") -> ArmySpec:
    """A model of 100 points, with these traits, that takes these rites."""
    return army(unit(name, wargear=(Kit(gives=rites),)), faction="Mechanicum", sheets=(mag(name, traits=traits),))


@pytest.mark.rule("H-154")
def test_rites_of_every_cybertheurgist() -> None:
    rites = RITES["H-154", ()]
    assert refused(casting(rites)) == []
    assert first(casting(rites)).points == 140
    assert refused(casting(rites, traits=())) == [("upgrade", "H-154")] * 3
    held = dict(first(casting(rites)).models[0].items)
    assert {*rites} <= {*held}


@pytest.mark.rule("H-155")
def test_programming_interrupt_is_for_an_archmagos() -> None:
    rite = ("Programming Interrupt",)
    for name in ("Archmagos", "Archmagos on Abeyant"):
        assert refused(casting(rite, name=name)) == []
        assert first(casting(rite, name=name)).points == 120
    assert refused(casting(rite, name="Magos")) == [("upgrade", "H-155")]


@pytest.mark.parametrize(
    ("rule", "trait", "cost", "other"),
    [
        pytest.param("H-156", "lacrymaerta", 20, (), marks=pytest.mark.rule("H-156")),
        pytest.param("H-157", "reductor", 25, ("myrmidax",), marks=pytest.mark.rule("H-157")),
        pytest.param("H-158", "myrmidax", 5, ("reductor",), marks=pytest.mark.rule("H-158")),
    ],
)
def test_rites_of_an_order_need_its_trait(rule: str, trait: str, cost: int, other: tuple[str, ...]) -> None:
    rites = RITES[rule, (trait,)]
    spec = casting(rites, traits=("cybertheurgist", trait))
    assert refused(spec) == []
    assert first(spec).points == 100 + cost
    assert refused(casting(rites, traits=("cybertheurgist", *other))) == [("upgrade", rule)] * len(rites)


@pytest.mark.rule("H-158")
def test_fury_of_ages_needs_the_cybertheurgist_trait_as_well() -> None:
    assert refused(casting(("Fury of Ages",), traits=("myrmidax",))) == [("upgrade", "H-158")]


def test_options_cost_points_and_wrong_ones_are_refused() -> None:
    breachers = unit(
        "Breacher Squad",
        wargear=(
            Kit(model="Breacher Legionary", count=2, takes=("bolter",), gives=("lascutter", "lascutter (melee)")),
            Kit(model="Breacher Sergeant", takes=("bolter",), gives=("power fist", "melta bombs")),
        ),
    )
    assert first(army(breachers)).points == 140 + 2 * 10 + 15 + 10
    assert refused(army(breachers)) == []
    three = unit(
        "Breacher Squad", wargear=(Kit(model="Breacher Legionary", count=3, takes=("bolter",), gives=("graviton gun",)),)
    )
    assert refused(army(three)) == [("wargear", "H-016")]
    assert "at most 2 of 10" in check_army(army(three))[0].sentence
    unknown = unit("Breacher Squad", wargear=(Kit(count=1, gives=("plasma cannon",)),))
    assert refused(army(unknown)) == [("wargear", "H-016")]
    nobody = unit("Breacher Squad", wargear=(Kit(model="Captain", gives=("power fist",)),))
    assert "1 Captain to equip, found 0" in check_army(army(nobody))[0].sentence
    nothing = unit("Breacher Squad", wargear=(Kit(model="Breacher Sergeant", takes=("lascannon",)),))
    assert "has no lascannon to give away" in check_army(army(nothing))[0].sentence


def test_a_kit_with_a_count_takes_the_next_models_and_one_without_takes_all() -> None:
    kits = (
        Kit(model="Legionary", count=1, gives=("nuncio-vox",)),
        Kit(model="Legionary", count=1, gives=("vexilla",)),
        Kit(gives=("bayonet",)),
    )
    squad = first(army(unit("Tactical Squad", wargear=kits)))
    assert [model.has("nuncio-vox") for model in squad.models[:3]] == [True, False, False]
    assert [model.has("vexilla") for model in squad.models[:3]] == [False, True, False]
    assert all(model.has("bayonet") for model in squad.models)
    assert squad.points == 100 + 10 + 10 + 10 * 1


def test_sizes_cost_points_and_wrong_ones_are_refused() -> None:
    assert first(army(unit("Tactical Squad", models=15))).points == 150
    assert refused(army(unit("Tactical Squad", models=9))) == [("unit-size", "H-016")]


def test_the_weapons_of_a_model_are_what_it_holds() -> None:
    held = first(army(unit("Tactical Squad", wargear=(Kit(model="Sergeant", takes=("bolter",), gives=("power fist",)),))))
    assert [weapon.name for weapon in held.models[-1].weapons] == ["bolt pistol", "frag grenades", "krak grenades", "power fist"]
    assert leg(equipped=("bolter",)).weapon("Bolter") is not None

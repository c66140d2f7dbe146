"""The bundled datasheets: all load, name what exists, and have the numbers of the facts list; faulty ones are refused."""

from typing import Any

import msgspec
import pytest

from tests.games.heresy3.fixtures import bun, gun, leg, red, tank, tow
from warbench.games.heresy3 import library
from warbench.games.heresy3.battle.arms import combined
from warbench.games.heresy3.characteristics import warnings
from warbench.games.heresy3.library import DataError, UnknownDatasheet, datasheet, datasheets, digest, names, read, settled
from warbench.games.heresy3.special_rules import known_rules, read_rule
from warbench.games.heresy3.wargear import NAMED, wargear
from warbench.sheets.datasheet import Datasheet
from warbench.sheets.legality import check_loadout
from warbench.sheets.loadouts import default_loadout, each_model
from warbench.sheets.sizes import largest, points, smallest

FORTIFICATIONS: dict[str, tuple[int, int, int, int | None, int | None, set[str]]] = {
    "Hammerfall Bunker": (150, 11, 6, 2, None, {"emplacement"}),
    "Vengeance Weapon Battery": (100, 11, 6, 2, None, {"emplacement"}),
    "Void Shield Generator": (120, 11, 8, None, None, {"structure"}),
    "Skyshield Landing Pad": (100, 11, 6, None, None, {"structure"}),
    "Aegis Defence Line": (70, 11, 3, None, None, {"structure"}),
    "Firestorm Redoubt": (200, 12, 8, 2, 10, {"emplacement", "bunker"}),
    "Fortress of Redemption": (300, 12, 10, 2, 22, {"emplacement", "bunker"}),
    "Aquila Strongpoint": (100, 12, 8, 2, 17, {"emplacement", "bunker"}),
    "Primus Redoubt": (400, 14, 8, 3, 12, {"emplacement", "bunker"}),
}
"""Points, Armour, Hull Points, Ballistic Skill, Transport Capacity and sub-types of the facts list (section 17)."""

ELSEWHERE = {
    *("combi", "snap shots", "hatred", "heedless", "shrouded", "aflame", "bearers of the blood hand", "independent fire"),
    *("inductii", "ionic flare shield", "irregulars", "lightning blows", "macro-auspex", "never back down", "ravening madmen"),
    *("shadows of judgement", "the angels of death", "third-line", "unwavering conviction"),
}
"""Special rules that no bundled datasheet has in print: imported ones have them, reactions and the game itself give them."""
IMPORTED = {"auxilia vexilla", "cyber-hawk", "ionic flare shield", "legion standard", "smoke launchers"}
"""Wargear that the game knows by its name for imported datasheets alone."""


def families(sheet: Datasheet) -> set[str]:
    """The special rules that a datasheet's models, weapons and wargear have."""
    texts = [text for model in sheet.models for text in model.abilities]
    texts += [text for item in sheet.wargear for text in item.abilities]
    texts += [text for weapon in sheet.weapons for profile in weapon.profiles for text in profile.abilities]
    return {rule.family for rule in map(read_rule, texts) if rule is not None}


@pytest.mark.parametrize("name", names())
def test_a_datasheet_loads_and_its_default_is_legal(name: str) -> None:
    sheet = datasheet(name)
    assert sheet.id == name
    assert sheet.version
    assert sheet.game == "heresy3"
    for size in {smallest(sheet), largest(sheet)}:
        assert check_loadout(sheet, each_model(default_loadout(sheet, size))) == []
        assert sheet.role == "" or points(sheet, size) > 0
    assert list(warnings(sheet)) == []


@pytest.mark.parametrize("name", FORTIFICATIONS)
def test_the_fortifications_have_the_numbers_of_the_facts_list(name: str) -> None:
    sheet = datasheet(name)
    cost, armour, hull, skill, capacity, sub_types = FORTIFICATIONS[name]
    model = sheet.models[0]
    numbers = {"armour": armour, "hull_points": hull, **({"ballistic_skill": skill} if skill is not None else {})}
    assert (points(sheet, 1), model.characteristics, set(model.keywords)) == (cost, numbers, sub_types)
    assert (sheet.transport.capacity if sheet.transport else None) == capacity
    assert sheet.transport is None or sheet.transport.access == ("front", "left", "right", "rear")
    assert sheet.role == "fortification"


def test_every_special_rule_is_on_a_datasheet() -> None:
    had = {family for sheet in datasheets() for family in families(sheet)}
    known = {rule.removesuffix(" (X)") for rule in known_rules()}
    assert known - had == ELSEWHERE


def test_types_sub_types_and_traits_that_rules_ask_for_are_there() -> None:
    models = [model for sheet in datasheets() for model in sheet.models]
    types = {model.type for model in models}
    assert types == {"infantry", "cavalry", "walker", "automata", "vehicle", "building", "fortification"}
    sub_types = {word for model in models for word in model.keywords}
    assert {"command", "sergeant", "specialist", "champion", "unique", "heavy", "skirmish", "antigrav"} <= sub_types
    assert {"super-heavy", "knight", "flyer", "rapid", "transport"} <= sub_types
    traits = {trait for model in models for trait in model.traits}
    assert {"cybertheurgist", "lacrymaerta", "reductor", "myrmidax", "[allegiance]", "[legiones astartes]"} <= traits


def test_shared_weapons_and_wargear_are_used() -> None:
    used = {weapon.name.casefold().rpartition("mounted ")[2] for sheet in datasheets() for weapon in sheet.weapons}
    used |= {item.name for sheet in datasheets() for item in sheet.wargear} | {*NAMED}
    assert {*library._weapons(), *library._wargear()} - used == IMPORTED


def test_wargear_that_may_be_named_without_numbers_has_those_of_the_library() -> None:
    bombs, charges = wargear("melta bombs"), wargear("breacher charges")
    assert bombs is not None
    assert (bombs["attacks"], bombs["strength"], bombs["ap"], bombs["damage"]) == (1, 9, 2, 4)
    assert charges is not None
    assert (charges["attacks"], charges["strength"], charges["ap"], charges["damage"]) == (1, 10, None, "D6")
    assert charges["skill"] is None
    assert wargear("bolter") is None


@pytest.mark.rule("H-241")
def test_melee_modifiers_are_signed_changes_replacements_or_letters() -> None:
    def profile(name: str) -> dict[str, int | str | None]:
        weapon = library.weapon(name)
        assert weapon is not None
        return weapon.profiles[0].characteristics

    bombs, fist, sword = profile("melta bombs"), profile("power fist"), profile("power sword")
    assert combined(4, str(bombs["attacks"])) == 1  # A4, AM 1
    assert combined(4, str(fist["strength"])) == 8  # S4, SM +4
    assert combined(4, str(bombs["strength"])) == 9  # S4, SM 9
    assert combined(4, str(sword["initiative"])) == 4  # I4, IM I
    assert combined(4, str(fist["initiative"])) == 1  # I4, IM -3
    letter = 'characteristics = { initiative = "X", attacks = "A", strength = "S", damage = 1 }'
    with pytest.raises(DataError, match="initiative: found 'X', expected a whole number from 0 to 10, a change such as"):
        read(SWORDSMAN.replace(BLADE, letter), "x.toml")


@pytest.mark.parametrize("name", ["tactical squad", "Tactical Squads", "tactical-s", "TACTICAL"])
def test_a_datasheet_is_found_by_any_spelling(name: str) -> None:
    assert datasheet(name).id == "tactical-squad"


def test_a_name_that_fits_several_or_none_is_told_which() -> None:
    with pytest.raises(UnknownDatasheet, match="'castellax' fits several datasheets: castellax-battle-maniple, castellax-destr"):
        datasheet("castellax")
    with pytest.raises(UnknownDatasheet, match="unknown datasheet 'rhyno'; did you mean rhino"):
        datasheet("rhyno")


def test_the_digest_is_stable() -> None:
    assert digest() == digest()
    assert len(digest()) == 12


def test_a_mounted_weapon_is_the_shared_one_on_its_mount() -> None:
    mounted, plain = library.weapon("Turret mounted lascannon"), library.weapon("lascannon")
    assert mounted is not None
    assert plain is not None
    assert (mounted.name, mounted.mount, mounted.profiles) == ("Turret mounted lascannon", "turret", plain.profiles)
    assert library.weapon("turret mounted broom") is None


def test_the_fixtures_of_the_rules_list() -> None:
    for sheet, armour, hull in ((bun(), 12, 8), (gun(), 11, 6), (tow(), 11, 8), (red(), 12, 8)):
        assert sheet.models[0].characteristics["armour"] == armour
        assert sheet.models[0].characteristics["hull_points"] == hull
    squad = leg(sergeant=True)
    assert [model.characteristics["leadership"] for model in squad.models] == [7, 9]
    assert tank(capacity=10).transport is not None


BLADE = 'characteristics = { initiative = "I", attacks = "A", strength = "S", damage = 1 }'
SWORDSMAN = f"""
id = "swordsman"
name = "Swordsman"
faction = "Legiones Astartes"
role = "troops"
composition = [{{ model = "Swordsman", low = 1, high = 1, equipped = ["blade"] }}]
[[models]]
name = "Swordsman"
type = "infantry"
base = "32mm"
keywords = ["sergeant"]
abilities = ["Bulky (2)"]
[models.characteristics]
movement = 7
weapon_skill = 4
ballistic_skill = 4
strength = 4
toughness = 4
wounds = 1
initiative = 4
attacks = 1
leadership = 7
cool = 7
willpower = 7
intelligence = 7
[[weapons]]
name = "blade"
type = "melee"
[[weapons.profiles]]
abilities = ["Shred (6+)"]
{BLADE}
"""


@pytest.mark.parametrize(
    ("find", "put", "said"),
    [
        ('role = "troops"', 'role = "cavalry"', "role: found 'cavalry', expected one of high command, command"),
        ('role = "troops"', 'role = "fortification"', "role: found 'fortification', expected fortification for models of the"),
        (
            'type = "infantry"',
            'type = "vehicle"',
            "models[Swordsman].characteristics: found 'toughness', expected one of movement",
        ),
        ("toughness = 4", "", "models[Swordsman].characteristics.toughness: found None, expected a whole number from 0 to 20"),
        ('["sergeant"]', '["captain"]', "models[Swordsman].keywords: found 'captain', expected sub-types: unique"),
        ('["Bulky (2)"]', '["Huge (2)"]', "models[Swordsman].abilities: found 'Huge (2)', expected a special rule of this game"),
        ('["Shred (6+)"]', '["Cutting"]', "weapons[blade].profiles[1].abilities: found 'Cutting', expected a special rule"),
        ('base = "32mm"', 'base = "hull"', "models[Swordsman].base: found 'hull', expected a size such as '32mm'"),
        ('equipped = ["blade"]', 'equipped = ["spoon"]', "composition[Swordsman].equipped: found 'spoon', expected a weapon of"),
        ('type = "melee"', 'type = "ranged"', "weapons[blade].profiles[1].characteristics: found 'initiative', expected one of"),
        ('faction = "Leg', 'keywords = ["heavy"]\nfaction = "Leg', "keywords: found 'heavy', expected none"),
        (
            'faction = "Leg',
            'abilities = [{ use = "luck" }]\nfaction = "Leg',
            "abilities.use: found 'luck', expected one of overload",
        ),
        (
            'faction = "Leg',
            'transport = { capacity = 5 }\nfaction = "Leg',
            "transport.access: found (), expected at least one side",
        ),
    ],
)
def test_a_faulty_datasheet_is_refused_with_its_place(find: str, put: str, said: str) -> None:
    read(SWORDSMAN, "x.toml")
    assert find in SWORDSMAN
    with pytest.raises(DataError) as caught:
        read(SWORDSMAN.replace(find, put), "x.toml")
    assert str(caught.value).startswith("x.toml: ")
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"faction": "Imperial Fists"}, "faction: found 'Imperial Fists', expected none for a Fortification"),
        ({"transport": None}, "expected a Transport Capacity for a Bunker and for no other Fortification (H-063)"),
        ({"traits": ["loyalist"]}, "none for a Fortification (H-005, H-006)"),
        ({"ballistic_skill": 2}, "characteristics: found 'ballistic_skill', expected one of armour, hull_points"),
    ],
)
def test_a_fortification_keeps_to_its_type(changes: dict[str, Any], said: str) -> None:
    plain = msgspec.to_builtins(bun())
    model = plain["models"][0]
    for name, value in changes.items():
        if name == "traits":
            model["traits"] = value
        elif name == "ballistic_skill":
            model["characteristics"][name] = value
        else:
            plain[name] = value
    with pytest.raises(DataError) as caught:
        settled(plain, "BUN")
    assert said in str(caught.value)

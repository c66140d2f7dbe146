"""Finding datasheets and targets by name, and refusing files that are not proper."""

from importlib import resources

import msgspec
import pytest

from warbench.games.w40k10.library import DataError, UnknownDatasheet, datasheet, datasheets, names, read, slug, target
from warbench.games.w40k10.targets import from_datasheet
from warbench.games.w40k10.unit_rules import bears_on_attacks
from warbench.sheets.loadouts import unit_loadouts
from warbench.sheets.sizes import SizeError

HEKATON = "hekaton-land-fortress"


def source(key: str = HEKATON) -> str:
    return (resources.files("warbench.games.w40k10") / "datasheets" / f"{key}.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Hekaton Land Fortress", HEKATON),
        ("hekaton-land-fortress", HEKATON),
        ("  HEKATON land  fortress ", HEKATON),
        ("Hekaton Land Fortresses", HEKATON),
        ("hekaton", HEKATON),
        ("Brôkhyr Thunderkyn", "brokhyr-thunderkyn"),
        ("brokhyr thunderkyn", "brokhyr-thunderkyn"),
        ("thunderkyn", "brokhyr-thunderkyn"),
        ("Kâhl", "kahl"),
        ("Terminators", "terminator-squad"),
        ("captain", "captain"),
        ("Captain In Terminator Armour", "captain-in-terminator-armour"),
        ("Predator", "predator-destructor"),
        ("Hearthkyn Warrior", "hearthkyn-warriors"),
    ],
)
def test_a_name_is_found_however_it_is_written(name: str, key: str) -> None:
    assert datasheet(name).id == key


def test_apostrophes_vanish_and_accents_go() -> None:
    assert slug("Brôkhyr\u2019s  T'au\u2013Kin!") == "brokhyrs-tau-kin"


def test_an_unknown_name_is_told_the_nearest() -> None:
    with pytest.raises(UnknownDatasheet, match=r"unknown datasheet 'hekatun land fortres'; did you mean hekaton-land-fortress"):
        datasheet("hekatun land fortres")
    with pytest.raises(LookupError, match="known: aggressor-squad, "):
        datasheet("zzz")
    with pytest.raises(UnknownDatasheet):
        datasheet("")


def test_a_name_that_fits_several_is_told_them() -> None:
    with pytest.raises(UnknownDatasheet, match=r"'einhyr' fits several datasheets: einhyr-champion, einhyr-hearthguard"):
        datasheet("einhyr")


def test_all_datasheets_load_and_are_consistent() -> None:
    sheets = datasheets()
    keys = [sheet.id for sheet in sheets]
    assert keys == sorted(keys)
    assert {"Leagues of Votann", "Space Marines"} == {sheet.faction for sheet in sheets}
    for sheet in sheets:
        assert sheet.game == "w40k10"
        assert sheet.version
        assert sheet.points
        assert sheet.composition
        for leader in sheet.leads:
            assert leader in keys, f"{sheet.id} leads {leader}"


def test_every_ability_says_what_it_touches_in_its_own_few_words() -> None:
    for sheet in datasheets():
        for ability in sheet.abilities:
            assert ability.touches, f"{sheet.id}: {ability.id}"
            assert 10 < len(ability.summary) < 260, f"{sheet.id}: {ability.id}"
            assert "{X}" not in ability.summary
            attacks = [effect for effect in ability.effects if bears_on_attacks(effect)]
            assert not attacks or "attack" in ability.touches, f"{sheet.id}: {ability.id}"


@pytest.mark.rule("W-353")
def test_abilities_of_the_land_fortress() -> None:
    abilities = datasheet(HEKATON).abilities
    have = {ability.name: ability for ability in abilities}
    assert list(have) == ["Deadly Demise", "Eye of the Ancestors", "Fire Support", "Pan spectral scanner"]
    assert (have["Deadly Demise"].kind, have["Deadly Demise"].parameter) == ("core", "D6")
    assert "D6 mortal wounds" in have["Deadly Demise"].summary
    for ((_, equipment, _),) in unit_loadouts(datasheet(HEKATON), 1):
        items = {item for item, _ in equipment}
        held = [ability.name for ability in abilities if not ability.item or ability.item in items]
        assert held == list(have)[: 3 if "Hekaton warhead" in items else 4]


@pytest.mark.rule("W-178", "W-180")
def test_keywords_of_the_land_fortress() -> None:
    sheet = datasheet(HEKATON)
    assert sheet.keywords == ("vehicle", "transport", "hekaton land fortress")
    assert not {"walker", "titanic", "fly", "infantry"} & {*sheet.keywords, *sheet.faction_keywords}
    assert sheet.faction_keywords == ("votann", "leagues of votann")


def test_characteristics_of_the_land_fortress() -> None:
    assert datasheet(HEKATON).model("hekaton land fortress").characteristics == {
        "movement": 10,
        "toughness": 12,
        "save": 2,
        "wounds": 16,
        "leadership": 7,
        "objective_control": 5,
    }


@pytest.mark.rule("W-354")
def test_printed_case_of_weapon_abilities_is_gone() -> None:
    weapons = {weapon.name: weapon.profiles[0].abilities for weapon in datasheet(HEKATON).weapons}
    assert weapons["Twin bolt cannon"] == ("sustained hits 1", "twin-linked")
    assert weapons["Twin ion beamer"] == ("sustained hits D3", "twin-linked")
    assert len(weapons) == 8


@pytest.mark.parametrize(
    ("find", "put", "message"),
    [
        (
            "toughness = 12",
            "toughness = 0",
            r"x\.toml: models\[Hekaton Land Fortress\]\.characteristics\.toughness: found 0, expected a ",
        ),
        ("toughness = 12", "toughnes = 12", r"found 'toughnes', expected one of movement, toughness"),
        (
            'attacks = "D6+3"',
            'attacks = "D7"',
            r"weapons\[Cyclic ion cannon\].*attacks: found 'D7', expected .* dice such as 2D6",
        ),
        ("skill = 4, strength = 9", "strength = 9", r"skill: found None, expected a skill, or the ability torrent"),
        ('abilities = ["blast"]', 'abilities = ["torrent"]', r"skill: found 4, expected no skill beside torrent"),
        ("ap = -4", "ap = 4", r"ap: found 4, expected a whole number from -10 to 0"),
        ("range = 30", "range = 0", r"\.range: found 0, expected a whole number from 1 to 500"),
        ("range = 30", "", r"\.range: found None, expected"),
        ('type = "melee"', 'type = "melee"\n[[weapons.profiles]]\nrange = 2\ncharacteristics = {}', "characteristics.attacks"),
        ('["vehicle"', '["Vehicle"', r"keywords: found 'Vehicle', expected lower case \('vehicle'\)"),
        ('name = "Twin ion beamer"', 'name = "twin Bolt cannon"', "weapons: found 'twin Bolt cannon', expected each name once"),
        ('model = "Hekaton', 'model = "Heckaton', r"composition\.model: found 'Heckaton Land Fortress', expected one of Hekaton"),
        ("low = 1", "low = 2", r"composition\[Hekaton Land Fortress\]\.low: found 2, expected a number from 0 to 1"),
        ("models = 1,", "models = 2,", r"points\.models: found 2, expected a size from 1 to 1"),
        (
            'gives = [{ item = "Hekaton warhead"',
            'gives = [{ item = "Hekaton warhed"',
            r"options\[3\]: found 'Hekaton warhed', expected a weapon",
        ),
        (
            '"MATR autocannon", "twin',
            '"MATR cannon", "twin',
            r"equipped: found 'MATR cannon', expected a weapon of this datasheet",
        ),
        (
            'item = "pan spectral scanner"\n',
            "",
            r"equipped: found 'pan spectral scanner', expected a weapon of this datasheet or",
        ),
        ('kind = "wargear"\nitem', 'kind = "wargear"\nparameter', r"equipped: found 'pan spectral scanner'"),
        (
            'id = "fire-support"',
            'id = "fire-support"\nkind = "wargear"',
            r"abilities\[fire-support\]\.item: found '', expected the wargear",
        ),
        ('use = "deadly-demise"', 'use = "deadly-demize"', "abilities.use: found 'deadly-demize', expected one of deadly-demise"),
        ('kind = "grant"', 'kind = "grunt"', r"x\.toml: .*grunt.* at `\$\.abilities\[3\]\.effects\[0\]\.kind`"),
        ("[transport]", "[transports]", r"unknown field `transports`"),
        ('id = "hekaton', "id = hekaton", "x.toml: not readable as TOML"),
    ],
)
def test_a_faulty_file_is_refused_with_its_place(find: str, put: str, message: str) -> None:
    text = source()
    assert find in text
    with pytest.raises(DataError, match=message):
        read(text.replace(find, put), "x.toml")


@pytest.mark.parametrize(
    ("name", "count", "toughness", "save", "wounds"),
    [
        ("terminators", 5, 5, 2, 3),
        ("Space Marines", 5, 4, 3, 2),
        ("marines", 5, 4, 3, 2),
        ("guardsmen", 10, 3, 5, 1),
        ("knight", 1, 12, 3, 22),
        ("Knights", 1, 12, 3, 22),
        ("heavy tank", 1, 12, 2, 16),
        ("10 space marines", 10, 4, 3, 2),
        ("hekaton", 1, 12, 2, 16),
    ],
)
def test_targets_by_name(name: str, count: int, toughness: int, save: int, wounds: int) -> None:
    found = target(name)
    numbers = found.models[0].characteristics
    assert (found.count, numbers["toughness"], numbers["save"], numbers["wounds"]) == (count, toughness, save, wounds)


def test_every_name_is_a_target() -> None:
    assert len(set(names())) == len(names())
    for name in names():
        found = target(name)
        assert found.id == name
        assert found.count >= 1
        assert all(word == word.lower() for group in found.models for word in group.keywords)


def test_a_datasheet_as_a_target_at_a_size() -> None:
    squad = target("Terminator Squad", 10)
    assert (squad.count, squad.points, squad.datasheet) == (10, 340, "terminator-squad")
    assert len(squad.models) == 1
    assert "adeptus astartes" in squad.models[0].keywords
    assert target("Terminator Squad").count == 5
    with pytest.raises(SizeError, match="5 to 10 models, not 11"):
        target("Terminator Squad", 11)


def test_what_a_model_wears_by_default_is_in_its_numbers() -> None:
    kin = target("Hearthkyn Warriors")
    assert [(group.name, group.count, group.characteristics.get("invulnerable")) for group in kin.models] == [
        ("Theyn", 1, 4),
        ("Hearthkyn Warrior", 9, None),
    ]
    assert target("einhyr champion").models[0].characteristics["invulnerable"] == 4
    assert "invulnerable" not in target("impulsor").models[0].characteristics


def test_an_archetype_may_have_another_size_when_its_models_are_alike() -> None:
    assert (target("horde", 10).count, target("horde", 10).points) == (10, 80)
    assert target("horde", 20) is target("horde")
    with pytest.raises(ValueError, match="led-infantry cannot have 10 models: its models are not all alike"):
        target("led-infantry", 10)
    with pytest.raises(ValueError, match="at least 1 model"):
        target("horde", 0)


def test_a_feel_no_pain_belongs_to_the_group() -> None:
    assert target("stubborn infantry").models[0].feel_no_pain == 5
    sheet = datasheet("kahl")
    fnp = msgspec.structs.replace(sheet.abilities[0], id="feel-no-pain", name="Feel No Pain", parameter="5+")
    assert from_datasheet(msgspec.structs.replace(sheet, abilities=(fnp,))).models[0].feel_no_pain == 5


def test_an_unknown_target_is_told_the_nearest() -> None:
    with pytest.raises(UnknownDatasheet, match="unknown datasheet or target 'terminatrs'; did you mean terminators"):
        target("terminatrs")

"""The options of the real export: every line is understood or named here, and so is every weapon that nothing gives."""

from warbench.intake.sources import Imported
from warbench.sheets.loadouts import check_loadout, count_unit_loadouts, default_loadout, each_model
from warbench.sheets.parts import parts
from warbench.sheets.sizes import distributions, largest, smallest
from warbench.sheets.ways import limits

LEFT_AS_TEXT = {
    "imperial-fortress-walls": 2,  # one model of several sections, each with options of its own
    "wulfen-dreadnought": 1,  # "X or Y and Z can be replaced": it can be read in two ways
}

ABILITY = "comes by an ability, not by an option"
SPLIT = "is that of models that join the unit in the battle"
NEVER = "is printed as a weapon, and no line gives it"
NO_SUCH = "a line takes what no model of the unit has"
SPELLED = "the equipment calls it by another name"

UNREACHED = {
    "blue-horrors-chaos-daemons": (2, SPLIT),
    "blue-horrors-thousand-sons": (2, SPLIT),
    "captain-on-bike": (1, NEVER),
    "chaos-lord-chaos-daemons": (1, SPELLED),
    "chaos-lord-chaos-space-marines": (1, SPELLED),
    "chaplain-venerable-dreadnought": (1, NEVER),
    "commander-dante": (1, "its equipment is printed in part"),
    "cultist-mob-with-firearms-chaos-daemons": (5, NO_SUCH),
    "cultist-mob-with-firearms-chaos-knights": (5, NO_SUCH),
    "cultist-mob-with-firearms-chaos-space-marines": (5, NO_SUCH),
    "deffkilla-wartrike": (1, SPELLED),
    "devastator-squad": (1, NEVER),
    "example-wargear": (2, "is no unit"),
    "imperial-fortress-walls": (3, "its lines are left as text"),
    "knight-preceptor": (3, NO_SUCH),
    "krootox-rampagers": (2, SPELLED),
    "librarian-on-bike": (1, NEVER),
    "munitorum-servitors-astra-militarum": (1, NEVER),
    "munitorum-servitors-genestealer-cults": (1, NEVER),
    "pathfinder-team": (1, ABILITY),
    "pink-horrors-chaos-daemons": (4, SPLIT),
    "pink-horrors-thousand-sons": (4, SPLIT),
    "scourges-with-shardcarbines": (2, "the equipment of its troops is not printed"),
    "secutarii-peltasts": (1, NO_SUCH),
    "soul-grinder": (4, ABILITY),
    "breacher-team": (1, ABILITY),
    "strike-team": (1, ABILITY),
    "tesseract-vault": (3, ABILITY),
    "trajann-valoris": (1, "its equipment is printed in part"),
    "wulfen-dreadnought": (1, "its line is left as text"),
}


def test_every_line_of_options_is_understood_but_those_named_here(sheets: list[Imported]) -> None:
    options = [option for one in sheets for option in one.sheet.options]
    assert sum(bool(option.choices) for option in options) > 2400
    left = {one.sheet.id: sum(not option.choices for option in one.sheet.options) for one in sheets}
    assert {key: count for key, count in left.items() if count} == LEFT_AS_TEXT


def test_every_weapon_is_reached_by_a_loadout_but_those_named_here(sheets: list[Imported]) -> None:
    missed: dict[str, int] = {}
    for one in sheets:
        sheet = one.sheet
        held: set[str] = set()
        for size in {smallest(sheet), largest(sheet)} if sheet.composition else ():
            for counts in distributions(sheet, size):
                bounds = limits(sheet, counts)
                for line in sheet.composition:
                    for part in parts(sheet, line):
                        open_ways = (way for way, sets in part.ways.items() if any(_open(used, bounds) for used in sets))
                        held.update(item.casefold() for way in open_ways for item, _ in way)
        count = sum(weapon.name.casefold() not in held for weapon in {weapon.name: weapon for weapon in sheet.weapons}.values())
        if count:
            missed[sheet.id] = count
    assert missed == {key: count for key, (count, _) in UNREACHED.items()}


def _open(used: frozenset[str], bounds: dict[str, int]) -> bool:
    return all(bounds[counter] for counter in used)


def test_every_unit_may_stand_as_it_is_equipped_by_default_and_has_its_loadouts_counted(sheets: list[Imported]) -> None:
    faults: dict[str, str] = {}
    for one in sheets:
        sheet = one.sheet
        if not sheet.composition:
            continue
        size = smallest(sheet)
        problems = check_loadout(sheet, each_model(default_loadout(sheet, size)))
        if problems:
            faults[sheet.id] = problems[0].text
        assert count_unit_loadouts(sheet, size) > 0
    assert faults == {}


def test_millions_of_loadouts_are_counted_without_listing_them(sheets: list[Imported]) -> None:
    crisis = next(one.sheet for one in sheets if one.sheet.id == "crisis-battlesuits")
    assert count_unit_loadouts(crisis, largest(crisis)) > 10**18


def test_a_unit_of_named_models_has_its_equipment_among_the_options(sheets: list[Imported]) -> None:
    cassius = next(one.sheet for one in sheets if one.sheet.id == "kill-team-cassius-space-marines")
    equipped = {line.kind or line.model: line.equipped for line in cassius.composition}
    assert equipped["Jetek Suberei"] == ("Deathwatch twin boltgun", "Long Vigil melee weapon")
    assert all(equipped.values())


def test_equipment_that_grows_with_the_unit_is_shared_out(sheets: list[Imported]) -> None:
    aquila = next(one.sheet for one in sheets if one.sheet.id == "aquila-kill-team")
    veterans = [(line.low, line.high, line.equipped[0]) for line in aquila.composition if line.kind == "Deathwatch Veteran"]
    assert [row[:2] for row in veterans] == [(1, 2), (1, 2), (1, 2), (0, 1)]


def test_a_kill_team_has_at_most_ten_models(sheets: list[Imported]) -> None:
    team = next(one.sheet for one in sheets if one.sheet.id == "indomitor-kill-team-space-marines")
    assert largest(team) == 10 < sum(line.high for line in team.composition)
    assert "model-count" in {problem.code for problem in check_loadout(team, [(team.composition[0].model, ())] * 11)}


def test_lines_of_every_model_or_none(sheets: list[Imported]) -> None:
    immortals = next(one.sheet for one in sheets if one.sheet.id == "immortals")
    gauss, tesla = (("gauss blaster", 1), ("close combat weapon", 1)), (("tesla carbine", 1), ("close combat weapon", 1))
    line = immortals.composition[0].model
    assert check_loadout(immortals, [(line, tesla)] * 5) == []
    assert [problem.code for problem in check_loadout(immortals, [(line, tesla)] * 4 + [(line, gauss)])] == ["all-models"]

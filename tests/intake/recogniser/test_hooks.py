"""Where the recogniser is called: the export and the catalogues leave their datasheets with effects; coverage counts them."""

from tests.intake.catalogue.kit import SYSTEM, catalogue, file
from tests.intake.export import invented
from tests.intake.recogniser.kit import STRIDER, gun
from warbench.intake.catalogue import datasheets_of, read_catalogues
from warbench.intake.export import Export
from warbench.intake.store.coverage import Covered, coverage
from warbench.rules.conditions import has
from warbench.rules.effects import ChangeRoll
from warbench.sheets.datasheet import Ability, Datasheet

UNDERTOW = (
    'Each time this model makes an attack that targets a <span class="kwb">VEHICLE</span> unit, add 1 to the <b>Hit roll</b>.'
)


def strider(*rows: str) -> Datasheet:
    """The first datasheet of an invented export with more rows of abilities."""
    tables = invented.tables()
    tables["Datasheets_abilities.csv"] += list(rows)
    return next(Export(invented.files(tables)).sheets()).sheet


def test_an_export_leaves_effects() -> None:
    sheet = strider(f"1|4|||Undertow|{UNDERTOW}|Datasheet||")
    found = next(ability for ability in sheet.abilities if ability.name == "Undertow")
    assert found.effects == (ChangeRoll("hit", 1, when=has("target_keywords", "vehicle")),)
    spray = next(ability for ability in sheet.abilities if ability.name == "Spray")
    assert (spray.effects, spray.touches) == ((), ("attack",)), "what is not understood is named as before"


def test_an_ability_that_another_one_hands_out_has_none() -> None:
    for label in ("Special (right)", "Primarch"):
        sheet = strider(f"1|4|||Undertow|{UNDERTOW}|{label}||")
        assert next(ability for ability in sheet.abilities if ability.name == "Undertow").effects == ()
    chosen = "1|5|||Moods|At the start of the round, select one of the following abilities.|Datasheet||"
    sheet = strider(f"1|4|||Undertow|{UNDERTOW}|Datasheet||", chosen)
    assert next(ability for ability in sheet.abilities if ability.name == "Undertow").effects == ()


def test_a_catalogue_leaves_effects_and_keywords_are_what_stands_in_small_capitals() -> None:
    words = "Each time a model in this unit makes an attack that targets a **^^Vehicle^^** unit, add 1 to the Hit roll."
    changed = catalogue().replace("Holds.", words)
    assert changed != catalogue()
    (found,) = datasheets_of(read_catalogues([file(SYSTEM, "system"), file(changed, "army")]))
    steadfast = next(ability for ability in found.sheet.abilities if ability.name == "Steadfast")
    assert steadfast.effects == (ChangeRoll("hit", 1, when=has("target_keywords", "vehicle")),)
    assert found.ability_texts["Steadfast"] == words.replace("**^^Vehicle^^**", "Vehicle")


# --- coverage ---


def covered(group: str, *abilities: Ability, words: tuple[str, ...] = ()) -> Covered:
    """A group's numbers for one datasheet with these abilities and a weapon with these words."""
    sheet = Datasheet(
        id="kelp",
        name="Kelp",
        game="w40k10",
        faction="Tide",
        keywords=(),
        models=STRIDER.models,
        abilities=abilities,
        weapons=(gun("Reef gun", keywords=words),),
    )
    return next(one for one in coverage([sheet]) if one.group == group)


def test_coverage_tells_full_from_none() -> None:
    core = covered(
        "core abilities", Ability("stealth", "Stealth", "core"), Ability("hover", "Hover", "core"), Ability("x", "X", "core")
    )
    assert (core.printed, core.modelled, core.part, core.in_part, core.left_out) == (3, 2, 0, (), ("X",))
    weapons = covered("weapon abilities", words=("lethal hits", "impaled", "tidal"))
    assert (weapons.printed, weapons.modelled, weapons.part) == (3, 2, 0)
    assert (weapons.in_part, weapons.left_out) == ((), ("tidal",))
    assert weapons.share == 2 / 3
    other = covered("other abilities", Ability("a", "A", effects=(ChangeRoll("hit", 1),)), Ability("b", "B"))
    assert (other.printed, other.modelled, other.part, other.left_out) == (2, 1, 0, ("B (Kelp)",))

"""Finding by a typed name: what is taken, and messages that stay short."""

import pytest

from warbench.sheets.finding import UndecidedName, UnknownDatasheet, find, first_few, parted, slug, source_named

KNOWN = ("brine-strider", "coral-guard", "reef-wardens-shore", "reef-wardens-tide")


@pytest.mark.parametrize("name", ["Brine Strider", "brine striders", "brine", "strider", "bundled:brine strider"])
def test_a_name_a_plural_a_beginning_or_a_word_is_enough(name: str) -> None:
    assert find(name, KNOWN, "datasheet") == "brine-strider"


def test_several_that_fit_are_named() -> None:
    with pytest.raises(UndecidedName, match=r"fits several datasheets: reef-wardens-shore, reef-wardens-tide$"):
        find("reef", KNOWN, "datasheet")


def test_of_many_only_the_first_are_named() -> None:
    many = tuple(f"squad-{number:02}" for number in range(50))
    with pytest.raises(UndecidedName, match=r"squad-11 and 38 more$"):
        find("squad", many, "datasheet")
    with pytest.raises(UnknownDatasheet, match=r"none of 50 has a name like it$"):
        find("xyzzy", many, "datasheet")
    assert first_few(("a", "b", "c"), 2) == "a, b and 1 more"


def test_what_is_much_less_alike_than_the_nearest_is_not_offered() -> None:
    with pytest.raises(UnknownDatasheet, match=r"did you mean brine-strider[?]$"):
        find("brine stridder", (*KNOWN, "prime-striker-of-dunes"), "datasheet")


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("csv:devilfish", ("csv", "devilfish")),
        ("csv : Kroot", ("csv", "Kroot")),
        ("devilfish", ("", "devilfish")),
        ("odd:", ("", "odd:")),
    ],
)
def test_a_source_stands_before_a_colon(name: str, parts: tuple[str, str]) -> None:
    assert parted(name) == parts


def test_a_source_is_meant_by_words_that_only_one_has() -> None:
    sources = ("csv-export", "catalogue-first", "catalogue-second")
    assert source_named("catalogue second", sources) == "catalogue-second"
    assert source_named("csv", sources) == "csv-export"
    with pytest.raises(UndecidedName, match="fits catalogue-first and catalogue-second"):
        source_named("catalogue", sources)
    with pytest.raises(UndecidedName, match="no source 'alogue'; there is bundled, csv-export"):
        source_named("alogue", sources)


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Kâhl's Ûthar", "kahls-uthar"),
        ("T\N{RIGHT SINGLE QUOTATION MARK}au  Empire!", "tau-empire"),
        ("-- Straße --", "strasse"),
        ("", ""),
        ("\N{LATIN SMALL LIGATURE FI}x 3+", "fix-3"),
    ],
)
def test_a_slug_is_without_accents_and_apostrophes(name: str, key: str) -> None:
    assert slug(name) == key

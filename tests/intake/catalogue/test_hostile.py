"""Small catalogues that ask for endless work, or for the whole memory: refused with a reason."""

import time

import pytest

from tests.hostile import overlapping
from tests.intake.catalogue.kit import SYSTEM, bound, catalogue, file, unit_profile
from warbench.intake.catalogue import archive, datasheets_of, links, read_catalogues, selected
from warbench.intake.catalogue.heresy3_arms import words as words_of
from warbench.intake.sources import IntakeError, SourceFile

COUNTS = '<condition type="atLeast" value="1" field="selections" scope="squad" childId="any" includeChildSelections="true"/>'


def shared(key: str, inner: str = "", least: int = 1) -> str:
    """An entry of which ``least`` are always selected, counting all selections of its unit over and over."""
    changes = f'<modifier type="set" field="hidden" value="false"><conditions>{COUNTS * 5}</conditions></modifier>' * 10
    return (
        f'<selectionEntry id="{key}" name="Item {key}" type="upgrade"><constraints>{bound("min", least, key=f"min-{key}")}'
        f"</constraints><modifiers>{changes}</modifiers>{inner}</selectionEntry>"
    )


def linked(target: str, times: int) -> str:
    every = (f'<entryLink id="{target}-{n}" name="L{n}" type="selectionEntry" targetId="{target}"/>' for n in range(times))
    return f"<entryLinks>{''.join(every)}</entryLinks>"


def unit(inner: str) -> str:
    head = '<selectionEntry id="squad" name="Bomb" type="unit">'
    return f"{head}<profiles>{unit_profile('Bomb')}</profiles>{inner}</selectionEntry>"


def read(shares: str) -> int:
    return len(datasheets_of(read_catalogues([file(SYSTEM), file(catalogue(shares), "bomb.cat")])))


def test_conditions_that_count_each_other_are_refused_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selected, "MOST_WORK", 300_000)
    start = time.process_time()
    with pytest.raises(IntakeError, match=r"its units take more than"):
        read(unit(linked("item", 400)) + shared("item"))
    assert time.process_time() - start < 10


def test_real_bounds_leave_room_for_an_honest_unit() -> None:
    assert read(unit(linked("item", 3)) + shared("item")) == 1


def test_links_that_double_at_each_level_are_refused() -> None:
    levels = "".join(shared(f"d{n}", linked(f"d{n + 1}", 2)) for n in range(20))
    with pytest.raises(IntakeError, match=r"bomb\.cat: .* has more than 10000 entries"):
        read(unit(linked("d0", 2)) + levels + shared("d20"))


def test_a_billion_of_one_thing_is_no_billion_selections() -> None:
    assert read(unit(f"<selectionEntries>{shared('much', least=10**9)}</selectionEntries>")) == 1


def test_many_files_are_bounded_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "MOST_RECORDS", 500)
    named = [file(catalogue(key=f"army-{number}"), f"{number}.cat") for number in range(30)]
    with pytest.raises(IntakeError, match=r"\d+\.cat: with it the files have more than 500 records together"):
        read_catalogues(named)


def test_members_of_a_zip_file_are_bounded_together_before_they_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Entries that all stand at the same bytes count each time."""
    monkeypatch.setattr(archive, "MOST_TOTAL", 10_000)
    bomb = overlapping(50, b"<roster>" + b" " * 900 + b"</roster>")
    with pytest.raises(IntakeError, match=r"bomb\.zip"):
        list(archive.members(SourceFile("bomb.zip", bomb)))


@pytest.mark.parametrize(
    "text",
    [
        catalogue(unit("").replace('name="Bomb"', f'name="{"x" * 300_000}"', 1)),
        catalogue(unit(f"<comment>{'x' * 300_000}</comment>")),
        '{"catalogue": {"name": "' + "x" * 300_000 + '"}}',
    ],
)
def test_a_text_without_end_is_refused(text: str) -> None:
    with pytest.raises(IntakeError, match=r"bomb\.cat: has a text of more than 20,000 letters"):
        read_catalogues([file(text, "bomb.cat")])


@pytest.mark.parametrize(
    ("cell", "words"),
    [("Rending (5+), Pinning (0), -", ("Rending (5+)", "Pinning (0)")), ("Auto (a, b), X", ("Auto (a, b)", "X"))],
)
def test_commas_in_brackets_part_nothing(cell: str, words: tuple[str, ...]) -> None:
    assert words_of(cell) == words


def test_a_cell_of_commas_is_read_in_one_go() -> None:
    start = time.process_time()
    assert len(words_of("a," * 90_000)) == 90_000
    assert time.process_time() - start < 3

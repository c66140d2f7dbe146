"""Lines and tables: wrapped, cut and aligned."""

from warbench.cli.bars import rows
from warbench.cli.layout import Column, Line, Span, cut, table, width_of, wrap
from warbench.cli.paper import amount, chance


def text(line: Line) -> str:
    return "".join(span.text for span in line).rstrip()


def test_lines_are_broken_between_words_and_long_words_anywhere() -> None:
    assert [text(line) for line in wrap(["one two three"], 8)] == ["one two", "three"]
    assert [text(line) for line in wrap(["abcdefghij"], 4)] == ["abcd", "efgh", "ij"]
    assert [text(line) for line in wrap(["ab ", Span("cd", "bold"), "ef"], 20)] == ["ab cdef"]
    assert wrap([], 10) == [[]]


def test_styles_stay_with_their_words() -> None:
    assert wrap(["a ", Span("b c", "bold"), " d"], 20) == [[Span("a "), Span("b c", "bold"), Span(" d")]]


def test_wide_letters_take_two_columns_and_accents_none() -> None:
    assert width_of("ab") == 2
    assert width_of("\u6226") == 2
    assert width_of("e\u0301") == 1


def test_cut() -> None:
    assert cut("abcdef", 6, "...") == "abcdef"
    assert cut("abcdefg", 6, "...") == "abc..."


def test_columns_are_aligned_and_the_last_gives_way_first() -> None:
    lines = table([Column("name"), Column("n", right=True), Column(wraps=True)], [["abc", "1", "some words that are long"]], 30)
    assert [text(line) for line in lines] == ["name  n", "abc   1  some words that are", "         long"]
    lines = table([Column(), Column(cuts=True)], [["abc", "some words that are long"]], 20)
    assert text(lines[0]) == "abc  some words tha…"


def test_heads_of_several_lines() -> None:
    lines = table([Column("one\ntwo"), Column("three")], [["1", "3"]], 30)
    assert [text(line) for line in lines] == ["one  three", "two", "1    3"]


def test_chances_do_not_look_certain_when_they_are_not() -> None:
    assert [chance(p) for p in (0, 1e-9, 0.0005, 0.5, 0.9999, 1)] == ["0%", "<0.1%", "0.1%", "50.0%", ">99.9%", "100%"]
    assert (amount(None), amount(1.005)) == ("-", "1.00")


def test_rows_of_a_distribution() -> None:
    assert [row.label for row in rows([0.5, 0.25, 0.25])] == ["0", "1", "2"]
    assert [row.label for row in rows([0.5, 0.5, 0, 0])] == ["0", "1", "2-3"]
    many = rows([1 / 23] * 23)
    assert many[-1].label == "22"
    assert len(many) <= 13
    assert sum(row.p for row in many) == 1 or abs(sum(row.p for row in many) - 1) < 1e-12
    assert [row.low for row in many[1:]] == [row.high + 1 for row in many[:-1]]

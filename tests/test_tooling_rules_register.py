"""The register that ties every rule to its code and its tests."""

from pathlib import Path

import pytest

from tools.rules_register import RegisterError, cited, expand, main, marked, read_game, spans

LIST = """\
title = "A game"

[[topic]]
name = "Dice"
ids = "W-001..W-003"

[[topic]]
name = "Interactions"
ids = "X-01..X-02"
"""


def rules(source: str) -> list[tuple[str, str]]:
    return [(mention.rule, mention.owner) for mention in marked(source, "tests/test_a.py")]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for folder in ("docs/rules", "src/warbench/chance", "tests/chance"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "docs/rules/game.toml").write_text(LIST)
    (tmp_path / "src/warbench/chance/dice.py").write_text('"""Dice, W-001..W-002."""\n')
    (tmp_path / "tests/chance/test_dice.py").write_text(
        'import pytest\n\n\n@pytest.mark.rule("W-001", "X-02")\ndef test_die() -> None: ...\n'
    )
    return tmp_path


def test_a_range_names_every_id_in_between() -> None:
    assert expand("W-020", "W-022") == ("W-020", "W-021", "W-022")
    assert expand("X-09", "10") == ("X-09", "X-10")


@pytest.mark.parametrize(("first", "last"), [("W-003", "W-001"), ("W-001", "H-003")])
def test_a_wrong_range_is_refused(first: str, last: str) -> None:
    with pytest.raises(RegisterError, match=f"{first}..{last} is no range"):
        expand(first, last)


def test_text_cites_ids_and_ranges() -> None:
    text = "Rules W-020..W-022 and H-001,\nX-05 (W-007..009). Not AW-001, W-0011, W-01, MK-X-11 or X-105."
    found = [(mention.rule, mention.line) for mention in cited(text, "a.py")]
    assert found == [
        ("W-020", 1),
        ("W-021", 1),
        ("W-022", 1),
        ("H-001", 1),
        ("X-05", 2),
        ("W-007", 2),
        ("W-008", 2),
        ("W-009", 2),
    ]


def test_a_reading_is_at_home_where_a_ruling_has_its_id() -> None:
    text = 'unit = "A2"\n    id="A1",\n    other_id="A3",'
    assert [(mention.rule, mention.line) for mention in cited(text, "rulings.py")] == [("A1", 2)]


def test_a_wrong_range_in_a_text_names_its_line() -> None:
    with pytest.raises(RegisterError, match=r"a\.py:2: W-009\.\.W-007 is no range"):
        list(cited("\nW-009..W-007", "a.py"))


def test_marks_of_functions_and_classes() -> None:
    source = """
@pytest.mark.rule("W-001", "W-002")
def test_one(): ...

@mark.rule("H-001")
class TestAll:
    pytestmark = pytest.mark.rule("H-002")

    @pytest.mark.slow
    @pytest.mark.rule("H-003")
    async def test_two(self): ...
"""
    assert rules(source) == [
        ("W-001", "tests/test_a.py::test_one"),
        ("W-002", "tests/test_a.py::test_one"),
        ("H-002", "tests/test_a.py::TestAll"),
        ("H-003", "tests/test_a.py::TestAll::test_two"),
        ("H-001", "tests/test_a.py::TestAll"),
    ]


def test_marks_of_parameters_and_files() -> None:
    source = """
pytestmark = [pytest.mark.rule("X-01")]
CASES = [pytest.param(1, marks=pytest.mark.rule("X-02"))]

@pytest.mark.parametrize("n", [
    pytest.param(1, marks=pytest.mark.rule("W-001")),
    pytest.param(2, marks=[pytest.mark.slow, pytest.mark.rule("W-002")]),
    3,
])
def test_one(n): ...
"""
    assert rules(source) == [
        ("X-01", "tests/test_a.py"),
        ("X-02", "tests/test_a.py"),
        ("W-001", "tests/test_a.py::test_one"),
        ("W-002", "tests/test_a.py::test_one"),
    ]


def test_another_rule_is_no_marker() -> None:
    assert rules('rule("W-001")\nbook.rule("W-002")\npytest.mark.ruler("W-003")\n') == []


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("@pytest.mark.rule\ndef test(): ...", r"test_a\.py:1: write the marker with its ids"),
        ("@pytest.mark.rule()\ndef test(): ...", r"test_a\.py:1: a rule marker takes ids"),
        ("@pytest.mark.rule(id='W-001')\ndef test(): ...", r"test_a\.py:1: a rule marker takes ids"),
        ("\n@pytest.mark.rule(*IDS)\ndef test(): ...", r"test_a\.py:2: expected a literal id .* got \*IDS"),
        ("@pytest.mark.rule(1)\ndef test(): ...", r"test_a\.py:1: expected a literal id .* got 1"),
        ("def test(:", r"test_a\.py:1: "),
    ],
)
def test_a_marker_that_cannot_be_read_is_refused(source: str, complaint: str) -> None:
    with pytest.raises(RegisterError, match=complaint):
        rules(source)


def test_neighbours_become_a_range() -> None:
    order = ["W-001", "W-002", "W-003", "X-01"]
    assert spans(["W-003", "W-001", "X-01"], order) == "W-001, W-003, X-01"
    assert spans(order, order) == "W-001..W-003, X-01"
    assert spans([], order) == "none"


def test_an_id_is_listed_once(project: Path) -> None:
    path = project / "docs/rules/game.toml"
    path.write_text(LIST.replace("X-01..X-02", "W-003..W-004"))
    with pytest.raises(RegisterError, match=r"game\.toml: listed twice: W-003"):
        read_game(path)
    path.write_text(LIST.replace("X-01..X-02", "X-01"))
    with pytest.raises(RegisterError, match=r"topic 'Interactions': expected ids such as .* got 'X-01'"):
        read_game(path)


def test_written_pages_pass_the_check(project: Path) -> None:
    assert main(["--write", "--root", str(project)]) == 0
    assert main(["--check", "--root", str(project)]) == 0
    page = (project / "docs/rules/game.md").read_text()
    assert "| W-001 | Dice | `chance/dice.py` | `chance/test_dice.py::test_die` |\n" in page
    assert "| W-002 | Dice | `chance/dice.py` |  |\n" in page
    assert "| X-02 | Interactions |  | `chance/test_dice.py::test_die` |\n" in page
    summary = (project / "docs/rules/README.md").read_text()
    assert "Without test (3 of 5): W-002..W-003, X-01.\n" in summary
    assert "| Dice | W-001..W-003 | 3 | 2 | 1 |\n" in summary


def test_a_stale_page_fails_the_check(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--check", "--root", str(project)]) == 1
    assert "docs/rules/README.md:1: " in capsys.readouterr().out
    main(["--write", "--root", str(project)])
    (project / "src/warbench/chance/data.toml").write_text("# W-003\n")
    assert main(["--check", "--root", str(project)]) == 1
    assert "docs/rules/game.md:9: not what the code and the tests say now: make rules\n" in capsys.readouterr().out


def test_what_another_games_folder_names_is_no_home(project: Path) -> None:
    other = LIST.replace("W-001..W-003", "H-001..H-003").replace("X-01..X-02", "H-004..H-005")
    (project / "docs/rules/other.toml").write_text(other)
    for name in ("game", "other"):
        folder = project / "src/warbench/games" / name
        folder.mkdir(parents=True)
        (folder / "moves.py").write_text("# W-003, H-001\n")
    assert main(["--write", "--root", str(project)]) == 0
    assert "| W-003 | Dice | `games/game/moves.py` |  |\n" in (project / "docs/rules/game.md").read_text()
    assert "| H-001 | Dice | `games/other/moves.py` |  |\n" in (project / "docs/rules/other.md").read_text()


def test_an_unknown_id_is_an_error(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "tests/test_b.py").write_text('@pytest.mark.rule("W-049")\ndef test_b(): ...\n')
    (project / "src/warbench/b.py").write_text("\n# H-001\n")
    assert main(["--check", "--root", str(project)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "src/warbench/b.py:2: no list in docs/rules has H-001",
        "tests/test_b.py:1: no list in docs/rules has W-049",
    ]


def test_the_projects_own_lists_are_read() -> None:
    folder = Path(__file__).resolve().parent.parent / "docs/rules"
    games = {game.name: set(game.ids) for game in map(read_game, sorted(folder.glob("*.toml")))}
    assert {"W-001", "W-378", "X-01", "X-65"} <= games["w40k10"]
    assert {"H-001", "H-286"} <= games["heresy3"]

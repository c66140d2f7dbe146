"""Spoilt documents by the commands that read them: an answer, or one line that says why not. `make fuzz` runs longer."""

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.helpers import HEKATON, SCENARIO, run
from tests.fuzz import fuzz
from tests.intake.catalogue.kit import ROSTER, SYSTEM, as_json, catalogue
from tests.intake.lists.test_lists import DIALECTS
from tests.muster.kit import HERESY3, W40K10, bundled
from tests.mutations import as_json as json_of
from tests.mutations import as_toml, damaged, mutated
from warbench.battle.saves import SaveError
from warbench.cli import battle_files
from warbench.cli.errors import InputError, known_errors
from warbench.games.heresy3.battle import mission_files as heresy_missions
from warbench.games.w40k10.battle import mission_files as missions
from warbench.lab.telling import teller
from warbench.lab.telling.told import Named, SetupError, Wish
from warbench.muster.files import to_json
from warbench.muster.toml_text import to_toml

OBEYED = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
GAMES = Path(__file__).resolve().parents[2] / "src/warbench/games"
PAGE = (Path(__file__).parents[1] / "intake/pages/brine-strider.txt").read_bytes()

LONG: dict[str, Any] = {
    "game": "w40k10",
    "title": "All that a scenario may say",
    "attacker": {"datasheet": HEKATON, "models": 1, "loadout": {"Cyclic ion cannon": 1}},
    "target": {"datasheet": "Terminator Squad", "models": 5, "models_left": 4},
    "situation": {"distance": 12, "cover": True, "tokens": 1},
    "effects": [{"kind": "roll", "roll": "hit", "by": 1, "when": {"fact": "cover", "is": True}}],
    "rulings": {"roll-cap": "each"},
    "stratagems": [],
}
HERESY: dict[str, Any] = {
    "game": "heresy3",
    "attacker": {"datasheet": "Heavy Support Squad"},
    "target": {"datasheet": "Predator"},
    "situation": {"distance": 24, "facing": "side"},
}
ARMIES = [json.loads(to_json(bundled(name))) for name in (W40K10[0], HERESY3[0])]
LISTS = [tomllib.loads(to_toml(bundled(name))) for name in (W40K10[0], HERESY3[0])]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A place for a library, for the time of these tests."""
    place = tmp_path_factory.mktemp("library")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WARBENCH_DATA", str(place))
        yield place


def answers(data: bytes, file: Path, *words: str) -> int:
    """What a command says of a file: its exit code. It never fails otherwise, and sends nothing that a terminal obeys."""
    file.write_bytes(data)
    result = run(*(str(file) if word == "FILE" else word for word in words))
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code in {0, 1, 2}
    assert not OBEYED.search(result.output)
    assert result.exit_code != 2 or result.stderr.splitlines()[-1].startswith("warbench: ")
    return result.exit_code


@fuzz(30)
@given(st.one_of(*map(mutated, (SCENARIO, LONG, HERESY, [SCENARIO, HERESY]))))
def test_any_scenario_is_answered_or_refused(folder: Path, plain: Any) -> None:
    answers(json_of(plain), folder / "x.json", "odds", "FILE", "--quick")
    answers(as_toml(plain), folder / "x.toml", "odds", "FILE", "--quick", "--json")


@fuzz(12)
@given(st.one_of(*map(mutated, ARMIES)), st.sampled_from([(), ("--json",), ("--fix",), ("--export", "text")]))
def test_any_army_file_is_mustered_or_refused(folder: Path, plain: Any, more: tuple[str, ...]) -> None:
    answers(json_of(plain), folder / "x.json", "muster", "FILE", *more)


@fuzz(30)
@given(st.one_of(*map(mutated, LISTS)))
def test_any_army_list_in_toml_is_mustered_or_refused(folder: Path, plain: Any) -> None:
    answers(as_toml(plain), folder / "x.toml", "muster", "FILE")


@fuzz(30)
@given(mutated({"roster": ROSTER}), st.sampled_from([("import", "FILE"), ("muster", "FILE"), ("data", "army", "FILE")]))
def test_any_roster_is_an_army_or_refused(folder: Path, library: Path, plain: Any, words: tuple[str, ...]) -> None:
    answers(json_of(plain), folder / "x.json", *words)


@fuzz(30)
@given(st.sampled_from(sorted(DIALECTS)).flatmap(lambda name: damaged(DIALECTS[name].encode())))
def test_any_text_list_is_an_army_or_refused(folder: Path, library: Path, data: bytes) -> None:
    answers(data, folder / "x.txt", "import", "FILE")


@fuzz(30)
@given(damaged(PAGE))
def test_any_page_attacks_or_is_refused(folder: Path, data: bytes) -> None:
    answers(data, folder / "x.txt", "odds", "FILE", "--into", "tank", "--quick")


@fuzz(20)
@given(st.one_of(damaged(PAGE), damaged(catalogue().encode()), mutated(json.loads(as_json(catalogue()))).map(json_of)))
def test_whatever_is_refused_leaves_the_library_as_it_was(folder: Path, library: Path, data: bytes) -> None:
    place = library / "library.sqlite"
    before = place.read_bytes() if place.exists() else b""
    (folder / "data").mkdir(exist_ok=True)
    (folder / "data" / "system.gst").write_bytes(SYSTEM.encode())
    file = folder / "data" / ("x.txt" if data[:1] not in {b"<", b"{"} else "x.cat")
    code = answers(data, file, "data", "add", "FILE" if file.suffix == ".txt" else str(file.parent))
    file.unlink()
    assert code == 0 or (place.read_bytes() if place.exists() else b"") == before


@fuzz(20)
@given(st.binary(max_size=300), st.data())
def test_any_library_file_is_opened_or_refused(
    tmp_path_factory: pytest.TempPathFactory, library: Path, junk: bytes, data: st.DataObject
) -> None:
    """A library with bytes of it changed, or no library at all."""
    place = library / "library.sqlite"
    if not place.exists():
        (library / "page.txt").write_bytes(PAGE)
        run("data", "add", str(library / "page.txt"))
    whole = place.read_bytes()
    try:
        for spoilt in (junk, data.draw(damaged(whole))):
            answers(spoilt, place, "data", "list", "brine")
            answers(spoilt, place, "show", "brine-strider-cohort")
    finally:
        place.write_bytes(whole)


def saved(folder: Path, game: str) -> Any:
    file = folder / f"{game}.json"
    if not file.exists():
        words = ("battle", "--game", game, "--policy", "random", "--rounds", "1", "--seed", "7", "--json", "--save", str(file))
        assert run(*words).exit_code == 0
    return json.loads(file.read_bytes())


@fuzz(12)
@given(st.sampled_from(["w40k10", "heresy3"]), st.data())
def test_any_save_is_played_again_or_refused(folder: Path, game: str, data: st.DataObject) -> None:
    spoilt = data.draw(mutated(saved(folder, game)))
    file = folder / "spoilt.json"
    file.write_bytes(json_of(spoilt))
    said = f"{file}: played"
    try:
        battle_files.load(str(file))
    except (InputError, SaveError) as error:
        said = str(error)
    assert said.startswith(str(file))


def missions_of(game: str) -> list[Any]:
    return [tomllib.loads(file.read_text(encoding="utf-8")) for file in sorted((GAMES / game / "battle/missions").glob("*.toml"))]


@fuzz(25)
@given(st.sampled_from(missions_of("w40k10")).flatmap(mutated))
def test_any_mission_can_be_set_up_or_is_refused(plain: Any) -> None:
    said = "x.toml: read"
    try:
        missions.read_mission(as_toml(plain).decode(), "x.toml")
    except missions.MissionError as error:
        said = str(error)
    assert said.startswith("x.toml: ")


@fuzz(25)
@given(st.sampled_from(missions_of("heresy3")).flatmap(mutated))
def test_any_mission_of_the_other_game_can_be_set_up_or_is_refused(plain: Any) -> None:
    said = "x.toml: read"
    try:
        heresy_missions.read_mission(as_toml(plain).decode(), "x.toml")
    except heresy_missions.MissionError as error:
        said = str(error)
    assert said.startswith("x.toml: ")


@fuzz(8)
@given(st.sampled_from([0, 1]).flatmap(lambda game: st.tuples(st.just(game), mutated(LISTS[game]))))
def test_any_army_list_takes_the_field_or_is_refused(chosen: tuple[int, Any]) -> None:
    game, plain = chosen
    telling = teller(("w40k10", "heresy3")[game])
    other = (W40K10, HERESY3)[game][0]
    faults: tuple[type[Exception], ...] = (*known_errors(), *telling.faults, SetupError)
    try:
        setup = telling.setup(Wish(armies=(Named("x.toml", as_toml(plain).decode()), Named(other)), rounds=1))
        telling.game().begin(setup)
    except faults as error:
        assert str(error)  # noqa: PT017 -- a refusal is not expected, but if it comes it has a reason

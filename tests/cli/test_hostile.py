"""Hostile files by every way into the program: refused in one line that names the file, the library as it was."""

import os
import re
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from tests import hostile
from tests.cli.helpers import refused, run
from tests.intake.export.invented import tables
from warbench.cli.letters import escaped, visible
from warbench.games.w40k10.abilities import words_of_models
from warbench.games.w40k10.library import datasheet
from warbench.games.w40k10.targets import from_datasheet
from warbench.sheets.sizes import SizeError, smallest

OBEYED = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")

WAYS: dict[str, tuple[tuple[str, ...], str, tuple[str, ...]]] = {
    "read": (("read",), "page.txt", ()),
    "odds of a page": (("odds",), "page.html", ("--into", "tank")),
    "odds of a scenario": (("odds",), "scenario.json", ()),
    "odds of TOML": (("odds",), "scenario.toml", ()),
    "data add": (("data", "add"), "army.cat", ()),
    "data add of a page": (("data", "add"), "page.txt", ()),
    "data army": (("data", "army"), "list.txt", ()),
    "import": (("import",), "army.rosz", ()),
    "muster": (("muster",), "army.json", ()),
    "muster of TOML": (("muster",), "army.toml", ()),
    "battle of TOML": (("battle", "--armies", "votann-500"), "army.toml", ()),
    "battle of JSON": (("battle", "--game", "heresy3", "--armies", "mechanicum-750"), "army.json", ()),
    "mission": (("battle", "--mission"), "mission.toml", ()),
    "mission of the other game": (("battle", "--game", "heresy3", "--mission"), "mission.toml", ()),
    "battle --load": (("battle", "--load"), "save.json", ()),
    "replay": (("replay",), "save.json", ()),
    "explain": (("explain",), "save.json", ("1",)),
}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a small library of invented units."""
    folder = tmp_path_factory.mktemp("whole")
    export = tmp_path_factory.mktemp("export")
    for name, lines in tables().items():
        (export / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WARBENCH_DATA", str(folder))
        assert run("data", "add", str(export)).exit_code == 0
    return folder


@pytest.fixture
def library(whole: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The library, which is the same bytes afterwards, with nothing beside it."""
    monkeypatch.setenv("WARBENCH_DATA", str(whole))
    before = (whole / "library.sqlite").read_bytes()
    yield whole
    assert (whole / "library.sqlite").read_bytes() == before
    assert [file.name for file in whole.iterdir()] == ["library.sqlite"]


@pytest.mark.parametrize("way", WAYS)
def test_no_hostile_file_gets_in(library: Path, tmp_path: Path, way: str) -> None:
    words, name, more = WAYS[way]
    file = tmp_path / name
    start = time.process_time()
    for kind, data in hostile.FILES.items():
        file.write_bytes(data)
        line = refused(*words, str(file), *more)
        assert name in line, kind
        assert not OBEYED.search(line), kind
        assert len(line) < 2000, kind
    assert time.process_time() - start < 30


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize("way", WAYS)
def test_pipes_devices_circles_and_folders_are_no_files(library: Path, tmp_path: Path, way: str) -> None:
    words, name, more = WAYS[way]
    stem, suffix = name.split(".")
    pipe, device, circle, nowhere, folder = (tmp_path / f"{stem}-{number}.{suffix}" for number in range(5))
    os.mkfifo(pipe)
    device.symlink_to("/dev/zero")
    circle.symlink_to(circle.name)
    nowhere.symlink_to("nowhere")
    folder.mkdir()
    for file in (pipe, device, circle, nowhere, folder, tmp_path / f"{'x' * 300}.{suffix}"):
        assert file.name[:20] in refused(*words, str(file), *more)


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() == 0, reason="whoever may read everything")
def test_a_file_that_may_not_be_read_is_named(library: Path, tmp_path: Path) -> None:
    file = tmp_path / "army.json"
    file.write_bytes(b"{}")
    file.chmod(0)
    assert "army.json: Permission denied" in refused("muster", str(file))


def test_links_out_of_a_folder_are_not_followed(library: Path, tmp_path: Path) -> None:
    """A folder of links: to a folder around it, to a file outside, to itself."""
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "up").symlink_to(tmp_path)
    (folder / "passwd.cat").symlink_to("/etc/passwd")
    (folder / "self.cat").symlink_to("self.cat")
    assert "is an empty folder" in refused("data", "add", str(folder))


def test_a_spoilt_table_among_good_ones_leaves_the_library_as_it_was(library: Path, tmp_path: Path) -> None:
    for name, lines in tables().items():
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    with (tmp_path / "Datasheets_models.csv").open("ab") as file:
        file.write(b"1|2|\xff\n")
    line = refused("data", "add", str(tmp_path))
    assert "Datasheets_models.csv: line 7: found the byte 0xff" in line


BOMBS: dict[str, tuple[tuple[str, ...], bytes]] = {
    "lists.json": (("data", "add"), b'{"roster": [' + b"[]," * (5 << 20) + b"[]]}"),
    "texts.json": (("import",), b'{"roster": [' + b'"a",' * (2 << 20) + b'"a"]}'),
    "elements.cat": (("data", "add"), b"<catalogue><rules>" + b'<rule id="1"/>' * 600_000 + b"</rules></catalogue>"),
    "save.json": (("replay",), b'{"format": 2, "x": [' + b"[]," * (2 << 20) + b"[]]}"),
}


@pytest.mark.skipif(not hasattr(resource, "RLIMIT_AS"), reason="this system bounds no memory")
@pytest.mark.parametrize("name", BOMBS)
def test_little_memory_is_enough_to_refuse_a_bomb(library: Path, tmp_path: Path, name: str) -> None:
    words, data = BOMBS[name]
    file = tmp_path / name
    file.write_bytes(data)
    main = "from warbench.cli.main import main; main(prog_name='warbench')"
    limit = 700 << 20
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            f"import resource; resource.setrlimit(resource.RLIMIT_AS, ({limit}, {limit})); {main}",
            *words,
            file,
        ],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2, done.stderr
    assert name in done.stderr
    assert done.stderr.count("\n") == 1


def test_what_a_terminal_obeys_is_never_sent(library: Path, tmp_path: Path, whole: Path) -> None:
    """Names with escape sequences and turned writing, on the screen and as JSON."""
    page = (Path(__file__).parents[1] / "intake/pages/brine-strider.txt").read_text(encoding="utf-8")
    evil = "\x1b[2J\x9b31m\u202eBrine"
    shutil.copy(whole / "library.sqlite", tmp_path / "library.sqlite")
    army = tmp_path / "evil.toml"
    unit = 'datasheet = "Intercessor Squad"\nname = "\\u001b[31m\\u009bB\\u202e"'
    army.write_text(f'name = "\\u001b]0;x\\u0007"\nfaction = "Space Marines"\n[[units]]\n{unit}\n', encoding="utf-8")
    (tmp_path / "evil.txt").write_text(page.replace("Brine", evil), encoding="utf-8")
    for words in (
        ("muster", str(army)),
        ("muster", str(army), "--json"),
        ("muster", str(army), "--export", "text"),
        ("muster", str(army), "--export", "json"),
        ("muster", str(army), "--export", "toml"),
        ("import", str(army)),
        ("odds", str(tmp_path / "evil.txt"), "--into", "tank"),
        ("read", str(tmp_path / "evil.txt")),
        ("read", str(tmp_path / "evil.txt"), "--json"),
        ("odds", "\x1b[31m", "--into", "tank"),
    ):
        result = run(*words)
        assert result.exit_code in {0, 1, 2}
        assert not OBEYED.search(result.output), words
    assert "\N{REPLACEMENT CHARACTER}[31m" in run("muster", str(army)).stdout
    assert r"\u001b[31m\u009bB\u202e" in run("muster", str(army), "--json").stdout


def test_visible_and_escaped_letters() -> None:
    assert visible("a\tb\nc\x1b[0m\u202e\ud800é") == "a b c\ufffd[0m\ufffd\ufffdé"
    assert escaped('{\n"\x7f\u202e"}') == '{\n"\\u007f\\u202e"}'


def test_a_model_without_a_profile_attacks_and_cannot_be_attacked(tmp_path: Path) -> None:
    """A page, or anybody's datasheet, may name a model in its composition that it does not describe."""
    sheet = datasheet("Intercessor Squad")
    line = msgspec.structs.replace(sheet.composition[0], model="Nobody")
    strange = msgspec.structs.replace(sheet, composition=(line, *sheet.composition[1:]))
    assert "nobody" in words_of_models(strange, [each.model for each in strange.composition])
    with pytest.raises(SizeError, match="has no profile of Nobody, so it cannot be attacked"):
        from_datasheet(strange, smallest(strange))

"""The command as a process of its own: exit codes, pipes, interrupts, and what it imports."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.helpers import HEKATON, SCENARIO
from tests.intake.invented_rosters import squad, w40k10_roster

BIN = Path(sys.executable).with_name("warbench")
CODE = "import sys; from warbench.cli.main import main; sys.exit(main())"


def call(*words: str, given: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(BIN), *words], input=given, capture_output=True, text=True, check=False, timeout=60)


def test_exit_codes_and_streams() -> None:
    good = call("odds", HEKATON, "--into", "terminators", "--quick")
    assert (good.returncode, good.stderr) == (0, "")
    bad = call("odds", HEKATON, "--into", "nobody")
    assert (bad.returncode, bad.stdout) == (2, "")
    assert bad.stderr.count("\n") == 1


def test_json_in_a_pipe() -> None:
    result = call("odds", "-", "--json", "--quick", given=json.dumps(SCENARIO))
    assert json.loads(result.stdout)["format"] == "warbench-odds-1"


def test_a_closed_pipe_is_quiet() -> None:
    with subprocess.Popen([str(BIN), "list", "rulings"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        said = process.stderr.read()
    assert said == b""


def test_an_interrupt_is_quiet() -> None:
    words = [str(BIN), "roll", HEKATON, "--into", "tank", "--dice", "typed"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.read(1)  # it is asking
        time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        said = process.stderr.read()
    assert process.returncode == 130
    assert said.strip() == b""


HEAVY = ("numpy", "rich", "lark", "bs4")
NO_BATTLE = ("warbench.table.paths", "warbench.table.sight", "warbench.games.w40k10.battle.game", "warbench.games.heresy3.battle")


def imported(*words: str) -> list[str]:
    """The modules that a command imports."""
    code = (
        f"import sys; sys.argv[1:] = {list(words)!r}\nfrom warbench.cli.main import main\ntry: main()\nexcept SystemExit: pass\n"
    )
    code += "print(*sys.modules, file=sys.stderr)"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    return result.stderr.splitlines()[-1].split()


def needless(modules: list[str], *absent: str) -> list[str]:
    """Those of the modules that are, or are in, what should be absent."""
    return [module for module in modules if any(module == name or module.startswith(f"{name}.") for name in absent)]


@pytest.mark.parametrize(
    ("words", "absent"),
    [
        (("--help",), ("msgspec", "warbench.games")),
        (("odds", HEKATON, "--into", "terminators", "--json"), ("warbench.lab", "warbench.intake", *NO_BATTLE)),
        (("odds", HEKATON, "--into", "terminators"), ("warbench.lab", "warbench.intake", *NO_BATTLE)),
        (("show", HEKATON), ("warbench.lab", "warbench.intake.catalogue", *NO_BATTLE)),
        (("list", "units"), ("warbench.lab", "warbench.games.heresy3", *NO_BATTLE)),
        (("list", "armies"), ("warbench.intake", "warbench.games.heresy3", *NO_BATTLE)),
        (("list", "missions"), ("warbench.intake", "warbench.games.heresy3", *NO_BATTLE)),
        (("muster", "votann-1000"), ("warbench.lab", "warbench.intake.catalogue", *NO_BATTLE)),
    ],
)
def test_only_what_is_needed_is_imported(words: tuple[str, ...], absent: tuple[str, ...]) -> None:
    assert needless(imported(*words), *HEAVY, *absent) == []


@pytest.mark.parametrize(
    ("game", "army", "other"),
    [("w40k10", "votann-1000", "heresy3"), ("heresy3", "mechanicum-750", "w40k10")],
)
def test_a_roster_of_known_units_needs_one_game_and_nobody_who_understands_texts(
    game: str, army: str, other: str, tmp_path: Path
) -> None:
    roster, saved = str(tmp_path / "army.json"), str(tmp_path / "saved.json")
    call("muster", army, "--game", game, "--export", "roster", "--save", roster)
    modules = imported("import", roster, "--save", saved)
    assert Path(saved).is_file()
    absent = ("warbench.intake.recogniser", "warbench.intake.lists.reader", "warbench.lab", *NO_BATTLE)
    others = (f"warbench.intake.armies.{other}", f"warbench.intake.catalogue.{other}", "warbench.intake.catalogue.sheets")
    assert needless(modules, *HEAVY, *absent, *others) == []


def test_texts_are_understood_where_a_roster_brings_its_own_datasheet(tmp_path: Path) -> None:
    (tmp_path / "army.json").write_bytes(w40k10_roster(squad()))
    assert "lark" in imported("import", str(tmp_path / "army.json"), "--save", str(tmp_path / "saved.json"))

"""The command as a process of its own: exit codes, pipes, interrupts, and what it imports."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.helpers import HEKATON, SCENARIO

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


@pytest.mark.parametrize(
    ("words", "absent"),
    [
        (("--help",), ("msgspec", "rich", "numpy", "warbench.games")),
        (("odds", HEKATON, "--into", "terminators", "--json"), ("rich", "numpy", "bs4", "warbench.lab", "warbench.intake")),
        (("odds", HEKATON, "--into", "terminators"), ("rich", "numpy", "bs4", "warbench.lab", "warbench.intake")),
    ],
)
def test_only_what_is_needed_is_imported(words: tuple[str, ...], absent: tuple[str, ...]) -> None:
    code = (
        f"import sys; sys.argv[1:] = {list(words)!r}\nfrom warbench.cli.main import main\ntry: main()\nexcept SystemExit: pass\n"
    )
    code += "print(*sys.modules, file=sys.stderr)"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    modules = result.stderr.split()
    assert not [module for module in modules if any(module == name or module.startswith(f"{name}.") for name in absent)]

"""What the tests of rule objects share: each fires, in random battles or in a scenario, or has a reason; the page says so."""

import ast
import re
import time
from pathlib import Path

import warbench
from tools.exhaustive import page_of
from warbench.lab.proof import part
from warbench.lab.proof.exhaustive import Found, exhaust, page, random_battles

SOURCE = Path(warbench.__file__).parent
ENOUGH = 22.0
"""Seconds after which no further random battle is begun; the scenarios alone fire nearly everything."""


def played(game: str) -> Found:
    """Every scenario, and random battles until nothing is missing."""
    begin = time.monotonic()
    found = exhaust(game, ())
    number = 0
    while found.missing() and time.monotonic() - begin < ENOUGH:
        more = random_battles(game, [number])
        found.battles += 1
        found.times.update(more.times)
        number += 1
    return found


def all_fire_or_have_a_reason(found: Found) -> None:
    """Nothing is missing, and what has a reason does not fire."""
    assert found.missing() == []
    assert [thing.id for thing in found.things() if thing.reason and found.fired(thing)] == []


def scenarios_show_what_they_are_for(found: Found) -> None:
    """Each scenario shows all of it."""
    scenarios = part(found.game).scenarios()
    shown = {
        scenario.name: [key for key in scenario.shows if scenario.name in found.scenarios.get(key, [])] for scenario in scenarios
    }
    assert shown == {scenario.name: list(scenario.shows) for scenario in scenarios}
    assert len(shown) == len(scenarios)


def page_is_complete(game: str) -> None:
    """The page lists every rule object and nothing else, each with what fired it or why it cannot."""
    kind, listed = "", []
    for line in page_of(game).read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            kind = line[3:].casefold()
        elif line.startswith("| ") and not line.startswith("| name "):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            assert any(cells[1:]), f"{line}: neither fired nor a reason"
            assert cells[3] != "never fired", line
            listed.append(f"{kind} {cells[0]}")
    assert listed == [f"{thing.kind.casefold()} {thing.name}" for thing in part(game).things()], (
        f"python tools/exhaustive.py --game {game} --write"
    )


def page_tells(game: str) -> None:
    """The page says what never fired, and names some of many scenarios."""
    thing = next(thing for thing in part(game).things() if not thing.reason)
    nothing, something = page(Found(game, battles=3)), page(Found(game, battles=3, scenarios={thing.key: list("abcde")}))
    assert f"| {thing.name} |  |  | never fired |" in nothing
    assert f"| {thing.name} |  | a, b, c and 2 more |  |" in something


def questions_in_source(game: str) -> set[str]:
    """Every kind of question that the source of a game's battles names outright."""
    asked: set[str] = set()
    for file in sorted((SOURCE / f"games/{game}/battle").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in {"ask", "Ask"} and len(node.args) > 2:
                about = node.args[1]
                if isinstance(about, ast.Constant):
                    asked.add(str(about.value))
    return asked


def table_codes() -> set[str]:
    """The codes with which the table refuses a move or a set-up."""
    codes = {"through-enemy", "through-friend"}
    for name in ("field", "paths", "units"):
        text = (SOURCE / f"table/{name}.py").read_text(encoding="utf-8")
        codes |= set(re.findall(r'(?:Fault\(|code=)"([a-z-]+)"', text))
    return codes


def refusals_in_source(*folders: str, leave: str = "") -> set[str]:
    """The codes of refusals in some folders of the source; ``leave`` out one file."""
    codes: set[str] = set()
    for folder in folders:
        for file in sorted((SOURCE / folder).rglob("*.py")):
            if file.name != leave:
                codes |= set(re.findall(r'Refusal\(\s*"([a-z\'-]+)"', file.read_text(encoding="utf-8")))
    return codes

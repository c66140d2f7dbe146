"""The rulings: the register is whole, its page is up to date, and what the engine decided is what it does."""

import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tools.rulings_register import PAGE, ROOT, RegisterError, main, page, registers, row
from warbench.chance import Result
from warbench.games.w40k10.answer import Answer, answer
from warbench.games.w40k10.rulings import RULINGS
from warbench.games.w40k10.scenario import Scenario, question_of
from warbench.rules.rulings import Ruling, RulingError, Rulings

F = Fraction
MARINES = {"count": 4, "toughness": 4, "save": 3, "wounds": 2}


def ask(*groups: dict[str, Any], weapon: dict[str, Any] | None = None, **more: Any) -> Answer:
    gun = {"attacks": 1, "skill": 4, "strength": 4, "ap": 0, "damage": 1, **(weapon or {})}
    asked = {"game": "w40k10", "weapons": [gun], "target": {"models": groups or [MARINES]}, **more}
    return answer(question_of(msgspec.convert(asked, Scenario)), exact=True)


def saved(result: Answer) -> Fraction:
    return 1 - F(result.plans[0].strikes[0].on(0).args[0].save.chance(Result.FAIL, exact=True))


def chance(result: Answer, roll: str) -> Fraction:
    return 1 - F(getattr(result.plans[0].attack, roll).chance(Result.FAIL, exact=True))


def bonus(roll: str, by: int) -> dict[str, Any]:
    return {"kind": "roll", "roll": roll, "by": by}


# --- the register ---


def test_every_question_of_the_list_is_there() -> None:
    ids = [ruling.id for ruling in RULINGS]
    assert ids[:12] == [f"A{n}" for n in range(1, 13)]
    assert ids[12:] == [f"E{n}" for n in range(1, len(ids) - 11)]
    assert all(ruling.default in ruling.choices for ruling in RULINGS)
    assert len({ruling.name for ruling in RULINGS}) == len(ids)


@pytest.mark.parametrize(
    ("name", "default"),
    [
        ("roll-cap", "net"),
        ("save-cap", "net"),
        ("heavy-out-of-turn", "no"),
        ("prey-destroyed", "any"),
        ("indirect-sight", "unit"),
        ("token-of-the-fallen", "standing"),
        ("explosive-clearance", "model"),
        ("fire-support-without-hit", "none"),
        ("boarding-re-roll", "named"),
        ("token-count", "start"),
        ("sentence-after-shooting", "legal"),
        ("conversion-distance", "attack"),
    ],
)
def test_the_defaults_are_those_of_the_list(name: str, default: str) -> None:
    assert RULINGS.settle({})[name] == default


def test_a_reading_that_there_is_not_is_refused() -> None:
    with pytest.raises(RulingError, match="ruling prey-destroyed: found 'none', expected one of any, own"):
        RULINGS.settle({"prey-destroyed": "none"})


# --- the page ---


def test_the_page_is_up_to_date() -> None:
    assert main(["--check"]) == 0


def test_the_page_is_written_and_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "docs").mkdir()
    assert main(["--check", "--root", str(tmp_path)]) == 1
    assert f"{PAGE}:1: not what the registers say now" in capsys.readouterr().out
    assert main(["--write", "--root", str(tmp_path)]) == 0
    assert main(["--check", "--root", str(tmp_path)]) == 0
    path = tmp_path / PAGE
    text = path.read_text()
    line = next(number for number, each in enumerate(text.splitlines(), 1) if "**net**" in each)
    path.write_text(text.replace("**net**", "net", 1))
    assert main(["--check", "--root", str(tmp_path)]) == 1
    assert f"{PAGE}:{line}:" in capsys.readouterr().out


def test_a_row_shows_the_default_in_bold() -> None:
    ruling = Ruling(
        id="A1", name="cap", question="Up | down?", readings=(("up", "upwards"), ("down", "downwards")), default="down"
    )
    assert row(ruling) == r"| A1 | `cap` | Up \| down? | up: upwards<br>**down**: downwards | attack |"


def test_a_register_that_cannot_be_right_is_refused() -> None:
    one, other = (Ruling(id="A1", name=name, question="?", readings=(("yes", ""),), default="yes") for name in ("a", "b"))
    with pytest.raises(RegisterError, match="game: found the id A1 twice"):
        page({"game": Rulings((one, other))})
    with pytest.raises(RegisterError, match="game: a: found the default 'no'"):
        page({"game": Rulings((msgspec.structs.replace(one, default="no"),))})
    assert "w40k10" in registers()


def test_the_tool_imports_nothing_of_a_game_but_its_rulings() -> None:
    code = "import sys, tools.rulings_register as r; r.registers(); print(*(m for m in sys.modules if 'warbench.games.' in m))"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    found = [name for name in run.stdout.split() if name.count(".") > 2]
    assert found
    assert all(name.endswith(".rulings") for name in found)


# --- what the engine decided ---


@pytest.mark.rule("W-017", "A1")
def test_a1_the_sum_is_limited_or_each_side() -> None:
    effects = [bonus("hit", 1), bonus("hit", 1), bonus("hit", -1)]
    assert chance(ask(effects=effects), "hit") == F(2, 3)
    assert chance(ask(effects=effects, rulings={"roll-cap": "each"}), "hit") == F(1, 2)


@pytest.mark.rule("A2")
def test_a2_penetration_inside_or_outside_the_limit() -> None:
    effects = [{**bonus("save", 1), "side": "defender"}] * 2
    assert saved(ask(weapon={"ap": -1}, effects=effects)) == F(5, 6)
    assert saved(ask(weapon={"ap": -1}, effects=effects, rulings={"save-cap": "bonus"})) == F(4, 6)


def test_e1_a_save_of_7_is_a_number() -> None:
    bare = {**MARINES, "save": 7}
    assert saved(ask(bare)) == 0
    assert saved(ask(bare, situation={"cover": True})) == F(1, 6)


def test_e2_the_largest_group_that_is_no_character_counts() -> None:
    leader = {"count": 1, "toughness": 8, "save": 3, "wounds": 5, "keywords": ["character"]}
    tough = {**MARINES, "count": 2, "toughness": 8}
    assert chance(ask(leader, {**MARINES, "count": 1}), "wound") == F(1, 2)
    assert chance(ask(tough, MARINES), "wound") == F(1, 2)
    assert chance(ask(tough, {**MARINES, "count": 2}), "wound") == F(1, 6)
    assert chance(ask({**MARINES, "count": 2}, tough), "wound") == F(1, 2)


@pytest.mark.rule("W-282")
@pytest.mark.parametrize(
    ("own", "hits"), [("sustained hits 1", F(5, 6)), ("sustained hits 3", 1), ("sustained hits D3", F(5, 6))]
)
def test_e3_the_higher_value_is_used(own: str, hits: Fraction) -> None:
    granted = [{"kind": "grant", "keyword": "sustained hits 2"}]
    assert ask(weapon={"keywords": [own]}, effects=granted).stage_means()["hits"] == hits


def test_e4_precision_only_when_asked_for() -> None:
    unit = (MARINES, {**MARINES, "count": 1, "keywords": ["character"]})
    for asked, order in ((False, (0,)), (True, (1, 0))):
        result = ask(*unit, weapon={"keywords": ["precision"]}, situation={"precision": asked})
        assert result.plans[0].strikes[0].order == order


@pytest.mark.parametrize(("damage", "by", "left"), [(2, -5, 1), (1, -1, 1), (3, -1, 2)])
def test_e5_subtracting_leaves_one(damage: int, by: int, left: int) -> None:
    effects = [{"kind": "characteristic", "name": "damage", "by": by, "side": "defender"}]
    assert ask(weapon={"damage": damage}, effects=effects).plans[0].strikes[0].on(0).args[0].damage.fixed == left


def test_e5_a_damage_of_0_stays_0() -> None:
    effects = [{"kind": "characteristic", "name": "damage", **each} for each in ({"set": 0}, {"by": -1})]
    assert ask(effects=effects).wounds_lost.mean == 0


def test_e6_a_face_that_always_fails_is_never_critical() -> None:
    effects = [{"kind": "critical", "roll": "hit", "on": 5}, {"kind": "fails_on", "roll": "hit", "up_to": 5}]
    hit = ask(effects=effects).plans[0].attack.hit
    assert hit is not None
    assert hit.faces == (0, 0, 0, 0, 0, 2)


def test_e7_a_free_re_roll_goes_for_what_slays_most() -> None:
    # Against a Save of 2+ only a critical wound of Devastating Wounds is worth much: successes are thrown again too.
    hard = {"count": 4, "toughness": 4, "save": 2, "wounds": 2}
    keywords = ["twin-linked", "devastating wounds"]
    free = ask(hard, weapon={"keywords": keywords, "damage": 2}).plans[0].attack.wound
    plain = ask(hard, weapon={"keywords": keywords[:1], "damage": 2}).plans[0].attack.wound
    assert free is not None
    assert plain is not None
    assert free.reroll == (True, True, True, True, True, False)
    assert plain.reroll == (True, True, True, False, False, False)


@pytest.mark.rule("W-359")
def test_e8_amounts_below_the_mean_are_thrown_again() -> None:
    effects = [{"kind": "reroll", "roll": "damage", "which": "best"}]
    damage = ask(weapon={"damage": "D6+6"}, effects=effects).plans[0].strikes[0].on(0).args[0].damage
    assert damage.again == (7, 8, 9)
    assert damage.law(exact=True).mean == F(41, 4)


def test_e9_the_last_of_several_values_holds() -> None:
    effects = [{"kind": "characteristic", "name": "strength", "set": value} for value in (8, 4)]
    assert chance(ask(effects=effects), "wound") == F(1, 2)
    shields = [{"kind": "characteristic", "name": "invulnerable", "set": value} for value in (4, 6)]
    assert saved(ask(weapon={"ap": -6}, effects=shields)) == F(1, 2)

"""What the game claims to follow of what datasheets print: only what acts, where it is asked for, with a value that means it."""

import ast
from functools import cache
from pathlib import Path

import pytest

from warbench.games import heresy3
from warbench.games.heresy3.claims import FOLLOWED, IN_PART, of_model, of_wargear, of_weapon
from warbench.games.heresy3.library import gear
from warbench.games.heresy3.special_rules import CARRIED, OF_MODELS, OF_WEAPONS, SpecialRule, effects_of, known_rules
from warbench.games.heresy3.untold import untold
from warbench.sheets.datasheet import Datasheet, Wargear

FOLDER = Path(str(heresy3.__file__)).parent
ONLY_NAMES = ("special_rules.py", "claims.py", "rule_effects.py")
"""Modules in which a rule's name does nothing yet."""


@cache
def asked_for() -> frozenset[str]:
    """Every text of the game's own code, docstrings aside: what is asked for by name is among them."""
    found: set[str] = set()
    for path in sorted(FOLDER.rglob("*.py")):
        if path.name in ONLY_NAMES:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        sentences = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        texts = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in sentences)
        found |= {node.value for node in texts if isinstance(node.value, str)}
    return frozenset(found)


@pytest.mark.parametrize("family", sorted({rule.removesuffix(" (X)") for rule in known_rules()} | OF_MODELS | OF_WEAPONS))
def test_every_rule_that_is_claimed_has_effects_or_is_asked_for_by_name(family: str) -> None:
    values = ("", "1", "4+", "toughness", "d", "r", "psyker", "6")
    acts = any(_effects(SpecialRule(family, value)) for value in values)
    assert acts or family in asked_for()
    assert family not in CARRIED or family in asked_for()


def _effects(rule: SpecialRule) -> bool:
    try:
        return bool(effects_of(rule))
    except ValueError:
        return False


@pytest.mark.parametrize("item", sorted(FOLLOWED))
def test_every_item_that_is_claimed_is_asked_for_by_name(item: str) -> None:
    assert item in asked_for() or item == "void shield generator"


def test_a_rule_is_followed_only_where_it_is_asked_for() -> None:
    assert (of_weapon("Pinning (1)"), of_model("Pinning (1)")) == ("full", "none")
    assert (of_weapon("Bulky (2)"), of_model("Bulky (2)")) == ("none", "full")
    # What changes an attack does so from either place; Duellist's Edge is asked for at both.
    assert of_weapon("Hatred (Psyker)") == of_model("Hatred (Psyker)") == "full"
    assert of_weapon("Duellist's Edge (1)") == of_model("Duellist's Edge (1)") == "full"


@pytest.mark.parametrize("text", ["Bulky (X)", "Vanguard (3+)", "Feel No Pain (5)", "Medic (4+)", "Death Cloud", ""])
def test_what_means_nothing_or_is_not_known_is_not_claimed(text: str) -> None:
    assert (of_model(text), of_weapon(text)) == ("none", "none")


def test_what_is_followed_in_part_says_so() -> None:
    assert of_model("The Angels of Death") == "part"
    sheet = Datasheet("guard", "Guard", "heresy3", "", (), ())
    (told,) = untold(sheet, ("The Angels of Death", "Fear (1)", "Walker Type"), ())
    assert told == f"The Angels of Death ({IN_PART['the angels of death']})"


def test_of_force_the_perils_are_left_out_and_at_a_model_it_does_nothing() -> None:
    assert (of_weapon("Force (D)"), of_model("Force (D)")) == ("part", "none")
    sheet = Datasheet("seer", "Seer", "heresy3", "", (), ())
    assert list(untold(sheet, (), (), ("Force (D)", "Pinning (1)"))) == [f"Force (D) ({IN_PART['force']})"]


def test_wargear_is_followed_by_what_it_gives_by_its_name_or_as_a_weapon() -> None:
    known = [gear(name) for name in ("boarding shield", "searchlight", "smoke launchers")]
    assert [of_wargear(item) for item in known if item is not None] == ["full"] * 3
    assert of_wargear(Wargear("Vexilla")) == of_wargear(Wargear("Breacher Charges")) == "full"
    assert of_wargear(Wargear("Narthecium", "Recovery Tests.")) == "none"
    assert of_wargear(Wargear("Halo", abilities=("Fear (1)", "Death Cloud"))) == "part"
    assert of_wargear(Wargear("Halo", abilities=("Death Cloud",))) == "part"

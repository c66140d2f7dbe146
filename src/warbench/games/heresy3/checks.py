"""What a question may hold: bounds of numbers, and effects that the game's attack sequence can carry out."""

from warbench.games.heresy3.core import SNAP
from warbench.games.heresy3.facts import FACTS
from warbench.games.heresy3.settle import CHARACTERISTICS
from warbench.games.heresy3.special_rules import MODELS, read_rule
from warbench.rules.effects import (
    AllowReroll,
    Automatic,
    ChangeRoll,
    ChangeValue,
    Effect,
    Forbid,
    Grant,
    IgnoreDamage,
    MoveCritical,
    OnResult,
    tag_of,
)
from warbench.rules.fields import check_fields, dice, one_of, refusal, within

_TESTS = ("hit", "wound", "penetration", "save")
_ROLLED = ("attacks", "damage")
_SAVES = ("armour save", "invulnerable save", "cover save")
_WORDS: dict[type, tuple[tuple[str, tuple[str, ...]], ...]] = {
    ChangeRoll: (("roll", (*_TESTS, *_SAVES)),),
    AllowReroll: (("roll", (*_TESTS, *_ROLLED)),),
    MoveCritical: (("roll", ("hit",)),),
    Automatic: (("roll", ("hit",)),),
    Forbid: (("what", ("target", "cover", "shrouded")),),
    ChangeValue: (("name", CHARACTERISTICS),),
    IgnoreDamage: (("against", ("all",)),),
}
"""For each kind of effect that there is in this game, the words that its fields may hold."""
_BOUNDS: dict[type, tuple[tuple[str, int, int], ...]] = {
    ChangeRoll: (("by", -20, 20),),
    MoveCritical: (("on", 2, 6),),
    IgnoreDamage: (("on", 2, 6),),
    OnResult: (("at", 2, 6), ("ap", 1, 7), ("damage", 1, 100)),
}
_KINDS = tuple(
    tag_of(kind)
    for kind in (
        AllowReroll,
        Automatic,
        ChangeRoll,
        ChangeValue,
        Forbid,
        Grant,
        IgnoreDamage,
        MoveCritical,
        OnResult,
    )
)
"""The kinds of effect that this game's attack sequence carries out, as files name them."""
_RESULTS: tuple[tuple[str, str], ...] = (
    ("hit", "face"),
    ("wound", "face"),
    ("penetration", "tie"),
    ("penetration", "success"),
)
_DONE = ("succeed", "convert", "ap", "damage", "pick")


def check_effect(effect: Effect, where: str) -> None:
    """Refuse an effect that the attack sequence cannot carry out, rather than ignore it in silence.

    Raises:
        ScenarioError, FactError: naming the field and what was expected.
    """
    one_of(f"{where}.kind", tag_of(type(effect)), _KINDS)
    check_fields(effect, where, FACTS, _WORDS, _BOUNDS)
    if isinstance(effect, ChangeValue):
        _check_change(effect, where)
    elif isinstance(effect, OnResult):
        _check_result(effect, where)
    elif isinstance(effect, Grant):
        _check_grant(effect, where)


def _check_grant(effect: Grant, where: str) -> None:
    rule = read_rule(effect.keyword)
    if effect.side == "defender" and (rule is None or rule.family not in MODELS):
        raise refusal(f"{where}.keyword", effect.keyword, f"one of {', '.join(f'{name} (X)' for name in MODELS)}")
    if rule is None and effect.keyword.casefold() != SNAP:
        raise refusal(f"{where}.keyword", effect.keyword, "a special rule of this game")


def _check_change(effect: ChangeValue, where: str) -> None:
    if effect.name == "invulnerable" and effect.set is None:
        raise refusal(f"{where}.set", None, "the Invulnerable Save that is given: it can be set, not changed")
    if isinstance(effect.by, str):
        dice(f"{where}.by", effect.by)
        if effect.name not in (*_ROLLED, "firepower"):
            raise refusal(f"{where}.by", effect.by, f"a whole number: {effect.name} is not rolled")
    else:
        within(f"{where}.by", effect.by, -100, 100)
    within(f"{where}.set", effect.set, 0, 100)
    within(f"{where}.multiply", effect.multiply, 0, 10)


def _check_result(effect: OnResult, where: str) -> None:
    if (effect.roll, effect.on) not in _RESULTS:
        known = ", ".join(f"{roll} on {on}" for roll, on in _RESULTS)
        raise refusal(f"{where}.on", f"{effect.roll} on {effect.on}", f"one of {known}")
    if effect.on == "face" and effect.at is None:
        raise refusal(f"{where}.at", None, "the unmodified face from which it happens")
    given = [name for name in _DONE if getattr(effect, name)]
    others = [name for name in ("add", "mortal", "strength") if getattr(effect, name) is not None]
    if len(given) != 1 or others:
        raise refusal(where, ", ".join((*given, *others)) or "nothing", f"exactly one of {', '.join(_DONE)}")
    (done,) = given
    fits = {
        "succeed": effect.succeed == "wound" and effect.roll in ("hit", "wound"),
        "convert": effect.convert == ("penetrating" if effect.on == "tie" else "glancing") and effect.roll == "penetration",
        "ap": effect.roll == "wound",
        "damage": effect.roll == "wound",
        "pick": effect.roll == "hit",
    }
    if not fits[done]:
        raise refusal(f"{where}.{done}", getattr(effect, done), f"something that {effect.roll} on {effect.on} can do")

"""What a question may hold: bounds of numbers, and effects that the game's attack sequence can carry out."""

from warbench.games.w40k10.facts import FACTS
from warbench.games.w40k10.settle import CHARACTERISTICS
from warbench.rules.effects import (
    AllowReroll,
    Automatic,
    ChangeRoll,
    ChangeValue,
    Effect,
    FailsOn,
    Forbid,
    Grant,
    Hazard,
    IgnoreDamage,
    MoveCritical,
    OnResult,
    Permit,
)
from warbench.rules.fields import ScenarioError, check_fields, dice, one_of, refusal, within

__all__ = ["ScenarioError", "check_effect", "dice", "refusal", "within"]

_HIT_WOUND = ("hit", "wound")
_ROLLED = ("attacks", "damage")
_WORDS: dict[type, tuple[tuple[str, tuple[str, ...]], ...]] = {
    ChangeRoll: (("roll", (*_HIT_WOUND, "save", "armour save")),),
    AllowReroll: (("roll", (*_HIT_WOUND, "save", *_ROLLED)),),
    MoveCritical: (("roll", _HIT_WOUND),),
    FailsOn: (("roll", _HIT_WOUND),),
    Automatic: (("roll", _HIT_WOUND),),
    Forbid: (("what", ("target", "cover", "hit penalties", "wound penalties", "skill penalties")),),
    Permit: (("what", ("unseen target", "cover", "character")),),
    ChangeValue: (("name", CHARACTERISTICS),),
}
"""For each kind of effect, the words that its fields may hold."""
_BOUNDS: dict[type, tuple[tuple[str, int, int], ...]] = {
    ChangeRoll: (("by", -20, 20),),
    MoveCritical: (("on", 2, 6),),
    FailsOn: (("up_to", 1, 6),),
    IgnoreDamage: (("on", 2, 6),),
    Hazard: (("fails_on", 1, 6), ("damage", 1, 100)),
}
"""For each kind of effect, the bounds of its numbers."""


def check_effect(effect: Effect, where: str) -> None:
    """Refuse an effect that the attack sequence cannot carry out, rather than ignore it in silence.

    Raises:
        ScenarioError, FactError: naming the field and what was expected.
    """
    check_fields(effect, where, FACTS, _WORDS, _BOUNDS)
    if isinstance(effect, ChangeValue):
        _check_change(effect, where)
    elif isinstance(effect, OnResult):
        _check_result(effect, where)
    elif isinstance(effect, Grant) and effect.side == "defender":
        one_of(f"{where}.keyword", effect.keyword.casefold(), ("stealth",))


def _check_change(effect: ChangeValue, where: str) -> None:
    if effect.name == "invulnerable" and effect.set is None:
        raise refusal(f"{where}.set", None, "the invulnerable save that is given: it can be set, not changed")
    if isinstance(effect.by, str):
        dice(f"{where}.by", effect.by)
        if effect.name not in _ROLLED:
            raise refusal(f"{where}.by", effect.by, f"a whole number: {effect.name} is not rolled")
    else:
        within(f"{where}.by", effect.by, -100, 100)
    within(f"{where}.set", effect.set, -20 if effect.name == "ap" else 0, 0 if effect.name == "ap" else 100)
    within(f"{where}.multiply", effect.multiply, 0, 10)


def _check_result(effect: OnResult, where: str) -> None:
    for name in ("at", "ap", "damage", "strength"):
        if getattr(effect, name) is not None:
            raise refusal(f"{where}.{name}", getattr(effect, name), "nothing: this game has no such result")
    if effect.pick:
        raise refusal(f"{where}.pick", found=True, expected="nothing: this game has no such result")
    one_of(f"{where}.on", effect.on, ("critical", "success"))
    given = [name for name in ("add", "succeed", "convert", "mortal") if getattr(effect, name) is not None]
    if len(given) != 1:
        raise refusal(f"{where}", ", ".join(given) or "nothing", "exactly one of add, succeed, convert, mortal")
    (what,) = given
    one_of(f"{where}.roll", effect.roll, ("hit",) if what in {"add", "succeed"} else ("wound",))
    if what != "mortal":
        one_of(f"{where}.on", effect.on, ("critical",))
    if what == "succeed":
        one_of(f"{where}.succeed", effect.succeed, ("wound",))
    if what == "convert":
        one_of(f"{where}.convert", effect.convert, ("mortal",))
    for amount in (effect.add, effect.mortal):
        if amount is not None:
            dice(f"{where}.{what}", amount)

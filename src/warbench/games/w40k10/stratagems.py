"""Stratagems as data: what they cost, when and for whom they may be used, and what they do to an attack (W-215..W-217).

The entries stand in ``stratagems.toml``. What a stratagem does outside an attack (a move, a test, Command points) is for the
battle; an attack that it could touch although nothing here says how, names it as not modelled.
"""

import difflib
import functools
from collections.abc import Iterable
from importlib import resources
from typing import Annotated, Literal

import msgspec

from warbench.games.w40k10.characteristics import DataError
from warbench.games.w40k10.checks import ScenarioError, check_effect
from warbench.games.w40k10.facts import FACTS
from warbench.games.w40k10.keywords import read_keyword
from warbench.games.w40k10.library import slug
from warbench.games.w40k10.question import Question
from warbench.rules.conditions import Condition, Value
from warbench.rules.effects import ChangeRoll, ChangeValue, Effect, Grant, Side
from warbench.rules.facts import Fact, FactError, Registry

Group = Literal["core", "boarding-actions", "oathband"]
Kind = Literal["Battle Tactic", "Epic Deed", "Strategic Ploy", "Wargear"]
Phase = Literal["command", "movement", "shooting", "charge", "fight", "any"]
Turn = Literal["own", "opponent", "either"]
Limit = Literal["once per battle", "once per turn"]
Touches = Literal["attack", "command", "movement", "deployment", "shooting", "charge", "fight", "army"]
Moment = Literal[
    "any time in the phase",
    "before own Battle-shock test",
    "before the unit shoots",
    "end of the phase",
    "enemy Charge move ended",
    "enemy made its attacks",
    "enemy picked its targets",
    "enemy set up, or a move begun or ended",
    "own Battle-shock test failed",
    "own Charge move ended",
    "own roll made",
    "own unit Fell Back",
    "own unit picked to fight",
]
"""The windows of a battle in which a stratagem can be offered."""

NEEDS = Registry((Fact("unit_keywords", "words", (), "the keywords of the unit that the stratagem is used for, in lower case"),))
"""What ``needs`` may ask for."""


class UnknownStratagem(LookupError):  # noqa: N818 -- it names what is unknown, as LookupError's own children do
    """No stratagem of that name; the message names the nearest."""


class StratagemError(ValueError):
    """A stratagem that cannot be applied to this question; the message says why."""


class Window(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A phase, and whose turn it must be."""

    phase: Phase
    turn: Turn


class Stratagem(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One stratagem.

    ``cost`` is in Command points. ``moment`` says what must just have happened within one of the ``windows``. ``needs`` is asked
    of the unit that it is used for. ``side`` is the user's side in the attack that it changes, None when it changes none.
    ``effects`` and ``sets`` (facts) are what it does to that attack.
    """

    id: str
    name: str
    cost: Annotated[int, msgspec.Meta(ge=1, le=3)]
    group: Group
    kind: Kind
    windows: Annotated[tuple[Window, ...], msgspec.Meta(min_length=1)]
    moment: Moment
    summary: Annotated[str, msgspec.Meta(min_length=1)]
    touches: Annotated[tuple[Touches, ...], msgspec.Meta(min_length=1)]
    limits: tuple[Limit, ...] = ()
    needs: Condition | None = None
    side: Side | None = None
    effects: tuple[Effect, ...] = ()
    sets: dict[str, bool | int | float | str | None] = {}


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    stratagems: tuple[Stratagem, ...]


def stratagem(name: str, group: Group | None = None) -> Stratagem:
    """The stratagem of that name or id; case, hyphens and spaces do not matter.

    Where Core and Boarding Actions share a name the Core one is meant, unless ``group`` or the id says otherwise.

    Raises:
        UnknownStratagem: naming the nearest names.
    """
    wanted = slug(name)
    known = stratagems(group)
    for one in known:
        if wanted in (one.id, slug(one.name)):
            return one
    names = {slug(one.name): one.name for one in known}
    near = difflib.get_close_matches(wanted, names, n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(names[key] for key in near)}?" if near else f"known: {', '.join(names.values())}"
    of_group = f" of {group}" if group else ""
    msg = f"unknown stratagem{of_group} {name!r}; {hint}"
    raise UnknownStratagem(msg)


def stratagems(group: Group | None = None) -> tuple[Stratagem, ...]:
    """All stratagems, or those of one group: Core first, then Boarding Actions, then Oathband."""
    return tuple(one for one in _all() if group in (None, one.group))


def refusals(
    used: Stratagem, keywords: Iterable[str], *, detachment: str = "", boarding_actions: bool = False
) -> tuple[str, ...]:
    """Why an army may not use the stratagem for a unit with those keywords, one reason each; empty when it may.

    Only what lists and mission decide is asked here: the detachment (W-351), the mission (W-219), the unit's keywords (W-352).
    """
    out: list[str] = []
    if used.group == "oathband" and slug(detachment) != "oathband":
        out.append(f"{used.name} belongs to the detachment Oathband, found {detachment or 'none'}")
    if used.group == "core" and boarding_actions:
        out.append(f"{used.name}: Boarding Actions have stratagems of their own in place of the Core ones")
    if used.group == "boarding-actions" and not boarding_actions:
        out.append(f"{used.name} is for Boarding Actions only")
    facts: dict[str, Value] = {"unit_keywords": tuple(word.casefold().strip() for word in keywords)}
    if used.needs is not None and not used.needs.holds(facts):
        out.append(f"{used.name} needs a unit with: {used.needs}".replace("unit keywords has ", ""))
    return tuple(out)


def apply(used: Stratagem | str, question: Question, *, weapon: str | None = None) -> Question:
    """The question with the stratagem in use: its effects appended, its facts set.

    Whether it may be used at all is not asked: see :func:`refusals`, and the battle's windows.

    Args:
        used: the stratagem, or its name.
        question: the attack.
        weapon: only this weapon's attacks have the effects (Epic Challenge helps a single model).

    Raises:
        UnknownStratagem: for a name that there is not.
        StratagemError: when it is in use already, or the question has no such weapon.
    """
    used = used if isinstance(used, Stratagem) else stratagem(used)
    if any(effect.source == used.name for effect in question.effects):
        msg = f"{used.name} is in use already: the same stratagem is not used twice in a phase"
        raise StratagemError(msg)
    effects = used.effects
    if weapon is not None:
        known = [each.name for each in question.weapons]
        if weapon.casefold() not in (name.casefold() for name in known):
            msg = f"{used.name}: found the weapon {weapon!r}, expected one of {', '.join(known)}"
            raise StratagemError(msg)
        effects = tuple(msgspec.structs.replace(effect, weapon=weapon) for effect in effects)
    untold = () if effects or used.sets or "attack" not in used.touches else (f"{used.name} (stratagem)",)
    return msgspec.structs.replace(
        question,
        effects=(*question.effects, *effects),
        given={**question.given, **used.sets},
        not_modelled=(*question.not_modelled, *untold),
    )


def read(data: str | bytes, file: str = "stratagems.toml") -> tuple[Stratagem, ...]:
    """The stratagems of a file; each effect takes its side from its stratagem, and the stratagem's name as its source.

    Raises:
        DataError: naming the file, the stratagem or the field, what was found and what was expected.
    """
    try:
        found = msgspec.toml.decode(data, type=_File).stratagems
    except msgspec.MsgspecError as error:  # its text ends with the path: "... - at `$.stratagems[0].cost`"
        msg = f"{file}: {error}"
        raise DataError(msg) from error
    seen: set[str] = set()
    for one in found:
        where = f"{file}: stratagems[{one.id}]"
        _check(one, where)
        if one.id in seen:
            msg = f"{where}.id: found it twice, expected every id once"
            raise DataError(msg)
        seen.add(one.id)
    return tuple(_signed(one) for one in found)


@functools.cache
def _all() -> tuple[Stratagem, ...]:
    return read((resources.files(__package__) / "stratagems.toml").read_bytes())


def _signed(one: Stratagem) -> Stratagem:
    side = one.side or "attacker"
    signed = tuple(msgspec.structs.replace(effect, side=side, source=one.name) for effect in one.effects)
    return msgspec.structs.replace(one, effects=signed)


def _check(one: Stratagem, where: str) -> None:
    expected = slug(one.name) + ("-boarding-actions" if one.group == "boarding-actions" else "")
    if one.id not in (expected, slug(one.name)):
        msg = f"{where}.id: found {one.id!r}, expected {expected!r} after its name"
        raise DataError(msg)
    if (one.effects or one.sets) and (one.side is None or "attack" not in one.touches):
        msg = f"{where}: found effects or facts, expected 'side' and 'touches' with \"attack\" beside them"
        raise DataError(msg)
    try:
        _check_facts(NEEDS, () if one.needs is None else one.needs.facts())
        for name, value in one.sets.items():
            FACTS[name].check(value)
        for index, effect in enumerate(one.effects):
            _check_effect(effect, f"effects[{index}]")
    except (FactError, ScenarioError, DataError) as error:
        msg = f"{where}: {error}"
        raise DataError(msg) from error


def _check_effect(effect: Effect, where: str) -> None:
    check_effect(effect, where)
    _check_facts(FACTS, () if effect.when is None else effect.when.facts())
    if isinstance(effect, ChangeValue | ChangeRoll) and effect.per is not None:
        _check_facts(FACTS, (effect.per.fact,))
    if isinstance(effect, Grant) and effect.keyword != "stealth" and read_keyword(effect.keyword) is None:
        msg = f"{where}.keyword: found {effect.keyword!r}, expected an ability that the game knows"
        raise DataError(msg)


def _check_facts(known: Registry, names: Iterable[str]) -> None:
    for name in names:
        known[name]  # refuses what is not registered

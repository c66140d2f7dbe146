"""Falling back: out of Engagement Range, over enemy models at a risk (Desperate Escape), and what it costs."""

from collections.abc import Sequence

from warbench.battle.asking import name_of, rolled
from warbench.battle.requests import Ask, Option, Procedure, Refusal, Search
from warbench.games.w40k10.battle.casualties import destroy
from warbench.games.w40k10.battle.events import Marked, Said
from warbench.games.w40k10.battle.moments import UnitMoment, windows
from warbench.games.w40k10.battle.moves import Move, throw
from warbench.games.w40k10.battle.passengers import offer_boarding
from warbench.games.w40k10.battle.placing import engaged_with
from warbench.games.w40k10.battle.privileges import permits
from warbench.games.w40k10.battle.state import State, Unit
from warbench.games.w40k10.battle.striding import stumble
from warbench.games.w40k10.unit_rules import HINDERS_ESCAPE
from warbench.table.permits import Path

TARGET_PRIORITY = "target-priority"
"""The ability of a leader whose unit may shoot and charge in a turn in which it fell back."""

_ESCAPES = 3
"""A test of this or more loses nobody (W-319)."""

_UNHINDERED = frozenset({"fly", "titanic"})
_TOO_BIG = frozenset({"monster", "vehicle"})


def may_fall_back(state: State, unit: Unit) -> Refusal | None:
    """Why an engaged unit cannot Fall Back, or None. The table's search for a legal end is the referee (W-313)."""
    if Move(state, unit, "fall back").exists():
        return None
    return Refusal("no-legal-end", f"{name_of(state, unit.id)} finds no way out of Engagement Range", "W-313")


def fall_back(state: State, unit: Unit) -> Procedure[None]:
    """A unit falls back: it says where to, tests who must (W-315..W-322, X-55, X-56), loses models, and moves."""
    player = state.player(unit.id)
    moment = UnitMoment(unit.id, "fall back")
    yield Marked(unit=unit.id, mark="moved", value="fall back", rule="W-314")
    yield from windows().open(state, "move started", [1 - player], moment)
    if unit.where != "table":
        return
    move = Move(state, unit, "fall back")
    if not (yield Search(move.exists)):
        return
    paths = yield from move.ask(hold=False)
    assert paths is not None  # noqa: S101 -- staying was no answer
    planned = dict(zip((model.id for model in unit.models), paths, strict=True))
    tested = who_tests(state, unit, move, paths)
    if tested:
        lost = yield from _tests(state, unit, tested)
        if unit.where != "table":
            return
        if lost:
            move = Move(state, unit, "fall back", tested=tested)
            paths = yield from _plan_again(move, tuple(planned[model.id] for model in unit.models))
            if paths is None:
                yield Said(text=f"{name_of(state, unit.id)} finds no way out any more", unit=unit.id, rule="W-313")
                return
    yield move.moved(paths, "W-312")
    yield from stumble(state, unit, move.rule, paths)
    if _led_by(state, unit, TARGET_PRIORITY):
        yield Marked(unit=unit.id, mark="free_hands", value=True, rule=TARGET_PRIORITY)
    yield from windows().open(state, "fell back", [player], moment)
    yield from windows().open(state, "move ended", [1 - player], moment)
    if unit.where == "table":
        yield from offer_boarding(state, unit)


def _led_by(state: State, unit: Unit, ability: str) -> bool:
    """Whether a unit is led by a model with an ability: both are left."""
    entry = state.entry(unit.id)
    return state.attached(unit) and any(part and entry.ability(ability, part) is not None for part in sorted(state.parts(unit)))


def _plan_again(move: Move, planned: tuple[Path, ...]) -> Procedure[tuple[Path, ...] | None]:
    """Those that are left go where they were to go, or elsewhere if that is no longer legal; None if nowhere is."""
    if move.refusal(planned) is None:
        return planned
    if not (yield Search(move.exists)):
        return None
    paths: tuple[Path, ...] | None = yield from move.ask(hold=False)
    return paths


def who_tests(state: State, unit: Unit, move: Move, paths: Sequence[Path]) -> list[str]:
    """The models that take a Desperate Escape test: all of a Battle-shocked or hindered unit, else those that pass enemy models.

    Models that FLY or are TITANIC pass them freely; being Battle-shocked knows no such exception (W-315..W-317, W-320).
    """
    if unit.shocked or is_hindered(state, unit):
        return [model.id for model in unit.models]
    verdict = move.verdict(paths)
    return [
        model.id
        for model, moved in zip(unit.models, verdict.moves, strict=True)
        if moved.crossed and _UNHINDERED.isdisjoint(state.kind(model.id).keywords)
    ]


def is_hindered(state: State, unit: Unit) -> bool:
    """Whether an enemy beside the unit has an ability by which all its models must test: never of a Monster or Vehicle."""
    if not _TOO_BIG.isdisjoint(state.keywords(unit)):
        return False
    return any(permits(state, foe, HINDERS_ESCAPE) for foe in engaged_with(state, unit))


def _tests(state: State, unit: Unit, tested: Sequence[str]) -> Procedure[int]:
    """Roll the tests, then destroy a model of the owner's choice for each that failed (W-318, W-319); how many were lost."""
    player = state.player(unit.id)
    need = _ESCAPES + (unit.shocked and is_hindered(state, unit))
    failed = 0
    for model in tested:
        face = yield from throw(state, unit, "desperate escape")
        result = f"{model} escapes" if face >= need else "a model is lost"
        yield rolled(player, "desperate escape", (face,), result, unit.id, "W-319")
        failed += face < need
    lost = 0
    while lost < failed and unit.models:
        lost += 1
        model = yield from _whom(state, unit)
        yield from destroy(state, model, source="Desperate Escape", rule="W-319")
    return lost


def _whom(state: State, unit: Unit) -> Procedure[str]:
    """Ask the owner which model of the unit is lost; one of each kind is listed, any may be named."""
    if len(unit.models) == 1:
        return unit.models[0].id
    entry = state.entry(unit.id)

    def options() -> list[Option]:
        alike = {(entry.index[model.id], model.wounds): model for model in reversed(unit.models)}
        return [Option(model.id, f"{state.kind(model.id).name} ({model.id})") for model in reversed(alike.values())]

    def judge(key: str) -> Refusal | None:
        if any(model.id == key for model in unit.models):
            return None
        return Refusal("not-in-unit", f"{key!r} is no model of {name_of(state, unit.id)}", "W-319")

    text = f"{name_of(state, unit.id)}: which model is lost?"
    key: str = yield Ask(state.player(unit.id), "loss", text, options, subject=unit.id, judge=judge)
    return key

"""The Challenge Sub-Phase: who may fight a challenge, declaring one, accepting or refusing it (facts 13; H-236, H-273)."""

from collections.abc import Sequence

from warbench.battle.asking import PASS, name_of
from warbench.battle.requests import Ask, Option, Procedure, Refusal
from warbench.games.heresy3.battle.combats import changed, contacts, foes, side
from warbench.games.heresy3.battle.duels import duel
from warbench.games.heresy3.battle.events import Began, Said, SetAside
from warbench.games.heresy3.battle.fighting import pick
from warbench.games.heresy3.battle.gambits import Duellist
from warbench.games.heresy3.battle.moments import Targets, windows
from warbench.games.heresy3.battle.piling import pile_in
from warbench.games.heresy3.battle.placing import is_hull
from warbench.games.heresy3.battle.state import Model, State, Unit
from warbench.games.heresy3.battle.statuses import DISGRACED, give

CHALLENGED = "challenged"
REFUSE = Option("refuse", "refuse: one of them is Disgraced")
HEROIC = "heroic intervention"

_WORTHY = frozenset({"command", "champion", "paragon"})


def next_step(state: State) -> Procedure[None]:
    """The next combat in which a challenge may be declared; or the Fight Sub-Phase."""
    open_to = [
        index
        for index, combat in enumerate(state.core.combats)
        if not combat.step and all(eligible(state, combat.units, player) for player in (0, 1))
    ]
    return _combat(state, open_to) if open_to else _finish(state)


def _finish(state: State) -> Procedure[None]:
    yield Began(round=state.core.round, turn=state.active, phase="assault", step="fight")


def may_challenge(state: State, combat: Sequence[str], model: Model) -> Refusal | None:
    """Why a model may not fight a challenge in a combat, or None (H-236, H-273; H-049)."""
    kind = state.kind(model.id)
    unit = state.units[state.home(model.id)]
    if not kind.words & _WORTHY:
        rule = "H-273" if "sergeant" in kind.words else "H-236"
        return Refusal("not-worthy", f"{kind.name} is no Command, Champion or Paragon", rule)
    if unit.id not in combat or model not in state.living(unit) or is_hull(state, unit):
        return Refusal("not-in-combat", f"{kind.name} is not in the combat", "H-236")
    if "routed" in model.statuses:
        return Refusal("routed", f"{kind.name} is Routed", "H-236")
    return None


def eligible(state: State, combat: Sequence[str], player: int) -> list[Model]:
    """The models of a player that may fight a challenge in a combat, in order."""
    return [model for unit in side(state, combat, player) for model in unit.models if may_challenge(state, combat, model) is None]


def _bound(state: State, combat: Sequence[str], player: int) -> list[Model]:
    """Those who may fight a challenge and have to: Never Back Down (C1)."""
    return [model for model in eligible(state, combat, player) if state.kind(model.id).has("never back down") is not None]


def _combat(state: State, open_to: Sequence[int]) -> Procedure[None]:
    index = yield from pick(state, open_to, "in which combat may a challenge be declared next?")
    combat = list(state.core.combats[index].units)
    points = yield from challenge(state, combat)
    totals = [old + new for old, new in zip(state.core.combats[index].points, points, strict=True)]
    yield changed(state, index, points=totals, step=CHALLENGED)


def challenge(state: State, combat: Sequence[str]) -> Procedure[list[int]]:
    """The Challenge Procedure for a combat: the points that it brings both players."""
    key = yield from _declared(state, combat, state.active)
    if key is None:
        moment = Targets(combat[0], tuple(combat))
        found = yield from windows().open(state, "challenge passed", [1 - state.active], moment, until=_is_heroic)
        key = next((answer[1] for answer in found if _is_heroic(answer)), None)
        if key is None:
            return [0, 0]
    model = state.model(key)
    refusal = may_challenge(state, combat, model)
    if refusal is not None:
        yield Said(text=refusal.sentence, unit=state.home(key), rule=refusal.rule)
        return [0, 0]
    return (yield from _answered(state, combat, Duellist(state.units[state.home(key)], model)))


def _is_heroic(answer: object) -> bool:
    return isinstance(answer, tuple) and answer[0] == HEROIC


def _ask_model(  # noqa: PLR0913, PLR0917 -- a question
    state: State, combat: Sequence[str], player: int, about: str, text: str, otherwise: Option | None
) -> Procedure[str | None]:
    """Ask a player for one of his models that may fight a challenge, or for nobody."""
    bound = _bound(state, combat, player)
    able = bound or eligible(state, combat, player)
    otherwise = None if bound else otherwise
    none = [] if otherwise is None else [otherwise]

    def judge(answer: str) -> Refusal | None:
        if otherwise is not None and answer == otherwise.key:
            return None
        if not state.is_left(answer) or state.player(state.home(answer)) != player:
            return Refusal("no-such-model", f"{answer!r} is no model of the player", "H-236")
        if bound and state.model(answer) not in bound:
            return Refusal("bound", f"{state.kind(bound[0].id).name} never backs down: such a model fights", "H-236")
        return may_challenge(state, combat, state.model(answer))

    def options() -> list[Option]:
        return [*(Option(each.id, f"{state.kind(each.id).name} ({each.id})") for each in able), *none]

    key = yield Ask(player, about, text, options, subject=combat[0], judge=judge)
    return None if otherwise is not None and key == otherwise.key else key


def _declared(state: State, combat: Sequence[str], player: int) -> Procedure[str | None]:
    names = ", ".join(name_of(state, key) for key in combat)
    return (yield from _ask_model(state, combat, player, "challenge", f"{names}: who declares a challenge?", PASS))


def _answered(state: State, combat: Sequence[str], challenger: Duellist) -> Procedure[list[int]]:
    """Step 1 goes on: the opponent accepts, or one of his models is Disgraced."""
    opponent = 1 - challenger.player
    text = f"{state.kind(challenger.model.id).name} ({challenger.model.id}) declares a challenge: who accepts?"
    key = yield from _ask_model(state, combat, opponent, "accept challenge", text, REFUSE)
    if key is None:
        able = eligible(state, combat, opponent)
        chosen = able[0]
        if len(able) > 1:
            options = [Option(each.id, state.kind(each.id).name) for each in able]
            answer = yield Ask(challenger.player, "disgrace", "who is Disgraced?", lambda: options, subject=combat[0])
            chosen = state.model(answer)
        unit = state.units[state.home(chosen.id)]
        yield from give(state, unit, DISGRACED, source="a challenge refused", rule="disgraced", models=[chosen.id])
        return [0, 0]
    challenged = Duellist(state.units[state.home(key)], state.model(key))
    yield SetAside(models=(challenger.model.id, challenged.model.id))
    yield from _close_up(state, combat, (challenger.unit, challenged.unit))
    return (yield from duel(state, combat, challenger, challenged))


def _close_up(state: State, combat: Sequence[str], units: Sequence[Unit]) -> Procedure[None]:
    """Where a unit has nobody in contact any more, both pile in, the Active player's first."""
    if all(any(contacts(state, unit, foe) for foe in foes(state, combat, unit)) for unit in units):
        return
    for unit in sorted(units, key=lambda each: each.player != state.active):
        yield from pile_in(state, unit, combat)

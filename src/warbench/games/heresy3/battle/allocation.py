"""Step 8, the Target Model: whom wounds and penetrating hits go to, and the question to whoever chooses where it matters.

A wounded model comes first unless it is Command (or, in shooting, Paragon). Beyond that the target's player may choose any; he is
asked where the models that he may choose differ. Precision hits, and all hits of a Paragon, are the attacker's to put.
"""

from collections.abc import Sequence

import msgspec

from warbench.attack.line import Line
from warbench.attack.rolled import Allot
from warbench.battle.asking import name_of
from warbench.battle.requests import Ask, Option, Procedure, Refusal
from warbench.games.heresy3.battle.arms import rule_of
from warbench.games.heresy3.battle.bearing import bound_first
from warbench.games.heresy3.battle.cover import cover_of
from warbench.games.heresy3.battle.guns import controller
from warbench.games.heresy3.battle.roster import Arm
from warbench.games.heresy3.battle.state import Model, State, Unit

RULE = "shooting-step-8"
_SPOILT = ("blast", "barrage", "template", "reaping blow")


class Owner(msgspec.Struct, frozen=True):
    """Who puts wounds on models: the target's player, or the attacker's where ``attackers`` (a Paragon's hits).

    ``melee``: in a fight Cover Saves do not count, so models in cover and in the open are alike.
    """

    player: int
    attacker: int
    attackers: bool = False
    melee: bool = False

    def who(self, *, picked: bool) -> int:
        """The player who is asked; for what nobody controls the attacker's opponent."""
        if picked or self.attackers:
            return self.attacker
        return self.player if self.player >= 0 else 1 - self.attacker


def lots(state: State, models: Sequence[Model], *, cover: bool = False) -> list[list[str]]:
    """Some models in lots of those alike: of one kind, with the same wounds left, statuses and ``cover``; in the order given."""
    found: dict[tuple[object, ...], list[str]] = {}
    for model in models:
        key = (id(state.kind(model.id)), model.wounds, tuple(model.statuses), cover_of(state, model) if cover else None)
        found.setdefault(key, []).append(model.id)
    return list(found.values())


def allot(state: State, target: Unit, line: Line, request: Allot, owner: Owner, *, picked: bool) -> Procedure[Line]:  # noqa: PLR0913 -- a request with all that answers it
    """Ask for the Target Model where the choice matters; the target in the order that then holds.

    Where more attacks wait than the chosen model and its like could take, the next choice is asked for too.
    """
    order = line.order[request.track]
    if len(order) == 1:
        return line
    gone, hurt = line.met(request.track, request.state)
    first = list(order[: gone + hurt])
    waiting = request.waiting - hurt
    rest = [state.model(model) for model in order[len(first) :]]
    while waiting > 0 and rest:
        free = bound_first(state, rest, melee=owner.melee) or rest
        alike = lots(state, free, cover=not owner.melee)
        lot = alike[0]
        if len(alike) > 1:
            key = yield _question(state, target, free, alike, owner.who(picked=picked))
            lot = next(each for each in alike if key in each)
            lot = [key, *(model for model in lot if model != key)]
        first += lot
        waiting -= len(lot)
        rest = [model for model in rest if model.id not in lot]
    return line.reordered(request.track, (*first, *(model.id for model in rest)))


def _question(state: State, target: Unit, free: Sequence[Model], alike: Sequence[Sequence[str]], player: int) -> Ask:
    open_to = [model.id for model in free]

    def judge(answer: str) -> Refusal | None:
        if answer in open_to:
            return None
        sentence = f"{answer!r} cannot be the Target Model; there are {', '.join(open_to)}"
        return Refusal("no-target-model", sentence, RULE)

    return Ask(
        player,
        "target model",
        f"{name_of(state, target.id)}: which model is allocated the next wounds?",
        lambda: [Option(lot[0], _told(state, lot)) for lot in alike],
        subject=target.id,
        judge=judge,
    )


def _told(state: State, lot: Sequence[str]) -> str:
    kind, model = state.kind(lot[0]), state.model(lot[0])
    left = f", {model.wounds} of {kind.wounds} left" if kind.wounds > 1 else ""
    return f"{kind.name}{left} ({', '.join(lot)})"


def precise_pick(  # noqa: PLR0913 -- who, at whom, with what
    state: State, attacker: Unit, target: Unit, arm: Arm, models: Sequence[Model], *, snap: bool
) -> Procedure[str]:
    """Ask the attacker which model his Precision hits go to; empty where he has none or there is no choice."""
    if len(models) == 1 or snap or rule_of(arm, "precision") is None or any(rule_of(arm, spoilt) for spoilt in _SPOILT):
        return ""
    alike = lots(state, models)
    if len(alike) == 1:
        return ""
    known = [model.id for model in models]

    def judge(answer: str) -> Refusal | None:
        if answer in known:
            return None
        return Refusal("no-target-model", f"{answer!r} is no model of {name_of(state, target.id)}", "special-precision")

    key: str = yield Ask(
        controller(state, attacker),
        "precision",
        f"{name_of(state, attacker.id)}: which model do Precision hits of {arm.name} go to?",
        lambda: [Option(lot[0], _told(state, lot)) for lot in reversed(alike)],
        subject=target.id,
        judge=judge,
    )
    return key

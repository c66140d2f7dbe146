"""Cybertheurgic rites: what each is, whom it may target, what its statuses are followed by (section M; facts 18).

A model with the Cybertheurgist Trait (the Focus) invokes a rite that it knows before its unit moves, makes a Shooting Attack or
declares a charge: once a battle turn, one rite a unit and turn (more with Comptroller (X)).
"""

from collections.abc import Iterator, Sequence

from warbench.battle.asking import ask, name_of
from warbench.battle.requests import Option, Procedure, Refusal
from warbench.games.heresy3.battle.checks import model_check
from warbench.games.heresy3.battle.events import Lasts, Lifted, Noted, Said
from warbench.games.heresy3.battle.feedback import feedback
from warbench.games.heresy3.battle.measuring import inches_between
from warbench.games.heresy3.battle.moments import UnitMoment
from warbench.games.heresy3.battle.readings import ruling
from warbench.games.heresy3.battle.rite_effects import AT_ONCE
from warbench.games.heresy3.battle.state import Lasting, Model, State, Unit
from warbench.games.heresy3.battle.statuses import CYBERTHEURGIC, give, has, lift
from warbench.games.heresy3.rites import CYBERTHEURGIST, RITE_LIST, Rite
from warbench.rules.effects import Permit

_MARK = "cybertheurgic status"


# --- whom a rite may target ---


def refusal_of_target(state: State, rite: Rite, focus: Model, target: Unit) -> Refusal | None:
    """Why a rite may not target a unit (H-124 and each rite's list), or None. Asked before any dice.

    H-126: some bar Super-heavies and Knights; H-248, H-249: Chastise asks for no type, not even against Fortifications (H-029).
    """
    return next(_faults(state, rite, focus, target), None)


def _faults(state: State, rite: Rite, focus: Model, target: Unit) -> Iterator[Refusal]:
    name = name_of(state, target.id)
    if target.where != "table" or not state.living(target):
        yield Refusal("not-there", f"{name} is not on the battlefield", "H-088")
        return
    player = state.player(state.home(focus.id))
    if rite.side == "friendly" and target.player != player:
        yield Refusal("not-friendly", f"{rite.name} is for friendly units", rite.rule)
    if rite.side == "enemy" and target.player != 1 - player:
        yield Refusal("not-enemy", f"{rite.name} is for enemy units", rite.rule)
    yield from _type_faults(state, rite, target)
    if rite.id == "omega-protocols" and not has(target, *CYBERTHEURGIC):
        yield Refusal("no-status", f"{name} has no Cybertheurgic Status", "H-143")
    must = rite.locked == "must" and ruling(state, "omega-target") == "locked"
    if must and not target.locked:
        yield Refusal("not-locked", f"{name} is not locked in combat", rite.rule)
    if target.locked and (rite.locked == "no" or (rite.locked == "must" and not must)):
        yield Refusal("locked", f"{name} is locked in combat", rite.rule)
    here = state.standing(focus) if focus.place is not None else None
    if here is None or all(inches_between(state, here, shape) > rite.range for shape in state.shapes(target)):
        yield Refusal("out-of-range", f'{name} is not within {rite.range}" of the Focus', rite.rule)


def _type_faults(state: State, rite: Rite, target: Unit) -> Iterator[Refusal]:
    """What the types, sub-types and traits of a target are refused for."""
    words = [_words(state, model) for model in target.models]
    if rite.only and not all(each.intersection(rite.only) for each in words):
        yield Refusal("wrong-type", f"{rite.name} is for units of {', '.join(rite.only)} alone", rite.rule)
    if any(each.intersection(rite.never) for each in words):
        sentence = f"{name_of(state, target.id)} holds a model that {rite.name} bars: {', '.join(rite.never)}"
        yield Refusal("barred-type", sentence, rite.rule)
    if rite.id == "unseal-the-portal":
        yield from _portal_faults(state, target, words)


def _words(state: State, model: Model) -> frozenset[str]:
    """What a model is as the target of a rule: a Fortification is treated as a Vehicle (H-037)."""
    kind = state.kind(model.id)
    return kind.words | {"vehicle"} if kind.type == "fortification" else kind.words


def _portal_faults(state: State, target: Unit, words: Sequence[frozenset[str]]) -> Iterator[Refusal]:
    """A Building, a Fortification, or a single Vehicle that is not locked, whosever it is (H-149, H-250, H-251)."""
    name = name_of(state, target.id)
    if any(each & {"building", "fortification"} for each in words):
        return
    if len(words) != 1 or "vehicle" not in words[0]:
        yield Refusal("wrong-type", f"{name} is no Building, no Fortification and no single Vehicle", "H-149")
    if target.locked:
        yield Refusal("locked", f"{name} is locked in combat", "H-251")


def foci(state: State, unit: Unit, rite: Rite) -> list[Model]:
    """The models of a unit that know a rite and may invoke it now."""
    used = state.core.sides[unit.player].used
    ids = {model.id for model in unit.models}
    invoked = (entry.split("|") for entry in used if entry.startswith("rite|"))
    if sum(where == unit.id or focus in ids for _, where, focus, _ in invoked) >= _most(state, unit):
        return []
    return [
        model
        for model in state.living(unit)
        if CYBERTHEURGIST in state.kind(model.id).traits
        and any(item.casefold() == rite.name.casefold() for item, _ in state.kind(model.id).items)
        and not any(entry.endswith(f"|{model.id}|{rite.id}") for entry in used)
    ]


def _most(state: State, unit: Unit) -> int:
    """How many rites a unit may invoke in a turn: one, or X with Comptroller (X) by the ruling of that name."""
    if ruling(state, "comptroller") != "rites":
        return 1
    return max((int(x) for model in unit.models if (x := state.kind(model.id).has("comptroller"))), default=1)


# --- invoking one ---


def invoke(state: State, rite: Rite, focus: Model, target: Unit) -> Procedure[bool]:
    """Invoke a rite: an Intelligence Check of the Focus, then what the rite does; whether the Check was passed."""
    unit = state.units[state.home(focus.id)]
    yield Noted(player=unit.player, what="used", value=f"rite|{unit.id}|{focus.id}|{rite.id}", rule=rite.rule)
    why = f"{rite.name} at {name_of(state, target.id)}"
    passed = yield from model_check(state, focus, "intelligence", penalty=rite.difficulty, why=why, rule=rite.rule)
    if not passed:
        if rite.id == "chastise-the-machine-spirit":
            yield from feedback(state, unit, why="the rite failed", rule="H-135")
        return False
    if rite.statuses:
        yield from _bestow(state, rite, unit, target)
    else:
        yield from AT_ONCE[rite.id](state, unit, focus, target)
    return True


def _bestow(state: State, rite: Rite, unit: Unit, target: Unit) -> Procedure[None]:
    """Give all models of the target one status, by the choice of the invoker, until his next Start Phase.

    H-127, H-128, H-137, H-148: the same for all, and none for a Fortification (H-028).
    """
    options = [Option(status, status.capitalize()) for status in rite.statuses]
    text = f"{rite.name}: which status for {name_of(state, target.id)}?"
    status = yield from ask(unit.player, "status", text, options, target.id)
    yield from give(state, target, status, source=rite.name, rule=rite.rule)
    if not has(target, status):  # immune
        return
    yield Lasts(unit=target.id, lasting=Lasting(effect=Permit(what=_MARK), until="", source=f"{rite.name}: {status}"))
    if rite.id == "programming-interrupt":
        yield Lasts(unit=target.id, lasting=Lasting(effect=Permit(what="free reaction"), until="", source=rite.name))


def _marks(unit: Unit) -> list[str]:
    return [lasting.source for lasting in unit.lasting if isinstance(lasting.effect, Permit) and lasting.effect.what == _MARK]


def end_of_statuses(state: State, player: int) -> Procedure[None]:
    """A player's Start Phase: the statuses that rites gave to his units end, each followed by Feedback (H-128, H-139, H-142)."""
    for unit in list(state.units.values()):
        if unit.player == player:
            for source in _marks(unit):
                yield from _end(state, unit, source)
    # Who joined or left a unit since took the status along and not what would end it; every rite's status ends now.
    for unit in list(state.units.values()):
        if unit.player == player:
            for status in (yield from lift(state, unit, *CYBERTHEURGIC, source="the Start Phase", rule="H-128")):
                yield from feedback(state, unit, why=f"{status.capitalize()} has ended", rule="H-128")


def _end(state: State, unit: Unit, source: str) -> Procedure[None]:
    """A status that a rite gave ends, and Feedback follows at once (H-140)."""
    name, _, status = source.partition(": ")
    rite = next(rite for rite in RITE_LIST if rite.name == name)
    yield Lifted(unit=unit.id, source=source, rule=rite.rule)
    yield Lifted(unit=unit.id, source=name, rule=rite.rule)
    if (yield from lift(state, unit, status, source=f"the end of {name}", rule=rite.rule)):
        yield from feedback(state, unit, why=f"{status.capitalize()} has ended", rule=rite.rule)


def interrupted(state: State, unit: Unit) -> Procedure[None]:
    """A unit under Programming Interrupt reacts: its status goes in place of the allotment, with Feedback (H-138, H-140)."""
    yield Said(text=f"{name_of(state, unit.id)} reacts by Programming Interrupt: it costs nothing", unit=unit.id, rule="H-138")
    for source in _marks(unit):
        if source.startswith("Programming Interrupt"):
            yield from _end(state, unit, source)


# --- offering them ---


class RiteUse:
    """A rite as something that the Active player may do at the moments at which rites are invoked."""

    moments = frozenset({"before move", "before shooting", "before charge"})

    def __init__(self, rite: Rite) -> None:
        """Take the rite."""
        self.rite = rite
        self.id = rite.id

    def options(self, state: State, moment: str, player: int, about: UnitMoment) -> Sequence[Option]:
        """Each Focus of the unit with each target that the rite may have."""
        del moment
        unit = state.units[about.unit]
        if player != state.active or unit.player != player:
            return []
        return [
            Option(f"{focus.id}@{target.id}", f"{self.rite.name} at {name_of(state, target.id)}")
            for focus in foci(state, unit, self.rite)
            for target in state.on_table()
            if refusal_of_target(state, self.rite, focus, target) is None
        ]

    def refusal(self, state: State, moment: str, player: int, about: UnitMoment, choice: str) -> Refusal | None:
        """Why it may not be invoked so (``choice``: focus@target); None when it may."""
        del moment
        focus, _, target = choice.partition("@")
        unit = state.units[about.unit]
        known = next((model for model in foci(state, unit, self.rite) if model.id == focus), None)
        if known is None or player != state.active or unit.player != player:
            return Refusal("no-focus", f"{focus} cannot invoke {self.rite.name} now", self.rite.rule)
        if target not in state.units:
            return Refusal("no-such-unit", f"there is no unit {target!r}")
        return refusal_of_target(state, self.rite, known, state.units[target])

    def resolve(self, state: State, moment: str, player: int, about: UnitMoment, choice: str) -> Procedure[bool]:
        """Invoke it."""
        del moment, player, about
        focus, _, target = choice.partition("@")
        return (yield from invoke(state, self.rite, state.model(focus), state.units[target]))


RITES = tuple(RiteUse(rite) for rite in RITE_LIST)
"""Every rite, for the windows."""

"""What makes a unit's own attacks better until the phase ends: Ancestral Sentence, Warrior Pride, Epic Challenge."""

from collections.abc import Iterable

from warbench.battle.asking import ask, name_of
from warbench.battle.requests import Option, Procedure, Refusal
from warbench.games.w40k10.battle.events import Lasts
from warbench.games.w40k10.battle.moments import UnitMoment
from warbench.games.w40k10.battle.placing import engaged_with
from warbench.games.w40k10.battle.reactions.play import Play, own, reading
from warbench.games.w40k10.battle.state import Lasting, State, Unit


class AncestralSentence(Play):
    """Sustained Hits for a unit's ranged attacks, more of them against units with tokens (W-279..W-284, W-372, X-39)."""

    which = "ancestral-sentence"
    at = ("own shooting",)
    timing = "W-279"

    def candidates(self, state: State, player: int, about: None) -> Iterable[str]:  # noqa: ARG002
        """Any own unit."""
        return own(state, player)

    def objection(self, state: State, player: int, about: None, key: str) -> Refusal | None:  # noqa: ARG002
        """A unit that has shot may be picked too, unless the ruling ``sentence-after-shooting`` says otherwise (A11)."""
        if state.units[key].shot and reading(state, "sentence-after-shooting") == "refused":
            return Refusal("has-shot", f"{name_of(state, key)} has shot already", "A11")
        return None

    def play(self, state: State, player: int, about: None, key: str) -> Procedure[None]:  # noqa: ARG002
        """Its effects last."""
        yield from self.last(state.units[key])


class WarriorPride(Play):
    """A unit's melee attacks at one engaged enemy penetrate better by its Judgement tokens (W-297..W-300, W-371)."""

    which = "warrior-pride"
    at = ("selected to fight",)
    timing = "W-297"

    def candidates(self, state: State, player: int, about: UnitMoment) -> Iterable[str]:  # noqa: ARG002
        """The engaged enemies; they may be Battle-shocked (W-346)."""
        return [enemy.id for enemy in engaged_with(state, state.units[about.unit])]

    def unit_of(self, state: State, about: UnitMoment, key: str) -> Unit:  # noqa: ARG002
        """The unit that fights."""
        return state.units[about.unit]

    def objection(self, state: State, player: int, about: UnitMoment, key: str) -> Refusal | None:  # noqa: ARG002
        """The enemy has a token at least."""
        if state.units[key].tokens:
            return None
        return Refusal("no-token", f"{name_of(state, key)} has no Judgement token", "W-297")

    def text(self, state: State, about: UnitMoment, key: str) -> str:
        """Who against whom."""
        return f"{name_of(state, about.unit)} against {name_of(state, key)}"

    def play(self, state: State, player: int, about: UnitMoment, key: str) -> Procedure[None]:  # noqa: ARG002
        """Its effects last against that enemy alone (W-300)."""
        yield from self.last(state.units[about.unit], against=key)


class EpicChallenge(Play):
    """The melee attacks of one CHARACTER model have Precision, in a unit that is engaged with an Attached unit (C28)."""

    which = "epic-challenge"
    at = ("selected to fight",)
    timing = "C28"

    def candidates(self, state: State, player: int, about: UnitMoment) -> Iterable[str]:  # noqa: ARG002
        """The unit that fights."""
        return (about.unit,)

    def objection(self, state: State, player: int, about: UnitMoment, key: str) -> Refusal | None:  # noqa: ARG002
        """Some enemy in its Engagement Range is an Attached unit."""
        unit = state.units[key]
        if any(state.attached(enemy) for enemy in engaged_with(state, unit)):
            return None
        return Refusal("no-attached-unit", f"{name_of(state, key)} is not engaged with an Attached unit", "C28")

    def play(self, state: State, player: int, about: UnitMoment, key: str) -> Procedure[None]:  # noqa: ARG002
        """Its effects last on the attacks of the model that is picked."""
        models = [model.id for model in state.units[key].models if "character" in state.kind(model.id).keywords]
        options = [Option(model, f"{state.kind(model).name} ({model})") for model in models]
        model = yield from ask(player, "challenger", f"{name_of(state, key)}: which model?", options, subject=key)
        for effect in self.card.effects:
            yield Lasts(unit=key, lasting=Lasting(effect, "phase", self.card.name, model=model))
